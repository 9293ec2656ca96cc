//! Changes to a certificate, one thing each. Most make it wrong, some leave it as good as it was.

use crate::support::witness_changes::{
    Change, any_channel, any_message, any_property, any_reading, any_state, change_digit,
};
use scm_check::internals::kernel::base::Random;
use scm_check::internals::model::cfsm::{ChannelKind, System};
use serde_json::{Value, json};

/// All changes to certificates.
pub(crate) const CERTIFICATE: &[Change] = &[
    ("drop a state", |_, certificate, numbers| {
        let states = states(certificate)?;
        states.remove(numbers.below(states.len()));
        Some(())
    }),
    ("repeat a state", |_, certificate, numbers| {
        let states = states(certificate)?;
        states.push(states[numbers.below(states.len())].clone());
        Some(())
    }),
    ("another order of states", |_, certificate, numbers| {
        let states = states(certificate)?;
        let place = numbers.below(states.len());
        states.rotate_left(place);
        states.reverse();
        Some(())
    }),
    ("another order of items", |system, certificate, numbers| {
        over(certificate, "rsc-executions")?;
        change_state(system, certificate, numbers, |_, items, numbers| {
            let place = numbers.below(items.len().max(1));
            items.rotate_left(place);
            Some(())
        })
    }),
    ("local state", |system, certificate, numbers| {
        let state = any_state(system, numbers);
        change_state(system, certificate, numbers, |locals, _, numbers| {
            change_items(locals, numbers, 0, state.as_str()?.to_owned());
            Some(())
        })
    }),
    ("another local state", |system, certificate, numbers| {
        change_state(system, certificate, numbers, |locals, _, numbers| {
            let how = 1 + numbers.below(2);
            change_items(locals, numbers, how, "0".to_owned());
            Some(())
        })
    }),
    ("blocked key", |system, certificate, numbers| {
        over(certificate, "rsc-executions")?;
        let key = any_key(system, certificate, numbers);
        change_state(system, certificate, numbers, |_, items, numbers| {
            let how = numbers.below(3);
            change_items(items, numbers, how, key);
            Some(())
        })
    }),
    ("a state more", |system, certificate, numbers| {
        let mut copy = certificate.clone();
        let changes = CERTIFICATE.iter().filter(|(name, _)| {
            ["local state", "blocked key", "listed participant", "contents state"].contains(name)
        });
        let changes: Vec<&Change> = changes.collect();
        changes[numbers.below(changes.len())].1(system, &mut copy, numbers)?;
        let own = states(certificate)?;
        let new = states(&mut copy)?.iter().find(|state| !own.contains(state))?.clone();
        own.push(new);
        certificate["items"] = copy["items"].take();
        Some(())
    }),
    ("chosen send", |system, certificate, numbers| {
        let sender = numbers.below(system.automata().len());
        let channel = any_channel(system, numbers);
        let message = any_message(system, numbers);
        change_chosen(system, certificate, numbers, |_, items, numbers| {
            let send = items.iter_mut().find(|item| item.contains('!'))?;
            let mut parts: Vec<String> = send.split(['!', ':']).map(str::to_owned).collect();
            let place = numbers.below(3);
            let new = [sender.to_string(), channel.to_string(), message.as_str()?.to_owned()];
            parts[place].clone_from(&new[place]);
            *send = format!("{}!{}:{}", parts[0], parts[1], parts[2]);
            Some(())
        })
    }),
    ("nothing chosen", |system, certificate, numbers| {
        change_chosen(system, certificate, numbers, |_, items, numbers| {
            let signs: &[char] = if numbers.percent(50) { &['!'] } else { &['!', '+', '*'] };
            items.retain(|item| !item.contains(signs));
            Some(())
        })
    }),
    ("chosen twice", |system, certificate, numbers| {
        let (sender, channel) =
            (numbers.below(system.automata().len()), any_channel(system, numbers));
        let message = any_message(system, numbers);
        change_chosen(system, certificate, numbers, |_, items, _| {
            items.push(format!("{sender}!{channel}:{}", message.as_str()?));
            Some(())
        })
    }),
    ("listed participant", |system, certificate, numbers| {
        let participant = numbers.below(system.automata().len()).to_string();
        change_chosen(system, certificate, numbers, |_, items, numbers| {
            let how = numbers.below(3);
            change_signed(items, '+', numbers, how, participant);
            Some(())
        })
    }),
    ("listed key", |system, certificate, numbers| {
        let key = any_key(system, certificate, numbers);
        change_chosen(system, certificate, numbers, |_, items, numbers| {
            let how = numbers.below(3);
            change_signed(items, '*', numbers, how, key);
            Some(())
        })
    }),
    ("contents state", |system, certificate, numbers| {
        let automata = certificate.get("contents")?.as_array()?;
        let channel = automata[numbers.below(automata.len())]["channel"].clone();
        let item = format!("{channel}/{}", numbers.below(5));
        change_state(system, certificate, numbers, |_, items, numbers| {
            let others = items.len();
            items.retain(|item| !item.starts_with(&format!("{channel}/")));
            if items.len() == others || numbers.percent(75) {
                items.push(item);
            }
            Some(())
        })
    }),
    ("name of an item", |system, certificate, numbers| {
        let key = any_key(system, certificate, numbers);
        let items = certificate.get_mut("items")?.as_array_mut()?;
        let place = numbers.below(items.len().max(1));
        let name = items.get(place)?.as_str()?;
        let new = match name.chars().next()? {
            sign @ ('+' | '*') => format!("{sign}{key}"),
            _ if name.contains('/') => format!("{name}0"),
            _ => key,
        };
        items[place] = json!(new);
        Some(())
    }),
    ("order of the items", |_, certificate, numbers| {
        let items = certificate.get_mut("items")?.as_array_mut()?;
        let (one, other) = (numbers.below(items.len().max(1)), numbers.below(items.len().max(1)));
        (one != other).then(|| items.swap(one, other))
    }),
    ("an item less", |_, certificate, _| {
        certificate.get_mut("items")?.as_array_mut()?.pop().map(drop)
    }),
    ("contents transition", |_, certificate, numbers| {
        let automata = certificate.get_mut("contents")?.as_array_mut()?;
        let place = numbers.below(automata.len());
        let next = automata[place].get_mut("next")?.as_array_mut()?;
        let all = next.len();
        let place = numbers.below(all);
        let row = next[place].as_array_mut()?;
        if row.is_empty() {
            return None;
        }
        let place = numbers.below(row.len());
        let outside = usize::from(numbers.percent(5));
        row[place] = json!(numbers.below(all + outside));
        Some(())
    }),
    ("contents channel", |system, certificate, numbers| {
        let channel = any_channel(system, numbers);
        let automata = certificate.get_mut("contents")?.as_array_mut()?;
        let place = numbers.below(automata.len());
        if numbers.percent(50) {
            automata.remove(place);
        } else {
            automata[place]["channel"] = channel;
        }
        Some(())
    }),
    ("contents messages", |system, certificate, numbers| {
        let message = any_message(system, numbers);
        let automata = certificate.get_mut("contents")?.as_array_mut()?;
        let place = numbers.below(automata.len());
        let messages = automata[place].get_mut("messages")?.as_array_mut()?;
        if messages.is_empty() {
            return None;
        }
        let place = numbers.below(messages.len());
        messages[place] = message;
        Some(())
    }),
    ("message of a configuration", |system, certificate, numbers| {
        over(certificate, "configurations")?;
        let channel = any_channel(system, numbers);
        let message = any_message(system, numbers);
        change_state(system, certificate, numbers, |_, items, numbers| {
            let how = numbers.below(3);
            let item = format!("{channel}:{}", message.as_str()?);
            change_items(items, numbers, how, item);
            Some(())
        })
    }),
    ("order in a configuration", |system, certificate, numbers| {
        over(certificate, "configurations")?;
        change_state(system, certificate, numbers, |_, items, numbers| {
            let (one, other) =
                (numbers.below(items.len().max(1)), numbers.below(items.len().max(1)));
            (one != other).then(|| items.swap(one, other))
        })
    }),
    ("channel of a configuration", |system, certificate, numbers| {
        over(certificate, "configurations")?;
        let channel = any_channel(system, numbers);
        change_state(system, certificate, numbers, |_, items, numbers| {
            let place = numbers.below(items.len().max(1));
            let item = items.get_mut(place)?;
            *item = format!("{channel}:{}", item.split(':').nth(1)?);
            Some(())
        })
    }),
    ("oldest", |system, certificate, numbers| {
        let property = certificate["property"].as_str()?;
        if ["rsc", "bad_"].iter().any(|start| property.starts_with(start)) {
            return None;
        }
        over(certificate, "rsc-executions")?;
        let channel = any_channel(system, numbers);
        if certificate.get("oldest").is_none() {
            certificate["oldest"] = json!([]);
        }
        let oldest = certificate.get_mut("oldest")?.as_array_mut()?;
        if oldest.is_empty() || numbers.percent(50) {
            oldest.push(channel);
        } else {
            oldest.remove(numbers.below(oldest.len()));
        }
        Some(())
    }),
    ("property it rests on", |system, certificate, numbers| {
        certificate.get("rests_on")?;
        let (property, _) = any_property(system, numbers);
        certificate["rests_on"] = json!(property);
        Some(())
    }),
    ("it rests on nothing", |_, certificate, _| {
        certificate.as_object_mut()?.remove("rests_on").map(drop)
    }),
    ("property", |system, certificate, numbers| {
        certificate["property"] = json!(any_property(system, numbers).0);
        Some(())
    }),
    ("over", |_, certificate, _| {
        let other = match certificate["over"].as_str()? {
            "rsc-executions" => "configurations",
            _ => "rsc-executions",
        };
        certificate["over"] = json!(other);
        Some(())
    }),
    ("channels", |_, certificate, numbers| {
        certificate["channels"] = any_reading(numbers);
        Some(())
    }),
    ("sha256", |_, certificate, numbers| change_digit(&mut certificate["sha256"], numbers)),
    ("form", |_, certificate, _| {
        certificate["form"] = json!("implicit");
        Some(())
    }),
    ("unknown field", |_, certificate, _| {
        certificate["comment"] = json!(["states"]);
        Some(())
    }),
];

