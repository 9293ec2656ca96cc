//! Reading rules.

use std::ops::Range;

use regex_automata::nfa::thompson;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::interpolate;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::codes;
use super::rules::{ItemKind, Origin, Origins, Owner, Pattern, PatternAction, Rules, Unmatched};
use crate::reading::{self, Reading, shortened, with_nearest_or};
use kernel::diagnostics::{Remedy, Sink};
use kernel::source::{Source, Span};
use model::cfsm::Direction;

/// Maximum number of bytes of the automaton of a pattern.
const LARGEST: usize = 10 << 20;

pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// The keys of a section.
const PARTS: [&str; 5] = ["location", "direction", "message", "session", "directions"];

/// The formats that rules are about.
const FORMATS: &str = "`json` (an object a line), `csv`, `text` (lines that a regular expression splits) or \
    `spans` (of OpenTelemetry, Zipkin or Jaeger), which is the default";

const RECORDS: &str =
    "for JSON lines, CSV or text write `format = \"json\"`, `\"csv\"` or `\"text\"` first";

const PLACES: &str = "a part is `name`, `kind`, `body` or `trace`, an attribute such as \
    `resource.service.name` or `span.peer`, or a fixed text: `=shop`";

impl Rules {
    /// Reads rules. There are rules iff there is no error.
    ///
    /// ```
    /// use kernel::source::Source;
    /// use language::log::Rules;
    ///
    /// let source = Source::new("shop.toml", "location = \"resource.service\"\nmesage = \"name\"\n");
    /// let reading = Rules::read(&source);
    /// assert!(reading.model.is_none());
    /// assert_eq!(reading.diagnostics[0].help, ["did you mean `message`?"]);
    /// ```
    pub fn read(source: &Source) -> Reading<Self> {
        reading::read(source, &[], |sink| {
            let (table, errors) = DeTable::parse_recoverable(source.text());
            for error in &errors {
                let place = error.span().unwrap_or_default();
                let span = Span::new(place.start, place.end);
                let wrong = codes::RULE_SYNTAX.at(span, error.message());
                let help = "rules are TOML, as in `message = \"name\"`";
                sink.push(wrong.help(help).remedy(Remedy::Page("rules")));
            }
            let mut reader = RulesReader { sink, rules: Self::default() };
            reader.table(table.get_ref());
            Some(reader.rules)
        })
    }
}

pub(super) struct RulesReader<'s> {
    sink: &'s mut Sink,
    pub(super) rules: Rules,
}

