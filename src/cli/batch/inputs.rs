//! The models of a library: directories, patterns, files, and lists of these.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::cli::failure::{Failure, reason};
use crate::cli::file_kind::MODELS;
use crate::cli::input::Input;
use crate::cli::models;
use crate::cli::option_groups::ReportArguments;

/// The extensions of files that list models.
const LISTS: [&str; 2] = ["txt", "list"];

/// Returns the inputs that `arguments` and the lists among them name, in order, and these names.
///
/// # Errors
/// If a list cannot be read, or names nothing.
pub(super) fn library(
    arguments: &[OsString],
    report: &ReportArguments,
) -> Result<(Vec<Input>, Vec<OsString>), Failure> {
    let mut names = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        let is_list =
            path.extension().and_then(OsStr::to_str).is_some_and(|one| LISTS.contains(&one));
        if argument == "-" {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| {
                Failure::Usage(format!("the list on standard input: {}", reason(&error)))
            })?;
            names.extend(listed(&text, Path::new(""), "the list on standard input")?);
        } else if is_list && path.is_file() {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| {
                Failure::Usage(format!("{}: {}", path.display(), reason(&error)))
            })?;
            let beside = path.parent().unwrap_or(Path::new(""));
            names.extend(listed(&text, beside, path.display())?);
        } else {
            names.push(argument.clone());
        }
    }
    let inputs = models::named(&names, MODELS, report).into_iter().map(|input| match input {
        Input::Standard => {
            Input::Nowhere("-".into(), "a list names files, and standard input is none".to_owned())
        }
        other => other,
    });
    Ok((inputs.collect(), names))
}

/// Returns the names in a list: one a line, without empty lines and those that begin with `#`. A relative name that leads
/// nowhere is one beside the list.
///
/// # Errors
/// If there are none: what should have made the list has failed.
fn listed(text: &str, beside: &Path, list: impl Display) -> Result<Vec<OsString>, Failure> {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let name = |line: &str| {
        let near = beside.join(line);
        let is_near =
            !Path::new(line).exists() && (near.exists() || line.contains(['*', '?', '[', '{']));
        let path = if is_near { near } else { PathBuf::from(line) };
        path.into_os_string()
    };
    let names: Vec<OsString> = lines.map(name).collect();
    if names.is_empty() {
        return Err(Failure::Usage(format!("{list}: no line names a model")));
    }
    Ok(names)
}