fn states(certificate: &mut Value) -> Option<&mut Vec<Value>> {
    certificate.get_mut("states")?.as_array_mut().filter(|states| !states.is_empty())
}

fn over(certificate: &Value, wanted: &str) -> Option<()> {
    (certificate["over"] == wanted).then_some(())
}

/// Changes one of the states: its local states and its items.
fn change_state(
    system: &System,
    certificate: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let count = states(certificate)?.len();
    let place = numbers.below(count);
    change_state_at(system, certificate, place, numbers, change)
}

/// Changes one of the states in which a send is chosen.
fn change_chosen(
    system: &System,
    certificate: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let is_chosen = |item: &String| item.contains('!');
    let count = states(certificate)?.len();
    let mut places = Vec::new();
    for place in 0..count {
        if parts(system, certificate, place)?.1.iter().any(is_chosen) {
            places.push(place);
        }
    }
    if places.is_empty() {
        return None;
    }
    let place = places[numbers.below(places.len())];
    change_state_at(system, certificate, place, numbers, change)
}

/// The local states and the items of a state.
fn parts(system: &System, certificate: &Value, place: usize) -> Option<(Vec<String>, Vec<String>)> {
    let mut words = certificate["states"][place].as_str()?.split(' ');
    let locals = words.by_ref().take(system.automata().len()).map(str::to_owned).collect();
    let item =
        |word: &str| Some(certificate["items"][word.parse::<usize>().ok()?].as_str()?.to_owned());
    Some((locals, words.map(item).collect::<Option<_>>()?))
}

