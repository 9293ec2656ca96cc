//! Random multitraces against random interactions, compared with plain searches.

use super::conformance_terms::Draft;
use crate::support::effort::{required, scaled};
use scm_check::internals::check::conformance::{
    Class, Fault, LocalError, LocalReason, Procedure, Question, TermChecker,
};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::interaction::{
    Choice, Expression, ExpressionId, Interaction, Operator, Repetition, RewriteRules, Semantics,
    TermId, weakened,
};
use scm_check::internals::model::trace::{
    Action, DistributedAlphabet, LetterId, LifelineId, LifelineSet, LocalLetterId, LocationId,
};

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

/// The fault of a location by itself, if plain searches tell.
fn naive_error(
    semantics: &mut Semantics,
    alphabet: &DistributedAlphabet,
    traces: &[Vec<LocalLetterId>],
    place: usize,
) -> Result<Option<LocalError>, ()> {
    let mut ask = |trace: &[LocalLetterId], is_whole: bool| {
        let mut alone = vec![Vec::new(); traces.len()];
        alone[place].extend_from_slice(trace);
        let closed = is_whole.then_some(place);
        let naive = Naive { traces: &alone, before: false, behind: true, closed, is_whole };
        naive.search(semantics, alphabet).ok_or(())
    };
    let trace = &*traces[place];
    if ask(trace, true)? {
        return Ok(None);
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
    let may_end = ask(&trace[..position], true)?;
    Ok(Some(LocalError { location, position, reason, expected, may_end }))
}

/// Compares the checker with plain searches on random interactions; returns how often each class came, by
/// [`Class`], how many faults were compared, and how often each question was given up.
fn compare(seeds: std::ops::Range<u64>) -> ([usize; 5], usize, [usize; 4]) {
    let (mut classes, mut faults, mut stopped) = ([0; 5], 0, [0; 4]);
    let limited = Control { max_states: Some(2_000), ..Control::unlimited() };
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
        let laws = random
            .choose(&[RewriteRules::full(), RewriteRules::full(), RewriteRules::paper()])
            .unwrap();
        let mut checker = TermChecker::new(&interaction, laws, &locations).unwrap();
        let alphabet = checker.alphabet().clone();
        let mut semantics = Semantics::new(&interaction, RewriteRules::full(), Choice::Delayed);
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
                        stopped[question as usize] += usize::from(procedure == Procedure::Auto);
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
                let Ok(expected) = expected else { continue };
                let found = errors.iter().find(|error| error.location.index() == place);
                // Searches for faults may be given up there.
                if found.is_none() && synchronises {
                    continue;
                }
                assert_eq!(found, expected.as_ref(), "{}", context());
                faults += usize::from(expected.is_some());
            }
        }
    }
    (classes, faults, stopped)
}

#[test]
fn random_multitraces_are_answered_as_by_plain_searches() {
    let (classes, faults, stopped) = compare(0..scaled(300) as u64);
    assert!(classes.iter().all(|&number| number > required(20)), "{classes:?}");
    assert!(faults > required(100), "{faults}");
    assert!(stopped[..2] == [0; 2] && stopped.iter().sum::<usize>() < scaled(30), "{stopped:?}");
}

/// Whether some run of a term has these letters, which need not be a word.
fn can_do(semantics: &mut Semantics, term: TermId, letters: &[LetterId]) -> bool {
    let mut here = vec![term];
    for &letter in letters {
        let mut next = Vec::new();
        for term in here {
            let steps = semantics.steps(term);
            next.extend(steps.iter().filter(|step| step.0 == letter).map(|&(_, rest)| rest));
        }
        next.sort_unstable();
        next.dedup();
        here = next;
    }
    !here.is_empty()
}

#[test]
fn what_a_term_does_it_does_without_lifelines_and_weakened() {
    let (mut shorter, mut refused) = (0, 0);
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let synchronises = random.percent(20);
        let interaction = random_interaction(&mut random, synchronises);
        let weak = weakened(&interaction).0;
        let laws = random
            .choose(&[RewriteRules::full(), RewriteRules::paper(), RewriteRules::none()])
            .unwrap();
        let mut semantics = Semantics::new(&interaction, laws, Choice::Delayed);
        let mut weak = Semantics::new(&weak, laws, Choice::Immediate);
        assert_eq!(semantics.letters(), weak.letters());
        let removed: LifelineSet =
            (0..3).map(LifelineId::from_index).filter(|_| random.percent(50)).collect();
        let start = semantics.start();
        let region = semantics.region(&removed);
        let without = semantics.without(start, region);
        let ahead = semantics.without_ahead(start, region);
        assert_eq!(without.is_some(), ahead.is_some());
        refused += usize::from(without.is_none());
        for _ in 0..5 {
            let run = random_run(&mut random, &mut semantics);
            let weak_start = weak.start();
            assert!(can_do(&mut weak, weak_start, &run), "seed {seed}: {run:?}");
            let Some(without) = without else { continue };
            let is_kept =
                |&letter: &LetterId| !semantics.letters().lifelines(letter).is_subset(&removed);
            let kept: Vec<LetterId> = run.iter().copied().filter(is_kept).collect();
            shorter += usize::from(kept.len() < run.len());
            assert!(can_do(&mut semantics, without, &kept), "seed {seed}: {run:?}");
        }
    }
    assert!(shorter > 300 && refused > 10, "{shorter}, {refused}");
}
