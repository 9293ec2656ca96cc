//! Reading a trace or a multitrace.

use crate::interaction::{
    Cursor, Declaration, EXPECTATION, Expectation, Kind, Names, UnknownName, action, codes,
    expectations, lex, twice,
};
use crate::reading::{self, Reading, meant, nearest, shortened};
use kernel::base::IndexVec;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::trace::{Action, Component, Letter, LifelineId, LifelineSet, MultiTrace, Signature};

/// The multitrace that a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The multitrace. Each lifeline of the signature belongs to a location.
    pub multitrace: MultiTrace,
    /// The place of each letter of each component.
    pub places: Vec<Vec<Span>>,
    /// The answers that the file states in comments such as `/*# expect: accepted = holds */`.
    pub expectations: Vec<Expectation>,
}

/// Reads a trace or a multitrace over the names of `signature`.
///
/// A multitrace lists locations with their traces: `[l,k]` names lifelines, `[#any]` stands for those with actions in
/// the trace, and `[#all]` for all that no earlier location has. Lifelines that are not named have
/// separate locations at the end, with empty traces. A trace without locations is that of all lifelines, and so
/// is an empty file. There is a model iff there is no error; one run reports as many errors as can be
/// found, in the order of their places.
///
/// ```
/// use kernel::source::Source;
/// use language::interaction::read_signature;
/// use language::multitrace::read;
///
/// let names = Source::new("ping.hsf", "@lifeline{ l; k; j } @message{ ping }");
/// let signature = read_signature(&names).model.expect("the text is right");
/// let source = Source::new("ping.htf", "{ [l] l!ping; [k] k?ping.k?ping }");
/// let model = read(&source, &signature).model.expect("the text is right");
/// let letters: Vec<usize> =
///     model.multitrace.components.iter().map(|component| component.letters.len()).collect();
/// assert_eq!(letters, [1, 2, 0]);
/// ```
///
/// # Complexity
/// Linear in the text and in the signature, but for sorting what `[#any]` stands for.
pub fn read(source: &Source, signature: &Signature) -> Reading<Model> {
    read_with(source, signature, Lifelines::Declared)
}

/// Reads as [`read`] does if the signature only has the lifelines of some letters, such as those of an automaton: any
/// other lifeline that a location names has no actions, and is left out with a warning.
///
/// # Complexity
/// That of [`read`].
pub fn read_over_letters(source: &Source, signature: &Signature) -> Reading<Model> {
    read_with(source, signature, Lifelines::OfLetters)
}

/// Returns the names that a text has where names of lifelines and of messages stand, by which it can be read alone.
///
/// # Complexity
/// Linear in the text.
pub fn names(source: &Source) -> Signature {
    let mut signature = Signature::new();
    let tokens = lex(source, &mut Sink::new(1)).tokens;
    let mut is_location = false;
    for (place, token) in tokens.iter().enumerate() {
        let behind = |distance: usize| tokens.get(place + distance).map(|one| one.kind);
        let before = place.checked_sub(1).map(|place| tokens[place].kind);
        match token.kind {
            Kind::OpenBracket => is_location = true,
            Kind::CloseBracket => is_location = false,
            Kind::Word if before == Some(Kind::Hash) => {}
            Kind::Word if is_location || matches!(behind(1), Some(Kind::Bang | Kind::Query)) => {
                signature.add_lifeline(source.slice(token.span));
            }
            Kind::Word if matches!(before, Some(Kind::Bang | Kind::Query)) => {
                signature.add_message(source.slice(token.span));
            }
            _ => {}
        }
    }
    signature
}

fn read_with(source: &Source, signature: &Signature, lifelines: Lifelines) -> Reading<Model> {
    reading::read(source, &["multitrace"], |sink| {
        warn_of_nothing(source, sink);
        let lexed = lex(source, sink);
        let number = signature.lifelines().len();
        let mut reader = MultitraceReader {
            cursor: Cursor::new(source, &lexed.tokens),
            names: Names { signature: signature.clone(), declaration: Declaration::Before },
            lifelines,
            sink,
            taken: IndexVec::filled(None, number),
            free: number,
            multitrace: MultiTrace::default(),
            places: Vec::new(),
        };
        reader.file();
        let MultitraceReader { multitrace, places, sink, .. } = reader;
        let expectations = expectations(source, &lexed.comments, EXPECTATION, sink);
        Some(Model { multitrace, places, expectations })
    })
}

