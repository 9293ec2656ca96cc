//! Witnesses: a run, and the properties of its last configuration.

use super::certificate::Certificates;
use super::configurations::Configurations;
use super::evidence::{Document, Item, required};
use super::executions::Executions;
use super::run::{held, replay};
use super::safety::{Blame, Goal, Property};
use super::system::System;
use super::{Outcome, Subject, completion, conflict, ensure, reject};

/// Checks a witness.
///
/// A proof that the system is RSC is taken from `certificates`; for an implementation, RSC is decided here.
pub(super) fn check(
    document: &Document<'_>,
    certificates: &mut Certificates<'_>,
    subject: &Subject<'_>,
) -> Outcome {
    let (system, protocol) = subject.system(document)?;
    let name = required(document.property.as_deref(), "property")?;
    let (property, kinds) = match (name, &protocol) {
        ("realisable", Some(_)) => (Property::Rsc, ["borderline-violation", "not-completable"]),
        ("well-formed", Some(_)) => (Property::Rsc, ["borderline-violation", "not-partial"]),
        _ => match Property::named(name, &system)? {
            Property::Rsc => (Property::Rsc, ["borderline-violation"; 2]),
            property @ Property::BadStates(_) => (property, ["bad-configuration"; 2]),
            property => (property, [name.split('(').next().unwrap_or_default(); 2]),
        },
    };
    let kind = required(document.kind.as_deref(), "kind")?;
    let why = || format!("no witness against {name} is of kind {kind}");
    ensure(kinds.contains(&kind), why)?;
    let space = Configurations::new(&system);
    let run = replay(document, &space)?;
    let count = run.communications;
    ensure(document.communications == Some(count), || format!("there are {count} communications"))?;
    let blames = if kind == "borderline-violation" {
        conflict::check(&run, &document.cycle, &system)?;
        vec![Blame::default()]
    } else {
        ensure(document.cycle.is_empty(), || format!("`cycle` in a witness of kind {kind}"))?;
        match (kind, &protocol) {
            ("not-completable", Some(all)) => completion::is_not_completable(&run, &system, all)?,
            ("not-partial", Some(all)) => completion::is_no_part(&run, &system, all)?,
            _ => {}
        }
        if property == Property::Rsc {
            vec![Blame::default()]
        } else {
            space.blames(property, &run.end)
        }
    };
    let Some(goal) = blamed(document, &system, blames)?.unless else { return Ok(()) };
    let is_rsc = goal == Goal::AllEmpty
        && match certificates.is_rsc(document, subject) {
            Some(checked) => checked.map(|()| true)?,
            None => protocol.is_some() && Executions::are_rsc(&system).is_ok(),
        };
    if is_rsc { completion::is_not_synchronised(&run, &system) } else { space.never(goal, run.end) }
}

/// Returns the element of `blames` whose participants and messages the witness names.
fn blamed(document: &Document<'_>, system: &System, blames: Vec<Blame>) -> Outcome<Blame> {
    ensure(!blames.is_empty(), || "the last configuration does not violate it".to_owned())?;
    let is_named = |blame: &Blame| {
        let name = |p: &usize| system.participants[*p].name.clone();
        let participants: Vec<String> = blame.participants.iter().map(name).collect();
        let messages: Vec<Item> = blame.messages.iter().map(|place| held(system, *place)).collect();
        same(&participants, &document.participants) && same(&messages, &document.messages)
    };
    let why = "`participants` and `messages` are not those at fault in the last configuration";
    blames.into_iter().find(is_named).map_or_else(|| reject(why), Ok)
}

/// Returns `true` if two lists are the same set.
fn same<T: PartialEq>(one: &[T], other: &[T]) -> bool {
    one.iter().all(|item| other.contains(item)) && other.iter().all(|item| one.contains(item))
}
