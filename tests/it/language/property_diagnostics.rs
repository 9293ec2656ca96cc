//! What is said about wrong properties: each code, with its place and advice.

use std::collections::BTreeSet;

use super::property_system::{system, told};
use scm_check::internals::kernel::diagnostics::{CodePage, Diagnostic};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::property::{
    codes, read_formula, read_monitors, read_predicate,
};
use scm_check::internals::model::component::Composite;

/// A wrong formula, or a file of monitors, or, behind `PREDICATE`, a predicate: the code, the text at the place, and
/// parts of the message and of the advice.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

const TABLE: &[Row] = &[
    ("G(w1.x <= 3 § w2.x)", "E1101", "§", &["`§` is no part of the language"]),
    ("w1.name == \"abc", "E1101", "\"abc", &["this text does not end"]),
    ("w1@done /* never", "E1101", "/*", &["this comment does not end"]),
    ("", "E1102", "", &["expected a formula or a value, found the end"]),
    ("G(w1.x <= 3", "E1102", "", &["expected an operator or `)`, found the end"]),
    ("G(w1.x <= 3))", "E1102", ")", &["expected an operator or the end, found `)`"]),
    ("G()", "E1102", ")", &["expected a formula or a value"]),
    ("G w1@done w2@done", "E1102", "w2", &["expected an operator or the end, found `w2`"]),
    ("w1..x < 3", "E1102", ".", &["expected a name behind `.`"]),
    ("w1@", "E1102", "", &["expected a place behind `@`"]),
    ("min(w1.x; 3)", "E1102", ";", &["expected an operator or `)`"]),
    ("w1.x < 3 ? true : false", "E1102", "?", &["expected an operator or the end"]),
    ("fired()", "E1102", ")", &["expected an interaction"]),
    ("fired(c1{})", "E1102", "}", &["expected a port"]),
    ("fired(c1{w1.exec)", "E1102", ")", &["expected `,` or `}`"]),
    ("w1.name == \"a\\bc\"", "E1102", "\\b", &["unknown character behind `\\`"]),
    ("[] w1@done", "E1103", "[]", &["`[]` is no operator", "did you mean `G`?"]),
    ("[ ] w1@done", "E1103", "[ ]", &["did you mean `G`?"]),
    ("<> w1@done", "E1103", "<>", &["did you mean `F`?"]),
    ("~w1@done", "E1103", "~", &["did you mean `!`?"]),
    ("not w1@done", "E1103", "not", &["did you mean `!`?"]),
    ("g(w1@done)", "E1103", "g", &["did you mean `G`?"]),
    ("always w1@done", "E1103", "always", &["did you mean `G`?"]),
    ("GF w1@done", "E1103", "GF", &["`GF` is one name", "did you mean `G F`?"]),
    ("GF(w1@done)", "E1103", "GF", &["did you mean `G F`?"]),
    ("w1@done and w2@done", "E1103", "and", &["did you mean `&&`?"]),
    ("w1@done or w2@done", "E1103", "or", &["did you mean `||`?"]),
    ("w1@done & w2@done", "E1103", "&", &["did you mean `&&`?"]),
    ("w1@done | w2@done", "E1103", "|", &["did you mean `||`?"]),
    ("w1.x = 3", "E1103", "=", &["did you mean `==`?"]),
    ("w1.x <> 3", "E1103", "<>", &["did you mean `!=`?"]),
    ("w1@done u w2@done", "E1103", "u", &["did you mean `U`?"]),
    ("(w1@done until w2@done)", "E1103", "until", &["did you mean `U`?"]),
    ("w1@done <-> w2@done", "E1103", "<->", &["write `(p -> q) && (q -> p)`"]),
    ("w1@done => w2@done", "E1103", "=>", &["did you mean `->`?"]),
    ("w1.x < 99999999999999999999", "E1105", "99999999999999999999", &["64 bits"]),
    ("w1.x < -9223372036854775809", "E1105", "-9223372036854775809", &["64 bits"]),
    ("w1.load < 1e999", "E1105", "1e999", &["64 bits"]),
    ("F(w9@done)", "E1106", "w9", &["no component `w9`", "did you mean `w1`?", "`line1.ctrl`"]),
    ("F(line1.ctrk.x < 3)", "E1106", "line1.ctrk", &["did you mean `line1.ctrl`?"]),
    (
        "F(w1@dono)",
        "E1107",
        "dono",
        &["did you mean `done`?", "`w1` has the places `free`, `done`"],
    ),
    ("F(w1@x)", "E1107", "x", &["`x` is a variable: write `w1.x`"]),
    ("F(w1.lod < 3)", "E1108", "lod", &["did you mean `load`?", "the variables `x`, `busy`"]),
    ("F(w1.done)", "E1108", "done", &["`done` is a place: write `w1@done`"]),
    ("F(w1.exec)", "E1108", "exec", &["`exec` is a port"]),
    ("F(g.x < 3)", "E1108", "x", &["`g` has no variables"]),
    ("fired(ex13)", "E1109", "ex13", &["did you mean `ex12`?"]),
    ("fired(nothing)", "E1109", "nothing", &["the interactions are `ex12`, `c1`"]),
    ("fired(w1)", "E1109", "w1", &["`w1` is a component"]),
    ("fired(c2{*})", "E1109", "c2", &["no interaction `c2`"]),
    (
        "fired(w1.alone{*})",
        "E1109",
        "w1.alone{*}",
        &["a port that fires alone", "mean `w1.alone`?"],
    ),
    (
        "fired(c1{g.deliver,w1.exec})",
        "E1109",
        "c1{g.deliver,w1.exec}",
        &["the order of `c1`", "did you mean `c1{w1.exec,g.deliver}`?"],
    ),
    (
        "fired(c1{w1.exec,w2.exec,g.deliver})",
        "E1109",
        "c1{w1.exec,w2.exec,g.deliver}",
        &["did you mean `c1`?"],
    ),
    ("fired(c1{w1.exec})", "E1109", "c1{w1.exec}", &["has one of `g.deliver`"]),
    ("fired(ex12{w1.exec})", "E1109", "ex12{w1.exec}", &["write `fired(ex12)`"]),
    ("fired(ex12{w1.exek})", "E1109", "w1.exek", &["did you mean `w1.exec`?"]),
    ("fired(ex12{w9.go})", "E1109", "w9.go", &["`ex12` joins `w1.exec`, `w2.exec`, `g.deliver`"]),
    ("sqrt(w1.load) < 3", "E1110", "sqrt", &["no function `sqrt`", "`abs`, `min`, `max`"]),
    ("ab(w1.x) < 3", "E1110", "ab", &["did you mean `abs`?"]),
    ("G(load < 3)", "E1111", "load", &["name the component: `w1.load`"]),
    ("G(hold)", "E1111", "hold", &["name the component: `g@hold`"]),
    ("w1", "E1111", "w1", &["write `w1@free` or `w1.x`", "the places `free`, `done`"]),
    ("line1.ctrl", "E1111", "line1.ctrl", &["write `line1.ctrl@free` or `line1.ctrl.x`"]),
    ("ex12", "E1111", "ex12", &["did you mean `fired(ex12)`?"]),
    ("exx12", "E1111", "exx12", &["did you mean `fired(ex12)`?"]),
    ("nothing", "E1111", "nothing", &["a predicate is `COMPONENT@PLACE`"]),
    ("w2.x || true", "E1112", "w2.x", &["expected a truth value, found an `int`", "such as `> 0`"]),
    ("0 < w1.x < 3", "E1112", "<", &["comparisons are not chained"]),
    ("w1.x == w1.busy", "E1112", "==", &["two values of one type", "an `int` and a `bool`"]),
    ("w1.name < w2.name", "E1112", "<", &["two numbers", "a `string` and a `string`"]),
    ("w1.load % 2 == 0", "E1112", "%", &["two integers"]),
    ("-w1.busy", "E1112", "-w1.busy", &["`-` takes a number, found a `bool`"]),
    ("abs(w1.busy)", "E1112", "abs(w1.busy)", &["`abs` takes numbers, found a `bool`"]),
    ("min(w1.x) < 3", "E1113", "min(w1.x)", &["`min` takes 2 values, found 1"]),
    ("w1.x < 1 / 0", "E1114", "1 / 0", &["division by zero"]),
    ("9223372036854775807 + 1 > w1.x", "E1114", "9223372036854775807 + 1", &["64 bits"]),
    ("(F w1@done) == w2@done", "E1115", "F", &["about several states"]),
    ("PREDICATE F w1@done", "E1115", "F", &["a predicate about one state"]),
    ("PREDICATE w1@done U w2@done", "E1115", "U", &[]),
    ("PREDICATE w1.x", "E1112", "w1.x", &[]),
    ("monitor m { state s initial accepting; from s to s when F(w1@done); }", "E1115", "F", &[]),
    (
        "monitor m { state s initial accepting; from s to s; } monitor m { state s initial accepting; \
         from s to s; }",
        "E1116",
        "m",
        &["two properties are called `m`", "first here"],
    ),
    (
        "monitor m { state s initial accepting; state s; from s to s; }",
        "E1116",
        "s",
        &["two states"],
    ),
    (
        "monitor m { state s initial accepting; from s to t; from s to s; }",
        "E1121",
        "t",
        &["no state `t`", "`m` has the state `s`"],
    ),
    ("monitor m { state s accepting; from s to s; }", "E1122", "m", &["write `state s initial;`"]),
    (
        "monitor m { state s initial; state t initial; from s to t; from t to s; }",
        "E1122",
        "t",
        &["two initial states"],
    ),
    (
        "monitor m { state good initial accepting; state bad; from good to bad when !w1@done; from bad to \
         bad; from good to good when w1@done && !(w2.x < 3); }",
        "E1123",
        "good",
        &[
            "state `good`: no transition when `w1@done` is true and `w2.x < 3` is true",
            "write `from good to good when w1@done && w2.x < 3;`",
        ],
    ),
    (
        "monitor m { state s initial accepting; }",
        "E1123",
        "s",
        &["state `s`: no transition\n", "write `from s to s;`"],
    ),
    (
        "monitor m { state s initial accepting; state t; from t to t; from s to s; from s to t when w1@done; }",
        "E1124",
        "from s to t when w1@done;",
        &["state `s`: two transitions when `w1@done` is true", "the first one"],
    ),
    (
        "monitor m { state s initial accepting; state t; from t to t; from s to s when w1.x <= 3; \
         from s to t when w1.x >= 3; }",
        "E1124",
        "from s to t when w1.x >= 3;",
        &[
            "when `w1.x <= 3` is true and `w1.x >= 3` is true",
            "let one condition exclude the other",
        ],
    ),
    ("monitor m { state s initial; from s to s; }", "W1101", "m", &["no state of `m` accepts"]),
    (
        "monitor m { state s initial acepting; from s to s; }",
        "E1102",
        "acepting",
        &["mean `accepting`?"],
    ),
    ("monitor m { state s initial final; from s to s; }", "E1102", "final", &["mean `accepting`?"]),
    ("monitor m { stat s initial accepting; from s to s; }", "E1102", "stat", &["mean `state`?"]),
    ("monitor m { state s initial accepting; from s s; }", "E1102", "s", &["expected `to`"]),
    (
        "monitor m { state s initial accepting; from s to s if w1@done; }",
        "E1102",
        "if",
        &["did you mean `when`?"],
    ),
    ("monitor m { state s initial accepting; from s to s;", "E1102", "", &["expected `}`"]),
    (
        "monitor m { state s initial accepting; from s to s; } x",
        "E1102",
        "x",
        &["expected `monitor"],
    ),
    ("monitor { }", "E1102", "{", &["expected the name of the monitor"]),
];

