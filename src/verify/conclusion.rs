//! The conclusions of a report: its verdict and its exit code, from its rows and the statements of the model.

use std::collections::BTreeSet;

use super::evidence::{Document, required};
use super::expectation::Expectation;
use super::{Model, Outcome, Subject, ensure, reject, unsupported};

/// Effect of a result on the exit code, the least severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ExitStatus {
    Fine,
    Open,
    Failed,
    Refused,
    Interrupted,
    Crashed,
}

/// How a command uses the answers that models state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerUse {
    /// The command asks whether the answers are the stated ones.
    Compares,
    /// The command reports the answers, and fails also if they differ from the stated ones.
    Answers,
    /// The command reports the answers and ignores the stated ones.
    Ignores,
}

/// Result of the comparison of a verdict with the stated one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Met,
    Missed,
    Open,
}

/// Fails unless the verdict and the exit code of a report follow from its rows.
///
/// Several verdicts and exit codes may follow: a report does not show whether the user asked for a branching property
/// that was not decided.
pub(super) fn check(report: &Document<'_>, subject: &Subject<'_>) -> Outcome {
    let Some(command) = report.command.as_deref() else {
        return unsupported("a report that does not say which command made it");
    };
    let answer_use = match command {
        "check" | "batch" | "classify" => AnswerUse::Compares,
        "rsc" | "reach" | "safety" | "chor check" => AnswerUse::Answers,
        "legacy" => AnswerUse::Ignores,
        _ => return unsupported(format!("a report of {command}")),
    };
    let faults = if report.faults.is_empty() { ExitStatus::Fine } else { ExitStatus::Refused };
    let (mut statuses, mut verdicts) = (BTreeSet::from([faults]), BTreeSet::from([0]));
    let rows = Rows::new(report, subject);
    let premises = premises(command, &report.results);
    for (i, row) in report.results.iter().enumerate() {
        let (verdict, reason) = (row.verdict.as_deref(), row.reason.as_deref());
        let expected = if premises.contains(&i) { None } else { rows.expected(i, answer_use)? };
        let comparison = expected.map(|expected| compare(expected, verdict, reason));
        let said: &[Option<&str>] = match comparison {
            None => &[None],
            Some(Comparison::Met) => &[Some("met")],
            Some(Comparison::Open) => &[Some("open")],
            // A question whose stated answer is unknown may be decided now.
            Some(Comparison::Missed) => &[Some("missed"), Some("decided")],
        };
        let is_said = said.contains(&row.detail.comparison.as_str());
        let property = row.property.as_deref().unwrap_or("a result");
        ensure(is_said, || format!("{property}: the comparison with what is expected is another"))?;
        let own = exit_status(verdict, reason);
        let decides = !premises.contains(&i) || own >= ExitStatus::Refused;
        if !decides {
            continue;
        }
        let rank = match verdict {
            Some("holds") => 0,
            Some("unknown") => 1,
            Some("violated") => 2,
            _ => 3,
        };
        let is_branching = ["deadlock", "stuck", "unreceived"].contains(&kind(property));
        let is_left_open = own == ExitStatus::Open && is_branching && expected.is_none();
        let excused = if answer_use == AnswerUse::Compares { ExitStatus::Fine } else { own };
        let possible = match comparison {
            Some(Comparison::Missed) if expected == Some("unknown") => {
                [ExitStatus::Failed, excused]
            }
            Some(Comparison::Missed) => [ExitStatus::Failed; 2],
            Some(Comparison::Met) => [excused; 2],
            _ if is_left_open => [ExitStatus::Fine, own],
            _ => [own; 2],
        };
        statuses = all_of(&statuses, possible);
        verdicts = all_of(&verdicts, if is_left_open { [0, rank] } else { [rank; 2] });
    }
    if command == "check" && rows.leave_something_open() {
        statuses = all_of(&statuses, [ExitStatus::Open; 2]);
        verdicts = all_of(&verdicts, [0, 1]);
    }
    let exit_zero = required(report.exit_zero, "exit_zero")?;
    let code = |status: &ExitStatus| match status {
        ExitStatus::Failed | ExitStatus::Open if exit_zero => 0,
        ExitStatus::Fine => 0,
        ExitStatus::Failed => 1,
        ExitStatus::Refused => 2,
        ExitStatus::Open => 3,
        ExitStatus::Crashed => 101,
        ExitStatus::Interrupted => 130,
    };
    let found = required(report.verdict.as_deref(), "verdict")?;
    let follows =
        verdicts.iter().any(|rank| ["holds", "unknown", "violated", "error"][*rank] == found);
    ensure(follows, || {
        format!("the verdict {found} of the report does not follow from its results")
    })?;
    let found = required(report.exit_code, "exit_code")?;
    let follows = statuses.iter().any(|status| code(status) == found);
    ensure(follows, || {
        format!("the exit code {found} of the report does not follow from its results")
    })
}

