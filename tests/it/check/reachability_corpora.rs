//! Reachability and safety on systems whose answers stand in tables, and all engines on specifications
//! drawn for public systems.

use std::path::{Path, PathBuf};

use crate::support::bad_specifications::{random_bad, text};
use crate::support::corpora::{corpora, scm_files, source};
use crate::support::reachability_engines::{premise_within, replay};
use oracle::configurations::{Bounds, Loss, explore};
use oracle::reachability::is_bad;
use scm_check::internals::check::reachability::{
    Configurations, Engine, Justification, Outcome, Premise, UnknownReason, check_in,
};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::language::{scm, system::Model};
use scm_check::internals::model::cfsm::{BadConfigurations, ChannelKind, SafetyProperty, System};
use scm_check::internals::model::evidence::Witness;

/// The most states that pebbles may store, which need many for many channels.
const PEBBLES: u64 = 20_000;

fn read(path: &Path) -> Option<Model> {
    scm::read(&source(path)).model
}

fn limited(max_states: u64) -> Control {
    Control { max_states: Some(max_states), ..Control::unlimited() }
}

/// Replays a witness by the oracle's steps, and asks the oracle whether it ends where it should.
fn confirm(system: &System, bad: &BadConfigurations, witness: &Witness) {
    let steps: Vec<_> = witness.replay().steps().iter().copied().collect();
    let last = replay(system, &witness.replay().initial().control, &steps);
    let last = last.unwrap_or_else(|why| panic!("{why}\n{}", text(system, bad)));
    assert!(is_bad(bad, &last), "{last:?} is not bad\n{}", text(system, bad));
}

/// What is found for all specifications of a file together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Holds,
    Violated,
    Unknown(UnknownReason),
}

/// Asks an engine for all specifications; a violation of one is a violation.
fn verdict(
    configurations: &Configurations<'_>,
    bad: &[BadConfigurations],
    premise: Premise,
    engine: Engine,
    control: &Control,
) -> Verdict {
    let system = configurations.system();
    let mut verdict = Verdict::Holds;
    for bad in bad {
        match check_in(configurations, bad, premise, engine, control).outcome {
            Outcome::Holds(_) => {}
            Outcome::Unknown(gap) => verdict = Verdict::Unknown(gap),
            Outcome::Violated(witness) => {
                confirm(system, bad, &witness);
                return Verdict::Violated;
            }
        }
    }
    verdict
}

/// The rows of a table in Markdown: the name of a file, and whether its bad states are unreachable.
fn published(directory: &Path) -> Vec<(String, Verdict)> {
    let table = std::fs::read_to_string(directory.join("VERDICTS.md")).unwrap();
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim);
        let (name, verdict) = (cells.nth(1)?, cells.next()?);
        match verdict {
            "safe" => Some((name.to_owned(), Verdict::Holds)),
            "unsafe" => Some((name.to_owned(), Verdict::Violated)),
            _ => None,
        }
    };
    table.lines().filter_map(row).collect()
}

#[test]
#[ignore = "needs the corpora"]
fn published_systems_are_as_safe_as_another_tool_found() {
    let corpora = corpora();
    let directory = corpora.join("mcscm");
    let rows = published(&directory);
    let (mut wrong, mut agreed, mut unknown, mut given_up) = (Vec::new(), 0, 0, 0);
    for (name, expected) in &rows {
        let model = read(&directory.join(format!("{name}.scm"))).unwrap();
        let system = model.system.with_channels(ChannelKind::Fifo);
        assert!(!model.bad.is_empty(), "{name} says what is bad");
        let unlimited = Control::unlimited();
        let premise = premise_within(&system, &unlimited);
        let configurations = Configurations::new(&system);
        for engine in [Engine::Channels, Engine::Relations, Engine::Pebbles] {
            let pebbles = limited(PEBBLES);
            let control = if engine == Engine::Pebbles { &pebbles } else { &unlimited };
            match verdict(&configurations, &model.bad, premise, engine, control) {
                found if found == *expected => agreed += 1,
                Verdict::Unknown(UnknownReason::Limit(_)) if engine == Engine::Pebbles => {
                    given_up += 1;
                }
                Verdict::Unknown(_) if premise == Premise::BugsOnly => unknown += 1,
                found => wrong.push(format!("{name}, {engine:?}: {found:?}, not {expected:?}")),
            }
        }
    }
    println!(
        "{} files: {agreed} answers agree, {unknown} of other than RSC systems are unknown, pebbles \
         gave up on {given_up}",
        rows.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows.len() >= 20 && agreed > rows.len(), "{agreed} answers of {} files", rows.len());
}

#[test]
#[ignore = "needs the corpora"]
fn traps_have_the_expected_answers() {
    let corpora = corpora();
    let directory = corpora.join("scm/traps-reach");
    let table = std::fs::read_to_string(directory.join("EXPECTED.tsv")).unwrap();
    let mut answers = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let (name, question, expected) = (cells[0], cells[1], cells[2]);
        let model = read(&directory.join(name));
        match question {
            "reach" => answers += reach(name, model.as_ref(), expected),
            "safety" => answers += properties(name, &model.unwrap(), expected),
            _ => panic!("{name}: what is {question}?"),
        }
    }
    println!("{answers} answers");
    assert!(answers >= 6, "{answers} answers");
}

