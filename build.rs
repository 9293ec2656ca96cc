//! Generates the parsers of `grammar/` into the build directory.

fn main() {
    println!("cargo:rerun-if-changed=grammar");
}
