//! Conversion of arguments to input files.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead as _, Read as _};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::failure::{Failure, reason};
use super::markdown::{Block, block_name, blocks_of, is_markdown, named, several_diagrams};
use scm_check::internals::language::kinds::{self, Kind, Language, Sighting};
use scm_check::internals::render::sentences::printable;

/// Number of first bytes from which the kind of a file is determined.
pub(super) const SAMPLE: usize = 4096;

/// Form of the names of inputs in reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// By the path that the user gave.
    Path,
    /// By the file name, so that reports do not depend on directories.
    FileName,
}

/// One model to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Standard input.
    Standard,
    /// The file with this path.
    File(PathBuf),
    /// A fenced block of the Markdown file with this path.
    Block(PathBuf, Block),
    /// This text, which is also its name.
    Text(String),
    /// The argument leads to no file, for this reason.
    Nowhere(PathBuf, String),
}

impl Input {
    /// Returns standard input that is named again: it can be read only once.
    pub(crate) fn read_before() -> Self {
        Self::Nowhere("-".into(), "standard input is read already".to_owned())
    }

    /// Returns the path of the file; `None` if the input is not a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Block(path, _) => Some(path),
            Self::Standard | Self::Text(_) | Self::Nowhere(..) => None,
        }
    }

    /// Returns the extension of the file, if the input is one; for a block of one its language, which is the extension
    /// of files in it.
    pub(crate) fn extension(&self) -> Option<&str> {
        match self {
            Self::Block(_, block) => Some(&block.language),
            _ => self.path()?.extension()?.to_str(),
        }
    }

    /// Returns what is said of the diagrams of the same file that are left out, if this is the first one that is not.
    pub(crate) fn left_out(&self) -> Option<&str> {
        match self {
            Self::Block(_, block) => block.left_out.as_deref(),
            Self::Standard | Self::File(_) | Self::Text(_) | Self::Nowhere(..) => None,
        }
    }

    /// Returns the input as one of which this is said about the diagrams that are left out.
    pub(crate) fn with_left_out(mut self, text: Option<String>) -> Self {
        if let Self::Block(_, block) = &mut self {
            block.left_out = text;
        }
        self
    }

    /// Returns the name that reports use.
    pub(crate) fn name(&self, naming: Naming) -> String {
        let path = match self {
            Self::File(path) | Self::Nowhere(path, _) => path,
            Self::Block(path, block) => {
                let file = Self::File(path.clone()).name(naming);
                return format!("{file}#{}", block.number);
            }
            Self::Text(text) => return printable(text),
            Self::Standard => return "<stdin>".to_owned(),
        };
        let shown: &OsStr = match naming {
            Naming::Path => path.as_os_str(),
            Naming::FileName => path.file_name().unwrap_or(path.as_os_str()),
        };
        printable(&shown.to_string_lossy())
    }

    /// Returns `true` if reading may block: standard input, a pipe, a device.
    pub(crate) fn may_wait(&self) -> bool {
        match self {
            Self::Standard => true,
            Self::File(path) => std::fs::metadata(path).is_ok_and(|file| !file.is_file()),
            Self::Block(..) | Self::Text(_) | Self::Nowhere(..) => false,
        }
    }

    /// Returns the bytes of a file or of a block of one; `None` if they cannot be read, or reading may block.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::File(path) if !self.may_wait() => std::fs::read(path).ok(),
            Self::Block(_, block) => Some(block.text.clone().into_bytes()),
            Self::Standard | Self::File(_) | Self::Text(_) | Self::Nowhere(..) => None,
        }
    }

    /// Returns the first bytes without consuming them, for standard input those that are available at once; an empty
    /// list if they cannot be read, or would be lost from a pipe.
    pub(crate) fn begin(&self) -> Vec<u8> {
        match self {
            Self::Standard => io::stdin().lock().fill_buf().map(<[u8]>::to_vec).unwrap_or_default(),
            Self::File(path) if !self.may_wait() => {
                let mut bytes = Vec::new();
                let read =
                    File::open(path).map(|file| file.take(SAMPLE as u64).read_to_end(&mut bytes));
                if matches!(read, Ok(Ok(_))) { bytes } else { Vec::new() }
            }
            Self::File(_) | Self::Block(..) | Self::Text(_) | Self::Nowhere(..) => Vec::new(),
        }
    }

    /// Returns the file name without its extension, which is used for the names of witnesses.
    pub(crate) fn stem(&self) -> OsString {
        match self {
            Self::Standard => "stdin".into(),
            Self::Text(_) => "text".into(),
            Self::Block(path, block) => {
                let mut stem = path.file_stem().unwrap_or(path.as_os_str()).to_owned();
                stem.push(format!("-{}", block.number));
                stem
            }
            Self::File(path) | Self::Nowhere(path, _) => {
                path.file_stem().unwrap_or(path.as_os_str()).to_owned()
            }
        }
    }

    /// Opens the input for reading piece by piece; also returns its number of bytes, if it is known.
    ///
    /// # Errors
    /// If there is no such file or it cannot be read: the reason, in words.
    pub(crate) fn open(&self) -> Result<(Box<dyn io::Read + Send>, Option<u64>), String> {
        match self {
            Self::Standard => Ok((Box::new(io::stdin()), None)),
            Self::File(path) => {
                let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
                let size = file.metadata().ok().filter(std::fs::Metadata::is_file);
                if path.is_dir() {
                    return Err("is a directory".to_owned());
                }
                Ok((Box::new(file), size.map(|file| file.len())))
            }
            Self::Text(text) | Self::Block(_, Block { text, .. }) => {
                let size = text.len() as u64;
                Ok((Box::new(io::Cursor::new(text.clone().into_bytes())), Some(size)))
            }
            Self::Nowhere(_, why) => Err(why.clone()),
        }
    }
}

