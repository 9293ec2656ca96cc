//! Whether a multitrace conforms to an automaton, and where it goes wrong, from the definitions.
//!
//! Whether it is what the locations see of a word, or of a prefix of one, is found by writing down all words
//! that are seen so, and reading each. Whether its traces are beginnings or factors of what is seen of one word
//! is asked of one location after the other: the words of which it sees the trace as asked for are a regular
//! language, the automaton is intersected with that, and in the end some word is left or none. What one
//! location can see by itself is asked in the same way. No search here has positions in several traces.

use std::collections::{BTreeMap, BTreeSet};

/// An automaton as plain data. States and letters are numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Automaton {
    pub states: usize,
    pub initial: BTreeSet<usize>,
    pub accepting: BTreeSet<usize>,
    /// Source, letter and target; each once.
    pub transitions: Vec<(usize, usize, usize)>,
}

/// What is seen of letters: for each, its locations with what they see of it.
pub type Sight = Vec<BTreeMap<usize, usize>>;

/// What each location saw, by its own numbers.
pub type Traces = Vec<Vec<usize>>;

/// The first that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Nearness {
    /// Seen of a word.
    Accepted,
    /// Seen of a prefix of a word.
    GlobalPrefix,
    /// Each trace is a prefix of what is seen of one word.
    MultiPrefix,
    /// Each trace is a factor of what is seen of one word.
    Slice,
    /// None of these.
    Fail,
}

impl Nearness {
    /// All, from near to far.
    pub const ALL: [Self; 5] =
        [Self::Accepted, Self::GlobalPrefix, Self::MultiPrefix, Self::Slice, Self::Fail];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::GlobalPrefix => "global-prefix",
            Self::MultiPrefix => "multi-prefix",
            Self::Slice => "slice",
            Self::Fail => "fail",
        }
    }
}

/// What part of the projection of a word a trace is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Share {
    Whole,
    Prefix,
    Suffix,
    Factor,
}

/// Whether a trace is such a part of a projection.
fn is_share(share: Share, trace: &[usize], projection: &[usize]) -> bool {
    match share {
        Share::Whole => projection == trace,
        Share::Prefix => projection.starts_with(trace),
        Share::Suffix => projection.ends_with(trace),
        Share::Factor => {
            trace.is_empty() || projection.windows(trace.len()).any(|factor| factor == trace)
        }
    }
}

/// What a location sees of a word.
pub fn projection(word: &[usize], sight: &Sight, location: usize) -> Vec<usize> {
    word.iter().filter_map(|&letter| sight[letter].get(&location).copied()).collect()
}

/// What all locations see of a word.
pub fn projections(word: &[usize], sight: &Sight, locations: usize) -> Traces {
    (0..locations).map(|location| projection(word, sight, location)).collect()
}

