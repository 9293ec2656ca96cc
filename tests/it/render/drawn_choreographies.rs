//! The automata of choreographies as they are drawn: figures, and what the drawn automata read.
//!
//! The settings of the random tests are those of `realisability_random.rs`.

use crate::support::cases::{are_many, seeds};
use crate::support::effort::required;
use crate::support::random_choreographies::{actions_of, automaton_of, describe};
use oracle::choreography::{Places, Protocol};
use scm_check::internals::kernel::automata::NamedAutomaton;
use scm_check::internals::kernel::base::{Control, Limit, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::choreography::{Format, read};
use scm_check::internals::model::cfsm::Exchange;
use scm_check::internals::model::choreography::{
    Automaton, ChannelChoice, Choreography, Interaction, automaton_diagram, normal_diagram,
    partials_diagram, synchronous_diagram,
};
use scm_check::internals::render::drawing::automaton_graph;
use scm_check::internals::render::drawing::dot;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many states an automaton may have.
const STATES: u64 = 10_000;

fn automaton(text: &str) -> Automaton {
    let reading = read(&Source::new("test.ca", text), Format::Automaton);
    reading.model.unwrap().description.resolved(ChannelChoice::default())
}

fn choreography(text: &str) -> Choreography {
    Choreography::new(&automaton(text), 1_000).unwrap()
}

fn partials(choreography: &Choreography) -> NamedAutomaton {
    partials_diagram(choreography, STATES, &Control::unlimited()).unwrap()
}

/// Figure 6.1: a request, its result, an acknowledgement, and a log that the next request may overtake;
/// each participant has its mailbox.
const CSD: &str = "0 -c->s:req via s- 1\n1 -s->c:res via c- 2\n2 -c->s:ack via s- 3\n\
                   3 -s->d:log via d- 0\n3 -c->s:req via s- 4\n4 -s->d:log via d- 1\n";

/// Figure 6.4: two that send in turns.
const IN_TURNS: &str = "0 -p->r:v1 via 1- 1\n1 -q->r:v2 via 2- 0\n";

/// Figure 6.8: what the system of Figure 6.7 does synchronously.
const SYNCHRONOUS: &str = "0,0,0 -q->r:v2 via 1- 0,0,0\n0,0,0 -p->r:v1 via 0- 0,0,1\n\
                           0,0,1 -p->r:v1 via 0- 0,0,1\n";

/// Figure 6.9: one who chooses whom to ask.
const ASKED: &str = "0 -p->q:v- 1\n0 -p->r:v- 1\n";

#[test]
fn automata_of_the_figures() {
    let drawn = |diagram: NamedAutomaton| dot(&automaton_graph(&diagram));
    insta::assert_snapshot!("figure_6.1", drawn(automaton_diagram(&choreography(CSD))));
    insta::assert_snapshot!("figure_6.4", drawn(automaton_diagram(&choreography(IN_TURNS))));
    insta::assert_snapshot!("figure_6.5", drawn(partials(&choreography(CSD))));
    insta::assert_snapshot!("figure_6.6", drawn(partials(&choreography(IN_TURNS))));
    insta::assert_snapshot!("figure_6.8", drawn(synchronous_diagram(&automaton(SYNCHRONOUS))));
    insta::assert_snapshot!("figure_6.9", drawn(automaton_diagram(&choreography(ASKED))));
}

/// An automaton, about to read words of texts.
struct Reader {
    diagram: NamedAutomaton,
    /// Where a state leads by a letter.
    moves: BTreeMap<(usize, String), BTreeSet<usize>>,
}

impl Reader {
    fn new(diagram: NamedAutomaton) -> Self {
        let mut moves: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for one in &diagram.transitions {
            moves.entry((one.from, one.letter.clone())).or_default().insert(one.to);
        }
        Self { diagram, moves }
    }

    /// Adds the states that are reached without reading.
    fn silently(&self, mut states: BTreeSet<usize>) -> BTreeSet<usize> {
        let mut new: Vec<usize> = states.iter().copied().collect();
        while let Some(state) = new.pop() {
            let targets = self.moves.get(&(state, "\u{3b5}".to_owned()));
            new.extend(targets.into_iter().flatten().filter(|&&to| states.insert(to)));
        }
        states
    }

    fn initial(&self) -> BTreeSet<usize> {
        let states = self.diagram.states.iter().enumerate();
        self.silently(states.filter(|(_, state)| state.initial).map(|(place, _)| place).collect())
    }

    fn after(&self, states: &BTreeSet<usize>, letter: &str) -> BTreeSet<usize> {
        let targets = |&state: &usize| self.moves.get(&(state, letter.to_owned()));
        self.silently(states.iter().filter_map(targets).flatten().copied().collect())
    }

    /// Whether it reads a word, which is written with commas.
    fn reads(&self, word: &str) -> bool {
        let letters = word.split(", ");
        !letters.fold(self.initial(), |states, letter| self.after(&states, letter)).is_empty()
    }

    /// Fails if two states have one name, or one of them cannot be reached.
    fn check_states(&self, place: &str) {
        let names: BTreeSet<&String> = self.diagram.states.iter().map(|one| &one.name).collect();
        assert_eq!(names.len(), self.diagram.states.len(), "{place}: a name stands for one state");
        let mut reached = self.initial();
        loop {
            let leaving = |one: &&(usize, String)| reached.contains(&one.0);
            let targets = self.moves.keys().filter(leaving).flat_map(|key| &self.moves[key]);
            let more: Vec<usize> = targets.copied().collect();
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                break;
            }
        }
        assert_eq!(reached.len(), self.diagram.states.len(), "{place}: all are reached");
    }
}

