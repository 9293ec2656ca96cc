//! Directives in comments: `//# bag_buffers = 0, 1`, `//# final: server = 0` and `//# expect: rsc = holds`.

use super::ast::{Name, Number};
use super::codes;
use crate::reading::{self, Piece, StatedAnswers, nearest, shortened};
use kernel::diagnostics::{Diagnostic, Sink};
use kernel::source::{Source, Span};

/// The contents of all `//#` lines of a file.
#[derive(Debug, Default)]
pub(super) struct Directives<'input> {
    /// The channels that are bags.
    pub(super) bags: Vec<Number>,
    /// The states that are declared to be final, by the names of automata.
    pub(super) finals: Vec<(Name<'input>, Vec<Number>)>,
    /// The expected answers.
    pub(super) answers: StatedAnswers,
}

/// The words with which `//#` lines begin, each with the sign behind it.
const WORDS: [(&str, char); 3] = [("bag_buffers", '='), ("final", ':'), ("expect", ':')];

/// Reads the comments that are `//#` lines.
///
/// A line that begins with another word is an ordinary comment, unless it looks like a slip.
pub(super) fn read<'input>(
    source: &'input Source,
    comments: &[Span],
    sink: &mut Sink,
) -> Directives<'input> {
    let mut directives = Directives::default();
    let mut bags: Option<Span> = None;
    for &place in comments {
        let Some(body) = Piece::new(source, place).after("//#") else {
            if let Some(warning) = silent(source, place) {
                sink.push(warning);
            }
            continue;
        };
        let length = body.text.bytes().take_while(|&b| is_name_byte(b)).count();
        let (word, rest) = body.split_at(length);
        match word.text {
            "bag_buffers" => {
                if let Some(first) = bags {
                    let twice = reading::codes::REPEATED_DIRECTIVE
                        .at(word.span(), "`bag_buffers` stands twice")
                        .also(first, "first here");
                    sink.push(twice.help("list all bags in one line"));
                    continue;
                }
                bags = Some(word.span());
                match numbers(rest) {
                    Ok(numbers) => directives.bags = numbers,
                    Err(piece) => {
                        let message = "expected `= NUMBER, NUMBER, ...` in `bag_buffers`";
                        let help = "write `//# bag_buffers = 0, 1`";
                        sink.push(malformed(piece, message).help(help));
                    }
                }
            }
            "final" => match final_states(rest) {
                Ok((name, states)) => {
                    let first = directives.finals.iter().find(|(other, _)| other.text == name.text);
                    if let Some((first, _)) = first {
                        let message =
                            format!("the final states of `{}` are listed twice", name.text);
                        let twice = reading::codes::REPEATED_DIRECTIVE.at(name.span, message);
                        let twice = twice.also(first.span, "first here");
                        sink.push(twice.help("list all of them in one line"));
                        continue;
                    }
                    directives.finals.push((name, states));
                }
                Err(piece) => {
                    let message = "expected `: AUTOMATON = STATE, STATE, ...` behind `final`";
                    sink.push(malformed(piece, message).help("write `//# final: server = 0, 2`"));
                }
            },
            "expect" => {
                let help = "write `//# expect: rsc = violated, rsc[bag] = holds`";
                directives.answers.read(place, rest, help, sink);
            }
            other => {
                // `bag-buffers`, `Bag_Buffers` and `bags` are slips as well.
                let name = body.text.bytes().take_while(|&b| is_name_byte(b) || b == b'-').count();
                let (name, _) = body.split_at(name);
                let lower = name.text.to_ascii_lowercase();
                let known = WORDS.iter().map(|&(word, _)| word);
                let is_bags = ["bag", "bags", "buffers"].contains(&&*other.to_ascii_lowercase());
                let meant = nearest(&lower, known).or(is_bags.then_some("bag_buffers"));
                if let Some(meant) = meant {
                    sink.push(malformed(name, "unknown `//#` line").did_you_mean(meant));
                }
            }
        }
    }
    directives
}

/// Warns about a comment that would be a `//#` line except for the text before its `#`.
fn silent(source: &Source, place: Span) -> Option<Diagnostic> {
    let text = source.slice(place).strip_prefix("//")?;
    let directive = text.trim_start_matches([' ', '\t', '/']).strip_prefix('#')?.trim();
    let length = directive.bytes().take_while(|&b| is_name_byte(b)).count();
    let (word, rest) = directive.split_at(length);
    let (_, sign) = WORDS.into_iter().find(|&(known, _)| known == word)?;
    if !rest.trim_start().starts_with(sign) {
        return None;
    }
    let message = format!("this comment states nothing: `{word}` is read behind `//#` only");
    let help = format!("write `//# {}`", shortened(directive));
    Some(codes::SILENT_DIRECTIVE.at(place, message).label("an ordinary comment").help(help))
}

fn malformed(piece: Piece<'_>, message: &str) -> Diagnostic {
    reading::codes::MALFORMED_DIRECTIVE.at(piece.span(), message)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Reads `: AUTOMATON = STATE, ...`; the error is the malformed piece.
fn final_states(rest: Piece<'_>) -> Result<(Name<'_>, Vec<Number>), Piece<'_>> {
    let body = rest.after(":").ok_or(rest)?;
    let at = body.text.find('=').ok_or(body)?;
    let (name, states) = body.split_at(at);
    if name.text.is_empty() || !name.text.bytes().all(is_name_byte) {
        return Err(body);
    }
    Ok((Name { text: name.text, span: name.span() }, numbers(states)?))
}

fn numbers(rest: Piece<'_>) -> Result<Vec<Number>, Piece<'_>> {
    rest.after("=")
        .ok_or(rest)?
        .items()
        .into_iter()
        .map(|item| {
            let digits = !item.text.is_empty() && item.text.bytes().all(|b| b.is_ascii_digit());
            let value = item.text.parse().ok().filter(|_| digits).ok_or(item)?;
            Ok(Number { value: Some(value), span: item.span() })
        })
        .collect()
}
