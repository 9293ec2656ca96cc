//! Evidence about random choreographies, by the checker and by the oracle, and about those of the corpus.
//!
//! The settings are those of `cases.rs`, with a quarter of its cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use crate::support::cases::{are_many, seeds};
use crate::support::corpora::{corpora, source};
use crate::support::effort::required;
use crate::verify::evidence_choreographies::{CHANNELS, judge, witness};
use oracle::choreography::{Protocol, communications};
use oracle::evidence_certificate::sha256;
use oracle::executions::Execution;
use scm_check::internals::check::membership;
use scm_check::internals::check::realisability::{self, Question, Violation, check};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, read};
use scm_check::internals::language::evidence::{EvidenceSubject, WitnessDocument};
use scm_check::internals::model::cfsm::{
    Action, CommunicatingAutomaton, Direction, Exchange, Label, StateId, System,
};
use scm_check::internals::model::choreography::{ChannelChoice, Choreography};
use scm_check::internals::model::evidence::{Lines, Witness};
use serde_json::{Value, json};
use verify::Verdict;

/// How many states a projection, or the minimal automaton, may take.
const STATES: usize = 10_000;

/// A random choreography as a file: all that may stand in one.
fn text(numbers: &mut Random) -> String {
    let mut text = String::new();
    let architecture = numbers.below(6);
    let names_all = architecture >= 4;
    if let Some(name) = ["p2p", "mailbox", "onebuf", "free"].get(architecture) {
        writeln!(text, "arch {name} # as it is").unwrap();
    }
    if numbers.percent(40) {
        writeln!(text, "kind {}", numbers.choose(&["fifo", "bag"]).unwrap()).unwrap();
    }
    for channel in ["c0", "c1", "p0>p1", "@p1", "@"] {
        if numbers.percent(15) {
            let kind = numbers.choose(&["fifo", "bag"]).unwrap();
            writeln!(text, "buffer {channel}\t{kind}").unwrap();
        }
    }
    let (participants, messages) = (numbers.between(2, 4), numbers.between(1, 3));
    let states = numbers.between(1, 4);
    let (mut at, mut last) = (0, 0);
    for edge in 0..numbers.between(1, 7) {
        if edge > 0 && numbers.percent(45) {
            at = numbers.below(states);
        }
        let sender = if numbers.percent(50) { last } else { numbers.below(participants) };
        let receiver = (sender + numbers.between(1, participants - 1)) % participants;
        let message = numbers.below(messages);
        let to = if numbers.percent(60) { (at + 1) % states } else { numbers.below(states) };
        write!(text, "{at} -p{sender}->p{receiver}:m{message}").unwrap();
        // Where the channels are left open, all edges name theirs, or none does.
        if names_all || architecture < 3 && numbers.percent(15) {
            write!(text, " via c{}", numbers.below(3)).unwrap();
        }
        writeln!(text, "- {to}").unwrap();
        (at, last) = (to, receiver);
    }
    text
}

/// A choreography as the main program reads it.
struct Case {
    text: String,
    channels: &'static str,
    choreography: Choreography,
    implementation: System,
}

