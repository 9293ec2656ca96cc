//! Words as people write them, and words drawn at random.

use super::single;
use crate::cli::automaton_args::WordsArguments;
use crate::cli::failure::Failure;
use crate::cli::output::{Output, tell};
use crate::cli::report_writer::refuse_input;
use scm_check::kernel::automata::{Alphabet, RandomWords, SymbolId};
use scm_check::kernel::base::Random;
use scm_check::kernel::verdict::Standing;

/// The longest words that are drawn.
const LONGEST: u64 = 1_000_000;

/// Returns the symbols of a word as it is written: names with spaces between, or a JSON list.
pub(super) fn symbols(text: &str) -> Vec<String> {
    let list = text.trim_start().starts_with('[').then(|| serde_json::from_str(text).ok());
    list.flatten().unwrap_or_else(|| text.split_whitespace().map(str::to_owned).collect())
}

/// Returns the names of the symbols of a word.
pub(super) fn names<'a>(word: &[SymbolId], alphabet: &'a Alphabet) -> Vec<&'a str> {
    word.iter().map(|&symbol| alphabet[symbol].as_str()).collect()
}

/// Returns a word as [`symbols`] reads it.
pub(super) fn written(names: &[&str]) -> String {
    let is_plain = |name: &&str| {
        !name.is_empty() && !name.contains(|one: char| one.is_whitespace() || one.is_control())
    };
    if names.iter().all(is_plain) && names.first().is_none_or(|name| !name.starts_with('[')) {
        return names.join(" ");
    }
    serde_json::to_string(names).expect("a list of texts can be written")
}

/// Prints random words, one a line, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn words(arguments: &WordsArguments) -> Result<u8, Failure> {
    let WordsArguments { file, count, length, seed, from, output } = arguments;
    let length = length.map(|length| {
        usize::try_from(length.0).ok().filter(|_| length.0 <= LONGEST).ok_or_else(|| {
            Failure::Usage(format!("words have up to {LONGEST} symbols; see --length"))
        })
    });
    let length = length.transpose()?;
    let Some(read) = single(file, *from, output.color)? else {
        return Ok(Standing::Refused.exit_code());
    };
    if let Some(path) = &output.output {
        refuse_input(path, std::slice::from_ref(&read.input))?;
    }
    let mut random = Random::new(seed.0);
    let mut words = RandomWords::new(&read.model.automaton);
    let mut stream = Output::open(output)?;
    for _ in 0..count.0 {
        let word = match length {
            Some(length) => words.word_of_length(length, &mut random),
            None => words.word(&mut random),
        };
        let Some(word) = word else {
            let which = length.map_or_else(String::new, |length| format!(" of {length} symbols"));
            let text = format!("{}: there is no word{which}\n", read.loaded.name);
            tell(output.color, &text);
            break;
        };
        let line = written(&names(&word, &read.model.alphabet));
        stream.write(|stream| writeln!(stream, "{line}"))?;
    }
    stream.finish()?;
    Ok(Standing::Fine.exit_code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let words: [&[&str]; 6] =
            [&[], &["a", "b!c"], &["{k?m,l!m}"], &["a b", "c"], &[""], &["[", "x"]];
        for word in words {
            assert_eq!(symbols(&written(word)), word);
        }
        assert_eq!(symbols(" a  b "), ["a", "b"]);
        assert_eq!(symbols("[ a"), ["[", "a"]);
    }
}
