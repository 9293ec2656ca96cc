//! The run of all commands with verdicts: input by input, in any language.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};

use super::certificates::not_certified;
use super::checker::Checker;
use super::continuation::Continuation;
use super::draft::discard_all;
use super::exit_code;
use super::failure::Failure;
use super::feed::{self, Unread};
use super::file_kind::advise;
use super::input::Input;
use super::option_groups::Format;
use super::output::{is_same_file, refuse_input, report_style};
use super::picture::refuse_picture;
use super::progress::Display;
use super::reporter::Reporter;
use super::run_context::RunContext;
use super::run_options::RunOptions;
use super::watch::{Stage, Watch};
use crate::cli::models::{first_error, notes};
use scm_check::internals::driver::{Lack, Loaded, isolated, load};
use scm_check::internals::kernel::base::Limit;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::render::report::{ModelSize, Row};

/// What a command does with each input.
pub(crate) trait InputCommand {
    /// The model that a text describes.
    type Model;

    /// Reads a text.
    fn read(
        &self,
        context: &RunContext<'_>,
        input: &Input,
        source: &Source,
    ) -> Reading<Self::Model>;

    /// Returns the size of a model.
    fn size(&self, model: &Self::Model) -> ModelSize;

    /// Returns the properties that are asked for by name and that a model does not have. No answer is reported about
    /// them.
    fn lacks(&self, _model: &Self::Model) -> Vec<Lack> {
        Vec::new()
    }

    /// Answers every question about a model, and reports the answers.
    ///
    /// # Errors
    /// If the report cannot be written.
    fn answer(&mut self, subject: &LoadedModel<'_, Self::Model>) -> Result<(), Failure>;

    /// Returns why no question applies to a model, where that is no success: if no answer about it counts, a result says
    /// so.
    fn why_unasked(&self, _loaded: &Loaded, _model: &Self::Model) -> Option<String> {
        None
    }

    /// Handles the input with a number if it is read as a stream, and reports the answers. Returns `true` if it did.
    ///
    /// # Errors
    /// If the report cannot be written.
    fn handle_stream(
        &mut self,
        _context: &RunContext<'_>,
        _number: usize,
    ) -> Result<bool, Failure> {
        Ok(false)
    }

    /// Returns `true` if the remaining inputs need not be read.
    fn is_finished(&self) -> bool {
        false
    }

    /// Returns the remark for people on all inputs together, if there is one.
    fn closing(&self) -> Option<String> {
        None
    }
}

/// An input that is not a model: its text, if it could be read, and the row with the reason.
pub(crate) type NoModel = Box<(Option<Loaded>, Row)>;

/// A model with its input, in a run.
pub(crate) struct LoadedModel<'a, M> {
    pub(crate) context: &'a RunContext<'a>,
    /// The input of the model.
    pub(crate) input: &'a Input,
    /// The text of the model, with its diagnostics.
    pub(crate) loaded: &'a Loaded,
    /// The model.
    pub(crate) model: &'a M,
}

/// Stack of a thread that answers questions about inputs, in bytes: that of the main thread on most systems.
const STACK: usize = 8 << 20;

/// Answers every question about all inputs, one after the other, and returns the exit code.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn run_inputs(
    options: &RunOptions,
    watch: &Watch,
    command: &mut impl InputCommand,
) -> Result<u8, Failure> {
    run(options, watch, |context, finish| finish(one_by_one(context, command)))
}

/// Answers every question about all inputs, several of them at the same time, and returns the exit code. The report is
/// that of [`run_inputs`], but needs an answer.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn run_models(
    options: &RunOptions,
    watch: &Watch,
    mut command: impl InputCommand + Clone + Sync,
) -> Result<u8, Failure> {
    let options = &RunOptions { needs_answer: true, ..options.clone() };
    run_models_then(options, watch, &mut command, &mut Ok)
}

