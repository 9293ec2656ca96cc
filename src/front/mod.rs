//! The front door: the text of a model, questions, answers with their words.

mod logs;

use std::fmt;
use std::ops::ControlFlow;

use driver::ask::{AnyAnswer, Asked, Inquiry, Listener, Questions, Subject};
use driver::system::{ChannelReading, SystemOptions, SystemSession};
use driver::{AnyModel, Companions, Loaded, Projected, ReadingOptions, load, projected};
use kernel::base::Control;
use kernel::diagnostics::{Colours, Diagnostic, Severity, render_all};
use kernel::source::Source;
use kernel::verdict::{Comparison, Reason, Verdict};
use language::component::{NoPackages, Packages};
use language::kinds::Kind;
use language::reading::Reading;
use language::scm::print;
use language::system::Model;
use model::cfsm::System;
use model::evidence::EvidenceRequest;
use model::trace::Signature;
use render::report::{Amount, Documents, Row, RowStyle, cause_line, write_row};
use render::sentences::advise_how;

pub use logs::conform;

/// The answer to one question about a model.
#[derive(Clone, Debug)]
pub struct Answer {
    row: Row,
    place: Place,
    certificate: Option<String>,
}

/// A place in the text of a model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The first column in characters, from 1.
    pub column: usize,
    /// The column behind the last character.
    pub end_column: usize,
}

impl Place {
    /// Returns the place of a line without the blanks around it.
    fn of_line(text: &str, line: usize) -> Self {
        let whole = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let column = 1 + whole.chars().take_while(|sign| sign.is_whitespace()).count();
        Self { line, column, end_column: column + whole.trim().chars().count() }
    }
}

impl Answer {
    /// Returns the answer of a row about a text.
    fn new(row: Row, text: &str) -> Self {
        let place = Place::of_line(text, cause_line(&row));
        Self { row, place, certificate: None }
    }

    /// Returns what was asked: `rsc`, `deadlock`, `stuck(client)`.
    pub fn property(&self) -> &str {
        self.row.property().unwrap_or_default()
    }

    /// Returns whether the property holds.
    pub fn verdict(&self) -> Verdict {
        self.row.answer.verdict
    }

    /// Returns why there is no verdict, if there is none.
    pub fn reason(&self) -> Option<Reason> {
        self.verdict().reason()
    }

    /// Returns the place of what an editor marks: the step that causes a violation, else the line that the answer is about,
    /// else the first line of the text.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the run that shows a violation as JSON, if there is one; see `scm-check explain json`.
    pub fn witness(&self) -> Option<String> {
        serde_json::to_string(self.row.evidence.witness.as_deref()?).ok()
    }

    /// Returns the certificate as JSON, if the answer is one of [`certify`] and there is one.
    pub fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }

    /// Returns whether the answer is as the model states it; `None` if it states nothing.
    pub fn is_as_expected(&self) -> Option<bool> {
        Some(self.row.comparison()? == Comparison::Met)
    }
}

/// As on one line of a report, without the run.
impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(written(&self.row, Amount::Line).trim_end())
    }
}

/// Why there are no answers: the diagnostics of a text, or a property that the model does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What is wrong, as a person reads it.
    text: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    fn new(why: impl fmt::Display) -> Self {
        Self { text: why.to_string() }
    }

    /// Returns what is wrong with a text.
    fn reading(mut loaded: Loaded) -> Self {
        loaded.diagnostics.retain(|one| one.severity() == Severity::Error);
        loaded.diagnostics.iter_mut().for_each(advise_how);
        let shown = |source| render_all(source, &loaded.diagnostics, usize::MAX, Colours::Plain);
        Self { text: loaded.source().map_or_else(|| loaded.failure(), shown) }
    }
}

/// Asks everything of a model: what it states, and what is wrong with it.
///
/// The ending of `name` says which language the text is in, else its beginning: SCM, a choreography, a sequence diagram of
/// Mermaid or PlantUML, a system of components. Nothing is read but the text.
///
/// # Complexity
/// There is no limit of time or memory but those that the engines have by themselves.
///
/// # Errors
/// If the text is no model.
pub fn check_text(name: &str, text: &str) -> Result<Vec<Answer>, Refused> {
    ask(name, text, &[])
}

/// Asks a model for properties by their names; without any for everything, as [`check_text`] does.
///
/// # Errors
/// If the text is no model, or if it has no property of one of the names.
pub fn ask(name: &str, text: &str, properties: &[&str]) -> Result<Vec<Answer>, Refused> {
    let (loaded, model) = read(name, text)?;
    answers(&loaded, model.subject(), properties, EvidenceRequest::Answer)
}

/// Asks a system for properties as [`ask`] does, and keeps why they hold, for [`confirm`].
///
/// # Complexity
/// What is kept is as large as what was searched.
///
/// # Errors
/// Those of [`ask`].
pub fn certify(name: &str, text: &str, properties: &[&str]) -> Result<Vec<Answer>, Refused> {
    let (loaded, model) = read(name, text)?;
    answers(&loaded, model.subject(), properties, EvidenceRequest::Certificate)
}

