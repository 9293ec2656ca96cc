//! The independent checker: checks evidence about a model and returns a verdict.
//!
//! The checker does not search for answers. A witness is replayed and tested by the definitions; where a definition is
//! about continuations or about words of a choreography, all of them are examined. A certificate is read in one pass.
//! Every row of a report is checked, and the conclusions from the rows. The checker shares no code with the library, so
//! that it does not repeat a mistake of the library.
//!
//! - `core` has what any form of evidence needs: models, definitions, evidence as it is written, reports. It
//!   uses none of the forms.
//! - `forms` has a file for each form of certificate or witness, a table of them, and choreographies.
//!
#![doc = include_str!("README.md")]
#![allow(clippy::cast_possible_truncation, reason = "numbers in rows were a usize")]

mod core;
mod forms;
mod program;

pub use self::core::{Outcome, Verdict, expression, scm, system};
pub use self::program::run;

use std::collections::BTreeMap;

use self::core::{Certificates, Expectation, Model, Subject, Tally, read, required, unsupported};
use self::forms::{FORMS, choreography};

/// Returns the verdict on `evidence` about `model` in SCM.
///
/// `membership` may contain the certificates for the rows `holds` of a report, and the certificates on which others
/// rest.
pub fn verify(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    judge(evidence, membership, model, scm::read_all)
}

/// Returns the verdict on `evidence` about `model`, a choreography automaton.
pub fn verify_choreography(evidence: &[u8], model: &[u8], membership: Option<&[u8]>) -> Verdict {
    judge(evidence, membership, model, choreography::read)
}

/// Returns the verdict on `evidence` about a model that `read` reads, with the answers that it states.
fn judge<'m, M: Model>(
    evidence: &[u8],
    membership: Option<&[u8]>,
    text: &'m [u8],
    read: impl Fn(&'m [u8]) -> Outcome<(M, Vec<Expectation>)>,
) -> Verdict {
    let checked = read(text).and_then(|(model, expectations)| {
        check(evidence, membership, &Subject::new(text, &model, expectations))
    });
    checked.err().unwrap_or(Verdict::Confirmed)
}

/// Fails unless all of the evidence proves its claims.
fn check(evidence: &[u8], membership: Option<&[u8]>, subject: &Subject<'_>) -> Outcome {
    let documents = read(evidence)?;
    let others = membership.map_or(Ok(Vec::new()), read)?;
    let certificate = Some("scm-check/certificate");
    let given = documents.iter().chain(&others).filter(|it| it.schema.as_deref() == certificate);
    let (given, checked) = (given.collect(), BTreeMap::new());
    let mut certificates = Certificates { subject, forms: FORMS, given, checked };
    let (mut checked, mut witnesses, mut tally) = (0, Vec::new(), None);
    for document in &documents {
        match document.schema.as_deref() {
            Some("scm-check/certificate") => {
                certificates.check(checked)?;
                checked += 1;
            }
            Some("scm-check/witness") => {
                certificates.check_witness(document)?;
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
