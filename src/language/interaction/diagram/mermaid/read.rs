//! Reading a diagram as an interaction.

use super::super::super::{Model, codes};
use super::super::frames::{Arrow, DiagramOptions, FrameHead, FrameReader, Tip};
use super::arrow::arrow;
use crate::reading::{self, Piece, Reading, lines, nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::interaction::Operator;

/// Reads a sequence diagram of Mermaid.
///
/// - An arrow, dashed or not, is an asynchronous passing. `<<->>` is two messages in any order, `-x` a message that is
///   lost, an arrow from a lifeline to itself an internal step. The message is the text, with blanks for `<br/>`; an
///   arrow without text is a message that is named by its ends and its line.
/// - Consecutive lines are a weak sequence.
/// - `alt`, `opt`, `par` and `loop` are the operators of these names, `critical` and its options are alternatives, and
///   `break` is what may happen instead of the rest of the frame around it, after which a loop is over. Conditions are
///   ignored.
/// - A loop repeats weakly: it is `loopW`, unless its label begins with loopS, loopH, loopW or loopP, or `options` say
///   what a loop is. Without either there is a warning. A `critical` with the label `strict`, `seq`, `coreg(..)`,
///   `sync{..}` or `synch` is that operator, as [`print_mermaid`](super::print_mermaid()) writes it.
/// - Participants are lifelines by their short names, in the order in which they are declared or met.
/// - A comment such as `%%# expect: realisable = holds` states an answer.
/// - A `#` behind the names of an arrow begins a comment, unless it begins the code of a character, such as `#59;`. There
///   is a warning if it ends the text of a message or a note, and if a `;` stands in a text, since it ends the text
///   where the diagram is drawn.
/// - Notes, boxes, titles, comments, numbers, links, colours and activations are ignored. Any other line is refused, and
///   so are branches that begin with the word of another frame, as in `alt` with `and`, which Mermaid refuses, too.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of
/// their places.
///
/// # Complexity
/// Linear in the text, times the arrows in a line.
pub fn read_mermaid(source: &Source, options: DiagramOptions) -> Reading<Model> {
    // The reader names another diagram of Mermaid.
    let expected: &[&str] = if other_mermaid(source).is_some() { &[] } else { &["Mermaid"] };
    reading::read(source, expected, |sink| {
        let mut reader = DiagramReader::new(source, options, sink);
        lines(source).for_each(|line| reader.line(line));
        Some(reader.finish(source.text().len()))
    })
}

/// Returns the word that a diagram of Mermaid begins with, if it is no sequence diagram.
///
/// # Complexity
/// Linear in the text before this word.
pub(in super::super) fn other_mermaid(source: &Source) -> Option<String> {
    let mut sink = reading::begin(source)?;
    let mut reader = DiagramReader::new(source, DiagramOptions::default(), &mut sink);
    let mut lines = lines(source);
    while matches!(reader.stage, Stage::Before | Stage::Settings(_)) {
        reader.line(lines.next()?);
    }
    reader.other.map(str::to_owned)
}

/// The part of a file that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Before the diagram.
    Before,
    /// In the settings between two lines `---`, or in a directive.
    Settings(&'static str),
    Inside,
    /// In a description of several lines, in the diagram.
    Description,
    /// The diagram is of another kind, which was reported.
    Elsewhere,
}

struct DiagramReader<'r> {
    frames: FrameReader<'r>,
    stage: Stage,
    /// What the `end`s that are to come will end, the innermost last.
    open: Vec<Open>,
    /// The word that the diagram begins with, if it is of another kind.
    other: Option<&'static str>,
}

/// A frame or a box that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    place: Span,
    kind: OpenKind,
}

/// The kind of a frame or a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpenKind {
    /// A box around participants.
    Box,
    /// A frame with a word, which was misspelt or is in [`FRAMES`].
    Frame(Option<&'static str>),
}

/// The words that begin frames, and those that begin their further branches.
const FRAMES: [(&str, Option<&str>); 8] = [
    ("alt", Some("else")),
    ("par", Some("and")),
    ("par_over", Some("and")),
    ("critical", Some("option")),
    ("opt", None),
    ("loop", None),
    ("break", None),
    ("rect", None),
];

/// The word that sequence diagrams begin with.
const KEYWORD: &str = "sequenceDiagram";

