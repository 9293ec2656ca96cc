//! State of the grammar's actions: arenas for nodes, and a sink for errors.

use std::ops::Range;
use std::rc::Rc;

use lalrpop_util::ParseError;
use logos::Logos as _;

use super::ast::{
    Automaton, Bad, BadAutomaton, Communication, ContentsPart, Declaration, Expression,
    ExpressionId, ExpressionNode, Initial, Name, Number, Regex, RegexId, RegexNode, State,
    Transition, Tree,
};
use super::lexer::Grain;
use super::syntax;
use super::token::Token;
use super::usual::{UsualTransition, state_number, without_end};
use crate::reading::{Failure, ParserProgress, Piece, Recovery};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};

/// Kinds of items that syntax errors may have swallowed: an unknown name of such a kind is then not
/// reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LostItems {
    /// Declarations of messages and variables.
    pub(super) declarations: bool,
    /// Automata.
    pub(super) automata: bool,
    /// Whole sections; items of the other kinds may be lost with them.
    pub(super) sections: bool,
}

impl LostItems {
    /// Items of all kinds may be lost.
    pub(super) const ALL: Self = Self { declarations: true, automata: true, sections: true };
}

/// Collects the tree while the parser runs.
#[derive(Debug)]
pub(super) struct TreeBuilder<'input> {
    source: &'input Source,
    grain: Grain,
    progress: Rc<ParserProgress>,
    pub(super) tree: Tree<'input>,
    pub(super) lost: LostItems,
    pub(super) sink: Sink,
    /// Whether a syntax error may have swallowed states of the current automaton.
    damaged: bool,
    /// Whether the rest of the current bad specification is meaningless.
    is_spoilt: bool,
    /// Whether a closing parenthesis may be left over from an earlier error.
    left_over: bool,
}

impl<'input> TreeBuilder<'input> {
    /// Starts with an empty tree for a text of `source`.
    pub(super) fn new(
        source: &'input Source,
        grain: Grain,
        sink: Sink,
        progress: Rc<ParserProgress>,
    ) -> Self {
        Self {
            source,
            grain,
            progress,
            tree: Tree::new(source.text()),
            lost: LostItems::default(),
            sink,
            damaged: false,
            is_spoilt: false,
            left_over: false,
        }
    }

    /// Records a syntax error in a bad specification after which recovery may mismatch parentheses:
    /// an extra closing one is then not reported.
    pub(super) fn unbalanced(&mut self, recovery: Recovery<Token>) {
        self.spoilt(recovery);
        self.left_over = true;
    }

    /// Records a syntax error in a bad specification that makes the rest of it, up to the next
    /// automaton, meaningless: errors there are not reported.
    pub(super) fn spoilt(&mut self, recovery: Recovery<Token>) {
        self.syntax(recovery);
        self.is_spoilt = true;
    }

    /// Records a syntax error that swallowed no declaration.
    pub(super) fn syntax(&mut self, recovery: Recovery<Token>) {
        self.failure(&recovery.error);
    }

    /// Records a syntax error from which there is no recovery.
    pub(super) fn failure(&mut self, error: &Failure<Token>) {
        if self.grain == Grain::Lines {
            self.progress.stop();
            return;
        }
        let is_end = matches!(error, ParseError::UnrecognizedEof { .. });
        let is_left_over = self.left_over
            && matches!(error, ParseError::UnrecognizedToken { token: (_, Token::Close, _), .. });
        if self.is_spoilt || is_left_over || (is_end && self.progress.is_cut()) {
            return;
        }
        if let Some(diagnostic) = syntax::diagnostic(self.source, error) {
            self.sink.push(diagnostic);
        }
        if self.sink.is_full() {
            self.progress.stop();
        }
    }

