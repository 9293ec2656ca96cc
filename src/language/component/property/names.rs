//! Components, places and variables by name, and advice about names that do not exist.

use super::codes;
use super::syntax::{Name, Path};
use crate::reading::{nearest, with_nearest};
use kernel::diagnostics::Diagnostic;
use kernel::source::Span;
use model::component::{Atom, ComponentId, Composite, PlaceId, VariableId};

/// Returns names as a list in quotes, of which many are cut: "`a`, `b`, `c`".
pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    /// Maximum number of names that are shown.
    const SHOWN: usize = 12;
    let mut quoted: Vec<String> = names.take(SHOWN + 1).map(|name| format!("`{name}`")).collect();
    let is_cut = quoted.len() > SHOWN;
    quoted.truncate(SHOWN);
    quoted.join(", ") + if is_cut { ", ..." } else { "" }
}

/// Returns a sentence that says what there is: "`w1` has the places `free`, `done`".
pub(super) fn has<'a>(
    owner: &str,
    one: &str,
    many: &str,
    names: impl Iterator<Item = &'a str>,
) -> String {
    let list = list(names);
    match list.matches('`').count() / 2 {
        0 => format!("`{owner}` has no {many}"),
        1 => format!("`{owner}` has the {one} {list}"),
        _ => format!("`{owner}` has the {many} {list}"),
    }
}

fn places(atom: &Atom) -> impl Iterator<Item = &str> {
    atom.places.iter().map(String::as_str)
}

fn variables(atom: &Atom) -> impl Iterator<Item = &str> {
    atom.variables.iter().map(|variable| variable.name.as_str())
}

fn component(
    composite: &Composite,
    name: &str,
    span: Span,
) -> Result<ComponentId, Box<Diagnostic>> {
    composite.component_named(name).ok_or_else(|| {
        let names = || composite.components().iter().map(|component| component.name.as_str());
        let unknown = codes::UNKNOWN_COMPONENT.at(span, format!("no component `{name}`"));
        let help = format!("the components are {}", list(names()));
        Box::new(with_nearest(unknown, name, names()).help(help))
    })
}

/// Returns the place of an atom, which `owner` is the name of.
pub(super) fn place(atom: &Atom, owner: &str, name: Name<'_>) -> Result<PlaceId, Box<Diagnostic>> {
    atom.place_named(name.text).ok_or_else(|| {
        let message = format!("`{owner}` has no place `{}`", name.text);
        let unknown = codes::UNKNOWN_PLACE.at(name.span, message);
        let unknown = with_nearest(unknown, name.text, places(atom));
        Box::new(unknown.help(has(owner, "place", "places", places(atom))))
    })
}

/// Returns the component and the place of `c@l`.
pub(super) fn at(
    composite: &Composite,
    path: &Path<'_>,
    name: Name<'_>,
) -> Result<(ComponentId, PlaceId), Box<Diagnostic>> {
    let owner = path.text();
    let id = component(composite, &owner, path.span())?;
    let atom = composite.atom(id);
    let found = place(atom, &owner, name).map_err(|unknown| {
        if atom.variable_named(name.text).is_none() {
            return unknown;
        }
        let all = path.span().to(name.span);
        let variable = format!("{owner}.{}", name.text);
        let help = format!("`{}` is a variable: write `{variable}`", name.text);
        Box::new(unknown.help(help).fix(all, variable))
    });
    Ok((id, found?))
}

/// Returns the component and the variable of `c.x`.
pub(super) fn variable(
    composite: &Composite,
    path: &Path<'_>,
) -> Result<(ComponentId, VariableId), Box<Diagnostic>> {
    let whole = path.text();
    let Some((owner, owner_span)) = path.owner() else {
        return Err(Box::new(alone(composite, &whole, path.span())));
    };
    let id = match component(composite, &owner, owner_span) {
        Ok(id) => id,
        Err(_) if is_name(composite, &whole) => {
            return Err(Box::new(alone(composite, &whole, path.span())));
        }
        Err(unknown) => return Err(unknown),
    };
    let (atom, name) = (composite.atom(id), path.last());
    if let Some(variable) = atom.variable_named(name.text) {
        return Ok((id, variable));
    }
    let message = format!("`{owner}` has no variable `{}`", name.text);
    let unknown = codes::UNKNOWN_VARIABLE.at(name.span, message);
    let unknown = if atom.place_named(name.text).is_some() {
        let at = format!("{owner}@{}", name.text);
        let help = format!("`{}` is a place: write `{at}`", name.text);
        unknown.help(help).fix(path.span(), at)
    } else if atom.port_named(name.text).is_some() {
        let help =
            format!("`{}` is a port: `fired(..)` says which interaction led here", name.text);
        unknown.help(help)
    } else {
        with_nearest(unknown, name.text, variables(atom))
    };
    Err(Box::new(unknown.help(has(&owner, "variable", "variables", variables(atom)))))
}

/// Returns `true` if a component or an interaction has this name.
fn is_name(composite: &Composite, name: &str) -> bool {
    composite.component_named(name).is_some() || composite.interaction_named(name).is_some()
}

/// Returns the diagnostic of a name that stands where a predicate belongs.
fn alone(composite: &Composite, name: &str, span: Span) -> Diagnostic {
    let diagnostic = codes::NAME_ALONE.at(span, format!("`{name}` alone is no predicate"));
    if let Some(id) = composite.component_named(name) {
        let atom = composite.atom(id);
        let example = match (atom.variables.iter().next(), atom.places.iter().next()) {
            (Some(variable), Some(place)) => {
                format!("write `{name}@{place}` or `{name}.{}`", variable.name)
            }
            (_, place) => format!("write `{name}@{}`", place.map_or("PLACE", String::as_str)),
        };
        return diagnostic
            .help(example)
            .help(has(name, "place", "places", places(atom)))
            .help(has(name, "variable", "variables", variables(atom)));
    }
    if composite.interaction_named(name).is_some() {
        return diagnostic.did_you_mean(&format!("fired({name})"));
    }
    let components = || composite.components().iter();
    if let Some(owner) = components().find(|one| one.atom.variable_named(name).is_some()) {
        return diagnostic.help(format!("name the component: `{}.{name}`", owner.name));
    }
    if let Some(owner) = components().find(|one| one.atom.place_named(name).is_some()) {
        return diagnostic.help(format!("name the component: `{}@{name}`", owner.name));
    }
    let interactions = composite.interactions().iter().map(|one| one.name.as_str());
    let known = components().map(|one| one.name.as_str()).chain(interactions);
    let help = match nearest(name, known) {
        Some(meant) if composite.component_named(meant).is_some() => {
            format!("did you mean the component `{meant}`?")
        }
        Some(meant) => format!("did you mean `fired({meant})`?"),
        None => "a predicate is `COMPONENT@PLACE`, a comparison over `COMPONENT.VARIABLE`, or \
                 `fired(INTERACTION)`"
            .to_owned(),
    };
    diagnostic.help(help)
}
