//! Instances of connector types, and the priorities of a compound.

use std::collections::BTreeMap;

use super::ids::ConnectorTypeId;
use super::program::Program;
use super::system::{CompoundInstance, Context, MAX_PARTS, System};
use super::template::ConnectorTemplate;
use crate::component::ast::{CompoundPart, CompoundType, Name, Path};
use crate::component::codes;
use kernel::base::{Id as _, IndexVec};
use kernel::source::Span;
use model::component::{
    ComponentId, Connector, ConnectorId, End, EndId, PortId, Transfer, TransferVariable,
};

impl System {
    /// Adds the connectors of an instance of a compound type, then its priorities.
    pub(super) fn connectors(
        &mut self,
        program: &mut Program<'_>,
        context: Context<'_>,
        tree: &CompoundType,
        instance: &CompoundInstance,
        first: &mut BTreeMap<String, Span>,
    ) {
        let package = context.package;
        let mut own: BTreeMap<String, Option<ConnectorId>> = BTreeMap::new();
        for part in &tree.parts {
            if let CompoundPart::Connectors { kind, instances } = part {
                let of =
                    program.resolve(package, kind, "connector type", |package| &package.connectors);
                for (name, ports) in instances {
                    let name = name.to_name();
                    if program.is_twice(package, "connector", &name, first) {
                        continue;
                    }
                    let ports: Vec<_> = ports
                        .iter()
                        .map(|path| (path, self.port(program, package, instance, path)))
                        .collect();
                    let ends = of.and_then(|of| self.ends(program, package, of, &name, &ports));
                    let connector = match (of.and_then(|of| program.connectors[of].as_ref()), ends)
                    {
                        (Some(template), Some(ends)) => {
                            let path = format!("{}{}", context.prefix, name.text);
                            let connector = self.connector(template, path, ends);
                            self.places.connectors.push(program.place(package, name.span));
                            Some(self.parts.connectors.push(connector))
                        }
                        _ => None,
                    };
                    own.insert(name.text, connector);
                }
            }
        }
        for part in &tree.parts {
            if let CompoundPart::Priority(priority) = part {
                self.priority(program, context, priority, instance, &own);
            }
        }
    }

    /// Returns the ends of a connector, or reports errors.
    fn ends(
        &self,
        program: &mut Program<'_>,
        package: usize,
        of: ConnectorTypeId,
        name: &Name,
        ports: &[(&Path, Option<(ComponentId, PortId)>)],
    ) -> Option<Vec<(ComponentId, PortId)>> {
        let kinds: Vec<_> =
            program.connectors[of].as_ref()?.ends.iter().map(|end| end.kind).collect();
        if kinds.len() != ports.len() {
            let message =
                format!("`{}` joins {} ports, found {}", name.text, kinds.len(), ports.len());
            program.error(package, codes::ARGUMENT_COUNT, name.span, message);
            return None;
        }
        if self.parts.connectors.len() >= MAX_PARTS {
            let message = format!("with this connector there are more than {MAX_PARTS} connectors");
            program.error(package, codes::TOO_MANY, name.span, message);
            return None;
        }
        let mut ends = Vec::new();
        let mut taken: BTreeMap<ComponentId, Span> = BTreeMap::new();
        for (kind, (path, port)) in kinds.into_iter().zip(ports) {
            let Some((component, port)) = *port else { continue };
            let atom = self.types[component];
            let template = program.atoms[atom].as_ref()?;
            let found = template.ports[port].0;
            let described = &self.parts.components[component].atom.ports[port];
            let first = taken.insert(component, path.span);
            let error = if !described.is_exported {
                let message = format!("the port `{}` is not exported: it fires alone", path.text());
                let wrong = codes::PORT_NOT_EXPORTED.at(path.span, message);
                wrong.help("declare it by `export port`")
            } else if found != kind {
                let [expected, found] = [kind, found].map(|kind| &program.port_types[kind].name);
                let message =
                    format!("expected a port of the type `{expected}`, found one of `{found}`");
                codes::WRONG_TYPE.at(path.span, message)
            } else if let Some(first) = first {
                let name = &self.parts.components[component].name;
                let message = format!("the component `{name}` stands in the connector twice");
                codes::COMPONENT_TWICE.at(path.span, message).also(first, "first here")
            } else {
                ends.push((component, port));
                continue;
            };
            program.reports.push(package, error);
        }
        (ends.len() == ports.len()).then_some(ends)
    }

    fn connector(
        &self,
        template: &ConnectorTemplate,
        name: String,
        ports: Vec<(ComponentId, PortId)>,
    ) -> Connector {
        let ends: IndexVec<EndId, End> = ports
            .into_iter()
            .zip(template.ends.iter())
            .map(|((component, port), end)| End { component, port, is_trigger: end.is_trigger })
            .collect();
        let rename = |variable: TransferVariable| match variable {
            TransferVariable::Exported(end, datum) => {
                let End { component, port, .. } = ends[end];
                let port = &self.parts.components[component].atom.ports[port];
                TransferVariable::Exported(end, port.exported[datum.index()].1)
            }
            datum @ TransferVariable::Datum(_) => datum,
        };
        let transfers = template.transfers.iter().map(|transfer| Transfer {
            ends: transfer.ends.clone(),
            guard: transfer.guard.as_ref().map(|guard| guard.renamed(&rename)),
            actions: transfer.actions.iter().map(|action| action.renamed(&rename)).collect(),
        });
        let transfers = transfers.collect();
        Connector {
            name,
            kind: template.name.clone(),
            ends,
            data: template.data.clone(),
            transfers,
        }
    }
}
