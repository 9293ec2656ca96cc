//! Classification of recursions: tail, head or self-embedding.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashSet;

use super::codes;
use super::{ProcedureId, Structured, Term, TermId};
use kernel::base::{Id as _, IndexVec};
use kernel::diagnostics::{Diagnostic, Sink};

/// How the procedures of a group call each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallShape {
    /// No interaction follows a call within the group: the call is a jump.
    Tail,
    /// No interaction precedes a call within the group: the part behind the call may follow the end of the callee
    /// any number of times.
    Head,
}

/// Properties of the terms and procedures of a choreography.
///
/// A group is a set of procedures that call each other, directly or not. A group is a grammar of words; if
/// all calls within it are at the end, or all are at the beginning, the grammar is linear, and
/// otherwise self-embedding (Chomsky 1959).
#[derive(Debug)]
pub(super) struct Recursion {
    /// For each term whether it may terminate.
    ends: IndexVec<TermId, bool>,
    /// The group of each procedure.
    pub(super) group: IndexVec<ProcedureId, usize>,
    /// The shape of each group.
    pub(super) shape: Vec<CallShape>,
}

impl Recursion {
    /// Analyses a choreography; returns `None`, with diagnostics, if a recursion is
    /// self-embedding.
    ///
    /// # Complexity
    /// Linear in the size of the terms, but for sorting the calls.
    pub(super) fn new(of: &Structured, sink: &mut Sink) -> Option<Self> {
        let ends = fixpoint(of, ending);
        let speaks = fixpoint(of, speaking);
        warn_of_dead_parts(of, &ends, sink);
        let calls = calls(of, &ends, &speaks);
        let group = groups(of, &calls);
        let number = group.iter().map(|group| group + 1).max().unwrap_or(0);
        let mut first: Vec<[Option<&Call>; 2]> = vec![[None; 2]; number];
        for call in &calls {
            let own = call.caller.filter(|&caller| group[caller] == group[call.callee]);
            let Some(own) = own else { continue };
            for (side, speaks) in [call.before, call.behind].into_iter().enumerate() {
                if speaks {
                    first[group[own]][side].get_or_insert(call);
                }
            }
        }
        let mut right = true;
        let shape = first
            .iter()
            .map(|sides| match sides {
                [Some(_), Some(call)] => {
                    right = false;
                    sink.push(self_embedding(of, call));
                    CallShape::Tail
                }
                [None, Some(_)] => CallShape::Head,
                [_, None] => CallShape::Tail,
            })
            .collect();
        right.then_some(Self { ends, group, shape })
    }

    /// Returns `true` if the part behind a term is reachable.
    pub(super) fn ends(&self, term: TermId) -> bool {
        self.ends[term]
    }
}

/// Warns about parts behind a term that never terminates, once for each place in the text.
fn warn_of_dead_parts(of: &Structured, ends: &IndexVec<TermId, bool>, sink: &mut Sink) {
    let mut reported = FxHashSet::default();
    for term in &of.terms {
        let Term::Sequence(parts) = term else { continue };
        let Some(last) = parts.iter().position(|&part| !ends[part]) else { continue };
        let Some(&dead) = parts.get(last + 1) else { continue };
        let place = of.places[dead];
        if reported.insert(place) {
            let unreachable = codes::UNREACHABLE.at(place, "this is never reached");
            sink.push(unreachable.also(of.places[parts[last]], "this never ends"));
        }
    }
}

fn self_embedding(of: &Structured, call: &Call) -> Diagnostic {
    let name = &of.procedures[call.callee].name;
    let message = format!("the recursion of `{name}` is no loop");
    codes::SELF_EMBEDDING
        .at(of.places[call.term], message)
        .label("what stands behind it must be done as often as what comes before it")
        .help("let nothing follow the recursion, in all branches around it")
}

