//! Logs against models.

use driver::conformance::{
    Engines, GlobalModel, Known, LogFault, LogFeed, LogFiles, LogGroup, LogObserver, LogOptions,
    LogPiece, LogReading, LogSource, ModelOptions, MultitraceChecker, OrderReading, Plan,
    SessionChecker, SessionExplainer, WrittenMultitrace, log_format, read_model,
};
use driver::{ReadingOptions, load, read_interaction};
use kernel::base::{Control, Id as _};
use kernel::diagnostics::Colours;
use language::log::LogReader;
use render::conformance::{LogRows, SessionRows, fault_text};
use render::report::RowStyle;

use super::{Alone, Answer, Place, Refused, ending};
use check::conformance::{Fault, Procedure};
use driver::conformance::FormatHints;

/// Decides for each session of a log whether it conforms to a model: to an interaction, a choreography or an automaton.
///
/// The ending of `name` says what `log` is, else its beginning: JSON lines, CSV, text with a line such as `l!m` for each event,
/// spans of OpenTelemetry, Zipkin or Jaeger, or a multitrace.
///
/// # Complexity
/// That of the automaton of the model, and of the words that a session may stand for.
///
/// # Errors
/// If a text cannot be read as what it is said to be.
pub fn conform(
    (model_name, model): (&str, &str),
    (name, log): (&str, &str),
) -> Result<Vec<Answer>, Refused> {
    let control = Control::unlimited();
    let mut files = Alone { ending: ending(model_name) };
    let (loaded, read) = load(model_name.to_owned(), Ok(model.into()), |source| {
        read_model(source, ending(model_name), |source| {
            read_interaction(source, ReadingOptions::default(), &mut files)
        })
    });
    let Some(read) = read else { return Err(Refused::reading(loaded)) };
    let options =
        ModelOptions { reading: OrderReading::Global, has_signature: false, locations: None };
    let model = GlobalModel::new(loaded, read, &options, &control).map_err(Refused::new)?;
    let plan = Plan {
        model: &model,
        question: None,
        procedure: Procedure::Auto,
        reading: OrderReading::Global,
        reports_class: true,
        interleaving: false,
        reports_all: true,
        explains_multitraces: true,
        explained_sessions: u64::MAX,
        max_states: None,
        session_timeout: None,
    };
    let hints = FormatHints {
        extension: ending(name),
        rules: None,
        is_followed: false,
        is_standard: ending(name).is_none(),
    };
    let answers = match log_format(hints, || log.into()) {
        None => {
            let (loaded, written) = load(name.to_owned(), Ok(log.into()), |source| {
                WrittenMultitrace::read(&model, source)
            });
            let Some(written) = written else { return Err(Refused::reading(loaded)) };
            let mut checker = MultitraceChecker::new(plan);
            let report = checker.check(&control, &loaded, &written, Known::Nothing, &|_| {});
            let rows = LogRows::new(plan, RowStyle::explained()).multitrace(&loaded, &report);
            rows.into_iter().map(|row| Answer::new(row, log)).collect()
        }
        Some(format) => {
            let source = LogSource { name: name.to_owned(), format, location: String::new() };
            let (sources, options) = (vec![source], LogOptions::default());
            let mut engines = Engines::new(&model, plan.procedure);
            let engine = engines.base();
            let alphabet = engine.alphabet().clone();
            let group = LogGroup::new(&control, &plan, &options, &sources, &alphabet);
            let title = group.title.clone();
            let names = vec![name.to_owned()];
            let explained = SessionRows::new(plan, RowStyle::explained(), &title, names, engine);
            let mut sessions = Sessions {
                explainer: SessionExplainer::new(engine, plan, None),
                checker: SessionChecker::new(engine, &plan, &control),
                control: &control,
                rows: explained,
                log,
                answered: Vec::new(),
            };
            let mut reading = LogReading { group, files: Memory(log.as_bytes()) };
            reading.read(&mut sessions)?;
            sessions.answered
        }
    };
    Ok(answers)
}

/// Answers about sessions as they end.
struct Sessions<'a> {
    checker: SessionChecker<'a>,
    control: &'a Control,
    explainer: SessionExplainer<'a>,
    rows: SessionRows<'a>,
    log: &'a str,
    answered: Vec<Answer>,
}

impl<'t> LogObserver<Memory<'t>> for Sessions<'_> {
    type Error = Refused;

    fn on_data(&mut self, logs: &mut LogReading<'_, Memory<'t>>) -> Result<(), Refused> {
        while let Some(session) = logs.group.sessions.next_closed() {
            let outcome = self.checker.outcome(&session);
            let answer = outcome.answer();
            let explanation =
                answer.map(|answer| self.explainer.explain(self.control, &session, answer));
            let first = match answer.map(|answer| &answer.fault) {
                Some(Some(Fault::Local(errors))) => errors.first(),
                _ => None,
            };
            let seen = first.and_then(|at| session.places[at.location.index()].get(at.position));
            let line = seen.and_then(|place| usize::try_from(place.line()).ok());
            let row = self.rows.session(&session, &outcome, explanation.as_ref());
            let place = Place::of_line(self.log, line.unwrap_or(1));
            self.answered.push(Answer { place, ..Answer::new(row, self.log) });
            logs.group.sessions.recycle(session);
        }
        Ok(())
    }

    fn on_end(
        &mut self,
        logs: &mut LogReading<'_, Memory<'t>>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Refused> {
        match fault {
            None if reader.findings().errors() == 0 => Ok(()),
            fault => {
                let found = reader.findings().kept().iter();
                let found: String = found.map(|one| one.render(Colours::Plain)).collect();
                let fault = fault.map(fault_text).unwrap_or_default();
                Err(Refused { text: format!("{found}{}: {fault}", logs.group.name()) })
            }
        }
    }

    fn on_error(&mut self, _: &mut LogReading<'_, Memory<'t>>, why: &str) -> Result<(), Refused> {
        Err(Refused { text: why.to_owned() })
    }
}

/// A log in memory.
struct Memory<'t>(&'t [u8]);

/// The log, until it is read.
struct Whole<'t>(Option<&'t [u8]>);

impl LogFeed for Whole<'_> {
    fn next(&mut self) -> Result<LogPiece<'_>, String> {
        Ok(self.0.take().map_or(LogPiece::End, LogPiece::Bytes))
    }
}

impl<'t> LogFiles for Memory<'t> {
    type Feed = Whole<'t>;

    fn open(&mut self, _: &str, _: usize) -> Result<Whole<'t>, String> {
        Ok(Whole(Some(self.0)))
    }

    fn on_progress(&mut self, _: &mut LogReader, _: usize, _: u64) {}

    fn on_close(&mut self) {}

    fn on_unreadable(&mut self, _: &str, _: &str) {}
}
