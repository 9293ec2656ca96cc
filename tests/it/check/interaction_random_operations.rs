//! What is made of random interactions, against the oracle: automata by steps and by parts, other
//! automata of these, interactions without some lifelines, normal forms.

use crate::support::interaction_words::{
    Subject, check_all, law_sets, numbers_of, words_of_automaton,
};
use crate::support::random_interactions::{Census, count, demand, written};
use oracle::interaction::{Alphabet, Bound, Operation, Term, Word, Words, erased, words};
use scm_check::internals::kernel::automata::FiniteAutomaton;
use scm_check::internals::kernel::base::{Control, Limit, Random};
use scm_check::internals::model::interaction::{
    Choice, Expression, Incomposable, Interaction, Operator, Refusal, Repetition, RewriteRules,
    Semantics, Synchronised, Synthesis, Synthesised, compose, synthesise,
};
use scm_check::internals::model::trace::{LifelineId, LifelineSet};
use std::collections::BTreeSet;

/// How many terms are explored where there may be infinitely many.
const MOST: usize = 100;

/// The automata that the library makes of an interaction, with what they are called.
fn automata_of(synthesised: &Synthesised) -> Vec<(&'static str, FiniteAutomaton)> {
    let control = Control { max_states: Some(2_000), ..Control::unlimited() };
    let automaton = &synthesised.automaton;
    let mut found = vec![("the automaton", automaton.clone())];
    if let Ok((determinised, _)) = automaton.determinised_within(&control) {
        let minimal = determinised.minimised();
        if minimal.len() <= 5 {
            let smallest = automaton.minimal_nfa(&control).expect("it is small");
            assert!(smallest.len() <= minimal.len(), "the smallest automaton is no larger");
            found.push(("the smallest", smallest));
        }
        if let Ok(other) = automaton.minimised_by_reversal(&control) {
            assert!(minimal.len() == other.len().max(1), "minimal automata have one size");
            found.push(("minimised by reversal", other));
        }
        found.push(("determinised", determinised));
        found.push(("minimised", minimal));
    }
    found.extend(automaton.reduced(&control).map(|reduced| ("reduced", reduced)));
    found
}

fn synthesis(interaction: &Interaction, seed: u64, census: &mut Census) -> Option<String> {
    let mut subject = Subject::new(interaction);
    let mut random = Random::new(seed);
    let sets = law_sets(seed);
    let (name, laws) = &sets[random.below(sets.len())];
    let mut sizes = Vec::new();
    for choice in [Some(Choice::Delayed), Some(Choice::Immediate), None] {
        let how = Synthesis { laws: *laws, choice, max_states: MOST };
        let control = Control { max_states: Some(1_000), ..Control::unlimited() };
        let found = match synthesise(interaction, &how, &control) {
            Ok(found) => found,
            Err(Refusal::Limit(Limit::States)) => {
                count(census, "too many states");
                return None;
            }
            Err(Refusal::Unbounded(part, kind)) => {
                let is_loop = matches!(
                    interaction.parts[part],
                    Expression::Loop(of_part, _) if of_part == kind && kind != Repetition::Strict
                );
                if !is_loop {
                    return Some(format!("{name}, {choice:?}: {part:?} is no such loop: {kind:?}"));
                }
                count(census, "refused");
                continue;
            }
            // Each loop closes alone, and there are just more states than the test is patient for.
            Err(Refusal::TooMany(states)) if subject.has_growing_loop() && states > MOST => {
                count(census, "too many states");
                return None;
            }
            Err(refusal) => {
                return Some(format!("{name}, {choice:?}: {refusal:?} without a limit"));
            }
        };
        sizes.push((choice, found.automaton.len()));
        count(census, "synthesised");
        if subject.has_growing_loop() {
            count(census, "closed");
        }
        let numbers = numbers_of(found.letters(), &mut subject.alphabet);
        for (operation, automaton) in automata_of(&found) {
            let has = words_of_automaton(&automaton, &numbers, subject.length);
            let what = format!("{name}, {choice:?}: {operation}");
            let wrong = subject.difference(&what, &subject.words, &has);
            if wrong.is_some() {
                return wrong;
            }
            count(census, operation);
        }
    }
    let smaller = sizes.iter().filter(|(choice, _)| choice.is_some()).map(|&(_, size)| size).min();
    let automatic = sizes.iter().find(|(choice, _)| choice.is_none()).map(|&(_, size)| size);
    if automatic != smaller {
        return Some(format!("{name}: the smaller is not taken: {sizes:?}"));
    }
    let of = |choice| sizes.iter().find(|&&(of, _)| of == Some(choice)).map(|&(_, size)| size);
    let kind = match of(Choice::Delayed).cmp(&of(Choice::Immediate)) {
        std::cmp::Ordering::Less => "delayed is smaller",
        std::cmp::Ordering::Greater => "immediate is smaller",
        std::cmp::Ordering::Equal => "equally small",
    };
    count(census, kind);
    None
}

