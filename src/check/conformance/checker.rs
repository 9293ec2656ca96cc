//! Multitraces against an automaton.

use super::plain::free;
use super::{Answer, Class, Procedure, Question, Specification, Stage};
use crate::kernel::base::Control;
use crate::model::trace::LocalLetterId;

/// Checks multitraces against one specification; what is found of it is kept from one to the next.
#[derive(Clone, Debug)]
pub struct Checker {
    specification: Specification,
}

impl Checker {
    /// Returns a checker of multitraces over the alphabet of `specification`.
    pub fn new(specification: Specification) -> Self {
        Self { specification }
    }

    /// Returns what multitraces are checked against.
    pub fn specification(&self) -> &Specification {
        &self.specification
    }

    /// Answers a question about a multitrace; without one, finds its class.
    ///
    /// # Panics
    /// If there are not as many traces as locations.
    pub fn check(
        &mut self,
        traces: &[Vec<LocalLetterId>],
        question: Option<Question>,
        procedure: Procedure,
        control: &Control,
    ) -> Answer {
        let _ = procedure;
        let locations = self.specification.alphabet().locations().len();
        assert_eq!(traces.len(), locations, "each location has a trace");
        let mut states = 0;
        let answer = |states, verdict, class| Answer {
            verdict,
            class,
            fault: None,
            stage: Stage::Search,
            states,
        };
        let asked = question.as_ref().map_or(&Question::ALL[..], std::slice::from_ref);
        for &question in asked {
            match free(&self.specification, traces, question, control) {
                Err(limit) => return answer(states, Err(limit), None),
                Ok((true, _)) => {
                    return answer(states, Ok(question == asked[0]), Some(question.class()));
                }
                Ok((false, stored)) => states += stored,
            }
        }
        answer(states, Ok(false), (asked.len() > 1).then_some(Class::Fail))
    }
}
