//! Which lifelines, or which letters, are of which location.

use std::ffi::OsStr;
use std::path::Path;

use crate::cli::output::{Failure, reason};

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

/// Returns the name of a location as sentences have it: `location 2` where it is a number.
pub(super) fn in_words(name: &str) -> String {
    if is_number(name) { format!("location {name}") } else { name.to_owned() }
}

/// Returns it with a count behind it, as lists have it: `shop 20`, but `location 2: 20`.
pub(super) fn with_count(name: &str, count: &str) -> String {
    let colon = if is_number(name) { ":" } else { "" };
    format!("{}{colon} {count}", in_words(name))
}

/// Tells whether the members of a location have numbers for names.
fn is_number(name: &str) -> bool {
    name.split(',')
        .all(|member| !member.is_empty() && member.bytes().all(|symbol| symbol.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_names_in_sentences() {
        assert_eq!(in_words("shop"), "shop");
        assert_eq!(in_words("shop,2"), "shop,2");
        assert_eq!(in_words("2"), "location 2");
        assert_eq!(in_words("1,2"), "location 1,2");
        assert_eq!(with_count("shop", "20"), "shop 20");
        assert_eq!(with_count("2", "2 of 4"), "location 2: 2 of 4");
    }
}
