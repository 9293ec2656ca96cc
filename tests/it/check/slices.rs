//! Which properties may be judged on a slice of a run.

use scm_check::internals::check::witness_trace::{NotSliceable, Slice};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::component::{FunctionRegistry, NoPackages, read};

/// Returns whether the last property of the lamp with these `//#` lines can be judged on a slice.
fn sliced(lines: &str) -> Result<(), NotSliceable> {
    let text = format!(
        "{lines}
        package lamp
          port type Port()
          port type Seen(bool lit)
          atom type Lamp()
            port Port switch()
            place off, lit
            initial to off
            on switch from off to lit
            on switch from lit to off
          end
          atom type Fuse()
            data bool lit
            export port Seen see(lit)
            place whole, blown
            initial to whole
            on see from whole to whole provided (!lit)
            on see from whole to blown provided (lit)
            on see from blown to blown
          end
          atom type Turn()
            data bool lit
            export port Seen see(lit)
            place one, other
            initial to one
            on see from one to other
            on see from other to one
          end
          compound type Main() component Lamp lamp() end
        end"
    );
    let source = Source::new("lamp.bip", text);
    let reading = read(&source, &mut NoPackages, &FunctionRegistry::default());
    let model = reading.model.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    Slice::new(&model.composite, &model.properties).map(|_| ()).map_err(|(_, why)| why)
}

#[test]
fn automata_that_count_states_are_not_judged_on_slices() {
    let monitor = |transitions: &str| {
        sliced(&format!(
            "//# monitor m {{ state a initial accepting; state b; state c;
             //# {transitions} }}"
        ))
    };
    let latch = "from a to a when !lamp@lit; from a to b when lamp@lit; from b to b; from c to c;";
    assert_eq!(monitor(latch), Ok(()));
    let back = "from a to a when !lamp@lit; from a to b when lamp@lit; from b to b when lamp@lit; \
                from b to a when !lamp@lit; from c to c;";
    assert_eq!(monitor(back), Ok(()));
    let counter =
        "from a to a when !lamp@lit; from a to b when lamp@lit; from b to c; from c to c;";
    assert_eq!(monitor(counter), Err(NotSliceable::Repetition));
}

#[test]
fn atoms_that_count_states_are_not_judged_on_slices() {
    assert_eq!(sliced("//# property p = Fuse(lamp@lit) in whole"), Ok(()));
    let turn = sliced("//# property p = Turn(lamp@lit) in one");
    assert_eq!(turn, Err(NotSliceable::Repetition));
}
