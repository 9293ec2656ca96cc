//! The automata that are drawn, as automata: what they accept is what their definitions say.
//!
//! Words are enumerated over all communications of a random system, and each is read twice: by the
//! drawn automaton, and by the configurations that its actions lead through. The automaton of
//! borderline violations is built once more, from its definition. The settings are those of
//! `cases.rs`.

use crate::support::bad_specifications::{file, random_bad};
use crate::support::cases::{seeds, setting, system_of};
use crate::support::program::Directory;
use crate::support::small_systems::{FIFO, describe, system};
use oracle::configurations::{Bounds, Configuration, Loss, explore, initial};
use oracle::conflict::{is_cyclic, matching, same_way};
use oracle::reachability::{is_bad, matches, word};
use oracle::rsc_states::{Key, key_of};
use scm_check::internals::check::membership::{borderline_diagram, violations_diagram};
use scm_check::internals::check::reachability::{ending_diagrams, runs_diagram};
use scm_check::internals::check::rsc;
use scm_check::internals::kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use scm_check::internals::kernel::base::{Control, Id as _, Limit, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    Action, BadConfigurations, ChannelId, ChannelKind, Direction, Label, MessageId, ParticipantId,
    StateId, Step, System, Transition, product_diagram,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many states a drawn automaton may have. Larger ones are passed over.
const STATES: u64 = 1_000;

/// How many words are extended by every letter, for each automaton.
const WORDS: usize = 60;

/// What is explored to find specifications that matter.
const BOUNDS: Bounds = Bounds { configurations: 150, messages: 4 };

/// A letter of the words that automata read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Letter {
    /// A message that is received at once.
    Matched(Action, Action),
    /// A send without a reception.
    Unmatched(Action),
    /// A reception alone.
    Reception(Action),
}

impl Letter {
    fn actions(self) -> Vec<Action> {
        match self {
            Self::Matched(send, reception) => vec![send, reception],
            Self::Unmatched(action) | Self::Reception(action) => vec![action],
        }
    }

    /// The action that comes first: the send, where there is one.
    fn first(self) -> Action {
        self.actions()[0]
    }

    /// The participants that take part.
    fn participants(self) -> BTreeSet<ParticipantId> {
        self.actions().iter().map(|action| action.participant).collect()
    }

    /// How drawings write the letter.
    fn text(self, system: &System) -> String {
        let Action { participant, channel, message, .. } = self.first();
        let (channel, message) = (channel.index(), &system.messages()[message].name);
        let name = |participant: ParticipantId| system.automata()[participant].name();
        let first = name(participant);
        match self {
            Self::Matched(_, reception) => {
                format!("{channel}!{first}?{} {message}", name(reception.participant))
            }
            Self::Unmatched(_) => format!("{channel}!{first} {message}"),
            Self::Reception(_) => format!("{channel}?{first} {message}"),
        }
    }
}

/// All communications whose actions occur in the system as it is written.
fn communications(system: &System) -> BTreeSet<Letter> {
    let all = actions(system);
    let sends = all.iter().filter(|action| action.direction == Direction::Send);
    let mut letters = BTreeSet::new();
    for &send in sends {
        letters.insert(Letter::Unmatched(send));
        let fits = |other: &&Action| {
            other.direction == Direction::Receive
                && (other.channel, other.message) == (send.channel, send.message)
        };
        letters.extend(all.iter().filter(fits).map(|&other| Letter::Matched(send, other)));
    }
    letters
}

/// All receptions that occur in the system as it is written.
fn receptions(system: &System) -> BTreeSet<Letter> {
    let all = actions(system).into_iter();
    all.filter(|a| a.direction == Direction::Receive).map(Letter::Reception).collect()
}

fn actions(system: &System) -> BTreeSet<Action> {
    let mut actions = BTreeSet::new();
    for (participant, automaton) in system.automata().enumerate() {
        for transition in automaton.transitions() {
            if let Label::Action(direction, channel, message) = transition.label {
                actions.insert(Action { participant, direction, channel, message });
            }
        }
    }
    actions
}

/// Letters with their texts.
type Alphabet = Vec<(Letter, String)>;

fn alphabet(system: &System, letters: impl IntoIterator<Item = Letter>) -> Alphabet {
    letters.into_iter().map(|letter| (letter, letter.text(system))).collect()
}

/// An automaton, about to read words.
struct Reader {
    diagram: NamedAutomaton,
    /// Where a state leads by a letter, which is known by its place in the alphabet.
    moves: BTreeMap<(usize, usize), BTreeSet<usize>>,
}

