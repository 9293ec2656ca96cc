//! Laws of RSC membership: what must not change the answer, or only in one direction.

use crate::support::cases::{seeds, shuffle, system_of};
use crate::support::membership_engines::{Decision, ENGINES, communications};
use crate::support::small_systems::{BAG, FIFO, describe, system};
use scm_check::internals::check::membership::{Engine, Outcome, check};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::cfsm::{
    ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, Step, System,
    SystemBuilder, TransitionId,
};
use scm_check::internals::model::evidence::Witness;
use scm_check::internals::model::generate::{looped_ring, ring};

/// A system made of the parts of another one: these, in this order.
struct Selection {
    participants: Vec<ParticipantId>,
    channels: Vec<ChannelId>,
    messages: Vec<MessageId>,
    without: Option<(ParticipantId, TransitionId)>,
}

impl Selection {
    fn all(system: &System) -> Self {
        Self {
            participants: system.automata().ids().collect(),
            channels: system.channels().ids().collect(),
            messages: system.messages().ids().collect(),
            without: None,
        }
    }

    /// The selected system, in which everything has another name.
    fn of(&self, system: &System) -> System {
        fn place<I: PartialEq>(ids: &[I], id: &I) -> usize {
            ids.iter().position(|other| other == id).expect("what is named is selected")
        }
        let mut builder = SystemBuilder::new("selection");
        for &message in &self.messages {
            let message = &system.messages()[message];
            builder.message(format!("other_{}", message.name), message.sort);
        }
        for &channel in &self.channels {
            builder.channel(system.channels()[channel]);
        }
        for &old in &self.participants {
            let automaton = &system.automata()[old];
            let participant = builder.participant(format!("other_{}", automaton.name()));
            for state in automaton.states().iter() {
                builder.state(participant, format!("1{state}"));
            }
            for &state in automaton.initial() {
                builder.initial(participant, state);
            }
            for (id, transition) in automaton.transitions().enumerate() {
                // The builder itself adds what stands for the loss of a message.
                if self.without == Some((old, id)) || transition.loss_of.is_some() {
                    continue;
                }
                let label = match transition.label {
                    Label::Internal => Label::Internal,
                    Label::Action(direction, channel, message) => Label::Action(
                        direction,
                        ChannelId::from_index(place(&self.channels, &channel)),
                        MessageId::from_index(place(&self.messages, &message)),
                    ),
                };
                builder.transition(participant, transition.source, label, transition.target);
            }
        }
        builder.finish()
    }
}

/// The number of communications of a shortest violation.
fn shortest(decision: &Decision) -> Option<usize> {
    match decision {
        Decision::Holds => None,
        Decision::Violated(witness) => Some(communications(witness)),
    }
}

#[test]
fn removing_a_transition_or_a_participant_keeps_a_system_rsc() {
    for (name, engine) in ENGINES {
        let mut removed = 0;
        for seed in seeds(20) {
            let system = system_of(seed);
            if engine(&system) != Decision::Holds {
                continue;
            }
            let mut smaller = Vec::new();
            for (participant, automaton) in system.automata().enumerate() {
                if system.automata().len() > 1 {
                    let mut selection = Selection::all(&system);
                    selection.participants.retain(|&other| other != participant);
                    smaller.push(selection);
                }
                for (id, transition) in automaton.transitions().enumerate() {
                    if transition.loss_of.is_none() {
                        let without = Some((participant, id));
                        smaller.push(Selection { without, ..Selection::all(&system) });
                    }
                }
            }
            for selection in smaller {
                let part = selection.of(&system);
                removed += 1;
                assert_eq!(
                    engine(&part),
                    Decision::Holds,
                    "{name}, seed {seed}:\n{}contains\n{}",
                    describe(&system),
                    describe(&part)
                );
            }
        }
        assert!(removed > 0, "{name} finds RSC systems");
    }
}

#[test]
fn other_names_keep_the_whole_answer() {
    for engine in [Engine::Plain, Engine::Definition] {
        for seed in seeds(50) {
            let system = system_of(seed);
            let renamed = Selection::all(&system).of(&system);
            assert_ne!(system, renamed);
            // Verdict, witness with its cycle, and all counts. A proof knows what it is about.
            let [one, other] =
                [&system, &renamed].map(|system| check(system, engine, &Control::unlimited()));
            match (&one.outcome, &other.outcome) {
                (Outcome::Holds(proof), Outcome::Holds(_)) => {
                    assert!(proof.is_about(&system) && !proof.is_about(&renamed));
                }
                (one, other) => assert_eq!(one, other, "seed {seed}:\n{}", describe(&system)),
            }
            let counts = [one.statistics, other.statistics];
            assert_eq!(counts[0], counts[1], "{engine:?}, seed {seed}:\n{}", describe(&system));
        }
    }
}

