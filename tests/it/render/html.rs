//! Reports as pages: well-formed, self-contained, small, and alive in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};
use scm_check::internals::driver::AnswerSubject;
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::verdict::{ExitStatus, Verdict};
use scm_check::internals::render::drawing::{
    Arrow, ArrowHead, Chart, Column, Event, EventId, Graph, LifelineId, Mark, Node as GraphNode,
    NodeShape, Slope, Table, TableRow,
};
use scm_check::internals::render::report::html::{
    Gauge, GaugeGroup, OrderEdge, Page, Section, Walk, WalkDrawing, WalkMessage, WalkStop,
    write_page,
};
use scm_check::internals::render::report::{Note, Row};
use scm_check::internals::render::sentences::Detail;
use serde_json::Value;

use crate::support::effort::sampled;
use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

/// The only address that a page contains: it names a language, and nothing is fetched from it.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Returns the page, read as XML, after testing what holds of every page.
pub(crate) fn read(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let page = Document::parse_with_options(text, options).unwrap();
    assert!(text.starts_with("<!DOCTYPE html>\n"));
    is_self_contained(&page);
    leads_somewhere(&page);
    has_headings_in_order(&page);
    page
}

/// Nothing is loaded, and nothing but the page's own script runs.
fn is_self_contained(page: &Document<'_>) {
    let policy = elements(page, "meta").find(|meta| meta.has_attribute("http-equiv")).unwrap();
    assert_eq!(
        policy.attribute("content").unwrap(),
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
    );
    for node in page.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["img", "iframe", "object", "embed", "base", "form"].contains(&name), "{name}");
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.starts_with("on") && name != "src" && name != "srcset", "{name}");
            assert!(name != "href" || value.starts_with('#') || value == "data:,", "{value}");
        }
    }
    for script in elements(page, "script").chain(elements(page, "style")) {
        let text = script.text().unwrap_or_default();
        for address in ["http:", "https:", "@import", "url("] {
            assert!(!text.contains(address) || is_data(script), "{address}");
        }
    }
}

/// No level of headings is left out.
fn has_headings_in_order(page: &Document<'_>) {
    let level = |node: Node<'_, '_>| node.tag_name().name().strip_prefix('h')?.parse::<u32>().ok();
    let mut last = 0;
    for heading in page.descendants().filter(Node::is_element).filter_map(level) {
        assert!(heading <= last + 1, "h{heading} behind h{last}");
        last = heading;
    }
    assert!(last > 0);
}

/// Every link leads to a place on the page, and no two places have one name.
fn leads_somewhere(page: &Document<'_>) {
    let mut places = BTreeSet::new();
    for node in page.descendants() {
        if let Some(place) = node.attribute("id") {
            assert!(places.insert(place), "{place} is there twice");
        }
    }
    for link in elements(page, "a") {
        let place = link.attribute("href").unwrap();
        assert!(places.contains(&place[1..]), "{place} leads nowhere");
    }
}

pub(crate) fn elements<'a>(
    page: &'a Document<'a>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.has_tag_name(name))
}

/// Returns the elements of a class, in order.
pub(crate) fn of_class<'a>(page: &'a Document<'a>, class: &'static str) -> Vec<Node<'a, 'a>> {
    class_in(page.root(), class)
}

/// Returns the elements of a class in an element, in order.
pub(crate) fn class_in<'a>(element: Node<'a, 'a>, class: &'static str) -> Vec<Node<'a, 'a>> {
    let has = move |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    element.descendants().filter(has).collect()
}

