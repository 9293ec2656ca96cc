//! The one reader of arrows and frames of all languages of diagrams.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::super::codes;
use super::super::parts::Parts;
use super::super::print::word;
use super::super::{Model, expectation, likely_mistakes};
use super::side_by_side::are_linked;
use crate::reading::{Piece, shortened};
use kernel::diagnostics::{Remedy, Sink};
use kernel::source::{Source, Span};
use model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Target,
};
use model::trace::{Action, INTERNAL, LifelineId, Signature};

/// How diagrams are read where they do not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiagramOptions {
    /// What a loop means whose label does not name its kind; `None` is `loopW`, with a warning.
    pub loops: Option<Repetition>,
}

/// The operator that a frame applies to its branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FrameHead {
    /// None: the frame is as if it were not drawn, but branches are alternatives.
    Plain,
    /// Branches are alternatives; a single one is not.
    Critical,
    Optional,
    Compound(Operator),
    Loop(Repetition),
    /// What happens instead of the rest of the frame around it.
    Break,
    /// Branches are drawn side by side, and happen in any order, or in sequence if they are linked.
    SideBySide,
    /// One passing, which becomes synchronous.
    Synchronous,
    /// An operator that was reported.
    Unknown,
}

/// The origin or the target of an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tip<'a> {
    Lifeline(Piece<'a>),
    /// The edge of the diagram, or nowhere.
    Edge,
}

/// The ways that an arrow points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Forth,
    Both,
}

/// An arrow with its message, which may be empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow<'a> {
    pub(super) from: Tip<'a>,
    pub(super) to: Tip<'a>,
    pub(super) way: Way,
    /// Whether the message is lost on its way.
    pub(super) is_lost: bool,
    pub(super) message: Piece<'a>,
}

/// A frame that is being read.
#[derive(Debug)]
struct Frame {
    head: FrameHead,
    place: Span,
    branches: Vec<ExpressionId>,
    items: Vec<ExpressionId>,
    /// What may happen instead of the rest, each with the number of items before it.
    breaks: Vec<(usize, ExpressionId, Span)>,
    /// The last rounds of a loop that breaks end, with the places of these.
    exits: Vec<(ExpressionId, Span)>,
}

impl Frame {
    fn new(head: FrameHead, place: Span) -> Self {
        let (branches, items) = (Vec::new(), Vec::new());
        Self { head, place, branches, items, breaks: Vec::new(), exits: Vec::new() }
    }
}

/// The interaction of a diagram under construction.
pub(super) struct FrameReader<'r> {
    pub(super) sink: &'r mut Sink,
    pub(super) signature: Signature,
    source: &'r Source,
    options: DiagramOptions,
    parts: Parts,
    frames: Vec<Frame>,
    current: Frame,
    /// The places of the declarations of participants without messages.
    declared: BTreeMap<String, Span>,
    /// The first internal step, and the number of them.
    internal: Option<(Span, usize)>,
    /// The first loop without a kind, and the number of them.
    loops: Option<(Span, usize)>,
    /// The comments.
    pub(super) comments: Vec<Span>,
    /// What is left out, by its name: the first place and the number.
    skipped: Vec<(String, Span, usize)>,
}

