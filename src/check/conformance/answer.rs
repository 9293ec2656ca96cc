//! Questions about a multitrace, and their answers.

use kernel::automata::SymbolId;
use kernel::base::{Id as _, Limit};
use model::trace::{LocalLetterId, LocationId};

kernel::words! {
    /// A question about a multitrace.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Question {
        /// Is it what the locations see of a word?
        Accept = "accept",
        /// Is it what the locations see of a prefix of a word?
        GlobalPrefix = "global-prefix",
        /// Is there a word of whose projections each trace is a prefix?
        MultiPrefix = "multi-prefix",
        /// Is there a word of whose projections each trace is a factor?
        Slice = "slice",
    }
}

impl Question {
    /// Returns the class of the multitraces for which this is the first question with the answer yes.
    pub fn class(self) -> Class {
        match self {
            Self::Accept => Class::Accepted,
            Self::GlobalPrefix => Class::GlobalPrefix,
            Self::MultiPrefix => Class::MultiPrefix,
            Self::Slice => Class::Slice,
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

kernel::words! {
    /// How near a multitrace comes to a word: the first class that applies.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Class {
        /// The multitrace is the projections of a word.
        Accepted = "accepted",
        /// The multitrace is the projections of a prefix of a word.
        GlobalPrefix = "global-prefix",
        /// Each trace is a prefix of the projection of one word.
        MultiPrefix = "multi-prefix",
        /// Each trace is a factor of the projection of one word.
        Slice = "slice",
        /// The multitrace is in none of the other classes.
        Fail = "fail",
    }
}

impl Class {
    /// Asks questions in order until the answer to one is yes, and returns its class.
    ///
    /// Returns `None` if all answers are no and the multitrace may still be in a later class.
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
}

kernel::words! {
    /// How a multitrace is checked. All procedures agree.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Procedure {
        /// The fastest procedure: filters, masks, a greedy run, then searches.
        Auto = "auto",
        /// A search over all interleavings.
        Central = "central",
        /// Local checks, then the intersection of their areas, then a search in it.
        Semi = "semi",
        /// A search on the terms of an interaction in which lifelines are removed once their traces end.
        Removal = "removal",
        /// A search in which letters at locations outside their traces may happen freely.
        Free = "free",
    }
}

kernel::words! {
    /// Why a trace is wrong by itself.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum LocalReason {
        /// The local letter at the position is not possible there.
        Unexpected = "unexpected",
        /// The trace is only a proper prefix of what the location may see.
        Incomplete = "incomplete",
    }
}

impl LocalReason {
    fn sentence(self) -> &'static str {
        match self {
            Self::Unexpected => "the local letter cannot come there",
            Self::Incomplete => "the trace cannot end there",
        }
    }
}

/// A trace that is the projection of no word.
///
/// The message shows numbers from 0; the names are those of the alphabet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("location {} at position {position}: {}", .location.index(), .reason.sentence())]
pub struct LocalError {
    /// Location of the trace.
    pub location: LocationId,
    /// Number of local letters in the longest prefix of the trace that is a prefix of the projection of some
    /// word.
    pub position: usize,
    /// Error at the position.
    pub reason: LocalReason,
    /// Local letters that are possible there, in order.
    pub expected: Vec<LocalLetterId>,
    /// Whether the trace might have ended at the position.
    pub may_end: bool,
}

/// Why a multitrace is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Some traces are wrong by themselves: the errors of all of them, by location.
    Local(Vec<LocalError>),
    /// Each trace is right, but no path of the automaton is in the areas of all of them.
    Inter,
    /// Each trace is right, and some paths are in the areas of all, but none has the traces as its
    /// projections.
    Central,
}

kernel::words! {
    /// The step of a procedure that decided.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Stage {
        /// Checks of the traces by themselves.
        Local = "local",
        /// A linear invariant of the automaton.
        Invariant = "invariant",
        /// The intersection of the areas.
        Areas = "areas",
        /// The letters that are possible before and after each position of two locations.
        Pairs = "pairs",
        /// A run without choice.
        Greedy = "greedy",
        /// A search.
        Search = "search",
    }
}

/// Result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether the answer to the question is yes, or the limit that stopped the search. Without a question,
    /// the answer to [`Question::Accept`].
    pub verdict: Result<bool, Limit>,
    /// The class, if it is known: always without a question, unless a limit was reached.
    pub class: Option<Class>,
    /// Why the multitrace is not accepted, if the reason was requested.
    pub fault: Option<Fault>,
    /// The limit that ended the search for a part of the answer (the verdict, the class or the fault), if
    /// any.
    pub limit: Option<Limit>,
    /// The stage that decided the verdict.
    pub stage: Stage,
    /// Number of configurations that searches stored.
    pub states: u64,
}

impl Answer {
    /// The answer no of checks of the traces by themselves, before any search.
    pub const NO: Self = Self {
        verdict: Ok(false),
        class: None,
        fault: None,
        limit: None,
        stage: Stage::Local,
        states: 0,
    };

    /// Returns the answer to a question; without one, the answer to [`Question::Accept`] and the class. `decide`
    /// decides single questions.
    pub(super) fn of_questions(
        question: Option<Question>,
        mut decide: impl FnMut(Question) -> Result<Decision, Limit>,
    ) -> Self {
        let asked = question.as_ref().map_or(&Question::ALL[..], std::slice::from_ref);
        let mut answer = Self::NO;
        let class = Class::nearest(asked, |question| {
            let (holds, stage, fault) = match decide(question) {
                // A search that finds a word may have begun with the fault that it would show otherwise.
                Ok(Decision { holds, stage, fault, .. }) => {
                    (Ok(holds), stage, fault.filter(|_| !holds))
                }
                Err(limit) => (Err(limit), Stage::Search, None),
            };
            if question == asked[0] {
                answer = Self { verdict: holds, stage, fault, ..Self::NO };
            }
            holds
        });
        answer.classify(class);
        answer
    }

    /// Sets the class, or the limit that ended the search for it.
    pub fn classify(&mut self, class: Result<Option<Class>, Limit>) {
        self.limit = self.limit.or(class.err());
        self.class = class.ok().flatten();
    }
}

/// The verdict on one question, and the stage that decided it.
#[derive(Debug)]
pub(super) struct Decision {
    /// Whether the answer is yes.
    pub(super) holds: bool,
    /// The stage that decided.
    pub(super) stage: Stage,
    /// A word that shows a yes, if it was found on the way.
    pub(super) word: Option<Vec<SymbolId>>,
    /// Why the multitrace is not accepted, if it was found on the way.
    pub(super) fault: Option<Fault>,
}

impl Decision {
    pub(super) fn no(stage: Stage) -> Self {
        Self { holds: false, stage, word: None, fault: None }
    }

    pub(super) fn searched(holds: bool) -> Self {
        Self { holds, ..Self::no(Stage::Search) }
    }

    pub(super) fn yes(stage: Stage, word: Vec<SymbolId>) -> Self {
        Self { holds: true, word: Some(word), ..Self::no(stage) }
    }

    pub(super) fn because(self, fault: Fault) -> Self {
        Self { fault: Some(fault), ..self }
    }
}
