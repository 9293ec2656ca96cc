//! `chor check`: do the projections implement exactly the choreography?

use std::ffi::OsString;

use super::orders::answer_orders;
use crate::cli::choreography_args::{ChoreographyCheckArguments, ReadingArguments};
use crate::cli::failure::Failure;
use crate::cli::file_kind::{PROTOCOLS, kind};
use crate::cli::input::{Input, only_model};
use crate::cli::interaction_args::InteractionReading;
use crate::cli::models::{self, LoadOptions, Single};
use crate::cli::run::{InputCommand, LoadedModel, run_models};
use crate::cli::run_context::RunContext;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::driver::choreography::{
    ChoreographyFinding, ChoreographySession, ChoreographyTask, LostMessages, OrderRequest, asked,
    choreography_of, is_of_orders, is_property, lacks, no_choreography, unanswered, unmade,
    unmade_answers, with_reminders, without_questions,
};
use scm_check::driver::interaction::{refusal_reason, stated_of_messages};
use scm_check::driver::system::{Origin, RestatedModel};
use scm_check::driver::{Answer, Checker, Lack};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::{Effect, Reason, Verdict};
use scm_check::language::choreography::Model;
use scm_check::language::interaction;
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::model::cfsm::System;
use scm_check::model::choreography::ChannelChoice;
use scm_check::model::interaction::Repetition;
use scm_check::render::choreography::choreography_row;
use scm_check::render::report::{Amount, ModelSize, ResultLayout};
use scm_check::render::system::model_section;

/// Runs the command, and returns the exit code, which depends on the verdicts.
///
/// # Errors
/// If the options do not fit, or the report cannot be written.
pub(super) fn run(arguments: &ChoreographyCheckArguments, watch: &Watch) -> Result<u8, Failure> {
    if arguments.report.certificate.is_some() {
        let why = "there are no certificates about choreographies; what is violated is confirmed with \
                   --verify";
        return Err(Failure::usage(why));
    }
    let choice = arguments.channels.choice();
    let inputs = models::named(&arguments.files, PROTOCOLS, &arguments.report);
    let layout = arguments.report.layout(
        inputs.len(),
        ResultLayout::Blocks(Amount::Everything),
        ResultLayout::Table,
    );
    let names: Vec<&str> = match (arguments.properties.as_slice(), arguments.strict) {
        ([], true) => vec!["well-formed"],
        ([], false) => vec!["realisable"],
        (names, _) => names.iter().map(String::as_str).collect(),
    };
    let ask = |model: &Model| {
        let known = names.iter().filter(|name| is_property(name));
        let tasks = known.map(|name| asked(model, name, choice)).collect();
        with_reminders(model, tasks)
    };
    let loading = LoadOptions::new(&arguments.report);
    let given = |model: &OsString| {
        let input = only_model(model, "--against takes")?;
        Single::system(input, loading).map(|given| given.model.system)
    };
    let against = arguments.against.as_ref().map(given).transpose()?;
    let (search, report) = (&arguments.search, &arguments.report);
    let options = RunOptions::new("chor check", inputs, search, report, layout);
    let options = RunOptions { extent: arguments.run.extent(), ..options };
    let (against, effect) = (against.as_ref(), Effect::Reminds);
    let (reading, lost) = (arguments.reading, arguments.lost.unwrap_or_default());
    let choreographies = ChoreographyCommand { reading, choice, lost, against, ask: &ask, effect };
    let (loops, asked) = (arguments.loops, arguments.properties.as_slice());
    run_models(&options, watch, TextCommand { choreographies, loops, names: &names, asked })
}

/// Questions about choreographies, and about the messages of diagrams.
#[derive(Clone)]
struct TextCommand<'a> {
    choreographies: ChoreographyCommand<'a>,
    /// What loops of diagrams mean that do not say it.
    loops: Option<Repetition>,
    /// The names of the properties that are asked for.
    names: &'a [&'a str],
    /// Those that the user has named.
    asked: &'a [String],
}

/// What `chor check` reads.
enum Text {
    Choreography(Box<Model>),
    Diagram(Box<interaction::Model>),
}

