//! The central check: combines the results of all locations.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::local_verdicts::{
    DeploymentError, LocalClosing, LocalHead, LocalLine, SCHEMA, checker, digest,
};
use crate::codes;
use crate::conformance::model::engines::Engine;
use crate::conformance::model::global_model::GlobalModel;
use crate::conformance::model::outcome::{Outcome, SessionReport};
use crate::conformance::model::plan::Plan;
use crate::conformance::sessions::log_group::Stop;
use crate::conformance::sessions::tally::Tally;
use crate::{Host, Panic, isolated};
use check::conformance::{Answer, Checker, Fault, LocalError, TransitionArea};
use kernel::base::{Control, Id as _, IndexVec, grouped};
use kernel::diagnostics::Code;
use language::log::{Session, UnknownEvent};
use language::reading::json_complaint;
use model::trace::{LocalLetterId, LocationId};

/// Reason for which a line of a location is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongLine {
    /// Code of the diagnostic.
    pub code: Code,
    /// The line with its number from 1, if the error is in one line.
    pub line: Option<(usize, String)>,
    /// Number of characters of the line before the error.
    pub column: usize,
    /// Description of the error.
    pub why: String,
    /// Advice on how to correct the error.
    pub help: Option<&'static str>,
}

impl WrongLine {
    /// Returns the report of an error without a place.
    pub fn new(code: Code, why: String) -> Self {
        Self { code, line: None, column: 0, why, help: None }
    }

    fn wrong(why: impl Into<String>) -> Self {
        Self::new(codes::WRONG_LINE, why.into())
    }
}

/// How much of the results of a location was read.
#[derive(Clone, Debug, Default)]
struct LocationReport {
    /// Whether a line of the location was read.
    has_begun: bool,
    /// Whether the last line of the location was read.
    has_ended: bool,
    /// Whether the last line of the location is missing in a file.
    is_cut: bool,
    /// Number of lines of the location in the file that is being read, after its latest closing line there.
    lines: u64,
    /// The result of the location for an empty trace, once it is known.
    empty_result: Option<Result<TransitionArea, LocalError>>,
}

impl LocationReport {
    fn is_complete(&self) -> bool {
        self.has_ended && !self.is_cut
    }
}

/// The results of all locations about a session.
#[derive(Debug)]
struct GatheredSession {
    /// The traces, as a session of logs.
    session: Session,
    areas: IndexVec<LocationId, Option<TransitionArea>>,
    is_there: IndexVec<LocationId, bool>,
}

/// Gathers the results of locations, session by session.
#[derive(Debug)]
pub struct CentralMerge {
    checker: Box<Checker>,
    /// A copy of the checker in a consistent state, to restore it after a panic.
    backup: Box<Checker>,
    digest: String,
    places: FxHashMap<String, usize>,
    locations: IndexVec<LocationId, LocationReport>,
    sessions: Vec<GatheredSession>,
}

impl CentralMerge {
    /// Returns a merge that has read no lines yet.
    ///
    /// # Errors
    /// If there is no automaton.
    pub fn new(engine: &Engine, model: &GlobalModel) -> Result<Self, DeploymentError> {
        let checker = Box::new(checker(engine, model)?.clone());
        let digest = digest(checker.specification());
        let number = checker.specification().alphabet().locations().len();
        Ok(Self {
            backup: checker.clone(),
            checker,
            digest,
            places: FxHashMap::default(),
            locations: IndexVec::filled(LocationReport::default(), number),
            sessions: Vec::new(),
        })
    }

