//! The replay of a witness from a file, in words.

use std::fmt::Write as _;

use super::evidence::{borderline_violation, chart_and_cycle, matched, opening, start_text};
use super::{cause_text, degree_table, run_chart};
use crate::drawing::{Chart, Extent, TextStyle, fitted_chart};
use crate::sentences::{IN_A_FILE, WIDTH};
use driver::replay::{Objection, ReplayJob, ReplayReport, Tested};
use language::evidence::{Claim, Claimed};
use model::cfsm::{BadConfigurations, System};
use model::evidence::{CycleEdge, Lines, Rejected, Replay};

/// Minimum number of lines of a text that repeats the verdict.
const LONG: usize = 20;

/// A replayed witness, with the layout of its text.
#[derive(Clone, Debug)]
pub struct ReplayText<'a> {
    /// Name of the witness.
    pub name: String,
    /// The witness, and the model against which it was checked.
    pub job: &'a ReplayJob<'a>,
    /// The look of the chart, with the width of the terminal, if there is one.
    pub style: TextStyle,
    /// How much of a long run is shown.
    pub extent: Extent,
}

/// The conclusion about a claim.
enum Conclusion {
    /// The claim holds.
    Confirmed,
    /// The claim does not hold, for this reason.
    Rejected(String),
    /// The claim cannot be tested, for this reason.
    Open(String),
}

impl ReplayText<'_> {
    /// Returns the text of the replay.
    pub fn text(&self, report: &ReplayReport<'_>) -> String {
        let objection = report.objection.as_ref().map(objection_text);
        let (claim, tested) = match &report.claim {
            Ok((claim, tested)) => (claim, tested),
            Err(why) => {
                let (why, more) = match objection {
                    Some(objection) => (objection, format!("  nor does it fit: {why}\n")),
                    None => (why.to_string(), String::new()),
                };
                return self.verdict(&Conclusion::Rejected(why)) + &more + &self.remarks();
            }
        };
        let conclusion = match (objection, tested) {
            (Some(why), _) => Conclusion::Rejected(why),
            (None, Tested::Holds(_)) => Conclusion::Confirmed,
            (None, Tested::Fails(why @ Rejected::ManyContinuations { .. })) => {
                Conclusion::Open(why.to_string())
            }
            (None, Tested::Fails(why)) => Conclusion::Rejected(why.to_string()),
            (None, Tested::Untested) => Conclusion::Open(untested(&claim.claimed).to_owned()),
        };
        let ground = &report.ground;
        let mut text = self.verdict(&conclusion);
        text += &details(&ground.system, ground.bad, claim, tested, &conclusion);
        text += &self.remarks();
        text += &self.run(&ground.system, &ground.lines, claim, tested);
        if text.lines().count() > LONG {
            text += &self.verdict(&conclusion);
        }
        text
    }

    /// Returns the property, with the kind of channels if it differs from the model.
    fn property(&self) -> String {
        let document = &self.job.entry.document;
        let property = document.property.as_deref().unwrap_or(match document.kind.as_str() {
            "borderline-violation" => "rsc",
            kind => kind,
        });
        match self.job.channels() {
            Some(channels) => format!("{property}[{channels}]"),
            None => property.to_owned(),
        }
    }

    /// Returns the first line.
    fn verdict(&self, conclusion: &Conclusion) -> String {
        let about = format!("{}: {}", self.name, self.property());
        match (conclusion, self.job.against) {
            (Conclusion::Confirmed, Some((loaded, _))) => {
                format!("{about} violated: replayed on {}, confirmed by replay\n", loaded.name)
            }
            (Conclusion::Confirmed, None) => format!(
                "{about} violated: confirmed by replay of its steps; nothing was compared with a \
                 model\n"
            ),
            (Conclusion::Rejected(why), _) => format!("{about} rejected: {why}\n"),
            (Conclusion::Open(why), _) => format!("{about} unknown: {why}\n"),
        }
    }

    /// Returns how the witness was read.
    fn remarks(&self) -> String {
        let channels = self.job.channels();
        let mut text = String::new();
        let document = &self.job.entry.document;
        if let Some(channels) = channels {
            let _ = writeln!(text, "  all channels are read as {channels}, as the witness says");
        }
        match (self.job.against, &document.sha256) {
            (None, _) if channels.is_none() => {
                text += "  without the model all channels are taken for FIFO channels\n";
            }
            (Some(_), None) => {
                text += "  the witness does not say which file it was made for\n";
            }
            _ => {}
        }
        text
    }

    /// Returns the chart of the run, if it is possible, with the text before it and behind it.
    pub fn chart(&self, report: &ReplayReport<'_>) -> Option<(Chart, String, String)> {
        let (claim, tested) = report.claim.as_ref().ok()?;
        let Run { chart, cycle_text, .. } =
            self.possible(&report.ground.system, &report.ground.lines, claim, tested)?;
        let before = format!("{}: {}\n\n", self.name, self.property());
        Some((chart, before, cycle_text))
    }

    /// Returns the table of the steps, the chart, and the conflict cycle, as far as the run is possible.
    fn run(&self, system: &System, lines: &Lines, claim: &Claim, tested: &Tested) -> String {
        let Some(run) = self.possible(system, lines, claim, tested) else { return String::new() };
        let Run { replay, cycle, remark, chart, cycle_text } = run;
        if replay.steps().is_empty() {
            let start = start_text(system, &replay).unwrap_or_default();
            return format!("\n  in an initial configuration, without any step{start}\n");
        }
        let mut text = opening(system, &replay);
        let width = self.style.width.unwrap_or(WIDTH);
        let table = degree_table(system, &replay, lines, cycle, &remark, self.extent, width);
        text += &table.text(width);
        text.push('\n');
        text + &fitted_chart(&chart, self.style, IN_A_FILE) + &cycle_text
    }

    /// Returns the steps as far as they are possible.
    fn possible<'t>(
        &self,
        system: &System,
        lines: &Lines,
        claim: &Claim,
        tested: &'t Tested,
    ) -> Option<Run<'t>> {
        let stops = match tested {
            Tested::Fails(
                Rejected::NotEnabled { step, .. } | Rejected::NoSuchTransition { step },
            ) => Some(step - 1),
            _ => None,
        };
        let steps = claim.steps.iter().take(stops.unwrap_or(claim.steps.len()));
        let replay = Replay::new(system, claim.initial.clone(), steps.copied()).ok()?;
        let (cycle, remark, (chart, cycle_text)) = match tested {
            Tested::Holds(witness) => {
                let shown = chart_and_cycle(system, witness, lines, self.extent);
                (witness.cycle(), witness.kind().remark(system), shown)
            }
            Tested::Fails(_) | Tested::Untested => {
                let remark = stops.map(|stops| format!("step {} is not possible", stops + 1));
                let chart = run_chart(system, &replay, self.extent);
                (&[][..], remark.unwrap_or_default(), (chart, String::new()))
            }
        };
        Some(Run { replay, cycle, remark, chart, cycle_text })
    }
}

