//! Membership of global traces in the language of an interaction.

use super::refusal_reason;
use crate::{Answer, Finding, Loaded, isolated};
use kernel::automata::{FiniteAutomaton, SymbolId, WordReader};
use kernel::base::{Control, Id as _};
use kernel::verdict::{Reason, Verdict};
use language::multitrace::Model;
use model::interaction::{
    Choice, Interaction, Refusal, Semantics, Synthesis, TermReader, synthesise,
};
use model::trace::{Letter, LetterId, Letters};

/// Name of the property.
const PROPERTY: &str = "accepts";

/// Methods of reading traces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadBy {
    /// Automaton and term, whose results must agree; only the term if there is no automaton.
    Both,
    /// The automaton.
    Automaton,
    /// The term, step by step.
    Term,
}

/// A session about traces of one interaction.
#[derive(Debug)]
pub struct AcceptanceSession<'a> {
    interaction: &'a Interaction,
    semantics: Semantics,
    automaton: Option<FiniteAutomaton>,
    /// Reason for which there is no automaton, if only the automaton was to read traces.
    refused: Option<Refusal>,
    by: ReadBy,
}

/// Result of reading a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// Whether the trace is a word.
    pub is_accepted: bool,
    /// Number of letters before the first one that could not be read.
    pub read: usize,
    /// The letters that could have come at that point, or after the trace.
    pub expected: Vec<LetterId>,
}

/// Result of a question about a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptanceFinding {
    /// The trace was read.
    Read {
        /// The letters of the trace.
        letters: Vec<Letter>,
        /// Result of reading the trace.
        acceptance: Acceptance,
    },
    /// The trace has letters at several locations, so that their order is unknown.
    SeveralLocations,
    /// The results of the automaton and the term differ, which is a bug.
    Contradiction,
    /// There is no automaton to read the trace.
    Refused(Refusal),
}

/// The answer about a trace.
pub type AcceptanceAnswer = Answer<AcceptanceFinding>;

impl<'a> AcceptanceSession<'a> {
    /// Begins a session; the automaton is made within the limits of `control`.
    pub fn new(
        interaction: &'a Interaction,
        by: ReadBy,
        synthesis: &Synthesis,
        control: &Control,
    ) -> Self {
        let made = (by != ReadBy::Term).then(|| synthesise(interaction, synthesis, control));
        let (automaton, refused) = match made {
            None => (None, None),
            Some(Ok(made)) => (Some(made.automaton), None),
            Some(Err(refusal)) => (None, (by == ReadBy::Automaton).then_some(refusal)),
        };
        let choice = synthesis.choice.unwrap_or(Choice::Delayed);
        let semantics = Semantics::new(interaction, synthesis.laws, choice);
        Self { interaction, semantics, automaton, refused, by }
    }

    /// Returns the interaction.
    pub fn interaction(&self) -> &'a Interaction {
        self.interaction
    }

    /// Returns the letters of the interaction.
    pub fn letters(&self) -> &Letters {
        self.semantics.letters()
    }

    /// Returns the method of reading traces: both automaton and term only if there is an automaton.
    pub fn by(&self) -> ReadBy {
        match self.automaton {
            Some(_) => self.by,
            None => ReadBy::Term,
        }
    }

    /// Answers whether a trace is a word of the interaction.
    pub fn answer(&mut self, loaded: &Loaded, model: &Model) -> AcceptanceAnswer {
        let subject = loaded.subject(PROPERTY);
        let (verdict, finding) = match (global_trace(model), self.refused) {
            (None, _) => (Verdict::Error, AcceptanceFinding::SeveralLocations),
            (Some(_), Some(refusal)) => {
                let reason = refusal_reason(refusal);
                (Verdict::Unknown(reason), AcceptanceFinding::Refused(refusal))
            }
            (Some(letters), None) => match isolated(|| self.read(letters)) {
                Ok(Some(acceptance)) => {
                    let is_accepted = acceptance.is_accepted;
                    let verdict = if is_accepted { Verdict::Holds } else { Verdict::Violated };
                    (verdict, AcceptanceFinding::Read { letters: letters.to_vec(), acceptance })
                }
                Ok(None) => (Verdict::Unknown(Reason::Crashed), AcceptanceFinding::Contradiction),
                Err(panic) => return Answer::crashed(subject, panic.0),
            },
        };
        Answer::new(subject, verdict, Finding::Found(finding))
    }

    /// Reads a trace by the requested methods; `None` if their results differ.
    fn read(&mut self, letters: &[Letter]) -> Option<Acceptance> {
        let known: Vec<Option<LetterId>> =
            letters.iter().map(|letter| self.semantics.letters().id(letter)).collect();
        let by_automaton = self.automaton.as_ref().map(|automaton| on_automaton(automaton, &known));
        if self.by == ReadBy::Automaton {
            return by_automaton;
        }
        let by_term = on_term(&mut self.semantics, &known);
        match by_automaton {
            Some(one) if one.is_accepted != by_term.is_accepted => None,
            Some(one) => Some(one),
            None => Some(by_term),
        }
    }
}

/// Returns the letters of a trace whose order is known; `None` if there are letters at several locations.
fn global_trace(model: &Model) -> Option<&[Letter]> {
    let mut filled = model.multitrace.components.iter().filter(|one| !one.letters.is_empty());
    match (filled.next(), filled.next()) {
        (None, _) => Some(&[]),
        (Some(only), None) => Some(&only.letters),
        (Some(_), Some(_)) => None,
    }
}

fn on_automaton(automaton: &FiniteAutomaton, letters: &[Option<LetterId>]) -> Acceptance {
    let mut reader = WordReader::new(automaton);
    let mut read = 0;
    let mut before = reader.states().to_vec();
    for letter in letters {
        let Some(letter) = letter else { break };
        reader.read(SymbolId::from_index(letter.index()));
        if reader.is_stuck() {
            break;
        }
        read += 1;
        before.clear();
        before.extend_from_slice(reader.states());
    }
    let is_accepted = read == letters.len() && reader.is_accepting();
    let symbols = before.iter().flat_map(|&state| automaton.transitions(state));
    let mut expected: Vec<LetterId> =
        symbols.map(|&(symbol, _)| LetterId::from_index(symbol.index())).collect();
    expected.sort_unstable();
    expected.dedup();
    Acceptance { is_accepted, read, expected }
}

fn on_term(semantics: &mut Semantics, letters: &[Option<LetterId>]) -> Acceptance {
    let mut reader = TermReader::new(semantics);
    let mut expected = reader.expected();
    let mut read = 0;
    for letter in letters {
        let Some(letter) = letter else { break };
        reader.read(*letter);
        if reader.is_stuck() {
            break;
        }
        read += 1;
        expected = reader.expected();
    }
    Acceptance { is_accepted: read == letters.len() && reader.is_accepting(), read, expected }
}
