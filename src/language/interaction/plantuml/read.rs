//! Reading a diagram as an interaction.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::super::codes;
use super::super::parts::Parts;
use super::super::print::word;
use super::super::{Model, likely_mistakes};
use super::arrow::{Arrow, Tip, arrow, name};
use crate::reading::{self, Piece, Reading, lines, nearest, shortened};
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use model::trace::{Action, Signature};

/// Reads a sequence diagram of `PlantUML`.
///
/// - An arrow, dashed or not, is an asynchronous passing; `[->` and `->]` are the edge of the diagram. An
///   arrow with `&` is one more receiver of the message of the line before.
/// - Consecutive lines are a weak sequence.
/// - `alt`, `opt`, `par` and `loop` are the operators of these names. An `alt` without `else` is an `opt`. Text
///   in brackets and conditions are ignored.
/// - A loop of UML repeats weakly: it is `loopW`, unless its label begins with loopS, loopH, loopW or
///   loopP. Without such a label there is a warning.
/// - `group` with the title `strict`, `seq`, `coreg(..)`, `sync{..}` or `synch` is that operator, as
///   [`print_plantuml`](super::print_plantuml()) writes it, and its operands are separated by `else`; a group with
///   another title is replaced by its contents.
/// - Participants are lifelines by their short names, in the order in which they are declared or met.
/// - Notes, titles, comments, numbers, colours and activations are ignored. Any other line is refused.
///
/// There is a model iff there is no error; one run reports as many errors as can be found, in the order of
/// their places.
///
/// # Complexity
/// Linear in the text.
pub fn read_plantuml(source: &Source) -> Reading<Model> {
    reading::read(source, &["PlantUML"], |sink| {
        let mut reader = DiagramReader {
            sink,
            signature: Signature::new(),
            parts: Parts::default(),
            frames: Vec::new(),
            current: DiagramFrame::new(FrameHead::Plain, Span::default()),
            stage: Stage::Before,
            skipping: None,
            declared: BTreeMap::new(),
        };
        lines(source).for_each(|line| reader.line(line));
        let root = reader.finish(source.text().len());
        let DiagramReader { signature, parts, declared, sink, .. } = reader;
        likely_mistakes::warn_of_parts(source, &parts, sink);
        for (name, place) in declared {
            sink.push(likely_mistakes::idle(&name, place));
        }
        let interaction = Interaction { signature, parts: parts.all, root };
        Some(Model { interaction, spans: parts.spans, expectations: Vec::new() })
    })
}

/// The part of a file that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Before,
    Inside,
    Behind,
}

/// The operator that a frame applies to its branches.
#[derive(Clone, PartialEq, Eq, Debug)]
enum FrameHead {
    /// None: the contents of the frame.
    Plain,
    Optional,
    Compound(Operator),
    Loop(Repetition),
    /// One passing, which becomes synchronous.
    Synchronous,
    /// An operator that was reported.
    Unknown,
}

/// A frame that is being read.
#[derive(Debug)]
struct DiagramFrame {
    head: FrameHead,
    place: Span,
    branches: Vec<ExpressionId>,
    items: Vec<ExpressionId>,
}

impl DiagramFrame {
    fn new(head: FrameHead, place: Span) -> Self {
        Self { head, place, branches: Vec::new(), items: Vec::new() }
    }
}

struct DiagramReader<'r> {
    sink: &'r mut Sink,
    signature: Signature,
    parts: Parts,
    frames: Vec<DiagramFrame>,
    current: DiagramFrame,
    stage: Stage,
    /// The possible ends of the ignored lines, and the place where these begin.
    skipping: Option<(&'static [&'static str], Span)>,
    /// The places of the declarations of participants without messages.
    declared: BTreeMap<String, Span>,
}

