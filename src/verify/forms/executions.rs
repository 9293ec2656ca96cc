//! Certificates of form `explicit` over RSC executions: the states of these executions with a chosen send, none of which
//! closes a cycle of conflicts, so that the system is RSC.
//!
//! An RSC execution is a sequence of communications: a send with its reception directly after it, or a send that stays
//! unmatched. An unmatched send blocks its key, which is its FIFO channel, or its message in its bag: later sends with
//! this key are not received. So a state consists of the local states and of the blocked keys. In an RSC system, these
//! states represent all reachable configurations, up to internal steps.
//!
//! Internal steps are left out. So an action is taken after any number of them, and what is said about the last state
//! of an execution is said about all states that they reach from there.
//!
//! Depending on what a certificate proves, a state has more [`Parts`].

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::core::{
    Act, ChannelMessage, Claim, Key, Outcome, Participant, Space, Step, System, Transition, View,
    ensure, explore, initial, invariant, supported,
};

/// Maximum number of states reached by internal steps and of moves after them, counted for each start state.
const MOVES: usize = 1 << 25;

/// Maximum number of elements examined to compute these.
const WORK: usize = 1 << 29;

/// The automaton of a channel: the successor of each state for each message that is sent to the channel, in the order
/// of `System::sent`. The initial state is 0.
pub(super) type Automaton = Vec<Vec<usize>>;

/// What a state consists of besides the local states and the blocked keys.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts<'a> {
    /// Whether an unmatched send may be chosen, with the participants and keys that depend on it from then on.
    pub(super) chosen_send: bool,
    /// The automata whose states are parts of the state: none, or one for each channel.
    pub(super) automata: &'a [Automaton],
    /// The FIFO channels whose oldest messages are parts of the state.
    pub(super) oldest: &'a [usize],
}

/// The transition system of RSC executions.
pub(super) struct Executions<'a> {
    system: &'a System,
    parts: Parts<'a>,
    /// By participant, what its internal steps reach.
    pub(super) behind: Vec<Behind>,
    /// By key of a send, how it is blocked.
    keys: BTreeMap<Key, Blocking>,
    /// By participant, the column that states whether it depends on the chosen send.
    depends: Vec<usize>,
    /// The sends that may be chosen, with their senders, in order.
    choices: Vec<(ChannelMessage, usize)>,
    /// The column with the number of the chosen send, from 1; the last one.
    choice: usize,
    /// The names of the items, in order.
    names: Vec<String>,
    /// By item, a column and the value in it that the item means.
    items: Vec<(usize, u32)>,
}

/// How unmatched sends block a key.
struct Blocking {
    /// The messages that are sent with the key.
    messages: Vec<ChannelMessage>,
    /// Whether the message that blocks the key is a part of states.
    is_oldest_kept: bool,
    /// The column that is 0 if the key is not blocked, and else 1 or the number of the message that blocks it, from 1.
    column: usize,
    /// The column that states whether a communication with this key depends on the chosen send, if several participants
    /// send with this key.
    depends: Option<usize>,
}

/// Checks that no execution closes a cycle of conflicts: so the system is RSC.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let parts = Parts { chosen_send: true, ..Parts::default() };
    let executions = Executions::new(claim.system, parts)?;
    let is_bad = |_, row: &[u32]| executions.closes(row);
    invariant(&executions, claim.document, is_bad, |_| false, |_, _, _| ())
}

