//! The two halves of a deployed check: at a location, and at the centre.

use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::complaints::Complaints;
use super::deployment::{Central, LocalWriter, Refusal};
use super::engines::Engine;
use super::feed::Feed;
use super::inputs::LogInput;
use super::inquiry::PROPERTY;
use super::judge::Outcome;
use super::locations::in_words;
use super::log_plan::LogPlan;
use super::logs::{Stop, exceeds, is_explained, is_final};
use super::session_rows::{SessionRows, unknown};
use super::tally::Tally;
use crate::cli::answers::Desk;
use crate::cli::input::printable;
use crate::cli::models::{cannot_be_had, notes, refused, unreadable};
use crate::cli::output::{Failure, tell};
use crate::cli::reporter::{Reporter, Size, manner};
use crate::cli::words::number_of;
use crate::kernel::base::{Control, Id as _};
use crate::kernel::diagnostics::{Colours, Diagnostic, render};
use crate::kernel::report::{Note, Row, Standing, Verdict};
use crate::kernel::source::{Position, Source, Span};
use crate::language::log::Sessions;
use crate::model::trace::DistributedAlphabet;

/// Prints what one location finds about each session of its logs, group by group; and behind that, unless something
/// is missing, that it is all.
///
/// # Errors
/// If there is no such location, or the output cannot be written.
pub(super) fn local(
    plan: &LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    groups: &[Vec<&LogInput>],
    engine: &Engine,
    location: &str,
) -> Result<(), Failure> {
    let writer = LocalWriter::new(engine, location)
        .map_err(|why| Failure::Usage(format!("--local: {why}")))?;
    let left = plan.log.limit.map_or(u64::MAX, |count| count.0);
    let alphabet = engine.alphabet();
    let mut run = LocalRun { plan, desk, reporter, writer, left, stop: None, is_whole: true };
    for inputs in groups {
        run.read(inputs, alphabet)?;
        if is_final(run.stop) {
            break;
        }
    }
    if run.is_whole {
        return run.reporter.text(&run.writer.closing());
    }
    if !desk.report.quiet {
        let text = "\x1b[1;33mwarning:\x1b[0m not all sessions were checked: there is no last \
                    line, which would say that they were\n";
        tell(manner(desk.report).colour, text);
    }
    Ok(())
}

/// Logs that one location reads.
struct LocalRun<'r, 'd> {
    plan: &'r LogPlan<'r>,
    desk: &'r Desk<'d>,
    reporter: &'r mut Reporter,
    writer: LocalWriter,
    /// How many sessions are still wanted.
    left: u64,
    stop: Option<Stop>,
    /// Whether all sessions of the logs so far have their lines.
    is_whole: bool,
}

impl LocalRun<'_, '_> {
    /// Reads logs that belong together.
    fn read(
        &mut self,
        inputs: &[&LogInput],
        alphabet: &DistributedAlphabet,
    ) -> Result<(), Failure> {
        let Self { plan, desk, .. } = *self;
        self.stop = None;
        let gathering = plan.gathering(inputs);
        let mut sessions = Sessions::new(alphabet.clone(), plan.elements(), gathering);
        let mut complaints = Complaints::new(desk, plan.log);
        let deadline = desk.deadline();
        let over = || match deadline {
            _ if desk.interrupt.is_raised() => Some(Stop::Interrupted),
            Some(deadline) if Instant::now() >= deadline => Some(Stop::Timeout),
            _ => None,
        };
        let mut pieces = 0;
        for (number, input) in inputs.iter().enumerate() {
            let name = input.input.name(manner(desk.report).naming);
            let mut reader = plan.reader(input, &name, number);
            let mut written = Ok(());
            let read = Feed::open(&input.input).and_then(|(mut feed, _)| {
                feed.each(
                    || over().is_some(),
                    |bytes| {
                        reader.feed(bytes, &mut sessions);
                        complaints.tell(&mut reader, self.reporter);
                        pieces += 1;
                        if exceeds(desk, &sessions, pieces) {
                            self.stop = Some(Stop::Memory);
                        }
                        written = self.write(&mut sessions);
                        written.is_ok() && self.stop.is_none() && !reader.is_stopped()
                    },
                )
            });
            written?;
            self.stop = self.stop.or_else(over);
            if self.stop.is_none() {
                reader.finish(&mut sessions);
            }
            if let Err(why) = read {
                unreadable(&name, &why, manner(desk.report).colour);
                self.refuse();
                self.stop.get_or_insert(Stop::Unread);
            }
            complaints.tell(&mut reader, self.reporter);
            complaints.close(&reader);
            if reader.is_stopped() || (reader.findings().errors() > 0 && !plan.log.skip_bad_lines) {
                self.refuse();
            }
            if reader.is_stopped() {
                self.stop.get_or_insert(Stop::Unread);
            }
            if self.stop.is_some() {
                break;
            }
            self.write(&mut sessions)?;
        }
        if self.stop.is_none() {
            sessions.finish();
            self.write(&mut sessions)?;
        }
        self.is_whole &= self.stop.is_none();
        match self.stop {
            Some(Stop::Interrupted) => self.reporter.settle(Standing::Interrupted),
            Some(Stop::Timeout | Stop::Memory) => self.reporter.settle(Standing::Open),
            Some(Stop::Failure | Stop::Enough | Stop::Unread) | None => {}
        }
        Ok(())
    }

    /// Takes note that something in the logs cannot be read.
    fn refuse(&mut self) {
        self.is_whole = false;
        self.reporter.settle(Standing::Refused);
    }

