//! Certificates of form `languages`: for each reachable combination of local states, what the channels hold there.
//!
//! An entry is a combination of local states with a language. Together the entries must be an invariant of all
//! configurations: they allow the initial ones, and whatever an entry allows, each transition leads from there to what
//! an entry allows. A combination without an entry is not reachable. Then a property holds that no entry violates: this
//! is decided here by the definitions, for the sets of first messages that the words of a language have.
//!
//! An inclusion of languages is decided by a walk over pairs of states, since the automata are deterministic.
//!
//! The contents of all channels are one word: a FIFO channel is a segment of it, with the oldest message first, and so
//! are the equal messages in a bag. Each letter says to which segment it belongs, so that a word needs no separators.
//!
//! A language stands for those of its words whose segments are in order. Words out of order are no contents. A walk
//! over a language does not see them: it follows only letters whose segment is not lower than that of the last letter.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::core::{
    Act, ChannelMessage, Claim, Document, Heads, Key, Nfa, Outcome, Property, System, Words,
    ensure, fault, found, initial, locals_text, number, reachable, read_locals, reject, require,
    required, unsupported,
};

/// Checks that an invariant excludes the properties.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, ref properties, .. } = claim;
    let segments = &Segments::read(document, system)?;
    let read_language = |(index, words): (usize, &Words<'_>)| {
        let why = "is no deterministic automaton over messages in segments";
        found(Language::read(words, segments), || format!("language {index} {why}"))
    };
    let languages = document.languages.iter().enumerate().map(read_language);
    let languages = languages.collect::<Outcome<Vec<Language>>>()?;
    let states = required(document.states.as_deref(), "states")?;
    // An entry is a combination of local states, and the language of its contents.
    let read = |text: &str| {
        let mut words = text.split(' ');
        let control = read_locals(system, &mut words, None)?;
        let language = languages.get(number(words.next()?)? as usize)?;
        words.next().is_none().then_some((control, language))
    };
    let (mut entries, mut allowed) = (Vec::new(), FxHashMap::default());
    for (index, text) in states.iter().enumerate() {
        let why = || fault(index, text, "is not local states and the number of a language");
        let (control, language) = found(read(text), why)?;
        let is_first = allowed.insert(control.clone(), language).is_none();
        ensure(is_first, || fault(index, text, "has local states that are listed twice"))?;
        entries.push((control, language));
    }
    for locals in initial(system)? {
        let is_allowed = allowed.get(&locals).is_some_and(|language| language.is_final[0]);
        let text = locals_text(system, &locals);
        ensure(is_allowed, || format!("the initial state {text} is not allowed"))?;
    }
    for (index, (control, language)) in entries.iter().enumerate() {
        for (p, participant) in system.participants.iter().enumerate() {
            for transition in &participant.states[control[p] as usize].transitions {
                let mut next = control.clone();
                next[p] = transition.to as u32;
                let target = allowed.get(&next).copied();
                ensure(language.leads_into(transition.act, target, segments), || {
                    let (name, next) = (&participant.name, locals_text(system, &next));
                    let why = format!("allows contents that {name} turns into others of {next}");
                    fault(index, states[index], &why)
                })?;
            }
        }
        for property in properties {
            if language.violates(*property, control, segments) {
                let why = "allows a configuration that must not be reached";
                let why = fault(index, states[index], why);
                return if property.is_linear() { reject(why) } else { unsupported(why) };
            }
        }
    }
    Ok(())
}

/// The segments of contents, in order.
struct Segments<'a> {
    system: &'a System,
    keys: Vec<Key>,
    indices: BTreeMap<Key, usize>,
}

/// The index of a segment, and the number of a message in it.
type Letter = (usize, usize);

/// A deterministic automaton for contents. The initial state is 0.
struct Language {
    /// By state, the letters that can be read in order, with the states that they lead to.
    edges: Vec<Vec<(Letter, usize)>>,
    is_final: Vec<bool>,
}

/// A place in a walk: a state, and the number of segments that are begun or left empty. Letters of the last one of these
/// may follow, and of higher segments.
type Place = (usize, usize);

impl<'a> Segments<'a> {
    /// Reads the segments of a certificate: all FIFO channels, and in bags the messages that are sent or received.
    fn read(document: &Document<'_>, system: &'a System) -> Outcome<Self> {
        let name = |key: Key| match key.message {
            Some(message) => system.text(ChannelMessage { channel: key.channel, message }),
            None => key.channel.to_string(),
        };
        let names: BTreeMap<String, Key> =
            system.keys().into_iter().map(|key| (name(key), key)).collect();
        let given = &document.segments;
        let keys: Vec<Key> = given.iter().filter_map(|name| names.get(name).copied()).collect();
        let indices: BTreeMap<Key, usize> = keys.iter().copied().zip(0..).collect();
        let are_all = [given.len(), indices.len()] == [names.len(); 2];
        let why = "`segments` are not the FIFO channels and the messages in bags, by channel";
        ensure(are_all && keys.is_sorted_by_key(|key| key.channel), || why)?;
        Ok(Self { system, keys, indices })
    }

    /// Returns the letter for a message in a channel.
    fn letter(&self, message: ChannelMessage) -> Letter {
        (self.indices[&self.system.key(message)], message.message)
    }

    /// Returns the letter for a named message in the segment with an index; `None` if the segment cannot hold it.
    fn named(&self, segment: usize, name: &str) -> Option<Letter> {
        let (key, message) = (self.keys.get(segment)?, self.system.message(name)?);
        key.message.is_none_or(|only| only == message).then_some((segment, message))
    }
}

