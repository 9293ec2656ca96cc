//! One report of those of the parts of a library.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cli::batch_args::{BatchArguments, Shard};
use crate::cli::failure::{Failure, reason};
use crate::cli::input::Input;
use crate::cli::option_groups::{Colour, ReportArguments};
use crate::cli::output::tell;
use crate::cli::progress::Display;
use crate::cli::reporter::Reporter;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::render::report::{
    Lacked, Lacking, LibraryEntry, LibraryPart, ModelSize, Note, Row, lacked,
};

/// What the reports say about one model.
#[derive(Default)]
struct ModelAnswers {
    rows: Vec<Row>,
    /// The digest of its text.
    sha256: Option<String>,
    notes: Vec<Note>,
    undecided: Vec<String>,
    size: Option<ModelSize>,
    /// Its place in the library, if a report says it.
    place: Option<usize>,
}

/// The answers of several reports, by the names of the models.
#[derive(Default)]
struct Union {
    models: BTreeMap<String, ModelAnswers>,
    parts: Parts,
    faults: Vec<String>,
    lacking: Vec<Lacking>,
    properties: Vec<String>,
    /// Whether there are no times in them.
    is_reproducible: bool,
}

/// The parts of a library that are there.
#[derive(Default)]
struct Parts {
    /// The number of parts and that of models, as the first report says.
    whole: Option<(usize, usize)>,
    /// The numbers of the parts, from 1.
    numbers: BTreeSet<usize>,
}

/// Why a report cannot be merged.
enum Unfit {
    /// It is none.
    NoReport,
    /// It says something else than a report before.
    Contradiction(String),
    /// It lacks something, or belongs to another run.
    Incomplete(String),
}

/// Makes one report of several, and returns the exit code: the models in the order of the library, where the reports say
/// it, else in that of their names.
///
/// # Errors
/// If a file is no such report or not whole, a part is missing, two reports are about different versions of a model or
/// answer a question in different ways, or the output cannot be written.
pub(super) fn merge(
    arguments: &BatchArguments,
    options: &RunOptions,
    width: Option<usize>,
    (watch, display): (&Watch, &Display),
) -> Result<u8, Failure> {
    let mut union = Union::default();
    for path in &arguments.merge {
        union.read(path)?;
    }
    let (_, models_in_all) = union.parts.whole.unwrap_or_default();
    if let Some(missing) = union.parts.missing() {
        return Err(incomplete(&missing));
    }
    let report = ReportArguments {
        reproducible: options.report.reproducible || union.is_reproducible,
        ..options.report.clone()
    };
    let properties = std::mem::take(&mut union.properties);
    let needs_answer = models_in_all > 0;
    let options = &RunOptions { properties, needs_answer, report, ..options.clone() };
    let reporter = Reporter::open(options, width, watch, display)?;
    let with_summary = arguments.summary;
    reporter.record(move |writer| writer.report.is_about_library(with_summary));
    let mut models: Vec<(String, ModelAnswers)> = union.models.into_iter().collect();
    if models.iter().all(|(_, answers)| answers.place.is_some()) {
        models.sort_by_key(|(_, answers)| answers.place);
    }
    for (name, answers) in models {
        reporter.model(answers.notes, answers.size);
        if let Some(place) = answers.place {
            reporter.record(move |writer| writer.report.place(place));
        }
        for row in answers.rows {
            reporter.row(&Input::File(name.clone().into()), row)?;
        }
        reporter.undecided(&name, &answers.undecided)?;
        reporter.end_model()?;
    }
    for lacking in union.lacking {
        reporter.lacking(lacking);
    }
    for fault in union.faults {
        reporter.fault(&Failure::Usage(fault));
    }
    let part = Shard::WHOLE.numbers();
    reporter.record(move |writer| writer.report.is_whole_part(part, models_in_all));
    reporter.finish()
}

/// Returns the failure to make one report of what is not all, which is said.
fn incomplete(why: &str) -> Failure {
    tell(Colour::Auto, &format!("\x1b[1;31merror:\x1b[0m {why}\n"));
    Failure::Told(ExitStatus::Open)
}

impl Parts {
    /// Adds a part.
    fn add(&mut self, part: LibraryPart) -> Result<(), Unfit> {
        let LibraryPart { part: number, of, models, .. } = part;
        let (parts, all) = *self.whole.get_or_insert((of, models));
        if (parts, all) != (of, models) {
            return Err(Unfit::Incomplete(format!(
                "part {number} of {of} of {models} models, and the report before is one of {parts} \
                 parts of {all} models"
            )));
        }
        self.numbers.insert(number);
        Ok(())
    }

    /// Says which parts are missing, if any are.
    fn missing(&self) -> Option<String> {
        let (of, _) = self.whole?;
        let missing = (1..=of).filter(|number| !self.numbers.contains(number));
        let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
        match missing.as_slice() {
            [] => None,
            [one] => Some(format!("part {one} of {of} is missing")),
            several => Some(format!("parts {} of {of} are missing", several.join(", "))),
        }
    }
}

