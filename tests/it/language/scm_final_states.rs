//! Lines `//# final: server = 0, 2`.

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{scm, system};

const MODEL: &str = "scm t :\nnb_channels = 1 ;\nparameters :\nint a ;\n\
    automaton client :\ninitial : 0\nstate 0 :\nto 1 : when true , 0 ! a ;\nstate 1 :\n\
    automaton server :\ninitial : 0\nstate 0 :\nto 0 : when true , 0 ? a ;\nstate 2 :\nto 0 : when true , 0 ? a ;\n";

/// Returns the declared final states of each participant, by name.
fn declared(model: &system::Model) -> Vec<Vec<&str>> {
    let automata = model.system.automata().iter();
    automata
        .map(|automaton| {
            let declared = automaton.declared_final();
            declared.map(|state| &automaton.states()[state]).collect()
        })
        .collect()
}

/// Returns the codes and messages about the model below some lines.
fn messages(lines: &str) -> Vec<String> {
    let source = Source::new("t.scm", format!("{lines}\n{MODEL}"));
    let all = scm::read(&source).diagnostics;
    let is_about_lines = |text: &String| !text.starts_with("W0303") && !text.starts_with("W0311");
    let texts = all.iter().map(|one| {
        let help = one.help.join("; ");
        format!("{} {} ({help})", one.code.name, one.message)
    });
    texts.filter(is_about_lines).collect()
}

#[test]
fn a_line_declares_states_of_a_participant_and_is_printed_again() {
    let text = format!("//# final: server = 0, 2\n//# final: client = 1\n{MODEL}");
    let model = scm::read(&Source::new("t.scm", &*text)).model.expect("the text is right");
    assert_eq!(declared(&model), [vec!["1"], vec!["0", "2"]]);
    let printed = scm::print(&model.system, &[], &[]);
    assert!(printed.contains("//# final: client = 1\n//# final: server = 0, 2\n"), "{printed}");
    let again = scm::read(&Source::new("t.scm", &*printed)).model.expect("it is a model");
    assert_eq!(again.system, model.system);
    let formatted = scm::format(&Source::new("t.scm", &*text)).expect("it has tokens only");
    assert!(formatted.contains("//# final: server = 0, 2\n"), "{formatted}");
    let json = scm::json(&model.system, &[], &[]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["participants"][1]["final"], serde_json::json!(["0", "2"]));
}

#[test]
fn what_does_not_exist_is_named_with_what_was_meant() {
    assert_eq!(
        messages("//# final: servr = 0"),
        ["E0104 there is no automaton `servr` (did you mean `server`?)"]
    );
    assert_eq!(
        messages("//# final: server = 1"),
        ["E0103 state 1 does not exist in automaton `server` (declare it: `state 1 :`)"]
    );
    assert_eq!(
        messages("//# final: server = 0\n//# final: server = 2"),
        ["E0010 the final states of `server` are listed twice (list all of them in one line)"]
    );
    for malformed in ["final", "final:", "final: server", "final: server = ", "final: server = a"] {
        let all = messages(&format!("//# {malformed}"));
        assert!(all.len() == 1 && all[0].starts_with("E0009"), "{malformed}: {all:?}");
    }
    assert_eq!(
        messages("//# finl: server = 0"),
        ["E0009 unknown `//#` line (did you mean `final`?)"]
    );
    assert!(messages("// # final: server = 0")[0].starts_with("W0309"));
}

#[test]
fn a_state_that_can_always_go_on_is_named_and_counts() {
    let all = messages("//# final: client = 0, 0");
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all.iter().any(|one| one.starts_with("W0305 the state is named twice")), "{all:?}");
    assert!(
        all.iter().any(|one| one.starts_with("W0318 `client` can always go on in 0")),
        "{all:?}"
    );
    assert_eq!(messages("//# final: server = 0, 2"), Vec::<String>::new());
}
