//! The monitor: an automaton that is built as far as traces lead.

use std::collections::VecDeque;

use kernel::base::{Id as _, IndexVec, typed_id};
use model::temporal::{Formula, PropositionId};
use rustc_hash::FxHashMap;

use super::automaton::{MonitorAutomaton, MonitorState, MonitorStateId, MonitorTransition};
use super::decision_diagram::{Diagrams, NodeId};
use super::progression::{Obligation, Progression};
use super::recent_steps::{NumberedSteps, RecentSteps, StateId};
use super::satisfiability::{Continuations, Satisfiability};
use super::{MonitorVerdict, Semantics, TooManyStates};

typed_id! {
    /// A test of a proposition.
    struct TestId;
}

/// How many nodes of diagrams, and how many tests, there may be for each state that there may be.
const NODES_PER_STATE: usize = 64;

/// A deterministic monitor of a temporal formula.
///
/// It reads a trace letter by letter. A letter is a set of propositions, as words of 64 bits: proposition `i` is bit
/// `i % 64` of word `i / 64`.
///
/// # Examples
///
/// Whatever is requested has to be granted before it is requested again; a trace of three letters:
/// ```
/// use check::monitor::{Monitor, MonitorVerdict, Semantics};
/// use kernel::base::Id as _;
/// use model::temporal::{BinaryOperator, Formula, PropositionId, UnaryOperator};
///
/// let [request, grant] = [0, 1].map(|index| Formula::Proposition(PropositionId::from_index(index)));
/// let other = Formula::unary(UnaryOperator::Not, request.clone());
/// let granted = Formula::binary(BinaryOperator::Until, other, grant);
/// let granted = Formula::unary(UnaryOperator::Next, granted);
/// let each = Formula::binary(BinaryOperator::Implies, request, granted);
/// let formula = Formula::unary(UnaryOperator::Globally, each);
///
/// let mut monitor = Monitor::new(&formula, Semantics::Ltlf, 1_000);
/// assert_eq!(monitor.read(&[0b00]), Ok(MonitorVerdict::CurrentlyTrue));
/// assert_eq!(monitor.read(&[0b01]), Ok(MonitorVerdict::CurrentlyFalse));
/// assert_eq!(monitor.read(&[0b01]), Ok(MonitorVerdict::False));
/// assert!(monitor.is_settled());
/// ```
#[derive(Clone, Debug)]
pub struct Monitor {
    compiler: Compiler,
    tests: IndexVec<TestId, Test>,
    states: IndexVec<StateId, State>,
    /// The verdict of each state, beside the states since little else is read of most of them.
    verdicts: IndexVec<StateId, MonitorVerdict>,
    /// Every obligation that a state was asked for, those that are certain included.
    state_of: FxHashMap<Obligation, StateId>,
    initial: Result<StateId, TooManyStates>,
    current: Result<StateId, TooManyStates>,
    recent: RecentSteps,
    has_read: bool,
}

/// What is needed to build states.
#[derive(Clone, Debug)]
struct Compiler {
    semantics: Semantics,
    progression: Progression,
    diagrams: Diagrams,
    satisfiability: Satisfiability,
    excess: TooManyStates,
}

#[derive(Clone, Debug)]
struct State {
    /// Whether the obligation allows the trace to end.
    accepting: bool,
    successor: Successor,
    obligation: Obligation,
    /// What the obligation becomes, as functions of the next letter; none before it is needed.
    step: Option<Vec<NodeId>>,
}