/// Returns the possible combinations of one of `some` and one of `others`: the more severe of the two.
fn all_of<T: Copy + Ord>(some: &BTreeSet<T>, others: [T; 2]) -> BTreeSet<T> {
    some.iter().flat_map(|one| others.map(|other| other.max(*one))).collect()
}

/// Returns the effect of a verdict alone.
fn exit_status(verdict: Option<&str>, reason: Option<&str>) -> ExitStatus {
    match (verdict, reason) {
        (Some("holds"), _) => ExitStatus::Fine,
        (Some("violated"), _) => ExitStatus::Failed,
        (Some("unknown"), Some("crashed" | "rejected")) => ExitStatus::Crashed,
        (Some("unknown"), Some("interrupted")) => ExitStatus::Interrupted,
        (Some("unknown"), _) => ExitStatus::Open,
        _ => ExitStatus::Refused,
    }
}

/// Compares a verdict with the expected one.
fn compare(expected: &str, verdict: Option<&str>, reason: Option<&str>) -> Comparison {
    match verdict {
        Some("unknown") if exit_status(verdict, reason) != ExitStatus::Open => Comparison::Open,
        Some(verdict) if verdict == expected => Comparison::Met,
        Some("holds" | "violated") => Comparison::Missed,
        _ => Comparison::Open,
    }
}

/// Returns the name of a property without its argument.
fn kind(property: &str) -> &str {
    property.split(['(', '/']).next().unwrap_or_default()
}

/// Returns the indices of the results that do not count for the verdict: the answers of `reach` and `safety` rest on
/// whether the model is RSC, which is answered before them.
///
/// If a model was given several times in a row, the questions were the same each time.
fn premises(command: &str, rows: &[Document<'_>]) -> BTreeSet<usize> {
    let is_rsc = |row: &Document<'_>| row.property.as_deref() == Some("rsc");
    let mut all = BTreeSet::new();
    if !["reach", "safety"].contains(&command) {
        return all;
    }
    let mut first = 0;
    let is_one = |a: &Document<'_>, b: &Document<'_>| {
        let have_both = a.sha256.is_some() && b.sha256.is_some();
        a.model == b.model && (!have_both || a.sha256 == b.sha256)
    };
    for group in rows.chunk_by(is_one) {
        let repeats =
            |n: &usize| (*n..group.len()).all(|i| group[i].property == group[i - n].property);
        let is_period = |n: &usize| group.len().is_multiple_of(*n) && repeats(n);
        let period = (2..group.len()).find(is_period).unwrap_or(group.len());
        // If the run ended during this question, it counts as undecided.
        let is_open =
            |i: usize| i + 1 == group.len() && group[i].verdict.as_deref() == Some("unknown");
        let starts = (0..group.len()).step_by(period.max(1));
        all.extend(starts.filter(|i| is_rsc(&group[*i]) && !is_open(*i)).map(|i| first + i));
        first += group.len();
    }
    all
}

/// The results of a report, with the statements of the model.
struct Rows<'d> {
    results: &'d [Document<'d>],
    subject: &'d Subject<'d>,
    /// Whether no result is about the channels as written, because the user chose a reading.
    is_reread: bool,
}

impl<'d> Rows<'d> {
    fn new(report: &'d Document<'d>, subject: &'d Subject<'d>) -> Self {
        let rows = Self { results: &report.results, subject, is_reread: false };
        let is_written = |row: &Document<'_>| row.channels.as_deref() == Some("as written");
        let is_reread = !rows.ours().any(is_written);
        Self { is_reread, ..rows }
    }