    /// Reads the lines of a file.
    ///
    /// # Errors
    /// If the file cannot be read; or, as a value, the first line that is not a line of a location or is about another
    /// automaton, or the error that the file has no line.
    pub fn read(&mut self, file: impl BufRead) -> io::Result<Result<(), WrongLine>> {
        let mut is_empty = true;
        for (line, number) in file.split(b'\n').zip(1..) {
            let bytes = line?;
            let text = String::from_utf8_lossy(&bytes);
            if text.trim().is_empty() {
                continue;
            }
            is_empty = false;
            let taken = match std::str::from_utf8(&bytes) {
                Ok(text) => self.take(text),
                Err(error) => {
                    let right = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                    let wrong = WrongLine::wrong("these bytes are not UTF-8");
                    Err(WrongLine { column: right.chars().count(), ..wrong })
                }
            };
            let line = |wrong| WrongLine { line: Some((number, text.into_owned())), ..wrong };
            if let Err(wrong) = taken {
                return Ok(Err(line(wrong)));
            }
        }
        if is_empty {
            let why = "it has no line, not even the last one of a location";
            return Ok(Err(WrongLine::wrong(why)));
        }
        for report in &mut self.locations {
            report.is_cut |= std::mem::take(&mut report.lines) > 0;
        }
        Ok(Ok(()))
    }

    fn take(&mut self, text: &str) -> Result<(), WrongLine> {
        let head: LocalHead = parsed(text)?;
        if head.schema != SCHEMA || head.schema_version != 1 {
            let why = format!("it is no line of the schema `{SCHEMA}` in version 1");
            return Err(WrongLine::wrong(why));
        }
        if head.end { self.close(&parsed(text)?) } else { self.ingest(parsed(text)?) }
    }

    /// Returns the location that a line is from.
    fn location(&self, automaton: &str, members: &[String]) -> Result<LocationId, WrongLine> {
        let name = members.join(",");
        if automaton != self.digest {
            let (there, here) = (short(automaton), short(&self.digest));
            let why = format!(
                "location `{name}` has another automaton ({there} there, {here} here): the models \
                 differ"
            );
            return Err(WrongLine::new(codes::OTHER_MODEL, why));
        }
        let locations = self.checker.specification().alphabet().locations();
        let found = locations.enumerate().find(|(_, one)| one.members() == members);
        let nowhere = || WrongLine::wrong(format!("there is no location `{name}`"));
        found.map(|(id, _)| id).ok_or_else(nowhere)
    }

    /// Processes the last line of a location.
    fn close(&mut self, closing: &LocalClosing) -> Result<(), WrongLine> {
        let id = self.location(&closing.automaton, &closing.location)?;
        let report = &mut self.locations[id];
        if closing.sessions != report.lines {
            let count = |number: u64| {
                format!("{} session{}", grouped(number), if number == 1 { "" } else { "s" })
            };
            return Err(WrongLine::wrong(format!(
                "location `{}` ends with {}, but its lines before are about {}",
                closing.location.join(","),
                count(closing.sessions),
                count(report.lines)
            )));
        }
        report.has_begun = true;
        report.has_ended = true;
        report.lines = 0;
        Ok(())
    }

    /// Processes the result of a location about a session.
    fn ingest(&mut self, line: LocalLine) -> Result<(), WrongLine> {
        let id = self.location(&line.automaton, &line.location)?;
        let specification = self.checker.specification();
        let locations = specification.alphabet().locations();
        let transitions = specification.automaton().transition_count();
        let area = |text: String| {
            let area = TransitionArea::from_hex(&text, transitions);
            area.ok_or_else(|| WrongLine::wrong("the area is none of this automaton"))
        };
        let area = line.area.map(area).transpose()?;
        if (line.verdict == "holds") != area.is_some() {
            return Err(WrongLine::wrong(
                "a line has an area where its trace is right, and only there",
            ));
        }
        let number = locations.len();
        let location = &locations[id];
        let trace: Vec<LocalLetterId> =
            line.trace.iter().map(|text| location.local_letter(text)).collect();
        let unknown = trace.iter().zip(&line.trace).enumerate();
        let unknown = unknown.filter(|(_, (letter, _))| **letter == location.unknown());
        let unknown: Vec<UnknownEvent> = unknown
            .map(|(position, (_, text))| UnknownEvent {
                location: id,
                position,
                text: text.clone(),
            })
            .collect();
        let place = *self.places.entry(line.session.clone()).or_insert_with(|| {
            let mut session = Session::default();
            session.key.clone_from(&line.session);
            session.traces.resize_with(number, Vec::new);
            session.places.resize_with(number, Vec::new);
            self.sessions.push(GatheredSession {
                session,
                areas: IndexVec::filled(None, number),
                is_there: IndexVec::filled(false, number),
            });
            self.sessions.len() - 1
        });
        let gathered = &mut self.sessions[place];
        if std::mem::replace(&mut gathered.is_there[id], true) {
            let name = line.location.join(",");
            let why = format!("location `{name}` speaks twice of session `{}`", line.session);
            return Err(WrongLine::wrong(why));
        }
        gathered.session.traces[id.index()] = trace;
        gathered.session.unknown.extend(unknown);
        gathered.session.unknown.sort_by_key(|unknown| (unknown.location, unknown.position));
        gathered.areas[id] = area;
        self.locations[id].has_begun = true;
        self.locations[id].lines += 1;
        Ok(())
    }

