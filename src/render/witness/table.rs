//! The steps of a run as a table.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::names::{communication_of, lost, message_names};
use super::shown::gap_text;
use super::{Shown, ShownPart};
use crate::drawing::{Column, Extent, Table, TableRow, display_width};
use crate::system::{channel_caption, contents_text, few_names};
use kernel::base::IndexVec;
use model::cfsm::{ChannelId, CommunicationId, Configuration, Label, Step, System};
use model::evidence::{
    CycleEdge, Followed, Lines, Replay, RscDegree, Script, ScriptMove, StepId, Witness, WitnessKind,
};

/// Returns the table of a witness's steps: that of its run, with a mark and a remark at the last
/// step.
///
/// Channels get a column each where they fit into `width` characters, as in [`run_table`]. With `lines` the last column
/// has the file and line of each step, or as much of that as fits.
pub fn witness_table(
    system: &System,
    witness: &Witness,
    lines: Option<&Lines>,
    extent: Extent,
    width: usize,
) -> Table {
    let replay = witness.replay();
    let remark = match witness.kind() {
        WitnessKind::BorderlineViolation => {
            format!("up to step {} still RSC", replay.steps().len().saturating_sub(1))
        }
        kind => kind.remark(system),
    };
    let shown = Shown::new(replay.script(), witness.cycle(), extent);
    let rows = StepRows { replay, script: replay.script(), shown: &shown, lines };
    choose(system, &rows, width, |table| mark_last(table, replay, &remark))
}

/// Returns the table of a run: the participant, the action, the channel, the source and target states, and the
/// contents of the channels after each step.
///
/// Each channel that the run uses has a column, which shows its contents while there are any, and
/// where they end. If that is wider than `width` characters, a single column shows the contents
/// of the channel that the step changes, and the columns of the states and of the channel are left out as needed. A
/// line marks omitted steps.
pub fn run_table(system: &System, replay: &Replay, extent: Extent, width: usize) -> Table {
    let shown = Shown::new(replay.script(), &[], extent);
    choose(
        system,
        &StepRows { replay, script: replay.script(), shown: &shown, lines: None },
        width,
        |_| {},
    )
}

/// Returns the table of a run with the properties after each step: the RSC degree of the execution, and the
/// messages that are sent and not received yet. The last step is marked, with a remark. Of a long run the
/// messages of `cycle` are shown beside the ends.
///
/// # Complexity
/// `n log² n` for `n` steps, and the size of the table.
pub fn degree_table(
    system: &System,
    replay: &Replay,
    lines: &Lines,
    cycle: &[CycleEdge],
    remark: &str,
    extent: Extent,
    width: usize,
) -> Table {
    let shown = Shown::new(replay.script(), cycle, extent);
    let degrees = RscDegree::of_steps(replay);
    let unmatched = unmatched_texts(system, replay, &shown);
    let rows = StepRows { replay, script: replay.script(), shown: &shown, lines: Some(lines) };
    choose(system, &rows, width, |table| {
        table.columns.extend([Column::text("RSC"), Column::text("unmatched")]);
        let columns = table.columns.len();
        for ((row, &step), unmatched) in steps_of(table, &shown).zip(&unmatched) {
            row.cells.resize(columns - 2, String::new());
            row.cells.push(degree_text(degrees[step]).to_owned());
            row.cells.push(unmatched.clone());
        }
        mark_last(table, replay, remark);
    })
}

/// Marks the last step with a remark.
fn mark_last(table: &mut Table, replay: &Replay, remark: &str) {
    if let Some((row, last)) = table.rows.last_mut().zip(replay.steps().ids().next_back()) {
        row.cells[0] = format!("* {}", last.number());
        row.note = Some(remark.to_owned());
    }
}

/// Returns a word for the RSC degree of an execution.
fn degree_text(degree: RscDegree) -> &'static str {
    match degree {
        RscDegree::AsWritten => "as written",
        RscDegree::Causally => "causally",
        RscDegree::Not => "no",
    }
}

/// Returns, for each step that is shown, the names of the messages that are sent and not received at that point.
fn unmatched_texts(system: &System, replay: &Replay, shown: &Shown) -> Vec<String> {
    let execution = replay.execution();
    let names = message_names(system, execution);
    let communication = communication_of(execution);
    // Communications are numbered in the order of their sends.
    let mut open: BTreeSet<CommunicationId> = BTreeSet::new();
    let mut texts = Vec::new();
    for step in replay.steps().ids() {
        if let Some(id) = replay.script().action_of(step).and_then(|action| communication[action])
            && !open.insert(id)
        {
            open.remove(&id);
        }
        if shown.contains(step) {
            texts.push(few_names(open.len(), open.iter().map(|&id| names[id].as_str())));
        }
    }
    texts
}

