//! The configurations of a system, explored one by one: all of them if they are finitely many.

use crate::EngineName;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::latest::Latest;
use super::violations::{Continuations, FirstViolations};
use super::{Answer, Justification, Outcome, UnknownReason};
use crate::compatibility::{Compatibility, applies, is_racing};
use crate::completability::{CompletionOutcome, deadlock_freedom};
use crate::configurations::{ConfigurationSpace, growing_run};
use crate::invariant::{BadSet, CONTROL_STATES, Excluded, Invariants, control_states};
use crate::membership::{self, Proof};
use crate::persistent::{OnlyRun, only_run};
use crate::rsc::{Run, is_unbounded};
use kernel::base::{Control, Id as _, IndexVec, Limit};
use kernel::search::{Edges, NodeId, SearchBounds, StateGraph, Statistics, explore_within};
use model::cfsm::{
    Configuration, Direction, Label, ParticipantId, SafetyProperty, StateId, Step, System,
};
use model::evidence::{
    Certificate, EvidenceRequest, ExplicitCertificate, StateTexts, StateWriter, Witness,
};

/// Maximum number of bytes of explored configurations, unless the user limits their number.
pub const BYTES: u64 = 1 << 30;
/// Maximum number of configurations to explore before invariants are tried, unless the user sets another one.
const FIRST: u64 = 50_000;
/// Maximum number of configurations to explore before the executions of the system are completed, unless the user sets
/// another one.
const NEXT: u64 = 500_000;
/// Maximum number of configurations with few messages in each channel to explore for a question about them, unless the user
/// sets another one.
pub(crate) const ASKED: u64 = 500_000;
/// Maximum number of configurations to explore if there are known to be infinitely many, so that the
/// exploration can only find violations by chance.
pub const SAMPLE: u64 = 10_000;
/// Maximum number of states of the RSC automaton in the test whether there are infinitely many
/// configurations.
const GROWTH: u64 = 20_000;
/// Maximum number of steps between configurations that are not all, so that their continuations are looked at.
const STEPS: u64 = 4_000_000;
/// Number of configurations that are asked for whether the run to them can go on for ever.
const RUNS: usize = 16;

/// The configurations of a system, explored on the first request.
///
/// These are all configurations, or as many as a budget allows. A result that a limit cut short is reused for
/// requests that allow no more of the exhausted resource, and recomputed for others.
#[derive(Debug)]
pub struct Configurations<'a> {
    system: &'a System,
    infinite: Latest<bool>,
    explored: Latest<Explored<'a>>,
    freedom: Latest<(CompletionOutcome, Statistics)>,
    invariants: RefCell<Invariants<'a>>,
    bounded: RefCell<BTreeMap<usize, Latest<Explored<'a>>>>,
    membership: Latest<membership::Outcome>,
    /// Whether those with few messages may say something about all.
    applies: Cell<Option<bool>>,
    only_run: OnceCell<Option<OnlyRun>>,
    /// Maximum number of configurations, unless the user sets another one.
    most: Cell<u64>,
}

impl<'a> Configurations<'a> {
    /// Returns the configurations of `system`, none of them explored yet.
    pub fn new(system: &'a System) -> Self {
        let (infinite, explored, freedom) = (Latest::none(), Latest::none(), Latest::none());
        let invariants = RefCell::new(Invariants::new(system));
        let (bounded, applies) = (RefCell::default(), Cell::default());
        let (only_run, most) = (OnceCell::new(), Cell::new(u64::MAX));
        Self {
            system,
            infinite,
            explored,
            freedom,
            invariants,
            bounded,
            membership: Latest::none(),
            applies,
            only_run,
            most,
        }
    }

    /// Sets how many configurations are explored at most from now on, unless `control` sets a maximum: for questions
    /// that are not worth the whole budget.
    pub fn explore_at_most(&self, configurations: u64) {
        self.most.set(configurations);
    }

