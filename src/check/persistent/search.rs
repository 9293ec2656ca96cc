//! The search: configurations breadth first, each expanded by one participant where that is enough.

use fixedbitset::FixedBitSet;
use kernel::base::{Control, Groups, Id as _, IndexVec, Limit};
use kernel::search::{NodeId, Store, hash};
use kernel::transition_system::TransitionSystem as _;
use model::cfsm::{Configuration, LinearProperty, ParticipantId, StateId, Step, System};

use super::alone::AloneTable;
use crate::configurations::{ConfigurationScratch, ConfigurationSpace, PackedConfiguration};

/// Number of configurations between two looks at the limits.
const CHUNK: usize = 512;

/// A search with the configurations found so far.
#[derive(Debug)]
pub(super) struct Search<'a> {
    space: ConfigurationSpace<'a>,
    property: LinearProperty,
    alone: AloneTable,
    store: Store<PackedConfiguration>,
    /// For each expanded configuration the only participant whose steps were followed; `None` if those of all were.
    expansions: IndexVec<NodeId, Option<ParticipantId>>,
    /// The steps from configurations that were expanded by one participant: where they lead to, and from where.
    edges: Vec<(NodeId, NodeId)>,
    scratch: ConfigurationScratch,
    /// The successors of a configuration.
    successors: Vec<PackedConfiguration>,
}

impl<'a> Search<'a> {
    pub(super) fn new(system: &'a System, property: LinearProperty) -> Self {
        Self {
            space: ConfigurationSpace::new(system),
            property,
            alone: AloneTable::new(system),
            store: Store::new(),
            expansions: IndexVec::new(),
            edges: Vec::new(),
            scratch: ConfigurationScratch::default(),
            successors: Vec::new(),
        }
    }

