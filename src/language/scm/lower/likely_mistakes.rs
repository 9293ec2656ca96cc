//! Warnings about models that say what their authors hardly mean: messages sent where nobody receives them, channels
//! with one end, participants that cannot move, bad states that cannot be.
//!
//! All of it is read off the transitions, whatever can be reached: the checks say what happens, these say what
//! cannot.

use std::collections::BTreeMap;

use crate::scm::ast::{Communication, Tree};
use crate::scm::codes;
use crate::scm::model::Places;
use kernel::base::Id as _;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, CommunicatingAutomaton, Direction, Label, MessageId,
    ParticipantId, System, TransitionId,
};
use rustc_hash::FxHashSet;

/// Warns about likely mistakes.
///
/// # Complexity
/// `O(n log n)` in the size of the system.
pub(super) fn warn(
    system: &System,
    bad: &[BadConfigurations],
    tree: &Tree<'_>,
    places: &Places,
    sink: &mut Sink,
) {
    let traffic = Traffic::new(tree, places);
    traffic.warn(sink);
    immobile_participants(system, places, sink);
    shared_receptions(system, places, sink);
    odd_send(system, places, sink);
    impossible_states(system, bad, places, sink);
}

/// Where a message is sent to a channel, and where it is received from it.
#[derive(Default)]
struct Ends {
    sends: Vec<Place>,
    receptions: Vec<Place>,
}

/// The places of an action.
#[derive(Clone, Copy)]
struct Place {
    channel: Span,
    message: Span,
}

impl Ends {
    /// Returns the direction of the only end, and its first place; `None` if there are both ends.
    fn only(&self) -> Option<(Direction, Place)> {
        match (&*self.sends, &*self.receptions) {
            ([first, ..], []) => Some((Direction::Send, *first)),
            ([], [first, ..]) => Some((Direction::Receive, *first)),
            _ => None,
        }
    }

    fn direction(&self) -> Option<Direction> {
        self.only().map(|(direction, _)| direction)
    }
}

/// What is sent and received.
struct Traffic<'a> {
    /// By channel and message.
    ends: BTreeMap<(u64, &'a str), Ends>,
    /// The channels on which a message is only sent or only received, by the message.
    one_ended: BTreeMap<&'a str, Vec<u64>>,
}

impl<'a> Traffic<'a> {
    fn new(tree: &Tree<'a>, places: &Places) -> Self {
        let mut taken: Vec<usize> =
            places.transitions.iter().flatten().map(|span| span.start()).collect();
        taken.sort_unstable();
        let mut ends: BTreeMap<(u64, &str), Ends> = BTreeMap::new();
        let states = tree.file.automata.iter().flat_map(|automaton| &automaton.states);
        for transition in states.flat_map(|state| &state.transitions) {
            let Some(Communication { channel, direction, message }) = transition.action else {
                continue;
            };
            // A transition whose condition is never true is none.
            let is_taken = taken.binary_search(&transition.span.start()).is_ok();
            let Some(number) = channel.value.filter(|_| is_taken) else { continue };
            let ends = ends.entry((number, message.text)).or_default();
            let place = Place { channel: channel.span, message: message.span };
            match direction {
                Direction::Send => ends.sends.push(place),
                Direction::Receive => ends.receptions.push(place),
            }
        }
        let mut one_ended: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (&(channel, message), ends) in &ends {
            if ends.only().is_some() {
                one_ended.entry(message).or_default().push(channel);
            }
        }
        Self { ends, one_ended }
    }

    fn warn(&self, sink: &mut Sink) {
        let mut last = None;
        for (&(channel, message), ends) in &self.ends {
            let Some((direction, place)) = ends.only() else { continue };
            let is_other = |(_, ends): (&str, &Ends)| ends.direction() != Some(direction);
            if self.of_channel(channel).any(is_other) {
                sink.push(self.message_warning(channel, message, direction, place));
            } else if last.replace(channel) != Some(channel) {
                sink.push(self.channel_warning(channel, direction));
            }
        }
    }

    /// Returns the messages of a channel.
    fn of_channel(&self, channel: u64) -> impl Iterator<Item = (&'a str, &Ends)> {
        let all = self.ends.range((channel, "")..).take_while(move |(key, _)| key.0 == channel);
        all.map(|(&(_, message), ends)| (message, ends))
    }

    /// Returns the warning about a message of which a channel has one end.
    fn message_warning(
        &self,
        channel: u64,
        message: &str,
        direction: Direction,
        place: Place,
    ) -> Diagnostic {
        let (code, text) = match direction {
            Direction::Send => (
                codes::NEVER_RECEIVED,
                format!("`{message}` is sent on channel {channel}, and nobody receives it there"),
            ),
            Direction::Receive => (
                codes::NEVER_SENT,
                format!("`{message}` is received on channel {channel}, and nobody sends it there"),
            ),
        };
        let diagnostic = code.at(place.channel, text);
        self.with_suggestion(diagnostic, (channel, message), direction, place)
    }

