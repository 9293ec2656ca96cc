//! Reasons why the automata cannot follow a step, in words.

use model::cfsm::{ChannelKind, Direction, Label, MessageId, System};
use model::evidence::{Followed, Obstacle};

/// Returns the reason why the automata cannot follow a step, as a clause.
pub fn departure_text(system: &System, followed: &Followed) -> Option<String> {
    let departure = followed.departure.as_ref()?;
    let asked = followed.script.moves()[departure.step];
    let automaton = &system.automata()[asked.participant];
    let name = automaton.name();
    let message = |message: MessageId| format!("`{}`", system.messages()[message].name);
    Some(match &departure.obstacle {
        Obstacle::NoTransition { states } => {
            let states: Vec<&str> =
                states.iter().map(|&state| &automaton.states()[state]).collect();
            let what = match asked.label {
                Label::Internal => "such internal step".to_owned(),
                Label::Action(direction, channel, moved) => {
                    let (noun, preposition) = match direction {
                        Direction::Send => ("send", "on"),
                        Direction::Receive => ("reception", "from"),
                    };
                    let (message, channel) = (message(moved), system.channel_name(channel));
                    format!("{noun} of {message} {preposition} channel {channel}")
                }
            };
            format!("`{name}` is in state {} and has no {what} there", states.join(" or "))
        }
        Obstacle::NotReceivable { channel, held } => {
            let wanted = asked.action().map(|action| message(action.message)).unwrap_or_default();
            let found = match (held.first(), system.channels()[*channel].kind) {
                (None, _) => "is empty".to_owned(),
                (Some(&oldest), ChannelKind::Fifo) => format!("begins with {}", message(oldest)),
                (Some(_), ChannelKind::Bag) => "does not hold it".to_owned(),
            };
            format!(
                "`{name}` cannot receive {wanted}: channel {} {found}",
                system.channel_name(*channel)
            )
        }
    })
}
