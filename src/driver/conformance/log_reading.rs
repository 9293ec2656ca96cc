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
    fn on_data(&mut self, logs: &mut LogGroup<'_>, files: &mut F) -> Result<(), Self::Error>;

    /// Takes note that a log is read, to its end or as far as it is; `fault` is what of it cannot be read, if that is
    /// an error. What is said of the log as a whole stands behind its sessions.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_end(
        &mut self,
        logs: &mut LogGroup<'_>,
        files: &mut F,
        reader: &LogReader,
        fault: Option<LogFault>,
    ) -> Result<(), Self::Error>;

    /// Takes note that a log cannot be read, or not to its end: why.
    ///
    /// # Errors
    /// If what comes of it cannot be written.
    fn on_error(
        &mut self,
        logs: &mut LogGroup<'_>,
        files: &mut F,
        why: &str,
    ) -> Result<(), Self::Error>;
}

impl LogGroup<'_> {
    /// Reads the logs to their ends, or as far as they are wanted.
    ///
    /// # Errors
    /// If the observer gives up.
    pub fn read<F: LogFiles, O: LogObserver<F>>(
        &mut self,
        files: &mut F,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        for number in 0..self.sources.len() {
            self.read_one(number, files, observer)?;
            if self.stop.is_some() {
                return Ok(());
            }
        }
        self.finish();
        observer.on_data(self, files)
    }

    fn read_one<F: LogFiles, O: LogObserver<F>>(
        &mut self,
        number: usize,
        files: &mut F,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        let mut reader = self.open(number);
        let mut feed = match files.open(self.name(), number) {
            Ok(feed) => feed,
            Err(why) => return self.give_up(&why, files, observer),
        };
        let before = self.sessions.events();
        loop {
            self.check_limits();
            if self.stop.is_some() {
                break;
            }
            let mut length = 0;
            match feed.next() {
                Err(why) => {
                    self.give_up(&why, files, observer)?;
                    break;
                }
                Ok(Piece::End) => {
                    self.end();
                    break;
                }
                Ok(Piece::Pause) => self.close_idle(),
                Ok(Piece::Bytes(bytes)) => {
                    length = bytes.len();
                    self.feed(&mut reader, bytes);
                }
            }
            observer.on_data(self, files)?;
            files.on_progress(&mut reader, length, self.sessions.events() - before);
            if reader.is_stopped() {
                self.stop.get_or_insert(Stop::Unread);
                break;
            }
        }
        if self.stop.is_none() {
            reader.finish(&mut self.sessions);
            observer.on_data(self, files)?;
            files.on_progress(&mut reader, 0, self.sessions.events() - before);
        }
        files.on_close();
        let fault = self.close(&reader);
        observer.on_end(self, files, &reader, fault)
    }

    fn give_up<F: LogFiles, O: LogObserver<F>>(
        &mut self,
        why: &str,
        files: &mut F,
        observer: &mut O,
    ) -> Result<(), O::Error> {
        self.fail();
        files.on_unreadable(self.name(), why);
        observer.on_error(self, files, why)
    }
}
