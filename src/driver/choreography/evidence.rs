//! The independent check of a witness.
//!
//! The checker reads choreography automata in which every interaction names its channel, so it is given
//! the choreography as it was read.

use std::collections::{BTreeMap, BTreeSet};

use crate::restated_evidence::{NewNames, restated};
use crate::{Checker, Confirmation, sha256};
use kernel::base::Control;
use kernel::source::Source;
use language::choreography::{Format, print, read};
use language::evidence::{EvidenceSubject, WitnessDocument};
use model::cfsm::System;
use model::choreography::{Automaton, Description};
use model::evidence::{Lines, Witness};

/// Has the checker confirm a witness that a property of a choreography is violated.
pub(super) fn confirm(
    checker: &dyn Checker,
    automaton: &Automaton,
    property: String,
    (system, witness, lines): (&System, &Witness, &Lines),
    control: &Control,
) -> Confirmation {
    let as_read = Description::from_automaton(automaton);
    let written = |description: &Description| {
        let text = print(description, Format::Automaton).ok().map(|printed| printed.text);
        text.filter(|text| has_names(text, description))
    };
    let mut names = NewNames::new();
    let text = written(&as_read).or_else(|| {
        let (renamed, new) = with_words(&as_read);
        names = new;
        written(&renamed)
    });
    let Some(text) = text else {
        let why = "some names cannot stand in a choreography automaton";
        return Confirmation::Unsupported(why.to_owned());
    };
    let sha256 = Some(sha256(&text));
    let subject = EvidenceSubject { property, channels: "as written", sha256 };
    let document = WitnessDocument::new(system, witness, subject, lines);
    let document = serde_json::to_vec(&document).expect("a document is plain data");
    let document = restated(&document, &names).expect("it is JSON");
    checker.confirm(&document, ("model.ca", text.as_bytes()), None, control)
}

/// Returns a description with words for names that are none, and the new names by the old ones.
fn with_words(description: &Description) -> (Description, NewNames) {
    let mut renamed = description.clone();
    let buffers = renamed.buffers.iter_mut().map(|buffer| &mut buffer.name);
    let items = renamed.participants.iter_mut().chain(renamed.messages.iter_mut()).chain(buffers);
    let items: Vec<&mut String> = items.collect();
    let used: BTreeSet<String> = items.iter().map(|name| (**name).clone()).collect();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut number = 0;
    for name in items {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_>@".contains(c);
        if !name.is_empty() && name.chars().all(is_plain) {
            continue;
        }
        let new = names.entry(name.clone()).or_insert_with(|| {
            while used.contains(&format!("n{number}")) {
                number += 1;
            }
            number += 1;
            format!("n{}", number - 1)
        });
        name.clone_from(new);
    }
    (renamed, names.into_iter().map(|(name, new)| (name, new.into())).collect())
}

/// Returns `true` if a text has the names of the description unchanged.
fn has_names(text: &str, description: &Description) -> bool {
    let reading = read(&Source::new("model.ca", text), Format::Automaton);
    let Some(model) = reading.model else { return false };
    let used = |one: &Description| -> BTreeSet<[String; 4]> {
        let exchanges = one.edges.iter().filter_map(|edge| edge.exchange);
        let names = exchanges.map(|exchange| {
            let via = exchange.channel.map_or(String::new(), |via| one.buffers[via].name.clone());
            let [sender, receiver] =
                [exchange.sender, exchange.receiver].map(|who| one.participants[who].clone());
            [sender, receiver, one.messages[exchange.message].clone(), via]
        });
        names.collect()
    };
    used(&model.description) == used(description)
}
