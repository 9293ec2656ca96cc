//! `scm-check-verify`: checks what `scm-check` found, with code of its own.
//!
//! Reads a report, a witness or a certificate and the model that it is about, and says whether the one shows
//! about the other what it claims. See [`checker`] for what is tested.

mod checker;

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use self::checker::Verdict;

const HELP: &str = "\
Checks evidence of scm-check against the model, with code of its own

Usage: scm-check-verify EVIDENCE MODEL [MEMBERSHIP-CERTIFICATE]

  EVIDENCE                A report, a witness or certificates in JSON; - for standard input
  MODEL                   The model in SCM that the evidence is about
  MEMBERSHIP-CERTIFICATE  The certificate of rsc that those of EVIDENCE rest on, if it is not there

Options:
  -h, --help     Print help
  -V, --version  Print version

Prints and exits with
  confirmed         0  the evidence shows what it claims
  rejected: WHY     1  it does not
  unsupported form  2  it cannot be checked here; the reason is on standard error
Unreadable files and bad usage: a message on standard error, exit code 2.
";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        return say(HELP, 0);
    }
    if arguments.iter().any(|argument| argument == "--version" || argument == "-V") {
        return say(&format!("scm-check-verify {}\n", env!("CARGO_PKG_VERSION")), 0);
    }
    let is_option = |argument: &OsString| {
        let text = argument.to_string_lossy();
        text.len() > 1 && text.starts_with('-')
    };
    if let Some(option) = arguments.iter().find(|argument| is_option(argument)) {
        return complain(&format!("unknown option {}; see --help", option.to_string_lossy()));
    }
    let (evidence, model, membership) = match arguments.as_slice() {
        [evidence, model] => (evidence, model, None),
        [evidence, model, membership] => (evidence, model, Some(membership)),
        _ => return complain("expected EVIDENCE MODEL [MEMBERSHIP-CERTIFICATE]; see --help"),
    };
    match verdict(evidence, model, membership) {
        Ok(Verdict::Confirmed) => say("confirmed\n", 0),
        Ok(Verdict::Rejected(why)) => say(&format!("rejected: {}\n", one_line(&why)), 1),
        Ok(Verdict::Unsupported(why)) => {
            let _ = complain(&format!("unsupported: {why}"));
            say("unsupported form\n", 2)
        }
        Err(message) => complain(&message),
    }
}

fn verdict(
    evidence: &OsString,
    model: &OsString,
    membership: Option<&OsString>,
) -> Result<Verdict, String> {
    let model = read(model)?;
    let membership = membership.map(read).transpose()?;
    let evidence = if evidence == "-" { from_standard_input()? } else { read(evidence)? };
    Ok(checker::verify(&evidence, &model, membership.as_deref()))
}

fn read(path: &OsString) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.to_string_lossy()))
}

fn from_standard_input() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("standard input: {error}"))
}

/// Returns the text without control characters, which names in evidence may hold.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Prints to standard output; that nobody reads it is no failure.
fn say(text: &str, code: u8) -> ExitCode {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    ExitCode::from(code)
}

fn complain(message: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr().lock(), "scm-check-verify: {}", one_line(message));
    ExitCode::from(2)
}
