//! ReSCu's options: `-isrsc -mc -fifo -counter -to_dot[=FILE]`, in any combination and order.
//!
//! These options have one dash and several letters, which clap would read as a group of short options. Therefore they
//! are rewritten into the options of a hidden command before clap sees them, up to a `--`; any other argument that
//! looks like one of them is answered here with a suggestion.

use std::ffi::OsString;

use strsim::osa_distance;

use super::grammar::{Grammar, LEGACY_COMMAND};

/// The command for models without any other.
const CHECK: &str = "check";

/// ReSCu's options, without `-to_dot=FILE`.
const WORDS: [&str; 5] = ["-isrsc", "-mc", "-fifo", "-counter", "-to_dot"];

/// The name under which the program was called: its own, or that of ReSCu by a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Caller {
    /// `scm-check`, by whatever name.
    Modern,
    /// `rescu`, which accepts only ReSCu's options.
    Ancestor,
}

/// Error in a command line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum UsageError {
    #[error("unknown word `{word}`{}", suggestion(.meant.as_deref()))]
    UnknownWord { word: String, meant: Option<String> },
    #[error("`{word}` does not go with the command `{command}`")]
    WordAndCommand { word: String, command: String },
    #[error("`rescu` takes the words {} only; `{word}` is an option of scm-check", list())]
    NotAnAncestorsWord { word: String },
    #[error(
        "nothing is asked of `{model}`; say -isrsc, -mc or -to_dot, or `scm-check rsc {model}`"
    )]
    NothingAsked { model: String },
    #[error("`-to_dot=` names no file; `-to_dot` alone draws on standard output")]
    NoDrawing,
    #[error("no model is named; the words are {}, and models stand beside them", list())]
    NoModel,
}

fn list() -> String {
    WORDS.join(" ")
}

fn suggestion(meant: Option<&str>) -> String {
    match meant {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None => format!("; the words are {}, and a file is put behind `--`", list()),
    }
}

/// Rewrites `help` and `help COMMAND` into the equivalent option.
pub(crate) fn help_as_option(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|word| word == "help") {
        arguments.remove(0);
        arguments.push("--help".into());
    }
    arguments
}

/// Rewrites the arguments (without the program's name) for clap.
///
/// Options before the command are moved behind it, so that options are allowed anywhere.
///
/// # Errors
/// If an argument with one dash is unknown, or ReSCu's options do not fit together.
pub(crate) fn rewrite(
    arguments: Vec<OsString>,
    caller: Caller,
    grammar: &Grammar,
) -> Result<Vec<OsString>, UsageError> {
    let mut before = Vec::new();
    let mut command = None;
    let mut first_model = None;
    let mut rest = Vec::new();
    let mut asks = None;
    let mut any_word = None;
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let into = if command.is_some() { &mut rest } else { &mut before };
        let Some(text) = argument.to_str() else {
            first_model.get_or_insert_with(|| argument.to_string_lossy().into_owned());
            into.push(argument);
            continue;
        };
        if text == "--" {
            into.push(argument);
            if let Some(model) = arguments.as_slice().first() {
                first_model.get_or_insert_with(|| model.to_string_lossy().into_owned());
            }
            into.extend(arguments.by_ref());
            break;
        }
        if text == "-to_dot=" {
            return Err(UsageError::NoDrawing);
        }
        if let Some(option) = modern(text) {
            if is_asking(text) {
                asks.get_or_insert_with(|| text.to_owned());
            }
            any_word.get_or_insert_with(|| text.to_owned());
            into.push(option.into());
        } else if looks_like_a_word(text) || has_a_dash_too_many(text) {
            return Err(UsageError::UnknownWord {
                word: text.to_owned(),
                meant: meant(text, grammar),
            });
        } else if text.len() > 1 && text.starts_with('-') {
            if caller == Caller::Ancestor && !ANCESTORS_TOO.contains(&text) {
                return Err(UsageError::NotAnAncestorsWord { word: text.to_owned() });
            }
            let takes_value = Grammar::takes_value(text);
            into.push(argument);
            if takes_value {
                into.extend(arguments.next());
            }
        } else if command.is_none()
            && first_model.is_none()
            && caller == Caller::Modern
            && grammar.is_command(text)
        {
            command = Some(argument);
        } else {
            first_model.get_or_insert_with(|| text.to_owned());
            into.push(argument);
        }
    }
    match (command, asks) {
        (Some(command), Some(word)) => {
            let command = command.to_string_lossy().into_owned();
            Err(UsageError::WordAndCommand { word, command })
        }
        (Some(command), None) => {
            // Operands come first only after a `--`; all arguments before the command are options.
            let is_group = Grammar::is_group(&command.to_string_lossy());
            let is_split = !before.is_empty() && !rest.is_empty() && is_group;
            let inner = is_split.then(|| rest.remove(0));
            Ok([command].into_iter().chain(inner).chain(before).chain(rest).collect())
        }
        (None, Some(_)) => Ok([LEGACY_COMMAND.into()].into_iter().chain(before).collect()),
        (None, None) => match first_model {
            None if any_word.is_some() => Err(UsageError::NoModel),
            Some(model) if caller == Caller::Ancestor || any_word.is_some() => {
                Err(UsageError::NothingAsked { model })
            }
            Some(model) if is_path(&model) => {
                Ok([CHECK.into()].into_iter().chain(before).collect())
            }
            _ => Ok(before),
        },
    }
}

