//! Random small automata whose letters are seen at locations, and multitraces to check against them.

use crate::support::random_interactions::{Census, count};
use oracle::multitrace_terms::{seen, sight};
use oracle::multitraces::{Automaton, Sight, Traces, projections};
use scm_check::internals::check::conformance::Specification;
use scm_check::internals::kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::trace::{
    Action, DistributedAlphabet, Letter, LetterId, Letters, LifelineId, LocalLetterId, LocationId,
    Signature, SignatureMessageId,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// An automaton under a distributed alphabet.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) automaton: Automaton,
    pub(crate) sight: Sight,
    pub(crate) alphabet: DistributedAlphabet,
}

impl Observed {
    /// The number of locations.
    pub(crate) fn locations(&self) -> usize {
        self.alphabet.locations().len()
    }

    /// The number of what a location sees, without the number for what is unknown there.
    pub(crate) fn seen_at(&self, location: usize) -> usize {
        self.alphabet.locations()[LocationId::from_index(location)].letters().len()
    }

    /// What the library checks against.
    pub(crate) fn specification(&self) -> Specification {
        Specification::new(&finite(&self.automaton, self.sight.len()), self.alphabet.clone())
    }

    /// The system and a multitrace as text.
    pub(crate) fn describe(&self, traces: &Traces) -> String {
        let text = |letter: usize| &*self.alphabet.letters()[LetterId::from_index(letter)];
        let automaton = &self.automaton;
        let (initial, accepting) = (&automaton.initial, &automaton.accepting);
        let mut told = format!("initial {initial:?}, accepting {accepting:?},");
        for &(source, letter, target) in &automaton.transitions {
            let _ = write!(told, " {source}-{}->{target}", text(letter));
        }
        for (location, trace) in self.alphabet.locations().iter().zip(traces) {
            let seen = |&number: &usize| {
                location.text(LocalLetterId::from_index(number)).unwrap_or("unknown")
            };
            let seen: Vec<&str> = trace.iter().map(seen).collect();
            let _ = write!(told, "\n  [{}: {:?}]", location.name(), location.letters());
            let _ = write!(told, " {}", seen.join("."));
        }
        told
    }
}

/// The library's automaton with so many symbols.
pub(crate) fn finite(automaton: &Automaton, symbols: usize) -> FiniteAutomaton {
    let state = FiniteStateId::from_index;
    let transition = |&(source, letter, target): &(usize, usize, usize)| {
        (state(source), SymbolId::from_index(letter), state(target))
    };
    FiniteAutomaton::new(
        symbols,
        automaton.initial.iter().map(|&initial| state(initial)).collect(),
        (0..automaton.states).map(|state| automaton.accepting.contains(&state)).collect(),
        automaton.transitions.iter().map(transition).collect(),
    )
}

/// A multitrace in the library's numbers.
pub(crate) fn numbered(traces: &Traces) -> Vec<Vec<LocalLetterId>> {
    let trace = |trace: &Vec<usize>| {
        trace.iter().map(|&letter| LocalLetterId::from_index(letter)).collect()
    };
    traces.iter().map(trace).collect()
}

/// An automaton over plain letters, each at one location. A transition is `0-a->1`.
pub(crate) fn plain(
    initial: &[usize],
    accepting: &[usize],
    transitions: &str,
    locations: &[&[&str]],
) -> Observed {
    let letters: Vec<&str> = locations.concat();
    let step = |text: &str| {
        let (source, rest) = text.split_once('-').unwrap();
        let (letter, target) = rest.split_once("->").unwrap();
        let letter = letters.iter().position(|other| *other == letter).unwrap();
        (source.parse().unwrap(), letter, target.parse().unwrap())
    };
    let transitions: Vec<(usize, usize, usize)> = transitions.split(' ').map(step).collect();
    let ends = transitions.iter().flat_map(|&(source, _, target)| [source, target]);
    let automaton = Automaton {
        states: ends.max().unwrap() + 1,
        initial: initial.iter().copied().collect(),
        accepting: accepting.iter().copied().collect(),
        transitions,
    };
    plainly_observed(automaton, &letters, locations)
}

fn plainly_observed(automaton: Automaton, letters: &[&str], locations: &[&[&str]]) -> Observed {
    let place = |letter: &&str| {
        let location = locations.iter().position(|location| location.contains(letter)).unwrap();
        BTreeMap::from([(location, (*letter).to_owned())])
    };
    let seen: Vec<BTreeMap<usize, String>> = letters.iter().map(place).collect();
    let owned = |location: &&[&str]| location.iter().map(|&name| name.to_owned()).collect();
    let members: Vec<Vec<String>> = locations.iter().map(owned).collect();
    let alphabet = DistributedAlphabet::of_names(letters.iter().copied(), &members).unwrap();
    Observed { automaton, sight: sight(&seen), alphabet }
}

/// A multitrace of plain letters of one character each, a text for each location.
pub(crate) fn spelled(observed: &Observed, traces: &[&str]) -> Traces {
    assert_eq!(traces.len(), observed.locations());
    let trace = |(location, text): (usize, &&str)| {
        let location = &observed.alphabet.locations()[LocationId::from_index(location)];
        let letter = |one: char| location.local_letter(&one.to_string()).index();
        text.chars().map(letter).collect()
    };
    traces.iter().enumerate().map(trace).collect()
}

