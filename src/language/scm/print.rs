//! Printing a model.

use std::fmt::Write as _;

use rustc_hash::FxHashSet;

use super::legal_names::{NameRules, legal_names};
use super::token::keywords;
use crate::reading::Expectation;
use kernel::base::{Id as _, IndexVec, Names};
use model::cfsm::{
    BadConfigurations, Channel, ChannelKind, CommunicatingAutomaton, ContentsExpression,
    ContentsNode, ContentsNodeId, Label, ParticipantId, StateId, System, SystemNames,
};

/// Returns the text of a model in the canonical layout.
///
/// Reading it yields the model again, up to what the language cannot express: states that are not
/// named by numbers are numbered by position, invalid names are
/// changed, and transitions are listed by their source.
///
/// # Complexity
/// Linear in the text, for each level of parentheses in contents expressions.
pub fn print(system: &System, bad: &[BadConfigurations], expectations: &[Expectation]) -> String {
    let system = &as_printed(system);
    let mut text =
        format!("scm {} :\n\nnb_channels = {} ;\n", system.name(), system.channels().len());
    print_channels(&mut text, "//# bag_buffers =", system, |c| c.kind == ChannelKind::Bag);
    print_final_states(&mut text, system);
    for expectation in expectations {
        let _ = writeln!(text, "//# expect: {expectation}");
    }
    print_channels(&mut text, "lossy :", system, |channel| channel.lossy);
    text.push_str("parameters :\n");
    for message in system.messages() {
        let _ = writeln!(text, "{} {} ;", message.sort.word(), message.name);
    }
    for automaton in system.automata() {
        print_automaton(&mut text, system, automaton);
    }
    print_bad(&mut text, system, bad);
    text
}

/// Returns the system with the names that it has in the text of [`print()`], and the same ids.
///
/// In names of participants and messages each character other than letters, digits and underscores becomes an
/// underscore; a name that then does not begin with a letter, or is a keyword, is prefixed with `x_`; and a number is
/// appended to a name that is taken. States that are not named by numbers have those of their positions, and channels
/// have no names.
///
/// # Complexity
/// Linear in the system.
#[must_use]
pub fn as_printed(system: &System) -> System {
    system.with_names(SystemNames {
        system: legal([system.name()].into_iter()).collect(),
        participants: legal(participants(system)).collect(),
        states: system.automata().iter().map(numbers).collect(),
        messages: legal(messages(system)).collect(),
        channels: system.channels().iter().map(|_| None).collect(),
    })
}

/// Returns the participants and the messages that [`print()`] renames, each with its name in the
/// text, as [`as_printed`] has it.
///
/// # Complexity
/// Linear in the system.
pub fn changed_names(system: &System) -> Vec<(String, String)> {
    let printed = as_printed(system);
    let all = participants(system).zip(participants(&printed));
    let all = all.chain(messages(system).zip(messages(&printed)));
    all.filter(|(name, printed)| name != printed)
        .map(|(name, printed)| (name.to_owned(), printed.to_owned()))
        .collect()
}

fn participants(system: &System) -> impl Iterator<Item = &str> + Clone {
    system.automata().iter().map(CommunicatingAutomaton::name)
}

fn messages(system: &System) -> impl Iterator<Item = &str> + Clone {
    system.messages().iter().map(|message| message.name.as_str())
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
        let _ = writeln!(text, "{keyword} {}", numbers.join(", "));
    }
}

fn print_final_states(text: &mut String, system: &System) {
    for (participant, automaton) in system.automata().enumerate() {
        if let Some(line) = final_line(system, participant, automaton.declared_final()) {
            let _ = writeln!(text, "{line}");
        }
    }
}

/// Returns the line that declares states of a participant to be final, as they are named in a text; `None` if there is no
/// state.
pub fn final_line(
    system: &System,
    participant: ParticipantId,
    states: impl IntoIterator<Item = StateId>,
) -> Option<String> {
    let automaton = &system.automata()[participant];
    let states: Vec<&str> = states.into_iter().map(|state| &automaton.states()[state]).collect();
    let is_any = !states.is_empty();
    is_any.then(|| format!("//# final: {} = {}", automaton.name(), states.join(", ")))
}

