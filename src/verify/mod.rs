//! The checker: evidence and a model in, a verdict out.
//!
//! Nothing here searches for an answer. A witness is replayed and tested by the definitions, where these speak
//! of what can follow or of words of a choreography by looking at all of that; a certificate is read in one
//! pass. Nothing of the library is used, so that a mistake there is not made twice.

#![allow(clippy::cast_possible_truncation, reason = "numbers in rows were a usize")]

mod certificate;
mod choreography;
mod completion;
mod configurations;
mod conflict;
mod contents;
mod evidence;
mod executions;
pub mod expression;
mod implementation;
mod lexer;
mod program;
mod run;
mod safety;
pub mod scm;
mod states;
pub mod system;
mod witness;

pub use self::program::run;

use sha2::{Digest as _, Sha256};

use self::choreography::Choreography;
use self::evidence::{Document, required};
use self::implementation::Protocol;
use self::system::System;

/// What is to be said of the evidence.
///
/// # Examples
///
/// ```
/// let verdict = verify::verify(b"{}", b"scm nothing :", None);
/// assert!(matches!(verdict, verify::Verdict::Unsupported(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The evidence shows what it claims.
    Confirmed,
    /// The evidence does not show what it claims, for this reason.
    Rejected(String),
    /// The evidence or the model has a form that is not read here, for this reason.
    Unsupported(String),
}

/// What a check finds, or why it ends early, which is never [`Verdict::Confirmed`].
pub type Outcome<T = ()> = Result<T, Verdict>;

impl From<String> for Verdict {
    fn from(why: String) -> Self {
        Self::Rejected(why)
    }
}

/// Ends a check of evidence that does not show what it claims.
fn reject<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Rejected(why.into()))
}

/// Ends a check of evidence of a form that is not read here.
fn unsupported<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Unsupported(why.into()))
}

/// Rejects the evidence for this reason, unless something holds.
fn ensure(holds: bool, why: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { reject(why()) }
}

/// Returns what is to be said of `evidence` about `model` in SCM.
///
/// `membership` may hold the certificates that those of `evidence` rest on.
pub fn verify(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    let checked = scm::read(model).map(Model::System);
    let checked = checked.and_then(|read| check(evidence, model, read, membership));
    checked.err().unwrap_or(Verdict::Confirmed)
}

/// Returns what is to be said of `evidence` about `model`, a choreography automaton.
pub fn verify_choreography(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    let checked = choreography::read(model).map(Model::Choreography);
    let checked = checked.and_then(|read| check(evidence, model, read, membership));
    checked.err().unwrap_or(Verdict::Confirmed)
}

/// Fails unless all of the evidence shows what it claims.
///
/// Results of reports about other models are passed over if there is one with a witness about this model.
fn check(evidence: &[u8], text: &[u8], model: Model<'_>, membership: Option<&[u8]>) -> Outcome {
    let documents = evidence::read(evidence)?;
    let others = membership.map_or(Ok(Vec::new()), evidence::read)?;
    let digits = |text, byte: &u8| format!("{text}{byte:02x}");
    let sha256 = Sha256::digest(text).iter().fold(String::new(), digits);
    let subject = Subject { sha256, model };
    let (mut certificates, mut witnesses, mut reported) = (Vec::new(), Vec::new(), Vec::new());
    for document in documents.iter().flat_map(|whole| whole.results.iter().chain([whole])) {
        match (document.schema.as_deref(), document.witness.as_deref()) {
            (Some("scm-check/certificate"), _) => certificates.push(document),
            (Some("scm-check/witness"), _) => witnesses.push(document),
            (Some("scm-check/report"), _) if document.schema_version == Some(1) => {}
            (Some(other), _) => return unsupported(format!("{other} in this version")),
            (None, Some(witness)) => {
                witness::agrees(document, witness)?;
                reported.push(witness);
            }
            (None, None) => required(document.verdict.as_ref(), "schema").map(drop)?,
        }
    }
    let is_ours = |witness: &&Document<'_>| witness.sha256.as_ref() == Some(&subject.sha256);
    if reported.iter().any(is_ours) {
        reported.retain(is_ours);
    }
    witnesses.extend(reported);
    if witnesses.is_empty() && certificates.is_empty() {
        return unsupported("there is no witness in the report");
    }
    let all = || certificates.iter().copied().chain(&others);
    witnesses.into_iter().try_for_each(|document| witness::check(document, all(), &subject))?;
    certificate::check_all(&certificates, &others, &subject)
}

/// A model as it is written.
enum Model<'a> {
    System(System),
    Choreography(Choreography<'a>),
}

/// The model that evidence is about.
struct Subject<'a> {
    sha256: String,
    model: Model<'a>,
}

impl Subject<'_> {
    /// Returns the system that a piece of evidence is about, with the channels that it names, and the choreography
    /// that this is the implementation of, if it is.
    fn system(&self, document: &Document<'_>) -> Outcome<(System, Option<Protocol>)> {
        if document.schema_version != Some(1) {
            return unsupported("evidence in another version of the format");
        }
        let (theirs, ours) = (required(document.sha256.as_ref(), "sha256")?, &self.sha256);
        ensure(theirs == ours, || {
            format!("the evidence is about a model with SHA-256 {theirs}, this one has {ours}")
        })?;
        let channels = required(document.channels.as_deref(), "channels")?;
        let mut system = match &self.model {
            Model::System(system) => system.clone(),
            Model::Choreography(text) => {
                let (system, protocol) = implementation::implement(text, channels)?;
                return Ok((system, Some(protocol)));
            }
        };
        match channels {
            "as written" => {}
            "fifo" => system.bags.fill(false),
            "bag" => system.bags.fill(true),
            other => return reject(format!("there is no reading of channels {other:?}")),
        }
        Ok((system, None))
    }
}
