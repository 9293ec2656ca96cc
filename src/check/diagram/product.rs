//! The configurations of a system together with what the diagram says of the run so far.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::configurations::{ConfigurationScratch, ConfigurationSpace, PackedConfiguration};
use kernel::base::{Control, Limit};
use kernel::transition_system::TransitionSystem;
use model::cfsm::{Step, System};
use model::interaction::{BeginningId, Beginnings};

/// Maximum number of terms that are made of what is left of a diagram after the runs.
const TERMS: usize = 400_000;

/// A configuration, and what may come in the diagram; `None` if no word begins like the run.
pub(super) type Pair = (PackedConfiguration, Option<BeginningId>);

/// The runs of a system, read by a diagram. A run that is the beginning of no word ends there.
#[derive(Debug)]
pub(super) struct ReadRuns<'a> {
    space: ConfigurationSpace<'a>,
    beginnings: Mutex<Beginnings>,
    /// The limit that was reached while a step was read.
    cut: Mutex<Option<Limit>>,
    control: &'a Control,
}

impl<'a> ReadRuns<'a> {
    /// Returns the runs of `system`, read by `beginnings`.
    pub(super) fn new(system: &'a System, beginnings: Beginnings, control: &'a Control) -> Self {
        let space = ConfigurationSpace::new(system);
        Self { space, beginnings: Mutex::new(beginnings), cut: Mutex::new(None), control }
    }

    fn beginnings(&self) -> MutexGuard<'_, Beginnings> {
        self.beginnings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the limit that was reached while a step was read.
    pub(super) fn cut(&self) -> Option<Limit> {
        *self.cut.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stop(&self, limit: Limit) {
        *self.cut.lock().unwrap_or_else(PoisonError::into_inner) = Some(limit);
    }

    /// Returns `true` if the run is a whole word, and all channels are empty.
    pub(super) fn is_complete(&self, (configuration, at): Pair) -> bool {
        !configuration.has_messages() && at.is_some_and(|at| self.beginnings().is_word(at))
    }
}

impl TransitionSystem for ReadRuns<'_> {
    type State = Pair;
    type Label = Step;
    type Scratch = ConfigurationScratch;

    fn initial_states(&self) -> impl Iterator<Item = Pair> {
        let initial = self.beginnings().initial();
        self.space.initial_states().map(move |configuration| (configuration, Some(initial)))
    }

    fn successors(
        &self,
        &(configuration, at): &Pair,
        scratch: &mut ConfigurationScratch,
        emit: &mut impl FnMut(Step, Pair),
    ) {
        let Some(at) = at else { return };
        if self.cut().is_none() && self.beginnings().term_count() > TERMS {
            self.stop(Limit::States);
        }
        if self.cut().is_some() {
            return;
        }
        self.space.successors(&configuration, scratch, &mut |step, next| match self
            .beginnings()
            .after(at, step, self.control)
        {
            Ok(after) => emit(step, (next, after)),
            Err(limit) => self.stop(limit),
        });
    }

    fn shared_bytes(&self) -> usize {
        let read = usize::try_from(self.beginnings().bytes()).unwrap_or(usize::MAX);
        self.space.shared_bytes().saturating_add(read)
    }
}
