//! Generated traces of an interaction as text.

use driver::interaction::GeneratedTraces;
use model::trace::{Letter, Signature};

/// Returns traces, one a line.
pub fn traces_text(traces: &GeneratedTraces, signature: &Signature) -> String {
    let line = |trace: &Vec<Letter>| {
        let letters: Vec<String> = trace.iter().map(|letter| letter.text(signature)).collect();
        // The empty trace is not an empty line.
        if letters.is_empty() { "{}\n".to_owned() } else { letters.join(".") + "\n" }
    };
    traces.traces.iter().map(line).collect()
}