    /// Returns the results about this model.
    fn ours(&self) -> impl Iterator<Item = &'d Document<'d>> {
        let is_ours = |row: &&Document<'_>| row.sha256.as_ref() == Some(&self.subject.sha256);
        self.results.iter().filter(is_ours)
    }

    /// Returns the verdict that is expected of the result with an index, if a statement about it applies. The
    /// statements of other models are known from the report only.
    fn expected(&self, i: usize, answer_use: AnswerUse) -> Outcome<Option<&'d str>> {
        let row = &self.results[i];
        let property = row.property.as_deref().unwrap_or("a result");
        let said = row.detail.expected.as_str();
        let is_nothing = row.detail.expected.is_null();
        let wrong = || reject(format!("{property}: the model expects something else"));
        if answer_use == AnswerUse::Ignores {
            return if is_nothing { Ok(None) } else { wrong() };
        }
        if row.sha256.as_ref() != Some(&self.subject.sha256) {
            let is_verdict =
                said.is_some_and(|said| ["holds", "violated", "unknown"].contains(&said));
            return if is_nothing || is_verdict { Ok(said) } else { wrong() };
        }
        let mut stated = self.stated(row);
        if let Some(said) = said {
            return if stated.any(|one| one.verdict == said) { Ok(Some(said)) } else { wrong() };
        }
        // Each statement is compared once, and not before its question was asked.
        let is_system = matches!(self.subject.model, Model::System(_));
        let is_it = |before: &Document<'_>| {
            before.property == row.property && (!is_system || before.channels == row.channels)
        };
        let is_again = self.results[..i].iter().any(is_it);
        let is_unasked = row.reason.as_deref() == Some("interrupted");
        if is_nothing && (is_again || is_unasked || stated.next().is_none()) {
            Ok(None)
        } else {
            wrong()
        }
    }

    /// Returns the answers that the model states for the question of a result: those for its channels, or else those
    /// for equal channels.
    fn stated(&self, row: &'d Document<'d>) -> impl Iterator<Item = &'d Expectation> {
        let all = || self.subject.expectations.iter();
        let has_own = all().any(|one| is_for(one, row));
        all().filter(move |one| is_for(one, row) || (!has_own && self.is_same(one, row)))
    }

    /// Returns `true` if a statement for other channels is about the same question as a result.
    fn is_same(&self, stated: &Expectation, row: &Document<'_>) -> bool {
        let channels = row.channels.as_deref().unwrap_or_default();
        let is_same = match &self.subject.model {
            Model::System(system) => {
                let is_kind = system.bags.iter().all(|is_bag| *is_bag == (channels == "bag"));
                self.is_reread && stated.variant.is_empty() && is_kind
            }
            Model::Choreography(text) => {
                let words: Vec<&str> = stated.variant.iter().map(String::as_str).collect();
                text.is_same(&words, &channels.split(',').collect::<Vec<_>>())
            }
        };
        is_same && row.property.as_deref() == Some(&stated.property)
    }

    /// Returns `true` if the model has a statement that no result is about, although its question would have been
    /// asked.
    fn leave_something_open(&self) -> bool {
        let is_answered = |stated: &&Expectation| {
            self.ours().any(|row| is_for(stated, row) || self.is_same(stated, row))
        };
        // If the user chose the channels, only the statements about these channels are compared.
        let is_there = self.ours().next().is_some();
        is_there
            && !self.is_reread
            && !self.subject.expectations.iter().all(|one| is_answered(&one))
    }
}

/// Returns `true` if a statement is about a property in exactly these channels.
///
/// Text in brackets that is not a reading of channels is a part of the name.
fn is_for(stated: &Expectation, row: &Document<'_>) -> bool {
    let (property, channels) = (row.property.as_deref(), row.channels.as_deref());
    let variant = stated.variant.join(",");
    let as_written = stated.variant.is_empty() && channels == Some("as written");
    let is_read = as_written || channels == Some(&variant);
    property == Some(&stated.property) && is_read
        || !stated.variant.is_empty() && property == Some(&stated.label())
}
