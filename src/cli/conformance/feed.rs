//! The bytes of a log, piece by piece.

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::cli::input::Input;
use crate::cli::output::reason;

/// So many bytes are read at once.
const PIECE: usize = 1 << 18;

/// How long to wait for a request to stop, where a pipe ends: who stops a pipe stops its writer, too, and the end
/// may be there first.
const GRACE: Duration = Duration::from_millis(50);

/// The bytes of a log.
pub(super) enum Feed {
    /// A file: it never waits for long.
    Here { stream: Box<dyn Read + Send>, piece: Vec<u8> },
    /// Standard input, a pipe: somebody else reads it.
    There(Receiver<io::Result<Vec<u8>>>, Vec<u8>),
}

/// What comes next.
pub(super) enum Next<'a> {
    Piece(&'a [u8]),
    /// Nothing came for some time.
    Silence,
    End,
}

impl Feed {
    /// Opens a log; also says how many bytes it has, where that is known.
    ///
    /// # Errors
    /// If it cannot be opened: why.
    pub(super) fn open(input: &Input) -> Result<(Self, Option<u64>), String> {
        let (stream, size) = input.open()?;
        if !input.may_wait() {
            return Ok((Self::Here { stream, piece: vec![0; PIECE] }, size));
        }
        let (sender, receiver) = mpsc::sync_channel(4);
        // The thread is left to itself when nobody wants the bytes any more.
        std::thread::spawn(move || {
            let mut stream = stream;
            let mut piece = vec![0; PIECE];
            loop {
                let read = match stream.read(&mut piece) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let is_end = !matches!(read, Ok(1..));
                if sender.send(read.map(|length| piece[..length].to_vec())).is_err() || is_end {
                    return;
                }
            }
        });
        Ok((Self::There(receiver, Vec::new()), None))
    }

    /// Returns what comes next within some time.
    ///
    /// # Errors
    /// If it cannot be read: why.
    pub(super) fn next(&mut self, patience: Duration) -> Result<Next<'_>, String> {
        match self {
            Self::Here { stream, piece } => loop {
                match stream.read(piece) {
                    Ok(0) => return Ok(Next::End),
                    Ok(length) => return Ok(Next::Piece(&piece[..length])),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(reason(&error)),
                }
            },
            Self::There(receiver, piece) => match receiver.recv_timeout(patience) {
                Ok(Ok(bytes)) if bytes.is_empty() => {
                    std::thread::sleep(GRACE);
                    Ok(Next::End)
                }
                Ok(Ok(bytes)) => {
                    *piece = bytes;
                    Ok(Next::Piece(piece))
                }
                Ok(Err(error)) => Err(reason(&error)),
                Err(RecvTimeoutError::Timeout) => Ok(Next::Silence),
                Err(RecvTimeoutError::Disconnected) => Ok(Next::End),
            },
        }
    }
}
