//! Rewriting the answers that a text states, without other changes.

use super::Model;
use super::lexer::Lexer;
use crate::reading::Expectation;
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
    let mut changes = replaced_lines(source, &edits);
    let new: Vec<&Expectation> = answers
        .iter()
        .filter(|given| !model.expectations.iter().any(|stated| same(given, stated)))
        .collect();
    if !new.is_empty() {
        let gap = InsertionPoint::new(source, model);
        let lines = lines(&new, &gap.indent);
        changes.extend(gap.changes(source, &lines));
        edits.push(gap.edit(&lines));
    }
    Restated { text: edited(source.text(), &edits), changes }
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

/// Returns the lines with replaced verdicts, before and after.
fn replaced_lines(source: &Source, edits: &[Edit]) -> Vec<LineChange> {
    let line_of = |edit: &Edit| source.line_of(edit.place.start());
    let mut changes = Vec::new();
    for edits in edits.chunk_by(|left, right| line_of(left) == line_of(right)) {
        let line = source.line_span(line_of(&edits[0]));
        let old = source.slice(line);
        let inside = |edit: &Edit| Edit {
            place: Span::new(edit.place.start() - line.start(), edit.place.end() - line.start()),
            text: edit.text.clone(),
        };
        let inside: Vec<Edit> = edits.iter().map(inside).collect();
        changes.push(LineChange::Removed(old.to_owned()));
        changes.push(LineChange::Added(edited(old, &inside)));
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

/// The place for new lines.
struct InsertionPoint<'a> {
    at: usize,
    surroundings: Surroundings,
    /// The line break.
    newline: &'a str,
    /// The indentation of new lines.
    indent: String,
}

/// The context of new lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Surroundings {
    /// Between two lines.
    Lines,
    /// Behind the last line, which has no line break.
    End,
    /// Within a line, which has to be broken.
    Inside,
}

impl<'a> InsertionPoint<'a> {
    /// Returns the place behind the last line that states answers, or else before the line with `scm`.
    fn new(source: &'a Source, model: &Model) -> Self {
        match model.places.expectation_lines.last() {
            Some(&last) => Self::behind(source, last),
            None => Self::before_all(source),
        }
    }

    fn behind(source: &'a Source, comment: Span) -> Self {
        let line = source.line_span(source.line_of(comment.start()));
        let before = source.slice(Span::new(line.start(), comment.start()));
        let blank = before.chars().all(|character| matches!(character, ' ' | '\t'));
        let indent = if blank { before.to_owned() } else { String::new() };
        let end = line_end(source, line);
        let surroundings = if end.is_empty() { Surroundings::End } else { Surroundings::Lines };
        let at = line.end() + end.len();
        Self { at, surroundings, newline: newline(source, line), indent }
    }

    fn before_all(source: &'a Source) -> Self {
        let mut lexer = Lexer::new(source, Sink::new(1));
        let keyword = lexer.next().map_or(0, |(start, _, _)| start.offset as usize);
        let (_, comments) = lexer.finish();
        let line = source.line_span(source.line_of(keyword));
        // A comment may begin in another line and end before the keyword.
        let inside =
            |comment: &Span| comment.start() < line.start() && line.start() < comment.end();
        let (at, surroundings) = if comments.iter().any(inside) {
            (keyword, Surroundings::Inside)
        } else {
            (line.start(), Surroundings::Lines)
        };
        Self { at, surroundings, newline: newline(source, line), indent: String::new() }
    }

    fn edit(&self, lines: &[String]) -> Edit {
        let newline = self.newline;
        let ended: String = lines.iter().flat_map(|line| [line, newline]).collect();
        let text = match self.surroundings {
            Surroundings::Lines => ended,
            Surroundings::End => lines.iter().flat_map(|line| [newline, line]).collect(),
            Surroundings::Inside => [newline, &ended].concat(),
        };
        Edit { place: Span::new(self.at, self.at), text }
    }

    fn changes(&self, source: &Source, lines: &[String]) -> Vec<LineChange> {
        let added = lines.iter().cloned().map(LineChange::Added);
        if self.surroundings != Surroundings::Inside {
            return added.collect();
        }
        let line = source.line_span(source.line_of(self.at));
        let part = |start, end| source.slice(Span::new(start, end)).to_owned();
        let mut changes = vec![
            LineChange::Removed(source.slice(line).to_owned()),
            LineChange::Added(part(line.start(), self.at)),
        ];
        changes.extend(added);
        changes.push(LineChange::Added(part(self.at, line.end())));
        changes
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
