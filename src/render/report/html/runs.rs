//! The runs of a model on a page: the violations that a run shows stand over it.

use super::answer::{ShownBy, answer, row_sign};
use super::fold::Fold;
use super::walk_panel::walk_panel;
use super::{Markup, Page, Section, Walk};
use crate::report::Row;
use crate::report::overview::counted;
use kernel::verdict::ExitStatus;

/// A run, with the violations that it shows.
pub(super) struct Run<'a> {
    /// The number of the run in its section, from 1.
    number: usize,
    /// The place of the row of the violation whose evidence is the run.
    index: usize,
    /// The steps of the run.
    walk: &'a Walk,
    /// The violations; the evidence of the first one is the run.
    rows: Vec<&'a Row>,
}

impl Run<'_> {
    /// Returns `true` if all violations are as they should be.
    pub(super) fn is_fine(&self) -> bool {
        self.rows.iter().all(|row| row.answer.exit_status() == ExitStatus::Fine)
    }

    fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.shown_title().unwrap_or("not read").to_owned()).collect()
    }
}

/// Returns `true` if a row stands over a run.
pub(super) fn has_run(row: &Row) -> bool {
    row.is_shown() && row.evidence.walk.is_some()
}

/// Returns the runs of a section: first those of violations that are not as they should be. Violations with the same
/// [`driver::Answer::run`] share it.
pub(super) fn runs(section: &Section) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let violated = section.rows.iter().enumerate().filter(|(_, row)| row.is_shown());
    let is_failed = |(_, row): &(usize, &Row)| row.answer.exit_status() != ExitStatus::Fine;
    let (failed, fine): (Vec<_>, Vec<_>) = violated.partition(is_failed);
    for (index, row) in failed.into_iter().chain(fine) {
        let Some(walk) = row.evidence.walk.as_deref() else { continue };
        let is_shared = |run: &&mut Run<'_>| {
            row.answer.run.is_some() && row.answer.run == run.rows[0].answer.run
        };
        match runs.iter_mut().find(is_shared) {
            Some(run) => run.rows.push(row),
            None => {
                let number = runs.len() + 1;
                runs.push(Run { number, index, walk, rows: vec![row] });
            }
        }
    }
    runs
}

/// Writes the violations that a run shows, and the run.
pub(super) fn run_panel<'a>(
    markup: &mut Markup,
    page: &Page,
    (section, id): (&'a Section, &str),
    run: &Run<'a>,
    fold: Fold,
    walks: &mut Vec<(String, &'a Walk)>,
) {
    let owner = run.rows[0];
    let walk_id = format!("{id}-r{}", run.index + 1);
    let name = format!("run {}", run.number);
    markup.open("ul", &[("class", "answers")]);
    for (place, row) in run.rows.iter().enumerate() {
        let is_own = place == 0;
        let shown_by = ShownBy { place: &format!("#{walk_id}"), name: &name, is_own };
        answer(markup, row, page.detail, Some(&shown_by));
    }
    markup.close();
    fold.open(markup, "run");
    markup.open("summary", &[]);
    let cause =
        if owner.message.is_empty() { String::new() } else { format!(": {}", owner.message) };
    markup.element("h3", &[], &format!("Run {}{cause}", run.number));
    let (_, class) = row_sign(owner);
    markup.open("span", &[("class", "small")]);
    markup.element("span", &[("class", &format!("verdict {class}"))], owner.answer.verdict.word());
    markup.text(&format!(" {}", counted(&run.names())));
    markup.close();
    markup.close();
    let label = format!("{name} of {}", section.name);
    walk_panel(markup, run.walk, &walk_id, &label, owner, &section.source);
    markup.close();
    walks.push((walk_id, run.walk));
}

/// Returns the names of violations that are as they should be, with their number, and those that do not count.
pub(super) fn expected_runs(runs: &[&Run<'_>]) -> String {
    let (aside, expected): (Vec<&Run<'_>>, Vec<&Run<'_>>) =
        runs.iter().partition(|run| run.rows[0].is_aside());
    let names = |runs: &[&Run<'_>]| runs.iter().flat_map(|run| run.names()).collect::<Vec<_>>();
    let (aside, names) = (names(&aside), names(&expected));
    let expected = expected.first().map(|run| {
        let word = run.rows[0].answer.verdict.word();
        format!("{} {word}, as the model expects: {}", names.len(), counted(&names))
    });
    let aside = (!aside.is_empty()).then(|| format!("fact: {}", counted(&aside)));
    expected.into_iter().chain(aside).collect::<Vec<_>>().join("; ")
}
