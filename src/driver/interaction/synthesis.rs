//! Synthesis of the automaton of an interaction, by options.

use kernel::automata::{Alphabet, FiniteAutomaton, SymbolId};
use kernel::base::{Control, Id as _, IndexVec, Limit};
use model::interaction::{
    Choice, ExpressionId, Incomposable, Interaction, Refusal, RewriteRule, RewriteRules,
    Synthesised, compose, synthesise,
};
use model::trace::{Letter, Letters, LifelineSet};

/// Default maximum number of explored states where loops may have infinitely many.
const MAX_STATES: usize = 20_000;

/// Sets of rewrite rules by which terms are simplified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Simplification {
    /// No rewrite rules: terms stay as the steps make them.
    None,
    /// The rewrite rules that remove empty terms.
    Paper,
    /// All rewrite rules.
    #[default]
    Full,
}

impl Simplification {
    /// Returns the rewrite rules.
    pub fn laws(self) -> RewriteRules {
        match self {
            Self::None => RewriteRules::none(),
            Self::Paper => RewriteRules::paper(),
            Self::Full => RewriteRules::full(),
        }
    }

    /// Returns the word for the set in options and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Paper => "paper",
            Self::Full => "full",
        }
    }
}

/// Options for the conversion of terms to states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TermOptions {
    /// The set of rewrite rules by which terms are simplified.
    pub simplification: Simplification,
    /// Rewrite rules that are left out.
    pub without_laws: Vec<RewriteRule>,
    /// Effect of a step of a choice; `None` selects the one that gives fewer states.
    pub choice: Option<Choice>,
}

impl TermOptions {
    /// Returns the rewrite rules of these options.
    pub fn laws(&self) -> RewriteRules {
        self.without_laws.iter().copied().fold(self.simplification.laws(), RewriteRules::without)
    }

    /// Returns `true` if the options are the default ones.
    pub fn is_default(&self) -> bool {
        self.laws() == RewriteRules::full() && self.choice.is_none()
    }
}

/// Methods of making an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Construction {
    /// By the steps of terms.
    #[default]
    Steps,
    /// By operations on automata of blocks.
    Composition,
}

/// Targets of minimisation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Minimisation {
    /// The minimal deterministic automaton.
    Dfa(DfaAlgorithm),
    /// An automaton with the fewest states, if one is found; else a reduced automaton.
    Nfa,
}

/// Algorithms for the minimal deterministic automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DfaAlgorithm {
    /// By splitting classes of states.
    Hopcroft,
    /// By reversing and determinising twice.
    Brzozowski,
}

/// Options for making an automaton of an interaction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SynthesisOptions {
    /// Options for the conversion of terms to states.
    pub terms: TermOptions,
    /// The method.
    pub construction: Construction,
    /// Target of minimisation; `None` if the automaton is not minimised.
    pub minimise: Option<Minimisation>,
    /// Maximum number of explored states where loops may have infinitely many; `None` means 20,000.
    pub max_states: Option<u64>,
}

/// Reason for which no automaton is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SynthesisError {
    /// The construction refuses the interaction.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A part of the interaction has no corresponding operation on automata.
    #[error("no operation on automata does what {1} does here")]
    Part(ExpressionId, &'static str),
}

impl From<Limit> for SynthesisError {
    fn from(limit: Limit) -> Self {
        Self::Refused(Refusal::Limit(limit))
    }
}

/// An automaton of an interaction.
#[derive(Clone, Debug)]
pub struct Synthesis {
    /// The automaton of the construction, over the letters that are not hidden.
    pub nfa: FiniteAutomaton,
    /// The minimised automaton, if it was minimised.
    pub minimal: Option<FiniteAutomaton>,
    /// Whether no automaton of its kind has fewer states than `minimal`.
    pub is_minimal: bool,
    /// The letters by their symbols.
    pub alphabet: Alphabet,
    /// The terms of the states of `nfa`; `None` if the construction has none.
    pub synthesised: Option<Synthesised>,
}

