//! Answers about diagrams that are judged by their own words.

use serde_json::{Value, json};

use super::words::{self, ChoreographyText, RowContext, shortened_name};
use crate::report::Row;
use crate::sentences::{self, number_of};
use crate::system::verb;
use crate::witness::crossing_text;
use check::diagram::{FaultKind, Undecided};
use check::realisability::Question;
use driver::choreography::{DiagramFault, Judged};
use kernel::base::grouped;
use kernel::verdict::Outcome;
use model::cfsm::{Action, ChannelKind, Direction, Label, MessageId, ParticipantId, Step, System};
use model::evidence::{Lines, Witness};

/// Describes the verdict on a diagram by its own words.
pub(super) fn describe_judged(
    row: &mut Row,
    details: &mut Value,
    judged: &Judged,
    context: RowContext<'_>,
) {
    let system = context.implementation.system();
    let lines = context.implementation.lines();
    let crossing = |witness| crossing_text(system, witness, &lines);
    let crossing = judged.crossing.as_deref().map(crossing);
    if let Some(crossing) = &crossing {
        details["crossing"] = json!(crossing);
    }
    match &judged.outcome {
        Outcome::Holds(()) => {
            row.message = context.text.holds(Question::Realisable, context.implementation);
            details["level"] = json!("words");
            row.text.summary = vec![
                sentences::explored(system, None, row.answer.statistics.unwrap_or_default(), true),
                words::channels(system),
            ];
            if context.style.work.is_some() {
                let rests = "  rests on: every run is the beginning of a word of the diagram, and can be \
                             completed to one with empty channels";
                row.text.summary.push(rests.to_owned());
            }
            row.text
                .summary
                .extend(crossing.map(|what| format!("  the diagram allows that {what}")));
        }
        Outcome::Violated(fault) => describe_fault(row, details, fault, context),
        Outcome::Unknown(Undecided::Limit(limit)) => row.limited(*limit, context.style),
        Outcome::Unknown(Undecided::EqualMessages) => {
            "equal messages may be received in another order than they are sent, which is not judged"
                .clone_into(&mut row.message);
        }
        Outcome::Unknown(Undecided::Infinite(number)) => {
            let searched = grouped(*number);
            row.message = format!(
                "any number of messages may be under way, and the first {searched} situations show \
                 no fault"
            );
            row.text.summary.extend(crossing.map(|what| format!("  it is a race that {what}")));
        }
    }
}

fn describe_fault(
    row: &mut Row,
    details: &mut Value,
    fault: &DiagramFault,
    RowContext { text, implementation, .. }: RowContext<'_>,
) {
    let system = implementation.system();
    let lines = implementation.lines();
    let place = Place { system, lines: &lines };
    let after = number_of(fault.replayed.replay().steps().len(), "step");
    let shortest = if fault.is_shortest { "shortest, " } else { "" };
    let theory = match (fault.kind, &fault.blame) {
        (FaultKind::Leaves, Some(blame)) => {
            row.message = text.headline(blame);
            format!("after {after} the run has left the diagram; {shortest}replayed")
        }
        (FaultKind::Leaves, None) => {
            row.message = place.departure(fault, text);
            format!("after {after} the run has left the diagram; {shortest}replayed")
        }
        (FaultKind::DeadEnd, _) => {
            row.message = place.dead_end(&fault.replayed);
            format!("after {after} the end of the diagram cannot be reached any more; replayed")
        }
    };
    if let Some(late) = fault.late.map(|id| fault.replayed.replay().steps()[id])
        && let Label::Action(_, _, message) = system.transition(late).label
    {
        let (lead, message) = (place.lead(late), place.message(message));
        let what = row.message.strip_prefix(&lead).unwrap_or(&row.message);
        row.message = format!("{lead}if {message} arrives after all: {what}");
        details["late"] = json!(true);
    }
    row.text.summary = vec![format!("  {theory}"), words::channels(system)];
    if let Some(blame) = &fault.blame {
        let blamed = text.blamed(blame);
        if !row.message.ends_with(&blamed) {
            row.text.summary.push(format!("  {blamed}"));
        }
        row.text.summary.extend(text.blame(blame));
        details["blame"] = text.blame_details(blame);
    }
    row.text.hint = fault.repair.map(|repair| text.repair(repair));
}

/// The lines of the steps of a run.
struct Place<'a> {
    system: &'a System,
    lines: &'a Lines,
}

