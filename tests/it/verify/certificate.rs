//! Certificates: what they must list, and how.

use super::{CROSSING, STREAM, assert_rejected, hex, judge, listed};
use verify::{Verdict, verify};

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
