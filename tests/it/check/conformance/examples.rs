//! Multitraces whose classes and faults are known by hand.

use super::random_automata::{disagreement, transitions};
use super::random_systems::{Observed, numbered, plain, spelled};
use super::random_terms::Case;
use oracle::multitraces::{Fault, LocalError, Nearness};
use scm_check::internals::check::conformance::Checker;
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::read;
use scm_check::internals::model::trace::{LifelineId, LocationId};
use std::collections::BTreeSet;

/// The automaton of Figure 3 of \[RVA\], with the locations of its Example 3.
fn figure_3() -> Observed {
    plain(
        &[0],
        &[3],
        "0-b->1 0-c->2 0-a->3 2-e->3 4-b->1 1-d->4 4-c->2",
        &[&["a", "e"], &["c", "d"], &["b"]],
    )
}

/// Checks that a multitrace is of a class, by the oracle and by all procedures.
fn assert_class(observed: &Observed, traces: &[&str], expected: Nearness) -> Option<Fault> {
    let traces = spelled(observed, traces);
    let told = observed.describe(&traces);
    assert_eq!(observed.automaton.nearness(&observed.sight, &traces), expected, "{told}");
    assert_eq!(disagreement(observed, &traces), None, "{told}");
    observed.automaton.fault(&observed.sight, &traces)
}

#[test]
fn the_multitraces_of_the_running_example() {
    let example = figure_3();
    let central = assert_class(&example, &["e", "dddc", "bb"], Nearness::MultiPrefix);
    assert_eq!(central, Some(Fault::Central));
    let inter = assert_class(&example, &["e", "dddc", ""], Nearness::MultiPrefix);
    assert_eq!(inter, Some(Fault::Inter));
    let local = assert_class(&example, &["e", "cd", "bbbb"], Nearness::Fail);
    let error = LocalError {
        location: 1,
        position: 1,
        is_incomplete: false,
        expected: Vec::new(),
        may_end: true,
    };
    assert_eq!(local, Some(Fault::Local(vec![error])));
    assert_eq!(assert_class(&example, &["e", "dc", "b"], Nearness::Accepted), None);
    let local = assert_class(&example, &["e", "d", ""], Nearness::MultiPrefix);
    let error = LocalError {
        location: 1,
        position: 1,
        is_incomplete: true,
        expected: vec![0, 1],
        may_end: false,
    };
    assert_eq!(local, Some(Fault::Local(vec![error])));
}

#[test]
fn the_common_area_of_the_running_example() {
    let example = figure_3();
    let traces = spelled(&example, &["e", "dddc", "bb"]);
    let letter = |name: &str| {
        let mut all = example.alphabet.letters().iter();
        all.position(|text| text == name).unwrap()
    };
    let expected: BTreeSet<(usize, usize, usize)> =
        [(0, "b", 1), (1, "d", 4), (2, "e", 3), (4, "b", 1), (4, "c", 2)]
            .into_iter()
            .map(|(source, name, target)| (source, letter(name), target))
            .collect();
    let common = example.automaton.common_area(&example.sight, &traces);
    let found: BTreeSet<(usize, usize, usize)> =
        common.into_iter().map(|number| example.automaton.transitions[number]).collect();
    assert_eq!(found, expected);
    let mut checker = Checker::new(example.specification());
    let found = checker.common_area(&numbered(&traces));
    assert_eq!(transitions(checker.specification(), &found), expected);
}

