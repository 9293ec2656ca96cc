//! Lines in their usual form, which the lexer reads as one token each.

use std::fmt::{self, Display, Formatter};

use model::cfsm::Direction;

/// The parts of `to S : when true , C ! m ;` or of `to S : when true ;`.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsualTransition<'a> {
    /// The target.
    pub(super) target: &'a str,
    /// Channel, direction and message.
    pub(super) action: Option<(&'a str, Direction, &'a str)>,
}

impl<'a> UsualTransition<'a> {
    /// Returns the parts of a token.
    pub(super) fn of(text: &'a str) -> Self {
        let (head, action) = match text.split_once(',') {
            Some((head, action)) => (head, Some(action)),
            None => (text, None),
        };
        let target = head["to".len()..].split(':').next().unwrap_or_default().trim_ascii();
        let action = action.and_then(|action| {
            let (channel, message) = action.split_once(['!', '?'])?;
            let is_send = action.as_bytes()[channel.len()] == b'!';
            let direction = if is_send { Direction::Send } else { Direction::Receive };
            Some((channel.trim_ascii(), direction, without_end(message).trim_ascii_start()))
        });
        Self { target, action }
    }
}

/// The standard layout of the transition.
impl Display for UsualTransition<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "to {} : when true", digits(self.target))?;
        if let Some((channel, direction, message)) = self.action {
            write!(formatter, " , {} {} {message}", digits(channel), direction.sign())?;
        }
        formatter.write_str(" ;")
    }
}

/// Returns a token without the sign at its end and the blanks before that.
pub(super) fn without_end(text: &str) -> &str {
    text[..text.len() - 1].trim_ascii_end()
}

/// Returns the number in the head of a state.
pub(super) fn state_number(text: &str) -> &str {
    without_end(text)["state".len()..].trim_ascii_start()
}

/// Returns a number without the zeros before it.
pub(super) fn digits(number: &str) -> &str {
    match number.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}