impl<'r> FrameReader<'r> {
    pub(super) fn new(source: &'r Source, options: DiagramOptions, sink: &'r mut Sink) -> Self {
        Self {
            sink,
            signature: Signature::new(),
            source,
            options,
            parts: Parts::default(),
            frames: Vec::new(),
            current: Frame::new(FrameHead::Plain, Span::default()),
            declared: BTreeMap::new(),
            internal: None,
            loops: None,
            comments: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Declares a participant.
    pub(super) fn participant(&mut self, name: &str, place: Span) {
        if self.signature.lifeline(name).is_some() {
            let message = format!("`{}` stands twice", shortened(name));
            self.sink.push(codes::REPEATED.at(place, message));
        }
        // A name that an arrow has met before takes part in something.
        if self.signature.lifeline(name).is_none() {
            self.declared.insert(name.to_owned(), place);
        }
        self.signature.add_lifeline(name);
    }

    /// Returns the lifeline at an end of an arrow.
    fn lifeline(&mut self, tip: Tip<'_>) -> Option<LifelineId> {
        match tip {
            Tip::Lifeline(piece) => {
                self.declared.remove(piece.text);
                Some(self.signature.add_lifeline(piece.text))
            }
            Tip::Edge => None,
        }
    }

    /// Adds the parts of an arrow. An arrow from a lifeline to itself is an internal step, one in both directions two
    /// messages in any order, and one without a message is named by its ends and its line.
    pub(super) fn arrow(&mut self, arrow: Arrow<'_>, place: Span) {
        let [from, to] = [arrow.from, arrow.to].map(|tip| self.lifeline(tip));
        let text = self.label(arrow, place);
        let mut passing = |from: Option<LifelineId>, to: Option<LifelineId>| {
            let is_internal = from.is_some() && from == to;
            let message = if is_internal {
                self.signature.add_internal(&text)
            } else {
                self.signature.add_message(&text)
            };
            if is_internal {
                self.internal.get_or_insert((place, 0)).1 += 1;
            }
            let target = if arrow.is_lost { Target::Lost } else { Target::Lifeline };
            let targets = to.filter(|_| !is_internal).map(target).into_iter().collect();
            let origin = from.map_or(Origin::Environment, Origin::Lifeline);
            let passing = Passing { origin, synchronous: false, message, targets };
            self.parts.push(Expression::Passing(passing), place)
        };
        let forth = passing(from, to);
        let part = match arrow.way {
            Way::Both if from != to => {
                let back = passing(to, from);
                self.parts.push(Expression::Compound(Operator::Par, vec![forth, back]), place)
            }
            _ => forth,
        };
        self.current.items.push(part);
    }

    /// Returns the name of the message of an arrow: its text, or `a->b#7` by the line if there is none.
    fn label(&self, arrow: Arrow<'_>, place: Span) -> String {
        let text = arrow.message.text.trim_start_matches(INTERNAL).trim();
        if !text.is_empty() {
            return text.to_owned();
        }
        let name = |tip| match tip {
            Tip::Lifeline(piece) => piece.text,
            Tip::Edge => "",
        };
        let line = self.source.line_of(place.start());
        format!("{}->{}#{line}", name(arrow.from), name(arrow.to))
    }

    /// Adds one more receiver to the message of the arrow before; returns `false` if it is another message.
    pub(super) fn receiver(&mut self, arrow: Arrow<'_>, place: Span) -> bool {
        let [from, to] = [arrow.from, arrow.to].map(|tip| self.lifeline(tip));
        let text = self.label(arrow, place);
        let (Some(message), Some(to)) = (self.signature.message(&text), to) else { return false };
        let origin = from.map_or(Origin::Environment, Origin::Lifeline);
        let Some(&last) = self.current.items.last() else { return false };
        let Expression::Passing(passing) = &mut self.parts.all[last] else { return false };
        let is_same = passing.origin == origin && passing.message == message;
        if is_same
            && from != Some(to)
            && arrow.way == Way::Forth
            && passing.receivers().next().is_some()
        {
            passing.targets.push(Target::Lifeline(to));
            self.parts.spans[last] = self.parts.spans[last].to(place);
            return true;
        }
        false
    }

    /// Makes the last two items happen in any order.
    pub(super) fn beside_the_last(&mut self, place: Span) {
        let Some(last) = self.current.items.pop() else { return };
        let part = match self.current.items.pop() {
            Some(before) => {
                self.parts.push(Expression::Compound(Operator::Par, vec![before, last]), place)
            }
            None => last,
        };
        self.current.items.push(part);
    }

    /// Returns the kind of a loop with a label, which may begin with the name of one.
    pub(super) fn repetition(&mut self, label: Piece<'_>, place: Span) -> Repetition {
        let kinds = [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel];
        let first = label.text.split_whitespace().next();
        let named = kinds.into_iter().find(|&kind| first == Some(word(kind)));
        named.or(self.options.loops).unwrap_or_else(|| {
            self.loops.get_or_insert((place, 0)).1 += 1;
            Repetition::Weak
        })
    }

    /// Remembers something that is left out, to be named once.
    pub(super) fn skip(&mut self, what: &str, place: Span) {
        match self.skipped.iter_mut().find(|(name, ..)| name == what) {
            Some((.., count)) => *count += 1,
            None => self.skipped.push((what.to_owned(), place, 1)),
        }
    }

    pub(super) fn open(&mut self, head: FrameHead, place: Span) {
        let frame = Frame::new(head, place);
        self.frames.push(std::mem::replace(&mut self.current, frame));
    }

    /// Returns `true` if no frame is open.
    pub(super) fn is_outside(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns `true` if only one of the branches of the innermost frame happens.
    pub(super) fn has_alternatives(&self) -> bool {
        matches!(self.current.head, FrameHead::Compound(Operator::Alt) | FrameHead::Critical)
    }

    /// Returns the items as one part.
    fn sequence(&mut self, items: Vec<ExpressionId>, place: Span) -> ExpressionId {
        match *items {
            [] => self.parts.push(Expression::Empty, place),
            [only] => only,
            [first, .., last] => {
                let span = self.parts.spans[first].to(self.parts.spans[last]);
                self.parts.push(Expression::Compound(Operator::Seq, items), span)
            }
        }
    }

    /// Combines the lines of a branch into one part.
    fn end_branch(&mut self, place: Span) {
        let mut items = std::mem::take(&mut self.current.items);
        let breaks = std::mem::take(&mut self.current.breaks);
        let is_loop = matches!(self.current.head, FrameHead::Loop(_));
        for (before, instead, whole) in breaks.into_iter().rev() {
            if is_loop {
                // The round in which this happens is the last one.
                let mut round = items[..before].to_vec();
                round.push(instead);
                let exit = self.sequence(round, whole);
                self.current.exits.push((exit, whole));
                continue;
            }
            let rest = items.split_off(before);
            let rest = self.sequence(rest, whole);
            let choice = Expression::Compound(Operator::Alt, vec![rest, instead]);
            let choice = if self.parts.all[rest] == Expression::Empty {
                Expression::Optional(instead)
            } else {
                choice
            };
            let choice = self.parts.push(choice, whole);
            items.push(choice);
        }
        let branch = self.sequence(items, place);
        self.current.branches.push(branch);
    }

    /// Begins the next branch of a frame by the word `word`.
    pub(super) fn next_branch(&mut self, place: Span, word: &str) {
        match self.current.head {
            FrameHead::Compound(_)
            | FrameHead::Unknown
            | FrameHead::Critical
            | FrameHead::SideBySide => self.end_branch(place),
            FrameHead::Plain if self.is_outside() => {
                let message = format!("`{word}` stands in no frame");
                let help = "it stands between the branches of `alt` or `par`";
                self.wrong(place, &message, help);
            }
            FrameHead::Optional | FrameHead::Plain => {
                self.current.head = FrameHead::Compound(Operator::Alt);
                self.end_branch(place);
            }
            _ => {
                let frame = self.current.place;
                let message = "this frame has no branches";
                self.sink.push(codes::SYNTAX.at(place, message).also(frame, "it begins here"));
            }
        }
    }

    /// Ends the innermost frame.
    pub(super) fn close(&mut self, place: Span) {
        let Some(outer) = self.frames.pop() else {
            let help = "each `alt`, `opt`, `par`, `loop` has one `end`";
            self.wrong(place, "no frame ends here", help);
            return;
        };
        if self.current.head == FrameHead::Plain {
            let Frame { items, breaks, .. } = std::mem::replace(&mut self.current, outer);
            let before = self.current.items.len();
            let breaks = breaks.into_iter().map(|(at, part, whole)| (before + at, part, whole));
            self.current.breaks.extend(breaks);
            self.current.items.extend(items);
            return;
        }
        self.end_branch(place);
        let frame = std::mem::replace(&mut self.current, outer);
        let Frame { head, place: begin, branches, exits, .. } = frame;
        let whole = begin.to(place);
        let first = branches[0];
        let part = match head {
            FrameHead::Break => {
                let before = self.current.items.len();
                self.current.breaks.push((before, first, whole));
                return;
            }
            // A frame without an operator is merged into the one around it, above.
            FrameHead::Plain | FrameHead::Unknown => first,
            FrameHead::Optional => self.parts.push(Expression::Optional(first), whole),
            FrameHead::Loop(kind) => self.repeated(kind, first, exits, whole),
            FrameHead::Compound(Operator::Alt) if branches.len() == 1 => {
                self.parts.push(Expression::Optional(first), whole)
            }
            FrameHead::Compound(_) | FrameHead::Critical | FrameHead::SideBySide
                if branches.len() == 1 =>
            {
                first
            }
            FrameHead::SideBySide => {
                let operator = if are_linked(&branches, &self.parts, &self.signature) {
                    let message = "the parts of this `par2` are linked: they are read in sequence";
                    let help = "each part goes on with what the one before it has received; `par` \
                                says that they happen in any order";
                    self.sink.push(codes::LINKED_PARTS.at(begin, message).help(help));
                    Operator::Seq
                } else {
                    Operator::Par
                };
                self.parts.push(Expression::Compound(operator, branches), whole)
            }
            FrameHead::Critical => {
                self.parts.push(Expression::Compound(Operator::Alt, branches), whole)
            }
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

    /// Returns a loop, after which one of the given last rounds may come.
    fn repeated(
        &mut self,
        kind: Repetition,
        body: ExpressionId,
        exits: Vec<(ExpressionId, Span)>,
        place: Span,
    ) -> ExpressionId {
        let rounds = self.parts.push(Expression::Loop(kind, body), place);
        let (last, ending) = match *exits {
            [] => return rounds,
            [only] => only,
            [.., (_, first)] => {
                let exits = exits.iter().rev().map(|&(exit, _)| exit).collect();
                (self.parts.push(Expression::Compound(Operator::Alt, exits), place), first)
            }
        };
        let last = self.parts.push(Expression::Optional(last), ending);
        self.parts.push(Expression::Compound(Operator::Seq, vec![rounds, last]), place)
    }

    fn make_synchronous(&mut self, part: ExpressionId, place: Span) {
        let Expression::Passing(passing) = &mut self.parts.all[part] else {
            self.wrong(place, "a group `synch` holds one message", "");
            return;
        };
        if passing.is_internal(&self.signature) {
            self.wrong(place, "a group `synch` holds a message from one lifeline to another", "");
            return;
        }
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

    /// Reads the title of a group.
    pub(super) fn group(&mut self, title: Piece<'_>, place: Span) -> FrameHead {
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
                    self.wrong(place, &message, "an action is `l!m` or `l?m`");
                    return FrameHead::Unknown;
                };
                let receives = text[lifeline.len()..].starts_with('?');
                let lifeline = self.signature.add_lifeline(lifeline.trim());
                let message = message.trim().trim_start_matches(INTERNAL);
                let message = self.signature.add_message(message);
                let action = if receives { Action::receive } else { Action::send };
                actions.insert(action(lifeline, message));
            }
            return FrameHead::Compound(Operator::Sync(actions.into_iter().collect()));
        }
        FrameHead::Plain
    }

    /// Ends all frames that are open, with a warning.
    pub(super) fn end_open_frames(&mut self) {
        if self.is_outside() || self.sink.has_errors() {
            return;
        }
        let place = self.current.place;
        while !self.is_outside() {
            self.close(place);
        }
        let message = "this frame does not end: it is read up to the end of the diagram";
        self.sink.push(codes::OPEN_FRAME.at(place, message).help("a frame ends with `end`"));
    }

    /// Ends the text at `end`, and returns the model; comments that begin with `opening` state answers.
    pub(super) fn finish(mut self, end: usize, opening: &str) -> Model {
        let end = Span::new(end, end);
        if !self.frames.is_empty() {
            let place = self.current.place;
            let diagnostic = codes::SYNTAX.at(place, "this frame does not end");
            self.sink.push(match self.frames.len() {
                1 => diagnostic.help("a frame ends with `end`"),
                number => diagnostic.help(format!("{number} frames are open")),
            });
        }
        self.end_branch(end);
        let root = self.current.branches[0];
        let parts = (&self.parts, &self.signature);
        likely_mistakes::warn_of_parts(self.source, parts, self.sink);
        for (name, place) in &self.declared {
            self.sink.push(likely_mistakes::idle(name, *place));
        }
        self.warn_of_readings();
        let expectations = expectation::read(self.source, &self.comments, opening, self.sink);
        let Self { signature, parts, .. } = self;
        let interaction = Interaction { signature, parts: parts.all, root };
        Model { interaction, spans: parts.spans, expectations }
    }

    /// Says once how what the diagram leaves open was read.
    fn warn_of_readings(&mut self) {
        let others = |count: usize| match count {
            0 | 1 => String::new(),
            2 => ", and 1 more".to_owned(),
            _ => format!(", and {} more", count - 1),
        };
        if let Some((place, count)) = self.internal {
            let message =
                format!("this arrow to its own lifeline is an internal step{}", others(count));
            let help = "it is no message: no log is asked for it, and projections do it silently";
            self.sink.push(codes::INTERNAL_STEPS.at(place, message).help(help));
        }
        if let Some((place, count)) = self.loops {
            let message =
                format!("this loop is read as `loopW`, which repeats weakly{}", others(count));
            let help = "few such loops have a finite automaton; `loop loopS` in the diagram says that each \
                        round ends before the next begins";
            let loops = codes::LOOP_WITHOUT_KIND.at(place, message).help(help);
            self.sink.push(loops.remedy(Remedy::StrictLoops));
        }
        for (what, place, count) in std::mem::take(&mut self.skipped) {
            let message = format!("{what} is left out{}", others(count));
            let help = "what it stands for is not part of the interaction";
            self.sink.push(codes::LEFT_OUT.at(place, message).help(help));
        }
    }

    pub(super) fn wrong(&mut self, place: Span, message: &str, help: &str) {
        let diagnostic = codes::SYNTAX.at(place, message);
        self.sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }

    pub(super) fn unsupported(&mut self, place: Span, what: &str, help: &str) {
        let message = format!("{what} is not supported");
        let diagnostic = codes::UNSUPPORTED.at(place, message);
        self.sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }
}
