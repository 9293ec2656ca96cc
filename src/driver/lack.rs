//! Properties that users ask for by name, and that a model does not have.

use language::reading::nearest;
use model::cfsm::SafetyProperty;
use model::evidence::{CLASSES, Class};

/// A property that was asked for by name, and that a model does not have: its kind has no such property, or what the name
/// is about is not in the model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack {
    /// The name that was asked for.
    pub property: String,
    /// Why the model does not have it, with what may have been meant.
    pub why: String,
    /// The kind of model, in the plural.
    pub kind: &'static str,
    /// What can be asked of such a model.
    pub names: Vec<String>,
}

/// Returns those of the names that are asked for that a model has, which lacks the others.
pub fn had(lacks: Vec<Lack>, asked: &[String]) -> impl Iterator<Item = &String> {
    asked.iter().filter(move |name| lacks.iter().all(|lack| lack.property != **name))
}

/// A kind of model with the names of what it can be asked; of a family with its general form: `stuck(PARTICIPANT)`.
pub(crate) struct KnownProperties {
    /// The kind, in the plural.
    pub(crate) kind: &'static str,
    /// The names.
    pub(crate) names: Vec<String>,
}

impl KnownProperties {
    /// Returns those of the names that are asked for that a model does not have: for which `fault` has a reason.
    pub(crate) fn lacks(
        &self,
        asked: &[String],
        fault: impl Fn(&str) -> Option<String>,
    ) -> Vec<Lack> {
        let lack = |property: &String| {
            let why = fault(property)?;
            let (property, names) = (property.clone(), self.names.clone());
            Some(Lack { property, why, kind: self.kind, names })
        };
        let is_first = |(number, name): &(usize, &String)| !asked[..*number].contains(name);
        asked.iter().enumerate().filter(is_first).filter_map(|(_, name)| lack(name)).collect()
    }

    /// Returns why there is no property of this name, which is not one of the known ones, with what may have been meant.
    pub(crate) fn unknown(&self, name: &str) -> String {
        match nearest(name, self.names.iter().map(String::as_str)) {
            Some(near) => format!("there is no property `{name}`, did you mean `{near}`?"),
            None => format!("there is no property `{name}`"),
        }
    }
}

/// Returns the names of the properties of all systems of automata but bad states, those of families with their general
/// form.
pub(crate) fn names_of_systems() -> impl Iterator<Item = String> {
    let linear = SafetyProperty::LINEAR.map(SafetyProperty::kind_name);
    let families = ["deadlock", "stuck(PARTICIPANT)", "unreceived(MESSAGE)"];
    let classes = CLASSES.iter().map(|class| class.with_bound("K"));
    ["rsc"].into_iter().chain(linear).chain(families).map(str::to_owned).chain(classes)
}

/// Returns `true` if a name may be that of a property of a system of automata other than bad states: what is in parentheses
/// is any participant or message.
pub(crate) fn is_of_systems(name: &str) -> bool {
    let is_one = |known: String| match known.split_once('(') {
        Some((family, _)) => {
            let about = name.strip_prefix(family);
            about.is_some_and(|about| about.starts_with('(') && about.ends_with(')'))
        }
        None => known == name,
    };
    names_of_systems().any(is_one) || Class::named(name).is_some()
}
