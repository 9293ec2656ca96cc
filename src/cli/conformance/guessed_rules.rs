//! Writes rules that are guessed from a log.

use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::input::{Input, Naming, Sought, expand_to};
use crate::cli::option_groups::Colour;
use crate::cli::output::{Output, refuse_input, tell};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::log::{Guess, Rules};

/// Maximum number of bytes of a log that are looked at.
const LOOKED_AT: u64 = 1 << 20;

/// Writes rules that are guessed from the first log, and returns them; `None` if something has to be filled in.
///
/// # Errors
/// If there is no log, or the rules cannot be written.
pub(crate) fn guessed_rules(
    logs: &[OsString],
    path: &Path,
    colour: Colour,
) -> Result<Option<Rules>, Failure> {
    let endings = ["jsonl", "ndjson", "json", "csv", "log", "txt"];
    let inputs = expand_to(logs, Sought::Endings(&endings));
    let Some(input) = inputs.first().filter(|&input| *input != Input::Standard) else {
        return Err(Failure::usage("--write-rules needs a log that is a file: it is read twice"));
    };
    refuse_input(Some(path), &inputs)?;
    let name = input.name(Naming::Path);
    let mut begin = Vec::new();
    let (file, _) = input.open().map_err(|why| Failure::Usage(format!("{name}: {why}")))?;
    let read = file.take(LOOKED_AT).read_to_end(&mut begin);
    read.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let Guess { text, is_usable } = Guess::of(&begin, input.extension());
    let rules = Rules::read(&Source::new("rules", text.as_str())).model.filter(|_| is_usable);
    let head = "# What is an event in these logs: see scm-check explain rules\n";
    Output::file(path)?.put(head.to_owned() + &text)?;
    let path = path.display();
    let what = if rules.is_some() {
        format!("{path}: rules that are guessed from {name}; used below\n")
    } else {
        format!(
            "{path}: not all rules could be guessed from {name}: fill in what is missing there, then use --rules\n"
        )
    };
    tell(colour, &what);
    Ok(rules)
}
