//! Bounded systems in words.

use super::class_words::ClassWords;
use super::place::channel_name;
use crate::sentences::{count_of, listed};
use model::cfsm::{ChannelId, Step, System};
use model::evidence::{Witness, growing_part};

/// The words for universally bounded systems for a bound.
pub(super) const UNIVERSALLY_WITHIN: ClassWords = ClassWords {
    class: "universally-bounded[]",
    holds: |bound| format!("no channel ever holds more than {}", count_of(bound as u64, "message")),
    decided: "",
    up_to_bound: "",
    least: "no run to more has fewer steps",
    left: |system, witness, bound| {
        let contents = witness.replay().last().contents.enumerate();
        let over = contents.filter(|(_, held)| held.messages().len() > bound);
        let over = over.map(|(channel, held)| {
            let held = count_of(held.messages().len() as u64, "message");
            format!("{} holds {held}", channel_name(system, channel))
        });
        listed(&over.collect::<Vec<String>>(), "and")
    },
};

/// The words for universally bounded systems.
pub(super) const UNIVERSALLY: ClassWords = ClassWords {
    class: "universally-bounded",
    holds: |_| "there is a bound on the messages in each channel".to_owned(),
    decided: "",
    up_to_bound: "",
    least: "one that grows",
    left: |system, witness, _| growing_sentence(system, witness),
};

/// The words for existentially bounded systems.
pub(super) const EXISTENTIALLY: ClassWords = ClassWords {
    class: "existentially-bounded",
    holds: |_| "each execution can be reordered so that channels stay within a bound".to_owned(),
    decided: "executions that leave messages count, so the bounds are those of universally-bounded",
    ..UNIVERSALLY
};

/// Returns which steps can be repeated, and what becomes more each time.
fn growing_sentence(system: &System, witness: &Witness) -> String {
    let replay = witness.replay();
    let Some(start) = growing_part(system, replay) else { return String::new() };
    let steps: Vec<Step> = replay.steps().iter().copied().collect();
    let mut here = replay.initial().clone();
    for &step in &steps[..start] {
        assert!(here.take(system, step), "the run was replayed");
    }
    let grows = |channel: &ChannelId| {
        let held = |of: &model::cfsm::Configuration| of.contents[*channel].messages().len();
        held(replay.last()) > held(&here)
    };
    let channels = system.channels().ids().filter(grows);
    let channels: Vec<String> = channels.map(|one| channel_name(system, one)).collect();
    let part = match steps.len() - start {
        1 => format!("step {} can be repeated for ever, and leaves", steps.len()),
        _ => format!("steps {} to {} can be repeated for ever, and leave", start + 1, steps.len()),
    };
    format!("{part} more in {} each time", listed(&channels, "and"))
}
