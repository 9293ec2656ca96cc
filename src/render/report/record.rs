//! Rows as data that another process, or a later run, turns into the same rows again.
//!
//! A page and its pictures are no part of it.

use check::EngineName;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::model_size::{SizeRecord, interned};
use super::{Details, Lacking, Note, Row, RowEvidence, RowText};
use driver::{Answer, AnswerSubject, Confirmation, Finding, Role, Statistics};
use kernel::base::Limit;
use kernel::verdict::{Effect, Expectation, Expected, Reason, Verdict};
use language::evidence::WitnessDocument;
use model::choreography::ChannelChoice;

/// What a process says about one model after the other, as it arrives: that it begins, rows and remarks, the end, and that
/// it goes on. A process that is stopped by a limit ends behind the end of the model.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// The process begins with the model.
    Begun,
    /// A result.
    Row(Box<RowRecord>),
    /// A text for standard error.
    Told(String),
    /// A remark among the results.
    Remark(String),
    /// All that belongs to no result. No result comes after it.
    End(EndRecord),
    /// The process has done with the model, and can go on with another one.
    Done,
}

/// What belongs to no result of a model.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct EndRecord {
    /// The size of the model, if it could be read.
    pub size: Option<SizeRecord>,
    /// The diagnostics of the model, each with the message at its place.
    pub notes: Vec<(Note, String)>,
    /// The properties that were not asked for and have no verdict.
    pub undecided: Vec<String>,
    /// Failures besides the answers.
    pub faults: Vec<String>,
    /// The properties that were asked for and that the model does not have.
    pub lacking: Vec<Lacking>,
    /// Whether a limit of time or memory was reached with one of `undecided`.
    pub is_cut: bool,
}

/// A result.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct RowRecord {
    model: String,
    sha256: Option<String>,
    property: Option<String>,
    title: Option<String>,
    role: String,
    channels: String,
    verdict: String,
    reason: Option<String>,
    expected: Option<(String, bool)>,
    engine: Option<String>,
    run: Option<usize>,
    details: Value,
    confirmation: Option<(String, String)>,
    explanation_cut: Option<String>,
    statistics: Option<[u64; 5]>,
    witness: Option<Arc<WitnessDocument>>,
    text_chart: Vec<String>,
    qualifier: String,
    message: String,
    summary: Vec<String>,
    explanation: Vec<String>,
    hint: Option<String>,
    topic: Option<String>,
}

impl RowRecord {
    /// Returns the result as data.
    pub fn new(row: &Row) -> Self {
        let counts = |statistics: Statistics| {
            let Statistics { states, transitions, depth, milliseconds, peak_bytes } = statistics;
            [states, transitions, depth, milliseconds, peak_bytes]
        };
        let expected = |expected: Expectation| {
            (expected.verdict.word().to_owned(), expected.effect == Effect::Excuses)
        };
        let owned = |word: &str| word.to_owned();
        let Row { answer, text, evidence, .. } = row;
        let AnswerSubject { model, sha256, property, channels, role, .. } = &answer.subject;
        Self {
            model: model.clone(),
            sha256: sha256.clone(),
            property: property.clone(),
            title: row.title.clone(),
            role: role_word(*role).to_owned(),
            channels: channels.word(),
            verdict: answer.verdict.word().to_owned(),
            reason: answer.verdict.reason().map(|reason| reason.word().to_owned()),
            expected: answer.expected.map(expected),
            engine: answer.engine.map(|engine| owned(engine.word())),
            run: answer.run,
            // Details are JSON, which serde_json keeps as it is.
            details: serde_json::to_value(&row.details).unwrap_or_default(),
            confirmation: answer.confirmation.as_ref().map(confirmation_words),
            explanation_cut: evidence.explanation_cut.map(|reason| reason.word().to_owned()),
            statistics: answer.statistics.map(counts),
            witness: evidence.witness.clone(),
            text_chart: evidence.text_chart.clone(),
            qualifier: row.qualifier.clone(),
            message: row.message.clone(),
            summary: text.summary.clone(),
            explanation: text.explanation.clone(),
            hint: text.hint.clone(),
            topic: text.topic.map(owned),
        }
    }

    /// Returns the result; `None` if its words are not those of this version.
    pub fn into_row(self) -> Option<Row> {
        let verdict = Verdict::from_words(&self.verdict, self.reason.as_deref())?;
        let expected = match self.expected {
            Some((word, excuses)) => Some(Expectation {
                verdict: Expected::with_word(&word)?,
                effect: if excuses { Effect::Excuses } else { Effect::Reminds },
            }),
            None => None,
        };
        let confirmation = match self.confirmation {
            Some((word, why)) => Some(confirmation_of(&word, why)?),
            None => None,
        };
        let counts = |[states, transitions, depth, milliseconds, peak_bytes]: [u64; 5]| {
            Statistics { states, transitions, depth, milliseconds, peak_bytes }
        };
        let subject = AnswerSubject {
            model: self.model,
            sha256: self.sha256,
            property: self.property,
            channels: ChannelChoice::with_word(&self.channels)?,
            predicate: predicate(&self.details),
            role: ROLES.into_iter().find(|&role| role_word(role) == self.role)?,
        };
        let answer = Answer {
            expected,
            engine: self.engine.as_deref().and_then(EngineName::with_word),
            run: self.run,
            statistics: self.statistics.map(counts),
            confirmation,
            ..Answer::new(subject, verdict, Finding::Found(()))
        };
        Some(Row {
            answer,
            title: self.title,
            qualifier: self.qualifier,
            message: self.message,
            details: Details::Fields(self.details),
            text: RowText {
                summary: self.summary,
                explanation: self.explanation,
                hint: self.hint,
                topic: self.topic.as_deref().map(interned),
            },
            evidence: RowEvidence {
                witness: self.witness,
                explanation_cut: self.explanation_cut.as_deref().and_then(Reason::with_word),
                text_chart: self.text_chart,
                ..RowEvidence::default()
            },
        })
    }
}

