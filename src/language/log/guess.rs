//! First rules for a log, guessed from its beginning.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use regex_automata::nfa::thompson::pikevm::PikeVM;

use super::Format;
use super::csv::Row;
use super::json::{Members, inner, members};
use super::unknown_form::{Shape, is_record};

/// Maximum number of lines that are looked at.
const LINES: usize = 2_000;

/// Maximum number of different values of a place that are kept.
const VALUES: usize = 50;

/// Maximum number of keys around a value.
const DEEPEST: usize = 4;

/// The number of names that a place is less telling by for each key around it.
const DEPTH: usize = 3;

/// Names of places that usually hold a part of an event, the most telling first, without `_` and the like.
const FROM: &[&str] = &["sender", "from", "src", "source", "snd", "origin", "caller"];
const TO: &[&str] =
    &["receiver", "recipient", "to", "dst", "dest", "destination", "target", "rcv", "callee"];
const MESSAGE: &[&str] = &[
    "message",
    "label",
    "messagetype",
    "msgtype",
    "msg",
    "activity",
    "action",
    "method",
    "operation",
    "type",
    "op",
    "eventid",
    "event",
    "name",
    "kind",
    "content",
];
const LOCATION: &[&str] = &[
    "location",
    "node",
    "nid",
    "host",
    "participant",
    "process",
    "actor",
    "agent",
    "service",
    "component",
    "resource",
    "server",
    "role",
    "peer",
    "pid",
];
const SESSION: &[&str] = &[
    "session",
    "sessionid",
    "trial",
    "conversation",
    "conversationid",
    "correlationid",
    "traceid",
    "trace",
    "caseid",
    "case",
    "execution",
    "requestid",
    "run",
];
const TIME: &[&str] = &["time", "timestamp", "ts", "at", "datetime", "date"];

/// Words that say that a message was sent, and that it was received.
const SEND: &[&str] =
    &["send", "sent", "sends", ">", "!", "out", "outgoing", "tx", "client", "producer", "output"];
const RECEIVE: &[&str] = &[
    "receive", "received", "receives", "recv", "rcv", "<", "?", "in", "incoming", "rx", "server",
    "consumer", "input",
];

/// Regular expressions of usual lines of text.
const TEXTS: [&str; 4] = [
    r"(?<from>[\w.@-]*[\w.@])\s*(?:->>?|-->>?|=>|→)\s*(?<to>[\w.@-]+)\s*:?\s+(?<message>\w+)",
    r"(?<from>\w+)\s+(?:sends|sent)\s+(?<message>\w+)\s+(?:\w+\s+)?to\s+(?<to>\w+)",
    r"(?<to>\w+)\s+(?:receives|received)\s+(?<message>\w+)\s+(?:\w+\s+)?from\s+(?<from>\w+)",
    r"(?<location>[\w.-]+)[\s:]+(?<direction>send|receive)s?[\s:]+(?<message>\w+)",
];

/// Rules for a log, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The rules, in TOML.
    pub text: String,
    /// Whether they can be used as they are; otherwise they say what has to be filled in.
    pub is_usable: bool,
}

/// The values of a place in the first records of a log.
#[derive(Clone, Debug, Default)]
struct Values {
    count: usize,
    different: BTreeSet<String>,
}

type Places = BTreeMap<String, Values>;

impl Guess {
    /// Guesses the rules for a log that begins so; the last line may be cut off. `extension` is that of its file.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn of(begin: &[u8], extension: Option<&str>) -> Self {
        let text = String::from_utf8_lossy(begin);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        if Format::of_begin(begin) == Some(Format::OpenTelemetry) && is_spans(text) {
            return Self { text: SPANS.to_owned(), is_usable: true };
        }
        let mut objects = Places::new();
        for line in text.lines().take(LINES) {
            if let Ok(object) = members(line) {
                note(&object, &mut objects);
            }
        }
        if !objects.is_empty() {
            return of_places("json", &objects);
        }
        let is_csv = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
        if let Some(columns) = columns(text, is_csv) {
            return of_places("csv", &columns);
        }
        of_text(text)
    }
}

