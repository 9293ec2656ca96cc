//! Diagnostics are collected up to a number.

use scm_check::internals::kernel::diagnostics::{Code, Diagnostic, Sink};
use scm_check::internals::kernel::source::Span;

#[test]
fn warnings_leave_room_for_errors() {
    const WARNING: Code = Code::new("W");
    const ERROR: Code = Code::new("E");
    let mut sink = Sink::new(2);
    for at in 0..5 {
        sink.push(Diagnostic::new(WARNING, Span::new(at, at), "odd"));
    }
    assert!(!sink.is_full() && !sink.has_errors());
    let mut other = Sink::new(2);
    for at in 0..3 {
        other.push(Diagnostic::new(ERROR, Span::new(at, at), "wrong"));
    }
    sink.append(other);
    assert!(sink.is_full() && sink.has_errors());
    let names: Vec<&str> = sink.into_sorted().iter().map(|found| found.code.name).collect();
    assert_eq!(names, ["W", "E", "W", "E"]);
}
