//! Areas and straight lines in the plane.

use scm_check::internals::render::drawing::{Point, Rectangle, crossing};

#[test]
fn lines_cross_inside_both_or_not() {
    let point = |x, y| Point { x, y };
    let falling = [point(0.0, 0.0), point(4.0, 4.0)];
    assert_eq!(crossing(falling, [point(4.0, 0.0), point(0.0, 4.0)]), Some(point(2.0, 2.0)));
    assert_eq!(crossing(falling, [point(4.0, 0.0), point(3.0, 1.0)]), None);
    assert_eq!(crossing(falling, [point(0.0, 1.0), point(4.0, 5.0)]), None);
    assert_eq!(crossing(falling, [point(0.0, 0.0), point(0.0, 4.0)]), None);
}

#[test]
fn an_area_knows_what_passes_through_it() {
    let area = Rectangle::around(Point { x: 2.0, y: 2.0 }, 2.0, 2.0);
    let point = |x, y| Point { x, y };
    assert!(area.is_crossed(point(0.0, 0.0), point(4.0, 4.0)));
    assert!(area.is_crossed(point(2.0, 0.0), point(2.0, 4.0)));
    assert!(!area.is_crossed(point(1.0, 0.0), point(1.0, 4.0)));
    assert!(!area.is_crossed(point(0.0, 0.0), point(4.0, 0.5)));
    assert!(!area.is_crossed(point(0.0, 0.0), point(0.5, 0.5)));
    assert!(!area.overlaps(&Rectangle::around(point(4.0, 2.0), 2.0, 2.0)));
    assert!(area.overlaps(&Rectangle::around(point(3.9, 2.0), 2.0, 2.0)));
}
