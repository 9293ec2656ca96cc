//! Replayed runs as tables, charts, graphs and sentences.

mod bounds;
mod cause;
mod cause_places;
mod chart;
mod class_words;
mod classes;
mod compatible;
mod cycle;
mod departure;
mod dependency_graphs;
mod evidence;
mod half_duplex;
mod names;
mod place;
mod replay;
mod run;
mod send_classes;
mod shown;
mod table;
mod walk;

pub use cause::{LONGEST_NAME, cause_text, crossing_text};
pub use cause_places::cause_places;
pub use chart::{run_chart, script_chart, witness_chart};
pub use class_words::ClassWords;
pub use classes::class_words;
pub use cycle::{cycle_text, script_cycle_text};
pub use departure::departure_text;
pub use dependency_graphs::{DrawnDependencies, action_graph, conflict_graph};
pub use evidence::{
    borderline_violation, chart_and_cycle, draw_command, matched, start_text, witness_text,
};
pub use names::message_names;
pub use replay::ReplayText;
pub use run::RunText;
pub(crate) use shown::left_out_text;
pub use shown::{Shown, ShownPart};
pub use table::{degree_table, followed_table, run_table, witness_table};
pub use walk::witness_walk;