/// Warns about an empty text, since the program that wrote it may have failed.
pub(super) fn warn_of_nothing(source: &Source, sink: &mut Sink) {
    if source.text().trim().is_empty() {
        let message = "this is empty: a multitrace where nothing happened";
        let diagnostic = codes::EMPTY_MULTITRACE.at(Span::default(), message);
        sink.push(diagnostic.help("write `{}` where that is meant"));
    }
}

/// The lifelines of a signature.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lifelines {
    /// All lifelines.
    Declared,
    /// The lifelines that act in some letter.
    OfLetters,
}

/// The lifelines of a location.
enum WrittenLocation {
    Named(Vec<(LifelineId, Span)>),
    Any,
    All,
}

/// A letter as it was read: its actions with their places.
struct WrittenLetter {
    actions: Vec<(Action, Span)>,
    place: Span,
}

struct MultitraceReader<'r, 'a> {
    cursor: Cursor<'a>,
    names: Names,
    lifelines: Lifelines,
    sink: &'r mut Sink,
    /// The location that has a lifeline.
    taken: IndexVec<LifelineId, Option<Span>>,
    /// Number of lifelines without a location.
    free: usize,
    multitrace: MultiTrace,
    places: Vec<Vec<Span>>,
}

impl MultitraceReader<'_, '_> {
    fn file(&mut self) {
        let begin = self.cursor.peek();
        let behind = self.cursor.ahead(1).kind;
        let lists = matches!(behind, Kind::OpenBracket | Kind::CloseBrace | Kind::Semicolon);
        if begin.kind == Kind::OpenBrace && lists {
            self.multi();
        } else if begin.kind == Kind::OpenBracket {
            let help = "braces stand around the locations: `{[l] ..; [k] ..}`";
            self.cursor.wrong("`{`", help, self.sink);
            return;
        } else {
            let elements = self.trace(&[Kind::Dot]);
            self.component(WrittenLocation::All, begin.span, elements);
        }
        if self.cursor.kind() != Kind::End {
            let dots = "dots separate what happens one after the other: `l!m.k?m`";
            match self.cursor.kind() {
                Kind::Semicolon => {
                    let help = "semicolons separate locations: `{[l] ..; [k] ..}`";
                    self.cursor.wrong("the end of the file", help, self.sink);
                }
                Kind::Comma => self.cursor.wrong("the end of the file", dots, self.sink),
                Kind::Word => self.cursor.missing(".", self.sink),
                _ => self.cursor.wrong("the end of the file", "", self.sink),
            }
        }
        for lifeline in self.taken.ids() {
            if self.taken[lifeline].is_none() {
                let component = Component { locations: vec![lifeline], letters: Vec::new() };
                self.multitrace.components.push(component);
                self.places.push(Vec::new());
            }
        }
    }

    /// Reads locations with their traces, in braces.
    fn multi(&mut self) {
        self.cursor.take();
        while !matches!(self.cursor.kind(), Kind::CloseBrace | Kind::End) {
            let begin = self.cursor.peek();
            if begin.kind == Kind::OpenBracket {
                let location = self.location();
                let place = begin.span.to(self.cursor.previous());
                let elements = self.trace(&[Kind::Dot, Kind::Semicolon, Kind::CloseBrace]);
                if let Some(location) = location {
                    self.component(location, place, elements);
                }
            } else {
                let help = "a location names lifelines: `[l,k]`, `[#any]` or `[#all]`";
                self.cursor.wrong("`[`", help, self.sink);
                self.cursor.skip_to(&[Kind::Semicolon, Kind::CloseBrace]);
            }
            if self.cursor.eat(Kind::Semicolon).is_some() {
                continue;
            }
            if !matches!(self.cursor.kind(), Kind::CloseBrace | Kind::End) {
                let dots = "dots separate what happens one after the other";
                match self.cursor.kind() {
                    Kind::OpenBracket => self.cursor.missing(";", self.sink),
                    Kind::Word => self.cursor.missing(".", self.sink),
                    _ => self.cursor.wrong("`.`, `;` or `}`", dots, self.sink),
                }
                self.cursor.skip_to(&[Kind::OpenBracket, Kind::Semicolon, Kind::CloseBrace]);
                self.cursor.eat(Kind::Semicolon);
            }
        }
        if self.cursor.eat(Kind::CloseBrace).is_none() {
            self.cursor.missing("}", self.sink);
        }
    }

