//! Local states that a model declares to be final: how they are read, and what evidence shows by them.

use verify::Verdict;
use verify::scm::read;

use super::{assert_rejected, checker, hex, judge, listed};
use crate::support::program::Directory;

/// A server that waits for ever, and a client that ends; it may send what the server does not receive.
const IDLE: &str = "\
scm idle : nb_channels = 1 ; parameters : int req ; int odd ;
automaton client : initial : 0 state 0 : to 1 : when true , 0 ! req ; state 1 :
automaton server : initial : 0 state 0 : to 0 : when true , 0 ? req ;
";

/// Two participants that wait for messages that nobody sends.
const APART: &str = "\
scm apart : nb_channels = 2 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ? a ;
automaton q : initial : 0 state 0 : to 0 : when true , 1 ? a ;
";

/// Returns the model with declarations of final states.
fn with(model: &str, lines: &[&str]) -> String {
    let declared = |text: String, line: &&str| format!("//# final: {line}\n{text}");
    lines.iter().rev().fold(model.to_owned(), declared)
}

/// Judges a certificate about configurations; the states are as the checker shows them, with a space between them.
fn certificate(model: &str, form: &str, property: &str, states: &str, more: &str) -> Verdict {
    let (items, texts) = listed(states.split(' ').filter(|_| !states.is_empty()));
    let fields = format!(
        "\"form\":\"{form}\",\"property\":\"{property}\",\"over\":\"configurations\",\
         \"items\":{items:?},\"states\":{texts:?}{more}"
    );
    judge(model, "certificate", &fields)
}

#[test]
fn lines_are_read_by_participant_and_number() {
    let model = with(IDLE, &["server = 0", " client\t= 1 ,00 "]);
    let system = read(model.as_bytes()).unwrap();
    let are_final = |p: usize| -> Vec<bool> {
        system.participants[p].states.iter().map(|state| state.is_declared_final).collect()
    };
    assert_eq!((are_final(0), are_final(1)), (vec![true, true], vec![true]));
    let plain = IDLE.to_owned() + "// //# final: nobody = 9\n//# finally\n//#final: client = 0";
    let system = read(plain.as_bytes()).unwrap();
    assert!(system.participants[0].states[0].is_declared_final);
    for line in [
        "",
        "server",
        "server =",
        "server = 0,",
        "server = 0, 0",
        "server = 1",
        "server = -0",
        "server = +0",
        "server = 0 1",
        "server : 0",
        "nobody = 0",
        "= 0",
        "server, client = 0",
        "server = 0\n//# final: server = 0",
        "server = 99999999999999999999999",
    ] {
        let Err(Verdict::Unsupported(why)) = read(with(IDLE, &[line]).as_bytes()) else {
            panic!("{line} is read")
        };
        assert!(why.contains("`//# final`"), "{line}: {why}");
    }
    let Err(Verdict::Unsupported(_)) = read(format!("//# final server = 0\n{IDLE}").as_bytes())
    else {
        panic!("a line without a colon is read")
    };
}

#[test]
fn who_waits_in_a_final_state_makes_progress_and_is_not_stuck() {
    let last = with(IDLE, &["server = 0"]);
    let states = "0.0| 1.0|0:req 1.0|";
    for form in ["explicit", "persistent"] {
        assert_eq!(certificate(&last, form, "progress", states, ""), Verdict::Confirmed);
        let verdict = certificate(IDLE, form, "progress", states, "");
        assert_rejected(&verdict, "state 3 (1.0|) is one that must not be reached");
    }
    assert_eq!(certificate(&last, "explicit", "stuck(server)", states, ""), Verdict::Confirmed);
    let verdict = certificate(IDLE, "explicit", "stuck(server)", states, "");
    assert_rejected(&verdict, "state 3 (1 0) has no continuation");
    let none = ",\"invariants\":[]";
    for form in ["upward", "linear"] {
        assert_eq!(certificate(&last, form, "progress", "", none), Verdict::Confirmed, "{form}");
        let verdict = certificate(IDLE, form, "progress", "", none);
        assert_rejected(&verdict, "1.0| is bad, not excluded");
    }
    let languages = |model: &str| {
        let fields = "\"form\":\"languages\",\"property\":\"progress\",\"over\":\"configurations\",\
             \"segments\":[\"0\"],\"states\":[\"0 0 0\",\"1 0 1\"],\
             \"languages\":[{\"final\":[0],\"edges\":[]},{\"final\":[0,1],\"edges\":[[0,0,\"req\",1]]}]";
        judge(model, "certificate", fields)
    };
    assert_eq!(languages(&last), Verdict::Confirmed);
    assert_rejected(&languages(IDLE), "state 2 (1 0 1) allows a configuration that must not");
}

