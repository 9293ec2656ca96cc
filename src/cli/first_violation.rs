//! The witness that a picture is about.

use std::cell::OnceCell;

use super::answers::reason;
use super::machine::machine_memory;
use super::task::{Occasion, Question, Reading, Task, WithoutBadStates, bad_states, named, safety};
use scm_check::check::membership::{self, Engine};
use scm_check::check::reachability::{self, Configurations, Outcome, Premise};
use scm_check::check::safety as properties;
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::verdict::Reason;
use scm_check::language::scm;
use scm_check::model::cfsm::System;
use scm_check::model::evidence::Witness;

/// What became of the search for a witness.
pub(crate) enum Sought {
    /// It was found.
    Witness(Box<Witness>),
    /// The property holds.
    Holds,
    /// Nobody knows, for this reason.
    Unknown(Reason),
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

/// Returns the name of the first violated property, with its witness: of whether the system is RSC, of
/// its bad states, of its safety. Where none is, the first that nobody knows of, if there is one.
pub(crate) fn first_violation(
    model: &scm::Model,
    system: &System,
    reading: Reading,
) -> Option<(String, Sought)> {
    let search = Search::of(model, system);
    let questions = [Task::rsc(reading)]
        .into_iter()
        .chain(bad_states(model, reading, None, WithoutBadStates::Fine))
        .chain(safety(model, reading).into_iter().filter(|task| task.occasion == Occasion::Asked));
    let mut open = None;
    for task in questions {
        match search.answer(&task.question) {
            found @ Sought::Witness(_) => return Some((task.property, found)),
            unknown @ Sought::Unknown(_) => {
                open.get_or_insert((task.property, unknown));
            }
            Sought::Holds | Sought::Mistaken(_) => {}
        }
    }
    open
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
        let max_bytes = machine_memory().map(|memory| memory / 4 * 3);
        let control = Control { max_bytes, ..Control::unlimited() };
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

    /// Returns the limit that kept the system from being proved RSC.
    fn came_first(&self) -> Option<Limit> {
        match self.membership() {
            membership::Outcome::Unknown(limit) => Some(*limit),
            membership::Outcome::Holds(_) | membership::Outcome::Violated(_) => None,
        }
    }

    fn answer(&self, question: &Question) -> Sought {
        let all = &self.configurations;
        let outcome = match question {
            Question::Rsc => {
                return match self.membership() {
                    membership::Outcome::Holds(_) => Sought::Holds,
                    membership::Outcome::Violated(witness) => Sought::Witness(witness.clone()),
                    membership::Outcome::Unknown(limit) => Sought::Unknown((*limit).into()),
                };
            }
            Question::NoBadStates => return Sought::Mistaken("the model has no bad states".into()),
            Question::Mistaken(why) => return Sought::Mistaken(why.clone()),
            Question::Unsupported => {
                return Sought::Mistaken("the property is one of other languages".into());
            }
            Question::Reach(index) => {
                let (bad, engine) = (&self.model.bad[*index], reachability::Engine::Auto);
                reachability::check_in(all, bad, self.premise(), engine, &self.control).outcome
            }
            Question::Safety(property) => {
                properties::check_in(all, *property, self.premise(), &self.control).outcome
            }
        };
        match outcome {
            Outcome::Holds(_) => Sought::Holds,
            Outcome::Violated(witness) => Sought::Witness(witness),
            Outcome::Unknown(gap) => Sought::Unknown(reason(gap, self.came_first())),
        }
    }
}
