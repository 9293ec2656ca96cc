//! A grid of characters that knows what each cell is part of.

/// What a cell is part of; text may only cover what is blank, or a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    /// Nothing.
    Blank,
    /// A horizontal line, which a label may interrupt.
    Wire,
    /// A vertical line, a corner, an arrow head, an event.
    Post,
    /// A letter.
    Text,
}

/// A grid that grows to the right as needed.
#[derive(Debug)]
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Cell)>>,
}

impl Canvas {
    /// Returns a blank canvas of `height` rows.
    pub(super) fn new(height: usize) -> Self {
        Self { rows: vec![Vec::new(); height] }
    }

    /// Returns what the cell is part of.
    pub(super) fn cell(&self, row: usize, column: usize) -> Cell {
        self.rows[row].get(column).map_or(Cell::Blank, |&(_, cell)| cell)
    }

    /// Draws over whatever is there.
    pub(super) fn put(&mut self, row: usize, column: usize, symbol: char, cell: Cell) {
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            cells.resize(column + 1, (' ', Cell::Blank));
        }
        cells[column] = (symbol, cell);
    }

    /// Draws where the cell is blank.
    pub(super) fn put_behind(&mut self, row: usize, column: usize, symbol: char, cell: Cell) {
        if self.cell(row, column) == Cell::Blank {
            self.put(row, column, symbol, cell);
        }
    }

    /// Writes `text` from `column` on.
    pub(super) fn write(&mut self, row: usize, column: usize, text: &str) {
        for (offset, symbol) in text.chars().enumerate() {
            self.put(row, column + offset, symbol, Cell::Text);
        }
    }

    /// Tells whether the cells of `columns` are all blank.
    pub(super) fn is_blank(&self, row: usize, mut columns: std::ops::Range<usize>) -> bool {
        columns.all(|column| self.cell(row, column) == Cell::Blank)
    }

    /// Returns the first column after the last one that is used.
    pub(super) fn end(&self, row: usize) -> usize {
        self.rows[row].iter().rposition(|&(_, cell)| cell != Cell::Blank).map_or(0, |last| last + 1)
    }

    /// Returns the rows as lines without trailing blanks.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let line: String = row.iter().map(|&(symbol, _)| symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