    /// Writes the lines of the sessions that ended, as far as they are wanted.
    fn write(&mut self, sessions: &mut Sessions) -> Result<(), Failure> {
        let mut text = String::new();
        while self.stop.is_none()
            && let Some(session) = sessions.next_closed()
        {
            let location = self.writer.location();
            let alphabet = sessions.alphabet();
            let name = |position| unknown(&session, alphabet, location, position);
            let trace = &session.traces[location.index()];
            let (line, is_right) = self.writer.line(&session.key, trace, &name);
            text.push_str(&line);
            self.left -= 1;
            if self.left == 0 {
                self.stop = Some(Stop::Enough);
            }
            if !is_right {
                self.reporter.settle(Standing::Failed);
                if self.plan.log.fail_fast {
                    self.stop = Some(Stop::Failure);
                }
            }
            sessions.recycle(session);
        }
        self.reporter.text(&text)
    }
}

/// Tells why the lines of a file cannot be taken, and returns it in words.
fn refuse(refusal: &Refusal, name: &str, desk: &Desk<'_>, reporter: &mut Reporter) -> String {
    let Refusal { code, line, column, why, help } = refusal;
    let colour = manner(desk.report).colour;
    let Some((number, text)) = line else {
        refused(code, name, why, colour);
        reporter.note(&[Note { code: code.name.to_owned(), ..cannot_be_had(name, why) }]);
        return why.clone();
    };
    let at = text.chars().take(*column).map(char::len_utf8).sum();
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let source = Source::excerpt(name, text.clone(), Position { line: *number, column: 1 });
    let diagnostic = Diagnostic::new(code, Span::new(at, at + length), why);
    let diagnostic = help.iter().fold(diagnostic, |diagnostic, help| diagnostic.help(*help));
    reporter.note(&notes(&source, std::slice::from_ref(&diagnostic)));
    desk.display.hide();
    tell(colour, &format!("{}\n", render(&source, &diagnostic, Colours::Coloured).trim_end()));
    format!("line {number}: {why}")
}

/// Finishes from what all locations printed.
///
/// # Errors
/// If there is no automaton, or the output cannot be written.
pub(super) fn central(
    plan: &LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    (inputs, names): (&[&LogInput], &[String]),
    engine: &Engine,
    title: &str,
) -> Result<(), Failure> {
    let mut central =
        Central::new(engine).map_err(|why| Failure::Usage(format!("--central: {why}")))?;
    let locations = engine.alphabet().locations().len();
    reporter.model(&[], Some(Size { participants: locations, channels: 0 }));
    let mut is_whole = true;
    for (input, name) in inputs.iter().zip(names) {
        if let Err(refusal) = central.read(&input.input) {
            is_whole = false;
            let message = refuse(&refusal, name, desk, reporter);
            reporter.row(&input.input, Row::unreadable(name, message))?;
        }
    }
    // What is missing then may be what could not be read.
    if !is_whole {
        return Ok(());
    }
    if let Some((message, hint)) = central.silent() {
        let row = Row { hint: Some(hint), ..Row::unreadable(title, message) };
        return reporter.row(&inputs[0].input, row);
    }
    let mut rows = SessionRows::new(plan.plan, title, &[], engine);
    let mut tally = Tally::new(locations);
    let (mut incomplete, mut failing) = (0, 0);
    let control = Arc::new(Control { max_bytes: desk.memory(), ..desk.search.control() });
    desk.interrupt.watch(&control);
    let most = plan.log.limit.map_or(u64::MAX, |count| count.0);
    let mut stopped = None;
    for place in 0..central.sessions.len() {
        if desk.interrupt.is_raised() {
            reporter.settle(Standing::Interrupted);
            stopped = Some("interrupted");
        } else if tally.sessions == most {
            stopped = Some("stopped there, see --limit");
        } else if failing > 0 && plan.log.fail_fast {
            stopped = Some("stopped at the first that fails");
        }
        if stopped.is_some() {
            break;
        }
        let missing = central.missing(place);
        let key = central.sessions[place].session.key.clone();
        if !missing.is_empty() {
            let message = format!(
                "nothing was said of {}",
                missing.iter().map(|name| in_words(name)).collect::<Vec<_>>().join(" and ")
            );
            let title =
                (!key.is_empty()).then(|| format!("session {} {PROPERTY}", printable(&key)));
            let property = Some(PROPERTY.to_owned());
            let hint = (incomplete == 0).then(|| central.cut());
            let row = Row { property, title, hint, ..Row::unreadable(rows.title, message) };
            reporter.stream(vec![row])?;
            incomplete += 1;
            continue;
        }
        let answer = central.conclude(place, plan.plan.question.is_none(), &control);
        let session = &central.sessions[place].session;
        let holds = answer.verdict == Ok(true);
        let outcome = Outcome::Answered(answer);
        tally.count(&outcome, session.events());
        failing += u64::from(!holds);
        if !holds || reporter.wants_all() {
            let is_explained = !holds && is_explained(failing, desk, reporter);
            let row = rows.shown(desk, reporter, &inputs[0].input, session, &outcome, is_explained);
            reporter.stream(vec![row])?;
        }
    }
    let mut message = tally.words(engine.alphabet(), plan.plan.question.is_none());
    let mut verdict = tally.verdict;
    if incomplete > 0 {
        message = format!("{message}; {} not complete", number_of(incomplete, "session"));
        verdict = verdict.and(Verdict::Error);
    }
    if let Some(stopped) = stopped {
        message = format!("{message}; {stopped}");
    }
    let property = Some(PROPERTY.to_owned());
    let mut detail = tally.detail(engine.alphabet(), plan.plan.question.is_none());
    detail.insert("not_complete".to_owned(), json!(incomplete));
    reporter.sum(Row { property, verdict, detail, ..Row::unreadable(title, message) })
}
