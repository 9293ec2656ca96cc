//! Conditions and values of SCM, as far as they do not depend on variables.

use super::scm::Parser;

/// Maximum nesting of parentheses, and maximum number of signs in a row, as in the main program.
const DEPTH: usize = 256;

/// Value of a condition or number; `None` if it depends on variables or is undefined in the language.
#[derive(Clone, Copy, Debug)]
struct Known<T>(Option<T>);

/// Value of an expression.
#[derive(Clone, Copy, Debug)]
enum Value {
    Truth(Known<bool>),
    Number(Known<i128>),
}

impl Value {
    fn truth_of(truth: Option<bool>) -> Self {
        Self::Truth(Known(truth))
    }

    fn number_of(number: Option<i128>) -> Self {
        Self::Number(Known(number))
    }

    /// Returns the truth of a condition; `None` for a number.
    fn truth(self) -> Option<Known<bool>> {
        if let Self::Truth(truth) = self { Some(truth) } else { None }
    }

    /// Returns the number; `None` for a condition.
    fn number(self) -> Option<Known<i128>> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }
}

impl Parser<'_> {
    /// Reads a condition, and returns whether it holds; `None` if the text is not a condition, or its value is unknown.
    pub(super) fn condition(&mut self) -> Option<bool> {
        self.expression(0)?.truth()?.0
    }

    /// Reads the initial value of a variable or a message, which no result depends on.
    pub(super) fn value(&mut self) -> Option<()> {
        self.expression(0)?.number().map(drop)
    }

    /// Reads alternatives.
    fn expression(&mut self, depth: usize) -> Option<Value> {
        let mut value = self.conjunction(depth)?;
        while self.eat("or") {
            let (left, right) = (value.truth()?, self.conjunction(depth)?.truth()?);
            value = decided(left, right, true);
        }
        Some(value)
    }

    /// Reads a conjunction.
    fn conjunction(&mut self, depth: usize) -> Option<Value> {
        let mut value = self.negation(depth)?;
        while self.eat("and") {
            let (left, right) = (value.truth()?, self.negation(depth)?.truth()?);
            value = decided(left, right, false);
        }
        Some(value)
    }

    /// Reads a comparison, negated by each `not` before it.
    fn negation(&mut self, depth: usize) -> Option<Value> {
        let count = self.run("not")?;
        let value = self.comparison(depth)?;
        if count == 0 {
            return Some(value);
        }
        Some(Value::truth_of(value.truth()?.0.map(|truth| truth != (count % 2 == 1))))
    }

    /// Reads a sum, or a comparison of two.
    fn comparison(&mut self, depth: usize) -> Option<Value> {
        let value = self.sum(depth)?;
        let sign @ ("==" | "!=" | "<" | ">" | "<=" | ">=") = self.peek() else {
            return Some(value);
        };
        self.eat(sign);
        let both = value.number()?.0.zip(self.sum(depth)?.number()?.0);
        Some(Value::truth_of(both.map(|(left, right)| match sign {
            "==" => left == right,
            "!=" => left != right,
            "<" => left < right,
            ">" => left > right,
            "<=" => left <= right,
            _ => left >= right,
        })))
    }

    /// Reads sums and differences of products.
    fn sum(&mut self, depth: usize) -> Option<Value> {
        let mut value = self.product(depth)?;
        while let sign @ ("+" | "-") = self.peek() {
            self.eat(sign);
            let both = value.number()?.0.zip(self.product(depth)?.number()?.0);
            value = Value::number_of(both.and_then(|(left, right)| match sign {
                "+" => left.checked_add(right),
                _ => left.checked_sub(right),
            }));
        }
        Some(value)
    }

    /// Reads products, quotients and remainders.
    ///
    /// The language does not define the rounding of quotients: a quotient is known only if it is exact.
    fn product(&mut self, depth: usize) -> Option<Value> {
        let mut value = self.factor(depth)?;
        while let sign @ ("*" | "/" | "%") = self.peek() {
            self.eat(sign);
            let both = value.number()?.0.zip(self.factor(depth)?.number()?.0);
            value = Value::number_of(both.and_then(|(left, right)| match sign {
                "*" => left.checked_mul(right),
                "/" => left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0)),
                _ => left.checked_rem(right).filter(|_| left >= 0 && right > 0),
            }));
        }
        Some(value)
    }

    /// Reads a constant, a name, or an expression in parentheses, with the signs before it.
    fn factor(&mut self, depth: usize) -> Option<Value> {
        let count = self.run("-")?;
        let value = match self.peek() {
            "(" if depth < DEPTH => {
                self.eat("(");
                let value = self.expression(depth + 1)?;
                self.expect(")")?;
                value
            }
            truth @ ("true" | "false") => {
                self.eat(truth);
                Value::truth_of(Some(truth == "true"))
            }
            word if word.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
                self.eat(word);
                if word.contains('.') {
                    Value::number_of(None)
                } else {
                    Value::number_of(Some(word.parse::<u64>().ok()?.into()))
                }
            }
            _ => {
                let name = self.name()?;
                self.is_known(name).then_some(Value::number_of(None))?
            }
        };
        if count == 0 {
            return Some(value);
        }
        let negated =
            |number: i128| if count % 2 == 1 { number.checked_neg() } else { Some(number) };
        Some(Value::number_of(value.number()?.0.and_then(negated)))
    }

    /// Reads all repetitions of a word, and returns their number; `None` if there are too many.
    fn run(&mut self, word: &str) -> Option<usize> {
        (0..=DEPTH).find(|_| !self.eat(word))
    }
}

/// Returns the truth of two conditions combined, where a condition with the value `decisive` determines the result.
fn decided(Known(left): Known<bool>, Known(right): Known<bool>, decisive: bool) -> Value {
    let is_decided = left == Some(decisive) || right == Some(decisive);
    Value::truth_of(if is_decided { Some(decisive) } else { left.and(right) })
}
