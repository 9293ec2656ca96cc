//! States of systems that do not exist, and states that are declared twice.

use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;

/// Returns the errors of a system of one automaton with the given states, as `CODE LINE: message`, each with its
/// other places and its help behind ` / `. The head is on line 1, and the states begin on line 2.
fn errors(states: &str) -> Vec<String> {
    let head = "scm t : nb_channels = 1 ; parameters : int m ; automaton p : initial : 0";
    let source = Source::new("t.scm", format!("{head}\n{states}"));
    let diagnostics = scm::read(&source).diagnostics.into_iter();
    let told = diagnostics.filter(|one| one.code.name.starts_with('E')).map(|one| {
        let line = source.line_of(one.primary.span.start());
        let related = one.secondary.iter().map(|label| label.text.as_str());
        let rest: Vec<&str> = related.chain(one.help.iter().map(String::as_str)).collect();
        format!("{} {line}: {} / {}", one.code.name, one.message, rest.join(" / "))
    });
    told.collect()
}

/// Returns states with these numbers, and a transition from the first one to another.
fn states(numbers: &[u64], target: u64) -> String {
    let heads: Vec<String> = numbers.iter().map(|number| format!("state {number} :\n")).collect();
    format!("{}to {target} : when true , 0 ! m ;", heads.concat())
}

#[test]
fn the_states_that_there_are_are_named() {
    let many: Vec<u64> = (0..20).map(|number| 10 * number).collect();
    for (numbers, target, named) in [
        (&[0][..], 9, "the only state of `p` is 0"),
        (&[1, 0, 2], 9, "the states of `p` are 0 to 2"),
        (&[0, u64::MAX], 9, "the states of `p` are 0, 18446744073709551615"),
        (&many, 44, "the nearest states of `p`: 40 and 50"),
        (&many, 900, "the nearest states of `p`: 190"),
    ] {
        let line = 1 + numbers.len();
        let help = format!("declare it: `state {target} :`");
        let message = format!("state {target} does not exist in automaton `p`");
        let expected = format!("E0103 {}: {message} / {named} / {help}", line + 1);
        assert_eq!(errors(&states(numbers, target)), [expected]);
    }
}

#[test]
fn what_follows_from_a_state_that_is_declared_twice_is_not_reported() {
    let twice = |line: usize, state: u64| {
        format!("E0106 {line}: state {state} is declared twice / first declared here")
    };
    let meant = " / a transition leads to state 2: did you mean `2`?";
    assert_eq!(errors(&states(&[0, 1, 1], 2)), [twice(4, 1) + meant]);
    let found = errors(&states(&[0, 1, 1, 0], 2));
    assert_eq!(found, [twice(4, 1) + meant, twice(5, 0)]);
    // One of these is wrong whatever the second state 1 is called.
    let more = states(&[0, 1, 1], 2) + "\nto 3 : when true , 0 ! m ;";
    let codes: Vec<String> = errors(&more).iter().map(|error| error[..7].to_owned()).collect();
    assert_eq!(codes, ["E0106 4", "E0103 5", "E0103 6"]);
}
