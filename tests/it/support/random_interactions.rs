//! Random small interactions, made smaller where they show something wrong, and what occurred in them.

use crate::support::cases::case_count;
use crate::support::effort::{required, scaled};
use oracle::interaction::{Alphabet, Bound, Operation, Term, Words, words};
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::model::cfsm::Direction;
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use scm_check::internals::model::trace::{
    Action, GateId, Letter, LifelineId, Signature, SignatureMessageId,
};
use std::collections::BTreeMap;

/// How large random interactions become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) lifelines: usize,
    pub(crate) messages: usize,
    /// The most passings.
    pub(crate) passings: usize,
    pub(crate) depth: usize,
}

impl Shape {
    /// A shape of any size that enumeration can cope with.
    pub(crate) fn draw(numbers: &mut Random) -> Self {
        Self {
            lifelines: numbers.between(1, 4),
            messages: numbers.between(1, 3),
            passings: numbers.between(1, 6),
            depth: numbers.between(1, 4),
        }
    }
}

/// How often what occurred.
pub(crate) type Census = BTreeMap<String, usize>;

/// Counts one more of a kind.
pub(crate) fn count(census: &mut Census, kind: &str) {
    *census.entry(kind.to_owned()).or_default() += 1;
}

/// Demands that each kind occurred so often in 2,000 cases, or accordingly often in others.
pub(crate) fn demand(census: &Census, kinds: &[&str], least: usize) {
    let cases = usize::try_from(case_count(2_000)).unwrap();
    let least = required(least) * cases / scaled(2_000);
    for kind in kinds {
        let times = census.get(*kind).copied().unwrap_or(0);
        assert!(times >= least, "{kind} occurred {times} times only, in {census:?}");
    }
}

/// The signature of all random interactions of a shape.
pub(crate) fn signature(shape: Shape) -> Signature {
    let mut signature = Signature::new();
    for name in ["a", "b", "c", "d"].iter().take(shape.lifelines) {
        signature.add_lifeline(name);
    }
    for name in ["m", "n", "o"].iter().take(shape.messages) {
        signature.add_message(name);
    }
    signature.add_gate("g");
    signature
}

/// A random interaction.
pub(crate) fn interaction_of(
    shape: Shape,
    numbers: &mut Random,
    census: &mut Census,
) -> Interaction {
    let mut drawn = Drawn { shape, numbers, census, parts: IndexVec::new(), left: shape.passings };
    let root = drawn.part(shape.depth);
    let parts = drawn.parts;
    Interaction { signature: signature(shape), parts, root }
}

struct Drawn<'a> {
    shape: Shape,
    numbers: &'a mut Random,
    census: &'a mut Census,
    parts: IndexVec<ExpressionId, Expression>,
    /// How many more passings there may be.
    left: usize,
}

