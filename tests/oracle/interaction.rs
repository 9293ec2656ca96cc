//! What interactions mean: their words up to a bound, by enumeration.
//!
//! A term is built of the empty one and of single letters by operators with two operands and by loops;
//! everything that an [`Interaction`] may say besides is spelled out as such a term first. The words of
//! an operator are all merges of words of its operands that its definition lets stand; those of a loop
//! are added round by round until nothing new comes. There is no step, no evasion and no law in here.

use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use model::trace::{Action, Letter, LifelineId, Signature};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How two terms are composed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Strict,
    Seq,
    Par,
    Alt,
    Coreg(BTreeSet<LifelineId>),
    Sync(BTreeSet<Action>),
}

/// An interaction without sugar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    Empty,
    Letter(Letter),
    Pair(Operation, Rc<Term>, Rc<Term>),
    Loop(Repetition, Rc<Term>),
}

impl Term {
    /// The term of two operands.
    pub fn pair(operation: Operation, left: Term, right: Term) -> Term {
        Term::Pair(operation, Rc::new(left), Rc::new(right))
    }

    /// The loop of a body.
    pub fn repeat(repetition: Repetition, body: Term) -> Term {
        Term::Loop(repetition, Rc::new(body))
    }

    /// The term that an interaction stands for.
    pub fn of(interaction: &Interaction) -> Term {
        part(interaction, interaction.root)
    }

    /// All letters, each once.
    pub fn letters(&self) -> BTreeSet<Letter> {
        match self {
            Term::Empty => BTreeSet::new(),
            Term::Letter(letter) => [letter.clone()].into(),
            Term::Pair(_, left, right) => &left.letters() | &right.letters(),
            Term::Loop(_, body) => body.letters(),
        }
    }

    /// The lifelines of its letters.
    pub fn lifelines(&self) -> BTreeSet<LifelineId> {
        self.letters().iter().flat_map(lifelines).collect()
    }

    /// The number of letters, repeated ones too.
    pub fn size(&self) -> usize {
        match self {
            Term::Empty => 0,
            Term::Letter(_) => 1,
            Term::Pair(_, left, right) => left.size() + right.size(),
            Term::Loop(_, body) => body.size(),
        }
    }

    /// The term with other lifelines.
    #[must_use]
    pub fn renamed(&self, name: &dyn Fn(LifelineId) -> LifelineId) -> Term {
        let action = |action: &Action| Action { lifeline: name(action.lifeline), ..*action };
        match self {
            Term::Empty => Term::Empty,
            Term::Letter(letter) => {
                let letter = Letter::new(letter.actions().iter().map(action));
                Term::Letter(letter.expect("no action was left out"))
            }
            Term::Pair(operation, left, right) => {
                let operation = match operation {
                    Operation::Coreg(region) => {
                        Operation::Coreg(region.iter().map(|&lifeline| name(lifeline)).collect())
                    }
                    Operation::Sync(actions) => {
                        Operation::Sync(actions.iter().map(action).collect())
                    }
                    other => other.clone(),
                };
                Term::pair(operation, left.renamed(name), right.renamed(name))
            }
            Term::Loop(repetition, body) => Term::repeat(*repetition, body.renamed(name)),
        }
    }

    /// Whether a part of the term, or the whole, is such.
    pub fn has(&self, is_such: &dyn Fn(&Term) -> bool) -> bool {
        is_such(self)
            || match self {
                Term::Empty | Term::Letter(_) => false,
                Term::Pair(_, left, right) => left.has(is_such) || right.has(is_such),
                Term::Loop(_, body) => body.has(is_such),
            }
    }

    /// The term as text.
    pub fn text(&self, signature: &Signature) -> String {
        match self {
            Term::Empty => "o".to_owned(),
            Term::Letter(letter) => letter.text(signature),
            Term::Pair(operation, left, right) => format!(
                "{}({}, {})",
                operation_text(operation, signature),
                left.text(signature),
                right.text(signature)
            ),
            Term::Loop(repetition, body) => {
                let kind = match repetition {
                    Repetition::Strict => 'S',
                    Repetition::Head => 'H',
                    Repetition::Weak => 'W',
                    Repetition::Parallel => 'P',
                };
                format!("loop{kind}({})", body.text(signature))
            }
        }
    }
}

