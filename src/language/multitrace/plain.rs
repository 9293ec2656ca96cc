//! Multitraces of letters that belong to fixed locations: `{ [1] e; [2] d.d.c; [3] }`.

use super::read::warn_of_nothing;
use crate::interaction::{Cursor, EXPECTATION, Expectation, Kind, codes, expectations, lex};
use crate::reading::{self, Reading, shortened};
use kernel::base::Id as _;
use kernel::diagnostics::Sink;
use kernel::source::{Source, Span};
use model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

/// The multitrace that a file describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainModel {
    /// The trace of each location.
    pub traces: Vec<Vec<LocalLetterId>>,
    /// The place of each letter of each trace.
    pub places: Vec<Vec<Span>>,
    /// The answers that the file states.
    pub expectations: Vec<Expectation>,
}

/// Reads a multitrace whose locations are named by their numbers from 1.
///
/// A location that is not named has an empty trace. A letter that the alphabet does not have is
/// [`unknown`](model::trace::Location::unknown); a letter of another location is an error. Letters
/// are separated by dots, semicolons, braces and white space.
///
/// ```
/// use kernel::source::Source;
/// use language::multitrace::read_plain;
/// use model::trace::DistributedAlphabet;
///
/// let locations = [vec!["a".to_owned()], vec!["b".to_owned()]];
/// let alphabet = DistributedAlphabet::of_names(["a", "b"], &locations).expect("each is seen once");
/// let source = Source::new("ab.htf", "{ [2] b.b; [1] a }");
/// let model = read_plain(&source, &alphabet).model.expect("the text is right");
/// assert_eq!(model.traces.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
/// ```
///
/// # Complexity
/// Linear in the text and in the number of locations.
pub fn read_plain(source: &Source, alphabet: &DistributedAlphabet) -> Reading<PlainModel> {
    reading::read(source, &[], |sink| {
        warn_of_nothing(source, sink);
        let lexed = lex(source, sink);
        let number = alphabet.locations().len();
        let mut reader = PlainReader {
            cursor: Cursor::new(source, &lexed.tokens),
            alphabet,
            sink,
            taken: vec![None; number],
            traces: vec![Vec::new(); number],
            places: vec![Vec::new(); number],
        };
        reader.file();
        let PlainReader { traces, places, sink, .. } = reader;
        let expectations = expectations(source, &lexed.comments, EXPECTATION, sink);
        Some(PlainModel { traces, places, expectations })
    })
}

struct PlainReader<'r, 'a> {
    cursor: Cursor<'a>,
    alphabet: &'r DistributedAlphabet,
    sink: &'r mut Sink,
    /// The place where each location was named.
    taken: Vec<Option<Span>>,
    traces: Vec<Vec<LocalLetterId>>,
    places: Vec<Vec<Span>>,
}

const LOCATIONS: &str = "locations have numbers from 1: `{[1] a.b; [2] c}`";

impl PlainReader<'_, '_> {
    fn file(&mut self) {
        if self.cursor.kind() == Kind::End {
            return;
        }
        if self.cursor.eat(Kind::OpenBrace).is_none() {
            self.cursor.wrong("`{`", LOCATIONS, self.sink);
            return;
        }
        while !matches!(self.cursor.kind(), Kind::CloseBrace | Kind::End) {
            let location = self.location();
            self.trace(location);
            if self.cursor.eat(Kind::Semicolon).is_none()
                && !matches!(self.cursor.kind(), Kind::CloseBrace | Kind::End)
            {
                let help = "dots stand between letters, semicolons between locations";
                self.cursor.wrong("`.`, `;` or `}`", help, self.sink);
                self.cursor.skip_to(&[Kind::OpenBracket, Kind::Semicolon, Kind::CloseBrace]);
                self.cursor.eat(Kind::Semicolon);
            }
        }
        if self.cursor.expect(Kind::CloseBrace, "`}`", self.sink).is_some()
            && self.cursor.kind() != Kind::End
        {
            self.cursor.wrong("the end of the file", "", self.sink);
        }
    }

