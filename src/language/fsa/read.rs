//! The system that the machines of a text are.

use std::collections::BTreeMap;

use super::lines::{Draft, Machine};
use super::{codes, lines};
use crate::reading::{self, Piece, Reading, StatedAnswers, shortened, stem, with_nearest_or};
use crate::system::{Model, Places};
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::cfsm::{
    Channel, ChannelId, ChannelKind, Direction, Label, MessageId, MessageSort, ParticipantId,
    StateId, System, SystemBuilder,
};
use rustc_hash::FxHashMap;

/// Maximum number of names that a message lists.
const LISTED: usize = 8;

/// Where a message is sent first, and where it is received first, on a channel: a place for each that is.
type Ends<'a> = [Option<Piece<'a>>; 2];

/// Reads a text.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of their places.
///
/// ```
/// use kernel::source::Source;
/// use language::fsa;
///
/// let text = ".outputs ann\n.state graph\nq0 1 ! hello q1\n.marking q0\n.end
///     .outputs bob\n.state graph\nq0 ann ? hello q1\n.marking q0\n.end\n";
/// let model = fsa::read(&Source::new("greeting.fsa", text)).model.expect("the text is right");
/// assert_eq!(model.system.automata().len(), 2);
/// assert_eq!(model.system.channel_name(model.system.channels().ids().next().unwrap()), "ann>bob");
/// ```
///
/// # Complexity
/// `O(n log n)` for a text of `n` bytes that has no errors.
pub fn read(source: &Source) -> Reading<Model> {
    reading::read(source, &["FSA"], |sink| {
        let draft = lines::read(source, sink);
        resolve(source, draft, sink)
    })
}

/// Returns the model of some machines; `None` if a name in them is wrong, or anything before was.
///
/// # Complexity
/// `O(n log n)` in the number of transitions.
fn resolve(source: &Source, draft: Draft<'_>, sink: &mut Sink) -> Option<Model> {
    let mut resolver = Resolver {
        builder: SystemBuilder::new(stem(source.name())),
        places: Places::default(),
        names: IndexVec::new(),
        numbers: FxHashMap::default(),
        states: IndexVec::new(),
        messages: FxHashMap::default(),
        channels: FxHashMap::default(),
        ends: BTreeMap::new(),
        is_damaged: draft.is_damaged,
        sink,
    };
    resolver.names(&draft.machines);
    for (number, machine) in draft.machines.iter().enumerate() {
        resolver.machine(ParticipantId::from_index(number), machine);
    }
    resolver.finals(&draft);
    let Resolver { builder, mut places, ends, sink, .. } = resolver;
    if sink.has_errors() || draft.machines.is_empty() {
        return None;
    }
    let system = builder.finish();
    unreachable_states(&system, &places, sink);
    one_ended_messages(&system, &ends, sink);
    let StatedAnswers { expectations, verdicts, lines, .. } = draft.answers;
    places.expectations = verdicts;
    places.expectation_lines = lines;
    Some(Model { system, bad: Vec::new(), expectations, places, is_scm: false })
}

struct Resolver<'a, 's> {
    builder: SystemBuilder,
    places: Places,
    names: IndexVec<ParticipantId, String>,
    /// The machines by their names.
    numbers: FxHashMap<String, ParticipantId>,
    /// The states of the machines so far, by their names.
    states: IndexVec<ParticipantId, FxHashMap<&'a str, StateId>>,
    messages: FxHashMap<&'a str, MessageId>,
    /// The channels by their senders and receivers.
    channels: FxHashMap<(ParticipantId, ParticipantId), ChannelId>,
    ends: BTreeMap<(ChannelId, MessageId), Ends<'a>>,
    /// Whether machines may be lost, or names mean others.
    is_damaged: bool,
    sink: &'s mut Sink,
}

