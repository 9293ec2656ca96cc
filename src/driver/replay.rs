//! A witness in a file against a model, or alone: whether it shows what it claims.

use std::borrow::Cow;

use crate::Loaded;
use crate::choreography::{ChannelWords as _, MAX_STATES, transition_lines};
use crate::system::ChannelReading;
use kernel::verdict::ExitStatus;
use language::evidence::{
    Claim, Claimed, Contradiction, Unreadable, WitnessDocument, WitnessEntry, read_claim, rebuilt,
};
use language::{choreography, scm};
use model::cfsm::{BadConfigurations, ChannelKind, System};
use model::choreography::{ChannelChoice, Choreography};
use model::evidence::{Lines, Rejected, Replay, Witness};

/// At most so many configurations are explored that can follow a run, for the properties that are about what can
/// follow.
const MAX_CONTINUATIONS: usize = 200_000;

/// The model that a witness is held against.
#[derive(Clone, Copy, Debug)]
pub enum ReplayModel<'a> {
    /// A system.
    System(&'a scm::Model),
    /// A choreography, whose projections are the system.
    Choreography(&'a choreography::Model),
}

/// A witness, and the model that it is held against, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct ReplayJob<'a> {
    /// The witness.
    pub entry: &'a WitnessEntry,
    /// The model, with the input that it was read from.
    pub against: Option<(&'a Loaded, ReplayModel<'a>)>,
}

/// What steps are replayed on.
#[derive(Clone, Debug)]
pub struct ReplayGround<'a> {
    /// The system.
    pub system: Cow<'a, System>,
    /// The bad configurations of the model.
    pub bad: &'a [BadConfigurations],
    /// Where the transitions stand in the text.
    pub lines: Lines,
    /// The choreography that the system is an implementation of, if it is one.
    choreography: Option<Choreography>,
}

/// What the replay of a witness shows.
#[derive(Clone, Debug)]
pub struct ReplayReport<'a> {
    /// What the steps were replayed on.
    pub ground: ReplayGround<'a>,
    /// What speaks against the witness whatever its steps show.
    pub objection: Option<Objection>,
    /// What it claims, with the result of the test, or why it is not about this model.
    pub claim: Result<(Claim, Tested), Unreadable>,
}

/// What speaks against a witness before its steps are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// The result that it stands in says something else.
    Contradiction(Contradiction),
    /// It was made for another file.
    OtherFile {
        /// The SHA-256 digest that it states.
        stated: String,
        /// Name of the file that it is held against.
        name: String,
        /// The SHA-256 digest of that file.
        found: String,
    },
}

/// The result of testing a claim.
#[derive(Clone, Debug)]
pub enum Tested {
    /// The claim holds.
    Holds(Box<Witness>),
    /// It does not, or may not.
    Fails(Rejected),
    /// The steps can be replayed, and without a model nothing more can be tested.
    Untested,
}

impl Tested {
    /// Returns what the result means for the exit code.
    fn standing(&self) -> ExitStatus {
        match self {
            Self::Holds(_) => ExitStatus::Fine,
            Self::Fails(Rejected::ManyContinuations { .. }) | Self::Untested => ExitStatus::Open,
            Self::Fails(_) => ExitStatus::Failed,
        }
    }
}

impl ReplayReport<'_> {
    /// Returns what the report means for the exit code.
    pub fn standing(&self) -> ExitStatus {
        match (&self.objection, &self.claim) {
            (None, Ok((_, tested))) => tested.standing(),
            (Some(_), _) | (_, Err(_)) => ExitStatus::Failed,
        }
    }
}

/// Returns those witnesses of a report that are about the model with the SHA-256 digest `sha256`; all, if none is.
pub fn pertinent(entries: Vec<WitnessEntry>, sha256: Option<&str>) -> Vec<WitnessEntry> {
    let is_other = |entry: &WitnessEntry| match (&entry.model, &entry.document.sha256, sha256) {
        (Some(_), Some(stated), Some(own)) => stated != own,
        _ => false,
    };
    if entries.iter().all(is_other) {
        return entries;
    }
    entries.into_iter().filter(|entry| !is_other(entry)).collect()
}

