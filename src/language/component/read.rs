//! Reading a text.

use std::borrow::Cow;

use super::ast::Path;
use super::parser::{self, Parse};
use super::unit::{Unit, load};
use super::{FunctionRegistry, Model, Packages, directive, lower};
use crate::reading::{Reading, begin, finish, foreign, too_large};
use kernel::source::Source;

/// Reads a text. `packages` gives the texts of the packages that it uses, `functions` are those that it may call.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of their
/// places. The errors of a used package are one error, at its `use`.
///
/// ```
/// use kernel::source::Source;
/// use language::component::{FunctionRegistry, NoPackages, read};
///
/// let text = "package lamp
///   port type Port()
///   atom type Lamp()
///     port Port switch()
///     place off, on_
///     initial to off
///     on switch from off to on_
///     on switch from on_ to off
///   end
///   compound type Main() component Lamp lamp() end
/// end";
/// let reading = read(&Source::new("lamp.bip", text), &mut NoPackages, &FunctionRegistry::default());
/// let model = reading.model.expect("the text is right");
/// assert!(model.composite.interaction_named("lamp.switch").is_some());
/// ```
///
/// # Complexity
/// Linear in the text where it has no syntax errors, and in the system that it describes.
pub fn read(
    source: &Source,
    packages: &mut dyn Packages,
    functions: &FunctionRegistry,
) -> Reading<Model> {
    let Some(mut sink) = begin(source) else { return Reading::refused(too_large()) };
    let parse = parser::parse(source);
    if let (None, Some(other)) = (&parse.package.name, foreign(source, &["BIP"])) {
        return Reading::refused(other);
    }
    let mut units =
        vec![Unit { source: Cow::Borrowed(source), parse, via: None, uses: Vec::new() }];
    load(&mut units, packages, &mut sink);
    let comments = std::mem::take(&mut units[0].parse.comments);
    let directives = directive::read(source, &comments, &mut sink);
    let (model, found) = lower::lower(source, units, functions, directives);
    sink.append(found);
    let model = model.filter(|_| !sink.has_errors());
    let diagnostics = finish(source, sink, model.is_some());
    Reading { diagnostics, model }
}

/// Returns the names of the packages that a text uses, and whether it may have a system: it declares a compound type, or
/// is not understood.
///
/// # Complexity
/// Linear in the text where it has no syntax errors.
pub fn outline(source: &Source) -> (Vec<String>, bool) {
    let Parse { package, is_damaged, .. } = parser::parse(source);
    let uses = package.uses.iter().map(Path::text).collect();
    (uses, is_damaged || package.name.is_none() || !package.compounds.is_empty())
}
