//! Reads interactions from files.

use std::ffi::OsStr;

use super::companions::FilesBeside;
use super::failure::Failure;
use super::file_kind::component_diagnostic;
use super::input::{Input, Sought, only};
use super::interaction_args::{InteractionArguments, InteractionReading};
use super::models::{LoadOptions, Single, tell_about};
use super::option_groups::Colour;
use scm_check::internals::driver::interaction::without_lifelines;
use scm_check::internals::driver::{Loaded, ReadingOptions, read_interaction};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::Model;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::interaction::Interaction;

impl InteractionReading {
    /// Reads an interaction; the diagnostics of its signature are reported by `tell_about`.
    pub(crate) fn read(
        &self,
        input: &Input,
        source: &Source,
        tell_about: &dyn Fn(&Loaded),
    ) -> Reading<Model> {
        if let Some(mistaken) = component_diagnostic(input, "interaction") {
            return Reading::refused(mistaken);
        }
        let options = ReadingOptions { loops: self.loops, ..ReadingOptions::default() };
        let mut files = FilesBeside::new(input, self.signature.as_deref(), tell_about);
        read_interaction(source, options, &mut files)
    }
}

impl InteractionArguments {
    /// Reads the interaction, and reports its errors.
    ///
    /// # Errors
    /// As those of [`single`].
    pub(crate) fn read(&self) -> Result<(Single<Model>, Interaction), Failure> {
        single(&self.file, &self.reading, self.output.color)
    }
}

/// Reads the one interaction that an argument names, and reports its errors.
///
/// # Errors
/// If the argument names several files, or lifelines to be removed do not exist.
pub(crate) fn single(
    argument: &OsStr,
    reading: &InteractionReading,
    colour: Colour,
) -> Result<(Single<Model>, Interaction), Failure> {
    let input = only(argument, Sought::Kinds(&[Kind::Interaction]))?;
    let options = LoadOptions::by_path(colour);
    let tell_about = |signature: &Loaded| tell_about(signature, options);
    let single =
        Single::read(input, options, |input, source| reading.read(input, source, &tell_about))?;
    let interaction = without_lifelines(&single.model, &reading.remove)
        .map_err(|why| Failure::Usage(format!("{}: {why}", single.loaded.name)))?;
    Ok((single, interaction))
}

/// Reads the one interaction that an argument names as [`single`] does, without internal steps, which no trace has.
///
/// # Errors
/// As those of [`single`], and if an internal step orders what traces show.
pub(crate) fn observed(
    argument: &OsStr,
    reading: &InteractionReading,
    colour: Colour,
) -> Result<(Single<Model>, Interaction), Failure> {
    let (single, interaction) = single(argument, reading, colour)?;
    let observed = interaction.observable().map_err(|why| {
        let place = single.loaded.source().zip(single.model.spans.get(why.0));
        let line = place.map(|(source, span)| source.line_of(span.start())).unwrap_or_default();
        let help = "write the step outside the strict sequence or the loop";
        Failure::Usage(format!("{}:{line}: {why}; {help}", single.loaded.name))
    })?;
    Ok((single, observed))
}
