//! Printing a model.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::legal_names::{Spelling, legal_names};
use super::token::KEYWORDS;
use crate::reading::Expectation;
use kernel::base::{Id as _, IndexVec};
use model::cfsm::{
    BadConfigurations, Channel, ChannelKind, CommunicatingAutomaton, ContentsExpression,
    ContentsNode, ContentsNodeId, Label, MessageId, ParticipantId, StateId, System,
};

/// Returns the text of a model in the canonical layout.
///
/// Reading it yields the model again, up to what the language cannot express: states that are not
/// named by numbers are numbered by position, invalid names are
/// changed, and transitions are listed by their source.
///
/// # Complexity
/// Linear in the text.
pub fn print(system: &System, bad: &[BadConfigurations], expectations: &[Expectation]) -> String {
    let names = Names::new(system);
    let mut text =
        format!("scm {} :\n\nnb_channels = {} ;\n", names.system, system.channels().len());
    print_channels(&mut text, "//# bag_buffers =", system, |c| c.kind == ChannelKind::Bag);
    for expectation in expectations {
        line(&mut text, format_args!("//# expect: {expectation}"));
    }
    print_channels(&mut text, "lossy :", system, |channel| channel.lossy);
    text.push_str("parameters :\n");
    for (id, message) in system.messages().enumerate() {
        let sort = message.sort.word();
        line(&mut text, format_args!("{sort} {} ;", names.messages[id]));
    }
    for (id, automaton) in system.automata().enumerate() {
        print_automaton(&mut text, &names, id, automaton);
    }
    print_bad(&mut text, system, &names, bad);
    text
}

/// Returns the participants and the messages that [`print()`] renames, each with its name in the
/// text.
///
/// Each character other than letters, digits and underscores becomes an underscore; a name that then does
/// not begin with a letter, or is a keyword, is prefixed with `x_`; and a number is appended to a name that is taken.
///
/// # Complexity
/// Linear in the names.
pub fn changed_names(system: &System) -> Vec<(String, String)> {
    let names = Names::new(system);
    let participants = system.automata().iter().map(CommunicatingAutomaton::name);
    let messages = system.messages().iter().map(|message| message.name.as_str());
    let all = participants.zip(&names.automata).chain(messages.zip(&names.messages));
    all.filter(|(name, printed)| name != printed)
        .map(|(name, printed)| (name.to_owned(), printed.clone()))
        .collect()
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("writing to a string cannot fail");
}

fn print_channels(
    text: &mut String,
    keyword: &str,
    system: &System,
    is_meant: impl Fn(&Channel) -> bool,
) {
    let numbers: Vec<String> = system
        .channels()
        .enumerate()
        .filter(|(_, channel)| is_meant(channel))
        .map(|(id, _)| id.index().to_string())
        .collect();
    if !numbers.is_empty() {
        line(text, format_args!("{keyword} {}", numbers.join(", ")));
    }
}

fn print_automaton(
    text: &mut String,
    names: &Names,
    id: ParticipantId,
    automaton: &CommunicatingAutomaton,
) {
    let states = &names.states[id];
    let initial: Vec<&str> = automaton.initial().iter().map(|&s| states[s].as_str()).collect();
    line(
        text,
        format_args!("\nautomaton {} :\ninitial : {}", names.automata[id], initial.join(", ")),
    );
    for state in automaton.states().ids() {
        line(text, format_args!("state {} :", states[state]));
        let transitions = automaton.outgoing(state).iter().map(|&t| automaton.transitions()[t]);
        // The internal twin of a send on a lossy channel is implied by `lossy`.
        for transition in transitions.filter(|transition| transition.loss_of.is_none()) {
            let target = &states[transition.target];
            let action = match transition.label {
                Label::Internal => String::new(),
                Label::Action(direction, channel, message) => {
                    let sign = direction.sign();
                    format!(" , {} {sign} {}", channel.index(), names.messages[message])
                }
            };
            line(text, format_args!("to {target} : when true{action} ;"));
        }
    }
}

fn print_bad(text: &mut String, system: &System, names: &Names, bad: &[BadConfigurations]) {
    if bad.is_empty() {
        return;
    }
    text.push_str("\nbad_states :\n");
    for bad in bad {
        let control: Vec<String> = if bad.control.is_empty() {
            // The language has no specification without automata: one automaton with all its states is written.
            system
                .automata()
                .enumerate()
                .take(1)
                .map(|(id, automaton)| {
                    print_control(names, id, &automaton.states().ids().collect::<Vec<_>>())
                })
                .collect()
        } else {
            bad.control.iter().map(|(id, states)| print_control(names, *id, states)).collect()
        };
        let contents = bad.contents.as_ref().map_or_else(String::new, |contents| {
            format!(" with {}", print_contents(names, contents))
        });
        line(text, format_args!("({}{contents})", control.join(" ")));
    }
}

