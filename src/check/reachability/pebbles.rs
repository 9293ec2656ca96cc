//! Contents expressions read by pebbles, one for each channel, as the source defines it.
//!
//! The contents of all channels are read at the same time, during the RSC execution that leaves them there. A
//! pebble for each channel starts where the contents of that channel are guessed to begin in the expression's
//! automaton and moves with each unmatched send; at the end each pebble must be
//! where a separator leads to the guess of the next one. This is Definition 4.2.2 of
//! [RSC](crate#bibliography), with its item (4) read with the inverse of the numbering, and with the
//! control part looked up instead of guessed and read. The automaton that the pebbles move on is
//! given without silent transitions, and equivalent states of it are merged.

use std::collections::BTreeSet;

use super::control_part::ControlPart;
use crate::rsc::{ChannelLetterId, CommunicationStep, RscAutomaton, RscSpace, Run, RunBuilder};
use kernel::automata::{FiniteAutomaton, FiniteStateId};
use kernel::base::{Control, Id as _, IndexVec, combinations};
use kernel::search::reachable;
use kernel::transition_system::{Acceptor, Automaton, Path, Product, TransitionSystem};
use model::cfsm::{
    ChannelId, ChannelKind, ContentsChain, ContentsExpression, Exchange, MessageId, System,
};

/// A state of the RSC automaton.
type PackedState = Box<[u64]>;

/// The RSC automaton, accepting where the control part is as required.
#[derive(Debug)]
pub(super) struct ControlTargets {
    rsc: RscAutomaton<PackedState>,
    control: ControlPart,
}

impl ControlTargets {
    /// Returns the fields of the states of the RSC automaton.
    pub(super) fn space(&self) -> &RscSpace {
        self.rsc.space()
    }
}

impl TransitionSystem for ControlTargets {
    type State = PackedState;
    type Label = CommunicationStep;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = PackedState> {
        self.rsc.initial_states()
    }

    fn successors(
        &self,
        state: &PackedState,
        (): &mut (),
        emit: &mut impl FnMut(CommunicationStep, PackedState),
    ) {
        self.rsc.successors(state, &mut (), emit);
    }

    fn heap_bytes(&self, state: &PackedState) -> usize {
        self.rsc.heap_bytes(state)
    }
}

impl Automaton for ControlTargets {
    fn is_accepting(&self, state: &PackedState) -> bool {
        self.control.matches(self.space(), state)
    }
}

/// The automaton that reads the unmatched sends of communications with pebbles.
#[derive(Debug)]
pub(super) struct Pebbles {
    /// The automaton of the expression; `None` accepts everything.
    automaton: Option<FiniteAutomaton>,
    /// The states at which the contents of each channel can begin; empty without an automaton.
    entries: IndexVec<ChannelId, Vec<FiniteStateId>>,
    /// The channel and the message of each channel letter on a FIFO channel.
    channel_letters: IndexVec<ChannelLetterId, Option<(ChannelId, MessageId)>>,
}

/// Returns the automaton of an expression, and the states at which the contents of each channel can begin.
fn with_entries(
    expression: &ContentsExpression,
) -> (FiniteAutomaton, IndexVec<ChannelId, Vec<FiniteStateId>>) {
    let chain = ContentsChain::new(expression);
    let audible = chain
        .with_separators()
        .projection(|symbol| symbol != ContentsChain::silent(), &Control::unlimited())
        .expect("there is no limit")
        .trimmed();
    // States are numbered breadth first, in the order of their letters in the text.
    let order = reachable(audible.initial().iter().copied(), |&state| {
        let mut next: Vec<_> = audible.transitions(state).iter().map(|step| step.1).collect();
        next.sort_unstable();
        next
    });
    let automaton = audible.in_order(&order).bisimulation_quotient();
    let mut entries: IndexVec<ChannelId, Vec<FiniteStateId>> = IndexVec::new();
    let mut here = automaton.initial().to_vec();
    for _ in 0..chain.channels() {
        let next = behind_separators(&automaton, &here);
        entries.push(here);
        here = next;
    }
    (automaton, entries)
}

/// Returns the states behind the next separator, for words that begin in `starts`.
fn behind_separators(automaton: &FiniteAutomaton, starts: &[FiniteStateId]) -> Vec<FiniteStateId> {
    let separator = ContentsChain::symbol(None);
    let before = reachable(starts.iter().copied(), |&state| {
        let steps = automaton.transitions(state).iter();
        steps.filter(|&&(symbol, _)| symbol != separator).map(|&(_, target)| target)
    });
    let steps = before.iter().flat_map(|&state| automaton.successors(state, separator));
    let behind: BTreeSet<FiniteStateId> = steps.map(|&(_, target)| target).collect();
    behind.into_iter().collect()
}

