//! Whether contents of an invariant are among those that are to be avoided.

use std::collections::VecDeque;

use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::Id as _;
use model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, ContentsChain, LinearProperty, MessageId,
    ParticipantId, SafetyProperty, StateId, System,
};
use rustc_hash::FxHashSet;

use super::segments::{SegmentId, Segments};

/// Configurations that are to be avoided.
#[derive(Clone, Copy, Debug)]
pub enum BadSet<'a> {
    /// Those that violate a linear property; of a branching one all that have an obligation.
    Violations(SafetyProperty),
    /// Those of a specification, which constrains the contents of no bag.
    Configurations(&'a BadConfigurations),
}

/// Which contents of a segment are bad.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pattern {
    /// All.
    Any,
    /// None but the empty ones.
    Empty,
    /// Those that begin with one of these letters; if so said, also the empty ones.
    Head(Vec<SymbolId>, bool),
}

impl Pattern {
    /// Returns the patterns of all segments that allow everything.
    fn any(segments: &Segments) -> Vec<Self> {
        vec![Self::Any; segments.keys().len()]
    }

    fn allows_nothing(&self) -> bool {
        !matches!(self, Self::Head(_, false))
    }

    fn allows(&self, head: SymbolId) -> bool {
        match self {
            Self::Any => true,
            Self::Empty => false,
            Self::Head(letters, _) => letters.contains(&head),
        }
    }
}

/// A set to avoid, prepared for questions about control states and their contents.
pub(super) struct Test<'a> {
    system: &'a System,
    segments: &'a Segments,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Violations(SafetyProperty),
    Configurations(&'a BadConfigurations, Option<FiniteAutomaton>),
}

impl<'a> Test<'a> {
    pub(super) fn new(system: &'a System, segments: &'a Segments, bad: BadSet<'a>) -> Self {
        let kind = match bad {
            BadSet::Violations(property) => Kind::Violations(property),
            BadSet::Configurations(bad) => {
                let chain = bad.contents.as_ref().map(ContentsChain::new);
                Kind::Configurations(bad, chain.map(|chain| chain.with_separators()))
            }
        };
        Self { system, segments, kind }
    }

    /// Returns `true` if the set may have a configuration with these local states and contents of a language.
    pub(super) fn meets(&self, control: &[StateId], contents: &FiniteAutomaton) -> bool {
        match &self.kind {
            Kind::Violations(property) => match *property {
                SafetyProperty::Linear(property) => self.violates(property, control, contents),
                SafetyProperty::Deadlock => {
                    self.has_message(contents, &Pattern::any(self.segments), |_| true)
                }
                SafetyProperty::Stuck(participant) => {
                    let automaton = &self.system.automata()[participant];
                    let state = control[participant.index()];
                    automaton.waits(state)
                }
                SafetyProperty::Unreceived(message) => {
                    let any = Pattern::any(self.segments);
                    self.has_message(contents, &any, |head| head == message)
                }
            },
            Kind::Configurations(bad, expression) => {
                let is_named = |(participant, states): &(ParticipantId, Vec<StateId>)| {
                    states.contains(&control[participant.index()])
                };
                bad.control.iter().all(is_named)
                    && expression.as_ref().is_none_or(|all| self.has_word_of(contents, all))
            }
        }
    }

    fn violates(
        &self,
        property: LinearProperty,
        control: &[StateId],
        contents: &FiniteAutomaton,
    ) -> bool {
        let (system, segments) = (self.system, self.segments);
        let mut locals = system.automata().enumerate().zip(control);
        let mut any = Pattern::any(segments);
        let mut is_final = true;
        match property {
            LinearProperty::UnspecifiedReception => locals.any(|((participant, _), &state)| {
                let patterns = self.unspecified(participant, state);
                patterns.is_some_and(|patterns| self.has_word(contents, &patterns))
            }),
            LinearProperty::ReceptionDeadlock => {
                for ((_, automaton), &state) in locals {
                    is_final &= automaton.is_final(state);
                    if !automaton.is_receiving(state) {
                        return false;
                    }
                    for (channel, _) in automaton.receptions(state) {
                        for segment in segments.of_channel(channel) {
                            any[segment.index()] = Pattern::Empty;
                        }
                    }
                }
                !is_final && self.has_word(contents, &any)
            }
            LinearProperty::Progress | LinearProperty::OrphanMessage => {
                let mut received: Vec<Vec<SymbolId>> = vec![Vec::new(); any.len()];
                for ((_, automaton), &state) in locals {
                    is_final &= automaton.is_final(state);
                    if !automaton.is_resting(state) {
                        return false;
                    }
                    for (channel, message) in automaton.receptions(state) {
                        let letter = segments.symbol(channel, message);
                        received[segments.of(letter).index()].push(letter);
                    }
                }
                for (pattern, received) in any.iter_mut().zip(&received) {
                    if !received.is_empty() {
                        *pattern = Pattern::Head(Vec::new(), true);
                    }
                }
                for (letter, (segment, _)) in segments.letters().enumerate() {
                    let segment = segment.index();
                    if let Pattern::Head(letters, _) = &mut any[segment]
                        && !received[segment].contains(&letter)
                    {
                        letters.push(letter);
                    }
                }
                match property {
                    LinearProperty::OrphanMessage => {
                        is_final && self.has_message(contents, &any, |_| true)
                    }
                    _ => !is_final && self.has_word(contents, &any),
                }
            }
        }
    }

