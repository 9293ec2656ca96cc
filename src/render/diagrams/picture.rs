//! Pictures of all kinds, and their output formats.

#[cfg(feature = "png")]
use crate::drawing::png;
use crate::drawing::{
    Chart, Colours, Extent, Graph, Sequence, TextStyle, Timeline, automaton_graph, chart_svg, dot,
    fitted_chart, graph_svg, graph_text, sequence_svg, sequence_text, timeline_svg, timeline_text,
    xml_escaped,
};
use crate::sentences::{IN_A_FILE, number_of};
use crate::witness::{chart_and_cycle, script_chart, script_cycle_text, start_text};
use kernel::automata::NamedAutomaton;
use language::automaton::diagram_json;
use language::evidence::{EvidenceSubject, WitnessDocument};
use model::cfsm::System;
use model::evidence::{Findings, Lines, Script, Witness};

/// The beginning of a page with a picture.
const PAGE: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\"><title>scm-check</title>\
    <style>:root{color-scheme:light dark}body{margin:1rem;font-family:sans-serif}\
    svg{max-width:100%;height:auto}pre{white-space:pre-wrap}</style></head><body><main>\n";

/// The output format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureForm {
    /// Text for terminals.
    Text,
    /// DOT for Graphviz: graphs and automata only.
    Dot,
    /// SVG, laid out.
    Svg,
    /// JSON for programs: automata and witnesses only.
    Json,
    /// Pixels, with the feature `png`.
    Png,
    /// SVG in a page for browsers.
    Html,
}

/// Reason why a picture does not have an output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undrawable {
    /// A sequence diagram is not a graph.
    #[error(
        "a sequence diagram is drawn as text or svg; dot and json are for automata, see --what"
    )]
    Sequence,
    /// A run with busy intervals is not a graph.
    #[error("a run with busy intervals is drawn as text or svg")]
    Timeline,
    /// A graph that is not an automaton has no JSON.
    #[error("JSON is for automata and witnesses; draw graphs as dot or svg")]
    GraphAsJson,
    /// A run that is not a witness has no JSON.
    #[error("JSON is for witnesses, not for other runs; draw it as text or svg")]
    RunAsJson,
    /// A chart is not a graph.
    #[error(
        "a chart is drawn as text or svg; of models what depends on what in it is drawn as dot by \
         draw --what action-graph and --what conflict-graph"
    )]
    ChartAsDot,
    /// The picture has too many pixels.
    #[error("the picture is too large for PNG; draw it as svg")]
    TooLarge,
    /// The feature `png` is missing.
    #[error("this program was built without the feature png; draw it as svg")]
    WithoutPixels,
}

/// A picture.
#[derive(Clone, Debug)]
pub enum Picture {
    /// A graph; an automaton that it shows may have further data.
    Graph(Graph, Option<NamedAutomaton>),
    /// A sequence diagram: messages in frames.
    Sequence(Sequence),
    /// A run whose parts go on side by side, with the text before it.
    Timeline(Timeline, String),
    /// An execution.
    Chart {
        /// The chart.
        chart: Chart,
        /// The text before the chart.
        before: String,
        /// The text after the chart.
        after: String,
        /// The chart as JSON for programs, if there is such a form.
        json: Option<String>,
    },
}

impl Picture {
    /// Draws an automaton.
    pub fn of_automaton(diagram: NamedAutomaton) -> Self {
        Self::Graph(automaton_graph(&diagram), Some(diagram))
    }

    /// Draws a witness of the model that is called `name`.
    pub fn of_witness(
        name: &str,
        system: &System,
        witness: &Witness,
        subject: EvidenceSubject,
        lines: &Lines,
        extent: Extent,
    ) -> Self {
        let steps = number_of(witness.replay().steps().len(), "step");
        let title = format!("{name}: {} violated in {steps}\n", subject.property);
        let start =
            start_text(system, witness.replay()).map(|start| format!("  the run begins{start}\n"));
        let title = format!("{title}{}\n", start.unwrap_or_default());
        let document = WitnessDocument::new(system, witness, subject, lines);
        let (chart, after) = chart_and_cycle(system, witness, lines, extent);
        Self::Chart {
            chart,
            before: title,
            after,
            json: serde_json::to_string(&document).ok().map(|text| text + "\n"),
        }
    }