impl Case {
    /// Reads a file with its channels named anew, unless nothing happens in it.
    fn read(text: &str, (channels, choice): (&'static str, ChannelChoice)) -> Option<Self> {
        let model = read(&Source::new("model.ca", text), Format::Automaton).model;
        let automaton =
            model.unwrap_or_else(|| panic!("not read:\n{text}")).description.resolved(choice);
        let choreography = Choreography::new(&automaton, STATES)?;
        let implementation = choreography.implementation(STATES)?;
        Some(Self { text: text.to_owned(), channels, choreography, implementation })
    }

    fn channel(&self, action: Action) -> &str {
        &self.choreography.source().channels[action.channel].name
    }

    /// Writes an execution of the implementation down, step by step.
    fn steps(&self, execution: &[Action]) -> Vec<Value> {
        let automata = self.implementation.automata();
        let mut locals: Vec<StateId> = automata.iter().map(|one| one.initial()[0]).collect();
        let step = |action: &Action| {
            let direction = match action.direction {
                Direction::Send => "send",
                Direction::Receive => "receive",
            };
            let label = Label::Action(action.direction, action.channel, action.message);
            let automaton = &automata[action.participant];
            let local = &mut locals[action.participant.index()];
            let mut leaving = automaton.transitions().iter();
            let taken = leaving.find(|by| by.source == *local && by.label == label).unwrap();
            let name = |state| &automaton.states()[state];
            let step = json!({
                "participant": automaton.name(), "action": direction, "channel": self.channel(*action),
                "message": self.choreography.source().messages[action.message],
                "from": name(taken.source), "to": name(taken.target),
            });
            *local = taken.target;
            step
        };
        execution.iter().map(step).collect()
    }

    /// A witness of this kind that has the execution as its run.
    fn witness(&self, property: &str, kind: &str, execution: &[Action]) -> Value {
        let steps = self.steps(execution);
        let mut witness = witness(&self.text, property, kind, self.channels, &steps);
        let automata = self.implementation.automata().iter();
        let initial = automata.map(|one| (one.name(), &one.states()[one.initial()[0]]));
        witness["initial"] = json!(initial.collect::<BTreeMap<_, _>>());
        witness
    }
}

/// A random execution of the implementation; most receptions come at once.
fn walk(case: &Case, numbers: &mut Random, most: usize) -> Vec<Action> {
    let system = &case.implementation;
    let mut execution = Execution::empty(system);
    for _ in 0..most {
        let mut next = execution.extensions(system);
        if next.is_empty() {
            break;
        }
        let begun = execution.actions.last().filter(|last| last.direction == Direction::Send);
        let answers = |one: &Execution| {
            let last = one.actions.last().unwrap();
            let same =
                |begun: &Action| (begun.channel, begun.message) == (last.channel, last.message);
            last.direction == Direction::Receive && begun.is_some_and(same)
        };
        let at_once = next.iter().position(answers).filter(|_| numbers.percent(75));
        execution = next.swap_remove(at_once.unwrap_or_else(|| numbers.below(next.len())));
    }
    execution.actions
}

/// The random choreographies in which something happens, each with its channels read in one way.
fn cases() -> impl Iterator<Item = (u64, Random, Case)> {
    seeds(25).filter_map(|seed| {
        let mut numbers = Random::new(seed);
        let text = text(&mut numbers);
        let case = Case::read(&text, CHANNELS[numbers.below(CHANNELS.len())])?;
        Some((seed, numbers, case))
    })
}

#[test]
fn runs_are_judged_as_by_the_definitions() {
    let mut tally = BTreeMap::new();
    for (seed, mut numbers, case) in cases() {
        let protocol = Protocol::new(case.choreography.source());
        for _ in 0..12 {
            let run = walk(&case, &mut numbers, 7);
            for (property, kind) in
                [("realisable", "not-completable"), ("well-formed", "not-partial")]
            {
                let is_rsc = communications(&protocol.system, &run).is_some();
                let (is_evidence, why) = match kind {
                    "not-completable" => {
                        (!protocol.completes(&run), "a word of the choreography completes")
                    }
                    _ if !is_rsc => (false, "does not directly follow its send"),
                    _ => (!protocol.is_partial(&run), "is a partial execution"),
                };
                let witness = case.witness(property, kind, &run);
                let verdict = judge(&case.text, &witness);
                let is_right = match &verdict {
                    Verdict::Confirmed => is_evidence,
                    Verdict::Rejected(found) => !is_evidence && found.contains(why),
                    Verdict::Unsupported(_) | Verdict::Partial(_) => false,
                };
                assert!(
                    is_right,
                    "seed {seed}: {verdict:?}, {is_evidence}\n{}\n{witness}",
                    case.text
                );
                *tally.entry((kind, is_rsc, is_evidence)).or_insert(0) += 1;
            }
        }
    }
    println!("kind, RSC, evidence: {tally:?}");
    assert!(
        (tally.len() == 7 && tally.values().all(|count| *count > required(100))) || !are_many()
    );
}

/// What a check says is violated, written down.
fn evidence(case: &Case, question: Question) -> Option<(Value, &'static str)> {
    let (property, other) = match question {
        Question::Realisable => ("realisable", "not-completable"),
        Question::WellFormed => ("well-formed", "not-partial"),
    };
    let control = Control { max_states: Some(2_000), ..Control::unlimited() };
    let answer = check(&case.choreography, &case.implementation, question, &control);
    let realisability::Outcome::Violated(violation) = answer.outcome else { return None };
    match violation {
        Violation::NotRsc(witness) => Some((borderline(case, property, &witness), "borderline")),
        Violation::Execution(word) => {
            let execution: Vec<Action> = word.into_iter().flat_map(actions_of).collect();
            Some((case.witness(property, other, &execution), other))
        }
        Violation::Incoherent(_) | Violation::Missing(_) => None,
    }
}

/// The actions of a communication.
fn actions_of(Exchange { sender, receiver, channel, message }: Exchange) -> Vec<Action> {
    let action = |participant, direction| Action { participant, direction, channel, message };
    let send = action(sender, Direction::Send);
    let reception = receiver.map(|receiver| action(receiver, Direction::Receive));
    std::iter::once(send).chain(reception).collect()
}

/// A borderline violation, with channels by their names.
fn borderline(case: &Case, property: &str, witness: &Witness) -> Value {
    let system = &case.implementation;
    let lines =
        |automaton: &CommunicatingAutomaton| automaton.transitions().ids().map(|_| None).collect();
    let lines = Lines {
        file: "model.ca".to_owned(),
        transitions: system.automata().iter().map(lines).collect(),
    };
    let subject = EvidenceSubject {
        property: property.to_owned(),
        channels: ChannelChoice::with_word(case.channels).unwrap(),
        sha256: Some(sha256(case.text.as_bytes())),
    };
    let document = WitnessDocument::new(system, witness, subject, &lines);
    let mut file = serde_json::to_value(document).unwrap();
    for list in ["steps", "cycle"] {
        for item in file[list].as_array_mut().unwrap() {
            if let Some(number) = item["channel"].as_u64() {
                let mut channels = case.choreography.source().channels.iter();
                item["channel"] =
                    json!(channels.nth(usize::try_from(number).unwrap()).unwrap().name);
            }
        }
    }
    file
}

/// One thing changed.
fn change(witness: &mut Value, numbers: &mut Random) -> Option<()> {
    let kind = numbers.below(7);
    if kind == 6 {
        let (channels, _) = numbers.choose(&CHANNELS)?;
        witness["channels"] = json!(channels);
        return Some(());
    }
    let steps = witness["steps"].as_array_mut()?;
    let (one, other) = (numbers.below(steps.len()), numbers.below(steps.len()));
    match kind {
        0 => drop(steps.remove(one)),
        1 => steps.swap(one, other),
        2 => steps.insert(other, steps[one].clone()),
        3 => steps.truncate(one),
        _ => {
            let fields = ["participant", "action", "channel", "message", "from", "to"];
            let field = numbers.choose(&fields)?;
            steps[one][field] = steps[other][field].clone();
        }
    }
    let sends = steps.iter().filter(|step| step["action"] == "send").count();
    witness["communications"] = json!(sends);
    Some(())
}

/// The run that a witness tells, if the implementation has it, with the names of its states left aside.
fn run_of(case: &Case, witness: &Value) -> Option<Vec<Action>> {
    let source = case.choreography.source();
    let mut execution = Execution::empty(&case.implementation);
    for step in witness["steps"].as_array()? {
        let next = execution.extensions(&case.implementation);
        execution = next.into_iter().find(|one| {
            let action = one.actions[one.actions.len() - 1];
            let direction = if action.direction == Direction::Send { "send" } else { "receive" };
            step["participant"] == source.participants[action.participant].as_str()
                && step["action"] == direction
                && step["channel"] == case.channel(action)
                && step["message"] == source.messages[action.message].as_str()
        })?;
    }
    Some(execution.actions)
}

#[test]
fn what_the_checks_find_is_confirmed_and_changed_only_where_it_is_still_true() {
    let (mut found, mut changed) = (BTreeMap::new(), BTreeMap::new());
    for (seed, mut numbers, case) in cases() {
        for question in [Question::Realisable, Question::WellFormed] {
            let Some((file, kind)) = evidence(&case, question) else { continue };
            let verdict = judge(&case.text, &file);
            assert_eq!(verdict, Verdict::Confirmed, "seed {seed}\n{}\n{file}", case.text);
            *found.entry(kind).or_insert(0) += 1;
            if kind == "borderline" {
                continue;
            }
            for _ in 0..8 {
                let mut other = file.clone();
                change(&mut other, &mut numbers).unwrap();
                let channels =
                    CHANNELS.iter().find(|(name, _)| other["channels"] == *name).unwrap();
                let read = Case::read(&case.text, *channels).unwrap();
                let protocol = Protocol::new(read.choreography.source());
                let run = run_of(&read, &other);
                let is_true = run.as_ref().is_some_and(|run| match kind {
                    "not-completable" => !protocol.completes(run),
                    _ => {
                        communications(&protocol.system, run).is_some() && !protocol.is_partial(run)
                    }
                });
                let verdict = judge(&case.text, &other);
                // With other names of states what is true may be told in a wrong way.
                let is_named = |run: &Vec<Action>| other["steps"] == json!(read.steps(run));
                let is_well_told = run.as_ref().is_some_and(is_named);
                let is_right = match verdict {
                    Verdict::Confirmed => is_true,
                    Verdict::Rejected(_) => !is_true || !is_well_told,
                    Verdict::Unsupported(_) | Verdict::Partial(_) => false,
                };
                assert!(is_right, "seed {seed}: {verdict:?}, {is_true}\n{}\n{other}", case.text);
                *changed.entry((kind, verdict == Verdict::Confirmed)).or_insert(0) += 1;
            }
        }
    }
    println!("found: {found:?}; changed, confirmed: {changed:?}");
    let are_enough = found.len() == 3 && changed.len() == 4;
    let all = found.values().chain(changed.values()).all(|count| *count > required(30));
    assert!(are_enough && all || !are_many());
}

#[test]
#[ignore = "needs the corpora"]
fn what_is_found_in_the_corpus_is_confirmed() {
    let corpora = corpora();
    let mut found = BTreeMap::new();
    for family in ["thesis", "chorgram", "nuscr", "scribble-java", "sprout"] {
        for entry in fs::read_dir(corpora.join("choreographies").join(family)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "ca") {
                continue;
            }
            let text = source(&path).text().to_owned();
            for channels in [CHANNELS[0], CHANNELS[5], CHANNELS[8]] {
                let Some(case) = Case::read(&text, channels) else { continue };
                for question in [Question::Realisable, Question::WellFormed] {
                    let Some((file, kind)) = evidence(&case, question) else { continue };
                    let why = format!("{} {}\n{file}", path.display(), case.channels);
                    assert_eq!(judge(&text, &file), Verdict::Confirmed, "{why}");
                    *found.entry(kind).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{found:?}");
    assert!(found.len() == 3 && found.values().all(|count| *count > 20), "{found:?}");
}

/// A system whose implementation is not RSC has no other evidence; one that is has no borderline violation.
#[test]
fn borderline_violations_are_those_of_the_minimal_projections() {
    let mut found = 0;
    for (seed, _, case) in cases() {
        let control = Control { max_states: Some(2_000), ..Control::unlimited() };
        let answer = membership::check(&case.implementation, membership::Engine::Plain, &control);
        let membership::Outcome::Violated(witness) = answer.outcome else { continue };
        for property in ["rsc", "realisable", "well-formed"] {
            let file = borderline(&case, property, &witness);
            let verdict = judge(&case.text, &file);
            assert_eq!(verdict, Verdict::Confirmed, "seed {seed}\n{}\n{file}", case.text);
            let mut without = file.clone();
            without["cycle"] = json!([]);
            assert!(matches!(judge(&case.text, &without), Verdict::Rejected(_)), "{without}");
        }
        found += 1;
    }
    println!("{found} are not RSC");
    assert!(found > 50 || !are_many(), "{found}");
}
