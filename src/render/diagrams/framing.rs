//! Frames of sequence diagrams of terms of any depth.

use crate::drawing::{BracketEnd, Item, LifelineId, Sequence};

/// Maximum nesting depth of frames.
const DEEPEST: usize = 60;

/// Maximum number of items of a diagram.
const MAX_ITEMS: usize = 5_000;

/// A pending part of a drawing.
enum Task<T> {
    /// A part of the term.
    Part(T),
    /// An item of the diagram.
    Item(Item),
}

/// A partly drawn diagram, with the pending parts of the term.
pub(super) struct Framing<T> {
    sequence: Sequence,
    tasks: Vec<Task<T>>,
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
                Task::Part(part) => return Some(part),
                Task::Item(item) => {
                    self.depth -= usize::from(item == Item::Close);
                    self.draw(item);
                }
            }
        }
        None
    }

    /// Draws an item.
    pub(super) fn draw(&mut self, item: Item) {
        self.sequence.items.push(item);
    }

    /// Schedules parts to be drawn next, in sequence.
    pub(super) fn follow(&mut self, parts: impl DoubleEndedIterator<Item = T>) {
        self.tasks.extend(parts.rev().map(Task::Part));
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
        self.draw(Item::Open { operator: operator.to_owned(), remark });
        self.depth += 1;
        self.tasks.push(Task::Item(Item::Close));
        if !marked.is_empty() {
            self.draw(Item::Bracket(BracketEnd::Top, marked.clone()));
            self.tasks.push(Task::Item(Item::Bracket(BracketEnd::Bottom, marked)));
        }
        for (place, compartment) in compartments.into_iter().enumerate().rev() {
            self.tasks.push(task(compartment));
            if place > 0 {
                self.tasks.push(Task::Item(Item::Next(String::new())));
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

fn task<T>(part: Option<T>) -> Task<T> {
    let nothing = || Item::Note { text: "nothing happens".to_owned(), over: Vec::new() };
    part.map_or_else(|| Task::Item(nothing()), Task::Part)
}
