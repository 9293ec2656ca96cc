//! Random expressions and statements over few variables, whose values stay small.

use crate::component::{Binary, Expression, SiteId, Statement, Unary, Value};
use kernel::base::{Id as _, Random};

/// Assigned integers are remainders by this number, so that their absolute values are smaller.
const MODULUS: i64 = 3;

/// Variables by their types.
#[derive(Clone, Debug)]
pub(super) struct Scope<V> {
    pub(super) integers: Vec<V>,
    pub(super) truths: Vec<V>,
}

impl<V: Copy> Scope<V> {
    /// Returns the scope of these variables, each with one value of its type.
    pub(super) fn new(variables: impl IntoIterator<Item = (V, Value)>) -> Self {
        let mut scope = Self { integers: Vec::new(), truths: Vec::new() };
        for (variable, value) in variables {
            match value {
                Value::Bool(_) => scope.truths.push(variable),
                _ => scope.integers.push(variable),
            }
        }
        scope
    }

    /// Returns the variables of both scopes.
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.integers.extend(&other.integers);
        self.truths.extend(&other.truths);
        self
    }
}

/// Draws expressions and statements.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) numbers: Random,
    /// Percentage of integers that are divided by a variable, which may be zero.
    fault_percent: usize,
    /// The number of places of operations so far.
    sites: usize,
}

impl Terms {
    pub(super) fn new(seed: u64, fault_percent: usize) -> Self {
        Self { numbers: Random::new(seed), fault_percent, sites: 0 }
    }

    /// Returns `true` if a fault is to be made possible here.
    pub(super) fn is_faulty(&mut self) -> bool {
        self.numbers.percent(self.fault_percent)
    }

    fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId::from_index(self.sites - 1)
    }

    fn binary<V>(
        &mut self,
        operator: Binary,
        left: Expression<V>,
        right: Expression<V>,
    ) -> Expression<V> {
        Expression::Binary(operator, Box::new([left, right]), self.site())
    }

    fn constant<V>(&mut self) -> Expression<V> {
        Expression::Constant(Value::Int(i64::from(self.numbers.percent(60))))
    }

    /// Draws a variable of the scope or a small constant.
    fn operand<V: Copy>(&mut self, scope: &Scope<V>) -> Expression<V> {
        match self.numbers.choose(&scope.integers) {
            Some(variable) if self.numbers.percent(70) => Expression::Variable(variable),
            _ => self.constant(),
        }
    }

    /// Draws an integer whose absolute value is less than [`MODULUS`].
    fn integer<V: Copy>(&mut self, scope: &Scope<V>) -> Expression<V> {
        let left = self.operand(scope);
        if self.is_faulty()
            && let Some(divisor) = self.numbers.choose(&scope.integers)
        {
            return self.binary(Binary::Divide, left, Expression::Variable(divisor));
        }
        match self.numbers.below(6) {
            0 | 1 => left,
            2 => {
                let parts = [self.condition(scope), left, self.operand(scope)];
                Expression::Conditional(Box::new(parts))
            }
            drawn => {
                let operators = [Binary::Add, Binary::Subtract, Binary::Multiply];
                let right = self.operand(scope);
                let result = self.binary(operators[drawn - 3], left, right);
                let modulus = Expression::Constant(Value::Int(MODULUS));
                self.binary(Binary::Remainder, result, modulus)
            }
        }
    }

    /// Draws a comparison or a variable.
    fn comparison<V: Copy>(&mut self, scope: &Scope<V>) -> Expression<V> {
        if let Some(variable) = self.numbers.choose(&scope.truths)
            && self.numbers.percent(60)
        {
            let variable = Expression::Variable(variable);
            if self.numbers.percent(30) {
                return Expression::Unary(Unary::Not, Box::new(variable), self.site());
            }
            return variable;
        }
        let Some(variable) = self.numbers.choose(&scope.integers) else {
            return Expression::Constant(Value::Bool(self.numbers.percent(80)));
        };
        let operators = [
            Binary::Equal,
            Binary::NotEqual,
            Binary::NotEqual,
            Binary::Less,
            Binary::LessOrEqual,
            Binary::GreaterOrEqual,
        ];
        let operator = operators[self.numbers.below(operators.len())];
        let right = if self.is_faulty() { self.integer(scope) } else { self.operand(scope) };
        self.binary(operator, Expression::Variable(variable), right)
    }

    /// Draws a condition.
    pub(super) fn condition<V: Copy>(&mut self, scope: &Scope<V>) -> Expression<V> {
        let first = self.comparison(scope);
        let operator = match self.numbers.below(10) {
            0 => Binary::And,
            1 | 2 => Binary::Or,
            _ => return first,
        };
        let second = self.comparison(scope);
        self.binary(operator, first, second)
    }

    /// Draws a condition in `percent` of 100 cases.
    pub(super) fn guard<V: Copy>(
        &mut self,
        scope: &Scope<V>,
        percent: usize,
    ) -> Option<Expression<V>> {
        self.numbers.percent(percent).then(|| self.condition(scope))
    }

    /// Draws one or two statements that write variables of `written`, none if there is none; sometimes `x = y;
    /// y = x;`.
    pub(super) fn statements<V: Copy + PartialEq>(
        &mut self,
        read: &Scope<V>,
        written: &Scope<V>,
    ) -> Vec<Statement<V>> {
        let mut variables = written.integers.clone();
        if variables.len() < 2 || written.truths.len() > 1 && self.numbers.percent(50) {
            variables.clone_from(&written.truths);
        }
        if variables.len() > 1 && self.numbers.percent(25) {
            let one = variables.remove(self.numbers.below(variables.len()));
            let other = variables[self.numbers.below(variables.len())];
            let assign = |to, from| Statement::Assign(to, Expression::Variable(from));
            return vec![assign(one, other), assign(other, one)];
        }
        let mut statements = self.assignment(read, written);
        if !statements.is_empty() && self.numbers.percent(20) {
            let no = self.assignment(read, written);
            statements = vec![Statement::If(self.condition(read), statements, no)];
        }
        if self.numbers.percent(40) {
            statements.extend(self.assignment(read, written));
        }
        statements
    }

    fn assignment<V: Copy>(&mut self, read: &Scope<V>, written: &Scope<V>) -> Vec<Statement<V>> {
        let variables = written.integers.len() + written.truths.len();
        if variables == 0 {
            return Vec::new();
        }
        let drawn = self.numbers.below(variables);
        vec![match written.integers.get(drawn) {
            Some(&integer) => Statement::Assign(integer, self.integer(read)),
            None => {
                let truth = written.truths[drawn - written.integers.len()];
                Statement::Assign(truth, self.condition(read))
            }
        }]
    }
}
