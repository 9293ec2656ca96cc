//! Charts in text that fit a width: without lifelines that matter less, or not drawn at all.

use std::collections::BTreeSet;

use super::chart_text::{chart_text, drawn_within};
use super::{
    Arrow, ArrowHead, Chart, CycleMark, ElidedSteps, Event, EventId, LifelineId, Order, TextStyle,
    hanging_columns,
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
            let to = arrow.reception().unwrap_or(arrow.from);
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
    let event: IndexVec<EventId, Option<EventId>> = chart
        .events
        .iter()
        .map(|one| {
            let lifeline = lifeline[one.lifeline]?;
            Some(result.events.push(Event { lifeline, ..one.clone() }))
        })
        .collect();
    for gap in &chart.gaps {
        // A place where events are left out is before the next event that is kept; not before the first one.
        let next = event.iter().skip(gap.before.index()).find_map(|&event| event);
        if let Some(before) = next.filter(|next| next.index() > 0)
            && result.gaps.last().is_none_or(|last| last.before != before)
        {
            result.gaps.push(ElidedSteps { before, says: gap.says.clone() });
        }
    }
    let mut arrows = Vec::new();
    for Arrow { label, from, head } in &chart.arrows {
        let name = |event: EventId| &chart.lifelines[chart.events[event].lifeline];
        arrows.push(result.arrows.len());
        let (from, head) = match (event[*from], *head) {
            (Some(here), ArrowHead::Nowhere(to)) => {
                (here, ArrowHead::Nowhere(to.and_then(|to| lifeline[to])))
            }
            (here, ArrowHead::Event(to, slope)) => match (here, event[to]) {
                (Some(here), Some(there)) => (here, ArrowHead::Event(there, slope)),
                (here, there) => {
                    if let Some(end) = here {
                        result.events[end].label = Some(format!("{label} to {}", name(to)));
                    }
                    if let Some(end) = there {
                        result.events[end].label = Some(format!("{label} from {}", name(*from)));
                    }
                    continue;
                }
            },
            (None, ArrowHead::Nowhere(_)) => continue,
        };
        result.arrows.push(Arrow { label: label.clone(), from, head });
    }
    result.faults = chart.faults.iter().filter_map(|&fault| event[fault]).collect();
    let orders = chart.orders.iter().filter_map(|order| {
        Some(Order {
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
