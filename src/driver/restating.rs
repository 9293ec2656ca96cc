//! Update of the answers that a model states.

use crate::{Answer, AnswerSubject, Level, Loaded, PropertyGroup, Role, is_linear};
use kernel::verdict::{Expected, Reason, Verdict};
use language::reading::Expectation;
use language::scm::{Restated, restate};
use language::system;

/// Origin of the limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// The default limits of every run.
    Usual,
    /// Limits that the user chose: another run may decide questions that this run did not.
    Chosen,
}

/// Updated text of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// Name of the model.
    pub name: String,
    /// The text before the update.
    pub before: String,
    /// The text with the answers of this run.
    pub after: Restated,
    /// Number of answers that were not decided.
    pub open: usize,
    /// The properties that are violated, and stated neither before nor now, each with the lines that it is offered.
    pub offers: Vec<(String, Vec<String>)>,
}

impl Update {
    /// Returns the updated text of a model, given all answers about the model, each with the lines that it offers to add;
    /// `None` if the model has no text. An answer with such an offer is not stated: the user decides.
    pub fn new<F>(
        loaded: &Loaded,
        model: &system::Model,
        answers: &[(&Answer<F>, Vec<String>)],
        horizon: Horizon,
    ) -> Option<Self> {
        let source = loaded.source()?;
        // If one question reached a limit, answers that rest on it may be undecided for that reason alone.
        let limited =
            horizon == Horizon::Chosen || answers.iter().any(|(answer, _)| is_cut_short(answer));
        let settled = |answer: &Answer<F>| {
            settled(answer).filter(|&verdict| verdict != Expected::Unknown || !limited)
        };
        let asked = || answers.iter().filter(|(answer, _)| answer.subject.role == Role::Answer);
        let mut offers = Vec::new();
        let mut stated: Vec<Expectation> = Vec::new();
        for (answer, offered) in asked() {
            let found = settled(answer).and_then(|found| expectation(&answer.subject, found));
            let Some(found) = found.filter(|found| is_kept(found, model)) else { continue };
            if offered.is_empty() || is_stated(&found, model) {
                stated.push(found);
            } else {
                offers.push((found.property, offered.clone()));
            }
        }
        Some(Self {
            name: loaded.name.clone(),
            before: source.text().to_owned(),
            after: restate(source, model, &stated),
            open: asked().filter(|(answer, _)| settled(answer).is_none()).count(),
            offers,
        })
    }

    /// Returns `true` if the text changes.
    pub fn is_change(&self) -> bool {
        !self.after.changes.is_empty()
    }
}

/// Returns the answer that every run of this version gives; `None` if it depends on the run.
fn settled<F>(answer: &Answer<F>) -> Option<Expected> {
    let group = || answer.subject.property.as_deref().and_then(PropertyGroup::from_name);
    let is_ours = || group().is_some_and(PropertyGroup::is_of_systems);
    match answer.verdict {
        // Statements about properties of other programs are not removed.
        Verdict::Unknown(Reason::Unsupported) if is_ours() => Some(Expected::Unknown),
        verdict => verdict.settled(),
    }
}

/// Returns `true` if an answer has no verdict although another run might have one.
fn is_cut_short<F>(answer: &Answer<F>) -> bool {
    settled(answer).is_none() && answer.verdict.reason() != Some(Reason::Unsupported)
}

/// Returns an answer in the form in which a model states it.
fn expectation(subject: &AnswerSubject, verdict: Expected) -> Option<Expectation> {
    let variant = subject.channels.words().into_iter().map(str::to_owned).collect();
    Some(Expectation { property: subject.property.clone()?, variant, verdict })
}

/// Returns `true` if the model states an answer to the question.
fn is_stated(answer: &Expectation, model: &system::Model) -> bool {
    let Expectation { property, variant, .. } = answer;
    let same = |other: &Expectation| other.property == *property && other.variant == *variant;
    model.expectations.iter().any(same)
}

/// Returns `true` if an answer is to be stated: it is stated already, or its violation is a fault and it is about a property
/// that every model states, or differs from `holds` for another safety property.
fn is_kept(answer: &Expectation, model: &system::Model) -> bool {
    let Expectation { property, verdict, .. } = answer;
    if is_stated(answer, model) {
        return true;
    }
    match PropertyGroup::from_name(property) {
        _ if Level::of(property) != Level::Fault => false,
        // Without a number, the question is that of a model without bad states.
        Some(PropertyGroup::BadStates) => property != PropertyGroup::BadStates.word(),
        Some(PropertyGroup::Safety | PropertyGroup::Class) => {
            is_linear(property) || *verdict != Expected::Holds
        }
        // These are no faults, or about choreographies.
        Some(
            PropertyGroup::Membership
            | PropertyGroup::Realisability
            | PropertyGroup::WellFormedness
            | PropertyGroup::Protocol,
        )
        | None => false,
    }
}
