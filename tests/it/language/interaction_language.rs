//! Reading interactions and their signatures.

use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{Model, format, read, read_signature};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::interaction::{
    Expression, Operator, Origin, Passing, Repetition, Target,
};
use scm_check::internals::model::trace::Signature;

use crate::support::cases::case_count;
use crate::support::corpora::{interaction_files, signatures_beside, source};

const NAMES: &str = "@message{ m; n; o1 } @lifeline{ l; k; orderer } @gate{ g }";

fn names() -> Signature {
    read_signature(&Source::new("n.hsf", NAMES)).model.unwrap()
}

fn reading(text: &str) -> Reading<Model> {
    read(&Source::new("t.hif", text), Some(&names()))
}

/// Returns the codes of what is wrong, each with the text that it stands at.
fn found(text: &str) -> Vec<(&'static str, String)> {
    found_over(text, Some(&names()))
}

fn found_over(text: &str, signature: Option<&Signature>) -> Vec<(&'static str, String)> {
    let source = Source::new("t.hif", text);
    let reading = read(&source, signature);
    let errors = reading.diagnostics.iter();
    errors.map(|d| (d.code.name, source.slice(d.primary.span).to_owned())).collect()
}

fn shown(text: &str) -> String {
    let source = Source::new("t.hif", text);
    let reading = read(&source, Some(&names()));
    render_all(&source, &reading.diagnostics, 100, Colours::Plain)
}

fn parts(text: &str) -> Vec<Expression> {
    let reading = reading(text);
    let model = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
    assert_eq!(model.interaction.parts.len(), model.spans.len());
    assert_eq!(model.interaction.root.index() + 1, model.interaction.parts.len());
    model.interaction.parts.iter().cloned().collect()
}

fn passing(text: &str) -> Passing {
    match parts(text).pop() {
        Some(Expression::Passing(passing)) => passing,
        other => panic!("{text} is {other:?}"),
    }
}

#[test]
fn passings_are_read_in_every_form() {
    let names = names();
    let (l, k) = (names.lifeline("l").unwrap(), names.lifeline("k").unwrap());
    let (m, g) = (names.message("m").unwrap(), names.gate("g").unwrap());
    let passing_of = |origin, synchronous, targets: &[Target]| Passing {
        origin,
        synchronous,
        message: m,
        targets: targets.to_vec(),
    };
    let from_l = Origin::Lifeline(l);
    let to_k = Target::Lifeline(k);
    for (text, expected) in [
        ("l -- m -> k", passing_of(from_l, false, &[to_k])),
        ("l--m->(k)", passing_of(from_l, false, &[to_k])),
        ("l -- < asynch > m -> k", passing_of(from_l, false, &[to_k])),
        ("l -- <synch>m -> (k, g)", passing_of(from_l, true, &[to_k, Target::Gate(g)])),
        ("l -- m -> (k,k)", passing_of(from_l, false, &[to_k, to_k])),
        ("l -- m -> l", passing_of(from_l, false, &[Target::Lifeline(l)])),
        ("l -- m -> |", passing_of(from_l, false, &[])),
        ("l -- m -> g", passing_of(from_l, false, &[Target::Gate(g)])),
        ("m -> k", passing_of(Origin::Environment, false, &[to_k])),
        ("<synch> m -> (k,l)", passing_of(Origin::Environment, true, &[to_k, Target::Lifeline(l)])),
        ("g -- m -> k", passing_of(Origin::Gate(g), false, &[to_k])),
    ] {
        assert_eq!(passing(text), expected, "{text}");
    }
}

#[test]
fn operators_are_read_with_what_they_name() {
    let names = names();
    let (l, k) = (names.lifeline("l").unwrap(), names.lifeline("k").unwrap());
    let root = |text: &str| parts(text).pop().unwrap();
    for (text, expected) in [
        ("strict(o,0)", Operator::Strict),
        ("seq(\u{2205},o)", Operator::Seq),
        ("par(o,o)", Operator::Par),
        ("alt(o,o)", Operator::Alt),
        ("coreg(l,k)(o,o)", Operator::Coreg(vec![l, k])),
    ] {
        let Expression::Compound(operator, operands) = root(text) else { panic!("{text}") };
        assert_eq!((operator, operands.len()), (expected, 2), "{text}");
    }
    assert_eq!(root("sync(l!m)(o,o)"), root("sync {l!m} (o,o)"));
    let Expression::Compound(Operator::Sync(actions), operands) = root("sync{l!m,k?n}(o,o,o)")
    else {
        panic!("no sync");
    };
    assert_eq!((actions.len(), operands.len()), (2, 3));
    for (text, expected) in [
        ("loopS(o)", Repetition::Strict),
        ("loopH(o)", Repetition::Head),
        ("loopW(o)", Repetition::Weak),
        ("loopP(o)", Repetition::Parallel),
    ] {
        assert!(matches!(root(text), Expression::Loop(kind, _) if kind == expected), "{text}");
    }
    assert!(matches!(root("opt(o)"), Expression::Optional(_)));
}

