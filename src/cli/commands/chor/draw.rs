//! `chor draw`: pictures of choreographies.

use super::single;
use crate::cli::choreography_args::{ChoreographyDrawArguments, ChoreographySubject};
use crate::cli::commands::draw::no_verdict;
use crate::cli::failure::Failure;
use crate::cli::option_groups::PictureFormat;
use crate::cli::picture::{picture_format, write_picture};
use crate::cli::report_writer::refuse_input;
use scm_check::check::realisability::{Question, UnknownReason};
use scm_check::driver::Loaded;
use scm_check::driver::choreography::{
    ChannelWords as _, MAX_STATES, NoRun, transition_lines, violating_run,
};
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::verdict::{Reason, Standing};
use scm_check::language::choreography::Model;
use scm_check::language::evidence::Subject;
use scm_check::model::choreography::{
    ChannelChoice, Choreography, Projections, automaton_diagram, normal_diagram, partials_diagram,
    synchronous, synchronous_diagram,
};
use scm_check::render::diagrams::Picture;
use scm_check::render::diagrams::choreography_sequence;
use scm_check::render::system::system_graph;

/// Why there is no picture.
enum Blank {
    /// What is asked for is not there.
    Refused(Failure),
    /// There is no verdict, for this reason; and in words.
    Unknown(Reason, String),
}

impl From<Failure> for Blank {
    fn from(failure: Failure) -> Self {
        Self::Refused(failure)
    }
}

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If what is asked for is not there, or the output cannot be written.
pub(super) fn run(arguments: &ChoreographyDrawArguments) -> Result<u8, Failure> {
    let output = &arguments.output;
    let (inputs, loaded, model) = single(&arguments.file, arguments.reading, output.color)?;
    let Some(model) = model else { return Ok(Standing::Refused.exit_code()) };
    if let Some(path) = &output.output {
        refuse_input(path, &inputs)?;
    }
    let subject = arguments.what.unwrap_or(match model.structure {
        Some(_) => ChoreographySubject::Sequence,
        None => ChoreographySubject::Automaton,
    });
    if arguments.strict && subject != ChoreographySubject::Witness {
        return Err(Failure::Usage("--strict is for --what witness".to_owned()));
    }
    let usual = match subject {
        ChoreographySubject::Sequence | ChoreographySubject::Witness => PictureFormat::Text,
        _ => PictureFormat::Dot,
    };
    let format = picture_format(arguments.format, output, usual)?;
    let choice = arguments.channels.choice().settled(&model.description);
    let sheet = Sheet { arguments, loaded: &loaded, model: &model, choice };
    let drawn = sheet
        .picture(subject)
        .and_then(|picture| Ok(picture.encoded(format.into()).map_err(Failure::from)?));
    match drawn {
        Ok(picture) => {
            write_picture(&picture, format, output)?;
            Ok(Standing::Fine.exit_code())
        }
        Err(Blank::Refused(failure)) => Err(failure),
        Err(Blank::Unknown(reason, why)) => {
            Ok(no_verdict(&loaded.name, reason.word(), &why, output.color))
        }
    }
}

/// What is drawn.
struct Sheet<'a> {
    arguments: &'a ChoreographyDrawArguments,
    loaded: &'a Loaded,
    model: &'a Model,
    choice: ChannelChoice,
}

impl Sheet<'_> {
    fn picture(&self, subject: ChoreographySubject) -> Result<Picture, Blank> {
        let most = self.arguments.max_states.0;
        let control = Control::unlimited();
        Ok(match subject {
            ChoreographySubject::Sequence => self.sequence()?,
            ChoreographySubject::Automaton => {
                Picture::of_automaton(automaton_diagram(&self.choreography()?))
            }
            ChoreographySubject::Normal => {
                Picture::of_automaton(normal_diagram(&self.choreography()?))
            }
            ChoreographySubject::Partials => {
                let drawn = partials_diagram(&self.choreography()?, most, &control);
                Picture::of_automaton(drawn.map_err(|limit| self.too_large(limit))?)
            }
            ChoreographySubject::Sync => {
                let system = self.projections()?;
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                let drawn = synchronous(&system, most);
                let drawn = drawn.ok_or_else(|| self.too_large(Limit::States))?;
                Picture::of_automaton(synchronous_diagram(&drawn))
            }
            ChoreographySubject::Projections => {
                Picture::Graph(system_graph(&*self.projections()?), None)
            }
            ChoreographySubject::Witness => self.witness()?,
        })
    }

    fn too_large(&self, limit: Limit) -> Blank {
        let most = self.arguments.max_states.0;
        let why = format!("it has more than {most} states; see --max-states");
        Blank::Unknown(limit.into(), why)
    }

    fn choreography(&self) -> Result<Choreography, Blank> {
        let automaton = self.model.description.resolved(self.choice);
        Choreography::new(&automaton, MAX_STATES).ok_or_else(too_many_states)
    }

    fn projections(&self) -> Result<Projections, Blank> {
        let choreography = self.choreography()?;
        if choreography.is_empty() {
            let why = "nothing ever happens, so there is no participant".to_owned();
            return Err(Failure::Usage(why).into());
        }
        choreography.projections_unless(MAX_STATES, &|| false).ok_or_else(too_many_states)
    }

    fn sequence(&self) -> Result<Picture, Failure> {
        let refused = |why: &str| Failure::Usage(why.to_owned());
        let structure = self.model.structure.as_ref().ok_or_else(|| {
            refused(
                "an automaton has no structure that a sequence diagram shows; --what automaton, or \
                 chor convert --to gc",
            )
        })?;
        choreography_sequence(structure, &self.model.description).map(Picture::Sequence).ok_or_else(
            || {
                refused(
                    "it is nested too deep, or too long, for a sequence diagram; --what automaton",
                )
            },
        )
    }

    /// Returns the picture of an execution that violates.
    fn witness(&self) -> Result<Picture, Blank> {
        let question =
            if self.arguments.strict { Question::WellFormed } else { Question::Realisable };
        let property = match question {
            Question::Realisable => "realisable",
            Question::WellFormed => "well-formed",
        };
        let projections = self.projections()?;
        let found = violating_run(&projections, question, &Control::unlimited());
        let witness = found.map_err(|why| match why {
            NoRun::Holds => {
                Failure::Usage(format!("{property} holds: no execution to draw")).into()
            }
            NoRun::NotFound => Failure::Usage(format!(
                "{property} is violated, but no execution was found that shows it"
            ))
            .into(),
            NoRun::Unknown(UnknownReason::Limit(limit)) => {
                Blank::Unknown(limit.into(), "a limit was reached".to_owned())
            }
            NoRun::Unknown(UnknownReason::Undecided) => {
                let why = format!("nobody knows whether {property} is violated");
                Blank::Unknown(Reason::Undecidable, why)
            }
        })?;
        let about = Subject {
            property: property.to_owned(),
            channels: self.choice.word(),
            sha256: self.loaded.sha256.clone(),
        };
        let lines =
            transition_lines(self.loaded, self.model, projections.choreography(), &projections);
        let extent = self.arguments.run.extent();
        Ok(Picture::of_witness(&self.loaded.name, &projections, &witness, about, &lines, extent))
    }
}

/// Returns that a choreography, or a projection, cannot be made deterministic.
fn too_many_states() -> Blank {
    let why = "to make it deterministic takes too many states".to_owned();
    Blank::Unknown(Reason::States, why)
}
