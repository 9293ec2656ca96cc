//! Use cases of our own, by kind: drawn from bundled interactions, so that they are always there.

use std::collections::BTreeMap;
use std::path::Path;

use scm_check::internals::check::conformance::Class;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::generate::{Mutation, RandomMultitraces, mixed, mutate};
use scm_check::internals::model::trace::DistributedAlphabet;

use crate::diagram::{Diagram, Engine, Traces};
use crate::timing::{Times, best, many};

/// The interactions.
const NAMED: [&str; 6] = [
    "multitraces/alternating_bit",
    "multitraces/publish_subscribe",
    "interactions/two_phase_commit",
    "interactions/sensor_query",
    "interactions/human_resources",
    "interactions/platoon3",
];

/// The kinds, by their numbers below.
const KINDS: [&str; 7] =
    ["accepted", "prefix", "slice", "swapped", "swapped components", "noise", "removed"];

/// Searches are cut off after so many configurations.
const MOST: u64 = 100_000;

fn drawn(
    kind: usize,
    source: &mut RandomMultitraces<'_>,
    engine: &Engine,
    random: &mut Random,
) -> Option<Traces> {
    let mut accepted = |random: &mut Random| {
        let length = random.between(20, 60);
        (0..60).find_map(|shorter| source.accepted(length.checked_sub(shorter)?, random))
    };
    let mut traces = accepted(random)?;
    let mutation = match KINDS[kind] {
        "accepted" => return Some(traces),
        "swapped components" => return Some(mixed(traces, accepted(random)?, random)),
        "prefix" => Mutation::Prefix,
        "slice" => Mutation::Slice,
        "swapped" => Mutation::Swap,
        "noise" => Mutation::Noise,
        _ => Mutation::Remove,
    };
    mutate(&mut traces, engine.alphabet(), mutation, random);
    Some(traces)
}

/// Prints the times by interaction, kind and engine. What is asked is the class.
///
/// # Panics
/// If engines disagree.
pub(crate) fn cases() {
    println!(
        "interaction                    kind                engine     multitraces  accepted  fail  \
         unknown  states  mean ns  median ns"
    );
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    for name in NAMED {
        let path = Path::new("models").join(name);
        let diagram = Diagram::of_files(&path.with_extension("hif"), &path.with_extension("hsf"))
            .unwrap_or_else(|| panic!("{} is a bundled model", path.display()));
        let (automaton, letters) = diagram.automaton.as_ref().expect("it has an automaton");
        let signature = &diagram.interaction.signature;
        let alphabet =
            DistributedAlphabet::of_letters(letters, signature, &[]).expect("there are no groups");
        let mut source = RandomMultitraces::new(automaton, &alphabet);
        let mut engines = diagram.engines(&[]);
        let mut random = Random::new(11);
        for (number, kind) in KINDS.iter().enumerate() {
            let all: Vec<Traces> = (0..many(100))
                .filter_map(|_| drawn(number, &mut source, &engines[0], &mut random))
                .collect();
            let mut classes: BTreeMap<usize, Class> = BTreeMap::new();
            for engine in &mut engines {
                let mut times = Times::default();
                let (mut counts, mut states) = ([0; 3], 0);
                for (at, traces) in all.iter().enumerate() {
                    // Both number what locations see in the order of the texts.
                    let (answer, time) = best(|| engine.check(traces, None, &control));
                    times.push(time);
                    states += answer.states;
                    counts[0] += usize::from(answer.class == Some(Class::Accepted));
                    counts[1] += usize::from(answer.class == Some(Class::Fail));
                    counts[2] += usize::from(answer.class.is_none());
                    if let Some(class) = answer.class {
                        assert_eq!(*classes.entry(at).or_insert(class), class, "{name}, {kind}");
                    }
                }
                println!(
                    "{name:30} {kind:19} {:9} {:12} {:9} {:5} {:8} {states:7} {:8} {:10}",
                    engine.word(),
                    times.len(),
                    counts[0],
                    counts[1],
                    counts[2],
                    times.mean(),
                    times.median(),
                );
            }
        }
    }
}
