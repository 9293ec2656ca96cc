//! Whether lifelines that are on their own do what their diagram says, and nothing else.

use crate::support::cases::seeds;
use crate::support::random_diagrams::{Names, Parts, diagram, reduced, text};
use oracle::diagrams::{Answer, Diagram, Event, Fault, Standing};
use scm_check::check::diagram::{FaultKind, Judgement, judge};
use scm_check::kernel::base::{Control, Id as _, Random};
use scm_check::kernel::source::Source;
use scm_check::kernel::verdict::Outcome;
use scm_check::language::interaction::{DiagramOptions, read, read_mermaid};
use scm_check::model::cfsm::{ChannelKind, Label, ParticipantId, StateId, Step, System};
use scm_check::model::choreography::Architecture;
use scm_check::model::interaction::{Beginnings, Interaction, ProjectionRefusal};
use std::collections::BTreeMap;

/// The longest runs that the oracle looks at where there are loops.
const LENGTH: usize = 8;

/// The most orders of a diagram, and the most configurations.
const ORDERS: usize = 120;
const CONFIGURATIONS: usize = 1_500;

/// The most configurations that the engine looks at where there are loops.
const STATES: u64 = 1_000;

/// The interaction of a term.
fn term(text: &str) -> Interaction {
    let names = "@message{ m; n; x; y; z; start } @lifeline{ a; b; c; d }\n";
    let reading = read(&Source::new("own.hif", format!("{names}{text}")), None);
    reading.model.unwrap_or_else(|| panic!("{text}: {:?}", reading.diagnostics)).interaction
}

/// The interaction of a Mermaid diagram.
fn mermaid(lines: &str) -> Interaction {
    let source = Source::new("own.mmd", format!("sequenceDiagram\n{lines}\n"));
    let reading = read_mermaid(&source, DiagramOptions::default());
    reading.model.unwrap_or_else(|| panic!("{lines}: {:?}", reading.diagnostics)).interaction
}

/// What the oracle says of a diagram.
fn judged(interaction: &Interaction) -> Answer {
    let diagram = Diagram::longest(interaction, LENGTH, ORDERS).unwrap();
    diagram.judged(100_000).unwrap()
}

fn shown(run: &[Event], interaction: &Interaction) -> String {
    run.iter().map(|event| event.text(interaction)).collect::<Vec<_>>().join(" ")
}

/// The kind and the length of the shortest fault, or nothing and the length of the runs that were looked at.
fn answer(interaction: &Interaction) -> (Option<(Fault, String)>, Option<usize>) {
    let answer = judged(interaction);
    let leaving = answer.leaving.map(|run| (Fault::Leaves, run));
    let found = leaving.or_else(|| answer.dead_end.map(|run| (Fault::DeadEnd, run)));
    (found.map(|(fault, run)| (fault, shown(&run, interaction))), answer.length)
}

#[test]
fn the_oracle_knows_what_diagrams_mean() {
    let holds = |interaction: &Interaction, length| {
        assert_eq!(answer(interaction), (None, length), "{}", text(interaction));
    };
    let violated = |interaction: &Interaction, fault, run: &str| {
        let found = answer(interaction).0;
        assert_eq!(found, Some((fault, run.to_owned())), "{}", text(interaction));
    };
    holds(&term("o"), None);
    holds(&term("seq(a--m->b,b--n->c)"), None);
    // Crossing that the diagram draws is fine.
    holds(&term("par(a--x->b,b--y->a)"), None);
    holds(&term("par(seq(a--x->b,b--y->a),seq(a--m->b,b--n->a))"), None);
    holds(&term("loopW(seq(a--x->b,b--y->a))"), Some(LENGTH));
    // One branch is chosen by two lifelines.
    violated(&term("alt(a--x->b,c--y->d)"), Fault::Leaves, "a>b!x c>d!y");
    let started = "seq(a--start->b,loopW(alt(a--x->b,b--y->a)))";
    violated(&term(started), Fault::Leaves, "a>b!start a>b!x a>b?start b>a!y");
    // The order of messages of one channel is kept, though the diagram lets them cross.
    violated(&term("coreg(a)(a--x->b,a--y->b)"), Fault::DeadEnd, "a>b!y");
    holds(&term("coreg(a,b)(a--x->b,a--y->b)"), None);
    // Events of the same label may be any of those drawn.
    holds(&term("par(a--m->b,a--m->b,b--m->a)"), None);
    // What is not told whether more comes.
    violated(&term("seq(a--x->b,opt(b--y->c),a--z->c)"), Fault::Leaves, "a>b!x a>c!z a>b?x b>c!y a>c?z");
    // Order between lifelines that only `strict` draws is no fault.
    holds(&term("strict(a--x->b,c--y->d)"), None);
    holds(&term("loopS(seq(a--x->b,c--y->d))"), Some(LENGTH));
    // The order of events on a lifeline may come by way of another.
    holds(&term("coreg(a,c)(a--x->b,b--y->c)"), None);
    holds(&mermaid("A<<->>B: data"), None);
    holds(&mermaid("par\nA->>B: req1\nB-->>A: res1\nand\nA->>B: req2\nB-->>A: res2\nend"), None);
    let cache = "C->>S: ask\nalt hit\nS-->>C: ok\nelse miss\nS->>D: query\nD-->>S: rows\nS-->>C: ok\nend";
    holds(&mermaid(cache), None);
    let given_up = "C->>S: ask\nalt answered\nS-->>C: page\nelse late\nC->>S: again\nS-->>C: page\nend";
    violated(&mermaid(given_up), Fault::Leaves, "C>S!ask C>S!again C>S?ask S>C!page");
}

