//! Printing and formatting: what is printed is read back, and formatting changes only the layout.

use scm_check::internals::kernel::base::{IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::Expected;
use scm_check::internals::language::reading::Expectation;
use scm_check::internals::language::{scm, system::Model};
use scm_check::internals::model::cfsm::{
    BadConfigurations, Channel, ChannelKind, ContentsExpression, ContentsNode, ContentsNodeId,
    Direction, Label, MessageSort, System, SystemBuilder,
};

use crate::support::corpora::{corpora, scm_files, source};

/// Returns a system of up to four participants with every feature of the language, bad
/// configurations and expectations.
fn random_model(random: &mut Random) -> (System, Vec<BadConfigurations>, Vec<Expectation>) {
    let mut builder = SystemBuilder::new("random");
    let channels: Vec<_> = (0..=random.between(0, 3))
        .map(|_| {
            let kind = if random.between(0, 4) == 0 { ChannelKind::Bag } else { ChannelKind::Fifo };
            builder.channel(Channel { kind, lossy: random.between(0, 4) == 0 })
        })
        .collect();
    let messages: Vec<_> = (0..=random.between(0, 3))
        .map(|index| {
            let sort = if random.between(0, 4) == 0 { MessageSort::Real } else { MessageSort::Int };
            builder.message(format!("m{index}"), sort)
        })
        .collect();
    let mut participants = Vec::new();
    for index in 0..=random.between(0, 3) {
        let participant = builder.participant(format!("p{index}"));
        let states: Vec<_> = (0..=random.between(0, 4))
            .map(|state| builder.state(participant, (state * 7 % 5).to_string()))
            .collect();
        for _ in 0..=random.between(0, 1) {
            builder.initial(participant, states[random.between(0, states.len() - 1)]);
        }
        for &source in &states {
            if random.between(0, 3) == 0 {
                builder.final_state(participant, source);
            }
            for _ in 0..random.between(0, 3) {
                let target = states[random.between(0, states.len() - 1)];
                let direction =
                    if random.between(0, 1) == 0 { Direction::Send } else { Direction::Receive };
                let channel = channels[random.between(0, channels.len() - 1)];
                let message = messages[random.between(0, messages.len() - 1)];
                let label = if random.between(0, 5) == 0 {
                    Label::Internal
                } else {
                    Label::Action(direction, channel, message)
                };
                builder.transition(participant, source, label, target);
            }
        }
        participants.push((participant, states));
    }
    let system = builder.finish();
    let bad = (0..random.between(0, 2))
        .map(|_| {
            let named = random.between(0, participants.len() - 1);
            let control = participants[..=named]
                .iter()
                .map(|(id, states)| (*id, states[..=random.between(0, states.len() - 1)].to_vec()))
                .collect();
            let contents = (random.between(0, 1) == 0).then(|| random_contents(random, &system));
            BadConfigurations { control, contents }
        })
        .collect();
    let variant = if random.between(0, 1) == 0 { vec!["bag".to_owned()] } else { Vec::new() };
    let verdict = Expected::ALL[random.between(0, 2)];
    let expected = Expectation { property: "rsc".to_owned(), variant, verdict };
    (system, bad, vec![expected])
}

/// Returns an expression that leaves bags alone and says anything of FIFO channels.
fn random_contents(random: &mut Random, system: &System) -> ContentsExpression {
    let mut nodes = IndexVec::new();
    let mut parts = Vec::new();
    for (index, channel) in system.channels().iter().enumerate() {
        if index > 0 {
            parts.push(nodes.push(ContentsNode::Separator));
        }
        let part = match channel.kind {
            ChannelKind::Bag => {
                let all: Vec<_> = system
                    .messages()
                    .ids()
                    .map(|id| nodes.push(ContentsNode::Message(id)))
                    .collect();
                let any = match *all {
                    [only] => only,
                    _ => nodes.push(ContentsNode::Alternatives(all)),
                };
                nodes.push(ContentsNode::Star(any))
            }
            ChannelKind::Fifo => random_word(random, system, &mut nodes, 3),
        };
        parts.push(part);
    }
    if let [_] = *parts {
        return ContentsExpression::from_nodes(nodes);
    }
    nodes.push(ContentsNode::Concatenation(parts));
    ContentsExpression::from_nodes(nodes)
}

fn random_word(
    random: &mut Random,
    system: &System,
    nodes: &mut IndexVec<ContentsNodeId, ContentsNode>,
    depth: usize,
) -> ContentsNodeId {
    let node = match if depth == 0 { random.between(0, 1) } else { random.between(0, 5) } {
        0 => ContentsNode::Empty,
        1 => {
            let ids: Vec<_> = system.messages().ids().collect();
            ContentsNode::Message(ids[random.between(0, ids.len() - 1)])
        }
        2 => ContentsNode::Star(random_word(random, system, nodes, depth - 1)),
        3 => ContentsNode::Plus(random_word(random, system, nodes, depth - 1)),
        kind => {
            let parts = (0..2 + random.between(0, 1))
                .map(|_| random_word(random, system, nodes, depth - 1))
                .collect();
            if kind == 4 {
                ContentsNode::Concatenation(parts)
            } else {
                ContentsNode::Alternatives(parts)
            }
        }
    };
    nodes.push(node)
}

fn read(text: &str) -> Model {
    let reading = scm::read(&Source::new("printed.scm", text));
    reading.model.unwrap_or_else(|| panic!("{:#?}\n{text}", reading.diagnostics))
}

#[test]
fn random_models_are_read_back_as_they_were() {
    for seed in 1..=2_000 {
        let mut random = Random::new(seed);
        let (system, bad, expectations) = random_model(&mut random);
        let text = scm::print(&system, &bad, &expectations);
        let model = read(&text);
        assert_eq!(model.system, system, "seed {seed}:\n{text}");
        assert_eq!(model.bad, bad, "seed {seed}:\n{text}");
        assert_eq!(model.expectations, expectations, "seed {seed}:\n{text}");
        let formatted = scm::format(&Source::new("printed.scm", &*text)).unwrap();
        assert_eq!(formatted, text, "seed {seed}");
    }
}

#[test]
#[ignore = "needs the corpora"]
fn public_models_survive_printing_and_formatting() {
    let mut models = 0;
    for path in scm_files(&corpora()) {
        let source = source(&path);
        let Ok(formatted) = scm::format(&source) else { continue };
        let again = scm::format(&Source::new("again.scm", &*formatted)).unwrap();
        assert_eq!(formatted, again, "{}", path.display());
        let Some(model) = scm::read(&source).model else { continue };
        models += 1;
        let laid_out = read(&formatted);
        assert_eq!(laid_out.system, model.system, "{}", path.display());
        assert_eq!(laid_out.bad, model.bad, "{}", path.display());
        let text = scm::print(&model.system, &model.bad, &model.expectations);
        let printed = read(&text);
        assert_eq!(printed.system, model.system, "{}", path.display());
        assert_eq!(printed.bad, model.bad, "{}", path.display());
        assert_eq!(printed.expectations, model.expectations, "{}", path.display());
        assert_eq!(scm::format(&Source::new("p.scm", &*text)).unwrap(), text, "{}", path.display());
    }
    assert!(models > 100, "only {models} models were read");
}

#[test]
fn comments_survive_formatting() {
    let text = "/* top */ // one\n\n// two\nscm t: // three\nnb_channels:01; /* four */ /* five */\n\
        //# bag_buffers = 0\n// six\n\nparameters=int m;// seven\nautomaton A: /* eight */ int x;\n\
        // nine\ninitial : 0 /* ten */ ; // eleven\nstate 0 : /* twelve */ to 0 : when\n// thirteen\n true,\n\
        0!m ; // fourteen\n/* fifteen\n   goes on */\nbad_states:(automaton A : in 0 : -1 == - x with (m|// sixteen\nm)^*)\n\
        // seventeen";
    let formatted = scm::format(&Source::new("t.scm", text)).unwrap();
    insta::assert_snapshot!(formatted);
    assert_eq!(scm::format(&Source::new("t.scm", &*formatted)).unwrap(), formatted);
    for comment in [
        "top",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
    ] {
        assert!(formatted.contains(comment), "{comment} is lost");
    }
}

#[test]
fn names_that_the_language_does_not_have_are_changed_until_it_has() {
    let mut builder = SystemBuilder::new("a-b");
    builder.channel(Channel { kind: ChannelKind::Fifo, lossy: true });
    let messages: Vec<_> = ["state", "x y", "x_y", "1", ""]
        .into_iter()
        .map(|name| builder.message(name, MessageSort::Int))
        .collect();
    let participant = builder.participant("é");
    let start = builder.state(participant, "start");
    let zero = builder.state(participant, "0");
    builder.initial(participant, start);
    let channel = builder.channel(Channel { kind: ChannelKind::Fifo, lossy: false });
    for message in messages {
        let label = Label::Action(Direction::Send, channel, message);
        builder.transition(participant, start, label, zero);
    }
    let system = builder.finish();
    let text = scm::print(&system, &[], &[]);
    let model = read(&text);
    assert_eq!(model.system.messages().len(), 5);
    insta::assert_snapshot!(text);
}
