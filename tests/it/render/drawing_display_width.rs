//! Texts in columns: names of wide signs, with marks and with joined signs, move nothing.

use scm_check::internals::kernel::base::Random;
use scm_check::internals::render::drawing::{
    Arrow, ArrowHead, Chart, Column, Event, Mark, Message, Order, Sequence, SequenceItem, Slope,
    Table, TableRow, TextStyle, beginning, chart_text, cut_beginning, display_width, ending,
    padded, sequence_text,
};

/// Names, the narrow ones last.
const NAMES: [&str; 12] = [
    "客户端",
    "服务器",
    "サーバー",
    "서버",
    "e\u{301}te\u{301}",
    "❤\u{fe0f}",
    "👩\u{200d}👩\u{200d}👧",
    "👍🏽🇫🇷",
    "لا",
    "\u{301}x",
    "q",
    "client",
];

fn name(random: &mut Random) -> String {
    (0..random.between(1, 2)).map(|_| random.choose(&NAMES).unwrap()).collect()
}

/// Returns the sign that begins at a column of a line; nothing if none does.
fn sign_at(line: &str, column: usize) -> Option<char> {
    let mut signs =
        line.char_indices().filter(|(start, _)| display_width(&line[..*start]) == column);
    // Marks on the sign before stand in no column of their own.
    signs.next_back().map(|(_, sign)| sign)
}

#[test]
fn signs_are_as_wide_as_terminals_show_them() {
    for (text, width) in [
        ("", 0),
        ("abc", 3),
        ("客户端", 6),
        ("ｱ", 1),
        ("Ａ", 2),
        ("e\u{301}", 1),
        ("👍🏽", 2),
        ("👩\u{200d}👩\u{200d}👧", 2),
        ("a\u{200b}b", 2),
    ] {
        assert_eq!(display_width(text), width, "{text:?}");
        assert_eq!(display_width(&padded(text, 9)), 9, "{text:?}");
    }
    assert_eq!(beginning("客户端", 5), "客户");
    assert_eq!(ending("客户端", 5), "户端");
    assert_eq!(beginning("e\u{301}e\u{301}", 1), "e\u{301}");
    assert_eq!(ending("ae\u{301}", 1), "e\u{301}");
    let mut random = Random::new(7);
    for _ in 0..2_000 {
        let text: String = (0..random.below(5)).map(|_| name(&mut random)).collect();
        let most = random.below(20);
        let (start, end) = (beginning(&text, most), ending(&text, most));
        assert!(text.starts_with(start) && text.ends_with(end));
        assert!(display_width(start) <= most && display_width(end) <= most, "{text:?} {most}");
        if display_width(&text) <= most {
            assert_eq!((start, end), (&*text, &*text));
        }
    }
}

#[test]
fn lifelines_of_charts_are_straight() {
    let mut random = Random::new(3);
    for _ in 0..300 {
        let mut chart = Chart::default();
        let lifelines: Vec<_> =
            (0..random.between(2, 4)).map(|_| chart.lifelines.push(name(&mut random))).collect();
        for number in 0..random.between(1, 5) {
            let from = random.choose(&lifelines).unwrap();
            let to = random.choose(&lifelines).unwrap();
            let mut event = |lifeline, number, mark| {
                let note = random.percent(20).then(|| "客户端 e\u{301}".to_owned());
                chart.events.push(Event { lifeline, number, mark, label: None, note })
            };
            let sent = event(from, 2 * number, Mark::Send);
            let received = event(to, 2 * number + 1, Mark::Receive);
            let head = ArrowHead::Event(received, Slope::Level);
            chart.arrows.push(Arrow { label: name(&mut random), from: sent, head });
            if from != to {
                let label = name(&mut random);
                chart.orders.push(Order { first: sent, second: received, label });
            }
        }
        let text = chart_text(&chart, TextStyle::ASCII);
        let mut lines = text.lines();
        let header = lines.next().unwrap();
        let posts = lines.next().unwrap();
        let columns: Vec<usize> =
            posts.match_indices('|').map(|(at, _)| display_width(&posts[..at])).collect();
        assert_eq!(columns.len(), lifelines.len(), "{text}");
        for line in lines {
            for &column in &columns {
                let sign = sign_at(line, column);
                assert!(sign.is_some_and(|sign| "|+*~=".contains(sign)), "{column}: {text}");
            }
        }
        for (column, name) in columns.iter().zip(&chart.lifelines) {
            assert!(header.contains(name.as_str()), "{text}");
            let start = column - display_width(name).saturating_sub(1) / 2;
            let (here, _) = header
                .char_indices()
                .find(|(at, _)| display_width(&header[..*at]) == start)
                .unwrap_or_else(|| panic!("nothing begins at {start}: {text}"));
            assert!(header[here..].starts_with(name.as_str()), "{text}");
        }
        for arrow in &chart.arrows {
            assert!(text.contains(&arrow.label), "{}: {text}", arrow.label);
        }
    }
}

