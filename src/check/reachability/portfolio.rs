//! What RSC executions leave open: the other engines, in a fixed order with budgets of counts.

use crate::EngineName;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::answer::FEW;
use super::{
    Answer, Configurations, Engine, Explored, Justification, Outcome, Premise, Tried,
    UnknownReason, by_compatibility,
};
use crate::backward::{self, Target};
use crate::invariant::{BadSet, ROUNDS, Round};
use crate::persistent::OnlyRun;
use crate::rsc::Run;
use crate::{linear, persistent};
use kernel::base::{Control, Limit};
use kernel::search::Statistics;
use model::cfsm::{Channel, ChannelKind, LinearProperty, SafetyProperty, is_impossible};
use model::evidence::{Certificate, EvidenceRequest, ExplicitCertificate, Witness};

/// Maximum number of states of a search of the RSC executions before persistent sets are tried.
const EXECUTED: u64 = 1_000;
/// Maximum number of configurations of a search by persistent sets.
const PERSISTENT: u64 = 20_000;
/// Maximum number of elements of a search backwards.
const ELEMENTS: usize = 3_000;

/// The numbers of messages in each channel to which searches for violations are restricted, one after the other.
const BOUNDS: [usize; 5] = [1, 2, 3, 4, 8];

/// An answer with its certificate, if one is requested and there is one.
pub(crate) type Found = (Answer, Option<Certificate>);

/// A question about configurations of any system.
pub(crate) struct OpenQuestion<'q, 'a> {
    /// The configurations.
    configurations: &'q Configurations<'a>,
    /// Those that are to be avoided.
    bad: BadSet<'q>,
    /// Answers the question for configurations that were explored.
    by_configurations: &'q dyn Fn(&Explored<'a>) -> Found,
    /// Replays a run that is said to lead to one of those that are to be avoided.
    replay: &'q dyn Fn(Run) -> Witness,
    /// The evidence that is requested.
    wanted: EvidenceRequest,
    /// The limits.
    control: &'q Control,
    /// What was tried so far.
    tried: RefCell<Vec<Tried>>,
}

/// What a search of RSC executions says.
pub(crate) struct Executions {
    /// The answer; `None` if nothing was found, and that is no proof.
    pub(crate) found: Option<Found>,
    /// The search, for answers of other procedures.
    pub(crate) tried: Tried,
}

impl Executions {
    /// Returns `true` if the search ended since it had found enough states.
    fn are_cut(&self) -> bool {
        let too_few = Outcome::Unknown(UnknownReason::Limit(Limit::States));
        self.found.as_ref().is_some_and(|(answer, _)| answer.outcome == too_few)
    }
}

