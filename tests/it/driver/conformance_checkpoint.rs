//! Records of sessions that are done.

use std::cell::RefCell;
use std::io::{self, Cursor};
use std::rc::Rc;
use std::time::Duration;

use scm_check::internals::check::conformance::{Answer, Stage};
use scm_check::internals::driver::conformance::{
    Checkpoint, Known, Origin, Recorded, RunLimits, Storage,
};
use scm_check::internals::kernel::base::Limit;

/// Bytes in memory.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Storage for Memory {
    type Reader = Cursor<Vec<u8>>;

    fn reader(&self) -> io::Result<Cursor<Vec<u8>>> {
        Ok(Cursor::new(self.0.borrow().clone()))
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.0.borrow_mut().truncate(usize::try_from(length).unwrap());
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answer(verdict: Result<bool, Limit>) -> Answer {
    Answer { verdict, limit: verdict.err(), stage: Stage::Search, ..Answer::NO }
}

/// Goes on with a checkpoint: what the cases are answered, each recorded as it is found.
fn resumed(file: &Memory, cases: &[(&str, Result<bool, Limit>)]) -> Vec<&'static str> {
    let limits = RunLimits { states: None, time: None, file_time: None };
    let mut checkpoint = Checkpoint::open(file.clone(), "this", limits).expect("a file");
    let mut told = Vec::new();
    for &(traces, found) in cases {
        let known = checkpoint.known("x", || Recorded::file(traces)).expect("a file");
        let (word, origin) = match known {
            Known::Nothing => ("nothing", Origin::Found),
            Known::Open => ("open", Origin::FoundAgain),
            Known::Answer(known) => {
                assert_eq!(known.verdict, found, "{traces}");
                ("answer", Origin::Known)
            }
        };
        told.push(word);
        let case = Recorded::file(traces);
        checkpoint.record("x", case, &answer(found), origin).expect("a file");
    }
    checkpoint.flush().expect("a file");
    told
}

#[test]
fn what_was_asked_again_is_known_from_then_on() {
    let file = Memory::default();
    file.0.borrow_mut().clear();
    let cut = Err(Limit::Interrupted);
    assert_eq!(resumed(&file, &[("1", Ok(true)), ("2", cut), ("3", cut)]), ["nothing"; 3]);
    let second = [("1", Ok(true)), ("2", Ok(false)), ("3", cut), ("4", Ok(true))];
    assert_eq!(resumed(&file, &second), ["answer", "open", "open", "nothing"]);
    let third = [("1", Ok(true)), ("2", Ok(false)), ("3", Ok(true)), ("4", Ok(true))];
    assert_eq!(resumed(&file, &third), ["answer", "answer", "open", "answer"]);
    let fourth = [third.as_slice(), &[("5", Ok(true))]].concat();
    assert_eq!(resumed(&file, &fourth), ["answer", "answer", "answer", "answer", "nothing"]);
    // The log is another one behind 2: what was said of 3 goes with it, and what is added stays.
    let other = [("1", Ok(true)), ("2", Ok(false)), ("6", cut), ("3", Ok(true))];
    assert_eq!(resumed(&file, &other), ["answer", "answer", "nothing", "nothing"]);
    assert_eq!(resumed(&file, &other), ["answer", "answer", "open", "answer"]);
    assert_eq!(resumed(&file, &[("6", Ok(true))]), ["nothing"], "the first is 1");
    file.0.borrow_mut().clear();
    // Added before the rest is cut off.
    assert_eq!(resumed(&file, &[("1", cut), ("2", Ok(true))]), ["nothing"; 2]);
    assert_eq!(resumed(&file, &[("1", Ok(true)), ("8", Ok(true))]), ["open", "nothing"]);
    assert_eq!(resumed(&file, &[("1", Ok(true)), ("8", Ok(true))]), ["answer"; 2]);
    file.0.borrow_mut().clear();
}

#[test]
fn a_class_that_a_limit_left_open_is_asked_again_unless_as_little_is_granted() {
    let file = Memory::default();
    let limits = |states| RunLimits { states, time: None, file_time: None };
    let limited = [Limit::States, Limit::Memory, Limit::Timeout, Limit::Interrupted];
    for (limit, is_known) in limited.into_iter().zip([true, false, false, false]) {
        file.0.borrow_mut().clear();
        let open = |limits| Checkpoint::open(file.clone(), "this", limits).expect("a file");
        let found = Answer { limit: Some(limit), ..Answer::NO };
        let mut first = open(limits(Some(5)));
        assert!(matches!(first.known("x", || Recorded::file("1")), Ok(Known::Nothing)));
        first.record("x", Recorded::file("1"), &found, Origin::Found).expect("a file");
        first.flush().expect("a file");
        for states in [Some(5), Some(6), None] {
            let known = open(limits(states)).known("x", || Recorded::file("1")).expect("a file");
            match known {
                Known::Answer(answer) => {
                    assert!(is_known && states == Some(5), "{limit:?}");
                    assert_eq!(answer, found);
                }
                Known::Open => assert!(!is_known || states != Some(5), "{limit:?}"),
                Known::Nothing => panic!("{limit:?}: it was recorded"),
            }
        }
    }
    file.0.borrow_mut().clear();
}

#[test]
fn what_there_was_no_time_for_is_asked_again_and_recorded_once() {
    let file = Memory::default();
    file.0.borrow_mut().clear();
    let limits = |states, seconds: Option<u64>| RunLimits {
        states,
        time: seconds.map(Duration::from_secs),
        file_time: None,
    };
    let open = |limits| Checkpoint::open(file.clone(), "this", limits).expect("a file");
    let verdicts = [
        Ok(true),
        Err(Limit::Timeout),
        Err(Limit::States),
        Err(Limit::Memory),
        Err(Limit::Interrupted),
        Ok(false),
    ];
    let mut first = open(limits(Some(9), Some(60)));
    for verdict in verdicts {
        let known = first.known("x", || Recorded::file("1")).expect("a file");
        assert!(matches!(known, Known::Nothing));
        let case = Recorded::file("1");
        first.record("x", case, &answer(verdict), Origin::Found).expect("a file");
    }
    first.flush().expect("a file");
    for (states, time, expected) in [
        (Some(9), None, [true, false, true, false, false, true]),
        (None, Some(60), [true, true, false, false, false, true]),
        (Some(10), Some(61), [true, false, false, false, false, true]),
        (Some(9), Some(60), [true, true, true, false, false, true]),
    ] {
        let mut again = open(limits(states, time));
        let known = verdicts.map(|verdict| {
            match again.known("x", || Recorded::file("1")).expect("a file") {
                Known::Answer(answer) => {
                    assert_eq!(answer.verdict, verdict);
                    true
                }
                Known::Open => false,
                Known::Nothing => panic!("{verdict:?} was recorded"),
            }
        });
        assert_eq!(known, expected);
    }
    let known = open(limits(None, None)).known("x", || Recorded::file("2")).expect("a file");
    assert!(matches!(known, Known::Nothing), "another file is not known");
    assert_eq!(file.0.borrow().split_inclusive(|&byte| byte == b'\n').count(), 1);
    file.0.borrow_mut().clear();
}
