//! Choreographies on the command line.

use crate::support::json_schema::Schema;
use crate::support::program::{Directory, json_of};

/// Two strangers: whoever goes first, the other cannot know.
const STRANGERS: &str = "arch p2p\n0 -p->q:a- 1\n0 -r->s:b- 2\n";

/// A request and its answer, again and again.
const REQUESTS: &str = "arch p2p\nfinal 0\n0 -client->server:req- 1\n1 -server->client:res- 0\n";

/// Two messages to one receiver, by which it is told one after the other.
const TWO_SENDERS: &str = "#! expect: realisable = holds, realisable[mailbox,bag] = holds\n\
    #! expect: realisable[mailbox] = violated\narch p2p\n0 -p->r:a- 1\n1 -q->r:b- 2\n";

const TERMS: &str = "A -> B : ask ; sel { B -> A : yes ; A -> B : thanks + B -> A : no } ; (o)\n";

#[test]
fn the_exit_code_is_that_of_realisable_or_with_strict_of_well_formed() {
    let one_fifo = "arch onebuf\n0 -p->q:a- 1\n1 -r->s:b- 2\n";
    let here = Directory::new("chor_codes")
        .with("good.ca", REQUESTS)
        .with("bad.ca", STRANGERS)
        .with("order.ca", "arch p2p\n0 -p->r:a- 1\n1 -q->r:b- 2\n")
        .with("fifo.ca", one_fifo)
        .with("empty.ca", "name nothing\n")
        .with("wrong.ca", "0 -p->p:a- 1\n");
    for (words, code) in [
        ("good.ca", 0),
        ("good.ca --strict", 0),
        ("bad.ca", 1),
        ("bad.ca --exit-zero", 0),
        ("order.ca", 0),
        ("order.ca --strict", 1),
        ("order.ca --arch mailbox", 1),
        ("order.ca --arch mailbox --bag", 0),
        ("fifo.ca", 1),
        ("fifo.ca --bag", 0),
        ("fifo.ca --arch p2p", 0),
        ("fifo.ca --arch free", 1),
        ("empty.ca", 0),
        ("wrong.ca", 2),
        ("missing.ca", 2),
        ("good.ca bad.ca wrong.ca", 2),
    ] {
        let run = here.run(&format!("chor check {words}"));
        assert_eq!(run.code, code, "{words}: {}{}", run.output, run.errors);
    }
    let run = here.run("chor check wrong.ca");
    assert!(run.errors.contains("wrong.ca:1:7"), "{}", run.errors);
    assert!(here.run("chor check empty.ca").errors.contains("W0401"));
    assert_eq!(here.run("--arch mailbox chor check order.ca").code, 1);
}

#[test]
fn a_report_says_what_happened_and_who_is_to_blame() {
    let here = Directory::new("chor_report").with("bad.ca", STRANGERS);
    let run = here.run("chor check bad.ca");
    let first = "bad.ca: realisable violated: `r` cannot know that it must not send `b`\n";
    assert!(run.output.starts_with(first), "{}", run.output);
    for line in [
        "  after 2 communications the projections have left the choreography; shortest, replayed; peer-to-peer, fifo; \
         see: scm-check explain realisability\n",
        "  channels p>q, r>s\n",
        "  for all `r` has seen, this happened\n",
        "    r->s: b (bad.ca:3)\n",
        "    p->q: a (bad.ca:2)\n",
        "<- not in the choreography\n",
        "  to repair it, tell ",
    ] {
        assert!(run.output.contains(line), "{line}: {}", run.output);
    }
    assert_eq!(here.run("chor check bad.ca -q").output, first);

    let run = here.run("chor check bad.ca --arch mailbox --bag --format json");
    let report = json_of(&run.output);
    assert_eq!(Schema::named(&here, "report").objections(&report), [""; 0]);
    let result = &report["results"][0];
    assert_eq!(
        (&result["property"], &result["channels"]),
        (&"realisable".into(), &"mailbox,bag".into())
    );
    assert_eq!(result["detail"]["blame"]["participant"], "r");
    assert_eq!(result["detail"]["channels"][0]["name"], "@q");
    let witness = &result["witness"];
    assert_eq!(Schema::named(&here, "witness").objections(witness), [""; 0]);
    assert_eq!(witness["kind"], "not-completable");
    assert_eq!(witness["steps"][1]["channel"], "@s");
    assert_eq!(witness["steps"][1]["line"], 3);
}