/// Returns the sequence diagrams of a Markdown file, or the block with the number `only`; one input that says why if there
/// is none.
pub(crate) fn block_inputs(path: &Path, only: Option<usize>) -> Vec<Input> {
    match blocks_of(path, only) {
        Ok(blocks) => inputs_of(path, blocks),
        Err(why) => {
            let name = only.map_or_else(|| path.to_owned(), |number| named(path, number).into());
            vec![Input::Nowhere(name, why)]
        }
    }
}

fn inputs_of(path: &Path, blocks: Vec<Block>) -> Vec<Input> {
    blocks.into_iter().map(|block| Input::Block(path.to_owned(), block)).collect()
}

/// What directories are searched for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sought<'a> {
    /// Texts of these kinds.
    Kinds(&'a [Kind]),
    /// Texts of these kinds, and those that are read with them.
    WithCompanions(&'a [Kind]),
    /// Files with these endings.
    Endings(&'a [&'a str]),
}

impl Sought<'_> {
    fn sighting(self, file: &Path) -> Sighting {
        let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
        match self {
            Self::Kinds(kinds) => {
                kinds::sighting(ending, kinds, || Input::File(file.to_owned()).begin())
            }
            Self::WithCompanions(kinds) => match Self::Kinds(kinds).sighting(file) {
                Sighting::Companion => Sighting::Sought,
                other => other,
            },
            Self::Endings(endings) if endings.contains(&ending) => Sighting::Sought,
            Self::Endings(_) => Sighting::Other,
        }
    }

    /// Returns how the files are called.
    fn files(self) -> String {
        let files: Vec<String> = match self {
            Self::Kinds(kinds) | Self::WithCompanions(kinds) => {
                kinds::searched(kinds).map(Language::files).collect()
            }
            Self::Endings(endings) => endings.iter().map(|one| format!("*.{one}")).collect(),
        };
        files.join(", ")
    }
}

/// Returns the one input that an argument names; directories are searched for one.
///
/// # Errors
/// If the argument names several inputs.
pub(crate) fn only(argument: &OsStr, sought: Sought<'_>) -> Result<Input, Failure> {
    only_one(argument, sought, "file; name one")
}

