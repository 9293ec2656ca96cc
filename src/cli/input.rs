//! From what the user names to the files that are read.

use std::cmp::Ordering;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use super::output::{Failure, reason};
use scm_check::kernel::diagnostics::{Code, Severity};

/// The kind of an input whose bytes cannot be had at all.
pub(crate) const UNREADABLE: Code = Code {
    name: "E0000",
    severity: Severity::Error,
    title: "an input cannot be read",
    explanation: "There is no such file, it may not be read, or a directory or a pattern leads to \
                  no model. The other inputs are checked all the same; the exit code is 2.",
    example: "scm-check rsc no_such_file.scm",
};

/// The extension of models below a directory.
const EXTENSION: &str = "scm";

/// How files begin that gzip made.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A zero among so many first bytes shows that a file is no text.
const SAMPLE: usize = 4096;

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
    /// Not a file, but what would stand in it.
    Text(String),
    /// What the user named leads to no file, and why.
    Nowhere(PathBuf, String),
}

impl Input {
    /// Returns the file with this name.
    pub(crate) fn named(name: &OsStr) -> Self {
        Self { origin: Origin::File(PathBuf::from(name)) }
    }

    /// Returns standard input.
    pub(crate) fn standard() -> Self {
        Self { origin: Origin::Standard }
    }

    /// Returns an input that is this text, and is called by it.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { origin: Origin::Text(text.into()) }
    }

    /// Returns the file, unless this is standard input or nothing.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Standard | Origin::Text(_) | Origin::Nowhere(..) => None,
        }
    }

    /// Returns the name that reports use.
    pub(crate) fn name(&self, naming: Naming) -> String {
        let path = match &self.origin {
            Origin::File(path) | Origin::Nowhere(path, _) => path,
            Origin::Text(text) => return printable(text),
            Origin::Standard => return "<stdin>".to_owned(),
        };
        let shown: &OsStr = match naming {
            Naming::Path => path.as_os_str(),
            Naming::FileName => path.file_name().unwrap_or(path.as_os_str()),
        };
        printable(&shown.to_string_lossy())
    }

    /// Tells whether reading may wait for somebody else: standard input, a pipe, a device.
    pub(crate) fn may_wait(&self) -> bool {
        match &self.origin {
            Origin::Standard => true,
            Origin::File(path) => std::fs::metadata(path).is_ok_and(|file| !file.is_file()),
            Origin::Text(_) | Origin::Nowhere(..) => false,
        }
    }

    /// Tells whether this is standard input.
    pub(crate) fn is_standard(&self) -> bool {
        self.origin == Origin::Standard
    }

    /// Returns the first bytes, of standard input as many as come at once, and leaves them there; nothing where they
    /// cannot be had, or a pipe would lose them.
    pub(crate) fn begin(&self) -> Vec<u8> {
        match &self.origin {
            Origin::Standard => {
                io::stdin().lock().fill_buf().map(<[u8]>::to_vec).unwrap_or_default()
            }
            Origin::File(path) if !self.may_wait() => {
                let mut bytes = Vec::new();
                let read =
                    File::open(path).map(|file| file.take(SAMPLE as u64).read_to_end(&mut bytes));
                if matches!(read, Ok(Ok(_))) { bytes } else { Vec::new() }
            }
            Origin::File(_) | Origin::Text(_) | Origin::Nowhere(..) => Vec::new(),
        }
    }

    /// Returns the file name without its extension, after which witnesses are called.
    pub(crate) fn stem(&self) -> OsString {
        match &self.origin {
            Origin::Standard => "stdin".into(),
            Origin::Text(_) => "text".into(),
            Origin::File(path) | Origin::Nowhere(path, _) => {
                path.file_stem().unwrap_or(path.as_os_str()).to_owned()
            }
        }
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// If there is no such file, it cannot be read, or it is no text: the reason, in words.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        let bytes = self.bytes()?;
        if bytes.starts_with(&GZIP) {
            return Err(
                "compressed by gzip; unpack it first, or hand it over by `gunzip -c`".to_owned()
            );
        }
        // A diagnostic for each of its bytes would help nobody.
        if bytes.iter().take(SAMPLE).any(|&byte| byte == 0) {
            return Err("not a text file; it should be UTF-8".to_owned());
        }
        Ok(bytes)
    }

    /// Opens it, to be read piece by piece; also says how many bytes there are, where that is known.
    ///
    /// # Errors
    /// If there is no such file or it cannot be read: the reason, in words.
    pub(crate) fn open(&self) -> Result<(Box<dyn io::Read + Send>, Option<u64>), String> {
        match &self.origin {
            Origin::Standard => Ok((Box::new(io::stdin()), None)),
            Origin::File(path) => {
                let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
                let size = file.metadata().ok().filter(std::fs::Metadata::is_file);
                if path.is_dir() {
                    return Err("is a directory".to_owned());
                }
                Ok((Box::new(file), size.map(|file| file.len())))
            }
            Origin::Text(text) => {
                let size = text.len() as u64;
                Ok((Box::new(io::Cursor::new(text.clone().into_bytes())), Some(size)))
            }
            Origin::Nowhere(_, why) => Err(why.clone()),
        }
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.origin {
            Origin::Standard => {
                let mut bytes = Vec::new();
                io::stdin().read_to_end(&mut bytes).map_err(|error| reason(&error))?;
                Ok(bytes)
            }
            Origin::File(path) => std::fs::read(path).map_err(|error| reason(&error)),
            Origin::Text(text) => Ok(text.clone().into_bytes()),
            Origin::Nowhere(_, why) => Err(why.clone()),
        }
    }
}