/// Returns for each term whether it has a property, the least solution: a term has it if `needed` of its parts and
/// callees have it.
///
/// # Complexity
/// Linear in the terms and their parts.
fn fixpoint(of: &Structured, needed: fn(&Term) -> usize) -> IndexVec<TermId, bool> {
    let uses = of.terms.enumerate().flat_map(|(user, term)| {
        let callee = match term {
            Term::Call(procedure) => Some(&of.procedures[*procedure].body),
            _ => None,
        };
        term.parts().iter().chain(callee).map(move |&part| (part, user))
    });
    let users = IndexVec::grouped(of.terms.len(), uses);
    let mut missing: IndexVec<TermId, usize> = of.terms.iter().map(needed).collect();
    let mut open: Vec<TermId> = of.terms.ids().filter(|&id| missing[id] == 0).collect();
    while let Some(part) = open.pop() {
        for &user in &users[part] {
            if missing[user] > 0 {
                missing[user] -= 1;
                open.extend((missing[user] == 0).then_some(user));
            }
        }
    }
    missing.into_iter().map(|missing| missing == 0).collect()
}

/// Returns how many parts of a term must end if it is to end.
fn ending(term: &Term) -> usize {
    match term {
        Term::Empty | Term::Interaction(_) | Term::Repeat(_) => 0,
        Term::Sequence(parts) | Term::Parallel(parts) => parts.len(),
        Term::Choice { .. } | Term::Call(_) => 1,
    }
}

/// Returns how many parts of a term must send a message if it is to send one; an empty term has none.
fn speaking(term: &Term) -> usize {
    usize::from(!matches!(term, Term::Interaction(_)))
}

/// A reachable call.
struct Call {
    /// The procedure that contains the call; `None` for the root term.
    caller: Option<ProcedureId>,
    callee: ProcedureId,
    term: TermId,
    /// Whether a message may be sent between the beginning of the caller and the call.
    before: bool,
    /// Whether a message may be sent between the call and the end of the caller.
    behind: bool,
}

fn calls(
    of: &Structured,
    ends: &IndexVec<TermId, bool>,
    speaks: &IndexVec<TermId, bool>,
) -> Vec<Call> {
    let bodies = of.procedures.enumerate().map(|(id, procedure)| (Some(id), procedure.body));
    let mut open: Vec<(Option<ProcedureId>, TermId, bool, bool)> = bodies
        .chain([(None, of.root)])
        .map(|(caller, term)| (caller, term, false, false))
        .collect();
    let mut found = Vec::new();
    while let Some((caller, term, before, behind)) = open.pop() {
        match &of.terms[term] {
            Term::Empty | Term::Interaction(_) => {}
            &Term::Call(callee) => {
                let behind = behind && ends[term];
                found.push(Call { caller, callee, term, before, behind });
            }
            Term::Choice { branches, .. } => {
                open.extend(branches.iter().map(|&branch| (caller, branch, before, behind)));
            }
            Term::Sequence(parts) => {
                // The parts behind a part that never terminates are unreachable.
                let live = parts.iter().position(|&part| !ends[part]);
                let parts = &parts[..live.map_or(parts.len(), |at| at + 1)];
                let last = parts.iter().rposition(|&part| speaks[part]);
                let first = parts.iter().position(|&part| speaks[part]);
                for (at, &part) in parts.iter().enumerate() {
                    let before = before || first.is_some_and(|first| first < at);
                    let behind = ends[part] && (behind || last.is_some_and(|last| last > at));
                    open.push((caller, part, before, behind));
                }
            }
            Term::Repeat(body) => {
                let speaks = speaks[*body];
                open.push((caller, *body, before || speaks, behind || speaks));
            }
            // A jump out of a part would leave the other parts unfinished.
            Term::Parallel(parts) => {
                open.extend(parts.iter().map(|&part| (caller, part, true, true)));
            }
        }
    }
    found.sort_by_key(|call| call.term);
    found
}

/// Returns for each procedure the number of its group.
fn groups(of: &Structured, calls: &[Call]) -> IndexVec<ProcedureId, usize> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in &of.procedures {
        graph.add_node(());
    }
    for call in calls {
        if let Some(caller) = call.caller {
            graph.add_edge(NodeIndex::new(caller.index()), NodeIndex::new(call.callee.index()), ());
        }
    }
    let mut group = IndexVec::filled(0, of.procedures.len());
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        for member in members {
            group[ProcedureId::from_index(member.index())] = number;
        }
    }
    group
}
