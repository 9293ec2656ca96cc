//! Logs as comma-separated values, by RFC 4180.

use std::borrow::Cow;
use std::ops::Range;

use super::codes;
use super::record::{LinePart, LineProblem, Places, Record};
use crate::reading::nearest;
use kernel::diagnostics::Remedy;

/// Maximum number of bytes of a row with line breaks in quotes.
const LONGEST_ROW: usize = 1 << 16;

/// The positions of the columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    places: [Option<usize>; LinePart::ALL.len()],
    number: usize,
}

/// A field of a row: its place without quotes, and whether quotes in it are doubled.
#[derive(Clone, Debug)]
struct Field {
    place: Range<usize>,
    is_doubled: bool,
}

/// The fields of a row, and memory for those in which quotes are doubled.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// What stands between fields, if it is no comma.
    separator: Option<u8>,
    fields: Vec<Field>,
    scratch: [String; LinePart::ALL.len()],
}

/// Reason why a row cannot be split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unsplit {
    /// The quote at this place does not end.
    Open(usize),
    /// Another error.
    Wrong(LineProblem),
}

/// A row whose quoted field continues in the next line.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    /// The lines so far, each with its end; empty if nothing is pending.
    pub(super) text: String,
    /// The number of the first line.
    pub(super) number: u64,
}

impl Columns {
    /// Returns `true` if there are no columns: the first row is not a header.
    pub(super) fn is_empty(&self) -> bool {
        self.number == 0
    }
}

impl Pending {
    /// Adds a line, and returns `true` if the row may be complete.
    ///
    /// In quotes at the beginning of the line, the row is in quotes at its end iff the number of quotes in it is
    /// even.
    pub(super) fn add(&mut self, line: &str) -> bool {
        self.text.push_str(line);
        let is_closed = memchr::memchr_iter(b'"', line.as_bytes()).count() % 2 == 1;
        if !is_closed {
            self.text.push('\n');
        }
        is_closed
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.text.len() > LONGEST_ROW
    }
}

impl Row {
    /// Takes the most frequent one of the usual separators of a header.
    pub(super) fn guess_separator(&mut self, header: &str) {
        let count = |separator: u8| memchr::memchr_iter(separator, header.as_bytes()).count();
        // Of equally frequent ones the last is taken.
        self.separator = [b'|', b'\t', b';', b','].into_iter().max_by_key(|&one| count(one));
    }

    /// Splits a row at its separators.
    pub(super) fn split(&mut self, row: &str) -> Result<(), Unsplit> {
        self.fields.clear();
        let separator = self.separator.unwrap_or(b',');
        let bytes = row.as_bytes();
        let mut at = 0;
        loop {
            if bytes.get(at) == Some(&b'"') {
                let (end, is_doubled) = quoted_end(bytes, at + 1).ok_or(Unsplit::Open(at))?;
                self.fields.push(Field { place: at + 1..end, is_doubled });
                at = end + 1;
                if bytes.get(at).is_some_and(|&byte| byte != separator) {
                    let message = "text behind a closing quote";
                    return Err(Unsplit::Wrong(misquoted(at..at + 1, message)));
                }
            } else {
                let length =
                    memchr::memchr2(separator, b'"', &bytes[at..]).unwrap_or(bytes.len() - at);
                let end = at + length;
                if bytes.get(end) == Some(&b'"') {
                    let message = "quote in a field that does not begin with one";
                    return Err(Unsplit::Wrong(misquoted(end..end + 1, message)));
                }
                self.fields.push(Field { place: at..end, is_doubled: false });
                at = end;
            }
            match bytes.get(at) {
                None => return Ok(()),
                Some(_) => at += 1,
            }
        }
    }

    /// Returns the columns of a header row.
    pub(super) fn columns(&self, row: &str) -> Result<Columns, LineProblem> {
        let mut columns = Columns { number: self.fields.len(), ..Columns::default() };
        for (index, field) in self.fields.iter().enumerate() {
            let name = row[field.place.clone()].trim();
            let Some(part) = LinePart::named(name.as_bytes()) else { continue };
            if columns.places[part as usize].replace(index).is_some() {
                let message = format!("there are two columns `{}`", part.word());
                return Err(LineProblem::new(codes::WRONG_HEADER, field.place.clone(), message));
            }
        }
        for part in [LinePart::Location, LinePart::Message] {
            if columns.places[part as usize].is_none() {
                return Err(self.missing_column(row, part));
            }
        }
        Ok(columns)
    }

