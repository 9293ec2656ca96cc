//! A transition system of one's own, searched by `kernel::search`: nothing here is about automata that communicate.
//!
//! A ferryman has to bring a wolf, a goat and a cabbage across a river, one at a time. Without him the wolf eats the
//! goat, and the goat the cabbage. The states are computed on demand, and the search finds a shortest solution.
//!
//! ```text
//! cargo run -p scm-check-kernel --example own_transition_system
//! ```

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use kernel::base::Control;
use kernel::search::{Finding, shortest_accepting_path};
use kernel::transition_system::{Automaton, TransitionSystem};

/// Whom the ferryman takes across, if anybody.
type Passenger = Option<usize>;

/// The passengers: each eats the next one where the ferryman is not.
const NAMES: [&str; 3] = ["wolf", "goat", "cabbage"];

/// Who is on the other bank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Banks {
    ferryman: bool,
    passengers: [bool; 3],
}

impl Banks {
    fn is_safe(&self) -> bool {
        let left_alone = |one: usize| self.passengers[one] != self.ferryman;
        !left_alone(1) || !left_alone(0) && !left_alone(2)
    }
}

struct River;

impl TransitionSystem for River {
    type State = Banks;
    type Label = Passenger;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = Banks> {
        std::iter::once(Banks { ferryman: false, passengers: [false; 3] })
    }

    fn successors(&self, banks: &Banks, (): &mut (), emit: &mut impl FnMut(Passenger, Banks)) {
        let here = (0..NAMES.len()).filter(|&one| banks.passengers[one] == banks.ferryman);
        for passenger in std::iter::once(None).chain(here.map(Some)) {
            let mut next = banks.clone();
            next.ferryman = !banks.ferryman;
            if let Some(one) = passenger {
                next.passengers[one] = next.ferryman;
            }
            if next.is_safe() {
                emit(passenger, next);
            }
        }
    }
}

impl Automaton for River {
    fn is_accepting(&self, banks: &Banks) -> bool {
        banks.passengers == [true; 3]
    }
}

/// Returns whom the ferryman takes on each way of a shortest solution.
fn solution() -> Option<Vec<&'static str>> {
    let found = shortest_accepting_path(&River, &Control::unlimited());
    let Finding::Path(path) = found.finding else { return None };
    let name = |passenger: Passenger| passenger.map_or("nobody", |one| NAMES[one]);
    Some(path.steps.into_iter().map(|(passenger, _)| name(passenger)).collect())
}

fn main() {
    let ways = solution().expect("the puzzle has a solution");
    for (number, passenger) in ways.iter().enumerate() {
        let direction = if number % 2 == 0 { "there" } else { "back " };
        println!("{direction} with {passenger}");
    }
    assert_eq!(ways.len(), 7);
}

#[test]
fn seven_ways_are_enough() {
    let ways = solution().expect("the puzzle has a solution");
    assert_eq!(ways.len(), 7);
    assert_eq!((ways[0], ways[6]), ("goat", "goat"));
}