#[test]
fn the_empty_multitrace_and_an_initial_state_without_transitions() {
    // The second initial state accepts nothing but the empty word.
    let observed = plain(&[0, 2], &[1, 2], "0-a->1 1-b->0", &[&["a"], &["b"]]);
    let observed = Observed {
        automaton: oracle::multitraces::Automaton { states: 3, ..observed.automaton },
        ..observed
    };
    assert_eq!(assert_class(&observed, &["", ""], Nearness::Accepted), None);
    assert_eq!(assert_class(&observed, &["aa", "b"], Nearness::Accepted), None);
    // The way over the second initial state reads nothing, and is in all areas.
    let fault = assert_class(&observed, &["aa", ""], Nearness::MultiPrefix);
    assert_eq!(fault, Some(Fault::Central));
    let mut without = observed.clone();
    without.automaton.accepting.remove(&2);
    let fault = assert_class(&without, &["", ""], Nearness::GlobalPrefix);
    let error = LocalError {
        location: 0,
        position: 0,
        is_incomplete: true,
        expected: vec![0],
        may_end: false,
    };
    assert_eq!(fault, Some(Fault::Local(vec![error])));
    without.automaton.accepting.clear();
    let fault = assert_class(&without, &["", "b"], Nearness::Fail);
    let error = |location, is_incomplete| LocalError {
        location,
        position: 0,
        is_incomplete,
        expected: Vec::new(),
        may_end: false,
    };
    assert_eq!(fault, Some(Fault::Local(vec![error(0, true), error(1, false)])));
}

#[test]
fn all_failing_locations_are_named() {
    let example = figure_3();
    let fault = assert_class(&example, &["ea", "dcc", "b"], Nearness::Fail);
    let error = |location, position| LocalError {
        location,
        position,
        is_incomplete: false,
        expected: Vec::new(),
        may_end: true,
    };
    assert_eq!(fault, Some(Fault::Local(vec![error(0, 1), error(1, 2)])));
}

/// An interaction and multitraces of it. A location is its lifelines between commas, a colon, and what was seen
/// between points.
struct Example(Case);

const NAMES: &str = "@message{ m;n;o;s;y;z;publish;subscribe;begin;end } \
                     @lifeline{ a;b;c;h;pub;bro;sub } ";

impl Example {
    /// The interaction of a text whose lifelines are in these groups, and each other one alone. So many rounds
    /// of loops are to be enough for all its multitraces.
    fn of(text: &str, together: &[&str], rounds: usize) -> Self {
        let reading = read(&Source::new("own.hif", format!("{NAMES}{text}")), None);
        let model = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
        let interaction = model.interaction;
        let names = interaction.signature.lifelines();
        let mut locations: Vec<Vec<LifelineId>> = together
            .iter()
            .map(|group| {
                let names = group.split(',');
                names.map(|name| interaction.signature.lifeline(name).unwrap()).collect()
            })
            .collect();
        let grouped = locations.concat();
        locations.extend(names.ids().filter(|id| !grouped.contains(id)).map(|id| vec![id]));
        let case = Case::of(interaction, locations, rounds, (3_000_000, 50_000)).unwrap();
        assert_eq!(case.letters, rounds, "{text} is small");
        Self(case)
    }

    /// Checks a multitrace in both readings, by the oracle and by all procedures.
    fn assert_classes(&self, seen: &[&str], global: Nearness, local: Nearness) {
        let locations = self.0.observed.alphabet.locations();
        let mut traces = vec![Vec::new(); locations.len()];
        for text in seen {
            let (name, trace) = text.split_once(':').unwrap();
            let place = locations.iter().position(|location| location.name() == name).unwrap();
            let location = &locations[LocationId::from_index(place)];
            let seen = trace.split('.').filter(|element| !element.is_empty());
            traces[place] = seen.map(|element| location.local_letter(element).index()).collect();
        }
        for (known, expected) in self.0.readings.iter().zip([global, local]) {
            let told = self.0.describe(known, &traces);
            assert_eq!(self.0.nearness(known, &traces), expected, "{told}");
            assert_eq!(self.0.disagreement(known, &traces), None, "{told}");
        }
    }

    /// Checks a multitrace that both readings say the same of.
    fn assert_class(&self, seen: &[&str], expected: Nearness) {
        self.assert_classes(seen, expected, expected);
    }
}

