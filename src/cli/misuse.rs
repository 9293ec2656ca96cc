//! What is said about arguments that cannot be followed.
//!
//! The parser's own sentences are kept but for two: it names neither the commands that there are,
//! nor does it know that most unknown options are mistakes and no values.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use strsim::osa_distance;

use super::legacy::Grammar;

/// Returns a better sentence than the parser's about `error`, if there is one.
pub(crate) fn sentence(error: &clap::Error, grammar: &Grammar) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand)?;
            Some(unknown_command(name, grammar))
        }
        ErrorKind::UnknownArgument => {
            let name = context(error, ContextKind::InvalidArg)?;
            Some(unknown_argument(name, context(error, ContextKind::SuggestedArg)))
        }
        _ => None,
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn unknown_command(name: &str, grammar: &Grammar) -> String {
    let commands = grammar.visible_commands();
    let distance = |other: &str| osa_distance(name, other);
    let nearest = commands.iter().copied().min_by_key(|other| distance(other));
    let meant = match nearest {
        Some(other) if distance(other) <= 1 + name.len() / 5 => {
            format!("; did you mean `{other}`?")
        }
        _ => String::new(),
    };
    let list = commands.join(", ");
    format!("there is no file and no command `{name}`{meant}\nthe commands are {list}")
}

fn unknown_argument(name: &str, suggested: Option<&str>) -> String {
    if !name.starts_with('-') {
        return format!("`{name}` is one word too many");
    }
    let meant = match suggested {
        Some(other) => format!("; did you mean `{other}`?"),
        None if name.contains('.') => "; a file of that name is put behind `--`".to_owned(),
        None => String::new(),
    };
    format!("unknown option `{name}`{meant}")
}
