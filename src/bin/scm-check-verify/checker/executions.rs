//! RSC executions: their states, packed, and the communications that lead from one to the next.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::configurations::{control, control_text};
use super::contents::Automaton;
use super::packed::{Field, Layout};
use super::system::{Act, Place, System, number};
use super::{Outcome, unsupported};

/// The most entries that the tables of internal steps may have.
const TABLES: usize = 1 << 25;

/// What the states of a certificate hold beside the control states and the blocked keys.
pub(super) enum Extra<'a> {
    /// The chosen send, and who and what depends on it.
    Chosen,
    /// The states of automata for contents.
    Contents(&'a [Automaton]),
    /// Of these channels the oldest message is kept, in place of its key.
    Oldest(&'a [usize]),
}

/// A channel key: a FIFO channel, or a message of a bag.
struct Key {
    text: String,
    field: Field,
    /// The messages that the field tells apart, in its order; none if it only says whether the key is blocked.
    kept: Vec<usize>,
    /// Whether communications that depend on the chosen send touch the key, if several participants send to it.
    touched: Option<Field>,
}

/// A message in a channel that somebody sends.
struct Lane {
    place: Place,
    key: usize,
    /// What its unmatched send writes into the field of its key.
    mark: u64,
    /// Who receives it, and where that leads from each local state.
    receivers: Vec<(usize, Vec<Vec<usize>>)>,
}

/// A communication, as far as messages name it.
#[derive(Clone, Copy)]
pub(super) struct Communication {
    sender: usize,
    lane: usize,
    receiver: Option<usize>,
    is_chosen: bool,
}

/// The transition system of RSC executions.
pub(super) struct Executions<'a> {
    pub(super) system: &'a System,
    pub(super) extra: Extra<'a>,
    control: Vec<Field>,
    keys: Vec<Key>,
    lanes: Vec<Lane>,
    /// By participant and local state: the lane and the target of each send behind internal steps.
    sends: Vec<Vec<Vec<(usize, usize)>>>,
    /// By participant and local state: the local states that internal steps lead to, itself first.
    pub(super) trailing: Vec<Vec<Vec<usize>>>,
    /// The sends that may be chosen: sender and lane. The field holds the number of one, from 1.
    choices: Vec<(usize, usize)>,
    /// Their numbers by their texts.
    named: FxHashMap<String, usize>,
    chosen: Field,
    touched: Vec<Field>,
    automata: Vec<Field>,
    /// What the text of a blocked key says.
    blocked: FxHashMap<String, (usize, u64)>,
    pub(super) words: usize,
}

