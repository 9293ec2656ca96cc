//! Evidence beyond the report: certificates, and what the independent checker says.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::Case;
use crate::cli::checker::{Checker, Workspace};
use crate::cli::draft::{self, Draft};
use crate::cli::output::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::task::{Question, Reading, Task};
use crate::cli::words;
use scm_check::driver::Confirmation;
use scm_check::driver::Limits;
use scm_check::driver::Role;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::language::evidence::Subject;
use scm_check::language::evidence::write_certificate;
use scm_check::model::cfsm::System;
use scm_check::model::evidence::{Certificate, Wanted};
use scm_check::render::report::Row;

/// A certificate, and what it answers.
pub(super) struct Certified {
    pub(super) question: Question,
    /// The number of the system.
    pub(super) file: usize,
    pub(super) certificate: Certificate,
}

/// What the file of a certificate holds.
struct CertificateFile<'a> {
    certificate: &'a Certificate,
    system: &'a System,
    subject: Subject,
}

impl CertificateFile<'_> {
    fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write_certificate(self.certificate, self.system, &self.subject, output)
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("memory takes it");
        bytes
    }
}

/// The files that the checker is given.
pub(super) struct Files {
    workspace: Workspace,
    model: PathBuf,
    /// The certificates of membership that answers rested on by now.
    memberships: Vec<(Reading, PathBuf)>,
}

impl Case<'_> {
    /// Returns what checks are asked for.
    pub(super) fn wanted(&self) -> Wanted {
        if self.desk.report.certificate.is_some() || self.desk.checker.is_some() {
            Wanted::Certificate
        } else {
            Wanted::Answer
        }
    }

    /// Notes the certificate of an answer.
    pub(super) fn certified(&mut self, task: &Task, certificate: Option<Certificate>) {
        let file = self.place(task.reading);
        let question = task.question.clone();
        let noted = certificate.map(|certificate| Certified { question, file, certificate });
        self.certificates.extend(noted);
    }

    fn certificate(&self, question: &Question, reading: Reading) -> Option<&Certificate> {
        let file = self.place(reading);
        let mut all = self.certificates.iter();
        all.find(|found| found.file == file && found.question == *question)
            .map(|found| &found.certificate)
    }

    /// Returns what the file of the certificate of an answer holds, if the answer has one, and what
    /// that rests on has one too.
    fn certificate_file(&self, task: &Task) -> Option<CertificateFile<'_>> {
        let certificate = self.certificate(&task.question, task.reading)?;
        if certificate.rests_on_rsc {
            self.certificate(&Task::rsc(task.reading).question, task.reading)?;
        }
        let system = self.file(task.reading).system;
        Some(CertificateFile { certificate, system, subject: self.subject(task) })
    }

    /// Writes the certificates of the answers into the file that is to have them, one as an object,
    /// several as a list; tells what was written and what was not.
    ///
    /// # Errors
    /// If the file, or the report, cannot be written.
    pub(crate) fn write_certificates(&self, reporter: &mut Reporter) -> Result<(), Failure> {
        let Some(path) = &self.desk.report.certificate else { return Ok(()) };
        let (mut names, mut without, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for (task, row) in self.answered.iter().filter(|(task, _)| task.role == Role::Answer) {
            let name = row.label().unwrap_or_default();
            match self.certificate_file(task).filter(|_| row.verdict == Verdict::Holds) {
                Some(file) => {
                    names.push(name);
                    files.push(file);
                }
                // An answer that holds is to have one, but for its engine and the memory.
                None if row.verdict == Verdict::Holds => {
                    without.push(format!("{name} (not with this engine, or this much memory)"));
                }
                None => without.push(format!("{name} ({})", row.verdict.word())),
            }
        }
        reporter.certified();
        if files.is_empty() {
            return not_certified(path, &without, reporter);
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
            Ok(()) if self.desk.report.quiet => {}
            Ok(()) => reporter.remark(&remark(path, &names, &without))?,
            Err(failure) => reporter.fault(&failure),
        }
        Ok(())
    }

    /// Has the evidence of an answer confirmed, if there is a checker and evidence.
    ///
    /// What is rejected is no answer.
    pub(super) fn confirmed(&mut self, task: &Task, row: Row) -> Row {
        let Some(checker) = self.desk.checker else { return row };
        let evidence = match (&row.witness, row.verdict) {
            (Some(witness), Verdict::Violated) => witness.to_string().into_bytes(),
            (_, Verdict::Holds) => match self.certificate_file(task) {
                Some(file) => file.bytes(),
                None => return with_evidence(row, "none", "no certificate"),
            },
            _ => return row,
        };
        let limits = self.desk.watch.limits();
        match self.confirm(checker, task, &evidence) {
            Ok(confirmation) => judged(row, confirmation, limits),
            Err(failure) => {
                self.faults.push(failure);
                with_evidence(row, "unchecked", "not confirmed")
            }
        }
    }

    fn confirm(
        &mut self,
        checker: &Checker,
        task: &Task,
        evidence: &[u8],
    ) -> Result<Confirmation, Failure> {
        let mut files = match self.evidence_files.take() {
            Some(files) => files,
            None => {
                let workspace = Workspace::new()?;
                let text = self.loaded.source().map_or("", |source| source.text());
                let model = workspace.file("model.scm", text.as_bytes())?;
                Files { workspace, model, memberships: Vec::new() }
            }
        };
        let membership = self.membership_path(task, &mut files)?;
        let control = self.desk.watch.control(None);
        let confirmation = checker.confirm(evidence, &files.model, membership.as_deref(), &control);
        self.evidence_files = Some(files);
        confirmation
    }

    /// Returns the file of the certificate of membership that an answer rests on, if it rests on one;
    /// it is written once for all answers.
    fn membership_path(&self, task: &Task, files: &mut Files) -> Result<Option<PathBuf>, Failure> {
        let reading = task.reading;
        if !self.certificate(&task.question, reading).is_some_and(|c| c.rests_on_rsc) {
            return Ok(None);
        }
        if let Some((_, path)) = files.memberships.iter().find(|(of, _)| *of == reading) {
            return Ok(Some(path.clone()));
        }
        let Some(file) = self.certificate_file(&Task::rsc(reading)) else { return Ok(None) };
        let name = format!("rsc-{}.json", files.memberships.len());
        let path = files.workspace.file(&name, &file.bytes())?;
        files.memberships.push((reading, path.clone()));
        Ok(Some(path))
    }
}

