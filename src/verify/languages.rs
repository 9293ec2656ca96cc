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
use super::safety::{Property, is_receiving, is_unspecified, reads, receives};
use super::states::{fault, initial, locals_text, read_locals};
use super::system::{ChannelMessage, State, System, number};
use super::{Outcome, ensure, reject, unsupported};

/// A combination of local states, and the index of the language of its contents.
type Entry = (Vec<u32>, usize);

/// Checks that an invariant excludes the properties.
pub(super) fn check(document: &Document<'_>, system: &System, properties: &[Property]) -> Outcome {
    let segments = &Segments::read(document, system)?;
    let mut languages = Vec::new();
    for words in required(document.languages.as_ref(), "languages")? {
        languages.push(Language::read(languages.len(), words, segments, system)?);
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
                let change = segments.change(transition.act, system);
                ensure(language.leads_into(change, target), || {
                    let (name, next) = (&participant.name, locals_text(system, &next));
                    let why = format!("allows contents that {name} turns into others of {next}");
                    fault(index, states[index], &why)
                })?;
            }
        }
        for property in properties {
            if may_be_violated(*property, control, language, segments, system)? {
                let why = "allows a configuration that must not be reached";
                return reject(fault(index, states[index], why));
            }
        }
    }
    Ok(())
}

/// Reads an entry; `None` if it is malformed.
fn read(text: &str, system: &System) -> Option<Entry> {
    let mut numbers = text.split(' ').map(number);
    let control = read_locals(system, &mut numbers)?;
    let language = usize::try_from(numbers.next()??).ok()?;
    numbers.next().is_none().then_some((control, language))
}

/// Decides whether a configuration with these local states and contents in the language violates a property.
///
/// A property that requires continuations is decided only where no configuration asks for one.
fn may_be_violated(
    property: Property,
    control: &[u32],
    language: &Language,
    segments: &Segments,
    system: &System,
) -> Outcome<bool> {
    let locals = control.iter().enumerate().map(|(p, local)| system.state(p, *local as usize));
    let locals: Vec<&State> = locals.collect();
    let waits = |state: &State| is_receiving(state, |_| true);
    let are_final = locals.iter().all(|state| state.is_final());
    let channel = |segment: usize| segments.keys[segment].channel;
    let first = |segment, head: Option<usize>| head.map(|head| segments.message((segment, head)));
    let count = segments.keys.len();
    let has_heads = |allows: &dyn Fn(usize, Option<ChannelMessage>) -> bool| {
        language.has_heads(count, |segment, head| allows(segment, first(segment, head)))
    };
    // Whether some segment can begin with such a message.
    let has_head = |is_such: &dyn Fn(ChannelMessage) -> bool| {
        let can = |at| has_heads(&|segment, head| segment != at || head.is_some_and(is_such));
        (0..count).any(can)
    };
    Ok(match property {
        Property::UnspecifiedReception => locals.iter().enumerate().any(|(p, state)| {
            let is_refused = |head| is_unspecified(system, p, state, &head);
            let allows = |segment, head: Option<_>| {
                !reads(state, channel(segment)) || head.is_some_and(is_refused)
            };
            is_receiving(state, |channel| !system.bags[channel]) && has_heads(&allows)
        }),
        Property::Progress => {
            let is_received = |head| locals.iter().any(|state| receives(state, &head));
            !are_final
                && locals.iter().all(|state| state.is_final() || waits(state))
                && has_heads(&|_, head| !head.is_some_and(is_received))
        }
        Property::OrphanMessage => are_final && has_head(&|_| true),
        Property::ReceptionDeadlock => {
            let is_read = |segment| locals.iter().any(|state| reads(state, channel(segment)));
            locals.iter().all(|state| waits(state))
                && has_heads(&|segment, head| head.is_none() || !is_read(segment))
        }
        Property::BadStates(index) => {
            let specification = &system.specifications[index];
            let mut named = specification.control.iter();
            named.all(|(p, named)| named.contains(&(control[*p] as usize)))
                && match &specification.contents {
                    Some(contents) => language.meets(contents, segments, system),
                    None => has_heads(&|_, _| true),
                }
        }
        Property::Stuck(p) if locals[p].receptions().next().is_none() => false,
        Property::Unreceived(message) if !has_head(&|head| head.message == message) => false,
        // There is no configuration at all.
        _ if !has_heads(&|_, _| true) => false,
        _ => return unsupported("what can follow, by a certificate of form languages"),
    })
}
