//! Systems that are RSC whatever sends the receptions from bags match.
//!
//! That neither implies RSC nor follows from it. In one bag, let `p` send `v`, and `q` send `v` and receive it: by the first match
//! `q` receives the copy of `p`, which was sent before its own, so this is not RSC; if sends to a bag do not conflict, nothing
//! is wrong. If `p` sends two copies and `q` receives both, the second reception may match the first send.

use super::{ClassAnswer, ClassQuestion, Decided};
use crate::EngineName;
use crate::membership::fully_bag;
use model::cfsm::ChannelKind;

/// Decides whether a system is RSC if a reception from a bag matches any earlier send of its message.
///
/// # Complexity
/// That of [`membership`](crate::membership::check).
///
/// # Errors
/// If no channel is a bag.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    if system.channels().iter().all(|channel| channel.kind != ChannelKind::Bag) {
        return Err("only where a channel is a bag, and none is".to_owned());
    }
    let (found, statistics) = fully_bag(system, &question.limits());
    let outcome = question.by_search(found, statistics);
    Ok(ClassAnswer::new(EngineName::Plain, outcome, statistics))
}
