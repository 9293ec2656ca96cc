//! `conform`: do logs and multitraces conform to a model?

use std::ffi::OsStr;

use crate::cli::conform_args::ConformArguments;
use crate::cli::conformance::{
    ConformCommand, LogInput, SurveyCommand, SurveyForm, global_model, guessed_rules, inputs,
    repeated,
};
use crate::cli::failure::Failure;
use crate::cli::input::{Input, Sought, expand_to};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::option_groups::{Colour, EngineChoice, Format};
use crate::cli::output::refuse_input;
use crate::cli::picture::{form_of_extension, picture_format, write_picture};
use crate::cli::run::run_inputs;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::check::conformance::{Procedure, Question};
use scm_check::internals::driver::conformance::{
    Diagram, DiagramError, DiagramSubject, Engine, Engines, GlobalModel, Plan, WrittenMultitrace,
    diagram,
};
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::log::Rules;
use scm_check::internals::render::conformance::{LOG_CSV, framed_graph};
use scm_check::internals::render::diagrams::{Picture, PictureForm};
use scm_check::internals::render::drawing::TextStyle;
use scm_check::internals::render::report::{Amount, ResultLayout};

/// Maximum number of multitraces for which all results are reported; of more, only the unexpected results are.
const FEW: usize = 20;

/// Runs the command, and returns the exit code, which depends on the verdicts.
///
/// # Errors
/// If there is no such model, the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &ConformArguments, watch: &Watch) -> Result<u8, Failure> {
    check_options(arguments)?;
    let report = &arguments.report;
    let control = watch.control(arguments.search.max_states);
    if arguments.model.model.is_none() {
        return survey(arguments, watch);
    }
    let model = global_model(&arguments.model, LoadOptions::new(report), &control)?;
    if arguments.procedure == Procedure::Removal && model.interaction().is_none() {
        return Err(Failure::usage("`--procedure removal` works on the terms of interactions"));
    }
    if let Some(what) = arguments.draw {
        return draw(arguments, what, &model);
    }
    let rules =
        arguments.log.rules.as_ref().map(|file| rules(file, report.output.color)).transpose()?;
    let logs = inputs(&arguments.logs, &arguments.log, rules.as_ref().map(Rules::format));
    let inputs: Vec<Input> = logs.iter().map(|log| log.input.clone()).collect();
    if let Some(path) = repeated(&logs) {
        return Err(Failure::Usage(format!("{} is named twice", path.display())));
    }
    let is_joined = |log: &&LogInput| log.is_plain() || log.is_record() && arguments.log.join;
    if arguments.log.silence.is_some() && logs.iter().filter(is_joined).count() > 1 {
        let why = "--silence would end sessions before the next log goes on with them";
        return Err(Failure::usage(why));
    }
    refuse_input(arguments.log.resume.as_deref(), &inputs)?;
    let is_deployed = arguments.log.local.is_some() || arguments.log.central;
    if is_deployed && arguments.procedure != Procedure::Auto {
        let why = "--local and --central are a procedure of their own; they have no --procedure";
        return Err(Failure::usage(why));
    }
    if is_deployed && !logs.iter().all(LogInput::is_record) {
        let why = "--local and --central read logs; a multitrace is in one place already";
        return Err(Failure::usage(why));
    }
    if arguments.log.central && arguments.question.is_some_and(|one| one != Question::Accept) {
        let why = "--central finishes the check of acceptance; it has no other --question";
        return Err(Failure::usage(why));
    }
    let amount = if report.quiet { Amount::Line } else { Amount::Everything };
    let has_records = logs.iter().any(LogInput::is_record);
    let layout = if arguments.log.local.is_some() {
        ResultLayout::Silent
    } else if report.verbose || arguments.interleaving || (logs.len() <= 1 && !has_records) {
        ResultLayout::Blocks(amount)
    } else if has_records || logs.len() > FEW || report.quiet {
        ResultLayout::Failures(amount)
    } else {
        ResultLayout::Changes
    };
    // Only the line of a result is shown, without its explanation.
    let is_line = report.quiet && report.format().is_text() && report.witness.is_none();
    let explains = !report.quiet || report.witness.is_some();
    let plan = Plan {
        reports_class: !is_line || logs.len() > 1 || arguments.log.resume.is_some(),
        model: &model,
        question: arguments.question,
        procedure: arguments.procedure,
        reading: arguments.model.reading,
        interleaving: arguments.interleaving && !is_line,
        reports_all: false,
        explains_multitraces: explains,
        explained_sessions: 0,
        max_states: arguments.search.max_states,
        session_timeout: arguments.log.session_timeout,
    };
    let run = RunOptions::new("conform", inputs, &arguments.search, report, layout);
    let run = RunOptions { csv: LOG_CSV, ..run };
    let log = &arguments.log;
    let task = (log.options(rules, report.verbose), log.task());
    let file_time = watch.limits().timeout;
    let mut command = ConformCommand::new(plan, &logs, task, log.resume.as_deref(), file_time)?;
    run_inputs(&run, watch, &mut command)
}

