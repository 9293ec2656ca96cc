//! Ranges of variables: `@range(x="0..7")`.

use std::collections::BTreeMap;

use super::program::Program;
use crate::component::ast::Data;
use crate::component::codes;
use crate::reading::Piece;
use model::component::Type;

const HELP: &str = "write `@range(x=\"0..7\")` before the `data` that declares `x`";

impl Program<'_> {
    /// Returns the ranges that annotations before a declaration give to its variables.
    pub(super) fn ranges(
        &mut self,
        package: usize,
        data: &Data,
        kind: Option<Type>,
    ) -> BTreeMap<String, (i64, i64)> {
        let mut ranges = BTreeMap::new();
        let (source, annotations) =
            (self.packages[package].source, self.packages[package].annotations);
        for annotation in annotations.iter().filter(|annotation| annotation.next == data.start) {
            let whole = Piece::new(source, annotation.span);
            let Some(list) = arguments(whole) else { continue };
            self.packages[package].ranges.push(annotation.span);
            for item in list.items() {
                let Some((name, range)) = range(item) else {
                    let malformed =
                        codes::RANGE.at(item.span(), "expected a variable and its range");
                    self.reports.push(package, malformed.help(HELP));
                    continue;
                };
                let message = if !data.variables.iter().any(|(known, _)| known.text == name.text) {
                    format!("this `data` declares no `{}`", name.text)
                } else if kind.is_some_and(|kind| kind != Type::Int) {
                    format!("`{}` is no `int`", name.text)
                } else if range.0 > range.1 {
                    "this range is empty".to_owned()
                } else if ranges.insert(name.text.to_owned(), range).is_some() {
                    format!("`{}` has two ranges", name.text)
                } else {
                    continue;
                };
                self.error(package, codes::RANGE, item.span(), message);
            }
        }
        ranges
    }

    /// Reports ranges that bound nothing.
    pub(super) fn unused_ranges(&mut self, package: usize) {
        let (source, annotations) =
            (self.packages[package].source, self.packages[package].annotations);
        for annotation in annotations {
            let is_range = arguments(Piece::new(source, annotation.span)).is_some();
            if is_range && !self.packages[package].ranges.contains(&annotation.span) {
                let unused = codes::RANGE
                    .at(annotation.span, "no `data` of an atom stands behind this range");
                self.reports.absent(package, unused.help(HELP));
            }
        }
    }
}

/// Returns what stands in the parentheses of `@range(..)`; `None` for other annotations.
fn arguments(annotation: Piece<'_>) -> Option<Piece<'_>> {
    let rest = annotation.after("@range")?;
    if rest.text.is_empty() {
        return Some(rest);
    }
    let inner = rest.text.strip_prefix('(')?.strip_suffix(')')?;
    Some(rest.within(inner).trimmed())
}

/// Reads `x="0..7"`.
fn range(item: Piece<'_>) -> Option<(Piece<'_>, (i64, i64))> {
    let (name, range) = item.text.split_once('=')?;
    let range = range.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (least, greatest) = range.split_once("..")?;
    let range = (least.trim().parse().ok()?, greatest.trim().parse().ok()?);
    Some((item.within(name.trim()), range))
}
