//! The result of reading a choreography.

use super::Structured;
use crate::reading::Expectation;
use kernel::base::IndexVec;
use kernel::source::Span;
use model::choreography::{Description, EdgeId};
use model::interaction::Interaction;

/// The model that a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The choreography as a finite automaton.
    pub description: Description,
    /// The answers that the file states in comments such as `//# expect: realisable = holds`.
    pub expectations: Vec<Expectation>,
    /// The keys and values of the lines `expect KEY VALUE` of a choreography automaton, which are kept but not
    /// checked.
    pub remarks: Vec<(String, String)>,
    /// The place of each transition in the text.
    pub edges: IndexVec<EdgeId, Span>,
    /// The term from which the automaton was built, if the language has terms.
    pub structure: Option<Structured>,
    /// The frames in which something is chosen, outer ones first, if the model is a diagram.
    pub frames: Option<Vec<ChoiceFrame>>,
    /// The diagram that the automaton was made from, if the model is one: its own words say more.
    pub diagram: Option<Box<Interaction>>,
    /// The same for a diagram whose lost messages may arrive, if it has some and they do not arrive in this one.
    pub if_lost_arrive: Option<Box<Self>>,
    /// Why the text has no finite automaton, if so: the description is empty then, and says nothing.
    pub unmade: Option<String>,
    /// What of the text changes its meaning and is read over, in a sentence: what is found about the description is not
    /// said of the text.
    pub not_followed: Option<String>,
}

impl Model {
    /// Returns `true` if the choreography was made of a diagram.
    pub fn is_diagram(&self) -> bool {
        self.frames.is_some()
    }
}

/// A frame of a diagram in which something is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceFrame {
    /// What is chosen.
    pub kind: ChoiceKind,
    /// The place of the frame.
    pub place: Span,
    /// The places of its branches.
    pub branches: Vec<Span>,
}

/// What is chosen in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceKind {
    /// Whether there is one more round.
    Loop,
    /// Whether the frame happens.
    Optional,
    /// Which branch happens.
    Alternatives,
}
