//! Reading a diagram as an interaction.

use std::borrow::Cow;

use super::super::super::{Model, codes};
use super::super::frames::{Arrow, DiagramOptions, FrameHead, FrameReader, Tip, Way};
use super::arrow::{MarkedArrow, arrow, enclosed, name};
use super::calls::Calls;
use super::preprocessor::{Instruction, Preprocessor};
use super::skipping::{Decoration, SkippedTo, decoration, has_colon, without_comments};
use crate::reading::{self, Piece, Reading, lines, nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::interaction::Operator;

/// Reads a sequence diagram of `PlantUML`.
///
/// - An arrow, dashed or not, is an asynchronous passing; `[->`, `?->`, `->]` and `->?` are the edge of the diagram. An
///   arrow with `&` is one more receiver of the message of the line before. `<->` is two messages in any order, `->x` a
///   message that is lost, an arrow from a lifeline to itself an internal step. An arrow without text is a message that
///   is named by its ends and its line. `return` answers the latest activation, in each alternative that of the
///   beginning of the frame.
/// - Consecutive lines are a weak sequence.
/// - `alt`, `opt`, `par` and `loop` are the operators of these names. An `alt` without `else` is an `opt`. `break` is
///   what may happen instead of the rest of the frame around it, after which a loop is over. Text in brackets and
///   conditions are ignored.
/// - A loop of UML repeats weakly: it is `loopW`, unless its label begins with loopS, loopH, loopW or
///   loopP, or `options` say what a loop is. Without either there is a warning.
/// - `group` with the title `strict`, `seq`, `coreg(..)`, `sync{..}` or `synch` is that operator, as
///   [`print_plantuml`](super::print_plantuml()) writes it, and its operands are separated by `else`; a group with
///   another title is replaced by its contents, or is an `alt` if it has an `else`.
/// - Participants are lifelines by their short names, in the order in which they are declared or met.
/// - Constants and simple conditions of the preprocessor are followed. References and included files are left out, with
///   a warning.
/// - A comment such as `'# expect: realisable = holds` states an answer.
/// - Notes, titles, comments, numbers, colours and activations are ignored. Any other line is refused.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of
/// their places.
///
/// # Complexity
/// Linear in the text, times the constants.
pub fn read_plantuml(source: &Source, options: DiagramOptions) -> Reading<Model> {
    reading::read(source, &["PlantUML"], |sink| {
        let mut reader = DiagramReader::new(source, options, sink);
        lines(source).for_each(|line| reader.line(line));
        Some(reader.finish(source.text().len()))
    })
}

/// Returns what a diagram of `PlantUML` shows, if it is no sequence diagram.
///
/// # Complexity
/// That of [`read_plantuml`].
pub(in super::super) fn other_plantuml(source: &Source) -> Option<String> {
    let mut sink = reading::begin(source)?;
    let mut reader = DiagramReader::new(source, DiagramOptions::default(), &mut sink);
    lines(source).for_each(|line| reader.line(line));
    reader.other
}

/// The part of a file that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Before,
    Inside,
    Behind,
    /// The diagram is of another kind, which was reported.
    Elsewhere,
}

struct DiagramReader<'r> {
    frames: FrameReader<'r>,
    stage: Stage,
    /// The end of the ignored lines, and the place where these begin.
    skipping: Option<(SkippedTo, Span)>,
    preprocessor: Preprocessor,
    calls: Calls,
    /// The lines before that go on, with their place.
    unfinished: Option<(String, Span)>,
    has_arrows: bool,
    has_statements: bool,
    /// Whether a line begins the diagram.
    begins_later: bool,
    /// What the diagram shows, if it is of another kind.
    other: Option<String>,
}

/// Words that only diagrams of other kinds begin lines with.
const OTHER_DIAGRAMS: [(&str, &str); 23] = [
    ("class", "classes"),
    ("abstract", "classes"),
    ("interface", "classes"),
    ("enum", "classes"),
    ("annotation", "classes"),
    ("object", "objects"),
    ("map", "objects"),
    ("package", "packages"),
    ("component", "components"),
    ("[*]", "states"),
    ("state", "states"),
    ("usecase", "use cases"),
    ("node", "a deployment"),
    ("cloud", "a deployment"),
    ("artifact", "a deployment"),
    ("folder", "a deployment"),
    ("frame", "a deployment"),
    ("rectangle", "a deployment"),
    ("start", "activities"),
    ("|", "activities"),
    ("concise", "timing"),
    ("robust", "timing"),
    ("digraph", "Graphviz"),
];