impl Union {
    /// Adds the report in a file: one of the form json, or rows of the form ndjson, with the record at its end.
    ///
    /// # Errors
    /// If it is none, is not whole, or answers a question in another way than a report before.
    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path.display();
        let wrong = |why: &str| Failure::Usage(format!("{name}: {why}"));
        let text = fs::read(path).map_err(|error| wrong(&reason(&error)))?;
        self.add_text(&text).map_err(|unfit| match unfit {
            Unfit::NoReport => wrong("no report in the form json or ndjson"),
            Unfit::Contradiction(why) => wrong(&why),
            Unfit::Incomplete(why) => incomplete(&format!("{name}: {why}")),
        })
    }

    /// Adds the reports in a text, one behind the other.
    fn add_text(&mut self, text: &[u8]) -> Result<(), Unfit> {
        let (mut rows, mut ends) = (0, 0);
        for value in serde_json::Deserializer::from_slice(text).into_iter::<Value>() {
            let value = match value {
                Ok(value) => value,
                // It is cut.
                Err(error) if error.is_eof() => break,
                Err(_) => return Err(Unfit::NoReport),
            };
            if value["schema"] == "scm-check/report" {
                self.add_report(&value)?;
                for result in value["results"].as_array().into_iter().flatten() {
                    self.add(result)?;
                    rows += 1;
                }
            } else if value["library"].is_null() {
                self.add(&value)?;
                rows += 1;
                continue;
            }
            self.add_lacking(&value)?;
            let Ok(part) = serde_json::from_value::<LibraryPart>(value["library"].clone()) else {
                break;
            };
            if part.results != rows {
                let why =
                    format!("it has {rows} results, and its end record says {}", part.results);
                return Err(Unfit::Incomplete(why));
            }
            self.parts.add(part)?;
            (rows, ends) = (0, ends + 1);
        }
        if rows > 0 || ends == 0 {
            return Err(Unfit::Incomplete("it has no end record: it is not whole".to_owned()));
        }
        Ok(())
    }

    /// Adds what a report says besides its results.
    fn add_report(&mut self, report: &Value) -> Result<(), Unfit> {
        let list = |key: &str| report[key].as_array().into_iter().flatten();
        for note in list("diagnostics") {
            let note: Note = read_value(note)?;
            let notes = &mut self.models.entry(note.file.clone()).or_default().notes;
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        for model in list("models") {
            let LibraryEntry { model: name, place, size } = read_value(model)?;
            let answers = self.models.entry(name.clone()).or_default();
            if answers.place.is_some_and(|other| Some(other) != place) {
                return Err(Unfit::Contradiction(format!(
                    "two models are called {name}; without --reproducible they have their paths"
                )));
            }
            answers.place = place;
            answers.size = size.map(|size| size.size());
        }
        for undecided in list("not_decided") {
            let model = undecided["model"].as_str().ok_or(Unfit::NoReport)?;
            let names = undecided["properties"].as_array().ok_or(Unfit::NoReport)?;
            let names = names.iter().filter_map(Value::as_str).map(str::to_owned);
            self.models.entry(model.to_owned()).or_default().undecided = names.collect();
        }
        // What no model of this part has others may have.
        let nowhere = lacked(&lacking_of(report)?, |_| 0);
        let is_own = |fault: &&str| !nowhere.contains(&Lacked::Nowhere((*fault).to_owned()));
        let faults = list("faults").filter_map(Value::as_str).filter(is_own);
        self.faults.extend(faults.map(str::to_owned));
        let properties: Vec<String> =
            list("properties").filter_map(Value::as_str).map(str::to_owned).collect();
        if !properties.is_empty() {
            self.properties = properties;
        }
        Ok(())
    }

    /// Adds the models that a report says do not have a property.
    fn add_lacking(&mut self, report: &Value) -> Result<(), Unfit> {
        for lacking in lacking_of(report)? {
            Lacking::add(&mut self.lacking, lacking);
        }
        Ok(())
    }

    /// Adds a result.
    fn add(&mut self, result: &Value) -> Result<(), Unfit> {
        let row = Row::from_result(result).ok_or(Unfit::NoReport)?;
        let counts = &result["statistics"];
        self.is_reproducible |= counts.is_object() && counts["milliseconds"].is_null();
        let subject = &row.answer.subject;
        let ModelAnswers { rows, sha256, .. } =
            self.models.entry(subject.model.clone()).or_default();
        if sha256.is_some() && subject.sha256.is_some() && *sha256 != subject.sha256 {
            return Err(Unfit::Incomplete(format!("two versions of {}", subject.model)));
        }
        *sha256 = sha256.take().or(subject.sha256.clone());
        let same = rows.iter().find(|other| other.answer.subject.key() == subject.key());
        match same {
            None => rows.push(row),
            Some(other) if other.answer.verdict == row.answer.verdict => {}
            Some(_) => {
                let property = row.label().unwrap_or_default();
                return Err(Unfit::Contradiction(format!(
                    "{}: {property} has another answer in a report before",
                    subject.model
                )));
            }
        }
        Ok(())
    }
}

/// Returns the models that a report says do not have a property.
fn lacking_of(report: &Value) -> Result<Vec<Lacking>, Unfit> {
    report["lacking"].as_array().into_iter().flatten().map(read_value).collect()
}

/// Returns a part of a report as what it stands for.
fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, Unfit> {
    serde_json::from_value(value.clone()).map_err(|_| Unfit::NoReport)
}
