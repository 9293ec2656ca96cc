//! A grid of characters that records what each cell is part of.

use super::display_width::clusters;

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

const BLANK: (Symbol, Cell) = (Symbol::One(' '), Cell::Blank);

/// A grid that grows to the right as needed. Wide signs take several cells.
#[derive(Debug)]
pub(super) struct Canvas {
    rows: Vec<Vec<(Symbol, Cell)>>,
    /// The texts of cells that have more than one sign.
    texts: Vec<String>,
}

impl Canvas {
    /// Returns a blank canvas of `height` rows.
    pub(super) fn new(height: usize) -> Self {
        Self { rows: vec![Vec::new(); height], texts: Vec::new() }
    }

    /// Returns the kind of a cell.
    pub(super) fn cell(&self, row: usize, column: usize) -> Cell {
        self.rows[row].get(column).map_or(Cell::Blank, |&(_, cell)| cell)
    }

    /// Draws over the contents of a cell.
    pub(super) fn put(&mut self, row: usize, column: usize, symbol: char, cell: Cell) {
        self.set(row, column, (Symbol::One(symbol), cell));
    }

    /// Sets a cell. A wide sign that covered it is removed as a whole.
    fn set(&mut self, row: usize, column: usize, content: (Symbol, Cell)) {
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, BLANK);
        }
        if cells[column].0 == Symbol::Rest && content.0 != Symbol::Rest {
            let start = cells[..column].iter().rposition(|&(symbol, _)| symbol != Symbol::Rest);
            cells[start.unwrap_or(0)..column].fill(BLANK);
        }
        cells[column] = content;
        if content.0 != Symbol::Rest {
            let rest = cells[column + 1..].iter_mut();
            rest.take_while(|(symbol, _)| *symbol == Symbol::Rest).for_each(|cell| *cell = BLANK);
        }
    }

    /// Draws where the cell is blank.
    pub(super) fn put_behind(&mut self, row: usize, column: usize, symbol: char, cell: Cell) {
        if self.cell(row, column) == Cell::Blank {
            self.put(row, column, symbol, cell);
        }
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
            self.set(row, column, (symbol, Cell::Text));
            for rest in column + 1..column + width {
                self.set(row, rest, (Symbol::Rest, Cell::Text));
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
        self.rows[row].iter().rposition(|&(_, cell)| cell != Cell::Blank).map_or(0, |last| last + 1)
    }

    /// Returns the rows as lines without trailing blanks.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let start = text.len();
            for &(symbol, _) in row {
                match symbol {
                    Symbol::One(symbol) => text.push(symbol),
                    Symbol::Many(number) => text.push_str(&self.texts[number]),
                    Symbol::Rest => {}
                }
            }
            text.truncate(start + text[start..].trim_end().len());
            text.push('\n');
        }
        text
    }
}
