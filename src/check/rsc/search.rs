//! Searches over the RSC executions of a system, with additional fields of a check.

use std::marker::PhantomData;

use super::run::{Run, RunBuilder};
use super::space::{CommunicationStep, RscSpace};
use kernel::base::{Control, Limit, RecordLayout, Words, with_words};
use kernel::search::{Exploration, Finding, Statistics, shortest_accepting_path};
use kernel::transition_system::{Automaton, Path, TransitionSystem};
use model::cfsm::System;
use model::evidence::{EvidenceRequest, ExplicitCertificate, StateTexts, StateWriter};

/// An automaton whose accepted paths are RSC executions: its states are those of the RSC automaton, followed
/// by fields of a check, in words of any type they fit into.
pub(crate) trait RscProduct: Sync {
    /// Returns the fields of the RSC automaton, and the layout of a state.
    fn fields(&self) -> (&RscSpace, RecordLayout);

    /// Returns the initial states, in a fixed order.
    fn initial_states<W: Words>(&self) -> impl Iterator<Item = W> {
        let (space, layout) = self.fields();
        space.initial_states(layout)
    }

    /// Emits the successors of `state`, in a fixed order.
    fn successors<W: Words>(&self, state: &W, emit: &mut impl FnMut(CommunicationStep, W));

    /// Returns `true` if paths to `state` are accepted.
    fn is_accepting(&self, state: &[u64]) -> bool;

    /// Appends to `run`, whose communications lead to the accepting state `end`, the steps after them.
    fn end_run(&self, end: &[u64], run: &mut RunBuilder<'_>);

    /// Writes the fields of a state of a certificate besides the control states.
    fn write(&self, state: &[u64], writer: &mut StateWriter<'_>);

    /// Returns the certificate that consists of `states`.
    fn certificate(&self, states: StateTexts) -> ExplicitCertificate {
        ExplicitCertificate::over_rsc_executions(states)
    }
}

/// Result of a search of the RSC executions.
pub(crate) enum RunFinding {
    /// An accepted run with the fewest communications.
    Run(Run),
    /// There is no accepted run; with the certificate of it, if it was requested.
    Nothing(Option<ExplicitCertificate>),
    /// A limit was reached first.
    Cut(Limit),
}

impl RunFinding {
    /// Returns the result of a search, with the path expanded to a run.
    pub(crate) fn new<S, L>(
        finding: Finding<S, L>,
        to_run: impl FnOnce(Path<S, L>) -> Run,
        certify: impl FnOnce() -> Option<ExplicitCertificate>,
    ) -> Self {
        match finding {
            Finding::Path(path) => Self::Run(to_run(path)),
            Finding::Nothing => Self::Nothing(certify()),
            Finding::Cut(limit) => Self::Cut(limit),
        }
    }
}

/// Searches `product`, an automaton for `system`, for an accepted run with the fewest communications.
pub(crate) fn search(
    system: &System,
    product: &impl RscProduct,
    wanted: EvidenceRequest,
    control: &Control,
) -> (RunFinding, Statistics) {
    with_words!(product.fields().1.words(), W => search_packed::<_, W>(system, product, wanted, control))
}

fn search_packed<N: RscProduct, W: Words>(
    system: &System,
    product: &N,
    wanted: EvidenceRequest,
    control: &Control,
) -> (RunFinding, Statistics) {
    let packed = PackedProduct { product, words: PhantomData::<fn() -> W> };
    let Exploration { finding, statistics, states } = shortest_accepting_path(&packed, control);
    let (space, _) = product.fields();
    let to_run = |path: Path<W, CommunicationStep>| {
        let mut run = RunBuilder::new(system, space.controls(path.initial.as_ref()));
        path.steps.iter().for_each(|&(communication, _)| run.communicate(communication));
        product.end_run(path.last().as_ref(), &mut run);
        run.finish()
    };
    let certify = || {
        if wanted == EvidenceRequest::Answer {
            return None;
        }
        let texts = StateWriter::new(system, control).all(&states, |writer, state| {
            let state = state.as_ref();
            writer.locals(space.controls(state));
            product.write(state, writer);
        });
        texts.map(|texts| product.certificate(texts))
    };
    (RunFinding::new(finding, to_run, certify), statistics)
}

/// The automaton with its states in words of one type.
struct PackedProduct<'a, N, W> {
    product: &'a N,
    words: PhantomData<fn() -> W>,
}

impl<N: RscProduct, W: Words> TransitionSystem for PackedProduct<'_, N, W> {
    type State = W;
    type Label = CommunicationStep;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = W> {
        self.product.initial_states()
    }

    fn successors(&self, state: &W, (): &mut (), emit: &mut impl FnMut(CommunicationStep, W)) {
        self.product.successors(state, emit);
    }

    fn heap_bytes(&self, state: &W) -> usize {
        state.heap_bytes()
    }
}

impl<N: RscProduct, W: Words> Automaton for PackedProduct<'_, N, W> {
    fn is_accepting(&self, state: &W) -> bool {
        self.product.is_accepting(state.as_ref())
    }
}
