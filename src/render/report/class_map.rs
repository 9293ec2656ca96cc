//! The map of the half-duplex classes, with the place of a model.

use crate::drawing::{Region, RegionMark, Regions};
use kernel::verdict::Verdict;

/// The classes of the map: the name of the property, its word in the map, its columns and its rows.
const CLASSES: [(&str, &str, (usize, usize), (usize, usize)); 5] = [
    ("rsc", "RSC", (0, 52), (0, 11)),
    ("half-duplex[natural]", "natural", (26, 78), (1, 12)),
    ("half-duplex[multiparty]", "multiparty", (10, 68), (4, 14)),
    ("half-duplex[restricted]", "restricted", (29, 50), (6, 10)),
    ("half-duplex[binary]", "binary", (36, 48), (7, 9)),
];

/// The classes in which a system is, in the order of [`CLASSES`].
type Membership = [bool; CLASSES.len()];
/// The answers about the classes, in the same order.
type Answers = [Option<Verdict>; CLASSES.len()];

/// The regions: all combinations of classes that there are, each with the place of a mark in it.
///
/// Peer-to-peer systems: restricted implies RSC and multiparty, multiparty implies natural. Systems with mailboxes, for which
/// natural and restricted are not defined: multiparty implies RSC, but for bags. Of two participants all half-duplex classes
/// have the same systems.
const REGIONS: [(Membership, (usize, usize)); 10] = [
    ([false, false, false, false, false], (4, 13)),
    ([true, false, false, false, false], (5, 6)),
    ([false, true, false, false, false], (73, 6)),
    ([false, false, true, false, false], (39, 13)),
    ([true, true, false, false, false], (39, 3)),
    ([true, false, true, false, false], (18, 9)),
    ([false, true, true, false, false], (60, 9)),
    ([true, true, true, false, false], (39, 5)),
    ([true, true, true, true, false], (32, 8)),
    ([true, true, true, true, true], (46, 8)),
];

/// What is said of the map without a model.
const KEY: [&str; 4] = [
    "Each frame is a class of systems: RSC, and four kinds of half-duplex; no region is empty.",
    "natural, restricted: peer-to-peer only; binary: two participants, where all four are the same.",
    "multiparty outside natural: systems with mailboxes, which are RSC unless mailboxes are bags.",
    "Reachability is decidable in RSC, and undecidable in natural and in multiparty.",
];

/// A model with its answers: its name, and for the name of a property the verdict, or `None` if the property is not defined
/// for it.
pub type PlacedModel<'a> = (&'a str, &'a dyn Fn(&str) -> Option<Verdict>);

/// Returns the map of the classes of half-duplex systems, after Figure 5.5 of [RSC](crate#bibliography): which class contains
/// which others. With a model it has a mark where the model is, or where it may be if answers are unknown.
///
/// # Complexity
/// Constant, but for the calls of the function.
pub fn class_map(model: Option<PlacedModel<'_>>) -> Regions {
    let answers = model.map(|(_, answer)| CLASSES.map(|(property, ..)| answer(property)));
    let possible = answers.map(possible).unwrap_or_default();
    let regions = CLASSES.iter().enumerate().map(|(class, &(_, label, columns, rows))| Region {
        label: label.to_owned(),
        columns,
        rows,
        is_marked: !possible.is_empty() && possible.iter().all(|(classes, _)| classes[class]),
    });
    let mark = |&(_, place)| RegionMark { place, is_sure: possible.len() == 1 };
    let notes = match (model, answers) {
        (Some((name, _)), Some(answers)) => {
            let named = format!("{name}: {}", answered(answers));
            [named].into_iter().chain(alternatives(&possible)).collect()
        }
        _ => KEY.map(str::to_owned).to_vec(),
    };
    let remark = |text: &str, place| (text.to_owned(), place);
    Regions {
        name: "classes of half-duplex systems".to_owned(),
        regions: regions.collect(),
        remarks: vec![
            remark("mailboxes", (12, 6)),
            remark("peer-to-peer", (54, 6)),
            remark("mailboxes with bags", (12, 13)),
        ],
        marks: possible.iter().map(mark).collect(),
        notes,
    }
}

/// Returns the regions in which a system with these answers may be.
fn possible(answers: Answers) -> Vec<(Membership, (usize, usize))> {
    let [_, natural, _, _, binary] = answers;
    let fits = |classes: &Membership, undefined_is_outside: bool| {
        let agrees = |(&is_in, answer): (&bool, Option<Verdict>)| match answer {
            Some(Verdict::Holds) => is_in,
            Some(Verdict::Violated) => !is_in,
            Some(Verdict::Unknown(_) | Verdict::Error) => true,
            None => !(is_in && undefined_is_outside),
        };
        let [_, is_natural, is_multiparty, _, is_binary] = *classes;
        // Where binary is defined, there are two participants; where natural is, the system is peer-to-peer.
        classes.iter().zip(answers).all(agrees)
            && (binary.is_none() || is_natural == is_binary && is_multiparty == is_binary)
            && (natural.is_none() || is_natural || !is_multiparty)
    };
    let fitting = |undefined_is_outside| {
        let regions = REGIONS.into_iter();
        regions.filter(|(classes, _)| fits(classes, undefined_is_outside)).collect::<Vec<_>>()
    };
    let regions = fitting(true);
    if regions.is_empty() { fitting(false) } else { regions }
}

/// Returns the answers in words, each class once.
fn answered(answers: Answers) -> String {
    let of = |is_meant: &dyn Fn(Option<Verdict>) -> bool| {
        let classes = CLASSES.iter().zip(answers).filter(|(_, answer)| is_meant(*answer));
        classes.map(|(class, _)| class.1).collect::<Vec<_>>().join(", ")
    };
    let parts = [
        ("in ", of(&|answer| answer == Some(Verdict::Holds))),
        ("not in ", of(&|answer| answer == Some(Verdict::Violated))),
        ("unknown: ", of(&|answer| matches!(answer, Some(Verdict::Unknown(_) | Verdict::Error)))),
        ("not defined: ", of(&|answer| answer.is_none())),
    ];
    let parts = parts.iter().filter(|(_, classes)| !classes.is_empty());
    parts.map(|(words, classes)| format!("{words}{classes}")).collect::<Vec<_>>().join("; ")
}

/// Returns the regions in which a system may be in words, if there are several, and few.
fn alternatives(possible: &[(Membership, (usize, usize))]) -> Option<String> {
    let region = |(classes, _): &(Membership, _)| {
        let inside = CLASSES.iter().zip(classes).filter(|(_, is_in)| **is_in);
        let words: Vec<&str> = inside.map(|(class, _)| class.1).collect();
        if words.is_empty() { "no class".to_owned() } else { words.join(" + ") }
    };
    (2..=4).contains(&possible.len()).then(|| {
        format!("may be in: {}", possible.iter().map(region).collect::<Vec<_>>().join(", or "))
    })
}
