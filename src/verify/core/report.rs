//! Reports, row by row.
//!
//! A row with `violated` is confirmed by its witness, and wrong without one; a row with `holds` is confirmed by a
//! certificate that is given besides the report. A row without a verdict needs no confirmation. Rows must not
//! contradict each other. The verdict of the report as a whole must follow from its rows: see [`conclusion`].

use std::slice;

use super::{
    Certificates, Document, Outcome, Subject, VERDICTS, Verdict, conclusion, ensure, reject,
    required, unsupported,
};

/// Reasons for the verdict unknown.
const REASONS: &str = "timeout memory states bound unsupported undecidable empty interrupted incomplete \
    inconclusive rejected crashed";

/// Properties whose violations are shown by witnesses, without their arguments.
const WITNESSED: &str = "rsc bad_states unspecified-reception progress orphan-message reception-deadlock deadlock \
    stuck unreceived strong-progress half-duplex universally-bounded existentially-bounded synchronisable stable";

/// Results of the check of the rows of reports.
#[derive(Default)]
pub(crate) struct Tally<'d> {
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
    /// Checks a report, or a result that is not part of a report.
    pub(crate) fn add(
        &mut self,
        document: &'d Document<'d>,
        certificates: &mut Certificates<'_>,
    ) -> Outcome {
        let is_report = document.schema.is_some();
        let rows = if is_report { &document.results[..] } else { slice::from_ref(document) };
        rows.iter().try_for_each(well_formed)?;
        if is_report {
            conclusion::check(document, certificates.subject)?;
        }
        rows.iter().try_for_each(|row| self.judge(row, certificates))
    }

    /// Checks a row.
    fn judge(&mut self, row: &'d Document<'d>, certificates: &mut Certificates<'_>) -> Outcome {
        let verdict = row.verdict.as_deref();
        let (Some(property), Some("holds" | "violated")) = (&row.property, verdict) else {
            return Ok(());
        };
        let digest = required(row.sha256.as_deref(), "sha256")?;
        if digest != certificates.subject.sha256 {
            self.elsewhere.push(digest);
            return Ok(());
        }
        self.rows.push(row);
        let judged = match &row.witness {
            Some(witness) if row.detail.against.is_null() => certificates.check_witness(witness),
            _ if verdict == Some("violated") => {
                unsupported("there are no witnesses that could be judged here")
            }
            _ => match certificates.about(row) {
                Some(index) => certificates.check(index),
                None => {
                    self.without_certificate += 1;
                    return Ok(());
                }
            },
        };
        match judged {
            Ok(()) => self.confirmed += 1,
            Err(Verdict::Rejected(why)) => return reject(format!("{property}: {why}")),
            Err(Verdict::Unsupported(why)) => self.unjudged.push(format!("{property}: {why}")),
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Returns the verdict on all rows together, with the results of `witnesses` outside of reports.
    pub(crate) fn sum_up(&self, witnesses: &[&Document<'_>], subject: &Subject<'_>) -> Outcome {
        self.ensure_no_contradiction(witnesses)?;
        let Self { rows, confirmed, without_certificate, unjudged, elsewhere } = self;
        if rows.is_empty() {
            elsewhere.first().map_or(Ok(()), |digest| subject.ensure_is(digest))?;
            return unsupported("there is no verdict in the report");
        }
        if *confirmed == rows.len() && elsewhere.is_empty() {
            return Ok(());
        }
        let mut parts = vec![format!("{confirmed} of {} confirmed", rows.len())];
        if *without_certificate > 0 {
            let hold = if *without_certificate == 1 { "holds" } else { "hold" };
            parts.push(format!("{without_certificate} {hold} without a certificate"));
        }
        if let Some(first) = unjudged.first() {
            parts.push(format!("{} cannot be judged here ({first})", unjudged.len()));
        }
        if !elsewhere.is_empty() {
            parts.push(format!("{} about other models", elsewhere.len()));
        }
        Err(Verdict::Partial(parts.join("; ")))
    }

    /// Fails if a property holds by one row, and is violated by another row or by one of `witnesses`.
    fn ensure_no_contradiction(&self, witnesses: &[&Document<'_>]) -> Outcome {
        let with = |verdict: &'static str| {
            self.rows.iter().filter(move |row| row.verdict.as_deref() == Some(verdict))
        };
        for violation in with("violated").chain(witnesses) {
            if let Some(row) = with("holds").find(|row| row.is_about(violation)) {
                let property = row.property.as_deref().unwrap_or_default();
                let why = "one row says that it holds, and there is a run that violates it";
                return reject(format!("{property}: {why}"));
            }
        }
        Ok(())
    }
}

/// Fails if a row contradicts itself.
fn well_formed(row: &Document<'_>) -> Outcome {
    let property = row.property.as_deref().unwrap_or("a result");
    let wrong = |why: &str| format!("{property}: {why}");
    let verdict = required(row.verdict.as_deref(), "verdict")?;
    ensure(VERDICTS.contains(&verdict), || wrong("there is no such verdict"))?;
    let is_reasoned = match row.reason.as_deref() {
        Some(reason) => verdict == "unknown" && REASONS.split(' ').any(|known| known == reason),
        None => verdict != "unknown",
    };
    ensure(is_reasoned, || wrong("the reason does not go with the verdict"))?;
    let is_of_level = row.level.as_deref().is_none_or(|said| said == conclusion::level(row));
    ensure(is_of_level, || wrong("its level is another"))?;
    let is_about_nothing = row.property.is_none() && ["holds", "violated"].contains(&verdict);
    ensure(!is_about_nothing, || wrong("a verdict on no property"))?;
    let Some(witness) = &row.witness else {
        let is_missing = verdict == "violated" && must_have_witness(row);
        return ensure(!is_missing, || wrong("violated, without a witness"));
    };
    ensure(verdict == "violated", || wrong("a witness, and the verdict is another"))?;
    let is_same = witness.property.as_deref() == shown_property(row)
        && witness.channels == row.channels
        && witness.sha256 == row.sha256;
    ensure(is_same, || wrong("a result of the report is none of its witness"))
}

/// Returns the property that the witness of a row must violate.
///
/// Strong progress is violated by violations of another property, which the row names.
fn shown_property<'r>(row: &'r Document<'_>) -> Option<&'r str> {
    let property = row.property.as_deref();
    let named = row.detail.property.as_str().unwrap_or_default();
    let is_strong = property.is_some_and(|property| property.starts_with("strong-progress("));
    let is_other = named.starts_with("stuck(") || named.starts_with("unreceived(");
    if is_strong && is_other { Some(named) } else { property }
}

/// Returns `true` if a row with `violated` must have a witness.
///
/// Some questions about choreographies are decided on the choreography itself, without a run.
fn must_have_witness(row: &Document<'_>) -> bool {
    let is_about_automata = !row.detail.against.is_null();
    match conclusion::kind(row.property.as_deref().unwrap_or_default()) {
        "realisable" | "well-formed" => !is_about_automata && row.detail.coherence.is_null(),
        "deadlock" => !is_about_automata,
        kind => WITNESSED.split(' ').any(|witnessed| witnessed == kind),
    }
}
