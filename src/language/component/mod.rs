//! The language of component systems.

pub mod property;
