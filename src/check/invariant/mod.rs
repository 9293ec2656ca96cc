//! Invariants over the contents of channels: what no reachable configuration exceeds.
//!
//! An invariant gives each control state a regular language of channel contents. The languages contain the contents
//! with which the control state is reached, and as a rule more: where the contents of a control state go on changing,
//! states of their automaton are merged, so that the search ends for every system. What an invariant excludes is
//! not reached, whether the system is RSC or not; what it does not exclude may or may not be.
//!
//! A bag counts as a FIFO channel for each of its messages, and a lossy channel as a sender that may keep its messages,
//! so one kind of automaton is enough for all systems (verification of FIFO systems by widening of queue contents:
//! Le Gall, Jeannet, Jéron 2006).

mod bad_sets;
mod forward;
mod languages;
mod segments;

pub use bad_sets::BadSet;
pub(crate) use forward::CONTROL_STATES;

use std::cell::OnceCell;
use std::sync::Arc;

use kernel::base::{Control, Id as _, Limit};
use model::cfsm::{ParticipantId, System};
use model::evidence::{ContentsLanguage, LanguageInvariant};
use rustc_hash::FxHashMap;

use bad_sets::Test;
use forward::{ReachedContents, reached};
use languages::{LanguageId, Languages};
use segments::Segments;

/// Maximum number of states of the automaton of a language.
const LANGUAGE_STATES: usize = 2_000;

/// Returns the number of control states that some participants may have together, each in the states that it can reach in
/// its automaton; invariants have at most so many.
///
/// # Complexity
/// Linear in the size of the automata.
pub(crate) fn control_states(system: &System, participants: &[ParticipantId]) -> usize {
    let reached = participants.iter().map(|&one| system.automata()[one].reachable().len());
    reached.fold(1, usize::saturating_mul)
}

/// How precisely contents are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    /// Number of letters by which states of automata are told apart when they are merged.
    pub precision: usize,
    /// Number of times that the contents of a control state change before states are merged.
    pub delay: u32,
}

/// The rounds, the least precise one first.
pub const ROUNDS: [Round; 4] = [
    Round { precision: 0, delay: 2 },
    Round { precision: 1, delay: 4 },
    Round { precision: 2, delay: 8 },
    Round { precision: 3, delay: 8 },
];

/// The invariants of a system that were computed so far, one for each round.
#[derive(Debug)]
pub struct Invariants<'a> {
    system: &'a System,
    languages: Option<Languages>,
    rounds: Vec<Result<(ReachedContents, OnceCell<Arc<LanguageInvariant>>), Limit>>,
}

/// An invariant that excludes what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The round in which it was found.
    pub round: Round,
    /// Number of times that the contents of a control state changed while it was computed.
    pub updates: usize,
    /// The invariant itself.
    pub invariant: Arc<LanguageInvariant>,
}

impl<'a> Invariants<'a> {
    /// Returns the invariants of `system`, none of them computed yet.
    pub fn new(system: &'a System) -> Self {
        Self { system, languages: None, rounds: Vec::new() }
    }

    /// Returns an invariant of the round with an index that excludes `bad`; `None` if that of the round does not, or if
    /// it is too large.
    ///
    /// # Complexity
    /// The number of changes times the size of automata, which widening may make exponentially larger; all within
    /// fixed numbers.
    ///
    /// # Errors
    /// The limit of `control` that was reached first.
    pub fn excluding(
        &mut self,
        bad: BadSet<'_>,
        round: usize,
        control: &Control,
    ) -> Result<Option<Excluded>, Limit> {
        let system = self.system;
        let Some((reached, languages, _)) = self.reached(round, control)? else { return Ok(None) };
        let test = Test::new(system, languages.segments(), bad);
        for (id, &contents) in reached.contents.enumerate() {
            control.within(0, 0)?;
            if test.meets(&reached.control.items()[id], &languages.automata()[contents]) {
                return Ok(None);
            }
        }
        let updates = reached.updates;
        let invariant = self.invariant(round, control)?;
        Ok(invariant.map(|invariant| Excluded { round: ROUNDS[round], updates, invariant }))
    }

    /// Returns the number of control states of the invariant of the round with an index; 0 if it was not computed, or is
    /// too large.
    pub fn control_states(&self, round: usize) -> usize {
        let found = self.rounds.get(round).and_then(|found| found.as_ref().ok());
        found.map_or(0, |(reached, _)| reached.contents.len())
    }

    /// Returns the invariant of the round with an index; `None` if it is too large.
    ///
    /// # Complexity
    /// That of [`excluding`](Self::excluding).
    ///
    /// # Errors
    /// The limit of `control` that was reached first.
    pub fn invariant(
        &mut self,
        round: usize,
        control: &Control,
    ) -> Result<Option<Arc<LanguageInvariant>>, Limit> {
        let reached = self.reached(round, control)?;
        Ok(reached.map(|(reached, languages, invariant)| {
            Arc::clone(invariant.get_or_init(|| Arc::new(stated(reached, languages))))
        }))
    }

    fn reached(&mut self, round: usize, control: &Control) -> Result<Option<Computed<'_>>, Limit> {
        let languages = self
            .languages
            .get_or_insert_with(|| Languages::new(Segments::new(self.system), LANGUAGE_STATES));
        while self.rounds.len() <= round {
            let found = reached(self.system, languages, ROUNDS[self.rounds.len()], control);
            if let Err(limit @ (Limit::Timeout | Limit::Memory | Limit::Interrupted)) = found {
                return Err(limit);
            }
            self.rounds.push(found.map(|reached| (reached, OnceCell::new())));
        }
        let found = self.rounds[round].as_ref().ok();
        Ok(found.map(|(reached, invariant)| (reached, &*languages, invariant)))
    }
}

/// An invariant as it was computed, with its languages, and as data once it was asked for.
type Computed<'c> = (&'c ReachedContents, &'c Languages, &'c OnceCell<Arc<LanguageInvariant>>);

/// Returns an invariant as data, with the languages numbered in the order of the control states.
fn stated(reached: &ReachedContents, languages: &Languages) -> LanguageInvariant {
    let segments = languages.segments();
    let mut order: Vec<LanguageId> = Vec::new();
    let mut numbers = FxHashMap::default();
    let states = reached.contents.enumerate().map(|(id, &contents)| {
        let number = *numbers.entry(contents).or_insert_with(|| {
            order.push(contents);
            order.len() - 1
        });
        (reached.control.items()[id].clone(), number)
    });
    let states = states.collect();
    let language = |&id: &LanguageId| {
        let automaton = &languages.automata()[id];
        let edges = automaton.edges().map(|(from, letter, to)| {
            let (segment, message) = segments.letters()[letter];
            (from.index(), segment.index(), message, to.index())
        });
        ContentsLanguage { accepting: automaton.acceptance(), edges: edges.collect() }
    };
    LanguageInvariant {
        segments: segments.keys().iter().copied().collect(),
        languages: order.iter().map(language).collect(),
        states,
    }
}