impl<'r> DiagramReader<'r> {
    fn new(source: &'r Source, options: DiagramOptions, sink: &'r mut Sink) -> Self {
        Self {
            frames: FrameReader::new(source, options, sink),
            stage: Stage::Before,
            skipping: None,
            preprocessor: Preprocessor::default(),
            calls: Calls::default(),
            unfinished: None,
            has_arrows: false,
            has_statements: false,
            begins_later: lines(source).any(|line| line.text.starts_with("@startuml")),
            other: None,
        }
    }

    fn line(&mut self, line: Piece<'_>) {
        let lower = line.text.to_lowercase();
        if let Some((end, place)) = self.skipping {
            self.skipping = end.behind(&lower).map(|end| (end, place));
            return;
        }
        if line.text.starts_with("/'") && !line.text.contains("'/") {
            self.skipping = Some((SkippedTo::Comment, line.span()));
            return;
        }
        match without_comments(line.text) {
            Some(text) => {
                let rest = Piece { text: text.trim(), start: line.start };
                self.code(rest, Some(line.span()));
            }
            None => self.code(line, None),
        }
    }

    /// Reads a line without comments between signs; if it is not that of the file, its place there is `place`.
    fn code(&mut self, line: Piece<'_>, place: Option<Span>) {
        let here = place.unwrap_or(line.span());
        if let Some((mut text, place)) = self.unfinished.take() {
            text.push(' ');
            text.push_str(line.text.trim_end_matches('\\'));
            let whole = place.to(here);
            if line.text.ends_with('\\') {
                self.unfinished = Some((text, whole));
            } else {
                self.logical_line(Piece { text: &text, start: place.start() }, Some(whole));
            }
            return;
        }
        if line.text.is_empty() {
            return;
        }
        if line.text.starts_with('\'') {
            self.frames.comments.push(here);
            return;
        }
        if self.stage == Stage::Inside && line.text.starts_with('!') {
            return self.instruction(line, here);
        }
        if !self.preprocessor.is_active() {
            return;
        }
        if self.stage == Stage::Inside && line.text.ends_with('\\') && line.text.contains(':') {
            let begin = line.text.trim_end_matches('\\').to_owned();
            self.unfinished = Some((begin, here));
            return;
        }
        self.logical_line(line, place);
    }

    /// Reads a line that is whole; where it is put together from several, `place` is the place of these.
    fn logical_line(&mut self, line: Piece<'_>, place: Option<Span>) {
        let word = line.text.split_whitespace().next().unwrap_or_default().to_lowercase();
        match (self.stage, word.as_str()) {
            (Stage::Before, "@startuml") => self.stage = Stage::Inside,
            // What stands before a diagram is no part of it.
            (Stage::Before, _) if self.begins_later => {}
            (Stage::Before, _) if word.starts_with("@start") => {
                let kind = word.trim_start_matches("@start").to_owned();
                self.other_diagram(place.unwrap_or(line.span()), kind);
            }
            (Stage::Before, _) => {
                self.stage = Stage::Inside;
                let start = Span::new(line.start, line.start);
                let missing = place.unwrap_or(line.span());
                let missing = codes::SYNTAX.at(missing, "expected `@startuml`");
                let missing = missing.help("a diagram begins with it: write `@startuml`");
                self.frames.sink.push(missing.fix(start, "@startuml\n"));
                self.statement(line, place, &word);
            }
            (Stage::Inside, "@enduml") => self.stage = Stage::Behind,
            (Stage::Inside, "@startuml") if !self.has_statements => {}
            (Stage::Inside, _) => match self.preprocessor.expanded(line.text) {
                Some(text) => {
                    let whole = place.unwrap_or(line.span());
                    let expanded = Piece { text: text.trim(), start: line.start };
                    let word = expanded.text.split_whitespace().next();
                    let word = word.unwrap_or_default().to_lowercase();
                    self.statement(expanded, Some(whole), &word);
                }
                None => self.statement(line, place, &word),
            },
            (Stage::Behind, "@startuml") => {
                let help = "name the first one `FILE.puml#1`, the second one `FILE.puml#2`";
                let place = place.unwrap_or(line.span());
                self.frames.unsupported(place, "a second diagram in the file", help);
                self.stage = Stage::Elsewhere;
            }
            (Stage::Behind | Stage::Elsewhere, _) => {}
        }
    }

