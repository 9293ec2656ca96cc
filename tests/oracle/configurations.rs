//! The configurations of a system, one after the other (2.2 of the thesis).
//!
//! They are explored in the order of their sends: first those that need no send, then those that
//! need one, and so on. So whatever is cut off, everything that needs fewer sends than the first
//! configuration that was cut off is known.

use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, Step, System,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the system may be at some moment: where everybody is, and what the channels hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Configuration {
    /// The state of each participant.
    pub control: Vec<StateId>,
    /// The messages in each channel. In a FIFO channel the oldest comes first; those in a bag have
    /// no order and are sorted.
    pub contents: Vec<Vec<MessageId>>,
}

impl Configuration {
    /// The configuration in which these states are taken, and nothing was sent.
    pub fn initial(system: &System, control: Vec<StateId>) -> Self {
        Self { control, contents: vec![Vec::new(); system.channels().len()] }
    }

    /// The state of a participant.
    pub fn state(&self, participant: ParticipantId) -> StateId {
        self.control[participant.index()]
    }

    /// The messages in a channel.
    pub fn held(&self, channel: ChannelId) -> &[MessageId] {
        &self.contents[channel.index()]
    }

    /// Whether all channels are empty.
    pub fn is_stable(&self) -> bool {
        self.contents.iter().all(Vec::is_empty)
    }

    /// What the step makes of the configuration, if it is possible.
    pub fn after(&self, system: &System, step: Step) -> Option<Self> {
        let transition = system.automata()[step.participant].transitions().get(step.transition)?;
        if self.state(step.participant) != transition.source {
            return None;
        }
        let mut next = self.clone();
        next.control[step.participant.index()] = transition.target;
        if let Label::Action(direction, channel, message) = transition.label {
            let kind = system.channels()[channel].kind;
            let held = &mut next.contents[channel.index()];
            match (direction, kind) {
                (Direction::Send, ChannelKind::Fifo) => held.push(message),
                (Direction::Send, ChannelKind::Bag) => {
                    held.push(message);
                    held.sort_unstable();
                }
                (Direction::Receive, ChannelKind::Fifo) => {
                    if held.first() != Some(&message) {
                        return None;
                    }
                    held.remove(0);
                }
                (Direction::Receive, ChannelKind::Bag) => {
                    let place = held.iter().position(|&other| other == message)?;
                    held.remove(place);
                }
            }
        }
        Some(next)
    }
}

/// What a lossy channel does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// A message is lost when it is sent: its send has an internal twin, and that is all.
    OnTheWay,
    /// The channel drops any of its messages at any time, and sends have no twins.
    AtAnyTime,
}

/// What happens between two configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A participant follows a transition.
    Step(Step),
    /// A channel drops the message at a place.
    Drop(ChannelId, usize),
}

impl Move {
    /// Whether it is a send.
    pub fn sends(self, system: &System) -> bool {
        self.action(system).is_some_and(|(direction, ..)| direction == Direction::Send)
    }

    /// What it does, if it is an action.
    pub fn action(self, system: &System) -> Option<(Direction, ChannelId, MessageId)> {
        let Self::Step(step) = self else { return None };
        match system.automata()[step.participant].transitions()[step.transition].label {
            Label::Internal => None,
            Label::Action(direction, channel, message) => Some((direction, channel, message)),
        }
    }
}

/// What may happen in a configuration, and what comes of it.
pub fn moves(
    system: &System,
    configuration: &Configuration,
    loss: Loss,
) -> Vec<(Move, Configuration)> {
    let mut found = Vec::new();
    for (participant, automaton) in system.automata().enumerate() {
        for (id, transition) in automaton.transitions().enumerate() {
            if loss == Loss::AtAnyTime && transition.loss_of.is_some() {
                continue;
            }
            let step = Step { participant, transition: id };
            if let Some(next) = configuration.after(system, step) {
                found.push((Move::Step(step), next));
            }
        }
    }
    if loss == Loss::AtAnyTime {
        for channel in system.channels().ids().filter(|&c| system.channels()[c].lossy) {
            for place in 0..configuration.held(channel).len() {
                let mut next = configuration.clone();
                next.contents[channel.index()].remove(place);
                found.push((Move::Drop(channel, place), next));
            }
        }
    }
    found
}

