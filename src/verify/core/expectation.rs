//! The answers that a model states, in lines such as `//# expect: rsc = holds, rsc[bag] = violated`.

use std::collections::BTreeSet;

use super::lexer::trim;
use super::{Outcome, require, unsupported};

/// The verdicts, the least severe first. An error cannot be stated.
pub(crate) const VERDICTS: [&str; 4] = ["holds", "unknown", "violated", "error"];

/// An answer that a model states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The property, without the text in brackets.
    pub(crate) property: String,
    /// The words in brackets: the reading of the channels.
    pub(crate) variant: Vec<String>,
    /// `holds`, `violated` or `unknown`.
    pub(crate) verdict: &'static str,
}

impl Expectation {
    /// Returns the property with the text in brackets.
    pub(crate) fn label(&self) -> String {
        match &self.variant[..] {
            [] => self.property.clone(),
            variant => format!("{}[{}]", self.property, variant.join(",")),
        }
    }
}

/// Reads the text after the word `expect` in each of some lines, which begin with `sign`; fails if it is malformed, or an
/// answer is stated twice.
pub(crate) fn read(lines: &[&str], sign: &str) -> Outcome<Vec<Expectation>> {
    let why = || format!("a model with a line `{sign} expect` that is not understood");
    parse(lines).map_or_else(|| unsupported(why()), Ok)
}

/// Reads the text after the word `expect` in each of some lines.
fn parse(lines: &[&str]) -> Option<Vec<Expectation>> {
    let (mut all, mut stated) = (Vec::new(), BTreeSet::new());
    for line in lines {
        for item in items(trim(line).strip_prefix(':')?) {
            let (name, word) = item.rsplit_once('=')?;
            let verdict = *VERDICTS[..3].iter().find(|verdict| **verdict == trim(word))?;
            let (property, variant) = match trim(name).split_once('[') {
                None => (trim(name), Vec::new()),
                Some((property, variant)) => (trim(property), items(variant.strip_suffix(']')?)),
            };
            let is_word = |word: &&str| !word.is_empty() && word.bytes().all(is_word_byte);
            let is_property = property.starts_with(|first: char| first.is_ascii_alphabetic())
                && property.bytes().all(|byte| is_word_byte(byte) || b"/().".contains(&byte));
            require(is_property && variant.iter().all(is_word))?;
            let variant = variant.into_iter().map(str::to_owned).collect();
            let one = Expectation { property: property.to_owned(), variant, verdict };
            require(stated.insert(one.label()))?;
            all.push(one);
        }
    }
    Some(all)
}

/// Returns `true` if a byte can stand in a word in brackets.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Returns the parts between commas outside of parentheses and brackets.
fn items(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|character| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    });
    parts.map(trim).collect()
}
