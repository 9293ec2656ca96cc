//! Names of locations in sentences.

/// Returns the name of a location for sentences: `location 2` if it is a number.
pub fn in_words(name: &str) -> String {
    if is_number(name) { format!("location {name}") } else { name.to_owned() }
}

/// Returns names of locations for sentences: `location 1 and location 2`.
pub(super) fn together(names: &[String]) -> String {
    names.iter().map(|name| in_words(name)).collect::<Vec<_>>().join(" and ")
}

/// Returns the name followed by a count, for lists: `shop 20`, but `location 2: 20`.
pub fn with_count(name: &str, count: &str) -> String {
    let colon = if is_number(name) { ":" } else { "" };
    format!("{}{colon} {count}", in_words(name))
}

/// Returns `true` if the members of a location have numbers as names.
fn is_number(name: &str) -> bool {
    name.split(',')
        .all(|member| !member.is_empty() && member.bytes().all(|symbol| symbol.is_ascii_digit()))
}
