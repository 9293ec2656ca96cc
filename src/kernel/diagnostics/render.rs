//! Rendering of diagnostics as text.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Label, Severity};
use crate::source::{Source, Span};

/// Whether text is coloured by terminal escapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colours {
    /// Plain text.
    Plain,
    /// Coloured text.
    Coloured,
}

/// Number of bytes of context that a long line keeps on either side of a label.
const CONTEXT: usize = 60;
/// Maximum number of bytes of a line that is shown whole.
const WHOLE_LINE: usize = 240;
/// Maximum number of lines between two labels that are shown in one excerpt.
const NEARBY: usize = 2_000;

/// Returns one diagnostic as text, with a final line break.
///
/// # Complexity
/// Linear in the lines of the labels, of which only a part is shown if they are long, and in the lines
/// between labels that are near to each other.
pub fn render(source: &Source, diagnostic: &Diagnostic, colours: Colours) -> String {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut labels = vec![(&diagnostic.primary, AnnotationKind::Primary)];
    labels.extend(diagnostic.secondary.iter().map(|label| (label, AnnotationKind::Context)));
    labels.sort_by_key(|(label, _)| label.span);
    let mut group: Group<'_> =
        level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.name).elements(
            // If a part of the line is left out, its columns are not those of the file.
            is_cut(source, &diagnostic.primary).then(|| origin(source, &diagnostic.primary)),
        );
    for excerpt in excerpts(source, &labels) {
        group = group.element(excerpt);
    }
    let mut groups = vec![group];
    for help in &diagnostic.help {
        groups.push(Group::with_title(Level::HELP.secondary_title(help.as_str())));
    }
    let renderer = match colours {
        Colours::Plain => Renderer::plain(),
        Colours::Coloured => Renderer::styled(),
    };
    let mut text = renderer.render(&groups);
    text.push('\n');
    text
}

/// Returns the first `limit` diagnostics as text, separated by blank lines, and a line with the number of
/// further ones.
pub fn render_all(
    source: &Source,
    diagnostics: &[Diagnostic],
    limit: usize,
    colours: Colours,
) -> String {
    let mut parts: Vec<String> = diagnostics
        .iter()
        .take(limit)
        .map(|diagnostic| render(source, diagnostic, colours))
        .collect();
    if diagnostics.len() > limit {
        parts.push(format!("{}: {} more not shown\n", source.name(), diagnostics.len() - limit));
    }
    parts.join("\n")
}

/// Returns `true` if only a part of the line of `label` is shown.
fn is_cut(source: &Source, label: &Label) -> bool {
    source.line_span(line(source, label)).len() > WHOLE_LINE
}

fn origin<'a>(source: &'a Source, label: &Label) -> Origin<'a> {
    let position = source.line_column(label.span.start());
    Origin::path(source.name()).line(position.line).char_column(position.column)
}

type Annotations<'a> = Snippet<'a, annotate_snippets::Annotation<'a>>;

/// Returns excerpts of the source around labels in the order of their places.
fn excerpts<'a>(
    source: &'a Source,
    labels: &[(&'a Label, AnnotationKind)],
) -> Vec<Annotations<'a>> {
    let near =
        labels.chunk_by(|(one, _), (next, _)| line(source, next) - line(source, one) <= NEARBY);
    near.map(|labels| excerpt(source, labels)).collect()
}

/// Returns the line on which a label begins.
fn line(source: &Source, label: &Label) -> usize {
    source.line_of(label.span.start())
}

/// Returns the lines from the first to the last of some labels.
fn excerpt<'a>(source: &'a Source, labels: &[(&'a Label, AnnotationKind)]) -> Annotations<'a> {
    let first_line = line(source, labels[0].0);
    let last_line = line(source, labels[labels.len() - 1].0);
    let mut text = String::new();
    let mut annotations = Vec::new();
    let mut rest = labels;
    for number in first_line..=last_line {
        let here = rest.iter().take_while(|(label, _)| line(source, label) == number).count();
        let (labels, later) = rest.split_at(here);
        rest = later;
        let whole = source.line_span(number);
        let shown = window(source, whole, labels);
        if shown.start() > whole.start() {
            text.push_str("...");
        }
        for (label, kind) in labels {
            // A label that extends beyond the shown part of its line is cut there.
            let start = label.span.start().clamp(shown.start(), shown.end());
            let end = label.span.end().clamp(start, shown.end());
            let start = start - shown.start() + text.len();
            let end = end - shown.start() + text.len();
            let annotation = kind.span(start..end);
            annotations.push(if label.text.is_empty() {
                annotation
            } else {
                annotation.label(label.text.as_str())
            });
        }
        text.push_str(source.slice(shown));
        if shown.end() < whole.end() {
            text.push_str("...");
        }
        if number < last_line {
            text.push('\n');
        }
    }
    let is_cut = labels.iter().any(|(label, _)| is_cut(source, label));
    Snippet::source(text)
        .line_start(first_line)
        .path((!is_cut).then(|| source.name()))
        .fold(true)
        .annotations(annotations)
}

/// Returns the part of a line that is shown: all of it, or the part around its first label; nothing of a long
/// line without labels, since it is folded.
fn window(source: &Source, line: Span, labels: &[(&Label, AnnotationKind)]) -> Span {
    if line.len() <= WHOLE_LINE {
        return line;
    }
    let primary = labels.iter().find(|(_, kind)| matches!(kind, AnnotationKind::Primary));
    let Some((label, _)) = primary.or(labels.first()) else {
        return Span::new(line.start(), line.start());
    };
    let centre = label.span.start();
    let text = source.text();
    let start = centre.saturating_sub(CONTEXT).max(line.start());
    let end = (centre + CONTEXT).min(line.end());
    Span::new(boundary_before(text, start), boundary_before(text, end))
}

/// Returns the last offset at or before `offset` at which a character begins.
fn boundary_before(text: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}
