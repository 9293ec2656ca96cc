//! The activations of lifelines, which say where a `return` goes.

use super::super::frames::{Tip, Way};
use super::arrow::MarkedArrow;

/// The sender and the receiver of an arrow by name; an empty name is the edge of the diagram.
type Ends = [String; 2];

/// The arrows that activated lifelines.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Those that are not answered, the latest last.
    open: Vec<Ends>,
    /// The latest arrow.
    last: Option<Ends>,
    /// Whether each solid arrow activates its target.
    pub(super) is_automatic: bool,
}

impl Calls {
    /// Notes an arrow, which may activate its target.
    pub(super) fn arrow(&mut self, marked: &MarkedArrow<'_>) {
        let name = |tip| match tip {
            Tip::Lifeline(piece) => piece.text.to_owned(),
            Tip::Edge => String::new(),
        };
        let ends = [name(marked.arrow.from), name(marked.arrow.to)];
        if marked.deactivates || self.is_automatic && marked.is_dashed {
            self.deactivate();
        }
        let is_call = marked.activates || self.is_automatic && !marked.is_dashed;
        if is_call && marked.arrow.way == Way::Forth {
            self.open.push(ends.clone());
        }
        self.last = Some(ends);
    }

    /// Notes `activate`: the latest arrow activates a lifeline.
    pub(super) fn activate(&mut self) {
        self.open.extend(self.last.clone());
    }

    /// Notes `deactivate`: the latest activation is over.
    pub(super) fn deactivate(&mut self) {
        self.open.pop();
    }

    /// Ends the latest activation, and returns the ends of its answer, which goes back to where the arrow came from;
    /// without an activation the latest arrow is answered. Returns `None` if there is none.
    pub(super) fn answer(&mut self) -> Option<Ends> {
        let [caller, callee] = self.open.pop().or_else(|| self.last.clone())?;
        let answer = [callee, caller];
        self.last = Some(answer.clone());
        Some(answer)
    }
}
