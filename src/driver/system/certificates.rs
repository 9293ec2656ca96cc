//! Certificates of answers about systems, and the independent check of their evidence.

use std::io::{self, Write};
use std::sync::Arc;

use super::{ChannelReading, Question, SystemAnswer, SystemSession, Task};
use crate::{Confirmation, Role};
use kernel::verdict::Verdict;
use language::evidence::{EvidenceSubject, WitnessDocument, write_shared_certificate};
use model::cfsm::System;
use model::evidence::{Certificate, Witness};

/// A certificate with the task that it answers.
#[derive(Debug)]
pub(super) struct Certified {
    question: Question,
    /// Number of the system.
    place: usize,
    certificate: Certificate,
}

/// Memory that a step of a witness takes as JSON before it is written, in bytes.
const DOCUMENT_STEP: u64 = 1_300;

/// A certificate as a file.
#[derive(Clone, Debug)]
pub struct CertificateFile<'a> {
    certificate: &'a Certificate,
    system: &'a System,
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

    /// Returns the certificate of the answer to a task; `None` if the answer, or an answer that it rests on, has none.
    pub fn certificate_file(&self, task: &Task) -> Option<CertificateFile<'_>> {
        let certificate = self.certificate(&task.question, task.reading)?;
        if certificate.rests_on_rsc() {
            self.certificate(&Task::rsc(task.reading).question, task.reading)?;
        }
        let system = self.system(task.reading);
        let (subject, properties) = (self.evidence_subject(task), Vec::new());
        Some(CertificateFile { certificate, system, subject, properties })
    }

    /// Returns the answers that were asked for, in order, each with its certificate if the property holds and there is
    /// one.
    pub fn certificate_files(
        &self,
    ) -> impl Iterator<Item = (&SystemAnswer, Option<CertificateFile<'_>>)> {
        let asked = self.answers().filter(|(task, _)| task.role == Role::Answer);
        asked.map(|(task, answer)| {
            let file = (answer.verdict == Verdict::Holds).then(|| self.certificate_file(task));
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
                let context = self.context(task);
                let lines = context.loaded.lines(context.model);
                let subject = self.evidence_subject(task);
                let document = WitnessDocument::new(context.system, witness, subject, &lines);
                serde_json::to_vec(&document).expect("a document is plain data")
            }
            (_, Verdict::Holds) => match self.certificate_file(task) {
                Some(file) => file.bytes(),
                None => return answer.with_confirmation(Confirmation::None("no certificate")),
            },
            _ => return answer,
        };
        let membership = self.membership_file(task);
        let text = self.loaded.source().map_or("", |source| source.text());
        let model = ("model.scm", text.as_bytes());
        let confirmation = self.controlled(|control| {
            checker.confirm(&evidence, model, membership.as_deref(), control)
        });
        answer.with_confirmation(confirmation)
    }

    /// Returns the file of the certificate of membership that an answer rests on; `None` if it rests on none.
    fn membership_file(&mut self, task: &Task) -> Option<Arc<[u8]>> {
        let reading = task.reading;
        if !self.certificate(&task.question, reading)?.rests_on_rsc() {
            return None;
        }
        if let Some((_, bytes)) = self.membership_files.iter().find(|(of, _)| *of == reading) {
            return Some(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = self.certificate_file(&Task::rsc(reading))?.bytes().into();
        self.membership_files.push((reading, Arc::clone(&bytes)));
        Some(bytes)
    }

    /// Returns the subject of the evidence for the answer to a task, as it is written to files.
    pub fn evidence_subject(&self, task: &Task) -> EvidenceSubject {
        EvidenceSubject {
            property: task.property.clone(),
            channels: task.reading.word(),
            sha256: self.loaded.sha256.clone(),
        }
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