    /// Returns the first configuration that violates the property; `None` if none does.
    ///
    /// # Errors
    /// The limit that was reached first.
    pub(super) fn run(
        &mut self,
        max_configurations: u64,
        control: &Control,
    ) -> Result<Option<NodeId>, Limit> {
        // There may be more initial configurations than memory holds.
        let most = usize::try_from(max_configurations).unwrap_or(usize::MAX).saturating_add(1);
        self.successors.extend(self.space.initial_states().take(most));
        self.store_successors(None, None);
        loop {
            control.within(self.store.len() as u64, self.bytes())?;
            while self.expansions.len() < self.store.len() {
                let node = NodeId::from_index(self.expansions.len());
                self.check_limits(node, max_configurations, control)?;
                let alone = self.chosen(node);
                let is_terminal = self.follow(node, alone) == 0;
                let may_violate =
                    is_terminal || self.property == LinearProperty::UnspecifiedReception;
                let system = self.space.system();
                if may_violate && self.property.fault(system, &self.configuration(node)).is_some() {
                    return Ok(Some(node));
                }
                self.expansions.push(alone);
            }
            if self.property != LinearProperty::UnspecifiedReception || !self.expand_postponed() {
                return Ok(None);
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + self.space.shared_bytes() as u64
    }

    fn check_limits(&self, node: NodeId, most: u64, control: &Control) -> Result<(), Limit> {
        let stored = self.store.len() as u64;
        if node.index().is_multiple_of(CHUNK) {
            let bytes = self.bytes() + size_of_val(self.edges.as_slice()) as u64;
            let waiting = stored - node.index() as u64;
            control.progress.publish(stored, 0, 0, waiting, bytes);
            control.within(stored, bytes)?;
        }
        if stored > most { Err(Limit::States) } else { Ok(()) }
    }

    /// Returns the participant whose steps are enough to follow from a configuration, if there is one.
    fn chosen(&mut self, node: NodeId) -> Option<ParticipantId> {
        let candidates = {
            let view = self.space.view(*self.store.state(node.index()));
            self.alone.candidates(&view)
        };
        candidates.into_iter().find(|&participant| self.has_step(node, participant))
    }

    /// Returns `true` if a step of a participant is enabled in a configuration.
    fn has_step(&mut self, node: NodeId, participant: ParticipantId) -> bool {
        let Self { space, store, scratch, .. } = self;
        let configuration = *store.state(node.index());
        let mut has_step = false;
        space.successors_by(participant, configuration, scratch, &mut |_, _| has_step = true);
        has_step
    }

    /// Stores the successors of a configuration by the steps of one participant, or of all if that is `None`; returns
    /// how many there are.
    fn follow(&mut self, node: NodeId, alone: Option<ParticipantId>) -> usize {
        let Self { space, store, scratch, successors, .. } = self;
        let configuration = *store.state(node.index());
        let mut emit = |_, next| successors.push(next);
        match alone {
            None => space.successors(&configuration, scratch, &mut emit),
            Some(participant) => {
                space.successors_by(participant, configuration, scratch, &mut emit);
            }
        }
        self.store_successors(Some(node), alone)
    }

    fn store_successors(&mut self, from: Option<NodeId>, alone: Option<ParticipantId>) -> usize {
        let count = self.successors.len();
        for next in self.successors.drain(..) {
            let hash = hash(&next);
            let target = self.store.find(hash, &next).unwrap_or_else(|| {
                self.store.insert(hash, next, from.map(NodeId::index));
                self.store.len() - 1
            });
            if let Some(from) = from.filter(|_| alone.is_some()) {
                self.edges.push((NodeId::from_index(target), from));
            }
        }
        count
    }

    /// Expands configurations by all participants so that no participant's steps are put off for ever: from each
    /// configuration in which one has a step, the steps that were followed lead to one where its steps were followed.
    /// Returns `false` if that was so already.
    ///
    /// # Complexity
    /// Linear in the number of steps that were followed, times the number of participants.
    fn expand_postponed(&mut self) -> bool {
        let leads = || self.edges.iter().map(|&(target, source)| (target.index(), source));
        let sources = Groups::new(self.store.len(), leads);
        let mut postponing = FixedBitSet::with_capacity(self.store.len());
        for participant in self.space.system().automata().ids() {
            let mut served = FixedBitSet::with_capacity(self.store.len());
            for (node, alone) in self.expansions.enumerate() {
                let is_followed = alone.is_none_or(|alone| alone == participant);
                if is_followed || postponing.contains(node.index()) {
                    serve(node, &sources, &mut served);
                }
            }
            // Steps lead to configurations that were found later, as a rule: the last ones serve the most others.
            for node in self.expansions.ids().rev() {
                if !served.contains(node.index()) && self.has_step(node, participant) {
                    postponing.insert(node.index());
                    serve(node, &sources, &mut served);
                }
            }
        }
        for node in postponing.ones().map(NodeId::from_index) {
            self.follow(node, None);
            self.expansions[node] = None;
        }
        !postponing.is_clear()
    }

    /// Returns the configurations, in the order of discovery.
    pub(super) fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> {
        (0..self.store.len()).map(NodeId::from_index)
    }

    pub(super) fn configuration(&self, node: NodeId) -> Configuration {
        self.space.unpack(*self.store.state(node.index()))
    }

    /// Returns for each expanded configuration the only participant whose steps were followed; `None` if those of all
    /// were.
    pub(super) fn expansions(&self) -> &IndexVec<NodeId, Option<ParticipantId>> {
        &self.expansions
    }

    pub(super) fn system(&self) -> &'a System {
        self.space.system()
    }

    /// Returns the run by which a configuration was found: the initial states and the steps.
    pub(super) fn run_to(&mut self, node: NodeId) -> (IndexVec<ParticipantId, StateId>, Vec<Step>) {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some(parent) = self.store.parent(at.index()) {
            let next = self.store.state(at.index());
            let mut by = None;
            let mut emit = |step, found| by = by.or((found == *next).then_some(step));
            self.space.successors(self.store.state(parent), &mut self.scratch, &mut emit);
            steps.push(by.expect("a configuration was found as a successor of its parent"));
            at = NodeId::from_index(parent);
        }
        steps.reverse();
        (self.configuration(at).control, steps)
    }
}

/// Adds a configuration and those that lead to it to the served ones.
fn serve(node: NodeId, sources: &Groups<NodeId>, served: &mut FixedBitSet) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if !served.put(node.index()) {
            open.extend(sources.of(node.index()));
        }
    }
}
