//! JSON lines.
//!
//! A line that is a flat object without escapes, which is the usual case, is scanned by hand. Any other line,
//! valid or not, is parsed by `serde_json`: the scanner accepts a line only if the parser finds the
//! same values, which the tests compare.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::codes;
use super::record::{LinePart, LineProblem, Places, Record};
use crate::reading::{json_complaint, json_place, nearest};
use kernel::diagnostics::Remedy;

const SHAPE: &str =
    "a line is an object: `{\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\"}`";

/// The positions of the values of the parts in a line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JsonValues {
    /// For each of [`LinePart::ALL`] that is present, the byte positions in the line where its value begins and ends.
    pub ranges: [Option<(usize, usize)>; LinePart::ALL.len()],
    /// Whether texts may contain escapes, and numbers other characters than digits.
    pub is_escaped: bool,
}

/// Buffers for texts with escapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch([String; LinePart::ALL.len()]);

/// Reads a line, which is not blank.
pub(super) fn parse<'a>(
    line: &'a str,
    scratch: &'a mut Scratch,
) -> Result<Record<'a>, LineProblem> {
    let flat = JsonValues::of_flat(line.as_bytes());
    let any;
    let values = match &flat {
        Some(values) => values,
        None => {
            any = JsonValues::of_any(line)?;
            &any
        }
    };
    if values.is_escaped {
        for part in LinePart::ALL {
            let Some(raw) = values.raw(line, part) else { continue };
            if raw.starts_with('"') && raw.contains('\\') {
                scratch.0[part as usize] = serde_json::from_str(raw).map_err(|_| {
                    let place = values.range(part);
                    let message = format!("`{}` has an escape that is no character", part.word());
                    LineProblem::new(codes::SYNTAX, place, message)
                })?;
            } else if is_key(raw, part) {
                scratch.0[part as usize] = decimal(raw);
            }
        }
    }
    values.record(line, scratch)
}

impl JsonValues {
    /// Finds the values in a flat object without escapes and without repeated parts, by scanning. Returns `None` for
    /// any other line, valid or not.
    ///
    /// If it returns values, [`of_any`](Self::of_any) returns the same, except that null values are
    /// missing there.
    ///
    /// # Complexity
    /// Linear in the line.
    ///
    /// # Examples
    /// ```
    /// use language::log::{JsonValues, LinePart};
    ///
    /// let line = r#"{"end":true}"#;
    /// let values = JsonValues::of_flat(line.as_bytes()).expect("it is flat");
    /// assert_eq!(values.ranges[LinePart::End as usize], Some((7, 11)));
    /// ```
    #[inline]
    pub fn of_flat(line: &[u8]) -> Option<Self> {
        let mut values = Self::default();
        let mut at = blank(line, 0);
        if *line.get(at)? != b'{' {
            return None;
        }
        at = blank(line, at + 1);
        loop {
            if *line.get(at)? != b'"' {
                return None;
            }
            let key_end = text_end(line, at + 1)?;
            let part = LinePart::named(&line[at + 1..key_end]);
            at = blank(line, key_end + 1);
            if *line.get(at)? != b':' {
                return None;
            }
            at = blank(line, at + 1);
            let start = at;
            at = match *line.get(at)? {
                b'"' => text_end(line, at + 1)? + 1,
                b'0' => at + 1,
                b'1'..=b'9' => {
                    at + line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
                }
                b't' if line[at..].starts_with(b"true") => at + 4,
                b'f' if line[at..].starts_with(b"false") => at + 5,
                b'n' if line[at..].starts_with(b"null") => at + 4,
                _ => return None,
            };
            if let Some(part) = part
                && values.ranges[part as usize].replace((start, at)).is_some()
            {
                return None;
            }
            at = blank(line, at);
            match *line.get(at)? {
                b',' => at = blank(line, at + 1),
                b'}' => break,
                _ => return None,
            }
        }
        (blank(line, at + 1) == line.len()).then_some(values)
    }

    /// Finds the values in any object, by `serde_json`.
    ///
    /// # Complexity
    /// Linear in the line.
    ///
    /// # Errors
    /// If the line is not a JSON object, or has a part twice.
    pub fn of_any(line: &str) -> Result<Self, LineProblem> {
        expect_object(line, SHAPE)?;
        let object: Object<'_> =
            serde_json::from_str(line).map_err(|error| broken(line, &error))?;
        let parts = [
            object.session,
            object.location,
            object.direction,
            object.message,
            object.time,
            object.end,
        ];
        let range = |raw: &RawValue| {
            let start = raw.get().as_ptr() as usize - line.as_ptr() as usize;
            (start, start + raw.get().len())
        };
        Ok(Self { ranges: parts.map(|raw| raw.map(range)), is_escaped: true })
    }