    /// Returns the system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// Explores the configurations, unless that is done already: as many as `control` allows, or, if it sets
    /// no maximum, as fit into [`BYTES`] and a quarter of the allowed memory, and no more than are wanted
    /// ([`explore_at_most`](Self::explore_at_most)), or [`SAMPLE`] if they are infinitely many.
    ///
    /// # Complexity
    /// Linear in the number of configurations, times their size and the number of transitions that
    /// leave one.
    pub fn explored(&self, control: &Control) -> Rc<Explored<'a>> {
        self.explored_up_to(self.most.get(), control)
    }

    /// Explores as many configurations as pay before invariants are tried, unless that is done already; `None` if there
    /// are known to be infinitely many, unless `control` sets a maximum.
    ///
    /// # Complexity
    /// That of [`explored`](Self::explored).
    pub fn explored_first(&self, control: &Control) -> Option<Rc<Explored<'a>>> {
        if let Some(all) = self.all_within_one() {
            return Some(all);
        }
        let infinite = self.are_infinite(control);
        let is_first = !infinite || control.max_states.is_some();
        is_first.then(|| self.explored_within(FIRST, infinite, control))
    }

    /// Explores as many configurations as pay before the executions of the system are completed, unless that is done
    /// already.
    ///
    /// # Complexity
    /// That of [`explored`](Self::explored).
    pub(crate) fn explored_next(&self, control: &Control) -> Rc<Explored<'a>> {
        self.explored_up_to(self.most.get().min(NEXT), control)
    }

    /// Explores at most so many configurations, and fewer if there are known to be infinitely many.
    fn explored_up_to(&self, most: u64, control: &Control) -> Rc<Explored<'a>> {
        if let Some(all) = self.all_within_one() {
            return all;
        }
        let infinite = self.are_infinite(control);
        self.explored_within(if infinite { SAMPLE } else { most }, infinite, control)
    }

    /// Returns all configurations, if they were explored as those with at most one message in each channel.
    fn all_within_one(&self) -> Option<Rc<Explored<'a>>> {
        let within = self.bounded.borrow().get(&1).and_then(Latest::known);
        within.filter(|explored| explored.gap.is_none())
    }

    fn explored_within(&self, usual: u64, infinite: bool, control: &Control) -> Rc<Explored<'a>> {
        // The limits are also for other procedures, if this one does not decide.
        let granted = control.max_bytes.map_or(BYTES, |granted| granted / 4);
        let usual = SearchBounds { states: usual, bytes: granted.min(BYTES) };
        let granted = |states| SearchBounds { states, bytes: u64::MAX };
        let bounds = control.max_states.map_or(usual, granted);
        self.explored.get(control, bounds.states, |before| {
            let begun = before.or_else(|| self.begun_within_one());
            let graph = match begun.map(|begun| begun.graph) {
                Some(graph) => graph.continued(ConfigurationSpace::without_bound, bounds, control),
                None => explore_within(ConfigurationSpace::new(self.system), bounds, control),
            };
            let limit = graph.cut();
            (Explored::new(graph, || infinite, control), limit)
        })
    }

    /// Returns `true` if the system may have more control states than an invariant.
    pub(crate) fn may_be_large(&self) -> bool {
        let all: Vec<ParticipantId> = self.system.automata().ids().collect();
        control_states(self.system, &all) > CONTROL_STATES
    }

    /// Returns the only run of the system, if it is large and has one. The violations of others are worth a search for
    /// those with the fewest steps.
    ///
    /// # Complexity
    /// That of [`only_run`], for the first call.
    pub(crate) fn only_run(&self) -> Option<&OnlyRun> {
        let run = || self.may_be_large().then(|| only_run(self.system)).flatten();
        self.only_run.get_or_init(run).as_ref()
    }

    /// Returns the configurations with at most one message in each channel if these are too many, and none that was explored
    /// had a send that does not fit, so that the exploration is one of all configurations. They are not stored any more.
    fn begun_within_one(&self) -> Option<Explored<'a>> {
        let bounded = self.bounded.borrow();
        let within = bounded.get(&1)?;
        let is_begun = within.known().is_some_and(|begun| {
            begun.graph.cut() == Some(Limit::States) && !begun.graph.system().is_cut()
        });
        let begun = is_begun.then(|| within.take()).flatten()?;
        // To explore them again would say no more.
        self.applies.set(Some(false));
        Some(begun)
    }

    /// Returns `true` unless k-multiparty compatibility is not defined for the system, or is known to say nothing about
    /// all configurations.
    pub(crate) fn have_classes(&self, control: &Control) -> bool {
        let applies = || applies(self.system).is_ok() && !is_racing(self.system, control);
        let have_classes = self.applies.get().unwrap_or_else(applies);
        self.applies.set(Some(have_classes));
        have_classes
    }

    /// Returns whether the system is RSC; decides that, unless it is done already or was [noted](Self::note_membership).
    ///
    /// # Complexity
    /// That of [`membership::check`].
    pub fn membership(&self, control: &Control) -> Rc<membership::Outcome> {
        self.membership.get(control, control.max_states.unwrap_or(u64::MAX), |_| {
            let outcome = membership::check(self.system, membership::Engine::Auto, control).outcome;
            let limit = match outcome {
                membership::Outcome::Unknown(limit) => Some(limit),
                membership::Outcome::Holds(_) | membership::Outcome::Violated(_) => None,
            };
            (outcome, limit)
        })
    }

    /// Notes whether the system is RSC, as was found by others.
    pub fn note_membership(&self, outcome: &membership::Outcome) {
        if !matches!(outcome, membership::Outcome::Unknown(_)) {
            self.membership.get(&Control::unlimited(), u64::MAX, |_| (outcome.clone(), None));
        }
    }

    /// Explores the configurations that are reached while no channel holds more than `bound` messages, unless that is
    /// done already: as many as `control` allows, or 50,000.
    ///
    /// # Complexity
    /// That of [`explored`](Self::explored).
    pub(crate) fn bounded(&self, bound: usize, control: &Control) -> Rc<Explored<'a>> {
        self.bounded_up_to(FIRST, bound, control)
    }

    /// Explores what [`bounded`](Self::bounded) does: as many configurations as `control` allows, or
    /// [`ASKED`] if it sets no maximum.
    ///
    /// # Complexity
    /// That of [`explored`](Self::explored).
    pub(crate) fn bounded_as_asked(&self, bound: usize, control: &Control) -> Rc<Explored<'a>> {
        self.bounded_up_to(control.max_states.unwrap_or(ASKED), bound, control)
    }

    fn bounded_up_to(&self, most: u64, bound: usize, control: &Control) -> Rc<Explored<'a>> {
        let mut bounded = self.bounded.borrow_mut();
        let latest = bounded.entry(bound).or_insert_with(Latest::none);
        let bounds = SearchBounds { states: most, bytes: BYTES };
        latest.get(control, most, |begun| {
            let graph = match begun.map(|begun| begun.graph) {
                Some(graph) => graph.continued(|space| space, bounds, control),
                None => {
                    explore_within(ConfigurationSpace::bounded(self.system, bound), bounds, control)
                }
            };
            let limit = graph.cut();
            (Explored::new(graph, || self.grows(control), control), limit)
        })
    }

    /// Returns the number of control states of the invariant of the round with an index, if it was computed.
    pub(crate) fn control_states(&self, round: usize) -> u64 {
        self.invariants.borrow().control_states(round) as u64
    }

    /// Returns the answer that no configuration of a set is reached, with its certificate if it is requested, if the
    /// invariant of the round with an index excludes them, or a limit is reached; else `None`. Invariants are computed
    /// once.
    ///
    /// # Complexity
    /// That of [`Invariants::excluding`].
    pub(crate) fn excluded(
        &self,
        bad: BadSet<'_>,
        round: usize,
        wanted: EvidenceRequest,
        control: &Control,
    ) -> Option<(Answer, Option<Certificate>)> {
        let excluded = self.invariants.borrow_mut().excluding(bad, round, control);
        let (outcome, statistics, certificate) = match excluded {
            Ok(None) => return None,
            Err(limit) => {
                (Outcome::Unknown(UnknownReason::Limit(limit)), Statistics::default(), None)
            }
            Ok(Some(found)) => {
                let Excluded { round, updates, invariant } = found;
                let states = invariant.states.len() as u64;
                let transitions = updates as u64;
                let statistics = Statistics { states, transitions, ..Statistics::default() };
                let certificate = (wanted == EvidenceRequest::Certificate)
                    .then(|| Certificate::Languages(Arc::clone(&invariant)));
                let ground = Justification::Invariant { round, invariant };
                (Outcome::Holds(ground), statistics, certificate)
            }
        };
        Some((Answer::new(outcome, EngineName::Invariant, statistics), certificate))
    }

    /// Returns the explored configurations, if they were requested before.
    pub fn known(&self) -> Option<Rc<Explored<'a>>> {
        self.explored.known().or_else(|| self.all_within_one())
    }

    /// Returns whether the system, which is RSC, is free of deadlocks, and the statistics of that check; the
    /// result is computed once.
    ///
    /// # Complexity
    /// That of [`deadlock_freedom`].
    ///
    /// # Panics
    /// If the proof is about another system.
    pub fn freedom(&self, proof: Proof, control: &Control) -> Rc<(CompletionOutcome, Statistics)> {
        self.freedom.get(control, control.max_states.unwrap_or(u64::MAX), |_| {
            let found = deadlock_freedom(self.system, proof, control);
            let limit = match found.0 {
                CompletionOutcome::Unknown(limit) => limit,
                CompletionOutcome::Holds(_) | CompletionOutcome::Violated(_) => None,
            };
            (found, limit)
        })
    }

    /// Returns `true` if there are known to be infinitely many configurations: RSC executions alone can leave
    /// arbitrarily many messages in the channels, or some of those that were explored so far show it.
    ///
    /// # Complexity
    /// Linear in the number of transitions of the RSC automaton, which is examined only if it is small.
    pub fn are_infinite(&self, control: &Control) -> bool {
        match self.known().map(|explored| explored.gap) {
            Some(None) => false,
            Some(Some(UnknownReason::Undecided { infinite: true, .. })) => true,
            _ => self.grows(control),
        }
    }

    /// Returns `true` if RSC executions are known to leave arbitrarily many messages in the channels.
    fn grows(&self, control: &Control) -> bool {
        let max_states = control.max_states.map_or(GROWTH, |max_states| max_states.min(GROWTH));
        *self.infinite.get(control, max_states, |_| {
            match is_unbounded(self.system, max_states, control) {
                Ok(is_unbounded) => (is_unbounded, None),
                Err(limit) => (false, Some(limit)),
            }
        })
    }
}

