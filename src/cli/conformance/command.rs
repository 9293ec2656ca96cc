//! Checks logs and multitraces against a model, input by input.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::checkpoint_file::{self, CheckpointFile, failed};
use super::dry_run::dry_run;
use super::inputs::LogInput;
use super::local_and_central::{Group, central, local};
use super::logs::conform;
use crate::cli::conform_args::LogTask;
use crate::cli::failure::Failure;
use crate::cli::input::Input;
use crate::cli::models::notes;
use crate::cli::option_groups::Format;
use crate::cli::progress::LogProgress;
use crate::cli::run::{InputCommand, LoadedModel, NoModel, nothing, read_input};
use crate::cli::run_context::RunContext;
use scm_check::internals::driver::Loaded;
use scm_check::internals::driver::conformance::{
    Checkpoint, ClassCounts, Known, LogGroup, LogOptions, LogSource, MultitraceChecker,
    MultitraceInput, MultitraceReport, MultitraceWorker, Plan, Pool, Recorded, RunLimits, Stop,
    Worker, WrittenMultitrace,
};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::log::Format as LogFormat;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::render::conformance::{LogRows, multitrace_dry_run, multitraces_line};
use scm_check::internals::render::report::ModelSize;

/// Maximum number of failing sessions that are explained in reports for people, and in those for programs.
const EXPLAINED: u64 = 3;
const EXPLAINED_TO_PROGRAMS: u64 = 100;

/// Checks logs against a model.
pub(crate) struct ConformCommand<'a> {
    plan: Plan<'a>,
    /// The checker of multitraces, with the engines for all inputs.
    checker: MultitraceChecker<'a>,
    /// Counts of the multitraces.
    classes: ClassCounts,
    /// The inputs, in order, and the options for reading logs.
    inputs: &'a [LogInput],
    options: LogOptions,
    task: LogTask,
    /// The checkpoint, with the path of its file.
    checkpoint: Option<(&'a Path, Checkpoint<CheckpointFile>)>,
    /// Number of sessions and multitraces that are still to be checked.
    left: u64,
    /// For each input, whether it was read together with an earlier one.
    taken: Vec<bool>,
    is_finished: bool,
}

