//! `safety --property multiparty-compatible[K]` and `half-duplex[binary]`: verdicts, details, witnesses, and what cannot be asked.

use scm_check::internals::model::evidence::{CLASSES, Class};
use scm_check::internals::render::witness::class_words;
use serde_json::Value;
use verify::{Verdict, verify};

use crate::support::program::{CROSSING, Directory, STREAM, json_of};

const AHEAD: &str = include_str!("../../../models/beyond/two_rounds_ahead.scm");

/// One of two channels may be full when the other one is not.
const EITHER: &str = "\
scm either :
nb_channels = 2 ;
parameters : int a ;
automaton p :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;
to 0 : when true , 1 ! a ;
automaton q :
initial : 0
state 0 :
to 0 : when true , 0 ? a ;
automaton r :
initial : 0
state 0 :
to 0 : when true , 1 ? a ;
";

fn directory(test: &str) -> Directory {
    Directory::new(test).with("ahead.scm", AHEAD).with("either.scm", EITHER)
}

/// The result on a property.
fn result<'a>(report: &'a Value, property: &str) -> &'a Value {
    let mut results = report["results"].as_array().expect("a report has results").iter();
    results.find(|one| one["property"] == property).expect("it was asked for")
}

#[test]
fn the_report_says_for_which_bounds_a_system_is_compatible() {
    let here = directory("classes_report");
    let asked = "safety --property multiparty-compatible[1] --property multiparty-compatible[2] --property deadlock";
    let run = here.run(&format!("{asked} ahead.scm --verify --format json"));
    assert_eq!(run.code, 1);
    let report = json_of(&run.output);
    let violated = result(&report, "multiparty-compatible[1]");
    assert_eq!(
        (&violated["verdict"], &violated["engine"]),
        (&"violated".into(), &"multiparty".into())
    );
    assert_eq!((&violated["detail"]["k"], &violated["detail"]["scope"]), (&1.into(), &Value::Null));
    assert_eq!(violated["witness"]["kind"], "not-compatible");
    assert_eq!(violated["detail"]["evidence"], "unsupported");
    let holds = result(&report, "multiparty-compatible[2]");
    assert_eq!((&holds["verdict"], &holds["detail"]["k"]), (&"holds".into(), &2.into()));
    assert_eq!(holds["detail"]["scope"], "decided");
    let deadlock = result(&report, "deadlock");
    assert_eq!(
        (&deadlock["verdict"], &deadlock["engine"]),
        (&"holds".into(), &"multiparty".into())
    );
    assert_eq!(
        (&deadlock["detail"]["ground"], &deadlock["detail"]["k"]),
        (&"multiparty".into(), &2.into())
    );
    assert_eq!(deadlock["detail"]["evidence"], "none");
    // The stated answers have numbers in brackets, too.
    let checked = verify(run.output.as_bytes(), AHEAD.as_bytes(), None);
    assert!(matches!(checked, Verdict::Partial(_)), "{checked:?}");

    let text = here.run("safety --property multiparty-compatible[2] ahead.scm -v").output;
    assert!(text.contains("holds (k = 2: 30 configurations)"), "{text}");
    assert!(text.contains("holds for all bounds"), "{text}");
    let text = here.run("safety --property deadlock ahead.scm -v").output;
    assert!(text.contains("(k = 2, 30 configurations): holds for all bounds"), "{text}");

    let run = here.run("safety --property multiparty-compatible[1] either.scm --format json");
    assert_eq!(run.code, 0);
    let report = json_of(&run.output);
    assert_eq!(result(&report, "multiparty-compatible[1]")["detail"]["scope"], "up to k");
}

