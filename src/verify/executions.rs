//! RSC executions: their states, and the communications that lead from one to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::contents::Automaton;
use super::internal::Behind;
use super::safety::View;
use super::states::{Space, Visit, explore, initial};
use super::system::{Act, Place, System};
use super::{Outcome, ensure};

/// Columns and receivers of a message that some participant sends to a channel.
struct Lane {
    /// The column with the reason for which the key is blocked, if it is, and the value that an unmatched send writes
    /// there.
    key: usize,
    mark: u32,
    /// The column that states whether communications that depend on the chosen send use the key, if several
    /// participants send to it.
    touched: Option<usize>,
    /// The participants with a reception of the message.
    receivers: Vec<usize>,
}

/// The transition system of RSC executions.
pub(super) struct Executions<'a> {
    pub(super) system: &'a System,
    /// The names of the items with their columns; each column has at most one item at a time.
    names: Vec<String>,
    items: Vec<(usize, u32)>,
    /// The automata for contents, whose states come after the local states.
    automata: &'a [Automaton],
    /// By participant and local state: the states that internal steps reach, including the state itself.
    pub(super) rests: Vec<Vec<Rc<[usize]>>>,
    /// By participant and local state, in order: each action behind internal steps with its target.
    moves: Vec<Vec<Rc<[(Act, usize)]>>>,
    lanes: FxHashMap<Place, Lane>,
    /// The channel and the column of each key, and by the reason of blocking, the messages that may be received.
    keys: Vec<(usize, usize, Vec<Vec<usize>>)>,
    /// The sends that may be chosen, in order, with their senders. The last column has the number of the chosen one,
    /// from 1.
    sends: Vec<(Place, usize)>,
    chosen: usize,
    /// By participant, the column that states whether it depends on the chosen send; then those of keys.
    flags: Vec<usize>,
}

impl<'a> Executions<'a> {
    /// Returns the executions of a system.
    ///
    /// Besides local states and blocked keys, their states contain: if `is_chosen`, a send that may be chosen, with the
    /// participants and keys that depend on it; the states of `automata` for contents, one for each channel, unless
    /// `automata` is empty; and the oldest messages of some FIFO channels.
    pub(super) fn new(
        system: &'a System,
        is_chosen: bool,
        automata: &'a [Automaton],
        oldest: &[usize],
    ) -> Outcome<Self> {
        let (mut moves, mut rests) = (Vec::new(), Vec::new());
        for participant in &system.participants {
            let behind = Behind::new(&participant.states)?;
            rests.push(behind.rests);
            moves.push(behind.moves);
        }
        let (mut width, mut named) = (moves.len(), BTreeMap::new());
        let mut column = |names: Vec<String>| {
            named.extend(names.into_iter().zip((1..).map(|mark| (width, mark))));
            width += 1;
            width - 1
        };
        for (channel, automaton) in automata.iter().enumerate() {
            column((1..automaton.len()).map(|state| format!("{channel}/{state}")).collect());
        }
        let participants = (0..moves.len()).filter(|_| is_chosen);
        let mut flags: Vec<usize> = participants.map(|p| column(vec![format!("+{p}")])).collect();
        let (mut lanes, mut keys, mut sends) = (FxHashMap::default(), vec![], vec![]);
        for (channel, sent) in system.sent.iter().enumerate() {
            let (is_bag, is_kept) = (system.bags[channel], oldest.contains(&channel));
            for messages in sent.chunks(if is_bag { 1 } else { sent.len().max(1) }) {
                let places = || messages.iter().map(|&message| Place { channel, message });
                let named = places().filter(|_| is_bag || is_kept).map(|place| system.text(place));
                let mut names: Vec<String> = named.collect();
                names.extend(names.is_empty().then(|| channel.to_string()));
                let users: BTreeSet<_> =
                    places().flat_map(|place| &system.senders[&place]).collect();
                let is_shared = is_chosen && users.len() > 1;
                let shared = is_shared.then(|| column(vec![format!("*{}", names[0])]));
                flags.extend(shared);
                let key = column(names);
                let marks = messages.chunks(if is_kept { 1 } else { messages.len() });
                keys.push((channel, key, marks.map(<[usize]>::to_vec).collect()));
                for (place, mark) in places().zip(1..) {
                    let mark = if is_kept { mark } else { 1 };
                    let mut receivers = Vec::new();
                    if let Some(all) = system.receivers.get(&place) {
                        receivers.extend(all);
                        sends.extend(system.senders[&place].iter().map(|p| (place, *p)));
                    }
                    lanes.insert(place, Lane { key, mark, touched: shared, receivers });
                }
            }
        }
        sends.retain(|_| is_chosen);
        let send = |(place, p): &(Place, usize)| format!("{p}!{}", system.text(*place));
        let chosen = column(sends.iter().map(send).collect());
        let (names, items) = named.into_iter().unzip();
        Ok(Self { system, names, items, automata, rests, moves, lanes, keys, sends, chosen, flags })
    }