    /// Reads `[l,k]`, `[#any]` or `[#all]`. Returns `None` after an error.
    fn location(&mut self) -> Option<WrittenLocation> {
        self.cursor.take();
        let location = if self.cursor.eat(Kind::Hash).is_some() {
            let word = self.cursor.peek();
            let location = match self.cursor.text(word) {
                "any" => WrittenLocation::Any,
                "all" => WrittenLocation::All,
                other => {
                    let meant = nearest(other, ["any", "all"].into_iter());
                    let help = meant.map(|meant| format!("did you mean `#{meant}`?"));
                    self.cursor.wrong("`any` or `all`", &help.unwrap_or_default(), self.sink);
                    self.leave_location();
                    return None;
                }
            };
            self.cursor.take();
            Some(location)
        } else {
            self.lifelines().map(WrittenLocation::Named)
        };
        if self.cursor.eat(Kind::CloseBracket).is_some() {
            return location;
        }
        if location.is_some() {
            let is_word = self.cursor.kind() == Kind::Word;
            let help = if is_word { "commas separate lifelines" } else { "" };
            self.cursor.wrong("`]`", help, self.sink);
        }
        self.leave_location();
        None
    }

    /// Skips the rest of a location.
    fn leave_location(&mut self) {
        self.cursor.skip_to(&[Kind::CloseBracket, Kind::Semicolon, Kind::CloseBrace]);
        self.cursor.eat(Kind::CloseBracket);
    }

    /// Reads the lifelines of a location. Returns `None` if one is unknown.
    fn lifelines(&mut self) -> Option<Vec<(LifelineId, Span)>> {
        let (mut lifelines, mut are_known) = (Vec::new(), true);
        let mut seen = LifelineSet::new();
        loop {
            let Some(word) = self.cursor.eat(Kind::Word) else {
                let help = "a location names lifelines: `[l,k]`, `[#any]` or `[#all]`";
                self.cursor.wrong("a lifeline", help, self.sink);
                return None;
            };
            let name = self.cursor.text(word);
            let is_known = self.names.signature.lifeline(name).is_some();
            if self.lifelines == Lifelines::OfLetters && !is_known {
                self.warn_of_silence(name, word.span);
            } else {
                match self.names.lifeline(name, word.span, self.sink) {
                    None => are_known = false,
                    Some(lifeline) if seen.contains(lifeline) => {
                        twice(&self.cursor, word.span, self.sink);
                    }
                    Some(lifeline) => {
                        seen.insert(lifeline);
                        lifelines.push((lifeline, word.span));
                    }
                }
            }
            if self.cursor.eat(Kind::Comma).is_none() {
                return are_known.then_some(lifelines);
            }
        }
    }

    /// Warns about a lifeline that acts in no letter.
    fn warn_of_silence(&mut self, name: &str, place: Span) {
        let message = format!("no letter of the model is of `{}`", shortened(name));
        let known = self.names.signature.lifelines().iter().map(String::as_str);
        self.sink.push(codes::SILENT_LIFELINE.at(place, message).help_if(meant(name, known)));
    }

    /// Reads letters with dots between them. After an error, tokens are skipped up to one of `ends`.
    fn trace(&mut self, ends: &[Kind]) -> Vec<WrittenLetter> {
        let mut elements = Vec::new();
        let is_over = |kind| kind == Kind::End || kind != Kind::Dot && ends.contains(&kind);
        if is_over(self.cursor.kind()) {
            return elements;
        }
        loop {
            match self.element() {
                Some(element) => elements.push(element),
                None => self.cursor.skip_to(ends),
            }
            if self.cursor.eat(Kind::Dot).is_none() {
                return elements;
            }
        }
    }

