//! What the projections of a diagram do beyond what is drawn.

mod races;

pub use races::{Exploration, Orders, RACES, STATES, may_have_some, races};
