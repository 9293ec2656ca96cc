//! Every command with inputs that nobody can answer for within its limits: each ends in time, within its memory, and
//! says why.
//!
//! The limits are small, and so are the inputs. With `SCM_CHECK_HOSTILE=10` both are ten times as large: 2 seconds,
//! 100,000 steps, 3,000 participants, 4,000 branches, 20,000 levels, a line of 10 MB.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

use crate::support::cases::setting;
use crate::support::effort::is_full;
use crate::support::program::Directory;

/// How much longer than its limit a command may take.
const LONGER: Duration = Duration::from_millis(1_500);

/// How much more memory than its limit a command may take, in bytes.
const MORE: u64 = 64 << 20;

/// The memory that is granted, in bytes.
const MEMORY: u64 = 256 << 20;

/// After so long a command is not waited for.
const FOR_EVER: Duration = Duration::from_secs(60);

/// The time between two looks at the memory of a command.
const LOOK: Duration = Duration::from_millis(5);

/// Returns the most memory that a process held, in bytes, where the system tells.
fn peak_of(process: &str) -> Option<u64> {
    let table = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = table.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()?)
}

/// Returns a text of `count` parts with something between.
fn joined(count: usize, between: &str, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(between)
}

/// Returns `open`, `inner` and `close`, nested so many times.
fn nested(levels: usize, open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

/// How large inputs are.
struct Size {
    steps: usize,
    participants: usize,
    branches: usize,
    levels: usize,
    /// Of a line, in bytes.
    line: usize,
}

/// Writes the inputs, which are `size` tenths as large as they may be.
fn inputs(test: &str, size: usize) -> Directory {
    let size = Size {
        steps: 10_000 * size,
        participants: 300 * size,
        branches: 400 * size,
        levels: 2_000 * size,
        line: 1_000_000 * size,
    };
    let directory = with_systems(Directory::new(test), &size);
    let directory = with_records(with_diagrams(directory, &size), &size);
    let status = Command::new("mkfifo").arg(directory.path("fifo")).status().unwrap();
    assert!(status.success(), "a pipe without a writer");
    directory
}

/// Writes systems.
fn with_systems(directory: Directory, size: &Size) -> Directory {
    let &Size { steps, participants, branches, levels, line } = size;
    let head = "nb_channels = 1 ; parameters : int a ; ";
    let chain = |last: &str| {
        let states =
            joined(steps, "\n", |i| format!("state {i} : to {} : when true , 0 ! a ;", i + 1));
        format!("scm m : {head}automaton p : initial : 0\n{states}\nstate {steps} :\n{last}")
    };
    let state = |i: usize| {
        let before = (i + participants - 1) % participants;
        format!(
            "automaton p{i} : initial : 0 state 0 : to 1 : when true , {i} ! a ; \
             state 1 : to 0 : when true , {before} ? a ;"
        )
    };
    let ring = format!(
        "scm m : nb_channels = {participants} ; parameters : int a ;\n{}",
        joined(participants, "\n", state)
    );
    let branch = |sign: char| {
        let to = |i| format!("to {} : when true , 0 {sign} a{i} ;", i + 1);
        let ends = joined(branches, "\n", |i| format!("state {} :", i + 1));
        format!("initial : 0 state 0 : {}\n{ends}\n", joined(branches, "\n", to))
    };
    let messages = joined(branches, " ", |i| format!("int a{i} ;"));
    let [sends, takes] = ['!', '?'].map(branch);
    let unused = joined(line / 12, " ", |i| format!("int b{i} ;"));
    directory
        .with("steps.scm", &chain("automaton q : initial : 0 state 0 : to 0 : when true , 0 ? a ;"))
        .with("sends.scm", &chain(&format!("bad_states : (automaton p : in {steps} : true)")))
        .with("ring.scm", &ring)
        .with(
            "branch.scm",
            &format!(
                "scm m : nb_channels = 1 ; parameters : {messages} automaton p : {sends} automaton q : {takes}"
            ),
        )
        .with("line.scm", &format!("scm m : {head}{unused} automaton p : initial : 0 state 0 :"))
        .with(
            "level.scm",
            &format!(
                "scm m : {head}automaton p : initial : 0 state 0 : to 0 : when {} , 0 ! a ;",
                nested(levels, "(", "true", ")")
            ),
        )
}

/// Writes choreographies and interactions.
fn with_diagrams(directory: Directory, size: &Size) -> Directory {
    let &Size { steps, participants, branches, levels, line } = size;
    let names = joined(branches, "; ", |i| format!("m{i}"));
    let signature = |lifelines: &str, messages: &str| {
        format!("@lifeline{{ {lifelines} }}\n@message{{ {messages} }}\n")
    };
    let pair = signature("a; b; c", "m; n");
    let arrow = "a -- m -> b";
    let party = joined(participants, "; ", |i| format!("p{i}"));
    directory
        .with("steps.gc", &joined(steps, " ;\n", |_| "A -> B : m".to_owned()))
        .with(
            "branch.gc",
            &format!(
                "sel {{ {} }}",
                joined(branches, "\n+\n", |i| { format!("A -> B : m{i} ; B -> C : n{i}") })
            ),
        )
        .with("party.gc", &joined(participants, " |\n", |i| format!("P{i} -> Q{i} : m")))
        .with("level.gc", &nested(levels, "sel { A -> B : a + ", "A -> B : b", " }"))
        .with("line.gc", &joined(line / 13, " ; ", |_| "A -> B : m".to_owned()))
        .with("steps.hif", &format!("strict({})", joined(steps, ",\n", |_| arrow.to_owned())))
        .with("steps.hsf", &pair)
        .with(
            "branch.hif",
            &format!(
                "alt({})",
                joined(branches, ",\n", |i| { format!("strict(a -- m -> b, b -- m{i} -> c)") })
            ),
        )
        .with("branch.hsf", &signature("a; b; c", &format!("m; {names}")))
        .with(
            "party.hif",
            &format!(
                "par({})",
                joined(participants / 2, ",\n", |i| {
                    format!("p{} -- m -> p{}", 2 * i, 2 * i + 1)
                })
            ),
        )
        .with("party.hsf", &signature(&party, "m"))
        .with("level.hif", &nested(levels, "alt(a -- m -> b,", "a -- n -> b", ")"))
        .with("level.hsf", &pair)
}

/// Writes traces, logs, automata and a formula.
fn with_records(directory: Directory, size: &Size) -> Directory {
    let &Size { steps, participants, branches, levels, line } = size;
    let trace = format!(
        "{{ [a] {}; [b] {} }}",
        joined(steps, ".", |_| "a!m".to_owned()),
        joined(steps, ".", |_| "b?m".to_owned())
    );
    let edges = joined(steps, ",", |i| format!("[{i},\"a\",{}]", i + 1));
    let loops = joined(branches, ",", |i| {
        format!("[{i},\"{}\",{}]", ["a", "b"][i % 2], (i * 7 + 1) % branches)
    });
    let all = joined(branches, ",", |i| i.to_string());
    let automaton = |states: usize, initial: &str, last: &str, transitions: &str| {
        format!(
            r#"{{"schema":"scm-check/automaton","schema_version":1,"states":{states},"initial":[{initial}],"final":[{last}],"transitions":[{transitions}]}}"#
        )
    };
    let mut log = String::new();
    for i in 0..steps {
        let (location, action) = [("a", "a!m"), ("b", "b?m")][i % 2];
        writeln!(log, r#"{{"session":"1","location":"{location}","action":"{action}"}}"#).unwrap();
    }
    let clause = |i: usize| {
        let [one, two, three] = [1, 7, 13].map(|k| (i * k) % participants + 1);
        format!("{one} -{two} {three} 0")
    };
    directory
        .with("trace.htf", &trace)
        .with("wrong.htf", "{ [a] a!m.a!m; [b] b?m.b?m.b?m }")
        .with("log.jsonl", &log)
        .with("line.jsonl", &format!("{{\"session\":\"{}\"}}\n", "a".repeat(line)))
        .with("steps.json", &automaton(steps + 1, "0", &steps.to_string(), &edges))
        .with("finals.json", &automaton(branches, &all, &all, &loops))
        .with("level.json", &nested(levels, "[", "", "]"))
        .with(
            "formula.cnf",
            &format!("p cnf {participants} {branches}\n{}", joined(branches, "\n", clause)),
        )
}

/// Runs a command and returns what is wrong with how it ended.
fn complaint(directory: &Directory, line: &str, limit: Duration) -> Option<String> {
    let millis = limit.as_millis();
    let [output, errors] = ["output", "errors"]
        .map(|name| directory.path(&format!("{name}-{:?}", thread::current().id())));
    let start = Instant::now();
    let child = directory
        .program()
        .args(line.split_whitespace())
        .args(["--timeout", &format!("{millis}ms"), "--model-timeout", &format!("{millis}ms")])
        .args(["--memory", &MEMORY.to_string()])
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output).unwrap())
        .stderr(fs::File::create(&errors).unwrap())
        .spawn()
        .unwrap();
    // Whoever is for ever is ended from outside.
    let id = child.id();
    let (ended, waits) = mpsc::channel::<()>();
    let watch = thread::spawn(move || {
        let mut peak = 0;
        while waits.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            peak = peak_of(&id.to_string()).unwrap_or_default().max(peak);
            if start.elapsed() > FOR_EVER {
                let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            }
        }
        peak
    });
    let used = child.wait4().unwrap();
    let passed = start.elapsed();
    let _ = ended.send(());
    let seen = watch.join().unwrap();
    // What the system says of a child begins with the peak of its parent.
    let is_exact = peak_of("self").is_some_and(|own| own < used.rusage.maxrss);
    let peak = if is_exact { used.rusage.maxrss } else { seen };
    let [output, errors] = [output, errors].map(|path| fs::read(path).unwrap());
    let code = used.status.code();
    let said = format!("{}{}", String::from_utf8_lossy(&output), String::from_utf8_lossy(&errors));
    let processor = used.rusage.utime + used.rusage.stime;
    // The machine may be busy: the time of the processor is that of the command, but for what it waits.
    let why = if passed >= FOR_EVER {
        "it did not end"
    } else if processor > 2 * (limit + LONGER) {
        "it took longer than its limit"
    } else if peak > MEMORY + MORE {
        "it took more memory than its limit"
    } else if !matches!(code, Some(0..=3)) {
        "it ended otherwise"
    } else if code == Some(3) && !["limit", "unknown", "found"].iter().any(|why| said.contains(why))
    {
        "it does not say why there is no verdict"
    } else {
        return None;
    };
    let said: String = said.chars().take(300).collect();
    Some(format!("{line}: {why}: {code:?}, {passed:?}, {processor:?}, {peak} bytes\n{said}\n"))
}

