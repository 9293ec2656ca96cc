//! Borderline violations: an RSC execution, and a reception that closes a cycle of conflicts.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::evidence::Edge;
use super::run::{Action, Run};
use super::system::{Place, System};
use super::{Outcome, reject};

/// Fails unless the run is a borderline violation and `cycle` shows the cycle of its conflict graph.
pub(super) fn check(run: &Run, cycle: Option<&Vec<Edge>>, system: &System) -> Outcome {
    let Some((last, before)) = run.actions.split_last() else {
        return reject("the run has no action");
    };
    if last.is_send || last.step + 1 != run.steps {
        return reject("the last step is no reception");
    }
    for (i, action) in before.iter().enumerate() {
        let sent = i.checked_sub(1).map(|i| before[i]);
        let at_once =
            sent.is_some_and(|sent| sent.is_send && sent.communication == action.communication);
        if !action.is_send && !at_once {
            return reject(format!(
                "step {}: the reception does not directly follow its send",
                action.step + 1
            ));
        }
    }
    if !is_cyclic(run, system) {
        return reject("the conflict graph has no cycle");
    }
    let cycle = cycle.map_or(&[][..], Vec::as_slice);
    if cycle.is_empty() {
        return reject("`cycle` is empty");
    }
    let mut seen = BTreeSet::new();
    for (i, edge) in cycle.iter().enumerate() {
        let next = &cycle[(i + 1) % cycle.len()];
        if edge.to != next.from || !seen.insert(edge.from) {
            return reject(format!("`cycle`: edge {} does not go on with the next one", i + 1));
        }
        genuine(edge, run, system)
            .or_else(|why| reject(format!("`cycle`: edge {}: {why}", i + 1)))?;
    }
    Ok(())
}

/// Returns what orders two sends, or two receptions, of a channel: the channel, or the message in a bag.
fn key(place: Place, system: &System) -> (usize, Option<usize>) {
    (place.channel, system.bags[place.channel].then_some(place.message))
}

/// Fails, saying why, unless the two steps of the edge do not commute for the reason that it names.
fn genuine(edge: &Edge, run: &Run, system: &System) -> Result<(), String> {
    let action = |step: usize| -> Result<&Action, String> {
        let at = run.actions.binary_search_by(|action| (action.step + 1).cmp(&step));
        at.map(|at| &run.actions[at]).map_err(|_| format!("step {step} is no action"))
    };
    let (first, second) = (action(edge.steps[0])?, action(edge.steps[1])?);
    for (action, communication) in [(first, edge.from), (second, edge.to)] {
        if action.communication + 1 != communication {
            return Err(format!(
                "step {} is not of communication {communication}",
                action.step + 1
            ));
        }
    }
    if edge.from == edge.to || first.step >= second.step {
        return Err("it does not lead to a later action of another communication".to_owned());
    }
    let holds = match (&edge.participant, edge.channel) {
        (Some(name), None) => {
            first.participant == second.participant
                && system.participant(name) == Some(first.participant)
        }
        (None, Some(channel)) => {
            first.is_send == second.is_send
                && key(first.place, system) == key(second.place, system)
                && first.place.channel == channel
        }
        _ => return Err("it names not exactly one of participant and channel".to_owned()),
    };
    if holds { Ok(()) } else { Err("its actions commute".to_owned()) }
}

/// Decides whether the conflict graph has a cycle.
///
/// Of the actions that a participant or an end of a channel orders, only neighbours are joined: the graph has
/// the same paths.
fn is_cyclic(run: &Run, system: &System) -> bool {
    let mut last_of = FxHashMap::default();
    let mut later = vec![Vec::new(); run.communications];
    let mut open = vec![0_usize; run.communications];
    for action in &run.actions {
        let (channel, message) = key(action.place, system);
        let orders =
            [(0, action.participant, None), (1 + usize::from(action.is_send), channel, message)];
        for order in orders {
            if let Some(before) = last_of.insert(order, action.communication)
                && before != action.communication
            {
                later[before].push(action.communication);
                open[action.communication] += 1;
            }
        }
    }
    let mut free: Vec<usize> = (0..run.communications).filter(|c| open[*c] == 0).collect();
    let mut sorted = 0;
    while let Some(communication) = free.pop() {
        sorted += 1;
        for &next in &later[communication] {
            open[next] -= 1;
            if open[next] == 0 {
                free.push(next);
            }
        }
    }
    sorted < run.communications
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
        assert_rejected(&judged(&[0, 1, 2, 3], 3, CYCLE), "there are 2 communications, not 3");
        assert_rejected(&judged(&[0, 1, 2], 2, CYCLE), "the conflict graph has no cycle");
        assert_rejected(&judged(&[0, 1], 2, CYCLE), "the last step is no reception");
        assert_rejected(&judged(&[], 0, CYCLE), "the run has no action");
        assert_rejected(
            &judged(&[1, 0, 2, 3], 2, CYCLE),
            "step 3: the reception does not directly",
        );
        assert_rejected(&judged(&[0, 2], 1, CYCLE), "step 2: p cannot receive b from channel 1");
        assert_rejected(&judged(&[0, 0], 2, CYCLE), "step 2: p is in state 1, not in 0");
    }

    #[test]
    fn a_cycle_must_be_genuine() {
        for (cycle, why) in [
            ("", "`cycle` is empty"),
            (&CYCLE.replace("[1,3]", "[1,2]"), "edge 1: its actions commute"),
            (&CYCLE.replace("[1,3]", "[3,1]"), "edge 1: step 3 is not of communication 1"),
            (&CYCLE.replace("[1,3]", "[1,9]"), "edge 1: step 9 is no action"),
            (
                &CYCLE.replace("\"participant\":\"p\"", "\"channel\":0"),
                "edge 1: its actions commute",
            ),
            (&CYCLE.replace("\"participant\":\"p\",", ""), "not exactly one"),
            (&CYCLE.replace("\"from\":2", "\"from\":1"), "edge 1 does not go on"),
        ] {
            assert_rejected(&judged(&[0, 1, 2, 3], 2, cycle), why);
        }
    }
}
