//! Source lines of the actions of projections in the text of a choreography.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Loaded;
use kernel::base::IndexVec;
use kernel::source::Span;
use language::choreography::Model;
use model::cfsm::{ChannelId, Direction, Label, ParticipantId, StateId, System, TransitionId};
use model::choreography::DescribedInteraction;
use model::evidence::Lines;

/// Maximum number of pairs of states that are looked at in a search for the places of transitions.
const MAX_PAIRS: usize = 50_000;

/// The place of each transition, where it is known.
pub(super) type TransitionPlaces = IndexVec<ParticipantId, IndexVec<TransitionId, Option<Span>>>;

/// Returns for each transition of the projections the source line of the first interaction that it may be a part of.
pub fn transition_lines(loaded: &Loaded, model: &Model, system: &System) -> Lines {
    let Some(source) = loaded.source() else { return Lines::default() };
    let line = |place: Option<Span>| u32::try_from(source.line_of(place?.start())).ok();
    let places = transition_places(model, system);
    let lines = places.iter().map(|all| all.iter().map(|&place| line(place)).collect());
    Lines { file: loaded.name.clone(), transitions: lines.collect() }
}

/// Returns for each transition of the projections the place of the first interaction of the text that it may be a part of
/// where its participant is then; in large systems of the first one with such an action.
///
/// # Complexity
/// Linear in the transitions, and constant in the pairs of a state of a projection and one of the choreography.
pub(super) fn transition_places(model: &Model, system: &System) -> TransitionPlaces {
    let first = first_places(model);
    let search = PlaceSearch::new(model, system);
    let mut pairs = MAX_PAIRS;
    let places = system.automata().enumerate().map(|(participant, automaton)| {
        let mut places = search.places(participant, &mut pairs);
        for (place, transition) in places.iter_mut().zip(automaton.transitions()) {
            if let (None, Label::Action(direction, _, message)) = (&place, transition.label) {
                let message = system.messages()[message].name.as_str();
                *place = first.get(&(automaton.name(), direction, message)).copied();
            }
        }
        places
    });
    places.collect()
}

/// Returns the place of the first interaction of each sender or receiver with each message, by their names.
fn first_places(model: &Model) -> BTreeMap<(&str, Direction, &str), Span> {
    let description = &model.description;
    let mut first = BTreeMap::new();
    for (id, edge) in description.edges.enumerate() {
        let (Some(exchange), Some(&place)) = (edge.exchange, model.edges.get(id)) else { continue };
        let message = description.messages[exchange.message].as_str();
        for (who, direction) in
            [(exchange.sender, Direction::Send), (exchange.receiver, Direction::Receive)]
        {
            let key = (description.participants[who].as_str(), direction, message);
            first.entry(key).or_insert(place);
        }
    }
    first
}

/// A choreography as it is written beside its projections.
struct PlaceSearch<'a> {
    model: &'a Model,
    system: &'a System,
    /// The edges that leave each state of the choreography, with their places.
    leaving: IndexVec<StateId, Vec<(Option<DescribedInteraction>, StateId, Span)>>,
    /// Who sends to each channel and who receives from it, by name.
    users: FxHashSet<(ChannelId, Direction, &'a str)>,
}

impl<'a> PlaceSearch<'a> {
    fn new(model: &'a Model, system: &'a System) -> Self {
        let description = &model.description;
        let edges = description.edges.enumerate().filter_map(|(id, edge)| {
            Some((edge.source, (edge.exchange, edge.target, *model.edges.get(id)?)))
        });
        let leaving = IndexVec::grouped(description.states.len(), edges);
        let name = |participant| system.automata()[participant].name();
        let users = system.actions();
        let users = users.map(|one| (one.channel, one.direction, name(one.participant))).collect();
        Self { model, system, leaving, users }
    }

    /// Returns the places of the transitions of a participant, those that are found while `pairs` lasts.
    fn places(
        &self,
        participant: ParticipantId,
        pairs: &mut usize,
    ) -> IndexVec<TransitionId, Option<Span>> {
        let automaton = &self.system.automata()[participant];
        let mut places = IndexVec::filled(None, automaton.transitions().len());
        let Some(initial) = self.model.description.initial else { return places };
        // The transitions from each state that send or receive each message.
        let mut moves: FxHashMap<_, Vec<(TransitionId, ChannelId)>> = FxHashMap::default();
        for (id, transition) in automaton.transitions().enumerate() {
            if let Label::Action(direction, channel, message) = transition.label {
                let message = self.system.messages()[message].name.as_str();
                let alike = moves.entry((transition.source, direction, message)).or_default();
                alike.push((id, channel));
            }
        }
        let mut reached: FxHashSet<(StateId, StateId)> =
            automaton.initial().iter().map(|&own| (own, initial)).collect();
        let mut open: VecDeque<_> = reached.iter().copied().collect();
        while let Some((own, whole)) = open.pop_front() {
            for &(exchange, target, place) in &self.leaving[whole] {
                let mut visit = |pair| {
                    if *pairs > 0 && reached.insert(pair) {
                        *pairs -= 1;
                        open.push_back(pair);
                    }
                };
                let role = exchange.and_then(|exchange| self.role(participant, exchange));
                let Some((direction, other, message)) = role else {
                    visit((own, target));
                    continue;
                };
                for &(id, channel) in moves.get(&(own, direction, message)).into_iter().flatten() {
                    if self.users.contains(&(channel, direction.opposite(), other)) {
                        let known = places[id].get_or_insert(place);
                        *known = place.min(*known);
                        visit((automaton.transitions()[id].target, target));
                    }
                }
            }
        }
        places
    }

    /// Returns what a participant does in an interaction: the direction, the name of the other one, and the message.
    fn role(
        &self,
        participant: ParticipantId,
        exchange: DescribedInteraction,
    ) -> Option<(Direction, &'a str, &'a str)> {
        let description = &self.model.description;
        let name = |id: ParticipantId| description.participants[id].as_str();
        let (own, message) = (
            self.system.automata()[participant].name(),
            description.messages[exchange.message].as_str(),
        );
        let (sender, receiver) = (name(exchange.sender), name(exchange.receiver));
        if own == sender {
            Some((Direction::Send, receiver, message))
        } else {
            (own == receiver).then_some((Direction::Receive, sender, message))
        }
    }
}
