//! Charts in text that fit a width: without lifelines that matter less, or not drawn at all.

use std::collections::BTreeSet;

use super::chart_text::{chart_text, drawn_within};
use super::{
    ArrowHead, Chart, CycleMark, ElidedSteps, EventId, LifelineId, TextStyle, hanging_columns,
};
use kernel::base::{Id as _, IndexVec};

/// Returns the chart as text of at most the width of the style, as [`chart_text`] draws it.
///
/// Texts about events are wrapped. A chart that is still too wide has only the lifelines with events, and then only those
/// with events of messages in its cycle; a line below names the lifelines that are left out. If that does not
/// fit either, there is only a line that says how wide the chart is, and `advice` on how to see it.
///
/// # Complexity
/// That of [`chart_text`].
pub fn fitted_chart(chart: &Chart, style: TextStyle, advice: &str) -> String {
    let Some(width) = style.width else { return chart_text(chart, style) };
    let columns = match drawn_within(chart, style) {
        Ok(text) => return text,
        Err(columns) => columns,
    };
    let active: BTreeSet<LifelineId> = chart.events.iter().map(|event| event.lifeline).collect();
    let in_cycle: BTreeSet<LifelineId> = chart
        .cycle
        .iter()
        .flat_map(|mark| {
            let arrow = &chart.arrows[mark.from];
            let to = match arrow.head {
                ArrowHead::Event(event, _) => event,
                ArrowHead::Nowhere(_) => arrow.from,
            };
            [arrow.from, to, mark.first, mark.second]
        })
        .map(|event| chart.events[event].lifeline)
        .collect();
    let folds = [(active, "they do nothing here"), (in_cycle, "they are not in the cycle")];
    for (kept, why) in folds {
        if kept.is_empty() || kept.len() == chart.lifelines.len() {
            continue;
        }
        if let Ok(text) = drawn_within(&folded(chart, &kept), style) {
            let others = chart.lifelines.enumerate().filter(|(id, _)| !kept.contains(id));
            let names: Vec<&str> = others.map(|(_, name)| name.as_str()).collect();
            let why = if names.len() == 1 {
                why.replace("they are", "it is").replace("they do", "it does")
            } else {
                why.to_owned()
            };
            let line = format!("without {}: {why}", names.join(", "));
            return text + &indented(&line, width);
        }
    }
    indented(&format!("the chart needs {columns} columns: {advice}"), width)
}

fn indented(line: &str, width: usize) -> String {
    hanging_columns("  ", line, 2, width).into_iter().map(|line| line + "\n").collect()
}

/// Returns a chart with some of the lifelines, among them those of the cycle, and their events. Of a message of which only
/// one end is left, there is a remark.
fn folded(chart: &Chart, kept: &BTreeSet<LifelineId>) -> Chart {
    let mut result =
        Chart { numbering: chart.numbering, left_out: chart.left_out, ..Chart::default() };
    let lifeline: IndexVec<LifelineId, Option<LifelineId>> = chart
        .lifelines
        .enumerate()
        .map(|(id, name)| kept.contains(&id).then(|| result.lifelines.push(name.clone())))
        .collect();
    let mut event: IndexVec<EventId, Option<EventId>> = IndexVec::new();
    for (id, one) in chart.events.enumerate() {
        // A place where events are left out is before the next event that is kept; not before the first one.
        let gap = chart.gaps.iter().find(|gap| gap.before == id);
        let before = result.events.ids().next_back();
        let next = EventId::from_index(result.events.len());
        if let (Some(gap), Some(_)) = (gap, before)
            && result.gaps.last().is_none_or(|last| last.before != next)
        {
            result.gaps.push(ElidedSteps { before: next, says: gap.says.clone() });
        }
        event.push(
            lifeline[one.lifeline]
                .map(|lifeline| result.events.push(super::Event { lifeline, ..one.clone() })),
        );
    }
    result.gaps.retain(|gap| gap.before.index() < result.events.len());
    let mut arrows = Vec::new();
    for arrow in &chart.arrows {
        let name = |event: EventId| &chart.lifelines[chart.events[event].lifeline];
        let (head, other_end) = match arrow.head {
            ArrowHead::Nowhere(to) => {
                (Some(ArrowHead::Nowhere(to.and_then(|to| lifeline[to]))), None)
            }
            ArrowHead::Event(to, slope) => {
                (event[to].map(|to| ArrowHead::Event(to, slope)), Some(to))
            }
        };
        arrows.push(result.arrows.len());
        let label = &arrow.label;
        match (event[arrow.from], head) {
            (Some(from), Some(head)) => {
                result.arrows.push(super::Arrow { label: label.clone(), from, head });
            }
            (Some(from), None) => {
                let to = other_end.map(name);
                result.events[from].label = to.map(|to| format!("{label} to {to}"));
            }
            (None, Some(ArrowHead::Event(to, _))) => {
                result.events[to].label = Some(format!("{label} from {}", name(arrow.from)));
            }
            (None, _) => {}
        }
    }
    result.faults = chart.faults.iter().filter_map(|&fault| event[fault]).collect();
    let orders = chart.orders.iter().filter_map(|order| {
        Some(super::Order {
            first: event[order.first]?,
            second: event[order.second]?,
            label: order.label.clone(),
        })
    });
    result.orders = orders.collect();
    let marks = chart.cycle.iter().map(|mark| {
        Some(CycleMark {
            from: arrows[mark.from],
            to: arrows[mark.to],
            first: event[mark.first]?,
            second: event[mark.second]?,
        })
    });
    result.cycle = marks.collect::<Option<_>>().unwrap_or_default();
    result
}
