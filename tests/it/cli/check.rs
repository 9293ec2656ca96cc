//! `check` of many models: a row for each, what changed by name, and the gravest exit code.

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("d/a_fine.scm", &format!("//# expect: rsc = violated\n{CROSSING}"))
        .with("d/b_changed.scm", &format!("//# expect: rsc = violated, rsc[bag] = holds\n{STREAM}"))
        .with("d/c_says_nothing.scm", STREAM)
        .with("d/d_also_changed.scm", &format!("//# expect: rsc[bag] = holds\n{CROSSING}"))
}

/// Returns the table of a report, and what follows it.
fn parts(report: &str) -> (&str, &str) {
    report.split_at(report.find("\n\n").expect("a blank line follows the table") + 1)
}

#[test]
fn a_directory_is_a_table_that_names_what_changed() {
    let here = directory("check_directory");
    let run = here.run("check --progress none --reproducible d");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    let (table, end) = parts(&run.output);
    insta::assert_snapshot!(table, @r"
    model               parts  chans  rsc       rsc[bag]  safety  states  expected
    a_fine.scm              2      2  VIOLATED  -         holds       73  ok
    b_changed.scm           2      1  holds     holds     holds       16  CHANGED (rsc was violated)
    c_says_nothing.scm      2      1  holds     -         holds       16  -
    d_also_changed.scm      2      2  not rsc   VIOLATED  holds       83  CHANGED (rsc[bag] was holds)
    to see a counterexample: scm-check rsc --bag d_also_changed.scm
    ");
    insta::assert_snapshot!("changed_models", end);
}

#[test]
fn models_that_cannot_be_read_have_rows_between_the_others_and_decide() {
    let here = directory("check_unreadable").with("d/b_malformed.scm", MALFORMED);
    let run = here.run("check --reproducible no_such.scm d");
    assert_eq!(run.code, 2, "an unreadable model beats a changed one");
    assert!(run.errors.contains("no_such.scm: no such file"), "{}", run.errors);
    let (table, end) = parts(&run.output);
    insta::assert_snapshot!(table, @r"
    model               parts  chans  rsc       rsc[bag]  safety  states  expected
    no_such.scm             -      -  error     error     error        -  no such file
    a_fine.scm              2      2  VIOLATED  -         holds       73  ok
    b_changed.scm           2      1  holds     holds     holds       16  CHANGED (rsc was violated)
    b_malformed.scm         -      -  error     error     error        -  b_malformed.scm:8:20
    c_says_nothing.scm      2      1  holds     -         holds       16  -
    d_also_changed.scm      2      2  not rsc   VIOLATED  holds       83  CHANGED (rsc[bag] was holds)
    to see a counterexample: scm-check rsc --bag d_also_changed.scm
    ");
    let summary = "6 models: 1 as expected, 2 changed, 1 holds, 2 unreadable\n";
    let readable = directory("check_readable").run("check --reproducible d").output;
    let changes = parts(&readable).1.lines().rev().skip(1).collect::<Vec<_>>();
    assert_eq!(end.strip_suffix(summary).unwrap().lines().rev().collect::<Vec<_>>(), changes);
    let run = here.run("check --format json d");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((run.code, &report["exit_code"]), (2, &2.into()));
    let results = report["results"].as_array().unwrap();
    let verdicts = |model: &str| -> Vec<&Value> {
        let of_model = results.iter().filter(|result| result["model"] == model);
        of_model.map(|result| &result["verdict"]).collect()
    };
    assert_eq!(verdicts("d/b_malformed.scm"), ["error"]);
    assert!(verdicts("d/d_also_changed.scm").contains(&&"violated".into()));
}

#[test]
fn whatever_a_model_states_is_asked() {
    // Infinitely many configurations: properties of branching time have a row where they are decided, and they are
    // here, since the system is RSC.
    let here = Directory::new("check_asks")
        .with("silent.scm", STREAM)
        .with("m.scm", &format!("//# expect: deadlock = holds, stuck(p) = holds\n{STREAM}"))
        .with("n.scm", &format!("//# expect: realisable = holds\n{STREAM}"));
    let results = |model: &str| {
        let run = here.run(&format!("check --format json {model}"));
        let report: Value = serde_json::from_str(&run.output).unwrap();
        (run.code, report["results"].as_array().unwrap().clone())
    };
    let of = |results: &[Value], property: &str| {
        let of_property = results.iter().filter(|result| result["property"] == property);
        of_property.map(|result| result["detail"]["expected"].clone()).collect::<Vec<_>>()
    };
    let (code, silent) = results("silent.scm");
    assert_eq!(
        (code, of(&silent, "rsc"), of(&silent, "progress")),
        (0, vec![Value::Null], vec![Value::Null])
    );
    assert_eq!(
        (of(&silent, "deadlock"), of(&silent, "stuck(q)")),
        (vec![Value::Null], vec![Value::Null])
    );
    let (code, stated) = results("m.scm");
    assert_eq!(code, 0, "a deadlock was excluded");
    assert_eq!(of(&stated, "deadlock"), ["holds"]);
    assert_eq!(of(&stated, "stuck(p)"), ["holds"]);
    let (code, stated) = results("n.scm");
    assert_eq!((code, of(&stated, "realisable")), (3, vec!["holds".into()]));
}

/// A sender that may leave a message for nobody behind, beside a stream: infinitely many configurations.
const LEAVING: &str = "\
scm leaving :
nb_channels = 2 ;
parameters :
int a ;
int b ;
automaton p :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;
to 1 : when true , 1 ! b ;
state 1 :
to 1 : when true , 1 ! b ;
automaton q :
initial : 0
state 0 :
to 0 : when true , 0 ? a ;
";

#[test]
fn what_is_decided_has_a_row_and_a_line_names_the_rest() {
    let here = Directory::new("check_decides")
        .with("m.scm", LEAVING)
        .with("stated.scm", &format!("//# expect: deadlock = violated\n{LEAVING}"))
        .with("open.scm", &format!("//# expect: deadlock = violated, stuck(q) = holds\n{LEAVING}"));
    let rest = "not decided: stuck(q), unreceived(m) x 2\n";
    for command in ["check", "safety"] {
        let run = here.run(&format!("{command} m.scm"));
        assert_eq!(run.code, 1, "{command}: {}", run.output);
        assert!(run.output.contains("  violated  deadlock   run 1\n"), "{}", run.output);
        assert!(run.output.contains(&format!("  {rest}")), "{}", run.output);
        let quiet = here.run(&format!("{command} -q m.scm"));
        assert!(!quiet.output.contains("not decided"), "{}", quiet.output);
        let report: Value =
            serde_json::from_str(&here.run(&format!("{command} --format json m.scm")).output)
                .unwrap();
        let undecided = &report["not_decided"][0];
        assert_eq!(undecided["model"], "m.scm");
        assert_eq!(undecided["properties"].as_array().unwrap().len(), 3);
        let page = here.run(&format!("{command} --format html m.scm")).output;
        assert!(page.contains(rest.trim_end()), "the page says what the text says");
    }
    // What the model states is as expected, and what nobody asked for does not count.
    let run = here.run("check stated.scm");
    assert_eq!(run.code, 0, "{}", run.output);
    assert!(run.output.contains(&format!("  {rest}")), "{}", run.output);
    let run = here.run("check open.scm");
    assert_eq!(run.code, 3, "what is stated counts: {}", run.output);
}

#[test]
fn what_few_configurations_decide_is_told_without_membership() {
    let here = Directory::new("check_few_configurations");
    let ring = here.run("generate looped-ring --participants 7").output;
    let here = here.with("ring.scm", &ring);
    let rows = |line: &str| {
        let report: Value = serde_json::from_str(&here.run(line).output).unwrap();
        let rows = report["results"].as_array().unwrap().iter();
        let told = rows.map(|row| [&row["property"], &row["verdict"], &row["engine"]].map(word));
        told.map(|row| row.join(" ")).collect::<Vec<String>>()
    };
    assert_eq!(
        rows("safety --property progress --property deadlock --format json ring.scm"),
        ["progress holds persistent", "deadlock holds multiparty"],
        "whether it is RSC takes more states"
    );
    assert_eq!(
        rows("safety --property progress --property rsc --format json ring.scm"),
        ["progress holds persistent", "rsc holds plain", "rsc holds plain"],
        "a premise is told where it is known"
    );
}

/// Returns a text of a report.
fn word(value: &Value) -> &str {
    value.as_str().unwrap()
}
