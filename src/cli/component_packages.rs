//! Packages of component systems among the files of directories.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::file_kind::is_component_system;
use super::input::{Input, Naming};
use super::option_groups::Colour;
use super::output::tell;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::outline;

/// Returns the inputs without packages that declare no system and that no argument names: if no other input uses such a
/// package, a note says that it is left out. Inputs of which none has a system are all returned.
pub(crate) fn without_packages(
    inputs: Vec<Input>,
    arguments: &[OsString],
    colour: Colour,
) -> Vec<Input> {
    if inputs.len() < 2 {
        return inputs;
    }
    let is_named = |path: &Path| arguments.iter().any(|model| OsStr::new(model) == path);
    let mut used = Vec::new();
    let is_package: Vec<bool> = inputs
        .iter()
        .map(|input| {
            let path = input.path().filter(|_| is_component_system(input));
            let Some(bytes) = path.and_then(|path| std::fs::read(path).ok()) else { return false };
            let source = Source::from_bytes("", bytes);
            let (uses, has_system) = outline(&source);
            used.extend(uses);
            !has_system && path.is_some_and(|path| !is_named(path))
        })
        .collect();
    if is_package.iter().all(|is_package| *is_package) {
        return inputs;
    }
    let mut kept = Vec::new();
    for (input, is_package) in inputs.into_iter().zip(is_package) {
        if !is_package {
            kept.push(input);
            continue;
        }
        let path = input.path().unwrap_or(Path::new(""));
        if !used.iter().any(|name: &String| path.ends_with(name.replace('.', "/") + ".bip")) {
            let name = input.name(Naming::Path);
            let text = "left out: a package without compound type, which no other file uses";
            tell(colour, &format!("\x1b[1mnote:\x1b[0m {name}: {text}\n"));
        }
    }
    kept
}
