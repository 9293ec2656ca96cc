//! The SCM language: from the text of a model to a system.
//!
//! Keywords name nothing, so a text is cut into statements before each keyword, and each statement is
//! matched with the forms that are known here. Anything else makes the model an unsupported form: variables,
//! assignments, thresholds, conditions other than the word `true`, and mistakes.
//!
//! What the main program refuses is read where reading it cannot change what another model means: sections
//! in another order, states that are only mentioned, keywords as names, specifications that do not close. What
//! could be meant in two ways is refused: automata, states, specified automata and channels that stand twice.

use std::collections::BTreeSet;

use serde_json::Value;

use super::expression::Nfa;
use super::lexer::{code, words};
use super::system::{Act, Participant, Place, Specification, System, Transition};
use super::{Outcome, unsupported};

/// The words that statements begin with.
const KEYWORDS: &str = "/ scm nb_channels lossy parameters int real automaton initial state to \
    bad_states in with threshold";

/// The most channels, counted for each specification, where contents are given channel by channel.
const PARTS: usize = 1 << 18;

/// Reads a model.
///
/// # Errors
/// [`Verdict::Unsupported`](super::Verdict::Unsupported) where something is not understood, with the statement.
pub fn read(bytes: &[u8]) -> Outcome<System> {
    let Some(code) = std::str::from_utf8(bytes).ok().and_then(code) else {
        return unsupported("a model that is not UTF-8, or has a slash outside of comments");
    };
    let mut reader = Reader::default();
    let keywords: Vec<&str> = KEYWORDS.split(' ').collect();
    for words in words(&code).chunk_by(|_, word| !keywords.contains(word)) {
        if reader.statement(words).is_none() {
            let shown = words[..words.len().min(20)].join(" ");
            return unsupported(format!("not understood in the model: `{shown}`"));
        }
    }
    let mut system = reader.system;
    let starts = system.participants.iter().all(|participant| !participant.initial.is_empty());
    if system.bags.is_empty() || system.participants.is_empty() || !starts {
        return unsupported("a model without channels, automata or initial states");
    }
    system.list_sent();
    Ok(system)
}

/// What was read, and where the next statement belongs.
#[derive(Default)]
struct Reader {
    system: System,
    lossy: Vec<bool>,
    /// The automaton that was named last, and the state of it.
    p: usize,
    state: usize,
}

impl Reader {
    /// Reads a statement; `None` if it is not understood.
    fn statement(&mut self, words: &[&str]) -> Option<()> {
        let Reader { system, p, .. } = self;
        let statement = words.strip_suffix(&["("]).unwrap_or(words);
        match statement {
            ["scm", _, ":"] | ["parameters", ":" | "="] | ["bad_states", ":"] => {}
            ["nb_channels", ":" | "=", number, ";"] if system.bags.is_empty() => {
                // A limit, since memory is taken for each channel.
                system.bags = vec![false; number.parse::<u16>().ok()?.into()];
                self.lossy.clone_from(&system.bags);
                system.channels = (0..system.bags.len()).map(Value::from).collect();
            }
            ["/", "bag_buffers", "=", list @ ..] => mark(&mut system.bags, list)?,
            ["lossy", ":", list @ ..] if system.senders.is_empty() => mark(&mut self.lossy, list)?,
            ["int" | "real", name, ";"] if system.participants.is_empty() => {
                let at = system.messages.partition_point(|other| other.as_str() < *name);
                system.messages.insert(at, (*name).to_owned());
            }
            ["automaton", name, ":"] if system.specifications.is_empty() => {
                system.participant(name).is_none().then_some(())?;
                (*p, self.state) = (system.participants.len(), usize::MAX);
                let name = (*name).to_owned();
                system.participants.push(Participant { name, ..Participant::default() });
            }
            ["automaton", name, ":"] => {
                *p = system.participant(name)?;
                let named = system.specifications.last_mut()?.control.insert(*p, BTreeSet::new());
                named.is_none().then_some(())?;
            }
            ["initial", ":", list @ .., ";"] | ["initial", ":", list @ ..] => {
                let participant = system.participants.get_mut(*p)?;
                let place = |number: &str| Some(participant.place(number.trim().parse().ok()?));
                let initial: Option<_> = list.join(" ").split(',').map(place).collect();
                participant.initial = initial?;
            }
            ["state", number, ":"] => {
                let participant = system.participants.get_mut(*p)?;
                self.state = participant.place(number.parse().ok()?);
                participant.states[self.state].transitions.is_empty().then_some(())?;
            }
            ["to", to, ":", "when", "true", ";"] => self.leave(to, Act::Internal, None)?,
            ["to", to, ":", "when", "true", ",", channel, sign, message, ";"] => {
                let channel = channel.parse().ok().filter(|n| *n < system.bags.len())?;
                let place = Place { channel, message: system.message(message)? };
                let (act, doers) = match *sign {
                    "!" => (Act::Send(place), &mut system.senders),
                    "?" => (Act::Receive(place), &mut system.receivers),
                    _ => return None,
                };
                doers.entry(place).or_default().insert(*p);
                self.leave(to, act, None)?;
                if *sign == "!" && self.lossy[channel] {
                    self.leave(to, Act::Internal, Some(place))?;
                }
            }
            ["in", number, ":", "true"] | ["in", number, ":", "true", ")"] => {
                let local = *system.participants.get(*p)?.index.get(&number.parse().ok()?)?;
                system.specifications.last_mut()?.control.get_mut(p)?.insert(local);
            }
            ["with", words @ .., ")"] => {
                let contents = contents(system, words)?;
                system.specifications.last_mut()?.contents.replace(contents);
            }
            _ => return None,
        }
        if statement.len() < words.len() {
            self.system.specifications.push(Specification::default());
        }
        Some(())
    }

    /// Adds a transition to the state with the number `to`.
    fn leave(&mut self, to: &str, act: Act, lost: Option<Place>) -> Option<()> {
        let participant = self.system.participants.get_mut(self.p)?;
        let to = participant.place(to.parse().ok()?);
        participant.states.get_mut(self.state)?.transitions.push(Transition { act, to, lost });
        Some(())
    }
}

/// Marks the channels whose numbers stand in a list.
fn mark(channels: &mut [bool], list: &[&str]) -> Option<()> {
    for number in list.join(" ").split(',') {
        *channels.get_mut(number.trim().parse::<usize>().ok()?)? = true;
    }
    Some(())
}

/// Reads contents, of all channels in one expression or channel by channel.
fn contents(system: &System, words: &[&str]) -> Option<Nfa> {
    let [_, "=", ..] = words else { return Nfa::read(words, system) };
    (system.specifications.len() * system.bags.len() <= PARTS).then_some(())?;
    let mut parts = vec![None; system.bags.len()];
    for part in words.split(|word| *word == ",") {
        let [channel, "=", part @ ..] = part else { return None };
        let place = parts.get_mut(channel.parse::<usize>().ok()?)?;
        place.replace([&["("], part, &[")"]].concat()).is_none().then_some(())?;
    }
    let parts = parts.into_iter().map(|part| part.unwrap_or(vec!["*"]));
    Nfa::read(&parts.collect::<Vec<_>>().join(&[".", "#", "."][..]), system)
}
