//! The independent checker, by functions: what its parts accept and reject.

use sha2::{Digest as _, Sha256};
use verify::{Verdict, verify};

/// Two participants that may both send before they receive.
const CROSSING: &str = "\
scm crossing : nb_channels = 2 ; parameters : int a ; int b ;
automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 : to 2 : when true , 1 ? b ; state 2 :
automaton q : initial : 0 state 0 : to 1 : when true , 1 ! b ; state 1 : to 2 : when true , 0 ? a ; state 2 :
bad_states : (automaton p : in 1 : true automaton q : in 1 : true with 0 = a.*)
(automaton p : in 1 : true with b.#._)";

/// One message after the other in one direction.
const STREAM: &str = "\
scm stream : nb_channels = 1 ; parameters : int a ;
automaton p : initial : 0 state 0 : to 0 : when true , 0 ! a ;
automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;
bad_states : (automaton p : in 0 : true with _.a.a) ";

/// Returns the digest of a text.
fn hex(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// Returns the table of items, and the texts, of states that are written as the checker shows them.
pub(crate) fn listed<'a>(states: impl IntoIterator<Item = &'a str>) -> (Vec<&'a str>, Vec<String>) {
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
fn judge(model: &str, schema: &str, fields: &str) -> Verdict {
    let sha256 = hex(model);
    let evidence = format!(
        "{{\"schema\":\"scm-check/{schema}\",\"schema_version\":1,\"channels\":\"as written\",\
         \"sha256\":\"{sha256}\",{fields}}}"
    );
    verify(evidence.as_bytes(), model.as_bytes(), None)
}

/// Asserts that the evidence is rejected for a reason that holds `why`.
fn assert_rejected(verdict: &Verdict, why: &str) {
    let Verdict::Rejected(found) = verdict else { panic!("{verdict:?}, not rejected: {why}") };
    assert!(found.contains(why), "{found:?} does not say {why:?}");
}

mod certificate;
mod checker;
mod conflict;
mod documents;
mod evidence_choreographies;
mod evidence_choreographies_random;
mod evidence_corpora;
mod evidence_mutations;
mod evidence_random;
mod final_states;
mod languages;
mod levels;
mod linear;
mod linear_random;
mod persistent;
mod reductions_random;
mod report_edits;
mod scm;
mod two_readers;
mod unique_fields;
mod upward;
mod witness;
