//! Diagrams of the automata with pebbles.

use super::control_part::ControlPart;
use super::pebbles::{self, Pebbles, Positions};
use crate::membership::{BorderlineAutomaton, BorderlineLetter};
use crate::rsc::{ChannelLetterId, RscAutomaton, exchange_text, rsc_state_text};
use kernel::automata::{NamedAutomaton, NamedState, NamedTransition};
use kernel::base::{Control, Id as _, Limit};
use kernel::transition_system::{AllWords, Product};
use model::cfsm::{BadConfigurations, ContentsChain, Exchange, MessageId, ParticipantId, System};

/// The automaton of the sequences of communications that leave certain contents in the channels, and the
/// automaton of these contents, on which its pebbles are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingDiagrams {
    /// The automaton of the contents; `None` if these do not matter.
    pub contents: Option<NamedAutomaton>,
    /// The automaton with the pebbles.
    pub executions: NamedAutomaton,
}

/// Returns the automaton of Definition 4.2.2 of [RSC](crate#bibliography) for `bad`, `max_states` states at
/// most.
///
/// The name of a state shows the required control states, the positions of the pebbles, and the initial
/// positions of those but the first. The source has a separate state from which all guesses are made; here
/// the guesses themselves are initial, and guesses from which no word of the expression continues are left
/// out.
///
/// # Complexity
/// Linear in the number of states times that of letters.
///
/// # Errors
/// The limit that was reached first.
pub fn ending_diagrams(
    system: &System,
    bad: &BadConfigurations,
    max_states: u64,
    control: &Control,
) -> Result<EndingDiagrams, Limit> {
    let rsc = RscAutomaton::<Box<[u64]>>::new(system);
    let acceptor = Pebbles::new(system, bad.contents.as_ref(), &rsc);
    let contents = contents_diagram(system, &acceptor);
    let channel_letter = |exchange: Exchange| {
        let wanted = (exchange.channel, exchange.message);
        let mut channel_letters = rsc.space().moves().channel_letters().enumerate();
        channel_letters
            .find(|(_, channel_letter)| (channel_letter.channel, channel_letter.message) == wanted)
            .map(|(id, _)| id)
    };
    let letters: Vec<(Exchange, ChannelLetterId)> = BorderlineAutomaton::alphabet(system)
        .into_iter()
        .filter_map(|letter| match letter {
            BorderlineLetter::Communication(exchange) => {
                Some((exchange, channel_letter(exchange)?))
            }
            BorderlineLetter::LastReception { .. } => None,
        })
        .collect();
    let matched = letters.iter().filter(|(exchange, _)| exchange.receiver.is_some());
    let matched = matched.map(|&letter| exchange_text(system, letter.0)).collect();
    let target = match target_text(system, bad).as_str() {
        "" => String::new(),
        target => format!("{target}; "),
    };
    let executions = NamedAutomaton::explore(
        Product { system: AllWords(letters), acceptor },
        system.name(),
        |_, ((), positions)| format!("{target}{}", positions_text(positions)),
        |_, (exchange, _)| exchange_text(system, exchange),
        max_states,
        control,
    )?;
    let gathered = Some(("any matched communication".to_owned(), matched));
    Ok(EndingDiagrams { contents, executions: NamedAutomaton { gathered, ..executions } })
}

/// Returns the product of Definition 4.2.3 of [RSC](crate#bibliography), whose words are the RSC
/// executions of `system` that end in a configuration of `bad`; `max_states` states at most.
///
/// # Complexity
/// Linear in the number of transitions.
///
/// # Errors
/// The limit that was reached first.
pub fn runs_diagram(
    system: &System,
    bad: &BadConfigurations,
    max_states: u64,
    control: &Control,
) -> Result<NamedAutomaton, Limit> {
    let rsc = RscAutomaton::<Box<[u64]>>::new(system);
    let part = ControlPart::new(system, bad);
    NamedAutomaton::explore(
        pebbles::runs(system, rsc, part, bad.contents.as_ref()),
        system.name(),
        |runs, (execution, positions)| {
            let executed = rsc_state_text(system, runs.system.space(), execution);
            format!("{executed}\n{}", positions_text(positions))
        },
        |runs, letter| exchange_text(system, runs.system.space().exchange(letter)),
        max_states,
        control,
    )
}

/// Returns the automaton that the pebbles move on, a separator as `#`.
fn contents_diagram(system: &System, pebbles: &Pebbles) -> Option<NamedAutomaton> {
    let automaton = pebbles.automaton()?;
    let mut diagram =
        NamedAutomaton { name: system.name().to_owned(), ..NamedAutomaton::default() };
    for state in automaton.states() {
        diagram.states.push(NamedState {
            name: state.index().to_string(),
            initial: automaton.initial().contains(&state),
            accepting: automaton.is_accepting(state),
        });
        for &(symbol, target) in automaton.transitions(state) {
            let name = |message: MessageId| system.messages()[message].name.clone();
            let letter = ContentsChain::message(symbol).map_or_else(|| "#".to_owned(), name);
            let (from, to) = (state.index(), target.index());
            diagram.transitions.push(NamedTransition { from, letter, to });
        }
    }
    Some(diagram)
}

/// Returns the required control states of the participants that have more than one: `*` for any.
fn target_text(system: &System, bad: &BadConfigurations) -> String {
    let wanted = |participant: ParticipantId| {
        let automaton = &system.automata()[participant];
        let states = bad.control.iter().find(|(named, _)| *named == participant);
        states.map_or("*".to_owned(), |(_, states)| {
            let names: Vec<&str> = states.iter().map(|&state| &automaton.states()[state]).collect();
            names.join("|")
        })
    };
    let shown = system.automata().enumerate().filter(|(_, automaton)| automaton.states().len() > 1);
    let texts: Vec<String> = shown.map(|(participant, _)| wanted(participant)).collect();
    texts.join(",")
}

/// Returns the positions of the pebbles, and the initial positions of those but the first.
fn positions_text(positions: &Positions) -> String {
    let text = |states: &mut dyn Iterator<Item = usize>| {
        states.map(|state| state.to_string()).collect::<Vec<_>>().join(",")
    };
    let pebbles = text(&mut positions.pebbles.iter().map(|state| state.index()));
    let guesses = text(&mut positions.guesses.iter().skip(1).map(|state| state.index()));
    format!("{pebbles}; {guesses}")
}
