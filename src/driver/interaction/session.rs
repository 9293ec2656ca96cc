//! Answers about the automata of interactions.

use std::sync::Arc;

use super::lifelines::{lifelines, without_lifelines};
use super::{
    Construction, DfaAlgorithm, Minimisation, Synthesis, SynthesisError, SynthesisOptions,
    refusal_reason,
};
use crate::choreography::is_property_of_messages;
use crate::level::{AUTOMATON as PROPERTY, AUTOMATON_SIZES as COUNTS};
use crate::{Answer, AnswerSubject, Finding, Host, Loaded, Role, SearchRequest, guarded, searched};
use kernel::search::Statistics as Counts;
use kernel::verdict::{Effect, Expectation as ExpectedVerdict, Expected, Reason, Verdict};
use language::interaction::{Expectation, Model};
use model::interaction::Metrics;

/// Options for questions about the automaton of each interaction.
#[derive(Clone, Debug)]
pub struct AutomatonOptions<'a> {
    /// How the automaton is made.
    pub synthesis: SynthesisOptions,
    /// The lifelines that are removed from the interaction first.
    pub remove: &'a [String],
    /// The lifelines whose letters are erased from the automaton.
    pub hide: &'a [String],
    /// Whether the automaton is minimised where the interaction states the size of the result.
    pub minimises_as_stated: bool,
    /// Role of the answer about the automaton of an interaction that states no answer.
    pub unstated: Role,
}

/// Result of a question about the automaton of an interaction.
#[derive(Clone, Debug)]
pub enum InteractionFinding {
    /// The automaton.
    Automaton(Arc<SynthesisFinding>),
    /// No automaton was made, for this reason.
    Refused(SynthesisError),
    /// A count of states that the model states.
    Count {
        /// The stated value.
        stated: String,
        /// The computed value.
        found: usize,
    },
}

/// An automaton, and how it was made.
#[derive(Clone, Debug)]
pub struct SynthesisFinding {
    /// The automaton.
    pub synthesis: Synthesis,
    /// Options for making it.
    pub options: SynthesisOptions,
    /// The size of the interaction.
    pub metrics: Metrics,
}

impl SynthesisFinding {
    /// Returns the counts of states that were computed, with their names.
    fn counts(&self) -> Vec<(&'static str, usize)> {
        let minimal = self.options.minimise.zip(self.synthesis.minimal.as_ref());
        let minimal = minimal.map(|(kind, minimal)| match kind {
            Minimisation::Dfa(_) => ("minimal_dfa_states", minimal.len()),
            Minimisation::Nfa if self.synthesis.is_minimal => ("minimal_nfa_states", minimal.len()),
            Minimisation::Nfa => ("reduced_nfa_states", minimal.len()),
        });
        [("nfa_states", self.synthesis.nfa.len())].into_iter().chain(minimal).collect()
    }
}

/// Returns the answers about the automaton of an interaction, and about the statements of the model on it.
pub fn automaton_answers(
    host: &dyn Host,
    loaded: &Loaded,
    model: &Model,
    options: &AutomatonOptions<'_>,
) -> Vec<Answer<InteractionFinding>> {
    let mut options = options.clone();
    let states_dfa = |stated: &Expectation| stated.property == "minimal_dfa_states";
    if options.minimises_as_stated && model.expectations.iter().any(states_dfa) {
        options.synthesis.minimise = Some(Minimisation::Dfa(DfaAlgorithm::Hopcroft));
    }
    let session = Session { host, loaded, model, options };
    guarded(host, session.subject(PROPERTY), || session.answers())
        .unwrap_or_else(|answer| vec![*answer])
}

/// One interaction, with the options for it.
struct Session<'a> {
    host: &'a dyn Host,
    loaded: &'a Loaded,
    model: &'a Model,
    options: AutomatonOptions<'a>,
}