/// Returns `true` if the runs to some of the configurations can go on for ever, and leave more and more messages.
fn are_growing(graph: &StateGraph<ConfigurationSpace<'_>>, control: &Control) -> bool {
    let count = graph.nodes().len();
    let last = (1..=RUNS).map(|number| NodeId::from_index((count * number).div_ceil(RUNS) - 1));
    last.rev().any(|node| run_that_grows(graph, node, control).is_some())
}

/// Returns a run whose last part can be repeated for ever and leaves more and more messages, if that to a configuration begins
/// so.
fn run_that_grows(
    graph: &StateGraph<ConfigurationSpace<'_>>,
    node: NodeId,
    control: &Control,
) -> Option<Run> {
    let path = graph.path_to(node);
    let initial = graph.system().unpack(path.initial).control;
    let mut steps: Vec<Step> = path.into_labels().collect();
    let end = growing_run(graph.system().system(), initial.clone(), &steps, control)?;
    steps.truncate(end);
    Some((initial, steps))
}

/// Explored configurations of a system: all of them unless a limit was reached.
#[derive(Debug)]
pub struct Explored<'a> {
    graph: StateGraph<ConfigurationSpace<'a>>,
    gap: Option<UnknownReason>,
    /// The steps, computed on the first request.
    edges: OnceCell<Edges<Step>>,
    /// The configurations whose continuations are all explored, computed on the first request.
    closed: OnceCell<Vec<NodeId>>,
    violations: FirstViolations,
    /// The configurations as text, computed when a certificate is first requested.
    texts: OnceCell<Option<StateTexts>>,
    /// What the configurations within the bound say about others, computed on the first request.
    compatibility: OnceCell<Compatibility>,
}

