//! Priorities as text.

use std::fmt::Write as _;

use super::expression::{PREFIX, Printer, state_variable};
use super::names;
use ::model::component::{Composite, ConnectorId, EndId, Priority, Side};

/// Writes the priorities of a composite.
pub(super) fn print(text: &mut String, composite: &Composite) {
    let variable = |variable| state_variable(composite, variable);
    let printer = Printer { composite, name: &variable, not: PREFIX };
    for priority in &composite.parts().priorities {
        for (lower, higher) in pairs(composite, priority) {
            let _ = write!(text, "priority {} {lower} < {higher}", priority.name);
            printer.guard(text, priority.guard.as_ref());
            text.push('\n');
        }
    }
}

/// Returns the sides of the rules that a rule is written as: one, or several where a `*:*` is of a nested compound.
fn pairs(composite: &Composite, priority: &Priority) -> Vec<(String, String)> {
    let Priority { lower, higher, .. } = priority;
    let all = |side: &Side, other: &Side| match side {
        Side::All(connectors) if connectors.len() == composite.connectors().len() => {
            vec!["*:*".to_owned()]
        }
        Side::All(connectors) => {
            connectors.iter().flat_map(|&connector| others(composite, connector, other)).collect()
        }
        Side::Connector(connector) => {
            vec![format!("{}:*", composite.connectors()[*connector].name)]
        }
        Side::Interaction(connector, ends) => vec![interaction(composite, *connector, ends)],
    };
    let (lower, higher) = (all(lower, higher), all(higher, lower));
    lower
        .iter()
        .flat_map(|low| higher.iter().map(move |high| (low.clone(), high.clone())))
        .collect()
}

/// Returns the interactions of a connector that the `other` side does not name.
fn others(composite: &Composite, connector: ConnectorId, other: &Side) -> Vec<String> {
    match other {
        Side::Connector(named) if *named == connector => Vec::new(),
        Side::Interaction(named, ends) if *named == connector => {
            let all =
                composite.interactions().iter().filter(|one| one.connector == Some(connector));
            let all = all.filter(|one| one.ends != *ends);
            all.map(|one| interaction(composite, connector, &one.ends)).collect()
        }
        _ => vec![format!("{}:*", composite.connectors()[connector].name)],
    }
}

fn interaction(composite: &Composite, connector: ConnectorId, ends: &[EndId]) -> String {
    let connector = &composite.connectors()[connector];
    let ports = ends.iter().map(|&end| {
        let end = &connector.ends[end];
        names::port(composite, end.component, end.port)
    });
    format!("{}:{}", connector.name, ports.collect::<Vec<_>>().join(","))
}
