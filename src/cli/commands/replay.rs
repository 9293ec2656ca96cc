//! `replay`: a witness, step by step, and whether it shows what it claims.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::cli::any_model::AnyModel;
use crate::cli::args::ReplayArguments;
use crate::cli::feed;
use crate::cli::input::{Input, Naming, expand};
use crate::cli::models::{Manner, load_as, unreadable};
use crate::cli::output::{Failure, Output, terminal_width};
use crate::cli::picture::refuse_picture;
use crate::cli::report_writer::refuse_input;
use scm_check::driver::Loaded;
use scm_check::driver::choreography::{ChannelWords as _, MAX_STATES, transition_lines};
use scm_check::driver::system::ChannelReading;
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::Standing;
use scm_check::language::evidence::{
    Claim, Claimed, Exhibit, Unreadable, WitnessDocument, exhibits, read_claim, rebuilt,
};
use scm_check::model::cfsm::{BadConfigurations, ChannelKind, System};
use scm_check::model::choreography::{ChannelChoice, Choreography};
use scm_check::model::evidence::{Lines, Rejected, Replay, Witness};
use scm_check::render::drawing::chart_text;
use scm_check::render::sentences::{WIDTH, number_of};
use scm_check::render::witness::{
    Extent, cycle_text, fault_text, matched, run_chart, standing_table, start_text, witness_chart,
};

/// At most so many configurations are looked at that can follow a run, for the properties that are
/// about what can follow.
const CONTINUATIONS: usize = 200_000;

/// After so many lines the verdict is said once more.
const LONG: usize = 20;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the arguments do not name one file each, or the output cannot be written.
pub(super) fn run(arguments: &ReplayArguments) -> Result<u8, Failure> {
    let pictures = &arguments.pictures;
    let mildest = if pictures.quiet { Severity::Error } else { Severity::Warning };
    let manner = Manner { naming: Naming::Path, colour: pictures.output.color, mildest };
    if arguments.witness == "-" && arguments.model.as_ref().is_some_and(|model| model == "-") {
        let why = "standard input cannot be the witness and the model";
        return Err(Failure::Usage(why.to_owned()));
    }
    let witness = single(&arguments.witness)?;
    let model = arguments.model.as_ref().map(single).transpose()?;
    if let Some(path) = &pictures.output.output {
        let inputs: Vec<Input> =
            [Some(witness.clone()), model.clone()].into_iter().flatten().collect();
        refuse_input(path, &inputs)?;
    }
    let name = witness.name(Naming::Path);
    let read = feed::text(&witness).and_then(|bytes| {
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
        exhibits(&text).map_err(|why| why.to_string())
    });
    let exhibits = match read {
        Ok(exhibits) => exhibits,
        Err(why) => {
            unreadable(&name, &why, manner.colour);
            return Ok(Standing::Refused.exit_code());
        }
    };
    let loaded = model.map(|model| {
        load_as(&model, feed::text(&model), manner, |source| {
            AnyModel::read(&model, source, manner.colour)
        })
    });
    let against = match &loaded {
        None => None,
        Some((loaded, Some(AnyModel::Interaction(_)))) => {
            let why = format!("{}: witnesses are about systems and choreographies", loaded.name);
            return Err(Failure::Usage(why));
        }
        Some((loaded, model)) => match model {
            Some(model) => Some((loaded, model)),
            None => return Ok(Standing::Refused.exit_code()),
        },
    };
    let all = exhibits.len();
    let exhibits =
        pertinent(exhibits, loaded.as_ref().and_then(|(loaded, _)| loaded.sha256.as_deref()));
    let width = terminal_width(&pictures.output).unwrap_or(WIDTH);
    refuse_picture(&pictures.output)?;
    let mut output = Output::open(&pictures.output)?;
    let mut beside = Output::beside(&pictures.output);
    let mut standing = Standing::Fine;
    let many = exhibits.len() > 1;
    for (index, exhibit) in exhibits.iter().enumerate() {
        let name = match &exhibit.model {
            Some(model) => format!("{name} ({model})"),
            None if many => format!("{name} ({})", index + 1),
            None => name.clone(),
        };
        let extent = pictures.run.extent();
        let hearing = Hearing { name, exhibit, against, width, extent };
        let (lines, own) = match hearing.opinion() {
            Ok(opinion) => (opinion.text, opinion.standing),
            Err(why) => {
                unreadable(&hearing.name, &why.to_string(), manner.colour);
                (String::new(), Standing::Refused)
            }
        };
        standing = standing.max(own);
        let first = lines.split_inclusive('\n').next().unwrap_or_default();
        if let Some(beside) = &mut beside {
            beside.write(|stream| stream.write_all(first.as_bytes()))?;
        }
        let shown = if pictures.quiet { first } else { &lines };
        let gap = if index > 0 && !pictures.quiet && !shown.is_empty() { "\n" } else { "" };
        output.write(|stream| stream.write_all((gap.to_owned() + shown).as_bytes()))?;
    }
    let passed_over = all - exhibits.len();
    if passed_over > 0 && !pictures.quiet {
        let witnesses = if passed_over == 1 { "witness is" } else { "witnesses are" };
        let text = format!("\n{passed_over} {witnesses} about other models, and passed over\n");
        output.write(|stream| stream.write_all(text.as_bytes()))?;
    }
    output.finish()?;
    Ok(standing.exit_code())
}

