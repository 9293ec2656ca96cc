//! The run of `batch`: its options, its inputs, its report.

use std::cell::Cell;

use super::cache::Cache;
use super::inputs::library;
use super::library::Library;
use super::merge::merge;
use super::resume::Kept;
use crate::cli::batch_args::{BatchArguments, Shard};
use crate::cli::component_packages::without_packages;
use crate::cli::failure::Failure;
use crate::cli::file_kind::refuse_update;
use crate::cli::input::Input;
use crate::cli::models::LoadOptions;
use crate::cli::option_groups::{Format, ReportArguments};
use crate::cli::output::report_style;
use crate::cli::progress::Display;
use crate::cli::reporter::Reporter;
use crate::cli::run_options::{Delivery, RunOptions};
use crate::cli::watch::Watch;
use scm_check::internals::render::report::ResultLayout;

/// Answers everything about all models of a library, and returns the exit code.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(crate) fn run(arguments: &BatchArguments, watch: &Watch) -> Result<u8, Failure> {
    refuse(arguments)?;
    // The limits of time are those of the workers.
    watch.begin_untimed();
    watch.begin_all();
    let BatchArguments { search, report, .. } = arguments;
    let layout = report.layout(2, ResultLayout::Table, ResultLayout::Table);
    let options = |inputs: Vec<Input>, delivery| RunOptions {
        properties: arguments.properties.clone(),
        // A part of a small library may be empty.
        needs_answer: !inputs.is_empty(),
        delivery,
        ..RunOptions::new("batch", inputs, search, report, layout)
    };
    let width = report_style(report).width;
    let display = &Display::of(report);
    if !arguments.merge.is_empty() {
        let options = options(Vec::new(), Delivery::Whole);
        return merge(arguments, &options, width, (watch, display));
    }
    let (inputs, names) = library(&arguments.models, report)?;
    let inputs = without_packages(inputs, &names, report.output.color);
    if arguments.update {
        refuse_update(&inputs)?;
    }
    let (shard, models) = (arguments.shard.unwrap_or(Shard::WHOLE), inputs.len());
    let places: Vec<usize> = (0..models).filter(|&place| shard.has(place)).collect();
    let mut inputs: Vec<Option<Input>> = inputs.into_iter().map(Some).collect();
    let inputs: Vec<Input> = places.iter().filter_map(|&place| inputs[place].take()).collect();
    let naming = LoadOptions::new(report).naming;
    let kept = Kept::read(arguments, &inputs, naming)?;
    let in_place = report.format() == Format::Ndjson && report.output.output.is_some();
    let delivery =
        if in_place { Delivery::InPlace { append: arguments.resume } } else { Delivery::Whole };
    let options = &options(inputs, delivery);
    let reporter = &Reporter::open(options, width, watch, display)?;
    reporter.record({
        let with_summary = arguments.summary;
        move |writer| writer.report.is_about_library(with_summary)
    });
    let (cache, told) = Cache::open(arguments, naming);
    if let Some(text) = told {
        reporter.tell(format!("\x1b[1mnote:\x1b[0m {text}\n"));
    }
    let warned = Cell::new(0);
    let library = Library { arguments, options, places: &places, cache, reporter, watch, warned };
    let inputs_left = match library.answer_all(kept, display) {
        Ok(()) => {
            if !watch.is_raised() {
                reporter.record(move |writer| {
                    writer.report.is_whole_part(shard.numbers(), models);
                });
            }
            None
        }
        // Standard output is closed; the results so far determine the exit code.
        Err(Failure::Closed) => Some(reporter.turn() < options.inputs.len()),
        Err(why) => return Err(why),
    };
    let ReportArguments { quiet, verbose, .. } = report;
    if let (count @ 1.., false) = (library.warned.get(), *quiet || *verbose) {
        let models = if count == 1 { "model has" } else { "models have" };
        let text = format!("{count} {models} warnings, which `scm-check check MODEL` shows");
        reporter.tell(format!("\x1b[1mnote:\x1b[0m {text}\n"));
    }
    match inputs_left {
        Some(inputs_left) => Ok(reporter.unheard(inputs_left)),
        None => reporter.finish(),
    }
}

/// Refuses options that have no meaning for a library.
///
/// # Errors
/// If there is one.
fn refuse(arguments: &BatchArguments) -> Result<(), Failure> {
    let report = &arguments.report;
    let why = if report.format() == Format::Html {
        "batch makes no page; `check --format html` does, of the same models"
    } else if report.witness.is_some() {
        "batch writes no witness files; `check --witness DIR` does, and json has each witness"
    } else if report.certificate.is_some() {
        "batch writes no certificates; with --verify each answer is confirmed"
    } else if arguments.resume && report.format() != Format::Ndjson {
        "--resume goes on with a file of rows, in the form ndjson; `batch --merge` makes a report \
         of another form of it"
    } else {
        return Ok(());
    };
    Err(Failure::usage(why))
}
