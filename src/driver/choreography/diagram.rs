//! Diagrams read as choreographies.

use super::lost_messages::is_realisable;
use super::{LostMessages, is_of_orders, is_property_of_messages};
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
use model::choreography::{Architecture, ChannelChoice, Description, EdgeId};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, ProjectionRefusal, Refusal,
};

/// Returns the choreography of the messages of a diagram, whose transitions have the places of the arrows.
///
/// Lost messages are left out, since they are internal steps of their senders, unless a choice by them may be hidden then: a
/// participant `S (lost)` takes those of `S`. If they may arrive, they are received here; the diagram beside the automaton
/// says that they may be, and that no lifeline shows it.
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
    (choice, lost): (ChannelChoice, LostMessages),
) -> Result<choreography::Model, Refusal> {
    let search = SearchRequest::new(&loaded.name, "choreography");
    let name: String = loaded.name.chars().filter(|c| c.is_alphanumeric()).collect();
    let (made, _) = searched(host, &search, |control| {
        let made = |automaton_of: &Interaction, judged: &Interaction| {
            let made = automaton_of.choreography_with_origins(&name, control)?;
            Ok(model_of(diagram, judged.clone(), made))
        };
        let drawn = &diagram.interaction;
        let arriving = || made(&drawn.with_losses_received(), &drawn.with_losses_as_choices().0);
        let as_drawn = || {
            if drawn.unreceived().next().is_some() {
                let taken = drawn.with_unreceived_taken();
                let taken = made(&taken, &taken)?;
                if !is_realisable(&taken, choice, control) {
                    return Ok(taken);
                }
            }
            made(drawn, drawn)
        };
        let choose = || match (lost, drawn.lost().next()) {
            (_, None) => as_drawn(),
            (LostMessages::May, Some(_)) => arriving(),
            (LostMessages::AsDrawn, Some(_)) => {
                let if_lost_arrive = arriving().ok().map(Box::new);
                Ok(choreography::Model { if_lost_arrive, ..as_drawn()? })
            }
        };
        (choose(), Counts::default())
    });
    made.map_err(|refusal| match refusal {
        ProjectionRefusal::Synthesis(refusal) => refusal,
        other => unreachable!("the parts were looked at before: {other}"),
    })
}

/// Returns the model of a choreography that was made of a diagram, with the parts that its transitions are of; its words are
/// those of `judged`.
fn model_of(
    diagram: &interaction::Model,
    judged: Interaction,
    (description, parts): (Description, IndexVec<EdgeId, ExpressionId>),
) -> choreography::Model {
    choreography::Model {
        description,
        expectations: stated(diagram),
        remarks: Vec::new(),
        edges: parts.iter().map(|&part| diagram.spans[part]).collect(),
        structure: None,
        frames: Some(frames(diagram)),
        diagram: Some(Box::new(judged)),
        if_lost_arrive: None,
        unmade: None,
        not_followed: None,
    }
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
        diagram: None,
        if_lost_arrive: None,
        unmade: Some(why),
        not_followed: None,
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
    let is_wanted = |name: &str| is_property_of_messages(name) || is_of_orders(name);
    let stated = diagram.expectations.iter().filter(|stated| is_wanted(&stated.property));
    let stated = stated.filter_map(|stated| {
        let verdict = Expected::with_word(&stated.value)?;
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
    Some(format!("{line} has {}, so its messages are not judged", fault.1))
}

/// Returns the diagnostic for the first part of a diagram that a choreography cannot say; `None` if there is none.
pub fn no_choreography(diagram: &interaction::Model) -> Option<Diagnostic> {
    let fault = diagram.interaction.no_choreography()?;
    let place = diagram.spans.get(fault.0).copied().unwrap_or_default();
    let message = format!("{} cannot be said by a choreography", fault.1);
    let help = "in a choreography each message comes from a participant; what is outside may be one of its \
                own";
    Some(codes::UNSUPPORTED.at(place, message).help(help))
}