/// Returns those witnesses of a report that are about the model with this digest; all, if none is.
fn pertinent(exhibits: Vec<Exhibit>, sha256: Option<&str>) -> Vec<Exhibit> {
    let is_other = |exhibit: &Exhibit| match (&exhibit.model, &exhibit.document.sha256, sha256) {
        (Some(_), Some(stated), Some(own)) => stated != own,
        _ => false,
    };
    if exhibits.iter().all(is_other) {
        return exhibits;
    }
    exhibits.into_iter().filter(|exhibit| !is_other(exhibit)).collect()
}

/// Returns the one input that an argument names.
fn single(argument: &std::ffi::OsString) -> Result<Input, Failure> {
    match <[Input; 1]>::try_from(expand(std::slice::from_ref(argument))) {
        Ok([input]) => Ok(input),
        Err(_) => {
            let argument = argument.display();
            Err(Failure::Usage(format!("{argument} is more than one file; replay takes one")))
        }
    }
}

/// One witness, and what it is held against.
struct Hearing<'a> {
    name: String,
    exhibit: &'a Exhibit,
    against: Option<(&'a Loaded, &'a AnyModel)>,
    width: usize,
    extent: Extent,
}

/// What steps are replayed on.
struct Ground<'a> {
    system: Cow<'a, System>,
    bad: &'a [BadConfigurations],
    lines: Lines,
    /// What the system is an implementation of, if it is one.
    choreography: Option<Choreography>,
}

impl Ground<'_> {
    /// Returns a system of which nothing else is known.
    fn of(system: System) -> Self {
        let lines = Lines::default();
        Self { system: Cow::Owned(system), bad: &[], lines, choreography: None }
    }
}

/// What came out.
struct Opinion {
    text: String,
    standing: Standing,
}

/// What is thought of a claim.
enum Finding {
    /// It holds.
    Confirmed,
    /// It does not.
    Rejected(String),
    /// Nobody can tell.
    Open(String),
}

