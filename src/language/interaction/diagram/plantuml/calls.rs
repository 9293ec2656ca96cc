//! The activations of lifelines, which say where a `return` goes.

use super::super::frames::{Tip, Way};
use super::arrow::MarkedArrow;

/// The sender and the receiver of an arrow by name; an empty name is the edge of the diagram.
type Ends = [String; 2];

/// What may be answered at a place of the diagram.
#[derive(Clone, Debug, Default)]
struct Unanswered {
    /// The arrows that activated lifelines, the latest last.
    open: Vec<Ends>,
    /// The latest arrow, or the one that the latest `return` answers.
    last: Option<Ends>,
}

/// What may be answered where a frame begins, and where its branches so far end.
#[derive(Debug)]
struct Frame {
    start: Unanswered,
    ends: Vec<Unanswered>,
}

/// The arrows that activated lifelines.
#[derive(Debug, Default)]
pub(super) struct Calls {
    here: Unanswered,
    /// The frames that are open, the innermost last.
    frames: Vec<Frame>,
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
            self.here.open.push(ends.clone());
        }
        self.here.last = Some(ends);
    }

    /// Notes `activate`: the latest arrow activates a lifeline.
    pub(super) fn activate(&mut self) {
        self.here.open.extend(self.here.last.clone());
    }

    /// Notes `deactivate`: the latest activation is over.
    pub(super) fn deactivate(&mut self) {
        self.here.open.pop();
    }

    /// Ends the latest activation, and returns the ends of its answer, which goes back to where the arrow came from;
    /// without an activation the latest arrow is answered, or the one that was answered last. Returns `None` if there
    /// is none.
    pub(super) fn answer(&mut self) -> Option<Ends> {
        let call = self.here.open.pop().or_else(|| self.here.last.clone())?;
        self.here.last = Some(call.clone());
        let [caller, callee] = call;
        Some([callee, caller])
    }

    /// Notes the beginning of a frame.
    pub(super) fn open_frame(&mut self) {
        self.frames.push(Frame { start: self.here.clone(), ends: Vec::new() });
    }

    /// Notes that an alternative to the branches so far begins: what these answered is not answered in it.
    pub(super) fn next_alternative(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.ends.push(std::mem::replace(&mut self.here, frame.start.clone()));
        }
    }

    /// Notes the end of a frame. Behind alternatives, what one of them leaves open can be answered.
    pub(super) fn close_frame(&mut self) {
        for end in self.frames.pop().map(|frame| frame.ends).unwrap_or_default().into_iter().rev() {
            if end.open.len() >= self.here.open.len() {
                self.here = end;
            }
        }
    }
}