    fn names(&self, which: impl Fn(LocationId) -> bool) -> Vec<String> {
        let locations = self.checker.specification().alphabet().locations();
        let chosen = locations.enumerate().filter(|&(id, _)| which(id));
        chosen.map(|(_, location)| location.name()).collect()
    }

    /// Returns the names of the locations from which there is no line.
    pub fn silent(&self) -> Vec<String> {
        self.names(|id| !self.locations[id].has_begun)
    }

    /// Returns the names of the locations that may have more results, since their last lines are missing.
    pub fn incomplete(&self) -> Vec<String> {
        self.names(|id| !self.locations[id].is_complete())
    }

    /// Returns `true` if no location saw a session.
    pub fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }

    /// Returns the names of the locations whose results about a session are missing.
    fn missing(&self, place: usize) -> Vec<String> {
        let there = &self.sessions[place].is_there;
        self.names(|id| !there[id] && !self.locations[id].is_complete())
    }

    /// Finishes a session for which each location has a line, or has no line but its last line was read.
    fn conclude(&mut self, place: usize, is_classified: bool, control: &Control) -> Outcome {
        match isolated(|| self.concluded(place, is_classified, control)) {
            Ok(answer) => Outcome::Answered { answer, orders: 1 },
            Err(Panic(message)) => {
                // A panic may have left the checker in an inconsistent state.
                self.checker = self.backup.clone();
                Outcome::Crashed(message)
            }
        }
    }

    fn concluded(&mut self, place: usize, is_classified: bool, control: &Control) -> Answer {
        let ids = self.checker.specification().alphabet().locations().ids();
        let areas: Vec<Option<TransitionArea>> = ids.map(|id| self.area(place, id)).collect();
        let session = &self.sessions[place].session;
        let whole: Option<Vec<TransitionArea>> = areas.into_iter().collect();
        let mut answer = match whole {
            Some(areas) => self.checker.conclude(&areas, &session.traces, control),
            None => {
                let errors = self.checker.local_errors(&session.traces);
                Answer { fault: Some(Fault::Local(errors)), ..Answer::NO }
            }
        };
        if is_classified && answer.verdict == Ok(false) {
            let class = self.checker.class_of_refused(&session.traces, control);
            answer.classify(class.map(Some));
        }
        answer
    }

    /// Returns the area of the trace of a location; `None` if the trace is wrong by itself.
    fn area(&mut self, place: usize, id: LocationId) -> Option<TransitionArea> {
        let GatheredSession { areas, is_there, .. } = &self.sessions[place];
        if is_there[id] {
            return areas[id].clone();
        }
        let checker = &mut self.checker;
        let empty = &mut self.locations[id].empty_result;
        empty.get_or_insert_with(|| checker.local(id, &[])).clone().ok()
    }
}