    fn instruction(&mut self, line: Piece<'_>, place: Span) {
        match self.preprocessor.follow(line) {
            Instruction::Nothing => {}
            Instruction::LeftOut(what) => self.frames.skip(what, place),
            Instruction::Definition(ends) => {
                self.frames.skip("a procedure or function of the preprocessor", place);
                self.skipping = Some((SkippedTo::Line(ends), place));
            }
            Instruction::Refused => {
                let what = format!("`{}` of the preprocessor", shortened(line.text));
                let help = "constants `!$a = 1` and conditions `a == b` are followed";
                self.frames.unsupported(place, &what, help);
            }
        }
    }

    /// Reads a line of a diagram; `word` is its first word in lower case. If the text is not that of the file, its
    /// place there is `whole`.
    fn statement(&mut self, line: Piece<'_>, whole: Option<Span>, word: &str) {
        self.has_statements = true;
        let is_anchored = line.text.starts_with('{');
        let line = anchored(line);
        if is_anchored && line.text.starts_with("<->") || line.text.starts_with("...") {
            // A duration between two anchors, or a delay.
            return;
        }
        let place = whole.unwrap_or(line.span());
        let more = line.after("&");
        match arrow(more.unwrap_or(line)) {
            Some(Ok(arrow)) => return self.arrow(&arrow, place, more.is_some()),
            Some(Err(piece)) if !self.is_other_diagram(word, line, place) => {
                let place = whole.unwrap_or(piece.span());
                return self.frames.unsupported(place, "this form of an arrow", "");
            }
            Some(Err(_)) => return,
            None => {}
        }
        // In lower case a word may be of another length.
        let (word, first) = match word.split_once(['#', ':']) {
            // A colour or a colon may follow without a blank.
            Some((begin, _)) if may_have_colour(begin) => (begin, line.text.find(['#', ':'])),
            _ => (word, line.text.find(char::is_whitespace)),
        };
        let rest = line.part(first.unwrap_or(line.text.len()), line.text.len()).trimmed();
        match word {
            "participant" | "actor" | "boundary" | "control" | "entity" | "database"
            | "collections" | "queue" => self.participant(rest, place, whole),
            "create" => {
                let kind = rest.words().next().map_or("", |kind| kind.text);
                let is_kind = matches!(
                    kind,
                    "participant"
                        | "actor"
                        | "boundary"
                        | "control"
                        | "entity"
                        | "database"
                        | "collections"
                        | "queue"
                );
                let named = if is_kind { rest.after(kind).unwrap_or(rest) } else { rest };
                self.participant(named, place, whole);
            }
            "alt" => self.open(FrameHead::Compound(Operator::Alt), place),
            "par" => self.open(FrameHead::Compound(Operator::Par), place),
            "par2" => self.open(FrameHead::SideBySide, place),
            "opt" => self.open(FrameHead::Optional, place),
            "break" => self.open(FrameHead::Break, place),
            "critical" => self.open(FrameHead::Critical, place),
            "loop" => {
                let kind = self.frames.repetition(rest, place);
                self.open(FrameHead::Loop(kind), place);
            }
            "group" | "partition" => {
                let head = self.frames.group(rest, place);
                self.open(head, place);
            }
            "else" | "also" => self.next_branch(place, word),
            "end" if !ends_other(rest.text) => self.close(place),
            "endalt" | "endloop" | "endopt" | "endpar" | "endgroup" => self.close(place),
            "ref" => {
                self.frames.skip("a reference to another diagram", place);
                if !has_colon(rest.text) {
                    self.skipping = Some((SkippedTo::Line(&["end ref", "endref", "end"]), place));
                }
            }
            "activate" => self.calls.activate(),
            "deactivate" => self.calls.deactivate(),
            "destroy" => {}
            "autoactivate" => self.calls.is_automatic = rest.text != "off",
            "return" => self.answer(rest, place),
            _ => match decoration(line, word, rest) {
                Some(Decoration::Line) => {}
                Some(Decoration::Block(end)) => self.skipping = Some((end, place)),
                None if self.is_other_diagram(word, line, place) => {}
                None => self.unknown(line, word, whole),
            },
        }
    }

