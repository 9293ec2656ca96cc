//! Parts that every answer has, for every kind of question.

use crate::Level;
use check::EngineName;
use kernel::base::Limit;
use kernel::verdict::{ExitStatus, Expectation, Reason, Verdict};
use model::choreography::ChannelChoice;

/// How much work an answer took.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Statistics {
    /// Number of stored states.
    pub states: u64,
    /// Number of followed transitions.
    pub transitions: u64,
    /// Number of finished layers.
    pub depth: u64,
    /// Elapsed time in milliseconds.
    pub milliseconds: u64,
    /// Largest amount of memory in use at one time, in bytes.
    pub peak_bytes: u64,
}

/// Role of an answer in its report.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The answer counts for the verdict of the report: its violation is a [fault](Level::Fault), or the model states an
    /// answer, or the question was asked by name.
    Answer,
    /// The answer is shown but does not count: nothing is wrong whatever it is.
    Fact,
    /// Another answer rests on this one. A premise is part of the report but is not shown to people and does not count.
    Premise,
}

impl Role {
    /// Returns the role of the answer to a question that is asked of every model, if the model states no answer.
    pub fn of_unasked(property: &str) -> Self {
        match Level::of(property) {
            Level::Fault => Self::Answer,
            Level::Race | Level::Fact => Self::Fact,
        }
    }

    /// Returns `true` if an answer with this role and verdict decides the verdict of a report and the exit code. An answer
    /// that does not count does so if the program crashed or was stopped there, or its evidence was rejected.
    pub fn decides(self, verdict: Verdict) -> bool {
        use Reason::{Crashed, Interrupted, Rejected};
        match verdict {
            Verdict::Error | Verdict::Unknown(Crashed | Interrupted | Rejected) => true,
            Verdict::Holds | Verdict::Violated | Verdict::Unknown(_) => self == Self::Answer,
        }
    }

    /// Returns the exit status that an answer with this role and verdict leads to.
    pub fn exit_status(self, verdict: Verdict, expected: Option<Expectation>) -> ExitStatus {
        if self.decides(verdict) {
            ExitStatus::from_verdict(verdict, expected)
        } else {
            ExitStatus::Fine
        }
    }
}

/// The subject of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerSubject {
    /// Name of the model, as the user gave it.
    pub model: String,
    /// SHA-256 digest of the bytes of the model, in hexadecimal; `None` if they could not be read.
    pub sha256: Option<String>,
    /// Name of the property; `None` if the model could not be read.
    pub property: Option<String>,
    /// How the channels were read.
    pub channels: ChannelChoice,
    /// The text of the predicate that the question is about, if it is no part of the model.
    pub predicate: Option<String>,
    /// Role of the answer in the report.
    pub role: Role,
}

impl AnswerSubject {
    /// Returns what distinguishes the question from the others about the model: the property, the reading of the
    /// channels, and the predicate if that is no part of the model.
    pub fn key(&self) -> (Option<&str>, ChannelChoice, Option<&str>) {
        (self.property.as_deref(), self.channels, self.predicate.as_deref())
    }

    /// Returns the subject of what is said about a model as a whole.
    pub fn of_model(model: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            sha256: None,
            property: None,
            channels: ChannelChoice::default(),
            predicate: None,
            role: Role::Answer,
        }
    }

    /// Returns the subject of the answer to a question about a model that was asked for.
    pub fn of_property(model: impl Into<String>, property: impl Into<String>) -> Self {
        Self { property: Some(property.into()), ..Self::of_model(model) }
    }
}

/// Result of the independent check of the evidence of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// The evidence proves the answer.
    Confirmed,
    /// The evidence does not prove the answer, for this reason.
    Rejected(String),
    /// The checker does not support this form of evidence, for this reason.
    Unsupported(String),
    /// There is no evidence to check, for this reason.
    None(&'static str),
    /// A limit was reached before the checker answered.
    Cut(Limit),
    /// The checker could not be run.
    Failed,
}

