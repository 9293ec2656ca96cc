//! Whether a choreography allows an execution, up to the order of independent actions.

use std::collections::BTreeMap;

use super::{Choreography, Interaction};
use crate::cfsm::{Action, Key, Shared};
use kernel::automata::DfaStateId;
use kernel::base::{Control, Limit};
use kernel::search::{Finding, shortest_accepting_path};
use kernel::transition_system::{Automaton, TransitionSystem};
use kernel::verdict::Outcome;

/// Whether an execution can be completed: it can, by the actions of a word of these interactions that it does
/// not have yet, or no word of the choreography has all its actions in an order that agrees with it.
pub type Completion = Outcome<Vec<Interaction>, (), Limit>;

/// Decides whether a well-formed execution is, up to the order of actions that commute, a prefix of one with
/// the interactions of a word of the choreography: whether it is in the prefix closure of the causal closure
/// (section 6.2 of [RSC](crate#bibliography)).
///
/// Two actions commute unless they share the participant, or the direction and the channel, in a bag the
/// message too. So an order of actions that agrees with the execution is one that agrees with it on each
/// such group, and a search over the positions in all groups finds it.
///
/// # Complexity
/// At most the number of states times the product of the lengths of the groups, each plus one.
pub fn completion(
    choreography: &Choreography,
    execution: &[Action],
    control: &Control,
) -> Completion {
    let reader = CompletionSystem::new(choreography, execution);
    match shortest_accepting_path(&reader, control).finding {
        Finding::Path(path) => {
            Completion::Holds(path.steps.into_iter().map(|(exchange, _)| exchange).collect())
        }
        Finding::Nothing => Completion::Violated(()),
        Finding::Cut(limit) => Completion::Unknown(limit),
    }
}

/// The words of the choreography, paired with the positions that they reach in the groups of an execution.
struct CompletionSystem<'a> {
    choreography: &'a Choreography,
    execution: &'a [Action],
    /// The number of each group of actions that share a property: any two of them keep their order.
    groups: BTreeMap<Shared, usize>,
    /// The actions of each group, by their numbers, in order.
    members: Vec<Vec<usize>>,
}

/// A state of the choreography, and the number of actions of each group that took place.
type Reached = (DfaStateId, Box<[u32]>);

impl<'a> CompletionSystem<'a> {
    fn new(choreography: &'a Choreography, execution: &'a [Action]) -> Self {
        let mut reader =
            Self { choreography, execution, groups: BTreeMap::new(), members: Vec::new() };
        for (number, &action) in execution.iter().enumerate() {
            for group in reader.groups_of(action) {
                let place = *reader.groups.entry(group).or_insert_with(|| {
                    reader.members.push(Vec::new());
                    reader.members.len() - 1
                });
                reader.members[place].push(number);
            }
        }
        reader
    }

    fn groups_of(&self, action: Action) -> [Shared; 2] {
        let kind = self.choreography.source().channels[action.channel].kind;
        action.shared(Key::new(kind, action.channel, action.message))
    }

    /// Adds an action: as the next one of the execution in both its groups, or after all actions of both.
    /// Returns `true` if that is possible.
    fn put(&self, positions: &mut [u32], action: Action) -> bool {
        let places = self.groups_of(action).map(|group| self.groups.get(&group).copied());
        let next = places.map(|place| {
            place.and_then(|place| self.members[place].get(positions[place] as usize).copied())
        });
        match next {
            [None, None] => true,
            [Some(one), Some(other)] if one == other && self.execution[one] == action => {
                for place in places.into_iter().flatten() {
                    positions[place] += 1;
                }
                true
            }
            _ => false,
        }
    }
}

impl TransitionSystem for CompletionSystem<'_> {
    type State = Reached;
    type Label = Interaction;
    type Scratch = ();

    fn initial_states(&self) -> impl Iterator<Item = Reached> {
        let nothing = vec![0; self.members.len()].into_boxed_slice();
        std::iter::once((self.choreography.language().initial(), nothing))
    }

    fn successors(
        &self,
        (state, positions): &Reached,
        (): &mut (),
        emit: &mut impl FnMut(Interaction, Reached),
    ) {
        for &(exchange, target) in self.choreography.language().transitions(*state) {
            let mut positions = positions.clone();
            if exchange.actions().into_iter().all(|action| self.put(&mut positions, action)) {
                emit(exchange, (target, positions));
            }
        }
    }

    fn heap_bytes(&self, (_, positions): &Reached) -> usize {
        size_of_val(&**positions)
    }
}

impl Automaton for CompletionSystem<'_> {
    fn is_accepting(&self, (_, positions): &Reached) -> bool {
        let lengths = self.members.iter().map(Vec::len);
        positions.iter().zip(lengths).all(|(&position, length)| position as usize == length)
    }
}