impl Drawn<'_> {
    fn push(&mut self, kind: &str, expression: Expression) -> ExpressionId {
        count(self.census, kind);
        self.parts.push(expression)
    }

    fn lifeline(&mut self) -> LifelineId {
        LifelineId::from_index(self.numbers.below(self.shape.lifelines))
    }

    fn message(&mut self) -> SignatureMessageId {
        SignatureMessageId::from_index(self.numbers.below(self.shape.messages))
    }

    /// Different lifelines, at least one and at most `most`.
    fn lifelines(&mut self, most: usize) -> Vec<LifelineId> {
        let mut all: Vec<LifelineId> =
            (0..self.shape.lifelines).map(LifelineId::from_index).collect();
        let number = self.numbers.between(1, most.min(all.len()));
        (0..number).map(|_| all.remove(self.numbers.below(all.len()))).collect()
    }

    fn part(&mut self, depth: usize) -> ExpressionId {
        if self.left == 0 {
            return self.push("empty", Expression::Empty);
        }
        if depth == 0 || self.numbers.percent(12) {
            if self.numbers.percent(8) {
                return self.push("empty", Expression::Empty);
            }
            self.left -= 1;
            return self.passing();
        }
        match self.numbers.below(20) {
            0..=5 => self.repeated(depth),
            6 => {
                let body = self.part(depth - 1);
                self.push("opt", Expression::Optional(body))
            }
            choice => self.compound(choice, depth),
        }
    }

    fn repeated(&mut self, depth: usize) -> ExpressionId {
        let (kind, repetition) = match self.numbers.below(8) {
            0..=2 => ("loopS", Repetition::Strict),
            3..=4 => ("loopH", Repetition::Head),
            5..=6 => ("loopW", Repetition::Weak),
            _ => ("loopP", Repetition::Parallel),
        };
        let body = self.part(depth - 1);
        self.push(kind, Expression::Loop(repetition, body))
    }

    fn compound(&mut self, choice: usize, depth: usize) -> ExpressionId {
        let number = if self.numbers.percent(75) { 2 } else { self.numbers.between(3, 4) };
        let operands: Vec<ExpressionId> = (0..number).map(|_| self.part(depth - 1)).collect();
        let (kind, operator) = match choice {
            7..=9 => ("strict", Operator::Strict),
            10..=12 => ("seq", Operator::Seq),
            13..=14 => ("par", Operator::Par),
            15..=16 => ("alt", Operator::Alt),
            17..=18 => {
                let region = if self.numbers.percent(15) { Vec::new() } else { self.lifelines(3) };
                ("coreg", Operator::Coreg(region))
            }
            _ => ("sync", Operator::Sync(self.synchronised())),
        };
        self.push(kind, Expression::Compound(operator, operands))
    }

    /// Actions of which some occur in what was drawn last.
    fn synchronised(&mut self) -> Vec<Action> {
        let mut found = Vec::new();
        let last = Interaction {
            signature: signature(self.shape),
            root: ExpressionId::from_index(self.parts.len() - 1),
            parts: self.parts.clone(),
        };
        let occurring: Vec<Action> =
            Term::of(&last).letters().iter().flat_map(|letter| letter.actions().to_vec()).collect();
        for _ in 0..self.numbers.below(4) {
            match self.numbers.choose(&occurring) {
                Some(action) if self.numbers.percent(75) => found.push(action),
                _ => {
                    let (lifeline, message) = (self.lifeline(), self.message());
                    let is_sent = self.numbers.percent(50);
                    let direction = if is_sent { Direction::Send } else { Direction::Receive };
                    found.push(Action { lifeline, direction, message });
                }
            }
        }
        found
    }

    fn passing(&mut self) -> ExpressionId {
        let message = self.message();
        let gate = GateId::from_index(0);
        let outside =
            if self.numbers.percent(70) { Origin::Environment } else { Origin::Gate(gate) };
        let (kind, origin, synchronous, mut targets) = match self.numbers.below(20) {
            0..=4 => ("emission", Origin::Lifeline(self.lifeline()), false, Vec::new()),
            5..=9 => ("reception", outside, false, vec![self.lifeline()]),
            10..=13 => {
                let kind = "asynchronous passing";
                (kind, Origin::Lifeline(self.lifeline()), false, vec![self.lifeline()])
            }
            14 => ("broadcast", Origin::Lifeline(self.lifeline()), false, self.lifelines(3)),
            15 => ("broadcast of the environment", outside, false, self.lifelines(3)),
            16..=18 => {
                let mut targets = self.lifelines(3);
                let origin = targets.pop().unwrap();
                ("synchronous passing", Origin::Lifeline(origin), true, targets)
            }
            _ => ("synchronous passing of the environment", outside, true, self.lifelines(3)),
        };
        let mut targets: Vec<Target> = targets.drain(..).map(Target::Lifeline).collect();
        if self.numbers.percent(10) {
            count(self.census, "target gate");
            targets.insert(self.numbers.below(targets.len() + 1), Target::Gate(gate));
        }
        if matches!(origin, Origin::Gate(_)) {
            count(self.census, "origin gate");
        }
        self.push(kind, Expression::Passing(Passing { origin, synchronous, message, targets }))
    }
}

/// All kinds of parts that the generator draws.
pub(crate) const KINDS: [&str; 20] = [
    "empty",
    "opt",
    "strict",
    "seq",
    "par",
    "alt",
    "coreg",
    "sync",
    "loopS",
    "loopH",
    "loopW",
    "loopP",
    "emission",
    "reception",
    "asynchronous passing",
    "broadcast",
    "broadcast of the environment",
    "synchronous passing",
    "synchronous passing of the environment",
    "target gate",
];

/// The interaction that a term is, written without sugar.
pub(crate) fn written(term: &Term, signature: &Signature) -> Interaction {
    let mut parts = IndexVec::new();
    let root = write(term, &mut parts);
    Interaction { signature: signature.clone(), parts, root }
}