impl<'a> Resolver<'a, '_> {
    /// Declares the machines.
    fn names(&mut self, machines: &[Machine<'a>]) {
        for (number, machine) in machines.iter().enumerate() {
            let place = machine.name.unwrap_or(machine.head).span();
            let name = machine.name.map_or_else(|| number.to_string(), |name| name.text.to_owned());
            let other = name.parse().ok().filter(|&other: &usize| {
                other != number && other < machines.len() && other.to_string() == name
            });
            let id = self.builder.participant(&*name);
            let first = match other {
                Some(other) => Some(machines[other].head.span()),
                None => self.numbers.get(&name).map(|&first| self.places.participants[first]),
            };
            if let Some(first) = first {
                let message = format!("two machines are called `{}`", shortened(&name));
                let twice = codes::DUPLICATE.at(place, message).label("again here");
                let what =
                    if other.is_some() { "the machine with this number" } else { "first here" };
                self.sink.push(twice.also(first, what).help("give one of them another name"));
                self.is_damaged = true;
            }
            self.places.participants.push(place);
            self.numbers.entry(name.clone()).or_insert(id);
            self.names.push(name);
        }
    }

    /// Declares the states and the transitions of a machine.
    fn machine(&mut self, id: ParticipantId, machine: &Machine<'a>) {
        let mut states: FxHashMap<&'a str, StateId> = FxHashMap::default();
        let mut places = IndexVec::new();
        let builder = &mut self.builder;
        let mut state = |name: Piece<'a>| {
            *states.entry(name.text).or_insert_with(|| {
                places.push(name.span());
                builder.state(id, name.text)
            })
        };
        let ends: Vec<(StateId, StateId)> =
            machine.transitions.iter().map(|one| (state(one.source), state(one.target))).collect();
        if let Some(initial) = machine.initial.filter(|_| machine.transitions.is_empty()) {
            state(initial);
        }
        self.places.states.push(places);
        self.states.push(states);
        let mut seen: FxHashMap<(StateId, Label, StateId), Span> = FxHashMap::default();
        let mut edges = Vec::with_capacity(ends.len());
        for (one, (source, target)) in machine.transitions.iter().zip(ends) {
            let Some(partner) = self.partner(id, one.partner) else { continue };
            let (channel, end) = match one.direction {
                Direction::Send => (self.channel(id, partner), 0),
                Direction::Receive => (self.channel(partner, id), 1),
            };
            let message = one.message.text;
            let builder = &mut self.builder;
            let places = &mut self.places.messages;
            let message = *self.messages.entry(message).or_insert_with(|| {
                places.push(one.message.span());
                builder.message(message, MessageSort::Int)
            });
            self.ends.entry((channel, message)).or_default()[end].get_or_insert(one.message);
            let label = Label::Action(one.direction, channel, message);
            if let Some(&first) = seen.get(&(source, label, target)) {
                let twice = codes::TRANSITION_TWICE.at(one.place, "this transition stands twice");
                self.sink.push(twice.label("this changes nothing").also(first, "first here"));
                continue;
            }
            seen.insert((source, label, target), one.place);
            edges.push((source, label, target, one.place));
        }
        edges.sort_by_key(|&(source, ..)| source);
        for &(source, label, target, _) in &edges {
            self.builder.transition(id, source, label, target);
        }
        self.places.transitions.push(edges.into_iter().map(|(.., place)| place).collect());
        if let Some(initial) = machine.initial
            && let Some(state) = self.state(id, initial, machine.is_damaged)
        {
            self.builder.initial(id, state);
        }
    }

    /// Declares the final states.
    fn finals(&mut self, draft: &Draft<'a>) {
        for (name, states) in &draft.finals {
            let Some(id) = self.known(*name) else { continue };
            let is_damaged = draft.machines[id.index()].is_damaged;
            for &state in states {
                if let Some(state) = self.state(id, state, is_damaged) {
                    self.builder.final_state(id, state);
                }
            }
        }
    }

    /// Returns the state of that name, or reports that there is none.
    fn state(&mut self, id: ParticipantId, name: Piece<'a>, is_damaged: bool) -> Option<StateId> {
        let states = &self.states[id];
        let found = states.get(name.text).copied();
        if found.is_none() && !is_damaged && !self.sink.is_full() {
            let message = format!(
                "no transition of `{}` has the state `{}`",
                self.names[id],
                shortened(name.text)
            );
            let unknown = codes::UNKNOWN_STATE.at(name.span(), message).label("unknown");
            let mut known: Vec<&str> = states.keys().copied().collect();
            known.sort_unstable();
            let help = || listed("states", &known);
            self.sink.push(with_nearest_or(unknown, name.text, known.iter().copied(), help));
        }
        found
    }

    /// Returns the machine with that name or number, or reports that there is none.
    fn known(&mut self, name: Piece<'a>) -> Option<ParticipantId> {
        let is_number = name.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = || {
            let number = name.text.parse().ok().filter(|&number| number < self.names.len());
            number.filter(|_| is_number).map(ParticipantId::from_index)
        };
        let found = self.numbers.get(name.text).copied().or_else(number);
        if found.is_none() && !self.is_damaged && !self.sink.is_full() {
            let message = format!("there is no machine `{}`", shortened(name.text));
            let unknown = codes::UNKNOWN_MACHINE.at(name.span(), message).label("unknown");
            let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
            let help = || match self.names.len() {
                1 => "the only machine is number 0".to_owned(),
                number if is_number => format!("machines are numbered 0 to {}", number - 1),
                _ => listed("machines", &known),
            };
            // No number is a slip of another one.
            let near = known.iter().copied().filter(|_| !is_number);
            self.sink.push(with_nearest_or(unknown, name.text, near, help));
        }
        found
    }

    /// Returns the partner of a machine in a transition, or reports that there is none.
    fn partner(&mut self, id: ParticipantId, name: Piece<'a>) -> Option<ParticipantId> {
        let partner = self.known(name)?;
        if partner == id && self.is_damaged {
            return None;
        }
        if partner == id {
            let message = format!("`{}` talks to itself", shortened(&self.names[id]));
            let itself = codes::SELF_MESSAGE.at(name.span(), message).label("this machine");
            let itself = itself.also(self.places.participants[id], "it begins here");
            self.sink.push(itself.help("the partner is another machine; they are numbered from 0"));
            return None;
        }
        Some(partner)
    }

    /// Returns the channel from one machine to another one.
    fn channel(&mut self, sender: ParticipantId, receiver: ParticipantId) -> ChannelId {
        let Self { builder, channels, names, .. } = self;
        *channels.entry((sender, receiver)).or_insert_with(|| {
            let name = format!("{}>{}", names[sender], names[receiver]);
            builder.named_channel(name, Channel { kind: ChannelKind::Fifo, lossy: false })
        })
    }
}

