//! Bad configurations among the explored ones: exact if these are all.

use super::contents_part::ContentsPart;
use super::{Answer, Explored};
use kernel::base::{Id as _, IndexVec};
use kernel::search::NodeId;
use model::cfsm::{BadConfigurations, ChannelId, ChannelKind, Configuration, MessageId, System};
use model::evidence::Witness;

/// Decides whether one of the explored configurations is bad; if none is and there are others, the result is
/// unknown.
///
/// # Complexity
/// Linear in the sizes of the configurations, after the construction of the automata for the contents.
pub(super) fn by_configurations(explored: &Explored<'_>, bad: &BadConfigurations) -> Answer {
    explored.answer(Ok(first_bad(explored, bad)), |(initial, steps)| {
        Witness::bad_configuration(explored.system(), bad, initial, steps)
            .expect("the run leads to a bad configuration")
    })
}

/// Returns the first configuration of `bad` among the explored ones.
///
/// # Complexity
/// Linear in the sizes of the configurations, after the construction of the automata for the contents.
fn first_bad(explored: &Explored<'_>, bad: &BadConfigurations) -> Option<NodeId> {
    let test = ContentsTest::new(explored.system(), bad);
    explored.nodes().find(|&node| {
        let control = bad
            .control
            .iter()
            .all(|(participant, states)| states.contains(&explored.control(node, *participant)));
        control && test.accepts(&explored.configuration(node))
    })
}

/// Condition on the contents of a configuration whose control part is bad.
enum ContentsTest<'a> {
    /// Any contents.
    Nothing,
    /// Contents that the automata of the channels accept together. They have no letter for a bag.
    Automata(ContentsPart, IndexVec<ChannelId, bool>),
    /// Contents of the expression, evaluated without automata, which would be too large.
    Meaning(&'a BadConfigurations),
}

impl<'a> ContentsTest<'a> {
    fn new(system: &System, bad: &'a BadConfigurations) -> Self {
        let Some(expression) = &bad.contents else { return Self::Nothing };
        let read: IndexVec<ChannelId, bool> =
            system.channels().iter().map(|channel| channel.kind == ChannelKind::Fifo).collect();
        let all: Vec<MessageId> = system.messages().ids().collect();
        let letters = read.iter().map(|&read| if read { all.clone() } else { Vec::new() });
        let letters = letters.collect();
        ContentsPart::tuples(expression, &letters)
            .or_else(|| ContentsPart::relations(expression, &letters))
            .map_or(Self::Meaning(bad), |part| Self::Automata(part, read))
    }

    fn accepts(&self, configuration: &Configuration) -> bool {
        match self {
            Self::Nothing => true,
            Self::Meaning(bad) => bad.contains(configuration),
            Self::Automata(part, read) => part.accepts(|channel| {
                let held = configuration.contents[channel].messages();
                let letters = held.iter().filter(|_| read[channel]).map(|message| message.index());
                letters.fold(0, |state, letter| part.after(channel, state, letter))
            }),
        }
    }
}
