use super::*;
use crate::check::conformance::{Fault, LocalError, LocalReason};
use crate::kernel::base::{Id as _, Random};
use crate::model::interaction::{
    Expression, ExpressionId, Operator, Origin, Passing, Repetition, Target, weakened,
};
use crate::model::trace::{Action, LetterId, Signature};

/// Writes interactions down, operands first.
struct Draft {
    signature: Signature,
    parts: IndexVec<ExpressionId, Expression>,
}

impl Draft {
    fn new(lifelines: &[&str]) -> Self {
        let mut signature = Signature::new();
        for name in lifelines {
            signature.add_lifeline(name);
        }
        Self { signature, parts: IndexVec::new() }
    }

    fn pass(&mut self, from: &str, message: &str, to: &[&str], synchronous: bool) -> ExpressionId {
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

    fn of(&mut self, operator: Operator, operands: &[ExpressionId]) -> ExpressionId {
        self.parts.push(Expression::Compound(operator, operands.to_vec()))
    }

    fn repeat(&mut self, kind: Repetition, body: ExpressionId) -> ExpressionId {
        self.parts.push(Expression::Loop(kind, body))
    }

    fn done(self) -> Interaction {
        let root = self.parts.ids().next_back().expect("something was written");
        Interaction { signature: self.signature, parts: self.parts, root }
    }
}

/// A checker whose locations are given as names between commas.
fn checker(interaction: &Interaction, locations: &[&str]) -> TermChecker {
    let lifeline = |name| interaction.signature.lifeline(name).unwrap();
    let locations: Vec<Vec<LifelineId>> =
        locations.iter().map(|names| names.split(',').map(lifeline).collect()).collect();
    TermChecker::new(interaction, Laws::full(), &locations).unwrap()
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
    let weak = weakened(&interaction);
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
    assert_eq!(class(&mut checker(&weakened(&interaction), &[]), &early), Class::Accepted);

    let mut draft = Draft::new(&["a", "b"]);
    let both = draft.pass("a", "m", &["b"], true);
    let empty = draft.parts.push(Expression::Empty);
    let maybe = draft.of(Operator::Strict, &[both, empty]);
    let option = draft.parts.push(Expression::Optional(maybe));
    draft.repeat(Repetition::Strict, option);
    let weak = weakened(&draft.done());
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
        },
        LocalError {
            location: location(1),
            position: 1,
            reason: LocalReason::Unexpected,
            expected: at(1, "q!n"),
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

/// A random interaction on three lifelines.
fn random_interaction(random: &mut Random, synchronises: bool) -> Interaction {
    let names = ["a", "b", "c"];
    let mut draft = Draft::new(&names);
    let mut parts: Vec<ExpressionId> = Vec::new();
    for _ in 0..random.between(2, 4) {
        let from = random.choose(&["", "a", "b", "c"]).unwrap();
        let message = random.choose(&["m", "n"]).unwrap();
        let others: Vec<&str> = names.into_iter().filter(|&name| name != from).collect();
        let mut to: Vec<&str> = others.into_iter().filter(|_| random.percent(45)).collect();
        if from.is_empty() && to.is_empty() {
            to.push("a");
        }
        let synchronous = random.percent(15);
        parts.push(draft.pass(from, message, &to, synchronous));
    }
    while parts.len() > 1 || random.percent(40) {
        if random.percent(35) {
            let place = random.below(parts.len());
            let kinds =
                [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel];
            parts[place] = match random.below(5) {
                4 => draft.parts.push(Expression::Optional(parts[place])),
                kind => draft.repeat(kinds[kind], parts[place]),
            };
            continue;
        }
        if parts.len() == 1 {
            break;
        }
        let lifeline = LifelineId::from_index(random.below(3));
        let message = draft.signature.add_message("m");
        let operator = match random.below(if synchronises { 7 } else { 6 }) {
            0 => Operator::Strict,
            1 | 2 => Operator::Seq,
            3 => Operator::Par,
            4 => Operator::Alt,
            5 => Operator::Coreg(vec![lifeline]),
            _ => Operator::Sync(vec![Action::send(lifeline, message)]),
        };
        let one = parts.remove(random.below(parts.len()));
        let other = parts.remove(random.below(parts.len()));
        parts.push(draft.of(operator, &[one, other]));
    }
    let mut interaction = draft.done();
    interaction.root = parts[0];
    interaction
}

/// The letters of a random run.
fn random_run(random: &mut Random, semantics: &mut Semantics) -> Vec<LetterId> {
    let mut term = semantics.start();
    let mut run = Vec::new();
    while run.len() < 6 {
        let steps = semantics.steps(term);
        if steps.is_empty() || semantics.is_final(term) && random.percent(30) {
            break;
        }
        let (letter, rest) = steps[random.below(steps.len())];
        run.push(letter);
        term = rest;
    }
    run
}

/// Random traces, of which many come from one run.
fn random_traces(
    random: &mut Random,
    semantics: &mut Semantics,
    alphabet: &DistributedAlphabet,
) -> Vec<Vec<LocalLetterId>> {
    let run = random_run(random, semantics);
    let mut traces = vec![Vec::new(); alphabet.locations().len()];
    for letter in run {
        for &(location, part) in alphabet.parts(letter) {
            traces[location.index()].push(part);
        }
    }
    for (place, trace) in traces.iter_mut().enumerate() {
        let letters = alphabet.locations()[LocationId::from_index(place)].letters().len();
        match random.below(10) {
            0 if letters > 0 => {
                trace.insert(
                    random.below(trace.len() + 1),
                    LocalLetterId::from_index(random.below(letters)),
                );
            }
            1 => trace.reverse(),
            2..=4 => trace.truncate(random.below(trace.len() + 1)),
            5 => drop(trace.drain(..random.below(trace.len() + 1))),
            _ => {}
        }
    }
    traces
}

/// What the plain search may do.
#[derive(Clone, Copy)]
struct Naive<'a> {
    traces: &'a [Vec<LocalLetterId>],
    before: bool,
    behind: bool,
    /// Where nothing happens behind the end after all.
    closed: Option<usize>,
    is_whole: bool,
}

impl Naive<'_> {
    /// Searches through all runs with no more than so many letters; tells nothing if that is not enough.
    fn search(&self, semantics: &mut Semantics, alphabet: &DistributedAlphabet) -> Option<bool> {
        let mut layer = vec![(semantics.start(), vec![0; self.traces.len()])];
        let mut seen = rustc_hash::FxHashSet::from_iter(layer.clone());
        let mut is_open = false;
        for depth in 0.. {
            let mut next = Vec::new();
            for (term, places) in layer {
                let is_read =
                    places.iter().zip(self.traces).all(|(&place, trace)| place == trace.len());
                if is_read {
                    let ends = if self.is_whole {
                        Some(semantics.is_final(term))
                    } else {
                        ends(semantics, term)
                    };
                    match ends {
                        Some(true) => return Some(true),
                        None => is_open = true,
                        Some(false) => {}
                    }
                }
                for &(letter, rest) in &*semantics.steps(term) {
                    for places in self.after(alphabet, letter, &places) {
                        let state = (rest, places);
                        if seen.insert(state.clone()) {
                            next.push(state);
                        }
                    }
                }
            }
            if next.is_empty() {
                return (!is_open).then_some(false);
            }
            if depth == 12 || seen.len() > 3_000 {
                return None;
            }
            layer = next;
        }
        None
    }