#[test]
fn keywords_and_the_empty_sign_are_names_elsewhere() {
    let names = "@message{ seq; o; alt } @lifeline{ orderer; o; loopS }";
    for text in ["orderer -- seq -> o", "loopS -- o -> orderer", "o -- o -> o", "alt -> loopS"] {
        let whole = format!("{names} strict({text}, o)");
        let model = read(&Source::new("t.hsf", whole), None).model.expect(text);
        let passings = model.interaction.parts.iter();
        assert_eq!(passings.filter(|part| matches!(part, Expression::Passing(_))).count(), 1);
    }
}

#[test]
fn comments_and_white_space_stand_anywhere() {
    let text =
        "/* a */ seq /* b */ ( l--/* c */m->k\u{a0}\n,\tl /* d */ -- n -> ( k /* ) */ , l ) )/**/";
    assert_eq!(parts(text).len(), 3);
    assert_eq!(parts("\u{feff}o").len(), 1);
}

#[test]
fn sections_declare_names_in_order() {
    let text = "@lifeline{ b; a; b } @gate{g;} @message{ \u{e9}t\u{e9}; a }";
    let Reading { diagnostics, model: signature } = read_signature(&Source::new("t.hsf", text));
    let signature = signature.unwrap();
    assert_eq!(signature.lifelines().as_slice(), ["b", "a"]);
    assert_eq!(signature.messages().as_slice(), ["\u{e9}t\u{e9}", "a"]);
    assert_eq!(signature.gates().as_slice(), ["g"]);
    assert_eq!(diagnostics.len(), 1, "a name that stands twice is a warning");
    let empty = read_signature(&Source::new("t.hsf", "@gate{}")).model;
    assert!(empty.unwrap().gates().is_empty());
}

#[test]
fn mistakes_in_sections_are_reported_together() {
    let text = "@lifelines{ l } @message{ m, n; 2x } @message{ p } @lifeline l } \
        @gate{ g h } @analyze_option{ goal = Pass; }";
    let source = Source::new("t.hsf", text);
    let Reading { diagnostics, model: signature } = read_signature(&source);
    assert!(signature.is_none());
    let found: Vec<_> =
        diagnostics.iter().map(|d| (d.code.name, source.slice(d.primary.span))).collect();
    assert_eq!(
        found,
        [
            ("E0405", "@lifelines"),
            ("E0401", ","),
            ("E0404", "2x"),
            ("E0406", "@message"),
            ("E0401", "l"),
            ("E0401", ""),
            ("E0402", "="),
        ]
    );
}

#[test]
fn names_are_declared_by_use_where_there_is_no_signature() {
    let reading = read(&Source::new("t.hif", "seq(b -- x -> (a,c), <synch> y -> b)"), None);
    let codes: Vec<_> = reading.diagnostics.iter().map(|d| d.code.name).collect();
    assert_eq!(codes, ["W0501"]);
    let signature = reading.model.unwrap().interaction.signature;
    assert_eq!(signature.lifelines().as_slice(), ["b", "a", "c"]);
    assert_eq!(signature.messages().as_slice(), ["x", "y"]);
}

#[test]
fn a_file_of_its_own_or_sections_declare_the_names() {
    let text = format!("{NAMES} l -- m -> k");
    assert!(read(&Source::new("t.hsf", &*text), None).model.is_some());
    let both = read(&Source::new("t.hsf", &*text), Some(&names()));
    assert_eq!(both.diagnostics.iter().map(|d| d.code.name).collect::<Vec<_>>(), ["E0406"]);
    assert!(read_signature(&Source::new("t.hsf", text)).model.is_some());
}

