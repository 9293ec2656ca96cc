//! A grid of characters that records what each cell is part of.

use super::TextStyle;
use super::display_width::clusters;
use super::text_style::{HEADS, Sign};

/// The kind of a cell; text may only cover blank cells and wires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// A blank cell.
    Blank,
    /// A horizontal line, which a label may interrupt.
    Wire,
    /// A vertical line, a corner, an arrow head, an event.
    Post,
    /// A letter.
    Text,
}

/// The contents of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    /// One sign.
    One(char),
    /// A sign with marks on it, or signs that are joined: a text of the canvas, by its number.
    Many(usize),
    /// The continuation of the previous cell.
    Rest,
}

/// The emphasis of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    /// None.
    Plain,
    /// A name.
    Name,
    /// A part of the highlighted cycle.
    Cycle,
    /// A message that is not received.
    Unmatched,
    /// A mistake.
    Fault,
    /// A remark.
    Remark,
}

impl Ink {
    /// Returns the ANSI sequence that begins the emphasis.
    fn sequence(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Name => "\x1b[1m",
            Self::Cycle => "\x1b[35m",
            Self::Unmatched => "\x1b[33m",
            Self::Fault => "\x1b[1;31m",
            Self::Remark => "\x1b[31m",
        }
    }
}

const BLANK: (Symbol, Cell, Ink) = (Symbol::One(' '), Cell::Blank, Ink::Plain);

/// A grid that grows to the right as needed. Wide signs take several cells.
#[derive(Debug)]
pub(super) struct Canvas {
    style: TextStyle,
    /// The emphasis of what is drawn.
    pub(super) ink: Ink,
    rows: Vec<Vec<(Symbol, Cell, Ink)>>,
    /// The texts of cells that have more than one sign.
    texts: Vec<String>,
}

impl Canvas {
    /// Returns a blank canvas of `height` rows.
    pub(super) fn new(height: usize, style: TextStyle) -> Self {
        Self { style, ink: Ink::Plain, rows: vec![Vec::new(); height], texts: Vec::new() }
    }

    /// Returns the kind of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> Cell {
        self.rows[row].get(column).map_or(Cell::Blank, |&(_, cell, _)| cell)
    }

    /// Returns the character of a sign on this canvas.
    pub(super) fn symbol(&self, sign: Sign) -> char {
        sign.symbol(self.style.signs)
    }

    /// Draws over the contents of a cell.
    pub(super) fn put(&mut self, row: usize, column: usize, sign: Sign, cell: Cell) {
        self.set(row, column, Symbol::One(self.symbol(sign)), cell);
    }

    /// Sets a cell. A wide sign that covered it is removed as a whole.
    fn set(&mut self, row: usize, column: usize, symbol: Symbol, cell: Cell) {
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, BLANK);
        }
        if cells[column].0 == Symbol::Rest && symbol != Symbol::Rest {
            let start = cells[..column].iter().rposition(|cell| cell.0 != Symbol::Rest);
            cells[start.unwrap_or(0)..column].fill(BLANK);
        }
        cells[column] = (symbol, cell, self.ink);
        if symbol != Symbol::Rest {
            let rest = cells[column + 1..].iter_mut();
            rest.take_while(|cell| cell.0 == Symbol::Rest).for_each(|cell| *cell = BLANK);
        }
    }

    /// Draws where the cell is blank.
    pub(super) fn put_behind(&mut self, row: usize, column: usize, sign: Sign, cell: Cell) {
        if self.cell(row, column) == Cell::Blank {
            self.put(row, column, sign, cell);
        }
    }

    /// Draws a horizontal line strictly between two columns, behind existing contents; `sign` gives its sign at some
    /// distance from the first column.
    pub(super) fn wire(
        &mut self,
        row: usize,
        from: usize,
        to: usize,
        sign: impl Fn(usize) -> Sign,
    ) {
        for column in from.min(to) + 1..from.max(to) {
            self.put_behind(row, column, sign(column.abs_diff(from)), Cell::Wire);
        }
    }

    /// Draws the head of an arrow from one column to what is in another.
    pub(super) fn arrow_head(&mut self, row: usize, from: usize, to: usize) {
        let (column, head) = if from < to { (to - 1, HEADS[1]) } else { (to + 1, HEADS[0]) };
        self.put(row, column, head, Cell::Post);
    }

    /// Writes `text` from `column` on, in as many cells as its width.
    pub(super) fn write(&mut self, row: usize, column: usize, text: &str) {
        let mut column = column;
        for (cluster, width) in clusters(text).filter(|(_, width)| *width > 0) {
            let mut signs = cluster.chars();
            let symbol = match (signs.next(), signs.next()) {
                (Some(only), None) => Symbol::One(only),
                _ => {
                    self.texts.push(cluster.to_owned());
                    Symbol::Many(self.texts.len() - 1)
                }
            };
            self.set(row, column, symbol, Cell::Text);
            for rest in column + 1..column + width {
                self.set(row, rest, Symbol::Rest, Cell::Text);
            }
            column += width;
        }
    }

    /// Returns `true` if the cells of `columns` are all blank.
    pub(super) fn is_blank(&self, row: usize, mut columns: std::ops::Range<usize>) -> bool {
        columns.all(|column| self.cell(row, column) == Cell::Blank)
    }

    /// Returns the first column after the last used one.
    pub(super) fn end(&self, row: usize) -> usize {
        self.rows[row].iter().rposition(|cell| cell.1 != Cell::Blank).map_or(0, |last| last + 1)
    }

    /// Returns the first column after the last used one of all rows.
    pub(super) fn width(&self) -> usize {
        (0..self.rows.len()).map(|row| self.end(row)).max().unwrap_or(0)
    }

    /// Returns the rows as lines without trailing blanks.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            // The parts of the row, each with its emphasis.
            let mut parts: Vec<(Ink, String)> = Vec::new();
            for &(symbol, _, ink) in row {
                let ink = if self.style.is_coloured { ink } else { Ink::Plain };
                match parts.last_mut() {
                    Some((last, _)) if *last == ink => {}
                    _ => parts.push((ink, String::new())),
                }
                let (_, part) = parts.last_mut().expect("one was pushed");
                match symbol {
                    Symbol::One(symbol) => part.push(symbol),
                    Symbol::Many(number) => part.push_str(&self.texts[number]),
                    Symbol::Rest => {}
                }
            }
            while let Some((_, part)) = parts.last_mut() {
                part.truncate(part.trim_end().len());
                if !part.is_empty() {
                    break;
                }
                parts.pop();
            }
            for (ink, part) in parts {
                let end = if ink == Ink::Plain { "" } else { "\x1b[0m" };
                text.extend([ink.sequence(), &part, end]);
            }
            text.push('\n');
        }
        text
    }
}
