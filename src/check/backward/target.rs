//! The least elements that contain all configurations of a set.

use std::collections::BTreeMap;

use kernel::automata::FiniteStateId;
use kernel::base::{Id as _, IndexVec, Limit, combinations};
use model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, CommunicatingAutomaton, ContentsChain,
    ContentsExpression, Direction, Key, LinearProperty, MessageId, ParticipantId, StateId, System,
};
use rustc_hash::FxHashSet;

use super::basis::{Basis, Element};
use super::letters::{LetterId, Letters, is_subword};

/// The configurations that are searched for.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// Those that violate a property.
    Violations(LinearProperty),
    /// Those of a specification, which constrains the contents of no bag.
    Configurations(&'a BadConfigurations),
}

/// For each participant the states that it may be in; `None` for every state.
type Choices = IndexVec<ParticipantId, Vec<Option<StateId>>>;

/// A target that is being made into elements.
pub(super) struct Elements<'a> {
    pub(super) system: &'a System,
    pub(super) letters: &'a Letters,
    pub(super) basis: &'a mut Basis,
    /// Maximum number of elements.
    pub(super) limit: usize,
}

impl Elements<'_> {
    /// Adds elements that contain the configurations of `target`.
    ///
    /// # Errors
    /// [`Limit::States`] if they are too many.
    pub(super) fn add_all(&mut self, target: Target<'_>) -> Result<(), Limit> {
        match target {
            Target::Configurations(bad) => {
                let mut choices = self.open();
                for (participant, states) in &bad.control {
                    choices[*participant] = states.iter().copied().map(Some).collect();
                }
                let words = match &bad.contents {
                    Some(contents) => self.words(contents)?,
                    None => vec![Vec::new()],
                };
                self.add_products(&choices, &words)
            }
            Target::Violations(LinearProperty::UnspecifiedReception) => self.add_unspecified(),
            Target::Violations(LinearProperty::OrphanMessage) => {
                let words: Vec<_> = self.letters.ids().map(|letter| vec![letter]).collect();
                self.add_products(&self.states(CommunicatingAutomaton::is_final), &words)
            }
            Target::Violations(LinearProperty::ReceptionDeadlock) => {
                self.add_products(&self.states(CommunicatingAutomaton::is_receiving), &[vec![]])
            }
            Target::Violations(LinearProperty::Progress) => self.add_stopped(),
        }
    }

    /// Returns the choices in which all states are open.
    fn open(&self) -> Choices {
        IndexVec::filled(vec![None], self.system.automata().len())
    }

    /// Returns for each participant the states of a kind.
    fn states(&self, is_such: impl Fn(&CommunicatingAutomaton, StateId) -> bool) -> Choices {
        let automata = self.system.automata().iter();
        let states = automata.map(|automaton| {
            let states = automaton.states().ids().filter(|&state| is_such(automaton, state));
            states.map(Some).collect()
        });
        states.collect()
    }

    fn add_products(&mut self, choices: &Choices, words: &[Vec<LetterId>]) -> Result<(), Limit> {
        if words.is_empty() {
            return Ok(());
        }
        for control in combinations(choices) {
            for word in words {
                self.add(control.as_slice(), word)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, control: &[Option<StateId>], word: &[LetterId]) -> Result<(), Limit> {
        let element = Element { control: control.into(), word: word.into() };
        self.basis.add(element, None);
        if self.basis.len() > self.limit { Err(Limit::States) } else { Ok(()) }
    }

    /// Adds the control states in which nobody can move if all channels are empty, and somebody waits.
    fn add_stopped(&mut self) -> Result<(), Limit> {
        let is_stopped = |automaton: &CommunicatingAutomaton, state| {
            automaton.is_final(state) || automaton.is_receiving(state)
        };
        for control in combinations(&self.states(is_stopped)) {
            let mut states = self.system.automata().iter().zip(&control);
            if states
                .any(|(automaton, state)| state.is_some_and(|state| !automaton.is_final(state)))
            {
                self.add(control.as_slice(), &[])?;
            }
        }
        Ok(())
    }

    /// Adds for each participant that waits the oldest messages with which it waits for ever.
    fn add_unspecified(&mut self) -> Result<(), Limit> {
        let system = self.system;
        let mut receivers: FxHashSet<(ChannelId, MessageId, ParticipantId)> = FxHashSet::default();
        for action in system.actions().filter(|one| one.direction == Direction::Receive) {
            receivers.insert((action.channel, action.message, action.participant));
        }
        for (participant, automaton) in system.automata().enumerate() {
            let waiting = automaton.states().ids().filter(|&one| automaton.is_receiving(one));
            for state in waiting {
                let received: Vec<(ChannelId, MessageId)> = automaton.receptions(state).collect();
                let mut channels: Vec<ChannelId> = received.iter().map(|one| one.0).collect();
                channels.sort_unstable();
                channels.dedup();
                let is_bag = |&channel| system.channels()[channel].kind == ChannelKind::Bag;
                if channels.iter().any(is_bag) {
                    continue;
                }
                let oldest = channels.iter().map(|&channel| {
                    let letters = self.letters.of(Key::Channel(channel));
                    let unreceived = letters.filter(|&letter| {
                        let (_, message) = self.letters.channel_and_message(letter);
                        let mut others = system.automata().ids().filter(|&one| one != participant);
                        !received.contains(&(channel, message))
                            && !others.any(|one| receivers.contains(&(channel, message, one)))
                    });
                    unreceived.collect()
                });
                let oldest: IndexVec<ChannelId, Vec<LetterId>> = oldest.collect();
                let mut control = self.open();
                control[participant] = vec![Some(state)];
                for word in combinations(&oldest) {
                    self.add_products(&control, &[word.as_slice().to_vec()])?;
                }
            }
        }
        Ok(())
    }

    /// Returns the least words of an expression that have only messages that are sent, without those in bags.
    ///
    /// Of the words with which a state of its automaton is reached only the least ones go on: a word behind a cycle has
    /// that without the cycle as a subword.
    fn words(&self, contents: &ContentsExpression) -> Result<Vec<Vec<LetterId>>, Limit> {
        type Place = (FiniteStateId, ChannelId);
        let (system, automaton) = (self.system, ContentsChain::new(contents).with_separators());
        let first = ChannelId::from_index(0);
        let starts = automaton.initial().iter().map(|&state| ((state, first), Vec::new()));
        let mut open: Vec<(Place, Vec<LetterId>)> = starts.collect();
        let mut least: BTreeMap<Place, Vec<Vec<LetterId>>> = BTreeMap::new();
        let is_bag = |channel| {
            system.channels().get(channel).is_some_and(|one| one.kind == ChannelKind::Bag)
        };
        let mut count = 0;
        while let Some((place @ (state, channel), word)) = open.pop() {
            let known = least.entry(place).or_default();
            if known.iter().any(|other| is_subword(other, &word)) {
                continue;
            }
            known.retain(|other| !is_subword(&word, other));
            known.push(word.clone());
            count += 1;
            if count > self.limit {
                return Err(Limit::States);
            }
            for &(symbol, next) in automaton.transitions(state) {
                let mut word = word.clone();
                let mut channel = channel;
                if symbol == ContentsChain::symbol(None) {
                    channel = ChannelId::from_index(channel.index() + 1);
                } else if let Some(message) = ContentsChain::message(symbol)
                    && !is_bag(channel)
                {
                    let Some(letter) = self.letters.letter(system, channel, message) else {
                        continue;
                    };
                    word.push(letter);
                }
                open.push(((next, channel), word));
            }
        }
        let mut words: Vec<Vec<LetterId>> = Vec::new();
        for ((state, _), found) in least {
            if automaton.is_accepting(state) {
                words.extend(found);
            }
        }
        Ok(words)
    }
}
