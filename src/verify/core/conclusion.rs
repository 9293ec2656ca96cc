//! The conclusions of a report: its verdict and its exit code, from its rows and the statements of the model.
//!
//! The verdict of a report is the worst verdict of its rows, and the exit code the worst effect of a row. A model
//! states what it expects: a row that differs from it counts as failed, and for some commands a row that agrees counts
//! as fine. A row that says what a model is like, and not that something is wrong with it, counts only if somebody asked;
//! a model without a row that counts is not decided. A report does not say everything that the program knew: so there may
//! be several possible conclusions, and the report must have one of them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Document, Expectation, Outcome, Subject, VERDICTS, ensure, required, unsupported};

/// The exit codes of [`ExitStatus`], in its order; and those with the option that answers are no failures.
const CODES: [u64; 6] = [0, 3, 1, 2, 130, 101];
const CODES_AT_EXIT_ZERO: [u64; 6] = [0, 0, 0, 2, 130, 101];

/// The properties that are facts about a model, without their arguments.
const FACTS: &str = "rsc multiparty-compatible half-duplex topology universally-bounded existentially-bounded synchronisable eager \
    stable nfa nfa_states minimal_dfa_states minimal_nfa_states";

/// Effect of a result on the exit code, the least severe first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ExitStatus {
    Fine,
    Open,
    Failed,
    Refused,
    Interrupted,
    Crashed,
}

/// A conclusion: the effect on the exit code, and the place of the verdict in [`VERDICTS`].
type Conclusion = (ExitStatus, usize);

/// How a command uses the answers that models state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerUse {
    /// The command asks whether the answers are the stated ones.
    Compares,
    /// The command reports the answers, and fails also if they differ from the stated ones.
    Answers,
    /// The command reports the answers and ignores the stated ones.
    Ignores,
}

/// Fails unless the verdict and the exit code of a report follow from its rows, which are well-formed.
pub(crate) fn check(report: &Document<'_>, subject: &Subject<'_>) -> Outcome {
    let Some(command) = report.command.as_deref() else {
        return unsupported("a report that does not say which command made it");
    };
    let answer_use = match command {
        "check" | "batch" | "classify" => AnswerUse::Compares,
        "rsc" | "reach" | "safety" | "chor check" => AnswerUse::Answers,
        "legacy" => AnswerUse::Ignores,
        _ => return unsupported(format!("a report of {command}")),
    };
    let rows = Rows { results: &report.results, subject };
    let premises = premises(command, &report.results);
    let of_faults = if report.faults.is_empty() { ExitStatus::Fine } else { ExitStatus::Refused };
    let (mut possible, mut are_answered) = (BTreeSet::from([(of_faults, 0)]), BTreeMap::new());
    for (index, row) in report.results.iter().enumerate() {
        let is_premise = premises.contains(&index);
        let expected = if is_premise { None } else { rows.expected(index, answer_use)? };
        let comparison = expected.map(|expected| compare(expected, row));
        let named = row.detail.comparison.as_str();
        // A question whose stated answer is unknown may be decided now.
        let is_decided = comparison == Some("missed") && named == Some("decided");
        let property = row.property.as_deref().unwrap_or("a result");
        let why = || format!("{property}: the comparison with what is expected is another");
        ensure(named == comparison || is_decided, why)?;
        let own = exit_status(row);
        let is_classified =
            command == "classify" && own <= ExitStatus::Failed && own != ExitStatus::Open;
        let is_asked = (answer_use != AnswerUse::Compares && level(row) != "race")
            || row.property.as_ref().is_some_and(|name| report.properties.contains(name));
        // A classification finds no faults.
        let is_fault = level(row) == "fault" && command != "classify";
        let matters = is_asked || expected.is_some() || is_fault;
        // A stated answer is not compared if the question was not asked any more: this row has an effect in any case.
        let is_open = own == ExitStatus::Interrupted && level(row) != "fault";
        let counts = !is_premise && matters;
        let why = || format!("{property}: whether it counts is not as it says");
        ensure(is_open || row.counts.is_none_or(|said| said == counts), why)?;
        let has_effect = counts || own >= ExitStatus::Refused;
        *are_answered.entry((&row.model, &row.sha256)).or_insert(false) |=
            has_effect || is_classified;
        if !has_effect {
            continue;
        }
        let rank = VERDICTS.iter().position(|verdict| row.verdict.as_deref() == Some(verdict));
        let rank = rank.unwrap_or(VERDICTS.len() - 1);
        let as_expected = if answer_use == AnswerUse::Compares { ExitStatus::Fine } else { own };
        let status = match comparison {
            Some("met") => as_expected,
            Some("missed") => ExitStatus::Failed,
            _ => own,
        };
        // The report does not say whether the user asked for a branching property that was not decided.
        let is_branching = ["deadlock", "stuck", "unreceived"].contains(&kind(property));
        let may_be_ignored = own == ExitStatus::Open && is_branching && expected.is_none();
        let other_status = match comparison {
            // An answer to a question that was open may count as missed or as decided.
            Some("missed") if expected == Some("unknown") => as_expected,
            _ if may_be_ignored => ExitStatus::Fine,
            _ => status,
        };
        let other_rank = if may_be_ignored { 0 } else { rank };
        possible = worst(&possible, [(status, rank), (other_status, other_rank)]);
    }
    if are_answered.is_empty() || are_answered.values().any(|is_answered| !is_answered) {
        possible = worst(&possible, [(ExitStatus::Open, 1); 2]);
    }
    if command == "check" && rows.leave_something_open(&report.properties) {
        possible = worst(&possible, [0, 1].map(|rank| (ExitStatus::Open, rank)));
    }
    let exit_zero = required(report.exit_zero, "exit_zero")?;
    let verdict = required(report.verdict.as_deref(), "verdict")?;
    possible.retain(|(_, rank)| VERDICTS[*rank] == verdict);
    let why = "of the report does not follow from its results";
    ensure(!possible.is_empty(), || format!("the verdict {verdict} {why}"))?;
    let exit_code = required(report.exit_code, "exit_code")?;
    let codes = if exit_zero { CODES_AT_EXIT_ZERO } else { CODES };
    let follows = possible.iter().any(|(status, _)| codes[*status as usize] == exit_code);
    ensure(follows, || format!("the exit code {exit_code} {why}"))
}

