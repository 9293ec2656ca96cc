//! The commands that ask about models: a table of what each asks, of models of which kinds, and how its results look.

use std::ffi::{OsStr, OsString};
use std::ops::ControlFlow;

use super::bad_states::emit;
use crate::cli::args::{
    CheckArguments, ClassifyArguments, ReachArguments, RscArguments, RunsArguments, SafetyArguments,
};
use crate::cli::certificates::{not_certified, write_certificates};
use crate::cli::choreography_args::ChoreographyCheckArguments;
use crate::cli::companions::FilesBeside;
use crate::cli::component_packages::without_packages;
use crate::cli::components::{note_fault, refuse_system_options};
use crate::cli::draft::replace;
use crate::cli::failure::Failure;
use crate::cli::file_kind::{MODELS, PROTOCOLS, mistaken_kind, refuse_update};
use crate::cli::input::{Input, only_model};
use crate::cli::interaction_args::NfaArguments;
use crate::cli::models::{self, LoadOptions, Single, complaints};
use crate::cli::option_groups::{ReportArguments, SearchArguments};
use crate::cli::run::{InputCommand, LoadedModel, run_models, run_models_then};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::driver::ask::{AnyAnswer, Asked, Inquiry, Listener, Questions};
use scm_check::internals::driver::choreography::no_choreography;
use scm_check::internals::driver::component::{self, GlobalFinding};
use scm_check::internals::driver::interaction::AutomatonOptions;
use scm_check::internals::driver::restating::{Horizon, Update};
use scm_check::internals::driver::system::{
    ChannelReading, Question, SystemOptions, SystemSession, Task, USUAL_BOUND,
};
use scm_check::internals::driver::{AnyModel, Checker, Lack, Loaded, ReadingOptions};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::cfsm::{Architecture, System};
use scm_check::internals::model::interaction::Repetition;
use scm_check::internals::render::drawing::regions_text;
use scm_check::internals::render::report::{
    Amount, ModelSize, ResultLayout, RowStyle, Shown, map_of_classes,
};
use scm_check::internals::render::row;
use scm_check::internals::render::system::{model_section, update_text};

/// A command that asks about models.
struct AskingCommand {
    /// The words of the command, as reports name it.
    words: &'static str,
    /// The kinds of models; the first is that of texts which do not say what they are.
    kinds: &'static [Kind],
    /// What is asked, unless options say otherwise.
    questions: Questions,
    /// The layout of the results of one model, unless options say otherwise, and of several.
    layouts: [ResultLayout; 2],
}

/// The option with predicates that may be reached.
pub(super) const REACH_OPTION: &str = "--reach";

const WHOLE: ResultLayout = ResultLayout::Blocks(Amount::Everything);
const LINE: ResultLayout = ResultLayout::Blocks(Amount::Line);

const RSC: AskingCommand = AskingCommand {
    words: "rsc",
    kinds: &[Kind::System],
    questions: Questions::Membership,
    layouts: [WHOLE, ResultLayout::Table],
};
const REACH: AskingCommand = AskingCommand {
    words: "reach",
    kinds: &[Kind::System],
    questions: Questions::BadStates { only: None, allow_none: false },
    layouts: [WHOLE, ResultLayout::Table],
};
const SAFETY: AskingCommand = AskingCommand {
    words: "safety",
    kinds: MODELS,
    questions: Questions::Safety,
    layouts: [ResultLayout::Digest(Shown::Violations), ResultLayout::Table],
};
const CLASSIFY: AskingCommand = AskingCommand {
    words: "classify",
    kinds: &[Kind::System, Kind::Choreography, Kind::Interaction],
    questions: Questions::Classes { bound: USUAL_BOUND },
    layouts: [ResultLayout::Digest(Shown::Classes), ResultLayout::Table],
};
const CHECK: AskingCommand = AskingCommand {
    words: "check",
    kinds: MODELS,
    questions: Questions::Everything,
    layouts: [ResultLayout::Digest(Shown::Surprises), ResultLayout::Table],
};
const CHOREOGRAPHIES: AskingCommand = AskingCommand {
    words: "chor check",
    kinds: PROTOCOLS,
    questions: Questions::Realisability { is_strict: false },
    layouts: [WHOLE, ResultLayout::Table],
};
const AUTOMATA: AskingCommand = AskingCommand {
    words: "interaction nfa",
    kinds: &[Kind::Interaction],
    questions: Questions::Automaton,
    layouts: [WHOLE, LINE],
};

