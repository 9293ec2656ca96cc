//! Properties as text, which reads back as the same property.

use std::fmt::Write as _;

use kernel::base::IndexVec;
use model::component::{
    Composite, Definition, Expression, Observer, Predicate, Property, PropertyAutomaton,
    StateVariable, Unary,
};
use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};

/// Returns the text of a property: a formula, `ATOM(PREDICATE, ..) in PLACE, ..`, or `monitor NAME { .. }` on several
/// lines without a line break at the end.
///
/// The text reads back as the same property, if its predicates are those that are read: conjunctions in a predicate
/// become conjunctions in the formula.
///
/// # Complexity
/// Linear in the size of the text.
pub fn print_property(property: &Property, composite: &Composite) -> String {
    let mut text = String::new();
    match &property.definition {
        Definition::Formula { formula, predicates } => {
            print_formula(&mut text, formula, predicates, composite, 0);
        }
        Definition::Automaton(automaton) => {
            print_automaton(&mut text, &property.name, automaton, composite);
        }
        Definition::Observer(observer) => print_observer(&mut text, observer, composite),
    }
    text
}

/// Returns the `//#` lines of a file that state a property, each with its line break.
///
/// They read back as the same property if its name is a name of the language, and not the text of a formula.
///
/// # Complexity
/// Linear in the size of the text.
pub fn print_lines(property: &Property, composite: &Composite) -> String {
    let text = print_property(property, composite);
    match &property.definition {
        Definition::Automaton(_) => format!("//# {}\n", text.replace('\n', "\n//# ")),
        _ => format!("//# property {} = {text}\n", property.name),
    }
}

/// Returns the text of a predicate, or of arithmetic over a global state.
///
/// # Complexity
/// Linear in the size of the text.
pub fn print_predicate(predicate: &Predicate, composite: &Composite) -> String {
    let mut text = String::new();
    print_expression(&mut text, predicate, composite, 0);
    text
}

/// How strongly `==` binds, by [`Binary::precedence`](model::component::Binary::precedence).
const COMPARISON: u8 = 6;
/// How strongly signs before a value bind.
const SIGN: u8 = 11;

/// Writes an expression, in parentheses where it binds weaker than `strength`.
fn print_expression(
    text: &mut String,
    expression: &Predicate,
    composite: &Composite,
    strength: u8,
) {
    let own = match expression {
        Expression::Conditional(_) => 0,
        Expression::Binary(operator, ..) => operator.precedence(),
        // Before a formula, `!` takes a whole comparison.
        Expression::Unary(Unary::Not, ..) => COMPARISON - 1,
        Expression::Unary(Unary::ToFloat, operand, _) => {
            return print_expression(text, operand, composite, strength);
        }
        Expression::Unary(..) => SIGN,
        _ => u8::MAX,
    };
    if own < strength {
        text.push('(');
        print_expression(text, expression, composite, 0);
        text.push(')');
        return;
    }
    match expression {
        Expression::Constant(value) => push(text, value),
        Expression::Variable(variable) => print_variable(text, *variable, composite),
        Expression::Unary(operator, operand, _) => {
            text.push_str(operator.sign());
            print_expression(text, operand, composite, SIGN);
        }
        Expression::Binary(operator, operands, _) => {
            print_expression(text, &operands[0], composite, own);
            push(text, format_args!(" {} ", operator.sign()));
            print_expression(text, &operands[1], composite, own + 1);
        }
        Expression::Conditional(parts) => {
            print_expression(text, &parts[0], composite, 1);
            text.push_str(" ? ");
            print_expression(text, &parts[1], composite, 1);
            text.push_str(" : ");
            print_expression(text, &parts[2], composite, 0);
        }
        Expression::Call(builtin, operands, _) => {
            print_call(text, builtin.name(), operands, composite);
        }
        Expression::Registered(function, operands) => {
            print_call(text, &composite.functions()[*function].name, operands, composite);
        }
    }
}

fn print_call(text: &mut String, name: &str, operands: &[Predicate], composite: &Composite) {
    push(text, format_args!("{name}("));
    for (index, operand) in operands.iter().enumerate() {
        text.push_str(if index == 0 { "" } else { ", " });
        print_expression(text, operand, composite, 0);
    }
    text.push(')');
}

