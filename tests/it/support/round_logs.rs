//! Logs of rounds of two participants, and the program run on them.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::support::program::{Directory, Finished};

/// The model: any number of rounds.
pub(crate) const ROUNDS: &str = "loopS(strict(l -- ping -> k, k -- pong -> l))";

/// A round as events: location, direction, message.
pub(crate) const ROUND: [(&str, &str, &str); 4] = [
    ("l", "send", "ping"),
    ("k", "receive", "ping"),
    ("k", "send", "pong"),
    ("l", "receive", "pong"),
];

/// Returns an event of a session as a line of JSON.
pub(crate) fn event(session: &str, (location, direction, message): (&str, &str, &str)) -> String {
    let event = json!({
        "location": location, "direction": direction, "message": message, "session": session,
    });
    format!("{event}\n")
}

/// Returns a log of so many sessions, a few open at a time. Every tenth is wrong at k, every fifteenth ends
/// early.
pub(crate) fn log(sessions: usize) -> String {
    let mut text = String::new();
    for first in (0..sessions).step_by(3) {
        for step in 0..12 {
            for session in first..(first + 3).min(sessions) {
                let mut event_of = ROUND[step % 4];
                if session % 10 == 7 && step == 5 {
                    event_of.2 = "pong";
                }
                if session % 15 != 4 || step < 10 {
                    text.push_str(&event(&format!("s{session}"), event_of));
                }
            }
        }
        for session in first..(first + 3).min(sessions) {
            if session % 2 == 0 {
                writeln!(text, "{{\"session\":\"s{session}\",\"end\":true}}").unwrap();
            }
        }
    }
    text
}

/// Returns the directory with the model and a log of sixty sessions.
pub(crate) fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("rounds.hif", ROUNDS)
        .with("rounds.hsf", "@lifeline{l;k} @message{ping;pong}")
        .with("log.jsonl", &log(60))
}

/// Runs `conform` against the model.
pub(crate) fn conform(here: &Directory, line: &str) -> Finished {
    here.run(&format!("conform --model rounds.hif {line}"))
}

/// Returns the values of a text with one on each line.
pub(crate) fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