/// Which executions lead to the configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Executions {
    /// All of them.
    All,
    /// Those in which a message that is received is received right after it was sent, with nothing
    /// but internal steps between.
    Rsc,
}

/// A message that was just sent and has to be received next.
type Due = Option<(ChannelId, MessageId)>;

impl Executions {
    /// What may be due after a move, each possibility once; nothing where it cannot be done now.
    fn due_after(self, system: &System, here: &Configuration, due: Due, step: Move) -> Vec<Due> {
        match (self, step.action(system)) {
            (Self::All, _) => vec![None],
            (Self::Rsc, None) => vec![due],
            (Self::Rsc, Some((Direction::Receive, channel, message))) => {
                if due == Some((channel, message)) { vec![None] } else { Vec::new() }
            }
            (Self::Rsc, Some((Direction::Send, channel, message))) => {
                let is_next = match system.channels()[channel].kind {
                    ChannelKind::Fifo => here.held(channel).is_empty(),
                    ChannelKind::Bag => !here.held(channel).contains(&message),
                };
                match due {
                    Some(_) => Vec::new(),
                    None if is_next => vec![None, Some((channel, message))],
                    None => vec![None],
                }
            }
        }
    }
}

/// How much is explored.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The largest number of configurations.
    pub configurations: usize,
    /// The largest number of messages in a channel.
    pub messages: usize,
}

/// A configuration that was reached.
#[derive(Clone, Debug)]
pub struct Reached {
    pub configuration: Configuration,
    /// The number of sends of the run that led here, the fewest among all runs that stay within
    /// the bounds.
    pub sends: usize,
    /// Where that run was before its last move, and this move.
    from: Option<(usize, Move)>,
}

/// What was explored.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The configurations in the order in which they were reached.
    pub reached: Vec<Reached>,
    /// The place of each configuration, with what is due in it.
    places: BTreeMap<(Configuration, Due), usize>,
    /// The number of sends of the first configuration that was cut off, if any was.
    pub cut: Option<usize>,
    loss: Loss,
}

/// Explores the configurations of `system` in the order of their sends.
pub fn explore(system: &System, loss: Loss, bounds: Bounds) -> Exploration {
    explore_by(Executions::All, system, loss, bounds)
}

/// Explores the configurations that RSC executions lead to, in the order of their sends.
///
/// A configuration may occur twice: once more when the last message is about to be received.
pub fn explore_rsc(system: &System, bounds: Bounds) -> Exploration {
    explore_by(Executions::Rsc, system, Loss::OnTheWay, bounds)
}

fn explore_by(executions: Executions, system: &System, loss: Loss, bounds: Bounds) -> Exploration {
    let mut found = Exploration { reached: Vec::new(), places: BTreeMap::new(), cut: None, loss };
    let mut layer: VecDeque<_> =
        initial(system).into_iter().map(|next| ((next, None), None)).collect();
    let mut sends = 0;
    while !layer.is_empty() {
        // Those that need one send more.
        let mut later = VecDeque::new();
        while let Some((node, from)) = layer.pop_front() {
            if found.places.contains_key(&node) {
                continue;
            }
            let (configuration, due) = &node;
            let too_long = configuration.contents.iter().any(|c| c.len() > bounds.messages);
            let too_many = found.reached.len() == bounds.configurations;
            if too_long || too_many {
                found.cut = Some(found.cut.map_or(sends, |cut| cut.min(sends)));
            }
            if too_many {
                return found;
            }
            if too_long {
                continue;
            }
            let place = found.reached.len();
            for (step, next) in moves(system, configuration, loss) {
                for due in executions.due_after(system, configuration, *due, step) {
                    let next = (next.clone(), due);
                    if !found.places.contains_key(&next) {
                        let list = if step.sends(system) { &mut later } else { &mut layer };
                        list.push_back((next, Some((place, step))));
                    }
                }
            }
            found.reached.push(Reached { configuration: configuration.clone(), sends, from });
            found.places.insert(node, place);
        }
        layer = later;
        sends += 1;
    }
    found
}

