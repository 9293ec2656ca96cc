//! Where evidence comes from: what the checks say of random systems, written down.

use crate::support::bad_specifications::{file, random_bad};
use crate::support::cases::{BOUNDS, system_of};
use crate::support::reachability_engines::beyond_rsc;
use oracle::configurations::{Loss, explore};
use oracle::evidence::Model;
use oracle::evidence_certificate::sha256;
use scm_check::internals::check::EngineName;
use scm_check::internals::check::reachability::{self, Configurations, Premise};
use scm_check::internals::check::{membership, safety};
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::evidence::write_certificate;
use scm_check::internals::language::evidence::{EvidenceSubject, WitnessDocument};
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::{ChannelKind, SafetyProperty, System};
use scm_check::internals::model::choreography::ChannelChoice;
use scm_check::internals::model::evidence::{Certificate, EvidenceRequest, Lines, Witness};
use serde_json::Value;

/// How many specifications each model has.
const SPECIFICATIONS: usize = 3;
/// The most states of a search: what is larger is not looked at.
const STATES: u64 = 1_000;

/// A random model as a file.
pub(crate) struct Sample {
    pub(crate) seed: u64,
    pub(crate) text: String,
    pub(crate) model: system::Model,
    pub(crate) sha256: String,
}

/// A file with evidence, and one with what it rests on.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// The property, without its number or argument.
    pub(crate) kind: String,
    pub(crate) file: Value,
    pub(crate) membership: Option<Value>,
}

impl Sample {
    /// The model of a seed.
    pub(crate) fn of(seed: u64) -> Self {
        Self::of_system(seed, &system_of(seed))
    }

    /// The model of a seed, most of which are not RSC.
    pub(crate) fn beyond_rsc(seed: u64) -> Self {
        Self::of_system(seed, &beyond_rsc(seed).0)
    }

    fn of_system(seed: u64, system: &System) -> Self {
        let exploration = explore(system, Loss::OnTheWay, BOUNDS);
        let mut numbers = Random::new(!seed);
        let drawn = (0..SPECIFICATIONS).map(|_| random_bad(system, &exploration, &mut numbers));
        let text = file(system, &drawn.collect::<Vec<_>>());
        Self { seed, ..Self::read(&text).unwrap_or_else(|| panic!("not read:\n{text}")) }
    }

    /// The model of a file, if it is one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let model = scm::read(&Source::new("model.scm", text)).model?;
        Some(Self { seed: 0, text: text.to_owned(), model, sha256: sha256(text.as_bytes()) })
    }

    /// What evidence is judged by.
    pub(crate) fn judged(&self) -> Model<'_> {
        Model { system: &self.model.system, bad: &self.model.bad, sha256: &self.sha256 }
    }

    /// What the checks answer, in a reading of the channels that the seed determines: witnesses
    /// and certificates.
    pub(crate) fn evidence(&self) -> (Vec<Evidence>, Vec<Evidence>) {
        let channels = match self.seed % 5 {
            0 => "fifo",
            1 => "bag",
            _ => "as written",
        };
        self.evidence_by(channels, STATES)
    }

    /// What the checks answer in a reading of the channels, by searches of so many states.
    pub(crate) fn evidence_by(
        &self,
        channels: &'static str,
        states: u64,
    ) -> (Vec<Evidence>, Vec<Evidence>) {
        let as_written = self.model.system.clone();
        let system = match channels {
            "fifo" => as_written.with_channels(ChannelKind::Fifo),
            "bag" => as_written.with_channels(ChannelKind::Bag),
            _ => as_written,
        };
        Answers::new(self, channels, &system, states).of_all_questions()
    }
}

/// The answers to all questions about one system.
struct Answers<'a> {
    sample: &'a Sample,
    channels: &'static str,
    system: &'a System,
    lines: Lines,
    control: Control,
    /// The certificate that the system is RSC.
    membership: Option<Value>,
    witnesses: Vec<Evidence>,
    certificates: Vec<Evidence>,
}