#[test]
fn what_is_violated_is_confirmed() {
    let crossing = "0 -q->r:a via 2- 1\n1 -q->r:a via 1- 2\n2 -r->q:a via 2- 3\n";
    let here = Directory::new("chor_verify")
        .with("bad.ca", STRANGERS)
        .with("order.ca", TWO_SENDERS)
        .with("crossing.ca", crossing)
        .with("terms.gc", "A -> B : x | C -> D : y | B -> A : z");
    for words in [
        "bad.ca",
        "bad.ca --arch onebuf --bag",
        "order.ca --strict",
        "order.ca --arch mailbox",
        "crossing.ca",
        "crossing.ca --strict",
        "terms.gc",
    ] {
        let run = here.run(&format!("chor check {words} --verify -q"));
        assert_eq!(run.code, 1, "{words}: {}{}", run.output, run.errors);
        assert!(run.output.contains("; confirmed"), "{words}: {}", run.output);
        assert!(run.output.ends_with("scm-check-verify: 1 confirmed\n"), "{words}: {}", run.output);
    }
}

#[test]
fn what_a_file_states_is_compared() {
    let changed = TWO_SENDERS.replace("[mailbox] = violated", "[mailbox] = holds");
    let here = Directory::new("chor_expected")
        .with("as_stated.ca", TWO_SENDERS)
        .with("changed.ca", &changed)
        .with("unknown.ca", "#! expect: realisable[ring] = holds\n0 -p->q:a- 1\n");
    let run = here.run("check as_stated.ca");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    for title in [
        "holds     realisable, realisable[mailbox,bag], unspecified-reception, ",
        "violated  realisable[mailbox,fifo]   as the model expects\n",
    ] {
        assert!(run.output.contains(title), "{title}: {}", run.output);
    }
    let run = here.run("check changed.ca");
    assert_eq!(run.code, 1, "{}", run.output);
    assert!(run.output.contains("the model expects holds"), "{}", run.output);
    assert_eq!(here.run("check unknown.ca").code, 2);
    assert_eq!(here.run("check as_stated.ca --update").code, 2);
    // A violation that is asked for is one, expected or not.
    assert_eq!(here.run("chor check as_stated.ca --arch mailbox").code, 1);
    let run = here.run("check . --reproducible");
    assert!(
        run.output.contains("as_stated.ca") && run.output.contains("changed.ca"),
        "{}",
        run.output
    );
}

