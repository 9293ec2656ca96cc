//! The witness that a picture is about.

use std::cell::OnceCell;

use super::task::{Occasion, Question, Reading, Task, bad_states, named, safety};
use crate::check::membership::{self, Engine};
use crate::check::reachability::{self, Configurations, Outcome, Premise};
use crate::check::safety as properties;
use crate::kernel::base::{Control, Limit};
use crate::language::scm;
use crate::model::cfsm::System;
use crate::model::witness::Witness;

/// More states are not stored to find a witness.
const STATES: u64 = 20_000;

/// What became of the search for a witness.
pub(crate) enum Sought {
    /// It was found.
    Witness(Box<Witness>),
    /// The property holds, or no property is violated.
    None,
    /// Nobody knows, for this reason.
    Unknown(&'static str),
    /// There is no such property, as this sentence says.
    Mistaken(String),
}

/// Returns the witness of the property of this name.
pub(crate) fn violation_of(
    model: &scm::Model,
    system: &System,
    reading: Reading,
    name: &str,
) -> Sought {
    Search::of(model, system).answer(&named(model, reading, name).question)
}

/// Returns the witness of the first violated property: of whether the system is RSC, of its bad states,
/// of its safety.
pub(crate) fn first_violation(model: &scm::Model, system: &System, reading: Reading) -> Sought {
    let search = Search::of(model, system);
    let questions = [Task::rsc(reading)]
        .into_iter()
        .chain(bad_states(model, reading, None))
        .chain(safety(model, reading).into_iter().filter(|task| task.occasion == Occasion::Asked));
    for task in questions {
        if let found @ Sought::Witness(_) = search.answer(&task.question) {
            return found;
        }
    }
    Sought::None
}

/// A search for witnesses in one system.
struct Search<'a> {
    model: &'a scm::Model,
    system: &'a System,
    control: Control,
    configurations: Configurations<'a>,
    membership: OnceCell<membership::Outcome>,
}

impl<'a> Search<'a> {
    fn of(model: &'a scm::Model, system: &'a System) -> Self {
        let control = Control { max_states: Some(STATES), ..Control::unlimited() };
        let configurations = Configurations::of(system);
        Self { model, system, control, configurations, membership: OnceCell::new() }
    }

    fn membership(&self) -> &membership::Outcome {
        self.membership
            .get_or_init(|| membership::check(self.system, Engine::Plain, &self.control).outcome)
    }

    fn premise(&self) -> Premise {
        match self.membership() {
            membership::Outcome::Holds(proof) => Premise::Rsc(*proof),
            _ => Premise::BugsOnly,
        }
    }

    fn answer(&self, question: &Question) -> Sought {
        let outcome = match question {
            Question::Rsc => {
                return match self.membership() {
                    membership::Outcome::Holds(_) => Sought::None,
                    membership::Outcome::Violated(witness) => Sought::Witness(witness.clone()),
                    membership::Outcome::Unknown(limit) => Sought::Unknown(word(*limit)),
                };
            }
            Question::NoBadStates => return Sought::Mistaken("the model has no bad states".into()),
            Question::Mistaken(why) => return Sought::Mistaken(why.clone()),
            Question::Unsupported => {
                return Sought::Mistaken("the property is one of other languages".into());
            }
            Question::Reach(index) => {
                let bad = &self.model.bad[*index];
                let engine = reachability::Engine::Auto;
                let all = &self.configurations;
                reachability::check_in(all, bad, self.premise(), engine, &self.control).outcome
            }
            Question::Safety(property) => {
                let all = &self.configurations;
                properties::check_in(all, *property, self.premise(), &self.control).outcome
            }
        };
        match outcome {
            Outcome::Holds(_) => Sought::None,
            Outcome::Violated(witness) => Sought::Witness(witness),
            Outcome::Unknown(_) => Sought::Unknown("undecidable"),
        }
    }
}

/// Returns the word for a limit.
fn word(limit: Limit) -> &'static str {
    crate::kernel::report::Reason::from(limit).word()
}
