//! Certificates that say for each control state what the channels may hold: a language.
//!
//! What a language says is tried word by word: each is a configuration, whose successors must be in
//! the languages of their control states, and which must not be at fault. There may be infinitely many
//! words. [`Extent::UpTo`] tries those of some length. [`Extent::All`] tries one of all those that can
//! be continued in the same ways, with the same effects, and so decides about all of them.
//!
//! Decisions where the format leaves something open:
//!
//! - words are those whose letters stand in the order of the segments; others mean nothing;
//! - the messages of a bag stand in any order;
//! - a state is a number up to the number of edges, since all but the first one are behind an edge;
//! - a language that belongs to no control state may be anything that can be read;
//! - `properties` may be absent or list one twice, but never without `property`;
//! - a property of continuations follows where nobody waits, or no such message is the next one: else nobody knows.

use super::configurations::{Configuration, initial};
use super::contents_ways::{Expression, Ways};
use super::evidence::{
    Judged, Model, Objection, Question, list, message_named, natural, require, text, wrong,
};
use super::reachability::is_bad;
use super::rsc_state_text::parts;
use super::rsc_states::Key;
use super::safety::{Property, is_waiting};
use kernel::base::Id as _;
use model::cfsm::{ChannelId, ChannelKind, Label, MessageId, StateId, Step, System};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The most words that are tried for one certificate.
const WORDS: usize = 30_000;

/// A message in a segment, by the place of the segment.
pub type Letter = (usize, MessageId);

/// Which words of a language are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Those with at most so many letters.
    UpTo(usize),
    /// As many as it takes to know about all.
    All,
}

/// A deterministic automaton, which starts in state 0.
#[derive(Clone, Debug)]
struct Language {
    accepting: BTreeSet<usize>,
    edges: BTreeMap<(usize, Letter), usize>,
}

impl Language {
    /// Where a word leads, if it leads anywhere.
    fn after(&self, word: &[Letter]) -> Option<usize> {
        word.iter().try_fold(0, |state, &letter| self.edges.get(&(state, letter)).copied())
    }

    fn accepts(&self, word: &[Letter]) -> bool {
        self.after(word).is_some_and(|state| self.accepting.contains(&state))
    }
}

/// What the channels may hold, for each control state.
#[derive(Clone, Debug)]
pub struct Languages<'a> {
    system: &'a System,
    /// The FIFO channels, and the messages of each bag.
    segments: Vec<Key>,
    automata: Vec<Language>,
    /// The place of the language of each control state that is not impossible.
    entries: BTreeMap<Vec<StateId>, usize>,
}

/// Whether a certificate shows that none of its properties is violated.
pub(crate) fn valid_languages(model: Model<'_>, certificate: &Value) -> Judged<()> {
    let over = text(certificate, "over")?;
    require(over == "configurations", || format!("languages over {over}"))?;
    let system = &*model.certified(certificate)?;
    let languages = Languages::read(system, certificate)?;
    languages.is_invariant(Extent::All)?;
    let mut undecided = Ok(());
    for name in properties(certificate)? {
        let question = model.question_named(name)?;
        if let Question::BadStates(bad) = question {
            model.means_something(bad, system)?;
        }
        match languages.excludes(question, Extent::All) {
            Err(Objection::Undecided(why)) => undecided = Err(Objection::Undecided(why)),
            other => other?,
        }
    }
    undecided
}

/// The names of the properties that a certificate is about.
pub fn properties(certificate: &Value) -> Judged<Vec<&str>> {
    let named = text(certificate, "property")?;
    if certificate.get("properties").is_none() {
        return Ok(vec![named]);
    }
    let all = list(certificate, "properties")?.iter().map(Value::as_str);
    match all.collect::<Option<Vec<&str>>>() {
        Some(all) if all.contains(&named) => Ok(all),
        _ => wrong(format!("the properties are not names with {named}")),
    }
}

/// The FIFO channels, and for each bag the messages that some transition sends or receives there.
pub fn segments(system: &System) -> Vec<Key> {
    let labels = || system.automata().iter().flat_map(|a| a.transitions().iter().map(|t| t.label));
    let is_used = |channel, message| {
        labels()
            .any(|label| matches!(label, Label::Action(_, c, m) if (c, m) == (channel, message)))
    };
    let of = |channel: ChannelId| match system.channels()[channel].kind {
        ChannelKind::Fifo => vec![(channel, None)],
        ChannelKind::Bag => {
            let used = system.messages().ids().filter(|&message| is_used(channel, message));
            used.map(|message| (channel, Some(message))).collect()
        }
    };
    system.channels().ids().flat_map(of).collect()
}

