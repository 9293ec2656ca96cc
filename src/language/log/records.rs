//! Records that rules map to events: objects of JSON, rows of CSV, lines of text.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};

use super::csv::Row;
use super::json::{Members, decimal};
use super::outcome::Outcome;
use super::record::{Event, LinePart, LineProblem, Places, Record, When};
use super::record_rules::{Ends, Field, Fields, RecordForm, RecordRules, group_names};
use super::rules::ItemKind;
use super::{Rules, Sessions, codes, json};
use crate::reading::{nearest, shortened};
use kernel::diagnostics::Remedy;
use model::cfsm::Direction;

/// A value of a record, with its place in the line.
type Found<'a> = (Cow<'a, str>, Range<usize>);

/// A line: its number and its text.
type Line<'l> = (u64, &'l str);

/// The records of a log, which are read by rules.
#[derive(Clone, Debug)]
pub(super) struct Records {
    rules: Rules,
    caches: Vec<Cache>,
    /// The location that the log is called after.
    location: String,
    /// The names of the columns, once they are read.
    header: Option<Vec<String>>,
    /// The groups of the last heading.
    heading: BTreeMap<String, String>,
    /// The memory for the matching of lines and headings.
    searches: [Option<Cache>; 2],
    left_out: LeftOut,
}

/// The records that are no events although no rule leaves them out.
#[derive(Clone, Debug, Default)]
struct LeftOut {
    number: u64,
    /// The first of them: its line and the reason.
    first: Option<(u64, String, String)>,
}

/// Reason why a record is no event.
enum Omission {
    /// A rule leaves it out.
    Rule(String),
    /// It lacks what the rules name.
    Lack(String),
}

impl Records {
    /// Returns the reader of a log that is called after a location; `rules` are about records.
    pub(super) fn new(rules: Rules, location: String) -> Self {
        let caches = rules.caches();
        let searches = match rules.records.as_ref().map(|rules| &rules.form) {
            Some(RecordForm::Text { line, heading }) => {
                [Some(line.create_cache()), heading.as_ref().map(|regex| regex.create_cache())]
            }
            _ => [None, None],
        };
        let (header, heading, left_out) = (None, BTreeMap::new(), LeftOut::default());
        Self { rules, caches, location, header, heading, searches, left_out }
    }

    /// Returns `true` if the records are rows of CSV.
    pub(super) fn are_rows(&self) -> bool {
        self.rules.records.as_ref().is_some_and(|rules| matches!(rules.form, RecordForm::Csv))
    }

    /// Returns `true` if the columns are not known yet.
    pub(super) fn is_new(&self) -> bool {
        self.header.is_none()
    }

    /// Reads an object of JSON or a line of text.
    pub(super) fn line(&mut self, line: Line<'_>, outcome: &mut Outcome, sessions: &mut Sessions) {
        let Some(RecordRules { form, .. }) = &self.rules.records else { return };
        match form {
            RecordForm::Json => self.object(line, outcome, sessions),
            _ => self.text(line, outcome, sessions),
        }
    }

    fn object(&mut self, line: Line<'_>, outcome: &mut Outcome, sessions: &mut Sessions) {
        match json::members(line.1) {
            Ok(members) => {
                let find = |path: &str| value_at(&members, path, line.1);
                self.record(line, find, outcome, sessions);
            }
            Err(problem) => {
                let is_object = line.1.trim_start().starts_with('{');
                if !is_object && outcome.is_fresh() && self.left_out.number == 0 {
                    outcome.refuse(line.0, line.1.as_bytes(), other_form(line.1));
                } else {
                    outcome.findings.report(line.0, line.1.as_bytes(), problem);
                }
            }
        }
    }

    fn text(&mut self, line: Line<'_>, outcome: &mut Outcome, sessions: &mut Sessions) {
        let Some(RecordForm::Text { line: event, heading }) =
            self.rules.records.as_ref().map(|rules| &rules.form)
        else {
            return;
        };
        let [event_cache, heading_cache] = &mut self.searches;
        let groups = event_cache.as_mut().and_then(|cache| groups(event, cache, line.1));
        if let Some(groups) = groups {
            let above = std::mem::take(&mut self.heading);
            let find = |name: &str| {
                let place = groups.get(name).cloned();
                place.map(|place| (line.1[place.clone()].into(), place)).or_else(|| {
                    above.get(name).map(|text| (Cow::Owned(text.clone()), 0..line.1.len()))
                })
            };
            self.record(line, find, outcome, sessions);
            self.heading = above;
            return;
        }
        let heading = heading.as_ref().zip(heading_cache.as_mut());
        match heading.and_then(|(regex, cache)| groups_of_heading(regex, cache, line.1)) {
            Some(groups) => self.heading = groups,
            None => self.left_out.add(line, "`line` is not found".to_owned(), outcome),
        }
    }