/// All words that are seen just so.
pub fn interleavings(sight: &Sight, traces: &Traces) -> Vec<Vec<usize>> {
    if traces.iter().all(Vec::is_empty) {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (letter, parts) in sight.iter().enumerate() {
        let comes = |(&location, part): (&usize, &usize)| traces[location].first() == Some(part);
        if parts.is_empty() || !parts.iter().all(comes) {
            continue;
        }
        let mut rest = traces.clone();
        for &location in parts.keys() {
            rest[location].remove(0);
        }
        for mut word in interleavings(sight, &rest) {
            word.insert(0, letter);
            found.push(word);
        }
    }
    found
}

/// Whether one of some words shows that the traces of these locations come as near as this, whatever the
/// others see, given that no other word matters.
pub fn comes_by_words(
    words: &[Vec<usize>],
    nearness: Nearness,
    sight: &Sight,
    traces: &Traces,
    locations: &[usize],
) -> bool {
    let seen = |word: &[usize], share| {
        let is_so = |&location: &usize| {
            is_share(share, &traces[location], &projection(word, sight, location))
        };
        locations.iter().all(is_so)
    };
    words.iter().any(|word| match nearness {
        Nearness::Accepted => seen(word, Share::Whole),
        Nearness::GlobalPrefix => (0..=word.len()).any(|end| seen(&word[..end], Share::Whole)),
        Nearness::MultiPrefix => seen(word, Share::Prefix),
        Nearness::Slice => seen(word, Share::Factor),
        Nearness::Fail => true,
    })
}

/// How near the multitrace comes to one of some words, given that no other word matters.
pub fn nearness_to_words(words: &[Vec<usize>], sight: &Sight, traces: &Traces) -> Nearness {
    let all: Vec<usize> = (0..traces.len()).collect();
    let comes = |nearness: &&Nearness| comes_by_words(words, **nearness, sight, traces, &all);
    *Nearness::ALL.iter().find(comes).unwrap_or(&Nearness::Fail)
}

/// How much of a trace the beginning of a word reads at its location, as the nearness asks; nothing if the
/// location sees something else. All but slices have one way to read a beginning; of those of slices this is
/// the one that reads most.
fn read_of(nearness: Nearness, trace: &[usize], seen: &[usize]) -> Option<usize> {
    let is_over = is_share(Share::Prefix, trace, seen);
    match nearness {
        Nearness::Slice if is_share(Share::Factor, trace, seen) => Some(trace.len()),
        Nearness::Slice => {
            (0..trace.len()).rev().find(|&end| is_share(Share::Suffix, &trace[..end], seen))
        }
        Nearness::MultiPrefix if is_over => Some(trace.len()),
        _ => is_share(Share::Prefix, seen, trace).then_some(seen.len()),
    }
}

/// How much of each trace the beginnings of words read that read most in all, of these the ones that read most
/// of the first location and so on, and the letters that come behind them; given that no other word matters.
/// Nothing if there are no words.
pub fn furthest_by_words(
    words: &[Vec<usize>],
    nearness: Nearness,
    sight: &Sight,
    traces: &Traces,
) -> Option<(Vec<usize>, BTreeSet<usize>)> {
    let mut all: BTreeMap<(usize, Vec<usize>), BTreeSet<usize>> = BTreeMap::new();
    for word in words {
        for end in 0..=word.len() {
            let seen = projections(&word[..end], sight, traces.len());
            let read = traces.iter().zip(&seen).map(|(trace, seen)| read_of(nearness, trace, seen));
            if let Some(positions) = read.collect::<Option<Vec<usize>>>() {
                let next = all.entry((positions.iter().sum(), positions)).or_default();
                next.extend(word.get(end));
            }
        }
    }
    all.pop_last().map(|((_, positions), next)| (positions, next))
}

impl Automaton {
    /// The states that are reached from some.
    fn reached(&self, from: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut found = from.clone();
        loop {
            let known = found.len();
            for &(source, _, target) in &self.transitions {
                if found.contains(&source) {
                    found.insert(target);
                }
            }
            if found.len() == known {
                return found;
            }
        }
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.reached(&self.initial).is_disjoint(&self.accepting)
    }

    /// The states on the way of some word.
    pub fn useful(&self) -> BTreeSet<usize> {
        let backwards = self.reversed();
        &self.reached(&self.initial) & &backwards.reached(&backwards.initial)
    }

    /// The automaton of the words read from their ends.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |&(source, letter, target): &(usize, usize, usize)| (target, letter, source);
        Self {
            states: self.states,
            initial: self.accepting.clone(),
            accepting: self.initial.clone(),
            transitions: self.transitions.iter().map(turned).collect(),
        }
    }

    /// The states in which a reading of the word may end.
    fn after(&self, word: &[usize]) -> BTreeSet<usize> {
        let mut found = self.initial.clone();
        for &letter in word {
            let steps = self.transitions.iter();
            let taken =
                steps.filter(|(source, other, _)| *other == letter && found.contains(source));
            found = taken.map(|&(_, _, target)| target).collect();
        }
        found
    }

    /// Whether it is a word.
    pub fn accepts(&self, word: &[usize]) -> bool {
        !self.after(word).is_disjoint(&self.accepting)
    }

    /// Whether it is a prefix of a word.
    pub fn accepts_longer(&self, word: &[usize]) -> bool {
        !self.reached(&self.after(word)).is_disjoint(&self.accepting)
    }

    /// All words of at most so many letters.
    pub fn words(&self, letters: usize, length: usize) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        let mut last: Vec<Vec<usize>> = all.clone();
        for _ in 0..length {
            let longer = |word: &Vec<usize>| {
                let word = word.clone();
                (0..letters).map(move |letter| [&word[..], &[letter]].concat())
            };
            last = last.iter().flat_map(longer).filter(|word| self.accepts_longer(word)).collect();
            all.extend(last.iter().cloned());
        }
        all.retain(|word| self.accepts(word));
        all
    }

    /// The automaton of those words of which the trace is such a part of what the location sees. Its state for
    /// a state and a number of letters of the trace is `state * (length + 1) + number`.
    fn seen(&self, sight: &Sight, location: usize, share: Share, trace: &[usize]) -> Self {
        let end = trace.len();
        let pair = |state: usize, number: usize| state * (end + 1) + number;
        let mut transitions = Vec::new();
        for &(source, letter, target) in &self.transitions {
            for number in 0..=end {
                let mut next = BTreeSet::new();
                match sight[letter].get(&location) {
                    None => {
                        next.insert(number);
                    }
                    Some(part) => {
                        if trace.get(number) == Some(part) {
                            next.insert(number + 1);
                        }
                        if number == end && matches!(share, Share::Prefix | Share::Factor) {
                            next.insert(number);
                        }
                        if number == 0 && matches!(share, Share::Suffix | Share::Factor) {
                            next.insert(number);
                        }
                    }
                }
                let moves = next.iter();
                transitions
                    .extend(moves.map(|&next| (pair(source, number), letter, pair(target, next))));
            }
        }
        Self {
            states: self.states * (end + 1),
            initial: self.initial.iter().map(|&state| pair(state, 0)).collect(),
            accepting: self.accepting.iter().map(|&state| pair(state, end)).collect(),
            transitions,
        }
    }

    /// Whether there is a word of which the traces are such parts of what these locations see.
    fn has_word(&self, sight: &Sight, share: Share, traces: &Traces, locations: &[usize]) -> bool {
        let mut left = self.clone();
        for &location in locations {
            left = left.seen(sight, location, share, &traces[location]).trimmed();
        }
        !left.is_empty()
    }

    /// The automaton without useless states; the others get new numbers.
    fn trimmed(&self) -> Self {
        let useful: Vec<usize> = self.useful().into_iter().collect();
        let number = |state: usize| useful.binary_search(&state).ok();
        let moved = |&(source, letter, target): &(usize, usize, usize)| {
            Some((number(source)?, letter, number(target)?))
        };
        Self {
            states: useful.len(),
            initial: self.initial.iter().filter_map(|&state| number(state)).collect(),
            accepting: self.accepting.iter().filter_map(|&state| number(state)).collect(),
            transitions: self.transitions.iter().filter_map(moved).collect(),
        }
    }

    /// The automaton of the prefixes of words.
    #[must_use]
    pub fn prefixes(&self) -> Self {
        let mut found = self.trimmed();
        found.accepting = (0..found.states).collect();
        found
    }

    /// Whether what these locations see comes so near to a word, whatever the others see.
    pub fn comes(
        &self,
        nearness: Nearness,
        sight: &Sight,
        traces: &Traces,
        locations: &[usize],
    ) -> bool {
        match nearness {
            Nearness::Accepted => self.has_word(sight, Share::Whole, traces, locations),
            Nearness::GlobalPrefix => {
                self.prefixes().has_word(sight, Share::Whole, traces, locations)
            }
            Nearness::MultiPrefix => self.has_word(sight, Share::Prefix, traces, locations),
            Nearness::Slice => self.has_word(sight, Share::Factor, traces, locations),
            Nearness::Fail => true,
        }
    }

    /// How near a multitrace comes to a word.
    pub fn nearness(&self, sight: &Sight, traces: &Traces) -> Nearness {
        let all: Vec<usize> = (0..traces.len()).collect();
        *Nearness::ALL
            .iter()
            .find(|&&nearness| self.comes(nearness, sight, traces, &all))
            .expect("whatever else, it may fail")
    }

    /// The states in which a reading may be, on the way of some word, when this much of the traces is read, as
    /// the nearness asked for allows.
    pub fn hypotheses(
        &self,
        nearness: Nearness,
        sight: &Sight,
        traces: &Traces,
        positions: &[usize],
    ) -> BTreeSet<usize> {
        let useful = self.useful();
        let mut left = self.clone();
        left.initial.retain(|state| useful.contains(state));
        left.transitions
            .retain(|(source, _, target)| useful.contains(source) && useful.contains(target));
        left.accepting = useful;
        for (location, (trace, &position)) in traces.iter().zip(positions).enumerate() {
            let is_open_before = nearness == Nearness::Slice;
            let is_open_after = is_open_before || nearness == Nearness::MultiPrefix;
            let is_read = position == trace.len();
            let share = if is_open_before && (position == 0 || is_read) {
                Share::Factor
            } else if is_open_before {
                Share::Suffix
            } else if is_open_after && is_read {
                Share::Prefix
            } else {
                Share::Whole
            };
            left = left.seen(sight, location, share, &trace[..position]);
        }
        let reached = &left.reached(&left.initial) & &left.accepting;
        let pairs: usize = positions.iter().map(|position| position + 1).product();
        reached.into_iter().map(|state| state / pairs).collect()
    }
}

