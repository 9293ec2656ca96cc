//! The sizes of models, in reports and as data.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// The size of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ModelSize {
    /// The number of participants.
    pub participants: usize,
    /// The number of channels.
    pub channels: usize,
    /// The name of the architecture, where it was asked for.
    pub architecture: Option<&'static str>,
}

/// The size of a model.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct SizeRecord {
    participants: usize,
    channels: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    architecture: Option<String>,
}

/// A model of a library in a report for programs.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct LibraryEntry {
    /// The model, as the user named it.
    pub model: String,
    /// The place of the model in the library, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    /// The size of the model, if it could be read.
    #[serde(flatten)]
    pub size: Option<SizeRecord>,
}

/// The part of a library that a report is about, which stands at the end of the report and shows that it is whole.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryPart {
    /// The number of the part, from 1.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
    /// The number of models in the whole library.
    pub models: usize,
    /// The number of results in the report.
    pub results: usize,
}

impl SizeRecord {
    /// Returns the size as data.
    pub fn new(size: ModelSize) -> Self {
        let ModelSize { participants, channels, architecture } = size;
        Self { participants, channels, architecture: architecture.map(str::to_owned) }
    }

    /// Returns the size.
    pub fn size(&self) -> ModelSize {
        let architecture = self.architecture.as_deref().map(interned);
        ModelSize { participants: self.participants, channels: self.channels, architecture }
    }
}

/// Returns a word that lives as long as the program, each word once: names of engines, of topics and the like, of which
/// there are few.
pub(super) fn interned(word: &str) -> &'static str {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(word) {
        return known;
    }
    let new: &'static str = Box::leak(word.to_owned().into_boxed_str());
    words.insert(new);
    new
}
