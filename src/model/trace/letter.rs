//! Letters: sets of actions that happen at once.

use super::{Action, LifelineSet, Signature};
use kernel::base::{IndexVec, Interner, typed_id};

typed_id! {
    /// A letter.
    pub struct LetterId;
}

/// A set of actions that happen at once: at least one, and at most one for each lifeline and message.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(Vec<Action>);

impl Letter {
    /// Returns the letter of the given actions; `None` if there are none.
    pub fn new(actions: impl IntoIterator<Item = Action>) -> Option<Self> {
        let mut actions: Vec<Action> = actions.into_iter().collect();
        actions.sort_unstable();
        actions.dedup();
        (!actions.is_empty()).then_some(Self(actions))
    }

    /// Returns the letter of one action.
    pub fn from_action(action: Action) -> Self {
        Self(vec![action])
    }

    /// Returns the actions in order: by lifeline, sends before receptions, by message.
    pub fn actions(&self) -> &[Action] {
        &self.0
    }

    /// Returns the lifelines of its actions.
    pub fn lifelines(&self) -> LifelineSet {
        self.0.iter().map(|action| action.lifeline).collect()
    }

    /// Returns the letter as text: `l!m`, or `{k?m,l!m}` if there are several actions, which are ordered by
    /// their text.
    pub fn text(&self, signature: &Signature) -> String {
        let mut parts: Vec<String> = self.0.iter().map(|action| action.text(signature)).collect();
        if let [one] = &mut *parts {
            return std::mem::take(one);
        }
        parts.sort_unstable();
        format!("{{{}}}", parts.join(","))
    }
}

/// A table of letters and their ids.
///
/// # Invariants
/// Ids are in the order of the letters, independently of the order of their insertion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters {
    all: Interner<LetterId, Letter>,
    lifelines: IndexVec<LetterId, LifelineSet>,
}

impl Letters {
    /// Returns the table of some letters; repeated ones count once.
    pub fn new(letters: impl IntoIterator<Item = Letter>) -> Self {
        let mut letters: Vec<Letter> = letters.into_iter().collect();
        letters.sort_unstable();
        let mut all = Interner::default();
        for letter in &letters {
            all.id(letter);
        }
        let lifelines = all.items().iter().map(Letter::lifelines).collect();
        Self { all, lifelines }
    }

    /// Returns the id of a letter.
    pub fn id(&self, letter: &Letter) -> Option<LetterId> {
        self.all.known(letter)
    }

    /// Returns the letter with an id.
    pub fn letter(&self, id: LetterId) -> &Letter {
        &self.all.items()[id]
    }

    /// Returns the lifelines of a letter.
    pub fn lifelines(&self, id: LetterId) -> &LifelineSet {
        &self.lifelines[id]
    }

    /// Returns the letters in order.
    pub fn all(&self) -> &IndexVec<LetterId, Letter> {
        self.all.items()
    }
}
