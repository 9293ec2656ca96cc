//! Classification of inputs: multitraces, and logs with their languages.

use std::ffi::OsString;
use std::path::Path;

use rustc_hash::FxHashSet;

use crate::cli::conform_args::{LogArguments, LogLanguage};
use crate::cli::input::{Input, Sought, expand_to};
use scm_check::internals::driver::conformance::{FormatHints, log_format};
use scm_check::internals::language::log::Format;

/// An input of the command.
#[derive(Clone, Debug)]
pub(crate) struct LogInput {
    pub(crate) input: Input,
    /// The language of the log; `None` if the input is not read line by line.
    pub(super) format: Option<Format>,
    /// The location of a plain log.
    pub(super) location: String,
}

impl LogInput {
    /// Returns `true` if the input is the observation of one location.
    pub(crate) fn is_plain(&self) -> bool {
        self.format == Some(Format::Plain)
    }

    /// Returns `true` if the input is read line by line.
    pub(crate) fn is_record(&self) -> bool {
        self.format.is_some()
    }
}

/// The extensions of logs in directories that are read by rules for records.
const RECORDS: &[&str] = &["htf", "jsonl", "ndjson", "json", "csv", "log", "txt"];

/// The extensions of logs in directories; other files are read only if the user names them.
fn endings(language: LogLanguage) -> &'static [&'static str] {
    match language {
        LogLanguage::Auto => &["htf", "jsonl", "ndjson", "csv", "otlp", "otel", "log"],
        LogLanguage::Htf => &["htf"],
        LogLanguage::Jsonl => &["jsonl", "ndjson", "json"],
        LogLanguage::Csv => &["csv"],
        LogLanguage::Otlp => &["otlp", "otel", "json", "jsonl", "ndjson"],
        LogLanguage::Plain => &["log", "txt"],
    }
}

/// Returns the inputs that arguments name, in order; `rules` is the format that rules are about, if there are rules.
pub(crate) fn inputs(
    arguments: &[OsString],
    log: &LogArguments,
    rules: Option<Format>,
) -> Vec<LogInput> {
    let mut found: Vec<LogInput> = Vec::new();
    let endings = match rules {
        Some(Format::Records) if log.input == LogLanguage::Auto => RECORDS,
        _ => endings(if log.central { LogLanguage::Jsonl } else { log.input }),
    };
    for argument in arguments {
        let text = argument.to_string_lossy();
        let named = text.split_once('=').filter(|_| !Path::new(argument).exists());
        if let (Some((location, file)), LogLanguage::Auto | LogLanguage::Plain) = (named, log.input)
        {
            let input = if file == "-" { Input::Standard } else { Input::File(file.into()) };
            let location = location.to_owned();
            let format = rules.filter(|&format| format == Format::Records);
            found.push(LogInput { input, format: format.or(Some(Format::Plain)), location });
            continue;
        }
        let is_read = found.iter().any(|log| log.input == Input::Standard);
        let expanded = if argument == "-" && is_read {
            vec![Input::read_before()]
        } else {
            expand_to(std::slice::from_ref(argument), Sought::Endings(endings))
        };
        found.extend(expanded.into_iter().map(|input| one(input, log, rules)));
    }
    found
}

/// Returns a log that is named twice, if there is one: its events would be counted twice.
pub(crate) fn repeated(inputs: &[LogInput]) -> Option<&Path> {
    let mut met = FxHashSet::default();
    inputs.iter().filter(|input| input.is_record()).find_map(|input| {
        let path = input.input.path()?;
        let file = path.canonicalize().ok()?;
        (file.is_file() && !met.insert(file)).then_some(path)
    })
}

fn one(input: Input, log: &LogArguments, rules: Option<Format>) -> LogInput {
    let format = match log.input {
        _ if log.central => Some(Format::JsonLines),
        LogLanguage::Htf => None,
        LogLanguage::Jsonl => Some(Format::JsonLines),
        LogLanguage::Csv => Some(Format::Csv),
        LogLanguage::Otlp => Some(Format::OpenTelemetry),
        LogLanguage::Plain => Some(Format::Plain),
        LogLanguage::Auto => log_format(
            FormatHints {
                extension: input.extension(),
                rules,
                is_followed: log.follow,
                is_standard: input == Input::Standard,
            },
            || input.begin(),
        ),
    };
    let location = input.stem().to_string_lossy().into_owned();
    LogInput { input, format, location }
}
