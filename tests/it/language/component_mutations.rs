//! Damaged texts of component systems: reading and formatting never fail otherwise than by diagnostics.

use crate::support::cases::seeds;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{
    FunctionRegistry, Model, NoPackages, format, print, read,
};

const TEXT: &str = include_str!("../../../models/components/task.bip");

/// Words and signs that are put in.
const PIECES: [&str; 30] = [
    "end",
    "package",
    "atom type",
    "compound type",
    "connector",
    "port",
    "export",
    "data",
    "on",
    "from",
    "to",
    "do {",
    "}",
    "(",
    ")",
    ";",
    "'",
    "*:*",
    "<",
    "?",
    ":",
    "@range(x=\"0..1\")",
    "\"",
    "/*",
    "if (x) then",
    "fi",
    "-",
    "w1",
    "//# monitor m {",
    "\u{e9}",
];

/// Reads and lays out a text; the model and the layout must be readable.
fn survive(text: &str) {
    let source = Source::new("t.bip", text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    let has_errors = reading.diagnostics.iter().any(|one| one.code.name.starts_with('E'));
    assert_eq!(reading.model.is_none(), has_errors, "{text}");
    render_all(&source, &reading.diagnostics, 10, Colours::Plain);
    if let Some(model) = reading.model {
        let printed = Source::new("p.bip", print(&model.composite, &model.properties));
        let again = read(&printed, &mut NoPackages, &FunctionRegistry::default());
        let again =
            again.model.unwrap_or_else(|| panic!("{text}\nis printed as\n{}", printed.text()));
        let names = |model: &Model| -> Vec<String> {
            model.composite.interactions().iter().map(|one| one.name.clone()).collect()
        };
        assert_eq!(names(&model), names(&again), "{text}");
        assert_eq!(model.composite.initial_state(), again.composite.initial_state(), "{text}");
    }
    if let Ok(formatted) = format(&source) {
        let again = format(&Source::new("t.bip", &*formatted));
        assert_eq!(again.as_ref(), Ok(&formatted), "{text}");
    }
}

#[test]
fn cut_texts_are_reported() {
    for end in (0..TEXT.len()).step_by(7).filter(|&end| TEXT.is_char_boundary(end)) {
        survive(&TEXT[..end]);
        survive(&TEXT[end..]);
    }
}

#[test]
fn changed_texts_are_reported() {
    for seed in seeds(50) {
        let mut numbers = Random::new(seed);
        let mut text = TEXT.to_owned();
        for _ in 0..=numbers.below(3) {
            let words: Vec<usize> =
                text.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
            let at = words[numbers.below(words.len())];
            let next = words.iter().copied().find(|&next| next > at + 1).unwrap_or(text.len());
            match numbers.below(3) {
                0 => text.replace_range(at..next, " "),
                1 => {
                    let piece = PIECES[numbers.below(PIECES.len())];
                    text.insert_str(at, &format!(" {piece} "));
                }
                _ => {
                    let word = text[at..next].to_owned();
                    text.insert_str(words[numbers.below(words.len())], &word);
                }
            }
        }
        println!("seed {seed}");
        survive(&text);
    }
}

#[test]
fn deep_texts_are_refused() {
    for (open, close) in
        [("(", ")"), ("-", ""), ("!", ""), ("abs(", ")"), ("x ? 1 : ", ""), ("1 + ", "")]
    {
        for depth in [200, 3_000, 100_000] {
            let value = format!("{}x{}", open.repeat(depth), close.repeat(depth));
            survive(&TEXT.replace("x = 0; }", &format!("x = {value}; }}")));
        }
    }
    let nested = format!("{}x = 1; {}", "if (x > 0) then ".repeat(3_000), "fi ".repeat(3_000));
    survive(&TEXT.replace("x = 0; }", &format!("{nested} }}")));
}
