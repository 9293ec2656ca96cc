//! Witnesses: a run, and what its last configuration shows.

use std::collections::BTreeSet;

use super::configurations::{Goal, never};
use super::evidence::{Document, required};
use super::run::{Run, place, replay};
use super::safety::{Property, faults, is_violated, views};
use super::system::{Specification, System};
use super::{Outcome, Subject, conflict, reject, unsupported};

/// Checks a result of a report; returns how many witnesses it has.
pub(super) fn check_result(result: &Document<'_>, subject: &Subject) -> Outcome<usize> {
    let Some(witness) = &result.witness else {
        return Ok(0);
    };
    let verdict = required(result.verdict.as_deref(), "verdict")?;
    if verdict != "violated" {
        return reject(format!("there is a witness, but the verdict is {verdict:?}"));
    }
    for (field, stated, shown) in [
        ("property", &result.property, &witness.property),
        ("channels", &result.channels, &witness.channels),
        ("sha256", &result.sha256, &witness.sha256),
    ] {
        if required(stated.as_ref(), field)? != required(shown.as_ref(), field)? {
            return reject(format!("the result and its witness have different `{field}`"));
        }
    }
    check(witness, subject)?;
    Ok(1)
}

/// Checks a witness.
pub(super) fn check(document: &Document<'_>, subject: &Subject) -> Outcome {
    let system = subject.system(document)?;
    let property = required(document.property.as_deref(), "property")?;
    let kind = required(document.kind.as_deref(), "kind")?;
    let run = replay(document, &system)?;
    let stated = required(document.communications, "communications")?;
    if stated != run.communications {
        return reject(format!("there are {} communications, not {stated}", run.communications));
    }
    let cycle = document.cycle.as_ref();
    if kind != "borderline-violation" && cycle.is_some_and(|cycle| !cycle.is_empty()) {
        return reject("`cycle` in a witness that is no borderline violation");
    }
    match kind {
        "borderline-violation" if property == "rsc" => {
            conflict::check(&run, cycle, &system)?;
            blames(document, &system, &[<_>::default()])
        }
        "bad-configuration" if property.starts_with("bad_states/") => {
            if !is_bad(specification(&system, property)?, &run, &system) {
                return reject(format!("the last configuration is not in {property}"));
            }
            blames(document, &system, &[<_>::default()])
        }
        _ => match Property::named(property, &system) {
            Some(found) if property.split('(').next() == Some(kind) => {
                safety(document, &system, found, &run)
            }
            Some(_) => reject(format!("a witness of kind {kind} is none of {property}")),
            None if ["borderline-violation", "bad-configuration"].contains(&kind) => {
                reject(format!("a witness of kind {kind} is none of {property}"))
            }
            None if property.contains('(') => reject(format!("there is no property {property}")),
            None => unsupported(format!("a witness of kind {kind}, property {property}")),
        },
    }
}

/// Finds the specification that a property `bad_states/N` names.
pub(super) fn specification<'a>(system: &'a System, property: &str) -> Outcome<&'a Specification> {
    let number = property.strip_prefix("bad_states/").and_then(super::system::number);
    let index = number.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
    let found = index.and_then(|index| system.specifications.get(index));
    found.map_or_else(|| reject(format!("the model has no {property}")), Ok)
}

fn is_bad(specification: &Specification, run: &Run, system: &System) -> bool {
    let mut named = specification.control.iter().zip(&run.control);
    named.all(|(named, local)| named.as_ref().is_none_or(|named| named.contains(local)))
        && specification
            .contents
            .as_ref()
            .is_none_or(|contents| contents.accepts(&system.bags, &run.contents))
}

fn safety(document: &Document<'_>, system: &System, property: Property, run: &Run) -> Outcome {
    let views = views(system, &run.contents);
    let candidates: Vec<&[usize]> = run.control.iter().map(std::slice::from_ref).collect();
    if property.is_linear() && !is_violated(system, property, &candidates, &views)? {
        return reject("the last configuration does not violate the property");
    }
    blames(document, system, &faults(system, property, &run.control, &views))?;
    let goal = match property {
        Property::Deadlock => Goal::AllEmpty,
        Property::Stuck(p) => Goal::Receives(p),
        Property::Unreceived(_) => {
            let held = required(document.messages.as_ref().and_then(|m| m.first()), "messages")?;
            Goal::Taken(place(system, held)?)
        }
        _ => return Ok(()),
    };
    never(system, &run.control, &run.contents, goal)
}

