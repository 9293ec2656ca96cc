//! The verdict of a property on a witness trace, state by state.

use kernel::base::{Id as _, IndexVec};
use model::component::{
    ComponentId, Composite, Definition, Expression, Failure, InteractionId, LocalState, Property,
    StateVariable, Value,
};

use super::automaton_monitor::AutomatonMonitor;
use super::certainty::Certainty;
use super::conditions::Conditions;
use super::observer_monitor::{ObserverError, ObserverMonitor};
use crate::monitor::{Monitor, MonitorVerdict, NumberedSteps, Semantics};

/// A monitor of a property, which reads the global states of a witness trace one after the other.
///
/// Once its verdict is true or false, the later states cost nothing.
#[derive(Debug)]
pub struct PropertyMonitor {
    kind: Kind,
    conditions: Conditions,
    /// The truth of the conditions, as bits.
    letter: Vec<u64>,
    last: LastInteraction,
    /// The letters by interactions, if nothing else makes a difference to the formula.
    direct: Option<DirectSteps>,
    semantics: Semantics,
    verdict: MonitorVerdict,
    certain_at: Option<(u64, Option<InteractionId>)>,
    has_too_many_states: bool,
}

#[derive(Debug)]
enum Kind {
    Formula(Box<Monitor>),
    Automaton(AutomatonMonitor),
    Observer(Box<ObserverMonitor>),
}

/// The conditions that only ask which interaction was the last one.
#[derive(Debug)]
struct LastInteraction {
    /// All of them, as bits of the letter.
    all: Vec<u64>,
    /// For each interaction, those that it makes true: as many words each.
    by: Vec<u64>,
}

/// The steps of a monitor to which only the last interaction makes a difference.
#[derive(Debug)]
struct DirectSteps {
    /// For each interaction the number of its letter.
    letters: IndexVec<InteractionId, u32>,
    steps: NumberedSteps,
}

/// Why a monitor cannot read a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MonitorError {
    /// A predicate or an argument has no value.
    Failure(Failure),
    /// The atom that observes cannot take a transition.
    Observer(ObserverError),
}

impl From<Failure> for MonitorError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl DirectSteps {
    /// Returns the steps of a monitor whose letters have no other bits than those of `last`; `None` if it had too many
    /// states.
    fn new(
        composite: &Composite,
        monitor: &Monitor,
        last: &LastInteraction,
        words: usize,
    ) -> Option<Self> {
        let mut all: Vec<Vec<u64>> = Vec::new();
        let letters = composite.interactions().ids().map(|id| {
            let letter = &last.by[id.index() * words..][..words];
            let known = all.iter().position(|one| one == letter);
            let number = known.unwrap_or_else(|| {
                all.push(letter.to_vec());
                all.len() - 1
            });
            u32::try_from(number).expect("there are fewer letters than interactions")
        });
        let letters = letters.collect();
        Some(Self { letters, steps: monitor.numbered(all)? })
    }
}

impl LastInteraction {
    /// Takes the conditions of this form out of `expressions`: false stands for them there.
    fn new(
        composite: &Composite,
        expressions: &mut [Expression<StateVariable>],
        words: usize,
    ) -> Self {
        let mut all = vec![0; words];
        let mut by = vec![0; words * composite.interactions().len()];
        for (index, expression) in expressions.iter_mut().enumerate() {
            let Expression::Variable(
                variable @ (StateVariable::Fired(_) | StateVariable::FiredAny(_)),
            ) = *expression
            else {
                continue;
            };
            let (word, bit) = (index / 64, 1 << (index % 64));
            all[word] |= bit;
            let ids = composite.interactions().ids();
            for id in ids.filter(|&id| composite.makes_true(id, variable)) {
                by[id.index() * words + word] |= bit;
            }
            *expression = Expression::Constant(Value::Bool(false));
        }
        Self { all, by }
    }
}

impl PropertyMonitor {
    /// Starts, and reads the initial state; monitors of formulas build `max_states` states at most.
    ///
    /// # Errors
    /// If the initial state cannot be read.
    pub fn new(
        composite: &Composite,
        property: &Property,
        semantics: Semantics,
        max_states: usize,
        initial: impl Fn(ComponentId) -> LocalState,
    ) -> Result<Self, MonitorError> {
        let (kind, mut expressions): (Kind, Vec<Expression<StateVariable>>) =
            match &property.definition {
                Definition::Formula { formula, predicates } => {
                    let monitor = Monitor::new(formula, semantics, max_states);
                    (Kind::Formula(Box::new(monitor)), predicates.iter().cloned().collect())
                }
                Definition::Automaton(automaton) => {
                    let monitor = AutomatonMonitor::new(automaton);
                    (Kind::Automaton(monitor), automaton.predicates.iter().cloned().collect())
                }
                Definition::Observer(observer) => {
                    let monitor = ObserverMonitor::new(composite, observer);
                    let monitor = monitor.map_err(MonitorError::Observer)?;
                    (Kind::Observer(Box::new(monitor)), observer.arguments.clone())
                }
            };
        let is_observer = matches!(kind, Kind::Observer(_));
        let words = expressions.len().div_ceil(64).max(1);
        // An atom that observes reads values, not letters, so its arguments stay.
        let letters = if is_observer { &mut [][..] } else { &mut expressions };
        let last = LastInteraction::new(composite, letters, words);
        let is_false = |one: &Expression<_>| *one == Expression::Constant(Value::Bool(false));
        let is_only = expressions.iter().all(is_false);
        let mut monitor = Self {
            kind,
            conditions: Conditions::new(composite, &expressions, initial)?,
            letter: vec![0; words],
            last,
            direct: None,
            semantics,
            verdict: MonitorVerdict::CurrentlyFalse,
            certain_at: None,
            has_too_many_states: false,
        };
        if !is_observer {
            for (index, value) in monitor.conditions.values().iter().enumerate() {
                monitor.letter[index / 64] |= u64::from(value.truth()) << (index % 64);
            }
        }
        monitor.read(0, None)?;
        if let (Kind::Formula(formula), true) = (&monitor.kind, is_only) {
            monitor.direct = DirectSteps::new(composite, formula, &monitor.last, words);
        }
        Ok(monitor)
    }

