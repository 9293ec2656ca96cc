//! Conversion of the bytes of an input to a model.

use sha2::{Digest as _, Sha256};

use super::AnswerSubject;
use crate::codes;
use kernel::base::hexadecimal;
use kernel::diagnostics::{Diagnostic, Severity};
use kernel::source::{Source, Span};
use language::reading::Reading;
use language::system;
use model::evidence::Lines;

/// An input after reading.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Name of the input, as reports give it.
    pub name: String,
    /// SHA-256 digest of the bytes, in hexadecimal; `None` if they could not be read.
    pub sha256: Option<String>,
    /// Errors and warnings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// The text, or the reason for which the bytes could not be read.
    pub text: Result<Source, String>,
}

/// Returns the SHA-256 digest of bytes, in hexadecimal.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Reads a model with `read` from the bytes of an input, or records the reason for which there are no bytes.
pub fn load<M>(
    name: String,
    bytes: Result<Vec<u8>, String>,
    read: impl FnOnce(&Source) -> Reading<M>,
) -> (Loaded, Option<M>) {
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(why) => {
            return (Loaded { name, sha256: None, diagnostics: Vec::new(), text: Err(why) }, None);
        }
    };
    let sha256 = Some(sha256(&bytes));
    let source = Source::from_bytes(&*name, bytes);
    let reading = null_bytes(&source).map_or_else(|| read(&source), Reading::refused);
    let Reading { diagnostics, model } = reading;
    (Loaded { name, sha256, diagnostics, text: Ok(source) }, model)
}

/// Returns one diagnostic for all zero bytes of a text, which no language allows.
fn null_bytes(source: &Source) -> Option<Diagnostic> {
    let place = source.text().find('\0').filter(|&place| u32::try_from(place + 1).is_ok())?;
    let message = if source.text()[place + 1..].contains('\0') {
        "the byte 0x00 is no part of a text; it stands at several places"
    } else {
        "the byte 0x00 is no part of a text"
    };
    let place = Span::new(place, place + 1);
    Some(
        Diagnostic::new(codes::UNREADABLE, place, message)
            .label("not understood")
            .help("delete it"),
    )
}

impl Loaded {
    /// Returns the subject of an answer about a property of the input, with the channels as written.
    pub fn subject(&self, property: &str) -> AnswerSubject {
        AnswerSubject { property: Some(property.to_owned()), ..self.whole() }
    }

    /// Returns the subject of what is said about the input as a whole.
    pub fn whole(&self) -> AnswerSubject {
        AnswerSubject { sha256: self.sha256.clone(), ..AnswerSubject::of_model(&*self.name) }
    }

    /// Returns the text, if its bytes could be read.
    pub fn source(&self) -> Option<&Source> {
        self.text.as_ref().ok()
    }

    /// Returns the reason for which there is no model: the bytes could not be read, or the number of errors.
    pub fn failure(&self) -> String {
        if let Err(why) = &self.text {
            return why.clone();
        }
        let errors =
            self.diagnostics.iter().filter(|one| one.severity() == Severity::Error).count();
        format!("{errors} {}", if errors == 1 { "error" } else { "errors" })
    }

    /// Returns the source lines of the transitions of a model in SCM.
    pub fn lines(&self, model: &system::Model) -> Lines {
        let Some(source) = self.source() else { return Lines::default() };
        let line = |span: &Span| u32::try_from(source.line_of(span.start())).ok();

        Lines {
            file: self.name.clone(),
            transitions: model
                .places
                .transitions
                .iter()
                .map(|spans| spans.iter().map(line).collect())
                .collect(),
        }
    }
}