/// The initial configurations: all combinations of initial states.
pub fn initial(system: &System) -> Vec<Configuration> {
    let mut controls = vec![Vec::new()];
    for automaton in system.automata() {
        controls = controls
            .iter()
            .flat_map(|control: &Vec<StateId>| {
                automaton.initial().iter().map(|&state| {
                    let mut longer = control.clone();
                    longer.push(state);
                    longer
                })
            })
            .collect();
    }
    controls.into_iter().map(|control| Configuration::initial(system, control)).collect()
}

impl Exploration {
    /// Takes configurations that somebody lists for all that there are.
    pub fn of_all(listed: BTreeSet<Configuration>) -> Self {
        let place = |(place, here): (usize, &Configuration)| ((here.clone(), None), place);
        let places = listed.iter().enumerate().map(place).collect();
        let reached = |configuration| Reached { configuration, sends: 0, from: None };
        let reached = listed.into_iter().map(reached).collect();
        Self { reached, places, cut: None, loss: Loss::OnTheWay }
    }

    /// Whether these executions lead to no other configurations.
    pub fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    /// The place of a configuration, if it was reached.
    pub fn place(&self, configuration: &Configuration) -> Option<usize> {
        self.places.get(&(configuration.clone(), None)).copied()
    }

    /// For each configuration, what may happen and where it leads, if that was reached; where all
    /// executions were explored.
    pub fn edges(&self, system: &System) -> Vec<Vec<(Move, usize)>> {
        let of = |reached: &Reached| {
            moves(system, &reached.configuration, self.loss)
                .into_iter()
                .filter_map(|(step, next)| Some((step, self.place(&next)?)))
                .collect()
        };
        self.reached.iter().map(of).collect()
    }

    /// A run that leads to the configuration at `place`, with the fewest sends that are known to
    /// lead there: the initial states and the moves.
    pub fn run_to(&self, place: usize) -> (IndexVec<ParticipantId, StateId>, Vec<Move>) {
        let (mut place, mut run) = (place, Vec::new());
        while let Some((before, last)) = self.reached[place].from {
            run.push(last);
            place = before;
        }
        run.reverse();
        (self.reached[place].configuration.control.iter().copied().collect(), run)
    }

    /// What is known about the sends that it takes to reach a configuration of a set, given
    /// whether each configuration that was reached is one.
    pub fn fewest_sends(&self, is_in: impl Fn(&Configuration) -> bool) -> Answer {
        let sends = |(place, reached): (usize, &Reached)| (reached.sends, place);
        let hits = self.reached.iter().enumerate().filter(|(_, r)| is_in(&r.configuration));
        match (hits.map(sends).min(), self.cut) {
            // Whatever needs fewer sends than what was cut off is known.
            (Some((most, place)), cut) => {
                Answer::Reachable { least: cut.map_or(most, |cut| cut.min(most)), most, place }
            }
            (None, None) => Answer::Unreachable,
            (None, Some(least)) => Answer::NotWithinBounds { least },
        }
    }
}

/// Whether a configuration of some set is reachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// One is.
    Reachable {
        /// No run with fewer sends leads to one.
        least: usize,
        /// A run with so many sends does. It is known to be a shortest where both are equal.
        most: usize,
        /// The place of the configuration that it leads to.
        place: usize,
    },
    /// None is: all configurations were explored.
    Unreachable,
    /// None was reached, and not all configurations were explored.
    NotWithinBounds {
        /// No run with fewer sends leads to one.
        least: usize,
    },
}

impl Answer {
    /// The fewest sends, where they are known.
    pub fn fewest(self) -> Option<usize> {
        match self {
            Self::Reachable { least, most, .. } if least == most => Some(most),
            _ => None,
        }
    }
}