    /// Draws any execution of the model that is called `name`.
    pub fn of_run(
        name: &str,
        system: &System,
        script: &Script,
        lines: &Lines,
        extent: Extent,
    ) -> Self {
        let findings = Findings::new(script);
        let chart = script_chart(system, script, findings.cycle(), extent);
        let steps = number_of(script.moves().len(), "step");
        let after = match findings.cycle() {
            [] => String::new(),
            cycle => script_cycle_text(system, script, cycle, lines),
        };
        Self::Chart { chart, before: format!("{name}: {steps}\n\n"), after, json: None }
    }

    /// Returns the picture in an output format, in this style if it is text.
    ///
    /// # Errors
    /// If the picture does not have this format.
    pub fn encoded(&self, form: PictureForm, style: TextStyle) -> Result<Vec<u8>, Undrawable> {
        let text = match (self, form) {
            (_, PictureForm::Png) => return self.pixels(),
            (_, PictureForm::Svg) => self.svg(Colours::OfTheReader),
            (_, PictureForm::Html) => self.page(),
            (Self::Sequence(sequence), PictureForm::Text) => sequence_text(sequence, style),
            (Self::Sequence(_), PictureForm::Dot | PictureForm::Json) => {
                return Err(Undrawable::Sequence);
            }
            (Self::Graph(graph, _), PictureForm::Dot) => dot(graph),
            (Self::Graph(_, Some(diagram)), PictureForm::Json) => diagram_json(diagram),
            (Self::Graph(_, None), PictureForm::Json) => return Err(Undrawable::GraphAsJson),
            (Self::Graph(graph, _), PictureForm::Text) => graph_text(graph),
            (Self::Chart { chart, before, after, .. }, PictureForm::Text) => {
                format!("{before}{}{after}", fitted_chart(chart, style, IN_A_FILE))
            }
            (Self::Chart { json: Some(json), .. }, PictureForm::Json) => json.clone(),
            (Self::Chart { json: None, .. }, PictureForm::Json) => {
                return Err(Undrawable::RunAsJson);
            }
            (Self::Timeline(timeline, before), PictureForm::Text) => {
                format!("{before}{}", timeline_text(timeline, style))
            }
            (Self::Timeline(..), PictureForm::Dot | PictureForm::Json) => {
                return Err(Undrawable::Timeline);
            }
            (Self::Chart { .. }, PictureForm::Dot) => return Err(Undrawable::ChartAsDot),
        };
        Ok(text.into_bytes())
    }

    /// Returns the picture as SVG in some colours.
    fn svg(&self, colours: Colours) -> String {
        match self {
            Self::Graph(graph, _) => graph_svg(graph, colours),
            Self::Sequence(sequence) => sequence_svg(sequence, colours),
            Self::Timeline(timeline, _) => timeline_svg(timeline, colours),
            Self::Chart { chart, .. } => chart_svg(chart, colours),
        }
    }

    /// Returns the picture in a page for browsers, below the text before it and above the text after it.
    fn page(&self) -> String {
        let text = |text: &str| match text.trim() {
            "" => String::new(),
            text => format!("<pre>{}</pre>\n", xml_escaped(text)),
        };
        let (before, after) = match self {
            Self::Chart { before, after, .. } => (text(before), text(after)),
            Self::Timeline(_, before) => (text(before), String::new()),
            Self::Graph(..) | Self::Sequence(_) => Default::default(),
        };
        let svg = self.svg(Colours::OfTheReader);
        format!("{PAGE}{before}{svg}{after}</main></body></html>\n")
    }

    #[cfg(feature = "png")]
    fn pixels(&self) -> Result<Vec<u8>, Undrawable> {
        png(&self.svg(Colours::Light)).ok_or(Undrawable::TooLarge)
    }

    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "with the feature png it is used")]
    fn pixels(&self) -> Result<Vec<u8>, Undrawable> {
        Err(Undrawable::WithoutPixels)
    }
}
