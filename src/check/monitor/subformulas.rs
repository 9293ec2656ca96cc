//! A formula as its distinct subformulas, with few operators.

use fixedbitset::FixedBitSet;
use kernel::base::{Id as _, IndexVec, Interner, typed_id};
use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};

typed_id! {
    /// A subformula; its operands have smaller numbers.
    pub(super) struct SubformulaId;
}

/// A subformula. The other operators are expressed by these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Subformula {
    /// True everywhere.
    True,
    /// A proposition.
    Proposition(PropositionId),
    /// A negation.
    Not(SubformulaId),
    /// A conjunction.
    And(SubformulaId, SubformulaId),
    /// There is a next position, and the operand holds there.
    Next(SubformulaId),
    /// The right operand holds from here on at some position, and up to it the left one.
    Until(SubformulaId, SubformulaId),
    /// There is a previous position, and the operand holds there.
    Yesterday(SubformulaId),
    /// The right operand holds at some position up to here, and since then the left one.
    Since(SubformulaId, SubformulaId),
}

/// The subformulas of a formula. Equal ones are one, and so are some that are equivalent.
#[derive(Clone, Default, Debug)]
pub(super) struct Subformulas {
    interner: Interner<SubformulaId, Subformula>,
}

impl Subformulas {
    /// Returns the subformulas of `formula`, and which of them is equivalent to it. Some of them may not occur in
    /// that one.
    pub(super) fn of(formula: &Formula) -> (Self, SubformulaId) {
        let mut all = Self::default();
        let root = all.add(formula);
        (all, root)
    }

    /// Returns the subformulas by number.
    pub(super) fn items(&self) -> &IndexVec<SubformulaId, Subformula> {
        self.interner.items()
    }

    /// Returns for each subformula the set of those that occur in it, itself included.
    ///
    /// # Complexity
    /// Quadratic in the number of subformulas, counted in bits.
    pub(super) fn parts(&self) -> IndexVec<SubformulaId, FixedBitSet> {
        let mut parts: IndexVec<SubformulaId, FixedBitSet> = IndexVec::new();
        for (id, &item) in self.items().enumerate() {
            let mut own = FixedBitSet::with_capacity(self.items().len());
            own.insert(id.index());
            for operand in operands(item) {
                own.union_with(&parts[operand]);
            }
            parts.push(own);
        }
        parts
    }

    fn add(&mut self, formula: &Formula) -> SubformulaId {
        match formula {
            Formula::Constant(value) => self.constant(*value),
            Formula::Proposition(proposition) => {
                self.interner.id(&Subformula::Proposition(*proposition))
            }
            Formula::Unary(operator, operand) => {
                let operand = self.add(operand);
                self.unary(*operator, operand)
            }
            Formula::Binary(operator, left, right) => {
                let (left, right) = (self.add(left), self.add(right));
                self.binary(*operator, left, right)
            }
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: SubformulaId) -> SubformulaId {
        let everywhere = self.constant(true);
        match operator {
            UnaryOperator::Not => self.not(operand),
            UnaryOperator::Next => self.step(Subformula::Next(operand), operand),
            UnaryOperator::Yesterday => self.step(Subformula::Yesterday(operand), operand),
            UnaryOperator::WeakNext => self.dual(UnaryOperator::Next, operand),
            UnaryOperator::Finally => self.until(everywhere, operand),
            UnaryOperator::Globally => self.dual(UnaryOperator::Finally, operand),
            UnaryOperator::Once => self.since(everywhere, operand),
            UnaryOperator::Historically => self.dual(UnaryOperator::Once, operand),
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: SubformulaId,
        right: SubformulaId,
    ) -> SubformulaId {
        match operator {
            BinaryOperator::And => self.and(left, right),
            BinaryOperator::Or => self.or(left, right),
            BinaryOperator::Implies => {
                let not_left = self.not(left);
                self.or(not_left, right)
            }
            BinaryOperator::Until => self.until(left, right),
            BinaryOperator::Release => self.release(left, right),
            BinaryOperator::WeakUntil => {
                let either = self.or(left, right);
                self.release(right, either)
            }
            BinaryOperator::Since => self.since(left, right),
        }
    }

    /// Returns what holds where `operator` does not hold of the negated operand.
    fn dual(&mut self, operator: UnaryOperator, operand: SubformulaId) -> SubformulaId {
        let negated = self.not(operand);
        let other = self.unary(operator, negated);
        self.not(other)
    }

    fn constant(&mut self, value: bool) -> SubformulaId {
        let everywhere = self.interner.id(&Subformula::True);
        if value { everywhere } else { self.interner.id(&Subformula::Not(everywhere)) }
    }

    fn not(&mut self, operand: SubformulaId) -> SubformulaId {
        match self.items()[operand] {
            Subformula::Not(inner) => inner,
            _ => self.interner.id(&Subformula::Not(operand)),
        }
    }

    fn and(&mut self, left: SubformulaId, right: SubformulaId) -> SubformulaId {
        let (never, everywhere) = (self.constant(false), self.constant(true));
        let (left, right) = (left.min(right), left.max(right));
        if left == right || right == everywhere {
            left
        } else if left == everywhere {
            right
        } else if left == never || right == never || self.not(left) == right {
            never
        } else {
            self.interner.id(&Subformula::And(left, right))
        }
    }

    fn or(&mut self, left: SubformulaId, right: SubformulaId) -> SubformulaId {
        let (not_left, not_right) = (self.not(left), self.not(right));
        let neither = self.and(not_left, not_right);
        self.not(neither)
    }

    /// Returns `item`, which says that `operand` holds at a neighbouring position.
    fn step(&mut self, item: Subformula, operand: SubformulaId) -> SubformulaId {
        if operand == self.constant(false) { operand } else { self.interner.id(&item) }
    }

    fn until(&mut self, left: SubformulaId, right: SubformulaId) -> SubformulaId {
        let repeated = matches!(self.items()[right], Subformula::Until(inner, _) if inner == left);
        self.chain(Subformula::Until(left, right), left, right, repeated)
    }

    fn since(&mut self, left: SubformulaId, right: SubformulaId) -> SubformulaId {
        let repeated = matches!(self.items()[right], Subformula::Since(inner, _) if inner == left);
        self.chain(Subformula::Since(left, right), left, right, repeated)
    }

    /// Returns `item`, an [`Until`](Subformula::Until) or [`Since`](Subformula::Since) of two operands, or the right
    /// operand where it is equivalent: as where it is the same operator with the same left operand.
    fn chain(
        &mut self,
        item: Subformula,
        left: SubformulaId,
        right: SubformulaId,
        repeated: bool,
    ) -> SubformulaId {
        let (never, everywhere) = (self.constant(false), self.constant(true));
        let is_right = repeated || left == right || left == never;
        if is_right || right == never || right == everywhere {
            right
        } else {
            self.interner.id(&item)
        }
    }

    fn release(&mut self, left: SubformulaId, right: SubformulaId) -> SubformulaId {
        let (not_left, not_right) = (self.not(left), self.not(right));
        let until = self.until(not_left, not_right);
        self.not(until)
    }
}

/// Returns the operands of a subformula.
fn operands(item: Subformula) -> impl Iterator<Item = SubformulaId> {
    let pair = match item {
        Subformula::True | Subformula::Proposition(_) => [None, None],
        Subformula::Not(only) | Subformula::Next(only) | Subformula::Yesterday(only) => {
            [Some(only), None]
        }
        Subformula::And(left, right)
        | Subformula::Until(left, right)
        | Subformula::Since(left, right) => [Some(left), Some(right)],
    };
    pair.into_iter().flatten()
}
