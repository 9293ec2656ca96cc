//! Who takes part, and what may be said.

use rustc_hash::FxHashMap;

use kernel::base::{Id, IndexVec, typed_id};

typed_id! {
    /// A lifeline: one who takes part.
    pub struct LifelineId;
}
typed_id! {
    /// A message.
    pub struct MessageId;
}
typed_id! {
    /// A gate: a named end of an arrow at the edge of a diagram, which stands for the environment.
    pub struct GateId;
}

/// Names that are numbered in the order in which they came.
#[derive(Clone, Debug)]
struct Names<I: Id> {
    names: IndexVec<I, String>,
    ids: FxHashMap<String, I>,
}

impl<I: Id> Names<I> {
    fn new() -> Self {
        Self { names: IndexVec::new(), ids: FxHashMap::default() }
    }

    fn add(&mut self, name: &str) -> I {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }
}

/// The lifelines, messages and gates that interactions and traces speak of, by name.
///
/// Each kind has names of its own: a lifeline and a message may be called the same. The order of the
/// lifelines is that of the columns of drawings.
#[derive(Clone, Debug)]
pub struct Signature {
    lifelines: Names<LifelineId>,
    messages: Names<MessageId>,
    gates: Names<GateId>,
}

impl Signature {
    /// Returns the signature without any name.
    pub fn new() -> Self {
        Self { lifelines: Names::new(), messages: Names::new(), gates: Names::new() }
    }

    /// Returns the lifeline called `name`, which is added if there is none.
    pub fn add_lifeline(&mut self, name: &str) -> LifelineId {
        self.lifelines.add(name)
    }

    /// Returns the message called `name`, which is added if there is none.
    pub fn add_message(&mut self, name: &str) -> MessageId {
        self.messages.add(name)
    }

    /// Returns the gate called `name`, which is added if there is none.
    pub fn add_gate(&mut self, name: &str) -> GateId {
        self.gates.add(name)
    }

    /// Returns the lifeline called `name`.
    pub fn lifeline(&self, name: &str) -> Option<LifelineId> {
        self.lifelines.ids.get(name).copied()
    }

    /// Returns the message called `name`.
    pub fn message(&self, name: &str) -> Option<MessageId> {
        self.messages.ids.get(name).copied()
    }

    /// Returns the gate called `name`.
    pub fn gate(&self, name: &str) -> Option<GateId> {
        self.gates.ids.get(name).copied()
    }

    /// Returns the names of the lifelines.
    pub fn lifelines(&self) -> &IndexVec<LifelineId, String> {
        &self.lifelines.names
    }

    /// Returns the names of the messages.
    pub fn messages(&self) -> &IndexVec<MessageId, String> {
        &self.messages.names
    }

    /// Returns the names of the gates.
    pub fn gates(&self) -> &IndexVec<GateId, String> {
        &self.gates.names
    }
}

impl Default for Signature {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.lifelines.names == other.lifelines.names
            && self.messages.names == other.messages.names
            && self.gates.names == other.gates.names
    }
}

impl Eq for Signature {}