/// The random system of a generator.
pub(crate) fn observed(numbers: &mut Random, census: &mut Census) -> Observed {
    let states = numbers.between(1, 6);
    if numbers.percent(50) {
        let names = &["a", "b", "c", "d", "e", "f"][..numbers.between(1, 6)];
        let locations = numbers.between(1, 4);
        let mut members: Vec<Vec<&str>> = vec![Vec::new(); locations];
        for name in names {
            members[numbers.below(locations)].push(name);
        }
        count(census, "plain letters");
        let automaton = automaton(states, names.len(), numbers, census);
        let members: Vec<&[&str]> = members.iter().map(Vec::as_slice).collect();
        plainly_observed(automaton, names, &members)
    } else {
        count(census, "letters of lifelines");
        let (letters, signature) = letters(numbers);
        let locations = co_located(signature.lifelines().len(), numbers);
        let automaton = automaton(states, letters.all().len(), numbers, census);
        observed_by(automaton, &letters, &signature, &locations)
    }
}

/// An automaton over letters of lifelines, each of which is at one of the locations.
pub(crate) fn observed_by(
    automaton: Automaton,
    letters: &Letters,
    signature: &Signature,
    locations: &[Vec<LifelineId>],
) -> Observed {
    let seen = seen(letters.all().iter(), signature, locations);
    let alphabet = DistributedAlphabet::of_letters(letters, signature, locations).unwrap();
    Observed { automaton, sight: sight(&seen), alphabet }
}

/// All lifelines, in random groups.
pub(crate) fn co_located(lifelines: usize, numbers: &mut Random) -> Vec<Vec<LifelineId>> {
    let mut locations: Vec<Vec<LifelineId>> = Vec::new();
    for lifeline in (0..lifelines).map(LifelineId::from_index) {
        match numbers.below(lifelines + 1) {
            place if place < locations.len() => locations[place].push(lifeline),
            _ => locations.push(vec![lifeline]),
        }
    }
    locations
}

/// Letters of one action, and some of several.
pub(crate) fn letters(numbers: &mut Random) -> (Letters, Signature) {
    let mut signature = Signature::new();
    let lifelines = numbers.between(1, 4);
    for name in &["k", "l", "p", "q"][..lifelines] {
        signature.add_lifeline(name);
    }
    for name in &["m", "n"][..numbers.between(1, 2)] {
        signature.add_message(name);
    }
    let messages = signature.messages().len();
    let mut drawn = Vec::new();
    for _ in 0..numbers.between(1, 6) {
        let message = SignatureMessageId::from_index(numbers.below(messages));
        let sender = LifelineId::from_index(numbers.below(lifelines));
        let mut actions = vec![if numbers.percent(60) {
            Action::send(sender, message)
        } else {
            Action::receive(sender, message)
        }];
        if numbers.percent(40) {
            for _ in 0..numbers.between(1, 2) {
                let receiver = LifelineId::from_index(numbers.below(lifelines));
                actions.push(Action::receive(receiver, message));
            }
        }
        drawn.extend(Letter::new(actions));
    }
    (Letters::new(drawn), signature)
}

/// A random automaton: any transitions, or the paths of some words with a few transitions more. Most of
/// those without words are not taken.
pub(crate) fn automaton(
    states: usize,
    letters: usize,
    numbers: &mut Random,
    census: &mut Census,
) -> Automaton {
    let mut found = any_automaton(states, letters, numbers);
    while found.is_empty() && numbers.percent(80) {
        found = any_automaton(states, letters, numbers);
    }
    let leaves = |state: &usize| found.transitions.iter().any(|(source, ..)| source == state);
    for (kind, is_so) in [
        ("two initial states", found.initial.len() == 2),
        ("an initial state without transitions", !found.initial.iter().all(leaves)),
        ("useless states", found.useful().len() < states && !found.is_empty()),
        ("no word", found.is_empty()),
    ] {
        if is_so {
            count(census, kind);
        }
    }
    found
}

fn any_automaton(states: usize, letters: usize, numbers: &mut Random) -> Automaton {
    let mut transitions = BTreeSet::new();
    let mut accepting = BTreeSet::new();
    let mut some = match numbers.below(3) {
        0 => numbers.between(1, 2 * states + 2),
        style => {
            // Words that meet in all states, or words that part at once and meet in the last state.
            for _ in 0..numbers.between(1, 3) {
                let mut state = 0;
                for _ in 0..numbers.between(1, 5) {
                    let next = if style == 1 {
                        numbers.below(states)
                    } else {
                        numbers.between((state + 1).min(states - 1), states - 1)
                    };
                    transitions.insert((state, numbers.below(letters), next));
                    state = next;
                }
                accepting.insert(state);
            }
            numbers.below(3)
        }
    };
    while some > 0 {
        let (source, target) = (numbers.below(states), numbers.below(states));
        transitions.insert((source, numbers.below(letters), target));
        some -= 1;
    }
    accepting.extend((0..states).filter(|_| numbers.percent(15)));
    let mut initial = BTreeSet::from([0]);
    match numbers.below(20) {
        0 => initial.clear(),
        1..=5 => {
            initial.insert(numbers.below(states));
        }
        _ => {}
    }
    let transitions: Vec<(usize, usize, usize)> = transitions.into_iter().collect();
    Automaton { states, initial, accepting, transitions }
}