/// Words that other diagrams begin with.
const OTHER_DIAGRAMS: [&str; 38] = [
    "graph",
    "flowchart",
    "flowchart-elk",
    "classDiagram",
    "classDiagram-v2",
    "stateDiagram",
    "stateDiagram-v2",
    "erDiagram",
    "journey",
    "gantt",
    "pie",
    "quadrantChart",
    "requirement",
    "requirementDiagram",
    "gitGraph",
    "mindmap",
    "timeline",
    "zenuml",
    "info",
    "kanban",
    "sankey",
    "sankey-beta",
    "xychart",
    "xychart-beta",
    "block",
    "block-beta",
    "packet",
    "packet-beta",
    "radar-beta",
    "treemap",
    "treemap-beta",
    "architecture",
    "architecture-beta",
    "C4Context",
    "C4Container",
    "C4Component",
    "C4Dynamic",
    "C4Deployment",
];

/// Words that begin lines about looks.
const LOOKS: [&str; 12] = [
    "activate",
    "deactivate",
    "destroy",
    "note",
    "autonumber",
    "title",
    "acctitle",
    "link",
    "links",
    "properties",
    "details",
    "accdescr",
];

impl<'r> DiagramReader<'r> {
    fn new(source: &'r Source, options: DiagramOptions, sink: &'r mut Sink) -> Self {
        Self {
            frames: FrameReader::new(source, options, sink),
            stage: Stage::Before,
            open: Vec::new(),
            other: None,
        }
    }

    fn line(&mut self, line: Piece<'_>) {
        match self.stage {
            Stage::Settings(end) => {
                if line.text == end || end != "---" && line.text.ends_with(end) {
                    self.stage = Stage::Before;
                }
                return;
            }
            Stage::Description => {
                if line.text.ends_with('}') {
                    self.stage = Stage::Inside;
                }
                return;
            }
            Stage::Elsewhere => return,
            Stage::Before | Stage::Inside => {}
        }
        if line.text.is_empty() {
            return;
        }
        if line.text.starts_with("%%{") && !line.text.contains("}%%") {
            // A directive may stand anywhere, but goes over several lines at the beginning only.
            if self.stage == Stage::Before {
                self.stage = Stage::Settings("}%%");
            }
            return;
        }
        if line.text.starts_with(['%', '#']) {
            self.frames.comments.push(line.span());
            return;
        }
        if self.stage == Stage::Before {
            return self.begin(line);
        }
        self.statements(line);
    }

    /// Reads the statements of a line.
    fn statements(&mut self, line: Piece<'_>) {
        let mut rest = line;
        loop {
            let end = comment(rest).unwrap_or(rest.text.len());
            let Some(at) = separator(&rest.text[..end]) else {
                self.warn_of_signs(rest, end);
                return self.statement(rest.part(0, end));
            };
            self.warn_of_signs(rest, at);
            self.statement(rest.part(0, at));
            let behind = rest.text[at..].trim_start_matches([';', ' ', '\t']);
            rest = rest.within(behind);
        }
    }

    /// Warns of signs that end the text of the statement before `end` where the diagram is drawn: of the first `;` in it,
    /// and of a `#` behind it, which is a comment behind the label of a frame.
    fn warn_of_signs(&mut self, line: Piece<'_>, end: usize) {
        let statement = &line.text[..end];
        let text = text_begin(statement);
        if let Some(begin) = text.or_else(|| label_begin(statement)) {
            let mut signs = statement.match_indices(';').map(|(at, _)| at);
            let sign = signs.find(|&at| at >= begin && !ends_code(&statement[..at]));
            if let Some(at) = sign {
                self.ends_early(line, at, "write `#59;` for a semicolon", "#59;");
            }
        }
        if text.is_some() && line.text[end..].starts_with('#') {
            let help = "write `#35;` for a number sign, and a comment as a line `%% ..`";
            self.ends_early(line, end, help, "#35;");
        }
    }

    fn ends_early(&mut self, line: Piece<'_>, at: usize, help: &str, code: &str) {
        let place = Span::new(line.start + at, line.start + at + 1);
        let message = format!("Mermaid ends the text at this `{}`", &line.text[at..=at]);
        self.frames.sink.push(codes::ENDS_EARLY.at(place, message).help(help).fix(place, code));
    }