impl AskingCommand {
    /// Returns the inputs that arguments name.
    fn inputs(&self, named: &[OsString], report: &ReportArguments) -> Vec<Input> {
        let inputs = models::named(named, self.kinds, report);
        if self.kinds.contains(&Kind::Components) {
            without_packages(inputs, named, report.output.color)
        } else {
            inputs
        }
    }

    /// Returns the options of a run; `runs` says which runs the results of one model have, if it can be chosen.
    fn options(
        &self,
        inputs: Vec<Input>,
        (search, report): (&SearchArguments, &ReportArguments),
        runs: Option<&RunsArguments>,
    ) -> RunOptions {
        let [single, several] = self.layouts;
        let single = match (single, runs) {
            (ResultLayout::Digest(shown), Some(runs)) => runs.layout(shown),
            _ => single,
        };
        let layout = report.layout(inputs.len(), single, several);
        RunOptions::new(self.words, inputs, search, report, layout)
    }

    /// Asks `asked` of the models that the arguments name, and returns the exit code.
    fn run(
        &self,
        asked: &Asked<'_>,
        arguments: &RscArguments,
        runs: Option<&RunsArguments>,
        watch: &Watch,
    ) -> Result<u8, Failure> {
        let RscArguments { search, report, run, .. } = arguments;
        let inputs = self.inputs(&arguments.models, report);
        if self.kinds.contains(&Kind::Components) {
            refuse_system_options(&inputs, &arguments.channels, search)?;
        }
        let options = self.options(inputs, (search, report), runs);
        let options = RunOptions { extent: run.extent(), ..options };
        run_models(&options, watch, AskCommand::new(asked, self.kinds))
    }
}

/// Runs `rsc`: is every execution equivalent to a synchronous one? It returns the exit code, which depends on the verdicts;
/// an expected violation counts as a violation.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn rsc(arguments: &RscArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.search.assume_eager {
        let why = "--assume-eager says nothing about whether a system is RSC; it is for reach, \
                   safety and check";
        return Err(Failure::usage(why));
    }
    let asked = Asked::new(RSC.questions, &[], vec![arguments.channels.reading()?]);
    RSC.run(&asked, arguments, None, watch)
}

/// Runs `reach`: can a bad configuration be reached? It returns the exit code, which depends on the bad states only. The
/// report also states whether the models are RSC.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn reach(arguments: &ReachArguments, watch: &Watch) -> Result<u8, Failure> {
    let ReachArguments { spec, allow_none, common } = arguments;
    let questions = Questions::BadStates { only: *spec, allow_none: *allow_none };
    let asked = Asked::new(questions, &[], vec![common.channels.reading()?]);
    REACH.run(&asked, common, None, watch)
}

/// Runs `safety`: does a system have the safety properties? It returns the exit code, which depends on the safety
/// properties only. The report also states whether the models are RSC, if that is found out.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn safety(arguments: &SafetyArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.emit_bad_states {
        return emit(arguments);
    }
    let SafetyArguments { common, properties, reach, runs, .. } = arguments;
    let asked = Asked::new(SAFETY.questions, properties, vec![common.channels.reading()?]);
    SAFETY.run(&Asked { reach, reach_name: REACH_OPTION, ..asked }, common, Some(runs), watch)
}

/// Runs `classify`: what kind of system is it? It returns the exit code: 0 unless a stated answer is missed, or nothing could
/// be said; that of the answers to the properties that are named.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn classify(arguments: &ClassifyArguments, watch: &Watch) -> Result<u8, Failure> {
    let ClassifyArguments { k, equivalence, properties, common } = arguments;
    let questions = Questions::Classes { bound: *k };
    let asked = Asked::new(questions, properties, vec![common.channels.reading()?]);
    let RscArguments { search, report, run, .. } = common;
    let inputs = CLASSIFY.inputs(&common.models, report);
    let options = CLASSIFY.options(inputs, (search, report), None);
    let options = RunOptions { properties: properties.clone(), extent: run.extent(), ..options };
    let (bound, equivalence) = (*k, *equivalence);
    let system = SystemOptions { bound, equivalence, ..options.system };
    let options = RunOptions { system, ..options };
    // What is said of a model is an answer, although it decides nothing.
    run_models_then(&options, watch, &mut AskCommand::new(&asked, CLASSIFY.kinds), &mut Ok)
}

