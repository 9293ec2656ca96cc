//! Blame: the participant that acts too early in an execution that the choreography does not allow, and the words
//! that it and the others assume.

use rustc_hash::FxHashSet;

use super::Occurrence;
use kernel::automata::DfaStateId;
use kernel::base::Control;
use kernel::search::{reachable, shortest_path};
use model::cfsm::{Action, Direction, Exchange, Key, ParticipantId};
use model::choreography::{Choreography, Completion, EdgeId, Interaction, completion};

/// Why an execution cannot be completed: its participant may do its last action as far as it has seen, but the
/// choreography does not allow it after what the others did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame {
    /// The participant, which does not take the choice between the two words.
    pub participant: ParticipantId,
    /// A word of the choreography that agrees with all that the participant has seen, and whose last
    /// interaction has the action: the word that the participant assumes. It begins as the other one as long as
    /// possible.
    pub own: Vec<Occurrence>,
    /// A word of the choreography with all other actions: the word that the others assume.
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

    /// Returns the first interactions in which the two words differ; `None` if one begins with the other.
    pub fn parting(&self) -> Option<(Occurrence, Occurrence)> {
        let mut pairs = self.own.iter().copied().zip(self.others.iter().copied());
        pairs.find(|(own, others)| own != others)
    }

    /// Returns `true` if the participant takes the choice between the two words: where it goes on in the word of
    /// the others it sends, and may send its last message instead.
    fn takes_choice(&self, choreography: &Choreography, last: Action) -> bool {
        let sends = |one: &Occurrence| one.exchange.sender == self.participant;
        let may_send = |turn: Occurrence| {
            let mut all = choreography.language().transitions(turn.state).iter();
            all.any(|(exchange, _)| exchange.actions()[0] == last)
        };
        last.direction == Direction::Send && self.instead.filter(sends).is_some_and(may_send)
    }
}

/// Returns the participant to blame for an execution that `choreography` does not allow, up to the order of
/// independent actions; `None` for any other execution, for one that the projections do not do, if nobody is to
/// blame, or if a limit is reached first.
///
/// Which action is last in the execution depends on the order in which independent actions are written. So actions
/// that nothing else in it depends on are left out first, as long as the rest is not allowed. In what is left each
/// participant whose last action nothing depends on does what the choreography does not allow after all other
/// actions, though what it has seen before is the same in both words. Who takes the choice between the two words
/// is not to blame. Where the words part by messages of different senders, the choice is rather that of the one that
/// is written first and not repeated: it begins what is optional. Of several others it is one that sends, if there is
/// one, and the last of these; `place` is where an edge is written.
///
/// Both words are shortest ones. [`Choreography::edges`] maps their transitions to the text.
///
/// # Complexity
/// For each action that of [`completion`], and for each participant the number of transitions times the length of
/// the execution.
pub fn blame(
    choreography: &Choreography,
    word: &[Exchange],
    place: impl Fn(EdgeId) -> usize,
    control: &Control,
) -> Option<Blame> {
    let execution = word.iter().flat_map(|letter| letter.actions()).collect();
    blame_for(choreography, execution, place, control)
}

