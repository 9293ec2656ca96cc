//! Typed indices of the parts of component systems.

use kernel::typed_id;

typed_id! {
    /// A component of a composite.
    pub struct ComponentId;
}
typed_id! {
    /// A place of an atom.
    pub struct PlaceId;
}
typed_id! {
    /// A variable of an atom.
    pub struct VariableId;
}
typed_id! {
    /// A port of an atom.
    pub struct PortId;
}
typed_id! {
    /// A transition of an atom.
    pub struct TransitionId;
}
typed_id! {
    /// A connector of a composite.
    pub struct ConnectorId;
}
typed_id! {
    /// A datum of a connector.
    pub struct DatumId;
}
typed_id! {
    /// An end of a connector: a port of a component, by its place in the connector.
    pub struct EndId;
}
typed_id! {
    /// An interaction of a composite.
    pub struct InteractionId;
}
typed_id! {
    /// A function from outside of a system.
    pub struct FunctionId;
}
typed_id! {
    /// An operation that may fail, by its place in the text.
    pub struct SiteId;
}
