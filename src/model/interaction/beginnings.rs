//! The beginnings of the words of a diagram, read step by step.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::addressed::{Addressed, Origins, PassingStyle, Unprojectable};
use super::rewrite_rules::RewriteRules;
use super::semantics::{Choice, Semantics};
use super::terms::TermId;
use super::{Expression, ExpressionId, Interaction, Operator, Repetition};
use crate::cfsm::{Label, ParticipantId, Step, System, TransitionId};
use crate::choreography::Architecture;
use crate::trace::{Action, Letter, LetterId, SignatureMessageId};
use kernel::base::{Control, IndexVec, Interner, Limit, typed_id};

typed_id! {
    /// What may come after a beginning of a word.
    pub struct BeginningId;
}

/// Why the beginnings of the words of a diagram cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// Communicating automata cannot express a part.
    #[error(transparent)]
    Part(#[from] Unprojectable),
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
}

/// The beginnings of the words of a diagram, up to the order of independent actions, as a deterministic automaton that is
/// computed on demand and reads the steps of a system.
///
/// Only what a lifeline orders counts, and that a message is sent before it is received: a strict sequence is a weak one,
/// and so are the rounds of all loops but P. Internal steps of the diagram are left out. The words are closed under the
/// order of independent actions then: to read a run in the order in which it is written is enough.
#[derive(Clone, Debug)]
pub struct Beginnings {
    semantics: Semantics,
    /// The letter of each transition of the system; `None` if the diagram does not have it.
    letters: IndexVec<ParticipantId, IndexVec<TransitionId, Read>>,
    /// The terms that may be left, in order.
    sets: Interner<BeginningId, Box<[TermId]>>,
    after: FxHashMap<(BeginningId, LetterId), Option<BeginningId>>,
    initial: BeginningId,
    has_twins: bool,
}

/// What reading a transition means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    /// Nothing: it is an internal step.
    Nothing,
    Letter(LetterId),
    /// The diagram has no such action.
    Unknown,
}

impl Beginnings {
    /// Returns the beginnings of the words of `interaction`, to be read by the steps of `system`: its participants have
    /// the names of the lifelines, and its channels those of `architecture`.
    ///
    /// # Errors
    /// If a part cannot be said by communicating automata, or a limit of `control` is reached.
    ///
    /// # Complexity
    /// Linear in the parts and in the transitions, and that of simplifying the term.
    pub fn new(
        interaction: &Interaction,
        architecture: Architecture,
        system: &System,
        control: &Control,
    ) -> Result<Self, Unreadable> {
        let (relaxed, routes) = interaction.without_internal_steps().relaxed(architecture)?;
        let has_twins = relaxed.has_twins();
        let semantics =
            Semantics::within(&relaxed, RewriteRules::full(), Choice::Delayed, control)?;
        let read = |participant: &str, label: Label| {
            let Label::Action(direction, channel, message) = label else { return Read::Nothing };
            let route = (
                system.channel_name(channel).into_owned(),
                system.messages()[message].name.clone(),
            );
            let letter = relaxed.signature.lifeline(participant).and_then(|lifeline| {
                let message = *routes.get(&route)?;
                let action = Action { lifeline, direction, message };
                semantics.letters().id(&Letter::from_action(action))
            });
            letter.map_or(Read::Unknown, Read::Letter)
        };
        let letters = system.automata().iter().map(|automaton| {
            let all = automaton.transitions().iter();
            all.map(|transition| read(automaton.name(), transition.label)).collect()
        });
        let letters = letters.collect();
        let mut sets = Interner::default();
        let initial = sets.id(&Box::from([semantics.start()]));
        Ok(Self { semantics, letters, sets, after: FxHashMap::default(), initial, has_twins })
    }

    /// Returns what may come at first.
    pub fn initial(&self) -> BeginningId {
        self.initial
    }

    /// Returns `true` if equal messages may be received in another order than they are sent. Then a run may be the
    /// beginning of a word only if independent actions are put into another order: of
    /// `coreg(a)(alt(b -- m -> a, o), seq(b -- m -> a, a -- n -> b))` the run `b!m a?m a!n b!m` is, with both messages sent
    /// first.
    pub fn has_twins(&self) -> bool {
        self.has_twins
    }

    /// Returns `true` if the beginning is a whole word.
    pub fn is_word(&self, at: BeginningId) -> bool {
        self.sets.items()[at].iter().any(|&term| self.semantics.is_final(term))
    }

