//! Numbers with names, for programs.

use serde::{Serialize, Serializer};

/// Numbers with names, which are written as an object with a field for each, in this order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts(pub Vec<(&'static str, u64)>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