impl Reader {
    /// An automaton that reads no letter but these.
    fn new(diagram: NamedAutomaton, alphabet: &Alphabet) -> Self {
        let mut moves: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for NamedTransition { from, letter, to } in &diagram.transitions {
            let place = alphabet.iter().position(|(_, text)| text == letter);
            let place = place.unwrap_or_else(|| panic!("the system does nothing like {letter}"));
            moves.entry((*from, place)).or_default().insert(*to);
        }
        Self { diagram, moves }
    }

    fn initial(&self) -> BTreeSet<usize> {
        let states = self.diagram.states.iter().enumerate();
        states.filter(|(_, state)| state.initial).map(|(place, _)| place).collect()
    }

    fn after(&self, states: &BTreeSet<usize>, letter: usize) -> BTreeSet<usize> {
        states
            .iter()
            .filter_map(|&state| self.moves.get(&(state, letter)))
            .flatten()
            .copied()
            .collect()
    }

    fn accepts(&self, states: &BTreeSet<usize>) -> bool {
        states.iter().any(|&state| self.diagram.states[state].accepting)
    }

    /// Whether no two states have the same name.
    fn has_names(&self) -> bool {
        let all: BTreeSet<usize> = (0..self.diagram.states.len()).collect();
        self.names(&all).len() == all.len()
    }

    fn names(&self, states: &BTreeSet<usize>) -> BTreeSet<String> {
        states.iter().map(|&state| self.diagram.states[state].name.clone()).collect()
    }
}

/// A word, and what it leads to.
#[derive(Clone)]
struct Word {
    letters: Vec<Letter>,
    actions: Vec<Action>,
    /// The configurations that the actions can lead to, internal steps afterwards included.
    here: BTreeSet<Configuration>,
    /// Where an automaton may be that reads the word.
    states: BTreeSet<usize>,
}

impl Word {
    fn empty(system: &System, automaton: &Reader) -> Self {
        let here = with_internal_steps(system, initial(system).into_iter().collect());
        Self { letters: Vec::new(), actions: Vec::new(), here, states: automaton.initial() }
    }

    /// The word with one letter more, which stands at a place in the alphabet.
    fn followed_by(
        &self,
        system: &System,
        automaton: &Reader,
        alphabet: &Alphabet,
        place: usize,
    ) -> Self {
        let letter = alphabet[place].0;
        let mut next = self.clone();
        next.letters.push(letter);
        for action in letter.actions() {
            next.actions.push(action);
            next.here = after_action(system, &next.here, action);
        }
        next.states = automaton.after(&self.states, place);
        next
    }

    /// Whether the actions are an execution whose matching pairs are those that the word says.
    /// Such an execution is RSC, since the word says that they are adjacent.
    fn is_rsc_execution(&self, system: &System) -> bool {
        !self.here.is_empty() && matching(system, &self.actions) == pairs(&self.letters)
    }

    /// Whether the word ends with a reception, and what is before it is such an execution, and so
    /// is the whole but for its matching pairs.
    fn is_continued_by_reception(&self, system: &System) -> bool {
        let [before @ .., Letter::Reception(_)] = &self.letters[..] else { return false };
        let actions = &self.actions[..self.actions.len() - 1];
        !self.here.is_empty() && matching(system, actions) == pairs(before)
    }

    fn text(&self, system: &System) -> String {
        let letters: Vec<String> = self.letters.iter().map(|l| l.text(system)).collect();
        letters.join(" . ")
    }
}

/// For each action of a word, the place of the one that the word says it matches.
fn pairs(letters: &[Letter]) -> Vec<Option<usize>> {
    let mut pairs = Vec::new();
    for letter in letters {
        let place = pairs.len();
        match letter {
            Letter::Matched(..) => pairs.extend([Some(place + 1), Some(place)]),
            Letter::Unmatched(_) | Letter::Reception(_) => pairs.push(None),
        }
    }
    pairs
}

/// Where an action leads from any of these configurations, internal steps afterwards included.
fn after_action(
    system: &System,
    from: &BTreeSet<Configuration>,
    action: Action,
) -> BTreeSet<Configuration> {
    let label = Label::Action(action.direction, action.channel, action.message);
    with_internal_steps(system, after_label(system, from, action.participant, label))
}

fn with_internal_steps(
    system: &System,
    mut all: BTreeSet<Configuration>,
) -> BTreeSet<Configuration> {
    loop {
        let before = all.len();
        for participant in system.automata().ids() {
            let more = after_label(system, &all, participant, Label::Internal);
            all.extend(more);
        }
        if all.len() == before {
            return all;
        }
    }
}

