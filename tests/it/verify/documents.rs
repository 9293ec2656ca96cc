//! Documents: which model they are about, and in which form they are.

use super::{STREAM, assert_rejected, hex, judge};
use verify::{Verdict, verify};

#[test]
fn evidence_without_digest_or_about_another_model_is_rejected() {
    let without = r#"{"schema":"scm-check/witness","schema_version":1,"channels":"fifo"}"#;
    assert_rejected(&verify(without.as_bytes(), STREAM.as_bytes(), None), "no `sha256`");
    let other = without.replace("\"channels\"", "\"sha256\":\"00\",\"channels\"");
    assert_rejected(&verify(other.as_bytes(), STREAM.as_bytes(), None), "SHA-256 00");
}

#[test]
fn results_about_other_models_are_counted_apart_where_one_is_about_this() {
    let sha256 = hex(STREAM);
    let result = |sha256: &str, messages: &str| {
        let about = format!(
            "\"property\":\"bad_states/1\",\"channels\":\"as written\",\"sha256\":\"{sha256}\""
        );
        let step =
            r#"{"participant":"p","action":"send","channel":0,"message":"a","from":"0","to":"0"}"#;
        format!(
            "{{{about},\"verdict\":\"violated\",\"witness\":{{{about},\"schema_version\":1,\
             \"kind\":\"bad-configuration\",\"communications\":2,\"initial\":{{\"p\":\"0\",\
             \"q\":\"0\"}},\"steps\":[{step},{step}],\"messages\":[{messages}]}}}}"
        )
    };
    let judged = |results: &[String]| {
        let results = results.join(",");
        let report = format!(
            "{{\"schema\":\"scm-check/report\",\"schema_version\":1,\"command\":\"reach\",\
             \"exit_zero\":false,\"results\":[{results}],\"verdict\":\"violated\",\"exit_code\":1}}"
        );
        verify(report.as_bytes(), STREAM.as_bytes(), None)
    };
    let (ours, theirs) = (result(&sha256, ""), result("00", ""));
    let wrong = result(&sha256, r#"{"channel":0,"message":"a"}"#);
    assert_eq!(judged(std::slice::from_ref(&ours)), Verdict::Confirmed);
    let both = judged(&[theirs.clone(), ours.clone()]);
    assert_eq!(both, Verdict::Partial("1 of 1 confirmed; 1 about other models".to_owned()));
    assert_rejected(&judged(&[ours.clone(), wrong]), "those at fault");
    assert_rejected(&judged(std::slice::from_ref(&theirs)), "SHA-256 00");
    let differs = theirs.replacen("00", &sha256, 1);
    assert_rejected(&judged(&[ours, differs]), "is none of its witness");
    assert_rejected(&judged(&[]), "does not follow from its results");
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
