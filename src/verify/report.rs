//! Reports, row by row.
//!
//! A row with `violated` is confirmed by its witness, and wrong without one; a row with `holds` is confirmed by a
//! certificate that is given besides the report. A row without a verdict needs no confirmation. The verdict of the
//! report as a whole must follow from its rows: see [`conclusion`].

use super::certificate::Certificates;
use super::evidence::{Document, required};
use super::{Outcome, Subject, Verdict, conclusion, ensure, reject, unsupported, witness};

/// Reasons for the verdict unknown.
const REASONS: &str = "timeout memory states bound unsupported undecidable interrupted incomplete inconclusive \
    rejected crashed";

/// Results of the check of the rows of reports.
#[derive(Default)]
pub(super) struct Tally<'d> {
    /// The rows about this model that have a verdict.
    rows: Vec<&'d Document<'d>>,
    confirmed: usize,
    without_certificate: usize,
    /// Reasons for which rows cannot be checked here.
    unjudged: Vec<String>,
    /// The digest of each row about another model.
    elsewhere: Vec<&'d str>,
}

impl<'d> Tally<'d> {
    /// Checks a report with the results `rows`.
    pub(super) fn add(
        &mut self,
        report: &'d Document<'d>,
        certificates: &mut Certificates<'_>,
        subject: &Subject<'_>,
    ) -> Outcome {
        report.results.iter().try_for_each(well_formed)?;
        conclusion::check(report, subject)?;
        report.results.iter().try_for_each(|row| self.judge(row, certificates, subject))
    }

    /// Checks a result that is not part of a report.
    pub(super) fn add_row(
        &mut self,
        row: &'d Document<'d>,
        certificates: &mut Certificates<'_>,
        subject: &Subject<'_>,
    ) -> Outcome {
        well_formed(row)?;
        self.judge(row, certificates, subject)
    }

    /// Checks a row.
    fn judge(
        &mut self,
        row: &'d Document<'d>,
        certificates: &mut Certificates<'_>,
        subject: &Subject<'_>,
    ) -> Outcome {
        let verdict = row.verdict.as_deref();
        let (Some(property), Some("holds" | "violated")) = (&row.property, verdict) else {
            return Ok(());
        };
        let digest = required(row.sha256.as_deref(), "sha256")?;
        if digest != subject.sha256 {
            self.elsewhere.push(digest);
            return Ok(());
        }
        self.rows.push(row);
        let judged = match &row.witness {
            Some(witness) if row.detail.against.is_null() => {
                Some(witness::check(witness, certificates, subject))
            }
            _ if verdict == Some("violated") => {
                let why = "there are no witnesses that could be judged here";
                Some(Err(Verdict::Unsupported(why.to_owned())))
            }
            _ => certificates.about(row).map(|place| certificates.check(place, subject)),
        };
        match judged {
            None => self.without_certificate += 1,
            Some(Ok(())) => self.confirmed += 1,
            Some(Err(Verdict::Rejected(why))) => return reject(format!("{property}: {why}")),
            Some(Err(Verdict::Unsupported(why))) => {
                self.unjudged.push(format!("{property}: {why}"));
            }
            Some(Err(other)) => return Err(other),
        }
        Ok(())
    }

    /// Returns the verdict on all rows together, with the results of `witnesses` outside of reports.
    pub(super) fn sum_up(&self, witnesses: &[&Document<'_>], subject: &Subject<'_>) -> Outcome {
        let violated =
            self.rows.iter().copied().filter(|row| row.verdict.as_deref() == Some("violated"));
        for shown in violated.chain(witnesses.iter().copied()) {
            let is_denied = |row: &&&Document<'_>| {
                row.verdict.as_deref() == Some("holds") && row.is_about(shown)
            };
            if let Some(row) = self.rows.iter().find(is_denied) {
                let property = row.property.as_deref().unwrap_or_default();
                return reject(format!(
                    "{property}: one row says that it holds, and there is a run that violates it"
                ));
            }
        }
        if let ([], [digest, ..]) = (&self.rows[..], &self.elsewhere[..]) {
            let ours = &subject.sha256;
            return reject(format!(
                "the evidence is about a model with SHA-256 {digest}, this one has {ours}"
            ));
        }
        let Self { confirmed, without_certificate, unjudged, elsewhere, .. } = self;
        if self.rows.is_empty() {
            return unsupported("there is no verdict in the report");
        }
        if *confirmed == self.rows.len() && elsewhere.is_empty() {
            return Ok(());
        }
        let mut parts = vec![format!("{confirmed} of {} confirmed", self.rows.len())];
        parts.extend(match without_certificate {
            0 => None,
            1 => Some("1 holds without a certificate".to_owned()),
            several => Some(format!("{several} hold without a certificate")),
        });
        parts.extend(
            (!unjudged.is_empty())
                .then(|| format!("{} cannot be judged here ({})", unjudged.len(), unjudged[0])),
        );
        parts.extend(
            (!elsewhere.is_empty()).then(|| format!("{} about other models", elsewhere.len())),
        );
        Err(Verdict::Partial(parts.join("; ")))
    }
}

/// Fails if a row contradicts itself.
fn well_formed(row: &Document<'_>) -> Outcome {
    let property = row.property.as_deref().unwrap_or("a result");
    let wrong = |why: &str| format!("{property}: {why}");
    let verdict = required(row.verdict.as_deref(), "verdict")?;
    let is_known = ["holds", "violated", "unknown", "error"].contains(&verdict);
    ensure(is_known, || wrong("there is no such verdict"))?;
    let is_reason = |reason: &str| REASONS.split(' ').any(|known| known == reason);
    let is_reasoned = match row.reason.as_deref() {
        Some(reason) => verdict == "unknown" && is_reason(reason),
        None => verdict != "unknown",
    };
    ensure(is_reasoned, || wrong("the reason does not go with the verdict"))?;
    let is_decided = ["holds", "violated"].contains(&verdict);
    ensure(!is_decided || row.property.is_some(), || wrong("a verdict on no property"))?;
    let Some(witness) = &row.witness else {
        let is_shown = verdict != "violated" || !has_witness(row);
        return ensure(is_shown, || wrong("violated, without a witness"));
    };
    ensure(verdict == "violated", || wrong("a witness, and the verdict is another"))?;
    // Strong progress is violated by violations of another property, which the row names.
    let named = row.detail.property.as_str();
    let is_strong = property.starts_with("strong-progress(")
        && named.is_some_and(|name| name.starts_with("stuck(") || name.starts_with("unreceived("));
    let shown = if is_strong { named } else { row.property.as_deref() };
    let is_same = witness.property.as_deref() == shown
        && (&witness.channels, &witness.sha256) == (&row.channels, &row.sha256);
    ensure(is_same, || wrong("a result of the report is none of its witness"))
}

/// Returns `true` if a row with `violated` must have a witness.
///
/// Some questions about choreographies are decided on the choreography itself, without a run.
fn has_witness(row: &Document<'_>) -> bool {
    let kind = row.property.as_deref().unwrap_or_default().split(['(', '/']).next();
    match kind.unwrap_or_default() {
        "realisable" | "well-formed" | "deadlock" if !row.detail.against.is_null() => false,
        "realisable" | "well-formed" => row.detail.coherence.is_null(),
        kind => [
            "rsc",
            "bad_states",
            "unspecified-reception",
            "progress",
            "orphan-message",
            "reception-deadlock",
            "deadlock",
            "stuck",
            "unreceived",
            "strong-progress",
        ]
        .contains(&kind),
    }
}
