//! `scm-check interaction`, run as its users do.

use crate::support::program::Directory;

const LOCK: &str = "\
/*# expect: nfa_states = 8 */
/*# expect: minimal_dfa_states = 14 */
seq(loopS(alt(a -> l, b -> l)), a -> l, a -> l, b -> l,
    alt(a -> l, b -> l), alt(a -> l, b -> l), alt(a -> l, b -> l), l -- open -> |)
";

const UNBOUNDED: &str = "seq(p -- hello -> q,\n    loopW(p -- m -> q))\n";

const STRICT: &str = "strict(p -- a -> q, r -- b -> p)";

fn directory(test: &str) -> Directory {
    let names = "@message{ a; b; open; hello; m } @lifeline{ l; p; q; r }";
    Directory::new(test)
        .with("lock.hif", LOCK)
        .with("lock.hsf", names)
        .with("unbounded.hif", UNBOUNDED)
        .with("unbounded.hsf", names)
        .with("strict.hif", STRICT)
        .with("strict.hsf", names)
}

/// The value of a number behind a key, wherever it stands.
fn number(text: &str, key: &str) -> Option<u64> {
    let behind = text.split_once(&format!("\"{key}\":"))?.1;
    behind.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn automata_are_counted_and_minimised() {
    let here = directory("interaction_nfa");
    let run = here.run("interaction nfa --minimise dfa --format json lock.hif");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert_eq!(number(&run.output, "nfa_states"), Some(8));
    assert_eq!(number(&run.output, "nfa_transitions"), Some(12));
    assert_eq!(number(&run.output, "minimal_dfa_states"), Some(14));
    let run =
        here.run("interaction nfa --minimise dfa --algorithm brzozowski --format json lock.hif");
    assert_eq!(number(&run.output, "minimal_dfa_states"), Some(14));
    let run = here.run("interaction nfa --minimise nfa --format json lock.hif");
    assert_eq!(number(&run.output, "minimal_nfa_states"), Some(8));
    let run = here.run("interaction nfa --simplify none --format json lock.hif");
    assert!(number(&run.output, "nfa_states") > Some(8), "{}", run.output);
    let run = here
        .run("interaction nfa --construction composition --minimise dfa --format json lock.hif");
    assert_eq!(number(&run.output, "minimal_dfa_states"), Some(14));
}

#[test]
fn stated_counts_are_compared() {
    let here = directory("interaction_counts").with("wrong.hif", &LOCK.replace("= 8", "= 9"));
    let run = here.run("check lock.hif");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let all = "holds     nfa, nfa_states = 8, minimal_dfa_states = 14\n";
    assert!(run.output.contains(all), "{}", run.output);
    let run = here.run("check wrong.hif --format json");
    assert_eq!(run.code, 1, "{}", run.output);
    let run = here.run("interaction nfa wrong.hif");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("nfa_states = 9 violated: there are 8"), "{}", run.output);
    let run = here.run("interaction nfa --simplify none wrong.hif");
    assert_eq!(run.code, 0, "another way to simplify has other counts: {}", run.output);
}

#[test]
fn loops_that_do_not_close_are_named() {
    let here = directory("interaction_unbounded");
    let run = here.run("interaction nfa unbounded.hif");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("unknown (bound)"), "{}", run.output);
    assert!(run.output.contains("2 | loopW(p -- m -> q)"), "{}", run.output);
    for form in ["json", "dot", "timbuk"] {
        let run = here.run(&format!("interaction nfa --to {form} unbounded.hif"));
        assert_eq!((run.code, run.output.as_str()), (3, ""), "{form}");
        assert!(run.errors.contains("loopW"), "{}", run.errors);
    }
    let word = "p!hello.q?hello.p!m.p!m.q?m.q?m";
    let run = here.run(&format!("interaction accepts unbounded.hif {word} {word}.q?m"));
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(run.output.contains("accepts holds (by term): 6 letters"), "{}", run.output);
    assert!(run.output.contains("letter 7 of 7, q?m, cannot come there"), "{}", run.output);
}

#[test]
fn the_composition_is_refused_where_it_is_not_right() {
    let here = directory("interaction_composition")
        .with("weak.hif", "seq(loopS(p -- a -> q), loopS(q -- b -> r))")
        .with("apart.hif", "seq(loopS(p -- a -> |), loopS(q -- b -> |))");
    let run = here.run("interaction nfa --construction composition weak.hif");
    assert_eq!(run.code, 3, "{}", run.output);
    assert!(run.output.contains("does what seq does"), "{}", run.output);
    let run = here.run("interaction nfa --construction composition apart.hif");
    assert_eq!(run.code, 0, "{}", run.output);
}

