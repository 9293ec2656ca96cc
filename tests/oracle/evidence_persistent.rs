//! Certificates that list configurations, in some of which one participant alone takes its steps.
//!
//! Such a participant has a step, and the others can neither prevent, add nor change one: what it receives
//! is there already, and nobody else takes it, and nobody else sends to the FIFO channels that it sends to. So a
//! run to where nothing can be done has a step of it, and that step can be the first one.
//!
//! Who is in front of an unspecified reception stays there, so that a run to it may have no step of such
//! a participant. It is found where everybody who has a step gets to take one after some listed steps:
//! the steps before it can be put in front of the run, or are in the run.

use super::configurations::{Configuration, Loss, Move, initial, moves};
use super::evidence::{
    Judged, Model, Question, list, number_in, participant, require, text, wrong,
};
use super::evidence_languages::properties;
use super::rsc_state_text::{held, parts, table};
use super::safety::{Property, leaving};
use model::cfsm::{ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId, System};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a certificate shows that none of its properties is violated.
pub(crate) fn valid_persistent(model: Model<'_>, certificate: &Value) -> Judged<()> {
    let over = text(certificate, "over")?;
    require(over == "configurations", || format!("persistent sets over {over}"))?;
    let system = &*model.certified(certificate)?;
    let mut linear = Vec::new();
    for name in properties(certificate)? {
        match model.question_named(name)? {
            Question::Safety(property) if property.is_linear() => linear.push(property),
            _ => return wrong(format!("persistent sets say nothing of {name}")),
        }
    }
    let listed = listed(system, certificate)?;
    for here in initial(system) {
        require(listed.contains_key(&here), || format!("{here:?} is initial and missing"))?;
    }
    for (here, alone) in &listed {
        if let Some(participant) = alone {
            let fine = is_alone(system, here, *participant);
            require(fine, || format!("others take part in steps of {participant:?} in {here:?}"))?;
        }
        for next in successors(system, here, *alone) {
            require(listed.contains_key(&next), || format!("{next:?} follows, and is missing"))?;
        }
        for property in &linear {
            let violated = property.is_violated_in(system, here) == Some(true);
            require(!violated, || format!("{here:?} is bad"))?;
        }
    }
    if linear.contains(&Property::UnspecifiedReception) {
        for participant in system.automata().ids() {
            nobody_waits_for_ever(system, &listed, participant)?;
        }
    }
    Ok(())
}

/// The listed configurations, with who steps there alone.
type Listed = BTreeMap<Configuration, Option<ParticipantId>>;

/// What a configuration has beside local states.
enum Item {
    Message(ChannelId, MessageId),
    /// Who steps there alone.
    Alone(ParticipantId),
}

fn listed(system: &System, certificate: &Value) -> Judged<Listed> {
    let item = |text: &str| match text.strip_prefix('@') {
        Some(position) => Ok(Item::Alone(participant(system, number_in(position)?)?)),
        None => held(system, text).map(|(channel, message)| Item::Message(channel, message)),
    };
    let table = table(certificate)?.into_iter().map(item).collect::<Judged<Vec<_>>>()?;
    let mut all = Listed::new();
    for state in list(certificate, "states")? {
        let Some(state) = state.as_str() else { return wrong("a state is no text") };
        let (control, items) = parts(system, &table, state)?;
        let (mut here, mut alone) = (Configuration::initial(system, control), None);
        for item in items {
            match *item {
                Item::Message(channel, message) => here.put(system, channel, message),
                Item::Alone(participant) => {
                    let once = alone.replace(participant).is_none();
                    require(once, || format!("two are alone in {state:?}"))?;
                }
            }
        }
        let once = all.insert(here, alone).is_none();
        require(once, || format!("{state:?} is listed twice"))?;
    }
    Ok(all)
}

/// What follows by steps of everybody, or of one participant alone.
fn successors(
    system: &System,
    here: &Configuration,
    alone: Option<ParticipantId>,
) -> Vec<Configuration> {
    let by = |step: &Move| match step {
        Move::Step(step) => alone.is_none_or(|alone| alone == step.participant),
        Move::Drop(..) => false,
    };
    let all = moves(system, here, Loss::OnTheWay);
    all.filter(|(step, _)| by(step)).map(|(_, next)| next).collect()
}

/// Whether somebody else has a transition with such an action.
fn others_have(
    system: &System,
    participant: ParticipantId,
    is_such: impl Fn(Direction, ChannelId, MessageId) -> bool,
) -> bool {
    let others = system.automata().enumerate().filter(|(other, _)| *other != participant);
    let mut labels = others.flat_map(|(_, automaton)| automaton.transitions().iter());
    labels.any(|transition| match transition.label {
        Label::Internal => false,
        Label::Action(direction, channel, message) => is_such(direction, channel, message),
    })
}

/// Whether the participant has a step, and the others neither change its steps nor see them.
fn is_alone(system: &System, here: &Configuration, participant: ParticipantId) -> bool {
    let has_step = !successors(system, here, Some(participant)).is_empty();
    let is_own = |label: Label| match label {
        Label::Internal => true,
        Label::Action(direction, channel, message) => {
            let held = here.held(channel);
            match (direction, system.channels()[channel].kind) {
                (Direction::Send, ChannelKind::Bag) => true,
                (Direction::Receive, ChannelKind::Bag) => {
                    held.contains(&message)
                        && !others_have(system, participant, |d, c, m| {
                            (d, c, m) == (direction, channel, message)
                        })
                }
                (_, ChannelKind::Fifo) => {
                    (direction == Direction::Send || !held.is_empty())
                        && !others_have(system, participant, |d, c, _| {
                            (d, c) == (direction, channel)
                        })
                }
            }
        }
    };
    has_step && leaving(system, participant, here.state(participant)).all(|t| is_own(t.label))
}

/// Whether listed steps lead from wherever the participant has a step to where its steps are listed.
fn nobody_waits_for_ever(
    system: &System,
    listed: &Listed,
    participant: ParticipantId,
) -> Judged<()> {
    let mut fine: BTreeSet<&Configuration> = BTreeSet::new();
    loop {
        let before = fine.len();
        for (here, alone) in listed {
            let steps = alone.is_none_or(|alone| alone == participant);
            let leads = || successors(system, here, *alone).iter().any(|next| fine.contains(next));
            if steps || leads() {
                fine.insert(here);
            }
        }
        if fine.len() == before {
            break;
        }
    }
    let has_step = |here: &Configuration| !successors(system, here, Some(participant)).is_empty();
    let waits = listed.keys().find(|here| !fine.contains(here) && has_step(here));
    require(waits.is_none(), || format!("{participant:?} never steps after {waits:?}"))
}
