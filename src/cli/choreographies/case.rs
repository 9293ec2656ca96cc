//! From a question about a choreography to a row of the report.

use serde_json::json;

use super::against::matched;
use super::evidence;
use super::lines::transition_lines;
use super::words::{self, Told};
use super::{ChannelWords as _, ChoreographyQuestion, ChoreographyTask};
use crate::cli::answers::{Desk, judged, with_evidence};
use crate::cli::output::Failure;
use crate::cli::words as sentences;
use scm_check::check::closure;
use scm_check::check::realisability::{
    self, Answer, Outcome, Question, UnknownReason, Violation, check_given,
};
use scm_check::driver::Loaded;
use scm_check::driver::isolated;
use scm_check::kernel::base::grouped;
use scm_check::kernel::base::{Control, Limit};
use scm_check::kernel::search::Statistics as Counts;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::language::choreography;
use scm_check::language::evidence::Subject;
use scm_check::model::cfsm::{Channel, ChannelKind, System};
use scm_check::model::choreography::{
    Automaton, ChannelChoice, Choreography, Completion, Interaction, completion,
};
use scm_check::model::evidence::{Lines, Witness};
use scm_check::render::report::Row;

/// No automaton of more states is made deterministic.
pub(crate) const MOST_STATES: usize = 1 << 17;

/// A choreography on the desk, with what is known of it by now.
pub(crate) struct ChoreographyCase<'a> {
    pub(super) desk: &'a Desk<'a>,
    pub(super) loaded: &'a Loaded,
    model: &'a choreography::Model,
    /// The choreography in each reading that was asked for.
    readings: Vec<(ChannelChoice, Reading)>,
    answered: Vec<(ChoreographyTask, Row)>,
    /// Why the checker could not be asked.
    faults: Vec<Failure>,
    /// The automata that are asked instead of the projections, if somebody gives some.
    against: Option<&'a System>,
}

/// What a reading of the channels makes of a choreography.
enum Reading {
    /// It can be made deterministic, and its projections too; an empty one has none.
    Normal { choreography: Box<Choreography>, system: Option<Box<System>>, lines: Lines },
    /// That takes too many states.
    TooLarge,
    /// A limit came first.
    Cut(Limit),
    /// The automata that are given do not fit, for this reason.
    Unfit(String),
}

impl<'a> ChoreographyCase<'a> {
    /// Puts a choreography on the desk.
    pub(crate) fn new(
        desk: &'a Desk<'a>,
        loaded: &'a Loaded,
        model: &'a choreography::Model,
    ) -> Self {
        let (readings, answered, faults) = (Vec::new(), Vec::new(), Vec::new());
        Self { desk, loaded, model, readings, answered, faults, against: None }
    }

    /// The same, for automata that somebody gives instead of the projections.
    pub(crate) fn against(self, given: Option<&'a System>) -> Self {
        Self { against: given, ..self }
    }

    /// Returns the system of the projections in a reading, if there is one.
    pub(crate) fn system(&mut self, choice: ChannelChoice) -> Option<&System> {
        match self.reading(choice) {
            Reading::Normal { system, .. } => system.as_deref(),
            Reading::TooLarge | Reading::Cut(_) | Reading::Unfit(_) => None,
        }
    }

    /// Answers a question. What was asked before is not asked again.
    pub(crate) fn answer(&mut self, task: &ChoreographyTask) -> Row {
        let same = |(asked, _): &&(ChoreographyTask, Row)| {
            asked.question == task.question && asked.choice == task.choice
        };
        self.desk.watch.begin(&self.loaded.name, Some(&task.property));
        let row = match self.answered.iter().find(same) {
            Some((_, row)) => row.clone(),
            None if self.desk.watch.is_raised() => Row {
                message: "not started".to_owned(),
                ..self.blank(task, Verdict::Unknown(Reason::Interrupted))
            },
            None => {
                let row = isolated(|| self.row(task)).unwrap_or_else(|message| Row {
                    message: format!("internal error: {message}"),
                    hint: Some("please report it, with the model".to_owned()),
                    ..self.blank(task, Verdict::Unknown(Reason::Crashed))
                });
                self.desk.watch.know(&row);
                self.confirmed(task, row)
            }
        };
        let row = Row { expected: task.expected, role: task.role, ..row };
        self.answered.push((task.clone(), row.clone()));
        row
    }

    fn row(&mut self, task: &ChoreographyTask) -> Row {
        match &task.question {
            ChoreographyQuestion::Mistaken(why) => {
                Row { message: why.clone(), ..self.blank(task, Verdict::Error) }
            }
            ChoreographyQuestion::Realisability(_) | ChoreographyQuestion::Named(_) => {
                self.in_reading(task)
            }
        }
    }

