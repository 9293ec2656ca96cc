//! Who is named for a choreography that is not realisable: always somebody who acts before the choice is known to
//! it, by an oracle that knows the branches and nothing of the engine.

use std::collections::BTreeSet;

use scm_check::internals::check::realisability::{
    Blame, Outcome, Question, Violation, blame, check,
};
use scm_check::internals::kernel::base::{Control, Id, Random};
use scm_check::internals::model::choreography::{ChannelChoice, Choreography};

use super::realisability::description;
use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;

/// A message: sender, receiver and name.
type Message = (usize, usize, String);

/// Names of the participants; the first one takes the choice.
const NAMES: [&str; 4] = ["d", "p", "q", "r"];

/// A protocol with one choice.
struct OneChoice {
    before: Vec<Message>,
    /// The branches, each with a first message that no other one has, from who takes the choice.
    branches: Vec<Vec<Message>>,
    after: Vec<Message>,
}

impl OneChoice {
    fn random(dice: &mut Random) -> Self {
        let some = |dice: &mut Random, max: usize| {
            let number = dice.below(max + 1);
            (0..number).map(|_| message(dice)).collect::<Vec<_>>()
        };
        let before = some(dice, 2);
        let branches = (0..2 + dice.below(2)).map(|number| {
            let first = (0, 1 + dice.below(3), format!("branch{number}"));
            [vec![first], some(dice, 2)].concat()
        });
        let branches = branches.collect();
        Self { before, branches, after: some(dice, 2) }
    }

    /// The same protocol, but who takes the choice tells somebody of it at once.
    fn told(&self, who: usize) -> Self {
        let told = |(number, branch): (usize, &Vec<Message>)| {
            [vec![(0, who, format!("told{number}"))], branch.clone()].concat()
        };
        let branches = self.branches.iter().enumerate().map(told).collect();
        Self { before: self.before.clone(), branches, after: self.after.clone() }
    }

    fn words(&self) -> Vec<Vec<Message>> {
        let whole = |branch: &Vec<Message>| [&self.before[..], branch, &self.after].concat();
        self.branches.iter().map(whole).collect()
    }

    fn edges(&self) -> String {
        let mut edges = Vec::new();
        for (number, word) in self.words().iter().enumerate() {
            let state = |place: usize| {
                let is_shared = place <= self.before.len();
                if is_shared { format!("s{place}") } else { format!("s{number}_{place}") }
            };
            for (place, (from, to, name)) in word.iter().enumerate() {
                let (source, target) = (state(place), state(place + 1));
                edges.push(format!("{source} {}>{}:{name} {target}", NAMES[*from], NAMES[*to]));
            }
        }
        edges.join(";")
    }

    /// Who is blamed, and what that one has done up to the action that is too much; `None` if no run shows that the
    /// protocol is not realisable.
    fn blamed(&self) -> Option<(usize, Vec<Message>)> {
        let text = self.edges();
        let automaton = description(&text).resolved(ChannelChoice::default());
        let choreography = Choreography::new(&automaton, 1000).unwrap();
        let system = choreography.implementation(1000).unwrap();
        let control = Control::unlimited();
        let found = check(&choreography, &system, Question::Realisable, &control).outcome;
        let Outcome::Violated(Violation::Execution(word)) = found else { return None };
        let Blame { participant, own, .. } = blame(&choreography, &word, Id::index, &control)
            .unwrap_or_else(|| panic!("nobody: {text}"));
        let source = choreography.source();
        let number = |name: &String| NAMES.iter().position(|one| one == name).unwrap();
        let seen = own.iter().filter(|one| one.exchange.action_of(participant).is_some());
        let seen = seen.map(|one| {
            let [from, to] = [one.exchange.sender, one.exchange.receiver]
                .map(|end| number(&source.participants[end]));
            (from, to, source.messages[one.exchange.message].clone())
        });
        Some((number(&source.participants[participant]), seen.collect()))
    }

    /// Does a participant have a branch in which it does this, and one in which it does the same but the last, and
    /// then something else or nothing?
    fn is_untold(&self, who: usize, seen: &[Message]) -> bool {
        let views: BTreeSet<Vec<Message>> = self
            .words()
            .into_iter()
            .map(|word| {
                word.into_iter().filter(|(from, to, _)| [*from, *to].contains(&who)).collect()
            })
            .collect();
        let before = &seen[..seen.len() - 1];
        let differs =
            |view: &Vec<Message>| view.starts_with(before) && view.get(before.len()) != seen.last();
        views.iter().any(|view| view.starts_with(seen)) && views.iter().any(differs)
    }
}

fn message(dice: &mut Random) -> Message {
    let from = dice.below(NAMES.len());
    let to = (from + 1 + dice.below(NAMES.len() - 1)) % NAMES.len();
    (from, to, ["a", "b"][dice.below(2)].to_owned())
}

#[test]
fn who_takes_the_choice_is_never_blamed_for_it() {
    let (mut blamed, mut repaired) = (0, 0);
    for seed in seeds(20) {
        let mut dice = Random::new(seed);
        let protocol = OneChoice::random(&mut dice);
        let Some((who, seen)) = protocol.blamed() else { continue };
        let text = protocol.edges();
        assert_ne!(who, 0, "{text}");
        assert!(protocol.is_untold(who, &seen), "{}: {seen:?} in {text}", NAMES[who]);
        // Who is told at once is not the one any more.
        let next = protocol.told(who).blamed().map(|(next, _)| next);
        assert_ne!(next, Some(who), "{text}");
        blamed += 1;
        repaired += usize::from(next.is_none());
    }
    println!("{blamed} are blamed, {repaired} of them alone");
    assert!(
        (blamed > required(100) && repaired > required(50)) || !are_many(),
        "{blamed}, {repaired}"
    );
}
