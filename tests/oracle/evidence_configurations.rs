//! Certificates that list configurations.

use super::configurations::{Configuration, Exploration, Loss, initial, moves};
use super::evidence::{Judged, Question, require, wrong};
use super::reachability::is_bad;
use super::rsc_state_text::{held, parts};
use super::safety::violating;
use model::cfsm::{ChannelId, MessageId, System};
use std::collections::BTreeSet;

/// Whether the configurations contain the initial ones and whatever follows one of them by a step,
/// and none of them is at fault.
pub(crate) fn invariant_of_configurations(
    system: &System,
    question: Question<'_>,
    table: &[&str],
    states: &[&str],
) -> Judged<()> {
    let table = table.iter().map(|text| held(system, text)).collect::<Judged<Vec<_>>>()?;
    let mut listed = BTreeSet::new();
    for text in states {
        let once = listed.insert(decode_configuration(system, &table, text)?);
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
fn decode_configuration(
    system: &System,
    table: &[(ChannelId, MessageId)],
    text: &str,
) -> Judged<Configuration> {
    let (control, items) = parts(system, table, text)?;
    let mut here = Configuration::initial(system, control);
    for (channel, message) in items {
        here.put(system, *channel, *message);
    }
    Ok(here)
}
