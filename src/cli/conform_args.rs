//! The command line of `conform`, as clap reads it.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use super::args::{ReportArguments, SearchArguments};
use crate::check::conformance;

/// What is asked of each log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum QuestionChoice {
    /// Is it what the locations see of one run?
    Accept,
    /// Is it what they see of the beginning of one run?
    GlobalPrefix,
    /// Is each trace the beginning of what its location sees of one run?
    MultiPrefix,
    /// Is each trace a part, without gaps, of what its location sees of one run?
    Slice,
}

impl QuestionChoice {
    pub(crate) fn question(self) -> conformance::Question {
        match self {
            Self::Accept => conformance::Question::Accept,
            Self::GlobalPrefix => conformance::Question::GlobalPrefix,
            Self::MultiPrefix => conformance::Question::MultiPrefix,
            Self::Slice => conformance::Question::Slice,
        }
    }
}

/// How an interaction is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ReadingChoice {
    /// As it is written: strict orders what happens on different lifelines, too
    Global,
    /// Each lifeline by itself: strict is read as seq, loopS and loopH as loopW
    Local,
}

impl ReadingChoice {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Local => "local",
        }
    }
}

/// How a log is checked. All procedures agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ProcedureChoice {
    /// The fastest
    Auto,
    /// A search over all interleavings
    Central,
    /// Each location by itself, what they have in common, then a search in that
    Semi,
    /// A search on the term of an interaction, without the lifelines whose traces are over
    Removal,
    /// A search in which locations do as they like outside their traces
    Free,
}

impl ProcedureChoice {
    pub(crate) fn procedure(self) -> conformance::Procedure {
        match self {
            Self::Auto => conformance::Procedure::Auto,
            Self::Central => conformance::Procedure::Central,
            Self::Semi => conformance::Procedure::Semi,
            Self::Removal => conformance::Procedure::Removal,
            Self::Free => conformance::Procedure::Free,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Central => "central",
            Self::Semi => "semi",
            Self::Removal => "removal",
            Self::Free => "free",
        }
    }
}

/// What logs are held against.
#[derive(Args, Debug)]
#[command(next_help_heading = "Model")]
pub(crate) struct GlobalModelArguments {
    /// An interaction (*.hif, *.hsf, *.puml), an automaton (*.json, *.timbuk, *.aut) or a choreography
    /// (*.ca, *.gc, *.sgg, *.scr, *.nuscr, *.sprout, *.dot)
    #[arg(long, value_name = "FILE")]
    pub(crate) model: OsString,
    /// The signature of an interaction [default: the file beside it with the extension .hsf]
    #[arg(long, value_name = "FILE")]
    pub(crate) signature: Option<OsString>,
    /// The locations, as text or as a file: lifelines that share one, "a,b;c,d", or the plain letters of
    /// an automaton, each of which belongs to one [default: a location for each lifeline]
    #[arg(long, value_name = "LOCATIONS")]
    pub(crate) locations: Option<OsString>,
    /// How an interaction is read
    #[arg(long, value_enum, default_value = "global")]
    pub(crate) reading: ReadingChoice,
}

#[derive(Args, Debug)]
pub(crate) struct ConformArguments {
    /// What was logged: multitraces (*.htf), directories of them, quoted globs, or - for standard input
    #[arg(required = true, value_name = "LOG")]
    pub(crate) logs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) model: GlobalModelArguments,
    /// Ask only this [default: accept, and else how near it comes]
    #[arg(long, value_enum)]
    pub(crate) question: Option<QuestionChoice>,
    /// How logs are checked; all procedures agree
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) procedure: ProcedureChoice,
    #[command(flatten)]
    pub(crate) search: SearchArguments,
    #[command(flatten)]
    pub(crate) report: ReportArguments,
}
