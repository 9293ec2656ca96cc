//! `new`: a commented model that holds, to start from.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::args::{ModelKind, NewArguments};
use crate::cli::failure::Failure;
use crate::cli::output::Output;

/// A file of a new model: its extension, and its text with `NAME` for the name of the model.
type Template = (&'static str, &'static str);

const SYSTEM: &[Template] = &[("scm", include_str!("../templates/protocol.scm"))];
const CHOREOGRAPHY: &[Template] = &[("ca", include_str!("../templates/protocol.ca"))];
const DIAGRAM: &[Template] = &[("mmd", include_str!("../templates/protocol.mmd"))];
const INTERACTION: &[Template] = &[
    ("hif", include_str!("../templates/protocol.hif")),
    ("hsf", include_str!("../templates/protocol.hsf")),
];
const COMPONENTS: &[Template] = &[("bip", include_str!("../templates/protocol.bip"))];

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the name is none, a file exists already, or cannot be written.
pub(super) fn run(arguments: &NewArguments) -> Result<u8, Failure> {
    let (templates, next): (_, &[&str]) = match arguments.kind {
        ModelKind::Scm => (SYSTEM, &["check FILE", "explain scm", "explain tutorial"]),
        ModelKind::Choreography => (
            CHOREOGRAPHY,
            &["check FILE", "convert FILE --to scm", "explain choreography-languages"],
        ),
        ModelKind::Diagram => (DIAGRAM, &["check FILE", "show FILE", "explain diagrams"]),
        ModelKind::Interaction => (
            INTERACTION,
            &["interaction draw FILE", "interaction nfa FILE", "explain interactions"],
        ),
        ModelKind::Component => {
            (COMPONENTS, &["check FILE", "run FILE --interactions 100", "explain components"])
        }
    };
    let name = model_name(&arguments.name)?;
    let paths: Vec<PathBuf> = templates
        .iter()
        .map(|(extension, _)| with_extension(&arguments.name, extension, templates))
        .collect();
    if let Some(existing) = paths.iter().find(|path| path.exists()) {
        let why = format!("{} exists already; nothing is written", existing.display());
        return Err(Failure::Usage(why));
    }
    for (path, (_, text)) in paths.iter().zip(templates) {
        write_new(path, &text.replace("NAME", &name).replace("FILE", &paths[0].to_string_lossy()))?;
    }
    let written: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut text = format!("wrote {}\ntry next:\n", written.join(" and "));
    for command in next {
        let _ = writeln!(text, "  scm-check {}", command.replace("FILE", &written[0]));
    }
    Output::standard(arguments.color).put(&text)?;
    Ok(0)
}

/// Returns the name of the model in a file: that of the file, in letters, digits and `_`.
fn model_name(path: &Path) -> Result<String, Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match name.chars().find(|c| *c != '_') {
        Some(first) if first.is_ascii_alphabetic() && name.starts_with(first) => Ok(name),
        Some(_) => Ok(format!("model_{name}")),
        None => Err(Failure::Usage(format!("`{}` names no file", path.display()))),
    }
}

/// Returns the path of a file to write: an extension of one of the files is replaced, any other kept.
fn with_extension(name: &Path, extension: &str, templates: &[Template]) -> PathBuf {
    let given = name.extension().unwrap_or_default();
    if templates.iter().any(|(other, _)| given == *other) {
        return name.with_extension(extension);
    }
    let mut path = name.as_os_str().to_owned();
    path.push(".");
    path.push(extension);
    path.into()
}

/// Writes a file that does not exist yet.
fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let written = File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{} exists already; it is not overwritten", path.display()))
        }
        _ => Failure::writing(path.display().to_string(), &error),
    })
}
