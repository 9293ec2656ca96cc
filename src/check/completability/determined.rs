//! Systems in which an execution determines the state of every participant.

use kernel::base::{Id as _, IndexVec};
use kernel::search::path_ends;
use model::cfsm::{
    Channel, ChannelId, ChannelKind, CommunicatingAutomaton, Direction, Exchange, Label, MessageId,
    MessageSort, ParticipantId, StateId, Step, System, SystemBuilder, Transition, TransitionId,
};

/// A system with the behaviour of another one, in which every choice of a participant is visible.
///
/// A participant that has a choice between several targets of one action, between initial states,
/// or an internal step that is not its only one, sends a message to itself, through a channel of its own, and receives it at
/// once: one message for each of the possibilities. A state with a single transition, an internal one, is
/// the state behind it. So its automata are deterministic and have no internal steps. The choice of a target is announced after the action. In both systems the same channels can
/// become empty again. If this system is RSC, so is the other; the converse holds unless a participant makes
/// a choice between sending a message and receiving it itself.
///
/// Participants, messages and channels of the other system have the ids that they have there.
pub(super) struct Determined {
    pub(super) system: System,
    /// Whether the other system has any choices.
    pub(super) has_choices: bool,
    /// Meaning of each transition in the other system.
    meanings: IndexVec<ParticipantId, IndexVec<TransitionId, Meaning>>,
}

/// Meaning of a transition in the other system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// This transition. If others have the same source and action, a later choice may select another one.
    Step(TransitionId),
    /// The choice of a target: the step before was this transition.
    Chosen(TransitionId),
    /// The choice of an initial state.
    Initial(StateId),
    /// No step of the other system: the second half of a choice.
    Nothing,
}

impl Determined {
    pub(super) fn new(system: &System) -> Self {
        let mut builder = SystemBuilder::new(system.name());
        for message in system.messages() {
            builder.message(message.name.clone(), message.sort);
        }
        for channel in system.channels() {
            builder.channel(Channel { kind: channel.kind, lossy: false });
        }
        let mut messages = ChoiceMessages { first: system.messages().len(), count: 0 };
        let mut meanings = IndexVec::new();
        for automaton in system.automata() {
            let participant = builder.participant(automaton.name());
            let own = ChannelId::from_index(system.channels().len() + participant.index());
            let mut rewriting = Rewriting {
                builder: &mut builder,
                messages: &mut messages,
                participant,
                own,
                meanings: IndexVec::new(),
            };
            rewriting.rewrite(automaton);
            meanings.push(rewriting.meanings);
        }
        for _ in system.automata() {
            builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
        }
        for number in 0..messages.count {
            builder.message(format!("choice {number}"), MessageSort::Int);
        }
        Self { system: builder.finish(), has_choices: messages.count > 0, meanings }
    }

    /// Returns the initial states and the steps in `system`, from which this system was made, of an execution
    /// of this one. A choice that the execution has not made yet is made arbitrarily.
    pub(super) fn run(
        &self,
        system: &System,
        word: &[Exchange],
    ) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
        let mut initial = system.first_control();
        let mut at = self.system.first_control();
        let mut last: IndexVec<ParticipantId, usize> = IndexVec::filled(0, at.len());
        let mut steps = Vec::new();
        // The states in the other system; internal steps that are no choice come before the next step.
        let mut here = initial.clone();
        for action in word.iter().flat_map(|letter| letter.actions()) {
            let participant = action.participant;
            let automaton = &self.system.automata()[participant];
            let label = Label::Action(action.direction, action.channel, action.message);
            let does = |&&id: &&TransitionId| automaton.transitions()[id].label == label;
            let id = *automaton.outgoing(at[participant]).iter().find(does).expect("it is a run");
            at[participant] = automaton.transitions()[id].target;
            match self.meanings[participant][id] {
                Meaning::Step(transition) => {
                    let meant = &system.automata()[participant];
                    let Transition { source, target, .. } = meant.transitions()[transition];
                    while here[participant] != source {
                        let transition = meant.outgoing(here[participant])[0];
                        steps.push(Step { participant, transition });
                        here[participant] = meant.transitions()[transition].target;
                    }
                    last[participant] = steps.len();
                    steps.push(Step { participant, transition });
                    here[participant] = target;
                }
                Meaning::Chosen(transition) => {
                    steps[last[participant]].transition = transition;
                    here[participant] =
                        system.automata()[participant].transitions()[transition].target;
                }
                Meaning::Initial(state) => {
                    initial[participant] = state;
                    here[participant] = state;
                }
                Meaning::Nothing => {}
            }
        }
        (initial, steps)
    }
}

