//! The synchronous product of a system: each message is received at once.

use super::{Action, Direction, Label, ParticipantId, StateId, System, Transition};
use kernel::base::{IndexVec, combinations};
use kernel::search::reachable;

/// The control states of all participants.
pub type ControlStates = IndexVec<ParticipantId, StateId>;

/// The runs of a system in which each message is received at once, by the sends.
#[derive(Clone, Copy, Debug)]
pub struct SynchronousProduct<'a> {
    system: &'a System,
}

impl<'a> SynchronousProduct<'a> {
    /// Returns the product of the automata of `system`, none of whose channels loses messages.
    pub fn new(system: &'a System) -> Self {
        Self { system }
    }

    /// Returns the initial states.
    pub fn initial(self) -> Vec<ControlStates> {
        let initial: IndexVec<ParticipantId, Vec<StateId>> =
            self.system.automata().iter().map(|one| one.initial().to_vec()).collect();
        combinations(&initial).collect()
    }

    /// Returns the states to which a send leads that is received at once, each once, in order. Before an action come the
    /// internal steps of its participant.
    ///
    /// # Complexity
    /// The number of transitions of the sender, and for each target of the send that of the other participants.
    pub fn after(self, control: &ControlStates, send: Action) -> Vec<ControlStates> {
        let moved = |control: &ControlStates, who: ParticipantId, to: StateId| {
            let mut next = control.clone();
            next[who] = to;
            next
        };
        let sender = send.participant;
        let mut after = Vec::new();
        for sent in self.targets(sender, control[sender], send.label()) {
            let between = moved(control, sender, sent);
            let reception = Label::Action(Direction::Receive, send.channel, send.message);
            for receiver in self.system.automata().ids() {
                let targets = self.targets(receiver, between[receiver], reception);
                after.extend(targets.into_iter().map(|to| moved(&between, receiver, to)));
            }
        }
        after.sort_unstable_by(|one, other| one.iter().cmp(other.iter()));
        after.dedup();
        after
    }

    /// Returns where internal steps and then a transition with a label lead a participant.
    fn targets(self, participant: ParticipantId, from: StateId, label: Label) -> Vec<StateId> {
        let automaton = &self.system.automata()[participant];
        let leaving = |state: StateId| {
            let outgoing = automaton.outgoing(state).iter();
            outgoing.map(|&id| automaton.transitions()[id])
        };
        let internal = |&state: &StateId| {
            let steps = leaving(state).filter(|one| one.label == Label::Internal);
            steps.map(|one: Transition| one.target)
        };
        let sources = reachable([from], internal);
        let targets = sources.into_iter().flat_map(leaving).filter(|one| one.label == label);
        targets.map(|one| one.target).collect()
    }
}