impl<'a> ConformCommand<'a> {
    /// Returns the command for a plan; `file_time` is the time limit of each multitrace.
    ///
    /// # Errors
    /// If the file to resume from is that of another run.
    pub(crate) fn new(
        plan: Plan<'a>,
        inputs: &'a [LogInput],
        (options, task): (LogOptions, LogTask),
        resume: Option<&'a Path>,
        file_time: Option<Duration>,
    ) -> Result<Self, Failure> {
        let limits = RunLimits { states: plan.max_states, time: plan.session_timeout, file_time };
        let open = |path: &'a Path| {
            checkpoint_file::open(path, &plan.digest(), limits).map(|checkpoint| (path, checkpoint))
        };
        Ok(Self {
            plan,
            checker: MultitraceChecker::new(plan),
            classes: ClassCounts::default(),
            inputs,
            left: options.limit.unwrap_or(u64::MAX),
            options,
            task,
            checkpoint: resume.map(open).transpose()?,
            taken: vec![false; inputs.len()],
            is_finished: false,
        })
    }

    /// Returns the logs that are read together, beginning with the one with a number.
    fn take_together(&mut self, number: usize, context: &RunContext<'_>) -> Group<'a> {
        let formats: Vec<Option<LogFormat>> = self.inputs.iter().map(|one| one.format).collect();
        let together = self.options.read_together(&formats, number);
        for &other in &together {
            self.taken[other] = true;
        }
        let inputs = self.inputs;
        let naming = context.options.loading.naming;
        let inputs: Vec<&LogInput> = together.into_iter().map(|one| &inputs[one]).collect();
        let source = |one: &&LogInput| LogSource {
            name: one.input.name(naming),
            format: one.format.unwrap_or(LogFormat::JsonLines),
            location: one.location.clone(),
        };
        let sources = inputs.iter().map(source).collect();
        (inputs, sources)
    }

    /// Returns the plan for sessions whose rows go to the reporter.
    fn session_plan(&self, context: &RunContext<'_>) -> Plan<'a> {
        let report = &context.options.report;
        let is_for_people = context.reporter.is_for_people() || report.format() == Format::Html;
        let explained_sessions = match (report.verbose, report.quiet) {
            (true, _) => u64::MAX,
            (false, true) => 0,
            (false, false) if is_for_people => EXPLAINED,
            (false, false) => EXPLAINED_TO_PROGRAMS,
        };
        Plan { reports_all: context.reporter.wants_all(), explained_sessions, ..self.plan }
    }
}

impl InputCommand for ConformCommand<'_> {
    type Model = WrittenMultitrace;

    fn read(&self, _: &RunContext<'_>, _: &Input, source: &Source) -> Reading<WrittenMultitrace> {
        let mut reading = WrittenMultitrace::read(self.plan.model, source);
        if reading.model.is_none() && source.text().trim_start().starts_with("{\"") {
            // One hint is better than an error for each quote.
            let first = reading.diagnostics.into_iter().next();
            let hint = "this looks like JSON lines, not like a multitrace: --input jsonl";
            reading.diagnostics = first.map(|one| one.help(hint)).into_iter().collect();
        }
        reading
    }

    fn size(&self, model: &WrittenMultitrace) -> ModelSize {
        ModelSize { participants: model.locations(), channels: 0, architecture: None }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, WrittenMultitrace>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        if self.task == LogTask::DryRun {
            let (engine, traces) = self.checker.numbered(model);
            let text = multitrace_dry_run(&loaded.name, engine.alphabet(), &traces);
            return context.reporter.text(&text);
        }
        let known = self.known(loaded)?;
        let rows = LogRows::new(self.plan, context.style());
        let know = |answer: &_| context.watch.know(&rows.answer(loaded, answer));
        let report = self.checker.check(context, loaded, model, known, &know);
        self.report(context, input, loaded, &report)
    }

    fn handle_stream(&mut self, context: &RunContext<'_>, number: usize) -> Result<bool, Failure> {
        if self.taken[number] {
            return Ok(true);
        }
        if self.inputs[number].format.is_none() {
            if self.task == LogTask::DryRun {
                return Ok(false);
            }
            return self.beside_each_other(context, number);
        }
        if let LogTask::Local(location) = &self.task {
            let location = location.clone();
            return self.local(context, &location).map(|()| true);
        }
        let (inputs, sources) = self.take_together(number, context);
        let plan = self.session_plan(context);
        let engine = self.checker.base();
        if self.task == LogTask::Central {
            let (plan, read) = ((plan, &self.options), (&*inputs, &*sources));
            return central(context, plan, read, engine).map(|()| true);
        }
        context.watch.begin_model(&sources[0].name);
        let group = LogGroup::new(context, &plan, &self.options, &sources, engine.alphabet());
        if self.task == LogTask::DryRun {
            return dry_run(context, &inputs, group).map(|()| true);
        }
        let checkpoint = self.checkpoint.as_mut();
        let (resume, checkpoint) = checkpoint.map(|(path, checkpoint)| (*path, checkpoint)).unzip();
        let kept = (checkpoint, &mut self.left);
        let stop = conform(context, plan, (&inputs, group), engine, kept, resume)?;
        self.is_finished |= stop.is_some_and(Stop::is_final);
        Ok(true)
    }

    fn is_finished(&self) -> bool {
        self.is_finished || self.left == 0
    }

    fn closing(&self) -> Option<String> {
        multitraces_line(&self.classes, self.plan.question.is_none())
    }
}

/// The threads that check multitraces.
type FilePool<'d, 'a> = Pool<MultitraceWorker<'d, 'a, NoModel>>;

impl<'a> ConformCommand<'a> {
    /// Prints the result of one location about all logs, with a closing line if all were read.
    fn local(&mut self, context: &RunContext<'_>, location: &str) -> Result<(), Failure> {
        let mut groups = Vec::new();
        for number in 0..self.inputs.len() {
            if !self.taken[number] {
                groups.push(self.take_together(number, context));
            }
        }
        let plan = (&self.plan, &self.options);
        local(context, plan, &groups, self.checker.base(), location)
    }

    /// Checks the multitraces from the one with a number to the next log, on several threads; does nothing if there is
    /// only one multitrace or one thread. Returns whether the multitraces were checked.
    fn beside_each_other(
        &mut self,
        context: &RunContext<'_>,
        first: usize,
    ) -> Result<bool, Failure> {
        let files = self.inputs[first..].iter().take_while(|input| !input.is_record()).count();
        let threads = context.jobs().min(files);
        if threads <= 1 {
            return Ok(false);
        }
        self.taken[first..first + files].fill(true);
        let worker = |thread| MultitraceWorker::new(context, self.checker.on_thread(thread));
        let workers = (1..=threads).map(worker).collect();
        let reading = context.display.read(&format!("{files} multitraces"), Some(files as u64));
        let mut run = FileRun { context, reading, letters: 0 };
        std::thread::scope(|scope| {
            let mut pool: FilePool<'_, 'a> = Pool::start(scope, workers);
            let done = self.all(first..first + files, &mut run, &mut pool);
            if done.is_err() || self.is_finished() {
                pool.abandon();
                context.watch.stop();
            }
            done
        })?;
        Ok(true)
    }