impl<'a> Executions<'a> {
    /// Returns the executions of a system, with certain parts of their states.
    pub(super) fn new(system: &'a System, parts: Parts<'a>) -> Outcome<Self> {
        let count = system.participants.len();
        let behind = system.participants.iter().map(Behind::new).collect::<Outcome<_>>()?;
        let (mut width, mut items) = (count, BTreeMap::new());
        // Adds a column whose values from 1 have these names, and returns its index.
        let mut add_column = |names: Vec<String>| {
            items.extend(names.into_iter().zip((1..).map(|value| (width, value))));
            width += 1;
            width - 1
        };
        for (channel, automaton) in parts.automata.iter().enumerate() {
            add_column((1..automaton.len()).map(|state| format!("{channel}/{state}")).collect());
        }
        let participants = if parts.chosen_send { 0..count } else { 0..0 };
        let depends = participants.map(|p| add_column(vec![format!("+{p}")])).collect();
        let mut keys = BTreeMap::new();
        for (channel, sent) in system.sent.iter().enumerate() {
            let (is_bag, is_oldest_kept) = (system.bags[channel], parts.oldest.contains(&channel));
            for messages in sent.chunks(if is_bag { 1 } else { sent.len().max(1) }) {
                let messages = messages.iter().map(|&message| ChannelMessage { channel, message });
                let messages: Vec<ChannelMessage> = messages.collect();
                let senders = messages.iter().flat_map(|message| &system.senders[message]);
                let names = if is_bag || is_oldest_kept {
                    messages.iter().map(|message| system.text(*message)).collect()
                } else {
                    vec![channel.to_string()]
                };
                let is_shared = parts.chosen_send && senders.collect::<BTreeSet<_>>().len() > 1;
                let depends = is_shared.then(|| add_column(vec![format!("*{}", names[0])]));
                let (key, column) = (system.key(messages[0]), add_column(names));
                keys.insert(key, Blocking { messages, is_oldest_kept, column, depends });
            }
        }
        let mut choices = Vec::new();
        for (&message, senders) in &system.senders {
            if parts.chosen_send && system.receivers.contains_key(&message) {
                choices.extend(senders.iter().map(|sender| (message, *sender)));
            }
        }
        let name = |(message, sender): &_| format!("{sender}!{}", system.text(*message));
        let choice = add_column(choices.iter().map(name).collect());
        let (names, items) = items.into_iter().unzip();
        Ok(Self { system, parts, behind, keys, depends, choices, choice, names, items })
    }

    /// Fails if a system is not RSC, or if this cannot be decided here.
    pub(super) fn are_rsc(system: &'a System) -> Outcome {
        let executions = Self::new(system, Parts { chosen_send: true, ..Parts::default() })?;
        for locals in initial(system)? {
            explore(executions.without_items(locals), |row, reached| {
                ensure(!executions.closes(row), || "the system is not RSC")?;
                executions.steps(row).try_for_each(|step| reached.add(step.next))
            })?;
        }
        Ok(())
    }

    /// Returns `true` if a state must not be reached: a participant that depends on the chosen send can receive its
    /// message next, or a dependency is recorded although no send is chosen.
    pub(super) fn closes(&self, row: &[u32]) -> bool {
        let Some((message, _)) = self.chosen(row) else {
            let of_keys = self.keys.values().filter_map(|key| key.depends);
            return self.depends.iter().copied().chain(of_keys).any(|column| row[column] > 0);
        };
        let receive = Act::Receive(*message);
        let receives = |p: usize| self.targets(p, row[p] as usize, receive).next().is_some();
        let mut receivers = self.system.receivers[message].iter();
        receivers.any(|p| row[self.depends[*p]] > 0 && receives(*p))
    }

    /// Returns the messages that may be received from each channel.
    pub(super) fn views(&self, row: &[u32]) -> Vec<View> {
        let mut views = vec![View::default(); self.system.bags.len()];
        for (key, blocking) in &self.keys {
            let view = &mut views[key.channel];
            match row[blocking.column] as usize {
                0 => continue,
                number if blocking.is_oldest_kept => view.heads.push(blocking.messages[number - 1]),
                _ => view.heads.extend(&blocking.messages),
            }
            view.is_occupied = true;
        }
        views
    }

    /// Returns the chosen send and its sender.
    fn chosen(&self, row: &[u32]) -> Option<&(ChannelMessage, usize)> {
        let number = row[self.choice] as usize;
        self.choices.get(number.checked_sub(1)?)
    }

    /// Returns how the key of a message is blocked.
    fn blocking(&self, sent: ChannelMessage) -> &Blocking {
        &self.keys[&self.system.key(sent)]
    }

    /// Returns the targets of an action of participant `p` in `local`.
    fn targets(&self, p: usize, local: usize, act: Act) -> impl Iterator<Item = usize> {
        let moves = &self.behind[p].moves[local];
        let first = moves.partition_point(|by| by.0 < act);
        moves[first..].iter().take_while(move |by| by.0 == act).map(|by| by.1)
    }

    /// Returns the communications that begin with an action of a participant; none if it is no send.
    fn communications(&self, row: &[u32], participant: usize, (act, to): Move) -> Vec<Step> {
        let Act::Send(message) = act else { return Vec::new() };
        let sender = (participant, to);
        let unmatched = self.after_send(row, message, sender);
        let mut rows = vec![unmatched.clone()];
        if row[self.blocking(message).column] == 0 {
            if row[self.choice] == 0
                && let Ok(index) = self.choices.binary_search(&(message, participant))
            {
                let mut chosen = unmatched;
                chosen[self.choice] = index as u32 + 1;
                rows.push(chosen);
            }
            for &receiver in self.system.receivers.get(&message).into_iter().flatten() {
                let from = if receiver == participant { to } else { row[receiver] as usize };
                for to in self.targets(receiver, from, Act::Receive(message)) {
                    rows.push(self.after(row, message, &[sender, (receiver, to)]));
                }
            }
        }
        rows.into_iter().map(|next| Step { participant, act, next }).collect()
    }

