//! Laws of reachability: what must not change the answer, or only in one direction.

use crate::check::reachability_random::{either, with_transition};
use crate::support::bad_specifications::{file, random_bad, text};
use crate::support::cases::{BOUNDS, seeds, shuffle, system_of};
use crate::support::membership_engines::is_rsc;
use crate::support::small_systems::describe;
use oracle::configurations::{Loss, explore};
use scm_check::internals::check::membership;
use scm_check::internals::check::reachability::{Engine, Outcome, Premise, UnknownReason, check};
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::scm;
use scm_check::internals::model::cfsm::{
    BadConfigurations, ChannelId, ChannelKind, ContentsExpression, ContentsNode, ContentsNodeId,
    Direction, Label, MessageId, ParticipantId, System, SystemBuilder,
};

/// The engines that always know of an RSC system.
const ENGINES: [Engine; 2] = [Engine::Channels, Engine::Relations];

/// The fewest communications that lead to a bad configuration; nothing where none is reachable.
fn fewest(system: &System, bad: &BadConfigurations, engine: Engine) -> Option<usize> {
    let control = Control::unlimited();
    let rsc = membership::check(system, membership::Engine::Plain, &control).outcome;
    let membership::Outcome::Holds(proof) = rsc else { panic!("it is RSC") };
    match check(system, bad, Premise::Rsc(proof), engine, &control).outcome {
        Outcome::Violated(witness) => Some(witness.communications()),
        Outcome::Holds(_) => None,
        Outcome::Unknown(gap) => panic!("{gap:?}\n{}", text(system, bad)),
    }
}

/// An RSC system with two specifications of its own.
struct Case {
    seed: u64,
    system: System,
    bad: [BadConfigurations; 2],
}

/// The RSC systems among so many in 100 of the cases.
fn cases(share: u64) -> impl Iterator<Item = Case> {
    seeds(share).map(|seed| (seed, system_of(seed))).filter(|(_, system)| is_rsc(system)).map(
        |(seed, system)| {
            let exploration = explore(&system, Loss::OnTheWay, BOUNDS);
            let mut numbers = Random::new(!seed);
            let bad = [(); 2].map(|()| random_bad(&system, &exploration, &mut numbers));
            Case { seed, system, bad }
        },
    )
}

/// How often something was reachable, and how often not.
#[derive(Default, Debug)]
struct Tally {
    reachable: usize,
    unreachable: usize,
}

impl Tally {
    fn count(&mut self, fewest: Option<usize>) {
        match fewest {
            Some(_) => self.reachable += 1,
            None => self.unreachable += 1,
        }
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        println!("{self:?}");
        let few = self.reachable + self.unreachable < 50;
        let both = self.reachable > 0 && self.unreachable > 0;
        assert!(few || both || std::thread::panicking(), "{self:?}");
    }
}

/// The expression that allows everything.
fn anything(system: &System) -> ContentsExpression {
    let mut nodes = IndexVec::new();
    let mut row = Vec::new();
    for channel in 0..system.channels().len() {
        if channel > 0 {
            row.push(nodes.push(ContentsNode::Separator));
        }
        let messages: Vec<ContentsNodeId> =
            system.messages().ids().map(|id| nodes.push(ContentsNode::Message(id))).collect();
        let any = nodes.push(ContentsNode::Alternatives(messages));
        row.push(nodes.push(ContentsNode::Star(any)));
    }
    nodes.push(ContentsNode::Concatenation(row));
    ContentsExpression::from_nodes(nodes)
}

#[test]
fn contents_that_may_be_anything_go_without_saying() {
    let mut tally = Tally::default();
    for Case { seed, system, bad } in cases(20) {
        for bad in bad {
            let plain = BadConfigurations { contents: None, ..bad };
            let spelled = BadConfigurations { contents: Some(anything(&system)), ..plain.clone() };
            for engine in ENGINES {
                let [one, other] = [&plain, &spelled].map(|bad| fewest(&system, bad, engine));
                assert_eq!(one, other, "{engine:?}, seed {seed}\n{}", text(&system, &spelled));
                tally.count(one);
            }
        }
    }
}

