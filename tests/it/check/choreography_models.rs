//! The bundled choreographies: what they state about their channels, against what is found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::effort::sampled;
use crate::support::reachability_engines::premise_within;
use oracle::choreography::{Inclusion, Protocol};
use oracle::protocol::{self, Check, Words};
use scm_check::internals::check::completability::Level;
use scm_check::internals::check::named_checks::{
    Fairness, Finding, commutation_closure, globally_cooperative, label_determinism, role_progress,
    strong_progress_expected, strong_progress_sent, termination_awareness,
};
use scm_check::internals::check::reachability::{self, Configurations, Premise};
use scm_check::internals::check::realisability::{
    Answer, Condition, Justification, Outcome, Question, Violation, check, incoherences,
};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::diagnostics::{Colours, Severity, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::choreography::{Format, Model, read};
use scm_check::internals::language::reading::Expectation;
use scm_check::internals::model::cfsm::{Action, ChannelKind, SafetyProperty};
use scm_check::internals::model::choreography::{
    Architecture, ChannelChoice, Choreography, Interaction,
};

/// The largest automaton that a choreography may have.
const STATES: usize = 10_000;

/// The RSC executions that the oracle tries to continue.
const EXECUTIONS: usize = 100;

/// The most actions of a model that the oracle looks at.
const MAX_ACTIONS: usize = 24;

/// What every model states.
const STATED: [(&str, &[&str]); 5] = [
    ("realisable", &["p2p", "fifo"]),
    ("realisable", &["p2p", "bag"]),
    ("realisable", &["mailbox", "fifo"]),
    ("realisable", &["mailbox", "bag"]),
    ("well-formed", &["p2p", "fifo"]),
];

/// The properties that models may state besides, which are about other checks.
const OTHERS: [&str; 10] = [
    "deadlock",
    "termination-awareness",
    "role-progress-fair",
    "role-progress-unfair",
    "label-determinism",
    "commutation-closure",
    "globally-cooperative",
    "strong-progress(sent)",
    "strong-progress(expected)",
    "coherence",
];

/// Those of them that have a definition about words or the text.
const DEFINED: [(&str, Check); 6] = [
    ("termination-awareness", Check::TerminationAwareness),
    ("role-progress-fair", Check::RoleProgress(protocol::Fairness::Fair)),
    ("role-progress-unfair", Check::RoleProgress(protocol::Fairness::Unfair)),
    ("label-determinism", Check::LabelDeterminism),
    ("commutation-closure", Check::CommutationClosure),
    ("globally-cooperative", Check::GloballyCooperative),
];

/// The most interactions of a model whose loops are all looked at, by what happens in them.
const MAX_LETTERS: usize = 10;

struct Bundled {
    /// The path below `models/choreographies`.
    name: String,
    format: Format,
    text: String,
    model: Model,
}

/// Returns the models in the order of their names.
fn models() -> Vec<Bundled> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/choreographies");
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(bundled(&root, &path));
            }
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

fn bundled(root: &Path, path: &PathBuf) -> Bundled {
    let name = path.strip_prefix(root).unwrap().display().to_string();
    let extension = path.extension().and_then(|one| one.to_str()).unwrap();
    let format = Format::of_extension(extension).expect(&name);
    let text = fs::read_to_string(path).unwrap();
    let source = Source::new(name.clone(), text.clone());
    let reading = read(&source, format);
    let shown = render_all(&source, &reading.diagnostics, 100, Colours::Plain);
    let is_right = reading.diagnostics.iter().all(|one| one.severity() != Severity::Error);
    assert!(is_right, "{shown}");
    Bundled { name, format, text, model: reading.model.expect("it has no errors") }
}

/// Returns the channels that the variant of an expectation names.
fn channels(variant: &[String]) -> ChannelChoice {
    let mut choice = ChannelChoice::default();
    for word in variant {
        match word.as_str() {
            "p2p" => choice.architecture = Some(Architecture::PeerToPeer),
            "mailbox" => choice.architecture = Some(Architecture::Mailbox),
            "onebuf" => choice.architecture = Some(Architecture::OneBuffer),
            "fifo" => choice.kind = Some(ChannelKind::Fifo),
            "bag" => choice.kind = Some(ChannelKind::Bag),
            _ => panic!("there is no variant {variant:?}"),
        }
    }
    choice
}

