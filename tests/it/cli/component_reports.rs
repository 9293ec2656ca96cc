//! What is said of component systems: stated answers, errors of systems, what is not decided, options.

use std::time::Instant;

use serde_json::{Value, json};

use crate::support::program::{Directory, Finished, json_of};

/// A component that counts to `{most}`, where its action divides by zero.
const FALLING: &str = r"//# property small = G(x.v < 2)
//# property large = G(x.v < 100)
//# property later = F(x.v == 3)
//# expect: small = violated
package falling
  port type Signal()
  atom type Counter()
    data int v = 0
    port Signal count()
    place counting
    initial to counting
    on count from counting to counting do { v = v + 1 + 0 / (v - 5); }
  end
  compound type Main()
    component Counter x()
  end
end
";

/// A component that is up and down in turn, with the lines in front.
fn turning(lines: &str) -> String {
    format!(
        "{lines}
package turning
  port type Signal()
  atom type Switch()
    data int x = 0
    port Signal turn()
    place only
    initial to only
    on turn from only to only do {{ x = 1 - x; }}
  end
  compound type Main()
    component Switch a()
  end
end
"
    )
}

fn directory(test: &str) -> Directory {
    Directory::new(test).with("falling.bip", FALLING).with("turning.bip", &turning(""))
}

/// Returns property, verdict and reason of each row of a report.
fn rows(report: &Value) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let row = |row: &Value| ["property", "verdict", "reason"].map(|key| word(&row[key])).join(" ");
    report["results"].as_array().unwrap().iter().map(row).collect()
}

fn report(run: &Finished) -> Value {
    json_of(&run.output)
}

#[test]
fn a_stated_answer_that_no_row_gives_is_not_met() {
    for (line, row, code) in [
        ("//# expect: nosuch = holds", "nosuch error -", 2),
        ("//# expect: deadlok = holds", "deadlok error -", 2),
        ("//# expect: deadlock[fifo] = holds", "deadlock[fifo] error -", 2),
        ("//# expect: rsc = holds", "rsc unknown unsupported", 3),
        ("//# expect: reach = violated", "reach unknown unsupported", 3),
    ] {
        let here = Directory::new("stated_component").with("it.bip", &turning(line));
        let run = here.run("check --format json it.bip");
        assert_eq!(run.code, code, "{line}");
        assert_eq!(rows(&report(&run)), ["deadlock holds -", row]);
        let run = here.run("check it.bip");
        assert!(!run.output.contains("all as expected"), "{}", run.output);
        assert_eq!(here.run("safety it.bip").code, 0, "there nothing is compared");
    }
    let here =
        directory("stated_component_near").with("it.bip", &turning("//# expect: deadlok = holds"));
    let run = here.run("check it.bip");
    assert!(
        run.output.contains("no property `deadlok`, did you mean `deadlock`?"),
        "{}",
        run.output
    );
    let reached = turning("//# expect: reach = violated");
    let run = here.with("it.bip", &reached).run("check it.bip --reach a.x==1");
    assert_eq!(run.code, 0, "{}", run.output);
}

#[test]
fn what_is_only_monitored_may_be_stated_as_unknown_and_is_listed_else() {
    let property = "//# property often = G(F(a.x == 1))";
    let here = Directory::new("monitored_only")
        .with("listed.bip", &turning(property))
        .with("stated.bip", &turning(&format!("{property}\n//# expect: often = unknown")));
    for command in ["check", "safety"] {
        let run = here.run(&format!("{command} listed.bip"));
        assert_eq!(run.code, 0);
        assert!(run.output.contains("not decided: often"), "{}", run.output);
    }
    let run = here.run("check listed.bip --format json");
    let listed = json!([{"model": "listed.bip", "properties": ["often"]}]);
    assert_eq!(report(&run)["not_decided"], listed);
    let run = here.run("check stated.bip --format json");
    assert_eq!(run.code, 0);
    assert_eq!(rows(&report(&run)), ["deadlock holds -", "often unknown unsupported"]);
    assert_eq!(report(&run)["not_decided"], Value::Null);
}

