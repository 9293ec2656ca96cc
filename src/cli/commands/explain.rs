//! `explain`: pages about error codes and topics.

use std::fmt::Write as _;

use strsim::osa_distance;

use crate::cli::args::ExplainArguments;
use crate::cli::failure::Failure;
use crate::cli::output::{put, terminal_width};
use crate::cli::topics::{Topic, groups, topics};
use scm_check::internals::driver::codes;
use scm_check::internals::kernel::diagnostics::CodePage;
use scm_check::internals::language::CODE_PAGES;
use scm_check::internals::render::sentences::{fitted_text, wrapped};

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such page, or the output cannot be written.
pub(super) fn run(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let name = arguments.topic.join(" ");
    let text = match name.as_str() {
        "" => contents(),
        // Words that are no page together may each be one: the codes of several errors.
        name => match page(name) {
            Some(text) => text,
            None => {
                let each = arguments.topic.iter().map(|word| page(word));
                let pages = each.collect::<Option<Vec<String>>>().map(|pages| pages.join("\n"));
                let found = pages.or_else(|| found(&arguments.topic));
                found.ok_or_else(|| Failure::Usage(unknown(name)))?
            }
        },
    };
    let text = match terminal_width(&arguments.output) {
        Some(width) => reflowed(&text, width),
        None => text,
    };
    put(&text, &arguments.output, [])
}

/// Returns a page with its paragraphs in lines of at most `width` columns; they begin at the margin, and all else is
/// indented.
fn reflowed(page: &str, width: usize) -> String {
    let is_prose = |line: &str| line.starts_with(char::is_alphanumeric) || line.starts_with('`');
    let mut text = String::new();
    let lines: Vec<&str> = page.lines().collect();
    for block in lines.chunk_by(|one, next| is_prose(one) && is_prose(next)) {
        if is_prose(block[0]) {
            text += &(wrapped(&block.join(" "), width).join("\n") + "\n");
        } else {
            text += &fitted_text(&format!("{}\n", block[0]), Some(width));
        }
    }
    text
}

/// Returns the pages of all codes, in order.
fn code_pages() -> Vec<CodePage> {
    let texts = [codes::PAGES].into_iter().chain(CODE_PAGES.iter().copied());
    let mut pages: Vec<CodePage> = texts.flat_map(CodePage::all).collect();
    pages.sort_unstable_by_key(|page| page.code);
    pages
}

/// Returns the page about a code or a topic.
fn page(name: &str) -> Option<String> {
    let name = normal(name);
    let topic = topics().find(|topic| topic.names.iter().any(|other| normal(other) == name));
    let code = || code_pages().into_iter().find(|page| normal(page.code.name) == name);
    topic.map(|topic| topic.text()).or_else(|| Some(format!("{}\n", code()?.text)))
}

/// Returns a name in a normal form, for comparison of different spellings.
fn normal(name: &str) -> String {
    let family = name.split('(').next().unwrap_or(name);
    family.to_ascii_lowercase().replace([' ', '-', '_'], "")
}

/// Returns the list of all pages.
fn contents() -> String {
    let mut text = String::new();
    for (job, pages) in groups() {
        let _ = writeln!(text, "{job}");
        for Topic { names, title, .. } in pages {
            let _ = writeln!(text, "  {:22} {title}", names[0]);
        }
        text.push('\n');
    }
    text.push_str("Codes\n");
    for page in code_pages() {
        let _ = writeln!(text, "  {:22} {}", page.code.name, page.title);
    }
    text.push_str("\nRead one: scm-check explain NAME   Search: scm-check explain WORD\n");
    text
}

/// Returns the pages in which all words occur, each with the first line that has most of them, if there are any.
fn found(words: &[String]) -> Option<String> {
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has = |text: &str, word: &String| {
        let mut places = text.match_indices(word.as_str());
        places.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
    };
    let topics = topics().map(|topic| (topic.names[0], topic.text()));
    let codes = code_pages().into_iter().map(|page| (page.code.name, page.text.to_owned()));
    let mut lines = String::new();
    for (name, text) in topics.chain(codes) {
        let text_in_small = text.to_lowercase();
        if !words.iter().all(|word| has(&text_in_small, word)) {
            continue;
        }
        let found_in =
            |line: &&str| words.iter().filter(|word| has(&line.to_lowercase(), word)).count();
        let all: Vec<&str> = text.lines().collect();
        let most = (0..all.len()).rev().max_by_key(|&place| found_in(&all[place])).unwrap_or(0);
        let shown = if name == "glossary" { entry(&all, most) } else { &all[most..=most] };
        for (number, line) in shown.iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            let _ = writeln!(lines, "  {name:22} {}", line.strip_prefix("  ").unwrap_or(line));
        }
    }
    let words = words.join(" ");
    (!lines.is_empty()).then(|| {
        format!("No page is called `{words}`; these speak of it:\n{lines}\nRead one: scm-check explain NAME\n")
    })
}

/// Returns the lines of the entry of the glossary that a line belongs to.
fn entry<'t>(lines: &'t [&'t str], place: usize) -> &'t [&'t str] {
    let goes_on = |line: &&str| line.starts_with("   ");
    let first = lines[..=place].iter().rposition(|line| !goes_on(line)).unwrap_or(place);
    let more = lines[first + 1..].iter().take_while(|line| goes_on(line)).count();
    &lines[first..=first + more]
}

/// Returns the message about a name without a page.
fn unknown(name: &str) -> String {
    let names = || topics().flat_map(|topic| topic.names);
    let nearest = names()
        .chain(code_pages().into_iter().map(|page| page.code.name))
        .min_by_key(|other| osa_distance(&normal(name), &normal(other)))
        .filter(|other| osa_distance(&normal(name), &normal(other)) <= 1 + normal(name).len() / 3);
    let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
    let topics: Vec<&str> = topics().map(|topic| topic.names[0]).collect();
    format!("there is no page `{name}`{meant}\ntopics: {}", topics.join(", "))
}
