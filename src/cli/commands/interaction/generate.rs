//! `interaction generate`: traces of an interaction.

use std::ffi::OsStr;

use super::{limit_words, put};
use crate::cli::commands::draw::no_answer;
use crate::cli::interaction_args::{TraceArguments, TraceKind};
use crate::cli::interactions::single;
use crate::cli::output::{Failure, tell};
use crate::cli::watch::Watch;
use scm_check::kernel::automata::{FiniteAutomaton, RandomWords, SymbolId, WordsOfLength};
use scm_check::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::kernel::verdict::{Reason, Standing};
use scm_check::model::interaction::{Interaction, Laws, Refusal, Synthesis, synthesise, unfold};
use scm_check::model::trace::LetterId;

/// Where there is no finite automaton, and the length says no bound, traces have at most so many letters.
const DEEP: usize = 12;

/// An automaton of more states is not made for traces.
const PATIENCE: u64 = 100_000;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is no such interaction, or the output cannot be written.
pub(super) fn run(arguments: &TraceArguments, watch: &Watch) -> Result<u8, Failure> {
    let file = match arguments.file.as_slice() {
        [what, file] if what == OsStr::new("traces") => file,
        [file] => file,
        [_, second, ..] => {
            let second = second.display();
            return Err(Failure::Usage(format!("`{second}` is one word too many; name one file")));
        }
        [] => return Err(Failure::Usage("which interaction? name a file".to_owned())),
    };
    if arguments.kind == TraceKind::Modulo && arguments.length == 0 {
        return Err(Failure::Usage("--kind modulo needs a --length above 0".to_owned()));
    }
    let output = &arguments.output;
    let (inputs, loaded, model) = single(file, &arguments.reading, output.color)?;
    let Some((_, interaction)) = model else { return Ok(Standing::Refused.exit_code()) };
    let traces = match traces(&interaction, arguments, &watch.control(arguments.limits.max_states))
    {
        Ok(traces) => traces,
        Err(limit) => {
            let (reason, why) = (Reason::from(limit), limit_words(limit));
            return Ok(no_answer(
                &loaded.name,
                reason.word(),
                "nothing generated",
                why,
                output.color,
            ));
        }
    };
    put(&traces, output, &inputs)
}

/// Returns traces, one a line.
fn traces(
    interaction: &Interaction,
    arguments: &TraceArguments,
    control: &Control,
) -> Result<String, Limit> {
    let (kind, length) = (arguments.kind, arguments.length);
    let depth = match kind {
        TraceKind::Accepted | TraceKind::Exact => length,
        TraceKind::Modulo => length.max(DEEP / length * length),
    };
    // Words up to a length need the steps of terms that deep only; whether something is the beginning of a
    // word, the automaton knows best.
    let unfolded = |control| unfold(interaction, Laws::full(), depth, control);
    let made = match kind {
        TraceKind::Accepted => unfolded(control)?,
        TraceKind::Exact | TraceKind::Modulo => {
            let most = control.max_states.unwrap_or(PATIENCE).min(PATIENCE);
            let deadline = control.deadline;
            let patient = Control { max_states: Some(most), deadline, ..Control::unlimited() };
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
    let mut text = String::new();
    let mut put = |word: &[SymbolId]| {
        let letter = |symbol: &SymbolId| {
            let letter = LetterId::from_index(symbol.index());
            made.letters().letter(letter).text(&interaction.signature)
        };
        let letters: Vec<String> = word.iter().map(letter).collect();
        // An empty line would be no trace.
        text += &if letters.is_empty() { "{}".to_owned() } else { letters.join(".") };
        text.push('\n');
    };
    let mut words = match arguments.seed {
        Some(seed) => drawn(&automata, arguments, seed),
        None => in_order(&automata, kind, length, arguments.count.saturating_add(1)),
    };
    if arguments.seed.is_none() && words.len() > arguments.count {
        words.truncate(arguments.count);
        let note = format!("note: there are more than these {}; see --count\n", arguments.count);
        tell(arguments.output.color, &note);
    }
    for word in words {
        put(&word);
    }
    Ok(text)
}

/// The automata of the words of an interaction, and of their beginnings.
struct Automata {
    words: FiniteAutomaton,
    beginnings: FiniteAutomaton,
}

/// Returns all traces that the kind asks for, the shorter ones first.
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
                // Without a beginning of a length there is none that is longer.
                if traces.len() == count || (is_multiple && traces.len() == before) {
                    break;
                }
            }
            traces
        }
    }
}

/// Returns random traces of those that the kind asks for.
fn drawn(automata: &Automata, arguments: &TraceArguments, seed: u64) -> Vec<Vec<SymbolId>> {
    let (kind, length) = (arguments.kind, arguments.length);
    let mut random = Random::new(seed);
    let mut words = RandomWords::new(&automata.words);
    let mut beginnings = RandomWords::new(&automata.beginnings);
    // Whether they are whole words, and their lengths.
    let lengths: Vec<(bool, usize)> = match kind {
        TraceKind::Accepted => (0..=length).map(|length| (true, length)).collect(),
        TraceKind::Exact => vec![(false, length)],
        TraceKind::Modulo => (0..=DEEP * length)
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
    let mut drawn = Vec::with_capacity(arguments.count.min(1 << 16));
    for _ in 0..arguments.count {
        let each = possible[random.between(0, possible.len() - 1)];
        drawn.extend(of(each, &mut random));
    }
    drawn
}