/// Asks a system that was built for properties by their names; without any for all that is wrong with it.
///
/// # Errors
/// If it has no property of one of the names.
pub fn ask_system(system: &System, properties: &[&str]) -> Result<Vec<Answer>, Refused> {
    let model = Model::of_system(system.clone());
    let (loaded, _) = load(system.name().to_owned(), Ok(Vec::new()), |_| Reading {
        diagnostics: Vec::new(),
        model: Some(()),
    });
    answers(&loaded, &model, properties, EvidenceRequest::Answer)
}

/// Returns the system of the participants of a choreography or a diagram in SCM: who follows it alone, by what it says of
/// each.
///
/// # Errors
/// If the text is no model, or has no projections.
pub fn project(name: &str, text: &str) -> Result<String, Refused> {
    let (loaded, model) = read(name, text)?;
    let control = Control::unlimited();
    let Projected { model, .. } = projected(&model, &loaded, &control).map_err(Refused::new)?;
    Ok(print(&model.system, &model.bad, &model.expectations))
}

/// Asks the independent checker whether a [witness](Answer::witness) or a [certificate](Answer::certificate) is about a text
/// in SCM and shows what it says. A certificate may rest on another one, that the system is RSC.
///
/// # Errors
/// Why it does not.
#[cfg(feature = "cli")]
pub fn confirm(evidence: &str, text: &str, rests_on: Option<&str>) -> Result<(), Refused> {
    match verify::verify(evidence.as_bytes(), text.as_bytes(), rests_on.map(str::as_bytes)) {
        verify::Verdict::Confirmed => Ok(()),
        verify::Verdict::Partial(why)
        | verify::Verdict::Rejected(why)
        | verify::Verdict::Unsupported(why) => Err(Refused { text: why }),
    }
}

/// Returns the ending of the name of a file.
fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

/// Reads a model of any kind.
fn read(name: &str, text: &str) -> Result<(Loaded, AnyModel), Refused> {
    let mut alone = Alone { ending: ending(name) };
    let kinds = [Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction];
    let (loaded, model) = load(name.to_owned(), Ok(text.into()), |source| {
        AnyModel::read(source, &kinds, ReadingOptions::default(), &mut alone)
    });
    match model {
        Some(model) => Ok((loaded, model)),
        None => Err(Refused::reading(loaded)),
    }
}

/// Answers questions about a model.
fn answers(
    loaded: &Loaded,
    subject: &dyn Subject,
    properties: &[&str],
    wanted: EvidenceRequest,
) -> Result<Vec<Answer>, Refused> {
    let properties: Vec<String> = properties.iter().map(|&name| name.to_owned()).collect();
    let asked = Asked::new(Questions::Everything, &properties, vec![ChannelReading::AsWritten]);
    if let Some(lack) = subject.lacks(&asked).into_iter().next() {
        return Err(Refused { text: lack.why });
    }
    let text = loaded.source().map_or("", |source| source.text());
    let mut answers = Answers { text, answers: Vec::new() };
    let mut inquiry = Inquiry {
        asked: &asked,
        host: &Control::unlimited(),
        checker: None,
        options: SystemOptions { wanted, ..SystemOptions::default() },
        loaded,
        listener: &mut answers,
    };
    // This listener never breaks off.
    let _ = subject.ask(&mut inquiry);
    Ok(answers.answers)
}

/// Returns an answer in words, with the replayed run of a violation step by step, or with what a proof rests on.
pub fn explain(answer: &Answer) -> String {
    written(&answer.row, Amount::Everything)
}

/// Returns a row as it stands in a report without colours.
fn written(row: &Row, amount: Amount) -> String {
    let mut output = Vec::new();
    write_row(row, amount, &mut output).expect("a vector takes all bytes");
    let text = String::from_utf8(output).expect("reports are text");
    let parts = text.split("\x1b[").enumerate();
    let plain = parts.map(|(number, part)| match part.split_once('m') {
        Some((_, rest)) if number > 0 => rest,
        _ => part,
    });
    plain.collect()
}

/// Keeps all answers about a text.
struct Answers<'t> {
    text: &'t str,
    answers: Vec<Answer>,
}

impl Listener for Answers<'_> {
    fn hear(&mut self, answer: &AnyAnswer<'_>) -> ControlFlow<()> {
        let style = RowStyle { documents: Documents::Wanted, ..RowStyle::explained() };
        self.answers.push(Answer::new(render::row(answer, &style), self.text));
        ControlFlow::Continue(())
    }

    fn end_system(&mut self, session: &SystemSession<'_>) -> ControlFlow<()> {
        for (answer, file) in session.certificate_files() {
            let mut bytes = Vec::new();
            let written = file.is_some_and(|file| file.write(&mut bytes).is_ok());
            let asked =
                self.answers.iter_mut().find(|one| one.row.answer.subject == answer.subject);
            if let (Some(asked), true, Ok(text)) = (asked, written, String::from_utf8(bytes)) {
                asked.certificate = Some(text);
            }
        }
        ControlFlow::Continue(())
    }
}

/// A text without files beside it.
struct Alone<'a> {
    ending: Option<&'a str>,
}

impl Packages for Alone<'_> {
    fn text(&mut self, path: &str) -> Result<Source, String> {
        NoPackages.text(path)
    }
}

impl Companions for Alone<'_> {
    fn ending(&self) -> Option<&str> {
        self.ending
    }

    fn signature(&mut self) -> Result<Option<Signature>, Box<Diagnostic>> {
        Ok(None)
    }

    fn left_out(&self) -> Option<&str> {
        None
    }
}
