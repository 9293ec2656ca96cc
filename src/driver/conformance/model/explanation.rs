//! Explanations of answers: how far traces can be read together, conflicting locations, violated invariants.

use std::time::Instant;

use super::engines::Engine;
use super::explainer::{Explainer, Reached};
use super::global_model::GlobalModel;
use super::plan::Plan;
use crate::Host;
use check::conformance::{Answer, Fault, Invariant, Question};
use kernel::base::Limit;
use language::log::Session;
use model::trace::{LetterId, LocalLetterId, LocationId};

/// An explanation of an answer, as far as it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The reasons.
    pub reasons: Reasons,
    /// The limit that cut the explanation short, if one did.
    pub cut: Option<Limit>,
}

/// Reasons for an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Reasons {
    /// For a positive answer: a run with these observations, if one was found.
    Run(Option<Vec<LetterId>>),
    /// For a negative answer: the reasons why the multitrace does not conform.
    Refusal(Box<Refusal>),
}

/// Reasons why a multitrace does not conform.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// An invariant that the traces violate; computed only if no location is wrong by itself.
    pub invariant: Option<Invariant>,
    /// A minimal set of locations in conflict, if it was found; computed only if no location is wrong by itself.
    pub conflict: Option<Vec<LocationId>>,
    /// The furthest point up to which the traces can be read together, if it was found.
    pub furthest: Option<FurthestPoint>,
}

/// The furthest point up to which traces can be read together.
#[derive(Clone, PartialEq, Debug)]
pub struct FurthestPoint {
    /// The point, and the letters that may follow.
    pub reached: Reached,
    /// A word that leads to the point, if one was found.
    pub word: Vec<LetterId>,
    /// The letters that may come next, if they are known, as text, each with its file and line.
    pub next: Vec<(String, String)>,
}

/// Explains the answers about sessions, on the main thread.
#[derive(Debug)]
pub struct SessionExplainer<'a> {
    engine: Engine,
    plan: Plan<'a>,
    /// Moment at which the time for the logs is over.
    deadline: Option<Instant>,
}

impl<'a> SessionExplainer<'a> {
    /// Returns an explainer of an engine's answers until `deadline`.
    pub fn new(engine: &Engine, plan: Plan<'a>, deadline: Option<Instant>) -> Self {
        Self { engine: engine.clone(), plan, deadline }
    }

    /// Explains an answer about a session.
    pub fn explain(&mut self, host: &dyn Host, session: &Session, answer: &Answer) -> Explanation {
        let deadline = self.plan.session_deadline(self.deadline);
        let mut explainer = Explainer::new(&mut self.engine, host, 0, deadline);
        explain(&mut explainer, &self.plan, &session.traces, answer)
    }
}

/// Explains an answer to the question of a plan about traces.
pub(in crate::conformance) fn explain(
    explainer: &mut Explainer<'_>,
    plan: &Plan<'_>,
    traces: &[Vec<LocalLetterId>],
    answer: &Answer,
) -> Explanation {
    let (model, question) = (plan.model, plan.question.unwrap_or(Question::Accept));
    let mut cut = None;
    let reasons = if answer.verdict == Ok(true) {
        Reasons::Run(unless_cut(&mut cut, explainer.run(traces, question)).flatten())
    } else {
        let is_local = matches!(answer.fault, Some(Fault::Local(_)));
        Reasons::Refusal(Box::new(refusal(explainer, model, traces, question, is_local, &mut cut)))
    };
    Explanation { reasons, cut }
}

fn refusal(
    explainer: &mut Explainer<'_>,
    model: &GlobalModel,
    traces: &[Vec<LocalLetterId>],
    question: Question,
    is_local: bool,
    cut: &mut Option<Limit>,
) -> Refusal {
    let counts = question == Question::Accept && !is_local;
    let invariant = counts.then(|| explainer.broken_invariant(traces)).flatten();
    let conflict =
        if is_local { None } else { unless_cut(cut, explainer.conflict(traces, question)) };
    let reached = unless_cut(cut, explainer.furthest(traces, question));
    let furthest = reached.map(|reached| {
        let word = unless_cut(cut, word_to(explainer, traces, question, &reached)).flatten();
        let next = word.as_deref().map(|word| model.places(word, explainer.control()));
        let next = next.and_then(|next| unless_cut(cut, next)).unwrap_or_default();
        FurthestPoint { reached, word: word.unwrap_or_default(), next }
    });
    Refusal { invariant, conflict, furthest }
}

/// Records the first limit that ended a search, if one did.
fn unless_cut<T>(cut: &mut Option<Limit>, found: Result<T, Limit>) -> Option<T> {
    found.map_err(|limit| cut.get_or_insert(limit)).ok()
}

/// Returns a word that leads to the furthest point.
fn word_to(
    explainer: &mut Explainer<'_>,
    traces: &[Vec<LocalLetterId>],
    question: Question,
    furthest: &Reached,
) -> Result<Option<Vec<LetterId>>, Limit> {
    let cut = traces.iter().zip(&furthest.positions);
    let cut: Vec<Vec<LocalLetterId>> = cut.map(|(trace, &at)| trace[..at].to_vec()).collect();
    explainer.run(&cut, question.max(Question::GlobalPrefix))
}
