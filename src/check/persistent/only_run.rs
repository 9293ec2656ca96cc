//! Systems with one run, up to the order of independent steps: what all their configurations have in common.
//!
//! A run is followed as long as some participant `p` may be [expanded alone](super) and has exactly one enabled step. If
//! it ends in a configuration `d` without enabled steps, it is the *only run* of the system, and decides all properties.
//!
//! # Proof
//! Let `p` take the step `u` from `c` as above, and let `s` be a run from `c`. As long as `p` does not move in `s`, `u` is
//! its only enabled step, and commutes with the steps of others (the proof in the [module](super)).
//!
//! **Theorem.** Let `r` be the rest of the run, from `c` to `d`, and `s` any run from `c` to some `e`. A run leads from `e`
//! to `d`, by which `s` becomes as long as `r`.
//!
//! *Proof* by induction on the length of `r`. If it is 0, no step is enabled in `c = d = e`. Else let `r = u r'`. If `p`
//! moves in `s`, its first step there is `u`, which can come first: `u s'` leads from `c` to `e`, too, and the theorem holds
//! for `r'` and `s'`. If `p` does not move in `s`, `u` is enabled in `e` and leads to an `e'`, to which `u s` also leads; by
//! the theorem for `r'` and `s` a run leads from `e'` to `d`, which comes after `u`. ∎
//!
//! So if a reachable configuration `e` violates a property, `d` does so, too:
//!
//! - *Progress, orphan message, reception-deadlock*: no step is enabled in `e`, so `e` is `d`, to which all runs have as
//!   many steps.
//! - *Unspecified reception*: the participant at fault waits for ever, and nobody receives the oldest messages of the
//!   channels that it reads. So it is at fault in `d`.
//! - *Deadlock*: the channels do not become empty on the way to `d`, so they are not empty in `d`.
//! - *Unreceived(m)*: `m` is not received on the way to `d`, so it is still the oldest message of its FIFO channel there, or
//!   in its bag.
//! - *Stuck(q)*: `q` is in no final state in `e`, and comes to none on the way to `d`. Its state in `d` is not final, and no
//!   step is enabled, so it has receptions there.

use std::collections::BTreeSet;

use model::cfsm::{Configuration, Direction, Key, ParticipantId, SafetyProperty, Step, System};

use super::alone::AloneTable;

/// Number of steps of a run for each transition of the system after which it is given up: it may be infinite.
const STEPS: usize = 4;

/// What the only run of a system shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlyRun {
    /// Its steps, from the only initial configuration.
    pub steps: Vec<Step>,
    /// The properties that the system violates.
    pub violated: BTreeSet<SafetyProperty>,
}

/// Returns what the only run of `system` shows, if it is found to have one of at most four steps for each transition.
///
/// # Complexity
/// Linear in the number of steps, each times the number of transitions that leave the local state of one participant, and
/// for receptions from a bag times the number of messages there.
///
/// # Examples
/// Each of eight participants passes an item on:
/// ```
/// use check::persistent::only_run;
/// use model::generate::{Family, Size, generate};
///
/// let (system, _) = generate(Family::Pipeline, Size { participants: 8, messages: 1 }, 0).unwrap();
/// let run = only_run(&system).expect("nobody has a choice");
/// assert_eq!((run.steps.len(), run.violated.len()), (14, 0));
/// ```
pub fn only_run(system: &System) -> Option<OnlyRun> {
    let automata = system.automata();
    if automata.iter().any(|automaton| automaton.initial().len() != 1) {
        return None;
    }
    let most = STEPS * automata.iter().map(|one| one.transitions().len()).sum::<usize>();
    let alone = AloneTable::new(system);
    let receivers = system.receivers();
    let mut here = Configuration::empty(system, system.first_control());
    let mut steps = Vec::new();
    // The participants that may have a step.
    let mut open: Vec<ParticipantId> = automata.ids().rev().collect();
    while let Some(participant) = open.pop() {
        while let Some(step) = next_step(system, &alone, &here, participant).ok()? {
            let is_taken = here.take(system, step);
            debug_assert!(is_taken, "the step is enabled");
            steps.push(step);
            if steps.len() > most {
                return None;
            }
            if let Some(action) = system.action(participant, step.transition)
                && action.direction == Direction::Send
            {
                open.extend(receivers.get(&(action.channel, action.message)).into_iter().flatten());
            }
        }
    }
    debug_assert!(here.enabled(system).is_empty(), "a message that comes is looked at");
    let linear = SafetyProperty::LINEAR.into_iter();
    let linear = linear.filter(|property| property.is_violated_in(system, &here));
    let ending = SafetyProperty::duties(system, &here)
        .filter(|(_, obligation)| !obligation.is_met_in(&here))
        .map(|(property, _)| property);
    let violated = linear.chain(ending).collect();
    Some(OnlyRun { steps, violated })
}

/// A participant has a step that depends on others, or is one of several.
struct HasChoice;

/// Returns the next step of a participant, which it takes in any run; `None` if it has no step.
///
/// # Errors
/// If that is not the only step that it can take there.
fn next_step(
    system: &System,
    alone: &AloneTable,
    here: &Configuration,
    participant: ParticipantId,
) -> Result<Option<Step>, HasChoice> {
    let mut enabled = here.enabled_by(system, participant);
    let Some(step) = enabled.next() else { return Ok(None) };
    let holds = |key| match key {
        Key::Channel(channel) => !here.contents[channel].is_empty(),
        Key::Message(channel, message) => here.contents[channel].messages().contains(&message),
    };
    let is_only = enabled.next().is_none()
        && alone.alone(participant, here.control[participant], holds).is_some();
    if is_only { Ok(Some(step)) } else { Err(HasChoice) }
}
