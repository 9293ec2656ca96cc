//! A system as text, proved safe, with certificates that a second program can check.
//!
//! Two clients ask a lock for a token. Both shall never have it at once. That the system is RSC makes the search of
//! its RSC executions exact; what the two searches explored is written down, and the independent checker reads it.
//!
//! ```text
//! cargo run --example reachability_certificate
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use sha2::{Digest as _, Sha256};

use scm_check::check::membership;
use scm_check::check::reachability::{Configurations, Engine, Outcome, Premise, certify_in};
use scm_check::kernel::base::{Control, hexadecimal};
use scm_check::kernel::source::Source;
use scm_check::language::evidence::{EvidenceSubject, write_certificate};
use scm_check::language::scm;
use scm_check::model::cfsm::System;
use scm_check::model::choreography::ChannelChoice;
use scm_check::model::evidence::{Certificate, EvidenceRequest};

/// Channels: 0 ann->lock, 1 lock->ann, 2 ben->lock, 3 lock->ben.
const LOCK: &str = "scm lock : nb_channels = 4 ; parameters : int ask ; int token ; int back ;
automaton lock : initial : 0
state 0 : to 1 : when true , 0 ? ask ; to 3 : when true , 2 ? ask ;
state 1 : to 2 : when true , 1 ! token ;
state 2 : to 0 : when true , 0 ? back ;
state 3 : to 4 : when true , 3 ! token ;
state 4 : to 0 : when true , 2 ? back ;
automaton ann : initial : 0
state 0 : to 1 : when true , 0 ! ask ;
state 1 : to 2 : when true , 1 ? token ;
state 2 : to 0 : when true , 0 ! back ;
automaton ben : initial : 0
state 0 : to 1 : when true , 2 ! ask ;
state 1 : to 2 : when true , 3 ? token ;
state 2 : to 0 : when true , 2 ! back ;
bad_states : (automaton ann : in 2 : true automaton ben : in 2 : true)";

/// Returns a certificate as JSON.
fn written(
    certificate: &Certificate,
    system: &System,
    property: &str,
) -> Result<Vec<u8>, std::io::Error> {
    let sha256 = Some(hexadecimal(&Sha256::digest(LOCK)));
    let subject = EvidenceSubject {
        property: property.to_owned(),
        channels: ChannelChoice::default(),
        sha256,
    };
    let mut bytes = Vec::new();
    write_certificate(certificate, system, &subject, &mut bytes)?;
    Ok(bytes)
}

/// Returns the certificates that the lock is RSC, and that its bad states cannot be reached.
fn certificates() -> Result<[Vec<u8>; 2], Box<dyn Error>> {
    let model = scm::read(&Source::new("lock.scm", LOCK)).model.ok_or("there are mistakes")?;
    let (system, control) = (&model.system, Control::unlimited());

    let (answer, certificate) = membership::certify(system, &control);
    let membership::Outcome::Holds(proof) = answer.outcome else { return Err("not RSC".into()) };
    let rsc = written(&certificate.ok_or("a limit came first")?, system, "rsc")?;

    let (configurations, premise) = (Configurations::new(system), Premise::Rsc(proof));
    let (bad, wanted) = (&model.bad[0], EvidenceRequest::Certificate);
    let (answer, certificate) =
        certify_in(&configurations, bad, premise, Engine::Auto, wanted, &control);
    let Outcome::Holds(_) = answer.outcome else { return Err("both have the token".into()) };
    let safe = written(&certificate.ok_or("a limit came first")?, system, "bad_states/1")?;
    Ok([rsc, safe])
}

fn main() -> Result<(), Box<dyn Error>> {
    let [rsc, safe] = certificates()?;
    println!("The lock is RSC, and never gives its token to both. Certificates:");
    println!("{}\n{}", String::from_utf8_lossy(&rsc), String::from_utf8_lossy(&safe));
    assert_eq!(verify::verify(&safe, LOCK.as_bytes(), Some(&rsc)), verify::Verdict::Confirmed);
    println!("The independent checker confirms it.");
    Ok(())
}

#[test]
fn the_checker_confirms_the_certificate_and_none_that_lacks_a_state() {
    let [rsc, safe] = certificates().expect("the lock is safe");
    let checked = |safe: &str| verify::verify(safe.as_bytes(), LOCK.as_bytes(), Some(&rsc));
    let safe = String::from_utf8(safe).expect("it is JSON");
    assert_eq!(checked(&safe), verify::Verdict::Confirmed);
    let lacking = safe.replacen("\n\"3 0 1\",", "", 1);
    assert_ne!(lacking, safe);
    assert!(matches!(checked(&lacking), verify::Verdict::Rejected(_)));
}
