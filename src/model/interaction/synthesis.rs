//! The automaton of an interaction.

use std::collections::VecDeque;

use super::rewrite_rules::RewriteRules;
use super::semantics::{Choice, Semantics};
use super::terms::TermId;
use super::{Expression, ExpressionId, Interaction, Operator, Repetition};
use crate::trace::{Letters, Signature};
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Control, Id as _, IndexVec, Limit};

/// How an automaton is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Synthesis {
    /// The laws that terms are simplified by.
    pub laws: RewriteRules,
    /// What a step of a choice does; `None` is whatever gives fewer states.
    pub choice: Option<Choice>,
    /// How many states there may be where loops W, H or P may have infinitely many; with so many rounds
    /// open that a term has 64 times the letters of the first one, they are given up before. Without such
    /// loops there is no limit but that of the control.
    pub max_states: usize,
}

impl Default for Synthesis {
    fn default() -> Self {
        Self { laws: RewriteRules::full(), choice: None, max_states: 20_000 }
    }
}

/// Why there is no automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The terms do not close: of this loop more and more rounds are open at once.
    #[error("more and more rounds of {} may be open at once", .1.name())]
    Unbounded(ExpressionId, Repetition),
    /// Each loop closes alone, but all together they were still open after so many states.
    #[error("it is still open after {0} states")]
    TooMany(usize),
    /// A limit was reached.
    #[error(transparent)]
    Limit(Limit),
}

impl Repetition {
    /// Returns the operator's name: `loopS`, `loopH`, `loopW` or `loopP`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "loopS",
            Self::Head => "loopH",
            Self::Weak => "loopW",
            Self::Parallel => "loopP",
        }
    }
}

/// The automaton of an interaction, whose states are terms.
#[derive(Clone, Debug)]
pub struct Synthesised {
    /// The automaton; symbol k is letter k. Every state is reached, and leads to acceptance unless
    /// nothing does.
    pub automaton: FiniteAutomaton,
    /// The term of each state.
    pub terms: IndexVec<FiniteStateId, TermId>,
    /// What a step of a choice does.
    pub choice: Choice,
    /// Where the terms are known.
    pub semantics: Semantics,
}

impl Synthesised {
    /// Returns the term of a state on one line.
    ///
    /// # Complexity
    /// Linear in the size of the term.
    pub fn term_text(&self, state: FiniteStateId, signature: &Signature) -> String {
        self.semantics.expression(self.terms[state], signature).text()
    }
    /// Returns the letters.
    pub fn letters(&self) -> &Letters {
        self.semantics.letters()
    }
}

/// Returns the automaton whose states are the terms that an interaction reaches.
///
/// Without loops W, H and P there are finitely many. With them the terms are explored up to a limit: if
/// that is all of them, the automaton is exact, else there is none.
///
/// Source: \[ITP\] Definitions 9 and 11.
///
/// # Errors
/// If the terms do not close, or a limit is reached.
///
/// # Complexity
/// That of the steps of each state. There may be exponentially many states in the number of operands
/// that are interleaved.
pub fn synthesise(
    interaction: &Interaction,
    how: &Synthesis,
    control: &Control,
) -> Result<Synthesised, Refusal> {
    let max_states =
        if growing_loops(interaction).is_empty() { usize::MAX } else { how.max_states };
    let explored = |choice| {
        let mut semantics =
            Semantics::within(interaction, how.laws, choice, control).map_err(Stop::Limit)?;
        explore(&mut semantics, Extent::States(max_states), control)
            .map(|(automaton, terms)| Synthesised { automaton, terms, choice, semantics })
    };
    let found = match how.choice {
        Some(choice) => explored(choice),
        None if !has_choice(interaction) => explored(Choice::Delayed),
        None => match (explored(Choice::Delayed), explored(Choice::Immediate)) {
            (Ok(one), Ok(other)) if other.automaton.len() < one.automaton.len() => Ok(other),
            (Ok(one), _) | (Err(_), Ok(one)) => Ok(one),
            (Err(one), Err(_)) => Err(one),
        },
    };
    found.map_err(|stop| match stop {
        Stop::Open(states) => culprit(interaction, how, states, control),
        Stop::Limit(limit) => Refusal::Limit(limit),
    })
}

/// Returns the automaton of the words of at most so many letters, and maybe of some longer ones: the
/// steps of terms that are so deep are left out. There is always one.
///
/// # Errors
/// If a limit is reached.
///
/// # Complexity
/// That of the steps of each state.
pub fn unfold(
    interaction: &Interaction,
    laws: RewriteRules,
    depth: usize,
    control: &Control,
) -> Result<Synthesised, Limit> {
    let choice = Choice::Delayed;
    let mut semantics = Semantics::within(interaction, laws, choice, control)?;
    match explore(&mut semantics, Extent::Depth(depth), control) {
        Ok((automaton, terms)) => Ok(Synthesised { automaton, terms, choice, semantics }),
        Err(Stop::Limit(limit)) => Err(limit),
        Err(Stop::Open(_)) => unreachable!("only a number of states can be exceeded"),
    }
}

/// How far terms are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    /// Wholly; given up where there are more states.
    States(usize),
    /// So many letters deep.
    Depth(usize),
}

/// Why an exploration ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    /// There are more states than were asked for, or terms grow: so many states were found.
    Open(usize),
    Limit(Limit),
}

/// A term with so many times the letters of the first one has so many rounds of a loop open at once that
/// nobody expects it to close.
const ROUNDS: usize = 64;

/// How many states are explored between two looks at the limits.
const CHECK_INTERVAL: usize = 16;

