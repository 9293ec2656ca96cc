//! Interactions by name.

use kernel::base::IndexVec;
use model::component::{Composite, Connector, ConnectorId, EndId, StateVariable};

use super::codes;
use super::names::list;
use super::syntax::{Fired, FiredParts, Path};
use crate::reading::with_nearest_or;
use kernel::diagnostics::Diagnostic;

/// Returns what `fired(..)` asks for.
pub(super) fn fired(
    composite: &Composite,
    fired: &Fired<'_>,
) -> Result<StateVariable, Box<Diagnostic>> {
    let name = fired.name.text();
    let named = |name: &str| composite.interaction_named(name).map(StateVariable::Fired);
    let connector = composite.connector_named(&name);
    let found = match &fired.parts {
        FiredParts::None => named(&name),
        FiredParts::Any => connector.map(StateVariable::FiredAny),
        FiredParts::Ports(ports) => {
            let ports: Vec<String> = ports.iter().map(Path::text).collect();
            named(&format!("{name}{{{}}}", ports.join(",")))
        }
    };
    found.ok_or_else(|| {
        Box::new(match (&fired.parts, connector) {
            (FiredParts::Ports(ports), Some(id)) => of_ports(composite, id, fired, ports),
            (FiredParts::Ports(_) | FiredParts::Any, None) if named(&name).is_some() => {
                let message = format!("`{name}` is a port that fires alone, no connector");
                let diagnostic = codes::UNKNOWN_INTERACTION.at(fired.span, message);
                diagnostic.did_you_mean(&name)
            }
            _ => unknown(composite, &fired.name),
        })
    })
}

/// Returns the diagnostic of a name that no interaction has.
fn unknown(composite: &Composite, path: &Path<'_>) -> Diagnostic {
    let name = path.text();
    let names = || composite.interactions().iter().map(|one| one.name.as_str());
    let unknown = codes::UNKNOWN_INTERACTION.at(path.span(), format!("no interaction `{name}`"));
    if composite.component_named(&name).is_some() {
        return unknown.help(format!("`{name}` is a component: `fired` is about interactions"));
    }
    with_nearest_or(unknown, &name, names(), || match names().next() {
        None => "the system has no interactions".to_owned(),
        Some(_) => format!("the interactions are {}", list(names())),
    })
}

/// Returns the diagnostic of ports that are no interaction of a connector.
fn of_ports(
    composite: &Composite,
    id: ConnectorId,
    fired: &Fired<'_>,
    ports: &[Path<'_>],
) -> Diagnostic {
    let connector = &composite.connectors()[id];
    let names = names_of_ends(composite, connector);
    let mut ends: Vec<EndId> = Vec::new();
    for port in ports {
        let text = port.text();
        let Some(end) = names.ids().find(|&end| names[end] == text) else {
            let message = format!("`{}` does not join `{text}`", connector.name);
            let known = || names.iter().map(String::as_str);
            let foreign = codes::UNKNOWN_INTERACTION.at(port.span(), message);
            let help = || format!("`{}` joins {}", connector.name, list(known()));
            return with_nearest_or(foreign, &text, known(), help);
        };
        ends.push(end);
    }
    ends.sort_unstable();
    ends.dedup();
    let whole = composite.interactions().iter();
    let meant = whole.filter(|one| one.connector == Some(id)).find(|one| one.ends == ends);
    let diagnostic = |message: String| codes::UNKNOWN_INTERACTION.at(fired.span, message);
    match meant {
        Some(meant) if ends.len() == connector.ends.len() => {
            diagnostic("an interaction of all ports has the name of its connector".to_owned())
                .did_you_mean(&meant.name)
        }
        Some(meant) => {
            diagnostic(format!("the ports stand in the order of `{}`, each once", connector.name))
                .did_you_mean(&meant.name)
        }
        None => {
            let triggers = connector.ends.ids().filter(|&end| connector.ends[end].is_trigger);
            let triggers = list(triggers.map(|end| names[end].as_str()));
            let help = match &*triggers {
                "" => format!("all ports of `{0}` take part: write `fired({0})`", connector.name),
                _ => format!("an interaction of `{}` has one of {triggers}", connector.name),
            };
            diagnostic(format!("`{}` has no interaction of these ports", connector.name)).help(help)
        }
    }
}

fn names_of_ends(composite: &Composite, connector: &Connector) -> IndexVec<EndId, String> {
    let ends = connector.ends.iter();
    let name = |end: &model::component::End| {
        let component = &composite.components()[end.component];
        format!("{}.{}", component.name, component.atom.ports[end.port].name)
    };
    ends.map(name).collect()
}
