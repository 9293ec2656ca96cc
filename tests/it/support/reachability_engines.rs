//! The engines of reachability and safety, behind one small interface.

use oracle::configurations::{Answer, Configuration, Exploration, Move, initial};
use scm_check::internals::check::reachability::{self, Configurations, Outcome, Premise};
use scm_check::internals::check::{membership, safety};
use scm_check::internals::kernel::base::{Control, IndexVec, Random};
use scm_check::internals::model::cfsm::{
    BadConfigurations, Direction, Label, ParticipantId, SafetyProperty, StateId, Step, System,
};
use scm_check::internals::model::generate::{RandomParameters, random};

use super::cases::with_final_states;

/// What an engine says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// No such configuration is reachable.
    Holds,
    /// One is, and this run leads to one.
    Violated {
        /// The number of sends of the run.
        sends: usize,
        /// Its steps, internal ones included.
        steps: Vec<Step>,
        /// Where it begins.
        initial: IndexVec<ParticipantId, StateId>,
    },
    /// The engine does not know.
    Unknown,
}

/// An engine that looks for a bad configuration.
pub(crate) type Engine = fn(&Subject<'_>, &BadConfigurations) -> Found;

/// A system with what all questions about it share, so that it is found out once.
pub(crate) struct Subject<'a> {
    pub(crate) premise: Premise,
    /// The configurations that the engines explore if they do, and those of the slow engine, which has a
    /// limit of its own.
    configurations: [Configurations<'a>; 2],
}

impl<'a> Subject<'a> {
    /// Asks for membership.
    pub(crate) fn of(system: &'a System) -> Self {
        let configurations = [Configurations::new(system), Configurations::new(system)];
        Self { premise: premise(system), configurations }
    }
}

/// All engines that look for a bad configuration, by name.
pub(crate) fn engines() -> Vec<(&'static str, Engine)> {
    vec![
        ("auto", |subject, bad| ask(subject, bad, reachability::Engine::Auto)),
        ("channels", |subject, bad| ask(subject, bad, reachability::Engine::Channels)),
        ("relations", |subject, bad| ask(subject, bad, reachability::Engine::Relations)),
        ("pebbles", |subject, bad| ask(subject, bad, reachability::Engine::Pebbles)),
    ]
}

/// The most states that the slow engine may store: it needs many for many channels.
const PEBBLES: u64 = 4_000;
/// The most states of any search where nothing is proved, which is more than the oracle looks at.
const UNPROVED: u64 = 5_000;

/// Asks one engine.
fn ask(subject: &Subject<'_>, bad: &BadConfigurations, engine: reachability::Engine) -> Found {
    let Subject { premise, ref configurations } = *subject;
    let configurations = &configurations[usize::from(engine == reachability::Engine::Pebbles)];
    let max_states = match (premise, engine) {
        (_, reachability::Engine::Pebbles) => Some(PEBBLES),
        (Premise::BugsOnly, _) => Some(UNPROVED),
        _ => None,
    };
    let control = Control { max_states, ..Control::unlimited() };
    found(&reachability::check_in(configurations, bad, premise, engine, &control).outcome)
}

/// What is known of a system.
pub(crate) fn premise(system: &System) -> Premise {
    premise_within(system, &Control::unlimited())
}

/// What is known of a system, as far as the limits of `control` allow.
pub(crate) fn premise_within(system: &System, control: &Control) -> Premise {
    match membership::check(system, membership::Engine::Plain, control).outcome {
        membership::Outcome::Holds(proof) => Premise::Rsc(proof),
        _ => Premise::BugsOnly,
    }
}

/// The random system of a seed, and what is known of it: four times in five it is not RSC.
pub(crate) fn beyond_rsc(seed: u64) -> (System, Premise) {
    let mut numbers = Random::new(seed);
    let any = numbers.percent(20);
    loop {
        let mut parameters = RandomParameters::draw(&mut numbers);
        if numbers.percent(10) {
            parameters.lossy_percent = 100;
        }
        let system = with_final_states(random(&parameters, numbers.bits()), seed);
        let premise = premise(&system);
        if any || premise == Premise::BugsOnly {
            return (system, premise);
        }
    }
}

pub(crate) fn found(outcome: &Outcome) -> Found {
    match outcome {
        Outcome::Holds(_) => Found::Holds,
        Outcome::Unknown(_) => Found::Unknown,
        Outcome::Violated(witness) => Found::Violated {
            sends: witness.communications(),
            steps: witness.replay().steps().iter().copied().collect(),
            initial: witness.replay().initial().control.clone(),
        },
    }
}

/// The engines that search the RSC executions, for the fewest sends: of an RSC system they know
/// everything, of others what RSC executions reach.
const OF_RSC_EXECUTIONS: [&str; 4] = ["auto", "channels", "relations", "pebbles"];

/// Whether the engine is one that searches the RSC executions.
pub(crate) fn searches_rsc_executions(engine: &str) -> bool {
    OF_RSC_EXECUTIONS.contains(&engine)
}

/// All properties that are generated from the system, by name, with what the check says.
pub(crate) fn safety(system: &System) -> Vec<(String, Found)> {
    let configurations = Configurations::new(system);
    let premise = premise(system);
    let ask = |property: SafetyProperty| {
        let proved = premise != Premise::BugsOnly && property.is_linear();
        let max_states = (!proved).then_some(UNPROVED);
        let control = Control { max_states, ..Control::unlimited() };
        let answer = safety::check_in(&configurations, property, premise, &control);
        (property.name(system), found(&answer.outcome))
    };
    SafetyProperty::all(system).into_iter().map(ask).collect()
}

/// How exact an engine has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    /// It always knows, and a run that it finds has the fewest sends.
    Exact,
    /// It searches the RSC executions first: where this is the answer for these, it finds as much.
    RscExecutions(Answer),
    /// What it says is true.
    Sound,
}

