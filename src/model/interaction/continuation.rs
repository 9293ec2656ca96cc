//! Parts of an interaction that may come next.

use rustc_hash::FxHashSet;

use super::rewrite_rules::RewriteRules;
use super::semantics::{Choice, Semantics};
use super::terms::TermId;
use super::{Expression, ExpressionId, Interaction, Operator};
use crate::trace::{Action, Letter};
use kernel::base::{Control, Id as _, Limit};

/// Returns the letters that may come after the letters `read`, each with its passings, in the order of the
/// passings. The result is `None` if operands are synchronised, or if more than `max_terms` terms may be left
/// at a time.
///
/// Each passing is distinguished from all others, even if it has the same names. So equal letters of
/// different passings are distinguished too.
///
/// # Errors
/// If a limit of `control` is reached.
///
/// # Complexity
/// That of the steps of the terms that may be left after each letter.
pub fn continuations(
    interaction: &Interaction,
    read: &[Letter],
    max_terms: usize,
    control: &Control,
) -> Result<Option<Vec<(Letter, ExpressionId)>>, Limit> {
    let Some(marked) = marked(interaction) else { return Ok(None) };
    let mut semantics =
        Semantics::within(&marked, RewriteRules::full(), Choice::Immediate, control)?;
    let mut here = vec![semantics.start()];
    for letter in read {
        let mut next: Vec<TermId> = Vec::new();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for &term in &here {
            for &(step, rest) in &*semantics.steps_within(term, control)? {
                let (plain, _) = unmarked(semantics.letters().letter(step), interaction);
                if plain == *letter && seen.insert(rest) {
                    next.push(rest);
                }
            }
        }
        if next.len() > max_terms {
            return Ok(None);
        }
        here = next;
    }
    let mut found = Vec::new();
    for &term in &here {
        for &(step, _) in &*semantics.steps_within(term, control)? {
            found.push(unmarked(semantics.letters().letter(step), interaction));
        }
    }
    found.sort_unstable_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
    found.dedup();
    Ok(Some(found))
}

/// Returns the interaction in which the message of each passing is the number of the passing; `None` if
/// operands are synchronised, since their common actions would differ.
fn marked(interaction: &Interaction) -> Option<Interaction> {
    let numbers = interaction.parts.ids().map(|id| id.index().to_string());
    let signature = interaction.signature.with_messages(numbers);
    let mut parts = interaction.parts.clone();
    for (part, message) in parts.iter_mut().zip(signature.messages().ids()) {
        match part {
            Expression::Passing(passing) => passing.message = message,
            Expression::Compound(Operator::Sync(_), _) => return None,
            _ => {}
        }
    }
    Some(Interaction { signature, parts, root: interaction.root })
}

/// Returns the letter of a marked one, and its passing.
fn unmarked(letter: &Letter, interaction: &Interaction) -> (Letter, ExpressionId) {
    let part = ExpressionId::from_index(letter.actions()[0].message.index());
    let Expression::Passing(passing) = &interaction.parts[part] else {
        unreachable!("only passings have messages");
    };
    let plain =
        letter.actions().iter().map(|action| Action { message: passing.message, ..*action });
    (Letter::new(plain).expect("it has actions"), part)
}
