//! Places for the labels of messages and orders.
//!
//! A label is on its line, which it interrupts, where it hides as little else as possible. If it
//! would overlap another label everywhere on the line, it is placed where room is reserved for
//! it: the label of a message above its start, in the row of its send, that of an order below its end, in a
//! separate row.

use super::LineStyle;
use super::chart_scene::{BESIDE, ChartScene, LINE, Label, ROW, SceneLine};
use super::plane::{Point, Rectangle, count};

/// The positions along a line that are tried for a label.
const SHARES: [f64; 15] =
    [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86, 0.46, 0.54, 0.38, 0.62];
/// The distance of a label from the middle of a ring or of an open end, which it would hide.
const SIGN: f64 = 9.0;
/// The minimum distance between two labels.
const APART: f64 = 1.5;

/// Returns the smallest area around everything.
pub(super) fn bounds(scene: &ChartScene) -> Rectangle {
    let point = |at: Point, by: f64| Rectangle::around(at, 2.0 * by, 2.0 * by);
    let lines = scene.lines.iter().flat_map(|line| &line.path).map(|&at| point(at, 5.0));
    let lifelines = scene.lifelines.iter().map(|line| Rectangle {
        left: line.x - 5.0,
        top: line.top,
        right: line.x + 5.0,
        bottom: line.bottom,
    });
    let labels = scene.labels().map(|label| label.area);
    let all = lines.chain(lifelines).chain(labels);
    all.reduce(Rectangle::joined).unwrap_or_default()
}

/// Parts of the picture that a label should not hide.
struct Obstacles {
    /// The straight pieces of the lines, each with the number of its label.
    lines: Vec<(usize, Point, Point)>,
    /// The lifelines.
    columns: Vec<f64>,
    /// The events.
    points: Vec<Point>,
    /// Signs whose meaning depends on their place: where lines pass over others, with a ring twice, and
    /// the open ends of messages.
    signs: Vec<Point>,
}

/// Places the labels of all lines; returns the numbers of those without a free place. Labels that are
/// `forced` are placed where room is reserved for them.
pub(super) fn place_labels(scene: &mut ChartScene, forced: &[bool]) -> Vec<usize> {
    let obstacles = obstacles(scene);
    let mut taken: Vec<Rectangle> = scene.fixed_labels().map(|label| label.area).collect();
    let mut kept = std::collections::BTreeMap::new();
    for (number, _) in forced.iter().enumerate().filter(|(_, forced)| **forced) {
        let line = &mut scene.lines[number];
        let (left, top) = match line.style {
            LineStyle::Order => below_end(line, &mut kept),
            LineStyle::Message | LineStyle::Unmatched => above_start(line),
        };
        line.label.put(left, top);
        taken.push(line.label.area);
    }
    let mut open: Vec<usize> = (0..forced.len()).filter(|&number| !forced[number]).collect();
    // Short lines have the fewest positions.
    let length = |number: usize| {
        let points = candidates(&scene.lines[number]);
        points.iter().map(|at| at.y).fold(f64::MIN, f64::max)
            - points.iter().map(|at| at.y).fold(f64::MAX, f64::min)
    };
    open.sort_by(|&one, &other| length(one).total_cmp(&length(other)));
    let mut crowded = Vec::new();
    for number in open {
        match best(&scene.lines[number], number, &obstacles, &taken) {
            Some(area) => {
                scene.lines[number].label.put(area.left, area.top);
                taken.push(area);
            }
            None => crowded.push(number),
        }
    }
    crowded
}

fn obstacles(scene: &ChartScene) -> Obstacles {
    let mut lines = Vec::new();
    for (number, line) in scene.lines.iter().enumerate() {
        let points = match line.style {
            LineStyle::Order => (0..=6_u8).map(|i| line.at(f64::from(i) / 6.0)).collect(),
            LineStyle::Message | LineStyle::Unmatched => line.path.clone(),
        };
        lines.extend(points.windows(2).map(|piece| (number, piece[0], piece[1])));
    }
    let bridges = scene.lines.iter().flat_map(|line| &line.bridges).map(|&(_, at)| at);
    let crossings = scene.crossings.iter().map(|crossing| crossing.at);
    let open = scene.lines.iter().filter(|line| line.style == LineStyle::Unmatched);
    let ends = open.filter_map(|line| line.path.last().copied());
    Obstacles {
        lines,
        columns: scene.lifelines.iter().map(|lifeline| lifeline.x).collect(),
        points: scene.events.iter().map(|event| event.at).collect(),
        signs: bridges.chain(crossings).chain(ends).collect(),
    }
}

