//! Uses of protocols: which protocol is meant, and what its roles and parameters are.

use rustc_hash::FxHashMap;

use super::declarations::Declarations;
use super::syntax::{Node, Parameter, ParameterKind, Protocol, ProtocolKind, Role};
use crate::choreography::codes;
use crate::choreography::lexer::Token;
use crate::reading::with_nearest_or;
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// How a protocol is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb {
    Do,
    Calls,
}

/// What is given for a parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    /// What it is, if that can be seen.
    pub(super) kind: Option<ParameterKind>,
    pub(super) place: Span,
}

/// A use of a protocol, which may be declared after it.
pub(super) struct ProtocolUse<'a> {
    pub(super) protocol: usize,
    pub(super) node: usize,
    pub(super) verb: Verb,
    /// The module that is named before the protocol.
    pub(super) module: Option<(String, Span)>,
    pub(super) name: Token<'a>,
    /// For each role the role of the used protocol that it takes, if that is said.
    pub(super) named: Vec<Option<Token<'a>>>,
    pub(super) arguments: Vec<Argument>,
}

/// Resolves the names of the used protocols.
///
/// # Complexity
/// Linear in the uses, for a bounded number of protocols around each.
pub(super) fn resolve<'a>(
    protocols: &mut [Protocol<'a>],
    uses: Vec<ProtocolUse<'a>>,
    names: &FxHashMap<(Option<usize>, &'a str), usize>,
    declarations: &Declarations<'a>,
    sink: &mut Sink,
) {
    for one in uses {
        let module = one.module.as_ref().map(|(module, place)| (module.as_str(), *place));
        let elsewhere = module.filter(|(module, _)| !declarations.is_own(module));
        if elsewhere.is_some() {
            declarations.report_imported(elsewhere, one.name, sink);
            continue;
        }
        let around = std::iter::successors(Some(one.protocol), |&number| protocols[number].outer);
        let mut places = around.map(Some).filter(|_| module.is_none()).chain([None]);
        let found = places.find_map(|outer| names.get(&(outer, one.name.text)));
        let Some(&number) = found else {
            if !declarations.report_imported(None, one.name, sink) {
                let message = format!("there is no protocol `{}`", one.name.text);
                let diagnostic = codes::UNKNOWN_PROTOCOL.at(one.name.span, message);
                let names = protocols.iter().map(|protocol| protocol.name.text);
                let help = || "a protocol of this file is named here".to_owned();
                sink.push(with_nearest_or(diagnostic, one.name.text, names, help));
            }
            continue;
        };
        check(&protocols[number], &one, sink);
        let order = order(&protocols[number], &one, sink);
        if let Node::Do { protocol, roles, .. } = &mut protocols[one.protocol].nodes[one.node].0 {
            *protocol = number;
            if let Some(order) = order {
                *roles = order.into_iter().map(|at| roles[at]).collect();
            }
        }
    }
}

/// Reports what does not fit between a protocol and its use.
fn check(used: &Protocol<'_>, one: &ProtocolUse<'_>, sink: &mut Sink) {
    let name = one.name.text;
    let wrong = |message: String| {
        codes::WRONG_ROLES.at(one.name.span, message).also(used.name.span, "declared here")
    };
    let (expected, roles) = (used.given_roles(), one.named.len());
    if expected != roles {
        let message = format!("`{name}` has {expected} roles, not {roles}");
        let names: Vec<&str> = used.roles[..expected].iter().map(|role| role.text).collect();
        sink.push(wrong(message).help(format!("its roles are {}", names.join(", "))));
    }
    let (expected, arguments) = (used.parameters.len(), one.arguments.len());
    if expected == arguments {
        check_kinds(used, one, sink);
    } else {
        let message = format!("`{name}` has {expected} parameters, not {arguments}");
        sink.push(wrong(message).help("parameters stand between `<` and `>`"));
    }
    let is_nested = used.kind == ProtocolKind::Nested;
    let (kind, help) = match one.verb {
        Verb::Do if is_nested => ("nested", format!("a role calls it: `A calls {name}(..);`")),
        Verb::Calls if !is_nested => ("not nested", format!("write `do {name}(..);`")),
        _ => return,
    };
    let message = format!("the protocol `{name}` is {kind}");
    let wrong = codes::UNKNOWN_PROTOCOL.at(one.name.span, message);
    sink.push(wrong.also(used.name.span, "declared here").help(help));
}

/// Reports messages that are given for types, and types for messages.
fn check_kinds(used: &Protocol<'_>, one: &ProtocolUse<'_>, sink: &mut Sink) {
    for (argument, &Parameter { kind, .. }) in one.arguments.iter().zip(&used.parameters) {
        if argument.kind.is_some_and(|given| given != kind) {
            let [expected, given] = match kind {
                ParameterKind::Signature => ["a message", "a type"],
                ParameterKind::Type => ["a type", "a message"],
            };
            let message = format!("`{}` expects {expected} here, not {given}", one.name.text);
            let wrong = codes::WRONG_ROLES.at(argument.place, message);
            let help = "`sig` parameters are messages such as `m(T)`, the others names of types";
            sink.push(wrong.also(used.name.span, "declared here").help(help));
        }
    }
}

/// Returns for each role of a protocol which of the given ones takes it, if that is said by names.
fn order(used: &Protocol<'_>, one: &ProtocolUse<'_>, sink: &mut Sink) -> Option<Vec<usize>> {
    if one.named.iter().all(Option::is_none) {
        return None;
    }
    let mut order: Vec<Option<usize>> = vec![None; one.named.len()];
    for (at, named) in one.named.iter().enumerate() {
        let role: Role = match named {
            None => at,
            Some(name) => match used.role_numbers.get(name.text) {
                Some(&role) => role,
                None => {
                    let message = format!("`{}` has no role `{}`", one.name.text, name.text);
                    let diagnostic = codes::UNKNOWN_ROLE.at(name.span, message);
                    let diagnostic = diagnostic.also(used.name.span, "declared here");
                    let help = || "behind `as` stands a role of the protocol that is used".into();
                    let roles = used.roles.iter().map(|role| role.text);
                    sink.push(with_nearest_or(diagnostic, name.text, roles, help));
                    return None;
                }
            },
        };
        if order.get_mut(role)?.replace(at).is_some() {
            let place = named.map_or(one.name.span, |name| name.span);
            let message = "this role is given twice";
            sink.push(codes::WRONG_ROLES.at(place, message).help("each role is given once"));
            return None;
        }
    }
    order.into_iter().collect()
}