impl<'a> Answers<'a> {
    fn new(sample: &'a Sample, channels: &'static str, system: &'a System, states: u64) -> Self {
        let lines = |automaton: &scm_check::internals::model::cfsm::CommunicatingAutomaton| {
            let transitions = automaton.transitions().ids();
            transitions.zip(1..).map(|(_, line)| Some(line)).collect()
        };
        let transitions = system.automata().iter().map(lines).collect();
        Self {
            sample,
            channels,
            system,
            lines: Lines { file: "random.scm".to_owned(), transitions },
            control: Control { max_states: Some(states), ..Control::unlimited() },
            membership: None,
            witnesses: Vec::new(),
            certificates: Vec::new(),
        }
    }

    fn subject(&self, property: &str) -> EvidenceSubject {
        EvidenceSubject {
            property: property.to_owned(),
            channels: ChannelChoice::with_word(self.channels).unwrap(),
            sha256: Some(self.sample.sha256.clone()),
        }
    }

    fn witness(&mut self, property: &str, witness: &Witness) {
        let subject = self.subject(property);
        let document = WitnessDocument::new(self.system, witness, subject, &self.lines);
        self.witnesses.push(Evidence {
            kind: kind(property),
            file: serde_json::to_value(document).unwrap(),
            membership: None,
        });
    }

    fn certificate(&mut self, property: &str, certificate: &Certificate) {
        let subject = self.subject(property);
        let mut written = Vec::new();
        write_certificate(certificate, self.system, &subject, &mut written).unwrap();
        let file: Value = serde_json::from_slice(&written).unwrap();
        if property == "rsc" {
            self.membership = Some(file.clone());
        }
        let membership = self.membership.clone().filter(|_| certificate.rests_on_rsc());
        self.certificates.push(Evidence { kind: kind(property), file, membership });
    }

    fn of_all_questions(mut self) -> (Vec<Evidence>, Vec<Evidence>) {
        let (answer, certificate) = membership::certify(self.system, &self.control);
        let premise = match answer.outcome {
            membership::Outcome::Holds(proof) => match certificate {
                Some(certificate) => {
                    self.certificate("rsc", &certificate);
                    Premise::Rsc(proof)
                }
                // It was shown for each connected component; together they are too many for the limit.
                None => Premise::BugsOnly,
            },
            membership::Outcome::Violated(witness) => {
                self.witness("rsc", &witness);
                Premise::BugsOnly
            }
            membership::Outcome::Unknown(_) => Premise::BugsOnly,
        };
        let configurations = Configurations::new(self.system);
        let wanted = EvidenceRequest::Certificate;
        let engine = reachability::Engine::Auto;
        for (number, bad) in (1..).zip(&self.sample.model.bad) {
            let control = &self.control;
            let answer =
                reachability::certify_in(&configurations, bad, premise, engine, wanted, control);
            self.answer(&format!("bad_states/{number}"), answer);
        }
        for property in SafetyProperty::all(self.system) {
            let control = &self.control;
            let answer =
                safety::certify_in(&configurations, property, premise, engine, wanted, control);
            self.answer(&property.name(self.system), answer);
        }
        (self.witnesses, self.certificates)
    }

    fn answer(&mut self, name: &str, answer: (reachability::Answer, Option<Certificate>)) {
        match answer {
            // What rests on completions or on bounded channels has no certificate, and continuations without end.
            (
                reachability::Answer {
                    engine: EngineName::Completions | EngineName::Multiparty,
                    ..
                },
                _,
            ) => {}
            (reachability::Answer { outcome: reachability::Outcome::Violated(witness), .. }, _) => {
                self.witness(name, &witness);
            }
            // Who can always leave alone is never stuck: there is no form of certificates for that.
            (_, None) if kind(name) == "stuck" => {}
            (
                reachability::Answer { outcome: reachability::Outcome::Holds(_), .. },
                certificate,
            ) => {
                self.certificate(name, &certificate.expect("nothing is assumed"));
            }
            _ => {}
        }
    }
}

/// A property without its number or argument.
pub(crate) fn kind(property: &str) -> String {
    property.split(['/', '(']).next().expect("a name").to_owned()
}