/// What the channels hold, segment by segment.
pub fn letters(segments: &[Key], here: &Configuration) -> Vec<Letter> {
    let held = |(place, &(channel, message)): (usize, &Key)| -> Vec<Letter> {
        let of_segment = |held: &&MessageId| message.is_none_or(|message| message == **held);
        here.held(channel).iter().filter(of_segment).map(|held| (place, *held)).collect()
    };
    segments.iter().enumerate().flat_map(held).collect()
}

impl<'a> Languages<'a> {
    /// Reads the languages of a certificate for a system.
    pub fn read(system: &'a System, certificate: &Value) -> Judged<Self> {
        let mut segments = segments(system);
        let name = |&(channel, message): &Key| match message {
            None => channel.index().to_string(),
            Some(message) => format!("{}:{}", channel.index(), system.messages()[message].name),
        };
        let listed = list(certificate, "segments")?;
        let place = |key: &Key| listed.iter().position(|listed| *listed == name(key));
        let are_all =
            listed.len() == segments.len() && segments.iter().all(|key| place(key).is_some());
        segments.sort_by_key(|key| place(key));
        let in_order = segments.is_sorted_by_key(|&(channel, _)| channel);
        require(are_all && in_order, || "other segments".to_owned())?;
        let languages = list(certificate, "languages")?.iter();
        let automata = languages.map(|language| read_language(system, &segments, language));
        let automata: Vec<Language> = automata.collect::<Judged<_>>()?;
        let numbers: Vec<usize> = (0..automata.len()).collect();
        let mut entries = BTreeMap::new();
        for state in list(certificate, "states")? {
            let Some(state) = state.as_str() else { return wrong("a state is no text") };
            let (control, language) = parts(system, &numbers, state)?;
            let [language] = language[..] else { return wrong("a state has no language") };
            let once = entries.insert(control, *language).is_none();
            require(once, || format!("{state:?} stands there twice"))?;
        }
        Ok(Self { system, segments, automata, entries })
    }

    /// Whether the language of the control state has what the channels hold.
    pub fn contains(&self, here: &Configuration) -> bool {
        let Some(&language) = self.entries.get(&here.control) else { return false };
        self.automata[language].accepts(&letters(&self.segments, here))
    }

    /// The configuration with what a word says.
    fn configuration(&self, control: &[StateId], word: &[Letter]) -> Configuration {
        let mut here = Configuration::initial(self.system, control.to_vec());
        for &(segment, message) in word {
            here.put(self.system, self.segments[segment].0, message);
        }
        here
    }

    /// Whether the initial configurations are in the languages, and all that follows one that is.
    ///
    /// # Errors
    /// Names what is missing, or says that there are too many words.
    pub fn is_invariant(&self, extent: Extent) -> Judged<()> {
        for here in initial(self.system) {
            require(self.contains(&here), || format!("{here:?} is initial and missing"))?;
        }
        let mut budget = WORDS;
        for (control, &language) in &self.entries {
            for (participant, automaton) in self.system.automata().enumerate() {
                for (transition, step) in automaton.transitions().enumerate() {
                    if control[participant.index()] != step.source {
                        continue;
                    }
                    let step = Step { participant, transition };
                    self.is_closed(control, language, step, extent, &mut budget)?;
                }
            }
        }
        Ok(())
    }

    /// Whether what follows the configurations of a control state by a step is in the languages.
    fn is_closed(
        &self,
        control: &[StateId],
        language: usize,
        step: Step,
        extent: Extent,
        budget: &mut usize,
    ) -> Judged<()> {
        let next = |word: &[Letter]| self.configuration(control, word).after(self.system, step);
        // Where the word leads in the language that is to have what follows, and where that leads.
        // It follows from these, and from the last segment of the word, where they lead with a letter
        // more: that letter comes behind what is sent, or before it, or is what is received first.
        let mut target = control.to_vec();
        let transition = &self.system.automata()[step.participant].transitions()[step.transition];
        target[step.participant.index()] = transition.target;
        let target = self.entries.get(&target).map(|&target| &self.automata[target]);
        let key = |word: &[Letter]| {
            let after = |word: &[Letter]| target.and_then(|language| language.after(word));
            let follows = next(word).map(|next| after(&letters(&self.segments, &next)));
            (after(word), follows)
        };
        self.each_word(language, extent, key, budget, |word| match next(word) {
            Some(next) => require(self.contains(&next), || format!("{next:?} is missing")),
            None => Ok(()),
        })
    }

