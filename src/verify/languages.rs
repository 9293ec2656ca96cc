//! Certificates of form `languages`: for each reachable combination of local states, what the channels hold there.
//!
//! An entry is a combination of local states with a language. Together the entries must be an invariant of all
//! configurations: they allow the initial ones, and whatever an entry allows, each transition leads from there to what
//! an entry allows. A combination without an entry is not reachable. Then a property holds that no entry violates: this
//! is decided here by the definitions, for the sets of first messages that the words of a language have.
//!
//! An inclusion of languages is decided by a walk over pairs of states, since the automata are deterministic.

use rustc_hash::FxHashMap;

use super::channel_language::{Language, Segments};
use super::evidence::{Document, required};
use super::safety::Property;
use super::states::{fault, initial, locals_text, read_locals};
use super::system::{System, number};
use super::{Outcome, ensure, reject, unsupported};

/// A combination of local states, and the index of the language of its contents.
type Entry = (Vec<u32>, usize);

/// Checks that an invariant excludes the properties.
pub(super) fn check(document: &Document<'_>, system: &System, properties: &[Property]) -> Outcome {
    let segments = &Segments::read(document, system)?;
    let mut languages = Vec::new();
    for (index, words) in document.languages.iter().enumerate() {
        let Some(language) = Language::read(words, segments) else {
            let why = "is no deterministic automaton over messages in segments";
            return reject(format!("language {index} {why}"));
        };
        languages.push(language);
    }
    let states = required(document.states.as_deref(), "states")?;
    let (mut entries, mut indices) = (Vec::new(), FxHashMap::default());
    for (index, text) in states.iter().enumerate() {
        let entry = read(text, system).filter(|(_, language)| *language < languages.len());
        let Some((control, language)) = entry else {
            return reject(fault(index, text, "is not local states and the number of a language"));
        };
        let is_first = indices.insert(control.clone(), language).is_none();
        ensure(is_first, || fault(index, text, "has local states that are listed twice"))?;
        entries.push((control, language));
    }
    for locals in initial(system)? {
        let language = indices.get(&locals);
        let is_allowed = language.is_some_and(|language| languages[*language].has_empty_word());
        let text = locals_text(system, &locals);
        ensure(is_allowed, || format!("the initial state {text} is not allowed"))?;
    }
    for (index, (control, language)) in entries.iter().enumerate() {
        let language = &languages[*language];
        for (p, participant) in system.participants.iter().enumerate() {
            for transition in &participant.states[control[p] as usize].transitions {
                let mut next = control.clone();
                next[p] = transition.to as u32;
                let target = indices.get(&next).map(|target| &languages[*target]);
                ensure(language.leads_into(transition.act, target, segments), || {
                    let (name, next) = (&participant.name, locals_text(system, &next));
                    let why = format!("allows contents that {name} turns into others of {next}");
                    fault(index, states[index], &why)
                })?;
            }
        }
        for property in properties {
            if is_met(*property, control, language, segments) {
                let why = "allows a configuration that must not be reached";
                let why = fault(index, states[index], why);
                return if property.is_linear() { reject(why) } else { unsupported(why) };
            }
        }
    }
    Ok(())
}

/// Reads an entry; `None` if it is malformed.
fn read(text: &str, system: &System) -> Option<Entry> {
    let mut words = text.split(' ');
    let control = read_locals(system, &mut words, None)?;
    let language = usize::try_from(number(words.next()?)?).ok()?;
    words.next().is_none().then_some((control, language))
}

/// Returns `true` if a configuration with these local states and contents in the language violates a property, or needs
/// a continuation.
fn is_met(
    property: Property,
    control: &[u32],
    language: &Language,
    segments: &Segments<'_>,
) -> bool {
    let Segments { system, keys, .. } = segments;
    let mut locals = control.iter().enumerate();
    if !locals.all(|(p, local)| property.takes_part(system, p, *local as usize)) {
        return false;
    }
    if let Property::BadStates(index) = property
        && let Some(contents) = &system.specifications[index].contents
    {
        return language.meets(contents, segments);
    }
    property.heads(system, control).iter().any(|heads| language.has_heads(keys, heads))
}