/// A trace that is the projection of no word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalError {
    pub location: usize,
    /// The length of the longest prefix of the trace that is a prefix of a projection.
    pub position: usize,
    /// Whether that is all of the trace.
    pub is_incomplete: bool,
    /// What may come after it, in order.
    pub expected: Vec<usize>,
    /// Whether it is a projection.
    pub may_end: bool,
}

/// Why a multitrace is not seen of any word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// All errors of single locations.
    Local(Vec<LocalError>),
    /// No word goes through common transitions of the areas only.
    Inter,
    /// Some words do, and none is seen so.
    Central,
}

/// What is wrong with the trace of a location by itself, where `has` says of which traces a word is seen so.
fn local_error(
    sight: &Sight,
    location: usize,
    trace: &[usize],
    has: &dyn Fn(Share, &[usize]) -> bool,
) -> Option<LocalError> {
    if has(Share::Whole, trace) {
        return None;
    }
    let is_begun = |&length: &usize| has(Share::Prefix, &trace[..length]);
    let position = (0..=trace.len()).rev().find(is_begun).unwrap_or(0);
    let parts: BTreeSet<usize> =
        sight.iter().filter_map(|parts| parts.get(&location).copied()).collect();
    let follows = |&part: &usize| has(Share::Prefix, &[&trace[..position], &[part]].concat());
    Some(LocalError {
        location,
        position,
        is_incomplete: position == trace.len(),
        expected: parts.into_iter().filter(follows).collect(),
        may_end: has(Share::Whole, &trace[..position]),
    })
}

