//! The results of one model for people: an overview, then as few runs as show every violation.

use super::classification::classification;
use super::human::{EXPLAIN, coloured, row_text, summary};
use super::overview::{compared, counted, occurring};
use super::{Amount, Row, Undecided, facts};
use crate::sentences::hanging;
use kernel::verdict::{Comparison, ExitStatus, Verdict};

/// Minimum number of lines of a digest that repeats its first line at the end.
const LONG: usize = 20;

/// The words for results, in the order of a digest: those that are not as the model expects are first, those that do not
/// count are last.
const WORDS: [&str; 6] = ["CHANGED", "error", "violated", "holds", "unknown", "facts"];

/// The index of the word for results that do not count.
const FACTS: usize = 5;

/// Width of the column of verdicts.
const WORD: usize = 10;

/// The violations of which a digest shows runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// All violations.
    Violations,
    /// Those that the model does not expect, and results that are not as it expects.
    Surprises,
    /// None: what kind of system a model is takes a line for each class.
    Classes,
}

impl Shown {
    fn includes(self, row: &Row) -> bool {
        match self {
            Self::Violations => row.answer.verdict == Verdict::Violated,
            Self::Surprises => {
                row.answer.verdict == Verdict::Violated
                    && row.answer.exit_status() == ExitStatus::Failed
            }
            Self::Classes => false,
        }
    }
}

/// Returns the results of one model for people, of at most `width` columns if there is one.
///
/// `orders` are lines about the order of receptions.
/// Results that were shown by the same run ([`driver::Answer::run`]) share it. A result without a run has a passage of its own.
pub(super) fn digest(
    rows: &[&Row],
    undecided: &[Undecided],
    orders: &[String],
    (shown, width): (Shown, Option<usize>),
) -> String {
    let Some(first) = rows.first() else { return String::new() };
    let orders = orders.iter().flat_map(|line| fitted(line, width));
    if let ([row], []) = (rows, undecided) {
        let lines = orders.map(|line| line + "\n");
        return row_text(row, Amount::Everything) + &lines.collect::<String>();
    }
    if shown == Shown::Classes {
        return classification(rows, width);
    }
    let runs = runs(rows, shown);
    let headline = format!("{}: {}", first.answer.subject.model, headline(rows, runs.len()));
    let mut lines = vec![headline.clone()];
    for groups in groups(rows, &runs, shown).chunk_by(|one, other| one.rank == other.rank) {
        for (number, group) in groups.iter().enumerate() {
            lines.extend(group.lines(number == 0, width));
        }
    }
    lines.extend(standstill(rows).into_iter().flat_map(|remark| hanging("  ", remark, 4, width)));
    for undecided in undecided {
        let first = "  not decided: ";
        lines.extend(hanging(first, &counted(&undecided.properties), first.len(), width));
    }
    if runs.is_empty()
        && let Some(topic) = rows.iter().rev().find_map(|row| row.text.topic)
    {
        lines.push(format!("  see: {EXPLAIN} {topic}"));
    }
    for (number, run) in runs.iter().enumerate() {
        lines.push(String::new());
        let cause = format!("run {}: {}", number + 1, run.message);
        lines.extend(hanging("  ", &cause, 4, width));
        lines.extend(summary(run).iter().flat_map(|line| fitted(line, width)));
        lines.extend(run.text.explanation.iter().chain(&run.evidence.text_chart).cloned());
        lines.extend(run.text.hint.iter().flat_map(|hint| hanging("  ", hint, 4, width)));
    }
    let told: Vec<&String> = runs.iter().filter_map(|run| run.text.hint.as_ref()).collect();
    let mut others: Vec<&String> = rows
        .iter()
        .filter(|row| shown.includes(row))
        .filter_map(|row| row.text.hint.as_ref())
        .collect();
    others.dedup();
    for hint in others.into_iter().filter(|hint| !told.contains(hint)) {
        lines.extend(hanging("  ", hint, 4, width));
    }
    lines.extend(orders);
    if lines.len() >= LONG {
        lines.push(headline);
    }
    lines.join("\n") + "\n"
}

/// Returns what tells two properties apart whose names suggest the same, where one is violated and the other holds.
pub(super) fn standstill(rows: &[&Row]) -> Option<&'static str> {
    let has = |name: &str, verdict: Verdict| {
        rows.iter().any(|row| row.property() == Some(name) && row.answer.verdict == verdict)
    };
    let both = has("progress", Verdict::Violated) && has("deadlock", Verdict::Holds);
    both.then_some(
        "nobody can go on, which is `progress`; `deadlock` is about channels that can never all become empty again",
    )
}

/// Returns the results whose runs are shown, each with a run that no earlier one has.
pub(super) fn runs<'a>(rows: &[&'a Row], shown: Shown) -> Vec<&'a Row> {
    let mut runs: Vec<&Row> = Vec::new();
    for row in rows.iter().filter(|row| shown.includes(row)) {
        if row.answer.run.is_none() || runs.iter().all(|other| other.answer.run != row.answer.run) {
            runs.push(row);
        }
    }
    runs
}

