//! Witnesses: what the last configuration of a run must show.

use super::{CROSSING, assert_rejected, judge};
use verify::Verdict;

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
    assert_rejected(
        &judged(CROSSING, "bad_states/2", SENDS, ""),
        "the last configuration does not violate",
    );
    assert_rejected(&judged(CROSSING, "bad_states/3", SENDS, ""), "the model has no bad_states/3");
    assert_rejected(&judged(CROSSING, "bad_states/0", SENDS, ""), "the model has no bad_states/0");
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
        assert!(matches!(judged(good, property, send, blame), Verdict::Rejected(_)), "{property}");
        assert_rejected(
            &judged(bad, property, send, &blame.replace("\"a\"", "\"b\"")),
            "`messages` are not those at fault",
        );
    }
    let waits = "scm t : nb_channels = 1 ; parameters : int a ; automaton p : initial : 0 \
                 state 0 : to 0 : when true , 0 ? a ;";
    let all = ",\"participants\":[\"p\"]";
    assert_eq!(judged(waits, "reception-deadlock", "", all), Verdict::Confirmed);
    assert_rejected(&judged(waits, "reception-deadlock", "", ""), "`participants` and");
    assert_rejected(&judged(&ends, "reception-deadlock", "", all), "does not violate");
    assert_rejected(&judged(&ends, "stuck(r)", "", all), "the model has no stuck(r)");
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
        "step 1 cannot be taken in 0|",
    );
}
