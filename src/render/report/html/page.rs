//! The page as a whole: its parts and their order.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::answer::{self, answer, sign};
use super::data::data;
use super::excerpt::{Marked, excerpt};
use super::walk_panel::walk_panel;
use super::{Markup, Walk};
use crate::drawing::picture_style;
use crate::report::{Note, Row, TOOL, VERSION};
use crate::sentences::Detail;
use kernel::diagnostics::Severity;
use kernel::verdict::{Comparison, Verdict};

/// The content security policy: the page loads no resources.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:";
/// Maximum number of items of one kind that are not folded.
const FOLDED: usize = 8;
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The class of runs.
const RUN: (&str, &str) = ("class", "run");

/// A report as a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The parts, one for each model.
    pub sections: Vec<Section>,
    /// The verdict on the whole report.
    pub verdict: Verdict,
    /// Further remarks on the whole report.
    pub remarks: Vec<String>,
    /// The amount of detail about the run that made the report.
    pub detail: Detail,
}

/// The part of a report about one model.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Section {
    /// The model, as the user named it.
    pub name: String,
    /// The parts of the model by kind, each kind with a caption.
    pub facts: Vec<(String, Vec<String>)>,
    /// The lines of its text.
    pub source: Vec<String>,
    /// The diagnostics.
    pub notes: Vec<Note>,
    /// The answers.
    pub rows: Vec<Row>,
}

/// Writes the page.
///
/// The script and the style sheet are embedded, and the policy of the page forbids loading anything else.
///
/// # Complexity
/// Linear in the shown contents, and for each run linear in the number of steps times the number of
/// gauges.
///
/// # Errors
/// If `output` cannot be written.
pub fn write_page(page: &Page, output: &mut impl Write) -> io::Result<()> {
    let body = body(page);
    let mut markup = Markup::default();
    markup.markup("<!DOCTYPE html>\n");
    markup.open("html", &[("lang", "en")]);
    head(&mut markup, page, body.has_pictures());
    markup.markup(&body.finish());
    markup.close();
    writeln!(output, "{}", markup.finish())
}

fn body(page: &Page) -> Markup {
    let mut markup = Markup::default();
    markup.open("body", &[]);
    banner(&mut markup, page);
    markup.open("main", &[]);
    if page.sections.len() > 1 {
        contents(&mut markup, page);
    }
    let mut walks = Vec::new();
    for (index, part) in page.sections.iter().enumerate() {
        section(&mut markup, part, &format!("m{}", index + 1), page.detail, &mut walks);
    }
    markup.close();
    markup.open("script", &[("type", "application/json"), ("id", "data")]);
    markup.markup(&data(&walks));
    markup.close();
    markup.verbatim("script", &[], SCRIPT);
    markup.close();
    markup
}

fn head(markup: &mut Markup, page: &Page, has_pictures: bool) {
    let title = match page.sections.as_slice() {
        [only] => format!("{} {}: {}", sign(page.verdict), only.name, page.verdict.word()),
        all => format!("{} {} models: {}", sign(page.verdict), all.len(), page.verdict.word()),
    };
    markup.open("head", &[]);
    markup.void("meta", &[("charset", "utf-8")]);
    let policy = [("http-equiv", "Content-Security-Policy"), ("content", POLICY)];
    markup.void("meta", &policy);
    let viewport = [("name", "viewport"), ("content", "width=device-width, initial-scale=1")];
    markup.void("meta", &viewport);
    markup.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    markup.element("title", &[], &title);
    markup.void("link", &[("rel", "icon"), ("href", "data:,")]);
    if has_pictures {
        markup.verbatim("style", &[], &picture_style());
    }
    markup.verbatim("style", &[], STYLE);
    markup.close();
}

fn banner(markup: &mut Markup, page: &Page) {
    markup.open("header", &[("class", "banner")]);
    markup.element("p", &[("class", "tool")], &format!("{TOOL} {VERSION}"));
    markup.open("h1", &[]);
    answer::verdict(markup, page.verdict);
    markup.text(" ");
    match page.sections.as_slice() {
        [only] => markup.element("span", &[("class", "name")], &only.name),
        all => markup.text(&format!("{} models", all.len())),
    }
    markup.close();
    let rows: Vec<&Row> = page.sections.iter().flat_map(|section| &section.rows).collect();
    if rows.len() > 1 {
        markup.open("p", &[("class", "tally")]);
        tally(markup, &rows);
        markup.close();
    }
    for remark in &page.remarks {
        markup.element("p", &[], remark.trim());
    }
    markup.close();
}

/// Writes the number of answers of each kind.
fn tally(markup: &mut Markup, rows: &[&Row]) {
    let deciding = || rows.iter().filter(|row| row.decides());
    let word = |row: &&&Row| row.verdict.word();
    for wanted in ["violated", "error", "unknown", "holds"] {
        let Some(first) = deciding().find(|row| word(row) == wanted) else { continue };
        let number = deciding().filter(|row| word(row) == wanted).count();
        let text = format!("{} {number} {wanted}", sign(first.verdict));
        markup.element("span", &[("class", &format!("verdict {wanted}"))], &text);
        markup.text(" ");
    }
    let compared = |with| deciding().filter(move |row| row.comparison() == Some(with)).count();
    for (with, class, says) in [
        (Comparison::Met, "expected", "as expected"),
        (Comparison::Missed, "expected missed", "not as expected"),
        (Comparison::Open, "expected", "expected, not decided"),
    ] {
        if compared(with) > 0 {
            let text = format!("{} {says}", compared(with));
            markup.element("span", &[("class", class)], &text);
            markup.text(" ");
        }
    }
}

