//! Models that do not have a property that is asked for.

use serde::{Deserialize, Serialize};

use driver::Lack;

/// Maximum number of models that are named.
const NAMED: usize = 5;

/// Models of one kind that do not have a property that was asked for by name, all for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lacking {
    /// The property.
    pub property: String,
    /// Why they do not have it, with what may have been meant.
    pub why: String,
    /// The kind of the models, in the plural.
    pub kind: String,
    /// What can be asked of them.
    pub names: Vec<String>,
    /// The models, as the user named them.
    pub models: Vec<String>,
}

/// What follows for the report from the models that do not have a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lacked {
    /// Others have it: these models are left out, which the text says.
    LeftOut(String),
    /// None has it, which is a failure with this text.
    Nowhere(String),
}

impl Lacking {
    /// Returns what is said about a model that lacks a property.
    pub fn new(model: &str, lack: Lack) -> Self {
        let Lack { property, why, kind, names } = lack;
        Self { property, why, kind: kind.to_owned(), names, models: vec![model.to_owned()] }
    }

    /// Adds `other` to a list, to an entry that differs only in its models if there is one.
    pub fn add(list: &mut Vec<Self>, other: Self) {
        let key = |one: &Self| {
            let Self { property, why, kind, names, models: _ } = one.clone();
            (property, why, kind, names)
        };
        match list.iter_mut().find(|one| key(one) == key(&other)) {
            Some(one) => one.models.extend(other.models),
            None => list.push(other),
        }
    }
}

/// Returns what follows from the models that do not have a property: one conclusion for each property, in the order in
/// which they were found to be missing. `others` is the number of models that have a property.
pub fn lacked(all: &[Lacking], others: impl Fn(&str) -> usize) -> Vec<Lacked> {
    let mut properties: Vec<&str> = Vec::new();
    for Lacking { property, .. } in all {
        if !properties.contains(&property.as_str()) {
            properties.push(property);
        }
    }
    let conclusion = |property: &str| {
        let entries: Vec<&Lacking> = all.iter().filter(|one| one.property == property).collect();
        match others(property) {
            0 => Lacked::Nowhere(nowhere(property, &entries)),
            others => Lacked::LeftOut(left_out(property, &entries, others)),
        }
    };
    properties.into_iter().map(conclusion).collect()
}

/// Returns the text about a property that no model has.
fn nowhere(property: &str, entries: &[&Lacking]) -> String {
    let is_meant = |one: &&&Lacking| one.why.contains("did you mean");
    let first = entries.iter().find(is_meant).or(entries.first());
    let why = first.map_or("", |one| one.why.as_str());
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in entries {
        let place = kinds.iter().position(|(kind, _)| *kind == one.kind);
        let place = place.unwrap_or_else(|| {
            kinds.push((&one.kind, Vec::new()));
            kinds.len() - 1
        });
        let known = &mut kinds[place].1;
        let new = one.names.iter().map(String::as_str).filter(|name| !known.contains(name));
        let new: Vec<&str> = new.collect();
        known.extend(new);
    }
    let lists = kinds.iter().map(|(kind, names)| format!("{kind} have {}", names.join(", ")));
    let who = match entries {
        [one] if one.models.len() == 1 => format!("{}: --property {property}", one.models[0]),
        _ => format!("no model has the property of --property {property}"),
    };
    format!("{who}: {why}\n  {}", lists.collect::<Vec<_>>().join("\n  "))
}

/// Returns the text about models that do not have a property which `others` have.
fn left_out(property: &str, entries: &[&Lacking], others: usize) -> String {
    let models: Vec<&str> =
        entries.iter().flat_map(|one| &one.models).map(String::as_str).collect();
    let (count, all) = (models.len(), models.len() + others);
    let named = models[..count.min(NAMED)].join(", ");
    let more = count.saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let verb = if count == 1 { "has" } else { "have" };
    format!("{count} of {all} models {verb} no `{property}`: {named}{more}")
}
