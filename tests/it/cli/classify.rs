//! `classify`: what kind of system a model is.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, STREAM};

/// One bag, two messages of one kind: what a reception matches makes a difference.
const TWO_COPIES: &str = "\
scm two_copies :
nb_channels = 1 ;
//# bag_buffers = 0
parameters :
int v ;
automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! v ;
state 1 :
automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ! v ;
state 1 :
to 2 : when true , 0 ? v ;
state 2 :
";

fn here(test: &str) -> Directory {
    let expects = format!("//# expect: half-duplex[natural] = holds\n{CROSSING}");
    let agrees = format!("//# expect: universally-bounded[1] = holds, rsc = violated\n{CROSSING}");
    Directory::new(test)
        .with("crossing.scm", CROSSING)
        .with("stream.scm", STREAM)
        .with("expects.scm", &expects)
        .with("agrees.scm", &agrees)
}

/// The results by property.
fn results(here: &Directory, words: &str) -> BTreeMap<String, Value> {
    let run = here.run(&format!("classify --format json {words}"));
    let report: Value =
        serde_json::from_str(&run.output).unwrap_or_else(|_| panic!("{}", run.errors));
    let results = report["results"].as_array().expect("it has results").clone();
    let name = |row: &Value| row["property"].as_str().unwrap_or_default().to_owned();
    results.into_iter().map(|row| (name(&row), row)).collect()
}

#[test]
fn a_system_has_a_line_for_each_class_and_a_place_on_the_map() {
    let here = here("classify_lines");
    let run = here.run("classify --width 100 --ascii crossing.scm");
    insta::assert_snapshot!(run.output);
    assert_eq!(run.code, 0, "{}", run.errors);
}

#[test]
fn results_say_how_far_they_reach() {
    let here = here("classify_reach");
    let found = results(&here, "--k 3 stream.scm");
    let verdict = |name: &str| found[name]["verdict"].as_str().unwrap_or_default();
    assert_eq!(verdict("rsc"), "holds");
    assert_eq!(verdict("universally-bounded[3]"), "violated");
    assert_eq!(verdict("universally-bounded"), "violated");
    assert_eq!(verdict("topology"), "holds");
    assert_eq!(found["multiparty-compatible"]["detail"]["k"], 1);
    assert_eq!(found["multiparty-compatible"]["detail"]["scope"], "decided");
    assert_eq!(found["stable[3]"]["detail"]["scope"], "up to k");
    assert_eq!(found["synchronisable"]["reason"], "bound");
    assert_eq!(found["synchronisable"]["detail"]["scope"], "up to k");
    assert!(!found.contains_key("rsc[fully-bag]"));
    let bounds = results(&here, "crossing.scm");
    assert_eq!(bounds["universally-bounded[4]"]["detail"]["k"], 1);
    assert_eq!(bounds["universally-bounded"]["detail"]["bounds"]["total"], 2);
    // A run leaves each class that is left.
    let violated = bounds.values().filter(|row| row["verdict"] == "violated");
    for row in violated.filter(|row| row["property"] != "topology") {
        assert!(row["witness"]["steps"].is_array(), "{row}");
    }
    assert_eq!(bounds["topology"]["detail"]["obstacle"]["cycle"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_exit_code_is_that_of_what_is_stated_or_named() {
    let here = here("classify_exit");
    assert_eq!(here.run("classify crossing.scm").code, 0);
    assert_eq!(here.run("classify agrees.scm").code, 0);
    assert_eq!(here.run("classify expects.scm").code, 1);
    assert_eq!(here.run("classify stream.scm crossing.scm").code, 0);
    assert_eq!(here.run("classify --property rsc crossing.scm").code, 1);
    assert_eq!(here.run("classify --property eager stream.scm").code, 0);
    assert_eq!(here.run("classify --property eager crossing.scm").code, 3);
    assert_eq!(here.run("classify --property rsc[fully-bag] crossing.scm").code, 2);
    assert_eq!(here.run("classify no_such.scm").code, 2);
}

#[test]
fn what_a_reception_from_a_bag_matches_can_be_chosen() {
    let here = here("classify_bag").with("copies.scm", TWO_COPIES);
    let found = results(&here, "copies.scm");
    assert_eq!(found["rsc"]["verdict"], "violated");
    assert_eq!(found["rsc[fully-bag]"]["verdict"], "holds");
    assert!(!found.contains_key("half-duplex[multiparty]"));
}

#[test]
fn what_leaves_a_class_is_confirmed() {
    let here = here("classify_verify");
    let run = here.run("classify --verify crossing.scm");
    let end = run.output.lines().find(|line| line.starts_with("scm-check-verify: "));
    let end = end.unwrap_or_else(|| panic!("{}{}", run.output, run.errors));
    assert!(end.starts_with("scm-check-verify: 6 confirmed"), "{}", run.output);
    assert!(!end.contains("REJECTED"), "{end}");
    assert_eq!(run.code, 0, "{}", run.errors);
}

#[test]
fn several_models_have_shares() {
    let here = here("classify_shares");
    let run = here.run("classify crossing.scm stream.scm");
    assert!(run.output.contains("the library: 2 models"), "{}", run.output);
    assert!(run.output.contains("  rsc: 1 of 2 hold (50.0 %), 1 violated"), "{}", run.output);
    let batch = here.run("batch --no-cache --classes crossing.scm stream.scm --format csv");
    assert!(batch.output.contains(",half-duplex[binary],"), "{}", batch.output);
    let plain = here.run("batch --no-cache crossing.scm stream.scm --format csv");
    assert!(!plain.output.contains(",half-duplex[binary],"), "{}", plain.output);
}

#[test]
fn choreographies_have_the_conditions_of_chor_check_and_the_classes_of_their_projections() {
    let here = here("classify_choreography");
    let airport = concat!(env!("CARGO_MANIFEST_DIR"), "/models/choreographies/airport.dot");
    let found = results(&here, airport);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    for name in ["realisable", "well-formed", "coherence", "rsc", "half-duplex[multiparty]"] {
        assert!(names.contains(&name), "{names:?}");
    }
}
