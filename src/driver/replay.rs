//! Replay of a witness from a file, on a model or alone, to test its claim.

use std::borrow::Cow;

use crate::Loaded;
use crate::choreography::{MAX_STATES, transition_lines};
use crate::system::ChannelReading;
use kernel::verdict::ExitStatus;
use language::evidence::{
    Claim, Claimed, Contradiction, Unreadable, WitnessDocument, WitnessEntry, read_claim, rebuilt,
};
use language::{choreography, system};
use model::cfsm::{BadConfigurations, ChannelKind, System};
use model::choreography::{ChannelChoice, Choreography};
use model::evidence::{Lines, Rejected, Replay, Witness};

/// Maximum number of configurations reachable after a run that are explored, for properties about continuations of the
/// run.
const MAX_CONTINUATIONS: usize = 200_000;

/// The model on which a witness is replayed.
#[derive(Clone, Copy, Debug)]
pub enum ReplayModel<'a> {
    /// A system.
    System(&'a system::Model),
    /// A choreography; the system is its projections.
    Choreography(&'a choreography::Model),
}

/// A witness, with the model on which it is replayed, if there is one.
#[derive(Clone, Copy, Debug)]
pub struct ReplayJob<'a> {
    /// The witness.
    pub entry: &'a WitnessEntry,
    /// The model, with the input that it was read from.
    pub against: Option<(&'a Loaded, ReplayModel<'a>)>,
}

/// The system on which steps are replayed, with its context.
#[derive(Clone, Debug)]
pub struct ReplayGround<'a> {
    /// The system.
    pub system: Cow<'a, System>,
    /// The bad configurations of the model.
    pub bad: &'a [BadConfigurations],
    /// Source lines of the transitions.
    pub lines: Lines,
    /// The choreography that the system implements, if there is one.
    choreography: Option<Choreography>,
}

/// Result of the replay of a witness.
#[derive(Clone, Debug)]
pub struct ReplayReport<'a> {
    /// The system on which the steps were replayed.
    pub ground: ReplayGround<'a>,
    /// A reason to reject the witness, whatever its steps show.
    pub objection: Option<Objection>,
    /// The claim, with the result of its test; or the reason for which it is not about this model.
    pub claim: Result<(Claim, Tested), Unreadable>,
}

/// Reasons to reject a witness before its steps are examined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// The result that contains the witness contradicts it.
    Contradiction(Contradiction),
    /// The witness was made for another file.
    OtherFile {
        /// The SHA-256 digest that the witness states.
        stated: String,
        /// Name of the given file.
        name: String,
        /// The SHA-256 digest of the given file.
        found: String,
    },
}

/// The result of testing a claim.
#[derive(Clone, Debug)]
pub enum Tested {
    /// The claim holds.
    Holds(Box<Witness>),
    /// The claim does not hold, or may not hold.
    Fails(Rejected),
    /// The steps can be replayed; without a model, nothing more can be tested.
    Untested,
}

impl Tested {
    /// Returns the exit status that the result leads to.
    fn exit_status(&self) -> ExitStatus {
        match self {
            Self::Holds(_) => ExitStatus::Fine,
            Self::Fails(Rejected::ManyContinuations { .. }) | Self::Untested => ExitStatus::Open,
            Self::Fails(_) => ExitStatus::Failed,
        }
    }
}

impl ReplayReport<'_> {
    /// Returns the exit status that the report leads to.
    pub fn exit_status(&self) -> ExitStatus {
        match (&self.objection, &self.claim) {
            (None, Ok((_, tested))) => tested.exit_status(),
            (Some(_), _) | (_, Err(_)) => ExitStatus::Failed,
        }
    }
}

/// Returns the witnesses of a report about the model with the SHA-256 digest `sha256`; all of them if there are none.
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
    /// Replays the witness and tests its claim.
    ///
    /// # Errors
    /// If the witness has an unsupported form.
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

    /// Returns the word for the reading of the channels that the witness states, if they are not read as written.
    pub fn channels(&self) -> Option<&'a str> {
        let stated = self.document().channels.as_deref();
        stated.filter(|word| ChannelChoice::with_word(word) != Some(ChannelChoice::default()))
    }

    /// Returns the system on which the steps are replayed.
    fn ground(&self) -> Result<ReplayGround<'a>, Unreadable> {
        let word = self.channels();
        let unknown =
            || Unreadable::UnknownChannels { channels: word.unwrap_or_default().to_owned() };
        let choice = word.map_or(Some(ChannelChoice::default()), ChannelChoice::with_word);
        let choice = choice.ok_or_else(unknown)?;
        match self.against {
            Some((loaded, ReplayModel::System(model))) => {
                let reading = ChannelReading::of_choice(choice).ok_or_else(unknown)?;
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
                let lines = transition_lines(loaded, model, &system);
                let choreography = Some(choreography);
                Ok(ReplayGround { system: Cow::Owned(system), bad: &[], lines, choreography })
            }
            None => self.rebuilt(choice.kind.unwrap_or(ChannelKind::Fifo)),
        }
    }

    /// Returns the system that the steps describe.
    fn rebuilt(&self, kind: ChannelKind) -> Result<ReplayGround<'a>, Unreadable> {
        let system = Cow::Owned(rebuilt(self.document(), kind)?);
        Ok(ReplayGround { system, bad: &[], lines: Lines::default(), choreography: None })
    }

    /// Tests the claim as far as possible.
    fn test(&self, ground: &ReplayGround<'_>, claim: &Claim) -> Tested {
        let ReplayGround { system, bad, choreography, .. } = ground;
        let is_alone = self.against.is_none() && claim.claimed != Claimed::NotRsc;
        if is_alone || claim.claimed == Claimed::NotInDiagram {
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

    /// Returns a reason to reject the witness before its steps are examined, if there is one.
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