/// Fails unless the witness names as participants and messages at fault one of `possible`.
fn blames(document: &Document<'_>, system: &System, possible: &[super::safety::Fault]) -> Outcome {
    let mut participants = BTreeSet::new();
    for name in document.participants.iter().flatten() {
        match system.participant(name) {
            Some(p) => participants.insert(p),
            None => return reject(format!("`participants`: the model has no participant {name}")),
        };
    }
    let messages = document.messages.iter().flatten().map(|held| place(system, held));
    let messages = messages.collect::<Outcome<BTreeSet<_>>>()?;
    if possible.iter().any(|(who, _)| *who == participants) {
        if possible.contains(&(participants, messages)) {
            return Ok(());
        }
        return reject("`messages` are not those at fault in the last configuration");
    }
    reject("`participants` are not those at fault in the last configuration")
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::super::tests::{CROSSING, assert_rejected, judge};

    const SENDS: &str = r#"{"participant":"p","action":"send","channel":0,"message":"a","from":"0","to":"1"},
        {"participant":"q","action":"send","channel":1,"message":"b","from":"0","to":"1"}"#;

    /// What p does alone: it takes a message that nobody else understands, or nothing.
    fn lonely(state: &str) -> String {
        format!(
            "scm t : nb_channels = 1 ; parameters : int a ; int b ; automaton p : initial : 0 \
             state 0 : to 1 : when true , 0 ! a ; to 3 : when true ; state 1 : {state} state 2 : state 3 :"
        )
    }

    fn judged(model: &str, property: &str, steps: &str, blame: &str) -> Verdict {
        let kind = match property.split(['(', '/']).next() {
            Some("bad_states") => "bad-configuration",
            kind => kind.unwrap(),
        };
        let initial =
            if model.contains("automaton q") { r#"{"p":"0","q":"0"}"# } else { r#"{"p":"0"}"# };
        let sends = steps.matches("\"send\"").count();
        let fields = format!(
            "\"kind\":\"{kind}\",\"property\":\"{property}\",\"communications\":{sends},\
             \"initial\":{initial},\"steps\":[{steps}]{blame}"
        );
        judge(model, "witness", &fields)
    }

    #[test]
    fn bad_configurations_are_matched() {
        assert_eq!(judged(CROSSING, "bad_states/1", SENDS, ""), Verdict::Confirmed);
        assert_rejected(&judged(CROSSING, "bad_states/2", SENDS, ""), "is not in bad_states/2");
        assert_rejected(
            &judged(CROSSING, "bad_states/3", SENDS, ""),
            "the model has no bad_states/3",
        );
        assert_rejected(
            &judged(CROSSING, "bad_states/0", SENDS, ""),
            "the model has no bad_states/0",
        );
        assert_rejected(
            &judged(CROSSING, "bad_states/1", SENDS, ",\"participants\":[\"p\"]"),
            "`participants`",
        );
    }

    #[test]
    fn each_property_is_evaluated_on_the_last_configuration() {
        let send = SENDS.split(",\n").next().unwrap();
        let held = ",\"messages\":[{\"channel\":0,\"message\":\"a\"}]";
        let both = ",\"participants\":[\"p\"],\"messages\":[{\"channel\":0,\"message\":\"a\"}]";
        let other = lonely("to 2 : when true , 0 ? b ;");
        let takes = lonely("to 2 : when true , 0 ? a ;");
        let ends = lonely("");
        for (property, bad, blame, good) in [
            ("unspecified-reception", &other, both, &takes),
            ("progress", &other, both, &takes),
            ("orphan-message", &ends, held, &takes),
            ("deadlock", &other, held, &takes),
            ("stuck(p)", &other, both, &takes),
            ("unreceived(a)", &other, held, &takes),
        ] {
            assert_eq!(judged(bad, property, send, blame), Verdict::Confirmed, "{property}");
            assert!(
                matches!(judged(good, property, send, blame), Verdict::Rejected(_)),
                "{property}"
            );
            assert_rejected(
                &judged(bad, property, send, &blame.replace("\"a\"", "\"b\"")),
                "`messages` are not",
            );
        }
        let waits = "scm t : nb_channels = 1 ; parameters : int a ; automaton p : initial : 0 \
                     state 0 : to 0 : when true , 0 ? a ;";
        let all = ",\"participants\":[\"p\"]";
        assert_eq!(judged(waits, "reception-deadlock", "", all), Verdict::Confirmed);
        assert_rejected(&judged(waits, "reception-deadlock", "", ""), "`participants` are not");
        assert_rejected(&judged(&ends, "reception-deadlock", "", all), "does not violate");
        assert_rejected(&judged(&ends, "stuck(r)", "", all), "there is no property stuck(r)");
    }

    #[test]
    fn a_lossy_channel_has_internal_twins_that_are_named() {
        let model = "scm t : nb_channels = 1 ; lossy : 0 parameters : int a ; automaton p : initial : 0 \
                     state 0 : to 1 : when true , 0 ! a ; state 1 : to 1 : when true , 0 ? a ;";
        let step = r#"{"participant":"p","action":"internal","from":"0","to":"1","lost":{"channel":0,"message":"a"}}"#;
        let all = ",\"participants\":[\"p\"]";
        assert_eq!(judged(model, "reception-deadlock", step, all), Verdict::Confirmed);
        let unnamed = r#"{"participant":"p","action":"internal","from":"0","to":"1"}"#;
        assert_rejected(
            &judged(model, "reception-deadlock", unnamed, all),
            "cannot make such an internal step",
        );
    }
}
