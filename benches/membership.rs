//! Benches of membership.

fn main() {}