fn print_automaton(text: &mut String, system: &System, automaton: &CommunicatingAutomaton) {
    let states = automaton.states();
    let initial: Vec<&str> = automaton.initial().iter().map(|&s| &states[s]).collect();
    let _ = writeln!(text, "\nautomaton {} :", automaton.name());
    let _ = writeln!(text, "initial : {}", initial.join(", "));
    for state in automaton.states().ids() {
        let _ = writeln!(text, "state {} :", &states[state]);
        let transitions = automaton.outgoing(state).iter().map(|&t| automaton.transitions()[t]);
        // The internal twin of a send on a lossy channel is implied by `lossy`.
        for transition in transitions.filter(|transition| transition.loss_of.is_none()) {
            let target = &states[transition.target];
            let action = match transition.label {
                Label::Internal => String::new(),
                Label::Action(direction, channel, message) => {
                    let sign = direction.sign();
                    format!(" , {} {sign} {}", channel.index(), system.messages()[message].name)
                }
            };
            let _ = writeln!(text, "to {target} : when true{action} ;");
        }
    }
}

fn print_bad(text: &mut String, system: &System, bad: &[BadConfigurations]) {
    if bad.is_empty() {
        return;
    }
    text.push_str("\nbad_states :\n");
    for bad in bad {
        let control: Vec<String> = match (&*bad.control, system.automata().enumerate().next()) {
            // The language has no specification without automata: one automaton with all its states is written.
            ([], Some((id, automaton))) => {
                vec![print_control(system, id, &automaton.states().ids().collect::<Vec<_>>())]
            }
            (control, _) => {
                control.iter().map(|(id, states)| print_control(system, *id, states)).collect()
            }
        };
        let contents = bad.contents.as_ref();
        let contents =
            contents.map(|contents| format!(" with {}", print_contents(system, contents)));
        let _ = writeln!(text, "({}{})", control.join(" "), contents.unwrap_or_default());
    }
}

fn print_control(system: &System, id: ParticipantId, states: &[StateId]) -> String {
    let automaton = &system.automata()[id];
    let mut text = format!("automaton {} :", automaton.name());
    for &state in states {
        let _ = write!(text, " in {} : true", &automaton.states()[state]);
    }
    if states.is_empty() {
        // The language has no empty list of states.
        let first = automaton.states().iter().next().unwrap_or("0");
        let _ = write!(text, " in {first} : false");
    }
    text
}

/// Returns the text of a contents expression, with the parentheses that its shape needs.
fn print_contents(system: &System, contents: &ContentsExpression) -> String {
    let nodes = contents.nodes();
    let mut texts: IndexVec<ContentsNodeId, String> = IndexVec::new();
    for node in nodes {
        let mut part = |id: &ContentsNodeId| {
            let text = std::mem::take(&mut texts[*id]);
            // Alternatives directly in alternatives keep their parentheses, and so do concatenations:
            // the tree is read back unchanged.
            match (&nodes[*id], node) {
                (ContentsNode::Concatenation(_), ContentsNode::Alternatives(_)) => text,
                (ContentsNode::Concatenation(_) | ContentsNode::Alternatives(_), _) => {
                    format!("({text})")
                }
                _ => text,
            }
        };
        let text = match node {
            ContentsNode::Empty => "_".to_owned(),
            ContentsNode::Separator => "#".to_owned(),
            ContentsNode::Message(message) => system.messages()[*message].name.clone(),
            ContentsNode::Star(repeated) => part(repeated) + "^*",
            ContentsNode::Plus(repeated) => part(repeated) + "^+",
            ContentsNode::Alternatives(parts) | ContentsNode::Concatenation(parts) => {
                let sign = if matches!(node, ContentsNode::Concatenation(_)) { "." } else { "|" };
                parts.iter().map(part).collect::<Vec<_>>().join(sign)
            }
        };
        // The language has no empty list of parts.
        texts.push(if text.is_empty() { "_".to_owned() } else { text });
    }
    std::mem::take(&mut texts[contents.root()])
}

/// Returns the numbers of the states: their names if all are numbers, else their positions.
fn numbers(automaton: &CommunicatingAutomaton) -> Names<StateId> {
    let states = automaton.states();
    let distinct: FxHashSet<&str> = states.iter().collect();
    let is_number = |name: &str| name.parse::<u64>().is_ok_and(|number| number.to_string() == name);
    if distinct.len() == states.len() && states.iter().all(is_number) {
        return states.clone();
    }
    states.ids().map(|id| id.index().to_string()).collect()
}

/// Returns names of the language, pairwise different: valid names are unchanged.
fn legal<'a>(names: impl Iterator<Item = &'a str> + Clone) -> impl Iterator<Item = String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let rules = NameRules { is_name: is_legal, is_letter, first_number: 1 };
    legal_names(names, std::iter::empty(), rules)
}

fn is_legal(name: &str) -> bool {
    let mut bytes = name.bytes();
    let starts = match bytes.next() {
        Some(b'_') => name.len() > 1,
        Some(byte) => byte.is_ascii_alphabetic(),
        None => false,
    };
    starts
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && keywords().all(|word| word != name)
}
