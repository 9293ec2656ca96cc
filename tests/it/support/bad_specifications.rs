//! Bad specifications: written in a line, and drawn at random.

use oracle::configurations::{Configuration, Exploration};
use oracle::reachability::is_bad;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    BadConfigurations, ChannelKind, ContentsExpression, ContentsNode, ContentsNodeId, MessageId,
    ParticipantId, StateId, System,
};

/// Returns the specifications that a text like `(automaton p0: in 1: true with a^*#_)` states for
/// a system whose states are named by their numbers. The points around `#` go without saying.
pub(crate) fn bad(system: &System, text: &str) -> Vec<BadConfigurations> {
    let text = text.replace('#', ".#.");
    let text = format!("{}bad_states: {text}\n", scm::print(system, &[], &[]));
    let reading = scm::read(&Source::new("bad.scm", text.clone()));
    reading.model.unwrap_or_else(|| panic!("{:?}\n{text}", reading.diagnostics)).bad
}

/// Writes a system with specifications down, as a file.
pub(crate) fn file(system: &System, bad: &[BadConfigurations]) -> String {
    scm::print(system, bad, &[])
}

/// How often a specification that says too much is drawn again.
const ATTEMPTS: usize = 8;

/// Draws a specification for a system of which some configurations are known.
///
/// Most of what one comes upon is reachable. So two times in three another one is drawn if such
/// a configuration was reached, though not for ever.
pub(crate) fn random_bad(
    system: &System,
    exploration: &Exploration,
    numbers: &mut Random,
) -> BadConfigurations {
    let first = any_bad(system, exploration, numbers);
    if numbers.percent(33) {
        return first;
    }
    let was_reached = |bad: &BadConfigurations| {
        exploration.reached.iter().any(|reached| is_bad(bad, &reached.configuration))
    };
    let mut drawn = first;
    for _ in 0..ATTEMPTS {
        if !was_reached(&drawn) {
            break;
        }
        drawn = any_bad(system, exploration, numbers);
    }
    drawn
}

/// Draws a specification of any kind.
fn any_bad(system: &System, exploration: &Exploration, numbers: &mut Random) -> BadConfigurations {
    let contents = Nodes { system, nodes: IndexVec::new() };
    let one = configuration(exploration, numbers);
    let other = configuration(exploration, numbers);
    match numbers.below(10) {
        // What is reachable, and more.
        0..2 => BadConfigurations {
            control: control(system, one, 0, numbers),
            contents: contents.maybe(vec![one.contents.clone()], Style::Loose, numbers),
        },
        // What is reachable but for a small change.
        2..6 => {
            let mut changed = one.contents.clone();
            change(system, &mut changed, numbers);
            BadConfigurations {
                control: control(system, one, 0, numbers),
                contents: contents.maybe(vec![changed], Style::Exact, numbers),
            }
        }
        // The control states of one and the contents of another.
        6 => BadConfigurations {
            control: control(system, one, 0, numbers),
            contents: contents.maybe(vec![other.contents.clone()], Style::Exact, numbers),
        },
        // The contents of two with channels exchanged: not to be taken for a product.
        7 => {
            let (mut left, mut right) = (one.contents.clone(), other.contents.clone());
            for channel in 0..left.len() {
                if numbers.percent(50) {
                    std::mem::swap(&mut left[channel], &mut right[channel]);
                }
            }
            BadConfigurations {
                control: control(system, one, 0, numbers),
                contents: contents.maybe(vec![left, right], Style::Exact, numbers),
            }
        }
        // Other control states.
        8 => BadConfigurations {
            control: control(system, one, 40, numbers),
            contents: contents.maybe(vec![one.contents.clone()], Style::Loose, numbers),
        },
        // Anything.
        _ => {
            let mut words = vec![Vec::new(); system.channels().len()];
            for _ in 0..numbers.below(5) {
                change(system, &mut words, numbers);
            }
            BadConfigurations {
                control: control(system, one, 80, numbers),
                contents: contents.maybe(vec![words], Style::Loose, numbers),
            }
        }
    }
}

/// Draws one of the configurations that are known. Those that hold messages are drawn more often,
/// and of these those in which it matters what comes first.
fn configuration<'e>(exploration: &'e Exploration, numbers: &mut Random) -> &'e Configuration {
    let reached = &exploration.reached;
    let mut draw = || &reached[numbers.below(reached.len())].configuration;
    let drawn = [draw(), draw(), draw(), draw(), draw()];
    let differing = |here: &Configuration| {
        let pairs = here.contents.iter().flat_map(|held| held.windows(2));
        pairs.filter(|pair| pair[0] != pair[1]).count()
    };
    match numbers.below(3) {
        0 => drawn[0],
        1 => drawn.into_iter().find(|here| !here.is_stable()).unwrap_or(drawn[0]),
        _ => drawn.into_iter().max_by_key(|here| differing(here)).unwrap_or(drawn[0]),
    }
}

