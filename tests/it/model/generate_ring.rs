//! Rings of participants.

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::cfsm::{
    Direction, Label, ParticipantId, StateId, System, Transition,
};
use scm_check::internals::model::generate::{looped_ring, ring};

fn actions(system: &System, participant: usize) -> String {
    let automaton = &system.automata()[ParticipantId::from_index(participant)];
    let transition = |transition: &Transition| {
        let Label::Action(direction, channel, message) = transition.label else {
            panic!("a ring has no internal step")
        };
        let sign = if direction == Direction::Send { '!' } else { '?' };
        let message = &system.messages()[message].name;
        let (source, target) = (transition.source.index(), transition.target.index());
        format!("{source} {}{sign}{message} {target}", channel.index())
    };
    automaton.transitions().iter().map(transition).collect::<Vec<_>>().join(", ")
}

#[test]
fn only_the_first_of_a_ring_sends_first() {
    let (system, bad) = ring(3, 2).unwrap();
    assert_eq!(actions(&system, 0), "0 1!m1 1, 1 1!m2 2, 2 0?m1 3, 3 0?m2 4");
    assert_eq!(actions(&system, 1), "0 1?m1 1, 1 1?m2 2, 2 2!m1 3, 3 2!m2 4");
    assert_eq!(actions(&system, 2), "0 2?m1 1, 1 2?m2 2, 2 0!m1 3, 3 0!m2 4");
    let control = &bad[0].control;
    assert_eq!(control[0], (ParticipantId::from_index(0), vec![StateId::from_index(3)]));
    assert_eq!(control[1], (ParticipantId::from_index(1), vec![StateId::from_index(1)]));
    assert_eq!(control.len(), 2);
}

#[test]
fn only_the_first_of_a_looped_ring_receives_first() {
    let system = looped_ring(2, 2).unwrap();
    assert_eq!(actions(&system, 0), "0 0?m1 1, 1 0?m2 2, 2 1!m1 3, 3 1!m2 0");
    assert_eq!(actions(&system, 1), "0 0!m1 1, 1 0!m2 2, 2 1?m1 3, 3 1?m2 0");
}
