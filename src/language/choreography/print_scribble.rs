//! Printing a choreography in the core of Scribble.

use rustc_hash::FxHashSet;

use super::print_line::line;
use super::printed_names::{distinct_words, scribble_messages};
use super::unprintable::{MAX_LINES, Unprintable};
use kernel::automata::DfaStateId;
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{MessageId, ParticipantId};
use model::choreography::{Choreography, Interaction};

/// A pending step of the printer.
enum Step {
    Visit(DfaStateId),
    /// Closes a state: the text that follows is outside it.
    Leave(DfaStateId),
    Branch(DfaStateId, Interaction, &'static str),
    /// Closes a choice.
    Close,
}

/// Returns the text of a choreography: its minimal automaton, unfolded into a tree of choices whose
/// branches go back to enclosing states.
///
/// # Errors
/// If two participants begin in one state, which a choice of Scribble cannot express, or the text is too
/// long.
pub(super) fn scribble(choreography: &Choreography) -> Result<String, Unprintable> {
    let first = Writer::new(choreography, FxHashSet::default()).run()?;
    Ok(Writer::new(choreography, first.continued).run()?.text)
}

struct Writer<'a> {
    choreography: &'a Choreography,
    participants: IndexVec<ParticipantId, String>,
    messages: IndexVec<MessageId, String>,
    /// The states that are targets of a `continue`, as far as they are known in advance.
    named: FxHashSet<DfaStateId>,
    /// The states that are targets of a `continue`.
    continued: FxHashSet<DfaStateId>,
    around: FxHashSet<DfaStateId>,
    depth: usize,
    lines: usize,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(choreography: &'a Choreography, named: FxHashSet<DfaStateId>) -> Self {
        let source = choreography.source();
        Self {
            choreography,
            participants: distinct_words(source.participants.iter()).into_iter().collect(),
            messages: scribble_messages(source.messages.iter()).into_iter().collect(),
            named,
            continued: FxHashSet::default(),
            around: FxHashSet::default(),
            depth: 1,
            lines: 0,
            text: String::new(),
        }
    }

    fn run(mut self) -> Result<Self, Unprintable> {
        let name = distinct_words(std::iter::once(&self.choreography.source().name));
        let mut roles: Vec<String> =
            self.participants.iter().map(|name| format!("role {name}")).collect();
        if roles.is_empty() {
            // The language has no protocol without roles.
            roles.push("role Nobody".to_owned());
        }
        let (name, roles) = (&name[0], roles.join(", "));
        line(&mut self.text, format_args!("global protocol {name}({roles}) {{"));
        let mut open = vec![Step::Visit(self.choreography.language().initial())];
        while let Some(step) = open.pop() {
            if self.lines > MAX_LINES {
                return Err(Unprintable::TooLong);
            }
            match step {
                Step::Visit(state) => self.visit(state, &mut open)?,
                Step::Leave(state) => {
                    self.around.remove(&state);
                    if self.named.contains(&state) {
                        self.close("}");
                    }
                }
                Step::Branch(target, interaction, opening) => {
                    if !opening.is_empty() {
                        self.close(opening);
                        self.depth += 1;
                    }
                    self.interaction(interaction);
                    open.push(Step::Visit(target));
                }
                Step::Close => self.close("}"),
            }
        }
        self.text.push_str("}\n");
        Ok(self)
    }

    fn visit(&mut self, state: DfaStateId, open: &mut Vec<Step>) -> Result<(), Unprintable> {
        if self.around.contains(&state) {
            self.continued.insert(state);
            self.line(&format!("continue S{};", state.index()));
            return Ok(());
        }
        let transitions = self.choreography.language().transitions(state);
        let Some(&(first, _)) = transitions.first() else { return Ok(()) };
        let sender = first.sender;
        if let Some((other, _)) = transitions.iter().find(|(one, _)| one.sender != sender) {
            let names = [sender, other.sender].map(|who| self.participants[who].clone());
            return Err(Unprintable::TwoSenders(names));
        }
        self.around.insert(state);
        if self.named.contains(&state) {
            self.line(&format!("rec S{} {{", state.index()));
            self.depth += 1;
        }
        open.push(Step::Leave(state));
        if let [(interaction, target)] = *transitions {
            open.push(Step::Branch(target, interaction, ""));
            return Ok(());
        }
        let choice = format!("choice at {} {{", self.participants[sender]);
        self.line(&choice);
        self.depth += 1;
        open.push(Step::Close);
        for (place, &(interaction, target)) in transitions.iter().enumerate().rev() {
            let opening = if place == 0 { "" } else { "} or {" };
            open.push(Step::Branch(target, interaction, opening));
        }
        Ok(())
    }

    fn interaction(&mut self, interaction: Interaction) {
        let Interaction { sender, receiver, message, .. } = interaction;
        let text = format!(
            "{} from {} to {};",
            self.messages[message], self.participants[sender], self.participants[receiver]
        );
        self.line(&text);
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    fn line(&mut self, text: &str) {
        self.lines += 1;
        line(&mut self.text, format_args!("{}{text}", "  ".repeat(self.depth.min(40))));
    }
}