#[test]
fn what_was_sent_need_not_be_received_yet() {
    // Example 6.2.1.
    let reader = Reader::new(partials(&choreography(CSD)));
    let word = "c->s: req via s, s->c: res via c, c->s: ack via s, s->d: log via d";
    assert!(reader.reads(word));
    assert!(reader.reads(&format!("{word}, c->: req via s")));
    assert!(!reader.reads(&format!("{word}, c->: req via s, s->c: res via c")));
}

#[test]
fn who_comes_second_leaves_the_first_one_out() {
    // Example 6.2.4.
    let reader = Reader::new(partials(&choreography(IN_TURNS)));
    assert!(reader.reads("p->: v1 via 1, q->: v2 via 2"));
    assert!(reader.reads("q->: v2 via 2, q->: v2 via 2"));
    assert!(!reader.reads("q->: v2 via 2, p->: v1 via 1"));
}

/// A letter as it is drawn: the channel is named unless it is that between the two.
fn text(automaton: &Automaton, letter: Exchange) -> String {
    let name = |participant| automaton.participants[participant].as_str();
    let (from, to) = (name(letter.sender), letter.receiver.map_or("", name));
    let channel = &automaton.channels[letter.channel].name;
    let message = &automaton.messages[letter.message];
    if *channel == format!("{from}>{to}") {
        format!("{from}->{to}: {message}")
    } else {
        format!("{from}->{to}: {message} via {channel}")
    }
}

/// Random choreographies in which something happens, each with its seed.
fn cases() -> impl Iterator<Item = (u64, Choreography)> {
    seeds(25).filter_map(|seed| {
        let written = automaton_of(&mut Random::new(seed));
        let choreography = Choreography::new(&written, 10_000).unwrap();
        (!choreography.is_empty()).then_some((seed, choreography))
    })
}

#[test]
fn drawn_partial_executions_are_those_of_the_definition() {
    /// How many words are read in each case.
    const WORDS: usize = 40;
    let (mut read, mut refused, mut complete) = (0, 0, 0);
    for (seed, choreography) in cases() {
        let source = choreography.source();
        let place = || format!("seed {seed}, {}", describe(source));
        let protocol = Protocol::new(source);
        let reader = Reader::new(partials(&choreography));
        reader.check_states(&place());
        let mut letters: BTreeMap<String, Exchange> = BTreeMap::new();
        for one in &protocol.actions {
            for receiver in source.participants.ids().map(Some).chain([None]) {
                let (sender, channel, message) = (one.participant, one.channel, one.message);
                let letter = Exchange { sender, receiver, channel, message };
                let known = letters.insert(text(source, letter), letter);
                assert!(known.is_none_or(|known| known == letter), "{}", place());
            }
        }
        for (_, letter) in reader.moves.keys() {
            assert!(letter == "\u{3b5}" || letters.contains_key(letter), "{letter} {}", place());
        }
        let mut seen: BTreeSet<(Places, BTreeSet<usize>)> = BTreeSet::new();
        let mut open = VecDeque::from([(protocol.start(), reader.initial())]);
        while let Some((places, states)) = open.pop_front() {
            assert_eq!(states.is_empty(), places.is_empty(), "{}", place());
            if states.is_empty() {
                refused += 1;
                continue;
            }
            read += 1;
            if seen.len() < WORDS && seen.insert((places.clone(), states.clone())) {
                open.extend(letters.iter().map(|(text, &letter)| {
                    let kept = actions_of(letter);
                    (protocol.after(&places, &kept), reader.after(&states, text))
                }));
            }
        }
        // Two automata that are in so few pairs of states agree on all words.
        complete += usize::from(seen.len() < WORDS);
    }
    println!("{read} words are partial executions, {refused} are not, {complete} are all");
    assert!(
        (read > required(5_000) && refused > required(5_000) && complete > required(50))
            || !are_many()
    );
}