fn after_label(
    system: &System,
    from: &BTreeSet<Configuration>,
    participant: ParticipantId,
    label: Label,
) -> BTreeSet<Configuration> {
    let mut targets = BTreeSet::new();
    for (transition, data) in system.automata()[participant].transitions().enumerate() {
        if data.label == label {
            let step = Step { participant, transition };
            targets.extend(from.iter().filter_map(|here| here.after(system, step)));
        }
    }
    targets
}

/// Reads words, the shortest that was not extended yet in turn with any. What `judge` says of a word
/// is whether it is to be extended.
fn read_words(
    system: &System,
    automaton: &Reader,
    alphabet: &Alphabet,
    seed: u64,
    mut judge: impl FnMut(&Word) -> bool,
) {
    let mut numbers = Random::new(seed);
    let empty = Word::empty(system, automaton);
    let mut open = VecDeque::new();
    if judge(&empty) {
        open.push_back(empty);
    }
    for turn in 0..WORDS {
        let any = if turn % 2 == 0 { 0 } else { numbers.below(open.len().max(1)) };
        let Some(word) = open.remove(any) else { return };
        for letter in 0..alphabet.len() {
            let longer = word.followed_by(system, automaton, alphabet, letter);
            if judge(&longer) {
                open.push_back(longer);
            }
        }
    }
}

/// How often automata and definitions agreed.
#[derive(Default, Debug)]
struct Tally {
    systems: u64,
    too_large: u64,
    accepted: u64,
    rejected: u64,
    /// The letters of the longest word that was accepted.
    longest: usize,
    /// Accepted words of systems that have a bag, internal steps, a lossy channel, several initial
    /// states, or one who sends to itself: for each of these.
    special: [u64; 5],
}

impl Tally {
    /// Takes an automaton, unless it is too large.
    fn take<T>(&mut self, drawn: Result<T, Limit>) -> Option<T> {
        self.systems += 1;
        self.too_large += u64::from(drawn.is_err());
        drawn.ok()
    }

    fn count(&mut self, special: [bool; 5], letters: usize, is_accepted: bool) {
        if !is_accepted {
            self.rejected += 1;
            return;
        }
        self.accepted += 1;
        self.longest = self.longest.max(letters);
        for (count, is_so) in self.special.iter_mut().zip(special) {
            *count += u64::from(is_so);
        }
    }

    /// Makes sure that of a hundred systems many words were accepted, and many rejected.
    fn check(&self, accepted: u64, rejected: u64) {
        println!("{self:?}");
        if self.systems >= 100 {
            assert!(self.too_large * 5 <= self.systems, "most automata are small");
            assert!(self.accepted * 100 >= self.systems * accepted, "many words are accepted");
            assert!(self.rejected * 100 >= self.systems * rejected, "many words are rejected");
            assert!(self.longest >= 5, "some of them are long");
            assert!(self.special.iter().all(|&count| count >= 5), "everything occurs");
        }
    }
}

fn special(system: &System) -> [bool; 5] {
    let mut automata = system.automata().iter();
    let mut channels = system.channels().iter();
    let has_internal = system
        .automata()
        .iter()
        .any(|a| a.transitions().iter().any(|t| t.label == Label::Internal));
    let to_itself =
        |letter: &Letter| matches!(letter, Letter::Matched(..)) && letter.participants().len() == 1;
    [
        channels.clone().any(|channel| channel.kind == ChannelKind::Bag),
        has_internal,
        channels.any(|channel| channel.lossy),
        automata.any(|automaton| automaton.initial().len() > 1),
        communications(system).iter().any(to_itself),
    ]
}

/// Where a word was read, for people.
fn place(seed: u64, system: &System, word: &Word) -> String {
    format!("seed {seed}: {}\n{}", word.text(system), describe(system))
}

/// The control states of the participants that have more than one, or of all if none has.
fn control_text(system: &System, here: &Configuration) -> String {
    let texts = |least| -> Vec<&str> {
        let participants = system.automata().enumerate();
        let shown = participants.filter(|(_, automaton)| automaton.states().len() >= least);
        shown.map(|(id, automaton)| &automaton.states()[here.state(id)]).collect()
    };
    let moving = texts(2);
    if moving.is_empty() { texts(1).join(",") } else { moving.join(",") }
}

/// Keys in braces: FIFO channels, then messages in bags.
fn keys_text(system: &System, keys: &BTreeSet<Key>) -> String {
    let mut keys: Vec<&Key> = keys.iter().collect();
    keys.sort_by_key(|(channel, message)| (message.is_some(), *channel, *message));
    let text = |(channel, message): &Key| match message {
        None => channel.index().to_string(),
        Some(message) => format!("{} {}", channel.index(), system.messages()[*message].name),
    };
    format!("{{{}}}", keys.into_iter().map(text).collect::<Vec<_>>().join(", "))
}

