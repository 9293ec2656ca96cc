//! Which sections there are, and in which order.

use crate::scm::ast::{File, Section};
use crate::scm::builder::Lost;
use crate::scm::codes;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// The kinds of sections in the order in which they stand in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Channels,
    Lossy,
    Parameters,
    Automaton,
    Threshold,
    BadStates,
}

impl Kind {
    /// Those that every file has, with what to write where one is missing.
    const REQUIRED: [(Self, &'static str); 3] = [
        (Self::Channels, "write `nb_channels = 1 ;` behind the name of the system"),
        (
            Self::Parameters,
            "write `parameters :` before the first automaton, even without messages",
        ),
        (Self::Automaton, "a system has at least one automaton"),
    ];

    fn keyword(self) -> &'static str {
        match self {
            Self::Channels => "nb_channels",
            Self::Lossy => "lossy",
            Self::Parameters => "parameters",
            Self::Automaton => "automaton",
            Self::Threshold => "threshold",
            Self::BadStates => "bad_states",
        }
    }
}

fn kind(section: &Section<'_>) -> (Kind, Span) {
    match section {
        Section::Channels(span, _) => (Kind::Channels, *span),
        Section::Lossy(span, _) => (Kind::Lossy, *span),
        Section::Parameters(span, _) => (Kind::Parameters, *span),
        Section::Automaton(automaton) => (Kind::Automaton, automaton.keyword),
        Section::Threshold(span) => (Kind::Threshold, *span),
        Section::BadStates(span, _) => (Kind::BadStates, *span),
    }
}

/// Reports sections that are missing, misplaced, repeated, or not supported.
pub(super) fn check(file: &File<'_>, lost: Lost, sink: &mut Sink) {
    let sections: Vec<(Kind, Span)> = file.sections.iter().map(kind).collect();
    let mut last: Option<(Kind, Span)> = None;
    for &(kind, span) in &sections {
        let keyword = kind.keyword();
        match last {
            Some((before, first)) if before == kind && kind != Kind::Automaton => sink.push(
                codes::MISPLACED_SECTION
                    .at(span, format!("`{keyword}` stands twice"))
                    .label("again here")
                    .also(first, "first here"),
            ),
            Some((before, place)) if before > kind => sink.push(
                codes::MISPLACED_SECTION
                    .at(span, format!("`{keyword}` stands behind `{}`", before.keyword()))
                    .label("too late")
                    .also(place, format!("`{keyword}` belongs before this")),
            ),
            _ => last = Some((kind, span)),
        }
        if kind == Kind::Threshold {
            sink.push(
                codes::THRESHOLD_UNSUPPORTED
                    .at(span, "`threshold` is not supported")
                    .label("values of variables are not followed"),
            );
        }
    }
    if lost.sections {
        return;
    }
    for (kind, example) in Kind::REQUIRED {
        if !sections.iter().any(|&(found, _)| found == kind) {
            // It is missing before the first section that would follow it.
            let next = sections.iter().find(|&&(found, _)| found > kind);
            let place = next.or(sections.last()).map(|&(_, span)| span);
            let place = place.or(file.name.map(|name| name.span)).unwrap_or_default();
            sink.push(
                codes::MISSING_SECTION
                    .at(place, format!("`{}` is missing", kind.keyword()))
                    .label(if next.is_some() { "before this" } else { "behind this" })
                    .help(example),
            );
        }
    }
}
