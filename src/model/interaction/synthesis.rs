//! The automaton of an interaction.

use super::rewrite_rules::RewriteRules;
use super::semantics::{Choice, Semantics};
use super::terms::TermId;
use super::{Expression, ExpressionId, Interaction, Operator, Repetition};
use crate::trace::{Letters, Signature};
use kernel::automata::{FiniteAutomaton, FiniteStateId, SymbolId};
use kernel::base::{Control, Id as _, IndexVec, Limit};

/// Parameters of the construction of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Synthesis {
    /// The rewrite rules that simplify terms.
    pub laws: RewriteRules,
    /// The semantics of choices; `None` is the one that gives fewer states.
    pub choice: Option<Choice>,
    /// Maximum number of states if loops W, H or P may have infinitely many; the construction stops earlier
    /// if so many rounds are open that a term has 64 times the letters of the first one. Without such loops
    /// only the limits of the control apply.
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
    /// The number of open rounds of this loop grows without bound.
    #[error("more and more rounds of {} may be open at once", .1.name())]
    Unbounded(ExpressionId, Repetition),
    /// Each loop alone has finitely many states, but together they exceeded this number.
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
    /// The automaton; symbol k is letter k. Every state is reachable, and an accepting state is reachable
    /// from it unless there is none.
    pub automaton: FiniteAutomaton,
    /// The term of each state.
    pub terms: IndexVec<FiniteStateId, TermId>,
    /// The semantics of choices.
    pub choice: Choice,
    /// The table of the terms.
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
/// Without loops W, H and P there are finitely many. With them the terms are explored up to a limit: if these
/// are all terms, the automaton is exact, otherwise an error is returned.
///
/// Source: \[ITP\] Definitions 9 and 11.
///
/// # Errors
/// If there are too many terms, or a limit is reached.
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
            Semantics::within(interaction, how.laws, choice, control).map_err(Unfinished::Limit)?;
        explore(&mut semantics, TermBound::States(max_states), control)
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
        Unfinished::Open(states) => culprit(interaction, how, states, control),
        Unfinished::Limit(limit) => Refusal::Limit(limit),
    })
}

/// Returns an automaton that has all words of at most `depth` letters, and maybe some longer ones: steps of
/// deeper terms are left out. It exists for every interaction.
///
/// # Errors
/// If a limit is reached.
///
/// # Complexity
/// That of the steps of each state.
pub fn unfold(
    interaction: &Interaction,
    rules: RewriteRules,
    depth: usize,
    control: &Control,
) -> Result<Synthesised, Limit> {
    let choice = Choice::Delayed;
    let mut semantics = Semantics::within(interaction, rules, choice, control)?;
    match explore(&mut semantics, TermBound::Depth(depth), control) {
        Ok((automaton, terms)) => Ok(Synthesised { automaton, terms, choice, semantics }),
        Err(Unfinished::Limit(limit)) => Err(limit),
        Err(Unfinished::Open(_)) => unreachable!("only a number of states can be exceeded"),
    }
}

/// How far terms are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TermBound {
    /// All terms, up to this number of states.
    States(usize),
    /// Terms up to this number of letters deep.
    Depth(usize),
}

/// Why an exploration ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfinished {
    /// There are more states than the maximum, or terms grow; the number of states found.
    Open(usize),
    Limit(Limit),
}

/// Maximum size of a term, in multiples of the letters of the first one: larger terms have so many open
/// rounds of a loop that their number is taken to be unbounded.
const ROUNDS: usize = 64;

/// Number of states that are explored between two checks of the limits.
const CHECK_INTERVAL: usize = 16;

type Explored = (FiniteAutomaton, IndexVec<FiniteStateId, TermId>);

