//! `scm-check automaton`: what is printed, and how it ends.

use serde_json::json;

use crate::support::json_schema::Schema;
use crate::support::program::{Directory, json_of};

/// `a* b`, with a state of no use.
const FIRST: &str = "des (0, 3, 3)\n(0, \"a\", 0)\n(0, \"b\", 1)\n(0, \"b\", 2)\n// final: 1\n";
/// `a b | b`, with two initial states.
const SECOND: &str = "Ops a:1 b:1 x:0\nAutomaton A\nStates q0 q1 q2\nFinal States q2\nTransitions\n\
    x -> q0\nx -> q1\na(q0) -> q1\nb(q1) -> q2\n";
/// `c`, in JSON, with a location.
const THIRD: &str = "{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,\
    \"initial\":[0],\"final\":[1],\"transitions\":[[0,\"c\",1]],\"locations\":[[\"c\"]]}";

fn here(test: &str) -> Directory {
    Directory::new(test).with("a.aut", FIRST).with("b.timbuk", SECOND).with("c.json", THIRD)
}

#[test]
fn verdicts_are_exit_codes_and_words() {
    let here = here("automaton_verdicts").with("wrong.aut", "des (0, 0)\n");
    for (line, code, said) in [
        ("included b.timbuk a.aut", 0, "b.timbuk: included holds"),
        (
            "included a.aut b.timbuk",
            1,
            "a word of 3 symbols is not accepted by b.timbuk; shortest\n  a a b\n",
        ),
        (
            "equivalent a.aut b.timbuk",
            1,
            "only a.aut accepts a word of 3 symbols; shortest\n  a a b\n",
        ),
        ("equivalent c.json a.aut", 1, "only c.json accepts a word of 1 symbol; shortest\n  c\n"),
        ("equivalent a.aut a.aut", 0, "a.aut: equivalent holds"),
        ("included a.aut b.timbuk --max-states 1", 3, "unknown"),
        ("included a.aut b.timbuk --max-states 1 --exit-zero", 0, "unknown"),
        ("included a.aut b.timbuk --exit-zero", 0, "violated"),
        ("empty a.aut", 1, "a word of 1 symbol is accepted; shortest\n  b\n"),
        ("accepts a.aut b", 0, "accepts holds"),
        ("accepts a.aut a", 1, "the word is not accepted"),
        ("accepts a.aut [\"a\",\"b\"]", 0, "the word is accepted"),
        ("accepts a.aut z", 1, "there is no symbol `z`"),
        (
            "info a.aut",
            0,
            "nondeterministic, infinite language\n  3 states (2 useful, 1 initial, 1 final), 3 transitions, 2 symbols\n  shortest word: b\n",
        ),
        ("words b.timbuk --length 2 --count 2", 0, "a b\na b\n"),
    ] {
        let run = here.run(&format!("automaton {line}"));
        assert_eq!(run.code, code, "{line}: {}{}", run.output, run.errors);
        assert!(run.output.contains(said), "{line}: {}", run.output);
    }
    let run = here.run("automaton included a.aut b.timbuk -q");
    assert_eq!(run.output.lines().count(), 1, "{}", run.output);
    let run = here.run("automaton words b.timbuk --length 3");
    assert_eq!((run.code, run.output.as_str()), (0, ""));
    assert!(run.errors.contains("there is no word of 3 symbols"), "{}", run.errors);
    for (line, said) in [
        ("trim wrong.aut", "wrong.aut:1:5"),
        ("trim missing.aut", "no such file"),
        ("trim a.aut --from json", "E0011"),
        ("product - -", "standard input cannot be both automata"),
        ("project a.aut --keep z", "there is no symbol `z`"),
        ("project a.aut", "--keep"),
        ("trim a.aut -o a.aut", "a.aut"),
        ("trim a.aut -o x.pdf", "no form has the ending .pdf"),
        ("words a.aut --length 99999999", "--length"),
    ] {
        let run = here.run(&format!("automaton {line}"));
        assert_eq!(run.code, 2, "{line}: {}{}", run.output, run.errors);
        assert!(run.errors.contains(said), "{line}: {}", run.errors);
    }
    assert_eq!(here.read("a.aut"), FIRST);
}

#[test]
fn a_report_in_json_has_the_word() {
    let here = here("automaton_report");
    let run = here.run("automaton equivalent a.aut b.timbuk --format json");
    let report = json_of(&run.output);
    assert_eq!(Schema::named(&here, "report").objections(&report), Vec::<String>::new());
    let result = &report["results"][0];
    assert_eq!(result["property"], "equivalent");
    assert_eq!(result["detail"]["word"], json!(["a", "a", "b"]));
    assert_eq!(result["detail"]["accepted_by"], "first");
    assert_eq!(result["detail"]["other"], "b.timbuk");
    assert_eq!((report["exit_code"].as_i64(), run.code), (Some(1), 1));
    let info = json_of(&here.run("automaton info c.json --format json").output);
    assert_eq!(info["shortest_word"], json!(["c"]));
    assert_eq!(info["locations"], json!([["c"]]));
}

