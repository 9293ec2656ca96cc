//! Smaller systems with the same executions.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::rsc::Run;
use kernel::automata::bisimilarity;
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    ChannelId, CommunicatingAutomaton, Direction, Label, MessageId, ParticipantId, StateId, Step,
    System, SystemBuilder, Transition,
};

/// A system without what no execution has, and with bisimilar local states merged.
///
/// Left out are receptions of messages that nobody can have sent on the channel, and local states that a participant
/// does not reach without them, to a fixed point. Both systems have the same executions. Neither final states nor the
/// names of states are kept, and a state may become one that nothing leaves: safety properties, which observe that, are
/// decided on the system as it was written.
#[derive(Debug)]
pub(crate) struct NormalForm<'a> {
    original: &'a System,
    /// The smaller system.
    pub(crate) system: Cow<'a, System>,
    /// The original participants of `system`, in its order.
    participants: Vec<ParticipantId>,
    /// For each original state the state of the normal form that it became, if any execution can reach it; `None` if
    /// all states stayed.
    states: Option<IndexVec<ParticipantId, IndexVec<StateId, Option<StateId>>>>,
}

/// Returns `true` if a transition was declared: the internal twins of sends are made again with the sends.
fn is_declared(transition: &Transition) -> bool {
    transition.loss_of.is_none()
}

impl<'a> NormalForm<'a> {
    /// Returns the normal form of `original`.
    ///
    /// # Complexity
    /// `O(d m log² m)` for `m` transitions, of which at most `d` leave one state.
    pub(crate) fn new(original: &'a System) -> Self {
        let participants = original.automata().ids().collect();
        let possible = Possible::new(original);
        let mut states = IndexVec::new();
        let mut is_smaller = false;
        for (participant, automaton) in original.automata().enumerate() {
            let (classes, count) = possible.classes(participant, automaton);
            is_smaller |= count < automaton.states().len();
            states.push(classes);
        }
        let is_possible = |transition: &&Transition| possible.has(transition.label);
        is_smaller |=
            original.automata().iter().any(|a| !a.transitions().iter().all(|t| is_possible(&t)));
        if !is_smaller {
            let system = Cow::Borrowed(original);
            return Self { original, system, participants, states: None };
        }
        let mut builder = SystemBuilder::new(original.name());
        for message in original.messages() {
            builder.message(&message.name, message.sort);
        }
        for &channel in original.channels() {
            builder.channel(channel);
        }
        for (participant, automaton) in original.automata().enumerate() {
            let class = &states[participant];
            builder.participant(automaton.name());
            for _ in 0..class.iter().flatten().max().map_or(0, |last| last.index() + 1) {
                builder.state(participant, String::new());
            }
            let initial = automaton.initial().iter().filter_map(|&state| class[state]);
            initial.for_each(|state| builder.initial(participant, state));
            let mut seen = FxHashSet::default();
            let declared = automaton.transitions().iter().filter(|t| is_declared(t));
            for transition in declared.filter(is_possible) {
                if let (Some(source), Some(target)) =
                    (class[transition.source], class[transition.target])
                    && seen.insert((source, transition.label, target))
                {
                    builder.transition(participant, source, transition.label, target);
                }
            }
        }
        let system = Cow::Owned(builder.finish());
        Self { original, system, participants, states: Some(states) }
    }

    /// Returns the normal form with some of its participants alone. Their runs are runs of the original system if they
    /// share no channels with the others.
    pub(crate) fn of_participants(self, participants: &[ParticipantId]) -> Self {
        if participants.len() == self.participants.len() {
            return self;
        }
        let originals = participants.iter().map(|&one| self.participants[one.index()]).collect();
        let system = Cow::Owned(self.system.of_participants(participants));
        Self { system, participants: originals, ..self }
    }

