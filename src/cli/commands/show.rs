//! `show`: what has no command of its own that shows it: multitraces, and how large models are.
//!
//! Everything else is shown by other commands, see [`routes`](crate::cli::routes).

use crate::cli::args::ShowArguments;
use crate::cli::failure::Failure;
use crate::cli::file_kind::kind;
use crate::cli::input::{Input, Sought, only};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::{put, refuse_input, tell, text_style};
use crate::cli::picture::{picture_format, write_picture};
use scm_check::internals::kernel::base::Id as _;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::language::multitrace::{self, names};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::trace::{Letter, LocationId, Signature};
use scm_check::internals::render::diagrams::{Picture, PictureForm, traces_chart};
use scm_check::internals::render::model_sizes;

/// Number of events of a location that are shown, unless all are asked for.
const SHOWN: usize = 40;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the file is nothing that is shown here, or the output cannot be written.
pub(super) fn run(arguments: &ShowArguments) -> Result<u8, Failure> {
    let ShowArguments { file, model, what, format, pictures } = arguments;
    if model.is_some() {
        return Err(Failure::usage("a second file is the model of a witness, and this is none"));
    }
    let input = only(file, Sought::Kinds(&[Kind::Multitrace]))?;
    refuse_input(pictures.output.output.as_deref(), [&input])?;
    let options = LoadOptions::by_path(pictures.output.color);
    let begin = Source::from_bytes("", input.begin());
    let is_multitrace = kind(&input, &begin) == Some(Kind::Multitrace);
    match what.as_deref() {
        None if is_multitrace => {}
        Some("metrics") if !is_multitrace => {
            let Single { input, loaded, model } = Single::any(input, options)?;
            return put(model_sizes(&loaded.name, &model), &pictures.output, [&input]);
        }
        Some(what) => {
            return Err(Failure::Usage(format!("there is no `--what {what}` of this file")));
        }
        None => return Err(unknown(&input, options)),
    }
    let format = picture_format(*format, &pictures.output, PictureForm::Text)?;
    let read = |_: &Input, source: &_| {
        let signature = names(source);
        let Reading { diagnostics, model } = multitrace::read(source, &signature);
        Reading { diagnostics, model: model.map(|model| (model, signature)) }
    };
    let Single { loaded, model: (model, signature), .. } = Single::read(input, options, read)?;
    let lifelines: Vec<String> = signature.lifelines().iter().cloned().collect();
    let events =
        |letters: &[Letter]| letters.iter().flat_map(|one| seen(one, &signature)).collect();
    let components = model.multitrace.components.iter();
    let mut traces: Vec<Vec<_>> = components.map(|one| events(&one.letters)).collect();
    let longest = traces.iter().map(Vec::len).max().unwrap_or_default();
    if longest > SHOWN && !pictures.run.all_steps {
        for trace in &mut traces {
            trace.truncate(SHOWN);
        }
        let text = format!("the first {SHOWN} events of each location; all: --all-steps");
        tell(pictures.output.color, &format!("\x1b[1mnote:\x1b[0m {}: {text}\n", loaded.name));
    }
    let picture = Picture::Chart {
        chart: traces_chart(&lifelines, &traces),
        before: format!("{}\n\n", loaded.name),
        after: String::new(),
        json: None,
    };
    let style = text_style(pictures.signs, &pictures.output);
    write_picture(&picture.encoded(format, style)?, format, &pictures.output)
}

/// Returns what each lifeline of a letter sees.
fn seen(letter: &Letter, signature: &Signature) -> Vec<(LocationId, String)> {
    let actions = letter.actions().iter();
    let text = |action: &_| Letter::from_action(*action).text(signature);
    actions.map(|one| (LocationId::from_index(one.lifeline.index()), text(one))).collect()
}

/// Reports what is wrong with a file of no kind that is known, and returns the failure.
fn unknown(input: &Input, options: LoadOptions) -> Failure {
    match Single::any(input.clone(), options) {
        Err(failure) => failure,
        Ok(_) => Failure::usage("this is nothing that can be shown"),
    }
}
