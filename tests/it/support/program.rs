//! Running the built program as its users do.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

/// Two participants that both send before they receive: not RSC.
pub(crate) const CROSSING: &str = "\
scm crossing :
nb_channels = 2 ;
parameters :
int a ;
int b ;
automaton p :
initial : 0
state 0 :
to 1 : when true , 0 ! a ;
state 1 :
to 2 : when true , 1 ? b ;
state 2 :
automaton q :
initial : 0
state 0 :
to 1 : when true , 1 ! b ;
state 1 :
to 2 : when true , 0 ? a ;
state 2 :
";

/// One message in one direction, over and over: RSC.
pub(crate) const STREAM: &str = "\
scm stream :
nb_channels = 1 ;
parameters :
int a ;
automaton p :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;
automaton q :
initial : 0
state 0 :
to 0 : when true , 0 ? a ;
";

/// A channel that is not there, and a message that is not.
pub(crate) const MALFORMED: &str = "\
scm malformed :
nb_channels = 1 ;
parameters :
int a ;
automaton p :
initial : 0
state 0 :
to 0 : when true , 3 ! a ;
to 0 : when true , 0 ! b ;
";

/// Three participants in a ring, no lane of which is cleared, in channels from 14 on; the first sends into channel 0, too.
const RING: &str = "\
automaton r0 :
initial : 0
state 0 :
to 0 : when true , 0 ! a ;
to 1 : when true , 14 ? a ;
state 1 :
to 0 : when true , 15 ! a ;
automaton r1 :
initial : 0
state 0 :
to 1 : when true , 16 ! a ;
state 1 :
to 0 : when true , 15 ? a ;
automaton r2 :
initial : 0
state 0 :
to 1 : when true , 14 ! a ;
state 1 :
to 0 : when true , 16 ? a ;
";

/// Returns a model whose search takes very long: many participants, each with a long way of sends into its own channel,
/// and the last into the channel of the next participant; and a ring, so that no filter decides.
pub(crate) fn endless() -> String {
    let participants = 14;
    let mut text = "scm endless :\nnb_channels = 17 ;\nparameters :\nint a ;\n".to_owned();
    for participant in 0..participants {
        write!(text, "automaton p{participant} :\ninitial : 0\n").unwrap();
        for state in 0..9 {
            let next = (state + 1) % 9;
            let channel = if state < 8 { participant } else { (participant + 1) % participants };
            write!(text, "state {state} :\nto {next} : when true , {channel} ! a ;\n").unwrap();
        }
    }
    text + RING
}

/// A directory of models for one test, emptied before.
pub(crate) struct Directory(PathBuf);

/// What a run printed, and how it ended.
pub(crate) struct Finished {
    pub(crate) code: i32,
    pub(crate) output: String,
    pub(crate) errors: String,
}

impl Directory {
    /// Returns the empty directory called `test`, which no other test has.
    pub(crate) fn new(test: &str) -> Self {
        static OWNERS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
        let own = thread::current().name().unwrap_or_default().to_owned();
        let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
        let owner = owners.entry(test.to_owned()).or_insert_with(|| own.clone()).clone();
        drop(owners);
        assert_eq!(owner, own, "two tests have the directory {test}");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Returns the directory with a model for each of three answers: `violated.scm`, `holds.scm` and
    /// `bad.scm`.
    pub(crate) fn of_answers(test: &str) -> Self {
        Self::new(test)
            .with("violated.scm", CROSSING)
            .with("holds.scm", STREAM)
            .with("bad.scm", MALFORMED)
    }

    /// Returns the directory with `crossing.scm` and `stream.scm`.
    pub(crate) fn of_models(test: &str) -> Self {
        Self::new(test).with("crossing.scm", CROSSING).with("stream.scm", STREAM)
    }

    /// Writes a file and returns the directory.
    pub(crate) fn with(self, name: &str, text: &str) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns the program, about to run here.
    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scm-check"));
        command.current_dir(&self.0).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        command.env("XDG_CACHE_HOME", self.path(".cache"));
        command
    }

    /// Runs the program with the words of `line`.
    pub(crate) fn run(&self, line: &str) -> Finished {
        finish(self.program().args(line.split_whitespace()))
    }

    /// Runs the program with the words of `line` and `input` on standard input.
    pub(crate) fn run_with_input(&self, line: &str, input: &str) -> Finished {
        let mut child = self.start(line);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        end(child)
    }

    /// Starts the program with the words of `line`, everything piped.
    pub(crate) fn start(&self, line: &str) -> Child {
        self.program()
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// Returns diagnostics without the warnings about likely mistakes, since the models of most tests leave out what these
/// are about, and without the line that names the pages of their codes.
fn without_likely_mistakes(errors: &str) -> String {
    let names_pages = |line: &&str| line.starts_with("see: scm-check explain ");
    let errors: String = errors.split_inclusive('\n').filter(|line| !names_pages(line)).collect();
    let is_other = |block: &&str| {
        let code = block.strip_prefix("warning[").map_or("", |rest| &rest[..5]);
        !("W0311"..="W0317").contains(&code)
    };
    let mut rest = errors.as_str();
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let end = if rest.starts_with("warning[") {
            rest.find("\n\n").map_or(rest.len(), |at| at + 2)
        } else {
            rest.find('\n').map_or(rest.len(), |at| at + 1)
        };
        blocks.push(&rest[..end]);
        rest = &rest[end..];
    }
    blocks.into_iter().filter(is_other).collect()
}

/// Interrupts a program, as Ctrl-C does.
#[cfg(unix)]
pub(crate) fn signal(child: &Child) {
    // The command of the shell is there where no program of this name is.
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Waits for the first line that begins with `text`, and returns it.
pub(crate) fn line_that_begins(text: &str, output: impl Read) -> String {
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    lines.find(|line| line.starts_with(text)).unwrap()
}

/// Returns a text without the sequences of colours.
pub(crate) fn stripped(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command) -> Finished {
    let output = command.output().unwrap();
    Finished {
        code: output.status.code().unwrap(),
        output: String::from_utf8(output.stdout).unwrap(),
        errors: without_likely_mistakes(&String::from_utf8(output.stderr).unwrap()),
    }
}

/// Waits for the end of a program.
pub(crate) fn end(child: Child) -> Finished {
    let output = child.wait_with_output().unwrap();
    Finished {
        code: output.status.code().unwrap(),
        output: String::from_utf8(output.stdout).unwrap(),
        errors: without_likely_mistakes(&String::from_utf8(output.stderr).unwrap()),
    }
}

/// Reads JSON that was printed.
pub(crate) fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}
