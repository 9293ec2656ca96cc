//! Evidence in files besides the report: certificates, and the results of the independent checker.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use crate::cli::draft::{self, Draft, Removal};
use crate::cli::failure::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::system::{CertificateFile, SystemSession};
use scm_check::internals::kernel::verdict::Verdict;
use scm_check::internals::render::report::Row;

/// Writes the certificates of the answers of a session into the requested file, one as an object, several as a list, an
/// invariant once for all its answers;
/// reports which were written and which were not.
///
/// # Errors
/// If the file, or the report, cannot be written.
pub(crate) fn write_certificates(
    session: &SystemSession<'_>,
    context: &RunContext<'_>,
) -> Result<(), Failure> {
    let report = &context.options.report;
    let Some(path) = &report.certificate else { return Ok(()) };
    let (mut names, mut without, mut files) = (Vec::new(), Vec::new(), Vec::new());
    for (answer, file) in session.certificate_files() {
        let name = Row::from_answer(answer).label().unwrap_or_default();
        match (file, answer.verdict) {
            (Some(file), _) => {
                names.push(name);
                if !files.iter_mut().any(|one: &mut CertificateFile<'_>| one.takes_over(&file)) {
                    files.push(file);
                }
            }
            // An answer that holds should have a certificate; the engine or the memory limit can prevent it.
            (None, Verdict::Holds) => {
                without.push(format!("{name} (not with this engine, or this much memory)"));
            }
            (None, verdict) => without.push(format!("{name} ({})", verdict.word())),
        }
    }
    context.reporter.certified();
    if files.is_empty() {
        return not_certified(path, &without, context.reporter);
    }
    let saved = save(path, |stream| {
        let [open, close] = if files.len() == 1 { ["", ""] } else { ["[", "]"] };
        stream.write_all(open.as_bytes())?;
        for (number, file) in files.iter().enumerate() {
            stream.write_all(if number == 0 { b"" } else { b",\n" })?;
            file.write(stream)?;
        }
        writeln!(stream, "{close}")
    });
    match saved {
        Ok(()) if report.quiet => {}
        Ok(()) => context.reporter.remark(&remark(path, &names, &without))?,
        Err(failure) => context.reporter.fault(&failure),
    }
    Ok(())
}

/// Writes a file without filtering escape sequences: it has none, and may be long.
fn save(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let saved = Draft::for_path(path).and_then(|draft| {
        let mut stream = BufWriter::new(draft.file());
        write(&mut stream)?;
        stream.flush()?;
        drop(stream);
        draft.finish()
    });
    saved.map_err(|error| Failure::writing(path.display().to_string(), &error))
}

/// How the files begin that [`write_certificates`] writes.
const BEGINNINGS: [&str; 2] =
    ["{\"schema\":\"scm-check/certificate\"", "[{\"schema\":\"scm-check/certificate\""];

/// Reports that a file of certificates is not written, since there are none for the answers called `without`, and
/// removes the certificates of an earlier run; any other file stays.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn not_certified(
    path: &Path,
    without: &[String],
    reporter: &Reporter,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let before = match draft::remove_beginning(path, &BEGINNINGS) {
        Ok(Removal::Removed) => "; that of an earlier run is removed",
        Ok(Removal::Other) => "; the file of that name is no certificate, and stays",
        Ok(Removal::Absent) => "",
        Err(error) => {
            reporter.fault(&Failure::writing(&name, &error));
            ""
        }
    };
    let why = match without {
        [] => "nothing was found to hold".to_owned(),
        names => format!("none for {}", listed(names)),
    };
    reporter.insist(&format!("{name}: not written, {why}{before}\n"))
}

/// Maximum number of answers that a sentence names.
const NAMED: usize = 4;

/// Returns a sentence about the certificates that a file contains and those that are missing.
fn remark(path: &Path, with: &[String], without: &[String]) -> String {
    let name = path.display();
    let lacks = match without {
        [] => String::new(),
        names => format!(", none for {}", listed(names)),
    };
    match with {
        [one] => format!("{name}: certificate for {one}{lacks}\n"),
        several => format!("{name}: {} certificates{lacks}\n", several.len()),
    }
}

/// Returns the first of some names, and the number of the others.
fn listed(names: &[String]) -> String {
    match names.len() {
        0..=NAMED => names.join(", "),
        all => format!("{} and {} more", names[..NAMED].join(", "), all - NAMED),
    }
}