/// The options that `rescu` takes besides its own.
const ANCESTORS_TOO: [&str; 4] = ["-h", "--help", "-V", "--version"];

/// Returns the modern option for one of ReSCu's options, spelled exactly.
fn modern(word: &str) -> Option<String> {
    let exact = WORDS.contains(&word) || word.starts_with("-to_dot=");
    // The second dash is added before the existing one.
    exact.then(|| format!("-{}", word.replacen("to_dot", "to-dot", 1)))
}

/// Returns `true` if one of ReSCu's options asks a question, and does not only change how to answer.
fn is_asking(word: &str) -> bool {
    matches!(word, "-isrsc" | "-mc") || word.starts_with("-to_dot")
}

/// Returns `true` if an argument has one dash and at least two more characters, except `-j8`.
fn looks_like_a_word(word: &str) -> bool {
    let Some(letters) = word.strip_prefix('-') else { return false };
    let jobs = letters.strip_prefix('j').is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    !letters.starts_with('-') && letters.chars().count() >= 2 && !jobs
}

/// Returns `true` if one of ReSCu's options that asks a question is written with two dashes.
fn has_a_dash_too_many(word: &str) -> bool {
    let name = word.split('=').next().unwrap_or(word);
    matches!(name, "--isrsc" | "--mc" | "--to_dot" | "--to-dot")
}

fn is_path(model: &str) -> bool {
    model == "-" || model.contains(['.', '/', '*']) || std::path::Path::new(model).exists()
}

