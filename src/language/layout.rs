//! The standard layout of texts whose languages have no printer that keeps comments: each line stays, and is indented by
//! the blocks that it stands in.

use crate::interaction::{SkippedTo, skipped_behind};
use crate::kinds::Language;
use kernel::source::Source;

/// How a language forms blocks of lines.
enum Blocks {
    /// There are none.
    None,
    /// By braces.
    Braces,
    /// By words at the beginning of a line, below a line that begins with the first word.
    Words(&'static Words),
}

/// The words by which blocks begin, go on, and end.
struct Words {
    /// The word with which the diagram begins; lines before it stay as they are.
    diagram: &'static str,
    /// Whether the whole diagram is indented.
    is_indented: bool,
    /// Number of blanks by which a block is indented.
    step: usize,
    /// A block begins behind a line with one of these words.
    opening: &'static [&'static str],
    /// A line with one of these words stands between two parts of a block.
    between: &'static [&'static str],
    /// A line with one of these words ends a block.
    closing: &'static [&'static str],
    /// What ends the lines behind a line, in lower case, which stay as they are, if it begins such lines.
    kept: fn(&str) -> Option<SkippedTo>,
}

static MERMAID: Words = Words {
    diagram: "sequenceDiagram",
    is_indented: true,
    step: 4,
    opening: &["loop", "alt", "opt", "par", "par_over", "critical", "break", "rect", "box"],
    between: &["else", "and", "option"],
    closing: &["end"],
    kept: |line| line.ends_with('{').then_some(SkippedTo::Bracket(['{', '}'], 1)),
};

static PLANTUML: Words = Words {
    diagram: "@startuml",
    is_indented: false,
    step: 2,
    opening: &["loop", "alt", "opt", "par", "critical", "break", "group", "box"],
    between: &["else", "also"],
    closing: &["end"],
    kept: skipped_behind,
};

/// The languages with this layout.
static LAYOUTS: [(&str, Blocks); 8] = [
    ("FSA", Blocks::None),
    ("Sprout", Blocks::None),
    ("choreography automaton", Blocks::None),
    ("Scribble", Blocks::Braces),
    ("DOT", Blocks::Braces),
    ("ChorGram", Blocks::Braces),
    ("Mermaid", Blocks::Words(&MERMAID)),
    ("PlantUML", Blocks::Words(&PLANTUML)),
];

/// Returns a text without errors in the standard layout of its language; `None` if the language is laid out otherwise, or not
/// at all.
///
/// Blanks at the beginning and the end of lines are set anew, and the last line ends; no line goes, since parts without a name
/// are called by their lines. What stands in strings and comments of several lines stays as it is, and so do notes. The layout
/// of a text in it is the same.
///
/// # Complexity
/// Linear in the text.
pub fn layout(language: &Language, source: &Source) -> Option<String> {
    let (_, blocks) = LAYOUTS.iter().find(|(name, _)| *name == language.name)?;
    let step = if let Blocks::Words(words) = blocks { words.step } else { 2 };
    let mut lines = Lines { text: String::new(), step };
    let all = source.text().trim_start_matches('\u{feff}').lines();
    match blocks {
        Blocks::None => all.for_each(|line| lines.push(0, line)),
        Blocks::Braces => by_braces(all, &mut lines),
        Blocks::Words(words) => by_words(words, all, &mut lines),
    }
    let end = lines.text.trim_end().len();
    lines.text.truncate(end);
    Some(lines.text + "\n")
}

/// The lines of the result.
struct Lines {
    text: String,
    step: usize,
}

impl Lines {
    /// Adds a line without the blanks around it, indented by so many blocks.
    fn push(&mut self, depth: usize, line: &str) {
        self.push_open(depth, line.trim_end());
    }

    /// Adds a line as [`push`](Self::push) does, with the blanks at its end.
    fn push_open(&mut self, depth: usize, line: &str) {
        let line = line.trim_start();
        let blanks = if line.is_empty() { 0 } else { depth * self.step };
        self.text.extend(std::iter::repeat_n(' ', blanks));
        self.keep(line);
    }

