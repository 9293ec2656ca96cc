//! Pictures and tables as plain data, independent of their subject, and their renderings.
//!
//! A [`Chart`] is a message sequence chart of one execution, a [`Sequence`] a diagram of many in nested
//! frames, a [`Table`] aligned columns, a [`Graph`] nodes and edges, a [`Timeline`] what goes on side by side, [`Regions`] sets and what is in them. Each is plain data; the renderings, as text, DOT
//! or SVG, are functions of the data and of the available width, and have no side effects.

mod automaton_graph;
mod canvas;
mod chart;
mod chart_columns;
mod chart_fold;
mod chart_labels;
mod chart_layout;
mod chart_line;
mod chart_notes;
mod chart_placement;
mod chart_scene;
mod chart_spacing;
mod chart_svg;
mod chart_text;
mod colours;
mod display_width;
mod extent;
mod graph;
mod graph_layers;
mod graph_layout;
mod graph_svg;
mod graph_text;
mod lettering;
mod picture_style;
mod plane;
#[cfg(feature = "png")]
mod raster;
mod regions;
mod regions_svg;
mod sequence;
mod sequence_columns;
mod sequence_course;
mod sequence_scene;
mod sequence_svg;
mod sequence_text;
mod svg;
mod table;
mod text_style;
mod timeline;
mod timeline_svg;
mod xml;

pub use automaton_graph::{add_automaton, automaton_graph};
pub use chart::{
    Arrow, ArrowHead, Chart, CycleMark, ElidedSteps, Event, EventId, LifelineId, LineStyle, Mark,
    Numbering, Order, Slope,
};
pub use chart_fold::fitted_chart;
pub use chart_placement::chart_scene;
pub use chart_scene::{ChartScene, Label, SceneCrossing, SceneEvent, SceneLifeline, SceneLine};
pub use chart_svg::chart_svg;
pub use chart_text::chart_text;
pub use colours::Colours;
pub use display_width::{
    beginning, coloured_width, cut_beginning, cut_middle, display_width, ending, hanging_columns,
    padded, wrapped_columns,
};
pub use extent::Extent;
pub use graph::{Cluster, ClusterId, Edge, Graph, Node, NodeId, NodeShape, Stroke, dot};
pub use graph_layout::{ClusterFrame, EdgeCourse, GraphLayout, Heading, Stretch, graph_layout};
pub use graph_svg::{graph_svg, graph_svg_marked};
pub use graph_text::graph_text;
pub use lettering::{ELLIPSIS, begun, shortened, text_width, wrapped};
pub use picture_style::picture_style;
pub use plane::{Point, Rectangle, crossing};
#[cfg(feature = "png")]
pub use raster::png;
pub use regions::{Region, RegionMark, Regions, regions_text};
pub use regions_svg::regions_svg;
pub use sequence::{BracketEnd, Message, Sequence, SequenceItem, Transmission};
pub use sequence_scene::{
    SceneBracket, SceneFragment, SceneMessage, SceneNote, SequenceScene, sequence_scene,
};
pub use sequence_svg::sequence_svg;
pub use sequence_text::sequence_text;
pub use table::{Alignment, Column, Table, TableRow};
pub use text_style::{Signs, TextStyle};
pub use timeline::{LaneId, Timeline, TimelineEvent, timeline_text};
pub use timeline_svg::timeline_svg;
pub use xml::{xml_escaped, xml_text};