#[test]
fn each_mistake_has_its_code_and_place() {
    let one = |code, place: &str| vec![(code, place.to_owned())];
    for (text, expected) in [
        ("", one("E0401", "")),
        ("l", one("E0401", "")),
        ("l -- m k", one("E0401", "k")),
        ("l m -> k", one("E0401", "m")),
        ("l -- m => k", one("E0402", "=>")),
        ("l -- m --> k", one("E0402", "-->")),
        ("l - m -> k", one("E0402", "-")),
        ("l -- m -> k // no", one("E0402", "// no")),
        ("l -- m -> k /* no", one("E0403", "/*")),
        ("lx -- m -> k", one("E0407", "lx")),
        ("l -- mm -> k", one("E0408", "mm")),
        ("l -- m -> (k,x,l)", one("E0407", "x")),
        ("0 -> l", one("E0404", "0")),
        ("sec(o,o)", one("E0409", "sec")),
        ("loop(o)", one("E0409", "loop")),
        ("Seq(o,o)", one("E0409", "Seq")),
        ("and(o,o)", one("E0413", "and")),
        ("loopC(o)", one("E0413", "loopC")),
        ("seq(o)", one("E0410", "seq")),
        ("opt(o,o)", one("E0410", "opt")),
        ("seq()", one("E0401", ")")),
        ("seq(o,)", one("E0401", ")")),
        ("seq(,o)", one("E0401", ",")),
        ("seq(o,o", one("E0401", "")),
        ("seq(o,o))", one("E0401", ")")),
        ("o, o", one("E0401", ",")),
        ("m -> |", one("E0411", "m -> |")),
        ("m -> g", one("E0411", "m -> g")),
        ("g -- m -> |", one("E0411", "g -- m -> |")),
        ("l -- <synch> m -> (k,k)", one("E0412", "k")),
        ("l -- <synch> m -> l", one("E0412", "l")),
        ("l -- <sync> m -> k", one("E0401", "sync")),
        ("coreg(g)(o,o)", one("E0407", "g")),
        (
            "coreg(o,o)",
            vec![("E0407", "o".to_owned()), ("E0407", "o".to_owned()), ("E0401", String::new())],
        ),
        ("sync(l!m,k?m)(o,o)", one("E0401", ",")),
        ("sync(o,o)", vec![("E0401", ",".to_owned()), ("E0401", String::new())]),
        ("l -- m -> k @gate{ h }", one("E0401", "@")),
        ("seq{o,o}", one("E0401", "{")),
        ("seq(l -- m -> (k l), o)", one("E0401", "l")),
        ("seq(o, coreg(l", one("E0401", "")),
        ("sync{l!m(o,o)", one("E0401", "(")),
        ("@message m } l -- m -> k", one("E0401", "m")),
        ("@mesage{ m } @lifeline{ l } l -- m -> l", one("E0405", "@mesage")),
    ] {
        let own = text.starts_with('@');
        let found = if own { found_over(text, None) } else { found(text) };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn one_run_reports_every_mistake() {
    let text = "seq(\n  l -- x -> k,\n  par(l - m -> k, sec(l -- m -> , k -- n -> z)),\n  \
        loopS(l -- m -> k l -- n -> k),\n  loopW(q -> l)\n";
    let codes: Vec<_> = found(text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        ["E0408", "E0402", "E0409", "E0401", "E0407", "E0410", "E0401", "E0408", "E0401"]
    );
}

#[test]
fn advice_names_what_may_have_been_meant() {
    for (text, advice) in [
        ("ordrer -- m -> k", "did you mean `orderer`?"),
        ("l -- o2 -> k", "did you mean `o1`?"),
        ("lopS(o)", "did you mean `loopS`?"),
        ("LOOPS(o)", "did you mean `loopS`?"),
        ("loop(o)", "a loop says what it closes under"),
        ("m -- n -> k", "this is the name of a message"),
        ("seq(o,)", "no comma stands behind the last operand"),
        ("l -- <asych> m -> k", "did you mean `asynch`?"),
        ("par(o,par(o,o", "2 parentheses are open"),
    ] {
        assert!(shown(text).contains(advice), "{text}: {}", shown(text));
    }
}

#[test]
fn answers_are_kept_with_their_places() {
    let text = "/*# expect: nfa_states = 8, minimal_dfa_states=14 */ o /*# note */\n\
        /*# expect: accepts(t.htf) = holds */";
    let source = Source::new("t.hif", text);
    let model = read(&source, Some(&names())).model.unwrap();
    let answers: Vec<_> = model
        .expectations
        .iter()
        .map(|e| (e.property.as_str(), e.value.as_str(), source.slice(e.place)))
        .collect();
    assert_eq!(
        answers,
        [
            ("nfa_states", "8", "nfa_states = 8"),
            ("minimal_dfa_states", "14", "minimal_dfa_states=14"),
            ("accepts(t.htf)", "holds", "accepts(t.htf) = holds"),
        ]
    );
    let codes = |text: &str| found(text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes("o /*# expect nfa_states = 8 */"), ["E0416"]);
    assert_eq!(codes("o /*# expects: nfa_states = 8 */"), ["E0416"]);
    assert_eq!(codes("o /*# expect: nfa_states */"), ["E0416"]);
    assert_eq!(codes("o /*# expect: a = 1, a = 2 */"), ["E0417"]);
}

#[test]
fn depth_and_length_are_no_limit() {
    let deep = 200_000;
    let text = format!("{}l -- m -> k{}", "loopS(".repeat(deep), ")".repeat(deep));
    assert_eq!(parts(&text).len(), deep + 1);
    let text = format!("{}o{}", "seq(o,".repeat(deep), ")".repeat(deep));
    assert_eq!(parts(&text).len(), 2 * deep + 1);
    assert_eq!(found(&"alt(".repeat(deep)).len(), 2);
    assert_eq!(found(&"alt(o,".repeat(deep)).len(), 2);
    assert_eq!(found(&"sync{".repeat(deep)).len(), 2);
    assert_eq!(found(&format!("o{}", ")".repeat(deep))).len(), 1);
    let wide = format!("seq({}o)", "l -- m -> k,".repeat(deep));
    assert_eq!(parts(&wide).len(), deep + 2);
    let many = format!("seq({}o)", "x -- y -> z,".repeat(deep));
    assert_eq!(found(&many).len(), 1_001);
}

#[test]
fn no_bytes_make_the_reader_fail() {
    let mut random = Random::new(7);
    let words: Vec<&str> =
        "seq( par( alt( coreg( sync{ sync( loopS( opt( ( ) { } , ; -- -> - > < | ! ? @ \
        l k m g o 0 \u{2205} synch @message{ @lifeline{ . # /* */ /*# expect: = \u{2192} //"
            .split_whitespace()
            .collect();
    let signatures = [None, Some(names())];
    // 200,000 texts with `SCM_CHECK_CASES=20000`.
    for round in 0..10 * case_count(500) {
        let length = random.below(30);
        let bytes: Vec<u8> = if round % 4 == 0 {
            (0..length).map(|_| u8::try_from(random.below(256)).unwrap()).collect()
        } else {
            let pick = |_| random.choose(&words).unwrap();
            (0..length).map(pick).collect::<Vec<_>>().join(" ").into_bytes()
        };
        let source = Source::from_bytes("r.hif", bytes);
        for signature in &signatures {
            let reading = read(&source, signature.as_ref());
            let wrong = reading.diagnostics.iter().any(|d| d.code.name.starts_with('E'));
            assert_eq!(wrong, reading.model.is_none(), "{:?}", source.text());
            let _ = render_all(&source, &reading.diagnostics, 10, Colours::Plain);
        }
        let Reading { diagnostics, model: signature } = read_signature(&source);
        let wrong = diagnostics.iter().any(|d| d.code.name.starts_with('E'));
        assert_eq!(wrong, signature.is_none(), "{:?}", source.text());
        if let Ok(once) = format(&source) {
            let again = format(&Source::new("f.hif", &*once));
            assert_eq!(again.as_ref(), Ok(&once), "{:?}", source.text());
        }
    }
}

#[test]
#[ignore = "needs the corpora"]
fn the_corpus_is_read() {
    for path in interaction_files(&["hsf"]) {
        let Reading { diagnostics, model: signature } = read_signature(&source(&path));
        assert!(signature.is_some(), "{}: {diagnostics:?}", path.display());
    }
    let mut wrong = Vec::new();
    for path in interaction_files(&["hif"]) {
        let source = source(&path);
        let right = signatures_beside(&path)
            .iter()
            .any(|signature| read(&source, Some(signature)).model.is_some());
        let open = read(&source, None);
        if !right || open.model.is_none() {
            wrong.push(format!("{}: {:?}", path.display(), open.diagnostics));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs the corpora"]
fn whatever_is_cut_off_is_reported() {
    for path in interaction_files(&["hif", "hsf"]) {
        let text = source(&path).text().to_owned();
        let step = 1 + text.len() / 200;
        for end in (0..text.len()).step_by(step).filter(|&end| text.is_char_boundary(end)) {
            let cut = Source::new("cut.hif", &text[..end]);
            let reading = read(&cut, None);
            assert!(reading.model.is_some() || !reading.diagnostics.is_empty());
            let Reading { diagnostics, model: signature } = read_signature(&cut);
            assert!(signature.is_some() || !diagnostics.is_empty());
        }
    }
}
