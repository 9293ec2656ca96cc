//! Interactions on which tools are known to err, with the right answers.

use crate::support::corpora::corpora;
use scm_check::internals::kernel::automata::SymbolId;
use scm_check::internals::kernel::base::{Control, Id as _};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{read, read_signature};
use scm_check::internals::model::cfsm::ChannelKind;
use scm_check::internals::model::choreography::Architecture;
use scm_check::internals::model::interaction::{
    Choice, Interaction, ProjectionRefusal, Refusal, Repetition, RewriteRule, RewriteRules,
    Semantics, Synthesis, Synthesised, TermId, synthesise,
};
use scm_check::internals::model::trace::{Letter, LifelineSet, Signature};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The interaction of a text that declares its names.
fn interaction(text: &str) -> Interaction {
    let reading = read(&Source::new("own.hif", text), None);
    reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics)).interaction
}

fn synthesised(interaction: &Interaction, choice: Option<Choice>) -> Result<Synthesised, Refusal> {
    let how = Synthesis { choice, max_states: 500, ..Synthesis::default() };
    synthesise(interaction, &how, &Control::unlimited())
}

fn states(interaction: &Interaction, choice: Option<Choice>) -> usize {
    synthesised(interaction, choice).unwrap().automaton.len()
}

/// Whether an automaton accepts so many of the only letter.
fn accepts_power(synthesised: &Synthesised, power: usize) -> bool {
    synthesised.automaton.accepts(std::iter::repeat_n(SymbolId::from_index(0), power))
}

/// What was seen at each location: its lifelines, and the texts of what happened at once.
type Multitrace = Vec<(LifelineSet, Vec<BTreeSet<String>>)>;

/// What was seen at each location, by texts such as `l:l!m.l?n` or `l,k:l!m.k?m`.
fn seen(signature: &Signature, locations: &[&str]) -> Multitrace {
    locations
        .iter()
        .map(|text| {
            let (names, trace) = text.split_once(':').unwrap();
            let lifelines = names.split(',').map(|name| signature.lifeline(name).unwrap());
            let elements = trace.split('.').filter(|element| !element.is_empty());
            let element = |text: &str| {
                let actions = text.trim_matches(['{', '}']).split(',');
                actions.map(str::to_owned).collect()
            };
            (lifelines.collect(), elements.map(element).collect())
        })
        .collect()
}

/// Whether a word has exactly these parts, by the steps of the terms: every way is tried.
fn accepts(interaction: &Interaction, locations: &[&str]) -> bool {
    let signature = &interaction.signature;
    let multitrace = seen(signature, locations);
    let mut semantics = Semantics::new(interaction, RewriteRules::full(), Choice::Delayed);
    let mut open = vec![(semantics.start(), vec![0; multitrace.len()])];
    let mut known: BTreeSet<(TermId, Vec<usize>)> = open.iter().cloned().collect();
    while let Some((term, places)) = open.pop() {
        let is_read = multitrace.iter().zip(&places).all(|((_, trace), &read)| read == trace.len());
        if is_read && semantics.is_final(term) {
            return true;
        }
        for &(letter, next) in &*semantics.steps(term) {
            let letter = semantics.letters().letter(letter);
            let after = after(signature, &multitrace, &places, letter);
            let place = after.map(|places| (next, places));
            open.extend(place.filter(|place| known.insert(place.clone())));
        }
    }
    false
}

/// How much is read of each location when a letter is read at all of its own.
fn after(
    signature: &Signature,
    multitrace: &Multitrace,
    places: &[usize],
    letter: &Letter,
) -> Option<Vec<usize>> {
    let mut next = places.to_vec();
    for (place, (lifelines, trace)) in next.iter_mut().zip(multitrace) {
        let here = letter.actions().iter().filter(|action| lifelines.contains(action.lifeline));
        let texts: BTreeSet<String> = here.map(|action| action.text(signature)).collect();
        if !texts.is_empty() {
            if trace.get(*place) != Some(&texts) {
                return None;
            }
            *place += 1;
        }
    }
    Some(next)
}

const NAMES: &str = "@message{ m;n;o;p;q } @lifeline{ a;b;c;d } @gate{ g } ";

/// The interaction of a text over these names.
fn own(text: &str) -> Interaction {
    interaction(&format!("{NAMES}{text}"))
}