    /// Reads `l!m` or `{l!m,k?m}`. Returns `None` after a syntax error.
    fn element(&mut self) -> Option<WrittenLetter> {
        let begin = self.cursor.peek().span;
        let braces = self.cursor.eat(Kind::OpenBrace).is_some();
        let mut actions: Vec<(Action, Span)> = Vec::new();
        loop {
            let first = self.cursor.peek().span;
            match action(&mut self.cursor, &mut self.names, self.sink) {
                None if braces => {
                    self.cursor.skip_to(&[Kind::CloseBrace]);
                    self.cursor.eat(Kind::CloseBrace);
                    return None;
                }
                None => return None,
                Some(Err(UnknownName)) => {}
                Some(Ok(action)) => actions.push((action, first.to(self.cursor.previous()))),
            }
            if !braces || self.cursor.eat(Kind::Comma).is_none() {
                break;
            }
        }
        if braces {
            self.cursor.expect(Kind::CloseBrace, "`}`", self.sink)?;
        }
        let place = begin.to(self.cursor.previous());
        let mut sorted = actions.clone();
        sorted.sort_unstable();
        for pair in sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            twice(&self.cursor, pair[1].1, self.sink);
        }
        Some(WrittenLetter { actions, place })
    }

    /// Adds the trace of a location.
    fn component(&mut self, location: WrittenLocation, place: Span, elements: Vec<WrittenLetter>) {
        let lifelines: Vec<(LifelineId, Span)> = match location {
            WrittenLocation::Named(lifelines) => lifelines,
            WrittenLocation::Any => {
                let actions = elements.iter().flat_map(|element| &element.actions);
                let mut met: Vec<(LifelineId, Span)> =
                    actions.map(|&(action, place)| (action.lifeline, place)).collect();
                met.sort_unstable();
                met.dedup_by_key(|&mut (lifeline, _)| lifeline);
                met
            }
            WrittenLocation::All if self.free == 0 => Vec::new(),
            WrittenLocation::All => {
                let free = self.taken.ids().filter(|&lifeline| self.taken[lifeline].is_none());
                free.map(|lifeline| (lifeline, place)).collect()
            }
        };
        let own: LifelineSet = lifelines.iter().map(|&(lifeline, _)| lifeline).collect();
        for &(lifeline, at) in &lifelines {
            if let Some(first) = self.taken[lifeline] {
                let name = shortened(&self.names.signature.lifelines()[lifeline]);
                let message = format!("`{name}` is of another location already");
                let overlap = codes::OVERLAP.at(at, message).also(first, "of this one");
                let help = "`[#all]` stands for what no location before it has: put it last";
                self.sink.push(overlap.help(help));
            }
            if self.taken[lifeline].replace(place).is_none() {
                self.free -= 1;
            }
        }
        let mut letters = Vec::with_capacity(elements.len());
        let mut places = Vec::with_capacity(elements.len());
        for element in elements {
            for &(action, at) in &element.actions {
                if !own.contains(action.lifeline) {
                    self.foreign(action.lifeline, at, place);
                }
            }
            letters.extend(Letter::new(element.actions.into_iter().map(|(action, _)| action)));
            places.push(element.place);
        }
        if !lifelines.is_empty() {
            let locations = lifelines.into_iter().map(|(lifeline, _)| lifeline).collect();
            self.multitrace.components.push(Component { locations, letters });
            self.places.push(places);
        }
    }

    /// Reports an action on a lifeline that does not belong to the location at `place`.
    fn foreign(&mut self, lifeline: LifelineId, at: Span, place: Span) {
        let name = shortened(&self.names.signature.lifelines()[lifeline]);
        let message = format!("`{name}` is not of this location");
        self.sink.push(codes::WRONG_LOCATION.at(at, message).also(place, "the location"));
    }
}
