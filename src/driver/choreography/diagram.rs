//! Diagrams read as choreographies.

use super::is_property_of_messages;
use crate::{Host, Loaded, SearchRequest, searched};
use kernel::base::IndexVec;
use kernel::diagnostics::Diagnostic;
use kernel::search::Statistics as Counts;
use kernel::verdict::Expected;
use language::choreography::{ChoiceFrame, ChoiceKind};
use language::interaction::codes;
use language::reading::Expectation;
use language::{choreography, interaction};
use model::cfsm::ChannelKind;
use model::choreography::{Architecture, Description};
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
        expectations: stated(diagram),
        remarks: Vec::new(),
        edges: parts.iter().map(|&part| diagram.spans[part]).collect(),
        structure: None,
        frames: Some(frames(diagram)),
        unmade: None,
    })
}

/// Returns the choreography of a diagram for which none was made, for this reason: it has no transitions.
pub fn unmade(diagram: &interaction::Model, why: String) -> choreography::Model {
    let signature = &diagram.interaction.signature;
    choreography::Model {
        description: Description {
            name: String::new(),
            participants: signature.lifelines().iter().cloned().collect(),
            messages: signature.messages().iter().cloned().collect(),
            buffers: IndexVec::new(),
            architecture: Architecture::Free,
            kind: ChannelKind::Fifo,
            states: IndexVec::new(),
            initial: None,
            edges: IndexVec::new(),
            finals: Vec::new(),
        },
        expectations: stated(diagram),
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

/// Returns the answers that a diagram states about its messages.
fn stated(diagram: &interaction::Model) -> Vec<Expectation> {
    let all = diagram.expectations.iter();
    let stated = all.filter(|stated| is_property_of_messages(&stated.property));
    let stated = stated.filter_map(|stated| {
        let verdict = Expected::of_word(&stated.value)?;
        Some(Expectation { property: stated.property.clone(), variant: Vec::new(), verdict })
    });
    stated.collect()
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
