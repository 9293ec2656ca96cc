//! Instances of Post's correspondence problem as systems: the bad state is reachable iff there is a solution.

use crate::support::effort::is_full;
use crate::support::reachability_engines::{Found, Subject, engines};
use rustc_hash::FxHashSet;
use scm_check::internals::kernel::base::{Id as _, IndexVec};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    BadConfigurations, Channel, ChannelId, ChannelKind, Configuration, Contents, Direction, Label,
    MessageId, ParticipantId, Step, System, Topology,
};
use scm_check::internals::model::evidence::{Request, follow};
use scm_check::internals::model::generate::{
    PairFault, PostError, PostInstance, post_correspondence,
};

/// The number of indices of the longest solutions that are looked for.
const INDICES: usize = 3;

/// The participants and the channels, in order.
const GUESSER: usize = 0;
const FORWARDER: usize = 1;
const CHECKER: usize = 2;
const TO_FORWARDER: usize = 0;
const TO_CHECKER: usize = 1;
const FORWARDED: usize = 2;

/// An instance with its system.
struct Encoded {
    instance: PostInstance,
    system: System,
    bad: BadConfigurations,
}

impl Encoded {
    fn new(pairs: &str) -> Self {
        let instance = PostInstance::read(pairs.split_whitespace()).unwrap();
        let (system, mut bad) = post_correspondence(&instance);
        assert_eq!(bad.len(), 1);
        Self { instance, system, bad: bad.remove(0) }
    }

    /// The words of these pairs in a row, the upper ones or the lower ones.
    fn word(&self, pairs: &[usize], side: usize) -> String {
        pairs.iter().map(|&pair| self.instance.pairs()[pair][side].as_str()).collect()
    }

    fn is_solution(&self, pairs: &[usize]) -> bool {
        !pairs.is_empty() && self.word(pairs, 0) == self.word(pairs, 1)
    }

    /// All solutions of at most `most` pairs.
    fn solutions(&self, most: usize) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new()];
        let mut all = Vec::new();
        for _ in 0..most {
            let longer = |row: &Vec<usize>| {
                let row = row.clone();
                (0..self.instance.pairs().len()).map(move |pair| [&row[..], &[pair]].concat())
            };
            rows = rows.iter().flat_map(longer).collect();
            all.extend(rows.iter().filter(|row| self.is_solution(row)).cloned());
        }
        all
    }

    fn message(&self, name: &str) -> MessageId {
        let messages = self.system.messages().enumerate();
        messages.filter(|(_, one)| one.name == name).map(|(id, _)| id).next().unwrap()
    }

    /// The pair whose number a step of the guesser sends.
    fn guessed(&self, step: Step) -> Option<usize> {
        let label = self.system.transition(step).label;
        let Label::Action(Direction::Send, channel, message) = label else { return None };
        let name = &self.system.messages()[message].name;
        let number = name.strip_prefix("pair").filter(|_| channel.index() == TO_FORWARDER)?;
        Some(number.parse::<usize>().unwrap() - 1)
    }

    fn is_bad(&self, configuration: &Configuration) -> bool {
        let mut control = self.bad.control.iter();
        control.all(|(who, states)| states.contains(&configuration.control[*who]))
            && configuration.contents.iter().all(Contents::is_empty)
    }

    /// Whether a run in which the guesser chooses at most `most` pairs reaches the bad state: all such runs are tried.
    fn is_reached(&self, most: usize) -> bool {
        let first = Configuration::empty(&self.system, self.system.first_control());
        let mut seen = FxHashSet::from_iter([(first.clone(), 0)]);
        let mut open = vec![(first, 0)];
        while let Some((configuration, chosen)) = open.pop() {
            if self.is_bad(&configuration) {
                return true;
            }
            for step in configuration.enabled(&self.system) {
                let chosen = chosen + usize::from(self.guessed(step).is_some());
                let next = configuration.after(&self.system, step).unwrap();
                if chosen <= most && seen.insert((next.clone(), chosen)) {
                    open.push((next, chosen));
                }
            }
        }
        false
    }

    /// The run of a solution: all pairs are chosen and forwarded first, then all letters are compared.
    fn run(&self, solution: &[usize]) -> Vec<Request> {
        let step = |who, direction, channel, name: &str| {
            let channel = ChannelId::from_index(channel);
            let label = Label::Action(direction, channel, self.message(name));
            Request { participant: ParticipantId::from_index(who), label, target: None }
        };
        let letters = |word: &str| word.chars().map(String::from).collect::<Vec<_>>();
        let mut run = Vec::new();
        for &pair in solution {
            let [upper, lower] = &self.instance.pairs()[pair];
            let number = format!("pair{}", pair + 1);
            let sends =
                |who, channel| move |letter: &String| step(who, Direction::Send, channel, letter);
            run.extend(letters(upper).iter().map(sends(GUESSER, TO_CHECKER)));
            run.push(step(GUESSER, Direction::Send, TO_FORWARDER, &number));
            run.push(step(FORWARDER, Direction::Receive, TO_FORWARDER, &number));
            run.extend(letters(lower).iter().map(sends(FORWARDER, FORWARDED)));
        }
        run.extend([
            step(GUESSER, Direction::Send, TO_CHECKER, "stop"),
            step(GUESSER, Direction::Send, TO_FORWARDER, "stop"),
            step(FORWARDER, Direction::Receive, TO_FORWARDER, "stop"),
            step(FORWARDER, Direction::Send, FORWARDED, "stop"),
        ]);
        for letter in letters(&self.word(solution, 0)).iter().map(String::as_str).chain(["stop"]) {
            run.push(step(CHECKER, Direction::Receive, TO_CHECKER, letter));
            run.push(step(CHECKER, Direction::Receive, FORWARDED, letter));
        }
        run
    }

    /// Requires that the run of a solution is one of the system, and ends in the bad state.
    fn replay(&self, solution: &[usize]) {
        let followed = follow(&self.system, &self.run(solution));
        assert_eq!(followed.departure, None, "{} {solution:?}", self.instance);
        assert!(self.is_bad(followed.replay.last()), "{} {solution:?}", self.instance);
    }
}

