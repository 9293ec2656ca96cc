//! The automaton that options ask for.

use crate::cli::automaton_args::MinimisationAlgorithm;
use crate::cli::interaction_args::{
    ChoiceOption, Construction, Minimisation, NfaArguments, Simplification, TermArguments,
};
use scm_check::kernel::automata::{Alphabet, FiniteAutomaton, SymbolId};
use scm_check::kernel::base::{Control, Id as _, IndexVec, Limit};
use scm_check::model::interaction::{
    Choice, ExpressionId, Incomposable, Interaction, Law, Laws, Refusal, Synthesis, Synthesised,
    compose, synthesise,
};
use scm_check::model::trace::{Letter, Letters, LifelineSet};

/// So many states are explored, unless somebody says how many, before loops that may have infinitely
/// many are given up.
const MOST: usize = 20_000;

impl Default for TermArguments {
    fn default() -> Self {
        Self { simplify: Simplification::Full, without_law: Vec::new(), choice: ChoiceOption::Auto }
    }
}

impl TermArguments {
    /// Returns the laws that are asked for.
    pub(crate) fn laws(&self) -> Laws {
        let all = self.simplify.laws();
        let without = |name: &String| Law::ALL.into_iter().find(|law| law.name() == *name);
        self.without_law.iter().filter_map(without).fold(all, Laws::without)
    }

    /// Tells whether terms are simplified as they are without a word about it.
    pub(crate) fn is_usual(&self) -> bool {
        self.laws() == Laws::full() && self.choice().is_none()
    }

    pub(crate) fn choice(&self) -> Option<Choice> {
        match self.choice {
            ChoiceOption::Delayed => Some(Choice::Delayed),
            ChoiceOption::Immediate => Some(Choice::Immediate),
            ChoiceOption::Auto => None,
        }
    }
}

impl Simplification {
    pub(crate) fn laws(self) -> Laws {
        match self {
            Self::None => Laws::none(),
            Self::Paper => Laws::paper(),
            Self::Full => Laws::full(),
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Paper => "paper",
            Self::Full => "full",
        }
    }
}

/// How an automaton is made of an interaction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe<'a> {
    pub(crate) terms: &'a TermArguments,
    pub(crate) construction: Construction,
    pub(crate) minimise: Option<Minimisation>,
    pub(crate) algorithm: MinimisationAlgorithm,
    /// The most states that are explored where loops may have infinitely many.
    pub(crate) most: Option<u64>,
}

impl<'a> Recipe<'a> {
    /// Returns the recipe of plain synthesis.
    pub(crate) fn of_terms(terms: &'a TermArguments) -> Self {
        Self {
            terms,
            construction: Construction::Steps,
            minimise: None,
            algorithm: MinimisationAlgorithm::Hopcroft,
            most: None,
        }
    }

    pub(crate) fn of(arguments: &'a NfaArguments) -> Self {
        Self {
            terms: &arguments.terms,
            construction: arguments.construction,
            minimise: arguments.minimise,
            algorithm: arguments.algorithm,
            most: arguments.search.max_states.map(|count| count.0),
        }
    }
}

/// Why there is no automaton.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unmade {
    /// The construction refuses.
    Refused(Refusal),
    /// A part is no operation on automata.
    Part(ExpressionId, &'static str),
}

impl From<Refusal> for Unmade {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Limit> for Unmade {
    fn from(limit: Limit) -> Self {
        Self::Refused(Refusal::Limit(limit))
    }
}

/// An automaton that was made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The automaton of the construction, over what is not hidden.
    pub(crate) nfa: FiniteAutomaton,
    /// What it was minimised to.
    pub(crate) minimal: Option<FiniteAutomaton>,
    /// Whether no automaton has fewer states than `minimal`, of its kind.
    pub(crate) is_minimal: bool,
    /// The letters by their symbols.
    pub(crate) alphabet: Alphabet,
    /// The terms of the states of `nfa`, if they have some.
    pub(crate) synthesised: Option<Synthesised>,
}

