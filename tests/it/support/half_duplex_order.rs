//! Half-duplex systems by the definitions, as far as their short executions show.

use std::collections::BTreeSet;

use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::model::cfsm::{
    Action, ChannelId, Configuration, Direction, Execution, ParticipantId, System, action_graph,
};

/// The channels that each participant receives from.
struct Inputs(BTreeSet<(ParticipantId, ChannelId)>);

impl Inputs {
    fn of(system: &System) -> Self {
        let receptions = system.actions().filter(|action| action.direction == Direction::Receive);
        Self(receptions.map(|action| (action.participant, action.channel)).collect())
    }

    /// Whether an action may come after others, in any order, in a half-duplex execution: it is a reception, or whoever
    /// sends has no message in a channel that it receives from.
    fn allow<'a>(&self, action: Action, done: impl Iterator<Item = &'a Action> + Clone) -> bool {
        let held = |channel| {
            let on_it = done.clone().filter(move |action| action.channel == channel);
            on_it.map(|one| if one.direction == Direction::Send { 1 } else { -1 }).sum::<i32>()
        };
        let mut own = self.0.iter().filter(|(who, _)| *who == action.participant);
        action.direction == Direction::Receive || own.all(|&(_, input)| held(input) == 0)
    }
}

/// Whether an execution is half-duplex, in its own order.
pub(crate) fn is_half_duplex_order(system: &System, execution: &Execution) -> bool {
    let actions = execution.actions();
    let inputs = Inputs::of(system);
    actions.enumerate().all(|(id, &action)| inputs.allow(action, actions.iter().take(id.index())))
}

/// Whether the actions of an execution can be reordered, without changing the order of any that depend on each other, such
/// that it is half-duplex.
fn has_half_duplex_order(system: &System, execution: &Execution) -> bool {
    let edges = action_graph(execution);
    let inputs = Inputs::of(system);
    let actions: Vec<Action> = execution.actions().iter().copied().collect();
    let is_in = |done: u32, place: usize| done >> place & 1 == 1;
    let all = (1 << actions.len()) - 1;
    let (mut seen, mut open) = (BTreeSet::from([0_u32]), vec![0_u32]);
    while let Some(done) = open.pop() {
        if done == all {
            return true;
        }
        let so_far = actions.iter().enumerate().filter(|(place, _)| is_in(done, *place));
        for (place, &action) in actions.iter().enumerate().filter(|(place, _)| !is_in(done, *place))
        {
            let mut before = edges.iter().filter(|(_, after, _)| after.index() == place);
            let is_next = before.all(|(before, ..)| is_in(done, before.index()));
            let next = done | 1 << place;
            if is_next
                && inputs.allow(action, so_far.clone().map(|(_, one)| one))
                && seen.insert(next)
            {
                open.push(next);
            }
        }
    }
    false
}

/// Whether all executions of at most `most` actions of a system without internal steps are as required; each is given
/// with the configuration that it leads to.
pub(crate) fn all_executions(
    system: &System,
    most: usize,
    required: impl Fn(&Configuration, &Execution) -> bool,
) -> bool {
    let mut open = vec![(Configuration::empty(system, system.first_control()), Vec::new())];
    while let Some((configuration, actions)) = open.pop() {
        if !required(&configuration, &Execution::new(system, actions.iter().copied())) {
            return false;
        }
        for step in configuration.enabled(system).into_iter().filter(|_| actions.len() < most) {
            let action = system.action(step.participant, step.transition);
            let actions: Vec<Action> = actions.iter().copied().chain(action).collect();
            open.push((configuration.after(system, step).unwrap(), actions));
        }
    }
    true
}

/// Whether a system is multiparty half-duplex, as far as executions of at most `most` actions show.
pub(crate) fn is_half_duplex(system: &System, most: usize) -> bool {
    all_executions(system, most, |_, execution| has_half_duplex_order(system, execution))
}
