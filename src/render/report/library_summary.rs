//! What share of a library of models has which property.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Row;
use super::model_results::ModelResults;
use super::models_table::{caption, captions, gravest};
use kernel::base::grouped;
use kernel::verdict::{Reason, Verdict};

/// The verdicts on one question about several models.
#[derive(Default)]
struct Shares {
    holds: usize,
    violated: usize,
    error: usize,
    unknown: BTreeMap<Reason, usize>,
}

impl Shares {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Violated => self.violated += 1,
            Verdict::Error => self.error += 1,
            Verdict::Unknown(reason) => *self.unknown.entry(reason).or_default() += 1,
        }
    }

    /// Returns the shares as text: `610 of 832 hold (73.3 %), 200 violated, 22 unknown (20 timeout, 2 bound)`.
    fn text(&self) -> String {
        let unknown: usize = self.unknown.values().sum();
        let all = self.holds + self.violated + self.error + unknown;
        let per_mille = self.holds * 1000 / all.max(1);
        let count = |number: usize| grouped(number as u64);
        let mut text = format!(
            "{} of {} hold ({}.{} %)",
            count(self.holds),
            count(all),
            per_mille / 10,
            per_mille % 10
        );
        if self.violated > 0 {
            let _ = write!(text, ", {} violated", count(self.violated));
        }
        if unknown > 0 {
            let reasons: Vec<String> = self
                .unknown
                .iter()
                .map(|(reason, number)| format!("{} {}", count(*number), reason.word()))
                .collect();
            let _ = write!(text, ", {} unknown ({})", count(unknown), reasons.join(", "));
        }
        if self.error > 0 {
            let _ = write!(text, ", {} not read", count(self.error));
        }
        text
    }
}

/// Returns what share of the models is RSC and safe, has each other property, and does so in each architecture: a line
/// each.
pub(super) fn library_summary(models: &[ModelResults<'_>]) -> String {
    let questions = captions(models.iter().flat_map(|model| model.rows));
    let mut architectures: Vec<&str> =
        models.iter().filter_map(|model| model.size?.architecture).collect();
    architectures.sort_unstable();
    architectures.dedup();
    let shares = |question: &str, architecture: Option<&str>| {
        let mut shares = Shares::default();
        for model in models {
            let own = model.size.and_then(|size| size.architecture);
            let is_asked = |row: &Row| caption(row).as_deref() == Some(question);
            let counts = architecture.is_none_or(|one| own == Some(one))
                && (model.rows.iter().any(is_asked)
                    || model.rows.iter().all(|row| row.answer.subject.property.is_none()));
            if let Some(verdict) = gravest(model.rows, question).0.filter(|_| counts) {
                shares.add(verdict);
            }
        }
        shares
    };
    let mut text = format!("the library: {} models\n", grouped(models.len() as u64));
    for question in &questions {
        let _ = writeln!(text, "  {question}: {}", shares(question, None).text());
        for architecture in &architectures {
            let own = shares(question, Some(architecture));
            let is_asked = own.holds + own.violated + own.error + own.unknown.len() > 0;
            if architectures.len() > 1 && is_asked {
                let _ = writeln!(text, "    {architecture}: {}", own.text());
            }
        }
    }
    text
}
