//! Backward search: whether bad configurations can be reached if channels may lose messages.
//!
//! The search starts from the bad configurations and goes back step by step. Each set of configurations is taken with all
//! that are above one of them, where FIFO channels hold further messages between those that they held, and bags more.
//! So each set has finitely many least elements. Of infinitely many words one is a subword of a later one (Higman's
//! lemma), so the search ends for every system, though perhaps not soon.
//!
//! If the search does not meet an initial configuration, nothing bad is reached, whatever the channels are. Otherwise
//! the elements on the way make a run, in which messages that they do not need are lost where that is possible. It is a
//! run to a bad configuration if each FIFO channel is lossy, or has only one kind of messages, and more messages in
//! perfect channels do not make a configuration good. So the search decides what lossy channel systems
//! (Abdulla, Jonsson 1996) and counters reach; for other systems it may leave a question open.

mod basis;
mod letters;
mod run;
mod target;

pub use target::Target;

pub(crate) use letters::{LetterId, Letters};
pub(crate) use target::{Product, products};

use std::collections::VecDeque;

use kernel::base::{Control, Id as _, IndexVec, Limit, combinations};
use model::cfsm::{Direction, Label, ParticipantId, StateId, Step, System};
use model::evidence::{LeastConfiguration, UpwardSet};

use basis::{Basis, Element, ElementId, Origin};

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No configuration of the target is reachable: each is in this set, no initial configuration is, and no step leads
    /// into it.
    Holds(UpwardSet),
    /// The steps lead from these initial states to a configuration of the target.
    Violated {
        /// The initial state of each participant.
        initial: IndexVec<ParticipantId, StateId>,
        /// The steps.
        steps: Vec<Step>,
    },
    /// The search leaves open whether a configuration of the target is reachable: it would be if channels were lossy.
    Open,
}

/// Searches backwards for a run to a configuration of `target`.
///
/// The result is never [`Outcome::Open`] if each FIFO channel is lossy, or only one message is sent to it, and the target
/// contains with each configuration all that have more messages in perfect channels.
///
/// # Complexity
/// `O(e² t w)` for `e` elements of at most `w` messages and `t` transitions that enter a state, or send a message. `e`
/// has no primitive recursive bound (Schnoebelen 2002), but is at most `max_elements` and a few more.
///
/// # Errors
/// [`Limit::States`] if there are more than `max_elements` elements, or the limit of `control` that was reached first.
pub fn search(
    system: &System,
    target: Target<'_>,
    max_elements: usize,
    control: &Control,
) -> Result<Outcome, Limit> {
    let letters = Letters::new(system);
    let mut basis = Basis::default();
    for Product { control: states, words } in
        products(system, &letters, target, max_elements, control)?
    {
        for states in combinations(&states) {
            for word in &words {
                control.within(basis.len() as u64, 0)?;
                basis.add(Element::new(states.as_slice(), word), None);
            }
            if basis.len() > max_elements {
                return Err(Limit::States);
            }
        }
    }
    let mut search = Search::new(system, &letters, basis);
    let mut open = search.basis.ids().collect::<VecDeque<_>>();
    while let Some(id) = open.pop_front() {
        if search.is_initial(id) {
            let run = run::forwards(system, &search.basis, id, target);
            return Ok(run.unwrap_or(Outcome::Open));
        }
        if !search.basis.is_least(id) {
            continue;
        }
        search.expand(id, &mut open, control)?;
        if search.basis.len() > max_elements {
            return Err(Limit::States);
        }
    }
    let mut least = Vec::new();
    for id in search.basis.ids() {
        control.within(0, 0)?;
        if search.basis.is_least(id) {
            least.push(stated(&letters, search.basis.element(id)));
        }
    }
    Ok(Outcome::Holds(UpwardSet { least }))
}

/// Where a search stands.
struct Search<'a> {
    system: &'a System,
    letters: &'a Letters,
    /// The steps that send each letter.
    senders: IndexVec<LetterId, Vec<Step>>,
    /// The steps to each state of each participant.
    arriving: IndexVec<ParticipantId, IndexVec<StateId, Vec<Step>>>,
    basis: Basis,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, letters: &'a Letters, basis: Basis) -> Self {
        let automata = system.automata();
        let mut senders = IndexVec::filled(Vec::new(), letters.len());
        let mut arriving: IndexVec<ParticipantId, IndexVec<StateId, Vec<Step>>> = automata
            .iter()
            .map(|automaton| IndexVec::filled(Vec::new(), automaton.states().len()))
            .collect();
        for (participant, automaton) in automata.enumerate() {
            for (id, transition) in automaton.transitions().enumerate() {
                // Of a send that may be lost the twin needs no less than the send.
                if transition.loss_of.is_some() {
                    continue;
                }
                let step = Step { participant, transition: id };
                arriving[participant][transition.target].push(step);
                if let Label::Action(Direction::Send, channel, message) = transition.label {
                    let letter = letters.letter(system, channel, message);
                    senders[letter.expect("it is sent")].push(step);
                }
            }
        }
        Self { system, letters, senders, arriving, basis }
    }

    /// Returns `true` if an initial configuration is in the set of an element.
    fn is_initial(&self, id: ElementId) -> bool {
        let element = self.basis.element(id);
        let mut states = self.system.automata().iter().zip(&element.control);
        element.word.is_empty()
            && states.all(|(automaton, state)| {
                state.is_none_or(|state| automaton.initial().contains(&state))
            })
    }

    /// Adds the elements from which a step leads into the set of an element.
    ///
    /// # Errors
    /// The limit that was reached first: each step takes as long as there are elements.
    fn expand(
        &mut self,
        id: ElementId,
        open: &mut VecDeque<ElementId>,
        control: &Control,
    ) -> Result<(), Limit> {
        let element = self.basis.element(id).clone();
        let mut steps: Vec<Step> = Vec::new();
        for (arriving, state) in self.arriving.iter().zip(&element.control) {
            if let Some(state) = state {
                steps.extend(&arriving[*state]);
            }
        }
        // A participant in any state was in some state before; only a message that it sends is no longer needed.
        for (place, &letter) in element.word.iter().enumerate() {
            if self.letters.place(&element.word, letter).end == place + 1 {
                let senders = self.senders[letter].iter();
                steps.extend(
                    senders.filter(|one| element.control[one.participant.index()].is_none()),
                );
            }
        }
        for step in steps {
            control.within(self.basis.len() as u64, 0)?;
            if let Some(before) = self.before(&element, step) {
                open.extend(self.basis.add(before, Some(Origin { next: id, step })));
            }
        }
        Ok(())
    }

    /// Returns the element from which a step leads into the set of an element, if there is one.
    fn before(&self, element: &Element, step: Step) -> Option<Element> {
        let transition = self.system.transition(step);
        let mut word = element.word.to_vec();
        if let Label::Action(direction, channel, message) = transition.label {
            let letter = self.letters.letter(self.system, channel, message)?;
            let held = self.letters.place(&word, letter);
            match direction {
                Direction::Receive => word.insert(held.start, letter),
                Direction::Send if word[held.clone()].last() == Some(&letter) => {
                    word.remove(held.end - 1);
                }
                Direction::Send => {}
            }
        }
        let mut control = element.control.clone();
        control[step.participant.index()] = Some(transition.source);
        Some(Element::new(&control, &word))
    }
}

/// Returns an element as data.
fn stated(letters: &Letters, element: &Element) -> LeastConfiguration {
    let contents = element.word.iter().map(|&letter| letters.channel_and_message(letter));
    LeastConfiguration { control: element.control.to_vec(), contents: contents.collect() }
}
