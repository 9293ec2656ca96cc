//! Options that several commands have, and what they choose between.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgMatches, Args, ValueEnum};

use super::failure::Failure;
use super::limits::{count, jobs, memory, time};
use super::values::Choice;
use scm_check::internals::check::{membership, reachability};
use scm_check::internals::driver::Limits;
use scm_check::internals::driver::system::{ChannelReading, Explains, SystemOptions};
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::evidence::EvidenceRequest;
use scm_check::internals::render::diagrams::PictureForm;
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::report::{Amount, ResultLayout};
use scm_check::internals::render::sentences::Detail;

#[derive(Args, Debug)]
#[command(next_help_heading = "Channels")]
pub(crate) struct ChannelArguments {
    /// Read every channel as FIFO, whatever the file says
    #[arg(long, conflicts_with = "bag")]
    pub(crate) fifo: bool,
    /// Read every channel as a bag, whatever the file says
    #[arg(long)]
    pub(crate) bag: bool,
    /// Refused for SCM, which names its channels.
    #[arg(long, hide = true, value_name = "ARCHITECTURE")]
    pub(crate) arch: Option<String>,
}

impl ChannelArguments {
    /// Returns how the channels are read.
    ///
    /// # Errors
    /// If the options ask for an architecture, which SCM leaves nothing open for.
    pub(crate) fn reading(&self) -> Result<ChannelReading, Failure> {
        if self.arch.is_some() {
            let why = "`--arch` is for formats that leave channels open; an SCM model names its \
                       channels (`--fifo` and `--bag` change their kind)";
            return Err(Failure::usage(why));
        }
        Ok(match (self.fifo, self.bag) {
            (true, _) => ChannelReading::All(ChannelKind::Fifo),
            (false, true) => ChannelReading::All(ChannelKind::Bag),
            (false, false) => ChannelReading::AsWritten,
        })
    }
}

impl SearchArguments {
    /// Returns how questions about systems are answered; `wanted` is what the checks are asked for.
    pub(crate) fn system_options(&self, wanted: EvidenceRequest) -> SystemOptions {
        let membership = match self.engine {
            EngineChoice::Static => membership::Engine::Static,
            EngineChoice::Plain => membership::Engine::Plain,
            EngineChoice::Definition => membership::Engine::Definition,
            _ => membership::Engine::Auto,
        };
        let reachability = match self.engine {
            EngineChoice::Auto | EngineChoice::Static => reachability::Engine::Auto,
            EngineChoice::Channels => reachability::Engine::Channels,
            EngineChoice::Relations => reachability::Engine::Relations,
            EngineChoice::Plain | EngineChoice::Definition => reachability::Engine::Pebbles,
            EngineChoice::Invariant => reachability::Engine::Invariant,
            EngineChoice::Bounded => reachability::Engine::Bounded,
            EngineChoice::Persistent => reachability::Engine::Persistent,
            EngineChoice::Backward => reachability::Engine::Backward,
            EngineChoice::Linear => reachability::Engine::Linear,
        };
        let assume_eager = self.assume_eager;
        let explains = Explains::Nothing;
        SystemOptions {
            membership,
            reachability,
            assume_eager,
            wanted,
            explains,
            ..SystemOptions::default()
        }
    }
}

/// The engine that the user asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The one that suits the model
    Auto,
    /// Which messages no violation is about, without exploring anything; never finds a violation
    Static,
    /// The simple one: borderline violations; contents of channels by pebbles
    Plain,
    /// The automata of the definitions: slower, an independent second answer
    Definition,
    /// Contents of channels by an automaton each
    Channels,
    /// Contents of channels by relations between the separators
    Relations,
    /// Invariants over the contents of channels, also where the system is not RSC
    Invariant,
    /// Configurations with few messages in each channel, first one, then more
    Bounded,
    /// Configurations of which many are explored by the steps of one participant alone
    Persistent,
    /// Counting messages: sums over local states and messages that no step makes larger
    Linear,
    /// Backwards from what is bad: decides where channels are lossy, or bags
    Backward,
}

/// What the options for [`Limits`] are called.
const LIMITS: [&str; 3] = ["timeout", "model-timeout", "memory"];

