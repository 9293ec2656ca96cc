//! The public corpora: models that others published. They lie beside the checkout and are no part of it.
//!
//! A test that reads them is ignored as one that needs the corpora, and fails where they are missing.
//! `cargo test --test it -- --ignored --skip html_browser` runs all of these tests.

use std::path::{Path, PathBuf};

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::read_signature;
use scm_check::internals::model::trace::Signature;

/// Returns the folder of public models.
///
/// # Panics
/// If it is not there.
pub(crate) fn corpora() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    assert!(path.is_dir(), "there are no corpora at {}", path.display());
    path
}

/// Returns all SCM files below `directory`, in order.
pub(crate) fn scm_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        let entries = std::fs::read_dir(&directory);
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", directory.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Reads a file as a source.
pub(crate) fn source(path: &Path) -> Source {
    let name = path.file_name().unwrap().to_string_lossy();
    let bytes = std::fs::read(path);
    Source::from_bytes(name, bytes.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Returns the files below the corpus of interactions with one of the extensions, in order.
pub(crate) fn interaction_files(extensions: &[&str]) -> Vec<PathBuf> {
    let directory = corpora().join("interactions");
    let mut found = Vec::new();
    let mut open = vec![directory.clone()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                open.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{} has no {extensions:?}", directory.display());
    found.sort();
    found
}

/// Returns the signatures of the directory of a file, or of the nearest one above it.
pub(crate) fn signatures_beside(path: &Path) -> Vec<Signature> {
    for directory in path.ancestors().skip(1) {
        let mut found: Vec<PathBuf> = std::fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "hsf"))
            .collect();
        found.sort();
        if !found.is_empty() {
            let read = |path: &PathBuf| read_signature(&source(path)).model.unwrap();
            return found.iter().map(read).collect();
        }
    }
    panic!("{} has no signature", path.display());
}
