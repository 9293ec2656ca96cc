//! The named checks of choreographies against their definitions, on random small choreographies.
//!
//! The settings are those of `cases.rs`, with a quarter of its cases.

use crate::check::choreography_models::deadlock;
use crate::support::cases::{case_count, seeds};
use crate::support::effort::{required, scaled};
use crate::support::random_choreographies::{channel, describe, named};
use crate::support::reachability_engines::premise_within;
use oracle::choreography::{Protocol, words};
use oracle::configurations::{Bounds, Loss, explore};
use oracle::protocol::{Check, Fairness, Words, is_any_violated};
use oracle::safety::Property;
use scm_check::internals::check::named_checks::{
    self, AfterEnd, Ambiguity, Apart, Finding, LeftOut, Square, Unmet, commutation_closure,
    globally_cooperative, label_determinism, role_progress, strong_progress_expected,
    strong_progress_sent, termination_awareness,
};
use scm_check::internals::check::reachability::Configurations;
use scm_check::internals::check::realisability::Occurrence;
use scm_check::internals::kernel::automata::DfaStateId;
use scm_check::internals::kernel::base::{Control, Id, IndexVec, Random};
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::model::cfsm::{
    Action, Direction, MessageId, ParticipantId, SafetyProperty, StateId,
};
use scm_check::internals::model::choreography::{Automaton, Choreography, Edge, Interaction};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// How many states a projection, or the minimal automaton, may take.
const STATES: usize = 10_000;

/// What the oracle explores of an implementation.
const BOUNDS: Bounds = Bounds { configurations: 400, messages: 5 };

/// The fair and the unfair reading, for the check and for the oracle.
const FAIRNESS: [(named_checks::Fairness, Fairness); 2] = [
    (named_checks::Fairness::Fair, Fairness::Fair),
    (named_checks::Fairness::Unfair, Fairness::Unfair),
];

/// What is asked of the words and the text.
const CHECKS: [Check; 6] = [
    Check::TerminationAwareness,
    Check::RoleProgress(Fairness::Fair),
    Check::RoleProgress(Fairness::Unfair),
    Check::LabelDeterminism,
    Check::CommutationClosure,
    Check::GloballyCooperative,
];

/// A choreography in the making, with what is drawn once for all its channels.
struct Draft {
    automaton: Automaton,
    architecture: usize,
    kind: usize,
}

impl Draft {
    fn new(numbers: &mut Random, participants: usize, states: usize) -> Self {
        fn names<I: Id>(prefix: &str, count: usize) -> IndexVec<I, String> {
            (0..count).map(|i| format!("{prefix}{i}")).collect()
        }
        let automaton = Automaton {
            name: "random".to_owned(),
            participants: names("p", participants),
            messages: names("m", numbers.between(1, 3)),
            channels: IndexVec::new(),
            states: names("", states),
            initial: StateId::from_index(0),
            edges: IndexVec::new(),
            finals: Vec::new(),
        };
        Self { automaton, architecture: numbers.below(4), kind: numbers.below(3) }
    }

    /// An interaction of two of these participants.
    fn interaction(&mut self, numbers: &mut Random, among: &[ParticipantId]) -> Interaction {
        let sender = numbers.choose(among).unwrap();
        let others: Vec<_> = among.iter().copied().filter(|&one| one != sender).collect();
        let receiver = numbers.choose(&others).unwrap();
        let messages: Vec<MessageId> = self.automaton.messages.ids().collect();
        let message = numbers.choose(&messages).unwrap();
        let both = [sender, receiver];
        let channel = channel(&mut self.automaton, numbers, self.architecture, self.kind, both);
        Interaction { sender, receiver, message, channel }
    }

    fn edge(&mut self, source: usize, exchange: Option<Interaction>, target: usize) {
        let [source, target] = [source, target].map(StateId::from_index);
        self.automaton.edges.push(Edge { source, exchange, target });
    }
}

/// A random choreography: states in which it may end are declared half of the time.
fn automaton_of(numbers: &mut Random) -> Automaton {
    let mut automaton = if numbers.percent(35) { two_beside(numbers) } else { wandering(numbers) };
    if numbers.percent(50) {
        let states: Vec<StateId> = automaton.states.ids().collect();
        automaton.finals = states.into_iter().filter(|_| numbers.percent(40)).collect();
    }
    automaton
}

