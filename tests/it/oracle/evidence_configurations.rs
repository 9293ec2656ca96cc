//! Certificates that list configurations.

use super::configurations::{Configuration, Exploration, Loss, initial, moves};
use super::evidence::{Judged, Question, message_named, require, wrong};
use super::reachability::is_bad;
use super::rsc_state_text::decode_control;
use super::safety::violating;
use scm_check::kernel::base::Id as _;
use scm_check::model::cfsm::{ChannelKind, System};
use std::collections::BTreeSet;

/// Whether the configurations contain the initial ones and whatever follows one of them by a step,
/// and none of them is at fault.
pub(crate) fn invariant_of_configurations(
    system: &System,
    question: Question<'_>,
    states: &[&str],
) -> Judged<()> {
    let mut listed = BTreeSet::new();
    for text in states {
        let once = listed.insert(decode_configuration(system, text)?);
        require(once, || format!("{text:?} is listed twice"))?;
    }
    for here in initial(system) {
        require(listed.contains(&here), || format!("{here:?} is initial and missing"))?;
    }
    for here in &listed {
        for (_, next) in moves(system, here, Loss::OnTheWay) {
            require(listed.contains(&next), || format!("{next:?} follows, and is missing"))?;
        }
    }
    let at_fault = match question {
        Question::Rsc => return wrong("configurations say nothing of RSC"),
        Question::BadStates(bad) => listed.iter().any(|here| is_bad(bad, here)),
        Question::Safety(property) => {
            let all = Exploration::of_all(listed);
            let violating = violating(system, &all, property).expect("these are all");
            violating.contains(&true)
        }
    };
    require(!at_fault, || "one of the configurations is at fault".to_owned())
}

/// The configuration that a text describes.
fn decode_configuration(system: &System, text: &str) -> Judged<Configuration> {
    let Some((control, contents)) = text.split_once('|') else { return wrong("no contents") };
    let channels: Vec<&str> = contents.split('#').collect();
    let all = channels.len() == system.channels().len();
    require(all, || format!("{text:?} has other channels"))?;
    let mut here = Configuration::initial(system, decode_control(system, control)?);
    for ((id, channel), held) in system.channels().enumerate().zip(channels) {
        let held = &mut held.split('.').filter(|_| !held.is_empty());
        let mut messages =
            held.map(|name| message_named(system, name)).collect::<Judged<Vec<_>>>()?;
        if channel.kind == ChannelKind::Bag {
            messages.sort_unstable();
        }
        here.contents[id.index()] = messages;
    }
    Ok(here)
}
