//! Pictures, and the forms that they can have.

use super::option_groups::{OutputArguments, PictureFormat};
use super::output::{Failure, Output};
use scm_check::kernel::automata::NamedAutomaton;
use scm_check::language::automaton::diagram_json;
use scm_check::language::evidence::{Subject, WitnessDocument};
use scm_check::model::cfsm::System;
use scm_check::model::evidence::{Findings, Lines, Script, Witness};
use scm_check::render::drawing::automaton_graph;
use scm_check::render::drawing::{
    Chart, Graph, Sequence, chart_svg, chart_text, dot, graph_svg, sequence_svg, sequence_text,
};
#[cfg(feature = "png")]
use scm_check::render::drawing::{chart_png, graph_png, sequence_png};
use scm_check::render::sentences::number_of;
use scm_check::render::witness::{
    Extent, chart_and_cycle, script_chart, script_cycle_text, start_text, witness_chart,
};

/// Returns the form that is asked for, or that the name of the output stands for, else `usual`.
///
/// # Errors
/// If it stands for none.
pub(crate) fn picture_format(
    asked: Option<PictureFormat>,
    output: &OutputArguments,
    usual: PictureFormat,
) -> Result<PictureFormat, Failure> {
    Ok(match (asked, output.ending()) {
        (Some(format), _) => format,
        (None, Some("txt")) => PictureFormat::Text,
        (None, Some("dot" | "gv")) => PictureFormat::Dot,
        (None, Some("svg")) => PictureFormat::Svg,
        (None, Some("json")) => PictureFormat::Json,
        (None, Some("png")) => PictureFormat::Png,
        (None, Some(ending)) => {
            let why = format!("there is no picture .{ending}; --format text|dot|svg|json|png");
            return Err(Failure::Usage(why));
        }
        (None, None) => usual,
    })
}

/// Refuses a file whose name stands for a form that a report has not, unless the form is asked for.
///
/// # Errors
/// If it is one.
pub(crate) fn refuse_picture(output: &OutputArguments) -> Result<(), Failure> {
    match output.ending() {
        Some(ending @ ("svg" | "dot" | "gv" | "png")) => {
            let why = format!("a report has no form .{ending}; see: scm-check draw --help");
            Err(Failure::Usage(why))
        }
        _ => Ok(()),
    }
}

/// Writes a picture that is encoded in a form.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn write_picture(
    picture: &[u8],
    format: PictureFormat,
    output: &OutputArguments,
) -> Result<(), Failure> {
    let stream = Output::open(output)?;
    match format {
        PictureFormat::Png => stream.put_bytes(picture),
        _ => stream.put(picture),
    }
}

/// What can be drawn.
pub(crate) enum Picture {
    /// A graph; that of an automaton may show more than it.
    Graph(Graph, Option<NamedAutomaton>),
    /// Who sends what to whom, in frames.
    Sequence(Sequence),
    /// An execution.
    Chart {
        /// The chart.
        chart: Chart,
        /// The same for terminals, with what belongs to it.
        text: String,
        /// The same for programs, where there is such a form.
        json: Option<String>,
    },
}

impl Picture {
    /// Draws an automaton.
    pub(crate) fn of_automaton(diagram: NamedAutomaton) -> Self {
        Self::Graph(automaton_graph(&diagram), Some(diagram))
    }

    /// Draws a witness of the model that is called `name`.
    pub(crate) fn of_witness(
        name: &str,
        system: &System,
        witness: &Witness,
        subject: Subject,
        lines: &Lines,
        extent: Extent,
    ) -> Self {
        let steps = number_of(witness.replay().steps().len(), "step");
        let title = format!("{name}: {} violated in {steps}\n", subject.property);
        let start =
            start_text(system, witness.replay()).map(|start| format!("  the run begins{start}\n"));
        let title = format!("{title}{}\n", start.unwrap_or_default());
        let document = WitnessDocument::new(system, witness, subject, lines);
        Self::Chart {
            chart: witness_chart(system, witness, extent),
            text: title + &chart_and_cycle(system, witness, lines, extent),
            json: serde_json::to_string(&document).ok().map(|text| text + "\n"),
        }
    }

    /// Draws any execution of the model that is called `name`.
    pub(crate) fn of_run(
        name: &str,
        system: &System,
        script: &Script,
        lines: &Lines,
        extent: Extent,
    ) -> Self {
        let findings = Findings::of(script);
        let chart = script_chart(system, script, findings.cycle(), extent);
        let steps = number_of(script.moves().len(), "step");
        let mut text = format!("{name}: {steps}\n\n{}", chart_text(&chart));
        if !findings.cycle().is_empty() {
            text += &script_cycle_text(system, script, findings.cycle(), lines);
        }
        Self::Chart { chart, text, json: None }
    }

    /// Returns the picture in a form.
    ///
    /// # Errors
    /// If it cannot have this form.
    pub(crate) fn encoded(&self, format: PictureFormat) -> Result<Vec<u8>, Failure> {
        let refused = |why: &str| Err(Failure::Usage(why.to_owned()));
        let text = match (self, format) {
            (_, PictureFormat::Png) => return self.pixels(),
            (Self::Sequence(sequence), PictureFormat::Svg) => sequence_svg(sequence),
            (Self::Sequence(sequence), PictureFormat::Text) => sequence_text(sequence),
            (Self::Sequence(_), PictureFormat::Dot | PictureFormat::Json) => {
                return refused(
                    "a sequence diagram is drawn as text or svg; dot and json are for automata, see \
                     --what",
                );
            }
            (Self::Graph(graph, _), PictureFormat::Dot) => dot(graph),
            (Self::Graph(graph, _), PictureFormat::Svg) => graph_svg(graph),
            (Self::Graph(_, Some(diagram)), PictureFormat::Json) => diagram_json(diagram),
            (Self::Graph(_, None), PictureFormat::Json) => {
                return refused("JSON is for automata and witnesses; draw graphs as dot or svg");
            }
            (Self::Graph(..), PictureFormat::Text) => {
                return refused("text is for witnesses; draw graphs and automata as dot or svg");
            }
            (Self::Chart { chart, .. }, PictureFormat::Svg) => chart_svg(chart),
            (Self::Chart { text, .. }, PictureFormat::Text) => text.clone(),
            (Self::Chart { json: Some(json), .. }, PictureFormat::Json) => json.clone(),
            (Self::Chart { json: None, .. }, PictureFormat::Json) => {
                return refused(
                    "JSON is for witnesses, not for other runs; draw it as text or svg",
                );
            }
            (Self::Chart { .. }, PictureFormat::Dot) => {
                return refused(
                    "a chart is drawn as text or svg; of models what depends on what in it is drawn \
                     as dot by draw --what action-graph and --what conflict-graph",
                );
            }
        };
        Ok(text.into_bytes())
    }

    #[cfg(feature = "png")]
    fn pixels(&self) -> Result<Vec<u8>, Failure> {
        let pixels = match self {
            Self::Graph(graph, _) => graph_png(graph),
            Self::Sequence(sequence) => sequence_png(sequence),
            Self::Chart { chart, .. } => chart_png(chart),
        };
        let why = "the picture is too large for PNG; draw it as svg";
        pixels.ok_or_else(|| Failure::Usage(why.to_owned()))
    }

    #[cfg(not(feature = "png"))]
    #[expect(clippy::unused_self, reason = "with the feature png it is used")]
    fn pixels(&self) -> Result<Vec<u8>, Failure> {
        let why = "this program was built without the feature png; draw it as svg";
        Err(Failure::Usage(why.to_owned()))
    }
}
