//! Construction of a finite automaton from a term.

use rustc_hash::FxHashMap;

use super::codes;
use super::recursion::{CallShape, Recursion};
use super::{ProcedureId, Structured, Term, TermId};
use kernel::base::{Id as _, IndexVec, typed_id};
use kernel::diagnostics::Sink;
use kernel::source::Span;
use model::choreography::DescribedInteraction;

typed_id! {
    /// A state of an automaton under construction.
    pub(super) struct NodeId;
}

/// Maximum number of transitions of an automaton.
const MAX_TRANSITIONS: usize = 1 << 20;

/// A transition with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow {
    pub(super) source: NodeId,
    pub(super) exchange: Option<DescribedInteraction>,
    pub(super) target: NodeId,
    pub(super) place: Span,
}

/// An automaton with an initial state that no transition enters, and a final state that no transition
/// leaves.
#[derive(Debug)]
pub(super) struct Fragment {
    pub(super) states: usize,
    pub(super) begin: NodeId,
    pub(super) end: NodeId,
    pub(super) arrows: Vec<Arrow>,
    /// The size of the enclosing automata, which do not change until this one is finished.
    below: usize,
    /// The other end of each procedure that has one end at a state.
    ends: FxHashMap<(ProcedureId, NodeId), NodeId>,
}

impl Fragment {
    fn new(below: usize) -> Self {
        Self {
            below,
            states: 2,
            begin: NodeId::from_index(0),
            end: NodeId::from_index(1),
            arrows: Vec::new(),
            ends: FxHashMap::default(),
        }
    }

    /// Returns the transitions that leave each state.
    pub(super) fn leaving(&self) -> IndexVec<NodeId, Vec<Arrow>> {
        IndexVec::grouped(self.states, self.arrows.iter().map(|&arrow| (arrow.source, arrow)))
    }

    /// Returns the size of this automaton together with that of the enclosing automata.
    fn size(&self) -> usize {
        self.below + self.arrows.len().max(self.states)
    }

    fn state(&mut self) -> NodeId {
        self.states += 1;
        NodeId::from_index(self.states - 1)
    }

    fn arrow(
        &mut self,
        source: NodeId,
        what: Option<DescribedInteraction>,
        to: NodeId,
        place: Span,
    ) {
        self.arrows.push(Arrow { source, exchange: what, target: to, place });
    }
}

/// The procedure whose body contains a term.
#[derive(Clone, Copy, Debug)]
struct CallFrame {
    group: usize,
    /// For [`CallShape::Tail`] the state where the procedure ends, for [`CallShape::Head`] the state where the
    /// group is entered.
    anchor: NodeId,
}

enum BuildTask {
    /// Builds a term between two states.
    Build { term: TermId, from: NodeId, to: NodeId, frame: Option<CallFrame> },
    /// Begins the automaton of a parallel part.
    Open(TermId),
    /// Adds all interleavings of the last `parts` automata between two states.
    Interleave { parts: usize, from: NodeId, to: NodeId, place: Span },
}

/// Returns the automaton of a choreography; `None`, with diagnostics, if there is no finite automaton
/// or it is too large.
///
/// # Complexity
/// Linear in the automaton, which has at most a million transitions: its size is that of the text times the
/// number of places from which each procedure is called, with a product for each parallel composition.
pub(super) fn unfold(of: &Structured, sink: &mut Sink) -> Option<Fragment> {
    let recursion = Recursion::new(of, sink)?;
    let mut unfolding = Unfolding { of, recursion, open: Vec::new(), tasks: Vec::new() };
    unfolding.tasks.push(BuildTask::Open(of.root));
    while let Some(task) = unfolding.tasks.pop() {
        let size = unfolding.open.last().map_or(0, Fragment::size);
        if size > MAX_TRANSITIONS || !unfolding.step(task) {
            let message = "this choreography is too large to be written out";
            let help = format!("at most {MAX_TRANSITIONS} transitions are supported");
            sink.push(codes::TOO_LARGE.at(of.places[of.root], message).help(help));
            return None;
        }
    }
    let mut whole = unfolding.open.pop()?;
    whole.condense();
    Some(whole)
}

struct Unfolding<'a> {
    of: &'a Structured,
    recursion: Recursion,
    /// The automata under construction, the innermost last.
    open: Vec<Fragment>,
    tasks: Vec<BuildTask>,
}

