//! The activations of lifelines, which say where a `return` goes.

use super::super::frames::{Tip, Way};
use super::arrow::MarkedArrow;

/// The lifelines that are active, each with the one that activated it.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Caller and callee, the latest last.
    open: Vec<[String; 2]>,
    /// The ends of the latest arrow.
    last: Option<[String; 2]>,
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
            self.deactivate(&ends[0]);
        }
        let is_call = marked.activates || self.is_automatic && !marked.is_dashed;
        if is_call && marked.arrow.way == Way::Forth {
            self.open.push(ends.clone());
        }
        self.last = Some(ends);
    }

    /// Notes `activate`.
    pub(super) fn activate(&mut self, callee: &str) {
        let caller = match &self.last {
            Some([from, to]) if to == callee => from.clone(),
            _ => String::new(),
        };
        self.open.push([caller, callee.to_owned()]);
    }

    /// Notes `deactivate` and `destroy`.
    pub(super) fn deactivate(&mut self, callee: &str) {
        if let Some(place) = self.open.iter().rposition(|[_, active]| active == callee) {
            self.open.remove(place);
        }
    }

    /// Ends the latest activation, and returns the lifelines that its answer comes from and goes to.
    pub(super) fn answer(&mut self) -> Option<[String; 2]> {
        let [caller, callee] = self.open.pop()?;
        (!caller.is_empty()).then(|| {
            self.last = Some([callee.clone(), caller.clone()]);
            [callee, caller]
        })
    }
}
