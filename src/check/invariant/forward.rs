//! The search for an invariant: the contents of the channels in each control state, from below.

use std::collections::VecDeque;

use kernel::base::{Control, IndexVec, Interner, Limit, combinations, typed_id};
use model::cfsm::{CommunicatingAutomaton, Label, ParticipantId, StateId, System};

use super::Round;
use super::languages::{LanguageId, Languages};

typed_id! {
    /// A control state: a local state for each participant.
    pub(super) struct ControlStateId;
}

/// Maximum number of times that the contents of a control state change.
const UPDATES: usize = 20_000;
/// Maximum number of control states.
pub(crate) const CONTROL_STATES: usize = 50_000;
/// Number of changes between two looks at the limits.
const CHUNK: usize = 64;

/// For each control state that may be reached a language that contains all contents with which it is reached.
#[derive(Debug)]
pub(super) struct ReachedContents {
    pub(super) control: Interner<ControlStateId, Vec<StateId>>,
    pub(super) contents: IndexVec<ControlStateId, LanguageId>,
    /// Number of times that the contents of a control state changed.
    pub(super) updates: usize,
}

/// Where a search stands.
struct Search<'a> {
    languages: &'a mut Languages,
    round: Round,
    reached: ReachedContents,
    /// For each control state, how often its contents changed.
    changes: IndexVec<ControlStateId, u32>,
    is_open: IndexVec<ControlStateId, bool>,
    open: VecDeque<ControlStateId>,
}

/// Computes an invariant: what is reached step by step, widened where it goes on changing.
///
/// # Errors
/// The limit that was reached first: [`Limit::States`] if there are too many control states, changes, or states of an
/// automaton.
pub(super) fn reached(
    system: &System,
    languages: &mut Languages,
    round: Round,
    control: &Control,
) -> Result<ReachedContents, Limit> {
    let mut search = Search {
        languages,
        round,
        reached: ReachedContents {
            control: Interner::default(),
            contents: IndexVec::new(),
            updates: 0,
        },
        changes: IndexVec::new(),
        is_open: IndexVec::new(),
        open: VecDeque::new(),
    };
    let initial: IndexVec<ParticipantId, &[StateId]> =
        system.automata().iter().map(CommunicatingAutomaton::initial).collect();
    for locals in combinations(&initial) {
        let locals: Vec<StateId> = locals.iter().copied().collect();
        search.reach(&locals, LanguageId::EMPTY_WORD, control)?;
    }
    let mut steps = 0;
    while let Some(at) = search.open.pop_front() {
        search.is_open[at] = false;
        steps += 1;
        if steps % CHUNK == 0 {
            control.within(search.reached.contents.len() as u64, 0)?;
        }
        let mut locals = search.reached.control.items()[at].clone();
        let contents = search.reached.contents[at];
        for (place, automaton) in system.automata().iter().enumerate() {
            let local = locals[place];
            for &transition in automaton.outgoing(local) {
                let transition = &automaton.transitions()[transition];
                let after = match transition.label {
                    Label::Internal => contents,
                    Label::Action(direction, channel, message) => {
                        let symbol = search.languages.segments().symbol(channel, message);
                        search.languages.after(contents, direction, symbol, control)?
                    }
                };
                if after != LanguageId::EMPTY {
                    locals[place] = transition.target;
                    search.reach(&locals, after, control)?;
                }
            }
            locals[place] = local;
        }
    }
    Ok(search.reached)
}

impl Search<'_> {
    /// Adds contents with which a control state is reached.
    fn reach(
        &mut self,
        locals: &[StateId],
        contents: LanguageId,
        control: &Control,
    ) -> Result<(), Limit> {
        let reached = &mut self.reached;
        let id = reached.control.id(locals);
        if reached.contents.get(id).is_none() {
            reached.contents.push(LanguageId::EMPTY);
            self.changes.push(0);
            self.is_open.push(false);
        }
        let known = reached.contents[id];
        let mut all = self.languages.union(known, contents, control)?;
        if all == known {
            return Ok(());
        }
        self.changes[id] += 1;
        if self.changes[id] > self.round.delay {
            all = self.languages.widened(all, self.round.precision, control)?;
        }
        reached.contents[id] = all;
        reached.updates += 1;
        if reached.updates > UPDATES || reached.contents.len() > CONTROL_STATES {
            return Err(Limit::States);
        }
        if !std::mem::replace(&mut self.is_open[id], true) {
            self.open.push_back(id);
        }
        Ok(())
    }
}
