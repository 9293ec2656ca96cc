//! From what the user names to the files that are read.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

/// The extension of models below a directory.
const EXTENSION: &str = "scm";

/// How inputs are called in reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// By the path that the user gave.
    Path,
    /// By the file name, so that reports do not depend on where files lie.
    FileName,
}

/// One model to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Input {
    origin: Origin,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    Standard,
    File(PathBuf),
    /// What the user named leads to no file, and why.
    Nowhere(PathBuf, String),
}

impl Input {
    /// Returns the file, unless this is standard input or nothing.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Standard | Origin::Nowhere(..) => None,
        }
    }

    /// Returns the name that reports use.
    pub(crate) fn name(&self, naming: Naming) -> String {
        let (Origin::File(path) | Origin::Nowhere(path, _)) = &self.origin else {
            return "<stdin>".to_owned();
        };
        let shown: &OsStr = match naming {
            Naming::Path => path.as_os_str(),
            Naming::FileName => path.file_name().unwrap_or(path.as_os_str()),
        };
        shown.to_string_lossy().into_owned()
    }

    /// Returns the file name without its extension, after which witnesses are called.
    pub(crate) fn stem(&self) -> OsString {
        match &self.origin {
            Origin::Standard => "stdin".into(),
            Origin::File(path) | Origin::Nowhere(path, _) => {
                path.file_stem().unwrap_or(path.as_os_str()).to_owned()
            }
        }
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// If there is no such file, or it cannot be read: the reason, in words.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        match &self.origin {
            Origin::Standard => {
                let mut bytes = Vec::new();
                io::stdin().read_to_end(&mut bytes).map_err(|error| reason(&error))?;
                Ok(bytes)
            }
            Origin::File(path) => std::fs::read(path).map_err(|error| reason(&error)),
            Origin::Nowhere(_, why) => Err(why.clone()),
        }
    }
}

/// Returns an error of the system without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::StorageFull => "no space left on the device".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns the inputs that `arguments` name, in order.
///
/// A directory stands for all models below it in the order of their paths, a pattern for all files
/// that match it, `-` for standard input. Hidden files are left out; nothing else is, so that what
/// is checked does not depend on files such as `.gitignore`.
pub(crate) fn expand(arguments: &[OsString]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = PathBuf::from(argument);
        if argument == "-" {
            inputs.push(standard(&inputs));
        } else if path.is_dir() {
            inputs.extend(below(&path, path.clone(), &mut WalkBuilder::new(&path), |file| {
                file.extension() == Some(OsStr::new(EXTENSION))
            }));
        } else if !path.exists() && is_pattern(argument) {
            inputs.extend(matching(&path));
        } else {
            inputs.push(Input { origin: Origin::File(path) });
        }
    }
    inputs
}

/// Returns standard input, which can be read only once.
fn standard(before: &[Input]) -> Input {
    let origin = if before.iter().any(|input| input.origin == Origin::Standard) {
        Origin::Nowhere("-".into(), "standard input is read already".to_owned())
    } else {
        Origin::Standard
    };
    Input { origin }
}

fn is_pattern(argument: &OsStr) -> bool {
    argument.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Returns the files that match `pattern`.
fn matching(pattern: &Path) -> Vec<Input> {
    let fixed: PathBuf = pattern.iter().take_while(|part| !is_pattern(part)).collect();
    let rest: PathBuf = pattern.iter().skip_while(|part| !is_pattern(part)).collect();
    let root = if fixed.as_os_str().is_empty() { Path::new(".") } else { &fixed };
    let mut overrides = OverrideBuilder::new(root);
    // A leading slash ties the pattern to the root; without it a bare name matches at any depth.
    let tied = format!("/{}", rest.to_string_lossy());
    let built = overrides.add(&tied).and_then(|overrides| overrides.build());
    let nowhere = |why: String| vec![Input { origin: Origin::Nowhere(pattern.to_owned(), why) }];
    match built {
        Err(error) => nowhere(format!("not a pattern: {error}")),
        Ok(_) if !root.is_dir() => nowhere("no file matches".to_owned()),
        Ok(overrides) => {
            let mut walk = WalkBuilder::new(root);
            let files = below(root, fixed.clone(), walk.overrides(overrides), |_| true);
            match files.as_slice() {
                [Input { origin: Origin::Nowhere(path, _) }] if *path == fixed => {
                    nowhere("no file matches".to_owned())
                }
                _ => files,
            }
        }
    }
}

/// Returns the wanted files that a walk from `root` finds, their paths beginning with `shown`.
fn below(
    root: &Path,
    shown: PathBuf,
    walk: &mut WalkBuilder,
    wanted: impl Fn(&Path) -> bool,
) -> Vec<Input> {
    let walk = walk.standard_filters(false).hidden(true).sort_by_file_path(by_name).build();
    let mut found = Vec::new();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                // A link to a file is a file.
                if wanted(path) && path.is_file() {
                    let path = path.strip_prefix(root).map_or(path.to_owned(), |p| shown.join(p));
                    found.push(Input { origin: Origin::File(path) });
                }
            }
            Err(error) => {
                found.push(Input { origin: Origin::Nowhere(shown.clone(), error.to_string()) });
            }
        }
    }
    if found.is_empty() {
        let why = format!("no *.{EXTENSION} file below");
        found.push(Input { origin: Origin::Nowhere(shown, why) });
    }
    found
}

fn by_name(left: &Path, right: &Path) -> Ordering {
    left.cmp(right)
}
