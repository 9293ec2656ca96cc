//! Does a system have the safety properties that can be asked of any?
//!
//! What the properties mean is said by [`SafetyProperty`]. The linear ones are decided on the RSC
//! executions, which is exact for an RSC system, and otherwise on all configurations, which is
//! exact where they are finitely many. The branching ones ask for continuations, and are decided
//! on all configurations only. Everything here is about the system as it was written: nothing may
//! be simplified before.

mod executions;
mod finite;

pub use finite::by_configurations;

use crate::check::reachability::{Answer, Configurations, Gap, Ground, Outcome, Premise};
use crate::kernel::base::{Control, IndexVec, Words};
use crate::kernel::search::{Finding, Statistics, shortest_accepting_path};
use crate::model::cfsm::{ParticipantId, SafetyProperty, StateId, Step, System, bad_states};
use crate::model::witness::Witness;
use executions::Faults;

/// Decides whether `system` has `property`.
///
/// A linear property is searched on the RSC executions, and a violation found has fewest
/// communications. Where none is found and `premise` does not make that a proof, and for a branching
/// property, all configurations are explored within a budget
/// ([`CONFIGURATIONS`](crate::check::reachability::CONFIGURATIONS)); a violation found has fewest
/// steps.
///
/// # Complexity
/// Exponential in the numbers of participants and channel keys, polynomial in the numbers of local
/// states, transitions and messages; the exploration is linear in its budget.
///
/// # Examples
/// ```
/// use scm_check::check::reachability::{Outcome, Premise};
/// use scm_check::check::safety::check;
/// use scm_check::kernel::base::Control;
/// use scm_check::model::cfsm::{
///     Channel, ChannelKind, Direction, Label, MessageSort, SafetyProperty, SystemBuilder,
/// };
///
/// // The client ends; its request is never received.
/// let mut builder = SystemBuilder::new("ignored");
/// let request = builder.message("request", MessageSort::Int);
/// let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
/// let client = builder.participant("client");
/// let [first, last] = ["0", "1"].map(|name| builder.state(client, name));
/// builder.initial(client, first);
/// builder.transition(client, first, Label::Action(Direction::Send, channel, request), last);
/// let system = builder.finish();
///
/// let control = Control::unlimited();
/// let answer = |property| check(&system, property, Premise::BugsOnly, &control).outcome;
/// assert!(matches!(answer(SafetyProperty::OrphanMessage), Outcome::Violated(_)));
/// assert!(matches!(answer(SafetyProperty::Progress), Outcome::Holds(_)));
/// assert!(matches!(answer(SafetyProperty::Unreceived(request)), Outcome::Violated(_)));
/// ```
pub fn check(
    system: &System,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Answer {
    check_in(&Configurations::of(system), property, premise, control)
}

/// Decides what [`check`] decides, where others ask for the same configurations.
///
/// # Complexity
/// That of [`check`], but for an exploration that somebody has done already.
pub fn check_in(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Answer {
    if property.is_linear() {
        let system = configurations.system();
        if let Some(answer) = by_executions(system, property, premise, control) {
            return answer;
        }
        let answer = by_configurations(configurations.explored(control), property, control);
        let undecided = matches!(answer.outcome, Outcome::Unknown(Gap::Undecided { .. }));
        if undecided && bad_states(system, property).is_ok_and(|found| found.is_empty()) {
            // No control state can be at fault, whatever the channels hold.
            return Answer { outcome: Outcome::Holds(Ground::Impossible), ..answer };
        }
        return answer;
    }
    by_configurations(configurations.explored(control), property, control)
}

/// Searches the RSC executions for a violation of a linear property; returns nothing where there is
/// none and that proves nothing.
fn by_executions(
    system: &System,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Option<Answer> {
    let faults = Faults::<Box<[u64]>>::of(system, property);
    let (outcome, statistics) = match faults.state_words() {
        1 => search(system, property, &faults.packed::<[u64; 1]>(), control),
        2 => search(system, property, &faults.packed::<[u64; 2]>(), control),
        3 | 4 => search(system, property, &faults.packed::<[u64; 4]>(), control),
        5..=8 => search(system, property, &faults.packed::<[u64; 8]>(), control),
        _ => search(system, property, &faults, control),
    };
    let outcome = match (outcome, premise.about(system)) {
        (Some(outcome), _) => outcome,
        (None, Premise::Rsc(proof)) => Outcome::Holds(Ground::Rsc(proof)),
        (None, Premise::AssumedEager) => Outcome::Holds(Ground::AssumedEager),
        (None, Premise::BugsOnly) => return None,
    };
    Some(Answer { outcome, engine: "safety", statistics })
}

/// Returns the outcome of a search that found something or was cut, or nothing.
fn search<W: Words>(
    system: &System,
    property: SafetyProperty,
    faults: &Faults<W>,
    control: &Control,
) -> (Option<Outcome>, Statistics) {
    let exploration = shortest_accepting_path(faults, control);
    let outcome = match exploration.finding {
        Finding::Nothing => None,
        Finding::Cut(limit) => Some(Outcome::Unknown(Gap::Limit(limit))),
        Finding::Path(path) => {
            let (initial, steps) = faults.spell_out(system, &path);
            Some(replayed(system, property, initial, steps, 0))
        }
    };
    (outcome, exploration.statistics)
}

/// Returns the violation that a search claims, replayed; at most `configurations` can follow it
/// where the property is a branching one.
fn replayed(
    system: &System,
    property: SafetyProperty,
    initial: IndexVec<ParticipantId, StateId>,
    steps: Vec<Step>,
    configurations: u64,
) -> Outcome {
    let most = usize::try_from(configurations).unwrap_or(usize::MAX);
    let witness = Witness::safety(system, property, initial, steps, most)
        .expect("a search finds violations of its property only");
    Outcome::Violated(Box::new(witness))
}
