//! Known misreadings of the membership procedure, and the engine of the definition with one of them in it.

use scm_check::internals::check::membership::{
    BorderlineAutomaton, BorderlineLetter, BorderlineState,
};
use scm_check::internals::check::rsc::{CommunicationStep, RscAutomaton};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::kernel::search::{Finding, shortest_accepting_path};
use scm_check::internals::kernel::transition_system::{
    Acceptor, Automaton, Product, TransitionSystem,
};
use scm_check::internals::model::cfsm::{
    ChannelKind, Exchange, ParticipantId, System, TransitionId,
};

/// A way to read Definition 4.1.3 or Theorem 4.1.4 of RSC, or to shorten the search, that gives wrong answers.
///
/// Each variant is there so that a test can show a system on which it fails: a test suite that could not tell them
/// apart would not notice the mistake either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Misreading {
    /// The last reception need not be possible in the control state reached, as Theorem 4.1.4 has
    /// it when read literally.
    DisabledLastReception,
    /// Item 1 reads unmatched sends without blocking their key, so that a send that can never be
    /// at the head of its channel is chosen.
    UnmatchedSendsDoNotBlock,
    /// Item 8 asks that the receiver is the only participant of the last link.
    LastLinkOfReceiverAlone,
    /// Item 5 without its channel clause: the first link shares the sender.
    FirstLinkNotThroughChannel,
    /// Item 7 without its channel clause: later links share a participant.
    LaterLinkNotThroughChannel,
    /// Channels link unmatched sends only, not communications that are received at once.
    MatchedLinkNotThroughChannel,
    /// Items 5 and 7 without their conditions: whatever comes later depends on the chosen send.
    AnyLaterLink,
    /// Item 8 without its condition: anyone may do the last reception.
    LastLinkOfAnyone,
    /// All sends to one bag conflict, whatever their messages.
    BagOrdersAllMessages,
    /// An unmatched message in a bag blocks all messages of the bag.
    BagBlocksAllMessages,
    /// The chosen send is a link of its own chain, so its sender may receive it without any later
    /// communication; the proof of Lemma 4.1.2 writes it so.
    ChosenSendIsLink,
    /// Once the chain has a link, the chosen send's sender may receive, though no later
    /// communication involves it.
    SenderIsReachedByAnyLink,
    /// A participant is never the last receiver of a message that it sends itself.
    SenderNeverReceives,
    /// Only the first initial state of each participant counts.
    FirstInitialStates,
    /// Of several transitions with one label that leave a state only the first counts.
    FirstTransitions,
    /// A send that can be received at once is never left unmatched.
    MatchableSendIsMatched,
    /// A send is not left unmatched if receiving it at once leads to the same control state.
    SameControlDominates,
    /// A send is not left unmatched if a transition from a state to itself can receive it at once,
    /// even where internal steps come before.
    LoopingReceptionDominates,
    /// A send is not left unmatched if receiving it at once undoes what it did to the control
    /// state.
    RoundTripDominates,
    /// A message to oneself is received at once only without internal steps in between.
    InternalStepSeparates,
}

impl Misreading {
    /// All misreadings, in the order of their declaration.
    pub(crate) const ALL: [Self; 20] = [
        Self::DisabledLastReception,
        Self::UnmatchedSendsDoNotBlock,
        Self::LastLinkOfReceiverAlone,
        Self::FirstLinkNotThroughChannel,
        Self::LaterLinkNotThroughChannel,
        Self::MatchedLinkNotThroughChannel,
        Self::AnyLaterLink,
        Self::LastLinkOfAnyone,
        Self::BagOrdersAllMessages,
        Self::BagBlocksAllMessages,
        Self::ChosenSendIsLink,
        Self::SenderIsReachedByAnyLink,
        Self::SenderNeverReceives,
        Self::FirstInitialStates,
        Self::FirstTransitions,
        Self::MatchableSendIsMatched,
        Self::SameControlDominates,
        Self::LoopingReceptionDominates,
        Self::RoundTripDominates,
        Self::InternalStepSeparates,
    ];
}

/// A state of the RSC automaton.
type Packed = Box<[u64]>;

