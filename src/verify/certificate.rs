//! Certificates: sets of states that contain the initial states, are closed under steps, and contain no state to be
//! avoided.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::configurations::Configurations;
use super::contents::{self, Connection};
use super::evidence::{Document, required};
use super::executions::Executions;
use super::expression::reachable;
use super::safety::{Property, View, is_violated};
use super::states::invariant;
use super::system::{Act, Participant, Place, Specification, System};
use super::{Outcome, Subject, ensure, reject, unsupported};

/// The given certificates, with the results of their checks so far.
pub(super) struct Certificates<'d> {
    given: Vec<(&'d Document<'d>, Option<Outcome>)>,
}

impl<'d> Certificates<'d> {
    /// Returns the certificates in `documents`.
    pub(super) fn among(documents: impl Iterator<Item = &'d Document<'d>>) -> Self {
        let given = documents.filter(|document| document.is("certificate"));
        Self { given: given.map(|document| (document, None)).collect() }
    }

    /// Returns the index of a certificate for the subject of a piece of evidence and for its premise; `None` if there
    /// is none.
    pub(super) fn about(&self, evidence: &Document<'_>) -> Option<usize> {
        let is_whole = |one: &Document<'_>| one.rests_on.is_none() || self.rsc(one).is_some();
        self.given.iter().position(|(one, _)| one.is_about(evidence) && is_whole(one))
    }

    /// Returns the verdict on a certificate alone, without its premise.
    fn alone(&mut self, i: usize, subject: &Subject<'_>) -> Outcome {
        let (document, said) = &mut self.given[i];
        said.get_or_insert_with(|| check(document, subject)).clone()
    }

    /// Checks the certificate with an index, and the certificate on which it rests.
    pub(super) fn check(&mut self, i: usize, subject: &Subject<'_>) -> Outcome {
        let (document, _) = self.given[i];
        if document.rests_on.is_some() {
            let Some(base) = self.rsc(document) else {
                return reject("the certificate that it rests on is not given");
            };
            self.alone(base, subject)?;
        }
        self.alone(i, subject)
    }

    /// Returns the index of the certificate that the system of a piece of evidence is RSC.
    fn rsc(&self, of: &Document<'_>) -> Option<usize> {
        let same = |one: &Document<'_>| (&one.channels, &one.sha256) == (&of.channels, &of.sha256);
        let is_it = |one: &Document<'_>| one.property.as_deref() == Some("rsc") && same(one);
        self.given.iter().position(|(one, _)| is_it(one))
    }

    /// Checks the certificate that the system of a piece of evidence is RSC; `None` if there is none.
    pub(super) fn is_rsc(&mut self, of: &Document<'_>, subject: &Subject<'_>) -> Option<Outcome> {
        self.rsc(of).map(|place| self.alone(place, subject))
    }
}

/// Checks one certificate, without the certificate on which it rests.
fn check(document: &Document<'_>, subject: &Subject<'_>) -> Outcome {
    let (system, None) = &subject.system(document)? else {
        return unsupported("a certificate about a choreography");
    };
    let form = required(document.form.as_deref(), "form")?;
    if form != "explicit" {
        return unsupported(format!("a certificate of form {form}"));
    }
    let name = required(document.property.as_deref(), "property")?;
    let over = required(document.over.as_deref(), "over")?;
    let states = required(document.states.as_deref(), "states")?;
    required(document.items.as_ref(), "items")?;
    let rests = document.rests_on.as_deref();
    ensure(matches!(rests, None | Some("rsc")), || "it rests on something else".to_owned())?;
    match (over, Property::named(name, system)?) {
        ("rsc-executions", Property::Rsc) => {
            let executions = Executions::new(system, true, &[], &[])?;
            let is_bad = |_, row: &[u32]| executions.closes(row);
            invariant(&executions, document, is_bad, |_| false, |_| Ok(()))
        }
        ("configurations", property) if property != Property::Rsc => {
            Configurations::new(system).check(property, document)
        }
        ("rsc-executions", _) if rests.is_none() && !states.is_empty() => {
            reject("a certificate that lists states of RSC executions must rest on rsc")
        }
        ("rsc-executions", Property::BadStates(i)) => check_bad(document, system, i),
        ("rsc-executions", kind) if kind.is_linear() => check_linear(document, system, kind),
        _ => unsupported(format!("a certificate of {name} over {over}")),
    }
}