/// Compares the answers of all engines with the one that is expected; returns how many there are.
fn reach(name: &str, model: Option<&Model>, expected: &str) -> usize {
    let Some(model) = model else {
        assert_eq!(expected, "refused", "{name}");
        return 1;
    };
    let system = &model.system;
    let control = Control::unlimited();
    let (premise, configurations) = (premise_within(system, &control), Configurations::new(system));
    let engines = [Engine::Auto, Engine::Channels, Engine::Relations, Engine::Pebbles];
    for engine in engines {
        let found = match verdict(&configurations, &model.bad, premise, engine, &control) {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Unknown(UnknownReason::BagConstrained { .. }) => "refused",
            Verdict::Unknown(_) => "unknown",
        };
        assert_eq!(found, expected, "{name}, {engine:?}");
    }
    engines.len()
}

/// Compares the answers about properties with a list like `progress violated, orphan-message holds`;
/// returns how many there are.
fn properties(name: &str, model: &Model, expected: &str) -> usize {
    let system = &model.system;
    let control = Control::unlimited();
    let premise = premise_within(system, &control);
    let pairs = expected.split(',').map(|pair| pair.trim().split_once(' ').unwrap());
    pairs
        .map(|(property, verdict)| {
            let property = SafetyProperty::named(system, property).unwrap();
            let found = match safety::check(system, property, premise, &control).outcome {
                Outcome::Holds(_) => "holds",
                Outcome::Violated(_) => "violated",
                Outcome::Unknown(_) => "unknown",
            };
            assert_eq!(found, verdict, "{name}, {property:?}");
        })
        .count()
}

#[test]
#[ignore = "needs the corpora"]
fn what_rsc_executions_miss_is_never_called_unreachable() {
    let corpora = corpora();
    for name in ["s_n_split", "LoadBalancing_error"] {
        let model = read(&corpora.join("mcscm").join(format!("{name}.scm"))).unwrap();
        let control = Control::unlimited();
        assert_eq!(premise_within(&model.system, &control), Premise::BugsOnly, "{name} is not RSC");
        let configurations = Configurations::new(&model.system);
        let mut found = Vec::new();
        for bad in &model.bad {
            let ask =
                |premise| check_in(&configurations, bad, premise, Engine::Auto, &control).outcome;
            assert_eq!(
                ask(Premise::AssumedEager),
                Outcome::Holds(Justification::AssumedEager),
                "{name}"
            );
            found.push(ask(Premise::BugsOnly));
        }
        assert!(!found.iter().any(|found| matches!(found, Outcome::Holds(_))), "{name}");
        // As another tool found.
        assert!(found.iter().any(|found| matches!(found, Outcome::Violated(_))), "{name}");
    }
}

/// The systems of the corpus, each once.
fn systems(corpora: &Path) -> Vec<(PathBuf, System)> {
    let files = scm_files(&corpora.join("scm")).into_iter();
    files.filter_map(|path| read(&path).map(|model| (path, model.system))).collect()
}

#[test]
#[ignore = "needs the corpora"]
fn engines_agree_on_random_specifications_of_public_systems() {
    const BOUNDS: Bounds = Bounds { configurations: 200, messages: 3 };
    const STATES: u64 = 5_000;
    const SPECIFICATIONS: usize = 8;
    let corpora = corpora();
    let control = limited(STATES);
    let (mut rsc, mut limits, mut answers) = (0, 0, [0; 2]);
    for (seed, (path, system)) in (0..).zip(systems(&corpora)) {
        let premise = premise_within(&system, &control);
        if premise == Premise::BugsOnly {
            continue;
        }
        rsc += 1;
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        let configurations = Configurations::new(&system);
        let mut numbers = Random::new(seed);
        for _ in 0..SPECIFICATIONS {
            let bad = random_bad(&system, &exploration, &mut numbers);
            let ask = |engine| check_in(&configurations, &bad, premise, engine, &control).outcome;
            let case = || format!("{}, seed {seed}\n{}", path.display(), text(&system, &bad));
            match [ask(Engine::Channels), ask(Engine::Relations)] {
                [Outcome::Holds(_), Outcome::Holds(_)] => answers[0] += 1,
                [Outcome::Violated(one), Outcome::Violated(other)] => {
                    answers[1] += 1;
                    assert_eq!(one.communications(), other.communications(), "{}", case());
                    confirm(&system, &bad, &one);
                    confirm(&system, &bad, &other);
                }
                [Outcome::Unknown(UnknownReason::Limit(_)), _]
                | [_, Outcome::Unknown(UnknownReason::Limit(_))] => {
                    limits += 1;
                }
                [one, other] => panic!("{one:?} and {other:?}: {}", case()),
            }
        }
    }
    println!("{rsc} RSC systems: {answers:?} hold and are violated, {limits} beyond the limit");
    assert!(rsc > 100 && answers.iter().all(|&count| count > 100), "{rsc}, {answers:?}");
    assert!(limits * 10 < rsc * SPECIFICATIONS, "{limits} beyond the limit");
}
