//! What a page shows of a run.

use crate::drawing::{Graph, Table};

/// A run that a page walks through, step by step, beside its chart, whose events are the steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Walk {
    /// Where the run begins, as a sentence.
    pub start: String,
    /// The steps.
    pub stops: Vec<Stop>,
    /// The steps as a table, a row for each.
    pub table: Table,
    /// What has a value at each step.
    pub groups: Vec<GaugeGroup>,
    /// The messages, in the order in which they are sent.
    pub messages: Vec<Message>,
    /// A cycle of orders, none of which can be given up.
    pub cycle: Vec<OrderEdge>,
    /// What follows from the cycle.
    pub conclusion: String,
    /// Pictures in which the places are marked where the run has come to.
    pub drawings: Vec<Drawing>,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// What happens, as a sentence.
    pub says: String,
    /// The line of the source that says that it may happen.
    pub line: Option<u32>,
    /// The number of the drawing in which it happens.
    pub drawing: usize,
}

/// Things of one kind that have a value at each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaugeGroup {
    /// What they are together.
    pub caption: String,
    /// What one of them is.
    pub thing: String,
    /// What its value is.
    pub value: String,
    /// They.
    pub gauges: Vec<Gauge>,
}

/// Something that has a value before the first step and after each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauge {
    /// Its name.
    pub name: String,
    /// The values: one more than there are steps.
    pub values: Vec<String>,
    /// What stands before a value in the key of the node that is marked in a drawing.
    pub key: Option<String>,
}

/// A message that is under way between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// What it is and where, as a clause.
    pub says: String,
    /// The step that sends it.
    pub sent: usize,
    /// The step that receives it.
    pub received: Option<usize>,
}

/// An order between two messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderEdge {
    /// The message that must come first, and the one that must come after it.
    pub messages: [String; 2],
    /// Who imposes the order.
    pub imposed_by: String,
    /// The steps that do not commute, each with its name.
    pub steps: [(usize, String); 2],
    /// The lines of the source where these stand.
    pub lines: Vec<u32>,
}

/// A picture in which the places are marked where the run has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// What it shows.
    pub name: String,
    /// What it leaves out, if it does.
    pub remark: Option<String>,
    /// The picture.
    pub graph: Graph,
}

impl Walk {
    /// Returns the number of the last step, 0 if there is none.
    pub(super) fn last(&self) -> usize {
        self.stops.len()
    }

    /// Returns what is said of a step, or of the beginning.
    pub(super) fn says(&self, step: usize) -> String {
        match step.checked_sub(1) {
            None => self.start.clone(),
            Some(index) => format!("Step {step} of {}: {}", self.last(), self.stops[index].says),
        }
    }

    /// Returns all that has a value at each step.
    pub(super) fn gauges(&self) -> impl Iterator<Item = &Gauge> {
        self.groups.iter().flat_map(|group| &group.gauges)
    }
}

impl Gauge {
    /// Returns the value at a step, and the one before if it was another.
    pub(super) fn at(&self, step: usize) -> (&str, Option<&str>) {
        let value = self.values[step].as_str();
        let before = step.checked_sub(1).map(|before| self.values[before].as_str());
        (value, before.filter(|before| *before != value))
    }
}

impl Message {
    /// Tells whether it is under way after a step.
    pub(super) fn is_under_way(&self, step: usize) -> bool {
        self.sent <= step && self.received.is_none_or(|received| received > step)
    }
}
