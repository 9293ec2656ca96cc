//! From a witness in a file to steps on a system.
//!
//! The result is unverified: the caller has to replay it.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::json::{SCHEMA, SCHEMA_VERSION};
use super::{WitnessDocument, WitnessStep};
use kernel::base::IndexVec;
use model::cfsm::{
    CommunicatingAutomaton, ParticipantId, SafetyProperty, StateId, Step, System, TransitionId,
    UnknownProperty,
};
use model::evidence::{CLASSES, Class, Lines, WitnessKind};

/// Reason why a document does not describe steps of a system.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unreadable {
    /// The document is of another format or version.
    #[error("not a witness of version {SCHEMA_VERSION}: `{schema}`, version {version}")]
    OtherFormat {
        /// The schema that the document names.
        schema: String,
        /// The version that the document names.
        version: u32,
    },
    /// The kind of the document is unknown.
    #[error("unknown kind of witness `{kind}`")]
    UnknownKind {
        /// The kind that the document names.
        kind: String,
    },
    /// The kind does not match the property.
    #[error("a witness of kind `{kind}` is not about `{property}`")]
    OtherProperty {
        /// The kind that the document names.
        kind: String,
        /// The property that the document names.
        property: String,
    },
    /// The property refers to an item that the system does not have.
    #[error(transparent)]
    Property(UnknownProperty),
    /// A send or a reception lacks its channel and message, or an internal step has them.
    #[error(
        "step {step} is malformed: a send or a reception has a channel and a message, an internal step has none"
    )]
    MalformedStep {
        /// The number of the step.
        step: usize,
    },
    /// The reading of the channels is unknown.
    #[error("channels can be read `as written`, as `fifo` or as `bag`, not as `{channels}`")]
    UnknownChannels {
        /// The reading that the document names.
        channels: String,
    },
    /// A channel number is too large.
    #[error("channel {channel} is more than can be rebuilt without the model")]
    FarChannel {
        /// The highest number.
        channel: u32,
    },
    /// A participant has no initial state in the document.
    #[error("no initial state for `{participant}`")]
    NoInitialState {
        /// The participant.
        participant: String,
    },
    /// The system has no such state.
    #[error("`{participant}` has no state `{state}`")]
    NoSuchState {
        /// The participant.
        participant: String,
        /// The name in the document.
        state: String,
    },
    /// The system has no such participant.
    #[error("there is no participant `{participant}`")]
    NoSuchParticipant {
        /// The name in the document.
        participant: String,
    },
    /// The system has no such transition.
    #[error("step {step}: `{participant}` has no such transition from state `{from}`")]
    NoSuchTransition {
        /// The number of the step.
        step: usize,
        /// The participant.
        participant: String,
        /// The state that the step leaves.
        from: String,
    },
}

/// The claim of a document about a system, and the run that has to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What is claimed.
    pub claimed: Claimed,
    /// The initial states of the participants.
    pub initial: IndexVec<ParticipantId, StateId>,
    /// The steps.
    pub steps: Vec<Step>,
}

/// The statement that a document makes about its run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claimed {
    /// The system is not RSC.
    NotRsc,
    /// The configuration in which the run ends is bad, by the specification with this number, from
    /// 1.
    Bad(usize),
    /// The system violates a safety property.
    Violated(SafetyProperty),
    /// The system is not in a class.
    OutsideClass(Class),
    /// The system has an RSC execution that cannot be completed to a word of its choreography.
    NotCompletable,
    /// The system has an RSC execution that is not a partial execution of its choreography.
    NotPartial,
    /// The system has an execution that its diagram does not draw.
    NotInDiagram,
    /// A message of the system may be there before another one that is received first.
    Race,
    /// This participant waits where the others have ended, after it has taken part.
    NotTold(ParticipantId),
}

/// Returns the claim of a document of any kind about `system`.
///
/// Of several equal transitions the first is taken. Line numbers are ignored. A borderline violation is
/// accepted without a property, since it can only concern RSC.
///
/// # Complexity
/// Linear in the system and the document, on average.
///
/// # Errors
/// If the document names an item that the system does not have, or has another form or kind.
pub fn read_claim(system: &System, document: &WitnessDocument) -> Result<Claim, Unreadable> {
    let (initial, steps) = run(system, document)?;
    Ok(Claim { claimed: claimed(system, document)?, initial, steps })
}