/// Names some participants with the states that they have in a configuration and maybe others;
/// of so many in 100 it names others only.
fn control(
    system: &System,
    configuration: &Configuration,
    percent_other: usize,
    numbers: &mut Random,
) -> Vec<(ParticipantId, Vec<StateId>)> {
    let certain = numbers.below(system.automata().len());
    let named = numbers.between(20, 100);
    let mut control = Vec::new();
    for (participant, automaton) in system.automata().enumerate() {
        if participant.index() != certain && !numbers.percent(named) {
            continue;
        }
        let mut any = || StateId::from_index(numbers.below(automaton.states().len()));
        let others = [any(), any()];
        let here = configuration.state(participant);
        let first = if numbers.percent(percent_other) { others[0] } else { here };
        let mut states = vec![first];
        if numbers.percent(40) {
            states.push(others[1]);
        }
        states.sort_unstable();
        states.dedup();
        control.push((participant, states));
    }
    control
}

/// Puts a message into the contents, takes one away, or exchanges two.
fn change(system: &System, contents: &mut [Vec<MessageId>], numbers: &mut Random) {
    let held: Vec<usize> = (0..contents.len()).filter(|&c| !contents[c].is_empty()).collect();
    let differing = |channel: usize| {
        let pairs = contents[channel].windows(2).enumerate();
        pairs.filter(|(_, pair)| pair[0] != pair[1]).map(move |(place, _)| (channel, place))
    };
    let differing: Vec<(usize, usize)> = held.iter().copied().flat_map(differing).collect();
    if let Some((channel, place)) = numbers.choose(&differing)
        && numbers.percent(60)
    {
        contents[channel].swap(place, place + 1);
        return;
    }
    let message = MessageId::from_index(numbers.below(system.messages().len()));
    match (numbers.choose(&held), numbers.below(3)) {
        (Some(channel), 0) => {
            let place = numbers.below(contents[channel].len());
            contents[channel].remove(place);
        }
        (Some(channel), 1) => {
            let place = numbers.below(contents[channel].len());
            contents[channel][place] = message;
        }
        _ => {
            let channel = numbers.below(contents.len());
            let place = numbers.between(0, contents[channel].len());
            contents[channel].insert(place, message);
        }
    }
}

/// How much more than the given words an expression describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Hardly more.
    Exact,
    /// Any amount more.
    Loose,
}

/// The nodes of an expression that is being drawn.
struct Nodes<'s> {
    system: &'s System,
    nodes: IndexVec<ContentsNodeId, ContentsNode>,
}

/// The contents of all channels.
type Words = Vec<Vec<MessageId>>;

