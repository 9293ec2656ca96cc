//! The standard layout of texts whose languages have no printer that keeps comments: each line stays, and is indented by
//! the blocks that it stands in.

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
    /// A line with one of these words and without a colon begins text that stays as it is, up to a closing word.
    text: &'static [&'static str],
}

static MERMAID: Words = Words {
    diagram: "sequenceDiagram",
    is_indented: true,
    step: 4,
    opening: &["loop", "alt", "opt", "par", "par_over", "critical", "break", "rect", "box"],
    between: &["else", "and", "option"],
    closing: &["end"],
    text: &[],
};

static PLANTUML: Words = Words {
    diagram: "@startuml",
    is_indented: false,
    step: 2,
    opening: &["loop", "alt", "opt", "par", "critical", "break", "group", "box"],
    between: &["else", "also"],
    closing: &["end", "endnote", "endref", "endlegend", "endtitle", "endheader", "endfooter"],
    text: &["note", "hnote", "rnote", "ref", "legend"],
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
    let all = source.text().trim_start_matches('\u{feff}').lines().map(str::trim_end);
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
    /// Adds a line, indented by so many blocks.
    fn push(&mut self, depth: usize, line: &str) {
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
        let outer = match line.trim_start() {
            // Between the branches of a choice, or what goes on side by side.
            "+" | "|" => 1,
            trimmed => trimmed.chars().take_while(|&sign| sign == '}').count(),
        };
        let own = depth.saturating_sub(outer) + 2 * usize::from(open > 0);
        let mut signs = line.chars().peekable();
        while let Some(sign) = signs.next() {
            inside = match (inside, sign) {
                (Inside::Text, '\\') => {
                    signs.next();
                    Inside::Text
                }
                (Inside::Text, '"') => Inside::Code,
                (Inside::Comment, '*') if signs.peek() == Some(&'/') => {
                    signs.next();
                    Inside::Code
                }
                (Inside::Code, '"') => Inside::Text,
                (Inside::Code, '/') if signs.peek() == Some(&'/') => break,
                (Inside::Code, '/') if signs.peek() == Some(&'*') => {
                    signs.next();
                    Inside::Comment
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
        match was_inside {
            Inside::Code => lines.push(own, line),
            Inside::Text | Inside::Comment => lines.keep(line),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    Text,
    Comment,
}

fn by_words<'a>(words: &Words, all: impl Iterator<Item = &'a str>, lines: &mut Lines) {
    let mut depth = None;
    let mut is_text = false;
    for line in all {
        let trimmed = line.trim_start();
        let mut words_of_line = trimmed.split_whitespace();
        let word = words_of_line.next().unwrap_or_default().trim_end_matches(';');
        let is_arrow = |word: &str| word.contains('-') && word.contains(['>', '<']);
        // A participant may be called like a frame.
        let word = if words_of_line.next().is_some_and(is_arrow) { "" } else { word };
        let is_one = |list: &[&str]| list.iter().any(|one| one.eq_ignore_ascii_case(word));
        let Some(at) = depth else {
            depth = trimmed.starts_with(words.diagram).then_some(usize::from(words.is_indented));
            lines.keep(line);
            continue;
        };
        let least = usize::from(words.is_indented);
        if is_text {
            is_text = !is_one(words.closing);
            if is_text { lines.keep(line) } else { lines.push(at, line) }
        } else if is_one(words.text) && !trimmed.contains(':') {
            is_text = true;
            lines.push(at, line);
        } else if is_one(words.closing) {
            // What is written behind the word may end something that is no block.
            let outer = at.saturating_sub(1).max(least);
            depth = Some(outer);
            lines.push(outer, line);
        } else if is_one(words.between) {
            lines.push(at.saturating_sub(1).max(least), line);
        } else if trimmed.starts_with('@') {
            lines.push(0, line);
        } else {
            lines.push(at, line);
            depth = Some(at + usize::from(is_one(words.opening)));
        }
    }
}
