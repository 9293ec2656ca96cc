//! Component systems drawn, simulated and laid out.

use crate::support::program::Directory;

/// Two philosophers who eat once, and take the left fork first; they put back both forks, or those that are there.
const TABLE: &str = "\
package table
  port type Signal()
  port type Meals(int n)

  atom type Fork()
    export port Signal get(), put()
    place free, taken
    initial to free
    on get from free to taken
    on put from taken to free
  end

  atom type Philosopher(int most)
    data int meals = 0
    export port Signal left(), right()
    export port Meals drop(meals)
    port Signal think()
    place hungry, one, eating, done
    initial to hungry
    on left from hungry to one provided (meals < most)
    on right from one to eating do { meals = meals + 1; }
    on drop from eating to done
    on think from done to hungry
  end

  connector type Take(Signal p, Signal q)
    define p q
  end

  connector type Drop(Meals p, Signal q, Signal r)
    define p' q r
  end

  compound type Main()
    component Philosopher p1(1), p2(1)
    component Fork f1(), f2()
    connector Take l1(p1.left, f1.get), r1(p1.right, f2.get)
    connector Take l2(p2.left, f2.get), r2(p2.right, f1.get)
    connector Drop d1(p1.drop, f1.put, f2.put), d2(p2.drop, f1.put, f2.put)
  end
end
";

fn directory(test: &str) -> Directory {
    Directory::new(test).with("table.bip", TABLE)
}

/// Returns the output of a command that ends well and says nothing on standard error.
fn shown(here: &Directory, line: &str) -> String {
    let run = here.run(line);
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{line}: {}", run.output);
    run.output
}

#[test]
fn the_composite_is_drawn_with_its_ports_and_triggers() {
    let here = directory("composite_drawn");
    let drawn = shown(&here, "draw table.bip");
    for line in [
        "n0 [label=\"p1: Philosopher\\nleft\\nright\\ndrop(meals)\\nthink alone\", shape=box];",
        "n4 [label=\"l1\", shape=circle];",
        "n0 -> n4 [label=\"left\", dir=none];",
        "n4 -> n2 [label=\"get\", dir=none];",
        "n0 -> n8 [label=\"drop'\", dir=none];",
        "n8 -> n3 [label=\"put\", dir=none];",
    ] {
        assert!(drawn.contains(line), "{line}\n{drawn}");
    }
    assert_eq!(drawn.matches(" -> ").count(), 14, "{drawn}");
    shown(&here, "draw table.bip -o table.svg");
    let svg = here.read("table.svg");
    roxmltree::Document::parse(&svg).unwrap();
    assert!(!svg.contains("class=\"head\""), "a line has no arrow head");
}

#[test]
fn an_atom_is_drawn_in_the_notation_of_the_language() {
    let here = directory("atom_drawn");
    let drawn = shown(&here, "draw table.bip --what atom -p p2");
    for line in [
        "n0 -> n1 [label=\"on left\\nprovided (meals < 1)\"];",
        "n1 -> n2 [label=\"on right\\ndo { meals = meals + 1; }\"];",
        "[label=\"data int meals = 0\\l\", shape=note];",
    ] {
        assert!(drawn.contains(line), "{line}\n{drawn}");
    }
    let run = here.run("draw table.bip --what atom");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("whose atom? -p one of p1, p2, f1, f2"), "{}", run.errors);
}

#[test]
fn global_states_are_drawn_as_far_as_is_asked() {
    let here = directory("states_drawn");
    let drawn = shown(&here, "draw table.bip --what states");
    // Both have a fork, or nobody is hungry enough.
    let deadlock = "one meals=0\\nf1: taken\\nf2: taken\\ndeadlock\", shape=box, peripheries=2]";
    assert!(drawn.contains(deadlock), "{drawn}");
    assert_eq!(drawn.matches("deadlock").count(), 2, "{drawn}");
    let states = drawn.matches("p1: ").count();
    assert!(!drawn.contains("\\n.."), "{drawn}");
    let run = here.run("draw table.bip --what states --max-states 4");
    assert_eq!(run.code, 0);
    assert!(run.errors.contains("only the first 4 global states are drawn"), "{}", run.errors);
    assert_eq!(run.output.matches("p1: ").count(), 4, "{}", run.output);
    assert!(run.output.contains("\\n..\", shape=box]"), "{}", run.output);
    let run = here.run(&format!("draw table.bip --what states --max-states {states}"));
    assert_eq!((run.errors.as_str(), run.output), ("", drawn), "all fit");
}

/// A run in which `f2` has not ended `r1`, so that `p1` goes on with `f1` alone.
const LOG: &str = r#"{"interaction":"l1"}
{"component":"f1","place":"taken","variables":{}}
{"component":"p1","place":"one","variables":{"meals":0}}
{"interaction":"r1"}
{"component":"p1","place":"eating","variables":{"meals":1}}
{"interaction":"d1{p1.drop,f1.put}"}
{"component":"f1","place":"free","variables":{}}
"#;

