//! Changes to a witness, one thing each. Most make it wrong, some leave it as good as it was.

use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::cfsm::{
    Direction, Label, ParticipantId, SafetyProperty, StateId, System,
};
use serde_json::{Value, json};

/// A change, by name; it says whether there was something to change.
pub(crate) type Change = (&'static str, fn(&System, &mut Value, &mut Random) -> Option<()>);

/// All changes to witnesses.
pub(crate) const WITNESS: &[Change] = &[
    ("drop a step", |_, witness, numbers| {
        let steps = items(witness, "steps")?;
        let place = place(steps, numbers)?;
        steps.remove(place);
        Some(())
    }),
    ("repeat a step", |_, witness, numbers| {
        let steps = items(witness, "steps")?;
        let place = place(steps, numbers)?;
        steps.insert(place, steps[place].clone());
        Some(())
    }),
    ("swap two steps", |_, witness, numbers| {
        let steps = items(witness, "steps")?;
        let (one, other) = (place(steps, numbers)?, place(steps, numbers)?);
        steps.swap(one, other);
        Some(())
    }),
    ("another step", |system, witness, numbers| {
        let steps = items(witness, "steps")?;
        let place = place(steps, numbers)?;
        steps[place] = any_step(system, numbers)?;
        Some(())
    }),
    ("one step more", |system, witness, numbers| {
        let step = any_step(system, numbers)?;
        let steps = items(witness, "steps")?;
        let place = numbers.below(steps.len() + 1);
        steps.insert(place, step);
        Some(())
    }),
    ("participant of a step", |system, witness, numbers| {
        *one(witness, "steps", "participant", numbers)? = any_participant(system, numbers);
        Some(())
    }),
    ("action of a step", |_, witness, numbers| {
        let action = numbers.choose(&["send", "receive", "internal", "sand"])?;
        *one(witness, "steps", "action", numbers)? = json!(action);
        Some(())
    }),
    ("channel of a step", |system, witness, numbers| {
        *one(witness, "steps", "channel", numbers)? = any_channel(system, numbers);
        Some(())
    }),
    ("message of a step", |system, witness, numbers| {
        *one(witness, "steps", "message", numbers)? = any_message(system, numbers);
        Some(())
    }),
    ("from of a step", |system, witness, numbers| {
        *one(witness, "steps", "from", numbers)? = any_state(system, numbers);
        Some(())
    }),
    ("to of a step", |system, witness, numbers| {
        *one(witness, "steps", "to", numbers)? = any_state(system, numbers);
        Some(())
    }),
    ("loss in a step", |system, witness, numbers| {
        let steps = items(witness, "steps")?;
        let losses = steps.iter_mut().filter(|step| step.get("lost").is_some());
        let mut losses: Vec<&mut Value> = losses.collect();
        if losses.is_empty() {
            return None;
        }
        let place = numbers.below(losses.len());
        let step = losses.swap_remove(place).as_object_mut()?;
        if numbers.percent(30) {
            step.remove("lost");
        } else {
            step.insert("lost".to_owned(), on_channel(system, numbers));
        }
        Some(())
    }),
    ("loss where there is none", |system, witness, numbers| {
        let steps = items(witness, "steps")?;
        let place = place(steps, numbers)?;
        steps[place]["lost"] = on_channel(system, numbers);
        Some(())
    }),
    ("initial state", |system, witness, numbers| {
        let name = any_participant(system, numbers);
        witness["initial"][name.as_str()?] = any_state(system, numbers);
        Some(())
    }),
    ("property", |system, witness, numbers| {
        witness["property"] = json!(any_property(system, numbers).0);
        Some(())
    }),
    ("kind", |system, witness, numbers| {
        witness["kind"] = json!(any_property(system, numbers).1);
        Some(())
    }),
    ("property and kind", |system, witness, numbers| {
        let (property, kind) = any_property(system, numbers);
        (witness["property"], witness["kind"]) = (json!(property), json!(kind));
        Some(())
    }),
    ("channels", |_, witness, numbers| {
        witness["channels"] = any_reading(numbers);
        Some(())
    }),
    ("communications", |_, witness, numbers| {
        witness["communications"] = json!(numbers.below(6));
        Some(())
    }),
    ("from of an edge", |_, witness, numbers| {
        *one(witness, "cycle", "from", numbers)? = json!(numbers.below(5));
        Some(())
    }),
    ("to of an edge", |_, witness, numbers| {
        *one(witness, "cycle", "to", numbers)? = json!(numbers.below(5));
        Some(())
    }),
    ("step of an edge", |_, witness, numbers| {
        let all = items(witness, "steps")?.len();
        let steps = one(witness, "cycle", "steps", numbers)?.as_array_mut()?;
        let place = place(steps, numbers)?;
        steps[place] = json!(numbers.below(all + 2));
        Some(())
    }),
    ("participant of an edge", |system, witness, numbers| {
        *one(witness, "cycle", "participant", numbers)? = any_participant(system, numbers);
        Some(())
    }),
    ("channel of an edge", |system, witness, numbers| {
        *one(witness, "cycle", "channel", numbers)? = any_channel(system, numbers);
        Some(())
    }),
    ("reason of an edge", |system, witness, numbers| {
        let cycle = items(witness, "cycle")?;
        let place = place(cycle, numbers)?;
        let edge = cycle[place].as_object_mut()?;
        if edge.remove("participant").is_some() {
            edge.insert("channel".to_owned(), any_channel(system, numbers));
        } else if edge.remove("channel").is_some() {
            edge.insert("participant".to_owned(), any_participant(system, numbers));
        }
        Some(())
    }),
    ("drop an edge", |_, witness, numbers| {
        let cycle = items(witness, "cycle")?;
        let place = place(cycle, numbers)?;
        cycle.remove(place);
        Some(())
    }),
    ("another edge first", |_, witness, numbers| {
        let cycle = items(witness, "cycle")?;
        let place = place(cycle, numbers)?;
        cycle.rotate_left(place);
        Some(())
    }),
    ("participant at fault", |system, witness, numbers| {
        change_list(witness, "participants", any_participant(system, numbers), numbers)
    }),
    ("message at fault", |system, witness, numbers| {
        change_list(witness, "messages", on_channel(system, numbers), numbers)
    }),
    ("sha256", |_, witness, numbers| change_digit(&mut witness["sha256"], numbers)),
    ("version", |_, witness, _| {
        witness["schema_version"] = json!(2);
        Some(())
    }),
    ("line", |_, witness, numbers| {
        *one(witness, "steps", "line", numbers)? = json!(numbers.below(1000));
        Some(())
    }),
    ("unknown field", |_, witness, _| {
        witness["comment"] = json!({ "steps": [] });
        Some(())
    }),
];

/// Changes to a report around a witness.
pub(crate) const REPORT: &[Change] = &[
    ("verdict of a report", |_, report, numbers| {
        let verdict = numbers.choose(&["holds", "unknown", "violated"])?;
        *result(report)?.get_mut("verdict")? = json!(verdict);
        Some(())
    }),
    ("property of a report", |system, report, numbers| {
        *result(report)?.get_mut("property")? = json!(any_property(system, numbers).0);
        Some(())
    }),
    ("channels of a report", |_, report, numbers| {
        *result(report)?.get_mut("channels")? = any_reading(numbers);
        Some(())
    }),
    ("sha256 of a report", |_, report, numbers| {
        change_digit(result(report)?.get_mut("sha256")?, numbers)
    }),
    ("witness of a report", |_, report, _| {
        *result(report)?.get_mut("witness")? = Value::Null;
        Some(())
    }),
];

/// The report that holds a witness, whole or a line of it.
pub(crate) fn report(witness: &Value, whole: bool) -> Value {
    let [sha256, property, channels] = ["sha256", "property", "channels"].map(|f| &witness[f]);
    let open = json!({ "model": "random.scm", "sha256": sha256, "property": "progress",
        "channels": channels, "verdict": "unknown", "reason": "bound", "witness": null });
    let violated = json!({ "model": "random.scm", "sha256": sha256, "property": property,
        "channels": channels, "verdict": "violated", "witness": witness });
    if whole {
        json!({ "schema": "scm-check/report", "schema_version": 1, "command": "legacy", "exit_zero": false,
            "results": [open, violated], "verdict": "violated", "exit_code": 1 })
    } else {
        violated
    }
}

fn result(report: &mut Value) -> Option<&mut Value> {
    if report.get("results").is_none() {
        return Some(report);
    }
    report.get_mut("results")?.as_array_mut()?.last_mut()
}

fn items<'v>(value: &'v mut Value, field: &str) -> Option<&'v mut Vec<Value>> {
    value.get_mut(field)?.as_array_mut()
}

