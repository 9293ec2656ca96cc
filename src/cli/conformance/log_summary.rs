//! What all sessions of logs come to.

use serde_json::json;

use super::complaints::lines;
use super::log_group::{LogGroup, Stop};
use super::logs::LogRun;
use super::plan::PROPERTY;
use crate::cli::output::Failure;
use scm_check::kernel::base::grouped;
use scm_check::kernel::verdict::{Reason, Verdict};
use scm_check::render::report::Row;
use scm_check::render::sentences::number_of;

impl LogRun<'_> {
    /// Says what all sessions come to, and where reading stopped if it did.
    ///
    /// # Errors
    /// If the report cannot be written.
    pub(super) fn sum_up(&self, logs: LogGroup<'_>) -> Result<(), Failure> {
        let open = logs.sessions.begun().saturating_sub(self.tally.sessions);
        let property = Some(PROPERTY.to_owned());
        let title = self.rows.title;
        let reason = logs.stop.and_then(reason);
        let short = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut message = self.words(&logs);
        if let Some(reason) = reason {
            let place =
                logs.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
            let open = number_of(short(open), "session");
            let row = Row {
                property: property.clone(),
                verdict: Verdict::Unknown(reason),
                ..Row::unreadable(title, format!("stopped{place}; {open} not finished"))
            };
            logs.reporter.row(self.first, row)?;
            message = format!("{message}; stopped ({}), {open} not finished", reason.word());
        }
        let blank = logs.blank().filter(|_| !logs.plan.log.allow_empty);
        if let Some(why) = &blank {
            logs.reporter.row(self.first, nothing_read(title, why))?;
        }
        if logs.stop == Some(Stop::Unread) && open > 0 {
            message = format!("{message}; {} not finished", number_of(short(open), "session"));
        }
        if !logs.is_all_read {
            message.push_str("; not all was read");
        }
        let verdict = match (self.tally.verdict, reason) {
            (Verdict::Holds, Some(reason)) => Verdict::Unknown(reason),
            (Verdict::Holds, None) if !logs.is_all_read => Verdict::Error,
            (Verdict::Holds, None) if blank.is_some() => Verdict::Unknown(Reason::Empty),
            (verdict, _) => verdict,
        };
        let is_classified = self.rows.plan.question.is_none();
        let is_cut = reason.is_some() || logs.stop == Some(Stop::Unread);
        let mut detail = self.tally.detail(&self.rows.alphabet, is_classified);
        let stopped = logs.stop.map(Stop::word);
        detail.extend([
            ("bad_lines".to_owned(), json!(logs.complaints.bad_lines())),
            ("are_bad_lines_skipped".to_owned(), json!(logs.plan.log.skip_bad_lines)),
            ("left_out_parts".to_owned(), json!(logs.missed)),
            ("unordered_events".to_owned(), json!(logs.unordered)),
            ("not_checked_again".to_owned(), json!(self.reused)),
            ("stopped".to_owned(), json!(stopped)),
            ("not_finished".to_owned(), json!(if is_cut { open } else { 0 })),
        ]);
        logs.reporter.sum(Row { property, verdict, detail, ..Row::unreadable(title, message) })
    }

    /// Returns the counts in words.
    fn words(&self, logs: &LogGroup<'_>) -> String {
        let is_classified = self.rows.plan.question.is_none();
        let short = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut words = vec![self.tally.words(&self.rows.alphabet, is_classified)];
        let bad_lines = logs.complaints.bad_lines();
        if logs.plan.log.skip_bad_lines && bad_lines > 0 {
            words.push(format!("{} left out", lines(bad_lines)));
        }
        if logs.missed > 0 {
            words.push(format!("{} of exports left out", number_of(short(logs.missed), "part")));
        }
        if logs.unordered > 0 {
            let events = number_of(short(logs.unordered), "event");
            words.push(format!("{events} that time puts in no order"));
        }
        if self.reused > 0 {
            words.push(format!("{} not checked again", number_of(short(self.reused), "session")));
        }
        if self.unexplained > 0 && !self.desk.report.quiet {
            let explained = grouped(self.failing - self.unexplained);
            let all = "-v explains all";
            words.push(format!("the first {explained} that fail are explained, {all}"));
        }
        match logs.stop {
            Some(Stop::Failure) => words.push("stopped at the first that fails".to_owned()),
            Some(Stop::Enough) => words.push("stopped there, see --limit".to_owned()),
            Some(Stop::Interrupted | Stop::Timeout | Stop::Memory | Stop::Unread) | None => {}
        }
        words.join("; ")
    }
}

impl Stop {
    /// Returns the word for programs.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Enough => "limit",
            Self::Interrupted => "interrupted",
            Self::Timeout => "timeout",
            Self::Memory => "memory",
            Self::Unread => "unread",
        }
    }
}

/// Returns the row of logs of which nothing was read: nobody knows whether what they should say conforms.
pub(super) fn nothing_read(title: &str, why: &str) -> Row {
    Row {
        property: Some(PROPERTY.to_owned()),
        verdict: Verdict::Unknown(Reason::Empty),
        hint: Some("--allow-empty takes that for an answer: then it holds".to_owned()),
        ..Row::unreadable(title, format!("nothing was read ({why})"))
    }
}

/// Returns why the sessions that are left have no verdict, if anybody wants one.
fn reason(stop: Stop) -> Option<Reason> {
    match stop {
        Stop::Failure | Stop::Enough | Stop::Unread => None,
        Stop::Interrupted => Some(Reason::Interrupted),
        Stop::Timeout => Some(Reason::Timeout),
        Stop::Memory => Some(Reason::Memory),
    }
}
