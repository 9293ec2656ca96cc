//! The program `scm-check-verify`: the independent checker on the command line.

fn main() -> std::process::ExitCode {
    verify::run()
}
