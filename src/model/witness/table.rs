//! The steps of a run as a table.

use super::names::channel_caption;
use super::replay::action_text;
use super::{Replay, StepId, Witness, WitnessKind};
use crate::kernel::base::Id as _;
use crate::kernel::drawing::{Column, Row, Table};
use crate::model::cfsm::{ChannelId, Configuration, Label, MessageId, Step, System};

/// Returns the table of a witness's steps: that of its run, with a mark and a remark at the last
/// step.
///
/// Channels get a column each where they fit into `width` characters, as in [`run_table`].
pub fn witness_table(system: &System, witness: &Witness, width: usize) -> Table {
    let replay = witness.replay();
    let mark = |table: &mut Table| {
        let (Some(row), Some(last)) = (table.rows.last_mut(), replay.steps().ids().next_back())
        else {
            return;
        };
        row.cells[0] = format!("* {}", last.number());
        row.note = match witness.kind() {
            WitnessKind::BorderlineViolation => {
                Some(format!("up to step {} still RSC", last.index()))
            }
            WitnessKind::BadConfiguration => Some("bad".to_owned()),
            WitnessKind::Safety(property) => Some(property.name(system)),
        };
    };
    choose(system, replay, width, mark)
}

/// Returns the table of a run: who does what, on which channel, from which state to which, and the
/// contents of the channels afterwards.
///
/// Each channel that the run uses has a column, which shows its contents while there are any, and
/// where they end. Where that is wider than `width` characters, a single column shows the contents
/// of the channel that the step changes.
pub fn run_table(system: &System, replay: &Replay, width: usize) -> Table {
    choose(system, replay, width, |_| {})
}

fn choose(system: &System, replay: &Replay, width: usize, finish: impl Fn(&mut Table)) -> Table {
    let used: Vec<ChannelId> = system
        .channels()
        .ids()
        .filter(|&channel| replay.execution().actions().iter().any(|a| a.channel == channel))
        .collect();
    if let Some(mut table) = with_column_each(system, replay, &used, width) {
        finish(&mut table);
        if table.width() <= width {
            return table;
        }
    }
    let mut table = with_one_column(system, replay);
    finish(&mut table);
    table
}

/// Returns the table with a column for each channel, or none where their captions alone take more
/// than `width` characters.
fn with_column_each(
    system: &System,
    replay: &Replay,
    used: &[ChannelId],
    width: usize,
) -> Option<Table> {
    let mut room = width;
    let mut captions = Vec::new();
    for &channel in used {
        let caption = channel_caption(system, channel);
        room = room.checked_sub(caption.chars().count())?;
        captions.push(Column::text(caption));
    }
    let mut table = base(system, replay);
    table.columns.extend(captions);
    for (row, step) in table.rows.iter_mut().zip(replay.steps().ids()) {
        row.cells.extend(used.iter().map(|&channel| {
            let [before, after] = [replay.before(step), replay.after(step)];
            if after.contents[channel].is_empty() && before.contents[channel].is_empty() {
                String::new()
            } else {
                contents_text(system, after, channel)
            }
        }));
    }
    Some(table)
}

/// Returns the table with a single column for the contents of the channel that a step changes.
fn with_one_column(system: &System, replay: &Replay) -> Table {
    let mut table = base(system, replay);
    table.columns.push(Column::text("contents"));
    for (row, (id, step)) in table.rows.iter_mut().zip(replay.steps().enumerate()) {
        let action = system.action(step.participant, step.transition);
        let contents = action.map(|a| contents_text(system, replay.after(id), a.channel));
        row.cells.push(contents.unwrap_or_default());
    }
    table
}

/// Returns the table without the contents of the channels.
fn base(system: &System, replay: &Replay) -> Table {
    let action = Column { least_width: 10, ..Column::text("action") };
    let columns = vec![
        Column::number("step"),
        Column::text("participant"),
        action,
        Column::text("channel"),
        Column::text("state"),
    ];
    let rows = replay.steps().enumerate().map(|(id, &step)| row(system, id, step)).collect();
    Table { columns, rows }
}

fn row(system: &System, id: StepId, step: Step) -> Row {
    let automaton = &system.automata()[step.participant];
    let transition = &automaton.transitions()[step.transition];
    let lost = transition.loss_of.and_then(|send| system.action(step.participant, send));
    let (action, channel) = match (transition.label, lost) {
        (Label::Action(_, channel, _), _) => {
            (action_text(system, step.participant, step.transition), Some(channel))
        }
        (Label::Internal, Some(lost)) => {
            let name = &system.messages()[lost.message].name;
            (format!("~ loses {name}"), Some(lost.channel))
        }
        (Label::Internal, None) => ("~".to_owned(), None),
    };
    let [source, target] =
        [transition.source, transition.target].map(|state| &automaton.states()[state]);
    let cells = vec![
        id.number().to_string(),
        automaton.name().to_owned(),
        action,
        channel.map_or_else(String::new, |channel| channel.index().to_string()),
        format!("{source} -> {target}"),
    ];
    Row { cells, note: None }
}

/// The number of messages that are shown at either end of a channel that holds many.
const END: usize = 4;

/// Returns the contents of a channel, oldest message first; of many messages those in the middle
/// are counted only, so that a row stays short.
fn contents_text(system: &System, configuration: &Configuration, channel: ChannelId) -> String {
    let messages = configuration.contents[channel].messages();
    let name = |message: &MessageId| system.messages()[*message].name.as_str();
    if messages.is_empty() {
        return "(empty)".to_owned();
    }
    if messages.len() <= 2 * END + 1 {
        return messages.iter().map(name).collect::<Vec<_>>().join(" ");
    }
    let middle = format!("..{}..", messages.len() - 2 * END);
    let oldest = messages[..END].iter().map(name);
    let newest = messages[messages.len() - END..].iter().map(name);
    oldest.chain([middle.as_str()]).chain(newest).collect::<Vec<_>>().join(" ")
}
