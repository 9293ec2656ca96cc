//! Reports as one self-contained HTML page: it loads no resources, and is readable without scripts and
//! without colours.
//!
//! A [`Page`] is neutral data. [`write_page`] converts it to markup that is also well-formed XML, so that
//! a test can read it back: every text goes through [`Markup`], which escapes it, and the script reads
//! its numbers and sentences from one block of JSON. At a step of a [`Walk`] the script shows the same parts
//! as the page shows of the last step without the script.
//!
//! A page speaks by the exit status: an expected violation of a model that excuses it is good news.

mod answer;
mod contents;
mod data;
mod excerpt;
mod fold;
mod index;
mod markup;
mod page;
mod runs;
mod section;
mod walk;
mod walk_panel;

pub use contents::{Page, Section};
pub use excerpt::{Marked, excerpt};
pub use markup::Markup;
pub use page::write_page;
pub use walk::{Gauge, GaugeGroup, OrderEdge, Walk, WalkDrawing, WalkMessage, WalkStop};
