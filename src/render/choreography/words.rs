//! Interactions, places and justifications in words.

use serde_json::{Value, json};

use crate::report::RowStyle;
use crate::sentences::{few, number_of, shortened};
use crate::system::{kind, kinds};
use crate::witness::LONGEST_NAME;
use check::completability::Level;
use check::realisability::{Blame, Condition, Incoherence, Justification, Occurrence, Question};
use driver::Loaded;
use driver::choreography::{Implementation, Repair};
use kernel::base::grouped;
use kernel::source::Source;
use language::choreography::Model;
use model::cfsm::{self, Channel, ParticipantId, System};
use model::choreography::{Architecture, ChannelChoice, Choreography, EdgeId, Interaction};

/// Maximum number of interactions that are named in a sentence.
const STEPS: usize = 4;

/// Maximum number of channels that are named in a line.
const NAMED: usize = 8;

/// Returns the description of the channels that follows the verdict: `mailbox, bag`.
pub(super) fn qualifier(choice: ChannelChoice, system: &System) -> String {
    let architecture = match choice.architecture {
        None | Some(Architecture::Free) => return kind(system),
        Some(Architecture::PeerToPeer) => cfsm::Architecture::PeerToPeer,
        Some(Architecture::Mailbox) => cfsm::Architecture::Mailbox,
        Some(Architecture::OneBuffer) => cfsm::Architecture::OneBuffer,
    };
    format!("{}, {}", architecture.word(), kinds(system))
}

/// Returns the names of the channels, as a line.
pub(super) fn channels(system: &System) -> String {
    let names: Vec<String> =
        system.channels().ids().map(|id| system.channel_name(id).into_owned()).collect();
    format!("  channels {}", few(&names, NAMED, "more"))
}

/// Returns the channels with their kinds, for programs.
pub(super) fn channel_details(system: &System) -> Value {
    let channel = |(id, channel): (_, &Channel)| json!({ "name": system.channel_name(id), "kind": channel.kind.word() });
    system.channels().enumerate().map(channel).collect()
}

/// Returns a number of stretches of an execution with the noun.
pub(super) fn number_of_stretches(number: usize) -> String {
    if number == 1 {
        "1 stretch".to_owned()
    } else {
        format!("{} stretches", grouped(number as u64))
    }
}

/// Returns the short name, for programs, of the justification of an answer, and its description in words.
pub(super) fn justification(justification: Justification) -> (String, String) {
    match justification {
        Justification::Executions(Level::Partials) => (
            "inclusion".to_owned(),
            "the implementation is RSC, and every RSC execution is a partial execution of the \
             choreography"
                .to_owned(),
        ),
        Justification::Executions(Level::Lag(max)) => (
            format!("lag {max}"),
            format!(
                "the implementation is RSC, and every RSC execution is one of the choreography up to \
                 the order of independent actions, {} put off at a time",
                number_of(max, "communication"),
            ),
        ),
        Justification::Executions(Level::Gaps(max)) => (
            format!("gaps {max}"),
            format!(
                "the implementation is RSC, and every RSC execution is one of the choreography up to \
                 the order of independent actions, {} of it put off at a time",
                number_of_stretches(max),
            ),
        ),
        Justification::Executions(Level::OneByOne) => (
            "one by one".to_owned(),
            "the implementation is RSC, and its RSC executions are finitely many; each was tested"
                .to_owned(),
        ),
        Justification::Coherence => (
            "coherence".to_owned(),
            "the choices are made by senders, and the coherence conditions hold".to_owned(),
        ),
        Justification::Synchronous => (
            "synchronous".to_owned(),
            "the implementation is RSC, what it does synchronously is of the choreography, and from \
             each of its configurations all channels can become empty"
                .to_owned(),
        ),
        Justification::NoChoice => (
            "no choice".to_owned(),
            "the implementation is RSC, nothing is ever chosen, and every channel has one sender and \
             one receiver"
                .to_owned(),
        ),
        Justification::Parts(parts) => (
            "parts".to_owned(),
            format!("it is the interleavings of {parts} independent parts, and each of them holds"),
        ),
        Justification::Empty => ("empty".to_owned(), "nothing ever happens".to_owned()),
    }
}

/// Returns the text of an arrow in quotes, of a long one the beginning.
pub(super) fn shortened_name(text: &str) -> String {
    format!("`{}`", shortened(text, LONGEST_NAME))
}

/// A choreography with the text that it was read from.
#[derive(Clone, Copy)]
pub(super) struct ChoreographyText<'a> {
    pub(super) choreography: &'a Choreography,
    pub(super) model: &'a Model,
    pub(super) source: Option<&'a Source>,
    pub(super) file: &'a str,
}

/// Inputs of a row besides the finding.
#[derive(Clone, Copy)]
pub(super) struct RowContext<'a> {
    pub(super) text: ChoreographyText<'a>,
    pub(super) implementation: &'a Implementation,
    pub(super) style: &'a RowStyle,
}

