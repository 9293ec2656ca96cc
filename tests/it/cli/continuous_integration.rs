//! The workflows, pipelines and hooks of `docs/ci.md`, and the action, do what is said of them: their
//! commands are run on a library of models, with stubs for what fetches and builds.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::program::{CROSSING, Directory, Finished, STREAM, finish};
use crate::support::yaml::read_yaml;

/// How workflows refer to the action.
const ACTION: &str = "OWNER/scm-check@REF";

/// The actions of others that workflows use.
const OTHERS: [&str; 7] = [
    "actions/cache/restore@v4",
    "actions/cache/save@v4",
    "actions/cache@v4",
    "actions/checkout@v4",
    "actions/download-artifact@v4",
    "actions/upload-artifact@v4",
    "github/codeql-action/upload-sarif@v3",
];

/// Stands for `cargo install`: writes down its arguments, and puts the built program where it should be.
const CARGO: &str = r#"#!/bin/sh
printf '%s\n' "$@" > "$HOME/cargo-arguments"
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin" && ln -sf "$BUILT_PROGRAM" "$2/bin/scm-check"
"#;

/// Stands for `git diff`: lists the models of the library.
const GIT: &str = "#!/bin/sh\nls models/*.scm\n";

type Variables = BTreeMap<String, String>;

/// A machine with a checked-out library.
struct Machine {
    here: Directory,
    variables: Variables,
    /// What the commands printed, for messages.
    log: String,
    /// The exit codes of all that was run for its answers.
    codes: Vec<i32>,
}

/// Whether the library is as expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Library {
    AsExpected,
    Changed,
}

