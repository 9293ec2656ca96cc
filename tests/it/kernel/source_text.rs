//! Source texts: lines and columns.

use scm_check::internals::kernel::source::{Position, Source};

#[test]
fn columns_count_characters() {
    let source = Source::new("x", "é→a\r\nb");
    assert_eq!(source.line_column(5), Position { line: 1, column: 3 });
    assert_eq!(source.line_column(8), Position { line: 2, column: 1 });
    assert_eq!(source.line_column(100), Position { line: 2, column: 2 });
    assert_eq!(source.slice(source.line_span(1)), "é→a");
}

#[test]
fn lone_carriage_returns_end_lines() {
    let source = Source::new("x", "a\rbc\r\rd");
    assert_eq!(source.line_column(3), Position { line: 2, column: 2 });
    assert_eq!(source.line_column(6), Position { line: 4, column: 1 });
    assert_eq!(source.slice(source.line_span(2)), "bc");
    assert_eq!(source.slice(source.line_span(3)), "");
}

#[test]
fn an_excerpt_has_the_lines_and_columns_of_the_whole() {
    let source = Source::excerpt("x", "cd\nef", Position { line: 7, column: 3 });
    assert_eq!(source.line_column(1), Position { line: 7, column: 4 });
    assert_eq!(source.line_column(4), Position { line: 8, column: 2 });
    assert_eq!(source.slice(source.line_span(7)), "cd");
    assert_eq!(source.slice(source.line_span(8)), "ef");
}

#[test]
fn invalid_bytes_are_remembered_with_their_place() {
    let source = Source::from_bytes("x", b"ab\n\xff\xfec".to_vec());
    let invalid = source.invalid().expect("the bytes are invalid");
    assert_eq!(source.line_column(invalid.start()), Position { line: 2, column: 1 });
}

#[test]
fn columns_of_long_lines_are_those_that_counting_gives() {
    let text = "a\u{e9}\u{4e2d}\u{1f600}".repeat(3_000) + "\n" + &"b\u{e9}".repeat(5_000);
    let source = Source::new("x", &*text);
    let (mut line, mut column) = (1, 1);
    for (offset, character) in text.char_indices() {
        assert_eq!(source.line_column(offset), Position { line, column }, "byte {offset}");
        (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    assert_eq!(source.line_column(text.len()), Position { line, column });
}
