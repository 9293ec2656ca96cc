//! The checker: evidence and a model in, a verdict out.
//!
//! Nothing here searches for an answer. A witness is replayed and tested by the definitions; a certificate
//! is read in one pass. Nothing of the library is used, so that a mistake there is not made twice.

#![allow(clippy::cast_possible_truncation, reason = "packed fields hold what was a usize")]

mod certificate;
mod configurations;
mod conflict;
mod contents;
mod evidence;
mod executions;
mod expression;
mod lexer;
mod packed;
mod run;
mod safety;
mod scm;
mod system;
mod witness;

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use self::evidence::Document;
use self::system::{Channels, System};

/// What is to be said of the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The evidence shows what it claims.
    Confirmed,
    /// The evidence does not show what it claims, for this reason.
    Rejected(String),
    /// The evidence or the model has a form that is not read here, for this reason.
    Unsupported(String),
}

/// Why a check ends early.
#[derive(Clone, Debug)]
enum Fault {
    Rejected(String),
    Unsupported(String),
}

type Outcome<T = ()> = Result<T, Fault>;

fn reject<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Fault::Rejected(why.into()))
}

fn unsupported<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Fault::Unsupported(why.into()))
}

/// Returns what is to be said of `evidence` about `model`.
///
/// `membership` may hold the certificates that those of `evidence` rest on.
pub(crate) fn verify(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    match checked(evidence, model, membership) {
        Ok(()) => Verdict::Confirmed,
        Err(Fault::Rejected(why)) => Verdict::Rejected(why),
        Err(Fault::Unsupported(why)) => Verdict::Unsupported(why),
    }
}

fn checked(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Outcome {
    let documents = evidence::read(evidence)?;
    let others = membership.map_or(Ok(Vec::new()), evidence::read)?;
    let subject = Subject { sha256: hex(&Sha256::digest(model)), model: scm::read(model)? };
    let mut certificates = Vec::new();
    let mut witnesses = 0;
    for document in &documents {
        match document.schema.as_deref() {
            Some("scm-check/certificate") => certificates.push(document),
            Some("scm-check/witness") => {
                witnesses += 1;
                witness::check(document, &subject)?;
            }
            Some("scm-check/report") => {
                document.version()?;
                for result in evidence::required(document.results.as_ref(), "results")? {
                    witnesses += witness::check_result(result, &subject)?;
                }
            }
            None if document.verdict.is_some() => {
                witnesses += witness::check_result(document, &subject)?;
            }
            None => return reject("the evidence has no `schema`"),
            Some(other) => return unsupported(format!("evidence of schema {other}")),
        }
    }
    if certificates.is_empty() {
        return if witnesses > 0 {
            Ok(())
        } else {
            unsupported("there is no witness in the report")
        };
    }
    let others: Vec<&Document<'_>> = others.iter().collect();
    certificate::check_all(&certificates, &others, &subject)
}

/// The model that evidence is about.
struct Subject {
    sha256: String,
    model: System,
}

impl Subject {
    /// Returns the system that a piece of evidence is about, with the channels that it names.
    fn system(&self, document: &Document<'_>) -> Outcome<System> {
        document.version()?;
        let sha256 = evidence::required(document.sha256.as_deref(), "sha256")?;
        if sha256 != self.sha256 {
            return reject(format!(
                "the evidence is about a model with SHA-256 {sha256}, this one has {}",
                self.sha256
            ));
        }
        let channels = match evidence::required(document.channels.as_deref(), "channels")? {
            "as written" => Channels::AsWritten,
            "fifo" => Channels::Fifo,
            "bag" => Channels::Bag,
            other => return reject(format!("there is no reading of channels {other:?}")),
        };
        Ok(self.model.read_as(channels))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{Sha256, Verdict, hex, verify};
    use sha2::Digest as _;

    /// Two participants that may both send before they receive.
    pub(super) const CROSSING: &str = "\
scm crossing : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 1 ? b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ! b ; state 1 : to 2 : when true , 0 ? a ; state 2 :
bad_states : (automaton p : in 1 : true automaton q : in 1 : true with 0 = a.*)
(automaton p : in 1 : true with b.#._)";

    /// One message after the other in one direction.
    pub(super) const STREAM: &str = "\
scm stream : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;
bad_states : (automaton p : in 0 : true with _.a.a) ";

    /// Judges an object of these fields, with the version, the channels and the digest of the model added.
    pub(super) fn judge(model: &str, schema: &str, fields: &str) -> Verdict {
        let sha256 = hex(&Sha256::digest(model));
        let evidence = format!(
            "{{\"schema\":\"scm-check/{schema}\",\"schema_version\":1,\"channels\":\"as written\",\
             \"sha256\":\"{sha256}\",{fields}}}"
        );
        verify(evidence.as_bytes(), model.as_bytes(), None)
    }

    /// Asserts that the evidence is rejected for a reason that holds `why`.
    pub(super) fn assert_rejected(verdict: &Verdict, why: &str) {
        let Verdict::Rejected(found) = verdict else { panic!("{verdict:?}, not rejected: {why}") };
        assert!(found.contains(why), "{found:?} does not say {why:?}");
    }

    #[test]
    fn evidence_without_digest_or_about_another_model_is_rejected() {
        let without = r#"{"schema":"scm-check/witness","schema_version":1,"channels":"fifo"}"#;
        assert_rejected(&verify(without.as_bytes(), STREAM.as_bytes(), None), "no `sha256`");
        let other = without.replace("\"channels\"", "\"sha256\":\"00\",\"channels\"");
        assert_rejected(&verify(other.as_bytes(), STREAM.as_bytes(), None), "SHA-256 00");
    }

    #[test]
    fn other_forms_are_unsupported() {
        for (schema, fields) in [
            ("proof", ""),
            ("certificate", "\"form\":\"symbolic\",\"property\":\"rsc\","),
            (
                "certificate",
                "\"form\":\"explicit\",\"property\":\"rsc\",\"states\":[],\"over\":\"words\",",
            ),
        ] {
            let verdict = judge(STREAM, schema, &format!("{fields}\"kind\":\"x\""));
            assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
        }
    }
}