    fn range(&self, part: LinePart) -> Range<usize> {
        self.ranges[part as usize].map_or(0..0, |(start, end)| start..end)
    }

    /// Returns the raw text of the value of a part; `None` if it is missing or null.
    fn raw<'a>(&self, line: &'a str, part: LinePart) -> Option<&'a str> {
        let (start, end) = self.ranges[part as usize]?;
        Some(&line[start..end]).filter(|&raw| raw != "null")
    }

    /// Returns the text of a part.
    #[inline]
    fn text<'a>(
        &self,
        line: &'a str,
        scratch: &'a Scratch,
        part: LinePart,
    ) -> Result<Option<&'a str>, LineProblem> {
        let Some(raw) = self.raw(line, part) else { return Ok(None) };
        let takes_numbers = matches!(part, LinePart::Location | LinePart::Session | LinePart::Time);
        match raw.as_bytes()[0] {
            b'"' if self.is_escaped && raw.contains('\\') => Ok(Some(&scratch.0[part as usize])),
            b'"' => Ok(Some(&raw[1..raw.len() - 1])),
            _ if self.is_escaped && is_key(raw, part) => Ok(Some(&scratch.0[part as usize])),
            b'-' | b'0'..=b'9' if takes_numbers => Ok(Some(raw)),
            _ => Err(self.not_a_text(raw, part)),
        }
    }

    /// Reports a part that is not a text; a separate function, so that reading a text is short enough to be inlined.
    #[cold]
    fn not_a_text(&self, raw: &str, part: LinePart) -> LineProblem {
        let help = format!("`{}` is a text: \"..\"", part.word());
        LineProblem::value(part, raw, self.range(part), &help)
    }

    fn record<'a>(&self, line: &'a str, scratch: &'a Scratch) -> Result<Record<'a>, LineProblem> {
        let mut places = Places::default();
        for part in LinePart::ALL {
            if let Some((start, end)) = self.ranges[part as usize] {
                places.set(part, start..end);
            }
        }
        let is_end = match self.raw(line, LinePart::End) {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => {
                let help = "`end` is true or false";
                return Err(LineProblem::value(
                    LinePart::End,
                    other,
                    self.range(LinePart::End),
                    help,
                ));
            }
        };
        let text = |part| self.text(line, scratch, part);
        Record::new(is_end, places, text, |part| lacks(part, line))
    }
}

/// Reports a line that does not begin as an object.
fn expect_object(line: &str, shape: &str) -> Result<(), LineProblem> {
    let first = blank(line.as_bytes(), 0);
    // Derived readers accept lists in place of objects.
    if line[first..].starts_with('{') {
        return Ok(());
    }
    let length = line[first..].chars().next().map_or(0, char::len_utf8);
    let help = match line.as_bytes().get(first) {
        Some(b'[') => "a list of events is no log: `jq -c '.[]'` writes each on a line of its own",
        _ => shape,
    };
    let message = "expected an object";
    Err(LineProblem::new(codes::SYNTAX, first..first + length, message).help(help))
}

/// Returns the members of an object that stands on a line.
///
/// # Errors
/// If the line is no object.
pub(super) fn members(line: &str) -> Result<Members<'_>, LineProblem> {
    const RULED: &str = "the rules are for logs with an object of JSON in each line";
    expect_object(line, RULED)?;
    serde_json::from_str(line).map_err(|error| {
        let problem = broken(line, &error);
        if error.is_eof() { problem } else { problem.help(RULED) }
    })
}

/// Returns the members of an object, or of a list by their numbers from 0; `None` for other values.
pub(super) fn inner(value: &RawValue) -> Option<Members<'_>> {
    if value.get().starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
        let items = items.into_iter().enumerate();
        return Some(Members(items.map(|(number, item)| (number.to_string(), item)).collect()));
    }
    serde_json::from_str(value.get()).ok()
}