/// Rejects options that do not fit logs, or each other.
fn check_options(arguments: &ConformArguments) -> Result<(), Failure> {
    let report = &arguments.report;
    if arguments.search.engine != EngineChoice::Auto || arguments.search.assume_eager {
        let why = "--engine and --assume-eager are about systems; logs have --procedure";
        return Err(Failure::usage(why));
    }
    report.refuse_evidence("logs")?;
    let is_survey = arguments.model.model.is_none();
    let is_other = is_survey && matches!(report.format(), Format::Json | Format::Html);
    if arguments.log.dry_run && !report.format().is_text() && !is_other {
        let why = "--dry-run tells people how a log is read; it has no other --format";
        return Err(Failure::usage(why));
    }
    let is_lines = report.format().is_text() || report.format() == Format::Ndjson;
    if arguments.log.local.is_some() && !is_lines {
        let why = "--local prints lines of its own as JSON; it has no other --format";
        return Err(Failure::usage(why));
    }
    // A run that checks no sessions would hold.
    if arguments.log.limit == Some(0) {
        return Err(Failure::usage("--limit: expected at least 1"));
    }
    if arguments.log.silence.is_some_and(|time| time.is_zero()) {
        return Err(Failure::usage("--silence: expected more than 0s"));
    }
    Ok(())
}

/// Lists what logs hold, without a model; with rules that are guessed from the first log, if they are asked for.
fn survey(arguments: &ConformArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.draw.is_some() {
        return Err(Failure::usage("--draw needs --model"));
    }
    let (report, log) = (&arguments.report, &arguments.log);
    let colour = report.output.color;
    let rules = match (&log.rules, &log.write_rules) {
        (Some(file), _) => Some(rules(file, colour)?),
        (None, Some(path)) => match guessed_rules(&arguments.logs, path, colour)? {
            Some(rules) => Some(rules),
            None => return Ok(0),
        },
        (None, None) => None,
    };
    let logs = inputs(&arguments.logs, log, rules.as_ref().map(Rules::format));
    let inputs: Vec<Input> = logs.iter().map(|log| log.input.clone()).collect();
    let form = match report.output.ending().and_then(form_of_extension) {
        _ if log.json || report.format() == Format::Json => SurveyForm::Json,
        Some(form @ (PictureForm::Svg | PictureForm::Html)) => SurveyForm::Picture(form),
        _ => SurveyForm::Text,
    };
    if matches!(form, SurveyForm::Picture(_)) && logs.len() > 1 {
        return Err(Failure::usage("a picture shows one log; name one"));
    }
    let options = log.options(rules, report.verbose);
    let mut report = report.clone();
    if matches!(form, SurveyForm::Picture(_)) {
        // The ending of the file is that of a picture, and not of a report.
        report.asked_format = Format::Human;
    }
    let layout = ResultLayout::Failures(Amount::Line);
    let run = RunOptions::new("conform", inputs, &arguments.search, &report, layout);
    run_inputs(&run, watch, &mut SurveyCommand::new(&logs, options, form))
}

/// Draws an automaton of the model, or of the model and one multitrace.
fn draw(
    arguments: &ConformArguments,
    what: DiagramSubject,
    model: &GlobalModel,
) -> Result<u8, Failure> {
    let output = &arguments.report.output;
    // Diagrams are drawn from the automaton, whatever procedure is used for checks.
    let mut engines = Engines::new(model, Procedure::Auto);
    let mut name = model.name.clone();
    let inputs = expand_to(&arguments.logs, Sought::Kinds(&[Kind::Multitrace]));
    let (engine, traces) = match inputs.as_slice() {
        [] => (engines.base(), None),
        [input] => {
            let options = LoadOptions::new(&arguments.report);
            let Single { loaded, model: logged, .. } =
                Single::read(input.clone(), options, |_, source| {
                    WrittenMultitrace::read(model, source)
                })?;
            name = format!("{name}, {}", loaded.name);
            let (engine, traces, _) = logged.numbered(model, &mut engines);
            (engine, Some(traces))
        }
        _ => {
            return Err(Failure::usage("--draw is about one multitrace (*.htf): name one"));
        }
    };
    refuse_input(output.output.as_deref(), &inputs)?;
    let format = picture_format(arguments.picture, output, PictureForm::Dot)?;
    let location = arguments.location.as_deref();
    let picture = match engine {
        Engine::Automaton(checker) => {
            let diagram = diagram(checker, what, location, traces.as_deref(), &name);
            diagram.map_err(|error| match error {
                DiagramError::NoLocation(all) => {
                    format!("say which location with --location: {all}")
                }
                _ => error.to_string(),
            })
        }
        Engine::Term(_) => Err(model.without_automaton()),
    };
    let picture = match picture.map_err(|why| Failure::Usage(format!("--draw: {why}")))? {
        Diagram::Automaton(automaton) => Picture::of_automaton(automaton),
        Diagram::Frames(frames) => Picture::Graph(framed_graph(&name, &frames), None),
    };
    write_picture(&picture.encoded(format, TextStyle::default())?, format, output)
}

/// Reads the rules that define events; fails if they have errors, which are reported.
fn rules(file: &OsStr, colour: Colour) -> Result<Rules, Failure> {
    let options = LoadOptions::by_path(colour);
    Single::read(Input::File(file.into()), options, |_, source| Rules::read(source))
        .map(|single| single.model)
}