/// Returns the participant to blame as [`blame`] does, for any execution that the projections do.
///
/// # Complexity
/// That of [`blame`].
pub fn blame_for(
    choreography: &Choreography,
    mut execution: Vec<Action>,
    place: impl Fn(EdgeId) -> usize,
    control: &Control,
) -> Option<Blame> {
    let completed = |execution: &[Action]| match completion(choreography, execution, control) {
        Completion::Holds(word) => Some(Some(word)),
        Completion::Violated(()) => Some(None),
        Completion::Unknown(_) => None,
    };
    if completed(&execution)?.is_some() {
        return None;
    }
    for number in (0..execution.len()).rev() {
        if is_last(choreography, &execution, number) {
            let rest = without(&execution, number);
            if completed(&rest)?.is_none() {
                execution = rest;
            }
        }
    }
    let written =
        |one: Occurrence| choreography.edges(one.state, one.exchange).into_iter().map(&place).min();
    let mut found: Option<(_, Blame)> = None;
    for number in (0..execution.len()).rev() {
        if !is_last(choreography, &execution, number) {
            continue;
        }
        let last = execution[number];
        let participant = last.participant;
        let others = occurrences(choreography, &completed(&without(&execution, number))??);
        let is_own = |action: &Action| action.participant == participant;
        let view: Vec<Action> = execution.iter().copied().filter(is_own).collect();
        let own = word_of_view(choreography, &others, &view)?;
        let mut turns = others.iter().filter(|one| one.exchange.action_of(participant).is_some());
        let instead = turns.nth(view.len() - 1).copied();
        let blame = Blame { participant, own, others, instead };
        let begins = blame.parting().is_some_and(|(own, others)| {
            let first = if written(own) <= written(others) { own } else { others };
            first.exchange.sender == participant && !is_repeated(choreography, first)
        });
        let rank = (!begins, last.direction == Direction::Send);
        let is_better = found.as_ref().is_none_or(|(best, _)| rank > *best);
        if is_better && !blame.takes_choice(choreography, last) {
            found = Some((rank, blame));
        }
    }
    found.map(|(_, blame)| blame)
}

/// Returns `true` if the choreography leads from an interaction back to where it took place.
fn is_repeated(choreography: &Choreography, one: Occurrence) -> bool {
    let language = choreography.language();
    let next = |&state: &DfaStateId| language.transitions(state).iter().map(|&(_, target)| target);
    let after = language.after(one.state, one.exchange);
    reachable(after, next).contains(&one.state)
}

/// Returns `true` if nothing in an execution depends on the action at a place.
fn is_last(choreography: &Choreography, execution: &[Action], place: usize) -> bool {
    let key = |action: &Action| {
        let kind = choreography.source().channels[action.channel].kind;
        Key::new(kind, action.channel, action.message)
    };
    let action = &execution[place];
    let number_of = |direction| {
        let is_same = |one: &&Action| one.direction == direction && key(one) == key(action);
        execution.iter().filter(is_same).count()
    };
    let depends = |later: &Action| {
        later.participant == action.participant
            || later.direction == action.direction && key(later) == key(action)
    };
    // The last send is received iff all are.
    let is_received = action.direction == Direction::Send
        && number_of(Direction::Send) == number_of(Direction::Receive);
    !is_received && !execution[place + 1..].iter().any(depends)
}

/// Returns an execution without the action at a place.
fn without(execution: &[Action], place: usize) -> Vec<Action> {
    [&execution[..place], &execution[place + 1..]].concat()
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

/// Returns a word with exactly this view of a participant. It begins as the word of the others as long as possible,
/// and is a shortest one of these; in the word of the others the participant sees all of its view but the last action.
fn word_of_view(
    choreography: &Choreography,
    others: &[Occurrence],
    view: &[Action],
) -> Option<Vec<Occurrence>> {
    let language = choreography.language();
    let participant = view.first()?.participant;
    let steps = |&(state, seen): &(DfaStateId, usize)| {
        language.transitions(state).iter().filter_map(move |&(exchange, target)| {
            let seen = match exchange.action_of(participant) {
                None => seen,
                Some(done) => (view.get(seen) == Some(&done)).then_some(seen + 1)?,
            };
            Some((Occurrence { state, exchange }, (target, seen)))
        })
    };
    let mut shared = vec![(language.initial(), 0)];
    for &one in others {
        let next = shared.last().and_then(|at| steps(at).find(|(taken, _)| *taken == one));
        let Some((_, next)) = next else { break };
        shared.push(next);
    }
    let is_goal = |&(_, seen): &(DfaStateId, usize)| seen == view.len();
    let mut hopeless = FxHashSet::default();
    for (length, &start) in shared.iter().enumerate().rev() {
        let next = |at: &_| steps(at).map(|(_, next)| next).filter(|next| !hopeless.contains(next));
        let reached = reachable([start], next);
        if reached.iter().any(is_goal) {
            let rest = shortest_path([start], steps, is_goal)?.into_labels();
            return Some(others[..length].iter().copied().chain(rest).collect());
        }
        hopeless.extend(reached);
    }
    None
}
