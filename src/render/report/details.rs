//! What only some kinds of answers report, for programs.

use serde::Serialize;

use super::log_details::{CentralSummaryDetails, EarlyErrorDetails, LogDetails, LogSummaryDetails};
use super::{
    AcceptanceDetails, ChoreographyDetails, ConfigurationsDetails, SynthesisDetails, WordDetails,
};

/// What one kind of answer reports beside the verdict: the object `detail` of a result.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// Nothing.
    None,
    /// Of an answer about finite automata.
    Automaton(WordDetails),
    /// Of an answer about configurations.
    Configurations(ConfigurationsDetails),
    /// Of an answer about the automaton of an interaction.
    Synthesis(SynthesisDetails),
    /// Of an answer about a trace of an interaction.
    Acceptance(AcceptanceDetails),
    /// Of an answer about a choreography.
    Choreography(Box<ChoreographyDetails>),
    /// Those of a session or a multitrace.
    Log(Box<LogDetails>),
    /// Those of a session that is still open.
    EarlyError(Box<EarlyErrorDetails>),
    /// Those of all sessions of logs.
    LogSummary(Box<LogSummaryDetails>),
    /// Those of all sessions that locations found.
    CentralSummary(Box<CentralSummaryDetails>),
}

impl Details {
    /// Returns the key of the session that they are of, as a value `None` if it has none; `None` if they are of no
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