fn diagnostics(text: &str, composite: &Composite) -> (String, Vec<Diagnostic>) {
    let source = Source::new("text", text.strip_prefix("PREDICATE ").unwrap_or(text));
    macro_rules! read {
        ($read:ident) => {{
            let reading = $read(&source, composite);
            (told(&source, &reading), reading.diagnostics)
        }};
    }
    if text.starts_with("monitor") {
        read!(read_monitors)
    } else if text.starts_with("PREDICATE") {
        read!(read_predicate)
    } else {
        read!(read_formula)
    }
}

#[test]
fn wrong_texts_are_reported_at_their_place() {
    let composite = system();
    for &(text, code, place, parts) in TABLE {
        let (told, diagnostics) = diagnostics(text, &composite);
        assert_eq!(diagnostics.len(), 1, "{text}\n{told}");
        let read = text.strip_prefix("PREDICATE ").unwrap_or(text);
        let found = &diagnostics[0];
        assert_eq!(found.code.name, code, "{told}");
        assert_eq!(&read[found.primary.span.range()], place, "{told}");
        for part in parts {
            assert!(told.contains(part), "`{part}` is not in\n{told}");
        }
    }
}

#[test]
fn changes_that_are_proposed_make_texts_right() {
    let composite = system();
    let mut changed = 0;
    for &(text, ..) in TABLE {
        let (told, mut diagnostics) = diagnostics(text, &composite);
        let Some(fix) = diagnostics.remove(0).fix else { continue };
        let mut right = text.strip_prefix("PREDICATE ").unwrap_or(text).to_owned();
        right.replace_range(fix.span.range(), &fix.text);
        let (after, left) = self::diagnostics(&right, &composite);
        // Another mistake may be left, but not this one.
        assert!(!left.iter().any(|one| told.contains(&one.message)), "{told}\n{right}\n{after}");
        changed += 1;
    }
    assert!(changed > 20, "{changed} texts were changed");
}

