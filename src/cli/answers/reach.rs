//! Whether a bad configuration is reachable.

use super::Case;
use super::exactness::verdict;
use crate::cli::option_groups::EngineChoice;
use crate::cli::task::Task;
use crate::cli::words;
use scm_check::check::reachability::{self, Engine, Outcome};
use scm_check::model::cfsm::System;
use scm_check::model::evidence::{Wanted, Witness};
use scm_check::render::report::Row;

impl Case<'_> {
    /// Answers whether a configuration of the specification at `index` is reachable.
    pub(super) fn reach(&mut self, task: &Task, index: usize) -> Row {
        let premise = self.premise(task.reading);
        let membership = self.membership(task.reading);
        let file = self.file(task.reading);
        let system = file.system;
        let engine = match self.desk.search.engine {
            EngineChoice::Auto => Engine::Auto,
            EngineChoice::Channels => Engine::Channels,
            EngineChoice::Relations => Engine::Relations,
            EngineChoice::Plain | EngineChoice::Definition => Engine::Pebbles,
        };
        let bad = &self.model.bad[index];
        let wanted = self.wanted();
        let ((answer, certificate), statistics) = self.searched(&task.property, |control| {
            let all = &file.configurations;
            let answered = match wanted {
                Wanted::Answer => {
                    (reachability::check_in(all, bad, premise, engine, control), None)
                }
                Wanted::Certificate => reachability::certify_in(all, bad, premise, engine, control),
            };
            let counts = answered.0.statistics;
            (answered, counts)
        });
        self.certified(task, certificate);
        let mut row = Row {
            engine: Some(answer.engine),
            statistics: Some(statistics),
            ..self.blank(task, verdict(&answer.outcome, membership))
        };
        if let Some(line) = self.bad_line(index) {
            row.detail.insert("line".into(), line.into());
        }
        if let Outcome::Violated(witness) = &answer.outcome {
            let steps = witness.replay().steps().len();
            row.message = format!("reached in {}, replayed", words::number_of(steps, "step"));
            row.summary = self.matched(system, index, witness);
        }
        self.describe(row, task, &answer, premise)
    }

    /// Returns the line of a specification.
    fn bad_line(&self, index: usize) -> Option<u64> {
        let span = self.model.places.bad.get(index)?;
        let source = self.loaded.source()?;
        Some(source.line_of(span.start()) as u64)
    }

    /// Returns the specification as it stands in the file, with what matched it below.
    fn matched(&self, system: &System, index: usize, witness: &Witness) -> Vec<String> {
        let (Some(span), Some(source)) = (self.model.places.bad.get(index), self.loaded.source())
        else {
            return Vec::new();
        };
        let text = source.slice(*span);
        let matched = words::matched(system, &self.model.bad[index], witness);
        words::excerpt(source.line_of(span.start()), text, &matched, self.desk.width)
    }
}
