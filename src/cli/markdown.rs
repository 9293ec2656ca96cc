//! Diagrams in files that have several: fenced blocks of Markdown, and diagrams of `PlantUML`.

use std::fs;
use std::path::Path;

use super::failure::reason;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::DiagramLanguage;

/// The languages whose blocks are models.
const LANGUAGES: [&str; 3] = ["mermaid", "plantuml", "puml"];

/// A diagram in a file that may have several: a fenced block in Markdown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// Its number among the diagrams of the file, from 1; those that are left out count, too.
    pub(crate) number: usize,
    /// The line where it begins, from 1.
    line: usize,
    /// Its language: the first word behind the fence.
    pub(crate) language: String,
    /// Its text, below so many empty lines that places are those in the file.
    pub(crate) text: String,
    /// What is said of the diagrams of the file that are left out, for the first one that is not.
    pub(crate) left_out: Option<String>,
}

/// Returns `true` if a file is one in Markdown, by its ending.
pub(crate) fn is_markdown(path: &Path) -> bool {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.is_some_and(|ending| matches!(ending, "md" | "markdown"))
}

fn is_plantuml(path: &Path) -> bool {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.and_then(DiagramLanguage::of_extension) == Some(DiagramLanguage::PlantUml)
}

/// Returns the diagrams of a file in `PlantUML` that has several; `None` for any other.
pub(crate) fn several_diagrams(path: &Path) -> Option<Vec<Block>> {
    if !is_plantuml(path) || !path.is_file() {
        return None;
    }
    let diagrams = diagrams(&fs::read_to_string(path).ok()?);
    // Where none is a sequence diagram, each is refused.
    (diagrams.len() > 1).then(|| sequence_diagrams(diagrams.clone()).unwrap_or(diagrams))
}

/// Returns the file and the number in the name of a block, `FILE.md#2`; `None` if it is no such name.
pub(crate) fn block_name(path: &Path) -> Option<(&Path, usize)> {
    let (file, number) = path.to_str()?.rsplit_once('#')?;
    let file = Path::new(file);
    (is_markdown(file) || is_plantuml(file)).then_some((file, number.parse().ok()?))
}

/// Returns the blocks of a file that are models, or the one with the number `only`.
///
/// # Errors
/// If there is none, or the file cannot be read: the reason.
pub(crate) fn blocks_of(path: &Path, only: Option<usize>) -> Result<Vec<Block>, String> {
    let bytes = fs::read(path).map_err(|error| reason(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    let blocks = if is_plantuml(path) { diagrams(&text) } else { blocks(&text) };
    let count = blocks.len();
    let found = match only {
        Some(number) => blocks.into_iter().filter(|block| block.number == number).collect(),
        None => sequence_diagrams(blocks)?,
    };
    match (found.is_empty(), count) {
        (false, _) => Ok(found),
        (true, 0) => Err("no block of it is a model: ```mermaid or ```plantuml".to_owned()),
        (true, 1) => Err("it has one block that is a model".to_owned()),
        (true, count) => Err(format!("it has {count} blocks that are models")),
    }
}

/// Returns the sequence diagrams among some, of which the first one says what is left out.
///
/// # Errors
/// If all show something else: what.
fn sequence_diagrams(blocks: Vec<Block>) -> Result<Vec<Block>, String> {
    /// Maximum number of diagrams that are named.
    const NAMED: usize = 4;
    let mut others = Vec::new();
    let is_sequence = |block: &Block| {
        let language = DiagramLanguage::of_extension(&block.language);
        let source = Source::new("", &*block.text);
        let other = language.and_then(|language| language.other_diagram(&source));
        others.extend(other.as_ref().map(|other| format!("{other}, line {}", block.line)));
        other.is_none()
    };
    let mut found: Vec<Block> = blocks.into_iter().filter(is_sequence).collect();
    let count = others.len();
    if count == 0 {
        return Ok(found);
    }
    let more = count.checked_sub(NAMED + 1).map(|more| format!("and {} more", more + 1));
    let list: Vec<String> = others.into_iter().take(NAMED).chain(more).collect();
    let list = list.join("; ");
    let Some(first) = found.first_mut() else {
        return Err(format!("no block of it is a sequence diagram: {list}"));
    };
    first.left_out = Some(match count {
        1 => format!("left out: 1 block that is no sequence diagram ({list})"),
        _ => format!("left out: {count} blocks that are no sequence diagrams ({list})"),
    });
    Ok(found)
}

/// Returns the name of a block.
pub(crate) fn named(path: &Path, number: usize) -> String {
    format!("{}#{number}", path.display())
}

/// What a line of Markdown stands in.
#[derive(Clone, Default)]
struct Container {
    /// The number of block quotes around it.
    quotes: usize,
    /// The columns at which the items of lists around it begin, the innermost last.
    items: Vec<usize>,
}

impl Container {
    /// Moves to the container of the next line outside fences, and returns the line behind the marks of quotes and items.
    fn enter<'a>(&mut self, line: &'a str) -> &'a str {
        let (quotes, mut rest) = unquoted(line, usize::MAX);
        if quotes != self.quotes {
            *self = Self { quotes, items: Vec::new() };
        }
        let mut column = 0;
        while !rest.trim().is_empty() {
            let text = rest.trim_start();
            column += width(&rest[..rest.len() - text.len()]);
            self.items.retain(|&item| item <= column);
            let Some(behind) = behind_item(text) else { return text };
            column += text.len() - behind.len();
            // The mark of an item and at least one blank.
            self.items.push(column + 1);
            rest = behind;
        }
        rest
    }

    /// Returns the part of a line that is in the container of a fence, with blanks for the marks of quotes before it;
    /// `None` if the line ends the container.
    fn inside(&self, line: &str) -> Option<String> {
        let (quotes, rest) = unquoted(line, self.quotes);
        let text = rest.trim_start();
        let column = width(&rest[..rest.len() - text.len()]);
        let is_inside = text.is_empty() || self.items.last().is_none_or(|&item| item <= column);
        let marks = line[..line.len() - rest.len()].chars();
        (quotes == self.quotes && is_inside).then(|| marks.map(|_| ' ').collect::<String>() + rest)
    }
}