    /// Reads `[2]`. Returns `None` after an error.
    fn location(&mut self) -> Option<LocationId> {
        const ENDS: [Kind; 3] = [Kind::CloseBracket, Kind::Semicolon, Kind::CloseBrace];
        let Some(open) = self.cursor.eat(Kind::OpenBracket) else {
            self.cursor.wrong("`[`", LOCATIONS, self.sink);
            self.cursor.skip_to(&[Kind::OpenBracket, Kind::Semicolon, Kind::CloseBrace]);
            return None;
        };
        let word = self.cursor.peek();
        let index = self.cursor.text(word).parse::<usize>().ok().and_then(|one| one.checked_sub(1));
        let number = self.taken.len();
        let Some(index) = index.filter(|&index| word.kind == Kind::Word && index < number) else {
            let text = shortened(self.cursor.text(word));
            let message = format!("there is no location `{text}`");
            let help = match number {
                1 => "the only location is 1".to_owned(),
                _ => format!("locations are numbered 1 to {number}"),
            };
            self.sink.push(codes::SYNTAX.at(word.span, message).help(help));
            self.cursor.skip_to(&ENDS);
            self.cursor.eat(Kind::CloseBracket);
            return None;
        };
        self.cursor.take();
        if self.cursor.eat(Kind::CloseBracket).is_none() {
            self.cursor.wrong("`]`", "a location has one number", self.sink);
            self.cursor.skip_to(&ENDS);
            self.cursor.eat(Kind::CloseBracket);
        }
        let place = open.span.to(self.cursor.previous());
        if let Some(first) = self.taken[index] {
            let message = format!("location {} stands here again", index + 1);
            self.sink.push(codes::OVERLAP.at(place, message).also(first, "it stands here"));
            return None;
        }
        self.taken[index] = Some(place);
        Some(LocationId::from_index(index))
    }

    /// Reads letters with dots between them.
    fn trace(&mut self, location: Option<LocationId>) {
        if matches!(self.cursor.kind(), Kind::Semicolon | Kind::CloseBrace | Kind::End) {
            return;
        }
        loop {
            match self.element() {
                Some(place) => self.seen(location, place),
                None => {
                    self.cursor.wrong("a letter", "", self.sink);
                    self.cursor.skip_to(&[Kind::Dot, Kind::Semicolon, Kind::CloseBrace]);
                }
            }
            if self.cursor.eat(Kind::Dot).is_none() {
                return;
            }
        }
    }

    /// Takes the tokens of one letter, which are adjacent.
    fn element(&mut self) -> Option<Span> {
        use Kind::{CloseBrace, Dot, End, OpenBracket, Semicolon};
        let ends = |kind| matches!(kind, Dot | Semicolon | CloseBrace | OpenBracket | End);
        if ends(self.cursor.kind()) {
            return None;
        }
        let mut place = self.cursor.take().span;
        loop {
            let next = self.cursor.peek();
            if ends(next.kind) || next.span.start() != place.end() {
                return Some(place);
            }
            place = place.to(self.cursor.take().span);
        }
    }

    fn seen(&mut self, location: Option<LocationId>, place: Span) {
        let Some(location) = location else { return };
        let text = self.cursor.slice(place);
        let locations = self.alphabet.locations();
        let letter = locations[location].local_letter(text);
        if locations[location].text(letter).is_none() {
            let owner = locations.ids().find(|&other| {
                let other = &locations[other];
                other.local_letter(text) != other.unknown()
            });
            if let Some(owner) = owner {
                let message = format!("`{}` is not seen at this location", shortened(text));
                let help = format!("it belongs to location {}", owner.index() + 1);
                self.sink.push(codes::WRONG_LOCATION.at(place, message).help(help));
                return;
            }
        }
        self.traces[location.index()].push(letter);
        self.places[location.index()].push(place);
    }
}