impl<'a> ChoreographyText<'a> {
    /// Returns the choreography of an implementation with its text.
    pub(super) fn new(
        implementation: &'a Implementation,
        model: &'a Model,
        loaded: &'a Loaded,
    ) -> Self {
        let choreography = implementation.choreography();
        Self { choreography, model, source: loaded.source(), file: &loaded.name }
    }

    /// Returns `true` if the choreography is that of a diagram.
    pub(super) fn is_diagram(&self) -> bool {
        self.model.is_diagram()
    }

    /// Returns the words for what makes up an implementation.
    pub(super) fn components(&self, implementation: &Implementation) -> &'static str {
        match (implementation.is_given(), self.is_diagram()) {
            (true, _) => "the automata",
            (false, true) => "the lifelines",
            (false, false) => "the projections",
        }
    }

    /// Returns the message of an answer that holds.
    pub(super) fn holds(&self, question: Question, implementation: &Implementation) -> String {
        if self.is_diagram() {
            return Self::diagram_holds(question, implementation).to_owned();
        }
        let they = self.components(implementation);
        match question {
            Question::Realisable => {
                format!("{they} do what the choreography says, and nothing else")
            }
            Question::WellFormed if implementation.is_given() => {
                format!("the RSC executions of {they} are the partial executions")
            }
            Question::WellFormed => format!("every RSC execution of {they} is a partial execution"),
        }
    }

    /// Returns the word for what is compared with an implementation.
    pub(super) fn whole(&self) -> &'static str {
        if self.is_diagram() { "diagram" } else { "choreography" }
    }

    /// Returns an interaction in the notation `p->q: m`.
    pub(super) fn interaction(&self, interaction: Interaction) -> String {
        let source = self.choreography.source();
        format!(
            "{}->{}: {}",
            source.participants[interaction.sender],
            source.participants[interaction.receiver],
            source.messages[interaction.message],
        )
    }

    /// Returns the line of an edge.
    fn line(&self, edge: EdgeId) -> Option<usize> {
        Some(self.source?.line_of(self.model.edges.get(edge)?.start()))
    }

    /// Returns the place of an edge: `file:3`.
    pub(super) fn place(&self, edge: EdgeId) -> Option<String> {
        let line = self.line(edge)?;
        // A diagram is read next to its explanation.
        Some(match self.model.frames {
            Some(_) => format!("line {line}"),
            None => format!("{}:{line}", self.file),
        })
    }

    /// Returns the description of the point after a run: ` after p->q: m, q->r: n`.
    pub(super) fn after(&self, run: &[Occurrence]) -> String {
        if run.is_empty() {
            return ", from the beginning".to_owned();
        }
        let names: Vec<String> = run.iter().map(|one| self.interaction(one.exchange)).collect();
        format!(", after {}", few(&names, STEPS, "more"))
    }

    /// Returns interactions with their places, a line each.
    pub(super) fn list(&self, run: &[Occurrence]) -> Vec<String> {
        run.iter().map(|&one| format!("    {}", self.occurrence(one))).collect()
    }

    /// Returns a transition with the places of its edges.
    pub(super) fn occurrence(&self, occurrence: Occurrence) -> String {
        let edges = self.choreography.edges(occurrence.state, occurrence.exchange);
        let mut places: Vec<String> =
            edges.into_iter().filter_map(|edge| self.place(edge)).collect();
        places.dedup();
        let shown = places.len().min(3);
        let text = self.interaction(occurrence.exchange);
        if shown == 0 {
            return text;
        }
        let more = if places.len() > shown { " and elsewhere" } else { "" };
        format!("{text} ({}{more})", places[..shown].join(", "))
    }

    /// Returns interactions for programs: each with the lines of its edges.
    fn details<'r>(&self, run: impl IntoIterator<Item = &'r Occurrence>) -> Value {
        let one = |occurrence: &Occurrence| {
            let edges = self.choreography.edges(occurrence.state, occurrence.exchange);
            let mut lines: Vec<usize> = edges.iter().filter_map(|&edge| self.line(edge)).collect();
            lines.dedup();
            json!({ "interaction": self.interaction(occurrence.exchange), "lines": lines })
        };
        run.into_iter().map(one).collect()
    }

    /// Returns the name of a participant.
    pub(super) fn participant(&self, participant: ParticipantId) -> String {
        self.choreography.source().participants[participant].clone()
    }

    /// Returns a sentence that names the participant to blame and its unexpected action.
    pub(super) fn blamed(&self, blame: &Blame) -> String {
        let does = blame.own.last().map_or_else(String::new, |&last| self.does(blame, last));
        format!("`{}` cannot know that it must not {does}", self.participant(blame.participant))
    }

    /// Returns what the participant to blame does in an interaction: "send `retry`".
    pub(super) fn does(&self, blame: &Blame, one: Occurrence) -> String {
        let is_sender = one.exchange.sender == blame.participant;
        format!("{} {}", if is_sender { "send" } else { "receive" }, self.message(one))
    }

    /// Returns the message of an interaction in quotes, of a diagram its beginning.
    pub(super) fn message(&self, one: Occurrence) -> String {
        let message = &self.choreography.source().messages[one.exchange.message];
        if self.is_diagram() { shortened_name(message) } else { format!("`{message}`") }
    }

    /// Returns lines with the assumptions of the participant to blame, and of the others.
    pub(super) fn blame(&self, blame: &Blame) -> Vec<String> {
        let name = &self.choreography.source().participants[blame.participant];
        let mut lines = vec![format!("  for all `{name}` has seen, this happened")];
        lines.extend(self.list(&blame.own));
        let only = match blame.pending() {
            Some(_) if blame.others.is_empty() => "nothing yet",
            Some(_) => "no more than this",
            None => "this",
        };
        lines.push(format!("  and the others may have done {only}"));
        lines.extend(self.list(&blame.others));
        if let Some(instead) = blame.instead {
            lines.push(format!("  where {name} would go on with {}", self.occurrence(instead)));
        }
        lines
    }

    /// Returns the participant to blame, for programs.
    pub(super) fn blame_details(&self, blame: &Blame) -> Value {
        json!({
            "participant": self.participant(blame.participant),
            "believes": self.details(&blame.own),
            "others": self.details(&blame.others),
        })
    }

    /// Returns a broken coherence condition, for programs.
    pub(super) fn incoherence_details(&self, incoherence: &Incoherence) -> Value {
        let condition = match incoherence.condition {
            Condition::Send => "send",
            Condition::Receive => "receive",
            Condition::NoMixedChoice => "no-mixed-choice",
        };
        json!({
            "condition": condition,
            "participant": self.participant(incoherence.participant),
            "edges": self.details([&incoherence.one].into_iter().chain(&incoherence.other)),
        })
    }

    /// Returns a possible repair of the choreography.
    pub(super) fn repair(&self, repair: Repair) -> String {
        let source = self.choreography.source();
        match repair {
            Repair::Acknowledge => {
                "to repair it, let one side wait for an acknowledgement before it goes on"
                    .to_owned()
            }
            Repair::NameBySender(message) => format!(
                "to repair it, give {} another name for each of its senders: a bag \
                            does not tell them apart",
                source.messages[message],
            ),
            Repair::AcknowledgeInteraction(who, interaction) => format!(
                "to repair it, let {} wait for an acknowledgement of `{}`",
                source.participants[who],
                self.interaction(interaction),
            ),
            Repair::ShareInteraction(interaction) => format!(
                "to repair it, let the branches that begin with {} share it, or name the \
                            message by its branch",
                self.interaction(interaction),
            ),
            Repair::Announce(who) => format!(
                "to repair it, tell {} by a message of its own which way was taken, or let an \
                 acknowledgement come first",
                source.participants[who],
            ),
        }
    }

    /// Returns the broken coherence condition in a sentence.
    pub(super) fn incoherent(&self, incoherence: &Incoherence) -> String {
        let name = self.participant(incoherence.participant);
        if let Some(sentence) = self.incoherent_lines(incoherence) {
            return sentence;
        }
        match incoherence.condition {
            Condition::Send => format!("`{name}` cannot know whether it may send"),
            Condition::Receive => format!("`{name}` cannot tell which of two messages was meant"),
            Condition::NoMixedChoice => format!("`{name}` may either send or wait to receive"),
        }
    }

    /// Returns lines that describe a broken coherence condition, with the participant and the places.
    pub(super) fn incoherence(&self, incoherence: &Incoherence) -> Vec<String> {
        let name = &self.choreography.source().participants[incoherence.participant];
        let one = self.occurrence(incoherence.one);
        let other = incoherence.other.map(|other| self.occurrence(other)).unwrap_or_default();
        match incoherence.condition {
            Condition::Send => {
                let mut lines = vec![
                    format!("  send coherence: {name} cannot know whether it may send"),
                    format!("    {one} may come next"),
                ];
                if incoherence.elsewhere.is_some() {
                    lines.push(format!(
                        "    but by what {name} has seen, the choreography may also be at another \
                         point, where it may not"
                    ));
                }
                lines
            }
            Condition::Receive => vec![
                format!("  receive coherence: {name} cannot tell which of these happened"),
                format!("    {one}"),
                format!("    {other}, after which the message of the first may come as well"),
            ],
            Condition::NoMixedChoice => vec![
                format!("  mixed choice: {name} may either send or wait to receive"),
                format!("    {one}"),
                format!("    {other}"),
            ],
        }
    }
}
