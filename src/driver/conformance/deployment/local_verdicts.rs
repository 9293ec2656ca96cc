//! Local checks: one location checks its own log and writes a line for each session, and a closing line.
//!
//! If such a location has no line for a session, its trace of the session is empty. If the closing line is missing, the
//! location may have more results.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::conformance::model::answer_object::json_line;
use crate::conformance::model::engines::Engine;
use crate::conformance::model::global_model::GlobalModel;
use crate::conformance::model::outcome::MAX_ORDERS;
use crate::conformance::sessions::log_group::{LogGroup, Stop};
use check::conformance::{Checker, Specification};
use kernel::base::{Id as _, hexadecimal};
use language::log::Session;
use model::trace::{DistributedAlphabet, LocalLetterId, Location, LocationId};

/// Name of the schema of the lines.
pub(in crate::conformance) const SCHEMA: &str = "scm-check/local";

/// Fields that every line has: its schema, and whether it is the closing line.
#[derive(Debug, Deserialize)]
pub(in crate::conformance) struct LocalHead {
    pub(in crate::conformance) schema: String,
    pub(in crate::conformance) schema_version: u32,
    #[serde(default)]
    pub(in crate::conformance) end: bool,
}

/// The closing line of a location.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::conformance) struct LocalClosing {
    pub(in crate::conformance) schema: String,
    pub(in crate::conformance) schema_version: u32,
    /// Digest of the automaton and of its observation at each location, as in the other lines.
    pub(in crate::conformance) automaton: String,
    pub(in crate::conformance) location: Vec<String>,
    /// Number of lines before this one.
    pub(in crate::conformance) sessions: u64,
    /// `true` in the closing line.
    pub(in crate::conformance) end: bool,
}

/// The line with the result of one location about a session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::conformance) struct LocalLine {
    pub(in crate::conformance) schema: String,
    pub(in crate::conformance) schema_version: u32,
    /// Digest of the automaton and of its observation at each location.
    pub(in crate::conformance) automaton: String,
    pub(in crate::conformance) session: String,
    pub(in crate::conformance) location: Vec<String>,
    pub(in crate::conformance) verdict: String,
    /// Number of correct local letters, if the trace is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::conformance) position: Option<usize>,
    pub(in crate::conformance) trace: Vec<String>,
    /// The transitions of the automaton that may have caused the trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::conformance) area: Option<String>,
}

/// Returns a digest of an automaton and of its observation at each location.
pub(in crate::conformance) fn digest(specification: &Specification) -> String {
    let automaton = specification.automaton();
    let mut hash = Sha256::new();
    let mut put = |text: String| hash.update(text.as_bytes());
    put(format!("{} {:?}\n", automaton.len(), automaton.initial()));
    for state in automaton.states() {
        put(format!("{}", u8::from(automaton.is_accepting(state))));
    }
    for (from, symbol, to) in automaton.edges() {
        put(format!("\n{} {} {}", from.index(), symbol.index(), to.index()));
    }
    let alphabet = specification.alphabet();
    for (letter, text) in alphabet.letters().enumerate() {
        put(format!("\n{text:?} {:?}", alphabet.parts(letter)));
    }
    for location in alphabet.locations() {
        put(format!("\n{:?} {:?}", location.members(), location.letters()));
    }
    hexadecimal(&hash.finalize())
}

/// Reason for which locations cannot check by themselves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeploymentError {
    /// The model has no automaton for local checks, for this reason.
    #[error("{0}; check the logs of all locations in one place")]
    NoAutomaton(String),
    /// The model has no such location.
    #[error(transparent)]
    UnknownLocation(#[from] UnknownLocation),
}

/// Returns the checker for local checks.
pub(in crate::conformance) fn checker<'e>(
    engine: &'e Engine,
    model: &GlobalModel,
) -> Result<&'e Checker, DeploymentError> {
    match engine {
        Engine::Automaton(checker) => Ok(checker),
        Engine::Term(_) => Err(DeploymentError::NoAutomaton(model.without_automaton())),
    }
}

/// Error: there is no location with the first name; the second string lists the locations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no location `{0}`, but {1}")]
pub struct UnknownLocation(pub String, pub String);

/// Returns the location with a name, or with a member of that name.
pub(in crate::conformance) fn location_named(
    alphabet: &DistributedAlphabet,
    name: &str,
) -> Result<LocationId, UnknownLocation> {
    let is_it = |location: &Location| {
        location.name() == name || location.members().iter().any(|member| member == name)
    };
    let found = alphabet.locations().enumerate().find(|(_, location)| is_it(location));
    let unknown = || UnknownLocation(name.to_owned(), location_names(alphabet));
    found.map(|(id, _)| id).ok_or_else(unknown)
}

/// Returns the names of all locations for an error message.
pub(in crate::conformance) fn location_names(alphabet: &DistributedAlphabet) -> String {
    alphabet.locations().iter().map(Location::name).collect::<Vec<_>>().join("; ")
}

/// Checks the sessions of one location, group of logs by group.
#[derive(Debug)]
pub struct LocalCheck {
    checker: Box<Checker>,
    location: LocationId,
    digest: String,
    /// Number of sessions that have lines.
    sessions: u64,
    /// Number of sessions that are still to be checked.
    left: u64,
    /// The keys of the sessions so far, where logs are read one by one.
    met: Option<FxHashSet<String>>,
    /// Whether all sessions of the logs so far have lines.
    is_whole: bool,
}

