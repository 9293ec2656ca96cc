//! What came of the lines of a log so far.

use std::ops::Range;

use super::findings::Findings;
use super::mapping::Mapping;
use super::record::{Part, Problem, Record, When};
use super::{Mistake, Place, Sessions};

/// What came of the lines so far.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) log: u32,
    pub(super) findings: Findings,
    pub(super) mapping: Mapping,
    pub(super) records: u64,
    pub(super) is_time_reported: bool,
}

impl Outcome {
    /// Takes what a line says, or what is wrong with it.
    #[inline]
    pub(super) fn take(
        &mut self,
        record: Result<Record<'_>, Problem>,
        (number, line): (u64, &[u8]),
        sessions: &mut Sessions,
    ) {
        let place = Place::new(self.log, number);
        let gathered = record.and_then(|record| {
            sessions.gather(&record, line.len(), place).map(|gathered| (record, gathered))
        });
        let (record, gathered) = match gathered {
            Ok(gathered) => gathered,
            Err(problem) => {
                self.findings.report(number, line, problem);
                return;
            }
        };
        self.records += 1;
        if gathered.is_repeated {
            let place = record.places.of(Part::Message, &(0..line.len()));
            self.leave_out("span: the same was exported before", (number, line), place, "");
            return;
        }
        if let Some(seen) = gathered.seen {
            self.mapping.note(seen, &record, sessions.alphabet(), (number, line));
        }
        let at = || record.places.of(Part::Time, &(0..line.len()));
        if gathered.is_back {
            let message = "time goes back at this location";
            let problem = Problem::new(Mistake::TimeBack, at(), message)
                .help("the order of the log counts; ask for that of time by --by-time");
            self.findings.report(number, line, problem);
        }
        if record.time == When::Unreadable && !self.is_time_reported {
            self.is_time_reported = true;
            let problem = Problem::new(Mistake::UnreadableTime, at(), "this is no time")
                .help("a time is a number, or a text as in `2024-05-17T09:30:00.25Z`");
            self.findings.report(number, line, problem);
        }
    }

    /// Counts something that is no event though no rule leaves it out, and tells the first of each reason.
    pub(super) fn leave_out(
        &mut self,
        reason: &str,
        (number, line): (u64, &[u8]),
        place: Range<usize>,
        help: &str,
    ) {
        if self.mapping.miss(reason) {
            let message = format!("this is left out: {reason}");
            let problem = Problem::new(Mistake::LeftOut, place, message).help(help);
            self.findings.report(number, line, problem);
        }
    }
}
