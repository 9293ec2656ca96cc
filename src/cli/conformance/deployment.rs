//! Checks in two places: each location where its log is, then what they found together.

use std::io::{BufRead as _, BufReader};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::answered::Answered;
use super::engines::Engine;
use crate::check::conformance::{Answer, Area, Checker, Fault, LocalError, Specification};
use crate::cli::input::Input;
use crate::kernel::base::{Control, Id as _, hexadecimal};
use crate::language::log::Session;
use crate::model::trace::{LocalLetterId, Location, LocationId};

const SCHEMA: &str = "scm-check/local";

/// What one location found about a session, as a line.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    schema: String,
    schema_version: u32,
    /// The digest of the automaton and of what locations see of it.
    automaton: String,
    session: String,
    location: Vec<String>,
    verdict: String,
    /// How many local letters are right, where it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<usize>,
    trace: Vec<String>,
    /// The transitions of the automaton that the trace may have been seen of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    area: Option<String>,
}

/// Returns a digest of an automaton and of what locations see of it.
pub(super) fn digest(specification: &Specification) -> String {
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

/// Writes what one location finds.
pub(super) struct LocalWriter {
    checker: Box<Checker>,
    location: LocationId,
    digest: String,
}

impl LocalWriter {
    /// Returns the writer for the location with a name.
    ///
    /// # Errors
    /// If there is no such location, or no automaton: what to say about it.
    pub(super) fn new(engine: &Engine, name: &str) -> Result<Self, String> {
        let Engine::Automaton(checker) = engine else {
            return Err("there is no automaton of the model, of which areas are parts".to_owned());
        };
        let locations = checker.specification().alphabet().locations();
        let has_name = |location: &Location| {
            location.name() == name || location.members().iter().any(|m| m == name)
        };
        let found = locations.enumerate().find(|(_, location)| has_name(location));
        let Some((location, _)) = found else {
            let all: Vec<String> = locations.iter().map(Location::name).collect();
            return Err(format!("there is no location `{name}`, but {}", all.join("; ")));
        };
        let digest = digest(checker.specification());
        Ok(Self { checker: checker.clone(), location, digest })
    }

    /// Returns the location.
    pub(super) fn location(&self) -> LocationId {
        self.location
    }

    /// Returns the line about a session, and whether its trace is right; `unknown` says what is written of
    /// local letters that the model does not have.
    pub(super) fn line(
        &mut self,
        key: &str,
        trace: &[LocalLetterId],
        unknown: &dyn Fn(usize) -> String,
    ) -> (String, bool) {
        let found = self.checker.local(self.location, trace);
        let location = &self.checker.specification().alphabet().locations()[self.location];
        let text = |(position, &letter): (usize, &LocalLetterId)| {
            location.text(letter).map_or_else(|| unknown(position), str::to_owned)
        };
        let is_right = found.is_ok();
        let line = Line {
            schema: SCHEMA.to_owned(),
            schema_version: 1,
            automaton: self.digest.clone(),
            session: key.to_owned(),
            location: location.members().to_vec(),
            verdict: if is_right { "holds" } else { "violated" }.to_owned(),
            position: found.as_ref().err().map(|error| error.position),
            trace: trace.iter().enumerate().map(text).collect(),
            area: found.ok().map(|area| area.to_hex()),
        };
        let mut text = serde_json::to_string(&line).expect("it is plain data");
        text.push('\n');
        (text, is_right)
    }
}

/// What all locations found about a session.
pub(super) struct Gathered {
    /// The traces, in the form in which sessions of logs are told of.
    pub(super) session: Session,
    areas: Vec<Option<Area>>,
    is_there: Vec<bool>,
}

/// Gathers what locations found, session by session.
pub(super) struct Central {
    checker: Box<Checker>,
    digest: String,
    places: FxHashMap<String, usize>,
    pub(super) sessions: Vec<Gathered>,
}

impl Central {
    /// Returns a centre that has heard nothing yet.
    ///
    /// # Errors
    /// If there is no automaton.
    pub(super) fn new(engine: &Engine) -> Result<Self, String> {
        let Engine::Automaton(checker) = engine else {
            return Err("there is no automaton of the model, of which areas are parts".to_owned());
        };
        let digest = digest(checker.specification());
        let (places, sessions) = (FxHashMap::default(), Vec::new());
        Ok(Self { checker: checker.clone(), digest, places, sessions })
    }

    /// Reads the lines of a file.
    ///
    /// # Errors
    /// If a line is none of these, or is about another automaton: which, and why.
    pub(super) fn read(&mut self, input: &Input) -> Result<(), String> {
        let (stream, _) = input.open()?;
        for (number, line) in BufReader::new(stream).lines().enumerate() {
            let line = line.map_err(|error| crate::cli::input::reason(&error))?;
            if !line.trim().is_empty() {
                self.take(&line).map_err(|why| format!("line {}: {why}", number + 1))?;
            }
        }
        Ok(())
    }

    fn take(&mut self, text: &str) -> Result<(), String> {
        let line: Line = serde_json::from_str(text)
            .map_err(|error| format!("it is no line of `conform --local`: {error}"))?;
        if line.schema != SCHEMA || line.schema_version != 1 {
            return Err(format!("it is no line of the schema `{SCHEMA}` in version 1"));
        }
        let specification = self.checker.specification();
        let name = line.location.join(",");
        if line.automaton != self.digest {
            return Err(format!(
                "location `{name}` has another automaton ({} there, {} here): the models differ",
                short(&line.automaton),
                short(&self.digest)
            ));
        }
        let locations = specification.alphabet().locations();
        let found = locations.enumerate().find(|(_, one)| one.members() == line.location);
        let Some((id, location)) = found else {
            return Err(format!("there is no location `{name}`"));
        };
        let area = match line.area {
            None => None,
            Some(text) => {
                let transitions = specification.automaton().transition_count();
                let area = Area::from_hex(&text, transitions);
                Some(area.ok_or("the area is none of this automaton")?)
            }
        };
        let number = locations.len();
        let trace = line.trace.iter().map(|text| location.local_letter(text)).collect();
        let place = *self.places.entry(line.session.clone()).or_insert_with(|| {
            self.sessions.push(Gathered {
                session: Session {
                    key: line.session.clone(),
                    traces: vec![Vec::new(); number],
                    places: vec![Vec::new(); number],
                    ..Session::default()
                },
                areas: vec![None; number],
                is_there: vec![false; number],
            });
            self.sessions.len() - 1
        });
        let gathered = &mut self.sessions[place];
        if std::mem::replace(&mut gathered.is_there[id.index()], true) {
            return Err(format!("location `{name}` speaks twice of session `{}`", line.session));
        }
        gathered.session.traces[id.index()] = trace;
        gathered.areas[id.index()] = area;
        Ok(())
    }

    /// Returns the names of the locations that spoke of no session.
    pub(super) fn silent(&self) -> Vec<String> {
        let locations = self.checker.specification().alphabet().locations();
        let spoke = |place: usize| self.sessions.iter().any(|session| session.is_there[place]);
        let silent = locations.iter().enumerate().filter(|&(place, _)| !spoke(place));
        silent.map(|(_, location)| location.name()).collect()
    }

    /// Returns the names of the locations that did not speak of a session.
    pub(super) fn missing(&self, place: usize) -> Vec<String> {
        let locations = self.checker.specification().alphabet().locations();
        let there = &self.sessions[place].is_there;
        locations
            .iter()
            .zip(there)
            .filter(|(_, there)| !**there)
            .map(|(one, _)| one.name())
            .collect()
    }

    /// Finishes a session of which all locations spoke.
    pub(super) fn conclude(
        &mut self,
        place: usize,
        is_classified: bool,
        control: &Control,
    ) -> Answered {
        let Gathered { session, areas, .. } = &self.sessions[place];
        let whole: Option<Vec<Area>> = areas.iter().cloned().collect();
        let mut answer = match whole {
            Some(areas) => self.checker.conclude(&areas, &session.traces, control),
            None => {
                let errors = self.checker.local_errors(&session.traces);
                Answer { fault: Some(Fault::Local(errors)), ..Answer::NO }
            }
        };
        if is_classified && answer.verdict == Ok(false) {
            answer.class = self.checker.class_of_refused(&session.traces, control);
        }
        let ends = match &answer.fault {
            Some(Fault::Local(errors)) => {
                errors.iter().map(|error| self.may_end(place, error)).collect()
            }
            _ => Vec::new(),
        };
        Answered { answer, ends }
    }

    fn may_end(&mut self, place: usize, error: &LocalError) -> bool {
        let trace = &self.sessions[place].session.traces[error.location.index()][..error.position];
        self.checker.verifiers().verify(error.location, trace).is_ok()
    }
}

fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}
