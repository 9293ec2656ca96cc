//! Multitraces held against a model, one file after the other.

use super::checkpoint::Checkpoint;
use super::dry_run::dry_run;
use super::engines::Engines;
use super::inputs::LogInput;
use super::logged::Logged;
use super::logs::{LogPlan, LogRun, is_final};
use super::model::GlobalModel;
use super::session_rows::{SessionRows, common};
use super::tally::CLASSES;
use super::told::{Heard, Told, automaton_words};
use super::two_places::{central, local};
use crate::check::conformance::{Answer, Class, Question};
use crate::cli::answers::Desk;
use crate::cli::conform_args::{LogArguments, ProcedureChoice, ReadingChoice};
use crate::cli::input::Input;
use crate::cli::isolation::isolated;
use crate::cli::models::Loaded;
use crate::cli::output::Failure;
use crate::cli::reporter::{Reporter, Size, manner};
use crate::cli::session::{Inquiry, Subject};
use crate::cli::walk::section;
use crate::cli::words;
use crate::kernel::base::Id as _;
use crate::kernel::diagnostics::Diagnostic;
use crate::kernel::report::{Effect, Expectation, Expected, Reason, Row, Standing, Verdict};
use crate::kernel::search::Statistics as Counts;
use crate::kernel::source::Source;
use crate::language::interaction;
use crate::language::log::{Format, Rules};
use crate::model::trace::LocationId;

/// The property of the rows.
pub(super) const PROPERTY: &str = "conforms";

/// What is asked of each log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) model: &'a GlobalModel,
    /// Without one, the class is found.
    pub(crate) question: Option<Question>,
    pub(crate) procedure: ProcedureChoice,
    pub(crate) reading: ReadingChoice,
    /// Whether a run is shown where there is one.
    pub(crate) interleaving: bool,
}

