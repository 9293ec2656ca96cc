//! The reachable global states as a graph, for pictures.

use kernel::base::{Control, Id as _, Limit};
use kernel::search::explore;
use model::component::{Composite, GlobalState, InteractionId};

use super::packed_state::{PackedState, unpack};
use super::space::GlobalSpace;

/// The reachable global states, or those that are nearest to the initial one.
#[derive(Clone, Debug)]
pub struct GlobalGraph {
    /// The states, the initial one first.
    pub nodes: Vec<GlobalNode>,
    /// The steps between them: source, interaction, target. Only an error of the system that shows in a state before
    /// any interaction has none.
    pub steps: Vec<(usize, Option<InteractionId>, usize)>,
    /// The limit that was reached before all states were found.
    pub cut: Option<Limit>,
}

/// A node of a [`GlobalGraph`].
#[derive(Clone, PartialEq, Debug)]
pub enum GlobalNode {
    /// A global state.
    State {
        /// The state.
        state: GlobalState,
        /// Whether no interaction can fire in it.
        is_deadlock: bool,
        /// Whether a step leads from it to a state that is not in the graph.
        is_open: bool,
    },
    /// Stands for all errors of the system.
    Fault,
    /// Stands for all states in which a variable has left its range.
    Beyond,
}

impl GlobalGraph {
    /// Explores the global states of a composite, `max_states` at most, breadth first.
    ///
    /// # Errors
    /// If the time is over, or somebody asks to stop, before the steps are found.
    ///
    /// # Complexity
    /// Linear in the number of steps between the states.
    pub fn new(composite: &Composite, max_states: u64, control: &Control) -> Result<Self, Limit> {
        let space = GlobalSpace { composite, by_interaction: false };
        let graph = explore(space, max_states, control);
        let edges = graph.edges(control)?;
        // A search may exceed its limit by the successors of one chunk.
        let most = usize::try_from(max_states).unwrap_or(usize::MAX).max(1);
        let cut = graph.cut().or((graph.nodes().len() > most).then_some(Limit::States));
        let mut found = Self { nodes: Vec::new(), steps: Vec::new(), cut };
        for node in graph.nodes().take(most) {
            let leaving: Vec<_> = edges.leaving(node).collect();
            let is_open = edges.open().binary_search(&node).is_ok()
                || leaving.iter().any(|(_, target)| target.index() >= most);
            found.nodes.push(match graph.state(node) {
                PackedState::State(bytes, _) => GlobalNode::State {
                    state: unpack(composite, bytes),
                    is_deadlock: leaving.is_empty() && !is_open,
                    is_open,
                },
                PackedState::Fault => GlobalNode::Fault,
                PackedState::Beyond => GlobalNode::Beyond,
            });
            let first = found.steps.len();
            for (label, target) in leaving.iter().filter(|(_, target)| target.index() < most) {
                let step = (node.index(), label.interaction, target.index());
                // Participants may have several transitions to the same places.
                if !found.steps[first..].contains(&step) {
                    found.steps.push(step);
                }
            }
        }
        Ok(found)
    }
}
