//! Logs and multitraces held against a model, input by input.

use std::ops::Range;

use super::answer_object::cut;
use super::checkpoint::{Checkpoint, Known, Recorded, RunLimits};
use super::dry_run::{dry_run, shown_traces};
use super::inputs::LogInput;
use super::log_group::{LogGroup, Stop};
use super::log_plan::LogPlan;
use super::logged::Logged;
use super::logs::conform;
use super::multitraces::{FileCase, FileJudge, FileJudged, FileWorker};
use super::plan::Plan;
use super::pool::{Pool, Worker};
use super::session_rows::SessionRows;
use super::tally::Classes;
use super::two_places::{central, local};
use crate::cli::answers::Desk;
use crate::cli::conform_args::LogArguments;
use crate::cli::input::Input;
use crate::cli::models::{notes, tell_about};
use crate::cli::option_groups::SearchArguments;
use crate::cli::output::Failure;
use crate::cli::progress::Reading;
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use crate::cli::session::{Arrived, Inquiry, Subject, arrive, nothing};
use scm_check::check::conformance::Answer;
use scm_check::driver::Limits;
use scm_check::driver::Loaded;
use scm_check::kernel::base::Limit;
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Standing;
use scm_check::language::log::{Format, Rules};
use scm_check::render::report::ModelSize as Size;
use scm_check::render::sentences::number_of;
use scm_check::render::system::model_section as section;

/// Holds logs against a model.
pub(crate) struct ConformInquiry<'a> {
    plan: Plan<'a>,
    /// What answers for multitraces, and has the engines of all.
    files: FileJudge<'a>,
    /// The multitraces.
    classes: Classes,
    /// The inputs, in order, and how logs among them are read.
    inputs: &'a [LogInput],
    log: &'a LogArguments,
    rules: Option<Rules>,
    checkpoint: Option<Checkpoint>,
    /// How many sessions and multitraces are still wanted.
    left: u64,
    /// Which inputs were read together with others before them.
    taken: Vec<bool>,
    is_over: bool,
}

impl<'a> ConformInquiry<'a> {
    /// Returns the inquiry that follows a plan.
    ///
    /// # Errors
    /// If the file to resume from is about something else.
    pub(crate) fn new(
        plan: Plan<'a>,
        inputs: &'a [LogInput],
        log: &'a LogArguments,
        rules: Option<Rules>,
        about: &str,
        (search, limits): (&SearchArguments, &Limits),
    ) -> Result<Self, Failure> {
        let limits = RunLimits {
            states: search.max_states.map(|count| count.0),
            time: log.session_timeout.map(|span| span.0),
            file_time: limits.timeout,
        };
        let checkpoint = log.resume.as_deref();
        let checkpoint = checkpoint.map(|path| Checkpoint::open(path, about, limits));
        Ok(Self {
            plan,
            files: FileJudge::new(plan, log),
            classes: Classes::default(),
            inputs,
            log,
            rules,
            checkpoint: checkpoint.transpose()?,
            left: log.limit.map_or(u64::MAX, |count| count.0),
            taken: vec![false; inputs.len()],
            is_over: false,
        })
    }

    /// Returns the numbers of the logs that are read together, from the one with a number on.
    fn together(&self, number: usize) -> Vec<usize> {
        let format = self.inputs[number].format;
        let joins = |other: &usize| {
            let other = self.inputs[*other].format;
            match (self.log.join || self.log.central, format) {
                (true, _) => other.is_some(),
                (false, Some(Format::Plain)) => other == format,
                (false, _) => false,
            }
        };
        let others = (number + 1..self.inputs.len()).filter(joins);
        std::iter::once(number).chain(others).collect()
    }

    /// Takes the logs that are read together, from the one with a number on.
    fn take_together(&mut self, number: usize) -> Vec<&'a LogInput> {
        let together = self.together(number);
        for &other in &together {
            self.taken[other] = true;
        }
        let inputs = self.inputs;
        together.into_iter().map(|one| &inputs[one]).collect()
    }
}

