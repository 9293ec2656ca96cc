//! What logs are held against: interactions, automata and choreographies.

use std::ffi::OsStr;

use rustc_hash::FxHashSet;

use super::locations::groups;
use crate::cli::choreography_args::ReadingArguments;
use crate::cli::conform_args::{GlobalModelArguments, ReadingChoice};
use crate::cli::feed;
use crate::cli::file_kind::is_interaction;
use crate::cli::input::{Input, Naming, only};
use crate::cli::interaction_args::InteractionReading;
use crate::cli::interactions::Read;
use crate::cli::models::{Manner, load_as};
use crate::cli::option_groups::Colour;
use crate::cli::output::Failure;
use scm_check::check::conformance::observed;
use scm_check::driver::Loaded;
use scm_check::driver::UNREADABLE;
use scm_check::kernel::automata::{Alphabet, FiniteAutomaton, SymbolId};
use scm_check::kernel::base::{Control, Id as _, IndexVec, Limit};
use scm_check::kernel::diagnostics::{Diagnostic, Severity};
use scm_check::kernel::source::{Source, Span};
use scm_check::language::multitrace::letter;
use scm_check::language::{automaton, choreography, interaction};
use scm_check::model::choreography::{self as choreography_model, ChannelChoice};
use scm_check::model::interaction::{
    Choice, Expression, ExpressionId, Interaction, Laws, Origin, Passing, Refusal, Semantics,
    Synthesis, Target, continuations, synthesise, weakened_parts,
};
use scm_check::model::trace::{
    DistributedAlphabet, Letter, LetterId, Letters, LifelineId, Misplaced, Signature,
};

/// The extensions of models below a directory.
const EXTENSIONS: [&str; 4] = ["hif", "puml", "json", "ca"];

/// So many states of an interaction are made before its term is asked instead.
const MOST_STATES: u64 = 4_096;

/// A global model with its letters.
#[derive(Debug)]
pub(crate) struct GlobalModel {
    /// What reports call it.
    pub(crate) name: String,
    /// The digest of its bytes.
    pub(crate) sha256: Option<String>,
    /// What its letters are.
    pub(crate) letters: Seen,
    /// Its automaton, or why there is none.
    pub(crate) behaviour: Behaviour,
    /// The interaction, if it is one.
    diagram: Option<Diagram>,
    /// The ways of messages, if the model says them.
    ways: Option<FxHashSet<Way>>,
}

/// The names of a sender, a message and a receiver.
type Way = [String; 3];

/// An interaction, and where its parts stand.
#[derive(Debug)]
struct Diagram {
    interaction: Interaction,
    /// The line of each part.
    lines: IndexVec<ExpressionId, usize>,
}

/// What is seen of a model where.
#[derive(Debug)]
pub(crate) enum Seen {
    /// Actions of lifelines.
    Actions {
        /// The letters of the automaton, symbol k being letter k.
        letters: Letters,
        /// The names.
        signature: Signature,
        /// The lifelines that share a location, where a log does not say.
        groups: Vec<Vec<LifelineId>>,
    },
    /// Plain letters, each of which has its location.
    Names(DistributedAlphabet),
}

/// What a model does.
#[derive(Debug)]
pub(crate) enum Behaviour {
    /// The words of an automaton.
    Automaton {
        automaton: FiniteAutomaton,
        /// How it was made.
        made: String,
    },
    /// Those of the interaction, of which no automaton was made.
    Term {
        /// Why not.
        why: String,
    },
}

/// What a file describes.
enum Written {
    Interaction(Diagram),
    Automaton(automaton::Model),
    Choreography(Box<choreography::Model>),
}

impl GlobalModel {
    /// Reads the model that options name, and makes its automaton. What is wrong with its text is told;
    /// then there is none.
    ///
    /// # Errors
    /// If the options do not fit.
    pub(crate) fn new(
        arguments: &GlobalModelArguments,
        colour: Colour,
        naming: Naming,
        control: &Control,
    ) -> Result<Option<Self>, Failure> {
        let input = only(&arguments.model, &EXTENSIONS)?;
        let manner = Manner { naming, colour, mildest: Severity::Warning };
        let (loaded, written) = load_as(&input, feed::text(&input), manner, |source| {
            read(&input, source, arguments, colour)
        });
        let Some(written) = written else { return Ok(None) };
        let is_interaction = matches!(written, Written::Interaction(_));
        if arguments.reading == ReadingChoice::Local && !is_interaction {
            let why = "`--reading local` is for interactions: an automaton has no operators that \
                       could be read otherwise";
            return Err(Failure::Usage(why.to_owned()));
        }
        if arguments.signature.is_some() && !is_interaction {
            let why = "--signature is for interactions; other models have names of their own";
            return Err(Failure::Usage(why.to_owned()));
        }
        let grouped = arguments.locations.as_deref().map(groups).transpose()?;
        Self::made(loaded, written, arguments.reading, grouped, control).map(Some)
    }