impl Session<'_> {
    fn answers(&self) -> Vec<Answer<InteractionFinding>> {
        let expected = self.expected_verdict();
        let role = expected.map_or(self.options.unstated, |_| Role::Answer);
        let subject = AnswerSubject { role, ..self.subject(PROPERTY) };
        let prepared = without_lifelines(self.model, self.options.remove).and_then(|interaction| {
            Ok((lifelines(self.options.hide, &interaction.signature)?, interaction))
        });
        let (hidden, interaction) = match prepared {
            Ok(prepared) => prepared,
            Err(why) => return vec![Answer::mistaken(subject, why.to_string())],
        };
        let options = &self.options.synthesis;
        self.host.begin(&subject);
        let search = SearchRequest::new(&self.loaded.name, PROPERTY);
        let (made, statistics) = searched(self.host, &search, |control| {
            let made = Synthesis::new(&interaction, options, &hidden, control);
            let counts = made.as_ref().map_or_else(
                |_| Counts { states: control.progress.states(), ..Counts::default() },
                |made| Counts {
                    states: made.nfa.len() as u64,
                    transitions: made.nfa.transition_count() as u64,
                    ..Counts::default()
                },
            );
            (made, counts)
        });
        let (verdict, finding, counts) = match made {
            Ok(synthesis) => {
                let (options, metrics) = (options.clone(), interaction.metrics());
                let found = SynthesisFinding { synthesis, options, metrics };
                let counts = self.compared(&found);
                (Verdict::Holds, InteractionFinding::Automaton(Arc::new(found)), counts)
            }
            Err(why) => {
                let reason = match why {
                    SynthesisError::Refused(refusal) => refusal_reason(refusal),
                    SynthesisError::Part(..) => Reason::Unsupported,
                };
                (Verdict::Unknown(reason), InteractionFinding::Refused(why), Vec::new())
            }
        };
        let engine = match options.construction {
            Construction::Steps => "steps",
            Construction::Composition => "composition",
        };
        let answer = Answer {
            engine: Some(engine),
            statistics: Some(statistics),
            expected,
            ..Answer::new(subject, verdict, Finding::Found(finding))
        };
        let unknown = self.unknown_properties();
        std::iter::once(answer).chain(counts).chain(unknown).collect()
    }

    /// Returns whether the model expects an automaton or the refusal to make one.
    fn expected_verdict(&self) -> Option<ExpectedVerdict> {
        let stated = self.model.expectations.iter().find(|stated| stated.property == PROPERTY)?;
        let verdict = match stated.value.as_str() {
            "refused" | "unknown" => Expected::Unknown,
            _ => Expected::Holds,
        };
        Some(ExpectedVerdict { verdict, effect: Effect::Excuses })
    }

    /// Returns an answer for each property that the model states and that is unknown to this program.
    fn unknown_properties(&self) -> impl Iterator<Item = Answer<InteractionFinding>> {
        let known = |property: &str| {
            property == PROPERTY
                || property.starts_with("published_")
                || COUNTS.contains(&property)
                // These are compared where they are asked.
                || is_property_of_messages(property)
        };
        let stated = self.model.expectations.iter();
        stated.filter(move |stated| !known(&stated.property)).map(|stated| {
            let why = format!("there is no such property, but {PROPERTY}, {}", COUNTS.join(", "));
            Answer::mistaken(self.subject(&stated.property), why)
        })
    }

    /// Returns an answer for each count that the model states and that was computed.
    fn compared(&self, found: &SynthesisFinding) -> Vec<Answer<InteractionFinding>> {
        let is_plain = self.options.hide.is_empty()
            && self.options.remove.is_empty()
            && self.options.synthesis.construction == Construction::Steps;
        let counts = found.counts();
        let stated = self.model.expectations.iter().filter(|_| is_plain);
        stated
            .filter_map(|stated| {
                let &(_, found) = counts.iter().find(|(name, _)| *name == stated.property)?;
                // Other simplifications give other counts.
                let is_comparable =
                    self.options.synthesis.terms.is_default() || stated.property.contains("dfa");
                let verdict = if stated.value.parse() == Ok(found) {
                    Verdict::Holds
                } else {
                    Verdict::Violated
                };
                let finding = InteractionFinding::Count { stated: stated.value.clone(), found };
                is_comparable.then(|| {
                    Answer::new(self.subject(&stated.property), verdict, Finding::Found(finding))
                })
            })
            .collect()
    }

    fn subject(&self, property: &str) -> AnswerSubject {
        self.loaded.subject(property, "as written")
    }
}
