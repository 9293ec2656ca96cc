//! Letters of automata as text.

use model::cfsm::Direction;
use model::trace::{Action, INTERNAL, Letter, Signature};

/// Reads a letter that [`Letter::text`] wrote, `l!m`, `{k?m,l!m}` or the internal step `l~m`; its names are added to `signature`.
/// Returns `None` for a text that is not a letter.
///
/// Names may have any characters; the first `!` or `?` ends that of a lifeline.
///
/// ```
/// use language::multitrace::letter;
/// use model::trace::Signature;
///
/// let mut signature = Signature::new();
/// let both = letter("{k?ping,l!ping}", &mut signature).expect("it is a letter");
/// assert_eq!(both.actions().len(), 2);
/// assert!(letter("ping", &mut signature).is_none());
/// ```
///
/// # Complexity
/// Linear in the text.
pub fn letter(text: &str, signature: &mut Signature) -> Option<Letter> {
    let mut actions: Vec<String> = Vec::new();
    match text.strip_prefix('{') {
        None => actions.push(text.to_owned()),
        Some(list) => {
            for piece in list.strip_suffix('}')?.split(',') {
                match actions.last_mut() {
                    // A comma that is not followed by a mark belongs to the name of a message.
                    Some(last) if parts(piece).is_none() => {
                        last.push(',');
                        last.push_str(piece);
                    }
                    _ => actions.push(piece.to_owned()),
                }
            }
        }
    }
    let named: Option<Vec<_>> = actions.iter().map(|action| parts(action)).collect();
    Letter::new(named?.into_iter().map(|(lifeline, direction, message)| Action {
        lifeline: signature.add_lifeline(lifeline),
        direction,
        message: signature.add_message(message),
    }))
}

/// Splits `l!m` into its parts; the message of an internal step keeps its sign.
fn parts(text: &str) -> Option<(&str, Direction, &str)> {
    let at = text.find(['!', '?', INTERNAL])?;
    let (lifeline, rest) = text.split_at(at);
    let direction = if rest.starts_with('?') { Direction::Receive } else { Direction::Send };
    let sign = usize::from(!rest.starts_with(INTERNAL));
    let (lifeline, message) = (lifeline.trim(), rest[sign..].trim());
    // Only an internal step has a message of such a name.
    let is_right = sign == 0 || !message.starts_with(INTERNAL);
    let is_whole = !lifeline.is_empty() && !message.is_empty();
    (is_whole && is_right).then_some((lifeline, direction, message))
}
