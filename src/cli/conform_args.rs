//! The command line of `conform`, as clap reads it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::choreography_args::LOOPS;
use super::limits::{count, time};
use super::option_groups::{PICTURE_FORMS, ReportArguments, SearchArguments};
use super::values::{Choice, one_of};
use scm_check::internals::check::conformance::{Procedure, Question};
use scm_check::internals::driver::conformance::{DiagramSubject, LogOptions, OrderReading};
use scm_check::internals::language::log::{BadLines, Grouping, Rules};
use scm_check::internals::model::interaction::Repetition;
use scm_check::internals::render::diagrams::PictureForm;

/// What is asked of each log.
pub(crate) const QUESTIONS: [Choice<Question>; 4] = [
    ("accept", Question::Accept, "Is it what the locations see of one run?"),
    ("global-prefix", Question::GlobalPrefix, "Is it what they see of the beginning of one run?"),
    (
        "multi-prefix",
        Question::MultiPrefix,
        "Is each trace the beginning of what its location sees of one run?",
    ),
    (
        "slice",
        Question::Slice,
        "Is each trace a part, without gaps, of what its location sees of one run?",
    ),
];

/// How an interaction is read.
pub(crate) const READINGS: [Choice<OrderReading>; 2] = [
    (
        "global",
        OrderReading::Global,
        "As it is written: strict orders what happens on different lifelines, too",
    ),
    (
        "local",
        OrderReading::Local,
        "Each lifeline by itself: strict is read as seq, loopS and loopH as loopW",
    ),
];

/// How a log is checked. All procedures agree.
pub(crate) const PROCEDURES: [Choice<Procedure>; 5] = [
    ("auto", Procedure::Auto, "The fastest"),
    ("central", Procedure::Central, "A search over all interleavings"),
    (
        "semi",
        Procedure::Semi,
        "Each location by itself, what they have in common, then a search in that",
    ),
    (
        "removal",
        Procedure::Removal,
        "A search on the term of an interaction, without the lifelines whose traces are over",
    ),
    ("free", Procedure::Free, "A search in which locations do as they like outside their traces"),
];

// What logs are held against.
#[derive(Args, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct GlobalModelArguments {
    /// An interaction (*.hif, *.puml, *.mmd, a block of *.md), an automaton (*.json, *.timbuk, *.aut) or a choreography
    /// (*.ca, *.gc, *.sgg, *.scr, *.nuscr, *.sprout, *.dot)
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) model: Option<OsString>,
    /// The signature of an interaction [default: the file beside it with the extension .hsf]
    #[arg(long, value_name = "FILE")]
    pub(crate) signature: Option<OsString>,
    /// The locations, as text or as a file: lifelines that share one, "a,b;c,d", or the plain letters of
    /// an automaton, each of which belongs to one [default: a location for each lifeline]
    #[arg(long, value_name = "LOCATIONS")]
    pub(crate) locations: Option<OsString>,
    /// How an interaction is read
    #[arg(long, value_parser = one_of(&READINGS), default_value = "global")]
    pub(crate) reading: OrderReading,
    /// What a loop of a diagram means whose label does not name its kind [default: weak, with a warning]
    #[arg(long, value_parser = one_of(&LOOPS), value_name = "KIND")]
    pub(crate) loops: Option<Repetition>,
}

/// What logs are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogLanguage {
    /// By the ending of the name: *.jsonl and *.ndjson and *.json, *.csv, *.otlp and *.otel, *.log and *.txt; JSON and
    /// standard input by their begin, too; any other is a multitrace
    Auto,
    /// Multitraces: `{[l] l!m; [k] k?m}`
    Htf,
    /// An object a line: location, direction, message, session, time, end
    Jsonl,
    /// The same as a header and columns
    Csv,
    /// Spans of OpenTelemetry, Zipkin or Jaeger as JSON, see --rules
    Otlp,
    /// What one location saw, an event a line; the location is the name of the file without its ending, or
    /// stands before it: LOCATION=FILE
    Plain,
}

