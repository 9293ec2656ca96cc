//! The steps of a run as a table.

use super::names::{channel_caption, message_names};
use super::replay::{action_text, label_text};
use super::{Followed, Replay, Standing, StepId, Witness, WitnessKind};
use crate::cfsm::{ChannelId, CommunicationId, Configuration, Label, MessageId, Step, System};
use kernel::base::{Id as _, IndexVec};
use kernel::drawing::{Column, Row, Table, display_width};

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
            kind => Some(kind.remark(system)),
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

/// Returns the table of a run with what holds after each step: how the execution stands, and which
/// messages are sent and not received yet. The last step is marked, with a remark.
///
/// # Complexity
/// `n log² n` for `n` steps, and the size of the table.
pub fn standing_table(system: &System, replay: &Replay, remark: &str, width: usize) -> Table {
    let standings = Standing::of(replay);
    let unmatched = unmatched_texts(system, replay);
    choose(system, replay, width, |table| {
        table.columns.extend([Column::text("RSC"), Column::text("unmatched")]);
        let columns = table.columns.len();
        for ((row, standing), unmatched) in table.rows.iter_mut().zip(&standings).zip(&unmatched) {
            row.cells.resize(columns - 2, String::new());
            row.cells.push(standing_text(*standing).to_owned());
            row.cells.push(unmatched.clone());
        }
        if let Some((row, last)) = table.rows.last_mut().zip(replay.steps().ids().next_back()) {
            row.cells[0] = format!("* {}", last.number());
            row.note = Some(remark.to_owned());
        }
    })
}

/// Returns a word for how an execution stands.
fn standing_text(standing: Standing) -> &'static str {
    match standing {
        Standing::AsWritten => "as written",
        Standing::Causally => "causally",
        Standing::Not => "no",
    }
}

/// Returns, for each step, the names of the messages that are sent by then and not received.
fn unmatched_texts(system: &System, replay: &Replay) -> IndexVec<StepId, String> {
    let execution = replay.execution();
    let names = message_names(system, execution);
    let mut communication = IndexVec::filled(None, execution.actions().len());
    for (id, ends) in execution.communications().enumerate() {
        for action in ends.actions() {
            communication[action] = Some(id);
        }
    }
    let mut open: Vec<CommunicationId> = Vec::new();
    replay
        .steps()
        .ids()
        .map(|step| {
            if let Some(id) = replay.action_of(step).and_then(|action| communication[action]) {
                match open.iter().position(|&other| other == id) {
                    Some(place) => {
                        open.remove(place);
                    }
                    None => open.push(id),
                }
            }
            shortened(&open.iter().map(|&id| names[id].as_str()).collect::<Vec<_>>())
        })
        .collect()
}

/// Returns the table of what automata follow of a script, and of the moves that they do not follow:
/// these without states and contents.
pub fn followed_table(system: &System, followed: &Followed, width: usize) -> Table {
    let replay = &followed.replay;
    choose(system, replay, width, |table| {
        for (id, one) in followed.script.moves().enumerate().skip(replay.steps().len()) {
            let (action, channel) = match one.label {
                Label::Internal => ("~".to_owned(), String::new()),
                Label::Action(_, channel, _) => {
                    (label_text(system, one.label), system.channel_name(channel).into_owned())
                }
            };
            let name = system.automata()[one.participant].name().to_owned();
            let cells = vec![id.number().to_string(), name, action, channel, "-".to_owned()];
            table.rows.push(Row { cells, note: None });
        }
        if let Some(departure) = &followed.departure {
            table.rows[departure.step.index()].note = Some("the automata cannot follow".to_owned());
        }
    })
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
        room = room.checked_sub(display_width(&caption))?;
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
        channel.map_or_else(String::new, |channel| system.channel_name(channel).into_owned()),
        format!("{source} -> {target}"),
    ];
    Row { cells, note: None }
}

/// The number of messages that are shown at either end of a channel that holds many.
const END: usize = 4;

/// Returns the contents of a channel, oldest message first; of many messages those in the middle
/// are counted only, so that a row stays short.
pub fn contents_text(system: &System, configuration: &Configuration, channel: ChannelId) -> String {
    let messages = configuration.contents[channel].messages();
    let name = |message: &MessageId| system.messages()[*message].name.as_str();
    if messages.is_empty() {
        return "(empty)".to_owned();
    }
    shortened(&messages.iter().map(name).collect::<Vec<_>>())
}

/// Returns names in a row; of many those in the middle are counted only.
fn shortened(names: &[&str]) -> String {
    if names.len() <= 2 * END + 1 {
        return names.join(" ");
    }
    let middle = format!("..{}..", names.len() - 2 * END);
    let (oldest, newest) = (&names[..END], &names[names.len() - END..]);
    [oldest, &[middle.as_str()], newest].concat().join(" ")
}
