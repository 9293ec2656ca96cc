//! Summaries of many sessions, in words and for programs.

use serde_json::{Value, json};

use super::location_words::with_count;
use crate::sentences::count_of;
use check::conformance::Class;
use driver::conformance::{ClassCounts, Tally};
use kernel::base::grouped;
use model::trace::{DistributedAlphabet, Location};

/// Returns the line that summarises multitraces, if there are several.
pub fn multitraces_line(counts: &ClassCounts, is_classified: bool) -> Option<String> {
    let all = counts.all();
    let words =
        || format!("{}: {}\n", count_of(all, "multitrace"), class_words(counts, is_classified));
    (all > 1).then(words)
}

/// Returns counts of classes, or of verdicts, in words.
fn class_words(counts: &ClassCounts, is_classified: bool) -> String {
    let unknown = ("unknown", counts.unknown);
    if is_classified {
        let words = Class::ALL.map(Class::word).into_iter().chain(["without class"]);
        listed(words.zip(counts.classes).chain([unknown]))
    } else {
        listed([("holding", counts.holding), ("violated", counts.violated), unknown])
    }
}

/// Returns counts in words, without those that are 0.
fn listed<'a>(counts: impl IntoIterator<Item = (&'a str, u64)>) -> String {
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    counts.map(|(word, count)| format!("{} {word}", grouped(count))).collect::<Vec<_>>().join(", ")
}

/// Returns counts of sessions in words.
pub(super) fn tally_words(
    tally: &Tally,
    alphabet: &DistributedAlphabet,
    is_classified: bool,
) -> String {
    let mut text =
        format!("{}, {}", count_of(tally.sessions, "session"), count_of(tally.events, "event"));
    let mut faults: Vec<String> = Vec::new();
    for (location, &count) in alphabet.locations().iter().zip(&tally.local) {
        if count > 0 {
            faults.push(with_count(&location.name(), &grouped(count)));
        }
    }
    if !faults.is_empty() {
        faults = vec![format!("local errors: {}", faults.join(", "))];
    }
    faults.push(listed([("inter", tally.inter), ("central", tally.central)]));
    faults.retain(|part| !part.is_empty());
    for part in [class_words(&tally.classes, is_classified), faults.join(", ")] {
        if !part.is_empty() {
            text.push_str("; ");
            text.push_str(&part);
        }
    }
    text
}

/// Returns counts of sessions for programs.
pub(super) fn count_details(
    tally: &Tally,
    alphabet: &DistributedAlphabet,
    is_classified: bool,
) -> Value {
    let ClassCounts { classes, holding, violated, unknown } = tally.classes;
    let verdicts = json!({ "holds": holding, "violated": violated, "unknown": unknown });
    let mut details = json!({ "verdicts": verdicts });
    if is_classified {
        let [.., without] = classes;
        details["classes"] = Class::ALL.map(Class::word).into_iter().zip(classes).collect();
        details["without_class"] = json!(without);
    }
    let local = alphabet.locations().iter().zip(&tally.local).filter(|(_, count)| **count > 0);
    let object = |(location, sessions): (&Location, &u64)| json!({ "location": location.members(), "sessions": sessions });
    let local: Value = local.map(object).collect();
    details["sessions"] = json!(tally.sessions);
    details["events"] = json!(tally.events);
    details["errors"] = json!({ "local": local, "inter": tally.inter, "central": tally.central });
    details
}
