//! Rewriting the answers that a text states, without other changes.

use super::lexer::{Grain, Lexer};
use crate::reading::Expectation;
use crate::system::Model;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// Maximum number of characters of an added line.
const WIDTH: usize = 100;

/// The beginning of a line that states answers.
const HEAD: &str = "//# expect: ";

/// A text with other answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restated {
    /// The text.
    pub text: String,
    /// The lines that differ from the original text, in order; empty if the text is unchanged.
    pub changes: Vec<LineChange>,
}

/// A line, without its end, that only one of two texts has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineChange {
    /// Only the original text has the line.
    Removed(String),
    /// Only the new text has the line.
    Added(String),
}

/// Returns the text of `model`, which was read from `source`, with the given answers stated in it.
///
/// An answer that is already stated gets its new verdict in place. Further answers are added in separate
/// lines behind the last stated answer, or else above the line with the keyword `scm`.
/// All other bytes are unchanged, and so are stated answers that are not given.
///
/// # Complexity
/// The product of the numbers of answers, stated and given, and linear in the text.
pub fn restate(source: &Source, model: &Model, answers: &[Expectation]) -> Restated {
    let same =
        |a: &Expectation, b: &Expectation| a.property == b.property && a.variant == b.variant;
    let mut edits: Vec<Edit> = Vec::new();
    for (stated, &place) in model.expectations.iter().zip(&model.places.expectations) {
        let given = answers.iter().find(|given| same(given, stated));
        if let Some(given) = given.filter(|given| given.verdict != stated.verdict) {
            edits.push(Edit { place, text: given.verdict.word().to_owned() });
        }
    }
    edits.sort_by_key(|edit| edit.place.start());
    let new: Vec<&Expectation> = answers
        .iter()
        .filter(|given| !model.expectations.iter().any(|stated| same(given, stated)))
        .collect();
    if !new.is_empty() {
        edits.push(match model.places.expectation_lines.last() {
            Some(&last) => insertion_behind(source, last, &new),
            None => insertion_before_all(source, &new),
        });
    }
    Restated { text: edited(source.text(), &edits), changes: changes(source, &edits) }
}

/// A replacement of a piece of text.
struct Edit {
    place: Span,
    text: String,
}

/// Returns `text` after edits in the order of their places.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for Edit { place, text: new } in edits {
        result.extend([&text[end..place.start()], new]);
        end = place.end();
    }
    result + &text[end..]
}

/// Returns the lines that edits remove and add.
fn changes(source: &Source, edits: &[Edit]) -> Vec<LineChange> {
    let line_of = |edit: &Edit| source.line_of(edit.place.start());
    let mut changes = Vec::new();
    for edits in edits.chunk_by(|left, right| line_of(left) == line_of(right)) {
        let line = source.line_span(line_of(&edits[0]));
        let inside = |edit: &Edit| Edit {
            place: Span::new(edit.place.start() - line.start(), edit.place.end() - line.start()),
            text: edit.text.clone(),
        };
        let old = source.slice(line);
        let new = edited(old, &edits.iter().map(inside).collect::<Vec<_>>()).replace("\r\n", "\n");
        let added: Vec<&str> = new.split(['\n', '\r']).collect();
        // If only lines are inserted, the old line is the last one or the first one.
        let added = match &*added {
            [added @ .., last] if *last == old => added,
            [first, added @ ..] if *first == old => added,
            _ => {
                changes.push(LineChange::Removed(old.to_owned()));
                &added
            }
        };
        changes.extend(added.iter().map(|&line| LineChange::Added(line.to_owned())));
    }
    changes
}

/// Returns lines that state answers.
fn lines(answers: &[&Expectation], indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for answer in answers {
        let item = answer.to_string();
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + item.chars().count() <= WIDTH => {
                line.extend([", ", &item]);
            }
            _ => lines.push([indent, HEAD, &item].concat()),
        }
    }
    lines
}

/// Returns the insertion of answers behind a line that states others.
fn insertion_behind(source: &Source, comment: Span, answers: &[&Expectation]) -> Edit {
    let line = source.line_span(source.line_of(comment.start()));
    let before = source.slice(Span::new(line.start(), comment.start()));
    let is_blank = before.chars().all(|character| matches!(character, ' ' | '\t'));
    let lines = lines(answers, if is_blank { before } else { "" });
    let newline = newline(source, line);
    let end = line_end(source, line);
    let text = if end.is_empty() {
        lines.iter().flat_map(|line| [newline, line]).collect()
    } else {
        lines.iter().flat_map(|line| [line, newline]).collect()
    };
    let at = line.end() + end.len();
    Edit { place: Span::new(at, at), text }
}

/// Returns the insertion of answers before the line with the keyword `scm`.
fn insertion_before_all(source: &Source, answers: &[&Expectation]) -> Edit {
    let mut lexer = Lexer::new(source, Grain::Words, Sink::new(1));
    let keyword = lexer.next().map_or(0, |(start, _, _)| start.offset as usize);
    let (_, comments) = lexer.finish();
    let line = source.line_span(source.line_of(keyword));
    let newline = newline(source, line);
    let text: String = lines(answers, "").iter().flat_map(|line| [line, newline]).collect();
    // A comment may begin in another line and end before the keyword: the line has to be broken.
    let inside = |comment: &Span| comment.start() < line.start() && line.start() < comment.end();
    if comments.iter().any(inside) {
        Edit { place: Span::new(keyword, keyword), text: [newline, &text].concat() }
    } else {
        Edit { place: Span::new(line.start(), line.start()), text }
    }
}

/// Returns the end of a line; empty at the end of the text.
fn line_end(source: &Source, line: Span) -> &str {
    let rest = &source.text()[line.end()..];
    ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end)).unwrap_or_default()
}

/// Returns the line break used around `line`.
fn newline(source: &Source, line: Span) -> &str {
    let ends = [line_end(source, line), line_end(source, source.line_span(1))];
    ends.into_iter().find(|end| !end.is_empty()).unwrap_or("\n")
}
