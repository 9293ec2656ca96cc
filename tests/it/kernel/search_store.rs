//! The memory that the store of a search takes.

use scm_check::kernel::search::{Store, hash};

#[test]
fn the_growth_of_a_large_table_is_foreseen() {
    let mut store = Store::new();
    let mut growths = 0;
    for state in 0..7_500_000_u64 {
        let (table, foreseen) = (store.table_bytes(), store.bytes_soon());
        assert!(foreseen >= store.bytes());
        store.insert(hash(&state), state, None);
        if store.table_bytes() != table && store.len() > Store::<u64>::LARGE {
            // Both tables were there while one was filled from the other.
            let max_states = store.bytes() + table;
            assert!(
                foreseen.abs_diff(max_states) < 100,
                "{foreseen} were foreseen, {max_states} taken"
            );
            growths += 1;
        }
    }
    assert_eq!(growths, 1);
}
