//! The files of witnesses: `MODEL.PROPERTY.json`, `.svg` and `.txt`, with `png` also `.png`. Those of a session are
//! called `LOG.session-KEY.PROPERTY`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::failure::Failure;
use super::input::Input;
use super::option_groups::Colour;
use super::output::{Output, tell};
use scm_check::internals::driver::conformance::PROPERTY;
use scm_check::internals::driver::sha256;
use scm_check::internals::kernel::verdict::Verdict;
#[cfg(feature = "png")]
use scm_check::internals::render::drawing::png;
use scm_check::internals::render::drawing::{Colours, chart_svg};
use scm_check::internals::render::report::{Amount, Row, write_result, write_row};
use scm_check::internals::render::sentences::Detail;

/// Maximum length of the part of a file name for a property: file systems allow 255 bytes in all.
const LONGEST: usize = 120;

/// The directory for witnesses.
pub(crate) struct WitnessFiles {
    directory: PathBuf,
    /// The files that this run has written, without their extensions, with the last number of those with the same name
    /// except for a number.
    written: FxHashMap<PathBuf, u64>,
    colour: Colour,
    detail: Detail,
}

impl WitnessFiles {
    /// Creates the directory, if it does not exist.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub(crate) fn open(directory: &Path, colour: Colour, detail: Detail) -> Result<Self, Failure> {
        let name = directory.display();
        if directory.exists() && !directory.is_dir() {
            return Err(Failure::Usage(format!("--witness {name} is not a directory")));
        }
        std::fs::create_dir_all(directory)
            .map_err(|error| Failure::writing(name.to_string(), &error))?;
        let written = FxHashMap::default();
        Ok(Self { directory: directory.to_owned(), written, colour, detail })
    }

    /// Writes the witness of a row, if there is one; for a log, which has none, the row itself and the chart. The
    /// witness of a model of the same name is overwritten, which is reported; sessions of the same name are numbered.
    ///
    /// # Errors
    /// If a file cannot be written; the other files are written.
    pub(crate) fn keep(&mut self, input: &Input, row: &Row) -> Result<(), Failure> {
        let is_log = row.property() == Some(PROPERTY);
        let is_refused = is_log && row.answer.verdict == Verdict::Violated;
        if row.evidence.witness.is_none() && row.evidence.chart.is_none() && !is_refused {
            return Ok(());
        }
        let mut base = self.base(input, row, None);
        if self.written.contains_key(&base) && row.details.session().is_some() {
            let first = base.clone();
            let mut times = self.written[&first];
            while self.written.contains_key(&base) {
                times += 1;
                base = self.base(input, row, Some(times));
            }
            self.written.insert(first, times);
        } else if self.written.contains_key(&base) {
            let name = base.display();
            let text = "held the witness of another model of that name, which is overwritten";
            tell(self.colour, &format!("\x1b[1;33mwarning:\x1b[0m {name} {text}\n"));
        }
        let mut text = Vec::new();
        self.written.entry(base.clone()).or_insert(1);
        write_row(row, Amount::Evidence, &mut text)
            .map_err(|error| Failure::writing("a witness", &error))?;
        let mut files = vec![("txt", text)];
        if let Some(document) = &row.evidence.witness {
            let mut text = serde_json::to_vec(&**document)
                .map_err(|error| Failure::writing("a witness", &error.into()))?;
            text.push(b'\n');
            files.push(("json", text));
        } else if is_log {
            let mut object = Vec::new();
            write_result(row, self.detail, &mut object)
                .map_err(|error| Failure::writing("a witness", &error))?;
            files.push(("json", object));
        }
        if let Some(chart) = &row.evidence.chart {
            files.push(("svg", chart_svg(chart, Colours::OfTheReader).into_bytes()));
            #[cfg(feature = "png")]
            files.extend(png(&chart_svg(chart, Colours::Light)).map(|bytes| ("png", bytes)));
        }
        let mut result = Ok(());
        for (extension, bytes) in files {
            result = result.and(write(&base, extension, &bytes));
        }
        result
    }

    /// Returns the path of the files about a row, without their extensions; with `number` for a session that is not the
    /// first of its name.
    fn base(&self, input: &Input, row: &Row, number: Option<u64>) -> PathBuf {
        let mut name = input.stem();
        let session = row.details.session();
        if let Some(Some(key)) = session {
            name.push(format!(".session-{}", key_name(key)));
        }
        if let Some(number) = number {
            name.push(format!("~{number}"));
        }
        // Two readings of one property have different titles.
        let property = match session {
            Some(_) => row.answer.subject.property.as_ref(),
            None => row.title.as_ref().or(row.answer.subject.property.as_ref()),
        };
        name.push(format!(".{}", file_name(property.map_or("", String::as_str))));
        self.directory.join(name)
    }
}

