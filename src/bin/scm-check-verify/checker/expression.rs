//! Contents expressions as nondeterministic automata, and sets of their states.

/// A letter of a contents word: a message, any message, or the border between two channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Message(usize),
    Any,
    Separator,
}

/// An automaton over letters, with empty steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    letters: Vec<Vec<(Letter, usize)>>,
    empty: Vec<Vec<usize>>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A set of states, in the order in which they were found.
#[derive(Clone, Debug)]
pub(super) struct States {
    pub(super) found: Vec<usize>,
    marked: Vec<bool>,
}

impl States {
    /// Adds a state; says whether it is new.
    pub(super) fn add(&mut self, state: usize) -> bool {
        let new = !std::mem::replace(&mut self.marked[state], true);
        if new {
            self.found.push(state);
        }
        new
    }

    pub(super) fn contains(&self, state: usize) -> bool {
        self.marked[state]
    }
}

impl Nfa {
    /// Adds a state.
    pub(super) fn state(&mut self) -> usize {
        self.letters.push(Vec::new());
        self.empty.push(Vec::new());
        self.letters.len() - 1
    }

    /// Adds a step that reads nothing.
    pub(super) fn skip(&mut self, from: usize, to: usize) {
        self.empty[from].push(to);
    }

    /// Adds a step that reads `letter`.
    pub(super) fn read(&mut self, from: usize, letter: Letter, to: usize) {
        self.letters[from].push((letter, to));
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.letters.len()
    }

    /// Returns the set without states.
    pub(super) fn none(&self) -> States {
        States { found: Vec::new(), marked: vec![false; self.len()] }
    }

    /// Returns the states that nothing leads to from the start.
    pub(super) fn initial(&self) -> States {
        let mut states = self.none();
        states.add(self.start);
        self.close(&mut states, |_| false);
        states
    }

    /// Returns the states that one letter leads to.
    pub(super) fn step(&self, from: &States, reads: impl Fn(Letter) -> bool) -> States {
        let mut states = self.none();
        for &(letter, to) in from.found.iter().flat_map(|&state| &self.letters[state]) {
            if reads(letter) {
                states.add(to);
            }
        }
        self.close(&mut states, |_| false);
        states
    }

    /// Adds the states that any word of such letters leads to.
    pub(super) fn close(&self, states: &mut States, reads: impl Fn(Letter) -> bool) {
        let mut at = 0;
        while at < states.found.len() {
            let state = states.found[at];
            at += 1;
            for &to in &self.empty[state] {
                states.add(to);
            }
            for &(letter, to) in &self.letters[state] {
                if reads(letter) {
                    states.add(to);
                }
            }
        }
    }

    /// Says whether the contents are a word of the language; of a bag anything is.
    pub(super) fn accepts(&self, bags: &[bool], contents: &[Vec<usize>]) -> bool {
        let mut states = self.initial();
        for (channel, messages) in contents.iter().enumerate() {
            if channel > 0 {
                states = self.step(&states, |letter| letter == Letter::Separator);
            }
            if bags[channel] {
                self.close(&mut states, |letter| letter != Letter::Separator);
                continue;
            }
            for &message in messages {
                states = self.step(&states, |letter| reads(letter, message));
            }
        }
        states.contains(self.end)
    }
}

/// Says whether `letter` stands for `message`.
pub(super) fn reads(letter: Letter, message: usize) -> bool {
    letter == Letter::Any || letter == Letter::Message(message)
}
