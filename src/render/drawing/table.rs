//! Tables as data, and as aligned text.

use super::coloured_width;

/// The alignment of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alignment {
    /// Left, for text.
    Left,
    /// Right, for numbers.
    Right,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The caption of the column.
    pub title: String,
    /// The alignment of the cells.
    pub alignment: Alignment,
    /// Minimum width of the column.
    pub least_width: usize,
}

impl Column {
    /// Returns a column of text as wide as its content.
    pub fn text(title: impl Into<String>) -> Self {
        Self { title: title.into(), alignment: Alignment::Left, least_width: 0 }
    }

    /// Returns a column of numbers as wide as its content.
    pub fn number(title: impl Into<String>) -> Self {
        Self { title: title.into(), alignment: Alignment::Right, least_width: 0 }
    }
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRow {
    /// The cells, at most one a column; empty if the row only has a note. Escapes for colours take no room.
    pub cells: Vec<String>,
    /// A remark after the last cell that is not empty, at the start of the next column.
    pub note: Option<String>,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<TableRow>,
}

/// Number of blanks before the first column, and between two columns.
const GAP: usize = 2;

impl Table {
    /// Returns the width of the columns together, without notes, if no row is folded.
    pub fn width(&self) -> usize {
        let columns = 0..self.columns.len();
        columns.map(|at| GAP + self.column_width(at)).sum()
    }

    /// Returns the table as text: a line of captions, then a line per row, indented by two, without
    /// trailing blanks.
    ///
    /// If the columns do not fit into `width` columns of a terminal, each row continues in further lines,
    /// indented below its second column; a line is longer than `width` only if a single cell is.
    ///
    /// # Complexity
    /// Linear in the number of characters.
    pub fn text(&self, width: usize) -> String {
        let widths: Vec<usize> = (0..self.columns.len()).map(|at| self.column_width(at)).collect();
        let blocks = blocks(&widths, width);
        let titles: Vec<&str> = self.columns.iter().map(|column| column.title.as_str()).collect();
        let mut text = String::new();
        self.line(&mut text, &widths, &blocks, &titles, None, width);
        for row in &self.rows {
            let cells: Vec<&str> = row.cells.iter().map(String::as_str).collect();
            self.line(&mut text, &widths, &blocks, &cells, row.note.as_deref(), width);
        }
        text
    }

    /// Removes a column from all rows.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn remove_column(&mut self, at: usize) {
        self.columns.remove(at);
        for row in self.rows.iter_mut().filter(|row| row.cells.len() > at) {
            row.cells.remove(at);
        }
    }

    fn column_width(&self, at: usize) -> usize {
        let column = &self.columns[at];
        self.rows
            .iter()
            .filter_map(|row| row.cells.get(at))
            .chain([&column.title])
            .map(|cell| coloured_width(cell))
            .fold(column.least_width, usize::max)
    }

    fn line(
        &self,
        text: &mut String,
        widths: &[usize],
        blocks: &[Block],
        cells: &[&str],
        note: Option<&str>,
        width: usize,
    ) {
        let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        for block in blocks {
            if block.columns.start > 0 && block.columns.start >= used {
                break;
            }
            let mut line = " ".repeat(block.indent);
            for at in block.columns.start..block.columns.end.min(used) {
                let cell = cells[at];
                let fill = " ".repeat(widths[at] - coloured_width(cell));
                match self.columns[at].alignment {
                    Alignment::Left => line.extend([cell, &fill]),
                    Alignment::Right => line.extend([fill.as_str(), cell]),
                }
                line.push_str(&" ".repeat(GAP));
            }
            let is_last = used <= block.columns.end;
            if let Some(note) = note.filter(|_| is_last) {
                if used > 0 && coloured_width(&line) + coloured_width(note) > width {
                    text.push_str(line.trim_end());
                    text.push('\n');
                    line = " ".repeat(block.indent.max(2 * GAP));
                }
                line.push_str(note);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// The columns that are beside each other on one line.
struct Block {
    columns: std::ops::Range<usize>,
    indent: usize,
}

/// Splits the columns into lines of at most `width` characters.
fn blocks(widths: &[usize], width: usize) -> Vec<Block> {
    let further = 2 * GAP + widths.first().copied().unwrap_or(0);
    let mut blocks: Vec<Block> = Vec::new();
    let mut end = 0;
    for (at, &wide) in widths.iter().enumerate() {
        match blocks.last_mut() {
            Some(block) if end + wide <= width => block.columns.end = at + 1,
            Some(_) => {
                end = further;
                blocks.push(Block { columns: at..at + 1, indent: further });
            }
            None => {
                end = GAP;
                blocks.push(Block { columns: at..at + 1, indent: GAP });
            }
        }
        end += wide + GAP;
    }
    blocks
}
