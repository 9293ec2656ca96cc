//! Laws of reading logs, on random ones.

use std::collections::BTreeMap;

use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::language::log::{
    Elements, Form, Gathering, LogReader, Printer, Session, Sessions, Written,
};
use scm_check::internals::model::trace::{DistributedAlphabet, LocalLetterId, LocationId};

use crate::language::log_sessions::{actions, codes};
use crate::support::cases::setting;

type Traces = Vec<Vec<LocalLetterId>>;

/// Reads a log in pieces that begin at the given places.
fn read(form: &Form, log: &[u8], cuts: &[usize]) -> (Vec<Session>, Vec<String>) {
    let mut sessions = Sessions::new(actions(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("x.log", 0, form.clone());
    let mut start = 0;
    for &cut in cuts {
        reader.feed(&log[start..cut], &mut sessions);
        start = cut;
    }
    reader.feed(&log[start..], &mut sessions);
    reader.finish(&mut sessions);
    sessions.finish();
    let mut codes = codes(&reader);
    // One of the sessions may have no key.
    codes.retain(|code| !code.starts_with("W0707"));
    (std::iter::from_fn(|| sessions.next_closed()).collect(), codes)
}

/// Returns random sessions by key, and their lines in a random order that keeps that of each session.
fn random_log(random: &mut Random, format: Written) -> (BTreeMap<String, Traces>, String) {
    let alphabet = actions();
    let printer = Printer::new(&alphabet, Elements::Actions, format);
    let mut expected = BTreeMap::new();
    let mut open: Vec<Vec<String>> = Vec::new();
    for number in 0..random.between(1, 5) {
        let name = random.choose(&["", "x", "\"q\"", "é, b", "7"]).unwrap();
        let key = if number == 0 { name.to_owned() } else { format!("{name}{number}") };
        let mut traces: Traces = vec![Vec::new(); alphabet.locations().len()];
        let mut lines = Vec::new();
        for _ in 0..random.between(1, 8) {
            let location = LocationId::from_index(random.below(alphabet.locations().len()));
            let letters = alphabet.locations()[location].letters().len();
            let letter = LocalLetterId::from_index(random.below(letters));
            traces[location.index()].push(letter);
            lines.push(printer.event(&key, location, letter).unwrap());
        }
        if random.percent(50) {
            lines.push(printer.end(&key));
        }
        lines.reverse();
        open.push(lines);
        expected.insert(key, traces);
    }
    let mut log = printer.header().to_owned();
    while !open.is_empty() {
        let chosen = random.below(open.len());
        match open[chosen].pop() {
            Some(line) => log.push_str(&line),
            None => drop(open.swap_remove(chosen)),
        }
    }
    (expected, log)
}

fn by_key(sessions: Vec<Session>) -> BTreeMap<String, Traces> {
    sessions.into_iter().map(|session| (session.key, session.traces)).collect()
}

const FORMATS: [(Written, Form); 2] =
    [(Written::JsonLines, Form::JsonLines), (Written::Csv, Form::Csv)];

#[test]
fn what_is_printed_is_read_again_however_sessions_are_mixed_and_pieces_cut() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 21));
    for _ in 0..setting("SCM_CHECK_CASES", 500) {
        for (format, form) in &FORMATS {
            let (expected, log) = random_log(&mut random, *format);
            let (sessions, codes) = read(form, log.as_bytes(), &[]);
            assert_eq!(codes, [""; 0], "{log}");
            let mut cuts: Vec<usize> =
                (0..random.below(20)).map(|_| random.below(log.len() + 1)).collect();
            cuts.sort_unstable();
            let (in_pieces, codes) = read(form, log.as_bytes(), &cuts);
            assert_eq!(codes, [""; 0], "{log}");
            assert_eq!(in_pieces, sessions, "{log}");
            assert_eq!(by_key(sessions), expected, "{log}");
        }
    }
}

#[test]
fn a_log_that_is_cut_off_loses_at_most_its_last_line() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 22));
    let events = |sessions: &[Session]| sessions.iter().map(Session::events).sum::<usize>();
    for _ in 0..setting("SCM_CHECK_CASES", 100) {
        for (format, form) in &FORMATS {
            let (_, log) = random_log(&mut random, *format);
            for _ in 0..20 {
                let cut = random.below(log.len() + 1);
                let whole = log[..cut_back(&log, cut)].rfind('\n').map_or(0, |end| end + 1);
                let (least, _) = read(form, &log.as_bytes()[..whole], &[]);
                let (found, codes) = read(form, &log.as_bytes()[..cut], &[]);
                let lost = events(&least).abs_diff(events(&found));
                assert!(lost <= 1, "{cut} of {log}");
                // Nothing is lost silently: a line that is torn adds an event, or something is said.
                let is_torn = !log[whole..cut_back(&log, cut)].trim().is_empty()
                    && !matches!(log.as_bytes().get(cut), None | Some(b'\n'));
                if is_torn && lost == 0 {
                    assert!(!codes.is_empty(), "{cut} of {log}");
                }
            }
        }
    }
}

