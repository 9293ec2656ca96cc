use scm_check::internals::driver::{Level, Role};
use scm_check::internals::kernel::verdict::{Reason, Verdict};

#[test]
fn the_name_of_a_property_has_its_level() {
    for (property, level) in [
        ("rsc", Level::Fact),
        ("rsc[bag]", Level::Fact),
        ("multiparty-compatible[2]", Level::Fact),
        ("half-duplex[binary]", Level::Fact),
        ("nfa", Level::Fact),
        ("minimal_dfa_states", Level::Fact),
        ("race", Level::Race),
        ("progress", Level::Fault),
        ("progress[bag]", Level::Fault),
        ("stuck(rsc)", Level::Fault),
        ("bad_states/1", Level::Fault),
        ("realisable", Level::Fault),
        ("conforms", Level::Fault),
    ] {
        assert_eq!(Level::of(property), level, "{property}");
        let counts = Role::of_unasked(property).decides(Verdict::Violated);
        assert_eq!(counts, level == Level::Fault, "{property}");
    }
}

#[test]
fn what_does_not_count_decides_if_something_went_wrong() {
    for role in [Role::Fact, Role::Premise] {
        for verdict in [Verdict::Holds, Verdict::Violated, Verdict::Unknown(Reason::States)] {
            assert!(!role.decides(verdict) && Role::Answer.decides(verdict), "{verdict:?}");
        }
        for reason in [Reason::Crashed, Reason::Interrupted, Reason::Rejected] {
            assert!(role.decides(Verdict::Unknown(reason)), "{reason:?}");
        }
        assert!(role.decides(Verdict::Error));
    }
}