/// Returns all text in an element.
pub(crate) fn text(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

fn is_data(script: Node<'_, '_>) -> bool {
    script.attribute("id") == Some("data")
}

/// Returns what the script reads.
pub(crate) fn data(page: &Document<'_>) -> Value {
    let script = elements(page, "script").find(|&script| is_data(script)).unwrap();
    let data = script.text().unwrap();
    assert!(!data.contains(['<', '>', '&']));
    serde_json::from_str(data).unwrap()
}

/// Runs a command on copies of the models below `models/`, or of a sample of them, which are called `models` there too.
fn of_the_models(test: &str, command: &str) -> (Directory, String, Value) {
    let here = Directory::new(test);
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    std::fs::create_dir_all(here.path("models")).unwrap();
    let (signatures, others): (Vec<_>, Vec<_>) = walk_files(&models)
        .into_iter()
        .partition(|path| path.extension().is_some_and(|extension| extension == "hsf"));
    for model in sampled(others) {
        // An interaction is read with its signature.
        let signature = model.with_extension("hsf");
        let signature = signatures.contains(&signature).then_some(signature);
        for file in signature.into_iter().chain([model]) {
            std::fs::copy(&file, here.path("models").join(file.file_name().unwrap())).unwrap();
        }
    }
    let page = here.run(&format!("{command} --max-states 300 --format html --reproducible models"));
    let report =
        here.run(&format!("{command} --max-states 300 --format json --reproducible models"));
    assert_eq!(page.code, report.code, "{}", page.errors);
    let report = serde_json::from_str(&report.output).unwrap();
    (here, page.output, report)
}

fn walk_files(directory: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walk_files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

#[test]
fn every_answer_about_the_models_stands_in_a_well_formed_page() {
    for command in ["rsc", "reach", "safety", "check"] {
        let (_, text_of_page, report) = of_the_models(&format!("html_{command}"), command);
        let rest = text_of_page.replace(NAMESPACE, "");
        assert!(!rest.contains("http:") && !rest.contains("https:"));
        let page = read(&text_of_page);
        let results = report["results"].as_array().unwrap();
        assert_eq!(of_class(&page, "answer").len(), results.len(), "{command}");
        let walks = data(&page)["walks"].as_array().unwrap().clone();
        let mut shown = 0;
        let sections = of_class(&page, "model");
        for section in &sections {
            let name = text(section.children().find(|node| node.has_tag_name("h2")).unwrap());
            let of_model = results.iter().filter(|result| result["model"] == name.as_str());
            let mut said: Vec<String> =
                class_in(*section, "answer").into_iter().map(text).collect();
            for result in of_model.clone() {
                // Where nothing applies there is no property.
                let [property, word] =
                    ["property", "verdict"].map(|key| result[key].as_str().unwrap_or_default());
                let is_said = |said: &String| {
                    let found = said.split(", the model expects").next().unwrap_or_default();
                    let rest = said.strip_prefix(property);
                    rest.is_some_and(|rest| !rest.starts_with('_')) && found.contains(word)
                };
                let place = said.iter().position(is_said);
                said.remove(
                    place.unwrap_or_else(|| panic!("{property} {word} of {name}: {said:?}")),
                );
            }
            // Violations of one run have one walk: the evidence of one of them.
            let is_premise = |result: &Value| command == "safety" && result["property"] == "rsc";
            let violated =
                of_model.filter(|result| !result["witness"].is_null() && !is_premise(result));
            // What is told together has no runs.
            let violated = violated.filter(|result| result["level"] != "race");
            let violated: Vec<&Value> = violated
                .filter(|result| command != "reach" || result["property"] != "rsc")
                .collect();
            let mut runs: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
            for (number, result) in violated.into_iter().enumerate() {
                let is_shared = matches!(command, "safety" | "check");
                let run = Some(&result["detail"]["run"]).filter(|run| is_shared && !run.is_null());
                let run = run.cloned().unwrap_or_else(|| format!("own {number}").into());
                runs.entry(run.to_string()).or_default().push(&result["witness"]);
            }
            let id = section.attribute("id").unwrap();
            let of_section =
                |walk: &&Value| walk["id"].as_str().unwrap().starts_with(&format!("{id}-"));
            let here: Vec<&Value> = walks.iter().filter(of_section).collect();
            assert_eq!(here.len(), runs.len(), "{command} {name}");
            for (run, witnesses) in &runs {
                let is_shown =
                    witnesses.iter().any(|witness| here.iter().any(|walk| shows(walk, witness)));
                assert!(is_shown, "{command} {name}: run {run}");
            }
            shown += here.len();
        }
        assert_eq!(walks.len(), shown, "{command}");
        let table = of_class(&page, "models")[0];
        let rows = table.descendants().filter(|node| node.has_attribute("data-model"));
        assert_eq!(rows.count(), sections.len());
    }
}

/// Returns `true` if what the script shows is the witness.
fn shows(walk: &Value, witness: &Value) -> bool {
    let steps = witness["steps"].as_array().unwrap();
    let is_step = |(index, step): (usize, &Value)| {
        let says = walk["says"][index + 1].as_str().unwrap();
        let has = |word: &str| says.contains(step[word].as_str().unwrap());
        has("participant") && has("to") && walk["lines"][index] == step["line"]
    };
    let is_begun = |(participant, state): (usize, &Value)| {
        let gauge = &walk["gauges"][participant];
        gauge["key"] == format!("{participant}:")
            && gauge["values"][0] == serde_json::json!([0, state])
    };
    walk["says"].as_array().unwrap().len() == steps.len() + 1
        && steps.iter().enumerate().all(is_step)
        && witness["initial"].as_object().unwrap().values().enumerate().all(is_begun)
}

#[test]
fn without_a_script_the_last_step_and_all_steps_are_shown() {
    let here = Directory::new("html_last_step").with("m.scm", CROSSING);
    let run = here.run("rsc --format html m.scm");
    assert_eq!(run.code, 1);
    let page = read(&run.output);
    let says = text(of_class(&page, "says")[0]);
    assert!(says.starts_with("Step 4 of 4: q receives a from channel 0"), "{says}");
    let values: Vec<String> = of_class(&page, "value").into_iter().map(text).collect();
    assert_eq!(values, ["2", "2", "(empty)", "(empty)"]);
    let here: Vec<&str> = page
        .descendants()
        .filter(|node| node.has_attribute("data-here"))
        .map(|node| node.attribute("data-key").unwrap())
        .collect();
    assert_eq!(here, ["0:2", "1:2"]);
    let table = of_class(&page, "steps")[0];
    assert_eq!(table.descendants().filter(|node| node.has_tag_name("tr")).count(), 5);
    let cycle = of_class(&page, "cycle").into_iter().find(|node| node.has_tag_name("ol")).unwrap();
    let edges: Vec<String> = cycle.children().filter(Node::is_element).map(text).collect();
    assert_eq!(
        edges,
        [
            "a before b \u{2013} p: 1 !a before 3 ?b \u{2013} line 9, line 11",
            "b before a \u{2013} q: 2 !b before 4 ?a \u{2013} line 16, line 18",
        ]
    );
    let used: Vec<String> = of_class(&page, "used").into_iter().map(text).collect();
    assert_eq!(used[0], "9to 1 : when true , 0 ! a ;step 1 ");
}

#[test]
fn expected_answers_diagnostics_and_models_that_cannot_be_read_have_their_places() {
    let here = Directory::new("html_sections")
        .with("changed.scm", &format!("//# expect: rsc = holds\n{CROSSING}"))
        .with("met.scm", &format!("//# expect: rsc = holds\n{STREAM}"))
        .with("broken.scm", MALFORMED);
    let run = here.run("rsc --format html --max-states 100 changed.scm met.scm broken.scm");
    assert_eq!(run.code, 2);
    let page = read(&run.output);
    let title = text(elements(&page, "title").next().unwrap());
    assert_eq!(title, "! 3 models: 1 changed, 1 holds, 1 unreadable");
    let sections: Vec<String> = of_class(&page, "model").into_iter().map(text).collect();
    assert!(sections[0].contains("CHANGED: the model expects holds"), "{}", sections[0]);
    assert!(sections[2].contains("as the model expects"), "{}", sections[2]);
    let notes: Vec<String> =
        of_class(&page, "notes")[0].children().filter(Node::is_element).map(text).collect();
    assert!(notes[0].starts_with("error E"), "{notes:?}");
    assert!(notes[0].contains("line 8, column"), "{notes:?}");
    assert!(notes[0].contains("help: "), "{notes:?}");
    assert!(notes[0].contains("see: scm-check explain E"), "{notes:?}");
    assert!(sections[1].contains("to 0 : when true , 3 ! a ;"), "{}", sections[1]);
    assert!(sections[1].contains("nothing checked"), "{}", sections[1]);
}

#[test]
fn names_and_sources_are_escaped_and_never_broken() {
    let hostile = "'quotes\" <b>&amp; </script><!-- ]]> --> \u{e9}\u{4e2d}\u{1f600}";
    let name = format!("{}{}.scm", hostile.replace('/', "|"), "x".repeat(150));
    let comment = format!("// {hostile} {}", "y".repeat(200));
    let source = CROSSING.replace("state 1 :", &format!("state 1 : {comment}"));
    let here = Directory::new("html_hostile").with(&name, &source);
    let output = here.program().args(["rsc", "--format", "html", &name]).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let page = read(&output);
    assert_eq!(text(of_class(&page, "name")[0]), name);
    let lines: Vec<String> = elements(&page, "code").map(text).collect();
    assert!(lines.contains(&format!("state 1 : {comment}")), "{lines:?}");
    assert_eq!(output.matches("</script>").count(), 2);
    assert_eq!(data(&page)["walks"].as_array().unwrap().len(), 1);
}

/// Names that would break out of where they stand, or run as a script, if they could.
pub(crate) fn hostile_names() -> Vec<String> {
    let mut names = [
        "\"quotes' & &amp; &lt; <b>",
        "</script><script>window.executed = 1</script>",
        "</style><style>* { display: none }</style>",
        "</title></svg></textarea><svg onload=\"window.executed = 1\">",
        "<img src=\"x\" onerror=\"window.executed = 1\">",
        "\" autofocus=\"\" onfocus=\"window.executed = 1",
        "<!-- <script>",
        "--> ]]> */ <![CDATA[",
        "javascript:window.executed=1 ${window.executed=1}",
        "\u{e9}\u{4e2d}\u{1f600} \u{202e}right to left\u{202c} e\u{301}\u{2028}",
        "tab\tfeed\nreturn\rend",
        "\u{0}\u{1}\u{b}\u{1b}[31m\u{7f}\u{85}\u{fffe}\u{ffff}",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("long".repeat(50));
    names
}

/// Returns a name as a page can have it: XML and HTML have no place for some characters.
pub(crate) fn as_on_a_page(name: &str) -> String {
    let is_forbidden = |symbol| matches!(symbol, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    name.replace(is_forbidden, "\u{fffd}")
}

/// Returns a page of a run of two steps in which everything is called by those names.
pub(crate) fn hostile_page() -> String {
    let names = hostile_names();
    let mut chart = Chart::default();
    for name in &names {
        chart.lifelines.push(name.clone());
    }
    for (number, mark) in [(1, Mark::Send), (2, Mark::Receive)] {
        let lifeline = LifelineId::from_index(number - 1);
        chart.events.push(Event {
            lifeline,
            number,
            mark,
            label: None,
            note: Some(names[number].clone()),
        });
    }
    chart.arrows.push(Arrow {
        label: names[1].clone(),
        from: EventId::from_index(0),
        head: ArrowHead::Event(EventId::from_index(1), Slope::Falling),
    });
    let gauge = |name: &String| Gauge {
        name: name.clone(),
        values: vec!["before".to_owned(), "between".to_owned(), name.clone()],
        key: Some("key:".to_owned()),
    };
    let message = |name: &String| WalkMessage { says: name.clone(), sent: 1, received: None };
    let mut graph = Graph { name: names[2].clone(), ..Graph::default() };
    for name in &names {
        let key = Some(format!("key:{name}"));
        graph.nodes.push(GraphNode {
            label: name.clone(),
            shape: NodeShape::Box,
            cluster: None,
            key,
        });
    }
    let walk = Walk {
        start: names[1].clone(),
        steps: 2,
        stops: [3, 4]
            .map(|at| WalkStop { step: at - 2, says: names[at].clone(), line: Some(1), drawing: 0 })
            .to_vec(),
        table: Table {
            columns: vec![Column::text(&names[1])],
            rows: [1, 2]
                .map(|at| TableRow {
                    cells: vec![names[at].clone()],
                    note: Some(names[at].clone()),
                })
                .to_vec(),
        },
        groups: vec![GaugeGroup {
            caption: names[1].clone(),
            thing: names[2].clone(),
            value: names[3].clone(),
            gauges: names.iter().map(gauge).collect(),
        }],
        messages: names.iter().map(message).collect(),
        cycle: vec![OrderEdge {
            messages: [names[1].clone(), names[4].clone()],
            imposed_by: names[5].clone(),
            steps: [(1, names[6].clone()), (2, names[7].clone())],
            lines: vec![1],
        }],
        conclusion: names[1].clone(),
        drawings: vec![WalkDrawing {
            name: names[1].clone(),
            remark: Some(names[2].clone()),
            graph,
        }],
    };
    let subject = AnswerSubject::of_property(&names[1], &names[1]);
    let mut row = Row::unchecked(subject, Verdict::Violated, &names[4]);
    row.qualifier.clone_from(&names[2]);
    row.text.summary.clone_from(&names);
    row.evidence.walk = Some(Box::new(walk));
    row.evidence.chart = Some(Box::new(chart));
    let note = Note::without_place("E0101", &names[1], &names[1]);
    let section = Section {
        name: names[1].clone(),
        facts: vec![(names[1].clone(), names.clone())],
        source: vec![names[1].clone(), names[2].clone()],
        notes: vec![note],
        rows: vec![row],
        ..Section::default()
    };
    let page = Page {
        sections: vec![section],
        noun: "models",
        exit_status: ExitStatus::Failed,
        origin: names[1].clone(),
        remarks: names,
        detail: Detail::Full,
    };
    let mut output = Vec::new();
    write_page(&page, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn hostile_names_are_read_back_from_a_page_as_they_are() {
    let output = hostile_page();
    let page = read(&output);
    let names: Vec<String> = hostile_names().iter().map(|name| as_on_a_page(name)).collect();
    let things = of_class(&page, "things")[0].children().filter(|node| node.has_tag_name("li"));
    assert_eq!(things.map(text).collect::<Vec<_>>(), names);
    let values: Vec<String> = of_class(&page, "value").into_iter().map(text).collect();
    assert_eq!(values, names);
    let lifelines = of_class(&page, "lifeline").into_iter().map(|line| {
        text(line.children().find(|node| node.has_tag_name((NAMESPACE, "title"))).unwrap())
    });
    assert_eq!(lifelines.collect::<Vec<_>>(), names);
    let keys = page.descendants().filter_map(|node| node.attribute("data-key"));
    let expected: Vec<String> = names.iter().map(|name| format!("key:{name}")).collect();
    assert_eq!(keys.collect::<Vec<_>>(), expected);
    assert_eq!(page.descendants().filter(|node| node.has_attribute("data-here")).count(), 13);
    let title = text(elements(&page, "title").next().unwrap());
    assert!(title.contains(&names[1]), "{title}");
    let walk = &data(&page)["walks"][0];
    for (gauge, name) in walk["gauges"].as_array().unwrap().iter().zip(hostile_names()) {
        let last = gauge["values"][2][1].as_str().unwrap();
        assert_eq!(last, name.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}"));
    }
    for end in ["script", "style"] {
        let ends = output.matches(&format!("</{end}")).count();
        assert_eq!(ends, elements(&page, end).count(), "{end}");
    }
    assert!(!output.contains("<!--"));
}

#[test]
fn the_rules_of_pictures_stand_once_and_only_where_there_are_pictures() {
    let here = Directory::new("html_style").with("m.scm", CROSSING).with("s.scm", STREAM);
    let run = here.run("rsc --format html m.scm s.scm");
    let page = read(&run.output);
    let pictures = page.descendants().filter(|node| node.has_tag_name((NAMESPACE, "svg")));
    assert_eq!(pictures.count(), 3);
    for rule in [".chart .frame{stroke-width", ".graph .outline{stroke-width"] {
        assert_eq!(run.output.matches(rule).count(), 1, "{rule}");
    }
    let run = here.run("rsc --format html s.scm");
    read(&run.output);
    assert!(!run.output.contains(".graph .outline{"));
}

#[test]
fn many_things_of_one_kind_are_folded_and_say_how_many_they_are() {
    let here = Directory::new("html_facts").with("token.scm", &token(12, 3));
    let run = here.run("rsc --format html token.scm");
    let page = read(&run.output);
    let facts = of_class(&page, "facts")[0];
    let folds: Vec<String> =
        facts.descendants().filter(|node| node.has_tag_name("summary")).map(text).collect();
    assert_eq!(folds, ["12 participants", "12 channels"]);
    let things: Vec<String> =
        facts.descendants().filter(|node| node.has_tag_name("li")).map(text).collect();
    assert_eq!(things.len(), 1 + 12 + 12 + 1 + 1);
    assert_eq!(things[0], "peer-to-peer, fifo");
    assert_eq!(things[13], "0 participant_number_0->participant_number_1");
}

/// Returns a model in which a token goes round `participants`, `messages` times from one to the
/// next, before the one that has it waits in vain.
pub(crate) fn token(participants: usize, messages: usize) -> String {
    let mut text =
        format!("scm token :\nnb_channels = {participants} ;\nparameters :\nint token ;\n");
    for participant in 0..participants {
        writeln!(text, "automaton participant_number_{participant} :\ninitial : 0").unwrap();
        let mut state = 0;
        for message in 0..messages {
            let (sender, receiver) = (message % participants, (message + 1) % participants);
            let sign = match participant {
                _ if participant == sender => '!',
                _ if participant == receiver => '?',
                _ => continue,
            };
            let next = state + 1;
            writeln!(text, "state {state} :\nto {next} : when true , {sender} {sign} token ;")
                .unwrap();
            state = next;
        }
        writeln!(text, "state {state} :").unwrap();
        if participant == 0 {
            let (last, next) = (participants - 1, state + 1);
            writeln!(text, "to {next} : when true , {last} ? token ;\nstate {next} :").unwrap();
        }
    }
    text
}

#[test]
fn a_page_of_forty_steps_and_twelve_participants_is_small() {
    let here = Directory::new("html_small").with("token.scm", &token(12, 20));
    let run = here.run("safety --property progress --format html -o page.html token.scm");
    assert_eq!(run.code, 1, "{}", run.errors);
    assert!(run.output.starts_with("token.scm: progress violated"), "{}", run.output);
    let output = here.read("page.html");
    let page = read(&output);
    assert_eq!(data(&page)["walks"][0]["says"].as_array().unwrap().len(), 41);
    assert_eq!(of_class(&page, "drawing").len(), 12);
    assert!(output.len() < 300_000, "{} bytes", output.len());
}

#[test]
fn a_violation_without_any_step_has_a_page() {
    let model = CROSSING.to_owned() + "\nbad_states :\n(automaton p : in 0 : true)\n";
    let here = Directory::new("html_no_step").with("m.scm", &model);
    let run = here.run("reach --format html m.scm");
    assert_eq!((run.code, run.errors.as_str()), (1, ""));
    let page = read(&run.output);
    assert!(text(of_class(&page, "says")[0]).starts_with("In an initial configuration"));
    assert!(of_class(&page, "picture").is_empty());
}

#[test]
fn a_page_is_the_same_in_every_run() {
    let here = Directory::new("html_same").with("deep/m.scm", CROSSING).with("m.scm", CROSSING);
    let one = here.run("check --format html --reproducible -j 1 m.scm").output;
    let other = here.run("check --format html --reproducible -j 4 deep/m.scm").output;
    assert_eq!(one, other);
}
