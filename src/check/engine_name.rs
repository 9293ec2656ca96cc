//! The procedures that find answers, by name.

kernel::words! {
    /// The procedure that found an answer, or left a question open.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum EngineName {
        /// None: the question is outside what all of them decide.
        None = "none",
        /// Token flow through the lanes of a system, without a search.
        Static = "static",
        /// The search for a borderline violation.
        Plain = "plain",
        /// The definition of RSC, for small systems.
        Definition = "definition",
        /// RSC executions with an automaton for each channel, for tuples of languages.
        Channels = "channels",
        /// RSC executions with an automaton for each channel, for relations between separators.
        Relations = "relations",
        /// RSC executions with pebbles on the automaton of an expression.
        Pebbles = "pebbles",
        /// RSC executions, for violations of a property.
        Safety = "safety",
        /// An invariant over the contents of the channels.
        Invariant = "invariant",
        /// The configurations with few messages in each channel.
        Bounded = "bounded",
        /// All configurations.
        Finite = "finite",
        /// Configurations of which many are expanded by one participant alone.
        Persistent = "persistent",
        /// Backwards from the bad configurations.
        Backward = "backward",
        /// Counting messages.
        Linear = "linear",
        /// Classes of executions with few messages in each channel.
        Multiparty = "multiparty",
        /// Completions of RSC executions.
        Completions = "completions",
        /// The words of a diagram.
        Words = "words",
        /// Coherence of a choreography.
        Coherence = "coherence",
        /// The levels of realisability of a choreography, one after the other.
        Levels = "levels",
        /// RSC executions of projections.
        Executions = "executions",
        /// Configurations of projections.
        Configurations = "configurations",
        /// What a property by name asks of a choreography.
        NamedCheck = "named check",
        /// The steps of an interaction term.
        Steps = "steps",
        /// The automata of the parts of an interaction.
        Composition = "composition",
        /// Multitraces in the automaton of a model.
        Automaton = "automaton",
        /// Multitraces in the terms of an interaction.
        Term = "term",
        /// Global states of components.
        Global = "global",
        /// A monitor that looks at each global state of a run.
        Monitor = "monitor",
        /// Antichains of sets of states.
        Antichains = "antichains",
        /// Breadth-first search.
        BreadthFirst = "breadth-first",
        /// Sets of states.
        Subsets = "subsets",
    }
}