/// Returns the options for [`Limits`], which every command has that reads something: they are no fields of its
/// arguments, since the command has nothing to do with them.
pub(crate) fn limit_options() -> [Arg; 3] {
    let [timeout, model_timeout, memory_limit] = LIMITS;
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        let option = Arg::new(name).long(name).value_name(value).help(help);
        option.allow_hyphen_values(true).help_heading("Limits")
    };
    let question = "Give up a question, a log, or reading a model, after this time: 500ms, 60s, 2m, 1h [default: none]";
    let model = "Give up a model, with all questions about it, after this time [default: none]";
    let process = "Give up when the program holds more memory: 512MiB, 4GiB [default: three quarters of the machine's]";
    [
        option(timeout, "TIME", question).value_parser(time),
        option(model_timeout, "TIME", model).value_parser(time),
        option(memory_limit, "SIZE", process).value_parser(memory),
    ]
}

/// Returns the limits that the options of the command say.
pub(crate) fn limits(matches: &ArgMatches) -> Limits {
    let mut command = matches;
    while let Some((_, nested)) = command.subcommand() {
        command = nested;
    }
    let time = |name| command.try_get_one::<Duration>(name).ok().flatten().copied();
    let [timeout, model_timeout, memory] = LIMITS;
    let memory = command.try_get_one::<u64>(memory).ok().flatten().copied();
    Limits { timeout: time(timeout), model_timeout: time(model_timeout), memory }
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Search", args(limit_options()))]
pub(crate) struct SearchArguments {
    /// How to search
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) engine: EngineChoice,
    /// Give up a question beyond so many states [default: none]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = count)]
    pub(crate) max_states: Option<u64>,
    /// Vouch that the system is eager: that RSC executions reach whatever it reaches
    #[arg(long)]
    pub(crate) assume_eager: bool,
    /// Worker threads: for several inputs at the same time, then for each search; the answers do not depend on them [default: the machine's processors]
    #[arg(short, long, value_name = "N", allow_hyphen_values = true, value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
}

/// The form of the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Auto,
    /// For people
    Human,
    /// One JSON object at the end
    Json,
    /// One JSON object a line for each result, as it comes
    Ndjson,
    /// A page for a browser, with each counterexample to walk through
    Html,
    /// A line of comma-separated values for each result, as it comes
    Csv,
    /// JUnit XML at the end: a suite for each model, a case for each property
    Junit,
    /// SARIF 2.1.0 at the end: violations that are not expected, changed results, errors of models
    Sarif,
    /// Workflow commands of GitHub Actions, as findings come
    Github,
}

impl Format {
    /// Returns `true` if people read it as text.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Auto | Self::Human)
    }

    /// Returns `true` if it has witnesses as documents, or their places.
    pub(crate) fn has_documents(self) -> bool {
        matches!(self, Self::Json | Self::Ndjson | Self::Sarif | Self::Github)
    }

    /// Returns `true` if explanations stand in it as text, without colours.
    pub(crate) fn has_explanations(self) -> bool {
        matches!(self, Self::Html | Self::Junit | Self::Github)
    }
}

/// How a running search tells how far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProgressChoice {
    /// A moving line on a terminal, plain lines elsewhere
    Auto,
    /// A plain line every few seconds
    Plain,
    /// Not at all
    None,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Report")]
pub(crate) struct ReportArguments {
    /// The form of the report [default: by the ending of the -o FILE, else human]
    #[arg(id = "format", long, value_enum, default_value = "auto", hide_default_value = true)]
    pub(crate) asked_format: Format,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Write each witness to DIR as MODEL.PROPERTY.json, .svg and .txt
    #[arg(long, value_name = "DIR")]
    pub(crate) witness: Option<PathBuf>,
    /// Write why the properties hold to FILE, for scm-check-verify
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Have the evidence of each answer confirmed by scm-check-verify
    #[arg(long)]
    pub(crate) verify: bool,
    /// How to tell progress, on standard error, after the first second
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) progress: ProgressChoice,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    /// The verdict only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: about the search, how diagrams are read, and the steps of their runs
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// End with 0 instead of 1 or 3
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Leave out times and what depends on the machine; file names instead of paths
    #[arg(long)]
    pub(crate) reproducible: bool,
}

