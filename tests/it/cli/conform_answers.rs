//! `scm-check conform`, run as its users do: what is answered where something is missing, and what is expected.

use serde_json::{Value, json};

use crate::support::program::Directory;

/// The run with two letters of the first lifeline is seen by the others as well.
const CHOICE: &str = "alt(\n  l -- ping -> |,\n  strict(l -- pong -> k, l -- <synch> pong -> m))";

fn result(run: &str) -> Value {
    let report: Value = serde_json::from_str(run).unwrap_or_else(|_| panic!("{run}"));
    report["results"][0].clone()
}

#[test]
fn a_stated_class_is_met_contradicted_or_open() {
    let stated = |class: &str| {
        format!("/*# expect: conforms = violated, class = {class} */ {{[l] l!ping; [k] ; [m] }}")
    };
    let here = Directory::new("conform_stated")
        .with("pair.hif", "strict(l -- ping -> k, m -- ping -> |)")
        .with("pair.hsf", "@lifeline{l;k;m} @message{ping}")
        .with("prefix.htf", &stated("global-prefix"))
        .with("accepted.htf", &stated("accepted"))
        .with("slice.htf", &stated("slice"))
        .with("strange.htf", &stated("sliced"));
    for (log, question, code, words) in [
        ("prefix", "", 1, "class = global-prefix holds"),
        ("slice", "", 1, "class = slice violated: it is global-prefix"),
        ("accepted", "", 1, "class = accepted violated: it is global-prefix"),
        // What was not asked is not answered, but what contradicts the answer is told.
        ("accepted", "--question accept", 1, "class = accepted violated: accept does not hold"),
        ("slice", "--question accept", 1, "as the model expects"),
        ("slice", "--question global-prefix", 1, "class = slice violated: global-prefix holds"),
        ("strange", "", 2, "the classes are accepted, global-prefix, multi-prefix, slice, fail"),
    ] {
        let run = here.run(&format!("conform --model pair.hif {question} {log}.htf"));
        assert!(run.output.contains(words), "{words}: {}", run.output);
        assert_eq!(run.code, code, "{log} {question}: {}", run.output);
    }
}

#[test]
fn a_stated_class_that_was_not_found_is_not_met() {
    let here = Directory::new("conform_stated_open");
    let models = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models/multitraces");
    for file in ["publish_subscribe.hif", "publish_subscribe.hsf", "publish_subscribe_invented.htf"]
    {
        std::fs::copy(models.join(file), here.path(file)).unwrap();
    }
    // Loops W have no automaton, and the plain search for parts goes on and on.
    let run = here.run(
        "conform --model publish_subscribe.hif --procedure central --reading local --max-states 2000 \
         publish_subscribe_invented.htf",
    );
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(
        run.output.contains("its class was not found within the limits; --max-states N raises")
    );
    let words = "class = fail unknown (states): the class was not found within the limits";
    assert!(run.output.contains(words), "{}", run.output);
    let run = here.run(
        "conform --model publish_subscribe.hif --reading local publish_subscribe_invented.htf",
    );
    assert_eq!(run.code, 1, "{}", run.output);
}

#[test]
fn inter_and_central_are_those_of_the_automaton_whatever_the_procedure() {
    let here = Directory::new("conform_split")
        .with("choice.hif", CHOICE)
        .with("choice.hsf", "@lifeline{l;k;m} @message{ping;pong}")
        .with("other.htf", "{[l] l!pong.l!pong; [k] ; [m] }");
    for procedure in ["auto", "central", "semi", "removal", "free"] {
        let line =
            format!("conform --model choice.hif --procedure {procedure} --format json other.htf");
        let first = result(&here.run(&line).output);
        assert_eq!(first["detail"]["error"]["kind"], "inter", "{procedure}: {first}");
    }
}

#[test]
fn a_model_without_letters_or_without_runs_is_answered() {
    let automaton = |last: &str, transitions: &str| {
        format!(
            "{{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,\"initial\":[0],\
             \"final\":[{last}],\"transitions\":[{transitions}],\"locations\":[[\"a\"],[\"b\"]]}}"
        )
    };
    let step = "[0,\"a\",1]";
    let here = Directory::new("conform_nothing")
        .with("still.json", &automaton("0", ""))
        .with("endless.json", &automaton("", step))
        .with("nothing.htf", "{[1] ; [2] }");
    let run = here.run("conform --model still.json nothing.htf");
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
    let run = here.run("conform --model endless.json nothing.htf");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(run.output.contains("the model has no run: nothing fits"), "{}", run.output);
    assert!(!run.output.contains("in conflict"), "{}", run.output);
}

#[test]
fn programs_are_told_why_sessions_fail() {
    let event = |session: usize| {
        format!("{{\"location\":\"k\",\"message\":\"?ping\",\"session\":{session}}}\n")
    };
    let here = Directory::new("conform_told")
        .with("pair.hif", "l -- ping -> k")
        .with("pair.hsf", "@lifeline{l;k} @message{ping}")
        .with("log.jsonl", &(0..102).map(event).collect::<String>());
    let run = here.run("conform --model pair.hif log.jsonl --format json");
    let report: Value = serde_json::from_str(&run.output).unwrap();
    let rows = report["results"].as_array().unwrap();
    let is_explained = |row: &&Value| row["detail"]["furthest"]["positions"] == json!([0, 0]);
    assert_eq!(rows.iter().filter(is_explained).count(), 100);
    let run = here.run("conform --model pair.hif log.jsonl");
    assert!(run.output.contains("; the first 3 that fail are explained, -v explains all"));
    let run = here.run("conform --model pair.hif log.jsonl --format ndjson -v");
    assert_eq!(run.output.matches("\"furthest\"").count(), 102);
}
