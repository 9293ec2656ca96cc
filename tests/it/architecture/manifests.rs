//! What the manifests of the workspace say.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

/// The parts of one manifest that the rules are about.
#[derive(Debug)]
pub(super) struct Manifest {
    /// Whether its lints are those of the workspace.
    pub(super) inherits_lints: bool,
    /// The directories of the members, in the manifest of a workspace.
    pub(super) members: Vec<String>,
    /// The packages that it depends on for whatever purpose: to run, to build, to be tested, on some system.
    pub(super) dependencies: Vec<String>,
    /// The packages of `[workspace.dependencies]`, by the names under which members inherit them.
    inherited: BTreeMap<String, String>,
}

/// Reads a manifest, given that of its workspace unless it is that itself.
pub(super) fn read(text: &str, workspace: Option<&Manifest>) -> Manifest {
    let document = DeTable::parse(text).expect("a manifest is TOML");
    let document = &DeValue::Table(document.into_inner());
    let inherited: BTreeMap<String, String> =
        packages(document, &["workspace", "dependencies"], &BTreeMap::new()).into_iter().collect();
    let known = workspace.map_or(&inherited, |workspace| &workspace.inherited);
    let targets = entries(document, &["target"]).into_iter().map(|(_, target)| target);
    let dependencies = std::iter::once(document).chain(targets).flat_map(|tables| {
        ["dependencies", "dev-dependencies", "build-dependencies"]
            .into_iter()
            .flat_map(|kind| packages(tables, &[kind], known))
            .map(|(_, package)| package)
    });
    let members = find(document, &["workspace", "members"]).and_then(DeValue::as_array);
    let members = members.into_iter().flat_map(|members| members.iter());
    Manifest {
        inherits_lints: is(document, &["lints", "workspace"], true),
        members: members
            .filter_map(|member| member.get_ref().as_str())
            .map(str::to_owned)
            .collect(),
        dependencies: dependencies.collect(),
        inherited,
    }
}

/// Returns the dependencies in a table: their names there, and their packages.
fn packages(
    document: &DeValue<'_>,
    keys: &[&str],
    inherited: &BTreeMap<String, String>,
) -> Vec<(String, String)> {
    let entries = entries(document, keys).into_iter().map(|(name, dependency)| {
        let package = match find(dependency, &["package"]).and_then(DeValue::as_str) {
            Some(package) => package,
            None if is(dependency, &["workspace"], true) => {
                inherited.get(name).map_or(name, String::as_str)
            }
            None => name,
        };
        (name.to_owned(), package.to_owned())
    });
    entries.collect()
}

fn find<'a, 'i>(value: &'a DeValue<'i>, keys: &[&str]) -> Option<&'a DeValue<'i>> {
    keys.iter().try_fold(value, |value, key| Some(value.get(key)?.get_ref()))
}

fn entries<'a, 'i>(value: &'a DeValue<'i>, keys: &[&str]) -> Vec<(&'a str, &'a DeValue<'i>)> {
    let table = find(value, keys).and_then(DeValue::as_table).into_iter().flat_map(DeTable::iter);
    table.map(|(name, value)| (name.get_ref().as_ref(), value.get_ref())).collect()
}

fn is(value: &DeValue<'_>, keys: &[&str], expected: bool) -> bool {
    find(value, keys).and_then(DeValue::as_bool) == Some(expected)
}
