//! What witnesses and certificates have in common: names, numbers, and what they are about.
//!
//! Evidence is read as JSON values, each field where it is needed. What a field names is looked up
//! by its text; what does not stand in the model is wrong.

use super::contents_ways::{Expression, Ways};
use super::safety::{Property, is_final, leaving, reception};
use kernel::base::Id as _;
use model::cfsm::{
    Action, BadConfigurations, ChannelId, ChannelKind, CommunicatingAutomaton, ContentsExpression,
    MessageId, ParticipantId, StateId, System,
};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;

/// The most combinations of what channels may be for that are tried.
const COMBINATIONS: usize = 2_000;

/// Why evidence is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// It is wrong.
    Wrong(String),
    /// Nobody knows: it would take too long, or asks for something that means nothing.
    Undecided(String),
}

impl fmt::Display for Objection {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Wrong(why) | Self::Undecided(why)) = self;
        formatter.write_str(why)
    }
}

/// What is read, or why it cannot be.
pub type Judged<T> = Result<T, Objection>;

/// It is wrong.
pub fn wrong<T>(why: impl Into<String>) -> Judged<T> {
    Err(Objection::Wrong(why.into()))
}

/// It is wrong unless the condition holds.
pub fn require(condition: bool, why: impl FnOnce() -> String) -> Judged<()> {
    if condition { Ok(()) } else { wrong(why()) }
}

/// What evidence is about.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    pub system: &'a System,
    /// The specifications of the file, in order.
    pub bad: &'a [BadConfigurations],
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: &'a str,
}

/// What is asked of a model.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// Whether it is RSC.
    Rsc,
    /// Whether a configuration of the specification is reachable.
    BadStates(&'a BadConfigurations),
    /// Whether it has the property.
    Safety(Property),
}

