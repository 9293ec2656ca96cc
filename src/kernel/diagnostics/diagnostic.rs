//! Diagnostics.

use super::{Code, Severity};
use crate::source::Span;

/// A place and what there is to say about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there; may be empty.
    pub text: String,
}

/// One thing that is wrong, or worth a look, in one source text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What is wrong: lower case, without a final period.
    pub message: String,
    /// Where it is wrong.
    pub primary: Label,
    /// Other places that explain it, a declaration for instance.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Vec<String>,
    /// How bad it is, if not as bad as others of its kind.
    severity: Option<Severity>,
}

/// What is wrong with a text that is refused, in the order of the places.
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
            severity: None,
        }
    }

    /// Returns it with something to say at its place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Returns it with another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Returns it with advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Returns it with advice, if there is any.
    #[must_use]
    pub fn help_if(mut self, text: Option<String>) -> Self {
        self.help.extend(text);
        self
    }

    /// Returns it as a warning: what is wrong is left out, as somebody asked for.
    #[must_use]
    pub fn tolerated(mut self) -> Self {
        self.severity = Some(Severity::Warning);
        self
    }

    /// Returns how bad it is.
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
