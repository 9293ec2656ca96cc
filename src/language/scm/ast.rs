//! The syntax tree of a text, before names are resolved.
//!
//! Expressions are stored in arenas, children before parents, so that deep nesting causes no
//! recursion, neither in the algorithms nor when a tree is dropped.

use std::ops::Range;

use super::arithmetic::{Operator, Relation};
use super::token::Token;
use kernel::base::{IndexVec, typed_id};
use kernel::source::Span;
use model::cfsm::{Direction, MessageSort};

typed_id! {
    /// A node of a condition or of an arithmetic expression.
    pub(super) struct ExpressionId;
}
typed_id! {
    /// A node of a contents expression.
    pub(super) struct RegexId;
}

/// A name with its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Name<'input> {
    pub(super) text: &'input str,
    pub(super) span: Span,
}

/// A number with its place; without a value if it is too large, which was reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) value: Option<u64>,
    pub(super) span: Span,
}

/// A file.
#[derive(Debug, Default)]
pub(super) struct File<'input> {
    pub(super) name: Option<Name<'input>>,
    /// The keywords of the sections with their places, in the order of the text.
    pub(super) keywords: Vec<(Token, Span)>,
    /// The number of channels, unless it is missing or could not be read.
    pub(super) channels: Option<Number>,
    pub(super) lossy: Vec<Number>,
    pub(super) messages: Vec<Declaration<'input>>,
    pub(super) automata: Vec<Automaton<'input>>,
    pub(super) bad: Vec<Bad<'input>>,
}

impl<'input> File<'input> {
    /// Returns the file that consists of a header and of sections, each with its keyword and the place of that.
    pub(super) fn new(
        name: Option<Name<'input>>,
        sections: Vec<(Token, Span, Section<'input>)>,
    ) -> Self {
        let mut file = Self { name, ..Self::default() };
        let mut numbers = Vec::new();
        for (keyword, place, section) in sections {
            match section {
                Section::Channels(number) => numbers.push(number),
                Section::Threshold => {}
                Section::Lossy(numbers) => file.lossy.extend(numbers),
                Section::Parameters(declarations) => file.messages.extend(declarations),
                Section::Automaton(automaton) => file.automata.push(automaton),
                Section::BadStates(specifications) => file.bad.extend(specifications),
            }
            file.keywords.push((keyword, place));
        }
        // Only the first number counts, even if it could not be read.
        file.channels = numbers.first().copied().flatten();
        file
    }

    /// Returns the place of the keyword of the first section of a kind.
    pub(super) fn place(&self, keyword: Token) -> Option<Span> {
        self.keywords.iter().find(|&&(found, _)| found == keyword).map(|&(_, place)| place)
    }
}

/// The content of a section.
#[derive(Debug)]
pub(super) enum Section<'input> {
    /// `nb_channels`, with the number where it could be read.
    Channels(Option<Number>),
    /// `lossy`
    Lossy(Vec<Number>),
    /// `parameters`
    Parameters(Vec<Declaration<'input>>),
    /// `automaton`
    Automaton(Automaton<'input>),
    /// `threshold`
    Threshold,
    /// `bad_states`
    BadStates(Vec<Bad<'input>>),
}

/// A declaration of a message or of a variable.
#[derive(Debug)]
pub(super) struct Declaration<'input> {
    pub(super) sort: MessageSort,
    pub(super) name: Name<'input>,
    pub(super) value: Option<ExpressionId>,
}

/// An automaton. A part that a syntax error swallowed is `None`, which differs from being empty.
#[derive(Debug)]
pub(super) struct Automaton<'input> {
    pub(super) keyword: Span,
    pub(super) name: Option<Name<'input>>,
    pub(super) variables: Vec<Declaration<'input>>,
    pub(super) initial: Initial,
    pub(super) states: Vec<State>,
    /// Whether a syntax error may have swallowed states.
    pub(super) damaged: bool,
}

/// The initial states of an automaton.
#[derive(Debug)]
pub(super) enum Initial {
    /// The keyword is missing.
    Absent,
    /// The initial states could not be read.
    Unreadable,
    /// The listed states.
    States(Vec<Number>),
}

/// A state with the transitions that leave it, in the tree.
#[derive(Debug)]
pub(super) struct State {
    pub(super) number: Option<Number>,
    pub(super) transitions: Range<u32>,
}

/// A transition as the tree stores it: large texts have many. Numbers and names are read from the text when they are
/// needed.
#[derive(Clone, Copy, Debug)]
struct StoredTransition {
    span: Span,
    target: Span,
    condition: ExpressionId,
    /// Channel and message.
    action: Option<(Direction, Span, Span)>,
}

/// A transition.
#[derive(Debug)]
pub(super) struct Transition<'input> {
    pub(super) span: Span,
    pub(super) target: Number,
    pub(super) condition: ExpressionId,
    pub(super) action: Option<Communication<'input>>,
    pub(super) assignments: Vec<Assignment<'input>>,
}

/// The action of a transition: a send or a reception.
#[derive(Clone, Copy, Debug)]
pub(super) struct Communication<'input> {
    pub(super) channel: Number,
    pub(super) direction: Direction,
    pub(super) message: Name<'input>,
}

/// An assignment to a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assignment<'input> {
    pub(super) variable: Name<'input>,
    pub(super) value: ExpressionId,
}

/// A bad specification.
#[derive(Debug)]
pub(super) struct Bad<'input> {
    pub(super) span: Span,
    pub(super) automata: Vec<BadAutomaton<'input>>,
    /// The parts behind `with`, which are separated by commas; empty if any contents are bad.
    pub(super) contents: Vec<ContentsPart>,
    /// Whether a syntax error may have swallowed a part of the specification.
    pub(super) damaged: bool,
}

