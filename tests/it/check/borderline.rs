//! The borderline automaton, alone and in its product with the executions of a system.

use crate::support::cases::system_of;
use crate::support::small_systems::{FIFO, system};
use scm_check::internals::check::membership::{
    BorderlineAutomaton, BorderlineLetter, BorderlineState, Engine, Outcome, check,
};
use scm_check::internals::kernel::base::{Control, Id as _, Limit};
use scm_check::internals::kernel::transition_system::Acceptor as _;
use scm_check::internals::model::cfsm::{ChannelId, Exchange, MessageId, ParticipantId, System};

/// The participants 0 and 1 send each other a message, 0 on channel 0 and 1 on channel 1.
fn crossing() -> System {
    system(&[FIFO, FIFO], &["0 0!v 1, 1 1?w 2", "0 1!w 1, 1 0?v 2"])
}

/// The communication of message and channel `number`, for which the crossing uses one number.
fn communication(number: usize, sender: usize, receiver: Option<usize>) -> BorderlineLetter {
    BorderlineLetter::Communication(Exchange {
        channel: ChannelId::from_index(number),
        message: MessageId::from_index(number),
        sender: ParticipantId::from_index(sender),
        receiver: receiver.map(ParticipantId::from_index),
    })
}

fn last_reception(number: usize, receiver: usize) -> BorderlineLetter {
    BorderlineLetter::LastReception {
        channel: ChannelId::from_index(number),
        message: MessageId::from_index(number),
        receiver: ParticipantId::from_index(receiver),
    }
}

fn accepts(automaton: &BorderlineAutomaton<'_>, word: &[BorderlineLetter]) -> bool {
    let mut states: Vec<BorderlineState> = automaton.start_states().collect();
    for &letter in word {
        let mut next = Vec::new();
        for state in &states {
            automaton.read(state, letter, &mut |reached| next.push(reached));
        }
        states = next;
    }
    states.iter().any(|state| automaton.is_accepting(state))
}

/// All states of the automaton that some word over `letters` leads to.
fn reachable(
    automaton: &BorderlineAutomaton<'_>,
    letters: &[BorderlineLetter],
) -> Vec<BorderlineState> {
    let mut states: Vec<_> = automaton.start_states().collect();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        next += 1;
        for &letter in letters {
            automaton.read(&state, letter, &mut |reached| {
                if !states.contains(&reached) {
                    states.push(reached);
                }
            });
        }
    }
    states
}

#[test]
fn the_borderline_automaton_has_the_stages_of_the_definition() {
    let crossing = crossing();
    let letters = BorderlineAutomaton::alphabet(&crossing);
    let receptions =
        letters.iter().filter(|l| matches!(l, BorderlineLetter::LastReception { .. })).count();
    assert_eq!((letters.len(), receptions), (6, 2));
    let automaton = BorderlineAutomaton::new(&crossing);
    let states = reachable(&automaton, &letters);
    let count = |is: &dyn Fn(&BorderlineState) -> bool| states.iter().filter(|s| is(s)).count();
    // Two FIFO channels may be blocked or not.
    assert_eq!(count(&|s| matches!(s, BorderlineState::First { .. })), 4);
    assert_eq!(count(&|s| matches!(s, BorderlineState::Second { .. })), 2);
    // Any communication may be the last link from either send.
    assert_eq!(count(&|s| matches!(s, BorderlineState::Third { .. })), 8);
    assert_eq!(count(&|s| automaton.is_accepting(s)), 1);
}

/// The examples 4.1.1 and 4.1.4 of the thesis.
#[test]
fn the_borderline_automaton_accepts_candidates_too() {
    let crossing = crossing();
    let automaton = BorderlineAutomaton::new(&crossing);
    let violation = [communication(0, 0, None), communication(1, 1, Some(0)), last_reception(0, 1)];
    assert!(accepts(&automaton, &violation));
    // In no execution is the second message received while the first is in the channel.
    let candidate = [communication(0, 0, None), communication(0, 0, Some(1)), last_reception(0, 1)];
    assert!(accepts(&automaton, &candidate));
}

#[test]
fn the_borderline_automaton_wants_the_head_of_a_channel_a_link_and_its_participant() {
    let crossing = crossing();
    let automaton = BorderlineAutomaton::new(&crossing);
    let send = communication(0, 0, None);
    assert!(!accepts(&automaton, &[last_reception(0, 1)]));
    assert!(!accepts(&automaton, &[send, last_reception(0, 1)]));
    assert!(!accepts(&automaton, &[send, send, last_reception(0, 1)]));
    assert!(!accepts(&automaton, &[send, communication(1, 1, None), last_reception(0, 1)]));
    assert!(!accepts(&automaton, &[send, communication(1, 1, Some(0)), last_reception(1, 0)]));
    let after = [send, communication(1, 1, Some(0)), last_reception(0, 1), last_reception(0, 1)];
    assert!(!accepts(&automaton, &after));
}

#[test]
fn the_crossing_is_a_violation_of_two_communications_and_four_actions() {
    let answer = check(&crossing(), Engine::Definition, &Control::unlimited());
    let Outcome::Violated(witness) = answer.outcome else { panic!("the crossing is not RSC") };
    assert_eq!((witness.communications(), witness.actions()), (2, 4));
    assert_eq!(answer.engine, Engine::Definition);
}

#[test]
fn the_product_answers_alike_on_any_number_of_threads() {
    for seed in 0..40 {
        let system = system_of(seed);
        let answers = [1, 2].map(|threads| {
            let control = Control { threads, ..Control::unlimited() };
            check(&system, Engine::Definition, &control)
        });
        assert_eq!(answers[0], answers[1], "seed {seed}");
    }
}

#[test]
fn a_stopped_search_says_which_limit_came_first() {
    let control = Control::unlimited();
    control.interrupt();
    let answer = check(&crossing(), Engine::Definition, &control);
    assert_eq!(answer.outcome, Outcome::Unknown(Limit::Interrupted));
}