#[test]
fn the_source_and_the_minimal_automaton_read_the_same_words() {
    let mut compared = 0;
    for (seed, choreography) in cases() {
        let source = choreography.source();
        let place = format!("seed {seed}, {}", describe(source));
        let protocol = Protocol::new(source);
        let words = |diagram: NamedAutomaton| {
            let reader = Reader::new(diagram);
            reader.check_states(&place);
            let letters: BTreeSet<String> =
                reader.moves.keys().map(|(_, letter)| letter.clone()).collect();
            let mut found = BTreeSet::from([Vec::new()]);
            let mut current = vec![(Vec::new(), reader.initial())];
            for _ in 0..4 {
                let longer = current.iter().flat_map(|(word, states)| {
                    let next = |letter: &String| {
                        (
                            [&word[..], std::slice::from_ref(letter)].concat(),
                            reader.after(states, letter),
                        )
                    };
                    letters.iter().filter(|letter| *letter != "\u{3b5}").map(next)
                });
                current = longer.filter(|(_, states)| !states.is_empty()).collect();
                found.extend(current.iter().map(|(word, _): &(Vec<String>, _)| word.clone()));
            }
            found
        };
        let spelled = |word: Vec<Interaction>| -> Vec<String> {
            word.into_iter().map(|one| text(source, one.letter(true))).collect()
        };
        let expected: BTreeSet<Vec<String>> = protocol.words(4).into_iter().map(spelled).collect();
        assert_eq!(words(automaton_diagram(&choreography)), expected, "{place}");
        assert_eq!(words(synchronous_diagram(source)), expected, "{place}");
        let minimal = normal_diagram(&choreography);
        let letters: BTreeSet<_> =
            minimal.transitions.iter().map(|t| (t.from, &t.letter)).collect();
        assert_eq!(letters.len(), minimal.transitions.len(), "{place}: it is deterministic");
        assert_eq!(words(minimal), expected, "{place}");
        compared += expected.len();
    }
    assert!(compared > 1_000 || !are_many(), "{compared}");
}

#[test]
fn ends_are_marked_where_they_are_named() {
    let accepting = |diagram: NamedAutomaton| {
        let states = diagram.states.into_iter().filter(|state| state.accepting);
        states.map(|state| state.name).collect::<Vec<_>>()
    };
    let text = "0 -p->q:a- 1\n1 -q->p:b- 0\n";
    assert_eq!(accepting(automaton_diagram(&choreography(text))), ["0", "1"]);
    let named = format!("{text}final 1\n");
    assert_eq!(accepting(automaton_diagram(&choreography(&named))), ["1"]);
    assert_eq!(accepting(synchronous_diagram(&automaton(&named))), ["0", "1"]);
    assert_eq!(accepting(normal_diagram(&choreography(&named))), ["0", "1"]);
}

#[test]
fn states_are_called_by_what_they_stand_for() {
    let names = |diagram: &NamedAutomaton| {
        diagram.states.iter().map(|state| state.name.clone()).collect::<Vec<_>>()
    };
    // A state for both of two ends, and one for many.
    let text = "start -p->q:a- left\nstart -p->q:b- right\n";
    assert_eq!(names(&normal_diagram(&choreography(text))), ["start", "{left, right}"]);
    let many = [0, 1, 2, 3, 4, 5, 6].map(|n| format!("start -p->q:m{n}- end{n}\n")).concat();
    let expected = ["start", "1: {end0, end1, end2 and 4 more}"];
    assert_eq!(names(&normal_diagram(&choreography(&many))), expected);
    // Of a bag the message is blocked, of a channel all.
    let text = "kind bag\n0 -p->q:a via b- 1\n";
    let expected = ["0", "1\n{q}\n{(b, a)^r}", "1", "1\n{p, q}\n{(b, a)^s}"];
    assert_eq!(names(&partials(&choreography(text))), expected);
    let text = "0 -p->q:a- 1\n";
    let expected = ["0", "1\n{q}\n{p>q^r}", "1", "1\n{p, q}\n{p>q^s}"];
    assert_eq!(names(&partials(&choreography(text))), expected);
}

#[test]
fn what_is_too_large_is_not_drawn_by_halves() {
    let choreography = choreography(CSD);
    let all = u64::try_from(partials(&choreography).states.len()).unwrap();
    let control = Control::unlimited();
    assert!(partials_diagram(&choreography, all, &control).is_ok());
    assert_eq!(partials_diagram(&choreography, all - 1, &control), Err(Limit::States));
}
