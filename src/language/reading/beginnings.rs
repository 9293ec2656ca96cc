//! Branches of a choice that are the beginning of another branch.

use kernel::diagnostics::{Code, Diagnostic};
use kernel::source::{Source, Span};

/// Maximum number of parts of a branch that are looked at: branches may be nested.
const MAX_PARTS: usize = 500;

/// Maximum number of branches of a choice that are compared.
const MAX_BRANCHES: usize = 100;

/// What a part of a term is, as far as messages in sequence are concerned.
#[derive(Debug)]
pub(crate) enum Shape<'a, I, M> {
    /// No message.
    Nothing,
    /// One message.
    Message(M),
    /// The parts in sequence.
    Sequence(&'a [I]),
    /// Something else that begins with this part; what begins with the same part is the same.
    Other(I),
}

/// A branch that is the beginning of another one.
#[derive(Debug)]
pub(crate) struct Beginning<I, M> {
    /// The first messages of the branch and of the other one.
    pub(crate) first: [I; 2],
    /// The message of the other branch that comes next.
    pub(crate) next: M,
}

/// A step of a branch.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step<I, M> {
    Message(M),
    Other(I),
}

impl<I, M> Step<I, M> {
    fn is_other(&self) -> bool {
        matches!(self, Self::Other(_))
    }
}

/// Returns the branches of a choice that are the beginning of another one: sequences of messages, at least one, which are
/// the first ones of the other, too. A part that both end with, as the next round of a recursion, belongs to neither.
///
/// # Complexity
/// Constant: of a choice a bounded number of branches is compared, and of a branch a bounded number of parts.
pub(crate) fn beginnings<'a, I: Copy + PartialEq + 'a, M: Copy + PartialEq>(
    branches: &[I],
    shape: impl Fn(I) -> Shape<'a, I, M>,
) -> Vec<Beginning<I, M>> {
    let branches = branches.iter().take(MAX_BRANCHES);
    let branches: Vec<_> = branches.filter_map(|&branch| steps(branch, &shape)).collect();
    let longer = |own: &Vec<(I, Step<I, M>)>| {
        branches.iter().find_map(|all| {
            let next = match rest(own, all)? {
                Step::Message(next) => next,
                Step::Other(part) => first_message(part, &shape)?,
            };
            Some(Beginning { first: [own.first()?.0, all.first()?.0], next })
        })
    };
    branches.iter().filter_map(longer).collect()
}

/// Returns the warning that a branch is the beginning of another one; `receiver` receives what comes next there, and the
/// places are those of the first messages of both.
pub(crate) fn beginning(
    code: Code,
    source: &Source,
    places: [Span; 2],
    receiver: &str,
) -> Diagnostic {
    let [line, other] = places.map(|place| source.line_of(place.start()));
    let message = format!(
        "the branch of line {line} is the beginning of the branch of line {other}: `{receiver}` cannot \
         know whether more comes"
    );
    let help =
        "give the branches different first messages, or let a message say that nothing more comes";
    code.at(places[0], message).also(places[1], "this branch goes on").help(help)
}

/// Returns the next step of a branch of which another one is the beginning.
fn rest<I: Copy + PartialEq, M: Copy + PartialEq>(
    own: &[(I, Step<I, M>)],
    all: &[(I, Step<I, M>)],
) -> Option<Step<I, M>> {
    let ends = own.iter().rev().zip(all.iter().rev());
    let ends = ends.take_while(|(one, other)| one.1.is_other() && one.1 == other.1).count();
    let (own, all) = (&own[..own.len() - ends], &all[..all.len() - ends]);
    let is_same = |(one, other): (&(I, _), &(I, _))| one.1 == other.1;
    let is_beginning = !own.is_empty()
        && own.iter().all(|(_, step)| !step.is_other())
        && own.iter().zip(all).all(is_same);
    all.get(own.len()).filter(|_| is_beginning).map(|&(_, step)| step)
}

/// Returns the steps of a part in sequence, each with its part; `None` if it has too many parts.
fn steps<'a, I: Copy + 'a, M>(
    part: I,
    shape: &impl Fn(I) -> Shape<'a, I, M>,
) -> Option<Vec<(I, Step<I, M>)>> {
    let (mut open, mut steps) = (vec![part], Vec::new());
    for _ in 0..MAX_PARTS {
        let Some(part) = open.pop() else { return Some(steps) };
        match shape(part) {
            Shape::Nothing => {}
            Shape::Message(message) => steps.push((part, Step::Message(message))),
            Shape::Sequence(parts) => open.extend(parts.iter().rev()),
            Shape::Other(inner) => steps.push((part, Step::Other(inner))),
        }
    }
    None
}

/// Returns the message that a part begins with, if one of the first steps is one.
fn first_message<'a, I: Copy + 'a, M>(part: I, shape: &impl Fn(I) -> Shape<'a, I, M>) -> Option<M> {
    let mut part = part;
    for _ in 0..MAX_PARTS {
        part = match shape(part) {
            Shape::Message(message) => return Some(message),
            Shape::Sequence(parts) => {
                *parts.iter().find(|&&one| !matches!(shape(one), Shape::Nothing))?
            }
            Shape::Other(part) => part,
            Shape::Nothing => return None,
        };
    }
    None
}
