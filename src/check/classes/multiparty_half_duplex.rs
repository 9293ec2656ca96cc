//! Multiparty half-duplex systems.
//!
//! An execution is half-duplex if nobody sends while there is a message in a channel that it receives from. It is
//! equivalent to a half-duplex one iff the order of actions that do not commute has no cycle with these demands: a send of
//! `q` comes before each send to an input channel of `q` whose message `q` has not received before
//! ([`can_be_half_duplex`]).
//!
//! - In a system with FIFO mailboxes that is not RSC, the shortest execution that shows this is not equivalent to a
//!   half-duplex one, either (Theorem 5.2.1 of [RSC](crate#bibliography)). With bags that may be otherwise.
//! - In a system that is RSC, RSC executions decide, since the notion is one of equivalent executions. There a matched message
//!   is received at once, so that its demands follow the order of the communications. An unmatched one must come after
//!   *all* sends of its receiver. So a cycle leads from an unmatched send to `q1` through what depends on it to a
//!   send of some `q2`, from there to an unmatched send to `q2`, and so on. A state keeps for each `q` what depends on the
//!   unmatched sends to its channels ([`Dependents`]); these are the participants that do, those with a send that does,
//!   and the keys with such a send.
//! - In others all executions are looked at, if there are few of them.
//! - A peer-to-peer system of which neither is known may have a topology in which nothing else is possible (Lemma 5.1.1).

use super::half_duplex::is_peer_to_peer;
use super::{ClassAnswer, ClassGround, ClassOutcome, ClassQuestion, Decided, InClass, OpenClass};
use crate::EngineName;
use crate::membership::Outcome;
use crate::reachability::Explored;
use crate::rsc::{
    CommunicationStep, KeyId, RscProduct, RscSpace, Run, RunBuilder, RunFinding, search,
};
use kernel::base::{Control, Field, IndexVec, LayoutBuilder, Limit, RecordLayout, Words};
use kernel::search::Statistics;
use model::cfsm::{ChannelEnds, ChannelId, Execution, Key, ParticipantId, Step, System, Topology};
use model::evidence::{EvidenceRequest, StateWriter, can_be_half_duplex};

/// Maximum number of steps of all executions that are looked at one by one.
const STEPS: usize = 100_000;

/// Decides whether a system is multiparty half-duplex, as far as that is known to be decidable.
///
/// # Complexity
/// Linear in the number of RSC states with, for each participant, up to three bits for each participant and key.
///
/// # Errors
/// If a channel has several receivers, or one that sends to it.
pub(super) fn decide(question: &ClassQuestion<'_, '_>) -> Decided {
    let system = question.configurations.system();
    let ends = ChannelEnds::all(system);
    let is_apart = |channel: &ChannelEnds| match channel.receivers[..] {
        [] => true,
        [receiver] => !channel.senders.contains(&receiver),
        _ => false,
    };
    if !ends.iter().all(is_apart) {
        return Err(
            "only where each channel has one receiver, which does not send to it".to_owned()
        );
    }
    if is_peer_to_peer(system).is_ok() && Topology::new(system).obstacle().is_none() {
        let (engine, statistics) = (EngineName::Static, Statistics::default());
        let outcome = ClassOutcome::Holds(InClass::decided(ClassGround::Topology, 0));
        return Ok(ClassAnswer::new(engine, outcome, statistics));
    }
    let membership = question.configurations.membership(question.control);
    if let Outcome::Violated(witness) = &*membership
        && !can_be_half_duplex(system, witness.replay().execution())
    {
        let (engine, statistics) = (EngineName::Plain, Statistics::default());
        let run = witness.replay();
        let steps = run.steps().iter().copied().collect();
        let outcome = question.outside((run.initial().control.clone(), steps), 0);
        return Ok(ClassAnswer::new(engine, outcome, statistics));
    }
    let mut layout = LayoutBuilder::new();
    let space = RscSpace::new(system, &mut layout);
    let dependents = dependents(system, &space, &ends, &mut layout);
    let receiver = |key: &Key| ends[key.channel()].receivers.first().copied();
    let receivers = space.moves().keys().iter().map(receiver).collect();
    let waiting = Waiting { space, dependents, receivers, layout: layout.finish() };
    let (found, statistics) = search(system, &waiting, EvidenceRequest::Answer, &question.limits());
    let outcome = match (found, &*membership) {
        (RunFinding::Run(run), _) => question.outside(run, 0),
        (RunFinding::Cut(limit), _) | (RunFinding::Nothing(_), &Outcome::Unknown(limit)) => {
            ClassOutcome::Unknown(OpenClass::Limit(limit))
        }
        (RunFinding::Nothing(_), Outcome::Holds(_)) => {
            ClassOutcome::Holds(InClass::decided(ClassGround::Executions, statistics.states))
        }
        (RunFinding::Nothing(_), Outcome::Violated(_)) => return Ok(by_all_executions(question)),
    };
    Ok(ClassAnswer::new(EngineName::Safety, outcome, statistics))
}