    fn open(&mut self, head: FrameHead, place: Span) {
        self.calls.open_frame();
        self.frames.open(head, place);
    }

    /// Begins the next branch of a frame by the word `word`.
    fn next_branch(&mut self, place: Span, word: &str) {
        self.frames.next_branch(place, word);
        if self.frames.has_alternatives() {
            self.calls.next_alternative();
        }
    }

    fn close(&mut self, place: Span) {
        self.calls.close_frame();
        self.frames.close(place);
    }

    /// Reports a diagram of another kind, whose lines are not read; returns `true` if it is one.
    fn is_other_diagram(&mut self, word: &str, line: Piece<'_>, place: Span) -> bool {
        let kind = OTHER_DIAGRAMS.iter().find(|(first, _)| *first == word);
        let is_entity = word == "entity" && line.text.ends_with('{');
        let kind = if is_entity { Some("entities") } else { kind.map(|(_, kind)| *kind) };
        let Some(kind) = kind.filter(|_| !self.has_arrows) else { return false };
        self.other_diagram(place, kind.to_owned());
        true
    }

    /// Reports that the diagram shows something else than messages, and reads no more of it.
    fn other_diagram(&mut self, place: Span, kind: String) {
        let help = "sequence diagrams are read, with messages `a -> b : m`";
        self.frames.unsupported(place, &format!("a diagram of {kind}"), help);
        self.stage = Stage::Elsewhere;
        self.other = Some(kind);
    }

    /// Reads `return`, which answers the latest activation.
    fn answer(&mut self, message: Piece<'_>, place: Span) {
        let Some([from, to]) =
            self.calls.answer().filter(|ends| ends.iter().any(|end| !end.is_empty()))
        else {
            let help = "it answers the arrow that activated a lifeline: `a -> b ++ : m`";
            self.frames.unsupported(place, "`return` before any arrow", help);
            return;
        };
        let [from, to] = [&from, &to].map(|name| match name.as_str() {
            "" => Tip::Edge,
            name => Tip::Lifeline(Piece { text: name, start: 0 }),
        });
        let answer = Arrow { from, to, way: Way::Forth, is_lost: false, message };
        self.put(answer, place);
    }

    /// Reports a line that is not read. A misspelt word opens and closes frames as the right one does.
    fn unknown(&mut self, line: Piece<'_>, word: &str, whole: Option<Span>) {
        const WORDS: [&str; 7] = ["participant", "alt", "par", "opt", "loop", "else", "end"];
        let message = format!("`{}` is not supported", shortened(line.text));
        let place = whole.unwrap_or(line.span());
        let Some(meant) = nearest(word, WORDS.into_iter()).filter(|_| word.len() > 2) else {
            let is_message = line.text.contains(':') && line.text.contains(['<', '-', '>']);
            let help = is_message.then(|| "a message is written `a -> b : m`".to_owned());
            self.frames.sink.push(codes::UNSUPPORTED.at(place, message).help_if(help));
            return;
        };
        let misspelt = whole.unwrap_or_else(|| line.words().next().unwrap_or(line).span());
        self.frames.sink.push(codes::UNSUPPORTED.at(misspelt, message).did_you_mean(meant));
        match meant {
            "participant" => {}
            "else" => self.next_branch(place, "else"),
            "end" => self.close(place),
            _ => self.open(FrameHead::Unknown, place),
        }
    }

