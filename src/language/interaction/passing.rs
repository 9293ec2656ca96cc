//! Reading a passing of a message, and what `coreg` and `sync` name.

use rustc_hash::FxHashSet;

use super::lexer::{Cursor, Kind};
use super::mistake::Mistake;
use super::names::{End, Names};
use crate::kernel::diagnostics::{Diagnostic, Sink};
use crate::kernel::source::Span;
use crate::language::scm::{nearest, shortened};
use crate::model::cfsm::Direction;
use crate::model::interaction::{Origin, Passing, Target};
use crate::model::trace::{Action, LifelineId, LifelineSet};

/// Reads a passing, such as `l -- <synch> m -> (k, j)`.
///
/// Nothing is returned if something is wrong, which is reported; the next token then separates parts.
pub(super) fn passing(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Option<Passing> {
    let first = cursor.peek();
    let begin = if cursor.ahead(1).kind == Kind::Dashes {
        let word = cursor.take();
        cursor.take();
        names.end(cursor.text(word), word.span, sink).map(|end| match end {
            End::Lifeline(lifeline) => Origin::Lifeline(lifeline),
            End::Gate(gate) => Origin::Gate(gate),
        })
    } else {
        Some(Origin::Environment)
    };
    let synchronous = match cursor.kind() {
        Kind::Less => manner(cursor, sink),
        _ => Some(false),
    };
    let Some(synchronous) = synchronous else {
        cursor.skip_to(&[Kind::Comma, Kind::Close]);
        return None;
    };
    let Some(word) = cursor.expect(Kind::Word, sink) else {
        cursor.skip_to(&[Kind::Comma, Kind::Close]);
        return None;
    };
    if cursor.kind() != Kind::Arrow {
        // A word alone is no passing at all.
        let alone = word.span == first.span;
        let help = if alone { "a message is passed by `l -- m -> k`" } else { "" };
        let expected = if alone { "`--` or `->`" } else { "`->`" };
        cursor.wrong(expected, help, sink);
        cursor.skip_to(&[Kind::Comma, Kind::Close]);
        return None;
    }
    cursor.take();
    let message = names.message(cursor.text(word), word.span, sink);
    let ends = targets(cursor, names, sink)?;
    let targets: Option<Vec<Target>> = ends.iter().map(|&(target, _)| target).collect();
    let passing = Passing { origin: begin?, synchronous, message: message?, targets: targets? };
    let place = first.span.to(cursor.previous());
    let ends: Vec<Span> = ends.into_iter().map(|(_, place)| place).collect();
    check(passing, place, &ends, names, sink)
}

/// Reads `<synch>` or `<asynch>`.
fn manner(cursor: &mut Cursor<'_>, sink: &mut Sink) -> Option<bool> {
    cursor.take();
    let word = cursor.peek();
    let synchronous = match cursor.text(word) {
        "synch" => true,
        "asynch" => false,
        other => {
            let meant = nearest(other, ["synch", "asynch"].into_iter());
            let help = meant.map(|meant| format!("did you mean `{meant}`?")).unwrap_or_default();
            cursor.wrong("`synch` or `asynch`", &help, sink);
            return None;
        }
    };
    cursor.take();
    cursor.expect(Kind::Greater, sink)?;
    Some(synchronous)
}

/// Reads where an arrow ends, with places; names that are wrong are left out. Nothing is returned after a
/// syntax error.
fn targets(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Option<Vec<(Option<Target>, Span)>> {
    let mut ends = Vec::new();
    if cursor.eat(Kind::Bar).is_some() {
        return Some(ends);
    }
    let mut end = |cursor: &mut Cursor<'_>, sink: &mut Sink, expected: &str| {
        let Some(word) = cursor.eat(Kind::Word) else {
            cursor.wrong(expected, "", sink);
            return false;
        };
        let target = names.end(cursor.text(word), word.span, sink).map(|end| match end {
            End::Lifeline(lifeline) => Target::Lifeline(lifeline),
            End::Gate(gate) => Target::Gate(gate),
        });
        ends.push((target, word.span));
        true
    };
    let complete = if cursor.eat(Kind::Open).is_none() {
        end(cursor, sink, "a lifeline, a gate, `(` or `|`")
    } else {
        loop {
            if !end(cursor, sink, "a lifeline or a gate") {
                // The parenthesis of the targets is closed, if the text does it.
                cursor.skip_to(&[Kind::Close]);
                cursor.eat(Kind::Close);
                break false;
            }
            if cursor.eat(Kind::Comma).is_none() {
                break cursor.expect(Kind::Close, sink).is_some();
            }
        }
    };
    if !complete {
        cursor.skip_to(&[Kind::Comma, Kind::Close]);
        return None;
    }
    Some(ends)
}

/// Returns a passing that means something; another one is reported.
fn check(
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
        let message = "this message touches no lifeline";
        sink.push(
            Diagnostic::new(Mistake::NoLifeline.code(), place, message)
                .label("it is neither sent nor received by a lifeline"),
        );
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
        sink.push(
            Diagnostic::new(Mistake::SynchronousTwice.code(), place, message)
                .help("without `<synch>`, sending and receiving are letters of their own"),
        );
        return None;
    }
    Some(passing)
}