    /// Has the evidence of an answer confirmed, if there is a checker and evidence.
    fn confirmed(&mut self, task: &ChoreographyTask, row: Row) -> Row {
        let Some(checker) = self.desk.checker else { return row };
        if self.against.is_some() {
            return with_evidence(
                row,
                "none",
                "not confirmed: the checker makes the projections itself",
            );
        }
        let Some(witness) = &row.witness else {
            return match row.verdict {
                Verdict::Holds => with_evidence(row, "none", "no certificate"),
                Verdict::Violated => with_evidence(row, "none", "nothing that the checker knows"),
                Verdict::Unknown(_) | Verdict::Error => row,
            };
        };
        let automaton = self.model.description.resolved(task.choice);
        match evidence::confirm(checker, &automaton, witness, &self.desk.watch.control(None)) {
            Ok(confirmation) => judged(row, confirmation, self.desk.watch.limits()),
            Err(failure) => {
                self.faults.push(failure);
                with_evidence(row, "unchecked", "not confirmed")
            }
        }
    }

    /// Returns what failed besides the questions since somebody last asked.
    pub(crate) fn take_faults(&mut self) -> Vec<Failure> {
        std::mem::take(&mut self.faults)
    }

    /// Returns what a reading makes of the choreography.
    fn reading(&mut self, choice: ChannelChoice) -> &Reading {
        let place = self.readings.iter().position(|(known, _)| *known == choice);
        let place = place.unwrap_or_else(|| {
            let automaton = self.model.description.resolved(choice);
            let ((normal, limit), _) =
                self.desk.searched(&self.loaded.name, "projections", |control| {
                    let stop = || control.limit(0, 0).is_some();
                    let normal = self.normal(&automaton, &stop);
                    ((normal, control.limit(0, 0)), Counts::default())
                });
            let normal = normal.or_else(|| limit.map(Reading::Cut));
            let reading = normal.unwrap_or(Reading::TooLarge);
            self.readings.push((choice, self.given(reading)));
            self.readings.len() - 1
        });
        &self.readings[place].1
    }

    /// Makes a choreography and its projections deterministic, unless that takes too many states or
    /// `stop` says so.
    fn normal(&self, automaton: &Automaton, stop: &dyn Fn() -> bool) -> Option<Reading> {
        let choreography = Choreography::unless(automaton, MOST_STATES, stop)?;
        let system = if choreography.is_empty() {
            None
        } else {
            Some(Box::new(choreography.implementation_unless(MOST_STATES, stop)?))
        };
        let line_up = |system| transition_lines(self.loaded, self.model, &choreography, system);
        let lines = system.as_deref().map(line_up).unwrap_or_default();
        Some(Reading::Normal { choreography: Box::new(choreography), system, lines })
    }

    /// Returns a reading with the automata that are given instead of the projections, if some are.
    fn given(&self, reading: Reading) -> Reading {
        let Reading::Normal { choreography, system: Some(projections), .. } = &reading else {
            return reading;
        };
        let Some(given) = self.against else { return reading };
        match matched(choreography, projections, given) {
            Ok((choreography, system)) => Reading::Normal {
                choreography: Box::new(choreography),
                system: Some(Box::new(system)),
                lines: Lines::default(),
            },
            Err(why) => Reading::Unfit(why),
        }
    }

    /// Answers a question about the choreography in a reading of its channels.
    fn in_reading(&mut self, task: &ChoreographyTask) -> Row {
        self.reading(task.choice);
        let (_, reading) = self
            .readings
            .iter()
            .find(|(choice, _)| *choice == task.choice)
            .expect("it was made just now");
        let (choreography, system, lines) = match reading {
            Reading::Normal { choreography, system, lines } => (choreography, system, lines),
            Reading::TooLarge => {
                return Row {
                    message: "to make it deterministic takes too many states".to_owned(),
                    ..self.blank(task, Verdict::Unknown(Reason::States))
                };
            }
            Reading::Cut(limit) => {
                let mut row = self.blank(task, Verdict::Unknown((*limit).into()));
                self.describe_limit(&mut row, *limit);
                return row;
            }
            Reading::Unfit(why) => {
                return Row {
                    message: format!("the model that it is held against does not fit: {why}"),
                    ..self.blank(task, Verdict::Error)
                };
            }
        };
        let Some(system) = system.as_deref() else {
            return Row {
                message: "nothing ever happens".to_owned(),
                ..self.blank(task, Verdict::Holds)
            };
        };
        let mut row = Row {
            qualifier: words::qualifier(task.choice, system),
            ..self.blank(task, Verdict::Holds)
        };
        row.detail.insert("channels".into(), channels_json(system));
        if let Some(given) = self.against {
            row.detail.insert("against".into(), given.name().into());
        }
        let told = Told {
            choreography,
            model: self.model,
            source: self.loaded.source(),
            file: &self.loaded.name,
        };
        let file = Exhibit { task, told, system, lines };
        match &task.question {
            ChoreographyQuestion::Realisability(question) => {
                self.realisability(row, *question, &file)
            }
            ChoreographyQuestion::Named(check) => self.named(row, *check, &file),
            ChoreographyQuestion::Mistaken(_) => row,
        }
    }

