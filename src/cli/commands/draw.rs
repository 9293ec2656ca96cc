//! `draw`: pictures of a model, of the automata of the theory, and of executions.

use std::borrow::Cow;

use super::component_pictures;
use crate::cli::args::{DrawArguments, DrawSubject};
use crate::cli::failure::Failure;
use crate::cli::file_kind::is_component_input;
use crate::cli::input::only_model;
use crate::cli::machine::machine_memory;
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Colour;
use crate::cli::output::{refuse_input, tell, text_style};
use crate::cli::picture::{picture_format, write_picture};
use scm_check::internals::driver::Loaded;
use scm_check::internals::driver::simulation::Simulation;
use scm_check::internals::driver::system::{
    ChannelReading, NoViolation, Question, named, violation,
};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::kernel::verdict::{ExitStatus, Reason};
use scm_check::internals::language::evidence::{EvidenceSubject as About, read_requests};
use scm_check::internals::language::{scm, system};
use scm_check::internals::model::cfsm::{
    ChannelKind, CommunicatingAutomaton, ParticipantId, System,
};
use scm_check::internals::model::evidence::{Script, Witness, follow};
use scm_check::internals::render::diagrams::{
    InvariantGoal, Picture, PictureForm, SystemDrawing, system_picture,
};
use scm_check::internals::render::sentences::count_of;
use scm_check::internals::render::witness::{DrawnDependencies, departure_text};

/// Maximum number of steps of a run that is drawn because no property is violated.
const STEPS: usize = 20;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, there is no such item to draw, or the output cannot be written.
pub(super) fn run(arguments: &DrawArguments) -> Result<u8, Failure> {
    let input = only_model(&arguments.model, "draw takes")?;
    if is_component_input(&input) {
        return component_pictures::run(arguments, input);
    }
    refuse_idle_options(arguments)?;
    let usual = match subject(arguments) {
        DrawSubject::Witness => PictureForm::Text,
        _ => PictureForm::Dot,
    };
    let format = picture_format(arguments.format, &arguments.output, usual)?;
    let (reading, property) = reading(arguments)?;
    let output = &arguments.output;
    refuse_input(output.output.as_deref(), [&input])?;
    let options = LoadOptions::by_path(output.color);
    let Single { loaded, model, .. } = Single::system(input, options)?;
    let system = reading.of(&model.system);
    let sheet = Sheet { arguments, property, loaded: &loaded, model: &model, system, reading };
    write_picture(&sheet.drawn(format)?, format, output)
}

/// Reports that no picture was drawn, and returns the failure.
pub(super) fn no_verdict(name: &str, reason: Reason, why: &str, colour: Colour) -> Failure {
    no_answer(name, reason, "nothing drawn", why, colour)
}

/// Reports that there is no answer and which action was omitted, and returns the failure.
pub(super) fn no_answer(
    name: &str,
    reason: Reason,
    what: &str,
    why: &str,
    colour: Colour,
) -> Failure {
    tell(colour, &format!("{name}: unknown ({}): {what}, {why}\n", reason.word()));
    Failure::Told(ExitStatus::Open)
}

/// Returns the requested subject: an execution if the options name one, else the system.
fn subject(arguments: &DrawArguments) -> DrawSubject {
    let names_execution = arguments.property.is_some() || arguments.run.is_some();
    arguments.what.unwrap_or(if names_execution {
        DrawSubject::Witness
    } else {
        DrawSubject::System
    })
}

/// Rejects options that have no effect on the requested picture.
///
/// # Errors
/// If there are such options.
fn refuse_idle_options(arguments: &DrawArguments) -> Result<(), Failure> {
    let subject = subject(arguments);
    let is_graph = matches!(subject, DrawSubject::ActionGraph | DrawSubject::ConflictGraph);
    let is_execution = is_graph || subject == DrawSubject::Witness;
    let has_property = is_execution
        || matches!(subject, DrawSubject::Product | DrawSubject::Ep | DrawSubject::Invariant);
    if matches!(subject, DrawSubject::Atom | DrawSubject::States | DrawSubject::Run)
        || !arguments.log.is_empty()
    {
        let why = "--log, --what atom, states and run are about systems of components (.bip)";
        return Err(Failure::usage(why));
    }
    let options = [
        (
            arguments.participant.is_some() && subject != DrawSubject::Automaton,
            "--participant",
            "automaton",
        ),
        (
            arguments.run.is_some() && !is_execution,
            "--run",
            "witness, action-graph and conflict-graph",
        ),
        (
            arguments.property.is_some() && !has_property,
            "--property",
            "witness, action-graph, conflict-graph, product, ep and invariant",
        ),
        (arguments.complete && !is_graph, "--complete", "action-graph and conflict-graph"),
    ];
    match options.into_iter().find(|option| option.0) {
        Some((_, option, subjects)) => {
            Err(Failure::usage(format!("{option} is for --what {subjects}")))
        }
        None => Ok(()),
    }
}