impl RulesReader<'_> {
    fn table(&mut self, table: &DeTable<'_>) {
        match table.get("format").map(|format| (format, format.get_ref().as_str())) {
            None | Some((_, Some("spans"))) => self.spans(table),
            Some((format, Some("json" | "csv" | "text"))) => {
                if let Some(value) = table.get("directions") {
                    let mut parts = self.rules.parts[0].clone();
                    self.directions(&mut parts, value);
                    self.rules.parts[0] = parts;
                }
                self.names(table);
                self.rules.records = self.records(table, format);
            }
            Some((format, _)) => {
                self.wrong(format.span(), "no format of logs is called so", FORMATS);
            }
        }
    }

    /// Reads the names of locations and messages.
    fn names(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match &**key.get_ref() {
                "locations" => self.locations(value),
                "pattern" => self.patterns(value),
                "unmatched" => match value.get_ref().as_str() {
                    Some("keep") => self.rules.unmatched = Unmatched::Keep,
                    Some("ignore") => self.rules.unmatched = Unmatched::Ignore,
                    _ => self.wrong(value.span(), "this is no choice", "`keep` or `ignore`"),
                },
                _ => {}
            }
        }
    }

    /// Reads rules for spans.
    fn spans(&mut self, table: &DeTable<'_>) {
        self.names(table);
        // The keys at the top level are the defaults of the sections, wherever they are written.
        let mut parts = self.rules.parts[0].clone();
        for (key, value) in table {
            self.part(&mut parts, key.get_ref(), value);
        }
        self.rules.parts = [parts.clone(), parts.clone(), parts.clone(), parts];
        for (key, value) in table {
            let name: &str = key.get_ref();
            if let Some(kind) = ItemKind::with_word(name) {
                self.section(kind, value);
                continue;
            }
            match name {
                part if PARTS.contains(&part) => {}
                "events" => self.rules.events = self.kinds(value),
                "format" | "locations" | "pattern" | "unmatched" => {}
                "line" | "heading" | "from" | "to" | "time" => {
                    let message =
                        format!("`{name}` is a rule for records, and these are for spans");
                    self.wrong(key.span(), &message, RECORDS);
                }
                _ => {
                    let others = ["format", "events", "locations", "pattern", "unmatched"];
                    let known = [&PARTS[..], &others, &ItemKind::ALL.map(ItemKind::word)].concat();
                    self.unknown_key(name, key.span(), &known);
                }
            }
        }
    }

    fn section(&mut self, kind: ItemKind, value: &Value<'_>) {
        let Some(table) = self.expect_table(value) else { return };
        let mut parts = self.rules.parts[kind as usize].clone();
        for (key, value) in table {
            if !self.part(&mut parts, key.get_ref(), value) {
                self.unknown_key(key.get_ref(), key.span(), &PARTS);
            }
        }
        self.rules.parts[kind as usize] = parts;
    }

    /// Reads a part of events. Returns `true` if the key belongs to a part.
    fn part(&mut self, parts: &mut Origins, key: &str, value: &Value<'_>) -> bool {
        match key {
            "location" => parts.location = self.origins(value),
            "direction" => parts.direction = self.origins(value),
            "message" => parts.message = self.origins(value),
            "session" => parts.session = self.origins(value),
            "directions" => self.directions(parts, value),
            _ => return false,
        }
        true
    }

    fn directions(&mut self, parts: &mut Origins, value: &Value<'_>) {
        let Some(table) = self.expect_table(value) else { return };
        parts.directions.clear();
        for (key, value) in table {
            let word = key.get_ref();
            let Some(direction) = Direction::named(word) else {
                if let Some(direction) = value.get_ref().as_str().and_then(Direction::named) {
                    let message = format!("`{}` is neither send nor receive", shortened(word));
                    let other = direction.word();
                    let help = format!("the words of the log stand behind: {other} = [\"{word}\"]");
                    self.wrong(key.span(), &message, &help);
                } else {
                    self.unknown_key(word, key.span(), &["send", "receive"]);
                }
                continue;
            };
            for (text, place) in self.texts(value) {
                let before = parts.directions.insert(text.to_lowercase(), direction);
                if before.is_some_and(|before| before != direction) {
                    let message = format!("`{}` means both directions", shortened(&text));
                    self.wrong(place, &message, "each word stands in one of the two lists");
                }
            }
        }
    }

    fn locations(&mut self, value: &Value<'_>) {
        let Some(table) = self.expect_table(value) else { return };
        for (key, value) in table {
            let name = match value.get_ref().as_bool() {
                Some(false) => None,
                _ => match self.text(value) {
                    Some(text) => Some(text),
                    None => continue,
                },
            };
            self.rules.locations.insert(key.get_ref().to_string(), name);
        }
    }

    fn kinds(&mut self, value: &Value<'_>) -> Vec<ItemKind> {
        let mut kinds = Vec::new();
        for (text, place) in self.texts(value) {
            match ItemKind::with_word(&text) {
                Some(kind) => kinds.push(kind),
                None => {
                    let message = format!("`{}` is no kind of event", shortened(&text));
                    self.wrong(place, &message, "`span`, `span-end`, `event` or `log`");
                }
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn patterns(&mut self, value: &Value<'_>) {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(value.span(), "this is no list of patterns", "write `[[pattern]]`");
            return;
        };
        for value in list {
            if let Some(table) = self.expect_table(value) {
                let pattern = self.pattern(table, value.span());
                self.rules.patterns.extend(pattern);
            }
        }
    }

    fn pattern(&mut self, table: &DeTable<'_>, place: Range<usize>) -> Option<Pattern> {
        let (mut regex, mut message, mut direction, mut ignores) = (None, None, None, false);
        let mut on = Vec::new();
        for (key, value) in table {
            match &**key.get_ref() {
                "match" => regex = Some(self.regex(value)?),
                "message" => message = Some((self.text(value)?, value.span())),
                "on" => on = self.kinds(value),
                "ignore" => match value.get_ref().as_bool() {
                    Some(is_so) => ignores = is_so,
                    None => self.wrong(
                        value.span(),
                        "this is neither true nor false",
                        "`true` or `false`",
                    ),
                },
                "direction" => match Direction::named(&self.text(value)?) {
                    None => self.wrong(value.span(), "this is no direction", "`send` or `receive`"),
                    found => direction = found,
                },
                name => {
                    let known = ["match", "message", "direction", "on", "ignore"];
                    self.unknown_key(name, key.span(), &known);
                }
            }
        }
        let Some(regex) = regex else {
            let help = "`match = 'Msg.*'` says which messages it is about";
            self.wrong(place, "this pattern has no `match`", help);
            return None;
        };
        let action = match (ignores, message) {
            (true, None) => PatternAction::Ignore,
            (true, Some((_, place))) => {
                self.wrong(place, "what is ignored has no name", "leave out `message` or `ignore`");
                return None;
            }
            (false, Some((name, place))) => {
                self.check_groups(&regex, &name, place);
                PatternAction::Name(name, direction)
            }
            (false, None) => PatternAction::Name("$0".to_owned(), direction),
        };
        Some(Pattern { regex, on, action })
    }

    /// Returns a regular expression that matches whole texts.
    fn regex(&mut self, value: &Value<'_>) -> Option<PikeVM> {
        let text = self.text(value)?;
        self.compiled(value, &text, &format!(r"\A(?:{text})\z"))
    }

    /// Returns a regular expression that is found anywhere in a line.
    pub(super) fn search(&mut self, value: &Value<'_>) -> Option<PikeVM> {
        let text = self.text(value)?;
        self.compiled(value, &text, &text)
    }

    fn compiled(&mut self, value: &Value<'_>, text: &str, whole: &str) -> Option<PikeVM> {
        let limits = thompson::Config::new().nfa_size_limit(Some(LARGEST));
        // The text is compiled alone first, so that it cannot close the group around it.
        let build =
            |text: &str| PikeVM::builder().thompson(limits.clone()).build(text).map_err(Box::new);
        match build(text).and_then(|_| build(whole)) {
            Ok(regex) => Some(regex),
            Err(error) => {
                let reason = std::error::Error::source(&*error)
                    .map_or_else(|| error.to_string(), ToString::to_string);
                let reason =
                    reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
                let message = format!("this is no regular expression: {}", shortened(reason));
                self.wrong(value.span(), &message, "quotes '..' keep backslashes as they are");
                None
            }
        }
    }

    /// Reports groups that a name refers to and the pattern does not have.
    fn check_groups(&mut self, regex: &PikeVM, name: &str, place: Range<usize>) {
        let info = regex.get_nfa().group_info().clone();
        let mut missing = None;
        let number = info.group_len(regex_automata::PatternID::ZERO);
        let mut unknown = None;
        interpolate::string(
            name,
            |index, _| {
                if index >= number {
                    missing = Some(index.to_string());
                }
            },
            |group| {
                let index = info.to_index(regex_automata::PatternID::ZERO, group);
                if index.is_none() {
                    unknown = Some(group.to_owned());
                }
                index
            },
            &mut String::new(),
        );
        if let Some(group) = missing.or(unknown) {
            let message = format!("the pattern has no group `{}`", shortened(&group));
            let help =
                "`${1}` is the first group, `${name}` that of `(?<name>..)`, and `$$` a dollar";
            self.wrong(place, &message, help);
        }
    }

    fn origins(&mut self, value: &Value<'_>) -> Vec<Origin> {
        let mut origins = Vec::new();
        for (text, place) in self.texts(value) {
            if let Some(origin) = origin(&text) {
                origins.push(origin);
                continue;
            }
            let message = format!("`{}` is no part of a span or a log", shortened(&text));
            let help = if text.contains('.') {
                format!("did you mean `{}`? {PLACES}", shortened(&format!("any.{text}")))
            } else {
                format!("{PLACES}; {RECORDS}")
            };
            self.wrong(place, &message, &help);
        }
        origins
    }

    /// Returns a text, or the texts of a list.
    pub(super) fn texts(&mut self, value: &Value<'_>) -> Vec<(String, Range<usize>)> {
        let one = std::slice::from_ref(value);
        let values = value.get_ref().as_array().map_or(one, |list| list);
        values.iter().filter_map(|value| Some((self.text(value)?, value.span()))).collect()
    }

    fn text(&mut self, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str();
        if text.is_none() && value.get_ref().as_table().is_some() {
            let help =
                "a section is called `[directions]`, `[locations]`, `[span]`, `[event]` or so";
            self.wrong(value.span(), "this is a section, and no text", help);
        } else if text.is_none() {
            self.wrong(value.span(), "this is no text", "texts stand in quotes");
        }
        text.map(str::to_owned)
    }

    fn expect_table<'v, 'a>(&mut self, value: &'v Value<'a>) -> Option<&'v DeTable<'a>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            let help = "it is a section: `[name]`, with a line for each entry below";
            self.wrong(value.span(), "this is no table", help);
        }
        table
    }

    pub(super) fn unknown_key(&mut self, name: &str, place: Range<usize>, known: &[&str]) {
        let message = format!("no rule is called `{}`", shortened(name));
        let unknown = codes::WRONG_RULE.at(Span::new(place.start, place.end), message);
        let help = || format!("there are {}", known.join(", "));
        self.sink.push(with_nearest_or(unknown, name, known.iter().copied(), help));
    }

    pub(super) fn wrong(&mut self, place: Range<usize>, message: &str, help: &str) {
        let span = Span::new(place.start, place.end);
        self.sink.push(codes::WRONG_RULE.at(span, message).help(help));
    }
}

/// Reads the source of a part.
fn origin(text: &str) -> Option<Origin> {
    if let Some(fixed) = text.strip_prefix('=') {
        return Some(Origin::Fixed(fixed.to_owned()));
    }
    let Some((owner, key)) = text.split_once('.') else {
        return Some(match text {
            "name" => Origin::Name,
            "kind" => Origin::SpanKind,
            "body" => Origin::Body,
            "trace" => Origin::Trace,
            _ => return None,
        });
    };
    let owner = match owner {
        "resource" => Owner::Resource,
        "scope" => Owner::Scope,
        "span" => Owner::Span,
        "event" => Owner::Event,
        "log" => Owner::Log,
        "any" => Owner::Any,
        _ => return None,
    };
    (!key.is_empty()).then(|| Origin::Attribute(owner, key.to_owned()))
}
