//! Repairs of systems, each tried by the checks themselves: of those that are not RSC, and of those in which somebody
//! waits.
//!
//! The change that is tried is the smallest that makes a sender wait: one message is acknowledged. It is a repair
//! only if the changed system is RSC and has every property that the system was shown to have.

mod final_states;

pub use final_states::final_states;

use kernel::base::{Control, Limit};

use crate::membership;
use crate::reachability::{self, Configurations, Outcome, Premise};
use crate::safety;
use model::cfsm::{BadConfigurations, MessageId, SafetyProperty};
use model::evidence::Witness;

/// Maximum number of states that each check of a changed system may store.
const TRIED: u64 = 20_000;

/// The repairs of a system that were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// The messages whose acknowledgement is a repair.
    pub acknowledged: Vec<MessageId>,
    /// The limit that was reached before all were tried, if one was.
    pub cut: Option<Limit>,
}

/// Returns the messages of a conflict cycle whose acknowledgement repairs a system that is not RSC, in the order of
/// the cycle: each of them with [`System::with_acknowledged`](model::cfsm::System::with_acknowledged) makes the
/// system RSC, and every bad configuration that was unreachable, and every safety property that held, is shown to
/// be so afterwards.
///
/// A message is left out if that takes more than 20,000 states. Once a limit of `control` is reached, no more messages
/// are tried.
///
/// # Complexity
/// That of all checks of 20,000 states at most, for the system and for each changed one.
///
/// # Panics
/// If `witness` is one of another system.
pub fn acknowledgements(
    configurations: &Configurations<'_>,
    bad: &[BadConfigurations],
    witness: &Witness,
    control: &Control,
) -> Repairs {
    let system = configurations.system();
    let control = &control.part(TRIED);
    if system.channels().iter().any(|channel| channel.lossy) {
        // The acknowledgement of a message that got lost never comes.
        return Repairs::default();
    }
    let holds = |answer: reachability::Answer| matches!(answer.outcome, Outcome::Holds(_));
    let is_safe = |all: &Configurations<'_>, property, premise| {
        holds(safety::check_in(all, property, premise, control))
    };
    let is_unreachable = |all: &Configurations<'_>, bad: &BadConfigurations, premise| {
        holds(reachability::check_in(all, bad, premise, reachability::Engine::Auto, control))
    };
    let mut messages: Vec<MessageId> = Vec::new();
    for edge in witness.cycle() {
        let step = witness.replay().steps()[edge.before];
        let action = system.action(step.participant, step.transition);
        let message = action.expect("a step of a cycle is an action").message;
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    let mut held: Option<(Vec<SafetyProperty>, Vec<&BadConfigurations>)> = None;
    let cut = || control.limit(0, 0);
    messages.retain(|&message| {
        if cut().is_some() {
            return false;
        }
        let changed = system.with_acknowledged(message);
        let answer = membership::check(&changed, membership::Engine::Auto, control);
        let membership::Outcome::Holds(proof) = answer.outcome else { return false };
        let (safe, unreachable) = held.get_or_insert_with(|| {
            let premise = Premise::BugsOnly;
            let safe = SafetyProperty::all(system).into_iter();
            let safe = safe.filter(|&property| is_safe(configurations, property, premise));
            let unreachable = bad.iter().filter(|bad| is_unreachable(configurations, bad, premise));
            (safe.collect(), unreachable.collect())
        });
        let (all, premise) = (Configurations::new(&changed), Premise::Rsc(proof));
        safe.iter().all(|&property| is_safe(&all, property, premise))
            && unreachable
                .iter()
                .all(|bad| is_unreachable(&all, &bad.with_free_channel(&changed), premise))
            // What held is not known if its check was cut.
            && cut().is_none()
    });
    Repairs { acknowledged: messages, cut: cut() }
}
