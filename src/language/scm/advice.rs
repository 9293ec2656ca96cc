//! Advice for common syntax errors.

use super::repair::is_glued;
use super::token::{Token, keywords};
use crate::reading::{TokenBound, nearest};

/// An unexpected token with its context.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnexpectedToken<'a> {
    pub(super) token: Token,
    pub(super) text: &'a str,
    pub(super) place: TokenBound<Token>,
    /// The character behind the token.
    pub(super) next: Option<char>,
    /// Whether the token is the first of its line.
    pub(super) begins_line: bool,
    /// The terminals that the grammar expects instead.
    pub(super) expected: &'a [&'a str],
}

impl UnexpectedToken<'_> {
    /// Returns advice if there is any.
    pub(super) fn advice(&self) -> Option<String> {
        if self.token == Token::Open && self.expects(")") && self.begins_line {
            return Some("close the specification before this one by `)`".to_owned());
        }
        let begins_part =
            matches!(self.token, Token::Name | Token::Hash | Token::Open | Token::Underscore);
        if begins_part && self.expects("^*") {
            return Some("write `.` between parts that follow each other".to_owned());
        }
        let is_channel = self.place.previous == Token::Integer && self.expects("=");
        if is_channel && self.token != Token::Equal
            || self.token == Token::Equals && self.expects("^*")
        {
            return Some("the contents of a channel are written `0 = a.b`".to_owned());
        }
        match self.token {
            Token::Name => self.name(),
            Token::Integer => self.number().map(ToOwned::to_owned),
            token if token.is_keyword() => self.keyword().map(ToOwned::to_owned),
            Token::Equals | Token::Equal if self.expects(":") && !self.expects("=") => {
                Some(format!("write `:` instead of `{}`", self.text))
            }
            _ => self.operator().or_else(|| self.punctuation()).map(ToOwned::to_owned),
        }
    }

    fn expects(&self, terminal: &str) -> bool {
        self.expected.contains(&terminal)
    }

    fn name(&self) -> Option<String> {
        if self.expects("scm") || self.place.previous == Token::Scm {
            let begin = || Some("a model begins with `scm` and its name".to_owned());
            return self.misspelt().or_else(begin);
        }
        if self.expects("INTEGER") && self.place.head == Token::When {
            return Some("channels are numbers: `0 ! m` sends to channel 0".to_owned());
        }
        let is_state =
            matches!(self.place.head, Token::Initial | Token::State | Token::To | Token::In);
        if self.expects("INTEGER") && is_state {
            return Some("states are numbered in SCM: `state 0 :`".to_owned());
        }
        if self.expects("!") {
            return Some(SENDING.to_owned());
        }
        self.misspelt()
    }

    /// Returns advice if a name resembles an expected keyword.
    fn misspelt(&self) -> Option<String> {
        let expected = || keywords().filter(|word| self.expects(word));
        if let Some(keyword) = expected().find(|keyword| is_glued(self.text, keyword)) {
            return Some(format!("write a blank after `{keyword}`"));
        }
        let lower = self.text.to_ascii_lowercase();
        nearest(&lower, expected()).map(|keyword| format!("did you mean `{keyword}`?"))
    }

    fn number(&self) -> Option<&'static str> {
        let TokenBound { head, previous, .. } = self.place;
        if self.expects("and") && head == Token::When {
            Some("a comma stands between condition and action")
        } else if head == Token::Initial && self.expects(",") {
            Some("several initial states are separated by commas")
        } else if self.expects("when") {
            Some(CONDITION_FIRST)
        } else if previous.is_sort() {
            Some("names begin with a letter or `_`")
        } else if self.expects("to") {
            Some("a transition is written `to 1 : when true , 0 ! m ;`")
        } else {
            let is_late = previous == Token::Comma && head == Token::With;
            is_late.then_some("the action comes before `with`")
        }
    }

    fn keyword(&self) -> Option<&'static str> {
        match self.token {
            Token::True | Token::False if self.expects("INTEGER") => Some(CONDITION_FIRST),
            Token::Initial if self.expects("to") || self.expects("automaton") => {
                Some("`initial` stands once, before the first state")
            }
            Token::Automaton | Token::AutomatonInside
                if self.expects("(") && !self.expects("true") =>
            {
                Some("each specification stands in parentheses")
            }
            Token::Int | Token::Real if self.expects("to") || self.expects("state") => {
                Some("variables are declared before `initial`")
            }
            _ if self.expects("scm") => Some("a model begins with `scm` and its name"),
            _ => None,
        }
    }

    /// Returns advice on operators of other languages, and on misplaced operators of this one.
    fn operator(&self) -> Option<&'static str> {
        let place = self.place;
        let advice = match (self.token, self.next) {
            (Token::Equal, _) if self.expects("=") => "write `=` instead of `==`",
            (Token::Equals, Some('<')) if self.expects("==") => "write `<=` instead of `=<`",
            (Token::Equals, Some('>')) if self.expects("==") => "write `>=` instead of `=>`",
            (Token::Equals, _) if self.expects("==") => "equality is written `==`",
            (Token::Colon, _) if self.expects("=") => "an assignment is written `=`",
            (Token::Greater, _) if place.previous == Token::Less => "inequality is written `!=`",
            (Token::Bar, Some('|')) => "disjunction is written `or`",
            (Token::Bang, _) if self.expects("not") => "negation is written `not`",
            (Token::Minus, Some('-')) => "comments begin with `//`",
            (Token::Minus, _) if self.expects("INTEGER") => "numbers are not negative here",
            (Token::Minus, _) if self.expects("!") => SENDING,
            (Token::Times, Some('/')) => "no comment is open here",
            (Token::Times, _) if self.expects("^*") => "repetition is written `^*`",
            (Token::Query, _) if self.expects("^*") => {
                "what may be missing is written `(a|_)`; `?` is any one message"
            }
            (Token::Plus, _) if self.expects("^+") => {
                "repetition is written `^+`, alternatives are separated by `|`"
            }
            (Token::Bang | Token::Query, _) if self.expects("+") && place.head == Token::When => {
                CONDITION_FIRST
            }
            (Token::Minus | Token::Dot, _)
                if place.previous == Token::Name && !self.expects("+") =>
            {
                "names consist of ASCII letters, digits and `_`"
            }
            _ => return None,
        };
        Some(advice)
    }

    fn punctuation(&self) -> Option<&'static str> {
        let place = self.place;
        let advice = match self.token {
            Token::Open if self.next == Some('*') => "comments are written `/* */`",
            Token::Hash => "comments begin with `//`",
            Token::Semicolon if place.head == Token::Lossy => "`lossy` ends without `;`",
            Token::Semicolon if self.expects("(") && place.previous == Token::Close => {
                "`bad_states` ends without `;`"
            }
            Token::Semicolon | Token::Comma if self.expects(")") && !self.expects(";") => {
                "close the parenthesis by `)`"
            }
            Token::Comma if place.previous == Token::Close => {
                "specifications follow each other without commas"
            }
            Token::Comma if self.expects(";") && place.head.is_sort() => {
                "each declaration has its own sort: `int a ; int b ;`"
            }
            _ if self.expects("scm") => "a model begins with `scm` and its name",
            _ => return None,
        };
        Some(advice)
    }
}

const SENDING: &str = "sending is written `0 ! m`, receiving `0 ? m`";
const CONDITION_FIRST: &str = "the condition comes first: `when true , 0 ! m`";
