//! Topologies all systems of which are half-duplex.

use super::half_duplex::is_peer_to_peer;
use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, Outside};
use crate::EngineName;
use kernel::search::Statistics;
use model::cfsm::Topology;

/// Decides whether the topology of a peer-to-peer system meets the criterion of Lemma 5.1.1: no cycle, and nobody who sends
/// receives from two others. Systems that do not meet it may be half-duplex, too.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// If the system is not peer-to-peer.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    is_peer_to_peer(system)?;
    let outcome = match Topology::new(system).obstacle() {
        None => ClassOutcome::Holds(InClass::decided(ClassGround::Topology, 0)),
        Some(obstacle) => ClassOutcome::Violated(Outside::Topology(obstacle)),
    };
    Ok(ClassAnswer::new(EngineName::Static, outcome, Statistics::default()))
}