#[test]
fn another_order_keeps_the_answer() {
    for engine in [Engine::Plain, Engine::Definition] {
        let (mut holds, mut violated) = (0, 0);
        for seed in seeds(50) {
            let system = system_of(seed);
            let mut selection = Selection::all(&system);
            let mut numbers = Random::new(seed);
            shuffle(&mut selection.participants, &mut numbers);
            shuffle(&mut selection.channels, &mut numbers);
            shuffle(&mut selection.messages, &mut numbers);
            let other = selection.of(&system);
            let [one, two] =
                [&system, &other].map(|system| check(system, engine, &Control::unlimited()));
            let case =
                format!("{engine:?}, seed {seed}:\n{}and\n{}", describe(&system), describe(&other));
            match (&one.outcome, &two.outcome) {
                (Outcome::Holds(_), Outcome::Holds(_)) => {
                    holds += 1;
                    let [one, two] = [one.statistics, two.statistics];
                    assert_eq!(
                        (one.states, one.transitions, one.depth),
                        (two.states, two.transitions, two.depth),
                        "{case}"
                    );
                }
                (Outcome::Violated(one), Outcome::Violated(two)) => {
                    violated += 1;
                    assert_eq!(one.communications(), two.communications(), "{case}");
                    let replayed = in_the_old_order(&selection, &system, two);
                    assert_eq!(replayed.communications(), one.communications(), "{case}");
                }
                _ => panic!("{case}"),
            }
        }
        assert!(holds > 0 && violated > 0, "{holds} hold, {violated} are violated");
    }
}

/// Replays a witness of the selected system on the system that everything was selected from.
fn in_the_old_order(selection: &Selection, system: &System, witness: &Witness) -> Witness {
    let replay = witness.replay();
    let place = |participant: &ParticipantId| {
        let found = selection.participants.iter().position(|old| old == participant);
        ParticipantId::from_index(found.expect("all participants are selected"))
    };
    let initial =
        system.automata().ids().map(|old| replay.initial().control[place(&old)]).collect();
    let steps = replay.steps().iter().map(|step| Step {
        participant: selection.participants[step.participant.index()],
        transition: step.transition,
    });
    Witness::borderline_violation(system, initial, steps).expect("an order is only an order")
}

/// Whether no channel has two senders.
fn channels_have_one_sender(system: &System) -> bool {
    let sends = |participant: ParticipantId, channel| {
        system.automata()[participant].transitions().iter().any(
            |t| matches!(t.label, Label::Action(Direction::Send, other, _) if other == channel),
        )
    };
    system.channels().ids().all(|channel| {
        system.automata().ids().filter(|&participant| sends(participant, channel)).count() <= 1
    })
}

#[test]
fn rsc_with_bags_is_rsc_with_fifo_channels_of_one_sender_each() {
    for (name, engine) in ENGINES {
        let (mut both, mut fifo_only) = (0, 0);
        for seed in seeds(100) {
            let system = system_of(seed);
            if !channels_have_one_sender(&system) {
                continue;
            }
            let with_fifo = engine(&system.with_channels(ChannelKind::Fifo));
            if engine(&system.with_channels(ChannelKind::Bag)) == Decision::Holds {
                both += 1;
                assert_eq!(
                    with_fifo,
                    Decision::Holds,
                    "{name}, seed {seed}:\n{}",
                    describe(&system)
                );
            } else if with_fifo == Decision::Holds {
                fifo_only += 1;
            }
        }
        assert!(both > 0, "{name} finds systems that are RSC with bags");
        println!("{name}: {both} systems hold with bags, {fifo_only} with fifo channels only");
    }
}

#[test]
fn several_senders_break_the_law_of_bags() {
    // Figure 3.7 of the thesis: mailboxes 0 of the third and 1 of the first participant.
    let automata = ["0 0!v1 1, 1 1?v2 2", "0 1!v2 1, 1 0!v3 2", "0 0?v3 1"];
    for (name, engine) in ENGINES {
        let bags = system(&[BAG, BAG], &automata);
        assert_eq!(engine(&bags), Decision::Holds, "{name}");
        let fifo = system(&[FIFO, FIFO], &automata);
        assert_eq!(shortest(&engine(&fifo)), Some(3), "{name}");
    }
}

#[test]
fn rings_are_rsc_whatever_their_size() {
    for (name, engine) in ENGINES {
        for (participants, messages) in [(2, 1), (2, 4), (3, 2), (4, 1), (5, 2)] {
            let (ring, _) = ring(participants, messages).unwrap();
            assert_eq!(engine(&ring), Decision::Holds, "{name}, {}", ring.name());
            let ring = looped_ring(participants, messages).unwrap();
            assert_eq!(engine(&ring), Decision::Holds, "{name}, {}", ring.name());
        }
    }
}
