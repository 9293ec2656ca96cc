//! Known misreadings of the membership procedure, for the tests that rule them out.

/// A way to read Definition 4.1.3 or Theorem 4.1.4 of [RSC](crate#bibliography), or to shorten
/// the search, that gives wrong answers.
///
/// The definition engine makes the mistake on purpose when
/// [`check_misread`](super::check_misread) asks for it. Each variant is there so that a test can
/// show a system on which it fails: a test suite that could not tell them apart would not notice
/// the mistake either. No answer of the program rests on one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Misreading {
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
    pub const ALL: [Self; 20] = [
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
