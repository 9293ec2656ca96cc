//! The claims of certificates and witnesses, and which form of evidence is to prove each.
//!
//! The forms are given as a table. A certificate may rest on the one that the system is RSC. It may be about some
//! participants alone, a `component` that suffices for the property of the whole system.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{self, Claim, Form, Name};
use super::{
    Document, Outcome, Property, Subject, System, ensure, reject, required, supported, unsupported,
};

/// The given certificates, the model that they must be about, and the forms that can be checked.
pub(crate) struct Certificates<'d> {
    pub(crate) subject: &'d Subject<'d>,
    pub(crate) forms: &'d [Form],
    pub(crate) given: Vec<&'d Document<'d>>,
    /// The results of the checks so far, each without the certificate on which it rests.
    pub(crate) checked: BTreeMap<usize, Outcome>,
}

impl Certificates<'_> {
    /// Checks the certificate with an index, and the certificate on which it rests.
    pub(crate) fn check(&mut self, index: usize) -> Outcome {
        let document = self.given[index];
        if document.rests_on.is_some() {
            let why = "the certificate that it rests on is not given";
            self.check_rsc(document).unwrap_or_else(|| reject(why))?;
        }
        self.check_alone(index)
    }

    /// Checks the certificate that the system of a piece of evidence is RSC; `None` if there is none.
    pub(crate) fn check_rsc(&mut self, of: &Document<'_>) -> Option<Outcome> {
        self.rsc(of).map(|index| self.check_alone(index))
    }

    /// Returns the index of a certificate for the subject of a piece of evidence, with the certificate on which it
    /// rests, if it does; `None` if there is none.
    pub(crate) fn about(&self, evidence: &Document<'_>) -> Option<usize> {
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
        let (document, subject, forms) = (self.given[index], self.subject, self.forms);
        self.checked.entry(index).or_insert_with(|| check(document, subject, forms)).clone()
    }

    /// Checks a witness.
    ///
    /// A proof that the system is RSC is taken from the certificates, where a continuation matters.
    pub(crate) fn check_witness(&mut self, document: &Document<'_>) -> Outcome {
        let system = &self.subject.system(document)?;
        let name = required(document.property.as_deref(), "property")?;
        let property = Property::named(name, system)?;
        let kind = required(document.kind.as_deref(), "kind")?;
        let violation = match property {
            Property::BadStates(_) => "bad-configuration",
            _ => name.split('(').next().unwrap_or_default(),
        };
        let form = if kind == violation { Name::Violation } else { Name::Witness(kind) };
        let rsc = (property == Property::Deadlock).then(|| self.check_rsc(document)).flatten();
        let claim = Claim { document, system, property, properties: vec![property], rsc };
        form::check(self.forms, form, &claim)
            .unwrap_or_else(|| reject(format!("no witness against {name} is of kind {kind}")))
    }
}

/// Checks one certificate, without the certificate on which it rests.
fn check(document: &Document<'_>, subject: &Subject<'_>, forms: &[Form]) -> Outcome {
    let system = subject.system(document)?;
    supported(!system.is_projected(), "a certificate about a choreography")?;
    let form = required(document.form.as_deref(), "form")?;
    let is_explicit = form == "explicit";
    let is_known = is_explicit || forms.iter().any(|(of, ..)| *of == Name::Certificate(form));
    supported(is_known, &format!("a certificate of form {form}"))?;
    let name = required(document.property.as_deref(), "property")?;
    let over = required(document.over.as_deref(), "over")?;
    let rests = document.rests_on.as_deref();
    let property = Property::named(name, &system)?;
    let system = &match &document.component[..] {
        [] => system,
        names => component(&system, names, property)?,
    };
    let mut properties = vec![property];
    let (of, which) = if is_explicit {
        let none = || "`properties` in a certificate of form explicit";
        ensure(document.properties.is_empty(), none)?;
        let states = required(document.states.as_deref(), "states")?;
        required(document.items.as_ref(), "items")?;
        ensure(matches!(rests, None | Some("rsc")), || "it rests on something else")?;
        let must_rest = over == "rsc-executions" && property != Property::Rsc && !states.is_empty();
        let why = || "a certificate that lists states of RSC executions must rest on rsc";
        ensure(!must_rest || rests.is_some(), why)?;
        (Name::Explicit(over), format!("over {over}"))
    } else {
        let why = "it is not over configurations, or it rests on something";
        ensure(rests.is_none() && over == "configurations", || why)?;
        if !document.properties.is_empty() {
            let named = document.properties.iter().map(|name| Property::named(name, system));
            properties = named.collect::<Outcome<_>>()?;
            let is_listed = document.component.is_empty() && properties.contains(&property);
            let why = "`property` is not one of `properties`, or they are of a component";
            ensure(is_listed, || why)?;
        }
        (Name::Certificate(form), format!("of form {form}"))
    };
    let claim = Claim { document, system, property, properties, rsc: None };
    form::check(forms, of, &claim)
        .unwrap_or_else(|| unsupported(format!("a certificate of {name} {which}")))
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
        && !all.all(|(p, of)| of.reached().into_iter().any(|local| may_wait(p, local)));
    ensure(suffices, || "`component` does not suffice for the property")?;
    Ok(part)
}