fn place(items: &[Value], numbers: &mut Random) -> Option<usize> {
    (!items.is_empty()).then(|| numbers.below(items.len()))
}

/// A field of one of those items that have it.
fn one<'v>(
    value: &'v mut Value,
    list: &str,
    field: &str,
    numbers: &mut Random,
) -> Option<&'v mut Value> {
    let fields = items(value, list)?.iter_mut().filter_map(|item| item.get_mut(field));
    let mut fields: Vec<&mut Value> = fields.collect();
    (!fields.is_empty()).then(|| fields.swap_remove(numbers.below(fields.len())))
}

/// Adds an item to a list that may be absent, or takes one away, or puts it in the place of one.
fn change_list(value: &mut Value, field: &str, item: Value, numbers: &mut Random) -> Option<()> {
    if value.get(field).is_none() {
        value[field] = json!([]);
    }
    let items = items(value, field)?;
    match (place(items, numbers), numbers.below(3)) {
        (Some(place), 0) => drop(items.remove(place)),
        (Some(place), 1) => items[place] = item,
        _ => items.push(item),
    }
    Some(())
}

/// Changes a hexadecimal digit.
pub(crate) fn change_digit(value: &mut Value, numbers: &mut Random) -> Option<()> {
    let mut digits = value.as_str()?.as_bytes().to_vec();
    let place = numbers.below(digits.len());
    digits[place] = b"0123456789abcdef"[numbers.below(16)];
    *value = json!(String::from_utf8(digits).ok()?);
    Some(())
}