impl Confirmation {
    /// Returns the word for this result in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Rejected(_) => "rejected",
            Self::Unsupported(_) => "unsupported",
            Self::None(_) => "none",
            Self::Cut(_) | Self::Failed => "unchecked",
        }
    }
}

/// Explanation of a verdict.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding<F> {
    /// Result of the check.
    Found(F),
    /// The question does not fit this model, for this reason.
    Mistaken(String),
    /// This version has no check for the question.
    Unsupported,
    /// A limit was reached before the check began.
    NotStarted(Limit),
    /// The program crashed, with this panic message.
    Crashed(String),
}

/// The answer to one question about one model.
///
/// `F` is the result of the check for that kind of question.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<F> {
    /// Model and property that the answer is about.
    pub subject: AnswerSubject,
    /// The verdict. It is `unknown (rejected)` where the independent checker rejects the evidence.
    pub verdict: Verdict,
    /// The verdict that the model expects, if it expects one.
    pub expected: Option<Expectation>,
    /// Name of the engine that answered, if one did.
    pub engine: Option<EngineName>,
    /// The work that was done, if any.
    pub statistics: Option<Statistics>,
    /// Number of the run of the model that shows the violation, from 1; answers that one run shows share it.
    pub run: Option<usize>,
    /// Result of the independent check of the evidence, if there was one.
    pub confirmation: Option<Confirmation>,
    /// Verdict before the independent checker rejected its evidence, if it did.
    pub rejected: Option<Verdict>,
    /// Explanation of the verdict.
    pub finding: Finding<F>,
}

impl<F> Answer<F> {
    /// Returns the answer to a question that was asked for, without engine, statistics and confirmation.
    pub fn new(subject: AnswerSubject, verdict: Verdict, finding: Finding<F>) -> Self {
        Self {
            subject,
            verdict,
            expected: None,
            engine: None,
            run: None,
            statistics: None,
            confirmation: None,
            rejected: None,
            finding,
        }
    }

    /// Returns the answer to a question that cannot be asked of this model.
    pub fn mistaken(subject: AnswerSubject, why: impl Into<String>) -> Self {
        Self::new(subject, Verdict::Error, Finding::Mistaken(why.into()))
    }

    /// Returns the answer to a question that was not examined because of `limit`.
    pub fn not_started(subject: AnswerSubject, limit: Limit) -> Self {
        Self::new(subject, Verdict::Unknown(limit.into()), Finding::NotStarted(limit))
    }

    /// Returns the answer to a question on which the program crashed, with the message of the panic.
    pub fn crashed(subject: AnswerSubject, message: String) -> Self {
        Self::new(subject, Verdict::Unknown(Reason::Crashed), Finding::Crashed(message))
    }

    /// Returns the result of the check; `None` if the check was not completed.
    pub fn found(&self) -> Option<&F> {
        let Finding::Found(found) = &self.finding else { return None };
        Some(found)
    }

    /// Returns the answer without the explanation of its verdict.
    pub fn without_finding(&self) -> Answer<()> {
        Answer {
            subject: self.subject.clone(),
            verdict: self.verdict,
            rejected: self.rejected,
            expected: self.expected,
            engine: self.engine,
            run: self.run,
            statistics: self.statistics,
            confirmation: self.confirmation.clone(),
            finding: Finding::Found(()),
        }
    }

    /// Returns `true` if the answer decides the verdict of the report and the exit code.
    pub fn decides(&self) -> bool {
        self.subject.role.decides(self.verdict)
    }

    /// Returns the exit status that the answer leads to.
    pub fn exit_status(&self) -> ExitStatus {
        self.subject.role.exit_status(self.verdict, self.expected)
    }

    /// Returns the answer with the verdict that follows from the independent check of its evidence.
    #[must_use]
    pub fn with_confirmation(self, confirmation: Confirmation) -> Self {
        let (verdict, rejected) = match confirmation {
            Confirmation::Rejected(_) => (Verdict::Unknown(Reason::Rejected), Some(self.verdict)),
            _ => (self.verdict, None),
        };
        Self { verdict, rejected, confirmation: Some(confirmation), ..self }
    }
}