#[test]
fn loops_of_different_periods_are_not_confused() {
    let two = own("alt(loopS(seq(m -> a, m -> a)), loopS(seq(m -> a, m -> a, m -> a)))");
    assert_eq!(states(&two, Some(Choice::Delayed)), 6);
    for choice in [Some(Choice::Delayed), Some(Choice::Immediate), None] {
        let found = synthesised(&two, choice).unwrap();
        for power in 0..20 {
            assert_eq!(accepts_power(&found, power), power % 2 == 0 || power % 3 == 0, "{power}");
        }
    }
    let large = "alt(loopS(seq(m->a,m->a,m->a)),loopS(seq(m->a,m->a,m->a,m->a,m->a)))";
    let large = own(large);
    assert_eq!(states(&large, Some(Choice::Delayed)), 15);
    assert_eq!(states(&large, Some(Choice::Immediate)), 9);
    assert_eq!(states(&large, None), 9);
}

#[test]
fn the_same_term_is_reached_with_different_rests() {
    let term = own("seq(loopS(loopS(m->a)), loopS(seq(m->a,m->a)), m->a, n->a)");
    assert!(accepts(&term, &["a:a?m.a?n"]));
    assert!(accepts(&term, &["a:a?m.a?m.a?m.a?m.a?n"]));
    assert!(!accepts(&term, &["a:a?n"]));
    assert!(!accepts(&term, &["a:a?m.a?m"]));
}

#[test]
fn an_action_that_is_alone_in_its_trace_does_not_come_at_once() {
    // The second round of the outer loop begins on `a` only when the inner loop is over.
    let term = own("loopS(strict(m -> a, n -> b, loopS(o -> b)))");
    assert!(accepts(&term, &["a:a?m.a?m", "b:b?n.b?o.b?n"]));
    assert!(accepts(&term, &["a:a?m.a?m", "b:b?n.b?n.b?o.b?o"]));
    assert!(!accepts(&term, &["a:a?m", "b:b?n.b?o.b?n"]));
    assert!(!accepts(&term, &["a,b:a?m.a?m.b?n.b?n"]));
}

#[test]
fn weak_loops_without_an_automaton_are_refused_by_name() {
    for (text, kind) in [
        ("loopW(a -- m -> b)", Repetition::Weak),
        ("loopH(a -- m -> b)", Repetition::Head),
        ("loopP(seq(m -> a, n -> a))", Repetition::Parallel),
        ("seq(loopS(n -> b), loopW(a -- m -> b))", Repetition::Weak),
    ] {
        let refusal = synthesised(&own(text), None).unwrap_err();
        assert!(matches!(refusal, Refusal::Unbounded(_, found) if found == kind), "{text}");
    }
    let weak = own("loopW(a -- m -> b)");
    assert!(accepts(&weak, &["a,b:a!m.a!m.a!m.b?m.b?m.b?m"]));
    assert!(!accepts(&weak, &["a,b:a!m.a!m.b?m"]));
    assert!(!accepts(&weak, &["a,b:b?m.a!m"]));
}

#[test]
fn strict_loops_close_whatever_their_rounds_leave() {
    for (text, expected) in [
        ("loopS(sync{a!m}(a -- m -> |, a -- m -> |))", 1),
        ("loopS(sync{a!m}(seq(a -- m -> |, n -> a), a -- m -> |))", 2),
    ] {
        let interaction = own(text);
        assert_eq!(states(&interaction, None), expected, "{text}");
        for law in RewriteRule::ALL {
            let laws = RewriteRules::full().without(law);
            let how = Synthesis { laws, max_states: 500, ..Synthesis::default() };
            let made = synthesise(&interaction, &how, &Control::unlimited()).unwrap();
            assert!(made.automaton.len() <= 3, "{text} without {}", law.word());
        }
    }
}

#[test]
fn a_synchronised_action_whose_message_goes_two_ways_is_not_projected() {
    let interaction = own("sync{a!m}(a -- m -> b, a -- m -> |)");
    let channels = (Architecture::PeerToPeer, ChannelKind::Fifo);
    let made = interaction.system("two_ways", channels.0, channels.1, &Control::unlimited());
    assert!(matches!(made, Err(ProjectionRefusal::Part(_))), "{made:?}");
    let silent = own("a -- m -> |");
    let made = silent.system("silent", channels.0, channels.1, &Control::unlimited());
    assert!(matches!(made, Err(ProjectionRefusal::NoMessage)), "{made:?}");
}

