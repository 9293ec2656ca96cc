//! Formulas, predicates and automata that stand alone.

use kernel::base::IndexVec;

use super::automaton::automaton;
use super::codes;
use super::lines::Names;
use super::monitor::monitor;
use super::parser::{Parsed, Parser};
use super::resolve::Scope;
use super::syntax::Node;
use super::token::{Lexeme, Token, split};
use crate::reading::{self, Piece, Reading};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::component::{Composite, Definition, Predicate, Property, SiteId};

/// A property that was read from a text of its own.
#[derive(Clone, Debug)]
pub struct PropertyText {
    /// The property.
    pub property: Property,
    /// The places of its operations in the text.
    pub sites: IndexVec<SiteId, Span>,
}

/// Reads a formula as it is given on the command line, such as `G(w1.x <= 1000)`.
///
/// The name of the property is the text as given.
///
/// # Complexity
/// Linear in the text, for each predicate in addition that of finding its names.
pub fn read_formula(source: &Source, composite: &Composite) -> Reading<PropertyText> {
    reading::read(source, &[], |sink| {
        let lexemes = lexemes(source, sink);
        let node = whole(&mut Parser::new(source, &lexemes, sink)).ok()?;
        let mut sites = IndexVec::new();
        let mut scope = Scope::new(composite, &mut sites, sink);
        let formula = scope.formula(&node)?;
        let definition = Definition::Formula { formula, predicates: scope.predicates };
        let property = Property { name: source.text().to_owned(), definition };
        Some(PropertyText { property, sites })
    })
}

/// Reads a predicate on global states, such as `w1@done && w1.x > 3`, and returns it with the places of its
/// operations.
///
/// # Complexity
/// As [`read_formula`].
pub fn read_predicate(
    source: &Source,
    composite: &Composite,
) -> Reading<(Predicate, IndexVec<SiteId, Span>)> {
    reading::read(source, &[], |sink| {
        let lexemes = lexemes(source, sink);
        let node = whole(&mut Parser::new(source, &lexemes, sink)).ok()?;
        let mut sites = IndexVec::new();
        let predicate = Scope::new(composite, &mut sites, sink).truth(&node)?;
        Some((predicate, sites))
    })
}

/// Reads a file of automata, at least one.
///
/// # Complexity
/// As [`read_formula`], and for each state `2^n` times the size of its conditions, which have at most `n = 20`
/// different predicates.
pub fn read_monitors(source: &Source, composite: &Composite) -> Reading<Vec<PropertyText>> {
    reading::read(source, &[], |sink| {
        let lexemes = lexemes(source, sink);
        if lexemes.is_empty() && source.text().contains("//#") {
            let end = Span::new(source.text().len(), source.text().len());
            let empty = codes::SYNTAX.at(end, "the file has no monitor");
            sink.push(empty.help("in such a file monitors stand without `//#`"));
            return None;
        }
        let mut trees = Vec::new();
        let mut parser = Parser::new(source, &lexemes, sink);
        loop {
            trees.push(monitor(&mut parser).ok()?);
            if parser.token() == Token::End {
                break;
            }
        }
        let mut names = Names::default();
        let mut properties = Vec::new();
        for tree in &trees {
            names.add(tree.name, sink);
            let mut sites = IndexVec::new();
            let scope = Scope::new(composite, &mut sites, sink);
            if let Some(automaton) = automaton(tree, scope) {
                let definition = Definition::Automaton(automaton);
                let property = Property { name: tree.name.text.to_owned(), definition };
                properties.push(PropertyText { property, sites });
            }
        }
        Some(properties)
    })
}

fn lexemes(source: &Source, sink: &mut Sink) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    split(Piece::new(source, Span::new(0, source.text().len())), &mut lexemes, sink);
    lexemes
}

/// Reads a formula up to the end.
fn whole<'a>(parser: &mut Parser<'a, '_>) -> Parsed<Node<'a>> {
    let node = parser.formula()?;
    match parser.token() {
        Token::End => Ok(node),
        _ => Err(parser.no_operator("the end")),
    }
}
