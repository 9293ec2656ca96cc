//! `explain`: pages about error codes and topics.

use std::fmt::Write as _;

use strsim::osa_distance;

use crate::cli::args::ExplainArguments;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::topics::{Topic, topics};
use scm_check::driver::UNREADABLE;
use scm_check::driver::conformance::{OTHER_MODEL, WRONG_LINE};
use scm_check::kernel::diagnostics::Code;
use scm_check::language::{automaton, choreography, interaction, log, scm};
use scm_check::render::sentences::wrapped;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such page, or the output cannot be written.
pub(super) fn run(arguments: &ExplainArguments) -> Result<u8, Failure> {
    let name = arguments.topic.join(" ");
    let text = match name.as_str() {
        "" => contents(),
        name => page(name).ok_or_else(|| Failure::Usage(unknown(name)))?,
    };
    Output::open(&arguments.output)?.put(&text)?;
    Ok(0)
}

/// Returns all codes, in order.
fn codes() -> impl Iterator<Item = &'static Code> {
    let systems = scm::Mistake::ALL.into_iter().map(scm::Mistake::code);
    let global = choreography::Mistake::ALL.into_iter().map(choreography::Mistake::code);
    let interactions = interaction::Mistake::ALL.into_iter().map(interaction::Mistake::code);
    let finite = automaton::Mistake::ALL.into_iter().map(automaton::Mistake::code);
    let logs = log::Mistake::ALL.into_iter().map(log::Mistake::code);
    let inputs = [&UNREADABLE, &WRONG_LINE, &OTHER_MODEL];
    let all = inputs.into_iter().chain(systems).chain(global);
    let mut codes: Vec<&Code> = all.chain(interactions).chain(finite).chain(logs).collect();
    codes.sort_unstable_by_key(|code| code.name);
    codes.into_iter()
}

/// Returns the page about a code or a topic.
fn page(name: &str) -> Option<String> {
    let name = normal(name);
    let topic = topics().find(|topic| topic.names.iter().any(|other| normal(other) == name));
    let code = codes().find(|code| normal(code.name) == name);
    topic.map(|topic| topic.text.to_owned()).or_else(|| code.map(code_page))
}

/// Returns a name without what people write in different ways.
fn normal(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '-', '_'], "")
}

fn code_page(code: &Code) -> String {
    let mut text = format!("{}[{}]: {}\n\n", code.severity.word(), code.name, code.title);
    for line in wrapped(code.explanation, 80) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\nExample\n");
    for line in code.example.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
    text
}

/// Returns the list of all pages.
fn contents() -> String {
    let mut text = "Topics\n".to_owned();
    for Topic { names, title, .. } in topics() {
        let _ = writeln!(text, "  {:22} {title}", names[0]);
    }
    text.push_str("\nCodes\n");
    for code in codes() {
        let _ = writeln!(text, "  {:22} {}", code.name, code.title);
    }
    text.push_str("\nRead one: scm-check explain TOPIC\n");
    text
}

/// Returns what is said about a name that no page has.
fn unknown(name: &str) -> String {
    let names = || topics().flat_map(|topic| topic.names);
    let nearest = names()
        .chain(codes().map(|code| code.name))
        .min_by_key(|other| osa_distance(&normal(name), &normal(other)))
        .filter(|other| osa_distance(&normal(name), &normal(other)) <= 1 + normal(name).len() / 3);
    let meant = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
    let topics: Vec<&str> = topics().map(|topic| topic.names[0]).collect();
    format!("there is no page `{name}`{meant}\ntopics: {}", topics.join(", "))
}
