//! Certificates: sets of states that contain the initial states, are closed under steps, and contain no state to be
//! avoided.
//!
//! A certificate is one of these:
//! - the states of RSC executions with a chosen send, none of which closes a cycle of conflicts: the system is RSC;
//! - the states of RSC executions, none of which violates a property: it holds, since the system is RSC by the
//!   certificate that this one rests on;
//! - the configurations, none of which violates a property: it holds, whether the system is RSC or not;
//! - sets of configurations, as languages of contents, none of which violates one of the properties: likewise;
//! - configurations without those that other orders of the same steps lead to: likewise;
//! - configurations above which all lie that violate a property, and which are not exceeded: likewise;
//! - weights of local states and messages, whose sum no step makes larger: likewise;
//! - no states at all: what the participants can do by themselves, whatever they are sent, violates no property.
//!
//! A certificate may be about some participants alone, a `component` that suffices for the property of the whole system.

use std::collections::{BTreeMap, BTreeSet};

use super::configurations::Configurations;
use super::evidence::{Document, required};
use super::executions::{Executions, Parts};
use super::expression::reachable;
use super::safety::{Property, View};
use super::states::invariant;
use super::system::{Act, Participant, System};
use super::{
    Outcome, Subject, bad_states, ensure, languages, linear, persistent, reject, unsupported,
    upward,
};

/// The given certificates, and the model that they must be about.
pub(super) struct Certificates<'d> {
    pub(super) subject: &'d Subject<'d>,
    given: Vec<&'d Document<'d>>,
    /// The results of the checks so far, each without the certificate on which it rests.
    checked: BTreeMap<usize, Outcome>,
}

impl<'d> Certificates<'d> {
    pub(super) fn new(given: Vec<&'d Document<'d>>, subject: &'d Subject<'d>) -> Self {
        Self { subject, given, checked: BTreeMap::new() }
    }

    /// Checks the certificate with an index, and the certificate on which it rests.
    pub(super) fn check(&mut self, index: usize) -> Outcome {
        let document = self.given[index];
        if document.rests_on.is_some() {
            let why = "the certificate that it rests on is not given";
            self.check_rsc(document).unwrap_or_else(|| reject(why))?;
        }
        self.check_alone(index)
    }

    /// Checks the certificate that the system of a piece of evidence is RSC; `None` if there is none.
    pub(super) fn check_rsc(&mut self, of: &Document<'_>) -> Option<Outcome> {
        self.rsc(of).map(|index| self.check_alone(index))
    }

    /// Returns the index of a certificate for the subject of a piece of evidence, with the certificate on which it
    /// rests, if it does; `None` if there is none.
    pub(super) fn about(&self, evidence: &Document<'_>) -> Option<usize> {
        let is_whole = |one: &Document<'_>| one.rests_on.is_none() || self.rsc(one).is_some();
        self.given.iter().position(|one| one.is_about(evidence) && is_whole(one))
    }

    /// Returns the index of the certificate that the system of a piece of evidence is RSC.
    fn rsc(&self, of: &Document<'_>) -> Option<usize> {
        let is_same = |one: &Document<'_>| one.channels == of.channels && one.sha256 == of.sha256;
        let is_rsc = |one: &Document<'_>| one.property.as_deref() == Some("rsc");
        self.given.iter().position(|one| is_rsc(one) && is_same(one))
    }

    /// Checks the certificate with an index, without the certificate on which it rests.
    fn check_alone(&mut self, index: usize) -> Outcome {
        let (document, subject) = (self.given[index], self.subject);
        self.checked.entry(index).or_insert_with(|| check(document, subject)).clone()
    }
}

/// Checks one certificate, without the certificate on which it rests.
fn check(document: &Document<'_>, subject: &Subject<'_>) -> Outcome {
    let (system, None) = subject.system(document)? else {
        return unsupported("a certificate about a choreography");
    };
    let form = required(document.form.as_deref(), "form")?;
    let of_sets: Option<fn(&Document<'_>, &System, &[Property]) -> Outcome> = match form {
        "explicit" => None,
        "languages" => Some(languages::check),
        "linear" => Some(linear::check),
        "persistent" => Some(persistent::check),
        "upward" => Some(upward::check),
        _ => return unsupported(format!("a certificate of form {form}")),
    };
    let name = required(document.property.as_deref(), "property")?;
    let over = required(document.over.as_deref(), "over")?;
    let rests = document.rests_on.as_deref();
    let property = Property::named(name, &system)?;
    let system = &match &document.component[..] {
        [] => system,
        names => component(&system, names, property)?,
    };
    if let Some(check) = of_sets {
        let why = "it is not over configurations, or it rests on something";
        ensure(rests.is_none() && over == "configurations", || why)?;
        let named = |name: &String| Property::named(name, system);
        let listed = document.properties.iter().map(named).collect::<Outcome<Vec<_>>>()?;
        let is_whole = document.component.is_empty();
        let is_listed = listed.is_empty() || is_whole && listed.contains(&property);
        ensure(is_listed, || "`property` is not one of `properties`, or they are of a component")?;
        let all = if listed.is_empty() { vec![property] } else { listed };
        use Property::{BadStates, Deadlock, Rsc, Stuck, Unreceived};
        let is_unsupported = |property: &Property| match property {
            BadStates(_) => form == "persistent",
            Stuck(_) | Unreceived(_) => form != "languages",
            other => matches!(other, Rsc | Deadlock),
        };
        if all.iter().any(is_unsupported) {
            return unsupported(format!("a certificate of {name} of form {form}"));
        }
        return check(document, system, &all);
    }
    ensure(document.properties.is_empty(), || "`properties` in a certificate of form explicit")?;
    let states = required(document.states.as_deref(), "states")?;
    required(document.items.as_ref(), "items")?;
    ensure(matches!(rests, None | Some("rsc")), || "it rests on something else")?;
    match (over, property) {
        ("rsc-executions", Property::Rsc) => {
            let executions =
                Executions::new(system, Parts { chosen_send: true, ..Parts::default() })?;
            let is_bad = |_, row: &[u32]| executions.closes(row);
            invariant(&executions, document, is_bad, |_| false, |_, _, _| ())
        }
        ("rsc-executions", _) if rests.is_none() && !states.is_empty() => {
            reject("a certificate that lists states of RSC executions must rest on rsc")
        }
        ("rsc-executions", Property::BadStates(at)) => bad_states::check(document, system, at),
        ("rsc-executions", _) if property.is_linear() => check_linear(document, system, property),
        ("configurations", _) if property != Property::Rsc => {
            Configurations::new(system).check(property, document)
        }
        _ => unsupported(format!("a certificate of {name} over {over}")),
    }
}