/// A test of the letter, in the tree of tests of one state.
#[derive(Clone, Debug)]
struct Test {
    proposition: PropositionId,
    /// Where the letter lacks the proposition, and where it has it.
    successors: [Successor; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Successor {
    /// No letter led here yet.
    Unknown,
    Test(TestId),
    State(StateId),
}

/// Where a successor is stored.
#[derive(Clone, Copy)]
enum Place {
    Root(StateId),
    Branch(TestId, bool),
}

impl Monitor {
    /// Returns a monitor that has read nothing.
    ///
    /// At most `max_states` states are built, and as many demands are looked at to find what is certain. A state of
    /// the monitor corresponds to a Boolean combination of subformulas, so there can be doubly exponentially many in
    /// the size of the formula.
    ///
    /// # Complexity
    /// Quadratic in the size of the formula, counted in bits; states are built by [`Self::read`].
    pub fn new(formula: &Formula, semantics: Semantics, max_states: usize) -> Self {
        let excess = TooManyStates { max_states };
        let progression = Progression::new(formula);
        let recent =
            RecentSteps::new(progression.propositions().map(|(_, proposition)| proposition));
        let continuations = match semantics {
            Semantics::Ltlf => Continuations::Finite,
            Semantics::Ltl3 | Semantics::RvLtl => Continuations::Infinite,
        };
        let compiler = Compiler {
            semantics,
            progression,
            diagrams: Diagrams::new(max_states.saturating_mul(NODES_PER_STATE), excess),
            satisfiability: Satisfiability::new(continuations, excess),
            excess,
        };
        let certain = [(StateId::TRUE, true), (StateId::FALSE, false)].map(|(id, value)| State {
            accepting: value,
            successor: Successor::State(id),
            obligation: [NodeId::constant(value)].into(),
            step: None,
        });
        let mut monitor = Self {
            compiler,
            tests: IndexVec::new(),
            states: certain.into_iter().collect(),
            verdicts: [MonitorVerdict::True, MonitorVerdict::False].into_iter().collect(),
            state_of: FxHashMap::default(),
            initial: Ok(StateId::TRUE),
            current: Ok(StateId::TRUE),
            recent,
            has_read: false,
        };
        let initial = monitor.compiler.progression.initial(&mut monitor.compiler.diagrams);
        monitor.initial = initial.and_then(|obligation| monitor.state(obligation.into()));
        monitor.current = monitor.initial;
        monitor
    }

    /// Reads the next letter and returns the verdict on the trace up to it.
    ///
    /// # Errors
    /// If there are too many states; then for each later letter, too, unless the verdict was certain before.
    ///
    /// # Panics
    /// If `letter` has too few words for a proposition of the formula.
    ///
    /// # Complexity
    /// Linear in the number of propositions of the formula where the same letter was read in the same state before.
    /// Otherwise one or more tests and possibly a state are built.
    #[inline]
    pub fn read(&mut self, letter: &[u64]) -> Result<MonitorVerdict, TooManyStates> {
        let current = self.current?;
        let next = match self.recent.get(current, letter) {
            Some(next) => next,
            None => self.walk(current, letter)?,
        };
        self.current = Ok(next);
        self.has_read = true;
        Ok(self.verdicts[next])
    }

    /// Returns a table for a monitor that reads only these letters from now on, by their numbers; `None` if it had too many
    /// states.
    pub fn numbered(&self, letters: Vec<Vec<u64>>) -> Option<NumberedSteps> {
        Some(NumberedSteps::new(letters, self.current.ok()?))
    }

    /// Reads the letter with a number in `steps`, which is a table for this monitor, like [`read`](Self::read).
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    ///
    /// # Complexity
    /// Constant where the same letter was read in the same state before, otherwise that of [`read`](Self::read).
    #[inline]
    pub fn read_numbered(
        &mut self,
        steps: &mut NumberedSteps,
        number: usize,
    ) -> Result<MonitorVerdict, TooManyStates> {
        match steps.take(number) {
            Some(verdict) => Ok(verdict),
            None => {
                self.current = Ok(steps.current);
                let verdict = self.read(steps.letter(number))?;
                steps.put(number, self.current?, verdict);
                Ok(verdict)
            }
        }
    }

    /// Returns the verdict on the trace read so far, or `None` if it is empty or there were too many states.
    pub fn verdict(&self) -> Option<MonitorVerdict> {
        let state = self.current.ok().filter(|_| self.has_read)?;
        Some(self.verdicts[state])
    }

    /// Returns `true` if no later letter changes the verdict.
    pub fn is_settled(&self) -> bool {
        self.verdict().is_some_and(MonitorVerdict::is_certain)
    }

    /// Makes the monitor start again with an empty trace; what it has built stays.
    pub fn restart(&mut self) {
        self.current = self.initial;
        self.has_read = false;
    }

    /// Returns the number of states built so far, the two whose verdicts are certain included.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Builds all states that can be reached and returns the monitor as an automaton.
    ///
    /// # Errors
    /// If there are too many states, or more than `max_transitions` transitions.
    ///
    /// # Complexity
    /// Linear in the number of transitions, of which there can be exponentially many in the propositions for each
    /// state.
    pub fn automaton(&mut self, max_transitions: usize) -> Result<MonitorAutomaton, TooManyStates> {
        let mut known = FxHashMap::default();
        let mut found: IndexVec<MonitorStateId, StateId> = IndexVec::new();
        let mut open = VecDeque::from([self.initial?]);
        known.insert(self.initial?, found.push(self.initial?));
        let mut states = IndexVec::new();
        let mut left = max_transitions;
        while let Some(state) = open.pop_front() {
            let edges = self.edges(state, left)?;
            left = left.checked_sub(edges.len()).ok_or(self.compiler.excess)?;
            let transitions = edges.into_iter().map(|(condition, next)| {
                let target = *known.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    found.push(next)
                });
                MonitorTransition { condition, target }
            });
            let transitions = transitions.collect();
            let (verdict, accepting) = (self.verdicts[state], self.states[state].accepting);
            states.push(MonitorState { verdict, accepting, transitions });
        }
        Ok(MonitorAutomaton { states })
    }