/// Current and initial positions of the pebbles.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Positions {
    pub(super) pebbles: Box<[FiniteStateId]>,
    pub(super) guesses: Box<[FiniteStateId]>,
}

impl Pebbles {
    /// Returns the pebbles for the executions of `rsc`.
    pub(super) fn new(
        system: &System,
        expression: Option<&ContentsExpression>,
        rsc: &RscAutomaton<PackedState>,
    ) -> Self {
        let channel_letters = rsc.space().moves().channel_letters().iter().map(|channel_letter| {
            let is_fifo = system.channels()[channel_letter.channel].kind == ChannelKind::Fifo;
            is_fifo.then_some((channel_letter.channel, channel_letter.message))
        });
        let (automaton, entries) = expression.map(with_entries).unzip();
        Self {
            automaton,
            entries: entries.unwrap_or_default(),
            channel_letters: channel_letters.collect(),
        }
    }

    /// Returns the automaton that the pebbles move on, if the contents of the channels matter.
    pub(super) fn automaton(&self) -> Option<&FiniteAutomaton> {
        self.automaton.as_ref()
    }
}

/// A communication as a letter that pebbles read.
pub(super) trait PebbleLetter {
    /// Returns the channel letter if it is an unmatched send: pebbles do not move with others.
    fn unmatched_send(self) -> Option<ChannelLetterId>;
}

impl PebbleLetter for CommunicationStep {
    fn unmatched_send(self) -> Option<ChannelLetterId> {
        self.reception.is_none().then_some(self.channel_letter)
    }
}

impl PebbleLetter for (Exchange, ChannelLetterId) {
    fn unmatched_send(self) -> Option<ChannelLetterId> {
        self.0.receiver.is_none().then_some(self.1)
    }
}

impl<L: PebbleLetter> Acceptor<L> for Pebbles {
    type State = Positions;

    fn start_states(&self) -> impl Iterator<Item = Positions> {
        combinations(&self.entries).map(|guesses| {
            let guesses: Box<[FiniteStateId]> = guesses.as_slice().into();
            Positions { pebbles: guesses.clone(), guesses }
        })
    }

    fn read(&self, state: &Positions, letter: L, emit: &mut impl FnMut(Positions)) {
        let sent = letter.unmatched_send().and_then(|sent| self.channel_letters[sent]);
        let (Some((channel, message)), Some(automaton)) = (sent, &self.automaton) else {
            return emit(state.clone());
        };
        let pebble = state.pebbles[channel.index()];
        for &(_, target) in automaton.successors(pebble, ContentsChain::symbol(Some(message))) {
            let mut next = state.clone();
            next.pebbles[channel.index()] = target;
            emit(next);
        }
    }

    fn is_accepting(&self, state: &Positions) -> bool {
        let Some(automaton) = &self.automaton else { return true };
        let next = state.guesses.iter().skip(1).map(Some).chain([None]);
        state.pebbles.iter().zip(next).all(|(&pebble, next)| match next {
            Some(&guess) => {
                automaton.transitions(pebble).contains(&(ContentsChain::symbol(None), guess))
            }
            None => automaton.is_accepting(pebble),
        })
    }

    fn heap_bytes(&self, state: &Positions) -> usize {
        2 * size_of_val(&*state.pebbles)
    }
}

/// The RSC executions that end in a bad configuration, read by pebbles.
pub(super) type PebbleRuns = Product<ControlTargets, Pebbles>;

/// Returns the automaton of the RSC executions of `system` that end as `control` and `expression` say.
pub(super) fn runs(
    system: &System,
    rsc: RscAutomaton<PackedState>,
    control: ControlPart,
    expression: Option<&ContentsExpression>,
) -> PebbleRuns {
    let acceptor = Pebbles::new(system, expression, &rsc);
    Product { system: ControlTargets { rsc, control }, acceptor }
}

/// Returns the initial control states and the steps of the run that `path` represents.
pub(super) fn to_run(
    system: &System,
    runs: &PebbleRuns,
    path: &Path<(PackedState, Positions), CommunicationStep>,
) -> Run {
    let mut run = RunBuilder::new(system, runs.system.space().controls(&path.initial.0));
    path.steps.iter().for_each(|&(communication, _)| run.communicate(communication));
    runs.system.control.end_run(&mut run);
    run.finish()
}
