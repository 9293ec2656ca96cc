//! Heads of states and usual transitions, which are one token each, against the same lines word by word.

use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::language::{scm, system::Model};

/// A comment that makes the parser read a line word by word.
const COMMENT: &str = "/**/";

/// Returns a text with a comment in each head of a state and in each transition.
fn word_by_word(text: &str) -> String {
    let text = text.replace("state ", &format!("state {COMMENT}"));
    text.replace("when", &format!("when {COMMENT}"))
}

/// Returns a model with the lines of one automaton.
fn model(lines: &str) -> String {
    let head = "scm t : nb_channels = 2 ; parameters : int m ; int _1 ; int to_1 ;";
    format!("{head}\nautomaton p : initial : 0\n{lines}")
}

fn read(text: &str) -> (Model, Source) {
    let source = Source::new("t.scm", text);
    let reading = scm::read(&source);
    let model = reading.model.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics));
    (model, source)
}

/// Returns the texts of places, without comments and blanks.
fn bare<'a>(source: &Source, places: impl IntoIterator<Item = &'a Span>) -> Vec<String> {
    let bare =
        |place: &Span| source.slice(*place).replace(COMMENT, "").replace(char::is_whitespace, "");
    places.into_iter().map(bare).collect()
}

#[test]
fn usual_lines_mean_what_their_words_mean() {
    let lines = "state 0 :
to 0 : when true , 0 ! m ;
to 1 : when true ;
to 01 : when true,1?_1;to\t1:\r\nwhen  true\n,\n00!to_1\n;
state 01:to 0 : when true , 0 ? m ; to 0 : when not false , 1 ! m ;
state 7
: to 1 :when true, 0 ! to_1 ;";
    let text = model(lines);
    let ((model, source), (expected, slow)) = (read(&text), read(&word_by_word(&text)));
    assert_eq!(model.system, expected.system);
    let automaton = model.system.automata().iter().next().expect("there is one");
    assert_eq!(automaton.states().iter().collect::<Vec<_>>(), ["0", "1", "7"]);
    assert_eq!(automaton.transitions().len(), 7);
    for (places, expected) in [
        (
            bare(&source, model.places.states.iter().flat_map(|of| of.iter())),
            bare(&slow, expected.places.states.iter().flat_map(|of| of.iter())),
        ),
        (
            bare(&source, model.places.transitions.iter().flat_map(|of| of.iter())),
            bare(&slow, expected.places.transitions.iter().flat_map(|of| of.iter())),
        ),
    ] {
        assert_eq!(places, expected);
    }
}

#[test]
fn mistakes_in_usual_lines_are_those_of_their_words() {
    let usual = "to 0 : when true , 0 ! m ;";
    for (mistake, expected) in [
        ("to 0 : when true , 0 ! state ;", Some("state")),
        ("to 0 : when true , 0 ! true ;", Some("true")),
        ("to 18446744073709551616 : when true , 0 ! m ;", Some("18446744073709551616")),
        ("to 0 : when true , 18446744073709551616 ! m ;", Some("18446744073709551616")),
        ("to 0 : when true , 2 ! m ;", Some("2")),
        ("to 3 : when true , 0 ! m ;", Some("3")),
        ("to 0 : when true , 0 ! n ;", Some("n")),
        ("to 0 : when true , 0 ! m", None),
        ("to 0 : when true 0 ! m ;", Some("0")),
        ("ot 0 : when true , 0 ! m ;", Some("ot")),
        ("state 18446744073709551616 :", Some("18446744073709551616")),
        ("state 0 :", Some("0")),
        ("-- state 0 :", Some("-")),
        ("state 0 : }", Some("}")),
    ] {
        let text = model(&format!("state 0 :\n{usual}\n{mistake}\n{usual}\n"));
        let [found, slow] = [text.clone(), word_by_word(&text)].map(|text| {
            let source = Source::new("t.scm", text);
            let found = scm::read(&source).diagnostics;
            let show = |one: &scm_check::internals::kernel::diagnostics::Diagnostic| {
                (one.code, bare(&source, [&one.primary.span]), one.message.clone())
            };
            found.iter().map(show).collect::<Vec<_>>()
        });
        assert_eq!(found, slow, "{mistake}");
        let places: Vec<&String> = found.iter().flat_map(|(_, place, _)| place).collect();
        assert!(
            expected.is_none_or(|place| places.iter().any(|one| *one == place)),
            "{mistake}: {found:?}"
        );
        assert!(!found.is_empty(), "{mistake}");
    }
}

#[test]
fn usual_lines_are_laid_out_as_their_words_are() {
    let lines = "state 007:to\t00:when true,01?m;// behind\n\nto 0 : when true;/* a */to 7 : when true , 0 ! _1 ;";
    let text = model(lines);
    let laid_out =
        |text: &str| scm::format(&Source::new("t.scm", text)).expect("there is no error");
    let expected = "state 7 :
to 0 : when true , 1 ? m ; // behind
to 0 : when true ; /* a */
to 7 : when true , 0 ! _1 ;
";
    let found = laid_out(&text);
    assert_eq!(&found[found.find("state").expect("there is one")..], expected);
    assert_eq!(laid_out(&found), found);
    let slow = laid_out(&word_by_word(&text));
    assert_eq!(slow.replace(" /**/", ""), found);
}
