//! Actions of the grammar: construction of the interaction, names, and reports.

use lalrpop_util::ParseError;
use rustc_hash::FxHashSet;

use super::codes;
use super::lexer::{Cursor, Kind, Token};
use super::names::{Declaration, Names, check_name};
use super::parts::Parts;
use super::passing::{check, twice};
use super::terminals::{Progress, Terminal, operators};
use crate::reading::{missing, nearest, shortened};
use kernel::diagnostics::{Diagnostic, Severity, Sink};
use kernel::source::Span;
use model::cfsm::Direction;
use model::interaction::{Expression, ExpressionId, Operator, Origin, Passing, Repetition, Target};
use model::trace::{Action, LifelineId, LifelineSet};

/// A syntax error.
pub(super) type Failure = ParseError<usize, Terminal, ()>;

/// The kinds of names that a section declares.
const SECTIONS: [&str; 3] = ["message", "lifeline", "gate"];

/// The expression that an operator builds from its operands.
#[derive(Debug)]
pub(super) enum Make {
    Compound(Operator),
    Optional,
    Loop(Repetition),
    /// The operator was reported; its operands are read nevertheless.
    Nothing,
}

/// An operator and its arguments before the operands.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) make: Make,
    /// The word of the operator.
    pub(super) word: Span,
}

/// Operands, as far as they can be read.
#[derive(Debug)]
pub(super) struct Operands {
    all: Vec<ExpressionId>,
    /// Whether an operand is missing, which was reported.
    spoilt: bool,
}

impl Operands {
    pub(super) fn one(part: ExpressionId) -> Self {
        Self { all: vec![part], spoilt: false }
    }

    pub(super) fn push(&mut self, part: ExpressionId) {
        self.all.push(part);
    }

    /// Appends the operands that follow.
    pub(super) fn append(&mut self, mut more: Self) {
        self.all.append(&mut more.all);
        self.spoilt |= more.spoilt;
    }
}

/// The actions that the operands of an operator share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) actions: Vec<Action>,
    seen: FxHashSet<Action>,
    /// The place of the first comma between them.
    pub(super) comma: Option<usize>,
}

/// The list that contains a syntax error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ErrorPlace {
    Section,
    Names,
    Operand,
    Targets,
    Lifelines,
    Actions,
}

/// Collects the parts while the parser runs.
#[derive(Debug)]
pub(super) struct Builder<'b> {
    /// All tokens of the text.
    text: Cursor<'b>,
    names: &'b mut Names,
    sink: &'b mut Sink,
    progress: &'b Progress,
    parts: Parts,
    root: Option<ExpressionId>,
    /// Whether text behind the end of the term was reported.
    is_end_reported: bool,
    /// The kind of names that is being declared.
    section: usize,
    /// The places of the sections.
    places: [Option<Span>; SECTIONS.len()],
}

impl<'b> Builder<'b> {
    pub(super) fn new(
        text: Cursor<'b>,
        names: &'b mut Names,
        sink: &'b mut Sink,
        progress: &'b Progress,
    ) -> Self {
        progress.stopped.set(sink.is_full());
        Self {
            text,
            names,
            sink,
            progress,
            parts: Parts::default(),
            root: None,
            is_end_reported: false,
            section: 0,
            places: [None; SECTIONS.len()],
        }
    }

    /// Returns the parts, and the root.
    pub(super) fn finish(self) -> (Parts, Option<ExpressionId>) {
        (self.parts, self.root)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
        self.progress.stopped.set(self.sink.is_full());
    }

    /// Reports a token, where something else was expected.
    fn unexpected(&mut self, token: Token, expected: &str, help: &str) {
        self.text.wrong_at(token, expected, help, self.sink);
        self.progress.stopped.set(self.sink.is_full());
    }

    /// Returns the token at fault, unless it was already reported as missing.
    fn fault(&self, error: &Failure) -> Option<Token> {
        let token = match *error {
            ParseError::UnrecognizedToken { token: (start, terminal, end), .. } => {
                if start == end && terminal == Terminal::Sign(Kind::CloseBrace) {
                    return None;
                }
                self.text.at(start)
            }
            _ => self.text.end(),
        };
        (token.kind != Kind::End || !self.progress.cut.get()).then_some(token)
    }