/// Returns the table of the moves of a script that automata follow, and of those that they do not follow:
/// the latter without states and contents. Of a long script the messages of `cycle` are shown beside the ends, and
/// the first move that is not followed.
pub fn followed_table(
    system: &System,
    followed: &Followed,
    lines: &Lines,
    cycle: &[CycleEdge],
    extent: Extent,
    width: usize,
) -> Table {
    let script = &followed.script;
    let departure = followed.departure.as_ref().map(|departure| departure.step);
    let along = Shown::new(script, cycle, extent);
    let also = along.steps().iter().copied().chain(departure);
    let shown = Shown::with(script.moves().len(), also, extent);
    let lines = Some(lines);
    let rows = StepRows { replay: &followed.replay, script, shown: &shown, lines };
    choose(system, &rows, width, |table| {
        let departed =
            departure.and_then(|step| steps_of(table, &shown).find(|row| *row.1 == step));
        if let Some((row, _)) = departed {
            row.note = Some("the automata cannot follow".to_owned());
        }
    })
}

/// The contents of the rows of a table.
struct StepRows<'a> {
    replay: &'a Replay,
    /// The run, which further moves may follow.
    script: &'a Script,
    shown: &'a Shown,
    /// The places of the steps in the file, if they are shown.
    lines: Option<&'a Lines>,
}

/// How much the rows say of each step besides its action.
#[derive(Clone, Copy)]
struct RowForm {
    /// Whether each channel has a column.
    has_channels: bool,
    /// The form of the places of steps.
    places: Places,
    /// The leading columns that are left out.
    left_out: &'static [usize],
}

/// The forms of the place of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    /// The file as the user named it, and the line.
    Path,
    /// The line, below the name of the file without directories.
    BelowFile,
    /// The line.
    Line,
}

/// The forms of a table, the fullest first.
const FORMS: [RowForm; 7] = {
    let full = RowForm { has_channels: true, places: Places::Path, left_out: &[] };
    let one = RowForm { has_channels: false, places: Places::Line, left_out: &[] };
    [
        full,
        RowForm { places: Places::BelowFile, ..full },
        RowForm { places: Places::Line, ..full },
        RowForm { places: Places::BelowFile, ..one },
        one,
        RowForm { left_out: &[STATE], ..one },
        RowForm { left_out: &[STATE, CHANNEL], ..one },
    ]
};

/// The place of the column of the channel.
const CHANNEL: usize = 3;
/// The place of the column of the states.
const STATE: usize = 4;

/// Returns the rows of a table that are about steps, with these.
fn steps_of<'a>(
    table: &'a mut Table,
    shown: &'a Shown,
) -> impl Iterator<Item = (&'a mut TableRow, &'a StepId)> {
    let rows = table.rows.iter_mut().filter(|row| !row.cells.is_empty());
    rows.zip(shown.steps())
}

/// Returns the fullest table that fits, else the last one.
fn choose(
    system: &System,
    rows: &StepRows<'_>,
    width: usize,
    finish: impl Fn(&mut Table),
) -> Table {
    let mut is_used: IndexVec<ChannelId, bool> = IndexVec::filled(false, system.channels().len());
    for action in rows.replay.execution().actions() {
        is_used[action.channel] = true;
    }
    let used: Vec<ChannelId> = system.channels().ids().filter(|&id| is_used[id]).collect();
    // Each of the two replays the run, so it is made at most once.
    let each = with_column_each(system, rows, &used, width);
    let one = LazyCell::new(|| with_one_column(system, rows));
    let mut last = Table::default();
    for form in FORMS {
        let contents = if form.has_channels { each.as_ref() } else { Some(&*one) };
        let Some(mut table) = contents.cloned() else { continue };
        for &column in form.left_out {
            table.remove_column(column);
        }
        add_places(system, rows, form, &mut table);
        finish(&mut table);
        if table.width() <= width {
            return table;
        }
        last = table;
    }
    last
}

