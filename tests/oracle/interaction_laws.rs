//! Equations between terms, as instances on given ones: those that hold, by the names of their groups,
//! and those that only look as if they did.

use super::interaction::{Operation, Term};
use model::interaction::Repetition;
use model::trace::{Action, LifelineId};
use std::collections::BTreeSet;

/// Two terms that an equation says to have the same words.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The group of the equation.
    pub law: &'static str,
    /// Its sides.
    pub left: Term,
    pub right: Term,
}

/// What an equation is instantiated with.
#[derive(Clone, Debug)]
pub struct Terms {
    pub operands: [Term; 3],
    /// A region of each coregion.
    pub regions: [BTreeSet<LifelineId>; 2],
    /// The actions of a synchronisation.
    pub actions: BTreeSet<Action>,
    /// Whether the first term may do nothing.
    pub first_may_stop: bool,
}

/// All repetitions.
pub const REPETITIONS: [Repetition; 4] =
    [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel];

/// The names of the groups.
pub const LAWS: [&str; 12] =
    ["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12"];

fn pair(operation: &Operation, left: &Term, right: &Term) -> Term {
    Term::pair(operation.clone(), left.clone(), right.clone())
}

fn repeat(repetition: Repetition, body: &Term) -> Term {
    Term::repeat(repetition, body.clone())
}

/// Whether words of the first loop of a body are words of the second.
fn is_within(inner: Repetition, outer: Repetition) -> bool {
    use Repetition::{Head, Parallel, Strict, Weak};
    inner == outer
        || matches!(
            (inner, outer),
            (Strict, Weak | Parallel | Head) | (Head, Weak | Parallel) | (Weak, Parallel)
        )
}

impl Terms {
    fn disjoint(&self) -> bool {
        self.operands[0].lifelines().is_disjoint(&self.operands[1].lifelines())
    }

    /// Whether a lifeline takes part in every letter of these terms.
    fn have_common_lifeline(terms: &[&Term]) -> bool {
        let letters: Vec<_> = terms.iter().flat_map(|term| term.letters()).collect();
        let lifelines: BTreeSet<LifelineId> =
            terms.iter().flat_map(|term| term.lifelines()).collect();
        lifelines.iter().any(|&lifeline| {
            let is_of = |action: &Action| action.lifeline == lifeline;
            letters.iter().all(|letter| letter.actions().iter().any(is_of))
        })
    }

    fn operations(&self) -> [Operation; 4] {
        let region = self.regions[0].clone();
        [Operation::Strict, Operation::Seq, Operation::Par, Operation::Coreg(region)]
    }

    /// The instances of all equations whose conditions the terms meet.
    pub fn laws(&self) -> Vec<Instance> {
        let mut found = self.operators();
        found.extend(self.shared_lifelines());
        found.extend(self.loops());
        found
    }

    /// L1 to L3, L10 and L11.
    fn operators(&self) -> Vec<Instance> {
        let [i, j, k] = &self.operands;
        let alt = &Operation::Alt;
        let sync = &Operation::Sync(self.actions.clone());
        let par = &Operation::Par;
        let mut found = Vec::new();
        let mut equal = |law, left: Term, right: Term| found.push(Instance { law, left, right });
        for f in &self.operations() {
            equal("L1", pair(f, &Term::Empty, i), i.clone());
            equal("L1", pair(f, i, &Term::Empty), i.clone());
            equal("L10", pair(alt, &pair(f, i, j), &pair(f, i, k)), pair(f, i, &pair(alt, j, k)));
            equal("L10", pair(alt, &pair(f, j, i), &pair(f, k, i)), pair(f, &pair(alt, j, k), i));
        }
        for f in self.operations().iter().chain([alt]) {
            equal("L2", pair(f, &pair(f, i, j), k), pair(f, i, &pair(f, j, k)));
        }
        for f in [par, alt] {
            equal("L3", pair(f, i, j), pair(f, j, i));
        }
        equal("L3", pair(alt, i, i), i.clone());
        if self.first_may_stop {
            equal("L3", pair(alt, &Term::Empty, i), i.clone());
        }
        equal("L11", pair(&Operation::Sync(BTreeSet::new()), i, j), pair(par, i, j));
        equal("L11", pair(sync, i, j), pair(sync, j, i));
        equal("L11", pair(sync, &pair(sync, i, j), k), pair(sync, i, &pair(sync, j, k)));
        found
    }

    /// L4, L5 and L12: what depends on who takes part in what.
    fn shared_lifelines(&self) -> Vec<Instance> {
        use Operation::{Alt, Coreg, Par, Seq, Strict};
        let [i, j, k] = &self.operands;
        let mut found = Vec::new();
        let mut equal = |law, left: Term, right: Term| found.push(Instance { law, left, right });
        let shared = &i.lifelines() & &j.lifelines();
        for region in &self.regions {
            let coregion = pair(&Coreg(region.clone()), i, j);
            let narrow = region & &shared;
            if shared.is_subset(region) {
                equal("L4", coregion.clone(), pair(&Par, i, j));
            }
            if narrow.is_empty() {
                equal("L4", coregion.clone(), pair(&Seq, i, j));
            }
            equal("L4", coregion, pair(&Coreg(narrow), i, j));
        }
        if self.disjoint() {
            equal("L5", pair(&Seq, i, j), pair(&Par, i, j));
            equal("L5", pair(&Seq, i, &pair(&Seq, j, k)), pair(&Seq, j, &pair(&Seq, i, k)));
            equal("L5", pair(&Seq, &pair(&Seq, k, i), j), pair(&Seq, &pair(&Seq, k, j), i));
            for x in [Repetition::Head, Repetition::Weak, Repetition::Parallel] {
                equal(
                    "L12",
                    repeat(x, &pair(&Alt, i, j)),
                    pair(&Par, &repeat(x, i), &repeat(x, j)),
                );
            }
        }
        if Self::have_common_lifeline(&[i, j]) {
            equal("L5", pair(&Seq, i, j), pair(&Strict, i, j));
        }
        if Self::have_common_lifeline(&[i]) {
            equal("L5", repeat(Repetition::Weak, i), repeat(Repetition::Strict, i));
            equal("L5", repeat(Repetition::Head, i), repeat(Repetition::Strict, i));
        }
        found
    }