    /// Returns what may come after one more step; `None` if no word begins like that.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of the steps of the terms that may be left, if it was not asked before.
    pub fn after(
        &mut self,
        at: BeginningId,
        step: Step,
        control: &Control,
    ) -> Result<Option<BeginningId>, Limit> {
        let letter = match self.letters[step.participant][step.transition] {
            Read::Nothing => return Ok(Some(at)),
            Read::Unknown => return Ok(None),
            Read::Letter(letter) => letter,
        };
        if let Some(&known) = self.after.get(&(at, letter)) {
            return Ok(known);
        }
        let mut next: Vec<TermId> = Vec::new();
        for term in self.sets.items()[at].clone() {
            let steps = self.semantics.steps_within(term, control)?;
            let first = steps.partition_point(|&(other, _)| other < letter);
            let by_letter = steps[first..].iter().take_while(|&&(other, _)| other == letter);
            next.extend(by_letter.map(|&(_, rest)| rest));
        }
        next.sort_unstable();
        next.dedup();
        let found = (!next.is_empty()).then(|| self.sets.id(&next.into_boxed_slice()));
        self.after.insert((at, letter), found);
        Ok(found)
    }

    /// Returns the number of terms that were made so far, which is a measure of the work.
    pub fn term_count(&self) -> usize {
        self.semantics.term_count()
    }

    /// Returns the approximate number of bytes of everything that was computed.
    pub fn bytes(&self) -> u64 {
        const ENTRY: usize = size_of::<(BeginningId, LetterId, Option<BeginningId>)>() + 1;
        const SET: usize = size_of::<(Box<[TermId]>, TermId)>() + 16;
        self.semantics.bytes() + (ENTRY * self.after.len() + SET * self.sets.items().len()) as u64
    }
}

impl Interaction {
    /// Returns `true` if letters of a lifeline may be in any order in parts that are in sequence on others.
    pub fn has_coregion(&self) -> bool {
        let is_coregion =
            |part: &Expression| matches!(part, Expression::Compound(Operator::Coreg(_), _));
        self.parts.iter().any(is_coregion)
    }

    /// Returns `true` if operands that are interleaved, on some lifeline or on all, have the same message.
    fn has_twins(&self) -> bool {
        let mut messages: IndexVec<ExpressionId, BTreeSet<SignatureMessageId>> = IndexVec::new();
        for part in &self.parts {
            let own = match part {
                Expression::Passing(passing) => BTreeSet::from([passing.message]),
                _ => BTreeSet::new(),
            };
            let operands = part.operands().iter().map(|&operand| &messages[operand]);
            let all: BTreeSet<_> = operands.clone().flatten().copied().collect();
            let is_interleaved = match part {
                Expression::Compound(Operator::Par | Operator::Coreg(_), _) => {
                    operands.map(BTreeSet::len).sum::<usize>() > all.len()
                }
                Expression::Loop(Repetition::Parallel, _) => !all.is_empty(),
                _ => false,
            };
            if is_interleaved {
                return true;
            }
            messages.push(own.union(&all).copied().collect());
        }
        false
    }

    /// Returns the interaction in which only lifelines and messages order letters: strict sequences are weak ones, and so are
    /// the rounds of loops S and H. Parts keep their ids.
    pub(super) fn ordered_by_lifelines(&self) -> Self {
        let mut ordered = self.clone();
        for part in &mut ordered.parts {
            match part {
                Expression::Loop(kind @ (Repetition::Strict | Repetition::Head), _) => {
                    *kind = Repetition::Weak;
                }
                Expression::Compound(operator @ Operator::Strict, _) => *operator = Operator::Seq,
                _ => {}
            }
        }
        ordered
    }

    /// Returns the interaction in which only lifelines and messages order letters, and in which messages are
    /// distinguished by their channels, with the message of each channel and name.
    fn relaxed(&self, architecture: Architecture) -> Result<(Self, Routes), Unprojectable> {
        let ordered = self.ordered_by_lifelines();
        let mut addressed = Addressed::new(&ordered, PassingStyle::Separate, Origins::Merged)?;
        let mut routes: Interner<_, (String, String)> = Interner::default();
        let route = |&address| {
            let channel = architecture.channel(&self.signature, address).unwrap_or_default();
            routes.id(&(channel, self.signature.messages()[address.message].clone()))
        };
        let route_of: IndexVec<_, _> = addressed.addresses.iter().map(route).collect();
        for part in &mut addressed.interaction.parts {
            match part {
                // Nobody else sees what is lost.
                Expression::Passing(passing)
                    if addressed.addresses[passing.message].to.is_none() =>
                {
                    *part = Expression::Empty;
                }
                Expression::Passing(passing) => passing.message = route_of[passing.message],
                _ => {}
            }
        }
        let names = routes.items().ids().map(|id| kernel::base::Id::index(id).to_string());
        addressed.interaction.signature = addressed.interaction.signature.with_messages(names);
        let routes = routes.items().enumerate().map(|(id, route)| (route.clone(), id)).collect();
        Ok((addressed.interaction, routes))
    }
}

/// The message of each channel and name.
type Routes = BTreeMap<(String, String), SignatureMessageId>;