impl Made {
    /// Makes the automaton of an interaction, without the letters on some lifelines.
    ///
    /// # Errors
    /// If there is none, or a limit is reached.
    pub(crate) fn new(
        interaction: &Interaction,
        recipe: Recipe<'_>,
        hidden: &LifelineSet,
        control: &Control,
    ) -> Result<Self, Unmade> {
        let (automaton, letters, synthesised) = constructed(interaction, recipe, control)?;
        let (nfa, alphabet, synthesised) = if hidden.is_empty() {
            let texts = letters.all().iter().map(|letter| letter.text(&interaction.signature));
            (automaton, texts.collect(), synthesised)
        } else {
            let (automaton, alphabet) = hide(&automaton, &letters, hidden, interaction, control)?;
            (automaton, alphabet, None)
        };
        let mut made = Self { nfa, minimal: None, is_minimal: false, alphabet, synthesised };
        match recipe.minimise {
            None => {}
            Some(Minimisation::Dfa) => {
                made.minimal = Some(match recipe.algorithm {
                    MinimisationAlgorithm::Hopcroft => {
                        made.nfa.determinised_within(control)?.0.minimised_within(control)?
                    }
                    MinimisationAlgorithm::Brzozowski => made.nfa.minimised_by_reversal(control)?,
                });
                made.is_minimal = true;
            }
            Some(Minimisation::Nfa) => {
                let reduced = made.nfa.reduced(control)?;
                let smallest = smallest(&reduced, control)?;
                made.is_minimal = smallest.is_some();
                made.minimal = Some(smallest.unwrap_or(reduced));
            }
        }
        Ok(made)
    }

    /// Returns the automaton that is asked for: the minimal one, if it was minimised.
    pub(crate) fn automaton(&self) -> &FiniteAutomaton {
        self.minimal.as_ref().unwrap_or(&self.nfa)
    }
}

/// How many sets and rectangles are looked at for the smallest automaton.
const PATIENCE: u64 = 2_000_000;

/// Returns an automaton with as few states as any has, if that can be found with some patience.
fn smallest(
    reduced: &FiniteAutomaton,
    control: &Control,
) -> Result<Option<FiniteAutomaton>, Unmade> {
    let patient = Control {
        max_states: Some(control.max_states.unwrap_or(PATIENCE).min(PATIENCE)),
        max_bytes: control.max_bytes,
        deadline: control.deadline,
        ..Control::unlimited()
    };
    match reduced.smallest_nfa(&patient) {
        Ok(smallest) => Ok(Some(smallest)),
        Err(Limit::States | Limit::Memory) => Ok(None),
        Err(limit) => Err(limit.into()),
    }
}

type Constructed = (FiniteAutomaton, Letters, Option<Synthesised>);

fn constructed(
    interaction: &Interaction,
    recipe: Recipe<'_>,
    control: &Control,
) -> Result<Constructed, Unmade> {
    match recipe.construction {
        Construction::Steps => {
            let most = recipe.most.map_or(MOST, |most| usize::try_from(most).unwrap_or(usize::MAX));
            let how = Synthesis { laws: recipe.terms.laws(), choice: recipe.terms.choice(), most };
            let made = synthesise(interaction, &how, control)?;
            Ok((made.automaton.clone(), made.letters().clone(), Some(made)))
        }
        Construction::Composition => match compose(interaction, control) {
            Ok((automaton, letters)) => Ok((automaton, letters, None)),
            Err(Incomposable::Part(part, name)) => Err(Unmade::Part(part, name)),
            Err(Incomposable::Block(refusal)) => Err(refusal.into()),
        },
    }
}

/// Erases the actions on some lifelines from the letters of an automaton.
fn hide(
    automaton: &FiniteAutomaton,
    letters: &Letters,
    hidden: &LifelineSet,
    interaction: &Interaction,
    control: &Control,
) -> Result<(FiniteAutomaton, Alphabet), Limit> {
    let rest = |letter: &Letter| {
        let seen = letter.actions().iter().filter(|action| !hidden.contains(action.lifeline));
        Letter::new(seen.copied())
    };
    let kept = Letters::new(letters.all().iter().filter_map(rest));
    // Of each letter, what is seen of it; what is not seen keeps its symbol behind those.
    let seen: IndexVec<SymbolId, Option<SymbolId>> = letters
        .all()
        .iter()
        .map(|letter| {
            let id = kept.id(&rest(letter)?)?;
            Some(SymbolId::from_index(id.index()))
        })
        .collect();
    let silent = SymbolId::from_index(kept.all().len());
    let renamed = automaton.renamed(kept.all().len() + 1, |symbol| seen[symbol].unwrap_or(silent));
    let erased = renamed.projection(|symbol| symbol != silent, control)?.trimmed();
    // No transition is silent any more.
    let projected = erased.renamed(kept.all().len(), |symbol| symbol);
    let texts = kept.all().iter().map(|letter| letter.text(&interaction.signature));
    Ok((projected, texts.collect()))
}
