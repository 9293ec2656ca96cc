//! Results of reading the lines of a log so far.

use std::ops::Range;

use super::findings::Findings;
use super::mapping::Mapping;
use super::record::{LinePart, LineProblem, Record, When};
use super::session::StoredEvent;
use super::{LogPlace, Sessions, codes};
use kernel::diagnostics::Remedy;
use model::trace::{LocalLetterId, Location};

/// Results of reading the lines of a log so far.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) log: u32,
    pub(super) findings: Findings,
    pub(super) mapping: Mapping,
    pub(super) records: u64,
    pub(super) reported: Reported,
    /// Whether the log as a whole is refused: it is not read on.
    pub(super) is_refused: bool,
    /// Whether the log is refused as a whole if its first line shows that it is of another form.
    pub(super) is_strict: bool,
}

/// The findings that are reported once for each log.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    /// Whether a time that cannot be read was reported.
    unreadable: bool,
    /// The events whose time is not set.
    unset: Option<Doubt>,
    /// The events that have the time of another one.
    tied: Option<Doubt>,
}

/// Events whose times do not tell their order.
#[derive(Clone, Debug)]
struct Doubt {
    /// The line of the first of them, with its number, and its report.
    first: (u64, Vec<u8>, LineProblem),
    /// The number of them.
    count: u64,
}

impl Outcome {
    /// Adds the record of a line, or reports the problem in it.
    #[inline]
    pub(super) fn take(
        &mut self,
        record: Result<Record<'_>, LineProblem>,
        (number, line): (u64, &[u8]),
        sessions: &mut Sessions,
    ) {
        let place = LogPlace::new(self.log, number);
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
            let place = record.places.of(LinePart::Message, &(0..line.len()));
            self.leave_out("span: the same was exported before", (number, line), place, "");
            return;
        }
        if let Some(seen) = gathered.seen {
            self.mapping.note(seen, &record, sessions.alphabet(), (number, line));
        }
        let at = || record.places.of(LinePart::Time, &(0..line.len()));
        if gathered.is_back {
            let message = "time goes back at this location";
            let problem = LineProblem::new(codes::TIME_BACK, at(), message)
                .help("the order of the log counts")
                .remedy(Remedy::OrderByTime);
            self.findings.report(number, line, problem);
        }
        if record.time == When::Unreadable && is_first(&mut self.reported.unreadable) {
            let problem = LineProblem::new(codes::UNREADABLE_TIME, at(), "this is no time")
                .help("a time is a number, or a text as in `2024-05-17T09:30:00.25Z`");
            self.findings.report(number, line, problem);
        }
        if gathered.is_odd {
            let (message, why) = if record.session.is_empty() {
                ("this has no session, and others before have one", "the key is missing here")
            } else {
                ("this has a session, and others before have none", "their key is missing")
            };
            let help = format!("those without one are a session of their own, unless {why}");
            let at = record.places.of(LinePart::Session, &(0..line.len()));
            let problem = LineProblem::new(codes::SOME_WITHOUT_SESSION, at, message).help(help);
            self.findings.report(number, line, problem);
        }
        if let Some((location, letter)) = gathered.seen
            && (record.time == When::Unset || gathered.tied.is_some())
        {
            let tied = gathered.tied.filter(|_| record.time != When::Unset);
            let location = &sessions.alphabet().locations()[location];
            self.doubt_order(tied, (location, letter), (number, line), at());
        }
    }

    /// Counts an event whose time is that of another one, or not known, and keeps the first of its kind.
    #[cold]
    fn doubt_order(
        &mut self,
        tied: Option<StoredEvent>,
        (location, letter): (&Location, LocalLetterId),
        (number, line): (u64, &[u8]),
        place: Range<usize>,
    ) {
        self.mapping.note_unordered();
        let Reported { unset, tied: doubted_tied, .. } = &mut self.reported;
        let doubt = if tied.is_some() { doubted_tied } else { unset };
        if let Some(doubt) = doubt {
            doubt.count += 1;
            return;
        }
        let (message, help) = match tied {
            None => (
                "the time is 0, which says that it is not known".to_owned(),
                "it may come anywhere",
            ),
            Some(tied) => {
                let text = |letter| match location.text(letter) {
                    Some(text) => format!("`{text}`"),
                    None => "what the model does not know".to_owned(),
                };
                let log = match tied.place.log() {
                    log if log == self.log => String::new(),
                    log => format!(" of log {}", u64::from(log) + 1),
                };
                let (this, other, there) = (text(letter), text(tied.letter), tied.place.line());
                let message = format!("{this} has the time of {other} at line {there}{log}");
                (message, "times do not say which comes first")
            }
        };
        let problem = LineProblem::new(codes::UNTOLD_ORDER, place, message)
            .help(format!("{help}: a session is unknown where its possible orders disagree"));
        // What is behind the line is not shown.
        let at = problem.place.start.min(line.len());
        let end = memchr::memchr(b'\n', &line[at..]).map_or(line.len(), |length| at + length);
        *doubt = Some(Doubt { first: (number, line[..end].to_vec(), problem), count: 1 });
    }

    /// Reports the events whose times do not tell their order, each kind once.
    pub(super) fn report_doubts(&mut self) {
        for doubt in [self.reported.unset.take(), self.reported.tied.take()].into_iter().flatten() {
            let Doubt { first: (number, line, mut problem), count } = doubt;
            if count > 1 {
                problem.message = format!("{}; there are {count} such events", problem.message);
            }
            self.findings.report(number, &line, problem);
        }
    }

    /// Reports that the log is in no form that is known, and does not read it on.
    pub(super) fn refuse(&mut self, number: u64, line: &[u8], problem: LineProblem) {
        self.findings.report(number, line, problem);
        self.is_refused = true;
    }

    /// Returns `true` if what a line is speaks for the log as a whole: nothing was read or reported yet, and bad lines
    /// are not to be left out.
    pub(super) fn is_fresh(&self) -> bool {
        self.is_strict && self.records == 0 && self.findings.errors() == 0
    }

    /// Counts an item that is not an event although no rule leaves it out, and reports the first with each reason.
    pub(super) fn leave_out(
        &mut self,
        reason: &str,
        (number, line): (u64, &[u8]),
        place: Range<usize>,
        help: &str,
    ) {
        if self.mapping.miss(reason) {
            let message = format!("this is left out: {reason}");
            let problem = LineProblem::new(codes::LEFT_OUT, place, message).help(help);
            self.findings.report(number, line, problem);
        }
    }
}

/// Returns `true` if a finding that is reported once has not been reported yet, and marks it as reported.
fn is_first(is_reported: &mut bool) -> bool {
    !std::mem::replace(is_reported, true)
}