impl ReportArguments {
    /// Refuses to be asked for evidence, of which there is none about some things.
    ///
    /// # Errors
    /// If evidence is asked for.
    pub(crate) fn refuse_evidence(&self, about: &str) -> Result<(), Failure> {
        if self.certificate.is_none() && !self.verify {
            return Ok(());
        }
        let why = format!("there is no evidence about {about} that scm-check-verify knows");
        Err(Failure::Usage(why))
    }

    /// Returns how the results of so many inputs are laid out for people who do not want to hear little.
    pub(crate) fn layout(
        &self,
        inputs: usize,
        single: ResultLayout,
        several: ResultLayout,
    ) -> ResultLayout {
        match (self.quiet, inputs) {
            (true, _) => ResultLayout::Blocks(Amount::Line),
            // A page has a part for each input.
            (false, _) if self.format() == Format::Html => single,
            (false, 0 | 1) => single,
            (false, _) => several,
        }
    }

    /// Returns the information about runs that the report contains.
    pub(crate) fn detail(&self) -> Detail {
        if self.reproducible { Detail::Reproducible } else { Detail::Full }
    }

    /// Returns the form of the report: the one that is asked for, else the one that the name of its file stands for.
    pub(crate) fn format(&self) -> Format {
        match (self.asked_format, self.output.ending()) {
            (Format::Auto, Some("json")) => Format::Json,
            (Format::Auto, Some("ndjson" | "jsonl")) => Format::Ndjson,
            (Format::Auto, Some("html" | "htm")) => Format::Html,
            (Format::Auto, Some("csv")) => Format::Csv,
            (Format::Auto, Some("xml")) => Format::Junit,
            (Format::Auto, Some("sarif")) => Format::Sarif,
            (asked, _) => asked,
        }
    }
}

#[derive(Args, Debug, Clone)]
pub(crate) struct OutputArguments {
    /// Write to FILE instead of standard output, which tells verdicts all the same
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// When to colour
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) color: Colour,
    /// Fit texts for people into N columns, by default those of the terminal; into a pipe nothing is wrapped
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
}

impl OutputArguments {
    /// Returns the ending of the file's name, if there is one.
    pub(crate) fn ending(&self) -> Option<&str> {
        self.output.as_ref()?.extension()?.to_str()
    }

    /// Returns the form that is asked for, else the one that is called like the ending of the file, else `usual`.
    pub(crate) fn form<T: ValueEnum>(&self, asked: Option<T>, usual: T) -> T {
        let by_ending = || T::from_str(self.ending()?, false).ok();
        asked.or_else(by_ending).unwrap_or(usual)
    }
}

// No doc comment: clap would show it as what each of the commands does.
#[derive(Args, Debug, Clone, Copy)]
pub(crate) struct SignArguments {
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

// No doc comment: clap would show it as what each of the commands does.
#[derive(Args, Debug)]
#[command(next_help_heading = "Report", args(limit_options()))]
pub(crate) struct PictureArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) run: RunArguments,
    #[command(flatten)]
    pub(crate) signs: SignArguments,
    /// The first line only
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

// No doc comment: clap would show it as what each of the commands does.
#[derive(Args, Debug, Clone, Copy)]
#[command(next_help_heading = "Report")]
pub(crate) struct RunArguments {
    /// Show all steps of a run, not only the first and the last 40 of more than 200
    #[arg(long)]
    pub(crate) all_steps: bool,
}

impl RunArguments {
    /// Returns how much of a long run is shown.
    pub(crate) fn extent(self) -> Extent {
        if self.all_steps { Extent::All } else { Extent::Ends }
    }
}

/// What a model can be printed as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// SCM, in the standard layout, without comments
    Scm,
    /// A drawing of the automata for Graphviz
    Dot,
    /// JSON, see `scm-check explain json`
    Json,
}

/// The form of a picture.
pub(crate) const PICTURE_FORMS: [Choice<PictureForm>; 6] = [
    ("text", PictureForm::Text, "For terminals"),
    ("dot", PictureForm::Dot, "For Graphviz: graphs and automata only"),
    ("svg", PictureForm::Svg, "For browsers, laid out"),
    ("html", PictureForm::Html, "The same in a page"),
    ("json", PictureForm::Json, "For programs: automata and witnesses only"),
    ("png", PictureForm::Png, "Pixels, where the program was built with the feature png"),
];
