//! Reading traces and multitraces.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::read_signature;
use scm_check::internals::language::multitrace::{Model, print, read};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::trace::{
    Action, Component, Letter, LifelineId, LifelineSet, MultiTrace, Signature,
};

use crate::support::corpora::{interaction_files, signatures_beside, source};

fn names() -> Signature {
    let text = "@message{ m; n } @lifeline{ a; b; c } @gate{ g }";
    read_signature(&Source::new("n.hsf", text)).model.unwrap()
}

fn reading(text: &str) -> Reading<Model> {
    read(&Source::new("t.htf", text), &names())
}

/// Returns a multitrace as `a,b: a!m.b?m | c:`.
fn components(text: &str) -> String {
    let signature = names();
    let reading = reading(text);
    let model = reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics));
    let component = |(component, places): (&Component, &Vec<_>)| {
        assert_eq!(component.letters.len(), places.len());
        let lifelines = component.locations.iter();
        let lifelines: Vec<_> =
            lifelines.map(|&lifeline| signature.lifelines()[lifeline].as_str()).collect();
        let letters = component.letters.iter();
        let letters: Vec<_> = letters.map(|letter| letter.text(&signature)).collect();
        format!("{}:{}", lifelines.join(","), letters.join("."))
    };
    let all = model.multitrace.components.iter().zip(&model.places);
    all.map(component).collect::<Vec<_>>().join(" | ")
}

fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = Source::new("t.htf", text);
    let reading = read(&source, &names());
    let all = reading.diagnostics.iter();
    all.map(|d| (d.code.name, source.slice(d.primary.span).to_owned())).collect()
}

#[test]
fn locations_are_read_in_every_form() {
    for (text, expected) in [
        ("", "a,b,c:"),
        ("/* nothing */", "a,b,c:"),
        ("a!m . b?m.{c!n,a?n}", "a,b,c:a!m.b?m.{a?n,c!n}"),
        ("{a!m,b?m}", "a,b,c:{a!m,b?m}"),
        ("{}", "a: | b: | c:"),
        ("{[a] a!m.a?n; [b,c] c?m}", "a:a!m.a?n | b,c:c?m"),
        ("{[c,a] ; }", "c,a: | b:"),
        ("{[#any] b!m.a?m;}", "a,b:b!m.a?m | c:"),
        ("{[#any]}", "a: | b: | c:"),
        ("{[b]; [#all] a!m}", "b: | a,c:a!m"),
        ("{[#all] a!m.{b?m,c?m}}", "a,b,c:a!m.{b?m,c?m}"),
        ("{[a,b,c]; [#all]}", "a,b,c:"),
    ] {
        assert_eq!(components(text), expected, "{text}");
    }
}

