//! The files that a text is read with.

use std::ffi::OsStr;
use std::path::Path;

use super::feed;
use super::input::{Input, Naming};
use scm_check::internals::driver::{Companions, Loaded, codes, load};
use scm_check::internals::kernel::diagnostics::Diagnostic;
use scm_check::internals::kernel::source::{Source, Span};
use scm_check::internals::language::component::Packages;
use scm_check::internals::language::interaction::read_signature;
use scm_check::internals::model::trace::Signature;

/// The files beside an input, and one that an option names.
pub(crate) struct FilesBeside<'a> {
    /// The input.
    input: &'a Input,
    /// The file with the signature, if an option names one.
    signature: Option<&'a OsStr>,
    /// Reports the diagnostics of the signature.
    tell_about: &'a dyn Fn(&Loaded),
}

impl<'a> FilesBeside<'a> {
    /// Returns the files beside an input; diagnostics of its signature, which an option may name, are reported by
    /// `tell_about`.
    pub(crate) fn new(
        input: &'a Input,
        signature: Option<&'a OsStr>,
        tell_about: &'a dyn Fn(&Loaded),
    ) -> Self {
        Self { input, signature, tell_about }
    }
}

impl Packages for FilesBeside<'_> {
    fn text(&mut self, path: &str) -> Result<Source, String> {
        let directory = self.input.path().and_then(Path::parent);
        let file = directory.ok_or("standard input has no files beside it")?.join(path);
        Ok(Source::from_bytes(path, feed::text(&Input::File(file))?))
    }
}

impl Companions for FilesBeside<'_> {
    fn ending(&self) -> Option<&str> {
        self.input.extension()
    }

    fn left_out(&self) -> Option<&str> {
        self.input.left_out()
    }

    fn signature(&mut self) -> Result<Option<Signature>, Box<Diagnostic>> {
        let file = match self.signature {
            Some(file) => Input::File(file.into()),
            None => {
                let Some(path) = self.input.path() else { return Ok(None) };
                let beside = path.with_extension("hsf");
                if beside == path || !beside.is_file() {
                    return Ok(None);
                }
                Input::File(beside)
            }
        };
        let (loaded, signature) = load(file.name(Naming::Path), feed::text(&file), read_signature);
        (self.tell_about)(&loaded);
        signature.map(Some).ok_or_else(|| {
            let message = format!("its signature {}: {}", loaded.name, loaded.failure());
            let diagnostic = Diagnostic::new(codes::UNREADABLE, Span::default(), message)
                .help("correct the signature, or name another with --signature");
            Box::new(diagnostic)
        })
    }
}
