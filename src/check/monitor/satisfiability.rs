//! Whether an obligation can be met.
//!
//! A demand is an obligation that is decided as far as possible: a conjunction of literals, and constants for what
//! the past decides. Its successors are all ways to meet it by one more letter, each with what the next position must
//! be like. So each trace that meets a demand is a path through demands, and a finite path ends well where nothing has
//! to hold at the next position. An infinite path must also fulfil what each `until` promises at some time: it does
//! iff, for each `until`, infinitely many of its steps fulfil the promise or start where it is not made.
//!
//! The search is that of Couvreur ("On-the-fly verification of linear temporal logic", FM 1999): depth first, with a
//! stack of partial strongly connected components, each with the promises that its steps keep. It ends as soon as
//! one component keeps all of them.

use fixedbitset::FixedBitSet;
use kernel::base::Id as _;
use rustc_hash::FxHashMap;

use super::TooManyStates;
use super::choices::{Choice, Choices};
use super::decision_diagram::{Diagrams, NodeId, VariableId};
use super::progression::{Obligation, Progression};

/// Which continuations are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Continuations {
    /// Finite ones, the empty one included.
    Finite,
    /// Infinite ones.
    Infinite,
}

/// What is known of a demand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Knowledge {
    /// It is in the search that is under way, with this number.
    Open(usize),
    /// No continuation meets it.
    Impossible,
    /// Some continuation meets it.
    Possible,
}

/// Demands and what is known of them.
#[derive(Clone, Debug)]
pub(super) struct Satisfiability {
    continuations: Continuations,
    known: FxHashMap<Obligation, Knowledge>,
    excess: TooManyStates,
}

/// A demand on the path of the search.
struct Visit {
    number: usize,
    choices: Choices,
    /// The promises that the demand contains.
    promises: Vec<VariableId>,
}

/// A strongly connected component of what was searched so far, whose first demand is on the path.
struct Component {
    first: usize,
    /// Promises that the step into the component keeps.
    entered: FixedBitSet,
    /// Promises that steps inside the component keep.
    inside: FixedBitSet,
}

impl Satisfiability {
    /// Returns an empty table; more demands than `excess` says are an error.
    pub(super) fn new(continuations: Continuations, excess: TooManyStates) -> Self {
        Self { continuations, known: FxHashMap::default(), excess }
    }

    /// Returns `true` if some continuation meets `obligation`.
    ///
    /// # Complexity
    /// Linear in the number of demands and of their successors, which are exponentially many at worst: in the
    /// variables and in the remembered subformulas.
    pub(super) fn is_possible(
        &mut self,
        obligation: &[NodeId],
        progression: &Progression,
        diagrams: &mut Diagrams,
    ) -> Result<bool, TooManyStates> {
        let mut choices = Choices::new(obligation.to_vec());
        while let Some(choice) = choices.next(diagrams) {
            let demand = demand(choice, progression, diagrams)?;
            let found = self.search(demand, progression, diagrams);
            if found.is_err() {
                // What a search that was cut short left open is not known.
                self.known.retain(|_, knowledge| !matches!(knowledge, Knowledge::Open(_)));
            }
            if found? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn search(
        &mut self,
        start: Obligation,
        progression: &Progression,
        diagrams: &mut Diagrams,
    ) -> Result<bool, TooManyStates> {
        let mut path: Vec<Visit> = Vec::new();
        let mut open: Vec<Obligation> = Vec::new();
        let mut components: Vec<Component> = Vec::new();
        let promises = (0..progression.variables().len()).map(VariableId::from_index);
        let all: FixedBitSet = promises
            .filter(|&variable| progression.promised(variable).is_some())
            .map(VariableId::index)
            .collect();

        let mut step = Some((start, all.clone()));
        let found = loop {
            if let Some((target, kept)) = step.take() {
                match self.known.get(&target) {
                    Some(Knowledge::Impossible) => {}
                    Some(Knowledge::Possible) => break true,
                    Some(&Knowledge::Open(number)) => {
                        let inside = join(&mut components, number, kept);
                        let is_infinite = self.continuations == Continuations::Infinite;
                        if is_infinite && all.is_subset(inside) {
                            break true;
                        }
                    }
                    None => {
                        if self.known.len() >= self.excess.max_states {
                            return Err(self.excess);
                        }
                        let number = open.len();
                        self.known.insert(target.clone(), Knowledge::Open(number));
                        open.push(target);
                        let demand = &open[number];
                        if self.is_met(demand[0], diagrams) {
                            break true;
                        }
                        path.push(visit(number, demand, progression, diagrams)?);
                        let inside = FixedBitSet::new();
                        components.push(Component { first: number, entered: kept, inside });
                    }
                }
            }
            let Some(top) = path.last_mut() else { break false };
            if let Some(mut choice) = top.choices.next(diagrams) {
                let fulfilled = choice.constants.split_off(progression.places());
                let mut kept = all.clone();
                for (variable, fulfilled) in top.promises.iter().zip(fulfilled) {
                    kept.set(variable.index(), fulfilled == NodeId::TRUE);
                }
                step = Some((demand(choice, progression, diagrams)?, kept));
                continue;
            }
            let number = top.number;
            path.pop();
            if components.last().is_some_and(|component| component.first == number) {
                components.pop();
                for closed in open.drain(number..) {
                    self.known.insert(closed, Knowledge::Impossible);
                }
            }
        };
        // Each demand that is still open leads to the end of the path.
        for met in open {
            self.known.insert(met, Knowledge::Possible);
        }
        Ok(found)
    }

    /// Returns `true` if some continuation meets `demand` without a look at its successors.
    fn is_met(&self, demand: NodeId, diagrams: &Diagrams) -> bool {
        match self.continuations {
            Continuations::Finite => diagrams.value_at_zero(demand),
            Continuations::Infinite => demand == NodeId::TRUE,
        }
    }
}

/// Returns a demand on the path, with none of its successors visited.
fn visit(
    number: usize,
    demand: &Obligation,
    progression: &Progression,
    diagrams: &mut Diagrams,
) -> Result<Visit, TooManyStates> {
    let literals = diagrams.literals(demand[0]);
    let promised = literals
        .iter()
        .filter(|&&(_, value)| value)
        .filter_map(|&(variable, _)| Some((variable, progression.promised(variable)?)));
    let (promises, watched): (Vec<_>, Vec<_>) = promised.unzip();
    let choices = Choices::new(progression.step(demand, &watched, diagrams)?);
    Ok(Visit { number, choices, promises })
}

/// Returns what a choice demands of the next position; the letter that it chooses is left out.
fn demand(
    choice: Choice,
    progression: &Progression,
    diagrams: &mut Diagrams,
) -> Result<Obligation, TooManyStates> {
    let Choice { mut literals, constants: mut demand } = choice;
    literals.retain(|&(variable, _)| progression.is_later(variable));
    demand[0] = diagrams.cube(&literals)?;
    progression.forget(&mut demand, diagrams);
    Ok(demand.into())
}

/// Joins the components on a circle that a step closes, from the one with the demand `number`, to one. Returns the
/// promises that steps inside it keep, those `kept` by the step included.
fn join(components: &mut Vec<Component>, number: usize, kept: FixedBitSet) -> &FixedBitSet {
    let mut inside = kept;
    while let Some(top) = components.pop_if(|top| top.first > number) {
        inside.union_with(&top.inside);
        inside.union_with(&top.entered);
    }
    let joined = components.last_mut().expect("an open demand is in a component");
    joined.inside.union_with(&inside);
    &joined.inside
}