fn operation_text(operation: &Operation, signature: &Signature) -> String {
    match operation {
        Operation::Strict => "strict".to_owned(),
        Operation::Seq => "seq".to_owned(),
        Operation::Par => "par".to_owned(),
        Operation::Alt => "alt".to_owned(),
        Operation::Coreg(region) => {
            let names: Vec<&str> =
                region.iter().map(|&lifeline| &*signature.lifelines()[lifeline]).collect();
            format!("coreg({})", names.join(","))
        }
        Operation::Sync(actions) => {
            let names: Vec<String> = actions.iter().map(|action| action.text(signature)).collect();
            format!("sync{{{}}}", names.join(","))
        }
    }
}

fn lifelines(letter: &Letter) -> BTreeSet<LifelineId> {
    letter.actions().iter().map(|action| action.lifeline).collect()
}

/// Operands folded to the right.
fn folded(operation: &Operation, operands: Vec<Term>) -> Term {
    operands
        .into_iter()
        .rev()
        .reduce(|right, left| Term::pair(operation.clone(), left, right))
        .expect("an operator has operands")
}

fn part(interaction: &Interaction, id: ExpressionId) -> Term {
    match &interaction.parts[id] {
        Expression::Empty => Term::Empty,
        Expression::Passing(passing) => passed(passing),
        Expression::Compound(operator, operands) => {
            let operation = match operator {
                Operator::Strict => Operation::Strict,
                Operator::Seq => Operation::Seq,
                Operator::Par => Operation::Par,
                Operator::Alt => Operation::Alt,
                Operator::Coreg(region) => Operation::Coreg(region.iter().copied().collect()),
                Operator::Sync(actions) => Operation::Sync(actions.iter().copied().collect()),
            };
            folded(&operation, operands.iter().map(|&id| part(interaction, id)).collect())
        }
        Expression::Optional(body) => {
            Term::pair(Operation::Alt, Term::Empty, part(interaction, *body))
        }
        Expression::Loop(repetition, body) => Term::repeat(*repetition, part(interaction, *body)),
    }
}

/// A passing, without the environment, of which nothing is observed.
fn passed(passing: &Passing) -> Term {
    let sent = match passing.origin {
        Origin::Environment | Origin::Gate(_) => None,
        Origin::Lifeline(lifeline) => Some(Action::send(lifeline, passing.message)),
    };
    let received: Vec<Action> = passing
        .targets
        .iter()
        .filter_map(|target| match *target {
            Target::Gate(_) | Target::Lost(_) | Target::Unshown(_) => None,
            Target::Lifeline(lifeline) => Some(Action::receive(lifeline, passing.message)),
        })
        .collect();
    if passing.synchronous {
        let letter = Letter::new(sent.into_iter().chain(received));
        return Term::Letter(letter.expect("somebody takes part in a passing"));
    }
    let letter = |action| Term::Letter(Letter::from_action(action));
    let receptions: Vec<Term> = received.into_iter().map(letter).collect();
    match (sent, receptions.is_empty()) {
        (Some(sent), true) => letter(sent),
        (None, _) => folded(&Operation::Par, receptions),
        (Some(sent), false) => {
            Term::pair(Operation::Strict, letter(sent), folded(&Operation::Par, receptions))
        }
    }
}

/// Letters by number, so that words are short to write and quick to compare.
#[derive(Clone, Debug, Default)]
pub struct Alphabet {
    letters: Vec<Letter>,
    /// A bit for each lifeline of the letter.
    lifelines: Vec<u32>,
}

/// Letters by their numbers in an alphabet.
pub type Word = Vec<u8>;

/// A set of words.
pub type Words = BTreeSet<Word>;

