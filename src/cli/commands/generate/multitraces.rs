//! `generate multitraces`: what locations see of words, whole or cut or changed.

use std::ffi::OsStr;

use clap::ValueEnum as _;

use super::put_file;
use crate::cli::conformance::global_model;
use crate::cli::feed;
use crate::cli::generate_args::{MultitraceArguments, MultitraceForm, MultitraceKind};
use crate::cli::input::{Naming, only};
use crate::cli::models::{Manner, load_as};
use crate::cli::option_groups::Colour;
use crate::cli::output::{Failure, Output, tell};
use scm_check::check::conformance::{Fault, Procedure, Question};
use scm_check::driver::conformance::{Behaviour, Engine, Engines, GlobalModel, WrittenMultitrace};
use scm_check::kernel::automata::FiniteAutomaton;
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::{Reason, Standing, Verdict};
use scm_check::language::log::{Elements, Printer, Written};
use scm_check::language::multitrace::print_texts;
use scm_check::model::generate::{Mutation, RandomMultitraces, mixed, mutate};
use scm_check::model::interaction::{Laws, unfold};
use scm_check::model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// So many multitraces are drawn for each that is asked for, where not all are of the kind.
const TRIES: usize = 200;

/// A word may be so many letters longer or shorter than was asked.
const AROUND: usize = 200;

/// So many configurations are stored to find the kind of a multitrace.
const MOST: u64 = 1_000_000;

type Traces = Vec<Vec<LocalLetterId>>;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn run(arguments: &MultitraceArguments) -> Result<u8, Failure> {
    if arguments.from.is_some() && arguments.kind == MultitraceKind::Pass {
        let why = "--from changes a multitrace; --kind pass would leave it as it is, right or not";
        return Err(Failure::Usage(why.to_owned()));
    }
    let control = Control::unlimited();
    let colour = arguments.output.color;
    let Some(model) = global_model(&arguments.model, colour, Naming::Path, &control)? else {
        return Ok(Standing::Refused.exit_code());
    };
    let mut engines = Engines::new(&model, Procedure::Auto);
    let mut random = Random::new(arguments.seed);
    let (drawn, alphabet) = match &arguments.from {
        Some(file) => {
            let Some((engine, traces)) = given(file, &model, &mut engines, colour)? else {
                return Ok(Standing::Refused.exit_code());
            };
            let mut draw = |_: MultitraceKind, _: &mut Random| Some(traces.clone());
            (gathered(&mut draw, arguments, engine, &mut random), engine.alphabet().clone())
        }
        None => {
            let automaton = automaton(&model, arguments.length, &control)?;
            let engine = engines.base();
            let alphabet = engine.alphabet().clone();
            let mut source = RandomMultitraces::new(&automaton, &alphabet);
            let mut draw = |kind, random: &mut Random| match kind {
                MultitraceKind::Inter | MultitraceKind::Central => {
                    // Words of different lengths differ in what they count.
                    let other = random.below(arguments.length / 2 + 2);
                    let other = arguments.length.saturating_sub(other);
                    let one = near(arguments.length, |length| source.accepted(length, random))?;
                    let other = near(other, |length| source.accepted(length, random))?;
                    Some(mixed(one, other, random))
                }
                _ => near(arguments.length, |length| source.accepted(length, random)),
            };
            (gathered(&mut draw, arguments, engine, &mut random), alphabet)
        }
    };
    put(&drawn, &alphabet, model.signature().is_some(), arguments)?;
    if drawn.len() < arguments.count {
        let text = format!(
            "only {} of {} multitraces of this kind were found; try another --length or --seed\n",
            drawn.len(),
            arguments.count
        );
        tell(colour, &text);
        return Ok(Standing::of(Verdict::Unknown(Reason::Bound), None).exit_code());
    }
    Ok(0)
}

/// Returns the automaton of a model; where there is none, that of its words up to a length.
fn automaton(
    model: &GlobalModel,
    length: usize,
    control: &Control,
) -> Result<FiniteAutomaton, Failure> {
    match (&model.behaviour, model.interaction()) {
        (Behaviour::Automaton { automaton, .. }, _) => Ok(automaton.clone()),
        (Behaviour::Term { .. }, Some(interaction)) => {
            let control = Control { max_states: Some(MOST), ..control_of(control) };
            let made = unfold(interaction, Laws::full(), length, &control).map_err(|_| {
                let why = "the interaction has too many words of that --length to draw from";
                Failure::Usage(why.to_owned())
            })?;
            Ok(made.automaton)
        }
        (Behaviour::Term { .. }, None) => unreachable!("terms are of interactions"),
    }
}

fn control_of(control: &Control) -> Control {
    Control { deadline: control.deadline, ..Control::unlimited() }
}

