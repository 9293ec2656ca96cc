//! One report of those of the parts of a library.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::batch_args::BatchArguments;
use crate::cli::failure::{Failure, reason};
use crate::cli::input::Input;
use crate::cli::option_groups::ReportArguments;
use crate::cli::progress::Display;
use crate::cli::reporter::Reporter;
use crate::cli::run_options::RunOptions;
use crate::cli::watch::Watch;
use scm_check::render::report::{LibraryEntry, ModelSize, Note, Row};

/// What the reports say about one model.
#[derive(Default)]
struct ModelAnswers {
    rows: Vec<Row>,
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
    faults: Vec<String>,
    properties: Vec<String>,
    /// Whether there are no times in them.
    is_reproducible: bool,
}

/// Makes one report of several, and returns the exit code: the models in the order of the library, where the reports say
/// it, else in that of their names.
///
/// # Errors
/// If a file is no such report, two reports answer a question in different ways, or the output cannot be written.
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
    let report = ReportArguments {
        reproducible: options.report.reproducible || union.is_reproducible,
        ..options.report.clone()
    };
    let properties = std::mem::take(&mut union.properties);
    let options = &RunOptions { properties, report, ..options.clone() };
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
    for fault in union.faults {
        reporter.fault(&Failure::Usage(fault));
    }
    reporter.finish()
}

impl Union {
    /// Adds the report in a file: one of the form json, or rows of the form ndjson.
    ///
    /// # Errors
    /// If it is none, or answers a question in another way than a report before.
    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let wrong = |why: &str| Failure::Usage(format!("{}: {why}", path.display()));
        let text = fs::read(path).map_err(|error| wrong(&reason(&error)))?;
        let no_report = || wrong("no report in the form json or ndjson");
        let values = serde_json::Deserializer::from_slice(&text).into_iter::<Value>();
        for value in values {
            let value = value.map_err(|_| no_report())?;
            if value["schema"] == "scm-check/report" {
                self.add_report(&value).ok_or_else(no_report)?.map_err(|why| wrong(&why))?;
                for result in value["results"].as_array().into_iter().flatten() {
                    self.add(result).ok_or_else(no_report)?.map_err(|why| wrong(&why))?;
                }
            } else {
                self.add(&value).ok_or_else(no_report)?.map_err(|why| wrong(&why))?;
            }
        }
        Ok(())
    }

    /// Adds what a report says besides its results; `None` if it is none, and an error if two of its models cannot be told
    /// apart.
    fn add_report(&mut self, report: &Value) -> Option<Result<(), String>> {
        let list = |key: &str| report[key].as_array().into_iter().flatten();
        for note in list("diagnostics") {
            let note: Note = serde_json::from_value(note.clone()).ok()?;
            let notes = &mut self.models.entry(note.file.clone()).or_default().notes;
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        for model in list("models") {
            let entry: LibraryEntry = serde_json::from_value(model.clone()).ok()?;
            let LibraryEntry { model: name, place, size } = entry;
            let answers = self.models.entry(name.clone()).or_default();
            if answers.place.is_some_and(|other| Some(other) != place) {
                return Some(Err(format!(
                    "two models are called {name}; without --reproducible they have their paths"
                )));
            }
            answers.place = place;
            answers.size = size.map(|size| size.size());
        }
        for undecided in list("not_decided") {
            let answers = self.models.entry(undecided["model"].as_str()?.to_owned()).or_default();
            let names = undecided["properties"].as_array()?.iter().filter_map(Value::as_str);
            answers.undecided = names.map(str::to_owned).collect();
        }
        self.faults.extend(list("faults").filter_map(Value::as_str).map(str::to_owned));
        let properties: Vec<String> =
            list("properties").filter_map(Value::as_str).map(str::to_owned).collect();
        if !properties.is_empty() {
            self.properties = properties;
        }
        Some(Ok(()))
    }

    /// Adds a result; `None` if it is none.
    fn add(&mut self, result: &Value) -> Option<Result<(), String>> {
        let row = Row::from_result(result)?;
        let counts = &result["statistics"];
        self.is_reproducible |= counts.is_object() && counts["milliseconds"].is_null();
        let rows = &mut self.models.entry(row.model.clone()).or_default().rows;
        let same = rows
            .iter()
            .find(|other| other.property == row.property && other.channels == row.channels);
        Some(match same {
            None => {
                rows.push(row);
                Ok(())
            }
            Some(other) if other.verdict == row.verdict && other.sha256 == row.sha256 => Ok(()),
            Some(_) => {
                let property = row.label().unwrap_or_default();
                Err(format!("{}: {property} has another answer in a report before", row.model))
            }
        })
    }
}
