//! The automaton of borderline violations.
//!
//! The automaton reads the communications of an RSC execution and one last reception, chooses one of the
//! unmatched sends, follows one chain of conflicts from it, and accepts when the last reception completes the
//! chosen send and is done by a participant of the last link. It ignores control states: in a product with
//! the executions of a system its language is that of the system's borderline violations.
//!
//! This is Definition 4.1.3 of [RSC](crate#bibliography), with two items read as the text around it
//! needs them. Item 1 loops on matched communications: were unmatched sends read without blocking
//! their key, a send behind another one could be chosen, and the last reception would complete the
//! other. Item 8 asks that the receiver is among the participants of the last link: a matched link
//! has two.

use std::collections::BTreeSet;
use std::iter;

use kernel::transition_system::Acceptor;
use model::cfsm::{ChannelId, Direction, Exchange, Key, MessageId, ParticipantId, System};

/// A letter of the words that [`BorderlineAutomaton`] reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BorderlineLetter {
    /// A communication of the RSC execution.
    Communication(Exchange),
    /// The reception that ends the word, written `i?q v`.
    LastReception {
        /// The channel.
        channel: ChannelId,
        /// The message.
        message: MessageId,
        /// The participant that receives.
        receiver: ParticipantId,
    },
}

/// A state of [`BorderlineAutomaton`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BorderlineState {
    /// The first stage, in which no send is chosen.
    First {
        /// The FIFO channels, and the messages in bags, with an unmatched send, in order.
        blocked: Box<[Key]>,
    },
    /// The second stage, in which a send is chosen and nothing is known to depend on it.
    Second {
        /// The channel of the chosen send.
        channel: ChannelId,
        /// The message of the chosen send.
        message: MessageId,
        /// The participant of the chosen send.
        sender: ParticipantId,
    },
    /// The third stage, in which a chain of conflicts leads on from the chosen send.
    Third {
        /// The channel of the chosen send.
        channel: ChannelId,
        /// The message of the chosen send.
        message: MessageId,
        /// The last link of the chain.
        last: Exchange,
    },
    /// The accepting state: the last reception has completed the chosen send and closed a cycle.
    Final,
}

/// The automaton of borderline violations over the letters of a system, `A_bv` of Definition 4.1.3
/// of [RSC](crate#bibliography), corrected.
///
/// Nondeterministic: any unmatched send whose key is not blocked may be chosen, and any
/// communication that conflicts with the last link may become the next one.
#[derive(Clone, Debug)]
pub struct BorderlineAutomaton<'a> {
    system: &'a System,
}

impl<'a> BorderlineAutomaton<'a> {
    /// Returns the automaton for `system`; only the kinds of the channels matter.
    pub fn new(system: &'a System) -> Self {
        Self { system }
    }

    /// Returns the letters that the actions of `system` form, in order: its communications, then
    /// its receptions of messages that some participant sends.
    ///
    /// # Complexity
    /// Quadratic in the number of transitions.
    pub fn alphabet(system: &System) -> Vec<BorderlineLetter> {
        let actions = |wanted: Direction| -> BTreeSet<(ChannelId, MessageId, ParticipantId)> {
            let actions = system.actions().filter(|action| action.direction == wanted);
            actions.map(|action| (action.channel, action.message, action.participant)).collect()
        };
        let receptions = actions(Direction::Receive);
        let mut letters = BTreeSet::new();
        for (channel, message, sender) in actions(Direction::Send) {
            let exchange = |receiver| Exchange { channel, message, sender, receiver };
            letters.insert(BorderlineLetter::Communication(exchange(None)));
            for &(_, _, receiver) in receptions.iter().filter(|r| (r.0, r.1) == (channel, message))
            {
                letters.insert(BorderlineLetter::Communication(exchange(Some(receiver))));
                letters.insert(BorderlineLetter::LastReception { channel, message, receiver });
            }
        }
        letters.into_iter().collect()
    }

