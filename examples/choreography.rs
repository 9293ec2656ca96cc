//! A choreography as text: do its projections together do what it says, and who is to blame if not?
//!
//! A guest tells the kitchen whether to eat here. The waiter brings a plate or a box, but nobody has told it which.
//! Where the kitchen does, the choreography is realisable, and its projections are printed.
//!
//! ```text
//! cargo run --example choreography
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use scm_check::{Refused, Verdict, ask, explain, project};

/// Nobody tells the waiter what the guest has chosen.
const UNTOLD: &str = "sel Guest {
    Guest -> Kitchen : eat_here ; Waiter -> Kitchen : plate
    + Guest -> Kitchen : take_away ; Waiter -> Kitchen : box }";

/// The kitchen does.
const TOLD: &str = "sel Guest {
    Guest -> Kitchen : eat_here ; Kitchen -> Waiter : serve ; Waiter -> Kitchen : plate
    + Guest -> Kitchen : take_away ; Kitchen -> Waiter : pack ; Waiter -> Kitchen : box }";

/// Returns whether a choreography is realisable, and its projections in SCM, or why it is not.
fn judged(text: &str) -> Result<(Verdict, String), Refused> {
    let answer = &ask("restaurant.gc", text, &["realisable"])?[0];
    let why = match answer.verdict() {
        Verdict::Holds => project("restaurant.gc", text)?,
        _ => explain(answer),
    };
    Ok((answer.verdict(), why))
}

fn main() -> Result<(), Refused> {
    for text in [UNTOLD, TOLD] {
        println!("{text}\n\n{}\n", judged(text)?.1);
    }
    Ok(())
}

#[test]
fn the_waiter_is_to_blame_unless_it_is_told() {
    let (verdict, why) = judged(UNTOLD).unwrap();
    assert_eq!(verdict, Verdict::Violated);
    assert!(why.contains("Waiter"), "{why}");
    let (verdict, system) = judged(TOLD).unwrap();
    assert_eq!(verdict, Verdict::Holds);
    assert!(system.contains("automaton Waiter"), "{system}");
}
