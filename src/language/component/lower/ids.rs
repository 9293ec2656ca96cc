//! The types that packages declare, by number.

use kernel::typed_id;

typed_id! {
    /// A port type of one of the packages.
    pub(super) struct PortTypeId;
}
typed_id! {
    /// An atom type of one of the packages.
    pub(super) struct AtomTypeId;
}
typed_id! {
    /// A connector type of one of the packages.
    pub(super) struct ConnectorTypeId;
}
typed_id! {
    /// A compound type of one of the packages.
    pub(super) struct CompoundTypeId;
}

/// The type of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ComponentType {
    Atom(AtomTypeId),
    Compound(CompoundTypeId),
}
