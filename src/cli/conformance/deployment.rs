//! Checks in two places: each location where its log is, then what they found together.
//!
//! A location writes a line for each session that its logs have, and then one that says that this is all. Of a
//! session that such a location does not name it saw nothing: its trace is empty. Where the last line is missing,
//! nobody knows.

use std::io::{BufRead as _, BufReader};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::codes::{OTHER_MODEL, WRONG_LINE};
use super::engines::Engine;
use super::locations::in_words;
use super::model::GlobalModel;
use super::outcome::Outcome;
use crate::cli::input::Input;
use crate::cli::output::reason;
use scm_check::check::conformance::{Answer, Area, Checker, Fault, LocalError, Specification};
use scm_check::driver::UNREADABLE;
use scm_check::driver::isolated;
use scm_check::kernel::base::{Control, Id as _, IndexVec, hexadecimal};
use scm_check::kernel::diagnostics::Code;
use scm_check::language::log::{Session, Unknown};
use scm_check::model::trace::{LocalLetterId, Location, LocationId};
use scm_check::render::sentences::{alternatives, number_of};

const SCHEMA: &str = "scm-check/local";

/// What every line says: what it is, and whether it is the last one.
#[derive(Debug, Deserialize)]
struct Head {
    schema: String,
    schema_version: u32,
    #[serde(default)]
    end: bool,
}

/// That one location has said all that it found.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Closing {
    schema: String,
    schema_version: u32,
    /// As in the other lines.
    automaton: String,
    location: Vec<String>,
    /// How many lines stand before this one.
    sessions: u64,
    /// That this is the last line.
    end: bool,
}

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

/// Says why locations cannot check where they are, and what can be done.
fn in_one_place(model: &GlobalModel) -> String {
    let why = model.without_automaton();
    format!("{why}; check the logs of all locations in one place, with --join")
}

/// Writes what one location finds.
pub(super) struct LocalWriter {
    checker: Box<Checker>,
    location: LocationId,
    digest: String,
    /// How many sessions there were.
    sessions: u64,
}

impl LocalWriter {
    /// Returns the writer for the location with a name.
    ///
    /// # Errors
    /// If there is no such location, or no automaton: what to say about it.
    pub(super) fn new(engine: &Engine, model: &GlobalModel, name: &str) -> Result<Self, String> {
        let Engine::Automaton(checker) = engine else { return Err(in_one_place(model)) };
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
        Ok(Self { checker: checker.clone(), location, digest, sessions: 0 })
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
        self.sessions += 1;
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
        (on_a_line(&line), is_right)
    }

    /// Returns the last line: that all sessions of the logs have theirs.
    pub(super) fn closing(&self) -> String {
        let location = &self.checker.specification().alphabet().locations()[self.location];
        on_a_line(&Closing {
            schema: SCHEMA.to_owned(),
            schema_version: 1,
            automaton: self.digest.clone(),
            location: location.members().to_vec(),
            sessions: self.sessions,
            end: true,
        })
    }
}

fn on_a_line(object: &impl Serialize) -> String {
    let mut text = serde_json::to_string(object).expect("it is plain data");
    text.push('\n');
    text
}

/// Why lines of locations cannot be taken.
pub(super) struct Refusal {
    pub(super) code: &'static Code,
    /// The line, if it is one of them, with its number from 1.
    pub(super) line: Option<(usize, String)>,
    /// How many characters of the line are right.
    pub(super) column: usize,
    pub(super) why: String,
    /// What to do.
    pub(super) help: Option<&'static str>,
}

impl Refusal {
    fn new(code: &'static Code, why: String) -> Self {
        Self { code, line: None, column: 0, why, help: None }
    }

    fn wrong(why: impl Into<String>) -> Self {
        Self::new(&WRONG_LINE, why.into())
    }
}

/// How much a location said.
#[derive(Clone, Debug, Default)]
struct Speech {
    /// Whether there is a line of it.
    has_begun: bool,
    /// Whether it said that it was all.
    has_ended: bool,
    /// Whether the last line is missing in a file.
    is_cut: bool,
    /// How many of its lines stand in the file that is read, behind its last closing line there.
    lines: u64,
    /// What it would say of its empty trace, once that is known.
    silence: Option<Result<Area, LocalError>>,
}

impl Speech {
    fn is_complete(&self) -> bool {
        self.has_ended && !self.is_cut
    }
}

/// What all locations found about a session.
pub(super) struct Gathered {
    /// The traces, in the form in which sessions of logs are told of.
    pub(super) session: Session,
    areas: IndexVec<LocationId, Option<Area>>,
    is_there: IndexVec<LocationId, bool>,
}