impl Synthesis {
    /// Makes the automaton of an interaction, with the letters on some lifelines hidden.
    ///
    /// # Errors
    /// If no automaton can be made, or a limit is reached.
    pub fn new(
        interaction: &Interaction,
        options: &SynthesisOptions,
        hidden: &LifelineSet,
        control: &Control,
    ) -> Result<Self, SynthesisError> {
        let (automaton, letters, synthesised) = constructed(interaction, options, control)?;
        let (nfa, alphabet, synthesised) = if hidden.is_empty() {
            let texts = letters.all().iter().map(|letter| letter.text(&interaction.signature));
            (automaton, texts.collect(), synthesised)
        } else {
            let (automaton, alphabet) = hide(&automaton, &letters, hidden, interaction, control)?;
            (automaton, alphabet, None)
        };
        let mut made = Self { nfa, minimal: None, is_minimal: false, alphabet, synthesised };
        match options.minimise {
            None => {}
            Some(Minimisation::Dfa(algorithm)) => {
                made.minimal = Some(match algorithm {
                    DfaAlgorithm::Hopcroft => {
                        made.nfa.determinised_within(control)?.0.minimised_within(control)?
                    }
                    DfaAlgorithm::Brzozowski => made.nfa.minimised_by_reversal(control)?,
                });
                made.is_minimal = true;
            }
            Some(Minimisation::Nfa) => {
                let reduced = made.nfa.reduced(control)?;
                let smallest = minimal_nfa(&reduced, control)?;
                made.is_minimal = smallest.is_some();
                made.minimal = Some(smallest.unwrap_or(reduced));
            }
        }
        Ok(made)
    }

    /// Returns the resulting automaton: the minimised one, if it was minimised.
    pub fn automaton(&self) -> &FiniteAutomaton {
        self.minimal.as_ref().unwrap_or(&self.nfa)
    }
}

/// Maximum number of sets and rectangles examined in the search for an automaton with the fewest states.
const MAX_RECTANGLES: u64 = 2_000_000;

/// Returns an automaton with the fewest states, if one is found before a limit is reached; else a reduced automaton.
fn minimal_nfa(
    reduced: &FiniteAutomaton,
    control: &Control,
) -> Result<Option<FiniteAutomaton>, SynthesisError> {
    let control = Control {
        max_states: Some(control.max_states.unwrap_or(MAX_RECTANGLES).min(MAX_RECTANGLES)),
        max_bytes: control.max_bytes,
        deadline: control.deadline,
        ..Control::unlimited()
    };
    match reduced.minimal_nfa(&control) {
        Ok(smallest) => Ok(Some(smallest)),
        Err(Limit::States | Limit::Memory) => Ok(None),
        Err(limit) => Err(limit.into()),
    }
}

type Constructed = (FiniteAutomaton, Letters, Option<Synthesised>);

fn constructed(
    interaction: &Interaction,
    options: &SynthesisOptions,
    control: &Control,
) -> Result<Constructed, SynthesisError> {
    match options.construction {
        Construction::Steps => {
            let limit = |max_states| usize::try_from(max_states).unwrap_or(usize::MAX);
            let how = model::interaction::Synthesis {
                laws: options.terms.laws(),
                choice: options.terms.choice,
                max_states: options.max_states.map_or(MAX_STATES, limit),
            };
            let made = synthesise(interaction, &how, control)?;
            Ok((made.automaton.clone(), made.letters().clone(), Some(made)))
        }
        Construction::Composition => match compose(interaction, control) {
            Ok((automaton, letters)) => Ok((automaton, letters, None)),
            Err(Incomposable::Part(part, name)) => Err(SynthesisError::Part(part, name)),
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
    // The visible part of each letter; letters without a visible part keep a symbol behind the visible ones.
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
    // No transition is silent at this point.
    let projected = erased.renamed(kept.all().len(), |symbol| symbol);
    let texts = kept.all().iter().map(|letter| letter.text(&interaction.signature));
    Ok((projected, texts.collect()))
}