impl Machine {
    fn new(name: &str, library: Library) -> Self {
        let expect = |verdict: &str| {
            format!("//# expect: rsc = {verdict}, rsc[fifo] = {verdict}, rsc[bag] = {verdict}\n")
        };
        let here = Directory::new(name)
            .with("models/crossing.scm", &(expect("violated") + CROSSING))
            .with("models/stream.scm", STREAM)
            .with("stubs/cargo", CARGO)
            .with("stubs/git", GIT)
            .with("action/Cargo.toml", "[package]\n");
        if library == Library::Changed {
            fs::write(here.path("models/missed.scm"), expect("holds") + CROSSING).unwrap();
        }
        for stub in ["stubs/cargo", "stubs/git"] {
            fs::set_permissions(here.path(stub), fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::create_dir(here.path("home")).unwrap();
        let place = |name: &str| here.path(name).display().to_string();
        let path = format!("{}:{}", place("stubs"), env::var("PATH").unwrap());
        let variables = [
            ("HOME", place("home")),
            ("PATH", path),
            ("BUILT_PROGRAM", env!("CARGO_BIN_EXE_scm-check").to_owned()),
            ("XDG_CACHE_HOME", place("cache")),
            ("GITHUB_ACTION_PATH", place("action")),
            ("GITHUB_PATH", place("github-path")),
            ("GITHUB_OUTPUT", place("github-output")),
            ("RUNNER_OS", "Linux".to_owned()),
            ("RUNNER_ARCH", "X64".to_owned()),
            ("CI_PROJECT_DIR", place("").trim_end_matches('/').to_owned()),
            ("SCM_CHECK_URL", "https://example.org/scm-check".to_owned()),
            ("SCM_CHECK_REF", "0123456".to_owned()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).into();
        Self { here, variables, log: String::new(), codes: Vec::new() }
    }

    /// Puts the built program on the path, as where it was installed before.
    fn with_program(mut self) -> Self {
        let built = Path::new(env!("CARGO_BIN_EXE_scm-check")).parent().unwrap().display();
        let path = format!("{built}:{}", self.variables["PATH"]);
        self.variables.insert("PATH".into(), path);
        self
    }

    /// Runs a script of a shell, which ends at the first command that fails.
    fn shell(&mut self, script: &str, words: &[&str], more: &Variables) -> Finished {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", script, "sh"]).args(words).current_dir(self.here.path(""));
        let finished = finish(shell.env_clear().envs(&self.variables).envs(more));
        let Finished { code, output, errors } = &finished;
        writeln!(self.log, "{script}\n{output}{errors}exit code {code}").unwrap();
        finished
    }

    /// Returns what the last step wrote as its outputs.
    fn outputs(&self) -> Variables {
        let text = fs::read_to_string(self.here.path("github-output")).unwrap_or_default();
        let pairs = text.lines().map(|line| line.split_once('=').unwrap());
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Runs the action with inputs, as a step of a workflow, and returns its output.
    fn action(&mut self, given: &Variables) -> Variables {
        let action = action();
        let mut known = Variables::new();
        for (name, input) in fields(&action["inputs"]) {
            let value = given.get(name).map_or_else(|| text(&input["default"]), String::clone);
            known.insert(format!("inputs.{name}"), value);
        }
        for name in given.keys() {
            assert!(known.contains_key(&format!("inputs.{name}")), "the action has no {name}");
        }
        for step in action["runs"]["steps"].as_array().unwrap() {
            if step["uses"].is_string() {
                assert!(OTHERS.contains(&step["uses"].as_str().unwrap()), "{step}");
                continue;
            }
            assert_eq!(step["shell"], "sh");
            let script = text(&step["run"]);
            assert!(!script.contains("${{"), "an input would be evaluated: {script}");
            let more = match &step["env"] {
                Value::Null => Variables::new(),
                env => fields(env)
                    .map(|(name, value)| (name.clone(), expanded(&text(value), &known)))
                    .collect(),
            };
            let _ = fs::remove_file(self.here.path("github-output"));
            let finished = self.shell(&script, &[], &more);
            let Some(id) = step["id"].as_str() else {
                assert_eq!(finished.code, 0, "{}", self.log);
                continue;
            };
            for (name, value) in self.outputs() {
                known.insert(format!("steps.{id}.outputs.{name}"), value);
            }
            match id {
                "batch" => self.codes.push(finished.code),
                _ => assert_eq!(finished.code, 0, "{}", self.log),
            }
        }
        let outputs = fields(&action["outputs"]);
        outputs
            .map(|(name, output)| (name.clone(), expanded(&text(&output["value"]), &known)))
            .collect()
    }

    /// Runs the jobs of a workflow, one after the other.
    fn workflow(&mut self, workflow: &Value) {
        assert!(workflow["permissions"].is_object(), "a workflow says what it may do");
        for (_, job) in fields(&workflow["jobs"]) {
            let numbers = match &job["strategy"]["matrix"]["part"] {
                Value::Null => vec![String::new()],
                parts => parts.as_array().unwrap().iter().map(text).collect(),
            };
            for number in numbers {
                let known = [("matrix.part", number.as_str()), ("github.run_id", "7")]
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .into();
                for step in job["steps"].as_array().unwrap() {
                    self.step(step, &known);
                }
            }
        }
    }

    /// Does a step of a workflow, or what can be done of it here.
    fn step(&mut self, step: &Value, known: &Variables) {
        let inputs: Variables = match &step["with"] {
            Value::Null => Variables::new(),
            with => fields(with)
                .map(|(name, value)| (name.clone(), expanded(&text(value), known)))
                .collect(),
        };
        let uses = step["uses"].as_str().expect("a step uses an action");
        if uses == ACTION {
            self.action(&inputs);
        } else {
            assert!(OTHERS.contains(&uses), "{uses}");
            let sent = match uses {
                "actions/upload-artifact@v4" => Some("path"),
                "github/codeql-action/upload-sarif@v3" => Some("sarif_file"),
                _ => None,
            };
            if let Some(name) = sent {
                self.assert_file(&inputs[name]);
            }
        }
    }

    /// Checks that a file was written, unless the usage was wrong.
    fn assert_file(&self, name: &str) {
        let is_there = self.here.path(name).is_file();
        assert!(is_there || self.codes.contains(&2), "no {name}\n{}", self.log);
    }

    /// Runs the jobs of a pipeline of GitLab, one after the other.
    fn pipeline(&mut self, pipeline: &Value) {
        for (_, job) in fields(pipeline) {
            let parts: usize = job["parallel"].as_str().map_or(1, |parts| parts.parse().unwrap());
            for part in 1..=parts {
                let lines = ["before_script", "script"].map(|key| job[key].as_array());
                let lines: Vec<String> =
                    lines.into_iter().flatten().flatten().map(|line| text(line) + "\n").collect();
                let more = [("CI_NODE_INDEX", part), ("CI_NODE_TOTAL", parts)]
                    .map(|(name, value)| (name.to_owned(), value.to_string()))
                    .into();
                let finished = self.shell(&lines.concat(), &[], &more);
                self.codes.push(finished.code);
                match &job["artifacts"]["reports"]["junit"] {
                    Value::Null => self.assert_file(&format!("part-{part}.json")),
                    report => self.assert_file(report.as_str().unwrap()),
                }
            }
        }
    }

    /// Runs the hooks of a configuration of pre-commit, with the models as arguments.
    fn hooks(&mut self, configuration: &Value) {
        for repository in configuration["repos"].as_array().unwrap() {
            assert_eq!(repository["repo"], "local");
            for hook in repository["hooks"].as_array().unwrap() {
                assert_eq!(hook["language"], "system");
                let entry = text(&hook["entry"]) + " \"$@\"";
                let models: Vec<String> = fs::read_dir(self.here.path("models"))
                    .unwrap()
                    .map(|entry| format!("models/{}", entry.unwrap().file_name().display()))
                    .collect();
                let models: Vec<&str> = models.iter().map(String::as_str).collect();
                let finished = self.shell(&entry, &models, &Variables::new());
                self.codes.push(finished.code);
            }
        }
    }

    /// Runs a script as it is.
    fn script(&mut self, script: &str) {
        let finished = self.shell(script, &[], &Variables::new());
        self.codes.push(finished.code);
    }

    /// Runs a block of the page.
    fn block(&mut self, language: &str, block: &str) {
        match (language, block.split_once('\n').unwrap().0) {
            ("sh", _) => self.script(block),
            (_, name) if name.starts_with("# .github/") => self.workflow(&read_yaml(block)),
            (_, name) if name.starts_with("# .gitlab-ci") => self.pipeline(&read_yaml(block)),
            (_, name) if name.starts_with("# .pre-commit") => self.hooks(&read_yaml(block)),
            other => panic!("nobody knows how to run {other:?}"),
        }
    }

    /// Returns the gravest exit code: bad usage, something that changed, or nothing.
    fn gravest(&self) -> i32 {
        let order = [2, 1, 3, 0];
        let code = order.into_iter().find(|code| self.codes.contains(code));
        let is_known = self.codes.iter().all(|code| order.contains(code));
        code.filter(|_| is_known).unwrap_or_else(|| panic!("{:?}\n{}", self.codes, self.log))
    }
}

/// Returns the fields of a mapping.
fn fields(value: &Value) -> serde_json::map::Iter<'_> {
    value.as_object().unwrap_or_else(|| panic!("no mapping: {value}")).iter()
}

/// Returns a scalar.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no scalar: {value}")).to_owned()
}

/// Returns a text with the values of its expressions, all of which are `known`.
fn expanded(text: &str, known: &Variables) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{ ") {
        let (name, after) = after.split_once(" }}").unwrap();
        expanded += before;
        expanded += known.get(name).unwrap_or_else(|| panic!("{name} in {text} is not known"));
        rest = after;
    }
    expanded + rest
}

/// Returns the action.
fn action() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("action.yml");
    read_yaml(&fs::read_to_string(path).unwrap())
}

