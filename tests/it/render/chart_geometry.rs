//! Pictures of charts: nothing overlaps, nothing leaves the picture, and names come back as they are.

use crate::support::bundled_systems::models;
use crate::support::effort::{required, sampled, scaled};
use crate::support::scripted_systems::random_run;
use crate::support::xml::forbidden_replaced;
use scm_check::internals::check::membership::{self, Engine, Outcome};
use scm_check::internals::check::reachability::{self, Configurations, Premise};
use scm_check::internals::check::safety;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::cfsm::{ChannelKind, SafetyProperty, System};
use scm_check::internals::model::evidence::{Replay, Witness};
use scm_check::internals::render::drawing::Extent;
use scm_check::internals::render::drawing::{
    Arrow, ArrowHead, Chart, ChartScene, Colours, CycleMark, Event, EventId, LifelineId, LineStyle,
    Mark, Order, Point, Slope, chart_scene, chart_svg, xml_escaped,
};
use scm_check::internals::render::witness::{run_chart, witness_chart};

/// Coordinates are compared as exactly as they are written.
const CLOSE: f64 = 0.05;

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() < CLOSE
}

/// Fails unless labels are apart and inside, and messages start and end where they should.
fn assert_tidy(name: &str, chart: &Chart) -> ChartScene {
    let scene = chart_scene(chart);
    let labels: Vec<_> = scene.labels().collect();
    for (index, label) in labels.iter().enumerate() {
        let area = &label.area;
        assert!(area.left >= 0.0 && area.top >= 0.0, "{name}: {label:?} leaves");
        assert!(area.right <= scene.width && area.bottom <= scene.height, "{name}: {label:?}");
        for other in &labels[..index] {
            assert!(!area.overlaps(&other.area), "{name}: {label:?} and {other:?} overlap");
        }
    }
    assert_eq!(scene.lines.len(), chart.arrows.len() + chart.orders.len(), "{name}");
    for (drawn, arrow) in scene.lines.iter().zip(&chart.arrows) {
        let (start, end) = (drawn.path[0], drawn.path[drawn.path.len() - 1]);
        let lifeline = |event: EventId| scene.lifelines[chart.events[event].lifeline].x;
        assert!(is_close(start.x, lifeline(arrow.from)), "{name}: {arrow:?}");
        assert!(is_close(start.y, scene.events[arrow.from].at.y), "{name}: {arrow:?}");
        match arrow.head {
            ArrowHead::Event(event, _) => {
                assert!(is_close(end.x, lifeline(event)), "{name}: {arrow:?}");
                assert!(is_close(end.y, scene.events[event].at.y), "{name}: {arrow:?}");
                assert!(end.y > start.y, "{name}: time flows down");
            }
            ArrowHead::Nowhere(to) => {
                let ends_there = |at: f64| (at - end.x).abs() < 8.0;
                let to = to.filter(|&to| to != chart.events[arrow.from].lifeline);
                assert!(to.is_none_or(|to| !ends_there(scene.lifelines[to].x)), "{name}");
                if let Some(to) = to {
                    let (from, to) = (start.x, scene.lifelines[to].x);
                    assert!(from.min(to) < end.x && end.x < from.max(to), "{name}: {arrow:?}");
                }
            }
        }
    }
    let rows: Vec<f64> = scene.events.iter().map(|event| event.at.y).collect();
    assert!(rows.is_sorted_by(|one, other| one < other), "{name}: a row for each event");
    assert_readable(name, chart);
    scene
}

/// Returns how many of the crossings and of the open ends of messages lie below a label, of how many.
fn hidden(scene: &ChartScene) -> (usize, usize) {
    let crossings = scene.lines.iter().flat_map(|line| &line.bridges).map(|&(_, at)| at);
    let open = scene.lines.iter().filter(|line| line.style == LineStyle::Unmatched);
    let signs: Vec<Point> =
        crossings.chain(open.filter_map(|line| line.path.last().copied())).collect();
    let messages = || scene.lines.iter().filter(|line| line.style != LineStyle::Order);
    let labels = || messages().map(|line| &line.label.area);
    let is_hidden = |sign: &&Point| {
        labels().any(|area| {
            area.left < sign.x && sign.x < area.right && area.top < sign.y && sign.y < area.bottom
        })
    };
    (signs.iter().filter(is_hidden).count(), signs.len())
}

