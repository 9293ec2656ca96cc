//! Examples of multitraces against terms.

use scm_check::internals::check::conformance::{
    Class, Fault, LocalError, LocalReason, Procedure, Question, Stage, TermChecker,
};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Limit};
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, RewriteRules,
    Target, weakened,
};
use scm_check::internals::model::trace::{
    Action, LifelineId, LocalLetterId, LocationId, Signature,
};

/// Writes interactions down, operands first.
pub(super) struct Draft {
    pub(super) signature: Signature,
    pub(super) parts: IndexVec<ExpressionId, Expression>,
}

impl Draft {
    pub(super) fn new(lifelines: &[&str]) -> Self {
        let mut signature = Signature::new();
        for name in lifelines {
            signature.add_lifeline(name);
        }
        Self { signature, parts: IndexVec::new() }
    }

    pub(super) fn pass(
        &mut self,
        from: &str,
        message: &str,
        to: &[&str],
        synchronous: bool,
    ) -> ExpressionId {
        let origin = match from {
            "" => Origin::Environment,
            name => Origin::Lifeline(self.signature.add_lifeline(name)),
        };
        let message = self.signature.add_message(message);
        let targets =
            to.iter().map(|name| Target::Lifeline(self.signature.add_lifeline(name))).collect();
        self.parts.push(Expression::Passing(Passing { origin, synchronous, message, targets }))
    }

    fn arrow(&mut self, from: &str, message: &str, to: &str) -> ExpressionId {
        let targets = if to.is_empty() { Vec::new() } else { vec![to] };
        self.pass(from, message, &targets, false)
    }

    pub(super) fn of(&mut self, operator: Operator, operands: &[ExpressionId]) -> ExpressionId {
        self.parts.push(Expression::Compound(operator, operands.to_vec()))
    }

    pub(super) fn repeat(&mut self, kind: Repetition, body: ExpressionId) -> ExpressionId {
        self.parts.push(Expression::Loop(kind, body))
    }

    pub(super) fn done(self) -> Interaction {
        let root = self.parts.ids().next_back().expect("something was written");
        Interaction { signature: self.signature, parts: self.parts, root }
    }
}

/// A checker whose locations are given as names between commas.
fn checker(interaction: &Interaction, locations: &[&str]) -> TermChecker {
    let lifeline = |name| interaction.signature.lifeline(name).unwrap();
    let locations: Vec<Vec<LifelineId>> =
        locations.iter().map(|names| names.split(',').map(lifeline).collect()).collect();
    TermChecker::new(interaction, RewriteRules::full(), &locations).unwrap()
}

/// The traces of texts such as `l!m.l?n`, by location; a letter with several actions has its commas.
fn traces(checker: &TermChecker, texts: &[&str]) -> Vec<Vec<LocalLetterId>> {
    let locations = checker.alphabet().locations().iter().zip(texts);
    locations
        .map(|(location, text)| {
            let letters = text.split('.').filter(|letter| !letter.is_empty());
            letters.map(|letter| location.local_letter(letter)).collect()
        })
        .collect()
}

fn class(checker: &mut TermChecker, texts: &[&str]) -> Class {
    let traces = traces(checker, texts);
    let answer = checker.check(&traces, None, Procedure::Auto, &Control::unlimited());
    answer.class.expect("no limit is reached")
}

fn holds(checker: &mut TermChecker, question: Question, texts: &[&str]) -> bool {
    let traces = traces(checker, texts);
    let procedures = [Procedure::Auto, Procedure::Removal, Procedure::Free, Procedure::Central];
    let mut answers = procedures.map(|procedure| {
        checker.check(&traces, Some(question), procedure, &Control::unlimited()).verdict
    });
    answers.sort_unstable();
    assert_eq!(answers[0], answers[3], "all procedures agree");
    answers[0].expect("no limit is reached")
}

#[test]
fn removal_alone_is_not_believed_where_lifelines_share_a_clock() {
    let mut draft = Draft::new(&["a", "h", "b"]);
    let (one, other) = (draft.arrow("a", "m", "h"), draft.arrow("h", "n", "b"));
    draft.of(Operator::Seq, &[one, other]);
    let interaction = draft.done();
    let mut together = checker(&interaction, &["a,b", "h"]);
    assert!(!holds(&mut together, Question::MultiPrefix, &["b?n", ""]));
    assert_eq!(class(&mut together, &["b?n", ""]), Class::Slice);
    assert_eq!(class(&mut together, &["a!m.b?n", ""]), Class::MultiPrefix);
    assert_eq!(class(&mut together, &["a!m.b?n", "h?m.h!n"]), Class::Accepted);
    let mut apart = checker(&interaction, &[]);
    assert_eq!(class(&mut apart, &["", "", "b?n"]), Class::MultiPrefix);
}

