//! Runs of many steps: what is shown of them, and what they cost.

use std::fmt::Write as _;

use scm_check::internals::check::reachability::{Outcome, Premise, UnknownReason};
use scm_check::internals::check::{membership, safety};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::model::cfsm::{SafetyProperty, System};
use scm_check::internals::model::evidence::{Lines, Replay, StepId, Witness};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{TextStyle, chart_scene, chart_text};
use scm_check::internals::render::witness::{
    cycle_text, run_chart, run_table, witness_chart, witness_table,
};
use serde_json::Value;

use crate::support::program::{Directory, Finished, json_of};
use crate::support::scripted_systems::scripted;
use crate::support::small_systems::{FIFO, system};

/// A participant that sends `a` so many times, and another one that has nothing to do.
fn sends(count: usize) -> String {
    let mut text = "scm sends :\nnb_channels = 1 ;\nparameters :\nint a ;\nautomaton p :\n\
                    initial : 0\n"
        .to_owned();
    for state in 0..count {
        writeln!(text, "state {state} :\nto {} : when true , 0 ! a ;", state + 1).unwrap();
    }
    write!(text, "state {count} :\nautomaton q :\ninitial : 0\nstate 0 :\n").unwrap();
    write!(text, "bad_states :\n(automaton p : in {count} : true)\n").unwrap();
    text
}

/// Two participants that exchange `ping` and `pong` so many times; then `v` and `w` cross.
fn crossing(rounds: usize) -> String {
    let mut text = "scm crossing :\nnb_channels = 2 ;\nparameters :\nint ping ;\nint pong ;\n\
                    int v ;\nint w ;\n"
        .to_owned();
    for (name, first, second, cross) in
        [("p", '!', '?', ["0 ! v", "1 ? w"]), ("q", '?', '!', ["1 ! w", "0 ? v"])]
    {
        writeln!(text, "automaton {name} :\ninitial : 0").unwrap();
        let mut state = 0;
        let mut step = |text: &mut String, does: &str| {
            writeln!(text, "state {state} :\nto {} : when true , {does} ;", state + 1).unwrap();
            state += 1;
        };
        for _ in 0..rounds {
            step(&mut text, &format!("0 {first} ping"));
            step(&mut text, &format!("1 {second} pong"));
        }
        for does in cross {
            step(&mut text, does);
        }
        writeln!(text, "state {state} :").unwrap();
    }
    text
}

fn finished(run: Finished, code: i32) -> String {
    assert_eq!((run.code, run.errors.as_str()), (code, ""), "{}", run.output);
    run.output
}

/// Returns the numbers of the steps in the table of a text.
fn steps_of(text: &str) -> Vec<usize> {
    let table = text.lines().skip_while(|line| !line.trim_start().starts_with("step ")).skip(1);
    let rows = table.take_while(|line| !line.is_empty());
    let number = |line: &str| line.trim_start_matches([' ', '*']).split(' ').next()?.parse().ok();
    rows.filter_map(number).collect()
}

const GAP: &str = "... 121 steps are left out: step 40 again and again; --all-steps shows all";

#[test]
fn of_a_long_run_the_first_and_the_last_steps_are_shown() {
    let here = Directory::new("long_run_ends").with("long.scm", &sends(201));
    for line in ["safety --property orphan-message", "reach", "-mc -counter"] {
        let text = finished(here.run(&format!("{line} long.scm")), 1);
        let expected: Vec<usize> = (1..=40).chain(162..=201).collect();
        assert_eq!(steps_of(&text), expected, "{text}");
        // In the table and in the chart.
        assert_eq!(text.matches(GAP).count(), 2, "{text}");
        assert!(text.contains("a#40") && !text.contains("a#41 ") && text.contains("a#162"));
        assert!(text.contains("a a a a ..193.. a a a a"), "{text}");
        let text = finished(here.run(&format!("{line} --all-steps long.scm")), 1);
        assert_eq!(steps_of(&text), (1..=201).collect::<Vec<_>>());
        assert!(!text.contains("left out") && text.contains("a#100"), "{text}");
    }
}

#[test]
fn a_run_of_200_steps_is_shown_whole() {
    let here = Directory::new("long_run_whole").with("whole.scm", &sends(200));
    let line = "safety --property orphan-message whole.scm";
    let text = finished(here.run(line), 1);
    assert_eq!(steps_of(&text), (1..=200).collect::<Vec<_>>());
    assert_eq!(text, finished(here.run(&format!("{line} --all-steps")), 1));
}

