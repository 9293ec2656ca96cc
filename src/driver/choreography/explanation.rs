//! Explanations of why a choreography is not realisable: the violation, the participants to blame, possible repairs.

use std::collections::BTreeMap;

use super::{Counterexample, Implementation, Repair};
use check::named_checks::{Finding, label_determinism};
use check::realisability::{self, Blame, Question, Violation};
use kernel::base::Control;
use language::choreography::Model;
use model::cfsm::{ChannelKind, MessageId, System};
use model::choreography::{Choreography, Completion, completion};

/// Maximum number of states of continuations that are compared.
const MAX_COMPARED_STATES: usize = 10_000;

/// Explains a violation, within the limits of `control`.
pub(super) fn counterexample(
    (implementation, model): (&Implementation, &Model),
    question: Question,
    (violation, is_shortest): (Violation, bool),
    control: &Control,
) -> Counterexample {
    let (choreography, system) = (implementation.choreography(), implementation.system());
    let (mut replayed, mut is_allowed_reordered, mut blame) = (None, false, None);
    if let Violation::Execution(word) = &violation {
        // The replay of the violation has no limit, so that the violation is always shown.
        let whole = Control::unlimited();
        let witness = realisability::witness(choreography, system, question, word, &whole);
        replayed =
            Some(Box::new(witness.expect("what the search found can be replayed, and violates")));
        match question {
            Question::WellFormed => {
                let actions: Vec<_> = word.iter().flat_map(|letter| letter.actions()).collect();
                let completed = completion(choreography, &actions, control);
                is_allowed_reordered = matches!(completed, Completion::Holds(_));
            }
            Question::Realisable => {
                let place = |edge| model.edges.get(edge).map_or(0, |span| span.start());
                blame = realisability::blame(choreography, word, place, control);
            }
        }
    }
    let has_run = matches!(violation, Violation::NotRsc(_) | Violation::Execution(_));
    let cut = control.limit(0, 0).filter(|_| has_run);
    let is_given = implementation.is_given();
    // The coherence conditions are about projections.
    let incoherences = if is_given {
        Vec::new()
    } else {
        realisability::incoherences(choreography).unwrap_or_default()
    };
    let repair = (has_run && question == Question::Realisable && !is_given)
        .then(|| repair(choreography, system, &violation, blame.as_ref()));
    Counterexample {
        violation,
        is_shortest,
        replayed,
        is_allowed_reordered,
        blame,
        incoherences,
        cut,
        repair,
    }
}

/// Returns a change that may repair a choreography.
pub(super) fn repair(
    choreography: &Choreography,
    system: &System,
    violation: &Violation,
    blame: Option<&Blame>,
) -> Repair {
    if let Violation::NotRsc(_) = violation {
        return Repair::Acknowledge;
    }
    if let Some(message) = shared_on_bag(choreography, system) {
        return Repair::NameBySender(message);
    }
    if let Some((blame, first)) = blame.and_then(|blame| Some((blame, blame.pending()?))) {
        return Repair::AcknowledgeInteraction(blame.participant, first.exchange);
    }
    let determinism = label_determinism(choreography, MAX_COMPARED_STATES, &Control::unlimited());
    if let Finding::Violated(found) = determinism
        && found.are_equal_behind != Some(true)
    {
        return Repair::ShareInteraction(found.exchange);
    }
    blame.map_or(Repair::Acknowledge, |blame| Repair::Announce(blame.participant))
}

/// Returns a message that several participants put into the same bag.
fn shared_on_bag(choreography: &Choreography, system: &System) -> Option<MessageId> {
    let language = choreography.language();
    let mut all = language.states().flat_map(|state| language.transitions(state));
    let mut senders = BTreeMap::new();
    let shared = all.find(|(one, _)| {
        system.channels()[one.channel].kind == ChannelKind::Bag
            && *senders.entry((one.channel, one.message)).or_insert(one.sender) != one.sender
    })?;
    Some(shared.0.message)
}
