//! Lines of JSON: values that are found by hand, compared with those that `serde_json` finds.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::language::log::JsonValues;

#[test]
fn the_quick_way_finds_what_the_slow_one_finds() {
    let pieces = [
        "{",
        "}",
        "\"location\"",
        "\"message\"",
        "\"end\"",
        ":",
        ",",
        "\"a\"",
        "\"\\n\"",
        "1",
        "0",
        "01",
        "1.5",
        "-1",
        "true",
        "null",
        "false",
        "[]",
        "{}",
        " ",
        "\t",
        "\u{1}",
        "\"é\"",
        "\"x\"",
        "\"",
    ];
    let mut random = Random::new(5);
    let (mut quickly, mut refused) = (0, 0);
    for _ in 0..200_000 {
        let mut line = String::new();
        if random.percent(70) {
            let fields = random.below(4);
            let words: Vec<String> = (0..fields)
                .map(|_| {
                    format!("{}:{}", pieces[2 + random.below(3)], pieces[7 + random.below(12)])
                })
                .collect();
            line = format!("{{{}}}", words.join(","));
        }
        for _ in 0..random.below(3) {
            let at = random.below(line.len() + 1);
            if line.is_char_boundary(at) {
                line.insert_str(at, random.choose(&pieces).unwrap());
            }
        }
        let found = JsonValues::of_flat(line.as_bytes());
        let slowly = JsonValues::of_any(&line).ok();
        match found {
            Some(mut found) => {
                quickly += 1;
                // What is null is missing.
                for range in &mut found.ranges {
                    range.take_if(|(start, end)| &line[*start..*end] == "null");
                }
                assert_eq!(Some(found.ranges), slowly.map(|values| values.ranges), "{line}");
            }
            None => refused += usize::from(slowly.is_none()),
        }
    }
    assert!(quickly > 5_000 && refused > 5_000, "{quickly} {refused}");
}
