//! Printing a choreography as a structured term.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::printed_names::distinct_words;
use super::unprintable::{MAX_LINES, Unprintable};
use super::{MovedEnds, Printed, printed};
use kernel::automata::DfaStateId;
use kernel::base::{Id as _, IndexVec};
use kernel::search::reachable;
use model::choreography::{Choreography, Interaction};

/// A structured term. A sequence or a choice has at least two parts, none of the same kind.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Text {
    Nothing,
    Letter(Interaction),
    Sequence(Parts),
    Choice(Parts),
    Repeat(Box<Self>),
}

/// Terms side by side, with the sum of their sizes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Parts {
    terms: VecDeque<Text>,
    size: usize,
}

impl FromIterator<Text> for Parts {
    fn from_iter<I: IntoIterator<Item = Text>>(terms: I) -> Self {
        let terms = VecDeque::from_iter(terms);
        let size = terms.iter().map(Text::size).sum();
        Self { terms, size }
    }
}

impl Text {
    fn size(&self) -> usize {
        match self {
            Self::Nothing | Self::Letter(_) => 1,
            Self::Sequence(parts) | Self::Choice(parts) => 1 + parts.size,
            Self::Repeat(body) => 1 + body.size(),
        }
    }

    /// Returns the parts of a sequence.
    fn parts(self) -> Parts {
        match self {
            Self::Nothing => Parts::default(),
            Self::Sequence(parts) => parts,
            other => Parts::from_iter([other]),
        }
    }

    fn of_parts(mut parts: Parts) -> Self {
        match parts.terms.len() {
            0 => Self::Nothing,
            1 => parts.terms.remove(0).expect("there is one"),
            _ => Self::Sequence(parts),
        }
    }

    /// Returns the sequence of two terms: the parts of the shorter one are added to the longer one.
    fn then(self, next: Self) -> Self {
        let (mut first, mut next) = (self.parts(), next.parts());
        let size = first.size + next.size;
        let terms = if first.terms.len() > next.terms.len() {
            first.terms.append(&mut next.terms);
            first.terms
        } else {
            for part in first.terms.into_iter().rev() {
                next.terms.push_front(part);
            }
            next.terms
        };
        Self::of_parts(Parts { terms, size })
    }

    /// Returns the choice between two terms, with common first and last parts factored out.
    fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let (mut one, other) = (self.branches(), other.branches());
        if one.len() == 1 && other.len() == 1 {
            let [mut one, mut other] = [one, other].map(|branches| {
                let only = branches.into_iter().next();
                Vec::from(only.map(Self::parts).unwrap_or_default().terms)
            });
            let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
            let mut begin: Vec<Self> = one.drain(..same).collect();
            other.drain(..same);
            let both = one.iter().rev().zip(other.iter().rev());
            let same = both.take_while(|(one, other)| one == other).count();
            let end = one.split_off(one.len() - same);
            other.truncate(other.len() - same);
            let branches = [one, other].map(|terms| Self::of_parts(Parts::from_iter(terms)));
            begin.push(Self::Choice(Parts::from_iter(branches)));
            begin.extend(end);
            return Self::of_parts(Parts::from_iter(begin));
        }
        for branch in other {
            if !one.contains(&branch) {
                one.push_back(branch);
            }
        }
        Self::Choice(Parts::from_iter(one))
    }

    fn branches(self) -> VecDeque<Self> {
        match self {
            Self::Choice(branches) => branches.terms,
            other => VecDeque::from([other]),
        }
    }

    fn repeated(self) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Repeat(_) => self,
            body => Self::Repeat(Box::new(body)),
        }
    }
}

/// The equation of a state: the terms that lead to other states, and the term that leads to an end, whose target is
/// `None`.
#[derive(Clone, Default)]
struct Equation {
    ways: Vec<(Option<DfaStateId>, Text)>,
}

impl Equation {
    fn add(&mut self, target: Option<DfaStateId>, way: Text) {
        match self.ways.iter_mut().find(|(known, _)| *known == target) {
            Some((_, known)) => *known = std::mem::replace(known, Text::Nothing).or(way),
            None => self.ways.push((target, way)),
        }
    }

    fn take(&mut self, target: Option<DfaStateId>) -> Option<Text> {
        let place = self.ways.iter().position(|(known, _)| *known == target)?;
        Some(self.ways.remove(place).1)
    }
}

/// Returns the term of a choreography with its ends, by solving its automaton as a system of
/// equations. A loop without an end may end where a round begins; the language is the same.
///
/// # Errors
/// If the text is too long.
pub(super) fn structured(choreography: &Choreography) -> Result<Printed, Unprintable> {
    let ends = ends(choreography);
    let term = solved(choreography, &ends)?;
    let names = distinct_words(choreography.source().participants.iter());
    let messages = distinct_words(choreography.source().messages.iter());
    let letter = |one: &Interaction| {
        let [sender, receiver] = [one.sender, one.receiver].map(|who| &names[who.index()]);
        format!("{sender} -> {receiver} : {}", messages[one.message.index()])
    };
    let mut lines = Vec::new();
    write(&term, 0, &letter, &mut lines);
    let moved_ends = MovedEnds::between(choreography, |state| ends.contains(&state));
    Ok(Printed { text: lines.join("\n") + "\n", moved_ends })
}