    /// Adds a line as it is.
    fn keep(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

fn by_braces<'a>(all: impl Iterator<Item = &'a str>, lines: &mut Lines) {
    // The braces and the parentheses that are open.
    let (mut depth, mut open) = (0_usize, 0_usize);
    // What the end of the line before stands in: a string, or a comment of several lines.
    let mut inside = Inside::Code;
    for line in all {
        let was_inside = inside;
        let outer = match line.trim() {
            // Between the branches of a choice, or what goes on side by side.
            "+" | "|" => 1,
            trimmed => trimmed.chars().take_while(|&sign| sign == '}').count(),
        };
        let own = depth.saturating_sub(outer) + 2 * usize::from(open > 0);
        let begin = line.trim_start();
        if was_inside == Inside::Code && (begin.starts_with('#') || begin.starts_with("..")) {
            // A comment up to the end of the line.
            lines.push(own, line);
            continue;
        }
        let mut signs = line.chars().peekable();
        while let Some(sign) = signs.next() {
            inside = match (inside, sign) {
                (Inside::Text, '\\') => {
                    signs.next();
                    Inside::Text
                }
                (Inside::Text, '"') => Inside::Code,
                (Inside::Comment(end), '*') if signs.peek() == Some(&end) => {
                    signs.next();
                    Inside::Code
                }
                (Inside::Code, '"') => Inside::Text,
                (Inside::Code, '/') if signs.peek() == Some(&'/') => break,
                (Inside::Code, '/' | '(') if signs.peek() == Some(&'*') => {
                    signs.next();
                    Inside::Comment(if sign == '/' { '/' } else { ')' })
                }
                (Inside::Code, '{') => {
                    depth += 1;
                    Inside::Code
                }
                (Inside::Code, '}') => {
                    depth = depth.saturating_sub(1);
                    Inside::Code
                }
                (Inside::Code, '(') => {
                    open += 1;
                    Inside::Code
                }
                (Inside::Code, ')') => {
                    open = open.saturating_sub(1);
                    Inside::Code
                }
                (inside, _) => inside,
            };
        }
        match (was_inside, inside) {
            (Inside::Code, Inside::Code) => lines.push(own, line),
            (Inside::Code, _) => lines.push_open(own, line),
            (Inside::Text | Inside::Comment(_), _) => lines.keep(line),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    Text,
    /// A comment of several lines, which this sign ends behind a `*`.
    Comment(char),
}

fn by_words<'a>(words: &Words, all: impl Iterator<Item = &'a str>, lines: &mut Lines) {
    let mut depth = None;
    let mut kept: Option<SkippedTo> = None;
    for line in all {
        let trimmed = line.trim();
        let Some(at) = depth else {
            depth = trimmed.starts_with(words.diagram).then_some(usize::from(words.is_indented));
            lines.keep(line.trim_end());
            continue;
        };
        let lower = trimmed.to_lowercase();
        if let Some(end) = kept {
            lines.keep(line.trim_end());
            kept = end.behind(&lower);
            continue;
        }
        let mut words_of_line = trimmed.split_whitespace();
        let word = words_of_line.next().unwrap_or_default().trim_end_matches(';');
        // A participant may be called like a frame.
        let is_message = words_of_line.next().is_some_and(|word| word.starts_with(['-', '<']));
        let is_one = |list: &[&'static str]| {
            let found = list.iter().find(|one| one.eq_ignore_ascii_case(word));
            found.filter(|_| !is_message).copied()
        };
        let least = usize::from(words.is_indented);
        kept = if is_message { None } else { (words.kept)(&lower) };
        if is_one(words.closing).is_some() {
            let outer = at.saturating_sub(1).max(least);
            depth = Some(outer);
            lines.push(outer, line);
        } else if is_one(words.between).is_some() {
            lines.push(at.saturating_sub(1).max(least), line);
        } else if trimmed.starts_with('@') {
            lines.push(0, line);
        } else {
            lines.push(at, line);
            let opens = kept.is_none() && is_one(words.opening).is_some();
            depth = Some(at + usize::from(opens));
        }
    }
}
