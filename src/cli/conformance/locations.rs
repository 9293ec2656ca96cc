//! Which lifelines, or which letters, are of which location.

use std::ffi::OsStr;
use std::path::Path;

use crate::cli::input::reason;
use crate::cli::output::Failure;

/// Reads the locations that an option names, or the file that it names: groups of names, commas inside,
/// semicolons or line ends between them.
///
/// # Errors
/// If the file cannot be read, or a location has no name.
pub(super) fn groups(option: &OsStr) -> Result<Vec<Vec<String>>, Failure> {
    let path = Path::new(option);
    let text = if path.is_file() {
        std::fs::read_to_string(path).map_err(|error| {
            Failure::Usage(format!("--locations: {}: {}", path.display(), reason(&error)))
        })?
    } else {
        option.to_string_lossy().into_owned()
    };
    let groups: Vec<Vec<String>> = text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|group| !group.is_empty())
        .map(|group| group.split(',').map(|name| name.trim().to_owned()).collect())
        .collect();
    let is_wrong = groups.is_empty() || groups.iter().flatten().any(String::is_empty);
    if is_wrong {
        let why = "--locations: expected names with commas between them and semicolons between \
                   locations: \"a,b;c\"";
        return Err(Failure::Usage(why.to_owned()));
    }
    Ok(groups)
}
