//! Inputs that are large, deep or no text at all.

use crate::support::likely_mistakes::is_likely_mistake;
use scm_check::internals::kernel::diagnostics::{Colours, render_all};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;

const DEEP: usize = 100_000;

fn with_condition(condition: &str) -> String {
    format!(
        "scm t : nb_channels = 1 ; parameters : int m ; automaton A : initial : 0 state 0 :\n\
         to 0 : when {condition} , 0 ! m ;\n"
    )
}

fn with_contents(contents: &str) -> String {
    format!("{}bad_states : (automaton A : in 0 : true with {contents})", with_condition("true"))
}

/// Returns the codes of the diagnostics but those of likely mistakes, shown without failure.
fn codes(text: &str) -> Vec<&'static str> {
    let source = Source::new("deep.scm", text);
    let reading = scm::read(&source);
    let shown = render_all(&source, &reading.diagnostics, 100, Colours::Coloured);
    assert!(shown.len() < 1_000_000, "{} bytes are shown", shown.len());
    drop(scm::format(&source));
    let others = reading.diagnostics.iter().filter(|diagnostic| !is_likely_mistake(diagnostic));
    others.map(|diagnostic| diagnostic.code.name).collect()
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let (open, close) = ("(".repeat(DEEP), ")".repeat(DEEP));
    assert!(codes(&with_condition(&format!("{open}true{close}"))).contains(&"E0006"));
    assert!(codes(&with_condition(&open)).contains(&"E0006"));
    assert!(codes(&with_condition(&format!("{}true", "not ".repeat(DEEP)))).contains(&"E0006"));
    assert!(codes(&with_condition(&format!("{}1 == 1", "- ".repeat(DEEP)))).contains(&"E0006"));
    assert!(codes(&with_contents(&format!("{open}m{close}"))).contains(&"E0006"));
    assert!(codes(&with_contents(&"(m|".repeat(DEEP))).contains(&"E0006"));
    assert!(codes(&with_contents(&format!("0 = {open}?{close}"))).contains(&"E0006"));
    assert!(codes(&with_contents(&"0 = (*, ".repeat(DEEP))).contains(&"E0006"));
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let (open, close) = ("(".repeat(250), ")".repeat(250));
    assert!(codes(&with_condition(&format!("{open}true{close}"))).is_empty());
    assert!(codes(&with_contents(&format!("{open}m{close}"))).is_empty());
    assert!(codes(&with_contents(&format!("0 = {open}*{close}"))).is_empty());
    assert!(codes(&with_condition(&format!("{}true", "not ".repeat(250)))).is_empty());
}

#[test]
fn long_chains_are_read() {
    assert!(codes(&with_contents(&format!("m{}", "^*".repeat(DEEP)))).is_empty());
    for base in ["?", "*", "0 = m", "0 = *", "(?|_)"] {
        assert!(codes(&with_contents(&format!("{base}{}", "^*".repeat(DEEP)))).is_empty());
        assert!(codes(&with_contents(&format!("{base}{}", "^+^*".repeat(DEEP)))).is_empty());
    }
    assert!(codes(&with_contents(&vec!["m"; DEEP].join("."))).is_empty());
    assert!(codes(&with_contents(&vec!["*"; DEEP].join("."))).is_empty());
    assert!(codes(&with_contents(&vec!["?"; DEEP].join("|"))).is_empty());
    assert!(codes(&with_contents(&vec!["m^+"; DEEP].join("|"))).is_empty());
    assert!(codes(&with_condition(&vec!["true"; DEEP].join(" and "))).is_empty());
    assert!(codes(&with_condition(&format!("{}1 > 1", "1 + ".repeat(DEEP)))).is_empty());
    assert_eq!(codes(&with_condition(&format!("{}m == 1", "1 + ".repeat(DEEP)))), ["E0201"]);
    let comments = format!("{}{}{}", "/*".repeat(DEEP), "*/".repeat(DEEP), with_condition("true"));
    assert!(codes(&comments).is_empty());
    assert_eq!(codes(&format!("{}{}", with_condition("true"), "/*".repeat(DEEP))), ["E0004"]);
}