#[test]
fn lifelines_of_sequence_diagrams_are_straight() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let mut sequence = Sequence::default();
        let lifelines: Vec<_> =
            (0..random.between(2, 4)).map(|_| sequence.lifelines.push(name(&mut random))).collect();
        for _ in 0..random.between(1, 4) {
            let label = name(&mut random).repeat(random.between(1, 9));
            // A message between neighbours covers no lifeline.
            let place = random.below(lifelines.len() - 1);
            let [from, to] = [lifelines[place], lifelines[place + random.below(2)]];
            let (from, to) = (Some(from), vec![to]);
            let message = Message { label, from, to, ..Message::default() };
            let items = &mut sequence.items;
            match random.below(3) {
                0 => items.push(SequenceItem::Message(message)),
                1 => {
                    items.push(SequenceItem::Note { text: message.label, over: lifelines.clone() });
                }
                _ => items.extend([
                    SequenceItem::Open { operator: "或者".to_owned(), remark: name(&mut random) },
                    SequenceItem::Message(message),
                    SequenceItem::Close,
                ]),
            }
        }
        let text = sequence_text(&sequence, TextStyle::ASCII);
        let lines: Vec<&str> = text.lines().collect();
        let columns: Vec<usize> =
            lines[1].match_indices('|').map(|(at, _)| display_width(&lines[1][..at])).collect();
        assert_eq!(columns.len(), lifelines.len(), "{text}");
        for line in &lines[1..] {
            // The ends of frames and notes stand before lifelines.
            let covers = line.contains(['+', '[']);
            for &column in columns.iter().filter(|_| !covers) {
                assert_eq!(sign_at(line, column), Some('|'), "{column}: {text}");
            }
        }
        let at = |line: &str, end: usize| display_width(&line[..end]);
        let ends: Vec<_> = lines
            .iter()
            .filter_map(|line| Some((at(line, line.find('+')?), at(line, line.rfind('+')?))))
            .collect();
        for pair in ends.chunks(2) {
            assert_eq!(pair[0], pair[1], "both ends of a frame: {text}");
        }
    }
}

#[test]
fn cells_of_tables_are_flush() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let titles = [Column::text("名前"), Column::number("e\u{301}"), Column::text("z")];
        let rows: Vec<TableRow> = (0..4)
            .map(|_| {
                let cells = vec![name(&mut random), name(&mut random), "#".to_owned()];
                TableRow { cells, note: None }
            })
            .collect();
        let table = Table { columns: titles.to_vec(), rows };
        let text = table.text(usize::MAX);
        let lines: Vec<&str> = text.lines().collect();
        let at = |line: &str, sign: char| display_width(&line[..line.rfind(sign).unwrap()]);
        let last = at(lines[0], 'z');
        assert!(lines[1..].iter().all(|line| at(line, '#') == last), "{text}");
        let widest = lines.iter().map(|line| display_width(line)).max();
        assert_eq!(Some(table.width()), widest);
        let folded = table.text(12);
        assert!(folded.lines().count() > lines.len(), "{folded}");
    }
}

#[test]
fn long_texts_lose_their_beginning() {
    assert_eq!(cut_beginning("models/paper/commit.scm", 14), "..r/commit.scm");
    assert_eq!(cut_beginning("a.scm", 14), "a.scm");
}
