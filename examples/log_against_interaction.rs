//! A log of a distributed run against an interaction: does it conform?
//!
//! The interaction says that a client asks a server, which may ask a store before it answers. Each of the three has
//! logged what it did; how their events were ordered in time nobody knows. One session is as the interaction says,
//! in the other one the server answers before it has heard from the store.
//!
//! ```text
//! cargo run --example log_against_interaction
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use scm_check::check::conformance::{
    Checker, Fault, LocalError, Procedure, Question, Specification,
};
use scm_check::kernel::base::{Control, Id as _};
use scm_check::kernel::source::Source;
use scm_check::language::interaction;
use scm_check::language::log::{Elements, Form, Gathering, LogReader, Sessions};
use scm_check::model::interaction::{Synthesis, synthesise};
use scm_check::model::trace::DistributedAlphabet;

const INTERACTION: &str = "seq(client -- ask -> server,
    opt(seq(server -- look -> store, store -- found -> server)),
    server -- answer -> client)";

const LOG: &str = r#"{"session":"good","location":"client","direction":"send","message":"ask"}
{"session":"good","location":"server","direction":"receive","message":"ask"}
{"session":"bad","location":"client","direction":"send","message":"ask"}
{"session":"good","location":"server","direction":"send","message":"answer"}
{"session":"bad","location":"server","direction":"receive","message":"ask"}
{"session":"bad","location":"server","direction":"send","message":"look"}
{"session":"good","location":"client","direction":"receive","message":"answer"}
{"session":"bad","location":"store","direction":"receive","message":"look"}
{"session":"bad","location":"server","direction":"send","message":"answer"}
{"session":"bad","location":"store","direction":"send","message":"found"}
{"session":"bad","location":"client","direction":"receive","message":"answer"}
"#;

/// Returns a line about each session: its name, and what is wrong with it.
fn judged() -> Result<Vec<String>, Box<dyn Error>> {
    let reading = interaction::read(&Source::new("ask.hif", INTERACTION), None);
    let interaction = reading.model.ok_or("there are mistakes")?.interaction;
    let control = Control::unlimited();
    let made = synthesise(&interaction, &Synthesis::default(), &control)?;
    // Without other wishes each lifeline is a location.
    let alphabet = DistributedAlphabet::of_letters(made.letters(), &interaction.signature, &[])?;
    let mut checker = Checker::new(Specification::new(&made.automaton, alphabet.clone()));

    let mut sessions = Sessions::new(alphabet.clone(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("run.jsonl", 0, Form::JsonLines);
    reader.feed(LOG.as_bytes(), &mut sessions);
    reader.finish(&mut sessions);
    sessions.finish();

    let mut lines = Vec::new();
    while let Some(session) = sessions.next_closed() {
        let asked = Some(Question::Accept);
        let answer = checker.check(&session.traces, asked, Procedure::Auto, &control);
        let why = match &answer.fault {
            _ if answer.verdict? => "as the interaction says".to_owned(),
            Some(Fault::Local(errors)) => {
                let LocalError { location, position, expected, .. } = &errors[0];
                let at = &alphabet.locations()[*location];
                let place = session.places[location.index()].get(*position);
                let place =
                    place.map_or("at its end".to_owned(), |at| format!("in line {}", at.line()));
                let letters = expected.iter().filter_map(|&letter| at.text(letter));
                let expected = letters.collect::<Vec<_>>().join(" or ");
                format!("{} goes wrong {place}, where {expected} is expected", at.name())
            }
            _ => "each location is right by itself, but not all together".to_owned(),
        };
        lines.push(format!("{}: {why}", session.key));
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", judged()?.join("\n"));
    Ok(())
}

#[test]
fn one_session_conforms_and_the_other_one_does_not() {
    let lines = judged().expect("everything can be read");
    let wrong = "bad: server goes wrong in line 9, where server?found is expected";
    assert_eq!(lines, ["good: as the interaction says", wrong]);
}
