//! The memory that the store of a search takes.

use scm_check::internals::kernel::search::{Store, hash};

#[test]
fn the_growth_of_a_large_table_is_foreseen() {
    let mut store = Store::new();
    let mut growths = 0;
    // No other growth than the last is one of a large table.
    let between = 100_000..7_300_000;
    for state in 0..7_500_000_u64 {
        if between.contains(&state) {
            store.insert(hash(&state), state, None);
            continue;
        }
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