type Explored = (FiniteAutomaton, IndexVec<FiniteStateId, TermId>);

fn explore(semantics: &mut Semantics, extent: Extent, control: &Control) -> Result<Explored, Stop> {
    let start = semantics.start();
    let mut numbers: IndexVec<TermId, Option<FiniteStateId>> = IndexVec::new();
    let mut terms: IndexVec<FiniteStateId, TermId> = IndexVec::new();
    let mut transitions = Vec::new();
    let mut open = VecDeque::new();
    let mut number = |term: TermId, terms: &mut IndexVec<_, TermId>, open: &mut VecDeque<_>| {
        while numbers.len() <= term.index() {
            numbers.push(None);
        }
        *numbers[term].get_or_insert_with(|| {
            open.push_back(term);
            terms.push(term)
        })
    };
    number(start, &mut terms, &mut open);
    let largest = (semantics.size(start) + 1).saturating_mul(ROUNDS);
    // Whether steps of a term are left out.
    let mut is_cut: Vec<bool> = Vec::new();
    let mut done = 0;
    // How deep the term is whose steps are looked at, and how many terms are not deeper.
    let (mut depth, mut layer) = (0, 1);
    while let Some(term) = open.pop_front() {
        if done % CHECK_INTERVAL == 0 {
            let bytes = (transitions.len() * 12) as u64 + semantics.bytes();
            if let Some(limit) = control.limit(terms.len() as u64, bytes) {
                return Err(Stop::Limit(limit));
            }
            let (states, edges) = (terms.len() as u64, transitions.len() as u64);
            control.progress.publish(states, edges, 0, open.len() as u64, bytes);
        }
        if done == layer {
            (depth, layer) = (depth + 1, terms.len());
        }
        let source = FiniteStateId::from_index(done);
        done += 1;
        if extent == Extent::Depth(depth) {
            let steps = semantics.steps_within(term, control).map_err(Stop::Limit)?;
            is_cut.push(!steps.is_empty());
            continue;
        }
        is_cut.push(false);
        let steps = semantics.steps_within(term, control).map_err(Stop::Limit)?;
        for &(letter, rest) in &*steps {
            let is_open = matches!(extent, Extent::States(max_states) if max_states < usize::MAX)
                && semantics.size(rest) > largest;
            if is_open {
                return Err(Stop::Open(terms.len()));
            }
            let target = number(rest, &mut terms, &mut open);
            transitions.push((source, SymbolId::from_index(letter.index()), target));
        }
        if matches!(extent, Extent::States(max_states) if terms.len() > max_states) {
            return Err(Stop::Open(terms.len()));
        }
        // This limit is exact, so that it does not depend on where the others are looked at.
        if control.max_states.is_some_and(|max_states| terms.len() as u64 > max_states) {
            return Err(Stop::Limit(Limit::States));
        }
    }
    let accepting = terms.iter().map(|&term| semantics.is_final(term)).collect();
    let symbols = semantics.letters().all().len();
    let initial = vec![FiniteStateId::from_index(0)];
    let automaton = FiniteAutomaton::new(symbols, initial, accepting, transitions);
    Ok(without_dead_states(automaton, terms, &is_cut))
}

/// Drops states that lead nowhere, which only synchronisation makes; the initial one stays, and so does
/// what leads to where steps are left out.
fn without_dead_states(
    automaton: FiniteAutomaton,
    terms: IndexVec<FiniteStateId, TermId>,
    is_cut: &[bool],
) -> Explored {
    let mut live =
        automaton.leading_to(|state| automaton.is_accepting(state) || is_cut[state.index()]);
    live[0] = true;
    if live.iter().all(|&is_live| is_live) {
        return (automaton, terms);
    }
    let kept = terms.enumerate().filter(|(state, _)| live[state.index()]);
    (automaton.restricted(&live), kept.map(|(_, &term)| term).collect())
}

fn has_choice(interaction: &Interaction) -> bool {
    interaction.parts.iter().any(|part| {
        matches!(part, Expression::Optional(_) | Expression::Compound(Operator::Alt, _))
    })
}

/// Returns the loops that may be open many times at once, inner ones first.
fn growing_loops(interaction: &Interaction) -> Vec<(ExpressionId, Repetition)> {
    let parts = interaction.parts.enumerate();
    let loops = parts.filter_map(|(id, part)| match part {
        Expression::Loop(kind, _) if *kind != Repetition::Strict => Some((id, *kind)),
        _ => None,
    });
    loops.collect()
}

/// Returns the refusal that names the loop because of which the terms do not close: the first one that
/// does not close alone. If all do, there are just many states.
fn culprit(
    interaction: &Interaction,
    how: &Synthesis,
    states: usize,
    control: &Control,
) -> Refusal {
    /// A loop that closes alone mostly does so with few states.
    const FEW: usize = 2_000;
    for (part, kind) in growing_loops(interaction) {
        let alone = Interaction { root: part, ..interaction.clone() };
        let choice = how.choice.unwrap_or(Choice::Delayed);
        let explored = Semantics::within(&alone, how.laws, choice, control);
        let explored = explored.map_err(Stop::Limit).and_then(|mut semantics| {
            explore(&mut semantics, Extent::States(how.max_states.min(FEW)), control)
        });
        match explored {
            Ok(_) => {}
            Err(Stop::Open(_)) => return Refusal::Unbounded(part, kind),
            Err(Stop::Limit(limit)) => return Refusal::Limit(limit),
        }
    }
    Refusal::TooMany(states)
}
