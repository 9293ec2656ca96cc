//! Points, areas and straight lines in the plane, y downwards.

/// A point.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// The horizontal coordinate.
    pub x: f64,
    /// The vertical coordinate, downwards.
    pub y: f64,
}

impl Point {
    /// Returns the point `share` of the way to another one.
    pub(super) fn toward(self, other: Self, share: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    /// Returns the distance to another point.
    pub(super) fn distance(self, other: Self) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

/// An axis-parallel rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rectangle {
    /// The left side.
    pub left: f64,
    /// The upper side.
    pub top: f64,
    /// The right side.
    pub right: f64,
    /// The lower side.
    pub bottom: f64,
}

impl Rectangle {
    /// Returns the area of this size with this upper left corner.
    pub(super) fn at(left: f64, top: f64, width: f64, height: f64) -> Self {
        Self { left, top, right: left + width, bottom: top + height }
    }

    /// Returns the area of this size around a point.
    pub fn around(center: Point, width: f64, height: f64) -> Self {
        Self {
            left: center.x - width / 2.0,
            top: center.y - height / 2.0,
            right: center.x + width / 2.0,
            bottom: center.y + height / 2.0,
        }
    }

    /// Returns the width of the area.
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Returns the height of the area.
    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Returns the centre of the area.
    pub fn center(&self) -> Point {
        Point { x: f64::midpoint(self.left, self.right), y: f64::midpoint(self.top, self.bottom) }
    }

    /// Returns `true` if the interiors of two areas intersect.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns `true` if the area contains another one; they may share sides.
    pub fn encloses(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    /// Returns `true` if a point is in the interior.
    pub(super) fn contains(&self, point: Point) -> bool {
        self.left < point.x && point.x < self.right && self.top < point.y && point.y < self.bottom
    }

    /// Returns the smallest area that contains both.
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns `true` if the straight line between two points intersects the interior.
    pub fn is_crossed(&self, start: Point, end: Point) -> bool {
        // The shares of the line at which it enters and leaves the strip of each axis.
        let strip = |from: f64, to: f64, low: f64, high: f64| {
            let way = to - from;
            if way.abs() < 1e-9 {
                return if low < from && from < high { (0.0, 1.0) } else { (1.0, 0.0) };
            }
            let (one, other) = ((low - from) / way, (high - from) / way);
            (one.min(other), one.max(other))
        };
        let across = strip(start.x, end.x, self.left, self.right);
        let down = strip(start.y, end.y, self.top, self.bottom);
        across.0.max(down.0).max(0.0) < across.1.min(down.1).min(1.0)
    }
}

/// Returns the point where two straight lines, each given by its ends, cross in the interior of both.
/// Parallel lines never cross.
pub fn crossing(one: [Point; 2], other: [Point; 2]) -> Option<Point> {
    let way = |[start, end]: [Point; 2]| (end.x - start.x, end.y - start.y);
    let ((ax, ay), (bx, by)) = (way(one), way(other));
    let product = ax * by - ay * bx;
    if product.abs() < 1e-9 {
        return None;
    }
    let (dx, dy) = (other[0].x - one[0].x, other[0].y - one[0].y);
    let (here, there) = ((dx * by - dy * bx) / product, (dx * ay - dy * ax) / product);
    let inside = |share: f64| share > 1e-6 && share < 1.0 - 1e-6;
    (inside(here) && inside(there)).then(|| one[0].toward(one[1], here))
}

/// Returns a count as a length.
pub(super) fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::MAX, f64::from)
}

/// Returns a coordinate, or a length, with at most one decimal place.
pub(super) fn coordinate(length: f64) -> String {
    let text = format!("{length:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
