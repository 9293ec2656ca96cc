//! The part of a page about one model.

use std::collections::BTreeSet;

use super::answer::{answer, mark, sign};
use super::excerpt::{Marked, excerpt};
use super::fold::Fold;
use super::runs::{Run, expected_runs, has_run, run_panel, runs};
use super::walk_panel::scroll;
use super::{Markup, Page, Section, Walk};
use crate::drawing::{Colours, regions_svg};
use crate::report::classification::map_of_classes;
use crate::report::digest;
use crate::report::human::EXPLAIN;
use crate::report::overview::counted;
use crate::report::{Note, RelatedNote, Row};
use driver::Level;
use kernel::diagnostics::Severity;
use kernel::verdict::ExitStatus;

/// Maximum number of items of one kind that are not folded.
const FOLDED: usize = 8;

/// Writes a section, and adds its runs to `walks`.
pub(super) fn section<'a>(
    markup: &mut Markup,
    page: &Page,
    section: &'a Section,
    id: &str,
    walks: &mut Vec<(String, &'a Walk)>,
) {
    let heading = format!("{id}-name");
    markup.open("section", &[("id", id), ("class", "model"), ("aria-labelledby", &heading)]);
    markup.element("h2", &[("id", &heading)], &section.name);
    let is_alone = page.sections.len() == 1;
    if !is_alone {
        markup.open("p", &[("class", "headline")]);
        let (headline, tally) = section.words();
        mark(markup, sign(section.exit_status()), &headline);
        markup.close();
        if let Some(tally) = tally {
            markup.element("p", &[("class", "tally")], &tally);
        }
    }
    facts(markup, section);
    diagnostics(markup, section, id);
    let answers = section.rows.iter().filter_map(|row| Some((row.property()?, row.answer.verdict)));
    if let Some(map) = map_of_classes(&section.name, &answers.collect::<Vec<_>>()) {
        markup.open("figure", &[("class", "picture")]);
        scroll(markup, "Map of classes", "scroll");
        markup.picture(&regions_svg(&map, Colours::OfThePage));
        markup.close();
        markup.close();
    }
    let runs = runs(section);
    // What is not as it should be comes first, with its runs; the rest is folded.
    let (calm, troubled): (Vec<&Row>, Vec<&Row>) = section
        .rows
        .iter()
        .filter(|row| !has_run(row))
        .partition(|row| row.answer.exit_status() == ExitStatus::Fine);
    list(markup, &troubled, page);
    // At first one run is shown.
    let fold_of = |walks: &[(String, &Walk)], run: &Run<'_>| match walks {
        [] if is_alone || !run.is_fine() => Fold::Open,
        _ => Fold::Closed,
    };
    let (fine, failed): (Vec<&Run<'a>>, Vec<&Run<'a>>) = runs.iter().partition(|run| run.is_fine());
    for run in failed {
        let fold = fold_of(walks, run);
        run_panel(markup, page, (section, id), run, fold, walks);
    }
    if !section.undecided.is_empty() {
        let text = format!("not decided: {}", counted(&section.undecided));
        markup.element("p", &[("class", "undecided")], &text);
    }
    let has_trouble = section.exit_status() != ExitStatus::Fine;
    if !fine.is_empty() {
        let is_open = is_alone && !has_trouble;
        if is_open { Fold::Open } else { Fold::Closed }.open(markup, "calm");
        markup.element("summary", &[], &expected_runs(&fine));
        for run in fine {
            let fold = fold_of(walks, run);
            run_panel(markup, page, (section, id), run, fold, walks);
        }
        markup.close();
    }
    if !calm.is_empty() {
        let is_folded = has_trouble || !runs.is_empty();
        if is_folded {
            Fold::Closed.open(markup, "calm");
            markup.element("summary", &[], &calm_text(&calm));
        }
        list(markup, &calm, page);
        if is_folded {
            markup.close();
        }
    }
    markup.close();
}

