//! Changes to a certificate of weights, one thing each. Some leave invariants that exclude the same.

use crate::support::witness_changes::{Change, any_channel, any_message, any_property, any_state};
use scm_check::internals::kernel::base::Random;
use serde_json::{Map, Value, json};

/// All changes to what only certificates of weights have.
pub(crate) const LINEAR: &[Change] = &[
    ("weight of a state", |_, certificate, numbers| {
        let states = states(certificate, numbers)?;
        let name = name(states, numbers)?;
        states[&name] = near(&states[&name], numbers)?;
        Some(())
    }),
    ("weights of a participant", |_, certificate, numbers| {
        let states = states(certificate, numbers)?;
        let change = if numbers.percent(50) { 1 } else { -1 };
        for weight in states.values_mut() {
            *weight = json!(weight.as_i64()?.checked_add(change)?);
        }
        Some(())
    }),
    ("a state less", |_, certificate, numbers| {
        let states = states(certificate, numbers)?;
        let name = name(states, numbers)?;
        states.remove(&name).map(drop)
    }),
    ("a state more", |system, certificate, numbers| {
        let name = any_state(system, numbers);
        let states = states(certificate, numbers)?;
        let name = if numbers.percent(20) { "77" } else { name.as_str()? };
        states.insert(name.to_owned(), json!(numbers.below(3))).is_none().then_some(())
    }),
    ("weight of a message", |_, certificate, numbers| {
        let messages = messages(certificate, numbers)?;
        let place = place(messages, numbers)?;
        messages[place][1] = near(&messages[place][1], numbers)?;
        Some(())
    }),
    ("a message less", |_, certificate, numbers| {
        let messages = messages(certificate, numbers)?;
        let place = place(messages, numbers)?;
        messages.remove(place);
        Some(())
    }),
    ("a message more", |_, certificate, numbers| {
        let items = certificate["items"].as_array()?.len();
        let messages = messages(certificate, numbers)?;
        let weight = if numbers.percent(50) { 1 } else { -1 };
        messages.push(json!([numbers.below(items + 1), weight]));
        Some(())
    }),
    ("another message", |_, certificate, numbers| {
        let items = certificate["items"].as_array()?.len();
        let messages = messages(certificate, numbers)?;
        let place = place(messages, numbers)?;
        messages[place][0] = json!(numbers.below(items + 1));
        Some(())
    }),
    ("all weights", |_, certificate, numbers| {
        let factor = [-1, 0, 2, 1 << 40][numbers.below(4)];
        let place = place(invariants(certificate)?, numbers)?;
        let invariant = &mut certificate["invariants"][place];
        let times = |weight: &Value| Some(json!(weight.as_i64()?.checked_mul(factor)?));
        for message in invariant["messages"].as_array_mut()? {
            message[1] = times(&message[1])?;
        }
        for states in invariant["states"].as_array_mut()? {
            for weight in states.as_object_mut()?.values_mut() {
                *weight = times(weight)?;
            }
        }
        Some(())
    }),
    ("an item more", |system, certificate, numbers| {
        let (channel, message) = (any_channel(system, numbers), any_message(system, numbers));
        let item = format!("{channel}:{}", message.as_str()?);
        certificate["items"].as_array_mut()?.push(json!(item));
        Some(())
    }),
    ("an invariant less", |_, certificate, numbers| {
        let invariants = invariants(certificate)?;
        let place = place(invariants, numbers)?;
        invariants.remove(place);
        Some(())
    }),
    ("an invariant again", |_, certificate, numbers| {
        let invariants = invariants(certificate)?;
        let place = place(invariants, numbers)?;
        invariants.push(invariants[place].clone());
        Some(())
    }),
    ("the sum of two invariants", |_, certificate, numbers| {
        let invariants = invariants(certificate)?;
        let one = invariants.remove(place(invariants, numbers)?);
        let place = place(invariants, numbers)?;
        let other = &mut invariants[place];
        other["messages"].as_array_mut()?.extend(one["messages"].as_array()?.iter().cloned());
        let all = other["states"].as_array_mut()?.iter_mut().zip(one["states"].as_array()?);
        for (states, more) in all {
            let states = states.as_object_mut()?;
            states.retain(|name, _| more.get(name).is_some());
            for (name, weight) in states {
                *weight = json!(weight.as_i64()?.checked_add(more[name].as_i64()?)?);
            }
        }
        Some(())
    }),
    ("a participant less", |_, certificate, numbers| {
        let place = place(invariants(certificate)?, numbers)?;
        certificate["invariants"][place]["states"].as_array_mut()?.pop().map(drop)
    }),
    ("exchanged participants", |_, certificate, numbers| {
        let at = place(invariants(certificate)?, numbers)?;
        let states = certificate["invariants"][at]["states"].as_array_mut()?;
        let (one, other) = (place(states, numbers)?, place(states, numbers)?);
        states.swap(one, other);
        Some(())
    }),
    ("another property", |system, certificate, numbers| {
        certificate["property"] = json!(any_property(system, numbers).0);
        Some(())
    }),
];

fn invariants(certificate: &mut Value) -> Option<&mut Vec<Value>> {
    certificate.get_mut("invariants")?.as_array_mut()
}

/// A place in a list, unless it is empty.
fn place(list: &[Value], numbers: &mut Random) -> Option<usize> {
    (!list.is_empty()).then(|| numbers.below(list.len()))
}

/// The weights of the local states of somebody.
fn states<'c>(
    certificate: &'c mut Value,
    numbers: &mut Random,
) -> Option<&'c mut Map<String, Value>> {
    let invariants = invariants(certificate)?;
    let at = place(invariants, numbers)?;
    let states = invariants[at].get_mut("states")?.as_array_mut()?;
    let at = place(states, numbers)?;
    states[at].as_object_mut()
}

/// The weights of messages.
fn messages<'c>(certificate: &'c mut Value, numbers: &mut Random) -> Option<&'c mut Vec<Value>> {
    let invariants = invariants(certificate)?;
    let at = place(invariants, numbers)?;
    invariants[at].get_mut("messages")?.as_array_mut()
}

/// The name of a local state with a weight.
fn name(states: &Map<String, Value>, numbers: &mut Random) -> Option<String> {
    let count = states.len();
    (count > 0).then(|| states.keys().nth(numbers.below(count)).cloned())?
}

/// A weight that is a little more or less.
fn near(weight: &Value, numbers: &mut Random) -> Option<Value> {
    let change = if numbers.percent(50) { 1 } else { -1 };
    Some(json!(weight.as_i64()?.checked_add(change)?))
}
