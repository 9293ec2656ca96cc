//! Changes to a certificate with languages, one thing each. Many leave an invariant: a larger one, or one of other words.

use crate::support::witness_changes::{Change, any_message, any_property, any_state};
use scm_check::internals::kernel::base::Random;
use serde_json::{Value, json};

/// All changes to what only certificates with languages have.
pub(crate) const LANGUAGES: &[Change] = &[
    ("an edge less", |_, certificate, numbers| {
        let edges = edges(certificate, numbers)?;
        let place = place(edges, numbers)?;
        edges.remove(place);
        Some(())
    }),
    ("an edge more", |system, certificate, numbers| {
        let segments = certificate["segments"].as_array()?.len();
        let edges = edges(certificate, numbers)?;
        let [source, target] = [any_number(edges, numbers), any_number(edges, numbers)];
        let segment = numbers.below(segments.max(1));
        edges.push(json!([source, segment, any_message(system, numbers), target]));
        Some(())
    }),
    ("an edge again", |_, certificate, numbers| {
        let edges = edges(certificate, numbers)?;
        let mut edge = edges[place(edges, numbers)?].clone();
        edge[3] = json!(any_number(edges, numbers));
        edges.push(edge);
        Some(())
    }),
    ("source of an edge", |_, certificate, numbers| {
        let edges = edges(certificate, numbers)?;
        let (place, number) = (place(edges, numbers)?, any_number(edges, numbers));
        edges[place][0] = json!(number);
        Some(())
    }),
    ("segment of an edge", |_, certificate, numbers| {
        let segments = certificate["segments"].as_array()?.len();
        let edges = edges(certificate, numbers)?;
        let place = place(edges, numbers)?;
        let outside = usize::from(numbers.percent(10));
        edges[place][1] = json!(numbers.below(segments + outside));
        Some(())
    }),
    ("message of an edge", |system, certificate, numbers| {
        let edges = edges(certificate, numbers)?;
        let place = place(edges, numbers)?;
        edges[place][2] = any_message(system, numbers);
        Some(())
    }),
    ("target of an edge", |_, certificate, numbers| {
        let edges = edges(certificate, numbers)?;
        let (place, number) = (place(edges, numbers)?, any_number(edges, numbers));
        edges[place][3] = json!(number);
        Some(())
    }),
    ("exchanged messages", |system, certificate, numbers| {
        let (one, other) = (any_message(system, numbers), any_message(system, numbers));
        for edge in edges(certificate, numbers)? {
            let message = &mut edge[2];
            if *message == one {
                *message = other.clone();
            } else if *message == other {
                *message = one.clone();
            }
        }
        Some(())
    }),
    ("exchanged segments", |_, certificate, numbers| {
        let segments = certificate["segments"].as_array()?.len();
        let (one, other) = (numbers.below(segments.max(1)), numbers.below(segments.max(1)));
        for edge in edges(certificate, numbers)? {
            let segment = &mut edge[1];
            if *segment == json!(one) {
                *segment = json!(other);
            } else if *segment == json!(other) {
                *segment = json!(one);
            }
        }
        Some(())
    }),
    ("one state for two", |_, certificate, numbers| {
        let language = language(certificate, numbers)?;
        let all = language["edges"].as_array()?.clone();
        let [one, other] = [any_number(&all, numbers), any_number(&all, numbers)];
        for edge in language["edges"].as_array_mut()? {
            for place in [0, 3] {
                if edge[place] == json!(other) {
                    edge[place] = json!(one);
                }
            }
        }
        Some(())
    }),
    ("any number of one message", |system, certificate, numbers| {
        let segments = certificate["segments"].as_array()?.len();
        let edges = edges(certificate, numbers)?;
        let state = any_number(edges, numbers);
        edges.push(json!([
            state,
            numbers.below(segments.max(1)),
            any_message(system, numbers),
            state
        ]));
        Some(())
    }),
    ("a final state", |_, certificate, numbers| {
        let language = language(certificate, numbers)?;
        let state = json!(any_number(language["edges"].as_array()?, numbers));
        let accepting = language["final"].as_array_mut()?;
        match accepting.iter().position(|other| *other == state) {
            Some(place) => drop(accepting.remove(place)),
            None => accepting.push(state),
        }
        Some(())
    }),
    ("no final state", |_, certificate, numbers| {
        language(certificate, numbers)?["final"] = json!([]);
        Some(())
    }),
    ("language of a control state", |_, certificate, numbers| {
        let languages = certificate["languages"].as_array()?.len();
        let outside = usize::from(numbers.percent(10));
        let number = numbers.below(languages + outside);
        change_words(certificate, numbers, |words, _| {
            *words.last_mut()? = number.to_string();
            Some(())
        })
    }),
    ("local state of a control state", |system, certificate, numbers| {
        let state = any_state(system, numbers);
        change_words(certificate, numbers, |words, numbers| {
            let place = numbers.below(words.len() - 1);
            state.as_str()?.clone_into(&mut words[place]);
            Some(())
        })
    }),
    ("a control state more", |system, certificate, numbers| {
        let states = certificate.get_mut("states")?.as_array_mut()?;
        states.push(states[place(states, numbers)?].clone());
        let mut words: Vec<String> =
            states.last()?.as_str()?.split(' ').map(str::to_owned).collect();
        let place = numbers.below(words.len() - 1);
        any_state(system, numbers).as_str()?.clone_into(&mut words[place]);
        *states.last_mut()? = json!(words.join(" "));
        Some(())
    }),
    ("a number in a control state", |_, certificate, numbers| {
        change_words(certificate, numbers, |words, numbers| {
            let place = numbers.below(words.len());
            if numbers.percent(50) {
                words.remove(place);
            } else {
                words.insert(place, "0".to_owned());
            }
            Some(())
        })
    }),
    ("a language less", |_, certificate, _| {
        certificate.get_mut("languages")?.as_array_mut()?.pop().map(drop)
    }),
    ("order of the languages", |_, certificate, numbers| {
        let languages = certificate.get_mut("languages")?.as_array_mut()?;
        let (one, other) = (place(languages, numbers)?, place(languages, numbers)?);
        languages.swap(one, other);
        Some(())
    }),
    ("segments", |_, certificate, numbers| {
        let segments = certificate.get_mut("segments")?.as_array_mut()?;
        match numbers.below(3) {
            0 => segments.pop().map(drop),
            1 => {
                segments.push(json!("0"));
                Some(())
            }
            _ => {
                let (one, other) = (place(segments, numbers)?, place(segments, numbers)?);
                segments.swap(one, other);
                Some(())
            }
        }
    }),
    ("properties", |system, certificate, numbers| {
        let name = json!(any_property(system, numbers).0);
        let named = certificate["property"].clone();
        let all = certificate.as_object_mut()?.entry("properties").or_insert(json!([named]));
        all.as_array_mut()?.push(name);
        Some(())
    }),
    ("property that is not listed", |_, certificate, numbers| {
        let all = certificate.get_mut("properties")?.as_array_mut()?;
        all.remove(place(all, numbers)?);
        Some(())
    }),
];