    /// Reads the fields of a row; the first row names the columns.
    pub(super) fn row(
        &mut self,
        row: &Row,
        line: Line<'_>,
        outcome: &mut Outcome,
        sessions: &mut Sessions,
    ) {
        let cells = row.cells(line.1);
        let Some(header) = self.header.take() else {
            let header: Vec<String> =
                cells.iter().map(|(text, _)| text.trim().to_owned()).collect();
            if let Some(problem) = self.missing_column(&header, line.1) {
                outcome.refuse(line.0, line.1.as_bytes(), problem);
            }
            self.header = Some(header);
            return;
        };
        if cells.len() == header.len() {
            let find = |name: &str| {
                let cell = &cells[header.iter().position(|column| column == name)?];
                (!cell.0.is_empty()).then(|| cell.clone())
            };
            self.record(line, find, outcome, sessions);
        } else {
            let problem = row.other_count(header.len(), line.1);
            outcome.findings.report(line.0, line.1.as_bytes(), problem);
        }
        self.header = Some(header);
    }

    /// Returns the report of a column that the rules name and the header does not.
    fn missing_column(&self, header: &[String], line: &str) -> Option<LineProblem> {
        let RecordRules { ends, direction, message, session, time, .. } =
            self.rules.records.as_ref()?;
        let ends = match ends {
            Ends::One(location) => vec![location],
            Ends::Both { from, to } => vec![from, to],
            Ends::OfLog => Vec::new(),
        };
        let parts = ends.into_iter().chain([message]);
        let stated = [direction, session, time].into_iter().filter(|fields| fields.is_stated);
        let is_there = |place: &Field| match place {
            Field::Named(name) => header.contains(name),
            Field::Fixed(_) => true,
        };
        let missing = parts
            .chain(stated)
            .find(|fields| !fields.places.is_empty() && !fields.places.iter().any(is_there))?;
        let name = missing.name();
        let message = format!("there is no column `{}`", shortened(name));
        let help = match nearest(name, header.iter().map(String::as_str)) {
            Some(near) => format!("the rules name it; did they mean `{near}`?"),
            None => format!("the rules name it; there are {}", shortened(&header.join(", "))),
        };
        Some(LineProblem::new(codes::WRONG_HEADER, 0..line.len(), message).help(help))
    }

    /// Adds the events of a record, whose values are found by their names.
    fn record<'a>(
        &mut self,
        line: Line<'_>,
        find: impl Fn(&str) -> Option<Found<'a>>,
        outcome: &mut Outcome,
        sessions: &mut Sessions,
    ) {
        let Self { rules, caches, location, .. } = self;
        let found = events(rules, caches, location, &find);
        let parts = match found {
            Ok(parts) => parts,
            Err(Omission::Rule(reason)) => return outcome.mapping.leave_out(reason),
            Err(Omission::Lack(reason)) => return self.left_out.add(line, reason, outcome),
        };
        let (number, bytes) = (line.0, line.1.as_bytes());
        for (place, location, direction) in &parts.events {
            let location = match rules.location(location) {
                Ok(location) => location,
                Err(reason) => {
                    outcome.mapping.leave_out(reason);
                    continue;
                }
            };
            if let Some(others) = sessions.others_than(location) {
                let problem = other_location(location, place.clone(), &others);
                outcome.findings.report(number, bytes, problem);
                continue;
            }
            let mut places = Places::default();
            places.set(LinePart::Location, place.clone());
            places.set(LinePart::Message, parts.place.clone());
            let record = Record {
                session: &parts.session,
                event: Some(Event { location, direction: *direction, message: &parts.message }),
                is_end: false,
                time: parts.time,
                places,
                span: None,
            };
            outcome.take(Ok(record), (number, bytes), sessions);
        }
    }

    /// Ends the log: reports the records that are no events, once.
    pub(super) fn finish(&mut self, outcome: &mut Outcome) {
        let Some((number, line, reason)) = self.left_out.first.take() else { return };
        let message = match self.left_out.number {
            1 => format!("one record is no event by the rules: {reason}"),
            count => {
                format!("{count} records are no events by the rules, this one first: {reason}")
            }
        };
        let problem =
            LineProblem::new(codes::LEFT_OUT, 0..line.len(), message).remedy(Remedy::CountReasons);
        outcome.findings.report(number, line.as_bytes(), problem);
    }
}

impl LeftOut {
    fn add(&mut self, (number, line): Line<'_>, reason: String, outcome: &mut Outcome) {
        outcome.mapping.miss(&reason);
        self.number += 1;
        self.first.get_or_insert_with(|| (number, line.to_owned(), reason));
    }
}

/// Returns the report of a log of another form than the rules are about.
fn other_form(line: &str) -> LineProblem {
    let message = "the rules are for JSON, an object a line, and this log does not begin with one";
    let problem = LineProblem::new(codes::UNKNOWN_FORM, 0..line.len(), message);
    let help = "rules for other forms have another `format`; a list is written a line for each by \
                `jq -c '.[]'`";
    problem.help(help).remedy(Remedy::SkipBadLines)
}

/// Returns the report of a location that the model does not have.
fn other_location(location: &str, place: Range<usize>, others: &str) -> LineProblem {
    let name = shortened(location);
    let message = format!("the model has no location `{name}`");
    let help = format!(
        "the model has {others}: `[locations]` in the rules says which is meant, `\"{name}\" = \"..\"`, or leaves it out \
         by `false`"
    );
    LineProblem::new(codes::UNKNOWN_LOCATION, place, message).help(help)
}