impl<'a> Model<'a> {
    /// The system in the reading of the channels that the evidence names, if the evidence is about
    /// this model.
    pub fn read(&self, evidence: &Value) -> Judged<Cow<'a, System>> {
        require(text(evidence, "sha256")? == self.sha256, || "another model".to_owned())?;
        Ok(match text(evidence, "channels")? {
            "as written" => Cow::Borrowed(self.system),
            "fifo" => Cow::Owned(self.system.with_channels(ChannelKind::Fifo)),
            "bag" => Cow::Owned(self.system.with_channels(ChannelKind::Bag)),
            other => return wrong(format!("channels {other:?}")),
        })
    }

    /// The system that a certificate is about: that of [`read`](Self::read), or some of its participants alone, if those are
    /// enough for the property.
    pub fn certified(&self, certificate: &Value) -> Judged<Cow<'a, System>> {
        let whole = self.read(certificate)?;
        let names = list_or_none(certificate, "component")?;
        if names.is_empty() {
            return Ok(whole);
        }
        let several = certificate.get("properties").is_some_and(|all| *all != json!([]));
        require(!several, || "several properties of some participants".to_owned())?;
        let automata = || whole.automata().enumerate();
        let chosen: Vec<ParticipantId> = automata()
            .filter(|(_, one)| names.contains(&json!(one.name())))
            .map(|(id, _)| id)
            .collect();
        let in_order = chosen.iter().map(|&id| json!(whole.automata()[id].name()));
        require(in_order.eq(names.iter().cloned()), || "participants in another order".to_owned())?;
        for one in whole.actions() {
            let shared = |other: &Action| {
                other.channel == one.channel
                    && chosen.contains(&one.participant) != chosen.contains(&other.participant)
            };
            require(!whole.actions().any(|other| shared(&other)), || {
                "a shared channel".to_owned()
            })?;
        }
        let part = whole.of_participants(&chosen);
        // Where all of them are without a step in final states, somebody else may be without one in another state.
        let ended_rest = match self.question(certificate)? {
            Question::Safety(Property::ReceptionDeadlock) => false,
            Question::Safety(Property::Progress) => true,
            _ => return wrong("others may make a difference"),
        };
        let may_rest = |participant: ParticipantId, state: StateId| {
            let mut leaving = leaving(&part, participant, state).peekable();
            is_final(&part, participant, state)
                && (ended_rest || leaving.peek().is_some())
                && leaving.all(|transition| reception(transition).is_some())
        };
        let may_be_over = |(participant, automaton): (ParticipantId, &CommunicatingAutomaton)| {
            automaton.reachable().into_iter().any(|state| may_rest(participant, state))
        };
        let all_may_be_over = part.automata().enumerate().all(may_be_over);
        require(!all_may_be_over, || "others may make a difference".to_owned())?;
        Ok(Cow::Owned(part))
    }

    /// The question that the evidence answers.
    pub fn question(&self, evidence: &Value) -> Judged<Question<'a>> {
        self.question_named(text(evidence, "property")?)
    }

    /// The question whether the property of this name holds.
    pub fn question_named(&self, property: &str) -> Judged<Question<'a>> {
        if property == "rsc" {
            return Ok(Question::Rsc);
        }
        if let Some(number) = property.strip_prefix("bad_states/") {
            let bad = number_in(number)?.checked_sub(1).and_then(|place| self.bad.get(place));
            let Some(bad) = bad else { return wrong(format!("no specification {number}")) };
            return Ok(Question::BadStates(bad));
        }
        let mut all = Property::all(self.system).into_iter();
        match all.find(|candidate| candidate.name(self.system) == property) {
            Some(property) => Ok(Question::Safety(property)),
            None => wrong(format!("no property {property:?}")),
        }
    }

    /// Whether it is known what the specification means in this reading: not where it says
    /// something about a channel that is read as a bag and was not written as one.
    pub fn means_something(&self, bad: &BadConfigurations, system: &System) -> Judged<()> {
        let kind = |system: &System, channel| system.channels()[channel].kind;
        let mut channels = system.channels().ids();
        let new_bag = channels.any(|channel| kind(system, channel) != kind(self.system, channel));
        match &bad.contents {
            Some(contents) if new_bag && !leaves_bags_alone(system, contents) => {
                Err(Objection::Undecided("contents of a bag".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// Whether it never matters to an expression what the bags hold, as far as one sees by trying all
/// that the channels may be for.
fn leaves_bags_alone(system: &System, contents: &ContentsExpression) -> bool {
    let expression = Expression::new(contents);
    let messages: Vec<MessageId> = system.messages().ids().collect();
    let all = expression.all_ways(&messages);
    let channels = system.channels().len();
    let combinations = u32::try_from(channels).ok().and_then(|n| all.len().checked_pow(n));
    if combinations.is_none_or(|combinations| combinations > COMBINATIONS) {
        return false;
    }
    let is_bag: Vec<bool> = system.channels().iter().map(|c| c.kind == ChannelKind::Bag).collect();
    let nothing = expression.nothing();
    let tuples = (0..channels).fold(vec![Vec::new()], |tuples: Vec<Vec<Ways>>, _| {
        let longer = |tuple: &Vec<Ways>| -> Vec<Vec<Ways>> {
            all.iter().map(|ways| [tuple.as_slice(), std::slice::from_ref(ways)].concat()).collect()
        };
        tuples.iter().flat_map(longer).collect()
    });
    tuples.iter().all(|tuple| {
        let with_empty_bags: Vec<Ways> = tuple
            .iter()
            .zip(&is_bag)
            .map(|(ways, is_bag)| if *is_bag { nothing.clone() } else { ways.clone() })
            .collect();
        expression.connect(tuple) == expression.connect(&with_empty_bags)
    })
}

/// Whether the document names its format, in the version that is known.
pub fn is_of_schema(evidence: &Value, schema: &str) -> Judged<()> {
    require(text(evidence, "schema")? == schema, || format!("not a {schema}"))?;
    require(number(evidence, "schema_version")? == 1, || "another version".to_owned())
}

/// The text in a field.
pub fn text<'v>(value: &'v Value, field: &str) -> Judged<&'v str> {
    match value.get(field).and_then(Value::as_str) {
        Some(text) => Ok(text),
        None => wrong(format!("{field} is no text")),
    }
}

/// The number in a field.
pub fn number(value: &Value, field: &str) -> Judged<usize> {
    match value.get(field) {
        Some(number) => natural(number),
        None => wrong(format!("no {field}")),
    }
}

/// A number that counts something.
pub fn natural(value: &Value) -> Judged<usize> {
    match value.as_u64().and_then(|number| usize::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => wrong(format!("{value} is no natural number")),
    }
}

/// A number in the text of a state or of a property, in canonical decimal.
pub fn number_in(text: &str) -> Judged<usize> {
    match text.parse::<usize>() {
        Ok(number) if number.to_string() == text => Ok(number),
        _ => wrong(format!("{text:?} is no number")),
    }
}

/// The items of a field.
pub fn list<'v>(value: &'v Value, field: &str) -> Judged<&'v [Value]> {
    match value.get(field).and_then(Value::as_array) {
        Some(items) => Ok(items),
        None => wrong(format!("{field} is no list")),
    }
}

/// The items of a field that may be absent.
pub fn list_or_none<'v>(value: &'v Value, field: &str) -> Judged<&'v [Value]> {
    if value.get(field).is_none() { Ok(&[]) } else { list(value, field) }
}

/// The channel of a number.
pub fn channel(system: &System, number: usize) -> Judged<ChannelId> {
    match system.channels().ids().find(|channel| channel.index() == number) {
        Some(channel) => Ok(channel),
        None => wrong(format!("no channel {number}")),
    }
}

/// The participant at a position.
pub fn participant(system: &System, position: usize) -> Judged<ParticipantId> {
    match system.automata().ids().find(|participant| participant.index() == position) {
        Some(participant) => Ok(participant),
        None => wrong(format!("no participant {position}")),
    }
}

/// The participant of a name.
pub fn participant_named(system: &System, name: &str) -> Judged<ParticipantId> {
    match system.automata().enumerate().find(|(_, automaton)| automaton.name() == name) {
        Some((participant, _)) => Ok(participant),
        None => wrong(format!("no participant {name:?}")),
    }
}

/// The message of a name.
pub fn message_named(system: &System, name: &str) -> Judged<MessageId> {
    match system.messages().enumerate().find(|(_, message)| message.name == name) {
        Some((message, _)) => Ok(message),
        None => wrong(format!("no message {name:?}")),
    }
}

/// A state of a participant, by its name.
pub fn state_named(system: &System, participant: ParticipantId, name: &str) -> Judged<StateId> {
    let automaton = &system.automata()[participant];
    match automaton.states().enumerate().find(|(_, state)| *state == name) {
        Some((state, _)) => Ok(state),
        None => wrong(format!("{} has no state {name:?}", automaton.name())),
    }
}
