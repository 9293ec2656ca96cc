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
mod expression;
mod implementation;
mod lexer;
mod program;
mod run;
mod safety;
mod scm;
mod states;
mod system;
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

/// What a check finds, or why it ends early, which is never `Confirmed`.
type Outcome<T = ()> = Result<T, Verdict>;

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

#[cfg(test)]
mod tests {
    use super::{Sha256, Verdict, verify};
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

    /// Returns the digest of a text.
    pub(super) fn hex(text: &str) -> String {
        Sha256::digest(text).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    }

    /// Returns the table of items, and the texts, of states that are written as the checker shows them.
    pub(super) fn listed<'a>(
        states: impl IntoIterator<Item = &'a str>,
    ) -> (Vec<&'a str>, Vec<String>) {
        let (mut items, mut texts) = (Vec::new(), Vec::new());
        for state in states {
            let (locals, held) = state.split_once('|').expect("local states, and then items");
            let mut words = vec![locals.replace('.', " ")];
            for item in held.split(',').filter(|_| !held.is_empty()) {
                let place = items.iter().position(|other| *other == item);
                words.push(place.unwrap_or(items.len()).to_string());
                items.extend(place.is_none().then_some(item));
            }
            texts.push(words.join(" "));
        }
        (items, texts)
    }

    /// Judges an object of these fields, with the version, the channels and the digest of the model added.
    pub(super) fn judge(model: &str, schema: &str, fields: &str) -> Verdict {
        let sha256 = hex(model);
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
    fn results_about_other_models_are_passed_over_where_one_is_about_this() {
        let sha256 = hex(STREAM);
        let result = |sha256: &str, messages: &str| {
            let about = format!(
                "\"property\":\"bad_states/1\",\"channels\":\"as written\",\"sha256\":\"{sha256}\""
            );
            let step = r#"{"participant":"p","action":"send","channel":0,"message":"a","from":"0","to":"0"}"#;
            format!(
                "{{{about},\"verdict\":\"violated\",\"witness\":{{{about},\"schema_version\":1,\
                 \"kind\":\"bad-configuration\",\"communications\":2,\"initial\":{{\"p\":\"0\",\
                 \"q\":\"0\"}},\"steps\":[{step},{step}],\"messages\":[{messages}]}}}}"
            )
        };
        let judged = |results: &[String]| {
            let results = results.join(",");
            let report = format!(
                "{{\"schema\":\"scm-check/report\",\"schema_version\":1,\"results\":[{results}]}}"
            );
            verify(report.as_bytes(), STREAM.as_bytes(), None)
        };
        let (ours, theirs) = (result(&sha256, ""), result("00", ""));
        let wrong = result(&sha256, r#"{"channel":0,"message":"a"}"#);
        assert_eq!(judged(&[theirs.clone(), ours.clone()]), Verdict::Confirmed);
        assert_rejected(&judged(&[ours.clone(), wrong]), "those at fault");
        assert_rejected(&judged(std::slice::from_ref(&theirs)), "SHA-256 00");
        let differs = theirs.replacen("00", &sha256, 1);
        assert_rejected(&judged(&[ours, differs]), "is none of its witness");
        assert!(matches!(judged(&[]), Verdict::Unsupported(_)));
    }

    #[test]
    fn other_forms_are_unsupported() {
        for (schema, fields) in [
            ("proof", ""),
            ("certificate", "\"form\":\"symbolic\",\"property\":\"rsc\","),
            (
                "certificate",
                "\"form\":\"explicit\",\"property\":\"rsc\",\"items\":[],\"states\":[],\"over\":\"words\",",
            ),
        ] {
            let verdict = judge(STREAM, schema, &format!("{fields}\"kind\":\"x\""));
            assert!(matches!(verdict, Verdict::Unsupported(_)), "{verdict:?}");
        }
    }
}
