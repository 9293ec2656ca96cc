//! Forms of evidence: what a piece of evidence claims, how it names its form, and the function that checks the form.

use super::{Document, Outcome, Property, System};

/// What a certificate or a witness claims, as far as that does not depend on its form.
pub(crate) struct Claim<'c> {
    pub(crate) document: &'c Document<'c>,
    /// The system, or the component of it, with the channels that the evidence names.
    pub(crate) system: &'c System,
    pub(crate) property: Property,
    /// All properties that a certificate excludes; the one above is among them.
    pub(crate) properties: Vec<Property>,
    /// For a witness of a deadlock, whether the system is RSC by a certificate, if one is given.
    pub(crate) rsc: Option<Outcome>,
}

/// How evidence names its form.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Name<'n> {
    /// A certificate of form `explicit`, by what it is `over`.
    Explicit(&'n str),
    /// A certificate over configurations of another `form`.
    Certificate(&'n str),
    /// The `kind` of a witness.
    Witness(&'n str),
    /// A witness whose `kind` is the name of the violation of its property.
    Violation,
}

/// A form: its name, the properties that it may be about, and the function that checks a claim of this form.
pub(crate) type Form = (Name<'static>, fn(Property) -> bool, fn(&Claim<'_>) -> Outcome);

/// Checks a claim by the first of some forms that has a name and may be about all its properties; `None` if there is
/// none.
pub(crate) fn check(forms: &[Form], name: Name<'_>, claim: &Claim<'_>) -> Option<Outcome> {
    let is_about = |may: &fn(Property) -> bool| claim.properties.iter().all(|of| may(*of));
    let form = forms.iter().find(|(of, may, _)| *of == name && is_about(may));
    form.map(|(.., check)| check(claim))
}
