//! Rules that map keys of records, columns or groups of a line to parts of events.

use std::collections::BTreeMap;

use regex_automata::nfa::thompson::pikevm::PikeVM;

use model::cfsm::Direction;

/// The records of a log that are read by rules.
#[derive(Clone, Debug)]
pub(super) enum RecordForm {
    /// An object of JSON a line; places are paths of keys with dots between them.
    Json,
    /// Rows; places are names of columns.
    Csv,
    /// Lines of text; places are named groups.
    Text {
        /// Found in each line that is an event.
        line: Box<PikeVM>,
        /// Found in lines whose groups hold for the lines below.
        heading: Option<Box<PikeVM>>,
    },
}

/// The place of a part of an event in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Field {
    /// A path, a column or a group.
    Named(String),
    /// A fixed text.
    Fixed(String),
}

/// The places of a part, of which the first that is present counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fields {
    pub(super) places: Vec<Field>,
    /// Whether the rules name the places: a record that has none of them is then no event.
    pub(super) is_stated: bool,
}

/// The location of the events of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ends {
    /// The record is an event at this location.
    One(Fields),
    /// The record is a message from a location to another: both events, or one if the direction says which.
    Both { from: Fields, to: Fields },
    /// All events are at the location that the log is called after.
    OfLog,
}

/// Rules for records.
#[derive(Clone, Debug)]
pub(super) struct RecordRules {
    pub(super) form: RecordForm,
    pub(super) ends: Ends,
    pub(super) direction: Fields,
    pub(super) message: Fields,
    pub(super) session: Fields,
    /// The time that orders the events of a location; without places the order of the log counts.
    pub(super) time: Fields,
    /// The meanings of the values of directions, in lower case.
    pub(super) directions: BTreeMap<String, Direction>,
}

impl Fields {
    /// Returns the name of the first place, for messages.
    pub(super) fn name(&self) -> &str {
        self.places
            .iter()
            .find_map(|place| match place {
                Field::Named(name) => Some(name.as_str()),
                Field::Fixed(_) => None,
            })
            .unwrap_or_default()
    }
}

/// Returns the names of the groups of a regular expression.
pub(super) fn group_names(regex: &PikeVM) -> Vec<String> {
    let info = regex.get_nfa().group_info();
    let names = info.pattern_names(regex_automata::PatternID::ZERO);
    names.flatten().map(str::to_owned).collect()
}
