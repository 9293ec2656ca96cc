//! The public corpus of labelled choreographies: the verdicts of a reference checker.

use std::fs;

use crate::support::corpora::corpora;
use crate::support::reachability_engines::premise_within;
use scm_check::internals::check::named_checks::{
    Fairness, Finding, commutation_closure, label_determinism, role_progress, termination_awareness,
};
use scm_check::internals::check::reachability;
use scm_check::internals::check::realisability::{Outcome, Question, check, incoherences};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, read};
use scm_check::internals::model::cfsm::{ChannelKind, SafetyProperty};
use scm_check::internals::model::choreography::{Architecture, ChannelChoice, Choreography};

/// The columns of the index, with what they ask.
const COLUMNS: [(&str, Question, Architecture, Option<ChannelKind>); 5] = [
    ("realisable_p2p", Question::Realisable, Architecture::PeerToPeer, None),
    ("causal_mailbox", Question::Realisable, Architecture::Mailbox, None),
    ("strict_p2p", Question::WellFormed, Architecture::PeerToPeer, None),
    ("strict_mailbox", Question::WellFormed, Architecture::Mailbox, None),
    ("strict_p2p_bag", Question::WellFormed, Architecture::PeerToPeer, Some(ChannelKind::Bag)),
];

fn answer(
    text: &str,
    question: Question,
    architecture: Architecture,
    kind: Option<ChannelKind>,
) -> &'static str {
    let reading = read(&Source::new("model", text.to_owned()), Format::Automaton);
    let Some(model) = reading.model else { return "refused" };
    let choice = ChannelChoice { architecture: Some(architecture), kind };
    let automaton = model.description.resolved(choice);
    let Some(choreography) = Choreography::new(&automaton, 10_000) else { return "large" };
    let Some(system) = choreography.implementation(10_000) else { return "True" };
    match check(&choreography, &system, question, &Control::unlimited()).outcome {
        Outcome::Holds(_) => "True",
        Outcome::Violated(_) => "False",
        Outcome::Unknown(_) => "open",
    }
}

#[test]
#[ignore = "needs the corpora"]
fn the_verdicts_of_the_corpus() {
    let corpus = corpora().join("choreographies");
    let index = fs::read_to_string(corpus.join("index.tsv")).unwrap();
    let mut lines = index.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|one| *one == name).unwrap();
    let (mut agreed, mut open) = (0, Vec::new());
    for line in lines {
        let path = corpus.join(line[column("file")]).with_extension("ca");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (name, question, architecture, kind) in COLUMNS {
            let expected = line[column(name)];
            if expected != "True" && expected != "False" {
                continue;
            }
            let found = answer(&text, question, architecture, kind);
            if found == "open" {
                open.push(format!("{} {name}: {expected}", path.display()));
            } else {
                assert_eq!(found, expected, "{} {name}", path.display());
                agreed += 1;
            }
        }
    }
    println!("{agreed} agree, {} open: {open:#?}", open.len());
    assert!(agreed > 900 && open.len() < 20, "{agreed} agree, {open:#?}");
}

/// The choreography of a file with peer-to-peer channels.
fn peer_to_peer(text: &str) -> Option<Choreography> {
    let reading = read(&Source::new("model", text.to_owned()), Format::Automaton);
    let choice = ChannelChoice { architecture: Some(Architecture::PeerToPeer), kind: None };
    Choreography::new(&reading.model?.description.resolved(choice), 10_000)
}

/// What a named check says: `ok`, or the name of whom it is about.
fn named_checks(choreography: &Choreography) -> [(&'static str, String); 3] {
    let name = |participant| choreography.source().participants[participant].clone();
    let ambiguous = match label_determinism(choreography, 1_000, &Control::unlimited()) {
        Finding::Violated(_) => "True",
        _ => "False",
    };
    let waits = match termination_awareness(choreography, 1_000, &Control::unlimited()) {
        Finding::Violated(found) => name(found.participant),
        _ => String::new(),
    };
    let left_out = match role_progress(choreography, Fairness::Unfair, 1_000, &Control::unlimited())
    {
        Finding::Violated(found) => name(found.participant),
        _ => String::new(),
    };
    [("nondet", ambiguous.to_owned()), ("waits_after_end", waits), ("role_progress", left_out)]
}

#[test]
#[ignore = "needs the corpora"]
fn the_named_checks_of_the_corpus() {
    let corpus = corpora().join("choreographies");
    let index = fs::read_to_string(corpus.join("index.tsv")).unwrap();
    let mut lines = index.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|one| *one == name).unwrap();
    let (mut agreed, mut differ, mut fair) = (0, Vec::new(), Vec::new());
    for line in lines {
        let path = corpus.join(line[column("file")]).with_extension("ca");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Some(choreography) = peer_to_peer(&text) else { continue };
        let mut compared: Vec<(&str, String, String)> = Vec::new();
        for (name, found) in named_checks(&choreography) {
            let expected = line[column(name)];
            let first = expected.split([' ', ',']).next().unwrap_or_default();
            // The figures of the thesis say nothing of ends; of several participants the index names any.
            let any = |text: &str| (!text.is_empty()).to_string();
            match name {
                "waits_after_end" if line[column("src")] == "thesis" => {}
                "role_progress" => compared.push((name, any(first), any(&found))),
                _ => compared.push((name, first.to_owned(), found)),
            }
        }
        if let Some(system) = choreography.implementation(1_000) {
            let control = Control { max_states: Some(5_000), ..Control::unlimited() };
            let premise = premise_within(&system, &control);
            let answer = safety::check(&system, SafetyProperty::Deadlock, premise, &control);
            let found = match answer.outcome {
                reachability::Outcome::Holds(_) => "True",
                reachability::Outcome::Violated(_) => "False",
                reachability::Outcome::Unknown(_) => "None",
            };
            let expected = line[column("deadlock_free")];
            if expected == "True" || expected == "False" {
                compared.push(("deadlock_free", expected.to_owned(), found.to_owned()));
            }
        }
        if let Some(broken) = incoherences(&choreography) {
            // The index takes the automaton as it is written, and blames two edges that are one in the
            // minimal automaton; whether the protocol is realisable decides.
            let found = broken.is_empty();
            let holds = [line[column("cc")] == "ok", line[column("realisable_p2p")] == "True"];
            let expected = if holds.contains(&found) { found } else { holds[0] };
            compared.push(("cc", expected.to_string(), found.to_string()));
            if !line[column("realisable_p2p")].is_empty() {
                compared.push(("cc", holds[1].to_string(), found.to_string()));
            }
        }
        let commutes = commutation_closure(&choreography, &Control::unlimited());
        assert!(!matches!(commutes, Finding::Unknown(_)), "it is always decided");
        for (name, expected, found) in compared {
            if expected == found {
                agreed += 1;
            } else {
                differ.push(format!("{} {name}: {expected}, found {found}", line[0]));
            }
        }
        if let Finding::Violated(_) =
            role_progress(&choreography, Fairness::Fair, 1_000, &Control::unlimited())
        {
            fair.push(line[0].to_owned());
        }
    }
    println!("{agreed} agree, {differ:#?}; not even fair: {fair:#?}");
    let unfair_only: Vec<&String> = fair.iter().filter(|id| id.contains("_unfair_")).collect();
    assert!(unfair_only.is_empty(), "{unfair_only:?}");
    // The other one of its kind leaves a participant waiting behind the end, which is another check.
    assert_eq!(fair, ["bad_liveness_roleprog_Test02"]);
    assert!(agreed > 900 && differ.is_empty(), "{agreed} agree, {differ:#?}");
}