/// Returns the page.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md");
    fs::read_to_string(path).unwrap()
}

/// Returns the blocks of the page that are files or commands, each with its language.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    let blocks = fenced.map(|block| block.split_once('\n').unwrap());
    blocks.filter(|(language, _)| *language != "text").collect()
}

#[test]
fn every_block_of_the_page_runs() {
    let page = page();
    let blocks = blocks(&page);
    assert_eq!(blocks.len(), 8);
    for (number, (language, block)) in blocks.into_iter().enumerate() {
        for (library, code) in [(Library::AsExpected, 0), (Library::Changed, 1)] {
            let mut machine =
                Machine::new(&format!("ci_block_{number}_{library:?}"), library).with_program();
            machine.block(language, block);
            assert_eq!(machine.gravest(), code, "{block}\n{}", machine.log);
        }
    }
}

#[test]
fn a_block_with_an_unknown_word_fails() {
    let page = page();
    let blocks = blocks(&page);
    let mistakes = [
        ("format: sarif", "format: serif"),
        ("--fifo --bag", "--fifo --bags"),
        ("--merge part-1", "--join part-1"),
        ("batch models --format junit", "batch models --form junit"),
        ("--shard \"$CI", "--shards \"$CI"),
        ("entry: scm-check batch --model-timeout", "entry: scm-check batch --model-time"),
        ("scm-check batch --model-timeout 10s -", "scm-check batch --model-time 10s -"),
        ("-o rows.ndjson --resume", "-o rows.ndjson --continue"),
    ];
    for (number, (right, wrong)) in mistakes.into_iter().enumerate() {
        let has_it = |(_, block): &&(&str, &str)| block.contains(right);
        let (language, block) = blocks.iter().rfind(has_it).unwrap_or_else(|| panic!("{right}"));
        let mut machine =
            Machine::new(&format!("ci_mistake_{number}"), Library::AsExpected).with_program();
        machine.block(language, &block.replace(right, wrong));
        assert_eq!(machine.gravest(), 2, "{wrong}\n{}", machine.log);
    }
}

