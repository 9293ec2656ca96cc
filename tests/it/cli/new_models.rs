//! `new`, and the commands about the program itself.

use crate::support::program::Directory;

#[test]
fn a_new_model_holds_and_is_not_overwritten() {
    let here = Directory::new("new_models");
    for (kind, files) in [
        ("scm", &["order.scm"][..]),
        ("choreography", &["order.ca"]),
        ("interaction", &["order.hif", "order.hsf"]),
        ("component", &["order.bip"]),
    ] {
        let run = here.run(&format!("new order --kind {kind}"));
        assert_eq!(run.code, 0, "{}", run.errors);
        assert!(run.output.starts_with(&format!("wrote {}\n", files.join(" and "))));
        let text = here.read(files[0]);
        assert!(!text.contains("NAME") && !text.contains("FILE"), "{text}");
        let run = here.run(&format!("check {}", files[0]));
        assert_eq!((run.code, run.errors.as_str()), (0, ""), "{}", run.output);
        let run = here.run(&format!("new {} --kind {kind}", files[0]));
        assert_eq!((run.code, run.output.as_str()), (2, ""));
        assert!(run.errors.contains("order") && run.errors.contains("exists already"));
        assert_eq!(here.read(files[0]), text);
    }
}

#[test]
fn every_command_that_new_proposes_works() {
    let here = Directory::new("new_proposals");
    for kind in ["scm", "choreography", "interaction", "component"] {
        let run = here.run(&format!("new sub.{kind} --kind {kind}"));
        let commands = run.output.lines().filter_map(|line| line.strip_prefix("  scm-check "));
        let commands: Vec<&str> = commands.collect();
        assert_eq!(commands.len(), 3, "{}", run.output);
        for command in commands {
            assert_eq!(here.run(command).code, 0, "{command}");
        }
    }
}

#[test]
fn the_name_of_a_new_model_is_one() {
    let here = Directory::new("new_names");
    for (file, name) in [("a-b", "a_b"), ("7up", "model_7up"), ("x.y", "x")] {
        assert_eq!(here.run(&format!("new {file}")).code, 0, "{file}");
        let text = here.read(&format!("{file}.scm"));
        assert!(text.contains(&format!("\nscm {name} :\n")), "{text}");
    }
    for wrong in ["new ---", "new missing/x", "new x --kind y"] {
        assert_eq!(here.run(wrong).code, 2, "{wrong}");
    }
}

#[test]
fn each_shell_has_completions_of_what_users_type() {
    let here = Directory::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = here.run(&format!("completions {shell}"));
        assert_eq!(run.code, 0, "{}", run.errors);
        assert!(run.output.contains("safety") && run.output.contains("max-states"), "{shell}");
        assert!(!run.output.contains("legacy-words"), "{shell}");
    }
    assert_eq!(here.run("completions csh").code, 2);
}

#[test]
fn the_page_for_man_and_the_version_are_printed() {
    let here = Directory::new("man");
    let page = here.run("man").output;
    assert!(page.contains(".TH scm-check 1") && page.contains("not as expected"), "{page}");
    let version = here.run("version").output;
    assert_eq!(version, here.run("--version").output);
    assert!(version.starts_with("scm-check 0."), "{version}");
}

#[test]
fn a_model_without_a_command_is_checked() {
    let here = Directory::of_answers("bare_model");
    for (model, code) in [("holds.scm", 0), ("violated.scm", 0), ("bad.scm", 2)] {
        let bare = here.run(model);
        let check = here.run(&format!("check {model}"));
        assert_eq!((bare.code, bare.output), (code, check.output), "{model}");
    }
}
