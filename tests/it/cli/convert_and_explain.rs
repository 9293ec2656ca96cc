//! Converting and explaining.

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM};

#[test]
fn a_model_is_written_as_json() {
    let text = format!(
        "//# expect: rsc = violated, rsc[bag] = holds\n//# bag_buffers = 1\n{CROSSING}\
         bad_states :\n(automaton p : in 1 : true in 2 : true with a . a^+ . # . (a | b)^*)\n"
    );
    let here = Directory::new("convert_json").with("m.scm", &text);
    let run = here.run("convert m.scm --to json");
    assert_eq!(run.code, 0, "{}", run.errors);
    let system: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(system["schema"], "scm-check/system");
    assert_eq!(system["name"], "crossing");
    assert_eq!(system["messages"][1], serde_json::json!({"name": "b", "sort": "int"}));
    assert_eq!(
        system["channels"],
        serde_json::json!([{"kind": "fifo", "lossy": false}, {"kind": "bag", "lossy": false}])
    );
    let p = &system["participants"][0];
    assert_eq!(p["name"], "p");
    assert_eq!(p["states"], serde_json::json!(["0", "1", "2"]));
    assert_eq!(p["initial"], serde_json::json!(["0"]));
    assert_eq!(
        p["transitions"][1],
        serde_json::json!({"from": "1", "to": "2", "action": "receive", "channel": 1, "message": "b"})
    );
    assert_eq!(
        system["bad_states"][0]["control"],
        serde_json::json!([{"participant": "p", "states": ["1", "2"]}])
    );
    let contents = system["bad_states"][0]["contents"].as_array().unwrap();
    assert_eq!(contents[0], serde_json::json!({"message": "a"}));
    assert!(contents.contains(&"separator".into()), "{contents:?}");
    assert_eq!(
        system["expectations"][1],
        serde_json::json!({"property": "rsc", "variant": ["bag"], "verdict": "holds"})
    );
}

#[test]
fn a_malformed_model_is_refused_with_places() {
    let here = Directory::new("convert_malformed").with("bad.scm", MALFORMED);
    for command in ["convert --to json bad.scm", "convert --to dot bad.scm", "rsc bad.scm"] {
        let run = here.run(command);
        assert_eq!(run.code, 2, "{command}");
        assert!(run.errors.contains("--> bad.scm:8:20"), "{}", run.errors);
        assert!(run.errors.contains("--> bad.scm:9:24"), "{}", run.errors);
    }
    let run = here.run("rsc bad.scm");
    assert_eq!(run.output, "bad.scm: 2 errors, nothing checked\n");
}

#[test]
fn warnings_change_no_exit_code_and_stay_off_the_output() {
    let unused = STREAM.replace("nb_channels = 1", "nb_channels = 2");
    let here = Directory::new("convert_warning").with("m.scm", &unused);
    let run = here.run("convert --to json m.scm");
    assert_eq!(run.code, 0);
    assert!(run.errors.contains("warning["), "{}", run.errors);
    assert!(!run.output.contains("warning["), "{}", run.output);
    let run = here.run("rsc --format json m.scm");
    assert_eq!(run.code, 0);
    let report: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["diagnostics"][0]["severity"], "warning");
    assert_eq!(here.run("rsc -q m.scm").errors, "");
}

#[test]
fn channels_are_converted_too() {
    let here = Directory::new("convert_bag").with("m.scm", STREAM);
    let run = here.run("convert --bag --to json m.scm");
    let system: Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(system["channels"][0]["kind"], "bag");
}

#[test]
fn every_listed_page_can_be_read() {
    let here = Directory::new("explain");
    let list = here.run("explain");
    assert_eq!(list.code, 0);
    let names: Vec<&str> = list
        .output
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let page = here.run(&format!("explain {name}"));
        assert_eq!(page.code, 0, "{name}");
        assert!(page.output.lines().count() >= 5, "{name}: {}", page.output);
    }
}

#[test]
fn pages_are_found_by_other_names_and_codes_in_any_case() {
    let here = Directory::new("explain_names");
    let page = here.run("explain conflict-cycle").output;
    assert_eq!(here.run("explain Conflict_Cycle").output, page);
    assert_eq!(here.run("explain conflict cycle").output, page);
    assert_eq!(here.run("explain e0102").output, here.run("explain E0102").output);
    let run = here.run("explain conflict-cycel");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("did you mean `conflict-cycle`?"), "{}", run.errors);
    assert!(run.errors.contains("topics: tutorial, scm, "), "{}", run.errors);
}

