//! Conditions and values: one grammar reads both, and this module distinguishes them.
//!
//! All traversals use an explicit stack: expressions may be as deep as the text is long.

use super::scope::{COMPARED, Scope};
use crate::reading::{meant, nearest, shortened};
use crate::scm::ast::{Assignment, Connective, Expression, ExpressionId, ExpressionNode};
use crate::scm::codes;
use kernel::base::Id as _;
use kernel::source::Span;
use model::cfsm::ParticipantId;

/// The required kind of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ExpressionKind {
    Condition,
    Value,
}

/// Checks the names and kinds in a condition, and refuses it if its truth depends on variables; returns `false` if the
/// condition holds for no values of variables.
pub(super) fn is_possible(
    scope: &mut Scope<'_, '_>,
    automaton: ParticipantId,
    condition: ExpressionId,
) -> bool {
    let expression = scope.tree.expressions[condition];
    if matches!(expression.node, ExpressionNode::Truth(true))
        || !check(scope, Some(automaton), condition, ExpressionKind::Condition)
    {
        return true;
    }
    let truth = evaluate(scope, condition);
    if truth.is_none() {
        let text = shortened(scope.source.slice(expression.span));
        let message = format!("the condition `{text}` is not supported");
        let refused = codes::CONDITION_UNSUPPORTED
            .at(expression.span, message)
            .label("this version does not follow the values of variables");
        let help = "write `true`, or put what the condition distinguishes into states";
        scope.sink.push(refused.help(help));
    }
    truth != Some(false)
}

/// Checks the names and kinds in a value.
pub(super) fn check_value(
    scope: &mut Scope<'_, '_>,
    automaton: Option<ParticipantId>,
    value: ExpressionId,
) {
    check(scope, automaton, value, ExpressionKind::Value);
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
            let message = format!("the assignment to `{}` is not supported", name.text);
            let refused = codes::ASSIGNMENT_UNSUPPORTED.at(name.span, message);
            scope.sink.push(refused.label("this version does not follow the values of variables"));
        } else if let Some(&message) = scope.message_ids.get(name.text) {
            let declared = scope.messages[message].span;
            let message = format!("`{}` is a message, not a variable", name.text);
            let refused = codes::UNKNOWN_VARIABLE.at(name.span, message);
            let refused = refused.label("cannot be assigned to").also(declared, "declared here");
            scope.sink.push(refused);
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
    kind: ExpressionKind,
) -> bool {
    let tree = scope.tree;
    let mut fine = true;
    let mut open = vec![(root, kind)];
    while let Some((id, kind)) = open.pop() {
        let expression = tree.expressions[id];
        let (found, inside) = match expression.node {
            ExpressionNode::Truth(_) | ExpressionNode::Not(_) | ExpressionNode::Logical(..) => {
                (ExpressionKind::Condition, ExpressionKind::Condition)
            }
            ExpressionNode::Comparison(..) => (ExpressionKind::Condition, ExpressionKind::Value),
            ExpressionNode::Arithmetic(..)
            | ExpressionNode::Negative(_)
            | ExpressionNode::Number => (ExpressionKind::Value, ExpressionKind::Value),
            ExpressionNode::Name(name) => {
                // In place of a condition a name is an error, whether it is known or not.
                fine &= kind == ExpressionKind::Condition
                    || known(scope, automaton, name, expression.span);
                (ExpressionKind::Value, ExpressionKind::Value)
            }
        };
        let operands = expression.node.operands().into_iter().flatten();
        open.extend(operands.rev().map(|operand| (operand, inside)));
        if found != kind {
            fine = false;
            let (message, label) = match kind {
                ExpressionKind::Condition => ("expected a condition, found a value", "a value"),
                ExpressionKind::Value => ("expected a value, found a condition", "a condition"),
            };
            let mut diagnostic = codes::WRONG_KIND.at(expression.span, message).label(label);
            if let (ExpressionKind::Condition, ExpressionNode::Name(name)) = (kind, expression.node)
            {
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
    if scope.lost.declarations || scope.sink.is_full() {
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
        diagnostic = diagnostic.did_you_mean(meant);
    } else if let Some((_, owner)) = owner {
        diagnostic = diagnostic
            .also(owner.variables[name], format!("a variable of automaton `{}`", owner.name.text))
            .help("an automaton sees its own variables only");
    } else if automaton.is_some() {
        diagnostic = diagnostic.help(format!("declare it before `initial`: `int {name} ;`"));
    }
    scope.sink.push(diagnostic);
}

/// The value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constant {
    Truth(bool),
    Number(i128),
}

impl Constant {
    fn truth(self) -> Option<bool> {
        if let Self::Truth(truth) = self { Some(truth) } else { None }
    }

    fn number(self) -> Option<i128> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }
}

/// Returns the truth of a condition if it does not depend on the values of variables, or on how numbers are rounded.
fn evaluate(scope: &Scope<'_, '_>, root: ExpressionId) -> Option<bool> {
    let expressions = &scope.tree.expressions;
    // Operands precede the expression that contains them, the leftmost first.
    let mut first = root;
    while let [Some(operand), _] = expressions[first].node.operands() {
        first = operand;
    }
    let mut values: Vec<Option<Constant>> = Vec::new();
    for index in first.index()..=root.index() {
        let Expression { node, span } = expressions[ExpressionId::from_index(index)];
        let value = |id: ExpressionId| values[id.index() - first.index()];
        let truth = |id: ExpressionId| value(id).and_then(Constant::truth);
        let number = |id: ExpressionId| value(id).and_then(Constant::number);
        let result = match node {
            ExpressionNode::Truth(truth) => Some(Constant::Truth(truth)),
            // A fraction or an exponent is rounded in an unspecified way.
            ExpressionNode::Number => {
                let number: Option<u64> = scope.source.slice(span).parse().ok();
                number.map(|number| Constant::Number(number.into()))
            }
            ExpressionNode::Name(_) => None,
            ExpressionNode::Not(only) => truth(only).map(|truth| Constant::Truth(!truth)),
            ExpressionNode::Negative(only) => {
                number(only).and_then(i128::checked_neg).map(Constant::Number)
            }
            ExpressionNode::Logical(connective, left, right) => {
                connected(connective, truth(left), truth(right)).map(Constant::Truth)
            }
            ExpressionNode::Comparison(relation, left, right) => {
                let both = number(left).zip(number(right));
                both.map(|(left, right)| Constant::Truth(relation(&left, &right)))
            }
            ExpressionNode::Arithmetic(operator, left, right) => {
                let both = number(left).zip(number(right));
                both.and_then(|(left, right)| operator(left, right)).map(Constant::Number)
            }
        };
        values.push(result);
    }
    values.pop()?.and_then(Constant::truth)
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
