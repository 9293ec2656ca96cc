//! From an interaction to rows of the report about its automaton.

use serde_json::{Map, Value, json};

use super::made::{Made, Recipe, Unmade};
use super::reading::{Read, lifelines, prepared};
use crate::cli::answers::Desk;
use crate::cli::input::Input;
use crate::cli::interaction_args::{Construction, InteractionReading, Minimisation};
use crate::cli::output::Failure;
use crate::cli::reporter::Reporter;
use crate::cli::session::{Inquiry, Subject};
use scm_check::driver::Loaded;
use scm_check::driver::isolated;
use scm_check::kernel::automata::FiniteAutomaton;
use scm_check::kernel::base::grouped;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::search::Statistics as Counts;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Expectation as ExpectedVerdict;
use scm_check::kernel::verdict::{Effect, Expected, Reason, Verdict};
use scm_check::language::interaction::{Expectation, Model};
use scm_check::model::interaction::{Choice, ExpressionId, Interaction, Refusal};
use scm_check::render::report::ModelSize;
use scm_check::render::report::Row;
use scm_check::render::sentences;
use scm_check::render::sentences::number_of;
use scm_check::render::system::model_section;

/// The property of the automaton's row.
const PROPERTY: &str = "nfa";

/// The counts that a model may state.
const COUNTS: [&str; 3] = ["nfa_states", "minimal_dfa_states", "minimal_nfa_states"];

/// What is asked of each interaction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) recipe: Recipe<'a>,
    pub(crate) reading: &'a InteractionReading,
    /// The lifelines whose letters are erased.
    pub(crate) hide: &'a [String],
    /// Minimise where the interaction states how large the result is.
    pub(crate) as_stated: bool,
}

/// Asks for the automaton of each interaction.
pub(crate) struct NfaInquiry<'a> {
    pub(crate) plan: Plan<'a>,
    pub(crate) read: Read<'a>,
}

impl Inquiry for NfaInquiry<'_> {
    type Model = Model;

    fn read(&self, input: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Model>) {
        self.read.read(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        ModelSize { participants: model.interaction.signature.lifelines().len(), channels: 0 }
    }

    fn answer(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        &Subject { input, loaded, model }: &Subject<'_, Model>,
    ) -> Result<(), Failure> {
        reporter.describe(|| model_section(&loaded.name, None, loaded.source()));
        let mut plan = self.plan;
        let states_dfa = |stated: &Expectation| stated.property == "minimal_dfa_states";
        if plan.as_stated && model.expectations.iter().any(states_dfa) {
            plan.recipe.minimise = Some(Minimisation::Dfa);
        }
        let case = Case { plan, desk, loaded, model };
        let rows = isolated(|| case.rows()).unwrap_or_else(|panic| {
            vec![Row {
                message: format!("internal error: {panic}"),
                hint: Some("please report it, with the model".to_owned()),
                ..case.blank(PROPERTY, Verdict::Unknown(Reason::Crashed))
            }]
        });
        for row in rows {
            reporter.row(input, row)?;
        }
        Ok(())
    }
}

/// One interaction on the desk.
struct Case<'a> {
    plan: Plan<'a>,
    desk: &'a Desk<'a>,
    loaded: &'a Loaded,
    model: &'a Model,
}