    /// Answers whether the choreography is realisable, or well-formed.
    fn realisability(&self, row: Row, question: Question, file: &Exhibit<'_>) -> Row {
        let property = &file.task.property;
        let against = self.against.is_some();
        let (answer, statistics) = self.desk.searched(&self.loaded.name, property, |control| {
            let choreography = file.told.choreography;
            let check = if against { check_given } else { realisability::check };
            let answer = check(choreography, file.system, question, control);
            let counts = answer.statistics;
            (answer, counts)
        });
        let verdict = match &answer.outcome {
            Outcome::Holds(_) => Verdict::Holds,
            Outcome::Violated(_) => Verdict::Violated,
            Outcome::Unknown(UnknownReason::Limit(limit)) => Verdict::Unknown((*limit).into()),
            Outcome::Unknown(UnknownReason::Undecided) => Verdict::Unknown(Reason::Undecidable),
        };
        let row = Row { engine: Some("levels"), statistics: Some(statistics), verdict, ..row };
        self.describe(row, question, &answer, file)
    }

    /// Puts an answer into words.
    fn describe(
        &self,
        mut row: Row,
        question: Question,
        answer: &Answer,
        file: &Exhibit<'_>,
    ) -> Row {
        let system = file.system;
        let statistics = row.statistics.unwrap_or_default();
        match &answer.outcome {
            Outcome::Holds(ground) => {
                words::holds(question, self.against.is_some()).clone_into(&mut row.message);
                let (name, rests) = words::ground(*ground);
                row.detail.insert("level".into(), name.into());
                row.summary = vec![
                    sentences::explored(system, statistics, true),
                    words::channels(system),
                    format!("  rests on: {rests}"),
                ];
            }
            Outcome::Violated(violation) => {
                self.describe_violation(&mut row, question, (violation, answer.is_shortest), file);
            }
            Outcome::Unknown(UnknownReason::Limit(limit)) => self.describe_limit(&mut row, *limit),
            Outcome::Unknown(UnknownReason::Undecided) => {
                row.message = format!(
                    "undecided up to {} put off and {} executions one by one",
                    sentences::number_of(closure::GAPS, "stretch").replace("stretchs", "stretches"),
                    grouped(closure::EXECUTIONS as u64),
                );
                row.detail.insert("level".into(), format!("gaps {}", closure::GAPS).into());
                row.summary.push(
                    "  every level leaves executions unread, and all that were tested are allowed"
                        .to_owned(),
                );
                row.hint = Some("see: scm-check explain realisability".to_owned());
            }
        }
        row.summary.extend(self.desk.work(&row));
        row
    }

    fn describe_limit(&self, row: &mut Row, limit: Limit) {
        row.message =
            sentences::limit(limit, self.desk.search.max_states, self.desk.watch.limits());
        row.hint = sentences::advice(limit);
    }