    fn made(
        loaded: Loaded,
        written: Written,
        reading: ReadingChoice,
        grouped: Option<Vec<Vec<String>>>,
        control: &Control,
    ) -> Result<Self, Failure> {
        let mut diagram = None;
        let mut ways = None;
        let (letters, behaviour) = match written {
            Written::Interaction(read) => {
                let read = match reading {
                    ReadingChoice::Global => read,
                    ReadingChoice::Local => {
                        let (interaction, origins) = weakened_parts(&read.interaction);
                        let lines = origins.iter().map(|&origin| read.lines[origin]).collect();
                        Diagram { interaction, lines }
                    }
                };
                let interaction = &diagram.insert(read).interaction;
                let (letters, behaviour) = of_interaction(interaction, control);
                let signature = interaction.signature.clone();
                ways = Some(ways_of(interaction));
                (actions(letters, signature, grouped.unwrap_or_default())?, behaviour)
            }
            Written::Choreography(model) => {
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
            Written::Automaton(model) => of_automaton(model, grouped)?,
        };
        let Loaded { name, sha256, .. } = loaded;
        Ok(Self { name, sha256, letters, behaviour, diagram, ways })
    }

    /// Returns the interaction that it is, as it is read.
    pub(crate) fn interaction(&self) -> Option<&Interaction> {
        self.diagram.as_ref().map(|diagram| &diagram.interaction)
    }

    /// Says that something needs the automaton, and why there is none.
    pub(crate) fn without_automaton(&self) -> String {
        let why = match &self.behaviour {
            Behaviour::Term { why } => why,
            Behaviour::Automaton { .. } => "its procedure works on terms",
        };
        format!("this needs the automaton of the model, and there is none: {why}")
    }

    /// Returns the letters that may come once those of `word` have come, each with the file and line of the
    /// passing that it is of; nothing where that is not known.
    ///
    /// # Errors
    /// If a limit of `control` is reached.
    pub(crate) fn places(
        &self,
        word: &[LetterId],
        control: &Control,
    ) -> Result<Vec<(String, String)>, Limit> {
        /// So many terms may be left at a time.
        const MOST: usize = 200;
        let (Some(diagram), Seen::Actions { letters, signature, .. }) =
            (&self.diagram, &self.letters)
        else {
            return Ok(Vec::new());
        };
        let word: Vec<Letter> = word.iter().map(|&id| letters.letter(id).clone()).collect();
        let next = continuations(&diagram.interaction, &word, MOST, control)?.unwrap_or_default();
        let place = |part| format!("{}:{}", self.name, diagram.lines[part]);
        Ok(next.iter().map(|(letter, part)| (letter.text(signature), place(*part))).collect())
    }

    /// Tells whether a message may go from one lifeline to another, as far as the model says: an automaton does
    /// not.
    pub(crate) fn may_pass(&self, from: &str, message: &str, to: &str) -> bool {
        let way = [from, message, to].map(str::to_owned);
        self.ways.as_ref().is_none_or(|ways| ways.contains(&way))
    }

    /// Returns the letters as the locations of the options see them.
    pub(crate) fn alphabet(&self) -> DistributedAlphabet {
        match &self.letters {
            Seen::Names(alphabet) => alphabet.clone(),
            Seen::Actions { letters, signature, groups } => {
                DistributedAlphabet::of_letters(letters, signature, groups)
                    .expect("the groups were tried when they were read")
            }
        }
    }

    /// Returns the names of actions, unless letters are plain.
    pub(crate) fn signature(&self) -> Option<&Signature> {
        match &self.letters {
            Seen::Actions { signature, .. } => Some(signature),
            Seen::Names(_) => None,
        }
    }
}

fn read(
    input: &Input,
    source: &Source,
    arguments: &GlobalModelArguments,
    colour: Colour,
) -> (Vec<Diagnostic>, Option<Written>) {
    let ending = input.path().and_then(|path| path.extension()).and_then(OsStr::to_str);
    let text = source.text().trim_start();
    let format = ending.and_then(automaton::Format::of_extension);
    let format = format
        .or_else(|| (ending.is_none() && text.starts_with('{')).then_some(automaton::Format::Json));
    if let Some(format) = format {
        let reading = automaton::read(source, format);
        return (reading.diagnostics, reading.model.map(Written::Automaton));
    }
    if ending.and_then(choreography::Format::of_extension).is_some() {
        let (diagnostics, model) = ReadingArguments::default().read(input, source);
        return (diagnostics, model.map(|model| Written::Choreography(Box::new(model))));
    }
    if ending.is_none() || is_interaction(input) {
        let signature = arguments.signature.clone();
        let reading = InteractionReading { signature, remove: Vec::new() };
        let (diagnostics, model) = Read { reading: &reading, colour }.read(input, source);
        let diagram = |model: interaction::Model| Diagram {
            lines: model.spans.iter().map(|span| source.line_of(span.start())).collect(),
            interaction: model.interaction,
        };
        return (diagnostics, model.map(diagram).map(Written::Interaction));
    }
    let message = "this is neither an interaction nor an automaton nor a choreography";
    let help = "logs are held against *.hif, *.puml, *.json, *.timbuk, *.aut, *.ca and others: see \
                scm-check explain conform";
    (vec![Diagnostic::new(&UNREADABLE, Span::default(), message).help(help)], None)
}

/// Returns the ways of the messages of an interaction.
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

/// Returns the letters of an interaction and its automaton, if it has one that is not too large.
fn of_interaction(interaction: &Interaction, control: &Control) -> (Letters, Behaviour) {
    let how = Synthesis {
        most: usize::try_from(MOST_STATES).unwrap_or(usize::MAX),
        ..Synthesis::default()
    };
    let control = Control {
        max_states: Some(MOST_STATES),
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
            let semantics = Semantics::new(interaction, Laws::full(), Choice::Delayed);
            let why = match refusal {
                Refusal::Unbounded(..) | Refusal::TooMany(_) => refusal.to_string(),
                Refusal::Limit(Limit::States) => format!("it has more than {MOST_STATES} states"),
                Refusal::Limit(limit) => {
                    format!(
                        "its automaton was not made: {}",
                        scm_check::kernel::verdict::Reason::from(limit).word()
                    )
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
) -> Result<Seen, Failure> {
    let lifeline = |name: &String| {
        signature.lifeline(name).ok_or_else(|| {
            let all: Vec<&str> = signature.lifelines().iter().map(String::as_str).collect();
            let all = all.join(", ");
            Failure::Usage(format!("--locations: there is no lifeline `{name}`, but {all}"))
        })
    };
    let groups: Vec<Vec<LifelineId>> = grouped
        .iter()
        .map(|group| group.iter().map(lifeline).collect::<Result<Vec<_>, _>>())
        .collect::<Result<_, _>>()?;
    DistributedAlphabet::of_letters(&letters, &signature, &groups).map_err(misplaced)?;
    Ok(Seen::Actions { letters, signature, groups })
}

fn of_automaton(
    model: automaton::Model,
    grouped: Option<Vec<Vec<String>>>,
) -> Result<(Seen, Behaviour), Failure> {
    let automaton::Model { automaton, alphabet, locations, .. } = model;
    let grouped = grouped.or_else(|| (!locations.is_empty()).then_some(locations));
    let made = "as given".to_owned();
    let mut signature = Signature::new();
    let read: Option<Vec<Letter>> =
        alphabet.iter().map(|text| letter(text, &mut signature)).collect();
    let is_letter = |name: &String| alphabet.iter().any(|letter| letter == name);
    // Where nothing ever happens, locations are all that is known of what might.
    let plain =
        |groups: &Vec<Vec<String>>| alphabet.is_empty() || groups.iter().flatten().any(is_letter);
    match (read, grouped) {
        // Locations may name the letters themselves.
        (Some(read), grouped) if !grouped.as_ref().is_some_and(plain) => {
            let letters = Letters::new(read.iter().cloned());
            let automaton = automaton.renamed(letters.all().len(), |symbol| {
                let id = letters.id(&read[symbol.index()]).expect("it is one of them");
                SymbolId::from_index(id.index())
            });
            let seen = actions(letters, signature, grouped.unwrap_or_default())?;
            Ok((seen, Behaviour::Automaton { automaton, made }))
        }
        (_, Some(groups)) => {
            let letters = alphabet.iter().map(String::as_str);
            let seen = DistributedAlphabet::of_names(letters, &groups).map_err(misplaced)?;
            Ok((Seen::Names(seen), Behaviour::Automaton { automaton, made }))
        }
        (_, None) => Err(Failure::Usage(unplaced(&alphabet))),
    }
}

fn unplaced(alphabet: &Alphabet) -> String {
    let plain = |name: &&String| letter(name, &mut Signature::new()).is_none();
    let name = alphabet.iter().find(plain).map_or("", |name| name);
    format!(
        "`{name}` says no lifeline, as `l!m` does; say where the letters of the automaton are seen: \
         --locations \"a,b;c\", or `locations` in its JSON"
    )
}

fn misplaced(misplaced: Misplaced) -> Failure {
    Failure::Usage(format!("--locations: {misplaced}"))
}
