//! Certificates that list least configurations: what lies above one of them is not reached.
//!
//! A configuration lies above a listed one if it has these local states, and each channel holds the listed
//! messages at least, those of a FIFO channel in this order. What lies above none must be closed under
//! steps, contain the initial configurations and nothing bad. That is tried for few messages: what is found
//! then is wrong, and nobody knows where nothing is found. Only messages that somebody sends are tried, and
//! local states that a participant could reach by itself.

use super::configurations::{Configuration, Loss, initial, moves};
use super::evidence::{
    Judged, Model, Objection, Question, list, number_in, require, state_named, text, wrong,
};
use super::evidence_languages::properties;
use super::reachability::is_bad;
use super::rsc_state_text::{held, table};
use super::rsc_states::sent_to;
use kernel::base::Id as _;
use model::cfsm::{ChannelId, ChannelKind, MessageId, ParticipantId, StateId, System};
use serde_json::Value;
use std::collections::BTreeSet;

/// The most configurations that are tried.
const CONFIGURATIONS: usize = 20_000;
/// The most messages in all channels of a configuration that is tried.
const MESSAGES: usize = 3;

/// A listed configuration: local states, where they are named, and contents.
struct Least {
    control: Vec<Option<StateId>>,
    contents: Vec<Vec<MessageId>>,
}

/// Whether a certificate shows that none of its properties is violated.
pub(crate) fn valid_upward(model: Model<'_>, certificate: &Value) -> Judged<()> {
    let over = text(certificate, "over")?;
    require(over == "configurations", || format!("least ones over {over}"))?;
    let system = &*model.certified(certificate)?;
    let least = least(system, certificate)?;
    let lies_above = |here: &Configuration| least.iter().any(|least| is_above(system, here, least));
    for here in initial(system) {
        require(!lies_above(&here), || format!("{here:?} is initial"))?;
    }
    let mut questions = Vec::new();
    for name in properties(certificate)? {
        let question = model.question_named(name)?;
        match question {
            Question::BadStates(bad) => model.means_something(bad, system)?,
            Question::Safety(property) if property.is_linear() => {}
            _ => return Err(Objection::Undecided(format!("least ones for {name}"))),
        }
        questions.push(question);
    }
    for here in tried(system) {
        if lies_above(&here) {
            continue;
        }
        for question in &questions {
            let bad = match question {
                Question::BadStates(bad) => is_bad(bad, &here),
                Question::Safety(property) => property.is_violated_in(system, &here) == Some(true),
                Question::Rsc => return wrong("configurations say nothing of RSC"),
            };
            require(!bad, || format!("{here:?} is bad"))?;
        }
        for (_, next) in moves(system, &here, Loss::OnTheWay) {
            require(!lies_above(&next), || format!("{next:?} follows {here:?}"))?;
        }
    }
    Err(Objection::Undecided("what many messages do".to_owned()))
}

fn least(system: &System, certificate: &Value) -> Judged<Vec<Least>> {
    let table = table(certificate)?.into_iter().map(|item| held(system, item));
    let table = table.collect::<Judged<Vec<_>>>()?;
    let everybody = system.automata().len();
    let mut all = Vec::new();
    for state in list(certificate, "states")? {
        let words: Vec<&str> = state.as_str().unwrap_or_default().split(' ').collect();
        require(words.len() >= everybody, || format!("{state} is not everybody"))?;
        let (locals, items) = words.split_at(everybody);
        let local = |(participant, name): (ParticipantId, &&str)| match *name {
            "*" => Ok(None),
            name => state_named(system, participant, name).map(Some),
        };
        let control = system.automata().ids().zip(locals).map(local).collect::<Judged<_>>()?;
        let mut contents = vec![Vec::new(); system.channels().len()];
        for item in items {
            let place = number_in(item)?;
            let Some((channel, message)) = table.get(place) else { return wrong("no such item") };
            contents[channel.index()].push(*message);
        }
        all.push(Least { control, contents });
    }
    Ok(all)
}

fn is_above(system: &System, here: &Configuration, least: &Least) -> bool {
    let same = |(state, named): (&StateId, &Option<StateId>)| named.is_none_or(|n| n == *state);
    let has =
        |(channel, listed): (ChannelId, &Vec<MessageId>)| match system.channels()[channel].kind {
            ChannelKind::Fifo => {
                let mut rest = here.held(channel).iter();
                listed.iter().all(|message| rest.any(|held| held == message))
            }
            ChannelKind::Bag => {
                let mut rest = here.held(channel).to_vec();
                listed.iter().all(|message| {
                    let place = rest.iter().position(|held| held == message);
                    place.map(|place| rest.remove(place)).is_some()
                })
            }
        };
    here.control.iter().zip(&least.control).all(same)
        && system.channels().ids().zip(&least.contents).all(has)
}

/// Configurations with few messages, those with fewer first, as many as are tried.
fn tried(system: &System) -> Vec<Configuration> {
    let mut controls = vec![Vec::new()];
    for participant in system.automata().ids() {
        let states = reached_alone(system, participant);
        let longer = |control: &Vec<StateId>| {
            states.iter().map(|&state| [control.as_slice(), &[state]].concat()).collect::<Vec<_>>()
        };
        controls = controls.iter().flat_map(longer).take(CONFIGURATIONS).collect();
    }
    let first = controls.into_iter().map(|control| Configuration::initial(system, control));
    let mut layers = vec![first.collect::<BTreeSet<_>>()];
    for _ in 0..MESSAGES {
        let mut layer = BTreeSet::new();
        for here in layers.last().into_iter().flatten() {
            for channel in system.channels().ids() {
                for message in sent_to(system, channel) {
                    let mut next = here.clone();
                    next.put(system, channel, message);
                    layer.insert(next);
                }
            }
            if layer.len() > CONFIGURATIONS {
                break;
            }
        }
        layers.push(layer);
    }
    layers.into_iter().flatten().take(CONFIGURATIONS).collect()
}

/// The states that a participant could get to if every transition were possible.
fn reached_alone(system: &System, participant: ParticipantId) -> BTreeSet<StateId> {
    let automaton = &system.automata()[participant];
    let mut reached: BTreeSet<StateId> = automaton.initial().iter().copied().collect();
    loop {
        let before = reached.len();
        for transition in automaton.transitions() {
            if reached.contains(&transition.source) {
                reached.insert(transition.target);
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}