/// The name of the state of the RSC automaton that stands for a configuration.
fn rsc_state_text(system: &System, here: &Configuration) -> String {
    let held = |channel: ChannelId| here.held(channel).iter().map(move |&m| (channel, m));
    let held = system.channels().ids().flat_map(held);
    let keys: BTreeSet<Key> = held.map(|(channel, m)| key_of(system, channel, m)).collect();
    let control = control_text(system, here);
    if keys.is_empty() { control } else { format!("{control}\n{}", keys_text(system, &keys)) }
}

#[test]
fn the_rsc_automaton_accepts_the_rsc_executions() {
    let mut tally = Tally::default();
    let mut named = 0;
    for seed in seeds(20) {
        let system = system_of(seed);
        let drawn = rsc::diagram(&system, STATES, &Control::unlimited());
        let Some(diagram) = tally.take(drawn) else { continue };
        let alphabet = alphabet(&system, communications(&system));
        let automaton = Reader::new(diagram, &alphabet);
        assert!(automaton.has_names(), "seed {seed}: names are unique");
        let special = special(&system);
        read_words(&system, &automaton, &alphabet, seed, |word| {
            let is_rsc = word.is_rsc_execution(&system);
            let place = || place(seed, &system, word);
            assert_eq!(automaton.accepts(&word.states), is_rsc, "{}", place());
            tally.count(special, word.letters.len(), is_rsc);
            if is_rsc {
                let of_configurations: BTreeSet<String> =
                    word.here.iter().map(|here| rsc_state_text(&system, here)).collect();
                let of_states = automaton.names(&word.states);
                assert!(of_states.is_subset(&of_configurations), "{}", place());
                // What internal steps lead to may be part of the communications that follow.
                let all_are_there = of_states.len() == of_configurations.len();
                assert!(all_are_there || special[1], "{}", place());
                named += u64::from(all_are_there && !word.letters.is_empty());
            }
            // Where both have stopped, they have stopped for ever.
            is_rsc || !word.states.is_empty()
        });
    }
    tally.check(1_000, 5_000);
    assert!(named * 2 >= tally.accepted || tally.systems < 100, "many states are known by name");
}

#[test]
fn the_product_with_borderline_violations_accepts_those_of_the_system() {
    let mut tally = Tally::default();
    // Receptions that are possible, and close no cycle.
    let mut harmless = 0;
    for seed in seeds(20) {
        let system = system_of(seed);
        let drawn = violations_diagram(&system, STATES, &Control::unlimited());
        let Some(diagram) = tally.take(drawn) else { continue };
        let communications = communications(&system);
        let alphabet = alphabet(&system, communications.into_iter().chain(receptions(&system)));
        let automaton = Reader::new(diagram, &alphabet);
        let special = special(&system);
        read_words(&system, &automaton, &alphabet, seed, |word| {
            let is_continued = word.is_continued_by_reception(&system);
            let is_violation = is_continued && is_cyclic(&system, &word.actions);
            let place = || place(seed, &system, word);
            assert_eq!(automaton.accepts(&word.states), is_violation, "{}", place());
            if let Some(Letter::Reception(_)) = word.letters.last() {
                tally.count(special, word.letters.len(), is_violation);
                harmless += u64::from(is_continued && !is_violation);
                // Nothing goes on behind the reception.
                let mut letters = 0..alphabet.len();
                let goes_on = |letter| !automaton.after(&word.states, letter).is_empty();
                assert!(!letters.any(goes_on), "{}", place());
                return false;
            }
            word.is_rsc_execution(&system) || !word.states.is_empty()
        });
    }
    tally.check(50, 1_000);
    assert!(harmless * 5 >= tally.accepted || tally.systems < 100, "{harmless} are harmless");
}

/// A state of the automaton of Definition 4.1.3.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    /// These are blocked.
    Before(BTreeSet<Key>),
    /// This send is to be received in the end.
    Chosen(Action),
    /// It is, by the channel and the message, and a chain leads from it to this communication.
    Chain(ChannelId, MessageId, Letter),
    /// It was received.
    Found,
}

