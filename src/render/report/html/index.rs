//! The table of the models on a page, with filters.

use super::answer::sign;
use super::walk_panel::{captions as heads, scroll};
use super::{Markup, Page, Section};
use crate::drawing::cut_middle;
use crate::report::comparisons::{Comparisons, NOTHING};
use crate::report::models_table::{caption, captions, common_directory, gravest, words, work};
use crate::sentences::Detail;
use kernel::verdict::{ExitStatus, Verdict};

/// Maximum number of characters of the name of a model.
const LONGEST_NAME: usize = 32;
/// Maximum number of characters of a list of changes.
const LONGEST_LIST: usize = 120;

/// Writes the table of the models, a row for each, and the filters, which need the script.
pub(super) fn index(markup: &mut Markup, page: &Page) {
    let sections = &page.sections;
    markup.open("nav", &[("aria-labelledby", "index")]);
    let (first, rest) = page.noun.split_at(1);
    markup.element("h2", &[("id", "index")], &(first.to_uppercase() + rest));
    filters(markup, page);
    scroll(markup, "Table of the results", "scroll models");
    markup.open("table", &[]);
    let columns = captions(sections.iter().flat_map(|section| &section.rows));
    let has_sizes = sections.iter().any(|section| section.size.is_some());
    let sizes: &[&str] = if has_sizes { &["parts", "chans"] } else { &[] };
    let time: &[&str] = if page.detail == Detail::Full { &["time"] } else { &[] };
    let work = ["states"].into_iter().chain(time.iter().copied());
    let verdicts = columns.iter().map(String::as_str);
    let numbers = sizes.iter().copied().chain(work);
    heads(
        markup,
        [page.noun.trim_end_matches('s'), "result"].into_iter().chain(verdicts).chain(numbers),
    );
    markup.open("tbody", &[]);
    let common = common_directory(sections.iter().map(|section| section.name.as_str()));
    for (number, section) in sections.iter().enumerate() {
        row(markup, page, section, (number, &section.name[common..]), &columns, sizes);
    }
    markup.close();
    markup.close();
    markup.close();
    markup.close();
}

fn row(
    markup: &mut Markup,
    page: &Page,
    section: &Section,
    (number, name): (usize, &str),
    columns: &[String],
    sizes: &[&str],
) {
    let deciding = section.rows.iter().filter(|row| row.answer.decides());
    let verdicts: Vec<&str> = deciding.map(|row| row.answer.verdict.word()).collect();
    let state = section.state();
    let id = format!("m{}", number + 1);
    markup.open(
        "tr",
        &[("data-model", &id), ("data-state", state), ("data-verdicts", &verdicts.join(" "))],
    );
    markup.open("th", &[("scope", "row"), ("title", &section.name)]);
    markup.element("a", &[("href", &format!("#{id}"))], &cut_middle(name, LONGEST_NAME));
    markup.close();
    let (sign, class) = sign(section.exit_status());
    let cell = match Comparisons::new(&section.rows, &section.notes) {
        Comparisons::Met | Comparisons::Undecided | Comparisons::Nothing(_) => state.to_owned(),
        comparisons => comparisons.cell(Some(LONGEST_LIST)),
    };
    let class = format!("result verdict {class}");
    markup.element("td", &[("class", &class), ("title", &cell)], &format!("{sign} {cell}"));
    for column in columns {
        let verdict = gravest(&section.rows, column).0;
        let rows = section.rows.iter().filter(|row| caption(row).as_ref() == Some(column));
        let status = rows.map(|row| row.answer.exit_status()).max().unwrap_or(ExitStatus::Fine);
        let class = match (verdict, status) {
            (Some(Verdict::Holds), ExitStatus::Fine) => "fine",
            (Some(Verdict::Error), _) => "failed",
            (_, ExitStatus::Fine) => "aside",
            (_, status) => super::answer::sign(status).1,
        };
        markup.element("td", &[("class", class)], &words(&section.rows, column));
    }
    if !sizes.is_empty() {
        let size = section.size.map(|size| [size.participants, size.channels]);
        let texts = size.map(|size| size.map(|number| number.to_string()));
        for text in texts.unwrap_or([NOTHING; 2].map(str::to_owned)) {
            markup.element("td", &[("class", "number")], &text);
        }
    }
    for text in work(&section.rows, page.detail) {
        markup.element("td", &[("class", "number")], &text);
    }
    markup.close();
}

/// Writes the filters.
fn filters(markup: &mut Markup, page: &Page) {
    let mut states: Vec<(&str, usize)> = Vec::new();
    for word in page.sections.iter().map(Section::state) {
        match states.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => states.push((word, 1)),
        }
    }
    let rows = || page.sections.iter().flat_map(|section| &section.rows);
    let is_there =
        |word: &&str| rows().any(|row| row.answer.decides() && row.answer.verdict.word() == *word);
    let verdicts = ["holds", "violated", "unknown", "error"].into_iter().filter(is_there);
    markup.open("p", &[("class", "filters"), ("hidden", "hidden")]);
    markup.open("label", &[]);
    markup.text("Name ");
    markup.void("input", &[("type", "search"), ("name", "text"), ("aria-label", "Name")]);
    markup.close();
    let states = states.iter().map(|(word, count)| (*word, format!("only {word} ({count})")));
    choice(markup, "state", "Result", states);
    choice(markup, "verdict", "Verdict", verdicts.map(|word| (word, format!("with {word}"))));
    markup.element("span", &[("role", "status"), ("class", "small")], "");
    markup.close();
}

fn choice<'a>(
    markup: &mut Markup,
    name: &str,
    label: &str,
    options: impl Iterator<Item = (&'a str, String)>,
) {
    markup.open("label", &[]);
    markup.text(&format!("{label} "));
    markup.open("select", &[("name", name)]);
    markup.element("option", &[("value", "")], "all");
    for (value, text) in options {
        markup.element("option", &[("value", value)], &text);
    }
    markup.close();
    markup.close();
}
