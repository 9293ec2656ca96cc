//! Presence and order of the sections.

use crate::scm::ast::File;
use crate::scm::builder::LostItems;
use crate::scm::codes;
use crate::scm::token::Token;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// The sections that every file has, with the text that a missing one needs.
const REQUIRED: [(Token, &str); 3] = [
    (Token::NbChannels, "write `nb_channels = 1 ;` behind the name of the system"),
    (Token::Parameters, "write `parameters :` before the first automaton, even without messages"),
    (Token::Automaton, "a system has at least one automaton"),
];

fn rank(keyword: Token) -> Option<usize> {
    Token::SECTIONS.into_iter().position(|section| section == keyword)
}

/// Reports sections that are missing, misplaced, repeated, or not supported.
pub(super) fn check(file: &File<'_>, lost: LostItems, sink: &mut Sink) {
    let mut last: Option<(Token, Span)> = None;
    for &(section, place) in &file.keywords {
        let keyword = section.word();
        match last {
            Some((before, first)) if before == section && section != Token::Automaton => {
                let twice = codes::MISPLACED_SECTION.at(place, format!("`{keyword}` stands twice"));
                sink.push(twice.label("again here").also(first, "first here"));
            }
            Some((before, at)) if rank(before) > rank(section) => {
                let message = format!("`{keyword}` stands behind `{}`", before.word());
                let misplaced = codes::MISPLACED_SECTION.at(place, message).label("too late");
                sink.push(misplaced.also(at, format!("`{keyword}` belongs before this")));
            }
            _ => last = Some((section, place)),
        }
        if section == Token::Threshold {
            let unsupported =
                codes::THRESHOLD_UNSUPPORTED.at(place, "`threshold` is not supported");
            sink.push(unsupported.label("values of variables are not followed"));
        }
    }
    if lost.sections {
        return;
    }
    for (section, example) in REQUIRED {
        if file.place(section).is_some() {
            continue;
        }
        // A missing section is reported before the first section that would follow it.
        let next = file.keywords.iter().find(|&&(found, _)| rank(found) > rank(section));
        let place = next.or(file.keywords.last()).map(|&(_, place)| place);
        let place = place.or(file.name.map(|name| name.span)).unwrap_or_default();
        let message = format!("`{}` is missing", section.word());
        let label = if next.is_some() { "before this" } else { "behind this" };
        sink.push(codes::MISSING_SECTION.at(place, message).label(label).help(example));
    }
}
