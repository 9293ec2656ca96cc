//! Upward-closed sets of configurations, each by its least elements.

use kernel::base::{IndexVec, typed_id};
use model::cfsm::{StateId, Step};
use rustc_hash::FxHashMap;

use super::letters::{LetterId, is_subword};

typed_id! {
    /// An element that was added, whether it is a least one still or not.
    pub(super) struct ElementId;
}

/// A state of each participant; `None` allows every state.
pub(super) type PartialControl = Box<[Option<StateId>]>;

/// A set of configurations: those with these states whose contents have the word as a subword.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    pub(super) control: PartialControl,
    pub(super) word: Box<[LetterId]>,
}

impl Element {
    pub(super) fn new(control: &[Option<StateId>], word: &[LetterId]) -> Self {
        Self { control: control.into(), word: word.into() }
    }
}

/// Where an element comes from: a step from it leads to a configuration above an older element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) next: ElementId,
    pub(super) step: Step,
}

#[derive(Debug)]
struct Entry {
    element: Element,
    origin: Option<Origin>,
    /// Whether no element that was added later contains this one.
    is_least: bool,
}

/// The union of elements.
#[derive(Debug, Default)]
pub(super) struct Basis {
    entries: IndexVec<ElementId, Entry>,
    /// The least elements, by their states.
    by_control: FxHashMap<PartialControl, Vec<ElementId>>,
    /// The sets of participants whose states are not open, as they occur in elements.
    shapes: Vec<Vec<bool>>,
}

impl Basis {
    /// Returns the elements that were added.
    pub(super) fn ids(&self) -> impl Iterator<Item = ElementId> {
        self.entries.ids()
    }

    /// Returns the number of elements that were added.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn element(&self, id: ElementId) -> &Element {
        &self.entries[id].element
    }

    pub(super) fn origin(&self, id: ElementId) -> Option<Origin> {
        self.entries[id].origin
    }

    /// Adds an element that is not in the union yet; returns `None` if it is.
    pub(super) fn add(&mut self, element: Element, origin: Option<Origin>) -> Option<ElementId> {
        if self.covering(&element, None) {
            return None;
        }
        let shape: Vec<bool> = element.control.iter().map(Option::is_some).collect();
        if !self.shapes.contains(&shape) {
            self.shapes.push(shape);
        }
        let group = self.by_control.entry(element.control.clone()).or_default();
        let entries = &mut self.entries;
        group.retain(|&other| {
            let is_least = !is_subword(&element.word, &entries[other].element.word);
            entries[other].is_least = is_least;
            is_least
        });
        let id = entries.push(Entry { element, origin, is_least: true });
        group.push(id);
        Some(id)
    }

    /// Returns `true` if no other element contains the element, so that it is one of the least ones.
    ///
    /// Elements with more open states are looked at only here, and not when they are added.
    pub(super) fn is_least(&self, id: ElementId) -> bool {
        let entry = &self.entries[id];
        entry.is_least && !self.covering(&entry.element, Some(id))
    }

    /// Returns `true` if one of the least elements, but for one, contains `element`.
    fn covering(&self, element: &Element, but: Option<ElementId>) -> bool {
        let mut control = element.control.clone();
        self.shapes.iter().any(|shape| {
            for ((open, &state), &is_given) in control.iter_mut().zip(&element.control).zip(shape) {
                *open = state.filter(|_| is_given);
            }
            self.by_control.get(&control).is_some_and(|group| {
                let mut others = group.iter().filter(|&&id| Some(id) != but);
                others.any(|&id| is_subword(&self.entries[id].element.word, &element.word))
            })
        })
    }
}
