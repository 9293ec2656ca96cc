//! What answers about choreographies report, for programs.

use serde::Serialize;

/// What an answer about a choreography reports.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChoreographyDetails {
    /// The channels.
    pub channels: Vec<ChannelDetails>,
    /// Name of the automata that were asked instead of the projections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// What the answer rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Who is to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blame: Option<BlameDetails>,
    /// The coherence conditions that are broken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coherence: Vec<IncoherenceDetails>,
    /// The word of the choreography that the automata cannot do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// What one of the named checks found.
    #[serde(flatten)]
    pub named: Option<NamedCheckDetails>,
    /// The run of the choreography that shows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<String>,
}

/// A channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChannelDetails {
    /// Its name.
    pub name: String,
    /// `fifo` or `bag`.
    pub kind: &'static str,
}

/// Who is to blame for an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BlameDetails {
    /// The participant.
    pub participant: String,
    /// What it takes for granted.
    pub believes: Vec<OccurrenceDetails>,
    /// What the others take for granted.
    pub others: Vec<OccurrenceDetails>,
}

/// An interaction at one point of a choreography.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OccurrenceDetails {
    /// The interaction, as it is written.
    pub interaction: String,
    /// The lines on which it stands.
    pub lines: Vec<usize>,
}

/// A coherence condition that is broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IncoherenceDetails {
    /// `send`, `receive` or `no-mixed-choice`.
    pub condition: &'static str,
    /// The participant that breaks it.
    pub participant: String,
    /// The interactions that it concerns.
    pub edges: Vec<OccurrenceDetails>,
}

/// What one of the named checks found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum NamedCheckDetails {
    /// The safety property that a run violates.
    Property {
        /// Its name.
        property: String,
    },
    /// The coherence conditions that are broken.
    Broken {
        /// Their names.
        broken: Vec<&'static str>,
    },
    /// A participant that waits after the end.
    Awaited {
        /// The participant.
        participant: String,
        /// The message that it waits for.
        message: String,
    },
    /// A participant that is left out.
    LeftOut {
        /// The participant.
        participant: String,
        /// What the others do over and over.
        cycle: Vec<String>,
    },
    /// An interaction that leads from one state to two places.
    Ambiguous {
        /// Where it stands.
        edges: Vec<String>,
    },
    /// Two independent interactions that do not commute.
    Ordered {
        /// The one that comes first.
        first: String,
        /// The one that comes second.
        second: String,
    },
    /// A loop that falls apart.
    Apart {
        /// The interactions of each part.
        parts: [Vec<String>; 2],
    },
}
