//! `check --update`: the files afterwards, what is told, and what is refused.

use std::fs;

use crate::support::program::{CROSSING, Directory, MALFORMED, STREAM, endless};

#[test]
fn an_update_shows_the_difference_writes_it_and_the_next_check_is_fine() {
    let wrong = format!("// ours\n//# expect: rsc = holds, rsc[bag] = violated\n\n{CROSSING}");
    let here = Directory::new("update").with("m.scm", &wrong);
    let run = here.run("check --update m.scm");
    assert_eq!((run.code, run.errors.as_str()), (1, ""), "the answer had changed");
    let added = [
        "//# expect: unspecified-reception = holds, progress = holds, orphan-message = holds",
        "//# expect: reception-deadlock = holds",
    ];
    let difference = format!(
        "\nm.scm\n\
         - //# expect: rsc = holds, rsc[bag] = violated\n\
         + //# expect: rsc = violated, rsc[bag] = violated\n\
         + {}\n+ {}\n",
        added[0], added[1]
    );
    assert!(run.output.contains(&difference), "{}", run.output);
    let stated = format!("rsc = violated, rsc[bag] = violated\n{}\n{}", added[0], added[1]);
    let expected = wrong.replace("rsc = holds, rsc[bag] = violated", &stated);
    assert_eq!(here.read("m.scm"), expected);
    assert_eq!(here.run("check m.scm").code, 0);

    let before = here.read("m.scm");
    let run = here.run("check --update m.scm");
    assert_eq!(run.code, 0);
    assert!(run.output.contains("\nm.scm: up to date\n"), "{}", run.output);
    assert!(!here.run("check --update -q m.scm").output.contains("up to date"));
    assert_eq!(here.read("m.scm"), before);
    assert_eq!(fs::read_dir(here.path("")).unwrap().count(), 1, "no draft is left");
}

#[test]
fn a_model_that_states_nothing_states_its_answers_afterwards() {
    let crlf = STREAM.replace('\n', "\r\n");
    let here = Directory::new("update_first").with("m.scm", CROSSING).with("crlf.scm", &crlf);
    assert_eq!(here.run("check --update m.scm").code, 0, "what is violated is no fault");
    assert!(here.read("m.scm").starts_with("//# expect: unspecified-reception = holds"));
    assert!(here.read("m.scm").ends_with(CROSSING));
    here.run("check --update crlf.scm");
    let text = here.read("crlf.scm");
    assert!(
        text.starts_with("//# expect: unspecified-reception = holds") && text.ends_with(&crlf),
        "{text}"
    );
    assert!(!text.replace("\r\n", "").contains('\n'), "{text}");
    assert_eq!(here.run("check m.scm crlf.scm").code, 0);
}

#[test]
fn several_models_are_updated_and_the_table_follows() {
    let here = Directory::new("update_several")
        .with("d/a.scm", &format!("//# expect: rsc = violated\n{STREAM}"))
        .with("d/b.scm", &format!("//# expect: rsc = violated\n{CROSSING}"))
        .with("d/c.scm", MALFORMED);
    let run = here.run("check --update d");
    assert_eq!(run.code, 2, "{}", run.output);
    let difference = "\
d/a.scm
- //# expect: rsc = violated
+ //# expect: rsc = holds
+ //# expect: unspecified-reception = holds,";
    assert!(run.output.starts_with(difference), "{}", run.output);
    assert!(run.output.contains("\n\nmodel "), "the table is set off: {}", run.output);
    assert!(run.output.contains("CHANGED (rsc was violated)"), "{}", run.output);
    assert_eq!(here.read("d/c.scm"), MALFORMED);
    assert_eq!(here.run("check d/a.scm d/b.scm").code, 0);
}

#[test]
fn what_a_limit_left_open_stays_as_it_was() {
    let text = format!("//# expect: rsc = holds\n{}", endless());
    let here = Directory::new("update_limit").with("m.scm", &text);
    let run = here.run("check --update --max-states 100 m.scm");
    assert_eq!(run.code, 3);
    assert!(run.output.contains("m.scm: not everything was decided"), "{}", run.output);
    assert_eq!(here.read("m.scm"), text);
}

