//! Is a configuration of a regular set reachable?
//!
//! A set is given by control states and a contents expression ([`BadConfigurations`]). In a system that is
//! RSC every reachable configuration is reachable by an RSC execution, and the contents of the channels after
//! such an execution are its unmatched sends in order. So [`check`] searches the RSC executions
//! with an automaton for the contents (section 4.2 of [RSC](crate#bibliography)):
//!
//! - [`Engine::Channels`]: the expression as a union of tuples of languages, and for each channel one
//!   minimal deterministic automaton that keeps all tuples apart.
//! - [`Engine::Relations`]: for each channel one minimal deterministic automaton whose states are relations
//!   between the separators before and behind it; used if there are too many tuples.
//! - [`Engine::Pebbles`]: the source's own automaton, which guesses where the contents of each channel begin
//!   in the expression. It is tried last, and is the oracle of the others.
//!
//! In any other system a configuration that RSC executions reach is reachable, and no other conclusion is
//! drawn.

mod answer;
mod compatible;
mod contents_part;
mod control_part;
mod diagram;
mod explored;
mod finite;
mod latest;
mod pebbles;
mod portfolio;
mod relations;
mod runs;
mod tuples;
mod violations;

use crate::EngineName;
pub use answer::{Answer, Justification, Outcome, Premise, Tried, UnknownReason};
pub use compatible::by_compatibility;
pub use diagram::{EndingDiagrams, ending_diagrams, runs_diagram};
pub use explored::{BYTES, Configurations, Explored, SAMPLE};
use portfolio::impossible;
pub(crate) use portfolio::{Executions, Found, OpenQuestion};

use contents_part::ContentsPart;
use control_part::ControlPart;
use runs::{ChannelAlphabets, Runs};

use crate::invariant::BadSet;
use crate::rsc::{RscAutomaton, RscSpace, Run, RunFinding, search};
use kernel::automata::Steps;
use kernel::base::{Control, Id as _, IndexVec, LayoutBuilder};
use kernel::search::{Exploration, Statistics, shortest_accepting_path};
use model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, ContentsChain, ContentsExpression, ContentsNode,
    MessageId, System,
};
use model::evidence::{Certificate, EvidenceRequest, Witness};

/// The engine that follows the contents of the channels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// The first of the following engines that is not too large for the expression.
    Auto,
    /// An automaton for each channel, for tuples of languages.
    Channels,
    /// An automaton for each channel, for relations between separators.
    Relations,
    /// Pebbles on the automaton of the expression.
    Pebbles,
    /// An invariant over the contents of the channels, whatever the system.
    Invariant,
    /// The configurations with few messages in each channel, whatever the system.
    Bounded,
    /// Configurations of which many are expanded by one participant alone, whatever the system.
    Persistent,
    /// Backwards from the bad configurations, whatever the system.
    Backward,
    /// Counting messages, whatever the system.
    Linear,
}

impl Engine {
    /// Returns `true` if the engine does not search RSC executions.
    pub fn is_beyond(self) -> bool {
        matches!(
            self,
            Self::Invariant | Self::Bounded | Self::Persistent | Self::Backward | Self::Linear
        )
    }
}

/// Maximum number of letters of an expression for pebbles: the automaton has a state for each.
const PEBBLE_LETTERS: usize = 4_000;

/// Maximum number of states of subsets in the check that the contents of bags are unconstrained.
const BAG_STEPS: usize = 5_000_000;