/// Returns the only model in SCM that an argument names; `who` begins the advice, such as `draw takes`.
///
/// # Errors
/// If the argument names several models.
pub(crate) fn only_model(argument: &OsStr, who: &str) -> Result<Input, Failure> {
    only_one(argument, Sought::Kinds(&[Kind::System]), &format!("model; {who} one"))
}

pub(crate) fn only_one(argument: &OsStr, sought: Sought<'_>, what: &str) -> Result<Input, Failure> {
    let mut inputs = expand_to(&[argument.to_owned()], sought);
    match (inputs.pop(), inputs.is_empty()) {
        (Some(input), true) => Ok(input),
        _ => {
            let argument = argument.display();
            Err(Failure::Usage(format!("{argument} is more than one {what}")))
        }
    }
}

/// Returns the inputs that `arguments` name, in order.
///
/// A directory stands for all files below it that are sought, in the order of their paths, a pattern for all files that match
/// it, a file in Markdown for all its diagrams, of which `FILE.md#2` is the second, `-` for standard input. Links are followed.
/// Only hidden files are left out, so that the inputs do not depend on files such as `.gitignore`.
pub(crate) fn expand_to(arguments: &[OsString], sought: Sought<'_>) -> Vec<Input> {
    expand_noting(arguments, sought, &mut Vec::new())
}

/// Returns the inputs that `arguments` name, and adds the names of other files in directories to `others`.
pub(super) fn expand_noting(
    arguments: &[OsString],
    sought: Sought<'_>,
    others: &mut Vec<String>,
) -> Vec<Input> {
    let mut inputs = Vec::new();
    for argument in arguments {
        let path = PathBuf::from(argument);
        if argument == "-" {
            let is_read = inputs.contains(&Input::Standard);
            inputs.push(if is_read { Input::read_before() } else { Input::Standard });
        } else if argument.is_empty() {
            let why = "an empty name names no file".to_owned();
            inputs.push(Input::Nowhere("''".into(), why));
        } else if path.is_dir() {
            let found = below(&path, path.clone(), is_hidden, |file| {
                let sighting = sought.sighting(file);
                if sighting == Sighting::Other && file.is_file() {
                    others.push(printable(&file.display().to_string()));
                }
                sighting == Sighting::Sought
            });
            inputs.extend(found.unwrap_or_else(|| {
                let why = format!("no {} file below", sought.files());
                vec![Input::Nowhere(path, why)]
            }));
        } else if let Some((file, number)) = block_name(&path).filter(|_| !path.exists()) {
            inputs.extend(block_inputs(file, Some(number)));
        } else if is_markdown(&path) && path.is_file() {
            inputs.extend(block_inputs(&path, None));
        } else if !path.exists() && is_pattern(argument) {
            inputs.extend(matching(&path));
        } else {
            inputs.push(Input::File(path));
        }
    }
    inputs.into_iter().flat_map(diagrams_of).collect()
}

/// Returns the diagrams of a file that has several; else the input.
fn diagrams_of(input: Input) -> Vec<Input> {
    let several = match &input {
        Input::File(path) => several_diagrams(path).map(|blocks| inputs_of(path, blocks)),
        _ => None,
    };
    several.unwrap_or_else(|| vec![input])
}

fn is_pattern(argument: &OsStr) -> bool {
    argument.to_string_lossy().contains(['*', '?', '[', '{'])
}