    /// Reads files, and reports the answers of the pool.
    fn all(
        &mut self,
        files: Range<usize>,
        run: &mut FileRun<'_>,
        pool: &mut FilePool<'_, 'a>,
    ) -> Result<(), Failure> {
        let mut models = 0;
        let wanted = self.left;
        for number in files {
            let input = &self.inputs[number].input;
            run.context.watch.begin_model(&input.name(run.context.options.loading.naming));
            let arrived = read_input(run.context, input, self);
            // Each question of the pool has its own time limit.
            run.context.watch.begin_untimed();
            let job = match arrived {
                Ok((loaded, model)) => {
                    models += 1;
                    let known = self.known(&loaded)?;
                    Ok(MultitraceInput { loaded, model, known })
                }
                Err(no_model) => Err(no_model),
            };
            pool.submit(vec![(number, job)]);
            self.take(pool.ready(), run)?;
            if self.is_finished() || models == wanted {
                break;
            }
        }
        while !self.is_finished() {
            let done = pool.rest();
            if done.is_empty() {
                break;
            }
            self.take(done, run)?;
        }
        Ok(())
    }

    /// Reports the results about files, as far as they are wanted.
    fn take(
        &mut self,
        done: Vec<<MultitraceWorker<'_, 'a, NoModel> as Worker>::Done>,
        run: &mut FileRun<'_>,
    ) -> Result<(), Failure> {
        for (number, checked) in done {
            if self.is_finished() {
                break;
            }
            let input = &self.inputs[number].input;
            match checked {
                Err(no_model) => {
                    run.context.display.hide();
                    nothing(run.context, input, no_model)?;
                }
                Ok((loaded, model, Some(report))) => {
                    run.letters += report.letters() as u64;
                    let is_fine = report.exit_status() == ExitStatus::Fine;
                    if run.context.reporter.wants_all()
                        || !is_fine
                        || !loaded.diagnostics.is_empty()
                    {
                        run.context.display.hide();
                    }
                    run.context.tell_about(&loaded);
                    run.context.reporter.model(notes(&loaded), Some(self.size(&model)));
                    self.report(run.context, input, &loaded, &report)?;
                    run.context.reporter.end_model()?;
                }
                Ok((_, _, None)) => {}
            }
            run.reading.went_on(1, run.letters);
        }
        Ok(())
    }

    /// Returns the result of an earlier run for the next multitrace.
    fn known(&mut self, loaded: &Loaded) -> Result<Known, Failure> {
        let (Some((path, checkpoint)), Some(sha256)) = (&mut self.checkpoint, &loaded.sha256)
        else {
            return Ok(Known::Nothing);
        };
        let known = checkpoint.known(&loaded.name, || Recorded::file(sha256));
        known.map_err(|error| failed(path, &error))
    }

    /// Reports the result about a multitrace, and records it.
    fn report(
        &mut self,
        context: &RunContext<'_>,
        input: &Input,
        loaded: &Loaded,
        report: &MultitraceReport,
    ) -> Result<(), Failure> {
        context.describe(loaded);
        self.left -= 1;
        if !report.is_interrupted(context) {
            self.classes.add(report.found());
            if let (Some((path, checkpoint)), Some(sha256)) = (&mut self.checkpoint, &loaded.sha256)
            {
                let recorded = report.record(checkpoint, &loaded.name, sha256);
                recorded.map_err(|error| failed(path, &error))?;
            }
        }
        for row in LogRows::new(self.plan, context.style()).multitrace(loaded, report) {
            self.is_finished |=
                self.options.fail_fast && row.answer.exit_status() == ExitStatus::Failed;
            context.reporter.row(input, row)?;
        }
        Ok(())
    }
}

/// Multitraces in the pool, and the destination of their results.
struct FileRun<'d> {
    context: &'d RunContext<'d>,
    reading: LogProgress<'d>,
    /// Number of letters of the multitraces so far.
    letters: u64,
}
