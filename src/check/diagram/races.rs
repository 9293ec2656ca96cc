//! Receptions whose drawn order nothing enforces, and participants that are not told that the others have ended, by a
//! search of all configurations.
//!
//! Whether a configuration shows a race depends on the control states and on the first message of each channel. So it
//! suffices to look at RSC executions, with the first unmatched message of each channel, where the system is RSC: each of
//! its configurations is reached by one (Definition 3.3.1 of [RSC](crate#bibliography)). Else all configurations are
//! explored. Over choices and loops the question is undecidable in general.
//!
//! Whether a participant has taken part is seen from its local state, once no transition leads back to the initial one
//! ([`Unrolled`]).

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::marker::PhantomData;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::configurations::ConfigurationSpace;
use crate::rsc::{CommunicationStep, OldestMessages, RscSpace, Run, RunBuilder};
use kernel::base::{Control, IndexVec, LayoutBuilder, Limit, RecordLayout, Words, with_words};
use kernel::search::{Statistics, explore, reachable};
use kernel::transition_system::TransitionSystem;
use model::cfsm::{
    ChannelId, ChannelKind, CommunicatingAutomaton, Configuration, Direction, Label, MessageId,
    ParticipantId, Race, StateId, Step, System, SystemBuilder, TransitionId, later_reception,
    waiting_at_the_end,
};
use model::evidence::Witness;

/// Maximum number of states or configurations that are searched.
pub const STATES: u64 = 200_000;

/// Maximum number of races of one system that are returned, those with the shortest runs.
pub const RACES: usize = 100;

/// The part of the executions that is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exploration {
    /// The RSC executions: they decide where the system is RSC.
    RscExecutions,
    /// All configurations: they decide where there are not too many.
    Configurations,
}

/// What a system does beyond the order of its automata, each with a run that leads there with the fewest steps of those
/// that were searched.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// The races, in order, [`RACES`] at most.
    pub races: Vec<(Race, Witness)>,
    /// Whether there are more races.
    pub has_more: bool,
    /// The participants that are not told that the others have ended, in order.
    pub not_told: Vec<(ParticipantId, Witness)>,
}

/// Returns `true` if some automaton has the form that a race or a participant that is not told needs. A system of which
/// it returns `false` has none.
///
/// # Complexity
/// For each participant the size of its automaton times the number of channels that it reads.
pub fn may_have_some(system: &System) -> bool {
    system.automata().iter().any(|one| may_wait_at_the_end(one) || may_race(one))
}

/// Searches a system, whose channels are FIFO and whose automata have one initial state and no internal steps, for races
/// and for participants that are not told that the others have ended.
///
/// # Complexity
/// Linear in the number of the states that are searched, 200,000 at most, times the size of the system.
///
/// # Errors
/// The limit that was reached before all was searched.
pub fn races(
    system: &System,
    exploration: Exploration,
    control: &Control,
) -> (Result<Orders, Limit>, Statistics) {
    debug_assert!(
        system.channels().iter().all(|channel| channel.kind == ChannelKind::Fifo),
        "only the first message of a channel is looked at"
    );
    let unrolled = Unrolled::new(system);
    let mut found = Found::new(&unrolled.system);
    let most = control.max_states.map_or(STATES, |most| most.min(STATES));
    let (searched, statistics) = match exploration {
        Exploration::RscExecutions => {
            let executions = Executions::new(&unrolled.system);
            with_words!(executions.layout.words(), W => {
                executions.look_through::<W>(&mut found, most, control)
            })
        }
        Exploration::Configurations => {
            let graph = explore(ConfigurationSpace::new(&unrolled.system), most, control);
            if let Some(limit) = graph.cut() {
                return (Err(limit), graph.statistics());
            }
            let mut seen = graph.system().buffer();
            for node in graph.nodes() {
                graph.system().heads_into(*graph.state(node), &mut seen);
                found.see(&seen, || {
                    let path = graph.path_to(node);
                    let mut first = graph.system().buffer();
                    graph.system().unpack_into(path.initial, &mut first);
                    (first.control, path.into_labels().collect())
                });
            }
            (Ok(()), graph.statistics())
        }
    };
    (searched.map(|()| unrolled.orders(system, found)), statistics)
}

/// Returns `true` if an automaton may come to a final state with receptions after it has done something.
fn may_wait_at_the_end(automaton: &CommunicatingAutomaton) -> bool {
    let is_such = |&state: &StateId| automaton.is_final(state) && automaton.is_receiving(state);
    let after = automaton.transitions().iter().map(|transition| transition.target);
    after.into_iter().any(|state| is_such(&state))
}