/// Edges anywhere, most of them from states that something leads to.
fn wandering(numbers: &mut Random) -> Automaton {
    let (participants, states) = (numbers.between(2, 4), numbers.between(1, 4));
    let mut draft = Draft::new(numbers, participants, states);
    let is_forward = states > 1 && numbers.percent(40);
    let mut reached = vec![0];
    for _ in 0..numbers.between(1, 6) {
        let source = if numbers.percent(92) {
            numbers.choose(&reached).unwrap()
        } else {
            numbers.below(states)
        };
        let target = if is_forward {
            numbers.between((source + 1).min(states - 1), states - 1)
        } else {
            numbers.below(states)
        };
        if is_forward && source == target {
            continue;
        }
        let is_silent = numbers.percent(8);
        let all: Vec<ParticipantId> = draft.automaton.participants.ids().collect();
        let known: Vec<Interaction> =
            draft.automaton.edges.iter().filter_map(|edge| edge.exchange).collect();
        let exchange = if is_silent {
            None
        } else if numbers.percent(35) && !known.is_empty() {
            numbers.choose(&known)
        } else {
            Some(draft.interaction(numbers, &all))
        };
        draft.edge(source, exchange, target);
        reached.push(target);
    }
    if participants > 2 && numbers.percent(30) {
        // Some of them may go their way for ever.
        let all: Vec<ParticipantId> = draft.automaton.participants.ids().collect();
        let exchange = draft.interaction(numbers, &all);
        draft.automaton.states.push("trap".to_owned());
        draft.edge(numbers.choose(&reached).unwrap(), Some(exchange), states);
        let exchange = draft.interaction(numbers, &all[..2]);
        draft.edge(states, Some(exchange), states);
    }
    draft.automaton
}

/// Two pairs of participants that each go their way, sometimes with an edge missing or one too many.
fn two_beside(numbers: &mut Random) -> Automaton {
    let sizes = [numbers.between(1, 2), numbers.between(1, 2)];
    let mut draft = Draft::new(numbers, 4, sizes[0] * sizes[1]);
    let pairs = [[0, 1], [2, 3]].map(|pair| pair.map(ParticipantId::from_index));
    let mut edges = Vec::new();
    for (side, pair) in pairs.iter().enumerate() {
        for from in 0..numbers.between(1, sizes[side]) {
            let (exchange, to) = (draft.interaction(numbers, pair), numbers.below(sizes[side]));
            for beside in 0..sizes[1 - side] {
                let [source, target] = [from, to].map(|own| match side {
                    0 => own * sizes[1] + beside,
                    _ => beside * sizes[1] + own,
                });
                edges.push((source, exchange, target));
            }
        }
    }
    if numbers.percent(60) {
        edges.remove(numbers.below(edges.len()));
    }
    for (source, exchange, target) in edges {
        draft.edge(source, Some(exchange), target);
    }
    if numbers.percent(30) {
        let all: Vec<ParticipantId> = draft.automaton.participants.ids().collect();
        let states = draft.automaton.states.len();
        let exchange = draft.interaction(numbers, &all);
        draft.edge(numbers.below(states), Some(exchange), numbers.below(states));
    }
    draft.automaton
}

/// A random choreography, as it is written and as the checks have it.
struct Case {
    seed: u64,
    written: Automaton,
    choreography: Choreography,
}

fn cases() -> impl Iterator<Item = Case> {
    seeds(25).map(|seed| {
        let written = automaton_of(&mut Random::new(seed));
        let choreography = Choreography::new(&written, STATES).unwrap();
        Case { seed, written, choreography }
    })
}

impl Case {
    /// What a failed test says.
    fn describe(&self) -> String {
        let Automaton { finals, .. } = &self.written;
        format!("seed {}, {}, final {finals:?}", self.seed, describe(&self.written))
    }

    /// Where a walk of the minimal automaton leads.
    fn walk(&self, from: DfaStateId, walk: &[Occurrence]) -> DfaStateId {
        walk.iter().fold(from, |state, one| {
            assert_eq!(one.state, state, "{}", self.describe());
            self.choreography.language().after(state, one.exchange).unwrap()
        })
    }

    /// Where a run leads, and its word.
    fn run(&self, run: &[Occurrence]) -> (DfaStateId, Vec<Interaction>) {
        let last = self.walk(self.choreography.language().initial(), run);
        (last, letters(run))
    }