#[test]
fn words_that_name_no_page_are_searched_for() {
    let here = Directory::new("explain_search");
    for word in ["livelock", "queue", "retry", "standstill", "never received"] {
        let run = here.run(&format!("explain {word}"));
        assert_eq!(run.code, 0, "{word}: {}", run.errors);
        let begin = format!("No page is called `{word}`; these speak of it:\n");
        let list = run.output.strip_prefix(&begin).unwrap_or_else(|| panic!("{}", run.output));
        let pages: Vec<&str> = list.lines().map_while(|line| line.strip_prefix("  ")).collect();
        assert!(pages.iter().any(|line| line.starts_with("glossary ")), "{}", run.output);
        // Entries of the glossary go on below.
        for line in pages.into_iter().filter(|line| !line.starts_with(' ')) {
            let page = here.run(&format!("explain {}", line.split_whitespace().next().unwrap()));
            for word in word.split(' ') {
                assert!(page.output.to_lowercase().contains(word), "{line}: {}", page.output);
            }
        }
    }
    for word in ["idle", "server"] {
        assert!(here.run(&format!("explain {word}")).output.contains("//# final"), "{word}");
    }
    let run = here.run("explain zebra");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
}

#[test]
fn every_command_has_help() {
    let here = Directory::new("help");
    for command in ["", "check", "rsc", "convert", "fmt", "generate", "explain"] {
        for option in ["-h", "--help"] {
            let run = here.run(&format!("{command} {option}"));
            assert_eq!(run.code, 0, "{command} {option}");
            assert!(run.output.contains("Usage: scm-check"), "{}", run.output);
        }
    }
    let help = here.run("--help").output;
    assert!(help.contains("-isrsc") && !help.contains("legacy-words"), "{help}");
}

#[test]
fn losses_make_a_system_worse_as_the_page_about_them_says() {
    // Without a loss the second message stands behind the first, which nobody receives.
    let safe = "\
scm hidden :
nb_channels = 2 ;
parameters :
int a ;
int b ;
int c ;
automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! a ;
state 1 :
to 2 : when true , 0 ! b ;
state 2 :
to 3 : when true , 1 ? c ;
state 3 :
automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! c ;
state 1 :
to 2 : when true , 0 ? b ;
state 2 :
";
    let lossy = safe.replace("nb_channels = 2 ;", "nb_channels = 2 ;\nlossy : 0");
    let waiting =
        STREAM.replace("to 0 : when true , 0 ! a ;", "to 1 : when true , 0 ! a ;\nstate 1 :");
    let waiting =
        waiting.replace("to 0 : when true , 0 ? a ;", "to 1 : when true , 0 ? a ;\nstate 1 :");
    let losing = waiting.replace("nb_channels = 1 ;", "nb_channels = 1 ;\nlossy : 0");
    let here = Directory::new("losses")
        .with("safe.scm", safe)
        .with("lossy.scm", &lossy)
        .with("waiting.scm", &waiting)
        .with("losing.scm", &losing);
    assert_eq!(here.run("rsc -q safe.scm").code, 0);
    assert_eq!(here.run("rsc -q lossy.scm").code, 1);
    assert_eq!(here.run("safety -q --property progress waiting.scm").code, 0);
    assert_eq!(here.run("safety -q --property progress losing.scm").code, 1);
    assert_eq!(here.run("safety -q --property reception-deadlock losing.scm").code, 0);
}

#[test]
fn a_word_for_a_system_is_kept_in_the_report_as_the_page_about_eager_systems_says() {
    let here = Directory::new("eager");
    let model = format!("{}/models/paper/eager_not_rsc.scm", env!("CARGO_MANIFEST_DIR"));
    let line = "safety --property progress --assume-eager --format json";
    let run = here.run(&format!("{line} {model}"));
    let report: Value = serde_json::from_str(&run.output).unwrap();
    let answer = &report["results"][1];
    assert_eq!((run.code, &answer["verdict"]), (0, &"holds".into()));
    let said = [("membership", "violated"), ("ground", "assumption"), ("assumption", "eager")];
    for (key, value) in said {
        assert_eq!(answer["detail"][key], value, "{key}");
    }
    let page = here.run("explain eager").output;
    assert!(page.contains(
        r#""detail":{"membership":"violated","ground":"assumption","assumption":"eager"}"#
    ));
}

#[test]
fn pages_name_all_safety_properties_and_commands() {
    let here = Directory::new("safety_page");
    let page = here.run("explain safety").output;
    let properties = "unspecified-reception progress orphan-message reception-deadlock deadlock \
                      stuck(p) unreceived(m)";
    for property in properties.split_whitespace() {
        assert!(page.contains(&format!("\n  {property} ")), "{property}");
    }
    for name in ["progress", "stuck", "unreceived", "deadlock"] {
        assert_eq!(here.run(&format!("explain {name}")).output, page, "{name}");
    }
    for (name, command) in [
        ("reachability", "scm-check reach "),
        ("safety", "scm-check safety "),
        ("update", "check --update "),
    ] {
        assert!(here.run(&format!("explain {name}")).output.contains(command), "{name}");
    }
    assert!(here.run("explain lossy").output.starts_with("Lossy channels\n"));
}
