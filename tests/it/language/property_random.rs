//! Random properties and damaged texts.

use super::property_system::{formula, system, told, without_sites};
use crate::support::cases::seeds;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::property::{
    print_predicate, print_property, read_formula, read_monitors, read_predicate,
};
use scm_check::internals::model::component::{
    Binary, Builtin, ComponentId, Composite, ConnectorId, Definition, Expression, InteractionId,
    PlaceId, Predicate, Property, SiteId, StateVariable, Type, Unary, Value, VariableId,
};
use scm_check::internals::model::temporal::{
    BinaryOperator, Formula, PropositionId, UnaryOperator,
};

/// Random expressions that reading may give: with a variable in each operation.
struct Draw<'a> {
    numbers: Random,
    composite: &'a Composite,
}

impl Draw<'_> {
    fn site() -> SiteId {
        SiteId::from_index(0)
    }

    fn variable(&mut self, kind: Type) -> Predicate {
        let workers = [0, 1, 3, 4, 5];
        let component = ComponentId::from_index(self.numbers.choose(&workers).unwrap());
        let index = match kind {
            Type::Int => 0,
            Type::Bool => return self.truth(component),
            Type::Float => 2,
            Type::String => 3,
        };
        Expression::Variable(StateVariable::Value(component, VariableId::from_index(index)))
    }

    fn truth(&mut self, component: ComponentId) -> Predicate {
        let interactions = self.composite.interactions().len();
        Expression::Variable(match self.numbers.below(4) {
            0 => StateVariable::Value(component, VariableId::from_index(1)),
            1 => StateVariable::At(component, PlaceId::from_index(self.numbers.below(2))),
            2 => StateVariable::Fired(InteractionId::from_index(self.numbers.below(interactions))),
            _ => StateVariable::FiredAny(ConnectorId::from_index(self.numbers.below(3))),
        })
    }

    fn constant(&mut self, kind: Type) -> Predicate {
        let numbers = &mut self.numbers;
        Expression::Constant(match kind {
            Type::Int => Value::Int(numbers.choose(&[0, 1, -3, i64::MIN, i64::MAX]).unwrap()),
            Type::Bool => Value::Bool(numbers.percent(50)),
            Type::Float => Value::Float(numbers.choose(&[-0.0, 1.5, 1e300, -2e-7, 3.0]).unwrap()),
            Type::String => Value::String(numbers.choose(&["", "a \"b\\\n"]).unwrap().into()),
        })
    }

    /// An expression with a variable.
    fn expression(&mut self, kind: Type, depth: usize) -> Predicate {
        if depth == 0 || self.numbers.percent(20) {
            return self.variable(kind);
        }
        match kind {
            Type::Int | Type::Float => self.number(kind, depth - 1),
            Type::Bool => match self.numbers.below(4) {
                0 => {
                    let operand = self.expression(Type::Bool, depth - 1);
                    Expression::Unary(Unary::Not, Box::new(operand), Self::site())
                }
                1 => {
                    let operator = self.numbers.choose(&[Binary::And, Binary::Or]).unwrap();
                    self.pair(operator, Type::Bool, depth - 1)
                }
                _ => self.comparison(depth - 1),
            },
            Type::String => self.variable(kind),
        }
    }

    fn number(&mut self, kind: Type, depth: usize) -> Predicate {
        match self.numbers.below(4) {
            0 => {
                let operand = self.expression(kind, depth);
                Expression::Unary(Unary::Minus, Box::new(operand), Self::site())
            }
            1 => {
                let builtin = self.numbers.choose(&Builtin::ALL).unwrap();
                let mut operands = vec![self.expression(kind, depth)];
                if builtin.arity() == 2 {
                    operands.push(self.beside(kind, depth));
                }
                Expression::Call(builtin, operands, Self::site())
            }
            _ => {
                let operators = [
                    Binary::Add,
                    Binary::Subtract,
                    Binary::Multiply,
                    Binary::Divide,
                    Binary::Remainder,
                ];
                let count = if kind == Type::Int { 5 } else { 4 };
                let operator = operators[self.numbers.below(count)];
                self.pair(operator, kind, depth)
            }
        }
    }

    /// Two operands, one of which may be without variables or converted.
    fn pair(&mut self, operator: Binary, kind: Type, depth: usize) -> Predicate {
        let mut operands = [self.expression(kind, depth), self.beside(kind, depth)];
        if self.numbers.percent(50) {
            operands.swap(0, 1);
        }
        Expression::Binary(operator, Box::new(operands), Self::site())
    }

    fn beside(&mut self, kind: Type, depth: usize) -> Predicate {
        match self.numbers.below(4) {
            0 => self.constant(kind),
            1 if kind == Type::Float => {
                let operand = self.expression(Type::Int, depth);
                Expression::Unary(Unary::ToFloat, Box::new(operand), Self::site())
            }
            _ => self.expression(kind, depth),
        }
    }

    fn comparison(&mut self, depth: usize) -> Predicate {
        let kind = self.numbers.choose(&Type::ALL).unwrap();
        let operators = [
            Binary::Equal,
            Binary::NotEqual,
            Binary::Less,
            Binary::LessOrEqual,
            Binary::Greater,
            Binary::GreaterOrEqual,
        ];
        let count = if matches!(kind, Type::Int | Type::Float) { 6 } else { 2 };
        let operator = operators[self.numbers.below(count)];
        self.pair(operator, kind, depth)
    }

    fn formula(
        &mut self,
        depth: usize,
        predicates: &mut IndexVec<PropositionId, Predicate>,
    ) -> Formula {
        match self.numbers.below(if depth == 0 { 4 } else { 10 }) {
            0 => Formula::Constant(self.numbers.percent(50)),
            1 => Formula::Proposition(predicates.push(self.variable(Type::Bool))),
            2 | 3 => Formula::Proposition(predicates.push(self.comparison(2))),
            4..=6 => {
                let operator = self.numbers.choose(&UnaryOperator::ALL).unwrap();
                Formula::unary(operator, self.formula(depth - 1, predicates))
            }
            _ => {
                let operator = self.numbers.choose(&BinaryOperator::ALL).unwrap();
                let left = self.formula(depth - 1, predicates);
                Formula::binary(operator, left, self.formula(depth - 1, predicates))
            }
        }
    }
}