    /// Returns the row after a communication, with the new dependencies on the chosen send. `moved` are the
    /// participants in the communication with the local states that they reach.
    ///
    /// A communication depends on the chosen send if one of its participants does or is the sender, or if its key is
    /// that of the chosen send or of a communication that depends on it.
    fn after(&self, row: &[u32], message: ChannelMessage, moved: &[(usize, usize)]) -> Vec<u32> {
        let mut next = row.to_vec();
        for (p, to) in moved {
            next[*p] = *to as u32;
        }
        let Some((chosen, sender)) = self.chosen(row) else { return next };
        let of_key = self.blocking(message).depends;
        let depends = |column: usize| row[column] > 0;
        if self.system.key(message) == self.system.key(*chosen)
            || of_key.is_some_and(depends)
            || moved.iter().any(|(p, _)| p == sender)
            || moved.iter().any(|(p, _)| depends(self.depends[*p]))
        {
            let of_participants = moved.iter().map(|(p, _)| self.depends[*p]);
            of_participants.chain(of_key).for_each(|column| next[column] = 1);
        }
        next
    }

    /// Returns the row after an unmatched send.
    fn after_send(&self, row: &[u32], message: ChannelMessage, sender: (usize, usize)) -> Vec<u32> {
        let mut next = self.after(row, message, &[sender]);
        let Blocking { column, is_oldest_kept, .. } = *self.blocking(message);
        let position = self.system.position_in_sent(message.channel, message.message);
        if row[column] == 0 {
            next[column] = if is_oldest_kept { position as u32 + 1 } else { 1 };
        }
        if let Some(automaton) = self.parts.automata.get(message.channel) {
            let state = &mut next[self.behind.len() + message.channel];
            *state = automaton[*state as usize][position] as u32;
        }
        next
    }
}

/// An action of a participant after internal steps, and the local state that it leads to.
pub(super) type Move = (Act, usize);

/// By local state of a participant: the states and moves behind its internal steps.
#[derive(Default)]
pub(super) struct Behind {
    /// The states that internal steps reach, including the state itself.
    pub(super) rests: Vec<Vec<usize>>,
    /// The actions that can be taken after internal steps, in order.
    pub(super) moves: Vec<Vec<Move>>,
}

impl Behind {
    /// Computes the states and moves behind the internal steps of a participant.
    ///
    /// They are searched from each state in turn. The search does not go on from an earlier state, but adds what was found
    /// behind it.
    pub(super) fn new(Participant { states, .. }: &Participant) -> Outcome<Self> {
        let mut behind = Self::default();
        let (mut size, mut work) = (0, 0);
        for start in 0..states.len() {
            let (mut rests, mut moves) = (FxHashSet::default(), BTreeSet::new());
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                if at < start && !rests.contains(&at) {
                    rests.extend(&behind.rests[at]);
                    moves.extend(&behind.moves[at]);
                    work += behind.rests[at].len() + behind.moves[at].len();
                } else if rests.insert(at) {
                    work += states[at].transitions.len();
                    for &Transition { act, to, .. } in &states[at].transitions {
                        match act {
                            Act::Internal => open.push(to),
                            _ => drop(moves.insert((act, to))),
                        }
                    }
                }
            }
            size += rests.len() + moves.len();
            supported(size <= MOVES && work <= WORK, "as many internal steps as these")?;
            behind.rests.push(rests.into_iter().collect());
            behind.moves.push(moves.into_iter().collect());
        }
        Ok(behind)
    }
}

impl Space for Executions<'_> {
    fn names(&self) -> (&System, &[String]) {
        (self.system, &self.names)
    }

    fn width(&self) -> usize {
        self.choice + 1
    }

    fn add(&self, row: &mut Vec<u32>, item: usize) -> bool {
        let (column, value) = self.items[item];
        let is_free = row[column] == 0;
        row[column] = value;
        is_free
    }

    fn items(&self, row: &[u32]) -> Vec<usize> {
        let is_there = |item: &usize| row[self.items[*item].0] == self.items[*item].1;
        (0..self.items.len()).filter(is_there).collect()
    }

    fn steps<'s>(&'s self, row: &'s [u32]) -> impl Iterator<Item = Step> + 's {
        self.behind.iter().enumerate().flat_map(move |(participant, behind)| {
            let moves = behind.moves[row[participant] as usize].iter();
            moves.flat_map(move |by| self.communications(row, participant, *by))
        })
    }
}
