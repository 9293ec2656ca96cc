//! Errors and warnings about a log.

use std::collections::BTreeMap;

use memchr::memrchr;

use super::codes;
use super::record::LineProblem;
use kernel::diagnostics::{Code, Colours, Diagnostic, Severity, render};
use kernel::source::{Position, Source, Span};

/// Maximum number of findings of each severity that are kept; further ones are only counted.
pub const MAX_FINDINGS: usize = 1_000;

/// Maximum number of bytes of a line that are kept on either side of an error.
const CONTEXT: usize = 400;

/// An error or a warning about a log, with its line.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The line, or a part of it where it is long; its lines and columns are those of the log.
    pub source: Source,
    /// The error or the warning.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// Returns the finding as text, with a final line break.
    pub fn render(&self, colours: Colours) -> String {
        render(&self.source, &self.diagnostic, colours)
    }
}

/// The errors and warnings about a log: all are counted, and the first [`MAX_FINDINGS`] of each severity are kept,
/// or all.
#[derive(Clone, Debug)]
pub struct Findings {
    name: String,
    room: u64,
    kept: Vec<Finding>,
    counts: BTreeMap<Code, u64>,
    errors: u64,
    warnings: u64,
}

impl Findings {
    pub(super) fn new(name: String) -> Self {
        let (kept, counts) = (Vec::new(), BTreeMap::new());
        Self { name, room: MAX_FINDINGS as u64, kept, counts, errors: 0, warnings: 0 }
    }

    /// Keeps all findings from now on, until they are taken.
    pub(super) fn keep_all(&mut self) {
        self.room = u64::MAX;
    }

    /// Returns the name of the log.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the findings that are kept, in the order of their discovery.
    pub fn kept(&self) -> &[Finding] {
        &self.kept
    }

    /// Takes the findings that are kept so far.
    pub fn take(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.kept)
    }

    /// Returns the number of findings of each kind.
    pub fn counts(&self) -> impl Iterator<Item = (Code, u64)> + '_ {
        self.counts.iter().map(|(&code, &count)| (code, count))
    }

    /// Returns the number of errors, which is that of bad lines: each is left out.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Returns the number of warnings.
    pub fn warnings(&self) -> u64 {
        self.warnings
    }

    /// Records a problem in line `number`, whose bytes are given without the line break. For a text of several lines
    /// `number` is that of the first.
    pub(super) fn report(&mut self, number: u64, text: &[u8], problem: LineProblem) {
        *self.counts.entry(problem.code).or_default() += 1;
        // The end of reading is reported for the whole log, and always.
        if problem.code != codes::TOO_MANY {
            let count = match problem.code.severity() {
                Severity::Error => &mut self.errors,
                Severity::Warning | Severity::Note => &mut self.warnings,
            };
            *count += 1;
            if *count > self.room {
                return;
            }
        }
        let (source, span) = excerpt(&self.name, number, text, &problem);
        let help = Some(problem.help).filter(|help| !help.is_empty());
        let mut diagnostic = problem.code.at(span, problem.message).help_if(help);
        diagnostic.remedies.extend(problem.remedy);
        if let Some(meant) = problem.meant {
            let is_quoted = text.get(problem.place.start) == Some(&b'"');
            let meant = if is_quoted { format!("\"{meant}\"") } else { meant };
            diagnostic = diagnostic.fix(span, meant);
        }
        self.kept.push(Finding { source, diagnostic });
    }
}

/// Returns the text around the place of a problem, on its line.
fn excerpt(name: &str, number: u64, text: &[u8], problem: &LineProblem) -> (Source, Span) {
    let at = problem.place.start.min(text.len());
    let line_start = memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
    let line_end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
    let ends_before = memchr::memchr_iter(b'\n', &text[..line_start]).count();
    // The problem may be that a character begins with a continuation byte.
    let start = boundary(text, at.saturating_sub(CONTEXT).max(line_start)).min(at);
    let end = boundary(text, (at + CONTEXT).min(line_end));
    let stop = problem.place.end.clamp(at, end.max(at));
    let before = String::from_utf8_lossy(&text[start..at]);
    let here = String::from_utf8_lossy(&text[at..stop]);
    let behind = String::from_utf8_lossy(&text[stop..end.max(stop)]);
    let is_first = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    let column = text[line_start..start].iter().filter(is_first).count() + 1;
    let line = usize::try_from(number).unwrap_or(usize::MAX).saturating_add(ends_before);
    let span = Span::new(before.len(), before.len() + here.len());
    let shown: String = [before, here, behind].concat().replace('\0', "\u{fffd}");
    // A zero byte is shorter than its replacement.
    let longer = |bytes: &[u8]| 2 * memchr::memchr_iter(b'\0', bytes).count();
    let (before, here) = (longer(&text[start..at]), longer(&text[at..stop]));
    let span = Span::new(span.start() + before, span.end() + before + here);
    (Source::excerpt(name, shown, Position { line, column }), span)
}

/// Returns the first place at or behind `at` where a character may begin.
fn boundary(text: &[u8], at: usize) -> usize {
    let continues = |byte: &&u8| **byte & 0b1100_0000 == 0b1000_0000;
    at + text[at..].iter().take(3).take_while(continues).count()
}
