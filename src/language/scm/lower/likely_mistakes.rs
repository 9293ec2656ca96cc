//! Warnings about models that say what their authors hardly mean: messages sent where nobody receives them, channels
//! with one end, participants that cannot move, bad states that cannot be.
//!
//! All of it is read off the transitions, whatever can be reached: the checks say what happens, these say what
//! cannot.

use std::collections::BTreeMap;

use crate::scm::ast::{Communication, Name, Tree};
use crate::scm::codes;
use crate::system::Places;
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use model::cfsm::{
    Action, BadConfigurations, ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId,
    System,
};
use rustc_hash::FxHashSet;

/// The actions of a system as they are written, in its order.
#[derive(Clone, Copy)]
pub(super) struct Written<'a> {
    pub(super) tree: &'a Tree<'a>,
    /// The transitions of the tree.
    pub(super) transitions: &'a [u32],
}

impl<'a> Written<'a> {
    /// Returns the actions of `system`, each with its transition in the tree.
    fn actions(self, system: &System) -> impl Iterator<Item = (Action, u32)> {
        system.actions().zip(self.transitions.iter().copied())
    }

    /// Returns the action of a transition as it is written.
    fn communication(self, transition: u32) -> Communication<'a> {
        self.tree.transition(transition).action.expect("the transition is an action")
    }
}

/// Warns about likely mistakes.
///
/// # Complexity
/// `O(n log n)` in the size of the system.
pub(super) fn warn(
    system: &System,
    bad: &[BadConfigurations],
    written: Written<'_>,
    places: &Places,
    sink: &mut Sink,
) {
    Traffic::new(system, written).warn(sink);
    immobile_participants(system, places, sink);
    shared_receptions(system, written, sink);
    odd_send(system, written, sink);
    impossible_states(system, bad, places, sink);
}

/// The first send of a message to a channel, and the first reception of it from there.
#[derive(Default)]
struct Ends<'a> {
    send: Option<Communication<'a>>,
    reception: Option<Communication<'a>>,
}

impl<'a> Ends<'a> {
    /// Returns the only end; `None` if there are both.
    fn only(&self) -> Option<Communication<'a>> {
        self.send.xor(self.reception)
    }
}

/// What is sent and received.
#[derive(Default)]
struct Traffic<'a> {
    /// By channel and message.
    ends: BTreeMap<(ChannelId, MessageId), Ends<'a>>,
    /// The channels on which a message is only sent or only received, by the message.
    one_ended: BTreeMap<MessageId, Vec<(ChannelId, Communication<'a>)>>,
}

impl<'a> Traffic<'a> {
    fn new(system: &System, written: Written<'a>) -> Self {
        let mut traffic = Self::default();
        for (action, transition) in written.actions(system) {
            let ends = traffic.ends.entry((action.channel, action.message)).or_default();
            let end = match action.direction {
                Direction::Send => &mut ends.send,
                Direction::Receive => &mut ends.reception,
            };
            end.get_or_insert_with(|| written.communication(transition));
        }
        for (&(channel, message), ends) in &traffic.ends {
            if let Some(end) = ends.only() {
                traffic.one_ended.entry(message).or_default().push((channel, end));
            }
        }
        traffic
    }

    fn warn(&self, sink: &mut Sink) {
        let mut last = None;
        for (&(id, message_id), ends) in &self.ends {
            let Some(end) = ends.only() else { continue };
            let (channel, message) = (id.index(), end.message.text);
            let is_other =
                |ends: &Ends<'_>| ends.only().is_none_or(|other| other.direction != end.direction);
            let (code, end, text) = if self.of_channel(id).any(is_other) {
                let (code, done, missing) = match end.direction {
                    Direction::Send => (codes::NEVER_RECEIVED, "sent", "receives"),
                    Direction::Receive => (codes::NEVER_SENT, "received", "sends"),
                };
                let text = format!(
                    "`{message}` is {done} on channel {channel}, and nobody {missing} it there"
                );
                (code, end, text)
            } else if last.replace(id) != Some(id) {
                let all = self.of_channel(id).filter_map(Ends::only);
                let first = all.min_by_key(|end| end.channel.span.start());
                let (done, missing) = match end.direction {
                    Direction::Send => ("written", "reads it"),
                    Direction::Receive => ("read", "writes to it"),
                };
                let text = format!("channel {channel} is {done}, and nobody {missing}");
                (codes::ONE_ENDED_CHANNEL, first.unwrap_or(end), text)
            } else {
                continue;
            };
            let diagnostic = code.at(end.channel.span, text);
            sink.push(self.with_suggestion(diagnostic, (id, message_id), end));
        }
    }