/// Checks that no bad state is reached.
///
/// A state is bad if internal steps lead all participants to the states that the specification names, and the contents
/// connect. A state is left out of the certificate if some participant cannot reach such a state by itself, whatever it
/// is sent, or if the contents will not connect, whatever is sent to the channels. This holds of its successors, too, so
/// that none of them need be listed. Without a certificate of RSC, it must hold of the initial states.
fn check_bad(document: &Document<'_>, system: &System, specification: usize) -> Outcome {
    let Specification { control, contents } = &system.specifications[specification];
    let automata = &contents::read(&document.contents, system)?;
    let executions = Executions::new(system, false, automata, &[])?;
    let (mut rests, mut co_reachable) = (Vec::new(), Vec::new());
    for (p, Participant { states, .. }) in system.participants.iter().enumerate() {
        let named = |at: &usize| control.get(&p).is_none_or(|named| named.contains(at));
        rests.push(executions.rests[p].iter().map(|rest| rest.iter().any(named)).collect());
        let mut before = vec![Vec::new(); states.len()];
        for (from, state) in states.iter().enumerate() {
            state.transitions.iter().for_each(|by| before[by.to].push(from));
        }
        let found = reachable((0..states.len()).filter(named), |at| before[at].iter().copied());
        co_reachable.push((0..states.len()).map(|at| found.contains(&at)).collect());
    }
    let found = RefCell::default();
    let connection = contents.as_ref().map(|nfa| Connection { system, nfa, automata, found });
    let is = |state: &[u32], is: &[Vec<bool>], later| {
        let connects = |all: &Connection<'_>| all.connects(executions.contents(state), later);
        let everybody = is.iter().zip(state).all(|(is, local)| is[*local as usize]);
        everybody && connection.as_ref().is_none_or(connects)
    };
    let is_bad = |_, state: &[u32]| is(state, &rests, false);
    invariant(&executions, document, is_bad, |state| !is(state, &co_reachable, true), |_| Ok(()))
}

/// Checks that no state violates a linear property, by any combination of internal steps.
///
/// Without a certificate of RSC, the property must not be violated in any combination of states that the participants
/// can reach, each by itself, whatever is sent to the channels there.
fn check_linear(document: &Document<'_>, system: &System, property: Property) -> Outcome {
    let are_fifo = document.oldest.iter().all(|channel| system.bags.get(*channel) == Some(&false));
    ensure(are_fifo, || "`oldest` has a number that is no FIFO channel".to_owned())?;
    if document.rests_on.is_none() {
        let mut sent = vec![BTreeSet::new(); system.bags.len()];
        let mut locals: Vec<Vec<usize>> = Vec::new();
        for Participant { states, initial, .. } in &system.participants {
            let steps = |at: usize| states[at].transitions.iter();
            let reached = reachable(initial.iter().copied(), |at| steps(at).map(|by| by.to));
            for by in reached.iter().flat_map(|at| steps(*at)) {
                if let Act::Send(Place { channel, message }) = by.act {
                    sent[channel].insert(message);
                }
            }
            locals.push(reached.into_iter().collect());
        }
        let view = |sent: BTreeSet<usize>| View { empty: true, heads: sent.into_iter().collect() };
        let views: Vec<View> = sent.into_iter().map(view).collect();
        let is_safe = !is_violated(system, property, &locals, &views);
        return ensure(is_safe, || "some states and contents violate the property".to_owned());
    }
    let executions = Executions::new(system, false, &[], &document.oldest)?;
    let mut views = vec![View::default(); system.bags.len()];
    let is_bad = |_, state: &[u32]| {
        executions.look(state, &mut views);
        let locals = executions.rests.iter().zip(state);
        let locals: Vec<&[usize]> = locals.map(|(rests, at)| &rests[*at as usize][..]).collect();
        is_violated(system, property, &locals, &views)
    };
    invariant(&executions, document, is_bad, |_| false, |_| Ok(()))
}
