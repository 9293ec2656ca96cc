//! A choreography as text: do its projections together do what it says, and who is to blame if not?
//!
//! A guest tells the kitchen whether to eat here. The waiter brings a plate or a box, but nobody has told it which.
//! Where the kitchen does, the choreography is realisable, and its projections are printed.
//!
//! ```text
//! cargo run --example choreography
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use std::error::Error;

use scm_check::check::realisability::{Outcome, Question, Violation, blame, check};
use scm_check::kernel::base::{Control, Id};
use scm_check::kernel::source::Source;
use scm_check::language::choreography::{Format, read};
use scm_check::language::scm;
use scm_check::model::choreography::{ChannelChoice, Choreography};

/// Nobody tells the waiter what the guest has chosen.
const UNTOLD: &str = "sel Guest {
    Guest -> Kitchen : eat_here ; Waiter -> Kitchen : plate
    + Guest -> Kitchen : take_away ; Waiter -> Kitchen : box }";

/// The kitchen does.
const TOLD: &str = "sel Guest {
    Guest -> Kitchen : eat_here ; Kitchen -> Waiter : serve ; Waiter -> Kitchen : plate
    + Guest -> Kitchen : take_away ; Kitchen -> Waiter : pack ; Waiter -> Kitchen : box }";

/// No projection takes more states.
const STATES: usize = 10_000;

/// What is to be said of a choreography.
#[derive(PartialEq, Eq, Debug)]
enum Judgement {
    /// It is realisable, by these automata in SCM.
    Realisable(String),
    /// This participant does what the others do not expect.
    Blamed(String),
}

/// Returns what is to be said of a choreography, with a queue between any two participants.
fn judged(text: &str) -> Result<Judgement, Box<dyn Error>> {
    let reading = read(&Source::new("restaurant.gc", text), Format::ChorGram);
    let model = reading.model.ok_or("there are mistakes")?;
    let automaton = model.description.resolved(ChannelChoice::default());
    let choreography = Choreography::new(&automaton, STATES).ok_or("there are too many states")?;
    let control = Control::unlimited();
    let system = choreography.implementation_with_ends(STATES, &control);
    let system = system.ok_or("there are too many states")?;

    match check(&choreography, &system, Question::Realisable, &control).outcome {
        Outcome::Holds(_) => Ok(Judgement::Realisable(scm::print(&system, &[], &[]))),
        Outcome::Violated(Violation::Execution(word)) => {
            let blame =
                blame(&choreography, &word, Id::index, &control).ok_or("nobody is to blame")?;
            let participant = &choreography.source().participants[blame.participant];
            Ok(Judgement::Blamed(participant.clone()))
        }
        outcome => Err(format!("no run shows who is to blame: {outcome:?}").into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for text in [UNTOLD, TOLD] {
        println!("{text}");
        match judged(text)? {
            Judgement::Blamed(who) => println!("is not realisable: {who} is to blame.\n"),
            Judgement::Realisable(scm) => println!("is realisable, by these automata:\n\n{scm}"),
        }
    }
    Ok(())
}

#[test]
fn the_waiter_is_to_blame_unless_it_is_told() {
    assert_eq!(judged(UNTOLD).unwrap(), Judgement::Blamed("Waiter".to_owned()));
    assert!(matches!(judged(TOLD).unwrap(), Judgement::Realisable(_)));
}