    /// Returns `true` if a word of the language has contents of each segment that its pattern allows, those of one of them
    /// beginning with such a message.
    fn has_message(
        &self,
        contents: &FiniteAutomaton,
        patterns: &[Pattern],
        is_such: impl Fn(MessageId) -> bool,
    ) -> bool {
        let segments = self.segments;
        segments.keys().ids().any(|segment| {
            let letters = segments.letters().enumerate();
            let letters = letters.filter(|(letter, (of, message))| {
                *of == segment && is_such(*message) && patterns[segment.index()].allows(*letter)
            });
            let letters = letters.map(|(letter, _)| letter).collect();
            let mut patterns = patterns.to_vec();
            patterns[segment.index()] = Pattern::Head(letters, false);
            self.has_word(contents, &patterns)
        })
    }

    /// Returns the contents with which a participant in a state waits for messages that nobody receives; `None` if
    /// there are none.
    fn unspecified(&self, participant: ParticipantId, state: StateId) -> Option<Vec<Pattern>> {
        let (system, segments) = (self.system, self.segments);
        let automaton = &system.automata()[participant];
        let is_fifo = |channel: ChannelId| system.channels()[channel].kind == ChannelKind::Fifo;
        if !automaton.is_receiving(state)
            || !automaton.receptions(state).all(|(channel, _)| is_fifo(channel))
        {
            return None;
        }
        let mut patterns = Pattern::any(segments);
        for (channel, _) in automaton.receptions(state) {
            let segment = segments.of_channel(channel)[0];
            if patterns[segment.index()] != Pattern::Any {
                continue;
            }
            let is_received = |letter: &SymbolId| {
                let (_, message) = segments.letters()[*letter];
                let here = (channel, message);
                automaton.receptions(state).any(|received| received == here)
                    || system.receives_elsewhere(participant, channel, message)
            };
            let letters = segments.letters().ids();
            let letters = letters.filter(|&letter| segments.of(letter) == segment);
            let letters: Vec<SymbolId> = letters.filter(|letter| !is_received(letter)).collect();
            if letters.is_empty() {
                return None;
            }
            patterns[segment.index()] = Pattern::Head(letters, false);
        }
        Some(patterns)
    }

    /// Returns `true` if a word of the language has contents of each segment that its pattern allows.
    fn has_word(&self, contents: &FiniteAutomaton, patterns: &[Pattern]) -> bool {
        let may_skip =
            |from: usize, to: usize| patterns[from..to].iter().all(Pattern::allows_nothing);
        let mut seen = FxHashSet::default();
        // A state with the number of segments up to the last one that has a letter.
        let start = contents.initial().iter().map(|&state| (state, 0_usize));
        let mut open: Vec<(FiniteStateId, usize)> = start.collect();
        while let Some((state, last)) = open.pop() {
            if contents.is_accepting(state) && may_skip(last, patterns.len()) {
                return true;
            }
            for &(letter, target) in contents.transitions(state) {
                let segment = self.segments.of(letter).index();
                let goes_on = segment + 1 == last
                    || segment >= last
                        && may_skip(last, segment)
                        && patterns[segment].allows(letter);
                if goes_on && seen.insert((target, segment + 1)) {
                    open.push((target, segment + 1));
                }
            }
        }
        false
    }

    /// Returns `true` if a word of the language is one of an expression, in which any messages may stand for the
    /// contents of a bag.
    fn has_word_of(&self, contents: &FiniteAutomaton, expression: &FiniteAutomaton) -> bool {
        type Place = (FiniteStateId, FiniteStateId, usize, SegmentId);
        let channels = self.system.channels();
        let is_bag = |channel: usize| {
            channels
                .get(ChannelId::from_index(channel))
                .is_some_and(|one| one.kind == ChannelKind::Bag)
        };
        let first = SegmentId::from_index(0);
        let starts = contents
            .initial()
            .iter()
            .flat_map(|&state| expression.initial().iter().map(move |&at| (state, at, 0, first)));
        let mut open: VecDeque<Place> = starts.collect();
        let mut seen: FxHashSet<Place> = open.iter().copied().collect();
        while let Some((state, at, channel, last)) = open.pop_front() {
            if contents.is_accepting(state)
                && expression.is_accepting(at)
                && channel + 1 >= channels.len()
            {
                return true;
            }
            let mut go = |place: Place| {
                if seen.insert(place) {
                    open.push_back(place);
                }
            };
            let letters = contents.transitions(state).iter().filter(|(letter, _)| {
                let segment = self.segments.of(*letter);
                segment >= last && self.segments.keys()[segment].channel().index() == channel
            });
            if is_bag(channel) {
                for &(letter, target) in letters.clone() {
                    go((target, at, channel, self.segments.of(letter)));
                }
            }
            for &(symbol, next) in expression.transitions(at) {
                if symbol == ContentsChain::silent() {
                    go((state, next, channel, last));
                } else if symbol == ContentsChain::symbol(None) {
                    go((state, next, channel + 1, last));
                } else if is_bag(channel) {
                    go((state, next, channel, last));
                } else {
                    let message = ContentsChain::message(symbol);
                    for &(letter, target) in letters.clone() {
                        let (segment, held) = self.segments.letters()[letter];
                        if Some(held) == message {
                            go((target, next, channel, segment));
                        }
                    }
                }
            }
        }
        false
    }
}