/// The members of an object in their order.
#[derive(Clone, Debug)]
pub(super) struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// Returns all members.
    pub(super) fn all(&self) -> &[(String, &'a RawValue)] {
        &self.0
    }

    /// Returns the keys.
    pub(super) fn into_keys(self) -> Vec<String> {
        self.0.into_iter().map(|(key, _)| key).collect()
    }

    /// Returns the value of a key; of several the last one.
    pub(super) fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|&(_, value)| value)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }
        reader.deserialize_map(All)
    }
}

/// Returns `true` if a value is a number that names a session or a location: equal numbers are equal names.
fn is_key(raw: &str, part: LinePart) -> bool {
    matches!(part, LinePart::Session | LinePart::Location)
        && raw.starts_with(|first: char| first == '-' || first.is_ascii_digit())
}

/// Returns the canonical form of a JSON number, so that equal numbers are equal texts; for whole numbers it has
/// neither fraction nor exponent. Numbers with exponents beyond a thousand are unchanged.
pub(super) fn decimal(raw: &str) -> String {
    const LARGEST: i64 = 1_000;
    let (sign, rest) = raw.strip_prefix('-').map_or(("", raw), |rest| ("-", rest));
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0').trim_end_matches('0');
    if significant.is_empty() {
        return "0".to_owned();
    }
    let exponent = exponent.parse::<i64>().ok().filter(|&exponent| exponent.abs() <= LARGEST);
    let Some(exponent) = exponent else { return raw.to_owned() };
    // The number is 0.SIGNIFICANT times ten to the power of `point`.
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    let signed = |length: usize| i64::try_from(length).expect("a line is short");
    let point = signed(whole.len()) - signed(zeros) + exponent;
    let padding = |zeros: i64| "0".repeat(usize::try_from(zeros).unwrap_or(0));
    match usize::try_from(point) {
        Ok(point) if point >= significant.len() => {
            format!("{sign}{significant}{}", padding(signed(point) - signed(significant.len())))
        }
        Ok(point) if point > 0 => {
            format!("{sign}{}.{}", &significant[..point], &significant[point..])
        }
        _ => format!("{sign}0.{}{significant}", padding(-point)),
    }
}

fn lacks(part: LinePart, line: &str) -> LineProblem {
    let message = format!("there is no `{}`", part.word());
    let keys: BTreeMap<&str, &RawValue> = serde_json::from_str(line).unwrap_or_default();
    let unknown = keys.into_keys().filter(|key| LinePart::named(key.as_bytes()).is_none());
    let place = |key: &str| {
        // Keys are parts of the line.
        let at = (key.as_ptr() as usize).checked_sub(line.as_ptr() as usize + 1)?;
        Some(at..at + key.len() + 2)
    };
    if let Some(place) = nearest(part.word(), unknown).and_then(place) {
        let missing = LineProblem::new(codes::MISSING_PART, place, message);
        return missing.meant(Some(part.word()), String::new);
    }
    let help = if line.contains("\"resourceSpans\"") || line.contains("\"resourceLogs\"") {
        "this is an OpenTelemetry export: read it by rules"
    } else {
        SHAPE
    };
    let missing = LineProblem::new(codes::MISSING_PART, 0..line.len(), message);
    missing.help(help).remedy(Remedy::GuessRules)
}

/// Returns the position behind the blanks that begin at `at`.
#[inline]
fn blank(line: &[u8], mut at: usize) -> usize {
    while line.get(at).is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

/// Returns the position of the quote that ends a text without escapes.
#[inline]
fn text_end(line: &[u8], start: usize) -> Option<usize> {
    let ends = |&byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    let end = start + line[start..].iter().position(ends)?;
    (line[end] == b'"').then_some(end)
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a"))]
struct Object<'a> {
    session: Option<&'a RawValue>,
    location: Option<&'a RawValue>,
    direction: Option<&'a RawValue>,
    message: Option<&'a RawValue>,
    time: Option<&'a RawValue>,
    end: Option<&'a RawValue>,
}

/// Returns the report of an error of the JSON reader at the place where it stopped.
fn broken(line: &str, error: &serde_json::Error) -> LineProblem {
    let (code, help) = if !error.is_eof() {
        (codes::SYNTAX, SHAPE)
    } else if line.trim_end().ends_with('{') {
        (codes::TRUNCATED, "an object stands on one line: `jq -c .` writes it so")
    } else {
        (codes::TRUNCATED, "an object ends on the line where it begins")
    };
    LineProblem::new(code, json_place(line, error), json_complaint(error)).help(help)
}