impl Stage {
    /// Where a letter leads, by the items of the definition. Item (1) is about matched
    /// communications, and item (8) asks that the receiver takes part in the last one.
    fn after(&self, system: &System, letter: Letter) -> Vec<Self> {
        // Both send to the same FIFO channel, or the same message to the same bag.
        let meet = |one: Letter, other: Letter| same_way(system, one.first(), other.first());
        let mut next = Vec::new();
        match (self, letter) {
            (Self::Before(_), Letter::Matched(..)) => next.push(self.clone()), // (1)
            (Self::Before(blocked), Letter::Unmatched(send)) => {
                let key = key_of(system, send.channel, send.message);
                let mut more = blocked.clone();
                if more.insert(key) {
                    next.push(Self::Chosen(send)); // (3)
                }
                next.push(Self::Before(more)); // (2)
            }
            (Self::Chosen(send), Letter::Matched(..) | Letter::Unmatched(_)) => {
                next.push(self.clone()); // (4)
                let takes_part = letter.participants().contains(&send.participant);
                if takes_part || meet(letter, Letter::Unmatched(*send)) {
                    next.push(Self::Chain(send.channel, send.message, letter)); // (5)
                }
            }
            (Self::Chain(channel, message, last), Letter::Matched(..) | Letter::Unmatched(_)) => {
                next.push(self.clone()); // (6)
                let are_strangers = last.participants().is_disjoint(&letter.participants());
                if !are_strangers || meet(*last, letter) {
                    next.push(Self::Chain(*channel, *message, letter)); // (7)
                }
            }
            (Self::Chain(channel, message, last), Letter::Reception(action)) => {
                if (*channel, *message) == (action.channel, action.message)
                    && last.participants().contains(&action.participant)
                {
                    next.push(Self::Found); // (8)
                }
            }
            (Self::Before(_) | Self::Chosen(_), Letter::Reception(_)) | (Self::Found, _) => {}
        }
        next
    }

    fn name(&self, system: &System) -> String {
        let message = |message: MessageId| &system.messages()[message].name;
        match self {
            Self::Before(blocked) => keys_text(system, blocked),
            Self::Chosen(send) => format!(
                "{}, {}, {}",
                send.channel.index(),
                message(send.message),
                system.automata()[send.participant].name()
            ),
            Self::Chain(channel, chosen, last) => {
                format!("{}, {}\n{}", channel.index(), message(*chosen), last.text(system))
            }
            Self::Found => "f".to_owned(),
        }
    }
}

/// The automaton of Definition 4.1.3, as far as its initial state leads.
fn borderline_automaton(system: &System, alphabet: &Alphabet) -> NamedAutomaton {
    let mut automaton = NamedAutomaton::default();
    let mut stages = vec![Stage::Before(BTreeSet::new())];
    while let Some(stage) = stages.get(automaton.states.len()).cloned() {
        let from = automaton.states.len();
        automaton.states.push(NamedState {
            name: stage.name(system),
            initial: from == 0,
            accepting: stage == Stage::Found,
        });
        for (letter, text) in alphabet {
            for next in stage.after(system, *letter) {
                let to = stages.iter().position(|known| *known == next).unwrap_or(stages.len());
                if to == stages.len() {
                    stages.push(next);
                }
                automaton.transitions.push(NamedTransition { from, letter: text.clone(), to });
            }
        }
    }
    automaton
}

/// Makes sure that two automata are the same, whose states have names of their own.
fn assert_same(drawn: &NamedAutomaton, expected: &NamedAutomaton, seed: u64) {
    let states = |automaton: &NamedAutomaton| -> BTreeMap<String, (bool, bool)> {
        let state = |s: &NamedState| (s.name.clone(), (s.initial, s.accepting));
        let named: BTreeMap<_, _> = automaton.states.iter().map(state).collect();
        assert_eq!(named.len(), automaton.states.len(), "seed {seed}: names are unique");
        named
    };
    assert_eq!(states(drawn), states(expected), "seed {seed}");
    let transitions = |automaton: &NamedAutomaton| -> BTreeSet<(String, String, String)> {
        let name = |place: usize| automaton.states[place].name.clone();
        let named = automaton.transitions.iter();
        named.map(|t| (name(t.from), t.letter.clone(), name(t.to))).collect()
    };
    let count = drawn.transitions.len();
    let (drawn, expected) = (transitions(drawn), transitions(expected));
    assert_eq!(drawn.len(), count, "seed {seed}: each transition is drawn once");
    let wrong: Vec<_> = drawn.symmetric_difference(&expected).collect();
    assert!(wrong.is_empty(), "seed {seed}: {wrong:?}");
}