#[test]
fn the_page_describes_the_inputs_of_the_action() {
    let (page, action) = (page(), action());
    let mut rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    for (name, input) in fields(&action["inputs"]) {
        let default = match text(&input["default"]) {
            none if none.is_empty() => String::new(),
            default => format!("`{default}` "),
        };
        let row = rows.next().unwrap_or_else(|| panic!("the page has no {name}"));
        assert!(row.starts_with(&format!("{name}` | {default}|")), "{row}");
    }
    assert_eq!(rows.next(), None);
    for (name, _) in fields(&action["outputs"]) {
        assert!(page.contains(&format!("Its output `{name}`")), "{name}");
    }
}

#[test]
fn the_action_installs_its_own_version() {
    let mut machine = Machine::new("ci_install", Library::AsExpected);
    machine.action(&Variables::new());
    let arguments = machine.here.read("home/cargo-arguments");
    let place = |name: &str| machine.here.path(name).display().to_string();
    assert_eq!(
        arguments.lines().collect::<Vec<_>>(),
        ["install", "--locked", "--path", &place("action"), "--root", &place("home/.scm-check")]
    );
    let path = machine.here.read("github-path");
    assert_eq!(path.trim_end(), place("home/.scm-check/bin"));
    // The key of the built program says which sources it is of, and nothing else.
    let steps = action()["runs"]["steps"].clone();
    assert_eq!(steps[1]["with"]["key"], "scm-check-${{ steps.sources.outputs.key }}");
    assert_eq!(steps[1]["with"]["path"], "~/.scm-check");
    assert_eq!(steps[2]["if"], "steps.program.outputs.cache-hit != 'true'");
    let script = text(&steps[0]["run"]);
    let mut key = || {
        let _ = fs::remove_file(machine.here.path("github-output"));
        assert_eq!(machine.shell(&script, &[], &Variables::new()).code, 0);
        machine.outputs()["key"].clone()
    };
    let first = key();
    let digest = first.strip_prefix("Linux-X64-none-").unwrap();
    assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{digest}");
    let action = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ci_install/action");
    fs::create_dir(action.join("target")).unwrap();
    fs::write(action.join("target/built"), "built").unwrap();
    assert_eq!(key(), first);
    fs::write(action.join("other.rs"), "").unwrap();
    let second = key();
    assert_ne!(second, first);
    fs::write(action.join("other.rs"), "fn f() {}").unwrap();
    assert_ne!(key(), second);
}

#[test]
fn the_action_takes_models_arguments_form_and_output() {
    let mut machine = Machine::new("ci_inputs", Library::Changed);
    let inputs = |pairs: &[(&str, &str)]| -> Variables {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let exit_code = |outputs: Variables| outputs["exit-code"].clone();
    assert_eq!(exit_code(machine.action(&Variables::new())), "1");
    assert!(machine.log.contains("::error file=models/missed.scm"), "{}", machine.log);
    let two = [("models", "models/cross*.scm\n\nmodels/stream.scm\n"), ("format", "json")];
    let with_output = [two[0], two[1], ("arguments", "--fifo\n --bag "), ("output", "a b.json")];
    assert_eq!(exit_code(machine.action(&inputs(&with_output))), "0");
    let report: Value = serde_json::from_str(&machine.here.read("a b.json")).unwrap();
    let names: Vec<&str> =
        report["models"].as_array().unwrap().iter().map(|m| m["model"].as_str().unwrap()).collect();
    assert_eq!(names, ["models/crossing.scm", "models/stream.scm"]);
    assert!(report["results"].as_array().unwrap().iter().any(|row| row["channels"] == "bag"));
    // Nothing is evaluated.
    for (name, value) in [
        ("models", "$(touch evaluated)"),
        ("models", "`touch evaluated`\n\"; touch evaluated; \""),
        ("models", "LINES\ntouch evaluated"),
        ("models", "--update"),
        ("arguments", "; touch evaluated #"),
        ("arguments", "$(touch evaluated) \"`touch evaluated`\""),
        ("format", "json; touch evaluated"),
        ("format", "$(touch evaluated)"),
    ] {
        assert_eq!(exit_code(machine.action(&inputs(&[(name, value)]))), "2", "{name}: {value}");
    }
    let odd = "$(touch evaluated); `touch evaluated`";
    let named = [two[0], ("format", "csv"), ("output", odd)];
    assert_eq!(exit_code(machine.action(&inputs(&named))), "0");
    assert!(machine.here.path(odd).is_file());
    assert!(!machine.here.path("evaluated").exists(), "{}", machine.log);
}
