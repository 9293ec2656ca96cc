//! The two halves of a deployed check: at a location, and at the centre.

use rustc_hash::FxHashSet;
use serde_json::json;

use super::deployment::{Central, LocalWriter, Refusal};
use super::engines::Engine;
use super::inputs::LogInput;
use super::judge::SessionLimits;
use super::locations::in_words;
use super::log_group::{Listener, LogGroup, Stop};
use super::log_plan::LogPlan;
use super::log_summary::nothing_read;
use super::logs::is_explained;
use super::outcome::Outcome;
use super::plan::PROPERTY;
use super::session_rows::{SessionRows, unknown};
use super::tally::Tally;
use crate::cli::answers::Desk;
use crate::cli::input::printable;
use crate::cli::models::{cannot_be_had, refused};
use crate::cli::output::{Failure, tell};
use crate::cli::report_writer::manner;
use crate::cli::reporter::Reporter;
use scm_check::kernel::base::Id as _;
use scm_check::kernel::diagnostics::{Colours, Diagnostic, render};
use scm_check::kernel::source::{Position, Source, Span};
use scm_check::kernel::verdict::{Reason, Standing, Verdict};
use scm_check::language::log::LogReader;
use scm_check::render::report::ModelSize as Size;
use scm_check::render::report::{Note, Row};
use scm_check::render::sentences::number_of;

/// So many characters of a wrong line are shown on either side of what is wrong.
const CONTEXT: usize = 60;

/// Prints what one location finds about each session of its logs, group by group; and behind that, unless something
/// is missing, that it is all.
///
/// # Errors
/// If there is no such location, a session stands in more than one group, or the output cannot be written.
pub(super) fn local(
    plan: LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    groups: &[Vec<&LogInput>],
    engine: &Engine,
    location: &str,
) -> Result<(), Failure> {
    let writer = LocalWriter::new(engine, plan.plan.model, location)
        .map_err(|why| Failure::Usage(format!("--local: {why}")))?;
    let left = plan.log.limit.map_or(u64::MAX, |count| count.0);
    let met = (groups.len() > 1).then(FxHashSet::default);
    let mut run = LocalRun { writer, left, met, is_whole: true };
    for inputs in groups {
        let naming = manner(desk.report).naming;
        let names: Vec<String> = inputs.iter().map(|one| one.input.name(naming)).collect();
        let read = (inputs.as_slice(), names.as_slice());
        let mut logs = LogGroup::new(plan, desk, reporter, read, engine.alphabet());
        logs.sessions = logs.sessions.wanting(run.left);
        logs.read(&mut run)?;
        run.is_whole &= logs.stop.is_none();
        match logs.stop {
            Some(Stop::Interrupted) => logs.reporter.settle(Standing::Interrupted),
            Some(Stop::Timeout | Stop::Memory) => logs.reporter.settle(Standing::Open),
            Some(Stop::Failure | Stop::Enough | Stop::Unread) | None => {}
        }
        if logs.stop.is_some_and(Stop::is_final) {
            break;
        }
    }
    if run.is_whole {
        return reporter.text(&run.writer.closing());
    }
    if !desk.report.quiet {
        let text = "\x1b[1;33mwarning:\x1b[0m not all sessions were checked: there is no last \
                    line, which would say that they were\n";
        tell(manner(desk.report).colour, text);
    }
    Ok(())
}

/// Logs that one location reads.
struct LocalRun {
    writer: LocalWriter,
    /// How many sessions are still wanted.
    left: u64,
    /// The keys of the sessions so far, where logs are read one by one.
    met: Option<FxHashSet<String>>,
    /// Whether all sessions of the logs so far have their lines.
    is_whole: bool,
}

impl Listener for LocalRun {
    /// Writes the lines of the sessions that ended, as far as they are wanted.
    fn hear(&mut self, logs: &mut LogGroup<'_>) -> Result<(), Failure> {
        let mut text = String::new();
        while self.left > 0
            && logs.stop != Some(Stop::Failure)
            && let Some(session) = logs.sessions.next_closed()
        {
            if let Some(met) = &mut self.met
                && !met.insert(session.key.clone())
            {
                logs.reporter.text(&text)?;
                let (_, name) = logs.current();
                return Err(Failure::Usage(format!(
                    "--local: the session `{}` stands in {name} and in a log before, and a location \
                     has one line for it; --join reads the logs as one",
                    printable(&session.key)
                )));
            }
            let location = self.writer.location();
            let alphabet = logs.sessions.alphabet();
            let name = |position| unknown(&session, alphabet, location, position);
            let trace = &session.traces[location.index()];
            let (line, is_right) = self.writer.line(&session.key, trace, &name);
            text.push_str(&line);
            self.left -= 1;
            if !is_right {
                logs.reporter.settle(Standing::Failed);
                if logs.plan.log.fail_fast {
                    logs.stop = Some(Stop::Failure);
                }
            }
            logs.sessions.recycle(session);
        }
        if self.left == 0 {
            logs.stop.get_or_insert(Stop::Enough);
        }
        logs.reporter.text(&text)
    }

