//! Interactions and multitraces from files, and what answers questions about them.

use std::path::Path;

use scm_check::internals::check::conformance::{
    Answer, Checker, Procedure, Question, Specification, TermChecker,
};
use scm_check::internals::kernel::automata::FiniteAutomaton;
use scm_check::internals::kernel::base::Control;
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::{interaction, multitrace};
use scm_check::internals::model::interaction::{Interaction, RewriteRules, Synthesis, synthesise};
use scm_check::internals::model::trace::{DistributedAlphabet, Letters, LifelineId, LocalLetterId};

/// No more states of an automaton are made.
const MAX_STATES: usize = 4_096;

/// A trace for each location.
pub(crate) type Traces = Vec<Vec<LocalLetterId>>;

/// An interaction, with its automaton if there is one that is not too large.
#[derive(Debug)]
pub(crate) struct Diagram {
    pub(crate) interaction: Interaction,
    pub(crate) automaton: Option<(FiniteAutomaton, Letters)>,
}

/// What answers questions.
#[derive(Debug)]
pub(crate) enum Engine {
    Automaton(Box<Checker>),
    Term(Box<TermChecker>),
}

impl Diagram {
    pub(crate) fn new(interaction: Interaction) -> Self {
        let how = Synthesis { max_states: MAX_STATES, ..Synthesis::default() };
        let control = Control { max_states: Some(MAX_STATES as u64), ..Control::unlimited() };
        let made = synthesise(&interaction, &how, &control).ok();
        let automaton = made.map(|made| (made.automaton.clone(), made.letters().clone()));
        Self { interaction, automaton }
    }

    pub(crate) fn of_text(text: &str) -> Self {
        let model = interaction::read(&Source::new("bench", text), None).model;
        Self::new(model.expect("the text is right").interaction)
    }

    /// Reads an interaction and its signature; nothing where a file is absent.
    pub(crate) fn of_files(interaction: &Path, signature: &Path) -> Option<Self> {
        Some(Self::new(read(interaction, signature)?))
    }

    /// Returns the engines, where lifelines share locations in this way: that of the automaton first.
    pub(crate) fn engines(&self, locations: &[Vec<LifelineId>]) -> Vec<Engine> {
        let signature = &self.interaction.signature;
        let automaton = self.automaton.iter().map(|(automaton, letters)| {
            let alphabet = DistributedAlphabet::of_letters(letters, signature, locations);
            let alphabet = alphabet.expect("the locations are disjoint");
            Engine::Automaton(Box::new(Checker::new(Specification::new(automaton, alphabet))))
        });
        let term = TermChecker::new(&self.interaction, RewriteRules::full(), locations);
        let term = Engine::Term(Box::new(term.expect("the locations are disjoint")));
        automaton.chain([term]).collect()
    }
}

/// Reads an interaction over the names of a signature; nothing where a file is absent.
pub(crate) fn read(interaction: &Path, signature: &Path) -> Option<Interaction> {
    let source = |path: &Path| Some(Source::from_bytes("bench", std::fs::read(path).ok()?));
    let signature = interaction::read_signature(&source(signature)?).model;
    let model = interaction::read(&source(interaction)?, signature.as_ref()).model;
    Some(model.expect("the file is right").interaction)
}

impl Engine {
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Automaton(_) => "automaton",
            Self::Term(_) => "term",
        }
    }

    pub(crate) fn alphabet(&self) -> &DistributedAlphabet {
        match self {
            Self::Automaton(checker) => checker.specification().alphabet(),
            Self::Term(checker) => checker.alphabet(),
        }
    }

    pub(crate) fn check(
        &mut self,
        traces: &Traces,
        question: Option<Question>,
        control: &Control,
    ) -> Answer {
        match self {
            Self::Automaton(checker) => checker.check(traces, question, Procedure::Auto, control),
            Self::Term(checker) => checker.check(traces, question, Procedure::Auto, control),
        }
    }
}

/// A multitrace of a file.
#[derive(Debug)]
pub(crate) struct Written {
    /// The lifelines of each location, in order.
    pub(crate) locations: Vec<Vec<LifelineId>>,
    /// What each location sees, as text.
    letters: Vec<Vec<String>>,
}

impl Written {
    /// Reads a multitrace over the names of an interaction; nothing where the file is absent.
    pub(crate) fn of_file(path: &Path, interaction: &Interaction) -> Option<Self> {
        let source = Source::from_bytes("bench", std::fs::read(path).ok()?);
        let signature = &interaction.signature;
        let model = multitrace::read(&source, signature).model.expect("the file is right");
        let mut components = model.multitrace.components;
        for component in &mut components {
            component.locations.sort_unstable();
        }
        components.sort_by(|one, other| one.locations.cmp(&other.locations));
        let letters = components.iter().map(|component| {
            component.letters.iter().map(|letter| letter.text(signature)).collect()
        });
        Some(Self {
            letters: letters.collect(),
            locations: components.iter().map(|component| component.locations.clone()).collect(),
        })
    }

    /// Returns the traces in the numbers of an alphabet with the same locations.
    pub(crate) fn traces(&self, alphabet: &DistributedAlphabet) -> Traces {
        let both = self.letters.iter().zip(alphabet.locations().iter());
        both.map(|(texts, location)| texts.iter().map(|text| location.local_letter(text)).collect())
            .collect()
    }
}
