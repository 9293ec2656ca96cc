//! How checks grow with the length of traces and with the number of locations.

use scm_check::internals::check::conformance::Question;
use scm_check::internals::kernel::base::{Control, Random};

use crate::diagram::{Diagram, Engine, Traces};
use crate::timing::{best, is_tried};

/// Searches are cut off after so many configurations.
const MOST: u64 = 2_000_000;

/// Rounds in which a broker passes one of two messages on to all others, in any order. There are at least
/// three locations.
fn rounds(locations: usize) -> Diagram {
    let round = |message: &str| {
        let passing = |number| format!("broker -- {message} -> l{number}");
        let all: Vec<String> = (2..locations).map(passing).collect();
        let all = if all.len() == 1 { all.concat() } else { format!("par({})", all.join(", ")) };
        format!("strict(l1 -- {message} -> broker, {all})")
    };
    Diagram::of_text(&format!("loopS(alt({}, {}))", round("a"), round("b")))
}

/// Returns what locations see of rounds with these messages; the last one may see two of them the other way
/// round.
fn seen(engine: &Engine, messages: &[&str], is_swapped: bool) -> Traces {
    let locations = engine.alphabet().locations();
    let sent = locations.len() - 2;
    let last = format!("l{}", locations.len() - 1);
    let trace = |location: &scm_check::internals::model::trace::Location| {
        let name = location.name();
        let mut messages = messages.to_vec();
        if is_swapped && name == last {
            let at = messages.len() / 2;
            let other = (at..messages.len()).find(|&other| messages[other] != messages[at]);
            messages.swap(at, other.expect("there are many messages"));
        }
        let round = |message: &&str| match &*name {
            "broker" => {
                let mut round = vec![format!("broker?{message}")];
                round.extend(vec![format!("broker!{message}"); sent]);
                round
            }
            "l1" => vec![format!("l1!{message}")],
            _ => vec![format!("{name}?{message}")],
        };
        let texts = messages.iter().flat_map(round);
        texts.map(|text| location.local_letter(&text)).collect()
    };
    locations.iter().map(trace).collect()
}

/// Prints the table.
///
/// # Panics
/// If a verdict is wrong.
pub(crate) fn growth() {
    println!("locations  length  kind   engine     verdict  stage      states  ns per event");
    let lengths: &[usize] = if is_tried() { &[100] } else { &[100, 1_000, 10_000, 100_000] };
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    for locations in [3, 4, 6, 8] {
        let mut random = Random::new(9);
        for mut engine in rounds(locations).engines(&[]) {
            for &length in lengths {
                // A round is two events at the first, and two for each other one.
                let number = length / (2 * (locations - 1));
                let messages: Vec<&str> =
                    (0..number).map(|_| ["a", "b"][random.below(2)]).collect();
                for (kind, is_swapped) in [("pass", false), ("order", true)] {
                    let traces = seen(&engine, &messages, is_swapped);
                    let events: usize = traces.iter().map(Vec::len).sum();
                    let accept = Some(Question::Accept);
                    let (answer, time) = best(|| engine.check(&traces, accept, &control));
                    let verdict = match answer.verdict {
                        Ok(verdict) => {
                            assert_eq!(verdict, !is_swapped, "{locations} locations, {length}");
                            verdict.to_string()
                        }
                        Err(_) => "unknown".to_owned(),
                    };
                    println!(
                        "{locations:9} {length:7}  {kind:6} {:9} {verdict:>8}  {:9} {:7} {:13}",
                        engine.word(),
                        format!("{:?}", answer.stage),
                        answer.states,
                        time.as_nanos() / events as u128,
                    );
                }
            }
        }
    }
}