#[test]
fn a_way_to_a_final_state_is_a_way_out() {
    let model = "\
        scm out : nb_channels = 1 ; parameters : int a ;\n\
        automaton p : initial : 0 state 0 : to 0 : when true , 0 ? a ; to 1 : when true ; \
        state 1 : to 1 : when true , 0 ? a ;\n";
    let judged = |text: &str| certificate(text, "explicit", "stuck(p)", "0| 1|", "");
    assert_eq!(judged(&with(model, &["p = 1"])), Verdict::Confirmed);
    assert_rejected(&judged(model), "state 1 (0) has no continuation");
    assert_rejected(&judged(&with(model, &["p = 0"])), "state 2 (1) has no continuation");
}

#[test]
fn a_message_that_a_final_state_does_not_receive_is_an_orphan() {
    let odd = IDLE.replace("0 ! req", "0 ! odd");
    let last = with(&odd, &["server = 0"]);
    let states = "0.0| 1.0|0:odd";
    let judged = |model: &str, form: &str, states: &str| {
        certificate(model, form, "orphan-message", states, ",\"invariants\":[]")
    };
    for form in ["explicit", "persistent"] {
        assert_eq!(judged(&odd, form, states), Verdict::Confirmed);
        let verdict = judged(&last, form, states);
        assert_rejected(&verdict, "state 2 (1.0|0:odd) is one that must not be reached");
        // A message that it can receive is none.
        let states = "0.0| 1.0|0:req 1.0|";
        assert_eq!(judged(&with(IDLE, &["server = 0"]), form, states), Verdict::Confirmed);
    }
    for form in ["upward", "linear"] {
        assert_eq!(judged(&odd, form, ""), Verdict::Confirmed);
        assert_rejected(&judged(&last, form, ""), "1.0|0:odd is bad, not excluded");
        assert_eq!(judged(&with(IDLE, &["server = 0"]), form, ""), Verdict::Confirmed);
        // In a final state that sends nobody waits.
        let sends = with(IDLE, &["server = 0", "client = 0"]);
        assert_eq!(
            judged(&sends.replace("state 1 :\n", "state 1 : to 0 : when true ;\n"), form, ""),
            Verdict::Confirmed
        );
    }
}

#[test]
fn some_participant_of_a_reception_deadlock_is_in_no_final_state() {
    let judged = |lines: &[&str], more: &str| {
        certificate(&with(APART, lines), "explicit", "reception-deadlock", "0.0|", more)
    };
    assert_eq!(judged(&["p = 0", "q = 0"], ""), Verdict::Confirmed);
    assert_rejected(&judged(&["p = 0"], ""), "must not be reached");
    assert_rejected(&judged(&[], ""), "must not be reached");
    let upward =
        |lines: &[&str]| certificate(&with(APART, lines), "upward", "reception-deadlock", "", "");
    assert_eq!(upward(&["p = 0", "q = 0"]), Verdict::Confirmed);
    assert_rejected(&upward(&["q = 0"]), "0.0| is bad, not excluded");
    let linear = |lines: &[&str]| {
        certificate(&with(APART, lines), "linear", "reception-deadlock", "", ",\"invariants\":[]")
    };
    assert_eq!(linear(&["p = 0", "q = 0"]), Verdict::Confirmed);
    assert_rejected(&linear(&["q = 0"]), "0.0| is bad, not excluded");
}

#[test]
fn a_component_that_may_wait_for_ever_decides_nothing() {
    let judged = |model: &str, property: &str, name: &str| {
        let more = format!(",\"component\":[\"{name}\"]");
        certificate(model, "explicit", property, "0|", &more)
    };
    for property in ["reception-deadlock", "progress"] {
        // The component has the property, and the whole violates it.
        let verdict = judged(&with(APART, &["p = 0"]), property, "p");
        assert_rejected(&verdict, "`component` does not suffice");
        // Here p always has a step, although its state is final.
        let busy = APART.replacen("0 ? a", "0 ! a", 1).replacen(" , 0 ! a", "", 1);
        assert_eq!(judged(&with(&busy, &["p = 0"]), property, "p"), Verdict::Confirmed);
        assert_eq!(judged(&busy, property, "p"), Verdict::Confirmed);
    }
}

