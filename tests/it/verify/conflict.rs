//! Borderline violations and their cycles of conflicts.

use super::{CROSSING, assert_rejected, judge};
use verify::Verdict;

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
    assert_rejected(&judged(&[1, 0, 2, 3], 2, CYCLE), "step 3: the reception does not directly");
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