/// The lines of sessions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalLines {
    /// The lines.
    pub text: String,
    /// Whether a trace is wrong.
    pub has_failed: bool,
    /// The keys of sessions without a line, of which times leave the order of events open.
    pub unordered: Vec<String>,
    /// Key of a session that occurs in an earlier log, too: a location may have only one line for a session.
    pub repeated: Option<String>,
}

/// Returns the text of a letter of a session that the model does not have, by its location and position.
type UnknownText = dyn Fn(&Session, &DistributedAlphabet, LocationId, usize) -> String;

impl LocalCheck {
    /// Begins to check the location with a name in `groups` groups of logs.
    ///
    /// # Errors
    /// If there is no such location, or no automaton.
    pub fn new(
        engine: &Engine,
        model: &GlobalModel,
        name: &str,
        limit: Option<u64>,
        groups: usize,
    ) -> Result<Self, DeploymentError> {
        let checker = checker(engine, model)?;
        Ok(Self {
            location: location_named(checker.specification().alphabet(), name)?,
            digest: digest(checker.specification()),
            checker: Box::new(checker.clone()),
            sessions: 0,
            left: limit.unwrap_or(u64::MAX),
            met: (groups > 1).then(FxHashSet::default),
            is_whole: true,
        })
    }

    /// Limits the reading of a group of logs to the sessions that are still to be checked.
    #[must_use]
    pub fn wanted<'r>(&self, mut logs: LogGroup<'r>) -> LogGroup<'r> {
        logs.sessions = logs.sessions.wanting(self.left);
        logs
    }

    /// Returns the lines of the sessions that ended and are to be checked.
    pub fn lines(&mut self, logs: &mut LogGroup<'_>, unknown: &UnknownText) -> LocalLines {
        let mut lines = LocalLines::default();
        while self.left > 0
            && logs.stop != Some(Stop::Failure)
            && let Some(session) = logs.sessions.next_closed()
        {
            if let Some(met) = &mut self.met
                && !met.insert(session.key.clone())
            {
                lines.repeated = Some(session.key);
                return lines;
            }
            let (location, alphabet) = (self.location, logs.sessions.alphabet());
            let unknown = |position| unknown(&session, alphabet, location, position);
            self.left -= 1;
            if !self.is_ordered(&session) {
                self.is_whole = false;
                lines.unordered.push(session.key);
                continue;
            }
            let (line, is_right) = self.line(&session, &unknown);
            lines.text.push_str(&line);
            if !is_right {
                lines.has_failed = true;
                if logs.options.fail_fast {
                    logs.stop = Some(Stop::Failure);
                }
            }
            logs.sessions.recycle(session);
        }
        if self.left == 0 {
            logs.stop.get_or_insert(Stop::Enough);
        }
        lines
    }

    /// Returns `true` if the order of the trace is known, or it is wrong in each order that times allow. Where it may be
    /// right, the others decide by its order.
    fn is_ordered(&mut self, session: &Session) -> bool {
        let Some(orders) = session.orders_at(self.location, MAX_ORDERS) else { return false };
        let mut traces = session.traces.clone();
        let mut is_right = |number| {
            orders.apply(number, &mut traces);
            self.checker.local(self.location, &traces[self.location.index()]).is_ok()
        };
        orders.count() == 1 || !(0..orders.count()).any(&mut is_right)
    }

    /// Returns the line about a session, and whether its trace is right; `unknown` returns the text of a local letter
    /// that the model does not have.
    fn line(&mut self, session: &Session, unknown: &dyn Fn(usize) -> String) -> (String, bool) {
        let trace = &session.traces[self.location.index()];
        self.sessions += 1;
        let found = self.checker.local(self.location, trace);
        let location = &self.checker.specification().alphabet().locations()[self.location];
        let text = |(position, &letter): (usize, &LocalLetterId)| {
            location.text(letter).map_or_else(|| unknown(position), str::to_owned)
        };
        let is_right = found.is_ok();
        let line = LocalLine {
            schema: SCHEMA.to_owned(),
            schema_version: 1,
            automaton: self.digest.clone(),
            session: session.key.clone(),
            location: location.members().to_vec(),
            verdict: if is_right { "holds" } else { "violated" }.to_owned(),
            position: found.as_ref().err().map(|error| error.position),
            trace: trace.iter().enumerate().map(text).collect(),
            area: found.ok().map(|area| area.to_hex()),
        };
        (json_line(&line), is_right)
    }

    /// Records that not all sessions have lines.
    pub fn leave_open(&mut self) {
        self.is_whole = false;
    }

    /// Returns the closing line, which states that all sessions of the logs have lines; `None` if some have none.
    pub fn closing(&self) -> Option<String> {
        let location = &self.checker.specification().alphabet().locations()[self.location];
        let closing = || LocalClosing {
            schema: SCHEMA.to_owned(),
            schema_version: 1,
            automaton: self.digest.clone(),
            location: location.members().to_vec(),
            sessions: self.sessions,
            end: true,
        };
        self.is_whole.then(|| json_line(&closing()))
    }
}
