//! What tells one build of this program from another.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};

use scm_check::internals::driver::sha256;

/// Number of bytes of the header of an executable in the form ELF with 64 bits.
const HEADER: usize = 64;

/// How such an executable begins, if its numbers begin with their lowest byte.
const MAGIC: &[u8] = b"\x7fELF\x02\x01";

/// The type of segments that consist of notes.
const NOTES: u64 = 4;

/// The type and the owner of the note with the build id.
const BUILD_ID: (u64, &[u8]) = (3, b"GNU\0");

/// Maximum length of notes that are read, in bytes.
const MOST: u64 = 1 << 16;

/// Returns a text that other builds of this program do not have: the digest of the id that the linker has written into it,
/// else of the whole program. `None` if the program cannot be read.
pub(super) fn build_id() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let mut file = File::open(&path).ok()?;
    let id = linked_id(&mut file).ok().flatten();
    id.or_else(|| fs::read(path).ok()).map(sha256)
}

/// Returns the build id in an executable, if it has one that is read here.
fn linked_id(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<u8>>> {
    let header = bytes_at(file, 0, HEADER as u64)?;
    if !header.starts_with(MAGIC) {
        return Ok(None);
    }
    let (table, size, count) =
        (number(&header, 32, 8), number(&header, 54, 2), number(&header, 56, 2));
    for entry in 0..count {
        let segment = bytes_at(file, table.saturating_add(entry * size), size)?;
        if number(&segment, 0, 4) == NOTES {
            let length = number(&segment, 32, 8).min(MOST);
            let notes = bytes_at(file, number(&segment, 8, 8), length)?;
            if let Some(id) = id_among(&notes) {
                return Ok(Some(id.to_owned()));
            }
        }
    }
    Ok(None)
}

/// Returns the build id among notes, each of which is the lengths of its owner and its text, its type, its owner and its
/// text, both filled up to multiples of 4 bytes.
fn id_among(mut notes: &[u8]) -> Option<&[u8]> {
    loop {
        let (head, rest) = notes.split_at_checked(12)?;
        let length = |place| usize::try_from(number(head, place, 4)).ok();
        let (owner_length, text_length) = (length(0)?, length(4)?);
        let (owner, rest) = rest.split_at_checked(owner_length.next_multiple_of(4))?;
        let text = rest.get(..text_length)?;
        if (number(head, 8, 4), owner) == BUILD_ID && !text.is_empty() {
            return Some(text);
        }
        notes = rest.get(text_length.next_multiple_of(4)..)?;
    }
}

fn bytes_at(file: &mut (impl Read + Seek), place: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(place))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the number of so many bytes at a place, the lowest first; what is behind the end is 0.
fn number(bytes: &[u8], place: usize, length: usize) -> u64 {
    let bytes = bytes.iter().skip(place).take(length);
    bytes.rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// Returns a note.
    fn note(kind: u8, owner: &[u8], text: &[u8]) -> Vec<u8> {
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap().to_le_bytes();
        let mut note = [length(owner), length(text), [kind, 0, 0, 0]].concat();
        for part in [owner, text] {
            note.extend_from_slice(part);
            note.resize(note.len().next_multiple_of(4), 0);
        }
        note
    }

    /// Returns an executable with a segment of each type that holds `notes`.
    fn executable(types: &[u8], notes: &[u8]) -> Cursor<Vec<u8>> {
        let mut bytes = MAGIC.to_vec();
        bytes.resize(HEADER, 0);
        (bytes[32], bytes[54], bytes[56]) = (64, 56, u8::try_from(types.len()).unwrap());
        let place = HEADER + 56 * types.len();
        for kind in types {
            let mut segment = [0; 56];
            segment[0] = *kind;
            segment[8..16].copy_from_slice(&(place as u64).to_le_bytes());
            segment[32..40].copy_from_slice(&(notes.len() as u64).to_le_bytes());
            bytes.extend(segment);
        }
        bytes.extend_from_slice(notes);
        Cursor::new(bytes)
    }

    #[test]
    fn the_id_is_that_of_the_linker() {
        let other = note(1, b"GNU\0", &[1, 2, 3]);
        let stranger = note(3, b"other\0", &[4]);
        let id = note(3, b"GNU\0", b"\0id\xff1");
        let all = [other.clone(), stranger, id].concat();
        let found = |types: &[u8], notes: &[u8]| linked_id(&mut executable(types, notes)).unwrap();
        assert_eq!(found(&[1, 4], &all).as_deref(), Some(&b"\0id\xff1"[..]));
        assert_eq!(found(&[1], &all), None);
        assert_eq!(found(&[4], &other), None);
        for length in 0..all.len() {
            // The last three bytes fill the text up.
            assert_eq!(found(&[4], &all[..length]).is_some(), length >= all.len() - 3, "{length}");
        }
        assert_eq!(linked_id(&mut Cursor::new(b"#!/bin/sh\n")).unwrap(), None);
        assert_eq!(linked_id(&mut Cursor::new(MAGIC)).unwrap(), None);
    }
}
