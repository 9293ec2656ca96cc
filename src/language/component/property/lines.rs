//! The `//#` lines of a file that state properties.

use std::sync::Arc;

use kernel::base::IndexVec;
use rustc_hash::FxHashMap;

use super::automaton::automaton;
use super::codes;
use super::monitor::{is_watch, monitor, watch};
use super::observer::observer;
use super::parser::{Parsed, Parser};
use super::resolve::Scope;
use super::syntax::{Monitor, Name, Node, Watch, prefix_operator};
use super::token::{Lexeme, Token, split};
use crate::reading::{self, Piece, with_nearest_or};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::component::{Atom, Composite, Definition, Property, SiteId};

/// Reads the `//# property` and `//# monitor` lines of a file: `lines` are the pieces behind `//#`. What does not begin
/// with one of the two words continues the line before it.
///
/// Returns the properties that are right, with the places of their names; errors go to `sink`, and the places of
/// operations to `sites`. The atoms that may watch are those that `observers` returns.
pub(crate) fn read_lines(
    source: &Source,
    lines: &[Piece<'_>],
    composite: &Composite,
    observers: &dyn Fn(&str) -> Option<Arc<Atom>>,
    sites: &mut IndexVec<SiteId, Span>,
    sink: &mut Sink,
) -> Vec<(Property, Span)> {
    let mut statements: Vec<Vec<Lexeme>> = Vec::new();
    for &line in lines {
        let mut lexemes = Vec::new();
        split(line, &mut lexemes, sink);
        let begins = lexemes.first().is_some_and(|first| {
            let behind = lexemes.get(1).map(|second| second.token);
            matches!(source.slice(first.span), "property" | "monitor")
                && !matches!(behind, Some(Token::Dot | Token::At))
        });
        match statements.last_mut() {
            Some(last) if !begins => last.append(&mut lexemes),
            _ => statements.push(lexemes),
        }
    }
    let mut properties: Vec<(Property, Span)> = Vec::new();
    let mut known = Names::default();
    for lexemes in &statements {
        let mut parser = Parser::new(source, lexemes, sink);
        let Ok(statement) = statement(&mut parser, observers) else { continue };
        let name = statement.name();
        known.add(name, sink);
        if QUESTIONS.contains(&name.text) {
            let message = format!("`{}` is a question about every system", name.text);
            sink.push(
                codes::DUPLICATE.at(name.span, message).help("give the property another name"),
            );
        }
        let scope = Scope::new(composite, sites, sink);
        if let Some(definition) = statement.resolve(scope, observers) {
            properties.push((Property { name: name.text.to_owned(), definition }, name.span));
        }
    }
    properties
}

/// The names of the questions that `check` and `safety` have themselves.
const QUESTIONS: [&str; 2] = ["deadlock", "reach"];

/// The names of properties so far.
#[derive(Debug, Default)]
pub(super) struct Names<'a>(FxHashMap<&'a str, Span>);

impl<'a> Names<'a> {
    /// Adds a name, and reports it if it is there already.
    pub(super) fn add(&mut self, name: Name<'a>, sink: &mut Sink) {
        if let Some(first) = self.0.get(name.text) {
            let message = format!("two properties are called `{}`", name.text);
            sink.push(codes::DUPLICATE.at(name.span, message).also(*first, "first here"));
        } else {
            self.0.insert(name.text, name.span);
        }
    }
}

/// A property as a tree.
enum Statement<'a> {
    Formula(Name<'a>, Node<'a>),
    Watch(Name<'a>, Watch<'a>),
    Monitor(Monitor<'a>),
}

/// Reads a statement up to the end of the lexemes.
fn statement<'a>(
    parser: &mut Parser<'a, '_>,
    observers: &dyn Fn(&str) -> Option<Arc<Atom>>,
) -> Parsed<Statement<'a>> {
    let statement = if parser.is_word("monitor") {
        Statement::Monitor(monitor(parser)?)
    } else if parser.is_word("property") {
        parser.advance();
        let name = parser.name("the name of the property")?;
        parser.expect(Token::Assign, "`=`")?;
        let first = parser.ahead(0);
        let is_atom = parser.ahead(1).token == Token::Open
            && first.token == Token::Name
            && !is_function(parser.text(first))
            && observers(parser.text(first)).is_some();
        if is_atom || is_watch(parser) {
            Statement::Watch(name, watch(parser)?)
        } else {
            Statement::Formula(name, parser.formula()?)
        }
    } else {
        let first = parser.ahead(0);
        let text = parser.text(first);
        let message = "expected `property NAME = FORMULA` or `monitor NAME { .. }`";
        let unknown = reading::codes::MALFORMED_DIRECTIVE.at(first.span, message);
        let known = ["property", "monitor"].into_iter();
        let help = || "write `//# property NAME = G(..)`".to_owned();
        return Err(parser.report(with_nearest_or(unknown, text, known, help)));
    };
    match parser.token() {
        Token::End => Ok(statement),
        _ => Err(match &statement {
            Statement::Formula(..) => parser.no_operator("the end of the property"),
            Statement::Watch(..) => parser.unexpected("`,` or the end of the property"),
            Statement::Monitor(_) => parser.unexpected("the end of the monitor"),
        }),
    }
}

/// Returns `true` if a name before a parenthesis is an operator or a function of formulas.
fn is_function(name: &str) -> bool {
    matches!(name, "fired" | "abs" | "min" | "max") || prefix_operator(name).is_some()
}

impl<'a> Statement<'a> {
    fn name(&self) -> Name<'a> {
        match self {
            Self::Formula(name, _) | Self::Watch(name, _) => *name,
            Self::Monitor(monitor) => monitor.name,
        }
    }

    fn resolve(
        &self,
        mut scope: Scope<'_>,
        observers: &dyn Fn(&str) -> Option<Arc<Atom>>,
    ) -> Option<Definition> {
        match self {
            Self::Formula(_, node) => {
                let formula = scope.formula(node)?;
                Some(Definition::Formula { formula, predicates: scope.predicates })
            }
            Self::Watch(_, watch) => observer(watch, observers, scope).map(Definition::Observer),
            Self::Monitor(monitor) => automaton(monitor, scope).map(Definition::Automaton),
        }
    }
}
