//! Answers as checkpoints record them.

use scm_check::internals::check::conformance::{
    Answer, Class, Fault, LocalError, LocalReason, Stage,
};
use scm_check::internals::driver::conformance::AnswerObject;
use scm_check::internals::kernel::base::{Id as _, Limit};
use scm_check::internals::model::trace::{LocalLetterId, LocationId};

#[test]
fn answers_are_read_as_they_are_written() {
    let error = LocalError {
        location: LocationId::from_index(2),
        position: 7,
        reason: LocalReason::Incomplete,
        expected: vec![LocalLetterId::from_index(1)],
        may_end: true,
    };
    let faults = [None, Some(Fault::Local(vec![error])), Some(Fault::Inter), Some(Fault::Central)];
    for fault in faults {
        for verdict in [Ok(true), Ok(false), Err(Limit::Timeout), Err(Limit::States)] {
            for stage in Stage::ALL {
                let class = Some(Class::Slice);
                let limit = verdict.err().or(fault.is_none().then_some(Limit::Memory));
                let answer =
                    Answer { verdict, class, fault: fault.clone(), limit, stage, states: 5 };
                let object = AnswerObject::new(&answer);
                let text = serde_json::to_string(&object).expect("it is plain data");
                let read: AnswerObject = serde_json::from_str(&text).expect("it was written so");
                assert_eq!(read.read(), Some(answer), "{text}");
            }
        }
    }
}