/// Answers every question about all inputs like [`run_models`], and returns the exit code that `then` makes of that of
/// the report.
///
/// # Errors
/// If the report cannot be written, or those of `then`.
pub(crate) fn run_models_then(
    options: &RunOptions,
    watch: &Watch,
    command: &mut (impl InputCommand + Clone + Sync),
    then: &mut dyn FnMut(u8) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    if options.inputs.len() <= 1 {
        return run_inputs(options, watch, command).and_then(then);
    }
    run(options, watch, |context, finish| {
        let threads = context.jobs().min(options.inputs.len());
        side_by_side(context, command, threads, &mut |done| finish(done).and_then(&mut *then))
    })
}

/// End of a run before its end.
struct Stopped {
    why: Failure,
    /// Whether there are inputs left.
    inputs_left: bool,
}

/// Ends the report of a run that has come to its end or not, and returns the exit code.
type Finish<'a> = dyn FnMut(Result<(), Stopped>) -> Result<u8, Failure> + 'a;

/// Checks the options, and has all questions answered by `answer_all`, which ends with its second argument.
fn run(
    options: &RunOptions,
    watch: &Watch,
    answer_all: impl FnOnce(&RunContext<'_>, &mut Finish<'_>) -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let report = &options.report;
    if report.asked_format == Format::Auto {
        refuse_picture(&report.output)?;
    }
    if let Some(path) = &report.certificate {
        refuse_input(Some(path), &options.inputs)?;
        if report.output.output.as_ref().is_some_and(|output| is_same_file(output, path)) {
            let path = path.display();
            let why = format!("-o and --certificate name the same file, {path}");
            return Err(Failure::Usage(why));
        }
        if options.inputs.len() > 1 {
            let why = "--certificate takes one model; several are checked with --verify";
            return Err(Failure::usage(why));
        }
    }
    let checker = report.verify.then(Checker::find).transpose()?;
    let style = report_style(report);
    let display = &Display::of(report);
    let reporter = &Reporter::open(options, style.width, watch, display)?;
    let context =
        RunContext { options, display, watch, checker: checker.as_ref(), reporter, style };
    answer_all(&context, &mut |done| finish(&context, done))
}

/// Ends the report, and returns the exit code.
///
/// # Errors
/// If the run has failed, or the report cannot be written.
fn finish(context: &RunContext<'_>, done: Result<(), Stopped>) -> Result<u8, Failure> {
    let reporter = context.reporter;
    match done {
        Ok(()) => {}
        // Standard output is closed; the results so far determine the exit code.
        Err(Stopped { why: Failure::Closed, inputs_left }) => {
            return Ok(reporter.unheard(inputs_left));
        }
        Err(Stopped { why, .. }) => return Err(why),
    }
    let certificate = context.options.report.certificate.as_ref();
    if let Some(path) = certificate.filter(|_| !reporter.is_certified()) {
        not_certified(path, &[], reporter)?;
    }
    // Drawing a page takes time, too.
    context.watch.begin_model("");
    reporter.finish()
}

/// Answers every question about all inputs, one after the other.
fn one_by_one(context: &RunContext<'_>, command: &mut impl InputCommand) -> Result<(), Stopped> {
    let inputs = &context.options.inputs;
    for (number, input) in inputs.iter().enumerate() {
        if command.is_finished() {
            break;
        }
        one_of_several(context, (number, input), command)
            .map_err(|why| Stopped { why, inputs_left: number + 1 < inputs.len() })?;
    }
    let said = command.closing().map_or(Ok(()), |text| context.reporter.closing(&text));
    said.map_err(|why| Stopped { why, inputs_left: false })
}

/// Number of inputs that are left behind at most: they use memory and processors still.
const MOST_LEFT: usize = 2;

/// What a thread that answers inputs, or the monitor, tells the thread that waits for all of them.
enum Event {
    /// A thread has nothing more to do.
    Done,
    /// An input does not notice that it has reached a limit, and is left behind.
    Left(usize, Limit, Box<Stage>),
    /// The thread of an input that was left behind has ended.
    Returned,
}