    /// Returns the warning about a channel that is only written or only read.
    fn channel_warning(&self, channel: u64, direction: Direction) -> Diagnostic {
        let first = |(message, ends): (&'a str, &Ends)| Some((ends.only()?.1, message));
        let places = self.of_channel(channel).filter_map(first);
        let (place, message) = places
            .min_by_key(|(place, _)| place.channel.start())
            .expect("each message of the channel has one end");
        let text = match direction {
            Direction::Send => format!("channel {channel} is written, and nobody reads it"),
            Direction::Receive => format!("channel {channel} is read, and nobody writes to it"),
        };
        let diagnostic = codes::ONE_ENDED_CHANNEL.at(place.channel, text);
        self.with_suggestion(diagnostic, (channel, message), direction, place)
    }

    /// Adds what was probably meant: a channel that has the other end of the message, and only that, or a message of
    /// which this channel has the other end, and only that.
    fn with_suggestion(
        &self,
        diagnostic: Diagnostic,
        (channel, message): (u64, &str),
        direction: Direction,
        at: Place,
    ) -> Diagnostic {
        let other_end = |channel: u64, message: &str| {
            let (other, place) = self.ends[&(channel, message)].only()?;
            (other != direction).then_some(place)
        };
        let what = match direction {
            Direction::Send => "received and never sent",
            Direction::Receive => "sent and never received",
        };
        let mut elsewhere = self.one_ended.get(message).into_iter().flatten().copied();
        if let Some((number, place)) =
            elsewhere.find_map(|number| Some((number, other_end(number, message)?)))
        {
            let help = format!("on channel {number} `{message}` is {what}: did you mean {number}?");
            return diagnostic
                .also(place.channel, format!("`{message}` is {what}"))
                .help(help)
                .fix(at.channel, number.to_string());
        }
        let mut here = self.of_channel(channel).map(|(name, _)| name);
        match here.find_map(|name| Some((name, other_end(channel, name)?))) {
            Some((name, place)) => {
                let help =
                    format!("on channel {channel} `{name}` is {what}: did you mean `{name}`?");
                diagnostic
                    .also(place.message, format!("`{name}` is {what}"))
                    .help(help)
                    .fix(at.message, name)
            }
            None => diagnostic,
        }
    }
}

/// Warns about participants that never do anything.
fn immobile_participants(system: &System, places: &Places, sink: &mut Sink) {
    let all = || system.automata().iter().flat_map(CommunicatingAutomaton::transitions);
    let sent: FxHashSet<(ChannelId, MessageId)> = all()
        .filter_map(|transition| match transition.label {
            Label::Action(Direction::Send, channel, message) => Some((channel, message)),
            _ => None,
        })
        .collect();
    for (participant, automaton) in system.automata().enumerate() {
        let mut first = automaton
            .transitions()
            .iter()
            .filter(|transition| automaton.initial().contains(&transition.source))
            .peekable();
        let why = if first.peek().is_none() {
            "no transition leaves its initial state"
        } else if first.all(|transition| match transition.label {
            Label::Action(Direction::Receive, channel, message) => {
                !sent.contains(&(channel, message))
            }
            _ => false,
        }) {
            "nobody sends what it waits for in its initial state"
        } else {
            continue;
        };
        let message = format!("`{}` can never do anything", automaton.name());
        sink.push(codes::IMMOBILE.at(places.participants[participant], message).label(why));
    }
}

/// The participants that send to a channel, or receive from it, with their transitions.
type Users = BTreeMap<ParticipantId, Vec<TransitionId>>;

/// Returns the users of all channels in one direction.
fn users(system: &System, direction: Direction) -> BTreeMap<ChannelId, Users> {
    let mut users: BTreeMap<ChannelId, Users> = BTreeMap::new();
    for (participant, automaton) in system.automata().enumerate() {
        for (id, transition) in automaton.transitions().enumerate() {
            if let Label::Action(taken, channel, _) = transition.label
                && taken == direction
            {
                users.entry(channel).or_default().entry(participant).or_default().push(id);
            }
        }
    }
    users
}

/// Warns about FIFO channels from which several participants receive, at that which does so least often.
fn shared_receptions(system: &System, places: &Places, sink: &mut Sink) {
    for (channel, readers) in users(system, Direction::Receive) {
        if readers.len() < 2 || system.channels()[channel].kind != ChannelKind::Fifo {
            continue;
        }
        let name = |participant| format!("`{}`", system.automata()[participant].name());
        let names: Vec<String> = readers.keys().map(|&participant| name(participant)).collect();
        let message = format!(
            "{} receive from FIFO channel {}, and may take what is meant for another",
            names.join(" and "),
            channel.index()
        );
        let place =
            |participant: ParticipantId| places.transitions[participant][readers[&participant][0]];
        let fewest = readers.iter().rev().min_by_key(|(_, transitions)| transitions.len());
        let (&odd, _) = fewest.expect("the channel has readers");
        let mut diagnostic = codes::SHARED_FIFO.at(place(odd), message).label(name(odd));
        for &participant in readers.keys().filter(|&&participant| participant != odd) {
            diagnostic = diagnostic.also(place(participant), name(participant));
        }
        sink.push(diagnostic);
    }
}

/// Warns about the only send to a channel of somebody else, if all other sends to all channels are of one participant
/// each.
fn odd_send(system: &System, places: &Places, sink: &mut Sink) {
    let senders = users(system, Direction::Send);
    let mut shared = senders.iter().filter(|(_, users)| users.len() > 1);
    let (Some((channel, users)), None) = (shared.next(), shared.next()) else { return };
    let single = |users: &Users| {
        let mut single = users.iter().filter(|(_, transitions)| transitions.len() == 1);
        let (&participant, transitions) = single.next()?;
        single.next().is_none().then_some((participant, transitions[0]))
    };
    let (2, Some((odd, transition))) = (users.len(), single(users)) else { return };
    let usual = users.keys().find(|&&participant| participant != odd).expect("there are two");
    let name = |participant| system.automata()[participant].name();
    let message = format!(
        "only here `{}` sends on channel {}, on which otherwise `{}` sends",
        name(odd),
        channel.index(),
        name(*usual)
    );
    let place = places.transitions[odd][transition];
    let help = "every other channel has one sender: did you mean another channel?";
    let usually = places.transitions[*usual][users[usual][0]];
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
