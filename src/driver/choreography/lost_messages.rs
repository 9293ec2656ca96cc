//! Messages of diagrams that are lost.

use super::judged::Judge;
use super::names::RACE;
use super::{ChoreographyFinding, ChoreographySession, Implementation, MAX_STATES, asked};
use crate::{Answer, AnswerSubject, Host, Loaded, Role};
use check::realisability::{self, Question};
use kernel::base::Control;
use kernel::verdict::Outcome;
use language::choreography::Model;
use model::cfsm::Step;
use model::choreography::{ChannelChoice, Choreography};
use model::evidence::Lines;

/// Whether the lost messages of a diagram may arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LostMessages {
    /// They do not arrive, as it is drawn.
    #[default]
    AsDrawn,
    /// They may arrive, too, where the diagram does not show it.
    May,
}

/// Returns `true` if a diagram is known to be realisable, whose lifelines are the projections of its choreography.
///
/// A lifeline that does nothing else may take the lost messages of a diagram. If that choreography is realisable, the one
/// without the lost messages is: what its projections can do is what those of the first one can do, without the lost
/// messages. The converse is false, since a choice that a lifeline makes by a lost message is seen in the first one only.
///
/// # Complexity
/// That of [`realisability::check`] and, if it is not by the words of its choreography, that of the verdict by its own.
pub(super) fn is_realisable(model: &Model, choice: ChannelChoice, control: &Control) -> bool {
    let automaton = model.description.resolved(choice);
    let Some(choreography) = Choreography::within(&automaton, MAX_STATES, control) else {
        return false;
    };
    if choreography.is_empty() {
        return true;
    }
    let Some(projections) = choreography.projections_within(MAX_STATES, control) else {
        return false;
    };
    let Some(diagram) = model.diagram.as_deref().filter(|diagram| !diagram.has_coregion()) else {
        return false;
    };
    let (choreography, system) = (projections.choreography(), projections.system());
    let found = realisability::check(choreography, system, Question::Realisable, control).outcome;
    if matches!(found, Outcome::Holds(_)) {
        return true;
    }
    let implementation = &Implementation::Projections(projections, Lines::default());
    let judge = Judge { diagram, model, choice, implementation };
    let judged = judge.verdict(Some(&found), control);
    judged.is_some_and(|(judged, _)| matches!(judged.outcome, Outcome::Holds(())))
}

/// Returns what is wrong with a diagram whose lost messages may arrive, as an answer that does not count: a race between the
/// lost message and the last arrow of the run; `None` if nothing is known to be wrong, or no message is lost.
pub fn late_arrival(
    host: &dyn Host,
    loaded: &Loaded,
    model: &Model,
    choice: ChannelChoice,
) -> Option<Answer<ChoreographyFinding>> {
    let arriving = model.if_lost_arrive.as_deref()?;
    let mut session = ChoreographySession::new(host, None, (loaded, arriving), None);
    let answer = session.answer(&asked(arriving, "realisable", choice));
    let Some(ChoreographyFinding::Judged(implementation, found)) = answer.found() else {
        return None;
    };
    let Outcome::Violated(fault) = &found.outcome else { return None };
    let (lines, system) = (implementation.lines(), implementation.system());
    let steps = fault.replayed.replay().steps();
    let line = |step: &Step| lines.line(system, *step).unwrap_or_default();
    let (late, last) = (line(&steps[fault.late?]), line(steps.iter().next_back()?));
    let property = Some(format!("{RACE}({late},{last})"));
    let role = Role::of_unasked(RACE);
    Some(Answer { subject: AnswerSubject { property, role, ..answer.subject.clone() }, ..answer })
}