#[test]
fn a_witness_is_replayed_for_its_bound() {
    let here = directory("classes_replay");
    let run = here.run("safety --property multiparty-compatible[1] ahead.scm --witness w");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("with at most 1 message in each channel"), "{}", run.output);
    let name = "w/ahead.multiparty-compatible[1].json";
    let replayed = here.run(&format!("replay {name} ahead.scm")).output;
    assert!(replayed.contains("confirmed by replay"), "{replayed}");
    let other = here.read(name).replace("compatible[1]", "compatible[2]");
    let here = here.with("other.json", &other);
    let replayed = here.run("replay other.json ahead.scm").output;
    assert!(
        replayed.contains("does not end in a violation of multiparty-compatible[2]"),
        "{replayed}"
    );
}

#[test]
fn what_cannot_be_asked_is_said_in_a_sentence() {
    let here = directory("classes_inapplicable");
    for (line, why) in [
        ("--bag --property multiparty-compatible[1] ahead.scm", "channel 0 is a bag"),
        ("--property stable ahead.scm", "it needs a number of messages"),
        ("--property multiparty-compatible[0] ahead.scm", "it needs a number of messages"),
        ("--property multiparty-compatible[x] ahead.scm", "it needs a number of messages"),
    ] {
        let run = here.run(&format!("safety {line}"));
        assert_eq!(run.code, 2, "{line}");
        let said = format!("{}{}", run.output, run.errors);
        assert!(said.contains(why), "{line}: {said}");
    }
}

#[test]
fn a_run_that_is_not_half_duplex_is_confirmed() {
    let here = Directory::new("classes_half_duplex")
        .with("crossing.scm", CROSSING)
        .with("stream.scm", STREAM);
    let asked = "safety --property half-duplex[binary] --verify";
    let run = here.run(&format!("{asked} crossing.scm --format json"));
    assert_eq!(run.code, 1);
    let report = json_of(&run.output);
    let violated = result(&report, "half-duplex[binary]");
    assert_eq!((&violated["verdict"], &violated["level"]), (&"violated".into(), &"fact".into()));
    assert_eq!(violated["witness"]["kind"], "not-half-duplex");
    assert_eq!(violated["detail"]["evidence"], "confirmed");
    let checked = verify(run.output.as_bytes(), CROSSING.as_bytes(), None);
    assert_eq!(checked, Verdict::Confirmed);
    let text = here.run(&format!("{asked} crossing.scm")).output;
    assert!(
        text.contains("`a` from `p` and `b` from `q` are on their way at the same time"),
        "{text}"
    );
    here.run("safety --property half-duplex[binary] crossing.scm --witness w");
    let replayed = here.run("replay w/crossing.half-duplex[binary].json crossing.scm").output;
    assert!(replayed.contains("confirmed by replay"), "{replayed}");

    let run = here.run(&format!("{asked} stream.scm -v"));
    assert_eq!(run.code, 0);
    assert!(
        run.output.contains("messages are never on their way in both directions"),
        "{}",
        run.output
    );
    assert!(run.output.contains("no certificate"), "{}", run.output);

    let run = here.run("safety --bag --property half-duplex[binary] crossing.scm");
    assert_eq!(run.code, 2);
    let said = format!("{}{}", run.output, run.errors);
    assert!(said.contains("one FIFO channel in each direction, and channel 0 is a bag"), "{said}");
}

#[test]
fn each_class_is_decided_and_has_words() {
    let here = Directory::new("classes_all").with("stream.scm", STREAM);
    for definition in CLASSES {
        let bound = if definition.has_bound { "[1]" } else { "" };
        let name = format!("{}{bound}", definition.name);
        let class = Class::named(&name).expect("its name is that of a class");
        assert_eq!(class_words(class).class, definition.with_bound(""));
        let run = here.run(&format!("safety --property {name} stream.scm"));
        // The stream has no bound, and no bag.
        let code = match name.as_str() {
            "rsc[fully-bag]" => 2,
            "synchronisable" => 3,
            name if name.contains("bounded") => 1,
            _ => 0,
        };
        assert_eq!(run.code, code, "{name}: {}{}", run.output, run.errors);
    }
}
