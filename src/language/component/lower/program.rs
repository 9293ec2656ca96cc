//! The packages with what they declare, and the resolution of the names of types.

use std::collections::{BTreeMap, BTreeSet};

use super::ids::{AtomTypeId, ComponentType, CompoundTypeId, ConnectorTypeId, PortTypeId};
use super::reports::Reports;
use super::scope::Values;
use super::template::{AtomTemplate, ConnectorTemplate, DeclaredFunction, PortType};
use crate::component::ast::{self, Name, Parameter, Path};
use crate::component::lexer::Annotation;
use crate::component::unit::Unit;
use crate::component::{FunctionRegistry, codes};
use crate::reading::with_nearest_or;
use kernel::base::IndexVec;
use kernel::diagnostics::{Code, Sink};
use kernel::source::{Source, Span};
use model::component::{Function, FunctionId, SiteId, Type, Value};

/// A package.
#[derive(Debug)]
pub(super) struct Package<'a> {
    pub(super) name: String,
    pub(super) source: &'a Source,
    pub(super) tree: &'a ast::Package,
    pub(super) annotations: &'a [Annotation],
    /// The places of the ranges that bound something.
    pub(super) ranges: Vec<Span>,
    via: Option<Span>,
    uses: &'a [usize],
    pub(super) constants: Vec<(String, Value)>,
    pub(super) functions: Vec<DeclaredFunction>,
    pub(super) port_types: BTreeMap<String, PortTypeId>,
    pub(super) connectors: BTreeMap<String, ConnectorTypeId>,
    pub(super) components: BTreeMap<String, ComponentType>,
}

