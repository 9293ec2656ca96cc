//! Is a system RSC: is every execution equivalent to one with synchronous communications?
//!
//! A system is not RSC iff it has a *borderline violation*: an execution that is RSC up to one
//! last reception, after which its conflict graph has a cycle (Lemma 4.1.1 of
//! [RSC](crate#bibliography)). [`check`] searches for a shortest one, counted in communications. The states of
//! [`Engine::Plain`] keep what depends on the send that the last reception will complete.
//! [`Engine::Static`] explores none: it shows of single messages that no borderline violation is about them, and often of all.
//! [`Engine::Definition`] is the product with the [`BorderlineAutomaton`], as the source defines it.

mod answer;
mod borderline;
mod definition;
mod diagram;
mod plain;

pub use crate::lanes::Lanes;
pub use answer::{Answer, Engine, Outcome, Proof};
pub use borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
pub use diagram::{borderline_diagram, violations_diagram};

use crate::lanes::NormalForm;
use crate::rsc::{Matching, RscAutomaton, RunFinding, search};
use kernel::base::{Control, Limit, Words, with_words};
use kernel::search::{Exploration, Statistics, shortest_accepting_path};
use model::cfsm::{CommunicatingAutomaton, ParticipantId, System};
use model::evidence::{Certificate, EvidenceRequest, Witness};
use plain::Violations;

/// Decides whether `system` is RSC (Theorem 4.1.4 of [RSC](crate#bibliography)).
///
/// # Complexity
/// Exponential in the numbers of participants and channel keys, polynomial in the numbers of local
/// states, transitions and messages; by [`Engine::Static`], and where all lanes are cleared, polynomial.
///
/// # Examples
/// Two participants that each send before they receive have crossing messages:
/// ```
/// use check::membership::{Engine, Outcome, check};
/// use kernel::base::Control;
/// use model::cfsm::{
///     Channel, ChannelKind, Direction, Label, MessageSort, SystemBuilder,
/// };
///
/// let mut builder = SystemBuilder::new("crossing");
/// let message = builder.message("m", MessageSort::Int);
/// let channels = [0, 1]
///     .map(|_| builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false }));
/// for (name, out, into) in [("p", channels[0], channels[1]), ("q", channels[1], channels[0])] {
///     let participant = builder.participant(name);
///     let [first, second, last] = ["0", "1", "2"].map(|name| builder.state(participant, name));
///     builder.initial(participant, first);
///     let send = Label::Action(Direction::Send, out, message);
///     let receive = Label::Action(Direction::Receive, into, message);
///     builder.transition(participant, first, send, second);
///     builder.transition(participant, second, receive, last);
/// }
/// let answer = check(&builder.finish(), Engine::Plain, &Control::unlimited());
/// assert!(matches!(answer.outcome, Outcome::Violated(_)));
/// ```
pub fn check(system: &System, engine: Engine, control: &Control) -> Answer {
    match engine {
        Engine::Auto => by_live_lanes(system, control),
        Engine::Static => by_lanes(system, Lanes::new(&NormalForm::new(system).system)),
        Engine::Plain => plainly(system, EvidenceRequest::Answer, control).0,
        Engine::Definition => {
            let rsc = RscAutomaton::<Box<[u64]>>::new(system);
            let (found, statistics) = with_words!(rsc.state_words(), W => {
                by_definition(system, rsc.packed::<W>(), control)
            });
            Answer { outcome: outcome(system, found).0, engine, lanes: None, statistics }
        }
    }
}

/// Decides what [`check`] decides, by [`Engine::Plain`], and returns with a `holds` its certificate: the
/// explored states.
///
/// # Complexity
/// That of [`check`]; the certificate takes some tens of bytes for each state, and is left out if a limit is
/// reached first.
pub fn certify(system: &System, control: &Control) -> (Answer, Option<Certificate>) {
    plainly(system, EvidenceRequest::Certificate, control)
}

/// Returns the answer that the lanes of `system` give alone.
fn by_lanes(system: &System, lanes: Lanes) -> Answer {
    let outcome = match lanes.live.as_slice() {
        [] => Outcome::Holds(Proof::of_finished_check(system)),
        _ => Outcome::Unknown(Limit::States),
    };
    let (lanes, statistics) = (Some(lanes), Statistics::default());
    Answer { outcome, engine: Engine::Static, lanes, statistics }
}

