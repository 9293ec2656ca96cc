//! Sessions that answer questions about one choreography and keep what was computed for it.

use check::EngineName;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::against::matched;
use super::evidence::confirm;
use super::explanation::counterexample;
use super::judged::Judge;
use super::lines::transition_lines;
use super::{
    ChoreographyFinding, ChoreographyQuestion, ChoreographyTask, Implementation, NamedCheck,
    NamedFinding, Realisability,
};
use crate::system::document_bytes;
use crate::{
    Answer, AnswerSubject, Checker, Confirmation, Finding, Host, Loaded, SearchRequest, Statistics,
    ask, explained, searched,
};
use check::diagram::Undecided;
use check::named_checks::{
    commutation_closure, deadlock_freedom, deadlock_freedom_of_projections, globally_cooperative,
    label_determinism, premise, role_progress, strong_progress_expected, strong_progress_sent,
    strong_progress_sent_of_projections, termination_awareness,
};
use check::reachability::Configurations;
use check::realisability::{
    self, Justification, Question, UnknownReason, Violation, check_given, incoherences,
};
use kernel::base::Control;
use kernel::search::{Statistics as Counts, reachable};
use kernel::verdict::{Outcome, Reason, Verdict};
use language::choreography::Model;
use model::cfsm::{CommunicatingAutomaton, Label, StateId, System};
use model::choreography::{Architecture, ChannelChoice, Choreography};

/// Maximum number of states of an automaton that is made deterministic.
pub const MAX_STATES: usize = 1 << 17;

/// A choreography, with the results computed for it so far.
#[derive(Debug)]
pub struct ChoreographySession<'a> {
    host: &'a dyn Host,
    checker: Option<&'a dyn Checker>,
    loaded: &'a Loaded,
    model: &'a Model,
    /// The automata that replace the projections, if the user gave some.
    given: Option<&'a System>,
    /// The choreography in each reading asked for so far.
    readings: Vec<(ChannelChoice, Reading)>,
    answered: Vec<(ChoreographyTask, Answer<ChoreographyFinding>)>,
}

/// A choreography in one reading of its channels.
#[derive(Debug)]
enum Reading {
    /// The system that questions are about.
    Normal(Arc<Implementation>),
    /// There is no system; every question has this answer.
    Decided(Verdict, ChoreographyFinding),
    /// The given automata do not fit the choreography, for this reason.
    Unfit(String),
}

/// Parts of an answer: name of the engine, statistics, verdict and finding.
type SystemResult = ((EngineName, Statistics), Verdict, ChoreographyFinding);

impl<'a> ChoreographySession<'a> {
    /// Returns a session about a choreography; `checker`, if there is one, confirms its evidence.
    ///
    /// `given` are the automata that replace the projections, if the user gave some.
    pub fn new(
        host: &'a dyn Host,
        checker: Option<&'a dyn Checker>,
        (loaded, model): (&'a Loaded, &'a Model),
        given: Option<&'a System>,
    ) -> Self {
        let (readings, answered) = (Vec::new(), Vec::new());
        Self { host, checker, loaded, model, given, readings, answered }
    }

    /// Returns the system that questions in a reading are about; `None` if there is none.
    pub fn system(&mut self, choice: ChannelChoice) -> Option<&System> {
        match self.reading(choice) {
            Reading::Normal(implementation) => Some(implementation.system()),
            Reading::Decided(..) | Reading::Unfit(_) => None,
        }
    }

    /// Returns the system that questions in a reading are about with its final states; `None` if there is none.
    pub fn system_with_ends(&mut self, choice: ChannelChoice) -> Option<System> {
        match self.reading(choice) {
            Reading::Normal(implementation) => Some(implementation.system_with_ends()),
            Reading::Decided(..) | Reading::Unfit(_) => None,
        }
    }