impl<'a> ReplayJob<'a> {
    /// Replays the witness and tests what it claims.
    ///
    /// # Errors
    /// If it is of a form that is not known here.
    pub fn run(&self) -> Result<ReplayReport<'a>, Unreadable> {
        let ground = self.ground()?;
        let claim = match read_claim(&ground.system, self.document()) {
            Ok(claim) => {
                let tested = self.test(&ground, &claim);
                Ok((claim, tested))
            }
            Err(
                why @ (Unreadable::OtherFormat { .. }
                | Unreadable::UnknownKind { .. }
                | Unreadable::MalformedStep { .. }),
            ) => return Err(why),
            Err(why) => Err(why),
        };
        Ok(ReplayReport { ground, objection: self.objection(), claim })
    }

    fn document(&self) -> &'a WitnessDocument {
        &self.entry.document
    }

    /// Returns how the channels are read, as the witness says.
    pub fn channels(&self) -> &'a str {
        self.document().channels.as_deref().unwrap_or(ChannelReading::AsWritten.word())
    }

    /// Returns what the steps are replayed on.
    fn ground(&self) -> Result<ReplayGround<'a>, Unreadable> {
        let channels = self.channels();
        let unknown = || Unreadable::UnknownChannels { channels: channels.to_owned() };
        let words: Vec<String> = match channels {
            "as written" => Vec::new(),
            words => words.split(',').map(str::to_owned).collect(),
        };
        let choice = ChannelChoice::of_words(&words).ok_or_else(unknown)?;
        match self.against {
            Some((loaded, ReplayModel::System(model))) => {
                let reading = match choice {
                    ChannelChoice { architecture: None, kind: None } => ChannelReading::AsWritten,
                    ChannelChoice { architecture: None, kind: Some(kind) } => {
                        ChannelReading::All(kind)
                    }
                    ChannelChoice { .. } => return Err(unknown()),
                };
                let (system, lines) = (reading.of(&model.system), loaded.lines(model));
                Ok(ReplayGround { system, bad: &model.bad, lines, choreography: None })
            }
            Some((loaded, ReplayModel::Choreography(model))) => {
                let automaton = model.description.resolved(choice);
                let normal = Choreography::new(&automaton, MAX_STATES);
                let projected = normal.and_then(|normal| {
                    let system = normal.implementation(MAX_STATES)?;
                    Some((normal, system))
                });
                let Some((choreography, system)) = projected else {
                    return self.rebuilt(ChannelKind::Fifo);
                };
                let lines = transition_lines(loaded, model, &choreography, &system);
                let choreography = Some(choreography);
                Ok(ReplayGround { system: Cow::Owned(system), bad: &[], lines, choreography })
            }
            None => self.rebuilt(choice.kind.unwrap_or(ChannelKind::Fifo)),
        }
    }

    /// Returns the system that the steps themselves describe.
    fn rebuilt(&self, kind: ChannelKind) -> Result<ReplayGround<'a>, Unreadable> {
        let system = Cow::Owned(rebuilt(self.document(), kind)?);
        Ok(ReplayGround { system, bad: &[], lines: Lines::default(), choreography: None })
    }

    /// Tests the claim as far as that is possible.
    fn test(&self, ground: &ReplayGround<'_>, claim: &Claim) -> Tested {
        let ReplayGround { system, bad, choreography, .. } = ground;
        if self.against.is_none() && claim.claimed != Claimed::NotRsc {
            let steps = claim.steps.iter().copied();
            return match Replay::new(system, claim.initial.clone(), steps) {
                Err(why) => Tested::Fails(why),
                Ok(_) => Tested::Untested,
            };
        }
        let choreography = choreography.as_ref();
        match claim.test(system, bad, choreography, self.document(), MAX_CONTINUATIONS) {
            Ok(witness) => Tested::Holds(Box::new(witness)),
            Err(why) => Tested::Fails(why),
        }
    }

    /// Returns what speaks against the witness before its steps are looked at.
    fn objection(&self) -> Option<Objection> {
        if let Some(contradiction) = &self.entry.contradiction {
            return Some(Objection::Contradiction(contradiction.clone()));
        }
        let (loaded, _) = self.against?;
        let (stated, found) = (self.document().sha256.as_ref()?, loaded.sha256.as_ref()?);
        (stated != found).then(|| Objection::OtherFile {
            stated: stated.clone(),
            name: loaded.name.clone(),
            found: found.clone(),
        })
    }
}
