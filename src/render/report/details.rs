//! Details of answers that depend on the kind of answer, for programs.

use serde::Serialize;
use serde_json::Value;

use super::log_details::{EarlyErrorDetails, LogDetails};

/// Details of one kind of answer besides the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// A JSON object, which only programs read; `null` if there are no details.
    Fields(Value),
    /// Details of a session or a multitrace.
    Log(Box<LogDetails>),
    /// Details of a session that is still open.
    EarlyError(Box<EarlyErrorDetails>),
}

impl Details {
    /// Returns a word of the details of an answer.
    pub(super) fn word(&self, name: &str) -> Option<&str> {
        match self {
            Self::Fields(fields) => fields[name].as_str(),
            Self::Log(_) | Self::EarlyError(_) => None,
        }
    }

    /// Returns the key of the session of these details: `Some(None)` if the session has no key, `None` if there is no
    /// session.
    pub fn session(&self) -> Option<Option<&str>> {
        match self {
            Self::Log(details) => details.session.as_ref().map(|it| it.session.as_deref()),
            Self::EarlyError(details) => Some(details.session.as_deref()),
            Self::Fields(_) => None,
        }
    }
}
