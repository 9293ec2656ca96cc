//! Communicating machines: every command that takes systems takes them.

use std::fs;

use crate::support::program::{Directory, json_of};

/// The bundled model, which states its answers.
const MODEL: &str = "models/machines/pharmacy.fsa";

/// Two machines without names that both send before they receive: not RSC.
const CROSSING: &str = "\
-- each speaks first
.outputs
.state graph
start 1 ! a said
said 1 ? b done
.marking start
.end
.outputs
.state graph
start 0 ! b said
said 0 ? a done
.marking start
.end
";

fn here(test: &str) -> Directory {
    let model = fs::read_to_string(MODEL).unwrap();
    Directory::new(test).with("d/pharmacy.fsa", &model).with("d/crossing.fsa", CROSSING)
}

#[test]
fn every_question_about_systems_is_answered() {
    let here = here("fsa_questions");
    let run = here.run("check d/pharmacy.fsa");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    assert!(run.output.contains("14 hold, 2 violated; 7 as expected"), "{}", run.output);
    let run = here.run("rsc d/crossing.fsa");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(run.output.contains("`a` and `b` cross"), "{}", run.output);
    assert!(run.output.contains("`0` sends `a` at line 4"), "{}", run.output);
    let run = here.run("safety d/crossing.fsa");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    let run = here.run("reach --allow-none d/crossing.fsa");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    let run = here.run("simulate --run 0!a,1!b,0?b,1?a d/crossing.fsa");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(run.output.contains("4 steps: well-formed, not causally RSC"), "{}", run.output);
    let run = here.run("draw d/pharmacy.fsa");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert!(run.output.contains("prescription"), "{}", run.output);
}

#[test]
fn a_directory_is_searched_for_them() {
    let run = here("fsa_directory").run("check d --format json");
    let models = json_of(&run.output)["results"].as_array().unwrap().len();
    assert!(models > 20, "{}{}", run.output, run.errors);
    assert!(!run.errors.contains("left out"), "{}", run.errors);
}

#[test]
fn standard_input_and_files_of_any_name_are_known_by_how_they_begin() {
    let here = here("fsa_input").with("crossing.txt", CROSSING);
    for input in [CROSSING.to_owned(), format!("/* two */\n\n  {CROSSING}")] {
        let run = here.run_with_input("rsc -", &input);
        assert!(run.code == 1 && run.output.contains("cross"), "{}{}", run.output, run.errors);
    }
    assert_eq!(here.run("rsc crossing.txt").code, 1);
}

#[test]
fn the_printed_scm_is_answered_like_the_machines() {
    let here = here("fsa_printed");
    for name in ["pharmacy", "crossing"] {
        let run = here.run(&format!("convert --to scm d/{name}.fsa -o {name}.scm"));
        assert_eq!((run.code, run.output.as_str()), (0, ""), "{}", run.errors);
        let again = here.run(&format!("convert --to scm {name}.scm"));
        assert_eq!(again.output, here.read(&format!("{name}.scm")));
        let verdicts = |model: &str| {
            let report = json_of(&here.run(&format!("check {model} --format json")).output);
            let rows = report["results"].as_array().unwrap().iter();
            rows.map(|row| format!("{} {}", row["property"], row["verdict"]).replace("x_", ""))
                .collect::<Vec<_>>()
        };
        assert_eq!(verdicts(&format!("{name}.scm")), verdicts(&format!("d/{name}.fsa")));
    }
}

#[test]
fn the_checker_confirms_what_holds_and_what_is_violated() {
    let run = here("fsa_verify").run("check d --verify");
    let confirmed = run.output.lines().last().unwrap_or_default();
    assert!(confirmed.starts_with("scm-check-verify: "), "{}", run.output);
    assert!(confirmed.ends_with(" confirmed"), "{}", run.output);
}

#[test]
fn the_answers_are_not_rewritten() {
    let text = CROSSING.replace("-- each speaks first", "--# expect: rsc = holds");
    let here = here("fsa_update").with("c.fsa", &text).with("c.txt", &text);
    for name in ["c.fsa", "c.txt"] {
        let run = here.run(&format!("check --update {name}"));
        assert_eq!(run.code, 2, "{}", run.output);
        let told = format!("`--update` rewrites models of SCM, and {name} is a system in FSA");
        assert!(run.errors.contains(&told), "{}", run.errors);
        assert_eq!(here.read(name), text);
    }
}

#[test]
fn mistakes_are_told_with_their_places_and_pages() {
    let text = CROSSING.replace("said 1 ? b", "said 3 ? b").replace("start 0 !", "start 1 !");
    let here = Directory::new("fsa_mistakes").with("m.fsa", &text);
    let run = here.run("check m.fsa");
    assert_eq!(run.code, 2, "{}", run.output);
    for told in ["error[E0702]", "m.fsa:5:6", "numbered 0 to 1", "error[E0703]", "m.fsa:10:7"] {
        assert!(run.errors.contains(told), "{told}: {}", run.errors);
    }
    let page = here.run("explain E0702").output;
    assert!(page.starts_with("error[E0702]: no such machine"), "{page}");
}
