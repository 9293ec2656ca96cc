//! The words of the language.

use logos::Logos;

use super::codes;
use crate::reading::{Piece, shortened};
use kernel::diagnostics::Sink;
use kernel::source::Span;

/// A token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
pub(super) enum Token {
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex("[0-9]+")]
    Integer,
    #[regex(r"[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")]
    Float,
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*""#)]
    Text,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(".")]
    Dot,
    #[token("@")]
    At,
    #[token("=")]
    Assign,
    #[token("!")]
    Not,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    /// Any other operator between operands.
    #[regex(r"->|&&|\|\||==|!=|[<>]=?|[+/%]")]
    Infix,
    /// A sign of other languages.
    #[regex(r"\[[ \t]*\]|[\[\]:?]|<>|<->|<=>|=>|&|\||~|/\\|\\/|\^|=<")]
    Foreign,
    #[regex(r"//[^\r\n]*", allow_greedy = true)]
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment,
    /// A comment that does not end.
    #[token("/*")]
    OpenComment,
    /// A text that does not end.
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*"#)]
    OpenText,
    /// Characters outside the language, which were reported.
    Error,
    /// Behind the last token.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lexeme {
    pub(super) token: Token,
    pub(super) span: Span,
}

/// Adds the lexemes of a piece to a list. Characters outside the language are reported and become [`Token::Error`].
pub(super) fn split(piece: Piece<'_>, lexemes: &mut Vec<Lexeme>, sink: &mut Sink) {
    for (result, range) in Token::lexer(piece.text).spanned() {
        let span = Span::new(piece.start + range.start, piece.start + range.end);
        let (token, diagnostic) = match result {
            Ok(Token::Comment) => continue,
            Ok(Token::OpenComment) => {
                (Token::Error, Some(codes::CHARACTERS.at(span, "this comment does not end")))
            }
            Ok(Token::OpenText) => {
                let open = codes::CHARACTERS.at(span, "this text does not end");
                (Token::Error, Some(open.help("a text ends with `\"` on its line")))
            }
            Ok(token) => (token, None),
            Err(()) => {
                let text = shortened(&piece.text[range]);
                let message = format!("`{text}` is no part of the language");
                let last: Option<&Lexeme> = lexemes.last();
                let continues = last.is_some_and(|last| {
                    last.token == Token::Error && last.span.end() == span.start()
                });
                let unknown = codes::CHARACTERS.at(span, message).label("unexpected");
                (Token::Error, (!continues).then_some(unknown))
            }
        };
        lexemes.push(Lexeme { token, span });
        if let Some(diagnostic) = diagnostic {
            sink.push(diagnostic);
        }
    }
}