/// The system of the lifelines of a diagram; nothing if no message is ever sent.
fn system(interaction: &Interaction) -> Result<Option<System>, ProjectionRefusal> {
    let control = Control::unlimited();
    match interaction.system("s", Architecture::PeerToPeer, ChannelKind::Fifo, &control) {
        Err(ProjectionRefusal::Nothing | ProjectionRefusal::NoMessage) => Ok(None),
        other => other.map(Some),
    }
}

fn judgement(interaction: &Interaction, system: &System, control: &Control) -> Judgement {
    let beginnings = Beginnings::new(interaction, Architecture::PeerToPeer, system, control);
    judge(&beginnings.unwrap(), system, control)
}

/// What a label of a participant is in the diagram.
fn event(
    interaction: &Interaction,
    system: &System,
    participant: ParticipantId,
    label: Label,
) -> Event {
    let Label::Action(direction, channel, message) = label else { panic!("an internal step") };
    let lifeline = |name: &str| interaction.signature.lifeline(name).unwrap().index();
    let channel = system.channel_name(channel);
    let (from, to) = channel.split_once('>').unwrap();
    let this = lifeline(system.automata()[participant].name());
    let peer = if lifeline(from) == this { lifeline(to) } else { lifeline(from) };
    let message = interaction.signature.message(&system.messages()[message].name).unwrap();
    Event { lifeline: this, direction, peer, message: message.index() }
}

fn events(interaction: &Interaction, system: &System, steps: &[Step]) -> Vec<Event> {
    let event = |&step: &Step| {
        event(interaction, system, step.participant, system.transition(step).label)
    };
    steps.iter().map(event).collect()
}

/// What is wrong with the automaton of a lifeline, tried on all words of at most so many events.
fn wrong_projection(
    interaction: &Interaction,
    system: &System,
    diagram: &Diagram,
    length: usize,
) -> Option<String> {
    for (lifeline, name) in interaction.signature.lifelines().enumerate() {
        let found = system.automata().enumerate().find(|(_, one)| one.name() == name);
        let words = diagram.local_words(lifeline.index(), length);
        let Some((participant, automaton)) = found else {
            if words.len() > 1 {
                return Some(format!("{name} has no automaton"));
            }
            continue;
        };
        for (word, expected, may_end) in words {
            let next = |state: StateId| -> BTreeMap<Event, StateId> {
                let outgoing = automaton.outgoing(state).iter();
                let transitions = outgoing.map(|&id| &automaton.transitions()[id]);
                let event = |label| event(interaction, system, participant, label);
                transitions.map(|one| (event(one.label), one.target)).collect()
            };
            let mut here = automaton.initial()[0];
            for event in &word {
                here = next(here)[event];
            }
            let enabled: Vec<Event> = next(here).into_keys().collect();
            if enabled != expected || automaton.is_final(here) != may_end {
                let word = shown(&word, interaction);
                let [enabled, expected] =
                    [enabled, expected].map(|events| shown(&events, interaction));
                let is_final = automaton.is_final(here);
                return Some(format!(
                    "after {word}, {name} goes on by [{enabled}], final {is_final}, not [{expected}], final {may_end}"
                ));
            }
        }
    }
    None
}

