//! The names of the safety properties.

use scm_check::model::cfsm::{MessageSort, SafetyProperty, SystemBuilder};

#[test]
fn every_property_has_a_name_that_leads_back_to_it() {
    let mut builder = SystemBuilder::new("names");
    for name in ["p", "stuck"] {
        let participant = builder.participant(name);
        let state = builder.state(participant, "0");
        builder.initial(participant, state);
    }
    builder.message("p", MessageSort::Int);
    builder.message("deadlock", MessageSort::Int);
    let system = builder.finish();
    let all = SafetyProperty::all(&system);
    let names: Vec<String> = all.iter().map(|property| property.name(&system)).collect();
    let about = ["stuck(p)", "stuck(stuck)", "unreceived(p)", "unreceived(deadlock)"];
    assert_eq!(names[5..], about);
    for (property, name) in all.into_iter().zip(names) {
        assert_eq!(SafetyProperty::named(&system, &name), Ok(property));
        assert!(name.starts_with(property.kind_name()));
    }
    for wrong in ["", "stuck", "stuck(q)", "unreceived(m)", "deadlock(p)", "stuck(p", "()"] {
        assert!(SafetyProperty::named(&system, wrong).is_err(), "`{wrong}`");
    }
}
