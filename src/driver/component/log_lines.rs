//! The lines of a log, as they come.

use crate::conformance::{LogFeed, LogPiece};

/// A log of a run: its bytes and how they are written.
pub struct LogSource<'a> {
    /// The name, as reports give it.
    pub name: String,
    /// The form of its lines.
    pub format: language::component_log::LineFormat,
    /// Its bytes.
    pub feed: &'a mut dyn LogFeed,
}

impl std::fmt::Debug for LogSource<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LogSource").field("name", &self.name).finish()
    }
}

/// Splits the bytes of a log into lines.
pub(super) struct Lines<'a, 'f> {
    feed: &'a mut (dyn LogFeed + 'f),
    bytes: Vec<u8>,
    at: usize,
    /// Number of the last line, from 1.
    pub(super) number: u64,
    is_ended: bool,
}

/// What comes next in a log.
pub(super) enum Next<'b> {
    /// A line, without its end if it has one; and whether it has one.
    Line(&'b [u8], bool),
    /// Nothing for now.
    Pause,
    /// Nothing any more.
    End,
}

impl<'a, 'f> Lines<'a, 'f> {
    pub(super) fn new(feed: &'a mut (dyn LogFeed + 'f)) -> Self {
        Self { feed, bytes: Vec::new(), at: 0, number: 0, is_ended: false }
    }

    /// Returns `true` if all lines have been returned.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended && self.at == self.bytes.len()
    }

    /// Returns what comes next; calls `before_waiting` before more bytes are asked for.
    ///
    /// # Errors
    /// If the bytes cannot be read: the reason.
    #[inline]
    pub(super) fn next(&mut self, mut before_waiting: impl FnMut()) -> Result<Next<'_>, String> {
        let mut searched = self.at;
        loop {
            if let Some(length) = memchr::memchr(b'\n', &self.bytes[searched..]) {
                let line = self.at..searched + length;
                self.at = line.end + 1;
                self.number += 1;
                return Ok(Next::Line(without_mark(&self.bytes[line], self.number), true));
            }
            if self.is_ended {
                if self.at == self.bytes.len() {
                    return Ok(Next::End);
                }
                let line = std::mem::replace(&mut self.at, self.bytes.len());
                self.number += 1;
                return Ok(Next::Line(without_mark(&self.bytes[line..], self.number), false));
            }
            before_waiting();
            self.bytes.drain(..self.at);
            self.at = 0;
            searched = self.bytes.len();
            match self.feed.next()? {
                LogPiece::Bytes(piece) => self.bytes.extend_from_slice(piece),
                LogPiece::Pause => return Ok(Next::Pause),
                LogPiece::End => self.is_ended = true,
            }
        }
    }
}

/// Returns a line without the byte order mark that the first one may begin with.
fn without_mark(line: &[u8], number: u64) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).filter(|_| number == 1).unwrap_or(line)
}