impl InputCommand for TextCommand<'_> {
    type Model = Text;

    fn read(&self, context: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Text> {
        let is_asked = self.choreographies.reading.from.is_none();
        if !is_asked || kind(input, source) != Some(Kind::Interaction) {
            let reading = self.choreographies.reading.read(input, source);
            return reading.map(|model| Text::Choreography(Box::new(model)));
        }
        // All kinds of weak loops have the same choreography.
        let loops = Some(self.loops.unwrap_or(Repetition::Weak));
        let reading = InteractionReading { loops, ..Default::default() };
        let reading = reading.read(input, source, &|signature| context.tell_about(signature));
        match reading.model.as_ref().and_then(no_choreography) {
            Some(fault) => Reading::refused(fault),
            None => reading.map(|model| Text::Diagram(Box::new(model))),
        }
    }

    fn size(&self, model: &Text) -> ModelSize {
        match model {
            Text::Choreography(model) => self.choreographies.size(model),
            Text::Diagram(model) => diagram_size(model),
        }
    }

    fn lacks(&self, model: &Text) -> Vec<Lack> {
        let mut lacks = lacks(self.asked);
        if matches!(model, Text::Diagram(_)) && self.choreographies.against.is_none() {
            lacks.retain(|lack| !is_of_orders(&lack.property));
        }
        lacks
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Text>) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        match model {
            Text::Choreography(model) => {
                self.choreographies.answer(&LoadedModel { context, input, loaded, model })
            }
            Text::Diagram(model) => {
                let subject = LoadedModel { context, input, loaded, model: &**model };
                let is_known = |name: &&str| is_property(name) || is_of_orders(name);
                let names: Vec<&str> = self.names.iter().copied().filter(is_known).collect();
                if names.is_empty() {
                    return Ok(());
                }
                let choreographies = self.choreographies;
                let Some(model) = choreographies.choreography(&subject, &names)? else {
                    return Ok(());
                };
                let subject = LoadedModel { context, input, loaded, model: &model };
                let found = choreographies.answer_text(&subject)?;
                let ChoreographyCommand { choice, effect, .. } = choreographies;
                let Ok(Projections { system, is_rsc, .. }) = found else { return Ok(()) };
                // Other automata than the projections may do what is not drawn.
                if choreographies.against.is_some() {
                    return Ok(());
                }
                let names = if self.asked.is_empty() { &[] } else { names.as_slice() };
                let request = OrderRequest { names, choice, effect, is_rsc };
                answer_orders(&subject, &system, request)
            }
        }
    }
}

/// Questions about choreographies.
#[derive(Clone, Copy)]
pub(in crate::cli::commands) struct ChoreographyCommand<'a> {
    /// Options for reading texts.
    pub(in crate::cli::commands) reading: ReadingArguments,
    /// Reading of the channels for the system on an HTML page.
    pub(in crate::cli::commands) choice: ChannelChoice,
    /// Whether the lost messages of diagrams may arrive.
    pub(in crate::cli::commands) lost: LostMessages,
    /// The automata that replace the projections, if the user gave some.
    pub(in crate::cli::commands) against: Option<&'a System>,
    /// The effect of the answers that diagrams state.
    pub(in crate::cli::commands) effect: Effect,
    /// The questions about a model.
    pub(in crate::cli::commands) ask: &'a (dyn Fn(&Model) -> Vec<ChoreographyTask> + Sync),
}

impl InputCommand for ChoreographyCommand<'_> {
    type Model = Model;

    fn read(&self, _: &RunContext<'_>, input: &Input, source: &Source) -> Reading<Model> {
        self.reading.read(input, source)
    }

    fn size(&self, model: &Model) -> ModelSize {
        let automaton = model.description.resolved(self.choice);
        ModelSize {
            participants: automaton.participants.len(),
            channels: automaton.channels.len(),
            architecture: None,
        }
    }

    fn answer(&mut self, subject: &LoadedModel<'_, Model>) -> Result<(), Failure> {
        self.answer_text(subject).map(|_| ())
    }
}

/// The projections of a choreography, or what is held against it instead.
pub(in crate::cli::commands) struct Projections {
    /// The system, with its final states.
    pub(in crate::cli::commands) system: System,
    /// Whether it is RSC, if the answers say so.
    pub(in crate::cli::commands) is_rsc: Option<bool>,
    /// Where it comes from.
    pub(in crate::cli::commands) origin: Origin,
}

