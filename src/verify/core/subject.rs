//! The model that evidence is about, in whatever language it is written.

use sha2::{Digest as _, Sha256};

use super::{Document, Expectation, Outcome, System, ensure, reject, required, supported};

/// A model as written.
pub(crate) trait Model {
    /// Returns the system that evidence is about, with the channels as evidence names them.
    fn system(&self, channels: &str) -> Outcome<System>;

    /// Returns `true` if an answer that is stated for the channels `stated` is about those of a result, called
    /// `channels`; `are_reread` says that no result is about the channels as written.
    fn is_same(&self, stated: &[String], channels: &str, are_reread: bool) -> bool;

    /// Returns `true` if an answer is stated once for all channels.
    fn is_choreography(&self) -> bool {
        false
    }
}

/// The model that evidence is about.
pub(crate) struct Subject<'a> {
    pub(crate) sha256: String,
    pub(crate) model: &'a dyn Model,
    /// The answers that the model states.
    pub(crate) expectations: Vec<Expectation>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(text: &[u8], model: &'a dyn Model, expectations: Vec<Expectation>) -> Self {
        let append = |digits: String, byte: &u8| format!("{digits}{byte:02x}");
        let sha256 = Sha256::digest(text).iter().fold(String::new(), append);
        Self { sha256, model, expectations }
    }

    /// Returns the system that a piece of evidence is about, with the channels that the evidence names.
    pub(crate) fn system(&self, document: &Document<'_>) -> Outcome<System> {
        let is_known = document.schema_version == Some(1);
        supported(is_known, "evidence in another version of the format")?;
        self.ensure_is(required(document.sha256.as_ref(), "sha256")?)?;
        self.model.system(required(document.channels.as_deref(), "channels")?)
    }

    /// Fails unless this is the model with a digest.
    pub(crate) fn ensure_is(&self, digest: &str) -> Outcome {
        let ours = &self.sha256;
        ensure(digest == ours, || {
            format!("the evidence is about a model with SHA-256 {digest}, this one has {ours}")
        })
    }
}

impl Model for System {
    fn system(&self, channels: &str) -> Outcome<System> {
        let bags = match channels {
            "as written" => self.bags.clone(),
            "fifo" | "bag" => vec![channels == "bag"; self.bags.len()],
            other => return reject(format!("there is no reading of channels {other:?}")),
        };
        Ok(Self { bags, ..self.clone() })
    }

    fn is_same(&self, stated: &[String], channels: &str, are_reread: bool) -> bool {
        let is_kind = self.bags.iter().all(|is_bag| *is_bag == (channels == "bag"));
        are_reread && stated.is_empty() && is_kind
    }
}
