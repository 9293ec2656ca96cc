//! Whether lifelines that are on their own do what their diagram says, and nothing else.

use crate::support::cases::setting;
use crate::support::random_diagrams::{Names, Parts, diagram, reduced, text};
use oracle::configurations::Configuration;
use oracle::diagrams::{Answer, Diagram, Event, Fault, Standing};
use scm_check::internals::check::diagram::{FaultKind, Judgement, judge};
use scm_check::internals::driver::choreography::{
    ChoreographySession, LostMessages, asked, choreography_of,
};
use scm_check::internals::driver::interaction::refusal_reason;
use scm_check::internals::kernel::base::{Control, Id as _, Random};
use scm_check::internals::kernel::source::Source;
use scm_check::internals::kernel::verdict::{Outcome, Reason, Verdict};
use scm_check::internals::language::interaction::{
    DiagramOptions, Model, print, read, read_mermaid, read_plantuml,
};
use scm_check::internals::language::reading::Reading;
use scm_check::internals::model::cfsm::{
    ChannelKind, Direction, Label, ParticipantId, StateId, Step, System,
};
use scm_check::internals::model::choreography::{Architecture, ChannelChoice};
use scm_check::internals::model::interaction::{
    Beginnings, Choice, Expression, Interaction, ProjectionRefusal, RewriteRules, Semantics,
    TermReader,
};
use scm_check::internals::model::trace::{
    Action, Letter, LetterId, LifelineId, SignatureMessageId,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    violated(
        &term("seq(a--x->b,opt(b--y->c),a--z->c)"),
        Fault::Leaves,
        "a>b!x a>c!z a>b?x b>c!y a>c?z",
    );
    // Order between lifelines that only `strict` draws is no fault.
    holds(&term("strict(a--x->b,c--y->d)"), None);
    holds(&term("loopS(seq(a--x->b,c--y->d))"), Some(LENGTH));
    // The order of events on a lifeline may come by way of another.
    holds(&term("coreg(a,c)(a--x->b,b--y->c)"), None);
    holds(&mermaid("A<<->>B: data"), None);
    holds(&mermaid("par\nA->>B: req1\nB-->>A: res1\nand\nA->>B: req2\nB-->>A: res2\nend"), None);
    let cache =
        "C->>S: ask\nalt hit\nS-->>C: ok\nelse miss\nS->>D: query\nD-->>S: rows\nS-->>C: ok\nend";
    holds(&mermaid(cache), None);
    let given_up =
        "C->>S: ask\nalt answered\nS-->>C: page\nelse late\nC->>S: again\nS-->>C: page\nend";
    violated(&mermaid(given_up), Fault::Leaves, "C>S!ask C>S!again C>S?ask S>C!page");
}

/// How many states the engine may look at: not many where there may be infinitely many.
fn states(interaction: &Interaction) -> u64 {
    let is_loop = |part: &Expression| matches!(part, Expression::Loop(..));
    if interaction.parts.iter().any(is_loop) { STATES } else { u64::MAX }
}

/// The system of the lifelines of a diagram; nothing if no message is ever sent.
fn system(interaction: &Interaction) -> Result<Option<System>, ProjectionRefusal> {
    let control = Control::unlimited().part(states(interaction));
    match interaction.system("s", Architecture::PeerToPeer, ChannelKind::Fifo, &control) {
        Err(ProjectionRefusal::Nothing | ProjectionRefusal::NoMessage) => Ok(None),
        other => other.map(Some),
    }
}

fn judgement(interaction: &Interaction, system: &System, control: &Control) -> Judgement {
    let beginnings = Beginnings::new(interaction, Architecture::PeerToPeer, system, control);
    judge(&beginnings.unwrap(), system, control)
}