/// A place in a list, if there is any.
fn place(list: &[Value], numbers: &mut Random) -> Option<usize> {
    (!list.is_empty()).then(|| numbers.below(list.len()))
}

fn language<'v>(certificate: &'v mut Value, numbers: &mut Random) -> Option<&'v mut Value> {
    let languages = certificate.get_mut("languages")?.as_array_mut()?;
    let place = place(languages, numbers)?;
    Some(&mut languages[place])
}

/// The edges of one of the languages.
fn edges<'v>(certificate: &'v mut Value, numbers: &mut Random) -> Option<&'v mut Vec<Value>> {
    language(certificate, numbers)?.get_mut("edges")?.as_array_mut()
}

/// A state of a language with these edges, or sometimes a new one.
fn any_number(edges: &[Value], numbers: &mut Random) -> u64 {
    let states = edges.iter().flat_map(|edge| [edge[0].as_u64(), edge[3].as_u64()]).flatten();
    let last = states.max().unwrap_or(0);
    let new = usize::from(numbers.percent(10));
    let choices = usize::try_from(last).unwrap_or(0) + 1 + new;
    u64::try_from(numbers.below(choices)).unwrap_or(0)
}

/// Changes the words of a control state.
fn change_words(
    certificate: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let states = certificate.get_mut("states")?.as_array_mut()?;
    let place = place(states, numbers)?;
    let mut words: Vec<String> = states[place].as_str()?.split(' ').map(str::to_owned).collect();
    change(&mut words, numbers)?;
    states[place] = json!(words.join(" "));
    Some(())
}
