//! Reads interactions from files.

use std::ffi::OsStr;

use super::failure::Failure;
use super::feed::text;
use super::file_kind::component_diagnostic;
use super::input::{Input, Naming, Sought, only};
use super::interaction_args::{InteractionArguments, InteractionReading};
use super::models::{LoadOptions, Single, tell_about};
use super::option_groups::Colour;
use scm_check::driver::interaction::without_lifelines;
use scm_check::driver::{Loaded, codes, load};
use scm_check::kernel::diagnostics::Diagnostic;
use scm_check::kernel::source::{Source, Span};
use scm_check::language::interaction::codes::LEFT_OUT;
use scm_check::language::interaction::{
    DiagramLanguage, DiagramOptions, Model, read, read_signature,
};
use scm_check::language::kinds::Kind;
use scm_check::language::reading::Reading;
use scm_check::model::interaction::Interaction;
use scm_check::model::trace::Signature;

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
        let by_ending = input.extension().and_then(DiagramLanguage::of_extension);
        if let Some(language) = by_ending.or_else(|| DiagramLanguage::of_text(source)) {
            let mut reading = language.read(source, DiagramOptions { loops: self.loops });
            if let (Some(_), Some(text)) = (&reading.model, input.left_out()) {
                reading.diagnostics.insert(0, left_out(source, text));
            }
            return reading;
        }
        match self.signature(input, tell_about) {
            Ok(signature) => read(source, signature.as_ref()),
            // The error was reported before.
            Err(diagnostic) => Reading::refused(*diagnostic),
        }
    }

    /// Returns the requested signature, or the one in the file next to the interaction.
    fn signature(
        &self,
        input: &Input,
        tell_about: &dyn Fn(&Loaded),
    ) -> Result<Option<Signature>, Box<Diagnostic>> {
        let file = match &self.signature {
            Some(file) => Input::File(file.into()),
            None => {
                let Some(path) = input.path() else { return Ok(None) };
                let beside = path.with_extension("hsf");
                if beside == path || !beside.is_file() {
                    return Ok(None);
                }
                Input::File(beside)
            }
        };
        let (loaded, signature) = load(file.name(Naming::Path), text(&file), read_signature);
        tell_about(&loaded);
        signature.map(Some).ok_or_else(|| {
            let message = format!("its signature {}: {}", loaded.name, loaded.failure());
            let diagnostic = Diagnostic::new(codes::UNREADABLE, Span::default(), message)
                .help("correct the signature, or name another with --signature");
            Box::new(diagnostic)
        })
    }
}

/// Returns the warning about the diagrams of the same file that are left out, at the first line of this one.
fn left_out(source: &Source, text: &str) -> Diagnostic {
    let start = source.text().len() - source.text().trim_start().len();
    let first = source.text()[start..].lines().next().unwrap_or_default();
    let label = "the first diagram that is read";
    LEFT_OUT.at(Span::new(start, start + first.trim_end().len()), text).label(label)
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
