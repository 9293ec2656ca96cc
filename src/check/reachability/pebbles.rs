//! Contents expressions read by pebbles, one a channel, as the source defines it.
//!
//! The contents of the channels are read all at once, while the RSC execution that leaves them there
//! goes on. A pebble for each channel starts where the contents of that channel are guessed to begin
//! in the expression's automaton and moves with each unmatched send; at the end each pebble must be
//! where a separator leads to the guess of the next one. This is Definition 4.2.2 of
//! [RSC](crate#bibliography), with its item (4) read with the inverse of the numbering, and with the
//! control part looked up instead of guessed and read.

use super::control_part::ControlPart;
use super::runs::spell_out;
use crate::check::rsc::{Communication, LaneId, RscAutomaton};
use crate::kernel::automata::NfaStateId;
use crate::kernel::base::{Id as _, IndexVec, Words};
use crate::kernel::transition_system::{Acceptor, Automaton, Path, Product, TransitionSystem};
use crate::model::cfsm::{
    ChannelId, ChannelKind, ContentsChain, ContentsExpression, MessageId, ParticipantId, StateId,
    Step, System,
};

/// The RSC automaton, accepting where the control part is as asked for.
#[derive(Debug)]
pub(super) struct ControlTargets<W> {
    rsc: RscAutomaton<W>,
    control: ControlPart,
}

impl<W: Words> TransitionSystem for ControlTargets<W> {
    type State = W;
    type Label = Communication;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = W> {
        self.rsc.initial_states()
    }

    fn successors(&self, state: &W, (): &mut (), emit: &mut impl FnMut(Communication, W)) {
        self.rsc.successors(state, &mut (), emit);
    }

    fn heap_bytes(&self, state: &W) -> usize {
        self.rsc.heap_bytes(state)
    }
}

impl<W: Words> Automaton for ControlTargets<W> {
    fn is_accepting(&self, state: &W) -> bool {
        self.control.matches(self.rsc.space(), state.as_ref())
    }
}

/// The automaton that reads the unmatched sends of communications with pebbles.
#[derive(Debug)]
pub(super) struct Pebbles {
    /// What the expression says; nothing accepts everything.
    chain: Option<ContentsChain>,
    /// The states that each state leads to without reading.
    closures: IndexVec<NfaStateId, Vec<NfaStateId>>,
    /// The channel and the message of each lane on a FIFO channel.
    lanes: IndexVec<LaneId, Option<(ChannelId, MessageId)>>,
    channels: usize,
}

/// Where the pebbles are, and where they started.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Positions {
    pebbles: Box<[NfaStateId]>,
    guesses: Box<[NfaStateId]>,
}

impl Pebbles {
    fn new(
        system: &System,
        expression: Option<&ContentsExpression>,
        rsc: &RscAutomaton<impl Words>,
    ) -> Self {
        let chain = expression.map(ContentsChain::new);
        let closures = chain.iter().flat_map(|chain| {
            let states = (0..chain.nfa().len()).map(NfaStateId::from_index);
            states.map(|state| chain.nfa().closure([state]))
        });
        let closures = closures.collect();
        let lanes = rsc.space().moves().lanes().iter().map(|lane| {
            let is_fifo = system.channels()[lane.channel].kind == ChannelKind::Fifo;
            is_fifo.then_some((lane.channel, lane.message))
        });
        Self { chain, closures, lanes: lanes.collect(), channels: system.channels().len() }
    }
}

impl Acceptor<Communication> for Pebbles {
    type State = Positions;

    fn start_states(&self) -> impl Iterator<Item = Positions> {
        let entries: Vec<Vec<NfaStateId>> = match &self.chain {
            None => Vec::new(),
            Some(chain) => (0..self.channels)
                .map(|channel| chain.starts(channel).into_iter().map(|(state, _)| state).collect())
                .collect(),
        };
        let first = Some(vec![0; entries.len()]);
        let sizes: Vec<usize> = entries.iter().map(Vec::len).collect();
        let choices = std::iter::successors(first, move |choice: &Vec<usize>| {
            let place = (0..choice.len()).rev().find(|&place| choice[place] + 1 < sizes[place])?;
            let mut next = choice.clone();
            next[place] += 1;
            next[place + 1..].fill(0);
            Some(next)
        });
        choices.map(move |choice| {
            let guesses: Box<[NfaStateId]> =
                choice.iter().zip(&entries).map(|(&at, entries)| entries[at]).collect();
            Positions { pebbles: guesses.clone(), guesses }
        })
    }

    fn read(&self, state: &Positions, letter: Communication, emit: &mut impl FnMut(Positions)) {
        let sent = if letter.reception.is_none() { self.lanes[letter.lane] } else { None };
        let (Some((channel, message)), Some(chain)) = (sent, &self.chain) else {
            return emit(state.clone());
        };
        let pebble = state.pebbles[channel.index()];
        let mut targets: Vec<NfaStateId> = self.closures[pebble]
            .iter()
            .flat_map(|&from| chain.nfa().transitions(from))
            .filter(|&&(other, _)| other == message)
            .map(|&(_, target)| target)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let mut next = state.clone();
            next.pebbles[channel.index()] = target;
            emit(next);
        }
    }

    fn is_accepting(&self, state: &Positions) -> bool {
        let Some(chain) = &self.chain else { return true };
        (0..self.channels).all(|channel| {
            let here = &self.closures[state.pebbles[channel]];
            let mut ends = chain.ends(channel).into_iter().filter(|(end, _)| here.contains(end));
            match state.guesses.get(channel + 1) {
                None => ends.next().is_some(),
                Some(guess) => ends
                    .any(|(_, separator)| chain.starts(channel + 1).contains(&(*guess, separator))),
            }
        })
    }

    fn heap_bytes(&self, state: &Positions) -> usize {
        2 * size_of_val(&*state.pebbles)
    }
}

/// The RSC executions that end in a bad configuration, read by pebbles.
pub(super) type PebbleRuns<W> = Product<ControlTargets<W>, Pebbles>;

/// Returns the automaton of the RSC executions of `system` that end as `control` and `expression` say.
pub(super) fn runs<W: Words>(
    system: &System,
    rsc: RscAutomaton<W>,
    control: ControlPart,
    expression: Option<&ContentsExpression>,
) -> PebbleRuns<W> {
    let acceptor = Pebbles::new(system, expression, &rsc);
    Product { system: ControlTargets { rsc, control }, acceptor }
}

/// Returns the initial control states and the steps of the run that `path` stands for.
pub(super) fn path_steps<W: Words>(
    system: &System,
    runs: &PebbleRuns<W>,
    path: &Path<(W, Positions), Communication>,
) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
    let initial = runs.system.rsc.space().controls(path.initial.0.as_ref());
    let communications = path.steps.iter().map(|(communication, _)| *communication);
    spell_out(system, initial, communications, &runs.system.control)
}