    fn missing_column(&self, row: &str, part: LinePart) -> LineProblem {
        let message = format!("there is no column `{}`", part.word());
        let missing = |place| LineProblem::new(codes::WRONG_HEADER, place, message);
        if self.fields.len() == 1 && row.contains([';', '\t']) {
            let help = "columns are separated by commas; for other columns, and for others between them, \
                        write rules";
            return missing(0..row.len()).help(help).remedy(Remedy::GuessRules);
        }
        let names = || self.fields.iter().map(|field| row[field.place.clone()].trim());
        let similar = nearest(part.word(), names());
        match similar.and_then(|name| names().position(|other| other == name)) {
            Some(at) => {
                missing(self.fields[at].place.clone()).meant(Some(part.word()), String::new)
            }
            None => missing(0..row.len())
                .help(
                    "the first row names the columns: `session,location,direction,message`; for other columns write \
                     rules",
                )
                .remedy(Remedy::GuessRules),
        }
    }

    /// Returns the report of a row with another number of columns.
    pub(super) fn other_count(&self, expected: usize, row: &str) -> LineProblem {
        let found = self.fields.len();
        let plural = if found == 1 { "" } else { "s" };
        let message = format!("{found} column{plural} instead of {expected}");
        let place = match self.fields.get(expected) {
            Some(surplus) => surplus.place.start..row.len(),
            None => row.len()..row.len(),
        };
        let help = "what contains commas stands in quotes";
        LineProblem::new(codes::COLUMN_COUNT, place, message).help(help)
    }

    /// Returns the texts of the fields of a row, with their places.
    pub(super) fn cells<'a>(&self, row: &'a str) -> Vec<(Cow<'a, str>, Range<usize>)> {
        let cell = |Field { place, is_doubled }: &Field| {
            let text = &row[place.clone()];
            let text = if *is_doubled { text.replace("\"\"", "\"").into() } else { text.into() };
            (text, place.clone())
        };
        self.fields.iter().map(cell).collect()
    }

    /// Returns the record of a row.
    pub(super) fn record<'a>(
        &'a mut self,
        row: &'a str,
        columns: &Columns,
    ) -> Result<Record<'a>, LineProblem> {
        if self.fields.len() != columns.number {
            return Err(self.other_count(columns.number, row));
        }
        let mut places = Places::default();
        for part in LinePart::ALL {
            let Some(column) = columns.places[part as usize] else { continue };
            let Field { place, is_doubled } = &self.fields[column];
            places.set(part, place.clone());
            let scratch = &mut self.scratch[part as usize];
            scratch.clear();
            if *is_doubled {
                scratch.push_str(&row[place.clone()].replace("\"\"", "\""));
            }
        }
        let text = |part: LinePart| -> Option<&'a str> {
            let Field { place, is_doubled } = &self.fields[columns.places[part as usize]?];
            let text =
                if *is_doubled { &*self.scratch[part as usize] } else { &row[place.clone()] };
            Some(text).filter(|text| !text.is_empty())
        };
        let place = |part| places.of(part, &(0..row.len()));
        let is_end = match text(LinePart::End) {
            None | Some("false" | "0") => false,
            Some("true" | "1") => true,
            Some(other) => {
                let help = "`end` is true, false or empty";
                return Err(LineProblem::value(LinePart::End, other, place(LinePart::End), help));
            }
        };
        let lacks = |part: LinePart| {
            let message = format!("`{}` is empty", part.word());
            LineProblem::new(codes::MISSING_PART, place(part), message)
        };
        Record::new(is_end, places, |part| Ok(text(part)), lacks)
    }
}

/// Returns the report of a misplaced or unclosed quote.
pub(super) fn misquoted(place: Range<usize>, message: &str) -> LineProblem {
    LineProblem::new(codes::SYNTAX, place, message)
        .help("quotes stand around a whole field, and quotes in it are doubled")
}

/// Returns the place of the quote that ends a field, and whether quotes are doubled before it.
fn quoted_end(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut at = start;
    let mut is_doubled = false;
    loop {
        at += memchr::memchr(b'"', &bytes[at..])?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some((at, is_doubled));
        }
        is_doubled = true;
        at += 2;
    }
}