    /// Fails if a system is not RSC, or if this cannot be decided here.
    pub(super) fn are_rsc(system: &'a System) -> Outcome {
        let executions = Self::new(system, true, &[], &[])?;
        for mut first in initial(system)? {
            executions.widen(&mut first);
            explore(first, |row, add| {
                ensure(!executions.closes(row), || "the system is not RSC".to_owned())?;
                executions.successors(row, &mut Vec::new(), &mut |next, _, _| add(next))
            })?;
        }
        Ok(())
    }

    /// Returns the targets of an action of participant `p` in `local`.
    fn moves(&self, p: usize, local: usize, act: Act) -> impl Iterator<Item = usize> {
        let moves = &self.moves[p][local];
        let moves = moves[moves.partition_point(|by| by.0 < act)..].iter();
        moves.take_while(move |by| by.0 == act).map(|by| by.1)
    }

    /// Writes into `views`, one for each channel, the messages that may be received.
    pub(super) fn look(&self, row: &[u32], views: &mut [View]) {
        for View { empty, heads } in &mut *views {
            *empty = true;
            heads.clear();
        }
        for (channel, column, heads) in self.keys.iter().filter(|(_, column, _)| row[*column] > 0) {
            views[*channel].empty = false;
            views[*channel].heads.extend(&heads[row[*column] as usize - 1]);
        }
    }

    /// Returns the states of the automata for contents.
    pub(super) fn contents<'r>(&self, row: &'r [u32]) -> &'r [u32] {
        &row[self.moves.len()..][..self.automata.len()]
    }

    /// Returns the chosen send and its sender.
    fn chosen(&self, row: &[u32]) -> Option<&(Place, usize)> {
        self.sends.get((row[self.chosen] as usize).wrapping_sub(1))
    }

    /// Returns `true` if a state must not be reached: a participant that depends on the chosen send can receive its
    /// message next, or a dependency is recorded although no send is chosen.
    pub(super) fn closes(&self, row: &[u32]) -> bool {
        let Some((place, _)) = self.chosen(row) else {
            return self.flags.iter().any(|column| row[*column] > 0);
        };
        let receives =
            |q: usize| self.moves(q, row[q] as usize, Act::Receive(*place)).next().is_some();
        let mut receivers = self.lanes[place].receivers.iter();
        receivers.any(|&q| row[self.flags[q]] > 0 && receives(q))
    }

    /// Writes into `next` the state after a communication of the involved participants, with the new dependencies on
    /// the chosen send.
    fn go_on(&self, row: &[u32], next: &mut Vec<u32>, lane: &Lane, involved: &[(usize, usize)]) {
        row.clone_into(next);
        for (p, to) in involved {
            next[*p] = *to as u32;
        }
        let Some((place, sender)) = self.chosen(row) else { return };
        let is_touched = |column: usize| row[column] > 0;
        if lane.key == self.lanes[place].key
            || lane.touched.is_some_and(is_touched)
            || involved.iter().any(|(p, _)| p == sender || is_touched(self.flags[*p]))
        {
            let participants = involved.iter().map(|(p, _)| self.flags[*p]);
            participants.chain(lane.touched).for_each(|column| next[column] = 1);
        }
    }
}

impl Space for Executions<'_> {
    fn names(&self) -> (&System, &[String]) {
        (self.system, &self.names)
    }

    fn widen(&self, locals: &mut Vec<u32>) {
        locals.resize(self.chosen + 1, 0);
    }

    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool {
        let (column, mark) = self.items[item];
        std::mem::replace(&mut row[column], mark) == 0
    }

    fn items(&self, row: &[u32]) -> Vec<usize> {
        let is_there = |item: &usize| row[self.items[*item].0] == self.items[*item].1;
        (0..self.items.len()).filter(is_there).collect()
    }

    fn successors(&self, row: &[u32], next: &mut Vec<u32>, visit: &mut Visit<'_>) -> Outcome {
        for (p, moves) in self.moves.iter().enumerate() {
            for &(act, to) in &moves[row[p] as usize][..] {
                let Act::Send(place) = act else { continue };
                let lane = &self.lanes[&place];
                let is_free = row[lane.key] == 0;
                self.go_on(row, next, lane, &[(p, to)]);
                if is_free {
                    next[lane.key] = lane.mark;
                }
                if let Some(automaton) = self.automata.get(place.channel) {
                    let sent = &self.system.sent[place.channel];
                    let letter = sent.partition_point(|message| *message < place.message);
                    let at = &mut next[self.moves.len() + place.channel];
                    *at = automaton[*at as usize][letter] as u32;
                }
                visit(next, p, act)?;
                if !is_free {
                    continue;
                }
                if let Ok(i) = self.sends.binary_search(&(place, p))
                    && row[self.chosen] == 0
                {
                    next[self.chosen] = i as u32 + 1;
                    visit(next, p, act)?;
                }
                for &q in &lane.receivers {
                    let from = if q == p { to } else { row[q] as usize };
                    for target in self.moves(q, from, Act::Receive(place)) {
                        self.go_on(row, next, lane, &[(p, to), (q, target)]);
                        visit(next, p, act)?;
                    }
                }
            }
        }
        Ok(())
    }
}