    /// Reads the line that names the kind of the diagram.
    fn begin(&mut self, line: Piece<'_>) {
        if line.text == "---" {
            self.stage = Stage::Settings("---");
            return;
        }
        if let Some(behind) = behind_keyword(line) {
            self.stage = Stage::Inside;
            self.statements(behind.within(behind.text.trim_start_matches(';')).without_blanks());
            return;
        }
        let word = line.words().next().unwrap_or(line);
        let name = word.text.trim_end_matches([';', ':']);
        self.other = OTHER_DIAGRAMS.into_iter().find(|&other| other == name);
        if self.other.is_some() {
            let help = "sequence diagrams are read, which begin with `sequenceDiagram`";
            self.frames.unsupported(word.span(), &format!("the diagram `{name}`"), help);
            self.stage = Stage::Elsewhere;
        } else {
            let missing = codes::SYNTAX.at(word.span(), "expected `sequenceDiagram`");
            let missing = missing.help("a diagram begins with it: write `sequenceDiagram`");
            let start = Span::new(line.start, line.start);
            self.frames.sink.push(missing.fix(start, "sequenceDiagram\n"));
            self.stage = Stage::Inside;
            self.statement(line);
        }
    }

    /// Reads a statement of the diagram, or a comment behind one.
    fn statement(&mut self, line: Piece<'_>) {
        if line.text.is_empty() || line.text.starts_with("%%") {
            return;
        }
        let place = line.span();
        let first = line.text.find(|c: char| c.is_whitespace()).unwrap_or(line.text.len());
        let rest = line.part(first, line.text.len());
        let word = line.text[..first].trim_end_matches(':').to_lowercase();
        let is_word = |known: &str| word == known;
        let signature = &self.frames.signature;
        // A lifeline may be called like a word: only `end` cannot.
        let as_arrow = arrow(line, |name| signature.lifeline(name).is_some());
        let head = match word.as_str() {
            "loop" => {
                let kind = self.frames.repetition(rest, place);
                FrameHead::Loop(kind)
            }
            "alt" => FrameHead::Compound(Operator::Alt),
            "par" | "par_over" => FrameHead::Compound(Operator::Par),
            "opt" => FrameHead::Optional,
            "critical" if is_operator(rest.text) => self.frames.group(rest, place),
            "critical" => FrameHead::Critical,
            "break" => FrameHead::Break,
            "rect" => FrameHead::Plain,
            "box" => return self.open.push(Open { place, kind: OpenKind::Box }),
            "else" | "and" | "option" => return self.next_branch(place, &word),
            "end" if rest.text.is_empty() || rest.text.starts_with('%') => return self.end(place),
            "participant" | "actor" => return self.participant(rest),
            "create" => {
                let kinds = ["participant", "actor"];
                let Some(named) = kinds.iter().find_map(|kind| rest.after(kind)) else {
                    let help = "write `create participant a`, or `create actor a`";
                    return self.frames.wrong(
                        place,
                        "expected `participant` behind `create`",
                        help,
                    );
                };
                return self.participant(named);
            }
            "accdescr" if rest.text.starts_with('{') && !rest.text.ends_with('}') => {
                self.stage = Stage::Description;
                return;
            }
            _ if LOOKS.iter().any(|known| is_word(known)) && as_arrow.is_none() => return,
            _ if is_word("note") || is_word("title") || is_word("acctitle") => return,
            _ => match as_arrow {
                Some(arrow) => return self.arrow(arrow, place),
                None => return self.unknown(line, &word),
            },
        };
        let frame = FRAMES.into_iter().find_map(|(frame, _)| (frame == word).then_some(frame));
        self.open(head, place, frame);
    }

    fn open(&mut self, head: FrameHead, place: Span, word: Option<&'static str>) {
        self.open.push(Open { place, kind: OpenKind::Frame(word) });
        self.frames.open(head, place);
    }

    fn end(&mut self, place: Span) {
        if self.open.pop().is_none_or(|open| open.kind != OpenKind::Box) {
            self.frames.close(place);
        }
    }

