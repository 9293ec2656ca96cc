//! Is a system RSC: is every execution equivalent to one with synchronous communications?
//!
//! A system is not RSC iff it has a *borderline violation*: an execution that is RSC up to one
//! last reception, after which its conflict graph has a cycle (Lemma 4.1.1 of
//! [RSC](crate#bibliography)). [`check`] searches a shortest one, counted in communications.
//! [`Engine::Plain`] keeps in its states what depends on the send that the last reception will
//! complete.

mod answer;
mod plain;

pub use answer::{Answer, Engine, Outcome, Proof};

use crate::kernel::base::{Control, Words};
use crate::kernel::search::{Finding, Statistics, shortest_accepting_path};
use crate::model::cfsm::System;
use crate::model::witness::Witness;

/// Decides whether `system` is RSC.
///
/// # Complexity
/// Exponential in the numbers of participants and channel keys, polynomial in the numbers of local
/// states, transitions and messages (Theorem 4.1.4 of [RSC](crate#bibliography)).
///
/// # Examples
/// Two participants that each send before they receive have crossing messages:
/// ```
/// use scm_check::check::membership::{Engine, Outcome, check};
/// use scm_check::kernel::base::Control;
/// use scm_check::model::cfsm::{
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
    let (outcome, statistics) = match engine {
        Engine::Plain => match plain::state_words(system) {
            1 => search_plain::<[u64; 1]>(system, control),
            2 => search_plain::<[u64; 2]>(system, control),
            3 | 4 => search_plain::<[u64; 4]>(system, control),
            5..=8 => search_plain::<[u64; 8]>(system, control),
            _ => search_plain::<Box<[u64]>>(system, control),
        },
    };
    Answer { outcome, engine, statistics }
}

fn search_plain<W: Words>(system: &System, control: &Control) -> (Outcome, Statistics) {
    let violations = plain::Violations::<W>::of(system);
    let exploration = shortest_accepting_path(&violations, control);
    let outcome = match exploration.finding {
        Finding::Nothing => Outcome::Holds(Proof::of_finished_search()),
        Finding::Cut(limit) => Outcome::Unknown(limit),
        Finding::Path(path) => {
            let (initial, steps) = violations.spell_out(system, &path);
            let witness = Witness::borderline_violation(system, initial, steps)
                .expect("the search finds borderline violations only");
            Outcome::Violated(Box::new(witness))
        }
    };
    (outcome, exploration.statistics)
}
