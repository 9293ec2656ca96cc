//! Safety properties that are defined for every system.
//!
//! The meaning of the properties is given by [`SafetyProperty`]. Linear properties are decided on the RSC
//! executions, which is exact for an RSC system, or by persistent sets, and otherwise on all configurations, which is exact
//! if they are finitely many; where participants share no channels, a part of them may decide alone. Branching properties
//! depend on continuations. A large system with one run, up to the order of independent steps, has a property if that run
//! shows no violation ([`only_run`](crate::persistent::only_run())). All properties are decided by the configurations with
//! one message in each channel where these say something about all ([`compatibility`](crate::compatibility)): for branching ones that
//! is asked first. Then all configurations are explored within a budget, and if these are not finitely many and the system
//! is RSC, its executions are completed to synchronous ones. All checks apply to the system as it was written: it must not be simplified before.

mod completions;
mod connected;
mod executions;
mod finite;

pub use crate::reachability::by_compatibility;
pub use completions::by_completions;
pub use finite::by_configurations;

use crate::EngineName;
use crate::invariant::BadSet;
use crate::reachability::{
    Answer, Configurations, Engine, Executions, Explored, Found, OpenQuestion, Outcome, Premise,
    Tried, UnknownReason,
};
use crate::rsc::{Run, search};
use connected::by_component;
use executions::Faults;
use kernel::base::Control;
use kernel::search::Statistics;
use model::cfsm::{LinearProperty, SafetyProperty, System};
use model::evidence::{Certificate, EvidenceRequest, Rejected, Witness};

/// The bounds on the messages in each channel that are tried for branching properties.
const BOUNDS: [usize; 3] = [1, 2, 3];

/// Decides whether `system` has `property`.
///
/// A linear property is searched on the RSC executions, and a violation found has fewest communications; if there are
/// many, persistent sets may decide before. If none is found and `premise` does not make that a proof, and for a
/// branching property, the configurations with one message in each channel may decide ([`by_compatibility`]), or all are
/// explored within a budget ([`BYTES`](crate::reachability::BYTES)); a violation found has fewest steps, unless there are
/// too many. If that does not decide a branching property, and `premise` is a proof that the system is RSC,
/// [`by_completions`] may.
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
/// explored states, or an invariant. Of the engines those beyond RSC executions apply, to linear properties. There
/// is no certificate if the answer rests on an assumption.
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
    let premise = premise.about(system);
    ask(configurations, property, wanted, control, |question| {
        if engine == Engine::Auto
            && let Some(found) = question.by_only_run()
        {
            return found;
        }
        if let SafetyProperty::Linear(linear) = property {
            if engine == Engine::Auto
                && let Some(found) = by_component(system, linear, wanted, control)
            {
                return found;
            }
            return question.decide(premise, engine, |control| {
                by_executions(system, linear, premise, wanted, control)
            });
        }
        if let Some(found) = question.by_few_configurations() {
            return found;
        }
        if let Some(found) = question.by_impossibility(EngineName::Safety, Statistics::default()) {
            return found;
        }
        let found = question.by_explored(&configurations.explored_next(control));
        if !found.0.is_open() {
            return found;
        }
        // Other procedures need less memory than all configurations.
        if let Premise::Rsc(proof) = premise
            && let Some(answer) = by_completions(configurations, property, proof, control)
        {
            return (answer, None);
        }
        let bad = BadSet::Violations(property);
        if let Some(found) = configurations.excluded(bad, 0, wanted, control) {
            return found;
        }
        let mut tried = Vec::new();
        let answer = by_compatibility(configurations, property, &BOUNDS, &mut tried, control);
        if let Some(answer) = answer {
            return (answer, None);
        }
        let (answer, certificate) = question.by_explored(&configurations.explored(control));
        (answer.after(tried), certificate)
    })
}

/// Decides what [`check_in`] decides if few states are enough, and no knowledge of the system is needed; else the answer
/// is open.
///
/// # Complexity
/// Linear in the size of the system, for a fixed number of states.
pub fn soon_in(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    control: &Control,
) -> Answer {
    let (system, wanted) = (configurations.system(), EvidenceRequest::Answer);
    let found = ask(configurations, property, wanted, control, |question| {
        if let Some(found) = question.by_only_run() {
            return Some(found);
        }
        if let SafetyProperty::Linear(linear) = property {
            let by_executions = |control: &Control| {
                by_executions(system, linear, Premise::BugsOnly, wanted, control)
            };
            let component = by_component(system, linear, wanted, control);
            let found = component.or_else(|| question.soon(&by_executions).break_value());
            if found.is_some() {
                return found;
            }
        }
        question.by_few_configurations()
    });
    let open = UnknownReason::Undecided { configurations: 0, infinite: false, bound: None };
    let open = || Answer::new(Outcome::Unknown(open), EngineName::Safety, Statistics::default());
    found.map_or_else(open, |(answer, _)| answer)
}

/// Asks `ask` about a property of some configurations.
fn ask<'a, T>(
    configurations: &Configurations<'a>,
    property: SafetyProperty,
    wanted: EvidenceRequest,
    control: &Control,
    ask: impl FnOnce(&OpenQuestion<'_, 'a>) -> T,
) -> T {
    let by_configurations =
        |explored: &Explored<'a>| by_explored(explored, property, wanted, control);
    let replay = |run| witness(configurations.system(), property, run);
    let bad = BadSet::Violations(property);
    ask(&OpenQuestion::new(configurations, bad, &by_configurations, &replay, wanted, control))
}

/// Returns the answer that explored configurations give, with its certificate if it is requested.
fn by_explored(
    explored: &Explored<'_>,
    property: SafetyProperty,
    wanted: EvidenceRequest,
    control: &Control,
) -> Found {
    let answer = by_configurations(explored, property, control);
    let certificate = explored.certificate(&answer.outcome, wanted, control);
    (answer, certificate)
}

/// Searches the RSC executions for a violation of a linear property.
fn by_executions(
    system: &System,
    property: LinearProperty,
    premise: Premise,
    wanted: EvidenceRequest,
    control: &Control,
) -> Executions {
    let faults = Faults::new(system, property);
    let (found, statistics) = search(system, &faults, premise.wanted(wanted), control);
    let replay = |run| witness(system, SafetyProperty::Linear(property), run);
    let found = premise.conclude(found, replay).map(|(outcome, certificate)| {
        (Answer::new(outcome, EngineName::Safety, statistics), certificate)
    });
    let tried =
        Tried { engine: EngineName::Safety, parameters: Vec::new(), states: statistics.states };
    Executions { found, tried }
}

/// Returns the violation of a linear property that a search claims, replayed.
fn witness(system: &System, property: SafetyProperty, run: Run) -> Witness {
    examined(system, property, run, (0, &Control::unlimited()))
}

/// Returns the violation that a search claims, replayed. For a branching property its continuations are examined, too,
/// if these are at most so many configurations and no limit is reached; else that they meet no obligation rests on the search.
fn examined(
    system: &System,
    property: SafetyProperty,
    (initial, steps): Run,
    limits: (usize, &Control),
) -> Witness {
    let tested = Witness::safety_within(system, property, initial.clone(), steps.clone(), limits);
    let tested = match tested {
        Err(Rejected::ManyContinuations { .. }) => {
            Witness::by_theory(system, property, initial, steps)
        }
        tested => tested,
    };
    tested.expect("a search finds violations of its property only")
}