fn print_control(names: &Names, id: ParticipantId, states: &[StateId]) -> String {
    let mut text = format!("automaton {} :", names.automata[id]);
    for &state in states {
        text.push_str(" in ");
        text.push_str(&names.states[id][state]);
        text.push_str(" : true");
    }
    if states.is_empty() {
        // The language has no empty list of states.
        let first = names.states[id].iter().next().map_or("0", String::as_str);
        let _ = write!(text, " in {first} : false");
    }
    text
}

/// How tightly the context of an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Binding {
    Alternatives,
    Concatenation,
    Repetition,
}

/// A pending part of the text of a contents expression.
enum Step<'a> {
    Node(ContentsNodeId, Binding),
    Text(&'a str),
}

/// Returns the text of a contents expression, with the parentheses that its shape needs.
fn print_contents(names: &Names, contents: &ContentsExpression) -> String {
    let mut text = String::new();
    let mut open = vec![Step::Node(contents.root(), Binding::Alternatives)];
    while let Some(step) = open.pop() {
        let (id, around) = match step {
            Step::Text(sign) => {
                text.push_str(sign);
                continue;
            }
            Step::Node(id, around) => (id, around),
        };
        let is_root = id == contents.root();
        let steps = match &contents.nodes()[id] {
            ContentsNode::Empty => vec![Step::Text("_")],
            ContentsNode::Separator => vec![Step::Text("#")],
            ContentsNode::Message(message) => vec![Step::Text(&names.messages[*message])],
            ContentsNode::Star(part) => {
                vec![Step::Node(*part, Binding::Repetition), Step::Text("^*")]
            }
            ContentsNode::Plus(part) => {
                vec![Step::Node(*part, Binding::Repetition), Step::Text("^+")]
            }
            // Alternatives directly in alternatives keep their parentheses, and so do
            // concatenations: the tree is read back unchanged.
            ContentsNode::Alternatives(parts) => list(parts, "|", Binding::Concatenation, is_root),
            ContentsNode::Concatenation(parts) => {
                let is_bare = is_root || around == Binding::Concatenation;
                list(parts, ".", Binding::Repetition, is_bare)
            }
        };
        open.extend(steps.into_iter().rev());
    }
    text
}

/// Returns the steps that write `parts` with `sign` between them, in parentheses unless they are bare.
fn list<'a>(
    parts: &[ContentsNodeId],
    sign: &'a str,
    inside: Binding,
    is_bare: bool,
) -> Vec<Step<'a>> {
    let mut steps = Vec::with_capacity(2 * parts.len() + 1);
    for &part in parts {
        steps.extend([Step::Text(sign), Step::Node(part, inside)]);
    }
    let first = if is_bare { "" } else { "(" };
    match steps.first_mut() {
        Some(step) => *step = Step::Text(first),
        None => steps.extend([Step::Text(first), Step::Text("_")]),
    }
    steps.extend((!is_bare).then_some(Step::Text(")")));
    steps
}

/// The names that the text uses.
struct Names {
    system: String,
    messages: IndexVec<MessageId, String>,
    automata: IndexVec<ParticipantId, String>,
    states: IndexVec<ParticipantId, IndexVec<StateId, String>>,
}

impl Names {
    fn new(system: &System) -> Self {
        Self {
            system: legal([system.name()].into_iter()).collect(),
            messages: legal(system.messages().iter().map(|m| m.name.as_str())).collect(),
            automata: legal(system.automata().iter().map(CommunicatingAutomaton::name)).collect(),
            states: system.automata().iter().map(numbers).collect(),
        }
    }
}

/// Returns the numbers of the states: their names if all are numbers, else their positions.
fn numbers(automaton: &CommunicatingAutomaton) -> IndexVec<StateId, String> {
    let states = automaton.states();
    let distinct: FxHashSet<&str> = states.iter().map(String::as_str).collect();
    let is_number =
        |name: &String| name.parse::<u64>().is_ok_and(|number| number.to_string() == *name);
    if distinct.len() == states.len() && states.iter().all(is_number) {
        return states.clone();
    }
    states.ids().map(|id| id.index().to_string()).collect()
}

/// Returns names of the language, pairwise different: valid names are unchanged.
fn legal<'a>(names: impl Iterator<Item = &'a str> + Clone) -> impl Iterator<Item = String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let spelling = Spelling { is_name: is_legal, is_letter, first_number: 1 };
    legal_names(names, std::iter::empty(), spelling)
}

fn is_legal(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = match bytes.next() {
        Some(b'_') => name.len() > 1,
        Some(byte) => byte.is_ascii_alphabetic(),
        None => false,
    };
    starts && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_') && !KEYWORDS.contains(&name)
}
