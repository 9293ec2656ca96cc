//! What the violation of a property means to those who have not asked for the property.

use model::evidence::CLASSES;

/// Name of the answer about the automaton of an interaction.
pub(crate) const AUTOMATON: &str = "nfa";

/// Names of the sizes of automata that an interaction may state.
pub(crate) const AUTOMATON_SIZES: [&str; 3] =
    ["nfa_states", "minimal_dfa_states", "minimal_nfa_states"];

kernel::words! {
    /// What the violation of a property means to those who have not asked for the property. It depends on the name of the
    /// property only.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Level {
        /// Something is wrong with the model.
        Fault = "fault",
        /// An order of a diagram is drawn that nothing enforces.
        Race = "race",
        /// Nothing is wrong: the property describes the model, or is a premise of procedures.
        Fact = "fact",
    }
}

impl Level {
    /// Returns the level of a property; its name may have a reading of the channels in brackets.
    pub fn of(property: &str) -> Self {
        let end = property.find(['[', '(', '/']).unwrap_or(property.len());
        let is_class = |name: &str| CLASSES.iter().any(|class| class.name == name);
        match &property[..end] {
            "rsc" => Self::Fact,
            name if is_class(name) || is_class(property) => Self::Fact,
            name if name == AUTOMATON || AUTOMATON_SIZES.contains(&name) => Self::Fact,
            "race" | "not-told" => Self::Race,
            _ => Self::Fault,
        }
    }
}