impl Hearing<'_> {
    /// Replays the witness and says what it shows.
    ///
    /// # Errors
    /// If it is of a form that is not known here.
    fn opinion(&self) -> Result<Opinion, Unreadable> {
        let document = &self.exhibit.document;
        let channels = document.channels.as_deref().unwrap_or(ChannelReading::AsWritten.word());
        let Ground { system, bad, lines, choreography } = self.ground(channels)?;
        let claim = match read_claim(&system, document) {
            Ok(claim) => claim,
            Err(
                why @ (Unreadable::OtherFormat { .. }
                | Unreadable::UnknownKind { .. }
                | Unreadable::MalformedStep { .. }),
            ) => return Err(why),
            Err(why) => {
                let (why, more) = match self.objection() {
                    Some(objection) => (objection, format!("  nor does it fit: {why}\n")),
                    None => (why.to_string(), String::new()),
                };
                let text = self.verdict(&Finding::Rejected(why)) + &more + &self.remarks(channels);
                return Ok(Opinion { text, standing: Standing::Failed });
            }
        };
        let tested = self.test(&system, bad, choreography.as_ref(), &claim);
        let finding = match self.objection() {
            Some(why) => Finding::Rejected(why),
            None => match &tested {
                Tested::Holds(_) => Finding::Confirmed,
                Tested::Fails(Rejected::ManyContinuations { most }) => {
                    Finding::Open(Rejected::ManyContinuations { most: *most }.to_string())
                }
                Tested::Fails(why) => Finding::Rejected(why.to_string()),
                Tested::Untested(why) => Finding::Open((*why).to_owned()),
            },
        };
        let standing = match &finding {
            Finding::Confirmed => Standing::Fine,
            Finding::Rejected(_) => Standing::Failed,
            Finding::Open(_) => Standing::Open,
        };
        let mut text = self.verdict(&finding);
        text += &details(&system, bad, &claim, &tested, &finding);
        text += &self.remarks(channels);
        text += &self.run(&system, &lines, &claim, &tested);
        if text.lines().count() > LONG {
            text += &self.verdict(&finding);
        }
        Ok(Opinion { text, standing })
    }

    /// Returns what the steps are replayed on, with the channels read in this way.
    fn ground(&self, channels: &str) -> Result<Ground<'_>, Unreadable> {
        let unknown = || Unreadable::UnknownChannels { channels: channels.to_owned() };
        let words: Vec<String> = match channels {
            "as written" => Vec::new(),
            words => words.split(',').map(str::to_owned).collect(),
        };
        let choice = ChannelChoice::of_words(&words).ok_or_else(unknown)?;
        match self.against {
            Some((loaded, AnyModel::System(model))) => {
                let reading = match choice {
                    ChannelChoice { architecture: None, kind: None } => ChannelReading::AsWritten,
                    ChannelChoice { architecture: None, kind: Some(kind) } => {
                        ChannelReading::All(kind)
                    }
                    ChannelChoice { .. } => return Err(unknown()),
                };
                let (system, lines) = (reading.of(&model.system), loaded.lines(model));
                Ok(Ground { system, bad: &model.bad, lines, choreography: None })
            }
            Some((loaded, AnyModel::Choreography(model))) => {
                let automaton = model.description.resolved(choice);
                let normal = Choreography::new(&automaton, MAX_STATES);
                let made = normal.and_then(|normal| {
                    let system = normal.implementation(MAX_STATES)?;
                    Some((normal, system))
                });
                let Some((choreography, system)) = made else {
                    return Ok(Ground::of(rebuilt(self.document(), ChannelKind::Fifo)?));
                };
                let lines = transition_lines(loaded, model, &choreography, &system);
                let choreography = Some(choreography);
                Ok(Ground { system: Cow::Owned(system), bad: &[], lines, choreography })
            }
            // Interactions are refused before.
            None | Some((_, AnyModel::Interaction(_))) => {
                let kind = choice.kind.unwrap_or(ChannelKind::Fifo);
                Ok(Ground::of(rebuilt(self.document(), kind)?))
            }
        }
    }

    fn document(&self) -> &WitnessDocument {
        &self.exhibit.document
    }

    /// Tests the claim as far as that is possible.
    fn test(
        &self,
        system: &System,
        bad: &[BadConfigurations],
        choreography: Option<&Choreography>,
        claim: &Claim,
    ) -> Tested {
        if self.against.is_none() && claim.claimed != Claimed::NotRsc {
            let steps = claim.steps.iter().copied();
            return match Replay::new(system, claim.initial.clone(), steps) {
                Err(why) => Tested::Fails(why),
                Ok(_) => Tested::Untested(match claim.claimed {
                    Claimed::Bad(_) => {
                        "the steps can be replayed, but without the model nobody knows what is bad"
                    }
                    Claimed::NotCompletable | Claimed::NotPartial => {
                        "the steps can be replayed, but without the choreography nobody knows what \
                         it allows"
                    }
                    _ => {
                        "the steps can be replayed, but without the model nobody knows what else \
                         is possible"
                    }
                }),
            };
        }
        match claim.test(system, bad, choreography, &self.exhibit.document, CONTINUATIONS) {
            Ok(witness) => Tested::Holds(Box::new(witness)),
            Err(why) => Tested::Fails(why),
        }
    }

    /// Returns what speaks against the witness before its steps are looked at.
    fn objection(&self) -> Option<String> {
        if let Some(contradiction) = &self.exhibit.contradiction {
            return Some(contradiction.to_string());
        }
        let (loaded, _) = self.against?;
        let stated = self.exhibit.document.sha256.as_ref()?;
        let found = loaded.sha256.as_ref()?;
        (stated != found).then(|| {
            let short = |digest: &str| digest.chars().take(12).collect::<String>();
            format!(
                "it was made for another file: its SHA-256 is {}.., that of {} is {}..",
                short(stated),
                loaded.name,
                short(found)
            )
        })
    }

    /// Returns the property, with the kind of channels where it is not as the model says.
    fn property(&self) -> String {
        let document = &self.exhibit.document;
        let property = document.property.as_deref().unwrap_or(match document.kind.as_str() {
            "borderline-violation" => "rsc",
            kind => kind,
        });
        match document.channels.as_deref() {
            Some(channels) if channels != ChannelReading::AsWritten.word() => {
                format!("{property}[{channels}]")
            }
            _ => property.to_owned(),
        }
    }

    /// Returns the first line.
    fn verdict(&self, finding: &Finding) -> String {
        let about = format!("{}: {}", self.name, self.property());
        match (finding, self.against) {
            (Finding::Confirmed, Some((loaded, _))) => {
                format!("{about} violated: replayed on {}, confirmed by replay\n", loaded.name)
            }
            (Finding::Confirmed, None) => format!(
                "{about} violated: confirmed by replay of its steps; nothing was compared with a \
                 model\n"
            ),
            (Finding::Rejected(why), _) => format!("{about} rejected: {why}\n"),
            (Finding::Open(why), _) => format!("{about} unknown: {why}\n"),
        }
    }

    /// Returns how the witness was read.
    fn remarks(&self, channels: &str) -> String {
        let mut text = String::new();
        let document: &WitnessDocument = &self.exhibit.document;
        if channels != ChannelReading::AsWritten.word() {
            let _ = writeln!(text, "  all channels are read as {channels}, as the witness says");
        }
        match (self.against, &document.sha256) {
            (None, _) if channels == ChannelReading::AsWritten.word() => {
                text += "  without the model all channels are taken for FIFO channels\n";
            }
            (Some(_), None) => {
                text += "  the witness does not say which file it was made for\n";
            }
            _ => {}
        }
        text
    }

    /// Returns the table of the steps, the chart, and the conflict cycle: as far as the run goes.
    fn run(&self, system: &System, lines: &Lines, claim: &Claim, tested: &Tested) -> String {
        let stops = match tested {
            Tested::Fails(
                Rejected::NotEnabled { step, .. } | Rejected::NoSuchTransition { step },
            ) => Some(step - 1),
            _ => None,
        };
        let steps = claim.steps.iter().take(stops.unwrap_or(claim.steps.len()));
        let Ok(replay) = Replay::new(system, claim.initial.clone(), steps.copied()) else {
            return String::new();
        };
        let start = start_text(system, &replay);
        if replay.steps().is_empty() {
            let start = start.unwrap_or_default();
            return format!("\n  in an initial configuration, without any step{start}\n");
        }
        let remark = match (tested, stops) {
            (_, Some(stops)) => format!("step {} is not possible", stops + 1),
            (Tested::Holds(witness), None) => witness.kind().remark(system),
            (Tested::Fails(_) | Tested::Untested(_), None) => String::new(),
        };
        let mut text = String::new();
        if let Some(start) = start {
            let _ = writeln!(text, "\n  the run begins{start}");
        }
        text.push('\n');
        let (cycle, chart) = match tested {
            Tested::Holds(witness) => {
                (witness.cycle(), witness_chart(system, witness, self.extent))
            }
            Tested::Fails(_) | Tested::Untested(_) => {
                (&[][..], run_chart(system, &replay, self.extent))
            }
        };
        let table = standing_table(system, &replay, cycle, &remark, self.extent, self.width);
        text += &table.text(self.width);
        text.push('\n');
        text += &chart_text(&chart);
        if !cycle.is_empty()
            && let Tested::Holds(witness) = tested
        {
            text += &cycle_text(system, witness, lines);
        }
        text
    }
}

