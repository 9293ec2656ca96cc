//! Safety properties that are defined for every system.
//!
//! The meaning of the properties is given by [`SafetyProperty`]. Linear properties are decided on the RSC
//! executions, which is exact for an RSC system, and otherwise on all configurations, which is exact if they
//! are finitely many. Branching properties depend on continuations, and are decided on all configurations; if
//! these are not finitely many and the system is RSC, by whether its executions can be completed to
//! synchronous ones. All checks apply to the system as it was written: it must not be simplified before.

mod completions;
mod executions;
mod finite;

pub use completions::by_completions;
pub use finite::by_configurations;

use std::cell::RefCell;

use crate::invariant::BadSet;
use crate::reachability::{
    Answer, Configurations, Engine, Explored, Justification, OpenQuestion, Outcome, Premise, Tried,
    UnknownReason,
};
use crate::rsc::{Run, search};
use executions::Faults;
use kernel::base::{Control, Limit};
use model::cfsm::{LinearProperty, SafetyProperty, System, is_impossible};
use model::evidence::{Certificate, EvidenceRequest, ExplicitCertificate, Witness};

/// Name of the search of the RSC executions.
const EXECUTIONS: &str = "safety";

/// Decides whether `system` has `property`.
///
/// A linear property is searched on the RSC executions, and a violation found has fewest communications. If
/// none is found and `premise` does not make that a proof, and for a branching property, all configurations
/// are explored within a budget ([`CONFIGURATIONS`](crate::reachability::CONFIGURATIONS)); a violation found
/// has fewest steps. If that does not decide a branching property, and `premise` is a proof that the system
/// is RSC, [`by_completions`] may.
///
/// # Complexity
/// Exponential in the numbers of participants and channel keys, polynomial in the numbers of local
/// states, transitions and messages; the exploration is linear in its budget.
///
/// # Examples
/// ```
/// use check::reachability::{Outcome, Premise};
/// use check::safety::check;
/// use kernel::base::Control;
/// use model::cfsm::{
///     Channel, ChannelKind, Direction, Label, LinearProperty, MessageSort, SafetyProperty,
///     SystemBuilder,
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
/// let linear = |property| answer(SafetyProperty::Linear(property));
/// assert!(matches!(linear(LinearProperty::OrphanMessage), Outcome::Violated(_)));
/// assert!(matches!(linear(LinearProperty::Progress), Outcome::Holds(_)));
/// assert!(matches!(answer(SafetyProperty::Unreceived(request)), Outcome::Violated(_)));
/// ```
pub fn check(
    system: &System,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Answer {
    check_in(&Configurations::new(system), property, premise, control)
}

/// Decides what [`check`] decides, on configurations that other checks share.
///
/// # Complexity
/// That of [`check`], without an exploration that was done before.
pub fn check_in(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Answer {
    certify_in(configurations, property, premise, Engine::Auto, EvidenceRequest::Answer, control).0
}

/// Decides what [`check_in`] decides, and returns with a `holds` its certificate, if it is requested: the
/// explored states, or an invariant. Of the engines those beyond RSC executions apply, to linear properties. There is no certificate if the answer rests on an assumption.
///
/// # Complexity
/// That of [`check_in`]; the certificate takes some tens of bytes for each state.
pub fn certify_in(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    premise: Premise,
    engine: Engine,
    wanted: EvidenceRequest,
    control: &Control,
) -> (Answer, Option<Certificate>) {
    let system = configurations.system();
    let by_configurations = |explored: &Explored<'_>| {
        let answer = by_configurations(explored, property, control);
        let certificate = explored.certificate(&answer.outcome, wanted, control);
        (answer, certificate)
    };
    let bad = BadSet::Violations(property);
    let open = |tried| {
        let tried = RefCell::new(tried);
        let (by_configurations, replay) =
            (&by_configurations, &|run| witness(system, property, run, 0));
        OpenQuestion { configurations, bad, by_configurations, replay, wanted, control, tried }
            .answer(engine)
    };
    if property.is_linear() && engine.is_beyond() {
        return open(Vec::new());
    }
    let premise = premise.about(system);
    let by_executions = |control: &Control| match property {
        SafetyProperty::Linear(linear) => by_executions(system, linear, premise, wanted, control),
        _ => (None, 0),
    };
    let first = premise.first_search(control);
    let (found, states) = by_executions(first.as_ref().unwrap_or(control));
    let is_cut = first.is_some()
        && found.as_ref().is_some_and(|(answer, _)| {
            answer.outcome == Outcome::Unknown(UnknownReason::Limit(Limit::States))
        });
    if let Some(found) = found.filter(|_| !is_cut) {
        return found;
    }
    let (answer, certificate) = if property.is_linear() {
        let tried = Tried { engine: EXECUTIONS, parameters: Vec::new(), states };
        let answer = open(vec![tried]);
        let last = (is_cut && answer.0.is_open()).then(|| by_executions(control).0);
        last.flatten().unwrap_or(answer)
    } else {
        by_configurations(&configurations.explored(control))
    };
    // Other procedures need less memory than the configurations.
    let undecided = answer.is_open();
    if undecided && is_impossible(system, property) == Ok(true) {
        // No combination of what the participants can do alone violates the property.
        let answer = Answer { outcome: Outcome::Holds(Justification::Impossible), ..answer };
        let certificate = wanted == EvidenceRequest::Certificate;
        return (answer, certificate.then(|| ExplicitCertificate::of_impossibility().into()));
    }
    if undecided
        && let Premise::Rsc(proof) = premise
        && let Some(answer) = by_completions(configurations, property, proof, control)
    {
        return (answer, None);
    }
    if undecided
        && !property.is_linear()
        && let Some(found) = configurations.excluded(bad, 0, wanted, control)
    {
        return found;
    }
    (answer, certificate)
}

/// Searches the RSC executions for a violation of a linear property; there is no answer if there is none and that proves
/// nothing. Returns the number of states, too.
fn by_executions(
    system: &System,
    property: LinearProperty,
    premise: Premise,
    wanted: EvidenceRequest,
    control: &Control,
) -> (Option<(Answer, Option<Certificate>)>, u64) {
    let faults = Faults::new(system, property);
    let (found, statistics) = search(system, &faults, premise.wanted(wanted), control);
    let replay = |run| witness(system, SafetyProperty::Linear(property), run, 0);
    let found = premise
        .conclude(found, replay)
        .map(|(outcome, certificate)| (Answer::new(outcome, EXECUTIONS, statistics), certificate));
    (found, statistics.states)
}

/// Returns the violation that a search claims, replayed; at most `configurations` can follow it if the
/// property is a branching one.
fn witness(
    system: &System,
    property: SafetyProperty,
    (initial, steps): Run,
    configurations: u64,
) -> Witness {
    let max_configurations = usize::try_from(configurations).unwrap_or(usize::MAX);
    Witness::safety(system, property, initial, steps, max_configurations)
        .expect("a search finds violations of its property only")
}
