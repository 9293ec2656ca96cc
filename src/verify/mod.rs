//! The independent checker: checks evidence about a model and returns a verdict.
//!
//! The checker does not search for answers. A witness is replayed and tested by the definitions; where a definition is
//! about continuations or about words of a choreography, all of them are examined. A certificate is read in one pass.
//! Every row of a report is checked, and the conclusions from the rows. The checker shares no code with the library, so
//! that it does not repeat a mistake of the library.
//!
//! A reader may take the files in this order:
//! - what evidence is about: `system`, which `scm` (with `lexer` and `condition`) reads from the text of a model, or
//!   `choreography` and `implementation`;
//! - what evidence says: `evidence` has its fields, `safety` the properties;
//! - witnesses: `witness`, `run`, and `completion` for witnesses against choreographies;
//! - certificates: `certificate`, `states`, `configurations`, `executions`, and `bad_states` with `expression`;
//! - certificates that do not list all configurations: `languages` with `channel_language`, `persistent`, `upward`,
//!   `linear`, and `heads` for what they must exclude;
//! - reports: `report`, `conclusion` and `expectation`.

#![allow(clippy::cast_possible_truncation, reason = "numbers in rows were a usize")]

mod bad_states;
mod certificate;
mod channel_language;
mod choreography;
mod completion;
mod conclusion;
mod condition;
mod configurations;
mod evidence;
mod executions;
mod expectation;
pub mod expression;
mod heads;
mod implementation;
mod languages;
mod lexer;
mod linear;
mod persistent;
mod program;
mod report;
mod run;
mod safety;
pub mod scm;
mod states;
pub mod system;
mod upward;
mod witness;

pub use self::program::run;

use sha2::{Digest as _, Sha256};

use self::certificate::Certificates;
use self::choreography::Choreography;
use self::evidence::{Document, required};
use self::expectation::Expectation;
use self::implementation::Protocol;
use self::report::Tally;
use self::system::System;

/// Verdict of the checker on evidence.
///
/// # Examples
///
/// ```
/// let verdict = verify::verify(b"{}", b"scm nothing :", None);
/// assert!(matches!(verdict, verify::Verdict::Unsupported(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The evidence proves its claim.
    Confirmed,
    /// The report has no error, but a part of it is not confirmed, as the text explains.
    Partial(String),
    /// The evidence does not prove its claim, for this reason.
    Rejected(String),
    /// The evidence or the model has an unsupported form, for this reason.
    Unsupported(String),
}

/// Result of a check, or the verdict with which it ends early, which is never [`Verdict::Confirmed`].
pub type Outcome<T = ()> = Result<T, Verdict>;

/// Ends a check of evidence that does not prove its claim.
fn reject<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Rejected(why.into()))
}

/// Ends a check of evidence of an unsupported form.
fn unsupported<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Verdict::Unsupported(why.into()))
}

/// Rejects the evidence for the reason `why`, unless `holds`.
fn ensure<T: Into<String>>(holds: bool, why: impl FnOnce() -> T) -> Outcome {
    if holds { Ok(()) } else { reject(why()) }
}

/// Ends the reading of a text with `None`, unless `holds`.
fn require(holds: bool) -> Option<()> {
    if holds { Some(()) } else { None }
}

/// Returns the verdict on `evidence` about `model` in SCM.
///
/// `membership` may contain the certificates for the rows `holds` of a report, and the certificates on which others
/// rest.
pub fn verify(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    let read = scm::read_all(model);
    let subject = read.map(|(system, stated)| Subject::new(model, Model::System(system), stated));
    check(evidence, membership, subject).err().unwrap_or(Verdict::Confirmed)
}

/// Returns the verdict on `evidence` about `model`, a choreography automaton.
pub fn verify_choreography(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    let read = choreography::read(model);
    let subject = read.map(|(text, stated)| Subject::new(model, Model::Choreography(text), stated));
    check(evidence, membership, subject).err().unwrap_or(Verdict::Confirmed)
}

/// Fails unless the model can be read and all of the evidence proves its claims.
fn check(evidence: &[u8], membership: Option<&[u8]>, subject: Outcome<Subject<'_>>) -> Outcome {
    let subject = &subject?;
    let documents = evidence::read(evidence)?;
    let others = membership.map_or(Ok(Vec::new()), evidence::read)?;
    let certificate = Some("scm-check/certificate");
    let given = documents.iter().chain(&others).filter(|it| it.schema.as_deref() == certificate);
    let mut certificates = Certificates::new(given.collect(), subject);
    let (mut checked, mut witnesses, mut tally) = (0, Vec::new(), None);
    for document in &documents {
        match document.schema.as_deref() {
            Some("scm-check/certificate") => {
                certificates.check(checked)?;
                checked += 1;
            }
            Some("scm-check/witness") => {
                witness::check(document, &mut certificates)?;
                witnesses.push(document);
            }
            Some(other) if (other, document.schema_version) != ("scm-check/report", Some(1)) => {
                return unsupported(format!("{other} in this version"));
            }
            // The end of the results of a library says nothing about a model.
            None if document.library.is_object() && document.verdict.is_none() => {}
            schema => {
                required(schema.or(document.verdict.as_deref()), "schema")?;
                tally.get_or_insert_with(Tally::default).add(document, &mut certificates)?;
            }
        }
    }
    match tally {
        Some(tally) => tally.sum_up(&witnesses, subject),
        None if checked == 0 && witnesses.is_empty() => unsupported("there is no evidence"),
        None => Ok(()),
    }
}

/// A model as written.
enum Model<'a> {
    System(System),
    Choreography(Choreography<'a>),
}

/// The model that evidence is about.
struct Subject<'a> {
    sha256: String,
    model: Model<'a>,
    /// The answers that the model states.
    expectations: Vec<Expectation>,
}

impl<'a> Subject<'a> {
    fn new(text: &[u8], model: Model<'a>, expectations: Vec<Expectation>) -> Self {
        let append = |digits: String, byte: &u8| format!("{digits}{byte:02x}");
        let sha256 = Sha256::digest(text).iter().fold(String::new(), append);
        Self { sha256, model, expectations }
    }

    /// Returns the system that a piece of evidence is about, with the channels that the evidence names, and the
    /// choreography that the system implements, if there is one.
    fn system(&self, document: &Document<'_>) -> Outcome<(System, Option<Protocol>)> {
        if document.schema_version != Some(1) {
            return unsupported("evidence in another version of the format");
        }
        self.ensure_is(required(document.sha256.as_ref(), "sha256")?)?;
        let channels = required(document.channels.as_deref(), "channels")?;
        match &self.model {
            Model::Choreography(text) => implementation::implement(text, channels)
                .map(|(system, protocol)| (system, Some(protocol))),
            Model::System(system) => {
                let mut system = system.clone();
                match channels {
                    "as written" => {}
                    "fifo" => system.bags.fill(false),
                    "bag" => system.bags.fill(true),
                    other => return reject(format!("there is no reading of channels {other:?}")),
                }
                Ok((system, None))
            }
        }
    }

    /// Fails unless this is the model with a digest.
    fn ensure_is(&self, digest: &str) -> Outcome {
        let ours = &self.sha256;
        ensure(digest == ours, || {
            format!("the evidence is about a model with SHA-256 {digest}, this one has {ours}")
        })
    }
}