    /// Begins the next branch of a frame by a word, which must be the one of this frame.
    fn next_branch(&mut self, place: Span, word: &str) {
        let frame = match self.open.last() {
            Some(&Open { place, kind: OpenKind::Frame(Some(frame)) }) => Some((frame, place)),
            Some(&Open { place, kind: OpenKind::Box }) => Some(("box", place)),
            Some(Open { kind: OpenKind::Frame(None), .. }) | None => None,
        };
        let next =
            |frame| FRAMES.iter().find(|(word, _)| *word == frame).and_then(|(_, next)| *next);
        let Some((frame, begin)) = frame.filter(|&(frame, _)| next(frame) != Some(word)) else {
            return self.frames.next_branch(place, word);
        };
        let owners = FRAMES.iter().filter(|(_, next)| *next == Some(word));
        let owner = owners.map(|(owner, _)| *owner).next().unwrap_or_default();
        let help = match next(frame) {
            Some(right) => format!("the branches of `{frame}` begin with `{right}`"),
            None => format!("`{frame}` has no branches; those of `{owner}` begin with `{word}`"),
        };
        let message = format!("`{word}` does not stand in `{frame}`");
        let wrong = codes::SYNTAX.at(place, message).also(begin, "it begins here");
        self.frames.sink.push(wrong.help(help));
    }

    /// Declares a participant: `a`, `a as A long name`.
    fn participant(&mut self, rest: Piece<'_>) {
        let end = [" as ", "@{"].iter().filter_map(|sign| rest.text.find(sign)).min();
        let name = rest.part(0, end.unwrap_or(rest.text.len()));
        if name.text.is_empty() {
            self.frames.wrong(rest.span(), "expected the name of a participant", "");
            return;
        }
        self.frames.participant(name.text, name.span());
    }

    fn arrow(&mut self, arrow: Arrow<'_>, place: Span) {
        if let Some(&Open { place: begin, kind: OpenKind::Box }) = self.open.last() {
            let message = "a message does not stand in a box";
            let wrong = codes::SYNTAX.at(place, message).also(begin, "it begins here");
            let help = "a box holds participants; it ends with `end` before the first message";
            return self.frames.sink.push(wrong.help(help));
        }
        let wrap = ["wrap:", "nowrap:"].into_iter().find_map(|mark| arrow.message.after(mark));
        let text = without_breaks(wrap.unwrap_or(arrow.message).text);
        let message = Piece { text: &text, start: arrow.message.start };
        self.frames.arrow(Arrow { message, ..arrow }, place);
    }

    /// Reports a line that is not read. A misspelt word opens and closes frames as the right one does.
    fn unknown(&mut self, line: Piece<'_>, word: &str) {
        const WORDS: [&str; 9] =
            ["participant", "actor", "alt", "par", "opt", "loop", "else", "end", "note"];
        let message = format!("`{}` is not supported", shortened(line.text));
        let place = line.span();
        let Some(meant) = nearest(word, WORDS.into_iter()).filter(|_| word.len() > 2) else {
            let is_message = line.text.contains(['<', '-', '>']);
            let help = is_message.then(|| "a message is written `a ->> b: m`".to_owned());
            self.frames.sink.push(codes::UNSUPPORTED.at(place, message).help_if(help));
            return;
        };
        let misspelt = line.words().next().unwrap_or(line).span();
        self.frames.sink.push(codes::UNSUPPORTED.at(misspelt, message).did_you_mean(meant));
        match meant {
            "else" => self.next_branch(place, "else"),
            "end" => self.end(place),
            "alt" | "par" | "opt" | "loop" => {
                self.open(FrameHead::Unknown, place, None);
            }
            _ => {}
        }
    }

    /// Ends the text and returns the model.
    fn finish(self, end: usize) -> Model {
        let here = Span::new(end, end);
        if matches!(self.stage, Stage::Before | Stage::Settings(_)) {
            let message = "expected `sequenceDiagram`, found the end of the file";
            self.frames.sink.push(codes::SYNTAX.at(here, message));
        }
        if let Some(Open { place, kind: OpenKind::Box }) = self.open.last() {
            let missing = codes::SYNTAX.at(*place, "this box does not end");
            self.frames.sink.push(missing.help("a box ends with `end`"));
        }
        self.frames.finish(end, "%%#")
    }
}

