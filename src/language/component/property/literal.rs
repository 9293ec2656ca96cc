//! Numbers and texts.

use super::codes;
use super::parser::{Parsed, Parser};
use super::syntax::{Kind, Node};
use super::token::{Lexeme, Token};
use kernel::source::Span;
use model::component::Value;

impl<'a> Parser<'a, '_> {
    /// Reads a number, with its sign, or a text.
    pub(super) fn literal(&mut self) -> Parsed<Node<'a>> {
        let sign = (self.token() == Token::Minus).then(|| self.advance().span);
        let lexeme = self.advance();
        let span = sign.unwrap_or(lexeme.span).to(lexeme.span);
        let text = self.text(lexeme);
        let number = format!("{}{text}", if sign.is_some() { "-" } else { "" });
        let value = match lexeme.token {
            Token::Integer => number.parse().ok().map(Value::Int),
            Token::Float => {
                number.parse().ok().filter(|value: &f64| value.is_finite()).map(Value::Float)
            }
            _ => Some(Value::String(self.unescaped(lexeme)?.into())),
        };
        let message = "this number does not fit into 64 bits";
        match value {
            Some(value) => self.node(Kind::Literal(value), span, 0),
            None => Err(self.report(codes::NUMBER_TOO_LARGE.at(span, message))),
        }
    }

    /// Returns a text without its quotes.
    fn unescaped(&mut self, lexeme: Lexeme) -> Parsed<String> {
        let text = self.text(lexeme);
        let mut characters = text[1..text.len() - 1].char_indices();
        let mut plain = String::new();
        while let Some((at, character)) = characters.next() {
            let escaped = match character {
                '\\' => characters.next().map(|(_, escaped)| escaped),
                _ => {
                    plain.push(character);
                    continue;
                }
            };
            plain.push(match escaped {
                Some(same @ ('"' | '\\')) => same,
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                _ => {
                    let start = lexeme.span.start() + 1 + at;
                    let length = 1 + escaped.map_or(0, char::len_utf8);
                    let unknown = codes::SYNTAX
                        .at(Span::new(start, start + length), "unknown character behind `\\`")
                        .help(r#"write `\"`, `\\`, `\n`, `\t` or `\r`"#);
                    return Err(self.report(unknown));
                }
            });
        }
        Ok(plain)
    }
}
