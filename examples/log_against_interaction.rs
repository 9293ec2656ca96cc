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

use scm_check::{Answer, Refused, conform, explain};

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

/// Returns the answer about each session.
fn judged() -> Result<Vec<Answer>, Refused> {
    conform(("ask.hif", INTERACTION), ("run.jsonl", LOG))
}

fn main() -> Result<(), Refused> {
    for answer in judged()? {
        println!("{}", explain(&answer));
    }
    Ok(())
}

#[test]
fn one_session_conforms_and_the_other_one_does_not() {
    let answers = judged().expect("everything can be read");
    let verdicts: Vec<&str> = answers.iter().map(|answer| answer.verdict().word()).collect();
    assert_eq!(verdicts, ["holds", "violated"]);
    let why = explain(&answers[1]);
    assert!(why.contains("server?found"), "{why}");
    assert_eq!(answers[1].place().line, 9);
}