impl ChoreographyCommand<'_> {
    /// Answers every question about a choreography, and returns the system that is held against it, with where that comes
    /// from. If there is none, it returns the answer to all questions instead, if there is one.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn answer_text(
        &self,
        subject: &LoadedModel<'_, Model>,
    ) -> Result<Result<Projections, Option<(Verdict, ChoreographyFinding)>>, Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let source = (loaded, model);
        if let Some(finding) = without_questions(model) {
            self.report(subject, unmade_answers(loaded, &(self.ask)(model), &finding))?;
            let verdict = Verdict::Unknown(Reason::Unsupported);
            return Ok(Err(Some((verdict, finding))));
        }
        let checker = context.checker.map(|checker| checker as &dyn Checker);
        let mut session = ChoreographySession::new(context, checker, source, self.against);
        let choice = self.choice;
        context
            .reporter
            .describe(|| model_section(&loaded.name, session.system(choice), loaded.source()));
        let tasks = (self.ask)(model);
        context.watch.plan(tasks.iter().map(|task| session.subject(task)).collect());
        for task in tasks {
            let answer = session.answer(&task);
            context.tell_checker_failures();
            let witness = answer.found().and_then(|found| found.witness());
            let style = context.style_for(witness.map(|(witness, _)| witness));
            context.reporter.row(input, choreography_row(&answer, task.choice, source, &style))?;
        }
        let Some(system) = session.system_with_ends(choice) else {
            return Ok(Err(session.decided(choice)));
        };
        let origin = match context.checker {
            Some(_) => Origin::Made(Some(RestatedModel::new(&system))),
            None if session.are_linear_properties_implied(choice) => Origin::Realisable,
            None => Origin::Made(None),
        };
        let is_rsc = session.is_rsc(choice.settled(&model.description));
        Ok(Ok(Projections { system, is_rsc, origin }))
    }

    /// Returns the choreography of a diagram. If there is none, answers the questions with these names about its messages,
    /// without names those on which it states verdicts.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn choreography(
        &self,
        subject: &LoadedModel<'_, interaction::Model>,
        names: &[&str],
    ) -> Result<Option<Model>, Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let refusal = match choreography_of(context, loaded, model, (self.choice, self.lost)) {
            Ok(choreography) => return Ok(Some(choreography)),
            Err(refusal) => refusal,
        };
        let verdict = Verdict::Unknown(refusal_reason(refusal));
        let decided = (verdict, ChoreographyFinding::Unmade(refusal.to_string()));
        let mut names = names.to_vec();
        if names.is_empty() {
            names.push("realisable");
            names.extend(stated_of_messages(model).filter(|name| *name != "realisable"));
        }
        let model = &unmade(model, String::new());
        let subject = LoadedModel { context, input, loaded, model };
        self.answer_unmade(&subject, &names, decided)?;
        Ok(None)
    }

    /// Answers the questions with these names about a diagram that is no choreography for the reason `why`; without names
    /// those on which it states verdicts.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn answer_outside(
        &self,
        subject: &LoadedModel<'_, interaction::Model>,
        names: &[&str],
        why: String,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        let stated = stated_of_messages(model).filter(|_| names.is_empty());
        let names: Vec<&str> = names.iter().copied().chain(stated).collect();
        let found = (Verdict::Unknown(Reason::Unsupported), ChoreographyFinding::Outside(why));
        let model = &unmade(model, String::new());
        self.answer_unmade(&LoadedModel { context, input, loaded, model }, &names, found)
    }

    /// Answers the questions with these names about a choreography without projections.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(in crate::cli::commands) fn answer_unmade(
        &self,
        subject: &LoadedModel<'_, Model>,
        names: &[&str],
        (verdict, finding): (Verdict, ChoreographyFinding),
    ) -> Result<(), Failure> {
        let source = (subject.loaded, subject.model);
        let how = (self.choice, self.effect);
        self.report(subject, unanswered(source, names, how, (verdict, &finding)))
    }

    /// Reports answers about a text without choreography.
    fn report(
        &self,
        subject: &LoadedModel<'_, Model>,
        answers: Vec<Answer<ChoreographyFinding>>,
    ) -> Result<(), Failure> {
        let &LoadedModel { context, input, loaded, model } = subject;
        for answer in answers {
            let row = choreography_row(&answer, self.choice, (loaded, model), &context.style());
            context.reporter.row(input, row)?;
        }
        Ok(())
    }
}

/// Returns the size of the choreography of a diagram.
pub(in crate::cli::commands) fn diagram_size(model: &interaction::Model) -> ModelSize {
    let participants = model.interaction.signature.lifelines().len();
    ModelSize { participants, channels: 0, architecture: None }
}
