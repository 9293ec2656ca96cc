//! Conditions and values of SCM, as far as they do not depend on variables.
//!
//! An expression is read by levels of operators, from the loosest to the tightest: `or`, `and`, comparisons with `not`
//! before them, sums, products, and then factors with their signs. Conditions and numbers must not be mixed. A condition
//! that depends on a variable, or that the language does not define, is unknown, and so unsupported where it is needed.

use super::require;
use super::scm::Parser;

/// Maximum nesting of parentheses, and maximum number of signs in a row, as in the main program.
const DEPTH: usize = 256;

/// The binary operators, the loosest first.
const OPERATORS: [&[&str]; 5] =
    [&["or"], &["and"], &["==", "!=", "<", ">", "<=", ">="], &["+", "-"], &["*", "/", "%"]];

/// Value of a condition or number; `None` if it depends on variables or is undefined in the language.
struct Known<T>(Option<T>);

/// Value of an expression.
enum Value {
    Truth(Known<bool>),
    Number(Known<i128>),
}

impl Value {
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
    pub(crate) fn condition(&mut self) -> Option<bool> {
        self.expression(0, 0)?.truth()?.0
    }

    /// Reads the initial value of a variable or a message, which no result depends on.
    pub(crate) fn value(&mut self) -> Option<()> {
        self.expression(0, 0)?.number().map(drop)
    }

    /// Reads operands with the operators of a level between them, which are applied from the left.
    ///
    /// Comparisons have no chains, since they compare numbers only. They are negated by each `not` before them.
    fn expression(&mut self, depth: usize, level: usize) -> Option<Value> {
        let Some(operators) = OPERATORS.get(level) else { return self.factor(depth) };
        let negations = if operators.contains(&"==") { self.count("not")? } else { 0 };
        let mut value = self.expression(depth, level + 1)?;
        while let Some(sign) = operators.iter().find(|sign| self.eat(sign)) {
            value = connected(value, sign, self.expression(depth, level + 1)?)?;
        }
        if negations == 0 {
            return Some(value);
        }
        let Known(truth) = value.truth()?;
        Some(Value::Truth(Known(truth.map(|truth| truth == (negations % 2 == 0)))))
    }

    /// Reads a constant, a name, or an expression in parentheses, with the signs before it.
    fn factor(&mut self, depth: usize) -> Option<Value> {
        let count = self.count("-")?;
        let value = self.unsigned_factor(depth)?;
        if count == 0 {
            return Some(value);
        }
        let Known(number) = value.number()?;
        let number = if count % 2 == 1 { number.and_then(i128::checked_neg) } else { number };
        Some(Value::Number(Known(number)))
    }

    /// Reads a constant, a name, or an expression in parentheses.
    fn unsigned_factor(&mut self, depth: usize) -> Option<Value> {
        let word = self.peek();
        if word == "(" && depth < DEPTH {
            self.eat("(");
            let value = self.expression(depth + 1, 0)?;
            self.expect(")")?;
            Some(value)
        } else if word == "true" || word == "false" {
            self.eat(word);
            Some(Value::Truth(Known(Some(word == "true"))))
        } else if word.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            self.eat(word);
            let is_real = word.contains('.');
            let number = if is_real { None } else { Some(word.parse::<u64>().ok()?.into()) };
            Some(Value::Number(Known(number)))
        } else {
            let name = self.name()?;
            require(self.is_known(name))?;
            Some(Value::Number(Known(None)))
        }
    }

    /// Reads all repetitions of a word, and returns their number; `None` if there are too many.
    fn count(&mut self, word: &str) -> Option<usize> {
        let count = (0..=DEPTH).take_while(|_| self.eat(word)).count();
        require(count <= DEPTH)?;
        Some(count)
    }
}

/// Returns the value of two operands with an operator between them.
///
/// A condition is known if one side decides it.
fn connected(left: Value, sign: &str, right: Value) -> Option<Value> {
    if let "or" | "and" = sign {
        let (decisive, left, right) = (Some(sign == "or"), left.truth()?.0, right.truth()?.0);
        let is_decided = left == decisive || right == decisive;
        return Some(Value::Truth(Known(if is_decided { decisive } else { left.and(right) })));
    }
    let both = left.number()?.0.zip(right.number()?.0);
    let compared: fn(&i128, &i128) -> bool = match sign {
        "==" => i128::eq,
        "!=" => i128::ne,
        "<" => i128::lt,
        ">" => i128::gt,
        "<=" => i128::le,
        ">=" => i128::ge,
        _ => return Some(Value::Number(Known(both.and_then(|both| calculated(both, sign))))),
    };
    Some(Value::Truth(Known(both.map(|(left, right)| compared(&left, &right)))))
}

/// Returns the result of an operation on numbers; `None` if it is not defined, or too large.
///
/// The language does not define the rounding of quotients: a quotient is known only if it is exact.
fn calculated((left, right): (i128, i128), sign: &str) -> Option<i128> {
    match sign {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0)),
        _ => left.checked_rem(right).filter(|_| left >= 0 && right > 0),
    }
}