impl Language {
    /// Reads a language of a certificate; `None` if that is no deterministic automaton over messages in segments.
    fn read(words: &Words<'_>, segments: &Segments<'_>) -> Option<Self> {
        // Each state but the first one is the target of an edge.
        let count = words.edges.len() + 1;
        let mut all = Self { edges: vec![Vec::new(); count], is_final: vec![false; count] };
        for state in &words.finals {
            *all.is_final.get_mut(*state)? = true;
        }
        for &(from, segment, name, to) in &words.edges {
            require(to < count)?;
            all.edges.get_mut(from)?.push((segments.named(segment, name)?, to));
        }
        for edges in &mut all.edges {
            edges.sort_unstable();
            require(edges.windows(2).all(|pair| pair[0].0 != pair[1].0))?;
        }
        Some(all)
    }

    /// Returns `true` if a configuration with these local states and contents in the language violates a property, or
    /// needs a continuation.
    fn violates(&self, property: Property, control: &[u32], segments: &Segments<'_>) -> bool {
        let Segments { system, keys, .. } = segments;
        let mut locals = control.iter().enumerate();
        if !locals.all(|(p, local)| property.takes_part(system, p, *local as usize)) {
            return false;
        }
        if let Property::BadStates(index) = property
            && let Some(contents) = &system.specifications[index].contents
        {
            return self.meets(contents, segments);
        }
        property.heads(system, control).iter().any(|heads| self.has_heads(keys, heads))
    }

    /// Returns the state after a letter.
    fn next(&self, state: usize, letter: Letter) -> Option<usize> {
        let index = self.edges[state].binary_search_by_key(&letter, |edge| edge.0).ok()?;
        Some(self.edges[state][index].1)
    }

    /// Returns the letters that can be read at a place, with the places behind them.
    fn steps(&self, (state, open): Place) -> impl Iterator<Item = (Letter, Place)> {
        let edges = self.edges[state].iter().filter(move |((segment, _), _)| *segment + 1 >= open);
        edges.map(|&(letter, to)| (letter, (to, letter.0 + 1)))
    }

    /// Returns `true` if each word, changed by an action, is a word of `target`; words that do not allow the change are
    /// left out. Without a target there must be no changed word.
    ///
    /// A send adds its message behind those in its segment, a reception removes the first one, which must be its own. A
    /// walk reads a changed word: the letters before the change, the change, and the letters behind it. It remembers
    /// the state of `target` after the same letters, if there is one.
    fn leads_into(&self, act: Act, target: Option<&Self>, all: &Segments<'_>) -> bool {
        let steps = |(place, is_changed, seen): (Place, bool, Option<usize>)| {
            let follow = |letter| seen.and_then(|state| target?.next(state, letter));
            let mut steps = Vec::new();
            let mut end = usize::MAX;
            match act {
                Act::Send(sent) if !is_changed => {
                    let sent = all.letter(sent);
                    end = sent.0 + 1;
                    // What follows belongs to higher segments.
                    steps.push(((place.0, end + 1), true, follow(sent)));
                }
                Act::Receive(received) if !is_changed => {
                    let received = all.letter(received);
                    end = received.0;
                    let to = self.next(place.0, received);
                    steps.extend(to.map(|to| ((to, end + 1), true, seen)));
                }
                _ => {}
            }
            for (letter, to) in self.steps(place).filter(|(letter, _)| letter.0 < end) {
                steps.push((to, is_changed, follow(letter)));
            }
            steps
        };
        let is_new = |&(place, is_changed, seen): &(Place, bool, Option<usize>)| {
            let is_known = target.zip(seen).is_some_and(|(target, seen)| target.is_final[seen]);
            is_changed && self.is_final[place.0] && !is_known
        };
        let start = ((0, 0), act == Act::Internal, target.map(|_| 0));
        !reachable([start], steps).iter().any(is_new)
    }

    /// Returns `true` if there is a word each of whose segments begins with a message of `heads`, or may be empty.
    fn has_heads(&self, keys: &[Key], heads: &Heads<'_>) -> bool {
        let are_empty = |mut segments: Range<usize>| segments.all(|at| heads(keys[at], None));
        let begins = |at: usize, message: usize| {
            heads(keys[at], Some(ChannelMessage { channel: keys[at].channel, message }))
        };
        let steps = |place: Place| {
            let steps = self.steps(place).filter(|((segment, message), _)| {
                let is_first = *segment >= place.1;
                !is_first || (are_empty(place.1..*segment) && begins(*segment, *message))
            });
            steps.map(|(_, to)| to).collect::<Vec<_>>()
        };
        let mut places = reachable([(0, 0)], steps).into_iter();
        places.any(|(state, open)| self.is_final[state] && are_empty(open..keys.len()))
    }

    /// Returns `true` if some word is contents that an expression describes, whatever it says of bags.
    fn meets(&self, expression: &Nfa, segments: &Segments<'_>) -> bool {
        let Segments { system, keys, .. } = segments;
        let messages: Vec<usize> = (0..system.messages.len()).collect();
        let mut here = FxHashSet::<(usize, Place)>::from_iter([(expression.start, (0, 0))]);
        for (channel, is_bag) in system.bags.iter().enumerate() {
            let first = keys.partition_point(|key| key.channel < channel);
            let end = keys.partition_point(|key| key.channel <= channel);
            if *is_bag {
                let behind = expression.behind(here, &messages, |place, _| Some(place));
                here = reachable(behind, |(at, place)| {
                    let own = self.steps(place).filter(|step| (first..end).contains(&step.0.0));
                    own.map(move |(_, place)| (at, place)).collect::<Vec<_>>()
                });
            } else {
                here = expression.behind(here, &messages, |(state, _), message| {
                    Some((self.next(state, (first, message))?, end))
                });
            }
        }
        let whole = here.into_iter().filter(|(_, (state, _))| self.is_final[*state]);
        expression.ends(whole.map(|(at, _)| at))
    }
}
