//! Violations of safety properties: runs to a configuration at fault, and what is wrong there.

use std::borrow::Cow;
use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{Rejected, Replay, Witness, WitnessKind};
use crate::cfsm::{
    ChannelId, ChannelKind, Configuration, Fault, MessageId, Obligation, ParticipantId,
    SafetyProperty, StateId, Step, System,
};
use kernel::base::IndexVec;

impl Witness {
    /// Returns the witness that `system` violates `property`, if `steps` from `initial` are one.
    ///
    /// The run is replayed by the operational semantics. Its last configuration must violate the
    /// property: by the definition where it is a linear one; for a branching one, all configurations
    /// that can follow are looked through, and none may meet what the definition asks for. There
    /// may be infinitely many, so at most `most` of them are looked at.
    ///
    /// # Complexity
    /// That of [`Replay::new`]; for a branching property linear in the number of configurations that can
    /// follow, too, times their size.
    ///
    /// # Errors
    /// Says what is wrong with the run: a bug of whoever found it, or a file that does not belong to
    /// this system.
    pub fn safety(
        system: &System,
        property: SafetyProperty,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
        most: usize,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let last = replay.last();
        let fault = if property.is_linear() {
            property.fault(system, last)
        } else {
            unmet(system, property, last, most)?.map(|obligation| obligation.fault(system, last))
        };
        let fault =
            fault.ok_or_else(|| Rejected::NoViolation { property: property.name(system) })?;
        Ok(Self::of_fault(WitnessKind::Safety(property), replay, fault))
    }
}

impl Witness {
    /// Returns the witness that `system` violates a branching property, if `steps` from `initial` are a run
    /// whose last configuration asks for something that the caller has shown no continuation to bring about.
    ///
    /// The run is replayed, and must end where the property asks for something that is not so there. That
    /// no continuation brings it about is *not* tested: [`Witness::safety`] does that where the
    /// configurations that can follow are finitely many. Where they are not, the caller knows by the theory: in an
    /// RSC system an execution without a completion to a synchronous one is a deadlock.
    ///
    /// # Complexity
    /// That of [`Replay::new`].
    ///
    /// # Errors
    /// Says what is wrong with the run.
    pub fn by_theory(
        system: &System,
        property: SafetyProperty,
        initial: IndexVec<ParticipantId, StateId>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Self, Rejected> {
        let replay = Replay::new(system, initial, steps)?;
        let last = replay.last();
        let obligations = property.obligations(system, last);
        let fault = obligations
            .into_iter()
            .find(|obligation| !obligation.is_met_in(last))
            .map(|obligation| obligation.fault(system, last))
            .ok_or_else(|| Rejected::NoViolation { property: property.name(system) })?;
        Ok(Self::of_fault(WitnessKind::Safety(property), replay, fault))
    }
}

/// Returns the first obligation of `property` in `configuration` that no continuation meets.
fn unmet(
    system: &System,
    property: SafetyProperty,
    configuration: &Configuration,
    most: usize,
) -> Result<Option<Obligation>, Rejected> {
    for obligation in property.obligations(system, configuration) {
        if !is_met(system, configuration, obligation, most)? {
            return Ok(Some(obligation));
        }
    }
    Ok(None)
}

/// Tells whether a continuation of `configuration` meets `obligation`.
fn is_met(
    system: &System,
    configuration: &Configuration,
    obligation: Obligation,
    most: usize,
) -> Result<bool, Rejected> {
    let start = with_sorted_bags(system, configuration.clone());
    let mut seen = FxHashSet::from_iter([start.clone()]);
    let mut open = VecDeque::from([start]);
    while let Some(configuration) = open.pop_front() {
        if obligation.is_met_in(&configuration) {
            return Ok(true);
        }
        for (participant, automaton) in system.automata().enumerate() {
            for &transition in automaton.outgoing(configuration.control[participant]) {
                let Some(next) = configuration.after(system, participant, transition) else {
                    continue;
                };
                let action = system.action(participant, transition);
                if action.is_some_and(|action| obligation.is_met_by(action)) {
                    return Ok(true);
                }
                let next = with_sorted_bags(system, next);
                // Copied only if it is new.
                if !seen.contains(&next) {
                    seen.insert(next.clone());
                    open.push_back(next);
                }
            }
        }
        if seen.len() > most {
            return Err(Rejected::ManyContinuations { most });
        }
    }
    Ok(false)
}

/// Returns the configuration that is like this one but for the order in its bags, which says
/// nothing about what can follow.
fn with_sorted_bags(system: &System, mut configuration: Configuration) -> Configuration {
    for (channel, _) in system.channels().enumerate().filter(|(_, c)| c.kind == ChannelKind::Bag) {
        let mut held = configuration.contents[channel].messages().to_vec();
        held.sort_unstable();
        configuration.contents[channel] = held.into_iter().collect();
    }
    configuration
}

/// Returns everybody and everything that may be said to be at fault where `configuration` violates
/// `property`: one of several participants, or of several channels.
pub(super) fn faults(
    system: &System,
    property: SafetyProperty,
    configuration: &Configuration,
    most: usize,
) -> Result<Vec<Fault>, Rejected> {
    if property.is_linear() {
        return Ok(property.faults(system, configuration));
    }
    let mut faults = Vec::new();
    for obligation in property.obligations(system, configuration) {
        if !is_met(system, configuration, obligation, most)? {
            faults.push(obligation.fault(system, configuration));
        }
    }
    Ok(faults)
}

/// The number of participants or channels that a sentence names.
const NAMED: usize = 3;

/// Returns one sentence, without a full stop, on what is wrong where the run of `witness` ends, if
/// it shows that a safety property is violated.
pub fn fault_text(system: &System, witness: &Witness) -> Option<String> {
    let WitnessKind::Safety(property) = witness.kind() else { return None };
    let words = Words { system, configuration: witness.replay().last() };
    let fault = witness.fault();
    Some(match property {
        SafetyProperty::UnspecifiedReception => words.everybody_waits(fault),
        SafetyProperty::Progress => format!("nothing can happen: {}", words.everybody_waits(fault)),
        SafetyProperty::OrphanMessage => {
            format!("everybody has ended, and {}", words.all_contents(fault, "still holds"))
        }
        SafetyProperty::ReceptionDeadlock => {
            format!("everybody waits: {}", words.everybody_waits(fault))
        }
        SafetyProperty::Deadlock => {
            format!("no continuation empties all channels: {}", words.all_contents(fault, "holds"))
        }
        SafetyProperty::Stuck(participant) => {
            format!(
                "{}, and no continuation lets it receive anything",
                words.may_receive(participant, "can receive")
            )
        }
        SafetyProperty::Unreceived(_) => {
            let (channel, message) = fault.messages[0];
            format!("{}, and no continuation receives it", words.holds(channel, message))
        }
    })
}

/// The words for what is in one configuration.
struct Words<'a> {
    system: &'a System,
    configuration: &'a Configuration,
}

