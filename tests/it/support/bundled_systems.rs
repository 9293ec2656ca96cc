//! The bundled systems.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::effort::{is_full, sampled};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system::Model};

/// The models that have warnings, since that is what they show: messages that are left, participants that wait for what
/// never comes, and two readers of one queue.
const SHOWN: &[(&str, &[&str])] = &[
    ("login.scm", &["W0311"]),
    ("no_progress.scm", &["W0314", "W0313"]),
    ("orphan_message.scm", &["W0313"]),
    ("rsc_not_half_duplex.scm", &["W0311", "W0312"]),
    ("same_last_message.scm", &["W0313", "W0313"]),
    ("straight_lines_bag.scm", &["W0311"]),
    ("straight_lines_fifo.scm", &["W0311"]),
    ("three_equal_queues.scm", &["W0313", "W0313", "W0313"]),
    ("two_senders_one_mailbox.scm", &["W0313"]),
    ("unheard_ring.scm", &["W0311", "W0312", "W0311", "W0312", "W0311", "W0312"]),
    ("unspecified_reception.scm", &["W0314", "W0312", "W0311"]),
    ("work_queue.scm", &["W0315"]),
];

/// Returns what the program reads instead of folders below `models/`: these in the full run, a sample of the files of each
/// otherwise.
pub(crate) fn of_folders(names: &str) -> String {
    if is_full() {
        return names.to_owned();
    }
    let files = names.split(' ').flat_map(|name| sampled(files_below(name)));
    files.collect::<Vec<_>>().join(" ")
}

/// Returns the models in a folder below `models/` and the folders in it, as paths from there, in order.
fn files_below(folder: &str) -> Vec<String> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut found = Vec::new();
    for entry in fs::read_dir(models.join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(&models).unwrap().to_str().unwrap();
        if path.is_dir() {
            found.extend(files_below(name));
        } else if path.extension().is_some_and(|extension| extension != "hsf") {
            found.push(name.to_owned());
        }
    }
    found.sort();
    found
}

/// Returns the models below `models/` in order.
pub(crate) fn models() -> Vec<(PathBuf, Model)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("models")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "scm") {
                let source = Source::new("model", fs::read_to_string(&path).unwrap());
                let reading = scm::read(&source);
                let codes = reading.diagnostics.iter().map(|diagnostic| diagnostic.code.name);
                let name = path.file_name().unwrap().to_str().unwrap();
                let shown = SHOWN.iter().find(|(model, _)| *model == name);
                let shown = shown.map_or(&[][..], |(_, codes)| codes);
                assert_eq!(codes.collect::<Vec<_>>(), shown, "{}", path.display());
                found.push((path, reading.model.unwrap()));
            }
        }
    }
    found.sort_by(|left, right| left.0.cmp(&right.0));
    assert!(found.len() > 30, "the models are found");
    found
}