/// Runs `check`: all statements of the models, compared with the answers. It returns the exit code: an expected violation
/// is no error, a missed expectation is one, even if it is updated.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn check(arguments: &CheckArguments, watch: &Watch) -> Result<u8, Failure> {
    let CheckArguments { rsc: common, update, properties, reach, lost, loops, runs } = arguments;
    let RscArguments { models, channels, search, report, run, .. } = common;
    let inputs = CHECK.inputs(models, report);
    if *update {
        if models.iter().any(|model| model == "-") {
            let why = "`--update` rewrites files, and standard input is none";
            return Err(Failure::usage(why));
        }
        refuse_update(&inputs)?;
        if report.certificate.is_some() {
            let why = "`--update` rewrites the model, and a certificate is about the model as it was; \
                       ask for it afterwards";
            return Err(Failure::usage(why));
        }
    }
    refuse_system_options(&inputs, channels, search)?;
    let asked = Asked::new(CHECK.questions, properties, vec![channels.reading()?]);
    let asked = &Asked { reach, reach_name: REACH_OPTION, lost: lost.unwrap_or_default(), ..asked };
    let options = CHECK.options(inputs, (search, report), Some(runs));
    let options = RunOptions { properties: properties.clone(), extent: run.extent(), ..options };
    let horizon = horizon(search);
    let rewrite = |subject: &AskedModel<'_>, session: &SystemSession<'_>| {
        restate(subject, session, horizon, report.quiet)
    };
    let reading = ReadingOptions { loops: *loops, ..ReadingOptions::default() };
    let command = AskCommand { reading, ..AskCommand::new(asked, CHECK.kinds) };
    let command = if *update { AskCommand { attach: &rewrite, ..command } } else { command };
    run_models(&options, watch, command)
}

/// Runs `chor check`: do the projections implement exactly the choreography? It returns the exit code, which depends on the
/// verdicts.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn choreographies(
    arguments: &ChoreographyCheckArguments,
    watch: &Watch,
) -> Result<u8, Failure> {
    let ChoreographyCheckArguments { files, strict, properties, reading, search, report, .. } =
        arguments;
    if report.certificate.is_some() {
        let why = "there are no certificates about choreographies; what is violated is confirmed with \
                   --verify";
        return Err(Failure::usage(why));
    }
    let inputs = CHOREOGRAPHIES.inputs(files, report);
    let loading = LoadOptions::new(report);
    let given = |model: &OsString| {
        let input = only_model(model, "--against takes")?;
        Single::system(input, loading).map(|given| given.model.system)
    };
    let against = arguments.against.as_ref().map(given).transpose()?;
    let questions = Questions::Realisability { is_strict: *strict };
    let asked = &Asked {
        choices: vec![arguments.channels.choice()],
        lost: arguments.lost.unwrap_or_default(),
        against: against.as_ref(),
        ..Asked::new(questions, properties, vec![ChannelReading::AsWritten])
    };
    let options = CHOREOGRAPHIES.options(inputs, (search, report), None);
    let options = RunOptions { extent: arguments.run.extent(), ..options };
    // All kinds of weak loops have the same choreography.
    let loops = Some(arguments.loops.unwrap_or(Repetition::Weak));
    let reading = ReadingOptions { loops, ..reading.options() };
    let command = AskCommand { reading, ..AskCommand::new(asked, CHOREOGRAPHIES.kinds) };
    run_models(&options, watch, command)
}

/// Runs `interaction nfa`: is there an automaton of an interaction, and how large is it? It returns the exit code.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn automata(arguments: &NfaArguments, watch: &Watch) -> Result<u8, Failure> {
    let NfaArguments { files, reading, hide, search, report, .. } = arguments;
    let inputs = AUTOMATA.inputs(files, report);
    let asked = Asked::new(AUTOMATA.questions, &[], vec![ChannelReading::AsWritten]);
    let automaton = AutomatonOptions {
        synthesis: arguments.options(),
        remove: &reading.remove,
        hide,
        ..asked.automaton
    };
    let asked = &Asked { automaton, ..asked };
    let options = AUTOMATA.options(inputs, (search, report), None);
    let command = AskCommand {
        reading: ReadingOptions { loops: reading.loops, ..ReadingOptions::default() },
        signature: reading.signature.as_deref(),
        ..AskCommand::new(asked, AUTOMATA.kinds)
    };
    run_models(&options, watch, command)
}

/// Returns how far answers may be searched that are written into a model.
pub(super) fn horizon(search: &SearchArguments) -> Horizon {
    if search.max_states.is_some() { Horizon::Chosen } else { Horizon::Usual }
}

