//! Expected answers.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{Piece, codes};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use kernel::verdict::Expected;
use model::choreography::ChannelChoice;
use model::evidence::Class;

/// An expected answer, stated by a line such as `//# expect: rsc[bag] = holds`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expectation {
    /// The property: `rsc`, `bad_states/1`, `stuck(p)`, `multiparty-compatible[2]`.
    pub property: String,
    /// The variant in brackets: how the model is changed before the check.
    pub variant: Vec<String>,
    /// The answer.
    pub verdict: Expected,
}

impl Expectation {
    /// Returns the reading of the channels that the variant names; `None` if it names none.
    pub fn channels(&self) -> Option<ChannelChoice> {
        ChannelChoice::with_words(self.variant.iter().map(String::as_str))
    }
}

impl fmt::Display for Expectation {
    /// Writes the expectation in the notation of the line that states it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.property)?;
        if !self.variant.is_empty() {
            write!(formatter, "[{}]", self.variant.join(","))?;
        }
        write!(formatter, " = {}", self.verdict.word())
    }
}

/// The answers that a file states, each once.
#[derive(Debug, Default)]
pub(crate) struct StatedAnswers {
    pub(crate) expectations: Vec<Expectation>,
    /// The places of the words of the verdicts.
    pub(crate) verdicts: Vec<Span>,
    /// The comments with well-formed answers.
    pub(crate) lines: Vec<Span>,
    first: FxHashMap<(String, Vec<String>), Span>,
}

impl StatedAnswers {
    /// Reads the answers behind the word `expect` of a comment. `help` shows how answers are written.
    pub(crate) fn read(&mut self, line: Span, rest: Piece<'_>, help: &str, sink: &mut Sink) {
        let answers = match answers(rest) {
            Ok(answers) => answers,
            Err((piece, message)) => {
                sink.push(codes::MALFORMED_DIRECTIVE.at(piece.span(), message).help(help));
                return;
            }
        };
        self.lines.push(line);
        for Answer { place, verdict, expectation } in answers {
            let key = (expectation.property.clone(), expectation.variant.clone());
            if let Some(&first) = self.first.get(&key) {
                let twice = codes::REPEATED_DIRECTIVE.at(place, "this answer is stated twice");
                sink.push(twice.also(first, "first here"));
            } else {
                self.first.insert(key, place);
                self.expectations.push(expectation);
                self.verdicts.push(verdict);
            }
        }
    }
}

/// An expected answer with its place and that of its verdict.
#[derive(Debug)]
struct Answer {
    place: Span,
    verdict: Span,
    expectation: Expectation,
}

/// Reads the answers behind the word `expect`; the error is the malformed piece and the reason.
fn answers(rest: Piece<'_>) -> Result<Vec<Answer>, (Piece<'_>, &'static str)> {
    let list = rest.after(":").ok_or((rest, "expected `:` behind `expect`"))?;
    list.items()
        .into_iter()
        .map(|item| {
            let at = item.text.rfind('=').ok_or((item, "expected `property = verdict`"))?;
            let word = item.part(at + 1, item.text.len());
            let verdict = Expected::with_word(word.text)
                .ok_or((word, "expected `holds`, `violated` or `unknown`"))?;
            let (property, variant) = property(item.part(0, at))?;
            let expectation = Expectation { property, variant, verdict };
            Ok(Answer { place: item.span(), verdict: word.span(), expectation })
        })
        .collect()
}

fn property(piece: Piece<'_>) -> Result<(String, Vec<String>), (Piece<'_>, &'static str)> {
    let (name, variant) = match piece.text.find('[') {
        None => (piece, Vec::new()),
        Some(at) => {
            if !piece.text.ends_with(']') {
                return Err((piece, "expected `]` behind the variant"));
            }
            let words = piece.part(at + 1, piece.text.len() - 1).items();
            if let Some(&bad) = words.iter().find(|word| !is_word(word.text)) {
                return Err((bad, "expected a word, such as `bag`"));
            }
            let name = piece.part(0, at);
            // What is in brackets belongs to the names of classes, and numbers to any name.
            let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
            if let [only] = &words[..]
                && (is_number(only.text) || Class::named(piece.text).is_some())
            {
                return Ok((format!("{}[{}]", checked(name)?, only.text), Vec::new()));
            }
            (name, words.iter().map(|word| word.text.to_owned()).collect())
        }
    };
    Ok((checked(name)?.to_owned(), variant))
}

/// Returns the text of a piece if it can be a property without the text in brackets.
fn checked(name: Piece<'_>) -> Result<&str, (Piece<'_>, &'static str)> {
    let known = |c: char| c.is_ascii_alphanumeric() || "_-/().".contains(c);
    let starts = name.text.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !name.text.chars().all(known) {
        return Err((name, "expected a property, such as `rsc` or `rsc[bag]`"));
    }
    Ok(name.text)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
