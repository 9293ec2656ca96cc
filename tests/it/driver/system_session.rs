//! Sessions about systems: what a limit leaves of an answer whose verdict is known.

use std::sync::atomic::{AtomicUsize, Ordering};

use scm_check::internals::driver::system::{
    ChannelReading, Explains, SystemAnswer, SystemFinding, SystemOptions, SystemSession, Task,
    everything, load, systems,
};
use scm_check::internals::driver::{Answer, Host, SearchRequest, Statistics};
use scm_check::internals::kernel::base::{Control, Limit};
use scm_check::internals::kernel::search;
use scm_check::internals::kernel::verdict::Verdict;
use scm_check::internals::render::report::{Row, RowStyle};
use scm_check::internals::render::system_answers::system_row;

use crate::support::program::CROSSING;

/// Gives searches all they need, and explanations nothing.
struct Hurried {
    cut: Option<Limit>,
    /// Number of verdicts that were known before their explanation.
    known: AtomicUsize,
}

impl Host for Hurried {
    fn reached(&self) -> Option<Limit> {
        None
    }

    fn run(
        &self,
        search: &SearchRequest<'_>,
        work: &mut dyn FnMut(&Control) -> search::Statistics,
    ) -> Statistics {
        let control = Control::unlimited();
        if let Some(limit) = self.cut.filter(|_| search.title.is_none()) {
            assert!(self.known.load(Ordering::Relaxed) > 0, "the verdict is known before");
            control.cut(limit);
        }
        Statistics::from_counts(work(&control), 0, 0)
    }

    fn decided(&self, answer: &Answer<()>) {
        assert_eq!(answer.verdict, Verdict::Violated);
        self.known.fetch_add(1, Ordering::Relaxed);
    }
}

/// Answers every question about a model, with explanations that are cut or not.
fn answers(text: &str, cut: Option<Limit>) -> Vec<(SystemAnswer, Row)> {
    let (loaded, model) = load("m.scm", Ok(text.as_bytes().to_vec()));
    let model = model.expect("the text is a model");
    let tasks: Vec<Task> = everything(&model, ChannelReading::AsWritten);
    let systems = systems(&model, &tasks);
    let host = Hurried { cut, known: AtomicUsize::new(0) };
    let options = SystemOptions { explains: Explains::Everything, ..SystemOptions::default() };
    let mut session = SystemSession::new(&host, options, None, (&loaded, &model), &systems);
    let mut all = Vec::new();
    for task in tasks {
        let Some(answer) = session.answer(&task) else { continue };
        let row = system_row(&answer, &task, &session.context(&task), &RowStyle::explained());
        all.push((answer, row));
    }
    all
}

#[test]
fn repairs_that_are_cut_leave_the_verdict_and_are_said_to_be() {
    let said = "  no more repairs were tried: stopped on request";
    for (cut, is_said) in [(None, false), (Some(Limit::Interrupted), true)] {
        let (answer, row) = answers(CROSSING, cut).swap_remove(0);
        assert_eq!(answer.verdict, Verdict::Violated);
        let Some(SystemFinding::Membership(found)) = answer.found().map(|found| &**found) else {
            panic!("the first question is that of membership")
        };
        assert_eq!(found.repairs.cut, cut);
        assert_eq!(row.text.explanation.iter().any(|line| line == said), is_said, "{row:?}");
    }
}

#[test]
fn answers_that_are_not_grouped_in_time_have_their_own_runs() {
    let login = include_str!("../../../models/tour/login.scm");
    let runs = |cut| {
        let all = answers(login, cut).into_iter();
        let violated = all.filter(|(answer, _)| answer.verdict == Verdict::Violated);
        violated.map(|(answer, _)| answer.run).collect::<Vec<_>>()
    };
    let grouped = runs(None);
    assert!(grouped.len() > 2 && grouped.iter().all(|run| *run == Some(1)), "{grouped:?}");
    let own: Vec<_> = (1..=grouped.len()).map(Some).collect();
    assert_eq!(runs(Some(Limit::Timeout)), own);
}
