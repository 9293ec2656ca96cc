//! Evidence as files: witnesses and certificates as JSON, runs in one line.
//!
//! The structs mirror the formats; the types of [`model::evidence`] do not depend on them.

mod certificate;
mod claim;
mod exhibits;
mod json;
mod notation;
mod reading;
mod rebuilt;
mod unique_keys;

pub use certificate::{write_certificate, write_shared_certificate};
pub use exhibits::{Contradiction, NoWitnessEntry, WitnessEntry, exhibits};
pub use json::{
    EvidenceSubject, Reason, WitnessAction, WitnessChannel, WitnessDocument, WitnessEdge,
    WitnessMessage, WitnessStep,
};
pub use notation::{Misspelt, read_requests, step_text};
pub use reading::{Claim, Claimed, Unreadable, read_claim};
pub use rebuilt::rebuilt;
