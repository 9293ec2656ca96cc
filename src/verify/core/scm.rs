//! The SCM language: from the text of a model to a system.
//!
//! The text is parsed by its grammar, from left to right, by one function for each of its rules. The first word that
//! does not fit makes the model an unsupported form, as do assignments, thresholds, and conditions that depend on
//! variables: the functions return `None`, and the words before that place are shown. A transition whose condition
//! never holds is omitted.
//!
//! Contents are read more permissively than by the main program: separators between channels may occur anywhere, with
//! their usual meaning, and for bags anything is accepted.

use std::collections::BTreeSet;

use serde_json::Value;

use super::expectation::{self, Expectation};
use super::lexer::{self, is_name_byte, trim};
use super::{
    Act, ChannelMessage, Nfa, Outcome, Participant, Specification, System, Transition, require,
    supported, unsupported,
};

/// The words that cannot be names.
const RESERVED: &str = "scm nb_channels lossy parameters automaton initial state to when with in bad_states \
    threshold int real true false not and or uncontrollable cast sqrt";

/// Maximum number of channels, counted for each specification, where contents are given channel by channel.
const PARTS: usize = 1 << 18;

/// Reads a model.
///
/// # Errors
/// [`Verdict::Unsupported`](super::Verdict::Unsupported) if the text is not understood, with the words at that point.
pub fn read(bytes: &[u8]) -> Outcome<System> {
    read_all(bytes).map(|(system, _)| system)
}

/// Reads a model and the answers that it states.
pub(crate) fn read_all(bytes: &[u8]) -> Outcome<(System, Vec<Expectation>)> {
    let text = str::from_utf8(bytes).or_else(|_| unsupported("a model that is not UTF-8"))?;
    let text = lexer::read(text);
    let text = text.map_or_else(|| unsupported("a model with a comment that does not end"), Ok)?;
    let expectations = expectation::read(&directives(&text, "expect"), "//#")?;
    let mut parser = Parser { words: &text.words, ..Parser::default() };
    if parser.file(&directives(&text, "bag_buffers")).is_none() {
        // The words of the statement that are read and the next one, and at most 20 of them.
        let end = (parser.at + 1).min(text.words.len());
        let start = parser.start.max(end.saturating_sub(20)).min(end);
        let shown = text.words[start..end].join(" ");
        return unsupported(format!("not understood in the model: `{shown}`"));
    }
    let are_read = parser.finals(&directives(&text, "final")).is_some();
    supported(are_read, "a model with a line `//# final` that is not understood")?;
    parser.system.list_users();
    Ok((parser.system, expectations))
}

/// Returns what follows a word in the comments that begin with `//#` and the word.
fn directives<'t>(text: &lexer::Text<'t>, word: &str) -> Vec<&'t str> {
    let directives = text.comments.iter().filter_map(|comment| comment.strip_prefix("//#"));
    let found = directives.filter_map(|line| trim(line).strip_prefix(word));
    found.filter(|rest| !rest.bytes().next().is_some_and(is_name_byte)).collect()
}

/// Reads the numbers in the rest of a directive, behind `=`.
fn listed(text: &str) -> Option<Vec<u64>> {
    let read = |item: &str| {
        require(item.bytes().all(|byte| byte.is_ascii_digit()))?;
        item.parse().ok()
    };
    trim(text).strip_prefix('=')?.split(',').map(|item| read(trim(item))).collect()
}

/// The words of a text, and the parts of the model read so far.
#[derive(Default)]
pub(crate) struct Parser<'t> {
    words: &'t [&'t str],
    /// The index of the next word, and of the first one of the current statement.
    at: usize,
    start: usize,
    system: System,
    lossy: Vec<bool>,
    /// The variables of each automaton, and the automaton whose variables are in scope.
    variables: Vec<BTreeSet<&'t str>>,
    scope: usize,
    /// The numbers of the states of the current automaton that are declared so far.
    declared: BTreeSet<u64>,
}