fn question(property: &str) -> Option<Question> {
    match property {
        "realisable" => Some(Question::Realisable),
        "well-formed" => Some(Question::WellFormed),
        _ => None,
    }
}

fn choreography(model: &Model, choice: ChannelChoice) -> Choreography {
    Choreography::new(&model.description.resolved(choice), STATES).expect("models are small")
}

fn answer(model: &Model, question: Question, choice: ChannelChoice) -> Answer {
    let choreography = choreography(model, choice);
    let system = choreography.implementation(STATES).expect("models are small, and not empty");
    check(&choreography, &system, question, &Control::unlimited())
}

fn verdict(outcome: &Outcome) -> Expected {
    match outcome {
        Outcome::Holds(_) => Expected::Holds,
        Outcome::Violated(_) => Expected::Violated,
        Outcome::Unknown(_) => Expected::Unknown,
    }
}

/// Writes an expectation as it stands in a model.
fn written(expected: &Expectation) -> String {
    let Expectation { property, variant, verdict } = expected;
    let variant =
        if variant.is_empty() { String::new() } else { format!("[{}]", variant.join(",")) };
    format!("{property}{variant} = {}", verdict.word())
}

/// Names the way in which a question was answered.
fn way(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Holds(Justification::Executions(Level::Partials)) => "partial executions",
        Outcome::Holds(Justification::Executions(Level::Lag(_))) => "executions that lag",
        Outcome::Holds(Justification::Executions(Level::Gaps(_))) => "few gaps",
        Outcome::Holds(Justification::Executions(Level::OneByOne)) => "one by one",
        Outcome::Holds(Justification::Parts(_)) => "independent parts",
        Outcome::Holds(Justification::Coherence) => "coherence",
        Outcome::Holds(Justification::NoChoice) => "no choice",
        Outcome::Holds(Justification::Synchronous) => "synchronous",
        Outcome::Holds(Justification::Empty) => "nothing",
        Outcome::Violated(Violation::NotRsc(_)) => "not RSC",
        Outcome::Violated(Violation::Execution(_)) => "an execution too many",
        Outcome::Violated(Violation::Incoherent(_)) => "incoherence alone",
        Outcome::Violated(Violation::Missing(_)) => "a word that given automata lack",
        Outcome::Unknown(_) => "open",
    }
}

