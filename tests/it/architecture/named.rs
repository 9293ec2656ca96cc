//! What documents name: files, directories, items of the code, and links.

use std::collections::BTreeSet;

use super::{Universe, rust_text};

/// The directories at the top, by which a path from there is recognised.
const TOP: [&str; 6] = ["src", "tests", "docs", "models", "benches", "examples"];
/// Endings of files that documents about the code name.
const ENDINGS: [&str; 5] = [".rs", ".md", ".toml", ".lalrpop", ".json"];

/// What there is: the files of the workspace by their paths, and the words of its code.
pub(super) struct Names<'a> {
    files: &'a [String],
    words: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    /// Collects the words of the code; `files` are all files, of whatever kind.
    pub(super) fn new(universe: &'a Universe, files: &'a [String]) -> Self {
        let tokens = universe.files.iter().flat_map(|file| rust_text::tokens(&file.text));
        let mut words: BTreeSet<&str> = tokens.map(|token| token.text).collect();
        let paths = files.iter().flat_map(|file| file.split(['/', '.']));
        words.extend(paths);
        Self { files, words }
    }

    /// Returns what a document names and there is not. A document of users names files of theirs, and no items.
    pub(super) fn missing(&self, name: &str, text: &str, is_of_users: bool) -> Vec<String> {
        let outside_code: String = text.split("```").step_by(2).collect();
        let spans = outside_code.split('`').skip(1).step_by(2);
        let spans = spans.filter(|span| !self.exists(span, is_of_users));
        let links =
            outside_code.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let directory = name.rsplit_once('/').map_or("", |(directory, _)| directory);
        let links = links.filter(|link| !link.is_empty() && !link.contains("://"));
        let links = links.filter(|link| !self.has(&joined(directory, link)));
        spans
            .chain(links)
            .map(|what| format!("{name} names `{what}`, which is not there"))
            .collect()
    }

    /// Returns whether what stands in backticks exists, or is nothing that must.
    fn exists(&self, span: &str, is_of_users: bool) -> bool {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "/_-.".contains(c);
        if span.is_empty() || !span.chars().all(|c| is_path(c) || c == ':') {
            return true;
        }
        let is_from_top = span.split_once('/').is_some_and(|(first, _)| TOP.contains(&first));
        if is_from_top {
            // NAME in a path stands for any.
            return span.contains("NAME") || self.has(span.trim_end_matches('/'));
        }
        if is_of_users {
            return true;
        }
        if ENDINGS.iter().any(|ending| span.ends_with(ending)) {
            let behind = format!("/{span}");
            return self.files.iter().any(|file| file == span || file.ends_with(&behind));
        }
        let is_type = span.starts_with(|c: char| c.is_ascii_uppercase())
            && span.contains(|c: char| c.is_ascii_lowercase());
        let is_item = span.chars().all(|c| c.is_ascii_alphanumeric() || "_:".contains(c))
            && (is_type || span.contains("::"));
        !is_item || span.split("::").all(|word| word.is_empty() || self.words.contains(word))
    }

    /// Returns whether there is a file or a directory with a path from the top.
    fn has(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        self.files.iter().any(|file| file == path || file.starts_with(&inside))
    }
}

/// Returns the path of a link in a document of a directory, from the top.
fn joined(directory: &str, link: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}
