//! The two halves of a deployed check: at a location, and at the centre.

use super::complaints::Complaints;
use super::deployment::{Central, LocalWriter};
use super::engines::Engine;
use super::feed::Feed;
use super::inputs::LogInput;
use super::inquiry::PROPERTY;
use super::judge::Outcome;
use super::locations::in_words;
use super::logs::LogPlan;
use super::session_rows::{SessionRows, unknown};
use super::tally::Tally;
use crate::cli::answers::Desk;
use crate::cli::input::printable;
use crate::cli::models::unreadable;
use crate::cli::output::Failure;
use crate::cli::reporter::{Reporter, Size, manner};
use crate::cli::words::number_of;
use crate::kernel::base::{Control, Id as _};
use crate::kernel::report::{Row, Standing, Verdict};
use crate::language::log::{Format, Sessions};

/// Prints what one location finds about each session of its logs.
///
/// # Errors
/// If there is no such location, or the output cannot be written.
pub(super) fn local(
    plan: &LogPlan<'_>,
    desk: &Desk<'_>,
    reporter: &mut Reporter,
    (inputs, names): (&[&LogInput], &[String]),
    engine: &Engine,
    location: &str,
) -> Result<(), Failure> {
    let mut writer = LocalWriter::new(engine, location)
        .map_err(|why| Failure::Usage(format!("--local: {why}")))?;
    let gathering = plan.gathering(inputs[0].format.unwrap_or(Format::JsonLines));
    let alphabet = engine.alphabet();
    let mut sessions = Sessions::new(alphabet.clone(), plan.elements(), gathering);
    let mut complaints = Complaints::new(desk);
    for (number, (input, name)) in inputs.iter().zip(names).enumerate() {
        let mut reader = plan.reader(input, name, number);
        let mut written = Ok(());
        let read = Feed::open(&input.input).and_then(|(mut feed, _)| {
            feed.each(
                || desk.interrupt.is_raised(),
                |bytes| {
                    reader.feed(bytes, &mut sessions);
                    written = write(&mut writer, &mut sessions, reporter);
                    written.is_ok() && !reader.is_stopped()
                },
            )
        });
        written?;
        reader.finish(&mut sessions);
        if let Err(why) = read {
            unreadable(name, &why, manner(desk.report).colour);
            reporter.settle(Standing::Refused);
        }
        complaints.tell(&mut reader, reporter);
        complaints.close(&reader);
        if reader.findings().errors() > 0 && !plan.log.skip_bad_lines {
            reporter.settle(Standing::Refused);
        }
        write(&mut writer, &mut sessions, reporter)?;
    }
    if desk.interrupt.is_raised() {
        reporter.settle(Standing::Interrupted);
        return Ok(());
    }
    sessions.finish();
    write(&mut writer, &mut sessions, reporter)
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
        if let Err(why) = central.read(&input.input) {
            is_whole = false;
            unreadable(name, &why, manner(desk.report).colour);
            reporter.row(&input.input, Row::unreadable(name, why))?;
        }
    }
    // What is missing then may be what could not be read.
    if !is_whole {
        return Ok(());
    }
    let silent = central.silent();
    if !silent.is_empty() {
        let message = format!("no line is from {}", listed(&silent));
        return reporter.row(&inputs[0].input, Row::unreadable(title, message));
    }
    let mut rows = SessionRows::new(plan.plan, title, &[], engine);
    let mut tally = Tally::new(locations);
    let mut incomplete = 0;
    let control = Control { max_bytes: desk.memory(), ..desk.search.control() };
    for place in 0..central.sessions.len() {
        let missing = central.missing(place);
        let key = central.sessions[place].session.key.clone();
        if !missing.is_empty() {
            let message = format!("nothing was said of {}", listed(&missing));
            let title = Some(format!("session {} {PROPERTY}", printable(&key)));
            let property = Some(PROPERTY.to_owned());
            let row = Row { property, title, ..Row::unreadable(rows.title, message) };
            reporter.stream(&inputs[0].input, vec![row])?;
            incomplete += 1;
            continue;
        }
        let answered = central.conclude(place, plan.plan.question.is_none(), &control);
        let session = &central.sessions[place].session;
        let holds = answered.answer.verdict == Ok(true);
        let outcome = Outcome::Answered(answered);
        tally.count(&outcome, session.events());
        if !holds || reporter.wants_all() {
            let is_explained = !holds && desk.report.verbose;
            let row = rows.row(desk, session, &outcome, is_explained);
            reporter.stream(&inputs[0].input, vec![row])?;
        }
    }
    let mut message = tally.words(engine.alphabet(), plan.plan.question.is_none());
    let mut verdict = tally.verdict;
    if incomplete > 0 {
        message = format!("{message}; {} not complete", number_of(incomplete, "session"));
        verdict = verdict.and(Verdict::Error);
    }
    let property = Some(PROPERTY.to_owned());
    reporter.sum(&Row { property, verdict, ..Row::unreadable(title, message) })
}

fn listed(locations: &[String]) -> String {
    locations.iter().map(|name| in_words(name)).collect::<Vec<_>>().join(" and ")
}

fn write(
    writer: &mut LocalWriter,
    sessions: &mut Sessions,
    reporter: &mut Reporter,
) -> Result<(), Failure> {
    let mut text = String::new();
    while let Some(session) = sessions.next_closed() {
        let location = writer.location();
        let alphabet = sessions.alphabet();
        let name = |position| unknown(&session, alphabet, location, position);
        let (line, is_right) = writer.line(&session.key, &session.traces[location.index()], &name);
        text.push_str(&line);
        if !is_right {
            reporter.settle(Standing::Failed);
        }
        sessions.recycle(session);
    }
    reporter.text(&text)
}
