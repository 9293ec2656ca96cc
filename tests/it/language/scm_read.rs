//! Texts that cannot be read at all.

use crate::support::likely_mistakes::is_likely_mistake;
use scm_check::internals::kernel::diagnostics::{Colours, render};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::reading::too_large;
use scm_check::internals::language::scm::{print, read};

#[test]
fn a_file_that_is_too_large_is_refused_in_words() {
    let text = render(&Source::new("huge.scm", "scm huge :"), &too_large(), Colours::Plain);
    let expected = [
        "error[E0008]: the file has four gigabytes or more",
        " --> huge.scm:1:1",
        "  |",
        "1 | scm huge :",
        "  | ^",
        "",
    ];
    assert_eq!(text, expected.join("\n"));
}

/// Returns a model in which one transition and one bad state have conditions.
fn with_conditions(transition: &str, bad: &str) -> String {
    format!(
        "scm t : nb_channels = 1 ; parameters : int a ; automaton p : int x ; initial : 0 \
         state 0 : to 1 : when {transition} , 0 ! a ; to 0 : when true ; state 1 : to 1 : when true , 0 ? a ; \
         bad_states : (automaton p : in 1 : {bad})"
    )
}

#[test]
fn conditions_without_variables_have_their_truth() {
    for (condition, truth) in [
        ("true", true),
        ("false", false),
        ("(not false)", true),
        ("1 == 1", true),
        ("1 != 1", false),
        ("1 + 2 * 3 == 7", true),
        ("(1 + 2) * 3 <= 8", false),
        ("- 2 < -1 and 2 > 1", true),
        ("6 / 3 == 2", true),
        ("7 % 3 >= 1", true),
        ("7 % 3 == 0 or 10000000000 * 10000000000 > 1", true),
        ("x == 1 and 1 > 2", false),
        ("x == 1 or not 1 > 2", true),
    ] {
        let reading = read(&Source::new("t.scm", with_conditions(condition, condition)));
        let model =
            reading.model.unwrap_or_else(|| panic!("{condition}: {:?}", reading.diagnostics));
        let automaton = model.system.automata().iter().next().unwrap();
        assert_eq!(automaton.transitions().len(), 2 + usize::from(truth), "{condition}");
        let [(_, states)] = &*model.bad[0].control else { panic!("{condition}") };
        assert_eq!(states.len(), usize::from(truth), "{condition}");
        // What is printed has the same meaning.
        let printed = print(&model.system, &model.bad, &[]);
        let again = read(&Source::new("t.scm", &*printed)).model.unwrap();
        assert_eq!((again.system, again.bad), (model.system, model.bad), "{condition}");
    }
    for condition in [
        "x == 1",
        "x == 1 and 2 > 1",
        "a == 1",
        "x == x",
        "1 / 2 == 0",
        "1 / 0 == 1",
        "0.1 + 0.2 == 0.3",
        ".5 == 5.0e-1",
        "-7 % 3 == 2",
        "1.5 % 1 == 0",
        "1e999.0 == 1",
        "100000000000000000000000000000000000000000 > 1",
    ] {
        let reading = read(&Source::new("t.scm", with_conditions(condition, "true")));
        assert!(reading.model.is_none(), "{condition}");
    }
    let reading = read(&Source::new("t.scm", with_conditions("1 / 2 == 0", "true")));
    let codes: Vec<&str> = reading.diagnostics.iter().map(|one| one.code.name).collect();
    assert_eq!(codes, ["E0201"]);
}

#[test]
fn many_unused_things_are_one_warning() {
    let declared = |count: usize| -> String {
        let all = |letter| {
            let declared = (0..count).map(|number| format!("int {letter}{number} ;"));
            declared.collect::<Vec<_>>().join(" ")
        };
        let (messages, variables) = (all("m"), all("x"));
        format!(
            "scm t : nb_channels = 1 ; parameters : int a ; {messages} automaton p : {variables} \
             initial : 0 state 0 : to 0 : when true , 0 ! a ;"
        )
    };
    let told = |count| {
        let reading = read(&Source::new("t.scm", declared(count)));
        let told = reading.diagnostics.into_iter().filter(|one| !is_likely_mistake(one));
        told.map(|one| (one.code.name, one.message)).collect::<Vec<_>>()
    };
    assert_eq!(told(5).len(), 10);
    let [messages, variables] = &*told(20_000) else { panic!("one of each kind") };
    let names = "messages `m0`, `m1`, `m2`, `m3`, `m4` and 19995 more are never sent or received";
    assert_eq!((messages.0, &*messages.1), ("W0302", names));
    let names = "nothing depends on variables `x0`, `x1`, `x2`, `x3`, `x4` and 19995 more";
    assert_eq!((variables.0, &*variables.1), ("W0306", names));
}

#[test]
fn comments_that_are_nearly_directives_are_warned_of() {
    let warned = |comment: &str| {
        let reading =
            read(&Source::new("t.scm", format!("{comment}\n{}", with_conditions("true", "true"))));
        let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        assert!(model.expectations.is_empty(), "{comment}");
        let mut told = reading.diagnostics.into_iter().filter(|one| one.code.name == "W0309");
        let first = told.next().map(|one| one.help.join(", "));
        assert!(told.next().is_none(), "{comment}");
        first
    };
    for (comment, help) in [
        ("// # expect: rsc = holds", "write `//# expect: rsc = holds`"),
        ("///# expect: rsc = holds", "write `//# expect: rsc = holds`"),
        ("//\t#expect : rsc = holds", "write `//# expect : rsc = holds`"),
        ("// # bag_buffers = 0", "write `//# bag_buffers = 0`"),
    ] {
        assert_eq!(warned(comment).as_deref(), Some(help), "{comment}");
    }
    for comment in [
        "// expect: rsc = holds",
        "// # expect nothing",
        "// # bag_buffers are bags",
        "// # 1",
        "/* # expect: rsc */",
    ] {
        assert_eq!(warned(comment), None, "{comment}");
    }
}
