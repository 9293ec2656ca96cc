//! The files of witnesses: `MODEL.PROPERTY.json`, `.svg` and `.txt`, with `png` also `.png`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::args::Colour;
use super::input::Input;
use super::output::{Failure, Output, tell};
use crate::kernel::base::hexadecimal;
#[cfg(feature = "png")]
use crate::kernel::drawing::chart_png;
use crate::kernel::drawing::chart_svg;
use crate::kernel::report::{Amount, Row, write_row};

/// The longest part of a file name that a property makes: file systems take 255 bytes in all.
const LONGEST: usize = 120;

/// The directory that keeps witnesses.
pub(crate) struct WitnessFiles {
    directory: PathBuf,
    /// The files that this run has written, without their extensions.
    written: Vec<PathBuf>,
    colour: Colour,
}

impl WitnessFiles {
    /// Makes the directory, if it is missing.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(crate) fn open(directory: &Path, colour: Colour) -> Result<Self, Failure> {
        let name = directory.display();
        if directory.exists() && !directory.is_dir() {
            return Err(Failure::Usage(format!("--witness {name} is not a directory")));
        }
        std::fs::create_dir_all(directory)
            .map_err(|error| Failure::writing(name.to_string(), &error))?;
        Ok(Self { directory: directory.to_owned(), written: Vec::new(), colour })
    }

    /// Writes the witness of a row, if there is one; of a log, which has none, the chart. That of a model of the
    /// same name is overwritten, which is told.
    ///
    /// # Errors
    /// If a file cannot be written; the others are.
    pub(crate) fn keep(&mut self, input: &Input, row: &Row) -> Result<(), Failure> {
        if row.witness.is_none() && row.chart.is_none() {
            return Ok(());
        }
        // Two readings of one property have titles of their own.
        let property = row.title.as_ref().or(row.property.as_ref());
        let mut name = input.stem();
        name.push(format!(".{}", file_name(property.map_or("", String::as_str))));
        let base = self.directory.join(name);
        if self.written.contains(&base) {
            let name = base.display();
            let text = "held the witness of another model of that name, which is overwritten";
            tell(self.colour, &format!("\x1b[1;33mwarning:\x1b[0m {name} {text}\n"));
        }
        let mut text = Vec::new();
        let full = Row { hint: None, ..row.clone() };
        write_row(&full, Amount::Everything, &mut text)
            .map_err(|error| Failure::writing("a witness", &error))?;
        let mut files = vec![("txt", text)];
        files.extend(
            row.witness.iter().map(|witness| ("json", format!("{witness}\n").into_bytes())),
        );
        if let Some(chart) = &row.chart {
            files.push(("svg", chart_svg(chart).into_bytes()));
            #[cfg(feature = "png")]
            files.extend(chart_png(chart).map(|bytes| ("png", bytes)));
        }
        let mut result = Ok(());
        for (extension, bytes) in files {
            result = result.and(write(&base, extension, &bytes));
        }
        self.written.push(base);
        result
    }
}

fn write(base: &Path, extension: &str, bytes: &[u8]) -> Result<(), Failure> {
    let mut path: OsString = base.to_owned().into_os_string();
    path.push(format!(".{extension}"));
    let mut file = Output::file(Path::new(&path))?;
    match extension {
        "png" => file.write_bytes(bytes),
        _ => file.write(|stream| stream.write_all(bytes)),
    }
}

/// Returns the part of a file name that stands for a property: itself, with `-` for `/`, and what
/// some file system does not take, written as in addresses. A long one ends in a digest.
fn file_name(property: &str) -> String {
    let mut name = String::new();
    for symbol in property.chars() {
        match symbol {
            '/' => name.push('-'),
            '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '%' => {
                write!(name, "%{:02X}", u32::from(symbol)).expect("a string takes everything");
            }
            symbol if symbol.is_control() => {
                write!(name, "%{:02X}", u32::from(symbol)).expect("a string takes everything");
            }
            symbol => name.push(symbol),
        }
    }
    if name.len() > LONGEST {
        let digest = hexadecimal(&Sha256::digest(property.as_bytes()));
        let room = (0..=LONGEST - 9).rfind(|&end| name.is_char_boundary(end)).unwrap_or(0);
        name.truncate(room);
        name.push('~');
        name.push_str(&digest[..8]);
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
}