impl Inquiry for ConformInquiry<'_> {
    type Model = Logged;

    fn read(&self, _: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Logged>) {
        let (mut diagnostics, logged) = Logged::read(self.plan.model, source);
        if logged.is_none() && source.text().trim_start().starts_with("{\"") {
            // One hint is better than a complaint about each quote.
            diagnostics.truncate(1);
            let hint = "this looks like JSON lines, not like a multitrace: --input jsonl";
            diagnostics = diagnostics.into_iter().map(|one| one.help(hint)).collect();
        }
        (diagnostics, logged)
    }

    fn size(&self, model: &Logged) -> Size {
        let participants = match model {
            Logged::Actions(model) => model.multitrace.components.len(),
            Logged::Plain(model) => model.traces.len(),
        };
        Size { participants, channels: 0 }
    }

    fn answer(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        &Subject { input, loaded, model }: &Subject<'_, Logged>,
    ) -> Result<(), Failure> {
        if self.log.dry_run {
            let (engine, traces) = self.files.numbered(model);
            return reporter.text(&shown_traces(&loaded.name, engine.alphabet(), &traces));
        }
        let known = self.known(loaded)?;
        let judged = self.files.judge(desk, loaded, model, known);
        self.report(desk, reporter, input, loaded, judged)
    }

    fn takes(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        number: usize,
    ) -> Result<bool, Failure> {
        if self.taken[number] {
            return Ok(true);
        }
        if self.inputs[number].format.is_none() {
            if self.log.dry_run {
                return Ok(false);
            }
            return self.beside_each_other(desk, reporter, number);
        }
        if let Some(location) = &self.log.local {
            return self.local(desk, reporter, location).map(|()| true);
        }
        let inputs = self.take_together(number);
        let naming = manner(desk.report).naming;
        let names: Vec<String> = inputs.iter().map(|one| one.input.name(naming)).collect();
        let title = match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} and {} others", names.len() - 1),
            few => few.join(", "),
        };
        let log_plan = LogPlan::new(self.plan, self.log, self.rules.as_ref(), desk);
        let engine = self.files.base();
        let read = (inputs.as_slice(), names.as_slice());
        if self.log.central {
            return central(log_plan, desk, reporter, read, engine, &title).map(|()| true);
        }
        let logs = LogGroup::new(log_plan, desk, reporter, read, engine.alphabet());
        if self.log.dry_run {
            return dry_run(logs).map(|()| true);
        }
        let rows = SessionRows::new(self.plan, &title, &names, engine, desk.watch.deadline());
        let first = &inputs[0].input;
        let stop = conform(logs, engine, rows, first, (&mut self.checkpoint, &mut self.left))?;
        self.is_over |= stop.is_some_and(Stop::is_final);
        Ok(true)
    }

    fn has_columns(&self) -> bool {
        true
    }

    fn is_over(&self) -> bool {
        self.is_over || self.left == 0
    }

    fn closing(&self) -> Option<String> {
        let all = usize::try_from(self.classes.all()).unwrap_or(usize::MAX);
        let words = || {
            format!(
                "{}: {}\n",
                number_of(all, "multitrace"),
                self.classes.words(self.plan.question.is_none())
            )
        };
        (all > 1).then(words)
    }
}

