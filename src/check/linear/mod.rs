//! Linear invariants: what counting messages excludes.
//!
//! An invariant gives each local state and each message in a channel a weight, such that no step makes the sum of the
//! weights larger. So no reachable configuration has a larger sum than the initial ones. For Petri nets this is the state
//! equation (Murata 1989). Invariants are found for each participant alone, without the product, which may be large;
//! they do not know the order of messages in a channel.
//!
//! Where messages must be absent depends on the local states, so a set of configurations is split into cases, for each of
//! which there is one invariant.

mod potential;
mod rational;
mod simplex;
mod work;

use kernel::base::{Control, IndexVec, Limit};
use model::cfsm::{ChannelKind, Key, LinearProperty, ParticipantId, StateId, System};
use model::evidence::LinearInvariant;

use crate::backward::{LetterId, Letters, Product, Target, products};
use potential::{Case, Flows};
use work::Work;

/// Maximum number of cases.
const CASES: usize = 2_000;

/// Returns invariants that exclude `target`: each configuration of it breaks one of them. `None` if they are not found.
///
/// # Complexity
/// A fixed number of changes of inequalities and, for each case, that of longest paths in the automata.
///
/// # Errors
/// The limit of `control` that was reached first.
pub fn excludes(
    system: &System,
    target: Target<'_>,
    control: &Control,
) -> Result<Option<Vec<LinearInvariant>>, Limit> {
    let letters = Letters::new(system);
    let products = match products(system, &letters, target, CASES, control) {
        Ok(products) => products,
        Err(Limit::States) => return Ok(None),
        Err(limit) => return Err(limit),
    };
    let mut work = Work::new(control);
    let found = excluding(system, &letters, (target, products), &mut work);
    work.limit().map_or(Ok(found), Err)
}

/// Returns invariants that exclude the products of `target`; `None` if they are not found, or a limit is reached first.
fn excluding(
    system: &System,
    letters: &Letters,
    (target, products): (Target<'_>, Vec<Product>),
    work: &mut Work<'_>,
) -> Option<Vec<LinearInvariant>> {
    let flows = Flows::new(system, letters);
    let absences = Absences { system, letters, target };
    let mut open: Vec<Case> = Vec::new();
    for product in products {
        open.push(absences.case(product, work)?);
    }
    let mut invariants: Vec<LinearInvariant> = Vec::new();
    while let Some(case) = open.pop() {
        work.begins_case()?;
        if case.control.iter().any(Vec::is_empty) {
            continue;
        }
        let mut is_known = false;
        for one in &invariants {
            work.takes(letters.len() * (1 + one.messages.len() + case.absent.len()))?;
            is_known |= is_excluded(letters, one, &case);
        }
        if is_known {
            continue;
        }
        if let Some(invariant) = flows.invariant(&case, work) {
            debug_assert!(is_excluded(letters, &invariant, &case), "it was made for the case");
            invariants.push(invariant);
            continue;
        }
        let parts = absences.split(&case, work)?;
        if work.is_used_up() || parts.is_empty() || open.len() + parts.len() > CASES {
            return None;
        }
        open.extend(parts);
    }
    Some(invariants)
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
    let words = case.held.iter();
    let held = words.map(|word| word.iter().map(|&letter| weights[letter]).sum::<i128>()).min();
    let locals = case.control.enumerate().map(|(participant, states)| {
        let weights = states.iter().filter_map(|&state| invariant.states[participant][state]);
        weights.min().map(i128::from)
    });
    let locals: Option<Vec<i128>> = locals.collect();
    let Some((locals, held)) = locals.zip(held) else { return true };
    held + locals.iter().sum::<i128>() > 0
}

/// Which messages are absent from configurations of a target.
struct Absences<'a> {
    system: &'a System,
    letters: &'a Letters,
    target: Target<'a>,
}

impl Absences<'_> {
    /// Returns the case of a product.
    fn case(&self, product: Product, work: &mut Work<'_>) -> Option<Case> {
        let states = product.control.enumerate().map(|(participant, states)| {
            let all = self.system.automata()[participant].states().ids();
            match states.iter().copied().collect::<Option<Vec<StateId>>>() {
                Some(states) => states,
                None => all.collect(),
            }
        });
        self.with_absent(states.collect(), product.words, work)
    }

    fn with_absent(
        &self,
        control: IndexVec<ParticipantId, Vec<StateId>>,
        held: Vec<Vec<LetterId>>,
        work: &mut Work<'_>,
    ) -> Option<Case> {
        let mut absent = Vec::new();
        for (participant, states) in control.enumerate() {
            let mut all: Option<Vec<LetterId>> = None;
            for &state in states {
                let set = self.absent(participant, state);
                work.takes(self.letters.len() + all.as_ref().map_or(0, Vec::len) * set.len())?;
                let is_in_set = |letter: &LetterId| set.contains(letter);
                all = Some(match all {
                    Some(all) => all.into_iter().filter(is_in_set).collect(),
                    None => set,
                });
            }
            absent.extend(all.unwrap_or_default());
        }
        Some(Case { control, held, absent })
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
                (LinearProperty::Progress | LinearProperty::OrphanMessage, ChannelKind::Bag) => {
                    absent.extend(self.letters.letter(self.system, channel, message));
                }
                (LinearProperty::Progress | LinearProperty::OrphanMessage, ChannelKind::Fifo) => {
                    let mut sent = self.letters.of(Key::Channel(channel));
                    if sent.all(|letter| received().any(|other| other == letter)) {
                        absent.extend(self.letters.of(Key::Channel(channel)));
                    }
                }
                (LinearProperty::UnspecifiedReception, _) => {}
            }
        }
        absent.sort_unstable();
        absent.dedup();
        absent
    }

    /// Returns parts of a case: for each word that may be held, or else for each set of absent messages of the first
    /// participant whose states differ in it.
    fn split(&self, case: &Case, work: &mut Work<'_>) -> Option<Vec<Case>> {
        if case.held.len() > 1 {
            let parts =
                case.held.iter().map(|word| Case { held: vec![word.clone()], ..case.clone() });
            return Some(parts.collect());
        }
        for (participant, states) in case.control.enumerate() {
            let mut groups: Vec<(Vec<LetterId>, Vec<StateId>)> = Vec::new();
            for &state in states {
                let absent = self.absent(participant, state);
                work.takes(self.letters.len() + groups.len())?;
                match groups.iter_mut().find(|group| group.0 == absent) {
                    Some(group) => group.1.push(state),
                    None => groups.push((absent, vec![state])),
                }
            }
            if groups.len() > 1 {
                let parts = groups.into_iter().map(|(_, states)| {
                    let mut control = case.control.clone();
                    control[participant] = states;
                    self.with_absent(control, case.held.clone(), work)
                });
                return parts.collect();
            }
        }
        Some(Vec::new())
    }
}