/// Clears lanes, and searches for violations in what is left: those of live lanes, in the components that have any.
fn by_live_lanes(system: &System, control: &Control) -> Answer {
    if let Some(part) = first_part(system, control) {
        let answer = plainly(system, EvidenceRequest::Answer, &part).0;
        if !matches!(answer.outcome, Outcome::Unknown(_)) {
            return answer;
        }
    }
    let normal = NormalForm::new(system);
    let lanes = Lanes::new(&normal.system);
    if lanes.live.is_empty() {
        return by_lanes(system, lanes);
    }
    let is_live = |channel, message| lanes.live.binary_search(&(channel, message)).is_ok();
    let uses_live = |one: &ParticipantId| {
        let transitions = normal.system.automata()[*one].transitions().iter();
        let mut actions = transitions.filter_map(|transition| transition.label.action(*one));
        actions.any(|action| is_live(action.channel, action.message))
    };
    let mut components = normal.system.connected_components();
    components.retain(|component| component.iter().any(uses_live));
    let count = components.len();
    let mut participants: Vec<ParticipantId> = components.into_iter().flatten().collect();
    participants.sort_unstable();
    let normal = normal.of_participants(&participants);
    let violations = match count {
        1 => Violations::new(&normal.system, is_live),
        _ => Violations::by_component(&normal.system, is_live),
    };
    let (found, statistics) = search(&normal.system, &violations, EvidenceRequest::Answer, control);
    let found = match found {
        RunFinding::Run(run) => RunFinding::Run(normal.original_run(run)),
        nothing => nothing,
    };
    let outcome = outcome(system, found).0;
    Answer { outcome, engine: Engine::Plain, lanes: Some(lanes), statistics }
}

/// Returns how much to explore before lanes are looked at: some states for each transition, if participants are long and
/// have few choices. Then there are often hardly more. To explore them takes linear time, where the normal form takes more,
/// and lanes as much for each message.
fn first_part(system: &System, control: &Control) -> Option<Control> {
    /// Number of transitions of a large system.
    const LARGE: usize = 1_000;
    /// Maximum number of transitions that leave a local state.
    const CHOICES: usize = 2;
    /// Maximum number of bytes for the states, which are long if there are many keys.
    const BYTES: u64 = 64 << 20;
    let automata = system.automata();
    let transitions: usize = automata.iter().map(|one| one.transitions().len()).sum();
    let has_few_choices = |one: &CommunicatingAutomaton| {
        one.states().ids().all(|state| one.outgoing(state).len() <= CHOICES)
    };
    let is_long = transitions >= LARGE && automata.iter().all(has_few_choices);
    let max_bytes = Some(control.max_bytes.map_or(BYTES, |most| most.min(BYTES)));
    let states = (4 * transitions / automata.len()) as u64;
    is_long.then(|| Control { max_bytes, ..control.part(states) })
}

fn plainly(
    system: &System,
    wanted: EvidenceRequest,
    control: &Control,
) -> (Answer, Option<Certificate>) {
    let every_lane = |_, _| true;
    let by = |violations: &Violations, wanted| {
        let (found, statistics) = search(system, violations, wanted, control);
        let (outcome, certificate) = outcome(system, found);
        (Answer { outcome, engine: Engine::Plain, lanes: None, statistics }, certificate)
    };
    if system.connected_components().len() == 1 {
        return by(&Violations::new(system, every_lane), wanted);
    }
    let first = by(&Violations::by_component(system, every_lane), EvidenceRequest::Answer);
    if wanted == EvidenceRequest::Answer || !matches!(first.0.outcome, Outcome::Holds(_)) {
        return first;
    }
    // A certificate lists what the components do together.
    let whole = by(&Violations::new(system, every_lane), wanted);
    if whole.1.is_some() { whole } else { first }
}

/// Searches for a shortest run that shows that `system` is not RSC if receptions from bags may match any earlier send of
/// their message ([`Matching::Any`]): an execution in which each reception follows its send at once, and a last reception that
/// closes a cycle of conflicts.
///
/// The last reception may match the chosen send whatever else its bag holds. So the search is that of borderline
/// violations in which bags are never blocked and pass no conflict on.
///
/// # Complexity
/// That of [`check`].
pub(crate) fn fully_bag(system: &System, control: &Control) -> (RunFinding, Statistics) {
    let violations = Violations::matching(system, Matching::Any, |_, _| true);
    search(system, &violations, EvidenceRequest::Answer, control)
}

fn by_definition<W: Words>(
    system: &System,
    rsc: RscAutomaton<W>,
    control: &Control,
) -> (RunFinding, Statistics) {
    let violations = definition::violations(system, rsc);
    let Exploration { finding, statistics, .. } = shortest_accepting_path(&violations, control);
    let to_run = |path| definition::to_run(&violations, &path);
    (RunFinding::new(finding, to_run, || None), statistics)
}

/// Returns the outcome of a search, with the run replayed.
fn outcome(system: &System, found: RunFinding) -> (Outcome, Option<Certificate>) {
    match found {
        RunFinding::Run((initial, steps)) => {
            let witness = Witness::borderline_violation(system, initial, steps)
                .expect("the search finds borderline violations only");
            (Outcome::Violated(Box::new(witness)), None)
        }
        RunFinding::Nothing(certificate) => {
            let certificate = certificate.map(Certificate::from);
            (Outcome::Holds(Proof::of_finished_check(system)), certificate)
        }
        RunFinding::Cut(limit) => (Outcome::Unknown(limit), None),
    }
}
