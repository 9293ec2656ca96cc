//! The contents of a report.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::html::Walk;
use super::{Details, Lacking, LibraryEntry, LibraryPart};
use crate::drawing::{Chart, Graph};
use driver::{Answer, AnswerSubject, Finding, Level, Role};
use kernel::diagnostics::{Diagnostic, Fix, Label, Severity};
use kernel::source::{Source, Span};
use kernel::verdict::{Comparison, ExitStatus, Reason, Verdict};
use language::evidence::WitnessDocument;
use model::choreography::ChannelChoice;

/// One result: the answer to one question about one model, in the forms that reports have.
///
/// The first line says what was asked and answered, and the words that go with it; [`RowText`] has the lines below, and
/// [`RowEvidence`] what shows the answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What was asked and answered, how, and whether it counts.
    pub answer: Answer<()>,
    /// The name on the first line, if it differs from the property.
    pub title: Option<String>,
    /// The text in parentheses behind the verdict on the first line; may be empty.
    pub qualifier: String,
    /// The rest of the first line.
    pub message: String,
    /// Details of this kind of answer, for programs.
    pub details: Details,
    /// The lines below the first one.
    pub text: RowText,
    /// What shows the answer, as far as it is wanted.
    pub evidence: RowEvidence,
}

/// The lines below the first one of a result, for people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowText {
    /// The lines that are always shown.
    pub summary: Vec<String>,
    /// The lines that explain the answer: the evidence in full.
    pub explanation: Vec<String>,
    /// Advice on what to do next.
    pub hint: Option<String>,
    /// The page of `explain` about answers of this kind, if there is one.
    pub topic: Option<&'static str>,
}

/// What shows an answer: a run for programs, and pictures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RowEvidence {
    /// The evidence of a violation for programs; shared, since it may be long.
    pub witness: Option<Arc<WitnessDocument>>,
    /// The reason why evidence for programs was left out, if it was.
    pub explanation_cut: Option<Reason>,
    /// The evidence as a run to walk through, if the report is a page.
    pub walk: Option<Box<Walk>>,
    /// The picture of the evidence, if it is wanted; present if `walk` is.
    pub chart: Option<Box<Chart>>,
    /// A graph that shows why the property holds, if the report is a page.
    pub graph: Option<Box<Graph>>,
    /// The picture as text, if it is not part of the explanation: shown below the explanation, but not together with
    /// the picture itself.
    pub text_chart: Vec<String>,
}

/// What distinguishes a row from the others about its model: the property, the reading of the channels, the predicate.
pub type RowKey = (Option<String>, ChannelChoice, Option<String>);

impl Row {
    /// Returns the row of an answer without any words yet. A predicate that is no part of the model belongs to the name.
    pub fn from_answer<F>(answer: &Answer<F>) -> Self {
        let (property, _, predicate) = answer.subject.key();
        let named = property.zip(predicate);
        let fields = predicate.map_or(Value::Null, |text| json!({ "predicate": text }));
        Self {
            answer: answer.without_finding(),
            title: named.map(|(property, predicate)| format!("{property} `{predicate}`")),
            qualifier: String::new(),
            message: String::new(),
            details: Details::Fields(fields),
            text: RowText::default(),
            evidence: RowEvidence::default(),
        }
    }

    /// Returns the row of a verdict that no check gave.
    pub fn unchecked(subject: AnswerSubject, verdict: Verdict, message: impl Into<String>) -> Self {
        let answer = Answer::new(subject, verdict, Finding::Found(()));
        Self { message: message.into(), ..Self::from_answer(&answer) }
    }

    /// Returns a row without property, for a model that could not be read.
    pub fn unreadable(model: impl Into<String>, message: impl Into<String>) -> Self {
        Self::unchecked(AnswerSubject::of_model(model), Verdict::Error, message)
    }

    /// Returns the row with the contents of the first line only, without evidence.
    #[must_use]
    pub fn bare(&self) -> Self {
        Self {
            title: self.title.clone(),
            qualifier: self.qualifier.clone(),
            message: self.message.clone(),
            ..Self::from_answer(&Answer { confirmation: None, ..self.answer.clone() })
        }
    }