#[test]
fn named_checks_are_asked_by_name() {
    let left_out = "arch p2p\n0 -p->q:again- 0\n0 -p->q:last- 1\n1 -q->r:done- 2\n";
    let waits = "arch p2p\nfinal 1 2\n0 -p->q:a- 1\n0 -p->q:b- 2\n1 -q->r:c- 2\n";
    let told_wrongly = "arch p2p\n0 -p->q:a- 1\n1 -r->q:c- 2\n0 -p->q:b- 3\n3 -r->q:d- 2\n";
    let here = Directory::new("chor_named")
        .with("requests.ca", REQUESTS)
        .with("left_out.ca", left_out)
        .with("waits.ca", waits)
        .with("told_wrongly.ca", told_wrongly)
        .with("strangers.ca", STRANGERS)
        .with("twice.ca", "arch p2p\n0 -p->q:a- 1\n0 -p->q:a- 2\n1 -q->p:b- 3\n2 -q->p:c- 3\n")
        .with("apart.ca", "arch p2p\n0 -p->q:a- 1\n1 -r->s:b- 0\n");
    for (file, property, code, says) in [
        ("requests.ca", "deadlock", 0, "all channels can become empty"),
        ("strangers.ca", "deadlock", 0, "holds"),
        ("left_out.ca", "coherence", 0, "no mixed choice"),
        ("strangers.ca", "coherence", 3, "one participant makes"),
        ("requests.ca", "termination-awareness", 1, "server may wait for req"),
        ("waits.ca", "termination-awareness", 1, "r may wait for c"),
        ("left_out.ca", "role-progress-fair", 0, "whoever can only receive goes on"),
        ("left_out.ca", "role-progress-unfair", 1, "r may be left out for ever"),
        ("twice.ca", "label-determinism", 1, "leads from one state to two places"),
        ("requests.ca", "label-determinism", 0, "holds"),
        ("apart.ca", "commutation-closure", 1, "the other order is not"),
        ("apart.ca", "globally-cooperative", 1, "share nothing"),
        ("requests.ca", "globally-cooperative", 0, "hangs together"),
        ("requests.ca", "strong-progress(sent)", 0, "can be received"),
        ("requests.ca", "strong-progress(expected)", 0, "can receive one"),
        ("waits.ca", "strong-progress(expected)", 0, "can receive one"),
        ("told_wrongly.ca", "strong-progress(expected)", 1, "stuck("),
        ("requests.ca", "realizable", 2, "did you mean `realisable`?"),
    ] {
        let run = here.run(&format!("chor check {file} --property {property}"));
        assert_eq!(run.code, code, "{file} {property}: {}{}", run.output, run.errors);
        let said = if code == 2 { run.errors } else { run.output };
        assert!(said.contains(says), "{file} {property}: {said}");
    }
    let run = here.run("chor check left_out.ca --property realisable --property deadlock");
    assert_eq!(run.output.matches("left_out.ca: ").count(), 2, "{}", run.output);
}

#[test]
fn projections_go_straight_into_the_other_commands() {
    let here = Directory::new("chor_project")
        .with("r.ca", REQUESTS)
        .with("odd.dot", "digraph { 0 -> 1 [label=\"a.b->c-d:to\"]; }");
    let run = here.run("chor project r.ca --to scm");
    assert!(run.output.contains("// channel 0 is client>server\n"), "{}", run.output);
    let here = here.with("r.scm", &run.output);
    assert_eq!(here.run("rsc r.scm").code, 0);
    assert_eq!(here.run("safety r.scm -q").code, 0);
    let run = here.run("chor project r.ca -p server --to scm");
    assert_eq!(run.output.matches("automaton ").count(), 1, "{}", run.output);
    let run = here.run("chor project r.ca -p nobody");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("but client, server"), "{}", run.errors);
    let raw = here.run("chor project r.ca --raw --to json");
    let object = json_of(&raw.output);
    assert_eq!(object["participants"][0]["states"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["channels"][0]["name"], "client>server");
    assert!(here.run("chor project r.ca --to dot").output.starts_with("digraph"));
    let run = here.run("chor project odd.dot");
    for line in ["// a_b is a.b\n", "// c_d is c-d\n", "// x_to is to\n"] {
        assert!(run.output.contains(line), "{line}: {}", run.output);
    }
    let here = here.with("odd.scm", &run.output);
    assert_eq!(here.run("rsc odd.scm").code, 0);
}

/// Requests, and a protocol that the client may end by itself, or by a word to the log.
const ENDING: &str = "arch p2p\nfinal 0 2\n0 -client->server:req- 1\n1 -server->client:res- 0\n\
    0 -client->log:quit- 2\n";

