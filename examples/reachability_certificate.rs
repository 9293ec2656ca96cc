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

use scm_check::{Answer, Refused, Verdict, certify, confirm};

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

/// Returns the certificates that the lock is RSC, and that its bad states cannot be reached.
fn certificates() -> Result<[String; 2], Refused> {
    let answers = certify("lock.scm", LOCK, &["rsc", "bad_states/1"])?;
    assert!(answers.iter().all(|answer| answer.verdict() == Verdict::Holds));
    let written = |answer: &Answer| answer.certificate().expect("nothing limits it").to_owned();
    Ok([written(&answers[0]), written(&answers[1])])
}

fn main() -> Result<(), Box<dyn Error>> {
    let [rsc, safe] = certificates()?;
    println!("The lock is RSC, and never gives its token to both. Certificates:\n{rsc}\n{safe}");
    confirm(&safe, LOCK, Some(&rsc))?;
    println!("The independent checker confirms it.");
    Ok(())
}

#[test]
fn the_checker_confirms_the_certificate_and_none_that_lacks_a_state() {
    let [rsc, safe] = certificates().expect("the lock is safe");
    assert_eq!(confirm(&safe, LOCK, Some(&rsc)), Ok(()));
    let lacking = safe.replacen("\n\"3 0 1\",", "", 1);
    assert_ne!(lacking, safe);
    assert!(confirm(&lacking, LOCK, Some(&rsc)).is_err());
}
