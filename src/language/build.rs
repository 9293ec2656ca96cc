//! Generates the parsers of `grammar/` into the build directory.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=grammar");
    let output = std::env::var("OUT_DIR")?;
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .set_out_dir(output)
        .emit_rerun_directives(false)
        .process()
}
