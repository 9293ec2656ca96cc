//! Blame: the participant that does what the choreography does not allow, and the words that it and the
//! others assume.

use super::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::Control;
use kernel::search::shortest_path;
use model::cfsm::{Action, Exchange, ParticipantId};
use model::choreography::{Choreography, Completion, Interaction, completion};

/// Why an execution cannot be completed: its participant may do the last action as far as it has seen, but
/// the choreography does not allow it after what the others did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame {
    /// The participant of the last action.
    pub participant: ParticipantId,
    /// A word of the choreography that agrees with all that the participant has seen, and whose last
    /// interaction has the action: the word that the participant assumes.
    pub own: Vec<Occurrence>,
    /// A word of the choreography with all that happened before: the word that the others assume.
    pub others: Vec<Occurrence>,
    /// The next interaction of the participant in that word, if any.
    pub instead: Option<Occurrence>,
}

impl Blame {
    /// Returns the interaction that is next in the participant's word but that the others have not reached;
    /// `None` unless both words agree up to there.
    pub fn pending(&self) -> Option<Occurrence> {
        let rest = self.own.strip_prefix(self.others.as_slice())?;
        if rest.len() > 1 { rest.first().copied() } else { None }
    }
}

/// Returns the participant to blame for an execution that `choreography` does not allow, up to the order of
/// independent actions, though it allows the execution without its last communication; `None` for any other
/// execution, for one that the projections do not do, or if a limit is reached first.
///
/// The two actions of the last communication are tested separately: the sender is to blame, unless its send
/// alone is allowed. Both words are shortest ones. [`Choreography::edges`] maps their transitions to the
/// text.
///
/// # Complexity
/// That of [`completion`], and the number of transitions times the length of the execution.
pub fn blame(choreography: &Choreography, word: &[Exchange], control: &Control) -> Option<Blame> {
    let (last, before) = word.split_last()?;
    let mut allowed: Vec<Action> = before.iter().flat_map(|letter| letter.actions()).collect();
    let completed = |execution: &[Action]| match completion(choreography, execution, control) {
        Completion::Holds(word) => Some(Some(word)),
        Completion::Violated(()) => Some(None),
        Completion::Unknown(_) => None,
    };
    let mut others = completed(&allowed)??;
    for action in last.actions() {
        let next = [&allowed[..], &[action]].concat();
        if let Some(word) = completed(&next)? {
            (allowed, others) = (next, word);
            continue;
        }
        let participant = action.participant;
        let is_own = |action: &Action| action.participant == participant;
        let view: Vec<Action> = next.iter().copied().filter(is_own).collect();
        let own = word_of_view(choreography, participant, &view)?;
        let others = occurrences(choreography, &others);
        let mut turns = others.iter().filter(|one| one.exchange.action_of(participant).is_some());
        let instead = turns.nth(view.len() - 1).copied();
        return Some(Blame { participant, own, others, instead });
    }
    None
}

/// Returns the transitions of a word.
pub(crate) fn occurrences(choreography: &Choreography, word: &[Interaction]) -> Vec<Occurrence> {
    let language = choreography.language();
    let step = |state: &mut DfaStateId, &exchange: &Interaction| {
        let occurrence = Occurrence { state: *state, exchange };
        *state = language.after(*state, exchange).expect("it is a word of the choreography");
        Some(occurrence)
    };
    word.iter().scan(language.initial(), step).collect()
}

/// Returns a shortest word with exactly this view of a participant.
fn word_of_view(
    choreography: &Choreography,
    participant: ParticipantId,
    view: &[Action],
) -> Option<Vec<Occurrence>> {
    let language = choreography.language();
    let steps = |&(state, seen): &(DfaStateId, usize)| {
        language.transitions(state).iter().filter_map(move |&(exchange, target)| {
            let seen = match exchange.action_of(participant) {
                None => seen,
                Some(done) => (done == view[seen]).then_some(seen + 1)?,
            };
            Some((Occurrence { state, exchange }, (target, seen)))
        })
    };
    let start = (language.initial(), 0);
    let path = shortest_path([start], steps, |&(_, seen)| seen == view.len())?;
    Some(path.into_labels().collect())
}