impl Case<'_> {
    fn rows(&self) -> Vec<Row> {
        if self.desk.watch.is_raised() {
            let verdict = Verdict::Unknown(Reason::Interrupted);
            return vec![Row { message: "not started".into(), ..self.blank(PROPERTY, verdict) }];
        }
        let interaction = match prepared(self.model, self.plan.reading) {
            Ok(interaction) => interaction,
            Err(message) => return vec![Row { message, ..self.blank(PROPERTY, Verdict::Error) }],
        };
        let hidden = match lifelines(self.plan.hide, &interaction.signature) {
            Ok(hidden) => hidden,
            Err(message) => return vec![Row { message, ..self.blank(PROPERTY, Verdict::Error) }],
        };
        let recipe = self.plan.recipe;
        self.desk.watch.begin(&self.loaded.name, Some(PROPERTY));
        let (made, statistics) = self.desk.searched(&self.loaded.name, PROPERTY, |control| {
            let made = Made::new(&interaction, recipe, &hidden, control);
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
        let mut rows = match made {
            Ok(made) => self.told(&interaction, &made),
            Err(why) => vec![self.refused(why)],
        };
        let engine = match self.plan.recipe.construction {
            Construction::Steps => "steps",
            Construction::Composition => "composition",
        };
        rows[0].engine = Some(engine);
        rows[0].statistics = Some(statistics);
        rows[0].expected = self.expected_verdict();
        let work = self.desk.work(&rows[0]);
        rows[0].summary.extend(work);
        rows.extend(self.unknown_properties());
        rows
    }

    /// Returns whether the model expects that there is an automaton, or none.
    fn expected_verdict(&self) -> Option<ExpectedVerdict> {
        let stated = self.model.expectations.iter().find(|stated| stated.property == PROPERTY)?;
        let verdict = match stated.value.as_str() {
            "refused" | "unknown" => Expected::Unknown,
            _ => Expected::Holds,
        };
        Some(ExpectedVerdict { verdict, effect: Effect::Excuses })
    }

    /// Returns the rows about an automaton.
    fn told(&self, interaction: &Interaction, made: &Made) -> Vec<Row> {
        let metrics = interaction.metrics();
        let terms = self.plan.recipe.terms;
        let mut detail = Map::new();
        let mut put = |key: &str, value: Value| detail.insert(key.to_owned(), value);
        put("nfa_states", json!(made.nfa.len()));
        put("nfa_transitions", json!(made.nfa.transition_count()));
        put("letters", json!(made.alphabet.len()));
        put("deterministic", json!(made.nfa.is_deterministic()));
        put("simplify", json!(terms.simplify.word()));
        put("without_laws", json!(terms.without_law));
        let choice = made.synthesised.as_ref().map(|made| match made.choice {
            Choice::Delayed => "delayed",
            Choice::Immediate => "immediate",
        });
        put("choice", json!(choice));
        let mut counts = vec![("nfa_states", made.nfa.len())];
        let mut message = size(&made.nfa);
        if let (Some(kind), Some(minimal)) = (self.plan.recipe.minimise, &made.minimal) {
            let (states, transitions, word) = match kind {
                Minimisation::Dfa => {
                    ("minimal_dfa_states", "minimal_dfa_transitions", "minimal DFA")
                }
                Minimisation::Nfa if made.is_minimal => {
                    ("minimal_nfa_states", "minimal_nfa_transitions", "minimal NFA")
                }
                Minimisation::Nfa => {
                    ("reduced_nfa_states", "reduced_nfa_transitions", "reduced NFA")
                }
            };
            put(states, json!(minimal.len()));
            put(transitions, json!(minimal.transition_count()));
            message = format!("{message}; {word}: {}", size(minimal));
            counts.push((states, minimal.len()));
        }
        let mut summary = vec![format!(
            "  {}, {}, {}",
            number_of(metrics.lifelines, "lifeline"),
            number_of(metrics.actions, "action"),
            number_of(made.alphabet.len(), "letter"),
        )];
        if self.plan.recipe.minimise == Some(Minimisation::Nfa) && !made.is_minimal {
            summary.push(
                "  reduced by simulation: whether another automaton has fewer states was not found \
                 out"
                .to_owned(),
            );
        }
        let qualifier = match (choice, self.plan.recipe.construction) {
            (Some(choice), _) => format!("simplified {}, choice {choice}", terms.simplify.word()),
            (None, Construction::Composition) => "composed".to_owned(),
            (None, Construction::Steps) => format!("simplified {}", terms.simplify.word()),
        };
        let row = self.blank(PROPERTY, Verdict::Holds);
        let mut rows = vec![Row { detail, qualifier, message, summary, ..row }];
        rows.extend(self.compared(&counts));
        rows
    }

    /// Returns a row for each property that the model states and nobody knows.
    fn unknown_properties(&self) -> Vec<Row> {
        let known = |property: &str| {
            property == PROPERTY || property.starts_with("published_") || COUNTS.contains(&property)
        };
        let stated = self.model.expectations.iter();
        let unknown = stated.filter(|stated| !known(&stated.property));
        let row = |stated: &Expectation| Row {
            message: format!("there is no such property, but {PROPERTY}, {}", COUNTS.join(", ")),
            ..self.blank(&stated.property, Verdict::Error)
        };
        unknown.map(row).collect()
    }

    /// Returns a row for each count that the model states and that was found.
    fn compared(&self, counts: &[(&str, usize)]) -> Vec<Row> {
        let is_plain = self.plan.hide.is_empty()
            && self.plan.reading.remove.is_empty()
            && self.plan.recipe.construction == Construction::Steps;
        let stated = self.model.expectations.iter().filter(|_| is_plain);
        stated
            .filter_map(|stated| {
                let &(_, found) = counts.iter().find(|(name, _)| *name == stated.property)?;
                let meets = stated.value.parse() == Ok(found);
                // Another way to simplify has other counts.
                let is_usual = self.plan.recipe.terms.is_usual() || stated.property.contains("dfa");
                let verdict = if meets { Verdict::Holds } else { Verdict::Violated };
                let title = Some(format!("{} = {}", stated.property, stated.value));
                let message = if meets { String::new() } else { format!("there are {found}") };
                is_usual.then(|| Row { title, message, ..self.blank(&stated.property, verdict) })
            })
            .collect()
    }

    fn refused(&self, why: Unmade) -> Row {
        match why {
            Unmade::Refused(Refusal::Limit(limit)) => Row {
                message: sentences::limit(
                    limit,
                    self.desk.options.max_states,
                    self.desk.watch.limits(),
                ),
                hint: sentences::advice(limit).map(|advice| {
                    advice.replace("nothing was found so far; ", "the automaton is not complete; ")
                }),
                ..self.blank(PROPERTY, Verdict::Unknown(limit.into()))
            },
            Unmade::Refused(Refusal::Unbounded(part, kind)) => Row {
                message: format!(
                    "more and more rounds of {} may be open at once; no finite automaton was found",
                    kind.name()
                ),
                explanation: self.excerpt(part, "this loop does not close"),
                hint: Some(
                    "traces are read on the term: scm-check interaction accepts --by term; \
                     see: scm-check explain loops"
                        .to_owned(),
                ),
                ..self.blank(PROPERTY, Verdict::Unknown(Reason::Bound))
            },
            Unmade::Refused(Refusal::TooMany(most)) => Row {
                message: format!(
                    "it is still open after {} states; each loop closes alone",
                    grouped(most as u64)
                ),
                hint: Some("go on with --max-states N".to_owned()),
                ..self.blank(PROPERTY, Verdict::Unknown(Reason::States))
            },
            Unmade::Part(part, name) => Row {
                message: format!("no operation on automata does what {name} does here"),
                explanation: self.excerpt(part, "its operands overlap in part"),
                hint: Some("make the automaton by --construction steps".to_owned()),
                ..self.blank(PROPERTY, Verdict::Unknown(Reason::Unsupported))
            },
        }
    }

    /// Returns the place of a part in the text.
    fn excerpt(&self, part: ExpressionId, what: &str) -> Vec<String> {
        let Some(source) = self.loaded.source() else { return Vec::new() };
        let Some(span) = self.model.spans.get(part) else { return Vec::new() };
        let line = source.line_of(span.start());
        let text = &source.text()[span.start()..span.end()];
        sentences::excerpt_of(line, text, what, self.desk.width)
    }

    fn blank(&self, property: &str, verdict: Verdict) -> Row {
        Row {
            sha256: self.loaded.sha256.clone(),
            property: Some(property.to_owned()),
            verdict,
            ..Row::unreadable(&self.loaded.name, "")
        }
    }
}

/// Returns how large an automaton is.
fn size(automaton: &FiniteAutomaton) -> String {
    format!(
        "{}, {}",
        number_of(automaton.len(), "state"),
        number_of(automaton.transition_count(), "transition")
    )
}
