//! `scm-check conform`, run as its users do, on multitraces.

use serde_json::{Value, json};

use crate::support::json_schema::Schema;
use crate::support::program::{Directory, Finished};

/// Rounds of a request and its answer.
const ROUNDS: &str = "loopS(strict(l -- ping -> k, k -- pong -> l))";

/// The example of Figure 3 of \[RVA\].
const FIGURE: &str = r#"{"schema":"scm-check/automaton","schema_version":1,"states":5,"initial":[0],
"final":[3],"transitions":[[0,"b",1],[0,"c",2],[0,"a",3],[2,"e",3],[4,"b",1],[1,"d",4],[4,"c",2]],
"locations":[["a","e"],["c","d"],["b"]]}"#;

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("rounds.hif", ROUNDS)
        .with("rounds.hsf", "@lifeline{l;k} @message{ping;pong;stop}")
        .with("figure.json", FIGURE)
        .with("rounds.ca", "final 0\n0 -l->k:ping- 1\n1 -k->l:pong- 0\n")
        .with("endless.ca", "0 -l->k:ping- 1\n1 -k->l:pong- 0\n")
        .with("right.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong}")
        .with("early.htf", "{[l] l!ping; [k] k?ping}")
        .with("wrong.htf", "{[l] l!ping.l?pong; [k] k?ping.k?ping}")
        .with("both.htf", "{[l] l?pong;\n [k] k?ping.k!stop}")
}

/// Runs the command, whose report is valid JSON, and returns its first result.
fn result(here: &Directory, line: &str) -> (Finished, Value) {
    let run = here.run(&format!("conform {line} --format json --reproducible"));
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(Schema::named(here, "report").objections(&report), [""; 0], "{line}");
    let first = report["results"][0].clone();
    assert_eq!(first["property"], "conforms");
    (run, first)
}

#[test]
fn each_class_and_each_kind_of_error_is_told() {
    let here = directory("conform_classes")
        .with("central.htf", "{[1] e; [2] d.d.d.c; [3] b.b}")
        .with("inter.htf", "{[1] e; [2] d.d.d.c; [3]}")
        .with("local.htf", "{[1] e; [2] c.d; [3] b.b.b.b}")
        .with("accepted.htf", "{[3] b; [2] d.c; [1] e}")
        .with("multi.htf", "{[1] e; [2] d}")
        .with("slice.htf", "{[2] d; [3] b}");
    for (file, code, class, kind) in [
        ("central", 1, "multi-prefix", json!("central")),
        ("inter", 1, "multi-prefix", json!("inter")),
        ("local", 1, "fail", json!("local")),
        ("accepted", 0, "accepted", Value::Null),
        ("multi", 1, "multi-prefix", json!("local")),
        ("slice", 1, "global-prefix", json!("local")),
    ] {
        let (run, first) = result(&here, &format!("--model figure.json {file}.htf"));
        assert_eq!((run.code, &first["detail"]["class"]), (code, &json!(class)), "{file}");
        assert_eq!(first["detail"]["error"]["kind"], kind, "{file}");
        let automaton = json!({"states": 5, "transitions": 7, "initial": 1, "made": "as given"});
        assert_eq!(first["detail"]["automaton"], automaton);
    }
    let (_, first) = result(&here, "--model figure.json local.htf");
    let place = json!({"location": ["2"], "position": 1, "reason": "unexpected", "expected": [], "may_end": true});
    assert_eq!(first["detail"]["error"]["locations"], json!([place]));
    let (_, first) = result(&here, "--model rounds.hif both.htf");
    let places = json!([
        {"location": ["l"], "position": 0, "reason": "unexpected", "expected": ["l!ping"],
            "may_end": true},
        {"location": ["k"], "position": 1, "reason": "unexpected", "expected": ["k!pong"],
            "may_end": false},
    ]);
    assert_eq!(first["detail"]["error"], json!({"kind": "local", "locations": places}));
}

