//! Random point-to-point systems that are often k-multiparty compatible: sessions in which some participants send before
//! they receive what comes first.

use scm_check::internals::check::compatibility::applies;
use scm_check::internals::check::reachability::Premise;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::cfsm::{
    ChannelId, Direction, Label, MessageId, MessageSort, StateId, System, SystemBuilder,
};
use scm_check::internals::model::generate::{
    Architecture, Kinds, RandomParameters, Shape, Style, random,
};

use super::cases::with_final_states;
use super::reachability_engines::premise_within;
use super::small_systems::FIFO;

/// The random point-to-point system of a seed, without states that mix receptions with other transitions: a session, or a
/// system of the generator, with sends put before receptions. Nine times in ten it is not RSC.
pub(crate) fn hasty_system(seed: u64) -> System {
    let mut numbers = Random::new(seed);
    let any = numbers.percent(10);
    let few = Control { max_states: Some(3_000), ..Control::unlimited() };
    loop {
        let orderly = if numbers.percent(60) {
            session(&mut numbers)
        } else {
            let mut parameters = RandomParameters::draw(&mut numbers);
            parameters.participants = numbers.between(2, 4);
            parameters.architecture = Architecture::PeerToPeer;
            parameters.kinds = Kinds::Fifo;
            parameters.shape = Shape::Cyclic;
            if numbers.percent(70) {
                parameters.style = Style::Protocol { changes: numbers.below(2) };
            }
            if numbers.percent(70) {
                parameters.lossy_percent = 0;
                parameters.internal_percent = 0;
            }
            random(&parameters, numbers.bits())
        };
        let system = with_final_states(hasty(&orderly, &mut numbers), seed);
        let is_asked = || any || premise_within(&system, &few) == Premise::BugsOnly;
        if applies(&system).is_ok() && is_asked() {
            return system;
        }
    }
}

/// One message of a session: in each state one participant sends one of several messages to another one.
struct Exchange {
    sender: usize,
    receiver: usize,
    /// The messages, with the states that they lead to.
    options: Vec<(usize, usize)>,
}

impl Exchange {
    fn involves(&self, participant: usize) -> bool {
        participant == self.sender || participant == self.receiver
    }
}

/// Two or three participants that follow one automaton together; whoever takes no part in a choice cannot tell its
/// outcomes apart.
fn session(numbers: &mut Random) -> System {
    const MESSAGES: usize = 3;
    let (participants, states) = (numbers.between(2, 3), numbers.between(2, 6));
    let exchange = |state: usize| {
        let sender = numbers.below(participants);
        let receiver = (sender + 1 + numbers.below(participants - 1)) % participants;
        let next = (state + 1) % states;
        let target = if numbers.percent(60) { next } else { numbers.below(states) };
        let message = numbers.below(MESSAGES);
        let mut options = vec![(message, target)];
        if numbers.percent(50) {
            let alone = participants == 2 && numbers.percent(50);
            let other = if alone { numbers.below(states) } else { target };
            options.push(((message + 1) % MESSAGES, other));
        }
        options.truncate(if numbers.percent(10) { 0 } else { 2 });
        Exchange { sender, receiver, options }
    };
    let exchanges: Vec<Exchange> = (0..states).map(exchange).collect();
    let mut builder = SystemBuilder::new("session");
    for message in 0..MESSAGES {
        builder.message(format!("m{message}"), MessageSort::Int);
    }
    for _ in 0..participants * participants {
        builder.channel(FIFO);
    }
    for index in 0..participants {
        let participant = builder.participant(format!("p{index}"));
        for state in 0..states {
            builder.state(participant, state.to_string());
        }
        // The next state in which the participant has something to do.
        let next = |start: usize| {
            let follow = |&state: &usize| {
                let Exchange { options, .. } = &exchanges[state];
                options.first().filter(|_| !exchanges[state].involves(index)).map(|one| one.1)
            };
            let path = std::iter::successors(Some(start), follow).take(states + 1);
            StateId::from_index(path.last().expect("a path has a start"))
        };
        builder.initial(participant, next(0));
        for (state, exchange) in exchanges.iter().enumerate() {
            let Exchange { sender, receiver, ref options } = *exchange;
            let channel = ChannelId::from_index(sender * participants + receiver);
            let direction = if sender == index { Direction::Send } else { Direction::Receive };
            for &(message, target) in options.iter().filter(|_| exchange.involves(index)) {
                let label = Label::Action(direction, channel, MessageId::from_index(message));
                builder.transition(participant, StateId::from_index(state), label, next(target));
            }
        }
    }
    builder.finish()
}

/// Swaps receptions with the sends that follow them, here and there.
fn hasty(system: &System, numbers: &mut Random) -> System {
    let mut builder = SystemBuilder::new("hasty");
    for message in system.messages() {
        builder.message(message.name.clone(), message.sort);
    }
    for &channel in system.channels() {
        builder.channel(channel);
    }
    for automaton in system.automata() {
        let participant = builder.participant(automaton.name());
        for name in automaton.states().iter() {
            builder.state(participant, name);
        }
        for &state in automaton.initial() {
            builder.initial(participant, state);
        }
        let transitions = automaton.transitions();
        let mut labels: Vec<Label> = transitions.iter().map(|one| one.label).collect();
        let percent = [30, 60, 100][numbers.below(3)];
        for (id, transition) in transitions.enumerate() {
            let between = transition.target;
            let is_only = |&state: &StateId| automaton.outgoing(state).len() == 1;
            let entering = transitions.iter().filter(|one| one.target == between).count();
            let is_line = is_only(&transition.source) && is_only(&between) && entering == 1;
            if !is_line || automaton.initial().contains(&between) || !numbers.percent(percent) {
                continue;
            }
            let (first, second) = (id.index(), automaton.outgoing(between)[0].index());
            if let (Label::Action(Direction::Receive, ..), Label::Action(Direction::Send, ..)) =
                (labels[first], labels[second])
            {
                labels.swap(first, second);
            }
        }
        for (transition, label) in transitions.iter().zip(labels) {
            // Losses are added anew.
            if transition.loss_of.is_none() {
                builder.transition(participant, transition.source, label, transition.target);
            }
        }
    }
    builder.finish()
}
