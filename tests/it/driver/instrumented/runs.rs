//! Runs of instrumented systems: what they deliver, and what their monitors say.

use scm_check::internals::check::monitor::{MonitorVerdict, Semantics};
use scm_check::internals::check::witness_trace::PropertyMonitor;
use scm_check::internals::kernel::base::{Id as _, Random};
use scm_check::internals::model::component::{
    Composite, Definition, GlobalState, InteractionId, LocalState, Property, Value,
};

/// An instrumented system and what it was made of.
pub(super) struct Instrumented<'a> {
    pub(super) original: &'a Composite,
    pub(super) composite: &'a Composite,
    pub(super) properties: &'a [Property],
    pub(super) semantics: Semantics,
    /// What a failure names.
    pub(super) seed: u64,
}

/// The states after the interactions of a run, in order.
pub(super) type Trace = Vec<(InteractionId, GlobalState)>;

impl Instrumented<'_> {
    /// Returns the state in which all components of a state have ended.
    fn stabilised(&self, state: &GlobalState) -> GlobalState {
        let ids = self.original.components().ids();
        ids.map(|id| self.local(id.index(), &state[id].values)).collect()
    }

    /// Returns the state that was delivered last.
    fn delivered(&self, state: &GlobalState) -> GlobalState {
        let rgt = self.composite.component_named("rgt").unwrap();
        let atom = self.composite.atom(rgt);
        let port = atom.ports.iter().find(|port| port.name.starts_with("out_")).unwrap();
        let mut values =
            port.exported.iter().map(|&(_, variable)| state[rgt].values[variable].clone());
        let components = self.original.components().enumerate();
        let of = components.map(|(id, component)| {
            let count = component.atom.variables.len() + 1;
            self.local(id.index(), &values.by_ref().take(count).collect::<Vec<_>>())
        });
        of.collect()
    }

    /// Returns the state with these values, of which the last one is the place.
    fn local(&self, component: usize, values: &[Value]) -> LocalState {
        let atom = &self.original.components().as_slice()[component].atom;
        let (place, values) = values.split_last().unwrap();
        let Value::String(place) = place else { panic!("{place} is the name of a place") };
        LocalState {
            place: atom.place_named(place).unwrap(),
            values: values.iter().cloned().collect(),
        }
    }

    /// Returns the verdict that the place of a monitor stands for.
    fn verdict(&self, index: usize, state: &GlobalState) -> MonitorVerdict {
        let number = if index == 0 { String::new() } else { format!("_{}", index + 1) };
        let id = self.composite.component_named(&format!("monitor{number}")).unwrap();
        let atom = self.composite.atom(id);
        let (place, name) = (state[id].place, &atom.places[state[id].place]);
        let accepting: Vec<&str> = match &self.properties[index].definition {
            Definition::Formula { .. } => {
                let verdicts = [
                    ("certainly_true", MonitorVerdict::True),
                    ("certainly_false", MonitorVerdict::False),
                    ("currently_true", MonitorVerdict::CurrentlyTrue),
                    ("currently_false", MonitorVerdict::CurrentlyFalse),
                    ("inconclusive", MonitorVerdict::Inconclusive),
                ];
                return verdicts.iter().find(|(prefix, _)| name.starts_with(prefix)).unwrap().1;
            }
            Definition::Automaton(automaton) => {
                let states = automaton.states.iter().filter(|state| state.1);
                states.map(|state| state.0.as_str()).collect()
            }
            Definition::Observer(observer) => {
                let names = observer.accepting.iter().map(|&place| &observer.atom.places[place]);
                names.map(String::as_str).collect()
            }
        };
        let mut reached = vec![place];
        let mut next = 0;
        while let Some(&place) = reached.get(next) {
            for &transition in atom.leaving(place) {
                let to = atom.transitions[transition].to;
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        let truths: Vec<bool> = reached
            .iter()
            .filter(|&&place| !atom.places[place].ends_with("_read"))
            .map(|&place| accepting.contains(&atom.places[place].as_str()))
            .collect();
        match (truths.iter().all(|truth| *truth), truths.iter().any(|truth| *truth)) {
            (true, _) => MonitorVerdict::True,
            (_, false) => MonitorVerdict::False,
            _ if self.semantics == Semantics::Ltl3 => MonitorVerdict::Inconclusive,
            _ if truths[0] => MonitorVerdict::CurrentlyTrue,
            _ => MonitorVerdict::CurrentlyFalse,
        }
    }

    /// Runs the instrumented system at random for `steps` steps, and then until nothing is open. Returns the states
    /// in which the components end after each interaction, and the states that were delivered.
    ///
    /// Asserts that at each delivery the monitors say what [`PropertyMonitor`]s do that read the delivered states.
    pub(super) fn run(&self, steps: usize, numbers: &mut Random) -> [Trace; 2] {
        let mut state = self.composite.initial_state().unwrap();
        let start = self.original.initial_state().unwrap();
        let mut monitors: Vec<PropertyMonitor> = self
            .properties
            .iter()
            .map(|property| {
                let initial = |id| start[id].clone();
                PropertyMonitor::new(self.original, property, self.semantics, 1_000, initial)
                    .unwrap()
            })
            .collect();
        self.assert_verdicts(&monitors, &state);
        let [interactions, components] =
            [self.original.interactions().len(), self.original.components().len()];
        let [mut witness, mut delivered] = [Trace::new(), Trace::new()];
        for step in 0.. {
            let mut firable = self.composite.firable(&state).unwrap();
            if step >= steps {
                firable.retain(|id| id.index() >= interactions);
            }
            let Some(id) = numbers.choose(&firable) else { break };
            let mut reached = Vec::new();
            self.composite.fire(&state, id, &mut |_, next| reached.push(next.unwrap())).unwrap();
            let next = reached.swap_remove(numbers.below(reached.len()));
            if id.index() < interactions {
                witness.push((id, self.stabilised(&next)));
            } else if let Some(of) = id.index().checked_sub(interactions + components) {
                let of = InteractionId::from_index(of);
                let global = self.delivered(&state);
                let number = delivered.len() as u64 + 1;
                for monitor in &mut monitors {
                    let changed = self.original.interactions()[of].participants.iter();
                    let changed = changed.map(|&(component, _)| (component, &global[component]));
                    monitor.step(number, of, changed).unwrap();
                }
                self.assert_verdicts(&monitors, &next);
                delivered.push((of, global));
            }
            state = next;
        }
        [witness, delivered]
    }

    fn assert_verdicts(&self, monitors: &[PropertyMonitor], state: &GlobalState) {
        for (index, monitor) in monitors.iter().enumerate() {
            let property = &self.properties[index];
            assert_eq!(
                Some(self.verdict(index, state)),
                monitor.verdict(),
                "seed {}: {property:?}",
                self.seed
            );
        }
    }

    /// Asserts Proposition 1 on a random run: what is delivered is the witness, and the original system can do it.
    pub(super) fn assert_delivers_witness(&self, steps: usize, numbers: &mut Random) {
        let [witness, delivered] = self.run(steps, numbers);
        assert_eq!(delivered, witness, "seed {}", self.seed);
        assert!(self.is_possible(&delivered), "seed {}: {delivered:?}", self.seed);
    }

    /// Returns `true` if the original system can do what a trace says.
    pub(super) fn is_possible(&self, trace: &Trace) -> bool {
        let mut state = self.original.initial_state().unwrap();
        for (id, next) in trace {
            let mut is_reached = false;
            if self.original.firable(&state).unwrap().contains(id) {
                let mut emit = |_: &[_], reached| is_reached |= reached == Ok(next.clone());
                self.original.fire(&state, *id, &mut emit).unwrap();
            }
            if !is_reached {
                return false;
            }
            state = next.clone();
        }
        true
    }
}