    /// Asks the library: its verdict, and whether what it shows is a violation.
    fn finding(&self, words: &Words<'_>, check: Check) -> (Expected, bool) {
        let choreography = &self.choreography;
        match check {
            Check::TerminationAwareness => judged(
                termination_awareness(choreography, STATES, &Control::unlimited()),
                |found| self.is_after_end(words, found),
            ),
            Check::RoleProgress(fairness) => {
                let (asked, _) = FAIRNESS.into_iter().find(|(_, one)| *one == fairness).unwrap();
                judged(role_progress(choreography, asked, STATES, &Control::unlimited()), |found| {
                    self.is_left_out(words, found, fairness)
                })
            }
            Check::LabelDeterminism => {
                judged(label_determinism(choreography, STATES, &Control::unlimited()), |found| {
                    self.is_ambiguous(words, found)
                })
            }
            Check::CommutationClosure => {
                judged(commutation_closure(choreography, &Control::unlimited()), |found| {
                    self.is_no_square(words, found)
                })
            }
            Check::GloballyCooperative => {
                judged(globally_cooperative(choreography, &Control::unlimited()), |found| {
                    self.is_apart(words, found)
                })
            }
        }
    }

    fn is_after_end(&self, words: &Words<'_>, found: &AfterEnd) -> bool {
        let AfterEnd { participant, ref run, end, awaited: (channel, message) } = *found;
        let (last, word) = self.run(run);
        let node = words.node(&word).unwrap();
        let view = words.view(participant, &actions_of(participant, &word));
        let action = Action { participant, direction: Direction::Receive, channel, message };
        last == end
            && words.awaited(participant, node, &view).contains(&action)
            && words.least_unaware(participant) == Some(word.len())
    }

    fn is_left_out(&self, words: &Words<'_>, found: &LeftOut, fairness: Fairness) -> bool {
        let LeftOut { participant, run, cycle } = found;
        let ((last, word), others) = (self.run(run), letters(cycle));
        let node = words.node(&word).unwrap();
        let view = words.view(*participant, &actions_of(*participant, &word));
        words.waits(*participant, &view)
            && !cycle.is_empty()
            && self.walk(last, cycle) == last
            && actions_of(*participant, &others).is_empty()
            && words.can_repeat(node, &others)
            && words.leaves_out(node, *participant, fairness)
    }

    fn is_ambiguous(&self, words: &Words<'_>, found: &Ambiguity) -> bool {
        let Ambiguity { ref run, state, exchange, edges, are_equal_behind } = *found;
        let (_, word) = self.run(run);
        let source = self.choreography.source();
        let targets = edges.map(|edge| self.written.edges[edge].target);
        let written = edges.map(|edge| self.written.edges[edge].exchange.unwrap());
        let behind = Words::new(&self.written).are_equal(targets[0], targets[1]);
        words.places(words.node(&word).unwrap()).contains(&state)
            && words.choices(state).contains_key(&exchange)
            && written.iter().all(|&one| named(&self.written, one) == named(source, exchange))
            && targets[0] != targets[1]
            && are_equal_behind == Some(behind)
    }

    fn is_no_square(&self, words: &Words<'_>, found: &Square) -> bool {
        let Square { run, first, second, other } = found;
        let (last, word) = self.run(run);
        self.walk(last, &[*first, *second]);
        let (one, two) = (first.exchange, second.exchange);
        let node = words.node(&word).unwrap();
        let language = self.choreography.language();
        let swapped = language.after(last, two).and_then(|state| language.after(state, one));
        // Where both orders are possible, one has a word behind it that the other has not.
        words.is_independent(one, two)
            && *other == swapped
            && (words.is_order_fixed(node, one, two)
                || other.is_some() && words.is_order_fixed(node, two, one))
    }

    fn is_apart(&self, words: &Words<'_>, found: &Apart) -> bool {
        let Apart { run, cycle, part } = found;
        let (last, word) = self.run(run);
        let repeated = letters(cycle);
        let (inside, outside): (Vec<_>, Vec<_>) =
            repeated.iter().partition(|exchange| part.contains(exchange));
        self.walk(last, cycle) == last
            && words.can_repeat(words.node(&word).unwrap(), &repeated)
            && !inside.is_empty()
            && !outside.is_empty()
            && part.iter().all(|exchange| repeated.contains(exchange))
            && inside.iter().all(|&one| outside.iter().all(|&two| words.is_independent(one, two)))
    }
}

fn letters(walk: &[Occurrence]) -> Vec<Interaction> {
    walk.iter().map(|one| one.exchange).collect()
}

/// What a participant does in a word.
fn actions_of(participant: ParticipantId, word: &[Interaction]) -> Vec<Action> {
    word.iter().filter_map(|exchange| exchange.action_of(participant)).collect()
}

