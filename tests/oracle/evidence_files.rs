//! Whether a file with evidence shows what it claims, whatever its form.

use super::evidence::{Judged, Model, Objection, is_of_schema, list, require, text, wrong};
use super::evidence_certificate::valid_certificates;
use super::evidence_witness::valid_witness;
use serde_json::Value;

/// Whether everything in the file is valid for the model; `others` are what certificates may rest
/// on beside those in the file.
///
/// # Errors
/// Says what is wrong, or that this would take too long to see.
pub fn valid_evidence(model: Model<'_>, file: &Value, others: Option<&Value>) -> Judged<()> {
    match file.get("schema").and_then(Value::as_str) {
        Some("scm-check/witness") => valid_witness(model, file),
        Some("scm-check/report") => {
            is_of_schema(file, "scm-check/report")?;
            let violated = text(file, "verdict")? == "violated" && file["exit_code"] == 1;
            require(violated, || "the report says that nothing is violated".to_owned())?;
            let (mut shown, mut undecided) = (false, Ok(()));
            for result in list(file, "results")? {
                let is_open = text(result, "verdict")? == "unknown";
                if is_open && result.get("reason").is_some_and(Value::is_string) {
                    require(result["witness"].is_null(), || "a witness of nothing".to_owned())?;
                    continue;
                }
                shown = true;
                match valid_result(model, result) {
                    Err(Objection::Undecided(why)) => undecided = Err(Objection::Undecided(why)),
                    other => other?,
                }
            }
            require(shown, || "no witness".to_owned())?;
            undecided
        }
        Some("scm-check/certificate") => valid_certificates(model, file, others),
        Some(other) => wrong(format!("no evidence: {other}")),
        None if file.is_array() => valid_certificates(model, file, others),
        None if file.get("schema").is_some() => wrong("the schema is no text"),
        None => valid_result(model, file),
    }
}

/// Whether a result of a report is what its witness shows.
fn valid_result(model: Model<'_>, result: &Value) -> Judged<()> {
    require(text(result, "verdict")? == "violated", || "nothing is violated".to_owned())?;
    let Some(witness) = result.get("witness") else { return wrong("no witness") };
    for field in ["property", "channels", "sha256"] {
        let same = text(result, field)? == text(witness, field)?;
        require(same, || format!("the witness is about another {field}"))?;
    }
    valid_witness(model, witness)
}