#[test]
fn a_logged_run_is_drawn_with_its_busy_intervals() {
    let here = directory("run_drawn").with("run.jsonl", LOG);
    let drawn = shown(&here, "draw table.bip --log run.jsonl --ascii");
    let expected = "\
                              p1  p2  f1  f2
  1  l1                       .       .
  2    f1: taken              |       '
  3    p1: one meals=0        '
  4  r1                       .           .
  5    p1: eating meals=1     '           |
  6  d1{p1.drop,f1.put}       .       .   |
  7    f1: free               |       '   |
";
    let lines = |text: &str| {
        let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        words.collect::<Vec<_>>()
    };
    let (_, chart) = drawn.split_once("\n\n").unwrap();
    assert_eq!(lines(chart), lines(expected), "{drawn}");
    assert!(drawn.contains("pending: `r1` waits for the end of `f2`"), "{drawn}");
    shown(&here, "draw table.bip --what run --log run.jsonl -o run.svg");
    let svg = here.read("run.svg");
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let classes: Vec<&str> = picture.descendants().filter_map(|it| it.attribute("class")).collect();
    let bars = |class: &str| classes.iter().filter(|one| **one == class).count();
    assert_eq!((bars("busy"), bars("open")), (4, 2), "{svg}");
}

#[test]
fn busy_intervals_are_within_the_picture_and_do_not_overlap() {
    let here = Directory::new("run_geometry");
    let model = format!("{}/models/components/pipeline.bip", env!("CARGO_MANIFEST_DIR"));
    let ran = here.run(&format!("run {model} --interactions 80 --seed 7 --log run.jsonl -q"));
    assert_eq!(ran.code, 0, "{}", ran.errors);
    shown(&here, &format!("draw {model} --what run --log run.jsonl --all-steps -o run.svg"));
    let svg = here.read("run.svg");
    let picture = roxmltree::Document::parse(&svg).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).unwrap().parse().unwrap()
    };
    let of_class = |class: &'static str| {
        let nodes = picture.descendants();
        nodes.filter(move |node| node.attribute("class") == Some(class)).collect::<Vec<_>>()
    };
    let (width, height) =
        (number(&picture.root_element(), "width"), number(&picture.root_element(), "height"));
    let starts = of_class("start");
    assert_eq!(starts.len(), 80);
    let begins: Vec<&str> = starts.iter().map(|one| one.attribute("d").unwrap()).collect();
    let mut bars = Vec::new();
    for bar in of_class("busy") {
        let [x, y, wide, high] = ["x", "y", "width", "height"].map(|name| number(&bar, name));
        assert!(x >= 0.0 && x + wide <= width && y >= 0.0 && y + high <= height, "{bar:?}");
        let begin = format!("M{} ", bar.attribute("x").unwrap());
        assert!(begins.iter().any(|path| path.starts_with(&begin)), "{bar:?} begins with a start");
        bars.push((y, x, x + wide));
    }
    bars.sort_by(|one, other| one.partial_cmp(other).unwrap());
    assert!(bars.len() > 150, "{}", bars.len());
    for pair in bars.windows(2) {
        let [(lane, _, end), (next, begin, _)] = pair else { unreachable!() };
        assert!(lane < next && lane + 14.0 <= *next || end <= begin, "{pair:?}");
    }
}

#[test]
fn a_run_in_several_logs_is_drawn_as_the_run_in_one() {
    let parts = |wanted: &str| -> String {
        let lines = LOG.lines().filter(|line| line.contains(wanted));
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    let here = directory("parts_drawn")
        .with("all.jsonl", LOG)
        .with("p1.jsonl", &parts("\"p1\""))
        .with("f1.jsonl", &parts("\"f1\""))
        .with("starts.jsonl", &parts("interaction"));
    let one = shown(&here, "draw table.bip --log all.jsonl");
    // The ends of `p1` are read first: each is drawn behind its interaction.
    let several = "draw table.bip --log p1.jsonl --log f1.jsonl --log starts.jsonl";
    assert_eq!(shown(&here, several), one);
}

#[test]
fn of_a_long_run_the_last_events_are_drawn() {
    let here = Directory::new("long_run_drawn");
    here.run("new task --kind component");
    here.run("run task.bip --interactions 30 --seed 1 --log run.jsonl");
    let events = here.read("run.jsonl").lines().count();
    let drawn = shown(&here, "draw task.bip --log run.jsonl");
    let left_out = format!("  {} events before these; --all-steps shows all\n", events - 40);
    assert!(drawn.contains(&left_out), "{drawn}");
    let all = shown(&here, "draw task.bip --log run.jsonl --all-steps");
    let chart = |text: &str| text.split_once("\n\n").unwrap().1.lines().count();
    assert_eq!((chart(&drawn), chart(&all)), (41, events + 1));
}

#[test]
fn a_log_with_an_error_is_not_drawn() {
    let here = directory("wrong_log").with("run.jsonl", &LOG.replace("\"r1\"", "\"r7\""));
    let run = here.run("draw table.bip --log run.jsonl");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("run.jsonl: event 4: the system has no interaction called `r7`"));
}

