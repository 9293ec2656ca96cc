//! The safety properties on public models whose answers another tool has given.

use serde_json::Value;

use crate::support::corpora::{corpora, source};
use crate::support::reachability_engines::premise;
use scm_check::internals::check::reachability::{Configurations, Outcome, Premise};
use scm_check::internals::check::safety::check_in;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{ChannelKind, LinearProperty, SafetyProperty};

/// The linear properties with the names of the list, and what it says where one is violated.
const LINEAR: [(SafetyProperty, &str, bool); 4] = [
    (SafetyProperty::Linear(LinearProperty::UnspecifiedReception), "unspecified_reception", true),
    (SafetyProperty::Linear(LinearProperty::Progress), "progress", false),
    (SafetyProperty::Linear(LinearProperty::OrphanMessage), "orphan", true),
    (SafetyProperty::Linear(LinearProperty::ReceptionDeadlock), "reception_deadlock", true),
];

/// Tells whether the property is violated, and by what that was decided.
fn is_violated(
    configurations: &Configurations<'_>,
    property: SafetyProperty,
    premise: Premise,
) -> (bool, &'static str) {
    let answer = check_in(configurations, property, premise, &Control::unlimited());
    match answer.outcome {
        Outcome::Violated(_) => (true, answer.engine.word()),
        Outcome::Holds(_) => (false, answer.engine.word()),
        Outcome::Unknown(gap) => panic!("{property:?}: {gap:?}"),
    }
}

#[test]
#[ignore = "needs the corpora"]
fn finite_systems_have_the_properties_that_another_tool_found() {
    let corpora = corpora();
    let list = std::fs::read_to_string(corpora.join("kmc-original/safety.jsonl")).unwrap();
    let (mut wrong, mut files, mut answers) = (Vec::new(), 0, [0; 2]);
    let mut executions = 0;
    for line in list.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let path = corpora.join("scm/kmc").join(row["file"].as_str().unwrap().replace("scm/", ""));
        if row["finite"] != true || !path.is_file() {
            continue;
        }
        files += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let model = scm::read(&source(&path)).model.unwrap();
        let system = model.system.with_channels(ChannelKind::Fifo);
        let configurations = Configurations::new(&system);
        let control = Control::unlimited();
        let found = configurations.explored(&control).statistics().states;
        if row["configs"] != found {
            wrong.push(format!("{name}: {found} configurations, not {}", row["configs"]));
        }
        let premise = premise(&system);
        let mut expect = |property: SafetyProperty, expected: bool| {
            let (violated, engine) = is_violated(&configurations, property, premise);
            if violated != expected {
                wrong.push(format!("{name}: {property:?}: violated is {violated}"));
            }
            executions += usize::from(engine == "safety");
            answers[usize::from(violated)] += 1;
        };
        for (property, key, bad) in LINEAR {
            expect(property, row[key] == bad);
        }
        // Its other two ask about all participants and all messages at once.
        let violated = |property| is_violated(&configurations, property, premise).0;
        let unreceived = system.messages().ids().map(SafetyProperty::Unreceived).any(violated);
        if unreceived == (row["ER"] == true) {
            wrong.push(format!("{name}: some message is never received is {unreceived}"));
        }
        let stuck = system.automata().ids().map(SafetyProperty::Stuck).any(violated);
        if stuck == (row["PG"] == true) {
            wrong.push(format!("{name}: somebody is stuck is {stuck}"));
        }
    }
    println!("{files} files, {answers:?} hold and are violated, {executions} by RSC executions");
    assert!(files > 100 && answers.iter().all(|&count| count > 20) && executions > 100);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