/// Decides it by all executions that cannot go on, if there are few: what is half-duplex up to the order of its actions is so
/// up to any of them.
fn by_all_executions(question: &ClassQuestion<'_, '_>) -> ClassAnswer {
    let explored = question.configurations.bounded_as_asked(question.most, question.control);
    let (engine, statistics) = (EngineName::Finite, explored.statistics());
    let found = match explored.gap() {
        Some(_) => Err(Limit::States),
        None => first_that_is_not(&explored, question.control),
    };
    let outcome = match found {
        Err(Limit::States) => ClassOutcome::Unknown(OpenClass::Undecidable),
        Err(limit) => ClassOutcome::Unknown(OpenClass::Limit(limit)),
        Ok(Some(run)) => question.outside(run, 0),
        Ok(None) => {
            ClassOutcome::Holds(InClass::decided(ClassGround::Configurations, statistics.states))
        }
    };
    ClassAnswer::new(engine, outcome, statistics)
}

/// Returns an execution that is equivalent to no half-duplex one, if there is one.
///
/// # Errors
/// The limit that was reached first, that of steps if there are too many executions to look at each.
fn first_that_is_not(explored: &Explored<'_>, control: &Control) -> Result<Option<Run>, Limit> {
    let (system, edges) = (explored.system(), explored.edges(control)?);
    let mut left = STEPS;
    for start in explored.initial() {
        let initial = explored.run_to(start).0;
        // The steps of the path, and of each of its configurations those that are left to be tried.
        let (mut path, mut steps) = (vec![edges.leaving(start)], Vec::<Step>::new());
        while let Some(leaving) = path.last_mut() {
            control.within(0, 0)?;
            left = left.checked_sub(1).ok_or(Limit::States)?;
            let Some((step, target)) = leaving.next() else {
                path.pop();
                steps.pop();
                continue;
            };
            steps.push(step);
            if steps.len() > explored.nodes().len() {
                return Err(Limit::States);
            }
            path.push(edges.leaving(target));
            if edges.leaving(target).len() == 0 {
                let actions =
                    steps.iter().filter_map(|one| system.action(one.participant, one.transition));
                if !can_be_half_duplex(system, &Execution::new(system, actions)) {
                    return Ok(Some((initial, steps)));
                }
            }
        }
    }
    Ok(None)
}

/// What depends on the unmatched sends to the channels of a participant that sends.
#[derive(Debug)]
struct Dependents {
    /// The participant.
    of: ParticipantId,
    /// Whether its channels have each key.
    inputs: IndexVec<KeyId, bool>,
    /// The participants with an action that depends on one of them.
    participants: IndexVec<ParticipantId, Field>,
    /// The participants with such a send.
    senders: IndexVec<ParticipantId, Field>,
    /// The keys with such a send, where several participants send to it.
    keys: IndexVec<KeyId, Option<Field>>,
}

