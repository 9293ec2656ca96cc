//! Items listed by group.

use scm_check::internals::kernel::base::Groups;

#[test]
fn items_keep_their_order_in_their_groups() {
    let pairs = [(2, 'a'), (0, 'b'), (2, 'c'), (0, 'd'), (2, 'a')];
    let groups = Groups::new(4, || pairs.into_iter());
    let listed: Vec<&[char]> = (0..4).map(|group| groups.of(group)).collect();
    assert_eq!(listed, [&['b', 'd'][..], &[], &['a', 'c', 'a'], &[]]);
    assert_eq!(Groups::<char>::new(1, std::iter::empty).of(0), []);
}
