//! From the names of a log to the numbers of a model.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::codes;
use super::record::{Event, LinePart, LineProblem, Places};
use crate::reading::{nearest, shortened};
use model::cfsm::Direction;
use model::trace::{DistributedAlphabet, LocalLetterId, Location, LocationId};

/// The kind of the letters of an alphabet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Elements {
    /// Actions of lifelines, such as `l!m`, and sets of them.
    Actions,
    /// Plain names: events have no direction.
    Names,
}

/// Maximum number of events in the cache. A log whose messages are all different is read more slowly.
const REMEMBERED: usize = 1 << 16;

/// Maximum number of bytes of a cached event: longer ones rarely recur.
const LONGEST_KEY: usize = 256;

/// Finds the local letter of an event, with a cache.
#[derive(Clone, Debug)]
pub(super) struct Mapper {
    alphabet: DistributedAlphabet,
    elements: Elements,
    /// The names of locations, with the lifeline if it is unique.
    names: FxHashMap<String, (LocationId, Option<String>)>,
    /// The letters with types of payload, by their texts without them if these are unique, and by their texts with
    /// points before types.
    bare: FxHashMap<(LocationId, String), Option<LocalLetterId>>,
    /// The cached events, by their names.
    known: FxHashMap<Box<[u8]>, (LocationId, LocalLetterId)>,
    /// The names of an event, concatenated.
    key: Vec<u8>,
}

impl Mapper {
    pub(super) fn new(alphabet: DistributedAlphabet, elements: Elements) -> Self {
        let mut names = FxHashMap::default();
        for (id, location) in alphabet.locations().enumerate() {
            let members = location.members();
            let only = (members.len() == 1).then(|| members[0].clone());
            names.insert(location.name(), (id, only));
            for member in members {
                names.insert(member.clone(), (id, Some(member.clone())));
            }
        }
        let (known, bare) = (FxHashMap::default(), FxHashMap::default());
        let mut mapper = Self { alphabet, elements, names, bare, known, key: Vec::new() };
        mapper.add_bare(|text| text.ends_with(')').then(|| text.find('('))?);
        mapper
    }

    /// Takes what stands behind a point in a message for the types of its payload, as Scribble writes them.
    pub(super) fn take_points(&mut self) {
        self.add_bare(|text| {
            let start = text.find(['!', '?'])?;
            Some(start + text[start..].find('.')?)
        });
    }

    /// Adds the letters whose types begin at the place that is found in their texts.
    fn add_bare(&mut self, types: impl Fn(&str) -> Option<usize>) {
        for (id, location) in self.alphabet.locations().enumerate() {
            for text in location.letters().iter().filter(|text| !text.starts_with('{')) {
                let Some(start) = types(text) else { continue };
                let letter = location.local_letter(text);
                let bare = text[..start].trim_end().to_owned();
                let slot = self.bare.entry((id, bare)).and_modify(|other| *other = None);
                slot.or_insert(Some(letter));
                self.bare.entry((id, with_points(text))).or_insert(Some(letter));
            }
        }
    }

