//! Is a system RSC: is every execution equivalent to one with synchronous communications?
//!
//! A system is not RSC iff it has a *borderline violation*: an execution that is RSC up to one
//! last reception, after which its conflict graph has a cycle (Lemma 4.1.1 of
//! [RSC](crate#bibliography)). [`check`] searches a shortest one, counted in communications.
//! [`Engine::Plain`] keeps in its states what depends on the send that the last reception will
//! complete. [`Engine::Definition`] is the product with the [`BorderlineAutomaton`], as the source
//! defines it; [`check_misread`] makes a known mistake in it on purpose.

mod answer;
mod borderline;
mod definition;
mod diagram;
mod misreading;
mod plain;

pub use answer::{Answer, Engine, Outcome, Proof};
pub use borderline::{BorderlineAutomaton, BorderlineLetter, BorderlineState};
pub use diagram::{borderline_diagram, violations_diagram};
pub use misreading::Misreading;

use crate::rsc::RscAutomaton;
use kernel::base::{Control, IndexVec, Limit, Words};
use kernel::search::{Exploration, Finding, Statistics, shortest_accepting_path};
use kernel::transition_system::Path;
use model::cfsm::{ParticipantId, StateId, Step, System};
use model::evidence::{Certificate, Wanted, Witness};

/// Decides whether `system` is RSC (Theorem 4.1.4 of [RSC](crate#bibliography)).
///
/// # Complexity
/// Exponential in the numbers of participants and channel keys, polynomial in the numbers of local
/// states, transitions and messages.
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
        Engine::Plain => plainly(system, Wanted::Answer, control).0,
        Engine::Definition => {
            let rsc = RscAutomaton::<Box<[u64]>>::of(system);
            let (outcome, statistics) = match rsc.state_words() {
                1 => search_definition(system, rsc.packed::<[u64; 1]>(), control),
                2 => search_definition(system, rsc.packed::<[u64; 2]>(), control),
                _ => search_definition(system, rsc, control),
            };
            Answer { outcome, engine, statistics }
        }
    }
}

/// Decides what [`check`] decides, by [`Engine::Plain`], and returns with a `holds` the certificate of
/// it: the states that were explored.
///
/// # Complexity
/// That of [`check`]; the certificate takes some tens of bytes for each state, and is left out where
/// a limit comes first.
pub fn certify(system: &System, control: &Control) -> (Answer, Option<Certificate>) {
    plainly(system, Wanted::Certificate, control)
}

/// Decides what [`check`] decides, by [`Engine::Plain`] with its states packed into `W`.
///
/// [`check`] takes the narrowest of some widths; which one changes nothing but the bytes that are counted.
///
/// # Complexity
/// That of [`check`].
///
/// # Panics
/// If the states do not fit into `W`; boxed words hold any.
pub fn check_packed<W: Words>(system: &System, control: &Control) -> Answer {
    let violations = plain::Violations::<Box<[u64]>>::of(system).packed::<W>();
    search_plain(system, &violations, Wanted::Answer, control).0
}

fn plainly(system: &System, wanted: Wanted, control: &Control) -> (Answer, Option<Certificate>) {
    let violations = plain::Violations::<Box<[u64]>>::of(system);
    match violations.state_words() {
        1 => search_plain(system, &violations.packed::<[u64; 1]>(), wanted, control),
        2 => search_plain(system, &violations.packed::<[u64; 2]>(), wanted, control),
        3 | 4 => search_plain(system, &violations.packed::<[u64; 4]>(), wanted, control),
        5..=8 => search_plain(system, &violations.packed::<[u64; 8]>(), wanted, control),
        _ => search_plain(system, &violations, wanted, control),
    }
}

fn search_plain<W: Words>(
    system: &System,
    violations: &plain::Violations<W>,
    wanted: Wanted,
    control: &Control,
) -> (Answer, Option<Certificate>) {
    let Exploration { finding, statistics, states } = shortest_accepting_path(violations, control);
    let outcome = outcome(system, finding, |path| violations.spell_out(system, &path));
    let certified = wanted == Wanted::Certificate && matches!(outcome, Outcome::Holds(_));
    let certificate = certified.then(|| violations.certificate(system, &states, control)).flatten();
    (Answer { outcome, engine: Engine::Plain, statistics }, certificate)
}

fn search_definition<W: Words>(
    system: &System,
    rsc: RscAutomaton<W>,
    control: &Control,
) -> (Outcome, Statistics) {
    let violations = definition::violations(system, rsc, None);
    let Exploration { finding, statistics, .. } = shortest_accepting_path(&violations, control);
    (outcome(system, finding, |path| definition::spell_out(&violations, &path)), statistics)
}

/// Returns the outcome of a search that found `finding`, with the path spelled out and replayed.
fn outcome<S, L>(
    system: &System,
    finding: Finding<S, L>,
    spell_out: impl FnOnce(Path<S, L>) -> (IndexVec<ParticipantId, StateId>, Vec<Step>),
) -> Outcome {
    match finding {
        Finding::Nothing => Outcome::Holds(Proof::of_finished_search(system)),
        Finding::Cut(limit) => Outcome::Unknown(limit),
        Finding::Path(path) => {
            let (initial, steps) = spell_out(path);
            let witness = Witness::borderline_violation(system, initial, steps)
                .expect("the search finds borderline violations only");
            Outcome::Violated(Box::new(witness))
        }
    }
}

/// Returns the number of communications of the shortest borderline violation that the definition
/// engine claims when it makes the mistake `misreading`, or nothing if it claims that `system` is
/// RSC.
///
/// For tests: the answer is wrong on some systems, and what is claimed need not be an execution.
///
/// # Complexity
/// That of [`check`].
///
/// # Errors
/// The limit that came first, if one did.
#[doc(hidden)]
pub fn check_misread(
    system: &System,
    misreading: Misreading,
    control: &Control,
) -> Result<Option<usize>, Limit> {
    let rsc = RscAutomaton::<Box<[u64]>>::of(system);
    let violations = definition::violations(system, rsc, Some(misreading));
    match shortest_accepting_path(&violations, control).finding {
        Finding::Nothing => Ok(None),
        Finding::Cut(limit) => Err(limit),
        // The last letter is the reception.
        Finding::Path(path) => Ok(Some(path.steps.len() - 1)),
    }
}