fn explore(
    semantics: &mut Semantics,
    bound: TermBound,
    control: &Control,
) -> Result<Explored, Unfinished> {
    let start = semantics.start();
    let mut numbers: IndexVec<TermId, Option<FiniteStateId>> = IndexVec::new();
    let mut terms: IndexVec<FiniteStateId, TermId> = IndexVec::new();
    let mut transitions = Vec::new();
    let mut number = |term: TermId, terms: &mut IndexVec<_, TermId>| {
        *numbers.slot(term).get_or_insert_with(|| terms.push(term))
    };
    number(start, &mut terms);
    let max_states = match bound {
        TermBound::States(max_states) => max_states,
        TermBound::Depth(_) => usize::MAX,
    };
    let largest = (semantics.size(start) + 1).saturating_mul(ROUNDS);
    // Whether steps of a term are left out.
    let mut is_cut: Vec<bool> = Vec::new();
    let mut done = 0;
    // The depth of the term whose steps are explored, and the number of terms that are not deeper.
    let (mut depth, mut layer) = (0, 1);
    while done < terms.len() {
        if done % CHECK_INTERVAL == 0 {
            let bytes = (transitions.len() * 12) as u64 + semantics.bytes();
            if let Some(limit) = control.limit(terms.len() as u64, bytes) {
                return Err(Unfinished::Limit(limit));
            }
            let (states, edges) = (terms.len() as u64, transitions.len() as u64);
            control.progress.publish(states, edges, 0, states - done as u64 - 1, bytes);
        }
        if done == layer {
            (depth, layer) = (depth + 1, terms.len());
        }
        let source = FiniteStateId::from_index(done);
        done += 1;
        let steps = semantics.steps_within(terms[source], control).map_err(Unfinished::Limit)?;
        let is_deepest = bound == TermBound::Depth(depth);
        is_cut.push(is_deepest && !steps.is_empty());
        if is_deepest {
            continue;
        }
        for &(letter, rest) in &*steps {
            if max_states < usize::MAX && semantics.size(rest) > largest {
                return Err(Unfinished::Open(terms.len()));
            }
            let target = number(rest, &mut terms);
            transitions.push((source, SymbolId::from_index(letter.index()), target));
        }
        if terms.len() > max_states {
            return Err(Unfinished::Open(terms.len()));
        }
        // This limit is exact, so that it does not depend on when the others are checked.
        if control.max_states.is_some_and(|max_states| terms.len() as u64 > max_states) {
            return Err(Unfinished::Limit(Limit::States));
        }
    }
    let accepting = terms.iter().map(|&term| semantics.is_final(term)).collect();
    let symbols = semantics.letters().all().len();
    let initial = vec![FiniteStateId::from_index(0)];
    let automaton = FiniteAutomaton::new(symbols, initial, accepting, transitions);
    Ok(without_dead_states(automaton, terms, &is_cut))
}

/// Drops states from which no accepting state can be reached, which only synchronisation creates; the initial
/// state stays, and so do the states that lead to terms whose steps are left out.
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

/// Returns the refusal with the loop because of which the terms are infinitely many: the first one that does
/// not close alone. If all do, there are just many states.
fn culprit(
    interaction: &Interaction,
    how: &Synthesis,
    states: usize,
    control: &Control,
) -> Refusal {
    /// Number of states within which a loop that closes alone is expected to do so.
    const FEW: usize = 2_000;
    for (part, kind) in growing_loops(interaction) {
        let alone = Interaction { root: part, ..interaction.clone() };
        let choice = how.choice.unwrap_or(Choice::Delayed);
        let explored = Semantics::within(&alone, how.laws, choice, control);
        let explored = explored.map_err(Unfinished::Limit).and_then(|mut semantics| {
            explore(&mut semantics, TermBound::States(how.max_states.min(FEW)), control)
        });
        match explored {
            Ok(_) => {}
            Err(Unfinished::Open(_)) => return Refusal::Unbounded(part, kind),
            Err(Unfinished::Limit(limit)) => return Refusal::Limit(limit),
        }
    }
    Refusal::TooMany(states)
}
