//! Parameters of random systems.

use kernel::base::Random;

/// How participants share channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Architecture {
    /// A channel for each ordered pair of participants.
    PeerToPeer,
    /// A channel for each receiver, which all others send to.
    Mailbox,
    /// One channel for all messages, also for messages of a participant to itself.
    OneBuffer,
    /// The given number of channels (at least one), each with random senders and random receivers,
    /// one or more, which may overlap.
    Shared(usize),
}

/// The kinds of the channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// All channels are FIFO.
    Fifo,
    /// All channels are bags.
    Bag,
    /// The kind of each channel is random.
    Mixed,
}

/// Whether automata have cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Transitions lead only to later states, so there are finitely many executions.
    Acyclic,
    /// Transitions may lead to any state.
    Cyclic,
}

impl Shape {
    /// Draws a target for a transition from `source` among `states` states; `None` if there is none.
    pub(super) fn target(
        self,
        source: usize,
        states: usize,
        numbers: &mut Random,
    ) -> Option<usize> {
        match self {
            Self::Cyclic => Some(numbers.below(states)),
            Self::Acyclic => (source + 1 < states).then(|| numbers.between(source + 1, states - 1)),
        }
    }
}

/// How the transitions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Each transition is drawn independently. Most messages of such systems cannot be received.
    Arbitrary,
    /// Transitions are those of random walks in which most messages are received as they are sent, projected
    /// onto the participants; then the given number of random changes are made.
    Protocol {
        /// The number of changes.
        changes: usize,
    },
}

/// The properties of a random system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomParameters {
    /// The number of participants, at least one.
    pub participants: usize,
    /// Maximum number of states of a participant, at least one, before internal steps are added.
    pub states: usize,
    /// Maximum number of transitions of a participant before internal steps are added.
    pub transitions: usize,
    /// The number of messages, at least one.
    pub messages: usize,
    /// How participants share channels.
    pub architecture: Architecture,
    /// The kinds of the channels.
    pub kinds: Kinds,
    /// Whether automata have cycles.
    pub shape: Shape,
    /// How the transitions are drawn.
    pub style: Style,
    /// Percentage of states with an internal step; half this percentage of transitions get one before them,
    /// with a state in between.
    pub internal_percent: usize,
    /// Percentage of participants with a second initial state.
    pub second_initial_percent: usize,
    /// Percentage of channels that are lossy.
    pub lossy_percent: usize,
}

impl RandomParameters {
    /// Draws parameters for a small system of any kind.
    ///
    /// Internal steps, second initial states and lossy channels are rare, so that most systems have none of
    /// them, and some have all.
    pub fn draw(numbers: &mut Random) -> Self {
        let participants = if numbers.percent(10) { 1 } else { numbers.between(2, 4) };
        let architecture = match numbers.below(4) {
            // A single participant has no other one to send to through such channels.
            0 if participants > 1 => Architecture::PeerToPeer,
            1 if participants > 1 => Architecture::Mailbox,
            2 if numbers.percent(40) => Architecture::OneBuffer,
            _ => Architecture::Shared(numbers.between(1, 4)),
        };
        let kinds = match numbers.below(4) {
            0 | 1 => Kinds::Fifo,
            2 => Kinds::Bag,
            _ => Kinds::Mixed,
        };
        let style = if numbers.percent(75) {
            Style::Protocol { changes: numbers.below(4) }
        } else {
            Style::Arbitrary
        };
        // An arbitrary automaton without cycles has very few executions.
        let acyclic_percent = if style == Style::Arbitrary { 15 } else { 50 };
        let rare = |numbers: &mut Random, most| {
            if numbers.percent(30) { numbers.between(1, most) } else { 0 }
        };
        Self {
            participants,
            states: numbers.between(2, 6),
            transitions: numbers.between(2, 7),
            messages: numbers.between(1, 3),
            architecture,
            kinds,
            shape: if numbers.percent(acyclic_percent) { Shape::Acyclic } else { Shape::Cyclic },
            style,
            internal_percent: rare(numbers, 80),
            second_initial_percent: rare(numbers, 60),
            lossy_percent: rare(numbers, 60),
        }
    }
}