/// Returns a suggestion for an unknown argument with one dash.
fn meant(word: &str, grammar: &Grammar) -> Option<String> {
    let name = word.split('=').next().unwrap_or(word);
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], "");
    let distance = |other: &str| osa_distance(&plain(name), &plain(other));
    let everywhere = ["--help", "--version"];
    let mut options = grammar.options().chain(everywhere.map(str::to_owned));
    let option = options.find(|option| plain(option) == plain(name));
    let nearest = WORDS.iter().min_by_key(|other| distance(other));
    match (nearest, option) {
        (Some(word), _) if distance(word) == 0 => Some((*word).to_owned()),
        (_, Some(option)) => Some(option),
        (Some(word), None) if distance(word) <= 2 && distance(word) < plain(word).len() => {
            Some((*word).to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction, Command};

    use super::*;

    fn rewritten(line: &str, caller: Caller) -> Result<String, UsageError> {
        let option = |name: &'static str| Arg::new(name).long(name);
        let flag = option("fifo").action(ArgAction::SetTrue);
        let rsc = Command::new("rsc").args([option("timeout"), option("output").short('o'), flag]);
        let chor = Command::new("chor").subcommand(Command::new("check"));
        let grammar = Grammar::new(Command::new("x").subcommands([rsc, Command::new("fmt"), chor]));
        let arguments = line.split_whitespace().map(OsString::from).collect();
        let words = rewrite(arguments, caller, &grammar)?;
        Ok(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
    }

    fn meant(line: &str) -> Option<String> {
        match rewritten(line, Caller::Modern) {
            Err(UsageError::UnknownWord { meant, .. }) => meant,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_may_stand_before_and_after_the_models() {
        for (line, words) in [
            ("-isrsc m", "legacy-words --isrsc m"),
            ("m -counter -isrsc -fifo", "legacy-words m --counter --isrsc --fifo"),
            ("-to_dot=x.dot m", "legacy-words --to-dot=x.dot m"),
            ("--timeout 5s -isrsc m -j8", "legacy-words --timeout 5s --isrsc m -j8"),
            ("-isrsc -- -mc", "legacy-words --isrsc -- -mc"),
            ("rsc -fifo m", "rsc --fifo m"),
            ("--timeout 5s rsc m", "rsc --timeout 5s m"),
            ("--timeout rsc fmt m", "fmt --timeout rsc m"),
            ("--timeout 5s chor check m", "chor check --timeout 5s m"),
            ("rsc --timeout -mc m", "rsc --timeout -mc m"),
            ("rsc --timeout --output -counter", "rsc --timeout --output --counter"),
            ("-isrsc -o fmt m", "legacy-words --isrsc -o fmt m"),
        ] {
            assert_eq!(rewritten(line, Caller::Modern).as_deref(), Ok(words));
        }
    }

    #[test]
    fn misspelt_words_are_recognised() {
        for (word, word_meant) in [
            ("-is-rsc", "-isrsc"),
            ("-isrcs", "-isrsc"),
            ("-todot", "-to_dot"),
            ("-to-dot=x", "-to_dot"),
            ("-count", "-counter"),
            ("-ISRSC", "-isrsc"),
            ("-timeout", "--timeout"),
            ("-help", "--help"),
            ("--isrsc", "-isrsc"),
            ("--mc", "-mc"),
            ("--to_dot=x", "-to_dot"),
        ] {
            assert_eq!(meant(word).as_deref(), Some(word_meant), "{word}");
        }
        assert_eq!(meant("-xyzzy"), None);
        assert_eq!(meant("m.scm -qv"), None);
    }

    #[test]
    fn a_question_and_a_command_do_not_go_together() {
        let result = rewritten("rsc -isrsc m", Caller::Modern);
        assert!(matches!(result, Err(UsageError::WordAndCommand { .. })));
    }

    #[test]
    fn the_ancestor_takes_its_words_only() {
        assert_eq!(rewritten("-mc rsc", Caller::Ancestor).as_deref(), Ok("legacy-words --mc rsc"));
        let result = rewritten("-isrsc --timeout 5s m", Caller::Ancestor);
        assert!(matches!(result, Err(UsageError::NotAnAncestorsWord { .. })));
    }

    #[test]
    fn a_model_without_a_command_is_checked() {
        assert_eq!(rewritten("-q m.scm", Caller::Modern).as_deref(), Ok("check -q m.scm"));
        for (line, caller) in [("-fifo m.scm", Caller::Modern), ("m.scm", Caller::Ancestor)] {
            let result = rewritten(line, caller);
            assert!(matches!(result, Err(UsageError::NothingAsked { .. })), "{line}");
        }
    }

    #[test]
    fn help_is_an_option_of_the_command_behind_it() {
        let words = |line: &str| help_as_option(line.split(' ').map(OsString::from).collect());
        assert_eq!(words("help"), ["--help"]);
        assert_eq!(words("help rsc"), ["rsc", "--help"]);
        assert_eq!(words("rsc help"), ["rsc", "help"]);
    }

    #[test]
    fn edits_count_swaps_once() {
        assert_eq!(osa_distance("isrcs", "isrsc"), 1);
        assert_eq!(osa_distance("", "abc"), 3);
        assert_eq!(osa_distance("same", "same"), 0);
    }
}