/// The messages that announce choices: the same for all participants, which have channels of their own.
struct ChoiceMessages {
    first: usize,
    count: usize,
}

struct Rewriting<'a> {
    builder: &'a mut SystemBuilder,
    messages: &'a mut ChoiceMessages,
    participant: ParticipantId,
    /// The channel of this participant alone.
    own: ChannelId,
    meanings: IndexVec<TransitionId, Meaning>,
}

impl Rewriting<'_> {
    fn rewrite(&mut self, automaton: &CommunicatingAutomaton) {
        let own: IndexVec<StateId, StateId> = automaton
            .states()
            .iter()
            .map(|name| self.builder.state(self.participant, name))
            .collect();
        let ends = path_ends(|state| only_step(automaton, state), own.len());
        let states: IndexVec<StateId, StateId> = ends.iter().map(|&end| own[end]).collect();
        match automaton.initial() {
            [only] => self.builder.initial(self.participant, states[*only]),
            several => {
                let choice = self.builder.state(self.participant, "initial");
                self.builder.initial(self.participant, choice);
                for (number, &state) in several.iter().enumerate() {
                    self.choice(choice, number, Meaning::Initial(state), states[state]);
                }
            }
        }
        let sources = automaton.states().ids();
        for source in sources.filter(|&source| only_step(automaton, source).is_none()) {
            let mut leaving: Vec<(Label, TransitionId)> = automaton
                .outgoing(source)
                .iter()
                .map(|&id| (automaton.transitions()[id].label, id))
                .collect();
            leaving.sort_by_key(|(label, _)| order(*label));
            let target = |id: TransitionId| automaton.transitions()[id].target;
            for alike in leaving.chunk_by(|(one, _), (other, _)| one == other) {
                let (label, first) = alike[0];
                if label == Label::Internal {
                    for (number, &(_, id)) in alike.iter().enumerate() {
                        self.choice(states[source], number, Meaning::Step(id), states[target(id)]);
                    }
                } else if alike.iter().all(|&(_, id)| target(id) == target(first)) {
                    self.transition(states[source], label, states[target(first)], first);
                } else {
                    let choice = self.builder.state(self.participant, "choice");
                    self.transition(states[source], label, choice, first);
                    for (number, &(_, id)) in alike.iter().enumerate() {
                        self.choice(choice, number, Meaning::Chosen(id), states[target(id)]);
                    }
                }
            }
        }
    }

    fn transition(&mut self, source: StateId, label: Label, target: StateId, id: TransitionId) {
        self.builder.transition(self.participant, source, label, target);
        self.meanings.push(Meaning::Step(id));
    }

    /// Adds a choice: a message of the participant to itself.
    fn choice(&mut self, source: StateId, number: usize, meaning: Meaning, target: StateId) {
        self.messages.count = self.messages.count.max(number + 1);
        let message = MessageId::from_index(self.messages.first + number);
        let [send, receive] = [Direction::Send, Direction::Receive]
            .map(|direction| Label::Action(direction, self.own, message));
        let between = self.builder.state(self.participant, "chosen");
        self.builder.transition(self.participant, source, send, between);
        self.meanings.push(meaning);
        self.builder.transition(self.participant, between, receive, target);
        self.meanings.push(Meaning::Nothing);
    }
}

/// Returns the target of an internal step that is the only transition of a state.
fn only_step(automaton: &CommunicatingAutomaton, state: StateId) -> Option<StateId> {
    let &[id] = automaton.outgoing(state) else { return None };
    let transition = &automaton.transitions()[id];
    (transition.label == Label::Internal).then_some(transition.target)
}

/// Returns the sort key of a label.
fn order(label: Label) -> Option<(bool, ChannelId, MessageId)> {
    match label {
        Label::Internal => None,
        Label::Action(direction, channel, message) => {
            Some((direction == Direction::Send, channel, message))
        }
    }
}