/// Reads `(l, k)`, the lifelines of a coregion.
pub(super) fn coregion(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Vec<LifelineId> {
    let mut lifelines = Vec::new();
    let mut seen = LifelineSet::new();
    cursor.take();
    loop {
        let Some(word) = cursor.eat(Kind::Word) else {
            cursor.wrong("a lifeline", "`coreg(l,k)(.., ..)` names lifelines first", sink);
            break;
        };
        if !matches!(cursor.kind(), Kind::Comma | Kind::Close) {
            let help = "`coreg(l,k)(.., ..)` names lifelines first";
            cursor.wrong("`,` or `)`", help, sink);
            break;
        }
        if let Some(lifeline) = names.lifeline(cursor.text(word), word.span, sink) {
            if seen.contains(lifeline) {
                twice(cursor, word.span, sink);
            } else {
                seen.insert(lifeline);
                lifelines.push(lifeline);
            }
        }
        if cursor.eat(Kind::Comma).is_none() {
            break;
        }
    }
    cursor.skip_to(&[Kind::Close]);
    cursor.eat(Kind::Close);
    lifelines
}

/// Reads `(l!m)` or `{l!m, k?m}`, the actions that operands share.
pub(super) fn synchronised(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut seen = FxHashSet::default();
    let close = match cursor.take().kind {
        Kind::Open => Kind::Close,
        _ => Kind::CloseBrace,
    };
    loop {
        let begin = cursor.peek();
        match action(cursor, names, sink) {
            Read::Right(action) => {
                if seen.insert(action) {
                    actions.push(action);
                } else {
                    twice(cursor, begin.span.to(cursor.previous()), sink);
                }
            }
            Read::UnknownName => {}
            Read::NoAction => break,
        }
        if cursor.kind() == Kind::Comma {
            if close == Kind::Close {
                let help = "several actions stand in braces: `sync{l!m, k?m}(..)`";
                cursor.wrong("`)`", help, sink);
            }
            cursor.take();
        } else {
            if cursor.kind() != close {
                cursor.expect(close, sink);
            }
            break;
        }
    }
    cursor.skip_to(&[close]);
    cursor.eat(close);
    actions
}

/// What became of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::language) enum Read {
    /// It was read.
    Right(Action),
    /// It is an action, and names something unknown, which was reported.
    UnknownName,
    /// It is no action, which was reported.
    NoAction,
}

/// Reads an action, such as `l!m`.
pub(in crate::language) fn action(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> Read {
    let Some(lifeline) = cursor.eat(Kind::Word) else {
        cursor.wrong("an action", "an action is `l!m` or `l?m`", sink);
        return Read::NoAction;
    };
    let direction = match cursor.kind() {
        Kind::Bang => Direction::Send,
        Kind::Query => Direction::Receive,
        _ => {
            cursor.wrong("`!` or `?`", "an action is `l!m` or `l?m`", sink);
            return Read::NoAction;
        }
    };
    cursor.take();
    let Some(message) = cursor.expect(Kind::Word, sink) else { return Read::NoAction };
    let lifeline = names.lifeline(cursor.text(lifeline), lifeline.span, sink);
    let message = names.message(cursor.text(message), message.span, sink);
    match (lifeline, message) {
        (Some(lifeline), Some(message)) => Read::Right(Action { lifeline, direction, message }),
        _ => Read::UnknownName,
    }
}

/// Warns of something that a list names twice.
pub(in crate::language) fn twice(cursor: &Cursor<'_>, place: Span, sink: &mut Sink) {
    let message = format!("`{}` stands twice", shortened(cursor.slice(place)));
    sink.push(Diagnostic::new(Mistake::Repeated.code(), place, message));
}
