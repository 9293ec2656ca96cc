//! Safety properties as bad configurations, for tools that do not support properties.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    BadConfigurations, Channel, ChannelId, ChannelKind, CommunicatingAutomaton, ContentsExpression,
    ContentsNode, ContentsNodeId, Direction, Label, LinearProperty, MessageId, ParticipantId,
    SafetyProperty, StateId, System,
};
use kernel::base::{Id as _, IndexVec};
use kernel::search::reachable;

/// Maximum number of specifications that [`bad_states`] writes for one property.
pub const SPECIFICATIONS: usize = 10_000;

/// Why a property cannot be written as a set of bad configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExpressible {
    /// The property is a branching one.
    #[error("the property depends on what can follow a configuration")]
    Branching,
    /// A bag matters, this one first, and contents expressions cannot describe bags.
    #[error("channel {} is a bag", .0.index())]
    Bag(ChannelId),
    /// The property takes too many specifications.
    #[error("the property takes more than {SPECIFICATIONS} specifications")]
    TooMany,
}

/// Returns specifications that hold at exactly the configurations of `system` that violate
/// `property`, by the definition on a single configuration.
///
/// The list is empty if no configuration can violate the property. Internal steps need no special treatment:
/// the configuration after them is another one.
///
/// # Complexity
/// That of the output, which may have one specification for each combination of the participants'
/// states in terms of what they can receive; [`SPECIFICATIONS`] at most.
///
/// # Errors
/// If the property cannot be expressed.
pub fn bad_states(
    system: &System,
    property: SafetyProperty,
) -> Result<Vec<BadConfigurations>, NotExpressible> {
    let SafetyProperty::Linear(property) = property else { return Err(NotExpressible::Branching) };
    ConsideredSystem::of_all(system).specifications(property)
}

/// Returns `true` if no configuration can violate `property` for any combination of what each participant can reach in its
/// automaton alone: a linear one in these states, and with the messages in the channels that are sent there; stuck if from
/// each state in which it is asked for the participant alone can come to a final state. The meaning of the property does
/// not change: receptions in other states count as well.
///
/// # Complexity
/// That of [`bad_states`]; for stuck linear in the automaton.
///
/// # Errors
/// If that cannot be decided.
pub fn is_impossible(system: &System, property: SafetyProperty) -> Result<bool, NotExpressible> {
    match property {
        SafetyProperty::Linear(property) => {
            Ok(ConsideredSystem::within_reach(system).specifications(property)?.is_empty())
        }
        SafetyProperty::Stuck(participant) => Ok(can_always_leave(&system.automata()[participant])),
        SafetyProperty::Deadlock | SafetyProperty::Unreceived(_) => Err(NotExpressible::Branching),
    }
}

/// Returns `true` if steps that never wait lead to a final state from each state that is reached and has a reception.
fn can_always_leave(automaton: &CommunicatingAutomaton) -> bool {
    let steps = automaton.transitions().iter();
    let free = steps.filter(|step| !matches!(step.label, Label::Action(Direction::Receive, ..)));
    let before = free.map(|step| (step.target, step.source));
    let before: IndexVec<StateId, Vec<StateId>> =
        IndexVec::grouped(automaton.states().len(), before);
    let last = automaton.states().ids().filter(|&state| automaton.is_final(state));
    let leaving = reachable(last, |&state| before[state].iter().copied());
    let leaving: BTreeSet<StateId> = leaving.into_iter().collect();
    let waits = |&state: &StateId| automaton.has_reception(state);
    automaton.reachable().iter().filter(|state| waits(state)).all(|state| leaving.contains(state))
}

/// Receptions, as pairs of channel and message.
type Receivable = BTreeSet<(ChannelId, MessageId)>;

/// Possible contents of a channel.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Segment {
    may_be_empty: bool,
    /// The messages that may be the oldest; any messages may follow.
    oldest: Vec<MessageId>,
}

struct ConsideredSystem<'a> {
    system: &'a System,
    /// The local states that are considered.
    states: IndexVec<ParticipantId, Vec<StateId>>,
    /// The messages that each channel may hold, in order.
    messages: IndexVec<ChannelId, Vec<MessageId>>,
}