    /// Returns `true` if the choreography was found to be realisable in a reading, and that gives its projections all
    /// linear properties.
    pub fn are_linear_properties_implied(&mut self, choice: ChannelChoice) -> bool {
        let realisable = ChoreographyQuestion::Realisability(Question::Realisable);
        let mut found = self.answered.iter().filter(|(task, _)| task.question == realisable);
        // By its own words a diagram may be realisable where its choreography is not.
        let is_by_choreography = |answer: &Answer<ChoreographyFinding>| {
            answer.verdict == Verdict::Holds
                && matches!(answer.found(), Some(ChoreographyFinding::Realisability(..)))
        };
        let is_realisable =
            found.any(|(task, answer)| task.choice == choice && is_by_choreography(answer));
        match self.reading(choice) {
            Reading::Normal(implementation) => {
                is_realisable && implementation.are_linear_properties_implied()
            }
            Reading::Decided(..) | Reading::Unfit(_) => false,
        }
    }

    /// Returns the answer to all questions in a reading in which there is no system: the verdict, and what was found.
    pub fn decided(&mut self, choice: ChannelChoice) -> Option<(Verdict, ChoreographyFinding)> {
        match self.reading(choice) {
            Reading::Decided(verdict, finding) => Some((*verdict, finding.clone())),
            Reading::Normal(_) | Reading::Unfit(_) => None,
        }
    }

    /// Returns whether the system that questions in a reading are about is RSC, as far as the answers so far say.
    pub fn is_rsc(&self, choice: ChannelChoice) -> Option<bool> {
        let answers = self.answered.iter().filter(|(task, _)| task.choice == choice);
        answers.into_iter().find_map(|(_, answer)| {
            let found = match answer.found()? {
                ChoreographyFinding::Realisability(_, found) => found,
                ChoreographyFinding::Judged(_, found) => {
                    return found.crossing.as_ref().map(|_| false);
                }
                _ => return None,
            };
            match &found.outcome {
                Outcome::Holds(
                    Justification::Executions(_)
                    | Justification::Coherence
                    | Justification::Synchronous
                    | Justification::NoChoice
                    | Justification::Parts(_)
                    | Justification::Empty,
                ) => Some(true),
                Outcome::Violated(found) => {
                    matches!(found.violation, Violation::NotRsc(_)).then_some(false)
                }
                Outcome::Unknown(_) => None,
            }
        })
    }

    /// Answers a question. Repeated questions get the earlier answer.
    pub fn answer(&mut self, task: &ChoreographyTask) -> Answer<ChoreographyFinding> {
        let is_same = |(asked, _): &&(ChoreographyTask, Answer<ChoreographyFinding>)| {
            asked.question == task.question && asked.choice == task.choice
        };
        let subject = self.subject(task);
        self.host.begin(&subject);
        let answer = match self.answered.iter().find(is_same) {
            Some((_, answer)) => Answer { subject, ..answer.clone() },
            None => {
                let answer = ask(self.host, subject.clone(), || self.asked(task, subject));
                if answer.found().is_some() {
                    self.host.decided(&answer.without_finding());
                }
                self.confirmed(task, answer)
            }
        };
        let answer = Answer { expected: task.expected, ..answer };
        self.answered.push((task.clone(), answer.clone()));
        answer
    }

    /// Returns the subject of the answer to a question.
    pub fn subject(&self, task: &ChoreographyTask) -> AnswerSubject {
        AnswerSubject { channels: task.choice, ..self.loaded.subject(&task.property) }
    }

    fn asked(
        &mut self,
        task: &ChoreographyTask,
        subject: AnswerSubject,
    ) -> Answer<ChoreographyFinding> {
        if let ChoreographyQuestion::Mistaken(why) = &task.question {
            return Answer::mistaken(subject, why);
        }
        let system = match self.reading(task.choice) {
            Reading::Normal(system) => Arc::clone(system),
            Reading::Decided(verdict, finding) => {
                return Answer::new(subject, *verdict, Finding::Found(finding.clone()));
            }
            Reading::Unfit(why) => return Answer::mistaken(subject, why),
        };
        let ((engine, statistics), verdict, finding) = match &task.question {
            ChoreographyQuestion::Realisability(question) => {
                self.realisability(subject.clone(), *question, task.choice, system)
            }
            ChoreographyQuestion::Named(check) => self.named(&task.property, *check, system),
            ChoreographyQuestion::Mistaken(_) => unreachable!("it was answered above"),
        };
        let answer = Answer::new(subject, verdict, Finding::Found(finding));
        Answer { engine: Some(engine), statistics: Some(statistics), ..answer }
    }

