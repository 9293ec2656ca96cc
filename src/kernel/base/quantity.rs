//! Numbers formatted for display.

/// Returns `number` in decimal with a comma before each group of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns `number` in two or three digits with `k`, `M` or `G`: `88 k`, `1.2 M`.
pub fn scaled(number: u64) -> String {
    let (unit, letter) = match number {
        0..1_000 => return number.to_string(),
        1_000..1_000_000 => (1_000, 'k'),
        1_000_000..1_000_000_000 => (1_000_000, 'M'),
        _ => (1_000_000_000, 'G'),
    };
    let tenths = number / (unit / 10);
    if tenths < 100 {
        format!("{}.{} {letter}", tenths / 10, tenths % 10)
    } else {
        format!("{} {letter}", tenths / 10)
    }
}

/// Returns a time as `4 ms`, `10.0 s` or `2 min 5 s`.
pub fn milliseconds(time: u64) -> String {
    match time {
        0..1_000 => format!("{time} ms"),
        1_000..120_000 => format!("{}.{} s", time / 1_000, time % 1_000 / 100),
        _ => format!("{} min {} s", time / 60_000, time % 60_000 / 1_000),
    }
}
