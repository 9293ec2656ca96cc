//! Interactions as sequence diagrams: read back, a diagram means what the term does.

use std::collections::BTreeSet;

use crate::render::graph_geometry::check;
use crate::support::bundled_interactions::models;
use crate::support::likely_mistakes::is_likely_mistake;
use crate::support::tidy_sequence::assert_tidy;
use scm_check::internals::kernel::automata::FiniteStateId;
use scm_check::internals::kernel::base::{Control, Id as _, IndexVec, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::language::interaction::{read, read_signature};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::interaction::{
    Expression, ExpressionId, Interaction, Operator, Origin, Passing, Repetition, Synthesis,
    Target, synthesise,
};
use scm_check::internals::model::trace::{Action, LifelineId, Signature};
use scm_check::internals::render::diagrams::interaction_sequence;
use scm_check::internals::render::diagrams::{interaction_automaton, interaction_graph};
use scm_check::internals::render::drawing::{
    BracketEnd, Message, Node, NodeShape, Sequence, SequenceItem, TextStyle, Transmission, dot,
    sequence_text,
};

/// What a diagram says, or a term: weak sequences are lists, and empty parts of them are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Message(String),
    Frame { operator: String, remark: String, compartments: Vec<Vec<Part>> },
}

fn message(from: &str, synchronous: bool, label: &str, to: &[&str], gates: &str) -> Part {
    let mut to = to.to_vec();
    to.sort_unstable();
    let how = if synchronous { "at once" } else { "later" };
    Part::Message(format!("{from} -- {label} -> {} and {gates}, {how}", to.join(", ")))
}

/// Returns what a part of an interaction says.
fn said(interaction: &Interaction, id: ExpressionId) -> Vec<Part> {
    let signature = &interaction.signature;
    let lifeline = |id: LifelineId| signature.lifelines()[id].as_str();
    let frame = |operator: &str, remark: String, parts: &[ExpressionId]| {
        let compartments = parts.iter().map(|&part| said(interaction, part)).collect();
        vec![Part::Frame { operator: operator.to_owned(), remark, compartments }]
    };
    match &interaction.parts[id] {
        Expression::Empty => Vec::new(),
        Expression::Passing(passing) => {
            let from = match passing.origin {
                Origin::Environment => "",
                Origin::Gate(gate) => &signature.gates()[gate],
                Origin::Lifeline(one) => lifeline(one),
            };
            let (mut to, mut gates) = (Vec::new(), Vec::new());
            for target in &passing.targets {
                match *target {
                    Target::Lifeline(one) => to.push(lifeline(one)),
                    Target::Gate(gate) => gates.push(signature.gates()[gate].as_str()),
                    Target::Lost(_) | Target::Unshown(_) => {}
                }
            }
            let label = &signature.messages()[passing.message];
            vec![message(from, passing.synchronous, label, &to, &gates.join(", "))]
        }
        Expression::Compound(Operator::Seq, parts) => {
            parts.iter().flat_map(|&part| said(interaction, part)).collect()
        }
        Expression::Compound(operator, parts) => {
            let remark = match operator {
                Operator::Coreg(region) => {
                    region.iter().map(|&one| lifeline(one).to_owned()).collect()
                }
                Operator::Sync(actions) => {
                    actions.iter().map(|action| action.text(signature)).collect()
                }
                _ => Vec::new(),
            };
            frame(operator.name(), remark.join(", "), parts)
        }
        Expression::Optional(part) => frame("opt", String::new(), &[*part]),
        Expression::Loop(repetition, part) => frame(repetition.name(), String::new(), &[*part]),
    }
}