impl Nodes<'_> {
    /// Draws an expression that describes these contents, or none.
    fn maybe(
        mut self,
        words: Vec<Words>,
        style: Style,
        numbers: &mut Random,
    ) -> Option<ContentsExpression> {
        if numbers.percent(15) {
            return None;
        }
        let last = self.system.channels().len() - 1;
        let parts = words.into_iter().map(|words| self.channels(words, 0, last, style, numbers));
        let parts = parts.collect();
        self.alternatives(parts);
        Some(ContentsExpression::from_nodes(self.nodes))
    }

    /// Draws a part that describes what `words` says of the channels from `first` to `last`, with
    /// the separators between them.
    fn channels(
        &mut self,
        mut words: Words,
        first: usize,
        last: usize,
        style: Style,
        numbers: &mut Random,
    ) -> ContentsNodeId {
        let is_fifo =
            |channel: usize| self.system.channels().as_slice()[channel].kind == ChannelKind::Fifo;
        match numbers.below(10) {
            // These contents or others.
            0 | 1 => {
                let mut others = words.clone();
                change(self.system, &mut others[first..=last], numbers);
                let mut parts = vec![
                    self.smaller(words, first, last, style, numbers),
                    self.smaller(others, first, last, style, numbers),
                ];
                if numbers.percent(50) {
                    parts.reverse();
                }
                self.alternatives(parts)
            }
            // The first messages of the first channel stand apart, or the last of the last.
            2 | 3 if is_fifo(first) => {
                let at = numbers.between(0, words[first].len());
                let rest = words[first].split_off(at);
                let front = self.word(&std::mem::replace(&mut words[first], rest), style, numbers);
                let rest = self.channels(words, first, last, style, numbers);
                self.concatenation(vec![front, rest])
            }
            4 if is_fifo(last) => {
                let at = numbers.between(0, words[last].len());
                let back = words[last].split_off(at);
                let rest = self.channels(words, first, last, style, numbers);
                let back = self.word(&back, style, numbers);
                self.concatenation(vec![rest, back])
            }
            _ => self.smaller(words, first, last, style, numbers),
        }
    }

    /// Draws the same from parts with fewer channels.
    fn smaller(
        &mut self,
        words: Words,
        first: usize,
        last: usize,
        style: Style,
        numbers: &mut Random,
    ) -> ContentsNodeId {
        if first < last {
            let middle = numbers.between(first, last - 1);
            let left = self.channels(words.clone(), first, middle, style, numbers);
            let separator = self.nodes.push(ContentsNode::Separator);
            let right = self.channels(words, middle + 1, last, style, numbers);
            return self.concatenation(vec![left, separator, right]);
        }
        match self.system.channels().as_slice()[first].kind {
            ChannelKind::Fifo => self.word(&words[first], style, numbers),
            ChannelKind::Bag => self.all_words(numbers),
        }
    }

    /// Draws a part that describes a word, without separators.
    fn word(&mut self, word: &[MessageId], style: Style, numbers: &mut Random) -> ContentsNodeId {
        let loose = style == Style::Loose && numbers.percent(35);
        match (word, numbers.below(6)) {
            (_, 0) if loose => self.all_words(numbers),
            (_, 1 | 2) if loose && !word.is_empty() => {
                // Some of these letters, in any order.
                let mut letters = word.to_vec();
                letters.sort_unstable();
                letters.dedup();
                let letters =
                    letters.into_iter().map(|m| self.nodes.push(ContentsNode::Message(m)));
                let letters = letters.collect();
                let letter = self.alternatives(letters);
                self.repeated(letter, numbers)
            }
            (_, 3) if loose => {
                let one = self.word(word, style, numbers);
                let other = self.word(&self.other_word(numbers), Style::Exact, numbers);
                self.alternatives(vec![other, one])
            }
            (_, 4) if loose => {
                // Something more may follow.
                let one = self.word(word, style, numbers);
                let more = self.word(&self.other_word(numbers), Style::Exact, numbers);
                let more = self.nodes.push(ContentsNode::Star(more));
                self.concatenation(vec![one, more])
            }
            (_, 5) if loose => {
                let one = self.word(word, style, numbers);
                self.repeated(one, numbers)
            }
            ([], _) => self.nodes.push(ContentsNode::Empty),
            (&[message], _) => self.nodes.push(ContentsNode::Message(message)),
            _ => {
                let (left, right) = word.split_at(numbers.between(1, word.len() - 1));
                let left = self.word(left, style, numbers);
                let right = self.word(right, style, numbers);
                self.concatenation(vec![left, right])
            }
        }
    }

    /// Draws a short word.
    fn other_word(&self, numbers: &mut Random) -> Vec<MessageId> {
        let messages = self.system.messages().len();
        (0..numbers.below(3)).map(|_| MessageId::from_index(numbers.below(messages))).collect()
    }

    /// Draws a part that describes every word over the messages.
    fn all_words(&mut self, numbers: &mut Random) -> ContentsNodeId {
        let mut letters: Vec<ContentsNodeId> = Vec::new();
        for message in self.system.messages().ids() {
            letters.push(self.nodes.push(ContentsNode::Message(message)));
        }
        if numbers.percent(20) {
            // A letter that is a word, which changes nothing.
            let word = self.other_word(numbers);
            letters.insert(0, self.word(&word, Style::Exact, numbers));
        }
        let letter = self.alternatives(letters);
        if numbers.percent(80) {
            return self.nodes.push(ContentsNode::Star(letter));
        }
        let some = self.nodes.push(ContentsNode::Plus(letter));
        let none = self.nodes.push(ContentsNode::Empty);
        self.alternatives(vec![none, some])
    }

    fn repeated(&mut self, node: ContentsNodeId, numbers: &mut Random) -> ContentsNodeId {
        let star = numbers.percent(50);
        self.nodes.push(if star { ContentsNode::Star(node) } else { ContentsNode::Plus(node) })
    }

    fn alternatives(&mut self, parts: Vec<ContentsNodeId>) -> ContentsNodeId {
        match parts[..] {
            [part] => part,
            _ => self.nodes.push(ContentsNode::Alternatives(parts)),
        }
    }

    fn concatenation(&mut self, parts: Vec<ContentsNodeId>) -> ContentsNodeId {
        self.nodes.push(ContentsNode::Concatenation(parts))
    }
}

/// Writes a system with one specification.
pub(crate) fn text(system: &System, bad: &BadConfigurations) -> String {
    file(system, std::slice::from_ref(bad))
}