    /// Reports a syntax error.
    pub(super) fn wrong(&mut self, error: &Failure, place: ErrorPlace) {
        if place == ErrorPlace::Section {
            self.lose_names();
        }
        let Some(token) = self.fault(error) else { return };
        let (expected, help) = self.expected(error, token, place);
        self.unexpected(token, &expected, &help);
    }

    /// Records that a section cannot be read: unknown names of its kind are then not reported.
    fn lose_names(&mut self) {
        self.names.declaration = Declaration::ByUse;
    }

    /// Returns what was expected in place of `token`, in words, and advice.
    fn expected(&self, error: &Failure, token: Token, place: ErrorPlace) -> (String, String) {
        let expected = match error {
            ParseError::UnrecognizedToken { expected, .. }
            | ParseError::UnrecognizedEof { expected, .. } => expected.as_slice(),
            _ => &[],
        };
        let has = |terminal: &str| expected.iter().any(|name| name.trim_matches('"') == terminal);
        let fixed = |expected: &str, help: &str| (expected.to_owned(), help.to_owned());
        let names_first = "`coreg(l,k)(.., ..)` names lifelines first";
        match place {
            ErrorPlace::Names if has(";") => fixed("`;` or `}`", ""),
            ErrorPlace::Names => fixed("a name", ""),
            ErrorPlace::Section if has("gate") => fixed("`message`, `lifeline` or `gate`", ""),
            ErrorPlace::Operand if has("synch") => {
                let meant = nearest(self.text.text(token), ["synch", "asynch"].into_iter());
                let help = meant.map(|meant| format!("did you mean `{meant}`?"));
                ("`synch` or `asynch`".to_owned(), help.unwrap_or_default())
            }
            ErrorPlace::Operand if has(",") => fixed("`,` or `)`", ""),
            ErrorPlace::Operand if has("EMPTY") => {
                let help = match (token.kind, self.text.before(token).kind) {
                    (Kind::Close, Kind::Comma) => "no comma stands behind the last operand",
                    (Kind::Close, _) => "the empty interaction is written `o`",
                    (Kind::At, _) => "the sections of a signature stand before the interaction",
                    _ => "",
                };
                fixed("an interaction", help)
            }
            ErrorPlace::Operand if has("--") && token.kind == Kind::OpenBrace => {
                fixed("`(`", "operands stand in parentheses: `seq(.., ..)`")
            }
            ErrorPlace::Operand if has("--") => {
                fixed("`--` or `->`", "a message is passed by `l -- m -> k`")
            }
            ErrorPlace::Operand if has("|") => fixed("a lifeline, a gate, `(` or `|`", ""),
            ErrorPlace::Targets if has("WORD") => fixed("a lifeline or a gate", ""),
            ErrorPlace::Targets => fixed("`,` or `)`", ""),
            ErrorPlace::Lifelines if has("WORD") => fixed("a lifeline", names_first),
            ErrorPlace::Lifelines => fixed("`,` or `)`", names_first),
            ErrorPlace::Actions if has("WORD") => fixed("an action", "an action is `l!m` or `l?m`"),
            ErrorPlace::Actions if has("!") => fixed("`!` or `?`", "an action is `l!m` or `l?m`"),
            _ if has("WORD") || has("MESSAGE") => fixed("a name", ""),
            _ => {
                let sign = |name: &String| format!("`{}`", name.trim_matches('"'));
                (expected.iter().map(sign).collect::<Vec<_>>().join(" or "), String::new())
            }
        }
    }

    /// Starts a section; a repeated section is reported.
    pub(super) fn begin_section(&mut self, section: usize, place: Span) {
        self.section = section;
        if let Some(first) = self.places[section] {
            let message = format!("`@{}` stands twice", SECTIONS[section]);
            let twice = codes::SECTION_TWICE.at(place, message).also(first, "first here");
            self.report(twice.help("list all names in one section"));
        }
        self.places[section].get_or_insert(place);
    }