    /// Returns a run of the original system with the same actions as a run of the normal form.
    ///
    /// # Panics
    /// If `run` is no run of the normal form.
    pub(crate) fn original_run(&self, (initial, steps): Run) -> Run {
        let became = |participant: ParticipantId, state| match &self.states {
            Some(states) => states[participant][state],
            None => Some(state),
        };
        let mut control = self.original.first_control();
        for (place, &participant) in self.participants.iter().enumerate() {
            let class = initial[ParticipantId::from_index(place)];
            let mut states = self.original.automata()[participant].initial().iter();
            let state = states.find(|&&state| became(participant, state) == Some(class));
            control[participant] = *state.expect("an initial state became that of the run");
        }
        let start = control.clone();
        let step = |step: Step| {
            let Transition { label, target, .. } = *self.system.transition(step);
            let participant = self.participants[step.participant.index()];
            let automaton = &self.original.automata()[participant];
            let is_same = |transition: &Transition| {
                transition.label == label && became(participant, transition.target) == Some(target)
            };
            let mut choices = automaton.outgoing(control[participant]).iter();
            let transition = *choices
                .find(|&&id| is_same(&automaton.transitions()[id]))
                .expect("bisimilar states have the same steps");
            control[participant] = automaton.transitions()[transition].target;
            Step { participant, transition }
        };
        let steps = steps.into_iter().map(step).collect();
        (start, steps)
    }
}

/// What the participants can do, if all that can be sent is there whenever it is to be received.
struct Possible {
    /// For each state whether the participant reaches it.
    reached: IndexVec<ParticipantId, IndexVec<StateId, bool>>,
    /// What is sent from a reached state.
    sent: FxHashSet<(ChannelId, MessageId)>,
}

impl Possible {
    fn new(system: &System) -> Self {
        let automata = system.automata().iter();
        let reached = automata.map(|a| IndexVec::filled(false, a.states().len())).collect();
        let mut possible = Self { reached, sent: FxHashSet::default() };
        let initial = |(participant, automaton): (_, &CommunicatingAutomaton)| {
            automaton.initial().iter().map(move |&state| (participant, state)).collect::<Vec<_>>()
        };
        let mut open: Vec<(ParticipantId, StateId)> =
            system.automata().enumerate().flat_map(initial).collect();
        // The targets of receptions of messages that were not sent so far.
        let mut waiting: FxHashMap<_, Vec<(ParticipantId, StateId)>> = FxHashMap::default();
        while let Some((participant, state)) = open.pop() {
            if std::mem::replace(&mut possible.reached[participant][state], true) {
                continue;
            }
            let automaton = &system.automata()[participant];
            for &id in automaton.outgoing(state) {
                let Transition { label, target, .. } = automaton.transitions()[id];
                match label {
                    Label::Action(Direction::Receive, channel, message)
                        if !possible.sent.contains(&(channel, message)) =>
                    {
                        let targets = waiting.entry((channel, message)).or_default();
                        targets.push((participant, target));
                        continue;
                    }
                    Label::Action(Direction::Send, channel, message) => {
                        if possible.sent.insert((channel, message)) {
                            open.extend(waiting.remove(&(channel, message)).unwrap_or_default());
                        }
                    }
                    Label::Action(Direction::Receive, ..) | Label::Internal => {}
                }
                open.push((participant, target));
            }
        }
        possible
    }

    /// Returns `true` if no execution is known to lack steps with this label.
    fn has(&self, label: Label) -> bool {
        match label {
            Label::Action(Direction::Receive, channel, message) => {
                self.sent.contains(&(channel, message))
            }
            Label::Action(Direction::Send, ..) | Label::Internal => true,
        }
    }

    /// Returns the classes of the reached states of a participant by bisimilarity, and their number.
    fn classes(
        &self,
        participant: ParticipantId,
        automaton: &CommunicatingAutomaton,
    ) -> (IndexVec<StateId, Option<StateId>>, usize) {
        let reached = &self.reached[participant];
        let steps = |state: StateId| -> Vec<(Label, usize)> {
            let all = automaton.outgoing(state).iter().map(|&id| &automaton.transitions()[id]);
            let possible = all.filter(|transition| self.has(transition.label));
            possible.map(|transition| (transition.label, transition.target.index())).collect()
        };
        let steps: Vec<Vec<(Label, usize)>> = automaton.states().ids().map(steps).collect();
        let is_reached = |state| reached[StateId::from_index(state)];
        let class = bisimilarity(&steps, is_reached);
        // Classes of states that are not reached get no number.
        let mut numbers: Vec<Option<StateId>> = vec![None; class.len()];
        let mut count = 0;
        let number = |state: usize| {
            is_reached(state).then(|| {
                *numbers[class[state]].get_or_insert_with(|| {
                    count += 1;
                    StateId::from_index(count - 1)
                })
            })
        };
        let classes = (0..class.len()).map(number).collect();
        (classes, count)
    }
}
