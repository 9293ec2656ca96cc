//! What holds of all multitraces, whatever the oracle says: changes of a system and of a multitrace that keep the
//! class, or bring it nearer.

use super::random_automata::multitrace_of;
use super::random_systems::{
    Observed, automaton, co_located, letters, numbered, observed, observed_by,
};
use crate::support::cases::seeds;
use crate::support::random_interactions::Census;
use oracle::multitraces::{Automaton, Traces};
use scm_check::internals::check::conformance::{Checker, Class, Fault, Procedure, Question};
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::model::trace::{LifelineId, LocalLetterId, LocationId};
use std::collections::BTreeSet;

/// The class of a multitrace, and why it is not accepted.
fn found(observed: &Observed, traces: &Traces) -> (Class, Option<Fault>) {
    let mut checker = Checker::new(observed.specification());
    let control = Control::unlimited();
    let answer = checker.check(&numbered(traces), None, Procedure::Auto, &control);
    (answer.class.expect("there is no limit"), answer.fault)
}

fn class(observed: &Observed, traces: &Traces) -> Class {
    found(observed, traces).0
}

/// Random systems with a multitrace each, and what to tell of them.
fn cases(share: u64) -> impl Iterator<Item = (Observed, Traces, Random, String)> {
    seeds(share).map(|seed| {
        let mut numbers = Random::new(seed);
        let observed = observed(&mut numbers, &mut Census::new());
        let traces = multitrace_of(&observed, &mut numbers, &mut Census::new());
        let told = format!("seed {seed}: {}", observed.describe(&traces));
        (observed, traces, numbers, told)
    })
}

#[test]
fn what_answers_a_question_answers_those_after_it() {
    for (observed, traces, _, told) in cases(100) {
        let mut checker = Checker::new(observed.specification());
        let class = class(&observed, &traces);
        for question in Question::ALL {
            let (control, traces) = (Control::unlimited(), numbered(&traces));
            let answer = checker.check(&traces, Some(question), Procedure::Auto, &control);
            assert_eq!(answer.verdict, Ok(class <= question.class()), "{question:?} of {told}");
        }
    }
}

#[test]
fn one_location_alone_is_right_or_has_a_local_error() {
    let mut cases_met = 0;
    for (observed, traces, _, told) in cases(200).filter(|case| case.0.locations() == 1) {
        let (class, fault) = found(&observed, &traces);
        assert_eq!(matches!(fault, Some(Fault::Local(_))), class != Class::Accepted, "{told}");
        assert_ne!(class, Class::MultiPrefix, "one location sees no difference: {told}");
        cases_met += 1;
    }
    assert!(cases_met * 10 >= seeds(200).count(), "one location in {cases_met} cases");
}

#[test]
fn copies_of_states_and_further_letters_change_nothing() {
    for (observed, traces, mut numbers, told) in cases(100) {
        let automaton = &observed.automaton;
        let states = automaton.states;
        // Each transition leads to the copy of its target at times, and leaves both copies of its source.
        let mut copied = Automaton { states: 2 * states, ..automaton.clone() };
        copied.accepting.extend(automaton.accepting.iter().map(|state| state + states));
        let turned = numbers.percent(50);
        copied.initial =
            automaton.initial.iter().map(|state| state + states * usize::from(turned)).collect();
        copied.transitions.clear();
        for &(source, letter, target) in &automaton.transitions {
            let target = if numbers.percent(50) { target } else { target + states };
            copied.transitions.push((source, letter, target));
            copied.transitions.push((source + states, letter, target));
        }
        let copied = Observed { automaton: copied, ..observed.clone() };
        let (before, after) = (found(&observed, &traces), found(&copied, &traces));
        assert_eq!(before.0, after.0, "{told}");
        let errors = |fault| match fault {
            Some(Fault::Local(errors)) => errors,
            _ => Vec::new(),
        };
        assert_eq!(errors(before.1), errors(after.1), "{told}");
    }
}

#[test]
fn more_words_bring_a_multitrace_nearer() {
    for (observed, traces, mut numbers, told) in cases(100) {
        let mut more = observed.clone();
        let states = more.automaton.states;
        if numbers.percent(50) {
            more.automaton.accepting.insert(numbers.below(states));
        } else {
            let letter = numbers.below(observed.sight.len());
            let transition = (numbers.below(states), letter, numbers.below(states));
            if !more.automaton.transitions.contains(&transition) {
                more.automaton.transitions.push(transition);
            }
        }
        assert!(class(&more, &traces) <= class(&observed, &traces), "{told}");
    }
}