/// Fails unless the picture is XML that holds every name, and a group for each thing.
fn assert_readable(name: &str, chart: &Chart) {
    let svg = chart_svg(chart, Colours::OfTheReader);
    let document =
        roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{name}: {e}\n{svg}"));
    let groups = |class: &str| {
        let is = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
                && node.has_tag_name(("http://www.w3.org/2000/svg", "g"))
        };
        document.descendants().filter(is).collect::<Vec<_>>()
    };
    let titles = |class: &str| {
        let title = |node: &roxmltree::Node<'_, '_>| {
            let title = node.children().find(|child| child.tag_name().name() == "title")?;
            Some(title.text().unwrap_or_default().to_owned())
        };
        groups(class).iter().filter_map(title).collect::<Vec<_>>()
    };
    let names: Vec<String> = chart.lifelines.iter().map(|name| forbidden_replaced(name)).collect();
    assert_eq!(titles("lifeline"), names, "{name}");
    let labels: Vec<String> =
        chart.arrows.iter().map(|arrow| forbidden_replaced(&arrow.label)).collect();
    assert_eq!(titles("message"), labels, "{name}");
    assert_eq!(groups("event").len(), chart.events.len(), "{name}");
    assert_eq!(groups("message").len(), 2 * chart.arrows.len(), "{name}: lines and labels");
    assert_eq!(groups("order").len(), 2 * chart.orders.len(), "{name}: lines and labels");
    let is_along_lifeline =
        |mark: &&CycleMark| chart.events[mark.first].lifeline == chart.events[mark.second].lifeline;
    let edges = chart.cycle.iter().filter(is_along_lifeline);
    assert_eq!(groups("cycle-edge").len(), edges.count(), "{name}");
    let unmatched = chart.arrows.iter().filter(|arrow| matches!(arrow.head, ArrowHead::Nowhere(_)));
    assert_eq!(groups("unmatched").len(), 2 * unmatched.count(), "{name}");
    for group in groups("message") {
        let is_unmatched = group.attribute("class").unwrap().contains("unmatched");
        assert_eq!(group.attribute("data-to").is_none(), is_unmatched, "{name}");
    }
}

/// Returns all witnesses against a system, by the name of what they violate.
fn witnesses(
    system: &System,
    bad: &[scm_check::internals::model::cfsm::BadConfigurations],
) -> Vec<Witness> {
    let control = Control { max_states: Some(1_000), ..Control::unlimited() };
    let mut found = Vec::new();
    let premise = match membership::check(system, Engine::Plain, &control).outcome {
        Outcome::Holds(proof) => Premise::Rsc(proof),
        Outcome::Violated(witness) => {
            found.push(*witness);
            Premise::BugsOnly
        }
        Outcome::Unknown(_) => Premise::BugsOnly,
    };
    let configurations = Configurations::new(system);
    let mut take = |outcome: reachability::Outcome| {
        if let reachability::Outcome::Violated(witness) = outcome {
            found.push(*witness);
        }
    };
    for bad in bad {
        let engine = reachability::Engine::Auto;
        take(reachability::check_in(&configurations, bad, premise, engine, &control).outcome);
    }
    for property in SafetyProperty::all(system) {
        take(safety::check_in(&configurations, property, premise, &control).outcome);
    }
    found
}

#[test]
fn pictures_of_all_witnesses_of_the_models_are_tidy() {
    let mut drawn = 0;
    let mut signs = (0, 0);
    for (path, model) in sampled(models()) {
        let bags = model.system.with_channels(ChannelKind::Bag);
        for system in [&model.system, &model.system.with_channels(ChannelKind::Fifo), &bags] {
            for witness in witnesses(system, &model.bad) {
                let chart = witness_chart(system, &witness, Extent::Ends);
                let name = format!("{} {:?}", path.display(), witness.kind());
                let scene = assert_tidy(&name, &chart);
                let below = hidden(&scene);
                signs = (signs.0 + below.0, signs.1 + below.1);
                assert_eq!(chart.cycle.len(), witness.cycle().len(), "{name}");
                let badges: Vec<usize> = scene.lines.iter().filter_map(|a| a.badge).collect();
                let mut numbers = badges.clone();
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(1..=witness.cycle().len()), "{name}: {badges:?}");
                drawn += 1;
            }
        }
    }
    assert!(drawn > required(150), "{drawn} witnesses were drawn");
    // Where lines are dense, a label may find no place that hides no crossing and no open end.
    assert!(signs.1 > required(100) && signs.0 * 40 <= signs.1, "{signs:?}");
}