/// Answers every question about all inputs on so many threads, each of which takes one input after the other, and returns
/// what `finish` returns. Another thread takes over from one that is left behind with its input.
fn side_by_side(
    context: &RunContext<'_>,
    command: &(impl InputCommand + Clone + Sync),
    threads: usize,
    finish: &mut Finish<'_>,
) -> Result<u8, Failure> {
    let inputs = &context.options.inputs;
    let next = AtomicUsize::new(0);
    if let Some(begun) = Continuation::take(context.options) {
        next.store(begun.done, Ordering::Relaxed);
        context.watch.skip(begun.done);
        if let Err(why) = context.reporter.go_on(begun) {
            return finish(Err(Stopped { why, inputs_left: true }));
        }
    }
    let stopped: Mutex<Option<Failure>> = Mutex::default();
    let (sender, events) = mpsc::channel();
    let work = |sender: Sender<Event>| {
        let mut command = command.clone();
        let checker = context.checker.map(Checker::another);
        let checker = checker.as_ref();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(input) = inputs.get(number) else { break };
            let watch = &context.watch.of_input(number + 1);
            let reporter = &context.reporter.of_input(number + 1);
            let context = RunContext { watch, checker, reporter, ..*context };
            let done = one_of_several(&context, (number, input), &mut command);
            // The results of others that are written now take no time of this input.
            if !watch.end_input() {
                let _ = sender.send(Event::Returned);
                return;
            }
            if let Err(why) = done.and_then(|()| reporter.end_input()) {
                // The first failure is the reason of the others.
                stopped.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
                next.store(inputs.len(), Ordering::Relaxed);
                reporter.abandon();
                watch.abandon();
            }
        }
        context.watch.share_with_one_less();
        let _ = sender.send(Event::Done);
    };
    context.watch.end_input();
    context.watch.share(threads);
    let leaving = sender.clone();
    context.watch.on_leave(Some(Box::new(move |place, limit, stage| {
        let _ = leaving.send(Event::Left(place, limit, Box::new(stage)));
    })));
    std::thread::scope(|scope| {
        let begin = || {
            let sender = sender.clone();
            let thread = std::thread::Builder::new().stack_size(STACK);
            let begun = thread.spawn_scoped(scope, || work(sender));
            if begun.is_err() {
                // The other threads take all inputs.
                context.watch.share_with_one_less();
            }
            usize::from(begun.is_ok())
        };
        let (mut running, mut left) = ((0..threads).map(|_| begin()).sum::<usize>(), 0);
        let mut unread = None;
        if running == 0 {
            work(sender.clone());
        }
        while running > 0 {
            match events.recv() {
                Ok(Event::Done) => running -= 1,
                Ok(Event::Returned) => left -= 1,
                Ok(Event::Left(place, limit, stage)) => {
                    // If the output is closed, the next result says so.
                    let _ = context.reporter.of_input(place).leave(limit, *stage);
                    left += 1;
                    running -= 1;
                    if left > MOST_LEFT {
                        // No other input begins.
                        let first = next.swap(inputs.len(), Ordering::Relaxed);
                        unread.get_or_insert((first, limit));
                        continue;
                    }
                    running += begin();
                    if running == 0 {
                        work(sender.clone());
                    }
                }
                Err(_) => break,
            }
        }
        context.watch.on_leave(None);
        context.watch.share(1);
        if let Some((first, limit)) = unread.filter(|(first, _)| *first < inputs.len()) {
            go_on_elsewhere(context, (left, first), limit);
        }
        let why = stopped.lock().unwrap_or_else(PoisonError::into_inner).take();
        let inputs_left = context.reporter.turn() < inputs.len();
        let code = finish(why.map_or(Ok(()), |why| Err(Stopped { why, inputs_left })));
        if left > 0 {
            // Nobody waits for those that were left behind.
            exit(code);
        }
        code
    })
}