/// Returns the number of communications of the shortest borderline violation that is claimed when the mistake
/// `misreading` is made, or nothing if it is claimed that `system` is RSC.
///
/// The answer is wrong on some systems, and what is claimed need not be an execution.
pub(crate) fn check_misread(
    system: &System,
    misreading: Misreading,
    control: &Control,
) -> Result<Option<usize>, Limit> {
    // Where bags are queues, their messages have one key.
    let queues = system.with_channels(ChannelKind::Fifo);
    let read = if misreading == Misreading::BagOrdersAllMessages { &queues } else { system };
    let violations = Product {
        system: Executions { system, rsc: RscAutomaton::new(system), misreading },
        acceptor: Misread { system: read, right: BorderlineAutomaton::new(read), misreading },
    };
    match shortest_accepting_path(&violations, control).finding {
        Finding::Nothing => Ok(None),
        Finding::Cut(limit) => Err(limit),
        // The last letter is the reception.
        Finding::Path(path) => Ok(Some(path.steps.len() - 1)),
    }
}

/// The RSC executions of a system, each followed by one reception, as far as they are not overlooked.
struct Executions<'a> {
    system: &'a System,
    rsc: RscAutomaton<Packed>,
    misreading: Misreading,
}

impl TransitionSystem for Executions<'_> {
    /// Nothing after the reception.
    type State = Option<Packed>;
    type Label = BorderlineLetter;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = Option<Packed>> {
        let most = if self.misreading == Misreading::FirstInitialStates { 1 } else { usize::MAX };
        self.rsc.initial_states().take(most).map(Some)
    }

    fn successors(
        &self,
        state: &Option<Packed>,
        (): &mut (),
        emit: &mut impl FnMut(BorderlineLetter, Option<Packed>),
    ) {
        let Some(state) = state else { return };
        let space = self.rsc.space();
        self.rsc.successors(state, &mut (), &mut |communication, next| {
            if !self.is_overlooked(state, &communication, &next) {
                emit(BorderlineLetter::Communication(space.exchange(communication)), Some(next));
            }
        });
        for (id, channel_letter) in space.moves().channel_letters().enumerate() {
            for &receiver in &channel_letter.receivers {
                let mut states = self.system.automata()[receiver].states().ids();
                let receives = |local| !space.moves().receptions(receiver, local, id).is_empty();
                let sends = |local| {
                    space.moves().sends(receiver, local).iter().any(|s| s.channel_letter == id)
                };
                let can = match self.misreading {
                    Misreading::DisabledLastReception => states.any(receives),
                    Misreading::SenderNeverReceives if states.any(sends) => false,
                    _ => receives(space.control(state, receiver)),
                };
                if can {
                    let (channel, message) = (channel_letter.channel, channel_letter.message);
                    emit(BorderlineLetter::LastReception { channel, message, receiver }, None);
                }
            }
        }
    }
}

impl Automaton for Executions<'_> {
    fn is_accepting(&self, state: &Option<Packed>) -> bool {
        state.is_none()
    }
}

impl Executions<'_> {
    /// Tells whether the misreading overlooks that `communication` leads from `state` to `next`.
    fn is_overlooked(
        &self,
        state: &Packed,
        communication: &CommunicationStep,
        next: &Packed,
    ) -> bool {
        let space = self.rsc.space();
        match (self.misreading, communication.reception) {
            (Misreading::BagBlocksAllMessages, Some(_)) => {
                let channel = space.moves().channel_letters()[communication.channel_letter].channel;
                space.moves().keys().enumerate().any(|(id, key)| {
                    key.channel() == channel && space.is_blocked(state.as_ref(), id)
                })
            }
            (Misreading::FirstTransitions, reception) => {
                [(communication.sender, communication.send)]
                    .into_iter()
                    .chain(reception)
                    .any(|(participant, transition)| !self.is_first(participant, transition))
            }
            (Misreading::InternalStepSeparates, Some((receiver, reception))) => {
                let transitions = self.system.automata()[receiver].transitions();
                receiver == communication.sender
                    && transitions[reception].source != transitions[communication.send].target
            }
            (
                Misreading::MatchableSendIsMatched
                | Misreading::SameControlDominates
                | Misreading::LoopingReceptionDominates
                | Misreading::RoundTripDominates,
                None,
            ) => self.is_dominated(state, communication, next),
            _ => false,
        }
    }

    /// Tells whether `transition` is the first of its label that leaves its source.
    fn is_first(&self, participant: ParticipantId, transition: TransitionId) -> bool {
        let automaton = &self.system.automata()[participant];
        let label = automaton.transitions()[transition].label;
        let mut outgoing = automaton.outgoing(automaton.transitions()[transition].source).iter();
        outgoing.find(|&&id| automaton.transitions()[id].label == label) == Some(&transition)
    }

    /// Tells whether the misreading finds a reception for `send`, unmatched from `state` to `next`,
    /// that seems to make the unmatched send needless.
    fn is_dominated(&self, state: &Packed, send: &CommunicationStep, next: &Packed) -> bool {
        let space = self.rsc.space();
        let mut dominated = false;
        self.rsc.successors(state, &mut (), &mut |other, reached| {
            let Some((receiver, reception)) = other.reception else { return };
            if (other.sender, other.send) != (send.sender, send.send) {
                return;
            }
            let transition = &self.system.automata()[receiver].transitions()[reception];
            let leads_back_to =
                |to: &Packed| space.controls(reached.as_ref()) == space.controls(to.as_ref());
            dominated |= match self.misreading {
                Misreading::SameControlDominates => leads_back_to(next),
                Misreading::LoopingReceptionDominates => transition.source == transition.target,
                Misreading::RoundTripDominates => leads_back_to(state),
                _ => true,
            };
        });
        dominated
    }
}

