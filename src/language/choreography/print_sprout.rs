//! Printing a choreography as a protocol of Sprout.

use super::Printed;
use super::audible::{Audible, audible};
use super::print_line::line;
use super::printed_names::DescriptionNames;
use model::choreography::Description;

/// Returns the text of a description: its transitions, without the channels.
pub(super) fn sprout(description: &Description) -> Printed {
    let names = DescriptionNames::words(description);
    let mut text = String::new();
    let Audible { edges, finals, moved_ends } = audible(description);
    if let Some(initial) = description.initial {
        line(&mut text, format_args!("Initial state: ({})", names.states[initial]));
    }
    for (source, exchange, target) in edges {
        let (source, target) = (&names.states[source], &names.states[target]);
        let label = names.label(exchange.through(None));
        line(&mut text, format_args!("({source}) {label} ({target})"));
    }
    if !finals.is_empty() {
        let finals: Vec<String> =
            finals.iter().map(|&state| format!("({})", names.states[state])).collect();
        line(&mut text, format_args!("Final states: {}", finals.join(", ")));
    }
    Printed { text, moved_ends }
}
