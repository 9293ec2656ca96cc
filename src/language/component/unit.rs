//! Packages with their texts: the one that is read, and those that it uses.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::parser::{self, Parse};
use super::{Packages, codes};
use crate::reading::check_encoding;
use kernel::diagnostics::{Severity, Sink};
use kernel::source::{Source, Span};

/// A package with its text.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    pub(super) source: Cow<'a, Source>,
    pub(super) parse: Parse,
    /// The `use` of the first package that leads here; `None` for the first package itself.
    pub(super) via: Option<Span>,
    /// The packages that it uses, by their numbers.
    pub(super) uses: Vec<usize>,
}

/// Reads the packages that the first one uses, and those that these use.
pub(super) fn load(units: &mut Vec<Unit<'_>>, packages: &mut dyn Packages, sink: &mut Sink) {
    let mut known: FxHashMap<String, Option<usize>> = FxHashMap::default();
    if let Some(name) = &units[0].parse.package.name {
        known.insert(name.text(), Some(0));
    }
    let mut next = 0;
    while next < units.len() {
        let uses = std::mem::take(&mut units[next].parse.package.uses);
        for path in &uses {
            let name = path.text();
            let via = units[next].via.unwrap_or(path.span);
            let number = *known.entry(name.clone()).or_insert_with(|| {
                let file = format!("{}.bip", name.replace('.', "/"));
                let (source, parse) = match package(packages, &name, &file) {
                    Ok(found) => found,
                    Err(message) => {
                        sink.push(codes::PACKAGE.at(via, message));
                        return None;
                    }
                };
                units.push(Unit {
                    source: Cow::Owned(source),
                    parse,
                    via: Some(via),
                    uses: Vec::new(),
                });
                Some(units.len() - 1)
            });
            units[next].uses.extend(number);
        }
        units[next].parse.package.uses = uses;
        next += 1;
    }
}

/// Reads a package; the error is the message about it.
fn package(packages: &mut dyn Packages, name: &str, file: &str) -> Result<(Source, Parse), String> {
    let source = packages
        .text(file)
        .map_err(|reason| format!("the package `{name}` cannot be read from `{file}`: {reason}"))?;
    if u32::try_from(source.text().len()).is_err() {
        return Err(format!("`{file}` has four gigabytes or more"));
    }
    let mut parse = parser::parse(&source);
    check_encoding(&source, &mut parse.sink);
    match &parse.package.name {
        Some(found) if found.text() != name => {
            Err(format!("`{file}` holds the package `{}`, not `{name}`", found.text()))
        }
        _ => Ok((source, parse)),
    }
}

/// Returns the message about a used package with errors; `None` if there are none.
pub(super) fn errors_of(source: &Source, sink: Sink) -> Option<String> {
    let mut errors = sink.into_sorted();
    errors.retain(|diagnostic| diagnostic.severity() == Severity::Error);
    let first = errors.first()?;
    let line = source.line_of(first.primary.span.start());
    let count = match errors.len() {
        1 => "an error".to_owned(),
        count => format!("{count} errors"),
    };
    Some(format!("{} has {count}; line {line}: {}", source.name(), first.message))
}