/// Returns the row with what the checker says of its evidence: what is rejected is no answer.
pub(super) fn judged(row: Row, confirmation: Confirmation, limits: &Limits) -> Row {
    match confirmation {
        Confirmation::Cut(limit) => {
            let why = words::reached(limit, limits);
            with_evidence(row, "unchecked", &format!("not confirmed: {why}"))
        }
        Confirmation::Confirmed => with_evidence(row, "confirmed", "confirmed"),
        Confirmation::Unsupported(why) => {
            with_evidence(row, "unsupported", &format!("not confirmed: {why}"))
        }
        Confirmation::None(why) => with_evidence(row, "none", why),
        Confirmation::Failed(_) => with_evidence(row, "unchecked", "not confirmed"),
        Confirmation::Rejected(why) => Row {
            message: format!("the evidence for `{}` was rejected: {why}", row.verdict.word()),
            hint: Some("please report it, with the model".to_owned()),
            verdict: Verdict::Unknown(Reason::Rejected),
            qualifier: String::new(),
            ..with_evidence(row, "rejected", "")
        },
    }
}

/// Returns the row with what is said of its evidence.
fn with_evidence(mut row: Row, evidence: &'static str, words: &str) -> Row {
    row.detail.insert("evidence".into(), evidence.into());
    if !words.is_empty() {
        row.message = if row.message.is_empty() {
            words.to_owned()
        } else {
            format!("{}; {words}", row.message)
        };
    }
    row
}

/// Writes a file of which nobody wants escape sequences taken out: there are none, and it may be long.
fn save(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let saved = Draft::of(path).and_then(|draft| {
        let mut stream = BufWriter::new(draft.file());
        write(&mut stream)?;
        stream.flush()?;
        drop(stream);
        draft.finish()
    });
    saved.map_err(|error| Failure::writing(path.display().to_string(), &error))
}

/// Tells that a file of certificates is not written, as there are none for the answers called `without`, and removes
/// that of an earlier run.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn not_certified(
    path: &Path,
    without: &[String],
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let name = path.display().to_string();
    let removed = match draft::remove(path) {
        Ok(true) => "; that of an earlier run is removed",
        Ok(false) => "",
        Err(error) => {
            reporter.fault(&Failure::writing(&name, &error));
            ""
        }
    };
    let why = match without {
        [] => "nothing was found to hold".to_owned(),
        names => format!("none for {}", listed(names)),
    };
    reporter.insist(&format!("{name}: not written, {why}{removed}\n"))
}

/// How many answers a sentence names.
const NAMED: usize = 4;

/// Returns what a file of certificates holds and lacks.
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

/// Returns the first of some names, and how many there are besides.
fn listed(names: &[String]) -> String {
    match names.len() {
        0..=NAMED => names.join(", "),
        all => format!("{} and {} more", names[..NAMED].join(", "), all - NAMED),
    }
}