#[test]
fn numbers_may_be_as_large_as_they_like() {
    let huge = "9".repeat(1_000);
    let text = with_condition("true").replace("nb_channels = 1", &format!("nb_channels = {huge}"));
    assert_eq!(codes(&text), ["E0005"]);
    let text = with_condition("true").replace("nb_channels = 1", "nb_channels = 4000000000");
    assert_eq!(codes(&text), ["E0109"]);
    assert_eq!(codes(&with_condition("true").replace("to 0", &format!("to {huge}"))), ["E0005"]);
    let largest = u64::MAX.to_string();
    let text = with_condition("true").replace("state 0", &format!("state {largest} : state 0"));
    assert_eq!(codes(&text), ["W0303"]);
    assert_eq!(
        codes(&with_condition("true").replace("0 ! m", &format!("{largest} ! m"))),
        ["E0102"]
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_once_with_their_place() {
    let mut bytes = with_condition("true").into_bytes();
    bytes.extend([0xff, 0xfe, b' ', 0xc3]);
    let source = Source::from_bytes("latin.scm", bytes);
    let reading = scm::read(&source);
    let codes: Vec<_> = reading.diagnostics.iter().map(|d| d.code.name).collect();
    assert_eq!(codes, ["E0001"]);
    let place = source.line_column(reading.diagnostics[0].primary.span.start());
    assert_eq!((place.line, place.column), (3, 1));
    assert!(scm::format(&source).is_err());
}

#[test]
fn a_byte_order_mark_is_the_only_mistake_of_its_file() {
    assert_eq!(codes(&format!("\u{feff}{}", with_condition("true"))), ["W0310"]);
}

#[test]
fn files_of_many_megabytes_are_read() {
    let mut text = with_condition("true");
    text.push_str("state 1 :\n");
    while text.len() < 8_000_000 {
        text.push_str("to 0 : when true , 0 ! m ;\n");
    }
    let reading = scm::read(&Source::new("large.scm", text));
    let system = reading.model.expect("every line is right").system;
    assert_eq!(system.automata().iter().map(|one| one.states().len()).sum::<usize>(), 2);
}

#[test]
fn garbage_is_refused() {
    for piece in [
        "a ",
        "( ",
        ") ",
        "é",
        "é ",
        "; ",
        "to ",
        "state ",
        "automaton ",
        "# ",
        "1.5",
        "\u{4}",
        "/* ",
        "\n",
    ] {
        let head = with_condition("true");
        let garbage = piece.repeat(100_000);
        for text in
            [format!("{head}{garbage}"), garbage.clone(), format!("{head}bad_states : {garbage}")]
        {
            let codes = codes(&text);
            assert!(codes.iter().all(|code| code.starts_with('E')), "{piece:?}: {codes:?}");
            // Only line breaks behind a model are no garbage.
            assert_eq!(codes.is_empty(), text.trim_end() == head.trim_end(), "{piece:?}");
            assert!(codes.len() <= 1_001, "{piece:?}: {} mistakes", codes.len());
        }
    }
}

#[test]
fn many_things_of_a_kind_are_read_or_refused() {
    let many = |text: &dyn Fn(usize) -> String| (0..DEEP).map(text).collect::<String>();
    let states = many(&|n| format!("state {n} :\n"));
    let numbers = many(&|n| format!(", {n}"));
    let head = "scm t : nb_channels = 1 ; parameters : int m ; automaton A :";
    let listed = format!(
        "{head} initial : 0{numbers}\n{states}bad_states : (automaton A : {})",
        many(&|n| format!("in {n} : true "))
    );
    assert!(!codes(&listed).iter().any(|code| code.starts_with('E')));
    let expected = many(&|n| format!("//# expect: p{n} = holds\n"));
    assert!(codes(&format!("{expected}{}", with_condition("true"))).is_empty());
    let unknown =
        |declared: &str, used: &str| format!("{head} {declared} initial : 0 state 0 :\n{used}");
    let variables = unknown(
        &many(&|n| format!("int v{n} ;\n")),
        &many(&|n| format!("to 0 : when w{n} == 0 , 0 ! u{n} ;\n")),
    );
    let found = codes(&variables);
    assert!(found.contains(&"E0105") && found.contains(&"E0101"), "{:?}", &found[..5]);
    assert_eq!(found.last(), Some(&"E0007"));
}

#[test]
fn splitting_many_alternatives_for_a_bag_is_given_up() {
    let alternatives = vec!["#"; DEEP].join("|");
    let text = format!(
        "scm t : nb_channels = 3 ; parameters :\n//# bag_buffers = 1\nautomaton A : initial : 0 \
         state 0 : to 0 : when true ;\nbad_states : (automaton A : in 0 : true with \
         ({alternatives}).({alternatives}))"
    );
    assert_eq!(codes(&text), ["E0124"]);
}

#[test]
fn lists_of_contents_and_what_they_stand_for_are_bounded() {
    let twice = codes(&with_contents(&vec!["0 = m"; DEEP].join(", ")));
    assert!(twice.contains(&"E0127") && twice.ends_with(&["E0007"]), "{:?}", twice.last());
    let channels: Vec<String> = (0..DEEP).map(|channel| format!("{channel} = ?.*")).collect();
    let wide = with_contents(&channels.join(", "))
        .replace("nb_channels = 1", &format!("nb_channels = {DEEP}"));
    assert_eq!(codes(&wide), ["W0301", "W0308"]);
    let messages: Vec<_> = (0..DEEP).map(|message| format!("int m{message} ;\n")).collect();
    let many = with_contents(&vec!["*"; DEEP].join("."))
        .replace("int m ;", &format!("int m ;\n{}", messages.concat()));
    assert_eq!(codes(&many), ["E0129"]);
    let specifications = "(automaton A : in 0 : true with 0 = m)\n".repeat(1_000);
    let many = format!("{}bad_states :\n{specifications}", with_condition("true"))
        .replace("nb_channels = 1", "nb_channels = 1000000");
    assert_eq!(codes(&many), ["E0129"]);
}