/// Returns the system of some participants alone, if they suffice for a property of the whole system.
///
/// They must share no channel with others. Then these do not notice what they do, nor they what others do, and in each
/// reachable configuration of the whole system they are in one of their own. A reception deadlock of the whole system is
/// one of them, and so is a violation of progress, unless they are all in final states. This is excluded if one of them
/// reaches no final state in which it can take part in a violation, whatever it receives.
fn component(system: &System, names: &[String], property: Property) -> Outcome<System> {
    let only = |is_named: bool| {
        let mut part = system.clone();
        part.participants.retain(|of| names.contains(&of.name) == is_named);
        part.list_users();
        let used = part.senders.keys().chain(part.receivers.keys());
        (used.map(|message| message.channel).collect::<BTreeSet<usize>>(), part)
    };
    let ((used, part), (others, _)) = (only(true), only(false));
    let are_listed = part.participants.iter().map(|of| &of.name).eq(names);
    ensure(are_listed, || "`component` does not list participants in the order of the model")?;
    ensure(used.is_disjoint(&others), || "`component` shares a channel with other participants")?;
    let may_wait = |p: usize, local: usize| {
        part.state(p, local).is_final() && property.takes_part(&part, p, local)
    };
    let mut all = part.participants.iter().enumerate();
    let suffices = [Property::ReceptionDeadlock, Property::Progress].contains(&property)
        && !all.all(|(p, of)| reached(of).into_iter().any(|local| may_wait(p, local)));
    ensure(suffices, || "`component` does not suffice for the property")?;
    Ok(part)
}

/// Returns the local states that a participant reaches, whatever it receives.
fn reached(Participant { states, initial, .. }: &Participant) -> Vec<usize> {
    let next = |at: usize| states[at].transitions.iter().map(|by| by.to);
    Vec::from_iter(reachable(initial.iter().copied(), next))
}

/// Checks that no state violates a linear property, by any combination of internal steps.
fn check_linear(document: &Document<'_>, system: &System, property: Property) -> Outcome {
    let oldest = &document.oldest;
    let are_fifo = oldest.iter().all(|channel| system.bags.get(*channel) == Some(&false));
    ensure(are_fifo, || "`oldest` has a number that is no FIFO channel")?;
    if document.rests_on.is_none() {
        return check_unreachable(system, property);
    }
    let executions = Executions::new(system, Parts { oldest, ..Parts::default() })?;
    let is_bad = |_, row: &[u32]| {
        let locals = executions.behind.iter().zip(row);
        let rests: Vec<&[usize]> =
            locals.map(|(behind, local)| &behind.rests[*local as usize][..]).collect();
        property.is_violated(system, &rests, &executions.views(row))
    };
    invariant(&executions, document, is_bad, |_| false, |_, _, _| ())
}

/// Checks that a linear property is not violated in any combination of states that the participants can reach, each by
/// itself, whatever is sent to the channels there.
fn check_unreachable(system: &System, property: Property) -> Outcome {
    let mut sent = vec![BTreeSet::new(); system.bags.len()];
    let mut reached = Vec::new();
    for participant in &system.participants {
        let locals = self::reached(participant);
        for transition in locals.iter().flat_map(|at| &participant.states[*at].transitions) {
            if let Act::Send(message) = transition.act {
                sent[message.channel].insert(message);
            }
        }
        reached.push(locals);
    }
    let view = |sent| View { is_occupied: false, heads: Vec::from_iter(sent) };
    let views: Vec<View> = sent.into_iter().map(view).collect();
    let reached: Vec<&[usize]> = reached.iter().map(Vec::as_slice).collect();
    let is_safe = !property.is_violated(system, &reached, &views);
    ensure(is_safe, || "some states and contents violate the property")
}