#[test]
fn parts_of_an_accepted_multitrace_are_as_near_as_their_kind() {
    for (observed, traces, mut numbers, told) in cases(100) {
        let whole = class(&observed, &traces);
        let mut shorter = traces.clone();
        for trace in &mut shorter {
            trace.truncate(numbers.below(trace.len() + 1));
        }
        assert!(class(&observed, &shorter) <= whole.max(Class::MultiPrefix), "{told}");
        for trace in &mut shorter {
            trace.drain(..numbers.below(trace.len() + 1));
        }
        assert!(class(&observed, &shorter) <= whole.max(Class::Slice), "{told}");
    }
}

#[test]
fn what_is_read_backwards_is_accepted_and_a_slice_alike() {
    let (mut accepted, mut slices) = (0, 0);
    for (observed, traces, _, told) in cases(100) {
        let backwards = Observed { automaton: observed.automaton.reversed(), ..observed.clone() };
        let mut turned = traces.clone();
        for trace in &mut turned {
            trace.reverse();
        }
        let classes = (class(&observed, &traces), class(&backwards, &turned));
        assert_eq!(classes.0 == Class::Accepted, classes.1 == Class::Accepted, "{told}");
        assert_eq!(classes.0 == Class::Fail, classes.1 == Class::Fail, "{told}");
        accepted += usize::from(classes.0 == Class::Accepted);
        slices += usize::from(classes.0 != classes.1);
    }
    assert!(accepted > 0 && slices > 0 || seeds(100).count() < 200, "{accepted}, {slices}");
}

#[test]
fn prefixes_as_words_turn_global_prefixes_into_accepted_multitraces() {
    for (observed, traces, _, told) in cases(100) {
        let prefixes = Observed { automaton: observed.automaton.prefixes(), ..observed.clone() };
        let expected = match class(&observed, &traces) {
            Class::GlobalPrefix => Class::Accepted,
            other => other,
        };
        assert_eq!(class(&prefixes, &traces), expected, "{told}");
    }
}

/// Apart, nobody knows the order of what was seen together: that can only bring a multitrace nearer.
#[test]
fn a_location_that_is_split_accepts_no_less() {
    let mut nearer = 0;
    for seed in seeds(100) {
        let mut numbers = Random::new(seed);
        let (letters, signature) = letters(&mut numbers);
        let lifelines = signature.lifelines().len();
        let together = co_located(lifelines, &mut numbers);
        let apart: Vec<Vec<LifelineId>> =
            (0..lifelines).map(|lifeline| vec![LifelineId::from_index(lifeline)]).collect();
        let automaton = automaton(4, letters.all().len(), &mut numbers, &mut Census::new());
        let joined = observed_by(automaton.clone(), &letters, &signature, &together);
        let split = observed_by(automaton, &letters, &signature, &apart);
        let mut traces = multitrace_of(&joined, &mut numbers, &mut Census::new());
        for (location, trace) in traces.iter_mut().enumerate() {
            trace.retain(|&letter| letter < joined.seen_at(location));
        }
        let mut alone = vec![Vec::new(); lifelines];
        for (location, trace) in joined.alphabet.locations().iter().zip(&traces) {
            for &letter in trace {
                let text = location.text(LocalLetterId::from_index(letter)).unwrap();
                for lifeline in split.alphabet.locations().ids() {
                    let own = seen_alone(text, &split, lifeline);
                    alone[lifeline.index()].extend(own);
                }
            }
        }
        let (before, after) = (class(&joined, &traces), class(&split, &alone));
        let told = joined.describe(&traces);
        assert!(after <= before, "seed {seed}: {told}\n  split: {}", split.describe(&alone));
        nearer += usize::from(after < before);
    }
    assert!(nearer > 0 || seeds(100).count() < 200, "nothing came nearer");
}

/// What a lifeline of its own sees of what several see together.
fn seen_alone(text: &str, split: &Observed, lifeline: LocationId) -> Option<usize> {
    let location = &split.alphabet.locations()[lifeline];
    let is_own = |action: &&str| {
        let name = action.split(['!', '?']).next();
        name == location.members().first().map(String::as_str)
    };
    let own: BTreeSet<&str> = text.trim_matches(['{', '}']).split(',').filter(is_own).collect();
    let own: Vec<&str> = own.into_iter().collect();
    let whole = match &*own {
        [] => return None,
        [one] => (*one).to_owned(),
        several => format!("{{{}}}", several.join(",")),
    };
    Some(location.local_letter(&whole).index())
}
