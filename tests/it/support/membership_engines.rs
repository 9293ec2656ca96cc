//! The engines of membership, behind one small interface.

use oracle::conflict::{is_cyclic, matching};
use oracle::executions::Execution;
use scm_check::internals::check::membership::{Engine, Outcome, check};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::cfsm::{Action, Direction, System};

/// What an engine says about a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// The system is RSC.
    Holds,
    /// It is not, and this execution shows it.
    Violated(Vec<Action>),
}

/// All engines, by name.
pub(crate) const ENGINES: &[(&str, fn(&System) -> Decision)] = &[
    ("plain", |system| decision(system, Engine::Plain)),
    ("auto", |system| decision(system, Engine::Auto)),
    ("definition", |system| decision(system, Engine::Definition)),
];

fn decision(system: &System, engine: Engine) -> Decision {
    match check(system, engine, &Control::unlimited()).outcome {
        Outcome::Holds(_) => Decision::Holds,
        Outcome::Violated(witness) => {
            Decision::Violated(witness.replay().execution().actions().iter().copied().collect())
        }
        Outcome::Unknown(limit) => panic!("{engine:?} stopped without limit: {limit:?}"),
    }
}

/// Returns the number of sends.
pub(crate) fn communications(execution: &[Action]) -> usize {
    execution.iter().filter(|action| action.direction == Direction::Send).count()
}

/// Says what is wrong with a violation that an engine found, by the definitions alone.
pub(crate) fn objection(system: &System, violation: &[Action]) -> Option<&'static str> {
    let mut execution = Execution::empty(system);
    for &action in violation {
        let next = execution.extensions(system);
        match next.into_iter().find(|next| next.actions.last() == Some(&action)) {
            Some(next) => execution = next,
            None => return Some("the witness is no execution of the system"),
        }
    }
    if !is_cyclic(system, violation) {
        return Some("the conflict graph of the witness is acyclic");
    }
    let partners = matching(system, violation);
    let is_rsc = partners.iter().enumerate().take(violation.len() - 1).all(|(place, partner)| {
        violation[place].direction == Direction::Send || *partner == place.checked_sub(1)
    });
    (!is_rsc).then_some("a reception before the last does not follow its send at once")
}

/// Whether the system is RSC.
pub(crate) fn is_rsc(system: &System) -> bool {
    ENGINES[0].1(system) == Decision::Holds
}