    /// Returns the leaves of the complete tree of tests of a state, `most` of them at most, each with the tests that lead
    /// to it.
    fn edges(
        &mut self,
        state: StateId,
        most: usize,
    ) -> Result<Vec<(Vec<(PropositionId, bool)>, StateId)>, TooManyStates> {
        let mut edges = Vec::new();
        let mut open = vec![(Place::Root(state), Vec::new())];
        while let Some((place, condition)) = open.pop() {
            if self.successor(place) == Successor::Unknown {
                self.build(state, |proposition| condition.contains(&(proposition, true)))?;
            }
            match self.successor(place) {
                Successor::Unknown => unreachable!("a letter with this condition was read"),
                Successor::State(_) if edges.len() == most => return Err(self.compiler.excess),
                Successor::State(next) => edges.push((condition, next)),
                Successor::Test(test) => {
                    let proposition = self.tests[test].proposition;
                    for value in [true, false] {
                        let mut longer = condition.clone();
                        longer.push((proposition, value));
                        open.push((Place::Branch(test, value), longer));
                    }
                }
            }
        }
        Ok(edges)
    }

    /// Returns the successor of the current state by the tests of the letter.
    fn walk(&mut self, current: StateId, letter: &[u64]) -> Result<StateId, TooManyStates> {
        let mut successor = self.states[current].successor;
        let next = loop {
            match successor {
                Successor::Test(id) => {
                    let test = &self.tests[id];
                    successor = test.successors[usize::from(has(letter, test.proposition))];
                }
                Successor::State(state) => break state,
                Successor::Unknown => {
                    self.current = self.build(current, |proposition| has(letter, proposition));
                    break self.current?;
                }
            }
        };
        self.recent.put(current, letter, next);
        Ok(next)
    }

    /// Returns the successor of `state` by a letter; tests are added up to it.
    fn build(
        &mut self,
        state: StateId,
        letter: impl Fn(PropositionId) -> bool,
    ) -> Result<StateId, TooManyStates> {
        let Compiler { progression, diagrams, .. } = &mut self.compiler;
        let State { obligation, step, .. } = &mut self.states[state];
        let mut functions = match step {
            Some(functions) => functions.clone(),
            None => step.insert(progression.step(obligation, &[], diagrams)?).clone(),
        };
        let mut place = Place::Root(state);
        let propositions: Vec<_> = progression.propositions().collect();
        for (variable, proposition) in propositions {
            if functions[0].is_constant() {
                break;
            }
            let value = letter(proposition);
            let mut done = FxHashMap::default();
            let diagrams = &mut self.compiler.diagrams;
            let restricted = functions
                .iter()
                .map(|&function| diagrams.restrict(function, variable, value, &mut done))
                .collect::<Result<Vec<_>, _>>()?;
            if restricted != functions {
                functions = restricted;
                place = Place::Branch(self.test(place, proposition)?, value);
            }
        }
        let next = self.state(functions)?;
        *self.successor_mut(place) = Successor::State(next);
        Ok(next)
    }