/// What the engine and the oracle say of a diagram, as words to count; or where they contradict each other.
fn compared(interaction: &Interaction, effort: usize) -> Result<&'static str, String> {
    let system = match system(interaction) {
        Ok(Some(system)) => system,
        Ok(None) => return Ok("nothing happens"),
        Err(refusal) => {
            let is_finite = Diagram::new(interaction, 0).is_some_and(|one| one.is_whole());
            return if is_finite { Err(refusal.to_string()) } else { Ok("no projection") };
        }
    };
    let Some(diagram) = Diagram::longest(interaction, LENGTH, ORDERS) else {
        return Ok("too many orders");
    };
    let local = diagram.length().map_or(4, |length| length.min(4) - 1);
    if let Some(wrong) = wrong_projection(interaction, &system, &diagram, local) {
        return Err(wrong);
    }
    let now = std::time::Instant::now();
    let unlimited = Control::unlimited();
    // Where there are infinitely many configurations, the engine is not to look at many.
    let control = if diagram.is_whole() { unlimited } else { unlimited.part(STATES) };
    let outcome = judgement(interaction, &system, &control).outcome;
    let e = now.elapsed();
    let answer = diagram.judged(effort);
    eprint!("  engine {} oracle {} orders {}", e.as_millis(), (now.elapsed() - e).as_millis(), diagram.orders().len());
    match outcome {
        Outcome::Unknown(reason) => {
            if diagram.is_whole() {
                return Err(format!("{reason:?}"));
            }
            if std::env::var("X").is_ok() { eprintln!("{reason:?}"); }
            Ok("not decided")
        }
        Outcome::Holds(()) => {
            let Some(answer) = answer else { return Ok("holds, too large") };
            if let Some(run) = answer.leaving.or(answer.dead_end) {
                return Err(format!("holds in spite of {}", shown(&run, interaction)));
            }
            Ok(if answer.length.is_some() { "holds up to a length" } else { "holds" })
        }
        Outcome::Violated(fault) => {
            let run = events(interaction, &system, &fault.steps);
            let said = format!("{:?} after {}", fault.kind, shown(&run, interaction));
            let whole = Diagram::with_orders(interaction, run.len(), 2 * ORDERS);
            let standing = whole.as_ref().and_then(|whole| whole.standing(&run));
            let is_so = standing.is_none_or(|standing| match fault.kind {
                FaultKind::Leaves => standing == Standing::Left(run.len() - 1),
                FaultKind::DeadEnd => standing == Standing::Prefix,
            });
            if !is_so {
                return Err(format!("{said}: {standing:?}"));
            }
            if fault.kind == FaultKind::DeadEnd
                && let Some(rest) = diagram.completion(&run, effort)
            {
                return Err(format!("{said}: {} completes it", shown(&rest, interaction)));
            }
            let Some(answer) = answer else { return Ok("violated, too large") };
            let shortest = answer.leaving.as_ref();
            let is_covered = answer.length.is_none_or(|length| run.len() <= length);
            let is_expected = match fault.kind {
                FaultKind::Leaves if is_covered => shortest.map(Vec::len) == Some(run.len()),
                FaultKind::Leaves | FaultKind::DeadEnd => shortest.is_none(),
            };
            if !is_expected {
                let shortest = shortest.map(|run| shown(run, interaction));
                return Err(format!("{said}: the shortest run that leaves is {shortest:?}"));
            }
            Ok(match (fault.kind, standing, answer.length) {
                (_, None, _) => "violated, not confirmed",
                (FaultKind::Leaves, ..) => "leaves",
                (FaultKind::DeadEnd, _, None) => "dead end",
                (FaultKind::DeadEnd, ..) if answer.dead_end.is_some() => "dead end of a loop",
                (FaultKind::DeadEnd, ..) => "dead end, not confirmed",
            })
        }
    }
}

/// The random diagram of a seed.
fn diagram_of(seed: u64) -> Interaction {
    let mut numbers = Random::new(seed);
    let parts = [Parts::Finite, Parts::Weak, Parts::All][numbers.below(3)];
    let names = [Names::Shared, Names::Addressed][numbers.below(2)];
    diagram(&mut numbers, names, parts)
}

#[test]
fn judgements_are_those_of_the_definition() {
    let mut seen: BTreeMap<&'static str, usize> = BTreeMap::new();
    for seed in seeds(15) {
        let interaction = diagram_of(seed);
        eprint!("{seed} {}", text(&interaction)); let now = std::time::Instant::now();
        let c = compared(&interaction, CONFIGURATIONS);
        eprintln!(" {:?} {c:?}", now.elapsed());
        match c {
            Ok(said) => *seen.entry(said).or_default() += 1,
            Err(_) => {
                let is_wrong = |smaller: &Interaction| compared(smaller, CONFIGURATIONS).is_err();
                let smallest = reduced(&interaction, &is_wrong);
                let wrong = compared(&smallest, CONFIGURATIONS).unwrap_err();
                panic!("seed {seed}: {}: {wrong}", text(&smallest));
            }
        }
    }
    eprintln!("{seen:?}");
}
