//! What a page puts first: the answer by the expectation, what changed, and the runs that show violations.

use roxmltree::{Document, Node};

use scm_check::internals::driver::AnswerSubject;
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::render::report::Row;
use scm_check::internals::render::report::html::{Page, Section, write_page};
use scm_check::internals::render::sentences::Detail;

use crate::render::html::{
    as_on_a_page, class_in, data, elements, hostile_names, of_class, read, text,
};
use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

/// Two participants that wait for each other from the beginning: several properties are violated by one run.
const WAITING: &str = "\
scm waiting :
nb_channels = 2 ;
parameters :
int a ;
int b ;
automaton p :
initial : 0
state 0 :
to 1 : when true , 1 ? b ;
state 1 :
to 2 : when true , 0 ! a ;
state 2 :
automaton q :
initial : 0
state 0 :
to 1 : when true , 0 ? a ;
state 1 :
to 2 : when true , 1 ! b ;
state 2 :
";

fn title(page: &Document<'_>) -> String {
    text(elements(page, "title").next().unwrap())
}

/// Returns the classes of the sign in the heading.
fn heading_class(page: &Document<'_>) -> String {
    let heading = elements(page, "h1").next().unwrap();
    class_in(heading, "verdict")[0].attribute("class").unwrap().to_owned()
}

#[test]
fn check_speaks_by_the_expectation_and_other_commands_by_the_verdict() {
    let stated = format!(
        "//# expect: rsc = violated, rsc[fifo] = violated, rsc[bag] = violated\n{CROSSING}"
    );
    let here = Directory::new("html_expectation")
        .with("stated.scm", &stated)
        .with("stream.scm", &format!("//# expect: rsc = holds\n{STREAM}"))
        .with("changed.scm", &stated.replace("rsc = violated", "rsc = holds"));
    for (command, code, wanted, class) in [
        (
            "check stated.scm",
            0,
            "\u{2713} stated.scm: 9 hold, 3 violated; 3 as expected",
            "verdict fine",
        ),
        ("rsc stated.scm", 1, "\u{2717} stated.scm: rsc violated", "verdict failed"),
        ("check changed.scm", 1, "\u{2717} changed.scm: CHANGED (rsc was holds)", "verdict failed"),
        ("check stated.scm stream.scm", 0, "\u{2713} 2 models: 2 as expected", "verdict fine"),
        (
            "rsc stated.scm stream.scm",
            1,
            "\u{2717} 2 models: 1 holds, 1 violated",
            "verdict failed",
        ),
        (
            "check --exit-zero stream.scm changed.scm",
            0,
            "\u{2717} 2 models: 1 as expected, 1 changed",
            "verdict failed",
        ),
    ] {
        let run = here.run(&format!("{command} --format html"));
        assert_eq!(run.code, code, "{command}: {}", run.errors);
        let page = read(&run.output);
        assert_eq!(title(&page), wanted, "{command}");
        assert_eq!(heading_class(&page), class, "{command}");
        let banner = text(of_class(&page, "tool")[0]);
        assert!(banner.contains(&format!("exit code {code}")), "{banner}");
    }
    // The summary of the form for people counts in the same words.
    let said = here.run("rsc stated.scm stream.scm").output;
    assert!(said.ends_with("2 models: 1 holds, 1 violated\n"), "{said}");
}

/// Returns the names of the answers over each run, and whether it is open.
fn runs(page: &Document<'_>) -> Vec<(Vec<String>, bool)> {
    let names = |run: Node<'_, '_>| {
        let list = run.prev_sibling_element().unwrap();
        let name = |answer: Node<'_, '_>| {
            text(answer.descendants().find(|node| node.has_tag_name("strong")).unwrap())
        };
        class_in(list, "answer").into_iter().map(name).collect()
    };
    of_class(page, "run").into_iter().map(|run| (names(run), run.has_attribute("open"))).collect()
}

#[test]
fn violations_of_one_run_stand_over_one_walk_unless_all_are_asked_for() {
    let here = Directory::new("html_runs").with("m.scm", WAITING);
    let run = here.run("safety --format html m.scm");
    let page = read(&run.output);
    let shared = runs(&page);
    assert_eq!(shared.len(), 1, "{shared:?}");
    let names = ["progress", "reception-deadlock", "stuck(p)", "stuck(q)"];
    assert_eq!(shared[0], (names.map(str::to_owned).to_vec(), true));
    assert_eq!(data(&page)["walks"].as_array().unwrap().len(), 1);
    assert!(title(&page).ends_with("4 violated by 1 run"), "{}", title(&page));
    let run = here.run("safety --all --format html m.scm");
    let page = read(&run.output);
    let own: Vec<Vec<String>> = runs(&page).into_iter().map(|(names, _)| names).collect();
    assert_eq!(own, names.map(|name| vec![name.to_owned()]));
    assert_eq!(data(&page)["walks"].as_array().unwrap().len(), 4);
    assert!(title(&page).ends_with("4 violated by 4 runs"), "{}", title(&page));
}