/// Decides whether a configuration of `bad` is reachable in `system` (Theorem 4.2.4 of
/// [RSC](crate#bibliography)), as far as `premise` allows.
///
/// The RSC executions are searched for a run with the fewest communications. If there is none and `premise`
/// does not make that a proof, the configurations themselves are explored.
///
/// # Complexity
/// Exponential in the numbers of participants, channel keys and of channels whose contents matter;
/// polynomial in the numbers of local states, transitions and states of the channels' automata,
/// which are exponential in the size of the expression at worst.
///
/// # Examples
/// A sender that never stops, and a channel that never holds two messages:
/// ```
/// use check::membership;
/// use check::reachability::{Engine, Outcome, Premise, check};
/// use kernel::base::{Control, IndexVec};
/// use model::cfsm::{
///     BadConfigurations, Channel, ChannelKind, ContentsExpression, ContentsNode, Direction, Label,
///     MessageSort, SystemBuilder,
/// };
///
/// let mut builder = SystemBuilder::new("stream");
/// let a = builder.message("a", MessageSort::Int);
/// let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
/// let p = builder.participant("p");
/// let only = builder.state(p, "0");
/// builder.initial(p, only);
/// builder.transition(p, only, Label::Action(Direction::Send, channel, a), only);
/// let system = builder.finish();
/// // with a.a
/// let mut nodes = IndexVec::default();
/// let both = [nodes.push(ContentsNode::Message(a)), nodes.push(ContentsNode::Message(a))];
/// nodes.push(ContentsNode::Concatenation(both.to_vec()));
/// let contents = Some(ContentsExpression::from_nodes(nodes));
/// let bad = BadConfigurations { control: vec![(p, vec![only])], contents };
///
/// let control = Control::unlimited();
/// let rsc = membership::check(&system, membership::Engine::Plain, &control);
/// let membership::Outcome::Holds(proof) = rsc.outcome else { panic!("it is RSC") };
/// let answer = check(&system, &bad, Premise::Rsc(proof), Engine::Auto, &control);
/// let Outcome::Violated(witness) = answer.outcome else { panic!("two sends do it") };
/// assert_eq!(witness.communications(), 2);
/// ```
pub fn check(
    system: &System,
    bad: &BadConfigurations,
    premise: Premise,
    engine: Engine,
    control: &Control,
) -> Answer {
    check_in(&Configurations::new(system), bad, premise, engine, control)
}

/// Decides what [`check`] decides, on configurations that other checks share.
///
/// # Complexity
/// That of [`check`], without an exploration that was done before.
pub fn check_in(
    configurations: &Configurations<'_>,
    bad: &BadConfigurations,
    premise: Premise,
    engine: Engine,
    control: &Control,
) -> Answer {
    certify_in(configurations, bad, premise, engine, EvidenceRequest::Answer, control).0
}

/// Decides what [`check_in`] decides, and returns with a `holds` its certificate, if it is requested: the
/// explored states. There is no certificate if the answer rests on an assumption, or if only pebbles can
/// decide it; if pebbles and a certificate are requested, another engine is used.
///
/// # Complexity
/// That of [`check_in`]; the certificate takes some tens of bytes for each state.
pub fn certify_in(
    configurations: &Configurations<'_>,
    bad: &BadConfigurations,
    premise: Premise,
    engine: Engine,
    wanted: EvidenceRequest,
    control: &Control,
) -> (Answer, Option<Certificate>) {
    let engine = match (engine, wanted) {
        (Engine::Pebbles, EvidenceRequest::Certificate) => Engine::Auto,
        (engine, _) => engine,
    };
    let system = configurations.system();
    if let Some(channel) = constrained_bag(system, bad) {
        let outcome = Outcome::Unknown(UnknownReason::BagConstrained { channel });
        return (Answer::new(outcome, EngineName::None, Statistics::default()), None);
    }
    let replay = |(initial, steps): Run| {
        Witness::bad_configuration(system, bad, initial, steps)
            .expect("the search finds runs to bad configurations only")
    };
    let by_finite = |explored: &Explored<'_>| {
        let answer = finite::by_configurations(explored, bad);
        let certificate = explored.certificate(&answer.outcome, wanted, control);
        (answer, certificate)
    };
    let set = BadSet::Configurations(bad);
    let question = OpenQuestion::new(configurations, set, &by_finite, &replay, wanted, control);
    let premise = premise.about(system);
    question.decide(premise, engine, |control| {
        let answered = by_rsc_executions(system, bad, engine, premise.wanted(wanted), control);
        let Some((found, engine, statistics)) = answered else {
            let outcome = Outcome::Unknown(UnknownReason::TooLarge);
            let answer = Answer::new(outcome, EngineName::Pebbles, Statistics::default());
            let tried = Tried { engine: EngineName::Pebbles, parameters: Vec::new(), states: 0 };
            return Executions { found: Some((answer, None)), tried };
        };
        let tried = Tried { engine, parameters: Vec::new(), states: statistics.states };
        // Not even the initial configurations are co-reachable, which requires only that each participant and
        // each channel can reach its goal alone.
        let is_impossible = matches!(found, RunFinding::Nothing(_))
            && engine != EngineName::Pebbles
            && statistics.states == 0;
        let found = if is_impossible {
            Some(impossible(engine, statistics, wanted))
        } else {
            premise.conclude(found, replay).map(|(outcome, certificate)| {
                (Answer::new(outcome, engine, statistics), certificate)
            })
        };
        Executions { found, tried }
    })
}