fn is_spans(text: &str) -> bool {
    let inner = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    Shape::of(inner).is_spans() && !is_record(inner)
}

/// Notes the values of an object, and of the objects in it.
fn note(object: &Members<'_>, places: &mut Places) {
    let mut open: Vec<(String, Members<'_>, usize)> = vec![(String::new(), object.clone(), 1)];
    while let Some((path, object, depth)) = open.pop() {
        for (key, value) in object.all() {
            let place = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            match value.get().as_bytes()[0] {
                b'{' if depth < DEEPEST => {
                    open.extend(inner(value).map(|inner| (place, inner, depth + 1)));
                }
                b'{' | b'[' | b'n' => {}
                _ => places.entry(place).or_default().add(value.get().trim_matches('"')),
            }
        }
    }
}

/// Returns the columns of rows, if there are at least two; other files than CSV need a second row like the header.
fn columns(text: &str, is_csv: bool) -> Option<Places> {
    let mut lines = text.lines().take(LINES);
    let header = lines.next()?;
    let mut row = Row::default();
    row.guess_separator(header);
    row.split(header).ok()?;
    let names: Vec<String> =
        row.cells(header).iter().map(|(name, _)| name.trim().to_owned()).collect();
    let mut places: Places = names.iter().map(|name| (name.clone(), Values::default())).collect();
    let mut rows = 0;
    for line in lines {
        if row.split(line).is_err() {
            continue;
        }
        let cells = row.cells(line);
        if cells.len() == names.len() {
            rows += 1;
            for (name, (cell, _)) in names.iter().zip(cells) {
                if let Some(values) = places.get_mut(name).filter(|_| !cell.is_empty()) {
                    values.add(&cell);
                }
            }
        } else if !is_csv {
            return None;
        }
    }
    (names.len() > 1 && rows > 0).then_some(places)
}

impl Values {
    fn add(&mut self, value: &str) {
        self.count += 1;
        if self.different.len() < VALUES {
            self.different.insert(value.to_owned());
        }
    }

    /// Returns the values that are among some words, in letters of either case.
    fn among(&self, words: &[&str]) -> Vec<&str> {
        let is_one = |value: &&String| words.contains(&&*value.to_lowercase());
        self.different.iter().filter(is_one).map(String::as_str).collect()
    }
}

/// Returns the place whose name is the most telling one, and of these the most frequent one, of those that have a value
/// in at least so many records.
fn find<'p>(places: &'p Places, names: &[&str], used: &[&str], least: usize) -> Option<&'p str> {
    let rank = |place: &str| {
        let last = place.rsplit(['.', ':', '/']).next().unwrap_or(place);
        let word: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
        // A key in others says less than one of the record itself.
        let depth = place.matches('.').count();
        let place = names.iter().position(|name| *name == word.to_lowercase())?;
        Some(place + DEPTH * depth)
    };
    places
        .iter()
        .filter(|(place, values)| values.count >= least && !used.contains(&place.as_str()))
        .filter_map(|(place, values)| Some((rank(place)?, usize::MAX - values.count, place)))
        .min()
        .map(|(_, _, place)| place.as_str())
}

