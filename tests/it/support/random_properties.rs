//! Random properties of component systems, and what their predicates say of a witness trace by the definitions.

use std::sync::Arc;

use oracle::component_runs::Trace;
use oracle::component_terms::{Store, truth};
use oracle::temporal::Letter;
use scm_check::internals::kernel::base::{Id as _, IndexVec, Random};
use scm_check::internals::model::component::{
    Atom, AtomParts, Binary, Composite, Definition, Expression, GlobalState, InteractionId,
    Observer, PlaceId, Port, Predicate, Property, PropertyAutomaton, PropertyStateId, SiteId,
    StateVariable, Transition, Value, Variable, VariableId,
};
use scm_check::internals::model::temporal::{
    BinaryOperator, Formula, PropositionId, UnaryOperator,
};

/// Draws a predicate; `fires` allows what fired.
fn random_predicate(composite: &Composite, fires: bool, numbers: &mut Random) -> Predicate {
    let component = numbers.choose(&composite.components().ids().collect::<Vec<_>>()).unwrap();
    let atom = composite.atom(component);
    let interactions: Vec<InteractionId> = composite.interactions().ids().collect();
    if fires
        && numbers.percent(40)
        && let Some(id) = numbers.choose(&interactions)
    {
        return Expression::Variable(match composite.interactions()[id].connector {
            Some(connector) if numbers.percent(40) => StateVariable::FiredAny(connector),
            _ => StateVariable::Fired(id),
        });
    }
    let variable = numbers.choose(&atom.variables.ids().collect::<Vec<_>>());
    let Some(variable) = variable.filter(|_| numbers.percent(60)) else {
        let place = numbers.choose(&atom.places.ids().collect::<Vec<_>>()).unwrap();
        return Expression::Variable(StateVariable::At(component, place));
    };
    let value = Expression::Variable(StateVariable::Value(component, variable));
    match atom.variables[variable].start {
        Value::Bool(_) => value,
        _ => {
            let bound = i64::try_from(numbers.below(4)).unwrap() - 1;
            let bound = Expression::Constant(Value::Int(bound));
            Expression::Binary(Binary::Less, Box::new([value, bound]), SiteId::from_index(0))
        }
    }
}

/// Draws up to `most` different predicates, at least one.
pub(crate) fn random_predicates(
    composite: &Composite,
    most: usize,
    fires: bool,
    numbers: &mut Random,
) -> IndexVec<PropositionId, Predicate> {
    let mut predicates: Vec<Predicate> = Vec::new();
    for _ in 0..most {
        let predicate = random_predicate(composite, fires, numbers);
        if !predicates.iter().any(|one| format!("{one:?}") == format!("{predicate:?}")) {
            predicates.push(predicate);
        }
    }
    predicates.into_iter().collect()
}

/// The predicates that hold at each state of a trace, as bits; the first state is the initial one.
pub(crate) fn letters(
    composite: &Composite,
    predicates: &IndexVec<PropositionId, Predicate>,
    initial: &GlobalState,
    trace: &Trace,
) -> Vec<Letter> {
    let letter = |state: &GlobalState, fired: Option<InteractionId>| {
        let mut store: Store<StateVariable> = Store::new();
        for (component, local) in state.enumerate() {
            for (variable, value) in local.values.enumerate() {
                store.insert(StateVariable::Value(component, variable), value.clone());
            }
            for place in composite.atom(component).places.ids() {
                let is_there = Value::Bool(place == local.place);
                store.insert(StateVariable::At(component, place), is_there);
            }
        }
        for (id, interaction) in composite.interactions().enumerate() {
            store.insert(StateVariable::Fired(id), Value::Bool(fired == Some(id)));
            if let Some(connector) = interaction.connector {
                let all = composite.interactions();
                let is_one = fired.is_some_and(|id| all[id].connector == Some(connector));
                store.insert(StateVariable::FiredAny(connector), Value::Bool(is_one));
            }
        }
        let holds = |predicate: &Predicate| truth(predicate, &store).unwrap();
        predicates.enumerate().map(|(id, one)| u64::from(holds(one)) << id.index()).sum()
    };
    let later = trace.iter().map(|(id, state)| letter(state, Some(*id)));
    [letter(initial, None)].into_iter().chain(later).collect()
}

/// An automaton that reads letters, by its table: the state after each state and letter, and which states accept.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) next: Vec<Vec<usize>>,
    pub(crate) accepting: Vec<bool>,
}

impl Table {
    /// Draws an automaton over the letters of so many propositions.
    pub(crate) fn random(propositions: usize, numbers: &mut Random) -> Self {
        let states = numbers.between(1, 4);
        // An end that is left no more makes verdicts certain.
        let next = (0..states).map(|state| {
            let stays = numbers.percent(30);
            let target = |_| if stays { state } else { numbers.below(states) };
            (0..1 << propositions).map(target).collect()
        });
        let next = next.collect();
        Self { next, accepting: (0..states).map(|_| numbers.percent(50)).collect() }
    }