/// Returns the last place up to `cut` where a character begins.
fn cut_back(log: &str, cut: usize) -> usize {
    (0..=cut).rev().find(|&at| log.is_char_boundary(at)).unwrap()
}

/// What is written over a log, or into it.
const DAMAGE: &[u8] = b"\"\n,{}\\\0\xff\x80\r:a";

#[test]
fn damaged_logs_are_the_same_in_any_pieces_and_every_line_is_accounted_for() {
    let mut random = Random::new(setting("SCM_CHECK_SEED", 23));
    let mut damaged = 0;
    for _ in 0..setting("SCM_CHECK_CASES", 1_000) {
        for (format, form) in &FORMATS {
            let (_, log) = random_log(&mut random, *format);
            let mut bytes = log.into_bytes();
            for _ in 0..random.below(6) {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = DAMAGE[random.below(DAMAGE.len())],
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, DAMAGE[random.below(DAMAGE.len())]),
                    _ => bytes.truncate(at + 1),
                }
            }
            let (sessions, codes) = read(form, &bytes, &[]);
            let cuts: Vec<usize> = (0..bytes.len()).collect();
            let in_pieces = read(form, &bytes, &cuts);
            let text = String::from_utf8_lossy(&bytes);
            assert_eq!(in_pieces, (sessions.clone(), codes.clone()), "{text}");
            damaged += usize::from(!codes.is_empty());
            if *format == Written::JsonLines {
                let lines = bytes.split(|&byte| byte == b'\n');
                let blank = |line: &&[u8]| line.iter().all(|byte| b" \t\r".contains(byte));
                let full = lines.filter(|line| !blank(line)).count();
                let events: usize = sessions.iter().map(Session::events).sum();
                let errors = codes.iter().filter(|code| code.starts_with('E')).count();
                let ends = sessions
                    .iter()
                    .filter(|one| one.ended == scm_check::internals::language::log::Ended::Mark)
                    .count();
                assert_eq!(events + errors + ends, full, "{text}: {codes:?}");
            }
        }
    }
    assert!(damaged > 100, "{damaged}");
}

#[test]
fn names_and_unknown_letters_are_printed_as_far_as_they_are_known() {
    let locations = [vec!["x".to_owned()], vec!["y".to_owned()]];
    let alphabet = DistributedAlphabet::of_names(["x", "y"], &locations).unwrap();
    let printer = Printer::new(&alphabet, Elements::Names, Written::JsonLines);
    let second = LocationId::from_index(1);
    let letter = alphabet.locations()[second].local_letter("y");
    let line = "{\"session\":\"s\",\"location\":\"2\",\"message\":\"y\"}\n";
    assert_eq!(printer.event("s", second, letter).as_deref(), Some(line));
    assert_eq!(printer.event("s", second, alphabet.locations()[second].unknown()), None);
    assert_eq!(printer.end(""), "{\"end\":true}\n");
}

#[test]
fn very_long_logs_take_the_memory_of_their_open_sessions() {
    const OPEN: usize = 50;
    const EVENTS: usize = 20;
    let alphabet = actions();
    let printer = Printer::new(&alphabet, Elements::Actions, Written::JsonLines);
    let mut random = Random::new(setting("SCM_CHECK_SEED", 29));
    let mut sessions = Sessions::new(actions(), Elements::Actions, Gathering::default());
    let mut reader = LogReader::new("long", 0, Form::JsonLines);
    // Four million lines with `SCM_CHECK_CASES=20000`.
    let lines = 200 * setting("SCM_CHECK_CASES", 1_000);
    let nothing: Traces = vec![Vec::new(); alphabet.locations().len()];
    let mut open: Vec<(usize, Traces)> = (0..OPEN).map(|key| (key, nothing.clone())).collect();
    let (mut begun, mut ended, mut most) = (OPEN, 0, 0);
    for line in 0..lines {
        let (key, traces) = &mut open[random.below(OPEN)];
        let text = key.to_string();
        if traces.iter().map(Vec::len).sum::<usize>() < EVENTS {
            let location = LocationId::from_index(random.below(alphabet.locations().len()));
            let letter = random.below(alphabet.locations()[location].letters().len());
            let letter = LocalLetterId::from_index(letter);
            traces[location.index()].push(letter);
            let event = printer.event(&text, location, letter).unwrap();
            reader.feed(event.as_bytes(), &mut sessions);
            assert!(sessions.next_closed().is_none(), "{line}");
        } else {
            reader.feed(printer.end(&text).as_bytes(), &mut sessions);
            let closed = sessions.next_closed().unwrap();
            assert_eq!((&closed.key, &closed.traces), (&text, &*traces), "{line}");
            sessions.recycle(closed);
            ended += 1;
            (*key, *traces) = (begun, nothing.clone());
            begun += 1;
        }
        if line % 1_000 == 0 {
            most = most.max(sessions.heap_bytes());
            assert!(sessions.open() <= OPEN);
        }
    }
    reader.finish(&mut sessions);
    assert_eq!((reader.lines(), reader.findings().errors()), (lines, 0));
    assert_eq!(sessions.events() + ended, lines);
    assert!(most < 2_048 * OPEN as u64, "{most} bytes");
}