    /// Returns the answer with the result of the independent check of its evidence, if there is a checker.
    fn confirmed(
        &self,
        task: &ChoreographyTask,
        answer: Answer<ChoreographyFinding>,
    ) -> Answer<ChoreographyFinding> {
        let Some(checker) = self.checker else { return answer };
        if self.given.is_some() {
            let why = "not confirmed: the checker makes the projections itself";
            return answer.with_confirmation(Confirmation::None(why));
        }
        let confirmation = match (answer.verdict, &answer.finding) {
            (Verdict::Violated, Finding::Found(finding)) => {
                self.confirmation(checker, task, finding)
            }
            (Verdict::Violated, _) => None,
            (Verdict::Holds, _) => Some(Confirmation::None("no certificate")),
            (Verdict::Unknown(_) | Verdict::Error, _) => return answer,
        };
        let nothing = Confirmation::None("nothing that the checker knows");
        answer.with_confirmation(confirmation.unwrap_or(nothing))
    }

    /// Returns the result of the independent check of a violating run; `None` if there is no run, or no memory to write
    /// it.
    fn confirmation(
        &self,
        checker: &dyn Checker,
        task: &ChoreographyTask,
        finding: &ChoreographyFinding,
    ) -> Option<Confirmation> {
        let shown = finding.checkable()?;
        let implementation = finding.implementation()?;
        if !self.host.has_room(document_bytes(shown.0)) {
            return None;
        }
        let property = &task.property;
        Some(explained(self.host, |control| {
            confirm(checker, implementation, property, shown, control)
        }))
    }

    /// Returns the choreography in a reading.
    fn reading(&mut self, choice: ChannelChoice) -> &Reading {
        let place = self.readings.iter().position(|(known, _)| *known == choice);
        let place = place.unwrap_or_else(|| {
            let search = SearchRequest::new(&self.loaded.name, "projections");
            let (reading, _) = searched(self.host, &search, |control| {
                (self.made(choice, control), Counts::default())
            });
            self.readings.push((choice, reading));
            self.readings.len() - 1
        });
        &self.readings[place].1
    }

    /// Makes a choreography and its projections deterministic, unless that takes too many states or a limit is reached
    /// first.
    fn made(&self, choice: ChannelChoice, control: &Control) -> Reading {
        let automaton = self.model.description.resolved(choice);
        let too_large = || {
            let limit = control.limit(0, 0);
            let finding = limit.map_or(ChoreographyFinding::TooLarge, ChoreographyFinding::Cut);
            Reading::Decided(Verdict::Unknown(limit.map_or(Reason::States, Into::into)), finding)
        };
        let Some(choreography) = Choreography::within(&automaton, MAX_STATES, control) else {
            return too_large();
        };
        if choreography.is_empty() {
            return Reading::Decided(Verdict::Holds, ChoreographyFinding::Empty);
        }
        let Some(projections) = choreography.projections_within(MAX_STATES, control) else {
            return too_large();
        };
        let (choreography, system) = (projections.choreography(), projections.system());
        let implementation = match self.given.map(|given| matched(choreography, system, given)) {
            None => match self
                .model
                .diagram
                .as_ref()
                .filter(|diagram| diagram.has_coregion() || diagram.has_unshown())
            {
                Some(diagram) => {
                    let architecture = choice.architecture.unwrap_or(Architecture::Free);
                    let own = diagram.without_internal_steps();
                    match own.system_like(system, architecture, control) {
                        // What the choreography allows is right then, and is decided more often.
                        Ok(own) if does_the_same(&own, &projections.system_with_ends()) => {
                            let lines = transition_lines(self.loaded, self.model, system);
                            Implementation::Projections(projections, lines)
                        }
                        Ok(own) => {
                            let lines = transition_lines(self.loaded, self.model, &own);
                            Implementation::Lifelines(choreography.clone(), own, lines)
                        }
                        Err(_) => return too_large(),
                    }
                }
                None => {
                    let lines = transition_lines(self.loaded, self.model, system);
                    Implementation::Projections(projections, lines)
                }
            },
            Some(Ok((choreography, system))) => Implementation::Given(choreography, system),
            Some(Err(why)) => {
                let why = format!("the model that it is held against does not fit: {why}");
                return Reading::Unfit(why);
            }
        };
        Reading::Normal(Arc::new(implementation))
    }

