//! Printing a choreography as a structured term.

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
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    Repeat(Box<Self>),
}

impl Text {
    fn size(&self) -> usize {
        match self {
            Self::Nothing | Self::Letter(_) => 1,
            Self::Sequence(parts) | Self::Choice(parts) => {
                1 + parts.iter().map(Self::size).sum::<usize>()
            }
            Self::Repeat(body) => 1 + body.size(),
        }
    }

    /// Returns the parts of a sequence.
    fn parts(self) -> Vec<Self> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Sequence(parts) => parts,
            other => vec![other],
        }
    }

    fn of_parts(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            0 => Self::Nothing,
            1 => parts.remove(0),
            _ => Self::Sequence(parts),
        }
    }

    fn then(self, next: Self) -> Self {
        let mut parts = self.parts();
        parts.extend(next.parts());
        Self::of_parts(parts)
    }

    /// Returns the choice between two terms, with common first and last parts factored out.
    fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let (mut one, mut other) = (self.branches(), other.branches());
        if one.len() == 1 && other.len() == 1 {
            let (mut one, mut other) = (one.remove(0).parts(), other.remove(0).parts());
            let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
            let mut begin: Vec<Self> = one.drain(..same).collect();
            other.drain(..same);
            let both = one.iter().rev().zip(other.iter().rev());
            let same = both.take_while(|(one, other)| one == other).count();
            let end = one.split_off(one.len() - same);
            other.truncate(other.len() - same);
            begin.push(Self::Choice(vec![Self::of_parts(one), Self::of_parts(other)]));
            begin.extend(end);
            return Self::of_parts(begin);
        }
        for branch in other {
            if !one.contains(&branch) {
                one.push(branch);
            }
        }
        Self::Choice(one)
    }

    fn branches(self) -> Vec<Self> {
        match self {
            Self::Choice(branches) => branches,
            other => vec![other],
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
            for (place, part) in parts.iter().enumerate() {
                if place > 0
                    && let Some(last) = lines.last_mut()
                {
                    last.push_str(" ;");
                }
                write(part, depth, letter, lines);
            }
        }
        Text::Choice(branches) => {
            for (place, branch) in branches.iter().enumerate() {
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
    for state in order(choreography).into_iter().rev() {
        let mut own = std::mem::take(&mut equations[state]);
        let rounds = own.take(Some(state)).map_or(Text::Nothing, Text::repeated);
        if state == language.initial() {
            return Ok(rounds.then(own.take(None).unwrap_or(Text::Nothing)));
        }
        let mut size = 0;
        for other in equations.ids() {
            let Some(way) = equations[other].take(Some(state)) else { continue };
            let way = way.then(rounds.clone());
            for (target, rest) in &own.ways {
                equations[other].add(*target, way.clone().then(rest.clone()));
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
