//! Reading a term, with a stack of its own: terms may be nested as deep as memory allows.

use super::lexer::{Cursor, Kind, Token};
use super::mistake::Mistake;
use super::names::Names;
use super::passing;
use crate::kernel::base::IndexVec;
use crate::kernel::diagnostics::{Diagnostic, Sink};
use crate::kernel::source::Span;
use crate::language::scm::{nearest, shortened};
use crate::model::interaction::{Expression, ExpressionId, Operator, Repetition};

/// The parts of an interaction, and where they stand.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) all: IndexVec<ExpressionId, Expression>,
    pub(super) spans: IndexVec<ExpressionId, Span>,
}

impl Parts {
    pub(super) fn push(&mut self, expression: Expression, span: Span) -> ExpressionId {
        self.spans.push(span);
        self.all.push(expression)
    }
}

/// What an operator makes of its operands.
#[derive(Debug)]
enum Head {
    Compound(Operator),
    Optional,
    Loop(Repetition),
    /// It was reported; its operands are read all the same.
    Unknown,
}

/// An operator whose operands are being read.
#[derive(Debug)]
struct Frame {
    head: Head,
    /// The word of the operator.
    word: Span,
    /// The parenthesis before its operands.
    open: Span,
    operands: Vec<ExpressionId>,
    /// Whether an operand is missing, which was reported.
    spoilt: bool,
}

/// What became of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opening {
    /// There is none.
    None,
    /// Its operands come next.
    Done,
    /// It is a part without operands, which was reported.
    Failed,
}

/// The operators, without what some of them name.
const OPERATORS: [&str; 11] =
    ["strict", "seq", "par", "alt", "coreg", "sync", "opt", "loopS", "loopH", "loopW", "loopP"];

/// Reads the one term that the rest of a file consists of. There is one iff no error is reported.
///
/// # Complexity
/// Linear in the tokens.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    sink: &mut Sink,
) -> (Parts, Option<ExpressionId>) {
    let mut reader = Reader {
        cursor,
        names,
        sink,
        parts: Parts::default(),
        frames: Vec::new(),
        root: None,
        told: false,
    };
    reader.run();
    let (parts, root) = (reader.parts, reader.root);
    (parts, root)
}

struct Reader<'r, 'a> {
    cursor: &'r mut Cursor<'a>,
    names: &'r mut Names,
    sink: &'r mut Sink,
    parts: Parts,
    frames: Vec<Frame>,
    root: Option<ExpressionId>,
    /// Whether something behind the end of the term was reported.
    told: bool,
}

impl Reader<'_, '_> {
    /// Reads operands, and what stands between them, until the text ends.
    fn run(&mut self) {
        loop {
            match self.open() {
                Opening::Done => continue,
                Opening::None => self.operand(),
                Opening::Failed => {}
            }
            if !self.separate() {
                return;
            }
        }
    }

    /// Reads an operator with its opening parenthesis, if one comes next.
    fn open(&mut self) -> Opening {
        let word = self.cursor.peek();
        let behind = self.cursor.ahead(1).kind;
        let name = self.cursor.text(word);
        let is_operator = word.kind == Kind::Word
            && (behind == Kind::Open || behind == Kind::OpenBrace && name == "sync");
        if !is_operator {
            return Opening::None;
        }
        self.cursor.take();
        let head = match name {
            "strict" => Head::Compound(Operator::Strict),
            "seq" => Head::Compound(Operator::Seq),
            "par" => Head::Compound(Operator::Par),
            "alt" => Head::Compound(Operator::Alt),
            "coreg" => Head::Compound(Operator::Coreg(passing::coregion(
                self.cursor,
                self.names,
                self.sink,
            ))),
            "sync" => Head::Compound(Operator::Sync(passing::synchronised(
                self.cursor,
                self.names,
                self.sink,
            ))),
            "opt" => Head::Optional,
            "loopS" => Head::Loop(Repetition::Strict),
            "loopH" => Head::Loop(Repetition::Head),
            "loopW" => Head::Loop(Repetition::Weak),
            "loopP" => Head::Loop(Repetition::Parallel),
            _ => {
                self.sink.push(unknown_operator(name, word.span));
                Head::Unknown
            }
        };
        if let Some(open) = self.cursor.eat(Kind::Open) {
            let (word, open) = (word.span, open.span);
            self.frames.push(Frame { head, word, open, operands: Vec::new(), spoilt: false });
            return Opening::Done;
        }
        let help = match name {
            "coreg" => "the operands stand in parentheses of their own: `coreg(l)(.., ..)`",
            _ => "the operands stand in parentheses of their own: `sync(l!m)(.., ..)`",
        };
        self.cursor.wrong("`(` and the operands", help, self.sink);
        self.cursor.skip_to(&[Kind::Comma, Kind::Close]);
        let part = self.parts.push(Expression::Empty, word.span);
        self.attach(part);
        Opening::Failed
    }

    /// Reads the empty interaction or a passing of a message.
    fn operand(&mut self) {
        let token = self.cursor.peek();
        let is_last = matches!(self.cursor.ahead(1).kind, Kind::Comma | Kind::Close | Kind::End);
        let part = match token.kind {
            Kind::Nothing => {
                self.cursor.take();
                Expression::Empty
            }
            Kind::Word if is_last && matches!(self.cursor.text(token), "o" | "0") => {
                self.cursor.take();
                Expression::Empty
            }
            Kind::Word | Kind::Less => match passing::passing(self.cursor, self.names, self.sink) {
                Some(passing) => Expression::Passing(passing),
                None => Expression::Empty,
            },
            _ => {
                self.no_operand(token);
                Expression::Empty
            }
        };
        let end = self.cursor.previous();
        let span = if end.end() > token.span.start() { token.span.to(end) } else { token.span };
        let part = self.parts.push(part, span);
        self.attach(part);
    }

