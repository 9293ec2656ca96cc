//! Lists of names.

use scm_check::internals::kernel::base::{Id as _, Names, typed_id};

typed_id! {
    /// A name.
    struct NameId;
}

#[test]
fn names_are_found_by_their_ids() {
    let mut names: Names<NameId> = ["client", "", "é"].into_iter().collect();
    let last = names.push(String::from("client"));
    assert_eq!((last.index(), names.len()), (3, 4));
    assert_eq!(names.iter().collect::<Vec<_>>(), ["client", "", "é", "client"]);
    assert!(names.enumerate().all(|(id, name)| names[id] == *name));
    assert_eq!(format!("{:?}", Names::<NameId>::new()), "[]");
}