/// Runs commands, each with each of some inputs; outside the full run with one in three of them, or one of two, and the next
/// command with others.
fn walk(test: &str, commands: &[&str], files: &[&str]) {
    let size = usize::try_from(setting("SCM_CHECK_HOSTILE", 1)).unwrap();
    let limit = Duration::from_millis(200 * size as u64);
    let directory = inputs(test, size);
    let mut complaints = Vec::new();
    let step = if is_full() { 1 } else { files.len().min(3) };
    for (place, command) in commands.iter().enumerate() {
        for file in files.iter().skip(place % step).step_by(step) {
            let line = command.replace("FILE", file);
            complaints.extend(complaint(&directory, &line, limit));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.concat());
}

/// What is no file with an end.
const ENDLESS: [&str; 2] = ["fifo", "/dev/zero"];

#[test]
fn systems_end_within_their_limits() {
    let commands = [
        "check FILE",
        "rsc FILE",
        "reach --allow-none --format json FILE",
        "safety FILE",
        "safety --format html FILE",
        "simulate FILE",
        "convert --to json FILE",
        "draw --what rsc FILE",
        "draw -o picture.svg FILE",
        "fmt --check FILE",
        "chor extract FILE",
        "-isrsc -mc -counter FILE",
    ];
    walk(
        "hostile-systems",
        &commands,
        &["steps.scm", "sends.scm", "ring.scm", "branch.scm", "line.scm", "level.scm"],
    );
}

#[test]
fn choreographies_end_within_their_limits() {
    let commands = [
        "check FILE",
        "chor check --strict FILE",
        "chor project --to scm FILE",
        "chor draw FILE",
        "chor draw --what automaton --format svg -o picture.svg FILE",
        "chor convert --to gc FILE",
    ];
    walk(
        "hostile-choreographies",
        &commands,
        &["steps.gc", "branch.gc", "party.gc", "level.gc", "line.gc"],
    );
}

#[test]
fn interactions_end_within_their_limits() {
    let commands = [
        "interaction nfa --minimise dfa FILE",
        "interaction draw FILE",
        "interaction draw --format svg -o picture.svg FILE",
        "interaction explore FILE",
        "interaction generate FILE",
        "interaction project FILE",
        "interaction convert --to gc FILE",
        "interaction metrics FILE",
        "interaction accepts FILE trace.htf",
        "conform --model FILE trace.htf",
        "conform --model FILE wrong.htf",
        "conform --model FILE log.jsonl",
        "conform --model FILE line.jsonl",
        "generate multitraces --model FILE",
    ];
    let files = ["steps.hif", "branch.hif", "party.hif", "level.hif"];
    walk("hostile-interactions", &commands, &files);
}

#[test]
fn automata_end_within_their_limits() {
    let commands = [
        "automaton info FILE",
        "automaton star FILE",
        "automaton complement FILE",
        "automaton minimise FILE",
        "automaton minimise --algorithm brzozowski FILE",
        "automaton smallest FILE",
        "automaton reduce FILE",
        "automaton convert --to svg FILE",
        "automaton words FILE",
        "automaton product FILE FILE",
        "automaton concatenation FILE FILE",
        "automaton shuffle FILE FILE",
        "automaton equivalent FILE FILE",
    ];
    walk("hostile-automata", &commands, &["steps.json", "finals.json", "level.json"]);
}

#[test]
fn what_never_opens_and_what_never_ends_is_no_input() {
    let commands = [
        "check FILE",
        "rsc FILE",
        "simulate FILE",
        "replay FILE",
        "replay trace.htf FILE",
        "convert --to dot FILE",
        "draw FILE",
        "fmt --check FILE",
        "chor check FILE",
        "chor extract FILE",
        "chor project FILE",
        "interaction nfa FILE",
        "interaction accepts steps.hif FILE",
        "conform --model FILE trace.htf",
        "conform --model steps.hif FILE",
        "conform --model steps.hif --signature FILE trace.htf",
        "conform --model steps.hif --rules FILE log.jsonl",
        "conform --model steps.hif --resume FILE log.jsonl",
        "automaton info FILE",
        "automaton equivalent steps.json FILE",
        "generate multitraces --model FILE",
        "generate 3sat FILE",
    ];
    walk("hostile-endless", &commands, &ENDLESS);
    // The pipe has no property, since nobody has read it.
    let directory = Directory::new("hostile-pipe");
    let made = Command::new("mkfifo").arg(directory.path("fifo")).status().unwrap();
    assert!(made.success() && Path::new(&directory.path("fifo")).exists());
    let run = directory.run("check --format json --timeout 100ms fifo");
    let report = crate::support::program::json_of(&run.output);
    let row = &report["results"][0];
    assert_eq!(run.code, 3);
    assert_eq!(row["verdict"], "unknown");
    assert_eq!(row["reason"], "timeout");
    assert!(row["property"].is_null(), "{row}");
}