/// Adds notes, orders and a cycle at random, which need not mean anything.
fn decorate(dice: &mut Random, chart: &mut Chart) {
    let event =
        |dice: &mut Random, chart: &Chart| EventId::from_index(dice.below(chart.events.len()));
    for _ in 0..dice.below(6) {
        let (one, other) = (event(dice, chart), event(dice, chart));
        if one < other {
            chart.orders.push(Order { first: one, second: other, label: "channel 3".to_owned() });
        }
    }
    for _ in 0..dice.below(4) {
        let id = event(dice, chart);
        chart.events[id].note = Some("crosses something".to_owned());
        let named = dice.below(3);
        chart.events[id].label = (named > 0).then(|| "somebody?something".repeat(named));
    }
    for _ in 0..dice.below(5).min(chart.arrows.len()) {
        let [from, to] = [(); 2].map(|()| dice.below(chart.arrows.len()));
        let (first, second) = (chart.arrows[from].from, chart.arrows[to].from);
        if first < second {
            chart.cycle.push(CycleMark { from, to, first, second });
        }
    }
}

#[test]
fn pictures_of_random_runs_are_tidy() {
    let mut dice = Random::new(17);
    let (mut messages, mut loops, mut open) = (0, 0, 0);
    let mut signs = (0, 0);
    for round in 0..scaled(500) {
        let (participants, length) = (1 + dice.below(12), 1 + dice.below(80));
        let run = random_run(&mut dice, participants, length);
        let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
        let mut chart = run_chart(&run.system, &replay, Extent::Ends);
        decorate(&mut dice, &mut chart);
        let scene = assert_tidy(&format!("round {round}"), &chart);
        let below = hidden(&scene);
        signs = (signs.0 + below.0, signs.1 + below.1);
        messages = messages.max(chart.arrows.len());
        for arrow in &chart.arrows {
            match arrow.head {
                ArrowHead::Event(event, _) => {
                    let from = chart.events[arrow.from].lifeline;
                    loops += usize::from(chart.events[event].lifeline == from);
                }
                ArrowHead::Nowhere(_) => open += 1,
            }
        }
    }
    assert!(
        messages >= 40 && loops > required(100) && open > required(100),
        "{messages} {loops} {open}"
    );
    assert!(signs.1 > required(10_000) && signs.0 * 30 < signs.1, "{signs:?}");
}

#[test]
fn pictures_of_long_runs_are_tidy_with_what_is_said_of_the_steps_that_are_left_out() {
    let mut dice = Random::new(19);
    for round in 0..30 {
        let (participants, length) = (1 + dice.below(6), 150 + dice.below(150));
        let run = random_run(&mut dice, participants, length);
        let replay = Replay::new(&run.system, run.initial.clone(), run.steps.clone()).unwrap();
        let chart = run_chart(&run.system, &replay, Extent::Ends);
        let scene = assert_tidy(&format!("round {round}"), &chart);
        let is_long = run.steps.len() > 200;
        assert_eq!(scene.gaps.len(), usize::from(is_long), "round {round}");
        assert_eq!(scene.events.len(), if is_long { 80 } else { run.steps.len() });
    }
}

#[test]
fn pictures_of_witnesses_of_random_systems_are_tidy() {
    let mut drawn = 0;
    let mut signs = (0, 0);
    for seed in 0..100 {
        let system = crate::support::cases::system_of(seed);
        for witness in witnesses(&system, &[]) {
            let scene = assert_tidy(
                &format!("seed {seed}"),
                &witness_chart(&system, &witness, Extent::Ends),
            );
            let below = hidden(&scene);
            signs = (signs.0 + below.0, signs.1 + below.1);
            drawn += 1;
        }
    }
    assert!(drawn > 100, "{drawn} witnesses were drawn");
    assert!(signs.1 > 100 && signs.0 * 50 <= signs.1, "{signs:?}");
}

