//! Conditions and values: one grammar reads both, and this module distinguishes them.
//!
//! All traversals use an explicit stack: expressions may be as deep as the text is long.

use super::constant::Constant;
use super::scope::{COMPARED, Scope};
use crate::reading::{meant, nearest, shortened};
use crate::scm::ast::{Assignment, Connective, Expression, ExpressionId, ExpressionNode};
use crate::scm::codes;
use kernel::base::Id as _;
use kernel::source::Span;
use model::cfsm::ParticipantId;

/// The required kind of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Condition,
    Value,
}

/// The result of checking a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decided {
    /// The condition holds for all values of variables.
    Always,
    /// The condition holds for no values of variables.
    Never,
    /// The condition has an error, which was reported.
    Refused,
}

/// Checks the names and kinds in a condition, and refuses it if its truth depends on variables.
pub(super) fn check_condition(
    scope: &mut Scope<'_, '_>,
    automaton: Option<ParticipantId>,
    condition: ExpressionId,
) -> Decided {
    let expression = scope.tree.expressions[condition];
    if matches!(expression.node, ExpressionNode::Truth(true)) {
        return Decided::Always;
    }
    if !check(scope, automaton, condition, Kind::Condition) {
        return Decided::Refused;
    }
    match evaluate(scope, condition) {
        Some(true) => return Decided::Always,
        Some(false) => return Decided::Never,
        None => {}
    }
    let text = shortened(scope.source.slice(expression.span));
    let message = format!("the condition `{text}` is not supported");
    scope.sink.push(
        codes::CONDITION_UNSUPPORTED
            .at(expression.span, message)
            .label("this version does not follow the values of variables")
            .help("write `true`, or put what the condition distinguishes into states"),
    );
    Decided::Refused
}

/// Checks the names and kinds in a value.
pub(super) fn check_value(
    scope: &mut Scope<'_, '_>,
    automaton: Option<ParticipantId>,
    value: ExpressionId,
) {
    check(scope, automaton, value, Kind::Value);
}

/// Checks the names in assignments, and refuses them.
pub(super) fn check_assignments(
    scope: &mut Scope<'_, '_>,
    automaton: ParticipantId,
    assignments: &[Assignment<'_>],
) {
    for assignment in assignments {
        let name = assignment.variable;
        if scope.automata[automaton].variables.contains_key(name.text) {
            scope.sink.push(
                codes::ASSIGNMENT_UNSUPPORTED
                    .at(name.span, format!("the assignment to `{}` is not supported", name.text))
                    .label("this version does not follow the values of variables"),
            );
        } else if let Some(&message) = scope.message_ids.get(name.text) {
            let declared = scope.messages[message].span;
            scope.sink.push(
                codes::UNKNOWN_VARIABLE
                    .at(name.span, format!("`{}` is a message, not a variable", name.text))
                    .label("cannot be assigned to")
                    .also(declared, "declared here"),
            );
        } else {
            unknown(scope, Some(automaton), name.text, name.span);
        }
        check_value(scope, Some(automaton), assignment.value);
    }
}

/// Reports unknown names, conditions among values, and values among conditions; returns `true` if
/// there were none.
fn check(
    scope: &mut Scope<'_, '_>,
    automaton: Option<ParticipantId>,
    root: ExpressionId,
    kind: Kind,
) -> bool {
    let tree = scope.tree;
    let mut fine = true;
    let mut open = vec![(root, kind)];
    while let Some((id, kind)) = open.pop() {
        let expression = tree.expressions[id];
        let found = match expression.node {
            ExpressionNode::Truth(_) => Kind::Condition,
            ExpressionNode::Not(negated) => {
                open.push((negated, Kind::Condition));
                Kind::Condition
            }
            ExpressionNode::Logical(_, left, right) => {
                open.extend([(right, Kind::Condition), (left, Kind::Condition)]);
                Kind::Condition
            }
            ExpressionNode::Comparison(_, left, right) => {
                open.extend([(right, Kind::Value), (left, Kind::Value)]);
                Kind::Condition
            }
            ExpressionNode::Arithmetic(_, left, right) => {
                open.extend([(right, Kind::Value), (left, Kind::Value)]);
                Kind::Value
            }
            ExpressionNode::Negative(negated) => {
                open.push((negated, Kind::Value));
                Kind::Value
            }
            ExpressionNode::Number => Kind::Value,
            ExpressionNode::Name(name) => {
                // In place of a condition a name is an error, whether it is known or not.
                fine &= kind == Kind::Condition || known(scope, automaton, name, expression.span);
                Kind::Value
            }
        };
        if found != kind {
            fine = false;
            let (message, label) = match kind {
                Kind::Condition => ("expected a condition, found a value", "a value"),
                Kind::Value => ("expected a value, found a condition", "a condition"),
            };
            let mut diagnostic = codes::WRONG_KIND.at(expression.span, message).label(label);
            if let (Kind::Condition, ExpressionNode::Name(name)) = (kind, expression.node) {
                let truths = ["true", "false"].into_iter();
                diagnostic.help.extend(meant(&name.to_ascii_lowercase(), truths));
            }
            scope.sink.push(diagnostic);
        }
    }
    fine
}

/// Returns `true` if a name is that of a variable or of a message, and otherwise reports it.
fn known(
    scope: &mut Scope<'_, '_>,
    automaton: Option<ParticipantId>,
    name: &str,
    span: Span,
) -> bool {
    let is_variable = automaton.is_some_and(|id| scope.automata[id].variables.contains_key(name));
    if is_variable || scope.message_ids.contains_key(name) {
        return true;
    }
    unknown(scope, automaton, name, span);
    false
}

fn unknown(scope: &mut Scope<'_, '_>, automaton: Option<ParticipantId>, name: &str, span: Span) {
    if scope.lost.declarations || scope.lost.sections || scope.sink.is_full() {
        return;
    }
    let mut diagnostic = codes::UNKNOWN_VARIABLE
        .at(span, format!("variable `{name}` is not declared"))
        .label("unknown");
    let variables = automaton.map_or(&[][..], |id| &scope.automata[id].variable_names);
    let owner = scope
        .automata
        .enumerate()
        .take(COMPARED)
        .find(|(id, other)| Some(*id) != automaton && other.variables.contains_key(name));
    if let Some(meant) = nearest(name, variables.iter().take(COMPARED).copied()) {
        diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
    } else if let Some((_, owner)) = owner {
        diagnostic = diagnostic
            .also(owner.variables[name], format!("a variable of automaton `{}`", owner.name.text))
            .help("an automaton sees its own variables only");
    } else if automaton.is_some() {
        diagnostic = diagnostic.help(format!("declare it before `initial`: `int {name} ;`"));
    }
    scope.sink.push(diagnostic);
}

/// The known value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Truth(bool),
    Number(Constant),
    /// The value depends on variables, or on how quotients are rounded.
    Nothing,
}

