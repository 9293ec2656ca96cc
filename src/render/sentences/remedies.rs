//! How what a diagnostic proposes is asked of the program.

use kernel::diagnostics::{Diagnostic, Remedy};

/// Adds to the advice of a diagnostic how that is asked for which it proposes.
pub fn advise(diagnostic: &mut Diagnostic) {
    let words = std::mem::take(&mut diagnostic.remedies).into_iter().map(words);
    diagnostic.help.extend(words);
}

fn words(remedy: Remedy) -> String {
    let words = match remedy {
        Remedy::Page(name) => return format!("how it is written: scm-check explain {name}"),
        Remedy::Unpack(unpack) => {
            return format!(
                "unpack it: `{unpack} FILE | scm-check conform --model M --input jsonl -`"
            );
        }
        Remedy::Models => "which they are: scm-check explain conform",
        Remedy::Template => "`scm-check generate ring` writes a model to begin with",
        Remedy::DropGuards => "`chor check --drop-guards` reads the protocol as if there were none",
        Remedy::StrictLoops => "`--loops strict` says so of all loops",
        Remedy::NameForm => "--input says what form a log has, whatever it is called",
        Remedy::GuessRules => {
            "`scm-check conform --dry-run --write-rules rules.toml LOG` writes a first file of rules"
        }
        Remedy::CountReasons => "--dry-run counts them by their reasons",
        Remedy::SkipBadLines => "--skip-bad-lines leaves out lines that are no objects",
        Remedy::OrderByTime => "ask for that of time by --by-time",
    };
    words.to_owned()
}
