//! Atoms that watch global states: from trees to models.

use std::sync::Arc;

use kernel::source::Span;
use model::component::{Atom, Observer};

use super::codes;
use super::names::{has, place};
use super::resolve::{Scope, a};
use super::syntax::Watch;

/// Returns the observer that a text names, whose atoms `atoms` knows; `None` if something is wrong, which is reported.
pub(super) fn observer(
    watch: &Watch<'_>,
    atoms: &dyn Fn(&str) -> Option<Arc<Atom>>,
    mut scope: Scope<'_>,
) -> Option<Observer> {
    let arguments: Vec<_> = watch.arguments.iter().map(|node| scope.value(node)).collect();
    let name = watch.atom.text();
    let Some(atom) = atoms(&name) else {
        let unknown = codes::UNKNOWN_ATOM.at(watch.atom.span(), format!("no atom type `{name}`"));
        return scope.report(
            unknown.help("an atom that watches is a type of the same package, without parameters"),
        );
    };
    let mut ports = atom.ports.ids();
    let (Some(port), None) = (ports.next(), ports.next()) else {
        let message =
            format!("an atom that watches has one port, `{name}` has {}", atom.ports.len());
        return scope.report(codes::OBSERVER_PORTS.at(watch.atom.span(), message));
    };
    let data = &atom.ports[port].exported;
    if data.len() != arguments.len() {
        let port = &atom.ports[port].name;
        let message =
            format!("port `{port}` of `{name}` has {} data, found {}", data.len(), arguments.len());
        let spans = watch.arguments.iter().map(|node| node.span);
        let span = spans.reduce(Span::to).unwrap_or_else(|| watch.atom.span());
        let wrong = codes::WRONG_COUNT.at(span, message);
        let data = data.iter().map(|(datum, _)| datum.as_str());
        return scope.report(wrong.help(has(port, "datum", "data", data)));
    }
    let mut converted = Vec::new();
    for ((argument, node), (datum, variable)) in
        arguments.into_iter().zip(&watch.arguments).zip(data)
    {
        let Some(argument) = argument else { continue };
        let (found, kind) = (argument.1, atom.variables[*variable].kind());
        match scope.converted(argument, kind, node.span) {
            Some(argument) => converted.push(argument),
            None => {
                let message = format!("`{datum}` is {}, found {}", a(kind), a(found));
                scope.sink.push(codes::WRONG_TYPE.at(node.span, message));
            }
        }
    }
    let mut accepting = Vec::new();
    for &one in &watch.places {
        match place(&atom, &name, one) {
            Ok(place) => accepting.push(place),
            Err(diagnostic) => scope.sink.push(*diagnostic),
        }
    }
    let is_whole = converted.len() == data.len() && accepting.len() == watch.places.len();
    is_whole.then_some(Observer { atom, port, arguments: converted, accepting })
}
