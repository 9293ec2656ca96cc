//! `draw` of a component system: the composite, an atom, the global states, logged runs.

use super::monitor::event_complaint;
use super::run::line_format;
use crate::cli::args::{DrawArguments, DrawSubject};
use crate::cli::components::{fault_failure, read_component, refuse_options};
use crate::cli::failure::Failure;
use crate::cli::feed::Feed;
use crate::cli::input::{Input, Naming, Sought, expand_to};
use crate::cli::models::{LoadOptions, Single};
use crate::cli::output::{refuse_input, tell, text_style};
use crate::cli::picture::{picture_format, write_picture};
use scm_check::internals::check::component::GlobalGraph;
use scm_check::internals::check::monitor::Semantics;
use scm_check::internals::driver::Loaded;
use scm_check::internals::driver::component::{
    LogEnd, LogSource, MonitorOptions, RunEvents, monitor_logs,
};
use scm_check::internals::driver::conformance::LogFeed;
use scm_check::internals::kernel::base::{Control, Id as _};
use scm_check::internals::kernel::verdict::ExitStatus;
use scm_check::internals::language::component::Model;
use scm_check::internals::language::component_log::codes;
use scm_check::internals::model::component::{Component, ComponentId};
use scm_check::internals::render::component::{
    atom_picture, composite_picture, run_picture, states_picture,
};
use scm_check::internals::render::diagrams::{Picture, PictureForm};
use scm_check::internals::render::sentences::count_of;

/// Number of events of a run that are drawn, unless all are asked for.
const LAST: usize = 40;

/// Draws a system of components, and returns the exit code.
///
/// # Errors
/// If the options do not fit, there is no such item to draw, a log has errors, or the output cannot be written.
pub(super) fn run(arguments: &DrawArguments, input: Input) -> Result<u8, Failure> {
    let usual = if arguments.log.is_empty() { DrawSubject::System } else { DrawSubject::Run };
    let subject = arguments.what.unwrap_or(usual);
    let (channels, is_run) = (&arguments.channels, subject == DrawSubject::Run);
    refuse_options([
        (arguments.property.is_some(), "--property"),
        (arguments.run.is_some(), "--run"),
        (arguments.complete, "--complete"),
        (channels.fifo, "--fifo"),
        (channels.bag, "--bag"),
    ])?;
    for (is_idle, option, what) in [
        (arguments.participant.is_some() && subject != DrawSubject::Atom, "--participant", "atom"),
        (!arguments.log.is_empty() && !is_run, "--log", "run"),
        (arguments.extent.all_steps && !is_run, "--all-steps", "run"),
    ] {
        if is_idle {
            return Err(Failure::Usage(format!("{option} is for --what {what}")));
        }
    }
    let form = if is_run { PictureForm::Text } else { PictureForm::Dot };
    let output = &arguments.output;
    let format = picture_format(arguments.format, output, form)?;
    let logs = expand_to(&arguments.log, Sought::Endings(&["jsonl", "csv"]));
    refuse_input(output.output.as_deref(), logs.iter().chain([&input]))?;
    let options = LoadOptions::by_path(output.color);
    let Single { loaded, model, .. } = Single::read(input, options, read_component)?;
    let composite = &model.composite;
    let picture = match subject {
        DrawSubject::System => composite_picture(composite),
        DrawSubject::Atom => atom_picture(composite, component(arguments, &model)?),
        DrawSubject::States => states(arguments, &loaded, &model),
        DrawSubject::Run => logged_run(arguments, &logs, &loaded, &model)?,
        _ => {
            let why = "of a system of components --what system, atom, states and run are drawn";
            return Err(Failure::usage(why));
        }
    };
    let style = text_style(arguments.signs, output);
    write_picture(&picture.encoded(format, style)?, format, output)
}

/// Returns the component that the options name.
fn component(arguments: &DrawArguments, model: &Model) -> Result<ComponentId, Failure> {
    let components = model.composite.components();
    let names = || {
        let names: Vec<&str> = components.iter().map(|Component { name, .. }| &**name).collect();
        names.join(", ")
    };
    match &arguments.participant {
        None if components.len() == 1 => Ok(ComponentId::from_index(0)),
        None => Err(Failure::usage(format!("whose atom? -p one of {}", names()))),
        Some(name) => model.composite.component_named(name).ok_or_else(|| {
            Failure::Usage(format!("there is no component {name}, but {}", names()))
        }),
    }
}

fn states(arguments: &DrawArguments, loaded: &Loaded, model: &Model) -> Picture {
    let composite = &model.composite;
    let graph = GlobalGraph::new(composite, arguments.max_states, &Control::unlimited());
    let graph = graph.expect("nothing stops an exploration without limits");
    if graph.cut.is_some() {
        let count = count_of(graph.nodes.len() as u64, "global state");
        let note = format!("only the first {count} are drawn; see --max-states");
        tell(arguments.output.color, &format!("\x1b[1mnote:\x1b[0m {}: {note}\n", loaded.name));
    }
    states_picture(composite, &graph)
}

/// Returns the picture of the run that logs are about.
fn logged_run(
    arguments: &DrawArguments,
    logs: &[Input],
    loaded: &Loaded,
    model: &Model,
) -> Result<Picture, Failure> {
    let composite = &model.composite;
    if logs.is_empty() {
        return Err(Failure::usage("which run? --log FILE names its log"));
    }
    let initial = composite.initial_state();
    let initial =
        initial.map_err(|fault| fault_failure(&fault, (loaded, model), arguments.output.color))?;
    let name = |log: usize| logs[log].name(Naming::Path);
    let mut feeds = Vec::new();
    for (index, log) in logs.iter().enumerate() {
        let feed = Feed::open(log).map_err(|why| Failure::Usage(format!("{}: {why}", name(index))));
        feeds.push((name(index), line_format(log.path()), feed?.0));
    }
    let mut sources: Vec<LogSource<'_>> = feeds
        .iter_mut()
        .map(|(name, format, feed)| LogSource {
            name: name.clone(),
            format: *format,
            feed: feed as &mut dyn LogFeed,
        })
        .collect();
    let options = MonitorOptions {
        properties: &[],
        semantics: Semantics::Ltlf,
        max_states: 0,
        window: usize::MAX,
        slice: None,
        replays: false,
        allows_empty: true,
    };
    let most = if arguments.extent.all_steps { usize::MAX } else { LAST };
    let mut events = RunEvents::new(composite, most);
    let control = Control::unlimited();
    let read = monitor_logs(composite, &initial, &options, &mut sources, &mut events, &control);
    let colour = arguments.output.color;
    for place in &read.cut_off {
        let message = "the last line is cut off; it is left out";
        let at = (&*name(place.log), place.event);
        tell(colour, &event_complaint(codes::CUT_OFF.name, at, message, None));
    }
    match &read.end {
        LogEnd::All => Ok(run_picture(&loaded.name, composite, &events, &read)),
        LogEnd::Event(place, error) => {
            let (at, help) = ((&*name(place.log), place.event), error.help.as_deref());
            tell(colour, &event_complaint(error.code.name, at, &error.message, help));
            Err(Failure::Told(ExitStatus::Refused))
        }
        LogEnd::Unreadable(log, why) => Err(Failure::Usage(format!("{}: {why}", name(*log)))),
        end => unreachable!("nothing is monitored, replayed or limited: {end:?}"),
    }
}