impl<'t> Parser<'t> {
    /// Returns the next word; an empty word at the end.
    pub(crate) fn peek(&self) -> &'t str {
        self.words.get(self.at).copied().unwrap_or_default()
    }

    /// Skips the next word if it is `word`; returns whether it is.
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let is_next = !word.is_empty() && self.peek() == word;
        if is_next {
            self.at += 1;
        }
        is_next
    }

    /// Skips the next word, which must be `word`.
    pub(crate) fn expect(&mut self, word: &str) -> Option<()> {
        require(self.eat(word))
    }

    /// Skips the first word of a statement if it is the next one; returns whether it is.
    fn begin(&mut self, word: &str) -> bool {
        if self.peek() == word {
            self.start = self.at;
        }
        self.eat(word)
    }

    /// Reads a name.
    pub(crate) fn name(&mut self) -> Option<&'t str> {
        let name = self.peek();
        let is_letter = |first: char| first.is_ascii_alphabetic();
        let is_name = name.starts_with(is_letter) || name.starts_with('_') && name != "_";
        require(is_name && RESERVED.split(' ').all(|word| word != name))?;
        self.at += 1;
        Some(name)
    }

    /// Reads a whole number.
    fn number(&mut self) -> Option<u64> {
        require(!self.peek().starts_with('+'))?;
        let number = self.peek().parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Reads comma-separated numbers.
    fn numbers(&mut self) -> Option<Vec<u64>> {
        let mut numbers = vec![self.number()?];
        while self.eat(",") {
            numbers.push(self.number()?);
        }
        Some(numbers)
    }

    /// Returns `true` if a name is that of a message, or of a variable of the automaton in scope.
    pub(crate) fn is_known(&self, name: &str) -> bool {
        let variables = self.variables.get(self.scope);
        variables.is_some_and(|names| names.contains(name)) || self.system.message(name).is_some()
    }

    /// Reads a model; `bags` are the lists of channels that are bags.
    fn file(&mut self, bags: &[&str]) -> Option<()> {
        self.expect("scm")?;
        self.name()?;
        self.expect(":")?;
        self.channels(bags)?;
        self.start = self.at;
        self.expect("parameters")?;
        require(self.eat(":") || self.eat("="))?;
        while self.begin("int") || self.begin("real") {
            let name = self.name()?;
            if self.eat("=") {
                self.value()?;
            }
            self.expect(";")?;
            let at = self.system.messages.partition_point(|other| other.as_str() < name);
            require(self.system.message(name).is_none())?;
            self.system.messages.insert(at, name.to_owned());
        }
        while self.begin("automaton") {
            self.automaton()?;
        }
        require(!self.system.participants.is_empty())?;
        if self.begin("bad_states") {
            self.expect(":")?;
            while self.begin("(") {
                self.specification()?;
            }
            require(!self.system.specifications.is_empty())?;
        }
        require(self.at == self.words.len())
    }

    /// Reads the number of channels, and which of them are bags or lossy.
    fn channels(&mut self, bags: &[&str]) -> Option<()> {
        self.start = self.at;
        self.expect("nb_channels")?;
        require(self.eat(":") || self.eat("="))?;
        // The limit is needed since memory is allocated for each channel.
        let count = u16::try_from(self.number()?).ok().filter(|count| *count > 0)?;
        self.expect(";")?;
        self.system.bags = vec![false; count.into()];
        self.system.channels = (0..count).map(Value::from).collect();
        self.lossy.clone_from(&self.system.bags);
        if let [list] = bags {
            for channel in listed(list)? {
                *self.system.bags.get_mut(usize::try_from(channel).ok()?)? = true;
            }
        }
        require(bags.len() < 2)?;
        if self.begin("lossy") {
            self.expect(":")?;
            for number in self.numbers()? {
                *self.lossy.get_mut(usize::try_from(number).ok()?)? = true;
            }
        }
        Some(())
    }

    /// Reads lines that declare final states, each of a participant and the numbers of its states.
    fn finals(&mut self, lines: &[&str]) -> Option<()> {
        let mut named = BTreeSet::new();
        for line in lines {
            let line = trim(line).strip_prefix(':')?;
            let (name, numbers) = line.split_at(line.find('=')?);
            let p = self.system.participant(trim(name))?;
            require(named.insert(p))?;
            let Participant { index, states, .. } = &mut self.system.participants[p];
            for number in listed(numbers)? {
                let is_final = &mut states[*index.get(&number)?].is_declared_final;
                require(!std::mem::replace(is_final, true))?;
            }
        }
        Some(())
    }

    /// Reads the variables of an automaton. Their initial values may name each other, and do not affect the result.
    fn variables(&mut self) -> Option<()> {
        let (mut names, mut values) = (BTreeSet::new(), Vec::new());
        while self.begin("int") || self.begin("real") {
            let name = self.name()?;
            require(names.insert(name))?;
            if self.eat("=") {
                values.push(self.at);
                while ![";", ""].contains(&self.peek()) {
                    self.at += 1;
                }
            }
            self.expect(";")?;
        }
        self.scope = self.variables.len();
        self.variables.push(names);
        let end = self.at;
        for start in values {
            self.at = start;
            self.value()?;
            self.expect(";")?;
        }
        self.at = end;
        Some(())
    }

    /// Reads an automaton.
    fn automaton(&mut self) -> Option<()> {
        let name = self.name()?;
        self.expect(":")?;
        require(self.system.participant(name).is_none())?;
        let name = name.to_owned();
        self.system.participants.push(Participant { name, ..Participant::default() });
        self.declared.clear();
        self.variables()?;
        self.start = self.at;
        self.expect("initial")?;
        self.expect(":")?;
        for number in self.numbers()? {
            let participant = self.system.participants.last_mut()?;
            let local = participant.add_state(number);
            if !participant.initial.contains(&local) {
                participant.initial.push(local);
            }
        }
        self.eat(";");
        while self.begin("state") {
            let number = self.number()?;
            self.expect(":")?;
            require(self.declared.insert(number))?;
            let from = self.system.participants.last_mut()?.add_state(number);
            while self.begin("to") {
                self.transition(from)?;
            }
        }
        let participant = self.system.participants.last()?;
        require(participant.states.iter().all(|state| self.declared.contains(&state.number)))
    }

    /// Reads a transition that leaves a state.
    fn transition(&mut self, from: usize) -> Option<()> {
        let target = self.number()?;
        self.expect(":")?;
        self.expect("when")?;
        let holds = self.condition()?;
        let act = if self.eat(",") { self.action()? } else { Act::Internal };
        self.expect(";")?;
        let participant = self.system.participants.last_mut()?;
        let to = participant.add_state(target);
        if !holds {
            return Some(());
        }
        let transitions = &mut participant.states[from].transitions;
        transitions.push(Transition { act, to, lost: None });
        if let Act::Send(sent) = act
            && self.lossy[sent.channel]
        {
            transitions.push(Transition { act: Act::Internal, to, lost: Some(sent) });
        }
        Some(())
    }

    /// Reads a send or a reception.
    fn action(&mut self) -> Option<Act> {
        let channel = self.number()?;
        let channel = usize::try_from(channel).ok().filter(|at| *at < self.system.bags.len())?;
        let is_send = self.eat("!");
        require(is_send || self.eat("?"))?;
        let name = self.name()?;
        let message = ChannelMessage { channel, message: self.system.message(name)? };
        Some(if is_send { Act::Send(message) } else { Act::Receive(message) })
    }

    /// Reads a specification of bad states.
    fn specification(&mut self) -> Option<()> {
        let mut specification = Specification::default();
        while self.begin("automaton") {
            let name = self.name()?;
            let p = self.system.participant(name)?;
            self.scope = p;
            self.expect(":")?;
            let mut named = BTreeSet::new();
            let first = self.at;
            while self.begin("in") {
                let number = self.number()?;
                self.expect(":")?;
                let local = *self.system.participants[p].index.get(&number)?;
                if self.condition()? {
                    named.insert(local);
                }
            }
            require(self.at > first)?;
            require(specification.control.insert(p, named).is_none())?;
        }
        require(!specification.control.is_empty())?;
        if self.begin("with") {
            let (first, mut depth) = (self.at, 0);
            while depth > 0 || self.peek() != ")" {
                match self.peek() {
                    "" => return None,
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            let words = &self.words[first..self.at];
            specification.contents = Some(contents(&self.system, words)?);
        }
        self.expect(")")?;
        self.system.specifications.push(specification);
        Some(())
    }
}

/// Reads contents, of all channels in one expression or channel by channel.
fn contents(system: &System, words: &[&str]) -> Option<Nfa> {
    let [_, "=", ..] = words else { return Nfa::read(words, &system.messages) };
    require((system.specifications.len() + 1) * system.bags.len() <= PARTS)?;
    let mut parts = vec![None; system.bags.len()];
    for part in words.split(|word| *word == ",") {
        let [channel, "=", part @ ..] = part else { return None };
        let part = [&["("], part, &[")"]].concat();
        require(parts.get_mut(channel.parse::<usize>().ok()?)?.replace(part).is_none())?;
    }
    let parts = parts.into_iter().map(|part| part.unwrap_or(vec!["*"]));
    Nfa::read(&parts.collect::<Vec<_>>().join(&[".", "#", "."][..]), &system.messages)
}