/// Shows how the answers that a model states differ from those that were found, and rewrites them in its file.
///
/// # Errors
/// If the report cannot be written.
pub(super) fn restate(
    subject: &AskedModel<'_>,
    session: &SystemSession<'_>,
    horizon: Horizon,
    is_quiet: bool,
) -> Result<(), Failure> {
    let answers: Vec<_> = session.offers().collect();
    let Some(update) = Update::new(subject.loaded, session.model(), &answers, horizon) else {
        return Ok(());
    };
    if update.is_change() || !is_quiet {
        subject.context.reporter.remark(&update_text(&update))?;
    }
    let Some(path) = subject.input.path().filter(|_| update.is_change()) else { return Ok(()) };
    // The file is replaced atomically: it always contains either the old or the new text.
    let replaced = replace(path, update.before.as_bytes(), update.after.text.as_bytes());
    if let Err(error) = replaced {
        subject.context.reporter.fault(&Failure::writing(&update.name, &error));
    }
    Ok(())
}

/// A model with its input, in a run.
pub(super) type AskedModel<'a> = LoadedModel<'a, AnyModel>;

/// An action after the results of a system that the user wrote, with the session that gave them.
pub(super) type Attach<'a> =
    dyn Fn(&AskedModel<'_>, &SystemSession<'_>) -> Result<(), Failure> + Sync + 'a;

/// Questions about models of some kinds.
#[derive(Clone, Copy)]
pub(super) struct AskCommand<'a> {
    /// What is asked.
    pub(super) asked: &'a Asked<'a>,
    /// The kinds of models.
    pub(super) kinds: &'a [Kind],
    /// How texts are read.
    pub(super) reading: ReadingOptions,
    /// The signature of interactions, if an option names its file.
    pub(super) signature: Option<&'a OsStr>,
    /// Action after the results of a system.
    pub(super) attach: &'a Attach<'a>,
}

impl<'a> AskCommand<'a> {
    /// Asks `asked` of models of some kinds, the first of which is that of texts which do not say what they are.
    pub(super) fn new(asked: &'a Asked<'a>, kinds: &'a [Kind]) -> Self {
        let reading = ReadingOptions::default();
        Self { asked, kinds, reading, signature: None, attach: &|_, _| Ok(()) }
    }
}

impl InputCommand for AskCommand<'_> {
    type Model = AnyModel;

    fn read(&self, context: &RunContext<'_>, input: &Input, source: &Source) -> Reading<AnyModel> {
        let is_chosen = self.reading.format.is_some();
        if let Some(mistaken) = mistaken_kind(input, self.kinds).filter(|_| !is_chosen) {
            return Reading::refused(mistaken);
        }
        let tell_about = |signature: &Loaded| context.tell_about(signature);
        let mut files = FilesBeside::new(input, self.signature, &tell_about);
        let reading = AnyModel::read(source, self.kinds, self.reading, &mut files);
        match (self.asked.questions, &reading.model) {
            (Questions::Realisability { .. }, Some(AnyModel::Interaction(model))) => {
                no_choreography(model).map_or(reading, Reading::refused)
            }
            _ => reading,
        }
    }

    fn size(&self, model: &AnyModel) -> ModelSize {
        let (participants, channels) = model.subject().size(self.asked);
        ModelSize { participants, channels, architecture: None }
    }

    fn lacks(&self, model: &AnyModel) -> Vec<Lack> {
        let mut lacks = model.subject().lacks(self.asked);
        if let AnyModel::Components(_) = model {
            let reach = lacks.iter_mut().filter(|lack| lack.property == component::REACH);
            reach.for_each(|lack| lack.why.extend([": ", REACH_OPTION, " PREDICATE"]));
        }
        lacks
    }

    fn why_unasked(&self, loaded: &Loaded, model: &AnyModel) -> Option<String> {
        model.subject().why_unasked(loaded, self.asked)
    }

    fn answer(&mut self, subject: &AskedModel<'_>) -> Result<(), Failure> {
        let &LoadedModel { context, loaded, model, .. } = subject;
        let explains = context.explained_violations();
        let (attach, asked) = (self.attach, self.asked);
        let mut results = Results { subject, asked, attach, has_run: false, failure: None };
        let mut inquiry = Inquiry {
            asked,
            host: context,
            checker: context.checker.map(|checker| checker as &dyn Checker),
            options: SystemOptions { explains, ..context.options.system },
            loaded,
            listener: &mut results,
        };
        // Who breaks off keeps the reason.
        let _ = model.subject().ask(&mut inquiry);
        results.failure.map_or(Ok(()), Err)
    }
}

