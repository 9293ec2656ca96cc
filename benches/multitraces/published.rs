//! The automata of the published table, where they are: by kind of multitrace, all kinds together, and by
//! procedure, over random partitions of the letters.

use std::path::Path;
use std::time::{Duration, Instant};

use scm_check::internals::check::conformance::{
    Checker, Fault, Procedure, Question, Specification, Stage,
};
use scm_check::internals::kernel::automata::FiniteAutomaton;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::automaton::{Format, Model, read};
use scm_check::internals::model::generate::{Mutation, RandomMultitraces, mixed, mutate};
use scm_check::internals::model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

use crate::diagram::Traces;
use crate::timing::{Times, best, many, middle, timed};

/// The automata, under the names that the table gives them.
const PUBLISHED: [(&str, &str); 4] = [
    ("NFA1", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_12"),
    ("NFA2", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_11"),
    ("NFA3", "Bakery-4P-BinEnc-BwBad__armcNFA_inclTest_6"),
    ("NFA4", "Bakery4pBinEnc-FbtOneOne-Nondet__armcNFA_inclTest_10"),
];

/// The kinds; the last are all of them together. In what is local one letter was put for another. In what is
/// swapped or order, letters of one trace changed places, so that all counts are kept: the former are local
/// errors. What is joint comes of traces of different words, as most that is inter or central.
const KINDS: [&str; 8] = ["pass", "local", "swapped", "inter", "central", "order", "joint", "all"];

/// Partitions of the letters of an automaton. The one with number k has 2 + k mod 4 locations.
const PARTITIONS: usize = 5;

/// So many multitraces of each kind for each partition.
const EACH: usize = 200;

/// Searches are cut off after so many configurations.
const MOST: u64 = 500_000;

/// The slow procedures are asked about the first multitraces of a kind only, for so long.
const SLOW: Duration = Duration::from_secs(1);

/// What is found of one kind.
#[derive(Clone, Default)]
struct Found {
    /// The fast procedure on all.
    auto: Times,
    /// The fast one and a slow one on the same: the first is the plain search.
    pairs: [(Times, Times); 2],
    /// How often a slow one was cut off.
    cut: [usize; 2],
}

impl Found {
    fn append(&mut self, other: &Self) {
        self.auto.append(&other.auto);
        for (mine, others) in self.pairs.iter_mut().zip(&other.pairs) {
            mine.0.append(&others.0);
            mine.1.append(&others.1);
        }
        self.cut = [self.cut[0] + other.cut[0], self.cut[1] + other.cut[1]];
    }

    /// How many times faster the fast one is, by medians.
    #[expect(clippy::cast_precision_loss, reason = "times are far below 2^52 nanoseconds")]
    fn ratio(&self, slow: usize) -> Option<f64> {
        let (auto, other) = &self.pairs[slow];
        (auto.len() > 0).then(|| other.median() as f64 / auto.median().max(1) as f64)
    }
}

/// Letters at so many locations, by chance, none of which is without letters.
fn partition(names: &[String], locations: usize, random: &mut Random) -> DistributedAlphabet {
    let mut places = vec![Vec::new(); locations.min(names.len())];
    let mut order: Vec<usize> = (0..names.len()).collect();
    for number in 0..order.len() {
        order.swap(number, random.between(number, names.len() - 1));
        let place = if number < places.len() { number } else { random.below(places.len()) };
        places[place].push(names[order[number]].clone());
    }
    DistributedAlphabet::of_names(names.iter().map(String::as_str), &places)
        .expect("each letter has a place")
}

/// What kind a multitrace is of, by the answer; none if the search was cut off.
fn kind(
    checker: &mut Checker,
    traces: &Traces,
    is_swapped: bool,
    control: &Control,
) -> Option<usize> {
    let answer = checker.check(traces, Some(Question::Accept), Procedure::Auto, control);
    let kind = match (answer.fault, answer.stage) {
        _ if answer.verdict.is_err() => return None,
        (None, _) => "pass",
        (Some(Fault::Local(_)), _) if is_swapped => "swapped",
        (Some(Fault::Local(_)), _) => "local",
        _ if is_swapped => "order",
        (Some(Fault::Inter), _) => "inter",
        (Some(Fault::Central), Stage::Invariant) => "central",
        (Some(Fault::Central), _) => "joint",
    };
    KINDS.iter().position(|name| *name == kind)
}

/// Draws multitraces of all kinds: so many of each, or as many as are found. Returns also how many were cut off.
fn drawn(
    checker: &mut Checker,
    automaton: &FiniteAutomaton,
    alphabet: &DistributedAlphabet,
    random: &mut Random,
) -> ([Vec<Traces>; 7], usize) {
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    let mut source = RandomMultitraces::new(automaton, alphabet);
    let (mut kinds, mut cut) = (<[Vec<Traces>; 7]>::default(), 0);
    let each = many(EACH);
    for round in 0..60 * each {
        let length = random.between(200, 250);
        let found = if round % 3 == 1 {
            let other = random.between(200, 250);
            let one = source.accepted(length, random);
            one.zip(source.accepted(other, random)).map(|(one, other)| mixed(one, other, random))
        } else {
            source.accepted(length, random)
        };
        let Some(mut traces) = found else { continue };
        let is_swapped = round % 3 == 2 && round % 4 > 1;
        if is_swapped {
            mutate(&mut traces, alphabet, Mutation::Swap, random);
        } else if round % 3 == 2 {
            replace(&mut traces, alphabet, random);
        }
        let Some(kind) = kind(checker, &traces, is_swapped, &control) else {
            cut += 1;
            continue;
        };
        if kinds[kind].len() < each {
            kinds[kind].push(traces);
        }
        if kinds.iter().all(|chosen| chosen.len() >= each) {
            break;
        }
    }
    (kinds, cut)
}

/// Puts one local letter of a location for another.
fn replace(traces: &mut Traces, alphabet: &DistributedAlphabet, random: &mut Random) {
    let mut at = random.below(traces.iter().map(Vec::len).sum());
    for (place, trace) in traces.iter_mut().enumerate() {
        if at < trace.len() {
            let letters = alphabet.locations()[LocationId::from_index(place)].letters().len();
            trace[at] = LocalLetterId::from_index(random.below(letters));
            return;
        }
        at -= trace.len();
    }
}

/// Times all procedures on multitraces of one kind.
///
/// # Panics
/// If two give different verdicts.
fn measured(checker: &mut Checker, all: &[Traces]) -> Found {
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    let accept = Some(Question::Accept);
    let mut found = Found::default();
    let (mut verdicts, mut fast) = (Vec::new(), Vec::new());
    for traces in all {
        let (answer, time) =
            best(|| checker.check(traces, accept, Procedure::Auto, &control).verdict);
        found.auto.push(time);
        fast.push(time);
        verdicts.push(answer);
    }
    for (slow, procedure) in [Procedure::Central, Procedure::Semi].into_iter().enumerate() {
        let start = Instant::now();
        for (at, traces) in all.iter().enumerate() {
            let (verdict, time) =
                best(|| checker.check(traces, accept, procedure, &control).verdict);
            found.pairs[slow].0.push(fast[at]);
            found.pairs[slow].1.push(time);
            match (verdict, verdicts[at]) {
                (Ok(one), Ok(other)) => assert_eq!(one, other, "procedures differ: {traces:?}"),
                _ => found.cut[slow] += 1,
            }
            if start.elapsed() > SLOW {
                break;
            }
        }
    }
    found
}

/// Prints the table.
pub(crate) fn published() {
    println!(
        "automaton  locations  kind     multitraces  auto ns  auto mean ns  plain: asked  cut  \
         median ns    semi: asked  cut  median ns  plain/auto  semi/auto"
    );
    let mut ratios = vec![Vec::new(); KINDS.len()];
    for (name, file) in PUBLISHED {
        let path = Path::new("../shared/corpora/automatark").join(file).with_extension("timbuk");
        let Ok(bytes) = std::fs::read(&path) else {
            println!("{name}: skipped, the file is not there");
            continue;
        };
        let reading = read(&Source::from_bytes(file, bytes), Format::Timbuk);
        let model = reading.model.expect("the file is right");
        for (kind, one) in automaton(name, &model).iter().enumerate() {
            ratios[kind].extend(one);
        }
    }
    for (kind, ratios) in KINDS.iter().zip(ratios) {
        let number = ratios.len();
        if let Some(ratio) = middle(ratios) {
            println!("{kind:8} plain/auto {ratio:.1}: the median of {number} partitions");
        }
    }
}

/// Prints the lines of one automaton and returns the ratios of its partitions by kind.
fn automaton(name: &str, model: &Model) -> Vec<Vec<f64>> {
    let mut ratios = vec![Vec::new(); KINDS.len()];
    let mut totals = vec![Found::default(); KINDS.len()];
    let (mut setup, mut cut) = (Times::default(), 0);
    let names: Vec<String> = model.alphabet.iter().cloned().collect();
    for number in 0..many(PARTITIONS) {
        let mut random = Random::new(7 + number as u64);
        let alphabet = partition(&names, 2 + number % 4, &mut random);
        let (mut checker, time) =
            timed(|| Checker::new(Specification::new(&model.automaton, alphabet.clone())));
        setup.push(time);
        let (kinds, unknown) = drawn(&mut checker, &model.automaton, &alphabet, &mut random);
        cut += unknown;
        let mut together = Found::default();
        for (kind, all) in kinds.iter().enumerate() {
            let found = measured(&mut checker, all);
            line(name, Some(alphabet.locations().len()), KINDS[kind], &found);
            ratios[kind].extend(found.ratio(0));
            totals[kind].append(&found);
            together.append(&found);
        }
        let last = KINDS.len() - 1;
        line(name, Some(alphabet.locations().len()), KINDS[last], &together);
        ratios[last].extend(together.ratio(0));
        totals[last].append(&together);
    }
    for (kind, found) in KINDS.iter().zip(&totals) {
        line(name, None, kind, found);
    }
    println!(
        "{name}: {} states, {} transitions; set up in {} ns (mean); {cut} drawn were cut off",
        model.automaton.len(),
        model.automaton.transition_count(),
        setup.mean(),
    );
    ratios
}

/// Prints a line; without a number of locations it is about all partitions.
fn line(name: &str, locations: Option<usize>, kind: &str, found: &Found) {
    let locations = locations.map_or("any".to_owned(), |number| number.to_string());
    let ratio = |slow| found.ratio(slow).map_or("-".to_owned(), |ratio: f64| format!("{ratio:.1}"));
    println!(
        "{name:9} {locations:>10}  {kind:8} {:11} {:8} {:13} {:13} {:4} {:10} {:14} {:4} {:10} {:>11} {:>10}",
        found.auto.len(),
        found.auto.median(),
        found.auto.mean(),
        found.pairs[0].1.len(),
        found.cut[0],
        found.pairs[0].1.median(),
        found.pairs[1].1.len(),
        found.cut[1],
        found.pairs[1].1.median(),
        ratio(0),
        ratio(1),
    );
}
