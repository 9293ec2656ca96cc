//! What `--help` and `-h` show.

use crate::support::program::{Directory, stripped};

/// Returns the names of the options that a help shows.
fn options(help: &str) -> Vec<String> {
    let is_option =
        |line: &&str| line.trim_start().starts_with('-') && !line.starts_with("       ");
    let named = help.lines().filter(is_option).filter_map(|line| {
        let long = line.split([' ', ',', '[']).find(|word| word.starts_with("--"));
        long.map(str::to_owned)
    });
    named.collect()
}

/// Returns the names of the commands that a help lists below `Commands:`.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_program_shows_nine_commands_and_names_the_others() {
    let here = Directory::new("helping_program");
    let help = stripped(&here.run("--help").output);
    let shown = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    let shown: Vec<&str> = shown.map(|(name, _)| name.trim()).collect();
    let nine = ["check", "run", "conform", "batch", "show", "explain", "new", "fmt", "convert"];
    assert_eq!(shown[..9], nine, "{help}");
    let all = stripped(&here.run("--help --all").output);
    let names = commands(&all);
    assert_eq!(names.len(), 25, "{all}");
    for name in &names {
        let is_named = help.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == name);
        assert!(is_named, "{name} is not in {help}");
    }
    for line in ["-h", "help", "--help"] {
        assert_eq!(stripped(&here.run(line).output), help, "{line}");
    }
    assert_eq!(here.run("help --all").output, here.run("--help --all").output);
    let nothing = here.run("");
    assert_eq!((nothing.code, nothing.output.as_str()), (2, ""));
    assert_eq!(stripped(&nothing.errors), help);
}

#[test]
fn no_command_shows_more_than_sixteen_options_unless_all_are_asked_for() {
    let here = Directory::new("helping_options");
    let mut paths: Vec<String> = Vec::new();
    for name in commands(&stripped(&here.run("--help --all").output)) {
        let own = commands(&stripped(&here.run(&format!("{name} --help")).output));
        paths.extend(own.iter().map(|one| format!("{name} {one}")));
        paths.push(name);
    }
    let mut fewer = 0;
    for path in &paths {
        let short = stripped(&here.run(&format!("{path} -h")).output);
        let long = stripped(&here.run(&format!("{path} --help")).output);
        let (some, all) = (options(&short), options(&long));
        assert!(some.len() <= 16, "{path}: {some:?}");
        assert!(some.iter().all(|option| all.contains(option)), "{path}: {some:?} of {all:?}");
        let rest = all.len() - some.len();
        fewer += usize::from(rest > 0);
        let line = format!("{rest} more options: scm-check {path} --help");
        assert_eq!(short.contains(&line), rest > 0, "{path}: {short}");
    }
    assert!(paths.len() > 50 && fewer > 30, "{} {fewer}", paths.len());
}