/// What is drawn.
pub(crate) const DRAWINGS: [Choice<DiagramSubject>; 3] = [
    ("proj", DiagramSubject::Projection, "What a location sees of the automaton"),
    (
        "area",
        DiagramSubject::TransitionArea,
        "The transitions that a location's trace may have been seen of; without a trace, for each step",
    ),
    ("inter", DiagramSubject::CommonArea, "Those in the areas of all locations"),
];

/// How the sessions of a log stand.
pub(crate) const SESSION_ORDERS: [Choice<Grouping>; 2] = [
    (
        "interleaved",
        Grouping::Mixed,
        "Mixed: a session is open until its end mark, or the end of the log",
    ),
    ("grouped", Grouping::Grouped, "One behind the other: a session ends where another begins"),
];

// How logs are read.
#[derive(Args, Debug)]
#[command(next_help_heading = "Logs")]
pub(crate) struct LogArguments {
    /// The language of the logs
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) input: LogLanguage,
    /// What is an event in logs of any form, as TOML; see: scm-check explain rules
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<OsString>,
    /// How sessions stand
    #[arg(long, value_parser = one_of(&SESSION_ORDERS), default_value = "interleaved")]
    pub(crate) sessions: Grouping,
    /// Each log has a part of each session: they go on from one log to the next [default: so for plain logs
    /// only]
    #[arg(long)]
    pub(crate) join: bool,
    /// Order what each location saw by time [default: so for spans, and for rules with a time]
    #[arg(long)]
    pub(crate) by_time: bool,
    /// Count bad lines and leave them out, with a warning [default: they are errors]
    #[arg(long)]
    pub(crate) skip_bad_lines: bool,
    /// Logs that have no event conform, and so do lines of --local without a session [default: they are unknown,
    /// exit code 3]. A multitrace or plain logs may be empty on purpose: they always have a verdict
    #[arg(long)]
    pub(crate) allow_empty: bool,
    /// Check nothing; show how the first 20 events are read, and count all, and those that the model does not know;
    /// without --model list the locations, messages and sessions
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// With --dry-run and without --model: print the list as JSON, a line for each log
    #[arg(long, requires = "dry_run", conflicts_with = "model")]
    pub(crate) json: bool,
    /// With --dry-run and without --model: write rules that are guessed from the first log to FILE, and use them
    #[arg(long, value_name = "FILE", requires = "dry_run", conflicts_with_all = ["model", "rules"])]
    pub(crate) write_rules: Option<PathBuf>,
    /// Leave off after the first session, or multitrace, that does not conform
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Leave off after so many sessions, or multitraces
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = count)]
    pub(crate) limit: Option<u64>,
    /// Give a session up after this time: it is unknown [default: none]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    pub(crate) session_timeout: Option<Duration>,
    /// Read events as they come, by a pipe or from a file to its end: what is wrong at a location is told at once,
    /// unless events are sorted by time, slices are asked for, or the model has no automaton
    #[arg(long, conflicts_with_all = ["dry_run", "resume"])]
    pub(crate) follow: bool,
    /// With --follow, a session ends when nothing was seen of it for this time
    #[arg(long, value_name = "TIME", requires = "follow", allow_hyphen_values = true, value_parser = time)]
    pub(crate) silence: Option<Duration>,
    /// Check this location only, where its log is: print its verdict and area, a JSON line for each session,
    /// and a last one that says that these are all. The model must have an automaton
    #[arg(long, value_name = "LOCATION", conflicts_with_all = ["follow", "silence", "dry_run", "resume"])]
    pub(crate) local: Option<String>,
    /// Finish from the lines that --local printed at each location: they are the logs. Of a session that a
    /// location has no line of, it saw nothing, provided that its last line is there. All sessions are kept in
    /// memory until all lines are read
    #[arg(long, conflicts_with_all = ["local", "follow", "silence", "dry_run", "resume"])]
    pub(crate) central: bool,
    /// Record sessions and multitraces that are done in FILE, and do not check again what it records
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
}

