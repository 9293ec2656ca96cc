//! Diagrams read as choreographies, and the projections of these as systems.

use super::lines::first_places;
use super::races::untold;
use super::{ChannelWords as _, ChoreographyFinding, is_of_orders, is_property};
use crate::lack::is_of_systems;
use crate::{Answer, Finding, Host, Loaded, SearchRequest, searched};
use kernel::base::IndexVec;
use kernel::diagnostics::Diagnostic;
use kernel::search::Statistics as Counts;
use kernel::source::Span;
use kernel::verdict::{Effect, Expectation as ExpectedVerdict, Expected, Verdict};
use language::choreography::{ChoiceFrame, ChoiceKind};
use language::interaction::codes;
use language::reading::Expectation;
use language::{choreography, interaction, scm};
use model::cfsm::{ChannelKind, Label, System};
use model::choreography::{Architecture, ChannelChoice, Description};
use model::interaction::{Expression, Operator, ProjectionRefusal, Refusal};

/// Returns the choreography of the messages of a diagram, whose transitions have the places of the arrows.
///
/// # Errors
/// If it has no finite automaton, or a limit is reached.
///
/// # Panics
/// If [`no_choreography`] has a reason.
pub fn choreography_of(
    host: &dyn Host,
    loaded: &Loaded,
    diagram: &interaction::Model,
) -> Result<choreography::Model, Refusal> {
    let search = SearchRequest::new(&loaded.name, "choreography");
    let name: String = loaded.name.chars().filter(|c| c.is_alphanumeric()).collect();
    let (made, _) = searched(host, &search, |control| {
        let made = diagram.interaction.choreography_with_origins(&name, control);
        (made, Counts::default())
    });
    let (description, parts) = made.map_err(|refusal| match refusal {
        ProjectionRefusal::Synthesis(refusal) => refusal,
        other => unreachable!("the parts were looked at before: {other}"),
    })?;
    Ok(choreography::Model {
        description,
        expectations: stated(diagram, is_property),
        remarks: Vec::new(),
        edges: parts.iter().map(|&part| diagram.spans[part]).collect(),
        structure: None,
        frames: Some(frames(diagram)),
        unmade: None,
    })
}

/// Returns the choreography of a diagram for which none was made, for this reason: it has no transitions.
pub fn unmade(diagram: &interaction::Model, why: String) -> choreography::Model {
    choreography::Model {
        description: Description {
            name: String::new(),
            participants: IndexVec::new(),
            messages: IndexVec::new(),
            buffers: IndexVec::new(),
            architecture: Architecture::Free,
            kind: ChannelKind::Fifo,
            states: IndexVec::new(),
            initial: None,
            edges: IndexVec::new(),
            finals: Vec::new(),
        },
        expectations: stated(diagram, is_property),
        remarks: Vec::new(),
        edges: IndexVec::new(),
        structure: None,
        frames: Some(Vec::new()),
        unmade: Some(why),
    }
}

/// Returns the frames of a diagram in which something is chosen, outer ones first.
fn frames(diagram: &interaction::Model) -> Vec<ChoiceFrame> {
    let parts = diagram.interaction.parts.enumerate();
    let frames = parts.filter_map(|(id, part)| {
        let kind = match part {
            Expression::Loop(..) => ChoiceKind::Loop,
            Expression::Optional(_) => ChoiceKind::Optional,
            Expression::Compound(Operator::Alt, _) => ChoiceKind::Alternatives,
            _ => return None,
        };
        let branches = part.operands().iter().map(|&operand| diagram.spans[operand]).collect();
        Some(ChoiceFrame { kind, place: diagram.spans[id], branches })
    });
    let mut frames: Vec<ChoiceFrame> = frames.collect();
    // Operands come before the parts that contain them.
    frames.reverse();
    frames
}

/// Returns the answers that a diagram states about properties with such names.
pub(super) fn stated(
    diagram: &interaction::Model,
    is_wanted: fn(&str) -> bool,
) -> Vec<Expectation> {
    let stated = diagram.expectations.iter().filter(|stated| is_wanted(&stated.property));
    let stated = stated.filter_map(|stated| {
        let verdict = Expected::of_word(&stated.value)?;
        Some(Expectation { property: stated.property.clone(), variant: Vec::new(), verdict })
    });
    stated.collect()
}

/// Returns `true` for the names of properties of the projections of diagrams; those that choreographies have, too, are
/// theirs.
pub fn is_of_projections(name: &str) -> bool {
    !is_property(name) && is_of_systems(name)
}