#[test]
fn the_automaton_of_borderline_violations_is_that_of_the_definition() {
    let mut tally = Tally::default();
    for seed in seeds(20) {
        let system = system_of(seed);
        let drawn = borderline_diagram(&system, STATES / 5, &Control::unlimited());
        let Some(diagram) = tally.take(drawn) else { continue };
        let communications = communications(&system);
        let alphabet = alphabet(&system, communications.into_iter().chain(receptions(&system)));
        let definition = borderline_automaton(&system, &alphabet);
        assert_same(&diagram, &definition, seed);
        let (drawn, defined) =
            (Reader::new(diagram, &alphabet), Reader::new(definition, &alphabet));
        let special = special(&system);
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::from([(drawn.initial(), defined.initial(), 0)]);
        while let Some((here, there, length)) = open.pop_front() {
            let accepts = drawn.accepts(&here);
            assert_eq!(accepts, defined.accepts(&there), "seed {seed}\n{}", describe(&system));
            tally.count(special, length, accepts);
            if seen.len() < WORDS && seen.insert((here.clone(), there.clone())) {
                let places = 0..alphabet.len();
                open.extend(places.map(|letter| {
                    (drawn.after(&here, letter), defined.after(&there, letter), length + 1)
                }));
            }
        }
    }
    tally.check(100, 1_000);
}

/// Draws specifications for a system.
fn specifications(system: &System, count: usize, seed: u64) -> Vec<BadConfigurations> {
    let exploration = explore(system, Loss::OnTheWay, BOUNDS);
    let mut numbers = Random::new(!seed);
    (0..count).map(|_| random_bad(system, &exploration, &mut numbers)).collect()
}

#[test]
fn the_product_with_what_bad_states_want_accepts_what_leads_there() {
    let mut tally = Tally::default();
    for seed in seeds(20) {
        let system = system_of(seed);
        let bad = &specifications(&system, 1, seed)[0];
        let drawn = runs_diagram(&system, bad, STATES, &Control::unlimited());
        let Some(diagram) = tally.take(drawn) else { continue };
        let alphabet = alphabet(&system, communications(&system));
        let automaton = Reader::new(diagram, &alphabet);
        assert!(automaton.has_names(), "seed {seed}: names are unique");
        let special = special(&system);
        read_words(&system, &automaton, &alphabet, seed, |word| {
            let is_rsc = word.is_rsc_execution(&system);
            let leads_there = is_rsc && word.here.iter().any(|here| is_bad(bad, here));
            let place = || format!("{bad:?}\n{}", place(seed, &system, word));
            assert_eq!(automaton.accepts(&word.states), leads_there, "{}", place());
            if is_rsc {
                tally.count(special, word.letters.len(), leads_there);
            }
            is_rsc || !word.states.is_empty()
        });
    }
    tally.check(100, 500);
}

/// What the unmatched sends of a word put into the channels, in their order.
fn left_behind(system: &System, word: &Word) -> Vec<Vec<MessageId>> {
    let mut contents = vec![Vec::new(); system.channels().len()];
    for letter in &word.letters {
        if let Letter::Unmatched(send) = letter {
            contents[send.channel.index()].push(send.message);
        }
    }
    for (channel, held) in contents.iter_mut().enumerate() {
        if system.channels().as_slice()[channel].kind == ChannelKind::Bag {
            held.sort_unstable();
        }
    }
    contents
}

#[test]
fn what_bad_states_want_is_left_behind_by_words_of_any_kind() {
    let mut tally = Tally::default();
    // Accepted words that are RSC executions of the system, and that are none.
    let (mut executions, mut others) = (0, 0);
    for seed in seeds(20) {
        let system = system_of(seed);
        let bad = &specifications(&system, 1, seed)[0];
        let drawn = ending_diagrams(&system, bad, STATES, &Control::unlimited());
        let Some(diagrams) = tally.take(drawn) else { continue };
        assert_eq!(diagrams.contents.is_some(), bad.contents.is_some(), "seed {seed}");
        let alphabet = alphabet(&system, communications(&system));
        let automaton = Reader::new(diagrams.executions, &alphabet);
        assert!(automaton.has_names(), "seed {seed}: names are unique");
        let special = special(&system);
        let mut seen = BTreeSet::new();
        read_words(&system, &automaton, &alphabet, seed, |read| {
            let contents = left_behind(&system, read);
            // The definition asks that some control state goes with these contents, and each that
            // is named does; which one the execution leads to is for the product to compare.
            let left = Configuration { control: Vec::new(), contents };
            let is_wanted = bad.contents.as_ref().is_none_or(|e| matches(e, &word(&left)));
            let place = || format!("{bad:?}\n{}", place(seed, &system, read));
            assert_eq!(automaton.accepts(&read.states), is_wanted, "{}", place());
            let is_rsc = read.is_rsc_execution(&system);
            if is_rsc {
                let is_left = |here: &Configuration| here.contents == left.contents;
                assert!(read.here.iter().all(is_left), "{}", place());
            }
            tally.count(special, read.letters.len(), is_wanted);
            executions += u64::from(is_wanted && is_rsc);
            others += u64::from(is_wanted && !is_rsc);
            seen.insert((left.contents, read.states.clone()))
        });
    }
    tally.check(500, 1_000);
    assert!(executions.min(others) >= tally.systems || tally.systems < 100, "both are accepted");
}