    /// Returns the [key](AnswerSubject::key) of the question, to be kept.
    pub fn owned_key(&self) -> RowKey {
        let (property, channels, predicate) = self.answer.subject.key();
        (property.map(str::to_owned), channels, predicate.map(str::to_owned))
    }

    /// Returns the name of the property, if the model could be read.
    pub fn property(&self) -> Option<&str> {
        self.answer.subject.property.as_deref()
    }

    /// Returns the displayed name of the property, if the model could be read.
    pub(super) fn shown_title(&self) -> Option<&str> {
        self.title.as_deref().or(self.property())
    }

    /// Returns the name of the property: `rsc`, or `rsc[bag]` if all channels were read as
    /// bags.
    pub fn label(&self) -> Option<String> {
        self.property().map(|property| self.with_channels(property))
    }

    /// Returns `name`, with the reading of the channels in brackets, if they are not read as written.
    pub fn with_channels(&self, name: &str) -> String {
        match self.answer.subject.channels.words().as_slice() {
            [] => name.to_owned(),
            words => format!("{name}[{}]", words.join(",")),
        }
    }

    /// Returns the comparison of the verdict with the expected one, if there is one.
    pub fn comparison(&self) -> Option<Comparison> {
        self.answer.expected.map(|expected| expected.compare(self.answer.verdict))
    }

    /// Returns what the violation of the property means to those who have not asked for it.
    pub fn level(&self) -> Level {
        self.property().map_or(Level::Fault, Level::of)
    }

    /// Returns `true` if the result counts: its violation is a fault, or the model states it, or it was asked for by name.
    pub fn counts(&self) -> bool {
        self.answer.subject.role == Role::Answer
    }

    /// Returns `true` if the result is shown to people by itself: all but the premises, and what is told together.
    pub fn is_shown(&self) -> bool {
        !self.is_told_together()
            && (self.answer.subject.role != Role::Premise || self.answer.decides())
    }

    /// Returns `true` if the result is shown and does not count, and is worth a remark: the property does not hold.
    pub fn is_aside(&self) -> bool {
        self.answer.subject.role == Role::Fact
            && self.answer.verdict != Verdict::Holds
            && !self.answer.decides()
    }
}

/// A diagnostic in a report: a message about an input, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// The code of the diagnostic.
    pub code: String,
    /// The severity.
    #[serde(serialize_with = "write_word", deserialize_with = "read_word")]
    pub severity: Severity,
    /// The message, on one line.
    pub message: String,
    /// The message at the place itself, for people; may be empty.
    #[serde(skip)]
    pub label: String,
    /// The input, as the user named it.
    pub file: String,
    /// The line, from 1; `None` if it concerns the file as a whole.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// The line and the column behind the place.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub end: Option<NoteEnd>,
    /// The advice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub help: Vec<String>,
    /// Other places that explain it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedNote>,
    /// The changes that the advice proposes, if it is one that an editor can make.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<NoteFix>,
}

/// The end of the place of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoteEnd {
    /// The line, from 1.
    pub end_line: u64,
    /// The column behind the place in characters, from 1.
    pub end_column: u64,
}

/// Another place of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RelatedNote {
    /// The input, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// What the place has to do with it.
    pub message: String,
}

/// A change of the text that an editor can make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NoteFix {
    /// The line where the replaced text begins, from 1.
    pub line: u64,
    /// The column where it begins in characters, from 1.
    pub column: u64,
    /// The place behind it.
    #[serde(flatten)]
    pub end: NoteEnd,
    /// The new text.
    pub text: String,
}

impl Note {
    /// Returns an error that concerns a file as a whole.
    pub fn without_place(code: &str, message: &str, file: &str) -> Self {
        Self {
            code: code.to_owned(),
            severity: Severity::Error,
            message: message.to_owned(),
            label: String::new(),
            file: file.to_owned(),
            line: None,
            column: None,
            end: None,
            help: Vec::new(),
            related: Vec::new(),
            fix: Vec::new(),
        }
    }