/// Returns the rules for records with these places.
fn of_places(format: &str, places: &Places) -> Guess {
    let mut used: Vec<&str> = Vec::new();
    let is_direction =
        |values: &Values| !values.among(SEND).is_empty() && !values.among(RECEIVE).is_empty();
    let direction = places.iter().find(|(_, values)| is_direction(values));
    used.extend(direction.map(|(place, _)| place.as_str()));
    let mut take = |names: &[&str], least: usize| {
        let found = find(places, names, &used, least);
        used.extend(found);
        found
    };
    let ends = (take(FROM, 1), take(TO, 1));
    let (session, time) = (take(SESSION, 1), take(TIME, 1));
    let location = take(LOCATION, 1);
    // Most messages are of a kind that is named.
    let place = if ends.1.is_some() { ends.0 } else { location };
    let most = place.map_or(1, |place| places[place].count.div_ceil(2));
    let message = take(MESSAGE, most);
    let mut text = begin(format);
    let mut is_usable = true;
    let mut part = |name: &str, place: Option<&str>, what: &str| {
        let _ = match place {
            Some(place) => writeln!(text, "{name} = {}", quoted(place)),
            None => {
                is_usable = false;
                writeln!(text, "# {name} = \"..\"   # {what}")
            }
        };
    };
    match ends {
        (Some(from), Some(to)) => {
            part("from", Some(from), "");
            part("to", Some(to), "");
        }
        _ => part("location", location, "who logged it; or `from` and `to`"),
    }
    part("message", message, "what the message is called");
    if let Some((place, values)) = direction {
        let words = |words| {
            values.among(words).iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ")
        };
        part("direction", Some(place), "");
        let (send, receive) = (words(SEND), words(RECEIVE));
        let _ = writeln!(text, "directions = {{ send = [{send}], receive = [{receive}] }}");
    }
    for (name, place) in [("session", session), ("time", time)] {
        if let Some(place) = place {
            // A time that is not needed may be too coarse.
            let (mark, note) = if name == "time" {
                ("# ", "   # orders what each location saw")
            } else {
                ("", "")
            };
            let _ = writeln!(text, "{mark}{name} = {}{note}", quoted(place));
        }
    }
    if !is_usable {
        let known: Vec<&str> = places.keys().map(String::as_str).take(VALUES).collect();
        let _ = writeln!(text, "# there are: {}", known.join(", ").replace(char::is_control, " "));
    }
    text.push_str(NAMES);
    Guess { text, is_usable }
}

/// Returns the rules for lines of text.
fn of_text(text: &str) -> Guess {
    let lines: Vec<&str> = text.lines().take(LINES).collect();
    let matches = |pattern: &&str| {
        let Ok(regex) = PikeVM::new(pattern) else { return 0 };
        let mut cache = regex.create_cache();
        lines.iter().filter(|line| regex.is_match(&mut cache, **line)).count()
    };
    let counts = TEXTS.iter().map(|pattern| (matches(pattern), *pattern));
    // Of equally frequent ones the first is taken.
    let best = counts.rev().max_by_key(|&(count, _)| count).filter(|&(count, _)| count > 0);
    let mut written = begin("text");
    written.push_str("# A regular expression that is found in the lines that are events; its groups are the parts.\n");
    let _ = match best {
        Some((_, pattern)) => writeln!(written, "line = '{pattern}'"),
        None => writeln!(written, "# line = '(?<from>\\w+) -> (?<to>\\w+): (?<message>\\w+)'"),
    };
    written.push_str(
        "# Its groups hold for the lines below:\n# heading = '^(?<location>\\w+) (?<direction>sends|receives)'\n\
         # directions = { send = [\"sends\"], receive = [\"receives\"] }\n",
    );
    written.push_str(NAMES);
    Guess { text: written, is_usable: best.is_some() }
}

fn begin(format: &str) -> String {
    format!("format = \"{format}\"\n")
}

/// Returns a text as TOML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What is the same in all rules.
const NAMES: &str = r#"
# [locations]
# "node1" = "client"        # what the model calls it; false leaves it out
# [[pattern]]
# match = "Msg(.*)"         # the whole message
# message = "$1"            # what the model calls it; or ignore = true
"#;

/// Rules for spans, which need none.
const SPANS: &str = r#"format = "spans"
# These are the defaults:
# location = "resource.service.name"
# direction = "kind"
# message = ["name", "body"]
# session = "trace"

# [locations]
# "checkout-service" = "shop"   # what the model calls it; false leaves it out
# [[pattern]]
# match = "POST /orders/.*"     # the whole message
# message = "order"             # what the model calls it; or ignore = true
"#;
