//! Links of a terminal to the places in files that a text names.

use std::fmt::Write as _;
use std::path::Path;

use supports_hyperlinks::Stream;

use super::input::{Input, Naming};

/// The inputs whose places become links: each name with the address of its file.
#[derive(Debug, Default)]
pub(crate) struct Links(Vec<(String, String)>);

impl Links {
    /// Returns links to inputs for standard output; none if it has no colours, or its terminal does not show links.
    pub(crate) fn to_inputs(inputs: &[Input], is_coloured: bool) -> Self {
        let is_shown = is_coloured && supports_hyperlinks::on(Stream::Stdout);
        let link = |input: &Input| {
            let path = std::path::absolute(input.path()?).ok()?;
            Some((input.name(Naming::Path), address(&path)))
        };
        Self(if is_shown { inputs.iter().filter_map(link).collect() } else { Vec::new() })
    }

    /// Returns `true` if nothing becomes a link.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a text in which each place (`model.scm:12`) of an input is a link to its line.
    pub(crate) fn linked(&self, text: &str) -> String {
        let mut linked = text.to_owned();
        for (name, address) in self.0.iter().filter(|(name, _)| text.contains(name)) {
            linked = linked_to(&linked, name, address);
        }
        linked
    }
}

/// Returns a text in which the places of one file are links.
fn linked_to(text: &str, name: &str, address: &str) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, found) = rest.split_at(at);
        let behind = &found[name.len()..];
        let line = behind.strip_prefix(':').unwrap_or_default();
        let digits = line.len() - line.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
        // The name may be the end of a longer path.
        let is_whole =
            !before.ends_with(|sign: char| sign.is_alphanumeric() || "/._-".contains(sign));
        linked += before;
        if digits > 0 && is_whole {
            let line = &line[..digits];
            let _ = write!(linked, "\x1b]8;;{address}#{line}\x1b\\{name}:{line}\x1b]8;;\x1b\\");
            rest = &behind[1 + digits..];
        } else {
            linked += name;
            rest = behind;
        }
    }
    linked + rest
}

/// Returns the address of a file.
fn address(path: &Path) -> String {
    let mut address = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_links_to_their_lines() {
        let links = Links(vec![("a b.scm".to_owned(), address(Path::new("/m/a b.scm")))]);
        let linked = links.linked("a b.scm: rsc\n  at a b.scm:12, x/a b.scm:3\n");
        let link = "\x1b]8;;file:///m/a%20b.scm#12\x1b\\a b.scm:12\x1b]8;;\x1b\\";
        assert_eq!(linked, format!("a b.scm: rsc\n  at {link}, x/a b.scm:3\n"));
    }
}
