//! `interaction nfa`: the automaton of an interaction.

use crate::cli::input::expand_to;
use crate::cli::interaction_args::NfaArguments;
use crate::cli::interactions::{EXTENSIONS, NfaInquiry, Read};
use crate::cli::output::Failure;
use crate::cli::reporter::Layout;
use crate::cli::session::{self, Session};
use crate::kernel::report::Amount;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &NfaArguments) -> Result<u8, Failure> {
    if arguments.report.certificate.is_some() || arguments.report.verify {
        let why = "there is no evidence about automata of interactions that scm-check-verify knows";
        return Err(Failure::Usage(why.to_owned()));
    }
    let inputs = expand_to(&arguments.files, &EXTENSIONS);
    let amount = match (arguments.report.quiet, inputs.len()) {
        (true, _) | (false, 2..) => Amount::Line,
        (false, _) => Amount::Everything,
    };
    let (search, report) = (&arguments.search, &arguments.report);
    let layout = Layout::Blocks(amount);
    let session = Session { inputs, search, report, layout, hint: None };
    let read = Read { reading: &arguments.reading, colour: report.output.color };
    session::run(&session, &mut NfaInquiry { arguments, read })
}
