//! Logs read from memory.

use scm_check::internals::check::conformance::Procedure;
use scm_check::internals::driver::conformance::{
    Engines, GlobalModel, LogFault, LogFeed, LogFiles, LogGroup, LogObserver, LogOptions, LogPiece,
    LogReading, LogSource, ModelOptions, OrderReading, Plan, Stop, read_model,
};
use scm_check::internals::driver::load;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::log::{Format, LogReader};

/// The pieces of a log, the next one last.
struct Pieces(Vec<&'static str>, &'static str);

impl LogFeed for Pieces {
    fn next(&mut self) -> Result<LogPiece<'_>, String> {
        let Some(piece) = self.0.pop() else { return Ok(LogPiece::End) };
        self.1 = piece;
        Ok(if piece.is_empty() { LogPiece::Pause } else { LogPiece::Bytes(self.1.as_bytes()) })
    }
}

/// Logs in memory, of which some cannot be opened; and what was said of them.
struct Memory(Vec<Option<&'static str>>, Vec<String>);

impl LogFiles for Memory {
    type Feed = Pieces;

    fn open(&mut self, _: &str, number: usize) -> Result<Pieces, String> {
        let text = self.0[number].ok_or("no such log")?;
        let (first, second) = text.split_at(text.len() / 2);
        Ok(Pieces(vec![second, "", first], ""))
    }

    fn on_progress(&mut self, _: &mut LogReader, bytes: usize, events: u64) {
        self.1.push(format!("{bytes} bytes, {events} events"));
    }

    fn on_close(&mut self) {
        self.1.push("closed".to_owned());
    }

    fn on_unreadable(&mut self, name: &str, why: &str) {
        self.1.push(format!("{name}: {why}"));
    }
}

/// Counts the sessions that end.
#[derive(Default)]
struct Counter {
    sessions: usize,
    faults: Vec<LogFault>,
}

impl LogObserver<Memory> for Counter {
    type Error = ();

    fn on_data(&mut self, logs: &mut LogReading<'_, Memory>) -> Result<(), ()> {
        while let Some(session) = logs.group.sessions.next_closed() {
            self.sessions += 1;
            logs.group.sessions.recycle(session);
        }
        Ok(())
    }

    fn on_end(
        &mut self,
        _: &mut LogReading<'_, Memory>,
        _: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), ()> {
        self.faults.extend(fault);
        Ok(())
    }

    fn on_error(&mut self, _: &mut LogReading<'_, Memory>, _: &str) -> Result<(), ()> {
        Ok(())
    }
}

/// Reads logs, and returns what was counted, why reading stopped, whether all was read, and what was said.
fn read(logs: Vec<Option<&'static str>>) -> (Counter, Option<Stop>, bool, Vec<String>) {
    let control = Control::unlimited();
    let (loaded, written) =
        load("m.ca".to_owned(), Ok(b"0 -a->b:m- 1\nfinal 1\n".to_vec()), |it| {
            read_model(it, Some("ca"), |_| unreachable!("it is a choreography"))
        });
    let options =
        ModelOptions { reading: OrderReading::Global, has_signature: false, locations: None };
    let written = written.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let model = GlobalModel::new(loaded, written, &options, &control).unwrap();
    let mut engines = Engines::new(&model, Procedure::Auto);
    let plan = Plan {
        model: &model,
        question: None,
        procedure: Procedure::Auto,
        reading: OrderReading::Global,
        reports_class: true,
        interleaving: false,
        reports_all: true,
        explains_multitraces: false,
        explained_sessions: 0,
        max_states: None,
        session_timeout: None,
    };
    let options = LogOptions::default();
    let source = |number: usize| LogSource {
        name: format!("log {number}"),
        format: Format::JsonLines,
        location: String::new(),
    };
    let sources: Vec<LogSource> = (0..logs.len()).map(source).collect();
    let alphabet = engines.base().alphabet().clone();
    let group = LogGroup::new(&control, &plan, &options, &sources, &alphabet);
    let mut reading = LogReading { group, files: Memory(logs, Vec::new()) };
    let mut counter = Counter::default();
    reading.read(&mut counter).unwrap();
    (counter, reading.group.stop, reading.group.is_all_read, reading.files.1)
}

const TWO: &str = "{\"session\":\"1\",\"location\":\"a\",\"direction\":\"send\",\"message\":\"m\"}\n\
                   {\"session\":\"2\",\"location\":\"b\",\"direction\":\"receive\",\"message\":\"m\"}\n";

#[test]
fn sessions_of_joined_logs_end_behind_the_last() {
    let (counter, stop, is_all_read, said) = read(vec![Some(TWO), Some(TWO)]);
    assert_eq!((counter.sessions, counter.faults.len()), (2, 0));
    assert_eq!((stop, is_all_read), (None, true));
    let half = TWO.len() / 2;
    let first = format!("{half} bytes, ");
    assert!(said[0].starts_with(&first) && said[1].starts_with("0 bytes, "), "{said:?}");
    assert_eq!(said.iter().filter(|one| *one == "closed").count(), 2);
    assert_eq!(said[said.len() - 2], "0 bytes, 2 events");
}

#[test]
fn a_log_that_cannot_be_read_ends_the_reading() {
    let (counter, stop, is_all_read, said) = read(vec![Some(TWO), None, Some(TWO)]);
    assert_eq!((counter.sessions, stop, is_all_read), (0, Some(Stop::Unread), false));
    assert_eq!(said.last().unwrap(), "log 1: no such log");
    let (counter, stop, is_all_read, _) = read(vec![Some("nonsense\n")]);
    let fault = LogFault::BadLines { count: 1, is_stopped: false };
    assert_eq!((counter.faults, stop, is_all_read), (vec![fault], None, false));
}
