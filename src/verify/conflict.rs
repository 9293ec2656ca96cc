//! Borderline violations: an RSC execution, and a reception that closes a cycle of conflicts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::evidence::Item;
use super::run::{Action, Run, ensure_rsc};
use super::system::System;
use super::{Outcome, ensure, reject};

/// Fails unless the run is a borderline violation and `cycle` is a cycle of its conflict graph.
///
/// Only the cycle that is given is looked at: if it is one, the graph is cyclic.
pub(super) fn check(run: &Run, cycle: &[Item], system: &System) -> Outcome {
    let Some((_, before)) = run.actions.split_last().filter(|(last, _)| !last.is_send) else {
        return reject("the last action is no reception");
    };
    ensure_rsc(before)?;
    ensure(!cycle.is_empty(), || "`cycle` is empty".to_owned())?;
    let mut passed = BTreeSet::new();
    for (edge, n) in cycle.iter().zip(1..) {
        let action = |step: usize, communication: &Value| {
            let at = run.actions.binary_search_by_key(&step, |action| action.step).ok()?;
            Some(&run.actions[at]).filter(|action| *communication == action.communication)
        };
        let actions = action(edge.steps[0], &edge.from).zip(action(edge.steps[1], &edge.to));
        let goes_on = edge.to == cycle[n % cycle.len()].from;
        let is_edge = actions.is_some_and(|(one, other)| {
            one.step < other.step
                && one.communication != other.communication
                && conflict(edge, one, other, system)
                && passed.insert(one.communication)
        });
        let why = || format!("`cycle`: edge {n} is none of a cycle of conflicts");
        ensure(is_edge && goes_on, why)?;
    }
    Ok(())
}

/// Says whether two actions do not commute for the one reason that the edge names.
fn conflict(edge: &Item, one: &Action, other: &Action, system: &System) -> bool {
    let participant = &system.participants[one.participant].name;
    match (&edge.participant, &edge.channel) {
        (Some(name), Value::Null) => one.participant == other.participant && name == participant,
        (None, channel) => {
            (one.is_send, one.key) == (other.is_send, other.key)
                && system.channels[one.key.0] == *channel
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::super::tests::{CROSSING, assert_rejected, judge};

    const STEPS: [&str; 4] = [
        r#"{"participant":"p","action":"send","channel":0,"message":"a","from":"0","to":"1"}"#,
        r#"{"participant":"q","action":"send","channel":1,"message":"b","from":"0","to":"1"}"#,
        r#"{"participant":"p","action":"receive","channel":1,"message":"b","from":"1","to":"2"}"#,
        r#"{"participant":"q","action":"receive","channel":0,"message":"a","from":"1","to":"2"}"#,
    ];
    const CYCLE: &str = r#"{"from":1,"to":2,"participant":"p","steps":[1,3]},{"from":2,"to":1,"participant":"q","steps":[2,4]}"#;

    fn judged(steps: &[usize], communications: usize, cycle: &str) -> Verdict {
        let steps: Vec<&str> = steps.iter().map(|i| STEPS[*i]).collect();
        let fields = format!(
            "\"kind\":\"borderline-violation\",\"property\":\"rsc\",\"communications\":{communications},\
             \"initial\":{{\"p\":\"0\",\"q\":\"0\"}},\"steps\":[{}],\"cycle\":[{cycle}]",
            steps.join(",")
        );
        judge(CROSSING, "witness", &fields)
    }

    #[test]
    fn a_borderline_violation_is_confirmed() {
        assert_eq!(judged(&[0, 1, 2, 3], 2, CYCLE), Verdict::Confirmed);
    }

    #[test]
    fn what_is_none_is_rejected() {
        assert_rejected(&judged(&[0, 1, 2, 3], 3, CYCLE), "there are 2 communications");
        assert_rejected(&judged(&[0, 1, 2], 2, CYCLE), "edge 2 is none of a cycle");
        assert_rejected(&judged(&[0, 1], 2, CYCLE), "the last action is no reception");
        assert_rejected(&judged(&[], 0, CYCLE), "the last action is no reception");
        assert_rejected(
            &judged(&[1, 0, 2, 3], 2, CYCLE),
            "step 3: the reception does not directly",
        );
        assert_rejected(&judged(&[0, 2], 1, CYCLE), "step 2 cannot be taken in 1.0|0:a");
        assert_rejected(&judged(&[0, 0], 2, CYCLE), "step 2 cannot be taken in 1.0|0:a");
    }

    #[test]
    fn a_cycle_must_be_genuine() {
        assert_rejected(&judged(&[0, 1, 2, 3], 2, ""), "`cycle` is empty");
        for (genuine, other) in [
            ("[1,3]", "[1,2]"),
            ("[1,3]", "[3,1]"),
            ("[1,3]", "[1,9]"),
            ("\"participant\":\"p\"", "\"channel\":0"),
            ("\"participant\":\"p\",", ""),
            ("\"from\":2", "\"from\":1"),
        ] {
            let cycle = CYCLE.replace(genuine, other);
            assert_rejected(&judged(&[0, 1, 2, 3], 2, &cycle), "edge 1 is none of a cycle");
        }
    }
}