/// What is done with logs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LogTask {
    /// They are checked.
    Check,
    /// It is shown how they are read.
    DryRun,
    /// What the location with a name finds is printed.
    Local(String),
    /// They are what locations printed, which is finished.
    Central,
}

impl LogArguments {
    /// Returns what is done with logs.
    pub(crate) fn task(&self) -> LogTask {
        match &self.local {
            Some(location) => LogTask::Local(location.clone()),
            None if self.central => LogTask::Central,
            None if self.dry_run => LogTask::DryRun,
            None => LogTask::Check,
        }
    }

    /// Returns how logs are read, with the rules that are named; all that is wrong with them is kept if `keeps_all`.
    pub(crate) fn options(&self, rules: Option<Rules>, keeps_all: bool) -> LogOptions {
        LogOptions {
            rules,
            grouping: self.sessions,
            is_joined: self.join || self.central,
            by_time: self.by_time,
            bad_lines: if self.skip_bad_lines { BadLines::Skip } else { BadLines::Stop },
            keeps_all,
            allows_empty: self.allow_empty,
            fail_fast: self.fail_fast,
            limit: self.limit,
            follows: self.follow,
            idle_timeout: self.silence,
        }
    }
}

/// What `--witness` does with logs.
const WITNESS: &str = "Write each multitrace that fails to DIR as LOG.conforms.json, .svg and .txt, and each session as \
    LOG.session-KEY.conforms.json and so on, all of them explained, as far as --limit goes";

/// What is special about `--format` of logs.
const FORMAT: &str =
    "The form of the report; besides those below csv: a line for each session as it comes";

const MAX_STATES: &str = "Give up a session, or multitrace, beyond so many states [default: none]";

/// What searches and evidence of systems are told, and is refused here.
const OF_SYSTEMS: [&str; 4] = ["engine", "assume_eager", "certificate", "verify"];

#[derive(Args, Debug)]
#[command(mut_arg("witness", |argument| argument.help(WITNESS)))]
#[command(mut_arg("max_states", |argument| argument.help(MAX_STATES)))]
#[command(mut_arg("model", |argument| argument.required(false).required_unless_present("dry_run")))]
#[command(mut_args(|argument| {
    let is_of_systems = OF_SYSTEMS.contains(&argument.get_id().as_str());
    if is_of_systems { argument.hide(true) } else { argument }
}))]
#[command(mut_arg("format", |argument| argument.help(FORMAT)))]
pub(crate) struct ConformArguments {
    /// What was logged: multitraces (*.htf), logs (see --input), directories of them, quoted globs, or - for
    /// standard input
    #[arg(required_unless_present = "draw", value_name = "LOG")]
    pub(crate) logs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) model: GlobalModelArguments,
    /// Ask only this [default: accept, and else how near it comes]
    #[arg(long, value_parser = one_of(&QUESTIONS))]
    pub(crate) question: Option<Question>,
    /// How logs are checked; all procedures agree
    #[arg(long, value_parser = one_of(&PROCEDURES), default_value = "auto")]
    pub(crate) procedure: Procedure,
    /// Show a run that is seen so, where there is one
    #[arg(long)]
    pub(crate) interleaving: bool,
    /// Check nothing; draw an automaton of the literature, of the model's automaton or about one multitrace
    #[arg(long, value_parser = one_of(&DRAWINGS))]
    pub(crate) draw: Option<DiagramSubject>,
    /// The location whose projection or area is drawn
    #[arg(long, value_name = "LOCATION", requires = "draw")]
    pub(crate) location: Option<String>,
    /// The form of the drawing [default: by the ending of the output, else dot]
    #[arg(long, value_parser = one_of(&PICTURE_FORMS), requires = "draw")]
    pub(crate) picture: Option<PictureForm>,
    #[command(flatten)]
    pub(crate) log: LogArguments,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
