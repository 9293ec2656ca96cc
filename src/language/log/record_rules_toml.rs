//! Reading rules for records.

use std::ops::Range;

use toml::de::DeTable;

use super::record_rules::{Ends, Field, Fields, RecordForm, RecordRules, group_names};
use super::rules_toml::{RulesReader, Value};
use crate::reading::{nearest, shortened};

/// The parts of events in records.
const PARTS: [&str; 7] = ["location", "from", "to", "direction", "message", "session", "time"];

/// The keys of rules for records besides the parts.
const OTHERS: [&str; 7] =
    ["format", "line", "heading", "directions", "locations", "pattern", "unmatched"];

impl RulesReader<'_> {
    /// Reads rules for records, apart from the names of locations and messages.
    pub(super) fn records(
        &mut self,
        table: &DeTable<'_>,
        format: &Value<'_>,
    ) -> Option<RecordRules> {
        for (key, _) in table {
            let name: &str = key.get_ref();
            if !PARTS.contains(&name) && !OTHERS.contains(&name) {
                self.unknown_key(name, key.span(), &[&OTHERS[..], &PARTS[..]].concat());
            }
        }
        let is_text = format.get_ref().as_str() == Some("text");
        for name in ["line", "heading"] {
            if let Some(value) = table.get(name).filter(|_| !is_text) {
                let help = "write `format = \"text\"` for lines of text";
                self.wrong(value.span(), &format!("`{name}` is for lines of text"), help);
            }
        }
        let form = match format.get_ref().as_str()? {
            "json" => RecordForm::Json,
            "csv" => RecordForm::Csv,
            _ => self.text_form(table, format.span())?,
        };
        let groups = form.groups();
        let mut fields = |name: &str| self.fields(table, name, groups.as_deref());
        let [location, from, to, direction, message, session, mut time] = PARTS.map(&mut fields);
        // A time orders events only if it is asked for.
        if !time.is_stated && groups.is_none() {
            time.places.clear();
        }
        let directions = self.rules.parts[0].directions.clone();
        let has =
            |fields: &Fields| fields.is_stated || groups.is_some() && !fields.places.is_empty();
        let ends = match (has(&from), has(&to)) {
            (true, true) => {
                if let Some(value) = table.get("location") {
                    let help = "with `from` and `to`, `direction` says which of the two logged it, if only one did";
                    self.wrong(value.span(), "there are both `location` and `from`", help);
                }
                Ends::Both { from, to }
            }
            (false, false) if groups.is_some() && !has(&location) => Ends::OfLog,
            (false, false) => Ends::One(location),
            (has_from, _) => {
                let (one, other) = if has_from { ("from", "to") } else { ("to", "from") };
                let place = table.get(one).map_or(format.span(), toml::Spanned::span);
                let message = format!("there is `{one}` and no `{other}`");
                let help = "a record of one location has `location` and `direction` instead";
                self.wrong(place, &message, help);
                return None;
            }
        };
        if message.places.is_empty() && !message.is_stated {
            let help =
                "name a group `message`, as in `(?<message>\\w+)`, or write `message = \"=text\"`";
            self.wrong(format.span(), "there is no message", help);
        }
        Some(RecordRules { form, ends, direction, message, session, time, directions })
    }

    fn text_form(&mut self, table: &DeTable<'_>, format: Range<usize>) -> Option<RecordForm> {
        let Some(line) = table.get("line") else {
            let help = "`line = '(?<from>\\w+) -> (?<to>\\w+): (?<message>\\w+)'` finds the parts of an event in a line";
            self.wrong(format, "there is no `line`", help);
            return None;
        };
        let line = self.search(line)?;
        let heading = match table.get("heading") {
            Some(heading) => Some(self.search(heading)?),
            None => None,
        };
        Some(RecordForm::Text { line: Box::new(line), heading: heading.map(Box::new) })
    }

    /// Returns the places of a part; without a rule, the place that is called like the part. `groups` are the groups
    /// of lines of text.
    fn fields(&mut self, table: &DeTable<'_>, name: &str, groups: Option<&[String]>) -> Fields {
        let has = |name: &str| groups.is_none_or(|groups| groups.iter().any(|group| group == name));
        let Some(value) = table.get(name) else {
            let places = has(name).then(|| Field::Named(name.to_owned())).into_iter().collect();
            return Fields { places, is_stated: false };
        };
        let mut places = Vec::new();
        for (text, place) in self.texts(value) {
            if let Some(fixed) = text.strip_prefix('=') {
                places.push(Field::Fixed(fixed.to_owned()));
            } else if text.is_empty() {
                self.wrong(place, "this names nothing", "a fixed text stands behind `=`");
            } else if has(&text) {
                places.push(Field::Named(text));
            } else {
                let groups = groups.unwrap_or_default();
                let message = format!("no group is called `{}`", shortened(&text));
                let help = match nearest(&text, groups.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None if groups.is_empty() => "groups have names: `(?<from>\\w+)`".to_owned(),
                    None => format!("there are {}", groups.join(", ")),
                };
                self.wrong(place, &message, &help);
            }
        }
        Fields { places, is_stated: true }
    }
}

impl RecordForm {
    /// Returns the names of the groups of lines; `None` if records are no lines of text.
    fn groups(&self) -> Option<Vec<String>> {
        let Self::Text { line, heading } = self else { return None };
        let all = std::iter::once(line).chain(heading);
        Some(all.flat_map(|regex| group_names(regex)).collect())
    }
}