#[test]
fn every_command_that_shows_a_run_cuts_it() {
    let here = Directory::new("long_run_commands").with("long.scm", &crossing(60));
    let run = finished(here.run("rsc --witness out long.scm"), 1);
    assert!(here.read("out/long.rsc.txt").contains("164 steps are left out"));
    assert!(here.read("out/long.rsc.svg").contains("164 steps are left out"));
    assert!(run.contains("164 steps are left out"), "{run}");
    let witness = json_of(&here.read("out/long.rsc.json"));
    assert_eq!(witness["steps"].as_array().unwrap().len(), 244);
    let steps = "simulate --seed 1 --steps 240 long.scm";
    for (line, cut, code) in [
        ("check --property rsc long.scm", 164, 1),
        ("draw --property rsc long.scm", 164, 0),
        ("draw --property rsc --format svg long.scm", 164, 0),
        ("replay out/long.rsc.json long.scm", 164, 0),
        ("replay out/long.rsc.json", 164, 0),
        (steps, 160, 0),
    ] {
        let text = here.run(line);
        assert_eq!(text.code, code, "{line}: {}", text.errors);
        assert!(text.output.contains(&format!("{cut} steps are left out")), "{}", text.output);
        let text = here.run(&format!("{line} --all-steps"));
        assert!(!text.output.contains("left out"), "{line}: {}", text.output);
    }
    // The lists of a simulated run, too.
    let text = finished(here.run("simulate --seed 1 --steps 240 --all-steps long.scm"), 0);
    assert!(text.contains("ping#30"), "{text}");
}

#[test]
fn the_messages_of_a_conflict_cycle_in_the_middle_are_shown() {
    let (system, witness) = overtaken();
    let lines = Lines::default();
    let steps = witness.cycle().iter().flat_map(|edge| [edge.before, edge.after]);
    let numbers: Vec<usize> = steps.map(StepId::number).collect();
    assert!(numbers.iter().any(|number| (41..=260).contains(number)), "{numbers:?}");
    let text = witness_table(&system, &witness, None, Extent::Ends, 120).text(120);
    let chart = witness_chart(&system, &witness, Extent::Ends);
    for number in numbers {
        assert!(steps_of(&text).contains(&number), "{text}");
        assert!(chart.events.iter().any(|event| event.number == number));
    }
    assert_eq!((chart.cycle.len(), chart.gaps.len()), (2, 2));
    assert_eq!(text.matches("left out").count(), 2, "{text}");
    assert_eq!(chart_text(&chart, TextStyle::ASCII).matches("left out").count(), 2);
    assert!(cycle_text(&system, &witness, &lines).contains("both messages"));
}

/// A run of 298 steps, the last of which receives what the 141st sends.
fn overtaken() -> (System, Witness) {
    let pairs = |count: usize| "1!p x . 1?q x . ".repeat(count);
    let text = format!("{}0!p slow . {}0?q slow", pairs(70), pairs(78));
    let run = scripted(&["p", "q"], &[], &text);
    let witness = Witness::borderline_violation(&run.system, run.initial, run.steps).unwrap();
    (run.system, witness)
}

#[test]
fn what_is_received_in_steps_that_are_left_out_says_where() {
    let text = ["0!p a . ".repeat(150), "0?q a . ".repeat(150)].concat();
    let run = scripted(&["p", "q"], &[], &text);
    let replay = Replay::new(&run.system, run.initial, run.steps).unwrap();
    let chart = run_chart(&run.system, &replay, Extent::Ends);
    // The first 40 are received behind the gap, the last 40 sent in it.
    assert!(chart.arrows.is_empty());
    let labels: Vec<&str> =
        chart.events.iter().filter_map(|event| event.label.as_deref()).collect();
    assert_eq!(labels.len(), 80);
    assert_eq!((labels[0], labels[79]), ("a#1: received in step 151", "a#150: sent in step 150"));
    assert!(chart_text(&chart, TextStyle::ASCII).contains("<- a#1: received in step 151"));
    // What is said of the gap has a place of its own in a picture.
    let scene = chart_scene(&chart);
    let [gap] = &scene.gaps[..] else { panic!("there is one gap") };
    assert!(scene.labels().filter(|label| label.area.overlaps(&gap.area)).count() == 1);
    let whole = run_table(&run.system, &replay, Extent::All, 120);
    assert_eq!(whole.rows.len(), 300);
    let cut = run_table(&run.system, &replay, Extent::Ends, 120);
    for (cut, whole) in cut.rows[..40]
        .iter()
        .chain(&cut.rows[41..])
        .zip(whole.rows[..40].iter().chain(&whole.rows[260..]))
    {
        assert_eq!(cut, whole);
    }
}