/// Returns the number of marks of block quotes that a line begins with, at most `most`, and the rest.
fn unquoted(line: &str, most: usize) -> (usize, &str) {
    let (mut quotes, mut rest) = (0, line);
    while let Some(behind) = rest.trim_start().strip_prefix('>').filter(|_| quotes < most) {
        (quotes, rest) = (quotes + 1, behind);
    }
    (quotes, rest)
}

/// Returns the width of blanks.
fn width(blanks: &str) -> usize {
    blanks
        .chars()
        .fold(0, |column, sign| if sign == '\t' { column / 4 * 4 + 4 } else { column + 1 })
}

/// Returns the text behind the mark of an item of a list, which is followed by a blank: `-`, `*`, `+`, `1.` or `1)`.
fn behind_item(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let signs: &[char] = if digits.len() == text.len() { &['-', '*', '+'] } else { &['.', ')'] };
    digits.strip_prefix(signs).filter(|behind| behind.starts_with([' ', '\t']))
}

/// Returns the sign and the length of the fence that a line begins with; `None` if there is none.
fn fence(text: &str) -> Option<(char, usize)> {
    let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let behind = text.trim_start_matches(sign);
    // Signs behind text belong to code within the line.
    let length = text.len() - behind.len();
    (length >= 3 && !(sign == '`' && behind.contains('`'))).then_some((sign, length))
}

/// A block whose fence has not ended.
struct OpenBlock {
    sign: char,
    length: usize,
    container: Container,
    /// The block, if it is a diagram.
    block: Option<Block>,
}

impl OpenBlock {
    /// Returns the block that a line begins, which stands in a container; `None` if it has no fence.
    fn begin(text: &str, line: usize, container: &Container) -> Option<Self> {
        let (sign, length) = fence(text)?;
        let word = text[length..].trim_start_matches([' ', '{', '.']);
        let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
        let language = word[..end].to_lowercase();
        let text = "\n".repeat(line - 1);
        let block = LANGUAGES.contains(&language.as_str()).then_some(Block {
            number: 0,
            line,
            language,
            text,
            left_out: None,
        });
        Some(Self { sign, length, container: container.clone(), block })
    }

    /// Adds a line; returns `false` if it is the fence at the end.
    fn add(&mut self, line: &str) -> bool {
        let text = line.trim();
        let behind = text.trim_start_matches(self.sign);
        if behind.is_empty() && text.len() >= self.length {
            return false;
        }
        if let Some(block) = &mut self.block {
            block.text.push('\n');
            block.text.push_str(line);
        }
        true
    }
}

/// Returns the blocks of a text that are diagrams. As in `CommonMark`, blocks may stand in quotes and items of lists, and
/// a block without a fence at its end goes on to the end of what it stands in.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut end = |open: OpenBlock| {
        if let Some(block) = open.block {
            let (number, text) = (blocks.len() + 1, whole(block.text, &block.language));
            blocks.push(Block { number, text, ..block });
        }
    };
    let mut container = Container::default();
    let mut open: Option<OpenBlock> = None;
    for (number, line) in text.lines().enumerate() {
        if let Some(mut block) = open.take() {
            match block.container.inside(line) {
                Some(line) if block.add(&line) => open = Some(block),
                Some(_) => end(block),
                None => {
                    end(block);
                    open = OpenBlock::begin(container.enter(line), number + 1, &container);
                }
            }
        } else {
            open = OpenBlock::begin(container.enter(line), number + 1, &container);
        }
    }
    if let Some(block) = open {
        end(block);
    }
    blocks
}