/// The automaton of borderline violations with the mistake in it: where the misreading says nothing, it does what the
/// right one does.
struct Misread<'a> {
    system: &'a System,
    right: BorderlineAutomaton<'a>,
    misreading: Misreading,
}

impl Misread<'_> {
    /// Tells whether a chain whose last link is `last` may go on with `next`; the chosen send is the link before the
    /// first one.
    fn is_link(&self, is_first: bool, last: Exchange, next: Exchange) -> bool {
        let through_channel = match self.misreading {
            Misreading::AnyLaterLink => return true,
            Misreading::FirstLinkNotThroughChannel => !is_first,
            Misreading::LaterLinkNotThroughChannel => is_first,
            Misreading::MatchedLinkNotThroughChannel => next.receiver.is_none(),
            _ => true,
        };
        let key = |exchange: Exchange| self.system.key(exchange.channel, exchange.message);
        last.shares_participant(next) || through_channel && key(last) == key(next)
    }
}

impl Acceptor<BorderlineLetter> for Misread<'_> {
    type State = BorderlineState;

    fn start_states(&self) -> impl Iterator<Item = BorderlineState> {
        self.right.start_states()
    }

    fn read(
        &self,
        state: &BorderlineState,
        letter: BorderlineLetter,
        emit: &mut impl FnMut(BorderlineState),
    ) {
        use BorderlineState::{Final, First, Second, Third};
        match (state, letter) {
            (First { .. }, BorderlineLetter::Communication(exchange)) => {
                let is_blocking = self.misreading != Misreading::UnmatchedSendsDoNotBlock;
                if !is_blocking && exchange.receiver.is_none() {
                    emit(state.clone());
                }
                self.right.read(state, letter, &mut |next| match next {
                    Second { channel, message, .. }
                        if self.misreading == Misreading::ChosenSendIsLink =>
                    {
                        emit(Third { channel, message, last: exchange });
                    }
                    next => emit(next),
                });
            }
            (&Second { channel, message, sender }, BorderlineLetter::Communication(exchange)) => {
                emit(state.clone());
                let chosen = Exchange { channel, message, sender, receiver: None };
                if self.is_link(true, chosen, exchange) {
                    emit(Third { channel, message, last: exchange });
                    if self.misreading == Misreading::SenderIsReachedByAnyLink {
                        emit(Third { channel, message, last: chosen });
                    }
                }
            }
            (&Third { channel, message, last }, BorderlineLetter::Communication(exchange)) => {
                emit(state.clone());
                if self.is_link(false, last, exchange) {
                    emit(Third { channel, message, last: exchange });
                }
            }
            (
                &Third { channel, message, last },
                BorderlineLetter::LastReception { channel: read, message: received, receiver },
            ) => {
                let may = match self.misreading {
                    Misreading::LastLinkOfReceiverAlone => {
                        last.sender == receiver && last.receiver.is_none_or(|one| one == receiver)
                    }
                    Misreading::LastLinkOfAnyone => true,
                    _ => last.involves(receiver),
                };
                if (channel, message) == (read, received) && may {
                    emit(Final);
                }
            }
            (First { .. } | Second { .. }, BorderlineLetter::LastReception { .. }) | (Final, _) => {
            }
        }
    }

    fn is_accepting(&self, state: &BorderlineState) -> bool {
        self.right.is_accepting(state)
    }
}
