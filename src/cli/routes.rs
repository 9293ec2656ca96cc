//! Commands that stand for others, by what the file that they are given is: `show`, `run`, `convert`, `draw`.
//!
//! The words of the command line are rewritten before clap sees them, so that each of the other commands has its own
//! options, errors and help.

use std::ffi::{OsStr, OsString};

use super::file_kind::kind;
use super::grammar::Grammar;
use super::input::{Input, Sought, expand_to};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::kinds::{Kind, Language};
use scm_check::internals::language::log::Format;

/// What a command does with files of some kinds.
struct Route {
    command: &'static str,
    kinds: &'static [Kind],
    /// An option and those of its values that the row is about; without an option it is about all.
    only: Option<(&'static str, &'static [&'static str])>,
    /// The words that stand for the command, with the value of the option if it is kept.
    words: &'static [&'static str],
    keeps: bool,
}

impl Route {
    const fn new(
        command: &'static str,
        kinds: &'static [Kind],
        words: &'static [&'static str],
    ) -> Self {
        Self { command, kinds, only: None, words, keeps: true }
    }

    /// Returns the row for these values of an option, which the other command has, too.
    const fn only(self, option: &'static str, values: &'static [&'static str]) -> Self {
        Self { only: Some((option, values)), ..self }
    }

    /// Returns the row for this value of `--what`, which says no more than the other command.
    const fn for_what(self, values: &'static [&'static str]) -> Self {
        Self { keeps: false, ..self.only("--what", values) }
    }
}

const METRICS: &[&str] = &["metrics"];
/// What an interaction is projected to.
const PROJECTED: &[&str] = &["scm", "dot", "json", "ca", "gc", "scr", "sprout"];

/// The first row for a file is its command; without one a command keeps its words.
const ROUTES: &[Route] = &[
    Route::new("draw", &[Kind::Interaction], &["interaction", "draw"]),
    Route::new("draw", &[Kind::Choreography], &["chor", "draw"]),
    Route::new("draw", &[Kind::Automaton], &["automaton", "convert"]),
    Route::new("show", &[Kind::Interaction], &["interaction", "metrics"]).for_what(METRICS),
    Route::new("show", &[Kind::Automaton], &["automaton", "info"]).for_what(METRICS),
    Route::new("show", &[Kind::System, Kind::Components, Kind::Choreography], &["show"])
        .only("--what", METRICS),
    Route::new("show", &[Kind::Interaction], &["interaction", "draw"]),
    Route::new("show", &[Kind::Choreography], &["chor", "draw"]),
    Route::new("show", &[Kind::Automaton], &["automaton", "convert"]),
    Route::new("show", &[Kind::System, Kind::Components], &["draw"]),
    Route::new("show", &[Kind::Evidence], &["replay", "--shown"]),
    Route::new("show", &[Kind::Log], &["conform", "--dry-run"]),
    Route::new("run", &[Kind::System, Kind::Choreography, Kind::Interaction], &["simulate"]),
    Route::new("run", &[Kind::Evidence], &["replay"]),
    Route::new("convert", &[Kind::Interaction], &["interaction", "project"])
        .only("--to", PROJECTED),
    Route::new("convert", &[Kind::Interaction], &["interaction", "convert"]),
    Route::new("convert", &[Kind::Choreography], &["chor", "project"])
        .only("--to", &["scm", "json"]),
    Route::new("convert", &[Kind::Choreography], &["chor", "convert"]),
    Route::new("convert", &[Kind::Automaton], &["automaton", "convert"]),
    Route::new("convert", &[Kind::System], &["chor", "extract"])
        .only("--to", &["ca", "gc", "scr", "sprout"]),
];

/// All kinds of texts, for names that stand for several.
const ANY: &[Kind] = &[
    Kind::System,
    Kind::Components,
    Kind::Choreography,
    Kind::Interaction,
    Kind::Automaton,
    Kind::Multitrace,
];

/// Returns the languages that a text of a kind is converted to.
fn targets(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::System => &["scm", "dot", "json", "ca", "gc", "scr", "sprout"],
        Kind::Choreography => &["ca", "gc", "scr", "dot", "sprout", "scm", "json"],
        Kind::Interaction => &[
            "hif", "hsf", "both", "plantuml", "mermaid", "scm", "dot", "json", "ca", "gc", "scr",
            "sprout",
        ],
        Kind::Automaton => &["json", "timbuk", "aut", "text", "dot", "svg", "html"],
        _ => &[],
    }
}

/// Why no command stands for some words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NoRoute {
    /// A text of this kind is not converted to this.
    #[error("{} is not converted to `{target}`, but to {}", kind.described(), targets(*kind).join(", "))]
    Target { kind: Kind, target: String },
    /// A text of this kind is not converted.
    #[error("{} is not converted", .0.described())]
    Unconverted(Kind),
    /// An operand names no file.
    #[error("{0}: no such file")]
    Nowhere(String),
    /// An operand names several files, of which the command takes one.
    #[error("{operand} is more than one file or diagram; {command} takes one")]
    Several { command: &'static str, operand: String },
}