fn claimed(system: &System, document: &WitnessDocument) -> Result<Claimed, Unreadable> {
    let (kind, property) = (document.kind.as_str(), document.property.as_deref());
    let other = || Unreadable::OtherProperty {
        kind: kind.to_owned(),
        property: property.unwrap_or_default().to_owned(),
    };
    if kind == WitnessKind::BorderlineViolation.name() {
        return match property {
            // An implementation that is not RSC is neither realisable nor well-formed.
            None | Some("rsc" | "realisable" | "well-formed") => Ok(Claimed::NotRsc),
            Some(_) => Err(other()),
        };
    }
    if kind == WitnessKind::BadConfiguration.name() {
        let number = property.and_then(|name| name.strip_prefix("bad_states/"));
        let number = number.and_then(|number| number.parse().ok()).filter(|&number| number > 0);
        return number.map(Claimed::Bad).ok_or_else(other);
    }
    for (known, about, claimed) in [
        (WitnessKind::NotCompletable, "realisable", Claimed::NotCompletable),
        (WitnessKind::NotPartial, "well-formed", Claimed::NotPartial),
        (WitnessKind::NotInDiagram, "realisable", Claimed::NotInDiagram),
    ] {
        if kind == known.name() {
            return if property == Some(about) { Ok(claimed) } else { Err(other()) };
        }
    }
    if CLASSES.iter().any(|class| class.evidence == kind) {
        let class = property.and_then(Class::named);
        let class = class.filter(|class| class.definition().evidence == kind);
        return class.map(Claimed::OutsideClass).ok_or_else(other);
    }
    if kind == WitnessKind::Race.name() {
        let is_race = property.is_some_and(|name| name == kind || name.starts_with("race("));
        return if is_race { Ok(Claimed::Race) } else { Err(other()) };
    }
    if let Some(name) = property.and_then(|name| name.strip_prefix("not-told(")?.strip_suffix(')'))
        && kind == "not-told"
    {
        let found = system.automata().enumerate().find(|(_, automaton)| automaton.name() == name);
        return found.map(|(id, _)| Claimed::NotTold(id)).ok_or_else(other);
    }
    let stem = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    if !SafetyProperty::all(system).iter().any(|known| known.kind_name() == kind) {
        return Err(Unreadable::UnknownKind { kind: kind.to_owned() });
    }
    if property.map(stem).as_deref() != Some(kind) {
        return Err(other());
    }
    SafetyProperty::named(system, property.unwrap_or_default())
        .map(Claimed::Violated)
        .map_err(Unreadable::Property)
}

/// Returns the initial states and the steps of a document of any kind.
fn run(
    system: &System,
    document: &WitnessDocument,
) -> Result<(IndexVec<ParticipantId, StateId>, Vec<Step>), Unreadable> {
    if document.schema != SCHEMA || document.schema_version != SCHEMA_VERSION {
        return Err(Unreadable::OtherFormat {
            schema: document.schema.clone(),
            version: document.schema_version,
        });
    }
    let named: FxHashMap<&str, ParticipantId> =
        system.automata().enumerate().map(|(id, automaton)| (automaton.name(), id)).rev().collect();
    let participant_named = |name: &str| {
        let unknown = || Unreadable::NoSuchParticipant { participant: name.to_owned() };
        named.get(name).copied().ok_or_else(unknown)
    };
    for participant in document.initial.keys() {
        participant_named(participant)?;
    }
    let mut initial = IndexVec::new();
    for automaton in system.automata() {
        let participant = automaton.name().to_owned();
        let Some(Value::String(state)) = document.initial.get(&participant) else {
            return Err(Unreadable::NoInitialState { participant });
        };
        let Some((id, _)) = automaton.states().enumerate().find(|(_, name)| *name == state) else {
            return Err(Unreadable::NoSuchState { participant, state: state.clone() });
        };
        initial.push(id);
    }
    let transitions = transitions(system);
    let steps = document
        .steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let participant = participant_named(&step.participant)?;
            let known = transitions[participant].get(&WitnessStep { line: None, ..step.clone() });
            let transition = *known.ok_or_else(|| Unreadable::NoSuchTransition {
                step: index + 1,
                participant: step.participant.clone(),
                from: step.from.clone(),
            })?;
            Ok(Step { participant, transition })
        })
        .collect::<Result<_, Unreadable>>()?;
    Ok((initial, steps))
}

/// Returns the transitions of each participant by their description in files; of equal ones the first.
fn transitions(system: &System) -> IndexVec<ParticipantId, FxHashMap<WitnessStep, TransitionId>> {
    let nowhere = Lines::default();
    let of = |(participant, automaton): (ParticipantId, &CommunicatingAutomaton)| {
        let mirrored = |transition| {
            let step = Step { participant, transition };
            (WitnessStep::new(system, step, &nowhere), transition)
        };
        automaton.transitions().ids().rev().map(mirrored).collect()
    };
    system.automata().enumerate().map(of).collect()
}
