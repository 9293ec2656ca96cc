//! Overlapping rectangles with marks in them, as data and as text: which of several sets things are in.

use super::TextStyle;
use super::canvas::{Canvas, Cell, Ink};
use super::display_width::wrapped_columns;
use super::text_style::Sign;

/// A map of sets, on a grid of cells: a rectangle for each set, and marks in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Regions {
    /// What is drawn, for screen readers.
    pub name: String,
    /// The sets.
    pub regions: Vec<Region>,
    /// Words in the map, each with the column and the row where it begins.
    pub remarks: Vec<(String, (usize, usize))>,
    /// The marks.
    pub marks: Vec<RegionMark>,
    /// What the map says, in sentences below it.
    pub notes: Vec<String>,
}

/// A set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The name of the set, in the left upper corner.
    pub label: String,
    /// The columns of its left and its right border.
    pub columns: (usize, usize),
    /// The rows of its upper and its lower border.
    pub rows: (usize, usize),
    /// Whether what the marks stand for is in the set.
    pub is_marked: bool,
}

/// A place in the map where something is, or may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegionMark {
    /// Its column and its row.
    pub place: (usize, usize),
    /// Whether it is there for sure.
    pub is_sure: bool,
}

impl Regions {
    /// Returns the number of columns and of rows that the regions take.
    pub(super) fn size(&self) -> (usize, usize) {
        let end = |side: fn(&Region) -> usize| {
            self.regions.iter().map(side).max().map_or(0, |last| last + 1)
        };
        (end(|region| region.columns.1), end(|region| region.rows.1))
    }
}

/// The signs of lines, by the directions that they go to: 1 up, 2 down, 4 left, 8 right.
const LINES: [Sign; 16] = [
    Sign(' ', ' '),
    Sign('|', '\u{2502}'),
    Sign('|', '\u{2502}'),
    Sign('|', '\u{2502}'),
    Sign('-', '\u{2500}'),
    Sign('+', '\u{2518}'),
    Sign('+', '\u{2510}'),
    Sign('+', '\u{2524}'),
    Sign('-', '\u{2500}'),
    Sign('+', '\u{2514}'),
    Sign('+', '\u{250c}'),
    Sign('+', '\u{251c}'),
    Sign('-', '\u{2500}'),
    Sign('+', '\u{2534}'),
    Sign('+', '\u{252c}'),
    Sign('+', '\u{253c}'),
];
const UP: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 4;
const RIGHT: usize = 8;
/// The mark of where something is, and of where it may be.
const MARKS: [Sign; 2] = [Sign('*', '\u{25cf}'), Sign('?', '?')];

/// Returns the map as text; without the map, only what it says, where it is wider than allowed.
///
/// # Complexity
/// The number of cells, and linear in the lengths of the texts.
pub fn regions_text(map: &Regions, style: TextStyle) -> String {
    let (width, height) = map.size();
    let most = style.width.unwrap_or(usize::MAX);
    let wrapped = map.notes.iter().flat_map(|note| wrapped_columns(note, most));
    let notes: String = wrapped.map(|line| line + "\n").collect();
    if width > most {
        return notes;
    }
    let mut lines = vec![vec![0; width]; height];
    for Region { columns, rows, .. } in &map.regions {
        for row in [rows.0, rows.1] {
            for column in columns.0..columns.1 {
                lines[row][column] |= RIGHT;
                lines[row][column + 1] |= LEFT;
            }
        }
        for column in [columns.0, columns.1] {
            for row in rows.0..rows.1 {
                lines[row][column] |= DOWN;
                lines[row + 1][column] |= UP;
            }
        }
    }
    let mut canvas = Canvas::new(height, style);
    for (row, line) in lines.iter().enumerate() {
        for (column, &directions) in
            line.iter().enumerate().filter(|(_, directions)| **directions > 0)
        {
            canvas.put(row, column, LINES[directions], Cell::Post);
        }
    }
    for (text, (column, row)) in &map.remarks {
        canvas.write(*row, *column, text);
    }
    for region in &map.regions {
        canvas.ink = if region.is_marked { Ink::Name } else { Ink::Plain };
        canvas.write(region.rows.0, region.columns.0 + 2, &format!(" {} ", region.label));
    }
    canvas.ink = Ink::Cycle;
    for mark in &map.marks {
        let (column, row) = mark.place;
        canvas.put(row, column, MARKS[usize::from(!mark.is_sure)], Cell::Post);
    }
    format!("{}{}{notes}", canvas.text(), if notes.is_empty() { "" } else { "\n" })
}
