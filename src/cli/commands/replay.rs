//! `replay`: a witness, step by step, and whether it shows what it claims.

use crate::cli::any_model::AnyModel;
use crate::cli::args::ReplayArguments;
use crate::cli::failure::Failure;
use crate::cli::feed;
use crate::cli::input::{Input, Naming, expand};
use crate::cli::models::{LoadOptions, load_as, unreadable};
use crate::cli::output::{Output, terminal_width};
use crate::cli::picture::refuse_picture;
use crate::cli::report_writer::refuse_input;
use scm_check::driver::replay::{ReplayJob, ReplayModel, pertinent};
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::Standing;
use scm_check::language::evidence::exhibits;
use scm_check::render::sentences::WIDTH;
use scm_check::render::witness::ReplayText;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the arguments do not name one file each, or the output cannot be written.
pub(super) fn run(arguments: &ReplayArguments) -> Result<u8, Failure> {
    let pictures = &arguments.pictures;
    let mildest = if pictures.quiet { Severity::Error } else { Severity::Warning };
    let options = LoadOptions { naming: Naming::Path, colour: pictures.output.color, mildest };
    if arguments.witness == "-" && arguments.model.as_ref().is_some_and(|model| model == "-") {
        let why = "standard input cannot be the witness and the model";
        return Err(Failure::Usage(why.to_owned()));
    }
    let witness = single(&arguments.witness)?;
    let model = arguments.model.as_ref().map(single).transpose()?;
    if let Some(path) = &pictures.output.output {
        let inputs: Vec<Input> =
            [Some(witness.clone()), model.clone()].into_iter().flatten().collect();
        refuse_input(path, &inputs)?;
    }
    let name = witness.name(Naming::Path);
    let read = feed::text(&witness).and_then(|bytes| {
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
        exhibits(&text).map_err(|why| why.to_string())
    });
    let exhibits = match read {
        Ok(exhibits) => exhibits,
        Err(why) => {
            unreadable(&name, &why, options.colour);
            return Ok(Standing::Refused.exit_code());
        }
    };
    let loaded = model.map(|model| {
        load_as(&model, feed::text(&model), options, |source| {
            AnyModel::read(&model, source, options.colour)
        })
    });
    let against = match &loaded {
        None => None,
        Some((loaded, Some(AnyModel::Interaction(_)))) => {
            let why = format!("{}: witnesses are about systems and choreographies", loaded.name);
            return Err(Failure::Usage(why));
        }
        Some((loaded, Some(AnyModel::System(model)))) => Some((loaded, ReplayModel::System(model))),
        Some((loaded, Some(AnyModel::Choreography(model)))) => {
            Some((loaded, ReplayModel::Choreography(model)))
        }
        Some((_, None)) => return Ok(Standing::Refused.exit_code()),
    };
    let all = exhibits.len();
    let exhibits =
        pertinent(exhibits, loaded.as_ref().and_then(|(loaded, _)| loaded.sha256.as_deref()));
    let width = terminal_width(&pictures.output).unwrap_or(WIDTH);
    refuse_picture(&pictures.output)?;
    let mut output = Output::open(&pictures.output)?;
    let mut beside = Output::beside(&pictures.output);
    let mut standing = Standing::Fine;
    let many = exhibits.len() > 1;
    for (index, exhibit) in exhibits.iter().enumerate() {
        let name = match &exhibit.model {
            Some(model) => format!("{name} ({model})"),
            None if many => format!("{name} ({})", index + 1),
            None => name.clone(),
        };
        let extent = pictures.run.extent();
        let job = ReplayJob { entry: exhibit, against };
        let (lines, own) = match job.run() {
            Ok(report) => {
                let text = ReplayText { name, job: &job, width, extent }.text(&report);
                (text, report.standing())
            }
            Err(why) => {
                unreadable(&name, &why.to_string(), options.colour);
                (String::new(), Standing::Refused)
            }
        };
        standing = standing.max(own);
        let first = lines.split_inclusive('\n').next().unwrap_or_default();
        if let Some(beside) = &mut beside {
            beside.write(|stream| stream.write_all(first.as_bytes()))?;
        }
        let shown = if pictures.quiet { first } else { &lines };
        let gap = if index > 0 && !pictures.quiet && !shown.is_empty() { "\n" } else { "" };
        output.write(|stream| stream.write_all((gap.to_owned() + shown).as_bytes()))?;
    }
    let passed_over = all - exhibits.len();
    if passed_over > 0 && !pictures.quiet {
        let witnesses = if passed_over == 1 { "witness is" } else { "witnesses are" };
        let text = format!("\n{passed_over} {witnesses} about other models, and passed over\n");
        output.write(|stream| stream.write_all(text.as_bytes()))?;
    }
    output.finish()?;
    Ok(standing.exit_code())
}

/// Returns the one input that an argument names.
fn single(argument: &std::ffi::OsString) -> Result<Input, Failure> {
    match <[Input; 1]>::try_from(expand(std::slice::from_ref(argument))) {
        Ok([input]) => Ok(input),
        Err(_) => {
            let argument = argument.display();
            Err(Failure::Usage(format!("{argument} is more than one file; replay takes one")))
        }
    }
}