/// Returns what follows the word that sequence diagrams begin with; `None` if a line does not begin with it.
fn behind_keyword(line: Piece<'_>) -> Option<Piece<'_>> {
    let word = line.text.get(..KEYWORD.len())?;
    let rest = line.text.get(KEYWORD.len()..)?;
    let is_whole = rest.is_empty() || rest.starts_with([' ', '\t', ';']);
    (word.eq_ignore_ascii_case(KEYWORD) && is_whole).then(|| line.within(rest).without_blanks())
}

/// Returns the place of the comment that a statement ends with, if there is one. It begins with `#`, which may be a part
/// of the names of an arrow, and begins codes of characters, too.
fn comment(statement: Piece<'_>) -> Option<usize> {
    let names = match arrow(statement, |_| true) {
        Some(_) => statement.text.find(':').unwrap_or(statement.text.len()),
        None => 0,
    };
    let mut places = statement.text.match_indices('#').map(|(at, _)| at);
    places.find(|&at| {
        let code = statement.text[at + 1..].split_once(';').map_or("", |(code, _)| code);
        at >= names && !is_code(code)
    })
}

/// Returns `true` if a text between `#` and `;` is the code of a character.
fn is_code(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

/// Returns `true` if the label of a frame is an operator that Mermaid has no frame for.
fn is_operator(label: &str) -> bool {
    let has_list = |open: &str, close: char| label.starts_with(open) && label.ends_with(close);
    matches!(label, "strict" | "seq" | "synch") || has_list("coreg(", ')') || has_list("sync{", '}')
}

/// Returns `true` if the code of a character ends with the semicolon behind a text.
fn ends_code(text: &str) -> bool {
    text.rsplit_once('#').is_some_and(|(_, code)| is_code(code))
}

/// Returns the place before the text of a message or of a note in a statement, if it has one.
fn text_begin(statement: &str) -> Option<usize> {
    let is_note = statement.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("note"));
    let is_message = || arrow(Piece { text: statement, start: 0 }, |_| true).is_some();
    statement.find(':').filter(|_| is_note || is_message())
}

/// Returns the place before the label of a frame or of a branch in a statement that begins one.
fn label_begin(statement: &str) -> Option<usize> {
    let word = statement.split_whitespace().next()?;
    let is_begin = |&(frame, next): &(&str, Option<&str>)| frame == word || next == Some(word);
    FRAMES.iter().any(is_begin).then_some(word.len())
}

/// Returns the place of a semicolon behind which another statement stands, or nothing; others belong to the text of a
/// message.
fn separator(text: &str) -> Option<usize> {
    let mut places = text.match_indices(';').map(|(at, _)| at);
    places.find(|&at| {
        let rest = text[at + 1..].trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        let mut words = rest.split(|c: char| c.is_whitespace() || c == ';').map(str::to_lowercase);
        let word = words.next().unwrap_or_default();
        let begins_statement = match word.as_str() {
            "end" | "participant" | "actor" | "loop" | "alt" | "else" | "opt" | "par" | "and" => {
                true
            }
            "activate" | "deactivate" | "destroy" => {
                let name = rest[word.len()..].split(';').next().unwrap_or_default().trim();
                let before = arrow(Piece { text: &text[..at], start: 0 }, |_| true);
                let is_end = |tip| matches!(tip, Tip::Lifeline(end) if end.text == name);
                before.is_some_and(|arrow| is_end(arrow.from) || is_end(arrow.to))
            }
            "note" => {
                let side = words.next().unwrap_or_default();
                ["left", "right", "over"].contains(&side.as_str()) && rest.contains(':')
            }
            _ => rest.is_empty() || rest.starts_with("%%"),
        };
        let begins = Piece { text: rest, start: 0 };
        let is_arrow = rest.contains(':') && arrow(begins, |_| true).is_some();
        !ends_code(&text[..at]) && (begins_statement || is_arrow)
    })
}

/// Returns a text with one blank for each line break and the blanks around it.
fn without_breaks(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let tag = rest[at..].find('>').map(|end| &rest[at..=at + end]);
        let is_break = tag.is_some_and(|tag| {
            tag[1..tag.len() - 1].trim().trim_end_matches('/').trim().eq_ignore_ascii_case("br")
        });
        match tag {
            Some(tag) if is_break => {
                plain.truncate(plain.trim_end().len());
                plain.push(' ');
                rest = rest[at + tag.len()..].trim_start();
            }
            _ => {
                plain.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}