/// Returns `true` if an automaton may come to a reception from another channel after one in a state with receptions only.
fn may_race(automaton: &CommunicatingAutomaton) -> bool {
    let transitions = || automaton.transitions().iter();
    let mut receptions: Vec<(ChannelId, StateId)> = transitions()
        .filter_map(|transition| match transition.label {
            Label::Action(Direction::Receive, channel, _) => Some((channel, transition.source)),
            _ => None,
        })
        .collect();
    receptions.sort_unstable();
    receptions.dedup();
    if receptions.first().map(|one| one.0) == receptions.last().map(|one| one.0) {
        return false;
    }
    let edges = transitions().map(|transition| (transition.target, transition.source));
    let sources: IndexVec<StateId, Vec<StateId>> =
        IndexVec::grouped(automaton.states().len(), edges);
    receptions.chunk_by(|(one, _), (other, _)| one == other).any(|of_channel| {
        let ends = of_channel.iter().map(|&(_, state)| state);
        let mut comes_to = IndexVec::filled(false, automaton.states().len());
        for state in reachable(ends, |&state| sources[state].iter().copied()) {
            comes_to[state] = true;
        }
        transitions().any(|transition| {
            let is_other = matches!(transition.label,
                Label::Action(Direction::Receive, channel, _) if channel != of_channel[0].0);
            is_other && comes_to[transition.target] && automaton.is_receiving(transition.source)
        })
    })
}

/// A system with the same executions in which no transition leads back to an initial state: a participant that is in
/// its initial state has done nothing.
struct Unrolled {
    system: System,
    /// The transition of the original system that each of the others stands for.
    original: IndexVec<ParticipantId, IndexVec<TransitionId, TransitionId>>,
}

impl Unrolled {
    fn new(system: &System) -> Self {
        let mut builder = SystemBuilder::new(system.name());
        for message in system.messages() {
            builder.message(message.name.clone(), message.sort);
        }
        for &channel in system.channels() {
            builder.channel(channel);
        }
        let original = system.automata().iter().map(|automaton| {
            let participant = builder.participant(automaton.name());
            for (state, name) in automaton.states().enumerate() {
                builder.state(participant, name);
                if automaton.is_declared_final(state) {
                    builder.final_state(participant, state);
                }
            }
            let start = automaton.initial()[0];
            let mut original: IndexVec<TransitionId, TransitionId> = IndexVec::new();
            for (id, one) in automaton.transitions().enumerate() {
                builder.transition(participant, one.source, one.label, one.target);
                original.push(id);
            }
            if automaton.transitions().iter().all(|one| one.target != start) {
                builder.initial(participant, start);
                return original;
            }
            let first = builder.state(participant, &automaton.states()[start]);
            builder.initial(participant, first);
            if automaton.is_declared_final(start) {
                builder.final_state(participant, first);
            }
            for &id in automaton.outgoing(start) {
                let one = automaton.transitions()[id];
                builder.transition(participant, first, one.label, one.target);
                original.push(id);
            }
            original
        });
        let original = original.collect();
        Self { system: builder.finish(), original }
    }

    /// Returns what was found about this system, in terms of the original one.
    fn orders(&self, system: &System, found: Found<'_>) -> Orders {
        let own = |(_, steps): Run| {
            let step = |Step { participant, transition }| Step {
                participant,
                transition: self.original[participant][transition],
            };
            (system.first_control(), steps.into_iter().map(step).collect::<Vec<_>>())
        };
        let mut races: BTreeMap<Race, Run> = BTreeMap::new();
        for (Race { participant, drawn, early }, run) in found.races {
            let original = &self.original[participant];
            let race = Race { participant, drawn: original[drawn], early: original[early] };
            match races.entry(race) {
                Entry::Occupied(mut known) if known.get().1.len() > run.1.len() => {
                    known.insert(run);
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(run);
                }
            }
        }
        let races = races.into_iter().map(|(race, run)| {
            let (initial, steps) = own(run);
            let witness = Witness::race(system, |one| *one == race, initial, steps);
            (race, witness.expect("the search finds races only"))
        });
        let not_told = found.not_told.into_iter().map(|(participant, run)| {
            let (initial, steps) = own(run);
            let witness = Witness::not_told(system, participant, initial, steps);
            (participant, witness.expect("the search finds participants that wait only"))
        });
        let has_more = found.has_more;
        Orders { races: races.collect(), has_more, not_told: not_told.collect() }
    }
}