/// All packages, of which the first one is the text that is read.
#[derive(Debug)]
pub(super) struct Program<'a> {
    pub(super) packages: Vec<Package<'a>>,
    pub(super) reports: Reports,
    pub(super) registry: &'a FunctionRegistry,
    pub(super) port_types: IndexVec<PortTypeId, PortType>,
    /// `None` if the type has errors.
    pub(super) atoms: IndexVec<AtomTypeId, Option<AtomTemplate>>,
    pub(super) connectors: IndexVec<ConnectorTypeId, Option<ConnectorTemplate>>,
    /// The compound types with their packages.
    pub(super) compounds: IndexVec<CompoundTypeId, (usize, &'a ast::CompoundType)>,
    pub(super) sites: IndexVec<SiteId, Span>,
    /// The functions that are called.
    pub(super) called: IndexVec<FunctionId, Function>,
    /// The functions about which it was said that they do nothing, with the reason.
    pub(super) noted: BTreeSet<(String, &'static str)>,
}

impl<'a> Program<'a> {
    pub(super) fn new(
        units: &'a [Unit<'_>],
        sinks: Vec<(Sink, bool)>,
        registry: &'a FunctionRegistry,
    ) -> Self {
        let packages = units.iter().map(|unit| Package {
            name: unit.parse.package.name.as_ref().map(Path::text).unwrap_or_default(),
            source: &unit.source,
            tree: &unit.parse.package,
            annotations: &unit.parse.annotations,
            ranges: Vec::new(),
            via: unit.via,
            uses: &unit.uses,
            constants: Vec::new(),
            functions: Vec::new(),
            port_types: BTreeMap::new(),
            connectors: BTreeMap::new(),
            components: BTreeMap::new(),
        });
        Self {
            packages: packages.collect(),
            reports: Reports::new(sinks),
            registry,
            port_types: IndexVec::new(),
            atoms: IndexVec::new(),
            connectors: IndexVec::new(),
            compounds: IndexVec::new(),
            sites: IndexVec::new(),
            called: IndexVec::new(),
            noted: BTreeSet::new(),
        }
    }

    /// Declares what the packages declare, and lowers their atom and connector types.
    pub(super) fn declare(&mut self) {
        for package in 0..self.packages.len() {
            self.constants(package);
            self.functions(package);
            self.declare_port_types(package);
        }
        for package in 0..self.packages.len() {
            self.declare_connectors(package);
            self.declare_components(package);
        }
        for package in 0..self.packages.len() {
            self.unused_ranges(package);
        }
    }

    /// Returns the diagnostics of each package.
    pub(super) fn finish(self) -> Vec<Sink> {
        self.reports.packages.into_iter().map(|(sink, _)| sink).collect()
    }

    fn constants(&mut self, package: usize) {
        let mut first = BTreeMap::new();
        for constant in &self.packages[package].tree.constants {
            let name = &constant.name;
            if self.is_twice(package, "constant", name, &mut first) {
                continue;
            }
            let kind = self.type_named(package, &constant.kind);
            let value =
                kind.and_then(|kind| self.value(package, &constant.value, kind, &Values(&[])));
            // An unknown value is replaced by one of its type, so that only one error is reported.
            let value = value.or_else(|| kind.map(Type::default_value));
            self.packages[package].constants.extend(value.map(|value| (name.text.clone(), value)));
        }
    }

    fn declare_port_types(&mut self, package: usize) {
        let mut first = BTreeMap::new();
        for port_type in &self.packages[package].tree.port_types {
            if self.is_twice(package, "port type", &port_type.name, &mut first) {
                continue;
            }
            let data = self.parameters(package, &port_type.data, "datum").unwrap_or_default();
            let name = self.full_name(package, &port_type.name.text);
            let id = self.port_types.push(PortType { name, data });
            self.packages[package].port_types.insert(port_type.name.text.clone(), id);
        }
    }

    fn declare_connectors(&mut self, package: usize) {
        let mut first = BTreeMap::new();
        for connector in &self.packages[package].tree.connectors {
            if !self.is_twice(package, "connector type", &connector.head.name, &mut first) {
                let template = self.connector_template(package, connector);
                let id = self.connectors.push(template);
                self.packages[package].connectors.insert(connector.head.name.text.clone(), id);
            }
        }
    }

    fn declare_components(&mut self, package: usize) {
        let mut first = BTreeMap::new();
        for atom in &self.packages[package].tree.atoms {
            if !self.is_twice(package, "type", &atom.head.name, &mut first) {
                let template = self.atom_template(package, atom);
                let id = self.atoms.push(template);
                let name = atom.head.name.text.clone();
                self.packages[package].components.insert(name, ComponentType::Atom(id));
            }
        }
        for compound in &self.packages[package].tree.compounds {
            if !self.is_twice(package, "type", &compound.head.name, &mut first) {
                let id = self.compounds.push((package, compound));
                let name = compound.head.name.text.clone();
                self.packages[package].components.insert(name, ComponentType::Compound(id));
            }
        }
    }

    /// Returns the name of a type: with that of its package if it is none of the first package.
    pub(super) fn full_name(&self, package: usize, name: &str) -> String {
        if package == 0 {
            name.to_owned()
        } else {
            format!("{}.{name}", self.packages[package].name)
        }
    }

    /// Returns the parameters of a type with their types, or reports errors.
    pub(super) fn parameters(
        &mut self,
        package: usize,
        parameters: &'a [Parameter],
        what: &str,
    ) -> Option<Vec<(String, Type)>> {
        let mut first = BTreeMap::new();
        let mut typed = Some(Vec::new());
        for parameter in parameters {
            // One that is declared twice counts twice, so that what follows is not reported.
            self.is_twice(package, what, &parameter.name, &mut first);
            match (self.type_named(package, &parameter.kind), &mut typed) {
                (Some(kind), Some(typed)) => typed.push((parameter.name.text.clone(), kind)),
                _ => typed = None,
            }
        }
        typed
    }

    /// Reports a name that was declared before, and returns `true` if it was.
    pub(super) fn is_twice(
        &mut self,
        package: usize,
        what: &str,
        name: &Name,
        first: &mut BTreeMap<String, Span>,
    ) -> bool {
        // A name that a syntax error swallowed is empty.
        if name.text.is_empty() {
            return false;
        }
        let Some(&before) = first.get(&name.text) else {
            first.insert(name.text.clone(), name.span);
            return false;
        };
        let message = format!("the {what} `{}` is declared twice", name.text);
        let twice = codes::DUPLICATE.at(name.span, message).label("again here");
        self.reports.push(package, twice.also(before, "first declared here"));
        true
    }

    /// Returns the type of that name, or reports that there is none.
    pub(super) fn type_named(&mut self, package: usize, path: &Path) -> Option<Type> {
        let text = path.text();
        let found = Type::with_word(&text);
        if found.is_none() {
            let message = format!("there is no type `{text}` of data");
            let unknown = codes::UNKNOWN_TYPE.at(path.span, message).label("unknown");
            let help = || "data are of the types `int`, `bool`, `float` and `string`".to_owned();
            let unknown = match &*text {
                "boolean" => unknown.did_you_mean("bool"),
                "double" | "real" => unknown.did_you_mean("float"),
                "integer" | "long" => unknown.did_you_mean("int"),
                _ => with_nearest_or(unknown, &text, Type::ALL.into_iter().map(Type::word), help),
            };
            self.reports.absent(package, unknown);
        }
        found
    }

    /// Returns what a path to a declaration stands for: one of the package or of those that it uses; or reports that
    /// there is none, or that there are two.
    pub(super) fn resolve<I: Copy>(
        &mut self,
        package: usize,
        path: &Path,
        what: &str,
        table: impl for<'p> Fn(&'p Package<'a>) -> &'p BTreeMap<String, I>,
    ) -> Option<I> {
        let (qualifier, last) = path.split_last();
        let mut reachable = self.reachable(package);
        if !qualifier.is_empty() {
            reachable.retain(|&package| self.packages[package].name == qualifier);
            if reachable.is_empty() {
                let message = format!("there is no package `{qualifier}` here");
                let unknown = codes::UNKNOWN_TYPE.at(path.span, message).label("unknown");
                let help = format!("write `use {qualifier}` at the beginning of the package");
                self.reports.absent(package, unknown.help(help));
                return None;
            }
        }
        let found: Vec<(usize, I)> = reachable
            .iter()
            .filter_map(|&package| {
                Some((package, *table(&self.packages[package]).get(&last.text)?))
            })
            .collect();
        match *found {
            [] => {
                let message = format!("there is no {what} `{}`", path.text());
                let unknown = codes::UNKNOWN_TYPE.at(path.span, message).label("unknown");
                let known =
                    reachable.iter().flat_map(|&package| table(&self.packages[package]).keys());
                let near = crate::reading::nearest(&last.text, known.map(String::as_str))
                    .map(ToOwned::to_owned);
                let unknown = match near {
                    Some(meant) if qualifier.is_empty() => unknown.did_you_mean(&meant),
                    Some(meant) => unknown.help(format!("did you mean `{qualifier}.{meant}`?")),
                    None => unknown,
                };
                self.reports.absent(package, unknown);
                None
            }
            [(_, only)] => Some(only),
            [(one, _), (two, _), ..] => {
                let (one, two) = (&self.packages[one].name, &self.packages[two].name);
                let name = &last.text;
                let message = format!("two packages have the {what} `{name}`");
                let help = format!("write `{one}.{name}` or `{two}.{name}`");
                self.reports.push(package, codes::AMBIGUOUS.at(path.span, message).help(help));
                None
            }
        }
    }

    /// Returns a package and those that it uses, each once.
    pub(super) fn reachable(&self, package: usize) -> Vec<usize> {
        let mut reachable = vec![package];
        for &used in self.packages[package].uses {
            if !reachable.contains(&used) {
                reachable.push(used);
            }
        }
        reachable
    }

    /// Returns a new site at a place of a package.
    pub(super) fn site(&mut self, package: usize, span: Span) -> SiteId {
        let span = self.place(package, span);
        self.sites.push(span)
    }

    /// Returns a place in the first package for a place in any: that of the `use` if it is another one.
    pub(super) fn place(&self, package: usize, span: Span) -> Span {
        self.packages[package].via.unwrap_or(span)
    }

    /// Reports an error.
    pub(super) fn error(
        &mut self,
        package: usize,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) {
        self.reports.push(package, code.at(span, message));
    }
}

impl Package<'_> {
    /// Returns the value of a constant of the package.
    pub(super) fn constant(&self, path: &Path) -> Option<&Value> {
        let [name] = &*path.names else { return None };
        self.constants.iter().find(|(known, ..)| *known == name.text).map(|(_, value)| value)
    }
}