impl<'a> ConsideredSystem<'a> {
    /// Considers all states and messages.
    fn of_all(system: &'a System) -> Self {
        let states = system.automata().iter().map(|automaton| automaton.states().ids().collect());
        let messages: Vec<MessageId> = system.messages().ids().collect();
        let messages = IndexVec::filled(messages, system.channels().len());
        Self { system, states: states.collect(), messages }
    }

    /// Considers the states that participants can reach in their automata, and the messages that are sent
    /// there.
    fn within_reach(system: &'a System) -> Self {
        let states: IndexVec<ParticipantId, Vec<StateId>> =
            system.automata().iter().map(CommunicatingAutomaton::reachable).collect();
        let mut sent: IndexVec<ChannelId, BTreeSet<MessageId>> =
            IndexVec::filled(BTreeSet::new(), system.channels().len());
        for (participant, automaton) in system.automata().enumerate() {
            for &transition in states[participant].iter().flat_map(|&at| automaton.outgoing(at)) {
                let label = automaton.transitions()[transition].label;
                if let Label::Action(Direction::Send, channel, message) = label {
                    sent[channel].insert(message);
                }
            }
        }
        let messages = sent.iter().map(|sent| sent.iter().copied().collect()).collect();
        Self { system, states, messages }
    }

    fn specifications(
        &self,
        property: LinearProperty,
    ) -> Result<Vec<BadConfigurations>, NotExpressible> {
        let is_bag = |&(id, channel): &(ChannelId, &Channel)| {
            channel.kind == ChannelKind::Bag && !self.messages[id].is_empty()
        };
        if let Some((channel, _)) = self.system.channels().enumerate().find(is_bag) {
            return Err(NotExpressible::Bag(channel));
        }
        let specifications = match property {
            LinearProperty::UnspecifiedReception => self.unspecified_reception(),
            LinearProperty::Progress => self.progress()?,
            LinearProperty::OrphanMessage => self.orphan_message()?,
            LinearProperty::ReceptionDeadlock => self.reception_deadlock()?,
        };
        if specifications.len() > SPECIFICATIONS {
            return Err(NotExpressible::TooMany);
        }
        Ok(specifications)
    }

    /// Returns the states of a participant of a kind.
    fn states(
        &self,
        participant: ParticipantId,
        is_such: impl Fn(&CommunicatingAutomaton, StateId) -> bool,
    ) -> Vec<StateId> {
        let automaton = &self.system.automata()[participant];
        self.states[participant].iter().copied().filter(|&one| is_such(automaton, one)).collect()
    }

    /// For each participant and set of receptions that it waits for: the states, and the first messages of
    /// channels that no participant receives.
    fn unspecified_reception(&self) -> Vec<BadConfigurations> {
        let mut found = Vec::new();
        for (participant, automaton) in self.system.automata().enumerate() {
            let mut alike: BTreeMap<Vec<(ChannelId, Segment)>, Vec<StateId>> = BTreeMap::new();
            for state in self.states(participant, CommunicatingAutomaton::is_receiving) {
                let wanted = wanted(automaton, state);
                let channels: BTreeSet<ChannelId> = wanted.iter().map(|pair| pair.0).collect();
                let segments = channels.into_iter().map(|channel| {
                    let nobody = |message| {
                        !wanted.contains(&(channel, message))
                            && !self.system.receives_elsewhere(participant, channel, message)
                    };
                    let sent = self.messages[channel].iter().copied();
                    let oldest = sent.filter(|&message| nobody(message)).collect();
                    (channel, Segment { may_be_empty: false, oldest })
                });
                alike.entry(segments.collect()).or_default().push(state);
            }
            for (segments, states) in alike {
                found.extend(self.bad(vec![(participant, states)], segments));
            }
        }
        found
    }

    /// For each set of receptions that may be all that the participants could do: each could do nothing but some of it, one
    /// is not in a final state, and no channel begins with any of it.
    fn progress(&self) -> Result<Vec<BadConfigurations>, NotExpressible> {
        let is_resting = CommunicatingAutomaton::is_resting;
        let mut found = Vec::new();
        for all in self.unions(is_resting, wanted)? {
            let segments = self.without(&all);
            let could = |automaton: &CommunicatingAutomaton, state| {
                is_resting(automaton, state) && wanted(automaton, state).is_subset(&all)
            };
            for control in self.unfinished(could) {
                found.extend(self.bad(control, segments.iter().cloned()));
            }
            if found.len() > SPECIFICATIONS {
                return Err(NotExpressible::TooMany);
            }
        }
        Ok(found)
    }

