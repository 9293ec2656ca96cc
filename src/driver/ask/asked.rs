//! Questions, who answers them, and who hears the answers.

use std::ops::ControlFlow;

use super::AnyAnswer;
use crate::choreography::LostMessages;
use crate::interaction::{AutomatonOptions, SynthesisOptions};
use crate::level::AUTOMATON;
use crate::system::{ChannelReading, SystemOptions, SystemSession};
use crate::{Checker, Host, Lack, Loaded, Role};
use kernel::verdict::Effect;
use model::cfsm::System;
use model::choreography::ChannelChoice;

/// Which questions are asked of models, unless properties are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Questions {
    /// Everything that a model states, and what is wrong with it.
    Everything,
    /// Whether a system is RSC.
    Membership,
    /// Whether the bad configurations of a system can be reached: of this specification only, if there is a number. A
    /// system without any is right if `allow_none`.
    BadStates {
        /// The number of the specification, from 1.
        only: Option<usize>,
        /// Whether there may be none.
        allow_none: bool,
    },
    /// Both of these as far as they are asked, without the answers that the model states.
    Plain {
        /// Whether the system is RSC.
        membership: bool,
        /// Whether bad configurations can be reached, and whether there may be none.
        bad_states: Option<bool>,
    },
    /// The safety properties of systems and of projections, and whether choreographies and diagrams are realisable.
    Safety,
    /// Whether a choreography, or that of a diagram, is realisable; by the literal definition if `is_strict`.
    Realisability {
        /// Whether well-formedness is asked for.
        is_strict: bool,
    },
    /// The automaton of an interaction.
    Automaton,
    /// What kind of system it is, with this many messages in each channel for families of classes; of choreographies, what
    /// conditions they meet.
    Classes {
        /// The bound.
        bound: usize,
    },
}

/// What is asked of each model of a run.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The questions.
    pub questions: Questions,
    /// The only properties that are asked for, by name; without any, those of the questions.
    pub properties: &'a [String],
    /// If it is asked besides what kind of system each is, the bound of families of classes.
    pub classes: Option<usize>,
    /// Predicates of which it is asked whether they can be reached, in systems of components.
    pub reach: &'a [String],
    /// What the texts of these predicates are called in diagnostics.
    pub reach_name: &'a str,
    /// How the channels of systems are read.
    pub readings: Vec<ChannelReading>,
    /// How the channels of choreographies are read.
    pub choices: Vec<ChannelChoice>,
    /// Whether the lost messages of diagrams may arrive.
    pub lost: LostMessages,
    /// The automata that replace the projections of choreographies, if the user gave some.
    pub against: Option<&'a System>,
    /// How the automata of interactions are made.
    pub automaton: AutomatonOptions<'a>,
}

impl<'a> Asked<'a> {
    /// Returns what is asked with channels read so, of projections as drawn, and of automata as the steps of terms make them;
    /// `properties` are the only ones, if there are any.
    ///
    /// # Panics
    /// If there is no reading.
    pub fn new(
        questions: Questions,
        properties: &'a [String],
        readings: Vec<ChannelReading>,
    ) -> Self {
        assert!(!readings.is_empty(), "channels are read in some way");
        let is_everything = matches!(questions, Questions::Everything | Questions::Safety);
        let is_asked = !is_everything || properties.iter().any(|name| name == AUTOMATON);
        Self {
            questions,
            properties,
            classes: None,
            reach: &[],
            reach_name: "predicate",
            choices: readings.iter().map(|&reading| reading.into()).collect(),
            readings,
            lost: LostMessages::default(),
            against: None,
            automaton: AutomatonOptions {
                synthesis: SynthesisOptions::default(),
                remove: &[],
                hide: &[],
                minimises_as_stated: is_everything,
                unstated: if is_asked { Role::Answer } else { Role::of_unasked(AUTOMATON) },
            },
        }
    }

    /// Returns `true` if it is asked what kind of system a model is: then any verdict is an answer.
    pub fn is_classification(&self) -> bool {
        matches!(self.questions, Questions::Classes { .. })
    }

    /// Returns the effect of the answers that models state.
    pub(super) fn effect(&self) -> Effect {
        match self.questions {
            Questions::Everything | Questions::Classes { .. } => Effect::Excuses,
            _ => Effect::Reminds,
        }
    }
}

/// Hears the answers about one model, in their order. What it cannot take it keeps for itself, and breaks off.
pub trait Listener {
    /// Returns `true` if systems are [shown](Self::show), which may take long to be made.
    fn shows_systems(&self) -> bool {
        false
    }

    /// Shows the text, and the system that the next answers are about, if there is one.
    fn show(&mut self, _system: Option<&System>) {}

    /// Hears an answer.
    fn hear(&mut self, answer: &AnyAnswer<'_>) -> ControlFlow<()>;

    /// Notifies that the questions about a system have been answered.
    fn end_system(&mut self, _session: &SystemSession<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Notifies that the questions about a system of components have been answered, but for these properties, which are
    /// only monitored.
    fn end_components(&mut self, _undecided: &[String]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Notifies of the text of a predicate that is asked for, which may have errors.
    fn read(&mut self, _loaded: &Loaded, _has_errors: bool) {}
}

/// The questions about one model, with the limits of the answers and who hears them.
pub struct Inquiry<'a> {
    /// What is asked.
    pub asked: &'a Asked<'a>,
    /// The limits.
    pub host: &'a dyn Host,
    /// The independent checker of the evidence, if there is one.
    pub checker: Option<&'a dyn Checker>,
    /// Options for questions about systems.
    pub options: SystemOptions,
    /// The text of the model.
    pub loaded: &'a Loaded,
    /// Who hears the answers.
    pub listener: &'a mut dyn Listener,
}

impl std::fmt::Debug for Inquiry<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Inquiry").field("asked", self.asked).finish_non_exhaustive()
    }
}

/// A model of which something is asked.
pub trait Subject {
    /// Returns the number of participants and of channels.
    fn size(&self, asked: &Asked<'_>) -> (usize, usize);

    /// Returns those of the properties that are asked for by name that the model does not have. There is no answer about
    /// them.
    fn lacks(&self, asked: &Asked<'_>) -> Vec<Lack>;

    /// Returns why none of the questions applies, where that is no success, with what else is known.
    fn why_unasked(&self, _loaded: &Loaded, _asked: &Asked<'_>) -> Option<String> {
        None
    }

    /// Answers the questions.
    fn ask(&self, inquiry: &mut Inquiry<'_>) -> ControlFlow<()>;
}
