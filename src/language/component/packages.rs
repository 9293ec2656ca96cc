//! Where the texts of used packages come from.

use kernel::source::Source;

/// Gives the texts of the packages that a text uses.
pub trait Packages {
    /// Returns the text of a package, by its file: `a/b.bip` for `use a.b`, beside the file that is read.
    ///
    /// # Errors
    /// Why there is none, in words: `no such file`.
    fn text(&mut self, path: &str) -> Result<Source, String>;
}

/// No packages: each `use` is an error.
#[derive(Clone, Copy, Debug)]
pub struct NoPackages;

impl Packages for NoPackages {
    fn text(&mut self, _: &str) -> Result<Source, String> {
        Err("no other files are read here".to_owned())
    }
}
