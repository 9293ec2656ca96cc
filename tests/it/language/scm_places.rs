//! Where the parts of a model stand in its text.

use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::{scm, system::Model};

/// Returns the model of a text, and the text.
fn read(text: &str) -> (Model, Source) {
    let source = Source::new("t.scm", text);
    let reading = scm::read(&source);
    let model = reading.model.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics));
    (model, source)
}

fn slices<'a>(source: &'a Source, spans: &[Span]) -> Vec<&'a str> {
    spans.iter().map(|&span| source.slice(span)).collect()
}

const HEAD: &str = "scm t : nb_channels = 1 ; parameters : int m ;\nautomaton A :\ninitial : 0\nstate \
                    0 :\nto 0 : when true , 0 ! m ;\n";

#[test]
fn each_expectation_leads_to_the_word_of_its_verdict_and_each_line_to_its_comment() {
    let text = format!(
        "//# expect: rsc = violated, rsc[bag,lossless] =holds\r\n/* //# expect: no = holds */\n//# \
         bag_buffers = 0\n{HEAD}  //#expect : bad_states/1=unknown  , stuck(A) = holds \t\n// \
         expect: x = holds"
    );
    let (model, source) = read(&text);
    let places = &model.places;
    let words = slices(&source, &places.expectations);
    let stated: Vec<&str> = model.expectations.iter().map(|e| e.verdict.word()).collect();
    assert_eq!(words, stated);
    assert_eq!(words, ["violated", "holds", "unknown", "holds"]);
    assert_eq!(
        slices(&source, &places.expectation_lines),
        [
            "//# expect: rsc = violated, rsc[bag,lossless] =holds",
            "//#expect : bad_states/1=unknown  , stuck(A) = holds \t"
        ]
    );
}

#[test]
fn rewriting_the_words_of_verdicts_rewrites_the_answers() {
    let text = format!("{HEAD}//# expect: a = holds, b = violated\n//# expect: c[bag] = unknown\n");
    let (model, source) = read(&text);
    let mut rewritten = source.text().to_owned();
    for &place in model.places.expectations.iter().rev() {
        rewritten.replace_range(place.range(), "unknown");
    }
    let (again, _) = read(&rewritten);
    for (before, after) in model.expectations.iter().zip(&again.expectations) {
        assert_eq!((&before.property, &before.variant), (&after.property, &after.variant));
        assert_eq!(after.verdict, Expected::Unknown);
    }
    assert_eq!(again.expectations.len(), 3);
}

#[test]
fn a_model_that_states_no_answer_has_no_places_of_answers() {
    let (model, _) = read(HEAD);
    assert!(model.places.expectations.is_empty() && model.places.expectation_lines.is_empty());
}

#[test]
fn a_bad_specification_spans_its_parentheses() {
    let specifications = [
        "(automaton A : in 0 : true)",
        "( automaton A : in 0 : (true) with (m.m)^* )",
        "(automaton A : in 0 : true with m /* here */)",
    ];
    let (model, source) =
        read(&format!("{HEAD}bad_states :\n  {}\n", specifications.join(" // next\n  ")));
    assert_eq!(slices(&source, &model.places.bad), specifications);
}