/// How the test of a claim went.
enum Tested {
    /// It holds.
    Holds(Box<Witness>),
    /// It does not, or may not.
    Fails(Rejected),
    /// It cannot be tested.
    Untested(&'static str),
}

/// Returns what the run shows.
fn details(
    system: &System,
    bad: &[BadConfigurations],
    claim: &Claim,
    tested: &Tested,
    finding: &Finding,
) -> String {
    let Tested::Holds(witness) = tested else {
        return match (tested, finding) {
            (Tested::Fails(own), Finding::Rejected(why)) if own.to_string() != *why => {
                format!("  on this file it does not hold either: {own}\n")
            }
            _ => String::new(),
        };
    };
    let mut text = String::new();
    if matches!(finding, Finding::Rejected(_)) {
        text += "  on this file the claim holds all the same:\n";
    }
    let shows = match claim.claimed {
        Claimed::NotRsc => format!(
            "  borderline violation of {}, {}\n",
            number_of(witness.communications(), "communication"),
            number_of(witness.actions(), "action")
        ),
        Claimed::Bad(number) => match matched(system, &bad[number - 1], witness).as_str() {
            "" => "  every configuration is bad\n".to_owned(),
            matched => format!("  matched: {matched}\n"),
        },
        Claimed::NotCompletable => "  no word of the choreography completes it\n".to_owned(),
        Claimed::NotPartial => "  it is no partial execution of the choreography\n".to_owned(),
        Claimed::Violated(_) => {
            format!("  {}\n", fault_text(system, witness).unwrap_or_default())
        }
    };
    text + &shows
}