#[test]
fn printed_automata_are_read_again() {
    let here = directory("interaction_printed");
    for form in ["json", "timbuk", "aut"] {
        let run = here.run(&format!("interaction nfa --to {form} -o lock.{form} lock.hif"));
        assert_eq!(run.code, 0, "{form}: {}", run.errors);
    }
    for form in ["timbuk", "aut"] {
        let run = here.run(&format!("automaton equivalent lock.json lock.{form}"));
        assert_eq!(run.code, 0, "{form}: {}{}", run.output, run.errors);
    }
    let run = here.run("interaction nfa --minimise dfa --to json -o dfa.json lock.hif");
    assert_eq!(run.code, 0, "{}", run.errors);
    let run = here.run("automaton equivalent lock.json dfa.json");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("interaction nfa --to json --hide q strict.hif");
    assert!(run.output.contains("p!a") && !run.output.contains("q?a"), "{}", run.output);
}

#[test]
fn lifelines_without_letters_may_be_named_in_multitraces() {
    let here = directory("interaction_silent")
        .with("once.hif", "p -- a -> q")
        .with("once.hsf", "@message{ a; b } @lifeline{ p; q; r }")
        .with("right.htf", "{[p] p!a; [q,r] q?a}")
        .with("alone.htf", "{[p] p!a; [q] q?a; [r]}")
        .with("wrong.htf", "{[p] p!a; [q] q?a; [r] r!b}");
    for form in ["json", "timbuk", "aut"] {
        let line = format!("interaction nfa --minimise dfa --to {form} -o once.{form} once.hif");
        assert_eq!(here.run(&line).code, 0);
        for log in ["right.htf", "alone.htf"] {
            let run = here.run(&format!("conform --model once.{form} {log}"));
            assert_eq!(run.code, 0, "{form} {log}: {}{}", run.output, run.errors);
            assert!(run.errors.contains("W0507"), "{}", run.errors);
        }
        let run = here.run(&format!("conform --model once.{form} wrong.htf"));
        assert_eq!(run.code, 2, "{form}: {}{}", run.output, run.errors);
        assert!(run.errors.contains("E0407"), "{}", run.errors);
    }
    // The interaction itself knows all its lifelines.
    let run = here.run("conform --model once.hif alone.htf");
    assert_eq!(run.code, 0);
    assert!(run.errors.starts_with("warning[W0508]: lifeline `r` takes part"), "{}", run.errors);
    assert!(!run.errors.contains("W0507"), "{}", run.errors);
    let here = here.with("typing.htf", "{[p] p!a; [q] q?a; [s]}");
    assert!(here.run("conform --model once.hif typing.htf").errors.contains("E0407"));
}

#[test]
fn traces_are_judged_with_the_place_that_is_wrong() {
    let here = directory("interaction_accepts").with("good.htf", "[p] p!a; [#any]");
    let run = here.run("interaction accepts strict.hif p!a.q?a.r!b.p?b");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("interaction accepts strict.hif p!a.r!b");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("letter 2 of 2, r!b, cannot come there"), "{}", run.output);
    assert!(run.output.contains("expected there: q?a"), "{}", run.output);
    let run = here.run("interaction accepts strict.hif p!a");
    assert_eq!(run.code, 1);
    assert!(run.output.contains("only the beginning of a word"), "{}", run.output);
    let run = here.run("interaction accepts strict.hif {[p]p!a;[q]q?a}");
    assert_eq!(run.code, 2, "{}", run.output);
    let run = here.run("interaction accepts strict.hif x!a");
    assert_eq!(run.code, 2, "{}", run.output);
    let run = here.run("interaction accepts strict.hif missing.htf");
    assert_eq!(run.code, 2, "{}", run.output);
}