#[test]
fn weak_loops_that_close_have_automata() {
    for text in ["loopW(m -> a)", "loopH(seq(m -> a, n -> a))", "loopP(m -> a)"] {
        assert!(synthesised(&own(text), None).is_ok(), "{text}");
    }
    // Messages and answers: the first lifeline waits, so that only one round is open.
    let answered = synthesised(&own("loopW(strict(a -- m -> b, b -- n -> a))"), None).unwrap();
    assert_eq!(answered.automaton.len(), 4);
}

#[test]
fn a_synchronous_passing_advances_both_lifelines_at_once() {
    let term = own("a -- <synch>m -> b");
    let found = synthesised(&term, None).unwrap();
    assert_eq!((found.letters().all().len(), found.automaton.len()), (1, 2));
    assert!(accepts(&term, &["a:a!m", "b:b?m"]));
    assert!(accepts(&term, &["a,b:{a!m,b?m}"]));
    assert!(!accepts(&term, &["a,b:a!m.b?m"]));
    assert!(!accepts(&term, &["a:a!m", "b:"]));
}

#[test]
fn a_part_of_a_sequence_is_not_reached_by_what_follows_it() {
    // Two sequences after one step are the same only if their rests are.
    let term = own("seq(alt(a -- m -> b, a -- n -> b), alt(a -- n -> b, a -- m -> b))");
    assert!(accepts(&term, &["a:a!m.a!n", "b:b?m.b?n"]));
    assert!(!accepts(&term, &["a:a!m.a!n", "b:b?n.b?m"]));
    assert!(!accepts(&term, &["a:a!m", "b:b?m"]));
}

#[test]
fn a_loop_is_pruned_where_its_body_cannot_do_without_a_lifeline() {
    // After the last message on `b` no further round of both comes, and rounds of `a` alone may.
    let term = own("seq(loopS(alt(strict(m -> a, n -> b), o -> a)), p -> b)");
    assert!(accepts(&term, &["a,b:b?p.a?o.a?o"]));
    assert!(accepts(&term, &["a,b:a?m.b?n.b?p.a?o"]));
    assert!(!accepts(&term, &["a,b:b?p.a?m.b?n"]));
    assert!(!accepts(&term, &["a,b:a?m.b?p.b?n"]));
}

#[test]
fn synchronised_operands_that_never_agree_have_no_word() {
    let term = own("sync{ a?m }(seq(m -> a, n -> a), seq(n -> a, m -> a, m -> a))");
    let found = synthesised(&term, None).unwrap();
    assert!(found.automaton.is_empty_language());
    assert!(!accepts(&term, &["a:"]));
    let term = own("sync{ a?m }(seq(m -> a, n -> a), seq(n -> a, m -> a))");
    assert!(accepts(&term, &["a:a?n.a?m.a?n"]));
    assert!(!accepts(&term, &["a:a?n.a?m.a?m.a?n"]));
}

#[test]
fn the_head_of_a_loop_may_vanish_with_its_lifeline() {
    let text = "par(loopH(alt(strict(a -- o -> |, b -- m -> |), strict(c -- n -> |, n -> b))), \
                strict(c -- q -> |, b -- p -> |))";
    let whole = own(text);
    let removed = [whole.signature.lifeline("a").unwrap()].into_iter().collect();
    let rest = whole.without(&removed).unwrap();
    let traces = ["c:c!n.c!q", "b:b!p.b!m.b?n"];
    assert!(accepts(&rest, &traces));
    assert!(accepts(&whole, &[traces[0], traces[1], "a:a!o"]));
    assert!(!accepts(&whole, &[traces[0], traces[1], "a:"]));
}

#[test]
fn what_a_removed_lifeline_ordered_is_free() {
    // The reception on `b` depends on the emission on `a` by messages of the removed lifeline only.
    let whole = own("seq(a -- m -> c, c -- n -> b)");
    let rest = whole.without(&[whole.signature.lifeline("c").unwrap()].into_iter().collect());
    let rest = rest.unwrap();
    assert!(accepts(&whole, &["a,b:a!m.b?n", "c:c?m.c!n"]));
    assert!(!accepts(&whole, &["a,b:b?n.a!m", "c:c?m.c!n"]));
    assert!(accepts(&rest, &["a,b:a!m.b?n"]) && accepts(&rest, &["a,b:b?n.a!m"]));
    assert!(!accepts(&rest, &["a:a!m", "b:"]));
}

