//! What can be asked for of random systems.

use kernel::base::Random;

/// Who shares which channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Architecture {
    /// A channel for each ordered pair of participants.
    PeerToPeer,
    /// A channel for each receiver, which all others send to.
    Mailbox,
    /// One channel for everything, messages to oneself included.
    OneBuffer,
    /// The given number of channels (at least one), each with random senders and random receivers,
    /// one or more, which may overlap.
    Shared(usize),
}

/// The kinds of the channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// All FIFO.
    Fifo,
    /// All bags.
    Bag,
    /// Each channel at random.
    Mixed,
}

/// Whether automata have cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// No transition leads back, so there are finitely many executions.
    Acyclic,
    /// Transitions may lead anywhere.
    Cyclic,
}

impl Shape {
    /// Draws a target for a transition from `source` among so many states, or returns `None` where there is none.
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
    /// Each by itself. Such systems are often trivial: hardly anything can be received.
    Arbitrary,
    /// From random walks in which most messages are received as they are sent, projected onto the
    /// participants; then the given number of random changes.
    Protocol {
        /// The number of changes.
        changes: usize,
    },
}

/// What a random system is to look like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomParameters {
    /// The number of participants, at least one.
    pub participants: usize,
    /// The largest number of states of a participant, at least one, before internal steps are
    /// added.
    pub states: usize,
    /// The largest number of transitions of a participant before internal steps are added.
    pub transitions: usize,
    /// The number of messages, at least one.
    pub messages: usize,
    /// Who shares which channel.
    pub architecture: Architecture,
    /// The kinds of the channels.
    pub kinds: Kinds,
    /// Whether automata have cycles.
    pub shape: Shape,
    /// How the transitions are drawn.
    pub style: Style,
    /// How many of 100 states get an internal step; half as many of 100 transitions get one in
    /// front of them, with a state in between.
    pub internal_percent: usize,
    /// How many of 100 participants get a second initial state.
    pub second_initial_percent: usize,
    /// How many of 100 channels are lossy.
    pub lossy_percent: usize,
}

impl RandomParameters {
    /// Draws parameters for a small system, of any kind that there is.
    ///
    /// Internal steps, second initial states and lossy channels stay rare, so that most systems
    /// are free of each, and some have all.
    pub fn draw(numbers: &mut Random) -> Self {
        let participants = if numbers.percent(10) { 1 } else { numbers.between(2, 4) };
        let architecture = match numbers.below(4) {
            // Alone, one has nobody to write to through these.
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
        // Hardly anything happens in an arbitrary automaton without cycles.
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