impl Place<'_> {
    fn name(&self, participant: ParticipantId) -> &str {
        self.system.automata()[participant].name()
    }

    fn message(&self, message: MessageId) -> String {
        shortened_name(&self.system.messages()[message].name)
    }

    fn line(&self, step: Step) -> Option<u32> {
        self.lines.line(self.system, step)
    }

    /// Returns the beginning of a sentence about a step: `line 7: `.
    fn lead(&self, step: Step) -> String {
        self.line(step).map_or_else(String::new, |line| format!("line {line}: "))
    }

    /// Returns ` of line 7` for a step.
    fn of(&self, step: Step) -> String {
        self.line(step).map_or_else(String::new, |line| format!(" of line {line}"))
    }

    /// Returns the words for a step: ``sends `m` ``.
    fn does(&self, step: Step) -> String {
        match self.system.transition(step).label {
            Label::Internal => "goes on".to_owned(),
            Label::Action(direction, _, message) => {
                format!("{} {}", verb(direction), self.message(message))
            }
        }
    }

    /// Returns the sentence for a run whose last step leaves the diagram, if nobody is to blame: what its participant is not
    /// told, or the step of another that it does not fit.
    fn departure(&self, fault: &DiagramFault, text: ChoreographyText<'_>) -> String {
        let steps = fault.replayed.replay().steps();
        let Some(&last) = steps.iter().next_back() else { return String::new() };
        let (who, does) = (self.name(last.participant), self.does(last));
        let lead = self.lead(last);
        let Some(other) = fault.against.map(|id| steps[id]) else {
            let pending = self.pending(&fault.replayed, last.participant);
            return format!("{lead}`{who}` {does} where the diagram does not allow it{pending}");
        };
        let (whose, what, of) = (self.name(other.participant), self.does(other), self.of(other));
        let untold = || text.untold_between(self.line(last)?, self.line(other)?);
        match untold() {
            Some(untold) => {
                format!(
                    "{lead}`{who}` is not told {untold}: it {does} although `{whose}` {what}{of}"
                )
            }
            None => format!(
                "{lead}`{who}` {does} although `{whose}` {what}{of}: the diagram has one or the other",
            ),
        }
    }

    /// Returns the message that is on its way to a participant at the end of a run, as a clause; empty if there is none.
    fn pending(&self, witness: &Witness, participant: ParticipantId) -> String {
        let contents = witness.replay().last().contents.enumerate();
        let mut contents =
            contents.filter(|&(channel, _)| self.receiver(channel) == Some(participant));
        let first = contents.find_map(|(channel, held)| Some((channel, *held.messages().first()?)));
        let Some((channel, message)) = first else { return String::new() };
        let is_send = |step: &&Step| {
            self.system.transition(**step).label == Label::Action(Direction::Send, channel, message)
        };
        let send = witness.replay().steps().iter().rev().find(is_send);
        let of = send.map_or_else(String::new, |&step| self.of(step));
        format!("; {}{of} is on its way to it", self.message(message))
    }

    /// Returns the sentence for a run after which the diagram cannot be completed: what is left in a channel and why,
    /// or who waits in vain.
    fn dead_end(&self, witness: &Witness) -> String {
        let system = self.system;
        let end = witness.replay().last();
        let waits = |participant: ParticipantId| {
            let automaton = &system.automata()[participant];
            let outgoing = automaton.outgoing(end.control[participant]).iter();
            outgoing.map(|&transition| Step { participant, transition }).find(|&step| {
                let label = system.transition(step).label;
                matches!(label, Label::Action(Direction::Receive, ..))
            })
        };
        let sends = witness.replay().steps().iter().rev();
        for (channel, contents) in end.contents.enumerate() {
            let fifo = system.channels()[channel].kind == ChannelKind::Fifo;
            let Some(&message) = contents.messages().first() else { continue };
            let is_send = |step: &&Step| {
                let label = system.transition(**step).label;
                label == Label::Action(Direction::Send, channel, message)
            };
            let Some(&send) = sends.clone().find(is_send) else { continue };
            let Some(receiver) = self.receiver(channel) else { continue };
            let name = self.message(message);
            let of = self.lead(send);
            let who = self.name(receiver);
            let why = match waits(receiver) {
                Some(step) => {
                    let Label::Action(_, _, awaited) = system.transition(step).label else {
                        unreachable!("it is a reception");
                    };
                    format!("it waits for {}{}", self.message(awaited), self.of(step))
                }
                None if system.automata()[receiver].outgoing(end.control[receiver]).is_empty() => {
                    "its lifeline has ended".to_owned()
                }
                None => "it only sends from here on".to_owned(),
            };
            let first = if fifo { "" } else { " any more" };
            return format!("{of}`{who}` never takes {name}{first}: {why}");
        }
        let mut waiting = system.automata().ids().filter(|&id| !is_final(system, witness, id));
        match waiting.find_map(waits) {
            Some(step) => {
                let Label::Action(_, _, awaited) = system.transition(step).label else {
                    unreachable!("it is a reception");
                };
                format!(
                    "{}`{}` waits for {}, which nobody sends any more",
                    self.lead(step),
                    self.name(step.participant),
                    self.message(awaited),
                )
            }
            None => "the participants never come to the end of the diagram".to_owned(),
        }
    }

    /// Returns a participant that receives from a channel.
    fn receiver(&self, channel: model::cfsm::ChannelId) -> Option<ParticipantId> {
        let mut all = self.system.actions();
        let receives =
            |action: &Action| action.channel == channel && action.direction == Direction::Receive;
        all.find(receives).map(|action| action.participant)
    }
}

/// Returns `true` if the participant may end where a run ends.
fn is_final(system: &System, witness: &Witness, participant: ParticipantId) -> bool {
    let end = witness.replay().last();
    system.automata()[participant].is_final(end.control[participant])
}
