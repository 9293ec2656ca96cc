//! The names that expressions and statements may use.

use crate::component::ast::{Name, Path};
use crate::component::codes;
use crate::reading::with_nearest;
use kernel::diagnostics::Diagnostic;
use model::component::{Type, Value};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Found<V> {
    /// A value that is known.
    Value(Value),
    /// A variable.
    Variable(V, Type),
    /// A variable that cannot be set, with what it is: `a parameter`.
    Fixed(V, Type, &'static str),
}

/// The names of an expression.
pub(super) trait Scope<V> {
    /// Returns what a path stands for; the error says that there is nothing of this name.
    fn find(&self, path: &Path) -> Result<Found<V>, Box<Diagnostic>>;

    /// Returns `true` if a path that stands for nothing may stand for something with errors, which were reported.
    fn is_lost(&self, _: &Path) -> bool {
        false
    }
}

/// The names of an expression whose value is known when it is read: parameters with their values.
pub(super) struct Values<'a>(pub(super) &'a [(String, Value)]);

impl<V> Scope<V> for Values<'_> {
    fn find(&self, path: &Path) -> Result<Found<V>, Box<Diagnostic>> {
        let text = path.text();
        match self.0.iter().find(|(name, _)| *name == text) {
            Some((_, value)) => Ok(Found::Value(value.clone())),
            None => Err(unknown(
                "constant or parameter",
                path,
                self.0.iter().map(|(name, _)| name.as_str()),
            )),
        }
    }
}

/// Returns the report of a path that stands for nothing, with the nearest of the `known` ones.
pub(super) fn unknown<'a>(
    what: &str,
    path: &Path,
    known: impl Iterator<Item = &'a str>,
) -> Box<Diagnostic> {
    let name = path.to_name();
    Box::new(unknown_name(&name, format!("there is no {what} `{}`", name.text), known))
}

/// Returns the report of a name that stands for nothing, with the nearest of the `known` ones.
pub(super) fn unknown_name<'a>(
    name: &Name,
    message: String,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let unknown = codes::UNKNOWN_NAME.at(name.span, message).label("unknown");
    with_nearest(unknown, &name.text, known)
}
