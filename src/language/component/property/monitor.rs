//! Parsing of automata and of atoms that watch.

use super::codes;
use super::parser::{Parsed, Parser};
use super::syntax::{Monitor, State, Transition, Watch};
use super::token::Token;
use crate::reading::{with_nearest, with_nearest_or};
use kernel::source::Span;

/// Reads `monitor NAME { .. }`. Errors inside of the braces are reported, and reading goes on behind the next `;`.
pub(super) fn monitor<'a>(parser: &mut Parser<'a, '_>) -> Parsed<Monitor<'a>> {
    if !parser.is_word("monitor") {
        return Err(parser.unexpected("`monitor NAME { .. }`"));
    }
    parser.advance();
    let name = parser.name("the name of the monitor")?;
    parser.expect(Token::OpenBrace, "`{`")?;
    let (states, transitions) = (Vec::new(), Vec::new());
    let mut monitor = Monitor { name, states, transitions, is_damaged: false };
    while !parser.skip(Token::CloseBrace) {
        if parser.token() == Token::End {
            return Err(parser.unexpected("`}`"));
        }
        if item(parser, &mut monitor).is_err() {
            monitor.is_damaged = true;
            while !matches!(parser.token(), Token::Semicolon | Token::CloseBrace | Token::End) {
                parser.advance();
            }
            parser.skip(Token::Semicolon);
        }
    }
    Ok(monitor)
}

/// Reads a state or a transition.
fn item<'a>(parser: &mut Parser<'a, '_>, monitor: &mut Monitor<'a>) -> Parsed<()> {
    if parser.is_word("state") {
        parser.advance();
        monitor.states.push(state(parser)?);
    } else if parser.is_word("from") {
        let start = parser.advance().span;
        monitor.transitions.push(transition(parser, start)?);
    } else {
        let first = parser.ahead(0);
        if first.token != Token::Name {
            return Err(parser.unexpected("`state`, `from` or `}`"));
        }
        let text = parser.text(first);
        let message = format!("expected `state`, `from` or `}}`, found `{text}`");
        let unknown = codes::SYNTAX.at(first.span, message);
        return Err(parser.report(with_nearest(unknown, text, ["state", "from"].into_iter())));
    }
    Ok(())
}

fn state<'a>(parser: &mut Parser<'a, '_>) -> Parsed<State<'a>> {
    let name = parser.name("the name of a state")?;
    let mut state = State { name, is_initial: false, is_accepting: false };
    while !parser.skip(Token::Semicolon) {
        let word = parser.name("`initial`, `accepting` or `;`")?;
        match word.text {
            "initial" => state.is_initial = true,
            "accepting" => state.is_accepting = true,
            other => {
                let message = format!("expected `initial`, `accepting` or `;`, found `{other}`");
                let unknown = codes::SYNTAX.at(word.span, message);
                return Err(parser.report(match other {
                    "final" | "accept" => unknown.did_you_mean("accepting"),
                    _ => with_nearest(unknown, other, ["initial", "accepting"].into_iter()),
                }));
            }
        }
    }
    Ok(state)
}

fn transition<'a>(parser: &mut Parser<'a, '_>, start: Span) -> Parsed<Transition<'a>> {
    let from = parser.name("the state that the transition leaves")?;
    keyword(parser, "to")?;
    let to = parser.name("the state that the transition enters")?;
    let condition = if parser.token() == Token::Semicolon {
        None
    } else {
        keyword(parser, "when")?;
        Some(parser.formula()?)
    };
    let end = parser.expect_behind_formula(Token::Semicolon, "`;`")?.span;
    Ok(Transition { from, to, condition, span: start.to(end) })
}

/// Goes on behind a word of the language that stands here.
fn keyword(parser: &mut Parser<'_, '_>, word: &str) -> Parsed<()> {
    if parser.is_word(word) {
        parser.advance();
        return Ok(());
    }
    let found = parser.ahead(0);
    let expected = if word == "when" { "`when` or `;`".to_owned() } else { format!("`{word}`") };
    if found.token != Token::Name {
        return Err(parser.unexpected(&expected));
    }
    let text = parser.text(found);
    let message = format!("expected {expected}, found `{text}`");
    let unknown = codes::SYNTAX.at(found.span, message);
    let known = std::iter::once(word);
    let help = || format!("write `{word}`");
    let unknown = match (word, text) {
        ("when", "if" | "provided" | "on") => unknown.did_you_mean(word),
        _ => with_nearest_or(unknown, text, known, help),
    };
    Err(parser.report(unknown))
}

/// Reads `ATOM(PREDICATE, ..) in PLACE, ..`.
pub(super) fn watch<'a>(parser: &mut Parser<'a, '_>) -> Parsed<Watch<'a>> {
    let atom = parser.path("the type of an atom")?;
    parser.expect(Token::Open, "`(`")?;
    let arguments = parser.arguments()?;
    if !parser.is_word("in") {
        return Err(parser.unexpected("`in` and the places that accept"));
    }
    parser.advance();
    let mut places = vec![parser.name("a place")?];
    while parser.skip(Token::Comma) {
        places.push(parser.name("a place")?);
    }
    Ok(Watch { atom, arguments, places })
}

/// Returns `true` if here stands an atom that watches: names, parentheses, and the word `in`.
pub(super) fn is_watch(parser: &Parser<'_, '_>) -> bool {
    let token = |ahead: usize| parser.ahead(ahead).token;
    let mut at = 0;
    while (token(at), token(at + 1)) == (Token::Name, Token::Dot) {
        at += 2;
    }
    if (token(at), token(at + 1)) != (Token::Name, Token::Open) {
        return false;
    }
    at += 1;
    let mut depth = 0_usize;
    loop {
        match token(at) {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::End => return false,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            let behind = parser.ahead(at);
            return behind.token == Token::Name && parser.text(behind) == "in";
        }
    }
}
