//! The configurations of a system, one after the other (2.2 of the thesis).
//!
//! They are explored in the order of their sends: first those that need no send, then those that
//! need one, and so on. So whatever is cut off, everything that needs fewer sends than the first
//! configuration that was cut off is known.

use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, StateId, Step, System,
};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the system may be at some moment: where everybody is, and what the channels hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

    /// Puts a message into a channel, behind the others.
    pub fn put(&mut self, system: &System, channel: ChannelId, message: MessageId) {
        let held = &mut self.contents[channel.index()];
        held.push(message);
        if system.channels()[channel].kind == ChannelKind::Bag {
            held.sort_unstable();
        }
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
        let changed = match transition.label {
            Label::Internal => None,
            Label::Action(direction, channel, message) => {
                let kind = system.channels()[channel].kind;
                Some((channel, held_after(self.held(channel), kind, direction, message)?))
            }
        };
        let mut next = self.clone();
        next.control[step.participant.index()] = transition.target;
        if let Some((channel, held)) = changed {
            next.contents[channel.index()] = held;
        }
        Some(next)
    }
}

/// What a channel holds after an action, if that is possible.
fn held_after(
    held: &[MessageId],
    kind: ChannelKind,
    direction: Direction,
    message: MessageId,
) -> Option<Vec<MessageId>> {
    let mut held = match (direction, kind) {
        (Direction::Send, _) => [held, &[message]].concat(),
        (Direction::Receive, ChannelKind::Fifo) => match held.split_first() {
            Some((oldest, others)) if *oldest == message => others.to_vec(),
            _ => return None,
        },
        (Direction::Receive, ChannelKind::Bag) => {
            let place = held.iter().position(|&other| other == message)?;
            [&held[..place], &held[place + 1..]].concat()
        }
    };
    if kind == ChannelKind::Bag {
        held.sort_unstable();
    }
    Some(held)
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
) -> impl Iterator<Item = (Move, Configuration)> {
    let steps = system.automata().enumerate().flat_map(move |(participant, automaton)| {
        let transitions = automaton.transitions().enumerate();
        let allowed = transitions
            .filter(move |(_, transition)| loss == Loss::OnTheWay || transition.loss_of.is_none());
        allowed.filter_map(move |(transition, _)| {
            let step = Step { participant, transition };
            Some((Move::Step(step), configuration.after(system, step)?))
        })
    });
    let lossy = system
        .channels()
        .ids()
        .filter(move |&channel| loss == Loss::AtAnyTime && system.channels()[channel].lossy);
    let drops = lossy.flat_map(move |channel| {
        (0..configuration.held(channel).len()).map(move |place| {
            let mut next = configuration.clone();
            next.contents[channel.index()].remove(place);
            (Move::Drop(channel, place), next)
        })
    });
    steps.chain(drops)
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
    /// For what may be due, the place of each configuration in which it is.
    places: BTreeMap<Due, FxHashMap<Configuration, usize>>,
    /// The number of sends of the first configuration that was cut off, if any was.
    pub cut: Option<usize>,
    loss: Loss,
    /// What [`edges`](Self::edges) returns, once somebody asked for it.
    edges: OnceCell<Vec<Vec<(Move, usize)>>>,
}

/// Explores the configurations of `system` in the order of their sends.
pub fn explore(system: &System, loss: Loss, bounds: Bounds) -> Exploration {
    explore_by(Executions::All, system, initial(system), loss, bounds)
}

/// Explores what can follow a configuration, itself included, in the order of the sends after it.
pub fn explore_from(system: &System, start: Configuration, bounds: Bounds) -> Exploration {
    explore_by(Executions::All, system, vec![start], Loss::OnTheWay, bounds)
}

/// Explores the configurations that RSC executions lead to, in the order of their sends.
///
/// A configuration may occur twice: once more when the last message is about to be received.
pub fn explore_rsc(system: &System, bounds: Bounds) -> Exploration {
    explore_by(Executions::Rsc, system, initial(system), Loss::OnTheWay, bounds)
}

fn explore_by(
    executions: Executions,
    system: &System,
    starts: Vec<Configuration>,
    loss: Loss,
    bounds: Bounds,
) -> Exploration {
    let mut found = Exploration {
        reached: Vec::new(),
        places: BTreeMap::new(),
        cut: None,
        loss,
        edges: OnceCell::new(),
    };
    let mut layer: VecDeque<_> = starts.into_iter().map(|next| (next, None, None)).collect();
    let mut sends = 0;
    while !layer.is_empty() {
        // Those that need one send more.
        let mut later = VecDeque::new();
        while let Some((configuration, due, from)) = layer.pop_front() {
            if found.place_with(&configuration, due).is_some() {
                continue;
            }
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
            for (step, next) in moves(system, &configuration, loss) {
                for due in executions.due_after(system, &configuration, due, step) {
                    if found.place_with(&next, due).is_none() {
                        let list = if step.sends(system) { &mut later } else { &mut layer };
                        list.push_back((next.clone(), due, Some((place, step))));
                    }
                }
            }
            found.reached.push(Reached { configuration: configuration.clone(), sends, from });
            found.places.entry(due).or_default().insert(configuration, place);
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
        let place = |(place, here): (usize, &Configuration)| (here.clone(), place);
        let places = [(None, listed.iter().enumerate().map(place).collect())].into();
        let reached = |configuration| Reached { configuration, sends: 0, from: None };
        let reached = listed.into_iter().map(reached).collect();
        Self { reached, places, cut: None, loss: Loss::OnTheWay, edges: OnceCell::new() }
    }

    /// Whether these executions lead to no other configurations.
    pub fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    /// The place of a configuration, if it was reached.
    pub fn place(&self, configuration: &Configuration) -> Option<usize> {
        self.place_with(configuration, None)
    }

    /// The place of a configuration in which this is due, if it was reached.
    fn place_with(&self, configuration: &Configuration, due: Due) -> Option<usize> {
        self.places.get(&due)?.get(configuration).copied()
    }

    /// For each configuration, what may happen and where it leads, if that was reached; where all
    /// executions were explored. `system` is the one that was explored.
    pub fn edges(&self, system: &System) -> &[Vec<(Move, usize)>] {
        let of = |reached: &Reached| {
            moves(system, &reached.configuration, self.loss)
                .filter_map(|(step, next)| Some((step, self.place(&next)?)))
                .collect()
        };
        self.edges.get_or_init(|| self.reached.iter().map(of).collect())
    }

    /// Whether something may happen in the configuration at `place` that leads to one that was not
    /// reached. `system` is the one that was explored.
    pub fn leads_outside(&self, system: &System, place: usize) -> bool {
        moves(system, &self.reached[place].configuration, self.loss)
            .any(|(_, next)| self.place(&next).is_none())
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
        // They were reached in the order of their sends.
        let hit = self.reached.iter().position(|reached| is_in(&reached.configuration));
        self.fewest_sends_to(hit)
    }

    /// What is known about the sends that it takes to reach a configuration of a set, given the place
    /// of the first one that was reached.
    pub fn fewest_sends_to(&self, first: Option<usize>) -> Answer {
        match (first.map(|place| (self.reached[place].sends, place)), self.cut) {
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