    fn describe_violation(
        &self,
        row: &mut Row,
        question: Question,
        (violation, is_shortest): (&Violation, bool),
        file: &Exhibit<'_>,
    ) {
        self.desk.watch.know(row);
        let control = self.desk.watch.control(None);
        let (system, choreography) = (file.system, file.told.choreography);
        let they = if self.against.is_some() { "the automata" } else { "the projections" };
        let witness = match violation {
            Violation::NotRsc(witness) => {
                row.message = format!(
                    "{they} are not RSC: borderline violation of {}, {}; shortest, replayed",
                    sentences::number_of(witness.communications(), "communication"),
                    sentences::number_of(witness.actions(), "action"),
                );
                (**witness).clone()
            }
            Violation::Execution(word) => {
                // What the search found is certain: it is told, whatever its replay costs.
                let whole = Control::unlimited();
                let made = realisability::witness(choreography, system, question, word, &whole);
                let witness = made.expect("what the search found can be replayed, and violates");
                let after = sentences::number_of(word.len(), "communication");
                let shortest = if is_shortest { "shortest, " } else { "" };
                row.message = match question {
                    Question::Realisable => format!(
                        "after {after} {they} have left the choreography; {shortest}replayed"
                    ),
                    Question::WellFormed => {
                        format!(
                            "an RSC execution of {after} is no partial execution; {shortest}replayed"
                        )
                    }
                };
                witness
            }
            Violation::Missing(word) => {
                Self::describe_missing(row, word, file);
                return;
            }
            Violation::Incoherent(_) => {
                "the coherence conditions, which decide here, are broken"
                    .clone_into(&mut row.message);
                self.describe_coherence(row, file);
                return;
            }
        };
        row.summary = vec![words::channels(system)];
        if let (Violation::Execution(word), Question::WellFormed) = (violation, question) {
            let actions: Vec<_> = word.iter().flat_map(|letter| letter.actions()).collect();
            let completed = completion(choreography, &actions, &control);
            if matches!(completed, Completion::Holds(_)) {
                let why = "  up to the order of independent actions it is allowed; without --strict \
                           that counts";
                row.summary.push(why.to_owned());
            }
        }
        let blame = match (violation, question) {
            (Violation::Execution(word), Question::Realisable) => {
                realisability::blame(choreography, word, &control)
            }
            _ => None,
        };
        if let Some(limit) = control.limit(0, 0) {
            let why = sentences::reached(limit, self.desk.watch.limits());
            row.summary.push(format!("  not explained further: {why}"));
        }
        if let Some(blame) = &blame {
            row.summary.extend(file.told.blame(blame));
            row.detail.insert("blame".into(), file.told.blame_json(blame));
        }
        self.describe_coherence(row, file);
        self.show(row, &witness, file);
        if question == Question::Realisable && self.against.is_none() {
            row.hint = Some(file.told.repair(violation, blame.as_ref(), system));
        }
    }

    /// Says which word of the choreography given automata cannot do.
    fn describe_missing(row: &mut Row, word: &[Interaction], file: &Exhibit<'_>) {
        let Some((last, before)) = word.split_last() else { return };
        let after = sentences::number_of(before.len(), "interaction");
        let text = file.told.interaction(*last);
        row.message = format!("after {after} the automata cannot do `{text}`; shortest");
        row.summary = vec![words::channels(file.system)];
        let names: Vec<String> = word.iter().map(|&one| file.told.interaction(one)).collect();
        row.summary.extend(names.iter().map(|name| format!("    {name}")));
        row.detail.insert("missing".into(), names.into());
    }

    /// Says which coherence conditions are broken, where they mean something.
    fn describe_coherence(&self, row: &mut Row, file: &Exhibit<'_>) {
        if self.against.is_some() {
            return;
        }
        let found = realisability::incoherences(file.told.choreography).unwrap_or_default();
        for incoherence in &found {
            row.summary.extend(file.told.incoherence(incoherence));
        }
        if !found.is_empty() {
            let all = found.iter().map(|one| file.told.incoherence_json(one));
            row.detail.insert("coherence".into(), all.collect());
        }
    }

    /// Shows a witness in the row of its answer, in the forms in which somebody reads it.
    pub(super) fn show(&self, row: &mut Row, witness: &Witness, file: &Exhibit<'_>) {
        let (system, lines) = (file.system, file.lines);
        let subject = Subject {
            property: file.task.property.clone(),
            channels: file.task.choice.word(),
            sha256: self.loaded.sha256.clone(),
        };
        self.desk.show(row, system, witness, subject, lines);
    }

    /// Returns a row without content.
    fn blank(&self, task: &ChoreographyTask, verdict: Verdict) -> Row {
        Row {
            sha256: self.loaded.sha256.clone(),
            property: Some(task.property.clone()),
            channels: task.choice.word(),
            verdict,
            ..Row::unreadable(&self.loaded.name, "")
        }
    }
}

/// What an answer is about.
pub(super) struct Exhibit<'a> {
    pub(super) task: &'a ChoreographyTask,
    pub(super) told: Told<'a>,
    pub(super) system: &'a System,
    pub(super) lines: &'a Lines,
}

/// Returns the channels with their kinds, as reports have them.
fn channels_json(system: &System) -> serde_json::Value {
    let channel = |(id, channel): (_, &Channel)| {
        let kind = match channel.kind {
            ChannelKind::Fifo => "fifo",
            ChannelKind::Bag => "bag",
        };
        json!({"name": system.channel_name(id), "kind": kind})
    };
    system.channels().enumerate().map(channel).collect()
}