/// The product of the participants, as far as the initial control states lead.
fn product(system: &System) -> NamedAutomaton {
    let mut automaton = NamedAutomaton::default();
    let mut controls = initial(system);
    let first = controls.len();
    while let Some(here) = controls.get(automaton.states.len()).cloned() {
        let from = automaton.states.len();
        let name = control_text(system, &here);
        automaton.states.push(NamedState { name, initial: from < first, accepting: true });
        for (participant, participant_automaton) in system.automata().enumerate() {
            for transition in participant_automaton.transitions() {
                // A lossy channel is drawn as it is written.
                if transition.source != here.state(participant) || transition.loss_of.is_some() {
                    continue;
                }
                let mut next = here.clone();
                next.control[participant.index()] = transition.target;
                let to = controls.iter().position(|known| *known == next);
                let to = to.unwrap_or(controls.len());
                if to == controls.len() {
                    controls.push(next);
                }
                let letter = match transition.label {
                    Label::Internal => format!("{} internal", participant_automaton.name()),
                    Label::Action(Direction::Send, channel, message) => {
                        let direction = Direction::Send;
                        let send = Action { participant, direction, channel, message };
                        Letter::Unmatched(send).text(system)
                    }
                    Label::Action(direction, channel, message) => {
                        let reception = Action { participant, direction, channel, message };
                        Letter::Reception(reception).text(system)
                    }
                };
                automaton.transitions.push(NamedTransition { from, letter, to });
            }
        }
    }
    automaton
}

#[test]
fn the_product_is_that_of_the_participants() {
    let mut compared = 0;
    let mut seen = [0; 5];
    let mut cases = 0;
    for seed in seeds(20) {
        cases += 1;
        let system = system_of(seed);
        let Ok(drawn) = product_diagram(&system, STATES, &Control::unlimited()) else { continue };
        compared += 1;
        assert_same(&drawn, &product(&system), seed);
        for (count, is_so) in seen.iter_mut().zip(special(&system)) {
            *count += u64::from(is_so);
        }
    }
    println!("{compared} of {cases}, {seen:?}");
    assert!(cases < 100 || compared * 10 >= cases * 9, "most products are small");
    assert!(cases < 100 || seen.iter().all(|&count| count >= 5), "everything occurs");
}

/// Reads the form of automata that is for other programs.
fn read_json(text: &str) -> NamedAutomaton {
    let read: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(read["schema"], "scm-check/automaton");
    let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let numbers = |key: &str| -> BTreeSet<usize> {
        read[key].as_array().unwrap().iter().map(number).collect()
    };
    let (starts, ends) = (numbers("initial"), numbers("final"));
    let names = read["names"].as_array().unwrap();
    assert_eq!(number(&read["states"]), names.len());
    assert!(starts.iter().chain(&ends).all(|&state| state < names.len()));
    let state = |(place, name): (usize, &serde_json::Value)| NamedState {
        name: name.as_str().unwrap().to_owned(),
        initial: starts.contains(&place),
        accepting: ends.contains(&place),
    };
    let transition = |transition: &serde_json::Value| NamedTransition {
        from: number(&transition[0]),
        letter: transition[1].as_str().unwrap().to_owned(),
        to: number(&transition[2]),
    };
    NamedAutomaton {
        states: names.iter().enumerate().map(state).collect(),
        transitions: read["transitions"].as_array().unwrap().iter().map(transition).collect(),
        ..NamedAutomaton::default()
    }
}

