//! A witness as a run that a page steps through.

use std::collections::BTreeSet;

use super::chart::{Meeting, meeting};
use super::cycle::{conclusion, order_edge};
use super::evidence::start_text;
use super::names::{communication_of, lost};
use super::{Shown, cause_text, message_names, witness_table};
use crate::drawing::{Edge, Extent, Graph, Node, NodeId};
use crate::report::html::{Gauge, GaugeGroup, OrderEdge, Walk, WalkDrawing, WalkMessage, WalkStop};
use crate::sentences::{WIDTH, number_of};
use crate::system::{automata_graph, channel_caption, contents_text, short_names, verb};
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ActionId, CommunicatingAutomaton, Communication, CommunicationId, Configuration, Direction,
    Label, ParticipantId, StateId, System,
};
use model::evidence::{CycleEdge, Lines, Replay, StepId, Witness, WitnessKind};

/// Maximum number of states of an automaton that is drawn as a whole; of a larger one the visited states are drawn.
const DRAWN: usize = 40;

/// A witness, with the data that its descriptions need.
struct WitnessWalk<'a> {
    system: &'a System,
    witness: &'a Witness,
    lines: &'a Lines,
    shown: Shown,
    names: IndexVec<CommunicationId, String>,
    /// The communication of each action.
    communication: IndexVec<ActionId, Option<CommunicationId>>,
}

/// Returns a witness as a run to step through.
///
/// # Complexity
/// Linear in the number of steps, in that of the shown ones times the numbers of participants and channels,
/// and in the size of the system.
pub fn witness_walk(system: &System, witness: &Witness, lines: &Lines, extent: Extent) -> Walk {
    let replay = witness.replay();
    let shown = Shown::new(replay.script(), witness.cycle(), extent);
    let names = message_names(system, replay.execution());
    let communication = communication_of(replay.execution());
    let walk = WitnessWalk { system, witness, lines, shown, names, communication };
    let edge = |edge: &CycleEdge| order_edge(system, replay.script(), &walk.names, lines, edge);
    let cycle: Vec<OrderEdge> = witness.cycle().iter().map(edge).collect();
    Walk {
        start: walk.start(),
        steps: replay.steps().len(),
        stops: walk.shown.steps().iter().map(|&step| walk.stop(step)).collect(),
        table: witness_table(system, witness, None, extent, WIDTH),
        groups: walk.groups(),
        messages: walk.messages(),
        conclusion: conclusion(&cycle),
        cycle,
        drawings: drawings(system, replay, &walk.shown),
    }
}

impl<'a> WitnessWalk<'a> {
    fn replay(&self) -> &'a Replay {
        self.witness.replay()
    }

    fn start(&self) -> String {
        let start = start_text(self.system, self.replay()).unwrap_or_default();
        if self.replay().steps().is_empty() {
            format!("In an initial configuration, without any step{start}")
        } else {
            format!("The run begins{start}; all channels are empty")
        }
    }

    fn stop(&self, id: StepId) -> WalkStop {
        let step = self.replay().steps()[id];
        let automaton = &self.system.automata()[step.participant];
        let transition = &automaton.transitions()[step.transition];
        let [from, to] =
            [transition.source, transition.target].map(|state| &automaton.states()[state]);
        let name = automaton.name();
        let does = match transition.label {
            Label::Action(direction, channel, _) => {
                let preposition = match direction {
                    Direction::Send => "on",
                    Direction::Receive => "from",
                };
                let (message, channel) = (self.message(id), self.system.channel_name(channel));
                format!("{name} {} {message} {preposition} channel {channel}", verb(direction))
            }
            Label::Internal => match lost(self.system, self.replay().script().moves()[id]) {
                Some(lost) => {
                    format!("{} of {name} is lost", self.system.messages()[lost.message].name)
                }
                None => format!("{name} takes an internal step"),
            },
        };
        let goes = if from == to {
            format!("stays in state {to}")
        } else {
            format!("goes from state {from} to state {to}")
        };
        let is_last = id.number() == self.replay().steps().len();
        let end = if is_last { format!(". {}", self.end()) } else { String::new() };
        WalkStop {
            step: id.number(),
            says: format!("{does} and {goes}{end}"),
            line: self.lines.line(self.system, step),
            drawing: step.participant.index(),
        }
    }

    /// Returns the name of the message that a step sends or receives.
    fn message(&self, step: StepId) -> &str {
        let action = self.replay().script().action_of(step);
        let communication = action.and_then(|action| self.communication[action]);
        communication.map_or("a message", |id| self.names[id].as_str())
    }

    /// Returns the result of the last step, as a sentence.
    fn end(&self) -> String {
        match self.witness.kind() {
            WitnessKind::BorderlineViolation => {
                let before = self.replay().steps().len() - 1;
                let closing = self.closing();
                format!("This {closing}: up to step {before} the run is still RSC")
            }
            WitnessKind::BadConfiguration => "This configuration is bad".to_owned(),
            WitnessKind::NotCompletable => {
                "No word of the choreography goes on from here, in whatever order".to_owned()
            }
            WitnessKind::NotPartial => {
                "This is no partial execution of any word of the choreography".to_owned()
            }
            WitnessKind::NotInDiagram => {
                "Whatever comes now, the diagram does not end like this".to_owned()
            }
            WitnessKind::Race => {
                let text = cause_text(self.system, self.witness).unwrap_or_default();
                format!("This is a race: {text}")
            }
            kind @ (WitnessKind::Safety(_)
            | WitnessKind::OutsideClass(_)
            | WitnessKind::NotTold(_)) => {
                let text = cause_text(self.system, self.witness).unwrap_or_default();
                format!("This violates {}: {text}", kind.remark(self.system))
            }
        }
    }

    /// Returns how the last step closes the cycle: a verb with its object.
    fn closing(&self) -> String {
        match meeting(self.replay().execution(), self.witness.cycle()) {
            Some((Meeting::Crossing, other)) => format!("message crosses {}", self.names[other]),
            Some((Meeting::Overtaking, other)) => {
                format!("message is overtaken by {}", self.names[other])
            }
            None => self.witness.kind().remark(self.system),
        }
    }

    /// Returns the gauges, with their values at the beginning and after each step that is shown.
    fn groups(&self) -> Vec<GaugeGroup> {
        let system = self.system;
        let gauge = |name, key| Gauge { name, values: Vec::new(), key };
        let state = |(id, automaton): (ParticipantId, &CommunicatingAutomaton)| {
            gauge(automaton.name().to_owned(), Some(format!("{}:", id.index())))
        };
        let mut states: Vec<Gauge> = system.automata().enumerate().map(state).collect();
        let channels = system.channels().ids();
        let mut contents: Vec<Gauge> =
            channels.map(|id| gauge(channel_caption(system, id), None)).collect();
        let mut note = |configuration: &Configuration| {
            for (gauge, (id, automaton)) in states.iter_mut().zip(system.automata().enumerate()) {
                gauge.values.push(automaton.states()[configuration.control[id]].to_owned());
            }
            for (gauge, id) in contents.iter_mut().zip(system.channels().ids()) {
                gauge.values.push(contents_text(system, configuration, id));
            }
        };
        note(self.replay().initial());
        let mut shown = self.shown.steps().iter().peekable();
        self.replay().visit(system, |step, configuration| {
            if shown.next_if_eq(&&step).is_some() {
                note(configuration);
            }
        });
        let group = |caption: &str, thing: &str, value: &str, gauges| GaugeGroup {
            caption: caption.to_owned(),
            thing: thing.to_owned(),
            value: value.to_owned(),
            gauges,
        };
        vec![
            group("Local states", "participant", "state", states),
            group("Channels", "channel", "contents, oldest first", contents),
        ]
    }

    fn messages(&self) -> Vec<WalkMessage> {
        let script = self.replay().script();
        let execution = self.replay().execution();
        let message = |(id, ends): (CommunicationId, &Communication)| {
            let channel = self.system.channel_name(execution.actions()[ends.send].channel);
            WalkMessage {
                says: format!("{} on channel {channel}", self.names[id]),
                sent: script.step_of(ends.send).number(),
                received: ends.reception.map(|reception| script.step_of(reception).number()),
            }
        };
        let is_shown = |(_, ends): &(CommunicationId, &Communication)| {
            let mut ends = ends.actions().map(|action| script.step_of(action));
            ends.any(|step| self.shown.contains(step))
        };
        execution.communications().enumerate().filter(is_shown).map(message).collect()
    }
}

