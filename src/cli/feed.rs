//! The bytes of an input, piece by piece, with limits and signals handled while waiting.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::failure::reason;
use super::input::{Input, SAMPLE};
use scm_check::internals::driver::conformance::{LogFeed, LogPiece};
use scm_check::internals::kernel::base::{Control, Limit};

/// Maximum number of bytes that are read at once.
const PIECE: usize = 1 << 18;

/// Maximum time for which a signal or a timeout goes unnoticed while waiting for input.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Time to wait for a signal at the end of a pipe: a signal for all processes of a pipe stops the writer too, and the
/// end of the pipe may be seen first.
const GRACE: Duration = Duration::from_millis(50);

/// First bytes of a file compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A file is binary if at least one in this number of bytes is zero.
const ZEROS: usize = 10;

/// Reason for which an input has no text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// The input cannot be read, or is not text: the reason, in words.
    Refused(String),
    /// A limit was reached first.
    Cut(Limit),
}

/// Reads all bytes of a text, or enough of them to show that the input is not text.
///
/// # Errors
/// If there is no such file, it cannot be read, it is not text, or a limit is reached first.
pub(crate) fn text_within(input: &Input, control: &Control) -> Result<Vec<u8>, Unread> {
    let (mut feed, size) = Feed::open(input).map_err(Unread::Refused)?;
    let room = size.and_then(|size| usize::try_from(size).ok()).unwrap_or_default();
    let mut bytes = Vec::with_capacity(room.min(PIECE << 6));
    let mut checked = 0;
    loop {
        if let Some(limit) = control.limit(0, bytes.len() as u64) {
            return Err(Unread::Cut(limit));
        }
        match feed.next().map_err(Unread::Refused)? {
            LogPiece::Pause => {}
            LogPiece::End => return Ok(bytes),
            LogPiece::Bytes(piece) => bytes.extend_from_slice(piece),
        }
        if bytes.starts_with(&GZIP) {
            let why = "compressed by gzip; unpack it first, or hand it over by `gunzip -c`";
            return Err(Unread::Refused(why.to_owned()));
        }
        if checked < SAMPLE && is_binary(&bytes[..bytes.len().min(SAMPLE)]) {
            return Err(Unread::Refused("not a text file; it should be UTF-8".to_owned()));
        }
        match std::str::from_utf8(&bytes[checked..]) {
            Ok(text) if !text.contains('\0') => checked = bytes.len(),
            Err(error) if error.error_len().is_none() => checked += error.valid_up_to(),
            // The bytes read so far show that the input is not text; it may be endless.
            Ok(_) | Err(_) => return Ok(bytes),
        }
    }
}

/// Returns `true` if a file that begins with `sample` is not text: it has many zero bytes, or a zero byte among bytes
/// that are not UTF-8.
fn is_binary(sample: &[u8]) -> bool {
    let zeros = sample.split(|&byte| byte == 0).count() - 1;
    // The last character may be incomplete.
    let is_text = std::str::from_utf8(sample).err().is_none_or(|why| why.error_len().is_none());
    zeros > 0 && (!is_text || zeros * ZEROS >= sample.len())
}

/// Reads all bytes of a text without a limit; returns errors as messages.
///
/// # Errors
/// If there is no such file, it cannot be read, or it is not text: the reason.
pub(crate) fn text(input: &Input) -> Result<Vec<u8>, String> {
    text_within(input, &Control::unlimited()).map_err(|unread| match unread {
        Unread::Refused(why) => why,
        Unread::Cut(_) => "not read".to_owned(),
    })
}

/// The bytes of an input.
pub(crate) enum Feed {
    /// A file, which is read without waiting.
    Here { stream: Box<dyn Read + Send>, piece: Vec<u8> },
    /// Standard input or a pipe, which another thread opens and reads.
    There(Receiver<Result<Vec<u8>, String>>, Vec<u8>),
}

impl Feed {
    /// Opens an input; also returns its number of bytes, if it is known.
    ///
    /// # Errors
    /// If the input cannot be opened: the reason.
    pub(crate) fn open(input: &Input) -> Result<(Self, Option<u64>), String> {
        if !input.may_wait() {
            let (stream, size) = input.open()?;
            return Ok((Self::Here { stream, piece: vec![0; PIECE] }, size));
        }
        let input = input.clone();
        let (sender, receiver) = mpsc::sync_channel(4);
        // The thread is not joined if its bytes are no longer wanted.
        std::thread::spawn(move || {
            let mut stream = match input.open() {
                Ok((stream, _)) => stream,
                // If the receiver is gone, the error is ignored.
                Err(why) => return drop(sender.send(Err(why))),
            };
            let mut piece = vec![0; PIECE];
            loop {
                let read = match stream.read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_end = !matches!(read, Ok(1..));
                let read = read.map(|length| piece[..length].to_vec());
                if sender.send(read.map_err(|error| reason(&error))).is_err() || is_end {
                    return;
                }
            }
        });
        Ok((Self::There(receiver, Vec::new()), None))
    }
}

impl LogFeed for Feed {
    fn next(&mut self) -> Result<LogPiece<'_>, String> {
        match self {
            Self::Here { stream, piece } => loop {
                match stream.read(piece) {
                    Ok(0) => return Ok(LogPiece::End),
                    Ok(length) => return Ok(LogPiece::Bytes(&piece[..length])),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(reason(&error)),
                }
            },
            Self::There(receiver, piece) => match receiver.recv_timeout(SIGNAL_POLL_INTERVAL) {
                Ok(Ok(bytes)) if bytes.is_empty() => {
                    std::thread::sleep(GRACE);
                    Ok(LogPiece::End)
                }
                Ok(Ok(bytes)) => {
                    *piece = bytes;
                    Ok(LogPiece::Bytes(piece))
                }
                Ok(Err(why)) => Err(why),
                Err(RecvTimeoutError::Timeout) => Ok(LogPiece::Pause),
                Err(RecvTimeoutError::Disconnected) => Ok(LogPiece::End),
            },
        }
    }
}
