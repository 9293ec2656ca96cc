//! Warnings about exported ports that are in no connector.

use std::collections::{BTreeMap, BTreeSet};

use super::program::Program;
use super::system::System;
use crate::component::codes;
use kernel::base::Id as _;
use model::component::{ComponentId, PortId};

impl System {
    /// Warns about exported ports that never fire: once at the port if it is in no connector of any component, else at the
    /// components.
    ///
    /// # Complexity
    /// Linear in the numbers of ports and of connectors' ends, up to a logarithm.
    pub(super) fn warn_of_unconnected_ports(&self, program: &mut Program<'_>) {
        let ends = self.parts.connectors.iter().flat_map(|connector| connector.ends.iter());
        let joined: BTreeSet<(ComponentId, PortId)> =
            ends.map(|end| (end.component, end.port)).collect();
        // By type and port: the components, and whether one of them joins the port.
        let mut ports: BTreeMap<(usize, PortId), (Vec<ComponentId>, bool)> = BTreeMap::new();
        for (id, component) in self.parts.components.enumerate() {
            for (port, described) in component.atom.ports.enumerate() {
                if described.is_exported {
                    let entry = ports.entry((self.types[id].index(), port)).or_default();
                    if joined.contains(&(id, port)) {
                        entry.1 = true;
                    } else {
                        entry.0.push(id);
                    }
                }
            }
        }
        for ((_, port), (components, is_joined)) in ports {
            let Some(&first) = components.first() else { continue };
            let template = program.atoms[self.types[first]]
                .as_ref()
                .expect("components have types without errors");
            let name = &template.parts.ports[port].name;
            if is_joined {
                for &component in &components {
                    let described = &self.parts.components[component];
                    let message = format!(
                        "no connector joins the port `{name}` of `{}`: it never fires",
                        described.name
                    );
                    program.reports.push(
                        0,
                        codes::UNCONNECTED_PORT.at(self.places.components[component], message),
                    );
                }
            } else {
                let message = format!("no connector joins the port `{name}`: it never fires");
                let warning = codes::UNCONNECTED_PORT.at(template.ports[port].1, message);
                let package = template.package;
                program.reports.push(package, warning.help("a port without `export` fires alone"));
            }
        }
    }
}