/// Goes on with the inputs from a number on in a new process, since so many are left behind in this one because of
/// `limit`; returns only if that is not possible, when they have their rows.
fn go_on_elsewhere(context: &RunContext<'_>, (left, first): (usize, usize), limit: Limit) {
    let inputs = &context.options.inputs;
    let rest = inputs.len() - first;
    let is_possible = Continuation::is_possible(context.options);
    let where_to =
        if is_possible { "are read by a new process" } else { "are not read; see `batch`" };
    context.reporter.tell(format!(
        "\x1b[1;33mwarning:\x1b[0m {left} inputs do not notice their limits, which ends this process; the \
         other {rest} {where_to}\n"
    ));
    if is_possible {
        Continuation::begin(context.options, first, context.reporter.so_far());
    }
    for (number, input) in inputs.iter().enumerate().skip(first) {
        let reporter = context.reporter.of_input(number + 1);
        let name = input.name(context.options.loading.naming);
        let row = Row::not_read(name, limit, context.watch.limits());
        // If the output is closed, the end of the report says so.
        let _ = reporter.row(input, row).and_then(|()| reporter.end_input());
    }
}

/// Ends the process with the exit code of a command.
#[expect(clippy::exit, reason = "other threads do not stop")]
fn exit(done: Result<u8, Failure>) -> ! {
    discard_all();
    std::process::exit(i32::from(exit_code(done)));
}

/// Answers every question about the input with a number; a panic becomes a result.
fn one_of_several(
    context: &RunContext<'_>,
    (number, input): (usize, &Input),
    command: &mut impl InputCommand,
) -> Result<(), Failure> {
    let name = input.name(context.options.loading.naming);
    context.watch.begin_input(&name);
    let done = isolated(|| {
        if command.handle_stream(context, number)? {
            return Ok(());
        }
        one(context, input, command)
    });
    done.unwrap_or_else(|panic| context.reporter.row(input, Row::crashed(name, &panic)))
}

/// Answers every question about one model.
fn one(
    context: &RunContext<'_>,
    input: &Input,
    command: &mut impl InputCommand,
) -> Result<(), Failure> {
    match read_input(context, input, command) {
        Err(no_model) => nothing(context, input, no_model),
        Ok((loaded, model)) => {
            context.tell_about(&loaded);
            let notes = if context.reporter.wants_notes() { notes(&loaded) } else { Vec::new() };
            context.reporter.model(notes, Some(command.size(&model)));
            #[cfg(debug_assertions)]
            super::test_faults::goes_on_for_ever(input);
            context.reporter.lacks(&loaded.name, command.lacks(&model));
            let (loaded, model) = (&loaded, &model);
            command.answer(&LoadedModel { context, input, loaded, model })?;
            if let Some(why) = command.why_unasked(loaded, model) {
                context.reporter.unasked(input, Row::unasked(loaded, &why))?;
            }
            context.reporter.end_model()
        }
    }
}

/// Reads an input within the time limit that has begun, without reporting anything.
pub(crate) fn read_input<I: InputCommand>(
    context: &RunContext<'_>,
    input: &Input,
    command: &I,
) -> Result<(Loaded, I::Model), NoModel> {
    let name = || input.name(context.options.loading.naming);
    let bytes = match feed::text_within(input, &context.watch.control(None)) {
        Ok(bytes) => Ok(bytes),
        Err(Unread::Refused(why)) => Err(why),
        Err(Unread::Cut(limit)) => {
            let row = Row::not_read(name(), limit, context.watch.limits());
            return Err(Box::new((None, row)));
        }
    };
    let read = |source: &Source| command.read(context, input, source);
    match isolated(|| load(name(), bytes, read)) {
        Ok((mut loaded, model)) => {
            advise(&mut loaded);
            match model {
                Some(model) => Ok((loaded, model)),
                None => {
                    let row = Row::without_model(&loaded);
                    Err(Box::new((Some(loaded), row)))
                }
            }
        }
        Err(panic) => Err(Box::new((None, Row::crashed(name(), &panic)))),
    }
}

