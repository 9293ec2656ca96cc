//! A choreography as text, with the differences between the two.

use std::fmt;

use kernel::automata::DfaStateId;
use kernel::base::Id as _;
use model::cfsm::StateId;
use model::choreography::Choreography;

/// The text of a description, with the differences between the two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The states in which only one of text and description may end, because the language cannot express the others.
    pub moved_ends: Option<MovedEnds>,
}

/// Differences between the states in which a text may end and those in which its description may, by the names of
/// the states of the description. At least one of the two lists is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedEnds {
    /// Only the text may end here.
    pub gained: Vec<String>,
    /// Only the description may end here.
    pub lost: Vec<String>,
}

impl MovedEnds {
    /// Returns the difference; `None` if there is none.
    pub(super) fn new(gained: Vec<String>, lost: Vec<String>) -> Option<Self> {
        (!gained.is_empty() || !lost.is_empty()).then_some(Self { gained, lost })
    }

    /// Returns the difference between a choreography with its ends and a text that may end exactly in the states of
    /// `printed`.
    pub(super) fn between(
        choreography: &Choreography,
        printed: impl Fn(DfaStateId) -> bool,
    ) -> Option<Self> {
        let is_end = ends(choreography);
        let source = choreography.source();
        let names = |among: &dyn Fn(DfaStateId) -> bool| {
            let states = choreography.language().states().filter(|&state| among(state));
            let first = states.filter_map(|state| choreography.language().members(state).first());
            first.map(|member| source.states[StateId::from_index(member.index())].clone()).collect()
        };
        let gained = names(&|state| printed(state) && !is_end(state));
        let lost = names(&|state| !printed(state) && is_end(state));
        Self::new(gained, lost)
    }
}

impl fmt::Display for MovedEnds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Maximum number of states that are named.
        const FEW: usize = 4;
        let named = |states: &[String]| {
            let names: Vec<String> =
                states.iter().take(FEW).map(|name| format!("`{name}`")).collect();
            let more = if states.len() > FEW { " and others" } else { "" };
            let word = if states.len() > 1 { "states" } else { "state" };
            format!("{word} {}{more}", names.join(", "))
        };
        match (&*self.gained, &*self.lost) {
            (gained, []) => write!(out, "the text may also end in {}", named(gained)),
            ([], lost) => write!(out, "the text may no longer end in {}", named(lost)),
            (gained, lost) => {
                let (gained, lost) = (named(gained), named(lost));
                write!(out, "the text may end in {gained}, and no longer in {lost}")
            }
        }
    }
}

/// Returns the predicate that is `true` for the states in which a choreography with its ends may end.
pub(super) fn ends(choreography: &Choreography) -> impl Fn(DfaStateId) -> bool + use<'_> {
    let ends = choreography.ends();
    move |state| {
        let mut members = choreography.language().members(state).iter();
        members.any(|member| ends[StateId::from_index(member.index())])
    }
}
