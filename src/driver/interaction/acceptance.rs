//! Whether global traces are words of an interaction.

use super::{Synthesis, SynthesisError, SynthesisOptions, TermOptions};
use crate::{Answer, Finding, Loaded, Subject, isolated};
use kernel::automata::{FiniteAutomaton, Reader, SymbolId};
use kernel::base::{Control, Id as _};
use kernel::verdict::{Reason, Verdict};
use language::multitrace::Model;
use model::interaction::{Choice, Interaction, Refusal, Semantics, TermReader};
use model::trace::{Letter, LetterId, LifelineSet};

/// The property of the answers.
const PROPERTY: &str = "accepts";

/// What reads traces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReadBy {
    /// The automaton and the term, which must agree; the term alone where there is no automaton.
    Both,
    /// The automaton.
    Automaton,
    /// The term, step by step.
    Term,
}

impl ReadBy {
    /// Returns the name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Both => "automaton and term",
            Self::Automaton => "automaton",
            Self::Term => "term",
        }
    }
}

/// What reading a trace comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptanceFinding {
    /// There is no automaton, and nothing else reads traces.
    NoAutomaton(Refusal),
    /// The automaton and the term do not agree.
    Disagreement,
    /// The trace was read.
    Read(Acceptance),
}

/// How far a trace was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// Whether the trace is a word of the interaction.
    pub is_accepted: bool,
    /// Number of letters before the first one that could not be read.
    pub read: usize,
    /// The letters that might have come instead, or next.
    pub expected: Vec<LetterId>,
    /// The letters of the trace.
    pub letters: Vec<Letter>,
    /// What read it.
    pub by: ReadBy,
}

/// An interaction that reads traces.
#[derive(Debug)]
pub struct AcceptanceSession<'a> {
    interaction: &'a Interaction,
    by: ReadBy,
    semantics: Semantics,
    automaton: Option<FiniteAutomaton>,
    /// Why there is no automaton, where nothing else reads traces.
    refused: Option<Refusal>,
}

impl<'a> AcceptanceSession<'a> {
    /// Begins a session, and makes the automaton if `by` needs one.
    pub fn new(
        interaction: &'a Interaction,
        by: ReadBy,
        terms: TermOptions,
        max_states: Option<u64>,
        control: &Control,
    ) -> Self {
        let choice = terms.choice.unwrap_or(Choice::Delayed);
        let semantics = Semantics::new(interaction, terms.laws(), choice);
        let (mut automaton, mut refused) = (None, None);
        if by != ReadBy::Term {
            let options = SynthesisOptions { terms, max_states, ..SynthesisOptions::default() };
            match Synthesis::new(interaction, &options, &LifelineSet::new(), control) {
                Ok(made) => automaton = Some(made.nfa),
                Err(SynthesisError::Refused(refusal)) if by == ReadBy::Automaton => {
                    refused = Some(refusal);
                }
                Err(_) => {}
            }
        }
        Self { interaction, by, semantics, automaton, refused }
    }

    /// Returns the interaction.
    pub fn interaction(&self) -> &'a Interaction {
        self.interaction
    }

    /// Returns a letter that may come next, as text.
    pub fn letter_text(&self, letter: LetterId) -> String {
        self.semantics.letters().letter(letter).text(&self.interaction.signature)
    }

    /// Answers whether a trace is a word.
    pub fn answer(&mut self, loaded: &Loaded, model: &Model) -> Answer<AcceptanceFinding> {
        let subject = Subject {
            model: loaded.name.clone(),
            sha256: loaded.sha256.clone(),
            property: Some(PROPERTY.to_owned()),
            channels: "as written",
        };
        let Some(letters) = global_trace(model) else {
            let why = "it has letters at several locations: their order is not known";
            return Answer::mistaken(subject, why);
        };
        let (verdict, finding) = match self.refused {
            Some(refusal) => {
                let reason = reason(refusal);
                (Verdict::Unknown(reason), AcceptanceFinding::NoAutomaton(refusal))
            }
            None => match isolated(|| self.read(letters)) {
                Err(panic) => return Answer::crashed(subject, panic.0),
                Ok(None) => (Verdict::Unknown(Reason::Crashed), AcceptanceFinding::Disagreement),
                Ok(Some(found)) => {
                    let verdict =
                        if found.is_accepted { Verdict::Holds } else { Verdict::Violated };
                    (verdict, AcceptanceFinding::Read(found))
                }
            },
        };
        Answer::new(subject, verdict, Finding::Found(finding))
    }

    /// Reads a trace by all means that are asked for; `None` if they do not agree.
    fn read(&mut self, letters: &[Letter]) -> Option<Acceptance> {
        let known: Vec<Option<LetterId>> =
            letters.iter().map(|letter| self.semantics.letters().id(letter)).collect();
        let by_automaton = self.automaton.as_ref().map(|automaton| on_automaton(automaton, &known));
        let found = if self.by == ReadBy::Automaton {
            by_automaton?
        } else {
            let by_term = on_term(&mut self.semantics, &known);
            match by_automaton {
                Some(one) if one.is_accepted != by_term.is_accepted => return None,
                Some(one) => one,
                None => by_term,
            }
        };
        let by = if self.automaton.is_some() { self.by } else { ReadBy::Term };
        Some(Acceptance { letters: letters.to_vec(), by, ..found })
    }
}

/// Returns why there is no verdict where an automaton is refused.
pub fn reason(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::Unbounded(..) => Reason::Bound,
        Refusal::TooMany(_) => Reason::States,
        Refusal::Limit(limit) => limit.into(),
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
    let mut reader = Reader::new(automaton);
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
    Acceptance { is_accepted, read, expected, letters: Vec::new(), by: ReadBy::Automaton }
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
    let is_accepted = read == letters.len() && reader.is_accepting();
    Acceptance { is_accepted, read, expected, letters: Vec::new(), by: ReadBy::Term }
}