    /// Reports a section with an unknown name.
    pub(super) fn unknown_section(&mut self, name: Span) {
        let at = self.text.before(self.text.at(name.start()));
        let diagnostic = unknown_section(self.text.slice(name), at.span.to(name));
        if diagnostic.severity() == Severity::Error {
            self.lose_names();
        }
        self.report(diagnostic);
    }

    /// Declares a name.
    pub(super) fn declare(&mut self, place: Span) {
        let name = self.text.slice(place);
        if !check_name(name, place, self.sink) {
            return;
        }
        let signature = &mut self.names.signature;
        let is_known = match self.section {
            0 => signature.message(name).is_some(),
            1 => signature.lifeline(name).is_some(),
            _ => signature.gate(name).is_some(),
        };
        if is_known {
            twice(&self.text, place, self.sink);
        }
        match self.section {
            0 => _ = signature.add_message(name),
            1 => _ = signature.add_lifeline(name),
            _ => _ = signature.add_gate(name),
        }
    }

    /// Reports a name, or a comma, where a semicolon belongs.
    pub(super) fn missing_semicolon(&mut self, at: usize) {
        let token = self.text.at(at);
        if token.kind == Kind::Comma {
            let message = "expected `;` or `}`, found `,`";
            let wrong = codes::SYNTAX.at(token.span, message).help("semicolons separate names");
            self.report(wrong.fix(token.span, ";"));
        } else {
            self.missing(token, ";");
        }
    }

    /// Reports a sign that is missing before a token.
    fn missing(&mut self, token: Token, sign: &str) {
        let last = self.text.before(token).span.end();
        let next = format!("`{}`", shortened(self.text.text(token)));
        self.report(missing(codes::SYNTAX, sign, last, &next));
    }

    /// Reports errors that concern all sections together.
    pub(super) fn end_sections(&mut self) {
        let signature = &self.names.signature;
        let both = |name: &&String| signature.gate(name).is_some();
        if let (Some(place), Some(name)) = (self.places[2], signature.lifelines().iter().find(both))
        {
            let message = format!("`{name}` is a lifeline and a gate");
            let help = "arrows begin and end at the lifeline; give the gate another name";
            self.report(codes::LIFELINE_AND_GATE.at(place, message).help(help));
        }
    }

    /// Makes a part the root, if it is the first.
    pub(super) fn whole(&mut self, part: ExpressionId) {
        self.root.get_or_insert(part);
    }

    /// Reports a missing term.
    pub(super) fn no_whole(&mut self, error: &Failure) {
        let Some(token) = self.fault(error) else { return };
        let (expected, mut help) = self.expected(error, token, ErrorPlace::Operand);
        if expected == "an interaction" {
            if std::mem::replace(&mut self.is_end_reported, true) {
                return;
            }
            if token.kind == Kind::End {
                let help_text = match self.text.before(token).kind {
                    Kind::CloseBrace => "this is a signature: the file *.hif holds the interaction",
                    _ => "the empty interaction is written `o`",
                };
                help_text.clone_into(&mut help);
            }
        }
        self.unexpected(token, &expected, &help);
    }

    /// Reports a syntax error behind a term.
    pub(super) fn wrong_beyond(&mut self, error: &Failure) {
        let Some(token) = self.fault(error) else { return };
        let (expected, help) = self.expected(error, token, ErrorPlace::Operand);
        // A comma is expected here only because a missing one is reported separately.
        if expected == "`,` or `)`" {
            self.beyond(token.span.start());
        } else {
            self.unexpected(token, &expected, &help);
        }
    }

    /// Reports, once, text behind the end of the term.
    pub(super) fn beyond(&mut self, at: usize) {
        if std::mem::replace(&mut self.is_end_reported, true) {
            return;
        }
        let token = self.text.at(at);
        let help = match token.kind {
            Kind::Close => "no parenthesis is open here",
            Kind::At => "the sections of a signature stand before the interaction",
            _ => "a file holds one interaction: write `seq(.., ..)` around several",
        };
        self.unexpected(token, "the end of the file", help);
    }