impl Known {
    fn truth(self) -> Option<bool> {
        if let Self::Truth(truth) = self { Some(truth) } else { None }
    }

    fn number(self) -> Option<Constant> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }
}

/// Returns the truth of a condition if it does not depend on the values of variables.
fn evaluate(scope: &Scope<'_, '_>, root: ExpressionId) -> Option<bool> {
    let expressions = &scope.tree.expressions;
    // Operands precede the expression that contains them, the leftmost first.
    let mut first = root;
    while let Some(operand) = expressions[first].node.first_operand() {
        first = operand;
    }
    let mut values: Vec<Known> = Vec::new();
    for index in first.index()..=root.index() {
        let Expression { node, span } = expressions[ExpressionId::from_index(index)];
        let value = |id: ExpressionId| values[id.index() - first.index()];
        let number = |id: ExpressionId| value(id).number();
        let truth = |truth: Option<bool>| truth.map(Known::Truth);
        let known = match node {
            ExpressionNode::Truth(truth) => Some(Known::Truth(truth)),
            ExpressionNode::Number => Constant::read(scope.source.slice(span)).map(Known::Number),
            ExpressionNode::Name(_) => None,
            ExpressionNode::Not(only) => truth(value(only).truth().map(|truth| !truth)),
            ExpressionNode::Negative(only) => {
                number(only).and_then(Constant::negated).map(Known::Number)
            }
            ExpressionNode::Logical(connective, left, right) => {
                truth(connected(connective, value(left).truth(), value(right).truth()))
            }
            ExpressionNode::Comparison(relation, left, right) => {
                let both = number(left).zip(number(right));
                truth(both.map(|(one, other)| one.is_related(relation, other)))
            }
            ExpressionNode::Arithmetic(operator, left, right) => {
                let both = number(left).zip(number(right));
                both.and_then(|(one, other)| one.combined(operator, other)).map(Known::Number)
            }
        };
        values.push(known.unwrap_or(Known::Nothing));
    }
    values.pop()?.truth()
}

/// Returns the truth of a combination of two conditions, each of which may be unknown.
fn connected(connective: Connective, left: Option<bool>, right: Option<bool>) -> Option<bool> {
    // A condition with this value decides; without one, both must have the other value.
    let decisive = connective == Connective::Or;
    match (left, right) {
        (Some(one), _) | (_, Some(one)) if one == decisive => Some(decisive),
        (Some(_), Some(_)) => Some(!decisive),
        _ => None,
    }
}
