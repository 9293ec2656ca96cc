//! Typed indices, vectors, lists of names and numberings over them, groups and combinations of items, bit packing, bytes
//! as text, seeded numbers, control of long computations.
//!
//! No iteration is in hash order; ordered results have the order of insertion.

mod combinations;
mod control;
mod groups;
mod hexadecimal;
mod id;
mod interner;
mod names;
mod packing;
mod quantity;
mod random;
mod words;

pub use crate::{typed_id, with_words, words};
pub use combinations::combinations;
pub use control::{Control, Cut, Limit, Progress};
pub use groups::Groups;
pub use hexadecimal::hexadecimal;
pub use id::{Id, IndexVec};
pub use interner::Interner;
pub use names::Names;
pub use packing::{Field, LayoutBuilder, RecordLayout, Words, ones};
pub use quantity::{grouped, milliseconds, scaled};
pub use random::Random;
