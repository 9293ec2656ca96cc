//! Answers about the automata of interactions.

use check::EngineName;
use std::sync::Arc;

use super::lifelines::{lifelines, without_lifelines};
use super::{
    Construction, DfaAlgorithm, Minimisation, Synthesis, SynthesisError, SynthesisOptions,
    refusal_reason,
};
use crate::choreography::{
    NOT_TOLD, RACE, is_of_orders, is_property_of_messages, missing_part, names_of_messages,
};
use crate::lack::KnownProperties;
use crate::level::{AUTOMATON as PROPERTY, AUTOMATON_SIZES as COUNTS};
use crate::{
    Answer, AnswerSubject, Finding, Host, Lack, Loaded, Role, SearchRequest, guarded, searched,
};
use kernel::search::Statistics as Counts;
use kernel::verdict::{Effect, Expectation as ExpectedVerdict, Expected, Reason, Verdict};
use language::interaction::{Expectation, Model};
use model::interaction::Metrics;

/// Beginning of the names of counts from the literature, which are not compared.
const PUBLISHED: &str = "published_";

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
    /// A count of states that the model states and that was not computed.
    Uncounted,
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

/// Returns the names of the properties of the automaton of an interaction: whether there is one, and the counts that the
/// model states.
pub fn automaton_properties(model: &Model) -> Vec<&'static str> {
    let is_stated = |name: &&str| model.expectations.iter().any(|stated| stated.property == *name);
    [PROPERTY].into_iter().chain(COUNTS.into_iter().filter(is_stated)).collect()
}

/// Returns those of the names that are asked for that a diagram does not have: of properties of its automaton it has those
/// that it states, and the automaton itself.
pub fn lacks(model: &Model, asked: &[String]) -> Vec<Lack> {
    let of_automaton = automaton_properties(model);
    let signature = &model.interaction.signature;
    let of_orders = [RACE, NOT_TOLD].map(str::to_owned);
    let of_messages = names_of_messages().chain(of_orders);
    let of_messages = of_messages.map(|name| name.replace("PARTICIPANT", "LIFELINE"));
    let automaton = of_automaton.iter().map(|&name| name.to_owned());
    let known = KnownProperties { kind: "diagrams", names: of_messages.chain(automaton).collect() };
    known.lacks(asked, |name| {
        let is_known =
            of_automaton.contains(&name) || is_property_of_messages(name) || is_of_orders(name);
        if is_known {
            let lifelines = signature.lifelines().iter().map(String::as_str);
            let messages = signature.messages().iter().map(String::as_str);
            missing_part(name, ("lifeline", lifelines), messages)
        } else if COUNTS.contains(&name) {
            Some("it is a size that the diagram does not state".to_owned())
        } else {
            Some(known.unknown(name))
        }
    })
}

/// Returns the names of the properties of its messages on which an interaction states verdicts.
pub fn stated_of_messages(model: &Model) -> impl Iterator<Item = &str> {
    let stated = model.expectations.iter().filter(|stated| is_about_messages(stated));
    stated.map(|stated| stated.property.as_str())
}

/// Returns `true` if an answer that an interaction states is a verdict on its messages.
pub fn is_about_messages(stated: &Expectation) -> bool {
    let name = &stated.property;
    let is_known = is_property_of_messages(name) || is_of_orders(name);
    is_known && Expected::with_word(&stated.value).is_some()
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
                let mut counts = self.compared(&found);
                counts.extend(self.uncounted(
                    &counts,
                    Reason::Unsupported,
                    InteractionFinding::Uncounted,
                ));
                (Verdict::Holds, InteractionFinding::Automaton(Arc::new(found)), counts)
            }
            Err(why) => {
                let reason = match why {
                    SynthesisError::Refused(refusal) => refusal_reason(refusal),
                    SynthesisError::Part(..) => Reason::Unsupported,
                };
                let finding = InteractionFinding::Refused(why);
                let counts = self.uncounted(&[], reason, finding.clone());
                (Verdict::Unknown(reason), finding, counts)
            }
        };
        let engine = match options.construction {
            Construction::Steps => EngineName::Steps,
            Construction::Composition => EngineName::Composition,
        };
        let answer = Answer {
            engine: Some(engine),
            statistics: Some(statistics),
            expected,
            ..Answer::new(subject, verdict, Finding::Found(finding))
        };
        std::iter::once(answer).chain(counts).chain(self.mistaken()).collect()
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

    /// Returns an answer for each statement of the model that is none: its property is unknown to this program, or its
    /// value is none of the property.
    fn mistaken(&self) -> impl Iterator<Item = Answer<InteractionFinding>> {
        let stated = self.model.expectations.iter();
        stated.filter_map(|Expectation { property, value, .. }| {
            let why = if property.starts_with(PUBLISHED) {
                return None;
            } else if !is_property_of_messages(property) {
                lacks(self.model, std::slice::from_ref(property)).pop()?.why
            } else if Expected::with_word(value).is_none() {
                let words = Expected::ALL.map(Expected::word).join(", ");
                format!("`{value}` is no verdict, but {words}")
            } else {
                // It is compared where the question is asked.
                return None;
            };
            Some(Answer::mistaken(self.subject(property), why))
        })
    }

    /// Returns an answer for each count that the model states and that is not among the computed ones, where the
    /// statements of the model are compared.
    fn uncounted(
        &self,
        computed: &[Answer<InteractionFinding>],
        reason: Reason,
        finding: InteractionFinding,
    ) -> Vec<Answer<InteractionFinding>> {
        let is_computed = |name: &String| {
            computed.iter().any(|answer| answer.subject.property.as_ref() == Some(name))
        };
        let stated = self.model.expectations.iter().map(|stated| &stated.property);
        let stated = stated.filter(|name| COUNTS.contains(&name.as_str()) && !is_computed(name));
        let answer = |name: &String| {
            let finding = Finding::Found(finding.clone());
            Answer::new(self.subject(name), Verdict::Unknown(reason), finding)
        };
        stated.filter(|_| self.options.minimises_as_stated).map(answer).collect()
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
        self.loaded.subject(property)
    }
}
