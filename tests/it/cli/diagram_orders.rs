//! Orders of receptions that are drawn and that nothing enforces, and lifelines that are not told of the end.

use serde_json::{Value, json};

use crate::support::program::{Directory, json_of, stripped};

/// Two servers are asked, and answer in an order that only the picture has.
const SERVERS: &str = "sequenceDiagram
  C->>A: ask
  C->>B: query
  A-->>C: one
  B-->>C: two
";

/// A cache that is asked once more in one branch only.
const CACHE: &str = "sequenceDiagram
  C->>S: request
  S->>DB: query
  DB-->>S: rows
  alt stale
    S->>DB: refresh
    DB-->>S: more
  end
  S-->>C: done
";

/// One after the other: nothing is open.
const CHAIN: &str = "sequenceDiagram
  C->>A: ask
  A-->>C: one
  C->>B: query
  B-->>C: two
";

const RACE: &str =
    "line 4: `C` may get `two` of line 5 before `one` of line 4: nothing orders them";

const NOT_TOLD: &str = "line 6: `DB` is not told that the others have ended";

fn directory(test: &str) -> Directory {
    Directory::new(test)
        .with("servers.mmd", SERVERS)
        .with("cache.mmd", CACHE)
        .with("chain.mmd", CHAIN)
        .with("stated.mmd", &format!("%%# expect: race = violated, not-told(A) = holds\n{SERVERS}"))
        .with("wrong.mmd", &format!("%%# expect: race = holds\n{SERVERS}"))
        .with("servers.puml", "@startuml\nC -> A : ask\nC -> B : query\nA -> C : one\nB -> C : two\n@enduml\n")
        .with("servers.hif", "@message{ask;query;one;two}\n@lifeline{C;A;B}\nseq(C -- ask -> A, C -- query -> B, A -- one -> C, B -- two -> C)\n")
}

/// The results about orders: the property, the verdict, and whether it counts.
fn orders(report: &Value) -> Vec<(&str, &str, bool)> {
    let rows = report["results"].as_array().unwrap().iter();
    let rows = rows.filter(|row| row["level"] == "race");
    rows.map(|row| {
        let [property, verdict] = ["property", "verdict"].map(|key| row[key].as_str().unwrap());
        (property, verdict, row["counts"] == true)
    })
    .collect()
}

#[test]
fn orders_are_counted_below_the_results_and_told_in_full_on_demand() {
    let here = directory("orders_told");
    for command in ["check", "chor check"] {
        for (file, short, long) in [
            ("servers.mmd", "  1 order drawn that nothing enforces; -v", RACE),
            ("cache.mmd", "  1 lifeline not told of the end; -v", NOT_TOLD),
        ] {
            let run = here.run(&format!("{command} {file}"));
            assert_eq!((run.code, stripped(&run.output).lines().last()), (0, Some(short)));
            let run = here.run(&format!("{command} -v {file}"));
            let last = format!("  {long}");
            assert_eq!((run.code, stripped(&run.output).lines().last()), (0, Some(&*last)));
        }
    }
    for line in ["check chain.mmd", "chor check chain.mmd", "chor check --arch mailbox servers.mmd"]
    {
        let text = here.run(line).output;
        assert!(!text.contains("nothing enforces") && !text.contains("not told of"), "{text}");
    }
    let table = here.run("check servers.mmd cache.mmd").output;
    assert!(!table.contains("race") && !table.contains("not-told"), "{table}");
}

#[test]
fn orders_count_where_they_are_stated_or_asked_for() {
    let here = directory("orders_count");
    let found = ("race(4,5)", "violated", false);
    let shifted = ("race(5,6)", "violated", false);
    let race = |verdict| ("race", verdict, true);
    for (line, code, expected) in [
        ("check servers.mmd", 0, vec![found]),
        ("chor check servers.mmd", 0, vec![found]),
        ("batch servers.mmd", 0, vec![found]),
        ("check --property race servers.mmd", 1, vec![race("violated"), found]),
        ("chor check --property race servers.mmd", 1, vec![race("violated"), found]),
        ("check --property race servers.puml", 1, vec![race("violated"), found]),
        ("check --property race chain.mmd", 0, vec![race("holds")]),
        ("check chain.mmd", 0, vec![]),
        ("check cache.mmd", 0, vec![("not-told(DB)", "violated", false)]),
        ("check --property not-told(DB) cache.mmd", 1, vec![("not-told(DB)", "violated", true)]),
        ("chor check --property not-told(S) cache.mmd", 0, vec![("not-told(S)", "holds", true)]),
        ("check --property progress servers.mmd", 0, vec![]),
        ("check stated.mmd", 0, vec![race("violated"), shifted, ("not-told(A)", "holds", true)]),
        ("check wrong.mmd", 1, vec![race("violated"), shifted]),
        ("chor check --arch mailbox --property race servers.mmd", 3, vec![race("unknown")]),
    ] {
        let run = here.run(&format!("{line} --format json"));
        let report = json_of(&run.output);
        assert_eq!((run.code, orders(&report)), (code, expected), "{line}");
        assert_eq!(report["exit_code"], code, "{line}");
    }
    let run = here.run("check --property race servers.hif --format json");
    let report = json_of(&run.output);
    assert_eq!(orders(&report)[1].0, "race(3:37,3:52)", "arrows in one line have their columns");
    for line in ["check --property not-told(Z) servers.mmd", "check --property race ring.ca"] {
        assert_eq!(here.run(line).code, 2, "{line}");
    }
}

#[test]
fn a_race_has_its_arrows_and_a_run_that_is_replayed() {
    let here = directory("orders_witness");
    let report = json_of(&here.run("check servers.mmd --format json").output);
    let rows = report["results"].as_array().unwrap();
    let row = rows.iter().find(|row| row["property"] == "race(4,5)").unwrap();
    let detail = json!({
        "lifeline": "C",
        "drawn": { "line": 4, "message": "one", "from": "A" },
        "early": { "line": 5, "message": "two", "from": "B" },
    });
    assert_eq!(row["detail"], detail);
    let witness = &row["witness"];
    assert_eq!((&witness["kind"], &witness["property"]), (&json!("race"), &json!("race(4,5)")));
    assert_eq!(witness["participants"], json!(["C"]));
    assert_eq!(witness["steps"].as_array().unwrap().len(), 4, "the first server does nothing");
}

#[test]
fn the_lines_are_those_of_the_arrows_that_race() {
    // The same message was received before, where its order is enforced.
    let text = "sequenceDiagram
  A->>C: one
  C->>A: ask
  C->>B: query
  A->>C: one
  B->>C: two
";
    let here = Directory::new("orders_lines").with("again.mmd", text);
    let report = json_of(&here.run("check again.mmd --format json").output);
    assert_eq!(orders(&report), [("race(5,6)", "violated", false)]);
}