#[test]
fn nesting_is_bounded() {
    let composite = system();
    let rows: [(&str, &str, &str, usize); 6] = [
        ("(", "true", ")", 128),
        ("w1.busy U ", "true", "", 128),
        ("abs(", "w1.x", ") < 1", 128),
        ("!", "true", "", 499),
        ("w1.busy && ", "true", "", 499),
        ("w1.x + ", "1 < 3", "", 498),
    ];
    for (before, middle, behind, depth) in rows {
        let text = |depth: usize| {
            let behind = if behind.ends_with("< 1") {
                format!("{} < 1", ")".repeat(depth))
            } else {
                behind.repeat(depth)
            };
            format!("{}{middle}{behind}", before.repeat(depth))
        };
        let (told, right) = diagnostics(&text(depth), &composite);
        assert!(right.is_empty(), "{before} {told}");
        for deeper in [depth + 1, 100_000] {
            let (told, wrong) = diagnostics(&text(deeper), &composite);
            assert_eq!(wrong.len(), 1, "{told}");
            assert_eq!(wrong[0].code, codes::TOO_DEEP, "{told}");
        }
    }
}

#[test]
fn conditions_with_many_cases_are_refused() {
    let composite = system();
    let monitor = |all: &[String]| {
        let all = all.join(" && ");
        format!(
            "monitor m {{ state s initial accepting; state t; from t to t; from s to s when {all}; \
             from s to t when !({all}); }}"
        )
    };
    // A conjunction has as many cases as predicates.
    let all: Vec<String> = (0..100).map(|bound| format!("w1.x * {bound} > w2.x")).collect();
    let (told, right) = diagnostics(&monitor(&all), &composite);
    assert!(right.is_empty(), "{told}");
    // Two to the power of 25 cases.
    let pairs = all[..50].chunks(2).map(|pair| format!("({})", pair.join(" || ")));
    let (told, wrong) = diagnostics(&monitor(&pairs.collect::<Vec<_>>()), &composite);
    assert_eq!(wrong[0].code, codes::TOO_MANY_CASES, "{told}");
}

#[test]
fn all_mistakes_of_a_monitor_are_reported_at_once() {
    let text = "monitor m { state s initial acepting; state t; stat u; from s to; from s to t whenn \
                w1@done; from t to t when w1@dono; from t to t when 1 < w1.busy; }";
    let (told, found) = diagnostics(text, &system());
    let codes: Vec<&str> = found.iter().map(|one| one.code.name).collect();
    assert_eq!(codes, ["E1102", "E1102", "E1102", "E1102", "E1107", "E1112"], "{told}");
}

#[test]
fn each_code_is_shown_by_a_text() {
    let mut seen: BTreeSet<&str> = TABLE.iter().map(|row| row.1).collect();
    seen.extend(["E1104", "E1125", "E1131", "E1132"]);
    let all: BTreeSet<&str> = CodePage::all(codes::PAGES).map(|page| page.code.name).collect();
    assert_eq!(seen, all);
}
