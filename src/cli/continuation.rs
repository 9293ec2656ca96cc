//! A run that goes on in a new process: what does not notice its limits can only be ended with its process.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::checker::Workspace;
use super::draft::discard_all;
use super::option_groups::Format;
use super::run_options::RunOptions;
use scm_check::internals::render::report::ReportSoFar;

/// Variable of the environment that names the file with the results so far.
const VARIABLE: &str = "SCM_CHECK_CONTINUES";

/// A run that was begun by another process.
#[derive(Serialize, Deserialize)]
pub(crate) struct Continuation {
    /// Number of inputs.
    inputs: usize,
    /// Number of inputs that are done: the first ones.
    pub(crate) done: usize,
    pub(crate) report: ReportSoFar,
}

impl Continuation {
    /// Returns the run that this process is to go on with, once.
    pub(crate) fn take(options: &RunOptions) -> Option<Self> {
        let path = PathBuf::from(std::env::var_os(VARIABLE)?);
        let begun: Option<Self> =
            fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let _ = fs::remove_file(&path);
        // It is its directory, and empty now.
        let _ = path.parent().map(fs::remove_dir);
        begun.filter(|begun| begun.inputs == options.inputs.len())
    }

    /// Returns `true` if a run can go on in a new process: data can stand for all of its results.
    pub(crate) fn is_possible(options: &RunOptions) -> bool {
        let report = &options.report;
        cfg!(unix)
            && options.command != "legacy"
            && report.format() != Format::Html
            && report.witness.is_none()
    }

    /// Replaces this process by a new one with the same arguments, which goes on with the run; returns only if that is
    /// not possible.
    pub(crate) fn begin(options: &RunOptions, done: usize, report: ReportSoFar) {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            let run = Self { inputs: options.inputs.len(), done, report };
            let text = serde_json::to_vec(&run).expect("results are text and numbers");
            let Ok(workspace) = Workspace::new() else { return };
            let Ok(path) = workspace.file("run.json", &text) else { return };
            let Ok(program) = std::env::current_exe() else { return };
            let mut words = std::env::args_os();
            let mut command = std::process::Command::new(program);
            if let Some(name) = words.next() {
                command.arg0(name);
            }
            discard_all();
            // The new process removes the file.
            let _ = command.args(words).env(VARIABLE, path).exec();
        }
    }
}