/// Returns the reading of the channels: from the options, or from the name of the property.
fn reading(arguments: &DrawArguments) -> Result<(ChannelReading, Option<&str>), Failure> {
    let reading = arguments.channels.reading()?;
    let Some(property) = arguments.property.as_deref() else { return Ok((reading, None)) };
    for (kind, variant) in [(ChannelKind::Fifo, "[fifo]"), (ChannelKind::Bag, "[bag]")] {
        if let (ChannelReading::AsWritten, Some(name)) = (reading, property.strip_suffix(variant)) {
            return Ok((ChannelReading::All(kind), Some(name)));
        }
    }
    Ok((reading, Some(property)))
}

/// The model and the options of a picture.
struct Sheet<'a> {
    arguments: &'a DrawArguments,
    /// The property, without the reading of the channels that its name may contain.
    property: Option<&'a str>,
    loaded: &'a Loaded,
    model: &'a system::Model,
    system: Cow<'a, System>,
    reading: ChannelReading,
}

impl Sheet<'_> {
    /// Returns the requested picture in a format.
    fn drawn(&self, format: PictureForm) -> Result<Vec<u8>, Failure> {
        let subject = subject(self.arguments);
        if format == PictureForm::Json && subject == DrawSubject::System {
            return Ok(
                scm::json(&self.system, &self.model.bad, &self.model.expectations).into_bytes()
            );
        }
        let style = text_style(self.arguments.signs, &self.arguments.output);
        Ok(self.picture(subject)?.encoded(format, style)?)
    }

    fn picture(&self, subject: DrawSubject) -> Result<Picture, Failure> {
        let neighbours = if self.arguments.complete {
            DrawnDependencies::All
        } else {
            DrawnDependencies::Neighbours
        };
        let drawing = match subject {
            DrawSubject::Witness => return self.chart(),
            DrawSubject::System => SystemDrawing::System,
            DrawSubject::Automaton => SystemDrawing::Automaton(self.participant()?),
            DrawSubject::Topology => SystemDrawing::Topology,
            DrawSubject::ActionGraph => SystemDrawing::ActionGraph(self.execution()?, neighbours),
            DrawSubject::ConflictGraph => {
                SystemDrawing::ConflictGraph(self.execution()?, neighbours)
            }
            DrawSubject::Ep => SystemDrawing::Endings(self.endings()?),
            DrawSubject::Rsc => SystemDrawing::RscAutomaton,
            DrawSubject::Bv => SystemDrawing::BorderlineAutomaton,
            DrawSubject::Product => self.product()?,
            DrawSubject::Invariant => SystemDrawing::Invariant(self.invariant_goal()?),
            DrawSubject::Atom | DrawSubject::States | DrawSubject::Run => {
                unreachable!("subjects of systems of components are refused before")
            }
        };
        let (bad, max_states) = (&self.model.bad, self.arguments.max_states);
        system_picture(&self.system, bad, &drawing, max_states, &Control::unlimited())
            .map_err(|limit| self.cut(limit))
    }

    fn participant(&self) -> Result<ParticipantId, Failure> {
        let automata = self.system.automata();
        let names = || {
            let names: Vec<&str> = automata.iter().map(CommunicatingAutomaton::name).collect();
            names.join(", ")
        };
        match &self.arguments.participant {
            None if automata.len() == 1 => Ok(ParticipantId::from_index(0)),
            None => Err(Failure::usage(format!("whose automaton? -p one of {}", names()))),
            Some(name) => {
                let number = name.parse().ok();
                let by_name = automata.enumerate().find(|(_, one)| one.name() == name);
                by_name
                    .map(|(id, _)| id)
                    .or_else(|| automata.ids().find(|id| Some(id.index()) == number))
                    .ok_or_else(|| {
                        Failure::usage(format!("there is no participant {name}, but {}", names()))
                    })
            }
        }
    }

    /// Returns the requested product.
    fn product(&self) -> Result<SystemDrawing, Failure> {
        let Some(name) = self.property else { return Ok(SystemDrawing::Product) };
        match self.question(name)? {
            Question::Rsc => Ok(SystemDrawing::Violations),
            Question::Reach(index) => Ok(SystemDrawing::Runs(index)),
            _ => Err(Failure::usage("a product is drawn of rsc and of bad_states/N only")),
        }
    }

    /// Returns what the requested invariant is to exclude.
    fn invariant_goal(&self) -> Result<InvariantGoal, Failure> {
        let Some(name) = self.property else { return Ok(InvariantGoal::Nothing) };
        match self.question(name)? {
            Question::Reach(index) => Ok(InvariantGoal::Bad(index)),
            Question::Safety(property) => Ok(InvariantGoal::Property(property)),
            _ => Err(Failure::usage("an invariant is about bad states and safety properties")),
        }
    }

    fn question(&self, name: &str) -> Result<Question, Failure> {
        match named(self.model, self.reading, name).question {
            Question::Mistaken(why) => Err(Failure::usage(format!("{name}: {why}"))),
            Question::NoBadStates => Err(Failure::usage("the model has no bad states")),
            question => Ok(question),
        }
    }

    /// Returns the indices of the bad states whose contents are requested.
    fn endings(&self) -> Result<Vec<usize>, Failure> {
        match self.property {
            None if self.model.bad.is_empty() => Err(Failure::usage("the model has no bad states")),
            None => Ok((0..self.model.bad.len()).collect()),
            Some(name) => match self.question(name)? {
                Question::Reach(index) => Ok(vec![index]),
                _ => Err(Failure::usage("ep is about bad states: --property bad_states/N")),
            },
        }
    }

    /// Returns the picture of a witness, or of the given steps.
    fn chart(&self) -> Result<Picture, Failure> {
        let (name, system) = (&self.loaded.name, &*self.system);
        let lines = self.loaded.lines(self.model);
        let extent = self.arguments.extent.extent();
        if let Some(script) = self.given()? {
            return Ok(Picture::of_run(name, system, &script, &lines, extent));
        }
        let (property, witness) = self.witness().map_err(|why| self.without_witness(why))?;
        let channels = self.reading.into();
        let about = About { property, channels, sha256: self.loaded.sha256.clone() };
        Ok(Picture::of_witness(name, system, &witness, about, &lines, extent))
    }

    /// Returns the requested steps: given ones, a witness, or a random run.
    fn execution(&self) -> Result<Script, Failure> {
        if let Some(script) = self.given()? {
            return Ok(script);
        }
        match self.witness() {
            Ok((_, witness)) => Ok(witness.replay().script().clone()),
            Err(NoViolation::Unknown(..) | NoViolation::Nothing) if self.property.is_none() => {
                self.note("nothing was found violated: this is a random run");
                Ok(Simulation::random(&self.system, Random::new(0), STEPS).followed().script)
            }
            Err(why) => Err(self.without_witness(why)),
        }
    }

    /// Returns the steps that the user gives.
    fn given(&self) -> Result<Option<Script>, Failure> {
        let Some(steps) = &self.arguments.run else { return Ok(None) };
        let requests = read_requests(&self.system, steps).map_err(Failure::usage)?;
        let followed = follow(&self.system, &requests);
        if let (Some(departure), Some(why)) =
            (&followed.departure, departure_text(&self.system, &followed))
        {
            let step = departure.step.number();
            self.note(&format!("this is no run of the model: it stops at step {step}, {why}"));
        }
        Ok(Some(followed.script))
    }

    /// Returns a witness with the name of its property: of the requested property, else of the first violated one, if
    /// there is one.
    fn witness(&self) -> Result<(String, Witness), NoViolation> {
        let max_bytes = machine_memory().map(|memory| memory / 4 * 3);
        let control = Control { max_bytes, ..Control::unlimited() };
        let subject = (self.loaded, self.model);
        let found = violation(&control, subject, self.reading, self.property)?;
        if self.property.is_none() {
            self.note(&format!("this is the witness of {}", found.0));
        }
        Ok(found)
    }

    /// Returns the failure to draw a witness, if there is none for this reason.
    fn without_witness(&self, why: NoViolation) -> Failure {
        let hint = "--run STEPS draws any steps";
        match why {
            NoViolation::Unknown(_, reason) => self.no_verdict(reason, &format!("{why}; {hint}")),
            NoViolation::Nothing => {
                Failure::Usage(format!("{why}, so there is no witness; {hint}"))
            }
            NoViolation::Holds(_) => Failure::Usage(format!("{why}: no execution to draw; {hint}")),
            NoViolation::Mistaken(..) => Failure::usage(why),
        }
    }

    /// Returns the failure to draw something within a limit.
    fn cut(&self, limit: Limit) -> Failure {
        let max_states = count_of(self.arguments.max_states, "state");
        let why = match limit {
            Limit::States => format!("it has more than {max_states}; see --max-states"),
            _ => "the search was cut short".to_owned(),
        };
        self.no_verdict(limit.into(), &why)
    }

    fn no_verdict(&self, reason: Reason, why: &str) -> Failure {
        no_verdict(&self.loaded.name, reason, why, self.arguments.output.color)
    }

    /// Reports what is drawn, if the user did not request it explicitly.
    fn note(&self, what: &str) {
        let name = &self.loaded.name;
        tell(self.arguments.output.color, &format!("\x1b[1mnote:\x1b[0m {name}: {what}\n"));
    }
}