/// Returns the number of results of each kind, the number of runs that show the violations, what does not count, and how the
/// results compare with what the model expects.
pub(super) fn headline(rows: &[&Row], runs: usize) -> String {
    let counted = || rows.iter().filter(|row| !row.is_aside());
    let words = || counted().map(|row| row.answer.verdict.word());
    let remarks = facts::remarks(rows.iter().copied());
    let violated = match runs {
        0 => "violated".to_owned(),
        1 => "violated by 1 run".to_owned(),
        runs => format!("violated by {runs} runs"),
    };
    let is_one = words().filter(|word| *word == Verdict::Holds.word()).count() == 1;
    let texts = [
        ("holds", if is_one { "holds" } else { "hold" }),
        ("violated", &violated),
        ("unknown", "unknown"),
        ("error", "cannot be answered"),
    ];
    let mut parts = occurring(words(), &texts);
    if !remarks.is_empty() && words().all(|word| word != Verdict::Violated.word()) {
        let place = usize::from(words().any(|word| word == Verdict::Holds.word()));
        parts.insert(place, "0 faults".to_owned());
    }
    let text = parts.join(", ") + &remarks;
    let is_met = |row: &&Row| row.comparison() == Some(Comparison::Met) || !row.answer.decides();
    match compared(rows) {
        None => text,
        Some(_) if rows.iter().all(is_met) => format!("{text}; all as expected"),
        Some(compared) => format!("{text}; {compared}"),
    }
}

/// Results of one model that are told in one entry.
struct Group {
    /// The index of its word in [`WORDS`].
    rank: usize,
    /// The verdict, whose colour the word has.
    verdict: Verdict,
    names: Vec<String>,
    /// What is said of all of them, at the end.
    remark: String,
}

impl Group {
    /// Returns the entry, with the word if it is the first with that word.
    fn lines(&self, is_first: bool, width: Option<usize>) -> Vec<String> {
        let word = if is_first { WORDS[self.rank] } else { "" };
        let shown = match (is_first, self.rank) {
            (false, _) => String::new(),
            (true, FACTS) => word.to_owned(),
            (true, _) => coloured(self.verdict, word),
        };
        let first = format!("  {shown}{}", " ".repeat(WORD - word.len()));
        let names = self.names.join(", ");
        let text = match (self.remark.as_str(), self.rank) {
            ("", _) => names,
            (remark, 0) => format!("{names} {remark}"),
            (remark, _) => format!("{names}   {remark}"),
        };
        hanging(&first, &text, 2 + WORD, width)
    }
}

/// Returns the results in groups: first what is not as it should be, then what holds, what nobody knows, and what does not
/// count.
fn groups(rows: &[&Row], runs: &[&Row], shown: Shown) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in rows {
        if row.is_aside() {
            let (verdict, names) = (row.answer.verdict, vec![facts::told(row)]);
            groups.push(Group { rank: FACTS, verdict, names, remark: String::new() });
            continue;
        }
        let name = row.shown_title().unwrap_or_default().to_owned();
        let run = || {
            let is_it = |run: &&Row| {
                std::ptr::eq(*run, *row)
                    || run.answer.run.is_some() && run.answer.run == row.answer.run
            };
            runs.iter().position(is_it).map(|number| format!("run {}", number + 1))
        };
        let expected = row.answer.expected.map(|expected| expected.verdict.word());
        let (rank, remark) = match (row.answer.verdict, row.comparison(), expected) {
            (verdict, Some(Comparison::Missed | Comparison::Decided), Some(expected)) => {
                let run = run().map_or_else(String::new, |run| format!(" by {run}"));
                (0, format!("{}{run}, and the model expects {expected}", verdict.word()))
            }
            (Verdict::Error, ..) => (1, row.message.clone()),
            (Verdict::Violated, comparison, _) => {
                let met = comparison.filter(|comparison| *comparison == Comparison::Met);
                let remark = run().filter(|_| shown.includes(row));
                (2, remark.or(met.map(|_| "as the model expects".to_owned())).unwrap_or_default())
            }
            (Verdict::Holds, ..) => (3, String::new()),
            (Verdict::Unknown(reason), ..) if row.message.is_empty() => {
                (4, reason.word().to_owned())
            }
            (Verdict::Unknown(_), ..) => (4, row.message.clone()),
        };
        match groups.iter_mut().find(|group| group.rank == rank && group.remark == remark) {
            Some(group) => group.names.push(name),
            None => {
                groups.push(Group { rank, verdict: row.answer.verdict, names: vec![name], remark });
            }
        }
    }
    groups.sort_by_key(|group| group.rank);
    groups
}

/// Returns a line of a summary, wrapped if it is a sentence: excerpts of the source stay as they are.
fn fitted(line: &str, width: Option<usize>) -> Vec<String> {
    match line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')) {
        Some(sentence) => hanging("  ", sentence, 4, width),
        None => vec![line.to_owned()],
    }
}