impl Unfolding<'_> {
    /// Performs one task; returns `true` if the result is small enough.
    fn step(&mut self, task: BuildTask) -> bool {
        match task {
            BuildTask::Open(term) => {
                let fragment = Fragment::new(self.open.last().map_or(0, Fragment::size));
                let (from, to) = (fragment.begin, fragment.end);
                self.open.push(fragment);
                self.tasks.push(BuildTask::Build { term, from, to, frame: None });
            }
            BuildTask::Build { term, from, to, frame } => self.build(term, from, to, frame),
            BuildTask::Interleave { parts, from, to, place } => {
                let mut parts = self.open.split_off(self.open.len() - parts);
                parts.iter_mut().for_each(Fragment::condense);
                return interleave(&parts, self.now(), from, to, place);
            }
        }
        true
    }

    fn build(&mut self, term: TermId, from: NodeId, to: NodeId, frame: Option<CallFrame>) {
        let of = self.of;
        let place = of.places[term];
        match &of.terms[term] {
            Term::Empty => self.now().arrow(from, None, to, place),
            &Term::Interaction(exchange) => self.now().arrow(from, Some(exchange), to, place),
            Term::Choice { branches, .. } => {
                let build = |&term| BuildTask::Build { term, from, to, frame };
                self.tasks.extend(branches.iter().rev().map(build));
            }
            Term::Sequence(parts) => {
                let live = parts.iter().position(|&part| !self.recursion.ends(part));
                let parts = &parts[..live.map_or(parts.len(), |at| at + 1)];
                if parts.is_empty() {
                    self.now().arrow(from, None, to, place);
                }
                let mut from = from;
                let first = self.tasks.len();
                for (at, &term) in parts.iter().enumerate() {
                    let to = if at + 1 == parts.len() { to } else { self.now().state() };
                    self.tasks.push(BuildTask::Build { term, from, to, frame });
                    from = to;
                }
                self.tasks[first..].reverse();
            }
            &Term::Repeat(body) => {
                let now = self.now();
                let hub = now.state();
                now.arrow(from, None, hub, place);
                now.arrow(hub, None, to, place);
                let (begin, end) = (now.state(), now.state());
                now.arrow(hub, None, begin, place);
                now.arrow(end, None, hub, place);
                self.tasks.push(BuildTask::Build { term: body, from: begin, to: end, frame });
            }
            Term::Parallel(parts) => {
                self.tasks.push(BuildTask::Interleave { parts: parts.len(), from, to, place });
                self.tasks.extend(parts.iter().rev().map(|&part| BuildTask::Open(part)));
            }
            &Term::Call(callee) => self.call(callee, from, to, frame, place),
        }
    }

    fn call(
        &mut self,
        callee: ProcedureId,
        from: NodeId,
        to: NodeId,
        frame: Option<CallFrame>,
        place: Span,
    ) {
        let group = self.recursion.group[callee];
        let inner = frame.filter(|frame| frame.group == group).map(|frame| frame.anchor);
        match self.recursion.shape[group] {
            CallShape::Tail => {
                let entry = self.other_end(callee, inner.unwrap_or(to));
                self.now().arrow(from, None, entry, place);
            }
            CallShape::Head => {
                // No interaction precedes an inner call: the end of the callee is the end of this part of the caller.
                let entry = inner.unwrap_or_else(|| {
                    let entry = self.now().state();
                    self.now().arrow(from, None, entry, place);
                    entry
                });
                let result = self.other_end(callee, entry);
                self.now().arrow(result, None, to, place);
            }
        }
    }

    /// Returns the innermost automaton under construction.
    fn now(&mut self) -> &mut Fragment {
        self.open.last_mut().expect("a term stands in an automaton")
    }

    /// Returns the other end of a procedure that has one end at `anchor`: the beginning for [`CallShape::Tail`], the end
    /// for [`CallShape::Head`].
    fn other_end(&mut self, callee: ProcedureId, anchor: NodeId) -> NodeId {
        let now = self.now();
        if let Some(&end) = now.ends.get(&(callee, anchor)) {
            return end;
        }
        let end = now.state();
        now.ends.insert((callee, anchor), end);
        let group = self.recursion.group[callee];
        let (from, to) = match self.recursion.shape[group] {
            CallShape::Tail => (end, anchor),
            CallShape::Head => (anchor, end),
        };
        let term = self.of.procedures[callee].body;
        let frame = Some(CallFrame { group, anchor });
        self.tasks.push(BuildTask::Build { term, from, to, frame });
        end
    }
}

/// Adds all interleavings of `parts` between two states of `whole`; returns `true` if they are few enough.
fn interleave(
    parts: &[Fragment],
    whole: &mut Fragment,
    from: NodeId,
    to: NodeId,
    place: Span,
) -> bool {
    let leaving: Vec<IndexVec<NodeId, Vec<Arrow>>> = parts.iter().map(Fragment::leaving).collect();
    let begin: Vec<NodeId> = parts.iter().map(|part| part.begin).collect();
    let end: Vec<NodeId> = parts.iter().map(|part| part.end).collect();
    let first = whole.state();
    whole.arrow(from, None, first, place);
    let mut ids = FxHashMap::from_iter([(begin.clone(), first)]);
    let mut open = vec![(begin, first)];
    while let Some((tuple, id)) = open.pop() {
        if whole.arrows.len() > MAX_TRANSITIONS
            || whole.states.saturating_mul(parts.len()) > 16 * MAX_TRANSITIONS
        {
            return false;
        }
        if tuple == end {
            whole.arrow(id, None, to, place);
        }
        for (at, leaving) in leaving.iter().enumerate() {
            for arrow in &leaving[tuple[at]] {
                let mut next = tuple.clone();
                next[at] = arrow.target;
                let target = *ids.entry(next).or_insert_with_key(|next| {
                    let target = whole.state();
                    open.push((next.clone(), target));
                    target
                });
                whole.arrow(id, arrow.exchange, target, arrow.place);
            }
        }
    }
    true
}
