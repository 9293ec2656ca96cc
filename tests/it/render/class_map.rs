//! The map of the half-duplex classes.

use scm_check::internals::kernel::verdict::{Reason, Verdict};
use scm_check::internals::render::drawing::{
    Colours, RegionMark, Regions, Signs, TextStyle, regions_svg, regions_text,
};
use scm_check::internals::render::report::class_map;

/// The classes, in the order of the regions of the map.
const CLASSES: [&str; 5] = [
    "rsc",
    "half-duplex[natural]",
    "half-duplex[multiparty]",
    "half-duplex[restricted]",
    "half-duplex[binary]",
];
const HOLDS: Option<Verdict> = Some(Verdict::Holds);
const VIOLATED: Option<Verdict> = Some(Verdict::Violated);
const UNKNOWN: Option<Verdict> = Some(Verdict::Unknown(Reason::Undecidable));

fn placed(answers: [Option<Verdict>; 5]) -> Regions {
    let answer = |name: &str| answers[CLASSES.iter().position(|&class| class == name).unwrap()];
    class_map(Some(("m.scm", &answer)))
}

/// The classes whose frames a mark is in.
fn classes(map: &Regions, mark: &RegionMark) -> [bool; 5] {
    let (column, row) = mark.place;
    let is_in: Vec<bool> = map
        .regions
        .iter()
        .map(|region| {
            let (left, right) = region.columns;
            let (top, bottom) = region.rows;
            assert!(![left, right].contains(&column) || row < top || row > bottom);
            assert!(![top, bottom].contains(&row) || column < left || column > right);
            (left..right).contains(&column) && (top..bottom).contains(&row)
        })
        .collect();
    is_in.try_into().unwrap()
}

#[test]
fn the_map_with_and_without_a_model() {
    let text = |map: &Regions, style| regions_text(map, style);
    let known = placed([HOLDS, HOLDS, HOLDS, VIOLATED, None]);
    let open = placed([VIOLATED, HOLDS, UNKNOWN, VIOLATED, None]);
    let wide = TextStyle { signs: Signs::Unicode, is_coloured: false, width: Some(100) };
    insta::assert_snapshot!(
        [
            text(&class_map(None), wide),
            text(&known, wide),
            text(&open, TextStyle::ASCII),
            text(&open, TextStyle { width: Some(60), ..wide }),
        ]
        .join("\n")
    );
    for map in [class_map(None), known, open] {
        let lines = text(&map, wide);
        assert!(lines.lines().all(|line| line.chars().count() <= 100), "{lines}");
        let svg = regions_svg(&map, Colours::OfTheReader);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let shown: String = document.descendants().filter_map(|node| node.text()).collect();
        assert!(map.notes.iter().all(|note| shown.contains(note)), "{svg}");
        assert_eq!(svg.matches("prefers-color-scheme:dark").count(), 1);
        assert!(!regions_svg(&map, Colours::OfThePage).contains("<style>"));
    }
}

#[test]
fn marks_are_where_the_answers_allow_it() {
    let all = [HOLDS, VIOLATED, UNKNOWN, None];
    let mut undecided = 0;
    for number in 0..4_usize.pow(5) {
        let answers = [0, 1, 2, 3, 4].map(|class| all[number / 4_usize.pow(class) % 4]);
        let map = placed(answers);
        for mark in &map.marks {
            assert_eq!(mark.is_sure, map.marks.len() == 1);
            let is_in = classes(&map, mark);
            for (class, answer) in answers.into_iter().enumerate() {
                let contradicts =
                    answer == HOLDS && !is_in[class] || answer == VIOLATED && is_in[class];
                assert!(!contradicts, "{answers:?} {mark:?}");
                assert!(!map.regions[class].is_marked || is_in[class], "{answers:?} {mark:?}");
            }
        }
        undecided += usize::from(map.marks.len() > 1);
        let said = &map.notes[0];
        assert_eq!(map.notes.len() > 1, (2..=4).contains(&map.marks.len()), "{:?}", map.notes);
        assert_eq!(said.contains("unknown"), answers.contains(&UNKNOWN), "{said}");
        assert_eq!(said.contains("not defined"), answers.contains(&None), "{said}");
    }
    assert!(undecided > 50, "{undecided}");
    // Peer-to-peer systems that are multiparty half-duplex are natural, too.
    assert_eq!(placed([VIOLATED, UNKNOWN, UNKNOWN, VIOLATED, None]).marks.len(), 3);
    // Of two participants, binary decides the others.
    assert_eq!(placed([HOLDS, UNKNOWN, UNKNOWN, UNKNOWN, VIOLATED]).marks.len(), 1);
    // What cannot be has no place.
    assert_eq!(placed([VIOLATED, VIOLATED, VIOLATED, HOLDS, None]).marks, []);
}
