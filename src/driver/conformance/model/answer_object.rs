//! Answers as checkpoints record them.

use serde::{Deserialize, Serialize};

use check::conformance::{Answer, Class, Fault, LocalError, LocalReason, Stage};
use kernel::base::{Id as _, Limit};
use kernel::verdict::Reason;
use model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// An answer in files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerObject {
    verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    locations: Vec<ErrorObject>,
    /// The limit that cut a part of the answer short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    stage: String,
    states: u64,
}

/// A local error in files: locations and letters by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct ErrorObject {
    location: usize,
    position: usize,
    reason: String,
    expected: Vec<usize>,
    #[serde(default)]
    may_end: bool,
}

const LIMITS: [Limit; 4] = [Limit::Timeout, Limit::Memory, Limit::States, Limit::Interrupted];

/// Returns the answer for a session or multitrace at which a run was interrupted.
pub(in crate::conformance) fn interrupted() -> Answer {
    let limit = Limit::Interrupted;
    Answer { verdict: Err(limit), limit: Some(limit), ..Answer::NO }
}

/// Returns `true` if an answer that was read from a file is about these locations.
pub(in crate::conformance) fn fits(answer: &Answer, alphabet: &DistributedAlphabet) -> bool {
    let Some(Fault::Local(errors)) = &answer.fault else { return true };
    let locations = alphabet.locations();
    errors.iter().all(|error| {
        let letters = locations.get(error.location).map(|location| location.letters().len());
        letters.is_some_and(|count| error.expected.iter().all(|letter| letter.index() < count))
    })
}

/// Returns an object as a line of JSON.
pub(in crate::conformance) fn json_line(object: &impl Serialize) -> String {
    let mut text = serde_json::to_string(object).expect("it is plain data");
    text.push('\n');
    text
}

fn word_of(limit: Limit) -> &'static str {
    Reason::from(limit).word()
}

fn limit_of(word: &str) -> Option<Limit> {
    LIMITS.into_iter().find(|&limit| word_of(limit) == word)
}

impl AnswerObject {
    /// Returns the answer as it is written to files.
    pub fn new(answer: &Answer) -> Self {
        let Answer { verdict, class, fault, limit, stage, states } = answer;
        let verdict = match verdict {
            Ok(true) => "holds",
            Ok(false) => "violated",
            Err(limit) => word_of(*limit),
        };
        let (error, errors): (_, &[LocalError]) = match fault {
            None => (None, &[]),
            Some(Fault::Local(errors)) => (Some("local"), errors),
            Some(Fault::Inter) => (Some("inter"), &[]),
            Some(Fault::Central) => (Some("central"), &[]),
        };
        let object = |error: &LocalError| ErrorObject {
            location: error.location.index(),
            position: error.position,
            reason: error.reason.word().to_owned(),
            expected: error.expected.iter().map(|letter| letter.index()).collect(),
            may_end: error.may_end,
        };
        Self {
            verdict: verdict.to_owned(),
            class: class.map(|class| class.word().to_owned()),
            error: error.map(str::to_owned),
            locations: errors.iter().map(object).collect(),
            limit: limit.map(|limit| word_of(limit).to_owned()),
            stage: stage.word().to_owned(),
            states: *states,
        }
    }

    /// Returns the answer; `None` if the object does not describe one.
    pub fn read(self) -> Option<Answer> {
        let verdict = match self.verdict.as_str() {
            "holds" => Ok(true),
            "violated" => Ok(false),
            word => Err(limit_of(word)?),
        };
        let limit = match self.limit {
            None => verdict.err(),
            Some(word) => Some(limit_of(&word)?),
        };
        let class = match self.class {
            None => None,
            Some(word) => Some(Class::with_word(&word)?),
        };
        let error = |error: ErrorObject| {
            Some(LocalError {
                location: LocationId::from_index(error.location),
                position: error.position,
                reason: LocalReason::with_word(&error.reason)?,
                expected: error.expected.into_iter().map(LocalLetterId::from_index).collect(),
                may_end: error.may_end,
            })
        };
        let errors: Vec<LocalError> =
            self.locations.into_iter().map(error).collect::<Option<_>>()?;
        let fault = match self.error.as_deref() {
            None => None,
            Some("local") => Some(Fault::Local(errors)),
            Some("inter") => Some(Fault::Inter),
            Some("central") => Some(Fault::Central),
            Some(_) => return None,
        };
        let stage = Stage::with_word(&self.stage)?;
        Some(Answer { verdict, class, fault, limit, stage, states: self.states })
    }
}
