//! Times of events.

use scm_check::internals::language::log::Time;

#[test]
fn dates_and_numbers_are_on_one_scale() {
    let read = |text: &str| Time::read(text).map(|Time(parts)| parts);
    assert_eq!(read("1970-01-01T00:00:00Z"), Some(0));
    assert_eq!(read("2000-02-29T12:00:00.5Z"), read("951825600.5"));
    assert_eq!(read("2024-03-01T00:00:00+02:00"), read("1709244000"));
    assert_eq!(read("1969-12-31 23:59:59"), read("-1"));
    assert_eq!(read("1.5e3"), read("1500"));
    assert!(read("1544712660000000000") < read("1544712660000000000.000000001"));
}

#[test]
fn what_is_no_time_is_refused() {
    for text in [
        "",
        "noon",
        "-",
        "1.",
        ".5",
        "1e999",
        "NaN",
        "inf",
        "2023-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "2024-01-01",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:00:00.Z",
        "2024-01-01T00:00:00+2:00",
        "2024-01-01T00:00:00é",
        "1111111111111111111111111111111111111111",
    ] {
        assert_eq!(Time::read(text), None, "{text}");
    }
}