/// Returns `true` for the names of properties of the messages of diagrams.
pub fn is_property_of_messages(name: &str) -> bool {
    is_property(name) || is_of_projections(name) || is_of_orders(name)
}

/// Returns what a property is about that a diagram does not have, in a sentence: a lifeline or a message.
pub(crate) fn missing_part(diagram: &interaction::Model, property: &str) -> Option<String> {
    let about = |kind: &str| property.strip_prefix(kind)?.strip_suffix(')');
    let signature = &diagram.interaction.signature;
    if let Some(lifeline) = about("stuck(").or_else(|| untold(property)) {
        let is_there = signature.lifelines().iter().any(|known| known == lifeline);
        (!is_there).then(|| format!("there is no lifeline `{lifeline}`"))
    } else if let Some(message) = about("unreceived(") {
        let is_there = signature.messages().iter().any(|known| known == message);
        (!is_there).then(|| format!("there is no message `{message}`"))
    } else {
        None
    }
}

/// Returns the answers to the questions with these names about the messages of a diagram that has no choreography: all are
/// `verdict`, since of `finding`. `effect` is that of the answers which the diagram states.
pub fn unanswered(
    (loaded, diagram): (&Loaded, &interaction::Model),
    names: &[&str],
    (choice, effect): (ChannelChoice, Effect),
    (verdict, finding): (Verdict, &ChoreographyFinding),
) -> Vec<Answer<ChoreographyFinding>> {
    let stated = stated(diagram, is_property_of_messages);
    let answer = |name: &&str| {
        let subject = loaded.subject(name, choice.word());
        // Statements are about the channels as written.
        let expected = stated.iter().filter(|_| choice == ChannelChoice::default());
        let expected = expected.into_iter().find(|stated| stated.property == *name);
        let expected = expected.map(|stated| ExpectedVerdict { verdict: stated.verdict, effect });
        match missing_part(diagram, name) {
            Some(why) => Answer { expected, ..Answer::mistaken(subject, why) },
            None => Answer {
                expected,
                ..Answer::new(subject, verdict, Finding::Found(finding.clone()))
            },
        }
    };
    names.iter().map(answer).collect()
}

/// Returns why a diagram is no choreography, in a sentence with the first part that is to blame; `None` if it is one.
pub fn why_no_choreography(loaded: &Loaded, diagram: &interaction::Model) -> Option<String> {
    let fault = diagram.interaction.no_choreography()?;
    let place = diagram.spans.get(fault.0).zip(loaded.source());
    let line = place.map(|(place, source)| source.line_column(place.start()).line);
    let line = line.map_or_else(|| "it".to_owned(), |line| format!("line {line}"));
    Some(format!("{line} has {}, so it is no choreography", fault.1))
}

/// Returns the diagnostic for the first part of a diagram that a choreography cannot say; `None` if there is none.
pub fn no_choreography(diagram: &interaction::Model) -> Option<Diagnostic> {
    let fault = diagram.interaction.no_choreography()?;
    let place = diagram.spans.get(fault.0).copied().unwrap_or_default();
    let message = format!("{} cannot be said by a choreography", fault.1);
    let help = "in a choreography each message goes from one participant to others, and arrives; what is \
                outside may be a participant of its own";
    Some(codes::UNSUPPORTED.at(place, message).help(help))
}

/// Returns the model of the projections of a diagram with its choreography; the transitions have the places of the arrows.
pub fn system_of(
    diagram: &interaction::Model,
    choreography: &choreography::Model,
    system: &System,
) -> scm::Model {
    let first = first_places(choreography);
    let place = |participant: &str, label: Label| match label {
        Label::Action(direction, _, message) => {
            let key = (participant, direction, system.messages()[message].name.as_str());
            first.get(&key).copied().unwrap_or_default()
        }
        Label::Internal => Span::default(),
    };
    let automata = system.automata();
    let transitions = automata.iter().map(|automaton| {
        let all = automaton.transitions().iter();
        all.map(|transition| place(automaton.name(), transition.label)).collect()
    });
    let nowhere = |number: usize| (0..number).map(|_| Span::default());
    let expectations = stated(diagram, is_of_projections);
    let places = scm::Places {
        participants: nowhere(automata.len()).collect(),
        states: automata.iter().map(|one| nowhere(one.states().len()).collect()).collect(),
        transitions: transitions.collect(),
        messages: nowhere(system.messages().len()).collect(),
        expectations: nowhere(expectations.len()).collect(),
        ..scm::Places::default()
    };
    scm::Model { system: system.clone(), bad: Vec::new(), expectations, places }
}
