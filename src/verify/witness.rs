//! Witnesses: a run, and the violation that its last configuration shows.
//!
//! A witness against rsc is a borderline violation: an RSC execution, and a reception after it that makes the conflict
//! graph cyclic. This graph has the communications of the run as nodes, and an edge from one communication to another
//! if an action of the first comes before an action of the second with which it does not commute.
//!
//! A witness against any other property ends in a configuration that violates it, with the participants and messages at
//! fault. For a branching property all continuations of this configuration are examined. A witness against a
//! choreography is a run of its implementation that is not a part of the choreography.

use std::collections::BTreeSet;

use serde_json::Value;

use super::certificate::Certificates;
use super::configurations::Configurations;
use super::evidence::{Document, Item, required};
use super::executions::Executions;
use super::run::{Action, Run, ensure_rsc, message_item, replay};
use super::safety::{Blame, Goal, Property};
use super::system::System;
use super::{Outcome, completion, ensure, reject};

/// Checks a witness.
///
/// A proof that the system is RSC is taken from `certificates`; for an implementation, RSC is decided here.
pub(super) fn check(document: &Document<'_>, certificates: &mut Certificates<'_>) -> Outcome {
    let (system, protocol) = certificates.subject.system(document)?;
    let name = required(document.property.as_deref(), "property")?;
    let (property, kinds) = match (name, &protocol) {
        ("realisable", Some(_)) => (Property::Rsc, vec!["borderline-violation", "not-completable"]),
        ("well-formed", Some(_)) => (Property::Rsc, vec!["borderline-violation", "not-partial"]),
        _ => match Property::named(name, &system)? {
            Property::Rsc => (Property::Rsc, vec!["borderline-violation"]),
            Property::BadStates(index) => (Property::BadStates(index), vec!["bad-configuration"]),
            other => (other, vec![name.split('(').next().unwrap_or_default()]),
        },
    };
    let kind = required(document.kind.as_deref(), "kind")?;
    ensure(kinds.contains(&kind), || format!("no witness against {name} is of kind {kind}"))?;
    let configurations = Configurations::new(&system);
    let run = replay(document, &configurations)?;
    let count = run.communications;
    ensure(document.communications == Some(count), || format!("there are {count} communications"))?;
    if kind != "borderline-violation" {
        ensure(document.cycle.is_empty(), || format!("`cycle` in a witness of kind {kind}"))?;
    }
    match (kind, &protocol) {
        ("borderline-violation", _) => ensure_borderline_violation(&run, &document.cycle, &system)?,
        ("not-completable", Some(all)) => completion::is_not_completable(&run, &system, all)?,
        ("not-partial", Some(all)) => completion::is_no_part(&run, &system, all)?,
        _ => {}
    }
    let blames = configurations.blames(property, &run.end);
    let Some(goal) = blamed(document, &system, blames)?.unless else { return Ok(()) };
    // In an RSC system, only synchronous continuations lead to empty channels.
    if goal == Goal::AllEmpty {
        let is_rsc = match certificates.check_rsc(document) {
            Some(checked) => checked.map(|()| true)?,
            None => protocol.is_some() && Executions::are_rsc(&system).is_ok(),
        };
        if is_rsc {
            return completion::is_not_synchronised(&run, &system);
        }
    }
    configurations.never(goal, run.end)
}

/// Returns the element of `blames` whose participants and messages the witness names.
fn blamed(document: &Document<'_>, system: &System, blames: Vec<Blame>) -> Outcome<Blame> {
    ensure(!blames.is_empty(), || "the last configuration does not violate it")?;
    for blame in blames {
        let names = blame.participants.iter().map(|p| system.participants[*p].name.clone());
        let messages = blame.messages.iter().map(|message| message_item(system, *message));
        if is_same_set(&names.collect::<Vec<_>>(), &document.participants)
            && is_same_set(&messages.collect::<Vec<_>>(), &document.messages)
        {
            return Ok(blame);
        }
    }
    reject("`participants` and `messages` are not those at fault in the last configuration")
}

/// Returns `true` if two lists are the same set.
fn is_same_set<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.iter().all(|item| other.contains(item)) && other.iter().all(|item| one.contains(item))
}

/// Fails unless the run is a borderline violation and `cycle` is a cycle of its conflict graph.
///
/// Only the given cycle is examined: if it is a cycle, the graph is cyclic.
fn ensure_borderline_violation(run: &Run, cycle: &[Item], system: &System) -> Outcome {
    match run.actions.split_last() {
        Some((last, before)) if !last.act.is_send() => ensure_rsc(before)?,
        _ => return reject("the last action is no reception"),
    }
    ensure(!cycle.is_empty(), || "`cycle` is empty")?;
    let mut passed = BTreeSet::new();
    for (index, edge) in cycle.iter().enumerate() {
        let next = &cycle[(index + 1) % cycle.len()];
        let from = action_of(run, edge.steps[0], &edge.from);
        let to = action_of(run, edge.steps[1], &edge.to);
        let is_edge = from.zip(to).is_some_and(|(from, to)| {
            is_edge(edge, from, to, system) && passed.insert(from.communication)
        });
        let why = || format!("`cycle`: edge {} is none of a cycle of conflicts", index + 1);
        ensure(is_edge && edge.to == next.from, why)?;
    }
    Ok(())
}

/// Returns the action of a step, if it belongs to this communication.
fn action_of<'r>(run: &'r Run, step: usize, communication: &Value) -> Option<&'r Action> {
    let index = run.actions.binary_search_by_key(&step, |action| action.step).ok()?;
    let action = &run.actions[index];
    (*communication == action.communication).then_some(action)
}

/// Returns `true` if there is an edge between the communications of two actions for the reason that the edge names: the
/// same participant, or two sends or two receptions with the same key.
fn is_edge(edge: &Item, from: &Action, to: &Action, system: &System) -> bool {
    let is_conflict = match (&edge.participant, &edge.channel) {
        (Some(name), Value::Null) => {
            from.participant == to.participant
                && *name == system.participants[from.participant].name
        }
        (None, channel) => {
            from.act.is_send() == to.act.is_send()
                && from.key == to.key
                && *channel == system.channels[from.key.channel]
        }
        _ => false,
    };
    is_conflict && from.step < to.step && from.communication != to.communication
}
