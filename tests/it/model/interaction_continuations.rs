//! Which letters may come next, and which passings they are of.

use scm_check::internals::kernel::base::{Control, Id as _, Limit};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{read, read_signature};
use scm_check::internals::model::interaction::{Interaction, continuations};
use scm_check::internals::model::trace::{Action, Letter};

fn interaction(text: &str) -> Interaction {
    let names = Source::new("n.hsf", "@message{ m; n } @lifeline{ l; k }");
    let signature = read_signature(&names).model.unwrap();
    let reading = read(&Source::new("n.hif", text), Some(&signature));
    reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)).interaction
}

#[test]
fn letters_are_told_by_the_passings_that_they_are_of() {
    let diagram = interaction("alt(l -- m -> k, seq(l -- m -> k, l -- n -> k))");
    let sent = Letter::from_action(Action::send(
        diagram.signature.lifeline("l").unwrap(),
        diagram.signature.message("m").unwrap(),
    ));
    let told = |read: &[Letter]| {
        let found = continuations(&diagram, read, 100, &Control::unlimited()).unwrap().unwrap();
        let text = |(letter, part): &(Letter, _)| {
            let part: scm_check::internals::model::interaction::ExpressionId = *part;
            format!("{}@{}", letter.text(&diagram.signature), part.index())
        };
        found.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(told(&[]).len(), 2);
    assert!(told(&[]).iter().all(|text| text.starts_with("l!m@")));
    let behind = told(std::slice::from_ref(&sent));
    assert_eq!(behind.len(), 3, "{behind:?}");
    // More terms may be left than are wanted.
    assert_eq!(continuations(&diagram, &[sent], 1, &Control::unlimited()), Ok(None));
}

#[test]
fn they_are_not_looked_for_when_the_time_is_over() {
    let diagram = interaction("l -- m -> k");
    let control = Control::unlimited();
    control.interrupt();
    assert_eq!(continuations(&diagram, &[], 100, &control), Err(Limit::Interrupted));
}