/// Returns the files that match `pattern`. Hidden files are left out, unless a part of the pattern begins with a dot.
fn matching(pattern: &Path) -> Vec<Input> {
    let fixed: PathBuf = pattern.iter().take_while(|part| !is_pattern(part)).collect();
    let rest: PathBuf = pattern.iter().skip_while(|part| !is_pattern(part)).collect();
    let root = if fixed.as_os_str().is_empty() { Path::new(".") } else { &fixed };
    let nowhere = |why: &str| vec![Input::Nowhere(pattern.to_owned(), why.into())];
    if let Some(why) = unclosed(&rest.to_string_lossy()) {
        return nowhere(&format!("not a pattern: {why}"));
    }
    if !root.is_dir() {
        return nowhere("no file matches");
    }
    let has_dot = rest.iter().any(|part| part.as_encoded_bytes().starts_with(b"."));
    let files = below(
        root,
        fixed.clone(),
        |name| !has_dot && is_hidden(name),
        |file| {
            let file = file.strip_prefix(root).unwrap_or(file);
            fast_glob::glob_match(
                rest.as_os_str().as_encoded_bytes(),
                file.as_os_str().as_encoded_bytes(),
            )
        },
    );
    files.unwrap_or_else(|| nowhere("no file matches"))
}

/// Returns the bracket that a pattern opens and does not close.
fn unclosed(pattern: &str) -> Option<&'static str> {
    let mut groups = 0_usize;
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '{' => groups += 1,
            '}' => groups = groups.saturating_sub(1),
            '[' => {
                characters.next_if(|next| matches!(next, '!' | '^'));
                // A closing bracket at the first position of a class does not close it.
                characters.next();
                if !characters.any(|next| next == ']') {
                    return Some("unclosed character class; missing ']'");
                }
            }
            _ => {}
        }
    }
    (groups > 0).then_some("unclosed group of alternatives; missing '}'")
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns the wanted files below `root` in the order of their paths, which begin with `shown`, and what cannot be read;
/// `None` if there is nothing.
///
/// Links are followed. One that leads to a directory around it cannot be, nor one that leads nowhere: it is returned if
/// a file in its place would be.
fn below(
    root: &Path,
    shown: PathBuf,
    is_left_out: impl Fn(&OsStr) -> bool,
    mut wanted: impl FnMut(&Path) -> bool,
) -> Option<Vec<Input>> {
    let is_seen =
        |path: &Path, depth| depth == 0 || path.file_name().is_none_or(|name| !is_left_out(name));
    let named = |path: &Path| {
        let path = path.strip_prefix(root).map_or(path.to_owned(), |below| shown.join(below));
        // Joining an empty path adds a slash at the end.
        path.components().collect::<PathBuf>()
    };
    let walk = WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter();
    let mut found = Vec::new();
    for entry in walk.filter_entry(|entry| is_seen(entry.path(), entry.depth())) {
        match entry {
            Ok(entry) if wanted(entry.path()) => {
                let (kind, path) = (entry.file_type(), entry.path());
                if kind.is_file() {
                    found.push(Input::File(named(path)));
                } else if !kind.is_dir() {
                    found.push(Input::Nowhere(named(path), "not a regular file".to_owned()));
                }
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(root);
                let leads_nowhere = path.is_symlink() && !path.exists();
                if is_seen(path, error.depth()) && (!leads_nowhere || wanted(path)) {
                    found.push(Input::Nowhere(named(path), out_of_reach(&error, &named)));
                }
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the reason for which a path cannot be read.
fn out_of_reach(error: &walkdir::Error, named: &dyn Fn(&Path) -> PathBuf) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(above), _) => format!("a link back to {}", named(above).display()),
        (None, Some(why)) if why.kind() == io::ErrorKind::NotFound => {
            "a link that leads nowhere".to_owned()
        }
        (None, Some(why)) => reason(why),
        (None, None) => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pattern_does_not_close_is_found() {
        for (pattern, why) in [
            ("[x.scm", Some("class")),
            ("[]x", Some("class")),
            ("[!]", Some("class")),
            ("{a,b.scm", Some("alternatives")),
            ("{a,{b}.scm", Some("alternatives")),
            ("*.{scm,ca}", None),
            ("[]x]?[!a-z]", None),
            ("\\[x\\{", None),
        ] {
            let found = unclosed(pattern);
            assert_eq!(found.is_some(), why.is_some(), "{pattern}");
            assert!(why.is_none_or(|why| found.unwrap().contains(why)), "{pattern}");
        }
    }
}
