//! The program `scm-check`.

fn main() {}