/// Names that break careless programs.
fn names() -> Vec<String> {
    let texts =
        ["\"quoted\" 'single'", "<g></g>", "a & b &amp; ]]>", "--> <!--", "\u{e9}\u{df}\u{16e}"];
    let more =
        ["\u{4e2d}\u{6587}\u{5b57}", "\u{1f600}\u{1f680}", "\u{5d0}\u{5d1}", "e\u{301}", "", " "];
    let control = ["\u{0}\u{1}\u{1b}[31m", "line\nbreak\r\n\ttab", "\u{7f}\u{85}\u{fffe}\u{ffff}"];
    let all = texts.into_iter().chain(more).chain(control).map(str::to_owned);
    all.chain(["x", "W", "\u{4e2d}", "<", "a b_c-"].map(|part| part.repeat(200))).collect()
}

#[test]
fn names_come_back_as_they_are() {
    let names = names();
    let mut chart = Chart::default();
    for name in names.iter().take(12) {
        chart.lifelines.push(name.clone());
    }
    let mut dice = Random::new(3);
    for (number, name) in names.iter().cycle().take(40).enumerate() {
        let mut event = |place: usize, mark: Mark| {
            let lifeline = LifelineId::from_index(dice.below(12));
            let note = place.is_multiple_of(7).then(|| name.clone());
            chart.events.push(Event { lifeline, number: place + 1, mark, label: None, note })
        };
        let from = event(2 * number, Mark::Send);
        let to = event(2 * number + 1, Mark::Receive);
        let head = ArrowHead::Event(to, Slope::Level);
        chart.arrows.push(Arrow { label: name.clone(), from, head });
        if number % 5 == 0 {
            chart.orders.push(Order { first: from, second: to, label: name.clone() });
        }
    }
    assert_tidy("names", &chart);
    for name in &names {
        let attribute = format!("<a b=\"{0}\" c='{0}'>{0}</a>", xml_escaped(name));
        let document = roxmltree::Document::parse(&attribute).unwrap();
        let element = document.root_element();
        let expected = forbidden_replaced(name);
        assert_eq!(element.text().unwrap_or_default(), expected);
        assert!(element.attributes().all(|attribute| attribute.value() == expected));
    }
}

#[test]
fn a_chart_without_anything_is_a_picture() {
    assert_tidy("empty", &Chart::default());
    let mut chart = Chart::default();
    chart.lifelines.push("alone".to_owned());
    assert_tidy("alone", &chart);
}

#[test]
fn many_events_in_one_place_find_room() {
    let mut chart = Chart::default();
    let ids = ["p", "q"].map(|name| chart.lifelines.push(name.to_owned()));
    let mut sends = Vec::new();
    for number in 1..=40 {
        let (lifeline, mark) = (ids[number % 2], Mark::Send);
        sends.push(chart.events.push(Event { lifeline, number, mark, label: None, note: None }));
    }
    for (index, &from) in sends.iter().enumerate() {
        let (lifeline, number) = (ids[index % 2], index + 41);
        let event = Event { lifeline, number, mark: Mark::Receive, label: None, note: None };
        let head = ArrowHead::Event(chart.events.push(event), Slope::Falling);
        chart.arrows.push(Arrow { label: format!("a_message_with_a_name#{number}"), from, head });
        chart.orders.push(Order { first: sends[0], second: from, label: "channel 1".to_owned() });
    }
    assert_tidy("all at once", &chart);
}

#[test]
fn pictures_of_models() {
    for name in ["upload", "print_queue", "two_copies_to_oneself"] {
        let (_, model) =
            models().into_iter().find(|(path, _)| path.ends_with(format!("{name}.scm"))).unwrap();
        let system = model.system.with_channels(ChannelKind::Bag);
        let answer = membership::check(&system, Engine::Plain, &Control::unlimited());
        let Outcome::Violated(witness) = answer.outcome else { panic!("{name} is RSC") };
        insta::assert_snapshot!(
            format!("picture_of_{name}"),
            chart_svg(&witness_chart(&system, &witness, Extent::Ends), Colours::OfTheReader)
        );
    }
}
