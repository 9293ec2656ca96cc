//! How large models are.

use std::fmt::Write as _;

use driver::AnyModel;
use model::cfsm::CommunicatingAutomaton;

use crate::interaction::metrics_text;

/// Returns what a model consists of, counted, one a line below its name.
///
/// # Complexity
/// Linear in the model.
pub fn model_sizes(name: &str, model: &AnyModel) -> String {
    let counts: Vec<(&str, usize)> = match model {
        AnyModel::Interaction(model) => return metrics_text(name, &model.interaction.metrics()),
        AnyModel::System(model) => {
            let (system, automata) = (&model.system, model.system.automata());
            let sum =
                |count: fn(&CommunicatingAutomaton) -> usize| automata.iter().map(count).sum();
            vec![
                ("participants", automata.len()),
                ("channels", system.channels().len()),
                ("messages", system.messages().len()),
                ("states", sum(|one| one.states().len())),
                ("transitions", sum(|one| one.transitions().len())),
                ("bad states", model.bad.len()),
            ]
        }
        AnyModel::Choreography(model) => {
            let described = &model.description;
            vec![
                ("participants", described.participants.len()),
                ("messages", described.messages.len()),
                ("states", described.states.len()),
                ("interactions", described.edges.len()),
            ]
        }
        AnyModel::Components(model) => {
            let composite = &model.composite;
            vec![
                ("components", composite.components().len()),
                ("interactions", composite.interactions().len()),
            ]
        }
    };
    let mut text = format!("{name}\n");
    for (what, count) in counts {
        let _ = writeln!(text, "  {what:<14}{count:>8}");
    }
    text
}