    fn after(
        &self,
        alphabet: &DistributedAlphabet,
        letter: LetterId,
        places: &[usize],
    ) -> Vec<Vec<usize>> {
        let mut all = vec![places.to_vec()];
        for &(location, part) in alphabet.parts(letter) {
            let (location, trace) = (location.index(), &self.traces[location.index()]);
            let mut next = Vec::new();
            for places in all {
                let at = places[location];
                let behind = self.behind && self.closed != Some(location) && at == trace.len();
                if trace.get(at) == Some(&part) {
                    let mut after = places.clone();
                    after[location] += 1;
                    next.push(after);
                }
                if behind || self.before && at == 0 {
                    next.push(places);
                }
            }
            all = next;
        }
        all
    }
}

/// Tells whether a term can go on to an end, if a few terms tell.
fn ends(semantics: &mut Semantics, term: TermId) -> Option<bool> {
    let mut met = vec![term];
    let mut done = 0;
    while let Some(&next) = met.get(done) {
        done += 1;
        if semantics.is_final(next) {
            return Some(true);
        }
        for &(_, rest) in &*semantics.steps(next) {
            if !met.contains(&rest) {
                met.push(rest);
            }
        }
        if met.len() > 100 {
            return None;
        }
    }
    Some(false)
}

/// The fault of a location by itself, by plain searches that tell.
fn naive_error(
    semantics: &mut Semantics,
    alphabet: &DistributedAlphabet,
    traces: &[Vec<LocalLetterId>],
    place: usize,
) -> Option<Option<LocalError>> {
    let mut ask = |trace: &[LocalLetterId], is_whole| {
        let mut alone = vec![Vec::new(); traces.len()];
        alone[place].extend_from_slice(trace);
        let closed = is_whole.then_some(place);
        let naive = Naive { traces: &alone, before: false, behind: true, closed, is_whole };
        naive.search(semantics, alphabet)
    };
    let trace = &*traces[place];
    if ask(trace, true)? {
        return Some(None);
    }
    let mut position = 0;
    while position < trace.len() && ask(&trace[..=position], false)? {
        position += 1;
    }
    let reason =
        if position < trace.len() { LocalReason::Unexpected } else { LocalReason::Incomplete };
    let location = LocationId::from_index(place);
    let mut expected = Vec::new();
    for letter in 0..alphabet.locations()[location].letters().len() {
        let letter = LocalLetterId::from_index(letter);
        let longer = [&trace[..position], &[letter]].concat();
        expected.extend(ask(&longer, false)?.then_some(letter));
    }
    Some(Some(LocalError { location, position, reason, expected }))
}

