//! What every answer consists of, whatever was asked.

use kernel::base::Limit;
use kernel::verdict::{ExitStatus, Expectation, Reason, Verdict};

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

/// What an answer is to the report that it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// It was asked for, and decides with the others.
    Answer,
    /// An answer rests on it. It stands in the report and decides nothing, unless the program broke
    /// on it or was stopped there: then what rests on it could not be asked.
    Premise,
}

impl Role {
    /// Returns `true` if an answer with this role and verdict counts for the verdict of a report and the exit code.
    pub fn decides(self, verdict: Verdict) -> bool {
        match (self, verdict) {
            (Self::Answer, _)
            | (_, Verdict::Error | Verdict::Unknown(Reason::Crashed | Reason::Interrupted)) => true,
            (Self::Premise, Verdict::Holds | Verdict::Violated | Verdict::Unknown(_)) => false,
        }
    }
}

/// What an answer is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Name of the model, as the user gave it.
    pub model: String,
    /// SHA-256 digest of the bytes of the model, in hexadecimal; `None` if they could not be read.
    pub sha256: Option<String>,
    /// Name of the property; `None` if the model could not be read.
    pub property: Option<String>,
    /// How the channels were read: `as written`, `fifo` or `bag`; of choreographies also `mailbox,bag` and the like.
    pub channels: &'static str,
}

/// What the independent checker says of the evidence of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// The evidence shows what it says.
    Confirmed,
    /// It does not, for this reason.
    Rejected(String),
    /// It is of a form that the checker does not know, for this reason.
    Unsupported(String),
    /// There is nothing that the checker could be asked about, for this reason.
    None(&'static str),
    /// A limit came before the answer of the checker.
    Cut(Limit),
    /// The checker could not be asked, for this reason.
    Failed(String),
}

impl Confirmation {
    /// Returns the word that stands for it in reports.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Rejected(_) => "rejected",
            Self::Unsupported(_) => "unsupported",
            Self::None(_) => "none",
            Self::Cut(_) | Self::Failed(_) => "unchecked",
        }
    }
}

/// What explains a verdict.
#[derive(Clone, PartialEq, Debug)]
pub enum Finding<F> {
    /// What the check of this question found.
    Found(F),
    /// The question is not one about this model: what is wrong with it.
    Mistaken(String),
    /// This version has no check for it.
    Unsupported,
    /// A limit came before the question was asked.
    NotStarted(Limit),
    /// The program broke: the message of its panic.
    Crashed(String),
}

/// The answer to one question about one model.
///
/// `F` is what the check of that kind of question finds.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<F> {
    /// What it is about.
    pub subject: Subject,
    /// What it is to the report.
    pub role: Role,
    /// The verdict. It is `unknown (rejected)` where the independent checker rejects the evidence.
    pub verdict: Verdict,
    /// The verdict that the model expects, if it expects one.
    pub expected: Option<Expectation>,
    /// Name of the engine that answered, if one did.
    pub engine: Option<&'static str>,
    /// The work that was done, if any.
    pub statistics: Option<Statistics>,
    /// What the independent checker says of the evidence, if it was asked.
    pub confirmation: Option<Confirmation>,
    /// The verdict of which the independent checker rejects the evidence, if it does.
    pub rejected: Option<Verdict>,
    /// What explains the verdict.
    pub finding: Finding<F>,
}

impl<F> Answer<F> {
    /// Returns the answer to a question that was asked for, without engine, work and confirmation.
    pub fn new(subject: Subject, verdict: Verdict, finding: Finding<F>) -> Self {
        Self {
            subject,
            role: Role::Answer,
            verdict,
            expected: None,
            engine: None,
            statistics: None,
            confirmation: None,
            rejected: None,
            finding,
        }
    }

    /// Returns the answer to a question that cannot be asked of this model.
    pub fn mistaken(subject: Subject, why: impl Into<String>) -> Self {
        Self::new(subject, Verdict::Error, Finding::Mistaken(why.into()))
    }

    /// Returns the answer where a limit came before the question.
    pub fn not_started(subject: Subject, limit: Limit) -> Self {
        Self::new(subject, Verdict::Unknown(limit.into()), Finding::NotStarted(limit))
    }

    /// Returns the answer where the program broke, with the message of the panic.
    pub fn crashed(subject: Subject, message: String) -> Self {
        Self::new(subject, Verdict::Unknown(Reason::Crashed), Finding::Crashed(message))
    }

    /// Returns what the check found, if there was one to the end.
    pub fn found(&self) -> Option<&F> {
        match &self.finding {
            Finding::Found(found) => Some(found),
            Finding::Mistaken(_)
            | Finding::Unsupported
            | Finding::NotStarted(_)
            | Finding::Crashed(_) => None,
        }
    }

    /// Returns the answer without what explains the verdict.
    pub fn without_finding(&self) -> Answer<()> {
        Answer {
            subject: self.subject.clone(),
            role: self.role,
            verdict: self.verdict,
            rejected: self.rejected,
            expected: self.expected,
            engine: self.engine,
            statistics: self.statistics,
            confirmation: self.confirmation.clone(),
            finding: Finding::Found(()),
        }
    }

    /// Returns `true` if the answer counts for the verdict of the report and the exit code.
    pub fn decides(&self) -> bool {
        self.role.decides(self.verdict)
    }

    /// Returns what the answer means for the exit code.
    pub fn standing(&self) -> ExitStatus {
        if self.decides() {
            ExitStatus::from_verdict(self.verdict, self.expected)
        } else {
            ExitStatus::Fine
        }
    }

    /// Returns the answer with the verdict that follows from what the independent checker says of its evidence.
    #[must_use]
    pub fn with_confirmation(self, confirmation: Confirmation) -> Self {
        let (verdict, rejected) = match confirmation {
            Confirmation::Rejected(_) => (Verdict::Unknown(Reason::Rejected), Some(self.verdict)),
            _ => (self.verdict, None),
        };
        Self { verdict, rejected, confirmation: Some(confirmation), ..self }
    }
}