    /// Returns the diagnostics of a text in the form of reports.
    pub fn all(source: &Source, diagnostics: &[Diagnostic]) -> Vec<Self> {
        let begin = |span: Span| {
            let position = source.line_column(span.start());
            (position.line as u64, position.column as u64)
        };
        let end = |span: Span| {
            let position = source.line_column(span.end());
            NoteEnd { end_line: position.line as u64, end_column: position.column as u64 }
        };
        let related = |label: &Label| {
            let (line, column) = begin(label.span);
            let (file, message) = (source.name().to_owned(), label.text.clone());
            RelatedNote { file, line, column, message }
        };
        let fix = |fix: &Fix| {
            let (line, column) = begin(fix.span);
            NoteFix { line, column, end: end(fix.span), text: fix.text.clone() }
        };
        let note = |diagnostic: &Diagnostic| {
            let place = diagnostic.primary.span;
            let (line, column) = begin(place);
            Self {
                code: diagnostic.code.name.to_owned(),
                severity: diagnostic.severity(),
                message: diagnostic.message.clone(),
                label: diagnostic.primary.text.clone(),
                file: source.name().to_owned(),
                line: Some(line),
                column: Some(column),
                end: Some(end(place)),
                help: diagnostic.help.clone(),
                related: diagnostic.secondary.iter().map(related).collect(),
                fix: diagnostic.fix.iter().map(fix).collect(),
            }
        };
        diagnostics.iter().map(note).collect()
    }
}

/// Writes the word for a severity.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn write_word<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.word())
}

/// Reads the word for a severity.
fn read_word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Severity, D::Error> {
    let word = String::deserialize(deserializer)?;
    let known = [Severity::Error, Severity::Warning, Severity::Note];
    known
        .into_iter()
        .find(|severity| severity.word() == word)
        .ok_or_else(|| D::Error::custom(format!("`{word}` is no severity")))
}

/// All results of one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The words of the command that made it, without its options.
    pub command: String,
    /// Whether the exit codes of failed and of unknown results are 0.
    pub exit_zero: bool,
    /// The only properties that were asked for; empty if all were.
    pub properties: Vec<String>,
    /// Whether a report without a row that decides is no success.
    pub needs_answer: bool,
    /// What the run of a system counted, for programs; `null` if none was run or monitored.
    pub statistics: Value,
    /// One row for each model and property, in the order of the inputs.
    pub rows: Vec<Row>,
    /// The diagnostics of all inputs, in the order of the inputs.
    pub notes: Vec<Note>,
    /// A summary row for each input with many results, in order. It has no information
    /// that the other rows lack.
    pub summaries: Vec<Row>,
    /// The models of a library with their places and sizes, for programs, if the report is about one.
    pub library: Vec<LibraryEntry>,
    /// The part of a library that the report is about, if it is about one and whole.
    pub part: Option<LibraryPart>,
    /// Failures besides the answers.
    pub faults: Vec<String>,
    /// Properties that were checked without a request and have no verdict, in the order of the models.
    pub undecided: Vec<Undecided>,
    /// The models that do not have a property that was asked for.
    pub lacking: Vec<Lacking>,
}

/// The properties of a model that were not requested and have no verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Undecided {
    /// The model, as the user named it.
    pub model: String,
    /// The properties.
    pub properties: Vec<String>,
}

impl Report {
    /// Returns the rows that decide the verdict and the exit code: all but premises and facts that nobody asked for.
    pub fn deciding(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.answer.decides())
    }

    /// Returns the verdict on all rows together. If an answer is needed and no row decides it, nothing was shown.
    pub fn verdict(&self) -> Verdict {
        let none = if self.needs_answer { Verdict::Unknown(Reason::Empty) } else { Verdict::Holds };
        self.deciding().map(|row| row.answer.verdict).reduce(Verdict::and).unwrap_or(none)
    }

    /// Returns the exit status of all rows and faults together.
    pub fn exit_status(&self) -> ExitStatus {
        let faults = if self.faults.is_empty() { ExitStatus::Fine } else { ExitStatus::Refused };
        let is_empty = self.needs_answer && self.deciding().next().is_none();
        let none = if is_empty { ExitStatus::Open } else { ExitStatus::Fine };
        self.rows.iter().map(|row| row.answer.exit_status()).fold(none.max(faults), ExitStatus::max)
    }

    /// Returns the exit code of a run with the exit status `exit_status`.
    pub fn exit_code(&self, exit_status: ExitStatus) -> u8 {
        match exit_status {
            ExitStatus::Failed | ExitStatus::Open if self.exit_zero => ExitStatus::Fine.exit_code(),
            exit_status => exit_status.exit_code(),
        }
    }
}
