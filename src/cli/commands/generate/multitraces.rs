//! `generate multitraces`: observations of words at locations, whole, cut or changed.

use std::ffi::OsStr;

use super::put_file;
use crate::cli::conformance::global_model;
use crate::cli::failure::Failure;
use crate::cli::generate_args::{KINDS, MultitraceArguments, MultitraceForm};
use crate::cli::input::{Sought, only};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::Colour;
use crate::cli::output::{put, tell};
use scm_check::internals::check::conformance::Procedure;
use scm_check::internals::driver::conformance::{
    Engine, Engines, GeneratedMultitraces, GenerationOptions, GlobalModel, MultitraceKind,
    WrittenMultitrace, changed_multitraces, multitraces_of_words,
};
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::kernel::verdict::{ExitStatus, Reason, Verdict};
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::log::{Elements, Printer, Written};
use scm_check::internals::language::multitrace::print_texts;
use scm_check::internals::model::trace::DistributedAlphabet;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the output cannot be written.
pub(super) fn run(arguments: &MultitraceArguments) -> Result<u8, Failure> {
    if arguments.from.is_some() && arguments.kind == MultitraceKind::Pass {
        let why = "--from changes a multitrace; --kind pass would leave it as it is, right or not";
        return Err(Failure::usage(why));
    }
    let control = Control::unlimited();
    let colour = arguments.output.color;
    let model = global_model(&arguments.model, LoadOptions::by_path(colour), &control)?;
    let mut engines = Engines::new(&model, Procedure::Auto);
    let mut random = Random::new(arguments.seed);
    let MultitraceArguments { count, length, .. } = *arguments;
    let options = GenerationOptions { kind: arguments.kind, count, length };
    let (engine, drawn) = match &arguments.from {
        Some(file) => {
            let (engine, traces) = given(file, &model, &mut engines, colour)?;
            let drawn = changed_multitraces(&traces, engine, options, &mut random);
            (engine, drawn)
        }
        None => {
            let engine = engines.base();
            let drawn = multitraces_of_words(&model, engine, options, &mut random);
            (engine, drawn.map_err(Failure::usage)?)
        }
    };
    let elements = if model.signature().is_some() { Elements::Actions } else { Elements::Names };
    write(&drawn, engine.alphabet(), elements, arguments)?;
    if drawn.len() < arguments.count {
        let text = format!(
            "only {} of {} multitraces of this kind were found; try another --length or --seed\n",
            drawn.len(),
            arguments.count
        );
        tell(colour, &text);
        return Ok(ExitStatus::from_verdict(Verdict::Unknown(Reason::Bound), None).exit_code());
    }
    Ok(0)
}

/// Reads a multitrace, and returns it with the engine for its locations; fails if it has errors, which are reported.
fn given<'e>(
    file: &OsStr,
    model: &GlobalModel,
    engines: &'e mut Engines<'_>,
    colour: Colour,
) -> Result<(&'e mut Engine, GeneratedMultitraces), Failure> {
    let input = only(file, Sought::Kinds(&[Kind::Multitrace]))?;
    let options = LoadOptions::by_path(colour);
    let logged = Single::read(input, options, |_, source| WrittenMultitrace::read(model, source))?;
    let (engine, traces, _) = logged.model.numbered(model, engines);
    Ok((engine, traces))
}

/// Writes multitraces in the requested form.
fn write(
    all: &[GeneratedMultitraces],
    alphabet: &DistributedAlphabet,
    elements: Elements,
    arguments: &MultitraceArguments,
) -> Result<u8, Failure> {
    let usual = if arguments.dir.is_some() || arguments.count == 1 {
        MultitraceForm::Htf
    } else {
        MultitraceForm::Jsonl
    };
    let form = arguments.to.unwrap_or(usual);
    let log = |format| Printer::new(alphabet, elements, format).log(all);
    let text = match (form, &arguments.dir) {
        (MultitraceForm::Htf, Some(directory)) => {
            let kind = KINDS.iter().find(|(_, kind, _)| *kind == arguments.kind);
            let kind = kind.map_or("multitrace", |(name, ..)| name);
            for (number, traces) in all.iter().enumerate() {
                let name = format!("{kind}_{}.htf", number + 1);
                put_file(directory, &name, &print_texts(traces, alphabet))?;
            }
            return Ok(ExitStatus::Fine.exit_code());
        }
        (_, Some(_)) => {
            return Err(Failure::usage("--dir is for --to htf; logs are one file"));
        }
        (MultitraceForm::Htf, None) if all.len() > 1 => {
            let why = "several *.htf need a --dir to be written to; or print one log, --to jsonl";
            return Err(Failure::usage(why));
        }
        (MultitraceForm::Htf, None) => {
            all.iter().map(|traces| print_texts(traces, alphabet)).collect()
        }
        (MultitraceForm::Jsonl, None) => log(Written::JsonLines),
        (MultitraceForm::Csv, None) => log(Written::Csv),
    };
    put(&text, &arguments.output, [])
}