/// The steps of a claim as far as they are possible, as they are shown.
struct Run<'t> {
    replay: Replay,
    cycle: &'t [CycleEdge],
    remark: String,
    chart: Chart,
    cycle_text: String,
}

/// Returns the objection to a witness before its steps are replayed.
fn objection_text(objection: &Objection) -> String {
    match objection {
        Objection::Contradiction(contradiction) => contradiction.to_string(),
        Objection::OtherFile { stated, name, found } => {
            let short = |digest: &str| digest.chars().take(12).collect::<String>();
            format!(
                "it was made for another file: its SHA-256 is {}.., that of {name} is {}..",
                short(stated),
                short(found)
            )
        }
    }
}

/// Returns the reason why a claim cannot be tested without a model.
fn untested(claimed: &Claimed) -> &'static str {
    match claimed {
        Claimed::Bad(_) => {
            "the steps can be replayed, but without the model nobody knows what is bad"
        }
        Claimed::NotCompletable | Claimed::NotPartial => {
            "the steps can be replayed, but without the choreography nobody knows what it allows"
        }
        Claimed::NotInDiagram => {
            "the steps can be replayed, but diagrams are not read here, and say what is drawn"
        }
        Claimed::NotRsc
        | Claimed::Violated(_)
        | Claimed::OutsideClass(_)
        | Claimed::Race
        | Claimed::NotTold(_) => {
            "the steps can be replayed, but without the model nobody knows what else is possible"
        }
    }
}

/// Returns the facts that the run shows.
fn details(
    system: &System,
    bad: &[BadConfigurations],
    claim: &Claim,
    tested: &Tested,
    conclusion: &Conclusion,
) -> String {
    let Tested::Holds(witness) = tested else {
        return match (tested, conclusion) {
            (Tested::Fails(own), Conclusion::Rejected(why)) if own.to_string() != *why => {
                format!("  on this file it does not hold either: {own}\n")
            }
            _ => String::new(),
        };
    };
    let mut text = String::new();
    if matches!(conclusion, Conclusion::Rejected(_)) {
        text += "  on this file the claim holds all the same:\n";
    }
    let shows = match claim.claimed {
        Claimed::NotRsc => format!("  {}\n", borderline_violation(witness)),
        Claimed::Bad(number) => match matched(system, &bad[number - 1], witness).as_str() {
            "" => "  every configuration is bad\n".to_owned(),
            matched => format!("  matched: {matched}\n"),
        },
        Claimed::NotCompletable => "  no word of the choreography completes it\n".to_owned(),
        Claimed::NotInDiagram => "  it is not drawn\n".to_owned(),
        Claimed::NotPartial => "  it is no partial execution of the choreography\n".to_owned(),
        Claimed::Violated(_) | Claimed::OutsideClass(_) | Claimed::Race | Claimed::NotTold(_) => {
            format!("  {}\n", cause_text(system, witness).unwrap_or_default())
        }
    };
    text + &shows
}