    /// Reports an operand that cannot be read.
    pub(super) fn no_operand(&mut self, error: &Failure) -> Operands {
        let mut spoilt = true;
        if let Some(token) = self.fault(error) {
            let (expected, help) = self.expected(error, token, ErrorPlace::Operand);
            spoilt = expected == "an interaction";
            self.unexpected(token, &expected, &help);
        }
        let part = self.parts.push(Expression::Empty, Span::default());
        Operands { all: vec![part], spoilt }
    }

    /// Reports an operator without operands, and returns a part for it nevertheless.
    pub(super) fn no_operands(&mut self, head: &Operation, error: &Failure) -> ExpressionId {
        let help = match head.make {
            Make::Compound(Operator::Coreg(_)) => {
                "the operands stand in parentheses of their own: `coreg(l)(.., ..)`"
            }
            _ => "the operands stand in parentheses of their own: `sync(l!m)(.., ..)`",
        };
        if let Some(token) = self.fault(error) {
            self.unexpected(token, "`(` and the operands", help);
        }
        self.parts.push(Expression::Empty, head.word)
    }

    /// Reports an operand that is not separated from the previous one by a comma.
    pub(super) fn missing_comma(&mut self, at: usize) {
        self.missing(self.text.at(at), ",");
    }

    /// Returns the empty interaction.
    pub(super) fn empty(&mut self, place: Span) -> ExpressionId {
        self.parts.push(Expression::Empty, place)
    }

    /// Returns a passing as a part; a reported one is the empty interaction.
    pub(super) fn passing(&mut self, passing: Option<Passing>, place: Span) -> ExpressionId {
        self.parts.push(passing.map_or(Expression::Empty, Expression::Passing), place)
    }

    /// Returns the origin of a message; an unknown name is reported.
    pub(super) fn origin(&mut self, word: Span) -> Option<Origin> {
        self.names.end(self.text.slice(word), word, self.sink).map(|end| match end {
            Target::Lifeline(lifeline) | Target::Lost(lifeline) | Target::Unshown(lifeline) => {
                Origin::Lifeline(lifeline)
            }
            Target::Gate(gate) => Origin::Gate(gate),
        })
    }

    /// Returns a valid passing; an invalid one is reported.
    pub(super) fn message(
        &mut self,
        origin: Option<Origin>,
        synchronous: Option<bool>,
        message: Span,
        ends: Option<Vec<Span>>,
        place: Span,
    ) -> Option<Passing> {
        let text = &self.text;
        let name = self.names.message(text.slice(message), message, self.sink);
        let ends = ends?;
        let mut targets = Vec::with_capacity(ends.len());
        for &end in &ends {
            targets.extend(self.names.end(text.slice(end), end, self.sink));
        }
        let synchronous = synchronous.unwrap_or(false);
        let is_complete = targets.len() == ends.len();
        let passing = Passing { origin: origin?, synchronous, message: name?, targets };
        is_complete.then(|| check(passing, place, &ends, self.names, self.sink)).flatten()
    }

    /// Reports an operator that does not exist.
    pub(super) fn unknown_operator(&mut self, word: Span) {
        self.report(unknown_operator(self.text.slice(word), word));
    }

    /// Returns the lifelines of a coregion, each once.
    pub(super) fn lifelines(&mut self, words: &[Span]) -> Vec<LifelineId> {
        let mut seen = LifelineSet::new();
        let mut lifelines = Vec::new();
        for &word in words {
            let found = self.names.lifeline(self.text.slice(word), word, self.sink);
            let Some(lifeline) = found else { continue };
            if seen.contains(lifeline) {
                twice(&self.text, word, self.sink);
            } else {
                seen.insert(lifeline);
                lifelines.push(lifeline);
            }
        }
        lifelines
    }

    /// Returns an action; unknown names are reported.
    pub(super) fn action(
        &mut self,
        lifeline: Span,
        direction: Direction,
        message: Span,
    ) -> Option<Action> {
        let (who, what) = (self.text.slice(lifeline), self.text.slice(message));
        let lifeline = self.names.lifeline(who, lifeline, self.sink);
        let message = self.names.message(what, message, self.sink);
        Some(Action { lifeline: lifeline?, direction, message: message? })
    }

