//! The names of the safety properties, and what violates the linear ones.

use oracle::configurations::Configuration;
use oracle::safety::Property;
use scm_check::internals::check::reachability::Configurations;
use scm_check::internals::kernel::base::{Control, Random};
use scm_check::internals::model::cfsm::{MessageSort, SafetyProperty, SystemBuilder};
use scm_check::internals::model::generate::{RandomParameters, random};

use crate::support::small_systems::many_transitions;

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

#[test]
fn the_same_configurations_violate_a_linear_property_as_by_its_definition() {
    let mut counts = [[0; 2]; Property::LINEAR.len()];
    let control = Control { max_states: Some(100), ..Control::unlimited() };
    for seed in 0..400 {
        let draw = if seed % 2 == 0 { RandomParameters::draw } else { many_transitions };
        let system = random(&draw(&mut Random::new(seed)), seed);
        let configurations = Configurations::new(&system);
        for (_, here) in configurations.explored(&control).configurations().take(100) {
            let plain = Configuration {
                control: here.control.iter().copied().collect(),
                contents: here.contents.iter().map(|held| held.messages().to_vec()).collect(),
            };
            for (index, definition) in Property::LINEAR.into_iter().enumerate() {
                let property = SafetyProperty::named(&system, &definition.name(&system)).unwrap();
                let expected = definition.is_violated_in(&system, &plain);
                let found = property.is_violated_in(&system, &here);
                assert_eq!(Some(found), expected, "seed {seed}, {definition:?}: {here:?}");
                counts[index][usize::from(found)] += 1;
            }
        }
    }
    assert!(counts.iter().flatten().all(|&count| count > 10), "{counts:?}");
}
