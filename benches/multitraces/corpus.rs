//! The published use cases and the random interactions among them, where they are: verdicts against the
//! recorded ones, and the time of one check inside one process.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;

use scm_check::internals::check::conformance::Question;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::model::trace::LifelineId;

use crate::diagram::{Diagram, Engine, Written};
use crate::timing::{Times, best, is_tried, timed};

/// Searches are cut off after so many configurations.
const MOST: u64 = 200_000;

/// A line of the list of files: signature, interaction, multitrace, kind, and the recorded answers.
struct Row {
    files: [String; 3],
    kind: String,
    recorded: Vec<(Question, bool)>,
}

/// What was found for one kind, question and engine.
#[derive(Default)]
struct Found {
    first: Times,
    again: Times,
    yes: usize,
    unknown: usize,
    states: u64,
}

fn rows(base: &Path) -> Option<Vec<Row>> {
    let text = std::fs::read_to_string(base.join("MANIFEST.csv")).ok()?;
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let recorded = Question::ALL.iter().zip(&cells[4..7]).filter_map(|(&question, cell)| {
            matches!(*cell, "True" | "False").then_some((question, *cell == "True"))
        });
        Row {
            files: [cells[0], cells[1], cells[2]].map(str::to_owned),
            kind: cells[3].to_owned(),
            recorded: recorded.collect(),
        }
    };
    Some(text.lines().skip(1).map(row).collect())
}

/// The question that a family is about: its times are told by kind.
fn usual(family: &str) -> Question {
    match family {
        "global-traces" => Question::GlobalPrefix,
        "slices" => Question::Slice,
        _ => Question::MultiPrefix,
    }
}

/// Prints the times by family, question, kind and engine.
///
/// # Panics
/// If an answer is not the recorded one, or engines disagree.
pub(crate) fn corpus() {
    let base = Path::new("../shared/corpora/interactions");
    let Some(rows) = rows(base) else {
        println!("published use cases: skipped, they are not there");
        return;
    };
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    let mut diagrams: BTreeMap<String, Diagram> = BTreeMap::new();
    // Each question has engines of its own, so that its first check finds nothing that another left.
    let mut engines: BTreeMap<(String, Question, Vec<Vec<LifelineId>>), Vec<Engine>> =
        BTreeMap::new();
    let mut found: BTreeMap<(String, Question, String, &str), Found> = BTreeMap::new();
    let mut setup = Times::default();
    let step = if is_tried() { 20 } else { 1 };
    for row in rows.iter().step_by(step) {
        let family = row.files[1].split('/').next().unwrap_or_default();
        if family == "3sat" {
            continue;
        }
        let [signature, interaction, multitrace] = row.files.each_ref().map(|file| base.join(file));
        let name = row.files[1].clone();
        if !diagrams.contains_key(&name) {
            let (diagram, time) = timed(|| Diagram::of_files(&interaction, &signature));
            let Some(diagram) = diagram else { continue };
            setup.push(time);
            diagrams.insert(name.clone(), diagram);
        }
        let diagram = &diagrams[&name];
        let Some(written) = Written::of_file(&multitrace, &diagram.interaction) else { continue };
        for question in Question::ALL {
            let key = (name.clone(), question, written.locations.clone());
            let engines = engines.entry(key).or_insert_with(|| diagram.engines(&written.locations));
            let mut said = row.recorded.iter().find(|(asked, _)| *asked == question).map(|r| r.1);
            for (number, engine) in engines.iter_mut().enumerate() {
                let traces = written.traces(engine.alphabet());
                let (answer, first) = timed(|| engine.check(&traces, Some(question), &control));
                let again = best(|| black_box(engine.check(&traces, Some(question), &control))).1;
                // The program asks the automaton where there is one.
                let chosen = (number == 0).then_some("chosen");
                for word in [engine.word()].into_iter().chain(chosen) {
                    for kind in ["all", &row.kind] {
                        let key = (family.to_owned(), question, kind.to_owned(), word);
                        let found = found.entry(key).or_default();
                        found.first.push(first);
                        found.again.push(again);
                        found.yes += usize::from(answer.verdict == Ok(true));
                        found.unknown += usize::from(answer.verdict.is_err());
                        found.states += answer.states;
                    }
                }
                let Ok(verdict) = answer.verdict else { continue };
                let file = &row.files[2];
                assert_eq!(*said.get_or_insert(verdict), verdict, "{file}, {}", question.word());
            }
        }
    }
    println!(
        "published use cases: {} interactions, each read and made an automaton in {} ns (mean)",
        diagrams.len(),
        setup.mean()
    );
    println!(
        "family         question      kind  engine     multitraces   yes  unknown   states  \
         first mean ns  again mean ns  again median ns"
    );
    for ((family, question, kind, engine), found) in &found {
        if kind != "all" && *question != usual(family) {
            continue;
        }
        println!(
            "{family:14} {:13} {kind:5} {engine:9} {:12} {:5} {:8} {:8} {:14} {:14} {:16}",
            question.word(),
            found.first.len(),
            found.yes,
            found.unknown,
            found.states,
            found.first.mean(),
            found.again.mean(),
            found.again.median(),
        );
    }
}