#[test]
fn more_than_a_million_states_are_explored_unless_a_limit_is_set() {
    let text = "package counters
  port type Signal()
  atom type Counter()
    data int x = 0
    port Signal one(), many()
    place only
    initial to only
    on one from only to only do { x = (x + 1) % 1000001; }
    on many from only to only do { x = (x + 7919) % 1000001; }
  end
  compound type Main()
    component Counter c()
  end
end
";
    let here = Directory::new("million").with("it.bip", text);
    let run = here.run("check it.bip --max-states 1000 --format json");
    assert_eq!((run.code, &*rows(&report(&run))[0]), (3, "deadlock unknown states"));
    let run = here.run("check it.bip --timeout 300ms --format json");
    assert_eq!((run.code, &*rows(&report(&run))[0]), (3, "deadlock unknown timeout"));
    let here = here.with("it.bip", &text.replace("1000001", "100003"));
    let run = here.run("check it.bip --format json --progress none");
    assert_eq!((run.code, &*rows(&report(&run))[0]), (0, "deadlock holds -"), "{}", run.errors);
    assert_eq!(report(&run)["results"][0]["statistics"]["states"], 100_003);
    // Infinitely many states end before the memory does.
    let here = here.with("it.bip", &text.replace(" % 1000001", ""));
    let run = here.run("check it.bip");
    assert_eq!(run.code, 3);
    assert!(run.output.contains("the limit of 2,000,000 states was reached"), "{}", run.output);
}