    /// Returns the text at a place.
    pub(super) fn text(&self, span: Span) -> &'input str {
        &self.source.text()[span.range()]
    }

    /// Returns a name.
    pub(super) fn name(&self, span: Span) -> Name<'input> {
        self.progress.made();
        self.tree.name(span)
    }

    /// Returns a number.
    pub(super) fn number(&self, span: Span) -> Number {
        self.progress.made();
        self.tree.number(span)
    }

    /// Returns the number in the head of a state that was read as one token.
    pub(super) fn state_head(&mut self, span: Span) -> Number {
        let head = Piece::new(self.source, span);
        self.usual_number(head.within(state_number(head.text)))
    }

    /// Returns a transition that was read as one token.
    pub(super) fn usual_transition(&mut self, span: Span) -> Transition<'input> {
        let whole = Piece::new(self.source, span);
        let parts = UsualTransition::of(whole.text);
        let target = self.usual_number(whole.within(parts.target));
        let action = parts.action.map(|(channel, direction, message)| {
            let channel = self.usual_number(whole.within(channel));
            let message = self.name(whole.within(message).span());
            if Token::lexer(message.text).next() != Some(Ok(Token::Name)) {
                // It is a reserved word.
                self.progress.stop();
            }
            Communication { channel, direction, message }
        });
        Transition {
            span: whole.within(without_end(whole.text)).span(),
            target,
            condition: self.tree.truth(),
            action,
            assignments: Vec::new(),
        }
    }

    /// Returns a number inside a longer token.
    fn usual_number(&mut self, piece: Piece<'_>) -> Number {
        let number = self.number(piece.span());
        if number.value.is_none() {
            // It is too large, which only the lexer reports.
            self.progress.stop();
        }
        number
    }

    /// Returns the place in the tree of the transitions of a state that has none yet.
    pub(super) fn transitions(&self) -> Range<u32> {
        let next = self.tree.next_transition();
        next..next
    }

    /// Returns the place of the transitions of a state with one more.
    pub(super) fn with_transition(
        &mut self,
        before: Range<u32>,
        transition: Transition<'input>,
    ) -> Range<u32> {
        self.tree.store(transition);
        before.start..self.tree.next_transition()
    }

    /// Records a syntax error that may have swallowed sections.
    pub(super) fn lost_section(&mut self, recovery: Recovery<Token>) {
        if has_words(&recovery) {
            self.lost = LostItems::ALL;
        }
        self.syntax(recovery);
    }

    /// Records a syntax error that may have swallowed declarations of messages or variables.
    ///
    /// If no token was swallowed, only a semicolon is missing, and no declaration is lost.
    pub(super) fn lost_declaration(&mut self, recovery: Recovery<Token>) {
        self.lost.declarations |= !recovery.dropped_tokens.is_empty();
        self.syntax(recovery);
    }

    /// Records a syntax error that may have swallowed states, or a misspelt section.
    pub(super) fn lost_state(&mut self, recovery: Recovery<Token>) {
        if has_words(&recovery) {
            self.damaged = true;
            self.lost.automata = true;
        }
        self.syntax(recovery);
    }

    /// Records a syntax error that swallowed a transition, or misplaced initial states.
    pub(super) fn lost_transition(&mut self, recovery: Recovery<Token>) {
        self.damaged |=
            recovery.dropped_tokens.iter().any(|(_, token, _)| *token == Token::Initial);
        self.syntax(recovery);
    }

    /// Records a syntax error that swallowed the number of a state.
    pub(super) fn lost_number(&mut self, recovery: Recovery<Token>) {
        self.damaged = true;
        self.lost_state(recovery);
    }

    /// Records a syntax error behind the name of an automaton, which may be truncated.
    pub(super) fn cut_name(&mut self, recovery: Recovery<Token>) {
        self.lost.automata |= !recovery.dropped_tokens.is_empty();
        self.syntax(recovery);
    }

    /// Begins an automaton in a bad specification.
    pub(super) fn bad_head(&mut self, name: Name<'input>) -> Name<'input> {
        self.is_spoilt = false;
        name
    }

    /// Returns a bad specification, with or without its regular end.
    pub(super) fn bad(
        &mut self,
        span: Span,
        automata: Vec<BadAutomaton<'input>>,
        contents: Vec<ContentsPart>,
    ) -> Bad<'input> {
        Bad { span, automata, contents, damaged: self.is_spoilt }
    }

    /// Records a syntax error behind the readable part of a transition, and returns the transition.
    ///
    /// If tokens were swallowed and there is no action, the condition may be truncated, and
    /// its rest is ignored.
    pub(super) fn damaged_transition(
        &mut self,
        recovery: Recovery<Token>,
        transition: Transition<'input>,
    ) -> Transition<'input> {
        let is_cut = !recovery.dropped_tokens.is_empty() && transition.action.is_none();
        self.syntax(recovery);
        if !is_cut {
            return transition;
        }
        let condition = self.expression(transition.span, ExpressionNode::Truth(true));
        Transition { condition, ..transition }
    }

    /// Starts an automaton.
    pub(super) fn head(
        &mut self,
        keyword: Span,
        name: Option<Name<'input>>,
    ) -> (Span, Option<Name<'input>>) {
        self.damaged = false;
        self.is_spoilt = false;
        self.left_over = false;
        self.lost.automata |= name.is_none();
        (keyword, name)
    }

    /// Returns a finished automaton.
    pub(super) fn automaton(
        &mut self,
        (keyword, name): (Span, Option<Name<'input>>),
        variables: Vec<Declaration<'input>>,
        initial: Initial,
        states: Vec<State>,
    ) -> Automaton<'input> {
        let damaged = self.damaged || self.progress.is_cut();
        Automaton { keyword, name, variables, initial, states, damaged }
    }

    /// Returns a new node of an expression.
    pub(super) fn expression(&mut self, span: Span, node: ExpressionNode<'input>) -> ExpressionId {
        self.progress.made();
        self.tree.expressions.push(Expression { span, node })
    }

    /// Returns a new node of a contents expression.
    pub(super) fn regex(&mut self, span: Span, node: RegexNode<'input>) -> RegexId {
        self.progress.made();
        self.tree.regexes.push(Regex { span, node })
    }

    /// Returns the union or the concatenation of `parts`; a single part is returned unchanged.
    pub(super) fn joined(
        &mut self,
        span: Span,
        parts: Vec<RegexId>,
        node: fn(Vec<RegexId>) -> RegexNode<'input>,
    ) -> RegexId {
        match *parts {
            [only] => only,
            _ => self.regex(span, node(parts)),
        }
    }
}

/// Returns `true` if a syntax error swallowed more than numbers and signs.
fn has_words(recovery: &Recovery<Token>) -> bool {
    let is_word = |token: &Token| *token == Token::Name || token.is_keyword();
    recovery.dropped_tokens.iter().any(|(_, token, _)| is_word(token))
}
