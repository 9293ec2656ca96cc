//! Presence and order of the sections.

use crate::scm::ast::{File, Section};
use crate::scm::builder::Lost;
use crate::scm::codes;
use crate::scm::token::Token;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// The keywords of sections in their order in a file.
const ORDER: [Token; 6] = [
    Token::NbChannels,
    Token::Lossy,
    Token::Parameters,
    Token::Automaton,
    Token::Threshold,
    Token::BadStates,
];

/// The sections that every file has, with the text that a missing one needs.
const REQUIRED: [(Token, &str); 3] = [
    (Token::NbChannels, "write `nb_channels = 1 ;` behind the name of the system"),
    (Token::Parameters, "write `parameters :` before the first automaton, even without messages"),
    (Token::Automaton, "a system has at least one automaton"),
];

fn rank(keyword: Token) -> Option<usize> {
    ORDER.into_iter().position(|section| section == keyword)
}

fn keyword(section: &Section<'_>) -> (Token, Span) {
    match section {
        Section::Channels(span, _) => (Token::NbChannels, *span),
        Section::Lossy(span, _) => (Token::Lossy, *span),
        Section::Parameters(span, _) => (Token::Parameters, *span),
        Section::Automaton(automaton) => (Token::Automaton, automaton.keyword),
        Section::Threshold(span) => (Token::Threshold, *span),
        Section::BadStates(span, _) => (Token::BadStates, *span),
    }
}

/// Reports sections that are missing, misplaced, repeated, or not supported.
pub(super) fn check(file: &File<'_>, lost: Lost, sink: &mut Sink) {
    let sections: Vec<(Token, Span)> = file.sections.iter().map(keyword).collect();
    let mut last: Option<(Token, Span)> = None;
    for &(kind, span) in &sections {
        let keyword = kind.word();
        match last {
            Some((before, first)) if before == kind && kind != Token::Automaton => sink.push(
                codes::MISPLACED_SECTION
                    .at(span, format!("`{keyword}` stands twice"))
                    .label("again here")
                    .also(first, "first here"),
            ),
            Some((before, at)) if rank(before) > rank(kind) => sink.push(
                codes::MISPLACED_SECTION
                    .at(span, format!("`{keyword}` stands behind `{}`", before.word()))
                    .label("too late")
                    .also(at, format!("`{keyword}` belongs before this")),
            ),
            _ => last = Some((kind, span)),
        }
        if kind == Token::Threshold {
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
    for (kind, example) in REQUIRED {
        if !sections.iter().any(|&(found, _)| found == kind) {
            // A missing section is reported before the first section that would follow it.
            let next = sections.iter().find(|&&(found, _)| rank(found) > rank(kind));
            let place = next.or(sections.last()).map(|&(_, span)| span);
            let place = place.or(file.name.map(|name| name.span)).unwrap_or_default();
            sink.push(
                codes::MISSING_SECTION
                    .at(place, format!("`{}` is missing", kind.word()))
                    .label(if next.is_some() { "before this" } else { "behind this" })
                    .help(example),
            );
        }
    }
}