/// Returns what a diagram says.
fn drawn(sequence: &Sequence) -> Vec<Part> {
    let name =
        |id: &scm_check::internals::render::drawing::LifelineId| sequence.lifelines[*id].as_str();
    let mut open: Vec<(String, String, Vec<Vec<Part>>)> = Vec::new();
    let mut whole = Vec::new();
    let mut was_empty = true;
    for item in &sequence.items {
        let parts = open.last_mut().map_or(&mut whole, |frame| frame.2.last_mut().unwrap());
        match item {
            SequenceItem::Message(one) => {
                let Message { label, from, to, transmission, origin, target } = one;
                let from = from.as_ref().map_or(origin.as_str(), name);
                let to: Vec<&str> = to.iter().map(name).collect();
                let synchronous = *transmission == Transmission::Synchronous;
                let gates = target.as_deref().unwrap_or_default();
                parts.push(message(from, synchronous, label, &to, gates));
            }
            SequenceItem::Open { operator, remark } => {
                open.push((operator.clone(), remark.clone(), vec![Vec::new()]));
            }
            SequenceItem::Next(remark) => {
                assert!(!was_empty && remark.is_empty(), "a compartment without anything");
                open.last_mut().unwrap().2.push(Vec::new());
            }
            SequenceItem::Close => {
                assert!(!was_empty, "a compartment without anything");
                let (operator, remark, compartments) = open.pop().unwrap();
                let parts = open.last_mut().map_or(&mut whole, |frame| frame.2.last_mut().unwrap());
                parts.push(Part::Frame { operator, remark, compartments });
            }
            SequenceItem::Bracket(end, over) => {
                let frame = open.last().unwrap();
                assert_eq!(frame.0, "coreg");
                for one in over {
                    assert!(frame.1.split(", ").any(|region| region == name(one)), "{item:?}");
                }
                if *end == BracketEnd::Top {
                    assert_eq!(frame.2, [vec![]], "{item:?}");
                }
            }
            SequenceItem::Note { text, over } => {
                assert!(over.is_empty());
                let is_after = parts.is_empty() && text == "nothing happens";
                assert!(is_after || (open.is_empty() && text.contains("not drawn")), "{text}");
            }
        }
        was_empty = matches!(item, SequenceItem::Open { .. } | SequenceItem::Next(_));
        was_empty |= matches!(item, SequenceItem::Bracket(BracketEnd::Top, _));
    }
    assert!(open.is_empty());
    whole
}

/// Draws an interaction at random, of about as many parts.
fn random(dice: &mut Random, size: usize) -> Interaction {
    let mut signature = Signature::new();
    let count = dice.between(1, 8);
    let word = |dice: &mut Random| "long_name_".repeat(dice.below(4));
    let lifelines: Vec<_> = (0..count)
        .map(|number| signature.add_lifeline(&format!("{}l{number}", word(dice))))
        .collect();
    let messages: Vec<_> =
        (0..4).map(|number| signature.add_message(&format!("{}m{number}", word(dice)))).collect();
    let gates: Vec<_> = (0..2).map(|number| signature.add_gate(&format!("g{number}"))).collect();
    let mut parts: IndexVec<ExpressionId, Expression> = IndexVec::new();
    // What is not yet the operand of anything.
    let mut loose: Vec<ExpressionId> = Vec::new();
    while parts.len() < size || loose.len() > 1 {
        let kind = dice.below(if parts.len() < size { 24 } else { 10 });
        let some = |dice: &mut Random| lifelines[dice.below(count)];
        let part = match kind {
            0..8 if loose.len() > 1 => {
                let operands = loose.split_off(loose.len() - dice.between(2, 4.min(loose.len())));
                let action = |dice: &mut Random| Action::send(some(dice), messages[dice.below(4)]);
                let operator = match kind {
                    0 => Operator::Strict,
                    1..4 => Operator::Seq,
                    4 => Operator::Par,
                    5 => Operator::Alt,
                    6 => Operator::Coreg((0..dice.between(1, 3)).map(|_| some(dice)).collect()),
                    _ => Operator::Sync((0..dice.between(1, 2)).map(|_| action(dice)).collect()),
                };
                Expression::Compound(operator, operands)
            }
            8 if !loose.is_empty() => Expression::Optional(loose.pop().unwrap()),
            9 if !loose.is_empty() => {
                let kinds =
                    [Repetition::Strict, Repetition::Head, Repetition::Weak, Repetition::Parallel];
                Expression::Loop(kinds[dice.below(4)], loose.pop().unwrap())
            }
            10 | 11 => Expression::Empty,
            _ => {
                let origin = match dice.below(6) {
                    0 => Origin::Environment,
                    1 => Origin::Gate(gates[dice.below(2)]),
                    _ => Origin::Lifeline(some(dice)),
                };
                let least = usize::from(!matches!(origin, Origin::Lifeline(_)));
                let mut targets: Vec<Target> =
                    (0..dice.between(least, 3)).map(|_| Target::Lifeline(some(dice))).collect();
                targets.extend(dice.percent(10).then(|| Target::Gate(gates[dice.below(2)])));
                let (synchronous, message) = (dice.percent(20), messages[dice.below(4)]);
                Expression::Passing(Passing { origin, synchronous, message, targets })
            }
        };
        loose.push(parts.push(part));
    }
    Interaction { signature, parts, root: loose[0] }
}

