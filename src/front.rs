//! The front door: the text of a model, questions, answers with their words.

use std::fmt;
use std::ops::ControlFlow;

use driver::ask::{AnyAnswer, Asked, Inquiry, Listener, Questions};
use driver::system::{ChannelReading, SystemOptions};
use driver::{AnyModel, Companions, ReadingOptions, load};
use kernel::base::Control;
use kernel::diagnostics::{Colours, Diagnostic, Severity, render_all};
use kernel::source::Source;
use kernel::verdict::{Comparison, Reason, Verdict};
use language::component::{NoPackages, Packages};
use language::kinds::Kind;
use model::trace::Signature;
use render::report::{Amount, Row, RowStyle, write_row};
use render::sentences::advise_how;

/// The answer to one question about a model.
#[derive(Clone, Debug)]
pub struct Answer {
    row: Row,
}

impl Answer {
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
    let mut alone = Alone { ending: name.rsplit_once('.').map(|(_, ending)| ending) };
    let kinds = [Kind::System, Kind::Components, Kind::Choreography, Kind::Interaction];
    let (mut loaded, model) = load(name.to_owned(), Ok(text.into()), |source| {
        AnyModel::read(source, &kinds, ReadingOptions::default(), &mut alone)
    });
    let Some(model) = model else {
        loaded.diagnostics.retain(|one| one.severity() == Severity::Error);
        loaded.diagnostics.iter_mut().for_each(advise_how);
        let shown = |source| render_all(source, &loaded.diagnostics, usize::MAX, Colours::Plain);
        return Err(Refused { text: loaded.source().map_or_else(|| loaded.failure(), shown) });
    };
    let properties: Vec<String> = properties.iter().map(|&name| name.to_owned()).collect();
    let asked = Asked::new(Questions::Everything, &properties, vec![ChannelReading::AsWritten]);
    if let Some(lack) = model.subject().lacks(&asked).into_iter().next() {
        return Err(Refused { text: lack.why });
    }
    let mut answers = Answers(Vec::new());
    let mut inquiry = Inquiry {
        asked: &asked,
        host: &Control::unlimited(),
        checker: None,
        options: SystemOptions::default(),
        loaded: &loaded,
        listener: &mut answers,
    };
    // Nobody breaks off here.
    let _ = model.subject().ask(&mut inquiry);
    Ok(answers.0)
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

/// Keeps all answers.
struct Answers(Vec<Answer>);

impl Listener for Answers {
    fn hear(&mut self, answer: &AnyAnswer<'_>) -> ControlFlow<()> {
        self.0.push(Answer { row: render::row(answer, &RowStyle::explained()) });
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
