//! Diagnostics.

use super::{Code, Remedy, Severity};
use crate::source::Span;

/// A span with a message.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The message; may be empty.
    pub text: String,
}

/// A change of the text that an editor can make.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fix {
    /// The part of the text to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// An error, a warning or a note about one source text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// Kind of the diagnostic.
    pub code: Code,
    /// The message: lower case, without a final period.
    pub message: String,
    /// The place of the error.
    pub primary: Label,
    /// Other places that explain the error, for instance a declaration.
    pub secondary: Vec<Label>,
    /// Advice for the user.
    pub help: Vec<String>,
    /// What the user may ask of the program instead.
    pub remedies: Vec<Remedy>,
    /// The change that the advice proposes, if it is one.
    pub fix: Option<Fix>,
    /// The severity, if it is not that of the code.
    severity: Option<Severity>,
}

/// The diagnostics of a rejected text, in the order of their places.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", messages(.0))]
pub struct Diagnostics(pub Vec<Diagnostic>);

fn messages(diagnostics: &[Diagnostic]) -> String {
    let messages: Vec<&str> = diagnostics.iter().map(|one| one.message.as_str()).collect();
    messages.join("; ")
}

impl Diagnostic {
    /// Returns a diagnostic about `span`, without labels and help.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            help: Vec::new(),
            remedies: Vec::new(),
            fix: None,
            severity: None,
        }
    }

    /// Returns the diagnostic with a message at its place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Returns the diagnostic with a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Returns the diagnostic with advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Returns the diagnostic with advice, if there is any.
    #[must_use]
    pub fn help_if(mut self, text: Option<String>) -> Self {
        self.help.extend(text);
        self
    }

    /// Returns the diagnostic with something that the user may ask of the program instead.
    #[must_use]
    pub fn remedy(mut self, remedy: Remedy) -> Self {
        self.remedies.push(remedy);
        self
    }

    /// Returns the diagnostic with a change of the text that an editor can make: what the advice says.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Returns the diagnostic of a misspelled name, with the name that was probably meant as advice and as a change.
    #[must_use]
    pub fn did_you_mean(self, name: &str) -> Self {
        let place = self.primary.span;
        self.help(format!("did you mean `{name}`?")).fix(place, name)
    }

    /// Returns the diagnostic as a warning: the user asked to skip the part of the input that is wrong.
    #[must_use]
    pub fn tolerated(mut self) -> Self {
        self.severity = Some(Severity::Warning);
        self
    }

    /// Returns the severity of the diagnostic.
    pub fn severity(&self) -> Severity {
        self.severity.unwrap_or(self.code.severity())
    }
}

impl Code {
    /// Returns a diagnostic of this kind about `span`, without labels and help.
    pub fn at(self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self, span, message)
    }
}
