//! Diagrams in files that have several: fenced blocks of Markdown, and diagrams of `PlantUML`.

use std::fs;
use std::path::Path;

use super::failure::reason;
use scm_check::language::interaction::DiagramLanguage;

/// The languages whose blocks are models.
const LANGUAGES: [&str; 3] = ["mermaid", "plantuml", "puml"];

/// A fenced block of a Markdown file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// Its number among the blocks that are read, from 1.
    pub(crate) number: usize,
    /// Its language: the first word behind the fence.
    pub(crate) language: String,
    /// Its text, below so many empty lines that places are those in the file.
    pub(crate) text: String,
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
    (diagrams.len() > 1).then_some(diagrams)
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
    let wanted = |block: &Block| only.is_none_or(|number| block.number == number);
    let found: Vec<Block> = blocks.into_iter().filter(wanted).collect();
    match (found.is_empty(), count) {
        (false, _) => Ok(found),
        (true, 0) => Err("no block of it is a model: ```mermaid or ```plantuml".to_owned()),
        (true, 1) => Err("it has one block that is a model".to_owned()),
        (true, count) => Err(format!("it has {count} blocks that are models")),
    }
}

/// Returns the name of a block.
pub(crate) fn named(path: &Path, number: usize) -> String {
    format!("{}#{number}", path.display())
}

/// Returns the blocks of a text that are models.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    // The fence of the open block, its language if it is a model, and its text.
    let mut open: Option<(String, Option<String>, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let sign = trimmed.chars().next().filter(|sign| matches!(sign, '`' | '~'));
        let length = sign.map_or(0, |sign| trimmed.len() - trimmed.trim_start_matches(sign).len());
        let fence = &trimmed[..length];
        match &mut open {
            None if length >= 3 => {
                let word = trimmed[length..].trim_start_matches([' ', '{', '.']);
                let end = word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len());
                let language = word[..end].to_lowercase();
                let language = LANGUAGES.contains(&language.as_str()).then_some(language);
                open = Some((fence.to_owned(), language, "\n".repeat(number)));
            }
            None => {}
            Some((opening, language, inside)) => {
                let is_end =
                    fence.starts_with(opening.as_str()) && trimmed[length..].trim().is_empty();
                if !is_end {
                    inside.push('\n');
                    inside.push_str(line);
                    continue;
                }
                if let Some(language) = language.take() {
                    let number = blocks.len() + 1;
                    let text = whole(std::mem::take(inside), &language);
                    blocks.push(Block { number, language, text });
                }
                open = None;
            }
        }
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
                language: "plantuml".to_owned(),
                text: "\n".repeat(number),
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
    if language == "mermaid" || text.contains("@startuml") {
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
}