#[test]
fn diagrams_of_random_interactions_mean_what_their_terms_do() {
    let mut dice = Random::new(37);
    let (mut long, mut deep) = (0, 0);
    for round in 0..400 {
        let size = dice.between(1, 80);
        let interaction = random(&mut dice, size);
        let sequence = interaction_sequence(&interaction).expect("it is small");
        let said = said(&interaction, interaction.root);
        assert_eq!(drawn(&sequence), said, "round {round}: {interaction:?}");
        let scene = assert_tidy(&format!("round {round}"), &sequence);
        long += usize::from(scene.messages.len() > 30);
        deep += usize::from(scene.fragments.len() > 15);
        let text = sequence_text(&sequence, TextStyle::ASCII);
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }
    assert!(long > 50 && deep > 50, "{long} {deep}");
}

fn model(names: &str, term: &str) -> Interaction {
    let Reading { diagnostics: mistakes, model: signature } =
        read_signature(&Source::new("names.hsf", names));
    assert_eq!(mistakes, []);
    let mut reading = read(&Source::new("term.hif", term), signature.as_ref());
    reading.diagnostics.retain(|diagnostic| !is_likely_mistake(diagnostic));
    assert_eq!(reading.diagnostics, []);
    reading.model.unwrap().interaction
}

#[test]
fn everything_that_an_interaction_has_is_drawn() {
    let names = "@message{ order; paid; news } @lifeline{ buyer; shop; bank; still }
                 @gate{ north; south }";
    let term = "seq(
        north -- order -> buyer,
        buyer -- <synch> order -> (shop, bank),
        coreg(shop)(bank -- paid -> shop, opt(buyer -- paid -> shop)),
        strict(loopW(shop -- news -> (buyer, south)), par(o, loopP(bank -- news -> bank))),
        sync(shop!news)(shop -- news -> |, alt(shop -- news -> |, o))
    )";
    let sequence = interaction_sequence(&model(names, term)).unwrap();
    insta::assert_snapshot!(sequence_text(&sequence, TextStyle::ASCII));
}

#[test]
fn an_interaction_without_actions_has_all_its_lifelines() {
    let names = "@message{ m } @lifeline{ l; k }";
    let sequence = interaction_sequence(&model(names, "seq(o, o)")).unwrap();
    assert_eq!(sequence.lifelines.len(), 2);
    let text = "nothing happens".to_owned();
    assert_eq!(sequence.items, [SequenceItem::Note { text, over: Vec::new() }]);
}

#[test]
fn lifelines_without_actions_are_left_out_with_a_note() {
    let last = |names: &str| {
        let sequence = interaction_sequence(&model(names, "l -- m -> |")).unwrap();
        assert_eq!(sequence.lifelines.len(), 1);
        let Some(SequenceItem::Note { text, .. }) = sequence.items.last() else {
            panic!("{sequence:?}")
        };
        text.clone()
    };
    assert_eq!(last("@message{ m } @lifeline{ k; l; j }"), "not drawn: k, j");
    let long = "x".repeat(40);
    assert_eq!(
        last(&format!("@message{{ m }} @lifeline{{ {long}; l }}")),
        "1 lifeline is not drawn"
    );
    let many = last(&format!("@message{{ m }} @lifeline{{ {long}; l; k; j }}"));
    assert_eq!(many, "3 lifelines are not drawn");
}