#[test]
fn a_loop_h_from_which_something_is_removed_is_a_loop_w() {
    let mut draft = Draft::new(&["h", "a", "c"]);
    let (hs, a_m) = (draft.arrow("h", "s", ""), draft.arrow("a", "m", ""));
    let (cn, an) = (draft.arrow("c", "n", ""), draft.arrow("", "n", "a"));
    let (cz, ay) = (draft.arrow("c", "z", ""), draft.arrow("a", "y", ""));
    let one = draft.of(Operator::Strict, &[hs, a_m]);
    let other = draft.of(Operator::Strict, &[cn, an]);
    let body = draft.of(Operator::Alt, &[one, other]);
    let rounds = draft.repeat(Repetition::Head, body);
    let last = draft.of(Operator::Strict, &[cz, ay]);
    draft.of(Operator::Par, &[rounds, last]);
    let mut checker = checker(&draft.done(), &[]);
    assert!(holds(&mut checker, Question::MultiPrefix, &["", "a!y.a!m.a?n", "c!n.c!z"]));
}

#[test]
fn the_readings_differ_in_what_is_a_prefix() {
    let mut draft = Draft::new(&["a", "b"]);
    let (one, other) = (draft.arrow("a", "m", ""), draft.arrow("", "n", "b"));
    draft.of(Operator::Strict, &[one, other]);
    let interaction = draft.done();
    assert_eq!(class(&mut checker(&interaction, &[]), &["", "b?n"]), Class::MultiPrefix);
    let weak = weakened(&interaction).0;
    assert_eq!(class(&mut checker(&weak, &[]), &["", "b?n"]), Class::GlobalPrefix);
    assert_eq!(class(&mut checker(&interaction, &["a,b"]), &["b?n.a!m"]), Class::Fail);
    assert_eq!(class(&mut checker(&weak, &["a,b"]), &["b?n.a!m"]), Class::Accepted);
}

#[test]
fn weakening_drops_the_causality_of_passings_and_keeps_synchronous_ones() {
    let mut draft = Draft::new(&["a", "b"]);
    let (there, back) = (draft.arrow("a", "m", "b"), draft.arrow("b", "n", "a"));
    draft.of(Operator::Par, &[there, back]);
    let interaction = draft.done();
    let early = ["a?n.a!m", "b?m.b!n"];
    assert_eq!(class(&mut checker(&interaction, &[]), &early), Class::Fail);
    assert_eq!(class(&mut checker(&weakened(&interaction).0, &[]), &early), Class::Accepted);

    let mut draft = Draft::new(&["a", "b"]);
    let both = draft.pass("a", "m", &["b"], true);
    let empty = draft.parts.push(Expression::Empty);
    let maybe = draft.of(Operator::Strict, &[both, empty]);
    let option = draft.parts.push(Expression::Optional(maybe));
    draft.repeat(Repetition::Strict, option);
    let weak = weakened(&draft.done()).0;
    let expected = [Repetition::Weak];
    let loops = weak.parts.iter().filter_map(|part| match part {
        Expression::Loop(kind, _) => Some(*kind),
        _ => None,
    });
    assert_eq!(loops.collect::<Vec<_>>(), expected);
    let mut checker = checker(&weak, &["a,b"]);
    assert_eq!(class(&mut checker, &["{a!m,b?m}.{a!m,b?m}"]), Class::Accepted);
    assert_eq!(class(&mut checker, &["a!m"]), Class::Fail);
}