    /// For each set of receptions that may be all that the participants could do, and each channel: each is in a final state
    /// and could do nothing but some of it, no channel begins with any of it, and this channel is not empty.
    fn orphan_message(&self) -> Result<Vec<BadConfigurations>, NotExpressible> {
        let is_over = |automaton: &CommunicatingAutomaton, state| {
            automaton.is_final(state) && automaton.is_resting(state)
        };
        let mut found = Vec::new();
        for all in self.unions(is_over, wanted)? {
            let could = |automaton: &CommunicatingAutomaton, state| {
                is_over(automaton, state) && wanted(automaton, state).is_subset(&all)
            };
            let participants = self.system.automata().ids();
            let control: Vec<(ParticipantId, Vec<StateId>)> =
                participants.map(|one| (one, self.states(one, could))).collect();
            let segments = self.without(&all);
            found.extend(self.messages.enumerate().filter_map(|(channel, sent)| {
                let others = sent.iter().copied();
                let others = others.filter(|&message| !all.contains(&(channel, message)));
                let some = Segment { may_be_empty: false, oldest: others.collect() };
                self.bad(control.clone(), segments.iter().cloned().chain([(channel, some)]))
            }));
            if found.len() > SPECIFICATIONS {
                return Err(NotExpressible::TooMany);
            }
        }
        Ok(found)
    }

    /// For each set of channels that may be all that the participants wait for: every participant waits for
    /// some of them, one is not in a final state, and they are empty.
    fn reception_deadlock(&self) -> Result<Vec<BadConfigurations>, NotExpressible> {
        // The message does not matter: one represents all.
        let channels = |automaton: &CommunicatingAutomaton, state| -> Receivable {
            let any = MessageId::from_index(0);
            automaton.receptions(state).map(|(channel, _)| (channel, any)).collect()
        };
        let mut found = Vec::new();
        for all in self.unions(CommunicatingAutomaton::is_receiving, channels)? {
            let waits = |automaton: &CommunicatingAutomaton, state| {
                automaton.is_receiving(state) && channels(automaton, state).is_subset(&all)
            };
            let empty = Segment { may_be_empty: true, oldest: Vec::new() };
            for control in self.unfinished(waits) {
                let segments = all.iter().map(|&(channel, _)| (channel, empty.clone()));
                found.extend(self.bad(control, segments));
            }
            if found.len() > SPECIFICATIONS {
                return Err(NotExpressible::TooMany);
            }
        }
        Ok(found)
    }

    /// Returns the combinations of states of a kind in which not all states are final: if there is a participant that is in
    /// no final state, all in one.
    fn unfinished(
        &self,
        is_such: impl Fn(&CommunicatingAutomaton, StateId) -> bool,
    ) -> Vec<Vec<(ParticipantId, Vec<StateId>)>> {
        let participants = || self.system.automata().ids();
        let all = |participant| self.states(participant, &is_such);
        let unfinished = |participant| {
            self.states(participant, |automaton, state| {
                is_such(automaton, state) && !automaton.is_final(state)
            })
        };
        let never_ends = participants().find(|&one| all(one).len() == unfinished(one).len());
        let must_wait = never_ends.map_or_else(|| participants().collect(), |one| vec![one]);
        let control = must_wait.into_iter().map(|waiting| {
            let of = |one| (one, if one == waiting { unfinished(one) } else { all(one) });
            participants().map(of).collect()
        });
        control.collect()
    }

    /// Returns the contents of the channels of some receptions that begin with none of them.
    fn without(&self, all: &Receivable) -> Vec<(ChannelId, Segment)> {
        let channels: BTreeSet<ChannelId> = all.iter().map(|pair| pair.0).collect();
        let segments = channels.into_iter().map(|channel| {
            let sent = self.messages[channel].iter().copied();
            let others = sent.filter(|&message| !all.contains(&(channel, message)));
            (channel, Segment { may_be_empty: true, oldest: others.collect() })
        });
        segments.collect()
    }