fn change_state_at(
    system: &System,
    certificate: &mut Value,
    place: usize,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let (mut words, mut items) = parts(system, certificate, place)?;
    change(&mut words, &mut items, numbers)?;
    let table = certificate.get_mut("items")?.as_array_mut()?;
    for item in items {
        let known = table.iter().position(|known| *known == *item);
        let number = known.unwrap_or_else(|| {
            table.push(json!(item));
            table.len() - 1
        });
        words.push(number.to_string());
    }
    certificate["states"][place] = json!(words.join(" "));
    Some(())
}

/// Puts an item in the place of another one (0), adds it (1), or takes one away (2).
fn change_items(items: &mut Vec<String>, numbers: &mut Random, how: usize, item: String) {
    let place = numbers.below(items.len().max(1));
    match how {
        0 if !items.is_empty() => items[place] = item,
        2 if !items.is_empty() => drop(items.remove(place)),
        _ => items.insert(place, item),
    }
}

/// Does that among the items with a sign.
fn change_signed(
    items: &mut Vec<String>,
    sign: char,
    numbers: &mut Random,
    how: usize,
    item: String,
) {
    let (mut signed, others) = std::mem::take(items).into_iter().partition(|i| i.starts_with(sign));
    change_items(&mut signed, numbers, how, format!("{sign}{item}"));
    *items = [others, signed].concat();
}

/// A key as the certificate would write it.
fn any_key(system: &System, certificate: &Value, numbers: &mut Random) -> String {
    let number = numbers.below(system.channels().len());
    let kind = match certificate["channels"].as_str() {
        Some("fifo") => ChannelKind::Fifo,
        Some("bag") => ChannelKind::Bag,
        _ => system.channels().as_slice()[number].kind,
    };
    let oldest = certificate.get("oldest").and_then(Value::as_array);
    let is_kept = oldest.is_some_and(|oldest| oldest.contains(&json!(number)));
    if kind == ChannelKind::Bag || is_kept {
        let message = numbers.below(system.messages().len());
        format!("{number}:{}", system.messages().as_slice()[message].name)
    } else {
        number.to_string()
    }
}
