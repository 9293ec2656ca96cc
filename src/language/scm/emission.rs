//! Safety properties expressed as bad states, for tools that only check bad states.

use std::fmt::Write as _;

use super::print::print;
use model::cfsm::{BadConfigurations, SafetyProperty, System, bad_states};

/// A model with bad states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Emission {
    /// The model in SCM.
    pub text: String,
    /// Whether a property could be expressed.
    pub expressed: bool,
}

/// Returns a system in SCM with bad states that are reachable iff the properties are violated, and comments that relate
/// the specifications to the properties.
pub fn emission(system: &System, properties: &[SafetyProperty]) -> Emission {
    let mut specifications: Vec<BadConfigurations> = Vec::new();
    let mut text = String::new();
    let mut expressed = false;
    for &property in properties {
        let name = property.name(system);
        let found = bad_states(system, property);
        let says = match &found {
            Err(why) => format!("cannot be expressed: {why}"),
            Ok(found) if found.is_empty() => "nothing can violate it".to_owned(),
            Ok(found) => {
                let first = specifications.len() + 1;
                match found.len() {
                    1 => format!("bad_states/{first}"),
                    more => format!("bad_states/{first} to {}", first + more - 1),
                }
            }
        };
        let _ = writeln!(text, "// {name}: {says}");
        expressed |= found.is_ok();
        specifications.extend(found.unwrap_or_default());
    }
    text.push_str(&print(system, &specifications, &[]));
    Emission { text, expressed }
}