#[test]
fn projections_tell_where_a_participant_may_wait_for_ever() {
    let here = Directory::new("chor_ends").with("e.ca", ENDING);
    let run = here.run("chor project e.ca");
    let finals: Vec<&str> =
        run.output.lines().filter(|line| line.starts_with("//# final")).collect();
    let all = ["//# final: client = 0, 2", "//# final: server = 0", "//# final: log = 0, 1"];
    assert_eq!(finals, all, "{}", run.output);
    let here = here.with("e.scm", &run.output);
    let run = here.run("safety e.scm");
    assert_eq!(run.code, 0, "{}{}", run.output, run.errors);
    let run = here.run("chor project e.ca -p log");
    assert!(run.output.contains("//# final: log = 0, 1\n"), "{}", run.output);
    let object = json_of(&here.run("chor project e.ca --to json").output);
    assert_eq!(object["participants"][1]["final"], serde_json::json!(["0"]));
    let raw = json_of(&here.run("chor project e.ca --to json --raw").output);
    assert_eq!(raw["participants"][0]["final"], serde_json::json!(["0", "2"]));
    assert_eq!(raw["participants"][2]["final"], serde_json::json!(["0", "1", "2"]));
    let dot = here.run("chor project e.ca --to dot").output;
    assert_eq!(dot.matches("doublecircle").count(), 5, "{dot}");
    assert_eq!(here.run("chor draw e.ca --what projections").output, dot);
    let run = here.run("chor extract e.scm");
    assert!(run.output.contains("\nfinal "), "{}", run.output);
    let here = here.with("again.ca", &run.output);
    let again = here.run("chor project again.ca").output;
    assert!(all.iter().all(|line| again.contains(line)), "{again}");
}

#[test]
fn given_automata_are_held_against_a_choreography() {
    let here = Directory::new("chor_against").with("r.ca", REQUESTS);
    let own = here.run("chor project r.ca").output;
    let more = own.replacen(
        "to 0 : when true , 1 ? res ;\n",
        "to 0 : when true , 1 ? res ;\nto 2 : when true , 0 ! req ;\nstate 2 :\n",
        1,
    );
    let less = own.replace("to 0 : when true , 1 ! res ;\n", "");
    let here = here.with("own.scm", &own).with("more.scm", &more).with("less.scm", &less);
    for (model, code, says) in [
        ("own.scm", 0, "the automata do what the choreography says"),
        ("more.scm", 1, "the automata have left the choreography"),
        ("less.scm", 1, "the automata cannot do `server->client: res`"),
        ("missing.scm", 2, ""),
    ] {
        let run = here.run(&format!("chor check r.ca --against {model}"));
        assert_eq!(run.code, code, "{model}: {}{}", run.output, run.errors);
        assert!(run.output.contains(says), "{model}: {}", run.output);
    }
    let here = here.with("other.ca", "arch p2p\n0 -client->printer:page- 1\n");
    let run = here.run("chor check other.ca --against own.scm");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.output.contains("it has no automaton printer"), "{}", run.output);
}

#[test]
fn lifelines_with_wide_names_are_straight() {
    let here = Directory::new("chor_wide")
        .with("wide.gc", "客户端 -> 服务器 : 请求 ; 服务器 -> 客户端 : 答复 ; 服务器 -> q : m\n");
    let run = here.run("chor draw wide.gc");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.output, @"
    客户端      服务器     q
      │           │        │
      ├── 请求 ──►│        │
      │◄─ 答复 ───┤        │
      │           ├── m ──►│
      │           │        │
    ");
}

#[test]
fn every_picture_has_its_forms() {
    let here = Directory::new("chor_draw").with("t.gc", TERMS).with("bad.ca", STRANGERS);
    assert!(here.run("chor draw t.gc").output.contains("alt"), "terms are sequence diagrams");
    for what in ["sequence", "automaton", "normal", "partials", "sync", "projections"] {
        let run = here.run(&format!("chor draw t.gc --what {what} -o t.svg"));
        assert_eq!((run.code, run.output.as_str()), (0, ""), "{what}: {}", run.errors);
        roxmltree::Document::parse(&here.read("t.svg")).unwrap();
        let run = here.run(&format!("chor draw t.gc --what {what} --format dot"));
        assert_eq!(run.code, if what == "sequence" { 2 } else { 0 }, "{what}");
    }
    let run = here.run("chor draw bad.ca --what witness");
    assert!(run.output.contains("<- not in the choreography"), "{}", run.output);
    assert_eq!(here.run("chor draw t.gc --what witness").code, 2, "it holds");
    assert_eq!(here.run("chor draw bad.ca --what sequence").code, 2, "it has no structure");
    assert_eq!(here.run("chor draw bad.ca --what partials --max-states 2").code, 3);
    assert_eq!(here.run("chor draw bad.ca --strict").code, 2);
}