#[test]
fn crossing_that_is_drawn_holds_and_choices_that_two_make_do_not() {
    let cache =
        "C->>S: ask\nalt hit\nS-->>C: ok\nelse miss\nS->>D: query\nD-->>S: rows\nS-->>C: ok\nend";
    let given_up =
        "C->>S: ask\nalt answered\nS-->>C: page\nelse late\nC->>S: again\nS-->>C: page\nend";
    let requests = "par\nA->>B: req1\nB-->>A: res1\nand\nA->>B: req2\nB-->>A: res2\nend";
    for (interaction, expected) in [
        (mermaid("A<<->>B: data"), Verdict::Holds),
        (mermaid(requests), Verdict::Holds),
        (mermaid(cache), Verdict::Holds),
        (mermaid(given_up), Verdict::Violated),
        (term("seq(a--start->b,loopW(alt(a--x->b,b--y->a)))"), Verdict::Violated),
        // The messages of one channel stay in order, though the diagram lets them cross.
        (term("coreg(a)(a--x->b,a--y->b)"), Verdict::Violated),
    ] {
        assert_eq!(checked(&interaction), expected, "{}", text(&interaction));
    }
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
    let event =
        |&step: &Step| event(interaction, system, step.participant, system.transition(step).label);
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
    let control = Control::unlimited().part(states(interaction));
    let outcome = judgement(interaction, &system, &control).outcome;
    let answer = diagram.judged(effort);
    match outcome {
        Outcome::Unknown(reason) => {
            if diagram.is_whole() {
                return Err(format!("{reason:?}"));
            }
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
            let whole = Diagram::with_orders(interaction, run.len(), 10 * ORDERS);
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

/// The verdict of `chor check` on a text.
fn verdict(text: &str, read: impl FnOnce(&Source) -> Reading<Model>, states: u64) -> Verdict {
    let control = Control::unlimited().part(states);
    let bytes = Ok(text.as_bytes().to_vec());
    let (loaded, model) = driver::load("own".to_owned(), bytes, read);
    let model = model.unwrap_or_else(|| panic!("{text}: {:?}", loaded.diagnostics));
    let choice = ChannelChoice::default();
    let model = match choreography_of(&control, &loaded, &model, (choice, LostMessages::AsDrawn)) {
        Ok(model) => model,
        Err(refusal) => return Verdict::Unknown(refusal_reason(refusal)),
    };
    let mut session = ChoreographySession::new(&control, None, (&loaded, &model), None);
    session.answer(&asked(&model, "realisable", choice)).verdict
}

/// The verdict of `chor check` on a diagram.
fn checked(interaction: &Interaction) -> Verdict {
    let (signature, term) = print(interaction);
    verdict(&format!("{signature}\n{term}"), |source| read(source, None), states(interaction))
}

/// Demands that nothing is wrong with the random diagrams of so many seeds, and returns how often each kind occurred.
fn tried(
    cases: u64,
    diagram_of: &dyn Fn(u64) -> Interaction,
    compared: &dyn Fn(&Interaction) -> Result<&'static str, String>,
) -> BTreeMap<&'static str, usize> {
    let mut seen = BTreeMap::new();
    let first = setting("SCM_CHECK_SEED", 1_000_000);
    for seed in (0..cases).map(|case| first.wrapping_add(case)) {
        let interaction = diagram_of(seed);
        match compared(&interaction) {
            Ok(said) => *seen.entry(said).or_default() += 1,
            Err(wrong) => {
                let is_wrong = |smaller: &Interaction| compared(smaller).is_err();
                let smallest = reduced(&interaction, &is_wrong);
                let shortest = compared(&smallest).unwrap_err();
                let [whole, smallest] = [&interaction, &smallest].map(text);
                panic!("seed {seed}: {whole}: {wrong}\nsmallest: {smallest}: {shortest}");
            }
        }
    }
    seen
}

fn demand(seen: &BTreeMap<&'static str, usize>, cases: u64, kinds: &[&'static str]) {
    if cases >= 300 {
        for kind in kinds {
            assert!(seen.contains_key(kind), "{kind} did not occur: {seen:?}");
        }
    }
}

#[test]
fn judgements_are_those_of_the_definition() {
    let cases = setting("SCM_CHECK_CASES", 300);
    let seen = tried(cases, &diagram_of, &|interaction| compared(interaction, CONFIGURATIONS));
    demand(&seen, cases, &["holds", "holds up to a length", "leaves", "dead end", "not decided"]);
}

#[test]
fn answers_about_diagrams_are_those_of_the_definition() {
    let cases = setting("SCM_CHECK_CASES", 200);
    let compared = |interaction: &Interaction| {
        let Some(diagram) = Diagram::longest(interaction, LENGTH, ORDERS) else {
            return Ok("too many orders");
        };
        let Some(answer) = diagram.judged(CONFIGURATIONS) else { return Ok("too large") };
        let fault = answer.leaving.or(answer.dead_end);
        match (checked(interaction), fault) {
            (Verdict::Holds, Some(run)) => {
                Err(format!("holds in spite of {}", shown(&run, interaction)))
            }
            (Verdict::Violated, None) if answer.length.is_none() => {
                Err("violated without a fault".to_owned())
            }
            // Equal messages overtake each other: the oracle reads a run in one order only.
            (Verdict::Unknown(Reason::Unsupported), Some(_)) => Ok("equal messages"),
            (Verdict::Unknown(reason), _) if answer.length.is_none() => Err(format!("{reason:?}")),
            (Verdict::Holds, None) => Ok("holds"),
            (Verdict::Violated, _) => Ok("violated"),
            _ => Ok("not decided"),
        }
    };
    let seen = tried(cases, &diagram_of, &compared);
    demand(&seen, cases, &["holds", "violated", "not decided"]);
}

/// The letter of the diagram that a step is.
fn letter(interaction: &Interaction, semantics: &Semantics, event: Event) -> LetterId {
    let lifeline = LifelineId::from_index(event.lifeline);
    let message = SignatureMessageId::from_index(event.message);
    let action = Action { lifeline, direction: event.direction, message };
    let letter = semantics.letters().id(&Letter::from_action(action));
    letter.unwrap_or_else(|| panic!("{}", event.text(interaction)))
}

/// The runs that differ from one by the order of independent events, at most so many.
fn reordered(run: &[Event], most: usize) -> BTreeSet<Vec<Event>> {
    let mut open = vec![run.to_vec()];
    let mut found = BTreeSet::from([run.to_vec()]);
    while let Some(run) = open.pop() {
        for place in 1..run.len() {
            let [one, other] = [run[place - 1], run[place]];
            let channel = |event: Event| match event.direction {
                Direction::Send => (event.lifeline, event.peer),
                Direction::Receive => (event.peer, event.lifeline),
            };
            let sent_and_received = |direction| {
                let before = run[..place - 1].iter();
                before.filter(|e| e.direction == direction && channel(**e) == channel(one)).count()
            };
            let is_pair = channel(one) == channel(other)
                && one.direction == Direction::Send
                && sent_and_received(Direction::Send) == sent_and_received(Direction::Receive);
            if one.lifeline != other.lifeline && !is_pair {
                let mut next = run.clone();
                next.swap(place - 1, place);
                if found.len() < most && found.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    found
}

fn all_steps(system: &System) -> impl Iterator<Item = Step> {
    system.automata().enumerate().flat_map(|(participant, automaton)| {
        automaton.transitions().ids().map(move |transition| Step { participant, transition })
    })
}

/// Where the reader of words contradicts the verdict on a diagram whose messages have one sender and one receiver each.
fn contradiction(interaction: &Interaction) -> Result<&'static str, String> {
    let Ok(Some(system)) = system(interaction) else { return Ok("no projection") };
    let mut semantics = Semantics::new(interaction, RewriteRules::full(), Choice::Delayed);
    match checked(interaction) {
        Verdict::Holds => {
            // All runs, with all terms that may be left after them.
            let states = system.automata().iter().map(|automaton| automaton.initial()[0]).collect();
            let start = Configuration::initial(&system, states);
            let start = (start, BTreeSet::from([semantics.start()]));
            let mut known = BTreeSet::from([start.clone()]);
            let mut open = VecDeque::from([(Vec::new(), start)]);
            while let Some((run, (here, terms))) = open.pop_front() {
                if run.len() == LENGTH || known.len() > CONFIGURATIONS {
                    continue;
                }
                for step in all_steps(&system) {
                    let Some(next) = here.after(&system, step) else { continue };
                    let event = events(interaction, &system, &[step])[0];
                    let letter = letter(interaction, &semantics, event);
                    let mut left = BTreeSet::new();
                    for &term in &terms {
                        let steps = semantics.steps(term);
                        left.extend(
                            steps.iter().filter(|step| step.0 == letter).map(|step| step.1),
                        );
                    }
                    let run = [&run[..], &[event]].concat();
                    if left.is_empty() {
                        let run = shown(&run, interaction);
                        return Err(format!("holds, but {run} is no prefix of a word"));
                    }
                    if known.insert((next.clone(), left.clone())) {
                        open.push_back((run, (next, left)));
                    }
                }
            }
            Ok("holds")
        }
        Verdict::Violated => {
            let control = Control::unlimited().part(states(interaction));
            let Outcome::Violated(fault) = judgement(interaction, &system, &control).outcome else {
                return Ok("violated");
            };
            let run = events(interaction, &system, &fault.steps);
            let mut is_stuck = |run: &[Event]| {
                let letters: Vec<_> =
                    run.iter().map(|&event| letter(interaction, &semantics, event)).collect();
                let mut reader = TermReader::new(&mut semantics);
                for letter in letters {
                    reader.read(letter);
                }
                reader.is_stuck()
            };
            let shown = shown(&run, interaction);
            match fault.kind {
                FaultKind::DeadEnd if is_stuck(&run) => Err(format!("{shown} leaves")),
                FaultKind::DeadEnd => Ok("dead end"),
                FaultKind::Leaves if is_stuck(&run[..run.len() - 1]) => {
                    Err(format!("{shown} leaves earlier"))
                }
                FaultKind::Leaves if reordered(&run, 500).iter().any(|run| !is_stuck(run)) => {
                    Err(format!("{shown} is a prefix of a word in another order"))
                }
                FaultKind::Leaves => Ok("leaves"),
            }
        }
        _ => Ok("not decided"),
    }
}

#[test]
fn readers_of_words_and_judgements_never_contradict_each_other() {
    let cases = setting("SCM_CHECK_CASES", 200);
    let diagram_of = |seed| diagram(&mut Random::new(seed), Names::Addressed, Parts::Weak);
    let seen = tried(cases, &diagram_of, &contradiction);
    demand(&seen, cases, &["holds", "leaves", "dead end"]);
}

/// A part of a diagram that three languages can say.
enum Part {
    Message(usize, usize, usize),
    /// Messages both ways.
    Both(usize, usize, usize),
    Par(Vec<Part>, Vec<Part>),
    Alt(Vec<Part>, Vec<Part>),
    Opt(Vec<Part>),
    Loop(Vec<Part>),
}

fn random_parts(numbers: &mut Random, depth: usize) -> Vec<Part> {
    let number = numbers.between(1, 2);
    (0..number)
        .map(|_| {
            let from = numbers.below(3);
            let to = (from + 1 + numbers.below(2)) % 3;
            let message = numbers.below(3);
            if depth == 0 {
                return Part::Message(from, to, message);
            }
            let mut inner = || random_parts(numbers, depth - 1);
            let (one, other) = (inner(), inner());
            match numbers.below(10) {
                0..=1 => Part::Message(from, to, message),
                2..=3 => Part::Both(from, to, message),
                4..=5 => Part::Par(one, other),
                6 => Part::Alt(one, other),
                7 => Part::Opt(one),
                8 => Part::Loop(vec![Part::Both(from, to, message)]),
                // With a reply, so that there are finitely many configurations.
                _ => Part::Loop(vec![Part::Message(from, to, message), Part::Message(to, from, 0)]),
            }
        })
        .collect()
}

const PEOPLE: [&str; 3] = ["a", "b", "c"];

/// The lines of a diagram, with the arrow both ways and the word between the parts of `par`.
fn lines(parts: &[Part], both: &str, and: &str) -> String {
    let framed = |word: &str, parts: &[Part]| format!("{word} so\n{}", lines(parts, both, and));
    let line = |part: &Part| match part {
        Part::Message(from, to, message) => {
            format!("{}->{}: m{message}\n", PEOPLE[*from], PEOPLE[*to])
        }
        Part::Both(from, to, message) => {
            format!("{}{both}{}: m{message}\n", PEOPLE[*from], PEOPLE[*to])
        }
        Part::Par(one, other) => framed("par", one) + &framed(and, other) + "end\n",
        Part::Alt(one, other) => framed("alt", one) + &framed("else", other) + "end\n",
        Part::Opt(body) => framed("opt", body) + "end\n",
        Part::Loop(body) => framed("loop", body) + "end\n",
    };
    parts.iter().map(line).collect()
}

/// The term of a diagram.
fn hif(parts: &[Part]) -> String {
    let arrow = |from: usize, to: usize, message: usize| {
        format!("{}--m{message}->{}", PEOPLE[from], PEOPLE[to])
    };
    let of = |part: &Part| match part {
        Part::Message(from, to, message) => arrow(*from, *to, *message),
        Part::Both(from, to, message) => {
            format!("par({},{})", arrow(*from, *to, *message), arrow(*to, *from, *message))
        }
        Part::Par(one, other) => format!("par({},{})", hif(one), hif(other)),
        Part::Alt(one, other) => format!("alt({},{})", hif(one), hif(other)),
        Part::Opt(body) => format!("opt({})", hif(body)),
        Part::Loop(body) => format!("loopS({})", hif(body)),
    };
    match parts {
        [only] => of(only),
        _ => format!("seq({})", parts.iter().map(of).collect::<Vec<_>>().join(",")),
    }
}

#[test]
fn one_diagram_has_one_verdict_in_all_languages() {
    let cases = setting("SCM_CHECK_CASES", 200);
    let options = DiagramOptions::default();
    let first = setting("SCM_CHECK_SEED", 1_000_000);
    let mut seen = BTreeMap::new();
    for seed in (0..cases).map(|case| first.wrapping_add(case)) {
        let parts = random_parts(&mut Random::new(seed), 2);
        let mermaid = format!("sequenceDiagram\n{}", lines(&parts, "<<->>", "and"));
        let plantuml = format!("@startuml\n{}@enduml\n", lines(&parts, "<->", "else"));
        let hif = format!("@message{{ m0; m1; m2 }} @lifeline{{ a; b; c }}\n{}\n", hif(&parts));
        let verdicts = [
            verdict(&mermaid, |source| read_mermaid(source, options), STATES),
            verdict(&plantuml, |source| read_plantuml(source, options), STATES),
            verdict(&hif, |source| read(source, None), STATES),
        ];
        // Whether equal messages that overtake each other are at fault is not decided; which run is found first is.
        let is_decided = |one: &&Verdict| **one != Verdict::Unknown(Reason::Unsupported);
        let decided: Vec<&Verdict> = verdicts.iter().filter(is_decided).collect();
        let is_one = decided.windows(2).all(|pair| pair[0] == pair[1]);
        assert!(is_one, "seed {seed}: {verdicts:?}\n{mermaid}\n{hif}");
        *seen.entry(verdicts[0].word()).or_default() += 1;
    }
    demand(&seen, cases, &["holds", "violated"]);
}