    /// The states after each letter.
    pub(crate) fn read(&self, letters: &[Letter]) -> Vec<usize> {
        let mut state = 0;
        let mut states = Vec::new();
        for &letter in letters {
            state = self.next[state][usize::try_from(letter).unwrap()];
            states.push(state);
        }
        states
    }

    /// The states that can be reached from one.
    pub(crate) fn reachable(&self, from: usize) -> Vec<usize> {
        let mut found = vec![from];
        let mut next = 0;
        while next < found.len() {
            for &to in &self.next[found[next]] {
                if !found.contains(&to) {
                    found.push(to);
                }
            }
            next += 1;
        }
        found
    }

    /// The letters that lead from one state to another.
    fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let all = self.next[from].iter().enumerate();
        all.filter(|(_, target)| **target == to).map(|(letter, _)| letter).collect()
    }

    /// The automaton as a property.
    pub(crate) fn automaton(
        &self,
        predicates: IndexVec<PropositionId, Predicate>,
    ) -> PropertyAutomaton {
        let state = PropertyStateId::from_index;
        let all = || 0..self.next.len();
        let mut transitions = Vec::new();
        for (from, to) in all().flat_map(|from| all().map(move |to| (from, to))) {
            let letters = self.between(from, to);
            let term = |letter: usize| {
                let literal = |id: PropositionId| match letter >> id.index() & 1 {
                    1 => Formula::Proposition(id),
                    _ => Formula::unary(UnaryOperator::Not, Formula::Proposition(id)),
                };
                let both = |left, right| Formula::binary(BinaryOperator::And, left, right);
                predicates.ids().map(literal).reduce(both).unwrap()
            };
            let either = |left, right| Formula::binary(BinaryOperator::Or, left, right);
            if let Some(condition) = letters.into_iter().map(term).reduce(either) {
                transitions.push((state(from), condition, state(to)));
            }
        }
        PropertyAutomaton {
            states: all().map(|at| (format!("s{at}"), self.accepting[at])).collect(),
            initial: state(0),
            predicates,
            transitions,
        }
    }

    /// The automaton as an atom that observes; its port has a truth value for each predicate, or a number.
    pub(crate) fn observer(
        &self,
        predicates: IndexVec<PropositionId, Predicate>,
        has_numbers: bool,
    ) -> Observer {
        let value = |truth: bool| {
            if has_numbers { Value::Int(if truth { 7 } else { -3 }) } else { Value::Bool(truth) }
        };
        let argument = |predicate: Predicate| {
            if !has_numbers {
                return predicate;
            }
            let [yes, no] = [true, false].map(|truth| Expression::Constant(value(truth)));
            Expression::Conditional(Box::new([predicate, yes, no]))
        };
        let site = SiteId::from_index(0);
        let (place, port) =
            (PlaceId::from_index, scm_check::internals::model::component::PortId::from_index(0));
        let variables: Vec<VariableId> =
            (0..predicates.len()).map(VariableId::from_index).collect();
        let all = || 0..self.next.len();
        let mut transitions = IndexVec::new();
        for (from, to) in all().flat_map(|from| all().map(move |to| (from, to))) {
            let equals = |letter: usize, variable: VariableId| {
                let value = Expression::Constant(value(letter >> variable.index() & 1 == 1));
                let sides = [Expression::Variable(variable), value];
                Expression::Binary(Binary::Equal, Box::new(sides), site)
            };
            let term = |letter: usize| {
                let all = variables.iter().map(|&variable| equals(letter, variable));
                let both =
                    |left, right| Expression::Binary(Binary::And, Box::new([left, right]), site);
                all.reduce(both).unwrap()
            };
            let either =
                |left, right| Expression::Binary(Binary::Or, Box::new([left, right]), site);
            if let Some(guard) = self.between(from, to).into_iter().map(term).reduce(either) {
                transitions.push(Transition {
                    from: place(from),
                    port: Some(port),
                    guard: Some(guard),
                    action: Vec::new(),
                    to: place(to),
                });
            }
        }
        let datum = |variable: &VariableId| Variable {
            name: format!("d{}", variable.index()),
            start: value(false),
            range: None,
            is_exported: false,
        };
        let see = Port {
            name: "see".to_owned(),
            kind: "See".to_owned(),
            exported: variables.iter().map(|&one| (format!("d{}", one.index()), one)).collect(),
            is_exported: true,
        };
        let atom = Atom::new(AtomParts {
            name: "Watch".to_owned(),
            places: all().map(|at| format!("s{at}")).collect(),
            variables: variables.iter().map(datum).collect(),
            ports: IndexVec::filled(see, 1),
            initial_place: place(0),
            initial_action: Vec::new(),
            transitions,
            priorities: Vec::new(),
        });
        Observer {
            atom: Arc::new(atom),
            port,
            arguments: predicates.into_iter().map(argument).collect(),
            accepting: all().filter(|&at| self.accepting[at]).map(place).collect(),
        }
    }
}

/// A property with a definition.
pub(crate) fn property(definition: Definition) -> Property {
    Property { name: "p".to_owned(), definition }
}