/// The keys of the object `detail` of a result that every kind of answer has.
const COMMON: [&str; 5] = ["run", "explanation_cut", "evidence", "expected", "comparison"];

impl Row {
    /// Returns the row of a result of a report; `None` if it is none. It has the evidence, but no texts for people, which
    /// reports for programs do not have. The answer that the model states excuses violations, as in `check`.
    pub fn from_result(result: &Value) -> Option<Self> {
        let word = |key: &str| result.get(key).and_then(Value::as_str);
        let verdict = Verdict::from_words(word("verdict")?, word("reason"))?;
        let property = result.get("property")?;
        if !property.is_null() && !property.is_string() {
            return None;
        }
        let detail = result.get("detail").and_then(Value::as_object);
        let common = |key: &str| detail.and_then(|detail| detail.get(key));
        let common_word = |key: &str| common(key).and_then(Value::as_str);
        let fields = detail.map(|detail| {
            let own = detail.iter().filter(|(key, _)| !COMMON.contains(&key.as_str()));
            own.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>()
        });
        let details = fields.filter(|fields| !fields.is_empty()).map_or(Value::Null, Value::Object);
        let expected = common_word("expected").and_then(|word| {
            let verdict = Expected::with_word(word)?;
            Some(Expectation { verdict, effect: Effect::Excuses })
        });
        let statistics = result.get("statistics").filter(|object| object.is_object()).map(|of| {
            let number = |key: &str| of.get(key).and_then(Value::as_u64).unwrap_or_default();
            Statistics {
                states: number("states"),
                transitions: number("transitions"),
                depth: number("depth"),
                milliseconds: number("milliseconds"),
                peak_bytes: number("peak_bytes"),
            }
        });
        let witness = match result.get("witness") {
            None | Some(Value::Null) => None,
            Some(witness) => Some(Arc::new(serde_json::from_value(witness.clone()).ok()?)),
        };
        // What is a fault counts, whatever a report says.
        let counts = result.get("counts").and_then(Value::as_bool).unwrap_or(true);
        let role = match property.as_str().map_or(Role::Answer, Role::of_unasked) {
            Role::Fact if !counts => Role::Fact,
            _ => Role::Answer,
        };
        let run = common("run").and_then(Value::as_u64).and_then(|run| usize::try_from(run).ok());
        let subject = AnswerSubject {
            model: word("model")?.to_owned(),
            sha256: word("sha256").map(str::to_owned),
            property: property.as_str().map(str::to_owned),
            channels: ChannelChoice::with_word(word("channels")?)?,
            predicate: predicate(&details),
            role,
        };
        let answer = Answer {
            expected,
            engine: word("engine").and_then(EngineName::with_word),
            run,
            statistics,
            confirmation: common_word("evidence")
                .and_then(|word| confirmation_of(word, String::new())),
            ..Answer::new(subject, verdict, Finding::Found(()))
        };
        let explanation_cut = common_word("explanation_cut").and_then(Reason::with_word);
        Some(Self {
            title: None,
            details: Details::Fields(details),
            evidence: RowEvidence { witness, explanation_cut, ..RowEvidence::default() },
            ..Self::from_answer(&answer)
        })
    }

    /// Returns `true` if the answer would be the same at another time: no limit of time or memory was reached, nobody
    /// stopped it, and nothing crashed.
    pub fn is_lasting(&self) -> bool {
        let passes = |reason: Reason| {
            matches!(
                reason,
                Reason::Timeout | Reason::Memory | Reason::Interrupted | Reason::Crashed
            )
        };
        let is_checked =
            !matches!(self.answer.confirmation, Some(Confirmation::Cut(_) | Confirmation::Failed));
        is_checked
            && self.property().is_some()
            && !self.answer.verdict.reason().is_some_and(passes)
            && !self.evidence.explanation_cut.is_some_and(passes)
    }
}

/// Returns the predicate that is no part of the model, from the details of its answer.
fn predicate(details: &Value) -> Option<String> {
    details["predicate"].as_str().map(str::to_owned)
}

const ROLES: [Role; 3] = [Role::Answer, Role::Fact, Role::Premise];

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Answer => "answer",
        Role::Fact => "fact",
        Role::Premise => "premise",
    }
}

/// Returns the word for a result of the checker, and why.
fn confirmation_words(confirmation: &Confirmation) -> (String, String) {
    let why = match confirmation {
        Confirmation::Rejected(why) | Confirmation::Unsupported(why) => why.as_str(),
        Confirmation::None(why) => why,
        Confirmation::Cut(limit) => Reason::from(*limit).word(),
        Confirmation::Confirmed | Confirmation::Failed => "",
    };
    (confirmation.word().to_owned(), why.to_owned())
}

/// Returns the result of the checker with a word.
fn confirmation_of(word: &str, why: String) -> Option<Confirmation> {
    let limits = [Limit::Timeout, Limit::Memory, Limit::States, Limit::Interrupted];
    let limit = limits.into_iter().find(|limit| Reason::from(*limit).word() == why);
    Some(match word {
        "confirmed" => Confirmation::Confirmed,
        "rejected" => Confirmation::Rejected(why),
        "unsupported" => Confirmation::Unsupported(why),
        "none" => Confirmation::None(interned(&why)),
        "unchecked" => limit.map_or(Confirmation::Failed, Confirmation::Cut),
        _ => return None,
    })
}
