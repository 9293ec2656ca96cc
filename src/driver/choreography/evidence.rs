//! The independent check of a witness.
//!
//! The checker reads choreography automata with names of few characters in which every interaction names its channel, so
//! it is given the choreography with the numbers of its parts as names.

use super::Implementation;
use crate::system::RestatedModel;
use crate::{Checker, Confirmation, sha256};
use kernel::base::{Control, Id, IndexVec};
use language::choreography::{Format, print};
use language::evidence::{EvidenceSubject, WitnessDocument};
use model::cfsm::{SafetyProperty, System, SystemNames};
use model::choreography::{Automaton, ChannelChoice, Description};
use model::evidence::{Lines, Witness};

/// Has the checker confirm a witness that `property` of a choreography is violated, or the safety property that the
/// witness violates instead.
pub(super) fn confirm(
    checker: &dyn Checker,
    implementation: &Implementation,
    property: &str,
    (witness, instead): (&Witness, Option<SafetyProperty>),
    control: &Control,
) -> Confirmation {
    if let Some(instead) = instead {
        return confirm_of_system(checker, implementation, (witness, instead), control);
    }
    let (automaton, system) = numbered(implementation);
    let printed = print(&Description::from_automaton(&automaton), Format::Automaton);
    let text = printed.expect("an automaton can be printed as one").text;
    let (property, sha256) = (property.to_owned(), Some(sha256(&text)));
    let subject = EvidenceSubject { property, channels: ChannelChoice::default(), sha256 };
    let document = WitnessDocument::new(&system, witness, subject, &Lines::default());
    let document = serde_json::to_vec(&document).expect("a document is plain data");
    checker.confirm(&document, ("model.ca", text.as_bytes()), None, control)
}

/// Has the checker confirm a witness that the projections violate a safety property. Which states are final is not for
/// the checker to find, so that it is given the projections.
fn confirm_of_system(
    checker: &dyn Checker,
    implementation: &Implementation,
    (witness, property): (&Witness, SafetyProperty),
    control: &Control,
) -> Confirmation {
    let RestatedModel { system, text, sha256 } =
        &RestatedModel::new(&implementation.system_with_ends());
    let (property, sha256) = (property.name(system), Some(sha256.clone()));
    let subject = EvidenceSubject { property, channels: ChannelChoice::default(), sha256 };
    let document = WitnessDocument::new(system, witness, subject, &Lines::default());
    let document = serde_json::to_vec(&document).expect("a document is plain data");
    checker.confirm(&document, ("model.scm", text.as_bytes()), None, control)
}

/// Returns the choreography and its projections with numbers as names.
fn numbered(implementation: &Implementation) -> (Automaton, System) {
    let (source, system) = (implementation.choreography().source(), implementation.system());
    let participants = numbers(&source.participants, "p");
    let messages = numbers(&source.messages, "m");
    let channels = numbers(&source.channels, "c");
    let mut automaton = Automaton {
        name: String::new(),
        participants: participants.clone(),
        messages: messages.clone(),
        states: numbers(&source.states, ""),
        ..source.clone()
    };
    for (channel, name) in automaton.channels.iter_mut().zip(&channels) {
        channel.name.clone_from(name);
    }
    let system = system.with_names(SystemNames {
        system: String::new(),
        participants,
        states: system.automata().iter().map(|one| one.states().clone()).collect(),
        messages,
        channels: channels.into_iter().map(Some).collect(),
    });
    (automaton, system)
}

/// Returns a name for each item: a prefix and its number.
fn numbers<I: Id, T>(items: &IndexVec<I, T>, prefix: &str) -> IndexVec<I, String> {
    items.ids().map(|id| format!("{prefix}{}", id.index())).collect()
}
