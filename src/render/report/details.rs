//! Details of answers that depend on the kind of answer, for programs.

use serde::Serialize;

use super::log_details::{CentralSummaryDetails, EarlyErrorDetails, LogDetails, LogSummaryDetails};
use super::{
    AcceptanceDetails, ChoreographyDetails, ConfigurationsDetails, SynthesisDetails, WordDetails,
};

/// Details of one kind of answer besides the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// No details.
    None,
    /// Details of an answer about finite automata.
    Automaton(WordDetails),
    /// Details of an answer about configurations.
    Configurations(ConfigurationsDetails),
    /// Details of an answer about the automaton of an interaction.
    Synthesis(SynthesisDetails),
    /// Details of an answer about a trace of an interaction.
    Acceptance(AcceptanceDetails),
    /// Details of an answer about a choreography.
    Choreography(Box<ChoreographyDetails>),
    /// Details of a session or a multitrace.
    Log(Box<LogDetails>),
    /// Details of a session that is still open.
    EarlyError(Box<EarlyErrorDetails>),
    /// Details of all sessions of logs.
    LogSummary(Box<LogSummaryDetails>),
    /// Details of all sessions that locations found.
    CentralSummary(Box<CentralSummaryDetails>),
}

impl Details {
    /// Returns the key of the session of these details: `Some(None)` if the session has no key, `None` if there is no
    /// session.
    pub fn session(&self) -> Option<Option<&str>> {
        match self {
            Self::Log(details) => details.session.as_ref().map(|it| it.session.as_deref()),
            Self::EarlyError(details) => Some(details.session.as_deref()),
            Self::None
            | Self::Configurations(_)
            | Self::Synthesis(_)
            | Self::Acceptance(_)
            | Self::Automaton(_)
            | Self::Choreography(_)
            | Self::LogSummary(_)
            | Self::CentralSummary(_) => None,
        }
    }
}
