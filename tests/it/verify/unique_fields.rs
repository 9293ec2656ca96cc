//! Evidence in which a field stands twice.

use std::collections::BTreeMap;

use serde_json::Value;
use verify::{Verdict, verify};

use crate::support::sessions::{CROSSING, Called, ENGINES, Given, STREAM, UNREAD, confirmations};
use crate::support::witness_changes::report;

/// Writes JSON, with the field twice that `left` others come before.
fn write(value: &Value, left: &mut usize, text: &mut String) {
    match value {
        Value::Object(fields) => {
            text.push('{');
            let mut separator = "";
            for (name, field) in fields {
                let is_doubled = *left == 0;
                *left = left.wrapping_sub(1);
                let name = Value::from(name.as_str()).to_string();
                text.extend([separator, &name, ":"]);
                separator = ",";
                write(field, left, text);
                if is_doubled {
                    text.extend([",", &name, ":", &field.to_string()]);
                }
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { "," });
                write(item, left, text);
            }
            text.push(']');
        }
        other => *text += &other.to_string(),
    }
}

/// Returns the number of fields.
fn fields(value: &Value) -> usize {
    match value {
        Value::Object(all) => all.len() + all.values().map(fields).sum::<usize>(),
        Value::Array(all) => all.iter().map(fields).sum(),
        _ => 0,
    }
}

/// Returns confirmed evidence by its form: one witness or certificate of each, and a report with that in it.
fn evidence() -> BTreeMap<String, Given> {
    let checker = Called::default();
    for text in [STREAM, UNREAD, CROSSING] {
        for engine in ENGINES {
            confirmations(&checker, text, None, engine);
        }
    }
    let given = checker.0.into_inner().unwrap();
    let mut all = BTreeMap::new();
    for one in given.into_iter().filter(|one| one.said == Verdict::Confirmed) {
        let value: Value = serde_json::from_slice(&one.evidence).unwrap();
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let name = [text("kind"), text("form"), text("over"), text("rests_on")].join(" ");
        if value["steps"].is_array() {
            let evidence = report(&value, true).to_string().into();
            let (text, said) = (one.text.clone(), Verdict::Confirmed);
            let report = Given { evidence, text, membership: one.membership.clone(), said };
            all.entry(format!("{name} in a report")).or_insert(report);
        }
        all.entry(name).or_insert(one);
    }
    all
}

#[test]
fn no_field_may_stand_twice() {
    let all = evidence();
    for form in ["explicit rsc-executions", "languages", "persistent", "upward", "linear"] {
        assert!(all.keys().any(|name| name.contains(form)), "{form}: {:?}", all.keys());
    }
    for (name, Given { evidence, text, membership, .. }) in &all {
        let value: Value = serde_json::from_slice(evidence).unwrap();
        let written = |mut left: usize| {
            let mut doubled = String::new();
            write(&value, &mut left, &mut doubled);
            verify(doubled.as_bytes(), text, membership.as_deref())
        };
        let count = fields(&value);
        assert_eq!(written(count), Verdict::Confirmed, "{name}");
        for place in 0..count {
            let verdict = written(place);
            let is_refused = matches!(verdict, Verdict::Rejected(_) | Verdict::Unsupported(_));
            assert!(is_refused, "{name}, field {place}: {verdict:?}");
        }
    }
}

#[test]
fn a_field_may_not_stand_twice_in_other_spellings_or_behind_what_is_not_read() {
    let given = evidence().into_values().find(|one| one.membership.is_none()).unwrap();
    let text = String::from_utf8(given.evidence).unwrap();
    let object = text.trim_start().strip_prefix('{').unwrap();
    for (fields, is_confirmed) in [
        (r#""note":{"a":"\\\"{","b":"}"}, "#, true),
        (r#""schem\u0061":"scm-check/witness","#, false),
        (r#""note":{"a" : 1,"a"	: 1},"#, false),
        (r#""note":["\ud800",{"a":1,"a":1}],"#, false),
        (r#""note":"\ud800","#, false),
    ] {
        let changed = format!("{{{fields}{object}");
        let verdict = verify(changed.as_bytes(), &given.text, None);
        assert_eq!(verdict == Verdict::Confirmed, is_confirmed, "{fields}: {verdict:?}");
    }
}