/// All instances of one pair or two pairs of words of one letter or two letters, a or b; one in 13 without the full run.
fn small_instances() -> Vec<String> {
    let words = ["a", "b", "aa", "ab", "ba", "bb"];
    let pairs: Vec<String> =
        words.iter().flat_map(|one| words.map(|other| format!("{one}/{other}"))).collect();
    let two = pairs.iter().flat_map(|one| pairs.iter().map(move |two| format!("{one} {two}")));
    let all: Vec<String> = pairs.iter().cloned().chain(two).collect();
    assert_eq!(all.len(), 36 + 36 * 36);
    all.into_iter().step_by(if is_full() { 1 } else { 13 }).collect()
}

/// Instances of three pairs or four, some of which have solutions, of up to five pairs.
const LARGER: [(&str, usize); 6] = [
    ("a/baa ab/aa bba/bb", 4),
    ("b/ca a/ab ca/a abc/c", 5),
    ("ab/ba aab/ab b/aab", 4),
    ("0/1 1/0 01/10", 4),
    ("a/b b/a ab/ab", 2),
    ("aa/a b/ab ab/b", 3),
];

#[test]
fn the_bad_state_is_reached_iff_there_is_a_solution() {
    let small = small_instances();
    let sized = small.iter().map(|pairs| (pairs.as_str(), INDICES));
    let mut counts = [0; 2];
    for (pairs, most) in sized.chain(LARGER) {
        let encoded = Encoded::new(pairs);
        let solutions = encoded.solutions(most);
        let is_solved = !solutions.is_empty();
        assert_eq!(encoded.is_reached(most), is_solved, "{pairs}");
        counts[usize::from(is_solved)] += 1;
        for solution in &solutions {
            encoded.replay(solution);
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn instances_that_are_none_are_refused() {
    let read = |pairs: &str| PostInstance::read(pairs.split_whitespace()).map(|_| ());
    assert_eq!(read("a/b 0/Z"), Ok(()));
    assert_eq!(read(""), Err(PostError::NoPair));
    let pair = |fault| Err(PostError::Pair(2, "b//".to_owned(), fault));
    assert_eq!(read("a/b b//"), pair(PairFault::ThreeWords(3)));
    assert_eq!(read(&format!("a/b {}/b", "a".repeat(499_996))), Ok(()));
    assert_eq!(read(&format!("a/b {}/b", "a".repeat(500_000))), Err(PostError::TooLarge));
}

#[test]
fn no_pair_at_all_is_no_solution() {
    let encoded = Encoded::new("a/b");
    assert!(!encoded.is_reached(0));
    assert!(!encoded.is_reached(INDICES));
}

#[test]
fn engines_agree_with_the_solutions() {
    let (name, engine) = engines().remove(0);
    assert_eq!(name, "auto");
    let mut counts = [0; 3];
    // Each asks for membership, too, and explores thousands of configurations.
    for pairs in small_instances().into_iter().step_by(4) {
        let encoded = Encoded::new(&pairs);
        let found = match engine(&Subject::of(&encoded.system), &encoded.bad) {
            Found::Violated { steps, .. } => {
                let chosen: Vec<usize> =
                    steps.iter().filter_map(|&step| encoded.guessed(step)).collect();
                assert!(encoded.is_solution(&chosen), "{pairs} {chosen:?}");
                encoded.replay(&chosen);
                0
            }
            Found::Holds => {
                assert_eq!(encoded.solutions(6), [[0; 0]; 0], "{pairs}");
                1
            }
            Found::Unknown => 2,
        };
        counts[found] += 1;
    }
    assert!(counts[0] > 2 && counts[1] > 2, "{counts:?}");
}

#[test]
fn the_bundled_instance_is_the_generated_one_and_has_a_run_of_22_steps() {
    let text = include_str!("../../../models/paper/post_correspondence.scm");
    let model = scm::read(&Source::new("m.scm", text)).model.unwrap();
    let encoded = Encoded::new("ab/a a/ba");
    let generated = scm::print(&encoded.system, std::slice::from_ref(&encoded.bad), &[]);
    assert_eq!(scm::print(&model.system, &model.bad, &[]), generated);
    assert_eq!(encoded.run(&[0, 1]).len(), 22);
    encoded.replay(&[0, 1]);
}

#[test]
fn the_topology_makes_every_instance_half_duplex() {
    let queue = Channel { kind: ChannelKind::Fifo, lossy: false };
    for (pairs, _) in LARGER {
        let system = Encoded::new(pairs).system;
        assert_eq!(system.channels(), &IndexVec::filled(queue, 3));
        assert_eq!(Topology::new(&system).obstacle(), None, "{pairs}");
    }
}