/// Returns the fields for each participant that sends and receives, appended to `layout`.
fn dependents(
    system: &System,
    space: &RscSpace,
    ends: &IndexVec<ChannelId, ChannelEnds>,
    layout: &mut LayoutBuilder,
) -> Vec<Dependents> {
    let keys = space.moves().keys();
    let sends = |who: ParticipantId| ends.iter().any(|channel| channel.senders.contains(&who));
    let mut all = Vec::new();
    for of in system.automata().ids().filter(|&who| sends(who)) {
        let is_input = |key: &Key| ends[key.channel()].receivers.contains(&of);
        let inputs: IndexVec<KeyId, bool> = keys.iter().map(is_input).collect();
        if inputs.iter().all(|is_input| !is_input) {
            continue;
        }
        let bits = |layout: &mut LayoutBuilder| {
            system.automata().iter().map(|_| layout.field(2)).collect()
        };
        let (participants, senders) = (bits(layout), bits(layout));
        let several = |key: &Key| ends[key.channel()].senders.len() > 1;
        let keys = keys.iter().map(|key| several(key).then(|| layout.field(2))).collect();
        all.push(Dependents { of, inputs, participants, senders, keys });
    }
    all
}

impl Dependents {
    /// Adds what a communication, which sends to `key`, adds to what depends on the unmatched sends; `receiver` receives
    /// from its channel.
    fn add(
        &self,
        state: &mut [u64],
        key: KeyId,
        step: &CommunicationStep,
        receiver: Option<ParticipantId>,
    ) {
        let is_set = |state: &[u64], field: Field| field.get(state) != 0;
        let sender = step.sender;
        let begins = step.reception.is_none() && self.inputs[key];
        // A message whose receiver has sent before it, and not received it before that, must be sent after.
        let send_depends = begins
            || is_set(state, self.participants[sender])
            || receiver.is_some_and(|receiver| is_set(state, self.senders[receiver]))
            || self.keys[key].is_some_and(|field| is_set(state, field));
        if !send_depends {
            return;
        }
        self.participants[sender].set(state, 1);
        self.senders[sender].set(state, 1);
        if let Some(field) = self.keys[key] {
            field.set(state, 1);
        }
        if let Some((receiver, _)) = step.reception {
            self.participants[receiver].set(state, 1);
        }
    }
}

/// The automaton whose accepted paths are the RSC executions that are equivalent to no half-duplex one.
#[derive(Debug)]
struct Waiting {
    space: RscSpace,
    dependents: Vec<Dependents>,
    /// Who receives from the channel of each key.
    receivers: IndexVec<KeyId, Option<ParticipantId>>,
    layout: RecordLayout,
}

impl RscProduct for Waiting {
    fn fields(&self) -> (&RscSpace, RecordLayout) {
        (&self.space, self.layout)
    }

    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W)) {
        self.space.successors(state, &mut |step, mut next: W| {
            let key = self.space.moves().channel_letters()[step.channel_letter].key;
            for one in &self.dependents {
                one.add(next.as_mut(), key, &step, self.receivers[key]);
            }
            emit(step, next);
        });
    }

    fn is_accepting(&self, state: &[u64]) -> bool {
        // Of the participants, each with those that have a send which depends on unmatched sends to it, the ones are left
        // that lead to others that are left.
        let leads = |from: usize, to: usize| {
            self.dependents[from].senders[self.dependents[to].of].get(state) != 0
        };
        let mut left: Vec<usize> = (0..self.dependents.len()).collect();
        loop {
            let count = left.len();
            let others = left.clone();
            left.retain(|&from| others.iter().any(|&to| leads(from, to)));
            if left.len() == count {
                return count > 0;
            }
        }
    }

    fn end_run(&self, _: &[u64], _: &mut RunBuilder<'_>) {}

    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>) {
        let keys = self.space.moves().keys();
        self.space.blocked_keys(state).for_each(|key| writer.key(keys[key], None));
    }
}
