//! What the configurations of a system have in common, each stored once.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use super::vectors::Vectors;
use super::words::{MissingWord, WordId, Words};
use kernel::base::{Id as _, IndexVec, typed_id};
use model::cfsm::{Direction, MessageId, ParticipantId, StateId, Step};

typed_id! {
    /// The control states of all participants.
    pub(super) struct ControlId;
}

typed_id! {
    /// The contents of all channels.
    pub(super) struct ContentsId;
}

typed_id! {
    /// A FIFO channel, or a message in a bag.
    pub(super) struct KeyId;
}

typed_id! {
    /// A change of the contents.
    pub(super) struct ChangeId;
}

/// The sending or reception of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Change {
    pub(super) direction: Direction,
    pub(super) key: KeyId,
    pub(super) message: MessageId,
}

/// A step that some control states allow.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) step: Step,
    /// How it changes the contents, unless it is an internal one.
    pub(super) change: Option<ChangeId>,
    /// The state that the participant enters.
    entered: StateId,
    /// The control states that it leads to, or [`UNKNOWN`].
    target: AtomicU32,
}

/// Control states that were not computed yet.
const UNKNOWN: u32 = u32::MAX;

impl Move {
    pub(super) fn new(step: Step, change: Option<ChangeId>, entered: StateId) -> Self {
        Self { step, change, entered, target: AtomicU32::new(UNKNOWN) }
    }
}

/// What has to be stored first.
#[derive(Debug)]
pub(super) enum Missing {
    Word(MissingWord),
    /// The contents that were written to the buffer.
    Contents,
}

/// The control states, contents and words that were found so far.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) words: Words,
    pub(super) controls: Vectors<ControlId, StateId>,
    pub(super) contents: Vectors<ContentsId, WordId>,
    /// The steps that control states allow, computed when they are first asked for.
    moves: IndexVec<ControlId, OnceLock<Box<[Move]>>>,
    /// The number of those steps.
    move_count: AtomicUsize,
}

impl Tables {
    pub(super) fn new(participants: usize, keys: usize) -> Self {
        Self {
            words: Words::new(),
            controls: Vectors::new(participants),
            contents: Vectors::new(keys),
            moves: IndexVec::new(),
            move_count: AtomicUsize::new(0),
        }
    }

    /// Returns the number of bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        self.words.bytes()
            + self.controls.bytes()
            + self.contents.bytes()
            + self.moves.len() * size_of::<OnceLock<Box<[Move]>>>()
            + self.move_count.load(Ordering::Relaxed) * size_of::<Move>()
    }

    /// Returns the number of control states, which are stored if they are new.
    pub(super) fn insert_control(&mut self, states: &[StateId]) -> ControlId {
        let id = self.controls.insert(states);
        self.moves.slot(id);
        id
    }

    /// Returns the steps that control states allow, in order; `list` lists those from the states of the participants.
    pub(super) fn moves(
        &self,
        control: ControlId,
        list: impl FnOnce(&[StateId]) -> Vec<Move>,
    ) -> &[Move] {
        self.moves[control].get_or_init(|| {
            let moves = list(self.controls.get(control));
            self.move_count.fetch_add(moves.len(), Ordering::Relaxed);
            moves.into_boxed_slice()
        })
    }

    /// Returns the control states after a step, if they were found before; else writes them to `states`.
    pub(super) fn control_after(
        &self,
        control: ControlId,
        by: &Move,
        states: &mut Vec<StateId>,
    ) -> Option<ControlId> {
        let known = by.target.load(Ordering::Relaxed);
        if known != UNKNOWN {
            return Some(ControlId::from_index(known as usize));
        }
        let participant = by.step.participant.index();
        states.clear();
        states.extend_from_slice(self.controls.get(control));
        states[participant] = by.entered;
        let found = self.controls.find(states)?;
        let number = u32::try_from(found.index()).expect("an id fits into 32 bits");
        by.target.store(number, Ordering::Relaxed);
        Some(found)
    }

    /// Returns the contents after a change that is possible; `words` is a buffer.
    ///
    /// # Errors
    /// What has to be stored first.
    pub(super) fn contents_after(
        &self,
        contents: ContentsId,
        Change { direction, key, message }: Change,
        words: &mut Vec<WordId>,
    ) -> Result<ContentsId, Missing> {
        let before = self.contents.get(contents);
        let word = before[key.index()];
        let after = match direction {
            Direction::Send => self.words.with(word, message).map_err(Missing::Word)?,
            Direction::Receive => self.words.rest(word),
        };
        words.clear();
        words.extend_from_slice(before);
        words[key.index()] = after;
        self.contents.find(words).ok_or(Missing::Contents)
    }

    /// Returns the contents after a change that is possible, which are stored if they are new; `words` is a buffer.
    pub(super) fn insert_contents_after(
        &mut self,
        contents: ContentsId,
        change: Change,
        words: &mut Vec<WordId>,
    ) -> ContentsId {
        loop {
            match self.contents_after(contents, change, words) {
                Ok(found) => return found,
                Err(Missing::Word(missing)) => self.words.insert(missing),
                Err(Missing::Contents) => return self.contents.insert(words),
            }
        }
    }

    /// Returns the state of a participant.
    pub(super) fn state(&self, control: ControlId, participant: ParticipantId) -> StateId {
        self.controls.get(control)[participant.index()]
    }

    /// Returns the words that some keys hold.
    pub(super) fn words_of(&self, contents: ContentsId, keys: Range<usize>) -> &[WordId] {
        &self.contents.get(contents)[keys]
    }

    /// Returns the number of messages that some keys hold together.
    pub(super) fn held(&self, contents: ContentsId, keys: Range<usize>) -> usize {
        self.words_of(contents, keys).iter().map(|&word| self.words.length(word)).sum()
    }
}