impl ConformInquiry<'_> {
    /// Prints what one location finds in all logs, of which the last line says that these were all.
    fn local(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        location: &str,
    ) -> Result<(), Failure> {
        let mut groups: Vec<Vec<&LogInput>> = Vec::new();
        for number in 0..self.inputs.len() {
            if !self.taken[number] {
                groups.push(self.take_together(number));
            }
        }
        let plan = LogPlan::new(self.plan, self.log, self.rules.as_ref(), desk);
        local(plan, desk, reporter, &groups, self.files.base(), location)
    }

    /// Answers for the multitraces from the one with a number to the next log, on several threads; not if there
    /// is only one of either. Returns whether it did.
    fn beside_each_other(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        first: usize,
    ) -> Result<bool, Failure> {
        let files = self.inputs[first..].iter().take_while(|input| !input.is_record()).count();
        let threads = desk.jobs().min(files);
        if threads <= 1 {
            return Ok(false);
        }
        self.taken[first..first + files].fill(true);
        let worker = |thread| FileWorker { desk, judge: self.files.on_thread(thread) };
        let workers = (1..=threads).map(worker).collect();
        let reading = desk.display.read(&format!("{files} multitraces"), Some(files as u64));
        let mut run = FileRun { desk, reporter, reading, letters: 0 };
        std::thread::scope(|scope| {
            let mut pool = Pool::start(scope, workers);
            let done = self.all(first..first + files, &mut run, &mut pool);
            if done.is_err() || self.is_over() {
                pool.abandon();
                desk.watch.stop();
            }
            done
        })?;
        Ok(true)
    }

    /// Reads files, and reports what the pool answers.
    fn all(
        &mut self,
        files: Range<usize>,
        run: &mut FileRun<'_, '_>,
        pool: &mut Pool<FileWorker<'_, '_>>,
    ) -> Result<(), Failure> {
        let mut models = 0;
        let wanted = self.left;
        for number in files {
            let input = &self.inputs[number].input;
            run.desk.watch.begin_model(&input.name(manner(run.desk.report).naming));
            let arrived = arrive(run.desk, input, self);
            // What is answered beside it has a time of its own.
            run.desk.watch.begin_untimed();
            let known = match &arrived {
                Arrived::Model(loaded, _) => self.known(loaded)?,
                Arrived::Nothing(..) => Known::Nothing,
            };
            models += u64::from(matches!(arrived, Arrived::Model(..)));
            pool.submit(vec![FileCase { number, arrived, known }]);
            self.take(pool.ready(), run)?;
            if self.is_over() || models == wanted {
                break;
            }
        }
        while !self.is_over() {
            let judged = pool.rest();
            if judged.is_empty() {
                break;
            }
            self.take(judged, run)?;
        }
        Ok(())
    }

    /// Reports what became of files, as far as anybody wants to know.
    fn take(
        &mut self,
        judged: Vec<<FileWorker<'_, '_> as Worker>::Judged>,
        run: &mut FileRun<'_, '_>,
    ) -> Result<(), Failure> {
        for (number, arrived, judged) in judged {
            if self.is_over() {
                break;
            }
            let input = &self.inputs[number].input;
            match (arrived, judged) {
                (Arrived::Nothing(loaded, row), _) => {
                    run.desk.display.hide();
                    nothing(run.desk, run.reporter, input, loaded.as_ref(), *row)?;
                }
                (Arrived::Model(loaded, model), Some(judged)) => {
                    run.letters += judged.letters as u64;
                    let is_fine = judged.rows.iter().all(|row| row.standing() == Standing::Fine);
                    if run.reporter.wants_all() || !is_fine || !notes(&loaded).is_empty() {
                        run.desk.display.hide();
                    }
                    tell_about(&loaded, manner(run.desk.report));
                    run.reporter.model(&notes(&loaded), Some(self.size(&model)));
                    self.report(run.desk, run.reporter, input, &loaded, judged)?;
                }
                (Arrived::Model(..), None) => {}
            }
            run.reading.went_on(1, run.letters);
        }
        Ok(())
    }

    /// Returns what an earlier run found of a multitrace, which is the next one.
    fn known(&mut self, loaded: &Loaded) -> Result<Known, Failure> {
        match (self.checkpoint.as_mut(), &loaded.sha256) {
            (Some(checkpoint), Some(sha256)) => {
                checkpoint.known(&loaded.name, || Recorded::file(sha256))
            }
            _ => Ok(Known::Nothing),
        }
    }

    /// Reports what became of a multitrace, and records it.
    fn report(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        input: &Input,
        loaded: &Loaded,
        judged: FileJudged,
    ) -> Result<(), Failure> {
        reporter.describe(|| section(&loaded.name, None, loaded.source()));
        self.left -= 1;
        let answer = judged.answer.as_ref();
        let is_interrupted = desk.watch.is_raised();
        let is_cut = match answer {
            Some(answer) => answer.verdict == Err(Limit::Interrupted),
            None => is_interrupted,
        };
        if !is_cut {
            self.classes.add(answer);
        }
        if let (Some(checkpoint), false, Some(sha256)) =
            (self.checkpoint.as_mut(), is_cut, &loaded.sha256)
        {
            let is_complete = |answer: &&Answer| answer.limit != Some(Limit::Interrupted);
            let answer = answer.filter(is_complete).cloned().unwrap_or_else(cut);
            let case = Recorded::file(sha256);
            checkpoint.record(&loaded.name, case, &answer, judged.origin)?;
            checkpoint.flush()?;
        }
        for row in judged.rows {
            self.is_over |= self.log.fail_fast && row.standing() == Standing::Failed;
            reporter.row(input, row)?;
        }
        Ok(())
    }
}

/// Multitraces on their way, and where their results go.
struct FileRun<'r, 'd> {
    desk: &'d Desk<'d>,
    reporter: &'r mut Reporter,
    reading: Reading<'d>,
    /// How many letters the multitraces had so far.
    letters: u64,
}