fn write(term: &Term, parts: &mut IndexVec<ExpressionId, Expression>) -> ExpressionId {
    let expression = match term {
        Term::Empty => Expression::Empty,
        Term::Letter(letter) => Expression::Passing(arrow(letter)),
        Term::Pair(operation, left, right) => {
            let operands = vec![write(left, parts), write(right, parts)];
            let operator = match operation {
                Operation::Strict => Operator::Strict,
                Operation::Seq => Operator::Seq,
                Operation::Par => Operator::Par,
                Operation::Alt => Operator::Alt,
                Operation::Coreg(region) => Operator::Coreg(region.iter().copied().collect()),
                Operation::Sync(actions) => Operator::Sync(actions.iter().copied().collect()),
            };
            Expression::Compound(operator, operands)
        }
        Term::Loop(repetition, body) => Expression::Loop(*repetition, write(body, parts)),
    };
    parts.push(expression)
}

/// The passing of a letter, which has one message and is sent at most once.
fn arrow(letter: &Letter) -> Passing {
    let actions = letter.actions();
    let sent = actions.iter().find(|action| action.direction == Direction::Send);
    let received = actions.iter().filter(|action| action.direction == Direction::Receive);
    Passing {
        origin: sent.map_or(Origin::Environment, |action| Origin::Lifeline(action.lifeline)),
        synchronous: actions.len() > 1,
        message: actions[0].message,
        targets: received.map(|action| Target::Lifeline(action.lifeline)).collect(),
    }
}

/// Terms with a part less, or with a part in the place of what it is a part of.
fn smaller(term: &Term) -> Vec<Term> {
    let mut found = Vec::new();
    match term {
        Term::Empty => {}
        Term::Letter(_) => found.push(Term::Empty),
        Term::Pair(operation, left, right) => {
            found.extend([Term::clone(left), Term::clone(right)]);
            let with = |left: &Term, right: &Term| {
                Term::pair(operation.clone(), left.clone(), right.clone())
            };
            found.extend(smaller(left).iter().map(|left| with(left, right)));
            found.extend(smaller(right).iter().map(|right| with(left, right)));
        }
        Term::Loop(repetition, body) => {
            found.push(Term::clone(body));
            found.extend(smaller(body).into_iter().map(|body| Term::repeat(*repetition, body)));
        }
    }
    found
}

/// A term that still shows what `shows` sees in the given one, and of which no smaller one does.
pub(crate) fn reduced(term: &Term, shows: &dyn Fn(&Term) -> bool) -> Term {
    let mut term = term.clone();
    while let Some(next) = smaller(&term).into_iter().find(|smaller| shows(smaller)) {
        term = next;
    }
    term
}

/// The most letters of a random interaction, repeated ones too.
const LETTERS: usize = 9;

/// The random interaction of a seed.
pub(crate) fn interaction_of_seed(seed: u64, census: &mut Census) -> Interaction {
    let mut numbers = Random::new(seed);
    loop {
        let mut found = Census::new();
        let shape = Shape::draw(&mut numbers);
        let interaction = interaction_of(shape, &mut numbers, &mut found);
        if Term::of(&interaction).size() <= LETTERS {
            for (kind, times) in found {
                *census.entry(kind).or_default() += times;
            }
            return interaction;
        }
    }
}

/// What an enumeration may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchBudget {
    /// The longest words.
    pub(crate) length: usize,
    /// How many steps of merges are tried for a term.
    pub(crate) merges: usize,
    /// The most words of a term.
    pub(crate) words: usize,
}

/// The largest length at which the words of the terms are had with this effort, with the words.
pub(crate) fn enumerated(
    terms: &[&Term],
    alphabet: &Alphabet,
    effort: SearchBudget,
) -> (usize, Vec<Words>) {
    let mut best = None;
    for length in 0..=effort.length {
        let bound = Bound::length(length);
        let found: Option<Vec<Words>> =
            terms.iter().map(|term| words(term, alphabet, &bound, effort.merges)).collect();
        match found {
            Some(found) if length == 0 || found.iter().all(|some| some.len() <= effort.words) => {
                best = Some((length, found));
            }
            _ => break,
        }
    }
    best.expect("the empty word is soon found")
}
