//! Ids of the parts of a system except its channels.

use kernel::base::typed_id;

typed_id! {
    /// A participant of a system, and its automaton.
    pub struct ParticipantId;
}
typed_id! {
    /// A local state of one automaton.
    pub struct StateId;
}
typed_id! {
    /// A transition of one automaton, in the order of declaration.
    pub struct TransitionId;
}
typed_id! {
    /// A message of a system.
    pub struct MessageId;
}