/// Gathers what locations found, session by session.
pub(super) struct Central {
    checker: Box<Checker>,
    /// A checker that nothing has broken.
    pristine: Box<Checker>,
    digest: String,
    places: FxHashMap<String, usize>,
    speeches: IndexVec<LocationId, Speech>,
    pub(super) sessions: Vec<Gathered>,
}

impl Central {
    /// Returns a centre that has heard nothing yet.
    ///
    /// # Errors
    /// If there is no automaton.
    pub(super) fn new(engine: &Engine, model: &GlobalModel) -> Result<Self, String> {
        let Engine::Automaton(checker) = engine else { return Err(in_one_place(model)) };
        let digest = digest(checker.specification());
        let number = checker.specification().alphabet().locations().len();
        Ok(Self {
            checker: checker.clone(),
            pristine: checker.clone(),
            digest,
            places: FxHashMap::default(),
            speeches: IndexVec::filled(Speech::default(), number),
            sessions: Vec::new(),
        })
    }

    /// Reads the lines of a file.
    ///
    /// # Errors
    /// If a line is none of these, or is about another automaton, or there is none: which, and why.
    pub(super) fn read(&mut self, input: &Input) -> Result<(), Refusal> {
        let unreadable = |why| Refusal::new(&UNREADABLE, why);
        let (stream, _) = input.open().map_err(unreadable)?;
        let mut is_empty = true;
        for (line, number) in BufReader::new(stream).split(b'\n').zip(1..) {
            let bytes = line.map_err(|error| unreadable(reason(&error)))?;
            let text = String::from_utf8_lossy(&bytes);
            if text.trim().is_empty() {
                continue;
            }
            is_empty = false;
            let taken = match std::str::from_utf8(&bytes) {
                Ok(text) => self.take(text),
                Err(error) => {
                    let right = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                    let wrong = Refusal::wrong("these bytes are not UTF-8");
                    Err(Refusal { column: right.chars().count(), ..wrong })
                }
            };
            let line = |refusal| Refusal { line: Some((number, text.into_owned())), ..refusal };
            taken.map_err(line)?;
        }
        if is_empty {
            let why = "it has no line, not even the last one of `conform --local`";
            return Err(Refusal::wrong(why));
        }
        for speech in &mut self.speeches {
            speech.is_cut |= std::mem::take(&mut speech.lines) > 0;
        }
        Ok(())
    }

    fn take(&mut self, text: &str) -> Result<(), Refusal> {
        let head: Head = parsed(text)?;
        if head.schema != SCHEMA || head.schema_version != 1 {
            let why = format!("it is no line of the schema `{SCHEMA}` in version 1");
            return Err(Refusal::wrong(why));
        }
        if head.end { self.close(&parsed(text)?) } else { self.hear(parsed(text)?) }
    }

    /// Returns the location that a line is from.
    fn location(&self, automaton: &str, members: &[String]) -> Result<LocationId, Refusal> {
        let name = members.join(",");
        if automaton != self.digest {
            let (there, here) = (short(automaton), short(&self.digest));
            let why = format!(
                "location `{name}` has another automaton ({there} there, {here} here): the models \
                 differ"
            );
            return Err(Refusal::new(&OTHER_MODEL, why));
        }
        let locations = self.checker.specification().alphabet().locations();
        let found = locations.enumerate().find(|(_, one)| one.members() == members);
        let nowhere = || Refusal::wrong(format!("there is no location `{name}`"));
        found.map(|(id, _)| id).ok_or_else(nowhere)
    }

    /// Takes the last line of a location.
    fn close(&mut self, closing: &Closing) -> Result<(), Refusal> {
        let id = self.location(&closing.automaton, &closing.location)?;
        let speech = &mut self.speeches[id];
        if closing.sessions != speech.lines {
            let count =
                |number| number_of(usize::try_from(number).unwrap_or(usize::MAX), "session");
            return Err(Refusal::wrong(format!(
                "location `{}` ends with {}, but its lines before are about {}",
                closing.location.join(","),
                count(closing.sessions),
                count(speech.lines)
            )));
        }
        speech.has_begun = true;
        speech.has_ended = true;
        speech.lines = 0;
        Ok(())
    }