/// Returns the possible centres of a label, the best first.
fn candidates(line: &SceneLine) -> Vec<Point> {
    let along = SHARES.iter().map(|&share| line.at(share));
    match line.path[..] {
        [start, end] => along.chain(beside(start, end, &line.label)).collect(),
        [_, _, _, _] => {
            let beside = line.label.width() / 2.0 + 4.0;
            along.map(|at| Point { x: at.x + beside, y: at.y }).collect()
        }
        _ => along.collect(),
    }
}

/// Returns positions beside a line, above and below it.
fn beside(start: Point, end: Point, label: &Label) -> impl Iterator<Item = Point> {
    let length = start.distance(end).max(1.0);
    let (along, across) = ((end.x - start.x) / length, (end.y - start.y) / length);
    // From the middle of the label to where a parallel of the line touches the label.
    let reach = f64::midpoint(label.width() * across.abs(), label.height() * along.abs()) + 2.0;
    SHARES.iter().step_by(2).flat_map(move |&share| {
        let at = start.toward(end, share);
        [-reach, reach].map(|by| Point { x: at.x - by * across, y: at.y + by * along })
    })
}

/// Returns the best area for a label that overlaps none of the taken ones.
fn best(
    line: &SceneLine,
    number: usize,
    obstacles: &Obstacles,
    taken: &[Rectangle],
) -> Option<Rectangle> {
    let (width, height) = (line.label.width(), line.label.height());
    let mut found: Option<(f64, Rectangle)> = None;
    let start = (line.style != LineStyle::Order).then(|| {
        let (left, top) = above_start(line);
        Rectangle::at(left, top, width, height).center()
    });
    for (rank, at) in (0_u8..).zip(candidates(line).into_iter().chain(start)) {
        let area = Rectangle::around(at, width, height);
        let apart = Rectangle::around(at, width + 2.0 * APART, height + 2.0 * APART);
        if taken.iter().any(|other| other.overlaps(&apart)) {
            continue;
        }
        // Beside its own line, a label on another line would be read as the label of that line.
        let other = if usize::from(rank) < SHARES.len() { 3.0 } else { 12.0 };
        let cost = f64::from(rank) * 0.15 + hidden(number, obstacles, &area, other);
        if found.is_none_or(|(least, _)| cost < least) {
            found = Some((cost, area));
        }
    }
    found.map(|(_, area)| area)
}

/// Returns the penalty for what a label hides; a line counts `line`.
fn hidden(number: usize, obstacles: &Obstacles, area: &Rectangle, line: f64) -> f64 {
    let near = Rectangle {
        left: area.left - 6.0,
        top: area.top - 3.0,
        right: area.right + 6.0,
        bottom: area.bottom + 3.0,
    };
    let lines = obstacles
        .lines
        .iter()
        .filter(|(owner, start, end)| *owner != number && near.is_crossed(*start, *end));
    let columns = obstacles.columns.iter().filter(|&&x| near.left < x && x < near.right);
    let points = obstacles.points.iter().filter(|&&point| near.contains(point));
    let signs = obstacles
        .signs
        .iter()
        .filter(|&&point| Rectangle::around(point, 2.0 * SIGN, 2.0 * SIGN).overlaps(area));
    line * count(lines.count())
        + 6.0 * count(columns.count())
        + 6.0 * count(points.count())
        + 40.0 * count(signs.count())
}

/// Returns the upper left corner of a label above the start of its message, in the row of the send, on the
/// side opposite to the number of the send.
fn above_start(arrow: &SceneLine) -> (f64, f64) {
    let start = arrow.path[0];
    let top = start.y - LINE - 1.0;
    if arrow.path[1].x < start.x {
        (start.x - BESIDE - arrow.label.width(), top)
    } else {
        (start.x + BESIDE, top)
    }
}

/// Returns the upper left corner of a label below the end of its order, in a row that was added for
/// it; `kept` counts those rows by event.
fn below_end(order: &SceneLine, kept: &mut std::collections::BTreeMap<u64, f64>) -> (f64, f64) {
    let end = order.path[2];
    let row = kept.entry(end.y.to_bits()).or_insert(0.0);
    let top = end.y + ROW / 2.0 - 6.0 + *row * (LINE + 4.0);
    *row += 1.0;
    (end.x - order.label.width() / 2.0, top)
}