    /// Whether no configuration of the languages violates the property.
    ///
    /// # Errors
    /// Names one that does, or says that this is not known.
    pub fn excludes(&self, question: Question<'_>, extent: Extent) -> Judged<()> {
        let mut budget = WORDS;
        for (control, &language) in &self.entries {
            let budget = &mut budget;
            match question {
                Question::Rsc => return wrong("configurations say nothing of RSC"),
                Question::BadStates(bad) => {
                    // The ways of what each channel holds through the expression.
                    let expression = bad.contents.as_ref().map(Expression::new);
                    let key = |word: &[Letter]| {
                        expression.as_ref().map(|expression| self.ways(expression, word))
                    };
                    self.each_word(language, extent, key, budget, |word| {
                        let here = self.configuration(control, word);
                        require(!is_bad(bad, &here), || format!("{here:?} is bad"))
                    })?;
                }
                Question::Safety(property) => {
                    // The oldest message of each segment.
                    let key = |word: &[Letter]| {
                        word.iter().rev().copied().collect::<BTreeMap<usize, MessageId>>()
                    };
                    self.each_word(language, extent, key, budget, |word| {
                        let here = self.configuration(control, word);
                        match property.is_violated_in(self.system, &here) {
                            Some(violated) => require(!violated, || format!("{here:?} is bad")),
                            None if owes_nothing(self.system, &here, property) => Ok(()),
                            None => Err(Objection::Undecided(format!("what follows {here:?}"))),
                        }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The ways of what a word says of each channel.
    fn ways(&self, expression: &Expression, word: &[Letter]) -> Vec<Ways> {
        let mut ways = vec![expression.nothing(); self.system.channels().len()];
        for &(segment, message) in word {
            let ways = &mut ways[self.segments[segment].0.index()];
            *ways = expression.read(ways, message);
        }
        ways
    }

    /// Looks at words of a language: at one of all those for which the key is the same, and that lead
    /// to the same state with letters of the same last segment.
    fn each_word<K: Ord>(
        &self,
        language: usize,
        extent: Extent,
        key: impl Fn(&[Letter]) -> K,
        budget: &mut usize,
        mut look: impl FnMut(&[Letter]) -> Judged<()>,
    ) -> Judged<()> {
        let language = &self.automata[language];
        let (mut queue, mut seen) = (VecDeque::from([(0, Vec::new())]), BTreeSet::new());
        while let Some((state, word)) = queue.pop_front() {
            let last = word.last().map_or(0, |&(segment, _): &Letter| segment);
            let is_new = match extent {
                Extent::UpTo(length) => word.len() <= length,
                Extent::All => seen.insert((state, last, key(&word))),
            };
            if !is_new {
                continue;
            }
            let Some(left) = budget.checked_sub(1) else {
                return Err(Objection::Undecided("too many words".to_owned()));
            };
            *budget = left;
            if language.accepting.contains(&state) {
                look(&word)?;
            }
            let leaving = language.edges.range((state, (last, MessageId::from_index(0)))..);
            let leaving = leaving.take_while(|((source, _), _)| *source == state);
            for (&(_, letter), &target) in leaving {
                queue.push_back((target, [word.as_slice(), &[letter]].concat()));
            }
        }
        Ok(())
    }
}

/// Whether nothing has to follow the configuration: nobody waits there, or no such message is offered.
fn owes_nothing(system: &System, here: &Configuration, property: Property) -> bool {
    match property {
        Property::Stuck(participant) => !is_waiting(system, here, participant),
        Property::Unreceived(message) => {
            system.channels().enumerate().all(|(id, channel)| match channel.kind {
                ChannelKind::Fifo => here.held(id).first() != Some(&message),
                ChannelKind::Bag => !here.held(id).contains(&message),
            })
        }
        _ => false,
    }
}

/// Reads an automaton.
fn read_language(system: &System, segments: &[Key], language: &Value) -> Judged<Language> {
    let listed = list(language, "edges")?;
    let state = |number: &Value| {
        let state = natural(number)?;
        require(state <= listed.len(), || format!("no state {state}"))?;
        Ok(state)
    };
    let accepting = list(language, "final")?.iter().map(state).collect::<Judged<_>>()?;
    let mut edges = BTreeMap::new();
    for edge in listed {
        let Some([source, segment, name, target]) = edge.as_array().map(Vec::as_slice) else {
            return wrong(format!("{edge} is no edge"));
        };
        let place = natural(segment)?;
        let Some(&(_, fixed)) = segments.get(place) else { return wrong("no such segment") };
        let Some(name) = name.as_str() else { return wrong("a message is no text") };
        let message = message_named(system, name)?;
        let fits = fixed.is_none_or(|fixed| fixed == message);
        require(fits, || format!("{name} is not of segment {place}"))?;
        let letter = (place, message);
        let once = edges.insert((state(source)?, letter), state(target)?).is_none();
        require(once, || format!("{edge} is not the only edge"))?;
    }
    Ok(Language { accepting, edges })
}