    /// Reports a token that begins no interaction.
    fn no_operand(&mut self, token: Token) {
        let trailing = token.kind == Kind::Close
            && self.frames.last().is_some_and(|frame| !frame.operands.is_empty());
        let help = match token.kind {
            Kind::End if self.frames.is_empty() => "the empty interaction is written `o`",
            Kind::At => "the sections of a signature stand before the interaction",
            _ if trailing => "no comma stands behind the last operand",
            Kind::Close => "the empty interaction is written `o`",
            _ => "",
        };
        self.cursor.wrong("an interaction", help, self.sink);
        match self.frames.last_mut() {
            Some(frame) => frame.spoilt = true,
            None => self.told = true,
        }
        self.cursor.skip_to(&[Kind::Comma, Kind::Close]);
    }

    /// Makes a part an operand of the innermost operator, or the whole term.
    fn attach(&mut self, part: ExpressionId) {
        match self.frames.last_mut() {
            Some(frame) => frame.operands.push(part),
            None => {
                self.root.get_or_insert(part);
            }
        }
    }

    /// Reads what stands behind an operand; tells whether another one follows.
    fn separate(&mut self) -> bool {
        loop {
            let token = self.cursor.peek();
            match token.kind {
                Kind::End => {
                    self.unclosed(token);
                    return false;
                }
                Kind::Comma if !self.frames.is_empty() => {
                    self.cursor.take();
                    return true;
                }
                Kind::Close if !self.frames.is_empty() => {
                    self.cursor.take();
                    self.close(token);
                }
                Kind::Comma | Kind::Close => {
                    self.beyond(token);
                    self.cursor.take();
                    if token.kind == Kind::Comma {
                        return true;
                    }
                }
                Kind::Word | Kind::Less | Kind::Nothing => {
                    if self.frames.is_empty() {
                        self.beyond(token);
                    } else {
                        let help = "commas separate operands";
                        self.cursor.wrong("`,` or `)`", help, self.sink);
                    }
                    return true;
                }
                _ => {
                    if self.frames.is_empty() {
                        self.beyond(token);
                    } else {
                        self.cursor.wrong("`,` or `)`", "", self.sink);
                    }
                    self.cursor.take();
                    self.cursor.skip_to(&[Kind::Comma, Kind::Close]);
                }
            }
        }
    }

    /// Reports, once, that something stands behind the end of the term.
    fn beyond(&mut self, token: Token) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let help = match token.kind {
            Kind::Close => "no parenthesis is open here",
            Kind::At => "the sections of a signature stand before the interaction",
            _ => "a file holds one interaction: write `seq(.., ..)` around several",
        };
        self.cursor.wrong("the end of the file", help, self.sink);
    }

    /// Reports that operators are not closed at the end of the text.
    fn unclosed(&mut self, end: Token) {
        let Some(innermost) = self.frames.last() else { return };
        let message = "expected `)`, found the end of the file";
        let diagnostic = Diagnostic::new(Mistake::Syntax.code(), end.span, message)
            .also(innermost.open, "opened here");
        self.sink.push(match self.frames.len() {
            1 => diagnostic,
            number => diagnostic.help(format!("{number} parentheses are open")),
        });
    }

    /// Ends the innermost operator.
    fn close(&mut self, token: Token) {
        let Some(frame) = self.frames.pop() else { return };
        let Frame { head, word, operands, spoilt, open: _ } = frame;
        let number = operands.len();
        let expression = match head {
            Head::Compound(operator) if number >= 2 => Expression::Compound(operator, operands),
            Head::Optional if number == 1 => Expression::Optional(operands[0]),
            Head::Loop(kind) if number == 1 => Expression::Loop(kind, operands[0]),
            Head::Unknown => Expression::Empty,
            _ if spoilt => Expression::Empty,
            Head::Compound(_) => {
                self.operand_count(word, "two or more operands", number, "");
                Expression::Empty
            }
            Head::Optional | Head::Loop(_) => {
                let help = "write `seq(..)` around the operands";
                self.operand_count(word, "one operand", number, help);
                Expression::Empty
            }
        };
        let part = self.parts.push(expression, word.to(token.span));
        self.attach(part);
    }

    fn operand_count(&mut self, word: Span, wanted: &str, found: usize, help: &str) {
        let message = format!("`{}` has {wanted}", self.cursor.slice(word));
        let found = if found == 1 { "one is given".into() } else { format!("{found} are given") };
        let diagnostic = Diagnostic::new(Mistake::OperandCount.code(), word, message).label(found);
        self.sink.push(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }
}

fn unknown_operator(name: &str, place: Span) -> Diagnostic {
    let refused = match name {
        "and" => Some("`and` has no finite automaton that this program makes"),
        "loopC" => {
            Some("loops over coregions are not supported; loopS, loopH, loopW and loopP are")
        }
        _ => None,
    };
    if let Some(why) = refused {
        let message = format!("`{name}` is not supported");
        return Diagnostic::new(Mistake::Unsupported.code(), place, message).label(why);
    }
    let message = format!("unknown operator `{}`", shortened(name));
    let diagnostic = Diagnostic::new(Mistake::UnknownOperator.code(), place, message);
    let lower = name.to_ascii_lowercase();
    let same = OPERATORS.into_iter().find(|known| known.to_ascii_lowercase() == lower);
    match same.or_else(|| nearest(name, OPERATORS.into_iter())) {
        _ if lower == "loop" => {
            diagnostic.help("a loop says what it closes under: loopS, loopH, loopW or loopP")
        }
        Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
        None => diagnostic.help(format!("the operators are {}", OPERATORS.join(", "))),
    }
}