    fn close(
        &mut self,
        logs: &mut LogGroup<'_>,
        reader: &LogReader,
        wrong: Option<String>,
    ) -> Result<(), Failure> {
        logs.complaints.close(reader);
        if reader.is_stopped() || wrong.is_some() {
            self.is_whole = false;
            logs.reporter.settle(Standing::Refused);
        }
        Ok(())
    }

    fn miss(&mut self, logs: &mut LogGroup<'_>, _: &str) -> Result<(), Failure> {
        self.is_whole = false;
        logs.reporter.settle(Standing::Refused);
        Ok(())
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
    // Traces and areas may be long.
    let start = column.saturating_sub(CONTEXT);
    let shown: String = text.chars().skip(start).take(2 * CONTEXT).collect();
    let at = shown.chars().take(column - start).map(char::len_utf8).sum();
    let length = shown[at..].chars().next().map_or(0, char::len_utf8);
    let source = Source::excerpt(name, shown, Position { line: *number, column: start + 1 });
    let diagnostic = Diagnostic::new(code, Span::new(at, at + length), why);
    let diagnostic = help.iter().fold(diagnostic, |diagnostic, help| diagnostic.help(*help));
    reporter.note(&Note::all(&source, std::slice::from_ref(&diagnostic)));
    desk.display.hide();
    tell(colour, &format!("{}\n", render(&source, &diagnostic, Colours::Coloured).trim_end()));
    format!("line {number}: {why}")
}

/// Finishes from what all locations printed.
///
/// # Errors
/// If there is no automaton, or the output cannot be written.
pub(super) fn central(
    plan: LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    (inputs, names): (&[&LogInput], &[String]),
    engine: &Engine,
    title: &str,
) -> Result<(), Failure> {
    let mut central = Central::new(engine, plan.plan.model)
        .map_err(|why| Failure::Usage(format!("--central: {why}")))?;
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
    let is_blank = central.sessions.is_empty() && !plan.log.allow_empty;
    if is_blank {
        reporter.row(&inputs[0].input, nothing_read(title, "no location saw a session"))?;
    }
    let mut rows = SessionRows::new(plan.plan, title, &[], engine, desk.watch.deadline());
    let mut tally = Tally::new(locations);
    let (mut incomplete, mut failing, mut has_failed) = (0, 0, false);
    let limits = SessionLimits::of(plan.log, desk);
    let mut control = limits.control(desk.watch, 0);
    let most = plan.log.limit.map_or(u64::MAX, |count| count.0);
    let mut stopped = None;
    for place in 0..central.sessions.len() {
        if desk.watch.is_raised() {
            reporter.settle(Standing::Interrupted);
            stopped = Some(Stop::Interrupted);
        } else if tally.sessions == most {
            stopped = Some(Stop::Enough);
        } else if has_failed && plan.log.fail_fast {
            stopped = Some(Stop::Failure);
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
        if limits.time.is_some() {
            control = limits.control(desk.watch, 0);
        }
        let outcome = central.conclude(place, plan.plan.question.is_none(), &control);
        let session = &central.sessions[place].session;
        let holds = matches!(&outcome, Outcome::Answered(answer) if answer.verdict == Ok(true));
        tally.count(&outcome, session.events());
        failing += u64::from(!holds);
        has_failed |= matches!(&outcome, Outcome::Answered(answer) if answer.verdict == Ok(false));
        if !holds || reporter.wants_all() {
            let is_explained = !holds && is_explained(failing, desk, reporter);
            let row = rows.shown(desk, reporter, &inputs[0].input, session, &outcome, is_explained);
            reporter.stream(vec![row])?;
        }
    }
    let mut message = tally.words(engine.alphabet(), plan.plan.question.is_none());
    let mut verdict = if is_blank { Verdict::Unknown(Reason::Empty) } else { tally.verdict };
    if incomplete > 0 {
        message = format!("{message}; {} not complete", number_of(incomplete, "session"));
        verdict = verdict.and(Verdict::Error);
    }
    match stopped {
        Some(Stop::Enough) => message.push_str("; stopped there, see --limit"),
        Some(Stop::Failure) => message.push_str("; stopped at the first that fails"),
        Some(stop) => message = format!("{message}; stopped ({})", stop.word()),
        None => {}
    }
    let property = Some(PROPERTY.to_owned());
    let mut detail = tally.detail(engine.alphabet(), plan.plan.question.is_none());
    let told = tally.sessions + incomplete as u64;
    let not_finished = (central.sessions.len() as u64).saturating_sub(told);
    detail.extend([
        ("not_complete".to_owned(), json!(incomplete)),
        ("stopped".to_owned(), json!(stopped.map(Stop::word))),
        ("not_finished".to_owned(), json!(not_finished)),
    ]);
    reporter.sum(Row { property, verdict, detail, ..Row::unreadable(title, message) })
}
