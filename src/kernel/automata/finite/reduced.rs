//! Reduction of states and transitions for the same words, without determinising.

use super::refinable_partition::RefinablePartition;
use super::simulation::Simulation;
use super::{FiniteAutomaton, FiniteStateId};
use crate::base::{Control, Id as _, Limit};

impl FiniteAutomaton {
    /// Returns an automaton for the same words with at most as many states and transitions, which need not be
    /// the minimum.
    ///
    /// States that simulate each other are merged, bisimilar ones first, which takes less time; then, of two transitions from one state by one symbol, and
    /// of two initial states, the one is removed whose target is simulated by that of the other. This is
    /// repeated forwards and backwards in turn, each time on the latest automaton, until it does not change.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    ///
    /// # Complexity
    /// That of [`Simulation::compute`] on the classes of bisimilar states, for each turn; all but the last two make the
    /// automaton smaller.
    pub fn reduced(&self, control: &Control) -> Result<Self, Limit> {
        let mut current = self.trimmed();
        loop {
            let forwards = current.merged(control)?;
            let both = forwards.reversed().merged(control)?.reversed();
            if both.size() == current.size() {
                return Ok(both);
            }
            current = both;
        }
    }

    /// Returns the quotient by strong bisimilarity, the equivalence of states that agree in acceptance and
    /// whose transitions lead by the same symbols to equivalent states. Classes have the order of their first
    /// states.
    ///
    /// [`FiniteAutomaton::reduced`] yields fewer states; here each state is bisimilar to the states that it
    /// represents.
    ///
    /// A state is compared again only after the class of a target of its transitions got another number, and of the
    /// parts of a class the largest keeps the number (Jacobs and Wißmann, 2023).
    ///
    /// # Complexity
    /// `O(d m log n)`, times a logarithm, for `n` states and `m` transitions, at most `d` of which leave one state.
    #[must_use]
    pub fn bisimulation_quotient(&self) -> Self {
        let backwards = self.reversed();
        let mut classes = RefinablePartition::by(self.len(), |state| {
            self.is_accepting(FiniteStateId::from_index(state))
        });
        let mut changed: Vec<usize> = (0..self.len()).collect();
        let mut is_changed = vec![true; self.len()];
        while !changed.is_empty() {
            let steps = |state: usize| {
                let steps = self.transitions(FiniteStateId::from_index(state)).iter();
                let mut steps: Vec<_> =
                    steps.map(|&(symbol, to)| (symbol, classes.set_of(to.index()))).collect();
                steps.sort_unstable();
                steps.dedup();
                steps
            };
            // The states of a class that are not compared have the same steps: one of them stands for all.
            let mut signed: Vec<_> =
                changed.iter().map(|&state| (classes.set_of(state), steps(state), state)).collect();
            signed.sort_unstable();
            let stays: Vec<_> = signed
                .chunk_by(|one, other| one.0 == other.0)
                .map(|class| {
                    let mut others = classes.elements(class[0].0).iter();
                    others.find(|&&state| !is_changed[state]).map(|&state| steps(state))
                })
                .collect();
            let known = classes.len();
            for (class, stays) in signed.chunk_by(|one, other| one.0 == other.0).zip(stays) {
                for alike in class.chunk_by(|one, other| one.1 == other.1) {
                    if stays.as_ref() != Some(&alike[0].1) {
                        for one in alike {
                            classes.mark(one.2);
                        }
                        classes.split();
                    }
                }
            }
            for state in changed.drain(..) {
                is_changed[state] = false;
            }
            for class in known..classes.len() {
                for &state in classes.elements(class) {
                    for &(_, source) in backwards.transitions(FiniteStateId::from_index(state)) {
                        if !std::mem::replace(&mut is_changed[source.index()], true) {
                            changed.push(source.index());
                        }
                    }
                }
            }
        }
        // Classes in the order of their first states.
        let mut numbers = vec![None; classes.len()];
        let mut count = 0;
        for state in 0..self.len() {
            numbers[classes.set_of(state)].get_or_insert_with(|| {
                count += 1;
                FiniteStateId::from_index(count - 1)
            });
        }
        self.quotient(count, |state| numbers[classes.set_of(state.index())].expect("all have one"))
    }

    /// A measure that no turn increases, and that decreases with every change.
    fn size(&self) -> [usize; 4] {
        let accepting = self.states().filter(|&state| self.is_accepting(state)).count();
        [self.len(), self.transition_count(), self.initial().len(), accepting]
    }

    /// Returns the quotient by mutual simulation, found among the classes of bisimilar states, without the
    /// transitions and initial states that are redundant by simulation.
    fn merged(&self, control: &Control) -> Result<Self, Limit> {
        let whole = self.bisimulation_quotient();
        let simulation = Simulation::compute(&whole, control)?;
        let class = |state: FiniteStateId| simulation.class(state);
        let mut representatives: Vec<FiniteStateId> = Vec::new();
        for state in whole.states() {
            if class(state).index() == representatives.len() {
                representatives.push(state);
            }
        }
        let is_needed = |one: FiniteStateId, all: &[FiniteStateId]| {
            let member = |class: FiniteStateId| representatives[class.index()];
            let is_better = |&other: &FiniteStateId| {
                other != one && simulation.simulates(member(other), member(one))
            };
            !all.iter().any(is_better)
        };
        let quotient = whole.quotient(simulation.classes(), class);
        let initial = quotient.initial().iter().copied();
        let initial = initial.filter(|&state| is_needed(state, quotient.initial())).collect();
        let mut transitions = Vec::new();
        for source in quotient.states() {
            control.within(whole.len() as u64, 0)?;
            let steps = quotient.transitions(source);
            for by_symbol in steps.chunk_by(|one, two| one.0 == two.0) {
                let targets: Vec<FiniteStateId> = by_symbol.iter().map(|step| step.1).collect();
                let needed = targets.iter().filter(|&&target| is_needed(target, &targets));
                transitions.extend(needed.map(|&target| (source, by_symbol[0].0, target)));
            }
        }
        let accepting = quotient.acceptance();
        Ok(Self::new(whole.symbols(), initial, accepting, transitions).trimmed())
    }
}
