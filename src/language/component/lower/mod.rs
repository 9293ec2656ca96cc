//! Lowering of trees to a model: names are resolved, types checked, compounds flattened.
//!
//! Atom and connector types are lowered once, to templates over their parameters; instances fill these in. So each
//! error of a type is found whether it has instances or not, and reported once. Lowering always runs, also after syntax
//! errors; unknown names and missing parts, which a syntax error may have swallowed, are then not reported.

mod atom;
mod atom_instance;
mod atom_parts;
mod calls;
mod connector;
mod connector_instance;
mod expression;
mod ids;
mod path;
mod priority;
mod program;
mod range;
mod reports;
mod scope;
mod statement;
mod system;
mod template;
mod unconnected;

use super::directive::Directives;
use super::model::{Model, Places};
use super::unit::{Unit, errors_of};
use super::{FunctionRegistry, codes, property};
use crate::reading::StatedAnswers;
use kernel::diagnostics::Sink;
use kernel::source::Source;
use program::Program;

/// Returns the model of parsed packages, of which the first one is the text that was to be read, unless there is an
/// error, and all diagnostics.
///
/// # Complexity
/// Linear in the trees and in the system.
pub(super) fn lower(
    source: &Source,
    mut units: Vec<Unit<'_>>,
    functions: &FunctionRegistry,
    directives: Directives<'_>,
) -> (Option<Model>, Sink) {
    let sinks = units
        .iter_mut()
        .map(|unit| (std::mem::replace(&mut unit.parse.sink, Sink::new(0)), unit.parse.is_damaged));
    let sinks = sinks.collect();
    let mut program = Program::new(&units, sinks, functions);
    program.declare();
    let system = system::lower(&mut program);
    let observers: Vec<_> =
        if system.is_some() { atom_instance::observers(&program) } else { Vec::new() };
    let mut sinks = program.finish().into_iter();
    let mut sink = sinks.next().expect("there is a first package");
    let vias = units.iter().filter_map(|unit| Some((unit.via?, &unit.source)));
    for ((via, package), found) in vias.zip(sinks) {
        if let Some(message) = errors_of(package, found) {
            sink.push(codes::PACKAGE.at(via, message));
        }
    }
    let Some((composite, mut places)) = system.filter(|_| !sink.has_errors()) else {
        return (None, sink);
    };
    let observer = |name: &str| {
        observers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, atom)| std::sync::Arc::clone(atom))
    };
    let lines = &directives.properties;
    let properties =
        property::read_lines(source, lines, &composite, &observer, &mut places.sites, &mut sink);
    let (properties, spans) = properties.into_iter().unzip();
    let StatedAnswers { expectations, verdicts, lines: answer_lines, .. } = directives.answers;
    let places = Places {
        properties: spans,
        expectations: verdicts,
        expectation_lines: answer_lines,
        ..places
    };
    (Some(Model { composite, properties, expectations, places }), sink)
}
