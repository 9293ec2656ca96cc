//! Statements of a multitrace about itself, compared with the results.

use super::plan::{PROPERTY, Plan};
use crate::{Answer, AnswerSubject, Finding};
use check::conformance::{Answer as Found, Class, Question};
use kernel::base::Limit;
use kernel::verdict::{Effect, Expectation, Expected, Verdict};
use language::interaction;

/// A statement in the file of a multitrace that is reported by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The stated value of the property.
    pub value: String,
    /// Result of the comparison.
    pub result: StatementResult,
}

/// Result of the comparison of a statement with the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementResult {
    /// The stated value is not a verdict.
    NoVerdict,
    /// There is no such property.
    NoProperty,
    /// The stated value is not a class.
    NoClass,
    /// The class is as stated.
    SameClass,
    /// The multitrace has this class instead.
    OtherClass(Class),
    /// The answer to this question contradicts the class.
    Contradicted {
        /// The question.
        question: Question,
        /// The answer to the question.
        holds: bool,
    },
    /// The class was not computed, because of this limit if it is known.
    ClassNotFound(Option<Limit>),
}

/// Returns the verdict that a multitrace states for the question of a plan, if it states one.
pub(in crate::conformance) fn expected(
    plan: &Plan<'_>,
    stated: &[interaction::Expectation],
) -> Option<Expectation> {
    let name = match plan.question {
        None | Some(Question::Accept) => PROPERTY.to_owned(),
        Some(question) => format!("{PROPERTY}[{}]", question.word()),
    };
    let stated = stated.iter().find(|stated| stated.property == name)?;
    let verdict = Expected::with_word(&stated.value)?;
    Some(Expectation { verdict, effect: Effect::Reminds })
}

/// Returns an answer about the class that a multitrace states, and one for each statement that cannot be compared.
pub(in crate::conformance) fn statements(
    plan: &Plan<'_>,
    subject: &AnswerSubject,
    stated: &[interaction::Expectation],
    found: &Found,
) -> Vec<Answer<Statement>> {
    let mut answers = Vec::new();
    for interaction::Expectation { property, value, .. } in stated {
        let Some(result) = compared(property, value, plan.question, found) else { continue };
        let verdict = match result {
            StatementResult::NoVerdict | StatementResult::NoProperty | StatementResult::NoClass => {
                Verdict::Error
            }
            StatementResult::SameClass => Verdict::Holds,
            StatementResult::OtherClass(_) | StatementResult::Contradicted { .. } => {
                Verdict::Violated
            }
            StatementResult::ClassNotFound(limit) => {
                Verdict::Unknown(limit.unwrap_or(Limit::States).into())
            }
        };
        let subject = AnswerSubject { property: Some(property.clone()), ..subject.clone() };
        let statement = Statement { value: value.clone(), result };
        answers.push(Answer::new(subject, verdict, Finding::Found(statement)));
    }
    answers
}

fn compared(
    property: &str,
    value: &str,
    question: Option<Question>,
    found: &Found,
) -> Option<StatementResult> {
    let is_question = property
        .strip_prefix(PROPERTY)
        .and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'))
        .is_some_and(|word| Question::with_word(word).is_some());
    if property == PROPERTY || is_question {
        let is_verdict = Expected::with_word(value).is_some();
        (!is_verdict).then_some(StatementResult::NoVerdict)
    } else if property != "class" {
        Some(StatementResult::NoProperty)
    } else if let Some(class) = Class::with_word(value) {
        compared_class(class, question, found)
    } else {
        Some(StatementResult::NoClass)
    }
}

/// Returns the comparison of an answer with a stated class; `None` if the class need not be compared.
fn compared_class(
    stated: Class,
    question: Option<Question>,
    found: &Found,
) -> Option<StatementResult> {
    let asked = question.unwrap_or(Question::Accept);
    let contradicted = |holds| StatementResult::Contradicted { question: asked, holds };
    match (found.class, found.verdict) {
        (Some(class), Ok(_)) if question.is_none() => Some(if class == stated {
            StatementResult::SameClass
        } else {
            StatementResult::OtherClass(class)
        }),
        (_, Ok(true)) if stated > asked.class() => Some(contradicted(true)),
        (_, Ok(false)) if stated <= asked.class() => Some(contradicted(false)),
        (None, Ok(_)) if question.is_none() => Some(StatementResult::ClassNotFound(found.limit)),
        _ => None,
    }
}