    /// Returns the ends of the messages of a channel.
    fn of_channel(&self, channel: ChannelId) -> impl Iterator<Item = &Ends<'a>> {
        let from = self.ends.range((channel, MessageId::from_index(0))..);
        from.take_while(move |(key, _)| key.0 == channel).map(|(_, ends)| ends)
    }

    /// Adds what was probably meant: a channel that has the other end of the message, and only that, or a message of
    /// which this channel has the other end, and only that.
    fn with_suggestion(
        &self,
        diagnostic: Diagnostic,
        (channel, message_id): (ChannelId, MessageId),
        end: Communication<'_>,
    ) -> Diagnostic {
        let what = match end.direction {
            Direction::Send => "received and never sent",
            Direction::Receive => "sent and never received",
        };
        let is_meant = |other: &Communication<'_>| other.direction != end.direction;
        let message = end.message.text;
        if let Some((other_channel, other)) =
            self.one_ended[&message_id].iter().find(|(_, other)| is_meant(other))
        {
            let number = other_channel.index();
            let help = format!("on channel {number} `{message}` is {what}: did you mean {number}?");
            return diagnostic
                .also(other.channel.span, format!("`{message}` is {what}"))
                .help(help)
                .fix(end.channel.span, number.to_string());
        }
        match self.of_channel(channel).filter_map(Ends::only).find(is_meant) {
            Some(Communication { message: Name { text: name, span }, .. }) => {
                let channel = channel.index();
                let help =
                    format!("on channel {channel} `{name}` is {what}: did you mean `{name}`?");
                diagnostic
                    .also(span, format!("`{name}` is {what}"))
                    .help(help)
                    .fix(end.message.span, name)
            }
            None => diagnostic,
        }
    }
}

/// Warns about participants that never do anything.
fn immobile_participants(system: &System, places: &Places, sink: &mut Sink) {
    let sent: FxHashSet<(ChannelId, MessageId)> = system
        .actions()
        .filter(|action| action.direction == Direction::Send)
        .map(|action| (action.channel, action.message))
        .collect();
    for (participant, automaton) in system.automata().enumerate() {
        let first = automaton.initial().iter().flat_map(|&state| automaton.outgoing(state));
        let mut labels = first.map(|&id| automaton.transitions()[id].label).peekable();
        let why = if labels.peek().is_none() {
            "no transition leaves its initial state"
        } else if labels.all(|label| {
            matches!(label, Label::Action(Direction::Receive, channel, message)
                if !sent.contains(&(channel, message)))
        }) {
            "nobody sends what it waits for in its initial state"
        } else {
            continue;
        };
        let message = format!("`{}` can never do anything", automaton.name());
        sink.push(codes::IMMOBILE.at(places.participants[participant], message).label(why));
    }
}

/// A participant that sends to a channel, or receives from it: the place of the first of these transitions, and how
/// many there are.
type User = (ParticipantId, Span, usize);

/// Returns the users of all channels in one direction.
fn users(
    system: &System,
    written: Written<'_>,
    direction: Direction,
) -> IndexVec<ChannelId, Vec<User>> {
    let mut users: IndexVec<ChannelId, Vec<User>> =
        IndexVec::filled(Vec::new(), system.channels().len());
    let all = written.actions(system);
    for (action, transition) in all.filter(|(action, _)| action.direction == direction) {
        let users = &mut users[action.channel];
        match users.last_mut() {
            Some((last, _, count)) if *last == action.participant => *count += 1,
            _ => users.push((action.participant, written.tree.transition(transition).span, 1)),
        }
    }
    users
}

/// Warns about FIFO channels from which several participants receive, at that which does so least often.
fn shared_receptions(system: &System, written: Written<'_>, sink: &mut Sink) {
    for (channel, readers) in users(system, written, Direction::Receive).enumerate() {
        if readers.len() < 2 || system.channels()[channel].kind != ChannelKind::Fifo {
            continue;
        }
        let name = |participant| format!("`{}`", system.automata()[participant].name());
        let names: Vec<String> = readers.iter().map(|reader| name(reader.0)).collect();
        let message = format!(
            "{} receive from FIFO channel {}, and may take what is meant for another",
            names.join(" and "),
            channel.index()
        );
        let fewest = readers.iter().rev().min_by_key(|(_, _, count)| count);
        let &(odd, place, _) = fewest.expect("the channel has readers");
        let mut diagnostic = codes::SHARED_FIFO.at(place, message).label(name(odd));
        for &(participant, place, _) in readers.iter().filter(|reader| reader.0 != odd) {
            diagnostic = diagnostic.also(place, name(participant));
        }
        sink.push(diagnostic);
    }
}

/// Warns about the only send to a channel of somebody else, if all other sends to all channels are of one participant
/// each.
fn odd_send(system: &System, written: Written<'_>, sink: &mut Sink) {
    let senders = users(system, written, Direction::Send);
    let mut shared = senders.enumerate().filter(|(_, users)| users.len() > 1);
    let (Some((channel, users)), None) = (shared.next(), shared.next()) else { return };
    let mut users = users.clone();
    users.sort_by_key(|(_, _, count)| *count);
    let [(odd, place, 1), (usual, usually, 2..)] = *users else { return };
    let name = |participant| system.automata()[participant].name();
    let message = format!(
        "only here `{}` sends on channel {}, on which otherwise `{}` sends",
        name(odd),
        channel.index(),
        name(usual)
    );
    let help = "every other channel has one sender: did you mean another channel?";
    sink.push(codes::ODD_SEND.at(place, message).also(usually, "as here").help(help));
}

/// Warns about bad specifications that no states of the participants meet, whatever the channels hold.
fn impossible_states(system: &System, bad: &[BadConfigurations], places: &Places, sink: &mut Sink) {
    for (specification, &place) in bad.iter().zip(&places.bad) {
        let never = specification.control.iter().find(|(participant, states)| {
            let reached = system.automata()[*participant].reachable();
            !states.iter().any(|state| reached.contains(state))
        });
        if let Some((participant, _)) = never {
            let name = system.automata()[*participant].name();
            let message = "no participants' states meet this specification";
            let label = format!("`{name}` is never in a state that is named here");
            sink.push(codes::IMPOSSIBLE_STATES.at(place, message).label(label));
        }
    }
}
