//! The search, on automata made up for it: layers wider than a chunk, limits, memory.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use scm_check::internals::kernel::base::{Control, IndexVec, Limit};
use scm_check::internals::kernel::search::{
    Exploration, Finding, NodeId, SearchBounds, StateGraph, explore as explore_all,
    shortest_accepting_path,
};
use scm_check::internals::kernel::transition_system::{
    Acceptor, Automaton, Path, Product, TransitionSystem,
};

/// How many states the search expands before it stores their successors and asks for limits.
const CHUNK: u64 = 512;

/// Layers of `width` states each, in which many states share their successors.
#[derive(Debug)]
struct Layers {
    width: u32,
    depth: u32,
    accepting: Option<(u32, u32)>,
}

impl TransitionSystem for Layers {
    type State = (u32, u32);
    type Label = u32;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.width).rev().step_by(3).map(|place| (0, place))
    }

    fn successors(
        &self,
        &(layer, place): &(u32, u32),
        (): &mut (),
        emit: &mut impl FnMut(u32, (u32, u32)),
    ) {
        if layer == self.depth {
            return;
        }
        for label in 0..4 {
            // Every state but the last of a layer is entered from far apart places.
            let next = (place * 7919 + label * 104_729) % self.width;
            emit(label, (layer + 1, next));
        }
    }
}

impl Automaton for Layers {
    fn is_accepting(&self, state: &(u32, u32)) -> bool {
        self.accepting == Some(*state)
    }
}

/// The answer of a search that does one state at a time: the path, and the number of states.
fn reference(automaton: &Layers) -> (Option<Path<(u32, u32), u32>>, u64) {
    let mut origin = BTreeMap::new();
    let mut queue = VecDeque::new();
    for state in automaton.initial_states() {
        if origin.insert(state, None).is_none() {
            queue.push_back(state);
        }
    }
    while let Some(state) = queue.pop_front() {
        if automaton.is_accepting(&state) {
            let mut steps = Vec::new();
            let mut initial = state;
            while let Some((label, from)) = origin[&initial] {
                steps.push((label, initial));
                initial = from;
            }
            steps.reverse();
            return (Some(Path { initial, steps }), origin.len() as u64);
        }
        automaton.successors(&state, &mut (), &mut |label, next| {
            origin.entry(next).or_insert_with(|| {
                queue.push_back(next);
                Some((label, state))
            });
        });
    }
    (None, origin.len() as u64)
}

fn explore(automaton: &Layers, control: &Control) -> Exploration<(u32, u32), u32> {
    shortest_accepting_path(automaton, control)
}

fn with_threads(threads: usize) -> Control {
    Control { threads, ..Control::unlimited() }
}

#[test]
fn wide_layers_give_one_result_whatever_the_number_of_threads() {
    let target = |place| Some((3, place));
    for accepting in [None, target(0), target(2_500), target(4_999)] {
        let automaton = Layers { width: 5_000, depth: 4, accepting };
        let alone = explore(&automaton, &with_threads(1));
        let (path, states) = reference(&automaton);
        match (&alone.finding, path) {
            (Finding::Path(found), Some(path)) => {
                assert_eq!(*found, path, "the least of the shortest paths");
                assert_eq!(alone.statistics.depth, 3);
            }
            (Finding::Nothing, None) => {
                assert_eq!((alone.statistics.states, alone.statistics.depth), (states, 4));
                // Four from each state but those of the last layer.
                let last = u64::from(automaton.width);
                assert_eq!(alone.statistics.transitions, 4 * (states - last));
            }
            (found, expected) => panic!("{found:?}, not {expected:?}"),
        }
        for threads in [2, 3, 8] {
            assert_eq!(explore(&automaton, &with_threads(threads)), alone, "{threads} threads");
        }
    }
}

#[test]
fn a_limit_on_states_is_passed_by_one_chunk_at_most_and_at_one_place() {
    let automaton = Layers { width: 5_000, depth: 4, accepting: None };
    for most in [0, 1, 1_000, 2_047, 2_048, 9_999] {
        let limited = |threads| {
            let control = Control { max_states: Some(most), ..with_threads(threads) };
            explore(&automaton, &control)
        };
        let alone = limited(1);
        assert_eq!(alone.finding, Finding::Cut(Limit::States));
        let states = alone.statistics.states;
        assert!(most < states && states <= most + 4 * CHUNK, "{states} for {most}");
        assert_eq!(limited(2), alone);
        assert_eq!(limited(8), alone);
    }
    let (_, all) = reference(&automaton);
    let enough = Control { max_states: Some(all), ..with_threads(1) };
    assert_eq!(explore(&automaton, &enough).finding, Finding::Nothing);
}

