//! `automaton words`: random words.

use super::single;
use crate::cli::automaton_args::WordsArguments;
use crate::cli::failure::Failure;
use crate::cli::output::{Output, refuse_input, tell};
use scm_check::internals::kernel::automata::RandomWords;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::automaton::{word_names, word_text};

/// Maximum length of the words.
const LONGEST: u64 = 1_000_000;

/// Prints random words, one per line, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn words(arguments: &WordsArguments) -> Result<u8, Failure> {
    let WordsArguments { file, count, length, seed, from, output } = arguments;
    let length = length.map(|length| {
        usize::try_from(length).ok().filter(|_| length <= LONGEST).ok_or_else(|| {
            Failure::Usage(format!("words have up to {LONGEST} symbols; see --length"))
        })
    });
    let length = length.transpose()?;
    let read = single(file, *from, output.color)?;
    refuse_input(output.output.as_deref(), [&read.input])?;
    let mut random = Random::new(*seed);
    let mut words = RandomWords::new(&read.model.automaton);
    let mut stream = Output::open(output)?;
    for _ in 0..*count {
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
        let line = word_text(&word_names(&word, &read.model.alphabet));
        stream.write(|stream| writeln!(stream, "{line}"))?;
    }
    stream.finish()?;
    Ok(ExitStatus::Fine.exit_code())
}
