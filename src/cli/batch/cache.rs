//! Answers of earlier runs, a file for each model and what is asked of it.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::build_id::build_id;
use super::outcome::{Outcome, StoredOutcome};
use crate::cli::batch_args::BatchArguments;
use crate::cli::draft;
use crate::cli::file_kind::{is_component_system, kind_by_name};
use crate::cli::input::{Input, Naming};
use scm_check::internals::driver::sha256;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::outline;
use scm_check::internals::language::kinds::Kind;

/// The cache, or nothing where there is no place for it.
pub(super) struct Cache {
    directory: Option<PathBuf>,
    /// What all questions of this run have in common, as text.
    common: String,
    naming: Naming,
    /// Whether an answer could not be kept.
    has_failed: Cell<bool>,
}

/// Where the answers about a model are, and of which text they are.
pub(super) struct Key {
    path: PathBuf,
    sha256: String,
}

impl Key {
    /// Returns the answers that are kept.
    pub(super) fn find(&self) -> Option<Outcome> {
        // What is damaged is as good as absent, and is replaced.
        let stored: StoredOutcome = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
        stored.outcome()
    }
}

impl Cache {
    /// Returns the cache for what the arguments ask, and what is to be told about it.
    pub(super) fn open(arguments: &BatchArguments, naming: Naming) -> (Self, Option<String>) {
        // What is confirmed has its evidence in memory; a file of the cache proves nothing.
        let absent = arguments.no_cache || arguments.update || arguments.report.verify;
        let directory = if absent { None } else { directory() };
        let program = directory.as_ref().and_then(|_| build_id());
        let missing = match (&directory, &program) {
            _ if absent => None,
            (None, _) => Some("neither XDG_CACHE_HOME nor HOME names a directory"),
            (Some(_), None) => Some("this program cannot be read"),
            (Some(_), Some(_)) => None,
        };
        let told = missing.map(|why| format!("answers are not kept for the next time: {why}"));
        let directory = directory.filter(|_| program.is_some());
        let words = arguments.asked_words();
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        let common = format!("{}\n{}", program.unwrap_or_default(), words.join("\n"));
        (Self { directory, common, naming, has_failed: Cell::new(false) }, told)
    }

    /// Returns where the answers about a model are; `None` if they are not kept: there is no cache, the model cannot be
    /// read, or it uses other files whose contents are not known here.
    pub(super) fn key(&self, input: &Input) -> Option<Key> {
        let directory = self.directory.as_ref()?;
        let path = input.path()?;
        let bytes = input.bytes()?;
        let text_digest = sha256(&bytes);
        let mut beside = String::new();
        if is_component_system(input) {
            let (uses, _) = outline(&Source::from_bytes("", bytes));
            if !uses.is_empty() {
                return None;
            }
        } else if kind_by_name(input) == Some(Kind::Interaction) {
            beside = fs::read(path.with_extension("hsf")).map_or(String::new(), sha256);
        }
        let name = input.name(self.naming);
        let kind = input.extension().unwrap_or_default();
        let asked = [&self.common, &name, kind, &text_digest, &beside]
            .map(|text| text as &str)
            .join("\n\n");
        let key = sha256(&asked);
        let path = directory.join(&key[..2]).join(format!("{}.json", &key[2..]));
        Some(Key { path, sha256: text_digest })
    }

    /// Keeps the answers about a model, if they would be the same at another time. Returns what is to be told if that
    /// fails, once.
    pub(super) fn keep(&self, key: &Key, outcome: &Outcome) -> Option<String> {
        // The file may have changed since it was read here.
        let is_same =
            |sha256: &Option<String>| sha256.as_deref().is_none_or(|one| one == key.sha256);
        if !outcome.rows.iter().all(|row| is_same(&row.answer.subject.sha256)) {
            return None;
        }
        let error = store(&key.path, &outcome.lasting()?).err()?;
        let is_first = !self.has_failed.replace(true);
        is_first.then(|| {
            format!("answers are not kept for the next time: {}: {error}", key.path.display())
        })
    }
}

/// Writes a file of the cache.
fn store(path: &Path, outcome: &StoredOutcome) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    draft::write(path, &serde_json::to_vec(outcome)?)
}

/// Returns the directory of the cache: `$XDG_CACHE_HOME/scm-check`, else `~/.cache/scm-check`.
fn directory() -> Option<PathBuf> {
    let named = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let caches = named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?;
    Some(caches.join("scm-check").join("answers"))
}