/// A random word, by a walk that soon makes for acceptance.
pub(crate) fn word(automaton: &Automaton, numbers: &mut Random) -> Option<Vec<usize>> {
    let useful = automaton.useful();
    let starts: Vec<usize> = automaton.initial.intersection(&useful).copied().collect();
    let mut state = numbers.choose(&starts)?;
    let mut found = Vec::new();
    let patience = numbers.below(10);
    while !automaton.accepting.contains(&state) || (found.len() < patience && numbers.percent(80)) {
        let steps = automaton.transitions.iter();
        let steps: Vec<(usize, usize, usize)> = steps
            .copied()
            .filter(|(source, _, target)| *source == state && useful.contains(target))
            .collect();
        let Some((_, letter, target)) = numbers.choose(&steps) else { break };
        found.push(letter);
        state = target;
        if found.len() > 30 {
            return None;
        }
    }
    Some(found)
}

/// What kinds of multitraces are drawn.
pub(crate) const KINDS: [&str; 12] = [
    "prefixes",
    "factors",
    "a mix of words",
    "one too few",
    "projections",
    "a prefix",
    "a swap",
    "one too many",
    "a changed letter",
    "changes at two locations",
    "random",
    "empty",
];

/// A random multitrace of at most so many letters, most often near to words that `word` draws.
pub(crate) fn multitrace(
    observed: &Observed,
    letters: usize,
    word: &dyn Fn(&mut Random) -> Vec<usize>,
    numbers: &mut Random,
    census: &mut Census,
) -> Traces {
    // Some kinds are drawn twice as often as the others.
    let kind = KINDS[numbers.below(KINDS.len() + 4) % KINDS.len()];
    let locations = observed.locations();
    let seen = |word: &[usize]| projections(word, &observed.sight, locations);
    let mut first = word(numbers);
    let mut traces = seen(&first);
    let any = |location: usize, numbers: &mut Random| {
        let known = observed.seen_at(location);
        // Now and then what is unknown.
        if numbers.percent(10) { known } else { numbers.below(known.max(1)).min(known) }
    };
    match kind {
        "a prefix" => {
            first.truncate(numbers.below(first.len() + 1));
            traces = seen(&first);
        }
        "prefixes" => {
            for trace in &mut traces {
                trace.truncate(numbers.below(trace.len() + 1));
            }
        }
        "factors" => {
            for trace in &mut traces {
                let start = numbers.between(trace.len().min(1), trace.len());
                let end = numbers.between(start, trace.len());
                *trace = trace[start..end].to_vec();
            }
        }
        "a mix of words" => {
            for (location, trace) in traces.iter_mut().enumerate() {
                trace.clone_from(&seen(&word(numbers))[location]);
            }
        }
        "a swap" => {
            let trace = &mut traces[numbers.below(locations)];
            if trace.len() > 1 {
                let place = numbers.below(trace.len() - 1);
                trace.swap(place, place + 1);
            }
        }
        "one too few" => {
            let trace = &mut traces[numbers.below(locations)];
            if !trace.is_empty() {
                trace.remove(numbers.below(trace.len()));
            }
        }
        "one too many" => {
            let location = numbers.below(locations);
            let more = any(location, numbers);
            let trace = &mut traces[location];
            trace.insert(numbers.below(trace.len() + 1), more);
        }
        "a changed letter" => change(&mut traces, numbers.below(locations), numbers, any),
        "changes at two locations" => {
            let location = numbers.below(locations);
            change(&mut traces, location, numbers, any);
            change(&mut traces, (location + 1) % locations, numbers, any);
        }
        "random" => {
            for (location, trace) in traces.iter_mut().enumerate() {
                *trace = (0..numbers.below(4)).map(|_| any(location, numbers)).collect();
            }
        }
        "empty" => traces.iter_mut().for_each(Vec::clear),
        _ => {}
    }
    count(census, kind);
    while traces.iter().map(Vec::len).sum::<usize>() > letters {
        traces[numbers.below(locations)].pop();
    }
    let is_known = |(location, trace): (usize, &Vec<usize>)| {
        trace.iter().all(|&letter| letter < observed.seen_at(location))
    };
    if !traces.iter().enumerate().all(is_known) {
        count(census, "an unknown letter");
    }
    traces
}

/// Changes a letter of a trace, or adds one to an empty trace.
fn change(
    traces: &mut Traces,
    location: usize,
    numbers: &mut Random,
    any: impl Fn(usize, &mut Random) -> usize,
) {
    let letter = any(location, numbers);
    let trace = &mut traces[location];
    if trace.is_empty() {
        trace.push(letter);
    } else {
        let place = numbers.below(trace.len());
        trace[place] = letter;
    }
}
