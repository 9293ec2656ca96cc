use scm_check::internals::driver::PropertyGroup;

#[test]
fn properties_are_told_apart_by_their_names() {
    for (property, group) in [
        ("rsc", Some(PropertyGroup::Membership)),
        ("bad_states", Some(PropertyGroup::BadStates)),
        ("bad_states/12", Some(PropertyGroup::BadStates)),
        ("bad_states/", None),
        ("bad_states/x", None),
        ("progress", Some(PropertyGroup::Safety)),
        ("deadlock", Some(PropertyGroup::Safety)),
        ("stuck(p)", Some(PropertyGroup::Safety)),
        ("stuck", None),
        ("unreceived(m)", Some(PropertyGroup::Safety)),
        ("realisable", Some(PropertyGroup::Realisability)),
        ("well-formed", Some(PropertyGroup::WellFormedness)),
        ("coherence", Some(PropertyGroup::Protocol)),
        ("strong-progress(sent)", Some(PropertyGroup::Protocol)),
        ("realisable[mailbox]", None),
    ] {
        assert_eq!(PropertyGroup::from_name(property), group, "{property}");
    }
}