#[test]
fn names_that_begin_like_the_empty_interaction_are_names() {
    let text = "@message{ o1;m } @lifeline{ orderer;l } seq(o, orderer -- m -> l, o1 -> orderer)";
    let term = interaction(text);
    assert!(accepts(&term, &["orderer,l:orderer!m.l?m.orderer?o1"]));
    assert!(accepts(&term, &["orderer,l:orderer!m.orderer?o1.l?m"]));
}

/// The directory of the published pitfalls.
fn published() -> PathBuf {
    let directory = corpora().join("interactions/pitfalls");
    assert!(directory.is_dir(), "there is no {}", directory.display());
    directory
}

/// An interaction of the published ones.
fn published_interaction(directory: &Path, name: &str, signature: &str) -> Interaction {
    let source = |name: &str| Source::new(name, fs::read_to_string(directory.join(name)).unwrap());
    let signature = read_signature(&source(signature)).model.unwrap();
    let reading = read(&source(name), Some(&signature));
    reading.model.unwrap_or_else(|| panic!("{name}: {:?}", reading.diagnostics)).interaction
}

#[test]
#[ignore = "needs the corpora"]
fn published_loops_of_different_periods() {
    let directory = published();
    let term = published_interaction(&directory, "nfa_loop_depth_p35.hif", "sig.hsf");
    for choice in [Some(Choice::Delayed), Some(Choice::Immediate), None] {
        let found = synthesised(&term, choice).unwrap();
        for power in [9, 10, 12, 15] {
            assert!(accepts_power(&found, power), "{power}");
        }
        assert!(!accepts_power(&found, 4));
        let deterministic = found.automaton.determinised(100).unwrap().0;
        assert_eq!(deterministic.minimised().len(), 15);
    }
}

#[test]
#[ignore = "needs the corpora"]
fn published_traces_of_terms() {
    let directory = published();
    for (name, signature, locations) in [
        ("memo_dfs.hif", "sig.hsf", &["l:l?a.l?a.l?a.l?b"][..]),
        ("por_loopS.hif", "por.hsf", &["c:c?ce.c?ce", "s:s?m.s?u.s?m"]),
        ("loopW_nonregular.hif", "sig.hsf", &["l1,l2:l1!m.l1!m.l1!m.l2?m.l2?m.l2?m"]),
        ("synch_regression.hif", "sig.hsf", &["l1:l1!m", "l2:l2?m"]),
        ("label_o_prefix.hif", "sig.hsf", &["orderer,l2:orderer!m.l2?m"]),
    ] {
        let term = published_interaction(&directory, name, signature);
        assert!(accepts(&term, locations), "{name}");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn a_published_loop_without_an_automaton() {
    let directory = published();
    let term = published_interaction(&directory, "loopW_nonregular.hif", "sig.hsf");
    let refusal = synthesised(&term, None).unwrap_err();
    assert!(matches!(refusal, Refusal::Unbounded(_, Repetition::Weak)));
    let term = published_interaction(&directory, "synch_regression.hif", "sig.hsf");
    assert_eq!(synthesised(&term, None).unwrap().automaton.len(), 2);
}

#[test]
#[ignore = "needs the corpora"]
fn published_multitraces_have_their_verdicts() {
    let directory = published();
    let conform = |interaction: &str, signature: &str, log: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_scm-check"));
        program.current_dir(&directory).args(["conform", "--model", interaction]);
        program.args(["--signature", signature, log, "--question", "accept", "-q"]);
        program.output().unwrap().status.code().unwrap()
    };
    let periods = "nfa_loop_depth_p35.hif";
    for (interaction, signature, log, code) in [
        ("memo_dfs.hif", "sig.hsf", "memo_dfs_aaab.htf", 0),
        ("por_loopS.hif", "por.hsf", "por_loopS.htf", 0),
        ("loopW_nonregular.hif", "sig.hsf", "loopW_3.htf", 0),
        ("loopW_nonregular.hif", "sig.hsf", "bare_trace_panic.htf", 0),
        ("synch_regression.hif", "sig.hsf", "synch_regression.htf", 0),
        (periods, "sig.hsf", "nfa_loop_depth_a4.htf", 1),
        (periods, "sig.hsf", "nfa_loop_depth_a9.htf", 0),
        (periods, "sig.hsf", "nfa_loop_depth_a10.htf", 0),
        (periods, "sig.hsf", "nfa_loop_depth_a12.htf", 0),
        (periods, "sig.hsf", "nfa_loop_depth_a15.htf", 0),
    ] {
        assert_eq!(conform(interaction, signature, log), code, "{interaction} {log}");
    }
}