/// Returns a witness that the client sent its request and the server received it, against a property.
fn witness(model: &str, property: &str, participants: &[&str]) -> Verdict {
    let kind = property.split('(').next().unwrap();
    let third = if model.contains("third") { ",\"third\":\"0\"" } else { "" };
    let fields = format!(
        "\"property\":\"{property}\",\"kind\":\"{kind}\",\"communications\":1,\
         \"initial\":{{\"client\":\"0\",\"server\":\"0\"{third}}},\"participants\":{participants:?},\"messages\":[],\
         \"steps\":[{{\"participant\":\"client\",\"action\":\"send\",\"channel\":0,\"message\":\"req\",\
         \"from\":\"0\",\"to\":\"1\"}},{{\"participant\":\"server\",\"action\":\"receive\",\"channel\":0,\
         \"message\":\"req\",\"from\":\"0\",\"to\":\"0\"}}]"
    );
    judge(model, "witness", &fields)
}

#[test]
fn no_witness_shows_that_somebody_waits_who_may() {
    for property in ["progress", "stuck(server)"] {
        assert_eq!(witness(IDLE, property, &["server"]), Verdict::Confirmed);
        let verdict = witness(&with(IDLE, &["server = 0"]), property, &["server"]);
        assert_rejected(&verdict, "the last configuration does not violate it");
    }
    // At fault is only who is in no final state.
    let third = "automaton third : initial : 0 state 0 : to 0 : when true , 0 ? odd ;\n";
    let three = IDLE.to_owned() + third;
    let verdict = witness(&with(&three, &["server = 0"]), "progress", &["third"]);
    assert_eq!(verdict, Verdict::Confirmed);
    let verdict = witness(&with(&three, &["server = 0"]), "progress", &["server", "third"]);
    assert_rejected(&verdict, "`participants` and `messages` are not those at fault");
    assert_eq!(witness(&three, "progress", &["server", "third"]), Verdict::Confirmed);
}

#[test]
fn certificates_of_the_program_are_for_the_states_that_are_final() {
    let loops = "\
        scm loops : nb_channels = 2 ; parameters : int req ; int done ;\n\
        automaton client : initial : 0 state 0 : to 1 : when true , 0 ! req ; to 0 : when true , 0 ! done ;\n\
        state 1 : to 0 : when true , 1 ? done ; to 2 : when true ; state 2 :\n\
        automaton server : initial : 0 state 0 : to 1 : when true , 0 ? req ; to 0 : when true , 0 ? done ; \
        state 1 : to 0 : when true , 1 ! done ;\n";
    let here = Directory::new("verifier_final_states");
    for (name, plain, line) in [("idle", IDLE, "server = 0"), ("loops", loops, "server = 0")] {
        let last = with(plain, &[line]);
        std::fs::write(here.path("last.scm"), &last).unwrap();
        std::fs::write(here.path("plain.scm"), plain).unwrap();
        assert_eq!(here.run("rsc last.scm --certificate rsc.json").code, 0);
        let run = here.run("safety last.scm --property progress --certificate progress.json");
        assert_eq!(run.code, 0, "{name}: {}", run.output);
        let judged = checker::run(&here, "progress.json last.scm rsc.json");
        assert_eq!((judged.code, judged.output.as_str()), (0, "confirmed\n"), "{name}");
        let other = checker::run(&here, "progress.json plain.scm rsc.json");
        assert!(other.output.starts_with("rejected: the evidence is about a model with"));
        for file in ["progress.json", "rsc.json"] {
            let text = here.read(file).replace(&hex(&last), &hex(plain));
            std::fs::write(here.path(file), text).unwrap();
        }
        let forged = checker::run(&here, "progress.json plain.scm rsc.json");
        assert_eq!(forged.code, 1, "{name}: {}", forged.output);
        assert_eq!(checker::run(&here, "rsc.json plain.scm").output, "confirmed\n", "{name}");
    }
}
