//! Replayed runs as tables, charts, graphs and sentences.

mod chart;
mod cycle;
mod departure;
mod dependency_graphs;
mod fault;
mod names;
mod shown;
mod table;

pub use chart::{run_chart, script_chart, witness_chart};
pub use cycle::{cycle_text, script_cycle_text};
pub use departure::departure_text;
pub use dependency_graphs::{Drawn, action_graph, conflict_graph};
pub use fault::fault_text;
pub use names::{channel_caption, message_names};
pub use shown::{Extent, Part, Shown};
pub use table::{contents_text, followed_table, run_table, standing_table, witness_table};