#[test]
fn either_of_two_is_reached_like_the_nearer_one() {
    let mut tally = Tally::default();
    for Case { seed, system, bad: [one, other] } in cases(20) {
        // Alternatives of contents where the control part is the same.
        let contents =
            |bad: &BadConfigurations| bad.contents.clone().unwrap_or_else(|| anything(&system));
        let both = either(&contents(&one), &contents(&other));
        let with = |contents| BadConfigurations { contents, control: one.control.clone() };
        let [one, other, both] =
            [with(Some(contents(&one))), with(Some(contents(&other))), with(Some(both))];
        for engine in ENGINES {
            let ask = |bad| fewest(&system, bad, engine);
            let nearer = [ask(&one), ask(&other)].into_iter().flatten().min();
            assert_eq!(ask(&both), nearer, "{engine:?}, seed {seed}\n{}", text(&system, &both));
            tally.count(nearer);
        }
    }
}

#[test]
fn either_of_two_states_is_reached_like_the_nearer_one() {
    let mut tally = Tally::default();
    for Case { seed, system, bad } in cases(20) {
        for bad in bad {
            let (first, states) = bad.control[0].clone();
            let with = |states| {
                let mut control = bad.control.clone();
                control[0] = (first, states);
                BadConfigurations { control, ..bad.clone() }
            };
            for engine in ENGINES {
                let each = states.iter().filter_map(|&s| fewest(&system, &with(vec![s]), engine));
                let found = fewest(&system, &bad, engine);
                assert_eq!(found, each.min(), "{engine:?}, seed {seed}\n{}", text(&system, &bad));
                tally.count(found);
            }
        }
    }
}

#[test]
fn more_transitions_keep_what_is_reachable() {
    let mut tally = Tally::default();
    let mut nearer = 0;
    for Case { seed, system, bad } in cases(40) {
        let larger = with_transition(&system, &mut Random::new(seed));
        if !is_rsc(&larger) {
            continue;
        }
        for bad in bad {
            for engine in ENGINES {
                let [before, after] = [&system, &larger].map(|s| fewest(s, &bad, engine));
                let kept = before.is_none() || after.is_some_and(|after| Some(after) <= before);
                assert!(kept, "{engine:?}, seed {seed}: {before:?}, {after:?}\n{}", {
                    text(&system, &bad) + &describe(&larger)
                });
                nearer += usize::from(before != after);
                tally.count(after);
            }
        }
    }
    println!("{nearer} are nearer or reachable only then");
    assert!(nearer > 0 || tally.reachable < 50);
}

/// A system and a specification whose parts have other places and names.
struct Other {
    participants: Vec<ParticipantId>,
    channels: Vec<ChannelId>,
    messages: Vec<MessageId>,
}

impl Other {
    /// Draws an order of all parts.
    fn order(system: &System, numbers: &mut Random) -> Self {
        let mut participants: Vec<ParticipantId> = system.automata().ids().collect();
        let mut channels: Vec<ChannelId> = system.channels().ids().collect();
        let mut messages: Vec<MessageId> = system.messages().ids().collect();
        shuffle(&mut participants, numbers);
        shuffle(&mut channels, numbers);
        shuffle(&mut messages, numbers);
        Self { participants, channels, messages }
    }

    fn participant(&self, old: ParticipantId) -> ParticipantId {
        ParticipantId::from_index(place(&self.participants, old))
    }

    fn channel(&self, old: ChannelId) -> ChannelId {
        ChannelId::from_index(place(&self.channels, old))
    }

    fn message(&self, old: MessageId) -> MessageId {
        MessageId::from_index(place(&self.messages, old))
    }