/// What is wrong with the traces by themselves, given that no other words matter.
pub fn local_errors_by_words(
    words: &[Vec<usize>],
    sight: &Sight,
    traces: &Traces,
) -> Vec<LocalError> {
    let error = |(location, trace): (usize, &Vec<usize>)| {
        let seen: BTreeSet<Vec<usize>> =
            words.iter().map(|word| projection(word, sight, location)).collect();
        let has = |share, trace: &[usize]| seen.iter().any(|seen| is_share(share, trace, seen));
        local_error(sight, location, trace, &has)
    };
    traces.iter().enumerate().filter_map(error).collect()
}

impl Automaton {
    /// What is wrong with the trace of a location by itself, if something is.
    pub fn local_error(
        &self,
        sight: &Sight,
        location: usize,
        trace: &[usize],
    ) -> Option<LocalError> {
        let has = |share, trace: &[usize]| !self.seen(sight, location, share, trace).is_empty();
        local_error(sight, location, trace, &has)
    }

    /// The states in which a reading may be of which the location has seen exactly this.
    fn after_seeing(&self, sight: &Sight, location: usize, trace: &[usize]) -> BTreeSet<usize> {
        let pairs = self.seen(sight, location, Share::Whole, trace);
        let length = trace.len() + 1;
        let found = pairs.reached(&pairs.initial).into_iter();
        found.filter(|pair| pair % length == trace.len()).map(|pair| pair / length).collect()
    }

    /// The area of a trace: the numbers of the transitions with which a reading may go on of which the
    /// location has seen a prefix of the trace, and sees one with the transition. Only useful states count.
    pub fn area(&self, sight: &Sight, location: usize, trace: &[usize]) -> BTreeSet<usize> {
        let useful = self.useful();
        let mut found = BTreeSet::new();
        for number in 0..=trace.len() {
            let from = &self.after_seeing(sight, location, &trace[..number]) & &useful;
            for (transition, &(source, letter, target)) in self.transitions.iter().enumerate() {
                let part = sight[letter].get(&location);
                let goes_on = part.is_none() || part == trace.get(number);
                if from.contains(&source) && useful.contains(&target) && goes_on {
                    found.insert(transition);
                }
            }
        }
        found
    }

    /// The numbers of the transitions in the areas of all traces.
    pub fn common_area(&self, sight: &Sight, traces: &Traces) -> BTreeSet<usize> {
        let mut left: BTreeSet<usize> = (0..self.transitions.len()).collect();
        for (location, trace) in traces.iter().enumerate() {
            left = &left & &self.area(sight, location, trace);
        }
        left
    }

    /// Why the multitrace is not accepted; nothing if it is.
    pub fn fault(&self, sight: &Sight, traces: &Traces) -> Option<Fault> {
        let errors: Vec<LocalError> = traces
            .iter()
            .enumerate()
            .filter_map(|(location, trace)| self.local_error(sight, location, trace))
            .collect();
        if !errors.is_empty() {
            return Some(Fault::Local(errors));
        }
        let common = self.common_area(sight, traces);
        let transitions = common.iter().map(|&number| self.transitions[number]).collect();
        let inter = Self { transitions, ..self.clone() };
        if inter.is_empty() {
            Some(Fault::Inter)
        } else if inter.nearness(sight, traces) == Nearness::Accepted {
            None
        } else {
            Some(Fault::Central)
        }
    }
}
