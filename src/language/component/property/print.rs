//! Properties as text, which reads back as the same property.

use std::fmt::Write as _;

use super::syntax::{COMPARISON, infix};
use crate::component::print::expression::{Printer, state_variable};
use kernel::base::IndexVec;
use model::component::{
    Composite, Definition, Expression, Observer, Predicate, Property, PropertyAutomaton,
    StateVariable,
};
use model::temporal::{Formula, PropositionId, UnaryOperator};

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

fn print_expression(
    text: &mut String,
    expression: &Predicate,
    composite: &Composite,
    strength: u8,
) {
    let name = |variable| state_variable(composite, variable);
    printer(composite, &name).expression(text, expression, strength);
}

fn printer<'a>(
    composite: &'a Composite,
    name: &'a dyn Fn(StateVariable) -> String,
) -> Printer<'a, StateVariable> {
    // Before a formula, `!` takes a whole comparison.
    Printer { composite, name, not: COMPARISON - 1 }
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
            text.push_str(operator.sign());
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
    let name = |variable| state_variable(composite, variable);
    printer(composite, &name).call(text, &observer.atom.name, &observer.arguments);
    text.push_str(" in ");
    let places: Vec<&str> =
        observer.accepting.iter().map(|&place| &*observer.atom.places[place]).collect();
    text.push_str(&places.join(", "));
}

fn push(text: &mut String, part: impl std::fmt::Display) {
    write!(text, "{part}").expect("a String takes all that is written");
}
