//! Certificates with languages that no engine made: of what the oracle explored, made larger at random.

use super::evidence_sources::{Evidence, Sample, kind};
use oracle::configurations::{Bounds, Exploration, Loss, explore};
use oracle::evidence::Question;
use oracle::evidence_languages::{Extent, Languages, letters, segments};
use oracle::safety::Property;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::{ChannelId, MessageId, StateId, System};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What is explored: of these systems, certificates are short.
const BOUNDS: Bounds = Bounds { configurations: 60, messages: 6 };
/// How often states of a language are merged on trial.
const MERGES: usize = 8;

/// A deterministic automaton.
#[derive(Clone, Default)]
struct Language {
    states: usize,
    accepting: BTreeSet<usize>,
    edges: BTreeMap<(usize, usize, MessageId), usize>,
}

impl Language {
    /// The automaton of some words, which is a tree.
    fn of_words<'w>(words: impl IntoIterator<Item = &'w Vec<(usize, MessageId)>>) -> Self {
        let mut tree = Self { states: 1, ..Self::default() };
        for word in words {
            let mut state = 0;
            for &(segment, message) in word {
                let target = *tree.edges.entry((state, segment, message)).or_insert(tree.states);
                tree.states = tree.states.max(target + 1);
                state = target;
            }
            tree.accepting.insert(state);
        }
        tree
    }

    /// Makes two states one, and what they lead to.
    fn merge(&mut self, one: usize, other: usize) {
        let mut due = vec![(one, other)];
        while let Some((one, other)) = due.pop() {
            let (kept, gone) = (one.min(other), one.max(other));
            if kept == gone {
                continue;
            }
            let renamed = |state| if state == gone { kept } else { state };
            for pair in &mut due {
                *pair = (renamed(pair.0), renamed(pair.1));
            }
            self.accepting = self.accepting.iter().map(|&state| renamed(state)).collect();
            for ((source, segment, message), target) in std::mem::take(&mut self.edges) {
                let target = renamed(target);
                let edge = (renamed(source), segment, message);
                match self.edges.insert(edge, target) {
                    Some(other) if other != target => due.push((other, target)),
                    _ => {}
                }
            }
        }
    }

    /// The automaton with its states numbered without a gap.
    fn json(&self, system: &System) -> Value {
        let ends = self.edges.iter().flat_map(|(&(source, ..), &target)| [source, target]);
        let states: BTreeSet<usize> = ends.chain([0]).collect();
        let number = |state: &usize| states.iter().position(|other| other == state);
        let edges = self.edges.iter().map(|((source, segment, message), target)| {
            json!([number(source), segment, system.messages()[*message].name, number(target)])
        });
        let accepting = self.accepting.iter().map(number);
        json!({ "final": accepting.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>() })
    }
}

/// Certificates of a sample, as it is written, if its configurations are few: one for each property
/// that holds, or one for all of them.
pub(crate) fn of_few_configurations(sample: &Sample, numbers: &mut Random) -> Vec<Evidence> {
    let system = &sample.model.system;
    let exploration = explore(system, Loss::OnTheWay, BOUNDS);
    if !exploration.is_complete() {
        return Vec::new();
    }
    let certificate = enlarged(sample, &exploration, numbers);
    let languages = Languages::read(system, &certificate).expect("it is one");
    let specifications = (1..).zip(&sample.model.bad);
    let specifications = specifications
        .map(|(number, bad)| (format!("bad_states/{number}"), Question::BadStates(bad)));
    let named = |property: Property| (property.name(system), Question::Safety(property));
    let excluded = specifications.chain(Property::all(system).into_iter().map(named));
    let excluded =
        excluded.filter(|(_, question)| languages.excludes(*question, Extent::All).is_ok());
    let excluded: Vec<String> = excluded.map(|(name, _)| name).collect();
    let of = |name: &String| {
        let mut file = certificate.clone();
        file["property"] = json!(name);
        Evidence { kind: kind(name), file, membership: None }
    };
    if numbers.percent(50) {
        return excluded.iter().map(of).collect();
    }
    let of_all = |name: &String| {
        let mut evidence = of(name);
        evidence.file["properties"] = json!(excluded);
        evidence
    };
    excluded.first().map(of_all).into_iter().collect()
}

/// An invariant that has all that was explored, and maybe more.
fn enlarged(sample: &Sample, exploration: &Exploration, numbers: &mut Random) -> Value {
    let system = &sample.model.system;
    let all = segments(system);
    let mut words: BTreeMap<&[StateId], BTreeSet<Vec<(usize, MessageId)>>> = BTreeMap::new();
    for reached in &exploration.reached {
        let here = &reached.configuration;
        words.entry(&here.control).or_default().insert(letters(&all, here));
    }
    let mut automata: Vec<Language> = words.values().map(Language::of_words).collect();
    let written = |automata: &[Language]| {
        let name = |&(channel, message): &(ChannelId, Option<MessageId>)| match message {
            None => channel.index().to_string(),
            Some(message) => format!("{}:{}", channel.index(), system.messages()[message].name),
        };
        let state = |(number, control): (usize, &&[StateId])| {
            let names = system.automata().iter().zip(control.iter());
            let names = names.map(|(automaton, &state)| automaton.states()[state].to_owned());
            names.chain([number.to_string()]).collect::<Vec<_>>().join(" ")
        };
        json!({
            "schema": "scm-check/certificate", "schema_version": 1, "form": "languages",
            "channels": "as written", "sha256": sample.sha256, "over": "configurations",
            "segments": all.iter().map(name).collect::<Vec<_>>(),
            "languages": automata.iter().map(|one| one.json(system)).collect::<Vec<_>>(),
            "states": words.keys().enumerate().map(state).collect::<Vec<_>>(),
        })
    };
    let mut certificate = written(&automata);
    for _ in 0..MERGES {
        let place = numbers.below(automata.len());
        let states = automata[place].states;
        let mut larger = automata.clone();
        larger[place].merge(numbers.below(states), numbers.below(states));
        let file = written(&larger);
        let languages = Languages::read(system, &file).expect("it is one");
        if languages.is_invariant(Extent::All).is_ok() {
            (automata, certificate) = (larger, file);
        }
    }
    certificate
}
