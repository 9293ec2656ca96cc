//! Rewriting the answers that a model states: what changes, and that nothing else does.

use std::fs;

use crate::support::likely_mistakes::is_likely_mistake;
use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::reading::Expectation;
use scm_check::internals::language::scm::{self, LineChange, Restated};

/// A model, from its keyword on.
const BODY: &str = "scm t : nb_channels = 1 ; parameters : int m ;\n\
                    automaton p : initial : 0 state 0 : to 0 : when true , 0 ! m ;\n\
                    automaton q : initial : 0 state 0 : to 0 : when true , 0 ? m ;\n";

fn answer(text: &str) -> Expectation {
    let (property, word) = text.split_once(" = ").unwrap();
    let verdict = Expected::ALL.into_iter().find(|known| known.word() == word).unwrap();
    let (property, variant) = match property.split_once('[') {
        None => (property, Vec::new()),
        Some((property, variant)) => {
            let words = variant.trim_end_matches(']').split(',');
            (property, words.map(str::to_owned).collect())
        }
    };
    Expectation { property: property.to_owned(), variant, verdict }
}

fn restated(text: &str, answers: &[Expectation]) -> Restated {
    let source = Source::new("t.scm", text);
    let reading = scm::read(&source);
    let model = reading.model.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics));
    scm::restate(&source, &model, answers)
}

/// Returns a text with answers such as `rsc = holds; progress = violated`.
fn with(text: &str, answers: &str) -> String {
    let answers: Vec<Expectation> = answers.split("; ").map(answer).collect();
    let restated = restated(text, &answers);
    assert_eq!(restated.changes.is_empty(), restated.text == text);
    restated.text
}

#[test]
fn a_stated_answer_is_replaced_where_it_stands() {
    let head = "// a\n  //# expect:rsc=holds ,rsc[ bag ]= violated  \n/* b */\n\
                //# expect: progress = unknown\n";
    let text = format!("{head}{BODY}");
    let expected = text.replace("rsc=holds", "rsc=unknown").replace("= unknown\n", "= holds\n");
    assert_eq!(with(&text, "progress = holds; rsc = unknown; rsc[bag] = violated"), expected);
    assert_eq!(with(&text, "rsc = holds"), text, "what is not given stays");
    let trailing = BODY.replace("int m ;", "int m ; //# expect: rsc = holds");
    let expected = trailing.replace("rsc = holds", "rsc = violated");
    assert_eq!(with(&trailing, "rsc = violated"), expected);
}

#[test]
fn new_answers_stand_behind_the_stated_ones() {
    let new = "rsc[bag] = violated; progress = holds";
    let line = "//# expect: rsc[bag] = violated, progress = holds";
    let text = format!("// a\n//# expect: rsc = holds\n\n{BODY}");
    let expected = format!("// a\n//# expect: rsc = holds\n{line}\n\n{BODY}");
    assert_eq!(with(&text, new), expected);

    let indented = format!("\t //# expect: rsc = holds\n{BODY}");
    let expected = format!("\t //# expect: rsc = holds\n\t {line}\n{BODY}");
    assert_eq!(with(&indented, new), expected);

    let end = format!("{BODY}//# expect: rsc = holds");
    let expected = format!("{BODY}//# expect: rsc = violated\n{line}");
    assert_eq!(with(&end, &format!("rsc = violated; {new}")), expected);

    let trailing = BODY.replace("int m ;", "int m ; //# expect: rsc = holds");
    let expected = trailing.replace("rsc = holds\n", &format!("rsc = holds\n{line}\n"));
    assert_eq!(with(&trailing, new), expected);
}

#[test]
fn the_first_answers_stand_above_the_keyword() {
    let line = "//# expect: rsc = holds";
    let add = |text: &str| with(text, "rsc = holds");
    assert_eq!(add(BODY), format!("{line}\n{BODY}"));
    for head in ["// scm\n\n", "/* scm\n */\n", "//# bag_buffers = 0\n"] {
        assert_eq!(add(&format!("{head}{BODY}")), format!("{head}{line}\n{BODY}"));
    }
    let before = format!("/* a */ {BODY}");
    assert_eq!(add(&before), format!("{line}\n{before}"));
    let one_line = BODY.replace('\n', " ");
    assert_eq!(add(&one_line), format!("{line}\n{one_line}"));
}

#[test]
fn a_comment_that_ends_before_the_keyword_swallows_no_answers() {
    let text = format!("/* a\n /* b */ */ {BODY}");
    let restated = restated(&text, &[answer("rsc = holds")]);
    assert_eq!(restated.text, format!("/* a\n /* b */ */ \n//# expect: rsc = holds\n{BODY}"));
    let first = BODY.lines().next().unwrap();
    let expected = [
        LineChange::Removed(format!(" /* b */ */ {first}")),
        LineChange::Added(" /* b */ */ ".to_owned()),
        LineChange::Added("//# expect: rsc = holds".to_owned()),
        LineChange::Added(first.to_owned()),
    ];
    assert_eq!(restated.changes, expected);
}