    /// Answers whether the choreography is realisable, or well-formed.
    fn realisability(
        &self,
        subject: AnswerSubject,
        question: Question,
        choice: ChannelChoice,
        implementation: Arc<Implementation>,
    ) -> SystemResult {
        let property = subject.property.clone().unwrap_or_default();
        let search = SearchRequest::new(&self.loaded.name, &property);
        let diagram = self.model.diagram.as_deref();
        let judge = diagram.filter(|_| question == Question::Realisable);
        let judge = judge.filter(|_| !implementation.is_given()).map(|diagram| Judge {
            diagram,
            model: self.model,
            choice,
            implementation: &implementation,
        });
        let ((found, judged), statistics) = searched(self.host, &search, |control| {
            let check = if implementation.is_given() { check_given } else { realisability::check };
            let (choreography, system) = (implementation.choreography(), implementation.system());
            let check = || check(choreography, system, question, control);
            let judge = |earlier| judge.as_ref().and_then(|judge| judge.verdict(earlier, control));
            if let Implementation::Lifelines(..) = *implementation
                && let Some((judged, counts)) = judge(None)
            {
                return ((None, Some(judged)), counts);
            }
            let found = check();
            let mut counts = found.statistics;
            let is_open = !matches!(found.outcome, Outcome::Holds(_));
            let judged = is_open.then(|| judge(Some(&found.outcome))).flatten();
            if let Some((_, own)) = &judged {
                counts.include(*own);
            }
            ((Some(found), judged.map(|(judged, _)| judged)), counts)
        });
        if let Some(judged) = judged {
            let verdict = judged.outcome.verdict(|why| match why {
                Undecided::Limit(limit) => (*limit).into(),
                Undecided::EqualMessages => Reason::Unsupported,
                Undecided::Infinite(_) => Reason::Bound,
            });
            let finding = ChoreographyFinding::Judged(implementation, Box::new(judged));
            return ((EngineName::Words, statistics), verdict, finding);
        }
        let found = found.expect("what is not judged was checked");
        let verdict = found.outcome.verdict(|why| match why {
            UnknownReason::Limit(limit) => (*limit).into(),
            UnknownReason::Undecided => Reason::Undecidable,
        });
        let engine = match &found.outcome {
            Outcome::Holds(Justification::Coherence)
            | Outcome::Violated(Violation::Incoherent(_)) => EngineName::Coherence,
            Outcome::Holds(_) | Outcome::Violated(_) | Outcome::Unknown(_) => EngineName::Levels,
        };
        let outcome = match found.outcome {
            Outcome::Holds(ground) => Outcome::Holds(ground),
            Outcome::Violated(violation) => {
                let known = Answer::new(subject, verdict, Finding::Found(()));
                let (engine, statistics) = (Some(engine), Some(statistics));
                self.host.decided(&Answer { engine, statistics, ..known });
                Outcome::Violated(explained(self.host, |control| {
                    let violation = (violation, found.is_shortest);
                    counterexample((&implementation, self.model), question, violation, control)
                }))
            }
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        };
        let found = Box::new(Realisability { question, outcome });
        ((engine, statistics), verdict, ChoreographyFinding::Realisability(implementation, found))
    }

