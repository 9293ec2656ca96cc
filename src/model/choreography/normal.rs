//! Choreographies in normal form, and their projections.

use super::views::View;
use super::{Automaton, Edge, EdgeId, Interaction, NamedChannel};
use crate::cfsm::{
    Action, Channel, ChannelKind, Label, MessageSort, ParticipantId, StateId, System, SystemBuilder,
};
use kernel::automata::{DfaStateId, FiniteStateId, PrefixClosedDfa};
use kernel::base::{Control, Id, IndexVec};
use kernel::search::reachable;

/// A choreography: the language of an automaton, with the automaton that it was made from.
///
/// All checks depend only on the language, so a choreography holds the minimal deterministic automaton.
/// Participants, messages and channels without a reachable transition are left out, unless the choreography
/// is that of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choreography {
    source: Automaton,
    /// The ids in the description of the edges of the source.
    origins: IndexVec<EdgeId, EdgeId>,
    language: PrefixClosedDfa<Interaction>,
    /// Whether the description declares states in which it may end, even unreachable ones.
    declares_ends: bool,
}

impl Choreography {
    /// Returns the language of `automaton`; `None` if determinising it takes more than `max_states` states.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn new(automaton: &Automaton, max_states: usize) -> Option<Self> {
        Self::within(automaton, max_states, &Control::unlimited())
    }

    /// Returns the language of `automaton`; `None` also if `control` stops it before all states are found.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn within(automaton: &Automaton, max_states: usize, control: &Control) -> Option<Self> {
        let (source, origins) = trimmed(automaton);
        let declares_ends = !automaton.finals.is_empty();
        Some(Self { declares_ends, ..Self::of_language(source, origins, max_states, control)? })
    }

    /// Returns the language of `automaton` with the fewest states that separate the words after which the
    /// protocol may end from the others: the members of a state determine which it is, by [`Self::ends`].
    /// Returns `None` if determinising takes more than `max_states` states.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn with_ends(automaton: &Automaton, max_states: usize) -> Option<Self> {
        let choreography = Self::new(automaton, max_states)?;
        let language = choreography.language_with_ends(max_states, &Control::unlimited())?;
        Some(Self { language, ..choreography })
    }

    /// Returns the language with the fewest states that separate the words after which the protocol may end from
    /// the others; `None` if determinising takes more than `max_states` states, or `control` stops it.
    fn language_with_ends(
        &self,
        max_states: usize,
        control: &Control,
    ) -> Option<PrefixClosedDfa<Interaction>> {
        let ends = self.ends();
        let (initial, steps) = (self.source.initial, self.source.steps());
        PrefixClosedDfa::marked(initial, steps, &|state| ends[state], max_states, control)
    }

    /// Returns the language of the synchronous executions of `system`, with all its participants, messages
    /// and channels by their ids, used or not; `None` if [`synchronous`](super::synchronous()) returns `None`
    /// or takes more than `max_states` states, or determinising does.
    ///
    /// # Complexity
    /// That of [`synchronous`](super::synchronous()) and of [`PrefixClosedDfa::new`].
    pub fn synchronous(system: &System, max_states: usize) -> Option<Self> {
        let source = super::synchronous(system, max_states)?;
        let origins = source.edges.ids().collect();
        Self::of_language(source, origins, max_states, &Control::unlimited())
    }

    /// Returns this choreography with further participants, messages and channels, whose ids follow the
    /// existing ones.
    #[must_use]
    pub fn extended(
        mut self,
        participants: Vec<String>,
        messages: Vec<String>,
        channels: Vec<(String, ChannelKind)>,
    ) -> Self {
        for name in participants {
            self.source.participants.push(name);
        }
        for name in messages {
            self.source.messages.push(name);
        }
        for (name, kind) in channels {
            self.source.channels.push(NamedChannel { name, kind });
        }
        self
    }

    /// Returns the language with only the interactions that satisfy `keeps`, with all participants, messages
    /// and channels by their ids; `None` if determinising it takes more than `max_states` states.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn restricted(
        &self,
        keeps: impl Fn(Interaction) -> bool,
        max_states: usize,
    ) -> Option<Self> {
        let mut source = self.source.clone();
        for edge in &mut source.edges {
            edge.exchange = edge.exchange.filter(|&exchange| keeps(exchange));
        }
        Self::of_language(source, self.origins.clone(), max_states, &Control::unlimited())
    }

    fn of_language(
        source: Automaton,
        origins: IndexVec<EdgeId, EdgeId>,
        max_states: usize,
        control: &Control,
    ) -> Option<Self> {
        let language = PrefixClosedDfa::new(source.initial, source.steps(), max_states, control)?;
        let declares_ends = !source.finals.is_empty();
        Some(Self { source, origins, language, declares_ends })
    }

    /// Returns the automaton that the choreography was made from, without unreachable parts.
    pub fn source(&self) -> &Automaton {
        &self.source
    }

    /// Returns `true` if the description declares states in which it may end. [`Self::source`] may have none
    /// of them: then the protocol never ends.
    pub fn declares_ends(&self) -> bool {
        self.declares_ends
    }

    /// Returns `true` if the protocol may end after every word that nothing continues, as far as single states tell.
    pub fn ends_where_it_stops(&self) -> bool {
        let ends = self.ends();
        let mut all = self.language.states();
        all.all(|state| {
            let mut members = self.language.members(state).iter();
            !self.language.transitions(state).is_empty()
                || members.all(|member| ends[StateId::from_index(member.index())])
        })
    }

    /// Returns the minimal deterministic automaton.
    pub fn language(&self) -> &PrefixClosedDfa<Interaction> {
        &self.language
    }

    /// Returns `true` if the choreography has no interactions.
    pub fn is_empty(&self) -> bool {
        self.language.transitions(self.language.initial()).is_empty()
    }

    /// Returns the edges of the description that a transition represents, in order.
    ///
    /// # Complexity
    /// Linear in the number of edges.
    pub fn edges(&self, state: DfaStateId, exchange: Interaction) -> Vec<EdgeId> {
        let members = self.language.members(state);
        let is_there = |state: StateId| members.contains(&FiniteStateId::from_index(state.index()));
        let edges = self.source.edges.enumerate();
        edges
            .filter(|(_, edge)| edge.exchange == Some(exchange) && is_there(edge.source))
            .map(|(id, _)| self.origins[id])
            .collect()
    }

    /// Returns the implementation: the system of the projections on the participants, each deterministic
    /// (Definitions 6.1.2 and 6.1.3 of [RSC](crate#bibliography)); `None` if the choreography is empty, or a
    /// projection takes more than `max_states` states to determinise.
    ///
    /// Participants, messages and channels keep their ids. Determinising is needed: with nondeterministic
    /// projections Theorem 6.3.4 fails. Local states are those of [`Self::implementation_with_ends`], but none is
    /// declared final: what is concluded about the implementation depends on the prefixes of words only.
    ///
    /// # Complexity
    /// That of [`Self::implementation_with_ends`].
    pub fn implementation(&self, max_states: usize) -> Option<System> {
        Some(self.implementation_with_ends(max_states, &Control::unlimited())?.without_final())
    }

    /// Returns the [implementation](Self::implementation) with its final states: a local state is declared final
    /// iff some word that leads there can be continued, without the participant, to one after which the protocol may
    /// end, by [`Self::ends`]. Each projection has the fewest states that keep final states apart from the others.
    ///
    /// Returns `None` also if `control` stops it before all projections are made.
    ///
    /// # Complexity
    /// For the choreography and for the view of each participant that of [`PrefixClosedDfa::new`].
    pub fn implementation_with_ends(&self, max_states: usize, control: &Control) -> Option<System> {
        if self.is_empty() {
            return None;
        }
        let ends = self.ends();
        let language = self.language_with_ends(max_states, control)?;
        let is_end = |state: DfaStateId| {
            let mut members = language.members(state).iter();
            members.any(|member| ends[StateId::from_index(member.index())])
        };
        let steps = language.states().flat_map(|state| {
            let steps = language.transitions(state).iter();
            steps.map(move |&(exchange, target)| (state, Some(exchange), target))
        });
        let ends = language.states().map(is_end).collect();
        let whole = View { initial: language.initial(), steps: steps.collect(), ends };
        let mut builder = self.builder();
        for (participant, view) in whole.of_each(self.source.participants.len()) {
            control.within(0, 0).ok()?;
            let steps = view.steps.into_iter().map(|(from, exchange, to)| {
                (from, exchange.and_then(|exchange| exchange.action_of(participant)), to)
            });
            let is_end = |state: DfaStateId| view.ends[state];
            let projection =
                PrefixClosedDfa::marked(view.initial, steps, &is_end, max_states, control)?;
            let id = builder.participant(&*self.source.participants[participant]);
            let states: IndexVec<DfaStateId, StateId> = projection
                .states()
                .map(|state| builder.state(id, state.index().to_string()))
                .collect();
            builder.initial(id, states[projection.initial()]);
            for state in projection.states() {
                let mut members = projection.members(state).iter();
                if members.any(|member| is_end(DfaStateId::from_index(member.index()))) {
                    builder.final_state(id, states[state]);
                }
                for &(action, target) in projection.transitions(state) {
                    builder.transition(id, states[state], action.label(), states[target]);
                }
            }
        }
        Some(builder.finish())
    }

    /// Returns the intermediate implementation (Definition 6.1.3 of [RSC](crate#bibliography)), in which
    /// every participant has the states of the source and takes internal steps when others interact; `None`
    /// if the choreography is empty. Final states are those from which internal steps lead to one in which the
    /// protocol may end.
    ///
    /// # Complexity
    /// The size of the source times the number of participants.
    pub fn intermediate_implementation(&self) -> Option<System> {
        if self.is_empty() {
            return None;
        }
        let ends = self.ends();
        let mut builder = self.builder();
        for (participant, name) in self.source.participants.enumerate() {
            let id = builder.participant(name);
            let states: IndexVec<StateId, StateId> =
                self.source.states.iter().map(|name| builder.state(id, name)).collect();
            builder.initial(id, states[self.source.initial]);
            let mut silent = Vec::new();
            for edge in &self.source.edges {
                let action = edge.exchange.and_then(|exchange| exchange.action_of(participant));
                let label = action.map_or(Label::Internal, Action::label);
                builder.transition(id, states[edge.source], label, states[edge.target]);
                silent.extend(action.is_none().then_some((edge.target, edge.source)));
            }
            let before = IndexVec::grouped(states.len(), silent);
            let last = ends.ids().filter(|&state| ends[state]);
            for state in reachable(last, |&state| before[state].iter().copied()) {
                builder.final_state(id, states[state]);
            }
        }
        Some(builder.finish())
    }

    /// Returns the edge of the description for an edge of [`Choreography::source`].
    pub fn origin(&self, edge: EdgeId) -> EdgeId {
        self.origins[edge]
    }

    /// Returns the language of one participant, without the actions of others (Definition 6.1.2 of
    /// [RSC](crate#bibliography)); `None` if determinising it takes more than `max_states` states, or
    /// `control` stops it.
    ///
    /// # Complexity
    /// That of [`PrefixClosedDfa::new`].
    pub fn projection(
        &self,
        participant: ParticipantId,
        max_states: usize,
        control: &Control,
    ) -> Option<PrefixClosedDfa<Action>> {
        let steps = projected(&self.language, participant);
        PrefixClosedDfa::new(self.language.initial(), steps, max_states, control)
    }

    /// Returns a builder with the messages and the channels.
    fn builder(&self) -> SystemBuilder {
        let mut builder = SystemBuilder::new(self.source.name.as_str());
        for name in &self.source.messages {
            builder.message(name.as_str(), MessageSort::Int);
        }
        for channel in &self.source.channels {
            builder.named_channel(&*channel.name, Channel { kind: channel.kind, lossy: false });
        }
        builder
    }
}