/// Returns the words of a command line, without the name of the program, in which another command stands for the first
/// word if what the first operand names is of a kind that says so.
///
/// # Errors
/// If something is to be converted to what it is not converted to, or several files are named as one.
pub(crate) fn routed(words: Vec<OsString>) -> Result<Vec<OsString>, NoRoute> {
    let command = words.first().and_then(|word| word.to_str()).unwrap_or_default();
    let Some(command) = ROUTES.iter().map(|row| row.command).find(|one| *one == command) else {
        return Ok(words);
    };
    let line = Line::of(&words[1..]);
    let operand = line.operand.filter(|_| !line.asks_for_help);
    let inputs = operand.map(|one| expand_to(&[one.to_owned()], Sought::Kinds(ANY)));
    let inputs = inputs.unwrap_or_default();
    if let (Some(operand), true) = (operand, inputs.len() > 1) {
        let operand = operand.display().to_string();
        return Err(NoRoute::Several { command, operand });
    }
    if let Some(Input::File(path)) = inputs.first()
        && !path.exists()
    {
        return Err(NoRoute::Nowhere(path.display().to_string()));
    }
    let Some(kind) = inputs.first().and_then(kind_of) else { return Ok(words) };
    let target = match line.to {
        None if command == "convert" => line.output_ending().map(target_of_ending),
        _ => None,
    };
    if command == "convert" {
        let asked = line.to.or(target);
        match (targets(kind), asked) {
            // The command itself says what is done with a system of components.
            ([], _) if kind == Kind::Components => {}
            ([], _) => return Err(NoRoute::Unconverted(kind)),
            (all, Some(target)) if !all.contains(&target) => {
                return Err(NoRoute::Target { kind, target: target.to_owned() });
            }
            _ => {}
        }
    }
    let value = |option| match option {
        "--to" => line.to.or(target),
        _ => line.what,
    };
    let is_for = |row: &&Route| {
        let is_chosen = row.only.is_none_or(|(option, values)| {
            value(option).is_some_and(|value| values.contains(&value))
        });
        row.command == command && row.kinds.contains(&kind) && is_chosen
    };
    let route = ROUTES.iter().find(is_for);
    let mut front: Vec<OsString> = Vec::new();
    front.extend(route.map_or(&[command][..], |row| row.words).iter().map(OsString::from));
    if let Some(target) = target {
        front.extend(["--to", target].map(OsString::from));
    }
    // Where nothing says a form, what is shown is text, and what is drawn is for Graphviz.
    let is_open = line.output.is_none() && !line.names_form;
    let usual = match (command, route.map_or(&[][..], |row| row.words)) {
        _ if !is_open => None,
        ("show", ["draw"] | [_, "draw"] | ["automaton", "convert"]) => Some("text"),
        ("draw", ["automaton", "convert"]) => Some("dot"),
        _ => None,
    };
    front.extend(usual.into_iter().flat_map(|form| ["--format", form]).map(OsString::from));
    let dropped = if route.is_some_and(|row| !row.keeps) { line.what_places } else { None };
    let is_kept = |place: &usize| dropped.as_ref().is_none_or(|places| !places.contains(place));
    let rest = words[1..].iter().enumerate().filter(|(place, _)| is_kept(place));
    front.extend(rest.map(|(_, word)| word.clone()));
    Ok(front)
}

/// Returns the kind of a text, if its ending or its beginning says so.
fn kind_of(input: &Input) -> Option<Kind> {
    let begin = match input {
        Input::Block(_, block) => block.text.clone().into_bytes(),
        _ => input.begin(),
    };
    let source = Source::from_bytes("", begin);
    match input.extension() {
        Some("jsonl" | "ndjson" | "csv" | "log") => return Some(Kind::Log),
        // Lines of JSON that do not say what they are.
        Some("json") | None if source.text().trim_start().starts_with('{') => {
            return Language::of_text(&source).map_or(Some(Kind::Log), |found| Some(found.kind));
        }
        _ => {}
    }
    let is_log = || input.extension().and_then(Format::of_extension).is_some();
    kind(input, &source).or_else(|| is_log().then_some(Kind::Log))
}

/// Returns what a file with an ending is converted to.
pub(crate) fn target_of_ending(ending: &str) -> &str {
    match ending {
        "gv" => "dot",
        "sgg" => "gc",
        "nuscr" => "scr",
        "puml" => "plantuml",
        "mmd" => "mermaid",
        other => other,
    }
}

/// The words behind a command, as far as they decide what it stands for.
#[derive(Default)]
struct Line<'a> {
    operand: Option<&'a OsStr>,
    output: Option<&'a OsStr>,
    to: Option<&'a str>,
    what: Option<&'a str>,
    /// Where the words of `--what` are.
    what_places: Option<std::ops::Range<usize>>,
    names_form: bool,
    asks_for_help: bool,
}

impl<'a> Line<'a> {
    fn of(words: &'a [OsString]) -> Self {
        let mut line = Self::default();
        let mut place = 0;
        while let Some(word) = words.get(place) {
            let text = word.to_str().unwrap_or_default();
            let (option, given) = match text.split_once('=') {
                Some((option, value)) if option.starts_with("--") => {
                    (option, Some(OsStr::new(value)))
                }
                _ => (text, None),
            };
            let is_option = text.starts_with('-') && text != "-" && text != "--";
            let next = words.get(place + 1).map(OsString::as_os_str);
            let is_apart = is_option && given.is_none() && Grammar::takes_value(option);
            let value = if is_apart { next } else { given };
            let end = place + 1 + usize::from(is_apart);
            match option {
                "--" => {
                    line.operand = line.operand.or(next);
                    break;
                }
                "-h" | "--help" => line.asks_for_help = true,
                "-o" | "--output" => line.output = value,
                "--format" => line.names_form = true,
                "--to" => line.to = value.and_then(OsStr::to_str),
                "--what" => {
                    line.what = value.and_then(OsStr::to_str);
                    line.what_places = Some(place..end);
                }
                _ if is_option => {}
                _ => line.operand = line.operand.or(Some(word)),
            }
            place = end;
        }
        line.names_form |= line.to.is_some();
        line
    }

    fn output_ending(&self) -> Option<&'a str> {
        std::path::Path::new(self.output?).extension()?.to_str()
    }
}
