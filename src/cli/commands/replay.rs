//! `replay`: replays a witness step by step and tests its claim.

use std::ffi::OsString;

use crate::cli::args::ReplayArguments;
use crate::cli::failure::Failure;
use crate::cli::feed;
use crate::cli::input::{Naming, Sought, only_one};
use crate::cli::models::{LoadOptions, Single, unreadable};
use crate::cli::output::{Output, refuse_input, text_style};
use crate::cli::picture::form_of_extension;
use scm_check::internals::driver::AnyModel;
use scm_check::internals::driver::replay::{ReplayJob, ReplayModel, pertinent};
use scm_check::internals::kernel::diagnostics::Severity;
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::evidence::exhibits;
use scm_check::internals::language::kinds::Kind;
use scm_check::internals::render::diagrams::{Picture, PictureForm};
use scm_check::internals::render::witness::ReplayText;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If the arguments do not name one file each, or the output cannot be written.
pub(super) fn run(arguments: &ReplayArguments) -> Result<u8, Failure> {
    let pictures = &arguments.pictures;
    let mildest = if pictures.quiet { Severity::Error } else { Severity::Warning };
    let options = LoadOptions { naming: Naming::Path, colour: pictures.output.color, mildest };
    if arguments.witness == "-" && arguments.model.as_ref().is_some_and(|model| model == "-") {
        return Err(Failure::usage("standard input cannot be the witness and the model"));
    }
    let single =
        |name: &OsString| only_one(name, Sought::Kinds(&[Kind::System]), "file; replay takes one");
    let witness = single(&arguments.witness)?;
    let model = arguments.model.as_ref().map(single).transpose()?;
    refuse_input(pictures.output.output.as_deref(), [&witness].into_iter().chain(&model))?;
    let name = witness.name(Naming::Path);
    let read = feed::text(&witness).and_then(|bytes| {
        let text = String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned())?;
        exhibits(&text).map_err(|why| why.to_string())
    });
    let entries = match read {
        Ok(entries) => entries,
        Err(why) => {
            unreadable(&name, &why, options.colour);
            return Ok(ExitStatus::Refused.exit_code());
        }
    };
    let given = model.map(|input| Single::any(input, options)).transpose()?;
    let given = given.as_ref().map(|given| (&given.loaded, &given.model));
    let against = match given {
        None => None,
        Some((loaded, AnyModel::Interaction(_) | AnyModel::Components(_))) => {
            let why = format!("{}: witnesses are about systems and choreographies", loaded.name);
            return Err(Failure::Usage(why));
        }
        Some((loaded, AnyModel::System(model))) => Some((loaded, ReplayModel::System(model))),
        Some((loaded, AnyModel::Choreography(model))) => {
            Some((loaded, ReplayModel::Choreography(model)))
        }
    };
    let all = entries.len();
    let entries = pertinent(entries, given.and_then(|(loaded, _)| loaded.sha256.as_deref()));
    let style = text_style(pictures.signs, &pictures.output);
    let form = pictures.output.ending().and_then(form_of_extension);
    let form = form.filter(|form| !matches!(form, PictureForm::Text | PictureForm::Json));
    if form.is_some() && entries.len() != 1 {
        let why = format!("{name} has {} witnesses, and a picture shows one", entries.len());
        return Err(Failure::Usage(why));
    }
    let mut output = Output::open(&pictures.output)?;
    let mut beside = Output::beside(&pictures.output);
    let mut exit_status = ExitStatus::Fine;
    let many = entries.len() > 1;
    for (index, entry) in entries.iter().enumerate() {
        let name = match &entry.model {
            Some(model) => format!("{name} ({model})"),
            None if many => format!("{name} ({})", index + 1),
            None => name.clone(),
        };
        let extent = pictures.run.extent();
        let job = ReplayJob { entry, against };
        let (lines, picture, own) = match job.run() {
            Ok(report) => {
                let replay = ReplayText { name, job: &job, style, extent };
                let text = replay.text(&report);
                let draw = |form| {
                    let Some((chart, before, after)) = replay.chart(&report) else {
                        let why = text.lines().next().unwrap_or_default();
                        return Err(Failure::Usage(format!("{why}; there is no run to draw")));
                    };
                    let picture = Picture::Chart { chart, before, after, json: None };
                    Ok(picture.encoded(form, style)?)
                };
                let drawn = form.map(draw).transpose()?;
                (text, drawn, report.exit_status())
            }
            Err(why) => {
                unreadable(&name, &why.to_string(), options.colour);
                (String::new(), None, ExitStatus::Refused)
            }
        };
        exit_status = exit_status.max(own);
        let first = lines.split_inclusive('\n').next().unwrap_or_default();
        if let Some(beside) = &mut beside {
            beside.write(|stream| stream.write_all(first.as_bytes()))?;
        }
        let shown = if pictures.quiet { first } else { &lines };
        let gap = if index > 0 && !pictures.quiet && !shown.is_empty() { "\n" } else { "" };
        let shown = picture.unwrap_or_else(|| (gap.to_owned() + shown).into_bytes());
        output.write(|stream| stream.write_all(&shown))?;
    }
    let passed_over = all - entries.len();
    if passed_over > 0 && !pictures.quiet {
        let witnesses = if passed_over == 1 { "witness is" } else { "witnesses are" };
        let text = format!("\n{passed_over} {witnesses} about other models, and passed over\n");
        output.write(|stream| stream.write_all(text.as_bytes()))?;
    }
    output.finish()?;
    let is_shown = arguments.shown && exit_status == ExitStatus::Open;
    Ok(if is_shown { 0 } else { exit_status.exit_code() })
}