#[test]
fn lines_end_as_their_neighbours_do() {
    for end in ["\r\n", "\r"] {
        let body = BODY.replace('\n', end);
        let line = "//# expect: progress = holds";
        assert_eq!(with(&body, "progress = holds"), format!("{line}{end}{body}"));
        let stated = format!("//# expect: rsc = holds{end}{body}");
        let expected = format!("//# expect: rsc = holds{end}{line}{end}{body}");
        assert_eq!(with(&stated, "progress = holds"), expected);
        let last = format!("{body}//# expect: rsc = holds");
        assert_eq!(with(&last, "progress = holds"), format!("{last}{end}{line}"));
    }
}

#[test]
fn lines_are_wrapped_at_a_hundred_characters() {
    let answers: Vec<Expectation> =
        (1..=40).map(|number| answer(&format!("bad_states/{number} = violated"))).collect();
    let text = restated(BODY, &answers).text;
    let added: Vec<&str> = text.lines().take_while(|line| line.starts_with("//#")).collect();
    assert!(added.iter().all(|line| line.len() <= 100), "{text}");
    let room = 100 - ", bad_states/40 = violated".len();
    assert!(added.iter().rev().skip(1).all(|line| line.len() > room), "no line is short: {text}");
    let exact = format!("stuck({}) = holds", "p".repeat(100 - "//# expect: stuck() = holds".len()));
    let text = with(BODY, &format!("{exact}; rsc = holds"));
    let lines: Vec<&str> = text.lines().take(2).collect();
    assert_eq!((lines[0].len(), lines[1]), (100, "//# expect: rsc = holds"));
}

#[test]
fn changes_name_the_lines_of_both_texts() {
    let text = format!(
        "//# expect: rsc = holds, progress = holds\n//\n//# expect: deadlock = holds\n{BODY}"
    );
    let answers = ["rsc = violated", "progress = unknown", "stuck(p) = violated"].map(answer);
    let expected = [
        LineChange::Removed("//# expect: rsc = holds, progress = holds".to_owned()),
        LineChange::Added("//# expect: rsc = violated, progress = unknown".to_owned()),
        LineChange::Added("//# expect: stuck(p) = violated".to_owned()),
    ];
    assert_eq!(restated(&text, &answers).changes, expected);
}

/// Returns the answers that a text states, and the text without the lines that state them.
fn parts(text: &str) -> (Vec<Expectation>, Vec<&str>) {
    let source = Source::new("t.scm", text);
    let mut reading = scm::read(&source);
    reading.diagnostics.retain(|diagnostic| !is_likely_mistake(diagnostic));
    assert_eq!(reading.diagnostics, [], "{text}");
    let lines = text.split_inclusive(['\n']).filter(|line| !line.starts_with("//# expect"));
    (reading.model.unwrap().expectations, lines.collect())
}

#[test]
fn whatever_is_answered_is_stated_afterwards_and_nothing_else_changes() {
    let properties =
        ["rsc", "rsc[fifo]", "rsc[bag]", "bad_states/1", "progress", "stuck(p)", "a[b,c]"];
    let mut random = Random::new(7);
    let mut changed = 0;
    for entry in fs::read_dir(format!("{}/models/paper", env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for text in [text.replace('\n', "\r\n"), parts(&text).1.concat(), text] {
            let mut given = Vec::new();
            for property in properties {
                if random.between(0, 1) == 0 {
                    let verdict = Expected::ALL[random.between(0, 2)];
                    given.push(answer(&format!("{property} = {}", verdict.word())));
                }
            }
            let restated = restated(&text, &given);
            let (stated, rest) = parts(&restated.text);
            let (before, rest_before) = parts(&text);
            assert_eq!(rest, rest_before);
            assert!(given.iter().all(|answer| stated.contains(answer)), "{}", restated.text);
            let same = |a: &Expectation, b: &Expectation| {
                a.property == b.property && a.variant == b.variant
            };
            let kept = before.iter().filter(|old| !given.iter().any(|new| same(new, old)));
            assert_eq!(kept.filter(|old| stated.contains(old)).count() + given.len(), stated.len());
            let again = self::restated(&restated.text, &given);
            assert_eq!((again.text.as_str(), again.changes.len()), (restated.text.as_str(), 0));
            changed += usize::from(restated.text != text);
        }
    }
    assert!(changed > 50, "{changed} texts changed");
}