impl Words<'_> {
    fn message(&self, message: MessageId) -> String {
        format!("`{}`", self.system.messages()[message].name)
    }

    /// Returns what each participant at fault waits for, and what is there instead.
    fn everybody_waits(&self, fault: &Fault) -> String {
        let clause =
            |&participant: &ParticipantId| self.may_receive(participant, "can only receive");
        let named: Vec<String> = fault.participants.iter().take(NAMED).map(clause).collect();
        let others = match fault.participants.len() - named.len() {
            0 => String::new(),
            1 => "; and one more participant waits".to_owned(),
            others => format!("; and {others} more participants wait"),
        };
        format!("{}{others}", named.join("; "))
    }

    /// Returns in which state a participant is, what it can receive, and what is there.
    fn may_receive(&self, participant: ParticipantId, verb: &str) -> String {
        let automaton = &self.system.automata()[participant];
        let state = self.configuration.control[participant];
        let mut wanted: Vec<(ChannelId, MessageId)> = automaton.receptions(state).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let channels: Vec<String> = wanted
            .chunk_by(|(one, _), (other, _)| one == other)
            .map(|wanted| {
                let messages = wanted.iter().map(|&(_, message)| self.message(message)).collect();
                let channel = wanted[0].0;
                let found = self.found(channel);
                format!("{} on channel {}, {found}", list(messages, "or"), self.channel(channel))
            })
            .collect();
        let name = automaton.name();
        let state = &automaton.states()[state];
        format!("`{name}` is in state {state} and {verb} {}", channels.join(", and "))
    }

    /// Returns what a channel is called.
    fn channel(&self, channel: ChannelId) -> Cow<'_, str> {
        self.system.channel_name(channel)
    }

    /// Returns what there is in a channel, as a relative clause.
    fn found(&self, channel: ChannelId) -> String {
        let held = self.configuration.contents[channel].messages();
        match (held.first(), self.system.channels()[channel].kind) {
            (None, _) => "which is empty".to_owned(),
            (Some(&oldest), ChannelKind::Fifo) => {
                format!("whose oldest message is {}", self.message(oldest))
            }
            (Some(_), ChannelKind::Bag) => format!("which holds {}", self.names(held)),
        }
    }

    /// Returns the names of messages, each once.
    fn names(&self, held: &[MessageId]) -> String {
        let mut held = held.to_vec();
        held.sort_unstable();
        held.dedup();
        list(held.into_iter().map(|message| self.message(message)).collect(), "and")
    }

    /// Returns what there is in the channels at fault.
    fn all_contents(&self, fault: &Fault, verb: &str) -> String {
        let mut channels: Vec<ChannelId> =
            fault.messages.iter().map(|&(channel, _)| channel).collect();
        channels.dedup();
        let clause = |&channel: &ChannelId| {
            let held = self.configuration.contents[channel].messages();
            format!("channel {} {verb} {}", self.channel(channel), self.names(held))
        };
        let named: Vec<String> = channels.iter().take(NAMED).map(clause).collect();
        let others = match channels.len() - named.len() {
            0 => String::new(),
            1 => ", and one more channel is not empty".to_owned(),
            others => format!(", and {others} more channels are not empty"),
        };
        format!("{}{others}", named.join(", "))
    }

    /// Returns where a message is.
    fn holds(&self, channel: ChannelId, message: MessageId) -> String {
        let (name, number) = (self.message(message), self.channel(channel));
        match self.system.channels()[channel].kind {
            ChannelKind::Fifo => format!("{name} is the oldest message of channel {number}"),
            ChannelKind::Bag => format!("{name} is in channel {number}"),
        }
    }
}

/// Returns `items` with commas, and `last` before the last one.
fn list(mut items: Vec<String>, last: &str) -> String {
    match (items.pop(), items.is_empty()) {
        (Some(only), true) => only,
        (Some(end), false) => format!("{} {last} {end}", items.join(", ")),
        (None, _) => "nothing".to_owned(),
    }
}
