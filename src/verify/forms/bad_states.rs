//! Certificates of form `explicit` over RSC executions: no bad state of a specification is reached.
//!
//! A state is bad if internal steps lead all participants to the states that the specification names, and the contents
//! of the channels are a word of its expression. A state is hopeless if some participant cannot reach such a state by
//! itself, whatever it is sent, or if the contents will not be a word, whatever is sent to the channels. Successors of
//! hopeless states are hopeless, so a certificate need not list them. Without a certificate of RSC, the initial states
//! must be hopeless: then it does not matter what an execution is.
//!
//! For the contents, a certificate has for some channels a deterministic automaton that reads the remaining contents.
//! The meaning of its states is computed here, from the expression alone: a certificate may contain any automaton, and
//! an unsuitable one only makes more states look bad. A channel without automaton, and any bag, may contain any word
//! over the messages that are sent to it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::executions::{Automaton, Executions, Parts};
use crate::core::{
    Claim, Nfa, Outcome, Participant, Property, Reader, Specification, System, found, invariant,
    reachable, reject, require,
};

/// Checks that the executions exclude the bad states of a specification.
pub(super) fn check(claim: &Claim<'_>) -> Outcome {
    let &Claim { document, system, property, .. } = claim;
    let Property::BadStates(index) = property else { return reject("it is not about bad states") };
    let Specification { control, contents } = &system.specifications[index];
    let automata = &read_automata(&document.contents, system)?;
    let executions = Executions::new(system, Parts { automata, ..Parts::default() })?;
    // By participant and local state: whether internal steps, or any steps, lead to a state that is named.
    let (mut now, mut later) = (Vec::<Vec<bool>>::new(), Vec::<Vec<bool>>::new());
    for (p, Participant { states, .. }) in system.participants.iter().enumerate() {
        let is_named = |local: &usize| control.get(&p).is_none_or(|named| named.contains(local));
        let rests = executions.behind[p].rests.iter();
        now.push(rests.map(|rests| rests.iter().any(is_named)).collect());
        let mut predecessors = vec![Vec::new(); states.len()];
        for (from, state) in states.iter().enumerate() {
            state.transitions.iter().for_each(|by| predecessors[by.to].push(from));
        }
        let named = (0..states.len()).filter(is_named);
        let leading = reachable(named, |local| predecessors[local].iter().copied());
        later.push((0..states.len()).map(|local| leading.contains(&local)).collect());
    }
    let connection = |may_grow| {
        let tables = RefCell::default();
        contents.as_ref().map(|nfa| Connection { system, nfa, automata, may_grow, tables })
    };
    let (contents_now, contents_later) = (connection(false), connection(true));
    // The states of the automata come after the local states.
    let first = system.participants.len();
    let agrees = |row: &[u32], locals: &[Vec<bool>], connection: &Option<Connection<'_>>| {
        let contents = &row[first..first + automata.len()];
        locals.iter().zip(row).all(|(leads, local)| leads[*local as usize])
            && connection.as_ref().is_none_or(|all| all.connects(contents))
    };
    let is_bad = |_, row: &[u32]| agrees(row, &now, &contents_now);
    let is_hopeless = |row: &[u32]| !agrees(row, &later, &contents_later);
    invariant(&executions, document, is_bad, is_hopeless, |_, _, _| ())
}

/// Reads the automata of a certificate, one for each channel.
fn read_automata(readers: &[Reader], system: &System) -> Outcome<Vec<Automaton>> {
    let any_word = |sent: &Vec<usize>| vec![vec![0; sent.len()]];
    let mut automata: Vec<Automaton> = system.sent.iter().map(any_word).collect();
    let mut given = BTreeSet::new();
    for reader in readers {
        let channel = reader.channel;
        let is_fit = system.bags.get(channel) == Some(&false) && given.insert(channel);
        let why = "`contents` has no automaton for what is sent to FIFO channel";
        let automaton = read_automaton(reader, system).filter(|_| is_fit);
        automata[channel] = found(automaton, || format!("{why} {channel}"))?;
    }
    Ok(automata)
}

/// Reads the automaton for a channel; `None` if it is malformed or has no letter for a message that is sent.
fn read_automaton(reader: &Reader, system: &System) -> Option<Automaton> {
    let Reader { channel, messages, next } = reader;
    let is_row =
        |row: &Vec<usize>| row.len() == messages.len() && row.iter().all(|to| *to < next.len());
    require(!next.is_empty() && next.iter().all(is_row))?;
    let letter = |of: &usize| messages.iter().position(|name| *name == system.messages[*of]);
    let letters = system.sent.get(*channel)?.iter().map(letter).collect::<Option<Vec<_>>>()?;
    Some(next.iter().map(|row| letters.iter().map(|letter| row[*letter]).collect()).collect())
}

/// An expression and the automata of a certificate, with the tables computed so far.
struct Connection<'a> {
    system: &'a System,
    nfa: &'a Nfa,
    automata: &'a [Automaton],
    /// Whether the contents are those after any further messages, instead of those of now.
    may_grow: bool,
    /// By channel, and by state of the expression before the contents of the channel.
    tables: RefCell<FxHashMap<(usize, usize), Table>>,
}

/// By state of the automaton of a channel: the states of the expression after the contents that lead to it.
type Table = Vec<Vec<usize>>;

impl Connection<'_> {
    /// Decides whether contents that lead to `states`, one for each channel, can be a word of the expression.
    fn connects(&self, states: &[u32]) -> bool {
        let mut tables = self.tables.borrow_mut();
        let mut here = FxHashSet::from_iter([self.nfa.start]);
        for (channel, state) in states.iter().enumerate() {
            let mut behind = |before: usize| {
                let table = tables.entry((channel, before));
                let table = table.or_insert_with(|| self.table(channel, before));
                table[*state as usize].clone()
            };
            here = here.into_iter().flat_map(&mut behind).collect();
        }
        self.nfa.ends(here)
    }

    /// Computes the table for a channel and a state of the expression before its contents.
    ///
    /// Later messages move the automaton on: the results of a state then hold for all its predecessors.
    fn table(&self, channel: usize, before: usize) -> Table {
        let automaton = &self.automata[channel];
        let letter = |message| self.system.position_in_sent(channel, message);
        let next = |at: usize, message| Some(automaton[at][letter(message)]);
        let mut earlier = vec![Vec::new(); automaton.len()];
        if self.may_grow {
            for (from, row) in automaton.iter().enumerate() {
                for to in row {
                    earlier[*to].push(from);
                }
            }
        }
        let now = self.nfa.behind([(before, 0)], &self.system.sent[channel], next);
        let all = reachable(now, |(to, at)| earlier[at].iter().map(move |from| (to, *from)));
        let mut table = vec![Vec::new(); automaton.len()];
        for (to, at) in BTreeSet::from_iter(all) {
            table[at].push(to);
        }
        table
    }
}