    /// Takes what a location says of a session.
    fn hear(&mut self, line: Line) -> Result<(), Refusal> {
        let id = self.location(&line.automaton, &line.location)?;
        let specification = self.checker.specification();
        let locations = specification.alphabet().locations();
        let transitions = specification.automaton().transition_count();
        let area = |text: String| {
            let area = Area::from_hex(&text, transitions);
            area.ok_or_else(|| Refusal::wrong("the area is none of this automaton"))
        };
        let area = line.area.map(area).transpose()?;
        if (line.verdict == "holds") != area.is_some() {
            return Err(Refusal::wrong(
                "a line has an area where its trace is right, and only there",
            ));
        }
        let number = locations.len();
        let location = &locations[id];
        let trace: Vec<LocalLetterId> =
            line.trace.iter().map(|text| location.local_letter(text)).collect();
        let unknown = trace.iter().zip(&line.trace).enumerate();
        let unknown = unknown.filter(|(_, (letter, _))| **letter == location.unknown());
        let unknown: Vec<Unknown> = unknown
            .map(|(position, (_, text))| Unknown { location: id, position, text: text.clone() })
            .collect();
        let place = *self.places.entry(line.session.clone()).or_insert_with(|| {
            self.sessions.push(Gathered {
                session: Session {
                    key: line.session.clone(),
                    traces: vec![Vec::new(); number],
                    places: vec![Vec::new(); number],
                    ..Session::default()
                },
                areas: IndexVec::filled(None, number),
                is_there: IndexVec::filled(false, number),
            });
            self.sessions.len() - 1
        });
        let gathered = &mut self.sessions[place];
        if std::mem::replace(&mut gathered.is_there[id], true) {
            let name = line.location.join(",");
            let why = format!("location `{name}` speaks twice of session `{}`", line.session);
            return Err(Refusal::wrong(why));
        }
        gathered.session.traces[id.index()] = trace;
        gathered.session.unknown.extend(unknown);
        gathered.session.unknown.sort_by_key(|unknown| (unknown.location, unknown.position));
        gathered.areas[id] = area;
        self.speeches[id].has_begun = true;
        self.speeches[id].lines += 1;
        Ok(())
    }

    fn names(&self, which: impl Fn(LocationId) -> bool) -> Vec<String> {
        let locations = self.checker.specification().alphabet().locations();
        let chosen = locations.enumerate().filter(|&(id, _)| which(id));
        chosen.map(|(_, location)| location.name()).collect()
    }

    /// Returns what is said of locations of which there is no line, and what to do; nothing if there are none.
    pub(super) fn silent(&self) -> Option<(String, String)> {
        let silent = self.names(|id| !self.speeches[id].has_begun);
        let first = silent.first()?;
        let hint = format!(
            "add what `conform --local {first}` prints where its log is: a line even if it saw nothing"
        );
        let silent: Vec<String> = silent.iter().map(|name| in_words(name)).collect();
        Some((format!("no line is from {}", alternatives(&silent)), hint))
    }

    /// Returns the names of the locations of which nobody knows what they saw of a session.
    pub(super) fn missing(&self, place: usize) -> Vec<String> {
        let there = &self.sessions[place].is_there;
        self.names(|id| !there[id] && !self.speeches[id].is_complete())
    }

    /// Returns what is missing of locations that may not have said all.
    pub(super) fn cut(&self) -> String {
        let names = self.names(|id| !self.speeches[id].is_complete());
        let names = names.iter().map(|name| in_words(name)).collect::<Vec<_>>().join(" and ");
        format!(
            "what `conform --local` printed for {names} has no last line (\"end\":true): it was stopped, \
             or a part is missing"
        )
    }

    /// Finishes a session of which all locations spoke, or have said all without a word of it.
    pub(super) fn conclude(
        &mut self,
        place: usize,
        is_classified: bool,
        control: &Control,
    ) -> Outcome {
        match isolated(|| self.concluded(place, is_classified, control)) {
            Ok(answer) => Outcome::Answered(answer),
            Err(panic) => {
                // Whatever broke it may have been left half done.
                self.checker = self.pristine.clone();
                Outcome::Broken(panic.0)
            }
        }
    }

    fn concluded(&mut self, place: usize, is_classified: bool, control: &Control) -> Answer {
        let ids = self.checker.specification().alphabet().locations().ids();
        let areas: Vec<Option<Area>> = ids.map(|id| self.area(place, id)).collect();
        let session = &self.sessions[place].session;
        let whole: Option<Vec<Area>> = areas.into_iter().collect();
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

    /// Returns the area of the trace of a location, unless that is wrong by itself.
    fn area(&mut self, place: usize, id: LocationId) -> Option<Area> {
        let Gathered { areas, is_there, .. } = &self.sessions[place];
        if is_there[id] {
            return areas[id].clone();
        }
        let checker = &mut self.checker;
        let silence = &mut self.speeches[id].silence;
        silence.get_or_insert_with(|| checker.local(id, &[])).clone().ok()
    }
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| {
        let whole = error.to_string();
        let what = whole.split(" at line ").next().unwrap_or_default();
        // The reader counts bytes.
        let before = text.as_bytes().iter().take(error.column().saturating_sub(1));
        let column = before.filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count();
        Refusal {
            column,
            help: Some("print the lines of this location again with `conform --local`"),
            ..Refusal::wrong(format!("this is no line of `conform --local`: {what}"))
        }
    })
}

fn short(digest: &str) -> String {
    digest.chars().take(12).collect()
}