#[test]
fn where_a_protocol_ends_is_said_or_it_is_said_that_it_cannot_be() {
    let here = Directory::new("chor_convert_ends")
        .with("later.ca", "final 1\n0 -p->q:a- 1\n1 -p->q:a- 1\n")
        .with("never.ca", "0 -p->q:a- 1\n1 -q->p:b- 0\n");
    let run = here.run("chor convert later.ca --to gc");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
    assert_eq!(run.output, "p -> q : a ;\nrepeat {\n  p -> q : a\n}\n");
    for (line, warning) in [
        ("later.ca --to scr", "the text may no longer end in state `1`"),
        ("never.ca --to gc", "the text may also end in state `0`"),
    ] {
        let run = here.run(&format!("chor convert {line}"));
        assert_eq!(run.code, 0, "{line}: {}", run.errors);
        assert!(run.errors.contains(warning), "{line}: {}", run.errors);
    }
    let run = here.run("chor convert never.ca --to scr");
    assert_eq!((run.code, run.errors.as_str()), (0, ""));
}

#[test]
fn languages_are_converted_into_each_other() {
    let here = Directory::new("chor_convert").with("t.gc", TERMS).with("s.ca", STRANGERS);
    let endings = ["ca", "gc", "scr", "dot", "sprout"];
    let here = endings.iter().fold(here, |here, ending| {
        let run = here.run(&format!("chor convert t.gc --to {ending}"));
        assert_eq!(run.code, 0, "{ending}: {}", run.errors);
        here.with(&format!("u.{ending}"), &run.output)
    });
    for ending in endings {
        let said = |file: &str| {
            let text = here.run(&format!("chor convert {file} --to sprout")).output;
            let mut edges: Vec<String> =
                text.lines().filter_map(|line| line.split(' ').nth(1)).map(str::to_owned).collect();
            edges.sort_unstable();
            edges
        };
        assert_eq!(said(&format!("u.{ending}")), said("t.gc"), "{ending}");
        assert_eq!(here.run(&format!("chor check u.{ending} -q")).code, 0, "{ending}");
    }
    let run = here.run("chor convert t.gc --to ca --arch mailbox --bag");
    assert!(
        run.output.contains("buffer @B bag\n") && run.output.contains(" via @B- "),
        "{}",
        run.output
    );
    let run = here.run("chor convert s.ca --to scr");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("both p and r may send"), "{}", run.errors);
}

#[test]
fn synchronous_executions_are_extracted() {
    let here = Directory::new("chor_extract").with("r.ca", REQUESTS);
    let own = here.run("chor project r.ca").output;
    let lost = "scm lost : nb_channels = 2 ; parameters : int a ; int b ;\n\
        automaton p : initial : 0 state 0 : to 1 : when true , 0 ! a ; state 1 :\n\
        automaton q : initial : 0 state 0 : to 1 : when true , 1 ? b ; state 1 :\n";
    let here = here.with("r.scm", &own).with("lost.scm", lost);
    let run = here.run("chor extract r.scm");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(
        run.output.contains("# no execution is lost: it is RSC and free of deadlocks"),
        "{}",
        run.output
    );
    let here = here.with("again.ca", &run.output);
    assert_eq!(here.run("chor check again.ca -q").code, 0);
    let run = here.run("chor extract lost.scm");
    assert!(
        run.output.contains("# executions are lost: nothing that follows empties"),
        "{}",
        run.output
    );
    assert!(run.output.contains("#   p!a\n"), "{}", run.output);
}

#[test]
fn guards_of_sprout_are_refused_or_dropped() {
    let text = "Initial state: (0)\n(0) p->q:m{x > 0} (1)\nFinal states: (1)\n";
    let here = Directory::new("chor_guards").with("g.sprout", text);
    let run = here.run("chor check g.sprout");
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("--drop-guards"), "{}", run.errors);
    let run = here.run("chor check g.sprout --drop-guards");
    assert_eq!(run.code, 0, "{}", run.errors);
    assert!(run.errors.contains("W0406"), "{}", run.errors);
}

