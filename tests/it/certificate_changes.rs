//! Changes to a certificate, one thing each. Most make it wrong, some leave it as good as it was.

use crate::witness_changes::{
    Change, any_channel, any_message, any_property, any_reading, any_state, change_digit,
};
use scm_check::kernel::base::Random;
use scm_check::model::cfsm::{ChannelKind, System};
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
    ("local state", |system, certificate, numbers| {
        let state = any_state(system, numbers);
        change_part(certificate, numbers, |parts, numbers| {
            change_items(parts, 0, ".", numbers, 0, state.as_str()?.to_owned())
        })
    }),
    ("blocked key", |system, certificate, numbers| {
        over(certificate, "rsc-executions")?;
        let key = any_key(system, certificate, numbers);
        change_part(certificate, numbers, |parts, numbers| {
            let how = numbers.below(3);
            change_items(parts, 1, ",", numbers, how, key)
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
        let copy = states(&mut copy)?;
        let new = copy.iter().find(|state| !own.contains(state))?;
        own.push(new.clone());
        Some(())
    }),
    ("chosen send", |system, certificate, numbers| {
        let sender = numbers.below(system.automata().len());
        let channel = any_channel(system, numbers);
        let message = any_message(system, numbers);
        change_chosen(certificate, numbers, |parts, numbers| {
            let mut send: Vec<String> = parts[2].split(['!', ':']).map(str::to_owned).collect();
            let place = numbers.below(3);
            let new = [sender.to_string(), channel.to_string(), message.as_str()?.to_owned()];
            send[place].clone_from(&new[place]);
            parts[2] = format!("{}!{}:{}", send[0], send[1], send[2]);
            Some(())
        })
    }),
    ("nothing chosen", |_, certificate, numbers| {
        change_chosen(certificate, numbers, |parts, _| {
            parts.truncate(2);
            Some(())
        })
    }),
    ("listed participant", |system, certificate, numbers| {
        let participant = numbers.below(system.automata().len()).to_string();
        change_chosen(certificate, numbers, |parts, numbers| {
            let how = numbers.below(3);
            change_items(parts, 3, ",", numbers, how, participant)
        })
    }),
    ("listed key", |system, certificate, numbers| {
        let key = any_key(system, certificate, numbers);
        change_chosen(certificate, numbers, |parts, numbers| {
            let how = numbers.below(3);
            change_items(parts, 4, ",", numbers, how, key)
        })
    }),
    ("contents state", |_, certificate, numbers| {
        certificate.get("contents")?;
        let number = numbers.below(5).to_string();
        change_part(certificate, numbers, |parts, numbers| {
            change_items(parts, 2, ",", numbers, 0, number)
        })
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
        let message = any_message(system, numbers);
        change_part(certificate, numbers, |parts, numbers| {
            let mut channels: Vec<String> = parts[1].split('#').map(str::to_owned).collect();
            let (place, how) = (numbers.below(channels.len()), numbers.below(3));
            change_items(&mut channels, place, ".", numbers, how, message.as_str()?.to_owned())?;
            parts[1] = channels.join("#");
            Some(())
        })
    }),
    ("order in a configuration", |_, certificate, numbers| {
        over(certificate, "configurations")?;
        change_part(certificate, numbers, |parts, numbers| {
            let mut channels: Vec<String> = parts[1].split('#').map(str::to_owned).collect();
            let place = numbers.below(channels.len());
            let mut messages: Vec<&str> = channels[place].split('.').collect();
            messages.reverse();
            channels[place] = messages.join(".");
            parts[1] = channels.join("#");
            Some(())
        })
    }),
    ("channel of a configuration", |_, certificate, numbers| {
        over(certificate, "configurations")?;
        change_part(certificate, numbers, |parts, numbers| {
            let mut channels: Vec<&str> = parts[1].split('#').collect();
            let (one, other) = (numbers.below(channels.len()), numbers.below(channels.len()));
            if one == other {
                channels.push("");
            } else {
                channels.swap(one, other);
            }
            parts[1] = channels.join("#");
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
    ("digest", |_, certificate, numbers| {
        change_digit(certificate.get_mut("rests_on")?.get_mut("digest")?, numbers)
    }),
    ("property it rests on", |system, certificate, numbers| {
        let (property, _) = any_property(system, numbers);
        *certificate.get_mut("rests_on")?.get_mut("property")? = json!(property);
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

/// Changes one of the states that have at least two parts.
fn change_part(
    certificate: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let states = states(certificate)?;
    let place = numbers.below(states.len());
    change_state(&mut states[place], numbers, change)
}

/// Changes one of the states in which a send is chosen.
fn change_chosen(
    certificate: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let has_chosen = |state: &&mut Value| state.as_str().is_some_and(|s| s.contains('!'));
    let mut chosen: Vec<&mut Value> = states(certificate)?.iter_mut().filter(has_chosen).collect();
    if chosen.is_empty() {
        return None;
    }
    let place = numbers.below(chosen.len());
    change_state(chosen.swap_remove(place), numbers, change)
}

fn change_state(
    state: &mut Value,
    numbers: &mut Random,
    change: impl FnOnce(&mut Vec<String>, &mut Random) -> Option<()>,
) -> Option<()> {
    let mut parts: Vec<String> = state.as_str()?.split('|').map(str::to_owned).collect();
    change(&mut parts, numbers)?;
    *state = json!(parts.join("|"));
    Some(())
}

/// Puts an item of a part in the place of another one (0), adds it (1), or takes one away (2).
fn change_items(
    parts: &mut [String],
    part: usize,
    separator: &str,
    numbers: &mut Random,
    how: usize,
    item: String,
) -> Option<()> {
    let part = parts.get_mut(part)?;
    let mut items: Vec<String> = part.split(separator).map(str::to_owned).collect();
    items.retain(|item| !item.is_empty());
    let place = numbers.below(items.len().max(1));
    match how {
        0 if !items.is_empty() => items[place] = item,
        2 if !items.is_empty() => drop(items.remove(place)),
        _ => items.insert(place, item),
    }
    *part = items.join(separator);
    Some(())
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