/// Compares the checker with plain searches on random interactions; returns how often each class came, by
/// [`Class`], and how many faults were compared.
fn compare(seeds: std::ops::Range<u64>) -> ([usize; 5], usize) {
    let (mut classes, mut faults) = ([0; 5], 0);
    let limited = Control { max_states: Some(20_000), ..Control::unlimited() };
    for seed in seeds {
        let mut random = Random::new(seed);
        let synchronises = random.percent(20);
        let interaction = random_interaction(&mut random, synchronises);
        let id = LifelineId::from_index;
        let locations = match random.below(3) {
            0 => vec![],
            1 => vec![vec![id(0), id(1)]],
            _ => vec![vec![id(2), id(0)], vec![id(1)]],
        };
        let laws = random.choose(&[Laws::full(), Laws::full(), Laws::paper()]).unwrap();
        let mut checker = TermChecker::new(&interaction, laws, &locations).unwrap();
        let alphabet = checker.alphabet().clone();
        let mut semantics = Semantics::new(&interaction, Laws::full(), Choice::Delayed);
        for _ in 0..4 {
            let traces = random_traces(&mut random, &mut semantics, &alphabet);
            let context = || format!("seed {seed}, {interaction:?}, {locations:?}, {traces:?}");
            let mut first = None;
            for question in Question::ALL {
                let naive = Naive {
                    traces: &traces,
                    before: question == Question::Slice,
                    behind: question >= Question::MultiPrefix,
                    closed: None,
                    is_whole: question == Question::Accept,
                };
                let expected = naive.search(&mut semantics, &alphabet);
                let mut told = expected;
                for procedure in
                    [Procedure::Auto, Procedure::Removal, Procedure::Free, Procedure::Central]
                {
                    let answer = checker.check(&traces, Some(question), procedure, &limited);
                    if let Ok(holds) = answer.verdict {
                        let known = *told.get_or_insert(holds);
                        assert_eq!(holds, known, "{question:?}, {procedure:?}: {}", context());
                    } else {
                        assert_ne!(
                            procedure,
                            Procedure::Auto,
                            "stopped: {question:?} {expected:?} {}",
                            context()
                        );
                    }
                }
                if told == Some(true) && first.is_none() {
                    first = Some(question);
                }
            }
            let answer = checker.check(&traces, None, Procedure::Auto, &limited);
            if let Some(class) = answer.class {
                assert_eq!(class, first.map_or(Class::Fail, Question::class), "{}", context());
                classes[class as usize] += 1;
            }
            let errors = match &answer.fault {
                Some(Fault::Local(errors)) => errors.as_slice(),
                _ => &[],
            };
            if answer.verdict == Ok(true) {
                assert_eq!(answer.fault, None);
                continue;
            }
            for place in 0..traces.len() {
                let expected = naive_error(&mut semantics, &alphabet, &traces, place);
                let Some(expected) = expected else { continue };
                let found = errors.iter().find(|error| error.location.index() == place);
                assert_eq!(found, expected.as_ref(), "{}", context());
                faults += usize::from(expected.is_some());
            }
        }
    }
    (classes, faults)
}

#[test]
fn random_multitraces_are_answered_as_by_plain_searches() {
    let (classes, faults) = compare(0..300);
    assert!(classes.iter().all(|&number| number > 20), "{classes:?}");
    assert!(faults > 100, "{faults}");
}