impl<'a> Explored<'a> {
    fn new(
        graph: StateGraph<ConfigurationSpace<'a>>,
        infinite: impl FnOnce() -> bool,
        control: &Control,
    ) -> Self {
        let undecided = || UnknownReason::Undecided {
            configurations: graph.statistics().states,
            infinite: infinite()
                || graph.cut() == Some(Limit::States) && are_growing(&graph, control),
            // Only what was explored whole says something of all configurations within a bound.
            bound: graph.system().bound().filter(|_| graph.cut().is_none()),
        };
        let gap = match graph.cut() {
            None => graph.system().is_cut().then(undecided),
            Some(Limit::States) => Some(undecided()),
            Some(limit) => Some(UnknownReason::Limit(limit)),
        };
        let (edges, closed, texts) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (violations, compatibility) = (FirstViolations::default(), OnceCell::new());
        Self { graph, gap, edges, closed, violations, texts, compatibility }
    }

    /// Returns the reason why these are not all configurations, if they are not.
    pub fn gap(&self) -> Option<UnknownReason> {
        self.gap
    }

    /// Returns the limit that was reached before all configurations within the bound were explored, if one was.
    pub(crate) fn cut(&self) -> Option<Limit> {
        self.graph.cut()
    }

    /// Returns the system.
    pub fn system(&self) -> &'a System {
        self.graph.system().system()
    }

    /// Returns the statistics of the exploration.
    pub fn statistics(&self) -> Statistics {
        self.graph.statistics()
    }

    /// Returns the numbers of the configurations, in the order of [`Explored::configurations`].
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        self.graph.nodes()
    }

    /// Returns the initial configurations.
    pub(crate) fn initial(&self) -> impl Iterator<Item = NodeId> {
        self.graph.initial()
    }

    /// Returns the configurations, in the order of the fewest steps that lead to them.
    pub fn configurations(&self) -> impl Iterator<Item = (NodeId, Configuration)> {
        self.nodes().map(|node| (node, self.configuration(node)))
    }

    /// Returns the control state of a participant in one of the configurations.
    pub fn control(&self, node: NodeId, participant: ParticipantId) -> StateId {
        self.graph.system().control(*self.graph.state(node), participant)
    }

    /// Returns one of the configurations.
    pub fn configuration(&self, node: NodeId) -> Configuration {
        self.graph.system().unpack(*self.graph.state(node))
    }

    /// Returns the first configuration that violates a property, as far as these configurations decide that: for a branching
    /// one, among those whose continuations are all explored.
    ///
    /// # Complexity
    /// Linear in the sizes of the configurations for the first linear property, constant for others; linear in the number
    /// of steps for the first branching one, and for each 64 obligations.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub(crate) fn first_violation(
        &self,
        property: SafetyProperty,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        if let SafetyProperty::Linear(property) = property {
            return self.violations.linear(&self.graph, property, control);
        }
        if self.graph.cut().is_some() && self.statistics().transitions > STEPS {
            return Ok(None);
        }
        if property == SafetyProperty::Deadlock && !self.has_edges() {
            return self.violations.deadlock(&self.graph, control);
        }
        let (edges, closed) = (self.edges(control)?, self.closed(control)?);
        self.violations.branching(&self.graph, Continuations { edges, closed }, property, control)
    }

    /// Returns the configurations from which only explored ones can be reached, in order.
    ///
    /// # Complexity
    /// That of the exploration, for the first call.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub fn closed(&self, control: &Control) -> Result<&[NodeId], Limit> {
        let edges = self.edges(control)?;
        Ok(self.closed.get_or_init(|| {
            if edges.open().is_empty() {
                return self.nodes().collect();
            }
            let mut open = IndexVec::filled(false, self.nodes().len());
            for &node in edges.open() {
                open[node] = true;
            }
            let leads_beyond = edges.can_reach(open);
            self.nodes().filter(|&node| !leads_beyond[node]).collect()
        }))
    }

    /// Returns the answer to a question about the configurations: `found` is one that violates the property, or
    /// the limit that ended the search for it, and `replay` returns the violation that a run to it is.
    pub(crate) fn answer(
        &self,
        found: Result<Option<NodeId>, Limit>,
        replay: impl FnOnce(Run) -> Witness,
    ) -> Answer {
        let statistics = self.statistics();
        let outcome = match (found, self.gap) {
            (Ok(Some(node)), _) => Outcome::Violated(Box::new(replay(self.run_to(node)))),
            (Ok(None), Some(gap)) => Outcome::Unknown(gap),
            (Ok(None), None) => {
                Outcome::Holds(Justification::Finite { configurations: statistics.states })
            }
            (Err(limit), _) => Outcome::Unknown(UnknownReason::Limit(limit)),
        };
        let bound = self.graph.system().bound().filter(|_| self.gap.is_some());
        let engine = bound.map_or(EngineName::Finite, |_| EngineName::Bounded);
        Answer::new(outcome, engine, statistics)
    }

    /// Returns the certificate of an answer found on these configurations, if it is requested: the
    /// configurations, if the property holds because these are all, and unless a limit is reached first.
    pub(crate) fn certificate(
        &self,
        outcome: &Outcome,
        wanted: EvidenceRequest,
        control: &Control,
    ) -> Option<Certificate> {
        if wanted == EvidenceRequest::Answer || !matches!(outcome, Outcome::Holds(_)) {
            return None;
        }
        let texts = || {
            let writer = StateWriter::new(self.system(), control);
            writer.all(self.configurations(), |writer, (_, configuration)| {
                writer.configuration(&configuration);
            })
        };
        let texts = self.gap.is_none().then(|| self.texts.get_or_init(texts).clone());
        texts.flatten().map(|texts| ExplicitCertificate::over_configurations(texts).into())
    }

    /// Returns a run of fewest steps to a configuration: the initial states and the steps.
    pub fn run_to(&self, node: NodeId) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
        let path = self.graph.path_to(node);
        let initial = self.graph.system().unpack(path.initial).control;
        (initial, path.into_labels().collect())
    }

    /// Returns the first configuration within the bound with a send that does not fit, and that step.
    ///
    /// # Complexity
    /// Linear in the sizes of the configurations.
    pub(crate) fn overflow(&self) -> Option<(NodeId, Step)> {
        let bound = self.graph.system().bound().filter(|_| self.graph.system().is_cut())?;
        let system = self.system();
        self.configurations().find_map(|(node, here)| {
            let is_full = |label: Label| match label {
                Label::Action(Direction::Send, channel, _) => {
                    here.contents[channel].messages().len() >= bound
                }
                _ => false,
            };
            let mut steps = system.automata().enumerate().flat_map(|(participant, automaton)| {
                let leaving = automaton.outgoing(here.control[participant]).iter();
                leaving.map(move |&transition| Step { participant, transition })
            });
            Some((node, steps.find(|&step| is_full(system.transition(step).label))?))
        })
    }

    /// Returns a run whose last part can be repeated for ever and leaves more messages each time, if one of those to some of
    /// the configurations begins so. Short runs are looked at first.
    ///
    /// # Complexity
    /// That of [`growing_run`], for a number of runs that is logarithmic in that of configurations.
    pub(crate) fn growing_run(&self, control: &Control) -> Option<Run> {
        let count = self.nodes().len();
        let earlier =
            (0..usize::BITS).rev().map(|shift| count >> shift).filter(|&number| number > 0);
        let mut nodes = earlier.map(|number| NodeId::from_index(number - 1));
        nodes.find_map(|node| run_that_grows(&self.graph, node, control))
    }

    /// Returns the steps between the configurations.
    ///
    /// # Complexity
    /// That of the exploration, for the first call.
    ///
    /// # Errors
    /// The limit that was reached first: the time, or a request to stop.
    pub fn edges(&self, control: &Control) -> Result<&Edges<Step>, Limit> {
        if let Some(edges) = self.edges.get() {
            return Ok(edges);
        }
        let edges = self.graph.edges(control)?;
        Ok(self.edges.get_or_init(|| edges))
    }

    /// Returns `true` if the steps between the configurations are stored.
    pub fn has_edges(&self) -> bool {
        self.edges.get().is_some()
    }

    /// Returns what the configurations say about others, if these are all within a bound; the system must be one that
    /// [`applies`](crate::compatibility::applies()) accepts.
    ///
    /// # Complexity
    /// That of the exploration, for the first call, and of a search of at most 20,000 states for each local state that
    /// receives from several channels.
    ///
    /// # Errors
    /// The limit that was reached first, in the exploration or now.
    pub fn compatibility(&self, control: &Control) -> Result<&Compatibility, Limit> {
        if let Some(compatibility) = self.compatibility.get() {
            return Ok(compatibility);
        }
        self.graph.cut().map_or(Ok(()), Err)?;
        let compatibility = Compatibility::new(&self.graph, self.edges(control)?, control)?;
        Ok(self.compatibility.get_or_init(|| compatibility))
    }
}