impl<'q, 'a> OpenQuestion<'q, 'a> {
    /// Returns a question of which nothing was tried.
    pub(crate) fn new(
        configurations: &'q Configurations<'a>,
        bad: BadSet<'q>,
        by_configurations: &'q dyn Fn(&Explored<'a>) -> Found,
        replay: &'q dyn Fn(Run) -> Witness,
        wanted: EvidenceRequest,
        control: &'q Control,
    ) -> Self {
        let tried = RefCell::default();
        Self { configurations, bad, by_configurations, replay, wanted, control, tried }
    }

    /// Returns the answer of RSC executions; where they leave the question open, or another engine is asked for, the
    /// answer of the engines beyond them.
    pub(crate) fn decide(
        &self,
        premise: Premise,
        engine: Engine,
        by_executions: impl Fn(&Control) -> Executions,
    ) -> Found {
        if engine.is_beyond() {
            return self.answer(engine, &|| None);
        }
        let few = match self.soon(&by_executions) {
            ControlFlow::Break(found) => return found,
            ControlFlow::Continue(few) => few,
        };
        let first = premise.first_search(self.control).filter(|_| few.is_none());
        let executions =
            few.unwrap_or_else(|| by_executions(first.as_ref().unwrap_or(self.control)));
        let is_cut = first.is_some() && executions.are_cut();
        let Executions { found, tried } = executions;
        if let Some(found) = found.filter(|_| !is_cut) {
            return found;
        }
        self.tried.borrow_mut().push(tried);
        self.answer(engine, &|| is_cut.then(|| by_executions(self.control).found)?)
    }

    /// Returns the answer of few RSC executions to a question about a linear property, or of persistent sets. If these do not
    /// decide, and the executions are few, they are returned.
    ///
    /// A violation is one with the fewest communications, unless that takes too long.
    pub(crate) fn soon(
        &self,
        by_executions: &dyn Fn(&Control) -> Executions,
    ) -> ControlFlow<Found, Option<Executions>> {
        let is_linear = matches!(self.bad, BadSet::Violations(property) if property.is_linear());
        let is_limited = self.control.max_states.is_some_and(|most| most <= EXECUTED);
        if !is_linear || is_limited || self.wants_certificate() {
            return ControlFlow::Continue(None);
        }
        let few = by_executions(&self.control.part(EXECUTED));
        if !few.are_cut() {
            return match few.found {
                Some(found) => ControlFlow::Break(found),
                None => ControlFlow::Continue(Some(few)),
            };
        }
        let Some(found) = self.by_persistent_sets() else { return ControlFlow::Continue(None) };
        let shortest = is_violated(&found).then(|| by_executions(&self.control.part(FEW)).found);
        ControlFlow::Break(shortest.flatten().filter(is_violated).unwrap_or(found))
    }

    /// Returns the answer of the only run of a large system, if it has one. There is no certificate of it, and of a violation
    /// that may come before the end of the run others may find fewer steps.
    pub(crate) fn by_only_run(&self) -> Option<Found> {
        let BadSet::Violations(property) = self.bad else { return None };
        if self.wants_certificate() {
            return None;
        }
        let OnlyRun { steps, violated } = self.configurations.only_run()?;
        let (reduced, configurations) = (steps.len() as u64, steps.len() as u64 + 1);
        if self.control.max_states.is_some_and(|most| most < configurations) {
            return None;
        }
        if violated.contains(&property) {
            let initial = self.configurations.system().first_control();
            let is_at_end = property.is_linear()
                && property != SafetyProperty::Linear(LinearProperty::UnspecifiedReception);
            return is_at_end
                .then(|| self.violated(EngineName::Persistent, (initial, steps.clone())));
        }
        let statistics = Statistics {
            states: configurations,
            transitions: reduced,
            depth: reduced,
            ..Statistics::default()
        };
        let ground = Justification::Persistent { configurations, reduced };
        Some((Answer::new(Outcome::Holds(ground), EngineName::Persistent, statistics), None))
    }

    /// Returns the answer of the configurations with at most one message in each channel, if they say something about all
    /// or are all, or that of as many configurations as pay before others are asked.
    ///
    /// A violation is one with the fewest steps, unless there are too many configurations.
    pub(crate) fn by_few_configurations(&self) -> Option<Found> {
        let within_one = self.within_one();
        if let Some((Answer { outcome: Outcome::Holds(_), .. }, _)) = within_one {
            return within_one;
        }
        let first = self.configurations.explored_first(self.control);
        let first = first.map(|explored| self.by_explored(&explored));
        first.filter(|found| !found.0.is_open()).or(within_one)
    }

    /// Returns the answer of the configurations with at most one message in each channel, if they say something about all
    /// and are not all. There is no certificate of it.
    fn within_one(&self) -> Option<Found> {
        let BadSet::Violations(property) = self.bad else { return None };
        let is_known = self.configurations.known().is_some_and(|known| known.gap().is_none());
        if is_known || self.wants_certificate() || !self.configurations.have_classes(self.control) {
            return None;
        }
        self.configurations.bounded(1, self.control).gap()?;
        let tried = &mut *self.tried.borrow_mut();
        let found = by_compatibility(self.configurations, property, &[1], tried, self.control);
        found.map(|answer| (answer, None))
    }

    /// Returns the answer of an engine alone, or of all of them in their order; `by_executions` gives that of the RSC
    /// executions, if they were not all searched.
    fn answer(&self, engine: Engine, by_executions: &dyn Fn() -> Option<Found>) -> Found {
        let found = match engine {
            Engine::Invariant => (0..ROUNDS.len())
                .find_map(|round| self.by_invariant(round))
                .ok_or(EngineName::Invariant),
            Engine::Persistent => self.by_persistent_sets().ok_or(EngineName::Persistent),
            Engine::Backward => self.backwards().ok_or(EngineName::Backward),
            Engine::Linear => self.by_counting().ok_or(EngineName::Linear),
            Engine::Bounded => Ok(self.by_bounds()),
            Engine::Auto | Engine::Channels | Engine::Relations | Engine::Pebbles => {
                Ok(self.by_all(by_executions))
            }
        };
        let (answer, certificate) = found.unwrap_or_else(|name| {
            let infinite = self.configurations.are_infinite(self.control);
            let why = UnknownReason::Undecided { configurations: 0, infinite, bound: None };
            let outcome = Outcome::Unknown(why);
            (Answer::new(outcome, name, Statistics::default()), None)
        });
        (answer.after(self.tried.take()), certificate)
    }

    /// Asks the engines that may decide soon, and then by few messages in each channel, by all RSC executions, and by
    /// configurations, as many as a budget allows.
    fn by_all(&self, by_executions: &dyn Fn() -> Option<Found>) -> Found {
        if let Some(found) = self.by_few() {
            return found;
        }
        let bounded = self.by_bounds();
        if !bounded.0.is_open() {
            return bounded;
        }
        if let Some(found) = by_executions().filter(|found| !found.0.is_open()) {
            return found;
        }
        if self.configurations.are_infinite(self.control) && has_bound(&bounded) {
            return bounded;
        }
        let whole = (self.by_configurations)(&self.configurations.explored(self.control));
        if whole.0.is_open() && has_bound(&bounded) { bounded } else { whole }
    }

    /// Returns the answer of the first engine that decides, of those with small budgets: configurations, if they are not too
    /// many, counting, invariants, and the search backwards.
    ///
    /// Counting comes first if the system may have more control states than an invariant: it looks at the participants one
    /// by one, while most of the others enumerate what they can do together.
    pub(crate) fn by_few(&self) -> Option<Found> {
        let is_large = self.configurations.may_be_large();
        let impossible = || self.by_impossibility(EngineName::Safety, Statistics::default());
        if let Some(found) = is_large.then(|| impossible().or_else(|| self.by_counting())).flatten()
        {
            return Some(found);
        }
        if let Some(found) = self.by_few_configurations() {
            return Some(found);
        }
        if let Some(found) = (!is_large).then(impossible).flatten() {
            return Some(found);
        }
        let cheap = self.by_invariant(0).or_else(|| self.by_persistent_sets());
        if let Some(found) = cheap.or_else(|| (!is_large).then(|| self.by_counting()).flatten()) {
            return Some(found);
        }
        if self.configurations.are_infinite(self.control) {
            let sample = self.by_explored(&self.configurations.explored(self.control));
            if !sample.0.is_open() {
                return Some(sample);
            }
        }
        if let Some(found) = (1..ROUNDS.len()).find_map(|round| self.by_invariant(round)) {
            return Some(found);
        }
        let is_simple = |channel: &Channel| channel.lossy || channel.kind == ChannelKind::Bag;
        let is_simple = self.configurations.system().channels().iter().any(is_simple);
        is_simple.then(|| self.backwards()).flatten()
    }

    /// Returns the answer that no combination of what the participants can do alone violates the property, if that is so, as
    /// one of the procedure with this name and these statistics.
    pub(crate) fn by_impossibility(
        &self,
        engine: EngineName,
        statistics: Statistics,
    ) -> Option<Found> {
        let BadSet::Violations(property) = self.bad else { return None };
        if is_impossible(self.configurations.system(), property) != Ok(true) {
            return None;
        }
        // There is no form of certificates for branching properties.
        let wanted = if property.is_linear() { self.wanted } else { EvidenceRequest::Answer };
        Some(impossible(engine, statistics, wanted))
    }

    /// Returns the answer that explored configurations give.
    pub(crate) fn by_explored(&self, explored: &Explored<'a>) -> Found {
        let found = (self.by_configurations)(explored);
        if found.0.is_open() {
            self.left_open(found.0.engine, &[], found.0.statistics.states);
        }
        found
    }

    /// Records that a procedure has left the question open.
    fn left_open(&self, engine: EngineName, parameters: &[(&'static str, u64)], states: u64) {
        let parameters = parameters.to_vec();
        self.tried.borrow_mut().push(Tried { engine, parameters, states });
    }

    /// Returns the answer that an invariant of the round with an index gives, if it does.
    fn by_invariant(&self, round: usize) -> Option<Found> {
        let found = self.configurations.excluded(self.bad, round, self.wanted, self.control);
        if found.is_none() {
            let Round { precision, delay } = ROUNDS[round];
            let parameters = [("precision", precision as u64), ("delay", u64::from(delay))];
            let states = self.configurations.control_states(round);
            self.left_open(EngineName::Invariant, &parameters, states);
        }
        found
    }

    /// Returns the answer that persistent sets give, if they do and were not tried before.
    fn by_persistent_sets(&self) -> Option<Found> {
        let BadSet::Violations(SafetyProperty::Linear(property)) = self.bad else { return None };
        let engine = EngineName::Persistent;
        if self.tried.borrow().iter().any(|tried| tried.engine == engine) {
            return None;
        }
        let system = self.configurations.system();
        let most = self.control.max_states.map_or(PERSISTENT, |most| most.min(PERSISTENT));
        match persistent::search(system, property, most, self.control) {
            persistent::Outcome::Holds(space) => {
                let configurations = space.configurations() as u64;
                let reduced = space.reduced() as u64;
                let statistics = Statistics { states: configurations, ..Statistics::default() };
                let certificate = self.wants_certificate().then(|| space.certificate(self.control));
                let ground = Justification::Persistent { configurations, reduced };
                let answer = Answer::new(Outcome::Holds(ground), engine, statistics);
                Some((answer, certificate.flatten()))
            }
            persistent::Outcome::Violated { initial, steps } => {
                Some(self.violated(engine, (initial, steps)))
            }
            persistent::Outcome::Open(limit) => self.cut(engine, limit, most),
        }
    }

    /// Returns the answer that the search backwards gives, if it does.
    fn backwards(&self) -> Option<Found> {
        let target = self.target()?;
        let system = self.configurations.system();
        let engine = EngineName::Backward;
        match backward::search(system, target, ELEMENTS, self.control) {
            Ok(backward::Outcome::Holds(set)) => {
                let elements = set.least.len() as u64;
                let statistics = Statistics { states: elements, ..Statistics::default() };
                let certificate =
                    self.wants_certificate().then(|| Certificate::Upward(Arc::new(set)));
                let outcome = Outcome::Holds(Justification::Backward { elements });
                Some((Answer::new(outcome, engine, statistics), certificate))
            }
            Ok(backward::Outcome::Violated { initial, steps }) => {
                Some(self.violated(engine, (initial, steps)))
            }
            Ok(backward::Outcome::Open) => {
                self.left_open(engine, &[], 0);
                None
            }
            Err(limit) => self.cut(engine, limit, ELEMENTS as u64),
        }
    }

    /// Returns the answer that counting messages gives, if it does.
    fn by_counting(&self) -> Option<Found> {
        let target = self.target()?;
        let engine = EngineName::Linear;
        match linear::excludes(self.configurations.system(), target, self.control) {
            Ok(Some(invariants)) => {
                let count = invariants.len() as u64;
                let outcome = Outcome::Holds(Justification::Linear { invariants: count });
                let statistics = Statistics { states: count, ..Statistics::default() };
                let certificate =
                    self.wants_certificate().then(|| Certificate::Linear(invariants.into()));
                Some((Answer::new(outcome, engine, statistics), certificate))
            }
            Ok(None) => {
                self.left_open(engine, &[], 0);
                None
            }
            Err(limit) => self.cut(engine, limit, 0),
        }
    }

    fn target(&self) -> Option<Target<'_>> {
        match self.bad {
            BadSet::Violations(SafetyProperty::Linear(one)) => Some(Target::Violations(one)),
            BadSet::Violations(_) => None,
            BadSet::Configurations(bad) => Some(Target::Configurations(bad)),
        }
    }

    fn wants_certificate(&self) -> bool {
        self.wanted == EvidenceRequest::Certificate
    }

    fn violated(&self, engine: EngineName, run: Run) -> Found {
        let statistics = Statistics { depth: run.1.len() as u64, ..Statistics::default() };
        let outcome = Outcome::Violated(Box::new((self.replay)(run)));
        (Answer::new(outcome, engine, statistics), None)
    }

    /// Returns the answer of a search that a limit ended, unless others may still decide.
    fn cut(&self, engine: EngineName, limit: Limit, most: u64) -> Option<Found> {
        if matches!(limit, Limit::States | Limit::Memory) {
            self.left_open(engine, &[], most);
            return None;
        }
        let outcome = Outcome::Unknown(UnknownReason::Limit(limit));
        Some((Answer::new(outcome, engine, Statistics::default()), None))
    }

    /// Asks by the configurations with few messages in each channel, then with more; the answer is of the last bound
    /// within which all were explored, or of the first one.
    fn by_bounds(&self) -> Found {
        let mut widest = None;
        for bound in BOUNDS {
            let explored = self.configurations.bounded(bound, self.control);
            let found = (self.by_configurations)(&explored);
            if !found.0.is_open() {
                return found;
            }
            let states = found.0.statistics.states;
            self.left_open(EngineName::Bounded, &[("messages", bound as u64)], states);
            if !has_bound(&found) {
                // Too many configurations: there are more with a larger bound.
                return widest.unwrap_or(found);
            }
            widest = Some(found);
        }
        widest.expect("there is a bound")
    }
}

/// Returns the answer that nothing bad is reached since a participant or a channel alone cannot reach its part of it.
pub(super) fn impossible(
    engine: EngineName,
    statistics: Statistics,
    wanted: EvidenceRequest,
) -> Found {
    let outcome = Outcome::Holds(Justification::Impossible);
    let certificate = (wanted == EvidenceRequest::Certificate)
        .then(|| ExplicitCertificate::of_impossibility().into());
    (Answer::new(outcome, engine, statistics), certificate)
}

/// Returns `true` if the answer is that the property is violated.
fn is_violated(found: &Found) -> bool {
    matches!(found.0.outcome, Outcome::Violated(_))
}

/// Returns `true` if an answer is open although all configurations within a bound were explored.
fn has_bound(found: &Found) -> bool {
    let bounded =
        |why: &UnknownReason| matches!(why, UnknownReason::Undecided { bound: Some(_), .. });
    matches!(&found.0.outcome, Outcome::Unknown(why) if bounded(why))
}