impl DiagramReader<'_> {
    fn line(&mut self, line: Piece<'_>) {
        let lower = line.text.to_lowercase();
        if let Some((ends, _)) = self.skipping {
            if ends.iter().any(|end| lower == *end || *end == "'/" && lower.ends_with(end)) {
                self.skipping = None;
            }
            return;
        }
        if line.text.is_empty() || line.text.starts_with('\'') {
            return;
        }
        if line.text.starts_with("/'") {
            if !line.text[2..].contains("'/") {
                self.skipping = Some((&["'/"], line.span()));
            }
            return;
        }
        let word = lower.split_whitespace().next().unwrap_or_default();
        match (self.stage, word) {
            (Stage::Before, "@startuml") => self.stage = Stage::Inside,
            (Stage::Before, _) => {
                self.stage = Stage::Inside;
                let start = Span::new(line.start, line.start);
                let missing = codes::SYNTAX.at(line.span(), "expected `@startuml`");
                let missing = missing.help("a diagram begins with it: write `@startuml`");
                self.sink.push(missing.fix(start, "@startuml\n"));
                self.statement(line, word);
            }
            (Stage::Inside, "@enduml") => self.stage = Stage::Behind,
            (Stage::Inside, _) => self.statement(line, word),
            (Stage::Behind, "@startuml") => {
                self.unsupported(line.span(), "a second diagram in the file");
            }
            (Stage::Behind, _) => {}
        }
    }

    /// Reads a line of a diagram; `word` is its first word in lower case.
    fn statement(&mut self, line: Piece<'_>, word: &str) {
        let more = line.after("&");
        match arrow(more.unwrap_or(line)) {
            Some(Ok(arrow)) => return self.arrow(arrow, line.span(), more.is_some()),
            Some(Err(piece)) => return self.unsupported(piece.span(), "this form of an arrow"),
            None => {}
        }
        // In lower case a word may be of another length.
        let first = line.text.find(char::is_whitespace).unwrap_or(line.text.len());
        let rest = line.part(first, line.text.len()).trimmed();
        match word {
            "participant" | "actor" | "boundary" | "control" | "entity" | "database"
            | "collections" | "queue" => self.participant(rest),
            "alt" => self.open(FrameHead::Compound(Operator::Alt), line),
            "par" => self.open(FrameHead::Compound(Operator::Par), line),
            "opt" => self.open(FrameHead::Optional, line),
            "loop" => {
                let kind = self.repetition(rest, line);
                self.open(FrameHead::Loop(kind), line);
            }
            "group" => {
                let head = self.group(rest);
                self.open(head, line);
            }
            "break" | "critical" | "partition" => {
                self.unsupported(line.span(), &format!("`{word}`"));
                self.open(FrameHead::Unknown, line);
            }
            "else" => self.next_branch(line.span()),
            "end" if rest.text.is_empty() => self.close(line.span()),
            _ => self.decoration(line, word, rest),
        }
    }

    /// Skips an ignored line; any other line is refused.
    fn decoration(&mut self, line: Piece<'_>, word: &str, rest: Piece<'_>) {
        let text = line.text;
        let open = rest.text.is_empty();
        let ends: &[&str] = match word {
            "note" | "hnote" | "rnote" | "/note" if !text.contains(':') => {
                &["end note", "endnote", "endhnote", "end hnote", "endrnote", "end rnote"]
            }
            "title" if open => &["end title", "endtitle"],
            "header" if open => &["end header", "endheader"],
            "footer" if open => &["end footer", "endfooter"],
            "legend" => &["end legend", "endlegend"],
            "skinparam" if text.ends_with('{') => &["}"],
            "title" | "header" | "footer" | "caption" | "mainframe" | "skinparam" | "scale"
            | "hide" | "show" | "autonumber" | "autoactivate" | "activate" | "deactivate"
            | "destroy" | "newpage" | "box" | "note" | "hnote" | "rnote" | "/note" | "!theme"
            | "!pragma" => &[],
            "end" if rest.text.eq_ignore_ascii_case("box") => &[],
            _ if text.starts_with("==") && text.ends_with("==") => &[],
            _ if text.starts_with("...") || text.starts_with("||") => &[],
            _ => {
                self.unknown(line, word);
                return;
            }
        };
        if !ends.is_empty() {
            self.skipping = Some((ends, line.span()));
        }
    }

    /// Reports a line that is not read. A misspelt word opens and closes frames as the right one does.
    fn unknown(&mut self, line: Piece<'_>, word: &str) {
        const WORDS: [&str; 7] = ["participant", "alt", "par", "opt", "loop", "else", "end"];
        let message = format!("`{}` is not supported", shortened(line.text));
        let Some(meant) = nearest(word, WORDS.into_iter()).filter(|_| word.len() > 2) else {
            let is_message = line.text.contains(':') && line.text.contains(['<', '-', '>']);
            let help = is_message.then(|| "a message is written `a -> b : m`".to_owned());
            self.sink.push(codes::UNSUPPORTED.at(line.span(), message).help_if(help));
            return;
        };
        let place = line.words().next().unwrap_or(line).span();
        self.sink.push(codes::UNSUPPORTED.at(place, message).did_you_mean(meant));
        match meant {
            "participant" => {}
            "else" => self.next_branch(line.span()),
            "end" => self.close(line.span()),
            _ => self.open(FrameHead::Unknown, line),
        }
    }

    /// Declares a participant: `a`, `"a b" as a` or `a as "a b"`.
    fn participant(&mut self, rest: Piece<'_>) {
        let Some((first, behind)) = name(rest) else {
            self.wrong(rest.span(), "expected the name of a participant", "");
            return;
        };
        let alias = behind.after("as ").and_then(|alias| name(alias.trimmed()));
        let is_quoted = |piece: Piece<'_>| {
            let before = piece.start.checked_sub(rest.start + 1);
            before.is_some_and(|at| rest.text.as_bytes().get(at) == Some(&b'"'))
        };
        // Arrows use the name without quotation marks.
        let short = match alias {
            Some((alias, _)) if !is_quoted(alias) => alias,
            _ => first,
        };
        if self.signature.lifeline(short.text).is_some() {
            let message = format!("`{}` stands twice", shortened(short.text));
            self.sink.push(codes::REPEATED.at(short.span(), message));
        }
        // A name that an arrow has met before takes part in something.
        if self.signature.lifeline(short.text).is_none() {
            self.declared.insert(short.text.to_owned(), short.span());
        }
        self.signature.add_lifeline(short.text);
    }

    fn repetition(&mut self, label: Piece<'_>, line: Piece<'_>) -> Repetition {
        let kinds = [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel];
        let first = label.text.split_whitespace().next();
        kinds.into_iter().find(|&kind| first == Some(word(kind))).unwrap_or_else(|| {
            let message = "this loop is read as `loopW`, which repeats weakly";
            let diagnostic = codes::LOOP_WITHOUT_KIND.at(line.span(), message);
            let diagnostic = diagnostic.label("few such loops have a finite automaton");
            let help = "`loop loopS` means that each round ends before the next begins";
            self.sink.push(diagnostic.help(help));
            Repetition::Weak
        })
    }

    /// Reads the title of a group.
    fn group(&mut self, title: Piece<'_>) -> FrameHead {
        let list = |open: &str, close: char| {
            let inside = title.text.strip_prefix(open)?;
            let end = inside.find(close)?;
            Some(title.part(open.len(), open.len() + end))
        };
        match title.text.split_whitespace().next() {
            Some("strict") => return FrameHead::Compound(Operator::Strict),
            Some("seq") => return FrameHead::Compound(Operator::Seq),
            Some("synch") => return FrameHead::Synchronous,
            _ => {}
        }
        if let Some(names) = list("coreg(", ')') {
            let names = names.text.split(',').map(str::trim).filter(|name| !name.is_empty());
            let distinct: BTreeSet<_> = names.map(|one| self.signature.add_lifeline(one)).collect();
            return FrameHead::Compound(Operator::Coreg(distinct.into_iter().collect()));
        }
        if let Some(names) = list("sync{", '}') {
            let mut actions = BTreeSet::new();
            for text in names.text.split(',').map(str::trim).filter(|text| !text.is_empty()) {
                let Some((lifeline, message)) = text.split_once(['!', '?']) else {
                    let message = format!("`{}` is no action", shortened(text));
                    self.wrong(names.span(), &message, "an action is `l!m` or `l?m`");
                    return FrameHead::Unknown;
                };
                let receives = text[lifeline.len()..].starts_with('?');
                let lifeline = self.signature.add_lifeline(lifeline.trim());
                let message = self.signature.add_message(message.trim());
                let action = if receives { Action::receive } else { Action::send };
                actions.insert(action(lifeline, message));
            }
            return FrameHead::Compound(Operator::Sync(actions.into_iter().collect()));
        }
        FrameHead::Plain
    }

    fn arrow(&mut self, arrow: Arrow<'_>, place: Span, is_more: bool) {
        if arrow.message.text.is_empty() {
            self.wrong(place, "this arrow has no message", "write `a -> b : m`");
            return;
        }
        for tip in [arrow.from, arrow.to] {
            if let Tip::Lifeline(piece) = tip {
                self.declared.remove(piece.text);
            }
        }
        let origin = match arrow.from {
            Tip::Lifeline(piece) => Origin::Lifeline(self.signature.add_lifeline(piece.text)),
            Tip::Edge => Origin::Environment,
        };
        let target = match arrow.to {
            Tip::Lifeline(piece) => Some(Target::Lifeline(self.signature.add_lifeline(piece.text))),
            Tip::Edge => None,
        };
        let message = self.signature.add_message(arrow.message.text);
        if is_more {
            let last = self.current.items.last().copied();
            if let Some(last) = last
                && let Expression::Passing(passing) = &mut self.parts.all[last]
                && passing.origin == origin
                && passing.message == message
                && let Some(target) = target
            {
                passing.targets.push(target);
                self.parts.spans[last] = self.parts.spans[last].to(place);
                return;
            }
            self.unsupported(place, "`&` but for the same message of the same sender to another");
            return;
        }
        let targets = target.into_iter().collect();
        let passing = Passing { origin, synchronous: false, message, targets };
        let part = self.parts.push(Expression::Passing(passing), place);
        self.current.items.push(part);
    }

    fn open(&mut self, head: FrameHead, line: Piece<'_>) {
        let frame = DiagramFrame::new(head, line.span());
        self.frames.push(std::mem::replace(&mut self.current, frame));
    }

    /// Combines the lines of a branch into one part.
    fn end_branch(&mut self, place: Span) {
        let items = std::mem::take(&mut self.current.items);
        let branch = match *items {
            [] => self.parts.push(Expression::Empty, place),
            [only] => only,
            [first, .., last] => {
                let span = self.parts.spans[first].to(self.parts.spans[last]);
                self.parts.push(Expression::Compound(Operator::Seq, items), span)
            }
        };
        self.current.branches.push(branch);
    }

    fn next_branch(&mut self, place: Span) {
        match self.current.head {
            FrameHead::Compound(_) | FrameHead::Unknown => self.end_branch(place),
            _ if self.frames.is_empty() => {
                let help = "`else` stands between the branches of `alt` or `par`";
                self.wrong(place, "`else` stands in no frame", help);
            }
            _ => {
                let frame = self.current.place;
                let message = "this frame has no branches";
                self.sink.push(codes::SYNTAX.at(place, message).also(frame, "it begins here"));
            }
        }
    }

    fn close(&mut self, place: Span) {
        let Some(outer) = self.frames.pop() else {
            self.wrong(
                place,
                "no frame ends here",
                "each `alt`, `opt`, `par`, `loop` has one `end`",
            );
            return;
        };
        self.end_branch(place);
        let frame = std::mem::replace(&mut self.current, outer);
        let DiagramFrame { head, place: begin, branches, items: _ } = frame;
        let whole = begin.to(place);
        let first = branches[0];
        let part = match head {
            FrameHead::Plain | FrameHead::Unknown => first,
            FrameHead::Optional => self.parts.push(Expression::Optional(first), whole),
            FrameHead::Loop(kind) => self.parts.push(Expression::Loop(kind, first), whole),
            FrameHead::Compound(Operator::Alt) if branches.len() == 1 => {
                self.parts.push(Expression::Optional(first), whole)
            }
            FrameHead::Compound(_) if branches.len() == 1 => first,
            FrameHead::Compound(operator) => {
                self.parts.push(Expression::Compound(operator, branches), whole)
            }
            FrameHead::Synchronous => {
                self.make_synchronous(first, begin);
                first
            }
        };
        self.current.items.push(part);
    }

    fn make_synchronous(&mut self, part: ExpressionId, place: Span) {
        let Expression::Passing(passing) = &mut self.parts.all[part] else {
            self.wrong(place, "a group `synch` holds one message", "");
            return;
        };
        passing.synchronous = true;
        let mut ends: Vec<Target> = passing.targets.clone();
        if let Origin::Lifeline(lifeline) = passing.origin {
            ends.push(Target::Lifeline(lifeline));
        }
        let distinct: FxHashSet<&Target> = ends.iter().collect();
        if distinct.len() < ends.len() {
            let message = "a lifeline stands twice in this synchronous message";
            self.sink.push(codes::SYNCHRONOUS_TWICE.at(place, message));
        }
    }

    /// Ends the text and returns the root.
    fn finish(&mut self, end: usize) -> ExpressionId {
        let end = Span::new(end, end);
        if let Some((_, place)) = self.skipping {
            let message = "this does not end";
            self.sink.push(codes::UNTERMINATED.at(place, message));
        } else if self.stage != Stage::Behind {
            let missing = codes::SYNTAX.at(end, "expected `@enduml`, found the end of the file");
            self.sink.push(missing.help("write `@enduml` here").fix(end, "@enduml\n"));
        }
        if !self.frames.is_empty() {
            let place = self.current.place;
            let diagnostic = codes::SYNTAX.at(place, "this frame does not end");
            self.sink.push(match self.frames.len() {
                1 => diagnostic.help("a frame ends with `end`"),
                number => diagnostic.help(format!("{number} frames are open")),
            });
        }
        self.end_branch(end);
        self.current.branches[0]
    }

    fn wrong(&mut self, place: Span, message: &str, help: &str) {
        let diagnostic = codes::SYNTAX.at(place, message);
        self.sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }

    fn unsupported(&mut self, place: Span, what: &str) {
        let message = format!("{what} is not supported");
        self.sink.push(codes::UNSUPPORTED.at(place, message));
    }
}