impl<'a> Executions<'a> {
    pub(super) fn new(system: &'a System, extra: Extra<'a>) -> Outcome<Self> {
        let mut layout = Layout::default();
        let control = system.participants.iter().map(|p| layout.field(p.states.len())).collect();
        let is_chosen = matches!(extra, Extra::Chosen);
        let (mut keys, mut lanes, mut lane_of) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut blocked = FxHashMap::default();
        for (channel, sent) in system.sent.iter().enumerate() {
            let whole: Vec<usize> = sent.clone();
            let groups: Vec<Vec<usize>> = if system.bags[channel] {
                sent.iter().map(|m| vec![*m]).collect()
            } else {
                vec![whole]
            };
            for messages in groups {
                let places = || messages.iter().map(|&message| Place { channel, message });
                let senders: BTreeSet<usize> =
                    places().flat_map(|place| &system.senders[&place]).copied().collect();
                let keeps = matches!(extra, Extra::Oldest(channels) if channels.contains(&channel));
                let mut text = channel.to_string();
                if system.bags[channel] {
                    let _ = write!(text, ":{}", system.messages[messages[0]]);
                }
                for (i, place) in places().enumerate() {
                    let mark = if keeps { i as u64 + 1 } else { 1 };
                    let text =
                        if keeps { format!("{text}:{}", system.name(place)) } else { text.clone() };
                    blocked.insert(text, (keys.len(), mark));
                    lane_of.insert(place, lanes.len());
                    lanes.push(Lane { place, key: keys.len(), mark, receivers: Vec::new() });
                }
                let field = layout.field(if keeps { messages.len() + 1 } else { 2 });
                let touched = (is_chosen && senders.len() > 1).then(|| layout.field(2));
                keys.push(Key {
                    text,
                    field,
                    kept: if keeps { messages } else { Vec::new() },
                    touched,
                });
            }
        }
        let mut this = Self {
            system,
            control,
            keys,
            sends: Vec::new(),
            trailing: Vec::new(),
            choices: Vec::new(),
            named: FxHashMap::default(),
            chosen: layout.field(1),
            touched: Vec::new(),
            automata: Vec::new(),
            blocked,
            lanes,
            extra,
            words: 0,
        };
        this.fold(&lane_of)?;
        match &this.extra {
            Extra::Chosen => {
                for (lane, Lane { place, receivers, .. }) in this.lanes.iter().enumerate() {
                    if !receivers.is_empty() {
                        this.choices.extend(system.senders[place].iter().map(|p| (*p, lane)));
                    }
                }
                for (i, (p, lane)) in this.choices.iter().enumerate() {
                    let place = this.lanes[*lane].place;
                    this.named.insert(format!("{p}!{}:{}", place.channel, system.name(place)), i);
                }
                this.chosen = layout.field(this.choices.len() + 1);
                this.touched = system.participants.iter().map(|_| layout.field(2)).collect();
            }
            Extra::Contents(automata) => {
                this.automata =
                    automata.iter().map(|automaton| layout.field(automaton.states)).collect();
            }
            Extra::Oldest(_) => {}
        }
        this.words = layout.words();
        Ok(this)
    }

    /// Folds internal steps into the sends and receptions behind them.
    fn fold(&mut self, lane_of: &FxHashMap<Place, usize>) -> Outcome {
        let mut size = 0;
        for (p, participant) in self.system.participants.iter().enumerate() {
            let count = participant.states.len();
            let mut seen = vec![usize::MAX; count];
            let (mut sends, mut trailing) = (vec![Vec::new(); count], vec![Vec::new(); count]);
            let mut receptions: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
            for start in 0..count {
                let mut found = vec![start];
                seen[start] = start;
                let mut at = 0;
                while at < found.len() {
                    for transition in &participant.states[found[at]].transitions {
                        let to = transition.to;
                        match transition.act {
                            Act::Internal if seen[to] != start => {
                                seen[to] = start;
                                found.push(to);
                            }
                            Act::Internal => {}
                            Act::Send(place) => sends[start].push((lane_of[&place], to)),
                            Act::Receive(place) => {
                                if let Some(&lane) = lane_of.get(&place) {
                                    let table = receptions.entry(lane).or_insert_with(|| {
                                        size += count;
                                        vec![Vec::new(); count]
                                    });
                                    table[start].push(to);
                                }
                            }
                        }
                        size += 1;
                    }
                    at += 1;
                    if size > TABLES {
                        return unsupported("as many internal steps as these");
                    }
                }
                trailing[start] = found;
                sends[start].sort_unstable();
                sends[start].dedup();
            }
            for (lane, mut table) in receptions {
                for targets in &mut table {
                    targets.sort_unstable();
                    targets.dedup();
                }
                self.lanes[lane].receivers.push((p, table));
            }
            self.sends.push(sends);
            self.trailing.push(trailing);
        }
        Ok(())
    }

    /// Returns the state before anything is sent.
    pub(super) fn initial(&self, locals: &[usize]) -> Vec<u64> {
        let mut state = vec![0; self.words];
        for (field, local) in self.control.iter().zip(locals) {
            field.set_index(&mut state, *local);
        }
        state
    }

    /// Returns the local state of a participant.
    pub(super) fn local(&self, state: &[u64], p: usize) -> usize {
        self.control[p].index(state)
    }

    /// Returns the states of the automata for contents.
    pub(super) fn automaton_states(&self, state: &[u64]) -> impl Iterator<Item = usize> {
        self.automata.iter().map(|field| field.index(state))
    }