/// The sessions of all locations, finished one after the other.
#[derive(Debug)]
pub struct CentralCheck<'r> {
    host: &'r dyn Host,
    merge: CentralMerge,
    /// Moment at which the time for the logs is over.
    deadline: Option<Instant>,
    control: Arc<Control>,
    plan: Plan<'r>,
    fail_fast: bool,
    limit: u64,
    place: usize,
    has_failed: bool,
    failing: u64,
    /// Counts of the sessions with results from all locations.
    pub tally: Tally,
    /// Number of sessions that are not complete.
    pub incomplete: usize,
    /// Reason for which not all sessions are finished, if so.
    pub stop: Option<Stop>,
}

/// Result of the central check of a session.
#[derive(Debug)]
pub enum CentralReport {
    /// The session was finished.
    Finished(Box<SessionReport>),
    /// The results of some locations about the session are missing.
    Incomplete {
        /// Key of the session.
        session: String,
        /// Names of the locations.
        missing: Vec<String>,
        /// Whether this is the first incomplete session of the check.
        is_first: bool,
    },
}

impl<'r> CentralCheck<'r> {
    /// Begins to finish sessions, at most `limit`.
    pub fn new(
        host: &'r dyn Host,
        plan: &Plan<'r>,
        merge: CentralMerge,
        fail_fast: bool,
        limit: Option<u64>,
    ) -> Self {
        let deadline = host.deadline(0);
        let locations = merge.locations.len();
        Self {
            host,
            deadline,
            control: plan.session_control(host, 0, deadline),
            fail_fast,
            limit: limit.unwrap_or(u64::MAX),
            plan: *plan,
            merge,
            place: 0,
            has_failed: false,
            failing: 0,
            tally: Tally::new(locations),
            incomplete: 0,
            stop: None,
        }
    }

    /// Returns the gathered results of all locations.
    pub fn merge(&self) -> &CentralMerge {
        &self.merge
    }

    /// Returns the number of sessions that are not finished because their results are no longer wanted.
    pub fn not_finished(&self) -> u64 {
        let done = self.tally.sessions + self.incomplete as u64;
        (self.merge.sessions.len() as u64).saturating_sub(done)
    }

    /// Finishes sessions until one is to be reported, and returns its result.
    pub fn next_report(&mut self) -> Option<CentralReport> {
        while self.place < self.merge.sessions.len() {
            if self.host.is_interrupted() {
                self.stop = Some(Stop::Interrupted);
            } else if self.tally.sessions == self.limit {
                self.stop = Some(Stop::Enough);
            } else if self.has_failed && self.fail_fast {
                self.stop = Some(Stop::Failure);
            }
            if self.stop.is_some() {
                return None;
            }
            let place = self.place;
            self.place += 1;
            let missing = self.merge.missing(place);
            if !missing.is_empty() {
                self.incomplete += 1;
                let session = self.merge.sessions[place].session.key.clone();
                let is_first = self.incomplete == 1;
                return Some(CentralReport::Incomplete { session, missing, is_first });
            }
            if self.plan.session_timeout.is_some() {
                self.control = self.plan.session_control(self.host, 0, self.deadline);
            }
            let outcome = self.merge.conclude(place, self.plan.question.is_none(), &self.control);
            let session = std::mem::take(&mut self.merge.sessions[place].session);
            let holds = outcome.holds();
            self.tally.count(&outcome, session.events());
            self.failing += u64::from(holds != Some(true));
            self.has_failed |= holds == Some(false);
            if holds != Some(true) || self.plan.reports_all {
                let is_explained =
                    holds != Some(true) && self.failing <= self.plan.explained_sessions;
                let report = SessionReport { session, outcome, is_explained };
                return Some(CentralReport::Finished(Box::new(report)));
            }
        }
        None
    }
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, WrongLine> {
    serde_json::from_str(text).map_err(|error| {
        let what = json_complaint(&error);
        // The reader counts bytes.
        let before = text.as_bytes().iter().take(error.column().saturating_sub(1));
        let column = before.filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count();
        WrongLine {
            column,
            help: Some("print the lines of this location again"),
            ..WrongLine::wrong(format!("this is no line that a location prints: {what}"))
        }
    })
}

fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}
