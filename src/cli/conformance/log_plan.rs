//! How logs are read, as the options say.

use super::inputs::LogInput;
use super::plan::Plan;
use crate::cli::answers::Desk;
use crate::cli::conform_args::{LogArguments, SessionOrder};
use scm_check::language::log::{
    BadLines, Elements, Form, Format, Gathering, Grouping, LogReader, Order, Rules,
};

/// What is to be done with logs, whatever they are.
#[derive(Clone, Copy)]
pub(super) struct LogPlan<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) log: &'a LogArguments,
    pub(super) rules: Option<&'a Rules>,
    /// Whether all that is wrong is told.
    pub(super) is_verbose: bool,
}

impl<'a> LogPlan<'a> {
    /// Returns what the options ask for.
    pub(super) fn new(
        plan: Plan<'a>,
        log: &'a LogArguments,
        rules: Option<&'a Rules>,
        desk: &Desk<'_>,
    ) -> Self {
        Self { plan, log, rules, is_verbose: desk.report.verbose }
    }

    /// Returns how the events of logs that are read together are gathered.
    pub(super) fn gathering(&self, inputs: &[&LogInput]) -> Gathering {
        let is_export = |input: &&LogInput| input.format == Some(Format::OpenTelemetry);
        let is_by_time = self.log.by_time || inputs.iter().any(is_export);
        Gathering {
            grouping: match self.log.sessions {
                SessionOrder::Interleaved => Grouping::Mixed,
                SessionOrder::Grouped => Grouping::Grouped,
            },
            order: if is_by_time { Order::ByTime } else { Order::AsWritten },
            joined: inputs.len() > 1,
        }
    }

    /// Returns what letters of the model are.
    pub(super) fn elements(&self) -> Elements {
        match self.plan.model.signature() {
            Some(_) => Elements::Actions,
            None => Elements::Names,
        }
    }

    /// Returns the reader of a log, the one with a number.
    pub(super) fn reader(&self, input: &LogInput, name: &str, number: usize) -> LogReader {
        let reader = self.new_reader(input, name, number);
        if self.is_verbose { reader.keeping_all() } else { reader }
    }

    fn new_reader(&self, input: &LogInput, name: &str, number: usize) -> LogReader {
        let form = match input.format.unwrap_or(Format::JsonLines) {
            Format::JsonLines => Form::JsonLines,
            Format::Csv => Form::Csv,
            Format::OpenTelemetry => {
                Form::OpenTelemetry(Box::new(self.rules.cloned().unwrap_or_default()))
            }
            Format::Plain => Form::Plain { location: input.location.clone() },
        };
        let what = if self.log.skip_bad_lines { BadLines::Skip } else { BadLines::Stop };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        LogReader::new(name, number, form).on_bad_lines(what)
    }
}