/// Returns a name in which nothing can end a line or steer a terminal.
pub(crate) fn printable(name: &str) -> String {
    if !name.contains(steers) {
        return name.to_owned();
    }
    let mut text = String::with_capacity(name.len() + 8);
    for character in name.chars() {
        if steers(character) {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    text
}

/// Tells whether a character ends a line, steers a terminal or turns the direction of what follows.
fn steers(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the inputs that `arguments` name, in order.
///
/// A directory stands for all models below it in the order of their paths, a pattern for all files
/// that match it, `-` for standard input. Hidden files are left out; nothing else is, so that what
/// is checked does not depend on files such as `.gitignore`.
pub(crate) fn expand(arguments: &[OsString]) -> Vec<Input> {
    expand_to(arguments, &[EXTENSION])
}

/// Returns the one input that an argument names.
///
/// # Errors
/// If it names several.
pub(crate) fn only(argument: &OsStr, extensions: &[&str]) -> Result<Input, Failure> {
    let mut inputs = expand_to(&[argument.to_owned()], extensions);
    match (inputs.pop(), inputs.is_empty()) {
        (Some(input), true) => Ok(input),
        _ => {
            let argument = argument.display();
            Err(Failure::Usage(format!("{argument} is more than one file; name one")))
        }
    }
}

/// The same, for models with other extensions.
pub(crate) fn expand_to(arguments: &[OsString], extensions: &[&str]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = PathBuf::from(argument);
        if argument == "-" {
            inputs.push(standard(&inputs));
        } else if argument.is_empty() {
            let why = "an empty name names no file".to_owned();
            inputs.push(Input { origin: Origin::Nowhere("''".into(), why) });
        } else if path.is_dir() {
            let found = below(&path, path.clone(), &mut WalkBuilder::new(&path), |file| {
                let extension = file.extension().and_then(OsStr::to_str);
                extension.is_some_and(|extension| extensions.contains(&extension))
            });
            inputs.extend(found.unwrap_or_else(|| {
                let names: Vec<String> = extensions.iter().map(|one| format!("*.{one}")).collect();
                let why = format!("no {} file below", names.join(", "));
                vec![Input { origin: Origin::Nowhere(path, why) }]
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
        Err(ignore::Error::Glob { err, .. }) => nowhere(format!("not a pattern: {err}")),
        Err(error) => nowhere(format!("not a pattern: {error}")),
        Ok(_) if !root.is_dir() => nowhere("no file matches".to_owned()),
        Ok(overrides) => {
            let mut walk = WalkBuilder::new(root);
            let files = below(root, fixed.clone(), walk.overrides(overrides), |_| true);
            files.unwrap_or_else(|| nowhere("no file matches".to_owned()))
        }
    }
}

/// Returns the wanted files that a walk from `root` finds, their paths beginning with `shown`; nothing
/// if there are none.
fn below(
    root: &Path,
    shown: PathBuf,
    walk: &mut WalkBuilder,
    wanted: impl Fn(&Path) -> bool,
) -> Option<Vec<Input>> {
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
            Err(error) => found.push(out_of_reach(root, &shown, &error)),
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns a place below `root` that a walk could not look into.
fn out_of_reach(root: &Path, shown: &Path, error: &ignore::Error) -> Input {
    let mut inner = error;
    let mut place = shown.to_owned();
    loop {
        match inner {
            ignore::Error::WithPath { path, err } => {
                place = path.strip_prefix(root).map_or(path.clone(), |below| shown.join(below));
                inner = err;
            }
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                inner = err;
            }
            _ => break,
        }
    }
    let why = inner.io_error().map_or_else(|| inner.to_string(), reason);
    // Joining nothing leaves a slash at the end.
    let place = place.components().collect();
    Input { origin: Origin::Nowhere(place, why) }
}

fn by_name(left: &Path, right: &Path) -> Ordering {
    left.cmp(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_steer_a_terminal() {
        assert_eq!(printable("mödel 漢.scm"), "mödel 漢.scm");
        assert_eq!(printable("a\nb\u{1b}[31m.scm"), "a\\nb\\u{1b}[31m.scm");
    }
}
