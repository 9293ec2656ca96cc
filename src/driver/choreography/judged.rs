//! Diagrams judged by their own words.

use std::collections::BTreeSet;

use super::explanation::repair;
use super::{DiagramFault, Implementation, Judged};
use check::diagram::{Fault, FaultKind, Undecided, departure, judge, leaves_in_every_order};
use check::realisability::{Blame, Outcome, Violation, blame_for, run_of};
use kernel::base::{Control, Id as _, Limit};
use kernel::search::Statistics;
use kernel::verdict::Outcome as Verdict;
use language::choreography::Model;
use model::cfsm::{Action, Direction, Label, Step};
use model::choreography::{Architecture, ChannelChoice, Completion, completion};
use model::evidence::{StepId, Witness};
use model::interaction::{Beginnings, Interaction};

/// What a diagram is judged by.
pub(super) struct Judge<'a> {
    pub(super) diagram: &'a Interaction,
    pub(super) model: &'a Model,
    pub(super) choice: ChannelChoice,
    pub(super) implementation: &'a Implementation,
}

impl Judge<'_> {
    /// Returns `true` if the participants are the projections of the choreography of the diagram.
    fn is_projected(&self) -> bool {
        matches!(self.implementation, Implementation::Projections(..))
    }

    /// Returns the words of the diagram as the participants can do them; `None` if it has a part that they cannot do, or a
    /// limit is reached.
    fn beginnings(&self, control: &Control) -> Option<Beginnings> {
        let architecture = self.choice.architecture.unwrap_or(Architecture::Free);
        let system = self.implementation.system();
        Beginnings::new(self.diagram, architecture, system, control).ok()
    }

    /// Returns the verdict by the words of the diagram, after the `earlier` one by the words of its choreography, if that
    /// was asked and is not `holds`; `None` if the words of the diagram cannot be read.
    ///
    /// A run that the choreography does not allow is tried first: if the diagram does not either, it is at fault.
    pub(super) fn verdict(
        &self,
        earlier: Option<&Outcome>,
        control: &Control,
    ) -> Option<(Judged, Statistics)> {
        let mut beginnings = self.beginnings(control)?;
        let system = self.implementation.system();
        let (steps, crossing) = match earlier {
            Some(Outcome::Violated(Violation::NotRsc(witness))) => {
                let steps = witness.replay().steps().iter().copied().collect();
                (steps, Some(witness.clone()))
            }
            Some(Outcome::Violated(Violation::Execution(word))) => (run_of(system, word).1, None),
            _ => (Vec::new(), None),
        };
        let left = departure(&mut beginnings, &steps, control).ok().flatten();
        let left =
            left.map(|number| Fault { kind: FaultKind::Leaves, steps: steps[..number].to_vec() });
        let left = left.filter(|fault| self.is_sure(fault, &mut beginnings, control));
        let (outcome, statistics, is_shortest) = match left {
            Some(fault) => (Verdict::Violated(fault), Statistics::default(), false),
            None => {
                let found = judge(&beginnings, system, control);
                let is_leaving = |fault: &Fault| fault.kind == FaultKind::Leaves;
                let is_shortest =
                    matches!(&found.outcome, Verdict::Violated(fault) if is_leaving(fault));
                (found.outcome, found.statistics, is_shortest)
            }
        };
        let outcome = match outcome {
            Verdict::Holds(()) => Verdict::Holds(()),
            Verdict::Unknown(why) => Verdict::Unknown(why),
            Verdict::Violated(fault) if !self.is_sure(&fault, &mut beginnings, control) => {
                Verdict::Unknown(Undecided::EqualMessages)
            }
            Verdict::Violated(fault) => {
                match self.explained(fault, is_shortest, &mut beginnings, control) {
                    Ok(fault) => Verdict::Violated(fault),
                    Err(limit) => Verdict::Unknown(Undecided::Limit(limit)),
                }
            }
        };
        Some((Judged { outcome, crossing }, statistics))
    }

    /// Returns `true` if a run is at fault whatever the order of its independent actions: the reader takes it as it is
    /// written, which is not enough if equal messages overtake each other.
    fn is_sure(&self, fault: &Fault, beginnings: &mut Beginnings, control: &Control) -> bool {
        if !beginnings.has_twins() {
            return true;
        }
        let system = self.implementation.system();
        let leaves = leaves_in_every_order(beginnings, system, &fault.steps, control);
        fault.kind == FaultKind::Leaves && leaves == Ok(true)
    }

    /// Replays a run that is at fault, and finds out who is to blame.
    fn explained(
        &self,
        Fault { kind, steps }: Fault,
        is_shortest: bool,
        beginnings: &mut Beginnings,
        control: &Control,
    ) -> Result<DiagramFault, Limit> {
        let system = self.implementation.system();
        let initial = system.first_control();
        let all = || steps.iter().copied();
        let unlimited = Control::unlimited();
        let witness =
            Witness::not_in_diagram(system, beginnings, initial.clone(), all(), &unlimited)
                .expect("what the search found can be replayed, and is not in the diagram");
        let choreography = self.implementation.choreography();
        // The checker knows what a choreography allows, and a diagram of the same projections allows no less.
        let not_completable = (kind == FaultKind::Leaves && self.is_projected())
            .then(|| Witness::not_completable(system, choreography, initial, all(), control).ok());
        let blame = (kind == FaultKind::Leaves).then(|| self.blame(&witness, control)).flatten();
        let against = match (kind, &blame) {
            (FaultKind::Leaves, None) => against(&witness, beginnings, control)?,
            _ => None,
        };
        let repair = blame.as_ref().map(|blame| {
            let violation = Violation::Execution(Vec::new());
            repair(choreography, system, &violation, Some(blame))
        });
        let not_completable = not_completable.flatten().map(Box::new);
        let replayed = Box::new(witness);
        let late = steps.iter().position(|&step| self.is_late(step)).map(StepId::from_index);
        Ok(DiagramFault {
            kind,
            replayed,
            not_completable,
            blame,
            against,
            late,
            is_shortest,
            repair,
        })
    }

    /// Returns `true` for the sending of a message that arrives where the diagram does not show it.
    fn is_late(&self, step: Step) -> bool {
        let system = self.implementation.system();
        let Label::Action(Direction::Send, _, message) = system.transition(step).label else {
            return false;
        };
        let sender = system.automata()[step.participant].name();
        let signature = &self.diagram.signature;
        self.diagram.passings().any(|(_, passing)| {
            passing.is_unshown()
                && signature.messages()[passing.message] == system.messages()[message].name
                && passing.sender().is_some_and(|one| signature.lifelines()[one] == sender)
        })
    }

    /// Returns the participant to blame for a run that leaves the diagram, if it follows the choreography up to the last
    /// step: else messages cross, which only the diagram allows.
    fn blame(&self, witness: &Witness, control: &Control) -> Option<Blame> {
        if !self.is_projected() {
            return None;
        }
        let choreography = self.implementation.choreography();
        let actions = witness.replay().execution().actions();
        let actions: Vec<Action> = actions.iter().copied().collect();
        let before = &actions[..actions.len().saturating_sub(1)];
        if !matches!(completion(choreography, before, control), Completion::Holds(_)) {
            return None;
        }
        let place = |edge| self.model.edges.get(edge).map_or(0, |span| span.start());
        blame_for(choreography, actions, place, control)
    }
}

/// Returns the last step of a run that leaves a diagram, but the very last one, without which the rest is a beginning of a
/// word.
fn against(
    witness: &Witness,
    beginnings: &mut Beginnings,
    control: &Control,
) -> Result<Option<StepId>, Limit> {
    let (steps, script) = (witness.replay().steps(), witness.replay().script());
    let communications = script.execution().communications();
    let matched = communications.iter().filter(|one| one.reception.is_some());
    let matched: BTreeSet<StepId> = matched.map(|one| script.step_of(one.send)).collect();
    for (id, step) in steps.enumerate().rev().skip(1) {
        let mut later = steps.enumerate().filter(|&(other, _)| other > id);
        let is_last = later.all(|(_, other)| other.participant != step.participant);
        if !is_last || matched.contains(&id) {
            continue;
        }
        let others = steps.enumerate().filter(|&(other, _)| other != id);
        let rest: Vec<Step> = others.map(|(_, &step)| step).collect();
        if departure(beginnings, &rest, control)?.is_none() {
            return Ok(Some(id));
        }
    }
    Ok(None)
}
