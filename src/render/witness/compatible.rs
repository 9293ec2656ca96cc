//! k-multiparty compatibility in words.

use super::class_words::ClassWords;
use super::place::Place;
use crate::sentences::count_of;
use model::cfsm::System;
use model::evidence::Witness;

/// The words for k-multiparty compatibility.
pub(super) const MULTIPARTY: ClassWords = ClassWords {
    class: "multiparty-compatible[]",
    holds: |bound| {
        format!(
            "with at most {} in each channel every send fits some time, each message can be received, and nobody \
             waits for ever",
            count_of(bound as u64, "message")
        )
    },
    decided: "holds for all bounds: no choice depends on how full channels are",
    up_to_bound: "up to this bound: a choice may depend on how full channels are",
    least: "no run there with channels as short has fewer steps",
    left: bounded_sentence,
};

/// Returns what is never possible after the last configuration of a run, while channels hold few messages.
fn bounded_sentence(system: &System, witness: &Witness, bound: usize) -> String {
    let place = Place { system, configuration: witness.replay().last() };
    let fault = witness.fault();
    let never = match fault.participants.first() {
        None => format!("nobody will ever receive {}", place.left(fault)),
        Some(&participant) if !place.wanted(participant).is_empty() => {
            format!("{}, and will never receive anything", place.waits(participant))
        }
        Some(&participant) => format!(
            "`{}` waits for room, and nobody will receive {} before it does something else",
            place.name(participant),
            place.left(fault),
        ),
    };
    format!("with at most {} in each channel {never}", count_of(bound as u64, "message"))
}
