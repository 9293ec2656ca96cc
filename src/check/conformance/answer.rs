//! What is asked of a multitrace, and what comes out.

use kernel::base::{Id as _, Limit};
use model::trace::{LocalLetterId, LocationId};

/// What may be asked of a multitrace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// Is it what the locations see of a word?
    Accept,
    /// Is it what the locations see of a prefix of a word?
    GlobalPrefix,
    /// Is there a word of whose projections each trace is a prefix?
    MultiPrefix,
    /// Is there a word of whose projections each trace is a factor?
    Slice,
}

impl Question {
    /// All questions; whatever answers one with yes does so with those after it.
    pub const ALL: [Self; 4] = [Self::Accept, Self::GlobalPrefix, Self::MultiPrefix, Self::Slice];

    /// Returns the questions that are asked to answer one, or to find the class where none is.
    pub(super) fn asked(question: Option<&Self>) -> &[Self] {
        question.map_or(&Self::ALL, std::slice::from_ref)
    }

    /// Returns the class of the multitraces for which the answer is yes, and for none before is it.
    pub fn class(self) -> Class {
        match self {
            Self::Accept => Class::Accepted,
            Self::GlobalPrefix => Class::GlobalPrefix,
            Self::MultiPrefix => Class::MultiPrefix,
            Self::Slice => Class::Slice,
        }
    }

    /// Returns the word for the question on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::GlobalPrefix => "global-prefix",
            Self::MultiPrefix => "multi-prefix",
            Self::Slice => "slice",
        }
    }

    /// Returns `true` if letters at a location whose trace is read to its end may still happen.
    pub(super) fn is_open_at_end(self) -> bool {
        matches!(self, Self::MultiPrefix | Self::Slice)
    }

    /// Returns `true` if letters at a location may happen before its trace begins.
    pub(super) fn is_open_at_start(self) -> bool {
        self == Self::Slice
    }
}

/// How near a multitrace comes to a word: the first that holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// It is the projections of a word.
    Accepted,
    /// It is the projections of a prefix of a word.
    GlobalPrefix,
    /// Each trace is a prefix of the projection of one word.
    MultiPrefix,
    /// Each trace is a factor of the projection of one word.
    Slice,
    /// None of these.
    Fail,
}

impl Class {
    /// All classes, the nearest first.
    pub const ALL: [Self; 5] =
        [Self::Accepted, Self::GlobalPrefix, Self::MultiPrefix, Self::Slice, Self::Fail];

    /// Asks questions in order until one is answered with yes, and returns the class that this shows.
    ///
    /// There is none if all answers are no and the last question leaves one open.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn nearest(
        questions: &[Question],
        mut ask: impl FnMut(Question) -> Result<bool, Limit>,
    ) -> Result<Option<Self>, Limit> {
        for &question in questions {
            if ask(question)? {
                return Ok(Some(question.class()));
            }
        }
        Ok((questions.last() == Some(&Question::Slice)).then_some(Self::Fail))
    }

    /// Returns the word for the class in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::GlobalPrefix => "global-prefix",
            Self::MultiPrefix => "multi-prefix",
            Self::Slice => "slice",
            Self::Fail => "fail",
        }
    }
}

/// How a multitrace is checked. All procedures agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Procedure {
    /// The fastest: filters, masks, a greedy run, then searches.
    Auto,
    /// A search over all interleavings.
    Central,
    /// Local checks, then the intersection of their areas, then a search in it.
    Semi,
    /// A search on the terms of an interaction in which lifelines are removed once their traces end.
    Removal,
    /// A search in which letters at locations outside their traces happen as they like.
    Free,
}

impl Procedure {
    /// Returns the word for the procedure on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Central => "central",
            Self::Semi => "semi",
            Self::Removal => "removal",
            Self::Free => "free",
        }
    }
}

/// Why one location alone cannot see its trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalReason {
    /// The local letter at the position cannot come there.
    Unexpected,
    /// The trace is only the beginning of what the location may see.
    Incomplete,
}

impl LocalReason {
    /// All reasons.
    pub const ALL: [Self; 2] = [Self::Unexpected, Self::Incomplete];

    /// Returns the word for the reason in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unexpected => "unexpected",
            Self::Incomplete => "incomplete",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::Unexpected => "the local letter cannot come there",
            Self::Incomplete => "the trace cannot end there",
        }
    }
}

/// A trace that is the projection of no word.
///
/// Its message has numbers from 0; the names are those of the alphabet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("location {} at position {position}: {}", .location.index(), .reason.sentence())]
pub struct LocalError {
    /// Where.
    pub location: LocationId,
    /// How many local letters are the beginning of the projection of some word.
    pub position: usize,
    /// What is wrong there.
    pub reason: LocalReason,
    /// What may come there instead, or next, in order.
    pub expected: Vec<LocalLetterId>,
    /// Whether the trace might have ended there.
    pub may_end: bool,
}

/// Why a multitrace is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Some traces are wrong by themselves: all of them, by location.
    Local(Vec<LocalError>),
    /// Each trace is right, but no way through the automaton is in the areas of all of them.
    Inter,
    /// Each trace is right, and there are ways in the areas of all, but none has the traces as
    /// its projections.
    Central,
}

/// Which step of a procedure decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The traces by themselves.
    Local,
    /// A linear invariant of the automaton.
    Invariant,
    /// The intersection of the areas.
    Areas,
    /// What is possible before and after each position of two locations.
    Pairs,
    /// A run without choice.
    Greedy,
    /// A search.
    Search,
}

impl Stage {
    /// All stages, in the order in which they are asked.
    pub const ALL: [Self; 6] =
        [Self::Local, Self::Invariant, Self::Areas, Self::Pairs, Self::Greedy, Self::Search];

    /// Returns the word for the stage in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Invariant => "invariant",
            Self::Areas => "areas",
            Self::Pairs => "pairs",
            Self::Greedy => "greedy",
            Self::Search => "search",
        }
    }
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether the answer to the question is yes; the limit that stopped the search otherwise. Without a
    /// question it is that to [`Question::Accept`].
    pub verdict: Result<bool, Limit>,
    /// The class, where it is known: always without a question, unless a limit was reached.
    pub class: Option<Class>,
    /// Why it is not accepted, where that was asked and is so.
    pub fault: Option<Fault>,
    /// What ended the search for a part of the answer, if something did: the verdict, the class, or the fault.
    pub limit: Option<Limit>,
    /// What decided the verdict.
    pub stage: Stage,
    /// How many configurations searches stored.
    pub states: u64,
}

impl Answer {
    /// The answer no, as traces by themselves show it, before anything was searched.
    pub const NO: Self = Self {
        verdict: Ok(false),
        class: None,
        fault: None,
        limit: None,
        stage: Stage::Local,
        states: 0,
    };

    /// Takes the class that was found, or the limit that ended the search for it.
    pub fn classify(&mut self, class: Result<Option<Class>, Limit>) {
        self.limit = self.limit.or(class.err());
        self.class = class.ok().flatten();
    }
}