/// Returns what can be the worst of one of `some` and one of `others`, in each of their parts.
fn worst(some: &BTreeSet<Conclusion>, others: [Conclusion; 2]) -> BTreeSet<Conclusion> {
    let worse = |one: &Conclusion, other: Conclusion| (one.0.max(other.0), one.1.max(other.1));
    some.iter().flat_map(|one| others.map(|other| worse(one, other))).collect()
}

/// Returns the effect of a verdict alone.
fn exit_status(row: &Document<'_>) -> ExitStatus {
    match (row.verdict.as_deref(), row.reason.as_deref()) {
        (Some("holds"), _) => ExitStatus::Fine,
        (Some("violated"), _) => ExitStatus::Failed,
        (Some("unknown"), Some("crashed" | "rejected")) => ExitStatus::Crashed,
        (Some("unknown"), Some("interrupted")) => ExitStatus::Interrupted,
        (Some("unknown"), _) => ExitStatus::Open,
        _ => ExitStatus::Refused,
    }
}

/// Compares a verdict with the expected one: it may be met or missed, or the comparison is open.
fn compare(expected: &str, row: &Document<'_>) -> &'static str {
    match row.verdict.as_deref() {
        Some("unknown") if exit_status(row) != ExitStatus::Open => "open",
        Some(verdict) if verdict == expected => "met",
        Some("holds" | "violated") => "missed",
        _ => "open",
    }
}

/// Returns the name of a property without its argument.
pub(crate) fn kind(property: &str) -> &str {
    property.split(['(', '/', '[']).next().unwrap_or_default()
}

/// Returns what a violation means to somebody who has not asked for the property: that something is wrong, or not.
pub(crate) fn level(row: &Document<'_>) -> &'static str {
    match kind(row.property.as_deref().unwrap_or_default()) {
        "race" | "not-told" => "race",
        name if FACTS.split(' ').any(|fact| fact == name) => "fact",
        _ => "fault",
    }
}

/// Returns the indices of the results that do not count for the verdict: the answers of `reach` and `safety` rest on
/// whether the model is RSC, which is answered before them.
fn premises(command: &str, rows: &[Document<'_>]) -> BTreeSet<usize> {
    let (mut premises, mut first_of_group) = (BTreeSet::new(), 0);
    if command != "reach" && command != "safety" {
        return premises;
    }
    let is_same_model =
        |a: &Document<'_>, b: &Document<'_>| (&a.model, &a.sha256) == (&b.model, &b.sha256);
    for group in rows.chunk_by(is_same_model) {
        // If a model was given several times in a row, the questions were the same each time.
        let repeats = |period: &usize| {
            let mut pairs = group.iter().zip(&group[*period..]);
            group.len().is_multiple_of(*period) && pairs.all(|(a, b)| a.property == b.property)
        };
        let period = (2..group.len()).find(repeats).unwrap_or(group.len());
        let starts = (0..group.len()).step_by(period);
        let starts = starts.filter(|start| group[*start].property.as_deref() == Some("rsc"));
        premises.extend(starts.map(|start| first_of_group + start));
        first_of_group += group.len();
    }
    premises
}

/// The results of a report, with the statements of the model.
struct Rows<'d> {
    results: &'d [Document<'d>],
    subject: &'d Subject<'d>,
}

impl<'d> Rows<'d> {
    /// Returns `true` if no result is about the channels as written, because the user chose a reading.
    fn are_reread(&self) -> bool {
        self.ours().all(|row| row.channels.as_deref() != Some("as written"))
    }

    /// Returns the results about this model.
    fn ours(&self) -> impl Iterator<Item = &'d Document<'d>> {
        let is_ours = |row: &&Document<'_>| row.sha256.as_ref() == Some(&self.subject.sha256);
        self.results.iter().filter(is_ours)
    }

    /// Returns the verdict that is expected of the result with an index, if a statement about it applies. The
    /// statements of other models are known from the report only.
    fn expected(&self, index: usize, answer_use: AnswerUse) -> Outcome<Option<&'d str>> {
        let row = &self.results[index];
        let named = row.detail.expected.as_str();
        let is_absent = row.detail.expected.is_null();
        let is_right = if answer_use == AnswerUse::Ignores {
            is_absent
        } else if row.sha256.as_ref() != Some(&self.subject.sha256) {
            is_absent || named.is_some_and(|named| VERDICTS[..3].contains(&named))
        } else if named.is_some() {
            self.stated(row).any(|stated| Some(stated.verdict) == named)
        } else {
            // Each statement is compared once, and not before its question was asked.
            let is_unasked = row.reason.as_deref() == Some("interrupted");
            let is_again = self.results[..index].iter().any(|other| {
                other.property == row.property
                    && (self.subject.model.is_choreography() || other.channels == row.channels)
            });
            is_absent && (is_unasked || is_again || self.stated(row).next().is_none())
        };
        let property = row.property.as_deref().unwrap_or("a result");
        ensure(is_right, || format!("{property}: the model expects something else"))?;
        Ok(named)
    }

    /// Returns the answers that the model states for the question of a result: those for its channels, or else those
    /// for equal channels.
    fn stated(&self, row: &'d Document<'d>) -> impl Iterator<Item = &'d Expectation> {
        let all = || self.subject.expectations.iter();
        let has_own = all().any(|stated| is_for(stated, row));
        all().filter(move |stated| is_for(stated, row) || (!has_own && self.is_same(stated, row)))
    }

    /// Returns `true` if a statement for other channels is about the same question as a result.
    fn is_same(&self, stated: &Expectation, row: &Document<'_>) -> bool {
        let channels = row.channels.as_deref().unwrap_or_default();
        let is_same = self.subject.model.is_same(&stated.variant, channels, self.are_reread());
        is_same && row.property.as_deref() == Some(&stated.property)
    }

    /// Returns `true` if the model has a statement that no result is about, although its question would have been
    /// asked: one about the properties that were `asked`, if there are any.
    fn leave_something_open(&self, asked: &[String]) -> bool {
        let is_answered = |stated: &Expectation| {
            let names = [&stated.property, &stated.label()];
            let is_left_out = !asked.is_empty() && !names.iter().any(|name| asked.contains(name));
            is_left_out || self.ours().any(|row| is_for(stated, row) || self.is_same(stated, row))
        };
        // If the user chose the channels, only the statements about these channels are compared.
        let is_there = self.ours().next().is_some();
        is_there && !self.are_reread() && !self.subject.expectations.iter().all(is_answered)
    }
}

/// Returns `true` if a statement is about a property in exactly these channels.
///
/// Text in brackets that is not a reading of channels is a part of the name.
fn is_for(stated: &Expectation, row: &Document<'_>) -> bool {
    let (property, channels) = (row.property.as_deref(), row.channels.as_deref());
    if stated.variant.is_empty() {
        return property == Some(&stated.property) && matches!(channels, Some("as written" | ""));
    }
    let is_read = property == Some(&stated.property) && channels == Some(&stated.variant.join(","));
    is_read || property == Some(&stated.label())
}
