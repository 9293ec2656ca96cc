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
        Self { alphabet, elements, names, known: FxHashMap::default(), key: Vec::new() }
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
            (Elements::Names, None) => return Ok((*id, location.local_letter(event.message))),
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
        Ok((*id, location.local_letter(&text)))
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

    fn unknown_location(&self, name: &str, at: Range<usize>) -> LineProblem {
        let known = self.alphabet.locations().iter();
        let known: Vec<&str> = known.flat_map(Location::members).map(String::as_str).collect();
        let kind = match self.elements {
            Elements::Actions => "lifeline",
            Elements::Names => "location",
        };
        let all = || match known.get(..12) {
            Some(first) if known.len() > first.len() => {
                format!("the model has {} of them: {}, ...", known.len(), first.join(", "))
            }
            _ => format!("the model has {}", known.join(", ")),
        };
        let message = format!("the model has no {kind} `{}`", shortened(name));
        let unknown = LineProblem::new(codes::UNKNOWN_LOCATION, at, message);
        unknown.meant(nearest(name, known.iter().copied()), all)
    }
}