#[test]
fn a_publisher_a_broker_and_a_subscriber() {
    let example = Example::of(
        "seq(loopS(pub -- publish -> bro), sub -- subscribe -> bro, \
             loopS(seq(pub -- publish -> bro, bro -- publish -> sub)))",
        &[],
        1,
    );
    let (published, subscribed) = ("pub:pub!publish", "bro:bro?subscribe");
    example.assert_class(
        &["bro:bro?subscribe.bro?publish.bro!publish", published, "sub:sub!subscribe.sub?publish"],
        Nearness::Accepted,
    );
    // The subscriber is not observed: what it sent must have come before.
    example.assert_classes(&[published, subscribed], Nearness::MultiPrefix, Nearness::GlobalPrefix);
    example.assert_class(&[published, "bro:bro?publish"], Nearness::GlobalPrefix);
    example.assert_class(&["bro:bro!publish"], Nearness::Slice);
    example.assert_class(&["sub:sub?publish.sub!subscribe"], Nearness::Fail);
    example.assert_class(&["bro:bro!publish.bro!publish"], Nearness::Fail);
}

#[test]
fn a_topic_that_is_begun_and_ended() {
    let example = Example::of(
        "seq(pub -- begin -> bro, \
             alt(seq(sub -- subscribe -> bro, \
                     loopS(seq(pub -- publish -> bro, bro -- publish -> sub))), \
                 loopS(pub -- publish -> bro)), \
             pub -- end -> bro)",
        &[],
        1,
    );
    let published = "pub:pub!begin.pub!publish.pub!end";
    let received = "bro:bro?begin.bro?publish.bro?end";
    example.assert_class(&[published, received], Nearness::Accepted);
    // Each is right by itself: the broker is in the second case, and the subscriber in the first.
    example.assert_class(&[published, received, "sub:sub!subscribe"], Nearness::Fail);
    example.assert_class(
        &[published, "bro:bro?begin.bro?subscribe.bro?publish", "sub:sub!subscribe"],
        Nearness::GlobalPrefix,
    );
    example.assert_classes(&["bro:bro?begin"], Nearness::MultiPrefix, Nearness::GlobalPrefix);
    example.assert_class(&["sub:sub?publish", "bro:bro?end"], Nearness::Slice);
    example.assert_class(&["bro:bro?end.bro?publish"], Nearness::Fail);
}

#[test]
fn what_strict_orders_is_seen_by_those_who_share_a_place() {
    let strict = "strict(a -- m -> |, n -> b)";
    let apart = Example::of(strict, &[], 2);
    apart.assert_classes(&["b:b?n"], Nearness::MultiPrefix, Nearness::GlobalPrefix);
    apart.assert_class(&["a:a!m", "b:b?n"], Nearness::Accepted);
    let together = Example::of(strict, &["a,b"], 2);
    together.assert_classes(&["a,b:b?n.a!m"], Nearness::Fail, Nearness::Accepted);
    together.assert_classes(&["a,b:b?n"], Nearness::Slice, Nearness::GlobalPrefix);
}

#[test]
fn the_local_reading_forgets_that_what_is_received_was_sent() {
    let example = Example::of("par(a -- m -> b, b -- n -> a)", &["a,b"], 4);
    example.assert_classes(&["a,b:b?m.a!m.b!n.a?n"], Nearness::Fail, Nearness::Accepted);
    example.assert_class(&["a,b:a!m.b!n.b?m.a?n"], Nearness::Accepted);
}

#[test]
fn a_lifeline_that_is_not_seen_orders_what_others_see() {
    // Without `h` nothing orders what is left, but `b` hears of what `a` said.
    let example = Example::of("seq(a -- m -> h, h -- n -> b)", &["a,b"], 4);
    example.assert_classes(&["a,b:b?n"], Nearness::Slice, Nearness::GlobalPrefix);
    example.assert_class(&["a,b:a!m.b?n", "h:h?m.h!n"], Nearness::Accepted);
    example.assert_classes(&["a,b:a!m.b?n"], Nearness::MultiPrefix, Nearness::GlobalPrefix);
}