fn print_variable(text: &mut String, variable: StateVariable, composite: &Composite) {
    match variable {
        StateVariable::Value(id, variable) => {
            let component = &composite.components()[id];
            let name = &component.atom.variables[variable].name;
            push(text, format_args!("{}.{name}", component.name));
        }
        StateVariable::At(id, place) => {
            let component = &composite.components()[id];
            push(text, format_args!("{}@{}", component.name, component.atom.places[place]));
        }
        StateVariable::Fired(interaction) => {
            push(text, format_args!("fired({})", composite.interactions()[interaction].name));
        }
        StateVariable::FiredAny(connector) => {
            push(text, format_args!("fired({}{{*}})", composite.connectors()[connector].name));
        }
    }
}

/// Writes a formula, in parentheses where it binds weaker than `strength`.
pub(super) fn print_formula(
    text: &mut String,
    formula: &Formula,
    predicates: &IndexVec<PropositionId, Predicate>,
    composite: &Composite,
    strength: u8,
) {
    match formula {
        Formula::Constant(value) => push(text, value),
        Formula::Proposition(id) => print_expression(text, &predicates[*id], composite, COMPARISON),
        Formula::Unary(operator, operand) => {
            text.push_str(letter(*operator));
            let is_short = match &**operand {
                Formula::Proposition(id) => matches!(predicates[*id], Expression::Variable(_)),
                Formula::Constant(_) => true,
                Formula::Unary(..) | Formula::Binary(..) => false,
            };
            match (operator, &**operand) {
                (UnaryOperator::Not, _) if is_short => {}
                (UnaryOperator::Not, Formula::Unary(..)) => {}
                (_, Formula::Unary(..)) => text.push(' '),
                _ => {
                    text.push('(');
                    print_formula(text, operand, predicates, composite, 0);
                    text.push(')');
                    return;
                }
            }
            print_formula(text, operand, predicates, composite, u8::MAX);
        }
        Formula::Binary(operator, left, right) => {
            let (sign, own, is_right) = infix(*operator);
            let is_inside = own < strength;
            text.push_str(if is_inside { "(" } else { "" });
            let (before, behind) = if is_right { (own + 1, own) } else { (own, own + 1) };
            print_formula(text, left, predicates, composite, before);
            push(text, format_args!(" {sign} "));
            print_formula(text, right, predicates, composite, behind);
            text.push_str(if is_inside { ")" } else { "" });
        }
    }
}

const fn letter(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Not => "!",
        UnaryOperator::Next => "X",
        UnaryOperator::WeakNext => "N",
        UnaryOperator::Finally => "F",
        UnaryOperator::Globally => "G",
        UnaryOperator::Yesterday => "Y",
        UnaryOperator::Once => "O",
        UnaryOperator::Historically => "H",
    }
}

/// Returns the sign, how strongly the operator binds, and whether it takes the longest right operand.
const fn infix(operator: BinaryOperator) -> (&'static str, u8, bool) {
    match operator {
        BinaryOperator::Implies => ("->", 1, true),
        BinaryOperator::Or => ("||", 2, false),
        BinaryOperator::And => ("&&", 3, false),
        BinaryOperator::Until => ("U", 4, true),
        BinaryOperator::Release => ("R", 4, true),
        BinaryOperator::WeakUntil => ("W", 4, true),
        BinaryOperator::Since => ("S", 4, true),
    }
}

fn print_automaton(
    text: &mut String,
    name: &str,
    automaton: &PropertyAutomaton,
    composite: &Composite,
) {
    push(text, format_args!("monitor {name} {{\n"));
    for (id, (state, accepts)) in automaton.states.enumerate() {
        let initial = if id == automaton.initial { " initial" } else { "" };
        let accepting = if *accepts { " accepting" } else { "" };
        push(text, format_args!("    state {state}{initial}{accepting};\n"));
    }
    for (from, condition, to) in &automaton.transitions {
        let [from, to] = [from, to].map(|&state| &automaton.states[state].0);
        push(text, format_args!("    from {from} to {to}"));
        if *condition != Formula::Constant(true) {
            text.push_str(" when ");
            print_formula(text, condition, &automaton.predicates, composite, 0);
        }
        text.push_str(";\n");
    }
    text.push('}');
}

fn print_observer(text: &mut String, observer: &Observer, composite: &Composite) {
    print_call(text, &observer.atom.name, &observer.arguments, composite);
    text.push_str(" in ");
    let places: Vec<&str> =
        observer.accepting.iter().map(|&place| &*observer.atom.places[place]).collect();
    text.push_str(&places.join(", "));
}

fn push(text: &mut String, part: impl std::fmt::Display) {
    write!(text, "{part}").expect("a String takes all that is written");
}