#[test]
fn each_mistake_has_its_code_and_place() {
    let one = |code, place: &str| vec![(code, place.to_owned())];
    for (text, expected) in [
        ("{[a] a!m; [a,b] b?m}", one("E0414", "a")),
        ("{[#all]; [b] b?m}", one("E0414", "b")),
        ("{[a]; [#any] b!m.a?m}", one("E0414", "a?m")),
        ("{[a] b?m}", one("E0415", "b?m")),
        ("{[a,b,c]; [#all] a!m}", one("E0415", "a!m")),
        ("{[d] a!m}", one("E0407", "d")),
        ("{[g]}", one("E0407", "g")),
        ("a!mm", one("E0408", "mm")),
        ("a!m.d?m.b?x", vec![("E0407", "d".into()), ("E0408", "x".into())]),
        ("a!m b?m", one("E0401", "")),
        ("a!m.", one("E0401", "")),
        ("a!m; b?m", one("E0401", ";")),
        ("[a] a!m", one("E0401", "[")),
        ("{[#al] a!m}", one("E0401", "al")),
        ("{[] a!m}", one("E0401", "]")),
        ("{[a b] a!m}", one("E0401", "b")),
        ("{[a] a!m [b] b?m}", one("E0401", "")),
        ("{[a] a!m, b?m}", one("E0401", ",")),
        ("{[a] a!m", one("E0401", "")),
        (
            "{[a] a.m; [b] b!}",
            vec![("E0401", ".".into()), ("E0401", ";".into()), ("E0401", "}".into())],
        ),
        ("{a!m,b?m", one("E0401", "")),
        ("{a!m;b?m}", one("E0401", ";")),
    ] {
        let found: Vec<_> = found(text).into_iter().collect();
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(found("{a!m,a!m}"), one("W0502", "a!m"));
    assert_eq!(found("{[a,a]}"), one("W0502", "a"));
}

#[test]
fn advice_says_what_to_write() {
    for (text, advice) in [
        ("{[#al]}", "did you mean `#all`?"),
        ("[a] a!m", "braces stand around the locations"),
        ("{[a] a!m, b?m}", "dots separate what happens one after the other"),
        ("{[#all]; [b]}", "put it last"),
        ("a -> m", "an action is `l!m` or `l?m`"),
    ] {
        let source = Source::new("t.htf", text);
        let shown = render_all(&source, &read(&source, &names()).diagnostics, 9, Colours::Plain);
        assert!(shown.contains(advice), "{text}: {shown}");
    }
}

#[test]
fn what_is_printed_reads_as_the_same_multitrace() {
    let mut random = Random::new(3);
    let signature = names();
    let lifelines: Vec<LifelineId> = signature.lifelines().ids().collect();
    let messages: Vec<_> = signature.messages().ids().collect();
    for _ in 0..2_000 {
        let mut multitrace = MultiTrace::default();
        let mut free = lifelines.clone();
        while !free.is_empty() {
            let number = random.between(1, free.len());
            let locations: Vec<LifelineId> = free.drain(..number).collect();
            let letters = (0..random.below(6))
                .map(|_| {
                    let actions = (0..random.between(1, 3)).map(|_| {
                        let lifeline = random.choose(&locations).unwrap();
                        let message = random.choose(&messages).unwrap();
                        match random.below(2) {
                            0 => Action::send(lifeline, message),
                            _ => Action::receive(lifeline, message),
                        }
                    });
                    Letter::new(actions.collect::<Vec<_>>()).unwrap()
                })
                .collect();
            multitrace.components.push(Component { locations, letters });
        }
        let text = print(&multitrace, &signature);
        let model = read(&Source::new("p.htf", &*text), &signature).model.expect(&text);
        assert_eq!(model.multitrace, multitrace, "{text}");
    }
}

#[test]
fn a_printed_multitrace_has_a_line_for_each_location() {
    let signature = names();
    let text = "{[a,b]{a!m,b?n}.a?n;[c]}";
    let model = read(&Source::new("p.htf", text), &signature).model.unwrap();
    let expected = "{\n    [a, b] {a!m,b?n}.a?n;\n    [c]\n}\n";
    assert_eq!(print(&model.multitrace, &signature), expected);
}

#[test]
fn no_bytes_make_the_reader_fail() {
    let mut random = Random::new(5);
    let signature = names();
    let words: Vec<&str> =
        "{ [ ] } ; , . ! ? # a b c d m n #any #all [a] a!m {a!m,b?m} ( ) /*".split(' ').collect();
    for _ in 0..20_000 {
        let pick = |_| random.choose(&words).unwrap();
        let text: String = (0..12).map(pick).collect();
        let source = Source::new("r.htf", text);
        let reading = read(&source, &signature);
        let wrong = reading.diagnostics.iter().any(|d| d.code.name.starts_with('E'));
        assert_eq!(wrong, reading.model.is_none(), "{:?}", source.text());
        let Some(model) = reading.model else { continue };
        let mut seen = LifelineSet::new();
        for component in &model.multitrace.components {
            for &lifeline in &component.locations {
                assert!(!seen.contains(lifeline), "locations are disjoint");
                seen.insert(lifeline);
            }
            let own: LifelineSet = component.locations.iter().copied().collect();
            assert!(component.letters.iter().all(|letter| letter.lifelines().is_subset(&own)));
        }
        assert_eq!(seen.len(), 3);
    }
}

#[test]
fn long_traces_are_read() {
    let text = format!("{{[#any] {}a!m}}", "{a!m,b?m}.".repeat(100_000));
    assert_eq!(reading(&text).model.unwrap().multitrace.components[0].letters.len(), 100_001);
    assert_eq!(found(&format!("{{{}", "[#all];".repeat(100_000))).len(), 1);
    assert_eq!(found(&"{[".repeat(100_000)).len(), 2);
}

#[test]
#[ignore = "needs the corpora"]
fn the_corpus_is_read_and_printed() {
    let mut number = 0;
    for path in interaction_files(&["htf"]) {
        let source = source(&path);
        let signatures = signatures_beside(&path);
        let Some((names, model)) =
            signatures.iter().find_map(|names| Some((names, read(&source, names).model?)))
        else {
            let found = read(&source, &signatures[0]).diagnostics;
            panic!("{}: {found:?}", path.display());
        };
        let text = print(&model.multitrace, names);
        let again = read(&Source::new("p.htf", &*text), names).model.expect(&text);
        assert_eq!(again.multitrace, model.multitrace, "{}", path.display());
        for end in (0..source.text().len()).step_by(1 + source.text().len() / 10) {
            let Some(cut) = source.text().get(..end) else { continue };
            let reading = read(&Source::new("cut.htf", cut), names);
            assert!(reading.model.is_some() || !reading.diagnostics.is_empty());
        }
        number += 1;
    }
    println!("{number} files");
}
