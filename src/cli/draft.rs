//! Atomic file updates: at any moment a file contains either its old contents or the complete new ones.
//!
//! A regular file, or a new one, is written to a draft in the same directory, which replaces the file at the end.
//! Devices and pipes are written directly.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Prefix of the names of drafts: hidden, and without the extension of a model.
const PREFIX: &str = ".scm-check-draft";
/// Maximum length of a chain of links that is followed.
const MAX_LINKS: usize = 40;

/// The drafts that have not replaced their files yet.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is being written. If it is dropped before it is [finished](Self::finish), the existing file is
/// unchanged.
pub(crate) struct Draft {
    file: File,
    /// `None` for a file that is written directly.
    place: Option<Place>,
}

/// Path of a draft, and of the file that it will replace.
struct Place {
    draft: PathBuf,
    target: PathBuf,
    replaces: bool,
}

impl Draft {
    /// Begins to write the file that `path` leads to, through links.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn for_path(path: &Path) -> io::Result<Self> {
        let Some(target) = target_of(path)? else {
            return Ok(Self { file: File::create(path)?, place: None });
        };
        let before = fs::metadata(&target).ok();
        if let Some(before) = &before {
            if before.permissions().readonly() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            // The check above also applies to privileged users, for whom opening the file succeeds.
            OpenOptions::new().write(true).open(&target)?;
        }
        let (file, draft) = create_beside(&target)?;
        let draft = Self { file, place: Some(Place { draft, target, replaces: before.is_some() }) };
        if let Some(before) = before {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt as _, fchown};
                // Only privileged users may change the owner; for others the file gets their own user id.
                let _ = fchown(&draft.file, Some(before.uid()), Some(before.gid()));
            }
            draft.file.set_permissions(before.permissions())?;
        }
        Ok(draft)
    }

    /// Returns the file to write to.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Replaces the file with the draft.
    ///
    /// # Errors
    /// If the file cannot be replaced; it is then unchanged.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        let Some(Place { draft, target, replaces }) = &self.place else { return Ok(()) };
        if *replaces {
            self.file.sync_all()?;
        }
        fs::rename(draft, target)?;
        open_drafts().retain(|other| other != draft);
        self.place = None;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(Place { draft, .. }) = &self.place {
            // The rest of a draft is not needed.
            let _ = fs::remove_file(draft);
            open_drafts().retain(|other| other != draft);
        }
    }
}

/// Writes a file.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::for_path(path)?;
    draft.file().write_all(bytes)?;
    draft.finish()
}

/// Replaces the contents of a file that contains `before` with `after`.
///
/// # Errors
/// If the file cannot be written, is no regular file, or contains other bytes by now.
pub(crate) fn replace(path: &Path, before: &[u8], after: &[u8]) -> io::Result<()> {
    if target_of(path)?.is_none() {
        return Err(io::Error::other("not a file that can be replaced"));
    }
    let draft = Draft::for_path(path)?;
    draft.file().write_all(after)?;
    if fs::read(path)? != before {
        return Err(io::Error::other("it has changed since it was read"));
    }
    draft.finish()
}

/// What became of a file that was to be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Removal {
    /// There was no regular file.
    Absent,
    Removed,
    /// It begins in another way, and stays.
    Other,
}

/// Removes the regular file that `path` leads to, if it begins with one of `beginnings`.
///
/// # Errors
/// If the file cannot be read or removed.
pub(crate) fn remove_beginning(path: &Path, beginnings: &[&str]) -> io::Result<Removal> {
    let Some(target) = target_of(path)?.filter(|target| target.exists()) else {
        return Ok(Removal::Absent);
    };
    let most = beginnings.iter().map(|beginning| beginning.len()).max().unwrap_or_default();
    let mut begins = Vec::new();
    File::open(&target)?.take(most as u64).read_to_end(&mut begins)?;
    if !beginnings.iter().any(|beginning| begins.starts_with(beginning.as_bytes())) {
        return Ok(Removal::Other);
    }
    fs::remove_file(target).map(|()| Removal::Removed)
}

/// Removes all drafts, before the program ends without unwinding.
pub(crate) fn discard_all() {
    for draft in open_drafts().drain(..) {
        let _ = fs::remove_file(draft);
    }
}

fn open_drafts() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the target of `path` after links, whether or not it exists; `None` if it is written directly: a device, a
/// pipe, or a name for an open file descriptor.
fn target_of(path: &Path) -> io::Result<Option<PathBuf>> {
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Ok(None);
    }
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let name = path.file_name().ok_or(io::ErrorKind::NotFound)?.to_owned();
        let directory = match path.parent() {
            Some(directory) if directory != Path::new("") => directory.canonicalize()?,
            _ => Path::new(".").canonicalize()?,
        };
        if directory.starts_with("/proc") || directory.starts_with("/dev/fd") {
            return Ok(None);
        }
        path = directory.join(name);
        match path.read_link() {
            Ok(next) => path = directory.join(next),
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Creates a file with an unused name in the directory of `target`.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut number = 0_u64;
    // The lock is held so that a draft is registered as soon as it exists.
    let mut open = open_drafts();
    loop {
        let draft = target.with_file_name(format!("{PREFIX}.{}.{number}", std::process::id()));
        match File::create_new(&draft) {
            Ok(file) => {
                open.push(draft.clone());
                return Ok((file, draft));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}