#[test]
fn the_head_of_a_round_may_be_what_is_not_seen() {
    let example = Example::of(
        "par(loopH(alt(strict(h -- s -> |, a -- m -> |), strict(c -- n -> |, n -> a))), \
             strict(c -- z -> |, a -- y -> |))",
        &[],
        3,
    );
    let seen = ["c:c!n.c!z", "a:a!y.a!m.a?n"];
    example.assert_classes(&seen, Nearness::MultiPrefix, Nearness::GlobalPrefix);
}

#[test]
fn loops_whose_rounds_have_different_lengths() {
    let example =
        Example::of("alt(loopS(seq(m -> a, m -> a)), loopS(seq(m -> a, m -> a, m -> a)))", &[], 10);
    for times in 0..=10 {
        let seen = format!("a:{}", vec!["a?m"; times].join("."));
        let expected = if times % 2 == 0 || times % 3 == 0 {
            Nearness::Accepted
        } else {
            Nearness::GlobalPrefix
        };
        example.assert_class(&[&seen], expected);
    }
}

#[test]
fn loops_that_may_each_read_the_same() {
    let example = Example::of(
        "seq(loopS(loopS(m -> a)), loopS(seq(m -> a, m -> a)), m -> a, n -> a)",
        &[],
        5,
    );
    example.assert_class(&["a:a?m.a?n"], Nearness::Accepted);
    example.assert_class(&["a:a?m.a?m.a?m.a?m.a?n"], Nearness::Accepted);
    example.assert_class(&["a:a?m.a?m"], Nearness::GlobalPrefix);
    example.assert_class(&["a:a?n"], Nearness::Slice);
    example.assert_class(&["a:a?n.a?m"], Nearness::Fail);
}

#[test]
fn an_action_that_is_alone_in_its_trace_is_not_read_at_once() {
    let example = Example::of("loopS(strict(m -> a, n -> b, loopS(o -> b)))", &[], 3);
    example.assert_class(&["a:a?m.a?m", "b:b?n.b?o.b?n"], Nearness::Accepted);
    example.assert_class(&["a:a?m.a?m", "b:b?n.b?n.b?o.b?o"], Nearness::Accepted);
    example.assert_classes(
        &["a:a?m", "b:b?n.b?o.b?n"],
        Nearness::MultiPrefix,
        Nearness::GlobalPrefix,
    );
    example.assert_class(&["a:a?m", "b:b?o.b?n"], Nearness::Slice);
}

#[test]
fn a_weak_loop_without_an_automaton() {
    let together = Example::of("loopW(a -- m -> b)", &["a,b"], 6);
    together.assert_class(&["a,b:a!m.a!m.a!m.b?m.b?m.b?m"], Nearness::Accepted);
    together.assert_class(&["a,b:a!m.a!m.b?m"], Nearness::GlobalPrefix);
    together.assert_classes(&["a,b:b?m.a!m"], Nearness::Slice, Nearness::Accepted);
    let apart = Example::of("loopW(a -- m -> b)", &[], 5);
    apart.assert_class(&["a:a!m.a!m", "b:b?m.b?m"], Nearness::Accepted);
    apart.assert_class(&["a:a!m.a!m.a!m", "b:b?m"], Nearness::GlobalPrefix);
    apart.assert_classes(&["b:b?m.b?m"], Nearness::MultiPrefix, Nearness::GlobalPrefix);
}

#[test]
fn what_happens_at_once_is_seen_by_all_or_none() {
    let text = "seq(a -- <synch>m -> b, b -- n -> |)";
    let apart = Example::of(text, &[], 4);
    apart.assert_class(&["a:a!m", "b:b?m.b!n"], Nearness::Accepted);
    apart.assert_class(&["a:a!m", "b:b?m"], Nearness::GlobalPrefix);
    apart.assert_class(&["a:a!m"], Nearness::MultiPrefix);
    apart.assert_class(&["b:b!n"], Nearness::Slice);
    let together = Example::of(text, &["a,b"], 4);
    together.assert_class(&["a,b:{a!m,b?m}.b!n"], Nearness::Accepted);
    together.assert_class(&["a,b:a!m.b?m.b!n"], Nearness::Fail);
}
