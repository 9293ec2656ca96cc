//! `check` of many models: a row for each, what changed by name, and the gravest exit code.

use serde_json::Value;

use crate::program::{CROSSING, Directory, MALFORMED, STREAM};

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("d/a_fine.scm", &format!("//# expect: rsc = violated\n{CROSSING}"))
        .with("d/b_changed.scm", &format!("//# expect: rsc = violated, rsc[bag] = holds\n{STREAM}"))
        .with("d/c_says_nothing.scm", STREAM)
        .with("d/d_also_changed.scm", &format!("//# expect: rsc[bag] = holds\n{CROSSING}"))
}

#[test]
fn a_directory_is_a_table_that_names_what_changed() {
    let here = directory("check_directory");
    let run = here.run("check --reproducible d");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    insta::assert_snapshot!(run.output, @r"
    ");
}

#[test]
fn models_that_cannot_be_read_have_rows_between_the_others_and_decide() {
    let here = directory("check_unreadable").with("d/b_malformed.scm", MALFORMED);
    let run = here.run("check --reproducible no_such.scm d");
    assert_eq!(run.code, 2, "an unreadable model beats a changed one");
    assert!(run.errors.contains("no_such.scm: no such file"), "{}", run.errors);
    insta::assert_snapshot!(run.output, @r"
    ");
    let run = here.run("check --format json d");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((run.code, &report["exit_code"]), (2, &2.into()));
    let results = report["results"].as_array().unwrap();
    let malformed = results.iter().filter(|result| result["model"] == "d/b_malformed.scm");
    assert_eq!(malformed.count(), 1);
    let mut other = results.iter().filter(|result| result["model"] == "d/d_also_changed.scm");
    assert!(other.any(|result| result["verdict"] == "violated"));
}

#[test]
fn whatever_a_model_states_is_asked() {
    let text =
        format!("//# expect: deadlock = holds, stuck(p) = holds, unreceived(a) = holds\n{STREAM}");
    let here = Directory::new("check_asks").with("m.scm", &text);
    let run = here.run("check --format json m.scm");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    let results = report["results"].as_array().unwrap();
    for property in ["rsc", "deadlock", "stuck(p)", "unreceived(a)"] {
        let of_property = results.iter().filter(|result| result["property"] == property);
        assert_eq!(of_property.count(), 1, "{property}: {}", run.output);
    }
    let expected = |result: &&Value| result["detail"]["expected"] == "holds";
    assert_eq!(results.iter().filter(expected).count(), 3);
}
