//! `chor extract`: what a system does synchronously, as a choreography.

use std::fmt::Write as _;

use super::convert::printed;
use crate::cli::choreography_args::{ExtractArguments, Language};
use crate::cli::feed;
use crate::cli::input::{Naming, expand};
use crate::cli::models::{Manner, load};
use crate::cli::output::{Failure, Output, tell};
use crate::cli::report_writer::refuse_input;
use scm_check::check::closure::{
    Completable, Deadlock, Freedom, Level, completable, deadlock_freedom,
};
use scm_check::check::membership::{self, Engine, Outcome};
use scm_check::driver::choreography::MAX_STATES;
use scm_check::kernel::base::Control;
use scm_check::kernel::diagnostics::Severity;
use scm_check::kernel::verdict::{Reason, Standing};
use scm_check::language::evidence::step_text;
use scm_check::model::cfsm::{Step, System};
use scm_check::model::choreography::{Choreography, Description, synchronous};
use scm_check::model::evidence::Move;

/// So many lines tell of a lost execution; the rest is counted.
const STEPS: usize = 12;

/// Runs the command, and returns the exit code.
///
/// # Errors
/// If there is more than one model, it cannot be said, or the output cannot be written.
pub(super) fn run(arguments: &ExtractArguments) -> Result<u8, Failure> {
    let reading = arguments.channels.reading()?;
    let inputs = expand(std::slice::from_ref(&arguments.model));
    let [input] = inputs.as_slice() else {
        let model = arguments.model.display();
        return Err(Failure::Usage(format!("{model} is more than one model; name one")));
    };
    if let Some(path) = &arguments.output.output {
        refuse_input(path, &inputs)?;
    }
    let colour = arguments.output.color;
    let manner = Manner { naming: Naming::Path, colour, mildest: Severity::Warning };
    let (loaded, Some(model)) = load(input, feed::text(input), manner) else {
        return Ok(Standing::Refused.exit_code());
    };
    let system = reading.of(&model.system);
    if system.channels().iter().any(|channel| channel.lossy) {
        let why =
            format!("{}: channels that lose messages have no synchronous meaning", loaded.name);
        return Err(Failure::Usage(why));
    }
    let automaton = synchronous(&system, MAX_STATES).ok_or_else(|| {
        Failure::Usage(format!("{}: there are too many synchronous states", loaded.name))
    })?;
    let exchanges = automaton.edges.iter().filter_map(|edge| edge.exchange);
    if let Some(own) = exchanges.into_iter().find(|exchange| exchange.sender == exchange.receiver) {
        let name = &automaton.participants[own.sender];
        let why = format!(
            "{}: {name} sends to itself, which no language of choreographies says",
            loaded.name
        );
        return Err(Failure::Usage(why));
    }
    let lines = losses(&system);
    let text = printed(&Description::of(&automaton), arguments.to, &loaded.name, colour)?;
    let comment = match arguments.to {
        Language::Ca => "#",
        Language::Gc => "..",
        Language::Scr | Language::Dot | Language::Sprout => "//",
    };
    let mut head = format!(
        "{comment} what {} does synchronously
",
        loaded.name
    );
    for line in &lines {
        let _ = writeln!(head, "{comment} {line}");
    }
    tell(colour, &format!("\x1b[1mnote:\x1b[0m {}: {}\n", loaded.name, lines[0]));
    let text = head + &text;
    Output::open(&arguments.output)?.put(&text)?;
    Ok(Standing::Fine.exit_code())
}

/// Says whether executions of a system are lost in its synchronous ones, and shows one that is.
fn losses(system: &System) -> Vec<String> {
    let control = Control::unlimited();
    let member = membership::check(system, Engine::Plain, &control);
    match member.outcome {
        Outcome::Violated(witness) => {
            let steps: Vec<Step> = witness.replay().steps().iter().copied().collect();
            shown(system, "the system is not RSC", &steps)
        }
        Outcome::Unknown(limit) => {
            let reason = Reason::from(limit).word();
            vec![format!(
                "nobody knows whether executions are lost: whether it is RSC is unknown ({reason})"
            )]
        }
        Outcome::Holds(proof) => {
            let freedom = deadlock_freedom(system, proof, &control).0;
            kept(system, freedom, &control)
        }
    }
}

/// Says whether executions of an RSC system are lost.
///
/// Where an execution does not tell where the participants are, it may be the beginning of a synchronous one,
/// and yet a participant may have chosen a way on which it waits for ever.
fn kept(system: &System, freedom: Freedom, control: &Control) -> Vec<String> {
    let word = match freedom {
        Freedom::Holds(level) => {
            let level = name(level);
            return vec![format!(
                "no execution is lost: it is RSC and free of deadlocks ({level})"
            )];
        }
        Freedom::Unknown(limit) => {
            let why =
                limit.map_or("no level up to gaps 2 decides", |limit| Reason::from(limit).word());
            return vec![format!(
                "nobody knows whether executions are lost: it is RSC, but whether it is free of \
                 deadlocks is unknown ({why})"
            )];
        }
        Freedom::Violated(Deadlock { steps, .. }) => steps,
    };
    let synchronous = Choreography::synchronous(system, MAX_STATES);
    match synchronous.map(|all| completable(&all, system, control).0) {
        Some(Completable::Holds(level)) => {
            let level = name(level);
            let mut lines = vec![format!(
                "no execution is lost ({level}), but a choice may end in a deadlock: after these steps \
                 the channels may stay as they are"
            )];
            lines.extend(shown(system, "", &word).into_iter().skip(1));
            lines
        }
        Some(Completable::Violated(_)) => shown(system, "nothing that follows empties the channels", &word),
        Some(Completable::Unknown(_)) | None => vec![
            "nobody knows whether executions are lost: it is RSC, and has a deadlock, but no level up to \
             gaps 2 decides"
                .to_owned(),
        ],
    }
}

fn name(level: Level) -> String {
    match level {
        Level::Partials => "partial executions".to_owned(),
        Level::Lag(lag) => format!("lag {lag}"),
        Level::Gaps(gaps) => format!("gaps {gaps}"),
        Level::OneByOne => "one by one".to_owned(),
    }
}

/// Returns the lines about an execution that is lost.
fn shown(system: &System, why: &str, steps: &[Step]) -> Vec<String> {
    let mut lines = vec![format!("executions are lost: {why} after these steps")];
    lines.extend(
        steps
            .iter()
            .take(STEPS)
            .map(|&step| format!("  {}", step_text(system, Move::of(system, step)))),
    );
    if steps.len() > STEPS {
        lines.push(format!("  and {} more", steps.len() - STEPS));
    }
    lines
}