#[test]
fn an_error_of_the_system_leaves_the_verdicts_before_it() {
    let here = directory("system_error");
    let run = here.run("check falling.bip --format json");
    assert_eq!(run.code, 2);
    let report = report(&run);
    let expected = [
        "deadlock unknown incomplete",
        "small violated -",
        "large unknown incomplete",
        "- error -",
    ];
    assert_eq!(rows(&report), expected);
    assert_eq!(report["results"][1]["detail"]["steps"].as_array().unwrap().len(), 2);
    let run = here.run("check falling.bip");
    for text in ["small", "division by zero, after 5 interactions"] {
        assert!(run.output.contains(text), "{}", run.output);
    }
    assert!(run.errors.contains("falling.bip:12:57"), "{}", run.errors);
    let run = here.run("check falling.bip turning.bip");
    let row = run.output.lines().find(|line| line.starts_with("falling.bip")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().skip(3).take(3).collect();
    assert_eq!(cells, ["error", "VIOLATED", "?incomplete"], "{}", run.output);
}

#[test]
fn an_error_of_the_system_is_a_diagnostic_for_programs() {
    let here = directory("system_diagnostic");
    for command in ["check", "run"] {
        let run = here.run(&format!("{command} falling.bip --format json"));
        let found = &report(&run)["diagnostics"][0];
        assert_eq!(found["message"], "division by zero", "{command}");
        let place = (&found["file"], &found["line"], &found["column"], &found["end_column"]);
        assert_eq!(place, (&json!("falling.bip"), &json!(12), &json!(57), &json!(68)));
        let run = here.run(&format!("{command} falling.bip --format ndjson"));
        assert!(run.errors.contains("falling.bip:12:57"), "{}", run.errors);
    }
    let run = here.run("run falling.bip --format json");
    assert_eq!(report(&run)["statistics"]["ends"], 5, "an end that failed is none");
    for command in ["simulate", "draw --what run --log log.jsonl"] {
        let text = FALLING.replace("initial to counting", "initial to counting do { v = 1 / v; }");
        let run = directory("system_initial").with("log.jsonl", "").with("falling.bip", &text);
        let run = run.run(&format!("{command} falling.bip"));
        assert_eq!(run.code, 2);
        assert!(run.errors.contains("falling.bip:11:34"), "{command}: {}", run.errors);
    }
}

#[test]
fn a_simulation_shows_the_error_and_no_deadlock() {
    let run = directory("simulated_error").run("simulate falling.bip");
    assert_eq!(run.code, 2);
    assert!(!run.output.contains("deadlock"), "{}", run.output);
    for text in ["division by zero", "falling.bip:12:57", "^^^"] {
        assert!(run.errors.contains(text), "{}", run.errors);
    }
}

#[test]
fn a_predicate_without_value_has_its_place_in_its_own_text() {
    let here = directory("own_place").with("empty.jsonl", "");
    let files = "monitor turning.bip --log empty.jsonl";
    for line in [
        "check turning.bip --reach 1/a.x>0".to_owned(),
        "run turning.bip --property G(1/a.x>0)".to_owned(),
        format!("{files} --property F(1/a.x>0)"),
        format!("{files} --reconstruct --property F(1/a.x>0) --property a.x==0"),
    ] {
        let run = here.run(&line);
        assert_eq!(run.code, 2, "{line}");
        let place = if line.starts_with("check") { "--reach:1:1" } else { "--property:1:3" };
        for text in [place, "division by zero", "1/a.x"] {
            assert!(run.errors.contains(text), "{line}: {}", run.errors);
        }
        assert!(!run.errors.contains("predicate of `` "), "{line}: {}", run.errors);
    }
    let run = here.run(&format!("{files} --reconstruct --property F(1/a.x>0) --property a.x==0"));
    let lines: Vec<Value> = run.output.lines().map(json_of).collect();
    let state = json!({"a": {"place": "only", "variables": {"x": 0}}});
    assert_eq!(lines[0], json!({"step": 0, "state": state}));
    let found: Vec<_> = lines[1..].iter().map(|row| &row["property"]).collect();
    assert_eq!(found, [&Value::Null, &json!("F(1/a.x>0)"), &json!("a.x==0")]);
    let inside = turning("//# property broken = G(1 / a.x > 0)");
    let run = here.with("turning.bip", &inside).run("check turning.bip --format json");
    assert_eq!(rows(&report(&run))[1], "broken error -");
    assert_eq!(report(&run)["diagnostics"][0]["line"], 1);
}

#[test]
fn predicates_are_told_apart_and_questions_keep_their_names() {
    let here = directory("reach_names");
    let run = here.run("check turning.bip --reach a.x==1 --reach a.x==5 --format json");
    let report = report(&run);
    let predicates: Vec<&Value> = report["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["detail"]["predicate"])
        .collect();
    assert_eq!(predicates, [&Value::Null, &json!("a.x==1"), &json!("a.x==5")]);
    let run = here.run("check turning.bip --reach a.x==1 --reach a.x==5");
    for text in ["reach `a.x==1`", "reach `a.x==5`"] {
        assert!(run.output.contains(text), "{}", run.output);
    }
    for name in ["deadlock", "reach"] {
        let text = turning(&format!("//# property {name} = G(a.x < 2)"));
        let run = directory("question_names").with("it.bip", &text).run("check it.bip");
        assert_eq!(run.code, 2);
        assert!(
            run.errors.contains("error[E1116]") && run.errors.contains("it.bip:1:14"),
            "{}",
            run.errors
        );
    }
}

#[test]
fn a_log_on_standard_output_leaves_the_report_for_standard_error() {
    let line = "run turning.bip --interactions 9 --log - --property G(a.x==0)";
    let run = directory("log_shown").run(line);
    assert_eq!(run.code, 1);
    assert!(run.output.lines().all(|line| line.starts_with('{')), "{}", run.output);
    assert!(run.errors.contains("G(a.x==0) violated (ltlf): false from step 1"), "{}", run.errors);
}

#[test]
fn evidence_that_component_systems_do_not_have_is_not_passed_over() {
    let here = directory("no_evidence");
    let run = here.run("check turning.bip --reach a.x==1 --witness shown --certificate why.json");
    assert_eq!(run.code, 1);
    for text in ["why.json: not written, none for systems of components", "no witness files"] {
        assert!(run.output.contains(text), "{}", run.output);
    }
    for option in ["--fifo", "--bag", "--assume-eager", "--engine channels"] {
        for command in ["check", "safety"] {
            let run = here.run(&format!("{command} turning.bip {option}"));
            assert_eq!(run.code, 2, "{command} {option}");
            assert!(run.errors.contains("says nothing about a system of components"));
        }
    }
    for line in ["run turning.bip --engine plain", "monitor turning.bip --log x --assume-eager"] {
        assert_eq!(here.run(line).code, 2, "{line}");
    }
}

#[test]
fn standard_input_is_known_by_its_text() {
    let here = directory("component_input");
    let commented = format!("// A switch.\n{}", turning("//# property low = G(a.x < 2)"));
    for (line, text) in [
        ("check -", "2 hold"),
        ("safety -", "2 hold"),
        ("simulate --steps 2 -", "2 interactions"),
        ("draw --what system -", "digraph"),
        ("fmt -", "compound type Main()"),
    ] {
        let run = here.run_with_input(line, &commented);
        assert_eq!(run.code, 0, "{line}: {}", run.errors);
        assert!(run.output.contains(text), "{line}: {}", run.output);
    }
}

#[test]
fn a_formula_that_takes_too_long_leaves_a_row_for_each_property() {
    let here = directory("hard_formula").with("empty.jsonl", "");
    let hard = format!("G(F(a.x==1&&{}a.x==0{}))", "X(".repeat(24), ")".repeat(24));
    let line = format!(
        "monitor turning.bip --log empty.jsonl --timeout 500ms --property {hard} --property F(a.x==1)"
    );
    let run = here.run(&format!("{line} --format json"));
    assert_eq!(run.code, 3, "{}", run.errors);
    let [first, second] = &rows(&report(&run))[..] else { panic!("{}", run.output) };
    assert!(first.ends_with(")) unknown timeout"), "{first}");
    assert_eq!(second, "F(a.x==1) unknown timeout");
    let run = here.run(&format!("{line} --reconstruct"));
    assert_eq!(json_of(run.output.lines().next().unwrap())["step"], 0);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_one_though_its_verdicts_are_settled() {
    use std::io::{BufRead as _, BufReader};

    let here = directory("interrupted_run");
    let mut child = here.start("run turning.bip --log - --property F(a.x==1)");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..9 {
        lines.next().unwrap().unwrap();
    }
    crate::support::program::signal(&child);
    let rest = std::thread::spawn(move || lines.count());
    let run = crate::support::program::end(child);
    rest.join().unwrap();
    assert_eq!(run.code, 130, "{}", run.errors);
    assert!(run.errors.contains("F(a.x==1) holds"), "{}", run.errors);
}

#[test]
fn options_of_runs_and_logs_say_what_they_do() {
    let here = directory("component_run_options");
    for line in ["run turning.bip --log a.jsonl --log b.jsonl", "run turning.bip --window 0"] {
        assert_eq!(here.run(line).code, 2, "{line}");
    }
    let line = "monitor turning.bip --log - --reconstruct --property a.x==0 --property a.x==0";
    let run = here.run_with_input(line, "");
    assert_eq!(run.output.lines().next().unwrap().matches("a.x==0").count(), 1, "{}", run.output);
    for command in ["run", "monitor"] {
        let help = here.run(&format!("{command} --help")).output;
        for word in ["--engine", "--assume-eager", "--certificate", "--verify"] {
            assert!(!help.contains(word), "{command}: {word}");
        }
        assert!(help.contains("1000000"), "{command}");
    }
    let log = "kind,name,place,variables,time\ninteraction,a.turn,,,1\n";
    let here = here.with("log.csv", log);
    let run = here.run("monitor turning.bip --log log.csv --property a.x==0");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(run.output.contains("1 interaction, 0 ends; 1 global state,"), "{}", run.output);
}

#[test]
fn packages_in_directories_are_no_systems() {
    let package = "package parts.switches
  port type Signal()
  atom type Switch()
    port Signal turn()
    place only
    initial to only
    on turn from only to only
  end
end
";
    let main = "package all
  use parts.switches
  compound type Main()
    component Switch a()
  end
end
";
    let here = Directory::new("packages").with("all.bip", main).with("lone.bip", package);
    std::fs::create_dir(here.path("parts")).unwrap();
    let here = here.with("parts/switches.bip", package);
    let run = here.run("check .");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(run.output.starts_with("./all.bip: deadlock holds"), "{}", run.output);
    assert!(run.errors.contains("lone.bip: left out"), "{}", run.errors);
    assert!(!run.errors.contains("switches.bip"), "{}", run.errors);
    assert_eq!(here.run("check lone.bip").code, 2, "it is asked for by name");
    assert_eq!(here.run("check parts").code, 2, "nothing is left");
}

#[test]
fn a_monitor_that_is_too_large_to_be_a_component_is_refused_at_once() {
    let pipeline = include_str!("../../../models/components/pipeline.bip");
    let here = Directory::new("large_monitor").with("pipeline.bip", pipeline);
    let begun = Instant::now();
    let run = here.run("monitor pipeline.bip --instrument --property phi_1");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("`phi_1`") && run.errors.contains("conjunction"), "{}", run.errors);
    assert!(begun.elapsed().as_secs() < 10);
    let one = "G(fired(cpl0)->(!fired(gs)S_fired(cpb00)))".replace('_', " ");
    let mut program = here.program();
    let run = program.args(["monitor", "pipeline.bip", "--instrument", "--property", &one]);
    assert!(run.output().unwrap().status.success());
}

#[test]
fn a_predicate_may_begin_with_a_sign_and_a_long_run_is_shortened() {
    let text = "package p\n  atom type Count()\n    data int b = 0\n    port Port t()\n    \
        place x\n    initial to x\n    on t from x to x do { b = (b + 1) % 901; }\n  end\n  \
        compound type Main()\n    component Count a()\n  end\nend\n";
    let text = text.replace("  atom type", "  port type Port()\n  atom type");
    let here = Directory::new("long_component_run").with("count.bip", &text);
    let reach = |predicate: &str, more: &[&str]| {
        let mut program = here.program();
        program.args(["safety", "count.bip", "--reach", predicate]).args(more);
        program.output().unwrap()
    };
    let run = reach("- 1 < a.b", &[]);
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(output.contains("reached in the initial state"), "{output}");
    let lines = |more: &[&str]| {
        let output = String::from_utf8(reach("a.b == 900", more).stdout).unwrap();
        (output.lines().filter(|line| line.contains("b=")).count(), output)
    };
    let (count, output) = lines(&[]);
    let gap = "... 820 steps are left out: step 40 again and again; --all-steps shows all";
    assert!(output.contains(gap) && (80..100).contains(&count), "{count}: {output}");
    let (count, _) = lines(&["--all-steps"]);
    assert!(count > 900, "{count}");
}