#[test]
fn the_page_of_a_long_run_has_the_steps_that_are_shown() {
    let here = Directory::new("long_run_page").with("long.scm", &sends(300));
    let page = finished(here.run("safety --property orphan-message --format html long.scm"), 1);
    let data = |page: &str| -> Value {
        let (_, behind) = page.split_once(" id=\"data\">").unwrap();
        json_of(behind.split_once("</script>").unwrap().0)["walks"][0].clone()
    };
    let walk = data(&page);
    let numbers: Vec<u64> =
        walk["steps"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..=40).chain(261..=300).collect::<Vec<_>>());
    assert_eq!(walk["says"].as_array().unwrap().len(), numbers.len());
    assert!(walk["says"][41].as_str().unwrap().starts_with("Step 261 of 300: "));
    assert_eq!(walk["messages"].as_array().unwrap().len(), 80);
    assert!(page.contains("... 220 steps are left out: "));
    assert!(page.contains("Messages are not listed whose steps are left out."));
    assert!(page.contains("-s261\"") && !page.contains("-s100\""));
    let line = "safety --property orphan-message --format html --all-steps long.scm";
    let whole = finished(here.run(line), 1);
    assert!(whole.contains("-s100\"") && data(&whole)["steps"].is_null());
}

#[test]
fn memory_is_linear_in_the_number_of_steps() {
    let here = Directory::new("long_run_memory");
    let peak = |steps: usize, line: &str| {
        let name = format!("{steps}.scm");
        std::fs::write(here.path(&name), sends(steps)).unwrap();
        let run = here.run(&format!("{line} -v --format json {name}"));
        assert_eq!(run.code, 1, "{}", run.errors);
        let report = json_of(&run.output);
        let results = report["results"].as_array().unwrap();
        let violated = results.iter().find(|result| result["verdict"] == "violated").unwrap();
        assert_eq!(violated["witness"]["steps"].as_array().unwrap().len(), steps);
        violated["statistics"]["peak_bytes"].as_u64().unwrap()
    };
    for line in ["safety --property orphan-message", "reach"] {
        // Contents kept whole for each step would be 800 MB.
        let bytes = peak(20_000, line);
        assert!(bytes < 200 << 20, "{line}: {bytes}");
    }
}

#[test]
fn configurations_that_fill_up_are_explored_in_bounded_memory() {
    // The contents of all configurations together would be 200 MB.
    let here = Directory::new("long_run_configurations").with("long.scm", &sends(20_000));
    let peak = |line: &str| {
        let report = json_of(&here.run(&format!("{line} -v --format json long.scm")).output);
        let results = report["results"].as_array().unwrap();
        let result = results.iter().find(|result| result["property"] == "deadlock").unwrap();
        let answer = (&result["verdict"], &result["engine"]);
        assert_eq!(answer, (&"violated".into(), &"finite".into()), "{result}");
        assert_eq!(result["statistics"]["states"], 20_001);
        result["statistics"]["peak_bytes"].as_u64().unwrap()
    };
    let line = "safety --property deadlock";
    assert!(peak(line) < 160 << 20);
    // Even where there is little memory.
    let run = here.run(&format!("{line} --memory 80MiB long.scm"));
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(run.output.starts_with("long.scm: deadlock violated"), "{}", run.output);
}

#[test]
fn what_configurations_have_no_memory_for_is_left_to_completions() {
    // The channel may hold each word of up to 15 letters.
    let mut chain = String::new();
    for state in 0..15 {
        write!(chain, "{state} 0!a {}, {state} 0!b {}, ", state + 1, state + 1).unwrap();
    }
    let chain = system(&[FIFO], &[&chain, "0 0?c 0"]);
    let unlimited = Control::unlimited();
    let rsc = membership::check(&chain, membership::Engine::Plain, &unlimited).outcome;
    let membership::Outcome::Holds(proof) = rsc else { panic!("it is RSC") };
    // The words alone take 1.5 MB.
    let control =
        Control { max_bytes: Some(1 << 20), max_states: Some(100_000), ..Control::unlimited() };
    for (premise, is_found) in [(Premise::Rsc(proof), true), (Premise::BugsOnly, false)] {
        let answer = safety::check(&chain, SafetyProperty::Deadlock, premise, &control);
        let is_violated = matches!(answer.outcome, Outcome::Violated(_));
        let is_cut =
            matches!(answer.outcome, Outcome::Unknown(UnknownReason::Limit(Limit::Memory)));
        assert_eq!((is_violated, is_cut), (is_found, !is_found), "{}", answer.engine.word());
    }
}