    /// Reads the global state to which an interaction has led, with its number; `changed` are the components that took
    /// part, with their states.
    ///
    /// # Errors
    /// If the state cannot be read.
    ///
    /// # Complexity
    /// Linear in the predicates that read what has changed; constant beside that where the monitor has seen the same
    /// before.
    pub fn step<'s>(
        &mut self,
        step: u64,
        interaction: InteractionId,
        changed: impl Iterator<Item = (ComponentId, &'s LocalState)>,
    ) -> Result<(), MonitorError> {
        if self.is_at_rest() { Ok(()) } else { self.read_step(step, interaction, changed) }
    }

    /// Reads a step like [`step`](Self::step), where the monitor is not at rest.
    #[inline]
    pub(super) fn read_step<'s>(
        &mut self,
        step: u64,
        interaction: InteractionId,
        changed: impl Iterator<Item = (ComponentId, &'s LocalState)>,
    ) -> Result<(), MonitorError> {
        if let (Kind::Formula(monitor), Some(direct)) = (&mut self.kind, &mut self.direct) {
            let letter = direct.letters[interaction] as usize;
            match monitor.read_numbered(&mut direct.steps, letter) {
                Ok(verdict) => self.verdict = verdict,
                Err(_) => self.has_too_many_states = true,
            }
            self.note_certain(step, Some(interaction));
            return Ok(());
        }
        let letter = &mut self.letter;
        let is_observer = matches!(self.kind, Kind::Observer(_));
        self.conditions.step(interaction, changed, |index, value| {
            if let Value::Bool(truth) = value
                && !is_observer
            {
                let bit = 1 << (index % 64);
                letter[index / 64] = letter[index / 64] & !bit | if *truth { bit } else { 0 };
            }
        })?;
        let true_now = &self.last.by[interaction.index() * self.letter.len()..];
        let bits = self.last.all.iter().zip(true_now);
        for (word, (all, true_now)) in self.letter.iter_mut().zip(bits) {
            *word = *word & !all | true_now;
        }
        self.read(step, Some(interaction))
    }

    fn read(&mut self, step: u64, interaction: Option<InteractionId>) -> Result<(), MonitorError> {
        let certainty = match &mut self.kind {
            Kind::Formula(monitor) => {
                match monitor.read(&self.letter) {
                    Ok(verdict) => self.verdict = verdict,
                    Err(_) => self.has_too_many_states = true,
                }
                None
            }
            Kind::Automaton(monitor) => Some(monitor.read(&self.letter)),
            Kind::Observer(monitor) => {
                let certainty = monitor.read(self.conditions.values());
                Some(certainty.map_err(MonitorError::Observer)?)
            }
        };
        if let Some(certainty) = certainty {
            self.verdict = match certainty {
                Certainty::Certain(true) => MonitorVerdict::True,
                Certainty::Certain(false) => MonitorVerdict::False,
                Certainty::Currently(_) if self.semantics == Semantics::Ltl3 => {
                    MonitorVerdict::Inconclusive
                }
                Certainty::Currently(true) => MonitorVerdict::CurrentlyTrue,
                Certainty::Currently(false) => MonitorVerdict::CurrentlyFalse,
            };
        }
        self.note_certain(step, interaction);
        Ok(())
    }

    /// Records the step at which the verdict is certain for the first time.
    #[inline]
    fn note_certain(&mut self, step: u64, interaction: Option<InteractionId>) {
        if self.verdict.is_certain() && !self.has_too_many_states {
            self.certain_at = Some((step, interaction));
        }
    }

    /// Returns `true` if later states change nothing: the verdict is certain, or the monitor has too many states.
    #[inline]
    pub const fn is_at_rest(&self) -> bool {
        self.certain_at.is_some() || self.has_too_many_states
    }

    /// Returns the verdict on the states read so far; `None` if the monitor has too many states.
    pub const fn verdict(&self) -> Option<MonitorVerdict> {
        if self.has_too_many_states { None } else { Some(self.verdict) }
    }

    /// Returns the number of the first state at which the verdict was certain, with the interaction that led there.
    pub const fn certain_at(&self) -> Option<(u64, Option<InteractionId>)> {
        self.certain_at
    }
}
