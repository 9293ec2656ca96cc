//! Messages about invalid arguments.
//!
//! The parser's own messages are used with two exceptions: it does not list the existing commands, and it does not
//! recognise that most unknown options are mistakes and not values.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::grammar::Grammar;
use language::reading::nearest;

/// Returns a better message than the parser's about `error`, if there is one.
pub(crate) fn sentence(error: &clap::Error, grammar: &Grammar) -> Option<String> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand)?;
            // Usage of the command, for a command without commands of its own.
            let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
            let own = |parent: &str| grammar.commands_of(parent);
            let parent = usage.split_whitespace().find(|word| !own(word).is_empty());
            Some(match parent {
                Some(parent) => {
                    unknown(&format!("no command `{parent} {name}`"), name, &own(parent))
                }
                None => {
                    let what = format!("no file and no command `{name}`");
                    unknown(&what, name, &grammar.visible_commands())
                }
            })
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

fn unknown(what: &str, name: &str, commands: &[&str]) -> String {
    let meant = nearest(name, commands.iter().copied());
    let meant = meant.map_or_else(String::new, |other| format!("; did you mean `{other}`?"));
    let list = commands.join(", ");
    format!("there is {what}{meant}\nthe commands are {list}")
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