/// Writes the list of the models.
fn contents(markup: &mut Markup, page: &Page) {
    markup.open("nav", &[("aria-label", "Models")]);
    markup.element("h2", &[], "Models");
    markup.open("ol", &[("class", "contents")]);
    for (index, section) in page.sections.iter().enumerate() {
        markup.open("li", &[]);
        markup.element("a", &[("href", &format!("#m{}", index + 1))], &section.name);
        markup.text(" ");
        tally(markup, &section.rows.iter().collect::<Vec<_>>());
        markup.close();
    }
    markup.close();
    markup.close();
}

fn section<'a>(
    markup: &mut Markup,
    section: &'a Section,
    id: &str,
    detail: Detail,
    walks: &mut Vec<(String, &'a Walk)>,
) {
    let heading = format!("{id}-name");
    markup.open("section", &[("id", id), ("class", "model"), ("aria-labelledby", &heading)]);
    markup.element("h2", &[("id", &heading)], &section.name);
    facts(markup, &section.facts);
    diagnostics(markup, section, id);
    let walk_of = |index: usize, row: &'a Row| {
        let walk = row.walk.as_deref().filter(|_| row.decides())?;
        Some((format!("{id}-r{}", index + 1), walk))
    };
    let list = |markup: &mut Markup, calm: bool| {
        markup.open("ul", &[("class", "answers")]);
        for (index, row) in section.rows.iter().enumerate() {
            if is_calm(row) == calm {
                let place = walk_of(index, row).map(|(id, _)| format!("#{id}"));
                answer(markup, row, detail, place.as_deref());
            }
        }
        markup.close();
    };
    // Failures come first, with their runs; the rest is folded.
    let calm = section.rows.iter().filter(|row| is_calm(row)).count();
    let troubled = section.rows.len() - calm;
    if troubled > 0 {
        list(markup, false);
    }
    for (index, row) in section.rows.iter().enumerate() {
        let Some((id, walk)) = walk_of(index, row) else { continue };
        // Initially the first run is shown.
        let attributes: &[_] = if walks.is_empty() { &[RUN, ("open", "open")] } else { &[RUN] };
        markup.open("details", attributes);
        markup.open("summary", &[]);
        markup.text("The run for ");
        markup.element("strong", &[], row.shown_title().unwrap_or("not read"));
        markup.text(&format!(": {}", row.message));
        markup.close();
        walk_panel(markup, walk, &id, row, &section.source);
        markup.close();
        walks.push((id, walk));
    }
    if troubled > 0 && calm > 0 {
        markup.open("details", &[("class", "calm")]);
        let verb = if calm == 1 { "holds" } else { "hold" };
        markup.element("summary", &[], &format!("{calm} {verb}: what that rests on"));
        list(markup, true);
        markup.close();
    } else if calm > 0 {
        list(markup, true);
    }
    markup.close();
}

/// Returns `true` if an answer needs no attention.
fn is_calm(row: &Row) -> bool {
    row.verdict == Verdict::Holds && row.comparison() != Some(Comparison::Missed)
}

fn facts(markup: &mut Markup, facts: &[(String, Vec<String>)]) {
    if facts.is_empty() {
        return;
    }
    markup.open("dl", &[("class", "facts")]);
    for (caption, things) in facts {
        markup.open("div", &[]);
        markup.element("dt", &[], caption);
        markup.open("dd", &[]);
        let is_folded = things.len() > FOLDED;
        if is_folded {
            markup.open("details", &[]);
            markup.element("summary", &[], &format!("{} {caption}", things.len()));
        }
        markup.open("ul", &[("class", if is_folded { "things columns" } else { "things" })]);
        for thing in things {
            markup.element("li", &[], thing);
        }
        markup.close();
        if is_folded {
            markup.close();
        }
        markup.close();
        markup.close();
    }
    markup.close();
}

/// Writes the diagnostics of a model, with their places.
fn diagnostics(markup: &mut Markup, section: &Section, id: &str) {
    if section.notes.is_empty() {
        return;
    }
    markup.element("h3", &[], "Diagnostics");
    markup.open("ul", &[("class", "notes")]);
    let mut lines = BTreeSet::new();
    for note in &section.notes {
        let line = note.line.and_then(|line| u32::try_from(line).ok());
        lines.extend(line);
        diagnostic(markup, note, &format!("#{id}-l{}", line.unwrap_or_default()));
    }
    markup.close();
    let marked: Vec<Marked> =
        lines.into_iter().map(|line| Marked { line, links: Vec::new() }).collect();
    if !marked.is_empty() {
        excerpt(markup, id, &section.source, &marked);
    }
}

fn diagnostic(markup: &mut Markup, note: &Note, place: &str) {
    let class = match note.severity {
        Severity::Error => "verdict error",
        Severity::Warning => "verdict unknown",
    };
    markup.open("li", &[]);
    let word = format!("{} {}", note.severity.word(), note.code);
    markup.element("span", &[("class", class)], &word);
    markup.text(&format!(" {}", note.message));
    if let (Some(line), Some(column)) = (note.line, note.column) {
        markup.text(" ");
        markup.element("a", &[("href", place)], &format!("line {line}, column {column}"));
    }
    markup.close();
}
