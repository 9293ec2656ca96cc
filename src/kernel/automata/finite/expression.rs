//! Languages as regular expressions for readers.

use super::{FiniteAutomaton, FiniteStateId, SymbolId};
use crate::base::Id as _;

/// A regular expression without the empty language.
#[derive(Clone, PartialEq, Eq)]
enum Expression {
    Empty,
    Symbol(SymbolId),
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    Star(Box<Self>),
}

impl FiniteAutomaton {
    /// Returns a regular expression for the language, with the names of the symbols: `.` for what follows, `|` for
    /// alternatives, `*`, `+` and `?` behind what is repeated or may be missing, `_` for the empty word. Returns `None`
    /// for the empty language, or if the automaton has more than `max_states` states.
    ///
    /// Expressions of equal automata are equal. States are eliminated one by one, those with the fewest transitions
    /// first.
    ///
    /// # Complexity
    /// Exponential in the number of states at worst.
    pub fn expression(
        &self,
        max_states: usize,
        name: impl Fn(SymbolId) -> String,
    ) -> Option<String> {
        let useful = self.trimmed();
        if useful.is_empty() || useful.len() > max_states {
            return None;
        }
        // Between a first state and a last one.
        let (first, last) = (useful.len(), useful.len() + 1);
        let mut ways: Vec<Vec<Option<Expression>>> = vec![vec![None; last + 1]; last + 1];
        for (from, symbol, to) in useful.edges() {
            let way = &mut ways[from.index()][to.index()];
            *way = Some(either(way.take(), Expression::Symbol(symbol)));
        }
        for state in useful.states() {
            if useful.initial().contains(&state) {
                ways[first][state.index()] = Some(Expression::Empty);
            }
            if useful.is_accepting(state) {
                ways[state.index()][last] = Some(Expression::Empty);
            }
        }
        let mut left: Vec<FiniteStateId> = useful.states().collect();
        while !left.is_empty() {
            let count = |state: &FiniteStateId| {
                let at = state.index();
                let leaving = ways[at].iter().flatten().count();
                leaving * ways.iter().filter(|row| row[at].is_some()).count()
            };
            let (place, _) = left.iter().enumerate().min_by_key(|(_, state)| count(state))?;
            let at = left.remove(place).index();
            let around = ways[at][at].take().map(repeated);
            let leaving = std::mem::replace(&mut ways[at], vec![None; last + 1]);
            for row in &mut ways {
                let Some(before) = row[at].take() else { continue };
                for (to, after) in leaving.iter().enumerate() {
                    let Some(after) = after.clone() else { continue };
                    let parts = [Some(before.clone()), around.clone(), Some(after)];
                    let through = sequence(parts.into_iter().flatten());
                    row[to] = Some(either(row[to].take(), through));
                }
            }
        }
        let whole = ways[first][last].take()?;
        Some(text(&whole, &name))
    }
}

fn either(one: Option<Expression>, other: Expression) -> Expression {
    let mut parts = Vec::new();
    for part in one.into_iter().chain([other]) {
        let more = if let Expression::Choice(parts) = part { parts } else { vec![part] };
        for part in more {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    // What a repetition allows includes the empty word.
    if parts.iter().any(|part| matches!(part, Expression::Star(_))) {
        parts.retain(|part| *part != Expression::Empty);
    }
    if parts.len() == 1 { parts.remove(0) } else { Expression::Choice(parts) }
}

fn repeated(part: Expression) -> Expression {
    match part {
        Expression::Choice(parts) => {
            let parts = parts.into_iter().filter(|part| *part != Expression::Empty);
            let all = parts.reduce(|one, other| either(Some(one), other));
            Expression::Star(Box::new(all.expect("a choice has a part that is not empty")))
        }
        Expression::Empty | Expression::Star(_) => part,
        part => Expression::Star(Box::new(part)),
    }
}

fn sequence(parts: impl Iterator<Item = Expression>) -> Expression {
    let mut flat: Vec<Expression> = Vec::new();
    for part in parts {
        match part {
            Expression::Empty => {}
            Expression::Sequence(parts) => flat.extend(parts),
            part => {
                if flat.last() != Some(&part) || !matches!(part, Expression::Star(_)) {
                    flat.push(part);
                }
            }
        }
    }
    match flat.len() {
        0 => Expression::Empty,
        1 => flat.remove(0),
        _ => Expression::Sequence(flat),
    }
}

/// Returns the text; alternatives and sequences are in parentheses where something binds more strongly.
fn text(expression: &Expression, name: &impl Fn(SymbolId) -> String) -> String {
    let inner = |part: &Expression| match part {
        Expression::Choice(parts) if parts.contains(&Expression::Empty) => text(part, name),
        Expression::Choice(_) => format!("({})", text(part, name)),
        part => text(part, name),
    };
    let atom = |part: &Expression| match part {
        Expression::Sequence(_) => format!("({})", text(part, name)),
        part => inner(part),
    };
    match expression {
        Expression::Empty => "_".to_owned(),
        Expression::Symbol(symbol) => name(*symbol),
        Expression::Star(part) => format!("{}*", atom(part)),
        Expression::Choice(parts) => {
            let others: Vec<&Expression> =
                parts.iter().filter(|part| **part != Expression::Empty).collect();
            let is_optional = others.len() < parts.len();
            match others.as_slice() {
                [part] => format!("{}?", atom(part)),
                others => {
                    let parts: Vec<String> = others.iter().map(|part| text(part, name)).collect();
                    let all = parts.join("|");
                    if is_optional { format!("({all})?") } else { all }
                }
            }
        }
        Expression::Sequence(parts) => {
            let mut texts: Vec<String> = Vec::new();
            let mut rest = parts.as_slice();
            while let [part, behind @ ..] = rest {
                match behind {
                    [Expression::Star(next), others @ ..] if **next == *part => {
                        texts.push(format!("{}+", atom(part)));
                        rest = others;
                    }
                    _ => {
                        texts.push(inner(part));
                        rest = behind;
                    }
                }
            }
            texts.join(".")
        }
    }
}