/// Returns the automata, one by one; of a large one the states in which it is at a step that is shown.
fn drawings(system: &System, replay: &Replay, shown: &Shown) -> Vec<WalkDrawing> {
    let names = short_names(system);
    let drawing = |participant: ParticipantId| {
        let automaton = &system.automata()[participant];
        let is_small = automaton.states().len() <= DRAWN;
        let steps = shown.steps().iter().map(|&id| replay.steps()[id]);
        let ends = steps.filter(|step| step.participant == participant).flat_map(|step| {
            let transition = &automaton.transitions()[step.transition];
            [transition.source, transition.target]
        });
        let rests = [replay.initial(), replay.last()].map(|at| at.control[participant]);
        let key =
            |state: StateId| format!("{}:{}", participant.index(), &automaton.states()[state]);
        let visited: BTreeSet<String> = rests.into_iter().chain(ends).map(key).collect();
        let keeps = |key: Option<&String>| is_small || key.is_some_and(|key| visited.contains(key));
        let remark = (!is_small).then(|| {
            let states = number_of(automaton.states().len(), "state");
            let of = if shown.left_out() > 0 { "the steps that are shown" } else { "the run" };
            format!("of its {states} only those of {of}")
        });
        let name = automaton.name().to_owned();
        let whole = automata_graph(system, &names, [participant]);
        WalkDrawing { name: name.clone(), remark, graph: part(&whole, name, keeps) }
    };
    system.automata().ids().map(drawing).collect()
}

/// Returns the part of a graph whose nodes are kept by their keys, without its frame.
fn part(whole: &Graph, name: String, keeps: impl Fn(Option<&String>) -> bool) -> Graph {
    let mut graph = Graph { name, ..Graph::default() };
    let mut nodes: IndexVec<NodeId, Option<NodeId>> = IndexVec::filled(None, whole.nodes.len());
    // A node without a key is where an arrow to an initial state starts.
    let target = |node: NodeId| {
        whole.edges.iter().find(|edge| edge.from == node).map(|edge| &whole.nodes[edge.to])
    };
    for (id, node) in whole.nodes.enumerate() {
        let key = match &node.key {
            Some(key) => Some(key),
            None => target(id).and_then(|target| target.key.as_ref()),
        };
        if keeps(key) {
            let node = Node { cluster: None, ..node.clone() };
            nodes[id] = Some(graph.nodes.push(node));
        }
    }
    for edge in &whole.edges {
        if let (Some(from), Some(to)) = (nodes[edge.from], nodes[edge.to]) {
            graph.edges.push(Edge { from, to, ..edge.clone() });
        }
    }
    graph
}