    /// Returns the test at a place, a new one if there is none.
    fn test(&mut self, place: Place, proposition: PropositionId) -> Result<TestId, TooManyStates> {
        if let Successor::Test(test) = self.successor(place) {
            return Ok(test);
        }
        if self.tests.len() >= self.compiler.max_nodes() {
            return Err(self.compiler.excess);
        }
        let test = self.tests.push(Test { proposition, successors: [Successor::Unknown; 2] });
        *self.successor_mut(place) = Successor::Test(test);
        Ok(test)
    }

    fn successor(&self, place: Place) -> Successor {
        match place {
            Place::Root(state) => self.states[state].successor,
            Place::Branch(test, value) => self.tests[test].successors[usize::from(value)],
        }
    }

    fn successor_mut(&mut self, place: Place) -> &mut Successor {
        match place {
            Place::Root(state) => &mut self.states[state].successor,
            Place::Branch(test, value) => &mut self.tests[test].successors[usize::from(value)],
        }
    }

    /// Returns the state with an obligation, a new one if there is none.
    fn state(&mut self, mut functions: Vec<NodeId>) -> Result<StateId, TooManyStates> {
        self.compiler.progression.forget(&mut functions, &self.compiler.diagrams);
        let obligation = Obligation::from(functions);
        if let Some(&state) = self.state_of.get(&obligation) {
            return Ok(state);
        }
        if self.state_of.len() >= self.compiler.excess.max_states {
            return Err(self.compiler.excess);
        }
        let (verdict, accepting) = self.compiler.verdict(&obligation)?;
        let state = match verdict {
            MonitorVerdict::True => StateId::TRUE,
            MonitorVerdict::False => StateId::FALSE,
            _ => {
                self.verdicts.push(verdict);
                self.states.push(State {
                    accepting,
                    successor: Successor::Unknown,
                    obligation: obligation.clone(),
                    step: None,
                })
            }
        };
        self.state_of.insert(obligation, state);
        Ok(state)
    }
}

impl Compiler {
    /// Returns the largest number of nodes of diagrams, and of tests.
    fn max_nodes(&self) -> usize {
        self.excess.max_states.saturating_mul(NODES_PER_STATE)
    }

    /// Returns the verdict on a trace that leaves `obligation`, and whether the trace, if it ends, satisfies the
    /// formula.
    fn verdict(&mut self, obligation: &[NodeId]) -> Result<(MonitorVerdict, bool), TooManyStates> {
        let Self { semantics, progression, diagrams, satisfiability, .. } = self;
        let accepting = diagrams.value_at_zero(obligation[0]);
        let mut opposite = obligation.to_vec();
        opposite[0] = diagrams.not(obligation[0])?;
        let verdict = if !satisfiability.is_possible(&opposite, progression, diagrams)? {
            MonitorVerdict::True
        } else if !satisfiability.is_possible(obligation, progression, diagrams)? {
            MonitorVerdict::False
        } else if *semantics == Semantics::Ltl3 {
            MonitorVerdict::Inconclusive
        } else if accepting {
            MonitorVerdict::CurrentlyTrue
        } else {
            MonitorVerdict::CurrentlyFalse
        };
        Ok((verdict, accepting))
    }
}

/// Returns `true` if a letter has a proposition.
#[inline]
fn has(letter: &[u64], proposition: PropositionId) -> bool {
    letter[proposition.index() / 64] >> (proposition.index() % 64) & 1 == 1
}