/// Holds logs against a model.
pub(crate) struct ConformInquiry<'a> {
    plan: Plan<'a>,
    engines: Engines<'a>,
    /// How many multitraces have which class, in the order of classes; the last ones have none.
    counts: [u64; 6],
    /// The inputs, in order, and how logs among them are read.
    inputs: &'a [LogInput],
    log: &'a LogArguments,
    rules: Option<Rules>,
    checkpoint: Option<Checkpoint>,
    /// How many sessions and multitraces are still wanted.
    left: u64,
    /// Which inputs were read together with others before them.
    joined: Vec<bool>,
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
    ) -> Result<Self, Failure> {
        let checkpoint = log.resume.as_deref().map(|path| Checkpoint::open(path, about));
        Ok(Self {
            plan,
            engines: Engines::new(plan.model, plan.procedure.procedure()),
            counts: [0; 6],
            inputs,
            log,
            rules,
            checkpoint: checkpoint.transpose()?,
            left: log.limit.map_or(u64::MAX, |count| count.0),
            joined: vec![false; inputs.len()],
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
}

impl Inquiry for ConformInquiry<'_> {
    type Model = Logged;

    fn read(&self, _: &Input, source: &Source) -> (Vec<Diagnostic>, Option<Logged>) {
        Logged::read(self.plan.model, source)
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
        reporter.describe(|| section(&loaded.name, None, loaded.source.as_ref()));
        let blank = |verdict| Row {
            sha256: loaded.sha256.clone(),
            property: Some(PROPERTY.to_owned()),
            verdict,
            ..Row::unreadable(&loaded.name, "")
        };
        let rows = if desk.interrupt.is_raised() {
            let verdict = Verdict::Unknown(Reason::Interrupted);
            vec![Row { message: "not started".to_owned(), ..blank(verdict) }]
        } else {
            isolated(|| self.rows(desk, loaded, model, &blank)).unwrap_or_else(|message| {
                vec![Row {
                    message: format!("internal error: {message}"),
                    hint: Some("please report it, with the model and the log".to_owned()),
                    ..blank(Verdict::Unknown(Reason::Crashed))
                }]
            })
        };
        self.left -= 1;
        for row in rows {
            self.is_over |= self.log.fail_fast && row.standing() == Standing::Failed;
            reporter.row(input, row)?;
        }
        Ok(())
    }

    fn takes(
        &mut self,
        desk: &Desk<'_>,
        reporter: &mut Reporter,
        number: usize,
    ) -> Result<bool, Failure> {
        if self.inputs[number].format.is_none() {
            return Ok(false);
        }
        if self.joined[number] {
            return Ok(true);
        }
        let together = self.together(number);
        for &other in &together {
            self.joined[other] = true;
        }
        let inputs: Vec<&LogInput> = together.iter().map(|&one| &self.inputs[one]).collect();
        let naming = manner(desk.report).naming;
        let names: Vec<String> = inputs.iter().map(|one| one.input.name(naming)).collect();
        let title = match names.as_slice() {
            [first, _, _, _, ..] => format!("{first} and {} others", names.len() - 1),
            few => few.join(", "),
        };
        let log_plan = LogPlan { plan: self.plan, log: self.log, rules: self.rules.as_ref() };
        let engine = self.engines.base();
        if let Some(location) = &self.log.local {
            let read = (inputs.as_slice(), names.as_slice());
            return local(&log_plan, desk, reporter, read, engine, location).map(|()| true);
        }
        if self.log.central {
            let read = (inputs.as_slice(), names.as_slice());
            return central(&log_plan, desk, reporter, read, engine, &title).map(|()| true);
        }
        if self.log.dry_run {
            return dry_run(&log_plan, desk, reporter, &inputs, &names, engine.alphabet())
                .map(|()| true);
        }
        let rows = SessionRows::new(self.plan, &title, &names, engine);
        let (checkpoint, left) = (&mut self.checkpoint, &mut self.left);
        let run = LogRun::new(log_plan, desk, reporter, rows, checkpoint, left);
        self.is_over |= is_final(run.run(&inputs, engine)?);
        Ok(true)
    }

    fn is_over(&self) -> bool {
        self.is_over || self.left == 0
    }

    fn closing(&self) -> Option<String> {
        let all: u64 = self.counts.iter().sum();
        (all > 1).then(|| format!("{}\n", self.tally()))
    }
}

impl ConformInquiry<'_> {
    fn rows(
        &mut self,
        desk: &Desk<'_>,
        loaded: &Loaded,
        model: &Logged,
        blank: &dyn Fn(Verdict) -> Row,
    ) -> Vec<Row> {
        let Plan { question, procedure, .. } = self.plan;
        let (engine, traces, places) = model.numbered(self.plan.model, &mut self.engines);
        let (answer, statistics) =
            desk.searched(&loaded.name, PROPERTY, desk.deadline(), |control| {
                let answer = engine.check(&traces, question, procedure.procedure(), control);
                let states = answer.states;
                (answer, Counts { states, ..Counts::default() })
            });
        let word = engine.word();
        let mut detail = common(&self.plan);
        self.counts[answer.class.map_or(5, |class| class as usize)] += 1;
        let source = loaded.source.as_ref();
        let span =
            |location: LocationId, position: usize| places[location.index()].get(position).copied();
        let text = |location: LocationId, position: usize| {
            let written = span(location, position).zip(source);
            written.map_or_else(String::new, |(span, source)| source.slice(span).to_owned())
        };
        let place = |location: LocationId, position: usize| {
            let (span, source) = span(location, position).zip(source)?;
            Some(format!("{}:{}", loaded.name, source.line_of(span.start())))
        };
        let ends = engine.ends(&traces, &answer);
        let alphabet = engine.alphabet().clone();
        let heard =
            Heard { alphabet: &alphabet, traces: &traces, text: &text, ends: &ends, place: &place };
        let Told { qualifier, mut message, mut explanation, detail: found } =
            heard.told(&answer, question);
        let verdict = verdict(&answer);
        let mut hint = None;
        if let Err(limit) = answer.verdict {
            message = words::limit(limit, desk.search, desk.memory());
            hint = words::advice(limit);
        }
        detail.extend(found);
        let mut chart = None;
        if answer.verdict == Ok(false) && !desk.report.quiet {
            let asked = question.unwrap_or(Question::Accept);
            let explained = engine.explained(&heard, asked, &answer, self.plan.model);
            explanation.extend(explained.lines);
            detail.extend(explained.detail);
            chart = explained.chart.map(Box::new);
        } else if answer.verdict == Ok(true) && self.plan.interleaving {
            let asked = question.unwrap_or(Question::Accept);
            let explained = engine.interleaved(&heard, asked);
            explanation.extend(explained.lines);
            detail.extend(explained.detail);
            chart = explained.chart.map(Box::new);
        }
        let mut row = Row {
            engine: Some(word),
            statistics: Some(statistics),
            detail,
            chart,
            qualifier,
            message,
            explanation,
            hint,
            expected: self.expected(model),
            ..blank(verdict)
        };
        if desk.report.verbose {
            row.summary.push(automaton_words(self.plan.model));
            row.summary.extend(desk.work(&row));
        }
        let mut rows = vec![row];
        rows.extend(self.stated(model, answer.class, blank));
        rows
    }

    /// Returns the answers that a file states.
    fn stated_by(model: &Logged) -> &[interaction::Expectation] {
        match model {
            Logged::Actions(model) => &model.expectations,
            Logged::Plain(model) => &model.expectations,
        }
    }

    /// Returns what the log expects, if it says so of this question.
    fn expected(&self, model: &Logged) -> Option<Expectation> {
        let name = match self.plan.question {
            None | Some(Question::Accept) => PROPERTY.to_owned(),
            Some(question) => format!("{PROPERTY}[{}]", question.word()),
        };
        let stated = Self::stated_by(model).iter().find(|stated| stated.property == name)?;
        let meant = |verdict: &Expected| verdict.word() == stated.value;
        let verdict = Expected::ALL.into_iter().find(meant)?;
        Some(Expectation { verdict, effect: Effect::Excuses })
    }

    /// Returns a row for the class that a log states, and one for each property that nobody knows.
    fn stated(
        &self,
        model: &Logged,
        class: Option<Class>,
        blank: &dyn Fn(Verdict) -> Row,
    ) -> Vec<Row> {
        let mut rows = Vec::new();
        for stated in Self::stated_by(model) {
            let (property, value) = (stated.property.as_str(), stated.value.as_str());
            let row = |verdict, message: String| Row {
                property: Some(property.to_owned()),
                title: Some(format!("{property} = {value}")),
                message,
                ..blank(verdict)
            };
            let is_question = property
                .strip_prefix(PROPERTY)
                .and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'))
                .is_some_and(|word| Question::ALL.iter().any(|one| one.word() == word));
            if property == PROPERTY || is_question {
                if Expected::ALL.iter().all(|verdict| verdict.word() != value) {
                    let message = "the answers are holds, violated and unknown";
                    rows.push(row(Verdict::Error, message.to_owned()));
                }
            } else if property != "class" {
                let message = format!("there is no such property, but {PROPERTY} and class");
                rows.push(row(Verdict::Error, message));
            } else if let (None, Some(class)) = (self.plan.question, class) {
                let (verdict, message) = if class.word() == value {
                    (Verdict::Holds, String::new())
                } else {
                    (Verdict::Violated, format!("it is {}", class.word()))
                };
                rows.push(row(verdict, message));
            }
        }
        rows
    }

    /// Returns how many logs are of which class.
    fn tally(&self) -> String {
        let all: u64 = self.counts.iter().sum();
        let counts: Vec<String> = CLASSES
            .iter()
            .zip(self.counts)
            .filter(|&(_, count)| count > 0)
            .map(|(word, count)| format!("{} {word}", crate::kernel::report::grouped(count)))
            .collect();
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        format!("{}: {}", words::number_of(all, "multitrace"), counts.join(", "))
    }
}

/// Returns the verdict of an answer.
pub(super) fn verdict(answer: &Answer) -> Verdict {
    match answer.verdict {
        Ok(true) => Verdict::Holds,
        Ok(false) => Verdict::Violated,
        Err(limit) => Verdict::Unknown(limit.into()),
    }
}