/// Writes answers that have no run in this page.
fn list(markup: &mut Markup, rows: &[&Row], page: &Page) {
    if rows.is_empty() {
        return;
    }
    markup.open("ul", &[("class", "answers")]);
    for row in rows {
        answer(markup, row, page.detail, None);
    }
    markup.close();
}

/// Returns the names of answers that are as they should be, with the number of each kind.
fn calm_text(rows: &[&Row]) -> String {
    let (aside, answers): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.is_aside());
    let (races, aside): (Vec<&Row>, Vec<&Row>) =
        aside.into_iter().partition(|row| row.level() == Level::Race);
    let (answers, premises): (Vec<&Row>, Vec<&Row>) =
        answers.into_iter().partition(|row| row.is_shown());
    let named = |caption: String, rows: &[&Row]| {
        let names = rows.iter().filter_map(|row| row.shown_title());
        let names: Vec<String> = names.map(str::to_owned).collect();
        (!names.is_empty()).then(|| format!("{caption}: {}", counted(&names)))
    };
    let answers = named(digest::headline(&answers, 0), &answers);
    let others = [("fact", &aside), ("race", &races), ("premise", &premises)];
    let others = others.into_iter().filter_map(|(caption, rows)| named(caption.to_owned(), rows));
    answers.into_iter().chain(others).collect::<Vec<_>>().join("; ")
}

fn facts(markup: &mut Markup, section: &Section) {
    let mut facts: Vec<(&str, &[String])> = section
        .facts
        .iter()
        .map(|(caption, things)| (caption.as_str(), things.as_slice()))
        .collect();
    let sha256: Vec<String> = section.rows[0].answer.subject.sha256.iter().cloned().collect();
    if !sha256.is_empty() {
        facts.push(("SHA-256", &sha256));
    }
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
    let related = |note: &Note| note.related.iter().map(|related| related.line).collect::<Vec<_>>();
    let lines = section.notes.iter().flat_map(|note| note.line.into_iter().chain(related(note)));
    let lines: BTreeSet<u32> = lines.filter_map(|line| u32::try_from(line).ok()).collect();
    let is_marked = |line: u64| !section.source.is_empty() && line <= section.source.len() as u64;
    markup.open("ul", &[("class", "notes")]);
    let mut explained: Vec<&str> = Vec::new();
    for note in &section.notes {
        markup.open("li", &[]);
        diagnostic(markup, note, &|markup, line, column| {
            let text = format!("line {line}, column {column}");
            if is_marked(line) {
                markup.element("a", &[("href", &format!("#{id}-l{line}"))], &text);
            } else {
                markup.text(&text);
            }
        });
        if !explained.contains(&note.code.as_str()) {
            explained.push(&note.code);
            let more = format!("see: {EXPLAIN} {}", note.code);
            markup.element("p", &[("class", "small")], &more);
        }
        markup.close();
    }
    markup.close();
    let marked: Vec<Marked> =
        lines.into_iter().map(|line| Marked { line, links: Vec::new() }).collect();
    if !marked.is_empty() {
        excerpt(markup, id, &section.source, &marked);
    }
}

/// Writes a diagnostic; `place` writes a line and a column.
fn diagnostic(markup: &mut Markup, note: &Note, place: &dyn Fn(&mut Markup, u64, u64)) {
    let class = match note.severity {
        Severity::Error => "verdict failed",
        Severity::Warning => "verdict open",
        Severity::Note => "verdict",
    };
    let word = format!("{} {}", note.severity.word(), note.code);
    markup.element("span", &[("class", class)], &word);
    markup.text(&format!(" {}", note.message));
    if let (Some(line), Some(column)) = (note.line, note.column) {
        markup.text(", at ");
        place(markup, line, column);
        if !note.label.is_empty() {
            markup.text(&format!(": {}", note.label));
        }
    }
    for RelatedNote { line, column, message, .. } in &note.related {
        markup.open("p", &[]);
        place(markup, *line, *column);
        markup.text(&format!(": {message}"));
        markup.close();
    }
    for help in &note.help {
        markup.element("p", &[], &format!("help: {help}"));
    }
}
