//! Texts of component systems that are right.

use scm_check::kernel::base::Id as _;
use scm_check::kernel::source::Source;
use scm_check::language::component::{FunctionRegistry, Model, NoPackages, read};
use scm_check::model::component::{ComponentId, GlobalState, Value};

/// Returns the model of a text without errors and warnings.
fn model(text: &str) -> Model {
    let source = Source::new("t.bip", text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    assert_eq!(reading.diagnostics, [], "{text}");
    reading.model.expect("there is no error")
}

/// Returns the only state to which an interaction leads.
fn after(model: &Model, state: &GlobalState, interaction: &str) -> GlobalState {
    let id = model.composite.interaction_named(interaction).expect("it is an interaction");
    let firable = model.composite.firable(state).unwrap();
    assert!(firable.contains(&id), "{interaction} cannot fire");
    let mut states = Vec::new();
    model.composite.fire(state, id, &mut |_, next| states.push(next.unwrap())).unwrap();
    assert_eq!(states.len(), 1, "{interaction}");
    states.remove(0)
}

fn values(state: &GlobalState, component: usize) -> Vec<Value> {
    state[ComponentId::from_index(component)].values.iter().cloned().collect()
}

#[test]
fn the_task_system_is_that_of_the_paper() {
    let model = model(include_str!("../../../models/components/task.bip"));
    let names: Vec<&str> =
        model.composite.interactions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["ex12", "ex13", "ex23", "f1", "f2", "f3", "r1", "r2", "r3", "nt"]);
    let mut state = model.composite.initial_state().unwrap();
    for count in 1..=1_001 {
        state = after(&model, &state, "ex12");
        assert_eq!(values(&state, 0), [Value::Int(count)]);
        assert_eq!(values(&state, 2), [Value::Int(0)]);
        let ends = if count > 1_000 { ["r1", "r2"] } else { ["f1", "f2"] };
        for end in ends {
            state = after(&model, &state, end);
        }
        state = after(&model, &state, "nt");
    }
    assert_eq!(state, model.composite.initial_state().unwrap());
}