pub(crate) fn any_participant(system: &System, numbers: &mut Random) -> Value {
    let automaton = &system.automata().as_slice()[numbers.below(system.automata().len())];
    json!(automaton.name())
}

pub(crate) fn any_channel(system: &System, numbers: &mut Random) -> Value {
    // One that there is not, too.
    json!(numbers.below(system.channels().len() + 1))
}

pub(crate) fn any_message(system: &System, numbers: &mut Random) -> Value {
    json!(system.messages().as_slice()[numbers.below(system.messages().len())].name)
}

pub(crate) fn any_state(system: &System, numbers: &mut Random) -> Value {
    let automaton = &system.automata().as_slice()[numbers.below(system.automata().len())];
    json!(automaton.states()[StateId::from_index(numbers.below(automaton.states().len()))])
}

pub(crate) fn any_reading(numbers: &mut Random) -> Value {
    json!(["as written", "fifo", "bag"][numbers.below(3)])
}

fn on_channel(system: &System, numbers: &mut Random) -> Value {
    json!({ "channel": any_channel(system, numbers), "message": any_message(system, numbers) })
}

/// A property, and the kind of its witnesses.
pub(crate) fn any_property(system: &System, numbers: &mut Random) -> (String, &'static str) {
    let safety = SafetyProperty::all(system);
    match numbers.below(safety.len() + 4) {
        0 => ("rsc".to_owned(), "borderline-violation"),
        number @ 1..=3 => (format!("bad_states/{number}"), "bad-configuration"),
        number => (safety[number - 4].name(system), safety[number - 4].kind_name()),
    }
}

/// A step by any transition.
fn any_step(system: &System, numbers: &mut Random) -> Option<Value> {
    let participant = ParticipantId::from_index(numbers.below(system.automata().len()));
    let automaton = &system.automata()[participant];
    let transitions = automaton.transitions().as_slice();
    if transitions.is_empty() {
        return None;
    }
    let transition = transitions[numbers.below(transitions.len())];
    let names = automaton.states();
    let mut step = json!({
        "participant": automaton.name(),
        "action": "internal",
        "from": names[transition.source],
        "to": names[transition.target],
    });
    let content = |label: Label| match label {
        Label::Action(direction, channel, message) => {
            let message = &system.messages()[message].name;
            Some((direction, json!(channel.index()), json!(message)))
        }
        Label::Internal => None,
    };
    if let Some((direction, channel, message)) = content(transition.label) {
        step["action"] = json!(if direction == Direction::Send { "send" } else { "receive" });
        (step["channel"], step["message"]) = (channel, message);
    }
    if let Some(send) = transition.loss_of
        && let Some((_, channel, message)) = content(automaton.transitions()[send].label)
    {
        step["lost"] = json!({ "channel": channel, "message": message });
    }
    Some(step)
}