/// Each command that makes an automaton, with words that are accepted and words that are not.
#[test]
fn made_automata_accept_what_they_should() {
    let here = here("automaton_making");
    for (line, yes, no) in [
        ("product a.aut b.timbuk", vec!["b", "a b"], vec!["a a b"]),
        ("intersection a.aut b.timbuk", vec!["b"], vec!["a"]),
        ("union a.aut c.json", vec!["c", "a b"], vec!["a c"]),
        ("concatenation a.aut c.json", vec!["a b c"], vec!["c", "a b"]),
        ("shuffle b.timbuk c.json", vec!["a c b", "c b"], vec!["a b"]),
        ("star b.timbuk", vec!["[]", "b a b b"], vec!["a"]),
        ("project a.aut --keep b", vec!["b"], vec!["[]", "b b"]),
        ("project a.aut --erase b", vec!["[]", "a a"], vec![]),
        ("complement b.timbuk", vec!["[]", "a", "b a"], vec!["b", "a b"]),
        ("determinise a.aut", vec!["a b"], vec!["a"]),
        ("minimise a.aut", vec!["a b"], vec!["a"]),
        ("minimise a.aut --algorithm brzozowski", vec!["a b"], vec!["a"]),
        ("smallest a.aut", vec!["a b"], vec!["a"]),
        ("reduce a.aut", vec!["a b"], vec!["a"]),
        ("trim a.aut", vec!["a b"], vec!["a"]),
        ("reverse a.aut", vec!["b a"], vec!["a b"]),
        ("convert b.timbuk", vec!["a b"], vec!["a"]),
    ] {
        for ending in ["json", "timbuk", "aut"] {
            let file = format!("made.{ending}");
            let run = here.run(&format!("automaton {line} -o {file}"));
            assert_eq!((run.code, run.output.as_str()), (0, ""), "{line}: {}", run.errors);
            for (words, code) in [(&yes, 0), (&no, 1)] {
                for word in words {
                    let run = crate::support::program::finish(here.program().args([
                        "automaton",
                        "accepts",
                        &file,
                        word,
                    ]));
                    assert_eq!(run.code, code, "{line} {word}: {}{}", run.output, run.errors);
                }
            }
        }
    }
    let one = here.run("automaton minimise a.aut").output;
    assert_eq!(one, here.run("automaton minimise a.aut --algorithm brzozowski").output);
    assert!(
        one.starts_with("{\"schema\":\"scm-check/automaton\",\"schema_version\":1,\"states\":2,")
    );
    let kept = here.run("automaton convert c.json").output;
    assert_eq!(json_of(&kept), json_of(THIRD));
    let piped = here.run_with_input("automaton trim - --from aut --to aut", FIRST);
    assert_eq!(piped.output, "des (0, 2, 2)\n(0, \"a\", 0)\n(0, \"b\", 1)\n// final: 1\n");
    assert!(here.run("automaton convert a.aut --to dot").output.starts_with("digraph"));
    assert!(here.run("automaton convert a.aut --to svg").output.contains("<svg"));
    let run = here.run("automaton shuffle a.aut b.timbuk --max-states 2");
    assert_eq!((run.code, run.output.as_str()), (3, ""), "{}", run.errors);
    assert!(run.errors.contains("unknown (states)"), "{}", run.errors);
}

#[test]
fn names_that_timbuk_does_not_have_are_refused() {
    let here = here("automaton_names").with("odd.aut", "des (0, 1, 1)\n(0, \"a b\", 0)\n");
    let run = here.run("automaton convert odd.aut --to timbuk");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("Timbuk cannot write the name \"a b\""), "{}", run.errors);
    let run = here.run("automaton words odd.aut --length 1");
    assert_eq!(run.output, "[\"a b\"]\n");
    assert!(here.run("explain E0504").output.contains("arity"));
}

#[test]
fn a_long_chain_is_cut_at_the_limit() {
    let states = 5_000;
    let edges = (1..states).map(|at| format!("({}, \"a\", {at})\n", at - 1));
    let text = format!("des (0, {}, {states})\n{}", states - 1, edges.collect::<String>());
    let here = Directory::new("automaton_chain").with("chain.aut", &text);
    let run = here.run("automaton smallest chain.aut --memory 4MiB");
    assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
    assert!(run.errors.contains("memory"), "{}", run.errors);
}