fn write(base: &Path, extension: &str, bytes: &[u8]) -> Result<(), Failure> {
    let mut path: OsString = base.to_owned().into_os_string();
    path.push(format!(".{extension}"));
    let file = Output::file(Path::new(&path))?;
    match extension {
        "png" => file.put_bytes(bytes),
        _ => file.put(bytes),
    }
}

/// Returns the part of a file name for a property: its name, with `-` for `/`, and with percent-encoding of characters
/// that some file systems do not allow. A long name ends in a digest.
fn file_name(property: &str) -> String {
    let name = escaped(&property.replace('/', "-"), |_| false);
    bounded(name, property, 8)
}

/// Returns the part of a file name for a session. Different keys have different names.
fn key_name(key: &str) -> String {
    bounded(escaped(key, |symbol| matches!(symbol, '/' | '~' | ' ')), key, 32)
}

/// Returns a text with percent-encoding of the characters that some file systems do not allow, and of those for which
/// `is_special` holds.
fn escaped(text: &str, is_special: impl Fn(char) -> bool) -> String {
    let mut name = String::new();
    for symbol in text.chars() {
        let is_refused = matches!(symbol, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '%');
        if is_refused || symbol.is_control() || is_special(symbol) {
            write!(name, "%{:02X}", u32::from(symbol)).expect("a string takes everything");
        } else {
            name.push(symbol);
        }
    }
    name
}

/// Returns a name of limited length: a long one ends in `digits` digits of a digest of `text`.
fn bounded(mut name: String, text: &str, digits: usize) -> String {
    if name.len() > LONGEST {
        let digest = sha256(text);
        let end = LONGEST - digits - 1;
        let room = (0..=end).rfind(|&end| name.is_char_boundary(end)).unwrap_or(0);
        name.truncate(room);
        name.push('~');
        name.push_str(&digest[..digits]);
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_become_parts_of_file_names() {
        assert_eq!(file_name("bad_states/1"), "bad_states-1");
        assert_eq!(file_name("stuck(p)"), "stuck(p)");
        assert_eq!(file_name("rsc[bag]"), "rsc[bag]");
        assert_eq!(file_name("stuck(a:b\n%)"), "stuck(a%3Ab%0A%25)");
        let (one, other) = (format!("{}1", "\u{e9}".repeat(200)), "\u{e9}".repeat(200));
        assert!(file_name(&one).len() <= LONGEST && file_name(&one) != file_name(&other));
    }

    #[test]
    fn keys_of_sessions_become_parts_of_file_names_of_their_own() {
        assert_eq!(key_name("2024-05-17T09:30"), "2024-05-17T09%3A30");
        assert_eq!(key_name("a b"), "a%20b");
        let long = "x".repeat(500);
        let keys = [
            "a/b",
            "a-b",
            "a%2Fb",
            "a b",
            "a%20b",
            "a~2",
            "a%7E2",
            "",
            &long,
            &long[1..],
            "..",
            "a\n",
            "a\u{2028}",
            "a 28",
        ];
        let names: std::collections::BTreeSet<String> =
            keys.iter().map(|key| key_name(key)).collect();
        assert_eq!(names.len(), keys.len(), "{names:?}");
        assert!(names.iter().all(|name| name.len() <= LONGEST && !name.contains(['/', ' '])));
    }
}