#[test]
fn runs_of_expected_violations_are_folded_behind_the_others() {
    let stated = format!("//# expect: progress = violated, stuck(p) = holds\n{WAITING}");
    let met = format!(
        "//# expect: progress = violated, reception-deadlock = violated, stuck(p) = violated, stuck(q) = violated\n{WAITING}"
    );
    let here = Directory::new("html_folds")
        .with("crossing.scm", &format!("//# expect: rsc = violated, rsc[bag] = holds\n{CROSSING}"))
        .with("stated.scm", &stated)
        .with("met.scm", &met);
    // The run of what changed comes first, with the violations that it shows besides.
    let run = here.run("check --format html stated.scm");
    let page = read(&run.output);
    let names: Vec<String> = runs(&page)[0].0.clone();
    assert!(
        !names[..2].contains(&"progress".to_owned()) && names.contains(&"progress".to_owned()),
        "{names:?}"
    );
    // What is expected is in a fold of its own, behind what is not.
    let run = here.run("check --format html crossing.scm");
    let page = read(&run.output);
    let folds: Vec<String> = of_class(&page, "calm")
        .into_iter()
        .map(|fold| text(fold.first_element_child().unwrap()))
        .collect();
    assert_eq!(folds[0], "1 violated, as the model expects: rsc");
    let bag = runs(&page).iter().position(|(names, _)| names.contains(&"rsc[bag]".to_owned()));
    assert_eq!(bag, Some(0), "it has changed");
    // Among several models no run of a passing one is open.
    let run = here.run("check --format html met.scm stated.scm");
    let page = read(&run.output);
    let open: Vec<bool> = runs(&page).into_iter().map(|(_, is_open)| is_open).collect();
    assert_eq!(open, [true, false]);
}

#[test]
fn the_models_are_a_table_in_which_what_changed_comes_first() {
    let long = format!("{}.scm", "a_rather_long_name_".repeat(6));
    let here = Directory::new("html_index")
        .with("a/stream.scm", STREAM)
        .with("a/malformed.scm", MALFORMED)
        .with("a/changed.scm", &format!("//# expect: rsc = holds\n{CROSSING}"))
        .with(&format!("a/{long}"), &format!("//# expect: rsc = holds\n{STREAM}"));
    let run = here.run("check --format html --reproducible a");
    assert_eq!(run.code, 2, "{}", run.errors);
    let page = read(&run.output);
    assert_eq!(title(&page), "! 4 models: 1 as expected, 1 changed, 1 holds, 1 unreadable");
    let table = of_class(&page, "models")[0];
    let cells =
        |row: Node<'_, '_>| row.children().filter(Node::is_element).map(text).collect::<Vec<_>>();
    let rows: Vec<Node<'_, '_>> =
        table.descendants().filter(|node| node.has_tag_name("tr")).collect();
    let heads = ["model", "result", "rsc", "safety", "parts", "chans", "states"];
    assert_eq!(cells(rows[0]), heads);
    let (changed, broken) = (cells(rows[1]), cells(rows[2]));
    assert_eq!(
        changed[..4],
        ["changed.scm", "\u{2717} CHANGED (rsc was holds)", "VIOLATED", "holds"]
    );
    assert_eq!(broken[..3], ["malformed.scm", "! malformed.scm:8:20", "error"]);
    assert_eq!(broken[4..], ["-", "-", "-"]);
    // A long name is cut, and the whole name is there.
    let name = rows[3].first_element_child().unwrap();
    assert!(text(name).contains("..") && text(name).len() < 40, "{}", text(name));
    assert_eq!(name.attribute("title"), Some(long.as_str()));
    // Sections have the order of the rows, and what the filters read is there.
    let sections = of_class(&page, "model");
    for (row, section) in rows[1..].iter().zip(&sections) {
        assert_eq!(row.attribute("data-model"), section.attribute("id"));
        let heading = section.first_element_child().unwrap();
        assert_eq!(row.first_element_child().unwrap().attribute("title"), heading.text());
    }
    let states: Vec<&str> =
        rows[1..].iter().filter_map(|row| row.attribute("data-state")).collect();
    assert_eq!(states, ["changed", "unreadable", "as expected", "holds"]);
    let options: Vec<String> = elements(&page, "option").map(text).collect();
    assert!(options.contains(&"only changed (1)".to_owned()), "{options:?}");
    let filters = of_class(&page, "filters")[0];
    assert!(filters.has_attribute("hidden"), "the filters need the script");
}

#[test]
fn hostile_names_of_models_and_properties_are_read_back_from_the_table() {
    let section = |name: &String| {
        let row = Row::unchecked(AnswerSubject::of_property(name, name), Verdict::Holds, name);
        Section { name: name.clone(), rows: vec![row], ..Section::default() }
    };
    let names = hostile_names();
    let page = Page {
        sections: names.iter().map(section).collect(),
        noun: "models",
        exit_status: ExitStatus::Fine,
        origin: names[1].clone(),
        remarks: Vec::new(),
        detail: Detail::Full,
    };
    let mut output = Vec::new();
    write_page(&page, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let page = read(&output);
    let shown: Vec<String> = names.iter().map(|name| as_on_a_page(name)).collect();
    let table = of_class(&page, "models")[0];
    let rows = table.descendants().filter(|node| node.has_attribute("data-model"));
    let titles: Vec<&str> =
        rows.filter_map(|row| row.first_element_child().unwrap().attribute("title")).collect();
    // An attribute has blanks for line ends and tabs.
    let blank = |name: &str| name.replace(['\t', '\n', '\r'], " ");
    assert_eq!(
        titles.iter().map(|title| blank(title)).collect::<Vec<_>>(),
        shown.iter().map(|name| blank(name)).collect::<Vec<_>>()
    );
    let heads: Vec<String> = elements(&page, "th")
        .filter(|head| head.attribute("scope") == Some("col"))
        .map(text)
        .collect();
    assert_eq!(heads[2..][..names.len()], shown);
    assert_eq!(output.matches("</script>").count(), elements(&page, "script").count());
}
