//! Whether an automaton is deterministic and complete.

use kernel::base::IndexVec;
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::Span;
use model::component::{Composite, PropertyAutomaton, PropertyStateId};
use model::temporal::{BinaryOperator, Formula, PropositionId};

use super::codes;
use super::possible_cases::{Case, PossibleCases};
use super::print::print_predicate;

/// Maximum number of cases of one state that are looked at.
const MAX_CASES: usize = 1 << 20;

/// Reports each state that has no transition, or transitions to different states, for some truth of the predicates that
/// is [possible](PossibleCases). `names` are the places of the states' names, `places` those of the transitions.
///
/// # Complexity
/// For each state `2^n` times the size of its conditions, which have `n` different predicates, at most a million cases;
/// a case is not split further where its predicates decide all conditions.
pub(super) fn check_cases(
    automaton: &PropertyAutomaton,
    names: &IndexVec<PropertyStateId, Span>,
    places: &[Span],
    composite: &Composite,
    sink: &mut Sink,
) {
    let possible = PossibleCases::new(&automaton.predicates, composite);
    for (state, (name, _)) in automaton.states.enumerate() {
        let own = automaton.transitions.iter().zip(places);
        let own: Vec<Leaving<'_>> = own
            .filter(|((from, ..), _)| *from == state)
            .map(|((_, condition, to), &place)| Leaving { condition, to: *to, place })
            .collect();
        let mut case = IndexVec::filled(None, automaton.predicates.len());
        if let Some(fault) = split(&own, &possible, &mut case, &mut { MAX_CASES }) {
            let words = Words { automaton, composite, name, case: &case };
            sink.push(match fault {
                Fault::Missing => words.missing(names[state]),
                Fault::Double(one, other) => words.double(own[one].place, own[other].place),
                Fault::TooMany => {
                    let message = format!("the conditions of state `{name}` have too many cases");
                    let many = codes::TOO_MANY_CASES.at(names[state], message);
                    many.help(format!(
                        "after {MAX_CASES} cases it is not known whether there is one transition in each: split the state, or the property"
                    ))
                }
            });
        }
    }
}

/// What is wrong in a case.
enum Fault {
    /// No condition holds.
    Missing,
    /// Two conditions hold, by their indices.
    Double(usize, usize),
    /// There are more cases than are looked at.
    TooMany,
}

/// A transition from the state that is looked at.
struct Leaving<'a> {
    condition: &'a Formula,
    to: PropertyStateId,
    place: Span,
}

/// Looks for a fault among the possible ways to go on with a case, which is then the case of the fault.
fn split(
    leaving: &[Leaving<'_>],
    possible: &PossibleCases,
    case: &mut Case,
    left: &mut usize,
) -> Option<Fault> {
    let Some(fewer) = left.checked_sub(1) else { return Some(Fault::TooMany) };
    *left = fewer;
    let mut holding: Option<usize> = None;
    let mut open = None;
    for (index, transition) in leaving.iter().enumerate() {
        match truth(transition.condition, case) {
            Ok(false) => {}
            Ok(true) => match holding {
                Some(first) if leaving[first].to != transition.to => {
                    return Some(Fault::Double(first, index));
                }
                _ => holding = Some(index),
            },
            Err(proposition) => open = open.or(Some(proposition)),
        }
    }
    let Some(proposition) = open else {
        return holding.is_none().then_some(Fault::Missing);
    };
    for value in [true, false] {
        case[proposition] = Some(value);
        if possible.contains(case)
            && let Some(fault) = split(leaving, possible, case, left)
        {
            return Some(fault);
        }
    }
    case[proposition] = None;
    None
}

/// Returns the truth of a formula without temporal operators in a case, or a proposition that it depends on.
fn truth(formula: &Formula, case: &Case) -> Result<bool, PropositionId> {
    match formula {
        Formula::Constant(value) => Ok(*value),
        Formula::Proposition(id) => case[*id].ok_or(*id),
        Formula::Unary(_, operand) => truth(operand, case).map(|value| !value),
        Formula::Binary(operator, left, right) => {
            // The operator has this value as soon as the left operand, or the right one, has that one.
            let (value, decides_left, decides_right) = match operator {
                BinaryOperator::And => (false, false, false),
                BinaryOperator::Or => (true, true, true),
                _ => (true, false, true),
            };
            let (left, right) = (truth(left, case), truth(right, case));
            if left == Ok(decides_left) || right == Ok(decides_right) {
                return Ok(value);
            }
            left.and(right).map(|_| !value)
        }
    }
}

/// A case of a state in words.
struct Words<'a> {
    automaton: &'a PropertyAutomaton,
    composite: &'a Composite,
    name: &'a str,
    case: &'a Case,
}

impl Words<'_> {
    fn missing(&self, place: Span) -> Diagnostic {
        let message = format!("state `{}`: no transition{}", self.name, self.when());
        let name = self.name;
        let help = match self.condition() {
            None => format!("write `from {name} to {name};` to stay there"),
            Some(condition) => {
                format!("write `from {name} to {name} when {condition};` to stay there")
            }
        };
        codes::MISSING_CASE.at(place, message).help(help)
    }

    fn double(&self, first: Span, second: Span) -> Diagnostic {
        let message = format!("state `{}`: two transitions{}", self.name, self.when());
        let double = codes::DOUBLE_CASE.at(second, message).label("the second one");
        let double = double.also(first, "the first one");
        double.help("only one of them may be taken: let one condition exclude the other")
    }

    /// Returns the predicates whose truth is chosen.
    fn chosen(&self) -> impl Iterator<Item = (String, bool)> {
        let chosen = self.case.enumerate().filter_map(|(id, value)| Some((id, (*value)?)));
        chosen.map(|(id, value)| {
            (print_predicate(&self.automaton.predicates[id], self.composite), value)
        })
    }

    /// Returns ` when .. is true and .. is false`; nothing if all cases are alike.
    fn when(&self) -> String {
        let parts: Vec<String> =
            self.chosen().map(|(text, value)| format!("`{text}` is {value}")).collect();
        if parts.is_empty() { String::new() } else { format!(" when {}", parts.join(" and ")) }
    }

    /// Returns the condition that holds in this case only; `None` if all cases are alike.
    fn condition(&self) -> Option<String> {
        let parts = self.chosen().map(|(text, value)| match value {
            true => text,
            false if text.contains(' ') => format!("!({text})"),
            false => format!("!{text}"),
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| parts.join(" && "))
    }
}
