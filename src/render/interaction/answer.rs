//! Answers about the automata of interactions as rows.

use serde_json::json;

use crate::report::{Details, Row, RowStyle};
use crate::sentences::{self, advice_after, limit, number_of, shell_word};
use driver::interaction::{
    Construction, InteractionFinding, Minimisation, SynthesisError, SynthesisFinding,
};
use driver::{Answer, Finding, Loaded};
use kernel::automata::FiniteAutomaton;
use kernel::base::grouped;
use kernel::verdict::Verdict;
use language::interaction::Model;
use model::interaction::{Choice, ExpressionId, Refusal, RewriteRule};

/// Returns the row of an answer about the automaton of an interaction, or about a statement of the model.
pub fn interaction_row(
    answer: &Answer<InteractionFinding>,
    (loaded, model): (&Loaded, &Model),
    style: &RowStyle,
) -> Row {
    let mut row = Row::from_answer(answer);
    row.text.topic = Some("interactions");
    match &answer.finding {
        Finding::Found(InteractionFinding::Automaton(found)) => automaton(row, found, style),
        Finding::Found(InteractionFinding::Refused(why)) => {
            refused(row, *why, (loaded, model), style)
        }
        Finding::Found(InteractionFinding::Count { stated, found }) => {
            let property = answer.subject.property.as_deref().unwrap_or_default();
            let message = match answer.verdict {
                Verdict::Holds => String::new(),
                _ => format!("there are {found}"),
            };
            row.text.topic = None;
            Row { title: Some(format!("{property} = {stated}")), message, ..row }
        }
        Finding::Found(InteractionFinding::Uncounted) => {
            row.text.topic = None;
            let name = shell_word(&answer.subject.model);
            row.text.hint = Some(format!("see: scm-check interaction nfa --minimise {name}"));
            Row { message: "not counted".to_owned(), ..row }
        }
        finding => row.without_finding(finding, "the model", style),
    }
}

/// Describes an automaton.
fn automaton(mut row: Row, found: &SynthesisFinding, style: &RowStyle) -> Row {
    let SynthesisFinding { synthesis, options, metrics } = found;
    let terms = &options.terms;
    let choice = synthesis.synthesised.as_ref().map(|made| match made.choice {
        Choice::Delayed => "delayed",
        Choice::Immediate => "immediate",
    });
    let without_laws = terms.without_laws.iter().copied().map(RewriteRule::word);
    let mut details = json!({
        "nfa_states": synthesis.nfa.len(),
        "nfa_transitions": synthesis.nfa.transition_count(),
        "letters": synthesis.alphabet.len(),
        "deterministic": synthesis.nfa.is_deterministic(),
        "simplify": terms.simplification.word(),
        "without_laws": without_laws.collect::<Vec<_>>(),
        "choice": choice,
    });
    let mut message = size(&synthesis.nfa);
    if let (Some(kind), Some(minimal)) = (options.minimise, &synthesis.minimal) {
        let (name, word) = match kind {
            Minimisation::Dfa(_) => ("minimal_dfa", "minimal DFA"),
            Minimisation::Nfa if synthesis.is_minimal => ("minimal_nfa", "minimal NFA"),
            Minimisation::Nfa => ("reduced_nfa", "reduced NFA"),
        };
        details[format!("{name}_states")] = json!(minimal.len());
        details[format!("{name}_transitions")] = json!(minimal.transition_count());
        message = format!("{message}; {word}: {}", size(minimal));
    }
    row.text.summary.push(format!(
        "  {}, {}, {}",
        number_of(metrics.lifelines, "lifeline"),
        number_of(metrics.actions, "action"),
        number_of(synthesis.alphabet.len(), "letter"),
    ));
    if options.minimise == Some(Minimisation::Nfa) && !synthesis.is_minimal {
        let why = "  reduced by simulation: whether another automaton has fewer states was not found \
                   out";
        row.text.summary.push(why.to_owned());
    }
    let qualifier = match (choice, options.construction) {
        (Some(choice), _) => {
            format!("simplified {}, choice {choice}", terms.simplification.word())
        }
        (None, Construction::Composition) => "composed".to_owned(),
        (None, Construction::Steps) => format!("simplified {}", terms.simplification.word()),
    };
    row.text.summary.extend(row.work(style));
    Row { details: Details::Fields(details), qualifier, message, ..row }
}

/// Returns `true` if a part is a loop of a diagram that does not say of which kind it is.
fn is_drawn_loop(loaded: &Loaded, model: &Model, part: ExpressionId) -> bool {
    let Some((source, span)) = loaded.source().zip(model.spans.get(part)) else { return false };
    let label = source.text()[span.start()..].strip_prefix("loop");
    label.is_some_and(|label| {
        label.starts_with(char::is_whitespace) && !label.trim_start().starts_with("loop")
    })
}

/// Describes the reason why there is no automaton.
fn refused(
    mut row: Row,
    why: SynthesisError,
    (loaded, model): (&Loaded, &Model),
    style: &RowStyle,
) -> Row {
    let excerpt = |part: ExpressionId, what: &str| {
        let (Some(source), Some(span)) = (loaded.source(), model.spans.get(part)) else {
            return Vec::new();
        };
        let text = &source.text()[span.start()..span.end()];
        sentences::excerpt(source.line_of(span.start()), text, what, style.text.width)
    };
    row.text.summary.extend(row.work(style));
    match why {
        SynthesisError::Refused(Refusal::Limit(reached)) => {
            row.message = limit(reached, style.max_states, &style.limits);
            row.text.hint = advice_after("the automaton is not complete", reached);
        }
        SynthesisError::Refused(why @ Refusal::Unbounded(part, _)) => {
            row.message = format!("{why}; no finite automaton was found");
            row.text.explanation = excerpt(part, "this loop does not close");
            row.text.hint = Some(format!(
                "{}traces are read on the term: scm-check interaction accepts --by term {} TRACE; see: scm-check \
                 explain loops",
                if is_drawn_loop(loaded, model, part) { "--loops strict closes it; " } else { "" },
                shell_word(&loaded.name),
            ));
        }
        SynthesisError::Refused(Refusal::TooMany(states)) => {
            let states = grouped(states as u64);
            row.message = format!("it is still open after {states} states; each loop closes alone");
            row.text.hint = Some("go on with --max-states N".to_owned());
        }
        SynthesisError::Part(part, _) => {
            row.message = why.to_string();
            row.text.explanation = excerpt(part, "its operands overlap in part");
            row.text.hint = Some("make the automaton by --construction steps".to_owned());
        }
    }
    row
}

/// Returns the size of an automaton in words.
fn size(automaton: &FiniteAutomaton) -> String {
    format!(
        "{}, {}",
        number_of(automaton.len(), "state"),
        number_of(automaton.transition_count(), "transition")
    )
}
