//! Reports as one HTML page that needs nothing else: no network, no script to be readable, no colour
//! to be understood.
//!
//! A [`Page`] is neutral data. [`write_page`] makes markup of it that is well-formed XML too, so that
//! a test can read it back: every text goes through [`Markup`], which escapes it, and the script reads
//! its numbers and sentences from one block of JSON. What the script shows at a step of a [`Walk`] is
//! what the page shows of its last step without the script.

mod answer;
mod data;
mod excerpt;
mod markup;
mod page;
mod walk;
mod walk_panel;

pub use excerpt::{Marked, excerpt};
pub use markup::Markup;
pub use page::{Page, Section, write_page};
pub use walk::{Drawing, Gauge, GaugeGroup, Message, OrderEdge, Stop, Walk};