/// Returns the diagrams of a file in `PlantUML`, from `@startuml` to `@enduml`.
fn diagrams(text: &str) -> Vec<Block> {
    let mut diagrams: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (number, line) in text.lines().enumerate() {
        let word = line.split_whitespace().next().unwrap_or_default();
        if word == "@startuml" && !is_open {
            is_open = true;
            diagrams.push(Block {
                number: diagrams.len() + 1,
                line: number + 1,
                language: "plantuml".to_owned(),
                text: "\n".repeat(number),
                left_out: None,
            });
        }
        let Some(last) = diagrams.last_mut().filter(|_| is_open) else { continue };
        last.text.push_str(line);
        last.text.push('\n');
        is_open = word != "@enduml";
    }
    diagrams
}

/// Returns the text of a block as that of a file; a block in `PlantUML` need not begin and end with the signs of one.
fn whole(text: String, language: &str) -> String {
    if language == "mermaid" || text.contains("@start") {
        return text + "\n";
    }
    // The line of the fence is empty here.
    let begin = text.len() - text.trim_start_matches('\n').len();
    let (before, inside) = text.split_at(begin.saturating_sub(1));
    format!("{before}@startuml{inside}\n@enduml\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_diagrams_are_found_with_their_lines() {
        let text = "# A\n```rust\nfn a() {}\n```\n\n  ~~~ mermaid\nsequenceDiagram\n```\n~~~\n````{.puml}\na -> b : m\n````\n";
        let found = blocks(text);
        let [mermaid, plantuml] = &*found else { panic!("{found:?}") };
        assert_eq!((mermaid.number, mermaid.language.as_str()), (1, "mermaid"));
        assert_eq!(mermaid.text, "\n\n\n\n\n\nsequenceDiagram\n```\n");
        assert_eq!((plantuml.number, plantuml.language.as_str()), (2, "puml"));
        let lines: Vec<&str> = plantuml.text.lines().collect();
        assert_eq!(lines[9..], ["@startuml", "a -> b : m", "@enduml"]);
    }

    #[test]
    fn blocks_end_with_their_fence_or_with_what_they_stand_in() {
        let found = |text: &str| -> Vec<String> {
            let blocks = blocks(text);
            assert!(blocks.iter().enumerate().all(|(at, block)| block.number == at + 1));
            let inside = |block: &Block| block.text.trim_start_matches('\n').to_owned();
            blocks.iter().map(inside).collect()
        };
        for (text, expected) in [
            ("```mermaid\na\n\nb", &["a\n\nb\n"][..]),
            ("> x\n> ```mermaid\n> a\n>b\n> ```\n> c", &["  a\n b\n"]),
            ("> ```mermaid\n> a\nb\n```mermaid\nc", &["  a\n", "c\n"]),
            ("> > ```mermaid\n> > a\n> b\n", &["    a\n"]),
            ("> ```mermaid\n> > a\n> ```", &["  > a\n"]),
            ("```mermaid\n> a\n```", &["> a\n"]),
            ("- x\n\n  ```mermaid\n  a\n\n  b\ny\n", &["  a\n\n  b\n"]),
            ("1. ```mermaid\n   a\n   ```\n2. ~~~mermaid\n   b\nc", &["   a\n", "   b\n"]),
            ("- x\n\ny\n\n  ```mermaid\na\n```", &["a\n"]),
            ("```mermaid a``` b\n```mermaid\na\n````", &["a\n"]),
            ("> - ```mermaid\n>   a\n> b\n> ```mermaid", &["    a\n", ""]),
        ] {
            assert_eq!(found(text), expected, "{text:?}");
        }
    }

    #[test]
    fn other_diagrams_are_left_out() {
        let sequence = "```mermaid\nsequenceDiagram\na->>b: m\n```\n";
        let other = "```mermaid\n%% x\n---\ntitle: y\n---\npie title Gr\u{f6}\u{df}e\n```\n";
        let read = |text: &str| {
            let found = sequence_diagrams(blocks(text))?;
            let text = |block: Block| (block.number, block.left_out);
            Ok::<_, String>(found.into_iter().map(text).collect::<Vec<_>>())
        };
        assert_eq!(read(sequence), Ok(vec![(1, None)]));
        let left_out = "left out: 1 block that is no sequence diagram (pie, line 5)".to_owned();
        assert_eq!(read(&format!("{sequence}{other}")), Ok(vec![(1, Some(left_out))]));
        let left_out =
            "left out: 2 blocks that are no sequence diagrams (pie, line 1; mindmap, line 12)";
        let mind_map = "~~~puml\n@startmindmap\n* a\n@endmindmap\n~~~\n";
        let all = format!("{other}{sequence}{mind_map}{sequence}");
        assert_eq!(read(&all), Ok(vec![(2, Some(left_out.to_owned())), (4, None)]));
        let why = "no block of it is a sequence diagram: pie, line 1";
        assert_eq!(read(other), Err(why.to_owned()));
    }
}
