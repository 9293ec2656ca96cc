//! The bundled interactions: what they state about their automata, against what is found.

use std::collections::BTreeSet;

use crate::support::bundled_interactions::{Bundled, models};
use crate::support::tidy_sequence::assert_tidy;
use scm_check::internals::driver::choreography::is_property_of_messages;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::format;
use scm_check::internals::model::interaction::{
    Choice, Expression, Refusal, RewriteRules, Synthesis,
};
use scm_check::internals::render::diagrams::interaction_sequence;
use scm_check::internals::render::drawing::{TextStyle, sequence_text};

#[test]
fn automata_of_interactions_have_as_many_states_as_is_stated() {
    let mut refused = 0;
    for model in models() {
        let name = &model.name;
        let made = model.synthesised(&Synthesis::default());
        match (made, model.stated("nfa")) {
            (Err(Refusal::Unbounded(..)), Some("refused")) => {
                let stated = model.model.expectations.iter();
                let others = stated.filter(|stated| !is_property_of_messages(&stated.property));
                assert_eq!(others.count(), 1, "{name}");
                refused += 1;
            }
            (Ok(made), None) => {
                let states = made.automaton.len().to_string();
                assert_eq!(model.stated("nfa_states"), Some(&*states), "{name}");
                let control = Control::unlimited();
                let (subsets, _) = made.automaton.determinised_within(&control).unwrap();
                let minimal = subsets.minimised().len().to_string();
                assert_eq!(model.stated("minimal_dfa_states"), Some(&*minimal), "{name}");
            }
            (made, stated) => panic!("{name}: {stated:?}, {:?}", made.map(|made| made.automaton)),
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn systems_of_publications_have_as_many_states_as_there() {
    let mut published = 0;
    for model in models() {
        let Some(stated) = model.stated("published_nfa_states") else { continue };
        let how = Synthesis {
            laws: RewriteRules::paper(),
            choice: Some(Choice::Delayed),
            ..Synthesis::default()
        };
        let states = model.synthesised(&how).expect(&model.name).automaton.len();
        assert_eq!(states.to_string(), stated, "{}", model.name);
        published += 1;
    }
    assert!(published > 10, "{published}");
}

#[test]
fn models_state_nothing_that_is_not_judged() {
    let known = ["nfa", "nfa_states", "minimal_dfa_states", "published_nfa_states"];
    for model in models() {
        for stated in &model.model.expectations {
            let property = &*stated.property;
            let is_judged = known.contains(&property) || is_property_of_messages(property);
            assert!(is_judged, "{}: {property}", model.name);
        }
    }
}

#[test]
fn every_interaction_is_laid_out_as_it_is_formatted() {
    for Bundled { name, text, signature, .. } in models() {
        for text in [text, signature] {
            let laid_out = format(&Source::new(name.clone(), text.clone()));
            assert_eq!(laid_out.as_ref(), Ok(&text), "{name}");
        }
    }
}

#[test]
fn every_interaction_is_drawn_tidily() {
    for model in models() {
        let sequence = interaction_sequence(&model.model.interaction).expect(&model.name);
        assert_tidy(&model.name, &sequence);
        let text = sequence_text(&sequence, TextStyle::ASCII);
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        let max_states = 32 * sequence.lifelines.len().max(4);
        assert!(widest <= max_states, "{} is {widest} wide\n{text}", model.name);
    }
}

#[test]
fn every_interaction_begins_by_saying_what_it_is() {
    for Bundled { name, text, signature, .. } in models() {
        assert!(text.starts_with("/* ") && text.contains(". */\n"), "{name}");
        let comment = text.split("*/").next().unwrap();
        assert!(comment.lines().count() <= 4, "{name}: its comment is long");
        for text in [&text, &signature] {
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{name} is wide");
            assert!(text.ends_with('\n') && !text.contains(" \n"), "{name}");
        }
        let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(name.chars().all(is_snake), "{name}");
    }
}

#[test]
fn the_interactions_are_many_and_use_the_whole_language() {
    let models = models();
    assert!(models.len() >= 60, "{} models", models.len());
    let mut used = BTreeSet::new();
    for model in &models {
        let interaction = &model.model.interaction;
        if !interaction.signature.gates().is_empty() {
            used.insert("gate");
        }
        for part in &interaction.parts {
            used.insert(match part {
                Expression::Empty => "o",
                Expression::Passing(passing) if passing.synchronous => "<synch>",
                Expression::Passing(passing) if passing.targets.is_empty() => "-> |",
                Expression::Passing(passing) if passing.targets.len() > 1 => "broadcast",
                Expression::Passing(_) => "->",
                Expression::Compound(operator, _) => operator.name(),
                Expression::Optional(_) => "opt",
                Expression::Loop(repetition, _) => repetition.name(),
            });
        }
    }
    let all = [
        "o",
        "<synch>",
        "-> |",
        "broadcast",
        "->",
        "strict",
        "seq",
        "par",
        "alt",
        "coreg",
        "sync",
        "opt",
        "loopS",
        "loopH",
        "loopW",
        "loopP",
        "gate",
    ];
    assert_eq!(used, BTreeSet::from(all));
}