#[test]
fn every_choreography_is_as_expected() {
    let (mut compared, mut wrong, mut seen) = (0, Vec::new(), BTreeSet::new());
    for bundled in models() {
        for expected in &bundled.model.expectations {
            let Some(question) = question(&expected.property) else { continue };
            assert_ne!(expected.verdict, Expected::Unknown, "{}", bundled.name);
            let found = answer(&bundled.model, question, channels(&expected.variant));
            if verdict(&found.outcome) != expected.verdict {
                wrong.push(format!("{} {}: {:?}", bundled.name, written(expected), found.outcome));
            }
            seen.insert(way(&found.outcome));
            compared += 1;
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "of {compared}");
    assert!(compared > 500, "{compared} answers were compared");
    let expected = [
        "an execution too many",
        "coherence",
        "executions that lag",
        "independent parts",
        "no choice",
        "not RSC",
        "partial executions",
    ];
    assert_eq!(seen, BTreeSet::from(expected));
}

#[test]
fn the_oracle_agrees_with_what_is_found() {
    let (mut included, mut shortest, mut refused) = (0, 0, 0);
    for Bundled { name, model, .. } in models() {
        for (_, variant) in STATED.into_iter().take(4) {
            let variant: Vec<String> = variant.iter().map(|&word| word.to_owned()).collect();
            let choice = channels(&variant);
            let choreography = choreography(&model, choice);
            let interactions = choreography.source().edges.iter().filter_map(|edge| edge.exchange);
            let all: BTreeSet<Action> = interactions.flat_map(Interaction::actions).collect();
            if all.len() > MAX_ACTIONS {
                continue;
            }
            let protocol = Protocol::new(choreography.source());
            let found = answer(&model, Question::WellFormed, choice).outcome;
            let why = || format!("{name} {variant:?}: {found:?}");
            match (protocol.inclusion(EXECUTIONS), &found) {
                (_, Outcome::Violated(Violation::NotRsc(_)))
                | (Inclusion::HoldsUpTo(_), Outcome::Holds(_)) => {}
                (Inclusion::Holds, Outcome::Holds(_)) => included += 1,
                (Inclusion::HoldsUpTo(length), Outcome::Violated(Violation::Execution(word))) => {
                    assert!(word.len() > length, "{}", why());
                }
                (Inclusion::Fails(least), Outcome::Violated(Violation::Execution(word))) => {
                    assert_eq!(word.len(), least.len(), "{}", why());
                    shortest += 1;
                }
                (inclusion, _) => panic!("{}, {inclusion:?}", why()),
            }
            let found = answer(&model, Question::Realisable, choice).outcome;
            if let Outcome::Violated(Violation::Execution(word)) = found {
                let execution: Vec<Action> = word.iter().flat_map(|one| one.actions()).collect();
                assert!(!protocol.completes(&execution), "{name} {variant:?}: {word:?}");
                refused += 1;
            }
        }
    }
    assert!(included > 100 && shortest > 50 && refused > 30, "{included} {shortest} {refused}");
}

/// Answers a question that is neither of the two about realisability, as `scm-check chor check` does.
fn named_check(choreography: &Choreography, property: &str) -> Expected {
    match property {
        "coherence" => incoherences(choreography).map_or(Expected::Unknown, |broken| {
            if broken.is_empty() { Expected::Holds } else { Expected::Violated }
        }),
        "termination-awareness" => {
            found(termination_awareness(choreography, STATES, &Control::unlimited()))
        }
        "role-progress-fair" => {
            found(role_progress(choreography, Fairness::Fair, STATES, &Control::unlimited()))
        }
        "role-progress-unfair" => {
            found(role_progress(choreography, Fairness::Unfair, STATES, &Control::unlimited()))
        }
        "label-determinism" => {
            found(label_determinism(choreography, STATES, &Control::unlimited()))
        }
        "commutation-closure" => found(commutation_closure(choreography, &Control::unlimited())),
        "globally-cooperative" => found(globally_cooperative(choreography, &Control::unlimited())),
        _ => progress(choreography, property),
    }
}

/// Answers a question about the implementation.
fn progress(choreography: &Choreography, property: &str) -> Expected {
    let control = Control::unlimited();
    let system = choreography.implementation_with_ends(STATES, &control);
    let system = system.expect("models are small, and not empty");
    let all = Configurations::new(&system);
    let premise = premise_within(&system, &control);
    match property {
        "deadlock" => deadlock(&all, premise, &control),
        "strong-progress(sent)" => found(strong_progress_sent(&all, premise, &control)),
        "strong-progress(expected)" => found(strong_progress_expected(&all, premise, &control)),
        _ => {
            let mut known = SafetyProperty::LINEAR.into_iter();
            let property = known.find(|one| one.kind_name() == property).expect(property);
            safe(&all, property, premise, &control)
        }
    }
}

pub(crate) fn deadlock(all: &Configurations<'_>, premise: Premise, control: &Control) -> Expected {
    safe(all, SafetyProperty::Deadlock, premise, control)
}

/// Answers whether a system has a property.
fn safe(
    all: &Configurations<'_>,
    property: SafetyProperty,
    premise: Premise,
    control: &Control,
) -> Expected {
    match safety::check_in(all, property, premise, control).outcome {
        reachability::Outcome::Holds(_) => Expected::Holds,
        reachability::Outcome::Violated(_) => Expected::Violated,
        reachability::Outcome::Unknown(_) => Expected::Unknown,
    }
}

fn found<V>(finding: Finding<V>) -> Expected {
    match finding {
        Finding::Holds(()) => Expected::Holds,
        Finding::Violated(_) => Expected::Violated,
        Finding::Unknown(_) => Expected::Unknown,
    }
}

#[test]
fn every_named_check_is_as_expected() {
    let (mut wrong, mut open, mut stated) = (Vec::new(), BTreeSet::new(), BTreeMap::new());
    for Bundled { name, model, .. } in models() {
        for expected in &model.expectations {
            if question(&expected.property).is_some() {
                continue;
            }
            let choreography = choreography(&model, channels(&expected.variant));
            let found = named_check(&choreography, &expected.property);
            if found == Expected::Unknown {
                open.insert((name.clone(), expected.property.clone()));
            } else if found != expected.verdict {
                wrong.push(format!("{name} {}: {found:?}", written(expected)));
            }
            *stated.entry((expected.property.clone(), found)).or_insert(0) += 1;
        }
    }
    println!("{stated:?}");
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(open, BTreeSet::new());
    for property in OTHERS {
        for verdict in [Expected::Holds, Expected::Violated] {
            let times = stated.get(&(property.to_owned(), verdict)).copied().unwrap_or(0);
            assert!(times > 0, "no model shows that {property} is {verdict:?}");
        }
    }
}

#[test]
fn definitions_agree_with_the_named_checks_of_the_models() {
    let mut compared = BTreeMap::new();
    let sample: BTreeSet<String> = sampled(models()).map(|one| one.name).collect();
    for Bundled { name, model, .. } in models() {
        let choreography = choreography(&model, channels(&[]));
        let answers = DEFINED.map(|(property, _)| named_check(&choreography, property));
        // Few models violate anything: all of them are in each sample.
        if !sample.contains(&name) && !answers.contains(&Expected::Violated) {
            continue;
        }
        let letters: BTreeSet<Interaction> =
            choreography.source().edges.iter().filter_map(|edge| edge.exchange).collect();
        let words = Words::new(choreography.source());
        for ((property, check), found) in DEFINED.into_iter().zip(answers) {
            if check == Check::GloballyCooperative && letters.len() > MAX_LETTERS {
                continue;
            }
            let is_violated = words.is_violated(check);
            let expected = if is_violated { Expected::Violated } else { Expected::Holds };
            assert_eq!(found, expected, "{name}: {property}");
            *compared.entry((property, found)).or_insert(0) += 1;
        }
    }
    println!("{compared:?}");
    for (property, _) in DEFINED {
        for verdict in [Expected::Holds, Expected::Violated] {
            let times = compared.get(&(property, verdict)).copied().unwrap_or(0);
            assert!(times > 0, "no model shows that {property} is {verdict:?}");
        }
    }
}

#[test]
fn every_condition_of_coherence_is_broken_by_some_model() {
    let mut seen = BTreeSet::new();
    for Bundled { model, .. } in models() {
        let broken = incoherences(&choreography(&model, channels(&[])));
        seen.extend(broken.unwrap_or_default().iter().map(|one| one.condition));
    }
    let all = [Condition::Send, Condition::Receive, Condition::NoMixedChoice];
    assert_eq!(seen, BTreeSet::from(all));
}

#[test]
fn every_choreography_states_what_its_channels_do() {
    for Bundled { name, model, .. } in models() {
        for (property, variant) in STATED {
            let is_it = |one: &&Expectation| one.property == property && one.variant == variant;
            let stated = model.expectations.iter().filter(is_it).count();
            assert_eq!(stated, 1, "{name}: {property}{variant:?}");
        }
        for expected in &model.expectations {
            let property = &*expected.property;
            let is_known = question(property).is_some()
                || OTHERS.contains(&property)
                || SafetyProperty::LINEAR.iter().any(|one| one.kind_name() == property);
            assert!(is_known, "{name}: {}", expected.property);
        }
        assert_eq!(model.remarks, [], "{name}");
    }
}

#[test]
fn every_choreography_begins_by_saying_what_it_is() {
    for Bundled { name, format, text, .. } in models() {
        let opening = match format {
            Format::Automaton => "# ",
            Format::ChorGram => ".. ",
            Format::Scribble | Format::Dot | Format::Sprout => "// ",
        };
        let comments = text.lines().take_while(|line| line.starts_with(opening)).count();
        assert!((2..=5).contains(&comments), "{name} begins with {comments} lines of comment");
        assert!(text.lines().count() <= 80, "{name} is long");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{name} is wide");
        assert!(text.ends_with('\n') && !text.contains(" \n"), "{name} has blanks at an end");
        let stem = name.rsplit_once('.').unwrap().0;
        let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/".contains(c);
        assert!(stem.chars().all(is_snake), "{name}");
    }
}

#[test]
fn the_choreographies_are_many_and_in_all_languages() {
    let models = models();
    assert!(models.len() >= 80, "{} models", models.len());
    let formats: BTreeSet<_> = models.iter().map(|one| one.format).collect();
    assert_eq!(formats.len(), 5);
    let large = models.iter().filter(|one| {
        let description = &one.model.description;
        description.participants.len() >= 10 || description.edges.len() >= 40
    });
    assert!(large.count() >= 5);
}