#[test]
fn an_arrow_to_many_is_not_tried_in_every_order() {
    let names: Vec<String> = (0..40).map(|number| format!("l{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut draft = Draft::new(&names);
    let (even, odd): (Vec<_>, Vec<_>) = (0..39).partition(|number| number % 2 == 0);
    let of = |numbers: &[usize]| numbers.iter().map(|&number| names[number]).collect::<Vec<_>>();
    let clauses = [even, odd].map(|numbers| draft.pass("", "m", &of(&numbers), false));
    let first = draft.of(Operator::Alt, &clauses);
    let second = draft.of(Operator::Alt, &clauses);
    draft.of(Operator::Strict, &[first, second]);
    let interaction = draft.done();
    let mut checker = checker(&interaction, &[]);
    let texts: Vec<String> = names.iter().map(|name| format!("{name}?m")).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (last, class) in [("", Class::Accepted), ("l39?m", Class::Fail)] {
        texts[39] = last;
        let traces = traces(&checker, &texts);
        let answer = checker.check(&traces, None, Procedure::Auto, &Control::unlimited());
        assert_eq!(answer.class, Some(class));
        assert!(answer.states < 2_000, "{} configurations", answer.states);
    }
}

#[test]
fn loops_without_an_automaton_are_checked() {
    let mut draft = Draft::new(&["p", "q"]);
    let there = draft.arrow("p", "m", "q");
    draft.repeat(Repetition::Weak, there);
    let mut checker = checker(&draft.done(), &[]);
    assert_eq!(class(&mut checker, &["p!m.p!m.p!m", "q?m.q?m.q?m"]), Class::Accepted);
    assert_eq!(class(&mut checker, &["p!m.p!m.p!m", "q?m"]), Class::GlobalPrefix);
    assert_eq!(class(&mut checker, &["p!m", "q?m.q?m"]), Class::MultiPrefix);
    assert_eq!(class(&mut checker, &["p!m", "q?x"]), Class::Fail);
}

#[test]
fn many_letters_of_one_location_are_read_without_recursion() {
    let mut draft = Draft::new(&["p", "q"]);
    let there = draft.arrow("p", "m", "q");
    draft.repeat(Repetition::Strict, there);
    let mut checker = checker(&draft.done(), &[]);
    let one = |location: usize| {
        let location = &checker.alphabet().locations()[LocationId::from_index(location)];
        vec![location.local_letter(["p!m", "q?m"][usize::from(location.name() == "q")]); 50_000]
    };
    let mut traces = vec![one(0), one(1)];
    let control = Control::unlimited();
    let ask = |checker: &mut TermChecker, traces: &[Vec<_>]| {
        checker.check(traces, Some(Question::Accept), Procedure::Auto, &control)
    };
    assert_eq!(ask(&mut checker, &traces).verdict, Ok(true));
    traces[1].pop();
    let answer = ask(&mut checker, &traces);
    assert_eq!((answer.verdict, answer.fault), (Ok(false), Some(Fault::Central)));
}

/// A loop whose rounds hold seven letters open each, so that one location alone meets very many terms.
fn rounds_of_eight() -> Interaction {
    let mut draft = Draft::new(&["a", "b"]);
    let mut letters: Vec<ExpressionId> = (0..7).map(|_| draft.arrow("a", "m", "")).collect();
    letters.push(draft.arrow("a", "n", ""));
    let round = draft.of(Operator::Strict, &letters);
    let rounds = draft.repeat(Repetition::Parallel, round);
    let beside = draft.arrow("b", "o", "");
    draft.of(Operator::Par, &[rounds, beside]);
    draft.done()
}

#[test]
fn limits_hold_where_one_location_alone_is_looked_at() {
    let mut checker = checker(&rounds_of_eight(), &[]);
    let long = format!("{}a!n", "a!m.".repeat(60));
    let traces = traces(&checker, &[&long, "b!o"]);
    let small = Control { max_bytes: Some(1 << 20), ..Control::unlimited() };
    let stopped = Control::unlimited();
    stopped.interrupt();
    for (control, limit) in [(small, Limit::Memory), (stopped, Limit::Interrupted)] {
        for procedure in [Procedure::Auto, Procedure::Removal] {
            let answer = checker.check(&traces, Some(Question::Accept), procedure, &control);
            let found = (answer.verdict, answer.limit, answer.class, answer.fault);
            assert_eq!(found, (Err(limit), Some(limit), None, None), "{procedure:?}");
        }
    }
    let right = traces_of_rounds(&checker, 2);
    let answer = checker.check(&right, None, Procedure::Auto, &Control::unlimited());
    assert_eq!((answer.class, answer.limit), (Some(Class::Accepted), None));
}

fn traces_of_rounds(checker: &TermChecker, rounds: usize) -> Vec<Vec<LocalLetterId>> {
    let round = ["a!m"; 7].join(".") + ".a!n";
    traces(checker, &[&vec![round; rounds].join("."), "b!o"])
}

#[test]
fn what_was_checked_before_takes_no_memory_away() {
    let fresh = checker(&rounds_of_eight(), &[]);
    let mut used = fresh.clone();
    let mut max_states = traces_of_rounds(&fresh, 3);
    let backwards: Vec<LocalLetterId> = max_states[0].iter().rev().copied().collect();
    max_states[0].extend(backwards);
    let few = traces_of_rounds(&fresh, 2);
    let (mut answered, mut cut) = (0, 0);
    for size in 10..24 {
        let control = Control { max_bytes: Some(1 << size), ..Control::unlimited() };
        for traces in [&max_states, &few] {
            let ask =
                |mut checker: TermChecker| checker.check(traces, None, Procedure::Auto, &control);
            let alone = ask(fresh.clone());
            let later = ask(used.clone());
            used.check(traces, None, Procedure::Auto, &Control::unlimited());
            if alone.limit.is_none() {
                assert_eq!((later.verdict, later.class), (alone.verdict, alone.class), "{size}");
                answered += 1;
            } else {
                assert_eq!(alone.limit, Some(Limit::Memory));
                cut += 1;
            }
        }
    }
    assert!(answered > 5 && cut > 5, "{answered} {cut}");
}

#[test]
fn a_local_fault_says_where_and_what_was_expected() {
    let mut draft = Draft::new(&["p", "q"]);
    let (there, back) = (draft.arrow("p", "m", "q"), draft.arrow("q", "n", "p"));
    draft.of(Operator::Seq, &[there, back]);
    let mut checker = checker(&draft.done(), &[]);
    let traces = traces(&checker, &["p!m", "q?m.q?m"]);
    let answer = checker.check(&traces, None, Procedure::Auto, &Control::unlimited());
    assert_eq!((answer.class, answer.stage), (Some(Class::Fail), Stage::Local));
    let location = LocationId::from_index;
    let at = |place: usize, text: &str| {
        vec![checker.alphabet().locations()[location(place)].local_letter(text)]
    };
    let expected = vec![
        LocalError {
            location: location(0),
            position: 1,
            reason: LocalReason::Incomplete,
            expected: at(0, "p?n"),
            may_end: false,
        },
        LocalError {
            location: location(1),
            position: 1,
            reason: LocalReason::Unexpected,
            expected: at(1, "q!n"),
            may_end: false,
        },
    ];
    assert_eq!(answer.fault, Some(Fault::Local(expected)));
}

#[test]
fn a_prefix_is_one_only_if_synchronised_operands_can_end() {
    let mut draft = Draft::new(&["a", "b"]);
    let (am, bm) = (draft.arrow("a", "m", ""), draft.arrow("b", "m", ""));
    let (an, bn) = (draft.arrow("a", "n", ""), draft.arrow("b", "m", ""));
    let one = draft.of(Operator::Strict, &[am, bm]);
    let two = draft.of(Operator::Strict, &[an, bn]);
    let left = draft.of(Operator::Alt, &[one, two]);
    let alone = draft.arrow("a", "n", "");
    let signature = &draft.signature;
    let (a, b) = (signature.lifeline("a").unwrap(), signature.lifeline("b").unwrap());
    let (m, n) = (signature.message("m").unwrap(), signature.message("n").unwrap());
    let shared = vec![Action::send(b, m), Action::send(a, n)];
    draft.of(Operator::Sync(shared), &[left, alone]);
    let mut checker = checker(&draft.done(), &[]);
    // Nobody joins in b!m, so that neither branch ends.
    assert_eq!(class(&mut checker, &["a!m", ""]), Class::Fail);
    assert_eq!(class(&mut checker, &["", ""]), Class::Fail);
}

#[test]
fn orders_that_go_through_a_lifeline_which_is_removed_count() {
    let mut draft = Draft::new(&["a", "b", "c"]);
    let (first, answer) = (draft.arrow("b", "m", "c"), draft.arrow("c", "n", ""));
    let (last, beside) = (draft.arrow("a", "n", ""), draft.arrow("b", "x", ""));
    let last = draft.of(Operator::Strict, &[answer, last]);
    draft.of(Operator::Seq, &[first, last, beside]);
    let mut checker = checker(&draft.done(), &[]);
    let control = Control::unlimited();
    // Nothing orders a!n and b!m but what c does.
    let begun = traces(&checker, &["a!n", "", ""]);
    let conflict = checker.conflict(&begun, Question::GlobalPrefix, &control).unwrap();
    assert_eq!(conflict, [0, 1].map(LocationId::from_index));
    let wrong = traces(&checker, &["a!n", "b!x", ""]);
    for question in [Question::MultiPrefix, Question::GlobalPrefix, Question::Accept] {
        let (positions, _) = checker.furthest_positions(&wrong, question, &control).unwrap();
        assert_eq!(positions, [0, 0, 0], "{question:?}");
        let found = checker.furthest(&wrong, question, &control).unwrap();
        assert_eq!(found.positions, positions, "{question:?}");
    }
}