/// What was found in the configurations that were looked at.
struct Found<'a> {
    system: &'a System,
    /// The messages that each participant receives from channels.
    received: FxHashSet<(ParticipantId, ChannelId, MessageId)>,
    /// The reception of a message from a channel that a participant comes to first from a state.
    later: FxHashMap<(ParticipantId, StateId, ChannelId, MessageId), Option<TransitionId>>,
    races: BTreeMap<Race, Run>,
    has_more: bool,
    not_told: BTreeMap<ParticipantId, Run>,
}

impl<'a> Found<'a> {
    fn new(system: &'a System) -> Self {
        let (races, not_told) = (BTreeMap::new(), BTreeMap::new());
        let receptions = system.actions().filter(|action| action.direction == Direction::Receive);
        let received =
            receptions.map(|action| (action.participant, action.channel, action.message)).collect();
        let later = FxHashMap::default();
        Self { system, received, later, races, has_more: false, not_told }
    }

    /// Looks at a configuration, of each channel of which the first message suffices; `run` returns a run to it. Those
    /// that are looked at first have the shortest runs.
    fn see(&mut self, configuration: &Configuration, run: impl Fn() -> Run) {
        let Self { system, received, later, races, has_more, not_told } = self;
        let found = Race::all_in(system, configuration, |participant, from, channel, message| {
            if !received.contains(&(participant, channel, message)) {
                return None;
            }
            let automaton = &system.automata()[participant];
            *later
                .entry((participant, from, channel, message))
                .or_insert_with(|| later_reception(automaton, from, channel, message))
        });
        for race in found {
            if races.len() < RACES {
                races.entry(race).or_insert_with(&run);
            } else {
                *has_more |= !races.contains_key(&race);
            }
        }
        for participant in waiting_at_the_end(system, configuration) {
            let start = system.automata()[participant].initial()[0];
            if configuration.control[participant] != start {
                not_told.entry(participant).or_insert_with(&run);
            }
        }
    }
}

/// The RSC executions of a system, with the first unmatched message of each channel.
struct Executions<'a> {
    system: &'a System,
    space: RscSpace,
    oldest: OldestMessages,
    layout: RecordLayout,
    /// Whether some sends stay unmatched: only races need these.
    has_unmatched: bool,
}

impl<'a> Executions<'a> {
    fn new(system: &'a System) -> Self {
        let mut layout = LayoutBuilder::new();
        let space = RscSpace::new(system, &mut layout);
        let has_unmatched = system.automata().iter().any(may_race);
        let letters = OldestMessages::channel_letters(&space);
        let oldest = OldestMessages::new(letters, |_| has_unmatched, &mut layout);
        Self { system, space, oldest, layout: layout.finish(), has_unmatched }
    }

    /// Looks at the states of all executions.
    fn look_through<W: Words>(
        &self,
        found: &mut Found<'_>,
        most: u64,
        control: &Control,
    ) -> (Result<(), Limit>, Statistics) {
        let packed = PackedExecutions { executions: self, words: PhantomData::<fn() -> W> };
        let graph = explore(packed, most, control);
        if let Some(limit) = graph.cut() {
            return (Err(limit), graph.statistics());
        }
        let letters = self.space.moves().channel_letters();
        let mut seen = Configuration::empty(self.system, IndexVec::new());
        for node in graph.nodes() {
            let state = graph.state(node).as_ref();
            seen.control = self.space.controls(state);
            for contents in &mut seen.contents {
                contents.refill([]);
            }
            for key in self.space.blocked_keys(state) {
                let oldest = self.oldest.letter(state, key).map(|letter| &letters[letter]);
                if let Some(letter) = oldest {
                    seen.contents[letter.channel].refill([letter.message]);
                }
            }
            found.see(&seen, || {
                let path = graph.path_to(node);
                let first = self.space.controls(path.initial.as_ref());
                let mut run = RunBuilder::new(self.system, first);
                path.into_labels().for_each(|communication| run.communicate(communication));
                run.finish()
            });
        }
        (Ok(()), graph.statistics())
    }
}

/// The executions with their states in words of one type.
struct PackedExecutions<'a, W> {
    executions: &'a Executions<'a>,
    words: PhantomData<fn() -> W>,
}

impl<W: Words> TransitionSystem for PackedExecutions<'_, W> {
    type State = W;
    type Label = CommunicationStep;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = W> {
        self.executions.space.initial_states(self.executions.layout)
    }

    fn successors(&self, state: &W, (): &mut (), emit: &mut impl FnMut(CommunicationStep, W)) {
        let Executions { space, oldest, has_unmatched, .. } = self.executions;
        oldest.successors(space, state, &mut |communication, next| {
            if *has_unmatched || communication.reception.is_some() {
                emit(communication, next);
            }
        });
    }

    fn heap_bytes(&self, state: &W) -> usize {
        state.heap_bytes()
    }
}