/// The automaton of one participant, with the letters of the drawing.
fn alone(system: &System, participant: ParticipantId) -> NamedAutomaton {
    let automaton = &system.automata()[participant];
    let state = |(id, name): (StateId, &str)| NamedState {
        name: name.to_owned(),
        initial: automaton.initial().contains(&id),
        accepting: true,
    };
    let letter = |label: Label| match label {
        Label::Internal => "internal".to_owned(),
        Label::Action(direction, channel, message) => {
            let sign = if direction == Direction::Send { '!' } else { '?' };
            format!("{} {sign} {}", channel.index(), system.messages()[message].name)
        }
    };
    let transition = |t: &Transition| NamedTransition {
        from: t.source.index(),
        letter: letter(t.label),
        to: t.target.index(),
    };
    let written = automaton.transitions().iter().filter(|t| t.loss_of.is_none());
    NamedAutomaton {
        states: automaton.states().enumerate().map(state).collect(),
        transitions: written.map(transition).collect(),
        ..NamedAutomaton::default()
    }
}

/// All automata in one; their states are called by bad states, which number them.
fn beside_each_other(automata: Vec<NamedAutomaton>) -> NamedAutomaton {
    let mut all = NamedAutomaton::default();
    for (number, automaton) in automata.into_iter().enumerate() {
        let first = all.states.len();
        all.states.extend(automaton.states.into_iter().map(|state| NamedState {
            name: format!("bad_states/{}; {}", number + 1, state.name),
            ..state
        }));
        all.transitions.extend(automaton.transitions.into_iter().map(|t| NamedTransition {
            from: first + t.from,
            to: first + t.to,
            ..t
        }));
    }
    all
}

/// What the program draws at most, when nothing else is said.
const DRAWN: u64 = 300;

#[test]
fn the_program_writes_the_same_automata_for_other_programs() {
    let control = &Control::unlimited();
    // What has occurred in some model.
    let mut seen = [false; 5];
    for seed in seeds(100) {
        let drawn = system_of(seed);
        let text = file(&drawn, &specifications(&drawn, 2, seed));
        let model = scm::read(&Source::new("m.scm", text.clone())).model.unwrap();
        let (system, bad) = (&model.system, &model.bad);
        let ending = |bad| ending_diagrams(system, bad, DRAWN, control).map(|all| all.executions);
        let (Ok(one), Ok(other), Ok(runs), Ok(violations), Ok(rsc), Ok(borderline), Ok(product)) = (
            ending(&bad[0]),
            ending(&bad[1]),
            runs_diagram(system, &bad[1], DRAWN, control),
            violations_diagram(system, DRAWN, control),
            rsc::diagram(system, DRAWN, control),
            borderline_diagram(system, DRAWN, control),
            product_diagram(system, DRAWN, control),
        ) else {
            continue;
        };
        // Automata that are too small are all alike.
        let is_dull =
            violations.transitions.len() < 10 || one.states.len() + other.states.len() < 4;
        let kinds = special(system);
        if is_dull || kinds.iter().zip(&seen).all(|(is_so, was_seen)| *was_seen || !is_so) {
            continue;
        }
        let last = system.automata().ids().last().unwrap();
        let last_name = system.automata()[last].name();
        let here = Directory::new(&format!("drawn_automata_{seed}")).with("m.scm", &text);
        for (words, expected) in [
            ("rsc".to_owned(), rsc),
            ("bv".to_owned(), borderline),
            ("product".to_owned(), product),
            ("product --property rsc".to_owned(), violations),
            ("product --property bad_states/2".to_owned(), runs),
            ("ep --property bad_states/2".to_owned(), other.clone()),
            ("ep".to_owned(), beside_each_other(vec![one, other])),
            (format!("automaton -p {last_name}"), alone(system, last)),
        ] {
            let run = here.run(&format!("draw m.scm --format json --what {words}"));
            assert_eq!(run.code, 0, "seed {seed}, {words}: {}", run.errors);
            let read = read_json(&run.output);
            // What stands on two lines in a picture stands on one there.
            let one_line =
                |state: NamedState| NamedState { name: state.name.replace('\n', "; "), ..state };
            let states: Vec<_> = expected.states.into_iter().map(one_line).collect();
            assert_eq!(read.states, states, "seed {seed}, {words}");
            assert_eq!(read.transitions, expected.transitions, "seed {seed}, {words}");
        }
        for (was_seen, is_so) in seen.iter_mut().zip(kinds) {
            *was_seen |= is_so;
        }
        if seen == [true; 5] {
            return;
        }
    }
    assert!(setting("SCM_CHECK_CASES", 200) < 200, "only {seen:?} occurred");
}

#[test]
fn what_can_begin_in_too_many_ways_is_too_large() {
    let system = system(&[FIFO], &["initial 0 1:"; 17]);
    let control = &Control::unlimited();
    // There are 131,072 control states, and all of them are initial.
    assert_eq!(product_diagram(&system, 100_000, control), Err(Limit::States));
    assert_eq!(rsc::diagram(&system, 100_000, control), Err(Limit::States));
}
