//! Details of answers about choreographies, for programs.

use serde::Serialize;

/// Details of an answer about a choreography.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChoreographyDetails {
    /// The channels.
    pub channels: Vec<ChannelDetails>,
    /// Name of the automata that were checked instead of the projections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The justification of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The participant to blame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blame: Option<BlameDetails>,
    /// The coherence conditions that are broken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coherence: Vec<IncoherenceDetails>,
    /// The word of the choreography that the automata cannot perform.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The finding of a named check.
    #[serde(flatten)]
    pub named: Option<NamedCheckDetails>,
    /// The run of the choreography that is the evidence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<String>,
}

/// A channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChannelDetails {
    /// Name of the channel.
    pub name: String,
    /// `fifo` or `bag`.
    pub kind: &'static str,
}

/// The participant to blame for an execution, with the assumptions of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BlameDetails {
    /// The participant.
    pub participant: String,
    /// The assumptions of the participant.
    pub believes: Vec<OccurrenceDetails>,
    /// The assumptions of the others.
    pub others: Vec<OccurrenceDetails>,
}

/// An interaction at one point of a choreography.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OccurrenceDetails {
    /// The interaction, in the notation of the model.
    pub interaction: String,
    /// The lines that contain it.
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

/// The finding of a named check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum NamedCheckDetails {
    /// The safety property that a run violates.
    Property {
        /// Name of the property.
        property: String,
    },
    /// The coherence conditions that are broken.
    Broken {
        /// Names of the conditions.
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
        /// The interactions that the others repeat.
        cycle: Vec<String>,
    },
    /// An interaction that leads from one state to two places.
    Ambiguous {
        /// The places of the interaction.
        edges: Vec<String>,
    },
    /// Two independent interactions that do not commute.
    Ordered {
        /// The one that comes first.
        first: String,
        /// The one that comes second.
        second: String,
    },
    /// A loop with independent parts.
    Apart {
        /// The interactions of each part.
        parts: [Vec<String>; 2],
    },
}
