//! Times of events.

/// Number of parts into which a second, or the unit of a number, is divided.
const PARTS: i128 = 1_000_000_000;

/// A time, comparable with others of the same log.
///
/// A number counts in its own unit; a date counts the seconds since 1970. Both have a resolution of a billionth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Time(
    /// Number of billionths.
    pub i128,
);

impl Time {
    /// Reads a number, or a date with a time of day as in RFC 3339; `None` if the text is neither.
    ///
    /// # Examples
    /// ```
    /// use language::log::Time;
    ///
    /// assert_eq!(Time::read("1970-01-01T00:01:00Z"), Time::read("60"));
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        number(text).or_else(|| date(text)).map(Self)
    }
}

/// Reads a decimal number, in units of a billionth.
fn number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.contains(['e', 'E']) {
        return exponential(text);
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|d| d.is_ascii_digit());
    // Twenty-four digits and nine more fit into the type.
    if !is_number(whole) || !is_number(fraction) || whole.len() > 24 {
        return None;
    }
    let value = whole.parse::<i128>().ok()? * PARTS + billionths(fraction);
    Some(if digits.len() < text.len() { -value } else { value })
}

/// Reads a number with an exponent, with the precision of floating point.
#[expect(clippy::cast_possible_truncation, reason = "the range is tested")]
fn exponential(text: &str) -> Option<i128> {
    let starts = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let value = text.parse::<f64>().ok().filter(|value| starts && value.abs() < 1e24)?;
    Some((value * 1e9) as i128)
}

/// Reads the digits behind a decimal point, at least one; those behind the ninth are ignored.
fn billionths(digits: &str) -> i128 {
    let mut places = digits.bytes().chain(std::iter::repeat(b'0'));
    (0..9).fold(0, |value, _| value * 10 + i128::from(places.next().unwrap_or(b'0') - b'0'))
}

/// Reads `2024-05-17T09:30:00.25+02:00`.
fn date(text: &str) -> Option<i128> {
    let part = |from: usize, length: usize| digits(text.get(from..from + length)?, length);
    let sign =
        |at: usize, signs: &[u8]| text.as_bytes().get(at).filter(|sign| signs.contains(sign));
    sign(4, b"-")
        .and(sign(7, b"-"))
        .and(sign(10, b"Tt "))
        .and(sign(13, b":"))
        .and(sign(16, b":"))?;
    let (year, month, day) = (part(0, 4)?, part(5, 2)?, part(8, 2)?);
    let (hour, minute, second) = (part(11, 2)?, part(14, 2)?, part(17, 2)?);
    let longest = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    // A minute may have a sixty-first second.
    if !(1..=12).contains(&month) || !(1..=longest).contains(&day) {
        return None;
    }
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut rest = text.get(19..)?;
    let mut fraction = 0;
    if let Some(digits) = rest.strip_prefix('.') {
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return None;
        }
        fraction = billionths(&digits[..length]);
        rest = &digits[length..];
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
    Some(i128::from(seconds - offset(rest)?) * PARTS + fraction)
}

/// Reads a number that is written with exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<i64> {
    let is_right = text.len() == length && text.bytes().all(|digit| digit.is_ascii_digit());
    is_right.then(|| text.parse().ok())?
}

/// Reads `Z`, `+02:00` or the empty text, which means `Z`, in seconds.
fn offset(text: &str) -> Option<i64> {
    if text.is_empty() || text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = match text.as_bytes()[0] {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3_600 + minutes * 60))
}

/// Returns the days from the first of January 1970 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March have their leap day at the end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + leap_days + day_of_year - 719_468
}
