//! Linear properties by persistent sets: configurations of which each is expanded by one participant, where that is enough.
//!
//! Where the next steps of one participant `p` depend on no steps of others, the others can wait. That leaves out many
//! interleavings, and makes systems finite whose channels fill up only because a receiver waits for no reason. `p` is
//! expanded *alone* in a configuration if one of its steps is enabled, and each transition of its local state is
//!
//! - internal,
//! - a send to a bag, or to a FIFO channel that no other participant sends to in any state,
//! - a reception from a FIFO channel that is not empty and that no other participant receives from in any state, or
//! - a reception from a bag that holds the message and from which no other participant receives that message in any
//!   state.
//!
//! If there is no such participant, all are expanded. Of several one is taken that receives and does not send; if there
//! is none, one whose channels hold the fewest messages, so that no sender runs far ahead.
//!
//! # Proof
//! Let `p` be expanded alone in a configuration `c`, and let others make steps from `c`. *The enabled steps of `p` stay
//! the same ones*: internal steps and sends are enabled everywhere, and what `p` can receive stays where it is, the
//! oldest message of a FIFO channel or a message in a bag, since nobody else can receive it; others only send behind it,
//! or add to the bag. *Each of these steps commutes with each step of another participant*: a reception takes a message
//! that no other participant can receive; receiving from a FIFO channel that is not empty and sending to it is possible
//! in any order; a message that `p` sends comes behind all messages of its channel, where only `p` sends, or into a bag,
//! which has no order. Channels without receivers are no exception. The loss of a message is an internal step from
//! the same local state as its send, so a lossy channel adds nothing. Hence, if `p` moves in a run from `c`, its first
//! step there is one of those that are followed from `c`, and the run that begins with it leads to the same
//! configuration (`p`'s steps are a persistent set: Godefroid 1996).
//!
//! Let `V` be the configurations that were found, which contain the initial ones.
//!
//! *Progress, orphan message, reception-deadlock.* No step is enabled in a configuration `d` that violates one of these:
//! all participants have ended, or wait in vain. Let a run of `n` steps lead from `c` in `V` to `d`. Then `d` is in `V`,
//! by induction on `n`. If all are expanded in `c`, the first step leads into `V`. If `p` alone is, `p` moves in the run,
//! since its steps would else still be enabled in `d`; its first step can come first, and leads into `V`. Cycles do no
//! harm: the rest of the run is shorter each time.
//!
//! *Unspecified reception.* The participant at fault in `d` waits for ever, since nobody can receive the oldest messages
//! of its channels, but others may go on, and a cycle of theirs may put off for ever what leads to `d`. So the
//! search goes on until it is *fair*: for each participant `q`, steps that were followed lead from each configuration
//! of `V` in which a step of `q` is enabled to one in which the steps of `q` were followed. Where that is not so, one
//! configuration more is expanded by all.
//!
//! Let a run of `n` steps lead from `c` in `V` to `d`, its first step one of `q`. Then `V` contains an unspecified
//! reception, by induction on `n`, and for equal `n` on the length `k` of the shortest path from `c` to where `q`'s
//! steps are followed. If `n` is 0, `d` is `c`. If `k` is 0, the first step of the run leads into `V`. Else some `p`
//! alone is expanded in `c`. If `p` moves in the run, its first step can come first and leads into `V`. If it does not,
//! the shortest path begins with a step `u` of `p`, which commutes with the whole run: the run also leads from `u(c)` to
//! `u(d)`, which is an unspecified reception still, and `k` is smaller in `u(c)`.
//!
//! A search that demands a new configuration of each expansion by one participant is fair, too, but expands more.
//!
//! Where each configuration has one successor nothing needs to be stored ([`only_run()`]).

mod alone;
mod only_run;
mod search;

pub use only_run::{OnlyRun, only_run};

use kernel::base::{Control, IndexVec, Limit};
use model::cfsm::{LinearProperty, ParticipantId, StateId, Step, System};
use model::evidence::{Certificate, StateWriter};

use search::Search;

/// Result of a search for a violation.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// The property holds: no violation is reachable.
    Holds(Box<ReducedSpace<'a>>),
    /// The run leads to a configuration that violates the property.
    Violated {
        /// The initial local states.
        initial: IndexVec<ParticipantId, StateId>,
        /// The steps.
        steps: Vec<Step>,
    },
    /// A limit was reached first.
    Open(Limit),
}

/// Reachable configurations that suffice to show that a property holds.
#[derive(Debug)]
pub struct ReducedSpace<'a>(Search<'a>);

/// Searches for a violation of `property` among the configurations of `system`, at most about `max_configurations`, of
/// which many are expanded by one participant only.
///
/// The system may have infinitely many configurations. A run to a violation has the fewest steps among the runs that
/// were followed, not among all.
///
/// # Complexity
/// Linear in the number of configurations that are found, times their size and the number of transitions that leave
/// one; for unspecified reception also times the number of participants and of repetitions, of which each
/// expands another configuration by all participants.
///
/// # Examples
/// A producer sends for ever, and a consumer receives whatever it sends. The channel can hold any number of messages,
/// but two configurations show that no message is unexpected:
/// ```
/// use check::persistent::{Outcome, search};
/// use kernel::base::Control;
/// use model::cfsm::{
///     Channel, ChannelKind, Direction, Label, LinearProperty, MessageSort, SystemBuilder,
/// };
///
/// let mut builder = SystemBuilder::new("stream");
/// let item = builder.message("item", MessageSort::Int);
/// let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
/// for (name, direction) in [("producer", Direction::Send), ("consumer", Direction::Receive)] {
///     let participant = builder.participant(name);
///     let state = builder.state(participant, "0");
///     builder.initial(participant, state);
///     builder.transition(participant, state, Label::Action(direction, channel, item), state);
/// }
/// let system = builder.finish();
/// let control = Control::unlimited();
/// let outcome = search(&system, LinearProperty::UnspecifiedReception, 100, &control);
/// let Outcome::Holds(space) = outcome else { panic!("every item is expected") };
/// assert_eq!((space.configurations(), space.reduced()), (2, 2));
/// ```
pub fn search<'a>(
    system: &'a System,
    property: LinearProperty,
    max_configurations: u64,
    control: &Control,
) -> Outcome<'a> {
    let mut search = Search::new(system, property);
    match search.run(max_configurations, control) {
        Ok(None) => Outcome::Holds(Box::new(ReducedSpace(search))),
        Ok(Some(node)) => {
            let (initial, steps) = search.run_to(node);
            Outcome::Violated { initial, steps }
        }
        Err(limit) => Outcome::Open(limit),
    }
}

impl ReducedSpace<'_> {
    /// Returns the number of configurations.
    pub fn configurations(&self) -> usize {
        self.0.nodes().len()
    }

    /// Returns the number of configurations that were expanded by one participant only.
    pub fn reduced(&self) -> usize {
        self.0.expansions().iter().flatten().count()
    }

    /// Returns the configurations in the order of discovery, each with the participant that alone is expanded there, if
    /// there is one; `None` if a limit of `control` is reached first.
    ///
    /// # Complexity
    /// Linear in the sum of the sizes of the configurations.
    pub fn certificate(&self, control: &Control) -> Option<Certificate> {
        let Self(search) = self;
        let writer = StateWriter::new(search.system(), control);
        let texts = writer.all(search.nodes(), |writer, node| {
            writer.configuration(&search.configuration(node));
            if let Some(participant) = search.expansions()[node] {
                writer.expanded(participant);
            }
        });
        texts.map(Certificate::Persistent)
    }
}