/// The contents of one channel, or of all channels if none is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContentsPart {
    pub(super) span: Span,
    pub(super) channel: Option<Number>,
    pub(super) regex: RegexId,
}

/// The states of one automaton in a bad specification.
#[derive(Debug)]
pub(super) struct BadAutomaton<'input> {
    pub(super) span: Span,
    pub(super) name: Option<Name<'input>>,
    pub(super) states: Vec<BadState>,
}

/// One state of a bad specification, with the condition on variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct BadState {
    pub(super) state: Option<Number>,
    pub(super) condition: Option<ExpressionId>,
}

/// A node of a condition or of an arithmetic expression: one grammar reads both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expression<'input> {
    pub(super) span: Span,
    pub(super) node: ExpressionNode<'input>,
}

/// Kind of a node of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum ExpressionNode<'input> {
    /// `true` or `false`
    Truth(bool),
    /// A number.
    Number,
    /// A variable or a message.
    Name(&'input str),
    /// `not`
    Not(ExpressionId),
    /// `and` or `or`
    Logical(Connective, ExpressionId, ExpressionId),
    /// A comparison of values.
    Comparison(Relation, ExpressionId, ExpressionId),
    /// An arithmetic operation on two values.
    Arithmetic(Operator, ExpressionId, ExpressionId),
    /// `-` before a value.
    Negative(ExpressionId),
}

impl ExpressionNode<'_> {
    /// Returns the operands, from left to right.
    pub(super) fn operands(self) -> [Option<ExpressionId>; 2] {
        match self {
            Self::Truth(_) | Self::Number | Self::Name(_) => [None, None],
            Self::Not(only) | Self::Negative(only) => [Some(only), None],
            Self::Logical(_, left, right)
            | Self::Comparison(_, left, right)
            | Self::Arithmetic(_, left, right) => [Some(left), Some(right)],
        }
    }
}

/// A connective of conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Connective {
    /// `and`
    And,
    /// `or`
    Or,
}

/// A node of a contents expression.
#[derive(Clone, Debug)]
pub(super) struct Regex<'input> {
    pub(super) span: Span,
    pub(super) node: RegexNode<'input>,
}

/// Kind of a node of a contents expression.
#[derive(Clone, Debug)]
pub(super) enum RegexNode<'input> {
    /// `_`
    Empty,
    /// `#`
    Separator,
    /// A message.
    Message(&'input str),
    /// `?`, any message.
    AnyMessage,
    /// `*`, any number of any messages.
    AnyWord,
    /// `.`, two or more.
    Concatenation(Vec<RegexId>),
    /// `|`, two or more.
    Alternatives(Vec<RegexId>),
    /// `^*`
    Star(RegexId),
    /// `^+`
    Plus(RegexId),
}

/// A file with the arenas that its nodes refer to.
#[derive(Debug, Default)]
pub(super) struct Tree<'input> {
    pub(super) file: File<'input>,
    /// The text.
    text: &'input str,
    transitions: Vec<StoredTransition>,
    truth: Option<ExpressionId>,
    /// The assignments, each behind the number of its transition, in order.
    assignments: Vec<(u32, Assignment<'input>)>,
    pub(super) expressions: IndexVec<ExpressionId, Expression<'input>>,
    pub(super) regexes: IndexVec<RegexId, Regex<'input>>,
}

impl<'input> Tree<'input> {
    /// Returns the empty tree of a text.
    pub(super) fn new(text: &'input str) -> Self {
        Self { text, ..Self::default() }
    }

    /// Returns the condition of transitions in their usual form: `true`, without a place.
    pub(super) fn truth(&mut self) -> ExpressionId {
        let truth = Expression { span: Span::default(), node: ExpressionNode::Truth(true) };
        *self.truth.get_or_insert_with(|| self.expressions.push(truth))
    }

    /// Returns the name at a place.
    pub(super) fn name(&self, span: Span) -> Name<'input> {
        Name { text: &self.text[span.range()], span }
    }

    /// Returns the number at a place.
    pub(super) fn number(&self, span: Span) -> Number {
        Number { value: self.text[span.range()].parse().ok(), span }
    }

    /// Returns the number of the next transition.
    pub(super) fn next_transition(&self) -> u32 {
        u32::try_from(self.transitions.len()).expect("a transition has a byte of the text")
    }

    /// Stores a transition.
    pub(super) fn store(&mut self, transition: Transition<'input>) {
        let Transition { span, target, condition, action, assignments } = transition;
        let number = self.next_transition();
        self.assignments.extend(assignments.into_iter().map(|one| (number, one)));
        let action = action.map(|one| (one.direction, one.channel.span, one.message.span));
        self.transitions.push(StoredTransition { span, target: target.span, condition, action });
    }

    /// Returns a transition.
    pub(super) fn transition(&self, number: u32) -> Transition<'input> {
        let StoredTransition { span, target, condition, action } =
            self.transitions[number as usize];
        let action = action.map(|(direction, channel, message)| Communication {
            channel: self.number(channel),
            direction,
            message: self.name(message),
        });
        let first = self.assignments.partition_point(|&(of, _)| of < number);
        let assignments = self.assignments[first..].iter().take_while(|&&(of, _)| of == number);
        let assignments = assignments.map(|&(_, one)| one).collect();
        Transition { span, target: self.number(target), condition, action, assignments }
    }
}
