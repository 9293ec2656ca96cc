//! The SCM language: from the text of a model to a system.
//!
//! Guards, variables and thresholds are not given a meaning here: a model that needs one is an unsupported form.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::expression::{Letter, Nfa};
use super::lexer::{Token, words};
use super::system::{Act, Participant, Place, Specification, State, System, Transition};
use super::{Fault, Outcome, reject, unsupported};

/// The words that name nothing.
const RESERVED: &str = "scm nb_channels lossy parameters automaton initial state to when with in bad_states \
    threshold int real true false not and or uncontrollable cast sqrt";

/// The deepest nesting of parentheses that is read, and the most channels.
const DEPTH: usize = 256;
const CHANNELS: usize = 1 << 16;

/// The binary operators of conditions, from the loosest to the tightest; the third level is `not`.
const OPERATORS: [&[&str]; 6] =
    [&["or"], &["and"], &[], &["==", "!=", "<", ">", "<=", ">="], &["+", "-"], &["*", "/", "%"]];

/// Reads a model.
pub(super) fn read(bytes: &[u8]) -> Outcome<System> {
    let words = words(bytes)?;
    let mut parser = Parser {
        tokens: words.tokens,
        at: 0,
        depth: 0,
        system: System::default(),
        lossy: Vec::new(),
    };
    parser.file()?;
    if words.bags.len() > 1 {
        return reject("the model has two lines `bag_buffers`");
    }
    for Token { text, line } in words.bags {
        let list = text.trim().strip_prefix('=');
        for channel in list.unwrap_or("").split(',').map(|item| item.trim().parse::<usize>()) {
            match channel.ok().and_then(|channel| parser.system.bags.get_mut(channel)) {
                Some(bag) => *bag = true,
                None => {
                    return reject(format!("line {line} of the model: malformed `bag_buffers`"));
                }
            }
        }
    }
    Ok(parser.system.with_tables())
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    system: System,
    lossy: Vec<bool>,
}

