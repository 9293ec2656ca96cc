//! Systems made from one execution: each participant does its own actions in their order.

use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::model::cfsm::{
    Channel, ChannelKind, Direction, Execution, Label, MessageId, MessageSort, ParticipantId,
    StateId, Step, System, SystemBuilder,
};

/// A system, and the run that its text describes.
pub(crate) struct Scripted {
    pub(crate) system: System,
    pub(crate) initial: IndexVec<ParticipantId, StateId>,
    pub(crate) steps: Vec<Step>,
}

impl Scripted {
    /// The run as an execution, whether or not the semantics allows it.
    pub(crate) fn execution(&self) -> Execution {
        let actions =
            self.steps.iter().filter_map(|s| self.system.action(s.participant, s.transition));
        Execution::new(&self.system, actions)
    }
}

/// Reads an execution such as `0!p v . 1!q w . 1?p w . ~p . 0?q v`; `~p` is an internal step.
/// Participants are declared in the order of their names in `participants`, or of appearance.
pub(crate) fn scripted(participants: &[&str], bags: &[usize], text: &str) -> Scripted {
    let mut builder = SystemBuilder::new("scripted");
    let mut names: Vec<String> = Vec::new();
    let mut states: Vec<StateId> = Vec::new();
    let mut messages: Vec<(String, MessageId)> = Vec::new();
    let items: Vec<&str> =
        text.split(" . ").map(str::trim).filter(|item| !item.is_empty()).collect();
    let highest = items.iter().filter_map(|item| item.split(['!', '?']).next()?.parse().ok()).max();
    let channels: Vec<_> = (0..=highest.unwrap_or(0))
        .map(|channel: usize| {
            let kind = if bags.contains(&channel) { ChannelKind::Bag } else { ChannelKind::Fifo };
            builder.channel(Channel { kind, lossy: false })
        })
        .collect();
    let mut initial = IndexVec::new();
    let mut participant = |builder: &mut SystemBuilder, states: &mut Vec<StateId>, name: &str| {
        if let Some(index) = names.iter().position(|known| known == name) {
            return ParticipantId::from_index(index);
        }
        names.push(name.to_owned());
        let id = builder.participant(name);
        let state = builder.state(id, "0");
        builder.initial(id, state);
        initial.push(state);
        states.push(state);
        id
    };
    for name in participants {
        participant(&mut builder, &mut states, name);
    }
    let mut steps = Vec::new();
    for item in items {
        let (who, label) = if let Some(name) = item.strip_prefix('~') {
            (participant(&mut builder, &mut states, name), Label::Internal)
        } else {
            let direction = if item.contains('!') { Direction::Send } else { Direction::Receive };
            let (channel, rest) = item.split_once(['!', '?']).expect("an action has a sign");
            let (name, message) = rest.split_once(' ').expect("a participant, then a message");
            let known = messages.iter().find(|(known, _)| known == message).map(|(_, id)| *id);
            let message = known.unwrap_or_else(|| {
                let id = builder.message(message, MessageSort::Int);
                messages.push((message.to_owned(), id));
                id
            });
            let channel = channels[channel.parse::<usize>().expect("a channel is a number")];
            let who = participant(&mut builder, &mut states, name);
            (who, Label::Action(direction, channel, message))
        };
        let source = states[who.index()];
        let target = builder.state(who, (source.index() + 1).to_string());
        states[who.index()] = target;
        let transition = builder.transition(who, source, label, target);
        steps.push(Step { participant: who, transition });
    }
    Scripted { system: builder.finish(), initial, steps }
}

/// A random run: sends anywhere, receptions of what the channels hold.
pub(crate) fn random_run(dice: &mut Random, participants: usize, length: usize) -> Scripted {
    let names: Vec<String> = (0..participants).map(|p| format!("p{p}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let channels = 1 + dice.below(4);
    let bags: Vec<usize> = (0..channels).filter(|_| dice.below(3) == 0).collect();
    let mut contents: Vec<Vec<&str>> = vec![Vec::new(); channels];
    let mut items = Vec::new();
    while items.len() < length {
        let name = names[dice.below(participants)];
        let channel = dice.below(channels);
        match dice.below(9) {
            0 => items.push(format!("~{name}")),
            1..=4 => {
                let message = ["a", "bb", "ccc"][dice.below(3)];
                contents[channel].push(message);
                items.push(format!("{channel}!{name} {message}"));
            }
            _ if contents[channel].is_empty() => {}
            _ => {
                let held = contents[channel].len();
                let position = if bags.contains(&channel) { dice.below(held) } else { 0 };
                let message = contents[channel].remove(position);
                items.push(format!("{channel}?{name} {message}"));
            }
        }
    }
    scripted(&names, &bags, &items.join(" . "))
}