/// Returns which names there are: the first few of them.
fn listed(what: &str, names: &[&str]) -> String {
    let shown: Vec<String> =
        names.iter().take(LISTED).map(|name| format!("`{}`", shortened(name))).collect();
    let more = names.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the {what} are {}{more}", shown.join(", "))
}

/// Warns about states that cannot be reached, at the first one of each machine.
fn unreachable_states(system: &System, places: &Places, sink: &mut Sink) {
    for (id, automaton) in system.automata().enumerate() {
        let reached = automaton.reachable();
        let states = automaton.states().ids();
        let lost: Vec<StateId> =
            states.filter(|state| reached.binary_search(state).is_err()).collect();
        let names: Vec<&str> = lost.iter().map(|&state| &automaton.states()[state]).collect();
        let Some(&first) = lost.first() else { continue };
        let message = match names[..] {
            [only] => {
                format!("state `{}` of `{}` cannot be reached", shortened(only), automaton.name())
            }
            _ => format!("{} states of `{}` cannot be reached", names.len(), automaton.name()),
        };
        let warning = codes::UNREACHABLE_STATE.at(places.states[id][first], message);
        let warning = warning.label("no transitions lead here");
        sink.push(if names.len() > 1 { warning.help(listed("states", &names)) } else { warning });
    }
}

/// Warns about messages that are only sent, or only received, on a channel.
fn one_ended_messages(
    system: &System,
    ends: &BTreeMap<(ChannelId, MessageId), Ends<'_>>,
    sink: &mut Sink,
) {
    for (&(channel, message), both) in ends {
        let (place, own) = match both {
            [Some(place), None] => (place, 0),
            [None, Some(place)] => (place, 1),
            _ => continue,
        };
        let (done, other) = [("sent", "received"), ("received", "sent")][own];
        let (name, lane) =
            (shortened(&system.messages()[message].name), system.channel_name(channel));
        let text = format!("`{name}` is {done} on channel {lane}, and never {other} there");
        let warning = codes::ONE_ENDED.at(place.span(), text);
        // What was probably meant has the other end alone.
        let of_channel = ends.range((channel, MessageId::from_index(0))..);
        let mut of_channel = of_channel.take_while(|(key, _)| key.0 == channel);
        let meant = of_channel.find_map(|(_, ends)| ends[1 - own].filter(|_| ends[own].is_none()));
        sink.push(match meant {
            Some(meant) => {
                let label = format!("`{}` is {other} and never {done}", shortened(meant.text));
                warning.also(meant.span(), label).did_you_mean(meant.text)
            }
            None => warning,
        });
    }
}