/// Writes a term on separate lines.
fn write(
    term: &Text,
    depth: usize,
    letter: &impl Fn(&Interaction) -> String,
    lines: &mut Vec<String>,
) {
    let pad = "  ".repeat(depth.min(40));
    match term {
        Text::Nothing => lines.push(format!("{pad}(o)")),
        Text::Letter(interaction) => lines.push(format!("{pad}{}", letter(interaction))),
        Text::Sequence(parts) => {
            for (place, part) in parts.terms.iter().enumerate() {
                if place > 0
                    && let Some(last) = lines.last_mut()
                {
                    last.push_str(" ;");
                }
                write(part, depth, letter, lines);
            }
        }
        Text::Choice(branches) => {
            for (place, branch) in branches.terms.iter().enumerate() {
                let opening = if place == 0 { "sel {" } else { "+" };
                lines.push(format!("{pad}{opening}"));
                write(branch, depth + 1, letter, lines);
            }
            lines.push(format!("{pad}}}"));
        }
        Text::Repeat(body) => {
            lines.push(format!("{pad}repeat {{"));
            write(body, depth + 1, letter, lines);
            lines.push(format!("{pad}}}"));
        }
    }
}

/// Returns the term of the words that lead to an end.
fn solved(choreography: &Choreography, ends: &FxHashSet<DfaStateId>) -> Result<Text, Unprintable> {
    let language = choreography.language();
    let mut equations: IndexVec<DfaStateId, Equation> = language
        .states()
        .map(|state| {
            let mut equation = Equation::default();
            for &(interaction, target) in language.transitions(state) {
                equation.add(Some(target), Text::Letter(interaction));
            }
            if ends.contains(&state) {
                equation.add(None, Text::Nothing);
            }
            equation
        })
        .collect();
    // The states whose equation may have a way to each state.
    let before = language.states().flat_map(|state| {
        language.transitions(state).iter().map(move |&(_, target)| (target, state))
    });
    let mut before = IndexVec::grouped(language.len(), before);
    for state in order(choreography).into_iter().rev() {
        let mut own = std::mem::take(&mut equations[state]);
        let rounds = own.take(Some(state)).map_or(Text::Nothing, Text::repeated);
        if state == language.initial() {
            return Ok(rounds.then(own.take(None).unwrap_or(Text::Nothing)));
        }
        let mut size = 0;
        let mut others = std::mem::take(&mut before[state]);
        while let Some(other) = others.pop() {
            let Some(way) = equations[other].take(Some(state)) else { continue };
            let way = way.then(rounds.clone());
            let ways =
                if others.is_empty() { std::mem::take(&mut own.ways) } else { own.ways.clone() };
            for (target, rest) in ways {
                if let Some(target) = target {
                    before[target].push(other);
                }
                equations[other].add(target, way.clone().then(rest));
            }
            size += equations[other].ways.iter().map(|(_, way)| way.size()).sum::<usize>();
            if size > MAX_LINES {
                return Err(Unprintable::TooLong);
            }
        }
    }
    unreachable!("the initial state is in the order")
}

/// Returns the states in depth-first order.
fn order(choreography: &Choreography) -> Vec<DfaStateId> {
    let language = choreography.language();
    let mut order = Vec::new();
    let mut open = vec![language.initial()];
    let mut met: FxHashSet<DfaStateId> = FxHashSet::default();
    while let Some(state) = open.pop() {
        if !met.insert(state) {
            continue;
        }
        order.push(state);
        let targets = language.transitions(state).iter().rev().map(|&(_, target)| target);
        open.extend(targets.filter(|target| !met.contains(target)));
    }
    order
}

/// Returns the states in which words end: those in which the protocol may end or that have no transitions, and one
/// state of each loop from which none of them is reachable.
fn ends(choreography: &Choreography) -> FxHashSet<DfaStateId> {
    let (language, is_final) = (choreography.language(), printed::ends(choreography));
    let mut ends: FxHashSet<DfaStateId> = language
        .states()
        .filter(|&state| is_final(state) || language.transitions(state).is_empty())
        .collect();
    let entering = language.states().flat_map(|state| {
        language.transitions(state).iter().map(move |&(_, target)| (target, state))
    });
    let before = IndexVec::grouped(language.len(), entering);
    let leading_to =
        |ends: Vec<DfaStateId>| reachable(ends, |&state| before[state].iter().copied());
    let mut hopeful = FxHashSet::from_iter(leading_to(ends.iter().copied().collect()));
    // A loop that is never left begins with the first of its states.
    let order = order(choreography);
    for &state in &order {
        if !hopeful.contains(&state) && reaches_only(choreography, state) {
            ends.insert(state);
            hopeful.extend(leading_to(vec![state]));
        }
    }
    ends
}

/// Returns `true` if every state that is reached from `state` leads back to it.
fn reaches_only(choreography: &Choreography, state: DfaStateId) -> bool {
    let language = choreography.language();
    let reached = |from: DfaStateId| {
        reachable([from], |&state| language.transitions(state).iter().map(|&(_, target)| target))
    };
    reached(state).into_iter().all(|other| reached(other).contains(&state))
}
