//! The configurations that violate a property, as sets.
//!
//! A set has certain local states, and contents whose segments, the FIFO channels and the equal messages in bags, begin
//! with certain messages or are empty. These are the definitions of `safety` once more, for all contents at once.

use super::{
    ChannelMessage, Configurations, Key, Nfa, Outcome, Participant, Property, Space as _, State,
    System, combinations, ensure,
};

/// What stands in a row for any local state.
pub(crate) const ANY: u32 = u32::MAX;

/// A set of contents: by segment, with which messages it may begin, and for `None` whether it may be empty.
pub(crate) type Heads<'a> = Box<dyn Fn(Key, Option<ChannelMessage>) -> bool + 'a>;

impl Property {
    /// Returns `true` if `p` can be in a local state in a configuration that violates the property.
    pub(crate) fn takes_part(self, system: &System, p: usize, local: usize) -> bool {
        let state = system.state(p, local);
        let is_waiting = state.is_receiving(|_| true);
        match self {
            Self::Progress => state.has_ended() || is_waiting,
            Self::OrphanMessage => state.is_final() && (state.has_ended() || is_waiting),
            Self::ReceptionDeadlock => is_waiting,
            Self::BadStates(index) => {
                let named = system.specifications[index].control.get(&p);
                named.is_none_or(|named| named.contains(&local))
            }
            Self::Stuck(q) => p != q || state.must_receive(),
            _ => true,
        }
    }

    /// Returns the sets of contents with which a configuration with local states in which all take part violates the
    /// property; for bad states whatever the contents are.
    ///
    /// For a property that requires continuations, these are the configurations that need one. Numbers that are no local
    /// states stand for participants that can be in any state; only unspecified receptions and bad states allow them.
    pub(crate) fn heads<'a>(self, system: &'a System, control: &[u32]) -> Vec<Heads<'a>> {
        let local = |(p, at): (usize, &u32)| system.participants[p].states.get(*at as usize);
        let states = control.iter().enumerate().filter_map(|at| Some((at.0, local(at)?)));
        let states: Vec<(usize, &State)> = states.collect();
        let are_final = states.iter().all(|(_, state)| state.is_final());
        let all = states.clone();
        let is_taken =
            move |head: ChannelMessage| all.iter().any(|(_, state)| state.receives(&head));
        match self {
            Self::UnspecifiedReception => {
                let mut all = Vec::<Heads<'a>>::new();
                for (p, state) in states {
                    if state.is_receiving(|channel| !system.bags[channel]) {
                        let is = move |head| system.is_unspecified(p, state, &head);
                        all.push(Box::new(move |key, head| {
                            !state.reads(key.channel) || head.is_some_and(is)
                        }));
                    }
                }
                all
            }
            Self::Progress | Self::ReceptionDeadlock if are_final => Vec::new(),
            Self::Progress => vec![Box::new(move |_, head| !head.is_some_and(&is_taken))],
            Self::ReceptionDeadlock => vec![Box::new(move |key, head| {
                head.is_none() || !states.iter().any(|(_, state)| state.reads(key.channel))
            })],
            // One set for each segment that is not empty, or begins with the message.
            Self::OrphanMessage => {
                let holds = |of: Key| -> Heads<'a> {
                    let is_taken = is_taken.clone();
                    Box::new(move |key, head| head.map_or(key != of, |head| !is_taken(head)))
                };
                system.keys().into_iter().map(holds).collect()
            }
            Self::Unreceived(message) => {
                let begins = |of: Key| -> Heads<'a> {
                    let is = move |head: ChannelMessage| head.message == message;
                    Box::new(move |key, head| key != of || head.is_some_and(is))
                };
                system.keys().into_iter().map(begins).collect()
            }
            _ => vec![Box::new(|_, _| true)],
        }
    }

    /// Fails unless all configurations that violate the property are excluded.
    ///
    /// `excludes` says of a configuration whether it and all larger ones are, whatever a local state [`ANY`] is; with an
    /// expression, whether all are that have these local states and contents that it describes, whatever bags contain.
    pub(crate) fn ensure_excluded(
        self,
        all: &Configurations<'_>,
        excludes: &dyn Fn(&[u32], Option<&Nfa>) -> Outcome<bool>,
    ) -> Outcome {
        let system = all.system;
        let items = 0..all.names.len();
        let key = |item: usize| system.key(all.message(item as u32));
        let keys = Vec::from_iter(system.keys());
        let contents = match self {
            Self::BadStates(index) => system.specifications[index].contents.as_ref(),
            _ => None,
        };
        // An unspecified reception is one of one participant.
        let is_of_one = self == Self::UnspecifiedReception;
        for victim in 0..if is_of_one { all.width() } else { 1 } {
            let considered = |(p, participant): (usize, &Participant)| {
                let matters = match self {
                    Self::BadStates(at) => system.specifications[at].control.contains_key(&p),
                    _ => !is_of_one || p == victim,
                };
                let takes_part = |local: &usize| self.takes_part(system, p, *local);
                let all = (0..participant.states.len()).filter(takes_part);
                if matters { all.collect() } else { vec![ANY as usize] }
            };
            let sets = system.participants.iter().enumerate().map(considered);
            for control in combinations(sets.collect::<Vec<Vec<usize>>>())? {
                for heads in self.heads(system, &control) {
                    // The smallest contents have one message in each segment that must not be empty.
                    let begins = keys.iter().filter(|key| !heads(**key, None)).map(|of| {
                        let is_head = |item: &usize| heads(*of, Some(all.message(*item as u32)));
                        items.clone().filter(|item| key(*item) == *of && is_head(item)).collect()
                    });
                    for smallest in combinations(begins.collect::<Vec<Vec<usize>>>())? {
                        let row = [&control[..], &smallest].concat();
                        let why = || format!("{} is bad, not excluded", all.text(&row));
                        ensure(excludes(&row, contents)?, why)?;
                    }
                }
            }
        }
        Ok(())
    }
}