/// The verdict of a finding, and whether what it shows is a violation, if it shows one.
fn judged<V: Debug>(finding: Finding<V>, judge: impl FnOnce(&V) -> bool) -> (Expected, bool) {
    match finding {
        Finding::Holds(()) => (Expected::Holds, true),
        Finding::Violated(found) => {
            let is_one = judge(&found);
            if !is_one {
                println!("this is no violation: {found:?}");
            }
            (Expected::Violated, is_one)
        }
        Finding::Unknown(_) => (Expected::Unknown, true),
    }
}

fn expected(is_violated: bool) -> Expected {
    if is_violated { Expected::Violated } else { Expected::Holds }
}

/// Whether it makes sense to ask how often something happened.
fn are_many() -> bool {
    case_count(2_000) >= scaled(2_000) as u64
}

/// Prints how often each answer was given, and demands that each was given often.
fn assert_often(tally: &BTreeMap<String, BTreeMap<Expected, usize>>, least: usize) {
    println!("{tally:?}");
    for (name, counts) in tally {
        for verdict in [Expected::Holds, Expected::Violated] {
            let count = counts.get(&verdict).copied().unwrap_or_default();
            assert!(count >= required(least) || !are_many(), "{name}: {verdict:?} {count} times");
        }
    }
}

#[test]
fn words_and_texts_are_judged_by_the_definitions() {
    let mut tally: BTreeMap<String, BTreeMap<Expected, usize>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in cases() {
        let written = Words::new(&case.written);
        let words = Words::new(case.choreography.source());
        for check in CHECKS {
            let (found, is_shown) = case.finding(&words, check);
            let right = expected(written.is_violated(check));
            if found != right || !is_shown {
                wrong.push(format!("{check:?} is {found:?}, and {right:?} of {}", case.describe()));
            }
            *tally.entry(format!("{check:?}")).or_default().entry(found).or_default() += 1;
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert_often(&tally, 10);
}

#[test]
fn ends_may_be_declared_or_left_to_what_nothing_leaves() {
    let (mut verdicts, mut hidden) = ([0, 0], 0);
    for case in cases().filter(|case| case.written.finals.is_empty()) {
        let left: BTreeSet<StateId> = case.written.edges.iter().map(|edge| edge.source).collect();
        let finals: Vec<StateId> =
            case.written.states.ids().filter(|state| !left.contains(state)).collect();
        if finals.is_empty() || case.written.edges.iter().any(|edge| edge.exchange.is_none()) {
            continue;
        }
        let declared = Choreography::new(&Automaton { finals, ..case.written.clone() }, STATES);
        let of = |choreography: &Choreography| {
            termination_awareness(choreography, STATES, &Control::unlimited())
        };
        let (implicit, explicit) = (of(&case.choreography), of(&declared.unwrap()));
        assert_eq!(implicit, explicit, "{}", case.describe());
        let is_violated = implicit != Finding::Holds(());
        verdicts[usize::from(is_violated)] += 1;
        if let Finding::Violated(found) = implicit {
            let transitions = case.choreography.language().transitions(found.end);
            hidden += usize::from(!transitions.is_empty());
        }
    }
    println!("holds and violated: {verdicts:?}, {hidden} after words that can go on");
    assert!(
        !are_many() || verdicts.iter().all(|&count| count > required(20)) && hidden > required(5)
    );
}

/// Whether words of a few interactions show that a check fails, by the text of its definition.
fn is_shown_by_short_words(automaton: &Automaton, check: Check) -> bool {
    /// The longest words.
    const LONG: usize = 5;
    /// The longest words whose continuations are looked at.
    const SHORT: usize = 3;
    /// Words that can be repeated so often can be repeated for ever: there are not more sets of states.
    const OFTEN: usize = 32;
    let (long, ends) = (words(automaton, LONG), Words::new(automaton));
    let protocol = Protocol::new(automaton);
    let views = |participant: ParticipantId| -> BTreeSet<Vec<Action>> {
        long.iter().map(|word| actions_of(participant, word)).collect()
    };
    let repeated = || {
        let cut = |word: &Vec<Interaction>| {
            (0..word.len()).map(|at| (word[..at].to_vec(), word[at..].to_vec())).collect::<Vec<_>>()
        };
        let all = long.iter().filter(|word| word.len() <= SHORT + 1).flat_map(cut);
        all.filter(|(run, cycle)| protocol.has_word(&[&run[..], &cycle.repeat(OFTEN)].concat()))
    };
    let mut participants = automaton.participants.ids();
    match check {
        Check::TerminationAwareness => participants.any(|participant| {
            let views = views(participant);
            long.iter().filter(|word| word.len() <= SHORT).any(|word| {
                let view = actions_of(participant, word);
                let waits = views.iter().any(|longer| {
                    longer.split_last().is_some_and(|(last, rest)| {
                        rest == view && last.direction == Direction::Receive
                    })
                });
                waits && ends.may_end(ends.node(word).unwrap())
            })
        }),
        // That nothing but receptions can follow is not seen from short words.
        Check::RoleProgress(Fairness::Unfair) => participants.any(|participant| {
            repeated().any(|(run, cycle)| {
                let view = ends.view(participant, &actions_of(participant, &run));
                actions_of(participant, &cycle).is_empty() && ends.waits(participant, &view)
            })
        }),
        Check::CommutationClosure => long.iter().any(|word| {
            (1..word.len()).any(|place| {
                let mut other = word.clone();
                other.swap(place - 1, place);
                ends.is_independent(word[place - 1], word[place]) && !long.contains(&other)
            })
        }),
        Check::GloballyCooperative => {
            repeated().any(|(_, cycle)| ends.fall_apart(&cycle.into_iter().collect()))
        }
        Check::RoleProgress(Fairness::Fair) | Check::LabelDeterminism => {
            unreachable!("these are not about single words")
        }
    }
}

#[test]
fn short_words_show_what_the_oracle_says() {
    let mut tally: BTreeMap<Check, [usize; 2]> = BTreeMap::new();
    for case in cases().filter(|case| !case.choreography.is_empty()) {
        let words = Words::new(&case.written);
        for check in [
            Check::TerminationAwareness,
            Check::RoleProgress(Fairness::Unfair),
            Check::CommutationClosure,
            Check::GloballyCooperative,
        ] {
            let is_shown = is_shown_by_short_words(&case.written, check);
            let is_violated = words.is_violated(check);
            assert!(is_violated || !is_shown, "{check:?} of {}", case.describe());
            if is_violated {
                tally.entry(check).or_default()[usize::from(is_shown)] += 1;
            }
        }
    }
    println!("not shown by short words, and shown: {tally:?}");
    for (check, [not_shown, shown]) in tally {
        assert!(shown > 9 * not_shown || !are_many(), "{check:?}: {shown}, and {not_shown} not");
    }
}

/// The oracle's word for a property.
fn property(property: SafetyProperty) -> Property {
    match property {
        SafetyProperty::Deadlock => Property::Deadlock,
        SafetyProperty::Stuck(participant) => Property::Stuck(participant),
        SafetyProperty::Unreceived(message) => Property::Unreceived(message),
        SafetyProperty::Linear(_) => panic!("{property:?} is not asked for"),
    }
}

#[test]
fn progress_of_implementations_is_judged_by_the_definitions() {
    let mut tally: BTreeMap<String, BTreeMap<Expected, usize>> = BTreeMap::new();
    let (mut complete, mut unjudged) = (0, 0);
    for case in cases() {
        let Some(implementation) = case.choreography.implementation(STATES) else { continue };
        // The oracle projects for itself.
        let system = Protocol::new(case.choreography.source()).system;
        let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
        complete += usize::from(exploration.is_complete());
        let messages: Vec<_> = system.messages().ids().map(Property::Unreceived).collect();
        let participants: Vec<_> = system.automata().ids().map(Property::Stuck).collect();
        let control = Control { max_states: Some(2_000), ..Control::unlimited() };
        let all = Configurations::new(&implementation);
        let premise = premise_within(&implementation, &control);
        let met = |finding| {
            let (found, is_shown) = judged(finding, |Unmet { property: broken, .. }| {
                is_any_violated(&system, &exploration, &[property(*broken)]) != Some(false)
            });
            assert!(is_shown, "{}", case.describe());
            found
        };
        let answers = [
            ("deadlock", deadlock(&all, premise, &control), vec![Property::Deadlock]),
            ("sent", met(strong_progress_sent(&all, premise, &control)), messages),
            ("expected", met(strong_progress_expected(&all, premise, &control)), participants),
        ];
        for (name, found, properties) in answers {
            match is_any_violated(&system, &exploration, &properties) {
                Some(is_violated) if exploration.is_complete() => {
                    assert_eq!(found, expected(is_violated), "{name} of {}", case.describe());
                }
                Some(_) => assert_ne!(found, Expected::Holds, "{name} of {}", case.describe()),
                None => {
                    unjudged += 1;
                    continue;
                }
            }
            *tally.entry(name.to_owned()).or_default().entry(found).or_default() += 1;
        }
    }
    println!("{complete} are finite, {unjudged} answers were not judged");
    assert_often(&tally, 10);
    assert!(complete > required(90) || !are_many(), "{complete}");
}
