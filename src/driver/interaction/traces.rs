//! Enumeration and random generation of traces of an interaction.

use kernel::automata::{FiniteAutomaton, RandomWords, SymbolId, WordsOfLength};
use kernel::base::{Control, Id as _, Limit, Random};
use model::interaction::{Interaction, Refusal, RewriteRules, Synthesis, synthesise, unfold};
use model::trace::{Letter, LetterId};

/// Maximum number of letters of traces if there is no finite automaton and the length gives no bound.
const DEPTH: usize = 12;

/// Maximum number of states of the automaton from which traces are generated.
const MAX_STATES: u64 = 100_000;

/// Kinds of traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceKind {
    /// Words of the interaction, up to the length.
    Accepted,
    /// Prefixes of words, of exactly the length.
    Exact,
    /// Words, and prefixes of words whose length is a multiple of the length.
    Modulo,
}

/// Options of traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceOptions {
    /// The kind of traces.
    pub kind: TraceKind,
    /// The length; above 0 for [`TraceKind::Modulo`].
    pub length: usize,
    /// Maximum number of traces.
    pub count: usize,
    /// Seed of random traces; `None` lists traces in order.
    pub seed: Option<u64>,
}

/// Generated traces of an interaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedTraces {
    /// The traces.
    pub traces: Vec<Vec<Letter>>,
    /// Whether there are more traces than were asked for.
    pub are_more: bool,
}

/// Automata of the words of an interaction and of their prefixes.
struct Automata {
    words: FiniteAutomaton,
    beginnings: FiniteAutomaton,
}

/// Returns traces of an interaction.
///
/// # Errors
/// If a limit is reached.
pub fn traces(
    interaction: &Interaction,
    options: &TraceOptions,
    control: &Control,
) -> Result<GeneratedTraces, Limit> {
    let &TraceOptions { kind, length, count, seed } = options;
    let depth = match kind {
        TraceKind::Accepted | TraceKind::Exact => length,
        TraceKind::Modulo => length.max(DEPTH / length * length),
    };
    // Words up to a length need the steps of terms up to that depth only; prefixes of words are decided by the
    // automaton.
    let unfolded = |control| unfold(interaction, RewriteRules::full(), depth, control);
    let made = match kind {
        TraceKind::Accepted => unfolded(control)?,
        TraceKind::Exact | TraceKind::Modulo => {
            let max_states = control.max_states.unwrap_or(MAX_STATES).min(MAX_STATES);
            let deadline = control.deadline;
            let patient =
                Control { max_states: Some(max_states), deadline, ..Control::unlimited() };
            match synthesise(interaction, &Synthesis::default(), &patient) {
                Ok(made) => made,
                Err(
                    Refusal::Unbounded(..) | Refusal::TooMany(_) | Refusal::Limit(Limit::States),
                ) => unfolded(control)?,
                Err(Refusal::Limit(limit)) => return Err(limit),
            }
        }
    };
    let automata =
        Automata { words: made.automaton.trimmed(), beginnings: made.automaton.all_accepting() };
    let mut words = match seed {
        Some(seed) => drawn(&automata, options, seed),
        None => in_order(&automata, kind, length, count.saturating_add(1)),
    };
    let are_more = seed.is_none() && words.len() > count;
    if are_more {
        words.truncate(count);
    }
    let letter =
        |symbol: &SymbolId| made.letters().letter(LetterId::from_index(symbol.index())).clone();
    let traces = words.iter().map(|word| word.iter().map(letter).collect()).collect();
    Ok(GeneratedTraces { traces, are_more })
}

/// Returns all traces of the kind, the shorter ones first.
fn in_order(
    Automata { words, beginnings }: &Automata,
    kind: TraceKind,
    length: usize,
    count: usize,
) -> Vec<Vec<SymbolId>> {
    let of_length = |length| WordsOfLength::new(words, length);
    match kind {
        TraceKind::Accepted => (0..=length).flat_map(of_length).take(count).collect(),
        TraceKind::Exact => WordsOfLength::new(beginnings, length).take(count).collect(),
        TraceKind::Modulo => {
            let mut traces: Vec<Vec<SymbolId>> = Vec::new();
            for long in 0_usize.. {
                let is_multiple = long > 0 && long.is_multiple_of(length);
                let automaton = if is_multiple { beginnings } else { words };
                let before = traces.len();
                traces.extend(WordsOfLength::new(automaton, long).take(count - before));
                // If no prefix has this length, none is longer.
                if traces.len() == count || (is_multiple && traces.len() == before) {
                    break;
                }
            }
            traces
        }
    }
}

/// Returns random traces of the kind.
fn drawn(automata: &Automata, options: &TraceOptions, seed: u64) -> Vec<Vec<SymbolId>> {
    let (kind, length) = (options.kind, options.length);
    let mut random = Random::new(seed);
    let mut words = RandomWords::new(&automata.words);
    let mut beginnings = RandomWords::new(&automata.beginnings);
    // For each trace: whether it is a whole word, and its length.
    let lengths: Vec<(bool, usize)> = match kind {
        TraceKind::Accepted => (0..=length).map(|length| (true, length)).collect(),
        TraceKind::Exact => vec![(false, length)],
        TraceKind::Modulo => (0..=DEPTH * length)
            .map(|long| (long == 0 || !long.is_multiple_of(length), long))
            .collect(),
    };
    let mut of = |(is_word, length): (bool, usize), random: &mut Random| {
        let source = if is_word { &mut words } else { &mut beginnings };
        source.word_of_length(length, random)
    };
    let possible: Vec<(bool, usize)> =
        lengths.into_iter().filter(|&each| of(each, &mut random).is_some()).collect();
    if possible.is_empty() {
        return Vec::new();
    }
    let mut drawn = Vec::with_capacity(options.count.min(1 << 16));
    for _ in 0..options.count {
        let each = possible[random.between(0, possible.len() - 1)];
        drawn.extend(of(each, &mut random));
    }
    drawn
}
