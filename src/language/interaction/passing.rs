//! Valid passings of messages, and the actions in lists.

use super::codes;
use super::lexer::{Cursor, Kind};
use super::names::Names;
use crate::reading::shortened;
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::cfsm::Direction;
use model::interaction::{Origin, Passing, Target};
use model::trace::{Action, INTERNAL, LifelineSet};

/// Returns a valid passing; an invalid one is reported.
pub(super) fn check(
    passing: Passing,
    place: Span,
    ends: &[Span],
    names: &Names,
    sink: &mut Sink,
) -> Option<Passing> {
    let sender = match passing.origin {
        Origin::Lifeline(lifeline) => Some(lifeline),
        Origin::Gate(_) | Origin::Environment => None,
    };
    let receives = |target: &Target| matches!(target, Target::Lifeline(_));
    if sender.is_none() && !passing.targets.iter().any(receives) {
        let diagnostic = codes::NO_LIFELINE.at(place, "this message touches no lifeline");
        sink.push(diagnostic.label("it is neither sent nor received by a lifeline"));
        return None;
    }
    if names.signature.is_internal(passing.message)
        && (sender.is_none() || passing.synchronous || !passing.targets.is_empty())
    {
        let message = "an internal step is of one lifeline, and goes to nobody";
        let help = "write `l -- ~step -> |`, or the message without `~`";
        sink.push(codes::SYNTAX.at(place, message).help(help));
        return None;
    }
    if !passing.synchronous {
        return Some(passing);
    }
    let mut seen = LifelineSet::new();
    for (target, &place) in passing.targets.iter().zip(ends) {
        let Target::Lifeline(lifeline) = *target else { continue };
        let name = shortened(&names.signature.lifelines()[lifeline]);
        let message = if sender == Some(lifeline) {
            format!("`{name}` sends the message to itself at once")
        } else if seen.contains(lifeline) {
            format!("`{name}` receives the message twice at once")
        } else {
            seen.insert(lifeline);
            continue;
        };
        let help = "without `<synch>`, sending and receiving are letters of their own";
        sink.push(codes::SYNCHRONOUS_TWICE.at(place, message).help(help));
        return None;
    }
    Some(passing)
}

/// An action has an unknown name, which was reported.
pub(crate) struct UnknownName;

/// Reads an action, such as `l!m`; returns `None` if the text is not an action, which is reported.
pub(crate) fn action(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Option<Result<Action, UnknownName>> {
    let Some(lifeline) = cursor.eat(Kind::Word) else {
        cursor.wrong("an action", "an action is `l!m` or `l?m`", sink);
        return None;
    };
    let direction = match cursor.kind() {
        Kind::Bang => Direction::Send,
        Kind::Query => Direction::Receive,
        _ => {
            cursor.wrong("`!` or `?`", "an action is `l!m` or `l?m`", sink);
            return None;
        }
    };
    cursor.take();
    let message = cursor.expect(Kind::Word, "a name", sink)?;
    if cursor.text(message).starts_with(INTERNAL) {
        let help = "an internal step is neither sent nor received, so nobody sees it";
        sink.push(codes::SYNTAX.at(message.span, "this is the name of no message").help(help));
        return None;
    }
    let lifeline = names.lifeline(cursor.text(lifeline), lifeline.span, sink);
    let message = names.message(cursor.text(message), message.span, sink);
    Some(match (lifeline, message) {
        (Some(lifeline), Some(message)) => Ok(Action { lifeline, direction, message }),
        _ => Err(UnknownName),
    })
}

/// Warns about an item that a list names twice.
pub(crate) fn twice(cursor: &Cursor<'_>, place: Span, sink: &mut Sink) {
    let message = format!("`{}` stands twice", shortened(cursor.slice(place)));
    sink.push(codes::REPEATED.at(place, message));
}