#[test]
fn generated_traces_are_accepted() {
    let here = directory("interaction_traces");
    let traces = here.run("interaction generate traces lock.hif --length 9 --count 5").output;
    assert_eq!(traces.lines().count(), 5, "{traces}");
    for trace in traces.lines() {
        let run = here.run(&format!("interaction accepts lock.hif {trace}"));
        assert_eq!(run.code, 0, "{trace}: {}", run.output);
    }
    let random = here.run("interaction generate lock.hif --length 12 --count 3 --seed 5").output;
    assert_eq!(random.lines().count(), 3, "{random}");
    for trace in random.lines() {
        let run = here.run(&format!("interaction accepts lock.hif {trace}"));
        assert_eq!(run.code, 0, "{trace}: {}", run.output);
    }
    let exact = here.run("interaction generate strict.hif --kind exact --length 2").output;
    assert_eq!(exact, "p!a.q?a\n");
    let modulo = here.run("interaction generate strict.hif --kind modulo --length 2").output;
    assert_eq!(modulo, "p!a.q?a\np!a.q?a.r!b.p?b\n");
    // Whole words whatever their length is, and beginnings whose length is a multiple.
    let modulo = here.run("interaction generate strict.hif --kind modulo --length 3").output;
    assert_eq!(modulo, "p!a.q?a.r!b\np!a.q?a.r!b.p?b\n");
    let random = "interaction generate lock.hif --kind modulo --length 4 --count 200 --seed 3";
    let traces = here.run(random).output;
    let length = |trace: &&str| trace.matches('.').count() + 1;
    let all: std::collections::BTreeSet<&str> = traces.lines().take(40).collect();
    let (multiples, others): (Vec<&str>, Vec<&str>) =
        all.into_iter().partition(|trace| length(trace) % 4 == 0);
    assert!(!multiples.is_empty() && !others.is_empty(), "{traces}");
    for trace in others {
        let run = here.run(&format!("interaction accepts lock.hif {trace}"));
        assert_eq!(run.code, 0, "{trace}: {}", run.output);
    }
    let open = here.run("interaction generate unbounded.hif --length 4").output;
    assert_eq!(
        open, "p!hello.q?hello\np!hello.p!m.q?hello.q?m\np!hello.q?hello.p!m.q?m\n",
        "the loop is unfolded as deep as the length asks for"
    );
}

#[test]
fn lifelines_are_removed_before_anything_else() {
    let here = directory("interaction_removal");
    let run = here.run("interaction convert --to hif --remove p strict.hif");
    assert_eq!((run.code, run.output.trim()), (0, "strict(a -> q, r -- b -> |)"));
    let run = here.run("interaction convert --to hif --remove nobody strict.hif");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("no lifeline `nobody`, but l, p, q, r"), "{}", run.errors);
}

#[test]
fn an_interaction_becomes_a_system_and_a_choreography() {
    let names = "@message{ a; b } @lifeline{ p; q; r; s }";
    let here = directory("interaction_projection")
        .with("apart.hif", "alt(p -- a -> q, r -- b -> s)")
        .with("apart.hsf", names);
    let run = here.run("interaction project --arch mailbox -o strict.scm strict.hif");
    assert_eq!(run.code, 0, "{}", run.errors);
    let run = here.run("rsc strict.scm");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    for (name, code) in [("strict", 0), ("apart", 1)] {
        let run = here.run(&format!("interaction project --to ca -o {name}.ca {name}.hif"));
        assert_eq!(run.code, 0, "{}", run.errors);
        // In the second one nobody tells r that p has chosen.
        let run = here.run(&format!("chor check {name}.ca"));
        assert_eq!(run.code, code, "{name}: {}{}", run.output, run.errors);
    }
    let run = here.run("interaction project --to ca lock.hif");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("a message from the environment"), "{}", run.errors);
}

#[test]
fn an_interaction_is_drawn_explored_and_measured() {
    let here = directory("interaction_pictures_command");
    let run = here.run("interaction draw lock.hif");
    assert!(run.output.contains("loopS"), "{}", run.output);
    for form in ["svg", "dot"] {
        let run = here.run(&format!("interaction draw --what nfa --format {form} lock.hif"));
        assert_eq!(run.code, 0, "{form}: {}", run.errors);
        assert!(run.output.contains("l?a"), "{form}");
    }
    let run = here.run("interaction explore --depth 2 strict.hif");
    assert!(run.output.contains("└─ p!a -> strict(a -> q, r -- b -> p)"), "{}", run.output);
    let run = here.run("interaction metrics --json lock.hif");
    assert_eq!(number(&run.output, "actions"), Some(12));
    assert_eq!(number(&run.output, "loopS"), Some(1));
}