    /// The system in this order, in which everything has another name, and after it so many
    /// participants who do not start.
    fn system(&self, system: &System, bystanders: usize) -> System {
        let mut builder = SystemBuilder::new("other");
        for &message in &self.messages {
            let message = &system.messages()[message];
            builder.message(format!("other_{}", message.name), message.sort);
        }
        for &channel in &self.channels {
            builder.channel(system.channels()[channel]);
        }
        for &old in &self.participants {
            let automaton = &system.automata()[old];
            let participant = builder.participant(format!("other_{}", automaton.name()));
            for state in automaton.states().iter() {
                builder.state(participant, format!("1{state}"));
            }
            for &state in automaton.initial() {
                builder.initial(participant, state);
            }
            // The builder itself adds what stands for the loss of a message.
            for transition in automaton.transitions().iter().filter(|t| t.loss_of.is_none()) {
                let label = match transition.label {
                    Label::Internal => Label::Internal,
                    Label::Action(direction, channel, message) => {
                        Label::Action(direction, self.channel(channel), self.message(message))
                    }
                };
                builder.transition(participant, transition.source, label, transition.target);
            }
        }
        for bystander in 0..bystanders {
            let participant = builder.participant(format!("bystander_{bystander}"));
            let [start, unreachable, end] = ["0", "1", "2"].map(|s| builder.state(participant, s));
            builder.initial(participant, start);
            let (channel, message) = (ChannelId::from_index(0), MessageId::from_index(0));
            let send = Label::Action(Direction::Send, channel, message);
            builder.transition(participant, unreachable, send, end);
        }
        builder.finish()
    }

    /// The specification in this order, where its contents are tuples: see [`tuples`].
    fn bad(&self, bad: &BadConfigurations) -> BadConfigurations {
        let control = bad.control.iter();
        let control = control.map(|(p, states)| (self.participant(*p), states.clone())).collect();
        let contents = bad.contents.as_ref().map(|expression| {
            let mut nodes = IndexVec::new();
            let mut alternatives = Vec::new();
            for tuple in tuples(expression, expression.root()) {
                let mut row = Vec::new();
                for (position, &old) in self.channels.iter().enumerate() {
                    if position > 0 {
                        row.push(nodes.push(ContentsNode::Separator));
                    }
                    for &part in &tuple[old.index()] {
                        row.push(self.copy(expression, part, &mut nodes));
                    }
                }
                let row = match *row {
                    [] => nodes.push(ContentsNode::Empty),
                    [only] => only,
                    _ => nodes.push(ContentsNode::Concatenation(row)),
                };
                alternatives.push(row);
            }
            if alternatives.len() > 1 {
                nodes.push(ContentsNode::Alternatives(alternatives));
            }
            ContentsExpression::from_nodes(nodes)
        });
        BadConfigurations { control, contents }
    }

    /// Copies a part without separators.
    fn copy(
        &self,
        expression: &ContentsExpression,
        part: ContentsNodeId,
        nodes: &mut IndexVec<ContentsNodeId, ContentsNode>,
    ) -> ContentsNodeId {
        let mut all = |parts: &[ContentsNodeId]| -> Vec<ContentsNodeId> {
            parts.iter().map(|&part| self.copy(expression, part, nodes)).collect()
        };
        let node = match &expression.nodes()[part] {
            ContentsNode::Empty => ContentsNode::Empty,
            ContentsNode::Separator => panic!("it stands between the parts"),
            ContentsNode::Message(message) => ContentsNode::Message(self.message(*message)),
            ContentsNode::Concatenation(parts) => ContentsNode::Concatenation(all(parts)),
            ContentsNode::Alternatives(parts) => ContentsNode::Alternatives(all(parts)),
            ContentsNode::Star(part) => ContentsNode::Star(all(&[*part])[0]),
            ContentsNode::Plus(part) => ContentsNode::Plus(all(&[*part])[0]),
        };
        nodes.push(node)
    }
}

fn place<I: PartialEq>(ids: &[I], id: I) -> usize {
    ids.iter().position(|other| *other == id).expect("everything has a place")
}

/// A row of segments, each of which is a row of parts without separators.
type Segments = Vec<Vec<ContentsNodeId>>;

/// What a part is, as alternatives of rows of segments.
fn tuples(expression: &ContentsExpression, part: ContentsNodeId) -> Vec<Segments> {
    let with_separator = |part| tuples(expression, part).iter().any(|row| row.len() > 1);
    match &expression.nodes()[part] {
        ContentsNode::Separator => vec![vec![Vec::new(); 2]],
        ContentsNode::Concatenation(parts) => {
            let mut rows: Vec<Segments> = vec![vec![Vec::new()]];
            for &part in parts {
                let next = tuples(expression, part);
                let pairs = rows.iter().flat_map(|row| next.iter().map(move |more| (row, more)));
                let joined = pairs.map(|(row, more)| {
                    let mut row = row.clone();
                    row.last_mut().expect("a row has a segment").extend(&more[0]);
                    row.extend_from_slice(&more[1..]);
                    row
                });
                rows = joined.collect();
            }
            rows
        }
        ContentsNode::Alternatives(parts) if parts.iter().any(|&part| with_separator(part)) => {
            parts.iter().flat_map(|&part| tuples(expression, part)).collect()
        }
        _ => vec![vec![vec![part]]],
    }
}