    /// Returns `true` if there is a location with this name.
    pub(super) fn has_location(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Returns `true` if a text is a letter of a location.
    pub(super) fn has_letter(&self, location: &str, text: &str) -> bool {
        let location = self.names.get(location).map(|&(id, _)| &self.alphabet.locations()[id]);
        location.is_some_and(|location| location.local_letter(text) != location.unknown())
    }

    /// Returns a letter of a location: the one that is written so, or the one that is written so apart from the types
    /// of its payload, which logs may leave out.
    fn letter(&self, id: LocationId, text: &str) -> LocalLetterId {
        let location = &self.alphabet.locations()[id];
        let letter = location.local_letter(text);
        if letter != location.unknown() || self.bare.is_empty() {
            return letter;
        }
        self.bare.get(&(id, with_points(text))).copied().flatten().unwrap_or(letter)
    }

    pub(super) fn alphabet(&self) -> &DistributedAlphabet {
        &self.alphabet
    }

    /// Returns the location of an event and its local letter.
    #[inline]
    pub(super) fn map(
        &mut self,
        event: &Event<'_>,
        places: &Places,
        line: usize,
    ) -> Result<(LocationId, LocalLetterId), LineProblem> {
        self.key.clear();
        self.key.extend_from_slice(event.location.as_bytes());
        // No byte of UTF-8 is as large as these values, so that keys are unambiguous.
        self.key.push(match event.direction {
            None => 0xfd,
            Some(Direction::Send) => 0xfe,
            Some(Direction::Receive) => 0xff,
        });
        self.key.extend_from_slice(event.message.as_bytes());
        if let Some(&known) = self.known.get(self.key.as_slice()) {
            return Ok(known);
        }
        let found = self.resolve(event, places, line)?;
        if self.known.len() < REMEMBERED && self.key.len() <= LONGEST_KEY {
            self.known.insert(self.key.as_slice().into(), found);
        }
        Ok(found)
    }

    fn resolve(
        &self,
        event: &Event<'_>,
        places: &Places,
        line: usize,
    ) -> Result<(LocationId, LocalLetterId), LineProblem> {
        let at = |part: LinePart| places.of(part, &(0..line));
        let Some((id, lifeline)) = self.names.get(event.location) else {
            return Err(self.unknown_location(event.location, at(LinePart::Location)));
        };
        let location = &self.alphabet.locations()[*id];
        let several = || {
            let members = location.members();
            let message = format!("several lifelines are at `{}`", shortened(event.location));
            let help = format!("name the one that acts: {}", members.join(", "));
            LineProblem::new(codes::FOREIGN_ACTION, at(LinePart::Location), message).help(help)
        };
        let text = match (self.elements, event.direction) {
            (Elements::Names, None) => return Ok((*id, self.letter(*id, event.message))),
            (Elements::Names, Some(_)) => {
                let message = "letters of this automaton have no direction";
                let help = "leave out `direction`, and say the letter as `message`";
                let problem =
                    LineProblem::new(codes::WRONG_VALUE, at(LinePart::Direction), message);
                return Err(problem.help(help));
            }
            (Elements::Actions, Some(direction)) => {
                let lifeline = lifeline.as_ref().ok_or_else(several)?;
                format!("{lifeline}{}{}", direction.sign(), event.message)
            }
            (Elements::Actions, None) => {
                let text = event.message.trim();
                if text.starts_with(['!', '?']) {
                    format!("{}{text}", lifeline.as_ref().ok_or_else(several)?)
                } else {
                    self.element(text, *id, at(LinePart::Message))?
                }
            }
        };
        Ok((*id, self.letter(*id, &text)))
    }

    /// Returns the local letter of an element such as `l!m` or `{l!m, k?m}`, as text.
    fn element(&self, text: &str, id: LocationId, at: Range<usize>) -> Result<String, LineProblem> {
        let brace = || {
            let help = "what happens at once stands in braces: `{l!m,k?m}`";
            LineProblem::new(codes::WRONG_VALUE, at.clone(), "`{` without `}`").help(help)
        };
        let direction = || {
            let help = "say `send` or `receive`, or write the message as `l!m` or `{l!m,k?m}`";
            LineProblem::new(codes::MISSING_PART, at.clone(), "there is no direction").help(help)
        };
        let inner: Vec<&str> = match text.strip_prefix('{') {
            Some(rest) => rest.strip_suffix('}').ok_or_else(brace)?.split(',').collect(),
            None => vec![text],
        };
        let mut parts = Vec::with_capacity(inner.len());
        for part in inner {
            let part = part.trim();
            let (lifeline, message) = part.split_once(['!', '?']).ok_or_else(direction)?;
            let sign = &part[lifeline.len()..=lifeline.len()];
            let lifeline = lifeline.trim();
            match self.names.get(lifeline) {
                Some((other, Some(_))) if *other == id => {}
                Some((_, Some(_))) => return Err(self.foreign(lifeline, id, at)),
                _ => return Err(self.unknown_location(lifeline, at)),
            }
            parts.push(format!("{lifeline}{sign}{}", message.trim()));
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(match &mut *parts {
            [only] => std::mem::take(only),
            _ => format!("{{{}}}", parts.join(",")),
        })
    }

    fn foreign(&self, name: &str, id: LocationId, at: Range<usize>) -> LineProblem {
        let location = &self.alphabet.locations()[id];
        let message = format!("`{}` is not of the location `{}`", shortened(name), location.name());
        let help = format!("this location sees actions of {}", location.members().join(", "));
        LineProblem::new(codes::FOREIGN_ACTION, at, message).help(help)
    }

    /// Returns the names of the locations, or the first of them where there are many.
    pub(super) fn names(&self) -> String {
        let known: Vec<&str> = self.members();
        match known.get(..12) {
            Some(first) if known.len() > first.len() => {
                format!("{} of them: {}, ...", known.len(), first.join(", "))
            }
            _ => known.join(", "),
        }
    }

    fn members(&self) -> Vec<&str> {
        self.alphabet.locations().iter().flat_map(Location::members).map(String::as_str).collect()
    }

    fn unknown_location(&self, name: &str, at: Range<usize>) -> LineProblem {
        let known = self.members();
        let kind = match self.elements {
            Elements::Actions => "lifeline",
            Elements::Names => "location",
        };
        let all = || format!("the model has {}", self.names());
        let message = format!("the model has no {kind} `{}`", shortened(name));
        let unknown = LineProblem::new(codes::UNKNOWN_LOCATION, at, message);
        unknown.meant(nearest(name, known.iter().copied()), all)
    }
}

/// Returns a text such as `l!m(int, text)` as `l!m.int.text`; any other text unchanged.
fn with_points(text: &str) -> String {
    let Some((name, types)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
        return text.to_owned();
    };
    let is_between = |c: char| !c.is_alphanumeric() && c != '_';
    let words = types.split(is_between).filter(|word| !word.is_empty());
    words.fold(name.trim_end().to_owned(), |all, word| format!("{all}.{word}"))
}