    /// Answers a named check of another tool.
    fn named(
        &self,
        property: &str,
        check: NamedCheck,
        implementation: Arc<Implementation>,
    ) -> SystemResult {
        let search = SearchRequest::new(&self.loaded.name, property);
        let (found, statistics) = searched(self.host, &search, |control| {
            (named(check, &implementation, control), Counts::default())
        });
        let verdict = found.verdict();
        let finding = ChoreographyFinding::Named(implementation, Box::new(found));
        ((EngineName::NamedCheck, statistics), verdict, finding)
    }
}

/// Returns `true` if the automata of two systems, which are deterministic and have the same participants, messages and
/// channels, have the same words and may end after the same ones.
fn does_the_same(one: &System, other: &System) -> bool {
    let automata = one.automata().iter().zip(other.automata());
    automata.into_iter().all(|(one, other)| {
        let actions = |automaton: &CommunicatingAutomaton, state| -> BTreeMap<Label, StateId> {
            let all = automaton.outgoing(state).iter().map(|&id| &automaton.transitions()[id]);
            all.map(|transition| (transition.label, transition.target)).collect()
        };
        let start = one.initial().iter().copied().zip(other.initial().iter().copied());
        let pairs = reachable(start, |&(left, right)| {
            let other = actions(other, right);
            let next = actions(one, left).into_iter();
            next.filter_map(|(label, to)| Some((to, *other.get(&label)?))).collect::<Vec<_>>()
        });
        pairs.iter().all(|&(left, right)| {
            actions(one, left).keys().eq(actions(other, right).keys())
                && one.is_final(left) == other.is_final(right)
        })
    })
}

/// Answers a named check of another tool. Conclusions from realisability are drawn for projections only.
fn named(check: NamedCheck, implementation: &Implementation, control: &Control) -> NamedFinding {
    let choreography = implementation.choreography();
    match check {
        NamedCheck::Deadlock => NamedFinding::Deadlock(match implementation {
            Implementation::Projections(projections, _) => {
                deadlock_freedom_of_projections(projections, control)
            }
            Implementation::Lifelines(_, system, _) | Implementation::Given(_, system) => {
                deadlock_freedom(system, control)
            }
        }),
        NamedCheck::Coherence => NamedFinding::Coherence(incoherences(choreography)),
        NamedCheck::TerminationAwareness => NamedFinding::TerminationAwareness(
            termination_awareness(choreography, MAX_STATES, control),
        ),
        NamedCheck::RoleProgress(fairness) => NamedFinding::RoleProgress(
            fairness,
            role_progress(choreography, fairness, MAX_STATES, control),
        ),
        NamedCheck::LabelDeterminism => {
            NamedFinding::LabelDeterminism(label_determinism(choreography, MAX_STATES, control))
        }
        NamedCheck::CommutationClosure => {
            NamedFinding::CommutationClosure(commutation_closure(choreography, control))
        }
        NamedCheck::GloballyCooperative => {
            NamedFinding::GloballyCooperative(globally_cooperative(choreography, control))
        }
        NamedCheck::StrongProgressSent => NamedFinding::StrongProgressSent(match implementation {
            Implementation::Projections(projections, _) => {
                strong_progress_sent_of_projections(projections, control)
            }
            Implementation::Lifelines(_, system, _) | Implementation::Given(_, system) => {
                let premise = premise(system, control);
                strong_progress_sent(&Configurations::new(system), premise, control)
            }
        }),
        NamedCheck::StrongProgressExpected => {
            let system = &implementation.system_with_ends();
            let premise = premise(system, control);
            let configurations = Configurations::new(system);
            let found = strong_progress_expected(&configurations, premise, control);
            NamedFinding::StrongProgressExpected(found)
        }
    }
}