#[test]
fn every_bundled_choreography_is_as_it_says() {
    let here = Directory::new("chor_models");
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models/choreographies");
    let run = here.run(&format!("check --reproducible {models}"));
    assert_eq!(run.code, 0, "{}", run.output);
    let rows = run.output.lines().filter(|line| line.ends_with(" ok"));
    assert!(rows.count() > 100, "{}", run.output);
}

#[test]
fn witnesses_are_replayed_on_their_choreography() {
    let here = Directory::new("chor_replay")
        .with("bad.ca", STRANGERS)
        .with("order.ca", TWO_SENDERS)
        .with("good.ca", REQUESTS);
    for (words, shows) in [
        ("bad.ca", "no word of the choreography completes it"),
        ("order.ca --arch mailbox", "no word of the choreography completes it"),
        ("order.ca --strict", "it is no partial execution of the choreography"),
    ] {
        let report = here.run(&format!("chor check {words} --format json -o r.json"));
        assert_eq!(report.code, 1, "{words}: {}", report.errors);
        let model = words.split(' ').next().unwrap();
        let run = here.run(&format!("replay r.json {model}"));
        assert_eq!(run.code, 0, "{words}: {}{}", run.output, run.errors);
        assert!(run.output.contains(shows), "{words}: {}", run.output);
        assert_eq!(here.run("replay r.json good.ca").code, 1, "{words}");
        let run = here.run("replay r.json");
        assert_eq!(run.code, 3, "{words}: {}", run.output);
        assert!(run.output.contains("without the choreography"), "{words}: {}", run.output);
    }
}

#[test]
fn nothing_is_answered_about_a_protocol_whose_roles_may_crash() {
    let lines = "global protocol P(role A, role B, role C) {\n\
                 choice at A { m() from A to B; } or { n() from A to B; C() from C to B; } }\n";
    let here = Directory::new("chor_crashes")
        .with("plain.nuscr", lines)
        .with("pragma.nuscr", &format!("(*# ErrorHandlingCrashBranch #*)\n{lines}"))
        .with("reliable.nuscr", &lines.replace("role A", "reliable role A"))
        .with("log.htf", "{}");
    for command in ["chor check", "check", "chor check --property deadlock"] {
        for (name, code) in [("plain.nuscr", 1), ("pragma.nuscr", 3), ("reliable.nuscr", 3)] {
            let run = here.run(&format!("{command} {name}"));
            if command.ends_with("deadlock") && code == 1 {
                continue;
            }
            assert_eq!(run.code, code, "{command} {name}: {}{}", run.output, run.errors);
            let says = run.output.contains("crashes are not followed, so nothing is known");
            assert_eq!(says, code == 3, "{command} {name}: {}", run.output);
        }
    }
    // The protocol without crashes can be seen.
    for command in ["chor project", "chor convert --to ca"] {
        assert_eq!(here.run(&format!("{command} pragma.nuscr")).code, 0, "{command}");
    }
    let run = here.run("conform --model pragma.nuscr log.htf");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.contains("crashes are not followed"), "{}", run.errors);
}

#[test]
fn roles_without_end_are_read_and_nothing_is_answered() {
    let text = "global protocol P(role A) { A calls More(A); }\n\
                nested protocol More(role A; new role B) { m() from A to B; B calls More(B); }\n";
    let here = Directory::new("chor_endless").with("more.nuscr", text);
    for command in ["chor check", "check"] {
        let run = here.run(&format!("{command} more.nuscr"));
        assert_eq!(run.code, 3, "{}{}", run.output, run.errors);
        assert!(
            run.output.contains("`More` is called again and again with new roles"),
            "{}",
            run.output
        );
        assert!(run.errors.contains("warning[W0413]"), "{}", run.errors);
    }
    for command in ["chor project", "chor draw", "chor convert --to ca"] {
        let run = here.run(&format!("{command} more.nuscr"));
        assert_eq!(run.code, 2, "{command}: {}", run.output);
        assert!(run.errors.contains("again and again"), "{command}: {}", run.errors);
    }
    let run = here.with("log.htf", "{}").run("conform --model more.nuscr log.htf");
    assert_eq!(run.code, 2, "{}", run.output);
    assert!(run.errors.contains("again and again"), "{}", run.errors);
}
