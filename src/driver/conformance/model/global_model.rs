//! Global models that logs are checked against: interactions, automata and choreographies.

use rustc_hash::FxHashSet;

use crate::{Loaded, codes};
use check::conformance::observed;
use kernel::automata::{FiniteAutomaton, SymbolId};
use kernel::base::{Control, Id as _, IndexVec, Limit};
use kernel::diagnostics::{Diagnostic, Remedy};
use kernel::source::{Source, Span};
use kernel::verdict::Reason;
use language::kinds::{Kind, Language};
use language::multitrace::letter;
use language::{automaton, choreography, interaction, reading};
use model::choreography::{self as choreography_model, ChannelChoice};
use model::interaction::{
    Choice, Expression, ExpressionId, Interaction, OrderedByInternalStep, Origin, Passing, Refusal,
    RewriteRules, Semantics, Synthesis, Target, continuations, synthesise, weakened,
};
use model::trace::{
    DistributedAlphabet, Letter, LetterId, Letters, LifelineId, Misplaced, Signature,
};

/// What global models may be.
pub const MODEL_KINDS: &[Kind] = &[Kind::Interaction, Kind::Choreography, Kind::Automaton];

/// Maximum number of states of an interaction's automaton; beyond it, the term of the interaction is used instead.
const MAX_STATES: u64 = 4_096;

/// A global model with its letters.
#[derive(Debug)]
pub struct GlobalModel {
    /// Name of the model in reports.
    pub name: String,
    /// Digest of the bytes of the model.
    pub sha256: Option<String>,
    /// The letters and their observation.
    pub letters: ObservedLetters,
    /// The automaton, or the reason for which there is none.
    pub behaviour: Behaviour,
    /// The interaction, if the model is one.
    diagram: Option<ReadInteraction>,
    /// The senders and receivers of messages, if the model states them.
    ways: Option<FxHashSet<Way>>,
    /// Whether the types of payloads stand behind a point in the names of messages.
    has_typed_messages: bool,
}

/// The names of a sender, a message and a receiver.
type Way = [String; 3];

/// An interaction with the source lines of its parts.
#[derive(Debug)]
struct ReadInteraction {
    interaction: Interaction,
    /// Source line of each part.
    lines: IndexVec<ExpressionId, usize>,
}

/// The observation of a model at its locations.
#[derive(Debug)]
pub enum ObservedLetters {
    /// Actions of lifelines.
    Actions {
        /// The letters of the automaton, symbol k being letter k.
        letters: Letters,
        /// The names of lifelines and messages.
        signature: Signature,
        /// The lifelines that share a location, where a log does not state the groups.
        groups: Vec<Vec<LifelineId>>,
    },
    /// Plain letters, each of which has its location.
    Names(DistributedAlphabet),
}

/// Behaviour of a model.
#[derive(Debug)]
pub enum Behaviour {
    /// The words of an automaton.
    Automaton {
        /// The automaton.
        automaton: FiniteAutomaton,
        /// How the automaton was made, for reports.
        made: String,
    },
    /// The words of the interaction's term; no automaton was made.
    Term {
        /// Reason for which there is no automaton.
        why: String,
    },
}

/// The model that a file describes.
#[derive(Debug)]
pub enum ModelText {
    /// An interaction, with the line of each of its parts.
    Interaction(Interaction, IndexVec<ExpressionId, usize>),
    /// A finite automaton.
    Automaton(automaton::Model),
    /// A choreography, with the language that it is written in.
    Choreography(Box<choreography::Model>, choreography::Format),
}

kernel::words! {
    /// How the operators of an interaction are read.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum OrderReading {
        /// As written: `strict` also orders actions on different lifelines.
        Global = "global",
        /// Each lifeline by itself: `strict` is read as `seq`, `loopS` and `loopH` as `loopW`.
        Local = "local",
    }
}

/// Options for reading a global model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelOptions {
    /// How the operators of an interaction are read.
    pub reading: OrderReading,
    /// Whether a signature was named, which only interactions have.
    pub has_signature: bool,
    /// The groups of names that share a location, with commas inside groups, and semicolons or line ends between
    /// them.
    pub locations: Option<String>,
}

