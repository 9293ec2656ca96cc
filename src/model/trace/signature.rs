//! Names of lifelines, messages and gates.

use kernel::base::{IndexVec, Interner, typed_id};

typed_id! {
    /// A lifeline: a participant of an interaction.
    pub struct LifelineId;
}
typed_id! {
    /// A message.
    pub struct SignatureMessageId;
}
typed_id! {
    /// A gate: a named end of an arrow at the edge of a diagram, which stands for the environment.
    pub struct GateId;
}

/// The first character of the name of the message of an internal step, and of no other message.
pub const INTERNAL: char = '~';

/// The names of the lifelines, messages and gates of interactions and traces.
///
/// Each kind has its own names: a lifeline and a message may have the same name. The order of the lifelines
/// is that of the columns of drawings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    lifelines: Interner<LifelineId, String>,
    messages: Interner<SignatureMessageId, String>,
    gates: Interner<GateId, String>,
}

impl Signature {
    /// Returns the empty signature.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the lifeline called `name`, which is added if there is none.
    pub fn add_lifeline(&mut self, name: &str) -> LifelineId {
        self.lifelines.id(name)
    }

    /// Returns the id of the message called `name`, which is added if there is none.
    pub fn add_message(&mut self, name: &str) -> SignatureMessageId {
        self.messages.id(name)
    }

    /// Returns the message of the internal step called `name`, which is added if there is none. Its name has
    /// [`INTERNAL`] before that of the step.
    pub fn add_internal(&mut self, name: &str) -> SignatureMessageId {
        self.messages.id(&format!("{INTERNAL}{name}"))
    }

    /// Returns `true` if a message is that of an internal step, which a lifeline does without any other.
    pub fn is_internal(&self, message: SignatureMessageId) -> bool {
        self.messages()[message].starts_with(INTERNAL)
    }

    /// Returns the gate called `name`, which is added if there is none.
    pub fn add_gate(&mut self, name: &str) -> GateId {
        self.gates.id(name)
    }

    /// Returns the signature with the same lifelines and gates, and these messages.
    #[must_use]
    pub fn with_messages(&self, names: impl IntoIterator<Item = String>) -> Self {
        let mut signature = Self { messages: Interner::default(), ..self.clone() };
        for name in names {
            signature.add_message(&name);
        }
        signature
    }

    /// Returns the lifeline called `name`.
    pub fn lifeline(&self, name: &str) -> Option<LifelineId> {
        self.lifelines.known(name)
    }

    /// Returns the message called `name`.
    pub fn message(&self, name: &str) -> Option<SignatureMessageId> {
        self.messages.known(name)
    }

    /// Returns the gate called `name`.
    pub fn gate(&self, name: &str) -> Option<GateId> {
        self.gates.known(name)
    }

    /// Returns the names of the lifelines.
    pub fn lifelines(&self) -> &IndexVec<LifelineId, String> {
        self.lifelines.items()
    }

    /// Returns the names of the messages.
    pub fn messages(&self) -> &IndexVec<SignatureMessageId, String> {
        self.messages.items()
    }

    /// Returns the names of the gates.
    pub fn gates(&self) -> &IndexVec<GateId, String> {
        self.gates.items()
    }
}