#[test]
fn programs_get_the_report_alone() {
    let wrong = format!("//# expect: rsc = violated\n{STREAM}");
    let here = Directory::new("update_json").with("m.scm", &wrong).with("n.scm", &wrong);
    let run = here.run("check --update --progress none --format json m.scm");
    assert_eq!(run.code, 1);
    let report: serde_json::Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!(report["results"][0]["detail"]["expected"], "violated");
    assert_eq!(report["exit_code"], 1);
    assert!(run.errors.starts_with("m.scm\n- //# expect: rsc = violated\n+ "), "{}", run.errors);
    let run = here.run("check --update --format ndjson n.scm");
    assert!(run.output.lines().all(|line| line.starts_with('{')), "{}", run.output);
    assert_eq!(here.read("m.scm"), here.read("n.scm"));
}

#[test]
fn only_files_as_they_are_written_can_be_updated() {
    let here = Directory::new("update_refused").with("m.scm", CROSSING);
    let run = here.run_with_input("check --update -", "");
    assert_eq!((run.code, run.output.as_str()), (2, ""));
    assert!(run.errors.contains("standard input"), "{}", run.errors);
    for option in ["--fifo", "--bag", "--assume-eager"] {
        let run = here.run(&format!("check --update {option} m.scm"));
        assert_eq!((run.code, run.output.as_str()), (2, ""));
        assert!(run.errors.contains("--update"), "{}", run.errors);
    }
    assert_eq!(here.run("rsc --update m.scm").code, 2);
    assert_eq!(here.read("m.scm"), CROSSING);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_an_error_and_the_others_are_updated() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let here = Directory::new("update_unwritable")
        .with("a.scm", STREAM)
        .with("b.scm", STREAM)
        .with("kept.txt", STREAM);
    fs::set_permissions(here.path("a.scm"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(here.path("kept.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("kept.txt", here.path("link.scm")).unwrap();
    let run = here.run("check --update --progress none a.scm b.scm link.scm");
    assert_eq!(run.code, 2, "{}", run.output);
    assert_eq!(run.errors, "error: cannot write a.scm: permission denied\n");
    assert_eq!(here.read("a.scm"), STREAM);
    assert_ne!(here.read("b.scm"), STREAM);
    assert_eq!(here.read("kept.txt"), here.read("b.scm"));
    assert!(here.path("link.scm").is_symlink(), "a link stays one");
    let mode = fs::metadata(here.path("kept.txt")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640, "permissions stay");
    let run = here.run("check --update --format json a.scm");
    let report: serde_json::Value = serde_json::from_str(&run.output).unwrap();
    assert_eq!((run.code, &report["exit_code"]), (2, &2.into()));
}

#[test]
fn who_only_waits_to_be_called_is_offered_a_final_state_and_nothing_is_stated() {
    let server = "scm t :\nnb_channels = 1 ;\nparameters :\nint a ;\nautomaton client :\ninitial : 0\n\
                  state 0 :\nto 1 : when true , 0 ! a ;\nstate 1 :\nautomaton server :\ninitial : 0\n\
                  state 0 :\nto 0 : when true , 0 ? a ;\n";
    let here = Directory::new("update_offer").with("m.scm", server).with("n.scm", server);
    let offer = "m.scm: not stated: progress = violated, stuck(server) = violated; if waiting there is \
                 meant, write `//# final: server = 0`";
    let run = here.run("check --update m.scm");
    assert_eq!(run.code, 1, "the user has to decide");
    assert!(run.output.contains(offer), "{}", run.output);
    let text = here.read("m.scm");
    assert!(text.contains("orphan-message = holds"), "{text}");
    for word in ["final", "progress", "stuck"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    // What is offered is right.
    let declared = format!("//# final: server = 0\n{text}");
    let here = here.with("m.scm", &declared);
    assert_eq!(here.run("check m.scm").code, 0);
    // An answer that is stated stays stated.
    let stated = format!("//# expect: progress = violated\n{server}");
    let here = here.with("n.scm", &stated);
    assert!(
        here.run("check --update n.scm")
            .output
            .contains("not stated: stuck(server) = violated; if")
    );
    assert!(here.read("n.scm").contains("//# expect: progress = violated"));
}