impl Alphabet {
    /// The letters of some terms.
    pub fn of<'a>(terms: impl IntoIterator<Item = &'a Term>) -> Self {
        let mut alphabet = Self::default();
        for letter in terms.into_iter().flat_map(Term::letters) {
            alphabet.number(&letter);
        }
        alphabet
    }

    /// The number of a letter, which it gets if it has none.
    pub fn number(&mut self, letter: &Letter) -> u8 {
        let known = self.known(letter).unwrap_or_else(|| {
            self.letters.push(letter.clone());
            self.lifelines.push(bits(&lifelines(letter)));
            self.letters.len() - 1
        });
        u8::try_from(known).expect("small terms have few letters")
    }

    fn known(&self, letter: &Letter) -> Option<usize> {
        self.letters.iter().position(|other| other == letter)
    }

    /// The letters by their numbers.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The letter of a number.
    pub fn letter(&self, number: u8) -> &Letter {
        &self.letters[usize::from(number)]
    }

    /// A word as text.
    pub fn text(&self, word: &[u8], signature: &Signature) -> String {
        let letters: Vec<String> =
            word.iter().map(|&number| self.letter(number).text(signature)).collect();
        if letters.is_empty() { "the empty word".to_owned() } else { letters.join(".") }
    }

    fn lifelines(&self, number: u8) -> u32 {
        self.lifelines[usize::from(number)]
    }

    /// Whether `right` may precede `left`, which comes first in the text.
    fn may_swap(&self, left: u8, right: u8, region: u32) -> bool {
        self.lifelines(left) & self.lifelines(right) & !region == 0
    }
}

fn bits(lifelines: &BTreeSet<LifelineId>) -> u32 {
    use kernel::base::Id as _;
    lifelines.iter().fold(0, |bits, lifeline| bits | 1 << lifeline.index())
}

/// Which words are listed. A part of a word is never beyond a bound that the word is within.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The most letters.
    pub length: usize,
    /// The most letters that somebody else than these lifelines takes part in.
    pub visible: usize,
    /// Whom the letters that do not count as visible are of.
    pub hidden: BTreeSet<LifelineId>,
    /// The most rounds of a loop, each time that it comes.
    pub rounds: usize,
}

impl Bound {
    /// The words of at most so many letters.
    pub fn length(length: usize) -> Self {
        Self { length, visible: length, hidden: BTreeSet::new(), rounds: usize::MAX }
    }

    /// Whether a word of these parts, of which none is shared, is within the bound.
    fn holds(&self, alphabet: &Alphabet, parts: [&[u8]; 2]) -> bool {
        let hidden = bits(&self.hidden);
        let letters = || parts.iter().flat_map(|part| part.iter());
        let is_visible = |letter: &&u8| alphabet.lifelines(**letter) & !hidden != 0;
        letters().count() <= self.length && letters().filter(is_visible).count() <= self.visible
    }
}

/// The words of a term within a bound, or nothing if there is more work than `budget` allows.
pub fn words(term: &Term, alphabet: &Alphabet, bound: &Bound, budget: usize) -> Option<Words> {
    Enumeration { alphabet, bound, budget }.words(term)
}

struct Enumeration<'a> {
    alphabet: &'a Alphabet,
    bound: &'a Bound,
    /// How many steps of merges are still to be had.
    budget: usize,
}

/// Which merges of two words stand.
enum Merge<'a> {
    /// The second word after the first.
    Concatenation,
    /// What precedes what it comes after in the text shares no lifeline with it but these.
    Weak(u32),
    /// Letters with such an action are one.
    Common(&'a BTreeSet<Action>),
}

/// Every lifeline.
const ALL: u32 = u32::MAX;