    /// Returns every union of the sets of one state of a kind of each participant.
    fn unions(
        &self,
        is_such: impl Fn(&CommunicatingAutomaton, StateId) -> bool,
        set: impl Fn(&CommunicatingAutomaton, StateId) -> Receivable,
    ) -> Result<BTreeSet<Receivable>, NotExpressible> {
        let mut unions = BTreeSet::from([Receivable::new()]);
        for (participant, automaton) in self.system.automata().enumerate() {
            let states = self.states(participant, &is_such).into_iter();
            let sets: BTreeSet<Receivable> = states.map(|state| set(automaton, state)).collect();
            let mut next = BTreeSet::new();
            for union in &unions {
                for set in &sets {
                    next.insert(union | set);
                    if next.len() > SPECIFICATIONS {
                        return Err(NotExpressible::TooMany);
                    }
                }
            }
            unions = next;
        }
        Ok(unions)
    }

    /// Returns the specification with these states, and these contents of some channels; `None` if no
    /// configuration has them.
    fn bad(
        &self,
        control: Vec<(ParticipantId, Vec<StateId>)>,
        segments: impl IntoIterator<Item = (ChannelId, Segment)>,
    ) -> Option<BadConfigurations> {
        let any =
            |messages: &Vec<MessageId>| Segment { may_be_empty: true, oldest: messages.clone() };
        let mut contents: IndexVec<ChannelId, Segment> = self.messages.iter().map(any).collect();
        for (channel, segment) in segments {
            contents[channel] = segment;
        }
        let nowhere = control.iter().any(|(_, states)| states.is_empty());
        let nothing =
            contents.iter().any(|segment| !segment.may_be_empty && segment.oldest.is_empty());
        if nowhere || nothing {
            return None;
        }
        let is_free =
            contents.iter().zip(&self.messages).all(|(segment, all)| *segment == any(all));
        let contents = (!is_free).then(|| self.expression(&contents));
        Some(BadConfigurations { control, contents })
    }

    /// Returns the expression for the contents of all channels, of which there is at least one.
    fn expression(&self, contents: &IndexVec<ChannelId, Segment>) -> ContentsExpression {
        let mut nodes = IndexVec::new();
        let mut parts = Vec::new();
        for (channel, segment) in contents.enumerate() {
            if channel.index() > 0 {
                parts.push(nodes.push(ContentsNode::Separator));
            }
            parts.push(self.segment(segment, &mut nodes));
        }
        // A single part is the root itself.
        if parts.len() > 1 {
            nodes.push(ContentsNode::Concatenation(parts));
        }
        ContentsExpression::from_nodes(nodes)
    }

    fn segment(
        &self,
        segment: &Segment,
        nodes: &mut IndexVec<ContentsNodeId, ContentsNode>,
    ) -> ContentsNodeId {
        let Segment { may_be_empty, oldest } = segment;
        if oldest.is_empty() {
            return nodes.push(ContentsNode::Empty);
        }
        if oldest.len() == self.system.messages().len() {
            let any = one_of(oldest.iter().copied(), nodes);
            return nodes.push(if *may_be_empty {
                ContentsNode::Star(any)
            } else {
                ContentsNode::Plus(any)
            });
        }
        let empty = may_be_empty.then(|| nodes.push(ContentsNode::Empty));
        let first = one_of(oldest.iter().copied(), nodes);
        let any = one_of(self.system.messages().ids(), nodes);
        let rest = nodes.push(ContentsNode::Star(any));
        let some = nodes.push(ContentsNode::Concatenation(vec![first, rest]));
        match empty {
            Some(empty) => nodes.push(ContentsNode::Alternatives(vec![empty, some])),
            None => some,
        }
    }
}

fn wanted(automaton: &CommunicatingAutomaton, state: StateId) -> Receivable {
    automaton.receptions(state).collect()
}

fn one_of(
    messages: impl Iterator<Item = MessageId>,
    nodes: &mut IndexVec<ContentsNodeId, ContentsNode>,
) -> ContentsNodeId {
    let parts: Vec<ContentsNodeId> =
        messages.map(|message| nodes.push(ContentsNode::Message(message))).collect();
    match parts[..] {
        [only] => only,
        _ => nodes.push(ContentsNode::Alternatives(parts)),
    }
}