/// What a constant condition, or a part of one, is worth.
#[derive(Clone, Copy)]
enum Value {
    Truth(bool),
    Number(i128),
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).map_or("", |token| token.text)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.peek() == text;
        self.at += usize::from(found);
        found
    }

    fn fail<T>(&self, what: &str) -> Outcome<T> {
        let line = self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |token| token.line);
        let found = match self.peek() {
            "" => "the end".to_owned(),
            text => format!("`{text}`"),
        };
        reject(format!("line {line} of the model: expected {what}, found {found}"))
    }

    fn expect(&mut self, text: &str) -> Outcome {
        if self.take(text) { Ok(()) } else { self.fail(&format!("`{text}`")) }
    }

    fn name(&mut self) -> Outcome<&'a str> {
        let text = self.peek();
        let starts =
            text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        if !starts || text == "_" || RESERVED.split(' ').any(|word| word == text) {
            return self.fail("a name");
        }
        self.at += 1;
        Ok(text)
    }

    fn number(&mut self) -> Outcome<u64> {
        let text = self.peek();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.fail("a number");
        }
        self.at += 1;
        text.parse().or_else(|_| unsupported(format!("the number {text}")))
    }

    fn channel(&mut self) -> Outcome<usize> {
        let before = self.at;
        match usize::try_from(self.number()?) {
            Ok(channel) if channel < self.system.bags.len() => Ok(channel),
            _ => {
                self.at = before;
                self.fail("the number of a channel")
            }
        }
    }

    fn message(&mut self) -> Outcome<usize> {
        let before = self.at;
        let name = self.name()?;
        self.system.message(name).map_or_else(
            || {
                self.at = before;
                self.fail("a declared message")
            },
            Ok,
        )
    }

    fn file(&mut self) -> Outcome {
        self.expect("scm")?;
        self.name()?;
        self.expect(":")?;
        self.expect("nb_channels")?;
        if !self.take(":") {
            self.expect("=")?;
        }
        let channels = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        match channels {
            0 => return reject("the model has no channels"),
            1..=CHANNELS => self.system.bags = vec![false; channels],
            _ => return unsupported("more than 65,536 channels"),
        }
        self.lossy = self.system.bags.clone();
        self.expect(";")?;
        if self.take("lossy") {
            self.expect(":")?;
            loop {
                let channel = self.channel()?;
                self.lossy[channel] = true;
                if !self.take(",") {
                    break;
                }
            }
        }
        self.expect("parameters")?;
        if !self.take("=") {
            self.expect(":")?;
        }
        while self.take("int") || self.take("real") {
            let name = self.name()?;
            if self.peek() == "=" {
                return unsupported("a parameter with a value");
            }
            self.expect(";")?;
            if self.system.message(name).is_none() {
                self.system.message_index.insert(name.to_owned(), self.system.messages.len());
                self.system.messages.push(name.to_owned());
            }
        }
        while self.take("automaton") {
            let participant = self.automaton()?;
            let place = self.system.participants.len();
            self.system.participant_index.insert(participant.name.clone(), place);
            self.system.participants.push(participant);
        }
        if self.system.participants.is_empty() {
            return self.fail("`automaton`");
        }
        if self.peek() == "threshold" {
            return unsupported("a threshold");
        }
        if self.take("bad_states") {
            self.expect(":")?;
            while self.peek() == "(" || self.system.specifications.is_empty() {
                let specification = self.specification()?;
                self.system.specifications.push(specification);
            }
        }
        if self.at < self.tokens.len() { self.fail("the end of the model") } else { Ok(()) }
    }

    fn automaton(&mut self) -> Outcome<Participant> {
        let name = self.name()?.to_owned();
        if self.system.participant(&name).is_some() {
            return reject(format!("the model has two automata {name}"));
        }
        self.expect(":")?;
        if matches!(self.peek(), "int" | "real") {
            return unsupported("a variable");
        }
        self.expect("initial")?;
        self.expect(":")?;
        let mut initial = BTreeSet::new();
        loop {
            initial.insert(self.number()?);
            if !self.take(",") {
                break;
            }
        }
        self.take(";");
        let mut index = FxHashMap::default();
        let mut drafts = Vec::new();
        while self.take("state") {
            let number = self.number()?;
            if index.insert(number, drafts.len()).is_some() {
                return reject(format!("automaton {name} has two states {number}"));
            }
            self.expect(":")?;
            let mut leaving = Vec::new();
            while self.take("to") {
                self.transition(&mut leaving)?;
            }
            drafts.push((number, leaving));
        }
        if drafts.is_empty() {
            return self.fail("`state`");
        }
        let find = |number: u64| {
            let missing = || Fault::Rejected(format!("automaton {name} has no state {number}"));
            index.get(&number).copied().ok_or_else(missing)
        };
        let mut states = Vec::new();
        for (number, leaving) in drafts {
            let resolve = |(to, act, lost)| Ok(Transition { act, to: find(to)?, lost });
            let transitions = leaving.into_iter().map(resolve).collect::<Outcome<_>>()?;
            states.push(State { number, transitions });
        }
        let initial = initial.into_iter().map(find).collect::<Outcome<_>>()?;
        Ok(Participant { name, states, index, initial })
    }

    /// Reads a transition behind its `to`, and adds the twin that loses the message.
    fn transition(&mut self, leaving: &mut Vec<(u64, Act, Option<Place>)>) -> Outcome {
        let to = self.number()?;
        self.expect(":")?;
        self.expect("when")?;
        self.condition()?;
        let mut act = Act::Internal;
        if self.take(",") {
            let channel = self.channel()?;
            let send = self.take("!");
            if !send {
                self.expect("?")?;
            }
            let place = Place { channel, message: self.message()? };
            act = if send { Act::Send(place) } else { Act::Receive(place) };
        }
        if self.peek() == "with" {
            return unsupported("an assignment");
        }
        self.expect(";")?;
        leaving.push((to, act, None));
        if let Act::Send(place) = act
            && self.lossy[place.channel]
        {
            leaving.push((to, Act::Internal, Some(place)));
        }
        Ok(())
    }

    /// Reads a condition that is always true.
    fn condition(&mut self) -> Outcome {
        match self.value(0)? {
            Value::Truth(true) => Ok(()),
            Value::Truth(false) => unsupported("a condition that is never true"),
            Value::Number(_) => self.fail("a condition"),
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return unsupported("nesting as deep as this");
        }
        let value = inner(self);
        self.depth -= 1;
        value
    }

    fn value(&mut self, level: usize) -> Outcome<Value> {
        if level == OPERATORS.len() {
            return self.primary();
        }
        if OPERATORS[level].is_empty() && self.take("not") {
            return match self.nested(|parser| parser.value(level))? {
                Value::Truth(truth) => Ok(Value::Truth(!truth)),
                Value::Number(_) => self.fail("a condition behind `not`"),
            };
        }
        let mut left = self.value(level + 1)?;
        while OPERATORS[level].contains(&self.peek()) {
            let operator = self.peek();
            self.at += 1;
            let right = self.value(level + 1)?;
            left = match (left, right) {
                (Value::Truth(a), Value::Truth(b)) if level == 0 => Value::Truth(a || b),
                (Value::Truth(a), Value::Truth(b)) if level == 1 => Value::Truth(a && b),
                (Value::Number(a), Value::Number(b)) if level > 2 => match operator {
                    "==" => Value::Truth(a == b),
                    "!=" => Value::Truth(a != b),
                    "<" => Value::Truth(a < b),
                    ">" => Value::Truth(a > b),
                    "<=" => Value::Truth(a <= b),
                    ">=" => Value::Truth(a >= b),
                    _ => match operator {
                        "+" => a.checked_add(b),
                        "-" => a.checked_sub(b),
                        "*" => a.checked_mul(b),
                        _ => None,
                    }
                    .map_or_else(
                        || unsupported("arithmetic of this kind"),
                        |n| Ok(Value::Number(n)),
                    )?,
                },
                _ => return self.fail("operands that fit the operator"),
            };
        }
        Ok(left)
    }

    fn primary(&mut self) -> Outcome<Value> {
        if self.take("(") {
            let value = self.nested(|parser| parser.value(0))?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.take("-") {
            return match self.nested(Self::primary)? {
                Value::Number(number) => Ok(Value::Number(-number)),
                Value::Truth(_) => self.fail("a number behind `-`"),
            };
        }
        match self.peek() {
            "true" | "false" => {
                self.at += 1;
                Ok(Value::Truth(self.tokens[self.at - 1].text == "true"))
            }
            "cast" | "sqrt" => unsupported("cast and sqrt"),
            text if text.contains('.') && text.len() > 1 => unsupported("a real number"),
            text if text.starts_with(|c: char| c.is_ascii_digit()) => {
                Ok(Value::Number(i128::from(self.number()?)))
            }
            _ => {
                self.name()?;
                unsupported("a guard with variables")
            }
        }
    }

    fn specification(&mut self) -> Outcome<Specification> {
        self.expect("(")?;
        let mut control = vec![None; self.system.participants.len()];
        while self.peek() == "automaton" || control.iter().all(Option::is_none) {
            self.expect("automaton")?;
            let name = self.name()?;
            let Some(p) = self.system.participant(name) else {
                return reject(format!("bad_states: there is no automaton {name}"));
            };
            self.expect(":")?;
            let mut named = BTreeSet::new();
            while self.peek() == "in" || named.is_empty() {
                self.expect("in")?;
                let number = self.number()?;
                let Some(&local) = self.system.participants[p].index.get(&number) else {
                    return reject(format!("bad_states: automaton {name} has no state {number}"));
                };
                named.insert(local);
                self.expect(":")?;
                self.condition()?;
            }
            if control[p].replace(named).is_some() {
                return reject(format!(
                    "bad_states: automaton {name} stands twice in one specification"
                ));
            }
        }
        let contents = if self.take("with") { Some(self.contents()?) } else { None };
        self.expect(")")?;
        Ok(Specification { control, contents })
    }

    /// Reads contents, of all channels in one expression or channel by channel.
    fn contents(&mut self) -> Outcome<Nfa> {
        let mut nfa = Nfa::default();
        nfa.start = nfa.state();
        if !self.peek().starts_with(|c: char| c.is_ascii_digit()) {
            nfa.end = self.alternatives(&mut nfa, 0)?;
            return Ok(nfa);
        }
        let mut parts = vec![None; self.system.bags.len()];
        loop {
            let channel = self.channel()?;
            self.expect("=")?;
            let (start, begin) = (nfa.state(), self.at);
            let end = self.alternatives(&mut nfa, start)?;
            if self.tokens[begin..self.at].iter().any(|token| token.text == "#") {
                return reject("bad_states: `#` in the contents of one channel");
            }
            if parts[channel].replace((start, end)).is_some() {
                return reject(format!(
                    "bad_states: channel {channel} stands twice in one specification"
                ));
            }
            if !self.take(",") {
                break;
            }
        }
        for (channel, part) in parts.into_iter().enumerate() {
            let (start, end) = part.unwrap_or_else(|| {
                let free = nfa.state();
                nfa.read(free, Letter::Any, free);
                (free, free)
            });
            if channel == 0 {
                nfa.skip(nfa.start, start);
            } else {
                nfa.read(nfa.end, Letter::Separator, start);
            }
            nfa.end = end;
        }
        Ok(nfa)
    }

    /// Reads an expression, for words that start in the state `from`; returns where they end.
    fn alternatives(&mut self, nfa: &mut Nfa, from: usize) -> Outcome<usize> {
        let end = nfa.state();
        loop {
            let mut here = self.atom(nfa, from)?;
            while self.take(".") {
                here = self.atom(nfa, here)?;
            }
            nfa.skip(here, end);
            if !self.take("|") {
                return Ok(end);
            }
        }
    }

    fn atom(&mut self, nfa: &mut Nfa, from: usize) -> Outcome<usize> {
        let start = nfa.state();
        nfa.skip(from, start);
        let end = if self.take("(") {
            let end = self.nested(|parser| parser.alternatives(nfa, start))?;
            self.expect(")")?;
            end
        } else {
            let end = nfa.state();
            if self.take("_") {
                nfa.skip(start, end);
            } else if self.take("*") {
                nfa.skip(start, end);
                nfa.read(end, Letter::Any, end);
            } else {
                let letter = if self.take("#") {
                    Letter::Separator
                } else if self.take("?") {
                    Letter::Any
                } else {
                    Letter::Message(self.message()?)
                };
                nfa.read(start, letter, end);
            }
            end
        };
        loop {
            if self.take("^*") {
                nfa.skip(start, end);
            } else if !self.take("^+") {
                return Ok(end);
            }
            nfa.skip(end, start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fault, system::System};
    use super::read;

    fn model(guard: &str, contents: &str) -> String {
        format!(
            "scm t : nb_channels = 2 ; parameters : int a ; int b ; automaton A : initial : 0 \
             state 0 : to 007 : when {guard} , 0 ! a ; state 7 : \
             bad_states : (automaton A : in 7 : true with {contents})"
        )
    }

    fn system(text: &str) -> System {
        read(text.as_bytes()).unwrap()
    }

    #[test]
    fn both_spellings_and_comments_are_read() {
        let text = "/* /* */ */ scm t : nb_channels: 3 ; // x\n//# bag_buffers = 0, 2\nlossy : 1 parameters = int a ; \
                    automaton A : initial: 0, 1; state 0 : to 01 : when true , 1 ! a ; state 1 :";
        let system = system(text);
        assert_eq!(system.bags, [true, false, true]);
        assert_eq!(system.participants[0].initial, [0, 1]);
        let transitions = &system.state(0, 0).transitions;
        assert_eq!(transitions.len(), 2, "the send and its twin");
        assert!(transitions[1].lost.is_some() && transitions[0].lost.is_none());
    }

    #[test]
    fn conditions_that_are_always_true_are_read_and_others_are_unsupported() {
        for guard in ["true", "(true)", "not false", "1 < 2", "1 + 2 * 3 == 7 and -1 < 0 or false"]
        {
            assert_eq!(system(&model(guard, "#")).participants.len(), 1, "{guard}");
        }
        for guard in ["false", "not true", "x == 0", "1.5 < 2", "1 / 0 == 1", "sqrt 1 == 1"] {
            let fault = read(model(guard, "#").as_bytes()).unwrap_err();
            assert!(matches!(fault, Fault::Unsupported(_)), "{guard}: {fault:?}");
        }
    }

    #[test]
    fn malformed_models_are_rejected_with_their_line() {
        for (text, why) in [
            ("scm t : nb_channels = 0 ;", "no channels"),
            ("scm t :\nnb_channels 1", "line 2 of the model: expected `=`, found `1`"),
            ("scm t : /* x", "has no end"),
            ("scm t : \u{1}", "unexpected"),
            (&model("true", "c"), "expected a declared message, found `c`"),
            (&model("true", "0 = a.#"), "`#` in the contents of one channel"),
            (&model("true", "0 = a, 0 = b"), "stands twice"),
            (&model("1", "#"), "expected a condition"),
            (&format!("{} //# bag_buffers = 2", model("true", "#")), "malformed `bag_buffers`"),
        ] {
            let Err(Fault::Rejected(found)) = read(text.as_bytes()) else {
                panic!("{text} is read")
            };
            assert!(found.contains(why), "{found}");
        }
        let deep = model(&"(".repeat(100_000), "#");
        assert!(matches!(read(deep.as_bytes()), Err(Fault::Unsupported(_))));
    }

    #[test]
    fn contents_are_matched() {
        let words = |contents: &str| {
            let nfa = system(&model("true", contents)).specifications[0].contents.clone().unwrap();
            move |first: &[usize], second: &[usize]| {
                nfa.accepts(&[false; 2], &[first.to_vec(), second.to_vec()])
            }
        };
        let chain = words("a.(b|_)^*.#.?");
        assert!(chain(&[0], &[1]) && chain(&[0, 1, 1], &[0]));
        assert!(!chain(&[0], &[]) && !chain(&[1], &[0]) && !chain(&[0, 1, 0], &[0]));
        let channels = words("1 = a^+.*");
        assert!(channels(&[1, 1, 0], &[0, 0, 1]) && !channels(&[], &[]) && !channels(&[], &[1]));
        let nested = words("((a^*)^+)^*.#.b^*^+");
        assert!(nested(&[], &[]) && nested(&[0, 0], &[1, 1]) && !nested(&[1], &[]));
    }

    #[test]
    fn a_bag_may_hold_anything() {
        let nfa = system(&model("true", "*.#.a")).specifications[0].contents.clone().unwrap();
        assert!(nfa.accepts(&[true, false], &[vec![1, 0], vec![0]]));
        assert!(!nfa.accepts(&[true, false], &[vec![1, 0], vec![1]]));
    }
}
