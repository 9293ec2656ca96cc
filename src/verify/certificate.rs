//! Certificates: sets of states that hold the initial ones, are closed, and have no state that is to be avoided.

use std::cell::RefCell;

use super::configurations::Configurations;
use super::contents::{self, Connection};
use super::evidence::{Document, required};
use super::executions::Executions;
use super::expression::reachable;
use super::safety::{Property, View, is_violated};
use super::states::invariant;
use super::system::{Participant, Specification, System};
use super::{Outcome, Subject, ensure, reject, unsupported};

/// Checks all `certificates`, and those of `others` on which they rest.
pub(super) fn check_all(
    certificates: &[&Document<'_>],
    others: &[Document<'_>],
    subject: &Subject<'_>,
) -> Outcome {
    let is_base = |one: &Document<'_>, base: &Document<'_>| {
        (&one.schema, &one.rests_on, &one.channels, &one.sha256)
            == (&base.schema, &base.property, &base.channels, &base.sha256)
    };
    for one in certificates.iter().filter(|one| one.rests_on.is_some()) {
        let mut all = certificates.iter().copied().chain(others);
        let is_there = all.any(|base| is_base(one, base));
        ensure(is_there, || "the certificate that it rests on is not given".to_owned())?;
    }
    let bases = others.iter().filter(|base| certificates.iter().any(|one| is_base(one, base)));
    certificates.iter().copied().chain(bases).try_for_each(|one| check(one, subject))
}

/// Says whether a certificate claims that the system of a piece of evidence is RSC.
pub(super) fn says_rsc(certificate: &Document<'_>, of: &Document<'_>) -> bool {
    certificate.schema.as_deref() == Some("scm-check/certificate")
        && certificate.property.as_deref() == Some("rsc")
        && (&certificate.channels, &certificate.sha256) == (&of.channels, &of.sha256)
}

/// Checks one certificate, without what it rests on.
pub(super) fn check(document: &Document<'_>, subject: &Subject<'_>) -> Outcome {
    let (system, None) = &subject.system(document)? else {
        return unsupported("a certificate about a choreography");
    };
    let form = required(document.form.as_deref(), "form")?;
    if form != "explicit" {
        return unsupported(format!("a certificate of form {form}"));
    }
    let name = required(document.property.as_deref(), "property")?;
    let over = required(document.over.as_deref(), "over")?;
    let states = required(document.states.as_deref(), "states")?;
    required(document.items.as_ref(), "items")?;
    let rests = document.rests_on.as_deref();
    ensure(matches!(rests, None | Some("rsc")), || "it rests on something else".to_owned())?;
    match (over, Property::named(name, system)?) {
        ("rsc-executions", Property::Rsc) => {
            let executions = Executions::new(system, true, &[], &[])?;
            let is_bad = |_, row: &[u32]| executions.closes(row);
            invariant(&executions, document, is_bad, |_| false, |_| Ok(()))
        }
        ("configurations", property) if property != Property::Rsc => {
            Configurations::new(system).check(property, document)
        }
        ("rsc-executions", _) if rests.is_none() && !states.is_empty() => {
            reject("a certificate that lists states of RSC executions must rest on rsc")
        }
        ("rsc-executions", Property::BadStates(i)) => check_bad(document, system, i),
        ("rsc-executions", kind) if kind.is_linear() => check_linear(document, system, kind),
        _ => unsupported(format!("a certificate of {name} over {over}")),
    }
}

/// Checks that no bad state is reached.
///
/// A state is bad if internal steps lead all participants to where they are named, and the contents connect.
/// It is without hope if some participant cannot get there by itself, whatever it is sent, or if the contents
/// will not connect, whatever is sent to the channels. What follows a state without hope is without hope, so
/// that none of them need be listed. Without rsc to rest on, the initial states must be without hope.
fn check_bad(document: &Document<'_>, system: &System, specification: usize) -> Outcome {
    let Specification { control, contents } = &system.specifications[specification];
    let automata = &contents::read(&document.contents, system)?;
    let executions = Executions::new(system, false, automata, &[])?;
    let (mut rests, mut hope) = (Vec::new(), Vec::new());
    for (p, Participant { states, .. }) in system.participants.iter().enumerate() {
        let named = |at: &usize| control.get(&p).is_none_or(|named| named.contains(at));
        rests.push(executions.rests[p].iter().map(|rest| rest.iter().any(named)).collect());
        let mut before = vec![Vec::new(); states.len()];
        for (from, state) in states.iter().enumerate() {
            state.transitions.iter().for_each(|by| before[by.to].push(from));
        }
        let hopeful = reachable((0..states.len()).filter(named), |at| before[at].iter().copied());
        hope.push((0..states.len()).map(|at| hopeful.contains(&at)).collect());
    }
    let found = RefCell::default();
    let connection = contents.as_ref().map(|nfa| Connection { system, nfa, automata, found });
    let is = |state: &[u32], is: &[Vec<bool>], later| {
        let connects = |all: &Connection<'_>| all.connects(executions.contents(state), later);
        let everybody = is.iter().zip(state).all(|(is, local)| is[*local as usize]);
        everybody && connection.as_ref().is_none_or(connects)
    };
    let is_bad = |_, state: &[u32]| is(state, &rests, false);
    invariant(&executions, document, is_bad, |state| !is(state, &hope, true), |_| Ok(()))
}

/// Checks that no state violates a linear property, by any combination of internal steps.
///
/// Without rsc to rest on, it must not be violated wherever the participants are and whatever the channels hold.
fn check_linear(document: &Document<'_>, system: &System, property: Property) -> Outcome {
    let are_fifo = document.oldest.iter().all(|channel| system.bags.get(*channel) == Some(&false));
    ensure(are_fifo, || "`oldest` has a number that is no FIFO channel".to_owned())?;
    if document.rests_on.is_none() {
        let view = |sent: &Vec<usize>| View { empty: true, heads: sent.clone() };
        let views: Vec<View> = system.sent.iter().map(view).collect();
        let all = |p: &Participant| (0..p.states.len()).collect();
        let locals: Vec<Vec<usize>> = system.participants.iter().map(all).collect();
        let is_safe = !is_violated(system, property, &locals, &views);
        return ensure(is_safe, || "some states and contents violate the property".to_owned());
    }
    let executions = Executions::new(system, false, &[], &document.oldest)?;
    let mut views = vec![View::default(); system.bags.len()];
    let is_bad = |_, state: &[u32]| {
        executions.look(state, &mut views);
        let locals = executions.rests.iter().zip(state);
        let locals: Vec<&[usize]> = locals.map(|(rests, at)| &rests[*at as usize][..]).collect();
        is_violated(system, property, &locals, &views)
    };
    invariant(&executions, document, is_bad, |_| false, |_| Ok(()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{CROSSING, STREAM, assert_rejected, hex, judge, listed};
    use super::super::{Verdict, verify};

    const RSC: &str = "0.0| 0.0|0 0.0|0,0!0:a 0.0|0,0!0:a,+0";

    /// Returns the fields of a certificate; `states` are as the checker shows them, with a space between them.
    fn fields(property: &str, over: &str, states: &str, more: &str) -> String {
        let (items, texts) = listed(states.split(' ').filter(|_| !states.is_empty()));
        format!(
            "\"form\":\"explicit\",\"property\":\"{property}\",\"over\":\"{over}\",\
             \"items\":{items:?},\"states\":{texts:?}{more}"
        )
    }

    fn rsc(states: &str) -> Verdict {
        judge(STREAM, "certificate", &fields("rsc", "rsc-executions", states, ""))
    }

    /// Judges a certificate about the stream that rests on the one of rsc.
    fn resting(property: &str, states: &str, more: &str, base: &str) -> Verdict {
        let sha256 = hex(STREAM);
        let whole = |fields: String| {
            format!(
                "{{\"schema\":\"scm-check/certificate\",\"schema_version\":1,\"channels\":\"as written\",\
                 \"sha256\":\"{sha256}\",{fields}}}"
            )
        };
        let rests = format!("{more},\"rests_on\":\"rsc\"");
        let upper = whole(fields(property, "rsc-executions", states, &rests));
        let lower = whole(fields("rsc", "rsc-executions", base, ""));
        let apart = verify(upper.as_bytes(), STREAM.as_bytes(), Some(lower.as_bytes()));
        let together = verify(format!("[{upper},{lower}]").as_bytes(), STREAM.as_bytes(), None);
        assert_eq!(
            apart == Verdict::Confirmed,
            together == Verdict::Confirmed,
            "{apart:?} {together:?}"
        );
        assert_rejected(&verify(upper.as_bytes(), STREAM.as_bytes(), None), "");
        apart
    }

    #[test]
    fn rsc_is_shown_by_a_closed_set() {
        assert_eq!(rsc(RSC), Verdict::Confirmed);
        assert_rejected(&rsc(""), "the initial state 0.0| is not listed");
        assert_rejected(&rsc("0.0|"), "state 1 (0.0|) has the successor 0.0|0 by p, which");
        assert_rejected(&rsc("0.0| 0.0|0"), "(0.0|) has the successor 0.0|0,0!0:a by p, which");
        assert_rejected(&rsc(&format!("{RSC} 0.0|")), "state 5 (0.0|) is listed twice");
        assert_rejected(&rsc(&format!("{RSC} 0.0|+0,0")), "is one that must not be reached");
        assert_rejected(&rsc(&format!("{RSC} 0.0|0,0!0:a,+0,+1")), "must not be reached");
        let table = fields("rsc", "rsc-executions", RSC, "").replace("+0", "*0");
        assert_rejected(&judge(STREAM, "certificate", &table), "`items` has what no state has");
    }

    #[test]
    fn a_state_is_read_in_one_way() {
        let with = |state: &str| {
            let good = fields("rsc", "rsc-executions", RSC, "");
            let states = good.replace("\"states\":[", &format!("\"states\":[\"{state}\","));
            assert_ne!(states, good);
            judge(STREAM, "certificate", &states)
        };
        for state in [
            "",
            "0",
            "0  ",
            "0 0 ",
            " 0 0",
            "0 1",
            "0 00",
            "00 0",
            "0 0 3",
            "0 0 0 0",
            "0 0 00",
            "0 0 0 ",
            "0 0 0 1 1",
            "0 0  0",
            "0.0",
            "0 -0",
            "0 +0",
            "0 \u{e9}",
            "0 99999999999999999999",
        ] {
            assert_rejected(&with(state), &format!("state 1 ({state}) is not written as"));
        }
    }

    #[test]
    fn a_violation_has_no_certificate_whatever_is_listed() {
        let closed = "0.0| 1.0|0 1.0|0,0!0:a 0.1|1 0.1|1,1!1:b 1.1|0,1 1.1|0,1,0!0:a 1.1|0,1,1!1:b 2.1|0 \
                      2.1|0,0!0:a,+0,+1 1.2|1 1.2|1,1!1:b,+0,+1";
        let verdict = judge(CROSSING, "certificate", &fields("rsc", "rsc-executions", closed, ""));
        assert_rejected(&verdict, "is one that must not be reached");
    }

    #[test]
    fn linear_properties_rest_on_rsc() {
        let states = "0.0| 0.0|0:a";
        let oldest = ",\"oldest\":[0]";
        let refuses = "unspecified-reception";
        assert_eq!(resting("progress", states, oldest, RSC), Verdict::Confirmed);
        assert_eq!(resting(refuses, "0.0| 0.0|0", "", RSC), Verdict::Confirmed);
        let verdict = resting("progress", "0.0|", oldest, RSC);
        assert_rejected(&verdict, "has the successor 0.0|0:a by p");
        assert_rejected(&resting("progress", states, "", RSC), "`items` has what no");
        assert_rejected(&resting("progress", states, ",\"oldest\":[1]", RSC), "no FIFO channel");
        assert_rejected(&resting("progress", states, oldest, "0.0|"), "which is not listed");
    }

    #[test]
    fn contents_mean_what_the_checker_finds() {
        let table = |next: &str| {
            format!(",\"contents\":[{{\"channel\":0,\"messages\":[\"a\"],\"next\":{next}}}]")
        };
        // Two messages lead to a bad configuration, and after three there is no hope of one.
        let counted = "0.0| 0.0|0,0/1 0.0|0,0/2 0.0|0,0/3";
        let verdict = resting("bad_states/1", counted, &table("[[1],[2],[3],[3]]"), RSC);
        assert_rejected(&verdict, "state 3 (0.0|0,0/2) is one that must not be reached");
        let verdict = resting("bad_states/1", "0.0| 0.0|0,0/1", &table("[[1],[1]]"), RSC);
        assert_rejected(&verdict, "must not be reached");
        for next in ["[]", "[[1]]", "[[0,0]]", "[[]]"] {
            let verdict = resting("bad_states/1", "", &table(next), RSC);
            assert_rejected(&verdict, "no automaton for what is sent to FIFO channel 0");
        }
    }

    #[test]
    fn without_rsc_only_what_nothing_can_violate_is_certified() {
        let over = "rsc-executions";
        let alone = |model: &str, property: &str, states: &str| {
            judge(model, "certificate", &fields(property, over, states, ""))
        };
        assert_eq!(alone(STREAM, "orphan-message", ""), Verdict::Confirmed);
        assert_eq!(alone(STREAM, "progress", ""), Verdict::Confirmed);
        assert_rejected(&alone(STREAM, "progress", "0.0|"), "must rest on rsc");
        assert_rejected(&alone(CROSSING, "orphan-message", ""), "violate the property");
        for model in [STREAM, CROSSING] {
            let verdict = alone(model, "bad_states/1", "");
            assert_rejected(&verdict, "the initial state 0.0| is not listed");
        }
        assert_eq!(alone(CROSSING, "bad_states/2", ""), Verdict::Confirmed);
    }

    #[test]
    fn configurations_are_listed_with_their_contents() {
        let states = "0.0| 1.0|0:a 0.1|1:b 1.1|1:b,0:a 2.1|0:a 1.2|1:b 2.2|";
        let judged = |property: &str, states: &str| {
            judge(CROSSING, "certificate", &fields(property, "configurations", states, ""))
        };
        for property in [
            "unspecified-reception",
            "progress",
            "orphan-message",
            "reception-deadlock",
            "deadlock",
            "stuck(p)",
            "stuck(q)",
            "unreceived(a)",
            "unreceived(b)",
            "bad_states/2",
        ] {
            assert_eq!(judged(property, states), Verdict::Confirmed, "{property}");
        }
        let with = |state: &str| format!("{states} {state}");
        assert_rejected(&judged("bad_states/1", states), "state 4 (1.1|0:a,1:b) is one that must");
        assert_rejected(&judged("progress", &states.replace(" 2.2|", "")), "2.2|");
        assert_rejected(&judged("orphan-message", &with("2.2|0:a")), "state 8 (2.2|0:a) is one");
        assert_rejected(&judged("stuck(q)", &with("2.1|")), "state 8 (2 1) has no continuation");
        assert_rejected(&judged("deadlock", &with("2.2|1:b")), "has no continuation");
        assert_rejected(&judged("unreceived(b)", &with("2.2|1:b")), "has no continuation");
        assert_rejected(&judged("deadlock", &with("2.2|0:b")), "`items` has what no state has");
        assert_rejected(&judged("deadlock", &with("2.2|c")), "`items` has what no state has");
    }
}