/// Asks for a length, then for those around it.
fn near(length: usize, mut draw: impl FnMut(usize) -> Option<Traces>) -> Option<Traces> {
    let longer = length..=length + AROUND;
    let shorter = (0..length).rev().take(AROUND);
    longer.chain(shorter).find_map(&mut draw)
}

/// Reads a multitrace, and returns what answers for its locations; nothing if something is wrong with it, which
/// is told.
fn given<'e>(
    file: &OsStr,
    model: &GlobalModel,
    engines: &'e mut Engines<'_>,
    colour: Colour,
) -> Result<Option<(&'e mut Engine, Traces)>, Failure> {
    let input = only(file, &["htf"])?;
    let manner = Manner { naming: Naming::Path, colour, mildest: Severity::Warning };
    let (_, logged) = load_as(&input, feed::text(&input), manner, |source| {
        WrittenMultitrace::read(model, source)
    });
    Ok(logged.map(|logged| {
        let (engine, traces, _) = logged.numbered(model, engines);
        (engine, traces)
    }))
}

/// Draws multitraces until there are enough of the kind, or it has been tried too often.
fn gathered(
    draw: &mut dyn FnMut(MultitraceKind, &mut Random) -> Option<Traces>,
    arguments: &MultitraceArguments,
    engine: &mut Engine,
    random: &mut Random,
) -> Vec<Traces> {
    let alphabet = engine.alphabet().clone();
    let kind = arguments.kind;
    let control = Control { max_states: Some(MOST), ..Control::unlimited() };
    let mut all = Vec::new();
    for _ in 0..TRIES.saturating_mul(arguments.count) {
        if all.len() == arguments.count {
            break;
        }
        let Some(mut traces) = draw(kind, random) else { break };
        let mutation = match kind {
            MultitraceKind::Pass => None,
            MultitraceKind::Inter | MultitraceKind::Central if random.percent(50) => None,
            MultitraceKind::Local | MultitraceKind::Inter | MultitraceKind::Central => {
                random.choose(&[Mutation::Swap, Mutation::Noise, Mutation::Remove])
            }
            MultitraceKind::Prefix => Some(Mutation::Prefix),
            MultitraceKind::Slice => Some(Mutation::Slice),
            MultitraceKind::Swap => Some(Mutation::Swap),
            MultitraceKind::Noise => Some(Mutation::Noise),
            MultitraceKind::Remove => Some(Mutation::Remove),
        };
        if let Some(mutation) = mutation {
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

/// Writes multitraces as is asked.
fn put(
    all: &[Traces],
    alphabet: &DistributedAlphabet,
    has_actions: bool,
    arguments: &MultitraceArguments,
) -> Result<(), Failure> {
    let usual = if arguments.dir.is_some() || arguments.count == 1 {
        MultitraceForm::Htf
    } else {
        MultitraceForm::Jsonl
    };
    let form = arguments.to.unwrap_or(usual);
    let text = match (form, &arguments.dir) {
        (MultitraceForm::Htf, Some(directory)) => {
            let kind = arguments.kind.to_possible_value();
            let kind = kind.as_ref().map_or("multitrace", |kind| kind.get_name());
            for (number, traces) in all.iter().enumerate() {
                let name = format!("{kind}_{}.htf", number + 1);
                put_file(directory, &name, &print_texts(traces, alphabet))?;
            }
            return Ok(());
        }
        (_, Some(_)) => {
            return Err(Failure::Usage("--dir is for --to htf; logs are one file".to_owned()));
        }
        (MultitraceForm::Htf, None) if all.len() > 1 => {
            let why = "several *.htf need a --dir to be written to; or print one log, --to jsonl";
            return Err(Failure::Usage(why.to_owned()));
        }
        (MultitraceForm::Htf, None) => {
            all.iter().map(|traces| print_texts(traces, alphabet)).collect()
        }
        (MultitraceForm::Jsonl, None) => log(all, alphabet, has_actions, Written::JsonLines),
        (MultitraceForm::Csv, None) => log(all, alphabet, has_actions, Written::Csv),
    };
    Output::open(&arguments.output)?.put(&text)
}

/// Returns a log with a session for each multitrace. The locations take turns.
fn log(
    all: &[Traces],
    alphabet: &DistributedAlphabet,
    has_actions: bool,
    format: Written,
) -> String {
    let elements = if has_actions { Elements::Actions } else { Elements::Names };
    let printer = Printer::new(alphabet, elements, format);
    let mut text = printer.header().to_owned();
    for (number, traces) in all.iter().enumerate() {
        let session = (number + 1).to_string();
        let longest = traces.iter().map(Vec::len).max().unwrap_or(0);
        for position in 0..longest {
            for (place, trace) in traces.iter().enumerate() {
                if let Some(&letter) = trace.get(position) {
                    let location = LocationId::from_index(place);
                    text.extend(printer.event(&session, location, letter));
                }
            }
        }
        text.push_str(&printer.end(&session));
    }
    text
}