#[test]
fn automata_have_the_words_of_the_oracle() {
    let census = check_all(100, synthesis);
    let kinds = ["synthesised", "refused", "closed", "the automaton", "the smallest"];
    demand(&census, &kinds, 20);
    demand(&census, &["minimised by reversal", "determinised", "minimised", "reduced"], 20);
    demand(&census, &["delayed is smaller", "immediate is smaller", "equally small"], 1);
}

fn composition(interaction: &Interaction, _: u64, census: &mut Census) -> Option<String> {
    let mut subject = Subject::new(interaction);
    let control = Control { max_states: Some(1_000), ..Control::unlimited() };
    let needs_steps = subject.has_growing_loop()
        || subject.term.has(&|part| {
            use Operation::{Coreg, Seq, Sync};
            matches!(part, Term::Pair(Seq | Coreg(_) | Sync(_), _, _))
        });
    match compose(interaction, &control) {
        Ok((automaton, letters)) => {
            let numbers = numbers_of(&letters, &mut subject.alphabet);
            let has = words_of_automaton(&automaton, &numbers, subject.length);
            count(census, if needs_steps { "composed with seq" } else { "composed" });
            subject.difference("the composed automaton", &subject.words, &has)
        }
        Err(Incomposable::Block(Refusal::Limit(_))) => {
            count(census, "too many states");
            None
        }
        Err(Incomposable::Part(_, _)) if needs_steps => {
            count(census, "not composed");
            None
        }
        Err(other) => Some(format!("not composed: {other:?}")),
    }
}

#[test]
fn composed_automata_have_the_words_of_the_oracle() {
    let census = check_all(100, composition);
    demand(&census, &["composed", "composed with seq", "not composed"], 20);
}

/// The most letters of a shortest word of which so many are seen.
fn longest_needed(term: &Term, visible: usize) -> usize {
    match term {
        Term::Empty => 0,
        Term::Letter(_) => 1,
        Term::Pair(Operation::Alt, left, right) => {
            longest_needed(left, visible).max(longest_needed(right, visible))
        }
        Term::Pair(_, left, right) => {
            longest_needed(left, visible) + longest_needed(right, visible)
        }
        // Rounds of which nothing is seen may be left out.
        Term::Loop(_, body) => visible * longest_needed(body, visible),
    }
}

fn removal(interaction: &Interaction, seed: u64, census: &mut Census) -> Option<String> {
    let sequential;
    let interaction = if seed.is_multiple_of(2) {
        interaction
    } else {
        sequential = written(&sequenced(&Term::of(interaction)), &interaction.signature);
        &sequential
    };
    let term = Term::of(interaction);
    let mut random = Random::new(seed);
    let present: Vec<LifelineId> = term.lifelines().into_iter().collect();
    let hidden: BTreeSet<LifelineId> = present.into_iter().filter(|_| random.percent(50)).collect();
    let set: LifelineSet = hidden.iter().copied().collect();
    let removed = match interaction.without(&set) {
        Ok(removed) => removed,
        Err(Synchronised(part)) => {
            count(census, "removal refused");
            let part = &interaction.parts[part];
            let is_sync = matches!(part, Expression::Compound(Operator::Sync(_), _));
            return (!is_sync).then(|| format!("{part:?} synchronises nothing"));
        }
    };
    if term.has(&|part| matches!(part, Term::Pair(Operation::Sync(_), _, _))) {
        return Some("lifelines of synchronised operands are removed".to_owned());
    }
    let after = Term::of(&removed);
    if !after.lifelines().is_disjoint(&hidden) {
        return Some(format!("{} has removed lifelines", after.text(&removed.signature)));
    }
    let is_head = |part: &Term| match part {
        Term::Loop(Repetition::Head, body) => Some(!body.lifelines().is_disjoint(&hidden)),
        _ => None,
    };
    let has_weakened = term.has(&|part| is_head(part) == Some(true));
    if after.has(&|part| is_head(part).is_some()) {
        count(census, "loopH without removed lifelines");
    }
    let is_exact = keeps_words(&term, &hidden);
    let is_local = has_words_by_parts(&term);
    let mut alphabet = Alphabet::of([&term, &after]);
    for visible in [3, 2, 1, 0] {
        let length = longest_needed(&term, visible);
        let bound = Bound { visible, hidden: hidden.clone(), ..Bound::length(length.min(12)) };
        let Some(before) = words(&term, &alphabet, &bound, 20_000) else { continue };
        let Some(has) = words(&after, &alphabet, &Bound::length(visible), 20_000) else { continue };
        let expected = erased(&before, &mut alphabet, &hidden);
        count(census, if has_weakened { "removed from loopH" } else { "removed" });
        let lost = expected.difference(&has).next().map(|word| ("lacks", word));
        let more = has.difference(&expected).next().map(|word| ("has", word));
        let parts = |words: &Words| -> BTreeSet<Vec<Word>> {
            words.iter().map(|word| parts_of(word, &mut alphabet.clone(), &term)).collect()
        };
        let is_whole = length <= 12;
        let wrong_parts = is_whole && is_local && parts(&expected) != parts(&has);
        if is_whole {
            count(census, if is_exact { "the same words" } else { "words or more" });
        }
        if is_whole && is_local && !is_exact {
            count(census, "the same parts");
        }
        let text = after.text(&removed.signature);
        if wrong_parts {
            return Some(format!("without {hidden:?}, {text} has other parts of words"));
        }
        let (verb, word) = lost.or(more.filter(|_| is_whole && is_exact))?;
        let word = alphabet.text(word, &interaction.signature);
        return Some(format!("without {hidden:?}, {text} wrongly {verb} {word}"));
    }
    None
}