#[test]
fn a_limit_on_memory_is_asked_of_the_bytes_that_are_reported() {
    let automaton = Layers { width: 5_000, depth: 4, accepting: None };
    let bytes = explore(&automaton, &with_threads(1)).statistics.bytes;
    assert!(bytes > 0);
    let with_bytes = |most, threads| {
        let control = Control { max_bytes: Some(most), ..with_threads(threads) };
        explore(&automaton, &control)
    };
    assert_eq!(with_bytes(bytes, 1).finding, Finding::Nothing);
    let cut = with_bytes(bytes / 2, 1);
    assert_eq!(cut.finding, Finding::Cut(Limit::Memory));
    assert!(cut.statistics.bytes > bytes / 2);
    assert_eq!(with_bytes(bytes / 2, 8), cut);
}

/// A chain, or infinitely many initial states, or both: there is always more to do.
struct Endless {
    starts: u64,
}

impl TransitionSystem for Endless {
    type State = u64;
    type Label = ();
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = u64> {
        0..self.starts
    }

    fn successors(&self, state: &u64, (): &mut (), emit: &mut impl FnMut((), u64)) {
        emit((), state + 1);
    }
}

impl Automaton for Endless {
    fn is_accepting(&self, _: &u64) -> bool {
        false
    }
}

#[test]
fn the_time_that_was_granted_ends_a_search() {
    for starts in [1, u64::MAX] {
        let control = Control::unlimited().with_timeout(Duration::from_millis(20));
        let answer = shortest_accepting_path(&Endless { starts }, &control);
        assert_eq!(answer.finding, Finding::Cut(Limit::Timeout), "{starts} initial states");
        assert!(answer.statistics.states > 0);
    }
}

#[test]
fn another_thread_can_stop_a_search() {
    let control = Control::unlimited();
    let answer = thread::scope(|scope| {
        let search = scope.spawn(|| shortest_accepting_path(&Endless { starts: 1 }, &control));
        while control.progress.states() < 1_000 {
            thread::yield_now();
        }
        control.interrupt();
        search.join().unwrap()
    });
    assert_eq!(answer.finding, Finding::Cut(Limit::Interrupted));
    assert!(answer.statistics.states >= 1_000);
}

#[test]
fn more_initial_states_than_memory_holds_are_cut_at_the_limit() {
    let control = Control { max_states: Some(10_000), ..Control::unlimited() };
    let answer = shortest_accepting_path(&Endless { starts: u64::MAX }, &control);
    assert_eq!(answer.finding, Finding::Cut(Limit::States));
    assert!(answer.statistics.states <= 10_000 + CHUNK);
}

#[test]
fn the_last_counters_published_are_those_of_the_result() {
    let control = with_threads(2);
    let automaton = Layers { width: 5_000, depth: 4, accepting: None };
    let statistics = explore(&automaton, &control).statistics;
    let progress = &control.progress;
    assert_eq!(
        (progress.states(), progress.transitions(), progress.depth(), progress.bytes()),
        (statistics.states, statistics.transitions, statistics.depth, statistics.bytes)
    );
    assert_eq!(progress.queue(), 0);
}

/// Reads anything, and remembers in one byte and on the heap how much it has read.
struct Remember;

impl Acceptor<()> for Remember {
    type State = (u8, Box<[u8]>);

    fn start_states(&self) -> impl Iterator<Item = Self::State> {
        std::iter::once((0, Box::default()))
    }

    fn read(&self, (count, _): &Self::State, (): (), emit: &mut impl FnMut(Self::State)) {
        if *count < 3 {
            emit((count + 1, vec![0; usize::from(count + 1)].into()));
        }
    }

    fn is_accepting(&self, _: &Self::State) -> bool {
        false
    }

    fn heap_bytes(&self, (_, memory): &Self::State) -> usize {
        memory.len()
    }
}

/// Reads three letters, in one byte.
struct Three;

impl Acceptor<()> for Three {
    type State = u8;

    fn start_states(&self) -> impl Iterator<Item = u8> {
        std::iter::once(0)
    }

    fn read(&self, count: &u8, (): (), emit: &mut impl FnMut(u8)) {
        if *count < 3 {
            emit(count + 1);
        }
    }

    fn is_accepting(&self, _: &u8) -> bool {
        false
    }
}

