//! The program `scm-check-verify`: its arguments, input and output.

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use super::Verdict;

/// Text of `--help`.
const HELP: &str = include_str!("help.txt");

/// Runs the program with the arguments of the process, and returns its exit code: 0 for `confirmed`, 1 for `rejected`,
/// 2 for input that it cannot read, 3 for a report of which a part is not confirmed.
///
/// Reads a report, a witness or a certificate, and the model that it is about; prints whether the evidence proves its
/// claim about the model, with remarks. A closed standard output is not an error.
pub fn run() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (mut code, answer, mut complaint) =
        answer(&arguments).unwrap_or_else(|why| (2, String::new(), why));
    let mut stdout = std::io::stdout();
    let written = stdout.write_all(answer.as_bytes()).and_then(|()| stdout.flush());
    if let Some(why) = written.err().filter(|why| why.kind() != std::io::ErrorKind::BrokenPipe) {
        (code, complaint) = (2, format!("cannot write standard output: {why}"));
    }
    if !complaint.is_empty() {
        let _ = writeln!(std::io::stderr(), "scm-check-verify: {}", one_line(&complaint));
    }
    ExitCode::from(code)
}

/// Returns the exit code, the text for standard output and the text for standard error.
fn answer(arguments: &[OsString]) -> Result<(u8, String, String), String> {
    let version = concat!("scm-check-verify ", env!("CARGO_PKG_VERSION"), "\n");
    let said = |code, text: &str| Ok((code, text.to_owned(), String::new()));
    let texts: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    match texts.iter().map(AsRef::as_ref).find(|text| text.len() > 1 && text.starts_with('-')) {
        Some("-h" | "--help") => return said(0, HELP),
        Some("-V" | "--version") => return said(0, version),
        Some(option) => return Err(format!("unknown option {option}; see --help")),
        None if (2..=3).contains(&arguments.len()) => {}
        None => return Err("expected EVIDENCE MODEL [CERTIFICATES]; see --help".into()),
    }
    let files = arguments.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let is_choreography = texts[1].ends_with(".ca");
    let verify = if is_choreography { super::verify_choreography } else { super::verify };
    match verify(&files[0], &files[1], files.get(2).map(Vec::as_slice)) {
        Verdict::Confirmed => said(0, "confirmed\n"),
        Verdict::Partial(what) => said(3, &format!("{}\n", one_line(&what))),
        Verdict::Rejected(why) => said(1, &format!("rejected: {}\n", one_line(&why))),
        Verdict::Unsupported(why) => {
            Ok((2, "unsupported form\n".to_owned(), format!("unsupported: {why}")))
        }
    }
}

/// Reads a file, or standard input.
fn read(path: &OsString) -> Result<Vec<u8>, String> {
    let read = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|why| format!("{}: {why}", path.to_string_lossy()))
}

/// Returns the text without control characters, which may occur in names in evidence.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