/// Reason for which a text is not a global model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// The option for operators that can be read in two ways applies to interactions only.
    #[error("an automaton has no operators that could be read otherwise")]
    NoOperators,
    /// Logs do not show internal steps, and the one on this line orders what they show.
    #[error("line {0}: {1}; write the step outside the strict sequence or the loop")]
    Ordered(usize, OrderedByInternalStep),
    /// A choreography has no finite automaton, for this reason.
    #[error("{0}, so that logs cannot be held against it")]
    Endless(String),
    /// Signatures apply to interactions only.
    #[error("only interactions have a signature; other models have names of their own")]
    NoSignature,
    /// The text of the locations has a group or a name that is empty.
    #[error("expected names with commas between them and semicolons between locations: \"a,b;c\"")]
    EmptyLocation,
    /// There is no such lifeline; the second string lists the lifelines.
    #[error("there is no lifeline `{0}`, but {1}")]
    NoLifeline(String, String),
    /// The locations do not fit the letters.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// A letter names no lifeline, and no locations are given.
    #[error(
        "`{0}` says no lifeline, as `l!m` does; say where the letters of the automaton are seen: \"a,b;c\", or \
         `locations` in its JSON"
    )]
    Unplaced(String),
}

/// Reads a global model in the language determined by the extension and the text of its file; interactions are read by
/// `read_interaction`, which may need another file.
pub fn read_model(
    source: &Source,
    extension: Option<&str>,
    read_interaction: impl FnOnce(&Source) -> reading::Reading<interaction::Model>,
) -> reading::Reading<ModelText> {
    let language = Language::of(extension, source);
    let is_json = extension.is_none() && source.text().trim_start().starts_with('{');
    let format = language.and_then(|language| automaton::Format::named(language.name));
    if let Some(format) = format.or_else(|| is_json.then_some(automaton::Format::Json)) {
        return automaton::read(source, format).map(ModelText::Automaton);
    }
    if let Some(format) = language.and_then(|language| choreography::Format::named(language.name)) {
        let reading = choreography::read_with(source, format, choreography::Guards::Refused);
        return reading.map(|model| ModelText::Choreography(Box::new(model), format));
    }
    let kind = language.map(|language| language.kind);
    if kind == Some(Kind::Interaction) || kind.is_none() && extension.is_none() {
        return read_interaction(source).map(|model| {
            let lines = model.spans.iter().map(|span| source.line_of(span.start())).collect();
            ModelText::Interaction(model.interaction, lines)
        });
    }
    let message = "this is neither an interaction nor an automaton nor a choreography";
    let help = "logs are held against *.hif, *.puml, *.json, *.timbuk, *.aut, *.ca and others";
    let diagnostic = Diagnostic::new(codes::UNREADABLE, Span::default(), message);
    reading::Reading::refused(diagnostic.help(help).remedy(Remedy::Models))
}

impl GlobalModel {
    /// Makes a global model of the contents of a file, with its automaton if the limits of `control` allow it.
    ///
    /// # Errors
    /// If the options do not fit the model.
    pub fn new(
        loaded: Loaded,
        written: ModelText,
        options: &ModelOptions,
        control: &Control,
    ) -> Result<Self, ModelError> {
        let is_interaction = matches!(written, ModelText::Interaction(..));
        if options.reading == OrderReading::Local && !is_interaction {
            return Err(ModelError::NoOperators);
        }
        if options.has_signature && !is_interaction {
            return Err(ModelError::NoSignature);
        }
        let grouped = options.locations.as_deref().map(groups).transpose()?;
        let mut diagram = None;
        let mut ways = None;
        let mut has_typed_messages = false;
        let (letters, behaviour) = match written {
            ModelText::Interaction(interaction, lines) => {
                let interaction = interaction
                    .observable()
                    .map_err(|why| ModelError::Ordered(lines[why.0], why))?;
                let read = match options.reading {
                    OrderReading::Global => ReadInteraction { interaction, lines },
                    OrderReading::Local => {
                        let (interaction, origins) = weakened(&interaction);
                        let lines = origins.iter().map(|&origin| lines[origin]).collect();
                        ReadInteraction { interaction, lines }
                    }
                };
                let interaction = &diagram.insert(read).interaction;
                let (letters, behaviour) = of_interaction(interaction, control);
                let signature = interaction.signature.clone();
                ways = Some(ways_of(interaction));
                (actions(letters, signature, grouped.unwrap_or_default())?, behaviour)
            }
            ModelText::Choreography(model, _)
                if model.unmade.is_some() || model.not_followed.is_some() =>
            {
                let why = model.unmade.or(model.not_followed);
                return Err(ModelError::Endless(why.unwrap_or_default()));
            }
            ModelText::Choreography(model, format) => {
                has_typed_messages = format == choreography::Format::Scribble;
                let resolved = model.description.resolved(ChannelChoice::default());
                let (automaton, letters, signature) = observed(&resolved);
                let exchanges = resolved.edges.iter().filter_map(|edge| edge.exchange);
                let names = |one: choreography_model::Interaction| {
                    let participants = [one.sender, one.receiver];
                    let [from, to] = participants.map(|id| resolved.participants[id].clone());
                    [from, resolved.messages[one.message].clone(), to]
                };
                ways = Some(exchanges.map(names).collect());
                let made = "of the choreography, two letters an interaction".to_owned();
                let behaviour = Behaviour::Automaton { automaton, made };
                (actions(letters, signature, grouped.unwrap_or_default())?, behaviour)
            }
            ModelText::Automaton(model) => of_automaton(model, grouped)?,
        };
        let Loaded { name, sha256, .. } = loaded;
        Ok(Self { name, sha256, letters, behaviour, diagram, ways, has_typed_messages })
    }

