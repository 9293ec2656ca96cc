//! The bytes of an input, piece by piece: whoever waits for them hears of limits and signals.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::failure::reason;
use super::input::{Input, SAMPLE};
use scm_check::driver::conformance::{LogFeed, Piece};
use scm_check::kernel::base::{Control, Limit};

/// So many bytes are read at once.
const PIECE: usize = 1 << 18;

/// A signal, or the end of the time, during the wait for bytes is heard after so long at most.
const SIGNAL_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long to wait for a request to stop, where a pipe ends: who stops a pipe stops its writer, too, and the end
/// may be there first.
const GRACE: Duration = Duration::from_millis(50);

/// How files begin that gzip made.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// A file is no text if one in so many bytes is zero.
const ZEROS: usize = 10;

/// Why an input has no text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    /// It cannot be read, or is no text: the reason, in words.
    Refused(String),
    /// A limit came first.
    Cut(Limit),
}

/// Reads all bytes of a text, or as many as show that it is none.
///
/// # Errors
/// If there is no such file, it cannot be read, it is no text, or a limit comes first.
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
            Piece::Pause => {}
            Piece::End => return Ok(bytes),
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
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
            // What is wrong with it is there already; it may have no end.
            Ok(_) | Err(_) => return Ok(bytes),
        }
    }
}

/// Returns `true` if a file that begins with `sample` is no text: many zeros are no slip, nor is one among bytes that
/// are not UTF-8.
fn is_binary(sample: &[u8]) -> bool {
    let zeros = sample.split(|&byte| byte == 0).count() - 1;
    // The last character may be cut.
    let is_text = std::str::from_utf8(sample).err().is_none_or(|why| why.error_len().is_none());
    zeros > 0 && (!is_text || zeros * ZEROS >= sample.len())
}

/// The same without a limit, in words.
///
/// # Errors
/// If there is no such file, it cannot be read, or it is no text: the reason.
pub(crate) fn text(input: &Input) -> Result<Vec<u8>, String> {
    text_within(input, &Control::unlimited()).map_err(|unread| match unread {
        Unread::Refused(why) => why,
        Unread::Cut(_) => "not read".to_owned(),
    })
}

/// The bytes of an input.
pub(crate) enum Feed {
    /// A file: it never waits for long.
    Here { stream: Box<dyn Read + Send>, piece: Vec<u8> },
    /// Standard input, a pipe: somebody else opens and reads it.
    There(Receiver<Result<Vec<u8>, String>>, Vec<u8>),
}

impl Feed {
    /// Opens an input; also says how many bytes it has, where that is known.
    ///
    /// # Errors
    /// If it cannot be opened: why.
    pub(crate) fn open(input: &Input) -> Result<(Self, Option<u64>), String> {
        if !input.may_wait() {
            let (stream, size) = input.open()?;
            return Ok((Self::Here { stream, piece: vec![0; PIECE] }, size));
        }
        let input = input.clone();
        let (sender, receiver) = mpsc::sync_channel(4);
        // The thread is left to itself when nobody wants the bytes any more.
        std::thread::spawn(move || {
            let mut stream = match input.open() {
                Ok((stream, _)) => stream,
                // Whoever does not listen any more does not want to know.
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
    fn next(&mut self) -> Result<Piece<'_>, String> {
        match self {
            Self::Here { stream, piece } => loop {
                match stream.read(piece) {
                    Ok(0) => return Ok(Piece::End),
                    Ok(length) => return Ok(Piece::Bytes(&piece[..length])),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(reason(&error)),
                }
            },
            Self::There(receiver, piece) => match receiver.recv_timeout(SIGNAL_POLL_INTERVAL) {
                Ok(Ok(bytes)) if bytes.is_empty() => {
                    std::thread::sleep(GRACE);
                    Ok(Piece::End)
                }
                Ok(Ok(bytes)) => {
                    *piece = bytes;
                    Ok(Piece::Bytes(piece))
                }
                Ok(Err(why)) => Err(why),
                Err(RecvTimeoutError::Timeout) => Ok(Piece::Pause),
                Err(RecvTimeoutError::Disconnected) => Ok(Piece::End),
            },
        }
    }
}