#[test]
fn a_run_is_simulated_by_its_interactions() {
    let here = directory("interactions_simulated");
    let expected = "\
table.bip: 3 interactions: the given ones

  0      p1: hungry meals=0; p2: hungry meals=0; f1: free; f2: free
  1  l1  p1: one meals=0; f1: taken
  2  r1  p1: eating meals=1; f2: taken
  3  d1  p1: done meals=1; f1: free; f2: free

in the end  p1: done meals=1; p2: hungry meals=0; f1: free; f2: free
can fire    l2, p1.think
";
    let steps = ["simulate", "table.bip", "--run", "l1 r1 d1"];
    let run = crate::support::program::finish(here.program().args(steps));
    assert_eq!((run.code, run.errors.as_str(), run.output.as_str()), (0, "", expected));
    for (steps, words) in [
        ("r1", "step 1: `r1` cannot fire; what can fire: l1, l2"),
        ("zz", "step 1: the system has no interaction `zz`; what can fire: l1, l2"),
    ] {
        let run = here.run(&format!("simulate table.bip --run {steps}"));
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{steps}");
        assert!(run.errors.contains(words), "{}", run.errors);
    }
}

#[test]
fn a_random_run_depends_on_its_seed_and_ends_in_a_deadlock() {
    let here = directory("random_simulated");
    let run = |seed: u32| shown(&here, &format!("simulate table.bip --seed {seed} --steps 30"));
    assert_eq!(run(4), run(4));
    assert!((1..9).any(|seed| run(seed) != run(0).replace("seed 0", &format!("seed {seed}"))));
    for seed in 0..5 {
        let output = run(seed);
        assert!(output.contains(&format!("random, seed {seed}; a deadlock\n")), "{output}");
        assert!(output.ends_with("can fire    nothing: this is a deadlock\n"), "{output}");
    }
    let answers = "1\nu\nu\n2\nq\n";
    let chosen = here.run_with_input("simulate table.bip --interactive", answers);
    assert_eq!(chosen.code, 0);
    assert!(chosen.output.contains("there is nothing to undo"), "{}", chosen.output);
    assert!(chosen.output.contains("  1  l2  p2: one meals=0; f2: taken\n"), "{}", chosen.output);
}

#[test]
fn options_that_say_nothing_about_component_systems_are_refused() {
    let here = directory("component_options").with("m.scm", crate::support::program::CROSSING);
    for (line, words) in [
        ("draw table.bip --property rsc", "--property says nothing about a system of components"),
        ("draw table.bip --bag", "--bag says nothing about a system of components"),
        ("draw table.bip --what rsc", "--what system, atom, states and run are drawn"),
        ("draw table.bip -p p1", "--participant is for --what atom"),
        ("draw table.bip --what run", "--log FILE names its log"),
        ("draw table.bip --what atom -p p7", "there is no component p7, but p1, p2, f1, f2"),
        ("draw m.scm --what states", "about systems of components (.bip)"),
        ("simulate table.bip --fifo", "--fifo says nothing about a system of components"),
    ] {
        let run = here.run(line);
        assert_eq!((run.code, run.output.as_str()), (2, ""), "{line}");
        assert!(run.errors.contains(words), "{line}: {}", run.errors);
    }
}

#[test]
fn commands_for_other_models_say_what_a_component_system_is() {
    let here = directory("other_commands").with("events.jsonl", LOG);
    for line in [
        "rsc table.bip",
        "reach table.bip",
        "convert --to scm table.bip",
        "chor check table.bip",
        "interaction draw table.bip",
        "conform --model table.bip events.jsonl",
    ] {
        let run = here.run(line);
        assert_eq!(run.code, 2, "{line}");
        assert!(run.errors.contains("this is a system of components, and no "), "{}", run.errors);
        assert!(run.errors.contains("help: see `scm-check check table.bip`"));
    }
}

#[test]
fn component_systems_are_laid_out_with_the_models_of_a_directory() {
    let here = directory("component_layout");
    assert_eq!(shown(&here, "fmt --check ."), "");
    let here = here.with("table.bip", &TABLE.replace("\n  ", "\n"));
    assert_eq!(shown(&here, "fmt ."), "./table.bip: changed\n");
    assert_eq!(here.read("table.bip"), TABLE);
}