    /// Declares a participant: `a`, `"a b" as a`, `:a b: as a` or `a as "a b"`. If the text is not that of the file, its
    /// place there is `whole`.
    fn participant(&mut self, rest: Piece<'_>, place: Span, whole: Option<Span>) {
        let Some((first, behind)) = name(rest).or_else(|| enclosed(rest, ':')) else {
            self.frames.wrong(place, "expected the name of a participant", "");
            return;
        };
        if behind.text.ends_with('{') && self.is_other_diagram("entity", behind, place) {
            return;
        }
        // A stereotype, a colour or an order may stand before the alias.
        let at = if behind.text.starts_with("as ") { Some(0) } else { behind.text.find(" as ") };
        let alias = at.and_then(|at| behind.part(at, behind.text.len()).trimmed().after("as "));
        let alias = alias.and_then(|alias| name(alias.trimmed()));
        let is_quoted = |piece: Piece<'_>| {
            let before = piece.start.checked_sub(rest.start + 1);
            before.is_some_and(|at| rest.text.as_bytes().get(at) == Some(&b'"'))
        };
        // Arrows use the name without quotation marks.
        let short = match alias {
            Some((alias, _)) if !is_quoted(alias) => alias,
            _ => first,
        };
        self.frames.participant(short.text, whole.unwrap_or(short.span()));
        if behind.text.ends_with('[') {
            self.skipping = Some((SkippedTo::Bracket(['[', ']'], 1), place));
        }
    }

    fn arrow(&mut self, marked: &MarkedArrow<'_>, place: Span, is_more: bool) {
        self.has_arrows = true;
        if marked.is_hidden {
            return self.frames.skip("a hidden arrow", place);
        }
        self.calls.arrow(marked);
        if !is_more {
            self.put(marked.arrow, place);
        } else if !self.frames.receiver(marked.arrow, place) {
            self.put(marked.arrow, place);
            self.frames.beside_the_last(place);
        }
        for &to in &marked.more {
            self.frames.receiver(Arrow { to: Tip::Lifeline(to), ..marked.arrow }, place);
        }
    }

    /// Adds an arrow, whose text may have several lines.
    fn put(&mut self, arrow: Arrow<'_>, place: Span) {
        let text = match arrow.message.text {
            text if text.contains("\\n") => Cow::Owned(on_one_line(text)),
            text => Cow::Borrowed(text),
        };
        let message = Piece { text: &text, start: arrow.message.start };
        self.frames.arrow(Arrow { message, ..arrow }, place);
    }

    /// Ends the text and returns the model.
    fn finish(mut self, end: usize) -> Model {
        let here = Span::new(end, end);
        if let Some((_, place)) = self.skipping {
            let message = "this does not end";
            self.frames.sink.push(codes::UNTERMINATED.at(place, message));
        } else if !matches!(self.stage, Stage::Behind | Stage::Elsewhere) {
            let missing = codes::SYNTAX.at(here, "expected `@enduml`, found the end of the file");
            let missing = missing.help("write `@enduml` here").fix(here, "@enduml\n");
            self.frames.sink.push(missing);
        }
        self.frames.end_open_frames();
        self.frames.finish(end, "'#")
    }
}

/// Returns `true` for words that a colour or a colon may follow without a blank.
fn may_have_colour(word: &str) -> bool {
    const WORDS: [&str; 9] =
        ["alt", "else", "opt", "loop", "par", "group", "critical", "break", "title"];
    WORDS.contains(&word)
}

/// Returns the piece behind an anchor such as `{start}`.
fn anchored(line: Piece<'_>) -> Piece<'_> {
    let inside = line.text.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    match inside {
        Some((name, rest)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            line.within(rest).without_blanks()
        }
        _ => line,
    }
}

/// Returns `true` if the word behind `end` is not that of a frame.
fn ends_other(rest: &str) -> bool {
    const OTHERS: [&str; 9] =
        ["box", "note", "hnote", "rnote", "ref", "legend", "title", "header", "footer"];
    let word = rest.split_whitespace().next().unwrap_or_default();
    OTHERS.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns a text of several lines on one.
fn on_one_line(text: &str) -> String {
    let lines = text.split("\\n").map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<&str>>().join(" ")
}