/// Returns the table with a column for each channel; `None` if the captions alone take more
/// than `width` characters.
fn with_column_each(
    system: &System,
    rows: &StepRows<'_>,
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
    let mut table = base(system, rows, |channel| system.channel_name(channel).into_owned());
    table.columns.extend(captions);
    let mut were_empty = vec![true; used.len()];
    visit(system, rows, &mut table, |mut row, _, after| {
        for (&channel, was_empty) in used.iter().zip(&mut were_empty) {
            let is_empty = after.contents[channel].is_empty();
            if let Some(row) = &mut row {
                row.cells.push(if is_empty && *was_empty {
                    String::new()
                } else {
                    contents_text(system, after, channel)
                });
            }
            *was_empty = is_empty;
        }
    });
    Some(table)
}

/// Returns the table with a single column for the contents of the channel that a step changes.
fn with_one_column(system: &System, rows: &StepRows<'_>) -> Table {
    let mut table = base(system, rows, |channel| channel_caption(system, channel));
    table.columns.push(Column::text("contents"));
    visit(system, rows, &mut table, |row, step, after| {
        let action = system.action(step.participant, step.transition);
        let contents = || action.map(|a| contents_text(system, after, a.channel));
        if let Some(row) = row {
            row.cells.push(contents().unwrap_or_default());
        }
    });
    table
}

/// Calls `see` with each step, its row, if it is shown, and the configuration after it.
fn visit(
    system: &System,
    rows: &StepRows<'_>,
    table: &mut Table,
    mut see: impl FnMut(Option<&mut TableRow>, Step, &Configuration),
) {
    let mut shown = steps_of(table, rows.shown).peekable();
    rows.replay.visit(system, |id, after| {
        let row = shown.next_if(|(_, shown)| **shown == id).map(|(row, _)| row);
        see(row, rows.replay.steps()[id], after);
    });
}

/// Adds the places of the steps in the file, if they are wanted and known.
fn add_places(system: &System, rows: &StepRows<'_>, form: RowForm, table: &mut Table) {
    let Some(lines) = rows.lines.filter(|lines| !lines.transitions.is_empty()) else { return };
    let line = |step: StepId| lines.line(system, rows.script.moves()[step].step()?);
    let place = |line: u32| match form.places {
        Places::Path => format!("{}:{line}", lines.file),
        Places::BelowFile | Places::Line => line.to_string(),
    };
    let columns = table.columns.len();
    for (row, &step) in steps_of(table, rows.shown) {
        row.cells.resize(columns, String::new());
        row.cells.push(line(step).map(place).unwrap_or_default());
    }
    let title = match form.places {
        Places::Path => "at".to_owned(),
        Places::BelowFile => lines.file.rsplit('/').next().unwrap_or_default().to_owned(),
        Places::Line => "line".to_owned(),
    };
    table.columns.push(Column::text(title));
}

/// Returns the table without the contents of the channels; `channel_name` names the channel of an action.
fn base(system: &System, rows: &StepRows<'_>, channel_name: impl Fn(ChannelId) -> String) -> Table {
    let action = Column { least_width: 10, ..Column::text("action") };
    let columns = vec![
        Column::number("step"),
        Column::text("participant"),
        action,
        Column::text("channel"),
        Column::text("state"),
    ];
    let rows = rows.shown.parts().map(|part| match part {
        ShownPart::LeftOut(first, count) => {
            TableRow { cells: Vec::new(), note: Some(gap_text(rows.script, first, count)) }
        }
        ShownPart::Step(id) => row(system, id, rows.script.moves()[id], &channel_name),
    });
    Table { columns, rows: rows.collect() }
}

/// Returns the row of a move, without states where the automata do not follow.
fn row(
    system: &System,
    id: StepId,
    one: ScriptMove,
    channel_name: impl Fn(ChannelId) -> String,
) -> TableRow {
    let automaton = &system.automata()[one.participant];
    let transition = one.transition.map(|transition| &automaton.transitions()[transition]);
    let (action, channel) = match (one.label, lost(system, one)) {
        (Label::Action(_, channel, _), _) => (system.label_text(one.label), Some(channel)),
        (Label::Internal, Some(lost)) => {
            let name = &system.messages()[lost.message].name;
            (format!("~ loses {name}"), Some(lost.channel))
        }
        (Label::Internal, None) => ("~".to_owned(), None),
    };
    let states = transition.map(|transition| {
        let [source, target] =
            [transition.source, transition.target].map(|state| &automaton.states()[state]);
        format!("{source} -> {target}")
    });
    let cells = vec![
        id.number().to_string(),
        automaton.name().to_owned(),
        action,
        channel.map_or_else(String::new, channel_name),
        states.unwrap_or_else(|| "-".to_owned()),
    ];
    TableRow { cells, note: None }
}
