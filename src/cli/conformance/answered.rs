//! Answers that are kept: in a cache, in a checkpoint.

use serde::{Deserialize, Serialize};

use crate::check::conformance::{Answer, Class, Fault, LocalError, LocalReason, Stage};
use crate::kernel::base::{Id as _, Limit};
use crate::model::trace::{LocalLetterId, LocationId};

/// An answer, and for each local error whether its trace might have ended there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answered {
    pub(super) answer: Answer,
    pub(super) ends: Vec<bool>,
}

/// An answer in files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct AnswerObject {
    verdict: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    locations: Vec<ErrorObject>,
    stage: String,
    states: u64,
}

/// A local error in files: locations and letters by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ErrorObject {
    location: usize,
    position: usize,
    reason: String,
    expected: Vec<usize>,
    may_end: bool,
}

const STAGES: [Stage; 6] =
    [Stage::Local, Stage::Invariant, Stage::Areas, Stage::Pairs, Stage::Greedy, Stage::Search];

/// Returns the word for a stage in reports and files.
pub(super) fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Local => "local",
        Stage::Invariant => "invariant",
        Stage::Areas => "areas",
        Stage::Pairs => "pairs",
        Stage::Greedy => "greedy",
        Stage::Search => "search",
    }
}

/// Returns the word for the reason of a local error.
pub(super) fn reason_word(reason: LocalReason) -> &'static str {
    match reason {
        LocalReason::Unexpected => "unexpected",
        LocalReason::Incomplete => "incomplete",
    }
}

const LIMITS: [(Limit, &str); 4] = [
    (Limit::Timeout, "timeout"),
    (Limit::Memory, "memory"),
    (Limit::States, "states"),
    (Limit::Interrupted, "interrupted"),
];

impl Answered {
    /// Returns it as the answer of a run that was broken off, if there was no time for it.
    pub(super) fn cut(&self) -> Self {
        let mut cut = self.clone();
        if cut.answer.verdict == Err(Limit::Timeout) {
            cut.answer.verdict = Err(Limit::Interrupted);
        }
        cut
    }

    /// Returns the answer as it is written to files.
    pub(super) fn object(&self) -> AnswerObject {
        let Answer { verdict, class, fault, stage, states } = &self.answer;
        let verdict = match verdict {
            Ok(true) => "holds",
            Ok(false) => "violated",
            Err(limit) => {
                LIMITS.iter().find(|(other, _)| other == limit).expect("all are listed").1
            }
        };
        let (error, errors): (_, &[LocalError]) = match fault {
            None => (None, &[]),
            Some(Fault::Local(errors)) => (Some("local"), errors),
            Some(Fault::Inter) => (Some("inter"), &[]),
            Some(Fault::Central) => (Some("central"), &[]),
        };
        let object = |(number, error): (usize, &LocalError)| ErrorObject {
            location: error.location.index(),
            position: error.position,
            reason: reason_word(error.reason).to_owned(),
            expected: error.expected.iter().map(|letter| letter.index()).collect(),
            may_end: self.ends.get(number) == Some(&true),
        };
        AnswerObject {
            verdict: verdict.to_owned(),
            class: class.map(|class| class.word().to_owned()),
            error: error.map(str::to_owned),
            locations: errors.iter().enumerate().map(object).collect(),
            stage: stage_word(*stage).to_owned(),
            states: *states,
        }
    }

    /// Reads an answer from a file; nothing if it is none.
    pub(super) fn of(object: AnswerObject) -> Option<Self> {
        let verdict = match object.verdict.as_str() {
            "holds" => Ok(true),
            "violated" => Ok(false),
            word => Err(LIMITS.iter().find(|(_, other)| *other == word)?.0),
        };
        let class = match object.class {
            None => None,
            Some(word) => Some(Class::ALL.into_iter().find(|class| class.word() == word)?),
        };
        let ends = object.locations.iter().map(|error| error.may_end).collect();
        let error = |error: ErrorObject| {
            let reasons = [LocalReason::Unexpected, LocalReason::Incomplete];
            Some(LocalError {
                location: LocationId::from_index(error.location),
                position: error.position,
                reason: reasons.into_iter().find(|&one| reason_word(one) == error.reason)?,
                expected: error.expected.into_iter().map(LocalLetterId::from_index).collect(),
            })
        };
        let errors: Vec<LocalError> =
            object.locations.into_iter().map(error).collect::<Option<_>>()?;
        let fault = match object.error.as_deref() {
            None => None,
            Some("local") => Some(Fault::Local(errors)),
            Some("inter") => Some(Fault::Inter),
            Some("central") => Some(Fault::Central),
            Some(_) => return None,
        };
        let stage = STAGES.into_iter().find(|&stage| stage_word(stage) == object.stage)?;
        let states = object.states;
        Some(Self { answer: Answer { verdict, class, fault, stage, states }, ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        let error = LocalError {
            location: LocationId::from_index(2),
            position: 7,
            reason: LocalReason::Incomplete,
            expected: vec![LocalLetterId::from_index(1)],
        };
        let faults =
            [None, Some(Fault::Local(vec![error])), Some(Fault::Inter), Some(Fault::Central)];
        for fault in faults {
            for verdict in [Ok(true), Ok(false), Err(Limit::Timeout), Err(Limit::States)] {
                for stage in STAGES {
                    let ends =
                        if matches!(fault, Some(Fault::Local(_))) { vec![true] } else { vec![] };
                    let class = Some(Class::Slice);
                    let answer = Answer { verdict, class, fault: fault.clone(), stage, states: 5 };
                    let answered = Answered { answer, ends };
                    let text = serde_json::to_string(&answered.object()).expect("it is plain data");
                    let read = serde_json::from_str(&text).expect("it was written so");
                    assert_eq!(Answered::of(read), Some(answered), "{text}");
                }
            }
        }
    }
}
