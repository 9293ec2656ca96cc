//! Choreographies, and the automata derived from them, as pictures.

use super::{Picture, choreography_sequence};
use crate::drawing::Extent;
use crate::system::system_graph;
use check::realisability::{Question, UnknownReason};
use driver::Loaded;
use driver::choreography::{MAX_STATES, NoRun, transition_lines, violating_run};
use kernel::base::{Control, Limit};
use kernel::verdict::Reason;
use language::choreography::Model;
use language::evidence::EvidenceSubject;
use model::cfsm::System;
use model::choreography::{
    ChannelChoice, Choreography, Projections, automaton_diagram, normal_diagram, partials_diagram,
    synchronous, synchronous_diagram,
};

/// The kind of picture of a choreography.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoreographyDrawing {
    /// The term, as a sequence diagram.
    Sequence,
    /// The automaton as it is written.
    Automaton,
    /// The minimal deterministic automaton.
    Normal,
    /// The automaton of the partial executions.
    Partials,
    /// The synchronous executions of the projections.
    Synchronous,
    /// The projections.
    Projections,
    /// An execution that violates a property.
    Violation(Question),
}

/// Reason why there is no picture of a choreography.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPicture {
    /// There is no participant.
    #[error("nothing ever happens, so there is no participant")]
    Empty,
    /// The choreography was written as an automaton.
    #[error(
        "an automaton has no structure that a sequence diagram shows; --what automaton, or \
         chor convert --to gc"
    )]
    NoStructure,
    /// The sequence diagram would be too large.
    #[error("it is nested too deep, or too long, for a sequence diagram; --what automaton")]
    TooDeep,
    /// The property of this name holds.
    #[error("{0} holds: no execution to draw")]
    Holds(&'static str),
    /// The property of this name is violated, but no execution shows it.
    #[error("{0} is violated, but no execution was found that shows it")]
    NoExecution(&'static str),
    /// The automaton cannot be made deterministic.
    #[error("to make it deterministic takes too many states")]
    NotDeterministic,
    /// The automaton is larger than allowed, or another limit was reached.
    #[error("it has more than {max_states} states; see --max-states")]
    TooLarge {
        /// The allowed number of states.
        max_states: u64,
        /// The limit that was reached.
        limit: Limit,
    },
    /// A limit was reached before an execution was found.
    #[error("a limit was reached")]
    Cut(Limit),
    /// The property of this name is undecided.
    #[error("nobody knows whether {0} is violated")]
    Undecided(&'static str),
}

impl NoPicture {
    /// Returns the reason why there is no verdict, if that is why there is no picture.
    pub fn reason(self) -> Option<Reason> {
        match self {
            Self::NotDeterministic => Some(Reason::States),
            Self::TooLarge { limit, .. } | Self::Cut(limit) => Some(limit.into()),
            Self::Undecided(_) => Some(Reason::Undecidable),
            Self::Empty
            | Self::NoStructure
            | Self::TooDeep
            | Self::Holds(_)
            | Self::NoExecution(_) => None,
        }
    }
}

/// A choreography to draw.
#[derive(Clone, Copy, Debug)]
pub struct DrawnChoreography<'a> {
    /// The input.
    pub loaded: &'a Loaded,
    /// The choreography.
    pub model: &'a Model,
    /// How its channels are read.
    pub choice: ChannelChoice,
    /// Maximum number of states of an automaton.
    pub max_states: u64,
    /// How much of a long run is shown.
    pub extent: Extent,
}

/// Returns a picture of a choreography.
///
/// # Errors
/// If the picture does not exist, or an automaton is too large.
pub fn choreography_picture(
    drawn: &DrawnChoreography<'_>,
    drawing: ChoreographyDrawing,
) -> Result<Picture, NoPicture> {
    let max_states = drawn.max_states;
    let too_large = |limit| NoPicture::TooLarge { max_states, limit };
    let automaton = match drawing {
        ChoreographyDrawing::Sequence => return drawn.sequence(),
        ChoreographyDrawing::Projections => {
            return Ok(Picture::Graph(system_graph(&drawn.local_automata()?), None));
        }
        ChoreographyDrawing::Violation(question) => return drawn.violation(question),
        ChoreographyDrawing::Automaton => automaton_diagram(&drawn.choreography()?),
        ChoreographyDrawing::Normal => normal_diagram(&drawn.choreography()?),
        ChoreographyDrawing::Partials => {
            let control = Control::unlimited();
            partials_diagram(&drawn.choreography()?, max_states, &control).map_err(too_large)?
        }
        ChoreographyDrawing::Synchronous => {
            let max_states = usize::try_from(max_states).unwrap_or(usize::MAX);
            let projections = drawn.projections()?;
            let found = synchronous(&projections, max_states);
            synchronous_diagram(&found.ok_or(too_large(Limit::States))?)
        }
    };
    Ok(Picture::of_automaton(automaton))
}

impl DrawnChoreography<'_> {
    fn choreography(&self) -> Result<Choreography, NoPicture> {
        let automaton = self.model.description.resolved(self.choice);
        Choreography::new(&automaton, MAX_STATES).ok_or(NoPicture::NotDeterministic)
    }

    /// Returns the choreography, in which something happens.
    fn nonempty(&self) -> Result<Choreography, NoPicture> {
        let choreography = self.choreography()?;
        if choreography.is_empty() { Err(NoPicture::Empty) } else { Ok(choreography) }
    }

    fn projections(&self) -> Result<Projections, NoPicture> {
        let projections = self.nonempty()?.projections_within(MAX_STATES, &Control::unlimited());
        projections.ok_or(NoPicture::NotDeterministic)
    }

    /// Returns the system of the projections with their final states.
    fn local_automata(&self) -> Result<System, NoPicture> {
        let choreography = self.nonempty()?;
        let system = choreography.implementation_with_ends(MAX_STATES, &Control::unlimited());
        system.ok_or(NoPicture::NotDeterministic)
    }

    fn sequence(&self) -> Result<Picture, NoPicture> {
        let structure = self.model.structure.as_ref().ok_or(NoPicture::NoStructure)?;
        let sequence = choreography_sequence(structure, &self.model.description);
        sequence.map(Picture::Sequence).ok_or(NoPicture::TooDeep)
    }

    /// Returns the picture of an execution that violates the property of a question.
    fn violation(&self, question: Question) -> Result<Picture, NoPicture> {
        let property = match question {
            Question::Realisable => "realisable",
            Question::WellFormed => "well-formed",
        };
        let projections = self.projections()?;
        let found = violating_run(&projections, question, &Control::unlimited());
        let witness = found.map_err(|why| match why {
            NoRun::Holds => NoPicture::Holds(property),
            NoRun::NotFound => NoPicture::NoExecution(property),
            NoRun::Unknown(UnknownReason::Limit(limit)) => NoPicture::Cut(limit),
            NoRun::Unknown(UnknownReason::Undecided) => NoPicture::Undecided(property),
        })?;
        let about = EvidenceSubject {
            property: property.to_owned(),
            channels: self.choice,
            sha256: self.loaded.sha256.clone(),
        };
        let lines = transition_lines(self.loaded, self.model, &projections);
        let name = &self.loaded.name;
        Ok(Picture::of_witness(name, &projections, &witness, about, &lines, self.extent))
    }
}