/// The term with sequencing in the place of everything that interleaves on a lifeline.
fn sequenced(term: &Term) -> Term {
    use Operation::{Alt, Strict};
    match term {
        Term::Empty | Term::Letter(_) => term.clone(),
        Term::Pair(operation, left, right) => {
            let operation = match operation {
                Alt | Strict => operation.clone(),
                _ => Operation::Seq,
            };
            Term::pair(operation, sequenced(left), sequenced(right))
        }
        Term::Loop(kind, body) => {
            let kind = if *kind == Repetition::Parallel { Repetition::Head } else { *kind };
            Term::repeat(kind, sequenced(body))
        }
    }
}

/// Whether it is known that erasing is all that removal does with the words. It is so for the operators
/// that merge words without regard to lifelines; for the others where the order on removed lifelines
/// implies no order on others.
fn keeps_words(term: &Term, hidden: &BTreeSet<LifelineId>) -> bool {
    use Operation::{Alt, Coreg, Par, Seq, Strict, Sync};
    let is_free = |part: &Term| {
        let is_ordered = part.has(&|part| match part {
            Term::Pair(operation, _, _) => matches!(operation, Strict | Sync(_)),
            Term::Loop(kind, _) => matches!(kind, Repetition::Strict | Repetition::Head),
            Term::Letter(letter) => letter.actions().len() > 1,
            Term::Empty => false,
        });
        !is_ordered
    };
    if term.lifelines().is_disjoint(hidden) {
        return true;
    }
    match term {
        Term::Empty | Term::Letter(_) => true,
        Term::Pair(Strict | Par | Alt, left, right) => {
            keeps_words(left, hidden) && keeps_words(right, hidden)
        }
        Term::Loop(Repetition::Strict | Repetition::Parallel, body) => keeps_words(body, hidden),
        Term::Pair(Seq | Coreg(_), _, _) | Term::Loop(Repetition::Weak, _) => is_free(term),
        Term::Pair(Sync(_), _, _) | Term::Loop(Repetition::Head, _) => false,
    }
}

/// Whether nothing on a lifeline may happen in two orders but by choice: then the parts of words, each
/// lifeline by itself, are the same before and after removal.
fn has_words_by_parts(term: &Term) -> bool {
    !term.has(&|part| match part {
        Term::Pair(Operation::Coreg(region), _, _) => !region.is_empty(),
        Term::Pair(operation, _, _) => matches!(operation, Operation::Par | Operation::Sync(_)),
        Term::Loop(kind, _) => *kind == Repetition::Parallel,
        Term::Empty | Term::Letter(_) => false,
    })
}

/// A word on each lifeline of a term.
fn parts_of(word: &Word, alphabet: &mut Alphabet, term: &Term) -> Vec<Word> {
    let all = term.lifelines();
    let on = |lifeline: LifelineId| {
        let others = all.iter().copied().filter(|&other| other != lifeline).collect();
        erased(&[word.clone()].into(), alphabet, &others).pop_first().expect("one word is left")
    };
    all.iter().copied().map(on).collect()
}

#[test]
fn removed_lifelines_are_erased_from_the_words() {
    let census = check_all(100, removal);
    let kinds = ["removed", "removed from loopH", "loopH without removed lifelines"];
    demand(&census, &kinds, 25);
    demand(&census, &["removal refused", "the same words", "words or more", "the same parts"], 25);
}

/// An interaction simplified by all laws.
fn simplified(interaction: &Interaction) -> Interaction {
    let semantics = Semantics::new(interaction, RewriteRules::full(), Choice::Delayed);
    semantics.expression(semantics.start(), &interaction.signature)
}

fn normal_forms(interaction: &Interaction, _: u64, census: &mut Census) -> Option<String> {
    let [once, twice] = [simplified(interaction), simplified(&simplified(interaction))];
    let [before, one, two] = [interaction, &once, &twice].map(Term::of);
    if before != one {
        count(census, "simplified");
    }
    (once != twice).then(|| {
        let [one, two] = [one, two].map(|term| term.text(&interaction.signature));
        format!("{one} is not normal: {two}")
    })
}

#[test]
fn normal_forms_are_normal() {
    let census = check_all(100, normal_forms);
    demand(&census, &["simplified"], 50);
}