    /// L6 to L9.
    fn loops(&self) -> Vec<Instance> {
        use Repetition::{Head, Parallel, Strict, Weak};
        let [i, j, _] = &self.operands;
        let alt = &Operation::Alt;
        let mut found = Vec::new();
        let mut equal = |law, left: Term, right: Term| found.push(Instance { law, left, right });
        for x in REPETITIONS {
            let once = repeat(x, i);
            let both = repeat(x, &pair(alt, i, j));
            equal("L6", repeat(x, &Term::Empty), Term::Empty);
            equal("L6", repeat(x, &pair(alt, &Term::Empty, i)), once.clone());
            equal("L6", pair(alt, &Term::Empty, &once), once.clone());
            equal("L6", pair(alt, i, &both), both.clone());
            equal("L8", repeat(Strict, &once), once.clone());
            equal("L9", pair(&Operation::Strict, &once, &once), once.clone());
            for inner in REPETITIONS.into_iter().filter(|&inner| x != Head && is_within(inner, x)) {
                equal("L7", repeat(x, &repeat(inner, i)), once.clone());
                equal("L7", repeat(x, &pair(alt, i, &repeat(inner, j))), both.clone());
            }
        }
        let [weak, parallel] = [repeat(Weak, i), repeat(Parallel, i)];
        equal("L8", repeat(Head, &weak), weak.clone());
        equal("L8", repeat(Head, &parallel), parallel.clone());
        equal("L8", repeat(Weak, &parallel), parallel.clone());
        equal("L9", pair(&Operation::Seq, &weak, &weak), weak);
        equal("L9", pair(&Operation::Seq, &parallel, &parallel), parallel.clone());
        equal("L9", pair(&Operation::Par, &parallel, &parallel), parallel);
        found
    }

    /// What looks like an equation and is none.
    pub fn falsehoods(&self) -> Vec<Instance> {
        use Repetition::{Head, Parallel, Strict, Weak};
        let [i, j, _] = &self.operands;
        let alt = &Operation::Alt;
        let head = repeat(Head, i);
        let mut found = Vec::new();
        let mut different =
            |law, left: Term, right: Term| found.push(Instance { law, left, right });
        different("loopH(loopS i) = loopH i", repeat(Head, &repeat(Strict, i)), head.clone());
        different("loopW(loopH i) = loopH i", repeat(Weak, &head), head.clone());
        different("loopH(loopH i) = loopH i", repeat(Head, &head), head.clone());
        different("loopH(loopW i) = loopH i", repeat(Head, &repeat(Weak, i)), head.clone());
        different("loopH(loopP i) = loopH i", repeat(Head, &repeat(Parallel, i)), head.clone());
        different(
            "seq(loopH i, loopH i) = loopH i",
            pair(&Operation::Seq, &head, &head),
            head.clone(),
        );
        different(
            "loopH i = alt(empty, seq(i, loopH i))",
            head.clone(),
            pair(alt, &Term::Empty, &pair(&Operation::Seq, i, &head)),
        );
        let strict = repeat(Strict, i);
        different(
            "seq(loopS i, loopS i) = loopS i",
            pair(&Operation::Seq, &strict, &strict),
            strict,
        );
        if self.disjoint() {
            different(
                "loopS(alt(i, j)) = par(loopS i, loopS j) where i and j share no lifeline",
                repeat(Strict, &pair(alt, i, j)),
                pair(&Operation::Par, &repeat(Strict, i), &repeat(Strict, j)),
            );
        }
        different(
            "loopH(alt(i, loopS j)) = loopH(alt(i, j))",
            repeat(Head, &pair(alt, i, &repeat(Strict, j))),
            repeat(Head, &pair(alt, i, j)),
        );
        found
    }
}

/// The names of what looks like an equation and is none.
pub const FALSEHOODS: [&str; 10] = [
    "loopW(loopH i) = loopH i",
    "loopH(loopS i) = loopH i",
    "loopH(loopH i) = loopH i",
    "loopH(loopW i) = loopH i",
    "loopH(loopP i) = loopH i",
    "seq(loopH i, loopH i) = loopH i",
    "loopH i = alt(empty, seq(i, loopH i))",
    "seq(loopS i, loopS i) = loopS i",
    "loopS(alt(i, j)) = par(loopS i, loopS j) where i and j share no lifeline",
    "loopH(alt(i, loopS j)) = loopH(alt(i, j))",
];
