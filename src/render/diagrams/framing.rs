//! Frames of sequence diagrams of terms of any depth.

use crate::drawing::{BracketEnd, LifelineId, Sequence, SequenceItem};

/// Maximum nesting depth of frames.
const DEEPEST: usize = 60;

/// Maximum number of items of a diagram.
const MAX_ITEMS: usize = 5_000;

/// A pending part of a drawing.
enum PendingPart<T> {
    /// A part of the term.
    Part(T),
    /// An item of the diagram.
    Item(SequenceItem),
}

/// A partly drawn diagram, with the pending parts of the term.
pub(super) struct Framing<T> {
    sequence: Sequence,
    tasks: Vec<PendingPart<T>>,
    depth: usize,
}

impl<T> Framing<T> {
    /// Creates a diagram of one part; if that is `None`, a note says that nothing happens.
    pub(super) fn new(sequence: Sequence, root: Option<T>) -> Self {
        let mut framing = Self { sequence, tasks: Vec::new(), depth: 0 };
        framing.tasks.push(task(root));
        framing
    }

    /// Returns the next part to draw; `None` at the end, or if the diagram is too large.
    pub(super) fn next(&mut self) -> Option<T> {
        while !self.is_too_large() {
            match self.tasks.pop()? {
                PendingPart::Part(part) => return Some(part),
                PendingPart::Item(item) => {
                    self.depth -= usize::from(item == SequenceItem::Close);
                    self.draw(item);
                }
            }
        }
        None
    }

    /// Draws an item.
    pub(super) fn draw(&mut self, item: SequenceItem) {
        self.sequence.items.push(item);
    }

    /// Schedules parts to be drawn next, in sequence.
    pub(super) fn follow(&mut self, parts: impl DoubleEndedIterator<Item = T>) {
        self.tasks.extend(parts.rev().map(PendingPart::Part));
    }

    /// Begins a frame, which ends after its compartments; those that are `None` are empty. Brackets mark
    /// some lifelines within it.
    pub(super) fn frame(
        &mut self,
        operator: &str,
        remark: String,
        compartments: Vec<Option<T>>,
        marked: Vec<LifelineId>,
    ) {
        self.draw(SequenceItem::Open { operator: operator.to_owned(), remark });
        self.depth += 1;
        self.tasks.push(PendingPart::Item(SequenceItem::Close));
        if !marked.is_empty() {
            self.draw(SequenceItem::Bracket(BracketEnd::Top, marked.clone()));
            self.tasks.push(PendingPart::Item(SequenceItem::Bracket(BracketEnd::Bottom, marked)));
        }
        for (place, compartment) in compartments.into_iter().enumerate().rev() {
            self.tasks.push(task(compartment));
            if place > 0 {
                self.tasks.push(PendingPart::Item(SequenceItem::Next(String::new())));
            }
        }
    }

    /// Returns the diagram; `None` if it is too large.
    pub(super) fn finish(self) -> Option<Sequence> {
        (!self.is_too_large()).then_some(self.sequence)
    }

    fn is_too_large(&self) -> bool {
        self.depth > DEEPEST || self.sequence.items.len() > MAX_ITEMS
    }
}

fn task<T>(part: Option<T>) -> PendingPart<T> {
    let nothing = || SequenceItem::Note { text: "nothing happens".to_owned(), over: Vec::new() };
    part.map_or_else(|| PendingPart::Item(nothing()), PendingPart::Part)
}