#[test]
fn what_states_take_on_the_heap_is_counted_and_what_pads_them_is_no_trouble() {
    let control = Control::unlimited();
    let small = Product { system: Endless { starts: 1 }, acceptor: Three };
    let small = shortest_accepting_path(&small, &control).statistics;
    assert_eq!(small.states, 4);
    assert!(small.bytes >= 4 * 16, "{}", small.bytes);
    let large = Product { system: Endless { starts: 1 }, acceptor: Remember };
    let large = shortest_accepting_path(&large, &control).statistics;
    let inline = |states: u64, state: usize| states * state as u64;
    let (of_small, of_large) = (inline(4, 16), inline(4, size_of::<(u64, (u8, Box<[u8]>))>()));
    assert_eq!(large.bytes - of_large, small.bytes - of_small + 6, "one, two and three bytes");
}

#[test]
fn an_exploration_keeps_every_state_with_a_shortest_path_and_all_transitions() {
    let automaton = || Layers { width: 5_000, depth: 4, accepting: None };
    let graph = explore_all(automaton(), u64::MAX, &with_threads(1));
    assert_eq!(graph.statistics(), explore(&automaton(), &with_threads(1)).statistics);
    let edges = graph.edges(&with_threads(1)).unwrap();
    assert_eq!(edges.open(), []);
    let mut transitions = 0;
    for node in graph.nodes() {
        let mut expected = Vec::new();
        automaton().successors(graph.state(node), &mut (), &mut |label, next| {
            expected.push((label, next));
        });
        let found = edges.leaving(node).map(|(label, to)| (label, *graph.state(to)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
        transitions += expected.len() as u64;
    }
    assert_eq!(transitions, graph.statistics().transitions);
    let threaded = explore_all(automaton(), u64::MAX, &with_threads(3));
    for node in graph.nodes().step_by(997) {
        let (layer, place) = *graph.state(node);
        let accepting = Some((layer, place));
        let (path, _) = reference(&Layers { accepting, ..automaton() });
        assert_eq!(Some(graph.path_to(node)), path);
        assert_eq!(threaded.path_to(node), graph.path_to(node));
    }
}

#[test]
fn an_exploration_that_was_cut_goes_on_as_if_it_had_not_been() {
    let automaton = |width| Layers { width, depth: 4, accepting: None };
    let mut within_a_layer = 0;
    for (width, first, threads) in (0..12)
        .map(|case| (10 + 1_700 * (case % 4), 1 + 1_900 * u64::from(case), 1 + 2 * (case % 2)))
    {
        let control = with_threads(threads as usize);
        for most in [first, 3 * first, u64::MAX] {
            let whole = explore_all(automaton(width), most, &control);
            let bounds = |states| SearchBounds { states, bytes: u64::MAX };
            let part = explore_all(automaton(width), first / 2, &control);
            within_a_layer += usize::from(part.cut().is_some());
            let again = |states, part: StateGraph<Layers>| {
                part.continued(|automaton| automaton, bounds(states), &control)
            };
            let found = again(most, again(first, part));
            assert_eq!((found.cut(), found.statistics()), (whole.cut(), whole.statistics()));
            assert!(found.nodes().all(|node| found.state(node) == whole.state(node)));
            let last = whole.nodes().last().unwrap();
            assert_eq!(found.path_to(last), whole.path_to(last));
        }
        // What was stopped before anything was explored begins.
        let stopped = Control { deadline: Some(Instant::now()), ..Control::unlimited() };
        let bounds = SearchBounds { states: u64::MAX, bytes: u64::MAX };
        let nothing = explore_all(automaton(width), u64::MAX, &stopped);
        assert_eq!(nothing.cut(), Some(Limit::Timeout));
        let found = nothing.continued(|automaton| automaton, bounds, &control).statistics();
        assert_eq!(found, explore_all(automaton(width), u64::MAX, &control).statistics());
    }
    assert!(within_a_layer > 10, "{within_a_layer}");
}

#[test]
fn going_back_without_transitions_finds_the_first_that_cannot_reach_a_goal() {
    let control = Control::unlimited();
    let (mut none, mut some, mut of_part, mut back) = (0, 0, 0, 0);
    for (states, degree) in (2..60).flat_map(|states| [(states, 1), (states, 2), (states, 5)]) {
        for (most, divisor) in [(u64::MAX, 3), (u64::MAX, 17), (u64::MAX, 1_000), (1, 29)] {
            let graph = explore_all(Scattered { states, degree }, most, &control);
            let edges = graph.edges(&control).unwrap();
            let is_goal = |state: &u32| state % divisor == 1;
            let mut goal: IndexVec<NodeId, bool> =
                graph.nodes().map(|node| is_goal(graph.state(node))).collect();
            edges.open().iter().for_each(|&node| goal[node] = true);
            let can_reach = edges.can_reach(goal);
            let expected = graph.nodes().find(|&node| !can_reach[node]);
            let found = graph.first_that_cannot_reach(is_goal, &control).unwrap();
            assert_eq!(found, expected, "{states} {degree} {most} {divisor}");
            none += usize::from(found.is_none());
            some += usize::from(found.is_some());
            of_part += usize::from(graph.cut().is_some());
            // Not all states lead to goals by later ones only.
            let forth = |node| edges.leaving(node).all(|(_, next)| !can_reach[next] || next < node);
            let is_back =
                |&node: &NodeId| can_reach[node] && edges.leaving(node).len() > 0 && forth(node);
            back += graph.nodes().filter(is_back).count();
        }
    }
    assert!(none > 50 && some > 50 && back > 50, "{none} {some} {back}");
    let graph = explore_all(Layers { width: 50, depth: 4, accepting: None }, u64::MAX, &control);
    let stopped = Control::unlimited();
    stopped.interrupt();
    assert_eq!(graph.first_that_cannot_reach(|_| true, &stopped), Err(Limit::Interrupted));
    assert!(of_part > 20, "{of_part}");
}

/// States that all follow the first one; from the others one leads to the next smaller one only, and from the last to none.
struct Descending(u32);

impl TransitionSystem for Descending {
    type State = u32;
    type Label = ();
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = u32> {
        std::iter::once(0)
    }

    fn successors(&self, &state: &u32, (): &mut (), emit: &mut impl FnMut((), u32)) {
        match state {
            0 => (1..=self.0).for_each(|next| emit((), next)),
            _ if state < self.0 => emit((), state - 1),
            _ => {}
        }
    }
}

#[test]
fn paths_to_goals_may_lead_to_earlier_states_again_and_again() {
    let control = Control::unlimited();
    let graph = explore_all(Descending(2_000), u64::MAX, &control);
    let first = |goal: u32| {
        let found = graph.first_that_cannot_reach(|&state| state == goal, &control).unwrap();
        found.map(|node| *graph.state(node))
    };
    // Each state before the last leads to the first one, and so to all.
    assert_eq!((first(0), first(1), first(1_000)), (Some(2_000), Some(2_000), Some(2_000)));
    assert_eq!(first(2_000), None);
}

#[test]
fn going_back_from_a_goal_finds_who_can_reach_it() {
    let graph =
        explore_all(Layers { width: 50, depth: 4, accepting: None }, u64::MAX, &with_threads(1));
    let edges = graph.edges(&Control::unlimited()).unwrap();
    let goal = graph.nodes().map(|node| *graph.state(node) == (3, 17)).collect();
    let mut found = edges.can_reach(goal);
    // Layer by layer from the last: whoever has a successor that can reach it.
    let mut able = BTreeSet::from([(3, 17)]);
    for layer in (0..3).rev() {
        for node in graph.nodes().filter(|&node| graph.state(node).0 == layer) {
            if edges.leaving(node).any(|(_, next)| able.contains(graph.state(next))) {
                able.insert(*graph.state(node));
            }
        }
    }
    assert!(able.len() > 10 && able.len() < 140, "{}", able.len());
    for (node, able_here) in graph.nodes().zip(&mut found) {
        assert_eq!(*able_here, able.contains(graph.state(node)), "{:?}", graph.state(node));
    }
}

#[test]
fn an_exploration_is_cut_by_its_own_limit_and_by_those_of_the_control() {
    let automaton = || Layers { width: 5_000, depth: 4, accepting: None };
    for (most, max_states) in [(1_000, None), (u64::MAX, Some(1_000)), (3_000, Some(1_000))] {
        let control = Control { max_states, ..with_threads(1) };
        let cut = explore_all(automaton(), most, &control);
        assert_eq!(cut.cut(), Some(Limit::States));
        let edges = cut.edges(&control).unwrap();
        // Of four successors, those that are not there are missing.
        let missing = |node: &NodeId| {
            let (layer, _) = *cut.state(*node);
            layer < 4 && edges.leaving(*node).len() < 4
        };
        assert_eq!(edges.open(), cut.nodes().filter(missing).collect::<Vec<_>>());
        assert!(!edges.open().is_empty());
        assert!((1_000..=1_000 + 4 * CHUNK).contains(&cut.statistics().states));
    }
    let graph = explore_all(automaton(), u64::MAX, &with_threads(1));
    let stopped = Control::unlimited();
    stopped.interrupt();
    assert_eq!(graph.edges(&stopped).unwrap_err(), Limit::Interrupted);
}

/// States with `degree` successors each, which are scattered; each successor has a label of its own.
#[derive(Debug)]
struct Scattered {
    states: u32,
    degree: u32,
}

impl TransitionSystem for Scattered {
    type State = u32;
    type Label = u32;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = u32> {
        std::iter::once(0)
    }

    fn successors(&self, &state: &u32, (): &mut (), emit: &mut impl FnMut(u32, u32)) {
        for label in 0..self.degree {
            let to = (state.wrapping_mul(2_654_435_761) >> 7) % 977 * (label + 1) + label;
            // Some states lead to none, and some only to later ones.
            if to % 5 != 0 && (state % 3 != 0 || to % self.states > state) {
                emit(label, to % self.states);
            }
        }
    }
}

#[test]
fn components_are_those_that_lead_to_each_other_and_come_after_what_they_lead_to() {
    let mut several = 0;
    for (states, degree) in (2..60).flat_map(|states| [(states, 1), (states, 2), (states, 5)]) {
        let graph = explore_all(Scattered { states, degree }, u64::MAX, &Control::unlimited());
        let edges = graph.edges(&Control::unlimited()).unwrap();
        let components = edges.components(&Control::unlimited()).unwrap();
        let reached: Vec<_> = graph
            .nodes()
            .map(|from| {
                let goal = graph.nodes().map(|node| node == from).collect();
                edges.can_reach(goal)
            })
            .collect();
        let nodes = || graph.nodes().zip(0..);
        for ((one, row), (other, column)) in
            nodes().flat_map(|one| nodes().map(move |other| (one, other)))
        {
            let (back, forth): (bool, bool) = (reached[row][other], reached[column][one]);
            assert_eq!(
                components.of(one) == components.of(other),
                back && forth,
                "{states} {degree}"
            );
            assert!(!forth || components.of(one) >= components.of(other), "{states} {degree}");
        }
        let listed: Vec<_> = components.iter().map(<[NodeId]>::to_vec).collect();
        assert_eq!(listed.len(), components.count());
        assert_eq!(listed.concat().len(), graph.nodes().len());
        for (number, members) in listed.iter().enumerate() {
            assert!(members.iter().all(|&node| components.of(node) == number));
        }
        several += usize::from(listed.len() > 1 && listed.iter().any(|members| members.len() > 1));
    }
    assert!(several > 20, "{several}");
}

#[test]
fn transitions_keep_their_labels_in_five_bytes_or_nine() {
    for (degree, size) in [(256, 5), (1_000, 9)] {
        let system = Scattered { states: 300, degree };
        let graph = explore_all(Scattered { states: 300, degree }, 20, &Control::unlimited());
        let edges = graph.edges(&Control::unlimited()).unwrap();
        let mut transitions = 0;
        for node in graph.nodes().filter(|node| edges.open().binary_search(node).is_err()) {
            let mut expected = Vec::new();
            system.successors(graph.state(node), &mut (), &mut |label, next| {
                expected.push((label, next));
            });
            let found = edges.leaving(node).map(|(label, to)| (label, *graph.state(to)));
            assert_eq!(found.collect::<Vec<_>>(), expected);
            transitions += expected.len() as u64;
        }
        assert!(transitions > u64::from(degree) / 2, "{transitions}");
        let of_open =
            edges.open().iter().map(|&node| edges.leaving(node).len() as u64).sum::<u64>();
        let tables = 4 * (graph.nodes().len() + 1 + edges.open().len()) as u64;
        assert_eq!(edges.bytes(), tables + size * (transitions + of_open));
    }
}

#[test]
fn states_with_many_transitions_are_expanded_few_at_a_time() {
    for most in [5_000, 40_000] {
        let limited = |threads| {
            let control = Control { max_states: Some(most), ..with_threads(threads) };
            explore_all(Scattered { states: 1_000_000, degree: 9_000 }, u64::MAX, &control)
                .statistics()
        };
        let alone = limited(1);
        assert!(alone.states > most && alone.states < most + 30_000, "{alone:?}");
        assert!(alone.transitions < 4 * most + 30_000, "{alone:?}");
        assert_eq!(limited(3), alone);
    }
}