    /// Calls `visit` with each channel and message that may be received next.
    pub(super) fn held(&self, state: &[u64], mut visit: impl FnMut(usize, usize)) {
        for lane in &self.lanes {
            let key = &self.keys[lane.key];
            let mark = key.field.get(state);
            if mark > 0 && (key.kept.is_empty() || mark == lane.mark) {
                visit(lane.place.channel, lane.place.message);
            }
        }
    }

    /// Says whether somebody who depends on the chosen send can receive its message next.
    pub(super) fn closes(&self, state: &[u64]) -> bool {
        let Some(choice) = self.chosen.index(state).checked_sub(1) else {
            return false;
        };
        let Some(&(_, lane)) = self.choices.get(choice) else {
            return false;
        };
        let ready = |(q, targets): &(usize, Vec<Vec<usize>>)| {
            self.touched[*q].get(state) > 0 && !targets[self.local(state, *q)].is_empty()
        };
        self.lanes[lane].receivers.iter().any(ready)
    }

    /// Calls `visit` with each state that one communication leads to. `next` is room for it.
    pub(super) fn successors(
        &self,
        state: &[u64],
        next: &mut [u64],
        mut visit: impl FnMut(&[u64], Communication) -> Outcome,
    ) -> Outcome {
        let chosen = self.choices.get(self.chosen.index(state).wrapping_sub(1)).copied();
        for (p, sends) in self.sends.iter().enumerate() {
            for &(number, to) in &sends[self.local(state, p)] {
                let lane = &self.lanes[number];
                let key = &self.keys[lane.key];
                let is_blocked = key.field.get(state) > 0;
                let touches = |q: usize| self.touched[q].get(state) > 0;
                let depends = |q: usize| {
                    chosen.is_some_and(|(sender, lane)| {
                        let parts = p == sender || q == sender || touches(p) || touches(q);
                        let touched = key.touched.is_some_and(|field| field.get(state) > 0);
                        parts
                            || touched
                            || std::ptr::eq(key, &raw const self.keys[self.lanes[lane].key])
                    })
                };
                let mark = |next: &mut [u64], q: usize| {
                    if depends(q) {
                        self.touched[p].set(next, 1);
                        self.touched[q].set(next, 1);
                        if let Some(field) = key.touched {
                            field.set(next, 1);
                        }
                    }
                };
                let mut by =
                    Communication { sender: p, lane: number, receiver: None, is_chosen: false };
                next.copy_from_slice(state);
                self.control[p].set_index(next, to);
                if !is_blocked {
                    key.field.set(next, lane.mark);
                }
                if let Extra::Contents(automata) = &self.extra {
                    for (automaton, field) in automata.iter().zip(&self.automata) {
                        if automaton.channel == lane.place.channel {
                            let to = automaton.next(field.index(state), lane.place.message);
                            field.set_index(next, to);
                        }
                    }
                }
                mark(next, p);
                visit(next, by)?;
                if is_blocked {
                    continue;
                }
                if chosen.is_none()
                    && let Ok(choice) =
                        self.choices.binary_search_by_key(&(number, p), |c| (c.1, c.0))
                {
                    self.chosen.set_index(next, choice + 1);
                    by.is_chosen = true;
                    visit(next, by)?;
                    by.is_chosen = false;
                }
                for (q, targets) in &lane.receivers {
                    let from = if *q == p { to } else { self.local(state, *q) };
                    by.receiver = Some(*q);
                    for &target in &targets[from] {
                        next.copy_from_slice(state);
                        self.control[p].set_index(next, to);
                        self.control[*q].set_index(next, target);
                        mark(next, *q);
                        visit(next, by)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the text of a state into `state`.
    pub(super) fn decode(&self, text: &str, state: &mut [u64]) -> Result<(), String> {
        state.fill(0);
        let mut parts = text.split('|');
        control(self.system, parts.next().unwrap_or(""), |p, local| {
            self.control[p].set_index(state, local);
        })?;
        let missing = || "a part of the state is missing".to_owned();
        for text in listed(parts.next().ok_or_else(missing)?) {
            let found = self.blocked.get(text).map(|(key, mark)| (&self.keys[*key].field, *mark));
            let (field, mark) = found.ok_or_else(|| format!("there is no key {text} to block"))?;
            if field.get(state) > 0 {
                return Err(format!("the key {text} is blocked twice"));
            }
            field.set(state, mark);
        }
        match &self.extra {
            Extra::Oldest(_) => {}
            Extra::Contents(automata) => {
                let mut states = listed(parts.next().ok_or_else(missing)?);
                for (automaton, field) in automata.iter().zip(&self.automata) {
                    let found =
                        states.next().and_then(number).and_then(|n| usize::try_from(n).ok());
                    let found = found.filter(|found| *found < automaton.states);
                    field.set_index(
                        state,
                        found.ok_or("a state of an automaton is missing or too large")?,
                    );
                }
                if states.next().is_some() {
                    return Err("there are more states than automata".to_owned());
                }
            }
            Extra::Chosen => {
                if let Some(send) = parts.next() {
                    let found = self
                        .named
                        .get(send)
                        .ok_or_else(|| format!("{send} is no send to choose"))?;
                    self.chosen.set_index(state, *found + 1);
                    for text in listed(parts.next().ok_or_else(missing)?) {
                        let p =
                            number(text).and_then(|p| self.touched.get(usize::try_from(p).ok()?));
                        p.ok_or_else(|| format!("there is no participant {text}"))?.set(state, 1);
                    }
                    for text in listed(parts.next().ok_or_else(missing)?) {
                        let key =
                            self.blocked.get(text).and_then(|(key, _)| self.keys[*key].touched);
                        key.ok_or_else(|| format!("there is no key {text} of several senders"))?
                            .set(state, 1);
                    }
                }
            }
        }
        if parts.next().is_some() { Err("the state has too many parts".to_owned()) } else { Ok(()) }
    }

    /// Returns the text of a state.
    pub(super) fn text(&self, state: &[u64]) -> String {
        let mut blocked = Vec::new();
        for key in &self.keys {
            let mark = key.field.index(state);
            match mark.checked_sub(1).map(|i| key.kept.get(i)) {
                Some(Some(message)) => {
                    blocked.push(format!("{}:{}", key.text, self.system.messages[*message]));
                }
                Some(None) => blocked.push(key.text.clone()),
                None => {}
            }
        }
        let locals = (0..self.control.len()).map(|p| self.local(state, p));
        let mut text = format!("{}|{}", control_text(self.system, locals), blocked.join(","));
        if let Extra::Contents(_) = self.extra {
            let states: Vec<String> = self.automaton_states(state).map(|s| s.to_string()).collect();
            let _ = write!(text, "|{}", states.join(","));
        }
        if let Some(&(p, lane)) = self.choices.get(self.chosen.index(state).wrapping_sub(1)) {
            let Place { channel, .. } = self.lanes[lane].place;
            let message = self.system.name(self.lanes[lane].place);
            let set = |field: &Field| field.get(state) > 0;
            let listed = (0..self.touched.len()).filter(|q| set(&self.touched[*q]));
            let listed: Vec<String> = listed.map(|q| q.to_string()).collect();
            let keys = self.keys.iter().filter(|key| key.touched.as_ref().is_some_and(set));
            let keys: Vec<&str> = keys.map(|key| key.text.as_str()).collect();
            let _ =
                write!(text, "|{p}!{channel}:{message}|{}|{}", listed.join(","), keys.join(","));
        }
        text
    }

    /// Returns the words for a communication.
    pub(super) fn words_for(&self, by: Communication) -> String {
        let place = self.lanes[by.lane].place;
        let name = |p: usize| &self.system.participants[p].name;
        let mut text =
            format!("{} sending {} on {}", name(by.sender), self.system.name(place), place.channel);
        match by.receiver {
            Some(receiver) => {
                let _ = write!(text, " to {}", name(receiver));
            }
            None if by.is_chosen => text.push_str(", chosen"),
            None => {}
        }
        text
    }
}

/// Returns the parts of a list, none of an empty text.
fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| !text.is_empty())
}