#[test]
fn what_is_too_large_is_not_drawn() {
    let nested = |around: &dyn Fn(ExpressionId) -> Expression, depth: usize| {
        let mut interaction = model("@message{ m } @lifeline{ l }", "l -- m -> |");
        for _ in 0..depth {
            interaction.root = interaction.parts.push(around(interaction.root));
        }
        interaction_sequence(&interaction)
    };
    let frame = |part| Expression::Loop(Repetition::Strict, part);
    assert!(nested(&frame, 60).is_some());
    assert!(nested(&frame, 61).is_none());
    assert!(nested(&frame, 100_000).is_none());
    // Weak sequences have no frames, however deep they are.
    let first = ExpressionId::from_index(0);
    let after = |part| Expression::Compound(Operator::Seq, vec![part, first]);
    assert_eq!(nested(&after, 4_999).unwrap().items.len(), 5_000);
    assert!(nested(&after, 5_000).is_none());
    let twice = |part| Expression::Compound(Operator::Seq, vec![part, part]);
    assert!(nested(&twice, 100_000).is_none());
}

#[test]
fn automata_are_drawn_with_the_terms_of_their_states() {
    let (mut within, mut beside, mut shapes) = (0, 0, BTreeSet::new());
    for model in models() {
        let Ok(made) = model.synthesised(&Synthesis::default()) else { continue };
        if made.automaton.len() > 40 {
            continue;
        }
        let (name, signature) = (&model.name, &model.model.interaction.signature);
        let diagram = interaction_automaton(&made, name, signature);
        assert_eq!(diagram.states.len(), made.automaton.len());
        assert_eq!(diagram.transitions.len(), made.automaton.transition_count());
        assert!(diagram.states[0].initial, "{name}");
        let graph = interaction_graph(&made, name, signature);
        check(&graph, name);
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let list = graph.nodes.iter().find(|node| node.shape == NodeShape::Note);
        let list: Vec<&str> = list.map_or_else(Vec::new, |node| node.label.split('\n').collect());
        for (number, (state, node)) in diagram.states.iter().zip(&graph.nodes).enumerate() {
            // The term of a state means what the state does.
            let mut reading = read(&Source::new("state", state.name.clone()), Some(signature));
            reading.diagnostics.retain(|diagnostic| !is_likely_mistake(diagnostic));
            assert_eq!(reading.diagnostics, [], "{name}: {}", state.name);
            let term = made.terms[FiniteStateId::from_index(number)];
            let expression = made.semantics.expression(term, signature);
            let read = reading.model.unwrap().interaction;
            assert_eq!(said(&read, read.root), said(&expression, expression.root), "{name}");
            let (first, rest) = node.label.split_once('\n').unwrap_or((&node.label, ""));
            assert_eq!(first, number.to_string(), "{name}");
            if rest.is_empty() {
                let start = format!("{number}  ");
                let place = list.iter().position(|line| line.starts_with(&start)).expect(name);
                let lines = list[place + 1..].iter().take_while(|line| line.starts_with(' '));
                let told: String =
                    list[place][start.len()..].to_owned() + &lines.copied().collect::<String>();
                let told = told.strip_suffix("...").unwrap_or(&told);
                assert!(bare(&state.name).starts_with(&bare(told)), "{name}: {told}");
                beside += 1;
            } else {
                assert_eq!(bare(rest), bare(&state.name), "{name}");
                within += 1;
            }
            shapes.insert(format!("{:?}", node.shape));
        }
    }
    assert!(within > 100 && beside > 100, "{within} {beside}");
    assert_eq!(shapes.len(), 4, "{shapes:?}");
}

#[test]
fn graphs_with_lists_are_dot() {
    let names = "@message{ m } @lifeline{ l; k }";
    let interaction = model(names, "loopS(l -- m -> k)");
    let made = synthesise(&interaction, &Synthesis::default(), &Control::unlimited()).unwrap();
    let mut graph = interaction_graph(&made, "ping", &interaction.signature);
    let (label, shape) = ("one\ntwo".to_owned(), NodeShape::Note);
    graph.nodes.push(Node { label, shape, cluster: None, key: None });
    let text = dot(&graph);
    for line in [
        "n0 [label=\"0\\nloopS(l -- m -> k)\", shape=box, peripheries=2];",
        "n1 [label=\"1\\nstrict(m -> k, loopS(l -- m -> k))\", shape=box];",
        "[label=\"one\\ltwo\\l\", shape=note];",
        "[label=\"l!m\"];",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}