impl Claim {
    /// The most and the least sends that a run may have, beside the least of any run.
    fn bounds(self, answer: Option<Answer>) -> [usize; 2] {
        match (self, answer) {
            (Self::RscExecutions(Answer::Reachable { least, most, .. }), _) => [most, least],
            (Self::Exact, Some(Answer::Reachable { most, .. })) => [most, 0],
            _ => [usize::MAX, 0],
        }
    }
}

/// What the oracle knows, to compare with what an engine found.
pub(crate) struct Case<'a> {
    pub(crate) system: &'a System,
    /// What the oracle says, if anything.
    pub(crate) answer: Option<Answer>,
    /// Whether a configuration is one of those that are looked for, where that is known.
    pub(crate) is_hit: &'a dyn Fn(&Configuration) -> Option<bool>,
}

impl Case<'_> {
    /// Says what is wrong with what an engine found.
    pub(crate) fn objection(&self, claim: Claim, found: &Found) -> Option<String> {
        let (sends, end) = match found {
            Found::Holds => {
                return match self.answer {
                    Some(Answer::Reachable { most, .. }) => {
                        Some(format!("a run with {most} sends leads there"))
                    }
                    _ => None,
                };
            }
            Found::Unknown => {
                return match claim {
                    Claim::Exact => Some("this can be known".to_owned()),
                    Claim::RscExecutions(Answer::Reachable { most, .. }) => {
                        Some(format!("an RSC execution with {most} sends leads there"))
                    }
                    _ => None,
                };
            }
            Found::Violated { sends, steps, initial } => {
                match replay(self.system, initial, steps) {
                    Ok(end) => (*sends, end),
                    Err(why) => return Some(why),
                }
            }
        };
        let Found::Violated { steps, .. } = found else { unreachable!("it was one") };
        let counted = steps.iter().filter(|step| is_send(self.system, **step)).count();
        if sends != counted {
            return Some(format!("the run has {counted} sends, not {sends}"));
        }
        if (self.is_hit)(&end) == Some(false) {
            return Some(format!("the run leads to {end:?}, where nothing is wrong"));
        }
        let [most, least] = claim.bounds(self.answer);
        if sends > most {
            return Some(format!("{most} sends are enough"));
        }
        if sends < least {
            return Some(format!("RSC executions need at least {least} sends"));
        }
        match self.answer {
            Some(Answer::Unreachable) => Some("nothing of the kind is reachable".to_owned()),
            Some(Answer::Reachable { least, .. } | Answer::NotWithinBounds { least })
                if sends < least =>
            {
                Some(format!("at least {least} sends are needed"))
            }
            _ => None,
        }
    }
}

/// Does what a run does, and returns where it leads; or says why it is none.
pub(crate) fn replay(
    system: &System,
    start: &IndexVec<ParticipantId, StateId>,
    steps: &[Step],
) -> Result<Configuration, String> {
    let mut here = Configuration::initial(system, start.iter().copied().collect());
    if !initial(system).contains(&here) {
        return Err(format!("the run begins in {here:?}, which is not initial"));
    }
    for &step in steps {
        here = here
            .after(system, step)
            .ok_or_else(|| format!("{step:?} is impossible in {here:?}"))?;
    }
    Ok(here)
}

fn is_send(system: &System, step: Step) -> bool {
    let label = system.automata()[step.participant].transitions()[step.transition].label;
    matches!(label, Label::Action(Direction::Send, ..))
}

/// The run that the oracle itself would answer with.
pub(crate) fn run_to(exploration: &Exploration, place: usize) -> Found {
    let (initial, moves) = exploration.run_to(place);
    let step = |step: Move| match step {
        Move::Step(step) => step,
        Move::Drop(..) => panic!("no channel drops anything here"),
    };
    let sends = exploration.reached[place].sends;
    Found::Violated { sends, steps: moves.into_iter().map(step).collect(), initial }
}