impl Enumeration<'_> {
    fn words(&mut self, term: &Term) -> Option<Words> {
        let found = match term {
            Term::Empty => [Word::new()].into(),
            Term::Letter(letter) => {
                let number = self.alphabet.known(letter).expect("an alphabet knows the letters");
                let word = vec![u8::try_from(number).expect("small terms have few letters")];
                let is_within = self.bound.holds(self.alphabet, [&word, &[]]);
                if is_within { [word].into() } else { Words::new() }
            }
            Term::Pair(operation, left, right) => {
                let [left, right] = [self.words(left)?, self.words(right)?];
                match operation {
                    Operation::Alt => &left | &right,
                    Operation::Strict => self.merged(&Merge::Concatenation, &left, &right)?,
                    Operation::Seq => self.merged(&Merge::Weak(0), &left, &right)?,
                    Operation::Par => self.merged(&Merge::Weak(ALL), &left, &right)?,
                    Operation::Coreg(region) => {
                        self.merged(&Merge::Weak(bits(region)), &left, &right)?
                    }
                    Operation::Sync(actions) => {
                        self.merged(&Merge::Common(actions), &left, &right)?
                    }
                }
            }
            Term::Loop(repetition, body) => {
                let body = self.words(body)?;
                self.closure(*repetition, &body)?
            }
        };
        Some(found)
    }

    /// The words of any number of rounds. A round of the empty word adds nothing.
    fn closure(&mut self, repetition: Repetition, body: &Words) -> Option<Words> {
        let mut all: Words = [Word::new()].into();
        let mut new = all.clone();
        let mut rounds = 0;
        while !new.is_empty() && rounds < self.bound.rounds {
            rounds += 1;
            let mut next = Words::new();
            for round in body.iter().filter(|round| !round.is_empty()) {
                let round_set: Words = [round.clone()].into();
                let found = match repetition {
                    Repetition::Strict => self.merged(&Merge::Concatenation, &round_set, &new)?,
                    Repetition::Weak => self.merged(&Merge::Weak(0), &round_set, &new)?,
                    Repetition::Parallel => self.merged(&Merge::Weak(ALL), &round_set, &new)?,
                    Repetition::Head => {
                        // Nothing precedes the first letter of the round.
                        let rest: Words = [round[1..].to_vec()].into();
                        let first: Words = [vec![round[0]]].into();
                        let later = self.merged(&Merge::Weak(0), &rest, &new)?;
                        self.merged(&Merge::Concatenation, &first, &later)?
                    }
                };
                next.extend(found);
            }
            new = &next - &all;
            all.extend(next);
        }
        Some(all)
    }

    fn merged(&mut self, merge: &Merge<'_>, left: &Words, right: &Words) -> Option<Words> {
        let mut found = Words::new();
        for first in left {
            for second in right {
                let is_shared = matches!(merge, Merge::Common(_));
                if is_shared || self.bound.holds(self.alphabet, [first, second]) {
                    self.merges(merge, first, second, &mut Word::new(), &mut found)?;
                }
            }
        }
        Some(found)
    }

    /// Adds the merges of `left` and `right` that stand, each after `done`.
    fn merges(
        &mut self,
        merge: &Merge<'_>,
        left: &[u8],
        right: &[u8],
        done: &mut Word,
        found: &mut Words,
    ) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        if done.len() > self.bound.length {
            return Some(());
        }
        if left.is_empty() && right.is_empty() {
            if self.bound.holds(self.alphabet, [done, &[]]) {
                found.insert(done.clone());
            }
            return Some(());
        }
        let is_common = |letter: u8| match merge {
            Merge::Common(actions) => {
                let letter = self.alphabet.letter(letter);
                letter.actions().iter().any(|action| actions.contains(action))
            }
            Merge::Concatenation | Merge::Weak(_) => false,
        };
        let may_begin = |letter: u8| match *merge {
            Merge::Concatenation => left.is_empty(),
            Merge::Weak(region) => {
                left.iter().all(|&other| self.alphabet.may_swap(other, letter, region))
            }
            Merge::Common(_) => !is_common(letter),
        };
        let mut next = Vec::new();
        if let Some((&first, rest)) = left.split_first()
            && !is_common(first)
        {
            next.push((first, rest, right));
        }
        if let Some((&second, rest)) = right.split_first()
            && may_begin(second)
        {
            next.push((second, left, rest));
        }
        if let (Some((&first, rest)), Some((&second, other_rest))) =
            (left.split_first(), right.split_first())
            && is_common(first)
            && first == second
        {
            next.push((first, rest, other_rest));
        }
        for (letter, left, right) in next {
            done.push(letter);
            self.merges(merge, left, right, done, found)?;
            done.pop();
        }
        Some(())
    }
}

/// The words without what these lifelines do. A letter of which nothing is left vanishes.
pub fn erased(words: &Words, alphabet: &mut Alphabet, hidden: &BTreeSet<LifelineId>) -> Words {
    let mut found = Words::new();
    for word in words {
        let mut seen = Word::new();
        for &number in word {
            let letter = alphabet.letter(number).clone();
            let actions = letter.actions().iter().copied();
            let left = Letter::new(actions.filter(|action| !hidden.contains(&action.lifeline)));
            seen.extend(left.map(|letter| alphabet.number(&letter)));
        }
        found.insert(seen);
    }
    found
}

/// The words of at most `length` letters.
pub fn up_to(words: &Words, length: usize) -> Words {
    words.iter().filter(|word| word.len() <= length).cloned().collect()
}
