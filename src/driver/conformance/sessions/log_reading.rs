//! Reading groups of logs to their ends, independently of the source of their bytes.

use super::log_group::{LogFault, LogGroup, Stop};
use language::log::LogReader;

/// The next part of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogPiece<'a> {
    /// Some bytes.
    Bytes(&'a [u8]),
    /// No bytes arrived for some time.
    Pause,
    /// There are no more bytes.
    End,
}

/// Source of the bytes of a log, as they arrive.
pub trait LogFeed {
    /// Returns the next piece; waits at most a short time for it.
    ///
    /// # Errors
    /// The reason, if the log cannot be read.
    fn next(&mut self) -> Result<LogPiece<'_>, String>;
}

/// The files of logs that belong together.
pub trait LogFiles {
    /// The bytes of a log.
    type Feed: LogFeed;

    /// Opens the log with a number.
    ///
    /// # Errors
    /// The reason, if the log cannot be opened.
    fn open(&mut self, name: &str, number: usize) -> Result<Self::Feed, String>;

    /// Reports progress: the number of bytes read from the current log since the last call, the number of its events so
    /// far, and the errors found in it.
    fn on_progress(&mut self, reader: &mut LogReader, bytes: usize, events: u64);

    /// Reports that reading of the current log has ended.
    fn on_close(&mut self);

    /// Reports that the current log cannot be read, or not to its end, with the reason.
    fn on_unreadable(&mut self, name: &str, why: &str);
}

/// Observer of the reading of logs in files `F`.
pub trait LogObserver<F> {
    /// Error with which the observer stops the reading.
    type Error;

    /// Handles the data that was read since the last call; also called without new data after a pause.
    ///
    /// # Errors
    /// If the results cannot be written.
    fn on_data(&mut self, logs: &mut LogReading<'_, F>) -> Result<(), Self::Error>;

    /// Handles the end of a log, or of the part that is to be read; `fault` is an error in the log as a whole. Messages
    /// about the log as a whole come after its sessions.
    ///
    /// # Errors
    /// If the results cannot be written.
    fn on_end(
        &mut self,
        logs: &mut LogReading<'_, F>,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Self::Error>;

    /// Handles a log that cannot be read, or not to its end, with the reason.
    ///
    /// # Errors
    /// If the results cannot be written.
    fn on_error(&mut self, logs: &mut LogReading<'_, F>, why: &str) -> Result<(), Self::Error>;
}

/// Logs that belong together, with their files.
#[derive(Debug)]
pub struct LogReading<'r, F> {
    /// The logs.
    pub group: LogGroup<'r>,
    /// The files of the logs.
    pub files: F,
}

impl<F: LogFiles> LogReading<'_, F> {
    /// Reads the logs to their ends, or as far as they are to be read.
    ///
    /// # Errors
    /// If the observer returns an error.
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
                Ok(LogPiece::End) => {
                    self.group.end();
                    break;
                }
                Ok(LogPiece::Pause) => self.group.close_idle(),
                Ok(LogPiece::Bytes(bytes)) => {
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
        } else {
            reader.sum_up();
        }
        self.files.on_progress(&mut reader, 0, self.group.sessions.events() - before);
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
