//! Generation of multitraces of a kind from the words of a model.

use super::engines::Engine;
use super::global_model::{Behaviour, GlobalModel};
use check::conformance::{Fault, Procedure, Question};
use kernel::automata::FiniteAutomaton;
use kernel::base::{Control, Random};
use model::generate::{Mutation, RandomMultitraces, mixed, mutate};
use model::interaction::{RewriteRules, unfold};
use model::trace::LocalLetterId;

/// Maximum number of draws for each requested multitrace, where not all draws are of the kind.
const TRIES: usize = 200;

/// Maximum difference between the length of a word and the requested length.
const AROUND: usize = 200;

/// Maximum number of configurations that are stored to determine the kind of a multitrace.
const MAX_STATES: u64 = 1_000_000;

/// The traces of a multitrace, in the order of the locations.
pub type GeneratedMultitraces = Vec<Vec<LocalLetterId>>;

/// Kinds of multitraces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MultitraceKind {
    /// The observation of one word at all locations.
    Pass,
    /// Changed so that some trace is wrong by itself.
    Local,
    /// Combined from several words, or changed: no run goes through what all traces allow.
    Inter,
    /// Combined from several words, or changed: no run has these observations although each trace is right by itself.
    Central,
    /// The observation of a word, changed.
    Changed(Mutation),
}

/// Options for the generation of multitraces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GenerationOptions {
    /// The kind.
    pub kind: MultitraceKind,
    /// The number of multitraces.
    pub count: usize,
    /// Length of the words in letters; if there is none of that length, the next longer, then the next shorter length
    /// is used.
    pub length: usize,
}

/// Error: the model has too many words to draw from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the interaction has too many words of that length to draw from")]
pub struct TooManyWords;

/// Draws multitraces from the words of a model, as observed by an engine, until there are enough of the kind or the
/// number of attempts is used up.
///
/// # Errors
/// If the model has no automaton, and the automaton of its words up to the length is too large.
pub fn multitraces_of_words(
    model: &GlobalModel,
    engine: &mut Engine,
    options: GenerationOptions,
    random: &mut Random,
) -> Result<Vec<GeneratedMultitraces>, TooManyWords> {
    let automaton = automaton(model, options.length)?;
    let alphabet = engine.alphabet().clone();
    let mut source = RandomMultitraces::new(&automaton, &alphabet);
    let length = options.length;
    let mut draw = |random: &mut Random| match options.kind {
        MultitraceKind::Inter | MultitraceKind::Central => {
            // Multitraces of words of different lengths are likely to violate counting invariants.
            let other = random.below(length / 2 + 2);
            let other = length.saturating_sub(other);
            let one = near(length, |length| source.accepted(length, random))?;
            let other = near(other, |length| source.accepted(length, random))?;
            Some(mixed(one, other, random))
        }
        _ => near(length, |length| source.accepted(length, random)),
    };
    Ok(gathered(&mut draw, engine, options, random))
}

/// Changes a multitrace until there are enough of the kind or the number of attempts is used up.
pub fn changed_multitraces(
    traces: &GeneratedMultitraces,
    engine: &mut Engine,
    options: GenerationOptions,
    random: &mut Random,
) -> Vec<GeneratedMultitraces> {
    gathered(&mut |_: &mut Random| Some(traces.clone()), engine, options, random)
}

/// Returns the automaton of a model; if there is none, that of its words up to a length.
fn automaton(model: &GlobalModel, length: usize) -> Result<FiniteAutomaton, TooManyWords> {
    match (&model.behaviour, model.interaction()) {
        (Behaviour::Automaton { automaton, .. }, _) => Ok(automaton.clone()),
        (Behaviour::Term { .. }, Some(interaction)) => {
            let control = Control { max_states: Some(MAX_STATES), ..Control::unlimited() };
            let unfolded = unfold(interaction, RewriteRules::full(), length, &control);
            unfolded.map(|it| it.automaton).map_err(|_| TooManyWords)
        }
        (Behaviour::Term { .. }, None) => unreachable!("terms are of interactions"),
    }
}

/// Tries `length`, then the nearest longer and shorter lengths.
fn near(
    length: usize,
    mut draw: impl FnMut(usize) -> Option<GeneratedMultitraces>,
) -> Option<GeneratedMultitraces> {
    let longer = length..=length + AROUND;
    let shorter = (0..length).rev().take(AROUND);
    longer.chain(shorter).find_map(&mut draw)
}

fn gathered(
    draw: &mut dyn FnMut(&mut Random) -> Option<GeneratedMultitraces>,
    engine: &mut Engine,
    options: GenerationOptions,
    random: &mut Random,
) -> Vec<GeneratedMultitraces> {
    let GenerationOptions { kind, count, .. } = options;
    let alphabet = engine.alphabet().clone();
    let control = Control { max_states: Some(MAX_STATES), ..Control::unlimited() };
    let mut all = Vec::new();
    for _ in 0..TRIES.saturating_mul(count) {
        if all.len() == count {
            break;
        }
        let Some(mut traces) = draw(random) else { break };
        if let Some(mutation) = mutation(kind, random) {
            mutate(&mut traces, &alphabet, mutation, random);
        }
        let mut fault =
            || engine.check(&traces, Some(Question::Accept), Procedure::Auto, &control).fault;
        let is_meant = match kind {
            MultitraceKind::Local => matches!(fault(), Some(Fault::Local(_))),
            MultitraceKind::Inter => fault() == Some(Fault::Inter),
            MultitraceKind::Central => fault() == Some(Fault::Central),
            _ => true,
        };
        if is_meant {
            all.push(traces);
        }
    }
    all
}

/// Returns the change that gives a multitrace of a kind, if there is one.
fn mutation(kind: MultitraceKind, random: &mut Random) -> Option<Mutation> {
    match kind {
        MultitraceKind::Pass => None,
        MultitraceKind::Inter | MultitraceKind::Central if random.percent(50) => None,
        MultitraceKind::Local | MultitraceKind::Inter | MultitraceKind::Central => {
            random.choose(&[Mutation::Swap, Mutation::Noise, Mutation::Remove])
        }
        MultitraceKind::Changed(mutation) => Some(mutation),
    }
}