/// Returns the transitions with the actions of one participant; those without it are silent.
fn projected(
    language: &PrefixClosedDfa<Interaction>,
    participant: ParticipantId,
) -> impl Iterator<Item = (DfaStateId, Option<Action>, DfaStateId)> {
    language.states().flat_map(move |state| {
        let steps = language.transitions(state).iter();
        steps.map(move |&(exchange, target)| (state, exchange.action_of(participant), target))
    })
}

/// Returns the automaton without unreachable parts, and the former ids of its edges.
fn trimmed(automaton: &Automaton) -> (Automaton, IndexVec<EdgeId, EdgeId>) {
    let leaving = automaton.leaving();
    let reached = reachable([automaton.initial], |&state| {
        leaving[state].iter().map(|&edge| automaton.edges[edge].target)
    });
    let states = used(&automaton.states, reached.into_iter());
    let kept = |edge: &Edge| states.1[edge.source].is_some();
    let exchanges = || automaton.edges.iter().filter(|edge| kept(edge)).filter_map(|e| e.exchange);
    let both = exchanges().flat_map(|exchange| [exchange.sender, exchange.receiver]);
    let participants = used(&automaton.participants, both);
    let messages = used(&automaton.messages, exchanges().map(|exchange| exchange.message));
    let channels = used(&automaton.channels, exchanges().map(|exchange| exchange.channel));
    let (mut edges, mut origins) = (IndexVec::new(), IndexVec::new());
    for (id, edge) in automaton.edges.enumerate().filter(|(_, edge)| kept(edge)) {
        let known = "what is reached was numbered";
        edges.push(Edge {
            source: states.1[edge.source].expect(known),
            exchange: edge.exchange.map(|exchange| Interaction {
                sender: participants.1[exchange.sender].expect(known),
                receiver: participants.1[exchange.receiver].expect(known),
                message: messages.1[exchange.message].expect(known),
                channel: channels.1[exchange.channel].expect(known),
            }),
            target: states.1[edge.target].expect(known),
        });
        origins.push(id);
    }
    let source = Automaton {
        name: automaton.name.clone(),
        initial: states.1[automaton.initial].expect("it is reached"),
        finals: automaton.finals.iter().filter_map(|&state| states.1[state]).collect(),
        participants: participants.0,
        messages: messages.0,
        channels: channels.0,
        states: states.0,
        edges,
    };
    (source, origins)
}

/// Returns the items that are used, and the new id of each.
fn used<I: Id, T: Clone>(
    items: &IndexVec<I, T>,
    ids: impl Iterator<Item = I>,
) -> (IndexVec<I, T>, IndexVec<I, Option<I>>) {
    let mut used = IndexVec::filled(false, items.len());
    for id in ids {
        used[id] = true;
    }
    let mut kept = IndexVec::new();
    let ids =
        items.iter().zip(used).map(|(item, is_used)| is_used.then(|| kept.push(item.clone())));
    let ids = ids.collect();
    (kept, ids)
}
