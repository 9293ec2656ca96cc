//! Reads a global model from the files that options name.

use std::ffi::OsString;
use std::path::Path;

use crate::cli::conform_args::GlobalModelArguments;
use crate::cli::failure::{Failure, reason};
use crate::cli::file_kind::component_diagnostic;
use crate::cli::input::{Sought, only};
use crate::cli::interaction_args::InteractionReading;
use crate::cli::models::{LoadOptions, Single, tell_about};
use scm_check::internals::driver::conformance::{
    GlobalModel, MODEL_KINDS, ModelError, ModelOptions, read_model,
};
use scm_check::internals::kernel::base::Control;
use scm_check::internals::language::reading::Reading;

/// Reads the model that options name, and makes its automaton.
///
/// # Errors
/// If the options do not fit, or the text has errors, which are reported.
pub(crate) fn global_model(
    arguments: &GlobalModelArguments,
    options: LoadOptions,
    control: &Control,
) -> Result<GlobalModel, Failure> {
    let Some(model) = &arguments.model else {
        return Err(Failure::usage("this needs --model"));
    };
    let input = only(model, Sought::Kinds(MODEL_KINDS))?;
    let signature = arguments.signature.clone();
    let reading = InteractionReading { signature, remove: Vec::new(), loops: arguments.loops };
    let Single { loaded, model: written, .. } = Single::read(input, options, |input, source| {
        if let Some(mistaken) = component_diagnostic(input, "model that logs conform to") {
            return Reading::refused(mistaken);
        }
        read_model(source, input.extension(), |source| {
            reading.read(input, source, &|signature| tell_about(signature, options))
        })
    })?;
    let options = ModelOptions {
        reading: arguments.reading,
        has_signature: arguments.signature.is_some(),
        locations: arguments.locations.as_ref().map(locations).transpose()?,
    };
    GlobalModel::new(loaded, written, &options, control).map_err(|why| {
        let option = match why {
            ModelError::NoOperators => "--reading local: ",
            ModelError::NoSignature => "--signature: ",
            ModelError::Ordered(..) | ModelError::Endless(_) => "",
            ModelError::EmptyLocation
            | ModelError::NoLifeline(..)
            | ModelError::Misplaced(_)
            | ModelError::Unplaced(_) => "--locations: ",
        };
        Failure::Usage(format!("{option}{why}"))
    })
}

/// Returns the text of the locations that an option names, or the text of the file that it names.
fn locations(option: &OsString) -> Result<String, Failure> {
    let path = Path::new(option);
    if !path.is_file() {
        return Ok(option.to_string_lossy().into_owned());
    }
    std::fs::read_to_string(path).map_err(|error| {
        Failure::Usage(format!("--locations: {}: {}", path.display(), reason(&error)))
    })
}
