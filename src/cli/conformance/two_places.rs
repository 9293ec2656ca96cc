//! The two halves of a deployed check: at a location, and at the centre.

use super::deployment::{Central, LocalWriter};
use super::engines::Engine;
use super::feed::{Feed, Next};
use super::inputs::LogInput;
use super::inquiry::PROPERTY;
use super::judge::Outcome;
use super::logs::LogPlan;
use super::session_rows::{SessionRows, unknown};
use super::tally::Tally;
use crate::cli::answers::Desk;
use crate::cli::models::unreadable;
use crate::cli::output::{Failure, tell};
use crate::cli::reporter::{Reporter, Size, manner};
use crate::cli::session::PATIENCE;
use crate::cli::words::number_of;
use crate::kernel::base::Id as _;
use crate::kernel::diagnostics::Colours;
use crate::kernel::report::{Row, Standing, Verdict};
use crate::language::log::{Format, LogReader, Sessions};

/// So many bad lines are shown.
const BAD: usize = 20;

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
    let colour = manner(desk.report).colour;
    for (number, (input, name)) in inputs.iter().zip(names).enumerate() {
        let mut reader = plan.reader(input, name, number);
        let read = Feed::open(&input.input).and_then(|(mut feed, _)| {
            while let Some(bytes) = piece(&mut feed, desk)? {
                reader.feed(bytes, &mut sessions);
                // What was closed is written below: a location's own sessions are few at a time.
                if reader.is_stopped() {
                    break;
                }
            }
            Ok(())
        });
        reader.finish(&mut sessions);
        if let Err(why) = read {
            unreadable(name, &why, colour);
            reporter.settle(Standing::Refused);
        }
        for finding in reader.findings_mut().take().iter().take(BAD) {
            tell(colour, &format!("{}\n", finding.render(Colours::Coloured).trim_end()));
        }
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

/// Returns the next bytes of a log; nothing at its end, or when the user wants no more.
fn piece<'f>(feed: &'f mut Feed, desk: &Desk<'_>) -> Result<Option<&'f [u8]>, String> {
    while !desk.interrupt.is_raised() {
        if !feed.waits(PATIENCE)? {
            continue;
        }
        return Ok(feed.taken());
    }
    Ok(None)
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
        let (line, is_right) =
            writer.line(&session.key, &session.traces[location.index()], &name);
        text.push_str(&line);
        if !is_right {
            reporter.settle(Standing::Failed);
        }
        sessions.recycle(session);
    }
    reporter.text(&text)
}
