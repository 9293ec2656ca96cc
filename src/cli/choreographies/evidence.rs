//! What the independent checker says of a witness.
//!
//! The checker reads choreography automata in which every interaction names its channel, so it is given
//! the choreography as it was read.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::cli::checker::{Checker, Workspace};
use crate::cli::output::Failure;
use scm_check::driver::Confirmation;
use scm_check::kernel::base::{Control, hexadecimal};
use scm_check::kernel::source::Source;
use scm_check::language::choreography::{Format, print, read};
use scm_check::model::choreography::{Automaton, Description};

/// Has a witness about a choreography confirmed.
///
/// # Errors
/// If the checker cannot be asked, or does not answer.
pub(super) fn confirm(
    checker: &Checker,
    automaton: &Automaton,
    witness: &Value,
    control: &Control,
) -> Result<Confirmation, Failure> {
    let description = Description::of(automaton);
    let text = print(&description, Format::Automaton).ok().map(|printed| printed.text);
    let Some(text) = text.filter(|text| says(text, &description)) else {
        let why = "some names cannot stand in a choreography automaton";
        return Ok(Confirmation::Unsupported(why.to_owned()));
    };
    let mut witness = witness.clone();
    witness["sha256"] = hexadecimal(&Sha256::digest(text.as_bytes())).into();
    witness["channels"] = "as written".into();
    let workspace = Workspace::new()?;
    let model = workspace.file("model.ca", text.as_bytes())?;
    checker.confirm(witness.to_string().as_bytes(), &model, None, control)
}

/// Tells whether a text has the names of the description, none of them changed.
fn says(text: &str, description: &Description) -> bool {
    let reading = read(&Source::new("model.ca", text), Format::Automaton);
    let Some(model) = reading.model else { return false };
    let used = |one: &Description| -> Vec<[String; 4]> {
        let mut all: Vec<[String; 4]> = one
            .edges
            .iter()
            .filter_map(|edge| edge.exchange)
            .map(|exchange| {
                let via = exchange.via.map_or(String::new(), |via| one.buffers[via].name.clone());
                let [sender, receiver] =
                    [exchange.sender, exchange.receiver].map(|who| one.participants[who].clone());
                [sender, receiver, one.messages[exchange.message].clone(), via]
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    used(&model.description) == used(description)
}