#[test]
fn other_names_and_another_order_keep_the_answer() {
    let mut tally = Tally::default();
    for Case { seed, system, bad } in cases(40) {
        let order = Other::order(&system, &mut Random::new(seed));
        let other = order.system(&system, 0);
        for bad in bad {
            let moved = order.bad(&bad);
            for engine in ENGINES {
                let [one, two] = [(&system, &bad), (&other, &moved)]
                    .map(|(system, bad)| fewest(system, bad, engine));
                assert_eq!(one, two, "{engine:?}, seed {seed}\n{}", {
                    text(&system, &bad) + &text(&other, &moved)
                });
                tally.count(one);
            }
        }
    }
}

#[test]
fn whoever_cannot_do_anything_changes_nothing() {
    let mut tally = Tally::default();
    for Case { seed, system, bad } in cases(20) {
        let all = Other {
            participants: system.automata().ids().collect(),
            channels: system.channels().ids().collect(),
            messages: system.messages().ids().collect(),
        };
        let larger = all.system(&system, 2);
        for bad in bad {
            for engine in ENGINES {
                let [one, other] = [&system, &larger].map(|s| fewest(s, &bad, engine));
                assert_eq!(one, other, "{engine:?}, seed {seed}\n{}", text(&larger, &bad));
                tally.count(one);
            }
        }
    }
}

#[test]
fn what_is_printed_and_read_again_has_the_same_answer() {
    let mut tally = Tally::default();
    for Case { seed, system, bad } in cases(20) {
        let text = file(&system, &bad);
        let reading = scm::read(&Source::new("again.scm", text.clone()));
        let model = reading.model.unwrap_or_else(|| panic!("{:?}\n{text}", reading.diagnostics));
        for (bad, again) in bad.iter().zip(&model.bad) {
            for engine in ENGINES {
                let one = fewest(&system, bad, engine);
                let other = fewest(&model.system, again, engine);
                assert_eq!(one, other, "{engine:?}, seed {seed}\n{text}");
                tally.count(one);
            }
        }
    }
}

#[test]
fn what_a_bag_holds_is_refused_whatever_the_rest() {
    let mut refused = 0;
    for Case { seed, system, bad } in cases(40) {
        let is_bag = |&id: &ChannelId| system.channels()[id].kind == ChannelKind::Bag;
        let Some(bag) = system.channels().ids().find(is_bag) else { continue };
        // The bag is to be empty, and the others hold anything.
        let mut nodes = IndexVec::new();
        let mut row = Vec::new();
        for channel in system.channels().ids() {
            if channel.index() > 0 {
                row.push(nodes.push(ContentsNode::Separator));
            }
            if channel == bag {
                row.push(nodes.push(ContentsNode::Empty));
                continue;
            }
            let messages: Vec<ContentsNodeId> =
                system.messages().ids().map(|id| nodes.push(ContentsNode::Message(id))).collect();
            let any = nodes.push(ContentsNode::Alternatives(messages));
            row.push(nodes.push(ContentsNode::Star(any)));
        }
        nodes.push(ContentsNode::Concatenation(row));
        let contents = Some(ContentsExpression::from_nodes(nodes));
        let bad = BadConfigurations { contents, ..bad[0].clone() };
        for engine in ENGINES {
            let outcome =
                check(&system, &bad, Premise::BugsOnly, engine, &Control::unlimited()).outcome;
            let expected = Outcome::Unknown(UnknownReason::BagConstrained { channel: bag });
            assert_eq!(outcome, expected, "{engine:?}, seed {seed}\n{}", text(&system, &bad));
            refused += 1;
        }
    }
    assert!(refused > 0, "there are bags");
}