type Parts<'a> = (&'a Formula, &'a IndexVec<PropositionId, Predicate>);

fn are_equal((left, of_left): Parts<'_>, (right, of_right): Parts<'_>) -> bool {
    match (left, right) {
        (Formula::Proposition(left), Formula::Proposition(right)) => {
            without_sites(&of_left[*left]) == without_sites(&of_right[*right])
        }
        (Formula::Unary(one, left), Formula::Unary(other, right)) => {
            one == other && are_equal((left, of_left), (right, of_right))
        }
        (Formula::Binary(one, left, first), Formula::Binary(other, right, second)) => {
            one == other
                && are_equal((left, of_left), (right, of_right))
                && are_equal((first, of_left), (second, of_right))
        }
        _ => left == right,
    }
}

#[test]
fn random_formulas_are_read_as_they_are_printed() {
    let composite = system();
    for seed in seeds(100) {
        let mut draw = Draw { numbers: Random::new(seed), composite: &composite };
        let mut predicates = IndexVec::new();
        let drawn = draw.formula(6, &mut predicates);
        let definition =
            Definition::Formula { formula: drawn.clone(), predicates: predicates.clone() };
        let text = print_property(&Property { name: String::new(), definition }, &composite);
        let Definition::Formula { formula: read, predicates: found } =
            formula(&text, &composite).property.definition
        else {
            panic!("{seed}: no formula");
        };
        assert!(are_equal((&drawn, &predicates), (&read, &found)), "{seed}: {text}");
        for (id, predicate) in found.enumerate() {
            let mut before = found.iter().take(id.index());
            assert!(
                before.all(|other| without_sites(other) != without_sites(predicate)),
                "{seed}: {text} has a predicate twice"
            );
        }
    }
}

#[test]
fn random_predicates_are_read_as_they_are_printed() {
    let composite = system();
    for seed in seeds(100) {
        let mut draw = Draw { numbers: Random::new(seed), composite: &composite };
        let drawn = draw.expression(Type::Bool, 5);
        let text = print_predicate(&drawn, &composite);
        let source = Source::new("predicate", &*text);
        let reading = read_predicate(&source, &composite);
        assert!(reading.model.is_some(), "{seed}: {}", told(&source, &reading));
        let (read, _) = reading.model.unwrap();
        assert_eq!(without_sites(&read), drawn, "{seed}: {text}");
    }
}

/// Texts that use every part of the language.
const TEXTS: [&str; 4] = [
    "G(fired(c1{w1.exec,g.deliver}) -> !fired(ex12) S w1.x / 2 <= max(w2.x, -3) && X line1.ctrl@free)",
    "monitor m { state s initial accepting; state t; from s to t when w1.x % 2 == 1 || w1.busy; from s \
     to s when !(w1.x % 2 == 1 || w1.busy); from t to t; }\nmonitor n { state s accepting initial; from \
     s to s; }",
    "(w1.name == \"a\\\"b\") == (abs(w1.load - 1.5e3) < 2) R N w2@done /* a comment */ W true // end",
    "w1@done && fired(c1{*}) U fired(w1.alone) || Y O H F (G.x != 0)",
];

const PIECES: [&str; 34] = [
    "G",
    "X(",
    "U",
    "!",
    "&&",
    "||",
    "->",
    "(",
    ")",
    "{",
    "}",
    "*",
    ",",
    ";",
    ".",
    "@",
    "==",
    "<",
    "-",
    "fired(",
    "monitor",
    "state",
    "from",
    "to",
    "when",
    "w1",
    "w1.x",
    "w1@done",
    "\"",
    "/*",
    "1e999",
    "99999999999999999999",
    "é",
    "\n",
];

#[test]
fn damaged_texts_are_read_or_reported() {
    let composite = system();
    let (mut right, mut wrong) = (0, 0);
    for seed in seeds(100) {
        let mut numbers = Random::new(seed);
        let mut text = numbers.choose(&TEXTS).unwrap().to_owned();
        for _ in 0..numbers.between(0, 3) {
            let boundary = |text: &str, mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let (one, other) = (numbers.below(text.len() + 1), numbers.below(text.len() + 1));
            let start = boundary(&text, one.min(other));
            let end = boundary(&text, one.max(other).min(start + 12));
            match numbers.below(3) {
                0 => text.replace_range(start..end, ""),
                1 => text.insert_str(start, numbers.choose(&PIECES).unwrap()),
                _ => text.replace_range(start..end, numbers.choose(&PIECES).unwrap()),
            }
        }
        let source = Source::new("damaged", &*text);
        let readings = [
            read_formula(&source, &composite).map(|_| ()),
            read_predicate(&source, &composite).map(|_| ()),
            read_monitors(&source, &composite).map(|_| ()),
        ];
        for reading in readings {
            let told = told(&source, &reading);
            assert!(reading.model.is_some() || !told.is_empty(), "{seed}: {text}");
            *(if reading.model.is_some() { &mut right } else { &mut wrong }) += 1;
        }
    }
    assert!(right > 0 && wrong > right, "{right} texts are right, {wrong} are wrong");
}
