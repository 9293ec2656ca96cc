//! stub
mod model;
pub mod property;
pub use model::{Model, Places};