    /// Returns the interaction as it is read; `None` if the model is not an interaction.
    pub fn interaction(&self) -> Option<&Interaction> {
        self.diagram.as_ref().map(|diagram| &diagram.interaction)
    }

    /// Returns `true` if the types of payloads stand behind a point in the names of messages: logs may leave them out.
    pub fn has_typed_messages(&self) -> bool {
        self.has_typed_messages
    }

    /// Returns the message that something needs the automaton, with the reason for which there is none.
    pub fn without_automaton(&self) -> String {
        let why = match &self.behaviour {
            Behaviour::Term { why } => why,
            Behaviour::Automaton { .. } => "its procedure works on terms",
        };
        format!("this needs the automaton of the model, and there is none: {why}")
    }

    /// Returns the letters that may follow `word`, each with the file and line of the message passing that it belongs
    /// to; an empty list where that is not known.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    pub fn places(
        &self,
        word: &[LetterId],
        control: &Control,
    ) -> Result<Vec<(String, String)>, Limit> {
        /// Maximum number of terms that are kept at a time.
        const MAX_TERMS: usize = 200;
        let (Some(diagram), ObservedLetters::Actions { letters, signature, .. }) =
            (&self.diagram, &self.letters)
        else {
            return Ok(Vec::new());
        };
        let word: Vec<Letter> = word.iter().map(|&id| letters.letter(id).clone()).collect();
        let next =
            continuations(&diagram.interaction, &word, MAX_TERMS, control)?.unwrap_or_default();
        let place = |part| format!("{}:{}", self.name, diagram.lines[part]);
        Ok(next.iter().map(|(letter, part)| (letter.text(signature), place(*part))).collect())
    }

    /// Returns `true` if the model allows a message from one lifeline to another; always `true` for models that do not
    /// state the ways of messages, such as automata.
    pub fn may_pass(&self, from: &str, message: &str, to: &str) -> bool {
        let way = [from, message, to].map(str::to_owned);
        self.ways.as_ref().is_none_or(|ways| ways.contains(&way))
    }

    /// Returns the letters with their observation at the locations of the options.
    pub fn alphabet(&self) -> DistributedAlphabet {
        match &self.letters {
            ObservedLetters::Names(alphabet) => alphabet.clone(),
            ObservedLetters::Actions { letters, signature, groups } => {
                DistributedAlphabet::of_letters(letters, signature, groups)
                    .expect("the groups were tried when they were read")
            }
        }
    }

    /// Returns the names of lifelines and messages; `None` if the letters of the model are plain names, not sends and
    /// receptions.
    pub fn signature(&self) -> Option<&Signature> {
        match &self.letters {
            ObservedLetters::Actions { signature, .. } => Some(signature),
            ObservedLetters::Names(_) => None,
        }
    }
}

/// Returns the groups of names in a text: commas separate names, semicolons or line ends separate groups.
///
/// # Errors
/// If there is no group, or a name is empty.
fn groups(text: &str) -> Result<Vec<Vec<String>>, ModelError> {
    let groups: Vec<Vec<String>> = text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|group| !group.is_empty())
        .map(|group| group.split(',').map(|name| name.trim().to_owned()).collect())
        .collect();
    let is_wrong = groups.is_empty() || groups.iter().flatten().any(String::is_empty);
    if is_wrong { Err(ModelError::EmptyLocation) } else { Ok(groups) }
}

/// Returns the senders and receivers of the messages of an interaction.
fn ways_of(interaction: &Interaction) -> FxHashSet<Way> {
    let signature = &interaction.signature;
    let mut ways = FxHashSet::default();
    for part in &interaction.parts {
        let Expression::Passing(Passing {
            origin: Origin::Lifeline(from), message, targets, ..
        }) = part
        else {
            continue;
        };
        for target in targets {
            if let Target::Lifeline(to) = target {
                let [from, to] = [from, to].map(|&name| signature.lifelines()[name].clone());
                ways.insert([from, signature.messages()[*message].clone(), to]);
            }
        }
    }
    ways
}