/// Reports the answers about one model.
struct Results<'a> {
    subject: &'a AskedModel<'a>,
    asked: &'a Asked<'a>,
    attach: &'a Attach<'a>,
    /// Whether a run of components was shown.
    has_run: bool,
    /// Why the answers are not heard to their end.
    failure: Option<Failure>,
}

impl Results<'_> {
    fn go_on(&mut self, done: Result<(), Failure>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Ends the results of a system.
    fn system_ended(&self, session: &SystemSession<'_>) -> Result<(), Failure> {
        let &LoadedModel { context, loaded, model, .. } = self.subject;
        context.reporter.undecided(&loaded.name, session.undecided())?;
        if self.asked.is_classification() {
            let architecture = Architecture::new(&session.model().system);
            context.reporter.architecture(architecture.word());
            if context.options.inputs.len() > 1 {
                context.reporter.record(|writer| writer.report.is_about_library(true));
            }
        }
        if session.has_left_out() {
            context.reporter.left_out();
        }
        context.reporter.end_model()?;
        if self.asked.is_classification() && context.options.inputs.len() == 1 {
            context.reporter.undefined(&loaded.name, session.undefined())?;
            let answers = session.answers().map(|(task, answer)| (&*task.property, answer.verdict));
            let map = map_of_classes(&loaded.name, &answers.collect::<Vec<_>>());
            if let Some(map) = map.filter(|_| context.reporter.is_for_people()) {
                context.reporter.closing(&regions_text(&map, context.style))?;
            }
        }
        write_certificates(session, context)?;
        // That of projections nobody wrote.
        if matches!(model, AnyModel::System(_)) {
            (self.attach)(self.subject, session)?;
        }
        Ok(())
    }

    /// Ends the results of a system of components.
    fn components_ended(&self, undecided: &[String]) -> Result<(), Failure> {
        let &LoadedModel { context, loaded, .. } = self.subject;
        let report = &context.options.report;
        if let Some(path) = &report.certificate {
            context.reporter.certified();
            not_certified(path, &["systems of components".to_owned()], context.reporter)?;
        }
        if self.has_run && report.witness.is_some() {
            let name = &loaded.name;
            let text = "no witness files for systems of components; --format json has the steps";
            context.reporter.insist(&format!("{name}: {text}\n"))?;
        }
        context.reporter.undecided(&loaded.name, undecided)
    }
}

impl Listener for Results<'_> {
    fn shows_systems(&self) -> bool {
        self.subject.context.reporter.is_page()
    }

    fn show(&mut self, system: Option<&System>) {
        let &LoadedModel { context, loaded, .. } = self.subject;
        context.reporter.describe(|| model_section(&loaded.name, system, loaded.source()));
    }

    fn hear(&mut self, answer: &AnyAnswer<'_>) -> ControlFlow<()> {
        let &LoadedModel { context, input, loaded, .. } = self.subject;
        context.tell_checker_failures();
        if let AnyAnswer::Global(answer, _) = answer {
            self.has_run |= answer.verdict == Verdict::Violated;
            if let Some(GlobalFinding::Fault(report, _)) = answer.found() {
                note_fault(context, loaded, report);
            }
        }
        let witness = answer.witness();
        let is_read_in_one_way =
            matches!(self.asked.questions, Questions::Membership | Questions::Plain { .. });
        let style = RowStyle { names_channels: !is_read_in_one_way, ..context.style_for(witness) };
        if witness.is_some() {
            // A limit during the writing of the evidence does not lose the answer.
            context.watch.know(&row(answer, &style.without_evidence()));
        }
        let mut row = row(answer, &style);
        if let AnyAnswer::System(_, Task { question: Question::Mistaken(_), .. }, _) = answer
            && row.property() == Some("bad_states")
        {
            row.text.hint = Some("where that is fine: --allow-none".to_owned());
        }
        if self.asked.is_classification() && row.answer.verdict.reason().is_none() {
            context.reporter.answered();
        }
        let done = context.reporter.row(input, row);
        self.go_on(done)
    }

    fn end_system(&mut self, session: &SystemSession<'_>) -> ControlFlow<()> {
        let done = self.system_ended(session);
        self.go_on(done)
    }

    fn end_components(&mut self, undecided: &[String]) -> ControlFlow<()> {
        let done = self.components_ended(undecided);
        self.go_on(done)
    }

    fn read(&mut self, loaded: &Loaded, has_errors: bool) {
        let reporter = self.subject.context.reporter;
        if let Some(text) = complaints(loaded, Severity::Warning) {
            reporter.tell(text);
        }
        if has_errors {
            reporter.settle(ExitStatus::Refused);
        }
    }
}
