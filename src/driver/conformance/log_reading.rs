//! Logs that belong together, read to their ends whoever has their bytes.

use super::log_group::{LogFault, LogGroup, Stop};
use language::log::LogReader;

/// What comes next of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    /// Some bytes.
    Bytes(&'a [u8]),
    /// Nothing came for some time.
    Pause,
    /// There are no more bytes.
    End,
}

/// The bytes of a log, as they come.
pub trait LogFeed {
    /// Returns what comes next, after a short time at most.
    ///
    /// # Errors
    /// If the log cannot be read: why.
    fn next(&mut self) -> Result<Piece<'_>, String>;
}

/// The files of logs that belong together.
pub trait LogFiles {
    /// The bytes of a log.
    type Feed: LogFeed;

    /// Opens the log with a number.
    ///
    /// # Errors
    /// If it cannot be read: why.
    fn open(&mut self, name: &str, number: usize) -> Result<Self::Feed, String>;

    /// Takes note of so many bytes that were read of the current log, of its events by now, and of what was found
    /// wrong with it.
    fn on_progress(&mut self, reader: &mut LogReader, bytes: usize, events: u64);

    /// Takes note that no more is read of the current log.
    fn on_close(&mut self);

    /// Takes note that the current log cannot be read, or not to its end: why.
    fn on_unreadable(&mut self, name: &str, why: &str);
}

/// What is done with logs, which stand in files `F`, while they are read.
pub trait LogObserver<F> {
    /// Why reading is given up.
    type Error;

    /// Takes what was read since the last time; nothing, where nothing came for some time.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_data(&mut self, logs: &mut LogReading<'_, F>) -> Result<(), Self::Error>;

    /// Takes note that a log is read, to its end or as far as it is; `fault` is what of it cannot be read, if that is
    /// an error. What is said of the log as a whole stands behind its sessions.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_end(
        &mut self,
        logs: &mut LogReading<'_, F>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Self::Error>;

    /// Takes note that a log cannot be read, or not to its end: why.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_error(&mut self, logs: &mut LogReading<'_, F>, why: &str) -> Result<(), Self::Error>;
}

/// Logs that belong together, with their files.
#[derive(Debug)]
pub struct LogReading<'r, F> {
    /// The logs.
    pub group: LogGroup<'r>,
    /// Their files.
    pub files: F,
}

impl<F: LogFiles> LogReading<'_, F> {
    /// Reads the logs to their ends, or as far as they are wanted.
    ///
    /// # Errors
    /// If the observer gives up.
    pub fn read<O: LogObserver<F>>(&mut self, observer: &mut O) -> Result<(), O::Error> {
        for number in 0..self.group.sources.len() {
            self.read_one(number, observer)?;
            if self.group.stop.is_some() {
                return Ok(());
            }
        }
        self.group.finish();
        observer.on_data(self)
    }

    fn read_one<O: LogObserver<F>>(
        &mut self,
        number: usize,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        let mut reader = self.group.open(number);
        let mut feed = match self.files.open(self.group.name(), number) {
            Ok(feed) => feed,
            Err(why) => return self.give_up(&why, observer),
        };
        let before = self.group.sessions.events();
        loop {
            self.group.check_limits();
            if self.group.stop.is_some() {
                break;
            }
            let mut length = 0;
            match feed.next() {
                Err(why) => {
                    self.give_up(&why, observer)?;
                    break;
                }
                Ok(Piece::End) => {
                    self.group.end();
                    break;
                }
                Ok(Piece::Pause) => self.group.close_idle(),
                Ok(Piece::Bytes(bytes)) => {
                    length = bytes.len();
                    self.group.feed(&mut reader, bytes);
                }
            }
            observer.on_data(self)?;
            self.files.on_progress(&mut reader, length, self.group.sessions.events() - before);
            if reader.is_stopped() {
                self.group.stop.get_or_insert(Stop::Unread);
                break;
            }
        }
        if self.group.stop.is_none() {
            reader.finish(&mut self.group.sessions);
            observer.on_data(self)?;
            self.files.on_progress(&mut reader, 0, self.group.sessions.events() - before);
        }
        self.files.on_close();
        let fault = self.group.close(&reader);
        observer.on_end(self, &reader, fault)
    }

    fn give_up<O: LogObserver<F>>(&mut self, why: &str, observer: &mut O) -> Result<(), O::Error> {
        self.group.fail();
        self.files.on_unreadable(self.group.name(), why);
        observer.on_error(self, why)
    }
}