/// Returns the letters of an interaction and its automaton; without automaton if that is too large.
fn of_interaction(interaction: &Interaction, control: &Control) -> (Letters, Behaviour) {
    let how = Synthesis {
        max_states: usize::try_from(MAX_STATES).unwrap_or(usize::MAX),
        ..Synthesis::default()
    };
    let control = Control {
        max_states: Some(MAX_STATES),
        max_bytes: control.max_bytes,
        deadline: control.deadline,
        ..Control::unlimited()
    };
    match synthesise(interaction, &how, &control) {
        Ok(made) => {
            let choice = match made.choice {
                Choice::Delayed => "delayed",
                Choice::Immediate => "immediate",
            };
            let words = format!("synthesised, simplified full, choice {choice}");
            let letters = made.letters().clone();
            (letters, Behaviour::Automaton { automaton: made.automaton, made: words })
        }
        Err(refusal) => {
            let semantics = Semantics::new(interaction, RewriteRules::full(), Choice::Delayed);
            let why = match refusal {
                Refusal::Unbounded(..) | Refusal::TooMany(_) => refusal.to_string(),
                Refusal::Limit(Limit::States) => format!("it has more than {MAX_STATES} states"),
                Refusal::Limit(limit) => {
                    format!("its automaton was not made: {}", Reason::from(limit).word())
                }
            };
            (semantics.letters().clone(), Behaviour::Term { why })
        }
    }
}

fn actions(
    letters: Letters,
    signature: Signature,
    grouped: Vec<Vec<String>>,
) -> Result<ObservedLetters, ModelError> {
    let lifeline = |name: &String| {
        signature.lifeline(name).ok_or_else(|| {
            let all: Vec<&str> = signature.lifelines().iter().map(String::as_str).collect();
            ModelError::NoLifeline(name.clone(), all.join(", "))
        })
    };
    let groups = grouped.iter().map(|group| group.iter().map(lifeline).collect());
    let groups: Vec<Vec<LifelineId>> = groups.collect::<Result<_, _>>()?;
    DistributedAlphabet::of_letters(&letters, &signature, &groups)?;
    Ok(ObservedLetters::Actions { letters, signature, groups })
}

fn of_automaton(
    model: automaton::Model,
    grouped: Option<Vec<Vec<String>>>,
) -> Result<(ObservedLetters, Behaviour), ModelError> {
    let automaton::Model { automaton, alphabet, locations, .. } = model;
    let grouped = grouped.or_else(|| (!locations.is_empty()).then_some(locations));
    let made = "as given".to_owned();
    let mut signature = Signature::new();
    let read: Option<Vec<Letter>> =
        alphabet.iter().map(|text| letter(text, &mut signature)).collect();
    let is_letter = |name: &String| alphabet.iter().any(|letter| letter == name);
    // An automaton without transitions has no letters, so the locations alone are known.
    let plain =
        |groups: &Vec<Vec<String>>| alphabet.is_empty() || groups.iter().flatten().any(is_letter);
    match (read, grouped) {
        // The locations may list the letters themselves.
        (Some(read), grouped) if !grouped.as_ref().is_some_and(plain) => {
            // No log shows internal steps.
            let is_seen = |letter: &&Letter| {
                !letter.actions().iter().any(|action| signature.is_internal(action.message))
            };
            let automaton = if read.iter().all(|letter| is_seen(&letter)) {
                automaton
            } else {
                let seen = |symbol: SymbolId| is_seen(&&read[symbol.index()]);
                automaton.projection(seen, &Control::unlimited()).expect("there is no limit")
            };
            let letters = Letters::new(read.iter().filter(is_seen).cloned());
            let automaton = automaton.renamed(letters.all().len(), |symbol| {
                let id = letters.id(&read[symbol.index()]).expect("it is one of them");
                SymbolId::from_index(id.index())
            });
            let seen = actions(letters, signature, grouped.unwrap_or_default())?;
            Ok((seen, Behaviour::Automaton { automaton, made }))
        }
        (_, Some(groups)) => {
            let letters = alphabet.iter().map(String::as_str);
            let seen = DistributedAlphabet::of_names(letters, &groups)?;
            Ok((ObservedLetters::Names(seen), Behaviour::Automaton { automaton, made }))
        }
        (_, None) => {
            let plain = |name: &&String| letter(name, &mut Signature::new()).is_none();
            let name = alphabet.iter().find(plain).cloned().unwrap_or_default();
            Err(ModelError::Unplaced(name))
        }
    }
}