#[test]
fn an_answer_for_people_says_where_and_what_was_expected() {
    let here = directory("conform_words");
    let run = here.run("conform --model rounds.hif wrong.htf");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    insta::assert_snapshot!(run.output, @"
    wrong.htf: conforms violated (local): k at position 1: k?ping cannot come there; expected k!pong
      see: scm-check explain conform
      wrong.htf:1: k at position 1: k?ping cannot come there; expected k!pong
      class fail: there is no run with all traces as parts
      read together: 2 of 4 letters (l 1 of 2, k 1 of 2); 1 hypothesis alive
      seen next: l?pong (wrong.htf:1), k?ping (wrong.htf:1)
      possible there: k!pong (rounds.hif:1)

              l                    k
              │                    │
         0  ! ├────── ping ───────►┤ ?  0
         1  ? ┼                    │   <- l?pong does not fit
              │                    ┼ ?  1   <- k?ping wrong here
              │                    │
    ");
    let run = here.run("conform --model rounds.hif both.htf");
    insta::assert_snapshot!(run.output, @"
    both.htf: conforms violated (local): l at position 0: l?pong cannot come there; expected l!ping, or the end; and another location is wrong
      see: scm-check explain conform
      both.htf:1: l at position 0: l?pong cannot come there; expected l!ping, or the end
      both.htf:2: k at position 1: k!stop cannot come there; expected k!pong
      class fail: there is no run with all traces as parts
      read together: 0 of 3 letters (l 0 of 1, k 0 of 2); 1 hypothesis alive
      seen next: l?pong (both.htf:1), k?ping (both.htf:2)
      possible there: l!ping (rounds.hif:1), or the end

              l                    k
              │                    │
         0  ? ┼                    │   <- l?pong wrong here
              │                    ┼ ?  0   <- k?ping does not fit
              │                    ┼ !  1   <- k!stop wrong here
              │                    │
    ");
    let run = here.run("conform --model rounds.hif -q both.htf");
    assert_eq!(run.output.lines().count(), 1, "{}", run.output);
    let run = here.run("conform --model rounds.hif right.htf");
    insta::assert_snapshot!(run.output, @"
    right.htf: conforms holds: 2 locations, 4 letters: what the locations see of a run
      see: scm-check explain conform
    ");
    let run = here.run("conform --model rounds.hif -q right.htf early.htf wrong.htf right.htf");
    insta::assert_snapshot!(run.output, @r"
    early.htf: conforms violated (local): l at position 1: the trace cannot end there; expected l?pong; and another location is wrong
    wrong.htf: conforms violated (local): k at position 1: k?ping cannot come there; expected k!pong
    4 multitraces: 2 accepted, 1 global-prefix, 1 fail
    ");
    let run = here.run("conform --model rounds.hif -v right.htf --reproducible");
    insta::assert_snapshot!(run.output, @"
    right.htf: conforms holds: 2 locations, 4 letters: what the locations see of a run
      rounds.hif: an automaton of 4 states, 4 transitions (synthesised, simplified full, choice delayed)
      engine automaton, stage greedy; 0 states; see: scm-check explain conform
    ");
}

#[test]
fn a_question_is_answered_alone() {
    let here = directory("conform_questions");
    for (question, code) in [("accept", 1), ("global-prefix", 0), ("multi-prefix", 0), ("slice", 0)]
    {
        for procedure in ["auto", "central", "semi", "free", "removal"] {
            let line = format!("--question {question} --procedure {procedure}");
            let (run, first) = result(&here, &format!("--model rounds.hif {line} early.htf"));
            assert_eq!(run.code, code, "{line}: {}", run.output);
            assert_eq!(first["detail"]["question"], question);
            assert_eq!(first["detail"]["procedure"], procedure);
        }
    }
    let run = here.run("conform --model rounds.hif --question slice wrong.htf");
    assert!(run.output.contains("violated: there is no run with all traces as parts"));
}

#[test]
fn lifelines_may_share_a_location_and_letters_too() {
    let here = directory("conform_locations")
        .with("order.htf", "{[l,k] l!ping.k?ping.k!pong.l?pong}")
        .with("swapped.htf", "{[k,l] k?ping.l!ping.k!pong.l?pong}")
        .with("bare.htf", "l!ping.k?ping.k!pong.l?pong")
        .with("at_once.hif", "seq(l -- <synch>ping -> k, k -- pong -> l)")
        .with("at_once.hsf", "@lifeline{l;k} @message{ping;pong}")
        .with("once.htf", "{[l,k] {l!ping,k?ping}.k!pong.l?pong}")
        .with("twice.htf", "{[l,k] l!ping.k?ping.k!pong.l?pong}")
        .with("apart.htf", "{[l] l!ping.l?pong; [k] k?ping.k!pong}");
    for (file, code) in [("order", 0), ("swapped", 1), ("bare", 0)] {
        let (run, first) = result(&here, &format!("--model rounds.hif {file}.htf"));
        assert_eq!(run.code, code, "{file}");
        let locations = json!([{"location": ["l", "k"], "length": 4}]);
        assert_eq!(first["detail"]["locations"], locations);
    }
    for (file, code) in [("once", 0), ("twice", 1), ("apart", 0)] {
        let (run, _) = result(&here, &format!("--model at_once.hif {file}.htf"));
        assert_eq!(run.code, code, "{file}: {}", run.output);
    }
}

#[test]
fn automata_of_actions_and_choreographies_are_models_too() {
    let here = directory("conform_models");
    let run = here.run("interaction nfa --to json -o rounds.json rounds.hif");
    assert_eq!(run.code, 0, "{}", run.errors);
    for model in ["rounds.json", "rounds.ca", "rounds.hif"] {
        for (file, code) in [("right", 0), ("early", 1), ("wrong", 1)] {
            let (run, _) = result(&here, &format!("--model {model} {file}.htf"));
            assert_eq!(run.code, code, "{model} {file}");
        }
    }
    let (run, _) = result(&here, "--model endless.ca early.htf");
    assert_eq!(run.code, 0, "nothing ends, so everything may");
    let here = here
        .with("ends.ca", "0 -l->k:ping- 1\n1 -k->l:pong- 0\n0 -l->k:stop- 2\n")
        .with("stop.htf", "{[l] l!ping.l?pong.l!stop; [k] k?ping.k!pong.k?stop}");
    let (run, first) = result(&here, "--model ends.ca stop.htf");
    assert_eq!(run.code, 0);
    assert_eq!(first["detail"]["automaton"]["states"], 6);
    let (_, first) = result(&here, "--model ends.ca right.htf");
    assert_eq!(first["detail"]["class"], "global-prefix", "state 2 is where it ends");
}

#[test]
fn plain_letters_have_their_locations_from_the_options() {
    let here = directory("conform_plain")
        .with(
            "figure.aut",
            "des (0, 7, 5)\n(0, \"b\", 1)\n(0, \"c\", 2)\n(0, \"a\", 3)\n(2, \"e\", 3)\n\
             (4, \"b\", 1)\n(1, \"d\", 4)\n(4, \"c\", 2)\n// final: 3\n",
        )
        .with("places.txt", "a,e\nc,d\nb\n")
        .with("accepted.htf", "{[1] e; [2] d.c; [3] b}")
        .with("elsewhere.htf", "{[1] d}")
        .with("unknown.htf", "{[1] zebra}")
        .with("fourth.htf", "{[4] a}");
    for locations in ["a,e;c,d;b", "places.txt"] {
        let line = format!("--model figure.aut --locations {locations} accepted.htf");
        assert_eq!(result(&here, &line).0.code, 0, "{locations}");
    }
    let run = here.run("conform --model figure.aut --locations a,e,c,d,b accepted.htf");
    assert_eq!(run.code, 2, "there is one location: {}", run.output);
    for (line, words) in [
        ("figure.aut accepted.htf", "`a` says no lifeline, as `l!m` does"),
        ("figure.aut --locations a;b accepted.htf", "no location sees `c`"),
        ("figure.aut --locations a,b,c;b,d,e accepted.htf", "`b` is of two locations"),
        ("figure.aut --locations a,,b accepted.htf", "expected names with commas between them"),
        ("figure.json elsewhere.htf", "it belongs to location 2"),
        ("figure.json fourth.htf", "locations are numbered 1 to 3"),
        ("rounds.hif --locations l,m right.htf", "there is no lifeline `m`, but l, k"),
        ("rounds.ca --reading local right.htf", "--reading local: an automaton has no operators"),
        (
            "rounds.ca --signature rounds.hsf right.htf",
            "--signature: only interactions have a signature",
        ),
        ("right.htf right.htf", "neither an interaction nor an automaton"),
        ("missing.hif right.htf", "no such file"),
        ("rounds.hif --verify right.htf", "no evidence about logs"),
    ] {
        let run = here.run(&format!("conform --model {line}"));
        assert_eq!(run.code, 2, "{line}: {}", run.output);
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
    let run = here.run("conform --model figure.json unknown.htf");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(
        run.output.contains("location 1 at position 0: zebra cannot come there; expected a, e")
    );
}

#[test]
fn stated_answers_are_compared() {
    let early = "{[l] l!ping; [k] k?ping}";
    let stated = |text: &str| format!("/*# expect: {text} */ {early}");
    let here = directory("conform_expected")
        .with("met.htf", &stated("conforms = violated, class = global-prefix"))
        .with("missed.htf", &stated("conforms = holds"))
        .with("class.htf", &stated("conforms = violated, class = slice"))
        .with("prefix.htf", &stated("conforms[global-prefix] = holds"))
        .with("odd.htf", &stated("colour = red"))
        .with("answer.htf", &stated("conforms = maybe"));
    for (line, code, words) in [
        ("met.htf", 1, "as the model expects"),
        ("missed.htf", 1, "CHANGED: the model expects holds"),
        ("class.htf", 1, "class = slice violated: it is global-prefix"),
        ("--question global-prefix prefix.htf", 0, "as the model expects"),
        ("odd.htf", 2, "there is no such property, but conforms and class"),
        ("answer.htf", 2, "the answers are holds, violated and unknown"),
    ] {
        let run = here.run(&format!("conform --model rounds.hif {line}"));
        assert_eq!(run.code, code, "{line}: {}{}", run.output, run.errors);
        assert!(run.output.contains(words), "{line}: {}", run.output);
    }
    let run = here.run("conform --model rounds.hif met.htf right.htf");
    assert_eq!(run.code, 1, "a log that does not conform ends with 1, expected or not");
    insta::assert_snapshot!(run.output, @"
    met.htf: conforms violated (local): l at position 1: the trace cannot end there; expected l?pong; and another location is wrong
      see: scm-check explain conform
      as the model expects
      met.htf:1: l at position 1: the trace cannot end there; expected l?pong
      met.htf:1: k at position 1: the trace cannot end there; expected k!pong
      class global-prefix: what the locations see of the beginning of a run
      read together: 2 of 2 letters (l 1 of 1, k 1 of 1); 1 hypothesis alive
      possible there: k!pong (rounds.hif:1)

              l                    k
              │                    │
         0  ! ├────── ping ───────►┤ ?  0
         1    ═                    │   <- ends too early
              │                    ═    1   <- ends too early
              │                    │

    met.htf: class = global-prefix holds
    right.htf: conforms holds: 2 locations, 4 letters: what the locations see of a run
    2 multitraces: 1 accepted, 1 global-prefix
    3 answers: 2 holds, 1 violated, 1 as expected
    ");
}

#[test]
fn what_cannot_be_read_has_its_row_and_the_others_are_answered() {
    let here = directory("conform_unreadable").with("cut.htf", "{[l] l!ping.l");
    let run = here.run("conform --model rounds.hif cut.htf missing.htf right.htf --format ndjson");
    assert_eq!(run.code, 2);
    let rows: Vec<Value> =
        run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let verdicts: Vec<&str> = rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["error", "error", "holds"]);
    assert!(run.errors.contains("cut.htf:1:14"), "{}", run.errors);
    let run = here.run_with_input("conform --model rounds.hif -", "{[l] l!ping; [k] k?ping}");
    assert_eq!(run.code, 1);
    assert!(run.output.starts_with("<stdin>: conforms violated"), "{}", run.output);
}

#[test]
fn the_automata_of_the_literature_are_drawn() {
    let here = directory("conform_drawn")
        .with("c.htf", "{[1] e; [2] c}")
        .with("central.htf", "{[1] e; [2] d.d.d.c; [3] b.b}");
    // Figures 3 to 6 of \[RVA\].
    let run = here.run("automaton convert figure.json --to dot");
    assert!(run.output.contains("label=\"b\""), "{}", run.output);
    insta::assert_snapshot!("figure_3a", run.output);
    for (figure, line) in [
        ("figure_3b", "proj --location 2"),
        ("figure_4", "area --location 2"),
        ("figure_5a", "area --location 2 c.htf"),
        ("figure_5b", "area --location 2 central.htf"),
        ("figure_6", "inter central.htf"),
    ] {
        let run = here.run(&format!("conform --model figure.json --draw {line}"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{line}");
        insta::assert_snapshot!(figure, run.output);
    }
    for (line, states, edges) in [
        ("proj --location 2", "0,1,3|2,3|1,4", "c d c d"),
        ("area --location 2 c.htf", "0|1|2|3", "b c a e"),
        ("area --location 2 central.htf", "0|1|2|3|4", "b a d e b c"),
        ("inter central.htf", "0|1|2|3|4", "b d e b c"),
    ] {
        let run = here.run(&format!("conform --model figure.json --draw {line}"));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{line}");
        let labels = |arrows: bool| -> Vec<&str> {
            let lines = run.output.lines().filter(|line| line.contains("->") == arrows);
            let labels = lines.filter_map(|line| line.split("label=\"").nth(1)?.split('"').next());
            labels.filter(|label| !label.is_empty()).collect()
        };
        assert_eq!(labels(false).join("|"), states, "{line}");
        assert_eq!(labels(true).join(" "), edges, "{line}");
    }
    let run = here.run("conform --model figure.json --draw inter central.htf -o inter.svg");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(here.read("inter.svg").starts_with("<svg"));
    for (line, words) in [
        ("--draw proj", "say which location with --location: 1; 2; 3"),
        ("--draw area --location 5 c.htf", "there is no location `5`, but 1; 2; 3"),
        ("--draw inter c.htf central.htf", "about one multitrace"),
        ("--draw inter", "the areas of a multitrace (*.htf) have to be met: name one"),
        ("", "required"),
    ] {
        let run = here.run(&format!("conform --model figure.json {line}"));
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
}

#[test]
fn a_run_is_shown_where_there_is_one() {
    let here = directory("conform_interleaving");
    let (_, first) = result(&here, "--model rounds.hif --interleaving right.htf");
    let run = json!(["l!ping", "k?ping", "k!pong", "l?pong"]);
    assert_eq!(first["detail"]["interleaving"], run);
    let run = here.run("conform --model rounds.hif --interleaving right.htf");
    assert!(run.output.contains("one run: l!ping.k?ping.k!pong.l?pong"), "{}", run.output);
    // What is not in a trace happened all the same.
    let here = here.with("late.htf", "{[l] l?pong; [k]}");
    let run = here.run("conform --model rounds.hif --interleaving --question slice late.htf");
    let words = "the beginning of a run: (l!ping).(k?ping).(k!pong).l?pong\n  in parentheses: what was not logged";
    assert!(run.output.contains(words), "{}", run.output);
}