/// Reports that an input is not a model.
///
/// # Errors
/// If the report cannot be written.
pub(crate) fn nothing(
    context: &RunContext<'_>,
    input: &Input,
    no_model: NoModel,
) -> Result<(), Failure> {
    let (loaded, row) = *no_model;
    let wanted = if context.reporter.wants_notes() { notes } else { first_error };
    context.reporter.model(loaded.as_ref().map_or_else(Vec::new, wanted), None);
    if let Some(loaded) = &loaded {
        context.tell_about(loaded);
        context.describe(loaded);
    }
    context.reporter.row(input, row)
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use clap::{CommandFactory as _, FromArgMatches as _};
    use serde_json::Value;

    use super::super::args::{Arguments, Command};
    use super::*;
    use scm_check::internals::driver::{AnswerSubject, Limits};
    use scm_check::internals::kernel::verdict::Verdict;
    use scm_check::internals::render::report::{Amount, ResultLayout};

    /// Does what the text of each input says.
    #[derive(Clone)]
    struct Obedient;

    impl InputCommand for Obedient {
        type Model = String;

        fn read(&self, _: &RunContext<'_>, _: &Input, source: &Source) -> Reading<String> {
            Reading { diagnostics: Vec::new(), model: Some(source.text().to_owned()) }
        }

        fn size(&self, _: &String) -> ModelSize {
            ModelSize::default()
        }

        fn answer(&mut self, subject: &LoadedModel<'_, String>) -> Result<(), Failure> {
            match subject.model.as_str() {
                "sleep" => std::thread::sleep(Duration::from_millis(100)),
                "panic" => panic!("as the text says"),
                _ => {}
            }
            subject.context.reporter.row(subject.input, holds(subject.model))
        }
    }

    /// Returns the row of an answer.
    pub(crate) fn holds(model: &str) -> Row {
        Row::unchecked(AnswerSubject::of_property(model, "rsc"), Verdict::Holds, "")
    }

    /// Returns the options of a run on texts, whose report goes to a file.
    pub(crate) fn options(texts: &[&str], path: &std::path::Path) -> RunOptions {
        let output = path.to_str().expect("the path of a test is UTF-8");
        let words = ["scm-check", "rsc", "-", "-j3", "--format", "json", "-o", output];
        let matches = Arguments::command().try_get_matches_from(words).unwrap();
        let arguments = Arguments::from_arg_matches(&matches).unwrap();
        let Command::Rsc(arguments) = arguments.command else { panic!("the words say rsc") };
        let inputs = texts.iter().map(|&text| Input::Text(text.to_owned())).collect();
        let layout = ResultLayout::Blocks(Amount::Line);
        RunOptions::new("rsc", inputs, &arguments.search, &arguments.report, layout)
    }

    /// Returns model, verdict and reason of each result in a file, which is removed.
    pub(crate) fn results(path: &std::path::Path) -> Vec<String> {
        let report: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        std::fs::remove_file(path).unwrap();
        let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let result =
            |one: &Value| ["model", "verdict", "reason"].map(|key| word(&one[key])).join(" ");
        report["results"].as_array().unwrap().iter().map(result).collect()
    }

    /// Returns the path of the report of a test.
    pub(crate) fn path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("scm-check-{}-{name}.json", std::process::id()))
    }

    #[test]
    fn a_panic_is_a_result_among_others_in_their_order() {
        let path = path("panic");
        let options = options(&["sleep", "panic", "one", "sleep", "two"], &path);
        let code = run_models(&options, &Watch::start(Limits::default()), Obedient).unwrap();
        assert_eq!(code, 101);
        let [sleep, one, two] = ["sleep", "one", "two"].map(|text| format!("{text} holds -"));
        let panic = "panic unknown crashed".to_owned();
        assert_eq!(results(&path), [sleep.clone(), panic, one, sleep, two]);
    }
}
