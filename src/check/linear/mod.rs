//! Linear invariants: what counting messages excludes.
//!
//! An invariant gives each local state and each message in a channel a weight, such that no step makes the sum of the
//! weights larger. So the sum of a reachable configuration is at most that of an initial one, and what weighs more is
//! not reached. Invariants are found for each participant alone, without their product, so that many
//! participants do no harm; but they know neither the order of messages in channels nor which local states occur together
//! beyond what counting says (for Petri nets: the state equation, Murata 1989).

mod potential;
mod rational;
mod simplex;

use kernel::base::{Control, IndexVec, Limit};
use model::cfsm::{ChannelKind, Key, LinearProperty, ParticipantId, StateId, System};
use model::evidence::LinearInvariant;

use crate::backward::{LetterId, Letters, Product, Target, products};
use potential::{Case, Flows};

/// Maximum number of cases.
const CASES: usize = 2_000;

/// Returns invariants that exclude `target`: each configuration of it breaks one of them. `None` if they are not found.
///
/// # Complexity
/// That of the simplex method, a fixed number of times.
///
/// # Errors
/// The limit of `control` that was reached first.
pub fn excludes(
    system: &System,
    target: Target<'_>,
    control: &Control,
) -> Result<Option<Vec<LinearInvariant>>, Limit> {
    let letters = Letters::new(system);
    let Ok(products) = products(system, &letters, target, CASES) else { return Ok(None) };
    let flows = Flows::new(system, &letters);
    let absences = Absences { system, letters: &letters, target };
    let mut open: Vec<Case> = products.into_iter().map(|product| absences.case(product)).collect();
    let mut invariants: Vec<LinearInvariant> = Vec::new();
    let mut count = 0;
    while let Some(case) = open.pop() {
        count += 1;
        control.within(count, 0)?;
        if case.control.iter().any(Vec::is_empty) {
            continue;
        }
        if invariants.iter().any(|one| is_excluded(&letters, one, &case)) {
            continue;
        }
        if let Some(invariant) = flows.invariant(&case) {
            debug_assert!(is_excluded(&letters, &invariant, &case), "it was made for the case");
            invariants.push(invariant);
            continue;
        }
        let parts = absences.split(&case);
        if parts.is_empty() || open.len() + parts.len() > CASES {
            return Ok(None);
        }
        open.extend(parts);
    }
    Ok(Some(invariants))
}

/// Returns `true` if an invariant excludes the configurations of a case.
fn is_excluded(letters: &Letters, invariant: &LinearInvariant, case: &Case) -> bool {
    let is_absent = |letter: &LetterId| case.absent.contains(letter);
    let mut weights: IndexVec<LetterId, i128> = IndexVec::filled(0, letters.len());
    for letter in letters.ids() {
        let place = letters.channel_and_message(letter);
        let found = invariant.messages.iter().find(|one| (one.0, one.1) == place);
        weights[letter] = found.map_or(0, |one| i128::from(one.2));
    }
    if letters.ids().any(|letter| weights[letter] < 0 && !is_absent(&letter)) {
        return false;
    }
    let held: i128 = case.held.iter().map(|&letter| weights[letter]).sum();
    let locals = case.control.enumerate().map(|(participant, states)| {
        let weights = states.iter().filter_map(|&state| invariant.states[participant][state]);
        weights.min().map(i128::from)
    });
    let locals: Option<Vec<i128>> = locals.collect();
    locals.is_none_or(|locals| held + locals.iter().sum::<i128>() > 0)
}

/// Which messages are absent from configurations of a target.
struct Absences<'a> {
    system: &'a System,
    letters: &'a Letters,
    target: Target<'a>,
}

impl Absences<'_> {
    /// Returns the case of a product.
    fn case(&self, product: Product) -> Case {
        let states = product.control.enumerate().map(|(participant, states)| {
            let all = self.system.automata()[participant].states().ids();
            match states.iter().copied().collect::<Option<Vec<StateId>>>() {
                Some(states) => states,
                None => all.collect(),
            }
        });
        self.with_absent(states.collect(), product.word)
    }

    fn with_absent(
        &self,
        control: IndexVec<ParticipantId, Vec<StateId>>,
        held: Vec<LetterId>,
    ) -> Case {
        let mut absent = Vec::new();
        for (participant, states) in control.enumerate() {
            let mut sets = states.iter().map(|&state| self.absent(participant, state));
            let first = sets.next().unwrap_or_default();
            absent.extend(sets.fold(first, |all, set| {
                all.into_iter().filter(|letter| set.contains(letter)).collect()
            }));
        }
        Case { control, held, absent }
    }

    /// Returns the messages that are absent if a participant is in a state: those that it could receive.
    fn absent(&self, participant: ParticipantId, state: StateId) -> Vec<LetterId> {
        let Target::Violations(property) = self.target else { return Vec::new() };
        let automaton = &self.system.automata()[participant];
        let received = || {
            let received = automaton.receptions(state);
            received.filter_map(|(channel, one)| self.letters.letter(self.system, channel, one))
        };
        let mut absent = Vec::new();
        for (channel, message) in automaton.receptions(state) {
            match (property, self.system.channels()[channel].kind) {
                (LinearProperty::ReceptionDeadlock, _) => {
                    absent.extend(
                        self.letters.ids().filter(|&letter| {
                            self.letters.channel_and_message(letter).0 == channel
                        }),
                    );
                }
                (LinearProperty::Progress, ChannelKind::Bag) => {
                    absent.extend(self.letters.letter(self.system, channel, message));
                }
                (LinearProperty::Progress, ChannelKind::Fifo) => {
                    let mut sent = self.letters.of(Key::Channel(channel));
                    if sent.all(|letter| received().any(|other| other == letter)) {
                        absent.extend(self.letters.of(Key::Channel(channel)));
                    }
                }
                _ => {}
            }
        }
        absent.sort_unstable();
        absent.dedup();
        absent
    }

    /// Returns parts of a case, by what is absent if the first participant is in its states for which that differs.
    fn split(&self, case: &Case) -> Vec<Case> {
        for (participant, states) in case.control.enumerate() {
            let mut groups: Vec<(Vec<LetterId>, Vec<StateId>)> = Vec::new();
            for &state in states {
                let absent = self.absent(participant, state);
                match groups.iter_mut().find(|group| group.0 == absent) {
                    Some(group) => group.1.push(state),
                    None => groups.push((absent, vec![state])),
                }
            }
            if groups.len() > 1 {
                let parts = groups.into_iter().map(|(_, states)| {
                    let mut control = case.control.clone();
                    control[participant] = states;
                    self.with_absent(control, case.held.clone())
                });
                return parts.collect();
            }
        }
        Vec::new()
    }
}