    /// Returns `true` if the send of `exchange` conflicts with an earlier send of `message` on
    /// `channel` through the channel.
    fn shares_key(&self, exchange: Exchange, channel: ChannelId, message: MessageId) -> bool {
        self.system.key(exchange.channel, exchange.message) == self.system.key(channel, message)
    }

    /// Reads a communication in the first stage, with the keys in `blocked` blocked.
    fn read_before_choice(
        &self,
        blocked: &[Key],
        exchange: Exchange,
        emit: &mut impl FnMut(BorderlineState),
    ) {
        let Exchange { channel, message, sender, receiver } = exchange;
        // Item 1.
        if receiver.is_some() {
            return emit(BorderlineState::First { blocked: blocked.into() });
        }
        let key = self.system.key(channel, message);
        match blocked.binary_search(&key) {
            // Item 2, where the key is blocked already.
            Ok(_) => emit(BorderlineState::First { blocked: blocked.into() }),
            Err(place) => {
                // Item 2.
                let (before, after) = blocked.split_at(place);
                emit(BorderlineState::First { blocked: [before, &[key], after].concat().into() });
                // Item 3: an unmatched send behind another one cannot be received.
                emit(BorderlineState::Second { channel, message, sender });
            }
        }
    }

    /// Returns `true` if `exchange` can be the first link of a chain from the send of `message` on
    /// `channel` by `sender` (the condition of item 5).
    fn is_first_link(
        &self,
        (channel, message, sender): (ChannelId, MessageId, ParticipantId),
        exchange: Exchange,
    ) -> bool {
        exchange.involves(sender) || self.shares_key(exchange, channel, message)
    }

    /// Returns `true` if `exchange` can follow `last` in a chain (the condition of item 7).
    ///
    /// Receptions on one channel need no clause: a communication that is received at once sends on
    /// that channel too.
    fn is_next_link(&self, last: Exchange, exchange: Exchange) -> bool {
        last.shares_participant(exchange) || self.shares_key(exchange, last.channel, last.message)
    }
}

impl Acceptor<BorderlineLetter> for BorderlineAutomaton<'_> {
    type State = BorderlineState;

    fn start_states(&self) -> impl Iterator<Item = BorderlineState> {
        iter::once(BorderlineState::First { blocked: Box::default() })
    }

    fn read(
        &self,
        state: &BorderlineState,
        letter: BorderlineLetter,
        emit: &mut impl FnMut(BorderlineState),
    ) {
        match (state, letter) {
            (BorderlineState::First { blocked }, BorderlineLetter::Communication(exchange)) => {
                self.read_before_choice(blocked, exchange, emit);
            }
            (
                &BorderlineState::Second { channel, message, sender },
                BorderlineLetter::Communication(exchange),
            ) => {
                // Item 4.
                emit(state.clone());
                // Item 5.
                if self.is_first_link((channel, message, sender), exchange) {
                    emit(BorderlineState::Third { channel, message, last: exchange });
                }
            }
            (
                &BorderlineState::Third { channel, message, last },
                BorderlineLetter::Communication(exchange),
            ) => {
                // Item 6.
                emit(state.clone());
                // Item 7.
                if self.is_next_link(last, exchange) {
                    emit(BorderlineState::Third { channel, message, last: exchange });
                }
            }
            (
                &BorderlineState::Third { channel, message, last },
                BorderlineLetter::LastReception { channel: read, message: received, receiver },
            ) => {
                // Item 8.
                if (channel, message) == (read, received) && last.involves(receiver) {
                    emit(BorderlineState::Final);
                }
            }
            (
                BorderlineState::First { .. } | BorderlineState::Second { .. },
                BorderlineLetter::LastReception { .. },
            )
            | (BorderlineState::Final, _) => {}
        }
    }

    fn is_accepting(&self, state: &BorderlineState) -> bool {
        *state == BorderlineState::Final
    }

    fn heap_bytes(&self, state: &BorderlineState) -> usize {
        match state {
            BorderlineState::First { blocked } => size_of_val::<[Key]>(blocked),
            _ => 0,
        }
    }
}