/// Searches the RSC executions for one with the fewest communications that ends in a configuration of `bad`;
/// returns also the name of the engine. Returns `None` if the expression is too large for all engines.
fn by_rsc_executions(
    system: &System,
    bad: &BadConfigurations,
    engine: Engine,
    wanted: EvidenceRequest,
    control: &Control,
) -> Option<(RunFinding, EngineName, Statistics)> {
    let part = ControlPart::new(system, bad);
    let mut layout = LayoutBuilder::new();
    let space = RscSpace::new(system, &mut layout);
    let letters = ChannelAlphabets::new(system, &space);
    let contents = bad.contents.as_ref();
    let Some((contents, name)) = prepared(contents, &letters.of_channel, engine) else {
        let (found, statistics) = by_pebbles(system, part, contents, control)?;
        return Some((found, EngineName::Pebbles, statistics));
    };
    let contents = contents.map(|contents| (contents, letters));
    let (found, statistics) =
        search(system, &Runs::new(space, layout, part, contents), wanted, control);
    Some((found, name, statistics))
}

/// Returns the automata for an expression, if there is one, and the name of their engine; `None` if pebbles
/// are requested, or all automata are too large.
fn prepared(
    expression: Option<&ContentsExpression>,
    letters: &IndexVec<ChannelId, Vec<MessageId>>,
    engine: Engine,
) -> Option<(Option<ContentsPart>, EngineName)> {
    let part = |make: fn(&ContentsExpression, &_) -> Option<ContentsPart>| match expression {
        None => Some(None),
        Some(expression) => make(expression, letters).map(Some),
    };
    let by_tuples = || Some((part(ContentsPart::tuples)?, EngineName::Channels));
    let by_relations = || Some((part(ContentsPart::relations)?, EngineName::Relations));
    match engine {
        Engine::Pebbles => None,
        Engine::Relations => by_relations(),
        _ => by_tuples().or_else(by_relations),
    }
}

fn by_pebbles(
    system: &System,
    part: ControlPart,
    expression: Option<&ContentsExpression>,
    control: &Control,
) -> Option<(RunFinding, Statistics)> {
    let is_letter =
        |node: &&ContentsNode| matches!(node, ContentsNode::Message(_) | ContentsNode::Separator);
    let too_large = |contents: &ContentsExpression| {
        contents.nodes().iter().filter(is_letter).count() > PEBBLE_LETTERS
    };
    if expression.is_some_and(too_large) {
        return None;
    }
    let rsc = RscAutomaton::<Box<[u64]>>::new(system);
    let runs = pebbles::runs(system, rsc, part, expression);
    let Exploration { finding, statistics, .. } = shortest_accepting_path(&runs, control);
    let to_run = |path| pebbles::to_run(system, &runs, &path);
    Some((RunFinding::new(finding, to_run, || None), statistics))
}

/// Returns the first bag whose contents `bad` constrains, or may constrain.
///
/// The contents of a bag have no order, so a contents expression has a meaning for it only if it allows every
/// word.
fn constrained_bag(system: &System, bad: &BadConfigurations) -> Option<ChannelId> {
    let is_bag = |&channel: &ChannelId| system.channels()[channel].kind == ChannelKind::Bag;
    let bags: Vec<ChannelId> = system.channels().ids().filter(is_bag).collect();
    let contents = bad.contents.as_ref().filter(|_| !bags.is_empty())?;
    let chain = ContentsChain::new(contents);
    let alphabet: Vec<MessageId> = system.messages().ids().collect();
    let mut steps = Steps(BAG_STEPS);
    bags.into_iter()
        .find(|bag| chain.first_constraint(bag.index(), &alphabet, &mut steps).is_some())
}