/// The events of a record.
struct Parts {
    /// For each event the place of its location in the line, its location and its direction.
    events: Vec<(Range<usize>, String, Option<Direction>)>,
    message: String,
    /// The place of the message.
    place: Range<usize>,
    session: String,
    time: When,
}

/// Returns the events of a record, or the reason why there is none.
fn events<'a>(
    rules: &Rules,
    caches: &mut [Cache],
    location: &str,
    find: &impl Fn(&str) -> Option<Found<'a>>,
) -> Result<Parts, Omission> {
    let Some(parts) = &rules.records else { return Err(Omission::Rule(String::new())) };
    let get = |fields: &Fields| {
        fields.places.iter().find_map(|place| match place {
            Field::Named(name) => find(name),
            Field::Fixed(text) => Some((Cow::Owned(text.clone()), 0..0)),
        })
    };
    let need = |fields: &Fields| {
        let lack = || Omission::Lack(format!("no `{}`", shortened(fields.name())));
        get(fields).ok_or_else(lack)
    };
    let (message, place) = need(&parts.message)?;
    let (message, by_pattern) = rules
        .named(ItemKind::Log, &message, caches)
        .ok_or_else(|| Omission::Rule("the patterns leave it out".to_owned()))?;
    let direction = match (by_pattern, get(&parts.direction)) {
        (Some(direction), _) => Some(direction),
        (None, Some((word, _))) => {
            let lack = || Omission::Lack(format!("`{}` is no direction", shortened(&word)));
            Some(*parts.directions.get(&*word.to_lowercase()).ok_or_else(lack)?)
        }
        (None, None) if parts.direction.is_stated => {
            need(&parts.direction)?;
            None
        }
        (None, None) => None,
    };
    let event = |(text, place): Found<'_>, direction| (place, text.into_owned(), direction);
    let events = match &parts.ends {
        Ends::OfLog => vec![(0..0, location.to_owned(), direction)],
        Ends::One(fields) => vec![event(need(fields)?, direction)],
        Ends::Both { from, to } => {
            let (from, to) = (need(from)?, need(to)?);
            let send = event(from, Some(Direction::Send));
            let receive = event(to, Some(Direction::Receive));
            match direction {
                None => vec![send, receive],
                Some(Direction::Send) => vec![send],
                Some(Direction::Receive) => vec![receive],
            }
        }
    };
    let session =
        if parts.session.is_stated { need(&parts.session).map(Some)? } else { get(&parts.session) };
    let time =
        if parts.time.places.is_empty() { When::Unsaid } else { When::read(&need(&parts.time)?.0) };
    let session = session.map(|(text, _)| text.into_owned()).unwrap_or_default();
    Ok(Parts { events, message, place, session, time })
}

/// Returns the text of the value at a path of keys with dots between them; a key may have dots itself.
fn value_at<'a>(members: &Members<'a>, path: &str, line: &'a str) -> Option<Found<'a>> {
    let (mut found, mut rest) = (members.get(path), path);
    let mut at: Cow<'_, Members<'a>> = Cow::Borrowed(members);
    while found.is_none() {
        // The shortest key that leads to an object or a list is entered.
        let entered = rest
            .match_indices('.')
            .find_map(|(dot, _)| Some((json::inner(at.get(&rest[..dot])?)?, &rest[dot + 1..])));
        let (inner, below) = entered?;
        (found, rest, at) = (inner.get(below), below, Cow::Owned(inner));
    }
    let raw = found?.get();
    let start = raw.as_ptr() as usize - line.as_ptr() as usize;
    let text = match raw.as_bytes()[0] {
        b'"' if raw.contains('\\') => Cow::Owned(serde_json::from_str(raw).ok()?),
        b'"' => Cow::Borrowed(&raw[1..raw.len() - 1]),
        b'-' | b'0'..=b'9' => Cow::Owned(decimal(raw)),
        b't' | b'f' => Cow::Borrowed(raw),
        _ => return None,
    };
    Some((text, start..start + raw.len()))
}

/// Returns the places of the named groups of the first match in a line.
fn groups(regex: &PikeVM, cache: &mut Cache, line: &str) -> Option<BTreeMap<String, Range<usize>>> {
    let mut captures = regex.create_captures();
    regex.captures(cache, line, &mut captures);
    captures.is_match().then(|| {
        let place = |name: String| {
            let span = captures.get_group_by_name(&name)?;
            Some((name, span.start..span.end))
        };
        group_names(regex).into_iter().filter_map(place).collect()
    })
}

/// Returns the texts of the named groups of a heading.
fn groups_of_heading(
    regex: &PikeVM,
    cache: &mut Cache,
    line: &str,
) -> Option<BTreeMap<String, String>> {
    let groups = groups(regex, cache, line)?;
    Some(groups.into_iter().map(|(name, place)| (name, line[place].to_owned())).collect())
}
