//! Certificates of answers about systems, and the independent check of their evidence.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

use super::session::Certified;
use super::{ChannelReading, Question, SystemAnswer, SystemSession, Task};
use crate::{Confirmation, Role};
use kernel::verdict::Verdict;
use language::evidence::{EvidenceSubject, WitnessDocument, write_shared_certificate};
use model::cfsm::{SafetyProperty, System};
use model::evidence::{Certificate, Lines, Witness};

/// Memory that a step of a witness takes as JSON before it is written, in bytes.
const DOCUMENT_STEP: u64 = 1_300;

/// A certificate as a file.
#[derive(Clone, Debug)]
pub struct CertificateFile<'a> {
    certificate: &'a Certificate,
    system: Cow<'a, System>,
    subject: EvidenceSubject,
    /// All properties that it is about, if these are several.
    properties: Vec<String>,
}

impl CertificateFile<'_> {
    /// Writes the certificate as JSON.
    ///
    /// # Errors
    /// If `output` cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let Self { certificate, system, subject, properties } = self;
        write_shared_certificate(certificate, system, subject, properties, output)
    }

    /// Takes over the property of another certificate of the same model that is the same invariant; returns `false` if it is
    /// another one.
    pub fn takes_over(&mut self, other: &Self) -> bool {
        let (Certificate::Languages(own), Certificate::Languages(others)) =
            (self.certificate, other.certificate)
        else {
            return false;
        };
        let is_same = Arc::ptr_eq(own, others);
        if is_same {
            if self.properties.is_empty() {
                self.properties.push(self.subject.property.clone());
            }
            self.properties.push(other.subject.property.clone());
        }
        is_same
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("memory takes it");
        bytes
    }
}

impl SystemSession<'_> {
    /// Records the certificate of an answer.
    pub(super) fn certified(&mut self, task: &Task, certificate: Option<Certificate>) {
        let place = self.place(task.reading);
        let question = task.question.clone();
        let noted = certificate.map(|certificate| Certified { question, place, certificate });
        self.certificates.extend(noted);
    }

    fn certificate(&self, question: &Question, reading: ChannelReading) -> Option<&Certificate> {
        let place = self.place(reading);
        let mut all = self.certificates.iter();
        all.find(|found| found.place == place && found.question == *question)
            .map(|found| &found.certificate)
    }

    /// Returns the certificate of the answer to a task, with the names of `system`; `None` if the answer, or an answer
    /// that it rests on, has none.
    fn certificate_file<'s>(
        &'s self,
        task: &Task,
        (system, subject): (Cow<'s, System>, EvidenceSubject),
    ) -> Option<CertificateFile<'s>> {
        let certificate = self.certificate(&task.question, task.reading)?;
        if certificate.rests_on_rsc() {
            self.certificate(&Question::Rsc, task.reading)?;
        }
        Some(CertificateFile { certificate, system, subject, properties: Vec::new() })
    }

    /// Returns the answers that were asked for, in order, each with its certificate if the property holds and there is
    /// one.
    pub fn certificate_files(
        &self,
    ) -> impl Iterator<Item = (&SystemAnswer, Option<CertificateFile<'_>>)> {
        let asked = self.answers().filter(|(task, _)| task.role != Role::Premise);
        asked.map(|(task, answer)| {
            let file = (answer.verdict == Verdict::Holds)
                .then(|| self.certificate_file(task, self.as_read(task)));
            (answer, file.flatten())
        })
    }

    /// Returns the answer with the result of the independent check, if there is a checker and evidence.
    pub(super) fn confirmed(&mut self, task: &Task, answer: SystemAnswer) -> SystemAnswer {
        let Some(checker) = self.checker else { return answer };
        let evidence = match (witness(&answer), answer.verdict) {
            (Some(witness), Verdict::Violated) => {
                if !self.host.has_room(document_bytes(witness)) {
                    return answer;
                }
                let (system, subject) = self.for_checker(task);
                let document = WitnessDocument::new(&system, witness, subject, &Lines::default());
                serde_json::to_vec(&document).expect("a document is plain data")
            }
            (_, Verdict::Holds) => match self.certificate_file(task, self.for_checker(task)) {
                Some(file) => file.bytes(),
                None => return answer.with_confirmation(Confirmation::None("no certificate")),
            },
            _ => return answer,
        };
        let membership = self.membership_file(task);
        let as_read = || self.loaded.source().map_or("", |source| source.text());
        let text = self.origin.restated().map_or_else(as_read, |restated| &restated.text);
        let model = ("model.scm", text.as_bytes());
        let confirmation = self.controlled(|control| {
            checker.confirm(&evidence, model, membership.as_deref(), control)
        });
        answer.with_confirmation(confirmation)
    }

    /// Returns the file of the certificate of membership that an answer rests on; `None` if it rests on none.
    fn membership_file(&mut self, task: &Task) -> Option<Arc<[u8]>> {
        let reading = task.reading;
        let is_needed = match &task.question {
            // In an RSC system, only synchronous continuations can show that a run ends in a deadlock.
            Question::Safety(SafetyProperty::Deadlock) => true,
            question => self.certificate(question, reading)?.rests_on_rsc(),
        };
        if !is_needed {
            return None;
        }
        if let Some((_, bytes)) = self.membership_files.iter().find(|(of, _)| *of == reading) {
            return Some(Arc::clone(bytes));
        }
        let rsc = Task::rsc(reading);
        let file = self.certificate_file(&rsc, self.for_checker(&rsc))?;
        let bytes: Arc<[u8]> = file.bytes().into();
        self.membership_files.push((reading, Arc::clone(&bytes)));
        Some(bytes)
    }

    /// Returns the system of a task and the subject of evidence for its answer, with the names of the text of the user.
    fn as_read(&self, task: &Task) -> (Cow<'_, System>, EvidenceSubject) {
        let subject = EvidenceSubject {
            property: task.property.clone(),
            channels: task.reading.into(),
            sha256: self.loaded.sha256.clone(),
        };
        (Cow::Borrowed(self.system(task.reading)), subject)
    }

    /// Returns the system of a task and the subject of evidence for its answer, with the names of the text that the
    /// checker is given.
    fn for_checker(&self, task: &Task) -> (Cow<'_, System>, EvidenceSubject) {
        let (system, subject) = self.as_read(task);
        let Some(restated) = self.origin.restated() else { return (system, subject) };
        let property = match task.question {
            Question::Safety(property) => property.name(&restated.system),
            _ => subject.property,
        };
        let sha256 = Some(restated.sha256.clone());
        (task.reading.of(&restated.system), EvidenceSubject { property, sha256, ..subject })
    }
}

/// Returns the memory that a witness takes as JSON before it is written, in bytes.
pub fn document_bytes(witness: &Witness) -> u64 {
    DOCUMENT_STEP * witness.replay().steps().len() as u64
}

/// Returns the witness of an answer, if it has one.
pub fn witness(answer: &SystemAnswer) -> Option<&Witness> {
    answer.found()?.witness()
}
