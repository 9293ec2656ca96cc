//! Whether the system of a session is RSC, decided as far as answers need it.

use super::finding::MembershipFinding;
use super::session::{SOON, SystemSession};
use super::{
    ChannelReading, Membership, SystemAnswer, SystemFinding, SystemOptions, Task, witness,
};
use crate::{Answer, Finding, ask};
use check::EngineName;
use check::membership;
use check::repair::{Repairs, acknowledgements};
use kernel::base::Limit;
use kernel::verdict::Outcome;
use model::evidence::EvidenceRequest;
use std::sync::Arc;

impl SystemSession<'_> {
    /// Answers whether the system is RSC as a premise of other answers; `None` if few states do not decide that, and no
    /// other answer needed it so far.
    pub(super) fn premise(&mut self, task: &Task) -> Option<SystemAnswer> {
        if self.entry(task.reading).too_few > 0 && self.entry(task.reading).rsc.is_none() {
            return None;
        }
        let most = (self.options.wanted == EvidenceRequest::Answer).then_some(SOON);
        let answer = ask(self.host, self.subject(task), || self.rsc_within(task, most));
        (self.entry(task.reading).too_few == 0).then_some(answer)
    }

    /// Answers whether the system is RSC, with `most` states at most if so said, and records the answer unless that is
    /// what ended the search.
    pub(super) fn rsc_within(&mut self, task: &Task, most: Option<u64>) -> SystemAnswer {
        if let Some((_, answer)) = &self.entry(task.reading).rsc {
            return Answer { subject: self.subject(task), ..answer.clone() };
        }
        let system = self.entry(task.reading).system;
        let SystemOptions { membership: engine, wanted, .. } = self.options;
        let mut is_cut = false;
        let ((answer, certificate), statistics) = self.searched(Some("rsc"), |control| {
            let part = most.map(|most| control.part(most));
            is_cut = part.as_ref().is_some_and(|part| part.max_states != control.max_states);
            let control = part.as_ref().unwrap_or(control);
            let answered = match wanted {
                EvidenceRequest::Answer => (membership::check(system, engine, control), None),
                EvidenceRequest::Certificate => membership::certify(system, control),
            };
            let counts = answered.0.statistics;
            (answered, counts)
        });
        self.certified(task, certificate);
        let verdict = answer.outcome.verdict(|limit| (*limit).into());
        let membership = match &answer.outcome {
            Outcome::Holds(proof) => Membership::Holds(*proof),
            Outcome::Violated(witness) => Membership::Violated(witness.communications()),
            Outcome::Unknown(limit) => Membership::Unknown(*limit),
        };
        let place = self.place(task.reading);
        self.all(task.reading).note_membership(&answer.outcome);
        let is_large = is_cut && membership == Membership::Unknown(Limit::States);
        let engine = match answer.engine {
            membership::Engine::Static => EngineName::Static,
            membership::Engine::Auto | membership::Engine::Plain => EngineName::Plain,
            membership::Engine::Definition => EngineName::Definition,
        };
        let (outcome, lanes, repairs) = (answer.outcome, answer.lanes, Repairs::default());
        let finding = SystemFinding::Membership(MembershipFinding { outcome, lanes, repairs });
        let answer = self.found(task, verdict, (engine, statistics), finding);
        let entry = &mut self.entries[place];
        entry.too_few = most.filter(|_| is_large).unwrap_or(0);
        if !is_large {
            entry.rsc = Some((membership, answer.clone()));
        }
        answer
    }

    /// Decides membership, unless that is done already, if so many states suffice.
    pub(super) fn within_few(&mut self, task: &Task, states: u64) {
        let entry = self.entry(task.reading);
        if entry.rsc.is_none() && entry.too_few < states {
            self.rsc_within(&Task::rsc(task.reading), Some(states));
        }
    }

    /// Returns the membership of a system; decides it if it was not asked for before.
    pub(super) fn membership(&mut self, reading: ChannelReading) -> Membership {
        self.rsc_within(&Task::rsc(reading), None);
        let decided = self.entry(reading).rsc.as_ref();
        decided.expect("without a maximum of its own the answer is noted").0
    }

    /// Returns the answer whether a system is RSC with the repairs of a system that is not, if they are wanted.
    pub(super) fn with_repairs(&self, task: &Task, mut answer: SystemAnswer) -> SystemAnswer {
        let Some(witness) = witness(&answer).filter(|_| self.explains(task)) else { return answer };
        self.host.decided(&answer.without_finding());
        let configurations = &self.entry(task.reading).configurations;
        let found = self.controlled(|control| {
            acknowledgements(configurations, &self.model.bad, witness, control)
        });
        if let Finding::Found(finding) = &mut answer.finding
            && let SystemFinding::Membership(finding) = Arc::make_mut(finding)
        {
            finding.repairs = found;
        }
        answer
    }
}