    /// Adds an action to the shared actions of operands.
    pub(super) fn share(&mut self, shared: &mut Shared, action: Option<Action>, place: Span) {
        let Some(action) = action else { return };
        if shared.seen.insert(action) {
            shared.actions.push(action);
        } else {
            twice(&self.text, place, self.sink);
        }
    }

    /// Reports several actions without braces around them.
    pub(super) fn without_braces(&mut self, shared: &Shared) {
        if let Some(comma) = shared.comma {
            let help = "several actions stand in braces: `sync{l!m, k?m}(..)`";
            self.unexpected(self.text.at(comma), "`)`", help);
        }
    }

    /// Builds a part from an operator and its operands, which end at a place.
    pub(super) fn close(&mut self, head: Operation, operands: Operands, end: Span) -> ExpressionId {
        let Operation { make, word } = head;
        let Operands { all, spoilt } = operands;
        let expression = match (make, &*all) {
            (Make::Compound(operator), [_, _, ..]) => Expression::Compound(operator, all),
            (Make::Optional, &[operand]) => Expression::Optional(operand),
            (Make::Loop(kind), &[operand]) => Expression::Loop(kind, operand),
            (Make::Nothing, _) => Expression::Empty,
            (make, operands) => {
                // An operator that is not closed may have further operands.
                if !spoilt && !end.is_empty() {
                    self.operand_count(&make, word, operands.len());
                }
                Expression::Empty
            }
        };
        self.parts.push(expression, word.to(end))
    }

    fn operand_count(&mut self, make: &Make, word: Span, found: usize) {
        let (wanted, help) = match make {
            Make::Compound(_) => ("two or more operands", None),
            _ => ("one operand", Some("write `seq(..)` around the operands".to_owned())),
        };
        let message = format!("`{}` has {wanted}", self.text.slice(word));
        let found = if found == 1 { "one is given".into() } else { format!("{found} are given") };
        self.report(codes::OPERAND_COUNT.at(word, message).label(found).help_if(help));
    }
}

fn unknown_section(name: &str, place: Span) -> Diagnostic {
    if name.ends_with("_option") {
        let message = format!("`@{}` is not read", shortened(name));
        return codes::IGNORED_OPTIONS.at(place, message).label("options of another tool");
    }
    let message = format!("unknown section `@{}`", shortened(name));
    let unknown = codes::UNKNOWN_SECTION.at(place, message);
    match nearest(name, SECTIONS.into_iter()) {
        Some(meant) => unknown.did_you_mean(&format!("@{meant}")),
        None => unknown.help("the sections are `@message`, `@lifeline` and `@gate`"),
    }
}

fn unknown_operator(name: &str, place: Span) -> Diagnostic {
    /// The operators of other tools that are not supported, with the reasons.
    const REFUSED: [(&str, &str); 2] = [
        ("and", "`and` has no finite automaton that this program makes"),
        ("loopC", "loops over coregions are not supported; loopS, loopH, loopW and loopP are"),
    ];
    if let Some((_, why)) = REFUSED.iter().find(|(word, _)| *word == name) {
        let message = format!("`{name}` is not supported");
        return codes::UNSUPPORTED.at(place, message).label(*why);
    }
    let message = format!("unknown operator `{}`", shortened(name));
    let lower = name.to_ascii_lowercase();
    let same = operators().find(|known| known.to_ascii_lowercase() == lower);
    let unknown = codes::UNKNOWN_OPERATOR.at(place, message);
    match same.or_else(|| nearest(name, operators())) {
        _ if lower == "loop" => {
            unknown.help("a loop says what it closes under: loopS, loopH, loopW or loopP")
        }
        Some(meant) => unknown.did_you_mean(meant),
        None => {
            let all = operators().collect::<Vec<_>>().join(", ");
            unknown.help(format!("the operators are {all}"))
        }
    }
}
