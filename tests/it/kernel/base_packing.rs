//! Records of small numbers packed into words.

use scm_check::internals::kernel::base::{Field, LayoutBuilder};

#[test]
fn fields_keep_their_values_apart() {
    let mut builder = LayoutBuilder::new();
    let sizes = [1, 2, 3, 1 << 40, 1 << 30, 5, u64::MAX, 1, 2];
    let fields: Vec<Field> = sizes.iter().map(|&size| builder.field(size)).collect();
    let layout = builder.finish();
    let mut words = vec![0; layout.words()];
    for (field, size) in fields.iter().zip(sizes) {
        field.set(&mut words, size - 1);
    }
    for (field, size) in fields.iter().zip(sizes) {
        assert_eq!(field.get(&words), size - 1);
    }
    fields[3].set(&mut words, 7);
    assert_eq!(fields[3].get(&words), 7);
    assert_eq!(fields[4].get(&words), (1 << 30) - 1);
}
